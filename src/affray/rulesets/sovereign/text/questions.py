"""What choices ask, as one would ask it at the table, and the deeds that windows answer."""

from __future__ import annotations

from typing import Final

from affray.core.window import Deed
from affray.rulesets.sovereign.attack.declared import Attack
from affray.rulesets.sovereign.reaction.windows import Casting, Moment, Pause, Step, Sweep
from affray.rulesets.sovereign.state import SovereignCombat

# By the rule of a choice; of windows the deed is told first.
QUESTIONS: Final[dict[str, str]] = {
    "turn.members-any-order": "Who acts?",
    "turn.actions-any-order": "{who}, what do you do? {prompt}",
    "run.rate": "{who}, where do you run? {prompt}",
    "charge.attack": "{who}, whom do you charge?",
    "death.less-lethal": "{who}, do you spare your foe?",
    "economy.response-windows": "{who}, do you answer at once?",
    "aoo.who": "{side}, do you strike at {actor}, who lowers its guard?",
    "attack.attribute-choice": "{who}, with which attribute?",
    "screen.one-ward": "{who}, whom do you guard?",
    "shock.immunity": "{who}, do you take the Shock?",
    "spell.disrupted-round": "{who}, do you keep your mind on your spells, to cast this round?",
    "fall.controlled": "{who}, do you let yourself down?",
    "check.roll": "{who}, do you roll for it?",
    "dual.choice": "{who}, how do you strike with two?",
    "end.agreement": "Is that the end of the fight?",
}
ROWS: Final = ("charge.attack", "death.less-lethal")


def deed_of(combat: SovereignCombat, deed: Deed, name: list[str]) -> str:
    """Return what is answered; ``name`` is what everybody is called."""
    if isinstance(deed, Attack):
        what = deed.strike.id.replace("-", " ")
        if not deed.rolled:
            return f"{name[deed.actor]} attacks {name[deed.target]} with {what}"
        verb = "hits" if deed.hit else "has rolled against"
        return f"{name[deed.actor]} {verb} {name[deed.target]} with {what}"
    if isinstance(deed, Casting):
        return f"{name[deed.actor]} casts a spell"
    if isinstance(deed, Sweep):
        whom = " and ".join([name[one] for one in deed.victims])
        return f"{name[deed.actor]} is about to deal Shock to {whom}"
    if isinstance(deed, Step):
        here = combat.grid.name(combat.units[deed.actor].cell)
        return f"{name[deed.actor]} is on its way, now at {here}"
    if isinstance(deed, Pause):
        return f"{name[deed.actor]} pauses on its way"
    if isinstance(deed, Moment):
        return "The round is about to end" if deed.last else "A turn has ended"
    return ""
