"""What a catalogue is called and how many rules it holds, for lists: read, but not checked.

Whoever reads rules themselves reads them by ``catalogue``, which checks every one.
"""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

from affray.content.game import RULES, Game, game
from affray.content.problems import InvalidError
from affray.content.toml import parse_toml

RULE: Final = b"\n[[rule]]"  # each of them begins so; what the game is called stands before them


class Heading(NamedTuple):
    """What a game is called, and how many rules its catalogue holds."""

    name: str
    rules: int


def heading(ruleset: str) -> Heading:
    """Return what the catalogue of a ruleset is called and holds.

    Raises:
        InvalidError: no such ruleset (the nearest is named), or a damaged catalogue.
    """
    return _heading(game(ruleset))


@cache
def _heading(one: Game) -> Heading:
    place = f"{one.id}/{RULES}"
    try:
        raw = one.file(RULES).read_bytes()
    except OSError as fault:
        raise InvalidError([f"{one.id}: found no {RULES} in {one.package}"]) from fault
    head, _, _ = raw.partition(RULE)
    data = parse_toml(head, place)  # parsing all the rules would take most of the time of a list
    system = data.get("system")
    if not isinstance(system, dict) or "name" not in system:
        raise InvalidError([f"{place}: found no name of the game, expected one under [system]"])
    return Heading(str(system["name"]), raw.count(RULE))
