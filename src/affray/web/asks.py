"""Questions about a fight that change nothing: chances, reasons, numbers, rules, advice."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, Final

import msgspec

from affray import bots
from affray.content.problems import InvalidError
from affray.core.errors import AffrayError, IllegalError
from affray.core.grid import Grid
from affray.core.move_choice import MoveChoice
from affray.core.walk import path_answer
from affray.rulebook import catalogue
from affray.session.fight import Fight
from affray.web import reading, things, wire
from affray.web.chances import SECONDS, forecast_of, moment, winners
from affray.web.forecast import listed
from affray.web.jobs import Jobs
from affray.web.moments import case_of
from affray.web.naming import named
from affray.web.risks import tried
from affray.web.rulings import allowance, supposed
from affray.web.seats import GM, SPECTATOR, SPECTATORS_ASK
from affray.web.sockets import Socket
from affray.web.table import Table, engine, incident
from affray.web.views import CELL, EXACT, Lens, Plain
from affray.web.wire import RefusedError, refused

RULES: Final = 40  # that are listed of those found
UNITS: Final = {"sovereign": "ft"}  # of ranges, where they are not cells
BEGINNINGS: Final = 12  # of a way whose costs are told at once
ASKS: Final = 3  # questions of one socket that are worked out at a time


class Asks:
    """Answers what one socket asks, without holding up the fight."""

    def __init__(self, table: Table, socket: Socket, jobs: Jobs) -> None:
        self.table = table
        self.socket = socket
        self.jobs = jobs
        self.tasks: set[asyncio.Task[None]] = set()

    def ask(self, message: wire.AskMessage) -> None:
        """Begin to work out what is asked.

        Raises:
            RefusedError: it is not for this seat, or too much is worked out already.
        """
        if self.socket.role == SPECTATOR and message.what not in SPECTATORS_ASK:
            raise RefusedError("not_yours", "who watches may not ask that")
        if self.socket.asking >= ASKS:
            raise RefusedError("busy", "one thing after the other")
        self.socket.asking += 1
        task = asyncio.get_running_loop().create_task(self.reply(message))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    def end(self) -> None:
        """Work out nothing more."""
        for task in list(self.tasks):
            task.cancel()

    async def reply(self, message: wire.AskMessage) -> None:
        """Tell the answer, or why there is none."""
        try:
            result = await self.found(message)
        except asyncio.CancelledError:
            fault = RefusedError("stale", "something else is asked by now")
            self.socket.tell(refused(message.id, fault))
        except Exception as fault:
            self.socket.tell(refused(message.id, self.refusal(fault)))
        else:
            past = self.table.room.late(self.socket)
            seq = self.table.room.seq if past is None else past.seq
            told = {"t": "reply", "id": message.id, "seq": seq, "result": result}
            self.socket.tell(told)
        finally:
            self.socket.asking -= 1

    def refusal(self, fault: Exception) -> RefusedError:
        """Return why there is no answer."""
        if isinstance(fault, RefusedError):
            return fault
        if isinstance(fault, IllegalError):
            return RefusedError("unknown", named(self.table.fight, str(fault)), fault.rule)
        if isinstance(fault, (AffrayError, InvalidError)):
            return RefusedError("unknown", str(fault))
        return incident(f"table {self.table.id}")

    async def found(self, message: wire.AskMessage) -> Plain:
        """Return the answer to what was asked.

        Raises:
            RefusedError: it is not for this seat.
        """
        table = self.table
        fight = table.fight
        if message.what == "rule":
            return rule_text(fight.ruleset.id, message.ref)
        if message.what == "rules":
            found = catalogue.find(fight.ruleset.id, message.ref)[:RULES]
            return {"rules": [[one.id, one.title] for one in found]}
        if message.what == "thing":
            sheet = things.sheet_of(table.room.audience(self.socket.audience).lens, message.ref)
            return await asyncio.to_thread(things.thing, fight, message.ref, sheet)
        if message.what == "recruits":
            if self.socket.role != GM:
                raise RefusedError("not_yours", "only the game master lets somebody join")
            return await asyncio.to_thread(things.recruits, fight)
        if message.what == "allow":
            if self.socket.role != GM:
                raise RefusedError("not_yours", "only the game master rules on that")
            async with table.lock:
                return await engine(lambda: allowance(fight, message.ref).data(fight))
        if message.what == "chances":
            return await self.winning(message)
        if message.what == "case":
            if self.socket.role != GM:  # the answers of all seats stand in it
                raise RefusedError("not_yours", "only the game master has the whole fight")
            async with table.lock:
                return await engine(lambda: case_of(fight))
        async with table.lock:
            lens = table.room.audience(self.socket.audience).lens
            if message.what == "measure":
                a, b = [spot(fight, place(word)) for word in (message.ref, message.more)]
                return {"says": await engine(lambda: lens.measured(a, b))}
            if message.what == "threat":
                return await engine(lambda: threatened(fight, lens, message.ref))
            if message.what in ("explain", "values"):
                return inspected(fight, lens, message)
            mine = self.socket.holds(table.room.asked()) or self.socket.role == GM
            if not fight.asking or not mine:
                raise RefusedError("not_yours", "somebody else is asked")
            if message.what == "why":
                return why_not(lens, message.ref)
            if message.what == "advice":
                # Plain play does not look at who is hidden, but at the numbers of everybody.
                if self.socket.role != GM and table.config.get("numbers", EXACT) != EXACT:
                    told = "no advice at a table that does not tell the numbers of foes"
                    raise RefusedError("not_yours", told)
                return {"key": bots.greedy(fight.choice).key}
            if message.what == "way":
                return await engine(lambda: walked(fight, lens, message.ref, message.more))
            reading.read(lens, message.ref)  # what the rules refuse has no chances
            header, lines = await engine(lambda: moment(fight))
            seats = [seat.data() for seat in table.seats.values()]
        return await self.while_it_is_asked(
            self.jobs.ask(
                forecast_of,
                *(header, lines, seats, table.driver.by_hand()),
                *(self.socket.audience, str(table.config.get("numbers", EXACT)), message.ref),
                seconds=SECONDS,
            )
        )

    async def winning(self, message: wire.AskMessage) -> Plain:
        """Return who wins how often if programs play on from here, or from what is supposed.

        The game master alone is told: it depends on what is hidden, and so would a refusal.

        Raises:
            RefusedError: the fight is over, or somebody else asks.
        """
        table = self.table
        value: object = None
        if self.socket.role != GM:
            raise RefusedError("not_yours", "only the game master is told who wins how often")
        if message.ref:
            try:
                value = msgspec.json.decode(message.more)
            except msgspec.DecodeError:
                raise RefusedError("malformed", "found no JSON in more, expected a value") from None
        fight = table.fight
        async with table.lock:
            if fight.over:
                raise RefusedError("over", "the fight is over")
            header, lines = await engine(lambda: moment(fight))
            seats = [seat.data() for seat in table.seats.values()]
        hands = table.driver.by_hand()
        work = winners, header, lines, seats, hands, message.ref, value
        try:
            return await self.while_it_is_asked(self.jobs.ask(*work, seconds=SECONDS))
        except InvalidError as fault:
            raise RefusedError("unknown", supposed(fight, message.ref, str(fault))) from fault

    async def while_it_is_asked(self, work: Coroutine[Any, Any, Plain]) -> Plain:
        """Return what some work comes to; it is ended as soon as the fight has gone on."""
        task = asyncio.ensure_future(work)
        self.table.room.passing.add(task)
        try:
            return await task
        finally:
            self.table.room.passing.discard(task)
            task.cancel()


def why_not(lens: Lens, key: str) -> Plain:
    """Return the rule that forbids a key, and why in a sentence; empty texts if none does."""
    try:
        reading.read(lens, key)
    except IllegalError as fault:
        why = str(fault).removesuffix(f" [{fault.rule}]")  # which is told beside it
        return {"key": key, "rule": fault.rule, "why": named(lens.fight, why)}
    except AffrayError as fault:
        return {"key": key, "rule": "", "why": str(fault)}
    return {"key": key, "rule": "", "why": ""}


def place(word: str) -> list[int]:
    """Return a cell as column and row.

    Raises:
        RefusedError: it is none.
    """
    if not CELL.match(word):
        raise RefusedError("unknown", "a cell is its column and row: 4,3")
    return [int(number) for number in word.split(",")]


def spot(fight: Fight, place: list[int]) -> int:
    """Return the number of a cell that is given as column and row.

    Raises:
        RefusedError: the map has none there.
    """
    grid = fight.combat.grid
    column, row = place
    if not (0 <= column < grid.width and 0 <= row < grid.height):
        raise RefusedError("unknown", "the map has no such cell")
    return grid.at(column, row)


def known(fight: Fight, lens: Lens, name: str) -> int:
    """Return the index of somebody whose place and numbers an audience knows.

    Raises:
        RefusedError: it does not know them.
    """
    combat = fight.combat
    index = next((one for one in range(len(combat.units)) if combat.units[one].name == name), -1)
    if index < 0 or not lens.sees(combat, index):
        raise RefusedError("unknown", "there is nobody of that name")
    if not lens.own(combat, index) and lens.numbers != EXACT:
        raise RefusedError("not_yours", "the numbers of foes are not shown here")
    return index


def threatened(fight: Fight, lens: Lens, name: str) -> Plain:
    """Return where somebody could come in a turn of its own, and strike, as far as one knows.

    Places come in rows: (column, row, how many to the right). ``ways`` are the attacks that count,
    each with its farthest range and the unit of that, "" for cells.

    Raises:
        RefusedError: the audience does not know it.
    """
    index = known(fight, lens, name)
    grid = fight.combat.grid
    threat = fight.ruleset.threat(lens.observer.seen(fight.combat), index)
    return {
        "who": name,
        "moves": in_rows(grid, threat.moves),
        "strikes": in_rows(grid, threat.strikes),
        "ways": [[what, far, UNITS.get(fight.ruleset.id, "")] for what, far in threat.attacks],
    }


def in_rows(grid: Grid, cells: list[int]) -> list[list[int]]:
    """Return cells that are in order as rows: (column, row, how many to the right)."""
    rows: list[list[int]] = []
    for cell in cells:
        column, row = grid.column(cell), grid.row(cell)
        if rows and rows[-1][1] == row and rows[-1][0] + rows[-1][2] == column:
            rows[-1][2] += 1
        else:
            rows.append([column, row, 1])
    return rows


def inspected(fight: Fight, lens: Lens, message: wire.AskMessage) -> Plain:
    """Return what a number is made of, or what of somebody can be set.

    Raises:
        RefusedError: the audience does not know it.
    """
    combat = fight.combat
    index = known(fight, lens, message.ref)
    if message.what == "explain":
        names = [message.more] if message.more else list(fight.ruleset.numbers())
        parts = {name: listed(fight.explain(message.ref, name)) for name in names}
        return {"who": message.ref, "numbers": parts}
    if not lens.all_known:
        raise RefusedError("not_yours", "only the game master rules on that")
    values: list[list[Any]] = []
    for name in dict.fromkeys([*fight.ruleset.measures(combat, index), "at"]):
        path = f"{message.ref}.{name.replace(' ', '_')}"
        try:
            value = fight.value(path)
        except InvalidError:
            continue
        values.append([path, name, value])
    effects = sorted(fight.ruleset.effects())
    return {"who": message.ref, "values": values, "effects": effects[:200]}


def walked(fight: Fight, lens: Lens, key: str, lengths: str = "") -> Plain:
    """Return the cells of a way, its cost and what it may provoke, as far as the seat knows.

    Args:
        fight: in which somebody is asked where to go.
        lens: of whoever asks.
        key: of the way.
        lengths: of which beginnings of a way step by step the cost is told too, in cells: ``1,2``.

    Raises:
        IllegalError: the rules forbid the way, or there is none of that key.
    """
    asked = fight.choice
    answer = reading.read(lens, key)
    choice = asked.choice
    who = choice.who
    if who < 0 or not isinstance(choice, MoveChoice):
        return {"way": [], "risks": []}
    cells = way(choice, answer)
    grid = choice.grid
    shown = [[grid.column(cell), grid.row(cell)] for cell in cells]
    timeline = fight.timeline
    combat = lens.observer.seen(timeline.combat)
    answers = [*[said.answer for said in timeline.open.answers], answer]
    told = list(timeline.open.told)
    found = tried(fight.ruleset, combat, answers, told, who, cells)
    wanted = [int(one) for one in lengths.split(",")[:BEGINNINGS] if one.isdecimal()]
    costs: list[list[int]] = []
    for length in wanted if answer < 0 else []:
        if not 0 < length < len(cells):
            continue
        begun = cells[:length]
        answers[-1] = 1 + begun[0] if length == 1 else path_answer(grid, choice.start, begun)
        if choice.allows(answers[-1]):
            part = tried(fight.ruleset, combat, answers, told, who, begun)
            costs.append([length, int(part.get("cost", -1))])
    return {"way": shown, "costs": costs, **found}


def way(choice: MoveChoice, answer: int) -> list[int]:
    """Return the cells that a move leads over, none for other answers."""
    if answer < 0:
        return choice.cells(answer)
    return choice.way(answer - 1) if 0 < answer <= choice.grid.size else []


def rule_text(ruleset: str, id: str) -> Plain:
    """Return a rule for people.

    Raises:
        RefusedError: there is none of that id.
    """
    try:
        rule = catalogue.lookup(id, ruleset)
    except InvalidError as fault:
        raise RefusedError("unknown", str(fault)) from fault
    found: Plain = {}
    for name in ("id", "title", "text", "ruling", "example", "kind"):
        value = getattr(rule, name, "")
        if value:
            found[name] = str(value)
    return found
