"""``affray fit``: what the features of a position count for, fitted to noisy fights."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.progress import track

from affray.cli.app import app
from affray.cli.options import AsJson
from affray.cli.output import err, out, put_json
from affray.content.game import game
from affray.sim import fitting


@app.command("fit")
def fit_weights(
    ruleset: Annotated[str, typer.Argument(metavar="GAME", help="The game, such as quest.")],
    *,
    count: Annotated[int, typer.Option("-n", "--count", min=100, help="How many fights.")] = 20_000,
    source: Annotated[
        bool, typer.Option("--source", help="Print the module that the game's players read.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Fit the weights by which players that think appraise a position.

    Plays noisy fights of the game's encounters with members left out at random, and fits who wins
    to the features of a position of each.
    """
    known = game(ruleset)
    fitting.check_installed()
    names: list[str] = []
    rows: list[fitting.Position] = []
    version = 1
    console = err()
    for first in track(
        range(0, count, 50), "fights", console=console, disable=not console.is_terminal
    ):
        share = min(50, count - first)
        names, version, more = fitting.positions(known.id, share, first=first)
        rows += more
    found = fitting.fit(names, rows, count)
    if as_json:
        put_json(
            {
                "ruleset": known.id,
                "rules": version,
                "fights": found.fights,
                "positions": found.rows,
                "weights": dict(zip(found.names, found.weights, strict=True)),
                "log_loss": found.loss,
                "constant": found.constant,
                "calibration": found.calibration,
            }
        )
    elif source:
        out().print(found.module(version), end="", markup=False, highlight=False, soft_wrap=True)
    else:
        for name, weight in zip(found.names, found.weights, strict=True):
            out().print(f"{weight:9.4f}  {name}", highlight=False)
        loss = f"log-loss {found.loss:.3f} on fights held out (a constant: {found.constant:.3f})"
        what = f"{found.rows:,} positions of {found.fights:,} fights"
        out().print(f"{what}, {loss}, calibration error {found.calibration:.3f}")
