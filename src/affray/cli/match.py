"""``affray match``: which of two players plays better."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.table import Table

from affray.bots import LEVELS
from affray.cli import faults
from affray.cli.app import app
from affray.cli.options import AsJson, Jobs, On, Packs, SeedNumber, check_player
from affray.cli.output import out, progress_bar, put_json
from affray.content.problems import nearest
from affray.sim.batches import from_content
from affray.sim.matches import Match, match, seated_by_side
from affray.sim.places import check_place, executor


@app.command("match")
def play_match(
    first: Annotated[
        str, typer.Argument(help="A player, such as sharp, or your own: module:function.")
    ],
    second: Annotated[str, typer.Argument(help="The other, such as greedy.")],
    encounters: Annotated[
        list[str], typer.Argument(metavar="ENCOUNTER...", help="Encounters by id, or files.")
    ],
    *,
    count: Annotated[
        int, typer.Option("-n", "--count", min=1, help="Fights of each encounter, played twice.")
    ] = 100,
    seed: SeedNumber = 1,
    pack: Packs = None,
    jobs: Jobs = 0,
    on: On = "",
    as_json: AsJson = False,
) -> None:
    """Let two players meet: every fight twice with the sides swapped, on the same dice.

    A pair of fights that one of them wins from both sides says who is better; the interval of these
    stays true however often one looks.
    """
    faults.trace.seed = seed
    check_place(on)
    for name in (first, second):
        if ":" in name:
            check_player(name)
        elif name not in LEVELS:
            close = nearest(name, LEVELS)
            hint = f"; did you mean {close}?" if close else f", expected one of {', '.join(LEVELS)}"
            raise typer.BadParameter(f"found the player {name!r}{hint}")
    for encounter in encounters:  # before any is fought
        _, setup = from_content(encounter, pack or [])()
        seated_by_side(setup, first, second, 0)
    found: list[Match] = []
    with executor(on, jobs) as place:
        for encounter in encounters:
            with progress_bar() as tell:
                found.append(
                    match(
                        first,
                        second,
                        encounter,
                        pairs=count,
                        seed=seed,
                        packs=pack or [],
                        executor=place,
                        progress=lambda one: tell(one.fights, 2 * count, lambda: so_far(one)),
                    )
                )
            if found[-1].stopped:
                break
    if first == second:  # which of the two is meant
        for one in found:
            one.first, one.second = f"{first} (1)", f"{second} (2)"
    together = found[0]
    for one in found[1:]:
        together = together + one
    if as_json:
        put_json({"matches": [one.as_data() for one in found], "together": together.as_data()})
    else:
        out().print(table(found, together))
        out().print(sentence(together))
    if together.stopped:
        faults.complain("interrupted: counts are of the pairs that were played to the end")
        raise typer.Exit(faults.INTERRUPTED)


def so_far(one: Match) -> str:
    """Return how a match stands, for who waits."""
    return f"{one.first} {one.wins}, {one.second} {one.losses}"


def table(found: list[Match], together: Match) -> Table:
    """Return a line for each encounter and one for all."""
    first, second = together.first, together.second
    made = Table("Encounter", f"{first} wins", f"{second} wins", "Draws", "Share", "95 %", "Pairs")
    rows = [*found, together] if len(found) > 1 else found
    for one in rows:
        low, high = one.interval()
        made.add_row(
            one.encounter or "all",
            str(one.wins),
            str(one.losses),
            str(one.draws),
            f"{100 * one.share():.1f} %",
            f"{100 * low:.0f} to {100 * high:.0f} %",
            f"{one.both} : {one.neither}",
        )
    return made


def sentence(one: Match) -> str:
    """Return who is better, as far as that is known."""
    low, high = one.better()
    sure = f"(of pairs won from both sides {100 * low:.0f} to {100 * high:.0f} % are {one.first}'s)"
    verdict = one.verdict()
    if not verdict:
        return f"Who is better is not known yet {sure}."
    other = one.second if verdict == one.first else one.first
    return f"{verdict} plays better than {other} {sure}."
