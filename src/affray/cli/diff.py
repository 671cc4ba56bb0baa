"""``affray diff``: what does a change do?"""

from __future__ import annotations

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
from affray.core.event import Event
from affray.lab.differences import APART, SAME, Difference, both, diff, of_difference, version
from affray.lab.pairs import BETTER, CLOSER, EARLIEST, WORSE, Line, Pair, Pairs, reduction
from affray.render import terminal
from affray.sim.places import check_place, executor

EXPECTED: Final = (SAME, BETTER, WORSE)
PARTED: Final = 3  # of the rules by which fights part, those told
READ: Final = {BETTER: 2, WORSE: 2, CLOSER: 1, EARLIEST: 1}  # fights worth reading of each kind


@app.command("diff")
def compare(
    first: Annotated[
        str, typer.Argument(metavar="A", help="An encounter by id or file: as it is.")
    ],
    second: Annotated[
        str, typer.Argument(metavar="[B]", help="The other version; A again if left out.")
    ] = "",
    *,
    change: Sets = None,
    count: Annotated[
        int, typer.Option("-n", "--count", min=1, help="Fights, each played in both versions.")
    ] = 1000,
    side: SideWord = "",
    same_answers: Annotated[
        bool,
        typer.Option(
            "--same-answers",
            help="Let players answer in B as they did in A wherever the same question is asked and "
            "that answer is allowed: what the change itself does, before anybody responds to it.",
        ),
    ] = False,
    expect: Annotated[
        str,
        typer.Option(
            metavar="same|better|worse",
            help="What B is expected to be for that side: status 1 if it is not so, 3 if that is "
            "not known.",
        ),
    ] = "",
    show: Annotated[
        int, typer.Option(metavar="FIGHT", help="Tell this fight of both, from where they part.")
    ] = -1,
    folder: Annotated[
        Path | None,
        typer.Option("--write", metavar="DIR", help="Write B there, so that it can be run."),
    ] = None,
    pack: Packs = None,
    pack_a: Annotated[
        list[Path] | None, typer.Option("--pack-a", metavar="FILE", help="A pack of A alone.")
    ] = None,
    pack_b: Annotated[
        list[Path] | None, typer.Option("--pack-b", metavar="FILE", help="A pack of B alone.")
    ] = None,
    seed: SeedNumber = 1,
    seat: Seats = None,
    jobs: Jobs = 0,
    on: On = "",
    resume: Resume = None,
    as_json: AsJson = False,
) -> None:
    """Compare two versions of a fight on the same dice: what does a change do?

    Fight N of A and of B roll the same dice for the same purposes, so that what differs is what the
    change does. Two encounters, two sets of packs, or B with values changed by --set.
    """
    faults.trace.seed = seed
    if expect and expect not in EXPECTED:
        raise typer.BadParameter(
            f"found {expect!r}, expected same, better or worse", param_hint="--expect"
        )
    check_place(on)
    shared = pack or []
    one = version(first, [*shared, *(pack_a or [])])
    other = version(second or first, [*shared, *(pack_b or [])]).changed(*(change or []))
    _, setup = one()
    seats = read_seats(seat)
    check_seats(seats, setup.seats)
    if show >= 0:
        found = diff(
            one, other, side=side, seed=seed, count=0, seats=seats, same_answers=same_answers
        )
        tell_fight(out(), found, show)
        return
    with (
        kept_in(resume) as keep,
        executor(on, workers(jobs, on, 2 * count)) as place,
        progress_bar() as tell,
    ):
        found = diff(
            one,
            other,
            side=side,
            seed=seed,
            count=count,
            seats=seats,
            executor=place,
            progress=lambda pairs: tell(pairs.count, count, lambda: leader(pairs)),
            keep=keep,
            same_answers=same_answers,
        )
    if folder is not None:
        found.written = found.second.write_all(folder)
    if as_json:
        put_json(found.as_data())
    else:
        print_page(out(), found)
    if found.pairs.stopped:
        faults.complain(f"interrupted after {found.pairs.count:,} of {count:,} fights")
        if resume:
            faults.complain(GOES_ON)
        raise typer.Exit(faults.INTERRUPTED)
    if expect and found.verdict() != expect:
        if expect != SAME and not found.verdict():
            faults.complain(f"undecided: expected {expect}; more fights (-n) would tell")
            raise typer.Exit(faults.UNDECIDED)
        faults.complain(f"expected {expect}, found {found.verdict() or 'differences'}")
        raise typer.Exit(faults.SAID_NO)


def leader(pairs: Pairs) -> str:
    """Return what is known so far."""
    return f"{pairs.same:,} the same, {pairs.better:,} gained, {pairs.worse:,} lost"


# -- the page --------------------------------------------------------------------------------


def print_page(console: Console, found: Difference) -> None:
    """Print the answer for people: sentences first, then tables, then what it rests on."""
    console.print(f"A: {found.first}")
    console.print(f"B: {found.second}")
    console.print(answering(found))
    console.print()
    if not found.pairs.count:
        console.print("No fight was played to its end.")
        return
    for line in sentences(found):
        console.print(line)
    console.print()
    console.print(winners(found))
    for line in [*parted(found), *readable(found)]:
        console.print(line, soft_wrap=line.startswith("    affray"))
    console.print()
    for line in rests_on(found.seed, found.players, found.ruleset, found.kind):
        console.print(line, style="dim")


def answering(found: Difference) -> str:
    """Return which of two questions is answered: what a change does with or without responses."""
    if not found.repeats:
        return (
            "What the change does once players respond to it: they answer for themselves in both. "
            "(--same-answers: the change itself.)"
        )
    return (
        "The change itself (--same-answers): players answer in B as they did in A wherever the "
        "same question is asked and that answer is allowed."
    )


def sentences(found: Difference) -> list[str]:
    """Return what the change does, in sentences."""
    pairs = found.pairs
    if found.verdict() == SAME:
        return [f"Nothing changes: all {pairs.count:,} fights are identical, step by step."]
    mean, low, high = found.change()
    lines = [
        f"{found.title}: {percent(found.share(1))} of fights won in B, {percent(found.share(0))} "
        f"in A: {points(mean)} points ({between(low, high, points)}).",
        judged(found),
        f"{pairs.same:,} of {pairs.count:,} fights are identical, step by step.",
    ]
    means = [sums.mean().mean / 10 for sums in pairs.margins]
    low, high = of_difference(pairs.margins[2], found.kind, APART)
    span = between(low / 1000, high / 1000, points)
    lines.append(
        f"Health left at the end, theirs less the others': {means[1]:.1f} % in B, {means[0]:.1f} % "
        f"in A: {points(means[2] / 100)} points{f' ({span})' if span else ''}."
    )
    fewer = [reduction(pairs.wins), reduction(pairs.margins)]
    told = [
        f"{times:.1f} times ({what})"
        for times, what in zip(fewer, ("wins", "health left"), strict=True)
        if times is not None
    ]
    if told:
        lines.append(
            f"Common dice make these pairs worth {' and '.join(told)} as many fights of each."
        )
    if found.repeats:
        lines.append(kept_answers(found))
    return lines


def kept_answers(found: Difference) -> str:
    """Return how many of B's answers are those of A."""
    same, refused, new = found.pairs.answered
    every = max(1, same + refused + new)
    return (
        f"Of {same + refused + new:,} answers in B {percent(same / every)} are A's; to "
        f"{percent(refused / every)} of the questions that was not allowed, and "
        f"{percent(new / every)} were not asked in A."
    )


def judged(found: Difference) -> str:
    """Return whether it helps or harms, as far as that is known."""
    pairs = found.pairs
    changed = pairs.better + pairs.worse
    if not changed:
        return "Nobody wins or loses by it so far."
    low, high = found.flips()
    rest = (
        f"{pairs.better:,} of {many(changed, 'fight')} won or lost by it "
        f"{'is' if pairs.better == 1 else 'are'} won ({number_of(low)} to {percent(high)} whenever "
        "you stop)"
    )
    verdict = found.verdict()
    if verdict:
        return f"B is {verdict} for them: {rest}."
    return f"Whether B is better or worse for them is not known yet: {rest}."


def winners(found: Difference) -> Table:
    """Return who wins in either version."""
    pairs = found.pairs
    table = columns("Who wins", "A", "B", "change", right=("A", "B", "change"))
    unfinished = pairs.unfinished
    rows = [(name, [wins[id] for wins in pairs.winners]) for id, name in found.sides]
    nobody = [wins[""] - unfinished[place] for place, wins in enumerate(pairs.winners)]
    rows.append(("nobody: drawn", nobody))
    if any(unfinished):
        rows.append(("nobody: unfinished", list(unfinished)))
    for name, counts in rows:
        shares = [many / pairs.count for many in counts]
        table.add_row(name, *[percent(one) for one in shares], points(shares[1] - shares[0]))
    rounds = [sums.mean().mean for sums in pairs.rounds]
    table.add_row("rounds", f"{rounds[0]:.2f}", f"{rounds[1]:.2f}", f"{rounds[2]:+.2f}")
    return table


def parted(found: Difference) -> list[str]:
    """Return by which rules fights part first, each with an example."""
    ranked = found.pairs.parted.most_common()
    if not ranked:
        return []
    lines = ["", "Where they part first:"]
    for rules, fights in ranked[:PARTED]:
        pair = found.pairs.examples[rules]
        names = " or ".join(dict.fromkeys([rule or "no rule" for rule in rules]))
        lines.append(
            f"  {many(fights, 'fight')}: {names}, as in fight {pair.fight} {place_of(pair)}:"
        )
        lines += said(pair)
    more = len(ranked) - PARTED
    if more > 0:
        rest = sum([fights for _, fights in ranked[PARTED:]])
        lines.append(f"  {many(rest, 'fight')}: {many(more, 'other way')}")
    return lines


def place_of(pair: Pair) -> str:
    """Return where a pair parts, in words."""
    assert pair.parting is not None
    return f"(round {pair.parting.round}, step {pair.parting.step})"


def said(pair: Pair) -> list[str]:
    """Return what happens in either version where they part."""
    assert pair.parting is not None
    told = [sentence or "nothing is told" for sentence in pair.parting.sentences]
    return [f"    {name}: {sentence}" for name, sentence in zip("AB", told, strict=True)]


def readable(found: Difference) -> list[str]:
    """Return the fights worth reading, with the commands that tell them."""
    lines: list[str] = []
    seen: set[int] = set()
    for kind, most in READ.items():
        fresh = [pair for pair in found.pairs.notable.get(kind, []) if pair.fight not in seen]
        for pair in fresh[:most]:
            seen.add(pair.fight)
            lines.append(f"  fight {pair.fight}: {why(found, pair, kind)} {place_of(pair)}")
            commands = [found.run_command(place, pair.fight) for place in (0, 1)]
            lines += [f"    {command}" for command in commands if command]
    if not lines:
        return []
    head = "Fights worth reading"
    if found.repeats:
        head += " (--show FIGHT tells both from where they part, B with the answers of A)"
    elif not found.run_command(1, 0):
        head += " (--show FIGHT tells both from where they part, --write DIR writes B)"
    return ["", f"{head}:", *lines]


def why(found: Difference, pair: Pair, kind: str) -> str:
    """Return why a fight is worth reading."""
    if kind in (BETTER, WORSE):
        names = dict(found.sides)
        ends = (pair.first, pair.second)
        words = [f"won by {names[one.winner]}" if one.winner else "drawn" for one in ends]
        return f"{words[0]} in A, {words[1]} in B"
    if kind == CLOSER:
        change = (pair.second.margin - pair.first.margin) / 1000
        return f"the same winner, {points(change)} points of health left"
    return "parts earliest"


# -- one fight -------------------------------------------------------------------------------


def tell_fight(console: Console, found: Difference, number: int) -> None:
    """Print a fight of both versions: what is the same once, then each to its end."""
    table = both(found)
    lines, _ = table.lines(number)
    console.print(f"A: {found.first}")
    console.print(f"B: {found.second}")
    console.print(answering(found))
    console.print(f"Fight {number} of seed {found.seed}, both alike:")
    events: list[list[Event]] = [[], []]
    while not all([line.over for line in lines]):
        events = [line.step() for line in lines]
        facts = table.facts(lines, events)
        if facts[0] != facts[1]:
            break
        log(console, lines[0], events[0])
        events = [[], []]
    if not any(events):
        console.print()
        console.print("They are identical to the end.", style="bold")
        return
    for name, line, some in zip("AB", lines, events, strict=True):
        console.print()
        console.print(f"{name} goes on:", style="bold reverse")
        log(console, line, some)
        while not line.over:
            log(console, line, line.step())
        combat = line.combat
        side = found.sides[combat.winner][1] if combat.winner >= 0 else "nobody"
        console.print()
        console.print(f"{name}: {side} won in round {combat.round}.", style="bold")


def log(console: Console, line: Line, events: list[Event]) -> None:
    """Print what happened in a step."""
    for one in terminal.log(line.arena.ruleset.words(), line.combat, events):
        console.print(one, soft_wrap=True)
