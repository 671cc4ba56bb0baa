"""Before the first turn: what an encounter states, thralls, opening attacks."""

from __future__ import annotations

from typing import Final

from affray.core import objectives
from affray.core.choice import PASS
from affray.core.combat import TURN
from affray.core.setup import Member, Setup
from affray.rulesets.quest import carrying, geometry, gm, summon
from affray.rulesets.quest.action import acts
from affray.rulesets.quest.choice import act
from affray.rulesets.quest.condition import sneaking
from affray.rulesets.quest.definitions import Sheet, Thing
from affray.rulesets.quest.resource import spending
from affray.rulesets.quest.sheet import Fault
from affray.rulesets.quest.state import QuestCombat, QuestCombatant, without
from affray.rulesets.quest.terms import LINEUP_PHASE, OPENING_PHASE, OPTION_NAMES
from affray.rulesets.quest.turn import lineup

# ---- what an encounter states --------------------------------------------------------------------

VALUES: Final = ("hp", "mp")  # what an encounter may set of a member's state
# What it may set of a member's sheet: that is done before the rules see it.
OF_SHEET: Final = (
    "level",
    "max_hp",
    "max_mp",
    "accuracy",
    "agility",
    "strength",
    "movement",
    "hide",
    "armour",
    "weapons",
    "items",
    "feats",
    "focus",
    "spells",
)
LAST_ROUND: Final = 100  # end.round-limit
WOUND_VALUES: Final = ("fatal", "slowing", "weakening", "disrupting")


def combatant_of(member: Member, index: int) -> QuestCombatant:
    """Return a unit as an encounter states it. Rule: setup.unit."""
    own = member.sheet
    assert isinstance(own, Sheet)
    unit = QuestCombatant(index, member.side, member.name, -1, own)
    unit.seats = member.seats
    unit.npc = member.npc
    unit.facing = member.facing
    unit.thrall = 1 if member.thralled else 0  # the price is worked out with its summoner
    unit.unseen = 1 if member.undetected else 0
    holding: list[Thing] | None = None
    if member.holding is not None:
        everything = [*own.weapons, *own.items]
        if own.shield is not None:
            everything.append(own.shield)
        named = {one.id: one for one in everything}
        holding = [named[name] for name in member.holding if name in named]
    carrying.equip(unit, holding)
    set_values(unit, member)
    return unit


def set_values(unit: QuestCombatant, member: Member) -> None:
    """Set what an encounter says of a member's state."""
    for name, value in member.values.items():
        if name in OF_SHEET:
            continue
        number = int(value)
        if name == "hp":
            unit.hp = number
        elif name == "mp":
            unit.mp = number
        elif name in WOUND_VALUES:
            unit.set_wounds(WOUND_VALUES.index(name), number)


def opening_of(setup: Setup) -> list[str]:
    """Return the names of those who open hostilities.

    Rules: gm.who-initiates, initiative.several-initiators.
    """
    words = str(setup.options.get("opening", "")).replace(",", " ").split()
    return list(dict.fromkeys([*setup.instigators, *words]))


def faults(setup: Setup) -> list[Fault]:
    """Return everything for which an encounter is refused.

    Rules: setup.teams, setup.placement, gm.options, end.objective.
    """
    found = gm.option_faults(setup.options)
    sides = {member.side for member in setup.members}
    if len(sides) < 2:
        found.append(Fault("side", "found one team, expected at least two", "setup.teams"))
    names = [member.name for member in setup.members]
    for one in opening_of(setup):
        if one not in names:
            what = f"found {one}, expected a member of the encounter"
            found.append(Fault("options.opening", what, "gm.who-initiates"))
    for n, member in enumerate(setup.members):
        found += member_faults(member, f"member[{n}]", names)
    for n in range(len(setup.members)):
        found += summons_faults(setup, n)
    for place, what in objectives.faults(setup):
        found.append(Fault(place, what, "end.objective"))
    return found


def summons_faults(setup: Setup, n: int) -> list[Fault]:
    """Return what is wrong with the summons with which a member arrives.

    Rules: summon.slots, thrall.cost, thrall.mhp-is-maximum-hp.
    """
    summoner = setup.members[n]
    own = summoner.sheet
    assert isinstance(own, Sheet)
    called = [member for member in setup.members if member.summoned_by == summoner.name]
    found: list[Fault] = []
    if len(called) > spending.summoning_slots(own):
        what = f"found {len(called)} summons, expected at most {spending.summoning_slots(own)}"
        found.append(Fault(f"member[{n}]", what, "summon.slots"))
    price = 0
    for unit in called:
        if unit.thralled and isinstance(unit.sheet, Sheet):
            price += spending.price_of(spending.spell_for(unit.sheet, own), unit.sheet)
    if price >= own.max_hp > 0:
        what = f"found thralls for {price} Mhp, expected at most {own.max_hp - 1}"
        found.append(Fault(f"member[{n}]", what, "thrall.mhp-is-maximum-hp"))
    return found


def member_faults(member: Member, place: str, names: list[str]) -> list[Fault]:
    """Return what is wrong with one member of an encounter."""
    found: list[Fault] = []
    if member.cell < 0:
        what = f"found no space for {member.name}, expected one for every unit"
        found.append(Fault(f"{place}.at", what, "setup.placement"))
    if member.arrives:
        what = "found a late arrival, expected everybody to be there: Quest has only summons"
        found.append(Fault(f"{place}.arrives", what, "initiative.newcomers"))
    if member.thralled and member.summoned_by not in names:
        what = "found a thrall without a summoner, expected summoned_by with a member's id"
        found.append(Fault(f"{place}.thralled", what, "thrall.retain"))
    for name, value in member.values.items():
        if name in OF_SHEET:
            continue
        if name not in VALUES and name not in WOUND_VALUES:
            known = ", ".join([*VALUES, *WOUND_VALUES, *OF_SHEET])
            what = f"found {name}, expected one of {known}"
            found.append(Fault(f"{place}.with", what, "setup.unit"))
        elif isinstance(value, bool) or not isinstance(value, int):
            what = f"found {value}, expected a whole number"
            found.append(Fault(f"{place}.with.{name}", what, "setup.unit"))
    found += number_faults(member, f"{place}.with")
    return found


def number_faults(member: Member, place: str) -> list[Fault]:
    """Return what is out of bounds of a member's numbers, as its sheet and its state have them.

    Rules: sheet.level, death.zero-hit-points, spell.mp-cost, damage.reductions, wound.stacking.
    """
    own = member.sheet
    assert isinstance(own, Sheet)
    bounds = [
        ("max_hp", own.max_hp, 1, 1000, "death.zero-hit-points"),
        ("max_mp", own.max_mp, 0, 1000, "spell.mp-cost"),
        ("level", own.level, 1, 10, "sheet.level"),
        ("movement", own.movement, 0, 1000, "sheet.derived"),
        ("hide", own.hide, 0, 1000, "damage.reductions"),
    ]
    state = [("hp", 1, own.max_hp, "death.zero-hit-points"), ("mp", 0, own.max_mp, "spell.mp-cost")]
    state += [(word, 0, 100, "wound.stacking") for word in WOUND_VALUES]
    for name, least, most, rule in state:
        value = member.values.get(name, least)
        if isinstance(value, int):
            bounds.append((name, value, least, max(least, most), rule))
    found: list[Fault] = []
    for name, number, least, most, rule in bounds:
        if not least <= number <= most:
            what = f"found {number}, expected {least} to {most}"
            found.append(Fault(f"{place}.{name}", what, rule))
    return found


# ---- the beginning -------------------------------------------------------------------------------


def arrange(combat: QuestCombat, setup: Setup) -> None:
    """Put everybody where the encounter says; whoever summoned a unit controls it.

    Rules: setup.placement, summon.control, gm.who-initiates.
    """
    combat.round = 1
    combat.side_ids = [side.id for side in setup.sides]
    combat.gm = setup.gm()
    combat.round_limit = setup.round_limit or LAST_ROUND
    combat.options = tuple([bool(setup.options.get(name, False)) for name in OPTION_NAMES])
    combat.placed = (0,) * len(combat.units)
    combat.objectives = setup.objectives
    combat.counts = [0] * len(setup.objectives)
    names = [unit.name for unit in combat.units]
    for unit, member in zip(combat.units, setup.members, strict=True):
        combat.stand(unit, member.cell)
        if member.summoned_by in names:
            unit.summoner = names.index(member.summoned_by)
            unit.seats = combat.units[unit.summoner].seats
            unit.npc = combat.units[unit.summoner].npc
    prepare(combat)
    combat.opening = tuple([names.index(one) for one in opening_of(setup) if one in names])


def prepare(combat: QuestCombat) -> None:
    """Do what the encounter states before the first choice: thralls' price, hiding, facings.

    Rules: setup.placement, sneak.ambush, summon.sickness-not-for-old-thralls.
    """
    for unit in combat.units:
        if unit.thrall:
            summoner = combat.units[unit.summoner]
            unit.thrall = spending.thrall_cost(combat, unit)
            summoner.max_hp -= unit.thrall  # more than it has is refused: summons_faults
            summoner.hp = min(summoner.hp, summoner.max_hp)
        if unit.unseen:
            unit.unseen = 0
            sneaking.hide(combat, unit)
        if unit.facing < 0:
            face_enemies(combat, unit)


def face_enemies(combat: QuestCombat, unit: QuestCombatant) -> None:
    """Turn a unit without a stated facing to the nearest enemy. Rule: setup.placement."""
    best = -1
    least = 0
    for other in combat.units:
        if other.present and combat.enemies(unit, other):
            apart = geometry.distance(combat, unit, other)
            facing = geometry.facing_to(combat, unit, other)
            if best < 0 or apart < least or (apart == least and facing < best):
                best = facing
                least = apart
    unit.facing = max(best, 0)


def commence(combat: QuestCombat) -> None:
    """Begin the battle: thrall choices, then summons that are no thralls vanish.

    Rules: setup.battle-is-turn-based, thrall.when-paid, setup.unthralled-vanish-at-start.
    """
    for unit in combat.units:
        if unit.present:
            summon.offer_thralls(combat, unit)
    summon.vanish_unthralled(combat, False)
    here = sorted([who for who in combat.opening if combat.units[who].present])
    combat.opening = tuple(lineup.by_agility(combat, here))
    combat.initiators = combat.opening
    combat.phase = OPENING_PHASE if combat.opening else LINEUP_PHASE


def open_next(combat: QuestCombat) -> None:
    """Let the next initiator make its opening attack; one that makes none is not placed last.

    Rules: initiative.opening-attack, initiative.several-initiators.
    """
    unit = combat.units[combat.opening[0]]
    combat.opening = combat.opening[1:]
    answer = PASS
    combat.clear(TURN)  # freehit.within-count
    if unit.able():
        spending.set_actions(combat, unit, 1, 0, 0, "initiative.opening-attack")
        asked = act.Act(combat, unit, True)
        answer = combat.ask(asked)
        spending.set_actions(combat, unit, 0, 0, 0, "initiative.opening-attack")
        acts.open_hostilities(combat, unit, answer)
    if answer == PASS:
        # It opened nothing: gm.who-initiates.
        combat.initiators = without(combat.initiators, unit.index)
    if not combat.opening:
        combat.phase = LINEUP_PHASE
