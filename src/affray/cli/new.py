"""``affray new``: a file to begin with."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from affray.cli.app import app
from affray.cli.options import meant
from affray.cli.output import out
from affray.core.errors import InvalidError
from affray.encounters.blank import NEW


@app.command("new")
def new(
    kind: Annotated[str, typer.Argument(metavar="KIND", help=f"One of: {', '.join(NEW)}.")],
    ruleset: Annotated[str, typer.Argument(metavar="GAME", help="The game that it is for.")],
    *,
    to: Annotated[
        Path | None,
        typer.Option("--out", metavar="FILE", help="Where to; a file there stays as it is."),
    ] = None,
) -> None:
    """Write an encounter, a pack or a case to begin with.

    It holds, it plays, and its comments say what may be changed.
    """
    if kind not in NEW:
        raise typer.BadParameter(f"found {kind!r}{meant(kind, NEW)}", param_hint="KIND")
    text = NEW[kind](ruleset)
    if to is None:
        out().print(text, end="", soft_wrap=True)
        return
    try:
        with to.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError as fault:
        raise InvalidError([f"{to}: is there already, expected a new file"]) from fault
    except OSError as fault:
        raise InvalidError([f"{to}: cannot be written: {fault.strerror}"]) from fault
    out().print(f"{to}: a new {kind}; affray validate {to}", soft_wrap=True)
