"""What may be done to friends and to neutrals: legal, though nobody is tempted by it."""

from __future__ import annotations

import pytest

from affray.rulesets.ingenuity.choice import act
from affray.rulesets.ingenuity.sheet import Sheet
from affray.rulesets.ingenuity.terms import NEUTRAL
from tests.ingenuity.table import Table, refused, sheet
from tests.rules import rule

PLAIN = {"stamina": 0, "focus": 0, "evasion": 5, "constitution": 6}
EASY = "d6 6 6 d20 9"


def plain(**more: int) -> Sheet:
    return sheet(numbers={**PLAIN, **more})


def mage(*powers: str) -> Sheet:
    bonus = {"Evocation": 1, "Tyranny": 1, "Charity": 1, "Transmutation": 2, "Anarchy": 2}
    return sheet(powers=powers, prof=bonus)


def offered(table: Table, name: str) -> list[str]:
    table.begin_turn(name)
    asked = act.Act(table.combat, table[name], True)
    return [asked.key(one) for one in asked.answers()]


@rule("ingenuity/attack.ally", "ingenuity/maneuver.attack")
def test_a_friend_may_be_pushed_out_of_the_way_though_it_is_not_listed() -> None:
    table = Table("A B . . c", A=sheet(maneuvers=["push"]), B=plain(), c=plain())
    assert "push B" not in offered(table, "A")
    table.act("A", "push B", "push away", dice=EASY)
    assert table.at("B") == "3,0"


@rule("ingenuity/attack.ally", "ingenuity/maneuver.attack")
def test_a_friend_may_be_struck_by_a_manoeuvre_and_may_forgo_its_evasion() -> None:
    one = sheet(["knife"], maneuvers=["heavy-attack", "stunning-strike"])
    table = Table("A B . . c", A=one, B=plain(evasion=12), c=plain())
    assert "stunning-strike B" not in offered(table, "A")
    table.act("A", "stunning-strike B", "strength bludgeoning", "forgo evasion", dice=EASY)
    assert table["B"].is_held("stunned")


@rule("ingenuity/attack.ally", "ingenuity/power.steps")
@pytest.mark.parametrize("name", ["ignite", "harm", "curse"])
def test_a_hostile_power_may_be_used_on_a_friend(name: str) -> None:
    table = Table("A B . . c", A=mage(name), B=plain(willpower=4), c=plain())
    assert f"{name} B" not in offered(table, "A")
    keys = ["evade"] if name == "ignite" else []
    table.act("A", f"{name} B", *keys, dice=EASY)
    assert table["B"].is_held("cursed") or table["B"].endurance < 12


@rule("ingenuity/power.steps")
@pytest.mark.parametrize("willing", [True, False])
def test_a_helpful_power_may_be_used_on_somebody_neutral_if_it_will(willing: bool) -> None:
    table = Table("A b . . T", A=mage("bless"), b=plain(), T=plain())
    table.combat.stance[1] = table.combat.stance[3] = NEUTRAL
    assert "bless b" not in offered(table, "A")
    table.act("A", "bless b", "willing" if willing else "unwilling", dice=EASY)
    assert table["b"].is_held("blessed") == willing


@rule("ingenuity/death.killing-strike")
def test_a_friend_who_lies_there_may_be_killed() -> None:
    table = Table("A B . . c", A=sheet(["knife"]), B=plain(), c=plain())
    table.fell("B")
    assert "kill B with knife" not in offered(table, "A")
    table.act("A", "kill B with knife", "keep both", dice=EASY)
    assert not table["B"].present


@rule("ingenuity/action.no-target", "ingenuity/maneuver.steps")
def test_a_refusal_still_says_why() -> None:
    table = Table("A . . B c", A=sheet(["knife"], maneuvers=["push"]), B=plain(), c=plain())
    with refused("geometry.range"):
        table.act("A", "push B")


@rule("ingenuity/maneuver.steps", "ingenuity/movement.forced")
def test_who_lies_unconscious_may_be_pushed_but_not_mocked() -> None:
    one = sheet(maneuvers=["push", "taunt"])
    table = Table("A b . . c", A=one, b=plain(), c=plain())
    table.fell("b")
    with refused("maneuver.steps"):
        table.act("A", "taunt b")
    table.act("A", "push b", "push away", dice=EASY)
    assert table.at("b") == "3,0"


@rule("ingenuity/power.steps")
@pytest.mark.parametrize(("face", "size"), [(5, 5), (1, 4)])
def test_an_unwilling_friend_s_constitution_is_compared_too(face: int, size: int) -> None:
    table = Table("A . B . c\n. . . . .", A=mage("alter-size"), B=plain(constitution=9), c=plain())
    keys = ["grow"] if size == 5 else []
    table.act("A", "alter-size B", "unwilling", *keys, dice=f"d6 3 {face} d20 9")
    assert table["B"].bulk() == size


@rule("ingenuity/power.steps", "ingenuity/geometry.reach")
def test_who_shrinks_reaches_less_far_but_a_metre() -> None:
    table = Table("A . b", A=sheet(["spear"]), b=plain())
    assert "attack b with spear" in offered(table, "A")
    table["A"].grown = -1
    assert "attack b with spear" not in offered(table, "A")


@rule("ingenuity/condition.concentration", "ingenuity/power.steps")
def test_a_blessing_that_a_curse_cancels_is_kept_up_no_more() -> None:
    table = Table("A B c", A=mage("bless"), B=plain(willpower=4), c=mage("curse"))
    table.act("A", "bless B", "willing", dice=EASY)
    assert table["A"].concentrates == "bless"
    table.act("c", "curse B", "pass", dice=EASY)
    assert not table["B"].effects
    assert (table["A"].concentrates, table["c"].concentrates) == ("", "")


@rule("ingenuity/geometry.footprint", "ingenuity/power.steps")
def test_who_grows_takes_the_room_there_is_on_any_side() -> None:
    table = Table(". . . .\n. . B #\nc . # A", A=mage("alter-size"), B=plain(), c=plain())
    table.act("A", "alter-size B", "willing", "grow", dice=EASY)
    assert (table.at("B"), table["B"].size) == ("1,0", 2)


@rule("ingenuity/attack.unarmed")
def test_beasts_have_no_hands_to_strike_with() -> None:
    wolf = sheet(["bite"])
    wolf.hands = 0
    table = Table("A b", A=wolf, b=plain())
    assert "attack b with bite" in offered(table, "A")
    assert "attack b with bare-hands" not in offered(table, "A")
    table = Table("A b", A=sheet(["bite"]), b=plain())
    assert "attack b with bare-hands" in offered(table, "A")


@rule("ingenuity/attack.ally")
def test_a_friend_may_be_struck_with_the_second_weapon() -> None:
    table = Table("A B . c", A=sheet(["dagger", "longknife"]), B=plain(evasion=12), c=plain())
    table.act("A", "attack B with longknife", "strength piercing", "B: evade", dice="d6 1 1 d20 9")
    assert table.told("attacks")[-1].what == "longknife"
