"""Sheets: what is worked out of what is written down."""

from __future__ import annotations

import pytest

from affray.rulesets.thrum.action.ability import EntryAbility
from affray.rulesets.thrum.content.build import draft_of
from affray.rulesets.thrum.sheet import build as sheets
from affray.rulesets.thrum.sheet import sheet
from affray.rulesets.thrum.sheet.build import build_npc, build_pc, shown_numbers
from affray.rulesets.thrum.sheet.sheet import judged_tier
from tests.rules import rule
from tests.thrum.table import content_library, draft, npc, told

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
