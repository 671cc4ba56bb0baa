"""``affray rules``: the rulebook, and how far it is enforced and tested."""

from __future__ import annotations

from typing import Annotated, Final

import typer
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from affray.checking.played import Played, measure
from affray.cli import faults
from affray.cli.app import app
from affray.cli.options import AsJson
from affray.cli.output import err, out, put_json
from affray.content.game import game, game_ids
from affray.rulebook import catalogue
from affray.rulebook.catalogue import Coverage, Rule

MOST: Final = 30  # gaps of a kind that are listed


@app.command("rules")
def rules(
    ruleset: Annotated[
        str, typer.Argument(metavar="[RULESET]", help="A ruleset, or RULESET/ID of one rule.")
    ] = "",
    rule: Annotated[str, typer.Argument(metavar="[ID]", help="The id of a rule.")] = "",
    *,
    coverage: Annotated[
        bool, typer.Option("--coverage", help="Show what is enforced and tested, and the gaps.")
    ] = False,
    check: Annotated[
        bool, typer.Option("--check", help="Fail if a ruleset has gaps or unknown ids.")
    ] = False,
    verbose: Annotated[
        bool,
        typer.Option(
            "--verbose",
            "-v",
            help="With --coverage: list the rules enforced outside the module of their kind.",
        ),
    ] = False,
    played: Annotated[
        bool,
        typer.Option(
            "--played",
            help="Play noisy fights and all cases, and list the rules whose code none reaches.",
        ),
    ] = False,
    find: Annotated[
        str, typer.Option(metavar="WORDS", help="Search for rules that hold all these words.")
    ] = "",
    as_json: AsJson = False,
) -> None:
    """Read the rulebook.

    All rulesets, the rules of one, one rule, a search for words, what is enforced and tested, or
    what is reached in play: with --check every rule that is not needs a reason in the checkout.
    """
    if "/" in ruleset:
        ruleset, _, rule = ruleset.partition("/")
    if ruleset:
        catalogue.load(ruleset)
    if played:
        _play(ruleset, as_json=as_json, check=check)
    elif coverage or check:
        _cover(ruleset, as_json=as_json, check=check, verbose=verbose)
    elif find:
        _list(catalogue.find(ruleset, find), as_json=as_json)
    elif rule:
        _one(catalogue.lookup(rule, ruleset), as_json=as_json)
    elif ruleset:
        _list(list(catalogue.load(ruleset).rules.values()), as_json=as_json)
    else:
        _rulesets(as_json=as_json)


def _rulesets(*, as_json: bool) -> None:
    books = [catalogue.load(ruleset) for ruleset in game_ids()]
    if as_json:
        put_json([{**book.system.model_dump(), "rules": len(book.rules)} for book in books])
        return
    table = Table(box=None, pad_edge=False, padding=(0, 3, 0, 0), header_style="bold")
    for title in ("Ruleset", "Name", "Rules", "Dice"):
        table.add_column(title, justify="right" if title == "Rules" else "left")
    for book in books:
        table.add_row(book.system.key, book.system.name, str(len(book.rules)), book.system.dice)
    out().print(table)


def _list(found: list[Rule], *, as_json: bool) -> None:
    if as_json:
        put_json([rule.model_dump() for rule in found])
    elif not found:
        out().print("No rule holds all of these words.")
    else:
        table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), show_header=False)
        table.add_column(no_wrap=True)
        table.add_column()
        for rule in found:
            table.add_row(Text(rule.name, "bold"), Text(rule.title))
        out().print(table)
    if not found:
        raise typer.Exit(faults.SAID_NO)


def _one(rule: Rule, *, as_json: bool) -> None:
    places = catalogue.coverage(rule.ruleset).places[rule.id]
    if as_json:
        put_json({**rule.model_dump(), **places.model_dump()})
        return
    console = out()
    console.print(Text.assemble((rule.name, "bold"), f"  {rule.title}"))
    console.print(Padding(rule.text, (0, 0, 0, 2)))
    for title, text in (("Ruling", rule.ruling), ("Example", rule.example)):
        if text:
            console.print(Padding(Text.assemble((f"{title}: ", "bold"), text), (0, 0, 0, 2)))
    console.print(Text(f"  {rule.section} ({rule.kind}; origin: {rule.origin})", "dim"))
    for title, where in (("enforced", places.enforced), ("tested", places.tested)):
        console.print(Text(f"  {title}: {', '.join(where) or 'nowhere'}", "dim"))


def _cover(ruleset: str, *, as_json: bool, check: bool, verbose: bool) -> None:
    chosen = [ruleset] if ruleset else list(game_ids())
    found = [catalogue.coverage(one) for one in chosen]
    wrong = [line for one in found for line in one.faults()]
    if as_json:
        put_json({one.ruleset: one.model_dump(exclude={"ruleset"}) for one in found})
    elif check:
        out().print("\n".join(wrong) or "Every rule of every ruleset is covered.")
    else:
        _show_coverage(out(), found, verbose=verbose)
    if check and wrong:
        raise typer.Exit(faults.SAID_NO)


def _play(ruleset: str, *, as_json: bool, check: bool) -> None:
    root = catalogue.checkout()
    found: list[Played] = []
    for chosen in [ruleset] if ruleset else game_ids():
        with err().status(chosen) as ticker:
            found.append(measure(chosen, root=root, progress=ticker.update))
    wrong = [line for one in found for line in one.faults()]
    if as_json:
        put_json({one.ruleset: one.as_data() for one in found})
    elif check:
        out().print(
            "\n".join(wrong) or "Every rule is reached in play, or is listed with a reason."
        )
    else:
        for one in found:
            reached = one.rules - len(one.unreached)
            out().print(f"{one.ruleset}: {reached} of {one.rules} rules are reached in play.")
            for rule in one.unreached:
                out().print(f"  {rule}: {one.reasons.get(rule, 'no reason is given')}")
    if check and wrong:
        raise typer.Exit(faults.SAID_NO)


def _show_coverage(console: Console, found: list[Coverage], *, verbose: bool) -> None:
    table = Table(box=None, pad_edge=False, padding=(0, 3, 0, 0), header_style="bold")
    for title in ("Ruleset", "Rules", "Enforced", "Tested", "Left to the GM", "In their module"):
        table.add_column(title, justify="left" if title == "Ruleset" else "right")
    for one in found:
        tested = "?" if one.tested is None else str(one.tested)
        at_home = f"{one.in_kind.percent:.1f} %"
        table.add_row(one.name, str(one.rules), str(one.enforced), tested, str(one.gm), at_home)
    console.print(table)
    for one in found:
        _show_gaps(console, one)
        if verbose:
            _show_elsewhere(console, one)


def _show_gaps(console: Console, one: Coverage) -> None:
    lists = (
        ("enforced nowhere", one.unenforced),
        ("tested nowhere", one.untested),
        ("with an example that no case plays", one.uncased),
        ("cited, but no such rule", [str(each) for each in one.unknown]),
    )
    for title, names in lists:
        if names:
            more = f" and {len(names) - MOST} more" if len(names) > MOST else ""
            console.print(f"\n{one.name}: {len(names)} {title}: {', '.join(names[:MOST])}{more}")
    if not any(names for _, names in lists):
        console.print(f"\n{one.name}: no gap.")


def _show_elsewhere(console: Console, one: Coverage) -> None:
    """List, by kind, the rules that the module of their kind does not enforce, and who does."""
    for kind, names in one.in_kind.elsewhere.items():
        console.print(f"\n{one.name}: {len(names)} of kind {kind} enforced elsewhere:")
        for name in names:
            home = f"{catalogue.folder(game(one.ruleset))}/"
            places = sorted({each.rpartition(":")[0] for each in one.places[name].enforced})
            where = ", ".join(place.removeprefix(home) for place in places)
            console.print(f"  {name}: {where or 'nowhere'}", soft_wrap=True)
