"""What each feature of a position counts for: made by ``affray fit``.

Fitted to 684 positions of noisy fights by version 1 of the rules.
Log-loss 0.401 on fights held out (a constant: 0.706),
calibration error 0.066.
"""

from __future__ import annotations

from typing import Final

RULES: Final = 1  # the version of the rules that they hold for
WEIGHTS: Final[list[float]] = [
    0.0927,  # characters
    0.0000,  # health
    0.0000,  # endurance
    0.9327,  # strength
    0.0000,  # stamina
    0.0000,  # focus
    0.0232,  # fate
    0.1134,  # ills
    0.0000,  # boons
    0.0000,  # prone
    1.4014,  # objectives
]
