"""What a unit threatens: where it could come in its turn, and which spaces it could attack."""

from __future__ import annotations

from typing import Final

from affray.core.combat import OWN, TURN
from affray.core.effect import TURN_START
from affray.core.threat import Aim, Threat, moved_on, names_of, reached
from affray.rulesets.quest import geometry
from affray.rulesets.quest import spell as spells
from affray.rulesets.quest.action import acts, handling, menu, paying
from affray.rulesets.quest.actions import PART
from affray.rulesets.quest.attack import declared
from affray.rulesets.quest.choice.destination import MoveTo
from affray.rulesets.quest.condition import posture, states
from affray.rulesets.quest.definitions import Sheet, Spell, Thing
from affray.rulesets.quest.movement import rates
from affray.rulesets.quest.movement.way import Way
from affray.rulesets.quest.state import QuestCombat, QuestCombatant
from affray.rulesets.quest.terms import TUMBLE, WALK
from affray.rulesets.quest.turn import rounds

BY_MA: Final = 10  # how a move is paid for: joined BAs, and this if by an MA


def threat(combat: QuestCombat, who: int) -> Threat:
    """Return what a unit threatens.

    Walks, tumbles and drops count as moves, paid for by the MA and the BAs that its attack leaves
    it, and getting up first; sneaking leads nowhere else. Things that it would have to draw first
    do not count, nor the moves that spells lend, nor what comes after a drop.
    Rules: turn.allowance, turn.any-order, turn.cannot-act, condition.bound, gm.will-to-fight.
    """
    unit = combat.units[who]
    if not unit.present or unit.cell < 0:
        return Threat([], [], [])
    turn = Turn(combat, who)
    if not turn.unit.free_handed():
        return Threat([unit.cell], [], [])
    aims = [] if turn.unit.fleeing else turn.aims()
    grid = combat.grid
    struck = turn.nobody()
    nobody = sorted(struck)
    for aim in aims:
        if isinstance(aim, BurstAim):
            struck.update(aim.bursts(reached(grid, unit.size, aim, set())))
        else:
            struck.update(reached(grid, unit.size, aim, struck))
    struck.difference_update(nobody)
    moves = {unit.cell}
    for aim in aims:
        moves.update(aim.places)
    if not aims:
        moves.update(turn.places(turn.unit.ma, turn.unit.ba))
    return Threat(sorted(moves), sorted(turn.whole(struck)), names_of(aims))


class Turn:
    """A turn of a unit that begins now, in a copy of the battle, and an enemy to be attacked."""

    def __init__(self, combat: QuestCombat, who: int) -> None:
        self.combat = combat.clone()
        self.combat.watched = False
        self.unit = self.combat.units[who]
        self.cell = self.unit.cell
        self.known: dict[int, list[int]] = {}  # of ``places``
        self.own = combat.grid.footprint(self.cell, self.unit.size)
        side = self.unit.side + 1
        self.enemy = QuestCombatant(len(combat.units), side, "", -1, Sheet("", "", False))
        self.enemy.held_things = (0,)  # what disarms finds something in its hands
        self.begin()

    def begin(self) -> None:
        """Start the turn as far as no die and no choice is in it. Rule: turn.start-sequence."""
        self.combat.clear(TURN)
        self.combat.clear(OWN, self.unit.index)
        states.run_out(self.combat, TURN_START, self.unit.index)
        rounds.allow(self.combat, self.unit)

    def nobody(self) -> set[int]:
        """Return the spaces where no enemy can be: walls, and where friends stand.

        Rules: setup.placement, setup.teams.
        """
        combat = self.combat
        found = {cell for cell in combat.grid.every if not geometry.room(combat.grid, cell, 1)}
        for one in combat.units:
            if one.present and one.cell >= 0 and one.side == self.unit.side:
                found.update(combat.grid.footprint(one.cell, one.size))
        return found.difference(self.own)

    def target(self, cell: int) -> QuestCombatant:
        """Return the enemy at a space: who stands there, else an ordinary one."""
        holder = self.combat.at(cell)
        if holder is not None and holder is not self.unit:
            return holder
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

    def places(self, ma: int, ba: int) -> list[int]:
        """Return where it can stop if so many MAs and BAs pay for moves, its own space among them.

        Rules: action.ma-uses, action.ba-move, prone.stand-cost.
        """
        key = ma * PART + ba
        if key not in self.known:
            found = {self.cell}
            found.update(self.moved(ma, ba))
            if self.unit.prone:
                self.unit.prone = False
                if posture.springs_up(self.unit):
                    found.update(self.moved(ma, ba))
                else:
                    if ba > 0:
                        found.update(self.moved(ma, ba - 1))
                    if ma > 0:
                        found.update(self.moved(ma - 1, ba))
                self.unit.prone = True
            self.known[key] = sorted(found)
        return self.known[key]

    def moved(self, ma: int, ba: int) -> set[int]:
        """Return where moves lead that so many MAs and BAs pay for, as it lies or stands now.

        Rules: action.ba-move, turn.any-order, move.tumble.
        """
        unit = self.unit
        unit.cell = self.cell
        unit.ma = ma
        unit.ba = ba
        modes = [WALK, TUMBLE]
        if rates.rate_of(self.combat, unit, WALK) == rates.rate_of(self.combat, unit, TUMBLE):
            modes = [TUMBLE]  # it goes wherever a walk does
        found: set[int] = set()
        for mode in modes:
            found.update(MoveTo(Way(self.combat, unit, mode, 2 * ba, ma > 0)).jumps())
        ways = [Way(self.combat, unit, mode, 0, False) for mode in modes]
        obstacles = [way.obstacles() for way in ways]
        at: dict[int, set[int]] = {ma * BY_MA + ba: {self.cell}}  # by what is left: where it can be
        while at:
            left = max(at)
            here = sorted(at.pop(left))
            found.update(here)
            unit.ma = left // BY_MA
            unit.ba = left % BY_MA
            for number, way in enumerate(ways):
                for paid in menu.ways_of(unit.ba):
                    if acts.cannot_move(self.combat, unit, way.mode, paid) == "":
                        points = 2 * (paid % BY_MA)
                        points += way.begun_at if paid >= BY_MA else 0
                        goals = moved_on(way.exits(), obstacles[number], here, points)
                        at.setdefault(left - paid, set()).update(goals)
        unit.ma = ma
        unit.ba = ba
        return found

    # -- what it can attack with ----------------------------------------------------------------

    def aims(self) -> list[Aim]:
        """Return its attacks, each with where it can be when it makes it.

        Rules: attack.costs-one-aa, action.extra-attack-price, action.use-item.
        """
        unit = self.unit
        found: list[Aim] = []
        for weapon in declared.weapons(self.combat, unit, False):
            self.add_weapon(found, weapon, declared.IN_HAND)
        for thing in declared.thrown_things(self.combat, unit):
            self.add_weapon(found, thing, declared.HURLED)
        for spell in unit.sheet.spells:
            if spell.attack:
                self.add_spell(found, spell)
        return found

    def add_weapon(self, found: list[Aim], weapon: Thing, manner: int) -> None:
        """Add the attacks with a weapon: by an AA, loaded first if need be, else an additional one.

        Rules: attack.costs-one-aa, attack.reload, action.extra-attack-price.
        """
        unit = self.unit
        ma, ba, paid = unit.ma, unit.ba, declared.ORDINARY
        if unit.aa < 1:
            if ma < 1 or ba < 2:
                return
            ma, ba, paid = ma - 1, ba - 2, declared.ADDITIONAL
        far = declared.farthest(unit, weapon, manner, paid)
        if far < 0 and manner == declared.IN_HAND and ma > 0:
            handling.reload(self.combat, unit, weapon)
            far, ma = weapon.range, ma - 1
        if far > 0:
            found.append(WeaponAim(self, weapon, manner, paid, far, self.places(ma, ba)))

    def add_spell(self, found: list[Aim], spell: Spell) -> None:
        """Add a spell that attacks, if this turn can pay for all of it; its options reach farther.

        Rules: spell.cast-time, spell.mp-cost, spell.notes-options.
        """
        unit = self.unit
        aa, ma = paying.remaining(unit, unit.sheet.spells.index(spell))
        if aa > unit.aa or ma > unit.ma or spells.cannot_complete(self.combat, unit, spell):
            return
        met: list[tuple[int, int]] = []
        for notes in spells.note_sets(unit, spell):
            far = spells.spell_range(spell, notes)
            radius = spell.radius_with(notes)
            if (far, radius) not in met:
                met.append((far, radius))
                places = self.places(unit.ma - ma, unit.ba - spell.note_cost(notes))
                if spell.target == "space":
                    found.append(BurstAim(self, spell, far, radius, places))
                else:
                    found.append(SpellAim(self, spell, far, places))


class WeaponAim(Aim):
    """An attack with a weapon. Rules: attack.melee-range, attack.ranged-range."""

    def __init__(
        self, turn: Turn, weapon: Thing, manner: int, paid: int, far: int, places: list[int]
    ) -> None:
        super().__init__(weapon.name, far, 1, far, places)
        self.turn = turn
        self.weapon = weapon
        self.manner = manner
        self.paid = paid

    def strikes(self, place: int, cell: int) -> bool:
        turn = self.turn
        target = turn.target(cell)
        unit = turn.unit
        unit.cell = place
        rule = declared.cannot_attack(
            turn.combat, unit, target, self.weapon, self.manner, self.paid
        )
        return rule == ""


class SpellAim(Aim):
    """A spell that is aimed at a unit. Rules: spell.range-and-sight, spell.attack-roll."""

    def __init__(self, turn: Turn, spell: Spell, far: int, places: list[int]) -> None:
        super().__init__(spell.name, far, 1, far, places)
        self.turn = turn
        self.spell = spell

    def strikes(self, place: int, cell: int) -> bool:
        turn = self.turn
        target = turn.target(cell)
        turn.unit.cell = place
        return spells.cannot_target(turn.combat, turn.unit, self.spell, target, self.told) == ""


class BurstAim(Aim):
    """A spell that is aimed at a space and attacks all around it. Rule: attack.area-spells."""

    def __init__(self, turn: Turn, spell: Spell, far: int, radius: int, places: list[int]) -> None:
        super().__init__(spell.name, far, 0, far, places)
        self.turn = turn
        self.spell = spell
        self.radius = radius

    def strikes(self, place: int, cell: int) -> bool:
        """Return whether it can be aimed at a space."""
        turn = self.turn
        turn.unit.cell = place
        return spells.may_be_at(turn.combat, turn.unit, self.spell, cell)

    def bursts(self, centres: list[int]) -> list[int]:
        """Return the spaces that lie in its area around one of some spaces."""
        found: set[int] = set()
        for centre in centres:
            found.update(self.turn.combat.grid.around(centre, self.radius))
        return sorted(found)
