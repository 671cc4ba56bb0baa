"""``affray fuzz``: random play with every promise of the engine checked."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Final

import typer
from rich.console import Console

from affray.checking import fuzz, sessions
from affray.checking.invariants import SAMPLE
from affray.cli import faults
from affray.cli.app import app
from affray.cli.options import AsJson, fresh_seed, meant
from affray.cli.output import err, out, put_json
from affray.content.game import game, game_ids
from affray.content.library import (
    encounter_data,
    encounter_from,
    list_encounters,
    load_encounter,
)
from affray.content.toml import parse_toml, read_raw
from affray.core.errors import InvalidError
from affray.core.ruleset import Ruleset
from affray.core.setup import Setup
from affray.encounters.prepare import library_of, prepare
from affray.session.files import write_file
from affray.session.journal import LARGEST

# Tables of what is done or befalls somebody; all others count where somebody in play has them.
DONE: Final = (
    "ability",
    "action",
    "aim",
    "basic_action",
    "blight",
    "effect",
    "maneuver",
    "mark",
    "nova",
    "power",
    "spell",
    "stance",
    "status",
)
# Tables that fights do not name: of the map, of the making of characters, of examples.
NOT_PLAYED: Final = (
    "battlefield",
    "encounter",
    "example_sheet",
    "map",
    "party",
    "state",
    "template",
    "terrain",
)
ANYWHERE: Final = ("status", "condition")  # tables of effects that anybody may have


@app.command("fuzz")
def fuzz_(
    ruleset: Annotated[
        str, typer.Argument(metavar="[RULESET]", help="Which; all if left out.")
    ] = "",
    *,
    seconds: Annotated[float, typer.Option(min=0, help="How long, for each ruleset.")] = 60.0,
    fights: Annotated[
        int, typer.Option(min=0, help="How many fights instead: the same ones every time.")
    ] = 0,
    seed: Annotated[int | None, typer.Option(help="The seed; by default a fresh one.")] = None,
    sample: Annotated[
        int, typer.Option(min=1, help="Of so many steps and choices one is looked at closely.")
    ] = SAMPLE,
    session: Annotated[
        bool,
        typer.Option(
            "--session",
            help="Instead: people on all seats, who do anything that can be done at a table.",
        ),
    ] = False,
    folder: Annotated[
        Path, typer.Option("--out", metavar="DIR", help="Where a failure is written.")
    ] = Path(),
    case: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Play a failure from a file again instead.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Check every promise of the engine by random play.

    Fights of random and other players, from random legal arrangements of the ruleset's encounters.
    A failure is shrunk to a small file that plays it again (--case FILE), and the exit status is 1.
    Steps of a --session are things done: answers, undo, edits, saving and loading.
    """
    if case is not None:
        _again(case)
        return
    seed = fresh_seed() if seed is None else seed
    faults.trace.seed = seed
    if not folder.is_dir():
        raise InvalidError([f"{folder}: is no folder"])
    findings: list[Finding] = []
    for one in [ruleset] if ruleset else game_ids():
        ground = ground_of(one)
        with _ticker(one) as progress:
            if session:
                report = sessions.run(
                    ground, seed=seed, seconds=seconds, fights=fights, progress=progress
                )
            else:
                report = fuzz.run(
                    ground,
                    seed=seed,
                    seconds=seconds,
                    fights=fights,
                    sample=sample,
                    progress=progress,
                )
        file = _write(folder, one, report)
        never = {} if session else unseen(one, report.seen)
        findings.append(Finding(one, report, never, file))
        if not as_json:
            findings[-1].show(out())
    if as_json:
        put_json([finding.as_data() for finding in findings])
    if any(finding.report.failure for finding in findings):
        raise typer.Exit(faults.SAID_NO)


def ground_of(ruleset: str) -> fuzz.Ground:
    """Return where trials of a ruleset come from.

    Raises:
        InvalidError: there is no such ruleset.
    """
    if ruleset not in game_ids():
        raise InvalidError([f"{ruleset}: no ruleset to play{meant(ruleset, game_ids())}"])
    keys = [encounter.key for encounter in list_encounters(ruleset)]
    encounters = [encounter_data(load_encounter(key)) for key in keys]
    library = library_of(ruleset, ())
    effects = game(ruleset).rules().effects()
    tables = content_ids(ruleset)
    anywhere = [one for name in ANYWHERE for one in tables.get(name, []) if one in effects]
    roster = library.roster()
    return fuzz.Ground(
        encounters,
        roster.kinds(),
        anywhere,
        library.lists(),
        roster.grounds(),
        library.options(),
        prepared,
    )


def prepared(data: fuzz.Data) -> tuple[Ruleset, Setup]:
    """Make the encounter of a trial ready."""
    return prepare(encounter_from(data, "trial"))


def content(ruleset: str) -> Mapping[str, object]:
    """Return a ruleset's content as its file has it."""
    return parse_toml(game(ruleset).content(), f"{ruleset}/content.toml")


def content_ids(ruleset: str) -> dict[str, list[str]]:
    """Return the ids of a ruleset's content by table."""
    found: dict[str, list[str]] = {}
    for table, entries in content(ruleset).items():
        if isinstance(entries, list):
            found[table] = [str(e["id"]) for e in entries if isinstance(e, dict) and "id" in e]
    return found


def unseen(ruleset: str, seen: set[str]) -> dict[str, list[str]]:
    """Return the ids of a ruleset's content that nothing was seen of, by table.

    What is held may be named with its table: a stance of ICON ``stance-braced-pike``.
    """
    found: dict[str, list[str]] = {}
    carried = borne(ruleset, seen)
    for table, ids in content_ids(ruleset).items():
        there = seen if table in DONE else carried
        missing = [one for one in ids if there.isdisjoint((one, f"{table}-{one}"))]
        if missing and table not in NOT_PLAYED:
            found[table] = missing if len(missing) < len(ids) else [f"all {len(ids)}"]
    return found


def borne(ruleset: str, seen: set[str]) -> set[str]:
    """Return what was seen, with all that it has: a character its class, a weapon its traits."""
    entries = {
        str(one["id"]): strings(one)
        for table in content(ruleset).values()
        for one in (table if isinstance(table, list) else [])
        if isinstance(one, dict) and "id" in one
    }
    found = set(seen)
    new = [one for one in seen if one in entries]
    while new:
        has = {word for one in new for word in entries[one]} - found
        found |= has
        new = [one for one in has if one in entries]
    return found


def strings(value: object) -> Iterator[str]:
    """Yield every text and key in a table, however deep."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for one in value:
            yield from strings(one)
    elif isinstance(value, dict):
        for key, one in value.items():
            yield str(key)
            yield from strings(one)


def _again(path: Path) -> None:
    try:
        data = json.loads(read_raw(path, LARGEST))
    except (ValueError, RecursionError) as fault:
        raise InvalidError([f"{path}: cannot be read: {fault}"]) from fault
    if not isinstance(data, dict):
        raise InvalidError([f"{path}: found no failure of format {fuzz.FORMAT}"])
    try:
        found = _played_again(data)
    except InvalidError as fault:
        raise InvalidError([f"{path.name}: {line}" for line in fault.problems]) from fault
    if found:
        out().print(found)
        raise typer.Exit(faults.SAID_NO)
    out().print("It does not fail any more.")


def _played_again(data: fuzz.Data) -> str:
    """Play a failure again; return how it fails now, "" if it does not."""
    if "deeds" in data:
        again = sessions.attempt(prepared, sessions.read_failure(data))
        if again is None:
            return ""
        deed = f"thing {len(again.trial.deeds)} that is done"
        return f"It still fails at {deed}: {again.promise}: {again.detail}"
    found = fuzz.again(prepared, fuzz.read_failure(data))
    if found is None:
        return ""
    return f"It still fails at step {found.step}: {found.promise}: {found.detail}"


def _write(folder: Path, ruleset: str, report: fuzz.Report) -> Path | None:
    if report.failure is None:
        return None
    path = folder / f"fuzz-{ruleset}-{report.seed}-{report.failure.number}.json"
    write_file(path, json.dumps(report.failure.as_data(), indent=1, ensure_ascii=False) + "\n")
    return path


@dataclass(frozen=True)
class Finding:
    """What came of one ruleset."""

    ruleset: str
    report: fuzz.Report
    never: dict[str, list[str]]  # ids of content that no fight showed, by table
    file: Path | None  # where the failure is written, if there is one

    def as_data(self) -> dict[str, object]:
        """Return it as plain data."""
        report = self.report
        failure = report.failure
        return {
            "ruleset": self.ruleset,
            "seed": report.seed,
            "fights": report.fights,
            "steps": report.steps,
            "decisions": report.decisions,
            "undecided": report.undecided,
            "refused": report.refused,
            "never": self.never,
            "failure": None
            if failure is None
            else {"promise": failure.promise, "detail": failure.detail, "file": str(self.file)},
        }

    def show(self, console: Console) -> None:
        """Print it for people."""
        report = self.report
        failure = report.failure
        console.print(
            f"{self.ruleset}: seed {report.seed}: {report.fights:,} fights, "
            f"{report.steps:,} steps, {report.decisions:,} decisions; "
            f"{report.undecided:,} fights without a winner",
            soft_wrap=True,
        )
        if failure is None:
            for table, ids in self.never.items():
                console.print(f"  never seen, {table}: {', '.join(ids)}", style="dim")
            console.print("  every promise held")
            return
        fault = failure.detail.partition("\n")[0]
        console.print(f"  broken: {failure.promise}: {fault}", style="bold red", soft_wrap=True)
        console.print(f"  to see it again: affray fuzz --case {self.file}")


@contextmanager
def _ticker(ruleset: str) -> Iterator[Callable[[fuzz.Report], None] | None]:
    """Show on stderr, where that is a terminal, how far it got."""
    console = err()
    if not console.is_terminal:
        yield None
        return
    with console.status(ruleset) as status:

        def tick(report: fuzz.Report) -> None:
            status.update(f"{ruleset}: {report.fights:,} fights, {report.decisions:,} decisions")

        yield tick
