"""``affray report``: fights of an encounter, or a result of the lab, as a page to read and keep."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from affray.cli import faults
from affray.cli.app import app
from affray.cli.changes import workers
from affray.cli.options import (
    AsJson,
    Jobs,
    On,
    Packs,
    Seats,
    SeedNumber,
    check_seats,
    read_seats,
)
from affray.cli.output import out, progress_bar, put_json
from affray.cli.sim import leader
from affray.core.errors import InvalidError
from affray.lab.report import Report, of_encounter, of_result
from affray.lab.report.extras import check_extra
from affray.lab.report.page import check_goal
from affray.sim.batches import from_content
from affray.sim.places import check_place, executor

RESULT: Final = ".json"
ENCOUNTER: Final = ".toml"


@app.command("report")
def report(
    what: Annotated[
        str,
        typer.Argument(
            metavar="ENCOUNTER|RESULT.json",
            help="An encounter by id or file; or a file of what sim, fair, balance, sweep, diff "
            "or worth print with --json.",
        ),
    ],
    *,
    count: Annotated[
        int, typer.Option("-n", "--count", min=1, help="How many fights of an encounter.")
    ] = 400,
    seed: SeedNumber = 1,
    first: Annotated[int, typer.Option(min=0, help="The number of the first fight.")] = 0,
    seat: Seats = None,
    pack: Packs = None,
    jobs: Jobs = 0,
    on: On = "",
    goal: Annotated[
        Path | None,
        typer.Option("--out", metavar="FILE.html", help="Where to; else the encounter's name."),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite a page that is there.")] = False,
    as_json: AsJson = False,
) -> None:
    """Write a page of what many fights tell: charts, maps, and fights to read.

    One HTML file holds everything, and shows it without a network; its data lie beside it as
    Parquet, in a folder. Needs the extra affray[charts].
    """
    faults.trace.seed = seed
    check_place(on)
    check_extra()
    if what.endswith(RESULT):
        result = read_result(Path(what))
        page = chosen(goal, Path(what).stem)
        check_goal(page, force=force)
        made = of_result(result)
    else:
        check_kind(Path(what))
        source = from_content(what, pack or [])
        _, setup = source()  # bad input is told before anything runs
        seats = read_seats(seat)
        check_seats(seats, setup.seats)
        page = chosen(goal, Path(what).stem)
        check_goal(page, force=force)
        with executor(on, workers(jobs, on, count)) as place, progress_bar() as progress:
            made = of_encounter(
                what,
                seed=seed,
                first=first,
                count=count,
                seats=seats,
                packs=pack or [],
                executor=place,
                progress=lambda seen: progress(seen.batch.count, count, lambda: leader(seen.batch)),
            )
    written = made.write(page, force=force)
    tell(made, written, as_json=as_json)
    if made.heading.get("stopped") == "interrupted" and not what.endswith(RESULT):
        faults.complain(f"interrupted after {made.heading['fights']:,} of {count:,} fights")
        raise typer.Exit(faults.INTERRUPTED)


def chosen(goal: Path | None, stem: str) -> Path:
    """Return where the page goes."""
    return goal if goal is not None else Path(f"{stem}.html")


def check_kind(path: Path) -> None:
    """Refuse a file that is neither an encounter nor a result.

    Raises:
        InvalidError: its name says that it is something else, such as a page.
    """
    if path.suffix not in ("", ENCOUNTER) and path.is_file():
        expected = f"an encounter ({ENCOUNTER}) or a result ({RESULT})"
        raise InvalidError([f"{path}: found {path.suffix}, expected {expected}"])


def read_result(path: Path) -> Mapping[str, Any]:
    """Read a file of JSON that a command of the lab printed.

    Raises:
        InvalidError: it cannot be read, or is none.
    """
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except OSError as fault:
        raise InvalidError([f"{path}: cannot be read: {fault.strerror}"]) from fault
    except (ValueError, RecursionError) as fault:
        raise InvalidError([f"{path}: found no JSON, expected what --json prints"]) from fault
    if not isinstance(found, dict):
        raise InvalidError([f"{path}: found no table, expected what --json prints"])
    return found


def tell(made: Report, written: list[Path], *, as_json: bool) -> None:
    """Say what the page says first, and where it is."""
    if as_json:
        put_json({**made.heading, "written": [str(path) for path in written]})
        return
    for words in made.sections[0].lead if made.sections else ():
        out().print(words)
    size = written[0].stat().st_size / 1e6
    out().print(f"report: {written[0]} ({size:.1f} MB, no network needed)", soft_wrap=True)
    if written[1:]:
        names = ", ".join([path.name for path in written[1:]])
        out().print(f"data:   {written[1].parent}/ ({names})", soft_wrap=True)
