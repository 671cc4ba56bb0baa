"""The state of a Thrum combat: characters, their sheets, and placed terrain."""

from __future__ import annotations

from typing import ClassVar, Final

from affray.core.choice import Agent
from affray.core.combat import Combat, Combatant
from affray.core.dice import Dice
from affray.core.grid import Grid
from affray.core.order import Entry as StripEntry
from affray.core.order import Lineup
from affray.core.reach import Exits
from affray.core.setup import Objective
from affray.rulesets.thrum.feature import Ability, Feature, Number, Use
from affray.rulesets.thrum.geometry.squares import ADJACENT
from affray.rulesets.thrum.sheet.sheet import Sheet
from affray.rulesets.thrum.terms import (
    FATIGUE,
    INITIATIVE_PHASE,
    MOMENTS,
    OPTION_DEFAULTS,
    TOUGHNESS,
)

UNHEARD: Final[list[list[int] | None]] = []  # nobody has asked yet


class Terrain:
    """A Terrain Effect in place."""

    FIELDS: ClassVar[tuple[str, ...]] = ("creator", "slot", "cells", "direction", "active", "mark")

    def __init__(self, creator: int, slot: int, cells: list[int]) -> None:
        self.creator = creator
        self.slot = slot  # of the ability on the creator's sheet
        self.cells = cells
        self.direction = -1
        self.active = 0  # a part that has to be maintained
        self.mark = 0

    def clone(self) -> Terrain:
        twin = Terrain(self.creator, self.slot, self.cells)
        twin.direction = self.direction
        twin.active = self.active
        twin.mark = self.mark
        return twin

    def key(self) -> tuple[object, ...]:
        return (
            self.creator,
            self.slot,
            tuple(self.cells),
            self.direction,
            self.active,
            self.mark,
        )


class ThrumCombatant(Combatant):
    """Anyone in a Thrum combat: PC, NPC or Minion."""

    FIELDS: ClassVar[tuple[str, ...]] = (
        *Combatant.FIELDS,
        "fatigue",
        "stress",
        "fatigue_tolerance",
        "stress_tolerance",
        "wounds",
        "arrived",
        "incapacitated",
        "stance",
        "kept",
        "kept_until",
        "delayed",
        "spent",
        "walked",
        "heading",
        "acted",
        "potential",
        "potential_spent",
        "fate",
    )
    SHARED: ClassVar[tuple[str, ...]] = (
        *Combatant.SHARED,
        "sheet",
        "controller",
        "arrives",
        "entry",
        "adjusts",
        "listens",
        "notices",
    )

    def __init__(
        self,
        index: int,
        side: int,
        name: str,
        cell: int,
        sheet: Sheet,
        like: ThrumCombatant | None = None,
    ) -> None:
        """Begin at full strength, or ``like`` another, of which this is the clone."""
        super().__init__(index, side, name, cell, 1, like is None)
        self.sheet = sheet
        if like is None:
            self.controller = -1  # of a Minion
            self.arrives = 0
            self.entry = -1  # square of arrival
            self.fatigue = 0
            self.stress = 0
            self.fatigue_tolerance = sheet.fatigue_tolerance
            self.stress_tolerance = sheet.stress_tolerance
            self.wounds = 0
            self.arrived = False  # has ever been on the map
            self.incapacitated = False
            self.stance = -1  # place of the ability on the sheet
            self.kept = -1  # a second Stance whose benefit is kept
            self.kept_until = 0
            self.delayed = False  # this round
            self.spent = 0  # movement spent in its Move step
            self.walked = 0  # squares moved in this turn
            self.heading = -1  # direction of all of them, -2 if they differ
            self.acted = False
            self.potential = [0] * len(sheet.novas)  # by Nova ability
            self.potential_spent = False
            self.fate = 0  # what the table decided for one removed by Wounds
            # Derived: what any feature in force on it has to say.
            self.adjusts = sheet.adjusts
            self.listens = sheet.listens
            self.notices = sheet.notices
            if sheet.scopes:
                self.count_by(tuple(sheet.scopes))
        else:
            self.controller = like.controller
            self.arrives = like.arrives
            self.entry = like.entry
            self.fatigue = like.fatigue
            self.stress = like.stress
            self.fatigue_tolerance = like.fatigue_tolerance
            self.stress_tolerance = like.stress_tolerance
            self.wounds = like.wounds
            self.arrived = like.arrived
            self.incapacitated = like.incapacitated
            self.stance = like.stance
            self.kept = like.kept
            self.kept_until = like.kept_until
            self.delayed = like.delayed
            self.spent = like.spent
            self.walked = like.walked
            self.heading = like.heading
            self.acted = like.acted
            self.potential = like.potential[:] if like.potential else like.potential
            self.potential_spent = like.potential_spent
            self.fate = like.fate
            self.adjusts = like.adjusts
            self.listens = like.listens
            self.notices = like.notices

    def able(self) -> bool:
        """Return whether it can move, act and take Stances. Rule: incapacitated.cannot."""
        return self.present and not self.incapacitated

    def exhausted(self) -> bool:
        """Return whether its Fatigue Load is over its Tolerance.

        Rule: load.exhausted, from the numbers alone.
        """
        return self.fatigue > self.fatigue_tolerance

    def frayed(self) -> bool:
        """Return whether its Stress Load is over its Tolerance.

        Rule: load.frayed, from the numbers alone.
        """
        return self.stress > self.stress_tolerance

    def load(self, kind: int) -> int:
        """Return its Fatigue or Stress Load."""
        return self.fatigue if kind == FATIGUE else self.stress

    def buffed(self) -> bool:
        """Return whether a Buff is on it. Rule: buff.one-per-target."""
        for held in self.effects:
            effect = held.effect
            if isinstance(effect, Feature) and effect.buff:
                return True
        return False

    def stance_ability(self) -> Ability | None:
        """Return the Stance that it is in, None if it is in none."""
        return self.sheet.abilities[self.stance] if self.stance >= 0 else None

    def in_force(self) -> list[Feature]:
        """Return every feature that acts on or for it: lasting, Stance, conditions, Buffs."""
        found: list[Feature] = []
        found.extend(self.sheet.lasting)
        if self.stance >= 0:
            ability = self.sheet.abilities[self.stance]
            if ability not in found:  # a Nova Stance lasts besides
                found.append(ability)
        if self.kept >= 0:
            found.append(self.sheet.abilities[self.kept])
        for held in self.effects:
            effect = held.effect
            if isinstance(effect, Feature):
                found.append(effect)
        return found

    def clone(self) -> ThrumCombatant:
        twin = ThrumCombatant(self.index, self.side, self.name, self.cell, self.sheet, self)
        self.copy_to(twin, True)
        return twin

    def key(self) -> tuple[object, ...]:
        return (
            *self.common_key(),
            self.fatigue,
            self.stress,
            self.fatigue_tolerance,
            self.stress_tolerance,
            self.wounds,
            self.arrived,
            self.incapacitated,
            self.stance,
            self.kept,
            self.kept_until,
            self.delayed,
            self.spent,
            self.walked,
            self.heading,
            self.acted,
            tuple(self.potential),
            self.potential_spent,
            self.fate,
        )


class ThrumCombat(Combat[ThrumCombatant]):
    """A Thrum combat. ``pcs`` is the side of the PCs."""

    FIELDS: ClassVar[tuple[str, ...]] = (
        *Combat.FIELDS,
        "phase",
        "lineup",
        "initiative",
        "terrains",
        "acting",
        "options",
    )
    SHARED: ClassVar[tuple[str, ...]] = (
        *Combat.SHARED,
        "exits",
        "flat",
        "pcs",
        "start",
        "objectives",
        "adjusts",
        "listens",
        "notices",
        "hearing",
    )

    def __init__(
        self,
        grid: Grid,
        units: list[ThrumCombatant],
        dice: Dice,
        agents: list[Agent],
        exits: Exits,
        flat: Exits,
        fresh: bool = True,
    ) -> None:
        """Begin before Initiative; not ``fresh``: a clone, which fills in everything."""
        super().__init__(grid, units, dice, agents, fresh)
        self.exits = exits  # prices of the map by rule
        self.flat = flat  # every step costs 1
        self.hearing: list[list[int] | None] = UNHEARD  # by moment, worked out when asked
        if not fresh:
            return
        self.phase = INITIATIVE_PHASE
        self.lineup = Lineup([])
        self.initiative: list[int] = []  # totals, by combatant
        self.terrains: list[Terrain] = []
        self.acting = False  # the turn at the lineup's place has begun
        self.options: list[int] = list(OPTION_DEFAULTS)
        self.pcs = 0
        self.start: list[int] = []  # the Starting Area
        self.objectives: list[Objective] = []
        self.add_up()

    # -- cloning and keys --------------------------------------------------------------------

    def clone(self) -> ThrumCombat:
        twin = ThrumCombat(
            self.grid,
            [unit.clone() for unit in self.units],
            self.dice.clone(),
            self.agents,
            self.exits,
            self.flat,
            False,
        )
        self.copy_to(twin)
        twin.phase = self.phase
        twin.lineup = self.lineup.clone()
        twin.initiative = self.initiative[:]
        # An empty list is shared: whoever adds to it makes a new one.
        twin.terrains = [one.clone() for one in self.terrains] if self.terrains else self.terrains
        twin.acting = self.acting
        twin.options = self.options[:]
        twin.pcs = self.pcs
        twin.start = self.start
        twin.objectives = self.objectives
        twin.adjusts = self.adjusts
        twin.listens = self.listens
        twin.notices = self.notices
        twin.hearing = self.hearing
        return twin

    def key(self) -> tuple[object, ...]:
        return (
            *self.common_key(),
            self.phase,
            self.lineup.key(),
            tuple(self.initiative),
            tuple([terrain.key() for terrain in self.terrains]),
            self.acting,
            tuple(self.options),
            tuple([unit.key() for unit in self.units]),
        )

    def entries(self) -> list[StripEntry]:
        return self.lineup.entries(self.acting)

    # -- who is who ---------------------------------------------------------------------------

    def enemies(self, a: ThrumCombatant, b: ThrumCombatant) -> bool:
        """Return whether two are of different sides. Rule: target.enemy."""
        return a.side != b.side

    def allies(self, a: ThrumCombatant, b: ThrumCombatant) -> bool:
        """Return whether two are of one side; nobody is its own Ally.

        Rule: target.ally; nobody is its own Ally.
        """
        return a.side == b.side and a.index != b.index

    def distance(self, a: int, b: int) -> int:
        """Return the distance between two squares. Rule: grid.distance."""
        return self.grid.steps(a, b)

    def apart(self, a: ThrumCombatant, b: ThrumCombatant) -> int:
        """Return the distance between two units on the map."""
        return self.grid.steps(a.cell, b.cell)

    def adjacent(self, a: ThrumCombatant, b: ThrumCombatant) -> bool:
        """Return whether two units stand in adjacent squares."""
        return self.grid.steps(a.cell, b.cell) == ADJACENT

    def on_map(self, unit: ThrumCombatant) -> bool:
        """Return whether somebody takes part and stands on the map."""
        return unit.present and unit.cell >= 0

    def in_order(self) -> list[int]:
        """Return everybody in initiative order, a Minion directly after its controller."""
        units = self.units
        if len(self.lineup.order) == len(units):
            return self.lineup.order[:]  # nobody has a Minion
        found: list[int] = []
        for who in self.lineup.order:
            found.append(who)
            if units[who].sheet.minions:
                for unit in units:
                    if unit.controller == who and unit.present:
                        found.append(unit.index)
        return found

    # -- numbers ------------------------------------------------------------------------------

    def toughness(self, unit: ThrumCombatant) -> int:
        """Return the Resilience modifier where no defence is rolled, with what changes it."""
        if not unit.adjusts & TOUGHNESS:
            return unit.sheet.resilience
        return unit.sheet.resilience + self.number(TOUGHNESS, unit, -1, None).total

    def number(self, kind: int, unit: ThrumCombatant, other: int, use: Use | None) -> Number:
        """Return what every feature in force has to say on a number."""
        number = Number(kind, unit.index, other, self.watched, use)
        self.collect(number)
        return number

    def collect(self, number: Number) -> None:
        """Let every feature in force add to a number."""
        kind = number.kind
        if not self.adjusts & kind:
            return
        for unit in self.units:
            if unit.adjusts & kind and unit.present:
                for one in unit.sheet.adjusting(unit.stance, kind):
                    one.modify(self, unit, number, None)
                if unit.kept >= 0:
                    one = unit.sheet.abilities[unit.kept]
                    if one.adjusts & kind:
                        one.modify(self, unit, number, None)
                for held in unit.effects:
                    effect = held.effect
                    if isinstance(effect, Feature) and effect.adjusts & kind:
                        effect.modify(self, unit, number, held)

    def refresh(self, unit: ThrumCombatant) -> None:
        """Work out anew what anything in force on somebody has to say."""
        heard = unit.listens | unit.notices
        unit.adjusts, unit.listens, unit.notices = self.said(unit)
        known = self.hearing
        self.add_up()
        if heard == unit.listens | unit.notices:
            self.hearing = known

    def refresh_all(self) -> None:
        """Work out anew for everybody what is in force."""
        for unit in self.units:
            unit.adjusts, unit.listens, unit.notices = self.said(unit)
        self.add_up()

    def add_up(self) -> None:
        """Note what anything in force on anybody has to say: most moments concern nobody."""
        adjusts = listens = notices = 0
        for unit in self.units:
            adjusts |= unit.adjusts
            listens |= unit.listens
            notices |= unit.notices
        self.adjusts = adjusts  # of everybody together
        self.listens = listens
        self.notices = notices
        self.hearing = UNHEARD

    def hearers(self, kind: int) -> list[int]:
        """Return by index who listens to a moment or notices it, in the order listed.

        Worked out when first asked; clones share it until anybody else hears anything else.
        """
        if not self.hearing:
            self.hearing = [None] * MOMENTS
        place = kind.bit_length() - 1
        known = self.hearing[place]
        if known is None:
            known = [unit.index for unit in self.units if (unit.listens | unit.notices) & kind]
            self.hearing[place] = known
        return known

    def said(self, unit: ThrumCombatant) -> tuple[int, int, int]:
        """Return the numbers and moments at which anything in force on somebody has to say."""
        sheet = unit.sheet
        adjusts = sheet.adjusts
        listens = sheet.listens
        notices = sheet.notices
        for feature in unit.in_force():
            adjusts |= feature.adjusts
            listens |= feature.listens
            notices |= feature.notices
        for terrain in self.terrains:
            if terrain.creator == unit.index:
                ability = sheet.abilities[terrain.slot]
                adjusts |= ability.adjusts
                listens |= ability.listens
                notices |= ability.notices
        return adjusts, listens, notices
