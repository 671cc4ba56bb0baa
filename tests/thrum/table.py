"""A table for Thrum's rule tests: a drawn map, characters by letter, scripted dice and keys.

    table = Table('''
        A . b
        . . .
    ''', A=pc(POW=2, training={"brawling": 3}, abilities=["sockem"]), b=npc("biffer"))
    table.act("A", "sockem b", "push b e 1", "b: resilience", dice="4 5 3 2")

Every die and every answer must be used, and nothing may be asked that is not scripted.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from affray.core.choice import Choice
from affray.core.dice import ScriptedDice
from affray.core.event import Asked, Event, Moved, Placed, Rolled
from affray.core.grid import DIFFICULT, WALL, Grid
from affray.core.setup import Member, Objective, Setup, SideSetup
from affray.encounters.prepare import library_of
from affray.rulesets.thrum import turn
from affray.rulesets.thrum.check import faults
from affray.rulesets.thrum.condition import holding, listed, stances
from affray.rulesets.thrum.content.library import ThrumContentLibrary
from affray.rulesets.thrum.definitions import Draft
from affray.rulesets.thrum.ruleset import Thrum
from affray.rulesets.thrum.sheet.build import build_npc, build_pc
from affray.rulesets.thrum.sheet.sheet import Sheet
from affray.rulesets.thrum.state import ThrumCombat, ThrumCombatant
from affray.rulesets.thrum.terms import (
    ACTION_PHASE,
    DELAY_PHASE,
    END_PHASE,
    MOVE_PHASE,
    STANCE_PHASE,
    START_PHASE,
)
from tests import table
from tests.table import Scripted as Scripted
from tests.table import refused as refused


@cache
def content_library() -> ThrumContentLibrary:
    found = library_of("thrum", ())
    assert isinstance(found, ThrumContentLibrary)
    return found


def pc(
    *,
    level: int = 12,
    training: dict[str, int] | None = None,
    abilities: list[str] | None = None,
    upgrades: list[str] | None = None,
    novas: list[str] | None = None,
    archetypes: list[str] | None = None,
    more: dict[str, int] | None = None,
    **points: int,
) -> Sheet:
    """A PC's sheet without the limits of creation; by default Training 3 in the Art of any ability.

    Art modifiers are floor((attribute + Training) / 2) + floor((level + 4) / 4).
    """
    library = content_library().library
    draft = Draft("pc", "PC")
    draft.level = level
    draft.archetypes = archetypes or []
    draft.points = points | (more or {})
    draft.abilities = abilities or []
    draft.upgrades = upgrades or []
    draft.novas = novas or []
    draft.training = dict(training or {})
    for name in [*draft.abilities, *draft.novas]:
        entry = library.abilities.get(name) or library.novas[name]
        draft.training.setdefault(entry.art, 3)
    return build_pc(draft, library)


def hale(novas: list[str] | None = None) -> Sheet:
    """A PC with Tolerances 5 and 3."""
    return pc(novas=novas, END=2, FOC=1)


def draft(
    level: int = 1,
    *,
    archetypes: tuple[str, ...] = ("hero", "loomer"),
    points: dict[str, int] | None = None,
    training: dict[str, int] | None = None,
    abilities: tuple[str, ...] = (),
    upgrades: tuple[str, ...] = (),
    novas: tuple[str, ...] = (),
) -> Draft:
    """A PC as written down; by default a valid one of level 1."""
    made = Draft("pc", "PC")
    made.level = level
    made.archetypes = list(archetypes)
    made.points = points or {}
    made.training = training or {"brawling": 3}
    made.abilities = list(abilities)
    made.upgrades = list(upgrades)
    made.novas = list(novas)
    return made


def told(made: Draft) -> list[str]:
    """What is wrong with a PC as written down, each with its place and rule."""
    return [f"{one.place}: {one.text()}" for one in faults(made, content_library().library)]


def npc(id: str, tier: int = 0, trait: str = "") -> Sheet:
    """A creature's sheet."""
    return build_npc(content_library().creatures[id], tier, trait, content_library().library)


class Table(table.Table[ThrumCombat, ThrumCombatant]):
    """A Thrum combat in round 1. Capital letters are PCs (side 0), small ones NPCs (side 1).

    Map: ``.`` open, ``,`` difficult, ``#`` wall, a digit its height; a letter stands on open ground
    of height 0 unless ``heights`` gives rows of numbers of the same shape. ``order`` is the
    initiative order (by default as listed), ``allies`` NPC letters that fight on the PCs' side.
    ``opening`` leaves the combat before its first die: NPCs on the map, PCs to be placed in
    ``area`` (squares as ``column,row``). ``arrives`` gives the rounds of late arrivals, ``carried``
    state to begin with, ``more`` further sheets.
    """

    sides = 6

    def __init__(
        self,
        rows: str,
        *,
        heights: str = "",
        order: str = "",
        allies: str = "",
        options: dict[str, int] | None = None,
        objectives: list[Objective] | None = None,
        opening: bool = False,
        area: str = "",
        arrives: dict[str, int] | None = None,
        carried: dict[str, dict[str, int]] | None = None,
        more: dict[str, Sheet] | None = None,
        **sheets: Sheet,
    ) -> None:
        sheets = sheets | (more or {})
        map = table.drawn(rows, {",": DIFFICULT, "#": WALL}, sheets)
        levels = [int(word) for word in heights.split()] or [
            int(word) if word.isdecimal() else 0 for word in map.words
        ]
        setup = Setup(Grid(map.columns, map.rows, map.ground, levels), ["players", "foes", "gm"])
        start = [setup.grid.read(name) for name in area.split()]
        setup.sides = [SideSetup("pcs", "PCs", 0, start), SideSetup("foes", "Foes", 1, [])]
        setup.options = dict(options or {})
        setup.objectives = objectives or []
        for letter, sheet in sheets.items():
            side = 0 if letter.isupper() or letter in allies else 1
            member = Member(letter, letter, side, sheet)
            member.cell = map.places.get(letter, -1)
            member.arrives = (arrives or {}).get(letter, 0)
            member.values.update((carried or {}).get(letter, {}))
            setup.members.append(member)
        begun = Thrum().begin(setup, ScriptedDice([]), [table.Defaults()] * 3)
        assert isinstance(begun, ThrumCombat)
        self.combat = begun
        self.setup = setup
        begun.watched = True
        if opening:
            return
        for letter, cell in map.places.items():
            unit = self[letter]
            if not unit.arrived and not unit.arrives:
                unit.present = True
                unit.arrived = True
                begun.stand(unit, cell)
        begun.round = 1
        begun.phase = DELAY_PHASE
        begun.initiative = [0] * len(begun.units)
        begun.lineup.order = [self[letter].index for letter in order or sheets]

    # -- playing ------------------------------------------------------------------------------

    def begin_turn(self, name: str) -> None:
        """Make it somebody's turn, past its Start, without running that."""
        combat = self.combat
        combat.active = self[name].index
        combat.lineup.at = combat.lineup.order.index(combat.active)
        combat.acting = True
        combat.phase = MOVE_PHASE
        unit = self[name]
        unit.spent = unit.walked = 0
        unit.heading = -1
        unit.acted = False

    def phase(self, name: str, phase: int, keys: tuple[str, ...], dice: str) -> None:
        if self.combat.active != self[name].index:
            self.begin_turn(name)
        self.combat.phase = phase
        agent = self.script(keys, dice)
        self.combat.changes = 0
        turn.step(self.combat)
        self.done(agent)

    def act(self, name: str, *keys: str, dice: str = "") -> None:
        """Play the Action phase of somebody's turn: the first key is the Action."""
        self.phase(name, ACTION_PHASE, keys, dice)

    def move(self, name: str, *keys: str, dice: str = "") -> None:
        """Play the Move phase of somebody's turn."""
        self.phase(name, MOVE_PHASE, keys, dice)

    def stance(self, name: str, *keys: str, dice: str = "") -> None:
        """Play the Stance phase of somebody's turn."""
        self.phase(name, STANCE_PHASE, keys, dice)

    def start(self, name: str, *keys: str, dice: str = "") -> None:
        """Play the Start of somebody's turn."""
        self.phase(name, START_PHASE, keys, dice)

    def end(self, name: str, *keys: str, dice: str = "") -> None:
        """Play the End of somebody's turn."""
        self.phase(name, END_PHASE, keys, dice)

    def step(self, *keys: str, dice: str = "") -> None:
        """Play the next step, whatever it is."""
        agent = self.script(keys, dice)
        self.combat.changes = 0
        turn.step(self.combat)
        self.done(agent)

    def turn(self, name: str, *keys: str, dice: str = "") -> None:
        """Play a whole turn, from the choice to Delay to the End of Turn."""
        combat = self.combat
        combat.lineup.at = combat.lineup.order.index(self[name].index)
        combat.phase = DELAY_PHASE
        agent = self.script(keys, dice)
        self.one_step()
        while combat.active == self[name].index:
            self.one_step()
        self.done(agent)

    def next_round(self) -> None:
        """Let the present round be over and the next one begin."""
        self.combat.active = -1
        self.combat.phase = DELAY_PHASE
        self.combat.lineup.at = len(self.combat.lineup.order)
        self.step()

    def one_step(self) -> None:
        self.combat.changes = 0
        turn.step(self.combat)

    def steps(self, n: int, *keys: str, dice: str = "") -> None:
        """Play some steps, whatever they are."""
        agent = self.script(keys, dice)
        for _ in range(n):
            self.one_step()
        self.done(agent)

    # -- arranging and asking -------------------------------------------------------------------

    def put(self, name: str, square: str) -> None:
        """Put somebody on a square."""
        unit = self[name]
        unit.present = unit.arrived = True
        self.combat.move(unit, self.combat.grid.read(square))

    def give(self, name: str, id: str, n: int = 1) -> None:
        """Put a Status or condition on somebody."""
        holding.give(self.combat, self[name].index, listed.named(id), n, -1)

    def enter_stance(self, name: str, id: str, *keys: str) -> None:
        """Take a Stance outside any turn, with what it does on being taken."""
        unit = self[name]
        ability = unit.sheet.ability(id)
        assert ability is not None
        agent = self.script(keys, "")
        stances.take_stance(self.combat, unit, ability.slot)
        self.done(agent)

    def n(self, name: str, id: str) -> int:
        """The number of a Status or condition, 0 if it is not there."""
        return holding.number_of(self[name], listed.named(id))

    def stance_of(self, name: str) -> str:
        ability = self[name].stance_ability()
        return ability.id if ability is not None else ""

    def question(
        self, name: str = "", phase: int = ACTION_PHASE, keys: Sequence[str] = ()
    ) -> Choice | None:
        """Return what is asked in somebody's phase after some keys, or None; the table stays.

        No name: in the next step, whatever it is.
        """
        if name and self.combat.active != self[name].index:
            self.begin_turn(name)
        if name:
            self.combat.phase = phase
        return self.look(keys)

    def offers(self, name: str = "", phase: int = ACTION_PHASE) -> list[str]:
        """Return the keys of what somebody is asked first in a phase; [] if nothing is asked."""
        return self.options(self.question(name, phase))

    def cost(self, name: str, square: str) -> int:
        """Return what somebody's Move to a square costs, -1 if it is not offered."""
        choice = self.question(name, MOVE_PHASE)
        assert choice is not None
        for answer in choice.answers():
            option = choice.option(answer)
            if option.key == f"move {square}":
                return option.cost
        return -1

    def order(self) -> str:
        """Return the initiative order as letters."""
        return "".join([self.combat.units[who].name for who in self.combat.lineup.order])

    def totals(self) -> tuple[int, ...]:
        """Return the totals of the last roll: of a contest, attack and defence."""
        rolled = [one for one in self.combat.events if isinstance(one, Rolled)]
        return tuple([total for _, _, total in rolled[-1].parts])

    def went(self, way: str) -> list[Event]:
        """All events of coming to stand elsewhere in one way so far."""
        return [one for one in self.facts() if isinstance(one, (Moved, Placed)) and one.way == way]

    def facts(self) -> list[Event]:
        """All events so far that are no questions."""
        return [one for one in self.combat.events if not isinstance(one, Asked)]


def facing(**points: int) -> Table:
    """A with C far off, so that the fight goes on when A is down."""
    return Table("A . . b . . . . C", A=pc(more=points), b=npc("biffer"), C=pc())
