"""Options that several commands share."""

from __future__ import annotations

import difflib
import secrets
import sys
from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, TypeAlias

import typer

from affray.bots import LEVELS

if TYPE_CHECKING:  # lists and help do without
    from affray.lab.keeping import Kept
    from affray.session.fight import Fight, OnEntry
    from affray.session.seats import Who

GOES_ON: Final = "the same command goes on from there"


def encounters(typed: str) -> list[str]:
    """Return the encounters that a word may become, for the completion of a shell."""
    from affray.content.library import list_encounters

    found = list_encounters()
    keys = [one.key for one in found] + ([one.id for one in found] if typed else [])
    return [key for key in keys if key.startswith(typed)]


EncounterWord: TypeAlias = Annotated[
    str,
    typer.Argument(
        metavar="ENCOUNTER",
        autocompletion=encounters,
        help="An encounter by id (thrum/broken-causeway, or just broken-causeway), or a file.",
    ),
]
Packs: TypeAlias = Annotated[
    list[Path] | None,
    typer.Option("--pack", metavar="FILE", help="A pack of your own to add; may be repeated."),
]
Anyway: TypeAlias = Annotated[
    bool, typer.Option("--anyway", help="Play it though rules or content have changed since.")
]
AsJson: TypeAlias = Annotated[bool, typer.Option("--json", help="Print JSON.")]
On: TypeAlias = Annotated[
    str,
    typer.Option(
        "--on",
        metavar="PLACE",
        help="Play elsewhere: ray://HOST:PORT, a Ray cluster; local-ray, a Ray of this machine.",
    ),
]
SeedNumber: TypeAlias = Annotated[int, typer.Option(help="The seed of all dice and players.")]
Jobs: TypeAlias = Annotated[
    int, typer.Option(min=0, help="Worker processes; 0: one a core. Changes no result.")
]
SideWord: TypeAlias = Annotated[
    str, typer.Option(metavar="SIDE", help="Whose wins count; the first side's if left out.")
]
Resume: TypeAlias = Annotated[
    Path | None,
    typer.Option(
        "--resume", metavar="DIR", help="Keep what is played there, and go on with what is there."
    ),
]
Seats: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        "--seat",
        metavar="SEAT=PLAYER",
        help="Who decides for a seat, such as foes=greedy; may be repeated. Players: "
        + "; ".join([f"{name} ({what})" for name, what in LEVELS.items()])
        + ".",
    ),
]


def kept_in(folder: Path | None) -> AbstractContextManager[Kept | None]:
    """Return where a command of the lab keeps what it plays; nowhere if no folder was named.

    Raises:
        InvalidError: it cannot be kept there.
    """
    if folder is None:
        return nullcontext()
    from affray.lab.keeping import Kept

    return Kept(folder)


def tell_overrides(packs: Sequence[Path] | None) -> None:
    """Say on standard error what packs stand in for, if they do for anything.

    Raises:
        InvalidError: a pack is at fault.
    """
    if packs:
        from affray.cli.output import err
        from affray.content.pack import read_packs
        from affray.encounters.entries import overridden

        for line in overridden(read_packs(packs)):
            err().print(line, soft_wrap=True)


def fresh_seed() -> int:
    """Return a seed that nobody has seen yet; commands print it."""
    return secrets.randbelow(1_000_000)


def begin(
    encounter: str,
    packs: Sequence[Path] | None,
    seed: int,
    seats: Mapping[str, Who],
    *,
    dice: str = "seeded",
    number: int = 0,
    hold: bool = False,
    on_entry: OnEntry | None = None,
) -> Fight:
    """Begin the fight that an encounter and its packs describe; ``hold`` makes no step yet.

    ``on_entry`` hears every line of its journal.

    Raises:
        InvalidError: one of them is at fault; each fault in one line.
    """
    from affray.session import start as opening
    from affray.sim.batches import find

    chosen = packs or []
    found = find(encounter, chosen)
    tell_overrides(chosen)
    return opening.begin(
        found, chosen, seed, fight=number, dice=dice, seats=seats, hold=hold, on_entry=on_entry
    )


def read_seats(
    words: list[str] | None, *, human: bool = False, own: bool = False
) -> dict[str, str]:
    """Read ``SEAT=PLAYER`` pairs.

    Args:
        words: as they were typed.
        human: whether a person may sit.
        own: whether a player may be named by its import path, ``module:function``.
    """
    from affray.session.seats import HUMAN

    known = [*LEVELS, HUMAN] if human else list(LEVELS)
    seats: dict[str, str] = {}
    for word in words or []:
        seat, equals, player = word.partition("=")
        if not equals or not seat:
            raise typer.BadParameter(f"found {word!r}, expected SEAT=PLAYER", param_hint="--seat")
        if own and ":" in player:
            check_player(player)
        elif player not in known:
            raise typer.BadParameter(
                f"no player is called {player!r}{meant(player, known)}", param_hint="--seat"
            )
        if seat in seats:
            raise typer.BadParameter(f"seat {seat} is given twice", param_hint="--seat")
        seats[seat] = player
    return seats


def check_player(player: str) -> None:
    """Refuse an own player that cannot be imported, from the folder one is in or as installed.

    Raises:
        InvalidError: it cannot be.
    """
    from affray.sim.players import maker_of

    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.insert(0, here)
    maker_of(player)


def check_seats(seats: Iterable[str], known: list[str]) -> None:
    """Refuse seats that the encounter does not have."""
    for seat in seats:
        if seat not in known:
            raise typer.BadParameter(
                f"the encounter has no seat {seat!r}{meant(seat, known)}", param_hint="--seat"
            )


def meant(word: str, known: Iterable[str]) -> str:
    """Return the nearest valid word, as the end of a message, or all of them."""
    words = list(known)
    close = difflib.get_close_matches(word, words, 1)
    return f"; did you mean {close[0]!r}?" if close else f" (there are {', '.join(words)})"
