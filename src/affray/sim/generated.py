"""Encounters made by chance: mixed sides, maps, sizes and objectives, in any game.

What is fitted to the built-in encounters alone knows those alone. A generated encounter comes from
its game and its number, the same everywhere; it is drawn again until the game finds no fault with
it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Final

from affray.bots import BotRandom
from affray.content.encounter import Encounter
from affray.content.library import encounter_from, list_encounters, load_encounter
from affray.content.roster import CHARACTER, CREATURE
from affray.core.errors import InvalidError
from affray.core.ruleset import Ruleset
from affray.core.setup import Setup
from affray.encounters.listing import list_members
from affray.encounters.prepare import prepare
from affray.sim.batches import Source

SEED: Final = 5_500_000  # keeps them apart from everything else that is drawn
DRAWS: Final = 60  # until one is without fault
WIDTHS: Final = (11, 13, 15, 18)
HEIGHTS: Final = (8, 10, 12)
DEPTH: Final = 3  # columns in which a side starts
FOUR: Final = 4  # on each side of a mirrored encounter
WALLS: Final = ("#", "##", ",", ",,", "1")  # what is strewn about, with its reflection
OPEN: Final = (",", ",,", "1", "2", "22")  # where a game has no walls
OBJECTIVES: Final = ("", "", "", "reached", "hold", "rounds-survived", "taken-out")


def generated(ruleset: str, number: int) -> Source:
    """Return what makes a generated encounter of a game ready, in whatever process.

    Raises:
        InvalidError: (when it is called) nothing without fault was found.
    """
    return partial(ready, ruleset, number)


def ready(ruleset: str, number: int) -> tuple[Ruleset, Setup]:
    """Return the ruleset and the setup of a generated encounter.

    Raises:
        InvalidError: nothing without fault was found.
    """
    return prepare(encounter(ruleset, number))


def mirrored(ruleset: str, number: int) -> Source:
    """Return what makes a mirrored encounter of a game ready, in whatever process.

    The same members on either side, each at the reflection of where its like starts, nothing to win
    by but to be the last one standing: only dice, who is first and who plays better decide.

    Raises:
        InvalidError: (when it is called) nothing without fault was found.
    """
    return partial(ready_mirrored, ruleset, number)


def ready_mirrored(ruleset: str, number: int) -> tuple[Ruleset, Setup]:
    """Return the ruleset and the setup of a mirrored encounter.

    Raises:
        InvalidError: nothing without fault was found.
    """
    return prepare(encounter(ruleset, number, alike=True))


def encounter(ruleset: str, number: int, *, alike: bool = False) -> Encounter:
    """Return a generated encounter.

    Args:
        ruleset: the id of the game.
        number: which of its encounters; each is always the same.
        alike: whether both sides are the same, mirrored.

    Raises:
        InvalidError: nothing without fault was found, or the game has no encounter to go by.
    """
    known = list_encounters(ruleset)
    if not known:
        raise InvalidError([f"{ruleset}: it has no encounters to take options from"])
    pattern = load_encounter(known[number % len(known)].key)
    fault = ""
    for draw in range(DRAWS):
        whim = BotRandom(SEED, number, draw)
        try:
            draws = drawn_alike if alike else drawn
            tables = draws(pattern, number, whim, (WALLS, OPEN)[draw % 2])
            found = encounter_from(tables, f"{ruleset} {number}")
            prepare(found)
        except InvalidError as error:
            fault = error.problems[0]
            continue
        return found
    raise InvalidError([f"{ruleset}: no encounter {number} after {DRAWS} draws: {fault}"])


def drawn(
    pattern: Encounter, number: int, whim: BotRandom, obstacles: Sequence[str]
) -> dict[str, Any]:
    """Return the tables of an encounter, drawn by chance; its options are those of a pattern."""
    members = list_members(pattern.ruleset)
    wide = WIDTHS[whim.below(len(WIDTHS))]
    high = HEIGHTS[whim.below(len(HEIGHTS))]
    rows = field(wide, high, obstacles, whim)
    count = 2 + whim.below(4)
    party = picked([member.id for member in members if member.kind == CHARACTER], count, whim)
    foes = [member.id for member in members if member.kind == CREATURE]
    sides: list[dict[str, Any]] = [
        {"id": "party", "seat": "players", "members": placed(party, 0, rows, whim)}
    ]
    if whim.below(4) == 0:  # party against party
        rest = [
            member.id for member in members if member.kind == CHARACTER and member.id not in party
        ]
        others = picked(rest, count, whim)
    else:
        others = [foes[whim.below(len(foes))] for _ in range(count + whim.below(3))]
    sides.append({"id": "foes", "seat": "foes", "members": placed(others, 1, rows, whim)})
    zone = {"name": "middle", "rects": [middle(wide, high, whim)]}
    data: dict[str, Any] = {
        "ruleset": pattern.ruleset,
        "id": f"generated-{number}",
        "name": f"Generated {number}",
        "round_limit": 30,
        "options": portable(pattern.options),
        "map": {"rows": ["".join(row) for row in rows], "zone": [zone]},
        "side": sides,
    }
    wins = objective(whim, others)
    if wins:
        data["win"] = wins
    return data


def drawn_alike(
    pattern: Encounter, number: int, whim: BotRandom, obstacles: Sequence[str]
) -> dict[str, Any]:
    """Return the tables of an encounter of the same four on both sides, drawn by chance.

    Characters if its number is even, else creatures: not every game lets characters fight their
    like.
    """
    members = list_members(pattern.ruleset)
    wide = WIDTHS[whim.below(len(WIDTHS))]
    high = HEIGHTS[whim.below(len(HEIGHTS))]
    rows = field(wide, high, obstacles, whim)
    kind = (CHARACTER, CREATURE)[number % 2]
    party = picked([member.id for member in members if member.kind == kind], FOUR, whim)
    here = placed(party, 0, rows, whim)
    there = [
        {"id": one["id"], "at": [wide - 1 - one["at"][0], high - 1 - one["at"][1]]} for one in here
    ]
    return {
        "ruleset": pattern.ruleset,
        "id": f"mirrored-{number}",
        "name": f"Mirrored {number}",
        "round_limit": 30,
        "options": portable(pattern.options),
        "map": {"rows": ["".join(row) for row in rows]},
        "side": [
            {"id": "party", "seat": "players", "members": here},
            {"id": "foes", "seat": "foes", "members": there},
        ],
    }


def portable(options: Mapping[str, Any]) -> dict[str, Any]:
    """Return options without what stands on the map of their encounter: doors, levers, traps."""
    return {key: value for key, value in options.items() if key != "objects" and "." not in key}


def field(wide: int, high: int, obstacles: Sequence[str], whim: BotRandom) -> list[list[str]]:
    """Return a map that looks the same from both sides."""
    rows = [["."] * wide for _ in range(high)]
    for _ in range(whim.below(wide * high // 9)):
        words = obstacles[whim.below(len(obstacles))]
        column, row = whim.below(wide), whim.below(high)
        for step, glyph in enumerate(words):
            if column + step < wide:
                rows[row][column + step] = glyph
                rows[high - 1 - row][wide - 1 - column - step] = glyph
    return rows


def middle(wide: int, high: int, whim: BotRandom) -> list[int]:
    """Return a rectangle about the middle of a map."""
    reach = 1 + whim.below(2)
    return [
        wide // 2 - reach,
        high // 2 - reach,
        (wide - 1) // 2 + reach,
        (high - 1) // 2 + reach,
    ]


def picked(ids: list[str], count: int, whim: BotRandom) -> list[str]:
    """Return some of different ids, in the order in which they were drawn."""
    left = list(ids)
    return [left.pop(whim.below(len(left))) for _ in range(min(count, len(left)))]


def placed(
    ids: list[str], side: int, rows: list[list[str]], whim: BotRandom
) -> list[dict[str, Any]]:
    """Return members of a side, each where it starts; cells are taken two apart if possible."""
    wide, high = len(rows[0]), len(rows)
    taken: list[tuple[int, int]] = []
    found: list[dict[str, Any]] = []
    for id in ids:
        column = row = 0
        for attempt in range(40):
            column, row = whim.below(DEPTH), whim.below(high)
            if side:
                column = wide - 1 - column
            apart = 2 if attempt < 20 else 1
            near = [max(abs(column - x), abs(row - y)) < apart for x, y in taken]
            if rows[row][column] == "." and not any(near):
                break
        taken.append((column, row))
        found.append({"id": id, "at": [column, row]})
    return found


def objective(whim: BotRandom, others: list[str]) -> list[dict[str, Any]]:
    """Return what wins besides being the last one standing: mostly nothing."""
    kind = OBJECTIVES[whim.below(len(OBJECTIVES))]
    side = ("party", "foes")[whim.below(2)]
    if kind == "reached":
        return [{"side": side, "kind": kind, "zone": "middle", "count": 2}]
    if kind == "hold":
        return [{"side": side, "kind": kind, "zone": "middle", "rounds": 2}]
    if kind == "rounds-survived":
        return [{"side": side, "kind": kind, "rounds": 4 + whim.below(5)}]
    if kind == "taken-out":
        return [{"side": "party", "kind": kind, "who": [others[0]]}]
    return []
