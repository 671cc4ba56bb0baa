"""Thrum's content file: valid, matched by code, and damage to it is told in our words."""

from __future__ import annotations

import re

import pytest

from affray.core.errors import InvalidError
from affray.rulesets.thrum.arts import MADE
from affray.rulesets.thrum.condition.listed import CONDITIONS, STATUSES
from affray.rulesets.thrum.content.catalogue import builtin_content, coded_ids
from affray.rulesets.thrum.content.check import gaps, needs_code
from affray.rulesets.thrum.content.library import ThrumContentLibrary
from affray.rulesets.thrum.content.schema import AbilityModel, Content
from affray.rulesets.thrum.content.words import CONDITION_IDS, STATUS_IDS, read_terms
from tests.thrum.table import content_library

RAW = builtin_content().decode()
SUCCESS = 'success = [{ op = "fatigue", n = 2 }]'  # of the Basic Attack


def content() -> Content:
    return content_library().content


def damaged(old: str, new: str) -> list[str]:
    """Return what is said of the content file with one piece of text replaced."""
    assert old in RAW
    with pytest.raises(InvalidError) as caught:
        ThrumContentLibrary(RAW.replace(old, new, 1).encode())
    return caught.value.problems


# ---- content and code ----------------------------------------------------------------------------


def test_every_text_that_needs_code_has_it_and_all_code_has_its_text() -> None:
    assert gaps(content().ability, coded_ids(content())) == []


def test_a_text_that_needs_code_and_has_none_is_named() -> None:
    lonely = AbilityModel.model_validate(
        {"id": "lonely", "name": "Lonely", "type": "passive", "effect": [{"op": "custom", "x": 1}]}
    )

    found = gaps([*content().ability, lonely], [*coded_ids(content()), "no-such-trait"])

    assert found == [
        "lonely: it needs code, and none is made for it",
        "no-such-trait: it needs code, and none is made for it",
    ]


def test_code_for_which_there_is_no_content_is_named() -> None:
    without = [one for one in content().ability if one.id != "chokehold"]

    assert gaps(without, coded_ids(content())) == ["chokehold: code is made for it, and no content"]


def test_abilities_of_plain_words_need_no_code() -> None:
    plain = [one.id for one in content().ability if not needs_code(one)]

    assert {"basic-attack", "dash", "brace", "gash", "splint", "cold-whisper"} <= set(plain)
    assert not {"assist", "chokehold", "undertone", "oilskin-ward", "swarm-in"} & set(plain)


def test_every_status_and_condition_of_the_content_is_one_of_the_engine() -> None:
    engine = {one.id: (one.numbered, one.ticks) for one in [*STATUSES, *CONDITIONS]}

    for one in content().status:
        assert engine[one.id] == (one.numbered, one.ticks)
    assert [one.id for one in content().status if one.kind == "status"] == list(STATUS_IDS)
    others = [one.id for one in content().status if one.kind == "condition" and one.id != "mark"]
    assert others == list(CONDITION_IDS)


def test_every_ability_is_held_by_somebody_or_can_be_selected() -> None:
    arts = set(content_library().library.arts)
    held = {ability for one in content().creature for ability in one.abilities}

    idle = [one.id for one in content().ability if one.art not in (*arts, "basic")]

    assert set(idle) == held
    assert len(MADE) > 60


# ---- damage --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        (
            'type = "action"',
            'type = "acton"',
            'ability[0].type: found "acton", expected one of action, stance, passive; did you mean '
            "action?",
        ),
        (
            'target = "one-enemy"',
            'target = "one-enmy"',
            'ability[0].target: found "one-enmy", expected a target; did you mean one-enemy?',
        ),
        (
            'tags = ["physical", "ranged"]',
            'tags = ["fysical", "ranged"]',
            'ability[0].tags[0]: found "fysical", expected a tag; did you mean physical?',
        ),
        (
            'art = "basic"',
            'art = "basik"',
            'ability[0].art: found "basik", expected npc or a Combat Art; did you mean basic?',
        ),
        (
            SUCCESS,
            'success = [{ op = "fatige", n = 2 }]',
            'ability[0].success[0].op: found "fatige", expected an operation; did you mean '
            "fatigue?",
        ),
        (
            SUCCESS,
            'success = [{ op = "fatigue" }]',
            "ability[0].success[0].n: missing, expected for fatigue",
        ),
        (
            SUCCESS,
            'success = [{ op = "fatigue", n = 2, dir = "away" }]',
            "ability[0].success[0].dir: found dir, which fatigue does not use, expected n, to, "
            "when",
        ),
        (
            SUCCESS,
            'success = [{ op = "fatigue", n = "2 + PWO" }]',
            'ability[0].success[0].n: found "2 + PWO", expected an amount such as 2, "1 + '
            'half(POW)", "a:REA" or "$name"; \'PWO\' is no symbol; did you mean POW?',
        ),
        (
            SUCCESS,
            'success = [{ op = "fatigue", n = "$much" }]',
            'ability[0].success[0].n: found "much", expected one of the params',
        ),
        (
            SUCCESS,
            'success = [{ op = "fatigue", n = "a:POW" }]',
            'ability[0].success[0].n: found the upgrade "a", expected none: it has no upgrades',
        ),
        (
            SUCCESS,
            'success = [{ op = "fatigue", n = 1.5 }]',
            "ability[0].success[0].n: found 1.5, expected an amount such as 2",
        ),
        (
            SUCCESS,
            'sucess = [{ op = "fatigue", n = 2 }]',
            "ability[0].sucess: unknown key, did you mean success?",
        ),
        (
            'roll = "resilience", boon = 1',
            'roll = "resilence", boon = 1',
            'ability[5].effect[0].roll: found "resilence", expected a roll; did you mean '
            "resilience?",
        ),
        (
            'roll = "resilience", boon = 1',
            'roll = "resilience"',
            "ability[5].effect[0]: found none, expected boon, bane or bonus",
        ),
        (
            '"heal fatigue 1", "heal stress 1", "end-status"',
            '"heal fatige 1", "heal stress 1", "end-status"',
            'ability[2].effect[0].of[0]: found "fatige", expected a Load; did you mean fatigue?',
        ),
        (
            '{ op = "condition", name = "stunned" }',
            '{ op = "condition", name = "stuned" }',
            '.critical[1].name: found "stuned", expected a condition; did you mean stunned?',
        ),
        (
            '{ op = "status", name = "bleed", n = "$bleed" }',
            '{ op = "status", name = "bled", n = "$bleed" }',
            '.effect[0].name: found "bled", expected a Status; did you mean bleed?',
        ),
        (
            'primary = "POW"',
            'primary = "POWER"',
            'art[0].primary: found "POWER", expected an attribute; did you mean POW?',
        ),
        (
            'tags = []\nrange = 1\ntarget = "incapacitated-ally"',
            'tags = []\nrange = "1 + HALF"\ntarget = "incapacitated-ally"',
            '.range: found "1 + HALF", expected an amount such as',
        ),
        (
            'attack = "2 + TIER"',
            'attack = "2 + POW"',
            'creature[0].attack: found "2 + POW", expected a number or a formula in TIER such '
            'as "1 + TIER"',
        ),
        (
            "shown = { speed = 4, initiative = 0, attack = 2",
            "shown = { speed = 4, initiative = 0, attack = 3",
            "creature[0].shown.attack: found 3, expected 2, as the rules work it out, or nothing",
        ),
        (
            '"biffer-dig-in", "biffer-interpose"]',
            '"biffer-dig-in", "biffer-interpos"]',
            'creature[0].abilities[4]: found "biffer-interpos", expected an ability; did you '
            "mean biffer-interpose?",
        ),
        (
            "derived = { resilience = 2",
            "derived = { resilience = 3",
            "character[0].derived.resilience: found 3, expected 2, as the rules work it out, "
            "or nothing",
        ),
        (
            "attributes = { POW = 2, END = 2",
            "attributes = { POW = 3, END = 2",
            "character[0].attributes.POW: found 3, expected 2",
        ),
        (
            "art_modifiers = { brawling = 3 }",
            "art_modifiers = { brawling = 4 }",
            "character[0].art_modifiers.brawling: found 4, expected 3",
        ),
        (
            "points = { POW = 1, END = 1 }",
            "points = { POW = 2, END = 1 }",
            "character[0].points: found 3 Attribute Points spent, expected at most 2 at level "
            "1 [thrum/sheet.attribute-points]",
        ),
        (
            'id = "dash"',
            'id = "recover"',
            'ability[2].id: found "recover", expected an id of its own: it stands there twice',
        ),
        (
            'id = "chokehold"',
            'id = "choke-hold"',
            "choke-hold: it needs code, and none is made for it",
        ),
    ],
)
def test_damage_is_told_with_place_and_nearest_word(old: str, new: str, fault: str) -> None:
    lines = damaged(old, new)

    assert any(fault in line for line in lines), lines
    assert all(line.startswith("thrum/content.toml: ") for line in lines)


def test_a_content_file_that_is_no_toml_is_refused() -> None:
    assert damaged("[content]", "[content") == [
        line for line in damaged("[content]", "[content") if re.search(r"line \d+", line)
    ]


# ---- amounts -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("2", [("", "", 2)]),
        ("-1", [("", "", -1)]),
        ("1 + a:half(POW)", [("", "", 1), ("a", "POW", 0)]),
        ("halfup(SPEED) + c:half(FIN)", [("", "SPEED", 0), ("c", "FIN", 0)]),
        ("TRAINING+b:1", [("", "TRAINING", 0), ("b", "", 1)]),
    ],
)
def test_an_amount_is_read_term_by_term(text: str, read: list[tuple[str, str, int]]) -> None:
    assert [(one.upgrade, one.symbol, one.number) for one in read_terms(text)] == read


@pytest.mark.parametrize("text", ["", "half(2)", "2 * POW", "a:b:1", "half(POW", "1 +", "9999"])
def test_what_is_no_amount_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"cannot read|no symbol"):
        read_terms(text)
