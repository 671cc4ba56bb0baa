"""Events in sentences, for logs that are read for pleasure."""

from __future__ import annotations

from typing import Any, Final, TypeAlias

from affray.core.combat import Combat
from affray.core.effect import Effect
from affray.core.event import Event, Rolled
from affray.core.ruleset import Words
from affray.rulesets.thrum.attack.roll import kept
from affray.rulesets.thrum.condition.kinds import Condition
from affray.rulesets.thrum.feature import Feature
from affray.rulesets.thrum.gm import FATES
from affray.rulesets.thrum.state import ThrumCombat, ThrumCombatant
from affray.rulesets.thrum.terms import CRITICAL_HIT, DEFENCE_CRITICAL, DEFENCES, MISSED, SUCCESS

Part: TypeAlias = tuple[str, str]

# How far a line is indented: a round, a turn, what one does, what comes of it; SILENT: no line.
SILENT: Final = -1
ROUND: Final = 0
TURN: Final = 1
DEED: Final = 2
OUTCOME: Final = 3

WEIGHTS: Final[dict[str, int]] = {
    "round": ROUND,
    "ends": ROUND,
    "fate": ROUND,
    "turn": TURN,
    "steps": SILENT,  # "moves" tells of the whole way
    "targets": SILENT,
    "contests": SILENT,  # the dice tell of it
    "delays": DEED,
    "enters": DEED,
    "uses": DEED,
    "moves": DEED,
    "takes stance": DEED,
    "renews": DEED,
    "responds": DEED,
    "offers to concede": DEED,
}

RESULTS: Final[dict[int, str]] = {
    SUCCESS: "a Success",
    CRITICAL_HIT: "a Critical",
    MISSED: "avoided",
    DEFENCE_CRITICAL: "avoided with a Critical",
}

# What a rolled total stands for, by the name of the roll.
ROLLS: Final[dict[str, tuple[str, str, str]]] = {
    "panic": ("makes a Panic Roll", "holds", "loses its nerve"),
    "incapacity": ("makes an Incapacity Roll", "stays up", "goes down"),
    "drop": ("drops", "lands cleanly", "lands badly"),
}

# What somebody does with an ability, and what links it to whom it concerns.
DEEDS: Final[dict[str, tuple[str, str]]] = {
    "uses": (" uses ", " on "),
    "borrows": (" uses ", " of "),
    "responds": (" responds with ", " to "),
    "takes stance": (" takes the Stance ", ""),
    "renews": (" renews the Stance ", ""),
    "stance ends": (" leaves the Stance ", ""),
    "stays": (" cannot be moved: ", ""),
    "lays": (" lays out ", ""),
    "terrain": (" lays out ", ""),
}

WINNERS: Final[dict[str, str]] = {
    "end.all-npcs-down": "all who opposed them are down",
    "end.all-pcs-down": "all PCs are down",
    "end.both-sides-down": "both sides go down together",
    "end.special-conditions": "a condition of the encounter is met",
    "end.surrender": "the others concede",
}


def who(combat: ThrumCombat, index: int) -> Part:
    return ("who", name_of(combat.units[index]) if index >= 0 else "Somebody")


def name_of(unit: ThrumCombatant) -> str:
    """Return what somebody is called: by the sheet, where each has a name of its own."""
    return unit.sheet.name or unit.name


def text(words: str) -> Part:
    return ("text", words)


def number(value: int) -> Part:
    return ("number", str(value))


def cell(combat: ThrumCombat, place: int) -> Part:
    return ("cell", combat.grid.name(place) if place >= 0 else "off the map")


def signed(value: int) -> str:
    return f"{value:+d}" if value else ""


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
        text(f"{pool}{signed(modifier)} "),
        ("die", f"[{shown}]"),
        text(" = "),
        number(total),
    ]


class ThrumWords(Words):
    """Thrum's events in sentences; ``effects`` are Statuses, conditions and Buffs by id."""

    def __init__(self, effects: dict[str, Effect]) -> None:
        self.effects = effects

    def weight(self, event: Event) -> int:
        return WEIGHTS.get(event.name, OUTCOME)

    def parts(self, combat: Combat[Any], event: Event) -> list[Part]:
        assert isinstance(combat, ThrumCombat)
        if isinstance(event, Rolled):
            return self.rolled(combat, event)
        for telling in (self.of_turns, self.of_deeds, self.of_places, self.of_loads, self.of_ends):
            found = telling(combat, event)
            if found:
                return found
        return [who(combat, event.who), text(f" {event.name.replace('_', ' ')}.")]

    def knows(self, combat: Combat[Any], event: Event) -> bool:
        """Return whether there are words for an event of this name."""
        assert isinstance(combat, ThrumCombat)
        return isinstance(event, Rolled) or any(
            [
                telling(combat, event)
                for telling in (
                    self.of_turns,
                    self.of_deeds,
                    self.of_places,
                    self.of_loads,
                    self.of_ends,
                )
            ]
        )

    # -- names ----------------------------------------------------------------------------------

    def what(self, combat: ThrumCombat, event: Event) -> Part:
        """Return the ability, Status or condition that an event speaks of."""
        word = event.what
        for index in (event.who, event.other):
            if index >= 0:
                ability = combat.units[index].sheet.ability(word)
                if ability is not None:
                    return ("what", ability.name)
        effect = self.effects.get(word)
        if isinstance(effect, Feature):
            return ("what", effect.name)
        for unit in combat.units:
            ability = unit.sheet.ability(word)
            if ability is not None:
                return ("what", ability.name)
        return ("what", word.replace("-", " ").replace("_", " "))

    # -- dice -----------------------------------------------------------------------------------

    def rolled(self, combat: ThrumCombat, event: Rolled) -> list[Part]:
        """Tell of a roll with its dice, totals and what came of it."""
        if event.rule == "roll.contest":
            return self.contest(combat, event)
        first, faces, total = event.parts[0]
        roll = dice_of(first, faces, total)
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
            text(f" {does}: "),
            *roll,
            text(" against "),
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
        return [who(combat, unit.index), text("'s turn")]

    def of_deeds(self, combat: ThrumCombat, event: Event) -> list[Part]:
        """Tell of abilities: used, taken as a Stance, answering; of their results without dice."""
        me = who(combat, event.who)
        name = event.name
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
        to = [text(" to "), cell(combat, event.goal), text(".")]
        if event.name == "places":
            return [me, text(" appears at "), cell(combat, event.goal), text(".")]
        if event.name == "enters":
            return [me, text(" stands at "), cell(combat, event.goal), text(".")]
        if event.name == "steps" or event.name == "moves":
            return [me, text(" moves from "), cell(combat, event.cell), *to]
        if event.name == "teleports":
            return [me, text(" teleports from "), cell(combat, event.cell), *to]
        if event.name == "swaps":
            return [me, text(" changes places"), *to]
        if event.name == "is moved":
            return [me, text(" is moved"), *to]
        return []

    def of_loads(self, combat: ThrumCombat, event: Event) -> list[Part]:
        """Tell of Loads, Tolerances, Statuses, conditions and Potential."""
        me = who(combat, event.who)
        name = event.name
        amount = number(event.amount)
        now = text(f" ({event.before} to {event.after}).")
        if name == "takes":
            more = ", Vulnerable" if event.rule == "status.vulnerable" else ""
            return [me, text(" takes "), amount, text(f" {event.what.capitalize()}{more}"), now]
        if name == "recovers":
            return [me, text(" recovers "), amount, text(f" {event.what.capitalize()}"), now]
        if name == "drains":
            return [me, text(" loses "), amount, text(" Fatigue Tolerance and Load"), now]
        if name == "gains":
            return self.gains(combat, event, me)
        if name == "lowers":
            return [me, text("'s "), self.what(combat, event), text(" goes down"), now]
        if name == "loses":
            gone = " is rid of " if self.numbered(event) else " is no longer "
            if event.rule.startswith("buff."):
                gone = " loses "
            return [me, text(gone), self.what(combat, event), text(".")]
        if name == "expires":
            return [self.what(combat, event), text(" ends.")]
        if name == "panics":
            return [me, text(" panics: Stunned, all Stress becomes Fatigue, Stress Tolerance -1.")]
        if name == "gains potential":
            return [me, text(" gains "), amount, text(" Potential.")]
        return []

    def gains(self, combat: ThrumCombat, event: Event, me: Part) -> list[Part]:
        if self.numbered(event):
            more = f" (now {event.after})." if event.before else "."
            return [
                me,
                text(" gains "),
                number(event.amount),
                text(" "),
                self.what(combat, event),
                text(more),
            ]
        verb = " receives " if event.rule.startswith("buff.") else " is "
        return [me, text(verb), self.what(combat, event), text(".")]

    def numbered(self, event: Event) -> bool:
        """Return whether an event speaks of a Status or Mark, which have a number."""
        effect = self.effects.get(event.what)
        return isinstance(effect, Condition) and effect.numbered

    def of_ends(self, combat: ThrumCombat, event: Event) -> list[Part]:
        """Tell of falling, rising, leaving and the end."""
        me = who(combat, event.who)
        name = event.name
        if name == "falls":
            return [me, text(" is Incapacitated!")]
        if name == "wounded":
            return [me, text(" takes a Wound"), text(f" (now {event.after}).")]
        if name == "revives":
            return [me, text(" is back on its feet.")]
        if name == "removed":
            left = event.rule == "end.surrender"
            return [me, text(" leaves the field." if left else " is out of the fight!")]
        if name == "vanishes":
            return [me, text(" disappears.")]
        if name == "offers to concede":
            return [me, text("'s side offers to concede.")]
        if name == "fate":
            return [text("What becomes of "), me, text(f": {FATES[event.amount]}.")]
        if name == "ends":
            return self.ending(combat, event)
        if name == "too deep":
            return [me, text(" cannot respond: too many responses wait for each other.")]
        return []

    def ending(self, combat: ThrumCombat, event: Event) -> list[Part]:
        why = WINNERS.get(event.rule, "it is over")
        if event.amount < 0:
            return [text("The fight ends without a winner: "), text(f"{why}.")]
        winner = combat.side_ids[event.amount].replace("-", " ").title()
        return [("what", winner), text(f" win: {why}.")]
