"""``affray rules``: the rulebook on the command line."""

from __future__ import annotations

import pytest

from affray.content.game import BUILTIN
from affray.rulebook import catalogue
from affray.rulebook.catalogue import Coverage, Unknown
from tests.cli.conftest import Cli


def test_without_words_all_rulesets_are_shown(cli: Cli) -> None:
    ran = cli("rules")

    assert ran.status == 0
    assert all(ruleset in ran.out for ruleset in BUILTIN)


def test_a_ruleset_lists_its_rules_in_the_order_of_the_book(cli: Cli) -> None:
    ran = cli("rules", "thrum", "--json")

    assert [rule["id"] for rule in ran.json()] == list(catalogue.load("thrum").rules)


@pytest.mark.parametrize("words", [["thrum", "roll.critical"], ["thrum/roll.critical"]])
def test_a_rule_is_shown_whole(cli: Cli, words: list[str]) -> None:
    rule = catalogue.load("thrum").rules["roll.critical"]

    ran = cli("rules", *words)

    assert ran.status == 0
    text = " ".join(ran.out.split())
    assert rule.title in text
    assert " ".join(rule.text.split()) in text
    assert rule.section in text
    assert "enforced:" in text


def test_json_of_a_rule_says_where_it_is_enforced(cli: Cli) -> None:
    data = cli("rules", "thrum/roll.critical", "--json").json()

    assert data["id"] == "roll.critical"
    assert data["enforced"] == catalogue.coverage("thrum").places["roll.critical"].enforced


def test_words_are_searched_for(cli: Cli) -> None:
    ran = cli("rules", "thrum", "--find", "critical margin")

    assert "thrum/roll.critical " in ran.out


def test_a_search_without_result_is_a_no(cli: Cli) -> None:
    ran = cli("rules", "thrum", "--find", "qwertz")

    assert ran.status == 1
    assert "No rule holds all of these words" in ran.out


def test_coverage_counts_every_ruleset(cli: Cli) -> None:
    data = cli("rules", "--coverage", "--json").json()

    assert list(data) == list(BUILTIN)
    for ruleset, one in data.items():
        assert one["rules"] == len(catalogue.load(ruleset).rules)
        assert one["rules"] - one["enforced"] == len(one["unenforced"])


def coverage(**changes: object) -> Coverage:
    values: dict[str, object] = {
        "ruleset": "thrum",
        "name": "Thrum",
        "rules": 2,
        "enforced": 2,
        "tested": 2,
        "gm": 0,
        "unenforced": [],
        "untested": [],
        "uncased": [],
        "unknown": [],
        "places": {},
    }
    return Coverage.model_validate(values | changes)


@pytest.mark.parametrize(
    ("changes", "status", "line"),
    [
        ({}, 0, "Every rule of every ruleset is covered."),
        ({"untested": ["a.b"]}, 1, "thrum/a.b: tested nowhere"),
        ({"unenforced": ["a.b"]}, 1, "thrum/a.b: enforced nowhere"),
        (
            {"unknown": [Unknown(name="a.c", place="x.py:3", nearest="a.b")]},
            1,
            "x.py:3: a.c: no such rule",
        ),
    ],
)
def test_a_check_fails_on_gaps(
    cli: Cli,
    monkeypatch: pytest.MonkeyPatch,
    changes: dict[str, object],
    status: int,
    line: str,
) -> None:
    monkeypatch.setattr(catalogue, "coverage", lambda _: coverage(**changes))

    ran = cli("rules", "thrum", "--check")

    assert ran.status == status
    assert line in ran.out


def test_gaps_are_listed_by_kind(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogue, "coverage", lambda _: coverage(untested=["a.b", "a.c"]))

    assert "Thrum: 2 tested nowhere: a.b, a.c" in cli("rules", "thrum", "--coverage").out


def test_coverage_says_how_many_rules_stand_in_the_module_of_their_kind(cli: Cli) -> None:
    in_kind = cli("rules", "thrum", "--coverage", "--json").json()["thrum"]["in_kind"]

    ran = cli("rules", "thrum", "--coverage")

    assert f"{in_kind['percent']:.1f} %" in ran.out
    assert "enforced elsewhere" not in ran.out


def test_verbose_coverage_names_the_rules_that_stand_elsewhere_and_where(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    places = ["affray/rulesets/thrum/turn.py:9", "affray/rulesets/thrum/arts/a.py:1"]
    found = coverage(
        in_kind={"rules": 1, "percent": 50.0, "elsewhere": {"attack": ["a.b", "a.c"]}},
        places={"a.b": {"enforced": places}, "a.c": {}},
    )
    monkeypatch.setattr(catalogue, "coverage", lambda _: found)

    ran = cli("rules", "thrum", "--coverage", "-v")

    assert "Thrum: 2 of kind attack enforced elsewhere:" in ran.out
    assert "  a.b: arts/a.py, turn.py\n  a.c: nowhere" in ran.out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["thrumm"], "thrumm: no such ruleset; did you mean 'thrum'?"),
        (["thrum", "roll.critcal"], "did you mean 'roll.critical'"),
        (["thrum", "--frob"], "--frob"),
    ],
)
def test_what_is_not_there_is_told_and_exits_2(cli: Cli, words: list[str], message: str) -> None:
    ran = cli("rules", *words)

    assert ran.status == 2
    assert message in ran.err
    assert "Traceback" not in ran.err
