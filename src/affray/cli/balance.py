"""``affray balance``: what would make a side win as often as it should."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated, Final

import typer
from rich.console import Console
from rich.table import Table

from affray import __version__
from affray.cli import faults
from affray.cli.app import app
from affray.cli.fair import LONG, columns, duration, percent, percents, read_share, span
from affray.cli.options import (
    AsJson,
    EncounterWord,
    Jobs,
    On,
    Packs,
    Seats,
    SeedNumber,
    check_seats,
    read_seats,
)
from affray.cli.output import out, progress_bar, put_json
from affray.lab import balancing as lab
from affray.lab.balancing import BENT, BEYOND, JUMPS, REACHED, STOPPED, UNSURE, Balance, Found, Step
from affray.lab.sequences import FIXED
from affray.sim.batches import from_content
from affray.sim.places import check_place, cores, executor
from affray.sim.players import Player

FEW: Final = 100  # fights of all tries at a setting, below which the curve leaves it out


@app.command("balance")
def turn(
    encounter: EncounterWord,
    *,
    to: Annotated[
        str, typer.Option(metavar="P", help="How often the side is to win, such as 65%.")
    ],
    by: Annotated[
        list[str],
        typer.Option(
            metavar="KNOB",
            help="What may be turned: foes.hp, foes.count, biffer.count, or the path of a whole "
            "number of the encounter; may be repeated.",
        ),
    ],
    side: Annotated[
        str, typer.Option(metavar="SIDE", help="The side that is to win so often; else the first.")
    ] = "",
    within: Annotated[
        str, typer.Option(metavar="W", help="How closely it is to be known, such as 2%.")
    ] = "2%",
    seat: Seats = None,
    file: Annotated[
        Path | None,
        typer.Option("--out", metavar="FILE", help="Where to write the changed encounter."),
    ] = None,
    force: Annotated[
        bool, typer.Option("--force", help="Overwrite a file that is there already.")
    ] = False,
    most: Annotated[
        int, typer.Option("-n", "--count", min=1, help="Fights for a knob, then it is given up.")
    ] = lab.MOST,
    seed: SeedNumber = 1,
    pack: Packs = None,
    jobs: Jobs = 0,
    on: On = "",
    as_json: AsJson = False,
) -> None:
    """Find what makes a side win as often as it should, and write the changed encounter.

    Status 1 if nothing that may be turned reaches the goal, 3 if that is not settled after all
    fights allowed.
    """
    faults.trace.seed = seed
    check_place(on)
    goal, close = read_share(to, "--to"), read_share(within, "--within")
    if not 0.01 <= goal <= 0.99:
        raise typer.BadParameter(f"found {to!r}, expected 1% to 99%", param_hint="--to")
    if not 0.002 <= close <= 0.2:
        raise typer.BadParameter(f"found {within!r}, expected 0.2% to 20%", param_hint="--within")
    _, setup = from_content(encounter, pack or [])()  # bad input is told before anything runs
    seats: dict[str, Player] = {**read_seats(seat, own=True)}
    check_seats(seats, setup.seats)
    path = file or Path(f"{Path(encounter).stem}-balanced.toml")
    if path.exists() and not force:
        raise typer.BadParameter(
            f"{path} is there already; --force overwrites it", param_hint="--out"
        )
    fights, seconds = lab.estimate(
        encounter, goal, seats=seats, within=close, seed=seed, packs=pack or [], most=most
    )
    knobs = list(dict.fromkeys(by))
    seconds *= len(knobs) / (jobs or (1 if on else cores()))
    if seconds >= LONG:
        each = f" for each of {len(knobs)} knobs" if len(knobs) > 1 else ""
        faults.complain(f"this takes some {fights:,} fights{each}: about {duration(seconds)}")
    with executor(on, jobs) as place, progress_bar(estimate=False) as tell:
        found = lab.balance(
            encounter,
            goal,
            by,
            side=side,
            seats=seats,
            within=close,
            seed=seed,
            packs=pack or [],
            executor=place,
            most=most,
            progress=lambda step: tell(step.done, most, partial(bounds, step), step.what),
        )
    if found.best is not None:
        found.write(path, pack or [])
    if as_json:
        put_json(found.as_data())
    else:
        show(out(), found)
    if found.stopped:
        faults.complain(f"interrupted after {found.fights:,} fights")
        raise typer.Exit(faults.INTERRUPTED)
    if found.best is None:
        unsettled = any([one.finding == UNSURE for one in found.found])
        raise typer.Exit(faults.UNDECIDED if unsettled else faults.SAID_NO)


def bounds(step: Step) -> str:
    """Return between what the chance to win at the answer lies so far."""
    return f"{100 * step.low:.0f} to {100 * step.high:.0f} % at the answer"


# -- the page --------------------------------------------------------------------------------


def show(console: Console, balance: Balance) -> None:
    """Print the answer for people: sentences, the list of changes, curves that are odd."""
    for one in balance.found:
        for line in sentences(balance, one):
            console.print(line, soft_wrap=False)
    if len(balance.found) > 1:
        console.print()
        console.print(changes(balance))
    for one in balance.found:
        if one.finding in (BENT, BEYOND, UNSURE, JUMPS):
            console.print()
            console.print(curve(one))
    console.print()
    if balance.written is not None:
        console.print(f"written: {balance.written}", soft_wrap=True)
    for line in footnotes(balance):
        console.print(line, style="dim")


def sentences(balance: Balance, one: Found) -> list[str]:
    """Return what a knob came to, in sentences."""
    us, goal = balance.titles[balance.side], percent(one.goal)
    word = one.knob.word
    told = "; ".join(one.setting.told) or "everything as it is"
    if one.fitted is None:
        return [f"{word}: no fight was played to its end."]
    chance = f"{percent(one.fitted.share)} ({span(one.fitted)})"
    if one.finding == REACHED:
        lines = [f"{word}: {us} win {chance} with {told}."]
    elif one.finding == JUMPS:
        lines = [
            f"{word}: no setting comes within {percent(one.within)} of {goal}; one step jumps over "
            f"it. Nearest: {told}, {chance}."
        ]
    elif one.finding == BEYOND:
        lines = [
            f"{word}: {goal} is out of reach. With the last setting that the game allows or that "
            f"is tried ({told}) {us} win {chance}."
        ]
    elif one.finding == BENT:
        way = "more of it does not always make the same side stronger"
        lines = [f"{word}: the chance to win turns back: {way}. Nearest seen: {told}, {chance}."]
    elif one.finding == STOPPED:
        lines = [f"{word}: broken off; so far {told}, {chance}."]
    else:
        lines = [f"{word}: not settled after {one.fights:,} fights; nearest: {told}, {chance}."]
    return lines + checks(one)


def checks(one: Found) -> list[str]:
    """Return what fresh fights say of the answer, and of the settings beside it."""
    lines = []
    settings = one.knob.settings
    check = one.checks.get(one.checked)
    if check is not None:
        interval = check.interval(FIXED)
        agree = "which agrees" if one.agrees else "which does NOT agree: the curve is no good here"
        near = "there" if one.checked == one.place else "at the setting beside it"
        lines.append(
            f"  {check.fights} fresh fights {near}: {percent(interval.share)} ({span(interval)}), "
            f"{agree}."
        )
    beside = [place for place in one.checks if place != one.checked]
    for place in beside:
        interval = one.checks[place].interval(FIXED)
        told = "; ".join(settings[place].told) or "as it is"
        lines.append(
            f"  The next setting ({told}), on the same dice: {percent(interval.share)} "
            f"({span(interval)})."
        )
    return lines


def changes(balance: Balance) -> Table:
    """Return what each knob came to, the cheapest change that reaches the goal first."""
    table = columns("Knob", "from", "to", "change", "share", "95 %", "finding", "fights")
    for one in balance.found:
        start = one.knob.settings[one.knob.start].at
        table.add_row(
            one.knob.word,
            f"{start:g}",
            f"{one.setting.at:.3g}",
            percent(one.size),
            percent(one.fitted.share) if one.fitted else "",
            span(one.fitted) if one.fitted else "",
            one.finding,
            f"{one.fights:,}",
        )
    return table


def curve(one: Found) -> Table:
    """Return the chance to win by setting, as far as fights were played."""
    table = columns(one.knob.word, "share", "95 %", "fights", "")
    points = sorted(one.points.items())
    many = [point for point in points if point[1].fights >= FEW]
    for place, played in many if len(many) > 2 else points:
        interval = played.interval()
        table.add_row(
            f"{round(one.knob.settings[place].at, 3):g}",
            percent(interval.share),
            percents(interval.low, interval.high),
            f"{played.fights:,}",
            "█" * round(30 * interval.share),
        )
    return table


def footnotes(balance: Balance) -> list[str]:
    """Return what the answer rests on and what it cost."""
    seats = ", ".join([f"{seat} {name}" for seat, name in balance.players.items()])
    rules = balance.ruleset
    drawn = sum([one.draws for found in balance.found for one in found.points.values()])
    open_ = sum([one.unfinished for found in balance.found for one in found.points.values()])
    lines = [
        f"It cost {balance.fights:,} fights of seed {balance.seed}, {balance.seconds:.0f} s; "
        f"{seats}.",
        f"affray {__version__}, {rules.id} rules version {rules.version}; 95 % of a fitted curve, "
        "which stops by itself; fresh fights: for this many fights.",
    ]
    if drawn or open_:
        lines.append(f"Of the search {drawn:,} fights were drawn, {open_:,} unfinished: each half.")
    return lines
