"""``affray validate`` and ``affray schema``: for those who write encounters."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from affray.checking.case_schema import case_schema
from affray.checking.casefile import read_cases
from affray.checking.cases import ready
from affray.checking.vocabulary import vocabulary
from affray.cli import faults
from affray.cli.app import app
from affray.cli.options import AsJson, Packs, meant
from affray.cli.output import out, put_json
from affray.content.encounter import encounter_schema, map_schema
from affray.content.game import game
from affray.content.like import builtin_tables
from affray.content.pack import is_pack, pack_schema
from affray.content.page import SAME, explained, letters, schema_page
from affray.content.toml import read_toml
from affray.core.errors import InvalidError
from affray.encounters.entries import held_by_rules
from affray.encounters.prepare import check_encounter, check_pack

SCHEMAS: Final[dict[str, Callable[[], dict[str, object]]]] = {
    "encounter": encounter_schema,
    "pack": pack_schema,
    "case": case_schema,
    "map": map_schema,
}
MARK: Final = "<!-- Written by affray schema --markdown: do not edit. -->\n\n"


@app.command("validate")
def validate(
    files: Annotated[
        list[Path], typer.Argument(metavar="FILE...", help="Encounters, packs and cases.")
    ],
    *,
    pack: Packs = None,
    as_json: AsJson = False,
) -> None:
    """Check encounters, packs and cases.

    Nothing is played; every fault of a file is told with its place. An encounter is also made
    ready to play, its sheets included. The exit status is 2 if any file is at fault.
    """
    data: list[dict[str, Any]] = []
    for file in files:
        try:
            kind, what, notes = examine(file, pack or [])
            head = {"file": str(file), "ok": True, "kind": kind, "what": what}
            data.append({**head, "notes": notes, "problems": []})
        except InvalidError as fault:
            data.append({"file": str(file), "ok": False, "problems": fault.problems})
    if as_json:
        put_json(data)
    for one in data:
        if one["ok"] and not as_json:
            out().print(f"{one['file']}: a valid {one['kind']}: {one['what']}", soft_wrap=True)
            for note in one["notes"]:
                out().print(f"  note: {note}", soft_wrap=True)
        for problem in one["problems"]:
            faults.complain(problem)
    if not all(one["ok"] for one in data):
        raise typer.Exit(faults.WRONG)


def examine(path: Path, packs: list[Path]) -> tuple[str, str, list[str]]:
    """Check a file; return its kind, what it holds, and what to note.

    Raises:
        InvalidError: it is at fault.
    """
    data = read_toml(path)
    if "script" in data or "expect" in data or "case" in data:
        cases = read_cases(path)
        problems: list[str] = []
        for case in cases:
            case.packs += packs
            try:
                ready(case)
            except InvalidError as fault:
                problems += fault.problems
        if problems:
            raise InvalidError(problems)
        return "case", ", ".join([case.title for case in cases]), []
    if is_pack(data):
        others = [pack for pack in packs if pack.resolve() != path.resolve()]
        return "pack", *check_pack(path, others, data)
    return "encounter", _encounter(path, packs, data), []


def _encounter(path: Path, packs: list[Path], data: Mapping[str, object]) -> str:
    found = check_encounter(path, packs, data)
    members = sum(member.count for side in found.sides for member in side.members)
    return f"{found.name}, {found.ruleset}, {len(found.sides)} sides, {members} combatants"


def format_page(kind: str, ruleset: str = "") -> str:
    """Return the page of a kind of file; of packs that of a game.

    Raises:
        InvalidError: there is no such game, or it takes no packs.
    """
    if kind == "map":
        return MARK + schema_page("Maps", map_schema(), letters(), root="map")
    if kind == "pack":
        title = f"Packs for {game(ruleset).name}"
        samples = builtin_tables(ruleset)
        words = samples.get("dsl", {})
        assert isinstance(words, dict)
        return MARK + schema_page(
            title,
            pack_schema(ruleset),
            SAME,
            samples=samples,
            told=game(ruleset).told,
            more=[*explained(words, game(ruleset).language), *held_by_rules(ruleset)],
        )
    schema = SCHEMAS[kind]()
    intro = f"{schema['description']} Its map has a page of its own: [maps](maps.md)."
    title = {"encounter": "Encounters", "case": "Cases"}[kind]
    return MARK + schema_page(title, schema, intro, apart=("map", "case"))


@app.command("schema")
def schema(
    kind: Annotated[str, typer.Argument(metavar="KIND", help=f"One of: {', '.join(SCHEMAS)}.")],
    *,
    paths: Annotated[
        str,
        typer.Option(
            "--paths",
            metavar="GAME",
            help="For cases: list every state path, condition, event and field of a game instead.",
        ),
    ] = "",
    of: Annotated[
        str, typer.Option("--game", metavar="GAME", help="For packs: of one game alone.")
    ] = "",
    markdown: Annotated[
        bool, typer.Option("--markdown", help="Print a page for people, in Markdown.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Print the JSON Schema of a kind of file, or a page of it.

    Editors use the schema to check and explain a file while you write it.
    """
    if kind not in SCHEMAS:
        raise typer.BadParameter(f"found {kind!r}{meant(kind, SCHEMAS)}", param_hint="KIND")
    if of and kind != "pack":
        raise typer.BadParameter("only packs are of one game", param_hint="--game")
    if markdown:
        if kind == "pack" and not of:
            raise typer.BadParameter(
                "expected a game: each has packs of its own", param_hint="--game"
            )
        out().print(format_page(kind, of), end="", soft_wrap=True)
        return
    if of:
        put_json(pack_schema(of))
        return
    if not paths:
        put_json(SCHEMAS[kind]())
        return
    if kind != "case":
        raise typer.BadParameter("only cases name paths", param_hint="--paths")
    found = vocabulary(paths)
    if as_json:
        put_json(found.as_data())
    else:
        out().print(found.page(game(paths).name), markup=False, highlight=False, soft_wrap=True)
