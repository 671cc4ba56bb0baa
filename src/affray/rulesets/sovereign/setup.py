"""Before the first turn: an encounter becomes a combat, and who is surprised."""

from __future__ import annotations

from typing import Final

from affray.core.dice import INITIATIVE
from affray.core.effect import Sum
from affray.core.event import Rolled
from affray.core.setup import Member, Setup
from affray.rulesets.sovereign import changes, gm
from affray.rulesets.sovereign.action import checks
from affray.rulesets.sovereign.sheet import numbers
from affray.rulesets.sovereign.sheet.sheet import Sheet
from affray.rulesets.sovereign.state import SovereignCombat, SovereignCombatant
from affray.rulesets.sovereign.terms import (
    NATURAL,
    ONCE,
    SPENT_DEFENSE,
    SPENT_DIE_HARD,
    SPENT_NULL,
    SPENT_SAVE,
    TOUCHES,
)

SURPRISES: Final = ("given", "stealth", "forced-entry")
VALUES: Final = ("hp", "strain", "casting", "effort", "second_effort", "touches")
FLAGS: Final = ("prone", "unseen", "frail")
DAILY: Final = {
    "spent.die-hard": SPENT_DIE_HARD,
    "spent.impervious-defense": SPENT_DEFENSE,
    "spent.nullifier-save": SPENT_SAVE,
    "spent.nullifier": SPENT_NULL,
}
STATE: Final = (*VALUES, *FLAGS, *DAILY)  # all else that an encounter sets is of the sheet


LAST_ROUND: Final = 50


def arrange(combat: SovereignCombat, setup: Setup) -> None:
    """Let a fight begin as its encounter says: everybody on its square. Rule: grid.squares."""
    combat.side_ids = [side.id for side in setup.sides]
    combat.gm = setup.gm()
    combat.round_limit = setup.round_limit or LAST_ROUND
    combat.objectives = setup.objectives
    combat.counts = [0] * len(setup.objectives)
    combat.party = party_of(setup)
    if setup.surprised:
        how = str(setup.options.get("surprise", setup.surprise or "given"))
        combat.ambusher = setup.surprising
        combat.surprise = how + " " + " ".join([str(side) for side in setup.surprised])
    combat.wary = sides_of(setup, str(setup.options.get("wary", "")))
    combat.careful = bool(setup.options.get("careful", False))
    combat.topics = words_of(str(setup.options.get("gm-rulings", "")))
    combat.groups = groups_of(setup)
    combat.gates = setup.leaving
    combat.executions = executions_of(setup)
    for unit, member in zip(combat.units, setup.members, strict=True):
        combat.stand(unit, member.cell)
        if unit.sheet.henchman:
            unit.seats |= 1 << combat.gm  # morale.henchmen


# ---- members -------------------------------------------------------------------------------------


def enlisted(member: Member, index: int) -> SovereignCombatant:
    """Return a member of an encounter as a combatant, not yet placed."""
    own = member.sheet
    assert isinstance(own, Sheet)
    unit = SovereignCombatant(index, member.side, member.name, -1, own)
    unit.seats = member.seats
    unit.unseen = member.undetected
    if member.holding is not None:
        held = [own.weapons.index(name) for name in member.holding if name in own.weapons]
        unit.hand = held[0] if held else NATURAL
        unit.off = held[1] if len(held) > 1 else NATURAL
    restore(unit, member)
    return unit


def restore(unit: SovereignCombatant, member: Member) -> None:
    """Let a member begin as it was left, or as an encounter says."""
    for name, value in member.values.items():
        if name == "hp":
            unit.hp = int(value)
        elif name == "strain":
            unit.strain = int(value)
        elif name == "casting":
            unit.casting = int(value)
        elif name == "effort":
            unit.effort = int(value)
        elif name == "second_effort":
            unit.second = int(value)
        elif name == "touches":
            unit.set_count(TOUCHES, int(value))
        elif name == "frail":
            unit.frail = bool(value)
        elif name == "prone":
            unit.prone = bool(value)
        elif name == "unseen":
            unit.unseen = bool(value)
        elif name in DAILY and value:
            unit.add_bits(ONCE, DAILY[name])


def member_faults(member: Member, place: str) -> list[str]:
    """Return for what a member is refused, ``place`` before each."""
    found: list[str] = []
    if member.cell < 0:
        found.append(f"{place}.at: found no square, expected one [sovereign/grid.squares]")
    if member.arrives:
        found.append(
            f"{place}.arrives: found a late arrival, expected none [sovereign/grid.squares]"
        )
    for what in holding_faults(member):
        found.append(f"{place}.holding: {what} [sovereign/sheet.hands]")
    for name, what in value_faults(member):
        found.append(f"{place}.with.{name}: {what} [sovereign/sheet.npc]")
    return found


def holding_faults(member: Member) -> list[str]:
    """Return what is wrong with what a member is to hold. Rule: sheet.hands."""
    own = member.sheet
    assert isinstance(own, Sheet)
    names = member.holding or []
    unknown = [name for name in names if name not in own.weapons]
    if unknown:
        known = ", ".join(own.weapons) or "nothing: it has no weapons"
        return [f"found {unknown[0]}, expected {known}"]
    places = [own.weapons.index(name) for name in names]
    for name, place in zip(names, places, strict=True):
        if own.stock[place] < names.count(name):
            return [f"found {name}, of which {own.stock[place]} are Readied"]
    if len(names) > 2:
        return [f"found {len(names)} weapons, expected two hands"]
    hands = sum(2 if own.both[place] else 1 for place in places) + (1 if own.shield else 0)
    return [f"found {', '.join(names)}, more than its hands can hold"] if hands > 2 else []


def value_faults(member: Member) -> list[tuple[str, str]]:
    """Return what no member can begin with: the name of each value, and what is wrong."""
    own = member.sheet
    assert isinstance(own, Sheet)
    found: list[tuple[str, str]] = []
    for name in STATE:
        value = member.values.get(name)
        whole = isinstance(value, int) and not isinstance(value, bool)
        expected = "a whole number from 0 to 1000"
        if name in FLAGS:
            good = isinstance(value, bool) or (name == "frail" and value in (0, 1))
            expected = "true or false"
        elif name in DAILY:
            good = value in (0, 1)
            expected = "0 or 1"
        elif name == "hp":
            good = whole and 1 <= int(value or 0) <= own.max_hp
            expected = f"a whole number from 1 to {own.max_hp}, as many as it has at most"
        else:
            good = whole and 0 <= int(value or 0) <= 1000
        if value is not None and not good:
            found.append((name, f"found {value}, expected {expected}"))
    return found


# ---- options of an encounter ---------------------------------------------------------------------


def party_of(setup: Setup) -> int:
    """Return the players' side. Rule: init.party-dex."""
    for side, one in enumerate(setup.sides):
        if setup.seats[one.seat] == "players":
            return side
    return 0


def words_of(text: str) -> list[str]:
    """Return the words of an option, with or without commas between."""
    return text.replace(",", " ").split()


def index_of(setup: Setup, name: str) -> int:
    """Return a member by its name, -1 if there is none."""
    for number, member in enumerate(setup.members):
        if member.name == name:
            return number
    return -1


def sides_of(setup: Setup, text: str) -> list[int]:
    """Return the sides that an option names."""
    names = words_of(text)
    return [number for number, side in enumerate(setup.sides) if side.id in names]


def groups_of(setup: Setup) -> list[list[int]]:
    """Return the groups that break together, as members or an option say: ``a b; c d``.

    Rule: morale.group.
    """
    found: list[list[int]] = []
    named: list[tuple[int, str]] = []
    for number, member in enumerate(setup.members):
        place = (member.side, member.group)
        if member.group and place not in named:
            named.append(place)
            found.append([])
        if member.group:
            found[named.index(place)].append(number)
    text = str(setup.options.get("groups", ""))
    for part in text.split(";"):
        if part.split():
            found.append([index_of(setup, name) for name in words_of(part)])
    return found


def executions_of(setup: Setup) -> list[list[int]]:
    """Return who executes whom with what: ``ana bow ogre; bob dagger guard``.

    Rule: execution.minute.
    """
    text = str(setup.options.get("executions", ""))
    found: list[list[int]] = []
    for part in text.split(";"):
        words = part.split()
        if len(words) < 3 or not words_right(setup, words):
            continue
        actor = index_of(setup, words[0])
        own = setup.members[actor].sheet
        assert isinstance(own, Sheet)
        ids = [strike.id for strike in own.strikes]
        found.append([actor, ids.index(" ".join(words[1:-1])), index_of(setup, words[-1])])
    return found


def words_right(setup: Setup, words: list[str]) -> bool:
    """Return whether an execution names a member, one of its attacks, and an enemy."""
    actor, victim = index_of(setup, words[0]), index_of(setup, words[-1])
    if len(words) < 3 or actor < 0 or victim < 0:
        return False
    if setup.members[actor].side == setup.members[victim].side:
        return False
    own = setup.members[actor].sheet
    assert isinstance(own, Sheet)
    return " ".join(words[1:-1]) in [strike.id for strike in own.strikes]


def option_fault(setup: Setup, name: str, value: object) -> str:
    """Return what is wrong with an option of an encounter, "" if nothing is."""
    text = str(value)
    if name == "surprise":
        if text in SURPRISES and not setup.surprised:
            what = "expected a side that is surprised as well [sovereign/surprise.gm-decides]"
            return f"found {value}, {what}"
        if text in SURPRISES:
            return ""
        what = f"expected one of {', '.join(SURPRISES)} [sovereign/surprise.gm-decides]"
        return f"found {value}, {what}"
    if name == "careful":
        if isinstance(value, bool):
            return ""
        return f"found {value}, expected true or false [sovereign/surprise.careful-party]"
    if name == "wary":
        known = [side.id for side in setup.sides]
        wrong = [word for word in words_of(text) if word not in known]
        what = f"expected sides: {', '.join(known)} [sovereign/surprise.anticipation]"
        return f"found {wrong[0]}, {what}" if wrong else ""
    if name == "gm-rulings":
        wrong = [word for word in words_of(text) if word not in gm.TOPICS]
        what = f"expected words of: {', '.join(gm.TOPICS)} [sovereign/gm]"
        return f"found {wrong[0]}, {what}" if wrong else ""
    if name == "groups":
        names = words_of(text.replace(";", " "))
        wrong = [name for name in names if index_of(setup, name) < 0]
        return f"found {wrong[0]}, expected a member [sovereign/morale.group]" if wrong else ""
    if name == "executions":
        parts = [part.split() for part in text.split(";") if part.split()]
        wrong = [" ".join(part) for part in parts if not words_right(setup, part)]
        what = "expected a member, one of its attacks and an enemy [sovereign/execution.minute]"
        return f"found {wrong[0]}, {what}" if wrong else ""
    known_options = "careful, executions, gm-rulings, groups, surprise, wary"
    return f"found an unknown option, expected one of {known_options}"


# ---- surprise and initiative ---------------------------------------------------------------------


def asked(combat: SovereignCombat, taken: list[int]) -> list[int]:
    """Let the GM say of every side whether it may be surprised. Rule: surprise.gm-decides."""
    found: list[int] = []
    for side, name in enumerate(combat.side_ids):
        if gm.rules(combat, "surprise", -1, side in taken, f"{name} can be surprised"):
            found.append(side)
    return found


def anticipates(combat: SovereignCombat, side: int) -> bool:
    """Return whether a group expects a fight; a careful Party only fears the hidden.

    Rules: surprise.anticipation, surprise.careful-party.
    """
    if side in combat.wary:
        return True
    if side != combat.party or not combat.careful:
        return False
    return not any(unit.unseen for unit in combat.units if unit.side != side)


def succeeds(combat: SovereignCombat, by: int, on: int, how: str) -> bool:
    """Roll to surprise a group. Rules: surprise.opposed-check, check.group."""
    bonuses = [approach(unit, how) for unit in combat.units if unit.side == by and unit.able()]
    wary = [notice(unit) for unit in combat.units if unit.side == on and unit.able()]
    if not bonuses or not wary:
        return False
    best = max(bonuses)
    others = bonuses[:]
    others.remove(best)
    group = best + len([n for n in others if n > 0]) - len([n for n in others if n < 0])
    leader = combat.units[leader_of(combat, by, how)]
    name = "sneak" if how == "stealth" else "exert"
    number = checks.OPPOSED + max(wary)
    return checks.skill_check(combat, leader, name, group, number, "surprise.opposed-check")


def leader_of(combat: SovereignCombat, by: int, how: str) -> int:
    """Return who rolls for a group: the first of the best. Rule: check.group."""
    best = -1
    for unit in combat.units:
        if unit.side == by and unit.able():
            if best < 0 or approach(unit, how) > approach(combat.units[best], how):
                best = unit.index
    return best


def approach(unit: SovereignCombatant, how: str) -> int:
    """Return what somebody adds to a check to surprise, by stealth or by force."""
    own = unit.sheet
    if how == "stealth":
        return numbers.mod(own, numbers.DEX) + numbers.skill(own, "sneak")
    return numbers.mod(own, numbers.STR) + numbers.skill(own, "exert")


def notice(unit: SovereignCombatant) -> int:
    """Return WIS/Notice, by which a surprise is seen coming."""
    return numbers.mod(unit.sheet, numbers.WIS) + numbers.skill(unit.sheet, "notice")


def catch_unaware(combat: SovereignCombat, side: int) -> None:
    """Take all who suspect nothing of a side by surprise. Rule: execution.unsuspecting."""
    for other in combat.units:
        unaware = other.side != side and not anticipates(combat, other.side)
        now = unaware and not other.sheet.feat("alert")
        changes.set_surprised(combat, other, now, "execution.unsuspecting")


def initiative_of(combat: SovereignCombat, side: int) -> int:
    """Return a side's total, one die for all. Rules: init.one-roll-per-side, init.party-dex."""
    face = combat.roll(8, INITIATIVE, first_of(combat, side), "init.one-roll-per-side")
    more = edge(combat, side)
    if combat.watched:
        told = combat.events[-1]
        if isinstance(told, Rolled):
            told.because("initiative", more)
    return face + more.total


def untied(combat: SovereignCombat, side: int) -> int:
    """Return what a side rolls to break a tie. Rule: init.other-ties."""
    return combat.roll(8, INITIATIVE, first_of(combat, side), "init.other-ties")


def edge(combat: SovereignCombat, side: int) -> Sum:
    """Return what a side adds to its initiative. Rule: init.party-dex. Content: alert."""
    found = Sum(INITIATIVE, first_of(combat, side), -1, combat.watched)
    members = [unit.sheet for unit in combat.units if unit.side == side and unit.present]
    if side == combat.party:
        found.add(max([numbers.mod(member, numbers.DEX) for member in members]), "init.party-dex")
    if any(member.feat("alert") for member in members):
        found.add(1, "sheet.feats")
    return found


def first_of(combat: SovereignCombat, side: int) -> int:
    """Return the first of a side's members, who rolls for it."""
    for unit in combat.units:
        if unit.side == side:
            return unit.index
    return 0
