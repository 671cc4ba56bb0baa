"""``affray check`` and ``affray replay``: what was written down, run again."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from affray.checking import cases
from affray.checking.cases import CaseResult
from affray.cli import faults
from affray.cli.app import app
from affray.cli.options import Anyway, AsJson, Packs
from affray.cli.output import out, put_json
from affray.cli.play import as_data, tell
from affray.session import replay as playing_again


@app.command("check")
def check(
    paths: Annotated[
        list[Path], typer.Argument(metavar="PATH...", help="Case files, or folders of them.")
    ],
    *,
    verbose: Annotated[
        bool, typer.Option("--verbose", "-v", help="Name the cases that are as expected too.")
    ] = False,
    log: Annotated[
        bool, typer.Option("--log", help="Show the log of what comes out as expected too.")
    ] = False,
    pack: Packs = None,
    as_json: AsJson = False,
) -> None:
    """Run adjudication cases.

    The exit status is 1 if something does not come out as expected, other dice that are rolled
    included; 2 if a case cannot be read or its answers do not fit what the rules ask.
    """
    results: list[CaseResult] = []
    for path in paths:
        results += cases.check(path, packs=pack or [], logs=log)
    failed = [result for result in results if not result.ok]
    if as_json:
        put_json([{"ok": result.ok, **asdict(result)} for result in results])
    else:
        for result in results:
            if verbose or log or not result.ok:
                out().print(str(result), soft_wrap=True)
            if log and result.ok:
                for line in result.log:
                    out().print(f"    {line}", soft_wrap=True, highlight=False, markup=False)
        out().print(tally(results))
    if any(one.unfit for one in failed):
        raise typer.Exit(faults.WRONG)
    if failed:
        raise typer.Exit(faults.SAID_NO)


def tally(results: list[CaseResult]) -> str:
    """Return how many cases came out how, in a line."""
    unfit = sum(result.unfit for result in results)
    wrong = sum(not result.ok for result in results) - unfit
    cases = "1 case" if len(results) == 1 else f"{len(results):,} cases"
    if not wrong and not unfit:
        return f"{cases}, all as expected" if len(results) > 1 else f"{cases}, as expected"
    parts = [f"{wrong:,} not as expected"] if wrong else []
    parts += [f"{unfit:,} that cannot be run"] if unfit else []
    return f"{cases}, {', '.join(parts)}"


@app.command("replay")
def replay(
    journal: Annotated[Path, typer.Argument(metavar="JOURNAL", help="A journal or saved fight.")],
    *,
    anyway: Anyway = False,
    quiet: Annotated[
        bool, typer.Option("--quiet", "-q", help="Only verify, do not show it.")
    ] = False,
    boards: Annotated[bool, typer.Option("--boards", help="Draw the board every round.")] = False,
    rules: Annotated[bool, typer.Option("--rules", help="Show the rule of every event.")] = False,
    as_json: AsJson = False,
) -> None:
    """Play a journal again, verify and show it.

    If something differs the first such line is named, and what comes before it is shown. The exit
    status is then 2.
    """
    result = playing_again.replay(journal, anyway=anyway)
    fight = result.fight
    faults.trace.seed = fight.seed
    if as_json:
        difference = None if result.difference is None else str(result.difference)
        verdict = {"same": result.same, "lines": result.lines, "difference": difference}
        put_json({**verdict, **as_data(str(journal), fight)})
    elif not quiet:
        tell(out(), fight, boards=boards, rules=rules)
    if result.difference is not None:
        faults.complain(f"{journal.name}: {result}")
        raise typer.Exit(faults.WRONG)
    if not as_json:
        out().print(f"{journal.name}: {result}")
