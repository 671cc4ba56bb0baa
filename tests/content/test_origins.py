"""Packs: what characters come from, with what the rules hold under another name."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from affray.content.like import builtin_tables, rows_of
from affray.content.problems import InvalidError
from affray.content.written import toml_of
from affray.encounters.prepare import library_of
from affray.rulesets.ingenuity.content.library import IngenuityContentLibrary
from affray.rulesets.sovereign.content.library import SovereignContentLibrary
from affray.rulesets.thrum.content.library import ThrumContentLibrary
from affray.rulesets.thrum.sheet.build import build_pc


def pack(folder: Path, ruleset: str, **tables: list[dict[str, Any]]) -> Path:
    path = folder / "own.toml"
    path.write_text(toml_of({"ruleset": ruleset, **tables}), "utf-8")
    return path


def refused(folder: Path, ruleset: str, **tables: list[dict[str, Any]]) -> list[str]:
    with pytest.raises(InvalidError) as fault:
        library_of(ruleset, [pack(folder, ruleset, **tables)])
    return [line.removeprefix("own.toml: ") for line in fault.value.problems]


def row(ruleset: str, table: str, id: str) -> dict[str, Any]:
    return next(one for one in rows_of(builtin_tables(ruleset), table) if one["id"] == id)


# ---- Ingenuity: talents --------------------------------------------------------------------------


def test_a_talent_of_a_pack_does_what_the_one_it_is_like_does(tmp_path: Path) -> None:
    own = {"id": "cat-like", "like": "danger-sense", "name": "Cat-like"}
    cat = {"id": "alley-cat", "like": "goblin-cutter", "talents": ["cat-like"]}

    library = library_of("ingenuity", [pack(tmp_path, "ingenuity", talent=[own], creature=[cat])])

    assert isinstance(library, IngenuityContentLibrary)
    sheet = library.library.sheets["alley-cat"]
    assert (sheet.talents, sheet.inborn) == (["cat-like"], ["danger-sense"])
    assert sheet.unsurprisable()


def test_a_talent_of_numbers_changes_what_a_character_may_have(tmp_path: Path) -> None:
    legs = {"id": "long-legs", "name": "Long Legs", "cost": 8, "speed": 3}
    usual = row("ingenuity", "character", "oswin-tarr")
    other = {
        "id": "oswin-long",
        "like": "oswin-tarr",
        "talents": [*usual["talents"], "long-legs"],
        "experience": usual.get("experience", 0) + 8,
    }

    found = refused(tmp_path, "ingenuity", talent=[legs], character=[other])

    assert found == [
        f"character[0].speed: found {usual['speed']}, expected {usual['speed'] + 3} "
        "[sheet.stated-values]"
    ]
    other["speed"] = usual["speed"] + 3
    library_of("ingenuity", [pack(tmp_path, "ingenuity", talent=[legs], character=[other])])


@pytest.mark.parametrize(
    ("said", "fault"),
    [
        ({}, "talent[0]: found neither resource nor speed, expected one of them, or as"),
        (
            {"speed": 1, "requires": "strenth d6"},
            'talent[0].requires: found "strenth", which is unknown; did you mean strength?',
        ),
        (
            {"speed": 1, "requires": "manoeuvre Feynt"},
            'talent[0].requires: found "feynt", which is unknown; did you mean feint?',
        ),
        (
            {"speed": 1, "requires": "strength d20"},
            'talent[0].requires: found "d20", which is unknown; did you mean d12?',
        ),
        (
            {"as": "mobilty"},
            'talent[0].as: found "mobilty", which is unknown; did you mean mobility?',
        ),
    ],
)
def test_a_talent_that_would_do_nothing_is_refused(
    said: dict[str, Any], fault: str, tmp_path: Path
) -> None:
    own = {"id": "own", "name": "Own", "cost": 8, **said}

    assert fault in refused(tmp_path, "ingenuity", talent=[own])


@pytest.mark.parametrize(
    ("table", "id", "said"),
    [
        ("talent", "ambidexterity", {"attack_bonus": 3}),
        ("talent", "second-wind", {"uses_per_rest": 2}),
        ("maneuver", "shield-crush", {"limit": "once per rest"}),
        ("power", "mend", {"always_hits": True}),
    ],
)
def test_what_a_procedure_holds_is_not_changed_by_standing_in_its_place(
    table: str, id: str, said: dict[str, Any], tmp_path: Path
) -> None:
    """No rule would read it: nothing that is accepted is ignored."""
    (key,) = said
    row = {"id": id, "like": id, "replaces": True, **said}

    assert refused(tmp_path, "ingenuity", **{table: [row]}) == [
        f"{table}[0].{key}: found {key}, expected it as what it follows by as has it"
    ]


# ---- Sovereign: classes --------------------------------------------------------------------------


def test_a_class_like_another_has_its_abilities_and_its_own_numbers(tmp_path: Path) -> None:
    guard = {"id": "guard", "like": "warrior", "name": "Guard", "hp_mod": 1}
    maud = {"id": "maud-guard", "like": "maud-verrin", "class": "guard"}
    path = pack(tmp_path, "sovereign", **{"class": [guard]}, character=[maud])

    library = library_of("sovereign", [path])

    assert isinstance(library, SovereignContentLibrary)
    assert library.library.sheets["maud-guard"].warrior


def test_numbers_of_a_class_of_a_pack_bind_its_characters(tmp_path: Path) -> None:
    weak = {"id": "guard", "like": "warrior", "name": "Guard", "hp_mod": -4}
    maud = {"id": "maud-guard", "like": "maud-verrin", "class": "guard"}

    found = refused(tmp_path, "sovereign", **{"class": [weak]}, character=[maud])

    assert [line.partition(":")[0] for line in found] == ["character[0].hp"]


@pytest.mark.parametrize("id", ["guard", "warrior"])
def test_only_mages_are_partial(id: str, tmp_path: Path) -> None:
    row = {"id": id, "like": "warrior", "replaces": id == "warrior", "partial": True}

    assert refused(tmp_path, "sovereign", **{"class": [row]}) == [
        "class[0].partial: found true, expected it of mages alone [sovereign/sheet.spells]"
    ]


def test_a_class_without_likeness_has_no_abilities_and_no_magic(tmp_path: Path) -> None:
    plain = {**row("sovereign", "class", "expert"), "id": "sailor", "name": "Sailor"}
    tilda = {"id": "tilda-sailor", "like": "tilda-reyes", "class": "sailor"}
    path = pack(tmp_path, "sovereign", **{"class": [plain]}, character=[tilda])

    library = library_of("sovereign", [path])

    assert isinstance(library, SovereignContentLibrary)
    assert not library.library.sheets["tilda-sailor"].expert
    assert refused(tmp_path, "sovereign", **{"class": [{**plain, "id": "sea-mage"}]}) == [
        'class[0].id: found "sea-mage" without like, expected the class of mages it is like '
        "[sovereign/sheet.spells]"
    ]


# ---- Thrum: Arts, Archetypes, faction traits -----------------------------------------------------


AXES = {"id": "axes", "name": "Axes", "primary": "END", "main_defence": "REF"}
HEW = {
    **{"id": "hew", "name": "Hew", "art": "axes", "type": "action", "target": "one-enemy"},
    **{"tags": ["physical"], "range": 1, "success": [{"op": "fatigue", "n": "TRAINING"}]},
}
ANSA = {
    **{"id": "ansa-hew", "name": "Ansa", "level": 1, "archetypes": ["hero", "loomer"]},
    **{"points": {"POW": 1, "END": 1}, "training": {"axes": 3}, "abilities": ["hew"]},
}


def test_an_art_of_a_pack_is_trained_and_adds_its_attribute(tmp_path: Path) -> None:
    path = pack(tmp_path, "thrum", art=[AXES], ability=[HEW], character=[ANSA])

    library = library_of("thrum", [path])

    assert isinstance(library, ThrumContentLibrary)
    sheet = build_pc(library.characters["ansa-hew"], library.library)
    assert sheet.arts == {"axes": (2 + 3) // 2 + 1}
    assert sheet.ability("hew") is not None


def test_an_archetype_of_a_pack_raises_its_attribute(tmp_path: Path) -> None:
    own = {"id": "wanderer", "name": "The Wanderer", "list": "narrative", "attribute": "FOC"}
    ansa = {"id": "ansa-far", "like": "ansa-brock", "archetypes": ["wanderer", "loomer"]}

    library = library_of("thrum", [pack(tmp_path, "thrum", archetype=[own], character=[ansa])])

    assert isinstance(library, ThrumContentLibrary)
    attributes = build_pc(library.characters["ansa-far"], library.library).attributes
    assert (attributes["POW"], attributes["FOC"]) == (1, 1)


@pytest.mark.parametrize(
    ("table", "said", "fault"),
    [
        (
            "art",
            {"primary": "PWR", "main_defence": "END"},
            'art[0].primary: found "PWR", expected an attribute; did you mean POW?',
        ),
        (
            "archetype",
            {"list": "combat", "attribute": "END"},
            "archetype[0].like: found None, expected the combat Archetype it is like "
            "[thrum/sheet.archetypes]",
        ),
        (
            "archetype",
            {"like": "loomer", "list": "narrative"},
            "archetype[0].list: found narrative, expected combat: it has the code of loomer "
            "[thrum/sheet.archetypes]",
        ),
        (
            "faction_trait",
            {},
            "faction_trait[0].like: found None, expected the faction trait it is like "
            "[thrum/sheet.faction-trait]",
        ),
    ],
)
def test_what_has_no_code_is_refused(
    table: str, said: dict[str, Any], fault: str, tmp_path: Path
) -> None:
    row = {"id": "own", "name": "Own", **said}

    assert refused(tmp_path, "thrum", **{table: [row]}) == [fault]
