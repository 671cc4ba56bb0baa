"""The command itself: what all its commands share."""

from __future__ import annotations

from importlib import import_module
from typing import Annotated, Any, Final

import typer
from typer.core import TyperGroup
from typer.main import get_command_from_info

import affray
from affray.cli import faults

# As they are listed, what to play with first, what to work with last: each command with the module
# that adds it. A module is imported when one of its commands is run, or all are listed.
ORDER: Final = {
    "list": "list",
    "show": "show",
    "new": "new",
    "play": "play",
    "run": "play",
    "serve": "serve",
    "sim": "sim",
    "match": "match",
    "fair": "fair",
    "balance": "balance",
    "report": "report",
    "sweep": "sweep",
    "diff": "diff",
    "worth": "worth",
    "odds": "odds",
    "rules": "rules",
    "check": "check",
    "replay": "check",
    "validate": "validate",
    "schema": "validate",
    "fit": "fit",
    "fuzz": "fuzz",
}


class Commands(TyperGroup):
    """Imports a command, runs it and tells its faults."""

    def list_commands(self, ctx: typer.Context) -> list[str]:  # type: ignore[override]  # as below
        """Return the names of the commands in their order."""
        return list(ORDER)

    def get_command(self, ctx: typer.Context, cmd_name: str) -> Any:  # type: ignore[override]
        """Return a command by its name, None if there is none."""
        if cmd_name in ORDER and cmd_name not in self.commands:
            import_module(f"affray.cli.{ORDER[cmd_name]}")
            for info in app.registered_commands:
                if info.name not in self.commands:
                    self.add_command(
                        get_command_from_info(
                            info, pretty_exceptions_short=False, rich_markup_mode=None
                        )
                    )
        return super().get_command(ctx, cmd_name)

    def resolve_command(self, ctx: typer.Context, args: list[str]) -> Any:  # type: ignore[override]
        """Return the command that is meant; of a wrong name the nearest ones are told."""
        if args and args[0] not in ORDER:
            for name in ORDER:
                self.get_command(ctx, name)
        return super().resolve_command(ctx, args)

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
    add_completion=True,
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
