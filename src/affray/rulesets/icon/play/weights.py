"""What each feature of a position counts for: made by ``affray fit``.

Fitted to 3,295 positions of noisy fights by version 1 of the rules.
Log-loss 0.302 on fights held out (a constant: 0.693),
calibration error 0.027.

The last features came later and count nothing: weights fitted anew foretell fights a little
better, but no player was surely seen to win more by them (docs/players.md).
"""

from __future__ import annotations

from typing import Final

RULES: Final = 1  # the version of the rules that they hold for
WEIGHTS: Final[list[float]] = [
    0.2195,  # standing
    0.0000,  # hit points
    0.1444,  # vigor
    1.1079,  # strength
    0.0000,  # statuses
    0.0038,  # blights
    0.1115,  # boons
    2.0272,  # resolve
    3.1092,  # objectives
    0.0000,  # yet to act
    0.0000,  # height
    0.0000,  # reactions
    0.0000,  # way to exits
]
