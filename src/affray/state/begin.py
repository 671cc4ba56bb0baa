"""A fight before its first step, everybody in the state that the encounter says.

What a member's ``state`` says is set as a game master sets it: by path, in the words of cases.
"""

from __future__ import annotations

from typing import Any, Final

from affray.content.problems import InvalidError, listed, nearest, show
from affray.core.choice import Absent, Agent
from affray.core.combat import Combat
from affray.core.dice import Dice, SeededDice
from affray.core.ruleset import Ruleset
from affray.core.setup import Member, Setup
from affray.state.paths import arrange

# What a member says with keys of its own, and what is no state at all.
ELSEWHERE: Final = {
    "at": "at, a key of the member",
    "cell": "at, a key of the member",
    "side": "the side in which it is listed",
    "seats": "seat, a key of the member",
    "index": "the order of listing",
    "name": "name, a key of the member",
    "effects": "each of them by its id",
    "present": "arrives, a key of the member",
}

# What a member of some games says beside its state.
BESIDE: Final = (
    *("undetected", "thralled", "summoned_by", "holding", "facing", "npc", "seat"),
    *("arrives", "tier", "level", "faction", "group", "with"),
)


def begun(ruleset: Ruleset, setup: Setup, dice: Dice, agents: list[Agent]) -> Combat[Any]:
    """Return the combat before its first step, everybody in the state that the encounter says.

    Raises:
        InvalidError: a state cannot be; ``state_faults`` tells it with its place.
    """
    combat = ruleset.begin(setup, dice, agents)
    for member in setup.members:
        if member.state:
            arrange(combat, ruleset, paths_of(member))
    return combat


def paths_of(member: Member) -> dict[str, object]:
    """Return the state of a member by the paths of its combatant."""
    return {f"{member.name}.{path}": value for path, value in member.state.items()}


def state_faults(ruleset: Ruleset, setup: Setup) -> list[tuple[int, str, str]]:
    """Return what is wrong with the states of members: which, the path, what."""
    if not any([member.state for member in setup.members]):
        return []
    nobody: list[Agent] = [Absent() for _ in setup.seats]
    combat = ruleset.begin(setup, SeededDice(0), nobody)
    found: list[tuple[int, str, str]] = []
    for number, member in enumerate(setup.members):
        known = words_of(combat, ruleset, number)
        before = len(found)
        for path, value in member.state.items():
            what = _fault(combat, ruleset, member, path, value, known)
            if what:
                found.append((number, path, what))
        if len(found) == before and len(member.state) > 1:
            try:
                arrange(combat, ruleset, paths_of(member))
            except InvalidError as fault:
                found.append((number, "", _own(fault, member)))
    return found


def words_of(combat: Combat[Any], ruleset: Ruleset, who: int) -> list[str]:
    """Return what the state of a combatant can say: its numbers, then what can be laid on it."""
    unit = combat.units[who]
    numbers = [name for name in ruleset.measures(combat, who) if name in unit.FIELDS]
    fields = [name for name in unit.FIELDS if name not in ELSEWHERE]
    effects = [id for id in ruleset.effects() if id not in fields]
    return list(dict.fromkeys([*numbers, *effects, *fields, *ruleset.aliases]))


def _fault(
    combat: Combat[Any],
    ruleset: Ruleset,
    member: Member,
    path: str,
    value: object,
    known: list[str],
) -> str:
    """Return what is wrong with one value of a state, "" if nothing is."""
    head = path.partition(".")[0]
    if head in ELSEWHERE:
        return f"found {show(path)}, expected {ELSEWHERE[head]}"
    if head not in known and path not in known:
        if head in BESIDE:
            return f"found {show(path)}, expected {head} beside state, as a key of the member"
        close = nearest(path, known)
        hint = f"; did you mean {close}?" if close else ""
        return f"found {show(path)}, expected one of {listed(known, 40)}{hint}"
    if isinstance(value, int) and not isinstance(value, bool) and value < 0:
        return f"found {value}, expected 0 or more"
    try:
        arrange(combat.clone(), ruleset, {f"{member.name}.{path}": value})
    except InvalidError as fault:
        return _own(fault, member)
    return ""


def _own(fault: InvalidError, member: Member) -> str:
    """Return a message about a combatant as one about the member."""
    text = "; ".join(fault.problems).replace(f"{member.name}.", "")
    head, colon, rest = text.partition(": ")
    return rest if colon else head
