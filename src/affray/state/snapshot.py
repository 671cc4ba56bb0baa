"""State as plain data: saving and loading a whole combat, and the digest that tells two apart.

The ``FIELDS`` of a class say what changes in a fight; everything else comes from the combat that
the encounter begins with. Never compiled: it goes by names.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import Any, Final

from affray.content.problems import InvalidError, nearest, show
from affray.core.combat import Combat, Combatant, Harm, Newcomer
from affray.core.effect import Effect, Held
from affray.core.order import Lineup, Rota
from affray.core.ruleset import Ruleset
from affray.core.setup import Member

FORMAT: Final = 1
TURN_ORDERS: Final = {"Lineup": Lineup, "Rota": Rota}


def rules_version(ruleset: Ruleset | None) -> int:
    """Return the number that a ruleset raises when its rules change what journals say."""
    return ruleset.version if ruleset is not None else 1


def digest(combat: Combat[Any], ruleset: Ruleset | None = None) -> str:
    """Return 16 hex digits of the whole state without its dice, with format and rules version."""
    text = repr((FORMAT, rules_version(ruleset), combat.key()))
    return blake2b(text.encode(), digest_size=8).hexdigest()


def save(combat: Combat[Any], ruleset: Ruleset) -> dict[str, object]:
    """Return a quiescent combat as plain data that JSON can hold, its dice among it."""
    units: list[object] = []
    joined = {one.index: one for one in combat.newcomers}
    for unit in combat.units:
        entry: dict[str, object] = {"name": unit.name, "sheet": _sheet_id(unit)}
        if unit.index in joined:
            entry |= {"member": joined[unit.index].member, "came": joined[unit.index].round}
        units.append(entry | _fields(unit))
    due = combat.due
    return {
        "format": FORMAT,
        "ruleset": ruleset.id,
        "combat": _fields(combat),
        "units": units,
        "dice": combat.dice.state(),
        **({} if due is None else {"due": [due.who, due.amount, due.what]}),
    }


def load(template: Combat[Any], data: dict[str, Any], ruleset: Ruleset) -> Combat[Any]:
    """Return the combat that ``save`` described; ``template`` is one that the same setup began.

    Raises:
        InvalidError: the data is of another format, ruleset or setup, or is damaged.
    """
    if data.get("format") != FORMAT or data.get("ruleset") != ruleset.id:
        found = f"{show(data.get('ruleset'))} in format {show(data.get('format'))}"
        raise InvalidError([f"saved state: found {found}, expected {ruleset.id!r} in {FORMAT}"])
    combat = template.clone()
    try:
        _set_fields(combat, data["combat"], ruleset)
        for index, entry in enumerate(data["units"]):
            if index == len(combat.units) and "member" in entry:
                member = _member(combat, entry["member"])
                enlisted(combat, ruleset, member, entry["member"], entry["came"])
            elif index == len(combat.units):
                made = _joined(entry, ruleset)
                made.index = index
                made.name = entry["name"]
                combat.units.append(made)
            unit = combat.units[index]
            if unit.name != entry["name"]:
                found = f"found {show(entry['name'])}, expected {show(unit.name)}"
                raise InvalidError([f"saved state: combatant {index}: {found}"])
            _set_fields(unit, entry, ruleset)
        combat.dice.restore(data["dice"])
        combat.due = Harm(*data["due"]) if "due" in data else None
    except (KeyError, TypeError, AttributeError, IndexError, ValueError) as fault:
        reason = f"{type(fault).__name__} {fault}"
        raise InvalidError([f"saved state: it does not fit this encounter ({reason})"]) from fault
    derive(combat)
    return combat


def derive(combat: Combat[Any]) -> None:
    """Work out anew what follows from the fields: who holds which cell, and the ruleset's own."""
    combat.clear_board()
    standing = [unit for unit in combat.units if unit.present and unit.cell >= 0]
    covered: dict[int, int] = {}
    for unit in standing:
        for cell in combat.grid.footprint(unit.cell, unit.size):
            covered[cell] = covered.get(cell, 0) + 1
    alone = [unit for unit in standing if not _crowded(combat, unit, covered)]
    for unit in alone + [unit for unit in standing if unit not in alone]:
        combat.stand(unit, unit.cell)
    combat.refresh_all()
    combat.changes = 0


def _crowded(combat: Combat[Any], unit: Combatant, covered: dict[int, int]) -> bool:
    return any(covered[cell] > 1 for cell in combat.grid.footprint(unit.cell, unit.size))


def _sheet_id(unit: Combatant) -> str:
    return str(getattr(getattr(unit, "sheet", None), "id", ""))


def _member(combat: Combat[Any], data: dict[str, object]) -> Member:
    if combat.origin is None:
        raise InvalidError(["saved state: nobody can join a fight that was set up by hand"])
    member = combat.origin.member(combat, dict(data))
    assert isinstance(member, Member)
    return member


def enlisted(
    combat: Combat[Any], ruleset: Ruleset, member: Member, data: dict[str, object], round: int
) -> Combatant:
    """Add a newcomer, off the map, at the end of the list; return its combatant.

    Args:
        combat: the fight.
        ruleset: its rules.
        member: who joins.
        data: what describes it, for saves.
        round: the one in which it comes.

    Raises:
        InvalidError: the rules have no place for it.
    """
    index = len(combat.units)
    member.arrives = round + 1
    ruleset.enlist(combat, member)
    # Who comes before the fight has begun may count as one who was there: its ruleset says so.
    combat.newcomers = [*combat.newcomers, Newcomer(index, data, member.arrives - 1)]
    unit: Combatant = combat.units[index]
    return unit


def _joined(entry: dict[str, Any], ruleset: Ruleset) -> Combatant:
    """Make a combatant that joined in the fight, by the id of its sheet."""
    made = ruleset.record(f"unit {entry['sheet']}")
    if not isinstance(made, Combatant):
        raise InvalidError([f"saved state: cannot make a {show(entry['sheet'])} that joined"])
    return made


def _fields(owner: Any) -> dict[str, object]:
    return {field: dump(getattr(owner, field)) for field in owner.FIELDS}


def _set_fields(owner: Any, data: dict[str, Any], ruleset: Ruleset) -> None:
    for field in owner.FIELDS:
        setattr(owner, field, undump(data[field], ruleset))


def dump(value: Any) -> object:
    """Return a piece of state as plain data.

    Raises:
        TypeError: the class has no ``FIELDS``: a fault of the ruleset.
    """
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, list):
        return [dump(one) for one in value]
    if isinstance(value, tuple):
        return {"tuple": [dump(one) for one in value]}
    if isinstance(value, dict):
        return {"map": [[dump(key), dump(one)] for key, one in value.items()]}
    if isinstance(value, Effect):
        return {"effect": value.id}
    if hasattr(value, "FIELDS"):
        return {"is": type(value).__name__} | _fields(value)
    raise TypeError(f"{type(value).__name__} has no FIELDS and cannot be saved")


def undump(data: Any, ruleset: Ruleset) -> Any:
    """Return the piece of state that ``dump`` described.

    Raises:
        InvalidError: it names an effect or a class that the ruleset does not know.
    """
    if isinstance(data, list):
        return [undump(one, ruleset) for one in data]
    if not isinstance(data, dict):
        return data
    if "tuple" in data:
        return tuple([undump(one, ruleset) for one in data["tuple"]])
    if "map" in data:
        return {undump(key, ruleset): undump(one, ruleset) for key, one in data["map"]}
    if "effect" in data and "is" not in data:
        return effect_named(data["effect"], ruleset)
    return _object(data, ruleset)


def _object(data: dict[str, Any], ruleset: Ruleset) -> Any:
    name = str(data.get("is", ""))
    if name == "Held":
        effect = undump(data["effect"], ruleset)
        return Held(effect, data["n"], data["source"], data["ends"], data["anchor"])
    made: Any
    if name in TURN_ORDERS:
        made = TURN_ORDERS[name]([])
    else:
        try:
            made = ruleset.record(name)
        except (KeyError, ValueError, NotImplementedError) as fault:
            raise InvalidError([f"no piece of state is called {show(name)}"]) from fault
    _set_fields(made, data, ruleset)
    return made


def effect_named(word: str, ruleset: Ruleset) -> Effect:
    """Return an effect by id.

    Raises:
        InvalidError: there is none; the nearest is named.
    """
    known = ruleset.effects()
    if word not in known:
        close = nearest(str(word), known)
        hint = f"; did you mean {close}?" if close else ""
        raise InvalidError([f"found {show(word)}, expected an effect of {ruleset.id}{hint}"])
    return known[word]
