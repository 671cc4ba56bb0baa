"""A point of damage more: every change of one attack of one combatant of an encounter.

Nothing is picked out. Every combatant of both sides is gone through, those that are alike each for
itself, and of every one all that its sheet lists to do harm with: weapons, spells, attacks, other
abilities. Each of these becomes a point stronger for that combatant alone: a pack holds the
stronger one beside the game's own, and a double of the combatant that has it. With 0 points more
the double fights as the combatant did (but for weapons of others that it picks up). In ICON, whose
attacks state levels of damage, the number is the combatant's fray damage.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from affray.content.like import builtin_tables, rows_of
from affray.content.problems import InvalidError
from affray.content.roster import CHARACTER, CREATURE
from affray.lab.changes import Change, reckoned
from affray.lab.tables import as_toml
from affray.lab.variants import Variant, variant

Row = dict[str, Any]

DOUBLE: Final = "-raised"  # what the id of a stronger entry ends with
KEPT: Final = ("id", "name", "text", "origin")  # of a combatant: nothing that it has
LISTS: Final[Mapping[str, tuple[tuple[str, str], ...]]] = {  # by game: tables, and where damage is
    "ingenuity": (("weapon", "damage"), ("power", "damage")),
    "quest": (("weapon", "dice"), ("spell", "damage")),
    "sovereign": (("weapon", "damage"),),
    "thrum": (("ability", ""),),
}


class Raise(NamedTuple):
    """One attack that is a point stronger.

    Attributes:
        who: the combatant, as paths name it.
        what: the id of what it strikes with.
        version: the encounter with it.
    """

    who: str
    what: str
    version: Variant


class Raises(NamedTuple):
    """All of an encounter, and those attacks that packs cannot raise, with the reason."""

    made: list[Raise]
    refused: list[tuple[str, str, str]]


def raises(game: str, encounter: Path, points: int = 1) -> Raises:
    """Return every change that makes one attack of one combatant so many points stronger."""
    plain = variant(encounter)
    found = Raises([], [])
    for who, id in combatants(plain):
        for what, pack, changes in attacks(game, who, id, points):
            try:
                version = with_pack(plain, pack) if pack else plain
                found.made.append(Raise(who, what, version.changed(*changes)))
                found.made[-1].version()
            except InvalidError as fault:
                found.refused.append((who, what, str(fault)))
    return found


def combatants(plain: Variant) -> Iterator[tuple[str, str]]:
    """Yield what paths name every combatant by, and its id."""
    members = [entry for side in plain.encounter().sides for entry in side.members]
    ids = [entry.id for entry in members for _ in range(entry.count)]
    seen: dict[str, int] = {}
    for id in ids:
        seen[id] = seen.get(id, 0) + 1
        yield (f"{id}-{seen[id]}" if ids.count(id) > 1 else id), id


def attacks(game: str, who: str, id: str, points: int) -> Iterator[tuple[str, Row, list[str]]]:
    """Yield what somebody strikes with: its id, the pack that raises it, and the changes."""
    if game == "icon":
        yield "fray", {}, [f"{who}.fray+={points}"]
        return
    tables = builtin_tables(game)
    table, body = next(
        (table, row)
        for table in (CHARACTER, CREATURE)
        for row in rows_of(tables, table)
        if row["id"] == id
    )
    double: Row = {**body, "id": id + DOUBLE}
    become = [f"{who}.id={id}{DOUBLE}"]
    if game == "sovereign" and table == CREATURE:
        for place, attack in enumerate(body["attacks"]):
            listed = [dict(one) for one in body["attacks"]]
            listed[place]["damage"] = more(attack["damage"], points)
            pack = {"ruleset": game, table: [{**double, "attacks": listed}]}
            yield attack["name"], pack, become
        return
    carried = words_of({key: value for key, value in body.items() if key not in KEPT})
    for kind, where in LISTS[game]:
        for entry in rows_of(tables, kind):
            if entry["id"] not in carried:
                continue
            stronger = raised(entry, where, points)
            if stronger is None:
                continue
            stronger.update({"id": entry["id"] + DOUBLE, "like": entry["id"]})
            bearer = renamed(double, entry["id"])
            if game == "sovereign":  # whose sheets state the damage again
                for attack in bearer["attacks"]:
                    if attack["weapon"] == stronger["id"]:
                        attack["damage"] = more(attack["damage"], points)
            yield entry["id"], {"ruleset": game, kind: [stronger], table: [bearer]}, become
    for shield in rows_of(tables, "shield"):  # Ingenuity: it strikes as a weapon does
        if shield["id"] not in carried or "attack_as" not in shield:
            continue
        weapon = next(one for one in rows_of(tables, "weapon") if one["id"] == shield["attack_as"])
        stronger = raised(weapon, "damage", points)
        assert stronger is not None
        stronger.update({"id": weapon["id"] + DOUBLE, "like": weapon["id"]})
        own = {"id": shield["id"] + DOUBLE, "like": shield["id"], "attack_as": stronger["id"]}
        bearer = renamed(double, shield["id"])
        pack = {"ruleset": game, "weapon": [stronger], "shield": [own], table: [bearer]}
        yield shield["id"], pack, become


def raised(entry: Row, where: str, points: int) -> Row | None:
    """Return what is to be said of an entry so that it does more harm; None if it does none."""
    if where:
        return {where: more(entry[where], points)} if where in entry else None
    for key in ("success", "critical"):  # Thrum's abilities: the first Fatigue that they deal
        for place, op in enumerate(entry.get(key, ())):
            if op["op"] == "fatigue":
                ops = [dict(one) for one in entry[key]]
                param = str(op["n"]).removeprefix("$")
                if param in entry.get("params", {}):
                    stronger = more(entry["params"][param], points)
                    return {"params": {**entry["params"], param: stronger}}
                ops[place]["n"] = more(op["n"], points)
                return {key: ops}
    return None


def more(damage: Any, points: int) -> Any:
    """Return damage, dice or a formula with so many points more."""
    return reckoned(damage, Change("damage", points, "+="), False)


def words_of(value: Any) -> set[str]:
    """Return all texts in some data, the keys of its tables as well."""
    if isinstance(value, str):
        return {value}
    if isinstance(value, dict):
        return set(value).union(*[words_of(one) for one in value.values()])
    if isinstance(value, list):
        return set().union(*[words_of(one) for one in value])
    return set()


def renamed(value: Any, word: str) -> Any:
    """Return some data in which an entry's double stands where the entry stood."""
    if value == word:
        return word + DOUBLE
    if isinstance(value, dict):
        return {
            renamed(key, word): one if key in KEPT else renamed(one, word)
            for key, one in value.items()
        }
    if isinstance(value, list):
        return [renamed(one, word) for one in value]
    return value


def with_pack(plain: Variant, pack: Row) -> Variant:
    """Return an encounter with one more pack, which is in no file."""
    held = as_toml(pack).encode()
    return Variant(plain.word, plain.source, plain.raw, (("raised.toml", held),), (), plain.paths)
