"""Why something is not possible, in words, by the rule that forbids it."""

from __future__ import annotations

from typing import Final

from affray.rulesets.ingenuity.actions import LOOSE, SHED

FACTS: Final[dict[str, str]] = {
    "action.brandish": "it cannot be held like that",
    "action.command.limits": "that cannot be done on command, or the ally cannot hear or act",
    "action.command.once-per-target": "that ally was commanded in this turn already",
    "action.free.drop-item": "it is not in hand",
    "action.free.drop-prone": "it is prone already, or cannot be",
    "action.free.step": "one step is made in place of a Move, once in a turn",
    "action.interact": "there is nothing to use like that within 1 m, or no hand to use it",
    "action.move": "it has moved in this turn",
    "action.no-target": "nobody fit for it is there",
    "action.resources": "what it costs is not there",
    "action.resuscitate": "nobody unconscious lies within 1 m",
    "action.search": "nobody is hidden from it",
    "action.seek-cover": "no cover is beside it",
    "action.short-task": "no such task is within reach, or it is locked and takes a task",
    "action.spanning": "what takes several turns is begun with all actions that are left",
    "action.spanning.abandon": "nothing is unfinished",
    "action.spanning.first": "what was begun comes first",
    "action.sprint": "one sprints after a Move",
    "action.stand-up": "it is not prone",
    "action.treat": "nothing of that kind is to be treated",
    "attack.ally": "the target is no enemy",
    "attack.ammunition": "it is not loaded, or there is no ammunition",
    "attack.hands": "it takes two hands",
    "attack.reload.crossbow": "it takes two actions",
    "attack.unseen-target": "the target is not seen: name a space",
    "attack.wide": "there is no room to swing it",
    "condition.concentration": "it does not concentrate on anything",
    "condition.encumbered": "it carries too much",
    "condition.grappled": "the grapple does not allow it",
    "damage.harmed-bloodied-only-flags": "it is not hurt enough",
    "damage.healing": "nothing is to be restored",
    "death.killing-strike": "nobody unconscious is within reach",
    "death.killing-strike.weapon": "no weapon for it is in hand",
    "end.surrender": "it was refused in this turn",
    "fate.amount": "no fate is left",
    "fate.other": "that is for characters of players",
    "fate.recover": "nothing is to be recovered",
    "geometry.adjacent": "it is not within 1 m",
    "geometry.line-of-sight": "the target is not in sight",
    "geometry.range": "the target is out of range",
    "geometry.reach": "the target is out of reach",
    "gm.creature-ranks": "a common creature does so twice in a combat",
    "gm.optional-lethal-strikes": "a lethal weapon is needed",
    "maneuver.attack": "no weapon for it is in hand",
    "maneuver.improvise": "that cannot be improvised",
    "maneuver.no-limit": "it was done to that one already",
    "maneuver.reaction": "that is for the turn of somebody else",
    "maneuver.steps": "its target or its moment is wrong",
    "movement.map-edge": "it stands on no exit",
    "movement.occupied": "somebody is in the way",
    "movement.path": "no way leads there",
    "movement.speed": "it cannot move",
    "power.learned-only": "it has not learned that power",
    "power.steps": "its target or its moment is wrong",
    "resource.focus-costs": "there is not enough focus",
    "resource.rest": "it is spent until a rest",
    "setup.instigating-action": "the instigator opens with its attack",
    "sheet.class": "it has no such talent",
    "sheet.hands": "no hand is free",
    "surprise.no-command": "the surprised cannot be commanded",
    "test.retry": "it was tried three times",
    "turn.three-actions": "there are not enough actions",
}

# What rules that forbid other deeds as well say of these.
BY_VERB: Final[dict[tuple[int, str], str]] = {
    (SHED, "action.interact"): "no net holds it",
    (LOOSE, "condition.grappled"): "it controls no grapple",
}


def fact(rule: str, verb: int = -1) -> str:
    """Return in words why a rule forbids something, "" for no rule; some verbs have their own."""
    if (verb, rule) in BY_VERB:
        return BY_VERB[verb, rule]
    return FACTS.get(rule, "the rules do not allow it now") if rule else ""
