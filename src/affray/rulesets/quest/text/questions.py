"""What choices ask, as one would ask it at the table, and the deeds that windows answer."""

from __future__ import annotations

from typing import Final

from affray.core.window import Deed
from affray.rulesets.quest.attack.declared import Attack
from affray.rulesets.quest.state import QuestCombat

# By the rule of a choice, after a colon the first word of an answer, where a rule asks several
# things; of windows the deed is told first.
QUESTIONS: Final[dict[str, str]] = {
    "initiative.delay": "{who}, do you act now, or later in the round?",
    "move.facing": "{who}, which way do you face at the end of your turn?",
    "attack.aim-choice": "{who}, where do you aim at {about}?",
    "move.tumble": "{who}, how do you move?",
    "wound.healed-one-per-instance": "{who}, which wound is healed?",
    "attack.disarm": "{who}, what does your target lose?",
    "disarmed.where-it-lands": "{who}, where does it fall?",
    "summon.place": "{who}, which way does it face?",
    "thrall.when-paid": "{who}, do you keep {whom} as a thrall, for {prompt}?",
    "channel.upkeep": "{who}, do you keep the spell up?",
    "freehit.leaving-zone": "{who}, do you take a free hit at {target}, who leaves your zone?",
    "freehit.moving-within-zone": "{who}, do you take a free hit at {target}, who moves by you?",
    "freehit.feat-attacks": "{who}, do you take a free hit at {target}?",
    "fail.free-hit": "{who}, do you take a free hit at {target}, who rolled a 1?",
    "fail.tragedy-free-critical": "{who}, do you take a free critical hit at {target}?",
    "prone.stand-off-turn": "{who}, do you stand up?",
    "gm.speech": "Game master, what comes of what {who} says?",
    "gm.will-to-fight": "Game master, does {who} fight on?",
    "spell.notes-options: target": "{who}, whom else do you choose? {prompt}.",
    "spell.notes-options": "{who}, do you pay for more? {prompt}",
    "spell.range-and-sight": "{who}, at whom or where? {prompt}.",
    "move.pool": "{who}, where do you go? {prompt}",
    "turn.any-order": "{who}, what do you do? {prompt}",
}
ROWS: Final = ("initiative.delay", "move.facing")


def deed_of(combat: QuestCombat, deed: Deed, name: list[str]) -> str:
    """Return what is answered; ``name`` is what everybody is called."""
    if isinstance(deed, Attack):
        means = deed.means().replace("-", " ")
        return f"{name[deed.actor]} attacks {name[deed.target]} with {means}"
    return ""
