"""New files to begin with: an encounter, a pack or a case that says what may be changed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from affray.content.game import Game, game
from affray.content.ground import LEGEND
from affray.content.library import list_encounters
from affray.content.like import Table, builtin_tables, rows_of
from affray.content.problems import InvalidError, listed, show
from affray.content.roster import CHARACTER, CREATURE
from affray.content.written import line_of, value_of
from affray.encounters.prepare import library_of

CASE: Final = "new-case.toml"  # a game's own first case
ROWS: Final = (
    "..............",
    "..............",
    "PP....,,....FF",
    "PPP...,,...FFF",
    "PPP...,,...FFF",
    "PP....,,....FF",
    "..............",
    "..............",
)


def new_encounter(ruleset: str) -> str:
    """Return the text of an encounter of a game: two against two on a field, with comments.

    Raises:
        InvalidError: there is no such game.
    """
    one = game(ruleset)
    party, foes = _members(ruleset, CHARACTER, 2), _members(ruleset, CREATURE, 2)
    library = library_of(ruleset)
    options = library.options()
    rough = "difficult" in one.grounds
    lines = [
        f"# An encounter of {one.name}. Check it: affray validate FILE. Play it: affray play FILE.",
        f'ruleset = "{ruleset}"',
        'id = "new-encounter"',
        'name = "A new encounter"',
        'text = "What it is about, for who chooses it."',
        "# round_limit = 20  # after this round it ends without a winner",
        "",
        *_options(options),
        "# The map, drawn from its top row down: one character a cell. What they stand for:",
        *[
            f"#   {glyph}  {meaning.text}"
            for glyph, meaning in LEGEND.items()
            if _known(one, glyph)
        ],
        *(["#   0 to 9  open ground of that height"] if "heights" in one.features else []),
        f"# Cells are named [column, row] from the top left, which is [0, 0]; lengths are in "
        f"{one.unit.name}.",
        "[map]",
        "rows = [",
        *[f"  {value_of(row if rough else row.replace(',', '.'))}," for row in ROWS],
        "]",
        "",
        *_legend(one),
        "# Those who win together. start names a zone of the map (P and F above), or lists cells.",
        "[[side]]",
        'id = "party"',
        'name = "The party"',
        'seat = "players"  # who decides for them',
        'start = "players"',
        "members = [",
        *[f"  {value_of({'id': id})}," for id in party],
        "]",
        "",
        "[[side]]",
        'id = "others"',
        'name = "The others"',
        'seat = "foes"',
        'start = "foes"',
        "members = [",
        *[
            f"  {value_of({'id': id})},  # count = 3 for several, at = [12, 3] for a cell"
            for id in foes[:1]
        ],
        *[f"  {value_of({'id': id})}," for id in foes[1:]],
        "]",
        "",
        f"# Everybody there is: affray list {ruleset}; each in words: affray show {ruleset} "
        f"{party[0]}.",
        "# What somebody begins with: with = { ... } for values of its sheet, state = { ... } for",
        f"# any state it is in, in the words of: affray schema case --paths {ruleset}.",
    ]
    return "\n".join(lines) + "\n"


def new_pack(ruleset: str) -> str:
    """Return the text of a pack of a game: a creature like one that there is, with comments.

    Raises:
        InvalidError: there is no such game, or it takes no packs.
    """
    one = game(ruleset)
    if not one.pack:
        raise InvalidError([f"{ruleset}: {one.name} takes no packs"])
    base = _entry(ruleset, _members(ruleset, CREATURE, 1)[0])
    told = ("id", "name", "text", "origin", "rules", "mechanics", *one.follows)
    keys = {key: value for key, value in base.items() if key not in told}
    lines = [
        f"# A pack for {one.name}: affray validate FILE; affray play ENCOUNTER --pack FILE.",
        f'ruleset = "{ruleset}"',
        'id = "new-pack"',
        'name = "A new pack"',
        'text = "What it holds."',
        "",
        f"# One more creature. It is like {base['id']} but for what it says itself; everything",
        f"# that could be said of it: affray show {ruleset} {base['id']} --toml",
        "[[creature]]",
        f'id = "new-{base["id"]}"',
        f'like = "{base["id"]}"',
        f'name = "New {base["name"]}"',
        'text = "How it differs."',
        "# The keys of what it is like, as they are there; take the # away and change them:",
    ]
    for key, value in keys.items():
        lines += [f"# {line}" for line in line_of(key, value).splitlines()]
    lines += [
        "",
        f"# To change {base['id']} itself, openly, wherever it stands: the same with",
        f'#   id = "{base["id"]}"',
        "#   replaces = true",
        f"# Other tables of a pack: affray schema pack --game {ruleset} --markdown",
    ]
    return "\n".join(lines) + "\n"


def new_case(ruleset: str) -> str:
    """Return the text of a case of a game: a ruling that can be run, with comments.

    Raises:
        InvalidError: there is no such game.
    """
    one = game(ruleset)
    own = one.file(CASE)
    if own.is_file():
        return own.read_text("utf-8")
    first = list_encounters(ruleset)[0].id
    return "\n".join(
        [
            "# A case: who, when, what is answered and rolled, what must come of it.",
            "# Run it: affray check FILE.",
            f'ruleset = "{ruleset}"',
            'title = "A new case"',
            f'encounter = "{first}"',
            "",
            "[script]",
            'answers = []  # "somebody: the key of an answer"',
            'dice = []  # "d20 14"',
            "",
            "[expect]",
            '# somebody.at = "2,3"; affray schema case --paths tells what can stand here',
            "",
        ]
    )


NEW: Final[Mapping[str, Callable[[str], str]]] = {
    "encounter": new_encounter,
    "pack": new_pack,
    "case": new_case,
}


def _entry(ruleset: str, id: str) -> Table:
    tables = builtin_tables(ruleset)
    rows = [*rows_of(tables, CREATURE), *rows_of(tables, CHARACTER)]
    return next(row for row in rows if row.get("id") == id)


def _members(ruleset: str, kind: str, count: int) -> list[str]:
    """Return some members of a kind that fill one cell and stand for themselves."""
    one = game(ruleset)
    rows = rows_of(builtin_tables(ruleset), kind)
    if not rows:
        return _members(ruleset, CREATURE if kind == CHARACTER else CHARACTER, count)
    plain = [row for row in rows if one.footprint(row) == 1 and row.get("role") != "summon"]
    chosen = (plain or rows)[:count]
    return [str(row["id"]) for row in (chosen * count)[:count]]


def _known(one: Game, glyph: str) -> bool:
    meaning = LEGEND[glyph]
    deep = meaning.height and "heights" not in one.features
    return meaning.kind in one.grounds and not deep and not glyph.isdigit()


def _options(options: Mapping[str, object]) -> list[str]:
    if not options:
        return []
    lines = ["# What the table may decide:", "# [options]"]
    for name, values in options.items():
        known = list(values) if isinstance(values, list | tuple) else []
        words = listed([show(value) for value in known], 8)
        lines.append(f"# {line_of(name, known[0])}  # {words}" if known else f"# {name}")
    return [*lines, ""]


def _legend(one: Game) -> list[str]:
    kinds = ", ".join(one.grounds)
    more = ", hp = 10" if "hit points" in one.features else ""
    high = ", height = 1" if "heights" in one.features else ""
    return [
        "# Characters of your own; kinds of ground are",
        f"# {kinds}:",
        "# [map.legend]",
        f'# B = {{ kind = "{one.grounds[-1]}"{high}{more}, text = "what it is" }}',
        "",
    ]
