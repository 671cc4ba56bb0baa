"""``affray list``: what there is to play."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from affray.cli.app import app
from affray.cli.options import AsJson, Packs
from affray.cli.output import out, put_json
from affray.content.game import game, game_ids
from affray.content.library import list_encounters
from affray.content.roster import CHARACTER, CREATURE
from affray.encounters.listing import list_members
from affray.rulebook.headings import heading


@app.command("list")
def list_(
    ruleset: Annotated[
        str, typer.Argument(metavar="[RULESET]", help="Only what belongs to this ruleset.")
    ] = "",
    *,
    pack: Packs = None,
    as_json: AsJson = False,
) -> None:
    """List rulesets, encounters and members."""
    if ruleset:
        game(ruleset)
    data = [content_library(one, pack or []) for one in game_ids() if ruleset in ("", one)]
    if as_json:
        put_json(data)
        return
    for number, one in enumerate(data):
        if number:
            out().print()
        _show(out(), one)


def content_library(ruleset: str, packs: list[Path]) -> dict[str, object]:
    """Return all that a ruleset holds, as plain data."""
    members = [
        {
            "id": member.id,
            "name": member.name,
            "text": member.text,
            "pack": member.source,
            "kind": member.kind,
        }
        for member in list_members(ruleset, packs)
    ]
    return {
        "id": ruleset,
        "name": heading(ruleset).name,
        "rules": heading(ruleset).rules,
        "encounters": [
            {"id": encounter.id, "name": encounter.name, "text": encounter.text}
            for encounter in list_encounters(ruleset)
        ],
        "characters": [member for member in members if member["kind"] == CHARACTER],
        "creatures": [member for member in members if member["kind"] == CREATURE],
    }


def _show(console: Console, data: dict[str, object]) -> None:
    console.print(Text.assemble((f"{data['id']}", "bold"), f"  {data['name']}"))
    encounters = data["encounters"]
    assert isinstance(encounters, list)
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), show_header=False)
    table.add_column(no_wrap=True)
    table.add_column()
    for encounter in encounters:
        line = Text.assemble(
            encounter["name"], (f": {encounter['text']}" if encounter["text"] else "", "dim")
        )
        table.add_row(Text(f"  {encounter['id']}", "cyan"), line)
    console.print(table)
    for title in ("characters", "creatures"):
        names = data[title]
        assert isinstance(names, list)
        if names:
            ids = [
                f"{name['id']} ({name['pack']})" if name["pack"] else name["id"] for name in names
            ]
            line = Text.assemble((f"{title}: ", "dim"), ", ".join(ids))
            console.print(Padding(line, (0, 0, 0, 2)))
