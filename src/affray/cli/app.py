"""The command itself: what all its commands share."""

from __future__ import annotations

from typing import Annotated, Final

import typer
from typer.core import TyperGroup

import affray
from affray.cli import faults

# As they are listed: what to play with first, what to work with last.
ORDER: Final = (
    *("list", "play", "run", "serve", "sim", "match", "odds", "rules"),
    *("check", "replay", "validate", "schema", "fit", "fuzz"),
)


class Commands(TyperGroup):
    """Runs a command and tells its faults."""

    def list_commands(self, ctx: typer.Context) -> list[str]:  # type: ignore[override]  # as below
        """Return the names of the commands in their order."""
        return sorted(super().list_commands(ctx), key=ORDER.index)

    def invoke(self, ctx: typer.Context) -> object:  # type: ignore[override]  # Typer's own type
        """Run the command that was named."""
        with faults.told():
            return super().invoke(ctx)


app = typer.Typer(
    name="affray",
    cls=Commands,
    help="Play and simulate the tactical combat of tabletop role-playing games, rules-complete.",
    epilog="Exit status: 0 done, 1 the rules or checks said no, 2 wrong usage or bad input.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"affray {affray.__version__}")
        raise typer.Exit


@app.callback()
def _begin(
    *,
    _: Annotated[
        bool,
        typer.Option("--version", callback=_version, is_eager=True, help="Print the version."),
    ] = False,
) -> None:
    """Play and simulate the tactical combat of tabletop role-playing games, rules-complete."""
