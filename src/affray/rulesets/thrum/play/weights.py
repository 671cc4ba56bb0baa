"""What each feature of a position counts for: made by ``affray fit``.

Fitted to 1,048 positions of noisy fights by version 1 of the rules.
Log-loss 0.379 on fights held out (a constant: 0.695),
calibration error 0.051.
"""

from __future__ import annotations

from typing import Final

RULES: Final = 1  # the version of the rules that they hold for
WEIGHTS: Final[list[float]] = [
    0.0000,  # standing
    0.0901,  # tolerance left
    0.0000,  # stress left
    0.0173,  # wounds
    0.0704,  # statuses
    0.0000,  # stances
    0.4844,  # threat
    0.0325,  # strength
    0.0040,  # on high ground
    2.5783,  # objective
]
