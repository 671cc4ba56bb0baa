"""Defeat, wounds, death and surrender."""

from __future__ import annotations

import pytest

from affray.rulesets.icon import death, end
from affray.rulesets.icon.action import basic
from affray.rulesets.icon.damage import dealing, taking
from affray.rulesets.icon.terms import ACTIVE, DEAD, DEFEATED, NORMAL, SURRENDERED
from tests.icon.table import (
    Table,
    Use,
    ability,
    begun_told,
    content_library,
    fighters,
    foe,
    hero,
    quartet,
    sheet,
    strike,
)
from tests.rules import rule


@rule("icon/defeat.pc", "icon/resource.wound-lowers-maxima", "icon/defeat.at-zero")
def test_a_defeated_player_character_takes_a_wound_and_loses_all_effects() -> None:
    """Health 7, 4 HP, takes 6: 0 HP, 1 wound (maximum 21), no poison."""
    table = fighters()
    table["A"].hp = 4
    table.give("A", "poisoned")

    taking.suffer(table.combat, taking.Damage(1, 0, 6))

    hero = table["A"]
    assert (hero.hp, hero.wounds, hero.max_hp(), hero.effects) == (0, 1, 21, [])


@rule("icon/defeat.pc-dies")
def test_the_fourth_wound_kills() -> None:
    table = fighters()
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


@rule("icon/defeat.pc-dies")
@pytest.mark.parametrize(("wounds", "dead"), [(2, False), (3, True)])
def test_a_fourth_wound_from_any_source_kills(wounds: int, *, dead: bool) -> None:
    table = fighters()
    table["A"].wounds = wounds
    table["A"].hp = 5

    death.wound(table.combat, table["A"])

    assert (table["A"].fate == DEAD) == dead


@rule("icon/surrender.when")
@pytest.mark.parametrize(("option", "asked"), [("always", True), ("when-felled", False)])
def test_surrender_may_be_offered_before_every_damage(option: str, *, asked: bool) -> None:
    combat, agent = begun_told(options={"surrender": option})
    combat.phase = NORMAL
    blow = taking.Damage(1, 0, 5)

    dealing.deal(combat, Use(1, 0, strike()), blow)

    assert ("surrender.when" in agent.asked) == asked


@rule("icon/surrender.when", "icon/status.vulnerable")
def test_damage_of_a_trait_is_no_ability_s() -> None:
    """Nobody surrenders to it, and the vulnerable take no more of it."""
    one = hero(fray=2)
    one.traits = [content_library().maker.trait_of("loose-ends")]
    table = Table("A b . c", A=one, b=foe(), c=foe())
    for name in "bc":
        table.give(name, "vulnerable")
        table.give(name, "pacified")
        table[name].hp = 2 if name == "b" else 28
    table.end("b", "d20 10")
    assert table["b"].hp == 0
    table.combat.clear(2)

    table.end("c", "d20 9 10")

    assert table["c"].hp == 26


@rule("icon/defeat.at-zero")
@pytest.mark.parametrize(("amount", "hp"), [(27, 1), (28, 0), (40, 0)])
def test_hit_points_do_not_go_below_zero(amount: int, hp: int) -> None:
    table = quartet()

    table.hurt("B", amount)

    assert (table["B"].hp, table["B"].able()) == (hp, hp > 0)


@rule("icon/defeat.pc", "icon/defeat.incapacitated")
def test_a_defeated_player_character_loses_everything_on_it() -> None:
    table = quartet()
    for id in ("poisoned", "slow", "tangled", "evasion", "stance-hearth-ring"):
        table.give("A", id, source=2)
    table["A"].vigor = 3
    table["A"].pending = ["attack, boon 1"]

    table.fell("A")

    one = table["A"]
    assert (one.effects, one.vigor, one.pending, one.hp) == ([], 0, [], 0)
    assert (one.fate, one.wounds, table.at("A")) == (DEFEATED, 1, "0,0")


@rule("icon/defeat.pc-dies")
@pytest.mark.parametrize(("wounds", "fate"), [(2, DEFEATED), (3, DEAD)])
def test_with_three_wounds_defeat_is_death(wounds: int, fate: int) -> None:
    table = quartet()
    table["A"].wounds = wounds
    table["A"].hp = 1

    table.fell("A")

    assert (table["A"].fate, table["A"].wounds) == (fate, wounds + 1)
    assert (table["A"].cell < 0) == (fate == DEAD)


@rule("icon/defeat.foe")
def test_a_defeated_foe_is_gone_from_its_space_without_a_wound() -> None:
    table = quartet("A . c d B")

    table.fell("c")

    assert (table["c"].fate, table["c"].wounds) == (DEFEATED, 0)
    assert table.combat.at(2) is None
    assert "2,0" in table.moves("A")
    assert table.cost("A", "1,0") == 1
    table.hurt("c", 5)
    assert table["c"].hp == 0


@rule("icon/defeat.allied-npc", "icon/action.rescue-limits")
def test_an_allied_npc_can_be_rescued_and_takes_no_wound() -> None:
    table = Table("A B c", A=sheet(), B=sheet(pc=False), c=sheet(pc=False))
    table["B"].npc = True

    table.fell("B")
    assert table["B"].cell == 1
    table.act("A", "rescue B")

    assert (table["B"].hp, table["B"].wounds, table["B"].fate) == (28, 0, ACTIVE)


@rule("icon/surrender.when")
def test_terrain_falls_and_blights_give_no_chance_to_surrender() -> None:
    table = quartet()
    table["A"].hp = 1
    table["B"].hp = 1

    taking.hurt_by_terrain(table.combat, table["A"], 3, "terrain.fall", pierce=False)
    taking.hurt_by_terrain(table.combat, table["B"], 3, "terrain.fall", pierce=True)

    assert (table["A"].fate, table["B"].fate) == (DEFEATED, DEFEATED)


@rule("icon/surrender.when", "icon/damage.minimum-zero")
def test_damage_reduced_to_nothing_allows_no_surrender() -> None:
    table = Table("A b", A=sheet(armor=9), b=sheet(pc=False, abilities=[strike(level="light")]))
    table["A"].hp = 1

    table.act("b", "strike A", dice="d20 9 d6 6")

    assert table["A"].hp == 1


@rule("icon/surrender.when")
def test_a_foe_may_surrender_too_and_its_default_is_not_to() -> None:
    table = quartet()
    table["c"].hp = 1

    table.act("B", "strike c", "surrender", dice="d20 9 d6 1 1")

    assert (table["c"].fate, table["c"].hp) == (SURRENDERED, 1)


@rule("icon/surrender.when")
def test_a_monster_does_not_surrender() -> None:
    table = quartet()
    table["c"].sheet.monster = True
    table["c"].hp = 1

    table.act("B", "strike c", dice="d20 9 d6 1 1")

    assert table["c"].fate == DEFEATED


@rule("icon/surrender.immunity")
def test_a_surrender_stops_all_that_the_ability_still_had_for_it() -> None:
    """Upward Gore: after the surrender nobody is shoved, and no collision follows."""
    table = Table(
        "A b # . c",
        A=sheet(abilities=[ability("upward-gore")]),
        b=sheet(pc=False),
        c=sheet(pc=False),
    )
    table["b"].hp = 1

    table.act("A", "upward-gore b", "surrender", dice="d20 9 d6 1 1")

    assert (table["b"].hp, table["b"].fate, table["b"].wounds) == (1, SURRENDERED, 0)


@rule("icon/surrender.immunity", "icon/aoe.area-damage-once")
def test_others_in_the_area_are_hurt_all_the_same() -> None:
    table = Table(
        "A b c d",
        A=sheet(abilities=[ability("forked-line")]),
        b=sheet(pc=False),
        c=sheet(pc=False),
        d=sheet(pc=False),
    )
    table["c"].hp = 2

    table.act("A", "forked-line", "area 1,0 2,0 3,0", "surrender", dice="d20 15 d6 1 d6 1 1")

    assert (table["b"].hp, table["c"].hp, table["d"].hp) == (26, 2, 26)


@rule("icon/surrender.out")
def test_the_surrendered_are_out_without_a_wound_and_their_effects_end() -> None:
    table = quartet()
    table["B"].wounds = 3
    table["B"].hp = 1
    table.give("B", "poisoned")

    table.act("c", "strike B", "surrender", dice="d20 9 d6 2 3")

    one = table["B"]
    assert (one.wounds, one.fate, one.present, one.effects) == (3, SURRENDERED, False, [])
    assert not basic.can_be_rescued(one)


@rule("icon/surrender.out", "icon/end.side-out")
def test_a_surrender_of_the_last_one_ends_the_fight() -> None:
    table = Table("A b", A=sheet(abilities=[strike()]), b=sheet(pc=False))
    table["b"].hp = 1

    table.act("A", "strike b", "surrender", dice="d20 9 d6 2 3")
    end.check(table.combat)

    assert (table.combat.outcome, table.combat.winner) == ("end.side-out", 0)


@rule("icon/surrender.when")
@pytest.mark.parametrize("always", [True, False])
def test_an_encounter_may_have_everybody_asked_at_every_damage(always: bool) -> None:
    """Otherwise only before damage that would fell: README."""
    table = quartet()
    table.combat.ask_surrender = always

    table.act("B", "strike c", *(["take it"] if always else []), dice="d20 9 d6 1 1")

    assert table["c"].hp == 26


@rule("icon/defeat.allied-npc", "icon/setup.two-sides")
def test_who_fights_beside_the_player_characters_without_being_one_is_an_npc() -> None:
    table = Table("A N . c", A=sheet(), N=sheet(pc=False), c=sheet(pc=False))

    assert [unit.npc for unit in table.combat.units] == [False, True, False]


@rule("icon/defeat.pc", "icon/damage.godly")
def test_the_defeated_lose_the_vigor_that_shielded_them_from_nothing() -> None:
    table = quartet()
    table["A"].vigor = 5

    table.hurt("A", 28, godly=True)

    assert (table["A"].able(), table["A"].vigor) == (False, 0)


@rule("icon/surrender.when")
@pytest.mark.parametrize("anybody", [True, False])
def test_monsters_surrender_if_the_gm_says_so(anybody: bool) -> None:
    one = sheet(pc=False)
    one.monster = True
    table = Table("A b", A=sheet(abilities=[strike()]), b=one)
    table.combat.anybody_surrenders = anybody
    table["b"].hp = 1

    table.act("A", "strike b", *(["surrender"] if anybody else []), dice="d20 15 d6 3 3")

    assert table["b"].fate == (SURRENDERED if anybody else DEFEATED)
