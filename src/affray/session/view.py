"""What a seat may know of a fight, as plain data: whole numbers, texts, lists and tables, sorted.

The ruleset says who knows of whom and gives the fight as far as a seat knows it; everything here is
read from that, so that two fights which differ only in what a seat cannot know look the same to it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, TypeAlias

from affray.content.problems import InvalidError, listed, show
from affray.core.combat import Combat
from affray.core.dice import PURPOSE_NAMES, Unrolled
from affray.core.event import Event
from affray.core.outcome import Outcome
from affray.core.ruleset import EXISTENCE, NOTHING, PLACE, Ruleset
from affray.core.setup import Setup
from affray.core.words import Part, parts_of
from affray.render.board import WORDS
from affray.session.journal import event_data
from affray.session.question import Question
from affray.session.seats import place_of

Plain: TypeAlias = dict[str, Any]

SPECTATOR: Final = "spectator"  # sees what every seat may see
FORMAT: Final = 1

# How the numbers of those are shown for whom a seat does not decide.
EXACT: Final = "exact"
BANDS: Final = "bands"  # in quarters of their bound, or of what they were when the fight began
HIDDEN: Final = "hidden"
POLICIES: Final = (EXACT, BANDS, HIDDEN)
QUARTERS: Final = 4

# Events that change a number, and how they are told without the number itself.
CHANGES: Final = {
    "damaged": "loses",
    "healed": "recovers",
    "resource-spent": "spends",
    "resource-gained": "gains",
}
GROWS: Final = "takes"  # of harm that is counted upwards, such as fatigue
WRITTEN: Final = {
    "hp": "hit points",
    "max hp": "maximum hit points",
    "mp": "MP",
}  # numbers as people write them
COUNTED: Final = ("points", "wounds", "actions")  # of one of which there is no s
RULING: Final = "The game master rules."  # what it is about, the game master alone is shown
WHERE: Final = {"moved": ("before", "after"), "placed": ("before", "after")}  # fields with cells


class Observer:
    """A seat, or a spectator, and how the table shows it the numbers of others."""

    def __init__(self, ruleset: Ruleset, setup: Setup, seat: str, numbers: str = EXACT) -> None:
        """Look from a seat.

        Args:
            ruleset: of the fight.
            setup: of the fight.
            seat: one of its seats, or ``SPECTATOR``; the last seat, the GM's, knows everything.
            numbers: ``exact``, ``bands`` or ``hidden``.

        Raises:
            InvalidError: there is no such seat or policy.
        """
        if numbers not in POLICIES:
            raise InvalidError([f"numbers: found {show(numbers)}, expected {listed(POLICIES)}"])
        self.ruleset = ruleset
        self.setup = setup
        self.seat = seat
        self.numbers = numbers
        self.place = -1 if seat == SPECTATOR else place_of(seat, setup.seats)
        self.all_known = self.place == setup.gm()
        # The seats that all have to know a thing for it to be known here.
        self.places = list(range(setup.gm())) if self.place < 0 else [self.place]
        self.begun: list[dict[str, int]] = []  # everybody's numbers when the fight began

    def remember(self, begun: Combat[Any]) -> None:
        """Take note of the numbers with which a fight begins: bands may be quarters of these."""
        self.begun = [dict(self.ruleset.measures(begun, unit.index)) for unit in begun.units]

    # -- what is known -----------------------------------------------------------------------

    def seen(self, combat: Combat[Any]) -> Combat[Any]:
        """Return a fight as far as it is known here."""
        found = combat
        for place in [] if self.all_known else self.places:
            found = self.ruleset.blind(found, place)
        return found

    def knows(self, combat: Combat[Any], who: int) -> int:
        """Return what is known of a combatant: ``NOTHING``, ``EXISTENCE`` or ``PLACE``."""
        if self.all_known or who < 0:
            return PLACE
        return min([self.ruleset.knows(combat, place, who) for place in self.places])

    def knows_of_all(self, combat: Combat[Any]) -> list[int]:
        """Return what ``knows`` says of each combatant."""
        if self.all_known:
            return [PLACE] * len(combat.units)
        knows = self.ruleset.knows
        every = [[knows(combat, one, unit.index) for unit in combat.units] for one in self.places]
        return every[0] if len(every) == 1 else [min(known) for known in zip(*every, strict=True)]

    def owns(self, combat: Combat[Any]) -> list[bool]:
        """Return what ``own`` says of each combatant."""
        if self.all_known or self.place < 0:
            return [self.all_known] * len(combat.units)
        return [bool(unit.seats >> self.place & 1) for unit in combat.units]

    def own(self, combat: Combat[Any], who: int) -> bool:
        """Return whether the seat decides for a combatant, or knows everything."""
        return self.all_known or (
            self.place >= 0 and bool(combat.units[who].seats >> self.place & 1)
        )

    def witnessed(self, event: Event) -> bool:
        """Return whether an event is known here."""
        return self.all_known or all([bool(event.seen >> place & 1) for place in self.places])

    # -- the state ---------------------------------------------------------------------------

    def state(self, truth: Combat[Any]) -> Plain:
        """Return what is known of a state; ``truth`` is the whole of it."""
        combat = self.seen(truth)
        known = [self.knows(truth, unit.index) for unit in truth.units]
        active = combat.active
        return {
            "format": FORMAT,
            "ruleset": self.ruleset.id,
            "seat": self.seat,
            "round": combat.round,
            "phase": self.phase(combat),
            "turn": combat.units[active].name if active >= 0 and known[active] > NOTHING else "",
            "sides": [self.side(number) for number in range(len(self.setup.sides))],
            "combatants": [
                self.combatant(combat, unit.index, known[unit.index])
                for unit in combat.units
                if known[unit.index] > NOTHING and self.takes_part(combat, unit.index)
            ],
            "order": [
                [combat.units[who].name, word]
                for who, word in combat.entries()
                if known[who] > NOTHING
            ],
            "ground": self.ground(combat),
            "outcome": self.outcome(combat),
        }

    def phase(self, combat: Combat[Any]) -> str:
        """Return the word for the part of the round or turn that is under way."""
        words = self.ruleset.value_words(combat, -1, "phase")
        number = getattr(combat, "phase", -1)
        return words[number] if 0 <= number < len(words) else ""

    def side(self, number: int) -> Plain:
        """Return a side: whom it fights is known to all."""
        one = self.setup.sides[number]
        return {
            "id": one.id,
            "name": one.name,
            "seat": self.setup.seats[one.seat],
            "allied": [self.setup.sides[other].id for other in one.allied],
            "neutral": [self.setup.sides[other].id for other in one.neutral],
        }

    def takes_part(self, combat: Combat[Any], who: int) -> bool:
        """Return whether somebody is more than a possibility: there, gone, or one's own."""
        unit = combat.units[who]
        here = unit.present or unit.cell >= 0
        return here or self.own(combat, who) or self.ruleset.down(combat, who)

    def who_takes_part(self, combat: Combat[Any]) -> list[bool]:
        """Return what ``takes_part`` says of each combatant."""
        down = self.ruleset.down
        return [
            unit.present or unit.cell >= 0 or mine or down(combat, unit.index)
            for unit, mine in zip(combat.units, self.owns(combat), strict=True)
        ]

    def combatant(self, combat: Combat[Any], who: int, known: int) -> Plain:
        """Return a combatant as it is known.

        Of whom only that it takes part is known, neither place nor numbers are told.
        """
        unit = combat.units[who]
        own = self.own(combat, who)
        found: Plain = {
            "name": unit.name,
            "side": self.setup.sides[unit.side].id if unit.side >= 0 else "",
            "own": int(own),
            "size": unit.size,
            "present": int(unit.present),
            "cell": self.cell(combat, unit.cell) if known > EXISTENCE else [],
            "placed": int(known > EXISTENCE),
            "down": int(self.ruleset.down(combat, who)),
            "marks": list(self.ruleset.marks(combat, who)) if known > EXISTENCE else [],
        }
        if known == EXISTENCE:
            return found
        measures = {name: int(one) for name, one in self.ruleset.measures(combat, who).items()}
        if own or self.numbers == EXACT:
            found["measures"] = measures
        elif self.numbers == BANDS:
            found["bands"] = self.bands(who, measures)
        return found

    def bands(self, who: int, measures: dict[str, int]) -> dict[str, int]:
        """Return numbers in quarters, rounded up, of their bound or of what they began with.

        A bound follows what it bounds: ``fatigue tolerance`` or ``max hp``. Numbers without either
        are left out.
        """
        found: dict[str, int] = {}
        names = list(measures)
        for number, name in enumerate(names):
            after = names[number + 1] if number + 1 < len(names) else ""
            bounded = after == f"max {name}" or (bool(after) and after.startswith(f"{name} "))
            most = measures[after] if bounded else 0
            if not most and who < len(self.begun):
                most = self.begun[who].get(name, 0)
            if most > 0 and not name.startswith("max "):
                found[name] = min(-(-max(measures[name], 0) * QUARTERS // most), QUARTERS)
            if bounded:
                found.pop(after, None)
        return {name: one for name, one in found.items() if not _bounds(name, names)}

    def ground(self, combat: Combat[Any]) -> list[Plain]:
        """Return the cells whose ground or height is not what the map says."""
        grid = combat.grid
        found: list[Plain] = []
        for cell in range(grid.size):
            kind, level = combat.ground(cell), combat.level(cell)
            if kind != grid.ground[cell] or level != grid.levels[cell]:
                word = WORDS.get(kind, str(kind))
                found.append({"cell": self.cell(combat, cell), "kind": word, "level": level})
        return found

    def outcome(self, combat: Combat[Any]) -> Plain:
        """Return how the fight ended, an empty table while it goes on."""
        if not combat.outcome:
            return {}
        winner = self.setup.sides[combat.winner].id if combat.winner >= 0 else ""
        end = Outcome(winner, combat.outcome, combat.round)
        return {"winner": end.winner, "reason": end.reason, "rounds": end.rounds}

    def cell(self, combat: Combat[Any], cell: int) -> list[int]:
        """Return a cell as column and row, an empty list off the map."""
        return [combat.grid.column(cell), combat.grid.row(cell)] if cell >= 0 else []

    # -- what is asked -----------------------------------------------------------------------

    def question(self, combat: Combat[Any], question: Question | None) -> Plain:
        """Return what is asked, if it is asked here; of others only that somebody decides."""
        if question is None:
            return {}
        if not self.all_known and self.seat not in question.seats:
            return {"waiting": 1}
        return {
            "kind": question.kind,
            "prompt": question.prompt,
            "rule": question.rule,
            "who": question.who,
            "seats": question.seats,
            "reaction": int(question.reaction),
            "fallback": question.fallback.key,
            "options": [
                {
                    "key": option.key,
                    "verb": option.verb,
                    "who": self.name(combat, option.who),
                    "targets": [self.name(combat, other) for other in option.targets],
                    "cells": [self.cell(combat, other) for other in option.cells],
                    "ability": option.ability,
                    "cost": option.cost,
                }
                for option in question.options
            ],
        }

    def die(self, combat: Combat[Any], wanted: Unrolled | None) -> Plain:
        """Return the die that is to be rolled by hand, if it is known whose it is."""
        if wanted is None:
            return {}
        if self.knows(combat, wanted.who) == NOTHING:
            return {"waiting": 1}
        known = wanted.purpose < len(PURPOSE_NAMES)
        return {
            "sides": wanted.sides,
            "who": self.name(combat, wanted.who),
            "purpose": PURPOSE_NAMES[wanted.purpose] if known else "",
            "rule": wanted.rule,
        }

    def name(self, combat: Combat[Any], who: int) -> str:
        """Return the name of a combatant, "" for nobody."""
        return str(combat.units[who].name) if 0 <= who < len(combat.units) else ""

    # -- what happened -----------------------------------------------------------------------

    def events(self, combat: Combat[Any], events: Sequence[Event]) -> list[Plain]:
        """Return the events that are known here, each with its sentence."""
        return [self.event(combat, event) for event in events if self.witnessed(event)]

    def event(self, combat: Combat[Any], event: Event) -> Plain:
        """Return an event as plain data: names for combatants, columns and rows for cells."""
        found: Plain = {"kind": event.kind, **event_data(event)}
        found.pop("seen", None)  # who else knows of it is nobody's business
        for name in ("who", "other"):
            if name in found:
                found[name] = self.name(combat, found[name])
        if "seats" in found:
            bits = found["seats"]
            names = enumerate(self.setup.seats)
            found["seats"] = [name for place, name in names if bits >> place & 1]
        for name in (*WHERE.get(event.kind, ()), "cell", "goal"):
            if name in found or name in WHERE.get(event.kind, ()):
                found[name] = self.cell(combat, found.get(name, 0))
        if "cells" in found:
            found["cells"] = [self.cell(combat, one) for one in found["cells"]]
        counted = event.kind in CHANGES and event.who >= 0
        if counted and self.numbers != EXACT and not self.own(combat, event.who):
            for name in ("before", "after", "parts"):
                found.pop(name, None)
        if event.kind == "ruling" and not self.all_known:
            found.pop("what", None)
        found["text"] = "".join([text for _, text in self.told(combat, event)]).strip()
        return found

    def told(self, combat: Combat[Any], event: Event) -> list[Part]:
        """Return the sentence of an event as (kind of part, text), none if it has no words.

        What a combatant loses or gains is told, and what it has then only if that is shown.
        """
        if event.kind == "ruling" and not self.all_known:
            return [("text", RULING)]
        parts = parts_of(self.ruleset.words(), combat, event)
        counted = event.kind in CHANGES and event.who >= 0 and self.numbers != EXACT
        if not parts or not counted or self.own(combat, event.who):
            return parts
        title = next((text for kind, text in parts if kind == "who"), self.name(combat, event.who))
        grows = event.kind == "damaged" and event.after > event.before
        what = WRITTEN.get(event.what, event.what.replace("-", " "))
        if event.amount == 1 and what.endswith(COUNTED):
            what = what[:-1]
        deed = f" {GROWS if grows else CHANGES[event.kind]} {event.amount} {what}."
        return [("who", title), ("text", deed)]


def _bounds(name: str, names: list[str]) -> bool:
    """Return whether a number is only the bound of another."""
    return name.startswith("max ") or any(
        [name.startswith(f"{one} ") for one in names if one != name]
    )
