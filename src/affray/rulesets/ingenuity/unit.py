"""A participant of an Ingenuity combat, what it has, and areas that were changed."""

from __future__ import annotations

from typing import ClassVar, Final

from affray.core.combat import Combatant
from affray.core.effect import Effect, Held
from affray.rulesets.ingenuity.terms import (
    ACTIVE,
    CONTESTED,
    NO_TASK,
    NO_TRIGGER,
    USES,
)
from affray.rulesets.ingenuity.things import (
    Condition,
    Sheet,
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

    def __init__(self, thing: int) -> None:
        self.thing = thing
        self.serial = 0  # its own number in the combat: whose it was at the start * 100 + place
        self.wear = 0
        self.loaded = 1  # shots ready
        self.uses = 1
        self.held = False
        self.single = False  # a two-handed one, held in one hand
        self.jarred = 0  # disarm: 1 cannot be used, 2 usable at a penalty
        self.struck = 0  # disarm: in which turn and by whom, turn * 100 + 1 + who
        self.cell = -1  # where it lies

    def clone(self) -> Piece:
        twin = Piece(self.thing)
        twin.serial = self.serial
        twin.wear = self.wear
        twin.loaded = self.loaded
        twin.uses = self.uses
        twin.held = self.held
        twin.single = self.single
        twin.jarred = self.jarred
        twin.struck = self.struck
        twin.cell = self.cell
        return twin

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


class Unit(Combatant):
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
        "sheet",
        "doubled",
        "simple",
        "arrives",
        "entry",
    )

    def __init__(self, index: int, side: int, name: str, cell: int, sheet: Sheet) -> None:
        super().__init__(index, side, name, cell, sheet.footprint)
        self.sheet = sheet
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

    def talented(self, talent: str) -> bool:
        return talent in self.sheet.talents or talent in self.sheet.inborn

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

    def harmed(self) -> bool:
        """Rule: damage.harmed."""
        return self.endurance <= (self.most_endurance() + 1) // 2

    def bloodied(self) -> bool:
        """Rule: damage.bloodied."""
        return self.health < self.most_health()

    def clone(self) -> Unit:
        twin = Unit(self.index, self.side, self.name, self.cell, self.sheet)
        self.copy_to(twin)
        twin.doubled = self.doubled
        twin.simple = self.simple
        twin.arrives = self.arrives
        twin.entry = self.entry
        twin.size = self.size
        twin.grown = self.grown
        twin.health = self.health
        twin.endurance = self.endurance
        twin.stamina = self.stamina
        twin.focus = self.focus
        twin.fate_points = self.fate_points
        twin.death = self.death
        twin.actions = self.actions
        twin.acted = self.acted
        twin.suffered = self.suffered
        twin.prone = self.prone
        twin.awake = self.awake
        twin.fate = self.fate
        twin.task = self.task
        twin.task_code = self.task_code
        twin.task_left = self.task_left
        twin.readied = self.readied
        twin.ready_code = self.ready_code
        twin.awaits = self.awaits
        twin.concentrates = self.concentrates
        twin.grappling = self.grappling
        twin.control = self.control
        twin.last_turn = self.last_turn
        twin.left_by = self.left_by
        twin.cover = self.cover
        twin.hidden = self.hidden
        twin.stealth = self.stealth
        twin.brandished = self.brandished
        twin.pieces = [one.clone() for one in self.pieces]
        twin.ammo = self.ammo[:]
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
            tuple([one.key() for one in self.pieces]),
            tuple(self.ammo),
        )
