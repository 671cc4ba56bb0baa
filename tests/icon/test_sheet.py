"""Sheets: what makes one legal, and the numbers that follow from class, level and role."""

from __future__ import annotations

import pytest

from affray.content.problems import Problems
from affray.core.effect import NEVER
from affray.rulesets.icon import resource
from affray.rulesets.icon.content.library import check_derived, draft_of
from affray.rulesets.icon.content.schema import CharacterModel
from affray.rulesets.icon.movement import edge
from affray.rulesets.icon.sheet import Draft, faults, template, with_benefits
from affray.rulesets.icon.state import Patch
from tests.icon.table import (
    STATES,
    Op,
    Sheet,
    Table,
    Trait,
    ability,
    content_library,
    foe,
    hero,
    made,
    sheet,
)
from tests.rules import rule

# Jobs a and b are of class k, job z of class y; each has six abilities: a1 to a6...
JOBS = {"a": "k", "b": "k", "z": "y"}


def draft(level: int = 5, xp: int = 0, jobs: str = "a", **more: str) -> Draft:
    """Return a legal sheet of job a, or one changed at the words given."""
    one = Draft(level, xp)
    one.jobs = jobs.split()
    one.current = more.get("current", "a")
    one.learned = more.get("learned", "a1 a2").split()
    one.talents = [(word[:2], int(word[3])) for word in more.get("talents", "").split()]
    one.masteries = more.get("masteries", "").split()
    one.active = more.get("active", "a1 a2").split()
    one.gambits = more.get("gambits", "").split()
    one.limit_break = more.get("limit_break", "")
    one.class_of = dict(JOBS)
    one.job_of = {f"{job}{n}": job for job in JOBS for n in range(1, 8)}
    one.breaks = {job: f"{job}-break" for job in JOBS}
    return one


def said(one: Draft) -> list[str]:
    """Return the rules for which a sheet is refused."""
    return [fault.rpartition("[icon/")[2].rstrip("]") for fault in faults(one)]


@rule("icon/sheet.jobs-one-to-three")
@pytest.mark.parametrize(
    ("level", "jobs", "legal"),
    [
        (12, "", False),
        (12, "a b z", True),
        (12, "a b z a", False),
        (8, "a a", False),
        (3, "a b", False),
        (4, "a b", True),
        (7, "a b z", False),
        (8, "a b z", True),
    ],
)
def test_jobs_are_one_to_three_the_second_from_level_4_the_third_from_8(
    level: int, jobs: str, legal: bool
) -> None:
    assert ("sheet.jobs-one-to-three" not in said(draft(level, jobs=jobs))) == legal


@rule("icon/sheet.current-job")
def test_the_current_job_is_one_of_its_jobs() -> None:
    assert said(draft(current="a")) == []
    assert "sheet.current-job" in said(draft(current="b"))


@rule("icon/sheet.current-job", "icon/sheet.job-has-class")
def test_statistics_and_traits_are_those_of_the_current_jobs_class() -> None:
    maker = content_library().maker
    model = next(one for one in content_library().content.character if one.id == "bram-holloway")
    sung = model.model_copy(update={"current_job": "hearthsinger", "gambits": []})

    assert maker.character(model).die == 6
    assert maker.character(model).defense == 6
    assert "second-verse" not in [one.id for one in maker.character(model).traits]
    assert maker.character(sung).defense == 7
    assert maker.character(sung).type == "magical"
    assert "second-verse" in [one.id for one in maker.character(sung).traits]


@rule("icon/sheet.learn-from-own-jobs")
def test_abilities_are_learned_from_its_own_jobs() -> None:
    assert said(draft(jobs="a b", learned="a1 a2 b1")) == []
    assert said(draft(jobs="a", learned="a1 a2 b1")) == ["sheet.learn-from-own-jobs"]


@rule("icon/sheet.level-range")
@pytest.mark.parametrize(
    ("level", "xp", "legal"),
    [(0, 0, False), (1, 0, True), (12, 11, True), (13, 0, False), (1, -1, False), (1, 12, False)],
)
def test_levels_are_1_to_12_and_xp_0_to_11(level: int, xp: int, legal: bool) -> None:
    assert ("sheet.level-range" not in said(draft(level, xp))) == legal


@rule("icon/sheet.chapter-from-level", "icon/sheet.fray-and-die")
@pytest.mark.parametrize(
    ("level", "health", "armor", "bonus", "fray"),
    [(4, 7, 1, 1, 2), (5, 8, 2, 3, 3), (8, 8, 2, 3, 3), (9, 9, 3, 5, 4)],
)
def test_levels_5_and_9_begin_a_chapter(
    level: int, health: int, armor: int, bonus: int, fray: int
) -> None:
    model = content_library().content.character[0].model_copy(update={"level": level})

    one = content_library().maker.character(model)

    assert (one.health, one.armor, one.attack_bonus, one.fray) == (health, armor, bonus, fray)
    assert one.hp == 4 * health


@rule("icon/sheet.learning-budget")
@pytest.mark.parametrize(
    ("level", "xp", "learned", "talents", "legal"),
    [
        (1, 3, "a1 a2", "", True),
        (1, 3, "a1 a2 a3", "", False),
        (1, 4, "a1 a2 a3", "", True),
        (1, 7, "a1 a2 a3 a4", "", False),
        (1, 8, "a1 a2 a3 a4", "", True),
        (3, 5, "a1 a2 a3 a4 a5", "a1-1 a2-1", True),
        (3, 5, "a1 a2 a3 a4 a5", "a1-1 a2-1 a3-1", False),
    ],
)
def test_picks_are_two_and_two_a_level(
    level: int, xp: int, learned: str, talents: str, legal: bool
) -> None:
    """Level 3 with 5 XP: five abilities and two talents are legal, three talents are not."""
    found = said(draft(level, xp, learned=learned, talents=talents))

    assert ("sheet.learning-budget" not in found) == legal


@rule("icon/sheet.talent-instead-of-ability")
def test_the_two_picks_of_the_start_are_abilities() -> None:
    """Level 2: four picks, two of them for abilities."""
    assert said(draft(2, learned="a1 a2", talents="a1-1 a1-2")) == []
    short = draft(2, learned="a1", talents="a1-1 a1-2 a1-2", active="a1")
    assert "sheet.talent-instead-of-ability" in said(short)


@rule("icon/sheet.talent-tiers")
@pytest.mark.parametrize(
    ("talents", "legal"),
    [("a1-1", True), ("a1-1 a1-2", True), ("a1-2", False), ("a3-1", False), ("a1-1 a1-1", False)],
)
def test_talents_are_of_learned_abilities_tier_1_first(talents: str, legal: bool) -> None:
    assert ("sheet.talent-tiers" not in said(draft(talents=talents))) == legal


@rule("icon/sheet.mastery-points")
@pytest.mark.parametrize(
    ("level", "jobs", "points"),
    [
        (3, "a", 0),
        (4, "a", 1),
        (4, "a b", 0),
        (5, "a", 2),
        (8, "a", 3),
        (8, "a b", 2),
        (8, "a b z", 1),
        (9, "a b", 2),
        (10, "a b", 3),
        (12, "a b z", 3),
    ],
)
def test_mastery_points_come_at_5_10_12_and_for_jobs_not_taken(
    level: int, jobs: str, points: int
) -> None:
    """Level 10 with two jobs: points from 5, 8 and 10 = 3."""
    learned = "a1 a2 a3 a4 a5"
    few = draft(level, jobs=jobs, learned=learned, masteries=learned[: 3 * points])
    many = draft(level, jobs=jobs, learned=learned, masteries=learned[: 3 * points + 2])

    assert "sheet.mastery-points" not in said(few)
    assert "sheet.mastery-points" in said(many)


@rule("icon/sheet.master-talent-target")
def test_a_master_talent_is_of_something_it_has() -> None:
    assert said(draft(masteries="a1")) == []
    assert said(draft(masteries="a-break", limit_break="a-break")) == []
    assert said(draft(masteries="a3")) == ["sheet.master-talent-target"]


@rule("icon/sheet.master-talent-target")
def test_a_limit_break_has_no_talents_of_tier_1() -> None:
    one = draft(limit_break="a-break")
    one.talents = [("a-break", 1)]

    assert said(one) == ["sheet.talent-tiers"]


@rule("icon/sheet.active-limit")
def test_six_learned_abilities_can_be_active() -> None:
    six = "a1 a2 a3 a4 a5 a6"
    assert said(draft(learned=f"{six} a7", active=six)) == []
    assert said(draft(learned=f"{six} a7", active=f"{six} a7")) == ["sheet.active-limit"]
    assert said(draft(learned="a1 a2", active="a3")) == ["sheet.active-limit"]


@rule("icon/sheet.active-class", "icon/sheet.job-has-class")
def test_active_abilities_are_of_the_current_class_or_gambits() -> None:
    both = "a1 z1"
    assert said(draft(jobs="a b", learned="a1 b1", active="a1 b1")) == []
    assert said(draft(jobs="a z", learned=both, active=both)) == ["sheet.active-class"]
    assert said(draft(jobs="a z", learned=both, active=both, gambits="z1")) == []


@rule("icon/sheet.gambit-slots")
@pytest.mark.parametrize(
    ("level", "gambits", "legal"),
    [(4, "z1", True), (7, "z1 z2", False), (8, "z1 z2", True), (8, "a1", False)],
)
def test_gambits_are_one_from_level_4_and_two_from_level_8(
    level: int, gambits: str, legal: bool
) -> None:
    learned = "a1 z1 z2"
    active = " ".join(sorted({"a1", *gambits.split()}))
    one = draft(level, jobs="a z", learned=learned, active=active, gambits=gambits)

    assert ("sheet.gambit-slots" not in said(one)) == legal


@rule("icon/sheet.gambit-slots", "icon/sheet.active-class")
def test_below_level_4_there_is_no_gambit() -> None:
    one = draft(3, jobs="a z", learned="a1 z1", active="a1 z1", gambits="z1")

    assert "sheet.gambit-slots" in said(one)


@rule("icon/sheet.limit-break-level")
@pytest.mark.parametrize(
    ("level", "limit_break", "legal"),
    [(1, "a-break", False), (2, "a-break", True), (2, "b-break", False), (1, "", True)],
)
def test_the_limit_break_is_the_current_jobs_from_level_2(
    level: int, limit_break: str, legal: bool
) -> None:
    assert ("sheet.limit-break-level" not in said(draft(level, limit_break=limit_break))) == legal


@rule("icon/sheet.gambit-benefit")
def test_a_gambit_brings_the_benefit_of_its_class_once() -> None:
    bram = content_library().maker.library.sheets["bram-holloway"]

    assert [one.id for one in bram.traits].count("gambit-calm") == 1


def test_the_characters_of_the_content_are_legal_and_have_the_numbers_they_state() -> None:
    problems = Problems("content")
    for model in content_library().content.character:
        assert faults(draft_of(model, content_library().maker)) == []
        check_derived(model, content_library().maker.character(model), model.id, problems)
    assert problems.count == 0


def test_a_wrong_derived_number_is_named() -> None:
    model: CharacterModel = content_library().content.character[0]
    wrong = model.model_copy(update={"derived": {"hp": 29}})
    problems = Problems("content")

    check_derived(wrong, content_library().maker.character(wrong), "x", problems)

    assert problems.count == 1


# ---- foes --------------------------------------------------------------------------------------


def creature(id: str, chapter: int) -> Sheet:
    return content_library().maker.library.sheets[f"{id} {chapter}"]


@rule("icon/foe.role-statistics")
@pytest.mark.parametrize(
    ("chapter", "numbers"),
    [(1, (5, 20, 1, 0, 2)), (2, (6, 24, 2, 2, 3)), (3, (7, 28, 3, 4, 4))],
)
def test_foes_have_the_numbers_of_their_role_at_the_chapter(
    chapter: int, numbers: tuple[int, ...]
) -> None:
    one = creature("toll-brute", chapter)

    assert (one.health, one.hp, one.armor, one.attack_bonus, one.fray) == numbers
    assert (one.speed, one.defense, one.die, one.type) == (4, 5, 6, "physical")
    assert creature("bell-ox", chapter).health == 6 + 2 * chapter  # its own stat block


@rule("icon/foe.mob")
def test_a_mob_has_one_hit_point_deals_flat_damage_and_gains_no_vigor() -> None:
    table = Table("A b c .", A=sheet(), b=creature("ragged-scrapper", 1), c=sheet(pc=False))

    table.act("b", "pile-on A", dice="d20 7")
    resource.give_vigor(table.combat, table["b"], 1)

    assert table["A"].hp == 27, "no miss line; the effect happens"
    assert (table["b"].hp, table["b"].vigor) == (1, 0)


@rule("icon/foe.mob")
def test_a_mob_rolls_no_damage_die_even_for_a_critical_hit() -> None:
    table = Table("A b c .", A=sheet(), b=creature("ragged-scrapper", 1), c=sheet(pc=False))

    table.act("b", "pile-on A", dice="d20 20")

    assert table["A"].hp == 28 - 2 - 1


@rule("icon/foe.mob", "icon/action.triggers")
@pytest.mark.parametrize("mob", [True, False])
def test_felling_a_mob_triggers_no_slay(mob: bool) -> None:
    prey = creature("ragged-scrapper", 1) if mob else sheet(pc=False)
    table = Table("A b c .", A=sheet(abilities=[ability("wick-cut", 3)]), b=prey, c=sheet(pc=False))
    table["b"].hp = 1

    table.act("A", "wick-cut b", "take it", "stop", dice="d20 12 d6 3")

    assert table.has("A", "stealth") != mob


@rule("icon/sheet.pc-size-one")
def test_every_player_character_fills_one_space() -> None:
    sheets = [one for one in content_library().maker.library.sheets.values() if one.pc]

    assert sheets
    assert {one.size for one in sheets} == {1}


@rule("icon/sheet.learning-budget")
def test_an_ability_is_learned_once() -> None:
    assert said(draft(learned="a1 a2 a2")) == ["sheet.learning-budget"]


@rule("icon/sheet.mastery-points")
def test_a_master_talent_is_had_once() -> None:
    assert said(draft(10, masteries="a1 a2")) == []
    assert said(draft(10, masteries="a1 a1")) == ["sheet.mastery-points"]


@rule("icon/foe.mob", "icon/foe.elite", "icon/foe.legend")
@pytest.mark.parametrize(
    ("word", "mob", "is_so"),
    [
        ("", False, (False, False, False)),
        ("", True, (True, False, False)),
        ("elite", False, (False, True, False)),
        ("legend", False, (False, False, True)),
    ],
)
def test_a_template_makes_a_mob_an_elite_or_a_legend(
    word: str, is_so: tuple[bool, bool, bool], *, mob: bool
) -> None:
    one = sheet(pc=False)

    template(one, word, mob=mob)

    assert (one.mob, one.elite, one.legend) == is_so


@rule("icon/sheet.gambit-benefit")
def test_a_benefit_that_one_has_already_is_had_once() -> None:
    assert with_benefits(["a"], ["b", "a", "b"]) == ["a", "b"]


@rule("icon/sheet.mastery-points")
@pytest.mark.parametrize(("level", "legal"), [(11, False), (12, True)])
def test_the_fifth_master_talent_comes_at_level_12(level: int, *, legal: bool) -> None:
    one = draft(level, learned="a1 a2 a3 a4 a5", masteries="a1 a2 a3 a4 a5")

    assert ("sheet.mastery-points" not in said(one)) == legal


@rule("icon/sheet.traits-always-on", "icon/effect.summon")
def test_nothing_is_under_way_when_a_trait_or_a_summon_has_acted() -> None:
    trait = Trait("edge")
    trait.on = "you fail an edge save"
    one = hero()
    one.traits = [trait]
    table = Table("A . b", A=one, b=foe())
    table.combat.patches.append(Patch(1, 0, 0, NEVER, 1, "jar-lamp"))

    edge.spared(table.combat, table["A"])
    table.begin("A", "d20 10")

    assert table.combat.using == []


@rule("icon/sheet.learning-budget", "icon/sheet.gambit-slots", "icon/sheet.jobs-one-to-three")
@pytest.mark.parametrize(
    ("level", "xp", "talents", "fault"),
    [(3, 5, 2, ""), (3, 5, 3, "sheet.learning-budget"), (13, 0, 0, "sheet.level-range")],
)
def test_sheets_keep_their_budget(level: int, xp: int, talents: int, fault: str) -> None:
    """Level 3 with 5 XP: five abilities and two talents are legal, three talents are not."""
    draft = Draft(level, xp)
    draft.jobs = ["j"]
    draft.current = "j"
    draft.learned = ["a", "b", "c", "d", "e"]
    draft.job_of = dict.fromkeys(draft.learned, "j")
    draft.class_of = {"j": "k"}
    draft.talents = [("a", 1), ("a", 2), ("b", 1)][:talents]

    found = " ".join(faults(draft))

    assert (fault in found) if fault else not found


@rule("icon/sheet.traits-always-on", "icon/status.no-stacking", "icon/defeat.pc")
def test_what_a_trait_imposes_acts_on_nobody_that_lies_fallen() -> None:
    one = sheet()
    trait = Trait("own")
    trait.imposes = STATES["dazed"]
    one.traits = [trait]
    table = Table("A B . c", A=one, B=sheet(), c=sheet(pc=False))
    table["A"].hp = 1
    assert table["A"].status("dazed")

    table.fell("A")

    assert table["A"].statuses() == []


@rule("icon/sheet.traits-always-on")
@pytest.mark.parametrize(
    ("who", "hp", "answered"), [("ally", 13, 1), ("ally", 14, 0), ("self", 13, 0)]
)
def test_a_trait_answers_vigor_granted_to_a_bloodied_ally_and_to_nobody_else(
    who: str, hp: int, answered: int
) -> None:
    trait = Trait("verse")
    trait.on = "you grant vigor to a bloodied ally"
    op = Op("resolve")
    op.who = "user"
    op.n = 1
    trait.effect = [op]
    own = made(target={"who": "self-or-ally", "range": 1}, effect=[{"op": "vigor", "multiple": 1}])
    one = sheet(abilities=[own])
    one.traits = [trait]
    table = Table("A B . c", A=one, B=sheet(), c=sheet(pc=False))
    table["A" if who == "self" else "B"].hp = hp

    table.act("A", "deed A" if who == "self" else "deed B")

    assert table["A"].resolve == answered
