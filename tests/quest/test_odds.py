"""The odds of attacks equal an independent enumeration, as fractions."""

from __future__ import annotations

from fractions import Fraction

import icepool
import pytest

from affray import odds
from affray.core.choice import Absent
from affray.rulesets.quest.choice import act
from affray.rulesets.quest.ruleset import Quest
from affray.rulesets.quest.terms import AIMS
from tests.quest.table import Table, library, unit
from tests.rules import rule

Chances = dict[int, Fraction]
HP = 50


def pool(text: str) -> icepool.Die[int]:
    """Return the sum of dice written as ``2d6 1d4``."""
    total: icepool.Die[int] = icepool.Die([0])
    for word in text.split():
        count, _, sides = word.partition("d")
        total = total + int(count) @ icepool.d(int(sides))
    return total


def ladder(bonus: int, number: int) -> dict[str, Fraction]:
    """The chances of a hit, a critical, a super critical and a decisive victory."""
    faces = [face for face in range(2, 20) if face + bonus >= number]
    twenty = Fraction(1, 20)
    return {
        "hit": Fraction(len(faces), 20),
        "critical": twenty * Fraction(3, 4),
        "super": twenty * Fraction(1, 4) * Fraction(5, 6),
        "decisive": twenty * Fraction(1, 4) * Fraction(1, 6),
    }


def left(
    bonus: int,
    number: int,
    dice: str,
    flat: int = 0,
    less: int = 0,
    *,
    fatal: bool = False,
    hp: int = HP,
) -> Chances:
    """The hit points that are left: (dice + flat) x 1, 2 or 4, less reductions, then the 16."""
    chances = ladder(bonus, number)
    found: Chances = {hp: 1 - sum(chances.values(), Fraction(0)), 0: chances["decisive"]}
    rolled = pool(dice)
    for name, times in (("hit", 1), ("critical", 2), ("super", 4)):
        for total, weight in rolled.items():
            share = chances[name] * Fraction(weight, rolled.denominator())
            net = max(0, max(0, total + flat) * times - less)
            parts = [(net, share)]
            if fatal and net >= 6:
                parts = [(net, share * Fraction(3, 4)), (net + 16, share * Fraction(1, 4))]
            for lost, chance in parts:
                after = max(0, hp - lost)
                found[after] = found.get(after, Fraction(0)) + chance
    return {value: chance for value, chance in found.items() if chance}


def engine(table: Table, key: str, *more: int, name: str = "hp", who: str = "b") -> Chances:
    """What the engine says of a number of somebody after A's action; others keep to defaults."""
    table.begin_turn("A")
    table.combat.watched = False
    table.combat.agents = [Absent()] * len(table.setup.seats)
    asked = act.Act(table.combat, table["A"], False)
    first = [asked.read(key), *more]
    found = odds.odds(table.combat, first, Quest(library()), lines=0).base.of(who, name)
    return {value: chance for value, chance in found.items() if chance}


def aim(word: str) -> int:
    return 1 + AIMS.index(word)


@rule("quest/attack.roll", "quest/crit.super-d4", "quest/crit.decisive-d6", "quest/damage.order")
@pytest.mark.parametrize(("acc", "agi"), [(2, 3), (-4, 8), (9, -2), (0, 9)])
def test_a_plain_blow_and_its_ladder(acc: int, agi: int) -> None:
    """TN 10 + Agility; mail takes 2 off and 1 of Agility."""
    b = unit(agi=agi, armour=["mail-shirt"])
    table = Table("A b", A=unit(acc=acc, str_=2, weapons=["longsword"]), b=b)

    found = engine(table, "attack b with longsword", aim("unaimed"))

    assert found == left(acc, 10 + agi - 1, "1d8", flat=2, less=2)


@rule("quest/attack.from-behind", "quest/attack.center-mass", "quest/action.ba-hit")
def test_from_behind_at_the_centre_with_a_boost() -> None:
    table = Table("A b", facing={"b": "e"}, A=unit(acc=1, weapons=["shortsword"]), b=unit(agi=4))
    table["A"].boost_hit = 1

    found = engine(table, "attack b with shortsword", aim("center-mass"))

    assert found == left(1 + 1 + 1 + 1 + 1, 14, "1d6")  # sheet, weapon, behind, aim, boost


@rule("quest/wound.fatal", "quest/wound.fatal-flat", "quest/wound.net-damage")
def test_an_aim_at_the_throat_with_a_focused_greatsword() -> None:
    a = unit(acc=3, str_=1, weapons=["greatsword"], feats=["weapon-focus"], focus=["greatsword"])
    table = Table("A b", A=a, b=unit(agi=2, hide=5))

    found = engine(table, "attack b with greatsword", aim("fatal"))

    assert found == left(3, 12, "2d6 1d6", flat=1, less=5, fatal=True)


@rule("quest/sneak.damage", "quest/feat.sneak-attack", "quest/sneak.damage-multiplied")
def test_a_stab_from_hiding() -> None:
    """Flat-footed against it: TN 5; 1d4 and 2d4 more; the dagger's +1."""
    a = unit(acc=0, str_=1, weapons=["dagger"], feats=["sneak-attack"])
    table = Table("A b", hidden="A", A=a, b=unit(agi=9, armour=["padded-coat"]))

    found = engine(table, "attack b with dagger", aim("unaimed"))

    assert found == left(1, 5, "1d4 2d4", flat=1, less=1)


@rule("quest/spell.attack-roll", "quest/geometry.cover", "quest/spell.notes-options")
def test_an_ember_dart_with_its_option_at_one_behind_cover() -> None:
    """2 BAs: 2d4 more; cover: TN 2 higher; fire passes armour but not resistance."""
    b = unit(agi=1, armour=["mail-shirt"], resist={"fire": 3})
    table = Table("A . o b", A=unit(acc=2, mp=9, spells=["ember-dart"]), b=b)

    found = engine(table, "cast ember-dart with aa", 2)

    assert found == left(2, 10 + 1 - 1 + 2, "1d8 2d4", less=3)


@rule("quest/action.use-item", "quest/damage.strength")
def test_a_thrown_flask_of_oil() -> None:
    """No Strength; a hit also sets the target burning, unless it fells it."""
    table = Table("A . . b", A=unit(acc=2, str_=4, items=["oil-flask"]), b=unit(agi=1))

    found = engine(table, "throw oil-flask at b", aim("unaimed"))
    burning = engine(table, "throw oil-flask at b", aim("unaimed"), name="burning")

    assert found == left(2, 11, "1d4")
    chances = ladder(2, 11)
    assert burning[1] == chances["hit"] + chances["critical"] + chances["super"]


@rule("quest/action.extra-attack-no-feats", "quest/action.extra-attack-no-strength")
def test_the_additional_attack_against_a_prone_shell() -> None:
    """TN 5 + Agility -1; plate 4 less 1 for a crushing weapon, and guarding 2."""
    a = unit(acc=1, str_=5, weapons=["mace"], feats=["weapon-focus"], focus=["mace"])
    b = unit(agi=1, armour=["plate-harness", "buckler"], feats=["guarding"])
    table = Table("A b", A=a, b=b)
    table["b"].prone = True

    found = engine(table, "extra attack b with mace", aim("unaimed"))

    assert found == left(1, 5 - 1, "1d6", less=3 + 2)


@rule("quest/attack.disarm")
def test_a_disarming_whip_against_an_iron_grip() -> None:
    """+2 for the whip, TN 4 higher; a decisive victory fells, and drops all that is held."""
    b = unit(agi=2, weapons=["longsword"], feats=["iron-grip"])
    table = Table("A b", A=unit(acc=3, weapons=["whip"]), b=b)

    found = engine(table, "disarm b with whip", name="held")

    chances = ladder(3 + 2, 12 + 4)
    assert found == {0: sum(chances.values()), 1: 1 - sum(chances.values())}


@rule("quest/attack.area-spells", "quest/channel.flat-footed")
def test_each_in_an_area_has_rolls_of_its_own() -> None:
    """Storm column, long under way: no longer flat-footed; one in cover, one prone."""
    spells = ["storm-column"]
    table = Table("A . . . b c", A=unit(acc=3, mp=9, spells=spells), b=unit(), c=unit(agi=3))
    table["A"].casting, table["A"].paid_aa, table["A"].paid_ma = 0, 1, 1
    table["c"].prone = True
    centre = 1 + table["c"].cell

    table.begin_turn("A")
    table["A"].ba = 0

    assert engine(table, "cast storm-column with aa", centre) == left(3, 10, "4d6")
    assert engine(table, "cast storm-column with aa", centre, who="c") == left(3, 8, "4d6")


@rule("quest/fail.dire-d6", "quest/fail.tragedy-d4")
def test_a_dire_fail_kills_the_attacker_once_in_four_hundred_and_eighty() -> None:
    """d20 1, d4 4, d6 6. The free criticals of tragedies are left to b, who takes none."""
    table = Table("A b", A=unit(weapons=["mace"]), b=unit(agi=-1, weapons=["longsword"]))

    found = engine(table, "attack b with mace", aim("unaimed"), who="A")

    assert found == {0: Fraction(1, 480), HP: Fraction(479, 480)}
