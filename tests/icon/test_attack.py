"""Attacks, damage in its order, statuses, blights, defeat."""

from __future__ import annotations

import pytest

from affray.core.errors import IllegalError
from affray.rulesets.icon import death, resource
from affray.rulesets.icon.damage import dealing, levels, taking
from affray.rulesets.icon.terms import DEAD
from tests.icon.table import Op, Sheet, Table, Trigger, Use, sheet, strike
from tests.rules import rule

STRIKE = "strike b"


def duel(a: Sheet | None = None, b: Sheet | None = None, rows: str = "A b . .") -> Table:
    hero = a if a is not None else sheet(abilities=[strike()])
    return Table(rows, A=hero, b=b if b is not None else sheet(pc=False))


@rule("icon/roll.attack-hit", "icon/attack.miss-results", "icon/damage.levels")
@pytest.mark.parametrize(("dice", "hp"), [("d20 9 d6 2 3", 23), ("d20 8", 28)])
def test_a_total_equal_to_the_defense_hits(dice: str, hp: int) -> None:
    table = duel()

    table.act("A", STRIKE, dice=dice)

    assert table["b"].hp == hp


@rule("icon/attack.critical", "icon/attack.height-boon", "icon/roll.attack-formula")
def test_a_total_of_twenty_boosts_heavy_to_critical() -> None:
    """d20 15 + 2, boon 3 = 20; heavy attack, d6 dice 5, 2, 6: 13 damage."""
    table = duel(sheet(bonus=2, abilities=[strike()]), rows="A1 b . .")

    table.act("A", STRIKE, dice="d20 15 d6 3 d6 5 2 6")

    assert table["b"].hp == 15


@rule("icon/roll.natural-faces-mean-nothing", "icon/attack.low-ground-curse")
def test_a_natural_twenty_with_a_curse_is_no_critical() -> None:
    """d20 20, attack bonus 0, curse d6 3: total 17, an ordinary hit."""
    table = duel(rows="A b1 . .")

    table.act("A", STRIKE, dice="d20 20 d6 3 d6 1 1")

    assert table["b"].hp == 26


@rule("icon/attack.critical-always-hits")
def test_a_total_of_twenty_hits_any_defense() -> None:
    table = duel(b=sheet(pc=False, defense=25))

    table.act("A", STRIKE, dice="d20 20 d6 1 1 1")

    assert table["b"].hp == 25


@rule("icon/roll.damage-dice", "icon/damage.bonus", "icon/damage.boost-past-critical")
def test_boosts_past_critical_become_bonus_and_godly() -> None:
    """Heavy damage boosted twice: d6 2, 6, 1, 5: 13 godly."""
    table = duel()
    scripted = table.script("d6 2 6 1 5")

    assert levels.roll(table.combat, 0, "heavy", 2, 0) == (13, True)
    table.check(scripted)


@rule("icon/damage.order", "icon/damage.armor", "icon/damage.resistance", "icon/golden.round-up")
def test_armor_comes_before_resistance() -> None:
    """5 damage against armor 2 and resistance: 5 - 2 = 3, halved 2."""
    table = duel(b=sheet(pc=False, armor=2, gives=["resistance"]))

    taking.suffer(table.combat, taking.Damage(0, 1, 5))

    assert table["b"].hp == 26


@rule("icon/damage.godly")
def test_godly_damage_passes_armor_resistance_and_vigor() -> None:
    """11 godly against armor 3, resistance and vigor 8, HP 14: HP 3, vigor 8."""
    table = duel(b=sheet(pc=False, armor=3, gives=["resistance"]))
    table["b"].hp = 14
    table["b"].vigor = 8
    blow = taking.Damage(0, 1, 11)
    blow.godly = True

    taking.suffer(table.combat, blow)

    assert (table["b"].hp, table["b"].vigor) == (3, 8)


@rule("icon/damage.pierce", "icon/vigor.absorbs-first")
def test_piercing_damage_ignores_armor_but_not_vigor() -> None:
    table = duel(b=sheet(pc=False, armor=3))
    table["b"].vigor = 5
    blow = taking.Damage(0, 1, 11)
    blow.pierce = True

    taking.suffer(table.combat, blow)

    assert (table["b"].hp, table["b"].vigor) == (22, 0)


@rule("icon/status.weakened", "icon/status.vulnerable", "icon/status.pacified")
@pytest.mark.parametrize(
    ("dealer", "target", "lost"), [("weakened", "", 3), ("pacified", "", 3), ("", "vulnerable", 6)]
)
def test_statuses_change_damage(dealer: str, target: str, lost: int) -> None:
    table = duel()
    if dealer:
        table.give("A", dealer)
    if target:
        table.give("b", target)

    dealing.deal(table.combat, Use(0, 1, strike()), taking.Damage(0, 1, 5))

    assert table["b"].hp == 28 - lost


@rule("icon/blight.damage", "icon/blight.ignores-armor", "icon/turn.start-sequence")
def test_blights_hurt_as_one_instance_at_the_start_of_a_turn() -> None:
    """Burning and poisoned, armor 2, vigor 0, HP 9: 7 HP."""
    table = duel(sheet(armor=2))
    table["A"].hp = 9
    table.give("A", "burning")
    table.give("A", "poisoned")

    table.begin("A")

    assert table["A"].hp == 7


@rule("icon/blight.floor")
def test_blights_never_defeat() -> None:
    """HP 3, vigor 0, four blights: HP 1."""
    table = duel()
    table["A"].hp = 3
    for id in ("burning", "poisoned", "frostbite", "electrified"):
        table.give("A", id)

    table.begin("A")

    assert table["A"].hp == 1


@rule("icon/status.end-turn-saves", "icon/status.separate-saves", "icon/roll.save-ten")
def test_each_status_is_saved_against_alone() -> None:
    table = duel()
    table.give("A", "dazed")
    table.give("A", "slow")

    table.end("A", "d20 10 9")

    assert not table.holds("A", "dazed")
    assert table.holds("A", "slow")


@rule("icon/defeat.pc", "icon/resource.wound-lowers-maxima", "icon/defeat.at-zero")
def test_a_defeated_player_character_takes_a_wound_and_loses_all_effects() -> None:
    """Health 7, 4 HP, takes 6: 0 HP, 1 wound (maximum 21), no poison."""
    table = duel()
    table["A"].hp = 4
    table.give("A", "poisoned")

    taking.suffer(table.combat, taking.Damage(1, 0, 6))

    hero = table["A"]
    assert (hero.hp, hero.wounds, hero.max_hp(), hero.effects) == (0, 1, 21, [])


@rule("icon/defeat.pc-dies")
def test_the_fourth_wound_kills() -> None:
    table = duel()
    table["A"].wounds = 3
    table["A"].hp = 2

    taking.suffer(table.combat, taking.Damage(1, 0, 6))

    assert table["A"].fate == DEAD


@rule("icon/surrender.when", "icon/surrender.out")
def test_one_may_surrender_before_the_blow_that_fells() -> None:
    """A character with 3 wounds and 2 HP surrenders: defeated, 3 wounds, alive."""
    table = Table("A b", A=sheet(), b=sheet(pc=False, abilities=[strike()]))
    table["A"].wounds = 3
    table["A"].hp = 2

    table.act("b", "strike A", "surrender", dice="d20 12 d6 3 2")

    assert (table["A"].wounds, table["A"].hp, table["A"].present) == (3, 2, False)


@rule("icon/action.one-attack-per-round")
def test_a_second_attack_in_a_round_is_refused() -> None:
    table = duel()
    table.act("A", STRIKE, dice="d20 1")

    with pytest.raises(IllegalError) as caught:
        table.act("A", "strike b")

    assert caught.value.rule == "action.one-attack-per-round"


@rule("icon/action.rescue", "icon/resource.wound-lowers-maxima")
def test_a_rescue_restores_the_maximum_lowered_by_wounds() -> None:
    """Health 8 with two wounds: rescued to 16 HP."""
    table = Table("A B b", A=sheet(), B=sheet(health=8), b=sheet(pc=False))
    table["B"].wounds = 1
    taking.suffer(table.combat, taking.Damage(2, 1, 99))

    table.act("A", "rescue B")

    assert table["B"].hp == 16


@rule("icon/action.whack")
def test_a_whack_is_one_physical_damage_without_a_roll() -> None:
    table = duel()

    table.act("A", "whack b")

    assert table["b"].hp == 27


@rule("icon/effect.evasion")
@pytest.mark.parametrize(("dice", "hp"), [("d6 4", 28), ("d6 3 d20 9 d6 1 1", 26)])
def test_evasion_makes_an_attack_miss_on_four_or_more(dice: str, hp: int) -> None:
    table = duel(b=sheet(pc=False, gives=["evasion"]))

    table.act("A", STRIKE, dice=dice)

    assert table["b"].hp == hp


@rule("icon/effect.defiance")
def test_defiance_stops_at_one_hit_point_once() -> None:
    table = duel()
    table.give("b", "defiance")

    taking.suffer(table.combat, taking.Damage(0, 1, 99))
    taking.suffer(table.combat, taking.Damage(0, 1, 99))

    assert table["b"].hp == 1


@rule("icon/vigor.multiples-of-health", "icon/vigor.stacks-to-maximum")
def test_vigor_is_a_multiple_of_health_up_to_the_maximum() -> None:
    table = duel()

    resource.give_vigor(table.combat, table["A"], 1)
    assert table["A"].vigor == 7
    resource.give_vigor(table.combat, table["A"], 9)
    assert table["A"].vigor == 28


@rule("icon/attack.critical-always-hits", "icon/attack.critical")
def test_a_total_of_nineteen_does_not_hit_a_higher_defense() -> None:
    table = duel(b=sheet(pc=False, defense=25))

    table.act("A", STRIKE, dice="d20 19")

    assert table["b"].hp == 28


@rule("icon/resource.wound-clamps", "icon/resource.wound-lowers-maxima")
def test_a_wound_takes_hit_points_and_vigor_down_to_the_new_maximum() -> None:
    table = duel()
    table["A"].vigor = 28

    death.wound(table.combat, table["A"])
    assert (table["A"].hp, table["A"].vigor, table["A"].wounds) == (21, 21, 1)
    table["A"].hp = 5
    table["A"].vigor = 14
    death.wound(table.combat, table["A"])

    assert (table["A"].hp, table["A"].vigor) == (5, 14)


@rule("icon/defeat.pc-dies")
@pytest.mark.parametrize(("wounds", "dead"), [(2, False), (3, True)])
def test_a_fourth_wound_from_any_source_kills(wounds: int, *, dead: bool) -> None:
    table = duel()
    table["A"].wounds = wounds
    table["A"].hp = 5

    death.wound(table.combat, table["A"])

    assert (table["A"].fate == DEAD) == dead


@rule("icon/action.triggers", "icon/attack.miss-results")
@pytest.mark.parametrize(("dice", "lost"), [("d20 9 d6 1", 3), ("d20 8", 1)])
def test_a_trigger_may_add_lines_to_the_hit_and_to_the_miss(dice: str, lost: int) -> None:
    one = strike(level="light")
    more = Trigger("comeback", "")
    for lines, amount in ((more.hit, 2), (more.miss, 1)):
        line = Op("damage")
        line.amount = amount
        lines.append(line)
    one.triggers = [more]
    table = duel(sheet(abilities=[one]))
    table["A"].hp = 5

    table.act("A", STRIKE, dice=dice)

    assert table["b"].hp == 28 - lost
