"""Events in sentences, for logs that are read for pleasure."""

from __future__ import annotations

from typing import Any, Final

from affray.core.combat import Combat
from affray.core.event import Event
from affray.core.words import DEED, Part, Sentences, title
from affray.rulesets.ingenuity.state import IngenuityCombat

WEIGHTS: Final[dict[str, int]] = {
    "attacks": DEED,
    "moves": DEED,
    "casts": DEED,
    "uses": DEED,
    "commands": DEED,
    "does": DEED,
    "brandishes": DEED,
    "reloads": DEED,
}
SENTENCES: Final[dict[str, str]] = {
    "attacks": "attacks {other} with {what}.",
    "result": "comes to {amount}.",
    "hits": "hits {other} (against {amount}).",
    "critical": "strikes {other} critically.",
    "misses": "misses {other} (against {amount}).",
    "may be struck": "may be struck by it ({amount}).",
    "strays": "goes astray and threatens {other}.",
    "reacts": "answers with {what}.",
    "blocks": "blocks: {what} takes {amount}.",
    "wears": "wears {what} by {amount}.",
    "hurt": "takes {amount} damage.",
    "healed": "regains {amount}.",
    "gains": "gains {what}.",
    "loses": "is rid of {what}.",
    "falls prone": "falls prone.",
    "falls unconscious": "falls unconscious.",
    "comes round": "comes round.",
    "cheats death": "cheats death; the next time takes {amount}.",
    "dies": "dies.",
    "leaves": "leaves the fight.",
    "joins": "joins the fight at {cell}.",
    "surrenders": "surrenders.",
    "drops": "drops {what}.",
    "brandishes": "takes {what} in hand.",
    "reloads": "has reloaded {what}.",
    "moves": "goes to {cell}.",
    "is pushed": "is pushed to {cell}.",
    "commands": "commands {other} to act.",
    "uses": "uses {what} on {other}.",
    "casts": "casts {what} at {other}.",
    "fails": "fails with {what}.",
    "spends fate": "spends fate on {what}.",
    "does": "decides: {what}.",
    "finds": "finds {other}.",
    "hides": "hides.",
    "grapples": "grapples {other} and is {what}.",
    "lets go": "lets go of {other}.",
    "lets go of": "no longer keeps {what} up.",
    "learns": "learns of {other}: {what}.",
    "disarms": "strikes {what} from the hand of {other}.",
    "catches": "catches {what}.",
    "takes up": "takes up {what}.",
    "gives": "hands {what} to {other}.",
    "draws on": "draws on {what}.",
    "fills an area": "fills an area around {cell} with {what}.",
    "strikes at nothing": "strikes at nothing at {cell}.",
    "destroys": "destroys what stands at {cell}.",
    "damages": "damages what stands at {cell}.",
    "achieves": "achieves {what}.",
    "assists": "assists with {what}: {amount}.",
    "comes to nothing": "finds that nothing comes of it.",
    "too deep": "can answer no more.",
}
ENDS: Final[dict[str, str]] = {
    "end.last-team": "one team remains",
    "end.objective": "an objective is complete",
    "end.stalemate": "nobody can force an end",
    "end.allied-teams": "those who remain are no enemies",
}

# What a roll is for, by its rule.
ROLLS: Final[dict[str, str]] = {
    "attack.test": "to attack",
    "reaction.dodge": "to dodge",
    "reaction.resist": "to resist",
    "reaction.fortify": "to fortify",
    "reaction.parry": "to parry",
    "power.steps": "to use a power",
    "maneuver.steps": "for a manoeuvre",
    "maneuver.reaction": "for a manoeuvre",
    "test.contest": "to hold its own",
    "test.assist": "to inspire",
    "power.area": "to keep its feet",
    "movement.jump": "to jump",
    "movement.climb": "to climb or swim",
    "movement.fall": "to land well",
    "action.treat": "to staunch a wound",
    "action.search": "to search",
    "action.short-task": "for a task",
    "surprise.causes": "to come unseen",
    "action.resuscitate.test": "to resuscitate",
    "death.killing-strike": "a killing strike",
    "death.risk": "against death",
    "death.further": "against death",
    "test.advantage": "a die again",
    "attack.stray.random": "who is struck",
}

# What is done to oneself, in fewer words.
ALONE: Final[dict[str, str]] = {
    "casts": "casts {what}.",
    "uses": "uses {what}.",
    "attacks": "attacks itself with {what}.",
}

# Conditions that are no words of the rulebook, as they are told.
HELD: Final[dict[str, str]] = {
    "wild": "an open guard",
    "feinted": "an opening",
    "evading": "a step's start",
    "bidden": "somebody to answer",
    "provoked": "eyes for one alone",
    "diverted": "eyes elsewhere",
    "dazed": "a dazed mind",
    "halted": "a halt",
    "bound": "vines about it",
    "warded": "a ward",
    "shielded": "a shield of force",
    "elemental": "an elemental weapon",
    "resized": "another size",
    "breathing": "iron breath",
    "netted": "a net about it",
    "oiled": "oil all over",
    "disarmed": "a useless grip",
}


class IngenuityWords(Sentences):
    """Ingenuity's events in sentences."""

    def __init__(self) -> None:
        super().__init__(SENTENCES, WEIGHTS, ROLLS, ENDS)

    def name(self, combat: Combat[Any], who: int) -> str:
        assert isinstance(combat, IngenuityCombat)
        unit = combat.units[who]
        return title(unit.name, unit.sheet.id, unit.sheet.name)

    def parts(self, combat: Combat[Any], event: Event) -> list[Part]:
        if event.who == event.other and event.name in ALONE:
            sentence = ALONE[event.name].replace("{what}", self.thing(combat, event))
            return [self.who(combat, event.who), ("text", " " + sentence)]
        return super().parts(combat, event)

    def thing(self, combat: Combat[Any], event: Event) -> str:
        if event.name in ("gains", "loses") and event.what in HELD:
            return HELD[event.what]
        return super().thing(combat, event)

    def victor(self, combat: Combat[Any], side: int) -> str:
        assert isinstance(combat, IngenuityCombat)
        return f"{combat.side_ids[side]} win" if side >= 0 else "nobody wins"

    def round(self, event: Event) -> list[Part]:
        """Rule: surprise.round."""
        return super().round(event) if event.amount else [("text", "The surprise round")]
