"""What choices ask, as one would ask it at the table, and the deeds that windows answer."""

from __future__ import annotations

from typing import Final

from affray.core.window import Deed
from affray.rulesets.icon.attack.use import Use
from affray.rulesets.icon.state import IconCombat

# By the rule of a choice, after a colon the first word of an answer, where a rule asks several
# things; of windows the deed is told first.
QUESTIONS: Final[dict[str, str]] = {
    "setup.deployment": "{who}, where do you begin?",
    "turn.players-choose": "Who acts?",
    "turn.gm-chooses": "Who acts?",
    "turn.slow-declare": "{who}, do you take your turn as usual, or a slow turn after all others?"
    " What abilities do on a charge, they do in slow turns alone.",
    "turn.start-sequence: not": "{who}, do you use {prompt} at the start of your turn?",
    "turn.start-sequence": "{who}, what takes effect first at the start of your turn?",
    "interrupt.off-turn": "{side}, do you interrupt {actor}?",
    "surrender.when": "{who}, do you surrender?",
    "end.flee": "{who}, do you flee?",
    "end.total-defeat": "What becomes of the defeated?",
    "defeat.foe-fate": "What becomes of {who}?",
    "aoe.line": "{who}, where does {prompt} fall?",
    "terrain.height": "{who}, how high?",
    "aoe.arc": "{who}, where does it fall, space by space? {prompt}.",
    "aoe.blast": "{who}, where does {prompt} fall?",
    "aoe.close-blast": "{who}, where does {prompt} fall?",
    "aoe.cross": "{who}, where does {prompt} fall?",
    "aoe.line-attack-space": "{who}, which of its spaces do you attack?",
    "aoe.cross-attack-space": "{who}, which of its spaces do you attack?",
    "aoe.origin": "{who}, from which of your spaces does it start?",
    "attack.target-hostile": "{who}, whom do you attack?",
    "effect.cleanse": "{who}, what are you cleansed of?",
    "effect.summon": "{who}, where do you place what you summon?",
    "move.shove-direction": "{who}, which way do you shove {about}?",
    "terrain.edge-foe-return": "Game master, does {who} come back?",
    "terrain.edge-pc-return": "{who}, where do you climb back?",
    "terrain.edge-removal": "{who}, you have saved yourself from the edge: where do you stand?",
    "move.teleport": "{who}, where do you teleport to?",
    "move.standard": "{who}, where do you go? {prompt}",
    "action.two-per-turn": "{who}, what do you do? {prompt}",
    "action.order-of-components: no": "{who}, which ally do you help?",
    "action.order-of-components": "{who}, which comes first?",
    "move.dash-ignores": "{who}, where do you dash?",
    "effect.mark": "{who}, whom do you mark?",
    "turn.reinforcements": "Where does {who} arrive?",
}
ROWS: Final = ("turn.slow-declare", "surrender.when", "action.order-of-components")


def deed_of(combat: IconCombat, deed: Deed, name: list[str]) -> str:
    """Return what an interrupt answers; ``name`` is what everybody is called."""
    if not isinstance(deed, Use):
        return ""
    actor = name[deed.actor]
    if deed.ability.id == "move" or (deed.target < 0 and not deed.targets):
        cell = combat.units[deed.actor].cell
        at = f" to {combat.grid.name(cell)}" if cell >= 0 else ""
        return f"{actor} moves{at}"
    what = deed.ability.name or deed.ability.id
    at = f" on {name[deed.target]}" if 0 <= deed.target != deed.actor else ""
    if deed.attack.result < 0:
        return f"{actor} uses {what}{at}"
    verb = "missed" if deed.attack.result == 0 else "hit"
    whom = name[deed.target] if 0 <= deed.target != deed.actor else ""
    return f"{actor} has {verb} {whom} with {what}" if whom else f"{actor} has {verb} with {what}"
