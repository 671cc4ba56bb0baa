"""Why an action is refused, in words."""

from __future__ import annotations

from typing import Final

from affray.rulesets.sovereign import actions, geometry
from affray.rulesets.sovereign.choice import aiming
from affray.rulesets.sovereign.state import SovereignCombat, SovereignCombatant

FACTS: Final = {
    "attack.mod.unseen-known": "it does not see whom it would do that to",
    "attack.mod.unseen-unknown": "nobody on its side knows where that one is",
    "attack.sequence": "that is no foe on the field",
    "charge.minimum": "there is no straight way of at least 5 ft to charge",
    "charge.not-held": "a charge cannot be held",
    "charge.not-prone": "it is prone or held fast",
    "death.helpless-target": "that one is not helpless",
    "death.one-attempt": "somebody has tried already, and one attempt is allowed",
    "death.stabilise": "that takes a healer's kit, and another mortally injured beside it",
    "economy.free": "it has done that in this turn",
    "economy.main": "its Main is spent",
    "economy.main-as-move": "its Move comes first; only then may the Main pay for one more",
    "economy.move": "its Move is spent",
    "effort.pool": "there is no Effort for it, or it is in use already",
    "grapple.escape": "nobody has hold of it",
    "grapple.no-casting": "it is held fast, and cannot cast so",
    "grapple.one-each": "it holds somebody already",
    "grapple.release": "it holds nobody",
    "grapple.restraint": "it is held fast",
    "grid.adjacent": "that one is not beside it",
    "grid.area-square": "no square in range and sight may be its middle",
    "hold.trigger": "a held Main pays for that no more",
    "item.potion": "that takes a healing potion in hand, and somebody beside it to give it to",
    "los.needed-to-attack": "there is no line of sight",
    "los.solids": "there is no line for it in range",
    "maneuver.size": "that one is too big",
    "melee.range": "that one is out of reach",
    "morale.retreat": "it is routed, and only retreats",
    "morale.when-checked": "no broken ally hears it",
    "pickup.action": "no such thing lies within its reach",
    "prone.go": "it is prone, or in the air",
    "ranged.max-range": "that one is out of range",
    "ranged.two-handed-in-melee": "it is in melee, where that weapon is of no use",
    "ready.action": "it has no such thing at hand, or none in its pack",
    "ready.drop": "it does not hold that",
    "ready.sheathing-free": "that is not in its hand, or is there already",
    "ready.swap-veto": "it has changed weapons in this turn",
    "reload.bow": "its Main and its Move are spent",
    "reload.crossbow": "its Main is spent",
    "reload.quiver": "it has no quiver at hand",
    "reload.starts-loaded": "the weapon is not loaded, or needs no loading",
    "save.roll": "it has nothing to shake off",
    "screen.action": "no ally is near enough",
    "screen.ends-when-helpless": "it is held",
    "screen.one-ward": "it screens nobody, or that one already",
    "screen.proximity": "that one is not beside it",
    "sheet.hands": "its hands are not free for it",
    "sheet.readied": "it would have more at hand than it can carry so",
    "sheet.stowed": "it would have more in its pack than it can carry",
    "skill.action": "there is nothing to be done for that one",
    "snap.unspent-main": "a Snap Attack takes its Main, which is spent",
    "spell.action": "its hands are not free",
    "spell.armour": "its armour forbids spells",
    "spell.creatures": "the spell takes effect on nobody there",
    "spell.disrupted-round": "it is too distracted to cast",
    "spell.slots": "it has no casting left, or keeps another spell waiting",
    "stand.action": "it is not prone",
    "strain.limit": "that one bears all the System Strain it can",
    "swarm.max-four": "four have joined already",
    "swarm.one-attack": "they have swarmed that one in this round",
    "total.not-twice": "it defends itself already",
    "turn.fight-is-a-turn": "it has been done once in this fight",
    "turn.refresh": "it is out of sight already, has done it, or is held fast",
}

UNKNOWN: Final = "it cannot now"


def why(combat: SovereignCombat, unit: SovereignCombatant, code: int, rule: str) -> str:
    """Return the fact for which a deed is refused, with its numbers where distance decides."""
    aimed = actions.verb_of(code) in actions.AIMED
    if rule in ("melee.range", "ranged.max-range") and aimed:
        strike = unit.sheet.strikes[actions.thing_of(code)]
        target = combat.units[actions.target_of(code)]
        far = 5 * geometry.apart(combat, unit, target)
        what = strike.id.replace("-", " ")
        return f"{target.called()} is {far} ft away, and {what} reaches {5 * strike.span()} ft"
    if rule == "spell.creatures" and actions.verb_of(code) in actions.SPELLED:
        spell = unit.sheet.spells[actions.thing_of(code)]
        target = combat.units[actions.target_of(code)]
        far = 5 * geometry.apart(combat, unit, target)
        range = 5 * aiming.range_of(unit, spell)
        if target.present and far > range:
            what = spell.name.replace("-", " ")
            return f"{target.called()} is {far} ft away, and {what} reaches {range} ft"
    if rule == "skill.action" and actions.verb_of(code) == actions.ROUSE:
        return "nobody beside it sleeps"
    return FACTS.get(rule, UNKNOWN)
