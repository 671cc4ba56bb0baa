"""Spells, arts and feats held to every word of their text. The id in brackets says which."""

from __future__ import annotations

import pytest

from affray.core.choice import Absent
from affray.rulesets.sovereign import turn
from affray.rulesets.sovereign.condition import (
    AFRAID,
    BLADED,
    BLUNTED,
    BOILS,
    SPEEDED,
    WARDED,
    give,
)
from affray.rulesets.sovereign.damage import dealing
from affray.rulesets.sovereign.sheet.sheet import Sheet
from affray.rulesets.sovereign.terms import CAPTURED, FIRE, NATURAL, ONCE
from tests.rules import rule
from tests.sovereign.table import Table, body, strike

HIT = "attack b with sword"


def mage(*spells: str, level: int = 1, castings: int = 3, **more: object) -> Sheet:
    return body(spells=spells, level=level, castings=castings, **more)  # type: ignore[arg-type]


def offered(table: Table, word: str) -> list[str]:
    return next(keys for _, one, keys in table.asked if one == word)


# ---- blunt-contact


@rule("sovereign/spell.creatures", "sovereign/turn.fight-is-a-turn")
def test_contact_is_blunted_for_a_friend_once_in_a_fight_but_never_for_the_caster() -> None:
    """[blunt-contact]: a weapon hit counts only if its attacker saves."""
    table = Table("A C b", A=mage("blunt-contact"), C=body(), b=body(strike(bonus=9)))
    table["b"].main = False
    assert table.refused("A", "cast blunt-contact") == "spell.creatures"

    table.act("A", "cast blunt-contact at C")
    assert table["C"].has(BLUNTED)
    table["C"].main = False
    table["b"].main = True
    table.act("b", "attack C with sword", dice="d20 10 14")
    assert table["C"].hp == 20

    table["A"].main = True
    assert table.refused("A", "cast blunt-contact at C") == "turn.fight-is-a-turn"


@rule("sovereign/spell.creatures")
@pytest.mark.parametrize("far", [(0, 0), (4, 8)])
def test_a_blunted_weapon_strikes_and_shoves_but_does_no_harm(far: tuple[int, int]) -> None:
    """[blunt-contact]: neither damage nor Shock, in the hand or thrown."""
    axe = strike(bonus=0, shock=3, shock_ac=20, far=far, thrown=far[1] > 0)
    table = Table("A b .\n. . .", A=mage("blunt-contact"), b=body(axe))
    table["b"].main = False
    table.act("A", "cast blunt-contact at b", "blunt sword of b")
    table["A"].main = False

    for face in (1, 19):
        table["b"].main, table["b"].hand, table["b"].stock = True, 0, (1,)
        table.act("b", "attack A with sword", dice=f"d20 {face}")
        assert table["A"].hp == 20

    if not far[1]:
        table["b"].main = True
        table.act("b", "shove A with sword", "A prone", dice="d20 19 d6 6 6")
        assert table["A"].prone


@rule("sovereign/spell.creatures")
def test_the_weapon_in_the_other_hand_may_be_blunted_and_natural_ones_are_not() -> None:
    """[blunt-contact]."""
    table = Table("A b", A=mage("blunt-contact"), b=body(strike(), weapons=["hand-axe"]))
    table["b"].main = False
    table["b"].off = 1
    table.act("A", "cast blunt-contact at b", "blunt hand-axe of b")
    assert table["b"].harmless == 2
    table["A"].main = True
    table["b"].hand = table["b"].off = NATURAL

    table.act("A", "cast blunt-contact at b")

    assert table["b"].has(BLUNTED)


@rule("sovereign/save.roll")
@pytest.mark.parametrize(("face", "hp"), [(13, 15), (12, 20)])
def test_a_nullifier_helps_the_attacker_of_one_whose_contact_is_blunted(face: int, hp: int) -> None:
    """[blunt-contact] [nullifier]: it is a save against magic."""
    table = Table("A b C", A=body(strike(bonus=9)), b=body(), C=body(feats={"nullifier": 1}))
    table["b"].main = False
    give(table.combat, table["b"], BLUNTED, 1, 1)

    table.act("A", HIT, dice=f"d20 10 {face}" + (" d8 5" if hp < 20 else ""))

    assert table["b"].hp == hp


# ---- shield-of-daggers


@rule("sovereign/save.roll")
@pytest.mark.parametrize(("face", "hp"), [(13, 20), (12, 15)])
def test_a_nullifier_helps_against_daggers(face: int, hp: int) -> None:
    """[shield-of-daggers] [nullifier]."""
    table = Table("A b C", A=body(strike()), b=body(), C=body(feats={"nullifier": 1}))
    table["b"].main = False
    give(table.combat, table["b"], BLADED, 2, 1)

    table.act("A", HIT, dice=f"d20 {face}" + (" d6 3" if hp < 20 else "") + " d20 1")

    assert table["A"].hp == hp


@rule("sovereign/aoo.casting-safe")
@pytest.mark.parametrize("key", ["give potion to C", "aid C", "heal C"])
def test_daggers_strike_at_friends_who_touch(key: str) -> None:
    """[shield-of-daggers]: whoever touches it."""
    own = body(potions=1, kit=True, skills={"heal": 0})
    own.arts, own.effort = ["healing-touch"], 1
    table = Table("A C b", A=own, C=body(), b=body())
    table.act("A", "commit healing-touch")
    give(table.combat, table["C"], BLADED, 2, 1)
    table["C"].hp = 5
    if key == "aid C":
        table["C"].hp, table["C"].fate, table["C"].fell = 0, 1, 1

    rest = {"give potion to C": "d6 1", "aid C": "d6 6 6", "heal C": "d6 1 1"}[key]
    table.act("A", key, dice=f"d20 2 d6 3 {rest}")

    assert table["A"].hp == 15


@rule("sovereign/aoo.casting-safe")
def test_a_far_healer_touches_nobody() -> None:
    """[shield-of-daggers] [far-healer]."""
    own = body(skills={"heal": 0})
    own.arts, own.effort = ["healing-touch", "far-healer"], 1
    table = Table("A C b", A=own, C=body(), b=body())
    table.act("A", "commit healing-touch")
    give(table.combat, table["C"], BLADED, 2, 1)
    table["C"].hp = 5

    table.act("A", "heal C", dice="d6 1 1")

    assert (table["A"].hp, table["C"].hp) == (20, 7)


@rule("sovereign/turn.start-of-next-turn")
def test_daggers_fall_about_one_who_cannot_give_up_a_move() -> None:
    """[shield-of-daggers]: whoever does not act gives up nothing."""
    table = Table("A C b", A=body(), C=body(), b=body())
    give(table.combat, table["C"], BLADED, 2, 0)
    table["C"].asleep = True
    table["A"].acted = True
    table.script([], "")

    turn.end_side(table.combat, 0)

    assert not table["C"].has(BLADED)


# ---- curse-of-boils


@rule("sovereign/save.roll")
def test_shaking_off_boils_does_not_hurt_and_is_no_use_when_they_last() -> None:
    """[curse-of-boils]: a failed save makes them last the fight."""
    table = Table("A b", A=mage(), b=body(strike()))
    give(table.combat, table["b"], BOILS, 2, 0)

    table.act("b", "shake off boils", dice="d20 2")

    assert (table["b"].hp, table["b"].has(BOILS)) == (20, True)
    table["b"].main = True
    assert table.refused("b", "shake off boils") == "save.roll"
    table.act("b", "attack A with sword", dice="d20 1")
    assert table["b"].hp == 16


# ---- wall-of-thorns


def hedged(own: Sheet) -> Table:
    table = Table("A . b\n. . .", A=own, b=body())
    table.combat.thorns = [(0 * 2) * 100 + 10]  # east of 0,0
    return table


@rule("sovereign/ranged.thrown-lands")
def test_an_axe_thrown_at_thorns_lies_there() -> None:
    """[wall-of-thorns]."""
    table = hedged(body(strike(far=(2, 6), thrown=True)))

    table.act("A", "hew thorns east of 0,0 with sword", dice="d8 3")

    assert (table["A"].stock, len(table.combat.litter)) == ((0,), 1)


@rule("sovereign/effort.pool")
def test_an_elemental_blast_is_fire_to_thorns() -> None:
    """[wall-of-thorns] [elemental-blast]."""
    from tests.sovereign.table import library

    own = library().sheets["sefa-morrant"]
    table = hedged(own)

    table.act("A", "hew thorns east of 0,0 with elemental-blast", dice="d6 6")

    assert (table.combat.thorns, table["A"].effort) == ([], own.effort - 1)


# ---- fear


@rule("sovereign/damage.hp", "sovereign/spell.disrupted-round", "sovereign/morale.individual")
def test_fear_hurts_like_any_harm() -> None:
    """[fear]: those who pass suffer the caster level; it disrupts, and breaks the nearly dead."""
    foe = mage("grave-chill", npc=True, level=30)
    table = Table("A . b c", A=mage("fear", level=3), b=foe, c=body(level=30))
    table["b"].hp = 12

    table.act("A", "cast fear", dice="d20 20 20")

    assert (table["b"].hp, table["b"].hurt, table["b"].broken) == (9, True, False)
    small = Table("A . b", A=mage("fear", level=9), b=mage(npc=True, hp=18))
    small.act("A", "cast fear", dice="d20 20")
    assert (small["b"].hp, small["b"].broken) == (9, True)


@rule("sovereign/damage.hp")
@pytest.mark.parametrize(("hp", "left"), [(3, 1), (1, 1)])
def test_fear_leaves_one_hit_point_to_those_it_would_fell(hp: int, left: int) -> None:
    """[fear]."""
    table = Table("A . b", A=mage("fear", level=3), b=body())
    table["b"].hp = hp

    table.act("A", "cast fear", dice="d20 20")

    assert (table["b"].hp, table["b"].has(AFRAID)) == (left, True)


@rule("sovereign/morale.group")
def test_those_whom_fear_drives_off_are_lost_to_their_group() -> None:
    """[fear]: retreating members count as lost."""
    foes = {name: body(npc=True) for name in "bcd"}
    foes["d"].saves = [1, 1, 1]
    table = Table("A . b . . . . . . . . c d", A=mage("fear", level=2), **foes)  # type: ignore[arg-type]
    table["d"].hp = 20

    table.act("A", "cast fear", dice="d20 1")

    assert table["b"].has(AFRAID)
    assert table["c"].broken


@rule("sovereign/morale.cornered")
@pytest.mark.parametrize("npc", [True, False])
def test_the_afraid_with_no_way_out_surrender_or_fight_on(npc: bool) -> None:
    """[fear]: as if broken; a player's character is not made to surrender."""
    table = Table("A . b c", A=body(), b=body(strike(), npc=npc), c=body())
    table["b"].sheet.tags = ["humanoid"]
    give(table.combat, table["b"], AFRAID, 1, 0)
    table.script(["surrenders"] if npc else [], "")

    turn.begin_turn(table.combat, table["b"])

    if npc:
        assert table["b"].fate == CAPTURED
    else:
        assert table.refused("b", "attack A with sword") == "melee.range"


# ---- whirlwinds


@rule("sovereign/attack.sequence", "sovereign/ready.sheathing-free")
def test_the_second_attack_may_be_made_with_another_readied_weapon() -> None:
    """[whirlwind-assault]: with a Readied weapon, on any target in range."""
    axe = strike("hand-axe", bonus=9, far=(2, 6), thrown=True)
    axe.weapon = 1
    own = body(strike(bonus=9, hands=2), axe, feats={"whirlwind-assault": 2}, weapons=["hand-axe"])
    weak = body(npc=True, named=False, hp=1)
    table = Table("A b . . c", A=own, b=weak, c=weak)
    table["b"].main = table["c"].main = False

    table.act("A", HIT, "c with hand-axe", dice="d20 9 d8 5 d20 9 d8 5")

    assert not table["c"].present
    assert table["A"].stock == (1, 0)


@rule("sovereign/attack.sequence", "sovereign/shock.on-miss")
def test_shock_that_kills_brings_the_second_attack_too() -> None:
    """[whirlwind-assault]."""
    own = body(strike(shock=3, shock_ac=20), feats={"whirlwind-assault": 2})
    weak = body(npc=True, named=False, hp=1)
    table = Table("b A c", A=own, b=weak, c=weak)
    table["b"].main = table["c"].main = False

    table.act("A", HIT, "c with sword", dice="d20 1 1")

    assert not table["c"].present


@rule("sovereign/shock.on-miss", "sovereign/attack.mod.unseen-known")
def test_a_whirl_shows_the_unseen_and_spares_those_who_gave_up() -> None:
    """[whirlwind-assault] [vanish-in-shadow]."""
    own = body(strike(shock=2, shock_ac=15), feats={"whirlwind-assault": 1})
    table = Table("b A c", A=own, b=body(), c=body())
    table["A"].unseen = True
    table["b"].fate = CAPTURED

    table.act("A", "whirl")

    assert (table["A"].unseen, table["b"].hp, table["c"].hp) == (False, 20, 18)


@rule("sovereign/dual.choice", "sovereign/shock.on-miss")
def test_a_whirl_is_made_with_the_weapon_that_one_chooses() -> None:
    """[whirlwind-assault]."""
    mace = strike("mace", shock=1, shock_ac=18)
    mace.weapon = 1
    own = body(strike(shock=2, shock_ac=13), mace, feats={"whirlwind-assault": 1}, weapons=["mace"])
    table = Table("b A c", A=own, b=body(ac=13), c=body(ac=18))
    table["A"].off = 1

    table.act("A", "whirl", "whirl with mace")

    assert [table[name].hp for name in "bc"] == [19, 19]


# ---- screens


@rule("sovereign/screen.limit", "sovereign/screen.several")
def test_a_screener_who_is_passed_by_has_not_screened() -> None:
    """[forced-engagement]: and the others keep their own numbers."""
    sword = strike(bonus=9)
    sword.favoured = True
    own = body(sword)
    own.arts, own.effort = ["forced-engagement"], 1
    table = Table(
        "A b .\n. c d",
        A=own,
        b=body(),
        c=body(screens=1, skills={"stab": 3}),
        d=body(screens=1, skills={"stab": 1}),
    )
    for name in "cd":
        table.guard(name, "b")
    for name in "bcd":
        table[name].main = False

    table.act("A", HIT, "screen", "screen", "ignore c", dice="d6 4 5 d20 10 d8 5")

    assert [table[name].hp for name in "bcd"] == [15, 20, 20]
    assert (table["c"].used[0], table["d"].used[0]) == (0, 1)


@rule("sovereign/screen.opposed-check", "sovereign/screen.feasible")
def test_the_first_screening_of_a_great_defender_may_be_against_a_spell() -> None:
    """[valiant-defender]: it succeeds by itself, and then no more does."""
    own = body(feats={"valiant-defender": 2}, screens=3, skills={"stab": 1})
    table = Table("A . b\n. . c", A=mage("arcane-spark", skills={"magic": 2}), b=body(), c=own)
    table.guard("c", "b")
    table["b"].main = table["c"].main = False

    answer = "screen against the spell"
    table.act("A", "cast arcane-spark at b", answer, dice="d8 8 d20 1")
    assert table["c"].hp == 12
    table.combat.move(table["A"], 1)
    table["A"].main = True
    table.act("A", "attack b with unarmed", "screen", dice="d6 6 6 d20 1")

    assert (table["b"].hp, table["c"].hp) == (20, 12)


# ---- against magic, against Shock


@rule("sovereign/economy.instant-after-dice")
def test_a_blast_is_magic_to_a_great_nullifier() -> None:
    """[elemental-blast] [nullifier]."""
    from tests.sovereign.table import library

    own = library().sheets["sefa-morrant"]
    table = Table("A . b", A=own, b=body(feats={"nullifier": 2}))
    table["b"].main = False

    table.act("A", "attack b with elemental-blast", "shrug the magic off", dice="d20 19")

    assert table["b"].hp == 20


@rule("sovereign/attack.mod.unseen-known")
def test_a_blast_needs_a_visible_target() -> None:
    """[elemental-blast]."""
    from tests.sovereign.table import library

    table = Table("A . b", A=library().sheets["sefa-morrant"], b=body())
    table["b"].unseen, table["b"].located = True, 1

    assert table.refused("A", "attack b with elemental-blast") == "attack.mod.unseen-known"


@rule("sovereign/damage.shock-floor", "sovereign/shock.immunity")
@pytest.mark.parametrize(("answer", "hp"), [
    ("ignore it and cast no more", 19), ("suffer the Shock", 17),
])  # fmt: skip
def test_a_close_combatant_that_casts_may_ignore_shock_as_a_floor(answer: str, hp: int) -> None:
    """[close-combatant]: asked only where it matters."""
    own = mage("grave-chill", feats={"close-combatant": 1})
    sword = strike(bonus=9, damage="1d4+0", shock=3, shock_ac=15)
    table = Table("A b", A=body(sword), b=own)
    table["b"].main = False

    table.act("A", HIT, answer, dice="d20 10 d4 1")
    assert table["b"].hp == hp
    table["A"].main = True
    table.act("A", HIT, dice="d20 10 d4 3")

    assert table["b"].hp == hp - 3


@rule("sovereign/save.roll", "sovereign/turn.fight-is-a-turn")
def test_a_nullifier_s_first_failure_may_be_of_a_save_made_again() -> None:
    """[inexorable-effect] [nullifier]."""
    own = mage("grave-chill")
    own.arts, own.effort = ["inexorable-effect"], 1
    table = Table("A . b", A=own, b=body(feats={"nullifier": 1}))
    table["b"].main = False

    table.act("A", "cast grave-chill at b", "make it save again", dice="d4 4 d20 20 1")

    assert table["b"].hp == 18
    assert table["b"].used[ONCE]


# ---- against whom


@rule("sovereign/morale.surrender")
def test_a_spell_aimed_at_one_who_gave_up_is_an_attack() -> None:
    """[arcane-spark] [stunning-shock]."""
    table = Table("A . b c", A=mage("arcane-spark"), b=body(level=3), c=body())
    table["b"].fate = CAPTURED
    table["b"].main = table["c"].main = False

    table.act("A", "cast arcane-spark at b", dice="d8 2 d20 20")

    assert (table["b"].fate, table["b"].hp) == (0, 19)


@rule("sovereign/economy.instant-after-dice", "sovereign/spell.creatures")
def test_a_great_nullifier_shrugs_off_a_friend_s_bomb_too() -> None:
    """[nullifier] [magic-bomb]: an area spares nobody, and no magic touches it."""
    row = "A . . . . . . . . C b"
    table = Table(row, A=mage("magic-bomb"), C=body(feats={"nullifier": 2}), b=body())
    table["C"].main = table["b"].main = False

    table.act("A", "cast magic-bomb", "centre 10,0", "shrug the magic off", dice="d8 6 d20 1")

    assert (table["C"].hp, table["b"].hp) == (20, 14)


@rule("sovereign/aoo.charge-start")
def test_the_speeded_provoke_nothing_by_a_charge() -> None:
    """[speed]."""
    table = Table("b A . . c", A=body(strike()), b=body(strike()), c=body(ac=30))
    give(table.combat, table["A"], SPEEDED, 1, 1)
    table["b"].main = table["c"].main = False

    table.act("A", "charge", "move 3,0", "c with sword", dice="d20 1")

    assert "aoo.who" not in [word for _, word, _ in table.asked]


@rule("sovereign/spell.creatures")
def test_sleep_asks_nobody_whom_it_could_not_touch() -> None:
    """[sleep] [nullifier]."""
    row = "A . . . . . . . . b c"
    strong = body(level=5, feats={"nullifier": 2})
    bones = body(npc=True, abilities=["brittle-bones"], feats={"nullifier": 2})
    table = Table(row, A=mage("sleep"), b=strong, c=bones)

    table.act("A", "cast sleep", "centre 9,0")

    assert not table["b"].asleep
    assert "save.roll" not in [word for _, word, _ in table.asked]


# ---- how many, how far, how long


@rule("sovereign/spell.creatures")
@pytest.mark.parametrize(("column", "afraid"), [(8, True), (9, False)])
def test_fear_goes_forty_feet(column: int, afraid: bool) -> None:
    """[fear]."""
    row = " ".join(["A", *["."] * (column - 1), "b"])
    table = Table(row, A=mage("fear"), b=body())

    table.act("A", "cast fear", dice="d20 1" if afraid else "")

    assert table["b"].has(AFRAID) is afraid


@rule("sovereign/turn.end-of-round-order")
@pytest.mark.parametrize(("level", "rounds"), [(1, 1), (2, 1), (3, 2), (4, 2)])
def test_contact_is_blunted_for_half_the_level_in_rounds(level: int, rounds: int) -> None:
    """[blunt-contact]: rounded up."""
    table = Table("A C b", A=mage("blunt-contact", level=level), C=body(), b=body())
    table["b"].main = False
    table.act("A", "cast blunt-contact at C")
    table.script([], "")
    lasted = 0
    while table["C"].has(BLUNTED):
        turn.end_round(table.combat)
        lasted += 1

    assert lasted == rounds


@rule("sovereign/spell.creatures")
def test_an_elemental_shield_covers_its_caster_and_three_allies_a_level() -> None:
    """[elemental-shield]."""
    friends = {name: body() for name in "CDEF"}
    table = Table("A C D E F b", A=mage("elemental-shield"), b=body(), **friends)  # type: ignore[arg-type]
    table["b"].main = False
    words = [f"elemental-shield on {name}" for name in "CDE"]

    table.act("A", "cast elemental-shield", *words)

    assert [table[name].has(WARDED) for name in "ACDEFb"] == [True] * 4 + [False] * 2


@rule("sovereign/effort.pool", "sovereign/spell.creatures")
def test_six_allies_are_left_out_and_the_seventh_is_not() -> None:
    """[ward-allies]."""
    friends = {name: body() for name in "CDEFGHI"}
    own = mage("magic-bomb")
    own.arts, own.effort = ["ward-allies"], 1
    row = "A . . . . . . . . . . C D E F G H I b"
    table = Table(row, A=own, b=body(), **friends)  # type: ignore[arg-type]
    table["b"].main = False
    table["A"].sheet.caster = 2

    table.act("A", "cast magic-bomb", "centre 15,0", "leave allies out", dice="d8 2 2 d20 1 1")

    assert [table[name].hp for name in "CDEFGHI"] == [20] * 6 + [16]


@rule("sovereign/los.solids")
@pytest.mark.parametrize(("face", "left"), [(7, 1), (8, 0)])
def test_ten_damage_clears_a_square_of_thorns_and_nine_does_not(face: int, left: int) -> None:
    """[wall-of-thorns]: freshly grown."""
    axe = strike(damage="1d8+2")
    table = Table("A . .\nC . b", A=mage("wall-of-thorns"), C=body(axe), b=body())
    table["b"].main = False
    table.act("A", "cast wall-of-thorns", "thorns east of 0,1")

    table.act("C", "hew thorns east of 0,1 with sword", dice=f"d8 {face}")

    assert len(table.combat.thorns) == left


@rule("sovereign/los.solids")
def test_thorns_are_twenty_feet_long_at_most() -> None:
    """[wall-of-thorns]."""
    table = Table("\n".join(["A . b", *[". . ."] * 6]), A=mage("wall-of-thorns"), b=body())
    table["b"].main = False

    table.act("A", "cast wall-of-thorns", "thorns east of 0,1", "20 ft of thorns")

    assert offered(table, "los.solids")[-1].startswith("thorns")
    lengths = [keys for _, word, keys in table.asked if word == "los.solids"][1]
    assert lengths == [f"{5 * n} ft of thorns" for n in range(1, 5)]


@rule("sovereign/grid.area-square", "sovereign/turn.end-of-round-order")
def test_smoke_fills_four_squares_by_four_until_the_end_of_the_next_round_but_one() -> None:
    """A smoke pot: 10 ft radius."""
    own = body()
    own.gear, own.carried = ["smoke-pot"], [1]
    table = Table("\n".join(["A . . . . . . . . b"] + [" ".join(["."] * 10)] * 9), A=own, b=body())
    table["b"].main = False
    table.act("A", "throw smoke-pot", "smoke 5,5")
    cells = sorted([one // 1000 for one in table.combat.smoke])
    assert cells == [column + 10 * row for row in range(3, 7) for column in range(3, 7)]

    for number, still in ((1, True), (2, True), (3, False)):
        table.combat.round = number
        table.combat.stir = True
        table.script([], "")
        turn.end_round(table.combat)
        assert bool(table.combat.smoke) is still


@rule("sovereign/ranged.max-range")
@pytest.mark.parametrize(("level", "column", "no"), [
    (1, 10, ""), (1, 11, "ranged.max-range"), (2, 20, ""), (2, 21, "ranged.max-range"),
])  # fmt: skip
def test_a_stunning_shock_reaches_fifty_feet_a_level(level: int, column: int, no: str) -> None:
    """[stunning-shock]."""
    own = body(level=level)
    own.arts, own.effort = ["stunning-shock"], 1
    foe = body()
    foe.metal = True
    table = Table(" ".join(["A", *["."] * (column - 1), "b"]), A=own, b=foe)

    assert table.refused("A", "stun b") == no


@rule("sovereign/ranged.max-range")
def test_a_smoke_pot_flies_thirty_feet() -> None:
    """A smoke pot: thrown 10/30."""
    own = body()
    own.gear, own.carried = ["smoke-pot"], [1]
    table = Table(" ".join(["A", *["."] * 9, "b"]), A=own, b=body())
    table["b"].main = False

    table.act("A", "throw smoke-pot", "smoke 6,0")

    assert offered(table, "grid.area-square")[-1] == "smoke 6,0"


@rule("sovereign/save.roll")
@pytest.mark.parametrize(("face", "hp"), [(13, 20), (12, 15)])
def test_a_nullifier_helps_behind_an_elemental_shield(face: int, hp: int) -> None:
    """[elemental-shield] [nullifier]: against magical fire."""
    table = Table("A b c", A=body(), b=body(), c=body(feats={"nullifier": 1}))
    give(table.combat, table["b"], WARDED, 1, 1)
    agent = table.script([], f"d20 {face}")

    dealing.hurt(
        table.combat, table["b"], 10, 0, "damage.roll", spares=False, harm=FIRE, magic=True
    )
    table.done(agent)

    assert table["b"].hp == hp


@rule("sovereign/economy.instant-after-dice")
def test_nobody_shrugs_off_magic_as_a_blow() -> None:
    """[impervious-defense]: one weapon attack or physical harm."""
    table = Table("A . b", A=mage("arcane-spark"), b=body(level=3, feats={"impervious-defense": 2}))
    table["b"].main = False

    table.act("A", "cast arcane-spark at b", dice="d8 8 d20 1")

    assert table["b"].hp == 12


@rule("sovereign/effort.pool", "sovereign/turn.refresh")
def test_magic_is_countered_once_a_round() -> None:
    """[counter-magic]."""
    own = body(level=3, skills={"magic": 0})
    own.arts, own.effort = ["counter-magic"], 3
    table = Table("A . b", A=mage("arcane-spark", skills={"magic": 4}), b=own)
    table["b"].main = False
    table.act("A", "cast arcane-spark at b", "b counter the magic", dice="d6 1 1 d8 1 d20 1")
    table["A"].main = True

    table.act("A", "cast arcane-spark at b", dice="d8 1 d20 1")

    assert (table["b"].hp, table["b"].effort) == (18, 2)


@rule("sovereign/save.roll")
def test_a_nullifier_that_lies_fallen_helps_nobody() -> None:
    """[nullifier]."""
    table = Table("A . b c", A=mage("grave-chill"), b=body(), c=body(feats={"nullifier": 1}))
    table["b"].main = False
    table["c"].hp, table["c"].fate = 0, 1

    table.act("A", "cast grave-chill at b", dice="d4 4 d20 13")

    assert table["b"].hp == 16


@rule("sovereign/attack.sequence")
def test_a_blow_of_opportunity_that_kills_brings_no_second_attack() -> None:
    """[whirlwind-assault]: with a normal attack."""
    own = body(strike(bonus=9), feats={"whirlwind-assault": 2})
    weak = body(npc=True, named=False, hp=1)
    table = Table("A b .\nc . .", A=own, b=weak, c=weak)
    table["A"].main = False

    table.act("b", "run", "move 2,0", "A strikes with sword", dice="d20 10 d8 5")

    assert not table["b"].present
    assert "no more" not in [key for _, _, keys in table.asked for key in keys]


@rule("sovereign/spell.disrupted-round", "sovereign/effort.pool")
def test_nobody_casts_swiftly_when_hurt_or_after_another_spell() -> None:
    """[swift-casting]: no other spell that round, and not after being hurt, however steeled."""
    own = mage("grave-chill")
    own.arts, own.effort = ["swift-casting"], 2
    table = Table("A . b", A=own, b=body())
    table["b"].main = False
    key = "swiftly cast grave-chill at b"
    table["A"].hurt = table["A"].steeled = True
    assert table.refused("A", key) == "spell.disrupted-round"
    table["A"].hurt = table["A"].steeled = False
    assert table.refused("A", key) == ""

    table.act("A", "cast grave-chill at b", dice="d4 1 d20 20")

    assert table.refused("A", key) == "effort.pool"


@rule("sovereign/end.agreement")
@pytest.mark.parametrize(("broken", "ends"), [("bc", True), ("b", False)])
def test_npcs_make_peace_by_default_when_all_of_them_are_broken(broken: str, ends: bool) -> None:
    table = Table("A . b c", A=body(), b=body(npc=True), c=body(npc=True))
    for name in broken:
        table[name].broken = True
    agent = table.script(["parley"], "")
    table.turn_of("A")
    table.combat.agents = [agent, Absent(), Absent()]

    turn.go_on(table.combat, table["A"])

    assert (table.combat.outcome == "end.agreement") is ends
