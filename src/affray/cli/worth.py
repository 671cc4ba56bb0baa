"""``affray worth``: what each ability, item, feat and member is worth."""

from __future__ import annotations

from typing import Annotated, Final

import typer
from rich.console import Console
from rich.table import Table

from affray.cli import faults
from affray.cli.app import app
from affray.cli.changes import (
    Sets,
    between,
    columns,
    many,
    percent,
    points,
    rests_on,
    workers,
)
from affray.cli.options import (
    AsJson,
    EncounterWord,
    Jobs,
    On,
    Packs,
    Seats,
    SeedNumber,
    SideWord,
    check_seats,
    read_seats,
)
from affray.cli.output import out, progress_bar, put_json
from affray.lab.pairs import BETTER, WORSE
from affray.lab.sequences import ALWAYS, FIXED
from affray.lab.variants import variant
from affray.lab.worths import MEMBER, WATCHED, Worth, Worths, worth
from affray.sim.places import check_place, executor

TOLD: Final = 3  # of those that are worth most
MOST_REFUSED: Final = 5


@app.command("worth")
def value(
    encounter: EncounterWord,
    *,
    whose: Annotated[
        list[str] | None,
        typer.Option(
            "--of", metavar="WHO", help="Only what this member or side has; may be repeated."
        ),
    ] = None,
    kinds: Annotated[
        list[str] | None,
        typer.Option(
            "--kind",
            metavar="KIND",
            help="Only these: member, or a list of a sheet such as feats; may be repeated.",
        ),
    ] = None,
    change: Sets = None,
    count: Annotated[
        int, typer.Option("-n", "--count", min=1, help="Fights without each of them.")
    ] = 200,
    watched: Annotated[
        int, typer.Option(min=0, help="Fights in which uses are counted.")
    ] = WATCHED,
    side: SideWord = "",
    pack: Packs = None,
    seed: SeedNumber = 1,
    seat: Seats = None,
    jobs: Jobs = 0,
    on: On = "",
    as_json: AsJson = False,
) -> None:
    """Say what each member, ability, item and feat is worth: the fight without it.

    One thing at a time is left out and the same fights are played again on the same dice. What
    changes nothing and is never used is told.
    """
    faults.trace.seed = seed
    check_place(on)
    start = variant(encounter, pack or [], change or [])
    _, setup = start()
    seats = read_seats(seat)
    check_seats(seats, setup.seats)
    with executor(on, workers(jobs, on, count)) as place, progress_bar() as tell:
        found = worth(
            start,
            whose=whose or [],
            kinds=kinds or [],
            side=side,
            seed=seed,
            count=count,
            watched=watched,
            seats=seats,
            executor=place,
            progress=lambda told, done, total: tell(done, total, lambda: told),
        )
    if as_json:
        put_json(found.as_data())
    else:
        show(out(), found)
    if found.stopped:
        several = many(len(found.found), "thing") if found.found else "nothing"
        faults.complain(f"interrupted: {several} of what was to be left out is told")
        raise typer.Exit(faults.INTERRUPTED)


# -- the page --------------------------------------------------------------------------------


def show(console: Console, found: Worths) -> None:
    """Print the answer for people: sentences first, then the table."""
    for line in sentences(found):
        console.print(line)
    if found.found:
        console.print()
        console.print(table(found))
    for line in left_out(found):
        console.print(line)
    console.print()
    kind = ALWAYS if found.stopped else FIXED
    for line in rests_on(found.seed, found.batch.players, found.ruleset, kind):
        console.print(line, style="dim")


def sentences(found: Worths) -> list[str]:
    """Return what matters in sentences."""
    batch = found.batch
    if not batch.count:
        return [f"{found.variant}: no fight was played to its end."]
    share = batch.wins[found.place] / batch.count
    lines = [
        f"{found.variant}: {found.title} win {percent(share)} of {many(batch.count, 'fight')}."
    ]
    sure = [one for one in found.ranked() if one.verdict()]
    most = [told(one) for one in sure if one.verdict() == BETTER][:TOLD]
    least = [told(one) for one in reversed(sure) if one.verdict() == WORSE][:TOLD]
    if most:
        lines.append(f"Worth most to them: {', '.join(most)}.")
    if least:
        lines.append(f"Costs them most: {', '.join(least)}.")
    if not sure:
        lines.append("Nothing is known yet to win or lose them fights.")
    idle = [name(one) for one in found.found if one.idle]
    if idle:
        lines.append(f"Never used, and nothing changes without: {', '.join(idle)}.")
    return lines


def told(one: Worth) -> str:
    """Return what something is called, and what it is worth."""
    return f"{name(one)} ({points(one.worth()[0])} points)"


def name(one: Worth) -> str:
    """Return what something is called."""
    piece = one.piece
    return piece.whose if piece.kind == MEMBER else f"{piece.whose}'s {piece.id}"


def table(found: Worths) -> Table:
    """Return a line for each thing, those worth most first."""
    made = columns(
        "What", "worth", "95 %", "won:lost", "health", "same", "uses",
        right=("worth", "won:lost", "health", "same", "uses"),
    )  # fmt: skip
    for one in found.ranked():
        mean, low, high = one.worth()
        made.add_row(
            name(one),
            points(mean) + ("*" if one.verdict() else ""),
            between(low, high, points),
            f"{one.gained}:{one.lost}",
            points(one.health()[0]),
            f"{100 * one.same // one.count} %",
            "" if one.piece.kind == MEMBER else used(one),
        )
    return made


def used(one: Worth) -> str:
    """Return how often something was used, in a fight."""
    if one.idle:
        return "never"
    return f"{one.uses / one.watched:.1f}" if one.uses and one.watched else "-"


def left_out(found: Worths) -> list[str]:
    """Return what the columns mean, and what could not be left out."""
    lines = [
        "",
        "worth: points of wins that it brings; *: more than chance explains, of all",
        "of them and whenever you stop.",
        "won:lost: fights won with it only, and without it only.",
        "health: points of health left. same: fights that end the same without it.",
        "uses: in a fight; -: nothing tells of it.",
    ]
    if found.refused:
        lines += ["", f"The rules refuse to leave out {many(len(found.refused), 'thing')}:"]
        for piece, reason in found.refused[:MOST_REFUSED]:
            what = piece.whose if piece.kind == MEMBER else f"{piece.whose}'s {piece.id}"
            lines.append(f"  {what}: {reason}")
        more = len(found.refused) - MOST_REFUSED
        if more > 0:
            lines.append(f"  and {more} more (--json names all)")
    return lines
