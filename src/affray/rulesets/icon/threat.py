"""What a character threatens: where its turn could take it, and which spaces it could attack."""

from __future__ import annotations

from typing import Final

from affray.core.combat import OWN, ROUND, TURN
from affray.core.effect import TURN_START
from affray.core.threat import Aim, Threat, moved_on, names_of, reached
from affray.rulesets.icon import ledger, resource
from affray.rulesets.icon.action import basic, legal, modifiers
from affray.rulesets.icon.attack import targeting
from affray.rulesets.icon.condition import statuses
from affray.rulesets.icon.damage import levels
from affray.rulesets.icon.definitions import Ability, Op
from affray.rulesets.icon.geometry import areas, distance, patterns
from affray.rulesets.icon.geometry.maps import blocked
from affray.rulesets.icon.movement import exits, moving
from affray.rulesets.icon.sheet import Sheet
from affray.rulesets.icon.state import IconCombat, IconCombatant
from affray.rulesets.icon.terms import ACTIVE, ATTACKED, MOVED

# What harms or hinders, and whom it concerns where that is no foe.
HARMS: Final = ("damage", "status", "blight", "immobile", "shove", "pull", "save", "mark", "strip")
FRIENDS: Final = ("user", "ally", "one-ally", "adjacent-allies", "area-allies")
OF_FRIENDS: Final = ("ally", "self-or-ally", "incapacitated-ally")


def threat(combat: IconCombat, who: int) -> Threat:
    """Return what a character threatens.

    The standard move counts, and a run or a dash as far as its ability leaves it actions; of an
    ability what it moves before it is aimed, unless that goes straight or to a place. Every ability
    that harms or hinders foes counts, as it is at the start of a turn: nothing has recharged, and
    nothing modifies the next one yet.
    Rules: action.two-per-turn, move.standard, action.run, action.dash, status.stunned.
    """
    unit = combat.units[who]
    if unit.fate != ACTIVE or not unit.able():
        return Threat([], [], [])
    turn = Turn(combat, who)
    grid = combat.grid
    moves: set[int] = set()
    struck = turn.nobody()
    nobody = sorted(struck)
    aims = turn.aims()
    for aim in aims:
        moves.update(aim.places)
        if isinstance(aim, PatternAim):
            struck.update(aim.covered())
        else:
            struck.update(reached(grid, unit.size, aim, struck))
    struck.difference_update(nobody)
    if not aims:
        moves.update(turn.places(2))
    return Threat(sorted(moves), sorted(turn.whole(struck)), names_of(aims))


class Turn:
    """A turn of somebody that begins now, in a copy of the combat, and a foe to be attacked."""

    def __init__(self, combat: IconCombat, who: int) -> None:
        self.combat = combat.clone()
        self.combat.watched = False
        self.unit = self.combat.units[who]
        self.cell = self.unit.cell
        self.known: dict[int, list[int]] = {}  # of ``places``
        self.foe = IconCombatant(
            len(combat.units), 1 - self.unit.side, "", -1, Sheet("", "", False)
        )
        self.there: dict[int, IconCombatant] = {}  # the foe in each space that one fills
        for other in self.combat.units:
            if other.able() and self.combat.hostile(self.unit, other):
                for cell in distance.footprint(self.combat, other):
                    self.there[cell] = other
        self.begin()

    def begin(self) -> None:
        """Start the turn as far as no die and no choice is in it.

        Rules: turn.start-sequence, foe.elite, foe.legend, action.one-attack-per-round.
        """
        combat = self.combat
        unit = self.unit
        if combat.active == unit.index:
            unit.set_count(ATTACKED, 1 - unit.turns if unit.sheet.elite else 0)
        elif unit.turns < 1:  # its turn will be one of the next round
            unit.clear(ROUND)
            unit.turns = 1 if unit.sheet.elite else 0
        else:
            unit.turns -= 1
        if unit.sheet.legend:
            unit.set_count(ATTACKED, 0)
        combat.active = unit.index
        unit.slow_now = unit.goes_slow()
        combat.clear(TURN)
        combat.clear(OWN, unit.index)
        resource.give_resolve(combat, unit, 1)
        ledger.expire(combat, TURN_START, unit.index)
        unit.actions = 2

    def nobody(self) -> set[int]:
        """Return the spaces where no foe can be: impassable, or held by something or by friends.

        Rules: terrain.impassable, effect.summon, move.no-stop-when-shared.
        """
        combat = self.combat
        held = [*exits.summoned(combat), *exits.obstructions(combat)]
        found = {cell for cell in combat.grid.every if blocked(combat.grid, cell)}
        found.update(held)
        for one in combat.units:
            if one.able() and combat.allies(self.unit, one):
                found.update(distance.footprint(combat, one))
        return found.difference(self.there)

    def target(self, cell: int) -> IconCombatant:
        """Return the foe in a space: who stands there, else an ordinary one."""
        there = self.there.get(cell)
        if there is not None:
            return there
        self.foe.cell = cell
        return self.foe

    def whole(self, struck: set[int]) -> set[int]:
        """Return some spaces with all those of the foes who stand there."""
        found: set[int] = set()
        for cell in sorted(struck):
            found.update(distance.footprint(self.combat, self.target(cell)))
        return found

    # -- where it can be ------------------------------------------------------------------------

    def places(self, actions: int) -> list[int]:
        """Return where the standard move and so many actions can take it, its own space too.

        Rules: move.standard, action.run, action.dash.
        """
        if actions not in self.known:
            speed = self.unit.sheet.speed
            walks = not self.unit.used[MOVED]
            first = [self.cell]
            walked = self.went(first, speed, moving.PLAIN) if walks else first
            found = set(walked)
            more: list[tuple[int, int]] = []  # spaces and kind of a further movement
            if actions >= 1 and self.may("run"):
                more.append((levels.halved(speed), moving.PLAIN))
            if actions >= 2 and self.may("dash"):
                more.append((speed, moving.DASH))
            for spaces, kind in more:  # after the standard move, or before it
                found.update(self.went(walked, spaces, kind))
                if walks:
                    before = self.went(first, spaces, kind)
                    found.update(self.went(before, speed, moving.PLAIN))
            self.known[actions] = sorted({node % self.combat.grid.size for node in found})
        return self.known[actions]

    def may(self, word: str) -> bool:
        """Return whether it may run or dash."""
        place = basic.basic_place(self.unit, word)
        return place >= 0 and legal.use_refusal(self.combat, self.unit, place) == ""

    def went(self, starts: list[int], spaces: int, kind: int) -> list[int]:
        """Return where a movement leads from whichever of several places, those among them.

        They are nodes of the search: spaces, unless a single step of them all may be diagonal.
        Rules: move.orthogonal, move.engagement, status.immobile.
        """
        self.unit.cell = self.cell
        way = moving.Move(self.combat, self.unit, spaces, kind)
        if not way.goes():
            return starts
        return moved_on(way.exits(), way.obstacles(), starts, spaces)

    # -- what it can attack with ----------------------------------------------------------------

    def aims(self) -> list[Aim]:
        """Return the abilities that harm or hinder foes, each with where it is when it uses them.

        Rules: action.costs, action.combo, interrupt.off-turn.
        """
        combat = self.combat
        unit = self.unit
        found: list[Aim] = []
        stunned = bool(statuses.ending_turn(unit))  # a run or a dash would end its turn
        for place, whole in enumerate(unit.sheet.abilities):
            ability = modifiers.part_of(unit, whole)
            if whole.uses or not harms(ability) or legal.use_refusal(combat, unit, place):
                continue
            moved = unit.used[MOVED]
            if ability.uses_move:
                unit.set_count(MOVED, 1)
                self.known = {}
            left = 2 - modifiers.cost_of(combat, unit, whole)
            places = self.places(0 if stunned else left)
            if ability.uses_move:
                unit.set_count(MOVED, moved)
                self.known = {}
            self.add(found, ability, places)
        return found

    def add(self, found: list[Aim], ability: Ability, places: list[int]) -> None:
        """Add an ability, from where it is aimed. Rule: action.order-of-components."""
        for op in ability.before:
            if op.name == "move" and op.who == "user" and not op.to and not op.straight:
                if op.kind in moving.KINDS:
                    nodes = self.went(places, op.n, moving.KINDS[op.kind])
                    places = sorted({node % self.combat.grid.size for node in nodes})
        if ability.shape:
            found.append(PatternAim(self, ability, places))
            return
        far = around(ability)
        if far:
            found.append(AroundAim(self, ability, far, places))
        elif targeting.picks_targets(ability) and ability.target not in OF_FRIENDS:
            found.append(TargetAim(self, ability, places))


def lines_of(ability: Ability) -> list[Op]:
    """Return all that an ability does."""
    return [*ability.hit, *ability.miss, *ability.area, *ability.effect]


def harms(ability: Ability) -> bool:
    """Return whether an ability attacks, or harms or hinders foes otherwise."""
    if ability.attack:
        return True
    if ability.target in OF_FRIENDS and not ability.shape and not around(ability):
        return False
    return any(op.name in HARMS and op.who not in FRIENDS for op in lines_of(ability))


def around(ability: Ability) -> int:
    """Return within how many spaces of its user an ability harms all foes, 0 if it does not."""
    if ability.attack or ability.shape:
        return 0
    return max(
        [op.range for op in ability.effect if op.who == "foes-within" and op.name in HARMS],
        default=0,
    )


class TargetAim(Aim):
    """An ability with a target. Rules: attack.target-hostile, attack.height-range."""

    def __init__(self, turn: Turn, ability: Ability, places: list[int]) -> None:
        told = ability.range if ability.attack else ability.target_range
        self.reaches: dict[int, targeting.Range] = {}  # by place
        far = 1
        for place in places:
            turn.unit.cell = place
            self.reaches[place] = targeting.Range(turn.combat, turn.unit, ability)
            far = max(far, self.reaches[place].down(0))
        super().__init__(ability.name, told, 1, far, places)
        self.turn = turn
        self.ability = ability

    def strikes(self, place: int, cell: int) -> bool:
        turn = self.turn
        turn.unit.cell = place
        target = turn.target(cell)
        reach = self.reaches[place]
        rule = targeting.target_refusal(turn.combat, turn.unit, self.ability, target, reach)
        return rule == ""


class AroundAim(Aim):
    """An ability that concerns all foes about its user. Rule: geometry.distance."""

    def __init__(self, turn: Turn, ability: Ability, far: int, places: list[int]) -> None:
        super().__init__(ability.name, far, 1, far, places)

    def strikes(self, place: int, cell: int) -> bool:
        return True


class PatternAim(Aim):
    """An ability with a pattern, wherever it can be laid. Rule: aoe.attack-and-area-spaces."""

    def __init__(self, turn: Turn, ability: Ability, places: list[int]) -> None:
        told = ability.reach if ability.reach >= 0 else ability.size
        super().__init__(ability.name, told, 1, told, places)
        self.turn = turn
        self.ability = ability

    def covered(self) -> set[int]:
        """Return every space that the pattern can cover from one of the places."""
        turn = self.turn
        combat = turn.combat
        unit = turn.unit
        ability = self.ability
        slow = modifiers.slowly(combat, unit)
        size = ability.size + modifiers.number(combat, unit, ability, "size", slow=slow)
        reach = ability.reach
        if reach >= 0:
            reach += modifiers.number(combat, unit, ability, "range", slow=slow)
        first: set[int] = set()  # spaces of the pattern
        spots: set[int] = set()  # where its middle, or its attack space, may lie
        for place in self.places:
            unit.cell = place
            for origin in distance.footprint(combat, unit):
                self.lay(origin, ability.shape, size, reach, first, spots)
                if "becomes-blast-range-2" in ability.flags:
                    self.lay(origin, "blast", size, 2, first, spots)
        found = set(first)
        for spot in sorted(spots):
            if ability.shape == "cross":
                found.update(patterns.cross(combat, spot, size, whole=True))
            else:
                found.update(patterns.blast(combat, spot, size))
        if ability.plus_shape:
            more = ability.plus_size + (1 if "plus-size-1" in ability.flags else 0)
            for spot in sorted(spots or first):
                if ability.plus_shape == "cross":
                    found.update(patterns.cross(combat, spot, more, whole=False))
                else:
                    found.update(patterns.blast(combat, spot, more))
        return found

    def lay(
        self, origin: int, shape: str, size: int, reach: int, first: set[int], spots: set[int]
    ) -> None:
        """Add the spaces of a pattern from an origin, or where its middle may lie.

        Rules: aoe.line, aoe.arc, aoe.blast, aoe.close-blast, aoe.cross, status.blinded.
        """
        combat = self.turn.combat
        unit = self.turn.unit
        ability = self.ability
        if shape == "line":
            for cells in patterns.lines(combat, origin, size):
                first.update(cells)
        elif shape == "arc":
            far = targeting.blinded(combat, unit, ability, reach) if reach >= 0 else reach
            first.update(patterns.arc_spaces(combat, unit, origin, [], size, far, seen=False))
        elif ability.own and shape != "cross":
            spots.add(origin)
        elif shape == "cross" and reach < 0:
            first.update(patterns.cross(combat, origin, size, whole=ability.own))
        else:
            shot = ability.attack == "ranged"
            most = targeting.blinded(combat, unit, ability, areas.FAR)
            spots.update(patterns.centres(combat, unit, origin, size, reach, shot=shot, most=most))
