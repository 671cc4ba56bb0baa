"""What choices ask, as one would ask it at the table, and the deeds that windows answer."""

from __future__ import annotations

from typing import Final

from affray.core.window import Deed
from affray.core.words import party
from affray.rulesets.sovereign.attack.declared import Attack
from affray.rulesets.sovereign.attack.rolled import hits
from affray.rulesets.sovereign.reaction.windows import Casting, Moment, Pause, Step, Sweep
from affray.rulesets.sovereign.sheet import numbers
from affray.rulesets.sovereign.state import SovereignCombat

# By the rule of a choice, after a colon the first word of an answer, where a rule asks several
# things; of windows the deed is told first.
QUESTIONS: Final[dict[str, str]] = {
    "turn.members-any-order": "Who acts?",
    "turn.actions-any-order": "{who}, what do you do? {prompt}",
    "run.rate": "{who}, where do you run? {prompt}",
    "screen.action": "{who}, where do you go to stand beside whom you screen? {prompt}",
    "charge.straight": "{who}, where do you charge, in a straight line? {prompt}",
    "charge.attack": "{who}, whom do you strike at the end of your charge?",
    "damage.roll": "{who}, whom do you strike next, and with what?",
    "economy.move": "{who}, do you give up your Move, or let the blades fall?",
    "grid.difficult": "{who}, do you slow down among the caltrops, or hurry on?",
    "morale.cornered": "Game master, {who} is cornered: what does it do?",
    "screen.optional": "{who}, do you screen?",
    "screen.several": "{side}, who of you takes the blow?",
    "sheet.npc": "{who}, whom do you strike with the next attack?",
    "shove.result": "{who}, where do you push {whom}, or do you throw it down?",
    "swarm.one-attack": "{side}, who strikes for the whole swarm?",
    "death.less-lethal": "{who}, do you spare your foe?",
    "economy.response-windows": "{who}, do you answer at once?",
    "aoo.who": "{side}, who strikes at {actor}, which lays itself open? It costs nothing.",
    "check.opposed": "{who}, do you pull {whom} down?",
    "hold.trigger": "{who}, what of your turn do you take now? {prompt}",
    "attack.attribute-choice": "{who}, with which attribute?",
    "screen.one-ward": "{who}, whom do you guard?",
    "shock.immunity": "{who}, do you take the Shock?",
    "spell.disrupted-round": "{who}, do you keep your mind on your spells, to cast this round?",
    "fall.controlled": "{who}, do you roll to land well?",
    "check.roll": "{who}, you have failed: do you roll again?",
    "dual.choice": "{who}, how do you strike with two?",
    "end.agreement: they": "Game master, do the others make peace?",
    "end.agreement": "{side}, do you make peace?",
    "end.stalemate": "Game master, nothing happens any more: is it a draw?",
}
SOMEBODY: Final = "somebody"  # what one is called of whom the asked does not know
ROWS: Final = ("charge.attack", "death.less-lethal")


def deed_of(combat: SovereignCombat, deed: Deed, name: list[str]) -> str:
    """Return what is answered; ``name`` is what everybody is called."""
    if isinstance(deed, Attack):
        what = deed.strike.id.replace("-", " ")
        if not deed.rolled:
            return f"{name[deed.actor]} attacks {name[deed.target]} with {what}"
        verb = "hits" if hits(combat, deed) else "misses"
        ac = numbers.ac(combat, combat.units[deed.target])
        came = "by luck" if deed.forced else f"{deed.total} against AC {ac}"
        return f"{name[deed.actor]} {verb} {name[deed.target]} with {what}: {came}"
    if isinstance(deed, Casting):
        at = f" at {name[deed.target]}" if deed.target != deed.actor else ""
        return f"{name[deed.actor]} casts {deed.spell.name}{at}"
    if isinstance(deed, Sweep):
        whom = " and ".join([name[one] for one in deed.victims])
        return f"{name[deed.actor]} is about to deal Shock to {whom}"
    if isinstance(deed, Step):
        here = combat.grid.name(combat.units[deed.actor].cell)
        return f"{name[deed.actor]} is on its way, now at {here}"
    if isinstance(deed, Pause):
        return f"{name[deed.actor]} pauses on its way"
    if isinstance(deed, Moment):
        return "The round is about to end" if deed.last else between(combat, name)
    return ""


def between(combat: SovereignCombat, name: list[str]) -> str:
    """Return who may still act for the side whose turns these are, as far as they are named."""
    side = combat.order[combat.turn_of]
    left = [
        name[unit.index]
        for unit in combat.units
        if unit.side == side and not unit.acted and unit.able() and name[unit.index] != SOMEBODY
    ]
    whose = f"A turn of {party(combat, side)} has ended"
    return f"{whose}; still to act: {', '.join(left)}" if left else whose
