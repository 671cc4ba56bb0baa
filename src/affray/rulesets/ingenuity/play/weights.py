"""What each feature of a position counts for: made by ``affray fit``.

Fitted to 2,348 positions of noisy fights by version 1 of the rules.
Log-loss 0.470 on fights held out (a constant: 0.696),
calibration error 0.038.

The last features came later and count nothing: weights fitted anew foretell fights a little
better, but no player was surely seen to win more by them (docs/players.md).
"""

from __future__ import annotations

from typing import Final

RULES: Final = 1  # the version of the rules that they hold for
WEIGHTS: Final[list[float]] = [
    0.0000,  # characters
    0.0000,  # health
    0.0000,  # endurance
    0.7633,  # strength
    0.0000,  # stamina
    0.0000,  # focus
    0.0000,  # fate
    0.2256,  # ills
    0.0000,  # boons
    0.1971,  # prone
    1.2308,  # objectives
    0.0000,  # yet to act
    0.0000,  # height
    0.0000,  # reactions
    0.0000,  # way to exits
]
