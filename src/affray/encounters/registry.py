"""The rulesets that can be played, by id."""

from __future__ import annotations

from typing import Final

from affray.core.ruleset import Ruleset
from affray.rulesets.icon.ruleset import Icon
from affray.rulesets.ingenuity.ruleset import Ingenuity
from affray.rulesets.quest.ruleset import Quest
from affray.rulesets.sovereign.ruleset import Sovereign
from affray.rulesets.thrum.ruleset import Thrum

RULESETS: Final[dict[str, Ruleset]] = {
    "icon": Icon(),
    "ingenuity": Ingenuity(),
    "quest": Quest(),
    "sovereign": Sovereign(),
    "thrum": Thrum(),
}
