"""Why an act is refused, in words."""

from __future__ import annotations

from typing import Final

from affray.rulesets.quest.actions import BREAK_FREE

FACTS: Final[dict[str, str]] = {
    "turn.allowance": "it has no such action left",
    "turn.cannot-act": "it cannot act",
    "prone.stand-needs-ability": "it is tied up",
    "gm.will-to-fight": "it thinks of nothing but flight",
    "action.extra-attack-price": "that takes a move action and two bonus actions, once in a turn",
    "prone.definition": "it is not prone",
    "prone.stand-cost": "with Spring up the first time in a round is free, and no other",
    "condition.same-state-once": "it is so already",
    "turn.start-sequence": "it does not burn",
    "disengage.price": "that takes an attack action or two bonus actions",
    "action.draw-sheathe": "it cannot be drawn or put away like that",
    "action.pick-up-distance": "it lies too far off",
    "action.use-item": "it has no such item, or not for that unit",
    "action.ba-toggle": "that spell cannot be switched off and on",
    "attack.disarm": "the target holds nothing",
    "attack.only-enemies": "that is itself",
    "death.out-of-battle": "that unit is out of the battle",
    "sheet.armour": "it holds a shield already",
    "initiative.opening-attack": "hostilities open with an attack or a short spell, no more",
    "spell.cast-time": "no such action is due for that spell",
    "move.pool": "it has not the points for a step",
    "thrall.retain": "that is no summons of its own that could be kept",
    "thrall.mhp-is-maximum-hp": "it has not the hit points for that",
    "thrall.release": "that is no thrall",
    "turn.no-conversion": "that kind of action does not pay for it",
    "sneak.no-target": "it does not know of that unit",
    "attack.melee-range": "the target is not in its melee reach",
    "attack.ranged-range": "the target is out of range or sight",
    "attack.reload": "it is not loaded",
    "attack.hands": "its hands are not free for it",
    "spell.mp-cost": "it has too few MP",
    "spell.range-and-sight": "no target is in range and sight",
    "summon.slots-full": "it has too few summoning slots left",
    "condition.bound": "it is tied up",
    "move.max-capacity": "it cannot carry that much",
    "sneak.start-unseen": "an enemy sees it",
}


def fact(rule: str, verb: int) -> str:
    """Return in words why a rule forbids an act of a verb."""
    if verb == BREAK_FREE and rule == "condition.bound":
        return "it is not tied up"
    return FACTS.get(rule, "the rules do not allow it now")
