"""What something of a game is, in words: an ability, a weapon, a creature."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from affray.content.roster import CHARACTER, CREATURE
from affray.encounters.entries import Found, entries, in_words, words
from affray.session.fight import Fight
from affray.web.uploads import file_name
from affray.web.views import Lens, Plain
from affray.web.wire import RefusedError

PEOPLE: Final = (CHARACTER, CREATURE)
UNTOLD: Final = ("origin", "rules", "mechanics", "upgrades", "params")  # how it is written down
UNUSED: Final = ("skill",)  # tables of what is no deed of its own
FACTS: Final = 14  # that are told of one thing
ATTACK: Final = "Attack"  # what one is called that has no name
OF_AN_ATTACK: Final = ("weapon", "name", "mode", "kind")  # told in its name


Packs = tuple[tuple[str, str], ...]  # those that were brought: names and texts


def brought(fight: Fight) -> Packs:
    """Return the packs of a fight."""
    packs: Any = fight.journal.header.get("packs", [])
    return tuple([(str(one["name"]), str(one["text"])) for one in packs])


@lru_cache(maxsize=16)
def known(ruleset: str, packs: Packs = ()) -> dict[str, Found]:
    """Return everything of a game's content and of packs by id; deeds before who does them."""
    found: dict[str, Found] = {}
    with TemporaryDirectory() as folder:
        paths = [Path(folder, str(place), file_name(name)) for place, (name, _) in enumerate(packs)]
        for path, (_, text) in zip(paths, packs, strict=True):
            path.parent.mkdir()
            path.write_text(text, "utf-8")
        everything = entries(ruleset, paths)
    for one in everything:
        if one.id not in found or found[one.id].table in PEOPLE:
            found[one.id] = one
    return found


def thing(fight: Fight, id: str, sheet: str = "") -> Plain:
    """Return what a thing is: its name, its text, and its facts as (name, words).

    Of a combatant also what it can do.

    Args:
        fight: in which it is asked about.
        id: of the thing.
        sheet: the id that counts if there is no such thing; see ``sheet_of``.

    Raises:
        RefusedError: neither the game's content nor a pack of the fight has anything of that id.
    """
    things = known(fight.ruleset.id, brought(fight))
    one = things.get(id) or things.get(sheet)
    if one is None:
        raise RefusedError("unknown", "there is nothing of that name")
    facts = facts_of(one, things)
    found: Plain = {
        "id": id,
        "name": called(one),
        "kind": one.table.replace("_", " "),
        "text": str(one.entry.get("text", "")),
        "facts": facts[:FACTS],
    }
    if one.table in PEOPLE:
        found["deeds"] = deeds_of(one, things)
    return found


def called(one: Found) -> str:
    """Return the name of an entry, or its id as one says it."""
    return one.name if one.name != one.id else one.id.replace("-", " ").capitalize()


def sheet_of(lens: Lens, name: str) -> str:
    """Return the id of the sheet of one's own combatant of a name, "" if there is none."""
    combat = lens.fight.combat
    for unit in combat.units:
        if unit.name == name and lens.own(combat, unit.index):
            return str(unit.sheet.id)
    return ""


def facts_of(one: Found, things: Mapping[str, Found]) -> list[list[str]]:
    """Return what an entry says, each as (label, words)."""
    return [
        [label, value]
        for label, value in words(one, things)
        if label.replace(" ", "_") not in UNTOLD and value not in ("", "none")
    ]


def deeds_of(one: Found, things: Mapping[str, Found]) -> list[list[str]]:
    """Return what somebody can do and has, each as (name, what it does): attacks, spells, feats."""
    found: dict[str, str] = {}
    for key, value in one.entry.items():
        if key not in UNTOLD and not isinstance(value, str):
            for name, text in named_in(value, things):
                found.setdefault(name, text)
    return [[name, text] for name, text in found.items()]


def named_in(value: object, things: Mapping[str, Found]) -> Iterator[tuple[str, str]]:
    """Yield the names of things in a part of an entry, and what they do."""
    if isinstance(value, str):
        other = things.get(value.partition(":")[0])  # of a level or a kind
        if other is not None and other.table not in (*PEOPLE, *UNUSED):
            facts = [f"{label} {text}" for label, text in facts_of(other, {})]
            yield called(other), str(other.entry.get("text") or ", ".join(facts))
    elif isinstance(value, Mapping):
        if "text" in value and "name" in value:
            yield str(value["name"]), str(value["text"])
        elif "damage" in value:
            weapon = things.get(str(value.get("weapon", "")))
            name = str(value.get("name") or (weapon.name if weapon else ATTACK))
            way = str(value.get("mode", value.get("kind", "")))
            rest = {key: one for key, one in value.items() if key not in OF_AN_ATTACK}
            yield f"{name}, {way}" if way else name, in_words(rest)
        else:
            for key in value:
                yield from named_in(str(key), things)
    elif isinstance(value, list | tuple):
        for one in value:
            yield from named_in(one, things)


def recruits(fight: Fight) -> Plain:
    """Return who may join a fight, each as (id, name), and its sides."""
    names = known(fight.ruleset.id, brought(fight))
    found = [[id, names[id].name if id in names else id] for id in fight.recruits()]
    return {"recruits": sorted(found, key=lambda one: one[1])}
