"""The members of an encounter one by one, each with the short key by which it is called."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass

from affray.content.encounter import Encounter, Member, Side
from affray.content.game import game
from affray.content.roster import CREATURE, Roster


@dataclass(frozen=True, slots=True)
class EncounterMember:
    """One combatant to be: a member of a side, or one of several alike.

    ``key`` is unique in the encounter: the id, or the member's own name as an id; if several share
    it, with a number (``ogre-1``, ``ogre-2``). ``at`` is its cell, -1 if it is still to be placed;
    ``size`` the width of its footprint, 0 if the ruleset does not know it.
    """

    key: str
    side: int
    member: int
    at: int
    size: int
    npc: bool
    seat: str
    entry: Member


def encounter_members(encounter: Encounter, roster: Roster, width: int) -> list[EncounterMember]:
    """Return all combatants to be, in the order of the file; ``width`` is the map's."""
    kinds = roster.kinds()
    bases = [
        (number, side, place, member, base_key(member))
        for number, side in enumerate(encounter.sides)
        for place, member in enumerate(side.members)
    ]
    total: Counter[str] = Counter()
    for _, _, _, member, base in bases:
        total[base] += member.count
    seen: Counter[str] = Counter()
    combatants: list[EncounterMember] = []
    for number, side, place, member, base in bases:
        for _ in range(member.count):
            seen[base] += 1
            combatants.append(
                EncounterMember(
                    key=base if total[base] == 1 else f"{base}-{seen[base]}",
                    side=number,
                    member=place,
                    at=member.at[1] * width + member.at[0] if member.at else -1,
                    size=_width(encounter, roster, member),
                    npc=_is_npc(member, kinds.get(member.id, CREATURE)),
                    seat=_seat(member, side),
                    entry=member,
                )
            )
    return combatants


def _width(encounter: Encounter, roster: Roster, member: Member) -> int:
    """Return how many cells wide a member is; 0 if it is unknown.

    One that is stated smaller needs no more; of one that is stated bigger its game says whether
    there is room.
    """
    usual = roster.known(member.id)
    return min(usual, game(encounter.ruleset).restated(usual, member.settings))


def base_key(member: Member) -> str:
    """Return the member's own name as an id, else its id."""
    own = re.sub(r"[^a-z0-9]+", "-", (member.name or "").lower()).strip("-")
    return own or member.id


def called(combatant: EncounterMember, word: str) -> bool:
    """Whether a condition that names ``word`` means this one: its key, its id, or its name."""
    return word in (combatant.key, combatant.entry.id, base_key(combatant.entry))


def _is_npc(member: Member, kind: str) -> bool:
    return kind == CREATURE if member.npc is None else member.npc


def _seat(member: Member, side: Side) -> str:
    return member.seat or side.seat
