"""What things are worth to a program that plays Thrum: abilities, targets, Stances, positions."""

from __future__ import annotations

from typing import Final

from affray.core.arrays import append, i64, vec
from affray.core.features import REACTIONS, WAY, YET_TO_ACT
from affray.core.reach import filled
from affray.rulesets.thrum.action.action import Action
from affray.rulesets.thrum.action.operation import Afflict, Choose, Harm, Impose, Op, ShiftTarget
from affray.rulesets.thrum.condition.holding import number_of, statuses_of
from affray.rulesets.thrum.condition.kinds import MARK, SLOWED, VULNERABLE
from affray.rulesets.thrum.feature import Ability
from affray.rulesets.thrum.geometry.sight import CLEAR, cover
from affray.rulesets.thrum.reaction.stance import Assist, Protect
from affray.rulesets.thrum.sheet.sheet import Sheet
from affray.rulesets.thrum.state import ThrumCombat, ThrumCombatant
from affray.rulesets.thrum.terms import ACTION, MENTAL, PHYSICAL, RANGED

FAR: Final = 12  # beyond this distance nothing reaches
NO_THREAT: Final = filled(FAR + 1, 0)

# Chance in 1296 that 2d6 beat 2d6 by more than nothing, for a difference of modifiers from -10 to
# 10.
BEATS: Final[tuple[int, ...]] = (
    1,
    5,
    15,
    35,
    70,
    126,
    210,
    320,
    451,
    593,
    736,
    872,
    990,
    1088,
    1165,
    1221,
    1259,
    1280,
    1290,
    1295,
    1296,
)
# Chance in 36 that 2d6 total more than n, for n from 0 to 12.
ABOVE: Final[tuple[int, ...]] = (36, 36, 35, 33, 30, 26, 21, 15, 10, 6, 3, 1, 0)

# What an ability is worth whose entries do not tell; others are worked out from them.
WORTH: Final = {
    "no action": 0.0,
    "dash": 0.02,
    "recover": 0.1,
    "homing-beacon": 0.2,
    "vector-field": 0.6,
    "blizzard": 0.9,
    "sucking-bog": 1.0,
    "wave-of-mutilation": 0.5,
    "accelerate": 0.7,
    "spirit-armor": 0.8,
    "oilskin-ward": 0.7,
    "two-body-problem": 1.6,
    "compulsion": 1.0,
    "puppet": 1.8,
    "chokehold": 1.6,
    "assassinate": 2.2,
    "infuse-weapon": 2.3,
    "command-aggressor": 2.2,
    "bull-rush": 2.2,
}
# How gladly a Stance is taken, by id; others are judged by what they do.
STANCES: Final = {
    "concentrate": 0.5,
    "guardian": 2.0,
    "parry-and-riposte": 2.2,
    "prepared-shot": 0.4,
    "bolster": 1.8,
    "earthen-hide": 2.1,
    "cloak-of-wind": 2.1,
    "mind-over-matter": 1.7,
    "study": 1.8,
    "force-armor": 1.6,
    "iron-fence": 1.8,
    "slip-away": 1.7,
    "undertone": 1.6,
    "unmoved": 1.6,
    "biffer-dig-in": 1.5,
    "biffer-interpose": 1.3,
    "plinker-duck": 1.8,
    "squall-calm": 0.8,
    "wraith-on-wings": 2.5,
    "quiet-mind": 1.5,
    "orthogonal-incidence": 1.5,
    "eigencomplex": 1.6,
    "the-prestige": 1.5,
    "pounce": 1.2,
    "pivot": 1.2,
    "magnetic-armor": 1.5,
    "command-protector": 1.5,
}
FEATURES: Final = (
    "standing",
    "tolerance left",
    "stress left",
    "wounds",
    "statuses",
    "stances",
    "threat",
    "strength",
    "on high ground",
    "objective",
    YET_TO_ACT,
    REACTIONS,
    WAY,
)
SHARED: Final = (YET_TO_ACT, REACTIONS, WAY)  # the height of their ground is among its own


def beats(difference: int) -> float:
    """Return the chance that an attack succeeds for a difference of modifiers."""
    return BEATS[max(0, min(20, difference + 10))] / 1296.0


def holds(unit: ThrumCombatant) -> float:
    """Return the chance to hold an Incapacity Roll."""
    return ABOVE[max(0, min(12, unit.fatigue - unit.sheet.resilience))] / 36.0


def chance(
    combat: ThrumCombat, unit: ThrumCombatant, ability: Ability, target: ThrumCombatant
) -> float:
    """Return about how likely an attack succeeds.

    Modifiers, and the Boons that are plain to see.
    """
    sheet = target.sheet
    first = sheet.resolve if ability.tags & MENTAL else sheet.resilience
    best = first
    if not target.has(SLOWED):
        evasion = sheet.evasion + (0 if target.has(VULNERABLE) else 1)
        best = max(first, evasion)
    difference = ability.modifier - best
    if unit.exhausted():
        difference -= 1
    if target.frayed():
        difference += 1
    if ability.tags & RANGED:
        board = combat.board
        for cell in combat.grid.near[unit.cell]:
            if board[cell] >= 0 and combat.units[board[cell]].side != unit.side:
                difference -= 1
    if ability.tags & PHYSICAL and cover(combat, unit.cell, target.cell) != CLEAR:
        difference -= 1
    return beats(difference)


def target_worth(combat: ThrumCombat, target: ThrumCombatant) -> float:
    """Return how much it is worth to hit somebody: the nearer to falling, the more."""
    if target.controller >= 0:
        return 0.7
    left = target.fatigue_tolerance - target.fatigue
    worth = 1.0 + (1.5 / (1.0 + left) if left >= 0 else 1.8)
    if number_of(target, MARK):
        worth += 0.1
    for objective in combat.objectives:
        if objective.kind == "taken-out" and target.name in objective.who:
            worth *= 2.5
    return worth


def ability_worth(ability: Ability) -> float:
    """Return what a success of an ability is worth, from its entries; remembered."""
    if ability.worth < 0.0:
        ability.worth = judged(ability)
    return ability.worth


def judged(ability: Ability) -> float:
    """Return the worth of an ability from its entries."""
    known = WORTH.get(ability.id)
    if known is not None:
        return known
    if not isinstance(ability, Action):
        return 1.0
    worth = ops_worth(ability.success) + 0.3 * ops_worth(ability.critical)
    worth += 1.2 * ops_worth(ability.effect) + 0.2 * ops_worth(ability.last)
    if ability.target == "up-to-N-enemies":
        worth *= 1.5
    return max(worth, 0.3)


def ops_worth(ops: list[Op]) -> float:
    """Return the worth of some operations on an enemy."""
    total = 0.0
    for op in ops:
        if isinstance(op, Harm):
            total += (1.0 if op.load == 0 else 0.7) * op.amount.fixed
        elif isinstance(op, Afflict):
            total += 0.3 * op.amount.fixed
        elif isinstance(op, Impose):
            total += 0.5
        elif isinstance(op, ShiftTarget):
            total += 0.2
        elif isinstance(op, Choose):
            total += 0.4
    return total


def worth_by_distance(sheet: Sheet) -> vec[i64]:
    """Return the best expected harm of a sheet's attacks by distance, in thousandths.

    Remembered.
    """
    if len(sheet.worths) == 0:
        worths = [0] * (FAR + 1)
        for ability in sheet.abilities:
            if ability.kind != ACTION or not ability.attack():
                continue
            reach = ability.range + ability_size(ability) - 1
            worth = int(1000.0 * ability_worth(ability) * beats(ability.modifier - 1))
            for apart in range(1, min(FAR, max(1, reach)) + 1):
                if worth > worths[apart]:
                    worths[apart] = worth
        for one in worths:
            sheet.worths = append(sheet.worths, one)
    return sheet.worths


def ability_size(ability: Ability) -> int:
    """Return by how much an Area reaches beyond the Range, plus 1."""
    if isinstance(ability, Action) and ability.target in ("area-N", "aura-N"):
        name = "area" if ability.target == "area-N" else "aura"
        return ability.n(name) if name in ability.params else 1
    return 1


def fights_near(sheet: Sheet) -> bool:
    """Return whether the best attacks of a sheet need an adjacent or near target."""
    worths = worth_by_distance(sheet)
    return worths[1] * 100 > worths[3] * 105


def has_terrain(combat: ThrumCombat, unit: ThrumCombatant, ability: Ability) -> bool:
    """Return whether the ability's Terrain Effect is in place already."""
    for terrain in combat.terrains:
        if terrain.creator == unit.index and terrain.slot == ability.slot:
            return True
    return False


def crowd(combat: ThrumCombat, unit: ThrumCombatant, ability: Ability) -> float:
    """Return how many enemies, less allies, could be about where an Area reaches."""
    reach = ability.range + ability_size(ability)
    total = 0.0
    row = combat.grid.far(unit.cell)
    for other in combat.units:
        if other.cell >= 0 and row[other.cell] <= reach:
            if other.present and not other.incapacitated:
                total += 0.7 * target_worth(combat, other) if other.side != unit.side else -0.2
    return max(total, 0.0) * (beats(ability.modifier - 1) if ability.attack() else 1.0)


def help_factor(ability: Ability, target: ThrumCombatant) -> float:
    """Return how welcome a helping ability is to an ally."""
    if target.incapacitated:
        return 6.0
    if ability.code in ("ameliorate", "splint"):
        over = target.fatigue - target.fatigue_tolerance
        return 1.5 if over > 0 else 0.6 if target.fatigue else 0.1
    return 0.0 if target.buffed() else 1.0


def recover_worth(unit: ThrumCombatant) -> float:
    """Return what recovering is worth now."""
    if unit.fatigue == unit.fatigue_tolerance + 1:
        return 0.9
    if unit.frayed():
        return 0.6
    return 0.05 if unit.fatigue or unit.stress or statuses_of(unit) else 0.0


def dash_worth(combat: ThrumCombat, unit: ThrumCombatant) -> float:
    """A Dash is worth something to one whose attacks reach nobody."""
    apart = 99
    row = combat.grid.far(unit.cell)
    for other in combat.units:
        if other.side != unit.side and other.cell >= 0 and row[other.cell] < apart:
            if other.present and not other.incapacitated:
                apart = row[other.cell]
    return 0.3 if apart > FAR or worth_by_distance(unit.sheet)[apart] == 0 else 0.01


def stance_worth(combat: ThrumCombat, unit: ThrumCombatant, ability: Ability) -> float:
    """Return what a Stance is worth now; what is always the same is remembered."""
    if ability.worth >= 0.0:
        return ability.worth
    if isinstance(ability, Protect):
        return beside_worth(combat, unit, True)
    if isinstance(ability, Assist):
        return beside_worth(combat, unit, False)
    sheet = unit.sheet
    known = STANCES.get(ability.id)
    if known is not None:
        ability.worth = known
    elif ability.id == "brace":
        ability.worth = 1.0 if sheet.resilience >= sheet.evasion else 0.6
    elif ability.id == "dodge":
        return 1.0 if sheet.evasion > sheet.resilience and not unit.has(SLOWED) else 0.55
    else:
        return 1.4 if statuses_of(unit) or unit.cell >= 0 else 1.3
    return ability.worth


def beside_worth(combat: ThrumCombat, unit: ThrumCombatant, friends: bool) -> float:
    """Return what a Stance is worth that concerns friends, or else enemies, who stand beside."""
    if unit.cell < 0:
        return 0.1
    beside = 0
    board = combat.board
    for cell in combat.grid.near[unit.cell]:
        if board[cell] >= 0 and (combat.units[board[cell]].side == unit.side) == friends:
            beside += 1
    return 0.7 + 0.2 * beside if beside else 0.1


def enemies_of(combat: ThrumCombat, unit: ThrumCombatant) -> list[ThrumCombatant]:
    """Return the enemies that stand on the map."""
    return [
        other
        for other in combat.units
        if other.side != unit.side and other.present and not other.incapacitated and other.cell >= 0
    ]


def nearest(rows: list[bytes], cell: i64) -> int:
    """Return the distance from a square to the nearest of those whose distances are given."""
    best: i64 = 99
    for row in rows:
        apart: i64 = row[cell]
        if apart < best:
            best = apart
    return best


def protected(combat: ThrumCombat, unit: ThrumCombatant) -> bool:
    """Return whether this one's fall loses the fight for its side."""
    for objective in combat.objectives:
        if objective.kind == "taken-out" and unit.name in objective.who:
            return (objective.side == unit.side) != objective.wins
    return False


def prey_of(combat: ThrumCombat, unit: ThrumCombatant) -> list[int]:
    """Return where those stand whose fall wins the fight for one's side."""
    found: list[int] = []
    for other in combat.units if combat.objectives else []:
        stands = other.able() and other.cell >= 0
        if other.side != unit.side and stands and protected(combat, other):
            found.append(other.cell)
    return found


def goals_of(combat: ThrumCombat, unit: ThrumCombatant) -> list[int]:
    """Return the nearest square that wins by being reached, if there is one."""
    for objective in combat.objectives:
        if objective.kind == "reached" and unit.sheet.pc and objective.cells:
            best = objective.cells[0]
            for cell in objective.cells:
                if combat.distance(unit.cell, cell) < combat.distance(unit.cell, best):
                    best = cell
            return [best]
    return []


# ---- a position in numbers -------------------------------------------------------------------


def add_features(
    combat: ThrumCombat, unit: ThrumCombatant, sign: float, total: list[float]
) -> None:
    """Add what one combatant counts for to a position in numbers."""
    sheet = unit.sheet
    if not unit.present:
        total[3] -= sign * 3.0
        return
    total[3] -= sign * unit.wounds
    if unit.incapacitated:
        return
    left = unit.fatigue_tolerance + 1 - unit.fatigue
    most = 0
    for one in worth_by_distance(sheet):
        most = max(most, int(one))
    threat = most / 1000.0
    total[0] += sign
    total[1] += sign * left
    total[2] += sign * (unit.stress_tolerance + 1 - unit.stress)
    total[4] -= sign * len(statuses_of(unit))
    total[5] += sign if unit.stance >= 0 else 0.0
    total[6] += sign * threat
    total[7] += sign * threat * max(1, left + 2)
    if unit.cell >= 0:
        total[8] += sign * combat.grid.levels[unit.cell]


def objective_progress(combat: ThrumCombat, side: int) -> float:
    """Return how near the objectives of a side are, less those of the others, from 0 to 1 each."""
    total = 0.0
    for objective in combat.objectives:
        sign = 1.0 if (objective.side == side) == objective.wins else -1.0
        if objective.kind == "rounds-survived" and objective.number:
            total += sign * combat.round / objective.number
        elif objective.kind == "taken-out" and objective.who:
            down = 0
            for unit in combat.units:
                if unit.name in objective.who and (unit.incapacitated or not unit.present):
                    down += 1
            total += sign * down / len(objective.who)
        elif objective.kind == "reached" and objective.cells:
            total += sign * nearness(combat, objective.cells)
    return total


def nearness(combat: ThrumCombat, cells: list[int]) -> float:
    """Return 1 for one who stands on a goal, less the farther the nearest is."""
    best = 99
    for unit in combat.units:
        if unit.sheet.pc and unit.able() and unit.cell >= 0:
            for cell in cells:
                best = min(best, combat.distance(unit.cell, cell))
    return 1.0 / (1.0 + best)
