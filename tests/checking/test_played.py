"""Which rules are reached in play: where citations stand, whether they run, why some do not."""

from __future__ import annotations

import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from affray.checking import played
from affray.checking.played import Module, Played, Site, Watch, reasons, sites, sites_in
from affray.content.game import BUILTIN
from affray.content.toml import read_toml
from affray.core.errors import InvalidError
from affray.rulebook import catalogue

SOURCE = '''
"""Attacks."""

MARGIN = 5  # attack.margin
OTHER = MARGIN
NAMES = {
    "cover": "attack.cover",
    "range": "attack.range",
}


def strike(total, number):
    """Strike once. Rules: attack.strike, attack.once."""
    if total == number:
        return False  # attack.tie
    # attack.critical: what is far above
    if total >= number + OTHER:
        return tell("attack.told")
    return total > number


def tell(rule):
    return rule


class Shield:
    """Rule: attack.shield."""

    def __init__(self):
        self.up = True

    def ward(self):
        return self.up
'''
RULES = [
    "attack.margin",
    "attack.cover",
    "attack.range",
    "attack.strike",
    "attack.once",
    "attack.tie",
    "attack.critical",
    "attack.told",
    "attack.shield",
]


def watched(deed: str, *said: str) -> set[str]:
    """Return the rules of the source above that a deed reaches."""
    scope: dict[str, Any] = {}
    exec(compile(SOURCE, "attacks.py", "exec"), scope)
    watch = Watch(sites_in([Module("attacks.py", SOURCE)], RULES))
    watch.said.update(said)
    with watch.watching():
        eval(deed, scope)
    return set(RULES) - set(watch.unreached())


STRUCK = {"attack.strike", "attack.once"}


@pytest.mark.parametrize(
    ("deed", "reached"),
    [
        ("None", set()),
        ("tell('attack.tie')", set()),
        ("strike(3, 3)", {*STRUCK, "attack.tie"}),
        ("strike(4, 3)", {*STRUCK, "attack.critical", "attack.margin"}),
        ("strike(9, 3)", {*STRUCK, "attack.critical", "attack.margin", "attack.told"}),
        ("Shield()", set()),
        ("Shield().ward()", {"attack.shield"}),
    ],
)
def test_a_rule_is_reached_once_what_cites_it_has_run(deed: str, reached: set[str]) -> None:
    assert watched(deed) == reached


def test_a_rule_of_a_table_is_reached_once_it_has_been_said() -> None:
    assert watched("NAMES['cover']") == set()
    assert watched("NAMES['cover']", "attack.cover", "attack.strike") == {"attack.cover"}


def test_a_name_is_followed_into_the_modules_that_import_it() -> None:
    user = "from attacks import MARGIN\n\n\ndef far(total):\n    return total > MARGIN\n"
    stranger = "MARGIN = 7\n\n\ndef near(total):\n    return total < MARGIN\n"
    modules = [Module("attacks.py", SOURCE), Module("far.py", user), Module("near.py", stranger)]

    lines = sites_in(modules, ["attack.margin"])["attack.margin"].lines

    assert ("far.py", 5) in lines
    assert not [path for path, _ in lines if path == "near.py"]


def test_compiled_code_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = SimpleNamespace(__file__="/affray/rulesets/thrum/ruleset.so")
    monkeypatch.setattr(played, "import_module", lambda name: compiled)

    with pytest.raises(InvalidError, match="thrum: its code is compiled, and only sources can"):
        sites("thrum")


def test_rules_without_a_reason_and_reasons_without_need_are_faults() -> None:
    found = Played("thrum", 9, ["move.swap", "roll.tie"], {"roll.tie": "why", "roll.boon": "why"})

    assert found.faults() == [
        "thrum/move.swap: not reached in play, and no reason why",
        "thrum/roll.boon: reached in play, though a reason is given",
    ]
    assert found.as_data() == {
        "rules": 9,
        "reached": 7,
        "unreached": {"move.swap": "", "roll.tie": "why"},
    }


def test_a_reason_says_something(tmp_path: Path) -> None:
    place = tmp_path / played.UNREACHED
    place.parent.mkdir(parents=True)
    place.write_text('[thrum]\n"move.swap" = " "\n"roll.tie" = "because"\n')

    with pytest.raises(InvalidError, match=r"unreached.toml: thrum/move.swap: no reason is given"):
        reasons("thrum", tmp_path)
    assert reasons("quest", tmp_path) == {}


def test_the_list_names_rules_that_are_and_tests_that_hold_them(checkout: Path) -> None:
    table = read_toml(checkout / played.UNREACHED)

    assert set(table) <= set(BUILTIN)
    for ruleset in BUILTIN:
        for rule, why in reasons(ruleset, checkout).items():
            assert rule in catalogue.load(ruleset).rules
            for name in re.findall(r"tests/[\w/]+\.py", why):
                assert f"{ruleset}/{rule}" in (checkout / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("ruleset", BUILTIN)
def test_every_rule_has_code_that_may_be_reached(ruleset: str) -> None:
    nowhere = [rule for rule, site in sites(ruleset).items() if site == Site()]

    assert nowhere == []


@pytest.mark.parametrize("ruleset", BUILTIN)
def test_cases_reach_much_and_nothing_that_is_said_to_be_out_of_reach(
    ruleset: str, checkout: Path
) -> None:
    watch = Watch(sites(ruleset))
    with watch.watching():
        played.play_cases(watch, checkout / "cases" / ruleset)
    unreached = watch.unreached()

    assert set(reasons(ruleset, checkout)) <= set(unreached)
    assert len(unreached) < len(watch.sites) / 2


def test_noisy_fights_reach_what_no_case_does() -> None:
    watch = Watch(sites("thrum"))
    with watch.watching():
        played.play(watch, "thrum/broken-causeway", 1)

    assert watch.reached("attack.finisher")
    assert watch.reached("minion.position")
