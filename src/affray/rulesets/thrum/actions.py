"""What options do, as action codes, and how the answers of a turn are put together.

The object of an option is an ability with what is done with it: 1 + the place of the ability on its
owner's sheet * ``PER_FEATURE`` + a code of the ability, 0 for the Action or Stance itself. Where no
ability is chosen it numbers what is: the word, the defence, the area.
"""

from __future__ import annotations

from typing import Final

from affray.core.action import ActionSpace
from affray.core.move_choice import OTHER
from affray.rulesets.thrum.state import ThrumCombat

VERBS: Final = (
    "pass",
    "place",  # a PC in Round Zero, a late arrival
    "delay",
    "move",
    "drop",
    "use",  # an Action
    "borrow",  # an Action or a way to move that somebody's ability lends
    "stance",
    "defend",
    "respond",
    "target",
    "square",
    "area",
    "push",
    "choose",  # one of a few words
)

DROP_TO: Final = OTHER  # a move answer is 1 + square; a drop this + square
EXTRA: Final = 2_000_000  # another way to move: this + owner * 1000 + code
PER_ABILITY: Final = 1000  # an action answer is slot * PER_ABILITY + 1 + its own answer

PER_FEATURE: Final = 20  # codes of one ability; an answer is slot * PER_FEATURE + code
BUFF_CODES: Final = 900  # codes of the one Buff on a character
CONDITION_CODES: Final = 940  # and of a condition that responds: Burning

MOST_SLOTS: Final = 19  # codes of one ability end there


def space_of(combat: ThrumCombat) -> ActionSpace:
    """Return the bounds of all action codes of a fight."""
    most = max([len(unit.sheet.abilities) for unit in combat.units])
    objects = thing(most + 2)  # a Buff and a condition respond as well
    return ActionSpace(VERBS, objects, 1 + len(combat.units), 1 + combat.grid.size)


def thing(place: int, code: int = 0) -> int:
    """Return the object that stands for what is done with the ability at a place of a sheet."""
    return 1 + place * PER_FEATURE + code


def lent_owner(number: int) -> int:
    """Return who lends what such a number names: owner * 1000 + slot * PER_FEATURE + code."""
    return number // 1000


def lent_slot(number: int) -> int:
    """Return the place of the ability on its owner's sheet that such a number names."""
    return number % 1000 // PER_FEATURE


def lent_code(number: int) -> int:
    """Return the code of the ability that such a number names."""
    return number % PER_FEATURE
