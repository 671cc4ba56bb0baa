"""``affray fair``: is this fight fair?"""

from __future__ import annotations

import math
import re
from functools import partial
from typing import Annotated, Final

import typer
from rich.console import Console
from rich.table import Table

from affray import __version__
from affray.cli import faults
from affray.cli.app import app
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
    check_seats,
    kept_in,
    read_seats,
)
from affray.cli.output import out, progress_bar, put_json
from affray.lab import fairness as lab
from affray.lab.fairness import Fairness, Pair, Step, Thresholds
from affray.lab.sequences import Interval, of_mean
from affray.lab.swings import POINT, Swings
from affray.sim.batches import from_content
from affray.sim.places import check_place, cores, executor
from affray.sim.players import Player

LONG: Final = 20.0  # seconds from which it is told beforehand how long it will take
TOLD: Final = 3  # events that move the chance to win most
ENOUGH_WON: Final = 30  # fights won from which what is left in these is told


@app.command("fair")
def judge(
    encounter: EncounterWord,
    *,
    side: Annotated[
        str, typer.Option(metavar="SIDE", help="Whose chance it is; the first side's if left out.")
    ] = "",
    players: Annotated[
        str,
        typer.Option(
            metavar="plain|thinking|band",
            help="Equals that play plainly (the quick answer), equals that think, or both of "
            "these and one outplaying the other.",
        ),
    ] = "band",
    thinker: Annotated[
        str, typer.Option(metavar="PLAYER", help="The player that thinks.")
    ] = lab.THINKER,
    seat: Seats = None,
    most: Annotated[
        int,
        typer.Option("-n", "--count", min=1, help="Fights after which the unknown stays unknown."),
    ] = lab.MOST,
    few: Annotated[
        int, typer.Option(min=1, help="Fights of each pair of players of which one thinks.")
    ] = lab.FEW,
    called_fair: Annotated[
        str, typer.Option("--fair", metavar="LOW-HIGH", help="The chances to win called fair.")
    ] = "40-60",
    deadly: Annotated[
        str, typer.Option(metavar="P", help="The chance to win from which down it is deadly.")
    ] = "25%",
    expect: Annotated[
        str,
        typer.Option(
            metavar="LOW-HIGH",
            help="The chance to win that is expected, such as 40-60: status 1 if it is not so, 3 "
            "if that is not known.",
        ),
    ] = "",
    seed: SeedNumber = 1,
    pack: Packs = None,
    jobs: Jobs = 0,
    on: On = "",
    resume: Resume = None,
    as_json: AsJson = False,
) -> None:
    """Judge whether a fight is fair: as many fights as it takes to know.

    It stops by itself as soon as the chance to win is known to be fair, to favour one side or to be
    deadly. With --expect: status 1 if it is not so, 3 if that is not known after all fights.
    """
    faults.trace.seed = seed
    check_place(on)
    low, high = read_range(called_fair, "--fair")
    thresholds = Thresholds(low, high, read_share(deadly, "--deadly"))
    expected = read_range(expect, "--expect") if expect else None
    source = from_content(encounter, pack or [])
    _, setup = source()  # bad input is told before anything runs
    seats: dict[str, Player] = {**read_seats(seat, own=True)}
    check_seats(seats, setup.seats)
    workers = jobs or (0 if on else cores())
    with kept_in(resume) as keep:
        foretell(
            lab.estimate(
                source, side=side, players=players, thinker=thinker, seats=seats,
                seed=seed, most=most, few=few,
            ),
            workers or 1,
        )  # fmt: skip
        with executor(on, workers) as place, progress_bar() as tell:
            found = lab.fair(
                source,
                side=side,
                players=players,
                thinker=thinker,
                seats=seats,
                seed=seed,
                executor=place,
                most=most,
                few=few,
                thresholds=thresholds,
                expected=expected,
                progress=lambda step: tell(step.done, step.most, partial(bounds, step), step.what),
                keep=keep,
            )
    found.encounter = encounter
    if as_json:
        put_json(found.as_data())
    elif found.first.batch.count:
        show(out(), found)
    if found.stopped == "interrupted":
        faults.complain(f"interrupted after {found.fights:,} fights: intervals hold all the same")
        if resume:
            faults.complain(GOES_ON)
        raise typer.Exit(faults.INTERRUPTED)
    if found.expected is not None:
        told = f"expected {percents(*found.expected)}, found {percents(*found.first.result()[1:3])}"
        if found.answer() == "missed":
            faults.complain(told)
            raise typer.Exit(faults.SAID_NO)
        if found.answer() == "undecided":
            faults.complain(f"undecided: {told}; more fights (-n) would tell")
            raise typer.Exit(faults.UNDECIDED)


def read_range(text: str, option: str) -> tuple[float, float]:
    """Read ``40-60`` or ``40%-60%`` as two shares."""
    found = re.fullmatch(r"(\d+(?:\.\d+)?) *%? *- *(\d+(?:\.\d+)?) *%?", text.strip())
    low, high = (float(found[1]) / 100, float(found[2]) / 100) if found else (1.0, 0.0)
    if not 0 <= low < high <= 1:
        raise typer.BadParameter(
            f"found {text!r}, expected two percentages such as 40-60", param_hint=option
        )
    return low, high


def read_share(text: str, option: str) -> float:
    """Read ``65%`` or ``0.65`` as a share."""
    found = re.fullmatch(r"(\d+(?:\.\d+)?) *(%?)", text.strip())
    share = float(found[1]) / (100 if found[2] else 1) if found else -1.0
    if not 0 <= share <= 1:
        raise typer.BadParameter(
            f"found {text!r}, expected a share such as 65% or 0.65", param_hint=option
        )
    return share


def foretell(estimates: list[lab.Estimate], workers: int) -> None:
    """Say beforehand what takes long, on stderr."""
    seconds = sum([one.seconds for one in estimates]) / workers
    if seconds < LONG:
        return
    plain = sum([one.seconds for one in estimates if one.name == lab.EQUAL]) / workers
    quick = f"; --players plain: {duration(plain)}" if 0 < plain < seconds / 2 else ""
    faults.complain(f"this takes up to {duration(seconds)}{quick}")


def duration(seconds: float) -> str:
    """Return a time in words."""
    if seconds < 90:
        return f"{math.ceil(seconds)} seconds"
    return f"{math.ceil(seconds / 60):,} minutes"


def bounds(step: Step) -> str:
    """Return which chances to win are possible still."""
    return f"{100 * step.low:.0f} to {100 * step.high:.0f} %"


# -- the page --------------------------------------------------------------------------------


def show(console: Console, found: Fairness) -> None:
    """Print the answer for people: sentences first, then tables, then what it rests on."""
    for line in [*sentences(found), *swing_sentences(found)]:
        console.print(line)
    pair = found.first
    for table in (winners(found), fallen(found, pair), left(found, pair)):
        if table is not None:
            console.print()
            console.print(table)
    console.print()
    for line in footnotes(found):
        console.print(line, style="dim")


def sentences(found: Fairness) -> list[str]:
    """Return what was found in sentences: the verdict first."""
    pair = found.first
    us = found.titles[found.side]
    chance = pair.wins(found.side)
    who = between(found, pair)
    lines = [f"{found.encounter}: {verdict(found)}"]
    told = f"{us} win {share(chance)} of the fights {who} ({span(chance)})"
    if pair.batch.draws or pair.batch.unfinished:
        result = pair.result()
        told += f", {percent(result.share)} ({span(result)}) if a draw counts half"
    lines.append(told + ".")
    thinking = found.pair(lab.EQUAL_THINKING)
    if thinking is not None and thinking is not pair:
        chance = thinking.wins(found.side)
        agrees = (
            "which agrees, as far as so few fights tell"
            if found.agrees()
            else "which is another verdict: it depends on how well everybody plays"
        )
        lines.append(
            f"{between(found, thinking).capitalize()} {percent(chance.share)} ({span(chance)}), "
            f"{agrees}."
        )
    lines += [*band(found), rounds(pair)]
    return lines


def verdict(found: Fairness) -> str:
    """Return the verdict with the bounds of its word."""
    zones = found.first.zones(found.thresholds)
    words = [lab.spoken(zone, found.titles, found.side) for zone in zones]
    if len(zones) == 1:
        zone = zones[0]
        return f"{words[0]} ({percents(zone.low, zone.high)})."
    said = " or ".join([", ".join(words[:-1]), words[-1]])
    return f"not decided after {found.first.batch.count:,} fights: {said}."


def band(found: Fairness) -> list[str]:
    """Return how much the play of either side matters."""
    below, above = found.pair(lab.OUTPLAYED), found.pair(lab.OUTPLAYING)
    if below is None or above is None:
        return list(found.left_out)
    low, high = below.wins(found.side), above.wins(found.side)
    weigh = 50 * (high.share - low.share)
    return [
        f"Outplayed they win {percent(low.share)} ({span(low)}), outplaying {percent(high.share)} "
        f"({span(high)}): play weighs about {abs(weigh):.0f} points either way."
    ]


def rounds(pair: Pair) -> str:
    """Return how long it lasts."""
    batch = pair.batch
    mean = lab.sum_of(batch.rounds)
    low, high = of_mean(mean)
    known = "" if math.isnan(low) else f" (mean {mean.mean().mean:.1f}, {low:.1f} to {high:.1f})"
    return (
        f"Half of the fights end within {batch.rounds_at(0.5)} rounds{known}, nine of ten within "
        f"{batch.rounds_at(0.9)}."
    )


def swing_sentences(found: Fairness) -> list[str]:
    """Return how swingy it is, and what moves the chance to win most."""
    swings = found.swings
    if swings is None or not swings.fights:
        return []
    lines = []
    if swings.won:
        lines.append(
            f"{swings.word().capitalize()}: in {swings.comebacks} of {swings.won} watched fights "
            "the winner was nearly beaten at the start of a round (20 % or less); the lead passes "
            f"{swings.leads.mean().mean:.1f} times a fight."
        )
    return lines + movers(swings)


def movers(swings: Swings) -> list[str]:
    """Return the events that move the chance to win most, and how much of all they are."""
    most = swings.most(TOLD + 1)
    if not most:
        return []
    told = most[:TOLD]
    whole = swings.total.total / max(1, swings.fights) / POINT
    moved = sum([one.points for one in told])
    lines = [
        f"What moves the chance to win most ({moved:.0f} of {whole:.0f} points a fight, "
        f"{percent(moved / whole if whole else 0)} of all movement):"
    ]
    for number, one in enumerate(told, 1):
        lines.append(
            f"  {number}. {one.cause.text()}: {one.points:.1f} +- {one.error:.1f} points a fight "
            f"({one.each:.0f} each time, in {percent(one.often)} of fights)"
        )
    if len(most) > TOLD and most[TOLD].points + 2 * most[TOLD].error >= told[-1].points:
        lines.append(f"  About equal to the last: {most[TOLD].cause.text()}.")
    return lines


def between(found: Fairness, pair: Pair) -> str:
    """Return who plays, in words."""
    names = sorted(set(pair.batch.players.values()) - {"default"})
    if pair.name == lab.EQUAL:
        return "between plain players"
    if pair.name == lab.EQUAL_THINKING:
        return f"between {names[0] if names else 'thinking'} players"
    return "by " + ", ".join([f"{seat} {player}" for seat, player in pair.batch.players.items()])


def winners(found: Fairness) -> Table:
    """Return who wins, a line for each side of each pair of players."""
    table = columns("Players", "who wins", "share", "95 %", "fights")
    for pair in found.pairs:
        if not pair.batch.count:
            continue
        rows = [(found.titles[side], pair.wins(side), pair.batch.wins[side])
                for side in range(len(found.sides))]  # fmt: skip
        rows.append(("nobody: drawn", pair.draws(), pair.batch.draws))
        if pair.batch.unfinished:
            rows.append(("nobody: unfinished", pair.unfinished(), len(pair.batch.unfinished)))
        for number, (name, interval, fights) in enumerate(rows):
            title = pair.name if number == 0 else ""
            table.add_row(title, name, share(interval), span(interval), f"{fights:,}")
    return table


def fallen(found: Fairness, pair: Pair) -> Table:
    """Return who falls how often."""
    table = columns("Who falls", "side", "share", "95 %")
    batch = pair.batch
    for who, name in enumerate(batch.names):
        interval = pair.fallen(who)
        table.add_row(name, found.titles[batch.side_of[who]], share(interval), span(interval))
    return table


def left(found: Fairness, pair: Pair) -> Table | None:
    """Return what is left of the side that is judged when it wins; what never varies is left out.

    None if it won too few fights.
    """
    batch = pair.batch
    if batch.wins[pair.side] < ENOUGH_WON:
        return None
    table = columns("Left when they win", "what", "mean", "95 %")
    for who, sums in enumerate(pair.left):
        first = True
        for what, moments in sums.items():
            mean, error = moments.mean()
            if batch.side_of[who] != pair.side or not error > 0:
                continue
            low, high = of_mean(moments)
            about = "" if math.isnan(low) else f"{max(0.0, low):.1f} to {high:.1f}"
            table.add_row(batch.names[who] if first else "", what, f"{mean:.1f}", about)
            first = False
    return table if table.row_count else None


def footnotes(found: Fairness) -> list[str]:
    """Return what the answer rests on: fights, players, versions, what the intervals mean."""
    pair = found.first
    rules = found.ruleset
    kinds = {one.kind for one in found.pairs if one.batch.count}
    lines = [
        f"{found.fights:,} fights of seed {found.seed} in {found.seconds:.0f} s; affray "
        f"{__version__}, {rules.id} rules version {rules.version}.",
    ]
    for one in found.pairs:
        if one.batch.count:
            seats = ", ".join([f"{seat} {name}" for seat, name in one.batch.players.items()])
            lines.append(f"{one.name}: {one.batch.count:,} fights; {seats}; 95 % {one.kind}.")
    if len(kinds) == 1 and pair.stopped == "verdict":
        end = "was broken off after" if found.stopped else "stopped by itself when"
        lines.append(f"It {end} the verdict was known.")
    if found.swings is not None and found.swings.fights:
        lines.append(
            f"Movements: {found.swings.fights} fights watched, by the game's fitted weights; "
            "+- is the standard error."
        )
    return lines


def columns(*titles: str) -> Table:
    """Return an empty table; numbers stand at the right."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    for title in titles:
        right = title in ("share", "fights", "mean", "from", "to", "change")
        table.add_column(title, justify="right" if right else "left")
    return table


def share(interval: Interval) -> str:
    """Return a share for a table or sentence."""
    return percent(interval.share)


def percent(value: float) -> str:
    """Return a share in percent, whole but near the ends."""
    near = min(value, 1 - value)
    return f"{100 * value:.1f} %" if 0 < near < 0.1 else f"{100 * value:.0f} %"


def span(interval: Interval) -> str:
    """Return the bounds of an interval."""
    return percents(interval.low, interval.high)


def percents(low: float, high: float) -> str:
    """Return two bounds in percent."""
    near = 0 < low < 0.1 or 0 < 1 - high < 0.1
    return (
        f"{100 * low:.1f} to {100 * high:.1f} %"
        if near
        else f"{100 * low:.0f} to {100 * high:.0f} %"
    )
