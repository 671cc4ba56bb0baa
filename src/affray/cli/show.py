"""``affray show``: any character, creature, weapon or ability, in words and as packs say it."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from affray.cli.app import app
from affray.cli.options import AsJson, Packs
from affray.cli.output import out, put_json
from affray.content.game import game
from affray.encounters.entries import Found, by_id, entries, find, toml, words


@app.command("show")
def show(
    ruleset: Annotated[str, typer.Argument(metavar="GAME", help="The game that it is of.")],
    thing: Annotated[
        str,
        typer.Argument(metavar="THING", help="Its id or name. Left out: everything is listed."),
    ] = "",
    *,
    as_toml: Annotated[
        bool, typer.Option("--toml", help="As a pack says it: paste it, and change what you like.")
    ] = False,
    pack: Packs = None,
    as_json: AsJson = False,
) -> None:
    """Show a character, creature, weapon or ability.

    With --toml it is the text of a pack in which it stands in place of itself; with another id and
    without `replaces` it is one more.
    """
    if not thing:
        _list(ruleset, entries(ruleset, pack or []), as_json=as_json)
        return
    found = find(ruleset, thing, pack or [])
    if as_toml:
        out().print(toml(ruleset, found), end="", soft_wrap=True)
    elif as_json:
        put_json([_data(one) for one in found])
    else:
        known = by_id(entries(ruleset, pack or []))
        for number, one in enumerate(found):
            if number:
                out().print()
            _tell(ruleset, one, known)


def _data(one: Found) -> dict[str, object]:
    entry = {key: _plain(value) for key, value in one.entry.items()}
    return {"table": one.table, "pack": one.source, "within": one.within, "entry": entry}


def _plain(value: object) -> object:
    """Return a value as JSON has it: exact numbers with a point as numbers."""
    if isinstance(value, dict):
        return {key: _plain(one) for key, one in value.items()}
    if isinstance(value, list):
        return [_plain(one) for one in value]
    return value if isinstance(value, bool | int | str) else float(str(value))


def _tell(ruleset: str, one: Found, known: dict[str, Found]) -> None:
    where = f" of {one.within}" if one.within else f" of {game(ruleset).name}"
    where += f", from {one.source}" if one.source else ""
    kind = one.table.replace("_", " ")
    out().print(Text.assemble((one.name, "bold"), (f"  {one.id}, {kind}{where}", "dim")))
    if one.entry.get("text"):
        out().print(Text(str(one.entry["text"])))
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), show_header=False)
    table.add_column(max_width=26)
    table.add_column()
    for label, value in words(one, known):
        table.add_row(Text(f"  {label}", "cyan"), Text(value))
    out().print(table)


def _list(ruleset: str, found: list[Found], *, as_json: bool) -> None:
    tables: dict[str, list[str]] = {}
    for one in found:
        if not one.within:
            tables.setdefault(one.table, []).append(one.id)
    if as_json:
        put_json(tables)
        return
    out().print(Text(game(ruleset).name, "bold"))
    for table, ids in tables.items():
        title = (f"{table.replace('_', ' ')}: ", "cyan")
        out().print(Text.assemble("  ", title, ", ".join(ids)))
