"""What something of a game is, in words: an ability, a weapon, a creature."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from affray.content.roster import CHARACTER, CREATURE
from affray.encounters.entries import Found, entries, words
from affray.session.fight import Fight
from affray.web.views import Plain
from affray.web.wire import RefusedError

PEOPLE: Final = (CHARACTER, CREATURE)
UNTOLD: Final = ("origin", "rules", "mechanics", "upgrades", "params")  # how it is written down
FACTS: Final = 14  # that are told of one thing


@lru_cache(maxsize=8)
def known(ruleset: str) -> dict[str, Found]:
    """Return everything of a game's content by id; what one does before who does it."""
    found: dict[str, Found] = {}
    for one in entries(ruleset):
        if one.id not in found or found[one.id].table in PEOPLE:
            found[one.id] = one
    return found


def thing(ruleset: str, id: str) -> Plain:
    """Return what a thing is: its name, its text, and its facts as (name, words).

    Raises:
        RefusedError: the game's own content has nothing of that id.
    """
    things = known(ruleset)
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
        "name": one.name,
        "kind": one.table.replace("_", " "),
        "text": str(one.entry.get("text", "")),
        "facts": facts[:FACTS],
    }


def recruits(fight: Fight) -> Plain:
    """Return who may join a fight, each as (id, name), and its sides."""
    names = known(fight.ruleset.id)
    found = [[id, names[id].name if id in names else id] for id in fight.recruits()]
    return {"recruits": sorted(found, key=lambda one: one[1])}
