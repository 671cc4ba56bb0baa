"""What each feature of a position counts for: made by ``affray fit``.

Fitted to 2,947 positions of noisy fights by version 1 of the rules.
Log-loss 0.404 on fights held out (a constant: 0.693),
calibration error 0.037.

The weight of objectives was fitted later and alone, to 300 positions of fights that have some:
log-loss 0.353, without it 0.424, of those same fights.

The last features came later and count nothing: weights fitted anew foretell fights a little
better, but no player was surely seen to win more by them (docs/players.md).
"""

from __future__ import annotations

from typing import Final

RULES: Final = 1  # the version of the rules that they hold for
WEIGHTS: Final[list[float]] = [
    0.2676,  # standing
    0.0000,  # hit points
    0.4697,  # strength
    0.0646,  # prone
    0.7733,  # broken
    0.4721,  # asleep
    0.0000,  # held
    0.0986,  # dying
    0.2539,  # magic
    2.8000,  # objectives
    0.0000,  # yet to act
    0.0000,  # height
    0.0000,  # reactions
    0.0000,  # way to exits
]
