"""The odds of attacks equal an independent enumeration, as fractions."""

from __future__ import annotations

from fractions import Fraction

import icepool
import pytest

from affray import odds
from affray.core.choice import Absent
from affray.rulesets.icon.action import legal
from affray.rulesets.icon.definitions import Trait
from affray.rulesets.icon.ruleset import Icon
from affray.rulesets.icon.sheet import Sheet
from tests.icon.table import Table, ability, content_library, sheet
from tests.rules import rule

Chances = dict[int, Fraction]


def result(bonus: int, boons: int, defense: int) -> dict[str, Fraction]:
    """The chances of a miss, a hit and a critical hit, by counting faces."""
    best = icepool.d6.pool(abs(boons)).highest(1).sum() if boons else icepool.Die([0])
    total = icepool.d20 + bonus + (best if boons >= 0 else -best)
    found = {"miss": Fraction(0), "hit": Fraction(0), "critical": Fraction(0)}
    for face, weight in total.items():
        word = "critical" if face >= 20 else "hit" if face >= defense else "miss"
        found[word] += Fraction(weight, total.denominator())
    return found


def dice(sides: int, kept: int, more: int = 0) -> Chances:
    """The chances of the sum of the highest of some dice."""
    sums = icepool.d(sides).pool(kept + more).highest(kept).sum()
    return {n: Fraction(weight, sums.denominator()) for n, weight in sums.items()}


def mixed(parts: list[tuple[Fraction, Chances]]) -> Chances:
    found: Chances = {}
    for share, chances in parts:
        for value, chance in chances.items():
            found[value] = found.get(value, Fraction(0)) + share * chance
    return {value: chance for value, chance in found.items() if chance}


def left(hp: int, chances: Chances, armor: int = 0, *, halved: bool = False) -> Chances:
    """The hit points that are left after damage, armor subtracted, then halved upwards."""
    found: Chances = {}
    for amount, chance in chances.items():
        net = max(0, amount - armor)
        net = -(-net // 2) if halved else net
        after = max(0, hp - net)
        found[after] = found.get(after, Fraction(0)) + chance
    return found


def engine(table: Table, key: str, name: str = "hp", who: str = "b") -> Chances:
    """What the engine says of a number of b after A's action; others keep to defaults."""
    table.combat.active = 0
    table["A"].actions = 2
    table.combat.watched = False
    table.combat.agents = [Absent()] * 3
    first = [legal.Act(table.combat, table["A"]).read(key)]
    found = odds.odds(table.combat, first, Icon(content_library().maker.library), lines=0).base.of(
        who, name
    )
    return {value: chance for value, chance in found.items() if chance}


def one(id: str) -> Sheet:
    return sheet(abilities=[ability(id)], bonus=2)


@rule("icon/attack.critical", "icon/roll.attack-formula", "icon/roll.damage-dice")
@pytest.mark.parametrize("defense", [5, 9, 22])
def test_a_basic_heavy_attack(defense: int) -> None:
    """Hit: 2d6; critical: 3d6; miss: 1d6."""
    table = Table("A b", A=sheet(bonus=2), b=sheet(pc=False, defense=defense))
    chances = result(2, 0, defense)

    expected = mixed(
        [
            (chances["miss"], left(28, dice(6, 1))),
            (chances["hit"], left(28, dice(6, 2))),
            (chances["critical"], left(28, dice(6, 3))),
        ]
    )
    assert engine(table, "basic-melee b") == expected


@rule("icon/roll.boon-highest", "icon/attack.height-boon", "icon/damage.armor")
def test_from_higher_ground_against_armor() -> None:
    table = Table("A2 b", A=sheet(bonus=1), b=sheet(pc=False, armor=2))
    chances = result(1, 1, 9)

    expected = mixed(
        [
            (chances["miss"], left(28, dice(6, 1), 2)),
            (chances["hit"], left(28, dice(6, 2), 2)),
            (chances["critical"], left(28, dice(6, 3), 2)),
        ]
    )
    assert engine(table, "basic-melee b") == expected


@rule("icon/roll.curse-highest", "icon/attack.ranged-next-to-foe", "icon/status.dazed")
def test_two_curses() -> None:
    table = Table("A b", A=sheet(bonus=2), b=sheet(pc=False))
    table.give("A", "dazed")
    chances = result(2, -2, 9)

    expected = mixed(
        [
            (chances["miss"], left(28, dice(6, 1))),
            (chances["hit"], left(28, dice(6, 2))),
            (chances["critical"], left(28, dice(6, 3))),
        ]
    )
    assert engine(table, "basic-ranged b") == expected


@rule("icon/effect.evasion", "icon/damage.bonus", "icon/action.triggers")
def test_evasion_then_a_bonus_die_against_the_bloodied() -> None:
    """A d6 of 4 or more makes it miss; the finishing blow keeps the best 2 of 3."""
    table = Table("A b", A=sheet(bonus=2, gives=["finishing-blow"]), b=sheet(pc=False))
    table.give("b", "evasion")
    table["b"].hp = 13
    chances = result(2, 0, 9)
    half = Fraction(1, 2)

    expected = mixed(
        [
            (half + half * chances["miss"], left(13, dice(6, 1, 1))),
            (half * chances["hit"], left(13, dice(6, 2, 1))),
            (half * chances["critical"], left(13, dice(6, 3, 1))),
        ]
    )
    assert engine(table, "basic-melee b") == expected


@rule("icon/damage.boost-past-critical", "icon/damage.godly")
def test_a_boosted_critical_is_godly() -> None:
    """Stone Cast in round 3: boosted; a critical hit on top: 4 dice, the best 3, past armor."""
    table = Table("A . . b", A=one("stone-cast"), b=sheet(pc=False, armor=3))
    table.combat.round = 3
    chances = result(2, 0, 9)

    expected = mixed(
        [
            (chances["miss"], left(28, {2: Fraction(1)}, 3)),
            (chances["hit"], left(28, dice(6, 3), 3)),
            (chances["critical"], left(28, dice(6, 3, 1))),
        ]
    )
    assert engine(table, "stone-cast b") == expected


@rule("icon/attack.cover-halves", "icon/damage.resistance")
def test_a_shot_at_cover() -> None:
    table = Table("A . .1 b", A=one("coal-spit"), b=sheet(pc=False))
    chances = result(2, 0, 9)

    expected = mixed(
        [
            (chances["miss"], left(28, {2: Fraction(1)}, halved=True)),
            (chances["hit"], left(28, dice(6, 1), halved=True)),
            (chances["critical"], left(28, dice(6, 2), halved=True)),
        ]
    )
    assert engine(table, "coal-spit b") == expected


@rule("icon/roll.save-ten", "icon/status.separate-saves")
def test_a_status_after_a_hit_is_saved_against() -> None:
    """Guttering Dart: a hit blinds unless the d20 shows 10 or more."""
    table = Table("A . . b", A=one("guttering-dart"), b=sheet(pc=False))
    chances = result(2, 0, 9)
    hit = chances["hit"] + chances["critical"]

    found = engine(table, "guttering-dart b", "blinded")

    assert found == {1: hit * Fraction(9, 20), 0: 1 - hit * Fraction(9, 20)}


@rule("icon/aoe.single-roll", "icon/aoe.area-damage-once")
def test_an_area_hits_beside_the_attack_space_whatever_the_roll() -> None:
    """Vial Flinger's fray damage of 2 in the area, its roll against the attack space."""
    one_ = sheet(abilities=[ability("acid-lob")], bonus=2)
    table = Table("A . . . b c", A=one_, b=sheet(pc=False), c=sheet(pc=False))
    table.combat.active = 0
    table["A"].actions = 2
    table.combat.watched = False
    table.combat.agents = [Absent()] * 3
    asked = legal.Act(table.combat, table["A"])
    first = [asked.read("acid-lob"), 1 + table.cell("4,0")]
    chances = result(2, 0, 9)

    found = odds.odds(table.combat, first, Icon(content_library().maker.library), lines=0).base

    assert found.of("c", "hp") == {26: Fraction(1)}
    assert found.of("b", "hp") == mixed(
        [
            (chances["miss"], left(28, {2: Fraction(1)})),
            (chances["hit"], left(28, dice(6, 2))),
            (chances["critical"], left(28, dice(6, 3))),
        ]
    )


@rule("icon/roll.save-no-bonus", "icon/roll.boon-highest")
@pytest.mark.parametrize("boons", [-2, -1, 0, 1, 2])
def test_a_save(boons: int) -> None:
    """Jar Throw electrifies unless saved; boons and curses alone change that."""
    foe = sheet(pc=False)
    table = Table("A b .", A=sheet(abilities=[ability("jar-throw")]), b=foe)
    luck = Trait("luck")
    luck.save_boons = boons
    foe.traits = [luck]
    best = icepool.d6.pool(abs(boons)).highest(1).sum() if boons else icepool.Die([0])
    total = icepool.d20 + (best if boons >= 0 else -best)
    failed = Fraction((total < 10).quantity(True), total.denominator())

    assert engine(table, "jar-throw b", "electrified") == {1: failed, 0: 1 - failed}
