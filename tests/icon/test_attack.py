"""Attacks: targets, ranges, the roll, its boons and curses, its results."""

from __future__ import annotations

from typing import Any

import pytest

from affray.rulesets.icon.condition.saves import Save
from affray.rulesets.icon.geometry import patterns
from tests.icon.table import (
    BLAST,
    STRIKE,
    Fields,
    Op,
    Table,
    Trait,
    ability,
    fighters,
    foe,
    hero,
    made,
    neighbours,
    sheet,
    strike,
)
from tests.rules import rule


def readied(on: str, mod: Fields, **fields: Any) -> Table:
    """A's next attack or ability is modified; b has armor 2."""
    lift = {"op": "modify-next", "who": "user", "on": on, "mods": [mod]}
    own = made(attack={"mode": "melee", "range": 1}, talent={"add": {"effect": [lift]}}, **fields)
    table = Table("A b . . .", A=hero(own), b=foe(armor=2))
    op = own.effect.pop()
    table.combat.library.nexts[op.text()] = op
    table["A"].pending = [op.text()]
    return table


@rule("icon/roll.attack-hit", "icon/attack.miss-results", "icon/damage.levels")
@pytest.mark.parametrize(("dice", "hp"), [("d20 9 d6 2 3", 23), ("d20 8", 28)])
def test_a_total_equal_to_the_defense_hits(dice: str, hp: int) -> None:
    table = fighters()

    table.act("A", STRIKE, dice=dice)

    assert table["b"].hp == hp


@rule("icon/attack.critical", "icon/attack.height-boon", "icon/roll.attack-formula")
def test_a_total_of_twenty_boosts_heavy_to_critical() -> None:
    """d20 15 + 2, boon 3 = 20; heavy attack, d6 dice 5, 2, 6: 13 damage."""
    table = fighters(sheet(bonus=2, abilities=[strike()]), rows="A1 b . .")

    table.act("A", STRIKE, dice="d20 15 d6 3 d6 5 2 6")

    assert table["b"].hp == 15


@rule("icon/roll.natural-faces-mean-nothing", "icon/attack.low-ground-curse")
def test_a_natural_twenty_with_a_curse_is_no_critical() -> None:
    """d20 20, attack bonus 0, curse d6 3: total 17, an ordinary hit."""
    table = fighters(rows="A b1 . .")

    table.act("A", STRIKE, dice="d20 20 d6 3 d6 1 1")

    assert table["b"].hp == 26


@rule("icon/attack.critical-always-hits")
def test_a_total_of_twenty_hits_any_defense() -> None:
    table = fighters(b=sheet(pc=False, defense=25))

    table.act("A", STRIKE, dice="d20 20 d6 1 1 1")

    assert table["b"].hp == 25


@rule("icon/attack.critical-always-hits", "icon/attack.critical")
def test_a_total_of_nineteen_does_not_hit_a_higher_defense() -> None:
    table = fighters(b=sheet(pc=False, defense=25))

    table.act("A", STRIKE, dice="d20 19")

    assert table["b"].hp == 28


@rule("icon/attack.components", "icon/action.order-of-components")
@pytest.mark.parametrize(("hp", "keys"), [(5, ["take it"]), (20, [])])
def test_the_ally_of_kindled_word_is_one_and_near_where_the_target_stood(
    hp: int, keys: list[str]
) -> None:
    """Felled or not: the ally beside it is cured and then cleansed, chosen once."""
    table = Table(
        "A . . b B C d",
        A=hero(ability("kindled-word", 3)),
        b=foe(),
        B=hero(),
        C=hero(),
        d=foe(),
    )
    table["b"].hp = hp
    for name in "BC":
        table.give(name, "burning")

    table.act(
        "A", "kindled-word b", *keys, "ally C", dice="d20 9 d6 2 3" + ("" if keys else " d20 10")
    )

    assert [table[name].vigor for name in "BC"] == [0, 7]
    assert (table.effects("B"), table.effects("C")) == (["burning"], [])


@rule("icon/effect.true-strike", "icon/effect.dodge")
@pytest.mark.parametrize(("sure", "hp"), [(True, 26), (False, 27)])
def test_dodge_is_no_help_against_true_strike_after_a_save_either(*, sure: bool, hp: int) -> None:
    shot = made(
        attack={"mode": "ranged", "range": 5},
        tags=["true-strike"] if sure else [],
        hit=[
            {"op": "damage", "amount": 1},
            {"op": "status", "status": "dazed", "save": True},
            {"op": "damage", "amount": 1},
        ],
    )
    table = Table("A . b", A=hero(shot), b=foe(gives=["dodge"]))

    table.act("A", "deed b", dice="d20 9 d20 10")

    assert table["b"].hp == hp


@rule("icon/effect.true-strike", "icon/attack.next-ability-modifiers", "icon/status.blinded")
@pytest.mark.parametrize("sure", [True, False])
def test_a_next_attack_with_true_strike_reaches_past_blindness(*, sure: bool) -> None:
    """It is still in reach when the attack goes on, though what modified it is spent by then."""
    dart = strike(range=4)
    dart.attack = "ranged"
    table = Table("A . . . b", A=hero(dart, ability("moonless")), b=foe())
    table["A"].resolve = 3
    table.give("A", "blinded")
    if sure:
        table.act("A", "moonless")
        table.act("A", "strike b", dice="d20 9 d6 1 1 1")
    else:
        assert table.refusal("A", "strike b") == "attack.target-hostile"

    assert (table["b"].hp < 28) == sure


@rule("icon/attack.next-ability-modifiers")
@pytest.mark.parametrize("on", ["attack", "ability"])
def test_the_next_ability_may_be_given_range_size_and_cost(on: str) -> None:
    """Once: in whatever it is used, and whether it had anything to modify or not."""
    lift = made(
        target={"who": "self"},
        tags=["repeatable"],
        cost=0,
        effect=[
            {
                "op": "modify-next",
                "who": "user",
                "on": on,
                "mods": [
                    {"mod": "range", "n": 2},
                    {"mod": "cost", "n": 0},
                    {"mod": "size", "n": 1},
                ],
            }
        ],
    )
    lift.id = "lift"
    hail = made(
        pattern={"shape": "blast", "size": 0, "range": 2},
        attack={"mode": "ranged"},
        area=[{"op": "damage", "amount": 2, "who": "area"}],
        cost=2,
    )
    table = Table("A . . . b c", A=hero(lift, hail, strike(range=2)), b=foe(), c=foe())
    table["A"].actions = 1
    table.combat.active = 0
    assert table.refusal("A", "deed") == "action.costs"

    table.act("A", "lift")
    assert table.refusal("A", "strike b") == ""
    table.act("A", "deed", "space 4,0", dice="d20 1")

    assert (table["A"].actions, table["c"].hp, table["A"].pending) == (1, 26, [])
    table["A"].used = (0,) * len(table["A"].used)
    assert table.refusal("A", "strike b") == "attack.target-hostile"
    table.act("A", "lift")
    table.combat.move(table["c"], 1)
    table.act("A", "strike b", dice="d20 9 d6 1 1")
    assert table["b"].hp == 26


@rule("icon/attack.cover-halves", "icon/attack.components")
def test_cover_halves_the_attack_but_not_the_effect_after_it() -> None:
    shot = made(
        attack={"mode": "ranged", "range": 5},
        hit=[{"op": "damage", "amount": 4}],
        effect=[{"op": "damage", "amount": 4}],
    )
    table = Table("A . .1 b", A=hero(shot), b=foe())

    table.act("A", "deed b", dice="d20 9")

    assert table["b"].hp == 28 - 2 - 4


@rule("icon/attack.components", "icon/terrain.space-type")
@pytest.mark.parametrize("hp", [28, 4])
def test_the_space_of_a_target_is_changed_though_it_fell(hp: int) -> None:
    stamp = made(
        attack={"mode": "melee"},
        hit=[{"op": "damage", "amount": 4}],
        effect=[{"op": "terrain", "kind": "difficult", "where": "target-space", "until": "combat"}],
    )
    table = Table("A b . c", A=hero(stamp), b=foe(), c=foe())
    table["b"].hp = hp

    table.act("A", "deed b", *(["take it"] if hp == 4 else []), dice="d20 9")

    assert list(table.combat.floor) == [0, 1, 0, 0]


@rule("icon/attack.next-ability-modifiers", "icon/damage.pierce")
@pytest.mark.parametrize(
    ("on", "line", "hp"),
    [
        ("attack", "hit", 25),
        ("attack", "effect", 27),
        ("ability", "hit", 25),
        ("ability", "effect", 25),
    ],
)
def test_what_pierces_with_the_next_attack_does_so_on_its_hit_line_alone(
    on: str, line: str, hp: int
) -> None:
    table = readied(on, {"mod": "pierce"}, **{line: [{"op": "damage", "amount": 3}]})

    table.act("A", "deed b", dice="d20 15")

    assert table["b"].hp == hp


@rule("icon/attack.next-ability-modifiers", "icon/move.shove")
@pytest.mark.parametrize(
    ("on", "line", "at"),
    [
        ("attack", "hit", "3,0"),
        ("attack", "effect", "2,0"),
        ("ability", "hit", "3,0"),
        ("ability", "effect", "3,0"),
    ],
)
def test_what_lengthens_shoves_of_the_next_attack_does_so_on_its_hit_line_alone(
    on: str, line: str, at: str
) -> None:
    longer = {"mod": "spaces", "only": "shove"}
    table = readied(on, longer, **{line: [{"op": "shove", "spaces": 1}]})

    table.act("A", "deed b", dice="d20 15")

    assert table.at("b") == at


@rule("icon/aoe.friendly-fire", "icon/roll.save-ten")
def test_an_ally_in_the_area_saves_like_everybody() -> None:
    fails = {"op": "save", "who": "area", "fail": [{"op": "damage", "amount": 2}]}
    table = Table("A . B b . c", A=hero(made(**BLAST, effect=[fails])), B=hero(), b=foe(), c=foe())

    table.act("A", "deed", "space 3,0", dice="d20 9 10")

    assert (table["B"].hp, table["b"].hp) == (26, 28)


@rule("icon/aoe.additional-effects", "icon/aoe.attack-and-area-spaces")
def test_the_very_first_combatant_is_attacked_and_takes_the_effect_of_the_area() -> None:
    own = made(
        **BLAST,
        attack={"mode": "ranged"},
        hit=[{"op": "damage", "amount": 5}],
        effect=[{"op": "damage", "amount": 1, "who": "area-foes"}],
    )
    table = Table("A . . . b", A=hero(), b=foe(own))

    table.act("b", "deed", "space 0,0", dice="d20 9")

    assert table["A"].hp == 22


@rule("icon/attack.height-range", "icon/aoe.blast")
@pytest.mark.parametrize(
    ("height", "shot", "farthest"), [(0, True, 4), (2, True, 3), (0, False, 2)]
)
def test_a_ranged_blast_from_a_height_reaches_farther_down_and_not_across(
    height: int, farthest: int, *, shot: bool
) -> None:
    """Range 2 from height 2; the space at 4 is at a height of 0 or 2, that at 3 is ground."""
    table = Table(f"A2 . . . .{height} . b", A=hero(), b=foe())

    found = patterns.centres(table.combat, table["A"], 0, 1, 2, shot=shot)

    assert max(found) == farthest


@rule("icon/roll.save-ten", "icon/roll.boon-highest", "icon/roll.curse-highest")
@pytest.mark.parametrize(
    ("boons", "dice", "made"),
    [
        (0, "d20 10", True),
        (0, "d20 9", False),
        (2, "d20 5 d6 5 2", True),
        (2, "d20 5 d6 4 4", False),
        (-1, "d20 13 d6 3", True),
        (-1, "d20 13 d6 4", False),
        (-2, "d20 15 d6 2 6", False),
    ],
)
def test_a_save_is_ten_or_more_with_the_best_of_its_dice(
    boons: int, dice: str, *, made: bool
) -> None:
    """d20 13 with one curse d6 4: 9, failed."""
    table = neighbours()
    agent = table.script([], dice)

    assert (Save(boons).made(table.combat.dice) == 1) == made
    table.done(agent)


@rule("icon/effect.true-strike")
def test_true_strike_ignores_evasion_dodge_stealth_and_blindness() -> None:
    one = strike(range=4)
    one.tags.append("true-strike")
    op = Op("damage")
    op.amount = 1
    one.miss = [op]
    prey = sheet(pc=False, gives=["evasion", "dodge"])
    table = Table("A . . . b", A=sheet(abilities=[one]), b=prey)
    table.give("b", "stealth")
    table.give("A", "blinded")

    table.act("A", "strike b", dice="d20 8")

    assert table["b"].hp == 27, "no evasion die; the miss line reaches a dodger"


@rule("icon/roll.boon-curse-cancel", "icon/roll.save-ten")
def test_boons_and_curses_on_a_save_cancel_one_for_one() -> None:
    one = sheet(gives=["calm"])
    luck = Trait("luck")
    luck.save_boons = -1
    one.traits = [luck]
    table = Table("A b", A=one, b=sheet(pc=False))
    table.give("A", "dazed")

    table.end("A", "d20 10")
    assert not table.holds("A", "dazed")
    luck.save_boons = -2
    table.give("A", "dazed")
    table.end("A", "d20 10 d6 1")

    assert table.holds("A", "dazed")


@rule("icon/attack.next-ability-modifiers", "icon/attack.components")
@pytest.mark.parametrize(("on", "hp"), [("ability", 19), ("attack", 23)])
def test_the_next_ability_is_modified_in_its_effect_too(on: str, hp: int) -> None:
    """A boost makes the effect's light damage heavy: d6 4 and 5 for d6 4."""
    change = {"op": "modify-next", "who": "user", "on": on, "mods": [{"mod": "boost", "n": 1}]}
    ready = made(id="ready", cost=0, effect=[change])
    push = made(target={"who": "foe", "range": 1}, effect=[{"op": "damage", "level": "light"}])
    table = Table("A b", A=sheet(abilities=[ready, push]), b=sheet(pc=False))
    table.act("A", "ready")

    table.act("A", "deed b", dice="d6 4 5" if on == "ability" else "d6 5")

    assert table["b"].hp == hp


@rule("icon/attack.cover-halves")
@pytest.mark.parametrize(("mode", "hp"), [("melee", 20), ("ranged", 24)])
def test_cover_that_is_held_covers_from_ranged_attacks_alone(mode: str, hp: int) -> None:
    """Heavy damage 8: 4 of a ranged attack, all of a blow."""
    own = made(
        attack={"mode": mode, "range": 4},
        tags=["attack", mode],
        hit=[{"op": "damage", "level": "heavy"}],
    )
    table = Table("A . b" if mode == "ranged" else "A b", A=sheet(abilities=[own]), b=foe())
    table.give("b", "cover")

    table.act("A", "deed b", dice="d20 15 d6 4 4")

    assert table["b"].hp == hp


@rule("icon/attack.cover-halves", "icon/terrain.fall")
def test_cover_that_is_held_is_none_from_a_fall() -> None:
    table = Table("A . b", A=sheet(), b=foe())
    table.give("b", "cover")

    table.hurt("b", 3)

    assert table["b"].hp == 25


@rule("icon/interrupt.timing", "icon/attack.components")
def test_a_target_that_leaves_before_the_roll_does_not_take_the_effect_along() -> None:
    """The target teleports out of reach: no roll, but the user's own effect line happens."""
    away = made(
        id="away",
        cost=0,
        tags=["interrupt"],
        interrupt={"uses": 1, "trigger": "self-targeted"},
        effect=[{"op": "move", "who": "user", "kind": "teleport", "spaces": 3}],
    )
    own = made(
        attack={"mode": "melee", "range": 1},
        tags=["attack", "melee"],
        hit=[{"op": "damage", "level": "heavy"}],
        effect=[{"op": "vigor", "who": "user", "n": 1}],
    )
    table = Table("A b . . .", A=sheet(abilities=[own]), b=foe(away))

    table.act("A", "deed b", "b away", "space 4,0")

    assert (table["b"].hp, table["A"].vigor) == (28, 7)
