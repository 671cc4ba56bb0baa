"""Characters: the formulas of sheets, what a build may hold, and what experience buys."""

from __future__ import annotations

import pytest

from affray.rulesets.ingenuity.content.build import character_of
from affray.rulesets.ingenuity.content.character import book_of, build_faults
from affray.rulesets.ingenuity.content.schema import CharacterModel
from affray.rulesets.ingenuity.sheet import (
    Build,
    Sheet,
    climb,
    derived,
    limits,
    of_dice,
    of_fate,
    passive,
    slots,
)
from affray.rulesets.ingenuity.terms import AGILITY, ATHLETICS
from tests.ingenuity.table import content_library, library, sheet
from tests.rules import rule

CONTENT = content_library().content
BOOK = book_of(CONTENT)
IDS = [one.id for one in CONTENT.character]


def model_of(id: str) -> CharacterModel:
    return next(one for one in CONTENT.character if one.id == id)


def told(id: str, **changes: object) -> list[str]:
    """Return the faults of a built-in character with some things changed."""
    data = model_of(id).model_dump(by_alias=True)
    for path, value in changes.items():
        if isinstance(value, dict):
            merged = {**data[path], **value}
            data[path] = {name: one for name, one in merged.items() if one is not None}
        else:
            data["class" if path == "calling" else path] = value
    model = CharacterModel.model_validate(data)
    return build_faults(model, character_of(model, CONTENT, library()), BOOK)


def one_fault(found: list[str], start: str, rule: str) -> None:
    """Expect one fault of a rule that names its place; others may follow from it."""
    fitting = [one for one in found if one.startswith(start) and one.endswith(f"[{rule}]")]
    assert len(fitting) == 1, found


@rule("ingenuity/sheet.validate", "ingenuity/sheet.stated-values")
@pytest.mark.parametrize("id", IDS)
def test_every_character_of_the_game_is_a_legal_build(id: str) -> None:
    assert told(id) == []


@rule("ingenuity/sheet.validate")
def test_every_fault_is_told_not_only_the_first() -> None:
    found = told("boudica", constitution=4, slots_used=7, death_difficulty=12)
    assert [one.partition(":")[0] for one in found] == [
        "constitution",
        "slots_used",
        "death_difficulty",
    ]


@rule("ingenuity/sheet.validate")
def test_a_wrong_size_or_an_unknown_class_hides_no_other_fault() -> None:
    assert [one.partition(":")[0] for one in told("boudica", size=3, slots_used=7)] == [
        "size",
        "speed",
        "encumbrance",
        "capacity",
        "slots_used",
    ]
    found = told("boudica", size=3, calling="juggler", slots_used=7)
    assert [one.partition(":")[0] for one in found] == ["class", "slots_used"]


@rule("ingenuity/test.passive")
def test_a_passive_value_is_half_the_faces() -> None:
    assert [passive(die) for die in (4, 6, 8, 10, 12)] == [2, 3, 4, 5, 6]


def figure(name: str, rating: int = 0, **more: int) -> int:
    """Return a value of a sheet with d4 in everything but what is said."""
    one = Sheet("x", "X", True)
    one.attributes = [4, 4, 4, 4]
    for word, number in more.items():
        if word in ("strength", "dexterity", "intellect", "resolve"):
            one.attributes[("strength", "dexterity", "intellect", "resolve").index(word)] = number
        elif word == "agility":
            one.skills[AGILITY] = number
        elif word == "athletics":
            one.skills[ATHLETICS] = number
        elif word == "perceiving":
            one.skills[8] = number
        elif word == "size":
            one.size = number
        else:
            one.proficiencies[word] = number
    return derived(one, rating)[name]


@rule(
    "ingenuity/sheet.health",
    "ingenuity/sheet.endurance",
    "ingenuity/sheet.stamina",
    "ingenuity/sheet.focus",
)
@pytest.mark.parametrize(
    ("name", "attribute"),
    [
        ("health", "strength"),
        ("endurance", "resolve"),
        ("stamina", "dexterity"),
        ("focus", "intellect"),
    ],
)
def test_a_resource_is_six_and_the_highest_face(name: str, attribute: str) -> None:
    assert figure(name) == 10
    assert figure(name, **{attribute: 6}) == 12
    assert figure(name, strength=12, dexterity=12, intellect=12, resolve=12) == 18


@rule("ingenuity/sheet.constitution", "ingenuity/sheet.evasion", "ingenuity/sheet.willpower")
@pytest.mark.parametrize(
    ("name", "attribute", "proficiency"),
    [
        ("constitution", "strength", "Fortitude"),
        ("evasion", "dexterity", "Dodge"),
        ("willpower", "intellect", "Resistance"),
    ],
)
def test_a_defence_is_passive_resolve_another_attribute_and_a_proficiency(
    name: str, attribute: str, proficiency: str
) -> None:
    assert figure(name) == 4
    assert figure(name, **{attribute: 6, "resolve": 6, proficiency: 1}) == 7
    assert figure(name, **{attribute: 10}) == 7


@rule("ingenuity/sheet.physical-deflection", "ingenuity/sheet.elemental-deflection")
def test_deflection_is_passive_resolve_or_intellect_and_armour() -> None:
    assert figure("physical", 5, resolve=6) == 8
    assert figure("elemental", 5, resolve=6) == 7
    assert figure("elemental", 5, intellect=6) == 8


@rule("ingenuity/sheet.speed", "ingenuity/sheet.passive-perception", "ingenuity/test.passive")
def test_speed_and_perception() -> None:
    assert figure("speed", size=4, dexterity=6, agility=4) == 9
    assert figure("speed", size=3, dexterity=6, agility=6, Running=1) == 10
    assert figure("perception", dexterity=6, perceiving=6, Search=1) == 7


@rule("ingenuity/sheet.slots")
@pytest.mark.parametrize(("lifting", "capacity"), [(0, 11), (1, 12)])
def test_nine_slots_and_eleven_for_strength_d6_and_athletics_d4(
    lifting: int, capacity: int
) -> None:
    one = sheet(dice={"strength": 6, "athletics": 4}, prof={"Lifting": lifting}, size=4)
    assert slots(one) == (9, capacity)


@rule("ingenuity/sheet.class", "ingenuity/sheet.attributes.start")
def test_a_class_asks_for_its_attributes_and_two_are_at_d6() -> None:
    one_fault(told("boudica", strength="d4"), "strength", "sheet.class")
    one_fault(told("boudica", resolve="d4"), "attributes", "sheet.attributes.start")


@rule("ingenuity/sheet.attributes.start", "ingenuity/sheet.advancement")
def test_a_third_attribute_at_d6_is_paid_for() -> None:
    one_fault(told("boudica", dexterity="d6"), "experience", "sheet.advancement")
    assert not [one for one in told("boudica", dexterity="d6", experience=6) if "experience" in one]
    assert [one for one in told("boudica", dexterity="d6", experience=5) if "experience" in one]


@rule("ingenuity/sheet.class", "ingenuity/sheet.background")
def test_skills_and_proficiencies_of_class_and_background_are_there() -> None:
    one_fault(told("boudica", skills={"agility": "d4"}), "agility", "sheet.class")
    one_fault(told("boudica", skills={"taming": "d4"}), "taming", "sheet.background")
    one_fault(told("boudica", proficiencies={"Martial": None}), "Martial", "sheet.class")
    one_fault(told("boudica", proficiencies={"Riding": None}), "Riding", "sheet.background")


@rule("ingenuity/sheet.background")
def test_where_a_background_repeats_the_class_another_is_taken_instead() -> None:
    """Petra's background repeats craft and Tinkering; she has agility and Dodge instead."""
    assert told("petra") == []
    one_fault(told("petra", skills={"athletics": "d6"}), "experience", "sheet.advancement")
    one_fault(told("petra", proficiencies={"Search": 1}), "experience", "sheet.advancement")


@rule("ingenuity/sheet.ancestry")
def test_an_ancestry_gives_size_and_its_small_gifts() -> None:
    one_fault(told("boudica", size=3), "size", "sheet.ancestry")
    one_fault(told("petra", health=10), "health", "sheet.stated-values")
    one_fault(told("agnessa", speed=10), "speed", "sheet.stated-values")
    one_fault(told("agnessa", passive_perception=7), "perception", "sheet.stated-values")
    one_fault(told("vesper-nal", luck_bonus=0), "luck", "sheet.stated-values")
    one_fault(told("boudica", skills={"craft": "d6"}), "experience", "sheet.advancement")


@rule("ingenuity/sheet.class")
def test_a_class_gives_its_talents_and_lets_one_learn_two_things() -> None:
    one_fault(told("boudica", talents=["longevity"]), "talents", "sheet.class")
    one_fault(told("fabian", maneuvers=["feint", "taunt"]), "maneuvers", "sheet.class")
    three = ["advancing-strike", "opportunity-strike", "feint"]
    one_fault(told("boudica", maneuvers=three), "experience", "sheet.advancement")
    assert told("boudica", maneuvers=three, experience=6) == []


@rule("ingenuity/sheet.start-limits", "ingenuity/sheet.advancement")
@pytest.mark.parametrize(
    ("experience", "most"),
    [
        (0, (6, 1)),
        (10, (6, 1)),
        (29, (6, 1)),
        (30, (8, 2)),
        (59, (8, 2)),
        (60, (10, 3)),
        (99, (10, 3)),
        (100, (12, 4)),
    ],
)
def test_experience_lifts_the_limits(experience: int, most: tuple[int, int]) -> None:
    assert limits(experience) == most


@rule("ingenuity/sheet.start-limits")
def test_a_new_character_has_nothing_above_d6_and_one() -> None:
    one_fault(told("boudica", strength="d8"), "strength", "sheet.start-limits")
    one_fault(told("boudica", skills={"combat": "d8"}), "combat", "sheet.start-limits")
    one_fault(told("boudica", proficiencies={"Martial": 2}), "Martial", "sheet.start-limits")
    one_fault(
        told("boudica", skills={"combat": "d10"}, experience=59), "combat", "sheet.advancement"
    )


@rule("ingenuity/sheet.advancement")
@pytest.mark.parametrize(
    ("start", "die", "price"), [(4, 6, 6), (4, 8, 14), (6, 8, 8), (6, 12, 30), (8, 8, 0)]
)
def test_dice_rise_one_step_at_a_time_for_the_faces_of_the_next(
    start: int, die: int, price: int
) -> None:
    assert climb(start, die) == price


@rule("ingenuity/sheet.advancement")
@pytest.mark.parametrize(
    ("changes", "price"),
    [
        ({"skills": {"combat": "d8"}}, 8),
        ({"proficiencies": {"Martial": 2}}, 8),
        ({"proficiencies": {"Martial": 3}}, 20),
        ({"proficiencies": {"Jumping": 1}}, 4),
        ({"maneuvers": ["advancing-strike", "opportunity-strike", "feint"]}, 6),
        ({"talents": ["longevity", "prepared-defense", "toughness"], "endurance": 16}, 4),
        ({"talents": ["longevity", "prepared-defense", "pain-tolerance"]}, 8),
        ({"talent_steps": {"longevity": 3}, "stamina": 17}, 3),
    ],
)
def test_what_was_bought_is_paid_for(changes: dict[str, object], price: int) -> None:
    assert told("boudica", experience=60, **changes) == []
    spent = [one for one in told("boudica", **changes) if one.startswith("experience")]
    assert spent == [f"experience: found {price} spent, expected at most 0 [sheet.advancement]"]


@rule("ingenuity/sheet.advancement", "ingenuity/sheet.class")
def test_a_talent_that_is_bought_has_requirements_one_of_the_class_has_none() -> None:
    more = ["longevity", "prepared-defense", "mobility"]
    found = told("boudica", talents=more, experience=60, speed=11)
    one_fault(found, "talents", "sheet.advancement")
    assert told("ilsabet-quill") == []


@rule("ingenuity/sheet.advancement")
def test_a_resource_talent_ends_at_twelve() -> None:
    assert told("boudica", talent_steps={"longevity": 8}, stamina=22, experience=8) == []
    found = told("boudica", talent_steps={"longevity": 9}, stamina=23, experience=9)
    one_fault(found, "talent_steps", "sheet.advancement")


@rule("ingenuity/sheet.slots.cost", "ingenuity/sheet.slots")
@pytest.mark.parametrize(
    ("changes", "slots_used"),
    [
        ({}, 6),
        ({"weapons": {"knife": 2}}, 7),
        ({"weapons": {"knife": None}}, 5),
        ({"shields": ["buckler"]}, 8),
        ({"armour": ["leather", "helmet"], "physical_deflection": 9, "elemental_deflection": 8}, 7),
        ({"armour": ["bone"], "physical_deflection": 5, "elemental_deflection": 4}, 3),
        ({"ammunition": {"arrow": 20}}, 7),
        ({"ammunition": {"arrow": 21}}, 8),
        ({"items": {"toolkit": 1}}, 8),
    ],
)
def test_what_is_carried_takes_its_slots(changes: dict[str, object], slots_used: int) -> None:
    assert told("boudica", **changes, slots_used=slots_used) == []
    one_fault(told("boudica", **changes, slots_used=slots_used + 1), "slots", "sheet.slots.cost")


@rule("ingenuity/sheet.armour")
def test_one_body_armour_and_one_piece_for_each_place() -> None:
    found = told("boudica", armour=["leather", "bone"])
    one_fault(found, "armour", "sheet.armour")
    worn = ["leather", "helmet", "greaves"]
    fine = told(
        "boudica", armour=worn, physical_deflection=10, elemental_deflection=9, slots_used=8
    )
    assert fine == []


@rule("ingenuity/sheet.validate", "ingenuity/attack.ammunition")
def test_a_bow_needs_arrows() -> None:
    one_fault(told("agnessa", ammunition={"arrow": None}), "shortbow", "attack.ammunition")


@rule("ingenuity/power.tiers", "ingenuity/power.learned-only", "ingenuity/sheet.validate")
def test_a_power_needs_the_skill_and_the_proficiency_of_its_tier() -> None:
    one_fault(told("vesper-nal", powers=["arcane-missiles", "grease"]), "powers", "power.tiers")
    one_fault(told("vesper-nal", powers=["arcane-missiles", "bless"]), "powers", "power.tiers")


@rule("ingenuity/fate.amount", "ingenuity/death.permanent", "ingenuity/sheet.validate")
@pytest.mark.parametrize(("difficulty", "legal"), [(5, False), (10, True), (12, False), (15, True)])
def test_the_difficulty_of_death_is_ten_and_a_multiple_of_five(
    difficulty: int, legal: bool
) -> None:
    assert (told("boudica", death_difficulty=difficulty) == []) == legal


@rule("ingenuity/sheet.proficiencies", "ingenuity/sheet.skills", "ingenuity/sheet.attributes")
@pytest.mark.parametrize(("bonus", "legal"), [(-1, False), (0, True), (4, True), (5, False)])
def test_a_bonus_is_at_most_four_and_a_die_one_of_five(bonus: int, legal: bool) -> None:
    one = sheet(prof={"Martial": bonus})
    assert (of_dice(Build(one)) == []) == legal
    one.proficiencies = {}
    one.attributes[2] = 7
    one.skills[3] = 14
    assert [fault.partition(":")[0] for fault in of_dice(Build(one))] == ["intellect", "combat"]


@rule("ingenuity/fate.amount", "ingenuity/sheet.validate")
@pytest.mark.parametrize(("fate", "legal"), [(0, True), (3, True), (4, False)])
def test_fate_is_at_most_three(fate: int, legal: bool) -> None:
    assert (of_fate(Build(sheet(fate=fate))) == []) == legal


@rule("ingenuity/sheet.advancement", "ingenuity/sheet.speed")
def test_a_talent_bought_where_its_requirements_are_just_met_adds_its_speed() -> None:
    more = ["longevity", "prepared-defense", "distance-runner"]
    found = told("boudica", talents=more, skills={"athletics": "d6"}, speed=11, experience=14)
    assert found == ["capacity: found 12, expected 13 [sheet.stated-values]"]


@rule("ingenuity/sheet.background", "ingenuity/sheet.class")
def test_what_could_be_taken_instead_and_was_not_pays_for_nothing_else() -> None:
    three = ["superficial-treatment", "percussive-maintenance", "feint"]
    for changes in (
        {"proficiencies": {"Dodge": None}, "evasion": 5},
        {"skills": {"agility": "d4"}, "speed": 8},
    ):
        found = told("petra", maneuvers=three, **changes)
        assert found == ["experience: found 6 spent, expected at most 0 [sheet.advancement]"]


@rule("ingenuity/sheet.advancement")
@pytest.mark.parametrize(
    ("id", "talent", "fault"),
    [
        ("boudica", "opportunist", []),
        ("agnessa", "opportunist", ["manoeuvre Opportunity Strike"]),
        ("ilsabet-quill", "spell-combat", []),
        ("boudica", "spell-combat", ["combat d6, a power"]),
    ],
)
def test_a_talent_may_need_a_manoeuvre_or_a_power(id: str, talent: str, fault: list[str]) -> None:
    found = told(id, talents=[*model_of(id).talents, talent], experience=99)
    told_of = [f"talents: found {talent}, expected {one} for it" for one in fault]
    assert [one.partition(" [")[0] for one in found] == told_of


@rule("ingenuity/sheet.advancement", "ingenuity/sheet.class")
def test_powers_beyond_those_of_the_class_are_paid_for() -> None:
    known = [*model_of("vesper-nal").powers, "mental-strike"]
    spent = [each for each in told("vesper-nal", powers=known) if each.startswith("experience")]
    assert spent == ["experience: found 4 spent, expected at most 0 [sheet.advancement]"]


@rule("ingenuity/talent.danger-sense", "ingenuity/surprise.immune")
def test_the_danger_sense_of_an_ancestry_counts_as_any_other() -> None:
    one = sheet()
    assert not one.unsurprisable()
    one.inborn = ["danger-sense"]
    assert one.unsurprisable()
