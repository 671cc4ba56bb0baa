"""The odds of attacks equal an independent enumeration, as fractions."""

from __future__ import annotations

from fractions import Fraction

import icepool
import pytest

from affray import odds
from affray.core.choice import PASS, Absent
from affray.core.window import CODES
from affray.rulesets.sovereign import actions
from affray.rulesets.sovereign.attack.declared import Attack
from affray.rulesets.sovereign.attack.rolled import AttackDie
from affray.rulesets.sovereign.choice import acting
from affray.rulesets.sovereign.reaction import windows
from affray.rulesets.sovereign.ruleset import Sovereign
from affray.rulesets.sovereign.terms import ACT_PHASE, ANY_AC, HARM, ORDINARY
from tests.rules import rule
from tests.sovereign.table import Table, body, library, strike

Chances = dict[int, Fraction]
HP = 20


def pool(text: str) -> icepool.Die[int]:
    """Return the sum of dice written as ``2d6 1d4``."""
    total: icepool.Die[int] = icepool.Die([0])
    for word in text.split():
        count, _, sides = word.partition("d")
        total = total + int(count) @ icepool.d(int(sides))
    return total


def left(
    need: int, dice: str, plus: int, shock: int = 0, floor: int = 0, hp: int = HP, most: int = 99
) -> Chances:
    """Hit points left: a d20 of ``need`` hits for dice + plus, at least the floor; else Shock."""
    hit = Fraction(min(20, max(0, 21 - need)), 20)
    found: Chances = {}
    if hit < 1:
        after = max(0, hp - shock)
        found[after] = 1 - hit
    rolled = pool(dice)
    for total, weight in rolled.items():
        lost = max(1, floor, min(most, total + plus))
        after = max(0, hp - lost)
        share = hit * Fraction(weight, rolled.denominator())
        found[after] = found.get(after, Fraction(0)) + share
    return {value: chance for value, chance in found.items() if chance}


def engine(table: Table, key: str, *more: int, who: str = "b") -> Chances:
    """What the engine says of hit points after A's action; others keep to their defaults."""
    combat = table.combat
    table.turn_of("A")
    combat.phase = ACT_PHASE
    combat.agents = [Absent()] * (combat.gm + 1)
    asked = acting.Act(combat, table["A"], held=False)
    first = [asked.read(key), *more]
    found = odds.odds(combat, first, Sovereign(library()), lines=0).base.of(who, "hp")
    return {value: chance for value, chance in found.items() if chance}


HIT = "attack b with sword"


@rule("sovereign/attack.meet-or-beat", "sovereign/shock.on-miss", "sovereign/damage.shock-floor")
@pytest.mark.parametrize(
    ("ac", "bonus", "shock", "shock_ac"),
    [
        (13, 3, 2, 15),
        (16, 3, 2, 15),
        (12, 0, 4, 13),
        (18, 5, 3, ANY_AC),
        (2, 5, 1, 15),
        (30, 1, 2, 30),
    ],
)
@pytest.mark.parametrize("snaps", [False, True])
def test_an_ordinary_attack(ac: int, bonus: int, shock: int, shock_ac: int, snaps: bool) -> None:
    sword = strike(bonus=bonus, damage="1d8+1", shock=shock, shock_ac=shock_ac)
    table = Table("A b", A=body(sword), b=body(ac=ac, hp=HP, npc=not snaps))

    dealt = shock if ac <= shock_ac else 0
    assert engine(table, HIT) == left(ac - bonus, "1d8", 1, dealt, dealt)


@rule("sovereign/total.after-roll", "sovereign/total.ac")
def test_an_attack_that_total_defense_answers_after_the_roll() -> None:
    """A 10 and an 11 are hits until then; all other faces stay what they were."""
    sword = strike(bonus=3, damage="1d8+1")
    table = Table("A b", A=body(sword), b=body(ac=13, hp=HP, npc=True))
    guarded = table["b"].index * CODES + windows.TOTAL

    assert engine(table, HIT, PASS, guarded) == left(13 + 2 - 3, "1d8", 1)


@rule("sovereign/attack.meet-or-beat", "sovereign/attack.no-naturals")
@pytest.mark.parametrize(
    ("need", "kinds"),
    [
        (10, [(1, 9), (10, 2), (12, 9)]),
        (1, [(1, 2), (3, 18)]),
        (0, [(1, 1), (2, 19)]),
        (-1, [(1, 20)]),
        (-7, [(1, 20)]),
        (19, [(1, 18), (19, 2)]),
        (20, [(1, 19), (20, 1)]),
        (21, [(1, 20)]),
        (40, [(1, 20)]),
    ],
)
def test_the_die_of_an_attack_tells_misses_from_hits_and_from_hits_on_the_guarded(
    need: int, kinds: list[tuple[int, int]]
) -> None:
    assert AttackDie(need).table({}) == kinds


@rule("sovereign/snap.before-damage")
def test_every_face_counts_while_somebody_may_still_meddle_with_an_attack() -> None:
    sword = strike(bonus=3, damage="1d8+1")
    table = Table("A b", A=body(sword), b=body(ac=13, hp=HP, npc=True))
    attack = Attack(table["A"].index, table["b"].index, table["A"].sheet.strikes[0], HARM, ORDINARY)
    assert not windows.meddled(table.combat, attack)

    table["b"].holding = True

    assert windows.meddled(table.combat, attack)


@rule("sovereign/shock.shield", "sovereign/shock.shield-what-counts")
def test_an_attack_on_a_shield_that_stops_the_first_shock() -> None:
    sword = strike(bonus=2, damage="1d6+0", shock=3, shock_ac=15)
    table = Table("A b", A=body(sword), b=body(ac=14, shield=True, hp=HP))

    assert engine(table, HIT) == left(12, "1d6", 0)


@rule("sovereign/attack.mod.prone-near", "sovereign/attack.mod.self-prone")
def test_an_attack_from_the_ground_on_the_fallen() -> None:
    """-4 +2 = -2."""
    table = Table("A b", A=body(strike(bonus=4, damage="2d4+1")), b=body(ac=13, hp=HP))
    table["A"].prone = table["b"].prone = True

    assert engine(table, HIT) == left(13 - 2, "2d4", 1)


@rule("sovereign/ranged.long-range", "sovereign/attack.mod.half-cover")
def test_a_long_shot_at_somebody_round_a_corner() -> None:
    bow = strike(bonus=3, damage="1d6+2", far=(2, 9))
    table = Table("A # . .\n. . . b", A=body(bow), b=body(ac=12, hp=HP))

    assert engine(table, HIT) == left(12 - 3 + 2 + 2, "1d6", 2)


@rule("sovereign/dual.damage", "sovereign/dual.penalty", "sovereign/dual.not-shock")
def test_an_attack_with_two_weapons() -> None:
    axe = strike("axe", bonus=4, damage="1d6+1")
    axe.weapon = 1
    sword = strike(bonus=4, damage="1d6+1", shock=2, shock_ac=15)
    own = body(sword, axe, weapons=["hand-axe"])
    for one in own.strikes:
        one.level = 1
    table = Table("A b", A=own, b=body(ac=14, hp=HP))
    table["A"].off = 1

    assert engine(table, HIT) == left(14 - 4 + 1, "1d6", 1 + 2, 2, 2)


@rule("sovereign/charge.attack", "sovereign/shock.snap-and-aoo")
def test_a_charge() -> None:
    sword = strike(bonus=1, damage="1d8+0", shock=2, shock_ac=13)
    table = Table("A . . b", A=body(sword), b=body(ac=13, hp=HP))

    found = engine(table, "charge", 1 + 2, actions.coded(actions.ATTACK, 0, table["b"].index))

    assert found == left(13 - 1 - 2, "1d8", 0, 2, 2)


@rule("sovereign/swarm.bonus", "sovereign/swarm.damage-cap", "sovereign/swarm.shock-always")
def test_a_swarm_of_three() -> None:
    """+4 to hit, +2 damage up to the weapon's most; Shock whatever the AC."""
    sword = strike(bonus=0, damage="1d6+1", shock=2, shock_ac=13)
    table = Table("A b B\n. C .", A=body(sword), B=body(sword), C=body(sword), b=body(ac=18, hp=HP))
    for name in "BC":
        table[name].swarm = table["b"].index
        table.combat.joined.append(table["b"].index)

    code = 1 + table["A"].index
    found = engine(table, "swarm b with sword", code)

    hit = Fraction(21 - 14, 20)
    expected: Chances = {HP - 2: 1 - hit}
    for face in range(1, 7):
        lost = max(2, min(face + 1 + 2, 7))
        expected[HP - lost] = expected.get(HP - lost, Fraction(0)) + hit * Fraction(1, 6)
    assert found == expected


@rule("sovereign/save.roll", "sovereign/save.naturals", "sovereign/spell.action")
def test_a_spell_that_a_save_halves() -> None:
    own = body(spells=["grave-chill"], level=2)
    table = Table("A . b", A=own, b=body(hp=HP))
    table["b"].sheet.saves = [13, 13, 13]

    saved = Fraction(8, 20)
    expected: Chances = {}
    rolled = pool("2d4")
    for total, weight in rolled.items():
        for lost, share in ((total // 2, saved), (total, 1 - saved)):
            chance = share * Fraction(weight, rolled.denominator())
            expected[HP - lost] = expected.get(HP - lost, Fraction(0)) + chance
    assert engine(table, "cast grave-chill at b") == expected


def test_a_value_that_has_words_is_told_in_words() -> None:
    table = Table("A b", A=body(strike()), b=body())
    table.turn_of("A")
    table.combat.phase = ACT_PHASE
    table.combat.agents = [Absent()] * (table.combat.gm + 1)
    first = acting.Act(table.combat, table["A"], held=False).read("surrender")

    told = odds.odds(table.combat, [first], Sovereign(library()), lines=0).table()

    assert "fate active -> captured" in told
    assert "(exact, 1 run)" in told


@rule("sovereign/spell.creatures")
def test_who_falls_asleep_is_among_the_chances() -> None:
    table = Table("A . . . b c", A=body(spells=("sleep",)), b=body(level=4), c=body(level=9))
    combat = table.combat
    table.turn_of("A")
    combat.phase = ACT_PHASE
    combat.agents = [Absent()] * (combat.gm + 1)
    cast = acting.Act(combat, table["A"], held=False).read("cast sleep")
    at = 1 + table["c"].cell  # the middle of the area
    found = odds.odds(combat, [cast, at], Sovereign(library()), lines=0).base

    words = Sovereign(library()).value_words(combat, -1, "prone")
    assert [words[one] for one in found.of("b", "prone")] == ["asleep"]
    assert [words[one] for one in found.of("c", "prone")] == ["on its feet"]


@rule("sovereign/grapple.check")
def test_who_is_seized_is_held_among_the_chances() -> None:
    table = Table("A b", A=body(skills={"brawl": 4}, mods=(2, 0, 0, 0, 0)), b=body(ac=1))
    table["b"].main = False
    combat = table.combat
    table.turn_of("A")
    combat.phase = ACT_PHASE
    combat.agents = [Absent()] * (combat.gm + 1)
    seize = acting.Act(combat, table["A"], held=False).read("grapple b with unarmed")
    found = odds.odds(combat, [seize], Sovereign(library()), lines=0).base

    words = Sovereign(library()).value_words(combat, -1, "prone")
    assert [words[one] for one in found.of("b", "prone")] == ["held"]
