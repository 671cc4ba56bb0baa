"""How an answer is put together from the ability, the option and the target that it names."""

from __future__ import annotations

from typing import Final

from affray.core.move_choice import OTHER

DROP_TO: Final = OTHER  # a move answer is 1 + square; a drop this + square
EXTRA: Final = 2_000_000  # another way to move: this + owner * 1000 + code
PER_ABILITY: Final = 1000  # an action answer is slot * PER_ABILITY + 1 + its own answer

PER_FEATURE: Final = 20  # codes of one ability; an answer is slot * PER_FEATURE + code
BUFF_CODES: Final = 900  # codes of the one Buff on a character
CONDITION_CODES: Final = 940  # and of a condition that responds: Burning

MOST_SLOTS: Final = 19  # codes of one ability end there
