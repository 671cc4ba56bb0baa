"""Events in sentences."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from affray.core.choice import Choice, Option
from affray.core.combat import Combat
from affray.core.event import Change, Event, Rolled
from affray.core.window import Deed
from affray.core.words import (
    DEED,
    OUTCOME,
    ROUND,
    SILENT,
    Part,
    Sentences,
    begun,
    numeral,
    party,
    signed,
    title,
)
from affray.rulesets.sovereign.state import SovereignCombat
from affray.rulesets.sovereign.terms import ORDINARY, SNAP
from affray.rulesets.sovereign.text.prices import price
from affray.rulesets.sovereign.text.questions import QUESTIONS, ROWS, deed_of

ATTACKS: Final = ("attacks", "shoves", "grapples")
DECIDED: Final = ("attack ", "shove ", "grapple ", "swarm ")  # what the event of it tells
SPELLED: Final = ("cast ", "swiftly cast ")  # what the event of the spell tells
SPELLS: Final = ("casts", "invokes", "interrupted", "wasted")  # events that name a spell
WEIGHTS: Final[dict[str, int]] = {
    "initiative": ROUND,
    "initiative tied": ROUND,
    "acts": DEED,
    "casts": DEED,
    "invokes": DEED,
}
SENTENCES: Final[dict[str, str]] = {
    # What is told with the deed that does it is told once.
    "moved": "",
    "placed": "",
    "placed joins": "joins the fight at {place}.",
    "resource-spent": "",
    "resource-gained": "",
    "acts": "decides: {what}.",
    "attacks": "attacks {other} with {what}.",
    "shoves": "tries to shove {other} with {what}.",
    "grapples": "tries to seize {other}.",
    "hits": "hits {other}: {amount} against AC {before}.",
    "misses": "misses {other}: {amount} against AC {before}.",
    "hits after all": "hits {other} after all: {amount} against AC {before}.",
    "misses after all": "misses {other} after all: {amount} against AC {before}.",
    "hits by luck": "hits {other} after all, by Veteran's Luck.",
    "misses by luck": "misses {other} after all, by Veteran's Luck.",
    "cannot miss": "cannot miss {other}, who is unaware of the blade.",
    "succeeds": "succeeds: {amount} against {before}.",
    "fails": "fails: {amount} against {before}.",
    "prevails": "prevails over {other}: {amount} against {before}.",
    "does not prevail": "does not prevail over {other}: {amount} against {before}.",
    "saves": "saves: {amount} against {before}.",
    "fails the save": "fails to save: {amount} against {before}.",
    "saves by the bare die": "saves by the bare 20.",
    "fails the save by the bare die": "fails to save by the bare 1.",
    "shield": "ignores the Shock behind its shield.",
    "damaged": "loses {points}{parts}; {left} left.",
    "healed": "regains {points}{parts}; {left} now.",
    "fell mortally-injured": "is Mortally Injured, and dies in six rounds without help.",
    "fell stable": "lies stable.",
    "fell escaped": "leaves the field.",
    "fell captured": "surrenders.",
    "stabilised": "is stable.",
    "rose": "is conscious again.",
    "rose captured": "takes up the fight again.",
    "died": "dies.",
    "condition-gained": "is {state}.",
    "condition-lost": "is no longer {state}.",
    "condition-gained prone": "is prone.",
    "condition-lost prone": "is on its feet again.",
    "condition-gained grappling": "holds {other} fast.",
    "condition-lost grappling": "holds {other} no more.",
    "condition-gained frail": "is Frail.",
    "condition-gained asleep": "falls asleep.",
    "condition-lost asleep": "wakes up.",
    "condition-gained broken": "loses heart{cause}.",
    "condition-lost broken": "takes heart again.",
    "condition-gained retreating": "turns to flee.",
    "condition-lost retreating": "flees no more.",
    "condition-gained cornered": "fights to the death.",
    "condition-lost cornered": "",
    "condition-gained unseen": "is out of sight.",
    "condition-lost unseen": "is in plain sight.",
    "condition-gained surprised": "is surprised.",
    "condition-lost surprised": "",
    "condition-gained aloft": "is {height} ft up.",
    "condition-lost aloft": "is {height} ft up.",
    "condition-gained harmless": "holds a {thing} that does no harm.",
    "condition-gained hung": "keeps {thing} waiting.",
    "condition-lost hung": "",
    "condition-gained steeled": "keeps its mind on its spells.",
    "condition-lost steeled": "",
    # Stances and the like are told by the deed.
    "condition-gained total-defense": "",
    "condition-lost total-defense": "",
    "condition-gained charging": "",
    "condition-lost charging": "",
    "condition-gained screening": "",
    "condition-lost screening": "screens nobody any more.",
    "condition-gained disengaged": "",
    "condition-lost disengaged": "",
    "condition-gained holding": "",
    "condition-lost holding": "",
    "condition-gained swarming": "",
    "condition-lost swarming": "",
    "condition-gained disrupted": "",
    "condition-lost disrupted": "",
    "condition-gained unloaded": "",
    "condition-lost unloaded": "",
    "resource-gained strain": "bears {amount} System Strain more, {after} of {most}.",
    "moves": "moves {feet} ft.",
    "moved forced": "is forced aside to {place}.",
    "moved dragged": "is dragged to {place}.",
    "moved drag": "goes with it to {place}.",
    "screens": "throws itself before {other}.",
    "initiative": "|{side} act first: {amount} to {before}.",
    "initiative tied": "|{side} act first: {amount} to {before}, and the players win ties.",
    "guards": "screens {other} until its next turn.",
    "instant": "answers: {what}.",
    "casts": "casts {what} at {other}.",
    "invokes": "casts {what}.",
    "interrupted": "is interrupted as it casts {what}, which does not happen.",
    "wasted": "sees its {what} wasted.",
    "art": "uses {what}.",
    "joins": "joins the swarm against {other}.",
    "parleys": "appeals to parley.",
    "gives up": "gives up the chase.",
    "fails to save": "cannot help {other}.",
    "executes": "strikes at the unsuspecting {other} with {what}.",
    "is foiled": "finds {other} on guard.",
    "comes upon": "comes upon {other}, who was out of sight.",
    "too deep": "can answer no more.",
}
# Actions of which nobody else and no thing is a part, as they are told; by their keys.
ACTS: Final[dict[str, str]] = {
    "charge": "charges.",
    "run": "runs.",
    "screen": "moves to screen a friend.",
    "disengage": "disengages.",
    "disengage at once": "disengages at once.",
    "stand up": "gets up.",
    "go prone": "drops to the ground.",
    "hold": "holds its action.",
    "total defense": "takes up a Total Defense.",
    "break free": "tries to break free.",
    "sheathe": "sheathes its weapon.",
    "rally": "rallies its own.",
    "whirl": "whirls at all within reach.",
    "drag or throw": "tries to drag or throw whom it holds.",
    "let go": "lets go.",
    "drink potion": "drinks a potion.",
    "surrender": "lays down its arms.",
    "flee": "takes to flight.",
    "parley": "calls for peace.",
    "strew caltrops": "strews caltrops.",
    "throw smoke-pot": "throws a smoke-pot.",
    "melt into shadow": "melts into the shadow.",
    "commit healing-touch": "makes ready to heal by a touch.",
    "raise pavis-of-elements": "raises a Pavis of Elements.",
    "take back effort": "takes its Effort back.",
    "slip out of grapples": "slips out of all grapples.",
    "withdraw": "withdraws without being struck.",
    "kindle sparks": "kindles sparks.",
    "shake off boils": "tries to shake off its boils.",
    "other deed": "does what no list names.",
    "other brief deed": "does what no list names, in brief.",
}
# The others, by how their keys begin; longer ones first.
DOING: Final[tuple[tuple[str, str], ...]] = (
    ("draw in the other hand ", "draws its {tool} in the other hand."),
    ("draw ", "draws its {tool}."),
    ("reload ", "reloads its {tool}."),
    ("drop ", "drops its {tool}."),
    ("at once ready ", "takes its {tool} out of the pack at once."),
    ("ready ", "takes its {tool} out of the pack."),
    ("stow ", "puts its {tool} into the pack."),
    ("pick up ", "picks up a {tool}."),
    ("release ", "lets the {tool} go that it kept waiting."),
    ("hew thorns ", "hews at the thorns."),
    ("stun ", "strikes with a Stunning Shock."),
    ("pierce ", "looks for the gaps in a foe's armour."),
    ("search for ", "searches."),
)
# Instants of nobody else; Snap Attacks have a sentence by what they are meant to do.
INSTANTS: Final[dict[str, str]] = {
    "total defense": "takes up a Total Defense.",
    "veteran's luck": "trusts to Veteran's Luck.",
    "act now": "acts now, as it had held its action.",
    "counter the magic": "tries to counter the magic.",
    "take back effort": "takes its Effort back.",
}
SNAPS: Final[dict[str, str]] = {
    "at": "makes a Snap Attack on {aimed} with {tool}.",
    "and": "makes a Snap Attack to {aim} {aimed} with {tool}.",
}
# What is done for a friend, by how the key begins.
HELPING: Final[tuple[tuple[str, str], ...]] = (
    ("aid ", "gives {other} first aid."),
    ("quickly aid ", "gives {other} first aid in passing."),
    ("rouse ", "shakes {other} awake."),
    ("give potion to ", "gives {other} a potion."),
    ("heal ", "lays its hands on {other}."),
    ("swiftly heal ", "touches {other} in passing, to heal."),
    ("lift ", "lifts {other} into the air."),
    ("guard instead ", "turns to guard {other}."),
)
# Why somebody loses heart, by the rule.
CAUSES: Final[dict[str, str]] = {
    "morale.group": ", as a third of its group is lost",
    "morale.individual": ", as half its hit points are lost",
}
# Parts of harm and healing, by the rule or ability that they come from.
REASONS: Final[dict[str, str]] = {
    "damage.roll": "rolled",
    "more than it had": "in excess",
    "damage.minimum": "at least 1",
    "damage.shock-floor": "as much as Shock",
    "damage.unarmed": "a trained fist",
    "dual.damage": "two weapons",
    "swarm.bonus": "swarm",
    "swarm.damage-cap": "the most it can do",
    "shock.on-miss": "Shock",
    "save.roll": "halved by the save",
    "fall.damage": "the fall",
    "class.killing-blow": "Killing Blow",
    "item.potion": "dice",
    "effort.pool": "dice",
    "attack.roll": "attack bonus",
    "attack.mod.prone-near": "the target lies",
    "attack.mod.prone-distant": "the target lies, from afar",
    "attack.mod.self-prone": "lying itself",
    "attack.mod.full-cover": "full cover",
    "attack.mod.half-cover": "half cover",
    "attack.mod.thrown-in-melee": "in melee",
    "attack.mod.unseen-known": "unseen",
    "attack.mod.gm": "the GM",
    "attack.mods-stack": "conditions",
    "init.party-dex": "best DEX",
    "sheet.feats": "Alert",
    "dual.penalty": "two weapons",
    "snap.penalty": "Snap Attack",
    "charge.attack": "charge",
    "ranged.long-range": "long range",
}
PLAIN: Final = ("damage.roll", "item.potion", "effort.pool", "grapple.damage")
# What a roll is for, by its rule.
ROLLS: Final[dict[str, str]] = {
    "init.one-roll-per-side": "initiative",
    "init.other-ties": "initiative",
    "attack.roll": "to hit",
    "damage.roll": "damage",
    "save.roll": "a saving throw",
    "grapple.check": "to grapple",
    "grapple.escape": "to break free",
    "shove.check": "to shove",
    "death.stabilise": "to stabilise",
    "screen.opposed-check": "to screen",
    "item.potion": "healing",
    "fall.damage": "for the fall",
    "fall.controlled": "to land well",
    "surprise.opposed-check": "to surprise",
    "execution.ranged-check": "to aim",
    "execution.save": "to survive",
    "grapple.move": "to drag or throw",
    "effort.pool": "healing",
    "damage.unarmed": "even a miss",
    "end.pursuit": "to go on chasing",
    "check.opposed": "a check",
    "check.roll": "a check",
}
# States that their ids do not tell.
STATES: Final[dict[str, str]] = {
    "bladed": "ringed by blades",
    "stunned-main": "without its next Main",
    "stunned-move": "without its next Move",
    "boils": "covered in boils",
    "pavis": "behind a pavis",
    "healing-touch": "ready to heal by a touch",
    "pierced": "open to a favored weapon",
}
ENDS: Final[dict[str, str]] = {
    "end.last-side": "one side alone is left",
    "end.stalemate": "nobody can force an end",
    "end.agreement": "the sides make peace",
}


class SovereignWords(Sentences):
    """Sovereign's events in sentences."""

    questions: ClassVar[dict[str, str]] = QUESTIONS
    rows: ClassVar[tuple[str, ...]] = ROWS

    def __init__(self) -> None:
        super().__init__(SENTENCES, WEIGHTS, ROLLS, ENDS)

    def deed(self, combat: Combat[Any], deed: Deed, names: list[str]) -> str:
        assert isinstance(combat, SovereignCombat)
        return deed_of(combat, deed, names)

    def label(self, choice: Choice, option: Option) -> tuple[str, str]:
        """Return what a Move that the Main pays for is called without that, and every price."""
        text = option.key.removesuffix(" with main") if option.verb.endswith(" with main") else ""
        return text, price(choice, option)

    def spent(self, combat: Combat[Any], who: int) -> bool:
        assert isinstance(combat, SovereignCombat)
        unit = combat.units[who]
        return not unit.main and not unit.step

    def unused(self, combat: Combat[Any], who: int) -> list[str]:
        assert isinstance(combat, SovereignCombat)
        unit = combat.units[who]
        if not unit.main:
            return []
        return ["the Main action", "the Move"] if unit.step else ["the Main action"]

    def name(self, combat: Combat[Any], who: int) -> str:
        unit = combat.units[who]
        return title(unit.name, unit.sheet.id, unit.sheet.name)

    def victor(self, combat: Combat[Any], side: int) -> str:
        assert isinstance(combat, SovereignCombat)
        return f"{party(combat, side)} win" if side >= 0 else "nobody wins"

    def round(self, event: Event) -> list[Part]:
        """Return the words of a round; the free round has its own. Rule: surprise.is-round-zero."""
        return super().round(event) if event.amount else [("text", "The free round")]

    def weight(self, event: Event) -> int:
        """Return how far the line is indented; an attack that was decided upon is told once."""
        if event.name in ATTACKS:
            if event.amount == SNAP:
                return SILENT  # the Instant has been told
            return DEED if event.amount == ORDINARY else OUTCOME
        if event.name == "acts" and event.what.startswith((*DECIDED, *SPELLED)):
            return SILENT
        return super().weight(event)

    def sentence(self, event: Event) -> str:
        """Return the sentence of an event; of things, by what befalls them."""
        if event.rule == "death.falls-prone" and isinstance(event, Change):
            return ""  # the fall itself is told
        if event.name == "acts":
            what = event.what.removesuffix(" with main")
            for begins, sentence in HELPING if event.other >= 0 else DOING:
                if what.startswith(begins):
                    return sentence
            return ACTS.get(what, super().sentence(event))
        if event.name == "instant":
            words = event.what.split(" ")
            if words[0] == "snap":
                return SNAPS[words[1]]
            if words[0] == "ready":
                return "takes its {tool} out of the pack at once."
            return INSTANTS.get(event.what, super().sentence(event))
        kind, blank, _ = event.what.partition(" ")
        if blank and event.kind in ("condition-gained", "condition-lost"):
            return self.sentences.get(f"{event.name} {kind}", "")
        return super().sentence(event)

    def reason(self, reason: str) -> str:
        """Return where a part of harm or healing, or of a number, comes from."""
        return REASONS.get(reason, super().reason(reason))

    def reckoning(self, event: Change) -> list[Part]:
        """Return what a change is made of; of one part its reason, unless that goes without saying.

        The dice have just been told.
        """
        if len(event.parts) == 1 and event.parts[0][1] not in PLAIN:
            return [("text", f" by {self.reason(event.parts[0][1])}")]
        return super().reckoning(event)

    def rolled(self, combat: Combat[Any], event: Rolled) -> list[Part]:
        """Tell of a roll, and what is added to it."""
        found = super().rolled(combat, event)
        if event.rule.startswith("init."):
            side = begun(party(combat, combat.units[event.who].side))
            found[0], found[1] = ("text", side), ("text", " roll ")
        if not event.reasons:
            return found
        found.pop()  # the full stop
        for number, (_, amount, rule) in enumerate(event.reasons):
            found.append(("text", ", " if number else " "))
            found.append(("number", signed(amount)))
            found.append(("text", f" {self.reason(rule)}"))
        return [*found, ("text", ".")]

    def thing(self, combat: Combat[Any], event: Event) -> str:
        """Return what an event is about; a spell by its name."""
        if event.name in SPELLS and event.who >= 0:
            for spell in combat.units[event.who].sheet.spells:
                if spell.id == event.what:
                    return str(spell.name)
        return super().thing(combat, event)

    def gap(self, combat: Combat[Any], event: Event, gap: str) -> list[Part]:
        if gap == "points":
            word = "hit point" if event.amount == 1 else "hit points"
            return [("text", f"{event.amount} {word}")]
        if gap == "left":
            return [("number", numeral(event.after))]
        if gap == "height":
            return [("number", numeral(event.after))]
        if gap == "thing":
            return [("what", event.what.partition(" ")[2].replace("-", " "))]
        if gap == "state":
            return [("text", STATES.get(event.what, event.what.replace("-", " ")))]
        if gap == "aim":
            return [("text", event.what.split(" ")[2])]
        if gap == "aimed":
            named = event.what.partition(" with ")[0].rpartition(" ")[2]
            return [self.who(combat, unit.index) for unit in combat.units if unit.name == named]
        if gap == "tool" and event.name == "instant" and event.what.startswith("snap "):
            return [("what", event.what.partition(" with ")[2].replace("-", " "))]
        if gap == "tool":
            what = event.what.removesuffix(" with main")
            begins = next((one for one, _ in DOING if what.startswith(one)), "")
            return [("what", what.removeprefix(begins).replace("-", " "))]
        if gap == "cause":
            return [("text", CAUSES.get(event.rule, ""))]
        if gap == "most":
            return [("number", str(combat.units[event.who].sheet.strain_max))]
        if gap == "feet":
            return [("text", str(5 * event.amount))]
        if gap == "side":
            assert isinstance(combat, SovereignCombat)
            return [("text", begun(party(combat, event.other)))]
        return super().gap(combat, event, gap)
