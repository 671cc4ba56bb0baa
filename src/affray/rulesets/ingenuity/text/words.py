"""Events in sentences, for logs that are read for pleasure."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from affray.core.choice import PASS, Choice, Option
from affray.core.combat import Combat
from affray.core.event import Change, Event, Moved, Rolled
from affray.core.window import Deed
from affray.core.words import DEED, Part, Sentences, numeral, party, pool, signed, title
from affray.rulesets.ingenuity.action.test import Tested
from affray.rulesets.ingenuity.choice.fate import DieToRaise
from affray.rulesets.ingenuity.state import IngenuityCombat
from affray.rulesets.ingenuity.text.questions import QUESTIONS, ROWS, deed_of

WEIGHTS: Final[dict[str, int]] = {
    "attacks": DEED,
    "moved": DEED,
    "placed": DEED,
    "casts": DEED,
    "uses": DEED,
    "commands": DEED,
    "does": DEED,
    "brandishes": DEED,
    "reloads": DEED,
    "opens": DEED,
    "closes": DEED,
    "pulls": DEED,
}
SENTENCES: Final[dict[str, str]] = {
    "attacks": "attacks {other} with {what}.",
    "result": "comes to {amount}{parts}{level}.",
    "hits": "hits {other}: {before} against evasion {amount}{sizes}.",
    "hits dodge": "hits {other}: {before} against a dodge of {amount}{sizes}.",
    "critical": "strikes {other} critically, which cannot miss.",
    "misses": "misses {other}: {before} against evasion {amount}{sizes}.",
    "misses dodge": "misses {other}: {before} against a dodge of {amount}{sizes}.",
    "may be struck": "may be struck by it ({amount}).",
    "strays": "goes astray and threatens {other}.",
    "reacts": "answers: {what}.",
    "blocks": "blocks: {what} takes {amount}.",
    "wears": "wears {what} by {amount}.",
    "damaged endurance": "loses {amount} endurance{parts} ({before} to {after}).",
    "damaged health": "loses {amount} health{parts} ({before} to {after}).",
    "healed endurance": "regains {amount} endurance{parts} ({before} to {after}).",
    "healed health": "regains {amount} health{parts} ({before} to {after}).",
    "condition-gained": "gains {what}.",
    "condition-gained bleeding": "bleeds: {after}.",
    "condition-gained burning": "burns: {after}.",
    "condition-gained prone": "falls prone.",
    "condition-gained cover": "",
    "condition-gained hidden": "hides.",
    "condition-gained guarding": "",
    "condition-gained waiting": "",
    "condition-gained grappled": "",
    "condition-gained concentrating": "",
    "condition-lost": "is rid of {what}.",
    "condition-lost bleeding": "bleeds less: {before} to {after}.",
    "condition-lost burning": "burns less: {before} to {after}.",
    "condition-lost shielded": "has {after} left of its shield of force.",
    "condition-lost prone": "",
    "condition-lost cover": "leaves its cover.",
    "condition-lost hidden": "is hidden no longer.",
    "condition-lost grappled": "is out of the grapple.",
    "condition-lost concentrating": "",
    "resource-spent actions": "",
    "resource-gained actions": "",
    "resource-spent fate": "",
    "moved": "goes to {place}.",
    "placed": "trades places with {other} and stands at {place}.",
    "placed deploy": "takes its place at {place}.",
    "placed gone": "",
    "placed joins": "joins the fight at {place}.",
    "fell": "falls unconscious.",
    "fell left": "leaves the fight.",
    "fell surrendered": "surrenders.",
    "rose": "comes round.",
    "rose arms": "takes up arms again.",
    "died": "dies.",
    "cheats death": "cheats death; the next time takes {amount}.",
    "joins": "joins the fight at {cell}.",
    "drops": "drops {what}.",
    "brandishes": "takes {what} in hand.",
    "reloads": "has reloaded {what}.",
    "commands": "commands {other} to act.",
    "uses": "uses {what} on {other}.",
    "casts": "casts {what} at {other}.",
    "fails": "fails with {what}.",
    "spends fate": "spends fate on {what}.",
    "is answered": "asks the game master: {what}.",
    "advances": "may buy {what} for {amount} experience.",
    "does": "decides: {what}.",
    "finds": "finds {other}.",
    "grapples": "grapples {other} and is {what}.",
    "lets go of": "no longer keeps {what} up.",
    "learns": "learns of {other}: {what}.",
    "disarms": "strikes {what} from the hand of {other}.",
    "catches": "catches {what}.",
    "takes up": "takes up {what}.",
    "opens": "opens {thing}.",
    "closes": "closes {thing}.",
    "pulls": "pulls {thing}.",
    "unlocks": "unlocks {thing}.",
    "makes safe": "makes {thing} safe.",
    "sets off": "sets off {thing} at {cell}.",
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

# Actions of which nobody else and no thing is a part, by their keys.
DONE: Final[dict[str, str]] = {
    "guard": "guards, which ends its turn.",
    "wait": "waits, which ends its turn.",
    "stand up": "stands up.",
    "seek cover": "takes cover.",
}

# What is done to oneself, in fewer words.
ALONE: Final[dict[str, str]] = {
    "casts": "casts {what}.",
    "uses": "uses {what}.",
    "attacks": "attacks itself with {what}.",
}

# How somebody comes to another place, where it does not simply go.
WAYS: Final[dict[str, str]] = {
    "shove": "is pushed to {place}.",
    "drag": "is dragged to {place}.",
    "fall": "falls to {place}.",
    "back": "has to go back to {place}.",
}

# What a change is made of, in words.
REASONS: Final[dict[str, str]] = {
    "attack.test": "attack test",
    "test.composition": "rolled",
    "test.one-proficiency": "proficiency",
    "test.assist": "help",
    "test.luck-bonus": "a lucky 20",
    "maneuver.attack": "the manoeuvre",
    "maneuver.improvise": "improvised",
    "attack.multiple": "earlier attacks",
    "attack.multiple.swift": "a swift weapon",
    "attack.backswing": "backswing",
    "attack.cleave": "cleave",
    "attack.momentum": "momentum",
    "geometry.range": "the distance",
    "power.multiple": "earlier powers",
    "action.guard": "guarding",
    "condition.sickness": "how it is",
    "attack.damage": "weapon",
    "attack.reduction": "deflection",
    "attack.min-damage": "at least 1",
    "attack.versatile": "in both hands",
    "damage.order": "halved or immune",
    "damage.excess": "beyond endurance",
    "damage.endurance-only": "no more endurance",
    "death.zero": "beyond zero",
    "fate.halve": "halved by fate",
    "fate.recover": "fate",
    "movement.fall": "fall",
    "movement.forced": "stopped short",
    "power.steps": "test of the power",
    "power.area": "half for those missed",
    "power.attack": "half of it",
    "reaction.block.excess": "blocked",
    "resource.kinds": "no more than there can be",
    "resource.no-regain-in-combat": "talent",
    "condition.minor": "wet",
    "damage.unspecified": "words",
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


DICE: Final = 3  # of a test: attribute, skill and luck
BEATEN: Final = ("reaction.dodge", "reaction.resist")  # a tie is not enough: see ``Test.level``
FITTED: Final = ("opens", "closes", "unlocks")


def compared(event: Event) -> str:
    """Return what the result of a test is compared with, in words. Rule: test.success."""
    if not event.what:
        return ""
    level = int(event.what)
    made = "enough" if event.amount >= level else "not enough"
    if event.rule in BEATEN:
        return f": {made} to beat {level - 1}"
    return f": {made} against {level}"


def the_door(name: str, deed: str) -> str:
    """Return what to call a door, lever or trap of an encounter by its name there."""
    doorlike = [word for word in ("door", "gate", "hatch", "grate") if word in name]
    more = " door" if deed in FITTED and not doorlike else ""
    return f"the {name}{more}"


ONE_FATE: Final = "1 fate"
# What a point of fate brings, by the key of the answer.
BY_FATE: Final = {
    "fate action": "one more action",
    "fate advancement": "an advancement for half of its experience",
    "fate endurance": "regain half of all endurance",
    "fate stamina": "regain half of all stamina",
    "fate focus": "regain half of all focus",
    "fate halve": "halve the damage",
    "fate question": "a true answer",
    "fate and fortify": "regain half of all stamina, then fortify",
    "fate and resist": "regain half of all focus, then resist",
}


class IngenuityWords(Sentences):
    """Ingenuity's events in sentences."""

    questions: ClassVar[dict[str, str]] = QUESTIONS
    rows: ClassVar[tuple[str, ...]] = ROWS

    def __init__(self) -> None:
        super().__init__(SENTENCES, WEIGHTS, ROLLS, ENDS)

    def deed(self, combat: Combat[Any], deed: Deed, names: list[str]) -> str:
        assert isinstance(combat, IngenuityCombat)
        return deed_of(combat, deed, names)

    def label(self, choice: Choice, option: Option) -> tuple[str, str]:
        """Return what a point of fate brings, and that it is one.

        Rules: fate.action, fate.halve, fate.maximize, fate.other, fate.recover.
        """
        if isinstance(choice, DieToRaise):
            die = option.key.removeprefix("fate ")
            if option.answer == PASS:
                return "leave the dice as they are", ""
            return f"set {die} to its highest face", ONE_FATE
        brings = BY_FATE.get(option.key, "")
        return brings, ONE_FATE if brings else ""

    def spent(self, combat: Combat[Any], who: int) -> bool:
        assert isinstance(combat, IngenuityCombat)
        unit = combat.units[who]
        return unit.actions == 0 and not unit.task

    def unused(self, combat: Combat[Any], who: int) -> list[str]:
        assert isinstance(combat, IngenuityCombat)
        left = combat.units[who].actions
        return ["1 action" if left == 1 else f"{left} actions"] if left else []

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
        if event.name in ("condition-gained", "condition-lost") and event.what in HELD:
            return HELD[event.what]
        return super().thing(combat, event)

    def sentence(self, event: Event) -> str:
        if isinstance(event, Tested) and not event.what and len(event.parts) < 2:
            return ""  # no more than its dice, which were told
        if event.name == "does":
            return DONE.get(event.what, super().sentence(event))
        if isinstance(event, Moved) and event.way in WAYS:
            return WAYS[event.way]
        return super().sentence(event)

    def gap(self, combat: Combat[Any], event: Event, gap: str) -> list[Part]:
        if gap == "sizes":
            text = f" ({signed(event.after)} of it for sizes)" if event.after else ""
            return [("text", text)] if text else []
        if gap == "level":
            return [("text", compared(event))]
        if gap == "parts" and isinstance(event, Tested):
            return self.made_of(event)
        if gap == "thing":
            return [("what", the_door(self.thing(combat, event), event.name))]
        return super().gap(combat, event, gap)

    def made_of(self, event: Tested) -> list[Part]:
        """Return what a test comes to part by part, so that it adds up; nothing of its dice alone.

        Rule: test.composition.
        """
        found: list[Part] = []
        for number, (amount, reason) in enumerate(event.parts if len(event.parts) > 1 else []):
            shown = signed(amount) if number else numeral(amount)
            found += [("text", ", " if number else " ("), ("number", shown)]
            found.append(("text", f" {self.reason(reason)}"))
        return [*found, ("text", ")")] if found else []

    def rolled(self, combat: Combat[Any], event: Rolled) -> list[Part]:
        """Tell of the dice of a test: the two that are added up, luck, and those rolled again.

        Rules: test.composition, test.disadvantage, test.luck-die.
        """
        name, faces, total = event.parts[0]
        if name != "dice":
            return super().rolled(combat, event)
        what_for = self.rolls.get(event.rule, "")
        what = " ".join([word for word in (event.what, what_for) if word])
        sides = event.sides
        found = [self.who(combat, event.who), ("text", f" rolls {what}: ")]
        found += [*pool(sides[:2], faces[:2], sum(faces[:2])), ("text", f"; luck d{sides[2]} ")]
        found.append(("die", f"[{faces[2]}]"))
        for one, face in zip(sides[3:], faces[3:], strict=True):
            found += [("text", f"; for disadvantage again d{one} "), ("die", f"[{face}]")]
        if len(faces) > DICE:
            found += [("text", ", which makes "), ("number", numeral(total))]
        return [*found, ("text", ".")]

    def reason(self, reason: str) -> str:
        return REASONS.get(reason, super().reason(reason))

    def reckoning(self, event: Change) -> list[Part]:
        """Return what a change is made of; also what alone does harm, if nobody else did it."""
        if len(event.parts) == 1 and event.other < 0 and event.name == "damaged":
            return [("text", f": {self.reason(event.parts[0][1])}")]
        return super().reckoning(event)

    def victor(self, combat: Combat[Any], side: int) -> str:
        assert isinstance(combat, IngenuityCombat)
        return f"{party(combat, side)} win" if side >= 0 else "nobody wins"

    def round(self, event: Event) -> list[Part]:
        """Rule: surprise.round."""
        return super().round(event) if event.amount else [("text", "The surprise round")]
