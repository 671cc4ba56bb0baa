"""Ingenuity: the questions of sessions, bots and files, each answered by a module beside."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from affray.core.action import ActionSpace
from affray.core.choice import Agent
from affray.core.combat import Combat, Harm
from affray.core.dice import Dice
from affray.core.effect import Effect
from affray.core.grid import Grid
from affray.core.order import Rota
from affray.core.ruleset import EXISTENCE, PLACE, Ruleset, Tactics, Words
from affray.core.setup import Member, Setup, Value
from affray.core.threat import Threat
from affray.rulesets.ingenuity import (
    actions,
    condition,
    end,
    fixtures,
    gm,
    override,
    setup,
    threat,
    turn,
)
from affray.rulesets.ingenuity.attack import weapon
from affray.rulesets.ingenuity.definitions import Fixtures
from affray.rulesets.ingenuity.play.tactics import IngenuityTactics
from affray.rulesets.ingenuity.resource import downtime
from affray.rulesets.ingenuity.sheet import Sheet
from affray.rulesets.ingenuity.state import (
    IngenuityCombat,
    IngenuityCombatant,
    Library,
    Maps,
    Piece,
    Zone,
)
from affray.rulesets.ingenuity.terms import (
    COUNTERS,
    DOORS,
    FATES,
    HOLDS,
    OPTION_NAMES,
    PHASES,
    SCOPES,
    STANCES,
    TASKS,
    TRIGGERS,
    ZONES,
)
from affray.rulesets.ingenuity.text import explain, ruler
from affray.rulesets.ingenuity.text.words import IngenuityWords

NOTHING_HELD: Final = [0] * len(condition.ALL)
LAST_ROUND: Final = 50  # end.stalemate


# What numbers stand for, for cases and edits: see Ruleset.value_kind.
STANDS_FOR: Final[dict[str, str]] = {
    "surprised": "side",
    "instigator": "who",
    "aimed": "who",
    "awaits": "who",
    "awaits_at": "cell",
    "grappling": "who",
    "left_by": "cell",
    "cover": "cell",
    "hidden": "those",
    "bodies": "cell",
    "Piece.cell": "cell",
}


class Ingenuity(Ruleset):
    """Rules of Ingenuity, with the things and creatures that exist."""

    id: ClassVar[str] = "ingenuity"
    name: ClassVar[str] = "Ingenuity"
    version: ClassVar[int] = 1  # raised when journals come out otherwise
    harms: ClassVar[tuple[str, ...]] = ("damage", "health")
    counters: ClassVar[tuple[str, ...]] = COUNTERS
    kept: ClassVar[tuple[str, ...]] = downtime.KEPT

    def __init__(self, library: Library | None = None) -> None:
        self.library = library if library is not None else Library()
        # Of the last map and its doors: fights on it share what follows from it.
        self.maps: list[tuple[Grid, list[int], Maps]] = []

    def begin(self, setup_: Setup, dice: Dice, agents: list[Agent]) -> Combat[Any]:
        """Enlist everybody, each with the seat that plays it.

        Rules: setup.starting-state, setup.initiative.instigator, gm.team-orders.
        """
        units = [setup.enlisted(member, n, self.library) for n, member in enumerate(setup_.members)]
        doors = fixtures.doors_of(setup_)
        places = [door.cell for door in doors]
        if not self.maps or self.maps[0][0] is not setup_.grid or self.maps[0][1] != places:
            self.maps = [(setup_.grid, places, Maps(setup_.grid.size))]
        combat = IngenuityCombat(setup_.grid, units, dice, agents, self.library, self.maps[0][2])
        combat.ruleset = self
        combat.origin = setup_.origin
        combat.side_ids = [side.id for side in setup_.sides]
        combat.side_seats = [1 << side.seat for side in setup_.sides]
        combat.starts = [side.start for side in setup_.sides]
        combat.gm = setup_.gm()
        combat.round_limit = setup_.round_limit or LAST_ROUND
        combat.options = [bool(setup_.options.get(name, False)) for name in OPTION_NAMES]
        combat.exit = list(setup_.grid.zones.get("exit", []))
        combat.surprised = setup_.surprised[:]
        combat.round = 0 if setup_.surprised else 1
        combat.surprising = setup_.surprising
        combat.ambush = bool(setup_.surprised) and setup_.surprise == "stealth"
        combat.last_standing = setup_.last_standing
        combat.goals = setup.goals_of(setup_)
        combat.held_rounds = [0] * len(combat.goals)
        combat.dropped = gm.dropped_at_first(combat)
        combat.stance = setup.stances(setup_)
        combat.tasks = gm.tasks_of(setup_)
        combat.tries = [0] * len(combat.tasks)
        combat.struck = [0] * len(combat.objects())
        levers, traps = fixtures.levers_of(setup_), fixtures.traps_of(setup_)
        combat.fixtures = Fixtures(doors, levers, traps)
        combat.door_states = [door.state for door in doors]
        combat.armed = [True] * len(traps)
        combat.changing = bool(combat.struck or doors or traps)
        gm.place_items(combat, setup_)
        setup.instigate(combat, setup_)
        order = setup.order_teams(combat, combat.began)
        combat.rota = Rota(order, len(order) - 1)
        for unit, member in zip(units, setup_.members, strict=True):
            setup.bring_in(combat, unit, member)
        return combat

    def enlist(self, combat: Combat[Any], member: Member) -> None:
        assert isinstance(combat, IngenuityCombat)
        override.enlist(combat, member)

    def enter(self, combat: Combat[Any], who: int, member: Member) -> None:
        assert isinstance(combat, IngenuityCombat)
        override.enter(combat, combat.units[who], member)

    def withdraw(self, combat: Combat[Any], who: int) -> None:
        assert isinstance(combat, IngenuityCombat)
        override.withdraw(combat, combat.units[who])

    def strike(self, combat: Combat[Any], harm: Harm) -> None:
        assert isinstance(combat, IngenuityCombat)
        override.strike(combat, combat.units[harm.who], harm)

    def ruled(self, combat: Combat[Any], before: Combat[Any]) -> None:
        assert isinstance(combat, IngenuityCombat)
        assert isinstance(before, IngenuityCombat)
        override.ruled(combat, before)

    def step(self, combat: Combat[Any]) -> None:
        assert isinstance(combat, IngenuityCombat)
        turn.step(combat)

    def recount(self, combat: Combat[Any]) -> str:
        assert isinstance(combat, IngenuityCombat)
        return recount(combat)

    def faults(self, setup_: Setup) -> list[str]:
        return setup.faults(setup_, self.library)

    def tactics(self) -> Tactics:
        return IngenuityTactics()

    def words(self) -> Words:
        return IngenuityWords()

    def effects(self) -> dict[str, Effect]:
        return {**condition.effects(), **self.library.conditions}

    def record(self, name: str) -> object:
        if name == "Piece":
            return Piece(0)
        if name == "Zone":
            return Zone(0, 0, 0)
        kind, _, id = name.partition(" ")
        if kind == "unit":
            unit = IngenuityCombatant(0, 0, "", -1, self.library.sheets[id])
            unit.count_by(SCOPES)
            return unit
        raise KeyError(name)

    def value_words(self, combat: Combat[Any], who: int, field: str) -> list[str]:
        """Return the words for fields that the GM may edit. Rule: gm.fiction-first."""
        return {
            "phase": list(PHASES),
            "options": list(OPTION_NAMES),
            "fate": list(FATES),
            "used": list(COUNTERS),
            "task": list(TASKS),
            "readied": list(TRIGGERS),
            "control": list(HOLDS),
            "stance": list(STANCES),
            "kind": list(ZONES),
            "door_states": list(DOORS),
        }.get(field, [])

    def value_kind(self, field: str) -> str:
        return STANDS_FOR.get(field) or super().value_kind(field)

    def result_names(self) -> tuple[str, ...]:
        return RESULTS

    def result(self, combat: Combat[Any], who: int) -> tuple[int, ...]:
        unit = combat.units[who]
        assert isinstance(unit, IngenuityCombatant)
        return (
            unit.health,
            unit.endurance,
            unit.stamina,
            unit.focus,
            int(unit.prone),
            int(not unit.awake),
            int(not unit.present),
            *([unit.amount(one) for one in condition.ALL] if unit.effects else NOTHING_HELD),
        )

    def actions(self, combat: Combat[Any]) -> ActionSpace:
        assert isinstance(combat, IngenuityCombat)
        return actions.space_of(combat)

    def knows(self, combat: Combat[Any], seat: int, who: int) -> int:
        """Return whether a seat knows where somebody stands: of the hidden only that they fight.

        Rules: condition.hidden, attack.unseen-target.
        """
        assert isinstance(combat, IngenuityCombat)
        unit = combat.units[who]
        if not unit.present or combat.aware_of(unit) >> seat & 1:
            return PLACE
        return EXISTENCE

    def blind(self, combat: Combat[Any], seat: int) -> Combat[Any]:
        """Return the fight without the places of those whom a seat does not see.

        Rules: condition.hidden, attack.unseen-target.
        """
        assert isinstance(combat, IngenuityCombat)
        copy = combat.clone()
        unknown = [unit for unit in combat.units if self.knows(combat, seat, unit.index) < PLACE]
        own = sum(1 << unit.index for unit in combat.units if unit.seats >> seat & 1)
        for one in unknown:
            unit = copy.units[one.index]
            copy.leave(unit)
            unit.cover = -1
            unit.stealth = 0
            unit.hidden &= own
        return copy

    def ledger(self, combat: Combat[Any], who: int) -> dict[str, int]:
        assert isinstance(combat, IngenuityCombat)
        unit = combat.units[who]
        found = {
            "health": unit.health,
            "endurance": unit.endurance,
            "stamina": unit.stamina,
            "focus": unit.focus,
            "fate": unit.fate_points,
            "actions": unit.actions,
            "prone": int(unit.prone),
            "cover": int(unit.cover >= 0),
            "hidden": int(unit.hidden != 0),
            "grappled": int(unit.grappling >= 0),
            "concentrating": int(unit.concentrates != ""),
        }
        for held in unit.effects:
            found[held.effect.id] = condition.level(unit, held.effect.id)
        for number, id in enumerate(self.library.ammo):
            found[id] = unit.ammo[number]
        return found

    def alike(self, before: Combat[Any], after: Combat[Any], who: int) -> bool:
        old: IngenuityCombatant = before.units[who]
        new: IngenuityCombatant = after.units[who]
        return (
            old.health == new.health
            and old.endurance == new.endurance
            and old.stamina == new.stamina
            and old.focus == new.focus
            and old.prone == new.prone
            and old.awake == new.awake
            and old.present == new.present
            and old.holds_as(new)
        )

    def numbers(self) -> tuple[str, ...]:
        return explain.NAMES

    def explain(self, combat: Combat[Any], who: int, name: str) -> list[tuple[int, str]]:
        unit = combat.units[who]
        assert isinstance(unit, IngenuityCombatant)
        assert isinstance(combat, IngenuityCombat)
        return explain.breakdown(combat, unit, name)

    def measured(self, combat: Combat[Any], a: int, b: int) -> list[tuple[str, str]]:
        assert isinstance(combat, IngenuityCombat)
        return ruler.measured(combat, a, b)

    def threat(self, combat: Combat[Any], who: int) -> Threat:
        assert isinstance(combat, IngenuityCombat)
        return threat.threat(combat, who)

    def measures(self, combat: Combat[Any], who: int) -> dict[str, int]:
        unit = combat.units[who]
        assert isinstance(unit, IngenuityCombatant)
        return {
            "health": unit.health,
            "endurance": unit.endurance,
            "stamina": unit.stamina,
            "focus": unit.focus,
        }

    def marks(self, combat: Combat[Any], who: int) -> list[str]:
        unit = combat.units[who]
        assert isinstance(unit, IngenuityCombatant)
        flags = (
            (not unit.present, "yet to come" if unit.awaited() else FATES[unit.fate]),
            (unit.present and not unit.awake, "unconscious"),
            (unit.present and condition.harmed(unit), "harmed"),
            (unit.present and condition.bloodied(unit), "bloodied"),
            (unit.prone, "prone"),
            (unit.cover >= 0, "cover"),
            (unit.hidden > 0, "hidden"),
            (unit.readied > 0, "readied"),
            (unit.task > 0, "busy"),
            (unit.grappling >= 0, "grappled"),
            (unit.concentrates != "", "concentrating"),
        )
        return [word for holds, word in flags if holds] + [h.effect.id for h in unit.effects]

    def down(self, combat: Combat[Any], who: int) -> bool:
        unit = combat.units[who]
        assert isinstance(unit, IngenuityCombatant)
        return not end.remains(unit) and not unit.awaited()

    def downtime(
        self, sheet_: object, values: dict[str, int], options: dict[str, Value]
    ) -> dict[str, int]:
        """Return what somebody's values are after a break, a rest, a sleep or a session's start.

        ``kind`` says which. Rules: resource.break, resource.rest, death.unconscious-wakes,
        fate.amount.
        """
        assert isinstance(sheet_, Sheet)
        return downtime.downtime(sheet_, values, options)

    def downtime_faults(self, options: dict[str, Value]) -> list[str]:
        return downtime.downtime_faults(options)

    def aftermath(self, combat: Combat[Any], who: int) -> dict[str, int]:
        """Return what is carried on. Rule: death.permanent."""
        unit = combat.units[who]
        assert isinstance(unit, IngenuityCombatant)
        assert isinstance(combat, IngenuityCombat)
        return downtime.carried(combat, unit)


RESULTS: Final = (
    "health",
    "endurance",
    "stamina",
    "focus",
    "prone",
    "unconscious",
    "gone",
    *condition.ALL,
)


def shared(combat: IngenuityCombat, unit: IngenuityCombatant, cell: int) -> str:
    """Return what is wrong with who holds a space. Rules: movement.occupied, geometry.footprint."""
    here = [
        unit
        for unit in combat.units
        if unit.present
        and unit.awake
        and unit.cell >= 0
        and cell in combat.grid.footprint(unit.cell, unit.size)
    ]
    if not unit.awake:
        return "" if here or combat.holder(cell) < 0 else f"{unit.name} lies in its way"
    if combat.holder(cell) != min([unit.index for unit in here]):
        return f"{unit.name} does not hold its space"
    return ""


def recount(combat: IngenuityCombat) -> str:
    """Return what derived state or bound is wrong."""
    if not -1 <= combat.aimed < len(combat.units):
        return "the instigating action is aimed at nobody there is"
    for unit in combat.units:
        if unit.present and unit.cell >= 0:
            for cell in combat.grid.footprint(unit.cell, unit.size):
                fault = shared(combat, unit, cell)
                if fault:
                    return fault
        for value, most, word in (
            (unit.health, unit.most_health(), "health"),
            (unit.endurance, unit.most_endurance(), "endurance"),
            (unit.stamina, unit.most_stamina(), "stamina"),
            (unit.focus, unit.most_focus(), "focus"),
        ):
            if not 0 <= value <= most:
                return f"{unit.name} has {word} out of bounds, expected 0 to {most}"
        if min([unit.actions, unit.fate_points, *unit.ammo]) < 0:
            return f"{unit.name} has spent what it has not"
        held = [weapon.hands_of(combat, piece) for piece in unit.pieces if piece.held]
        if sum(held) > unit.sheet.hands:
            return f"{unit.name} holds more than it has hands for"
        if unit.grappling >= 0 and combat.units[unit.grappling].grappling != unit.index:
            return f"{unit.name} grapples somebody who does not grapple it"
    for cell, index in combat.holders().items():
        unit = combat.units[index]
        if not unit.present or cell not in combat.grid.footprint(unit.cell, unit.size):
            return f"{combat.grid.name(cell)} is held by somebody who is not there"
    return ""
