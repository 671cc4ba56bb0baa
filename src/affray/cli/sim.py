"""``affray sim``: who wins, how often, how fast."""

from __future__ import annotations

import math
from collections.abc import Mapping
from contextlib import nullcontext
from pathlib import Path
from typing import Annotated, Final

import typer
from rich.console import Console
from rich.table import Table

from affray.cli import faults
from affray.cli.app import app
from affray.cli.options import (
    GOES_ON,
    AsJson,
    EncounterWord,
    Jobs,
    On,
    Packs,
    Seats,
    SeedNumber,
    check_seats,
    read_seats,
    tell_overrides,
)
from affray.cli.output import out, progress_bar, put_json
from affray.intervals import Mean, anytime, wilson
from affray.lab.results import heading
from affray.sim import batches
from affray.sim.counts import Batch
from affray.sim.places import check_place, executor
from affray.sim.players import Player
from affray.sim.rows import FORMATS, RunFolder

ENOUGH: Final = 500  # fights from which starting workers pays
WIDEST: Final = 40  # characters of a bar
MOST_BARS: Final = 20


@app.command("sim")
def simulate(
    encounter: EncounterWord,
    *,
    count: Annotated[int, typer.Option("-n", "--count", min=1, help="How many fights.")] = 1000,
    seed: SeedNumber = 1,
    first: Annotated[
        int, typer.Option(min=0, help="The number of the first fight: takes up an earlier run.")
    ] = 0,
    seat: Seats = None,
    pack: Packs = None,
    jobs: Jobs = 0,
    within: Annotated[
        str, typer.Option(metavar="W", help="Stop when shares are known to +-W, such as 2%.")
    ] = "",
    on: On = "",
    folder: Annotated[
        Path | None,
        typer.Option("--out", metavar="DIR", help="Keep counts and one row a fight there."),
    ] = None,
    resume: Annotated[
        Path | None,
        typer.Option("--resume", metavar="DIR", help="The same, going on with what is there."),
    ] = None,
    format_: Annotated[
        str, typer.Option("--format", metavar="csv|parquet|none", help="The format of those rows.")
    ] = "csv",
    force: Annotated[
        bool, typer.Option("--force", help="Overwrite a run that is there already.")
    ] = False,
    most_steps: Annotated[
        int, typer.Option(min=1, help="A fight that needs more steps is given up and reported.")
    ] = batches.MOST_STEPS,
    measures: Annotated[
        bool, typer.Option("--measures", help="Also print the means of what is left of everybody.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Simulate many fights: who wins, how fast.

    Fight number N of a seed is always the same fight: --first 1000 goes on where -n 1000 ended,
    also in the rows of --out. What is kept with --resume goes on where it stopped, whatever
    stopped it, when the same command is given again.
    """
    faults.trace.seed = seed
    width = read_width(within)
    check_format(format_)
    check_place(on)
    if folder and resume:
        raise typer.BadParameter("found --out too, expected one of the two", param_hint="--resume")
    if force and resume:
        raise typer.BadParameter("found --resume, which keeps what is there", param_hint="--force")
    source = batches.from_content(encounter, pack or [])
    tell_overrides(pack)
    ruleset, setup = source()  # bad input is told before anything runs
    seats: dict[str, Player] = {**read_seats(seat, own=True)}
    check_seats(seats, setup.seats)
    jobs = jobs or (0 if on or count >= ENOUGH else 1)
    where = folder or resume
    with (
        RunFolder(
            where, format_, title=encounter, force=force, resume=resume is not None
        ) if where else nullcontext() as kept,
        executor(on, jobs) as place,
        progress_bar() as tell,
    ):  # fmt: skip
        batch = batches.run(
            source,
            seed=seed,
            first=first,
            count=count,
            seats=seats,
            executor=place,
            within=width,
            most_steps=most_steps,
            progress=lambda batch: tell(batch.count, count, lambda: leader(batch)),
            out=kept,
        )
    if as_json:
        counts = batch.as_data()
        put_json({**heading("sim", encounter, ruleset, seed, batch.players), **counts})
    else:
        show(out(), encounter, batch, measures=measures)
        if kept and kept.fault is None:
            what = "the counts" if format_ == "none" else "one row a fight"
            out().print(f"{what}: {kept.goal}", soft_wrap=True)
    if kept and kept.fault is not None:
        raise kept.fault
    if batch.stopped == "interrupted":
        faults.complain(f"interrupted after {batch.count:,} of {count:,} fights")
        if resume:
            faults.complain(GOES_ON)
        raise typer.Exit(faults.INTERRUPTED)


def read_width(text: str) -> float:
    """Read ``2%`` or ``0.02``; the empty text is 0, no width."""
    if not text:
        return 0.0
    try:
        width = float(text.removesuffix("%")) / (100 if text.endswith("%") else 1)
    except ValueError:
        width = 0.0
    if not 0 < width < 0.5:
        raise typer.BadParameter(
            f"found {text!r}, expected a width such as 2% or 0.02", param_hint="--within"
        )
    return width


def check_format(word: str) -> None:
    """Refuse what is no format of rows."""
    if word not in FORMATS:
        raise typer.BadParameter(
            f"found {word!r}, expected csv, parquet or none", param_hint="--format"
        )


def leader(batch: Batch) -> str:
    """Return who wins most so far, and how often."""
    best = max(range(len(batch.sides)), key=lambda side: batch.wins[side])
    low, high = anytime(batch.wins[best], batch.count)
    return f"{batch.sides[best]} wins {100 * low:.0f} to {100 * high:.0f} %"


# -- the page --------------------------------------------------------------------------------


def show(console: Console, encounter: str, batch: Batch, *, measures: bool) -> None:
    """Print a batch for people."""
    seats = ", ".join([f"{seat} {player}" for seat, player in batch.players.items()])
    if not batch.count:
        console.print(f"{encounter}: no fight was played to its end", soft_wrap=True)
        return
    last = batch.first + batch.count - 1
    which = f"fights {batch.first:,} to {last:,} of seed {batch.seed}"
    console.print(f"{encounter}: {which}; {seats}", soft_wrap=True)
    console.print()
    console.print(_winners(batch))
    console.print()
    console.print(_lengths(batch))
    console.print(
        f"mean {_plus_minus(batch.length())}, half of them within {batch.rounds_at(0.5)}, "
        f"nine of ten within {batch.rounds_at(0.9)}"
    )
    console.print()
    console.print(_fallen(batch))
    if measures:
        console.print()
        console.print(_left(batch))
    console.print(f"\n95 % intervals: {_kind(batch)}; +- is the standard error of a mean.")
    console.print(f"{batch.steps:,} steps, digest {batch.digest:016x}")
    if batch.unfinished:
        some = ", ".join(map(str, batch.unfinished[:10]))
        console.print(
            f"{batch.endless:,} fights did not end within the cap of steps: {some}",
            style="bold red",
        )


def _kind(batch: Batch) -> str:
    if batch.stopped == "interrupted":
        return "true whenever one stops (beta-binomial sequence)"
    return "Wilson, stopped by width" if batch.stopped == "width" else "Wilson"


def _share(batch: Batch, hits: int) -> tuple[str, str]:
    interval = anytime if batch.stopped == "interrupted" else wilson
    low, high = interval(hits, batch.count)
    return f"{100 * hits / batch.count:.1f} %", f"{100 * low:.1f} to {100 * high:.1f} %"


def _table(*titles: str) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 3, 0, 0), header_style="bold")
    for number, title in enumerate(titles):
        left = number == 0 or title in ("95 %", "how", "")
        table.add_column(title, justify="left" if left else "right", no_wrap=title != "how")
    return table


def _winners(batch: Batch) -> Table:
    table = _table("Who wins", "share", "95 %", "fights", "how")
    rows = [(side, wins, number) for number, (side, wins) in enumerate(
        zip(batch.sides, batch.wins, strict=True))]  # fmt: skip
    rows.append(("nobody", batch.draws, -1))
    for name, hits, winner in rows:
        how = [
            f"{reason} {fights:,}"
            for (who, reason), fights in sorted(batch.reasons.items())
            if who == winner and reason
        ]
        table.add_row(name, *_share(batch, hits), f"{hits:,}", ", ".join(how))
    return table


def _lengths(batch: Batch) -> Table:
    table = _table("Rounds", "share", "")
    bars = binned(batch.rounds)
    most = max([fights for _, fights in bars])
    for rounds, fights in bars:
        bar = "█" * round(WIDEST * fights / most) or ("▏" if fights else "")
        table.add_row(rounds, f"{100 * fights / batch.count:.1f} %", bar)
    return table


def binned(counts: Mapping[int, int]) -> list[tuple[str, int]]:
    """Return counts by number as lines of a histogram, several numbers a line if there are many."""
    low, high = min(counts), max(counts)
    wide = -(-(high - low + 1) // MOST_BARS)
    lines: list[tuple[str, int]] = []
    for start in range(low, high + 1, wide):
        end = min(start + wide - 1, high)
        fights = sum([counts.get(number, 0) for number in range(start, end + 1)])
        lines.append((str(start) if start == end else f"{start} to {end}", fights))
    return lines


def _fallen(batch: Batch) -> Table:
    table = _table("Who falls", "side", "share", "95 %", "fights")
    for who, name in enumerate(batch.names):
        hits = batch.fallen[who]
        table.add_row(name, batch.sides[batch.side_of[who]], *_share(batch, hits), f"{hits:,}")
    return table


def _left(batch: Batch) -> Table:
    table = _table("At the end", "measure", "mean")
    for name, sums in zip(batch.names, batch.measures, strict=True):
        for number, (what, moments) in enumerate(sums.items()):
            table.add_row("" if number else name, what, _plus_minus(moments.mean()))
    return table


def _plus_minus(mean: Mean) -> str:
    error = "" if math.isnan(mean.error) else f" +- {mean.error:.2f}"  # of one fight none is known
    return f"{mean.mean:.2f}{error}"
