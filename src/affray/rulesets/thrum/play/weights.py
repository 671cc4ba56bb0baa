"""What each feature of a position counts for: made by ``affray fit``.

Fitted to 3,545 positions of noisy fights by version 1 of the rules.
Log-loss 0.378 on fights held out (a constant: 0.693),
calibration error 0.033.

The last features came later and count nothing: weights fitted anew foretell fights a little
better, but no player was surely seen to win more by them (docs/players.md).
"""

from __future__ import annotations

from typing import Final

RULES: Final = 1  # the version of the rules that they hold for
WEIGHTS: Final[list[float]] = [
    0.1032,  # standing
    0.0313,  # tolerance left
    0.0000,  # stress left
    0.0000,  # wounds
    0.0000,  # statuses
    0.0000,  # stances
    0.1231,  # threat
    0.0807,  # strength
    0.0053,  # on high ground
    3.1959,  # objective
    0.0000,  # yet to act
    0.0000,  # reactions
    0.0000,  # way to exits
]
