"""Who sits at a table and what proves it: seats, signed links, roles."""

from __future__ import annotations

import os
import secrets
from pathlib import Path
from typing import Any, Final

from itsdangerous import BadSignature, URLSafeSerializer

from affray.content.problems import InvalidError

GM: Final = "gm"
PLAYER: Final = "player"
SPECTATOR: Final = "spectator"
APP: Final = "app"
SHORTEST_KEY: Final = 16  # signs of the key of a server
OWN: Final = "own"  # dice rolled by hand

# What each role may send; a game master may send all.
MAY: Final[dict[str, frozenset[str]]] = {
    SPECTATOR: frozenset({"hello", "here", "ask"}),
    PLAYER: frozenset(
        {
            *("hello", "here", "ask", "answer", "dice", "undo", "back"),
            *("vote", "order", "seat", "say", "ping"),
        }
    ),
    GM: frozenset(
        {
            *("hello", "here", "ask", "answer", "dice", "undo", "back"),
            *("vote", "order", "seat", "say", "ping", "gm", "look"),
        }
    ),
}
LOOKING: Final = frozenset({"hello", "here", "ask", "look"})  # through another's eyes
SPECTATORS_ASK: Final = frozenset({"rule", "rules"})  # nothing that costs, nothing about choices


class Seat:
    """A place at a table: for a side of the fight, for some of its combatants, or to watch."""

    def __init__(
        self,
        id: str,
        role: str,
        side: str = "",
        units: list[str] | None = None,
        *,
        label: str = "",
        name: str = "",
        bot: str = "",
        dice: str = APP,
        version: int = 1,
        covered: bool = False,
    ) -> None:
        self.id = id
        self.role = role
        self.side = side  # the seat of the fight that it answers for
        self.units = units or []  # whom of that side; nobody: all that no other seat has
        self.label = label  # what the table calls it
        self.name = name  # who sits there
        self.bot = bot  # the program that answers, "" a person
        self.dice = dice
        self.version = version  # of its link: an older one opens nothing
        self.covered = covered  # the program only plays until who sits there is back

    def data(self) -> dict[str, Any]:
        """Return it as plain data."""
        return dict(vars(self))

    @staticmethod
    def of(data: dict[str, Any]) -> Seat:
        """Return the seat that ``data`` made plain."""
        return Seat(**data)


def deciders(seats: dict[str, Seat], side: str, who: str) -> list[Seat]:
    """Return whose a question is: the seat of the one asked, else every seat of the side.

    What a whole side is asked, who acts next say, any of them may answer; so they may for somebody
    who has no seat of its own.
    """
    mine = [seat for seat in seats.values() if seat.side == side and seat.role != SPECTATOR]
    return [one for one in mine if who and who in one.units] or mine


def whole(seats: dict[str, Seat], side: str) -> list[Seat]:
    """Return the seats of a whole side: they may answer for all of it, beside who has a seat."""
    return [
        one for one in seats.values() if one.side == side and one.role == PLAYER if not one.units
    ]


def rollers(seats: dict[str, Seat], side: str, who: str) -> list[Seat]:
    """Return who rolls somebody's dice: their own seat, else those of the rest of the side."""
    mine = deciders(seats, side, who)
    return [one for one in mine if who in one.units or not one.units] or mine


class Tokens:
    """Signed words that open a seat, or the server as its owner."""

    def __init__(self, key: str) -> None:
        self.signer = URLSafeSerializer(key, salt="affray-seat")
        self.peers = URLSafeSerializer(key, salt="affray-peer")

    def seat(self, game: str, seat: Seat) -> str:
        """Return the token of a seat."""
        return str(self.signer.dumps([game, seat.id, seat.version]))

    def owner(self) -> str:
        """Return the token of whoever started the server."""
        return str(self.signer.dumps(["owner"]))

    def read(self, token: str) -> list[Any]:
        """Return what a token says, nothing if it is not ours."""
        try:
            found = self.signer.loads(token)
        except BadSignature:
            return []
        return found if isinstance(found, list) else []

    def peer(self, client: str) -> str:
        """Return the word by which servers of one key tell each other who a client is."""
        return str(self.peers.dumps(client))

    def client(self, word: str) -> str | None:
        """Return the address of a client that another server tells, None if no server does."""
        try:
            return str(self.peers.loads(word))
        except BadSignature:
            return None

    def owns(self, token: str) -> bool:
        """Return whether it is the owner's."""
        return self.read(token) == ["owner"]

    def game(self, token: str) -> str:
        """Return the table of whose seats a token is one, "" if it is none."""
        found = self.read(token)
        return str(found[0]) if len(found) == 3 else ""

    def opens(self, token: str, game: str, seats: dict[str, Seat]) -> Seat | None:
        """Return the seat of a table that a token opens, None if it opens none."""
        found = self.read(token)
        if len(found) != 3 or found[0] != game:
            return None
        seat = seats.get(str(found[1]))
        return seat if seat is not None and seat.version == found[2] else None


def server_key(folder: Path) -> str:
    """Return the key that signs: from the environment, or a file that only its owner reads.

    Raises:
        InvalidError: it is too short to keep anything secret, or the file cannot be had.
    """
    given = os.environ.get("AFFRAY_KEY", "")
    if given:
        return _long_enough(given, "AFFRAY_KEY")
    path = folder / "server.key"
    try:
        if not path.exists():
            _make_key(path)
        return _long_enough(path.read_text("utf-8"), str(path))
    except OSError as fault:
        raise InvalidError([f"{path}: {fault.strerror}"]) from fault
    except UnicodeDecodeError as fault:
        raise InvalidError([f"{path}: found bytes, expected a text"]) from fault


def _make_key(path: Path) -> None:
    """Write a new key, whole or not at all; one that is there meanwhile stays."""
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
    try:
        handle = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(secrets.token_urlsafe(32))
            file.flush()
            os.fsync(file.fileno())
        try:
            os.link(new, path)
        except FileExistsError:
            return
        except OSError:  # a file system without links
            new.replace(path)
    finally:
        new.unlink(missing_ok=True)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def _long_enough(key: str, where: str) -> str:
    key = key.strip()
    if len(key) < SHORTEST_KEY:
        expected = f"expected at least {SHORTEST_KEY}: with a key that can be guessed anybody"
        raise InvalidError([f"{where}: found a key of {len(key)} signs, {expected} makes links"])
    return key


def clean(text: str, most: int = 40) -> str:
    """Return a text of a player without control and direction characters."""
    hidden = {*range(0x202A, 0x202F), *range(0x2066, 0x206A), 0x200E, 0x200F, 0x061C}
    kept = [one for one in text if one.isprintable() and ord(one) not in hidden]
    return " ".join("".join(kept).split())[:most]
