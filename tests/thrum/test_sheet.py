"""Sheets: what is worked out, what is refused, what is told."""

from __future__ import annotations

import pytest

from affray.rulesets.thrum.action.ability import EntryAbility
from affray.rulesets.thrum.check import faults, unspent
from affray.rulesets.thrum.content.build import draft_of
from affray.rulesets.thrum.definitions import Draft
from affray.rulesets.thrum.sheet import build as sheets
from affray.rulesets.thrum.sheet import sheet
from affray.rulesets.thrum.sheet.build import build_npc, build_pc, shown_numbers
from affray.rulesets.thrum.sheet.sheet import judged_tier
from tests.rules import rule
from tests.thrum.table import content_library, npc


def draft(
    level: int = 1,
    *,
    archetypes: tuple[str, ...] = ("hero", "loomer"),
    points: dict[str, int] | None = None,
    training: dict[str, int] | None = None,
    abilities: tuple[str, ...] = (),
    upgrades: tuple[str, ...] = (),
    novas: tuple[str, ...] = (),
) -> Draft:
    made = Draft("pc", "PC")
    made.level = level
    made.archetypes = list(archetypes)
    made.points = points or {}
    made.training = training or {"brawling": 3}
    made.abilities = list(abilities)
    made.upgrades = list(upgrades)
    made.novas = list(novas)
    return made


def told(made: Draft) -> list[str]:
    return [f"{one.place}: {one.text()}" for one in faults(made, content_library().library)]


# ---- points by level -----------------------------------------------------------------------------


@rule("thrum/sheet.attribute-points")
def test_attribute_points_are_two_and_grow_at_2_3_7_9_11_and_12() -> None:
    assert [sheet.attribute_points(level) for level in range(13)] == [
        2, 2, 3, 4, 4, 4, 4, 5, 5, 7, 7, 8, 9,
    ]  # fmt: skip


@rule("thrum/sheet.training-points")
def test_training_points_are_three_and_one_more_at_every_even_level() -> None:
    assert [sheet.training_points(level) for level in range(13)] == [
        3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9,
    ]  # fmt: skip


@rule("thrum/sheet.ability-points")
def test_ability_points_are_three_then_four_then_five_at_the_first_levels() -> None:
    assert [sheet.ability_points(level) for level in range(13)] == [
        3, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10,
    ]  # fmt: skip


@rule("thrum/sheet.nova-points")
def test_nova_points_come_at_levels_2_9_and_12() -> None:
    assert [sheet.nova_points(level) for level in range(13)] == [
        0, 0, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 3,
    ]  # fmt: skip


# ---- what follows from the choices ---------------------------------------------------------------


@rule("thrum/sheet.art-modifier")
def test_an_art_modifier_is_half_of_attribute_and_training_plus_a_share_of_level() -> None:
    """Level 1, POW 2, Archery Training 2: floor(4/2) + floor(5/4) = 3."""
    assert sheet.art_modifier(2, 2, 1) == 3
    assert sheet.art_modifier(2, 3, 1) == 3
    assert sheet.art_modifier(3, 3, 4) == 5


@rule("thrum/sheet.art-modifier")
def test_without_training_an_art_modifier_is_zero() -> None:
    assert sheet.art_modifier(4, 0, 12) == 0


@rule("thrum/sheet.attributes")
def test_an_attribute_is_its_points_plus_one_for_each_pick_that_names_it() -> None:
    made = draft(
        5, archetypes=("artist", "artist+", "loomer", "quill"), points={"FIN": 2, "REF": 1}
    )

    built = build_pc(made, content_library().library)

    assert built.attributes == {"POW": 0, "FIN": 4, "REA": 0, "END": 1, "REF": 1, "FOC": 1}


@rule("thrum/sheet.derived-defences", "thrum/sheet.tolerances", "thrum/sheet.speed")
def test_defences_tolerances_and_speed_follow_from_the_attributes() -> None:
    made = draft(archetypes=(), points={"END": 3, "REF": 2, "FOC": 1})

    numbers = shown_numbers(build_pc(made, content_library().library))

    assert numbers == {
        "resilience": 3,
        "evasion": 2,
        "resolve": 1,
        "initiative": 2,
        "fatigue_tolerance": 6,
        "stress_tolerance": 3,
        "speed": 4,
    }


@rule("thrum/sheet.tolerances", "thrum/sheet.speed")
def test_abilities_may_add_to_tolerances_and_speed() -> None:
    made = draft(
        archetypes=(),
        training={"brawling": 1, "ninjutsu": 1},
        abilities=("indefatigable", "fleet-footed"),
        upgrades=("indefatigable:a",),
        points={"END": 2},
    )

    numbers = shown_numbers(build_pc(made, content_library().library))

    assert (numbers["fatigue_tolerance"], numbers["speed"]) == (3 + 2 + 1 + 1, 5)


@rule("thrum/sheet.combat-arts")
def test_every_art_has_its_primary_attribute() -> None:
    arts = content_library().library.arts

    by_attribute = {
        attribute: [art for art, primary in arts.items() if primary == attribute]
        for attribute in ("POW", "FIN", "REA")
    }

    assert by_attribute == {
        "POW": ["brawling", "archery", "animism"],
        "FIN": ["dueling", "ninjutsu", "mesmerism"],
        "REA": ["infusion", "kineticism", "elementalism"],
    }


@rule("thrum/sheet.rounding")
def test_half_of_an_attribute_is_rounded_down() -> None:
    made = draft(
        points={"POW": 2}, abilities=("sockem",), upgrades=("sockem:a",), archetypes=("hero",)
    )

    sockem = build_pc(made, content_library().library).ability("sockem")

    assert isinstance(sockem, EntryAbility)
    assert sockem.bound.symbol("POW") == 3
    assert sockem.n("extra") == 1 + 1


@pytest.mark.parametrize("name", [one.id for one in content_library().content.character])
def test_a_character_that_comes_with_affray_is_valid_and_as_its_entry_states(name: str) -> None:
    (entry,) = [one for one in content_library().content.character if one.id == name]

    built = build_pc(draft_of(entry), content_library().library)

    assert told(draft_of(entry)) == []
    assert built.attributes == entry.attributes
    assert built.arts == entry.art_modifiers
    assert shown_numbers(built) == entry.derived


@pytest.mark.parametrize("name", [one.id for one in content_library().content.creature])
def test_a_creature_that_comes_with_affray_has_the_numbers_that_its_entry_shows(name: str) -> None:
    (entry,) = [one for one in content_library().content.creature if one.id == name]

    assert shown_numbers(npc(name, entry.default_tier)) == entry.shown


# ---- NPCs ----------------------------------------------------------------------------------------


@rule("thrum/sheet.npc-block", "thrum/sheet.rounding")
def test_the_numbers_of_an_npc_are_formulas_in_tier_with_halves_rounded_down() -> None:
    biffer = npc("biffer", tier=3)

    assert (biffer.attack, biffer.resilience, biffer.fatigue_tolerance) == (2 + 3, 1 + 3, 3 + 1)


@rule("thrum/sheet.npc-block")
def test_an_npc_has_neither_attributes_nor_training_and_attacks_with_its_attack() -> None:
    biffer = npc("biffer", tier=1)
    thump = biffer.ability("biffer-thump")

    assert thump is not None
    assert (biffer.attributes, biffer.training, biffer.arts) == ({}, {}, {})
    assert thump.modifier == 3


@rule("thrum/sheet.faction-trait")
def test_a_faction_trait_counts_as_a_tier_for_judging_and_changes_no_number() -> None:
    plain, confed = npc("biffer", tier=1), npc("biffer", tier=1, trait="confed")

    assert (judged_tier(plain), judged_tier(confed)) == (1, 2)
    assert shown_numbers(confed) == shown_numbers(plain)
    assert [one.id for one in confed.abilities if one.art == "trait"] == ["confed"]


def test_numbers_that_the_gm_lists_replace_those_of_the_block() -> None:
    block = sheets.restated(content_library().creatures["biffer"], {"attack": 6, "speed": 2})

    biffer = build_npc(block, 1, "", content_library().library)
    thump = biffer.ability("biffer-thump")

    assert thump is not None
    assert (biffer.attack, thump.modifier, biffer.speed, biffer.resilience) == (6, 6, 2, 2)


# ---- faults --------------------------------------------------------------------------------------

WRONG = {
    "level 13": (
        draft(13),
        "level: found 13, expected a level from 0 to 12 [thrum/sheet.level-range]",
    ),
    "level -1": (
        draft(-1),
        "level: found -1, expected a level from 0 to 12 [thrum/sheet.level-range]",
    ),
    "three attribute points": (
        draft(points={"POW": 3}),
        "points: found 3 Attribute Points spent, expected at most 2 at level 1 "
        "[thrum/sheet.attribute-points]",
    ),
    "no such attribute": (
        draft(points={"pow": 1}),
        "points: found 'pow', which is no attribute; did you mean POW? [thrum/sheet.attributes]",
    ),
    "a negative attribute": (
        draft(points={"POW": -1}),
        "points.POW: found -1, expected 0 or more [thrum/sheet.attributes]",
    ),
    "too much training": (
        draft(training={"brawling": 4}),
        "training: found 4 Training Points spent, expected at most 3 at level 1 "
        "[thrum/sheet.training-points]",
    ),
    "no such art": (
        draft(training={"brawlin": 1}),
        "training: found 'brawlin', which is no Combat Art; did you mean brawling? "
        "[thrum/sheet.combat-arts]",
    ),
    "negative training": (
        draft(training={"brawling": -1}),
        "training.brawling: found -1, expected 0 or more [thrum/sheet.training-points]",
    ),
    "no such archetype": (
        draft(archetypes=("loomr",)),
        "archetypes[0]: found 'loomr', which is no Archetype; did you mean loomer? "
        "[thrum/sheet.archetypes]",
    ),
    "two narrative picks at level 1": (
        draft(archetypes=("hero", "sage")),
        "archetypes: found 2 narrative picks spent, expected at most 1 at level 1 "
        "[thrum/sheet.archetypes]",
    ),
    "an upgrade of nothing": (
        draft(5, archetypes=("hero+",)),
        "archetypes[0]: found 'hero+', an upgrade of an Archetype that is not held "
        "[thrum/sheet.archetypes]",
    ),
    "a pick twice": (
        draft(5, archetypes=("hero", "hero")),
        "archetypes[1]: found 'hero' again [thrum/sheet.archetypes]",
    ),
    "no such ability": (
        draft(abilities=("sokem",)),
        "abilities[0]: found 'sokem', which is no Combat Art ability; did you mean sockem? "
        "[thrum/sheet.validation]",
    ),
    "a basic ability": (
        draft(abilities=("dodge",)),
        "abilities[0]: found 'dodge', which is no Combat Art ability",
    ),
    "an ability of an npc": (
        draft(abilities=("biffer-thump",)),
        "abilities[0]: found 'biffer-thump', which is no Combat Art ability",
    ),
    "an ability without training": (
        draft(abilities=("fire-burst",)),
        "abilities[0]: found 'fire-burst' without Training, expected at least 1 in elementalism "
        "[thrum/sheet.ability-needs-training]",
    ),
    "an ability twice": (
        draft(abilities=("sockem", "sockem")),
        "abilities[1]: found 'sockem' again [thrum/sheet.ability-needs-training]",
    ),
    "five abilities at level 1": (
        draft(abilities=("sockem", "bull-rush", "chokehold", "guardian", "pounce")),
        "abilities: found 5 Ability Points spent, expected at most 4 at level 1 "
        "[thrum/sheet.ability-points]",
    ),
    "upgrades cost points too": (
        draft(abilities=("sockem", "bull-rush"), upgrades=("sockem:a", "sockem:b", "sockem:c")),
        "abilities: found 5 Ability Points spent, expected at most 4 at level 1 "
        "[thrum/sheet.ability-points]",
    ),
    "an upgrade of an ability not held": (
        draft(abilities=("sockem",), upgrades=("guardian:a",)),
        "upgrades[0]: found 'guardian:a', for an ability that is not held, expected one of sockem "
        "[thrum/sheet.ability-needs-training]",
    ),
    "no such upgrade": (
        draft(abilities=("guardian",), upgrades=("guardian:z",)),
        "upgrades[0]: found 'guardian:z', expected guardian:a, guardian:b [thrum/sheet.validation]",
    ),
    "an upgrade twice": (
        draft(abilities=("guardian",), upgrades=("guardian:a", "guardian:a")),
        "upgrades[1]: found 'guardian:a' again [thrum/sheet.ability-needs-training]",
    ),
    "a nova at level 1": (
        draft(novas=("cannonball",)),
        "nova: found 1 Nova Points spent, expected at most 0 at level 1 [thrum/sheet.nova-points]",
    ),
    "no such nova": (
        draft(2, novas=("canonball",)),
        "nova[0]: found 'canonball', which is no Nova ability; did you mean cannonball? "
        "[thrum/sheet.validation]",
    ),
    "a nova with training 2": (
        draft(2, training={"brawling": 2}, novas=("cannonball",)),
        "nova[0]: found 'cannonball' at Training 2, expected 3 in brawling "
        "[thrum/sheet.nova-points]",
    ),
    "a nova upgrade with training 4": (
        draft(9, training={"brawling": 4}, novas=("cannonball",), upgrades=("cannonball:a",)),
        "nova[0]: found 'cannonball' with 1 upgrade at Training 4, expected 5 in brawling "
        "[thrum/sheet.nova-points]",
    ),
    "two nova upgrades with training 6": (
        draft(
            12,
            training={"brawling": 6},
            novas=("cannonball",),
            upgrades=("cannonball:a", "cannonball:b"),
        ),
        "nova[0]: found 'cannonball' with 2 upgrades at Training 6, expected 7 in brawling "
        "[thrum/sheet.nova-points]",
    ),
}


@rule(
    "thrum/sheet.validation",
    "thrum/sheet.level-range",
    "thrum/sheet.attributes",
    "thrum/sheet.attribute-points",
    "thrum/sheet.combat-arts",
    "thrum/sheet.training-points",
    "thrum/sheet.archetypes",
    "thrum/sheet.ability-needs-training",
    "thrum/sheet.ability-points",
    "thrum/sheet.nova-points",
)
@pytest.mark.parametrize("what", WRONG)
def test_a_sheet_is_refused_with_the_rule_that_it_breaks(what: str) -> None:
    made, fault = WRONG[what]

    found = told(made)

    assert len(found) == 1, found
    assert found[0].startswith(fault)


GOOD = {
    "level 0": draft(0),
    "level 12": draft(12, points={"POW": 9}, training={"brawling": 9}),
    "both archetypes and their upgrades from level 5": draft(
        5, archetypes=("hero", "hero+", "loomer", "loomer+")
    ),
    "two narrative and two combat archetypes from level 5": draft(
        5, archetypes=("hero", "sage", "loomer", "quill")
    ),
    "a nova with training 3 at level 2": draft(2, novas=("cannonball",)),
    "a nova with two upgrades and training 7": draft(
        12,
        training={"brawling": 7},
        novas=("cannonball",),
        upgrades=("cannonball:a", "cannonball:b"),
    ),
}


@rule("thrum/sheet.level-range", "thrum/sheet.archetypes", "thrum/sheet.nova-points")
@pytest.mark.parametrize("what", GOOD)
def test_a_sheet_within_the_limits_is_accepted(what: str) -> None:
    assert told(GOOD[what]) == []


@rule("thrum/sheet.validation")
def test_every_fault_of_a_sheet_is_listed() -> None:
    made = draft(
        points={"POW": 3},
        training={"brawling": 4},
        archetypes=("hero", "sage"),
        abilities=("fire-burst",),
        novas=("cannonball",),
    )

    rules = [one.rule for one in faults(made, content_library().library)]

    assert rules == [
        "sheet.attribute-points",
        "sheet.training-points",
        "sheet.archetypes",
        "sheet.ability-needs-training",
        "sheet.nova-points",
    ]


@rule("thrum/sheet.validation")
def test_unspent_points_are_allowed_and_reported() -> None:
    made = draft(2, points={"POW": 1}, archetypes=("hero",), abilities=("sockem",))

    assert told(made) == []
    assert unspent(made) == [
        "2 of 3 Attribute Points unspent",
        "1 of 4 Training Points unspent",
        "1 of 2 Archetype picks unspent",
        "4 of 5 Ability Points unspent",
        "1 of 1 Nova Points unspent",
    ]
