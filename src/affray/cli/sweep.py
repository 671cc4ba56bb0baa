"""``affray sweep``: what does a value do?"""

from __future__ import annotations

import math
from pathlib import Path
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
    number_of,
    percent,
    points,
    rests_on,
    workers,
)
from affray.cli.options import (
    GOES_ON,
    AsJson,
    EncounterWord,
    Jobs,
    On,
    Packs,
    Resume,
    Seats,
    SeedNumber,
    SideWord,
    check_seats,
    kept_in,
    read_seats,
)
from affray.cli.output import out, progress_bar, put_json
from affray.lab import charts
from affray.lab.changes import spelled
from affray.lab.sweeping import Point, Sweep, check_rows, read_axis, sweep, write_rows
from affray.lab.variants import variant
from affray.sim.places import check_place, executor

SHORT: Final = 20  # characters of paths that head their columns


@app.command("sweep")
def vary(
    encounter: EncounterWord,
    paths: Annotated[
        list[str],
        typer.Argument(
            metavar="PATH=VALUES...",
            help="One path or two, each with values: biffer.tier=0..3, ogre.hp*=0.8,1,1.2, "
            "options.chapter=1,2,3.",
        ),
    ],
    *,
    change: Sets = None,
    count: Annotated[
        int, typer.Option("-n", "--count", min=1, help="Fights for each set of values.")
    ] = 500,
    side: SideWord = "",
    rows: Annotated[
        Path | None,
        typer.Option("--out", metavar="FILE", help="Write a row for each: .csv or .parquet."),
    ] = None,
    chart: Annotated[
        Path | None,
        typer.Option("--chart", metavar="FILE", help="Draw it: .svg, .png or .html."),
    ] = None,
    pack: Packs = None,
    seed: SeedNumber = 1,
    seat: Seats = None,
    jobs: Jobs = 0,
    on: On = "",
    resume: Resume = None,
    as_json: AsJson = False,
) -> None:
    """Play a fight with one value or two over several values, on the same dice.

    What a path may name: docs/lab-changes.md. The change stands beside each, against the encounter
    as it is or, if that is not among them, the first.
    """
    faults.trace.seed = seed
    check_place(on)
    if rows is not None:
        check_rows(rows)
    if chart is not None:
        charts.check_chart(chart)
    axes = [read_axis(one) for one in paths]
    start = variant(encounter, pack or [], change or [])
    _, setup = start()
    seats = read_seats(seat)
    check_seats(seats, setup.seats)
    total = count * math.prod([len(axis.values) for axis in axes])
    done: dict[tuple[object, ...], int] = {}
    with (
        kept_in(resume) as keep,
        executor(on, workers(jobs, on, count)) as place,
        progress_bar() as tell,
    ):

        def progress(point: Point) -> None:
            key = tuple([str(value) for value in point.values])
            done[key] = point.batch.count
            tell(sum(done.values()), total, lambda: ", ".join(key))

        found = sweep(
            start,
            axes,
            side=side,
            seed=seed,
            count=count,
            seats=seats,
            executor=place,
            progress=progress,
            keep=keep,
        )
    if as_json:
        put_json(found.as_data())
    else:
        show(out(), found)
    if found.points and rows is not None:
        write_rows(found, rows)
    if found.points and chart is not None:
        charts.draw(found, chart)
    if found.stopped:
        sets = math.prod([len(axis.values) for axis in axes])
        faults.complain(f"interrupted: {len(found.points)} of {sets} sets of values were begun")
        if resume:
            faults.complain(GOES_ON)
        raise typer.Exit(faults.INTERRUPTED)


# -- the page --------------------------------------------------------------------------------


def show(console: Console, found: Sweep) -> None:
    """Print the answer for people: sentences first, then the table."""
    if not found.points:
        console.print(f"{found.variant}: no fight was played to its end.")
        return
    for line in sentences(found):
        console.print(line)
    console.print()
    console.print(table(found))
    console.print()
    for line in rests_on(found.seed, found.players, found.ruleset, found.kind):
        console.print(line, style="dim")


def sentences(found: Sweep) -> list[str]:
    """Return how far the values move the fight, in sentences."""
    name = found.sides[found.side][1]
    drawn = sum([point.batch.draws + len(point.batch.unfinished) for point in found.points])
    shares = [point.wins(found.side).share for point in found.points]
    low, high = shares.index(min(shares)), shares.index(max(shares))
    fights = f"{'up to ' if found.stopped else ''}{many(found.count, 'fight')}"
    lines = [f"{found.variant}: {fights} for each set of values."]
    lines += [
        f"{letter}: {axis.title}"
        for letter, axis in zip(headings(found), found.axes, strict=True)
        if letter != axis.title
    ]
    if low == high:
        them = values(found, found.points[0]) if len(shares) == 1 else "all of them"
        return [*lines, f"{name} win {percent(shares[low])} with {them}.", *none_drawn(drawn)]
    told = [
        f"{percent(shares[place])} with {values(found, found.points[place])}"
        for place in (low, high)
    ]
    return [*lines, f"{name} win from {told[0]} to {told[1]}.", *none_drawn(drawn)]


def none_drawn(drawn: int) -> list[str]:
    """Return that no fight was without a winner, if so; else the table tells it."""
    return [] if drawn else ["No fight was drawn or unfinished."]


def values(found: Sweep, point: Point) -> str:
    """Return a set of values in words."""
    return ", ".join(
        [str(axis.change(value)) for axis, value in zip(found.axes, point.values, strict=True)]
    )


def headings(found: Sweep) -> list[str]:
    """Return what the columns of the values are called: by letters where paths are long."""
    titles = [axis.title for axis in found.axes]
    return titles if sum(map(len, titles)) <= SHORT else list("xy")[: len(titles)]


def table(found: Sweep) -> Table:
    """Return a line for each set of values; in place of the change, what it is compared with."""
    titles = headings(found)
    name = found.sides[found.side][1]
    drawn = any([point.batch.draws or point.batch.unfinished for point in found.points])
    middle = ["drawn", "rounds"] if drawn else ["rounds"]
    right = (*titles, "wins", *middle, "change")
    made = columns(*titles, "wins", "95 %", *middle, "change", "95 %", right=right)
    made.title = f"{name} win"
    made.title_justify = "left"
    made.title_style = "bold"
    for number, point in enumerate(found.points):
        interval = point.wins(found.side)
        mean, low, high = point.change()
        base = number == found.base
        as_is = "as it is" if found.as_is else "compared"
        lost = len(point.batch.unfinished)
        unfinished = f", {lost:,} unfinished" if lost else ""
        made.add_row(
            *[spelled(value) for value in point.values],
            percent(interval.share),
            between(interval.low, interval.high, number_of),
            *([f"{percent(point.draws().share)}{unfinished}"] if drawn else []),
            f"{point.batch.length().mean:.1f}",
            as_is if base else points(mean),
            "" if base else between(low, high, points),
        )
    return made
