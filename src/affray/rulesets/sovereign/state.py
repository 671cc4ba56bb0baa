"""The state of a Sovereign fight: combatants, what they have in hand, and the combat."""

from __future__ import annotations

from typing import ClassVar, Final

from affray.core.arrays import i64
from affray.core.choice import Agent
from affray.core.combat import Combat, Combatant
from affray.core.dice import Dice
from affray.core.event import EVERYBODY, Died, Event, Fell, Told, TurnBegan
from affray.core.grid import Grid
from affray.core.order import ACTING, DONE, LATER, MAY_ACT, Entry
from affray.core.setup import Objective
from affray.core.words import title
from affray.rulesets.sovereign.shared import Library, Maps
from affray.rulesets.sovereign.sheet.sheet import Grip, Sheet
from affray.rulesets.sovereign.terms import ACTIVE, MORTAL, NATURAL, SCOPES, STABLE, SURPRISE_PHASE

DISTANT: Final = 4  # squares: so far off one looks at everybody, not at the board
OPEN: Final = (TurnBegan, Fell, Died)  # facts about the unseen that all know


class SovereignCombatant(Combatant):
    """Anyone in a fight. Rule: grid.cube."""

    FIELDS: ClassVar[tuple[str, ...]] = (
        *Combatant.FIELDS,
        "hp",
        "strain",
        "main",
        "step",
        "extra",
        "acted",
        "prone",
        "fate",
        "hand",
        "off",
        "stock",
        "carried",
        "stowed",
        "unloaded",
        "harmless",
        "total",
        "charging",
        "wards",
        "disengaged",
        "holding",
        "swarm",
        "grappling",
        "fell",
        "frail",
        "asleep",
        "broken",
        "retreating",
        "fighting",
        "hurt",
        "steeled",
        "casting",
        "effort",
        "second",
        "hung",
        "unseen",
        "located",
        "surprised",
        "aloft",
    )
    SHARED: ClassVar[tuple[str, ...]] = (*Combatant.SHARED, "sheet", "grip")

    def __init__(
        self,
        index: int,
        side: int,
        name: str,
        cell: int,
        sheet: Sheet,
        like: SovereignCombatant | None = None,
    ) -> None:
        """Begin unhurt and armed, or ``like`` another, of which this is the clone."""
        super().__init__(index, side, name, cell, sheet.size, like is None)
        self.sheet = sheet
        if like is None:
            self.hp = sheet.max_hp
            self.strain = 0
            self.main = True  # economy.main: unspent
            self.step = True  # economy.move: unspent
            self.extra = False  # a Main more, by Haste
            self.acted = False
            self.prone = False
            self.fate = ACTIVE
            self.hand = sheet.first()  # the weapon in hand
            self.off = NATURAL  # that in the other hand
            self.stock = tuple(sheet.stock)  # clones share them: see ``with_more``
            self.carried = tuple(sheet.carried)
            self.stowed = tuple(sheet.stowed)
            self.unloaded = 0  # weapons to be reloaded: a set of bits
            self.harmless = 0  # weapons that a spell has blunted: a set of bits
            self.total = False  # Total Defense
            self.charging = False
            self.wards = 0  # whom it screens: a set of bits. Rule: screen.one-ward
            self.disengaged = 0  # enemies that it provokes no more: a set of bits
            self.holding = False
            self.swarm = -1
            self.grappling = -1
            self.fell = 0
            self.frail = False
            self.asleep = False
            self.broken = False
            self.retreating = False  # its retreat has begun, with its turn
            self.fighting = False  # cornered, and fights to the death
            self.hurt = False  # spell.disrupted-round
            self.steeled = False  # Iron Resolution
            self.casting = sheet.castings
            self.effort = sheet.effort
            self.second = sheet.second  # Effort of its second tradition
            self.hung = -1  # a spell kept waiting
            self.unseen = False
            self.located = 0  # sides that know the square of one unseen: a set of bits
            self.surprised = False
            self.aloft = 0  # feet above its ground
            self.grip: Grip | None = None  # what it could strike with when that was last asked
            self.count_by(SCOPES)
        else:
            self.hp = like.hp
            self.strain = like.strain
            self.main = like.main
            self.step = like.step
            self.extra = like.extra
            self.acted = like.acted
            self.prone = like.prone
            self.fate = like.fate
            self.hand = like.hand
            self.off = like.off
            self.stock = like.stock
            self.carried = like.carried
            self.stowed = like.stowed
            self.unloaded = like.unloaded
            self.harmless = like.harmless
            self.total = like.total
            self.charging = like.charging
            self.wards = like.wards
            self.disengaged = like.disengaged
            self.holding = like.holding
            self.swarm = like.swarm
            self.grappling = like.grappling
            self.fell = like.fell
            self.frail = like.frail
            self.asleep = like.asleep
            self.broken = like.broken
            self.retreating = like.retreating
            self.fighting = like.fighting
            self.hurt = like.hurt
            self.steeled = like.steeled
            self.casting = like.casting
            self.effort = like.effort
            self.second = like.second
            self.hung = like.hung
            self.unseen = like.unseen
            self.located = like.located
            self.surprised = like.surprised
            self.aloft = like.aloft
            self.grip = like.grip

    def called(self) -> str:
        """Return what to call it in a sentence."""
        return title(self.name, self.sheet.id, self.sheet.name)

    def able(self) -> bool:
        """Return whether it can act. Rules: death.mortally-injured, surprise.no-reactions."""
        return self.present and self.fate == ACTIVE and not self.asleep and not self.surprised

    def guards(self, ward: SovereignCombatant) -> bool:
        """Return whether it screens somebody. Rule: screen.one-ward."""
        return bool(self.wards >> ward.index & 1)

    def helpless(self) -> bool:
        """Return whether it can do nothing for itself. Rule: death.helpless-target."""
        return self.asleep or self.fate in (MORTAL, STABLE)

    def again(self) -> bool:
        """Return whether Haste gives it one more Main, for the strain of it."""
        return self.extra and self.strain < self.sheet.strain_max

    def clone(self) -> SovereignCombatant:
        twin = SovereignCombatant(self.index, self.side, self.name, self.cell, self.sheet, self)
        self.copy_to(twin, True)
        return twin

    def key(self) -> tuple[object, ...]:
        return (
            *self.common_key(),
            self.hp,
            self.strain,
            self.main,
            self.step,
            self.extra,
            self.acted,
            self.prone,
            self.fate,
            self.hand,
            self.off,
            self.stock,
            self.carried,
            self.stowed,
            self.unloaded,
            self.harmless,
            self.total,
            self.charging,
            self.wards,
            self.disengaged,
            self.holding,
            self.swarm,
            self.grappling,
            self.fell,
            self.frail,
            self.asleep,
            self.broken,
            self.retreating,
            self.fighting,
            self.hurt,
            self.steeled,
            self.casting,
            self.effort,
            self.second,
            self.hung,
            self.unseen,
            self.located,
            self.surprised,
            self.aloft,
        )


class SovereignCombat(Combat[SovereignCombatant]):
    """A Sovereign fight. ``gm`` is the seat of the GM; ``order`` the sides by initiative."""

    FIELDS: ClassVar[tuple[str, ...]] = (
        *Combat.FIELDS,
        "phase",
        "order",
        "turn_of",
        "early",
        "struck",
        "joined",
        "litter",
        "corpses",
        "thorns",
        "caltrops",
        "smoke",
        "idle",
        "stir",
        "counts",
    )
    SHARED: ClassVar[tuple[str, ...]] = (
        *Combat.SHARED,
        "grappled",
        "screening",
        "longest",
        "passing",
        "library",
        "maps",
        "objectives",
        "party",
        "surprise",
        "ambusher",
        "wary",
        "executions",
        "careful",
        "topics",
        "groups",
        "gates",
    )

    def __init__(
        self,
        grid: Grid,
        units: list[SovereignCombatant],
        dice: Dice,
        agents: list[Agent],
        library: Library,
        maps: Maps,
        fresh: bool = True,
    ) -> None:
        """Begin before the first round; not ``fresh``: a clone, which fills in everything."""
        super().__init__(grid, units, dice, agents, fresh)
        self.library = library
        self.maps = maps
        if not fresh:
            return
        self.party = 0  # the players' side
        self.surprise = ""  # how the others are surprised: given, stealth, forced-entry
        self.ambusher = -1  # the side that surprises them, -1 the first that is not surprised
        self.wary: list[int] = []  # sides that anticipate a fight
        self.careful = False  # the Party moves carefully
        self.executions: list[list[int]] = []  # actor, place of the strike, target
        self.topics: list[str] = []  # what the GM wants to be asked
        self.groups: list[list[int]] = []  # of morale, where they are smaller than a side
        self.gates: list[int] = []  # open edge squares
        self.phase = SURPRISE_PHASE
        self.order: list[int] = []
        self.turn_of = 0
        self.early = False  # the twice Alert act, before the sides
        self.struck: list[int] = []  # swarms that have struck: side * 1000 + target
        self.joined: list[int] = []  # joinings of this round, likewise
        self.litter: list[int] = []
        self.corpses: list[int] = []  # cell * 10 + side
        self.thorns: list[int] = []  # (cell * 2 + 1 if its southern line) * 100 + hit points
        self.caltrops: list[int] = []
        self.smoke: list[int] = []  # cell * 1000 + last round
        self.idle = 0  # rounds without an attack, damage or a change of position
        self.stir = False
        self.objectives: list[Objective] = []
        self.counts: list[int] = []  # of each objective: rounds that it was held, who left by it
        self.grappled = 0  # whom somebody grapples, able or not: a set of bits, derived
        self.screening = 0  # who screens somebody: so too
        self.longest = self.longest_reach()  # squares, derived
        self.passing: list[int] = []  # who may stand where another does: changed as the board is

    def clone(self) -> SovereignCombat:
        units = [unit.clone() for unit in self.units]
        dice = self.dice.clone()
        twin = SovereignCombat(self.grid, units, dice, self.agents, self.library, self.maps, False)
        self.copy_to(twin)
        twin.party = self.party
        twin.surprise = self.surprise
        twin.ambusher = self.ambusher
        twin.wary = self.wary
        twin.careful = self.careful
        twin.executions = self.executions
        twin.topics = self.topics
        twin.groups = self.groups
        twin.gates = self.gates
        twin.phase = self.phase
        twin.order = self.order[:]
        twin.turn_of = self.turn_of
        twin.early = self.early
        twin.struck = self.struck[:] if self.struck else []
        twin.joined = self.joined[:] if self.joined else []
        twin.litter = self.litter[:] if self.litter else []
        twin.corpses = self.corpses[:] if self.corpses else []
        twin.thorns = self.thorns[:] if self.thorns else []
        twin.caltrops = self.caltrops[:] if self.caltrops else []
        twin.smoke = self.smoke[:] if self.smoke else []
        twin.idle = self.idle
        twin.stir = self.stir
        twin.objectives = self.objectives
        twin.counts = self.counts[:] if self.counts else self.counts  # the empty never grow
        twin.grappled = self.grappled
        twin.screening = self.screening
        twin.longest = self.longest
        twin.passing = self.passing  # whoever changes it makes it a new list
        return twin

    def key(self) -> tuple[object, ...]:
        return (
            *self.common_key(),
            self.phase,
            tuple(self.order),
            self.turn_of,
            self.early,
            tuple(self.struck),
            tuple(self.joined),
            tuple(self.litter),
            tuple(self.corpses),
            tuple(self.thorns),
            tuple(self.caltrops),
            tuple(self.smoke),
            self.idle,
            self.stir,
            *self.counts,
            tuple([unit.key() for unit in self.units]),
        )

    def refresh_all(self) -> None:
        """Work out anew whom somebody grapples, who screens anybody, and the longest reach."""
        self.grappled = self.all_grappled()
        self.screening = self.all_screening()
        self.longest = self.longest_reach()

    def all_grappled(self) -> int:
        """Return whom somebody grapples, able or not, as bits."""
        found = 0
        for unit in self.units:
            if unit.grappling >= 0:
                found |= 1 << unit.grappling
        return found

    def all_screening(self) -> int:
        """Return who screens somebody, as bits."""
        found = 0
        for unit in self.units:
            if unit.wards:
                found |= 1 << unit.index
        return found

    def those(self, bits: int) -> list[SovereignCombatant]:
        """Return who is in a set of bits, by index."""
        found: list[SovereignCombatant] = []
        while bits:
            found.append(self.units[(bits & -bits).bit_length() - 1])
            bits &= bits - 1
        return found

    def longest_reach(self) -> int:
        """Return how far any melee attack of anybody comes, in squares."""
        return max([unit.sheet.reach() for unit in self.units], default=0)

    # -- who is near -----------------------------------------------------------------------

    def clear_board(self) -> None:
        super().clear_board()
        self.passing = []

    def stand(self, unit: SovereignCombatant, cell: int) -> None:
        super().stand(unit, cell)
        if self.shares(unit):
            self.passing = [*self.passing, unit.index]

    def leave(self, unit: SovereignCombatant) -> None:
        super().leave(unit)
        if self.passing:
            self.passing = [one for one in self.passing if one != unit.index]

    def inherit(self, cell: int, gone: int) -> None:
        if self.passing:
            super().inherit(cell, gone)

    def nearby(self, unit: SovereignCombatant, far: int) -> list[SovereignCombatant]:
        """Return who may be within so many squares of somebody, heights aside, in no order.

        All who are, and some others: everybody where that is far.
        """
        if far >= DISTANT:
            return self.units
        return self.about(unit, unit.cell, far)

    def about(self, unit: SovereignCombatant, cell: int, far: int) -> list[SovereignCombatant]:
        """Return who else may be within so many squares of somebody who would stand on a square.

        They are looked for on the board, which holds all who are present but those who pass
        through another just now.
        """
        units, board, grid, me = self.units, self.board, self.grid, unit.index
        found = [units[one] for one in self.passing if one != me]
        width: i64 = grid.width
        left: i64 = grid.across[cell] - far
        right: i64 = left + 2 * far + unit.size
        line: i64 = grid.down[cell] - far
        bottom: i64 = line + 2 * far + unit.size
        left = left if left > 0 else 0
        right = right if right < width else width
        line = line if line > 0 else 0
        bottom = bottom if bottom < grid.height else grid.height
        while line < bottom:
            place: i64 = line * width + left
            end: i64 = line * width + right
            while place < end:
                index: i64 = board[place]
                if index >= 0 and index != me:
                    one = units[index]
                    alone = one.size == 1 and (not self.passing or index not in self.passing)
                    # The big hold several squares.
                    if alone or not any(other is one for other in found):
                        found.append(one)
                place += 1
            line += 1
        return found

    def on(self, cell: int) -> list[SovereignCombatant]:
        """Return who is on a square: who holds it, and whoever passes through there just now."""
        holder = self.at(cell)
        found = [holder] if holder is not None else []
        for index in self.passing:
            one = self.units[index]
            if one is not holder and cell in self.grid.footprint(one.cell, one.size):
                found.append(one)
        return found

    def enemies(self, a: SovereignCombatant, b: SovereignCombatant) -> bool:
        """Return whether two are of different sides."""
        return a.side != b.side

    # -- who knows what --------------------------------------------------------------------

    def sides_of(self, seat: int) -> int:
        """Return the sides for some of whose members a seat decides, as bits."""
        found = 0
        for unit in self.units:
            if unit.seats >> seat & 1:
                found |= 1 << unit.side
        return found

    def places(self, seat: int, unit: SovereignCombatant) -> bool:
        """Return whether a seat knows where somebody is.

        The GM always does; of one unseen whoever decides for it, and the sides that have located
        it. Rule: attack.mod.unseen-unknown.
        """
        if not unit.unseen or seat == self.gm or unit.seats >> seat & 1:
            return True
        return bool(unit.located & self.sides_of(seat))

    def witnesses(self, event: Event) -> int:
        """Return who knows of a fact: of what one unseen does, those who know where it is.

        Whom it does something to knows that as well; turns and the fallen are known to all.
        """
        if event.who < 0 or not self.units[event.who].unseen or isinstance(event, OPEN):
            return EVERYBODY
        found = 0
        for seat in range(len(self.agents)):
            if self.places(seat, self.units[event.who]):
                found |= 1 << seat
        if isinstance(event, Told) and event.other >= 0:
            found |= self.units[event.other].seats
        return found

    # -- the order -------------------------------------------------------------------------

    def sides(self) -> list[int]:
        """Return the sides in initiative order, beginning with the one whose turn it is.

        Rules: turn.dice-order, surprise.free-round-order.
        """
        order = self.order
        if len(order) < len(self.side_ids):
            order = order + [one for one in range(len(self.side_ids)) if one not in order]
        if not self.turn_of:
            return order
        return order[self.turn_of :] + order[: self.turn_of]

    def asked(self) -> list[int]:
        """Return everybody in the order of asking. Rule: economy.window-order."""
        found: list[int] = []
        for side in self.sides():
            found += [unit.index for unit in self.units if unit.side == side]
        return found

    def lowest(self) -> int:
        """Return the level of the lowest ground."""
        if self.maps.lowest is None:
            self.maps.lowest = min(self.grid.levels)
        return self.maps.lowest

    def entries(self) -> list[Entry]:
        found: list[Entry] = []
        for place, side in enumerate(self.sides()):
            for unit in self.units:
                if unit.side == side and unit.present:
                    word = MAY_ACT if place == 0 else LATER
                    if unit.index == self.active:
                        word = ACTING
                    elif unit.acted:
                        word = DONE
                    found.append((unit.index, word))
        return found
