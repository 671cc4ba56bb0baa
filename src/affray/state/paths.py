"""Values of a combat by path, such as ``ana.hp``: read, compared and set, for cases and edits.

Never compiled: it goes by names.
"""

from __future__ import annotations

from typing import Any, Final

from affray.content.problems import InvalidError, nearest, show
from affray.core.combat import Combat, Combatant
from affray.core.effect import MOMENTS, Held
from affray.core.grid import SOLID
from affray.core.ruleset import Ruleset
from affray.state.naming import SETS, in_words, number_for
from affray.state.snapshot import TURN_ORDERS, derive, dump, effect_named

HELD_PARTS: Final = ("n", "source", "ends", "anchor")
BIGGEST: Final = 1_000_000


def get(combat: Combat[Any], ruleset: Ruleset, path: str) -> object:
    """Return the value at a path such as ``ana.hp``, ``ana.burning``, ``ana.at`` or ``round``.

    Raises:
        InvalidError: there is no such path; the nearest is named.
    """
    return dump(_Field(combat, ruleset).find(path).get())


def told(combat: Combat[Any], ruleset: Ruleset, path: str) -> object:
    """Return the value at a path as cases write it: names for the numbers that stand for something.

    Raises:
        InvalidError: there is no such path; the nearest is named.
    """
    place = _Field(combat, ruleset).find(path)
    return place.worded(place.get())


def meant(combat: Combat[Any], ruleset: Ruleset, path: str, value: object) -> object:
    """Return what a value from a case means at a path, written as ``told`` writes it.

    Raises:
        InvalidError: there is no such path, or nothing like it can stand there.
    """
    place = _Field(combat, ruleset).find(path)
    return place.worded(place.read(value))


def matches(combat: Combat[Any], ruleset: Ruleset, path: str, expected: object) -> bool:
    """Return whether a value is what a case expects; names stand for the numbers they mean.

    Raises:
        InvalidError: there is no such path, or nothing like ``expected`` can stand there.
    """
    place = _Field(combat, ruleset).find(path)
    return bool(dump(place.get()) == dump(place.read(expected)))


def put(combat: Combat[Any], ruleset: Ruleset, path: str, value: object) -> None:
    """Set one value, as a game master does, and let come about what follows from it.

    Whoever has no hit points left falls, for one; ``arrange`` sets values and no more.

    Raises:
        InvalidError: no such path, a value that cannot stand there, or a state that cannot be;
            nothing has changed then.
    """
    _set(combat, ruleset, {path: value}, ruled=True)


def arrange(combat: Combat[Any], ruleset: Ruleset, values: dict[str, object]) -> None:
    """Set several values at once: only the whole has to be a state that can be.

    Raises:
        InvalidError: as for ``put``.
    """
    _set(combat, ruleset, values, ruled=False)


def _set(combat: Combat[Any], ruleset: Ruleset, values: dict[str, object], *, ruled: bool) -> None:
    trial = combat.clone()
    try:
        _assign(trial, ruleset, values, ruled=ruled)
        trial.clone().key()
        fault = trial.recount()
    except (TypeError, ValueError, AttributeError, LookupError, AssertionError) as wrong:
        said = ", ".join([f"{path} = {show(value)}" for path, value in values.items()])
        raise InvalidError([f"{said}: no such value can stand there ({wrong})"]) from wrong
    if fault:
        found = f"; found {show(next(iter(values.values())))}" if len(values) == 1 else ""
        raise InvalidError([f"{', '.join(values)}: this cannot be: {fault}{found}"])
    _assign(combat, ruleset, values, ruled=ruled)


def _assign(
    combat: Combat[Any], ruleset: Ruleset, values: dict[str, object], *, ruled: bool
) -> None:
    before = combat.clone() if ruled else combat
    field = _Field(combat, ruleset)
    for path, value in values.items():
        if not ruleset.put(combat, path, value):
            place = field.find(path)
            place.set(place.read(value))
    derive(combat)
    if ruled:
        ruleset.ruled(combat, before)
        derive(combat)


class _Place:
    """Where a path leads: an attribute of an object, or an entry of a list or table."""

    def __init__(self, field: _Field, path: str, who: int, owner: Any, key: Any, name: str) -> None:
        self.field = field
        self.path = path
        self.who = who  # combatant whose words are understood; -1 none
        self.owner = owner
        self.key = key
        self.name = name  # the field in which it lies
        self.field_name = name  # with the class of the piece of state it is of

    def worded(self, value: Any) -> object:
        """Return a value that stands here with names for numbers."""
        field = self.field
        return in_words(field.combat, field.ruleset, self.who, self.field_name, value)

    def get(self) -> Any:
        if isinstance(self.owner, dict):
            return self.owner.get(self.key, 0)
        if isinstance(self.owner, list):
            return self.owner[self.key]
        return getattr(self.owner, self.key)

    def set(self, value: Any) -> None:
        if isinstance(self.owner, list | dict):
            self.owner[self.key] = value
        else:
            setattr(self.owner, self.key, value)

    def read(self, value: object) -> Any:
        """Return what a value from a file means here."""
        return self.field.understood(self, value, self.get())


class _Entry(_Place):
    """An entry of a tuple: to set it is to put another tuple into its place."""

    def __init__(self, inside: _Place, index: int) -> None:
        super().__init__(inside.field, inside.path, inside.who, inside.owner, index, inside.name)
        self.field_name = inside.field_name
        self.inside = inside

    def get(self) -> Any:
        return self.inside.get()[self.key]

    def set(self, value: Any) -> None:
        entries = list(self.inside.get())
        entries[self.key] = value
        self.inside.set(tuple(entries))


class _Cell(_Place):
    """Where somebody stands, as ``column,row``; "" off the map."""

    def get(self) -> Any:
        cell = self.owner.cell
        return self.field.combat.grid.name(cell) if cell >= 0 else ""

    def set(self, value: Any) -> None:
        self.owner.cell = self.field.combat.grid.read(value) if value else -1

    def read(self, value: object) -> Any:
        grid = self.field.combat.grid
        if isinstance(value, list):
            value = ",".join([str(one) for one in value])
        if value in ("", "none"):
            return ""
        cell = grid.read(value) if isinstance(value, str) else -1
        if cell < 0 or not grid.footprint(cell, self.owner.size):
            expected = f'a cell of the map such as "{grid.width // 2},{grid.height // 2}"'
            raise InvalidError([f"{self.path}: found {show(value)}, expected {expected}"])
        for one in grid.footprint(cell, self.owner.size):
            if self.field.combat.ground(one) in SOLID:
                raise InvalidError([f"{self.path}: nobody can stand at {grid.name(one)}"])
        return grid.name(cell)


class _Held(_Place):
    """An effect on somebody: its number (1 if it has none), 0 if it is not held."""

    def held(self) -> Held | None:
        found: Held | None = self.owner.held(self.key)
        return found

    def get(self) -> Any:
        held = self.held()
        return 0 if held is None else held.n or 1

    def read(self, value: object) -> Any:
        if isinstance(value, bool | int):
            return int(value)
        if isinstance(value, dict):
            return value
        raise InvalidError([f"{self.path}: found {show(value)}, expected a number or a table"])

    def set(self, value: Any) -> None:
        held = self.held()
        if value == 0:
            self.owner.effects = [effect for effect in self.owner.effects if effect is not held]
            return
        if held is None:
            who = self.owner.index
            held = Held(self.key, 1, who, 0, who)
            self.owner.effects = [*self.owner.effects, held]
        parts = value if isinstance(value, dict) else {"n": value}
        for part, one in parts.items():
            path = f"{self.path}.{part}"
            place = _HeldPart(self.field, path, self.who, self.owner, self.key, part)
            place.set(place.read(one))


class _HeldPart(_Held):
    """The number, source, end or anchor of an effect that somebody holds."""

    def get(self) -> Any:
        held = self.held()
        if held is None:
            return 0
        return MOMENTS[held.ends] if self.name == "ends" else getattr(held, self.name)

    def read(self, value: object) -> Any:
        if self.name == "ends":
            if value in MOMENTS:
                return value
            expected = f"one of {', '.join(MOMENTS)}"
            raise InvalidError([f"{self.path}: found {show(value)}, expected {expected}"])
        return self.field.understood(self, value, 0)

    def set(self, value: Any) -> None:
        if self.held() is None:
            super().set(1)
        held = self.held()
        if held is not None:
            setattr(held, self.name, MOMENTS.index(value) if self.name == "ends" else value)


class _Derived(_Place):
    """What follows from other values: it can be read, not set."""

    def get(self) -> Any:
        return self.key

    def set(self, value: Any) -> None:
        raise InvalidError([f"{self.path}: it follows from other values and cannot be set"])


class _Field:
    """The values of one combat, by path."""

    def __init__(self, combat: Combat[Any], ruleset: Ruleset) -> None:
        self.combat = combat
        self.ruleset = ruleset

    def find(self, path: str) -> _Place:
        """Return where a path leads.

        Raises:
            InvalidError: nowhere; the nearest path is named.
        """
        head, *rest = path.split(".")
        head = self.ruleset.aliases.get(head, head)
        unit = next((unit for unit in self.combat.units if unit.name == head), None)
        if unit is None:
            if head not in self.combat.FIELDS:
                known = [*[unit.name for unit in self.combat.units], *self.combat.FIELDS]
                raise self._unknown(path, head, known)
            return self._descend(_Place(self, path, -1, self.combat, head, head), rest)
        if not rest:
            expected = f"one of its values, such as {path}.at"
            raise InvalidError([f"{path}: found a combatant, expected {expected}"])
        return self._of(path, unit, rest)

    def _of(self, path: str, unit: Combatant, rest: list[str]) -> _Place:
        first = self.ruleset.aliases.get(rest[0], rest[0])
        if first in ("at", "cell") and len(rest) == 1:
            return _Cell(self, path, unit.index, unit, "cell", "cell")
        if first in unit.FIELDS:
            return self._descend(_Place(self, path, unit.index, unit, first, first), rest[1:])
        effects = self.ruleset.effects()
        whole = ".".join(rest)
        if whole in effects:
            return _Held(self, path, unit.index, unit, effects[whole], "effects")
        if ".".join(rest[:-1]) in effects and rest[-1] in HELD_PARTS:
            effect = effects[".".join(rest[:-1])]
            return _HeldPart(self, path, unit.index, unit, effect, rest[-1])
        derived = self._derived(unit)
        if whole in derived:
            return _Derived(self, path, unit.index, unit, derived[whole], whole)
        known = ["at", *unit.FIELDS, *self.ruleset.aliases, *effects, *derived]
        raise self._unknown(path, rest[0], [f"{unit.name}.{one}" for one in known])

    def _derived(self, unit: Combatant) -> dict[str, object]:
        found: dict[str, object] = dict.fromkeys(self.ruleset.derived, False)
        found.update(self.ruleset.measures(self.combat, unit.index))
        found.update(dict.fromkeys(self.ruleset.marks(self.combat, unit.index), True))
        for name in self.ruleset.numbers():
            parts = self.ruleset.explain(self.combat, unit.index, name)
            found.setdefault(name, sum([amount for amount, _ in parts]))
        return found

    def _unknown(self, path: str, word: str, known: list[str]) -> InvalidError:
        close = nearest(path, known) or nearest(word, known)
        hint = f"; did you mean {close}?" if close else ""
        return InvalidError([f"{path}: there is no such value{hint}"])

    def _descend(self, place: _Place, rest: list[str]) -> _Place:
        """Go on into lists, tables and pieces of state."""
        for word in rest:
            inner = place.get()
            if isinstance(inner, list):
                key = self._index(place, word, inner)
                field_name = place.field_name
                place = _Place(self, place.path, place.who, inner, key, place.name)
                place.field_name = field_name
            elif isinstance(inner, tuple):
                place = _Entry(place, self._index(place, word, inner))
            elif isinstance(inner, dict):
                number = self.number(word, place.who, place.name)
                if number is None:
                    raise self._unknown(place.path, word, [str(one) for one in inner])
                place = _Place(self, place.path, place.who, inner, number, place.name)
            elif word in getattr(inner, "FIELDS", ()):
                place = _Place(self, place.path, place.who, inner, word, word)
                place.field_name = f"{type(inner).__name__}.{word}"
            else:
                raise self._unknown(place.path, word, list(getattr(inner, "FIELDS", ())))
        return place

    def _index(self, place: _Place, word: str, inner: list[object] | tuple[object, ...]) -> int:
        index = int(word) if word.isdecimal() else self.number(word, place.who, place.name)
        if index is None:
            raise self._unknown(place.path, word, self.words(place.who, place.name))
        if not 0 <= index < len(inner):
            expected = f"0 to {len(inner) - 1}" if inner else "nothing: it is empty"
            raise InvalidError([f"{place.path}: found place {index}, expected {expected}"])
        return index

    # -- what values of files mean -----------------------------------------------------------

    def words(self, who: int, name: str) -> list[str]:
        """Return what the numbers from 0 of a field are called."""
        kind = self.ruleset.value_kind(name)
        if " " in kind or kind in SETS:
            return []  # they are but a part of a number
        words = self.ruleset.value_words(self.combat, who, name)
        return words or (list(self.ruleset.counters) if name == "used" else [])

    def number(self, value: object, who: int, name: str) -> int | None:
        """Return the number that a value means: itself, a word of the field, a name, a cell."""
        if isinstance(value, bool):
            return None
        if isinstance(value, int):
            return value if abs(value) <= BIGGEST else None
        if not isinstance(value, str):
            return None
        words = self.words(who, name)
        if value in words:
            return words.index(value)
        if value in ("", "none"):
            return -1
        for unit in self.combat.units:
            if unit.name == value:
                return int(unit.index)
        cell = self.combat.grid.read(value)
        if cell >= 0:
            return int(cell)
        return int(value) if value.lstrip("-").isdecimal() and len(value) < 8 else None

    def understood(self, place: _Place, value: object, old: Any) -> Any:
        """Return what a value means where ``old`` stands.

        Raises:
            InvalidError: nothing of its kind can stand there.
        """
        if isinstance(old, bool) or isinstance(value, bool):
            if isinstance(old, bool) and isinstance(value, bool):
                return value
            if old is None:
                return value
        elif isinstance(old, int):
            number = self._named(place, value)
            if number is None:
                number = self.number(value, place.who, place.name)
            if number is not None:
                return number
        elif isinstance(old, str) and isinstance(value, str):
            return value
        elif isinstance(old, list) and isinstance(value, list):
            sample = old[0] if old else None
            return [self._entry(place, one, sample) for one in value]
        elif isinstance(old, tuple) and isinstance(value, list):
            sample = old[0] if old else None
            return tuple([self._entry(place, one, sample) for one in value])
        elif isinstance(value, dict):
            return self._table(place, value, old)
        elif old is None and isinstance(value, int | str):
            number = self._named(place, value)
            if number is None:
                number = self.number(value, place.who, place.name)
            return value if number is None else number
        raise InvalidError([self._misfit(place, value, old)])

    def _named(self, place: _Place, value: object) -> int | None:
        return number_for(self.combat, self.ruleset, place.who, place.field_name, value)

    def _misfit(self, place: _Place, value: object, old: Any) -> str:
        words = self.words(place.who, place.name)
        close = nearest(value, words) if isinstance(value, str) else ""
        hint = f"; did you mean {close}?" if close else ""
        kind = "true or false" if isinstance(old, bool) else "a whole number"
        if isinstance(old, str | list | tuple | dict):
            kinds = {str: "a text", list: "a list", tuple: "a list", dict: "a table"}
            kind = kinds[type(old)]
        return f"{place.path}: found {show(value)}, expected {kind}{hint}"

    def _entry(self, place: _Place, value: object, sample: Any) -> Any:
        if place.name == "effects" and isinstance(value, dict):
            return self._held(place, value)
        return self.understood(place, value, None if isinstance(value, dict) else sample)

    def _held(self, place: _Place, data: dict[str, Any]) -> Held:
        effect = effect_named(str(data.get("id", data.get("effect", ""))), self.ruleset)
        unit = place.owner
        twin = Combatant(unit.index, unit.side, unit.name, -1)
        slot = _Held(self, place.path, unit.index, twin, effect, "effects")
        slot.set({part: data[part] for part in HELD_PARTS if part in data} or 1)
        return twin.effects[0]

    def _table(self, place: _Place, data: dict[str, Any], old: Any) -> Any:
        """Make a table of numbers, or the piece of state that ``is`` names."""
        if isinstance(old, dict):
            found: dict[int, object] = {}
            for word, value in data.items():
                number = self.number(word, place.who, place.name)
                if number is None:
                    raise InvalidError([f"{place.path}: found the key {show(word)}"])
                found[number] = self.understood(place, value, next(iter(old.values()), None))
            return found
        name = str(data.get("is", type(old).__name__ if old is not None else ""))
        made: Any = TURN_ORDERS[name]([]) if name in TURN_ORDERS else self._made(place, name)
        for word, value in data.items():
            if word != "is":
                inner = self._descend(_Place(self, place.path, place.who, [made], 0, ""), [word])
                inner.set(inner.read(value))
        return made

    def _made(self, place: _Place, name: str) -> Any:
        try:
            return self.ruleset.record(name)
        except (KeyError, ValueError, NotImplementedError) as fault:
            found = f"found {show(name)}, expected a table with `is`, the kind of thing"
            raise InvalidError([f"{place.path}: {found}"]) from fault
