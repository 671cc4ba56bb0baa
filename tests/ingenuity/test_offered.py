"""What a turn offers: costs, orders, items, fate; and what powers and manoeuvres share."""

from __future__ import annotations

import pytest

from affray.rulesets.ingenuity import condition
from affray.rulesets.ingenuity.action import power
from affray.rulesets.ingenuity.resource import spending
from affray.rulesets.ingenuity.sheet import Sheet
from affray.rulesets.ingenuity.terms import SKILLS
from tests.ingenuity.table import Table, refused, sheet
from tests.rules import rule

STAB = ("attack b with spear", "strength piercing")


def foe(**more: int) -> Sheet:
    return sheet(numbers={"evasion": 0, "stamina": 0, "endurance": 60, **more})


@rule("ingenuity/action.default-cost", "ingenuity/turn.three-actions")
@pytest.mark.parametrize("key", ["stand up", "seek cover", "guard", "wait"])
def test_what_says_nothing_else_costs_one_action(key: str) -> None:
    table = Table("A o b", A=sheet(), b=sheet())
    table["A"].prone = key == "stand up"
    table.begin_turn("A")
    table["A"].actions = 1
    table.step(key)
    assert table["A"].actions == 0


@rule("ingenuity/action.ends-turn", "ingenuity/turn.unused-lost")
@pytest.mark.parametrize("key", ["guard", "wait"])
def test_guard_and_wait_end_the_turn_at_once(key: str) -> None:
    table = Table("A . b", A=sheet(), b=sheet())
    table.act("A", key)
    assert (table["A"].actions, table.combat.active) == (0, -1)


@rule("ingenuity/action.interact", "ingenuity/damage.healing")
@pytest.mark.parametrize(("endurance", "after"), [(0, 6), (5, 11), (8, 12)])
def test_a_draught_restores_six_endurance_and_no_more_than_the_maximum(
    endurance: int, after: int
) -> None:
    table = Table("A B b", A=sheet(items=["healing-draught"]), B=sheet(), b=sheet())
    table["B"].endurance = endurance
    table.fell("B")
    table.act("A", "give healing-draught to B")
    assert table["B"].endurance == after
    assert not table["B"].awake
    assert (table["A"].actions, len(table["A"].pieces)) == (2, 0)


@rule("ingenuity/action.interact", "ingenuity/geometry.adjacent")
def test_a_draught_is_given_within_a_metre() -> None:
    table = Table("A . B b", A=sheet(items=["healing-draught"]), B=sheet(), b=sheet())
    table["B"].endurance = 0
    with refused("geometry.adjacent"):
        table.act("A", "give healing-draught to B")


@rule("ingenuity/action.free.drop-item")
def test_a_held_thing_is_dropped_for_free_and_lies_there() -> None:
    table = Table("A . b", A=sheet(["longsword", "dagger"]), b=sheet())
    table.act("A", "drop longsword")
    assert table["A"].actions == 3
    assert [one.cell for one in table.combat.litter] == [table["A"].cell]


@rule("ingenuity/action.command.limits", "ingenuity/action.command")
@pytest.mark.parametrize("key", ["guard", "wait", "command A"])
def test_what_ends_a_turn_and_command_itself_cannot_be_commanded(key: str) -> None:
    table = Table("A B . b", A=sheet(), B=sheet(), b=sheet())
    with refused("action.command.limits"):
        table.act("A", "command B", key)


@rule("ingenuity/action.command.limits", "ingenuity/resource.focus-costs")
def test_a_commander_needs_two_focus_and_an_ally_that_can_act() -> None:
    table = Table("A B . b", A=sheet(focus=1), B=sheet(), b=sheet())
    with refused("resource.focus-costs"):
        table.act("A", "command B")
    other = Table("A B . b", A=sheet(focus=2), B=sheet(), b=sheet())
    other.fell("B")
    with refused("action.command.limits"):
        other.act("A", "command B")


@rule("ingenuity/action.command.limits", "ingenuity/action.move")
def test_a_commanded_move_leaves_the_ally_its_own() -> None:
    table = Table("A B . . . . . b", A=sheet(), B=sheet(speed=2), b=sheet())
    table.act("A", "command B", "B: move", "B: move 3,0")
    table.act("B", "move", "move 5,0")
    assert table.at("B") == "5,0"


@rule("ingenuity/action.command", "ingenuity/attack.multiple.round")
def test_a_commanded_attack_counts_and_takes_nothing_from_the_own_turn() -> None:
    table = Table("A B b", A=sheet(), B=sheet(["spear"]), b=foe())
    table.act("A", "command B", "B: attack b with spear", "strength piercing", dice="d6 3 3 d20 9")
    table.start("B")
    assert table["B"].actions == 3
    table.step(*STAB, dice="d6 3 3 d20 9")
    assert table.results() == [6, 4]


@rule("ingenuity/action.command.once-per-target")
def test_a_tactician_pays_one_and_still_commands_each_but_once() -> None:
    table = Table("A B . b", A=sheet(focus=2, talents=["tactician"]), B=sheet(), b=sheet())
    table.act("A", "command B", "nothing")
    assert table["A"].focus == 1
    with refused("action.command.once-per-target"):
        table.act("A", "command B")
    table.step("end turn")
    table.start("b")
    table.step("end turn")
    table.start("A")
    table.step("command B", "nothing")
    assert table["A"].focus == 0


@rule("ingenuity/fate.maximize", "ingenuity/fate.spend")
def test_fate_sets_a_die_to_its_highest_face_after_the_roll() -> None:
    table = Table("A b", A=sheet(["spear"]), b=foe(evasion=9))
    table["A"].fate_points = 3
    table.act("A", *STAB, "fate strength", "fate combat", "no fate", dice="d6 1 2 d20 9")
    assert table.results() == [12]
    assert table["A"].fate_points == 1


@rule("ingenuity/fate.maximize", "ingenuity/attack.critical.threshold")
def test_a_luck_die_set_to_twenty_is_a_critical() -> None:
    table = Table("A b", A=sheet(["spear"]), b=foe(evasion=9))
    table["A"].fate_points = 1
    table.act("A", *STAB, "fate luck", dice="d6 1 2 d20 9")
    assert table["b"].endurance == 60 - (3 + 8)


@rule("ingenuity/fate.maximize", "ingenuity/death.risk", "ingenuity/test.luck-test")
def test_fate_may_cheat_death() -> None:
    table = Table("A b c", A=sheet(["spear"]), b=foe(endurance=0), c=sheet(stamina=0))
    table["b"].health = 1
    table["b"].fate_points = 1
    table.act("A", *STAB, "b: pass", "b: take it", "b: fate luck", dice="d6 3 3 d20 9 d20 2")
    assert table["b"].present
    assert (table["b"].fate_points, table["b"].death) == (0, 15)


@rule("ingenuity/fate.action", "ingenuity/fate.amount", "ingenuity/fate.recover")
def test_without_a_point_of_fate_nothing_is_bought() -> None:
    table = Table("A . b", A=sheet(), b=sheet())
    table["A"].stamina = 0
    for key in ("fate action", "fate stamina"):
        with refused("fate.amount"):
            table.act("A", key)


@rule("ingenuity/fate.recover")
@pytest.mark.parametrize(
    ("resource", "before", "after"), [("endurance", 0, 7), ("stamina", 4, 11), ("focus", 8, 13)]
)
def test_fate_recovers_half_the_maximum_rounded_up_to_the_maximum(
    resource: str, before: int, after: int
) -> None:
    table = Table("A . b", A=sheet(endurance=13, stamina=13, focus=13), b=sheet())
    setattr(table["A"], resource, before)
    table["A"].fate_points = 1
    table.act("A", f"fate {resource}")
    assert getattr(table["A"], resource) == after


@rule("ingenuity/fate.halve", "ingenuity/condition.bleeding")
def test_a_loss_straight_to_health_may_be_halved_too() -> None:
    table = Table("A b", A=sheet(constitution=9), b=sheet())
    table["A"].fate_points = 1
    table.give("A", "bleeding", 3)
    table.start("A", "fate halve")
    assert (table["A"].health, table["A"].endurance) == (11, 11)


@rule("ingenuity/maneuver.bonus-to-luck", "ingenuity/attack.critical.threshold")
@pytest.mark.parametrize(("luck", "dealt"), [(17, 10), (18, 14)])
def test_a_luck_bonus_counts_for_the_threshold(luck: int, dealt: int) -> None:
    table = Table("A b", A=sheet(["spear"], luck=1), b=foe())
    table.act("A", *STAB, dice=f"d6 3 3 d20 {luck}")
    assert table["b"].endurance == 60 - dealt


@rule("ingenuity/maneuver.bonus-to-luck", "ingenuity/attack.stray.trigger")
def test_a_luck_bonus_keeps_a_one_from_straying() -> None:
    archer = sheet(["shortbow"], ammo={"arrow": 2}, luck=1)
    table = Table("A . b c", A=archer, b=foe(), c=foe())
    table.act("A", "shoot b with shortbow", "dexterity piercing", dice="d6 3 3 d20 1")
    assert table["b"].endurance == 60 - 9


@rule("ingenuity/maneuver.bonus-to-luck", "ingenuity/test.luck-bonus")
@pytest.mark.parametrize(("luck", "result"), [(18, 5), (19, 9)])
def test_a_luck_bonus_brings_the_four_of_ordinary_tests_nearer(luck: int, result: int) -> None:
    mage = sheet(powers=["jolt"], dice={"wizardry": 6}, luck=1, prof={"Evocation": 1})
    table = Table("A . b", A=mage, b=foe(evasion=30))
    table.act("A", "jolt b", dice=f"d6 2 2 d20 {luck}")
    assert table.results() == [result]


@rule("ingenuity/maneuver.bonus-to-luck", "ingenuity/test.luck-test", "ingenuity/death.risk")
@pytest.mark.parametrize(("face", "lives"), [(8, False), (9, True)])
def test_a_luck_bonus_counts_in_luck_tests(face: int, lives: bool) -> None:
    table = Table("A b c", A=sheet(["spear"]), b=foe(endurance=0, luck=1), c=sheet(stamina=0))
    table["b"].health = 1
    table.act("A", *STAB, dice=f"d6 3 3 d20 9 d20 {face}")
    assert table["b"].present == lives


@rule("ingenuity/maneuver.steps", "ingenuity/maneuver.no-limit")
def test_a_manoeuvre_may_be_repeated_as_long_as_stamina_lasts() -> None:
    table = Table("A b", A=sheet(maneuvers=["heavy-attack"], stamina=2), b=foe())
    for _ in range(2):
        table.act("A", "heavy-attack b", "strength bludgeoning", dice="d6 3 3 d20 9")
    assert table.results() == [5, 4]
    with refused("action.resources"):
        table.act("A", "heavy-attack b")


@rule("ingenuity/maneuver.attack", "ingenuity/attack.multiple.maneuvers")
def test_attacks_by_manoeuvres_take_and_raise_the_penalty() -> None:
    table = Table("A b", A=sheet(["spear"], maneuvers=["heavy-attack"]), b=foe())
    table.act("A", *STAB, dice="d6 3 3 d20 9")
    keys = ("heavy-attack b", "with spear held", "strength piercing")
    table.act("A", *keys, dice="d6 3 3 d20 9")
    table.act("A", *STAB, dice="d6 3 3 d20 9")
    assert table.results() == [6, 6 - 1 - 2, 6 - 4]


@rule("ingenuity/maneuver.attack")
def test_a_critical_does_not_make_the_effect_succeed() -> None:
    table = Table("A b", A=sheet(maneuvers=["stunning-strike"]), b=foe(evasion=9, constitution=8))
    keys = ("stunning-strike b", "strength bludgeoning")
    table.act("A", *keys, dice="d6 4 3 d20 20")
    assert table["b"].endurance == 60 - 11
    assert not table["b"].is_held("stunned")


@rule("ingenuity/test.contest.size")
@pytest.mark.parametrize(("size", "falls"), [(3, True), (4, True), (5, False)])
def test_the_bigger_body_has_the_better_of_knocking_down(size: int, falls: bool) -> None:
    table = Table("A b", A=sheet(maneuvers=["knock-down"]), b=foe(size=size, constitution=6))
    table.act("A", "knock-down b", dice="d6 3 3 d20 9")
    assert table["b"].prone == falls


@rule("ingenuity/power.attribute", "ingenuity/power.steps")
@pytest.mark.parametrize(
    ("skill", "attribute"),
    [
        ("wizardry", "intellect"),
        ("animism", "intellect"),
        ("communion", "resolve"),
        ("sorcery", "resolve"),
    ],
)
def test_each_art_has_its_attribute(skill: str, attribute: str) -> None:
    assert skill in SKILLS
    names = {
        "wizardry": "Evocation",
        "animism": "Cultivation",
        "communion": "Charity",
        "sorcery": "Aeromancy",
    }
    one = "bless" if skill in ("communion", "animism") else "jolt"
    mage = sheet(powers=[one], dice={attribute: 10, skill: 8}, prof={names[skill]: 1})
    for other in SKILLS[SKILLS.index("animism") :]:
        if other != skill:
            mage.skills[SKILLS.index(other)] = 4
    table = Table("A b", A=mage, b=foe(evasion=30))
    target = "A" if one == "bless" else "b"
    table.act("A", f"{one} {target}", dice="d10 5 d8 3 d20 9")
    assert table.results() == [9]


@rule("ingenuity/power.learned-only")
def test_a_power_that_was_not_learned_is_not_offered() -> None:
    from affray.core.errors import AffrayError

    table = Table("A b", A=sheet(powers=["jolt"], dice={"wizardry": 6}), b=foe())
    ignite = next(one for one in table.combat.library.powers if one.id == "ignite")
    assert power.cannot(table.combat, table["A"], ignite, table["b"]) == "power.learned-only"
    with pytest.raises(AffrayError):
        table.act("A", "ignite b")


@rule("ingenuity/power.steps", "ingenuity/action.resources")
def test_a_power_that_fails_costs_its_focus_and_without_focus_there_is_none() -> None:
    mage = sheet(powers=["jolt"], dice={"wizardry": 6}, focus=1, prof={"Evocation": 1})
    table = Table("A b", A=mage, b=foe())
    table.act("A", "jolt b", dice="d6 1 1 d20 9")
    assert (table["A"].focus, table["b"].endurance) == (0, 60)
    with refused("action.resources"):
        table.act("A", "jolt b")


@rule("ingenuity/power.attack.luck")
def test_luck_of_twenty_adds_four_to_a_power_and_is_no_critical() -> None:
    mage = sheet(powers=["ignite"], dice={"sorcery": 6}, prof={"Pyromancy": 1})
    table = Table("A b", A=mage, b=foe(constitution=30))
    table.act("A", "ignite b", dice="d6 2 1 d20 20")
    assert table.results() == [8]
    assert table["b"].endurance == 60 - 10


@rule("ingenuity/power.area", "ingenuity/dice.order")
def test_a_fireball_spares_no_friend_and_reaches_whoever_sees_its_centre() -> None:
    """Within 4 m of the centre: b, C, d; not e, 5 m away, nor f behind the wall."""
    rows = ". . . . . . . . . A\n. . d . b . C . . e\n. . . . # . . . . .\n. . . . f . . . . ."
    mage = sheet(powers=["fireball"], dice={"sorcery": 12, "resolve": 12}, prof={"Pyromancy": 3})
    others = foe(constitution=40, elemental=0)
    table = Table(rows, A=mage, d=others, b=others, C=others, e=others, f=others)
    table.act("A", "fireball A", "at 4,1", *["evade"], dice="d12 4 4 d20 9")
    lost = {name: 60 - table[name].endurance for name in "dbCef"}
    assert lost == {"d": 11, "b": 11, "C": 11, "e": 0, "f": 0}
    assert [table.combat.units[one.who].name for one in table.told("damaged")] == ["d", "b", "C"]


@rule("ingenuity/damage.harmed-bloodied-only-flags", "ingenuity/damage.healing")
def test_harmed_and_bloodied_end_as_soon_as_the_value_is_back() -> None:
    table = Table("A b", A=sheet(), b=sheet())
    one = table["A"]
    one.endurance, one.health = 6, 11
    assert (condition.harmed(one), condition.bloodied(one)) == (True, True)
    spending.heal(table.combat, one, 1, 1, "test")
    assert (condition.harmed(one), condition.bloodied(one)) == (False, False)
    assert condition.on_tests(one) == 0


def bare_foe(**more: int) -> Sheet:
    base = {"evasion": 0, "stamina": 0, "focus": 0, "endurance": 60}
    return sheet(numbers={**base, **more})


@rule("ingenuity/action.search")
def test_there_is_nothing_to_search_for_where_nobody_hides() -> None:
    table = Table("A b", A=sheet(), b=bare_foe())
    with refused("action.search"):
        table.act("A", "search")
