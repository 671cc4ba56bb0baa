"""The state of an Ingenuity combat: participants, what they have, the teams, the field."""

from __future__ import annotations

from typing import ClassVar, Final

from affray.core.choice import Agent
from affray.core.combat import Combat, Combatant
from affray.core.dice import Dice
from affray.core.effect import Effect, Held
from affray.core.event import EVERYBODY, Event
from affray.core.grid import ALTERNATING, DANGEROUS, OPEN, WALL, Grid
from affray.core.order import ACTING, LATER, Entry, Rota
from affray.core.pairs import Pairs
from affray.core.reach import Exits
from affray.rulesets.ingenuity.definitions import (
    ALONE,
    NO_FIXTURES,
    Condition,
    Fixtures,
    Maneuver,
    Power,
    Task,
    Thing,
)
from affray.rulesets.ingenuity.sheet import Sheet
from affray.rulesets.ingenuity.terms import (
    ACTIVE,
    ALLIED,
    CONTESTED,
    DARK,
    DEPLOY_PHASE,
    DOOR_OPEN,
    HOSTILE,
    LIT,
    NO_TASK,
    NO_TRIGGER,
    OPTION_NAMES,
    ORDER_PHASE,
    USES,
)

FEW: Final = 2  # manoeuvres and powers of a common creature in a combat


class Piece:
    """One thing that somebody has or that lies about."""

    FIELDS: ClassVar[tuple[str, ...]] = (
        "thing",
        "serial",
        "wear",
        "loaded",
        "uses",
        "held",
        "single",
        "jarred",
        "struck",
        "cell",
    )

    def __init__(self, thing: int, like: Piece | None = None) -> None:
        """Begin as new, or ``like`` another, of which this is the clone."""
        self.thing = thing
        if like is None:
            self.serial = 0  # its own number in the combat: whose it was at the start * 100 + place
            self.wear = 0
            self.loaded = 1  # shots ready
            self.uses = 1
            self.held = False
            self.single = False  # a two-handed one, held in one hand
            self.jarred = 0  # disarm: 1 cannot be used, 2 usable at a penalty
            self.struck = 0  # disarm: in which turn and by whom, turn * 100 + 1 + who
            self.cell = -1  # where it lies
        else:
            self.serial = like.serial
            self.wear = like.wear
            self.loaded = like.loaded
            self.uses = like.uses
            self.held = like.held
            self.single = like.single
            self.jarred = like.jarred
            self.struck = like.struck
            self.cell = like.cell

    def clone(self) -> Piece:
        return Piece(self.thing, self)

    def key(self) -> tuple[object, ...]:
        return (
            self.thing,
            self.serial,
            self.wear,
            self.loaded,
            self.uses,
            self.held,
            self.single,
            self.jarred,
            self.struck,
            self.cell,
        )


class Zone:
    """An area that a power or a manoeuvre has changed for a while. Rule: power.area."""

    FIELDS: ClassVar[tuple[str, ...]] = ("kind", "centre", "radius", "result", "owner", "last", "n")

    def __init__(self, kind: int, centre: int, radius: int) -> None:
        self.kind = kind
        self.centre = centre
        self.radius = radius
        self.result = 0  # what those in it are tested against
        self.owner = -1
        self.last = 0  # the round at whose end it is over; 0: as long as its owner keeps it up
        self.n = 0  # suppressing fire: bits of those shot at

    def clone(self) -> Zone:
        twin = Zone(self.kind, self.centre, self.radius)
        twin.result = self.result
        twin.owner = self.owner
        twin.last = self.last
        twin.n = self.n
        return twin

    def key(self) -> tuple[object, ...]:
        return (self.kind, self.centre, self.radius, self.result, self.owner, self.last, self.n)


class IngenuityCombatant(Combatant):
    """A participant. Rule: setup.teams."""

    FIELDS: ClassVar[tuple[str, ...]] = (
        *Combatant.FIELDS,
        "health",
        "endurance",
        "stamina",
        "focus",
        "fate_points",
        "death",
        "actions",
        "acted",
        "suffered",
        "prone",
        "awake",
        "fate",
        "size",
        "grown",
        "task",
        "task_code",
        "task_left",
        "readied",
        "ready_code",
        "awaits",
        "awaits_at",
        "concentrates",
        "grappling",
        "control",
        "last_turn",
        "left_by",
        "cover",
        "hidden",
        "stealth",
        "brandished",
        "pieces",
        "ammo",
    )
    SHARED: ClassVar[tuple[str, ...]] = (
        "index",
        "name",
        "scopes",
        "clean",
        "cleared",
        "sheet",
        "doubled",
        "simple",
        "arrives",
        "entry",
    )

    def __init__(
        self,
        index: int,
        side: int,
        name: str,
        cell: int,
        sheet: Sheet,
        like: IngenuityCombatant | None = None,
    ) -> None:
        """Begin with all that the sheet gives, or ``like`` another, of which this is the clone."""
        super().__init__(index, side, name, cell, sheet.footprint, like is None)
        self.sheet = sheet
        if like is None:
            self.doubled = False  # gm.creature-ranks: legendary
            self.simple = False  # gm.creature-ranks: common, only endurance is tracked
            self.arrives = 0  # the round in which it joins, 0 from the start
            self.entry = -1  # the space where it joins, -1 in the zone of its team
            self.grown = 0  # sizes gained or lost by Alter Size
            self.health = sheet.health
            self.endurance = sheet.endurance
            self.stamina = sheet.stamina
            self.focus = sheet.focus
            self.fate_points = sheet.fate
            self.death = sheet.death
            self.actions = 0
            self.acted = False  # its turn of this round has begun
            self.suffered = False  # what acts at the start of its turn has acted in this round
            self.prone = False
            self.awake = True
            self.fate = ACTIVE
            self.task = NO_TASK  # of what kind an action begun and not finished is
            self.task_code = 0  # which it is
            self.task_left = 0  # actions still due
            self.readied = NO_TRIGGER
            self.ready_code = 0  # what is readied, its target left open
            self.awaits = -1  # who is to pull the trigger, -1 for anybody
            self.awaits_at = -1  # the space whose entry is the trigger
            self.concentrates = ""  # what it keeps up
            self.grappling = -1  # with whom
            self.control = CONTESTED
            self.last_turn = 0  # the number of its last turn
            self.left_by = -1  # the space by which it left the map
            self.cover = -1  # the space in which it has sought cover
            self.hidden = 0  # bits of those who do not see it
            self.stealth = 0
            self.brandished = False  # setup.free-brandish: chosen, or the first turn is over
            self.pieces: list[Piece] = []
            self.ammo: list[int] = []
        else:
            self.doubled = like.doubled
            self.simple = like.simple
            self.arrives = like.arrives
            self.entry = like.entry
            self.grown = like.grown
            self.health = like.health
            self.endurance = like.endurance
            self.stamina = like.stamina
            self.focus = like.focus
            self.fate_points = like.fate_points
            self.death = like.death
            self.actions = like.actions
            self.acted = like.acted
            self.suffered = like.suffered
            self.prone = like.prone
            self.awake = like.awake
            self.fate = like.fate
            self.task = like.task
            self.task_code = like.task_code
            self.task_left = like.task_left
            self.readied = like.readied
            self.ready_code = like.ready_code
            self.awaits = like.awaits
            self.awaits_at = like.awaits_at
            self.concentrates = like.concentrates
            self.grappling = like.grappling
            self.control = like.control
            self.last_turn = like.last_turn
            self.left_by = like.left_by
            self.cover = like.cover
            self.hidden = like.hidden
            self.stealth = like.stealth
            self.brandished = like.brandished
            self.pieces = [piece.clone() for piece in like.pieces]
            self.ammo = like.ammo[:] if like.ammo else like.ammo

    def talented(self, talent: str) -> bool:
        sheet = self.sheet
        if sheet.talents and talent in sheet.talents:
            return True
        return bool(sheet.inborn) and talent in sheet.inborn

    def awaited(self) -> bool:
        """Return whether it has yet to join. Rule: setup.initiative.fixed."""
        return not self.present and self.fate == ACTIVE

    def able(self) -> bool:
        """Return whether it can act. Rules: turn.unable, condition.incapacitated."""
        return (
            self.present
            and self.awake
            and self.fate == ACTIVE
            and not (self.effects and (self.is_held("incapacitated") or self.idled()))
        )

    def idled(self) -> bool:
        """Return whether a pack's condition keeps it from acting."""
        for held in self.effects:
            effect = held.effect
            if isinstance(effect, Condition) and effect.idles:
                return True
        return False

    def bulk(self) -> int:
        """Return its size as it is now. Rule: sheet.size."""
        return self.sheet.size + self.grown

    def is_held(self, id: str) -> bool:
        for held in self.effects:
            if held.effect.id == id:
                return True
        return False

    def amount(self, id: str) -> int:
        """Return the value of a condition, 0 without it."""
        for held in self.effects:
            if held.effect.id == id:
                return held.n
        return 0

    def from_whom(self, id: str, source: int) -> bool:
        """Return whether it has a condition that somebody gave it."""
        for held in self.effects:
            if held.effect.id == id and held.source == source:
                return True
        return False

    def laid_by(self, effect: Effect, source: int) -> Held | None:
        """Return what a source has laid on it. Rule: condition.no-stacking."""
        for held in self.effects:
            if held.effect is effect and held.source == source:
                return held
        return None

    def most_health(self) -> int:
        """Return the maximum of the first of four resources. Rule: resource.kinds."""
        return self.sheet.health * 2 if self.doubled else self.sheet.health

    def most_endurance(self) -> int:
        return self.sheet.endurance * 2 if self.doubled else self.sheet.endurance

    def most_stamina(self) -> int:
        return self.sheet.stamina * 2 if self.doubled else self.sheet.stamina

    def most_focus(self) -> int:
        return self.sheet.focus * 2 if self.doubled else self.sheet.focus

    def spent(self) -> bool:
        """Return whether a common creature has used its share of manoeuvres and powers.

        Rule: gm.creature-ranks.
        """
        return self.simple and self.used[USES] >= FEW

    def clone(self) -> IngenuityCombatant:
        twin = IngenuityCombatant(self.index, self.side, self.name, self.cell, self.sheet, self)
        self.copy_to(twin, True)
        twin.size = self.size
        return twin

    def key(self) -> tuple[object, ...]:
        return (
            *self.common_key(),
            self.health,
            self.endurance,
            self.stamina,
            self.focus,
            self.fate_points,
            self.death,
            self.actions,
            self.acted,
            self.suffered,
            self.prone,
            self.awake,
            self.fate,
            self.task,
            self.task_code,
            self.task_left,
            self.readied,
            self.ready_code,
            self.awaits,
            self.awaits_at,
            self.concentrates,
            self.grappling,
            self.control,
            self.last_turn,
            self.left_by,
            self.size,
            self.grown,
            self.cover,
            self.hidden,
            self.stealth,
            self.brandished,
            tuple([piece.key() for piece in self.pieces]),
            tuple(self.ammo),
        )


class Library:
    """Everything that exists in a game."""

    def __init__(self) -> None:
        self.things: list[Thing] = []
        self.by_id: dict[str, Thing] = {}
        self.maneuvers: list[Maneuver] = []
        self.named: dict[str, Maneuver] = {}
        self.powers: list[Power] = []
        self.sheets: dict[str, Sheet] = {}
        self.ammo: list[str] = []
        self.conditions: dict[str, Condition] = {}  # that packs add
        self.schools: dict[str, str] = {}  # the supernatural skill of a proficiency
        self.spirits: dict[str, tuple[str, str]] = {}  # attribute and resource of one of ki

    def add(self, thing: Thing) -> None:
        thing.number = len(self.things)
        self.things.append(thing)
        self.by_id[thing.id] = thing

    def power(self, id: str) -> Power:
        for one in self.powers:
            if one.id == id:
                return one
        raise KeyError(id)

    def learn(self, one: Maneuver) -> None:
        one.number = len(self.maneuvers)
        one.alone = one.works in ALONE
        self.maneuvers.append(one)
        self.named[one.id] = one


BLOCKED: Final = 1  # a line of sight
SEEN: Final = 2


FARTHEST: Final = 255  # metres that a row of distances can hold


class Maps:
    """What follows from the map alone, worked out when first asked and shared by all clones."""

    def __init__(self, size: int) -> None:
        self.size = size  # spaces of the map
        self.exits: dict[int, Exits] = {}
        self.rough: dict[int, list[int]] = {}  # spaces that cost more to enter
        self.lines = Pairs(size)  # of two spaces, the lower first: BLOCKED or SEEN
        self.views: dict[int, Pairs] = {}  # the same of two places, by their sizes
        self.nearby: dict[tuple[int, int, int], list[int]] = {}  # of ``geometry.near``
        self.leaps: dict[int, dict[int, list[tuple[int, int, int]]]] = {}  # by size
        self.wide_leaps: dict[int, dict[int, list[tuple[int, int, int]]]] = {}  # so too
        self.covers: dict[int, list[int]] = {}  # beside a place: by size * spaces + lowest space
        self.ruins: dict[int, Maps] = {}  # by what is destroyed and which doors are shut
        self.rows: list[bytes | None] = [None] * size  # of ``metres``
        self.bands: list[bytes] = []  # of which those are made, by the rows between

    def metres(self, grid: Grid, cell: int) -> bytes:
        """Return how many metres every space lies from one, FARTHEST for so many and more.

        Rule: geometry.distance.
        """
        row = self.rows[cell]
        if row is None:
            if not self.bands:
                self.bands = [bands_of(grid, high) for high in range(grid.height)]
            first = grid.width - 1 - grid.xs[cell]
            y = grid.ys[cell]
            last = first + grid.width
            row = b"".join([self.bands[abs(one - y)][first:last] for one in range(grid.height)])
            self.rows[cell] = row
        return row


def bands_of(grid: Grid, high: int) -> bytes:
    """Return the metres to spaces so many rows away, by columns from the far left to the right."""
    row = high * grid.width
    far = [grid.distance(0, row + column, ALTERNATING) for column in range(grid.width)]
    return bytes([min(FARTHEST, metres) for metres in [*far[:0:-1], *far]])


class Goal:
    """An objective of a team. Rules: setup.objectives, setup.objective-kinds."""

    def __init__(self, kind: str, side: int, who: list[int], cells: list[int], number: int) -> None:
        self.kind = kind
        self.side = side
        self.who = who
        self.cells = cells
        self.spaces = frozenset(cells)
        self.number = number
        self.item = ""  # what is to be carried out
        self.when = ""  # at-once, turn-end or round-end, "" as the rule says


class IngenuityCombat(Combat[IngenuityCombatant]):
    """An Ingenuity combat. ``gm`` is the seat of the GM."""

    FIELDS: ClassVar[tuple[str, ...]] = (
        *Combat.FIELDS,
        "phase",
        "rota",
        "surprised",
        "instigator",
        "aimed",
        "held_rounds",
        "quiet",
        "litter",
        "bodies",
        "options",
        "stance",
        "dropped",
        "zones",
        "turns",
        "shown",
        "tries",
        "ambush",
        "struck",
        "helps",
        "door_states",
        "armed",
    )
    SHARED: ClassVar[tuple[str, ...]] = (
        *Combat.SHARED,
        "library",
        "maps",
        "side_seats",
        "starts",
        "goals",
        "tasks",
        "fixtures",
        "changing",
        "exit",
        "last_standing",
        "began",
        "surprising",
    )

    def __init__(
        self,
        grid: Grid,
        units: list[IngenuityCombatant],
        dice: Dice,
        agents: list[Agent],
        library: Library,
        maps: Maps,
    ) -> None:
        super().__init__(grid, units, dice, agents)
        self.library = library
        self.maps = maps
        self.side_seats: list[int] = []
        self.starts: list[list[int]] = []  # setup.deployment: zones by team
        self.goals: list[Goal] = []
        self.tasks: list[Task] = []
        self.fixtures: Fixtures = NO_FIXTURES
        self.changing = False  # whether the ground can change: things with hp, doors, traps
        self.exit: list[int] = []
        self.last_standing = True
        self.began = -1  # the team that began it
        self.surprising = -1  # the team that approaches unseen
        self.phase = ORDER_PHASE
        self.rota = Rota([], 0)
        self.surprised: list[int] = []  # teams
        self.instigator = -1
        self.aimed = -1  # whom the instigating action is aimed at, until it has been made
        self.held_rounds: list[int] = []  # by goal: rounds in a row a zone was held
        self.quiet = 0  # rounds on end in which nobody lost anything; -1: somebody has in this one
        self.litter: list[Piece] = []
        self.bodies: list[int] = []  # death.dead: spaces that bodies make difficult
        self.options = [False] * len(OPTION_NAMES)
        self.stance: list[int] = []  # how team a stands to team b, at a * teams + b
        self.dropped: list[int] = []  # goals that their teams do not pursue now
        self.zones: list[Zone] = []
        self.turns = 0  # how many turns have begun
        self.shown: list[int] = []  # manoeuvres seen: (turn * 100 + who) * 1000 + number
        self.tries: list[int] = []  # by task: how often it was tried, -1 when it is done
        self.struck: list[int] = []  # damage to the objects of the map, in the order of spaces
        self.helps: list[int] = []  # test.assist: what was given in this round, see ``task``
        self.door_states: list[int] = []  # by door
        self.armed: list[bool] = []  # by trap
        self.ambush = False  # whether the surprised are still to be found so

    def clone(self) -> IngenuityCombat:
        twin = IngenuityCombat(
            self.grid,
            [unit.clone() for unit in self.units],
            self.dice.clone(),
            self.agents,
            self.library,
            self.maps,
        )
        self.copy_to(twin)
        twin.side_seats = self.side_seats
        twin.starts = self.starts
        twin.goals = self.goals
        twin.tasks = self.tasks
        twin.fixtures = self.fixtures
        twin.changing = self.changing
        twin.exit = self.exit
        twin.last_standing = self.last_standing
        twin.began = self.began
        twin.surprising = self.surprising
        twin.phase = self.phase
        twin.rota = self.rota.clone()
        if self.surprised:
            twin.surprised = self.surprised[:]
        twin.instigator = self.instigator
        twin.aimed = self.aimed
        if self.held_rounds:
            twin.held_rounds = self.held_rounds[:]
        twin.quiet = self.quiet
        if self.litter:
            twin.litter = [piece.clone() for piece in self.litter]
        if self.bodies:
            twin.bodies = self.bodies[:]
        twin.options = self.options[:]
        twin.stance = self.stance[:]
        if self.dropped:
            twin.dropped = self.dropped[:]
        if self.zones:
            twin.zones = [zone.clone() for zone in self.zones]
        twin.turns = self.turns
        if self.shown:
            twin.shown = self.shown[:]
        if self.tries:
            twin.tries = self.tries[:]
        twin.ambush = self.ambush
        if self.struck:
            twin.struck = self.struck[:]
        if self.helps:
            twin.helps = self.helps[:]
        if self.door_states:
            twin.door_states = self.door_states[:]
        if self.armed:
            twin.armed = self.armed[:]
        return twin

    def key(self) -> tuple[object, ...]:
        return (
            *self.common_key(),
            self.phase,
            self.rota.key(),
            tuple(self.surprised),
            self.instigator,
            self.aimed,
            tuple(self.held_rounds),
            self.quiet,
            tuple([piece.key() for piece in self.litter]),
            tuple(self.bodies),
            tuple(self.options),
            tuple(self.stance),
            tuple(self.dropped),
            tuple([zone.key() for zone in self.zones]),
            self.turns,
            tuple(self.shown),
            tuple(self.tries),
            self.ambush,
            tuple(self.struck),
            tuple(self.helps),
            tuple(self.door_states),
            tuple(self.armed),
            tuple([unit.key() for unit in self.units]),
        )

    # -- asking and telling -----------------------------------------------------------------

    def stands(self, a: int, b: int) -> int:
        """Return how two teams stand to each other. Rule: setup.hostility."""
        if a == b:
            return ALLIED
        return self.stance[a * len(self.side_ids) + b] if self.stance else HOSTILE

    def enemies(self, a: IngenuityCombatant, b: IngenuityCombatant) -> bool:
        """Rule: setup.hostility."""
        if a.side == b.side:
            return False
        return not self.stance or self.stands(a.side, b.side) == HOSTILE

    def allies(self, a: IngenuityCombatant, b: IngenuityCombatant) -> bool:
        """Return whether both are of one team or of allied ones. Rule: setup.hostility."""
        if a.side == b.side:
            return True
        return bool(self.stance) and self.stands(a.side, b.side) == ALLIED

    def objects(self) -> list[int]:
        """Return the spaces of what can be destroyed. Rule: attack.objects."""
        return sorted(self.grid.hp)

    def ruined(self, cell: int) -> bool:
        """Return whether what stood in a space is destroyed. Rule: attack.objects."""
        if not self.struck or cell not in self.grid.hp:
            return False
        return self.struck[self.objects().index(cell)] >= self.grid.hp[cell]

    def ground(self, cell: int) -> int:
        """Return the kind of ground of a space: open where something was destroyed.

        A door that is shut is a wall, a trap that will go off is dangerous ground.
        Rules: attack.objects, action.interact, damage.other-sources.
        """
        if self.changing:
            if self.ruined(cell):
                return OPEN
            if self.shut(cell):
                return WALL
            if self.trapped(cell):
                return DANGEROUS
        return self.grid.ground[cell]

    def shut(self, cell: int) -> bool:
        """Return whether a space holds a door that is closed or locked. Rule: action.interact."""
        for number, door in enumerate(self.fixtures.doors):
            if door.cell == cell:
                return self.door_states[number] != DOOR_OPEN
        return False

    def trapped(self, cell: int) -> bool:
        """Return whether a trap waits in a space. Rule: damage.other-sources."""
        for number, trap in enumerate(self.fixtures.traps):
            if self.armed[number] and cell in trap.cells:
                return True
        return False

    def lay(self) -> Maps:
        """Return what follows from the map as it is now. Rules: attack.objects, action.interact."""
        if not self.changing:
            return self.maps
        gone = 0
        for number, harm in enumerate(self.struck):
            if harm and harm >= self.grid.hp[self.objects()[number]]:
                gone |= 1 << number
        for number, state in enumerate(self.door_states):
            if state != DOOR_OPEN:
                gone |= 1 << (len(self.struck) + number)
        if not gone:
            return self.maps
        if gone not in self.maps.ruins:
            self.maps.ruins[gone] = Maps(self.maps.size)
        return self.maps.ruins[gone]

    # -- the board ----------------------------------------------------------------------------

    def holds(self, unit: IngenuityCombatant) -> bool:
        """Return whether somebody fills its space. Rule: movement.occupied."""
        return unit.awake

    def stand(self, unit: IngenuityCombatant, cell: int) -> None:
        """Put somebody on the map; of two who share a space the first listed is on the board.

        Rule: geometry.footprint.
        """
        super().stand(unit, cell)
        if unit.awake:
            for one in self.grid.footprint(cell, unit.size):
                if self.board[one] > unit.index:
                    self.board[one] = unit.index

    def caught(self, unit: IngenuityCombatant) -> bool:
        """Return whether somebody is surprised now. Rules: surprise.no-actions, surprise.immune."""
        return self.round == 0 and unit.side in self.surprised and not unit.sheet.unsurprisable()

    def ready(self) -> list[list[int]]:
        """Return by team who can still be given a turn in this round.

        Rules: turn.one-per-round, turn.unable, turn.revived, turn.revived-spent,
        surprise.immune-initiative, surprise.third-teams.
        """
        found: list[list[int]] = [[] for _ in self.side_ids]
        for unit in self.units:
            if unit.able() and not unit.acted and not self.caught(unit):
                found[unit.side].append(unit.index)
        return found

    def in_order(self) -> list[int]:
        """Return everybody by the initiative of their teams, then as listed. Rule: dice.order."""
        found: list[int] = []
        for side in self.rota.order:
            found.extend([unit.index for unit in self.units if unit.side == side])
        return found

    # -- who knows of what ----------------------------------------------------------------------

    def witnesses(self, event: Event) -> int:
        """Return the seats that know of a fact: whoever is hidden acts unseen.

        Who is meant knows of it as well. Rules: condition.hidden, attack.unseen-target.
        """
        if event.who < 0:
            return EVERYBODY
        unit = self.units[event.who]
        if not unit.hidden and not self.options[DARK]:
            return EVERYBODY
        seats = self.aware_of(unit)
        return seats | self.units[event.other].seats if event.other >= 0 else seats

    def aware_of(self, unit: IngenuityCombatant) -> int:
        """Return the seats that know where somebody is: its own side's, who sees it, the GM's."""
        seats = 1 << self.gm | unit.seats
        for one in self.units:
            if self.allies(one, unit) or (one.present and one.awake and self.makes_out(one, unit)):
                seats |= one.seats
        return seats

    def makes_out(self, viewer: IngenuityCombatant, other: IngenuityCombatant) -> bool:
        """Return whether neither hiding nor darkness keeps somebody from a viewer's eyes.

        Rules: condition.hidden, attack.unseen-target.
        """
        if other.hidden >> viewer.index & 1:
            return False
        return not (self.options[DARK] and self.dark_between(viewer, other))

    def dark_between(self, viewer: IngenuityCombatant, other: IngenuityCombatant) -> bool:
        """Return whether in darkness somebody is too far to be made out, and not in any light."""
        if viewer.cell < 0 or other.cell < 0:
            return False
        grid = self.grid
        if grid.distance(viewer.cell, other.cell, ALTERNATING, viewer.size, other.size) <= 1:
            return False
        return not self.lit(other.cell, other.size)

    def lit(self, cell: int, size: int) -> bool:
        """Return whether a torch or a power lights somebody."""
        grid = self.grid
        for zone in self.zones:
            if (
                zone.kind == LIT
                and grid.distance(cell, zone.centre, ALTERNATING, size) <= zone.radius
            ):
                return True
        for unit in self.units:
            if unit.cell >= 0:
                for piece in unit.pieces:
                    bright = self.thing(piece).light if piece.held else 0
                    if bright:
                        apart = grid.distance(cell, unit.cell, ALTERNATING, size, unit.size)
                        if apart <= bright:
                            return True
        return False

    def thing(self, piece: Piece) -> Thing:
        return self.library.things[piece.thing]

    def entries(self) -> list[Entry]:
        if not self.rota.order:
            return []
        if self.phase in (ORDER_PHASE, DEPLOY_PHASE):
            return [(who, LATER) for who in self.in_order()]
        done = [unit.index for unit in self.units if unit.present and unit.acted]
        found = self.rota.entries(self.ready(), [one for one in done if one != self.active])
        if self.active >= 0:
            found.insert(0, (self.active, ACTING))
        return found
