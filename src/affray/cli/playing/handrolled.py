"""Dice that are rolled by hand: a line for a pool, a total where a total decides everything."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product
from typing import Final

from rich.text import Text

from affray.cli.playing.keys import purpose
from affray.cli.playing.table import Table
from affray.content.game import games
from affray.core.choice import Agent
from affray.core.combat import Combat
from affray.core.errors import AffrayError
from affray.core.scene import Scene
from affray.core.suspension import RecordedDice, Seats
from affray.rulebook import catalogue

MOST: Final = 12  # dice of a pool that are asked for together
SPLITS: Final = 80  # ways to come to a total that are compared


def prompt(table: Table) -> Text:
    """Return the question for what is to be rolled by hand next."""
    wanted = table.fight.dice_wanted
    assert wanted is not None
    whose = table.name(wanted.who) if wanted.who >= 0 else "the table"
    pool = pool_of(table)
    dice = f"{len(pool) if len(pool) > 1 else ''}d{wanted.sides}"
    if len(set(pool)) > 1:
        dice = " ".join([f"d{sides}" for sides in pool])
    return Text.assemble(
        ("Roll ", "bold"),
        (dice, "bold yellow"),
        f" for {whose}",
        (f" ({purpose(wanted.purpose)}) [{wanted.rule}]", "dim"),
        ": ",
    )


def pool_of(table: Table) -> list[int]:
    """Return the sides of the dice that are rolled together now, whatever they show."""
    found: list[int] | None = None
    for high in (False, True):
        sides = list(islice(_asked_for(table, high=high), MOST))
        if found is None or len(sides) < len(found):
            found = sides
    return found or [table.fight.dice_wanted.sides if table.fight.dice_wanted else 6]


def _asked_for(table: Table, *, high: bool) -> Iterator[int]:
    """Yield the sides of dice of one roll if all show their lowest, or highest, face."""
    wanted = table.fight.dice_wanted
    assert wanted is not None
    told = list(table.fight.timeline.open.told)
    about = (wanted.purpose, wanted.who, wanted.rule)
    while wanted is not None and (wanted.purpose, wanted.who, wanted.rule) == about:
        yield wanted.sides
        told.append(wanted.sides * 1000 + (wanted.sides if high else 1))
        wanted = _run(table, told).wanted


def _run(table: Table, told: list[int]) -> Scene:
    """Return the step under way as far as it comes with some dice."""
    timeline = table.fight.timeline
    scene = Scene(timeline.combat)
    dice = timeline.combat.dice.clone()
    assert isinstance(dice, RecordedDice)
    opened = timeline.open.copy()
    agents: list[Agent | None] = [None] * len(timeline.names)
    agent = Seats(timeline.names, agents, {}, opened, dice, checking=False)
    work = scene.begun(dice, agent)
    dice.begin(work, told, timeline.hand_rolled)
    scene.go(work)
    return scene


def give(table: Table, line: str) -> None:
    """Take faces as they were rolled; several at once go to the dice asked for next.

    One number that no die shows, or ``= 9``, is the total of a pool, where nothing but the total
    matters.
    """
    fight = table.fight
    words = line.replace(",", " ").replace("+", " ").split()
    pool = pool_of(table)
    total = "".join(words).removeprefix("=").removeprefix("total")
    stated = bool(words) and (words[0].startswith("=") or words[0] == "total")
    alone = len(words) == 1 and words[0].isdecimal() and len(words[0]) < 6
    if len(pool) > 1 and total.isdecimal() and len(total) < 6:
        if stated or (alone and int(total) > max(pool)):
            _give_total(table, pool, int(total))
            return
    for word in words:
        wanted = fight.dice_wanted
        if wanted is None:
            table.fault(f"{word}: no further die is asked for")
            return
        if not word.isdecimal() or not 1 <= int(word[:6]) <= wanted.sides:
            table.fault(f"{word}: a d{wanted.sides} shows 1 to {wanted.sides}")
            return
        fight.give_die(int(word))


def _give_total(table: Table, pool: list[int], total: int) -> None:
    """Give a pool whose faces come to a total, if every such pool comes to the same."""
    if not len(pool) <= total <= sum(pool):
        table.fault(f"{total}: {len(pool)} dice show {len(pool)} to {sum(pool)} together")
        return
    ways = [faces for faces in product(*[range(1, s + 1) for s in pool]) if sum(faces) == total]
    told = table.fight.timeline.open.told
    first = _after(table, [*told, *_coded(pool, ways[0])])
    if len(ways) > SPLITS or any(
        [_after(table, [*told, *_coded(pool, one)]) != first for one in ways[1:]]
    ):
        table.fault("The single dice matter here: type each face, such as 3 5 1")
        return
    for face in ways[0]:
        table.fight.give_die(face)


def _coded(pool: list[int], faces: tuple[int, ...]) -> list[int]:
    return [sides * 1000 + face for sides, face in zip(pool, faces, strict=True)]


def _after(table: Table, told: list[int]) -> tuple[object, ...]:
    """Return all that matters of a step after some dice: the state, and what is asked next."""
    try:
        scene = _run(table, told)
    except AffrayError as fault:
        return (str(fault),)
    combat = scene.combat
    assert isinstance(combat, Combat)
    keys = list(scene.choice.answers()) if scene.choice is not None else []
    return (combat.key(), keys, str(scene.wanted))


def needed(ruleset: str) -> str:
    """Return which dice a game needs at a table."""
    game = games().get(ruleset)
    return f"{game.name}: {catalogue.load(game.id).system.dice}" if game is not None else ""


def dice(table: Table, words: str) -> None:
    """Print the dice that this game needs at a table, and those that fell last."""
    table.say(needed(table.fight.ruleset.id))
    most: dict[int, int] = {}
    rolled: dict[int, int] = {}
    for made in table.fight.timeline.done:
        rolled.clear()
        for die in made.dice:
            rolled[die // 1000] = rolled.get(die // 1000, 0) + 1
        for sides, count in rolled.items():
            most[sides] = max(most.get(sides, 0), count)
    sheet = ", ".join([f"{count} x d{sides}" for sides, count in sorted(most.items())])
    table.say(f"So far, of each at most in one step: {sheet or 'none yet'}")
    if table.fight.dice:
        table.say(f"The last roll: {', '.join(table.fight.dice)}")
