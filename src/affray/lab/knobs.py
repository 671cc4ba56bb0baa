"""What can be turned to balance a fight: a side's health, how many of somebody, any whole number.

A knob is a row of settings in order; each is a list of changes by path (:mod:`affray.lab.paths`),
so that it can be written as an encounter file. Settings that the game refuses are left out.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Final

from affray.content.encounter import Encounter, Side
from affray.content.problems import nearest, show
from affray.core.errors import InvalidError
from affray.lab.changes import Change
from affray.lab.variants import Variant

# What games call the most harm that somebody can take: the first that may be raised, or lowered.
HEALTH: Final = ("max_hp", "max_health", "health", "fatigue_tolerance", "hp")
HEALTHY: Final = ("hp", "health")  # how knobs say it, whatever the game calls it
COUNT: Final = "count"
LEAST, MOST = 0.25, 4.0  # of what health is
HEADS: Final = 3  # times as many heads, and as many more
MOST_NEW: Final = 12
NEAR: Final = 3  # cells from its like that a newcomer may stand
FURTHEST: Final = 60  # steps of a number up or down


@dataclass(frozen=True, slots=True)
class Setting:
    """One position of a knob.

    Attributes:
        at: how much it is, in the knob's own measure.
        changes: what is changed for it.
        told: the same in words: what was, what is.
    """

    at: float
    changes: tuple[Change, ...]
    told: tuple[str, ...]


@dataclass(frozen=True)
class Knob:
    """Something that can be turned.

    Attributes:
        word: as it was asked for: ``foes.hp``.
        settings: in ascending order.
        start: the place of the present one.
        side: of whom it is more, by number; -1 where that does not say whom it helps.
    """

    word: str
    settings: tuple[Setting, ...]
    start: int
    side: int = -1

    def size(self, place: int) -> float:
        """Return how great the change to a setting is, as a share of what there is now."""
        now = self.settings[self.start].at
        return abs(self.settings[place].at - now) / max(1e-9, abs(now))


def knob(variant: Variant, word: str) -> Knob:
    """Return a knob by its word.

    ``SIDE.hp`` and ``MEMBER.hp`` (or ``.health``) multiply the health of all of them,
    ``SIDE.count`` and ``MEMBER.count`` are how many there are; any other word is the path of a
    whole number of the encounter. A side is named by its id or its seat, a member by its id.

    Raises:
        InvalidError: there is no such thing, or it cannot be turned.
    """
    encounter = variant.encounter()
    head, _, last = word.rpartition(".")
    found = whom(encounter, head)
    if found is not None:
        number, ids = found
        if last in HEALTHY:
            return playable(variant, health(variant, word, number, ids))
        if last == COUNT:
            return playable(variant, heads(variant, word, number, ids))
    if whom(encounter, word) is not None:
        expected = f"{word}.{HEALTHY[0]}, {word}.{COUNT} or a path to a number of it"
        raise InvalidError([f"by: found {show(word)}, expected {expected}"])
    meant = nearest(last, (*HEALTHY, COUNT))
    if found is not None and meant and value_at(variant, word) is None:
        raise InvalidError([f"by: found {show(word)}; did you mean {head}.{meant}?"])
    return playable(variant, number_at(variant, word))


def whom(encounter: Encounter, word: str) -> tuple[int, list[str]] | None:
    """Return the side that a word names, and the ids of its members that are meant."""
    sides = encounter.sides
    named = [number for number, side in enumerate(sides) if side.id == word]
    named = named or [number for number, side in enumerate(sides) if side.seat == word]
    if len(named) == 1:
        return named[0], ids_of(sides[named[0]])
    side_word, dot, member = word.rpartition(".")
    for number, side in enumerate(sides):
        if member in ids_of(side) and (not dot or side_word in (side.id, side.seat)):
            return number, [member]
    return None


def ids_of(side: Side) -> list[str]:
    """Return the ids of the members of a side, each once, in order."""
    return list(dict.fromkeys([member.id for member in side.members]))


# -- health --------------------------------------------------------------------------------------


def health(variant: Variant, word: str, side: int, ids: list[str]) -> Knob:
    """Return the knob of the health of some members; everybody's changes in the same proportion."""
    encounter = variant.encounter()
    home = encounter.sides[side].id
    counts = {id: sum([one.count for one in encounter.sides[side].members if one.id == id])
              for id in ids}  # fmt: skip
    paths = {id: health_path(variant, f"{home}.{id}", word) for id in ids}
    now = {id: int(variant.value(path)) for id, path in paths.items()}
    whole = sum([now[id] * counts[id] for id in ids])
    # A member's health steps where its share of the multiple passes a half.
    edges = {1.0}
    for id in ids:
        edges |= {(step - 0.5) / now[id] for step in range(1, int(now[id] * MOST) + 2)}
    rows: dict[tuple[int, ...], Setting] = {}
    ordered = sorted([edge for edge in edges if LEAST <= edge <= MOST])
    for edge in ordered:
        values = {id: max(1, int(now[id] * edge + 0.5 + 1e-9)) for id in ids}
        total = sum([values[id] * counts[id] for id in ids])
        changed = [id for id in ids if values[id] != now[id]]
        rows[tuple(values.values())] = Setting(
            total / whole,
            tuple([Change(paths[id], values[id]) for id in changed]),
            tuple([f"{paths[id]}: {now[id]} -> {values[id]}" for id in changed]),
        )
    settings = tuple(sorted(rows.values(), key=lambda one: one.at))
    start = next(place for place, one in enumerate(settings) if not one.changes)
    return Knob(word, settings, start, side)


def health_path(variant: Variant, member: str, word: str) -> str:
    """Return the path of a member's health, by the game's own word.

    Raises:
        InvalidError: none can be changed.
    """
    for step in (1, -1):
        for name in HEALTH:
            path = f"{member}.{name}"
            value = value_at(variant, path)
            if isinstance(value, int) and value > 0 and can(variant, (Change(path, value + step),)):
                return path
    raise InvalidError([f"by: {word}: the health of {member} cannot be changed here"])


# -- heads ---------------------------------------------------------------------------------------


def heads(variant: Variant, word: str, side: int, ids: list[str]) -> Knob:
    """Return the knob of how many there are: more come in the order listed, the last go first."""
    members = variant.encounter().sides[side].members
    home = variant.encounter().sides[side].id
    path = f"{home}.members"
    now = {id: sum([one.count for one in members if one.id == id]) for id in ids}
    count = sum(now.values())
    others = sum([one.count for one in members]) - count
    settings = [Setting(count, (), ())]
    there = dict(now)
    changes: tuple[Change, ...] = ()
    while sum(there.values()) > (0 if others else 1):
        id = next(id for id in reversed(ids) if there[id] == max(there.values()))
        there[id] -= 1
        changes = (*changes, Change(path, id, "-="))
        settings.insert(0, heads_at(there, now, changes))
    there, changes = dict(now), ()
    for more in range(min(MOST_NEW, HEADS * count + HEADS)):
        id = ids[more % len(ids)]
        change = newcomer(variant, side, id, changes)
        if change is None:
            break
        there[id] += 1
        changes = (*changes, change)
        settings.append(heads_at(there, now, changes))
    start = next(place for place, one in enumerate(settings) if not one.changes)
    return Knob(word, tuple(settings), start, side)


def newcomer(variant: Variant, side: int, id: str, before: tuple[Change, ...]) -> Change | None:
    """Return what adds one more: where the side starts, else on a free cell near its like.

    None if the game refuses both. Where the first had to be put on a cell, so have the others.
    """
    encounter = variant.encounter()
    path = f"{encounter.sides[side].id}.members"
    plain = Change(path, id, "+=")
    if not any([isinstance(one.value, dict) for one in before]) and can(variant, (*before, plain)):
        return plain
    like = [one for one in encounter.sides[side].members if one.id == id and one.at is not None]
    if not like or like[0].at is None:
        return None
    facing = {"facing": like[0].facing} if like[0].facing is not None else {}
    column, row = like[0].at
    taken = [one.at for each in encounter.sides for one in each.members]
    taken += [tuple(one.value["at"]) for one in before if isinstance(one.value, dict)]
    near = sorted(
        [(column + x, row + y) for x in range(-NEAR, NEAR + 1) for y in range(-NEAR, NEAR + 1)],
        key=lambda cell: (max(abs(cell[0] - column), abs(cell[1] - row)), cell),
    )
    for cell in near:
        if min(cell) < 0 or cell in taken:
            continue
        placed = Change(path, {"id": id, "at": list(cell), **facing}, "+=")
        if can(variant, (*before, placed)):
            return placed
    return None


def heads_at(there: dict[str, int], now: dict[str, int], changes: tuple[Change, ...]) -> Setting:
    """Return the setting with so many of each."""
    told = [f"{id}: {now[id]} -> {there[id]}" for id in now if there[id] != now[id]]
    return Setting(sum(there.values()), changes, tuple(told))


# -- any whole number ----------------------------------------------------------------------------


def number_at(variant: Variant, path: str) -> Knob:
    """Return the knob of a whole number by its path.

    Raises:
        InvalidError: there is none, or no encounter file can hold it.
    """
    now = variant.value(path)
    if isinstance(now, bool) or not isinstance(now, int):
        raise InvalidError([f"by: {path}: found {now!r}, expected a whole number"])
    variant.changed(Change(path, now)).text()  # says if no encounter file can hold it
    far = min(FURTHEST, max(6, 2 * abs(now)))
    settings = [
        Setting(
            value,
            (Change(path, value),) if value != now else (),
            (f"{path}: {now} -> {value}",) if value != now else (),
        )
        for value in range(now - far, now + far + 1)
    ]
    return Knob(path, tuple(settings), far)


# -- what the game allows ------------------------------------------------------------------------


def playable(variant: Variant, whole: Knob) -> Knob:
    """Return a knob with those settings about the present one that the game does not refuse.

    Raises:
        InvalidError: it refuses all others.
    """

    @cache
    def fine(place: int) -> bool:
        return can(variant, whole.settings[place].changes)

    def edge(step: int) -> int:
        """Return the last place that is fine: beyond one that is not, none is."""
        good = whole.start
        bad = len(whole.settings) if step > 0 else -1
        reach = step
        while abs(bad - good) > 1:
            trial = good + reach
            if (trial - bad) * step >= 0:
                trial = (good + bad) // 2 if step > 0 else -((-good - bad) // 2)
            if trial == good:
                break
            if fine(trial):
                good, reach = trial, reach * 2
            else:
                bad, reach = trial, step
        return good

    low, high = edge(-1), edge(1)
    if low == high:
        told = fault_of(variant, whole, whole.start + 1 if high + 1 < len(whole.settings) else 0)
        raise InvalidError([f"by: {whole.word}: the game refuses every change of it: {told}"])
    return Knob(whole.word, whole.settings[low : high + 1], whole.start - low, whole.side)


def can(variant: Variant, changes: tuple[Change, ...]) -> bool:
    """Return whether the game can play with some changes."""
    try:
        replace(variant, changes=(*variant.changes, *changes))()
    except InvalidError:
        return False
    return True


def fault_of(variant: Variant, whole: Knob, place: int) -> str:
    """Return why a setting is refused."""
    try:
        variant.changed(*whole.settings[place].changes)()
    except InvalidError as fault:
        return fault.problems[0]
    return ""


def value_at(variant: Variant, path: str) -> Any:
    """Return the value at a path, None if there is none."""
    try:
        return variant.value(path)
    except InvalidError:
        return None
