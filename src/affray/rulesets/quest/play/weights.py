"""What each feature of a position counts for: made by ``affray fit``.

Fitted to 3,814 positions of noisy fights by version 5 of the rules.
Log-loss 0.310 on fights held out (a constant: 0.693),
calibration error 0.026.

The weight of objectives was fitted later and alone, to 300 positions of fights that have some:
log-loss 0.349, without it 0.469, of those same fights.

The last features came later and count nothing: weights fitted anew foretell fights a little
better, but no player was surely seen to win more by them (docs/players.md).
"""

from __future__ import annotations

from typing import Final

RULES: Final = 5  # the version of the rules that they hold for
WEIGHTS: Final[list[float]] = [
    0.0152,  # units
    0.4526,  # hit points
    0.0378,  # mp
    0.0638,  # wounds
    0.0000,  # prone
    0.1060,  # helpless
    0.0500,  # strength
    4.2000,  # objectives
    0.0000,  # yet to act
    0.0000,  # height
    0.0000,  # reactions
    0.0000,  # way to exits
]
