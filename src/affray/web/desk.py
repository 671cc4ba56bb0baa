"""What one connection sends to a table: who may do what, and what each message does."""

from __future__ import annotations

import secrets
import time
from typing import Final

from affray import bots
from affray.content.problems import InvalidError
from affray.core.errors import AffrayError
from affray.core.suspension import PERSON
from affray.web import reading, wire
from affray.web import store as kept
from affray.web.asks import Asks, rule_text, spot
from affray.web.jobs import Jobs
from affray.web.rulings import (
    EDITS,
    Postponed,
    allowance,
    change_die,
    edit_of,
    in_words,
    worded,
)
from affray.web.seats import APP, GM, LOOKING, MAY, PLAYER, SPECTATOR, Seat, clean
from affray.web.sockets import Socket
from affray.web.store import StoreError
from affray.web.table import Table, incident
from affray.web.views import Plain
from affray.web.wire import RefusedError, refused

ORDERS: Final = 100  # standing orders of a seat
LONGEST: Final = 1440  # minutes after which a program may play for who is away
POSTPONED: Final = 20  # rulings that may wait for the end of a step at one table
FOLLOWS: Final = "A step is under way: the ruling follows when it is over"


class Desk:
    """Takes the messages of one socket at one table."""

    def __init__(self, table: Table, socket: Socket, jobs: Jobs) -> None:
        self.table = table
        self.room = table.room
        self.fight = table.fight
        self.socket = socket
        self.name = ""  # of the person, where several share a link
        self.asks = Asks(table, socket, jobs)

    async def join(self, hello: wire.Hello) -> None:
        """Let the socket in.

        Raises:
            RefusedError: no token opens a seat here.
        """
        table = self.table
        found = table.seats_of(hello.tokens)
        if not found:
            raise RefusedError("gone", "this link opens no seat here: ask for a new one")
        async with table.lock:
            if table.lost:
                raise RefusedError("moved", "this table has moved: connect again")
            name = self.name = clean(hello.name)
            here = [one.id for one in self.room.seats_here]
            new = [one for one in found if name and (not one.name or one.id not in here)]
            for one in new:
                table.rename(one, name)
            self.room.enter(self.socket, found)
        if self.socket.role != SPECTATOR:
            await self.tell_chat()
        if self.socket.rank == GM:
            self.socket.tell(table.rulings())
        self.room.tell_people()
        table.watch_clock()
        table.give_back(found)
        if new:
            table.keep_names()

    async def tell_chat(self) -> None:
        """Tell the last lines of chat; a fight goes on without them if they cannot be read."""
        try:
            lines = await self.table.store.do(lambda link: kept.said(link, self.table.id))
        except StoreError:
            return
        if lines:
            spoken = [self.room.spoken(line, self.socket.audience) for line in lines]
            self.socket.tell({"t": "chat", "lines": spoken})

    def leave(self) -> None:
        """Let the socket go."""
        self.asks.end()
        self.room.leave(self.socket)
        self.table.watch_clock()
        self.table.watch_vote()
        self.table.used_at = time.monotonic()

    async def again(self) -> None:
        """Tell everything once more."""
        async with self.table.lock:
            self.socket.tell(self.room.whole(self.socket))

    # -- every message -----------------------------------------------------------------------

    def receive(self, message: wire.Message) -> None:
        """Take a message of somebody who has said hello; whatever it changes waits its turn.

        Every message but ``here`` is answered by ``ack``, ``refused`` or ``reply``, in any case.
        """
        kind = str(getattr(message, "t", ""))
        id = str(getattr(message, "id", ""))
        try:
            if self.socket.too_fast(time.monotonic()):
                raise RefusedError("too_fast", "too many messages: wait a little")
            if kind not in MAY[self.socket.rank]:
                raise RefusedError("not_yours", "this seat may not do that")
            if self.socket.looking is not None and kind not in LOOKING:
                raise RefusedError("not_yours", "you only look on: go back to your own view first")
            if isinstance(message, wire.Hello):
                self.table.take(self.again)
            elif isinstance(message, wire.HereMessage):
                self.socket.tell({"t": "pong", "n": message.n, "time": kept.now()})
            elif isinstance(message, wire.AskMessage):
                self.asks.ask(message)
            elif isinstance(message, wire.PingMessage):
                if self.socket.points_too_often(time.monotonic()):
                    raise RefusedError("too_fast", "one thing after the other: wait a little")
                self.table.take(lambda: self.point(message))
            else:
                self.table.take(lambda: self.handle(message, id))
        except RefusedError as fault:
            self.refuse(id, fault)

    def refuse(self, id: str, fault: RefusedError) -> None:
        """Tell why nothing has changed, and what is asked now."""
        message = refused(id, fault)
        if fault.code == "stale":
            message |= self.room.prompt(self.socket)
        self.socket.tell(message)

    async def handle(self, message: wire.Message, id: str) -> None:
        """Do what a message says, or refuse it; one that comes twice is acknowledged alike."""
        try:
            seat = self.acting(message, id)
            number = self.table.requests.get((seat.id, id))
            if number is None:
                if isinstance(message, wire.GmMessage) and await self.postpone(seat, message):
                    return  # it is answered when the step is over
                number = await self.do(seat, message)
                self.table.requests[seat.id, id] = number
        except RefusedError as fault:
            if isinstance(message, wire.GmMessage) and message.do in EDITS:
                fault = worded(self.fight, message, fault, late=False)
            self.refuse(id, fault)
        except Exception:
            self.refuse(id, incident(f"table {self.table.id}"))
        else:
            self.socket.tell({"t": "ack", "id": id, "seq": number})

    async def point(self, message: wire.PingMessage) -> None:
        """Show everybody at the table where somebody points; nothing of it is kept."""
        try:
            seat = self.acting(message, message.id)
            ends = [message.at] if message.to is None else [message.at, message.to]
            async with self.table.lock:
                self.room.point(seat, [spot(self.fight, one) for one in ends])
        except RefusedError as fault:
            self.refuse(message.id, fault)
        except Exception:
            self.refuse(message.id, incident(f"table {self.table.id}"))
        else:
            self.socket.tell({"t": "ack", "id": message.id, "seq": self.room.seq})

    def acting(self, message: wire.Message, id: str) -> Seat:
        """Return the seat for which a message is sent."""
        mine = [seat for seat in self.socket.seats if seat.role != SPECTATOR]
        if not mine:
            raise RefusedError("not_yours", "who watches may not do that")
        if isinstance(message, wire.GmMessage):
            return next(one for one in mine if one.role == GM)
        for one in mine:
            if (one.id, id) in self.table.requests:
                return one
        asked = self.room.asked()
        named = [one for one in mine if one in asked]
        return (named or [one for one in mine if one.role == PLAYER] or mine)[0]

    async def do(self, seat: Seat, message: wire.Message) -> int:
        """Do what a message says; return the number to acknowledge."""
        if isinstance(message, wire.AnswerMessage):
            return await self.on_answer(seat, message)
        if isinstance(message, wire.DiceMessage):
            return await self.on_dice(seat, message)
        if isinstance(message, wire.BackMessage):
            return await self.on_back(seat, message)
        if isinstance(message, wire.UndoMessage):
            return await self.on_undo(seat, message.id, force=False)
        if isinstance(message, wire.VoteMessage):
            return await self.on_vote(seat, message)
        if isinstance(message, wire.OrderMessage):
            return await self.on_order(seat, message)
        if isinstance(message, wire.SeatMessage):
            return await self.on_seat(seat, message)
        if isinstance(message, wire.SayMessage):
            return await self.on_say(seat, message)
        if isinstance(message, wire.GmMessage):
            return await self.on_gm(seat, message)
        if isinstance(message, wire.LookMessage):
            return await self.on_look(message)
        raise RefusedError("malformed", "that was said already")

    # -- playing -----------------------------------------------------------------------------

    def playing(self) -> None:
        """Refuse what needs a fight that goes on."""
        if self.fight.over:
            raise RefusedError("over", "the fight is over")
        if self.room.paused:
            raise RefusedError("paused", "the game master has paused the fight")

    def check_asked(self, seat: Seat) -> None:
        """Refuse what only who is asked may do."""
        if seat not in self.room.asked():
            raise RefusedError("not_yours", "somebody else is asked")

    async def on_answer(self, seat: Seat, message: wire.AnswerMessage) -> int:
        self.playing()
        if message.choice != str(self.room.asked_at) or not self.fight.asking:
            raise RefusedError("stale", "something else is asked by now")
        self.check_asked(seat)
        key = message.option
        try:
            self.check_known(key)
            return await self.table.commit(
                "answer", seat.id, message.id, lambda: self.table.choose(key, seat.id)
            )
        except RefusedError as fault:
            if fault.code == "illegal":
                self.tell_masters(seat, key, fault)
            raise

    def check_known(self, key: str) -> None:
        """Refuse a key as if whom the sender does not know of were not there.

        Raises:
            RefusedError: it is no option; otherwise nothing is said here.
        """
        lens = self.room.audience(self.socket.audience).lens
        if reading.unseen(lens):
            try:
                reading.read(lens, key)
            except AffrayError as fault:
                raise self.table.refusal(fault) from fault

    def tell_masters(self, seat: Seat, key: str, fault: RefusedError) -> None:
        """Tell the game masters what the rules have refused: they may allow it anyway."""
        told = {"t": "refusal", "seat": seat.id, "name": seat.name or seat.label, "key": key}
        told |= {"choice": str(self.room.asked_at), "rule": fault.rule, "text": fault.text}
        for socket in self.table.sockets():
            if socket.role == GM and socket is not self.socket:
                socket.tell(told)

    async def on_dice(self, seat: Seat, message: wire.DiceMessage) -> int:
        self.playing()
        if self.fight.dice_wanted is None or message.choice not in ("", str(self.room.asked_at)):
            raise RefusedError("stale", "no die is wanted, or another one")
        self.check_asked(seat)
        faces = message.values
        return await self.table.commit("dice", seat.id, message.id, lambda: self.table.give(faces))

    async def on_back(self, seat: Seat, message: wire.BackMessage) -> int:
        self.playing()
        if self.fight.timeline.open.answers:
            self.check_asked(seat)
        if not self.room.staged(self.socket):
            raise RefusedError("illegal", "nothing can be taken back without an undo")
        gave = self.room.driver.gave(self.fight.timeline.open.answers[-1])
        side = next(one.side for one in gave if one in self.socket.seats)
        return await self.table.commit(
            "back", seat.id, message.id, lambda: self.fight.back(seat=side), anew=True
        )

    # -- undo --------------------------------------------------------------------------------

    @property
    def mine(self) -> set[str]:
        """The seats that are spoken for."""
        return {seat.id for seat in self.socket.seats}

    def cost(self) -> tuple[Plain, bool]:
        """Return what an undo takes back, and whether it is free: of one's own, and nothing learnt.

        What dice or people in hiding have told cannot be unlearnt.

        Raises:
            RefusedError: there is nothing to take back.
        """
        timeline = self.fight.timeline
        stop, cost = timeline.undo_stop(), self.room.price()
        if stop is None or cost is None:
            raise RefusedError("illegal", "there is nothing to undo")
        taken = timeline.since(stop)
        first = next((answer for answer in taken.answers if answer.by == PERSON), None)
        gave = self.room.driver.gave(first) if first is not None else []
        own = any([one in self.socket.seats for one in gave])
        made = timeline.made(stop.step)
        before = timeline.combat if made is None else made.before
        lens = self.room.audience(self.socket.audience).lens
        return cost, own and not taken.dice and not reading.learned(lens, before, taken.events)

    async def on_undo(self, seat: Seat, id: str, *, force: bool) -> int:
        if self.room.paused and self.socket.rank != GM:
            raise RefusedError("paused", "the game master has paused the fight")
        cost, free = self.cost()
        free = free and self.table.config.get("undo", "free") == "free"
        if force or free or not self.room.others(seat):
            return await self.undone(seat, id)
        need = self.room.agreeing(seat)
        if not need:
            raise RefusedError("not_yours", "only the game master takes back")
        vote = self.room.vote
        if vote is None:
            self.room.vote = {
                "id": secrets.token_hex(6),
                "seat": seat.id,
                "name": self.name or seat.name,
                "cost": cost,
                "need": [one.id for one in need],
                "yes": [],
            }
            self.room.tell_vote()
        elif vote["seat"] not in self.mine:
            raise RefusedError("illegal", "somebody has asked to go back already")
        elif self.room.recount():  # asked once more: it holds for those who are here now
            return await self.undone(seat, id)
        return self.room.seq

    async def undone(self, seat: Seat, id: str) -> int:
        """Take back the last answer; a request to do so is settled by it."""
        return await self.table.commit("undo", seat.id, id, self.fight.undo, anew=True)

    async def on_vote(self, seat: Seat, message: wire.VoteMessage) -> int:
        vote = self.room.vote
        if vote is None or vote["id"] != message.request:
            raise RefusedError("stale", "that is settled already")
        if self.room.paused and message.yes and self.socket.rank != GM:
            raise RefusedError("paused", "the game master has paused the fight")
        withdrawn = vote["seat"] in self.mine and not message.yes
        spoken = [self.table.seats[one] for one in vote["need"] if one in self.mine]
        if not spoken and not withdrawn:
            raise RefusedError("not_yours", "this seat is not asked")
        if not message.yes:
            self.room.settle_vote()
            if withdrawn:
                self.room.notice("The request to go back is withdrawn", "undo")
            else:
                self.room.notice(
                    lambda name: (
                        f"{self.name or self.room.called(spoken[0], name)} would rather not go back"
                    ),
                    "undo",
                )
            return self.room.seq
        vote["yes"] = [*dict.fromkeys([*vote["yes"], *[one.id for one in spoken]])]
        if {*vote["need"]} <= {*vote["yes"]} or any([one.role == GM for one in spoken]):
            return await self.undone(seat, message.id)
        self.room.tell_vote()
        return self.room.seq

    # -- orders, seats, chat -----------------------------------------------------------------

    async def on_order(self, seat: Seat, message: wire.OrderMessage) -> int:
        config = self.table.config
        about = {"seat": seat.id, "who": message.who, "rule": message.rule, "of": message.of}
        known = config.get("orders", [])
        orders = [one for one in known if {"of": "", **one, "key": ""} != {**about, "key": ""}]
        if message.key:
            self.check_order(seat, message)
            if len([one for one in orders if one["seat"] == seat.id]) >= ORDERS:
                raise RefusedError("illegal", f"a seat has {ORDERS} standing orders at most")
            orders.append({**about, "key": message.key})

        def give() -> None:
            config["orders"] = orders

        number = await self.table.commit("order", seat.id, message.id, give)
        for socket in self.table.sockets():
            if seat in socket.seats:
                told = {"settings": self.room.settings(), "orders": self.room.orders(socket)}
                socket.tell({"t": "settings", **told})
        return number

    def check_order(self, seat: Seat, message: wire.OrderMessage) -> None:
        """Refuse a standing order about what the seat cannot be asked."""
        bit = 1 << self.fight.setup.seats.index(seat.side)
        mine = [unit.name for unit in self.fight.combat.units if unit.seats & bit]
        if message.who and message.who not in mine:
            raise RefusedError("unknown", "nobody of this side is called so")
        if message.rule:
            rule_text(self.fight.ruleset.id, message.rule)
        if any([clean(one, len(one)) != one for one in (message.of, message.key)]):
            raise RefusedError("malformed", "found signs that no name and no answer has")

    async def on_seat(self, seat: Seat, message: wire.SeatMessage) -> int:
        table = self.table
        if message.seat:
            mine = [one for one in self.socket.seats if one.id == message.seat]
            if not mine or mine[0].role == SPECTATOR:
                raise RefusedError("not_yours", "that is not your seat")
            seat = mine[0]

        def change() -> None:
            seat.name = clean(message.name) or seat.name
            if message.dice:
                seat.dice = message.dice
                table.config["dice"] = table.driver.by_hand()
                table.driver.take_over()
                self.fight.timeline.advance()

        number = await table.commit("seat", seat.id, message.id, change)
        self.room.tell_people()
        return number

    async def on_say(self, seat: Seat, message: wire.SayMessage) -> int:
        if not self.table.config.get("chat", True):
            raise RefusedError("not_yours", "this table does without chat")
        text = clean(message.text, 500)
        if not text:
            raise RefusedError("malformed", "there is nothing to read in it")
        try:
            new = await self.table.store.do(
                lambda link: kept.say(link, self.table.id, seat.id, text, message.id, [*self.mine])
            )
        except StoreError as fault:
            raise RefusedError("busy", "it could not be saved; send it again") from fault
        if not new:  # acknowledged before this server began
            return self.room.seq
        said = {"seat": seat.id, "text": text, "at": kept.now()}
        for socket in self.table.sockets():
            if socket.rank != SPECTATOR:
                socket.tell({"t": "chat", "lines": [self.room.spoken(said, socket.audience)]})
        return self.room.seq

    # -- the game master ---------------------------------------------------------------------

    async def on_look(self, message: wire.LookMessage) -> int:
        """Show what a seat sees, or one's own view again; nobody else hears of it."""
        seat = self.table.seats.get(message.seat)
        if seat is None and message.seat:
            raise RefusedError("unknown", "there is no such seat")
        async with self.table.lock:
            self.socket.look_as(seat if seat is not None and seat.role != GM else None)
            shown = self.room.whole(self.socket)
            self.socket.tell(shown)
        return int(shown["seq"])

    async def on_gm(self, seat: Seat, message: wire.GmMessage) -> int:
        if message.do in EDITS:
            return await self.on_edit(seat, message)
        if message.do == "allow":
            return await self.on_allow(seat, message)
        if message.do == "reroll":
            return await self.on_reroll(seat, message)
        if message.do == "undo":
            return await self.on_undo(seat, message.id, force=True)
        if message.do == "answer":
            if not self.fight.asking:
                raise RefusedError("stale", "nothing is asked")
            key = message.path or self.fight.choice.fallback.key
            return await self.table.commit(
                "answer", seat.id, message.id, lambda: self.table.choose(key)
            )
        if message.do == "clock":
            self.room.grant()
            return self.room.seq
        if message.do == "withdraw":
            return await self.on_withdraw(seat, message.path)
        if message.do == "nudge":
            self.room.nudge()
            return self.room.seq
        number = await self.table.commit(
            "seat", seat.id, message.id, lambda: self.configure(message)
        )
        self.room.tell_people()
        if message.do in ("chat", "cover"):
            self.room.tell_settings()
        return number

    async def on_reroll(self, seat: Seat, message: wire.GmMessage) -> int:
        reason = self.reason(message)
        told: list[str] = []
        number = await self.table.commit(
            *("ruling", seat.id, message.id),
            lambda: told.append(change_die(self.fight, message, reason)),
            anew=True,
        )
        self.room.notice(told[0], "")
        return number

    @staticmethod
    def reason(message: wire.GmMessage) -> str:
        """Return the reason of a ruling, which everybody will read.

        Raises:
            RefusedError: there is none.
        """
        reason = clean(message.reason, 300)
        if not reason:
            raise RefusedError("malformed", "a ruling needs a reason")
        return reason

    async def postpone(self, seat: Seat, message: wire.GmMessage) -> bool:
        """Return whether a ruling waits for the end of the step under way; that is told once.

        It is kept until then, whoever is gone by then and whichever server goes on. One that comes
        again waits where it waited.

        Raises:
            RefusedError: it could not stand before that step either, too many wait, or it did not
                fit when the step was over.
        """
        if message.do not in EDITS:
            return False
        held = self.table.held(message.id)
        if held is not None and held.fault:
            raise RefusedError("illegal", held.fault, held.rule)
        if held is None:
            if not self.table.under_way:
                return False
            reason = self.reason(message)
            try:
                self.fight.check_edit(*edit_of(message))
            except InvalidError as fault:
                raise RefusedError("unknown", str(fault)) from fault
            if len(self.table.postponed) >= POSTPONED:
                raise RefusedError("illegal", f"{POSTPONED} rulings wait for the end of this step")
            ruling = message.model_copy(update={"reason": reason})
            one = Postponed(seat.id, ruling, in_words(self.fight, message))
            await self.table.commit(
                "later", seat.id, None, lambda: self.table.postponed.append(one)
            )
            self.socket.tell({"t": "note", "text": FOLLOWS, "kind": "ruling"})
        self.table.tell_rulings()
        return True

    async def on_withdraw(self, seat: Seat, id: str) -> int:
        """Take a ruling back that waits, or put aside one of which was read that it did not fit."""
        held = self.table.held(id)
        if held is None:
            raise RefusedError("stale", "that ruling does not wait any more")
        number = await self.table.commit("later", held.seat, id, lambda: self.table.without(id))
        if not held.fault:
            withdrawn = RefusedError("withdrawn", f"Withdrawn: {held.text}")
            self.table.tell_seat(held.seat, refused(id, withdrawn))
        self.table.tell_rulings()
        return number

    async def on_edit(self, seat: Seat, message: wire.GmMessage) -> int:
        """Set a value, or let somebody join the fight or leave it."""
        reason = self.reason(message)
        path, value = edit_of(message)
        return await self.table.commit(
            *("ruling", seat.id, message.id), lambda: self.fight.edit(path, value, reason)
        )

    async def on_allow(self, seat: Seat, message: wire.GmMessage) -> int:
        reason = self.reason(message)

        def allow() -> None:
            found = allowance(self.fight, message.path)
            found.carry_out(self.fight, reason)
            if found.answered:
                self.table.choose(message.path)

        return await self.table.commit("ruling", seat.id, message.id, allow, anew=True)

    def configure(self, message: wire.GmMessage) -> None:
        """Pause, go on, let a program take a seat, do with or without chat, cover who is away.

        Raises:
            InvalidError: no such seat or program, or no such time.
        """
        table = self.table
        if message.do == "bot":
            seat = table.seats.get(message.seat)
            known = ["", *bots.LEVELS]
            if seat is None or seat.role == SPECTATOR or message.path not in known:
                raise InvalidError(["found no such seat or program"])
            seat.bot = message.path
            seat.covered = False
            if seat.bot:
                seat.dice = APP
            table.driver.take_over()
            self.fight.timeline.advance()
        elif message.do == "chat":
            table.config["chat"] = bool(message.value)
        elif message.do == "cover":
            minutes = message.value
            if not isinstance(minutes, int) or not 0 <= minutes <= LONGEST:
                raise InvalidError([f"found {minutes!r}, expected 0 to {LONGEST} minutes"])
            table.config["cover"] = minutes
        else:
            table.config["paused"] = message.do == "pause"
