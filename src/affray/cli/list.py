"""``affray list``: what there is to play."""

from __future__ import annotations

from typing import Annotated

import typer

from affray.cli.app import app
from affray.cli.listing import lists, put_lists
from affray.cli.options import AsJson, Packs
from affray.cli.output import put_json
from affray.content.game import game


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
    data = lists(ruleset, pack or [])
    if as_json:
        put_json(data)
        return
    put_lists(data)
