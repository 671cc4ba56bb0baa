"""The state of an Ingenuity combat: the teams, the field, what lies about."""

from __future__ import annotations

from typing import ClassVar

from affray.core.choice import Agent
from affray.core.combat import Combat
from affray.core.dice import Dice
from affray.core.grid import OPEN, Grid
from affray.core.order import ACTING, LATER, Entry, Rota
from affray.core.reach import Exits
from affray.rulesets.ingenuity.terms import (
    ALLIED,
    DEPLOY_PHASE,
    HOSTILE,
    OPTION_NAMES,
    ORDER_PHASE,
)
from affray.rulesets.ingenuity.things import (
    Library,
    Task,
    Thing,
)
from affray.rulesets.ingenuity.unit import Piece, Unit, Zone


class Maps:
    """What follows from the map alone, worked out when first asked and shared by all clones."""

    def __init__(self) -> None:
        self.exits: dict[int, Exits] = {}
        self.rough: dict[int, list[int]] = {}  # spaces that cost more to enter
        self.lines: dict[int, int] = {}
        self.leaps: dict[int, dict[int, list[tuple[int, int, int]]]] = {}  # by size
        self.ruins: dict[int, Maps] = {}  # by what is destroyed: the map without it


class Goal:
    """An objective of a team. Rules: setup.objectives, setup.objective-kinds."""

    def __init__(self, kind: str, side: int, who: list[int], cells: list[int], number: int) -> None:
        self.kind = kind
        self.side = side
        self.who = who
        self.cells = cells
        self.number = number
        self.item = ""  # what is to be carried out
        self.when = ""  # at-once, turn-end or round-end, "" as the rule says


class IngenuityCombat(Combat[Unit]):
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
    )
    SHARED: ClassVar[tuple[str, ...]] = (
        *Combat.SHARED,
        "library",
        "maps",
        "gm",
        "round_limit",
        "side_ids",
        "side_seats",
        "starts",
        "goals",
        "tasks",
        "exit",
        "last_standing",
        "began",
        "surprising",
    )

    def __init__(
        self,
        grid: Grid,
        units: list[Unit],
        dice: Dice,
        agents: list[Agent],
        library: Library,
        maps: Maps,
    ) -> None:
        super().__init__(grid, units, dice, agents)
        self.library = library
        self.maps = maps
        self.gm = 0
        self.round_limit = 50
        self.side_ids: list[str] = []
        self.side_seats: list[int] = []
        self.starts: list[list[int]] = []  # setup.deployment: zones by team
        self.goals: list[Goal] = []
        self.tasks: list[Task] = []
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
        self.ambush = False  # whether the surprised are still to be found so

    def copy_state(self, twin: IngenuityCombat) -> None:
        self.copy_to(twin)
        twin.gm = self.gm
        twin.round_limit = self.round_limit
        twin.side_ids = self.side_ids
        twin.side_seats = self.side_seats
        twin.starts = self.starts
        twin.goals = self.goals
        twin.tasks = self.tasks
        twin.exit = self.exit
        twin.last_standing = self.last_standing
        twin.began = self.began
        twin.surprising = self.surprising
        twin.phase = self.phase
        twin.rota = self.rota.clone()
        twin.surprised = self.surprised[:]
        twin.instigator = self.instigator
        twin.aimed = self.aimed
        twin.held_rounds = self.held_rounds[:]
        twin.quiet = self.quiet
        twin.litter = [one.clone() for one in self.litter]
        twin.bodies = self.bodies[:]
        twin.options = self.options[:]
        twin.stance = self.stance[:]
        twin.dropped = self.dropped[:]
        if self.zones:
            twin.zones = [one.clone() for one in self.zones]
        twin.turns = self.turns
        twin.shown = self.shown[:]
        twin.tries = self.tries[:]
        twin.ambush = self.ambush
        twin.struck = self.struck[:]
        twin.helps = self.helps[:]

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
            tuple([one.key() for one in self.litter]),
            tuple(self.bodies),
            tuple(self.options),
            tuple(self.stance),
            tuple(self.dropped),
            tuple([one.key() for one in self.zones]),
            self.turns,
            tuple(self.shown),
            tuple(self.tries),
            self.ambush,
            tuple(self.struck),
            tuple(self.helps),
            tuple([unit.key() for unit in self.units]),
        )

    # -- asking and telling -----------------------------------------------------------------

    def stands(self, a: int, b: int) -> int:
        """Return how two teams stand to each other. Rule: setup.hostility."""
        if a == b:
            return ALLIED
        return self.stance[a * len(self.side_ids) + b] if self.stance else HOSTILE

    def enemies(self, a: Unit, b: Unit) -> bool:
        """Rule: setup.hostility."""
        return a.side != b.side and self.stands(a.side, b.side) == HOSTILE

    def allies(self, a: Unit, b: Unit) -> bool:
        """Return whether both are of one team or of allied ones. Rule: setup.hostility."""
        return a.side == b.side or self.stands(a.side, b.side) == ALLIED

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

        Rule: attack.objects.
        """
        if self.struck and self.ruined(cell):
            return OPEN
        return self.grid.ground[cell]

    def lay(self) -> Maps:
        """Return what follows from the map as it is now. Rule: attack.objects."""
        gone = 0
        for number, harm in enumerate(self.struck):
            if harm and harm >= self.grid.hp[self.objects()[number]]:
                gone |= 1 << number
        if not gone:
            return self.maps
        if gone not in self.maps.ruins:
            self.maps.ruins[gone] = Maps()
        return self.maps.ruins[gone]

    # -- the board ----------------------------------------------------------------------------

    def holds(self, unit: Unit) -> bool:
        """Return whether somebody fills its space. Rule: movement.occupied."""
        return unit.awake

    def stand(self, unit: Unit, cell: int) -> None:
        """Put somebody on the map; of two who share a space the first listed is on the board.

        Rule: geometry.footprint.
        """
        super().stand(unit, cell)
        if unit.awake:
            for one in self.grid.footprint(cell, unit.size):
                if self.board[one] > unit.index:
                    self.board[one] = unit.index

    def caught(self, unit: Unit) -> bool:
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

    def thing(self, piece: Piece) -> Thing:
        return self.library.things[piece.thing]

    def entries(self) -> list[Entry]:
        if not self.rota.order:
            return []
        if self.phase in (ORDER_PHASE, DEPLOY_PHASE):
            return [(who, LATER) for who in self.in_order()]
        done = [one.index for one in self.units if one.present and one.acted]
        found = self.rota.entries(self.ready(), [one for one in done if one != self.active])
        if self.active >= 0:
            found.insert(0, (self.active, ACTING))
        return found
