"""The rulebook: five catalogues that load, and citations that are counted where they stand."""

from __future__ import annotations

import re
from pathlib import Path
from textwrap import dedent

import pytest

from affray.content.game import BUILTIN
from affray.core.errors import InvalidError
from affray.rulebook import catalogue, citations
from tests.rules import rule


@pytest.mark.parametrize("ruleset", BUILTIN)
def test_every_catalogue_loads_with_unique_ids_and_full_entries(ruleset: str) -> None:
    found = catalogue.load(ruleset)

    assert found.system.key == ruleset
    assert len(found.rules) > 250
    assert all(rule.title and rule.text and rule.section for rule in found.rules.values())
    assert all(rule.name == f"{ruleset}/{name}" for name, rule in found.rules.items())


def test_thrum_has_all_its_rules() -> None:
    assert len(catalogue.load("thrum").rules) == 295


HEAD = """
[system]
key = "thrum"
name = "Thrum"
dice = "d"
grid = "g"
turns = "t"
economy = "e"
damage_model = "m"
source = "s"
"""
ENTRY = """
[[rule]]
id = "attack.steps"
title = "t"
text = "t"
section = "s"
origin = "seed"
kind = "attack"
"""


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (HEAD + ENTRY + ENTRY, "x.toml: rule attack.steps: stands there twice"),
        (HEAD + ENTRY.replace('"seed"', '"sed"'), "x.toml: rule attack.steps: origin: "),
        (HEAD + ENTRY.replace("attack.steps", "attack"), "x.toml: rule attack: id: "),
        (HEAD + ENTRY + 'colour = "red"', "x.toml: rule attack.steps: colour: "),
        (HEAD.replace('"thrum"', '"icon"') + ENTRY, "x.toml: [system] key is 'icon', expected"),
        (ENTRY, "x.toml: "),
        ("[system", "x.toml: "),
    ],
)
def test_a_damaged_catalogue_is_refused_by_place_and_fault(text: str, problem: str) -> None:
    with pytest.raises(InvalidError) as refused:
        catalogue.parse("thrum", text, "x.toml")

    assert len(refused.value.problems) == 1
    assert refused.value.problems[0].startswith(problem)


def test_a_sound_catalogue_is_read() -> None:
    assert list(catalogue.parse("thrum", HEAD + ENTRY, "x.toml").rules) == ["attack.steps"]


def test_a_rule_is_found_by_full_id_by_ruleset_and_alone() -> None:
    rule = catalogue.lookup("icon/attack.critical")

    assert rule.title == "Critical hit on total 20"
    assert catalogue.lookup("attack.critical", "icon") is rule
    assert catalogue.lookup("attack.critical-always-hits") is not rule
    assert (
        catalogue.lookup("attack.critical-always-hits").name == "icon/attack.critical-always-hits"
    )


@pytest.mark.parametrize(
    ("name", "told"),
    [
        (
            "icon/atack.critical",
            "icon/atack.critical: no such rule in ICON; did you mean 'attack.critical'?",
        ),
        ("icn/attack.critical", "icn: no such ruleset; did you mean 'icon'?"),
        ("zzz", "zzz: no such rule in any ruleset"),
    ],
)
def test_an_unknown_rule_is_refused_with_the_nearest(name: str, told: str) -> None:
    with pytest.raises(InvalidError) as refused:
        catalogue.lookup(name)

    assert refused.value.problems == [told]


def test_a_bare_id_of_several_rulesets_is_ambiguous() -> None:
    several = {
        name for name in catalogue.load("icon").rules if name in catalogue.load("quest").rules
    }
    name = min(several)

    with pytest.raises(InvalidError, match=f"{name}: say which one: icon/{name}, .*quest/{name}"):
        catalogue.lookup(name)


def test_a_search_needs_every_word_and_puts_titles_first() -> None:
    found = catalogue.find("icon", "CRITICAL twenty")
    heads = catalogue.find("icon", "critical")

    assert found == []
    assert heads[0].name == "icon/attack.critical"
    in_head = ["critical" in f"{rule.id} {rule.title}".casefold() for rule in heads]
    assert in_head == sorted(in_head, reverse=True)
    assert not all(in_head)


def test_a_search_puts_whole_words_of_titles_before_beginnings_and_what_lies_within() -> None:
    titles = [rule.title.casefold() for rule in catalogue.find("thrum", "stance")]
    whole = [k for k, one in enumerate(titles) if re.search(r"\bstance\b", one)]
    begun = [k for k, one in enumerate(titles) if re.search(r"\bstance\B", one)]
    within = [k for k, one in enumerate(titles) if re.search(r"\Bstance", one)]  # a distance

    assert whole == [*range(len(whole))]
    assert whole
    assert within
    assert all([k < within[0] for k in begun])
    assert within[-1] < len(titles) - 1  # then what only the text holds


def test_a_search_without_a_ruleset_searches_all() -> None:
    found = catalogue.find("", "initiative")

    assert {rule.ruleset for rule in found} > {"thrum", "sovereign"}


CODE = '''
"""Attack.

Rules: attack.steps, attack.gone.

A later paragraph speaks of damage.deal and attack.py.
"""

LIMIT = 3  # attack.limit: three
NAME = "attack.whole"
OTHER = "we speak of attack.spoken here"
FULL = "thrum/attack.full"
# see damage.helper for why
attack.code(damage.more)
'''


def test_code_cites_in_strings_docstrings_and_comments_only() -> None:
    found = {(each.name, each.line): each.sure for each in citations.mentions(CODE)}

    assert found == {
        ("attack.steps", 4): True,
        ("attack.gone", 4): True,
        ("damage.deal", 6): False,
        ("attack.limit", 9): True,
        ("attack.whole", 10): True,
        ("attack.spoken", 11): False,
        ("thrum/attack.full", 12): True,
        ("damage.helper", 13): False,
    }


def test_a_longer_id_does_not_cite_its_beginning() -> None:
    names = [each.name for each in citations.mentions("# attack.mod.gm, move.drop-in\n")]

    assert names == ["attack.mod.gm", "move.drop-in"]


def test_tests_cite_by_mark_only() -> None:
    source = dedent(
        """
        @rule("thrum/attack.one", "thrum/attack.two")
        def test_a(): ...
        @pytest.mark.slow("thrum/attack.three")
        def test_b(): "thrum/attack.four"
        other("thrum/attack.five")
        """
    )

    assert [(each.name, each.line) for each in citations.marks(source)] == [
        ("thrum/attack.one", 2),
        ("thrum/attack.two", 2),
    ]


@pytest.fixture
def small_checkout(tmp_path: Path) -> Path:
    """A checkout whose one test and one case cite a rule each and misspell another."""
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "test_a.py").write_text(
        '@rule("thrum/setup.npc-placement", "thrum/setup.npc-placment")\n'
        '@rule("quest/setup.unit")\n'
        "def test_a(): ...\n"
    )
    cases = tmp_path / "cases" / "thrum" / "setup"
    cases.mkdir(parents=True)
    (cases / "roll.toml").write_text(
        'rules = [\n  "setup.initiative-roll",\n  "setup.nothing",\n]\n'
    )
    return tmp_path


def test_coverage_counts_tests_and_cases(small_checkout: Path) -> None:
    found = catalogue.coverage("thrum", small_checkout)

    assert found.rules == 295
    assert found.gm == 9
    assert found.tested == 2
    assert len(found.untested) == 293
    assert found.places["setup.npc-placement"].tested == ["tests/test_a.py:1"]
    assert found.places["setup.initiative-roll"].tested == ["cases/thrum/setup/roll.toml:2"]
    assert "setup.initiative-roll" not in found.uncased
    assert found.enforced + len(found.unenforced) == found.rules


def test_coverage_names_unknown_ids_with_their_place_and_the_nearest(small_checkout: Path) -> None:
    found = [
        each
        for each in catalogue.coverage("thrum", small_checkout).unknown
        if "affray" not in each.place
    ]

    assert [(each.name, each.place) for each in found] == [
        ("setup.nothing", "cases/thrum/setup/roll.toml:3"),
        ("thrum/setup.npc-placment", "tests/test_a.py:1"),
    ]
    assert str(found[1]) == (
        "tests/test_a.py:1: thrum/setup.npc-placment: no such rule; "
        "did you mean 'setup.npc-placement'?"
    )


def test_gaps_are_faults(small_checkout: Path) -> None:
    found = catalogue.coverage("thrum", small_checkout)

    assert "thrum/setup.initiative-ties: tested nowhere" in found.faults()


HOMES = [
    ("affray/rulesets/thrum/setup.py:3", True),
    ("affray/rulesets/thrum/setup/place.py:3", True),
    ("affray/rulesets/thrum/content/setup.py:3", True),
    ("affray/rulesets/thrum/setup_check.py:3", False),
    ("affray/rulesets/thrum/turn.py:3", False),
]


@pytest.mark.parametrize(("place", "at_home"), HOMES)
def test_a_rule_is_at_home_in_the_module_or_package_of_its_kind(
    monkeypatch: pytest.MonkeyPatch, small_checkout: Path, place: str, *, at_home: bool
) -> None:
    """setup.npc-placement is of kind setup; one rule of 295 is 0.3 %, rounded down."""
    cited = citations.Citation("setup.npc-placement", place, citations.ENFORCED, sure=True)
    other = citations.Citation("setup.npc-placement", "a/b/thrum/turn.py:1", cited.kind, sure=True)
    monkeypatch.setattr(citations, "in_code", lambda _home, _name: iter([other, cited]))

    found = catalogue.coverage("thrum", small_checkout).in_kind

    assert (found.rules, found.percent) == ((1, 0.3) if at_home else (0, 0.0))
    assert ("setup.npc-placement" in found.elsewhere["setup"]) is not at_home
    assert found.rules + sum(map(len, found.elsewhere.values())) == 295


def test_a_rule_that_its_module_only_speaks_of_is_elsewhere(
    monkeypatch: pytest.MonkeyPatch, small_checkout: Path
) -> None:
    place = "affray/rulesets/thrum/setup/words.py:3"
    spoken = citations.Citation("setup.npc-placement", place, citations.SPOKEN, sure=True)
    monkeypatch.setattr(citations, "in_code", lambda _home, _name: iter([spoken]))

    assert catalogue.coverage("thrum", small_checkout).in_kind.rules == 0


def _code(monkeypatch: pytest.MonkeyPatch, source: str) -> None:
    """Let the ruleset's code be this one module."""
    found = [
        citations.Citation(each.name, f"a.py:{each.line}", citations.ENFORCED, each.sure)
        for each in citations.mentions(source)
    ]
    monkeypatch.setattr(citations, "in_code", lambda _home, _name: iter(found))


def test_code_enforces_what_it_cites_and_dotted_words_are_no_faults(
    monkeypatch: pytest.MonkeyPatch, small_checkout: Path
) -> None:
    _code(monkeypatch, '# setup.npc-placement\nX = "foe.hp"\nY = "we call setup.helper"\n')

    found = catalogue.coverage("thrum", small_checkout)

    assert found.enforced == 1
    assert found.places["setup.npc-placement"].enforced == ["a.py:1"]
    assert [each.place for each in found.unknown if each.place.startswith("a.py")] == []


@pytest.mark.parametrize(
    "source",
    [
        "# setup.nothing-like-it",
        'X = "setup.nothing-like-it"',
        'X = "setpu.npc-placement"',
        'X = "we cite thrum/setup.nothing"',
        'X = "we cite icon/setup.nothing"',
        '"""Place.\n\nRules: setup.npc-placement, setup.nothing.\n"""',
    ],
)
def test_an_id_in_code_that_no_catalogue_holds_is_unknown(
    monkeypatch: pytest.MonkeyPatch, small_checkout: Path, source: str
) -> None:
    _code(monkeypatch, source + "\n")

    found = catalogue.coverage("thrum", small_checkout)

    assert len([each for each in found.unknown if each.place.startswith("a.py")]) == 1


def test_a_mark_keeps_the_ids_it_is_given() -> None:
    assert rule("thrum/attack.sequence", "thrum/attack.type").mark.args == (
        "thrum/attack.sequence",
        "thrum/attack.type",
    )


@pytest.mark.parametrize(
    ("names", "told"),
    [
        ([], "@rule: expected RULESET/RULE, such as 'thrum/attack.sequence'"),
        (
            ["overexert.rounding-of-nothing"],
            "overexert.rounding-of-nothing: no such rule in any ruleset",
        ),
        (
            ["thrum/setup.npc-placment"],
            "thrum/setup.npc-placment: no such rule in Thrum; did you mean 'setup.npc-placement'?",
        ),
        (
            ["setup.npc-placement"],
            "setup.npc-placement: expected it with its ruleset, as in 'thrum/setup.npc-placement'",
        ),
    ],
)
def test_a_mark_that_names_no_rule_is_refused(names: list[str], told: str) -> None:
    with pytest.raises(InvalidError) as refused:
        rule(*names)

    assert refused.value.problems[0].startswith(told)


def test_this_checkout_cites_no_unknown_rule(checkout: Path) -> None:
    unknown = [str(u) for ruleset in BUILTIN for u in catalogue.coverage(ruleset, checkout).unknown]

    assert unknown == []


# The least percentage of each game's rules that the module or package of their kind enforces.
# Below 85 none may ever fall again.
AT_HOME = {
    # ICON
    "icon": 92.0,
    # Ingenuity
    "ingenuity": 92.0,
    # Quest
    "quest": 94.0,
    # Sovereign
    "sovereign": 92.0,
    # Thrum
    "thrum": 88.0,
}


def test_every_game_has_a_floor_of_rules_at_home() -> None:
    assert list(AT_HOME) == list(BUILTIN)


@pytest.mark.parametrize(("ruleset", "floor"), AT_HOME.items())
def test_no_game_scatters_its_rules_more_than_it_did(ruleset: str, floor: float) -> None:
    """``affray rules --coverage -v`` names the rules that are elsewhere."""
    assert catalogue.coverage(ruleset).in_kind.percent >= floor
