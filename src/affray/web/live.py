"""One table under way: a task of its own owns the fight, whoever plays only sends it messages.

The order of things is always the same: the engine runs, its journal lines are committed, and only
then the answer is acknowledged and told to everybody.
"""

from __future__ import annotations

import asyncio
import logging
import os
import secrets
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

import msgspec

from affray import bots, odds
from affray.content.problems import InvalidError
from affray.core.combat import Combat
from affray.core.errors import AffrayError, IllegalError
from affray.core.event import Event
from affray.core.move_choice import MoveChoice
from affray.core.suspension import PERSON
from affray.rulebook import catalogue
from affray.session.fight import Fight
from affray.session.journal import Journal
from affray.session.replay import compare
from affray.session.start import open_header, reopened
from affray.web import store as kept
from affray.web import wire
from affray.web.driver import Driver
from affray.web.forecast import BUDGET, forecast, listed
from affray.web.seats import (
    APP,
    GM,
    MAY,
    PLAYER,
    SPECTATOR,
    SPECTATORS_ASK,
    Seat,
    Tokens,
    clean,
)
from affray.web.store import Store, StoreError
from affray.web.views import (
    EXACT,
    LOG,
    MASTER,
    PUBLIC,
    Audience,
    Lens,
    Plain,
    encode,
    question,
    scene,
    sentence,
)

LOGGER: Final = logging.getLogger("affray.web")
INBOX: Final = 512  # messages that may wait at one table
OUTBOX: Final = 256  # messages that may wait for one reader
ASKS: Final = 3  # questions of one socket that are worked out at a time
PACE: Final = 0.45  # seconds between the steps of programs, so that people can follow
WINDOW: Final = 20.0  # seconds for which messages are counted
MESSAGES: Final = int(os.environ.get("AFFRAY_MESSAGES", "100"))  # of one seat in that time
RATES: Final = {PLAYER: MESSAGES, GM: MESSAGES, SPECTATOR: MESSAGES // 2}
ENGINE: Final = ThreadPoolExecutor(2, "engine")  # one step at a time for each table
CHANCES: Final = ThreadPoolExecutor(1, "odds")  # never in the way of a step
QUIET: Final = frozenset({"seat", "order"})  # what leaves the open question as it is


class RefusedError(Exception):
    """A message that changes nothing, with the reason."""

    def __init__(self, code: str, text: str, rule: str = "") -> None:
        super().__init__(text)
        self.code = code
        self.text = text
        self.rule = rule


class Socket:
    """Somebody who looks on: a queue of messages to send, and the seats held."""

    def __init__(self) -> None:
        self.queue: asyncio.Queue[bytes | None] = asyncio.Queue(OUTBOX)
        self.seats: list[Seat] = []
        self.times: list[float] = []
        self.asking = 0
        self.closing = ""

    @property
    def role(self) -> str:
        """The most that it may do."""
        roles = {one.role for one in self.seats}
        return GM if GM in roles else PLAYER if PLAYER in roles else SPECTATOR

    @property
    def audience(self) -> str:
        """Whose view it is shown."""
        if self.role == GM:
            return MASTER
        sides = [one.side for one in self.seats if one.role == PLAYER]
        return sides[0] if sides else PUBLIC

    def holds(self, seats: list[Seat]) -> bool:
        """Return whether it holds one of some seats; a game master holds them all."""
        mine = {one.id for one in self.seats if one.role != SPECTATOR}
        return any([one.id in mine for one in seats])

    def tell(self, message: Plain) -> None:
        """Send a message; who reads too slowly is cut off and may come back."""
        self.put(msgspec.json.encode(message))

    def put(self, raw: bytes) -> None:
        """Send an encoded message."""
        if self.closing:
            return
        try:
            self.queue.put_nowait(raw)
        except asyncio.QueueFull:
            self.hang_up("too_slow")

    def hang_up(self, reason: str) -> None:
        """End the connection; of what waits too long nothing is sent any more."""
        if self.closing:
            return
        self.closing = reason
        while not self.queue.empty() and (reason == "too_slow" or self.queue.qsize() > OUTBOX - 2):
            self.queue.get_nowait()
        self.queue.put_nowait(msgspec.json.encode({"t": "bye", "reason": reason}))
        self.queue.put_nowait(None)

    def too_fast(self, at: float) -> bool:
        """Return whether one more message now is too many."""
        self.times = [one for one in self.times if one > at - WINDOW]
        self.times.append(at)
        return len(self.times) > RATES[self.role]


class Table:
    """One fight with everybody around it."""

    def __init__(
        self,
        id: str,
        fight: Fight,
        config: Plain,
        seats: dict[str, Seat],
        store: Store,
        tokens: Tokens,
    ) -> None:
        self.id = id
        self.fight = fight
        self.config = config
        self.seats = seats
        self.store = store
        self.tokens = tokens
        self.driver = Driver(fight, seats)
        self.scene = scene(fight)
        self.seq = 0
        self.asked_at = 0  # the number at which the open question was first asked
        self.requests: dict[tuple[str, str], int] = {}
        self.sockets: set[Socket] = set()
        self.audiences: dict[str, Audience] = {}
        self.inbox: asyncio.Queue[Callable[[], Coroutine[Any, Any, None]]] = asyncio.Queue(INBOX)
        self.lock = asyncio.Lock()  # held while the engine changes the fight
        self.shown = 0  # events that were told
        self.vote: Plain | None = None
        self.trouble = ""  # why nothing can be kept just now
        self.deadline = 0.0
        self.clock_for = -1
        self.pace = float(config.get("pace", PACE * 1000)) / 1000
        self.task: asyncio.Task[None] | None = None
        self.tasks: set[asyncio.Task[None]] = set()

    # -- how it comes to be ------------------------------------------------------------------

    @staticmethod
    async def create(
        fight: Fight, config: Plain, seats: dict[str, Seat], store: Store, tokens: Tokens
    ) -> Table:
        """Begin a table, and keep it.

        Raises:
            StoreError: it could not be kept.
        """
        table = Table(secrets.token_urlsafe(12), fight, config, seats, store, tokens)
        table.seq = -1
        await asyncio.get_running_loop().run_in_executor(ENGINE, fight.timeline.advance)
        row = {
            "id": table.id,
            "ruleset": fight.ruleset.id,
            "name": str(config["name"]),
            "header": encode(fight.journal.header).decode(),
            "config": encode(table.head()).decode(),
            "status": "open",
        }
        entry = table.entry("start", "", None, 0)

        def keep(connection: Any) -> None:
            kept.add_game(connection, row)
            kept.append(connection, table.id, entry, {"status": "open"})

        await store.do(keep)
        table.seq = 0
        table.begin()
        return table

    @staticmethod
    async def resume(id: str, store: Store, tokens: Tokens) -> Table | None:
        """Return a kept table as it was when its last answer was acknowledged.

        Raises:
            InvalidError: its fight does not come out as it was kept: rules have changed.
        """
        head = await store.do(lambda connection: kept.game(connection, id))
        if head is None:
            return None
        rows = await store.do(lambda connection: kept.entries(connection, id))
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(ENGINE, reopen, id, head, rows, store, tokens)

    def head(self) -> Plain:
        """Return what of the table is kept besides its fight."""
        return {**self.config, "seats": [one.data() for one in self.seats.values()]}

    def begin(self) -> None:
        """Start the task that owns the fight."""
        self.shown = len(self.fight.events)
        self.task = asyncio.get_running_loop().create_task(self.run())

    async def end(self) -> None:
        """Stop, with a word to everybody: nothing is lost."""
        for socket in list(self.sockets):
            socket.hang_up("restart")
        if self.task is not None:
            self.task.cancel()
            await asyncio.gather(self.task, return_exceptions=True)

    # -- the task ----------------------------------------------------------------------------

    async def run(self) -> None:
        """Do one thing after the other, for ever."""
        while True:
            try:
                job = await asyncio.wait_for(self.inbox.get(), self.patience())
            except TimeoutError:
                job = self.on_time
            try:
                await job()
            except Exception:
                LOGGER.exception("table %s", self.id)
                await asyncio.sleep(0.2)

    def patience(self) -> float | None:
        """Return for how long nothing has to be done by itself, in seconds."""
        if self.paused or self.fight.over:
            return None
        if self.driver.due or self.order() is not None:
            return self.pace if not self.trouble else 1.0
        if self.deadline:
            return max(self.deadline - time.monotonic(), 0.0)
        return None

    async def on_time(self) -> None:
        """Let programs, standing orders or the clock answer."""
        if self.paused or self.fight.over:
            return
        ordered = self.order()
        try:
            if ordered is not None:
                seat, key = ordered
                await self.commit("order", seat, None, lambda: self.choose(key, seat))
            elif self.driver.due:
                await self.commit("step", "", None, self.driver.go_on)
            elif self.deadline and time.monotonic() >= self.deadline and self.fight.asking:
                key = self.fight.choice.fallback.key
                await self.commit("timeout", "", None, lambda: self.choose(key))
                self.notice("The time is up: the default was taken", "clock")
        except RefusedError:
            await asyncio.sleep(0.5)

    def order(self) -> tuple[str, str] | None:
        """Return the standing order that answers the open question: seat and key."""
        orders = self.config.get("orders", [])
        if not orders or not self.fight.asking:
            return None
        asked = self.fight.choice
        mine = {one.id for one in self.driver.holders(asked.choice)}
        for one in orders:
            if one["seat"] in mine and one["rule"] == asked.rule and one["who"] == asked.who:
                if one["key"] in asked.keys:
                    return str(one["seat"]), str(one["key"])
        return None

    @property
    def paused(self) -> bool:
        """Whether the game master has stopped the fight."""
        return bool(self.config.get("paused"))

    # -- durable, then told ------------------------------------------------------------------

    async def commit(
        self,
        kind: str,
        seat: str,
        request: str | None,
        change: Callable[[], object],
        *,
        anew: bool = False,
    ) -> int:
        """Change the fight, keep it, tell everybody; return the number under which it is kept.

        Args:
            kind: of the entry.
            seat: who sent it.
            request: its id, by which it is known if it comes twice.
            change: what is done, in the engine's thread.
            anew: whether what was told does not hold any more, after an undo.

        Raises:
            RefusedError: the rules forbid it, or it could not be kept; nothing has changed then.
        """
        timeline = self.fight.timeline
        loop = asyncio.get_running_loop()
        config = encode(self.head())
        whole = len(timeline.events)
        async with self.lock:
            mark = timeline.mark()
            lines = len(timeline.lines)

            def restore() -> None:
                self.driver.hold()
                timeline.reset(mark)
                self.restore(config)
                self.driver.take_over()
                timeline.advance()

            try:
                await loop.run_in_executor(ENGINE, change)
            except IllegalError as fault:
                await loop.run_in_executor(ENGINE, restore)
                raise RefusedError("illegal", str(fault), fault.rule) from fault
            except (AffrayError, InvalidError) as fault:
                await loop.run_in_executor(ENGINE, restore)
                raise RefusedError("unknown", str(fault)) from fault
            except Exception as fault:
                await loop.run_in_executor(ENGINE, restore)
                incident = secrets.token_hex(4)
                LOGGER.exception("table %s, incident %s", self.id, incident)
                raise RefusedError("internal", f"something broke here: {incident}") from fault
            asked = self.asked_at if kind in QUIET else self.seq + 1
            entry = self.entry(kind, seat, request, lines, asked)
            head = {"config": encode(self.head()).decode(), "status": self.status()}
            try:
                await self.store.do(lambda link: kept.append(link, self.id, entry, head))
            except StoreError as fault:
                await loop.run_in_executor(ENGINE, restore)
                self.trouble = str(fault)
                LOGGER.error("table %s cannot be kept: %s", self.id, fault)
                self.notice("The table waits: it cannot be saved just now. Nothing is lost.", "bad")
                raise RefusedError("busy", "it could not be saved; send it again") from fault
        self.seq += 1
        self.asked_at = asked
        if request is not None:
            self.requests[seat, request] = self.seq
        if self.trouble:
            self.trouble = ""
            self.notice("The table goes on: everything is saved again.", "good")
        self.settle_vote()
        self.set_clock()
        if kind == "ruling" and not anew:  # the step under way was begun anew after it
            self.shown = len(self.fight.events)
            fresh = timeline.events[whole:]
        else:
            fresh = self.fresh(anew=anew)
        self.broadcast({"kind": kind, "seat": seat, "id": request}, fresh, anew=anew)
        return self.seq

    def restore(self, config: bytes) -> None:
        """Be configured again as before something was tried."""
        old = msgspec.json.decode(config)
        for data in old.pop("seats"):
            vars(self.seats[data["id"]]).update(data)
        self.config.clear()
        self.config.update(old)

    def entry(self, kind: str, seat: str, request: str | None, lines: int, asked: int = 0) -> Plain:
        """Return the row of what happened: the journal's new lines and the step under way."""
        timeline = self.fight.timeline
        under_way = timeline.half is not None and (timeline.open.answers or timeline.open.told)
        body = {
            "lines": timeline.lines[lines:],
            "open": timeline.open_entry() if under_way else None,
            "asked": asked,
        }
        return {
            "n": self.seq + 1,
            "kind": kind,
            "seat": seat,
            "request": request,
            "body": encode(body).decode(),
            "digest": self.fight.digest,
        }

    def status(self) -> str:
        """Return how things stand, for lists."""
        if self.fight.over:
            return "over"
        return "paused" if self.paused else "open"

    def choose(self, key: str, seat: str = "") -> None:
        """Answer the open question; programs may answer within the same step.

        Args:
            key: of the answer.
            seat: of the table, which the journal then tells by its side; "" nobody.
        """
        side = self.seats[seat].side if seat else ""
        if side not in self.fight.choice.seats:
            side = ""
        self.driver.allow()
        try:
            self.fight.choose(key, seat=side)
        finally:
            self.driver.hold()

    # -- telling -----------------------------------------------------------------------------

    def audience(self, name: str) -> Audience:
        """Return what an audience is shown."""
        found = self.audiences.get(name)
        if found is None:
            found = Audience(Lens(self.fight, name, str(self.config.get("numbers", EXACT))))
            self.audiences[name] = found
        return found

    def fresh(self, *, anew: bool) -> list[Event]:
        """Return the events that were not told before, all of them after an undo."""
        events = self.fight.events
        shown = 0 if anew else self.shown
        self.shown = len(events)
        return events[shown:]

    def broadcast(self, by: Plain, fresh: list[Event], *, anew: bool) -> None:
        """Tell everybody what has changed, each as far as they may know."""
        wanted = {one.audience for one in self.sockets}
        for name in [one for one in self.audiences if one not in wanted]:
            del self.audiences[name]
        parts: dict[str, Plain] = {}
        for name in wanted:
            audience = self.audience(name)
            part = audience.step()
            lines = audience.lens.lines(fresh)
            part["log"] = lines[-LOG:] if anew else lines
            if anew:
                part["anew"] = True
            parts[name] = part
        known: dict[tuple[str, bool], bytes] = {}
        for socket in list(self.sockets):
            mine = socket.holds(self.asked())
            shared = (socket.audience, mine)
            if shared not in known:
                message = {"t": "step", "seq": self.seq, "by": by, **parts[socket.audience]}
                message |= self.prompt(socket)
                known[shared] = msgspec.json.encode(message)
            socket.put(known[shared])

    def asked(self) -> list[Seat]:
        """Return the seats that are waited for."""
        timeline = self.fight.timeline
        if timeline.pending is not None:
            return self.driver.holders(timeline.pending)
        if timeline.wanted is not None:
            return self.driver.rollers(timeline.wanted.who)
        return []

    def prompt(self, socket: Socket) -> Plain:
        """Return the open question for who is asked, and who is waited for to all others."""
        timeline = self.fight.timeline
        lens = self.audience(socket.audience).lens
        seats = self.asked()
        found: Plain = {"choice": None, "turn": None, "paused": self.paused}
        if timeline.pending is None and timeline.wanted is None:
            return found
        combat = self.fight.combat
        who = timeline.wanted.who if timeline.wanted else self.place(timeline.pending)
        turn: Plain = {
            "id": str(self.asked_at),
            "seats": [one.id for one in seats],
            "bot": bool(seats) and all([one.bot for one in seats]),
            "dice": timeline.wanted is not None,
            "reaction": timeline.pending is not None and timeline.pending.depth > 0,
        }
        if who >= 0 and lens.sees(combat, who):
            turn["who"] = str(combat.units[who].name)
        if self.deadline:
            turn["left"] = max(int((self.deadline - time.monotonic()) * 1000), 0)
            turn["whole"] = int(self.allowance() * 1000)
        found["turn"] = turn
        if not socket.holds(seats) or turn["bot"] or self.order() is not None:
            return found
        if timeline.wanted is not None:
            found["choice"] = self.dice(combat)
        else:
            found["choice"] = question(lens, self.fight.choice)
            found["choice"]["staged"] = self.staged()
        found["choice"]["id"] = turn["id"]
        return found

    @staticmethod
    def place(pending: Any) -> int:
        """Return who is asked, -1 for a whole side."""
        return int(pending.who) if pending is not None else -1

    def dice(self, combat: Combat[Any]) -> Plain:
        """Return the die that is wanted, with those that were typed in for the same step."""
        wanted = self.fight.timeline.wanted
        assert wanted is not None
        who = str(combat.units[wanted.who].name) if wanted.who >= 0 else ""
        return {
            "kind": "dice",
            "who": who,
            "rule": wanted.rule,
            "sides": int(wanted.sides),
            "prompt": sentence(f"roll a d{wanted.sides}"),
            "known": list(self.fight.dice) if self.fight.timeline.open.told else [],
        }

    def staged(self) -> str:
        """Return the key of one's last answer if it can still be taken back, "" if not."""
        opened = self.fight.timeline.open
        if not opened.answers or opened.answers[-1].by != PERSON:
            return ""
        last = opened.answers[-1]
        return last.key if len(opened.told) == last.dice else ""

    def people(self) -> list[Plain]:
        """Return who sits where, as everybody may know."""
        here = {one.id for socket in self.sockets for one in socket.seats}
        return [
            {
                "id": seat.id,
                "role": seat.role,
                "label": seat.label,
                "name": seat.name,
                "side": seat.side,
                "units": seat.units,
                "bot": seat.bot,
                "dice": seat.dice,
                "here": seat.id in here,
            }
            for seat in self.seats.values()
        ]

    def tell_people(self) -> None:
        """Tell everybody who is here."""
        message = msgspec.json.encode({"t": "people", "people": self.people()})
        for socket in list(self.sockets):
            socket.put(message)

    def notice(self, text: str, kind: str) -> None:
        """Say a word to everybody."""
        for socket in list(self.sockets):
            socket.tell({"t": "note", "text": text, "kind": kind})

    def whole(self, socket: Socket) -> Plain:
        """Return everything that a socket is shown."""
        name = socket.audience
        if name not in self.audiences:
            self.audience(name)
        audience = self.audiences[name]
        lines = audience.lens.lines(self.fight.events)[-LOG:]
        return {
            "t": "full",
            "seq": self.seq,
            "view": audience.view,
            "digest": audience.digest,
            "log": lines,
            "people": self.people(),
            "vote": self.vote,
            "trouble": self.trouble,
            **self.prompt(socket),
        }

    # -- who comes and goes ------------------------------------------------------------------

    async def join(self, socket: Socket, hello: wire.Hello) -> None:
        """Let somebody in.

        Raises:
            RefusedError: no token opens a seat here.
        """
        found: list[Seat] = []
        for token in hello.tokens:
            seat = self.tokens.opens(token, self.id, self.seats)
            if seat is not None and seat not in found:
                found.append(seat)
        if not found:
            raise RefusedError("gone", "this link opens no seat here: ask for a new one")
        async with self.lock:
            if any([not one.name and hello.name for one in found]):
                for one in found:
                    one.name = one.name or clean(hello.name)
            socket.seats = found
            self.sockets.add(socket)
            socket.tell(
                {
                    "t": "welcome",
                    "v": wire.PROTOCOL,
                    "you": {"seats": [one.id for one in found], "role": socket.role},
                    "scene": self.scene,
                    "name": self.config["name"],
                    "settings": self.settings(),
                    "seq": self.seq,
                    "time": kept.now(),
                }
            )
            socket.tell(self.whole(socket))
        lines = await self.store.do(lambda link: kept.said(link, self.id))
        if lines and socket.role != SPECTATOR:
            socket.tell({"t": "chat", "lines": [self.spoken(one) for one in lines]})
        self.tell_people()

    def leave(self, socket: Socket) -> None:
        """Let somebody go."""
        if socket in self.sockets:
            self.sockets.discard(socket)
            self.tell_people()

    def settings(self) -> Plain:
        """Return the settings that everybody may know."""
        known = ("numbers", "undo", "clock", "chat")
        return {name: self.config[name] for name in known if name in self.config}

    def spoken(self, row: Plain) -> Plain:
        """Return a line of chat."""
        seat = self.seats.get(str(row["seat"]))
        name = (seat.name or seat.label) if seat is not None else str(row["seat"])
        return {"who": name, "text": row["text"], "at": row["at"]}

    # -- messages ----------------------------------------------------------------------------

    async def receive(self, socket: Socket, message: wire.Message) -> None:
        """Take a message of somebody who has said hello; whatever it changes waits its turn."""
        kind = str(getattr(message, "t", ""))
        id = str(getattr(message, "id", ""))
        try:
            if socket.too_fast(time.monotonic()):
                raise RefusedError("too_fast", "too many messages: wait a little")
            if kind not in MAY[socket.role]:
                raise RefusedError("not_yours", "this seat may not do that")
            if isinstance(message, wire.HereMessage):
                socket.tell({"t": "pong", "n": message.n, "time": kept.now()})
            elif isinstance(message, wire.AskMessage):
                self.ask(socket, message)
            else:
                try:
                    self.inbox.put_nowait(lambda: self.handle(socket, message))
                except asyncio.QueueFull:
                    raise RefusedError("busy", "the table has too much to do") from None
        except RefusedError as fault:
            self.refuse(socket, id, fault)

    def refuse(self, socket: Socket, id: str, fault: RefusedError) -> None:
        """Tell why nothing has changed, and what is asked now."""
        message = {"t": "refused", "id": id, "code": fault.code, "text": fault.text}
        if fault.rule:
            message["rule"] = fault.rule
        if fault.code == "stale":
            message |= self.prompt(socket)
        socket.tell(message)

    async def handle(self, socket: Socket, message: wire.Message) -> None:
        """Do what a message says, or refuse it."""
        id = str(getattr(message, "id", ""))
        try:
            seat = self.acting(socket, message)
            first = self.requests.get((seat.id, id))
            if first is None:
                first = await self.do(socket, seat, message)
            if first is not None:
                socket.tell({"t": "ack", "id": id, "seq": first})
        except RefusedError as fault:
            self.refuse(socket, id, fault)

    def acting(self, socket: Socket, message: wire.Message) -> Seat:
        """Return the seat for which a message is sent."""
        mine = [one for one in socket.seats if one.role != SPECTATOR]
        if not mine:
            raise RefusedError("not_yours", "who watches may not do that")
        masters = [one for one in mine if one.role == GM]
        if isinstance(message, wire.GmMessage):
            return masters[0]
        id = str(getattr(message, "id", ""))
        for one in mine:
            if (one.id, id) in self.requests:
                return one
        asked = self.asked()
        named = [one for one in mine if one in asked]
        return (named or [one for one in mine if one.role == PLAYER] or mine)[0]

    async def do(self, socket: Socket, seat: Seat, message: wire.Message) -> int | None:
        """Do what a message says; return the number to acknowledge, None if there is none."""
        if isinstance(message, wire.AnswerMessage):
            return await self.on_answer(seat, message)
        if isinstance(message, wire.DiceMessage):
            return await self.on_dice(seat, message)
        if isinstance(message, wire.BackMessage):
            return await self.on_back(seat, message)
        if isinstance(message, wire.UndoMessage):
            return await self.on_undo(socket, seat, message.id, force=False)
        if isinstance(message, wire.VoteMessage):
            return await self.on_vote(seat, message)
        if isinstance(message, wire.OrderMessage):
            return await self.on_order(seat, message)
        if isinstance(message, wire.SeatMessage):
            return await self.on_seat(seat, message)
        if isinstance(message, wire.SayMessage):
            return await self.on_say(seat, message)
        if isinstance(message, wire.GmMessage):
            return await self.on_gm(socket, seat, message)
        raise RefusedError("malformed", "that was said already")

    def playing(self) -> None:
        """Refuse what needs a fight that goes on."""
        if self.fight.over:
            raise RefusedError("over", "the fight is over")
        if self.paused:
            raise RefusedError("paused", "the game master has paused the fight")

    async def on_answer(self, seat: Seat, message: wire.AnswerMessage) -> int:
        self.playing()
        if message.choice != str(self.asked_at) or not self.fight.asking:
            raise RefusedError("stale", "something else is asked by now")
        if seat not in self.asked():
            raise RefusedError("not_yours", "somebody else is asked")
        key = message.option
        return await self.commit("answer", seat.id, message.id, lambda: self.choose(key, seat.id))

    async def on_dice(self, seat: Seat, message: wire.DiceMessage) -> int:
        self.playing()
        if self.fight.dice_wanted is None:
            raise RefusedError("stale", "no die is wanted")
        if seat not in self.asked():
            raise RefusedError("not_yours", "somebody else rolls")

        def give() -> None:
            self.driver.allow()
            try:
                for face in message.values:
                    if self.fight.dice_wanted is not None:
                        self.fight.give_die(face)
            finally:
                self.driver.hold()

        return await self.commit("dice", seat.id, message.id, give)

    async def on_back(self, seat: Seat, message: wire.BackMessage) -> int:
        self.playing()
        if not self.staged():
            raise RefusedError("illegal", "nothing can be taken back without an undo")
        if seat not in self.asked():
            raise RefusedError("not_yours", "somebody else is asked")
        return await self.commit("back", seat.id, message.id, self.fight.back, anew=True)

    # -- undo --------------------------------------------------------------------------------

    def cost(self) -> Plain:
        """Return what an undo takes back.

        Raises:
            RefusedError: there is nothing to take back.
        """
        timeline = self.fight.timeline
        stop = timeline.last_stop()
        if stop is None:
            raise RefusedError("illegal", "there is nothing to undo")
        taken = timeline.since(stop)
        answers, dice = taken.answers, len(taken.dice)
        people = [one for one in answers if one.by == PERSON]
        first = people[0] if people else None
        return {
            "key": first.key if first is not None else "the last ruling",
            "who": first.who if first is not None else "",
            "side": first.seat if first is not None else "",
            "answers": len(answers),
            "dice": dice,
        }

    async def on_undo(self, socket: Socket, seat: Seat, id: str, *, force: bool) -> int | None:
        if self.vote is not None and not force:
            raise RefusedError("busy", "somebody has asked to go back already")
        cost = self.cost()
        others = self.others(seat)
        rule = str(self.config.get("undo", "free"))
        mine = cost["side"] == seat.side and (not seat.units or cost["who"] in seat.units)
        free = rule == "free" and mine and not cost["dice"]
        if force or not others or free:
            self.vote = None
            return await self.commit("undo", seat.id, id, self.fight.undo, anew=True)
        if rule == "gm":
            others = [one for one in others if one.role == GM]
            if not others:
                raise RefusedError("not_yours", "only the game master takes back")
        self.vote = {
            "id": secrets.token_hex(6),
            "seat": seat.id,
            "name": seat.name or seat.label,
            "cost": cost,
            "need": [one.id for one in others],
            "yes": [],
        }
        self.tell_vote()
        return self.seq

    def others(self, seat: Seat) -> list[Seat]:
        """Return the people who are here, besides one."""
        here = {one.id: one for socket in self.sockets for one in socket.seats}
        mine = {one.id for socket in self.sockets if seat in socket.seats for one in socket.seats}
        return [one for id, one in here.items() if id not in mine and one.role != SPECTATOR]

    async def on_vote(self, seat: Seat, message: wire.VoteMessage) -> int:
        vote = self.vote
        if vote is None or vote["id"] != message.request:
            raise RefusedError("stale", "that is settled already")
        if seat.id not in vote["need"]:
            raise RefusedError("not_yours", "this seat is not asked")
        if not message.yes:
            self.vote = None
            self.tell_vote()
            self.notice(f"{seat.name or seat.label} would rather not go back", "undo")
            return self.seq
        vote["yes"] = [*{*vote["yes"], seat.id}]
        if {*vote["need"]} <= {*vote["yes"]} or seat.role == GM:
            self.vote = None
            number = await self.commit("undo", seat.id, message.id, self.fight.undo, anew=True)
            self.tell_vote()
            return number
        self.tell_vote()
        return self.seq

    def settle_vote(self) -> None:
        """Drop a request that the fight has overtaken."""
        if self.vote is not None:
            self.vote = None
            self.tell_vote()

    def tell_vote(self) -> None:
        """Tell everybody that somebody asks to go back, or that it is settled."""
        for socket in list(self.sockets):
            socket.tell({"t": "vote", "vote": self.vote})

    # -- orders, seats, chat -----------------------------------------------------------------

    async def on_order(self, seat: Seat, message: wire.OrderMessage) -> int:
        def give() -> None:
            orders = [
                one
                for one in self.config.get("orders", [])
                if (one["seat"], one["who"], one["rule"]) != (seat.id, message.who, message.rule)
            ]
            if message.key:
                orders.append(
                    {
                        "seat": seat.id,
                        "who": message.who,
                        "rule": message.rule,
                        "key": message.key,
                    }
                )
            self.config["orders"] = orders[-100:]

        return await self.commit("order", seat.id, message.id, give)

    async def on_seat(self, seat: Seat, message: wire.SeatMessage) -> int:
        def change() -> None:
            seat.name = clean(message.name) or seat.name
            if message.dice:
                for one in self.seats.values():  # the dice of a side are rolled in one way
                    if one.side == seat.side:
                        one.dice = message.dice
                self.config["dice"] = self.driver.by_hand()
                self.driver.take_over()
                self.fight.timeline.advance()

        number = await self.commit("seat", seat.id, message.id, change)
        self.tell_people()
        return number

    async def on_say(self, seat: Seat, message: wire.SayMessage) -> int:
        if not self.config.get("chat", True):
            raise RefusedError("not_yours", "this table does without chat")
        text = clean(message.text, 500)
        if not text:
            raise RefusedError("malformed", "there is nothing to read in it")
        try:
            await self.store.do(lambda link: kept.say(link, self.id, seat.id, text))
        except StoreError as fault:
            raise RefusedError("busy", "it could not be saved; send it again") from fault
        line = self.spoken({"seat": seat.id, "text": text, "at": kept.now()})
        for socket in list(self.sockets):
            if socket.role != SPECTATOR:
                socket.tell({"t": "chat", "lines": [line]})
        return self.seq

    # -- the game master ---------------------------------------------------------------------

    async def on_gm(self, socket: Socket, seat: Seat, message: wire.GmMessage) -> int | None:
        reason = clean(message.reason, 300)
        fight = self.fight
        if message.do in ("edit", "reroll") and not reason:
            raise RefusedError("malformed", "a ruling needs a reason")
        if message.do == "edit":
            if fight.timeline.open.answers:  # the client sends it again until it can stand
                raise RefusedError(
                    "busy", "a step is under way: the ruling follows when it is over"
                )
            value = message.value
            return await self.commit(
                "ruling", seat.id, message.id, lambda: fight.edit(message.path, value, reason)
            )
        if message.do == "reroll":
            return await self.commit(
                *("ruling", seat.id, message.id),
                lambda: fight.reroll(message.die, message.face, reason),
                anew=True,
            )
        if message.do == "undo":
            return await self.on_undo(socket, seat, message.id, force=True)
        if message.do == "answer":
            if not fight.asking:
                raise RefusedError("stale", "nothing is asked")
            key = message.path or fight.choice.fallback.key
            return await self.commit("answer", seat.id, message.id, lambda: self.choose(key))
        if message.do == "clock":
            self.deadline = 0.0
            return self.seq
        number = await self.commit("seat", seat.id, message.id, lambda: self.configure(message))
        self.tell_people()
        return number

    def configure(self, message: wire.GmMessage) -> None:
        """Pause, go on, or let a program take a seat.

        Raises:
            InvalidError: no such seat or program.
        """
        if message.do == "bot":
            seat = self.seats.get(message.seat)
            known = ["", *bots.LEVELS]
            if seat is None or seat.role == SPECTATOR or message.path not in known:
                raise InvalidError(["found no such seat or program"])
            seat.bot = message.path
            if seat.bot:
                seat.dice = APP
            self.driver.take_over()
            self.fight.timeline.advance()
        else:
            self.config["paused"] = message.do == "pause"

    # -- clocks ------------------------------------------------------------------------------

    def allowance(self) -> float:
        """Return the time for the open question in seconds, 0 for none."""
        clock = self.config.get("clock") or {}
        pending = self.fight.timeline.pending
        if pending is None:
            return 0.0
        return float(clock.get("reaction" if pending.depth > 0 else "turn", 0))

    def set_clock(self) -> None:
        """Start the clock of a question that was not asked before."""
        if self.paused or self.driver.due or not self.allowance():
            self.deadline = 0.0
            self.clock_for = -1
        elif self.clock_for != self.asked_at:
            self.clock_for = self.asked_at
            self.deadline = time.monotonic() + self.allowance()

    # -- questions ---------------------------------------------------------------------------

    def ask(self, socket: Socket, message: wire.AskMessage) -> None:
        """Work out what is asked besides the fight, without holding it up.

        Raises:
            RefusedError: it is not for this seat, or too much is worked out already.
        """
        if socket.role == SPECTATOR and message.what not in SPECTATORS_ASK:
            raise RefusedError("not_yours", "who watches may not ask that")
        if socket.asking >= ASKS:
            raise RefusedError("busy", "one thing after the other")
        socket.asking += 1
        task = asyncio.get_running_loop().create_task(self.reply(socket, message))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def reply(self, socket: Socket, message: wire.AskMessage) -> None:
        """Answer what was asked."""
        try:
            result = await self.found(socket, message)
            socket.tell({"t": "reply", "id": message.id, "seq": self.seq, "result": result})
        except RefusedError as fault:
            self.refuse(socket, message.id, fault)
        except (AffrayError, InvalidError) as fault:
            rule = fault.rule if isinstance(fault, IllegalError) else ""
            self.refuse(socket, message.id, RefusedError("unknown", str(fault), rule))
        except Exception:
            incident = secrets.token_hex(4)
            LOGGER.exception("table %s, incident %s", self.id, incident)
            self.refuse(
                socket, message.id, RefusedError("internal", f"something broke here: {incident}")
            )
        finally:
            socket.asking -= 1

    async def found(self, socket: Socket, message: wire.AskMessage) -> Plain:
        """Return the answer to what was asked.

        Raises:
            RefusedError: it is not for this seat.
        """
        if message.what == "rule":
            return rule_text(self.fight.ruleset.id, message.ref)
        lens = self.audience(socket.audience).lens
        fight = self.fight
        if message.what in ("explain", "values"):
            async with self.lock:
                return self.inspected(lens, message)
        async with self.lock:
            if not fight.asking or (not socket.holds(self.asked()) and socket.role != GM):
                raise RefusedError("not_yours", "somebody else is asked")
            if message.what == "why":
                rule, text = fight.why_not(message.ref)
                return {"key": message.ref, "rule": rule, "why": text}
            if message.what == "advice":
                if not lens.whole(fight.combat):  # a program would look at what is hidden
                    raise RefusedError("not_yours", "no advice while something is hidden from you")
                answer = bots.greedy(fight.choice)
                return {"key": answer.key}
            asked = fight.choice
            if message.what == "way":
                return {"way": way(fight, asked.read(message.ref))}
            timeline = fight.timeline
            option = next((one for one in asked.options if one.key == message.ref), None)
            combat = lens.observer.seen(timeline.combat)  # what is hidden has no part in it
            answers = [one.answer for one in timeline.open.answers]
            answers.append(asked.read(message.ref))
            told = list(timeline.open.told)
            names = [str(one.name) for one in combat.units]
            me = asked.who
        number = self.seq

        def work() -> Plain:
            if number != self.seq:
                raise RefusedError("stale", "something else is asked by now")
            found = odds.odds(
                combat, answers, fight.ruleset, told=told, budget=BUDGET, lines=8, seed=fight.seed
            )
            targets = [names[one] for one in option.targets] if option is not None else []
            targets += [one for one in message.ref.split() if one in names and one not in targets]
            return forecast(lens, found, [one for one in targets if one != me], me)

        return await asyncio.get_running_loop().run_in_executor(CHANCES, work)

    def inspected(self, lens: Lens, message: wire.AskMessage) -> Plain:
        """Return what a number is made of, or what of somebody can be set.

        Raises:
            RefusedError: the audience does not know it.
        """
        combat = self.fight.combat
        found = [one for one in combat.units if one.name == message.ref]
        if not found or not lens.sees(combat, found[0].index):
            raise RefusedError("unknown", "there is nobody of that name")
        index = found[0].index
        if not lens.own(combat, index) and lens.numbers != EXACT:
            raise RefusedError("not_yours", "the numbers of foes are not shown here")
        if message.what == "explain":
            names = [message.more] if message.more else list(self.fight.ruleset.numbers())
            parts = {one: listed(self.fight.explain(message.ref, one)) for one in names}
            return {"who": message.ref, "numbers": parts}
        if not lens.all_known:
            raise RefusedError("not_yours", "only the game master rules on that")
        values: list[list[Any]] = []
        for name in dict.fromkeys([*self.fight.ruleset.measures(combat, index), "at"]):
            path = f"{message.ref}.{name.replace(' ', '_')}"
            try:
                value = self.fight.value(path)
            except InvalidError:
                continue
            values.append([path, name, value])
        effects = sorted(self.fight.ruleset.effects())
        return {"who": message.ref, "values": values, "effects": effects[:200]}


def way(fight: Fight, answer: int) -> list[list[int]]:
    """Return the cells that a move leads over, none for other answers."""
    choice = fight.choice.choice
    if not isinstance(choice, MoveChoice):
        return []
    grid = choice.grid
    if answer < 0:
        cells = choice.cells(answer)
    elif 0 < answer <= grid.size:
        cells = choice.way(answer - 1)
    else:
        cells = []
    return [[grid.column(cell), grid.row(cell)] for cell in cells]


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


def reopen(id: str, head: Plain, rows: list[Plain], store: Store, tokens: Tokens) -> Table:
    """Return a table from its rows, its fight played again line by line.

    Raises:
        InvalidError: the fight does not come out as it was kept.
    """
    config = msgspec.json.decode(head["config"])
    seats = {one["id"]: Seat.of(one) for one in config.pop("seats")}
    header = msgspec.json.decode(head["header"])
    header["dice"] = config.get("dice") or "seeded"
    fight = played_again(header, rows, seats)
    table = Table(id, fight, config, seats, store, tokens)
    table.fight.timeline.advance()
    table.seq = int(head["last_n"])
    for row in rows:
        if row["request"]:
            table.requests[row["seat"], row["request"]] = row["n"]
    table.asked_at = int(msgspec.json.decode(rows[-1]["body"])["asked"])
    if fight.digest != rows[-1]["digest"]:
        raise InvalidError([f"table {id}: the fight does not come out as it was kept"])
    return table


def lines_of(rows: list[Plain]) -> list[Plain]:
    """Return the journal's lines of some rows, the step under way last."""
    bodies = [msgspec.json.decode(row["body"]) for row in rows]
    lines = [line for body in bodies for line in body["lines"]]
    if bodies and bodies[-1]["open"] is not None:
        lines.append(bodies[-1]["open"])
    return lines


def played_again(header: Plain, rows: list[Plain], seats: dict[str, Seat]) -> Fight:
    """Return a fight from its header and rows.

    Raises:
        InvalidError: a line does not come out as it was kept.
    """
    ruleset, setup = open_header(header)
    fight = reopened(header, ruleset, setup)
    Driver(fight, seats)
    for number, line in enumerate(lines_of(rows), start=2):
        try:
            told = msgspec.json.decode(msgspec.json.encode(fight.timeline.retell(line)))
        except (AffrayError, KeyError, TypeError, ValueError) as fault:
            raise InvalidError([f"line {number} of the journal: {fault}"]) from fault
        changed = compare(number, line, told)
        if changed is not None:
            raise InvalidError([str(changed)])
    return fight


def journal_of(table: Table) -> Journal:
    """Return the journal of a table as a file has it."""
    return table.fight.journal
