"""The state of an ICON fight: characters, terrain, what is under way."""

from __future__ import annotations

from typing import ClassVar, Final

from affray.core.choice import Agent
from affray.core.combat import Combat, Combatant
from affray.core.dice import Dice
from affray.core.effect import Held
from affray.core.grid import CHEBYSHEV, DANGEROUS, DIFFICULT, OPEN, Grid
from affray.core.order import ACTING, DONE, LATER, MAY_ACT, Entry
from affray.core.pairs import Pairs
from affray.core.setup import Objective
from affray.rulesets.icon.attack.use import Use
from affray.rulesets.icon.definitions import BLIGHT, STANCE, STATUS, State
from affray.rulesets.icon.geometry.maps import Lay, Maps
from affray.rulesets.icon.sheet import Library, Sheet, scopes_of
from affray.rulesets.icon.terms import ACTIVE, DECLARE, SLOW, WIDER

# Nobody adds to these.
NO_STATUSES: Final[list[State]] = []
NO_USES: Final[list[Use]] = []


class Patch:
    """Terrain or a summon that somebody placed, and when it goes."""

    FIELDS: ClassVar[tuple[str, ...]] = ("cell", "kind", "height", "ends", "anchor", "summon")

    def __init__(
        self, cell: int, kind: int, height: int, ends: int, anchor: int, summon: str
    ) -> None:
        self.cell = cell
        self.kind = kind  # bits as in ``floor``
        self.height = height  # raised terrain, 0 none
        self.ends = ends
        self.anchor = anchor  # whose turn ``ends`` speaks of; the summoner
        self.summon = summon

    def clone(self) -> Patch:
        return Patch(self.cell, self.kind, self.height, self.ends, self.anchor, self.summon)

    def key(self) -> tuple[object, ...]:
        return (self.cell, self.kind, self.height, self.ends, self.anchor, self.summon)


class Delay:
    """An ability whose result is yet to come, as it was chosen. Rule: action.delay."""

    FIELDS: ClassVar[tuple[str, ...]] = ("place", "part", "cell", "cells", "target", "slow", "met")

    def __init__(self, place: int, part: int) -> None:
        self.place = place  # of the ability on the sheet
        self.part = part  # of a combo, -1 none
        self.cell = -1
        self.cells: list[int] = []
        self.target = -1
        self.slow = False
        self.met: list[str] = []  # triggers by number, and texts of what modified it

    def clone(self) -> Delay:
        twin = Delay(self.place, self.part)
        twin.cell = self.cell
        twin.cells = self.cells[:]
        twin.target = self.target
        twin.slow = self.slow
        twin.met = self.met[:]
        return twin

    def key(self) -> tuple[object, ...]:
        return (
            self.place,
            self.part,
            self.cell,
            tuple(self.cells),
            self.target,
            self.slow,
            tuple(self.met),
        )


class Thing:
    """An object that can be worked. Rule: action.interact."""

    def __init__(self, id: str, cells: list[int]) -> None:
        self.id = id
        self.cells = cells
        self.times = 1  # how often, until it does something
        self.opens = ""  # another object, or itself, that is no obstruction any more
        self.wins = -1  # the side that wins by it


def with_at(items: tuple[int, ...], place: int, item: int) -> tuple[int, ...]:
    """Return some numbers with another in one place: what seldom changes, clones share."""
    found = list(items)
    found[place] = item
    return tuple(found)


def with_all(items: tuple[int, ...], places: list[int], item: int) -> tuple[int, ...]:
    """Return some numbers with another in several places."""
    found = list(items)
    for place in places:
        found[place] = item
    return tuple(found)


class IconCombatant(Combatant):
    """A character of either side."""

    FIELDS: ClassVar[tuple[str, ...]] = (
        *Combatant.FIELDS,
        "hp",
        "vigor",
        "wounds",
        "resolve",
        "fate",
        "turns",
        "declared",
        "actions",
        "slow_now",
        "ended",
        "combo",
        "pending",
        "off",
        "delays",
        "must_slow",
        "elixirs",
    )
    SHARED: ClassVar[tuple[str, ...]] = (
        *Combatant.SHARED,
        "sheet",
        "players",
        "npc",
        "arrives",
        "places",
    )

    def __init__(
        self,
        index: int,
        side: int,
        name: str,
        cell: int,
        sheet: Sheet,
        like: IconCombatant | None = None,
    ) -> None:
        """Begin unhurt, or ``like`` another, of which this is the clone."""
        super().__init__(index, side, name, cell, sheet.size, like is None)
        self.sheet = sheet
        if like is None:
            self.players = 1  # player characters of the fight: a legend's hit points
            self.npc = False  # an ally that is no player character
            self.arrives = 0  # the round of arrival: turn.reinforcements
            self.places: list[int] = []  # where it may be put on the map
            self.hp = sheet.hp
            self.vigor = 0
            self.wounds = sheet.wounds
            self.resolve = 0
            self.fate = ACTIVE
            self.turns = 0  # left in this round
            self.declared = False  # a slow turn
            self.actions = 0
            self.slow_now = False  # its present turn is a slow one
            self.ended = False  # its turn is to end: action.end-turn
            self.combo = 0
            self.pending: list[str] = []  # modify-next operations by their text
            self.off = -1  # the edge space from which it was removed, the exit by which it fled
            self.delays: list[Delay] = []
            self.must_slow = False  # its next turn: action.delay
            self.elixirs = sheet.elixirs
            self.count_by(scopes_of(sheet))
        else:
            self.players = like.players
            self.npc = like.npc
            self.arrives = like.arrives
            self.places = like.places
            self.hp = like.hp
            self.vigor = like.vigor
            self.wounds = like.wounds
            self.resolve = like.resolve
            self.fate = like.fate
            self.turns = like.turns
            self.declared = like.declared
            self.actions = like.actions
            self.slow_now = like.slow_now
            self.ended = like.ended
            self.combo = like.combo
            self.pending = like.pending[:] if like.pending else like.pending
            self.off = like.off
            self.delays = [one.clone() for one in like.delays] if like.delays else like.delays
            self.must_slow = like.must_slow
            self.elixirs = like.elixirs

    def able(self) -> bool:
        """Return whether it stands on the map and can act. Rule: defeat.incapacitated."""
        return self.present and self.hp > 0 and self.cell >= 0

    def max_hp(self) -> int:
        """Return its maximum hit points.

        Rules: sheet.hp-max, resource.wound-lowers-maxima, foe.legend.
        """
        if self.sheet.legend:
            return self.sheet.hp * self.players
        return max(1, self.sheet.hp - self.wounds * self.sheet.health)

    def bloodied(self) -> bool:
        """Return whether it has less than half of its hit points. Rule: resource.bloodied."""
        return 2 * self.hp < self.max_hp()

    def holds(self, id: str) -> bool:
        """Return whether a state is held, by id."""
        return self.carrying(id) is not None

    def carrying(self, id: str) -> Held | None:
        """Return a state that is held, by id; None if it is not."""
        for held in self.effects:
            if held.effect.id == id:
                return held
        return None

    def on(self, id: str) -> bool:
        """Return whether an effect is on it: held, of its sheet, or of its stance."""
        for held in self.effects:
            effect = held.effect
            if effect.id == id:
                return True
            if isinstance(effect, State) and id in effect.own_grants:
                return True
        return self.sheet.keeps(id)

    def statuses(self) -> list[State]:
        """Return the statuses that act on it, those that marks and traits impose among them.

        Rules: effect.unstoppable, status.ongoing, status.no-stacking.
        """
        if not self.effects and not self.sheet.imposing():
            return NO_STATUSES
        found: list[State] = []
        for held in self.effects:
            effect = held.effect
            if isinstance(effect, State):
                one = effect if effect.kind == STATUS else effect.imposes
                if one is not None and one not in found:
                    found.append(one)
        if self.sheet.imposing():
            for trait in self.sheet.traits:
                one = trait.imposes
                if one is not None and one not in found and self.hp > 0:
                    found.append(one)
        if not found:
            return found
        if self.on("unstoppable"):
            return []
        return [one for one in found if not self.sheet.immune(one.id)]

    def status(self, id: str) -> bool:
        """Return whether a status acts on it."""
        for one in self.statuses():
            if one.id == id:
                return True
        return False

    def has_state(self, id: str) -> bool:
        """Return whether it has a state, one imposed on it too. Rule: action.triggers."""
        return self.holds(id) or self.status(id)

    def blights(self) -> int:
        """Return how many different blights it has. Rules: blight.four-kinds, blight.damage."""
        found: list[str] = []
        for held in self.effects:
            effect = held.effect
            if isinstance(effect, State) and effect.kind == BLIGHT and effect.id not in found:
                found.append(effect.id)
        return len(found)

    def goes_slow(self) -> bool:
        """Return whether its next turn is a slow one.

        Rules: turn.slow-declare, turn.slow-forced, status.slow, action.delay.
        """
        if self.declared or self.must_slow:
            return True
        return any(status.must_slow for status in self.statuses())

    def stance_state(self) -> State | None:
        """Return the stance it is in. Rule: effect.stance."""
        for held in self.effects:
            effect = held.effect
            if isinstance(effect, State) and effect.kind == STANCE:
                return effect
        return None

    def stance(self) -> str:
        """Return the id of its stance, "" if it is in none."""
        one = self.stance_state()
        return one.id if one is not None else ""

    def returns(self) -> bool:
        """Return whether it is off an edge and may come back. Rule: terrain.edge-pc-return."""
        return self.off >= 0 and self.fate == ACTIVE

    def awaited(self) -> bool:
        """Return whether it has yet to be placed or to arrive. Rule: turn.reinforcements."""
        return self.cell < 0 and self.off < 0 and self.fate == ACTIVE

    def clone(self) -> IconCombatant:
        twin = IconCombatant(self.index, self.side, self.name, self.cell, self.sheet, self)
        self.copy_to(twin, True)
        return twin

    def key(self) -> tuple[object, ...]:
        return (
            *self.common_key(),
            self.hp,
            self.vigor,
            self.wounds,
            self.resolve,
            self.fate,
            self.turns,
            self.declared,
            self.actions,
            self.slow_now,
            self.ended,
            self.combo,
            tuple(self.pending),
            self.off,
            tuple([delay.key() for delay in self.delays]),
            self.must_slow,
            self.elixirs,
        )


class IconCombat(Combat[IconCombatant]):
    """A fight. ``floor``, ``levels`` and ``toughness`` hold the terrain as it is now."""

    FIELDS: ClassVar[tuple[str, ...]] = (
        *Combat.FIELDS,
        "phase",
        "place",
        "last",
        "latest",
        "starter",
        "opened",
        "owed",
        "base",
        "floor",
        "levels",
        "toughness",
        "patches",
        "worked",
        "open_things",
        "kept",
    )
    SHARED: ClassVar[tuple[str, ...]] = (
        *Combat.SHARED,
        "library",
        "maps",
        "chapter",
        "objectives",
        "last_standing",
        "ask_surrender",
        "anybody_surrenders",
        "things",
        "leaving",
        "using",
        "walks",
        "shape",
        "seen",
        "laid",
    )

    def __init__(
        self,
        grid: Grid,
        units: list[IconCombatant],
        dice: Dice,
        agents: list[Agent],
        library: Library,
        maps: Maps,
        fresh: bool = True,
    ) -> None:
        """Begin with an empty scene; not ``fresh``: a clone, which fills in everything."""
        super().__init__(grid, units, dice, agents, fresh)
        self.library = library
        self.maps = maps
        if not fresh:
            return
        self.chapter = 1
        self.objectives: list[Objective] = []
        self.last_standing = True
        self.ask_surrender = False  # at every damage: surrender.when
        self.anybody_surrenders = False  # monsters too
        self.things: list[Thing] = []
        self.leaving: list[int] = []  # spaces from which one may leave the map
        self.using = NO_USES  # under way; empty at every quiescent point
        self.walks = NO_USES  # movements under way, as deeds
        self.shape = -1  # number of the present heights, -1 not looked up
        self.seen: Pairs | None = None  # of that number: sight between single spaces
        self.laid: Lay | None = None  # of the terrain when last asked
        self.phase = DECLARE
        self.place = 0  # who declares next
        self.last = -1  # the side that took the last turn of the alternation
        self.latest = -1  # the side that took the last turn of all
        self.starter = 0  # the side due to start the round
        self.opened = False  # somebody has taken a turn in this round
        self.owed: list[int] = []  # legends that act now
        self.base: tuple[int, ...] = ()  # terrain below what lasts for a while
        self.floor: tuple[int, ...] = ()
        self.levels: tuple[int, ...] = ()
        self.toughness: tuple[int, ...] = ()
        self.patches: list[Patch] = []
        self.worked: list[int] = []  # how often each object was worked
        self.open_things: list[int] = []  # objects that are no obstruction any more
        self.kept: list[int] = []  # rounds in a row for which each objective was met

    def clone(self) -> IconCombat:
        twin = IconCombat(
            self.grid,
            [unit.clone() for unit in self.units],
            self.dice.clone(),
            self.agents,
            self.library,
            self.maps,
            False,
        )
        self.copy_state(twin)
        return twin

    def copy_state(self, twin: IconCombat) -> None:
        """Copy everything but the combatants to a clone."""
        self.copy_to(twin)
        twin.chapter = self.chapter
        twin.objectives = self.objectives
        twin.last_standing = self.last_standing
        twin.ask_surrender = self.ask_surrender
        twin.anybody_surrenders = self.anybody_surrenders
        twin.things = self.things
        twin.using = NO_USES
        twin.walks = NO_USES
        twin.shape = self.shape
        twin.seen = self.seen
        twin.laid = self.laid
        twin.leaving = self.leaving
        twin.phase = self.phase
        twin.place = self.place
        twin.last = self.last
        twin.latest = self.latest
        twin.starter = self.starter
        twin.opened = self.opened
        # Empty lists are shared: whoever adds to one makes a new list.
        twin.owed = self.owed[:] if self.owed else self.owed
        twin.base = self.base
        twin.floor = self.floor
        twin.levels = self.levels
        twin.toughness = self.toughness
        twin.patches = [one.clone() for one in self.patches] if self.patches else self.patches
        twin.worked = self.worked[:] if self.worked else self.worked
        twin.open_things = self.open_things[:] if self.open_things else self.open_things
        twin.kept = self.kept[:] if self.kept else self.kept

    def key(self) -> tuple[object, ...]:
        return (
            *self.common_key(),
            self.phase,
            self.place,
            self.last,
            self.latest,
            self.starter,
            self.opened,
            tuple(self.owed),
            self.base,
            self.floor,
            self.levels,
            self.toughness,
            tuple([patch.key() for patch in self.patches]),
            tuple(self.worked),
            tuple(self.open_things),
            tuple(self.kept),
            tuple([unit.key() for unit in self.units]),
        )

    def begin_use(self, use: Use) -> None:
        """Note that an ability or a trait is being used: the last of those under way."""
        self.using = [*self.using, use]

    def end_use(self) -> None:
        """Note that the last use under way is over."""
        self.using = self.using[:-1]

    def hostile(self, a: IconCombatant, b: IconCombatant) -> bool:
        """Return whether two are foes. Rule: setup.two-sides."""
        return a.side != b.side

    def allies(self, a: IconCombatant, b: IconCombatant) -> bool:
        """Return whether two are allies; nobody is one's own. Rule: setup.two-sides."""
        return a.side == b.side and a is not b

    def has(self, unit: IconCombatant, id: str) -> bool:
        """Return whether an effect is on somebody, lent by another's aura or stance too.

        Rules: effect.aura, effect.stance.
        """
        if unit.on(id):
            return True
        if id not in self.library.lent or unit.cell < 0:
            return False
        for other in self.units:
            if other.side == unit.side and other.able() and self.lends(other, unit, id):
                return True
        return False

    def lends(self, other: IconCombatant, unit: IconCombatant, id: str) -> bool:
        """Return whether an aura or stance of a character gives another an effect."""
        far = self.apart(other, unit)
        for trait in other.sheet.traits:
            if trait.aura_grants == id and far <= trait.aura:
                if trait.aura_self or other is not unit:
                    return True
        if other is unit:
            return False
        for held in other.effects:
            effect = held.effect
            if isinstance(effect, State) and effect.kind == STANCE:
                if id in effect.near_grants and far <= 1:
                    return True
                wide = effect.aura + (1 if (held.n - 1) & WIDER else 0)
                if effect.aura_grants == id and far <= wide:
                    return True
        return False

    def heights(self) -> int:
        """Return the number of the present heights: what follows from them is kept by it."""
        if self.shape < 0:
            self.shape = self.maps.number(self.levels)
            self.seen = self.maps.table(self.shape, self.grid.size)
        return self.shape

    def glances(self) -> Pairs:
        """Return what is known of sight between single spaces at the present heights."""
        self.heights()
        seen = self.seen
        assert seen is not None
        return seen

    def lay(self) -> Lay:
        """Return where the special spaces of the present terrain are."""
        laid = self.laid
        if laid is None or laid.floor is not self.floor or laid.toughness is not self.toughness:
            laid = self.maps.lay(self.floor, self.toughness)
            self.laid = laid
        return laid

    def pair(self, a: IconCombatant, b: int, size: int) -> int:
        """Return the number by which sight of a place is kept: of both ends and the heights."""
        cells = self.grid.size + 1  # and off the map
        return (((self.heights() * 16 + a.size) * 16 + size) * cells + a.cell + 1) * cells + b + 1

    def refresh_all(self) -> None:
        self.shape = -1

    def apart(self, a: IconCombatant, b: IconCombatant) -> int:
        """Return the distance of two characters.

        Rules: geometry.distance, attack.range-diagonal, attack.range-horizontal.
        """
        if a.size == 1 and b.size == 1:
            return self.grid.steps(a.cell, b.cell)
        return self.grid.distance(a.cell, b.cell, CHEBYSHEV, a.size, b.size)

    def elevation(self, unit: IconCombatant) -> int:
        """Return the elevation of a character: of its highest space.

        Rules: terrain.height, move.large-characters.
        """
        if unit.size == 1:
            return self.levels[unit.cell]
        return max([self.levels[cell] for cell in self.grid.footprint(unit.cell, unit.size)])

    def ground(self, cell: int) -> int:
        """Return the kind of terrain of a space as it is now. Rule: terrain.ground."""
        kind = self.grid.ground[cell]
        if kind not in (OPEN, DIFFICULT, DANGEROUS):
            return kind
        return DANGEROUS if self.dangerous(cell) else DIFFICULT if self.difficult(cell) else OPEN

    def level(self, cell: int) -> int:
        """Return the height of a space."""
        return self.levels[cell]

    def difficult(self, cell: int) -> bool:
        """Return whether a space is difficult terrain now."""
        return self.floor[cell] & 1 != 0

    def dangerous(self, cell: int) -> bool:
        """Return whether a space is dangerous terrain now."""
        return self.floor[cell] & 2 != 0

    def entries(self) -> list[Entry]:
        found: list[Entry] = []
        for unit in self.units:
            if unit.index == self.active:
                found.append((unit.index, ACTING))
            elif unit.able() or unit.returns():
                late = unit.goes_slow() and self.phase != SLOW
                word = DONE if unit.turns == 0 else LATER if late else MAY_ACT
                found.append((unit.index, word))
        return found
