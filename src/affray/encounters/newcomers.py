"""Who joins a fight that is under way: a member that its encounter might have had."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from affray.content.encounter import Encounter
from affray.content.encounter import Member as Entry
from affray.content.game import game
from affray.content.members import EncounterMember, base_key, encounter_members
from affray.content.problems import Problems, listed, nearest, show
from affray.content.roster import CREATURE, Roster
from affray.content.values import MOST
from affray.core.combat import Combat

# What a member of an encounter may say and a newcomer cannot, and why.
NOT_NOW: Final = {
    "count": "they come one by one",
    "arrives": "it comes now",
    "thralled": "nobody has called it",
    "summoned_by": "nobody has called it",
}
# What another of its kind in the encounter lends it, where it does not say so itself.
LENT: Final = ("tier", "level", "faction", "npc", "seat", "holding", "settings")


def entry_of(
    encounter: Encounter,
    roster: Roster,
    combat: Combat[Any],
    data: dict[str, object],
    problems: Problems,
) -> EncounterMember:
    """Return a newcomer as a member of its encounter, and complete the data.

    Args:
        encounter: that of the fight.
        roster: who there is.
        combat: the fight as it is now.
        data: a table as for a member, with its ``side`` and ``at``; its ``id`` may be the name of
            a member, who comes once more. What is left out is added.
        problems: what is wrong is added to them, and told at once.

    Raises:
        InvalidError: something is wrong.
    """
    members = encounter_members(encounter, roster, combat.grid.width)
    twin = _twin(data, roster, members, problems)
    problems.stop()
    side = _side(encounter, combat, data, members, problems)
    cell = _cell(combat, data, problems)
    if len(combat.units) >= MOST:
        problems.add("", f"there are {len(combat.units)} combatants, and no room for more")
    problems.stop()
    for name, why in NOT_NOW.items():
        if name in data:
            problems.add(name, f"found {show(data[name])}, expected no such key: {why}")
    entry = _entry({name: one for name, one in data.items() if name != "side"}, problems)
    if twin is None:
        alike = [one for one in members if one.entry.id == entry.id]
        twin = next((one for one in alike if one.side == side), None)
    if twin is not None:
        said = entry.model_fields_set
        lent = {name: getattr(twin.entry, name) for name in LENT if name not in said}
        entry = entry.model_copy(update=lent)
    _known("faction", entry.faction, roster.factions(), problems)
    seats = {one.seat for one in encounter.sides} | {one.seat for one in members} | {"gm"}
    _known("seat", entry.seat, sorted(seats), problems)
    problems.stop()
    usual = roster.known(entry.id)
    kind = roster.kinds().get(entry.id, CREATURE)
    return EncounterMember(
        key=free_name(combat, base_key(entry)),
        side=side,
        member=len(encounter.sides[side].members),
        at=cell,
        size=min(usual, game(encounter.ruleset).restated(usual, entry.settings)),
        npc=kind == CREATURE if entry.npc is None else entry.npc,
        seat=entry.seat or encounter.sides[side].seat,
        entry=entry,
    )


def free_name(combat: Combat[Any], base: str) -> str:
    """Return a name that nobody has had yet: ``goblin``, or ``goblin-3`` where there were two."""
    names = [str(unit.name) for unit in combat.units]
    alike = [one for one in names if one == base or _number(one, base) > 0]
    if not alike:
        return base
    number = max([1, *[_number(one, base) for one in alike]]) + 1
    return f"{base}-{number}"


def _number(name: str, base: str) -> int:
    number = name.removeprefix(f"{base}-")
    return int(number) if number != name and number.isdecimal() and len(number) < 6 else 0


def _twin(
    data: dict[str, object], roster: Roster, members: list[EncounterMember], problems: Problems
) -> EncounterMember | None:
    """Return the member that a newcomer is once more, if it is called by the name of one."""
    id = data.get("id")
    if not isinstance(id, str):
        found = "missing" if id is None else f"found {show(id)}"
        problems.add("id", f"{found}, expected the id of who joins")
        return None
    if id in roster.kinds():
        return None
    for one in members:
        if one.key == id:
            data["id"] = one.entry.id
            return one
    known = [*[one.key for one in members], *roster.kinds()]
    close = nearest(id, known)
    hint = f"; did you mean {close}?" if close else f" such as {listed(known, 6)}"
    problems.add("", f"found {show(id)}, expected a creature or character{hint}")
    return None


def _side(
    encounter: Encounter,
    combat: Combat[Any],
    data: dict[str, object],
    members: list[EncounterMember],
    problems: Problems,
) -> int:
    """Return the side of a newcomer: the one it names, or the only one that has its kind."""
    ids = [side.id for side in encounter.sides]
    word = data.get("side")
    if word is None:
        id = data.get("id")
        having = {one.side for one in members if one.entry.id == id}
        for joined in combat.newcomers:
            if joined.member.get("id") == id:
                having.add(combat.units[joined.index].side)
        if len(having) == 1:
            side = having.pop()
            data["side"] = ids[side]
            return side
        problems.add("", f"say to which side: {' or '.join(ids)}")
        return 0
    if word not in ids:
        close = nearest(str(word), ids)
        hint = f"; did you mean {close}?" if close else ""
        problems.add("side", f"found {show(word)}, expected {' or '.join(ids)}{hint}")
        return 0
    return ids.index(str(word))


def _cell(combat: Combat[Any], data: dict[str, object], problems: Problems) -> int:
    """Return where a newcomer is to stand, -1 if that is no cell."""
    at = data.get("at")
    grid = combat.grid
    text = ",".join([str(one) for one in at]) if isinstance(at, list | tuple) else at
    cell = grid.read(text) if isinstance(text, str) else -1
    if cell < 0:
        expected = f"a cell of the map such as {grid.width // 2},{grid.height // 2}"
        found = "missing" if at is None else f"found {show(at)}"
        problems.add("at", f"{found}, expected {expected}")
    else:
        data["at"] = [grid.column(cell), grid.row(cell)]
    return cell


def _entry(data: dict[str, object], problems: Problems) -> Entry:
    from pydantic import ValidationError

    from affray.content.explain import explain

    try:
        return Entry.model_validate(data)
    except ValidationError as error:
        explain(error, Entry.model_json_schema(), problems)
        problems.stop()
        raise


def _known(place: str, word: str | None, words: Iterable[str], problems: Problems) -> None:
    known = list(words)
    if word is not None and word not in known:
        close = nearest(word, known)
        hint = f"; did you mean {close}?" if close else f" ({listed(known)})" if known else ""
        problems.add(place, f"found {show(word)}, expected one of this fight{hint}")
