"""Before the first round: budgets, objects, who stands where; and late arrivals."""

from __future__ import annotations

from typing import Final

from affray.core.effect import NEVER, Held
from affray.core.grid import DROP, WALL
from affray.core.setup import Member, Setup
from affray.rulesets.icon import choice, ledger, resource
from affray.rulesets.icon.action import operation
from affray.rulesets.icon.condition import traits
from affray.rulesets.icon.definitions import STATUS
from affray.rulesets.icon.movement import exits, landing
from affray.rulesets.icon.sheet import Sheet
from affray.rulesets.icon.state import IconCombat, IconCombatant, Thing
from affray.rulesets.icon.terms import DECLARE, ONGOING, SPENT

PLACING = "setup.deployment"
UNKNOWN: Final = 2


def place_next(combat: IconCombat) -> None:
    """Let the next character be placed: the players first, then the GM. Rule: setup.deployment."""
    for side in (0, 1):
        for unit in combat.units:
            if unit.side == side and unit.awaited() and not unit.arrives:
                put(combat, unit, places(combat, unit))
                return
    combat.phase = DECLARE


def places(combat: IconCombat, unit: IconCombatant) -> list[int]:
    """Return where somebody may be placed: free, no edge, with room left for the others.

    Rule: setup.deployment.
    """
    waiting = by_size([one for one in unplaced(combat) if one is not unit])
    room = Room(combat, waiting)
    return [cell for cell in unit.places if stands(combat, unit, cell) and room.left(unit, cell)]


def stands(combat: IconCombat, unit: IconCombatant, cell: int) -> bool:
    """Return whether somebody may stand at a place at the start."""
    if not exits.free_to_stand(combat, unit, cell):
        return False
    ground = combat.grid.ground
    return not any(ground[one] == DROP for one in combat.grid.footprint(cell, unit.size))


def unplaced(combat: IconCombat) -> list[IconCombatant]:
    """Return who is still to be placed before the first round."""
    return [unit for unit in combat.units if unit.awaited() and not unit.arrives]


def by_size(units: list[IconCombatant]) -> list[IconCombatant]:
    """Return them with the largest first, otherwise in their order."""
    found: list[IconCombatant] = []
    for size in (4, 3, 2, 1):
        found += [unit for unit in units if unit.size == size]
    return found


class Room:
    """Whether those who wait find room: each in turn takes the first of its places that is free.

    What they take if nobody else stands in their way is worked out once. Somebody who is placed
    where none of them stands leaves all of it as it is; else it is worked out again, the places
    that were taken before it by those of the same start not looked at twice.
    """

    def __init__(self, combat: IconCombat, waiting: list[IconCombatant]) -> None:
        self.combat = combat
        self.waiting = waiting
        self.known: dict[int, bytearray] = {}  # by size, then place: 1 if one may stand there
        self.taken = [False] * combat.grid.size
        self.enough = self.fill(self.taken)

    def left(self, unit: IconCombatant, cell: int) -> bool:
        """Return whether they all find room when somebody stands at a place."""
        cells = self.combat.grid.footprint(cell, unit.size)
        if self.enough and not any(self.taken[one] for one in cells):
            return True
        held = [False] * self.combat.grid.size
        for one in cells:
            held[one] = True
        return self.fill(held)

    def fill(self, held: list[bool]) -> bool:
        """Place all of them beside what is held, which is added to; return whether that goes."""
        before: list[int] | None = None
        size = 0
        at = 0  # how many of these places are of no use to those that follow either
        for unit in self.waiting:
            if unit.places is not before or unit.size != size:
                before, size, at = unit.places, unit.size, 0
            while at < len(unit.places) and not self.free(unit, unit.places[at], held):
                at += 1
            if at == len(unit.places):
                return False
            for one in self.combat.grid.footprint(unit.places[at], size):
                held[one] = True
        return True

    def free(self, unit: IconCombatant, place: int, held: list[bool]) -> bool:
        """Return whether somebody who waits may stand at a place beside what is held."""
        known = self.known.get(unit.size)
        if known is None:
            known = self.known[unit.size] = bytearray([UNKNOWN]) * self.combat.grid.size
        if known[place] == UNKNOWN:
            known[place] = stands(self.combat, unit, place)
        if not known[place]:
            return False
        if unit.size == 1:
            return not held[place]
        return not any(held[one] for one in self.combat.grid.footprint(place, unit.size))


def put(combat: IconCombat, unit: IconCombatant, cells: list[int]) -> None:
    """Put somebody on one of some spaces, its controller choosing."""
    cell = cells[0]
    if len(cells) > 1:
        cell = combat.ask(choice.Cells(combat, unit.seats, unit.index, PLACING, cells, "")) - 1
    if unit.arrives:
        ledger.put(combat, unit, cell, "turn.reinforcements", "arrive")
    else:
        ledger.put(combat, unit, cell, PLACING, "deploy")


def arrive(combat: IconCombat) -> None:
    """Bring in who arrives when this round has begun: it takes its first turn in the next.

    On its space or a nearest free one, its controller choosing.
    Rule: turn.reinforcements.
    """
    for unit in combat.units:
        if not unit.awaited() or combat.round < unit.arrives:
            continue
        cells = [cell for cell in unit.places if stands(combat, unit, cell)]
        if not cells:
            cells = landing.nearest(combat, unit, unit.places)
        if cells:
            unit.present = True
            unit.turns = 0
            put(combat, unit, cells)


def start(combat: IconCombat, unit: IconCombatant) -> None:
    """Do what a sheet does at the start of combat.

    Rules: setup.start-state, sheet.traits-always-on, effect.defiance, effect.stealth.
    """
    for id in SPENT:
        if unit.sheet.gives(id):
            give(combat, unit, id)
    for id in unit.sheet.permanent:
        state = combat.library.states.get(id)
        if state is not None and state.kind == STATUS:  # of a sheet: for the whole fight
            unit.effects = [*unit.effects, Held(state, ONGOING, unit.index, NEVER, -1)]
    for own in unit.sheet.traits:
        use = traits.use_of(combat, unit, own, unit.index)
        for op in own.at_start:
            if op.name == "grant":
                give(combat, unit, op.id)
            elif op.name == "vigor":
                most = unit.max_hp() - unit.vigor
                unit.vigor += min(most, op.n * unit.sheet.health)
            elif op.name == "modify-next":
                unit.pending = [*unit.pending, op.text()]
            elif op.name == "stance":
                operation.carry_out(combat, use, op)
            else:
                unit.resolve = min(resource.MOST_RESOLVE, unit.resolve + op.n)


def give(combat: IconCombat, unit: IconCombatant, id: str) -> None:
    """Give somebody an effect for the fight."""
    combat.give(unit.index, combat.library.states[id], 1, unit.index, 0, -1)


OPTIONS: Final = ("chapter", "surrender", "objects")
SURRENDERS: Final = ("when-felled", "always", "anybody")
OBJECT: Final = "object"  # zones called so, or object-something, are objects: action.interact


def is_pc(member: Member) -> bool:
    """Return whether a member is a player character."""
    return isinstance(member.sheet, Sheet) and member.sheet.pc


def unit_of(number: int, member: Member, setup: Setup) -> IconCombatant:
    """Make a combatant of a member. Rules: setup.two-sides, turn.reinforcements."""
    return combatant_of(
        number,
        member,
        [member.cell] if member.cell >= 0 else setup.sides[member.side].start,
    )


def combatant_of(number: int, member: Member, places: list[int]) -> IconCombatant:
    """Make a combatant of a member that may be put on some spaces."""
    own = member.sheet
    assert isinstance(own, Sheet)
    unit = IconCombatant(number, member.side, member.name, -1, own)
    unit.seats = member.seats
    unit.npc = not own.pc and member.side == 0
    unit.arrives = member.arrives
    unit.places = places
    return unit


def may_start(setup: Setup, member: Member) -> bool:
    """Return whether a member may start where the encounter says. Rule: setup.deployment."""
    size = member.sheet.size if isinstance(member.sheet, Sheet) else 1
    cells = setup.grid.footprint(member.cell, size)
    return bool(cells) and not any(setup.grid.ground[cell] in (WALL, DROP) for cell in cells)


def member_faults(setup: Setup, number: int) -> list[str]:
    """Return what is wrong with what a member brings, each beginning with the field."""
    member = setup.members[number]
    if not isinstance(member.sheet, Sheet):
        return []
    unit = unit_of(number, member, setup)
    unit.players = max(1, sum(1 for member in setup.members if is_pc(member)))
    return faults_of(member, unit)


def faults_of(member: Member, unit: IconCombatant) -> list[str]:
    """Return what is wrong with what a combatant to be brings, each beginning with the field.

    Rules: setup.two-sides, sheet.hp-max, defeat.pc-dies, resource.elixir.
    """
    own = unit.sheet
    found: list[str] = []
    if own.pc and member.side:
        found.append(": found a player character, expected a foe [icon/setup.two-sides]")
    values = member.values
    wounds = int(values.get("wounds", unit.wounds))
    if not 0 <= wounds < resource.MOST_WOUNDS or (wounds and not own.pc):
        most = resource.MOST_WOUNDS - 1 if own.pc else 0
        what = f"found {wounds}, expected 0 to {most}"
        found.append(f".with.wounds: {what} [icon/defeat.pc-dies]")
        wounds = 0
    unit.wounds = wounds
    if "hp" in values and not 1 <= int(values["hp"]) <= unit.max_hp():
        what = f"found {values['hp']}, expected 1 to {unit.max_hp()}"
        found.append(f".with.hp: {what} [icon/sheet.hp-max]")
    for name in ("elixirs", "drink"):
        if int(values.get(name, 0)) < 0 or (name in values and not own.pc):
            what = f"found {values[name]}, expected {'0 or more' if own.pc else 'none of foes'}"
            found.append(f".with.{name}: {what} [icon/resource.elixir]")
    has = int(values.get("elixirs", own.elixirs))
    if own.pc and int(values.get("drink", 0)) > max(0, has):
        what = f"found {values['drink']}, expected at most the {has} that it has"
        found.append(f".with.drink: {what} [icon/resource.elixir]")
    return found


def option_faults(setup: Setup) -> list[str]:
    """Return what is wrong with the options of an encounter."""
    found: list[str] = []
    for name in setup.options:
        if name not in OPTIONS:
            found.append(f"options.{name}: found an unknown option, expected one of {OPTIONS}")
    if setup.options.get("chapter", 1) not in (1, 2, 3):
        found.append("options.chapter: expected 1, 2 or 3 [icon/sheet.chapter-from-level]")
    if setup.options.get("surrender", SURRENDERS[0]) not in SURRENDERS:
        found.append(f"options.surrender: expected one of {SURRENDERS} [icon/surrender.when]")
    return found


def things_of(setup: Setup) -> tuple[list[Thing], list[str]]:
    """Return the objects of a map, and what is wrong with what the scenario says of them.

    ``objects = "object-lever 2 opens object-gate; object-altar wins party"``.
    Rule: action.interact.
    """
    things: list[Thing] = []
    faults: list[str] = []
    for name, cells in sorted(setup.grid.zones.items()):
        if name == OBJECT or name.startswith(f"{OBJECT}-"):
            things.append(Thing(name, list(cells)))
    ids = [thing.id for thing in things]
    sides = [side.id for side in setup.sides]
    for line in str(setup.options.get("objects", "")).split(";"):
        words = line.split()
        if not words:
            continue
        times = int(words.pop(1)) if len(words) == 4 and words[1].isdecimal() else 1
        known = sides if len(words) == 3 and words[1] == "wins" else ids
        verb = words[1] if len(words) == 3 else ""
        if verb not in ("opens", "wins") or words[0] not in ids or words[2] not in known:
            expected = "expected: object [times] opens object, or wins side"
            faults.append(f"options.objects: found {line.strip()!r}, {expected}")
            continue
        thing = things[ids.index(words[0])]
        thing.times = max(1, times)
        if verb == "opens":
            thing.opens = words[2]
        else:
            thing.wins = sides.index(words[2])
    return things, faults


def cost(sheet: Sheet, players: int) -> int:
    """Return what a foe costs in fifths of a point. Rule: setup.encounter-budget."""
    if sheet.legend:
        return 5 * players
    return 10 if sheet.elite else 1 if sheet.mob else 5


def budget(foes: list[Sheet], players: int) -> tuple[int, int]:
    """Return what foes cost and what a standard fight spends, both in fifths of a point.

    Rule: setup.encounter-budget.
    """
    return sum(cost(foe, players) for foe in foes), 5 * players
