"""Events in sentences, for logs that are read for pleasure."""

from __future__ import annotations

from typing import Any, ClassVar, Final, TypeAlias

from affray.core.combat import Combat
from affray.core.effect import Effect
from affray.core.event import (
    Change,
    ConditionGained,
    ConditionLost,
    Damaged,
    Event,
    Healed,
    Moved,
    Placed,
    ResourceGained,
    ResourceSpent,
    Rolled,
)
from affray.core.ruleset import Words
from affray.core.window import Deed
from affray.core.words import begun, numeral, party, signed
from affray.rulesets.thrum.attack.roll import kept
from affray.rulesets.thrum.condition.kinds import Condition
from affray.rulesets.thrum.feature import Feature
from affray.rulesets.thrum.gm import FATES
from affray.rulesets.thrum.state import ThrumCombat, ThrumCombatant
from affray.rulesets.thrum.terms import CRITICAL_HIT, DEFENCE_CRITICAL, DEFENCES, MISSED, SUCCESS
from affray.rulesets.thrum.text.questions import QUESTIONS, ROWS, deed_of

Part: TypeAlias = tuple[str, str]

# How far a line is indented: a round, a turn, what one does, what comes of it; SILENT: no line.
SILENT: Final = -1
ROUND: Final = 0
TURN: Final = 1
DEED: Final = 2
OUTCOME: Final = 3

WEIGHTS: Final[dict[str, int]] = {
    "round": ROUND,
    "ended": ROUND,
    "fate": ROUND,
    "turn": TURN,
    "asked": SILENT,
    "targets": SILENT,
    "contests": SILENT,  # the dice tell of it
    "delays": DEED,
    "uses": DEED,
    "moves": DEED,
    "renews": DEED,
    "responds": DEED,
    "offers to concede": DEED,
}

# Ways of coming to stand elsewhere that have no line of their own.
SILENT_WAYS: Final = (
    "steps",  # "moves" tells of the whole way
    "removed",  # "fell" tells of it
)

RESULTS: Final[dict[int, str]] = {
    SUCCESS: "a Success",
    CRITICAL_HIT: "a Critical",
    MISSED: "avoided",
    DEFENCE_CRITICAL: "avoided with a Critical",
}

# Why something is so, by the rule or ability that an event names as its cause.
CAUSES: Final[dict[str, str]] = {
    "defence.evasion.success": " for defending with Evasion",
    "defence.evasion.failure": " for defending with Evasion",
    "incapacitated.drain-on-falling": " for falling",
    "incapacitated.drain-each-turn": " for lying at the end of its turn",
    "panic.fail-transfer": " for its Stress",
    "panic.fail-tolerance": " for losing its nerve",
    "attack.finisher": " against the Finisher",
    "exhausted.roll-after-action": " after its Action, Exhausted as it is",
}
# What the total of a roll has to exceed, by the name of the roll.
AGAINST: Final[dict[str, str]] = {"panic": "Stress ", "incapacity": "Fatigue "}

# What a rolled total stands for, by the name of the roll.
ROLLS: Final[dict[str, tuple[str, str, str]]] = {
    "panic": ("makes a Panic Roll", "holds", "loses its nerve"),
    "incapacity": ("makes an Incapacity Roll", "stays up", "goes down"),
    "drop": ("drops", "lands cleanly", "lands badly"),
}

# How events begin what they call a Stance, and what numbers are called in words.
STANCE: Final = "stance "
KEPT: Final = "kept "
PLAIN: Final[dict[str, str]] = {
    "fatigue": "Fatigue",
    "stress": "Stress",
    "fatigue-tolerance": "Fatigue Tolerance",
    "stress-tolerance": "Stress Tolerance",
    "status.vulnerable": "Vulnerable",
    "status.burning": "Burning",
    "overexert.cost": "Overexert",
}

# What somebody does with an ability, and what links it to whom it concerns.
DEEDS: Final[dict[str, tuple[str, str]]] = {
    "uses": (" uses ", " on "),
    "borrows": (" uses ", " of "),
    "responds": (" responds with ", " to "),
    "renews": (" renews the Stance ", ""),
    "lays": (" lays out ", ""),
}

WINNERS: Final[dict[str, str]] = {
    "end.all-npcs-down": "all who opposed them are down",
    "end.all-pcs-down": "all PCs are down",
    "end.both-sides-down": "both sides go down together",
    "end.special-conditions": "a condition of the encounter is met",
    "end.surrender": "the others concede",
}


def who(combat: ThrumCombat, index: int) -> Part:
    """Return somebody's name as a part of a line."""
    return ("who", name_of(combat.units[index]) if index >= 0 else "Somebody")


def name_of(unit: ThrumCombatant) -> str:
    """Return what somebody is called: by the sheet, where each has a name of its own."""
    return unit.sheet.name or unit.name


def text(words: str) -> Part:
    """Return plain words as a part of a line."""
    return ("text", words)


def number(value: int) -> Part:
    """Return a number as a part of a line."""
    return ("number", numeral(value))


def cell(combat: ThrumCombat, place: int) -> Part:
    """Return a square as a part of a line."""
    return ("cell", combat.grid.name(place) if place >= 0 else "off the map")


def bonus(value: int) -> str:
    """Return a number with its sign, nothing for 0."""
    return signed(value) if value else ""


def dice_of(name: str, faces: list[int], total: int) -> list[Part]:
    """Return one side of a roll: ``3d6 keep high+3 [2 4 5] = 12``."""
    if not faces:
        return [number(total)]
    boons = 0 if len(faces) == 2 else len(faces) - 2 if "Boon" in name else 2 - len(faces)
    modifier = total - kept(faces, boons)
    pool = f"{len(faces)}d6"
    if boons:
        pool += " keep high" if boons > 0 else " keep low"
    shown = " ".join([str(face) for face in faces])
    return [
        text(f"{pool}{bonus(modifier)} "),
        ("die", f"[{shown}]"),
        text(" = "),
        number(total),
    ]


class ThrumWords(Words):
    """Thrum's events in sentences; ``effects`` are Statuses, conditions and Buffs by id."""

    questions: ClassVar[dict[str, str]] = QUESTIONS
    rows: ClassVar[tuple[str, ...]] = ROWS

    def __init__(self, effects: dict[str, Effect]) -> None:
        self.effects = effects

    def deed(self, combat: Combat[Any], deed: Deed, names: list[str]) -> str:
        assert isinstance(combat, ThrumCombat)
        return deed_of(combat, deed, names)

    def mark(self, combat: Combat[Any], who: int, mark: str) -> str:
        """Return a mark, a Stance in it by its name: ``stance Dig In``. Rule: turn.stance-step."""
        if not mark.startswith(STANCE):
            return mark
        unit: ThrumCombatant = combat.units[who]
        id, _, rest = mark.removeprefix(STANCE).partition(" ")
        ability = unit.sheet.ability(id)
        return " ".join([STANCE.strip(), ability.name if ability else id, rest]).strip()

    def unused(self, combat: Combat[Any], who: int) -> list[str]:
        return ["the Action"]

    def weight(self, event: Event) -> int:
        if isinstance(event, (Moved, Placed)):
            if event.way in SILENT_WAYS:
                return SILENT
            return DEED if event.way in ("enters", "joins") else OUTCOME
        if isinstance(event, (ConditionGained, ConditionLost)) and event.what.startswith(STANCE):
            if isinstance(event, ConditionGained):
                return DEED
            return SILENT if event.rule == "stance.one" else OUTCOME  # it takes another
        return WEIGHTS.get(event.name, OUTCOME)

    def parts(self, combat: Combat[Any], event: Event) -> list[Part]:
        assert isinstance(combat, ThrumCombat)
        if isinstance(event, Rolled):
            return self.rolled(combat, event)
        for telling in (
            self.of_turns,
            self.of_deeds,
            self.of_places,
            self.of_numbers,
            self.of_ends,
        ):
            found = telling(combat, event)
            if found:
                return found
        return [who(combat, event.who), text(f" {event.name.replace('_', ' ')}.")]

    def knows(self, combat: Combat[Any], event: Event) -> bool:
        """Return whether there are words for an event of this name."""
        assert isinstance(combat, ThrumCombat)
        return isinstance(event, Rolled) or any(
            telling(combat, event)
            for telling in (
                self.of_turns,
                self.of_deeds,
                self.of_places,
                self.of_numbers,
                self.of_ends,
            )
        )

    # -- names ----------------------------------------------------------------------------------

    def what(self, combat: ThrumCombat, event: Event) -> Part:
        """Return the ability, Status or condition that an event speaks of."""
        return ("what", self.named(combat, event, event.what))

    def named(self, combat: ThrumCombat, event: Event, word: str) -> str:
        """Return what an id is called: an ability of those concerned, an effect, a rule's name."""
        word = word.removeprefix(STANCE).removeprefix(KEPT)
        for index in (event.who, event.other):
            if index >= 0:
                ability = combat.units[index].sheet.ability(word)
                if ability is not None:
                    return ability.name
        effect = self.effects.get(word)
        if isinstance(effect, Feature):
            return effect.name
        for unit in combat.units:
            ability = unit.sheet.ability(word)
            if ability is not None:
                return ability.name
        return PLAIN.get(word, word.rpartition(".")[2].replace("-", " "))

    # -- dice -----------------------------------------------------------------------------------

    def rolled_for(self, rule: str) -> str:
        return "to land cleanly" if rule == "move.drop.roll" else ""

    def rolled(self, combat: ThrumCombat, event: Rolled) -> list[Part]:
        """Tell of a roll with its dice, totals and what came of it."""
        if event.rule == "roll.contest":
            return self.contest(combat, event)
        first, faces, total = event.parts[0]
        roll = dice_of(first, faces, total)
        if event.rule == "condition.disoriented":
            goes = "as it meant" if total == 7 else "to the right" if total > 7 else "to the left"
            return [who(combat, event.who), text(" staggers: "), *roll, text(f", {goes}.")]
        if event.what not in ROLLS:
            return [
                who(combat, event.who),
                text(f" rolls for {event.what or 'it'}: "),
                *roll,
                text("."),
            ]
        does, good, bad = ROLLS[event.what]
        other, theirs, against = event.parts[1]
        well = event.amount % 2 == 1 if event.what != "drop" else total > against
        return [
            who(combat, event.who),
            text(f" {does}{CAUSES.get(event.rule, '')}: "),
            *roll,
            text(f" against {AGAINST.get(event.what, '')}"),
            *dice_of(other, theirs, against),
            text(f" and {good if well else bad}."),
        ]

    def contest(self, combat: ThrumCombat, event: Rolled) -> list[Part]:
        """Tell of an attack: dice and total of either side, the defence, the result."""
        attack, faces, total = event.parts[0]
        defence, theirs, their_total = event.parts[1]
        line = [self.what(combat, event)]
        if event.other >= 0:
            line += [text(" on "), who(combat, event.other)]
        name = DEFENCES[event.before].capitalize() if event.other >= 0 else "the defence"
        line += [text(": "), *dice_of(attack, faces, total), text(f" against {name} ")]
        line += dice_of(defence, theirs, their_total)
        if event.other < 0:
            return [*line, text(".")]
        return [*line, text(f": {RESULTS.get(event.after, 'a Success')}.")]

    # -- the rest by kind: an empty list means that it is not of this kind -----------------------

    def of_turns(self, combat: ThrumCombat, event: Event) -> list[Part]:
        """Tell of rounds, turns and delays."""
        if event.name == "round":
            return [text("Round "), number(event.amount)]
        if event.name == "turn":
            return self.turn(combat, combat.units[event.who])
        if event.name == "raises initiative":
            n = number(event.amount)
            return [who(combat, event.who), text(" raises its initiative by "), n, text(".")]
        if event.name == "delays":
            return [
                who(combat, event.who),
                text(" waits for "),
                who(combat, event.other),
                text("."),
            ]
        return []

    def turn(self, combat: ThrumCombat, unit: ThrumCombatant) -> list[Part]:
        """Tell whose turn begins."""
        return [who(combat, unit.index), text("'s turn.")]

    def of_deeds(self, combat: ThrumCombat, event: Event) -> list[Part]:
        """Tell of abilities: used, taken as a Stance, answering; of their results without dice."""
        me = who(combat, event.who)
        name = event.name
        if name == "responds" and isinstance(self.effects.get(event.what), Condition):
            return [me, text("'s "), self.what(combat, event), text(" takes effect.")]
        if name in DEEDS:
            verb, link = DEEDS[name]
            line = [me, text(verb), self.what(combat, event)]
            if link and event.other >= 0 and event.other != event.who:
                line += [text(link), who(combat, event.other)]
            return [*line, text(".")]
        if name == "targets":
            return [me, text(" targets "), who(combat, event.other), text(".")]
        if name == "raises initiative":
            return [me, text(" raises its Initiative by "), number(event.amount), text(".")]
        if name == "contests":
            line = [self.what(combat, event), text(" on "), who(combat, event.other)]
            return [*line, text(f": {RESULTS.get(event.amount, 'a Success')}.")]
        if name == "redirects":
            return [me, text(" redirects it to "), who(combat, event.other), text(".")]
        if name == "is undefended":
            return [me, text(" does not defend: a Success.")]
        if name == "misses":
            return [
                self.what(combat, event),
                text(" cannot reach "),
                who(combat, event.other),
                text(" any more."),
            ]
        return []

    def of_places(self, combat: ThrumCombat, event: Event) -> list[Part]:
        """Tell of movement."""
        me = who(combat, event.who)
        if event.name == "moves":
            to = [text(" to "), cell(combat, event.goal), text(".")]
            return [me, text(" moves from "), cell(combat, event.cell), *to]
        if not isinstance(event, (Moved, Placed)):
            return []
        to = [text(" to "), cell(combat, event.after), text(".")]
        at = [cell(combat, event.after), text(".")]
        way = event.way
        if way == "appears":
            return [me, text(" appears at "), *at]
        if way == "enters":
            return [me, text(" stands at "), *at]
        if way == "joins":
            return [me, text(" joins the fight at "), *at]
        if way == "teleports":
            return [me, text(" teleports from "), cell(combat, event.before), *to]
        if way == "swaps":
            return [me, text(" changes places"), *to]
        if way == "is moved":
            by = (
                [text(" by "), who(combat, event.other)]
                if event.other not in (-1, event.who)
                else []
            )
            return [me, text(" is moved"), *by, text(" from "), cell(combat, event.before), *to]
        if way == "goes back":
            return [me, text(" goes back"), *to]
        if way == "vanishes":
            return [me, text(" disappears.")]
        return [me, text(" goes"), *to] if event.after >= 0 else [me, text(" leaves the map.")]

    def of_numbers(self, combat: ThrumCombat, event: Event) -> list[Part]:
        """Tell of Loads, Tolerances, Wounds, Potential, Statuses, conditions and Stances."""
        me = who(combat, event.who)
        if event.name == "is still":
            return [me, text(" is still "), self.what(combat, event), text(".")]
        if not isinstance(event, Change):
            return []
        now = text(f" ({event.before} to {event.after}).")
        name = PLAIN.get(event.what, event.what)
        if isinstance(event, Damaged):
            if event.what == "wounds":
                why = " for lying at Fatigue Tolerance 0"
                return [me, text(f" takes a Wound{why} (now {event.after}, of 3 that remove it).")]
            made_of = self.reckoning(combat, event)
            return [me, text(" takes "), number(event.amount), text(f" {name}"), *made_of, now]
        if isinstance(event, Healed):
            if event.rule == "panic.fail-transfer":
                return [me, text(" turns all its Stress into Fatigue"), now]
            if event.rule.startswith("incapacitated."):
                return [me, text(f"'s {name} Load goes down{CAUSES.get(event.rule, '')}"), now]
            return [me, text(" recovers "), number(event.amount), text(f" {name}"), now]
        if isinstance(event, (ResourceSpent, ResourceGained)):
            return self.resource(combat, event, me, now)
        if isinstance(event, ConditionGained):
            return self.gained(combat, event, me)
        return self.lost(combat, event, me)

    def resource(self, combat: ThrumCombat, event: Change, me: Part, now: Part) -> list[Part]:
        """Tell of a Tolerance or of Potential that goes up or down."""
        store, _, nova = event.what.partition(" ")
        more = event.after > event.before
        if not nova:
            verb = " gains " if more else " loses "
            why = CAUSES.get(event.rule, "")
            return [me, text(verb), number(event.amount), text(f" {PLAIN[store]}{why}"), now]
        verb = " gains " if more else " spends "
        of = text(" for " if more else " on ")
        what = ("what", self.named(combat, event, nova))
        return [me, text(verb), number(event.amount), text(" Potential"), of, what, now]

    def gained(self, combat: ThrumCombat, event: Change, me: Part) -> list[Part]:
        """Tell of a Status or condition, a Buff or a Stance that somebody now has."""
        what = self.what(combat, event)
        if event.what.startswith(STANCE):
            return [me, text(" takes the Stance "), what, text(".")]
        if event.what.startswith(KEPT):
            return [me, text(" keeps the Stance "), what, text(" as well.")]
        if self.numbered(event):
            why = CAUSES.get(event.ability, "")
            more = f"{why} (now {event.after})." if event.before else f"{why}."
            return [me, text(" gains "), number(event.amount), text(" "), what, text(more)]
        verb = " receives " if event.rule.startswith("buff.") else " is "
        return [me, text(verb), what, text(".")]

    def lost(self, combat: ThrumCombat, event: Change, me: Part) -> list[Part]:
        """Tell of a Status or condition, a Buff or a Stance that ends or goes down."""
        what = self.what(combat, event)
        if event.what.startswith((STANCE, KEPT)):
            return [me, text(" leaves the Stance "), what, text(".")]
        if event.after:
            return [me, text("'s "), what, text(f" goes down ({event.before} to {event.after}).")]
        gone = " is rid of " if self.numbered(event) else " is no longer "
        if event.rule.startswith("buff."):
            gone = " loses "
        return [me, text(gone), what, text(".")]

    def reckoning(self, combat: ThrumCombat, event: Change) -> list[Part]:
        """Return what harm is made of, if of several things: ``: 2 Sockem, +1 Vulnerable``.

        Of one thing it is what one has just been told of; what somebody takes upon itself is told.
        """
        if event.rule in CAUSES:
            return [text(CAUSES[event.rule])]
        if len(event.parts) == 1 and event.other == event.who:
            return [text(f" for {self.named(combat, event, event.parts[0][1])}")]
        if len(event.parts) < 2:
            return []
        found: list[Part] = []
        for place, (amount, why) in enumerate(event.parts):
            found.append(text(", " if place else ": "))
            found.append(("number", signed(amount) if place else numeral(amount)))
            found.append(text(f" {self.named(combat, event, why)}"))
        return found

    def numbered(self, event: Event) -> bool:
        """Return whether an event speaks of a Status or Mark, which have a number."""
        effect = self.effects.get(event.what)
        return isinstance(effect, Condition) and effect.numbered

    def of_ends(self, combat: ThrumCombat, event: Event) -> list[Part]:
        """Tell of falling, rising, leaving and the end."""
        me = who(combat, event.who)
        name = event.name
        if name == "fell" and event.what != "removed":
            return [me, text(" is Incapacitated!")]
        if name == "fell":
            left = event.rule == "end.surrender"
            return [me, text(" leaves the field." if left else " is out of the fight!")]
        if name == "rose":
            return [me, text(" is back on its feet.")]
        if name == "offers to concede":
            return [me, text("'s side offers to concede.")]
        if name == "fate":
            return [text("What becomes of "), me, text(f": {FATES[event.amount]}.")]
        if name == "ended":
            return self.ending(combat, event)
        if name == "too deep":
            return [me, text(" cannot respond: too many responses wait for each other.")]
        return []

    def ending(self, combat: ThrumCombat, event: Event) -> list[Part]:
        """Tell who has won, and why."""
        why = WINNERS.get(event.rule, "it is over")
        if event.amount < 0:
            return [text("The fight ends without a winner: "), text(f"{why}.")]
        winner = begun(party(combat, event.amount))
        return [("what", winner), text(f" win: {why}.")]
