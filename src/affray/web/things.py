"""What something of a game is, in words: an ability, a weapon, a creature."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from affray.content.roster import CHARACTER, CREATURE
from affray.encounters.entries import Found, entries, words
from affray.session.fight import Fight
from affray.web.uploads import file_name
from affray.web.views import Plain
from affray.web.wire import RefusedError

PEOPLE: Final = (CHARACTER, CREATURE)
UNTOLD: Final = ("origin", "rules", "mechanics", "upgrades", "params")  # how it is written down
FACTS: Final = 14  # that are told of one thing


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


def thing(fight: Fight, id: str) -> Plain:
    """Return what a thing is: its name, its text, and its facts as (name, words).

    Raises:
        RefusedError: neither the game's content nor a pack of the fight has anything of that id.
    """
    things = known(fight.ruleset.id, brought(fight))
    one = things.get(id)
    if one is None:
        raise RefusedError("unknown", "there is nothing of that name")
    facts = [
        [label, value]
        for label, value in words(one, things)
        if label.replace(" ", "_") not in UNTOLD and value not in ("", "none")
    ]
    return {
        "id": id,
        "name": one.name if one.name != one.id else one.id.replace("-", " ").capitalize(),
        "kind": one.table.replace("_", " "),
        "text": str(one.entry.get("text", "")),
        "facts": facts[:FACTS],
    }


def recruits(fight: Fight) -> Plain:
    """Return who may join a fight, each as (id, name), and its sides."""
    names = known(fight.ruleset.id, brought(fight))
    found = [[id, names[id].name if id in names else id] for id in fight.recruits()]
    return {"recruits": sorted(found, key=lambda one: one[1])}
