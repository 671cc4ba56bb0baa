"""What each feature of a position counts for: made by ``affray fit``.

Fitted to 859 positions of noisy fights by version 1 of the rules.
Log-loss 0.374 on fights held out (a constant: 0.693),
calibration error 0.072.
"""

from __future__ import annotations

from typing import Final

RULES: Final = 1  # the version of the rules that they hold for
WEIGHTS: Final[list[float]] = [
    0.2940,  # standing
    0.0000,  # hit points
    0.4413,  # strength
    0.0000,  # prone
    0.5511,  # broken
    0.5889,  # asleep
    0.0000,  # held
    0.0561,  # dying
    0.3059,  # magic
]
