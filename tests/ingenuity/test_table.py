"""What the table decides and what teams are to each other: hostility, tasks, help, the GM's say."""

from __future__ import annotations

import pytest

from affray.rulesets.ingenuity import damage, death, end, geometry, gm, turn
from affray.rulesets.ingenuity.action import test
from affray.rulesets.ingenuity.attack.declared import Attack
from affray.rulesets.ingenuity.choice import act
from affray.rulesets.ingenuity.sheet import Sheet
from affray.rulesets.ingenuity.state import Goal, IngenuityCombat
from affray.rulesets.ingenuity.terms import PSYCHIC
from tests.ingenuity.table import Table, refused, sheet
from tests.ingenuity.test_setup import begun, one, side, until_turns
from tests.rules import rule

STAB = ("attack b with spear", "strength piercing")


def foe(**more: int) -> Sheet:
    return sheet(numbers={"evasion": 0, "stamina": 0, "endurance": 60, **more})


# ---- contests and tasks --------------------------------------------------------------------------


@rule("ingenuity/test.contest")
@pytest.mark.parametrize(
    ("own", "other", "alike", "wins"),
    [(11, 8, True, True), (8, 8, True, False), (8, 8, False, True), (7, 8, False, False)],
)
def test_in_a_contest_of_the_very_same_thing_a_tie_changes_nothing(
    own: int, other: int, alike: bool, wins: bool
) -> None:
    assert test.opposed(own, other, alike) == wins


@rule("ingenuity/test.contest.size")
def test_the_smaller_counts_higher_when_caught_and_lower_when_shoved() -> None:
    table = Table("A b", A=sheet(size=4), b=sheet(size=1))
    assert test.bulk(table["A"], table["b"], catching=True) == -3
    assert test.bulk(table["A"], table["b"], catching=False) == 3


def opened(**more: object) -> Table:
    """A and B beside a lock; a task that both know how to do."""
    options: dict[str, int | str | bool] = {"task.lock": "1,0 dexterity handling Sleight 8"}
    return Table("A . b\nB C .", A=sheet(), B=sheet(), C=sheet(), b=foe(), options=options)


@rule("ingenuity/test.assist", "ingenuity/action.short-task")
@pytest.mark.parametrize(
    ("dice", "bonus"),
    [("d6 1 2", 0), ("d6 2 2", 1), ("d6 4 3", 1), ("d6 4 4", 2), ("d6 6 5", 2), ("d6 6 6", 3)],
)
def test_an_assistant_s_result_helps_by_the_threshold_it_reaches(dice: str, bonus: int) -> None:
    table = opened()
    table.act("B", "assist lock", dice=f"{dice} d20 9")
    assert table["B"].actions == 0
    table.act("A", "task lock", "team: it may be tried again", dice="d6 1 1 d20 9")
    assert table.results()[-1] == 2 + bonus


@rule("ingenuity/test.assist.best-only")
def test_of_several_assistants_only_the_best_counts() -> None:
    table = opened()
    table.act("B", "assist lock", dice="d6 2 2 d20 9")
    table.act("C", "assist lock", dice="d6 4 4 d20 9")
    table.act("A", "task lock", "team: it may be tried again", dice="d6 1 1 d20 9")
    assert table.results()[-1] == 4


@rule("ingenuity/test.assist")
def test_help_of_an_earlier_round_is_gone() -> None:
    table = opened()
    table.act("B", "assist lock", dice="d6 4 4 d20 9")
    turn.end_round(table.combat)
    table.act("A", "task lock", "team: it may be tried again", dice="d6 1 1 d20 9")
    assert table.results()[-1] == 2


@rule("ingenuity/test.retry", "ingenuity/action.short-task")
def test_a_task_is_tried_three_times_in_all_and_costs_its_actions_each_time() -> None:
    table = opened()
    for again in ("team: it may be tried again", "team: it may be tried again", ""):
        table.act("A", "task lock", *([again] if again else []), dice="d6 1 1 d20 9")
        assert table["A"].actions == 0
        table.combat.active = -1
    with refused("test.retry"):
        table.act("B", "task lock")


@rule("ingenuity/test.retry")
def test_what_the_gm_gives_up_nobody_tries_again() -> None:
    table = opened()
    table.act("A", "task lock", "team: it is given up", dice="d6 1 1 d20 9")
    with refused("test.retry"):
        table.act("B", "task lock")


@rule("ingenuity/test.difficulties", "ingenuity/gm.seat")
@pytest.mark.parametrize(("word", "works"), [("moderate", True), ("challenging", False)])
def test_the_gm_says_how_hard_a_task_is_that_no_rule_fixes(word: str, works: bool) -> None:
    options: dict[str, int | str | bool] = {"task.lock": "1,0 dexterity handling Sleight"}
    table = Table("A . b", A=sheet(), b=foe(), options=options)
    keys = ["task lock", f"team: {word}"] + ([] if works else ["team: it may be tried again"])
    table.act("A", *keys, dice="d6 4 4 d20 9")
    assert bool(table.told("achieves")) == works


@rule("ingenuity/test.difficulties")
def test_the_ladder_of_difficulties() -> None:
    assert list(gm.LADDER.values()) == [0, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24]


# ---- teams ---------------------------------------------------------------------------------------


def three(**words: list[str]) -> IngenuityCombat:
    sides = [
        side("a", one(at=[0, 0], name="A")),
        side("b", one(at=[1, 0], name="B"), **words),
        side("c", one(at=[2, 0], name="C")),
    ]
    return begun(*sides, rows=["..."], instigator="a")[0]


@rule("ingenuity/setup.hostility")
@pytest.mark.parametrize(
    ("words", "enemies", "allies"),
    [({}, True, False), ({"allied": ["a"]}, False, True), ({"neutral": ["a"]}, False, False)],
)
def test_teams_are_hostile_neutral_or_allied(
    words: dict[str, list[str]], enemies: bool, allies: bool
) -> None:
    combat = three(**words)
    a, b, c = combat.units
    for first, second in ((a, b), (b, a)):
        assert combat.enemies(first, second) == enemies
        assert combat.allies(first, second) == allies
    assert combat.enemies(b, c)
    assert not combat.enemies(a, a)


@rule("ingenuity/end.allied-teams", "ingenuity/setup.hostility")
@pytest.mark.parametrize("words", [{"allied": ["a"]}, {"neutral": ["a"]}])
def test_it_ends_when_no_two_teams_left_are_hostile(words: dict[str, list[str]]) -> None:
    combat = three(**words)
    until_turns(combat)
    end.check(combat)
    assert combat.outcome == ""
    death.die(combat, combat.units[2], "test")
    end.check(combat)
    assert combat.outcome == "end.allied-teams"


@rule("ingenuity/geometry.flank", "ingenuity/setup.hostility")
def test_a_neutral_one_does_not_flank() -> None:

    for words, flanked in (({}, True), ({"neutral": ["a"]}, False)):
        sides = [
            side("a", one(at=[1, 0], name="A")),
            side("b", one(at=[0, 0], name="B"), **words),
            side("c", one(at=[2, 0], name="C")),
        ]
        combat, _ = begun(*sides, rows=["..."], instigator="a")
        until_turns(combat)
        assert geometry.flanked(combat, combat.units[0]) == flanked


@rule("ingenuity/setup.combat-start", "ingenuity/setup.instigating-action")
def test_what_begins_the_combat_is_not_resolved_before_the_order_is_fixed() -> None:
    ours = side("us", one(at=[0, 0], name="Ana"))
    combat, _ = begun(
        ours,
        side("them", one(at=[1, 0], name="Bob")),
        rows=[".."],
        instigator="ana",
        options={"instigates": "bob"},
    )
    until_turns(combat)
    assert combat.rota.order == [0, 1]
    assert combat.active == 0
    assert combat.units[1].endurance == 12
    assert sum(combat.units[0].used) == 0


@rule("ingenuity/surprise.causes", "ingenuity/dice.order")
@pytest.mark.parametrize(("face", "surprised"), [(3, True), (2, False)])
def test_every_sneaker_must_meet_the_highest_perception(face: int, surprised: bool) -> None:
    sneak = sheet(prof={"Stealth": 1})
    table = Table(
        "A B b c", A=sneak, B=sneak, b=sheet(perception=7), c=sheet(perception=5), surprised=[1]
    )
    table.combat.ambush = True
    table.step(dice=f"d6 4 4 d20 9 d6 3 {face} d20 9")
    assert table.combat.surprised == ([1] if surprised else [])
    assert table.combat.round == (0 if surprised else 1)


@rule("ingenuity/setup.objective-change")
def test_the_gm_changes_an_objective_only_between_rounds_and_progress_is_dropped() -> None:

    table = Table("A . b", A=sheet(), b=foe(), options={"objective_changes": True})
    combat = table.combat
    combat.goals = [Goal("hold", 0, [], [0], 3), Goal("rounds-survived", 0, [], [], 9)]
    combat.held_rounds = [0, 0]
    combat.dropped = [1]
    for key, dropped, held in (
        ("no change", [1], [1, 0]),
        ("team-0 1 rounds-survived", [0], [0, 0]),
    ):
        for unit in combat.units:
            unit.acted = True
        combat.active = -1
        combat.phase = 2
        table.step(f"team: {key}")
        assert combat.dropped == dropped
        assert combat.held_rounds == held


# ---- reactions and attacks -----------------------------------------------------------------------


@rule("ingenuity/reaction.defensive-list", "ingenuity/reaction.free")
def test_prepared_defence_makes_the_first_defensive_reaction_of_a_round_free() -> None:
    guard = sheet(["straight-sword"], talents=["prepared-defense"], evasion=0, stamina=9)
    table = Table("A b c", A=sheet(["spear"]), b=guard, c=sheet(stamina=0))
    keys = (*STAB, "b: parry with straight-sword")
    for used, more in ((0, ["b: pass"]), (1, [])):
        table.act("A", *keys, *more, dice="d6 1 1 d20 9")
        assert table.used("b", "reactions") == used
    assert table["b"].stamina == 7


@rule("ingenuity/reaction.defensive-list", "ingenuity/reaction.intercept")
def test_an_intercept_is_no_defensive_reaction() -> None:
    guard = sheet(talents=["prepared-defense"], evasion=0)
    table = Table("A b c .", A=sheet(["spear"]), b=foe(), c=guard)
    table.act("A", *STAB, "c: intercept", "c: pass", dice="d6 1 1 d20 9")
    assert table.used("c", "reactions") == 1


@rule("ingenuity/reaction.aware")
@pytest.mark.parametrize("denied", [False, True])
def test_an_unseen_attacker_may_be_dodged_unless_the_gm_denies_it(denied: bool) -> None:
    options: dict[str, int | str | bool] = {"no_reactions_to_the_unknown": denied}
    table = Table("A b .", A=sheet(["spear"]), b=sheet(evasion=0), options=options)
    table.hide("A", "b")
    keys = [] if denied else ["b: dodge"]
    more = [] if denied else ["b: stay"]
    table.act(
        "A",
        *STAB,
        *keys,
        "A: keep both",
        *more,
        dice="d6 2 2 d20 9" + ("" if denied else " d6 4 4 d20 9"),
    )
    assert (table["b"].endurance == 12) != denied


@rule("ingenuity/reaction.any-turn", "ingenuity/action.ready.timing")
def test_one_may_react_in_the_own_turn() -> None:
    table = Table("A . # b\n. . . .", A=sheet(["spear"]), b=sheet(speed=2, evasion=3))
    table.act("A", "ready for a move")
    keys = ("move", "b: move 2,1", "A: readied attack b with spear", "A: strength piercing")
    table.act("b", *keys, "b: dodge", "b: stay", dice="d6 2 2 d20 9 d6 4 4 d20 9")
    assert table["b"].endurance == 12
    assert table.used("b", "reactions") == 1


@rule("ingenuity/reaction.block.no-size", "ingenuity/attack.size.deflection")
def test_a_block_value_is_not_changed_by_size() -> None:
    bearer = sheet(shields=["large-shield"], evasion=0, physical=9, size=2)
    table = Table("A b", A=sheet(["spear"], size=5), b=bearer)
    table.act("A", *STAB, "b: pass", "b: block with large-shield", dice="d6 3 3 d20 9")
    assert table["b"].pieces[0].wear == 10 - 4


@rule("ingenuity/reaction.block.any-type", "ingenuity/damage.psychic")
def test_twelve_psychic_against_a_block_of_two_wear_the_shield_by_ten() -> None:

    bearer = sheet(shields=["small-shield"], evasion=0, physical=9, elemental=9)
    table = Table("A b", A=sheet(["spear"]), b=bearer)
    spear, piece = table.combat.library.by_id["spear"], table["A"].pieces[0]
    deed = Attack(0, 1, spear, piece)
    deed.type, deed.rolled.total, deed.answers.block = PSYCHIC, 8, table["b"].pieces[0]
    damage.wound(table.combat, table["A"], table["b"], deed, 0)
    assert table["b"].pieces[0].wear == 8
    assert table["b"].endurance == 10


@rule("ingenuity/attack.ally")
@pytest.mark.parametrize(("answer", "hit"), [("evade", False), ("forgo evasion", True)])
def test_an_ally_may_be_attacked_and_may_forgo_its_evasion(answer: str, hit: bool) -> None:
    table = Table("A B b", A=sheet(["spear"]), B=sheet(evasion=9, stamina=0), b=foe())
    keys = ("attack B with spear", "strength piercing", f"B: {answer}")
    table.act("A", *keys, dice="d6 3 3 d20 9")
    assert (table["B"].endurance < 12) == hit


@rule("ingenuity/condition.cover", "ingenuity/reaction.dodge.after")
def test_cover_is_gained_by_seeking_it_or_after_a_dodge() -> None:
    archer = sheet(["shortbow"], ammo={"arrow": 3})
    table = Table("A . o b", A=archer, b=sheet(evasion=0, stamina=1))
    keys = ("shoot b with shortbow", "dexterity piercing")
    table.act("A", *keys, "b: dodge", "b: seek cover", "b: stay", dice="d6 4 3 d20 9 d6 1 1 d20 9")
    assert table["b"].cover == table["b"].cell
    table.count("A", "attacks", 0)
    table.act("A", *keys, dice="d6 6 3 d20 9 d6 1")
    assert table.results()[-1] == 4


@rule("ingenuity/maneuver.improvise")
def test_a_manoeuvre_that_was_not_learned_takes_one_off() -> None:
    table = Table("A b", A=sheet(), b=foe())
    table.act("A", "improvise", "heavy-attack b", "strength bludgeoning", dice="d6 3 3 d20 9")
    assert table.results() == [6 - 1 - 1]
    assert (table["A"].stamina, table["A"].actions) == (11, 2)


@rule("ingenuity/power.provoke", "ingenuity/movement.no-opportunity")
def test_casting_beside_enemies_has_no_drawback() -> None:
    mage = sheet(powers=["jolt"], dice={"wizardry": 6}, prof={"Evocation": 1})
    armed = sheet(["spear"], evasion=30, stamina=5)
    table = Table("c A b", A=mage, b=foe(evasion=30), c=armed)
    table.act("A", "jolt b", dice="d6 3 3 d20 9")
    assert table.results() == [7]


@rule("ingenuity/action.ready.what", "ingenuity/action.ready")
def test_what_costs_one_action_and_ends_no_turn_can_be_readied() -> None:
    one_sheet = sheet(maneuvers=["heavy-attack", "rushing-strike"], powers=["jolt", "harm"])
    table = Table("A . b", A=one_sheet, b=foe())
    table.begin_turn("A")

    asked = act.Act(table.combat, table["A"], True)
    keys = [asked.key(each) for each in asked.answers()]
    ready = [key for key in keys if key.startswith("ready")]
    assert "ready heavy-attack for a move" in ready
    assert not [key for key in ready if "rushing" in key or "harm" in key or "guard" in key]


@rule("ingenuity/gm.circumstance")
@pytest.mark.parametrize(
    ("say", "dice", "result"),
    [("nothing", "d6 5 2 d20 9", 7), ("disadvantage", "d6 5 2 d20 9 d6 1", 3)],
)
def test_the_gm_may_grant_one_source_for_circumstances(say: str, dice: str, result: int) -> None:
    table = Table("A b", A=sheet(["spear"]), b=foe(), options={"circumstances": True})
    table.act("A", *STAB, f"team: {say}", dice=dice)
    assert table.results() == [result]


@rule("ingenuity/gm.random", "ingenuity/attack.stray.random")
def test_what_is_random_has_equal_chances_and_scripted_dice_may_decide() -> None:
    archer = sheet(["shortbow"], ammo={"arrow": 5})
    rows = "A . c b d\n. . . e ."
    for face, struck in ((1, "c"), (2, "d"), (3, "e")):
        table = Table(rows, A=archer, b=foe(), c=foe(), d=foe(), e=foe())
        table.act(
            "A", "shoot b with shortbow", "dexterity piercing", dice=f"d6 3 3 d20 1 d3 {face}"
        )
        assert [name for name in "bcde" if table[name].endurance < 60] == [struck]


@rule("ingenuity/resource.kinds")
def test_each_resource_goes_from_nothing_to_its_maximum() -> None:
    table = Table("A b", A=sheet(), b=foe())
    unit = table["A"]
    for name in ("health", "endurance", "stamina", "focus"):
        for value, fine in ((0, True), (12, True), (13, False), (-1, False)):
            setattr(unit, name, value)
            assert (table.combat.recount() == "") == fine
        setattr(unit, name, 12)


@rule("ingenuity/movement.grid", "ingenuity/movement.speed")
def test_a_space_is_a_metre() -> None:
    table = Table("A . . . . b", A=sheet(speed=3), b=foe())
    table.act("A", "move", "move 3,0")
    assert table.at("A") == "3,0"


# ---- the end -------------------------------------------------------------------------------------


@rule("ingenuity/end.cleanup")
def test_at_the_end_wounds_run_down_and_what_was_thrown_comes_back() -> None:
    archer = sheet(["dagger", "shortbow"], ammo={"arrow": 5})
    table = Table("A b", A=archer, b=sheet(stamina=0, evasion=9, numbers={"constitution": 0}))
    table.give("A", "bleeding", 3)
    table.give("A", "crippled")
    table["A"].ammo[1] = 2
    table.act("A", "shoot b with dagger", dice="d6 1 1 d20 9")
    table["A"].readied = 1
    table.fell("b")
    table.step("drop prone")
    assert table.combat.outcome == "end.last-team"
    one_unit = table["A"]
    assert (one_unit.health, one_unit.endurance) == (9, 9)
    assert one_unit.effects == []
    assert not one_unit.readied
    assert [table.combat.thing(each).id for each in one_unit.pieces] == ["shortbow", "dagger"]
    assert one_unit.ammo[1] == 2 + 2


@rule("ingenuity/attack.objects")
@pytest.mark.parametrize(("struck", "gone"), [(9, False), (10, True)])
def test_an_object_is_destroyed_when_its_durability_is_used_up(struck: int, gone: bool) -> None:
    ours, theirs = side("us", one(at=[0, 0])), side("them", one(at=[3, 0]))
    drawn = {"rows": [".o.."], "legend": {"o": {"kind": "low-cover", "hp": 10}}}
    combat, _ = begun(ours, theirs, rows=[], instigator="us", map=drawn)
    assert combat.objects() == [1]
    combat.struck[0] = struck
    assert combat.ruined(1) == gone


@rule("ingenuity/gm.fiction-first", "ingenuity/gm.seat")
def test_the_gm_overrules_by_an_edit_that_is_logged() -> None:
    import affray

    fight = affray.start("ingenuity", "toll-bridge", seed=1)
    name = fight.combat.units[0].name
    fight.edit(f"{name}.endurance", 3, "a blow in the dark")
    assert fight.value(f"{name}.endurance") == 3
    assert any(f"sets {name}.endurance = 3" in line for line in fight.log())
    assert "a blow in the dark" in fight.journal.text()
