"""One table under way: a task of its own owns the fight, whoever plays only sends it messages.

The order of things is always the same: the engine runs, its journal lines are committed, and only
then the answer is acknowledged and told to everybody.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from typing import Any, Final, TypeAlias, TypeVar

import msgspec

from affray.content.problems import InvalidError
from affray.core import combat as core
from affray.core.errors import AffrayError, IllegalError
from affray.session.fight import Fight
from affray.web import store as kept
from affray.web.driver import Driver
from affray.web.naming import named
from affray.web.room import Room
from affray.web.rulings import Postponed, edit_of, worded
from affray.web.seats import APP, GM, Seat, Tokens
from affray.web.sockets import Socket
from affray.web.store import FencedError, Store, StoreError
from affray.web.views import EXACT, PUBLIC, Lens, Plain, encode
from affray.web.wire import RefusedError, refused

LOGGER: Final = logging.getLogger("affray.web")
INBOX: Final = 512  # messages that may wait at one table
PACE: Final = 450  # milliseconds between the steps of programs, so that people can follow
GONE: Final = 10.0  # seconds after which who has left is not asked to agree any more
AGAIN: Final = 1.0  # seconds after which programs try again when nothing could be kept
ENGINE: Final = ThreadPoolExecutor(2, "engine")  # one step at a time for each table
COMPILED: Final = not core.__file__.endswith(".py")  # a thread beside would not run meanwhile
SHORT: Final = 0.004  # seconds; work that lately took longer is done in a thread
COVER: Final = "greedy"  # the program that plays for who is away
QUIET: Final = frozenset({"seat", "order", "later"})  # what leaves the open question as it is
PLAYED: Final = frozenset({"answer", "dice", "back", "step"})  # the fight alone changes

T = TypeVar("T")
Turn: TypeAlias = Callable[[], Coroutine[Any, Any, None]]


async def engine(work: Callable[[], T]) -> T:
    """Return what some work on a fight returns, done in the engine's threads."""
    return await asyncio.get_running_loop().run_in_executor(ENGINE, work)


def incident(where: str) -> RefusedError:
    """Write down the fault that is being handled; return what a player is told of it."""
    number = secrets.token_hex(4)
    LOGGER.exception("%s, incident %s", where, number)
    return RefusedError("internal", f"something broke here: {number}")


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
        self.room = Room(fight, config, seats, self.driver)
        self.requests: dict[tuple[str, str], int] = {}  # what was acknowledged: seat and id
        self.inbox: asyncio.Queue[Turn] = asyncio.Queue(INBOX)
        self.postponed: list[Postponed] = []  # rulings that came in the middle of a step
        self.lock = asyncio.Lock()  # held while the engine changes the fight
        self.pace = float(config.get("pace", PACE)) / 1000
        self.ready_at = 0.0  # when programs may go on
        self.rule_at = 0.0  # when a postponed ruling is tried again that could not be kept
        self.kept_at = 0.0  # when an answer was kept last
        self.used_at = time.monotonic()  # when somebody wanted it last
        self.epoch = 0  # of the lease under which this server goes on with it
        self.quick = COMPILED  # whether work on the fight is done at once: it takes no time
        self.head_kept = False  # whether what of it is kept besides its fight is as it is now
        self.lost = False  # it goes on elsewhere, or not at all: this one is not to be used
        self.waiting: set[asyncio.Future[Any]] = set()  # who waits for ``do``
        self.task: asyncio.Task[None] | None = None

    @staticmethod
    async def create(
        fight: Fight, config: Plain, seats: dict[str, Seat], store: Store, tokens: Tokens
    ) -> Table:
        """Begin a table, and keep it.

        Raises:
            StoreError: it could not be kept.
        """
        table = Table(secrets.token_urlsafe(12), fight, config, seats, store, tokens)
        table.room.seq = -1
        await engine(fight.timeline.advance)
        row = {
            "id": table.id,
            "ruleset": fight.ruleset.id,
            "name": str(config["name"]),
            "header": encode(fight.journal.header).decode(),
            "config": encode(table.head()).decode(),
            "status": "open",
        }
        entry = table.entry("start", "", None, 0, 0)

        def keep(connection: Any) -> int:
            kept.add_game(connection, row)
            epoch = kept.claim(
                connection, table.id, store.me, shared=store.shared, address=store.address
            )
            kept.append(connection, table.id, entry, {"status": "open"}, epoch)
            return epoch

        table.epoch = await store.do(keep)
        table.head_kept = True
        table.room.seq = 0
        table.begin()
        return table

    def head(self) -> Plain:
        """Return what of the table is kept besides its fight."""
        head = {**self.config, "seats": [seat.data() for seat in self.seats.values()]}
        if self.postponed:
            head["postponed"] = [one.data() for one in self.postponed]
        if self.clocked:
            head["running"] = self.room.clock.running()
        return head

    @property
    def clocked(self) -> bool:
        """Whether questions have a time here, of which is kept with each step what is left."""
        return any((self.config.get("clock") or {}).values())

    def begin(self) -> None:
        """Start the task that owns the fight."""
        self.room.shown = self.fight.happened
        self.ready_at = time.monotonic() + self.pace
        if self.room.past is None:
            self.room.tell_late()
        self.set_clock()
        self.task = asyncio.get_running_loop().create_task(self.run())

    async def end(self, reason: str = "restart") -> None:
        """Stop, with a word to everybody: nothing is lost."""
        self.lost = True
        for socket in list(self.room.sockets):
            socket.hang_up(reason)
        if self.task is not None:
            self.task.cancel()
            await asyncio.gather(self.task, return_exceptions=True)
        for future in list(self.waiting):
            future.cancel()

    def give_up(self) -> None:
        """Leave the fight to who has gone on with it: whoever is here connects again, there."""
        self.lost = True
        for socket in list(self.room.sockets):
            socket.hang_up("moved")

    # -- the task ----------------------------------------------------------------------------

    async def run(self) -> None:
        """Do one thing after the other, until somebody else has gone on with the fight."""
        while not self.lost:
            turn = await self.next_turn()
            try:
                await turn()
            except Exception:
                LOGGER.exception("table %s", self.id)
                await asyncio.sleep(0.2)
        while not self.inbox.empty():  # each is refused: nothing can be kept here any more
            await self.inbox.get_nowait()()

    async def next_turn(self) -> Turn:
        """Return what is to be done next: what was sent comes before what programs do.

        But a ruling that has waited for the end of the step comes before everything.
        """
        patience = self.patience()
        if patience == 0:
            await asyncio.sleep(0)
            first = self.ruling_due or self.inbox.empty()
            return self.on_time if first else self.inbox.get_nowait()
        if patience is None:
            return await self.inbox.get()
        try:
            async with asyncio.timeout(patience):  # ``wait_for`` would begin a task each time
                return await self.inbox.get()
        except TimeoutError:
            return self.on_time

    def take(self, turn: Turn) -> None:
        """Have something done in its turn.

        Raises:
            RefusedError: too much waits already.
        """
        if self.lost:
            raise RefusedError("gone", "this table has moved: connect again")
        try:
            self.inbox.put_nowait(turn)
        except asyncio.QueueFull:
            raise RefusedError("busy", "the table has too much to do") from None

    async def do(self, work: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """Return what some work returns that is done in its turn.

        Raises:
            RefusedError: too much waits already, or what the work raises.
        """
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()

        async def turn() -> None:
            try:
                result = await work()
            except Exception as fault:
                if not future.done():
                    future.set_exception(fault)
            else:
                if not future.done():
                    future.set_result(result)

        self.take(turn)
        self.waiting.add(future)
        try:
            return await future
        except asyncio.CancelledError:
            raise RefusedError("gone", "this table has ended") from None
        finally:
            self.waiting.discard(future)

    @property
    def under_way(self) -> bool:
        """Whether a step is under way in which something was answered."""
        return bool(self.fight.timeline.open.answers)

    def patience(self) -> float | None:
        """Return for how long nothing has to be done by itself, in seconds; None: no limit."""
        if self.ruling_due:
            return max(self.rule_at - time.monotonic(), 0.0)
        if self.room.paused or self.fight.over:
            return None
        if self.driver.due or self.room.order() is not None:
            return max(self.ready_at - time.monotonic(), 0.0)
        ends = [self.room.clock.ends] if self.room.clock.deadline else []
        ends += [self.room.cover_at] if self.room.cover_at else []
        return max(min(ends) - time.monotonic(), 0.0) if ends else None

    @property
    def unused(self) -> bool:
        """Whether nobody is here, nobody waits for anything, and nothing is done by itself."""
        if self.room.sockets or self.waiting or self.lock.locked() or not self.inbox.empty():
            return False
        if self.ruling_due:
            return False
        at_rest = self.room.paused or self.fight.over
        return at_rest or (self.patience() is None and not self.allowance())

    @property
    def left_at(self) -> float:
        """When anything happened here last, as ``time.monotonic`` counts."""
        return max(self.used_at, self.kept_at)

    async def on_time(self) -> None:
        """Carry out a ruling that has waited, or let programs, orders or the clock answer."""
        if self.ruling_due:
            await self.rule()
            return
        if self.room.paused or self.fight.over:
            return
        ordered = self.room.order()
        try:
            if ordered is not None:
                seat, key = ordered
                await self.commit("order", seat, None, lambda: self.choose(key, seat))
            elif self.driver.due:
                await self.commit("step", "", None, self.driver.go_on)
            elif self.room.clock.out and self.fight.asking:
                key = self.fight.choice.fallback.key
                await self.commit("timeout", "", None, lambda: self.choose(key))
                self.room.notice("The time is up: the default was taken", "clock")
            elif self.room.clock.out and self.fight.dice_wanted is not None:
                await self.roll()
            elif 0 < self.room.cover_at <= time.monotonic():
                await self.cover()
        except RefusedError:
            self.ready_at = time.monotonic() + AGAIN
            if self.room.clock.out:  # not again at once: messages come in between
                self.room.clock.deadline = self.ready_at
            self.room.missed_at = 0.0

    # -- rulings that came in the middle of a step -------------------------------------------

    @property
    def waiting_rulings(self) -> list[Postponed]:
        """Those that wait for the end of the step under way, the first that came first."""
        return [one for one in self.postponed if not one.fault]

    @property
    def ruling_due(self) -> bool:
        """Whether one waits, and the step is over."""
        return bool(self.postponed) and not self.under_way and bool(self.waiting_rulings)

    def held(self, id: str) -> Postponed | None:
        """Return the ruling of a message's id that waits, or did not fit; None if there is none."""
        return next((one for one in self.postponed if one.message.id == id), None)

    def without(self, id: str) -> None:
        """Hold the ruling of a message's id no more."""
        self.postponed = [one for one in self.postponed if one.message.id != id]

    async def rule(self) -> None:
        """Carry out the ruling that has waited longest; if it does not fit any more, that is kept.

        Whoever sits at the seat that ruled is told.
        """
        one = self.waiting_rulings[0]
        id = one.message.id

        def change() -> None:
            self.without(id)
            self.fight.edit(*edit_of(one.message), one.message.reason)

        try:
            number = await self.commit("ruling", one.seat, id, change)
        except RefusedError as fault:
            if fault.code == "busy":
                self.rule_at = time.monotonic() + AGAIN
            else:
                await self.give_up_ruling(one, fault)
        else:
            self.tell_seat(one.seat, {"t": "ack", "id": id, "seq": number})
            self.tell_rulings()

    async def give_up_ruling(self, one: Postponed, fault: RefusedError) -> None:
        """Keep why a ruling that has waited does not come about, until that is read."""
        said = worded(self.fight, one.message, fault, late=True)

        def change() -> None:
            self.without(one.message.id)
            self.postponed.append(replace(one, fault=said.text, rule=said.rule))

        try:
            await self.commit("later", one.seat, None, change)
        except RefusedError:
            self.rule_at = time.monotonic() + AGAIN
        else:
            self.tell_seat(one.seat, refused(one.message.id, said))
            self.tell_rulings()

    def rulings(self) -> Plain:
        """Return in words which rulings wait for the end of the step, and which did not fit."""
        waiting = [{"id": one.message.id, "text": one.text} for one in self.waiting_rulings]
        unfit = [{"id": one.message.id, "text": one.fault} for one in self.postponed if one.fault]
        return {"t": "rulings", "waiting": waiting, "unfit": unfit}

    def tell_rulings(self) -> None:
        """Tell every game master which rulings wait."""
        for socket in self.sockets():
            if socket.rank == GM:
                socket.tell(self.rulings())

    def tell_seat(self, seat: str, message: Plain) -> None:
        """Tell a message to everybody who holds a seat."""
        for socket in self.sockets():
            if seat in [one.id for one in socket.seats]:
                socket.tell(message)

    async def roll(self) -> None:
        """Let the app roll the dice of whoever has not rolled them in time, from now on."""
        late = self.room.asked()

        def change() -> None:
            for seat in late:
                seat.dice = APP
            self.config["dice"] = self.driver.by_hand()
            self.driver.take_over()
            self.fight.timeline.advance()

        await self.commit("timeout", "", None, change)
        self.room.notice("The time is up: the app rolls", "clock")
        self.room.tell_people()

    async def cover(self) -> None:
        """Let a program play for those who are waited for and away, until they are back."""
        asked = [seat for seat in self.room.asked() if not seat.bot]
        missed = [seat for seat in asked if seat.name] or asked

        def sit_down() -> None:
            for seat in missed:
                seat.bot, seat.covered = COVER, True
            self.driver.take_over()
            self.fight.timeline.advance()

        await self.commit("seat", "", None, sit_down)

        def said(name: str) -> str:
            names = dict.fromkeys([self.room.called(seat, name) for seat in missed])
            return f"A program plays for {' and '.join(names)} for now"

        self.room.notice(said, "seat")
        self.room.tell_people()

    def keep_names(self) -> None:
        """Keep the names with which people have come; without it they are kept with an answer."""

        async def turn() -> None:
            async with self.lock:
                config = encode(self.head()).decode()
                with suppress(StoreError):
                    await self.store.do(
                        lambda link: kept.configure(link, self.id, config, self.epoch)
                    )

        with suppress(RefusedError):
            self.take(turn)

    def give_back(self, seats: list[Seat]) -> None:
        """Let those who are back play for themselves again, if a program only covers them."""
        back = [seat for seat in seats if seat.covered]

        def stand_up() -> None:
            for seat in back:
                seat.bot, seat.covered = "", False
            self.driver.take_over()
            self.fight.timeline.advance()

        async def turn() -> None:
            if any([seat.covered for seat in back]):
                await self.commit("seat", back[0].id, None, stand_up)
                self.room.tell_people()

        if back:
            with suppress(RefusedError):
                self.take(turn)

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
        async with self.lock:
            timeline = self.fight.timeline
            played = kind in PLAYED
            config = None if played else encode(self.head())
            whole = len(timeline.events)
            mark = timeline.mark()
            old, about, spot = self.room.asked_at, self.question, self.spot
            asked, stands = old, True

            def work() -> Plain:
                nonlocal asked, stands
                lines = len(timeline.lines)
                change()
                self.look(whole=kind == "ruling")
                stands = self.spot == spot and len(timeline.lines) == lines
                asked = old if stands and kind in QUIET else self.room.seq + 1
                return self.entry(kind, seat, request, lines, asked)

            def restore() -> None:
                self.driver.hold()
                timeline.reset(mark)
                if config is not None:
                    self.restore(config)
                self.driver.take_over()
                timeline.advance()

            try:
                entry = await self.worked(work)
                head = {"status": self.status()}
                if self.clocked or not (played and self.head_kept):
                    head["config"] = encode(self.head()).decode()
                await self.store.do(
                    lambda link: kept.append(link, self.id, entry, head, self.epoch)
                )
            except Exception as fault:
                await engine(restore)
                raise self.refusal(fault) from fault
            self.head_kept = True
            self.room.seq += 1
            if kind == "ruling" and self.question == about:
                self.room.clock.renumber(self.room.asked_at, asked)
            self.room.asked_at = asked
            if request is not None:
                self.requests[seat, request] = self.room.seq
            self.kept_at = time.monotonic()
            self.ready_at = self.kept_at + self.pace
            if kind == "step" or stands:
                self.room.price_vote()
            else:
                self.room.settle_vote()
            self.tell({"kind": kind, "seat": seat, "id": request}, whole, anew=anew)
            return self.room.seq

    @property
    def spot(self) -> tuple[int, int, int]:
        """How far the fight is: steps, answers and dice of the step under way."""
        timeline = self.fight.timeline
        return timeline.number, len(timeline.open.answers), len(timeline.open.told)

    async def worked(self, work: Callable[[], T]) -> T:
        """Return what some work on the fight returns; what takes long is done in a thread."""
        if not self.quick:
            return await engine(lambda: self.timed(work))
        return self.timed(work)

    def timed(self, work: Callable[[], T]) -> T:
        """Return what some work returns; how long it takes says how the next is done."""
        begun = time.perf_counter()
        try:
            return work()
        finally:
            self.quick = COMPILED and time.perf_counter() - begun < SHORT

    def tell(self, by: Plain, whole: int, *, anew: bool) -> None:
        """Tell everybody what has been kept.

        Args:
            by: who did what.
            whole: events of whole steps before it.
            anew: whether what was told does not hold any more.
        """
        room = self.room
        if room.trouble:
            room.trouble = ""
            room.notice("The table goes on: everything is saved again.", "good")
        self.set_clock()
        if by["kind"] == "ruling" and not anew:  # the step under way was begun anew after it
            room.shown = self.fight.happened
            fresh = self.fight.timeline.events[whole:]
        else:
            fresh = room.fresh(anew=anew)
        room.broadcast(by, fresh, anew=anew)
        if self.fight.over and "seal" in self.config:
            room.tell_settings()  # the seal is opened

    def refusal(self, fault: Exception) -> RefusedError:
        """Return why nothing has changed; whatever hinders everybody is told to everybody."""
        if isinstance(fault, RefusedError):
            return fault
        if isinstance(fault, IllegalError):
            return RefusedError("illegal", named(self.fight, str(fault)), fault.rule)
        if isinstance(fault, (AffrayError, InvalidError)):
            return RefusedError("unknown", str(fault))
        if isinstance(fault, FencedError):
            LOGGER.warning("table %s: %s", self.id, fault)
            self.give_up()
            return RefusedError("gone", "this table has moved: connect again")
        if isinstance(fault, StoreError):
            if not self.room.trouble:
                LOGGER.error("table %s cannot be kept: %s", self.id, fault)
                self.room.notice(
                    "The table waits: it cannot be saved just now. Nothing is lost.", "bad"
                )
            self.room.trouble = str(fault)
            return RefusedError("busy", "it could not be saved; send it again")
        return incident(f"table {self.id}")

    def look(self, *, whole: bool) -> None:
        """Work out what will be shown: a state that cannot be shown is none to keep.

        Args:
            whole: also all views, which after a ruling may be of a state that no rule leads to.
        """
        if self.fight.asking:
            self.fight.choice.keys  # noqa: B018
        if whole:
            numbers = str(self.config.get("numbers", EXACT))
            for name in (PUBLIC, *self.fight.setup.seats):
                encode(Lens(self.fight, name, numbers).view())

    def rename(self, seat: Seat, name: str) -> None:
        """Call who sits on a seat by a name, which is kept with what happens next."""
        if name != seat.name:
            seat.name = name
            self.head_kept = False

    def restore(self, config: bytes) -> None:
        """Be configured again as before something was tried."""
        old = msgspec.json.decode(config)
        old.pop("running", None)
        self.postponed = [Postponed.of(one) for one in old.pop("postponed", [])]
        for data in old.pop("seats"):
            vars(self.seats[data["id"]]).update(data)
        self.config.clear()
        self.config.update(old)

    def entry(self, kind: str, seat: str, request: str | None, lines: int, asked: int) -> Plain:
        """Return the row of what happened: the journal's new lines and the step under way."""
        timeline = self.fight.timeline
        under_way = timeline.half is not None and (timeline.open.answers or timeline.open.told)
        body = {
            "lines": timeline.lines[lines:],
            "open": timeline.open_entry() if under_way else None,
            "asked": asked,
        }
        return {
            "n": self.room.seq + 1,
            "kind": kind,
            "seat": seat,
            "request": request,
            "body": encode(body).decode(),
            "digest": self.digest(),
        }

    def digest(self) -> str:
        """Return the digest of the state after the last whole step, worked out once a step."""
        timeline = self.fight.timeline
        last = timeline.done[-1] if timeline.done else None
        known = last is not None and last.after is timeline.combat
        return last.digest if last is not None and known else self.fight.digest

    def status(self) -> str:
        """Return how things stand, for lists."""
        if self.fight.over:
            return "over"
        return "paused" if self.room.paused else "open"

    # -- what is done to the fight -----------------------------------------------------------

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

    def give(self, faces: list[int]) -> None:
        """Type in dice of one throw that were rolled by hand.

        Raises:
            RefusedError: they are more than that throw has.
        """

        def throw() -> tuple[int, int, str] | None:
            wanted = self.fight.dice_wanted
            return None if wanted is None else (wanted.purpose, wanted.who, wanted.rule)

        thrown = throw()
        self.driver.allow()
        try:
            for number, face in enumerate(faces):
                if thrown is None or throw() != thrown:
                    fact = f"found {len(faces)} dice, expected {number} of this throw"
                    raise RefusedError("illegal", fact)
                self.fight.give_die(face)
        finally:
            self.driver.hold()

    # -- clocks ------------------------------------------------------------------------------

    def allowance(self) -> float:
        """Return the time for the open question in seconds, 0 for none."""
        clock = self.config.get("clock") or {}
        timeline = self.fight.timeline
        if timeline.pending is None and timeline.wanted is None:
            return 0.0
        return float(clock.get("reaction" if self.reacting else "turn", 0))

    @property
    def reacting(self) -> bool:
        """Whether others are waited for than those whose turn it is, or their deed is answered."""
        timeline = self.fight.timeline
        combat = self.fight.combat
        if timeline.wanted is not None:
            return bool(timeline.wanted.who != combat.active)
        if timeline.pending is None:
            return False
        if combat.active < 0 or timeline.pending.depth > 0:
            return timeline.pending.depth > 0
        acting = self.driver.rollers(combat.active)
        return not any([one in acting for one in self.room.asked()])

    @property
    def question(self) -> tuple[int, str, int] | None:
        """Whom the open question is put to, by which rule, and to which seats; None if none is."""
        timeline = self.fight.timeline
        if timeline.wanted is not None:
            return timeline.wanted.who, timeline.wanted.rule, 0
        asked = timeline.pending
        return None if asked is None else (asked.who, asked.rule, asked.seats)

    def set_clock(self) -> None:
        """Start the clock of a question that was not asked before, and see who is missed."""
        self.room.watch_seats()
        seconds = self.room.clock.whole = self.allowance()
        if not seconds or self.room.paused or self.driver.due:
            self.room.clock.stop()
        else:
            combat = self.fight.combat
            alone = self.reacting or combat.active < 0  # whose turn comes next, say
            turn = None if alone else (combat.round, combat.active)
            self.room.clock.start(self.room.asked_at, seconds, turn)
            self.room.clock.watch(away=self.room.away)

    def watch_clock(self) -> None:
        """Have the clock seen to, in its turn: somebody has come or gone."""

        async def watch() -> None:
            self.room.watch_clock()
            self.room.watch_seats()

        if self.room.clock.deadline or self.config.get("cover"):
            with suppress(RefusedError):
                self.take(watch)

    # -- who agrees to go back ---------------------------------------------------------------

    def watch_vote(self) -> None:
        """Have a request to go back counted again without who has left, if they stay away."""

        async def recount() -> None:
            vote = self.room.vote
            if vote is not None and self.room.recount():
                await self.commit("undo", vote["seat"], None, self.fight.undo, anew=True)

        def due() -> None:
            with suppress(RefusedError):
                self.take(recount)

        if self.room.vote is not None:
            asyncio.get_running_loop().call_later(GONE, due)

    # -- who comes ---------------------------------------------------------------------------

    def seats_of(self, tokens: list[str]) -> list[Seat]:
        """Return the seats that some tokens open, each once."""
        found: list[Seat] = []
        for token in tokens:
            seat = self.tokens.opens(token, self.id, self.seats)
            if seat is not None and seat not in found:
                found.append(seat)
        return found

    def cut_off(self, seat: Seat, reason: str) -> None:
        """End the connections of a seat."""
        for socket in [socket for socket in self.room.sockets if seat in socket.seats]:
            socket.hang_up(reason)

    def sockets(self) -> list[Socket]:
        """Return who is connected."""
        return list(self.room.sockets)
