"""What a seat is shown: the view of the fight, the open question, the log; always plain data.

A view holds whole numbers, texts, lists and tables only, so that its checksum is the same in
Python and in the browser. Whatever a seat may not know is left out here, before anything is sent.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import Any, Final, TypeAlias
from zlib import crc32

import msgspec

from affray.content.values import PARTS
from affray.core.choice import PASS, Option
from affray.core.combat import Combat
from affray.core.event import Event, Moved, Rolled
from affray.core.grid import CHEBYSHEV, Box
from affray.core.ruleset import NOTHING, PLACE
from affray.core.words import parts_of, weight_of
from affray.render.board import WORDS
from affray.session import asking
from affray.session.fight import Fight
from affray.session.orders import actor_of, doer_words
from affray.session.question import Question
from affray.session.view import CHANGES, QUARTERS, SPECTATOR, Observer
from affray.web.naming import ruled

Plain: TypeAlias = dict[str, Any]

PUBLIC: Final = ""  # the audience of spectators
MASTER: Final = "gm"  # the audience that is shown everything
HIDDEN: Final = frozenset({"undetected", "unlocated"})  # marks of who is not to be seen at all
LOST: Final = frozenset({"hidden"})  # marks of who is lost sight of, which others know
EXACT: Final = "exact"
BANDS: Final = "bands"
NUMBERLESS: Final = "hidden"
LOG: Final = 60  # lines in a whole view
MANY_PLACES: Final = 12  # options from which on places that are alike are told in rows
AREAS: Final = 9_000  # cells of all areas of a question that are sent along

CELLS: Final = {"sovereign": 5}  # how many of its units of length a cell is wide, if not one
CELL: Final = re.compile(r"^\d+,\d+$")
PLACED: Final = re.compile(r"(?:^| )\d+,\d+(?: |$)")  # a key that names a cell
LETTERS: Final = [chr(97 + kind) for kind in range(256)]  # of the kinds of ground
LINKING: Final = frozenset({"at", "on", "to", "against", "from"})

# What is drawn round a piece: (value, its bound or "" for the first known, kind).
# ``life`` falls to 0, ``load`` grows to its bound, ``extra`` is drawn outside.
BARS: Final[dict[str, tuple[tuple[str, str, str], ...]]] = {
    "icon": (("hp", "max hp", "life"), ("vigor", "", "extra")),
    "ingenuity": (("health", "", "life"), ("endurance", "", "extra")),
    "quest": (("hp", "max hp", "life"),),
    "sovereign": (("hp", "max hp", "life"),),
    "thrum": (
        ("fatigue", "fatigue tolerance", "load"),
        ("stress", "stress tolerance", "load"),
    ),
}


def encode(view: object) -> bytes:
    """Return canonical JSON: sorted keys, no spaces, UTF-8."""
    return msgspec.json.encode(view, order="deterministic")


def checksum(view: object) -> str:
    """Return the CRC-32 of the canonical JSON in 8 hex digits."""
    return f"{crc32(encode(view)):08x}"


def difference(old: Any, new: Any, path: str = "") -> Plain:
    """Return what turns one view into another: paths (parts divided by tabs) and their values.

    A value of None takes the entry away; views hold none themselves.
    """
    found: Plain = {}
    if isinstance(old, dict) and isinstance(new, dict):
        for name in old:
            if name not in new:
                found[_inner(path, name)] = None
        for name, value in new.items():
            if name not in old:
                found[_inner(path, name)] = value
            elif value != old[name]:
                found |= difference(old[name], value, _inner(path, name))
    elif old != new:
        found[path] = new
    return found


def _inner(path: str, name: str) -> str:
    return f"{path}\t{name}" if path else name


# -- the pieces ----------------------------------------------------------------------------------


def badges(names: list[str], sides: list[int]) -> list[tuple[str, int]]:
    """Return one or two letters for everybody and an ordinal (0: the only one of its kind).

    Those of one side have different letters; sides differ by shape.
    """
    found: list[tuple[str, int]] = []
    known: dict[int, dict[str, str]] = {}
    for name, side in zip(names, sides, strict=True):
        letters = known.setdefault(side, {})
        base, _, number = name.rpartition("-")
        if not base or not number.isdecimal():
            base, number = name, ""
        if base not in letters:
            word = "".join([one for one in base if one.isalnum()]) or "?"
            wanted = [word[0].upper(), *[word[0].upper() + one for one in word[1:]]]
            free = [one for one in wanted if one not in letters.values()]
            letters[base] = free[0] if free else word[:2].upper()
        found.append((letters[base], int(number) if number else 0))
    return found


class Lens:
    """One fight as one audience sees it."""

    def __init__(self, fight: Fight, audience: str, numbers: str = EXACT) -> None:
        """Look at a fight.

        Args:
            fight: what is looked at.
            audience: a seat of the fight, ``gm`` or "" for spectators.
            numbers: how the numbers of foes are shown: exact, bands or hidden.
        """
        self.fight = fight
        self.audience = audience
        self.numbers = numbers
        seats = fight.setup.seats
        seat = seats[-1] if audience == MASTER else audience if audience in seats else SPECTATOR
        self.observer = Observer(fight.ruleset, fight.setup, seat, numbers)
        self.badged: tuple[list[int], dict[int, tuple[str, int]]] = ([], {})  # of whom
        self.former: tuple[Combat[Any] | None, list[int]] = (None, [])  # who was known at the start
        self.words = fight.ruleset.words()
        self.begun: dict[int, dict[str, int]] = {}  # the numbers with which a combatant began
        self.levels: tuple[list[int], list[int]] = ([], [])  # heights, and the same as runs
        # Of the state that was viewed last: who is known to take part, what is known of each, and
        # what each is called.
        self.viewed: Combat[Any] | None = None
        self.known: list[bool] = []
        self.knowledge: list[int] = []
        self.titles: list[str] = []

    @property
    def all_known(self) -> bool:
        """Whether nothing is hidden from it."""
        return self.observer.all_known

    def own(self, combat: Combat[Any], index: int) -> bool:
        """Return whether the audience decides for a combatant."""
        return self.observer.own(combat, index)

    def takes_part(self, combat: Combat[Any], index: int) -> bool:
        """Return whether the audience knows that a combatant takes part."""
        if combat is self.viewed:
            return self.known[index]
        if self.own(combat, index):
            return True
        if HIDDEN.intersection(self.fight.ruleset.marks(combat, index)):
            return False
        return self.observer.knows(combat, index) > NOTHING

    def sees(self, combat: Combat[Any], index: int) -> bool:
        """Return whether the audience knows where a combatant is."""
        if not self.takes_part(combat, index):
            return False
        known = combat is self.viewed
        return (self.knowledge[index] if known else self.observer.knows(combat, index)) >= PLACE

    def look(self, combat: Combat[Any], made: Made) -> None:
        """Work out who is known in a state, until another one is viewed."""
        if not made.hidden:
            rules = self.fight.ruleset
            places = range(len(combat.units))
            made.hidden = [bool(HIDDEN.intersection(rules.marks(combat, one))) for one in places]
            made.titles = [asking.called(rules, combat, one) for one in places]
        self.titles = made.titles
        self.knowledge = self.observer.knows_of_all(combat)
        own = self.observer.owns(combat)
        self.known = [
            mine or (know > NOTHING and not hidden)
            for mine, know, hidden in zip(own, self.knowledge, made.hidden, strict=True)
        ]
        self.viewed = combat

    def knows(self, event: Event) -> bool:
        """Return whether the audience may be told of an event."""
        if self.all_known:
            return True
        combat = self.fight.combat
        for who in (event.who, event.other):
            if 0 <= who < len(combat.units) and not self.takes_part(combat, who):
                return False
        return self.observer.witnessed(event)

    def measured(self, a: int, b: int) -> list[tuple[str, str]]:
        """Return what a ruler from one cell to another tells, to the audience's knowledge.

        The distance always comes first: where the game measures nothing, it is counted in cells.
        """
        combat = self.observer.seen(self.fight.combat)
        found = self.fight.ruleset.measured(combat, a, b)
        if found:
            return found
        far = combat.grid.distance(a, b, CHEBYSHEV)
        return [(f"{far} cell{'' if far == 1 else 's'}", "")]

    # -- the view ----------------------------------------------------------------------------

    def view(self, made: Made | None = None) -> Plain:
        """Return everything that may change, as plain data.

        Args:
            made: what was made for others at the same moment: who knows the same is shown the same.
        """
        truth = self.fight.combat
        combat = self.observer.seen(truth)
        self.look(truth, made or Made())
        known = self.known
        indices = range(len(truth.units))
        there = self.observer.who_takes_part(combat)
        placed = [one >= PLACE for one in self.knowledge]
        if made is None:
            return self.shown(combat, known, there, placed)
        own = [] if self.numbers == EXACT else [self.own(combat, index) for index in indices]
        key = (self.numbers, known, there, placed, own, combat.key())
        found = next((view for other, view in made.views if other == key), None)
        if found is None:
            found = self.shown(combat, known, there, placed)
            made.views.append((key, found))
        return found

    def shown(
        self, combat: Combat[Any], known: list[bool], there: list[bool], placed: list[bool]
    ) -> Plain:
        """Return the view of a state.

        But for the numbers that it does not show of foes, nothing depends on whose it is beyond:

        Args:
            combat: the state as far as it is known.
            known: for each combatant whether it is known to take part.
            there: for each whether it is more than a possibility.
            placed: for each whether it is known where it is.
        """
        fight = self.fight
        truth = fight.combat
        names = [str(unit.name) for unit in truth.units]
        shown = {name for name, one in zip(names, known, strict=True) if one}
        marks = self.badges(truth, known)
        active = names[combat.active] if combat.active >= 0 else ""
        over = fight.outcome
        cells = range(combat.grid.size)
        levels = [*map(combat.level, cells)]
        if levels != self.levels[0]:
            self.levels = levels, _runs(levels)
        return {
            "round": combat.round,
            "active": active if active in shown else "",
            "units": {
                names[unit.index]: self.unit(
                    combat, unit.index, marks[unit.index], placed=placed[unit.index]
                )
                for unit in combat.units
                if known[unit.index] and there[unit.index]
            },
            "order": [[names[who], word] for who, word in combat.entries() if names[who] in shown],
            "ground": "".join([LETTERS[kind] for kind in map(combat.ground, cells)]),
            "levels": self.levels[1],
            "over": over.reason if over is not None else "",
            "winner": (over.winner or "") if over is not None else "",
        }

    def unit(
        self, combat: Combat[Any], index: int, badge: tuple[str, int], *, placed: bool
    ) -> Plain:
        """Return one combatant as plain data.

        ``placed``: whether it is known where it is; if not, nobody sees how it looks either.
        """
        unit = combat.units[index]
        ruleset = self.fight.ruleset
        grid = combat.grid
        marks = [one for one in ruleset.marks(combat, index) if placed or one in LOST]
        found: Plain = {
            "title": self.titles[index],
            "letter": badge[0],
            "side": unit.side,
            "marks": [self.words.mark(combat, index, mark) for mark in marks if mark not in HIDDEN],
        }
        if badge[1]:
            found["ordinal"] = badge[1]
        if unit.cell >= 0 and placed:
            found["at"] = [grid.column(unit.cell), grid.row(unit.cell)]
        if unit.size > 1:
            found["size"] = unit.size
        if ruleset.down(combat, index):
            found["down"] = 1
        if HIDDEN.intersection(marks):
            found["hidden"] = 1
        if not placed:
            return found
        measures = {name: int(value) for name, value in ruleset.measures(combat, index).items()}
        foe = not self.own(combat, index)
        if not foe or self.numbers == EXACT:
            found["numbers"] = measures
        bars = self.bars(index, measures, foe=foe)
        if bars:
            found["bars"] = bars
            if foe and self.numbers == BANDS:
                found["quarters"] = 1
        return found

    def bars(self, index: int, measures: dict[str, int], *, foe: bool) -> list[list[int | str]]:
        """Return what is drawn round a piece, each as (name, kind, value, bound).

        Where numbers are not exact the value says in which quarter of ``QUARTERS`` it lies, rounded
        up; of what has no bound it is 1 of 1: there is some.
        """
        found: list[list[int | str]] = []
        if foe and self.numbers == NUMBERLESS:
            return found
        bounds = self.first(index)
        for name, bound, kind in BARS.get(self.fight.ruleset.id, ()):
            if name not in measures:
                continue
            most = measures.get(bound, 0) if bound else bounds.get(name, 0)
            value = measures[name]
            if foe and self.numbers == BANDS:
                value, most = in_quarters(value, most)
            if kind != "extra" or value > 0:
                found.append([name, kind, value, max(most, value if kind != "load" else most)])
        return found

    def badges(self, combat: Combat[Any], known: list[bool]) -> dict[int, tuple[str, int]]:
        """Return the letters and ordinal of everybody who is known.

        Those who were known at the start come first, then who has joined, then who was found: no
        letter tells that somebody hides, and none changes when they are found.
        """
        start = self.at_start
        if self.former[0] is not start:
            former = [one.index for one in start.units if self.takes_part(start, one.index)]
            self.former = start, former
        late = [index for index, one in enumerate(known) if one and index not in self.former[1]]
        late.sort(key=lambda index: index < len(start.units))
        order = self.former[1] + late
        if self.badged[0] != order:
            units = [combat.units[index] for index in order]
            found = badges([str(one.name) for one in units], [one.side for one in units])
            self.badged = order, dict(zip(order, found, strict=True))
        return self.badged[1]

    @property
    def at_start(self) -> Combat[Any]:
        """The state with which the fight began."""
        done = self.fight.timeline.done
        return done[0].before if done else self.fight.timeline.combat

    def first(self, index: int) -> dict[str, int]:
        """Return the numbers of a combatant at the start of the fight."""
        known = self.begun.get(index)
        if known is not None:
            return known
        combat = self.at_start
        late = index >= len(combat.units)
        measures = self.fight.ruleset.measures(self.fight.combat if late else combat, index)
        found = {name: int(value) for name, value in measures.items()}
        if not late:  # else it may leave, and another one come in its place
            self.begun[index] = found
        return found

    def parts(self, event: Event) -> list[list[str]]:
        """Return an event as (kind of part, text), without numbers that are not shown."""
        combat = self.fight.combat
        counted = event.kind in CHANGES and event.who >= 0 and self.numbers != EXACT
        if event.kind == "ruling" or (counted and not self.own(combat, event.who)):
            return [list(part) for part in self.observer.told(combat, event)]
        return [list(part) for part in parts_of(self.fight.ruleset.words(), combat, event)]

    # -- the log -----------------------------------------------------------------------------

    def ruling(self, event: Event) -> list[list[str]]:
        """Return a ruling as (kind of part, text): what it changes here, and why."""
        found = self.parts(event)
        if self.all_known:
            found = [["text", f"The game master {ruled(self.fight, event.what)}."]]
        for made in reversed(self.fight.timeline.done):
            if any([one is event for one in made.events]):
                changed = self.changed(made.before, made.after)
                if changed:
                    found = [["text", f"The game master rules: {changed}."]]
                line = self.fight.timeline.edit_of(made)
                if line is not None:
                    found.append(["text", f" {line['reason']}"])
                break
        return found

    def changed(self, before: Combat[Any], after: Combat[Any]) -> str:
        """Return what is shown otherwise of whoever is in both of two states, in words."""
        found: list[str] = []
        for unit in before.units:
            who = unit.index
            if not self.sees(before, who) or not self.sees(after, who):
                continue
            words = self.otherwise(before, after, who)
            if words:
                title = asking.called(self.fight.ruleset, after, who)
                found.append(f"{title}: {', '.join(words)}")
        return "; ".join(found)

    def otherwise(self, before: Combat[Any], after: Combat[Any], who: int) -> list[str]:
        """Return what is shown otherwise of somebody: numbers, marks, the place."""
        ruleset = self.fight.ruleset
        words: list[str] = []
        went, came = before.units[who].cell, after.units[who].cell
        if came != went and came >= 0:
            words.append(f"now at {after.grid.name(came)}")
        states = [self.observer.seen(one) for one in (before, after)]
        if self.numbers == EXACT or self.own(before, who):
            old, new = [ruleset.measures(one, who) for one in states]
            changed = [name for name in new if name in old and old[name] != new[name]]
            words += [f"{name} {old[name]} to {new[name]}" for name in changed]
        had, has = [
            [
                self.words.mark(one, who, mark)
                for mark in ruleset.marks(one, who)
                if mark not in HIDDEN
            ]
            for one in states
        ]
        words += [f"now {mark}" for mark in has if mark not in had]
        words += [f"no longer {mark}" for mark in had if mark not in has]
        return [word.replace("-", " ").replace("hp ", "HP ") for word in words]

    def lines(self, events: Sequence[Event], made: Made | None = None) -> list[Plain]:
        """Return events as lines of the log, those without words left out.

        Args:
            events: what happened.
            made: what was made for others at the same moment.
        """
        found: list[Plain] = []
        rerolls = self.fight.timeline.rerolls()
        for event in events:
            reasons = [reason for first, reason in rerolls if first is event]
            found += [changed_die(reason) for reason in reasons]
            if not self.knows(event):
                continue
            # But for rulings, what happened is told in the same words to all who see all numbers.
            shared = made is not None and self.numbers == EXACT and event.kind != "ruling"
            if made is not None and shared and id(event) in made.lines:
                worded = made.lines[id(event)]
            else:
                line = self.line(event)
                worded = line if any([text.strip() for _, text in line["p"]]) else None
                if made is not None and shared:
                    made.lines[id(event)] = worded
            if worded is not None:
                found.append(worded)
        return found

    def last_lines(self, events: Sequence[Event], most: int = LOG) -> list[Plain]:
        """Return the last lines of the log; older events are not put into words."""
        found: list[Plain] = []
        for end in range(len(events), 0, -most):
            found = self.lines(events[max(end - most, 0) : end]) + found
            if len(found) >= most:
                break
        return found[-most:]

    def line(self, event: Event) -> Plain:
        """Return an event as a line of the log; one without words has no text in its parts."""
        weight = weight_of(self.fight.ruleset.words(), event)
        line: Plain = {"p": self.parts(event), "w": max(weight, 0)}
        if event.kind == "ruling":
            line |= {"p": self.ruling(event), "w": 0, "gm": 1}
        if event.rule:
            line["rule"] = event.rule
        if event.name == "round":
            line["round"] = event.amount
        if isinstance(event, Rolled) and event.faces:
            line["dice"] = _dice(event)
        if isinstance(event, Moved):
            line["who"] = str(self.fight.combat.units[event.who].name)
            line["way"] = [int(cell) for cell in event.cells]
        return line


def changed_die(reason: str) -> Plain:
    """Return the line of the log that tells of a die which the game master has changed."""
    return {"p": [["text", f"The game master changes a die: {reason}"]], "w": 0, "gm": 1}


def in_quarters(value: int, most: int) -> tuple[int, int]:
    """Return in which quarter of its bound a number lies, rounded up, and how many there are."""
    if value <= 0:
        return 0, QUARTERS
    return (min(-(-value * QUARTERS // most), QUARTERS), QUARTERS) if most > 0 else (1, 1)


def _runs(levels: list[int]) -> list[int]:
    """Return numbers as runs: how often, which, how often, which..."""
    found: list[int] = []
    for level in levels:
        if found and found[-1] == level:
            found[-2] += 1
        else:
            found += [1, level]
    return found


def _dice(event: Rolled) -> Plain:
    parts: list[Plain] = []
    place = 0
    for name, faces, total in event.parts:
        sides = list(event.sides[place : place + len(faces)])
        place += len(faces)
        parts.append({"name": name, "faces": list(faces), "sides": sides, "total": int(total)})
    reasons = [[name, int(amount), rule] for name, amount, rule in event.reasons]
    return {"parts": parts, "reasons": reasons, "result": int(event.amount)}


class Made:
    """What was made for some audiences at one moment, so that others need not make it again."""

    def __init__(self) -> None:
        self.views: list[tuple[tuple[Any, ...], Plain]] = []  # what is known, and its view
        self.steps: list[tuple[Plain, Plain, Plain, str]] = []  # old and new view, changes, digest
        self.hidden: list[bool] = []  # of everybody whether its marks say that it is not to be seen
        self.titles: list[str] = []  # what everybody is called
        # Lines of the log by the identity of their events, None for one without words.
        self.lines: dict[int, Plain | None] = {}


class Audience:
    """What one audience was shown last."""

    def __init__(self, lens: Lens) -> None:
        self.lens = lens
        self.view = lens.view()
        self.digest = checksum(self.view)

    def step(self, made: Made | None = None) -> Plain:
        """Return what has changed since.

        Args:
            made: what was made for others at the same moment; it takes what is made here, too.
        """
        old, view = self.view, self.lens.view(made)
        self.view = view
        for before, after, changes, digest in made.steps if made is not None else ():
            if before is old and after is view:
                self.digest = digest
                return {"set": changes, "digest": digest}
        changes = difference(old, view)
        self.digest = checksum(view)
        if made is not None:
            made.steps.append((old, view, changes, self.digest))
        return {"set": changes, "digest": self.digest}


# -- what never changes ----------------------------------------------------------------------------


def scene(fight: Fight) -> Plain:
    """Return what does not change in a fight: the map's edges and zones, the sides, the words."""
    combat = fight.combat
    grid = combat.grid
    setup = fight.setup
    cell = CELLS.get(fight.ruleset.id, 1) * PARTS
    return {
        "ruleset": fight.ruleset.id,
        "game": fight.ruleset.name or fight.ruleset.id.capitalize(),
        "width": grid.width,
        "height": grid.height,
        "grounds": {chr(97 + kind): word for kind, word in WORDS.items()},
        "edges": [[int(a), int(b), int(kind)] for a, b, kind in grid.edges],
        "exits": [int(one) for one in setup.leaving],
        "solids": [
            [int(part) * 1000 // cell for part in box]
            for box in grid.solids
            if _stands_out(combat, box, cell)
        ],
        "zones": [
            {"name": title(name), "cells": [int(cell) for cell in cells]}
            for name, cells in grid.zones.items()
            if {*cells} not in ({*setup.leaving}, *[{*side.start} for side in setup.sides])
        ],
        "sides": [
            {
                "id": side.id,
                "name": side.name,
                "seat": setup.seats[side.seat],
                "start": [int(one) for one in side.start],
            }
            for side in setup.sides
        ],
        "seats": list(setup.seats),
    }


def _stands_out(combat: Combat[Any], box: Box, cell: int) -> bool:
    """Return whether a solid is more than the raised ground on which one stands."""
    grid = combat.grid
    column = min((box[0] + box[3]) // 2 // cell, grid.width - 1)
    row = min((box[1] + box[4]) // 2 // cell, grid.height - 1)
    return int(box[5]) > PARTS * int(combat.level(grid.at(column, row)))


# -- the open question -----------------------------------------------------------------------------


def label_of(option: Option, names: Collection[str]) -> str:
    """Return what options of one kind are called: their key, names and places left out."""
    words: list[str] = []
    for word in option.key.split(" "):
        if word not in names and not CELL.match(word):
            words.append(word)
        elif words and words[-1] in LINKING:
            words.pop()
    return " ".join(words) or ("choose" if option.targets else "place")


def question(lens: Lens, asked: Question) -> Plain:
    """Return an open question for who may answer it: its options in groups of one label."""
    combat = asked.choice.combat
    assert isinstance(combat, Combat)
    names = {str(unit.name) for unit in combat.units}
    groups: dict[str, Plain] = {}
    areas = sum([len(option.cells) for option in asked.options]) <= AREAS
    others = {*asked.choice.unlisted()}
    wise: set[str] = set()  # groups of which something is listed, or that pass
    for option in asked.options:
        label = label_of(option, names)
        shared = f"{label}|{option.ability}"
        group = groups.get(shared)
        if group is None:
            text, price = asking.shown(asked, option, label)
            group = {"label": title(label), "verb": option.verb, "options": []}
            if (text, price) != (label, ""):
                group |= {"text": title(text), "price": price}
            groups[shared] = group
        if option.answer not in others or option.verb.startswith("pass"):
            wise.add(shared)
        if option.ability:
            group["ability"] = option.ability
        entry: Plain = {"key": option.key}
        if option.targets:
            entry["targets"] = [str(combat.units[target].name) for target in option.targets]
        if option.cells:
            goal = option.cells[-1]
            entry["cell"] = [combat.grid.column(goal), combat.grid.row(goal)]
        if option.cost >= 0:
            entry["cost"] = int(option.cost)
        if len(option.cells) > 1 and areas:
            entry["area"] = [int(cell) for cell in option.cells]
        group["options"].append(entry)
    for shared, group in groups.items():
        if shared not in wise:
            group["seldom"] = True
    listed = list(groups.values())
    offered = {one["key"] for group in listed for one in group["options"]}
    for group in listed:
        put_in_rows(group)
    fallback = asked.fallback.key
    unseen = [unit.index for unit in combat.units if not lens.sees(combat, unit.index)]
    return {
        "who": asked.who,
        "kind": asked.kind,
        "rule": asked.rule,
        "ask": asking.sentence(asked, combat, unseen),
        "about": asking.told_deed(asked, combat, unseen),
        "prompt": asking.capital(asked.prompt),
        "unit": asking.unit_of(asked),
        "reaction": asked.reaction,
        "doers": doers(lens, asked, combat),
        "default": fallback,
        "groups": listed,
        **ending(asked, combat),
        "refused": refusals(combat, asked, offered, unseen),
    }


def put_in_rows(group: Plain) -> None:
    """Tell the options of a group by rows of cells if they differ in nothing but the cell.

    Instead of ``options`` a group then has ``key``, in which ``*`` stands for "column,row", and
    ``rows`` in the order of the options, each as [column, row, how many to the right].
    """
    options: list[Plain] = group["options"]
    if len(options) < MANY_PLACES:
        return
    keys: set[str] = set()
    rows: list[list[int]] = []
    for one in options:
        if one.keys() != {"key", "cell"}:
            return
        column, row = one["cell"]
        words = one["key"].split(" ")
        keys.add(" ".join(["*" if word == f"{column},{row}" else word for word in words]))
        if rows and rows[-1][1] == row and rows[-1][0] + rows[-1][2] == column:
            rows[-1][2] += 1
        else:
            rows.append([column, row, 1])
    if len(keys) == 1 and min(keys).split(" ").count("*") == 1:
        group["key"] = min(keys)
        group["rows"] = rows
        del group["options"]


def ending(asked: Question, combat: Combat[Any]) -> Plain:
    """Return the key that ends the turn, and in words what useful would be wasted by it.

    Useful is what is left to spend while something can be done with it: at somebody else, or to go
    somewhere. Nothing if no turn can be ended here.
    """
    choice = asked.choice
    ends = next((one.key for one in asked.options if one.answer == PASS), "")
    if asked.kind != "action" or asked.reaction or choice.who < 0 or not ends:
        return {}
    useful = any(
        [
            one.verb == "move" or any([other != choice.who for other in one.targets])
            for one in asked.options
            if one.answer != PASS
        ]
    )
    words = asked.rules.words()
    return {"ends": ends, "unused": words.unused(combat, choice.who) if useful else []}


def doers(lens: Lens, asked: Question, combat: Combat[Any]) -> list[list[str]]:
    """Return those about whose deeds a standing order may be, each as (word, what it is called)."""
    actor = actor_of(asked, combat)
    if not asked.reaction or actor < 0 or not lens.sees(combat, actor):
        return []
    title_of = {str(side.id): side.name for side in lens.fight.setup.sides}
    unit = combat.units[actor]
    title_of[str(unit.name)] = asking.called(asked.rules, combat, actor)
    return [
        [word, title_of.get(word, f"any {title(word).lower()}")]
        for word in dict.fromkeys(doer_words(asked, combat))
    ]


def refusals(
    combat: Combat[Any],
    asked: Question,
    offered: set[str],
    unseen: Collection[int] = (),
    most: int = 8,
) -> list[Plain]:
    """Return what one may think of here and the rules forbid, with why: no places, a few only.

    Everybody is called as in sentences, the ``unseen`` are somebody.
    """
    found: list[Plain] = []
    seen = {
        "",
        *[key.partition(" ")[0] for key in offered],
    }  # told already
    names = {
        str(unit.name): asking.SOMEBODY
        if unit.index in unseen
        else asking.called(asked.rules, combat, unit.index)
        for unit in combat.units
    }
    for key in asked.choice.candidates():
        first = key.partition(" ")[0]
        if first in seen and first not in names:
            continue  # nearly all of them
        words = [word for word in key.split() if word not in names]
        label = words[0] if words else ""
        if label in seen or key in offered or PLACED.search(key):
            continue
        rule, fact = asked.choice.why_not(key)
        if not rule:
            continue
        seen.add(label)
        text, _ = asking.priced(asking.spelled(" ".join(words)))
        why = " ".join([names.get(word, word) for word in fact.split(" ")])
        found.append({"key": key, "label": title(text), "rule": rule, "why": why})
        if len(found) == most:
            break
    return found


def title(words: str) -> str:
    """Return a key as a label: ``basic-attack`` is ``Basic attack``."""
    text = words.replace("-", " ")
    return text[:1].upper() + text[1:]
