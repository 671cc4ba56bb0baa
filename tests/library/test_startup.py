"""Nobody waits for what was not asked for: what is imported is counted, whatever the machine."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

import affray
from affray.cli import main
from affray.cli.app import app
from affray.content import library as reading
from affray.content.game import game_ids
from affray.content.like import builtin_tables, rows_of
from affray.content.part import Part
from affray.content.roster import CHARACTER, CREATURE
from affray.encounters.listing import list_members
from affray.rulebook import catalogue
from affray.rulebook.headings import heading

HOME = str(Path(affray.__file__).parents[1])
COMMAND = "import sys; sys.argv = ['affray', *{words}]; from affray.cli import main; main()"


def imported(code: str) -> set[str]:
    """The modules that are there at the end of a program, its output thrown away."""
    told = "import sys, atexit\natexit.register(lambda: sys.stderr.write(' '.join(sys.modules)))\n"
    run = subprocess.run(
        [sys.executable, "-c", told + code],
        env={**os.environ, "PYTHONPATH": HOME},
        capture_output=True,
        text=True,
        check=True,
    )
    return set(run.stderr.split())


def ours(modules: set[str]) -> set[str]:
    return {one for one in modules if one.partition(".")[0] == "affray"}


def test_the_package_alone_imports_next_to_nothing() -> None:
    modules = imported("import affray")

    assert ours(modules) == {"affray", "affray.core"}
    assert not modules & {"pydantic", "typer", "rich"}


def test_the_version_is_told_at_once() -> None:
    modules = imported(COMMAND.format(words=["--version"]))

    assert ours(modules) == {"affray", "affray.core", "affray.cli"}
    assert not modules & {"pydantic", "typer", "rich"}


def test_a_list_needs_neither_rules_nor_fights_nor_options() -> None:
    everything = imported(COMMAND.format(words=["list"]))
    modules = ours(everything)
    packages = {".".join(one.split(".")[:2]) for one in modules}
    of_games = {one for one in modules if one.startswith("affray.rulesets.")}

    assert packages == {
        *("affray", "affray.cli", "affray.core", "affray.content"),
        *("affray.encounters", "affray.rulebook", "affray.rulesets"),
    }
    assert {one.split(".")[3] for one in of_games if one.count(".") > 2} == {"content"}
    assert not modules & {"affray.content.encounter", "affray.rulebook.catalogue"}
    assert not everything & {"pydantic", "typer"}
    assert len(modules) < 40


@pytest.mark.parametrize("words", [[], ["quest"]])
def test_the_list_at_once_is_what_the_command_prints(
    words: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["affray", "list", *words])
    main()

    assert capsys.readouterr().out == CliRunner().invoke(app, ["list", *words]).output


@pytest.mark.parametrize("ruleset", game_ids())
def test_a_list_of_members_is_what_the_whole_file_says(ruleset: str) -> None:
    """Only the heads of members are parsed for it."""
    whole = [
        (kind, row["id"], row["name"])
        for kind in (CHARACTER, CREATURE)
        for row in rows_of(builtin_tables(ruleset), kind)
    ]

    found = list_members(ruleset)

    assert [(one.kind, one.id, one.name) for one in found] == whole
    assert all([one.text for one in found])


def test_a_command_imports_no_other() -> None:
    modules = imported(COMMAND.format(words=["sim", "--help"]))

    assert "affray.cli.sim" in modules
    assert not {"affray.cli.play", "affray.cli.fuzz", "affray.checking", "affray.web"} & modules


@pytest.mark.parametrize("name", affray.__all__)
def test_every_public_name_comes_when_it_is_asked_for(name: str) -> None:
    assert getattr(affray, name) is getattr(affray, name)
    assert name in dir(affray)


def test_another_name_is_refused_as_usual() -> None:
    with pytest.raises(AttributeError, match="no attribute 'strat'"):
        affray.strat  # type: ignore[attr-defined]  # noqa: B018 - that it is none is the point


@pytest.mark.parametrize("ruleset", game_ids())
def test_a_list_counts_the_rules_that_the_catalogue_holds(ruleset: str) -> None:
    whole = catalogue.load(ruleset)

    assert heading(ruleset) == (whole.system.name, len(whole.rules))


def test_models_are_built_when_a_file_is_read() -> None:
    assert Part.model_config["defer_build"]
    assert reading.load_encounter("thrum/broken-causeway").name
