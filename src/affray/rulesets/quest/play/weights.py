"""What each feature of a position counts for: made by ``affray fit``.

Fitted to 1,154 positions of noisy fights by version 4 of the rules.
Log-loss 0.365 on fights held out (a constant: 0.693),
calibration error 0.031.
"""

from __future__ import annotations

from typing import Final

RULES: Final = 4  # the version of the rules that they hold for
WEIGHTS: Final[list[float]] = [
    0.2062,  # units
    0.3669,  # hit points
    0.0617,  # mp
    0.1308,  # wounds
    0.2908,  # prone
    0.1464,  # helpless
    0.0807,  # strength
]
