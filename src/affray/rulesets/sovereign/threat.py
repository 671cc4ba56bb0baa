"""What somebody threatens: where it could come in its turn, and which squares it could attack."""

from __future__ import annotations

from typing import Final

from affray.core.combat import OWN, TURN
from affray.core.threat import Aim, Threat, moved_on, names_of, reached
from affray.rulesets.sovereign import actions, condition, geometry, resource
from affray.rulesets.sovereign.action import legality
from affray.rulesets.sovereign.attack.declared import cannot_attack
from affray.rulesets.sovereign.choice import aiming
from affray.rulesets.sovereign.condition import routed
from affray.rulesets.sovereign.definitions import Spell, Strike
from affray.rulesets.sovereign.magic import spells
from affray.rulesets.sovereign.movement import terrain, ways
from affray.rulesets.sovereign.sheet import equipment
from affray.rulesets.sovereign.sheet.sheet import Sheet
from affray.rulesets.sovereign.state import SovereignCombat, SovereignCombatant
from affray.rulesets.sovereign.terms import ACTIVE, BY_MOVE, BY_NOTHING, NATURAL, SHOT

FEET: Final = 5  # to a square


def threat(combat: SovereignCombat, who: int) -> Threat:
    """Return what somebody threatens.

    A Run counts, a charge, and a second Run where Haste gives one more Main for the attack; leaps
    down, flights and what arts lend do not. Every weapon counts that is in hand or that can be
    drawn freely, and every spell that works on enemies themselves; of arts those that strike.
    Rules: economy.main, economy.move, charge.attack, death.mortally-injured, morale.retreat.
    """
    unit = combat.units[who]
    if unit.fate != ACTIVE or not unit.present or unit.cell < 0:
        return Threat([], [], [])
    turn = Turn(combat, who)
    if not turn.unit.able():
        return Threat([unit.cell], [], [])
    turn.move()
    aims = turn.aims()
    moves: set[int] = set()
    struck = turn.nobody()
    nobody = sorted(struck)
    for aim in aims:
        moves.update(aim.places)
        struck.update(reached(combat.grid, unit.size, aim, struck))
    struck.difference_update(nobody)
    if not aims:
        moves.update(turn.runs(turn.run) if turn.unit.main else turn.run)
    return Threat(sorted(moves), sorted(turn.whole(struck)), names_of(aims))


class Turn:
    """A turn of somebody that begins now, in a copy of the fight, and an enemy to be attacked."""

    def __init__(self, combat: SovereignCombat, who: int) -> None:
        self.combat = combat.clone()
        self.combat.watched = False
        self.unit = self.combat.units[who]
        self.cell = self.unit.cell
        self.run: list[int] = []  # where a Run leads, its own square among them
        self.charge: list[int] = []  # and a charge
        self.enemy = SovereignCombatant(
            len(combat.units), self.unit.side + 1, "", -1, Sheet("", "", False)
        )
        self.there: dict[int, SovereignCombatant] = {}  # the enemy in each square that one fills
        for other in self.combat.units:
            if other.present and other.cell >= 0 and other.side != self.unit.side:
                for cell in combat.grid.footprint(other.cell, other.size):
                    if cell not in self.there or self.combat.at(cell) is other:
                        self.there[cell] = other  # rather who stands than who lies
        self.begin()

    def begin(self) -> None:
        """Start the turn. Rules: turn.start-of-next-turn, turn.refresh."""
        combat = self.combat
        unit = self.unit
        combat.active = unit.index
        if unit.acted:
            resource.refresh(combat, unit)
        combat.clear(TURN)
        combat.clear(OWN, unit.index)
        condition.start(combat, unit)

    def nobody(self) -> set[int]:
        """Return the squares where no enemy can be: none leads there, or friends stand there."""
        combat = self.combat
        ground = terrain.exits_of(combat, 1, terrain.WALKS, [])
        found = {cell for cell in combat.grid.every if not ground.enterable(cell)}
        for one in combat.units:
            if one.present and not one.helpless() and one.cell >= 0 and one is not self.unit:
                found.update(combat.grid.footprint(one.cell, one.size))
        return found.difference(self.there)

    def target(self, cell: int) -> SovereignCombatant:
        """Return the enemy at a square: who is there, else an ordinary one."""
        there = self.there.get(cell)
        if there is not None:
            return there
        self.enemy.cell = cell
        return self.enemy

    def whole(self, struck: set[int]) -> set[int]:
        """Return some squares with all those of the enemies who stand there."""
        found: set[int] = set()
        for cell in sorted(struck):
            one = self.target(cell)
            found.update(self.combat.grid.footprint(one.cell, one.size))
        return found

    # -- where it can be ------------------------------------------------------------------------

    def move(self) -> None:
        """Work out where a Run and a charge lead. Rules: run.rate, charge.straight."""
        combat = self.combat
        unit = self.unit
        self.run = [self.cell]
        if not unit.step:
            return
        if unit.main and legality.bodily(combat, unit, actions.CHARGE) == "":
            self.charge = ways.Way(combat, unit, ways.CHARGE).lines().goals()
        self.run = self.runs(self.run)
        if unit.main and unit.again():
            self.run = self.runs(self.run)  # economy.main-as-move

    def runs(self, starts: list[int]) -> list[int]:
        """Return where a Run leads from whichever of several squares, those among them.

        Rules: run.rate, morale.retreat.
        """
        way = ways.Way(self.combat, self.unit, ways.RUN)
        if not way.goes():
            return starts
        found = moved_on(way.exits(), way.obstacles(), starts, way.left())
        return [cell for cell in found if cell in starts or way.fits(cell)]

    # -- what it can attack with ----------------------------------------------------------------

    def aims(self) -> list[Aim]:
        """Return its attacks and spells, each with where it can be when it makes it.

        Rules: economy.main, morale.retreat.
        """
        unit = self.unit
        found: list[Aim] = []
        if routed(unit):
            return found
        for strike in unit.sheet.strikes:
            if strike.listed and (unit.main or (unit.again() and not strike.art)):
                self.add_strike(found, strike)
        for place, spell in enumerate(unit.sheet.spells):
            if (unit.main or spell.free or unit.hung == place) and self.castable(place):
                self.add_spell(found, spell)
        return found

    def add_strike(self, found: list[Aim], strike: Strike) -> None:
        """Add an attack, its weapon drawn or reloaded first if need be.

        Rules: ready.sheathing-free, reload.bow, charge.attack.
        """
        unit = self.unit
        hand, off = unit.hand, unit.off
        if not equipment.in_hand(unit, strike):
            if legality.cannot_draw(self.combat, unit, actions.DRAW, strike.weapon):
                return
            hand = strike.weapon
            off = NATURAL if unit.sheet.both[hand] or off == hand else off
        places = self.run
        if strike.weapon >= 0 and unit.unloaded >> strike.weapon & 1:
            cost = resource.reload_cost(unit, strike.weapon)
            if resource.unpaid_reload(unit, strike.weapon) or cost not in (BY_MOVE, BY_NOTHING):
                return
            places = [self.cell] if cost == BY_MOVE else places
        elif strike.mode != SHOT and not strike.art and self.charge:
            places = sorted({*places, *self.charge})
        found.append(StrikeAim(self, strike, hand, off, places))

    def castable(self, place: int) -> bool:
        """Return whether a spell can be cast or let go, whatever it is aimed at.

        Rules: spell.slots, spell.armour, spell.action.
        """
        unit = self.unit
        spell = unit.sheet.spells[place]
        if unit.hung == place:
            return True
        rule = spells.cannot_cast(self.combat, unit, spell, unit)
        return rule == "" or rule == aiming.cannot_aim(self.combat, unit, spell, unit)

    def add_spell(self, found: list[Aim], spell: Spell) -> None:
        """Add a spell that works on an enemy, or on all in an area. Rule: spell.creatures."""
        aim = aiming.aim_of(spell)
        far = aiming.range_of(self.unit, spell)
        if aim in (aiming.FOE, aiming.OTHERS):
            found.append(SpellAim(self, spell, far, far, 0))
        elif aim == aiming.AROUND:
            found.append(SpellAim(self, spell, spells.BURST, spells.BURST, 0))
        elif aim == aiming.SQUARE:
            radius = aiming.widest(self.unit, spell)
            found.append(SpellAim(self, spell, far, far + radius, radius))


class StrikeAim(Aim):
    """An attack by what is in its hands then. Rules: melee.range, ranged.max-range."""

    def __init__(self, turn: Turn, strike: Strike, hand: int, off: int, places: list[int]) -> None:
        name = strike.id.replace("-", " ").capitalize()
        super().__init__(name, FEET * strike.span(), 1, strike.span(), places)
        self.turn = turn
        self.strike = strike
        self.hand = hand
        self.off = off

    def strikes(self, place: int, cell: int) -> bool:
        turn = self.turn
        unit = turn.unit
        hand, off, unloaded = unit.hand, unit.off, unit.unloaded
        unit.cell = place
        unit.hand = self.hand
        unit.off = self.off
        if self.strike.weapon >= 0:
            unit.unloaded &= ~(1 << self.strike.weapon)
        rule = cannot_attack(turn.combat, unit, self.strike, turn.target(cell))
        unit.hand = hand
        unit.off = off
        unit.unloaded = unloaded
        return rule == ""


class SpellAim(Aim):
    """A spell aimed at an enemy, at all about its caster, or at a square of ground."""

    def __init__(self, turn: Turn, spell: Spell, told: int, far: int, radius: int) -> None:
        super().__init__(spell.name, FEET * told, 0 if radius else 1, far, turn.run)
        self.turn = turn
        self.spell = spell
        self.radius = radius
        grid = turn.combat.grid
        self.centre = aiming.Centre(turn.combat, turn.unit, spell, radius)
        self.centre.crowded = [True] * ((grid.width + 1) * (grid.height + 1))  # an enemy would be

    def strikes(self, place: int, cell: int) -> bool:
        turn = self.turn
        turn.unit.cell = place
        target = turn.target(cell)
        if self.radius:
            return self.centred(cell)
        if aiming.aim_of(self.spell) == aiming.AROUND:
            return geometry.apart(turn.combat, turn.unit, target) <= spells.BURST
        return aiming.cannot_aim(turn.combat, turn.unit, self.spell, target) == ""

    def centred(self, cell: int) -> bool:
        """Return whether the spell can be centred so that it holds a square.

        Rule: grid.area-square.
        """
        unit = self.turn.unit
        wide = self.turn.combat.grid.width + 1
        far = aiming.range_of(unit, self.spell)
        for first, end in self.centre.about(cell):
            for crossing in range(first, end):
                if self.centre.fits(crossing % wide, crossing // wide, far):
                    return True
        return False
