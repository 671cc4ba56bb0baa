"""What somebody threatens: where its actions could take it, and which spaces it could attack."""

from __future__ import annotations

from affray.core.combat import OWN, TURN
from affray.core.effect import TURN_START
from affray.core.threat import Aim, Threat, names_of, reached, spread
from affray.rulesets.ingenuity import condition, end, geometry, turn
from affray.rulesets.ingenuity.action import maneuver, offered, power
from affray.rulesets.ingenuity.actions import MOVE, SPRINT, STAND, code_of
from affray.rulesets.ingenuity.attack import areas, power_attack, weapon
from affray.rulesets.ingenuity.definitions import RUSHES, Maneuver, Power, Thing
from affray.rulesets.ingenuity.movement import ground, moving, paths
from affray.rulesets.ingenuity.resource import spending
from affray.rulesets.ingenuity.sheet import Sheet
from affray.rulesets.ingenuity.state import IngenuityCombat, IngenuityCombatant, Piece, Zone
from affray.rulesets.ingenuity.terms import ENTANGLED, MOBILE, MOVES, RANKS, SPRINTS


def threat(combat: IngenuityCombat, who: int) -> Threat:
    """Return what somebody threatens.

    A Move and the Sprints after it count, as many as the attack leaves actions and its stamina
    pays for, a Step where it leaves none, and getting up first; jumps that take a test do not, but
    rushes and leaps that end in a strike. Every weapon in hand counts, loaded first if need be, and
    every manoeuvre and power that it has learned against somebody.
    Rules: turn.three-actions, action.move, action.sprint, action.free.step, turn.unable.
    """
    unit = combat.units[who]
    if not end.remains(unit) or unit.cell < 0:
        return Threat([], [], [])
    if not unit.able():
        return Threat([unit.cell], [], [])
    own = Turn(combat, who)
    aims = own.aims()
    moves: set[int] = set()
    struck = own.nobody()
    nobody = sorted(struck)
    for aim in aims:
        moves.update(aim.places)
        if isinstance(aim, AreaAim):
            struck.update(aim.filled(reached(combat.grid, unit.size, aim, set())))
        else:
            struck.update(reached(combat.grid, unit.size, aim, struck))
    struck.difference_update(nobody)
    if not aims:
        moves.update(own.places(own.unit.actions))
    return Threat(sorted(moves), sorted(own.whole(struck)), names_of(aims))


class Turn:
    """A turn of somebody that begins now, in a copy of the combat, and an enemy to be attacked."""

    def __init__(self, combat: IngenuityCombat, who: int) -> None:
        self.combat = combat.clone()
        self.combat.watched = False
        self.unit = self.combat.units[who]
        self.cell = self.unit.cell
        self.known: dict[int, list[int]] = {}  # of ``places``
        self.enemy = IngenuityCombatant(
            len(combat.units), self.hostile(), "", -1, Sheet("", "", False)
        )
        self.enemy.pieces = [Piece(0)]
        self.enemy.pieces[0].held = True  # what disarms finds something in its hands
        self.there: dict[int, IngenuityCombatant] = {}  # the enemy in each space that one fills
        for other in self.combat.units:
            if other.present and other.cell >= 0 and self.combat.enemies(self.unit, other):
                for cell in combat.grid.footprint(other.cell, other.size):
                    if cell not in self.there or self.combat.at(cell) is other:
                        self.there[cell] = other  # rather who stands than who lies
        self.begin()

    def hostile(self) -> int:
        """Return the team of an enemy. Rule: setup.hostility."""
        for other in self.combat.units:
            if self.combat.enemies(self.unit, other):
                return other.side
        return self.unit.side + 1

    def begin(self) -> None:
        """Start the turn as far as no die and no choice is in it.

        Rules: turn.start-sequence, turn.three-actions, condition.stunned, gm.creature-ranks.
        """
        combat = self.combat
        unit = self.unit
        combat.active = unit.index
        combat.clear(TURN)
        combat.clear(OWN, unit.index)
        turn.expire(combat, TURN_START, unit.index)
        condition.lose_cover(combat, unit)
        count = 4 if combat.options[RANKS] and unit.sheet.rank == "legendary" else 3
        unit.actions = max(0, count - unit.amount("stunned"))

    def nobody(self) -> set[int]:
        """Return the spaces where no enemy can be: none can stand there, or others stand there."""
        combat = self.combat
        found = {cell for cell in combat.grid.every if not ground.standing(combat, cell, 1)}
        for one in combat.units:
            if one.present and one.awake and one.cell >= 0 and one is not self.unit:
                found.update(combat.grid.footprint(one.cell, one.size))
        return found.difference(self.there)

    def target(self, cell: int) -> IngenuityCombatant:
        """Return the enemy at a space: who is there, else an ordinary one."""
        there = self.there.get(cell)
        if there is not None:
            return there
        self.enemy.cell = cell
        return self.enemy

    def whole(self, struck: set[int]) -> set[int]:
        """Return some spaces with all those of the enemies who stand there."""
        found: set[int] = set()
        for cell in sorted(struck):
            one = self.target(cell)
            found.update(self.combat.grid.footprint(one.cell, one.size))
        return found

    # -- where it can be ------------------------------------------------------------------------

    def places(self, actions: int) -> list[int]:
        """Return where so many actions can take it, its own space among them.

        Rules: action.move, action.sprint, action.free.step, action.stand-up.
        """
        if actions not in self.known:
            found = self.moved(actions)
            unit = self.unit
            price = offered.price_of(self.combat, unit, code_of(STAND))
            if unit.prone and actions >= price:
                unit.prone = False
                found.update(self.moved(actions - price))
                unit.prone = True
            self.known[actions] = sorted(found)
        return self.known[actions]

    def moved(self, actions: int) -> set[int]:
        """Return where so many actions can take it, as it lies or stands now."""
        combat = self.combat
        unit = self.unit
        unit.cell = self.cell
        found = {self.cell}
        if actions < 1:
            found.update(paths.may_step(combat, unit))
            return found
        nodes = [2 * self.cell]
        stamina = unit.stamina
        used = unit.used
        verb = MOVE
        for _ in range(actions):
            if paths.forbids_moving(combat, unit, code_of(verb)):
                break
            pool = condition.speed(unit)
            if verb == SPRINT:
                unit.stamina -= spending.sprint_price(unit)
                unit.count(SPRINTS)
            else:
                unit.set_count(MOVES, 1)
                if unit.talented("sprinter") and unit.stamina > 0:
                    unit.stamina -= 1
                    pool *= 2
            nodes = self.went(nodes, pool)
            found.update([node // 2 for node in nodes])
            verb = SPRINT
        unit.stamina = stamina
        unit.used = used
        return found

    def went(self, starts: list[int], pool: int) -> list[int]:
        """Return where one Move or Sprint leads, from whichever of several spaces.

        A node is twice a space, plus 1 after an odd count of diagonal steps.
        Rules: movement.speed, movement.diagonals, movement.difficult, movement.occupied.
        """
        way = moving.Move(self.combat, self.unit, pool, True)
        way.reach()
        barriers = way.barriers
        assert barriers is not None
        exits = way.exits()
        left = spread(exits, barriers, starts, pool, 2)
        found = [node for node in left if left[node] == pool or not barriers.closed[node // 2]]
        last: dict[int, int] = {}  # a costly space may be entered with the normal cost left
        for node, rest in left.items():
            for goal, _, slant in exits.rows[node // 2]:
                to = 2 * goal + (node % 2 ^ slant)
                usual = 1 + (slant & node % 2)
                if to not in left and not barriers.barred(goal) and not barriers.shut(goal):
                    if rest >= usual and paths.beside(self.combat.grid, node // 2, goal):
                        last[to] = 0
        if way.light:
            self.unit.set_count(MOBILE, 1)
        return [*found, *last]

    # -- what it can attack with ----------------------------------------------------------------

    def aims(self) -> list[Aim]:
        """Return its attacks, manoeuvres and powers, each with where it can be when it makes it.

        Rules: attack.sequence, maneuver.steps, power.steps.
        """
        combat = self.combat
        unit = self.unit
        found: list[Aim] = []
        if unit.spent():
            return found  # gm.creature-ranks
        for each, piece in weapon.arms(combat, unit):
            for flies in weapon.ways(each):
                self.add_weapon(found, each, piece, flies)
        for number in maneuver.feats(unit):
            one = combat.library.maneuvers[number // 2]
            if number % 2 or one.alone or maneuver.unready(unit, one, False):
                continue  # a boost reaches no farther
            if (one.attack or not one.difficulty) and one.actions <= unit.actions:
                self.add_maneuver(found, one)
        for spell in unit.sheet.powers:
            if spell.actions <= unit.actions and power.unready(combat, unit, spell) == "":
                self.add_power(found, spell)
        return found

    def add_weapon(self, found: list[Aim], each: Thing, piece: Piece | None, flies: bool) -> None:
        """Add the attacks with a weapon. Rules: attack.ammunition, attack.reload.crossbow."""
        unit = self.unit
        actions = unit.actions - 1
        if flies and piece is not None and each.reload and piece.loaded < 1:
            actions -= each.reload
            if spending.ammo_of(self.combat, each) < 0:
                return
            spending.loaded(self.combat, unit, piece)
        if actions >= 0:
            found.append(WeaponAim(self, each, piece, flies, self.places(actions)))

    def add_maneuver(self, found: list[Aim], one: Maneuver) -> None:
        """Add a manoeuvre against somebody; what rushes at it strikes from where it comes to.

        Rules: maneuver.attack, maneuver.steps.
        """
        combat = self.combat
        unit = self.unit
        places = self.places(unit.actions - one.actions)
        arms = weapon.arms(combat, unit)
        if one.works in RUSHES:
            ends: set[int] = set()
            for place in places:
                unit.cell = place
                ends.update([way[-1] for _, way in maneuver.rushes(combat, unit, one)])
            unit.cell = self.cell
            far = maneuver.longest_reach(unit, one, arms)
            found.append(RushAim(self, one, far, sorted(ends)))
            return
        far = maneuver.longest(combat, unit, one, arms)
        if one.step:
            far = maneuver.longest_reach(unit, one, arms)
        if far >= 1:
            far = min(far, max(combat.grid.width, combat.grid.height))
            found.append(ManeuverAim(self, one, far, places))

    def add_power(self, found: list[Aim], one: Power) -> None:
        """Add a power against somebody, or on an area. Rules: power.steps, power.area."""
        places = self.places(self.unit.actions - one.actions)
        if one.works in power.PLACED:
            if one.works != "light":
                found.append(AreaAim(self, one, places))
        elif power_attack.against_somebody(self.combat, self.unit, one, self.enemy):
            found.append(PowerAim(self, one, places))


class WeaponAim(Aim):
    """An attack with a weapon. Rules: geometry.reach, geometry.range."""

    def __init__(
        self, own: Turn, each: Thing, piece: Piece | None, flies: bool, places: list[int]
    ) -> None:
        far = weapon.farthest(own.unit, each, flies)
        if flies and own.unit.sheet.guiding:
            far = max(own.combat.grid.width, own.combat.grid.height)  # ``cannot_attack`` tells
        super().__init__(each.name, weapon.farthest(own.unit, each, flies), 1, far, places)
        self.own = own
        self.each = each
        self.piece = piece
        self.flies = flies

    def strikes(self, place: int, cell: int) -> bool:
        own = self.own
        own.unit.cell = place
        target = own.target(cell)
        if geometry.blind_to(own.combat, own.unit, target):
            return False  # attack.unseen-target
        rule = weapon.cannot_attack(own.combat, own.unit, target, self.each, self.piece, self.flies)
        return rule == ""


class ManeuverAim(Aim):
    """A manoeuvre against somebody. Rules: maneuver.attack, maneuver.steps."""

    def __init__(self, own: Turn, one: Maneuver, far: int, places: list[int]) -> None:
        super().__init__(one.name, far, 1, far + one.step + 1, places)
        self.own = own
        self.one = one

    def strikes(self, place: int, cell: int) -> bool:
        own = self.own
        own.unit.cell = place
        return maneuver.cannot_on(own.combat, own.unit, self.one, own.target(cell)) == ""


class RushAim(Aim):
    """A manoeuvre that rushes or leaps at somebody: its places are where that ends."""

    def __init__(self, own: Turn, one: Maneuver, far: int, places: list[int]) -> None:
        super().__init__(one.name, far, 1, far, places)
        self.own = own

    def strikes(self, place: int, cell: int) -> bool:
        own = self.own
        own.unit.cell = place
        target = own.target(cell)
        if geometry.blind_to(own.combat, own.unit, target):
            return False
        return geometry.distance(own.combat, own.unit, target) <= self.far


class PowerAim(Aim):
    """A power against somebody. Rules: power.attack, power.steps."""

    def __init__(self, own: Turn, one: Power, places: list[int]) -> None:
        super().__init__(one.name, one.range, 1, max(1, one.range), places)
        self.own = own
        self.one = one

    def strikes(self, place: int, cell: int) -> bool:
        own = self.own
        own.unit.cell = place
        return power.cannot_on(own.combat, own.unit, self.one, own.target(cell)) == ""


class AreaAim(Aim):
    """A power that fills an area around a space. Rule: power.area."""

    def __init__(self, own: Turn, one: Power, places: list[int]) -> None:
        super().__init__(one.name, one.range, 0, one.range, places)
        self.own = own
        self.one = one

    def strikes(self, place: int, cell: int) -> bool:
        """Return whether the area can be centred on a space."""
        own = self.own
        own.unit.cell = place
        return areas.centred_at(own.combat, own.unit, self.one, cell)

    def filled(self, centres: list[int]) -> set[int]:
        """Return the spaces that lie in the area around one of some spaces."""
        found: set[int] = set()
        for centre in centres:
            found.update(areas.spaces(self.own.combat, Zone(ENTANGLED, centre, self.one.radius)))
        return found
