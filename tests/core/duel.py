"""A toy ruleset that has a little of everything, for tests of the core and of the session.

Fighters on a small grid: initiative as a step without a choice, a question to the game master at
the start of each round, moves with explicit paths through mud and fire, a strike at whoever leaves
one's side, a clash as a throw, parry and dodge, a damage die that may be rolled again, a sweep in
stages.
"""

from __future__ import annotations

from typing import Any, ClassVar, Final

from affray.core.choice import PASS, Agent, Choice, Menu, Option
from affray.core.combat import COMBAT, OWN, ROUND, Combat, Combatant
from affray.core.dice import ATTACK, DAMAGE, INITIATIVE, OTHER, Dice, Throw
from affray.core.effect import NEXT_TURN_END, TURN_END, TURN_START, Effect, Held, Sum
from affray.core.errors import IllegalError
from affray.core.event import Event, Rolled, Told
from affray.core.grid import CHEBYSHEV, DIFFICULT, OPEN, WALL, Grid
from affray.core.order import Entry, Lineup
from affray.core.paths import flood
from affray.core.reach import Exits, Obstacles, Reach, Row
from affray.core.ruleset import Ruleset, Tactics, Words
from affray.core.setup import Member, Setup, SideSetup
from affray.core.walk import Walk, path_answer, path_cells, walk
from affray.core.window import Deed, Window, offer

STRIKE: Final = 1000
MOVE: Final = 2
GUARD: Final = 3
SWEEP: Final = 4
TRAP: Final = 5
PARRY: Final = 1
DODGE: Final = 2
SNAP: Final = 3  # the strike at whoever leaves

PARRIED: Final = 0  # counters
SNAPPED: Final = 1
PRESSED: Final = 2

BEFORE: Final = 0  # phases
ROUND_START: Final = 1
TURNS: Final = 2

DEFENCE: Final = 1  # kinds of numbers


class Guard(Effect):
    def adjust(self, total: Sum, held: Held) -> None:
        if total.kind == DEFENCE:
            total.add(held.n, "duel/guard.bonus")


GUARDING: Final = Guard("guarding")
BLEEDING: Final = Effect("bleeding")


class Sheet:
    def __init__(self, id: str, hp: int, speed: int, might: int) -> None:
        self.id = id
        self.hp = hp
        self.speed = speed
        self.might = might


SHEETS: Final = {
    "blade": Sheet("blade", 8, 4, 2),
    "brute": Sheet("brute", 10, 3, 1),
    "imp": Sheet("imp", 3, 6, 0),
}


class Fighter(Combatant):
    FIELDS: ClassVar[tuple[str, ...]] = (*Combatant.FIELDS, "hp", "moved", "acted", "scars")
    SHARED: ClassVar[tuple[str, ...]] = (*Combatant.SHARED, "sheet")

    def __init__(self, index: int, side: int, name: str, cell: int, sheet: Sheet) -> None:
        super().__init__(index, side, name, cell)
        self.sheet = sheet
        self.hp = sheet.hp
        self.moved = False
        self.acted = False
        self.scars = (0, 0)  # on the left, on the right: seldom changed, so clones share it
        self.scopes = (OWN, ROUND, COMBAT)
        self.used = (0, 0, 0)

    def able(self) -> bool:
        return self.present and self.hp > 0

    def clone(self) -> Fighter:
        twin = Fighter(self.index, self.side, self.name, self.cell, self.sheet)
        self.copy_to(twin)
        twin.hp = self.hp
        twin.moved = self.moved
        twin.acted = self.acted
        twin.scars = self.scars
        return twin

    def key(self) -> tuple[object, ...]:
        return (*self.common_key(), self.hp, self.moved, self.acted, self.scars)


class Trap:
    """A piece of state that is made in play."""

    FIELDS: ClassVar[tuple[str, ...]] = ("cell", "owner", "armed")

    def __init__(self, cell: int, owner: int) -> None:
        self.cell = cell
        self.owner = owner
        self.armed = True

    def clone(self) -> Trap:
        twin = Trap(self.cell, self.owner)
        twin.armed = self.armed
        return twin

    def key(self) -> tuple[object, ...]:
        return (self.cell, self.owner, self.armed)


class Clash(Throw):
    """A d6 and a bonus against a d6: the margin from -1, no hit, to 3, a deep one."""

    def __init__(self, bonus: int) -> None:
        self.bonus = min(max(bonus, -6), 8)

    def made(self, dice: Dice) -> int:
        dice.part(0)
        attack = dice.roll(6)
        dice.part(1)
        margin = attack + self.bonus - dice.roll(6)
        return min(max(margin, -1), 3)

    def key(self) -> tuple[int, ...]:
        return (self.bonus,)

    def parts(self, faces: list[int]) -> list[tuple[str, list[int], int]]:
        return [
            ("attack", faces[:1], faces[0] + self.bonus),
            ("defence", faces[1:], faces[1]),
        ]


class TurnChoice(Choice):
    """What to do in one's turn."""

    kind: ClassVar[str] = "turn"

    def __init__(self, seats: int, who: int, duel: DuelCombat) -> None:
        super().__init__(seats, who, "duel/turn.deed")
        self.duel = duel

    def me(self) -> Fighter:
        return self.duel.units[self.who]

    def answers(self) -> list[int]:
        me = self.me()
        found = [PASS]
        if not me.moved:
            found.append(MOVE)
        if not me.acted:
            found.append(GUARD)
            strikes = [
                STRIKE + unit.index
                for unit in self.duel.units
                if self.duel.cannot_strike(me, unit) == ""
            ]
            found += strikes
            if len(strikes) > 1:
                found.append(SWEEP)
            if not any(trap.owner == self.who for trap in self.duel.traps):
                found.append(TRAP)
        return found

    def option(self, answer: int) -> Option:
        if answer >= STRIKE:
            name = self.duel.units[answer - STRIKE].name
            return Option(
                answer, f"strike {name}", "strike", self.who, [answer - STRIKE], None, "strike", 1
            )
        words = {PASS: "end", MOVE: "move", GUARD: "guard", SWEEP: "sweep", TRAP: "trap"}
        if answer not in words:
            raise IllegalError(f"answer {answer}", "it is none", self.rule)
        return Option(answer, words[answer], words[answer], self.who)

    def prompt(self) -> str:
        return "what now?"

    def why_not(self, key: str) -> tuple[str, str]:
        verb, _, name = key.partition(" ")
        if verb == "strike":
            for unit in self.duel.units:
                if unit.name == name:
                    rule = self.duel.cannot_strike(self.me(), unit)
                    return (rule, f"{name} cannot be struck now") if rule else ("", "")
        if verb == "move" and self.me().moved:
            return "duel/turn.one-move", "it has moved"
        if verb in ("guard", "sweep", "trap"):
            return "duel/turn.one-act", f"there is no {verb} for it now"
        return "", ""

    def candidates(self) -> list[str]:
        return ["move", "guard", "sweep", "trap", *[f"strike {u.name}" for u in self.duel.units]]


class MoveChoice(Choice):
    """Where to go: a cell by the cheapest way, or an explicit path as one negative int."""

    kind: ClassVar[str] = "move"

    def __init__(self, seats: int, who: int, duel: DuelCombat, left: int) -> None:
        super().__init__(seats, who, "duel/move.where")
        self.duel = duel
        self.left = left
        self.start = duel.units[who].cell
        self.found: Reach | None = None

    def reach(self) -> Reach:
        if self.found is None:
            self.found = self.duel.reach(self.duel.units[self.who], self.left)
        return self.found

    def answers(self) -> list[int]:
        return [PASS, *[cell + 1 for cell in self.reach().cells]]

    def path(self, answer: int) -> list[int]:
        if answer < 0:
            return path_cells(self.duel.grid, self.start, answer)
        return self.reach().path(answer - 1)

    def allows(self, answer: int) -> bool:
        return super().allows(answer) if answer >= 0 else not self.fault(self.path(answer))

    def fault(self, cells: list[int]) -> str:
        """Return the rule that forbids a path, step by step."""
        me = self.duel.units[self.who]
        spent = 0
        here = self.start
        for cell in cells:
            price = self.duel.price(me, here, cell)
            if price < 0:
                return "duel/move.barred"
            spent += price
            here = cell
        if not cells or spent > self.left:
            return "duel/move.too-far"
        return "" if self.duel.free(here, 1, self.who) else "duel/move.held"

    def option(self, answer: int) -> Option:
        if answer == PASS:
            return Option(answer, "stay", "stay", self.who)
        name = self.duel.grid.name
        if answer < 0:
            cells = self.path(answer)
            key = f"move {' '.join([name(cell) for cell in cells])}"
            return Option(answer, key, "move", self.who, None, cells)
        cost = self.reach().cost(answer - 1)
        return Option(
            answer, f"move {name(answer - 1)}", "move", self.who, None, [answer - 1], "", cost
        )

    def read(self, key: str) -> int:
        words = key.split()
        if len(words) > 2 and words[0] == "move":
            cells = [self.duel.grid.read(word) for word in words[1:]]
            answer = path_answer(self.duel.grid, self.start, cells) if min(cells) >= 0 else 0
            rule = self.fault(cells) if answer else "duel/move.no-path"
            if rule:
                raise IllegalError(key, "that way is barred", rule)
            return answer
        return super().read(key)

    def prompt(self) -> str:
        return f"where to, {self.left} left?"

    def why_not(self, key: str) -> tuple[str, str]:
        verb, _, word = key.partition(" ")
        cell = self.duel.grid.read(word)
        if verb != "move" or cell < 0 or cell in self.reach().cells:
            return "", ""
        if not self.duel.free(cell, 1, self.who):
            return "duel/move.held", f"{word} is held"
        return "duel/move.too-far", f"{word} is out of reach"

    def candidates(self) -> list[str]:
        return [f"move {self.duel.grid.name(cell)}" for cell in range(self.duel.grid.size)]


class Stride(Walk):
    """A move under way."""

    def __init__(self, duel: DuelCombat, mover: int, pool: int) -> None:
        super().__init__(mover, pool)
        self.duel = duel
        self.safe = duel.units[mover].cell  # the last cell that it had to itself

    def me(self) -> Fighter:
        return self.duel.units[self.mover]

    def goes(self) -> bool:
        return self.me().able() and self.stopped == ""

    def choose(self) -> bool:
        me = self.me()
        choice = MoveChoice(me.seats, me.index, self.duel, self.left())
        if self.spent and len(choice.answers()) == 1:
            return False
        answer = self.duel.ask(choice)
        self.plan = choice.path(answer) if answer != PASS else []
        return answer != PASS

    def price(self, goal: int) -> int:
        return self.duel.price(self.me(), self.me().cell, goal)

    def before(self, goal: int) -> None:
        me = self.me()
        grid = self.duel.grid
        watchers = [
            unit.index
            for unit in self.duel.units
            if unit.side != me.side
            and unit.able()
            and grid.distance(unit.cell, me.cell, CHEBYSHEV) == 1
            and grid.distance(unit.cell, goal, CHEBYSHEV) > 1
        ]
        if watchers:
            offer(self.duel, Leaving(self.duel, Deed(me.index, me.index), watchers))

    def enter(self, goal: int) -> None:
        duel = self.duel
        if duel.watched:
            duel.tell(Told("move", self.mover, cell=self.me().cell, goal=goal))
        duel.move(self.me(), goal)

    def after(self, came_from: int) -> None:
        me = self.me()
        heat = self.duel.fires.get(me.cell, 0)
        if heat:
            self.duel.hurt(me, heat, "duel/fire.burns")
        for trap in self.duel.traps:
            if me.able() and trap.armed and trap.cell == me.cell and trap.owner != me.index:
                trap.armed = False
                self.stopped = "duel/trap.stops"
                harm = self.duel.roll(4, OTHER, me.index, "duel/trap.harm")
                self.duel.hurt(me, harm, "duel/trap.harm")
        if me.able() and not self.duel.shares(me):
            self.safe = me.cell

    def finish(self) -> None:
        me = self.me()
        if me.able() and self.duel.shares(me):
            self.duel.move(me, self.safe)


class Leaving(Window):
    """Foes may strike at whoever leaves their side, once a round each."""

    def __init__(self, duel: DuelCombat, deed: Deed, watchers: list[int]) -> None:
        super().__init__(duel, deed, "duel/leave.snap")
        self.duel = duel
        self.watchers = watchers

    def groups(self) -> list[list[int]]:
        return [[who] for who in self.watchers]

    def replies(self, who: int) -> list[int]:
        unit = self.duel.units[who]
        return [SNAP] if unit.able() and not unit.used[SNAPPED] else []

    def key(self, who: int, code: int) -> str:
        return f"snap at {self.duel.units[self.deed.actor].name}"

    def take(self, who: int, code: int) -> None:
        unit = self.duel.units[who]
        unit.count(SNAPPED)
        self.duel.strike(unit, self.duel.units[self.deed.actor], may_answer=False)


class Blow(Deed):
    def __init__(self, actor: int, target: int) -> None:
        super().__init__(actor, target)
        self.malus = 0


class Struck(Window):
    """The one struck may parry or dodge, one of them in each of its turns."""

    def __init__(self, duel: DuelCombat, blow: Blow) -> None:
        super().__init__(duel, blow, "duel/strike.answer")
        self.duel = duel
        self.blow = blow

    def groups(self) -> list[list[int]]:
        return [[self.deed.target]]

    def replies(self, who: int) -> list[int]:
        unit = self.duel.units[who]
        return [PARRY, DODGE] if unit.able() and not unit.used[PARRIED] else []

    def key(self, who: int, code: int) -> str:
        return "parry" if code == PARRY else "dodge"

    def take(self, who: int, code: int) -> None:
        self.duel.units[who].count(PARRIED)
        if code == PARRY:
            self.blow.malus += 2
        elif self.duel.roll(6, OTHER, who, "duel/dodge.roll") >= 5:
            self.deed.void = "duel/dodge.away"


class DuelCombat(Combat[Fighter]):
    FIELDS: ClassVar[tuple[str, ...]] = (
        *Combat.FIELDS,
        "phase",
        "lineup",
        "traps",
        "fires",
    )
    SHARED: ClassVar[tuple[str, ...]] = (*Combat.SHARED, "exits", "limit", "gm")

    def __init__(
        self, grid: Grid, units: list[Fighter], dice: Dice, agents: list[Agent], exits: Exits
    ) -> None:
        super().__init__(grid, units, dice, agents)
        self.exits = exits
        self.limit = 12
        self.gm = 0
        self.phase = BEFORE
        self.lineup = Lineup([])
        self.traps: list[Trap] = []
        self.fires: dict[int, int] = {}

    def clone(self) -> DuelCombat:
        units = [unit.clone() for unit in self.units]
        twin = DuelCombat(self.grid, units, self.dice.clone(), self.agents, self.exits)
        self.copy_to(twin)
        twin.limit = self.limit
        twin.gm = self.gm
        twin.phase = self.phase
        twin.lineup = self.lineup.clone()
        twin.traps = [trap.clone() for trap in self.traps]
        twin.fires = self.fires.copy()
        return twin

    def key(self) -> tuple[object, ...]:
        return (
            *self.common_key(),
            self.phase,
            self.lineup.key(),
            tuple([trap.key() for trap in self.traps]),
            tuple(sorted(self.fires.items())),
            tuple([unit.key() for unit in self.units]),
        )

    def entries(self) -> list[Entry]:
        return self.lineup.entries(self.active >= 0)

    def recount(self) -> str:
        for unit in self.units:
            if unit.present and unit.cell >= 0 and self.shares(unit):
                return f"{unit.name} shares {self.grid.name(unit.cell)}"
            if not 0 <= unit.hp <= unit.sheet.hp:
                return f"{unit.name} has {unit.hp} of {unit.sheet.hp} hp"
        standing = [unit for unit in self.units if unit.present and unit.cell >= 0]
        return "" if len(self.holders()) == len(standing) else "the board does not fit"

    # -- steps -------------------------------------------------------------------------------

    def step(self) -> None:
        if self.phase == BEFORE:
            self.roll_initiative()
        elif self.phase == ROUND_START:
            self.start_round()
        elif self.lineup.now() < 0:
            self.end_round()
        else:
            self.take_turn(self.units[self.lineup.now()])

    def roll_initiative(self) -> None:
        rolls = [self.roll(6, INITIATIVE, unit.index, "duel/order.roll") for unit in self.units]
        self.lineup.order = sorted(range(len(rolls)), key=lambda who: (-rolls[who], who))
        self.round = 1
        self.phase = ROUND_START

    def start_round(self) -> None:
        self.clear(ROUND)
        if self.watched:
            self.tell(Told("round", amount=self.round))
        if self.fires:
            menu = Menu(1 << self.gm, -1, "duel/wind.gm", [(PASS, "calm"), (1, "gust")])
            if self.ask(menu):
                for cell in sorted(self.fires):
                    self.fires[cell] += 1
                self.mark_changed()
        self.lineup.at = 0
        self.phase = TURNS

    def end_round(self) -> None:
        self.round += 1
        self.phase = ROUND_START
        if self.round > self.limit:
            self.outcome = "duel/end.limit"

    def take_turn(self, me: Fighter) -> None:
        if not me.able():
            self.lineup.at += 1
            return
        if self.active != me.index:
            self.begin_turn(me)
            if not me.able():
                return
        answer = self.ask(TurnChoice(me.seats, me.index, self))
        if answer == MOVE:
            me.moved = True
            walk(self, Stride(self, me.index, me.sheet.speed))
        elif answer == PASS:
            self.expire(TURN_END, me.index)
            self.active = -1
            self.lineup.at += 1
        else:
            me.acted = True
            self.act(me, answer)
        if self.active == me.index and not me.able():
            self.active = -1

    def begin_turn(self, me: Fighter) -> None:
        self.active = me.index
        me.moved = False
        me.acted = False
        self.clear(OWN, me.index)
        self.expire(TURN_START, me.index)
        self.promote_ends(me.index)
        if self.watched:
            self.tell(Told("turn", me.index))
        held = me.held(BLEEDING)
        if held is not None:
            self.hurt(me, held.n, "duel/bleeding.hurts")

    def act(self, me: Fighter, answer: int) -> None:
        if answer == GUARD:
            me.effects.append(Held(GUARDING, 1, me.index, TURN_START, me.index))
            self.mark_changed()
        elif answer == TRAP:
            self.traps.append(Trap(me.cell, me.index))
            self.mark_changed()
        elif answer == SWEEP:
            for target in self.swept(me):
                if me.able():
                    self.strike(me, target, may_answer=False)
        else:
            self.strike(me, self.units[answer - STRIKE], may_answer=True)

    def swept(self, me: Fighter) -> list[Fighter]:
        """Pick targets one by one, in ascending order, at least one."""
        chosen: list[Fighter] = []
        while True:
            last = chosen[-1].index if chosen else -1
            left = [
                unit
                for unit in self.units
                if unit.index > last and self.in_reach(me, unit) and unit.side != me.side
            ]
            if not left:
                return chosen
            menu = [(STRIKE + unit.index, unit.name) for unit in left]
            if chosen:
                menu.insert(0, (PASS, "done"))
            answer = self.ask(Menu(me.seats, me.index, "duel/sweep.target", menu, menu[0][0]))
            if answer == PASS:
                return chosen
            chosen.append(self.units[answer - STRIKE])

    # -- blows -------------------------------------------------------------------------------

    def in_reach(self, me: Fighter, unit: Fighter) -> bool:
        return unit.able() and self.grid.distance(me.cell, unit.cell, CHEBYSHEV) == 1

    def cannot_strike(self, me: Fighter, unit: Fighter) -> str:
        if me.acted:
            return "duel/turn.one-act"
        if unit.side == me.side:
            return "duel/strike.foes-only"
        return "" if self.in_reach(me, unit) else "duel/strike.reach"

    def strike(self, me: Fighter, unit: Fighter, *, may_answer: bool) -> None:
        blow = Blow(me.index, unit.index)
        if may_answer:
            offer(self, Struck(self, blow))
        if blow.void or not me.able():
            return
        defence = self.sum(DEFENCE, unit.index)
        clash = Clash(me.sheet.might - blow.malus - defence.total)
        margin = self.throw(clash, ATTACK, me.index, "duel/strike.clash", "strike")
        if margin > 0:
            self.hurt(unit, self.harm(me) + (margin == 3), "duel/strike.harm")
            if margin == 3 and unit.able():
                end = NEXT_TURN_END
                unit.effects.append(Held(BLEEDING, 1, me.index, end, unit.index))

    def harm(self, me: Fighter) -> int:
        """Roll the damage die; once a fight it may be rolled again: the default depends on it."""
        face = self.roll(4, DAMAGE, me.index, "duel/harm.die")
        if me.used[PRESSED]:
            return face
        default = 1 if face == 1 else PASS
        menu = Menu(me.seats, me.index, "duel/harm.press", [(PASS, "keep"), (1, "press")], default)
        menu.varies = True
        if self.ask(menu):
            me.set_count(PRESSED, 1)
            face = self.roll(4, DAMAGE, me.index, "duel/harm.die")
        return face

    def hurt(self, unit: Fighter, amount: int, rule: str) -> None:
        self.mark_changed()
        before = unit.hp
        unit.hp = max(before - amount, 0)
        if self.watched:
            self.tell(Told("hurt", unit.index, -1, "", amount, rule, before, unit.hp))
        if unit.hp == 0:
            self.leave(unit)
            unit.present = False
            unit.effects = []
            sides = {one.side for one in self.units if one.present}
            if len(sides) == 1:
                self.outcome = "duel/end.last-standing"
                self.winner = min(sides)

    # -- ways --------------------------------------------------------------------------------

    def price(self, me: Fighter, here: int, goal: int) -> int:
        if goal not in self.grid.near[here]:
            return -1
        holder = self.at(goal)
        if holder is not None and holder.side != me.side:
            return -1
        for cell, price, _ in self.exits.rows[here]:
            if cell == goal:
                return price
        return -1

    def reach(self, me: Fighter, budget: int) -> Reach:
        obstacles = Obstacles(self.exits)
        for unit in self.units:
            if unit.cell >= 0 and unit.index != me.index:
                if unit.side == me.side:
                    obstacles.close(unit.cell)
                else:
                    obstacles.bar(unit.cell)
        for cell in sorted(self.fires):
            obstacles.harm(cell, self.fires[cell])
        return flood(self.exits, me.cell, budget, obstacles)


def exits_of(grid: Grid) -> Exits:
    rows: list[Row] = []
    for cell in range(grid.size):
        row = [
            (goal, 2 if grid.ground[goal] == DIFFICULT else 1, 0)
            for goal in grid.near[cell]
            if grid.ground[goal] != WALL
        ]
        rows.append(tuple(row))
    return Exits(rows)


class DuelTactics(Tactics):
    """Strike the weakest, else go where somebody is."""

    def answer(self, choice: Choice) -> int:
        if isinstance(choice, TurnChoice):
            offered = choice.answers()
            strikes = [one for one in offered if one >= STRIKE]
            units = choice.duel.units
            if strikes:
                return min(strikes, key=lambda one: (units[one - STRIKE].hp, one))
            return MOVE if MOVE in offered else PASS
        if isinstance(choice, MoveChoice):
            return self.near(choice)
        return choice.fallback()

    def near(self, choice: MoveChoice) -> int:
        duel = choice.duel
        me = duel.units[choice.who]
        foes = [unit for unit in duel.units if unit.side != me.side and unit.able()]
        best, least = PASS, min([self.way(duel, me.cell, foe) for foe in foes])
        for answer in choice.answers()[1:]:
            way = min([self.way(duel, answer - 1, foe) for foe in foes])
            if way < least:
                best, least = answer, way
        return best

    def way(self, duel: DuelCombat, cell: int, foe: Fighter) -> int:
        return duel.grid.distance(cell, foe.cell, CHEBYSHEV)

    def likely(self, choice: Choice, most: int) -> list[int]:
        plain = self.answer(choice)
        return [plain, *[one for one in choice.answers() if one != plain]][:most]

    def features(self, combat: Combat[Any], side: int) -> list[float]:
        return [sum([unit.hp if unit.side == side else -unit.hp for unit in combat.units])]

    def feature_names(self) -> list[str]:
        return ["hp"]


class DuelWords(Words):
    def parts(self, combat: Combat[Any], event: Event) -> list[tuple[str, str]]:
        name = combat.units[event.who].name if event.who >= 0 else ""
        if isinstance(event, Rolled):
            faces = ", ".join([str(face) for face in event.faces])
            return [("who", name), ("text", " rolls "), ("die", faces)]
        if event.name == "round":
            return [("text", f"Round {event.amount}")]
        if event.name == "move":
            return [("who", name), ("text", " goes to "), ("cell", combat.grid.name(event.goal))]
        if event.name == "hurt":
            return [("who", name), ("text", " loses "), ("number", str(event.amount))]
        return [("who", name)]


class Duel(Ruleset):
    id: ClassVar[str] = "duel"
    name: ClassVar[str] = "Duel"
    counters: ClassVar[tuple[str, ...]] = ("parried", "snapped", "pressed")
    aliases: ClassVar[dict[str, str]] = {"health": "hp"}

    def begin(self, setup: Setup, dice: Dice, agents: list[Agent]) -> DuelCombat:
        units: list[Fighter] = []
        for index, member in enumerate(setup.members):
            assert isinstance(member.sheet, Sheet)
            unit = Fighter(index, member.side, member.name, -1, member.sheet)
            unit.seats = member.seats
            hp = member.values.get("hp", unit.hp)
            assert isinstance(hp, int)
            unit.hp = hp
            units.append(unit)
        duel = DuelCombat(setup.grid, units, dice, agents, exits_of(setup.grid))
        for unit, member in zip(units, setup.members, strict=True):
            duel.stand(unit, member.cell)
        duel.gm = setup.gm()
        duel.limit = setup.round_limit or 12
        for cell in setup.grid.zones.get("fire", []):
            duel.fires[cell] = 1
        duel.changes = 0
        return duel

    def tactics(self) -> Tactics:
        return DuelTactics()

    def words(self) -> Words:
        return DuelWords()

    def effects(self) -> dict[str, Effect]:
        return {one.id: one for one in (GUARDING, BLEEDING)}

    def record(self, name: str) -> object:
        if name == "Trap":
            return Trap(-1, -1)
        if name.startswith("unit "):
            return Fighter(0, 0, "", -1, SHEETS[name.removeprefix("unit ")])
        raise KeyError(name)

    def result(self, combat: Combat[Any], who: int) -> tuple[int, ...]:
        unit = combat.units[who]
        return (unit.hp, 0 if unit.present else 1)

    def result_names(self) -> tuple[str, ...]:
        return ("hp", "down")

    def measures(self, combat: Combat[Any], who: int) -> dict[str, int]:
        unit = combat.units[who]
        return {"hp": unit.hp, "most": unit.sheet.hp}

    def marks(self, combat: Combat[Any], who: int) -> list[str]:
        return [held.effect.id for held in combat.units[who].effects]

    def down(self, combat: Combat[Any], who: int) -> bool:
        return not combat.units[who].able()

    def aftermath(self, combat: Combat[Any], who: int) -> dict[str, int]:
        return {"hp": int(combat.units[who].hp)}


GROUNDS: Final = {".": OPEN, ",": DIFFICULT, "#": WALL, "*": OPEN}


def arena(
    rows: list[str], members: list[tuple[str, str, int, str]], round_limit: int = 12
) -> Setup:
    """Set a fight up: the map, and members as (name, sheet, side, "column,row"); ``*`` burns."""
    cells = "".join(rows)
    fire = [cell for cell, sign in enumerate(cells) if sign == "*"]
    zones = {"fire": fire} if fire else {}
    ground = [GROUNDS[sign] for sign in cells]
    grid = Grid(len(rows[0]), len(rows), ground, [0] * len(cells), zones=zones)
    setup = Setup(grid, ["players", "foes", "gm"])
    setup.sides = [SideSetup("heroes", "Heroes", 0, []), SideSetup("beasts", "Beasts", 1, [])]
    for name, sheet, side, at in members:
        member = Member(sheet, name, side, SHEETS[sheet])
        member.cell = grid.read(at)
        setup.members.append(member)
    setup.round_limit = round_limit
    return setup


def face_to_face() -> Setup:
    """Two beside each other, nothing else."""
    return arena(
        [".....", ".....", "....."], [("ana", "blade", 0, "1,1"), ("bob", "brute", 1, "2,1")]
    )


def skirmish() -> Setup:
    """Five on a field with mud, a wall and fire."""
    rows = ["........", "..,,#...", "...,#*..", "....#*..", "........"]
    members = [
        ("ana", "blade", 0, "0,1"),
        ("cid", "blade", 0, "0,3"),
        ("bob", "brute", 1, "6,2"),
        ("imp-1", "imp", 1, "7,1"),
        ("imp-2", "imp", 1, "7,3"),
    ]
    return arena(rows, members)
