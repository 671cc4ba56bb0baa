"""What a character threatens: where its Move could lead, and which squares it could attack."""

from __future__ import annotations

from affray.core.combat import OWN, TURN
from affray.core.effect import TURN_START
from affray.core.threat import Aim, Threat, names_of, reached
from affray.rulesets.thrum import end, terms
from affray.rulesets.thrum.action.action import ALL_IN_REACH, Action
from affray.rulesets.thrum.action.lent import origins
from affray.rulesets.thrum.action.minions import minion_in_play, squares
from affray.rulesets.thrum.actions import DROP_TO
from affray.rulesets.thrum.arts.animism import CommandAggressor
from affray.rulesets.thrum.arts.bodies import TwoBodyProblem
from affray.rulesets.thrum.arts.nova.attacks import Cannonball, PoundOfFleche
from affray.rulesets.thrum.arts.nova.store import Sweeping
from affray.rulesets.thrum.attack import targeting
from affray.rulesets.thrum.condition.holding import cannot_act_stunned, end_lasting
from affray.rulesets.thrum.condition.kinds import NO_ACTION
from affray.rulesets.thrum.feature import Origin, Use
from affray.rulesets.thrum.geometry.shapes import line_cells, open_to
from affray.rulesets.thrum.geometry.sight import OBSTRUCTED, cover, reach_from
from affray.rulesets.thrum.geometry.squares import can_be_stood_on
from affray.rulesets.thrum.movement import walking
from affray.rulesets.thrum.sheet.sheet import Sheet
from affray.rulesets.thrum.state import ThrumCombat, ThrumCombatant
from affray.rulesets.thrum.terms import PHYSICAL

LINES = ((1, 0), (1, 1), (0, 1), (-1, 1))  # area.line: along rows, columns and diagonals


def threat(combat: ThrumCombat, who: int) -> Threat:
    """Return what a character threatens.

    Its Move counts, drops too; a Dash does not, which leaves no Action, nor what abilities lend:
    teleports, other ways to move, Actions of others. Of its own Actions every Attack counts but
    the Novas that carry it away; what only lies on the ground does not. Of a Minion its controller
    has the Actions.
    Rules: turn.step-order, turn.one-action, incapacitated.cannot, condition.stunned, minion.what.
    """
    unit = combat.units[who]
    if end.down(unit) or unit.cell < 0:
        return Threat([], [], [])
    if not unit.able() or unit.controller >= 0:
        return Threat([unit.cell], [], [])
    turn = Turn(combat, who)
    everywhere = turn.places()
    places = [unit.cell] if cannot_act_stunned(turn.unit, True) else everywhere
    aims = turn.aims(places)
    struck = turn.nobody()
    nobody = sorted(struck)
    for aim in aims:
        struck.update(reached(combat.grid, 1, aim, struck))
    struck.difference_update(nobody)
    return Threat(places if aims else everywhere, sorted(struck), names_of(aims))


class Turn:
    """A turn of somebody that begins now, in a copy of the combat, and an enemy to be attacked."""

    def __init__(self, combat: ThrumCombat, who: int) -> None:
        self.combat = combat.clone()
        self.combat.watched = False
        self.unit = self.combat.units[who]
        self.cell = self.unit.cell
        self.enemy = ThrumCombatant(
            len(combat.units), self.unit.side + 1, "", -1, Sheet("", "", False)
        )
        self.begin()

    def begin(self) -> None:
        """Start the turn as far as it is neither die nor choice. Rule: turn.start.other-effects."""
        combat = self.combat
        unit = self.unit
        combat.active = unit.index
        combat.clear(TURN)
        combat.clear(OWN, unit.index)
        unit.spent = 0
        unit.walked = 0
        unit.heading = -1
        end_lasting(combat, TURN_START, unit.index)
        combat.leave(unit)  # wherever it goes, it is not here any more: cover.source-character
        unit.cell = self.cell

    def nobody(self) -> set[int]:
        """Return the squares where no enemy can be: walls, and where friends stand.

        Rules: grid.map-edge, target.enemy.
        """
        combat = self.combat
        found = {cell for cell in combat.grid.every if not can_be_stood_on(combat.grid, cell)}
        for one in combat.units:
            if combat.on_map(one) and combat.allies(one, self.unit):
                found.add(one.cell)
        return found

    def target(self, cell: int) -> ThrumCombatant:
        """Return the enemy at a square: who stands there, else an ordinary one."""
        holder = self.combat.at(cell)
        if holder is not None:
            return holder
        self.enemy.cell = cell
        return self.enemy

    def places(self) -> list[int]:
        """Return where its Move can end, its own square among them.

        Rules: move.budget, move.drop.option.
        """
        spent = {self.cell: 0}  # of those from where a walk begins: here, and below each drop
        waiting = [self.cell]
        found = {self.cell}
        for start in waiting:
            way = walking.Move(self.combat, self.unit, terms.WHOLE_SPEED, 0, "move.budget")
            way.step = True
            way.spent = spent[start]
            self.unit.cell = start
            reach = way.reach()
            found.update([start, *reach.cells])
            for cell in [start, *reach.cells]:
                self.unit.cell = cell
                way.spent = spent[start] + (reach.cost(cell) if cell != start else 0)
                asked = walking.MoveTo(way)
                for goal in asked.drops():
                    below = goal - DROP_TO
                    cost = way.spent + asked.option(goal).cost
                    if below not in spent or cost < spent[below]:
                        spent[below] = cost
                        waiting.append(below)
        self.unit.cell = self.cell
        return sorted(found)

    def aims(self, places: list[int]) -> list[Aim]:
        """Return its Attacks, from every square from which each may be judged.

        Rules: turn.one-action, attack.type, cover.origin.
        """
        found: list[Aim] = []
        if self.unit.has(NO_ACTION):
            return found
        for ability in self.unit.sheet.actions:
            if not isinstance(ability, Action) or not ability.attack():
                continue
            if isinstance(ability, Cannonball | PoundOfFleche):
                continue
            if ability.cannot(self.combat, self.unit) == "":
                self.add_attack(found, ability, places)
        return found

    def add_attack(self, found: list[Aim], ability: Action, places: list[int]) -> None:
        """Add an Attack: once for each Range that it has from some of the squares."""
        by_reach: dict[int, dict[int, int]] = {}  # origins, each with where its user is then
        for place in places:
            self.unit.cell = place
            for origin in origins(self.combat, self.unit, ability):
                reach = reach_from(self.combat, self.unit, ability, origin)
                by_reach.setdefault(reach, {}).setdefault(origin.cell, place)
        self.unit.cell = self.cell
        for reach in sorted(by_reach):
            if isinstance(ability, CommandAggressor):
                found.append(MinionAim(self, ability, reach, sorted(by_reach[reach])))
            else:
                found.append(AbilityAim(self, ability, reach, by_reach[reach]))


class AbilityAim(Aim):
    """An Attack by an ability that reaches as far from all its origins."""

    def __init__(self, turn: Turn, ability: Action, reach: int, homes: dict[int, int]) -> None:
        grid = turn.combat.grid
        self.turn = turn
        self.ability = ability
        self.reach = reach
        self.homes = homes
        self.long = 0  # of an Area, Line or Aura
        told = far = reach
        if ability.target in ("area-N", "line-N"):
            use = Use(turn.unit.index, ability, -1)
            use.overexert = 1  # overexert.voluntary: some Areas are larger then
            line = ability.target == "line-N"
            self.long = ability.size("line") if line else ability.area_size(use)
            far = reach + self.long - 1
        elif ability.target == "aura-N":
            told = far = self.long = ability.size("aura")
        elif ability.target == "all-enemies":
            far = max(grid.width, grid.height)
        elif isinstance(ability, TwoBodyProblem):
            far = reach + ability.range
        super().__init__(ability.name, told, 0 if self.long else 1, far, sorted(homes))

    def strikes(self, place: int, cell: int) -> bool:
        """Return whether an enemy can be a target from a square. Rule: attack.sequence (1)."""
        ability = self.ability
        combat = self.turn.combat
        unit = self.turn.unit
        target = self.turn.target(cell)
        unit.cell = self.homes[place]
        if isinstance(ability, Sweeping):
            return not ability.tags & PHYSICAL or cover(combat, place, cell) != OBSTRUCTED
        if isinstance(ability, TwoBodyProblem) and self.as_second(place, target):
            return True
        if ability.single:
            origin = Origin(place, ability.range)
            origin.reach = self.reach
            return (
                ability.fits(combat, unit, target)
                and ability.cannot_reach(combat, unit, target, origin) == ""
            )
        if ability.target in ALL_IN_REACH and ability.target != "aura-N":
            rule = targeting.cannot_target(combat, unit, place, target, ability.tags, self.far)
            return rule == ""
        if targeting.shielded(combat, unit, target):
            return False
        if ability.target == "aura-N":
            return place != cell  # area.aura
        return self.covered(place, cell)

    def as_second(self, place: int, target: ThrumCombatant) -> bool:
        """Return whether an enemy can be the second of two bodies. Content: two-body-problem."""
        ability = self.ability
        combat = self.turn.combat
        unit = self.turn.unit
        assert isinstance(ability, TwoBodyProblem)
        if cover(combat, place, target.cell) == OBSTRUCTED:
            return False
        for who in ability.partners(combat, unit, target, place):
            first = combat.units[who]
            if ability.fits(combat, unit, first):
                rule = targeting.cannot_target(combat, unit, place, first, ability.tags, self.reach)
                if rule == "":
                    return True
        return False

    def covered(self, place: int, cell: int) -> bool:
        """Return whether an Area or Line that holds a square can be placed from another.

        Rules: area.square, area.line, area.placement, cover.obstructed-areas.
        """
        grid = self.turn.combat.grid
        x = grid.xs[cell]
        y = grid.ys[cell]
        if self.ability.target == "line-N":
            for dx, dy in LINES:
                for back in range(self.long):
                    cells = line_cells(grid, x - back * dx, y - back * dy, dx, dy, self.long)
                    if self.placed(place, cells):
                        return True
            return False
        for left in range(x - self.long + 1, x + 1):
            for top in range(y - self.long + 1, y + 1):
                if self.placed(place, grid.block(left, top, self.long, self.long)):
                    return True
        return False

    def placed(self, place: int, cells: list[int]) -> bool:
        """Return whether an Area or Line of some squares can be placed from a square."""
        combat = self.turn.combat
        if not any(combat.distance(place, cell) <= self.reach for cell in cells):
            return False
        return not self.ability.tags & PHYSICAL or open_to(combat, place, cells)


class MinionAim(Aim):
    """An Attack of a Minion, placed from some squares or where it goes by itself.

    Its places are those of the Minion. Rules: minion.position, cover.origin.
    """

    def __init__(self, turn: Turn, ability: Action, reach: int, origins: list[int]) -> None:
        combat = turn.combat
        found: set[int] = set()
        for origin in origins:
            found.update(squares(combat, origin, reach))
        minion = minion_in_play(combat, turn.unit)
        if minion is not None:
            way = walking.Move(combat, minion, terms.FIXED, reach, "minion.position")
            found.update([minion.cell, *way.reach().cells])
        super().__init__(ability.name, reach, 1, 1, sorted(found))
        self.turn = turn
        self.ability = ability

    def strikes(self, place: int, cell: int) -> bool:
        turn = self.turn
        target = turn.target(cell)
        tags = self.ability.tags
        return targeting.cannot_target(turn.combat, turn.unit, place, target, tags, 1) == ""
