"""A toy ruleset for tests of bots, batches and commands: blades on a small field, with a parry.

Whoever is at zero hit points has fallen; the last side standing wins; a fight without a winner ends
at the round limit.
"""

from __future__ import annotations

from typing import Any, ClassVar, Final

from affray.core.choice import PASS, Agent, Choice, Option
from affray.core.combat import OWN, Combat, Combatant
from affray.core.dice import ATTACK, DAMAGE, INITIATIVE, Dice, Pool, SeededDice
from affray.core.effect import ROUND_END, Effect, Held
from affray.core.event import Event, Rolled, Told
from affray.core.grid import CHEBYSHEV, DIFFICULT, OPEN, Grid
from affray.core.order import Entry, Lineup
from affray.core.ruleset import Ruleset, Tactics, Words
from affray.core.setup import Member, Setup, SideSetup
from affray.core.window import Deed, Window, offer

STRIKE: Final = 1000
MOVE: Final = 100_000
PARRY: Final = 1
DAZED = Effect("dazed")


class Sheet:
    def __init__(self, skill: int, most: int) -> None:
        self.skill = skill
        self.most = most


class Fighter(Combatant):
    FIELDS: ClassVar[tuple[str, ...]] = (*Combatant.FIELDS, "hp")
    SHARED: ClassVar[tuple[str, ...]] = (*Combatant.SHARED, "sheet")

    def __init__(self, index: int, side: int, name: str, cell: int, sheet: Sheet) -> None:
        super().__init__(index, side, name, cell)
        self.sheet = sheet
        self.hp = sheet.most
        self.used = (0,)
        self.scopes = (OWN,)

    def able(self) -> bool:
        return self.present and self.hp > 0

    def clone(self) -> Fighter:
        twin = Fighter(self.index, self.side, self.name, self.cell, self.sheet)
        self.copy_to(twin)
        twin.hp = self.hp
        return twin

    def key(self) -> tuple[object, ...]:
        return (*self.common_key(), self.hp)


class Go(Choice):
    """What to do in one's turn: strike a neighbour, step, or pass."""

    kind: ClassVar[str] = "go"

    def __init__(self, seats: int, who: int, field: ToyCombat) -> None:
        super().__init__(seats, who, "toy/turn.deed")
        self.field = field

    def answers(self) -> list[int]:
        return [PASS, *self.strikes(), *self.moves()]

    def strikes(self) -> list[int]:
        field = self.field
        return [
            STRIKE + unit.index
            for unit in field.units
            if field.cannot_strike(field.units[self.who], unit) == ""
        ]

    def moves(self) -> list[int]:
        field = self.field
        near = field.grid.near[field.units[self.who].cell]
        return [MOVE + cell for cell in near if field.free(cell)]

    def option(self, answer: int) -> Option:
        if answer >= MOVE:
            cell = answer - MOVE
            return Option(
                answer, f"move {self.field.grid.name(cell)}", "move", self.who, None, [cell]
            )
        if answer >= STRIKE:
            target = answer - STRIKE
            name = self.field.units[target].name
            return Option(answer, f"strike {name}", "strike", self.who, [target], None, "strike")
        return Option(answer, "pass", "pass", self.who)

    def prompt(self) -> str:
        return "what now?"

    def why_not(self, key: str) -> tuple[str, str]:
        verb, _, name = key.partition(" ")
        if verb == "strike":
            for unit in self.field.units:
                if unit.name == name:
                    rule = self.field.cannot_strike(self.field.units[self.who], unit)
                    return rule, f"{name} is out of reach or no target" if rule else ""
        return "", ""

    def candidates(self) -> list[str]:
        return [f"strike {unit.name}" for unit in self.field.units]


class ParryWindow(Window):
    """The one struck may parry, once a round."""

    def groups(self) -> list[list[int]]:
        return [[self.deed.target]]

    def replies(self, who: int) -> list[int]:
        unit = self.field.units[who]
        return [PARRY] if unit.able() and not unit.used[0] else []

    def key(self, who: int, code: int) -> str:
        return "parry"

    def take(self, who: int, code: int) -> None:
        self.field.units[who].count(0)
        if self.field.roll(6, ATTACK, who, "toy/parry.roll") >= 4:
            self.deed.void = "toy/parry.stops"


class ToyCombat(Combat[Fighter]):
    FIELDS: ClassVar[tuple[str, ...]] = (*Combat.FIELDS, "lineup")
    SHARED: ClassVar[tuple[str, ...]] = (*Combat.SHARED, "limit")

    def __init__(
        self, grid: Grid, units: list[Fighter], dice: Dice, agents: list[Agent], limit: int
    ) -> None:
        super().__init__(grid, units, dice, agents)
        self.limit = limit
        self.lineup = Lineup([])

    def step(self) -> None:
        if self.lineup.now() < 0:
            self.new_round()
            return
        who = self.lineup.now()
        unit = self.units[who]
        if unit.able():
            self.active = who
            self.clear(OWN, who)
            if self.watched:
                self.tell(Told("turn", who, rule="toy/turn.deed"))
            self.act(unit, self.ask(Go(unit.seats, who, self)))
        self.lineup.at += 1
        self.active = -1
        self.judge()

    def new_round(self) -> None:
        self.expire(ROUND_END, -1)
        if self.round >= self.limit:
            self.outcome = "toy/end.round-limit"
            return
        self.round += 1
        if self.round == 1:
            rolls = [(-self.roll(6, INITIATIVE, u.index, "toy/start"), u.index) for u in self.units]
            self.lineup.order = [index for _, index in sorted(rolls)]
        self.lineup.at = 0
        if self.watched:
            self.tell(Told("round", amount=self.round, rule="toy/turn.round"))

    def act(self, unit: Fighter, answer: int) -> None:
        if answer >= MOVE:
            if self.watched:
                self.tell(Told("move", unit.index, cell=unit.cell, goal=answer - MOVE))
            self.move(unit, answer - MOVE)
        elif answer >= STRIKE:
            self.strike(unit, self.units[answer - STRIKE])

    def strike(self, unit: Fighter, target: Fighter) -> None:
        deed = Deed(unit.index, target.index)
        offer(self, ParryWindow(self, deed, "toy/parry"))
        if deed.void:
            return
        if self.roll(6, ATTACK, unit.index, "toy/strike.roll") + unit.sheet.skill < 5:
            return
        wound = self.throw(Pool(2, 6, 1, high=True), DAMAGE, unit.index, "toy/strike.damage")
        before = target.hp
        target.hp = max(0, before - wound)
        self.give(target.index, DAZED, 1, unit.index, ROUND_END, -1)
        self.mark_changed()
        if self.watched:
            rule = "toy/strike.damage"
            self.tell(Told("hurt", target.index, unit.index, "strike", wound, rule, before))
        if target.hp == 0:
            self.leave(target)

    def cannot_strike(self, unit: Fighter, target: Fighter) -> str:
        if target.side == unit.side:
            return "toy/strike.foe"
        if not target.able():
            return "toy/strike.standing"
        near = self.grid.distance(unit.cell, target.cell, CHEBYSHEV) == 1
        return "" if near else "toy/strike.reach"

    def judge(self) -> None:
        standing = sorted({unit.side for unit in self.units if unit.able()})
        if len(standing) == 1:
            self.outcome = "toy/end.last-standing"
            self.winner = standing[0]

    def clone(self) -> ToyCombat:
        units = [unit.clone() for unit in self.units]
        twin = ToyCombat(self.grid, units, self.dice.clone(), self.agents, self.limit)
        self.copy_to(twin)
        twin.lineup = self.lineup.clone()
        return twin

    def key(self) -> tuple[object, ...]:
        return (*self.common_key(), self.lineup.key(), tuple([unit.key() for unit in self.units]))

    def entries(self) -> list[Entry]:
        return self.lineup.entries(self.active >= 0)

    def recount(self) -> str:
        for unit in self.units:
            if unit.able() and self.holder(unit.cell) != unit.index:
                return f"{unit.name} is not on the board at its cell"
            if not 0 <= unit.hp <= unit.sheet.most:
                return f"{unit.name} has {unit.hp} hit points"
        return ""


class ToyTactics(Tactics):
    def answer(self, choice: Choice) -> int:
        if isinstance(choice, Go):
            return self.go(choice)
        return choice.answers()[-1]  # parry

    def go(self, choice: Go) -> int:
        strikes = choice.strikes()
        field = choice.field
        if strikes:
            return min(strikes, key=lambda one: field.units[one - STRIKE].hp)
        me = field.units[choice.who]
        foes = [unit.cell for unit in field.units if unit.side != me.side and unit.able()]
        ways = [
            (min(field.grid.distance(one - MOVE, foe, CHEBYSHEV) for foe in foes), one)
            for one in choice.moves()
        ]
        return min(ways)[1] if ways else PASS

    def likely(self, choice: Choice, most: int) -> list[int]:
        first = self.answer(choice)
        return [first, *[one for one in choice.answers() if one != first]][:most]

    def features(self, combat: Combat[Any], side: int) -> list[float]:
        return [float(sum(unit.hp if unit.side == side else -unit.hp for unit in combat.units))]

    def feature_names(self) -> list[str]:
        return ["hit points"]


class ToyWords(Words):
    def parts(self, combat: Combat[Any], event: Event) -> list[tuple[str, str]]:
        name = combat.units[event.who].name if event.who >= 0 else ""
        if isinstance(event, Rolled):
            faces = ", ".join(map(str, event.faces))
            return [("who", name), ("text", " rolls "), ("die", faces), ("text", " for "),
                    ("number", str(event.amount))]  # fmt: skip
        if event.name == "round":
            return [("text", f"Round {event.amount}")]
        if event.name == "turn":
            return [("who", name)]
        if event.name == "move":
            return [("who", name), ("text", " goes to "), ("cell", combat.grid.name(event.goal))]
        return [("who", name), ("text", " loses "), ("number", str(event.amount))]

    def weight(self, event: Event) -> int:
        return {"round": 0, "turn": 1}.get(event.name, 2)


class Toy(Ruleset):
    id: ClassVar[str] = "toy"
    name: ClassVar[str] = "Toy"
    counters: ClassVar[tuple[str, ...]] = ("parried",)

    def begin(self, setup: Setup, dice: Dice, agents: list[Agent]) -> ToyCombat:
        units: list[Fighter] = []
        for index, member in enumerate(setup.members):
            assert isinstance(member.sheet, Sheet)
            units.append(Fighter(index, member.side, member.name, -1, member.sheet))
            units[-1].seats = member.seats
        combat = ToyCombat(setup.grid, units, dice, agents, setup.round_limit or 30)
        for unit, member in zip(units, setup.members, strict=True):
            combat.stand(unit, member.cell)
        return combat

    def tactics(self) -> Tactics:
        return ToyTactics()

    def words(self) -> Words:
        return ToyWords()

    def effects(self) -> dict[str, Effect]:
        return {"dazed": DAZED}

    def record(self, name: str) -> object:
        return {"Lineup": Lineup([]), "Held": Held(DAZED, 0, -1, 0, -1)}[name]

    def result(self, combat: Combat[Any], who: int) -> tuple[int, ...]:
        return (combat.units[who].hp,)

    def result_names(self) -> tuple[str, ...]:
        return ("hp",)

    def measures(self, combat: Combat[Any], who: int) -> dict[str, int]:
        return {"hp": combat.units[who].hp}

    def marks(self, combat: Combat[Any], who: int) -> list[str]:
        return [held.effect.id for held in combat.units[who].effects]

    def down(self, combat: Combat[Any], who: int) -> bool:
        return not combat.units[who].able()

    def aftermath(self, combat: Combat[Any], who: int) -> dict[str, int]:
        return {"hp": combat.units[who].hp}


def setup(names: tuple[str, ...] = ("ana", "bo"), foes: int = 2, limit: int = 0) -> Setup:
    """Two sides on an open field of six by five with a rough middle."""
    ground = [DIFFICULT if cell in (14, 15) else OPEN for cell in range(30)]
    grid = Grid(6, 5, ground, [0] * 30)
    made = Setup(grid, ["players", "foes", "gm"])
    made.sides = [
        SideSetup("heroes", "Heroes", 0, [grid.at(0, row) for row in range(5)]),
        SideSetup("raiders", "Raiders", 1, [grid.at(5, row) for row in range(5)]),
    ]
    for row, name in enumerate(names):
        made.members.append(placed(Member(name, name, 0, Sheet(1, 10)), grid.at(0, row)))
    for row in range(foes):
        foe = Member("raider", f"raider-{row + 1}", 1, Sheet(0, 8))
        made.members.append(placed(foe, grid.at(5, row)))
    made.round_limit = limit
    return made


def placed(member: Member, cell: int) -> Member:
    member.cell = cell
    return member


def prepare() -> tuple[Ruleset, Setup]:
    """Return the standard toy fight, as ``affray.encounters.prepare.prepare`` would."""
    return Toy(), setup()


def begun(seed: int = 1, agents: list[Agent] | None = None) -> ToyCombat:
    """Return the standard toy fight, begun."""
    return Toy().begin(setup(), SeededDice(seed), agents or [])
