"""What each feature of a position counts for: made by ``affray fit``.

Fitted to 940 positions of noisy fights by version 1 of the rules.
Log-loss 0.331 on fights held out (a constant: 0.693),
calibration error 0.071.
"""

from __future__ import annotations

from typing import Final

RULES: Final = 1  # the version of the rules that they hold for
WEIGHTS: Final[list[float]] = [
    0.4686,  # standing
    0.0000,  # hit points
    0.2890,  # vigor
    1.1818,  # strength
    0.0000,  # statuses
    0.0000,  # blights
    0.2024,  # boons
    1.6053,  # resolve
    2.6191,  # objectives
]
