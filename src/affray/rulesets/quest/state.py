"""The state of a Quest battle: units, what they hold, what lies about."""

from __future__ import annotations

from typing import ClassVar, Final

from affray.core.choice import Agent, Choice
from affray.core.combat import Combat, Combatant
from affray.core.dice import Dice
from affray.core.event import (
    EVERYBODY,
    ConditionGained,
    ConditionLost,
    Event,
    Moved,
    ResourceGained,
    ResourceSpent,
)
from affray.core.grid import LOW_COVER, Grid
from affray.core.order import ACTING, DONE, LATER, Entry, Lineup
from affray.core.pairs import Pairs
from affray.core.reach import Exits
from affray.core.setup import Objective
from affray.rulesets.quest.definitions import Library, Sheet, Status, Thing
from affray.rulesets.quest.terms import (
    ACTIVE,
    MODES,
    MOST_THINGS,
    OPTION_NAMES,
    SCOPES,
    SETUP_PHASE,
)

OPEN: Final = ("attacks", "result", "free hit", "fatal blow")  # they give away who does them
GONE: Final = ("fell", "died", "ended")

# What seldom changes is in tuples, so that clones share it.
BLOCKED: Final = 1  # a line of sight
CLEAR: Final = 2
PAST_COVER: Final = 3  # low cover is on it
NONE_OWED: Final = (0, 0, 0)
UNHURT: Final = (0, 0, 0, 0)


def without(items: tuple[int, ...], item: int) -> tuple[int, ...]:
    """Return some numbers less the first that equals ``item``."""
    place = items.index(item)
    return items[:place] + items[place + 1 :]


def with_at(items: tuple[int, ...], place: int, item: int) -> tuple[int, ...]:
    """Return some numbers with another in one place."""
    return (*items[:place], item, *items[place + 1 :])


class Kept:
    """A spell that its caster keeps up. ``on`` is False while it is toggled off."""

    FIELDS: ClassVar[tuple[str, ...]] = ("spell", "target", "on")

    def __init__(self, spell: int, target: int, on: bool) -> None:
        self.spell = spell  # place on the caster's sheet
        self.target = target
        self.on = on

    def clone(self) -> Kept:
        return Kept(self.spell, self.target, self.on)

    def key(self) -> tuple[object, ...]:
        return (self.spell, self.target, self.on)


class QuestCombatant(Combatant):
    """Anyone in a battle: character, creature or summons. Rule: setup.unit."""

    FIELDS: ClassVar[tuple[str, ...]] = (
        *Combatant.FIELDS,
        "hp",
        "max_hp",
        "mp",
        "facing",
        "fate",
        "aa",
        "ma",
        "ba",
        "owed",
        "wounds",
        "fresh",
        "prone",
        "disengaged",
        "boost_damage",
        "boost_hit",
        "boost_dodge",
        "held_things",
        "carried",
        "casting",
        "paid_aa",
        "paid_ma",
        "paid_now",
        "split",
        "kept",
        "unseen",
        "summoner",
        "thrall",
        "price",
        "sick",
        "acted",
        "delayed",
        "fleeing",
        "npc",
    )
    SHARED: ClassVar[tuple[str, ...]] = (*Combatant.SHARED, "sheet")

    def __init__(
        self,
        index: int,
        side: int,
        name: str,
        cell: int,
        sheet: Sheet,
        like: QuestCombatant | None = None,
    ) -> None:
        """Begin unhurt with empty hands, or ``like`` another, of which this is the clone."""
        super().__init__(index, side, name, cell, sheet.size, like is None)
        self.sheet = sheet
        if like is None:
            self.hp = sheet.max_hp
            self.max_hp = sheet.max_hp
            self.mp = sheet.max_mp
            self.facing = 0
            self.fate = ACTIVE
            self.aa = 0
            self.ma = 0
            self.ba = 0
            self.owed: tuple[int, ...] = NONE_OWED  # actions borrowed from the next turn
            self.wounds: tuple[int, ...] = UNHURT
            self.fresh = 0  # disrupting wounds of this round
            self.prone = False
            self.disengaged = False
            self.boost_damage = 0
            self.boost_hit = 0
            self.boost_dodge = 0
            self.held_things: tuple[int, ...] = ()  # pieces in its hands
            self.carried: tuple[int, ...] = ()  # pieces put away
            self.casting = -1  # place of the spell under way
            self.paid_aa = 0
            self.paid_ma = 0
            self.paid_now = False  # in this turn
            self.split = False  # a short cast that lasts beyond its first turn
            self.kept: list[Kept] = []
            self.unseen = 0  # bits of the units by which it is undetected
            self.summoner = -1
            self.thrall = 0  # Mhp that its summoner pays for it; 0: not thralled
            self.price = 0  # Mhp that keeping it costs by its spell; 0: not called up here
            self.sick = 0  # round of the summoning while the sickness lasts; -1: while that does
            self.acted = False  # its turn of this round has begun
            self.delayed = False
            self.fleeing = False  # the GM has it run
            self.npc = False
            self.count_by(SCOPES)
        else:
            self.hp = like.hp
            self.max_hp = like.max_hp
            self.mp = like.mp
            self.facing = like.facing
            self.fate = like.fate
            self.aa = like.aa
            self.ma = like.ma
            self.ba = like.ba
            self.owed = like.owed
            self.wounds = like.wounds
            self.fresh = like.fresh
            self.prone = like.prone
            self.disengaged = like.disengaged
            self.boost_damage = like.boost_damage
            self.boost_hit = like.boost_hit
            self.boost_dodge = like.boost_dodge
            self.held_things = like.held_things
            self.carried = like.carried
            self.casting = like.casting
            self.paid_aa = like.paid_aa
            self.paid_ma = like.paid_ma
            self.paid_now = like.paid_now
            self.split = like.split
            self.kept = [one.clone() for one in like.kept] if like.kept else like.kept
            self.unseen = like.unseen
            self.summoner = like.summoner
            self.thrall = like.thrall
            self.price = like.price
            self.sick = like.sick
            self.acted = like.acted
            self.delayed = like.delayed
            self.fleeing = like.fleeing
            self.npc = like.npc

    def has_feat(self, feat: int) -> bool:
        """Return whether it has a feat."""
        return self.sheet.feats & feat != 0

    def able(self) -> bool:
        """Return whether it takes actions at all; being flat-footed alone hinders none.

        Rules: turn.cannot-act, condition.flat-footed-only-defence.
        """
        return self.present and not self.helpless()

    def helpless(self) -> bool:
        """Return whether it is frozen, paralysed or newly summoned: it takes no action.

        Rules: condition.frozen, condition.paralysed, summon.sickness-no-actions.
        """
        if self.sick:
            return True
        for held in self.effects:
            effect = held.effect
            if isinstance(effect, Status) and effect.helpless:
                return True
        return False

    def bound(self) -> bool:
        """Return whether it is tied up: few actions are left to it. Rule: condition.bound."""
        for held in self.effects:
            effect = held.effect
            if isinstance(effect, Status) and effect.tied:
                return True
        return False

    def free_handed(self) -> bool:
        """Return whether it may strike and stand up: able, and not tied."""
        return self.able() and not self.bound()

    def set_wounds(self, kind: int, number: int) -> None:
        """Set how many wounds of a kind it has."""
        self.wounds = with_at(self.wounds, kind, number)

    def take(self, piece: int) -> None:
        """Have a piece in hand."""
        self.held_things = (*self.held_things, piece)

    def let_go(self, piece: int) -> None:
        """Have a piece in hand no longer."""
        self.held_things = without(self.held_things, piece)

    def stow(self, piece: int) -> None:
        """Have a piece put away."""
        self.carried = (*self.carried, piece)

    def unpack(self, piece: int) -> None:
        """Have a piece put away no longer."""
        self.carried = without(self.carried, piece)

    def clone(self) -> QuestCombatant:
        twin = QuestCombatant(self.index, self.side, self.name, self.cell, self.sheet, self)
        self.copy_to(twin, True)
        return twin

    def key(self) -> tuple[object, ...]:
        return (
            *self.common_key(),
            self.hp,
            self.max_hp,
            self.mp,
            self.facing,
            self.fate,
            self.aa,
            self.ma,
            self.ba,
            self.owed,
            self.wounds,
            self.fresh,
            self.prone,
            self.disengaged,
            self.boost_damage,
            self.boost_hit,
            self.boost_dodge,
            self.held_things,
            self.carried,
            self.casting,
            self.paid_aa,
            self.paid_ma,
            self.paid_now,
            self.split,
            tuple([one.key() for one in self.kept]),
            self.unseen,
            self.summoner,
            self.thrall,
            self.price,
            self.sick,
            self.acted,
            self.delayed,
            self.fleeing,
            self.npc,
        )


class Maps:
    """What follows from the map alone, worked out when first asked and shared by all clones."""

    def __init__(self, grid: Grid) -> None:
        self.low = LOW_COVER in grid.ground
        self.exits: dict[int, Exits] = {}
        self.drops: dict[int, list[tuple[int, int]]] = {}  # by size: from where one can fall to
        self.edges: dict[int, bytes] = {}  # by size: which cells lie at the map edge
        self.lines = Pairs(grid.size)  # of two cells, the lower first: BLOCKED, CLEAR...
        self.covers: dict[int, list[int]] = {}  # pair of cells: low cover on the line


class QuestCombat(Combat[QuestCombatant]):
    """A Quest battle. ``gm`` is the seat of the GM."""

    FIELDS: ClassVar[tuple[str, ...]] = (
        *Combat.FIELDS,
        "phase",
        "lineup",
        "placed",
        "opening",
        "initiators",
        "litter",
        "options",
        "counts",
    )
    SHARED: ClassVar[tuple[str, ...]] = (
        *Combat.SHARED,
        "library",
        "maps",
        "objectives",
        "attacks",
        "stirred",
        "moving",
        "mode",
        "stretch",
    )

    def __init__(
        self,
        grid: Grid,
        units: list[QuestCombatant],
        dice: Dice,
        agents: list[Agent],
        library: Library,
        maps: Maps,
        fresh: bool = True,
    ) -> None:
        """Begin before the battle; not ``fresh``: a clone, which fills in everything."""
        super().__init__(grid, units, dice, agents, fresh)
        self.library = library
        self.maps = maps
        self.attacks = 0  # attacks under way; 0 at every quiescent point
        self.mode = 0  # how the move under way is made
        self.moving = -1  # whose move is under way; nobody's at every quiescent point
        self.stretch: list[int] = []  # cells walked and not yet told; none at quiescent points
        self.stirred = 0  # bits of those to whom lying began to matter; 0 at quiescent points
        if not fresh:
            return
        self.phase = SETUP_PHASE
        self.lineup = Lineup([])
        self.placed: tuple[int, ...] = ()  # the Agility modifier by which each unit was placed
        self.opening: tuple[int, ...] = ()  # who still has an opening attack to make
        self.initiators: tuple[int, ...] = ()
        self.litter: tuple[int, ...] = ()  # what lies about: cell * MOST_THINGS + piece
        self.options: tuple[bool, ...] = (False,) * len(OPTION_NAMES)
        self.objectives: list[Objective] = []
        self.counts: list[int] = []  # of each objective: rounds that it was held, who left by it

    def clone(self) -> QuestCombat:
        twin = QuestCombat(
            self.grid,
            [unit.clone() for unit in self.units],
            self.dice.clone(),
            self.agents,
            self.library,
            self.maps,
            False,
        )
        self.copy_to(twin)
        twin.phase = self.phase
        twin.lineup = self.lineup.clone()
        twin.placed = self.placed
        twin.opening = self.opening
        twin.initiators = self.initiators
        twin.litter = self.litter
        twin.options = self.options
        twin.objectives = self.objectives
        twin.counts = self.counts[:] if self.counts else []
        return twin

    def key(self) -> tuple[object, ...]:
        return (
            *self.common_key(),
            self.phase,
            self.lineup.key(),
            self.placed,
            self.opening,
            self.initiators,
            self.litter,
            self.options,
            *self.counts,
            tuple([unit.key() for unit in self.units]),
        )

    # -- asking and telling -----------------------------------------------------------------

    def ask(self, choice: Choice) -> int:
        if self.stretch:
            self.tell_stretch()
        return super().ask(choice)

    def tell(self, event: Event) -> None:
        if self.stretch:
            self.tell_stretch()
        super().tell(event)

    def walk_on(self, goal: int) -> None:
        """Note a step of the move under way: those that nothing interrupts are told as one."""
        if not self.stretch:
            self.stretch.append(self.units[self.moving].cell)
        self.stretch.append(goal)

    def tell_stretch(self) -> None:
        """Tell what was walked since the last fact; the first cell is where it began."""
        cells = self.stretch
        self.stretch = []
        if cells:
            way = MODES[self.mode]
            super().tell(Moved(self.moving, cells[0], cells[-1], "move.pool", way, cells=cells[1:]))

    def tell_resource(
        self,
        who: int,
        what: str,
        before: int,
        after: int,
        rule: str,
        other: int = -1,
        ability: str = "",
    ) -> None:
        """Tell that a unit has more or less of something, if it has and anybody watches."""
        if not self.watched or before == after:
            return
        if after < before:
            self.tell(ResourceSpent(who, what, before, after, rule, other, ability))
        else:
            self.tell(ResourceGained(who, what, before, after, rule, other, ability))

    def tell_condition(
        self,
        who: int,
        what: str,
        before: int,
        after: int,
        rule: str,
        other: int = -1,
        ability: str = "",
    ) -> None:
        """Tell that a condition of a unit began, ended or changed its level, if anybody watches."""
        if not self.watched or before == after:
            return
        if after < before:
            self.tell(ConditionLost(who, what, before, after, rule, other, ability))
        else:
            self.tell(ConditionGained(who, what, before, after, rule, other, ability))

    def aware(self, seat: int, unit: QuestCombatant) -> bool:
        """Return whether a seat knows where a unit is.

        The GM does, its own team, and whoever has a unit in the battle that detects it; a seat
        that has none left goes by those that it had. Rule: gm.detection.
        """
        if not unit.unseen or seat == self.gm:
            return True
        gone = False
        have = False
        for other in self.units:
            if other.seats >> seat & 1:
                if other.side == unit.side:
                    return True
                if not unit.unseen >> other.index & 1:
                    if other.present:
                        return True
                    gone = True
                have = have or other.present
        return gone and not have

    def witnesses(self, event: Event) -> int:
        """Return the seats that know of a fact: what an undetected unit does is told to few.

        An attack gives its maker away, and everybody hears who is out of the battle.
        """
        actor = self.units[event.who] if event.who >= 0 else None
        if actor is not None and (event.name in OPEN or event.rule == "attack.roll"):
            actor = None
        other = self.units[event.other] if event.other >= 0 else None
        if event.name in GONE or (
            (actor is None or not actor.unseen) and (other is None or not other.unseen)
        ):
            return EVERYBODY
        found = 0
        for seat in range(len(self.agents)):
            if (actor is None or self.aware(seat, actor)) and (
                other is None or self.aware(seat, other)
            ):
                found |= 1 << seat
        return found

    def enemies(self, a: QuestCombatant, b: QuestCombatant) -> bool:
        """Return whether two units are of different teams. Rule: setup.teams."""
        return a.side != b.side

    def entries(self) -> list[Entry]:
        """Return the lineup with who has acted, acts, or is to come."""
        found: list[Entry] = []
        for who in self.lineup.order:
            unit = self.units[who]
            if not unit.present:
                continue
            word = LATER
            if who == self.active:
                word = ACTING
            elif unit.acted:
                word = DONE
            found.append((who, word))
        return found

    def strew(self, cell: int, piece: int) -> None:
        """Let a piece lie on the ground."""
        self.litter = (*self.litter, cell * MOST_THINGS + piece)

    def thing(self, piece: int) -> Thing:
        """Return what a piece is a piece of."""
        return self.library.things[piece // 2]
