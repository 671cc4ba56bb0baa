"""What bots hold things for worth, in hit points: blows, states, places. It decides no rule."""

from __future__ import annotations

from typing import Final

from affray.core.arrays import append, i64, vec
from affray.core.features import cells_to
from affray.core.grid import CHEBYSHEV, DROP
from affray.core.setup import Objective
from affray.rulesets.icon import resource
from affray.rulesets.icon.action import basic, modifiers
from affray.rulesets.icon.condition import statuses
from affray.rulesets.icon.definitions import Ability, Op
from affray.rulesets.icon.geometry import distance, patterns, sight
from affray.rulesets.icon.sheet import turn_slot
from affray.rulesets.icon.state import IconCombat, IconCombatant
from affray.rulesets.icon.terms import ATTACKED

STATUSES: Final[dict[str, float]] = {
    "slow": 2.0,
    "blinded": 2.5,
    "dazed": 2.0,
    "hatred": 2.0,
    "pacified": 3.0,
    "sealed": 1.0,
    "shattered": 1.5,
    "slashed": 1.5,
    "stunned": 4.0,
    "vulnerable": 2.5,
    "weakened": 2.5,
}
GRANTS: Final[dict[str, float]] = {
    "evasion": 4.0,
    "stealth": 3.0,
    "flying": 2.0,
    "counter": 2.0,
    "cover": 3.0,
    "resistance": 4.0,
    "resistance-ranged": 2.0,
}
FAILED: Final = 0.45  # of a save
KILL: Final = 8.0
NONE: Final = -1000.0


def level_damage(unit: IconCombatant, level: str, more: int = 0) -> float:
    """Return what a level of damage comes to on average."""
    sheet = unit.sheet
    if level == "fray":
        return float(sheet.fray)
    if sheet.mob:
        return float(sheet.flat)
    dice = dice_of(level) + more
    return dice * (sheet.die + 1) / 2.0


def dice_of(level: str) -> float:
    """Return how many dice a level of damage has."""
    if level == "light":
        return 1.0
    return (
        2.0 if level == "heavy" else 3.0 if level == "critical" else 0.0 if level == "fray" else 1.0
    )


def lands(
    combat: IconCombat, unit: IconCombatant, target: IconCombatant, boons: float = 0.0
) -> float:
    """Return about how likely an attack hits."""
    boons += 1.0 if combat.elevation(unit) > combat.elevation(target) else 0.0
    if unit.effects or unit.sheet.imposing():
        boons -= sum(status.curses for status in unit.statuses())
    need = target.sheet.defense - unit.sheet.attack_bonus - 3.5 * boons
    chance = (21.0 - need) / 20.0
    if target.on("evasion"):
        chance *= 0.5
    return min(1.0, max(0.05, chance))


def blow(unit: IconCombatant, target: IconCombatant, amount: float, pierce: bool) -> float:
    """Return what damage does to somebody: more if it fells, nothing past its hit points."""
    if not pierce:
        amount -= target.sheet.whole_armor()
    if amount <= 0:
        return 0.0
    worth = min(amount, float(target.hp + target.vigor))
    if amount >= target.hp + target.vigor:
        worth += KILL * (0.4 if target.sheet.mob else 1.0)
    return worth


def op_worth(combat: IconCombat, unit: IconCombatant, target: IconCombatant, op: Op) -> float:
    """Return what an operation on somebody is worth to a user."""
    foe = combat.hostile(unit, target)
    sign = 1.0 if foe else -1.0
    share = FAILED if op.save else 1.0
    name = op.name
    if name == "damage":
        amount = float(op.amount) if not op.level else level_damage(unit, op.level)
        return sign * blow(unit, target, amount, op.pierce)
    if name == "status":
        had = 0.2 if target.status(op.id) else 1.0
        return sign * share * had * STATUSES.get(op.id, 2.0)
    if name == "blight":
        return sign * share * (0.0 if target.holds(op.id) else 2.0)
    if name in ("shove", "pull", "immobile"):
        return sign * push_worth(combat, target, op)
    if name == "mark":
        return sign * (0.5 if target.holds(op.id) else 3.0)
    if name == "save":
        return FAILED * sum(op_worth(combat, unit, target, one) for one in op.fail)
    if name == "strip":
        return sign * (target.vigor + (2.0 if target.stance() else 0.0))
    if foe:
        return -0.5 if name in ("vigor", "cleanse", "cleanse-all", "grant") else 0.2
    return help_worth(combat, unit, target, op)


def push_worth(combat: IconCombat, target: IconCombatant, op: Op) -> float:
    """Return what pushing somebody about is worth: much near an edge or a fall."""
    near = [combat.grid.ground[cell] == DROP for cell in combat.grid.near[target.cell]]
    return 1.0 + (4.0 if any(near) else 0.0)


def help_worth(combat: IconCombat, unit: IconCombatant, target: IconCombatant, op: Op) -> float:
    """Return what helping an ally, or oneself, is worth."""
    name = op.name
    if name == "vigor":
        room = target.max_hp() - target.vigor
        gain = min(op.n * target.sheet.health, room)
        return gain * (0.7 if target.bloodied() else 0.35)
    if name in ("cleanse", "cleanse-all"):
        return (
            1.5 * len([effect for effect in target.effects if effect.source >= 0])
            + target.blights()
        )
    if name == "grant":
        return 0.0 if target.on(op.id) else GRANTS.get(op.id, 1.0)
    if name == "modify-next":
        return 0.3 if target.used[ATTACKED] or target.turns == 0 else 2.5
    if name == "rescue":
        return 45.0
    if name == "stance":
        return 0.0 if unit.stance() else 3.0
    if name in ("swap", "retarget"):
        return 3.0 if unit.hp > target.hp else -3.0
    return 0.8


def ops_worth(
    combat: IconCombat, unit: IconCombatant, target: IconCombatant, ops: list[Op]
) -> float:
    """Return what lines on a target are worth, those for the user and for others around too."""
    total = 0.0
    for op in ops:
        if op.who in ("target", "triggerer", "collided", "first-blocker"):
            total += op_worth(combat, unit, target, op)
        elif op.who == "ally":
            total += op_worth(combat, unit, target, op) if target.side == unit.side else 1.0
        elif op.who == "user":
            total += op_worth(combat, unit, unit, op)
        elif op.who in ("allies-within", "foes-within", "adjacent-allies"):
            total += around_worth(combat, unit, op)
        elif op.who == "one-ally":
            total += 1.5
    return total


def around_worth(combat: IconCombat, unit: IconCombatant, op: Op) -> float:
    """Return what an operation on those around its user is worth."""
    foes = op.who == "foes-within"
    far = 1 if op.who == "adjacent-allies" else op.range
    total = 0.0
    for one in combat.units:
        if one.able() and one is not unit and (one.side != unit.side) == foes:
            if combat.apart(one, unit) <= far:
                total += op_worth(combat, unit, one, op)
    return total


def attack_worth(
    combat: IconCombat, unit: IconCombatant, target: IconCombatant, ability: Ability
) -> float:
    """Return what an ability is worth against one target."""
    if not ability.attack:
        return ops_worth(combat, unit, target, ability.effect)
    boons = float(modifiers.number(combat, unit, ability, "boon", slow=unit.slow_now))
    hit = lands(combat, unit, target, boons)
    total = hit * ops_worth(combat, unit, target, ability.hit)
    total += (1.0 - hit) * ops_worth(combat, unit, target, ability.miss)
    if sight.sees(combat, unit, target) == sight.COVERED and ability.ranged():
        total *= 0.6
    return total + ops_worth(combat, unit, target, ability.effect)


def area_worth(
    combat: IconCombat, unit: IconCombatant, ability: Ability, cells: list[int]
) -> float:
    """Return what laying an area over some spaces is worth."""
    return Cover(combat, unit, ability).worth(patterns.standing(combat, cells), cells[0])


class Cover:
    """Weighs areas of an ability: what does not hang on where they lie is worked out once."""

    def __init__(self, combat: IconCombat, unit: IconCombatant, ability: Ability) -> None:
        self.combat = combat
        self.unit = unit
        self.ability = ability
        self.exempt = ability.own or ability.reach < 0
        self.lines = [*ability.area, *ability.effect]
        self.here: list[IconCombatant] | None = None
        # Of those: the first space, and how far from it an area of ``far`` still covers them.
        self.cells: vec[i64] = vec[i64]()
        self.within: vec[i64] = vec[i64]()
        self.single = True  # all of them are of Size 1
        self.by_rows: list[IconCombatant] | None = None
        # Of each character met, line by line.
        self.worths: list[list[float] | None] = [None] * len(combat.units)
        self.aimed: list[float] = []  # the attack on each in the attack space, NONE if not known
        self.crossed = ability.shape == "cross"
        self.far = 0 if ability.shape == "arc" else ability.size
        self.anywhere: list[tuple[bool, float]] = []  # terrain; other lines with their worth
        for op in self.lines:
            if op.name == "terrain":
                self.anywhere.append((True, 0.0))
            elif op.who in ("user", "allies-within", "foes-within"):
                self.anywhere.append((False, ops_worth(combat, unit, unit, [op])))

    def worth(self, inside: list[IconCombatant], cell: int) -> float:
        """Return what an area over some characters is worth."""
        total = 0.0
        for one in inside:
            total = self.plus(total, one)
        return self.plus_anywhere(total, cell)

    def plus(self, total: float, one: IconCombatant) -> float:
        """Return a total with what the area is worth on one character in it."""
        if one is not self.unit or not self.exempt:
            for worth in self.lines_on(one):
                total += worth
        return total

    def plus_anywhere(self, total: float, cell: int) -> float:
        """Return a total with what the area is worth whoever stands in it."""
        for terrain, worth in self.anywhere:
            if terrain:
                worth = 1.5 if foe_near(self.combat, self.unit, cell, 2) else 0.2
            total += worth
        return total

    def lines_on(self, one: IconCombatant) -> list[float]:
        """Return what each line is worth that does something to a character in the area."""
        known = self.worths[one.index]
        if known is not None:
            return known
        found: list[float] = []
        unit = self.unit
        foe = self.combat.hostile(one, unit)
        own = "area-foes" if foe else "area-allies"
        for op in self.lines:
            if op.who == "area" or op.who == own:
                found.append(op_worth(self.combat, unit, one, op))
            if op.name == "remove-blight" and one.holds(op.id):
                found.append(3.0 if foe else -3.0)
        self.worths[one.index] = found
        return found

    def standing(self) -> list[IconCombatant]:
        """Return everybody who can be in an area."""
        if self.here is None:
            self.here = [unit for unit in self.combat.units if unit.able()]
            for unit in self.here:
                self.cells = append(self.cells, unit.cell)
                self.within = append(self.within, self.far + unit.size - 1)
                self.single = self.single and unit.size == 1
        return self.here

    def in_rows(self) -> list[IconCombatant]:
        """Return everybody who can be in an area by row, then column."""
        if self.by_rows is None:
            places = [(unit.cell, unit.index) for unit in self.standing()]
            places.sort()
            self.by_rows = [self.combat.units[index] for _, index in places]
        return self.by_rows

    def blast_worth(self, cell: int) -> float:
        """Return what a blast around a space is worth."""
        everybody = self.in_rows()
        if not self.single or any(terrain for terrain, _ in self.anywhere):
            cells = patterns.blast(self.combat, cell, self.ability.size)
            return self.worth(patterns.standing(self.combat, cells), cells[0])
        row = self.combat.grid.far(cell)
        size = self.ability.size
        total = 0.0
        for one in everybody:
            if row[one.cell] <= size:
                total = self.plus(total, one)
        return self.plus_anywhere(total, cell)

    def alone(self, cell: int) -> float:
        """Return what one space is worth."""
        one = self.combat.at(cell)
        total = self.plus(0.0, one) if one is not None and one.able() else 0.0
        return self.plus_anywhere(total, cell)

    def aim(self, target: IconCombatant) -> float:
        """Return what the attack on a foe in the attack space is worth: worked out once for it."""
        if not self.aimed:
            self.aimed = [NONE] * len(self.combat.units)
        known = self.aimed[target.index]
        if known == NONE:
            known = aim_worth(self.combat, self.unit, self.ability, target)
            self.aimed[target.index] = known
        return known

    def aim_at(self, cell: int) -> float:
        """Return what the attack on whoever stands in the attack space is worth."""
        target = foe_at(self.combat, self.unit, cell) if self.ability.attack else None
        return self.aim(target) if target is not None else 0.0


def foe_near(combat: IconCombat, unit: IconCombatant, cell: int, far: int) -> bool:
    """Return whether a foe is within some spaces of a space."""
    row = combat.grid.far(cell)
    for one in combat.units:
        if one.side != unit.side and one.able() and row[one.cell] <= far + one.size - 1:
            if one.size == 1 or distance.from_cell(combat, cell, one) <= far:
                return True
    return False


def spot_worth(combat: IconCombat, cover: Cover, cell: int) -> float:
    """Return what laying the area of a use around a space is worth."""
    if cover.crossed:
        cells = patterns.cross(combat, cell, cover.ability.size, whole=True)
        total = cover.worth(patterns.standing(combat, cells), cells[0])
        return total + cover.aim_at(cell)
    everybody = cover.standing()
    cells_of = cover.cells
    within = cover.within
    row = combat.grid.far(cell)
    total = 0.0
    empty = True
    place: i64
    for place in range(len(everybody)):
        if row[cells_of[place]] <= within[place]:
            one = everybody[place]
            if one.size == 1 or distance.from_cell(combat, cell, one) <= cover.far:
                total = cover.plus(total, one)
                empty = False
    return 0.0 if empty else cover.plus_anywhere(total, cell) + cover.aim_at(cell)


def foe_at(combat: IconCombat, unit: IconCombatant, cell: int) -> IconCombatant | None:
    """Return the foe in a space that can be attacked, None if there is none."""
    target = combat.at(cell)
    if target is None or target.side == unit.side or not target.able():
        return None
    return target


def aim_worth(
    combat: IconCombat, unit: IconCombatant, ability: Ability, target: IconCombatant
) -> float:
    """Return what the attack of an area on a foe in its attack space is worth."""
    hit = lands(combat, unit, target)
    total = hit * ops_worth(combat, unit, target, ability.hit)
    total += (1.0 - hit) * ops_worth(combat, unit, target, ability.miss)
    lines = [op for op in ability.effect if op.who == "target"]
    return total + ops_worth(combat, unit, target, lines)


def best_area(combat: IconCombat, unit: IconCombatant, ability: Ability) -> float:
    """Return about what the best place for an area is worth, looking at foes' spaces only."""
    if ability.own:
        return area_worth(combat, unit, ability, patterns.blast(combat, unit.cell, ability.size))
    size = ability.size
    wide = size if ability.shape in ("line", "arc") else 2 * size + 1
    reach = ability.reach if ability.reach >= 0 else wide
    best = 0.0
    cover = Cover(combat, unit, ability)
    for foe in foes_of(combat, unit):
        if distance.from_cell(combat, unit.cell, foe) > reach or not in_line(
            combat, unit, foe, ability
        ):
            continue
        if ability.shape in ("blast", "close-blast"):
            worth = cover.blast_worth(foe.cell)
        else:
            cells = [foe.cell]
            if ability.shape == "cross":
                cells = patterns.cross(combat, foe.cell, size, whole=True)
            worth = cover.worth(patterns.standing(combat, cells), cells[0])
        best = max(best, worth + cover.aim_at(foe.cell))
    return best


def in_line(combat: IconCombat, unit: IconCombatant, foe: IconCombatant, ability: Ability) -> bool:
    """Return whether a line or an arc from somebody's space can cover a foe."""
    wide, high = combat.grid.apart(unit.cell, unit.size, foe.cell, foe.size)
    if ability.shape == "line":
        return min(wide, high) <= 1
    if ability.shape == "arc" and ability.reach < 0:
        return wide + high <= ability.size
    return True


def foes_of(combat: IconCombat, unit: IconCombatant) -> list[IconCombatant]:
    """Return the foes that can act."""
    return [one for one in combat.units if one.side != unit.side and one.able()]


def wanted_range(unit: IconCombatant) -> int:
    """Return from how far somebody likes to fight: worked out once for a sheet."""
    if unit.sheet.likes < 0:
        unit.sheet.likes = best_reach(unit)
    return unit.sheet.likes


def best_reach(unit: IconCombatant) -> int:
    """Return the reach of somebody's best attack."""
    best = 0.0
    reach = 1
    for whole in unit.sheet.abilities:
        for part in whole.parts or [whole]:
            if not part.attack or part.basic or whole.uses:
                continue
            worth = sum(dice_of(op.level) for op in part.hit if op.name == "damage")
            far = part.range or max(part.reach, part.size if part.shape == "line" else 1)
            if part.attack == "melee":
                far = part.range or 1
            if worth > best or (worth == best and far > reach):
                best = worth
                reach = far
    return reach


class Scout:
    """Looks at places for somebody: in reach of foes, off edges, near what counts."""

    def __init__(self, combat: IconCombat, unit: IconCombatant) -> None:
        self.combat = combat
        self.size = unit.size
        self.far = wanted_range(unit)
        self.goals = goals_of(combat, unit)
        self.foes: list[tuple[int, int]] = []
        self.single = unit.size == 1  # all are of Size 1, and stand in their ``cells``
        self.cells: list[int] = []
        self.fallen: list[int] = []
        for other in combat.units:
            if other.side != unit.side:
                if other.able():
                    self.foes.append((other.cell, other.size))
                    self.cells.append(other.cell)
                    self.single = self.single and other.size == 1
            elif unit.sheet.pc and basic.can_be_rescued(other):
                self.fallen.append(other.cell)

    def worth(self, cell: int, harm: int) -> float:
        """Return what standing somewhere is worth."""
        grid = self.combat.grid
        total = -1.5 * harm + 0.6 * self.combat.levels[cell]
        if grid.ground[cell] == DROP:
            total -= 15.0
        least = self.nearest(cell)
        far = self.far
        if least < 1000:
            if least > far:
                total -= 2.0 * (least - far)
            near = far if far < 3 else 3
            if far > 1 and least < near:
                total -= 1.2 * (near - least)
        for one in self.fallen:
            total -= grid.steps(cell, one)
        if self.goals:
            total -= 2.5 * cells_to(grid, cell, self.goals)
        return total

    def nearest(self, cell: int) -> int:
        """Return the distance of the nearest foe, 1000 if there is none."""
        least = 1000
        if self.single:
            row = self.combat.grid.far(cell)
            for other in self.cells:
                if row[other] < least:
                    least = row[other]
            return least
        for other, size in self.foes:
            gap = self.combat.grid.distance(cell, other, CHEBYSHEV, self.size, size)
            if gap < least:
                least = gap
        return least

    def safety(self, cell: int) -> int:
        """Return how safe a space is: far from foes and from edges."""
        grid = self.combat.grid
        total = -20 if grid.ground[cell] == DROP else 0
        row = grid.far(cell)
        for other, size in self.foes:
            gap = row[other]
            if not self.single:
                gap = grid.distance(cell, other, CHEBYSHEV, self.size, size)
            total += gap if gap < 10 else 10
            if gap <= 5:
                total -= 6
        return total


def goals_of(combat: IconCombat, unit: IconCombatant) -> list[int]:
    """Return the spaces that a character's side has to reach or hold."""
    for objective in combat.objectives:
        if objective.side == unit.side and objective.wins and objective.kind in ("reached", "hold"):
            return objective.cells
    return []


def progress(combat: IconCombat, number: int, one: Objective) -> float:
    """Return how far a condition is from being met: 0 to about 1."""
    wanted = max(1, one.number)
    if one.kind == "taken-out":
        named = [unit for unit in combat.units if unit.name in one.who]
        left = sum(unit.hp / unit.max_hp() for unit in named if unit.able())
        return 1.0 - left / len(named) if named else 0.0
    if one.kind in ("rounds-survived", "protect"):
        return min(1.0, combat.round / wanted)
    if one.kind == "clear":
        return 0.5 * min(1.0, combat.round / wanted) - closeness(combat, one, 1 - one.side, 3)
    if one.kind == "hold":
        near = closeness(combat, one, one.side, 2) - closeness(combat, one, 1 - one.side, 2)
        return combat.kept[number] / wanted + 0.5 * near
    return closeness(combat, one, one.side, wanted)


def closeness(combat: IconCombat, one: Objective, side: int, wanted: int) -> float:
    """Return how near the first ``wanted`` of a side are to the zone of a condition, 1: inside."""
    far: list[int] = []
    for unit in combat.units:
        if unit.side == side and unit.able() and one.cells:
            far.append(
                min([combat.grid.distance(unit.cell, cell, CHEBYSHEV) for cell in one.cells])
            )
    far.sort()
    return sum(1.0 / (1.0 + 0.5 * apart) for apart in far[:wanted]) / wanted


def interrupts_left(unit: IconCombatant) -> int:
    """Return how many uses of its interrupts somebody has left until its next turn.

    Rules: interrupt.uses, interrupt.unable.
    """
    total = 0
    if statuses.cannot_interrupt(unit):
        return total
    for place, whole in enumerate(unit.sheet.abilities):
        if whole.uses and not resource.used_up(unit, place):
            more = sum(mod.n for mod in whole.mods if mod.word == "uses")
            total += max(0, whole.uses + more - unit.used[turn_slot(unit.sheet, place)])
    return total


def threatens_goal(combat: IconCombat, unit: IconCombatant) -> bool:
    """Return whether somebody stands where the other side must not let it."""
    for objective in combat.objectives:
        if (
            objective.side == unit.side
            and objective.kind in ("reached", "hold")
            and unit.cell in objective.cells
        ):
            return True
        if (
            objective.side != unit.side
            and objective.kind == "clear"
            and unit.cell in objective.cells
        ):
            return True
    return False
