"""The content to the letter: what the text of each spell, thing and creature says, in play.

The numbers stand here as the texts say them, not as the content file does.
"""

from __future__ import annotations

from typing import Final

import pytest

from affray.rulesets.quest import damage, geometry
from affray.rulesets.quest import spell as spells
from affray.rulesets.quest.action import paying
from affray.rulesets.quest.attack import declared
from affray.rulesets.quest.condition import modifiers
from affray.rulesets.quest.condition.modifiers import agility
from affray.rulesets.quest.movement import rates
from affray.rulesets.quest.resource import free_hits, spending
from affray.rulesets.quest.state import QuestCombatant
from affray.rulesets.quest.terms import TYPES
from tests.quest.table import Table, creature, library, unit
from tests.rules import rule

# Range, and the range for its option.
RANGES: Final = {
    "ember-dart": (10, 10),
    "kindle": (8, 8),
    "frost-bind": (8, 12),
    "tangle-net": (8, 8),
    "numbing-word": (6, 6),
    "gust": (6, 6),
    "snatch-iron": (8, 8),
    "hex-of-lead": (8, 12),
    "storm-column": (12, 12),
    "mend": (1, 6),
    "deep-healing": (1, 4),
    "close-wound": (1, 4),
    "veil": (1, 4),
    "stone-skin": (1, 5),
    "quicken": (4, 8),
    "spark-ember-mote": (4, 8),
    "raise-bone-servant": (4, 4),
    "call-grey-wolf": (6, 6),
    "summon-stone-warden": (4, 4),
    "raise-drowned-knight": (4, 4),
}
# AAs, MAs, MP, MP of upkeep, and how often which option may be paid for how many BAs.
COSTS: Final = {
    "ember-dart": (1, 0, 1, 0, [1, 2]),
    "kindle": (1, 0, 2, 0, [1]),
    "frost-bind": (1, 0, 3, 0, [1]),
    "tangle-net": (1, 0, 3, 0, [1]),
    "numbing-word": (1, 1, 5, 0, [1, 2]),
    "gust": (1, 0, 2, 0, [1]),
    "snatch-iron": (1, 0, 2, 0, [1]),
    "hex-of-lead": (1, 0, 2, 1, [1]),
    "storm-column": (2, 1, 6, 0, [2]),
    "mend": (1, 0, 2, 0, [1]),
    "deep-healing": (1, 1, 5, 0, [1]),
    "close-wound": (0, 1, 2, 0, [1]),
    "slip-away": (0, 1, 1, 0, [1]),
    "veil": (1, 0, 4, 0, [1]),
    "stone-skin": (1, 0, 3, 1, [1]),
    "quicken": (1, 0, 3, 2, [1]),
    "spark-ember-mote": (0, 1, 2, 0, [1]),
    "raise-bone-servant": (1, 0, 3, 0, [1]),
    "call-grey-wolf": (1, 1, 4, 0, [1, 2]),
    "summon-stone-warden": (2, 0, 6, 0, [1, 2]),
    "raise-drowned-knight": (2, 2, 8, 0, [1, 2]),
}


# ---- spells ------------------------------------------------------------------------------------


def test_all_spells_are_here() -> None:
    assert [*COSTS] == [*library().spells]
    assert {*COSTS} - {*RANGES} == {"slip-away"}


@rule("quest/spell.range-and-sight", "quest/spell.notes-options")
@pytest.mark.parametrize("id", RANGES)
def test_a_spell_reaches_as_far_as_it_says_with_and_without_its_option(id: str) -> None:
    one = library().spells[id]
    for notes, far in enumerate(RANGES[id]):
        for apart in (far, far + 1):
            line = ["A", *["."] * 14]
            line[apart], other = ("b", "B") if one.target == "unit" else ("B", "b")
            armed = unit(weapons=["mace"])
            table = Table(
                " ".join(line) + "\n" + "# " * 14 + other,
                A=unit(mp=20, level=9, spells=[id]),
                B=armed,
                b=armed,
            )
            a = table["A"]
            if one.target == "space":
                goal = table.combat.grid.read(f"{apart},0")
                if one.summon is not None:  # it needs a free space
                    table.combat.move(table["B"], table.combat.grid.read("14,0"))
            else:
                goal = table["b" if one.target == "unit" else "B"].index
            found = spells.goals(table.combat, a, one, notes)
            assert (goal in found) == (apart == far), (notes, apart)


@rule("quest/spell.cast-time", "quest/spell.mp-cost", "quest/spell.notes-options")
@pytest.mark.parametrize("id", COSTS)
def test_a_spell_costs_the_actions_mp_and_bonus_actions_that_it_says(id: str) -> None:
    aa, ma, mp, upkeep, options = COSTS[id]
    table = Table("A B b .", A=unit(mp=20, level=9, spells=[id]), B=unit(), b=unit())
    a = table["A"]
    assert paying.remaining(a, 0) == (aa, ma)
    own = a.sheet.spells[0]
    assert (own.mp, own.upkeep) == (mp, upkeep)
    a.ba = 2
    paid = [one * own.notes[0].ba for one in spells.note_sets(a, own)]
    assert paid == [0, *options]
    a.ba = options[0] - 1
    assert spells.note_sets(a, own) == [0]


@pytest.mark.parametrize(
    ("id", "option", "dice", "lost", "state"),
    [
        ("ember-dart", "no option", "d8 7", 7, ""),
        ("ember-dart", "option for 1 ba", "d8 7 d4 3", 10, ""),
        ("ember-dart", "option for 2 ba", "d8 7 d4 3 4", 14, ""),
        ("kindle", "no option", "d4 3", 3, "burning"),
        ("kindle", "option for 1 ba", "d4 3 d4 2", 5, "burning"),
        ("frost-bind", "no option", "d4 3", 3, "frozen"),
        ("tangle-net", "no option", "", 0, "bound"),
        ("hex-of-lead", "no option", "", 0, "leaden"),
    ],
)
@rule("quest/damage.by-weapon-or-spell", "quest/spell.attack-roll")
def test_an_attack_spell_does_what_it_says_on_a_hit_and_nothing_on_a_miss(
    id: str, option: str, dice: str, lost: int, state: str
) -> None:
    for face, hits in ((10, True), (9, False)):
        table = Table("A . b", A=unit(mp=20, spells=[id]), b=unit())
        table.act("A", f"cast {id} with aa", option, dice=f"d20 {face} {dice if hits else ''}")

        assert table["b"].hp == 50 - (lost if hits else 0)
        held = [one.effect.id for one in table["b"].effects]
        assert held == ([state] if state and hits else [])
        assert table["A"].mp == 20 - COSTS[id][2]
        assert len(table["A"].kept) == int(id == "hex-of-lead" and hits)


@rule("quest/attack.accuracy-bonuses-add", "quest/condition.paralysed")
@pytest.mark.parametrize(("bonus", "face"), [(0, 10), (1, 9), (2, 8)])
def test_a_numbing_word_is_one_better_for_each_bonus_action(bonus: int, face: int) -> None:
    option = f"option for {bonus} ba" if bonus else "no option"
    for die, hits in ((face, True), (face - 1, False)):
        table = Table("A . b", A=unit(mp=20, spells=["numbing-word"]), b=unit())
        table.act("A", "cast numbing-word with aa")
        table.act("A", "cast numbing-word with ma", option, dice=f"d20 {die}")

        assert table["b"].helpless() is hits


@rule("quest/move.forced", "quest/prone.definition")
@pytest.mark.parametrize(("option", "place"), [("no option", "5,0"), ("option for 1 ba", "7,0")])
def test_a_gust_pushes_three_spaces_or_five_and_knocks_down(option: str, place: str) -> None:
    table = Table("A . b . . . . . .", A=unit(mp=20, spells=["gust"]), b=unit())
    table.act("A", "cast gust with aa", option, "b: pass", dice="d20 10")

    assert table.at("b") == place
    assert table["b"].prone
    assert table["b"].hp == 50


@rule("quest/attack.area-spells")
@pytest.mark.parametrize(("option", "hurt"), [("no option", "bc"), ("option for 2 ba", "bcd")])
def test_a_storm_column_rages_within_one_space_or_two(option: str, hurt: str) -> None:
    table = Table(
        "A . . . . b c d e",
        A=unit(mp=20, spells=["storm-column"]),
        b=unit(),
        c=unit(),
        d=unit(),
        e=unit(),
    )
    table.act("A", "cast storm-column with aa")
    table.act("A", "cast storm-column with ma")
    table["A"].aa = 1
    dice = " ".join(["d20 15 d6 1 2 3 4"] * len(hurt))
    table.act("A", "cast storm-column with aa", option, "at 5,0", dice=dice)

    assert "".join([one for one in "bcde" if table[one].hp == 40]) == hurt
    assert table["A"].mp == 14


@pytest.mark.parametrize(
    ("id", "kinds", "dice", "gained"),
    [
        ("mend", ["aa"], "d8 5", 8),
        ("deep-healing", ["aa", "ma"], "d6 1 2 3", 10),
        ("close-wound", ["ma"], "d4 3", 3),
    ],
)
@rule("quest/spell.heal-is-one-instance", "quest/wound.healed-explicitly")
def test_healing_spells_restore_what_they_say(
    id: str, kinds: list[str], dice: str, gained: int
) -> None:
    table = Table("A B . b", A=unit(mp=20, spells=[id]), B=unit(), b=unit())
    table["B"].hp = 20
    table["B"].wounds = (0, 2, 0, 0)
    for kind in kinds[:-1]:
        table.act("A", f"cast {id} with {kind}")
    table.act("A", f"cast {id} with {kinds[-1]}", "no option", "target B", dice=dice)

    assert table["B"].hp == 20 + gained
    assert table.wounds("B") == [0, 1, 0, 0]


@rule("quest/damage.reductions", "quest/turn.allowance")
def test_stone_skin_quicken_and_the_hex_change_what_they_say() -> None:
    table = Table(
        "A B b",
        A=unit(mp=20, spells=["stone-skin", "quicken", "hex-of-lead"]),
        B=unit(),
        b=unit(agi=1, weapons=["longsword"]),
    )
    for id, name in (("stone-skin", "B"), ("quicken", "B"), ("hex-of-lead", "b")):
        table.begin_turn("A")
        table["A"].aa = 1
        dice = "d20 19" if id == "hex-of-lead" else ""
        table.act("A", f"cast {id} with aa", "no option", f"target {name}", dice=dice)

    assert spending.bonus_actions(table["B"]) == 3
    assert rates.movement(table.combat, table["B"]) == 8
    assert agility(table["b"]) == -1
    assert free_hits.slots(table["b"]) == 0
    table.act("b", "attack B with longsword", "unaimed", dice="d20 15 d8 5")
    assert table["B"].hp == 48
    assert modifiers.channeling(table["A"])


SUMMONS: Final = [
    # spell, kinds of actions, option, hit points, what it holds, sick, price
    ("spark-ember-mote", ["ma"], "no option", 6, [], False, 4),
    ("raise-bone-servant", ["aa"], "no option", 12, ["shortsword"], True, 6),
    ("raise-bone-servant", ["aa"], "option for 1 ba", 12, ["spear"], True, 6),
    ("call-grey-wolf", ["aa", "ma"], "no option", 14, [], True, 6),
    ("call-grey-wolf", ["aa", "ma"], "option for 1 ba", 17, [], True, 6),
    ("call-grey-wolf", ["aa", "ma"], "option for 2 ba", 20, [], True, 6),
    ("summon-stone-warden", ["aa", "aa"], "option for 2 ba", 36, [], True, 12),
    (
        "raise-drowned-knight",
        ["aa", "ma", "aa", "ma"],
        "option for 1 ba",
        36,
        ["longsword", "buckler"],
        True,
        18,
    ),
]


@pytest.mark.parametrize(("id", "kinds", "option", "hp", "holds", "sick", "price"), SUMMONS)
@rule("quest/summon.place", "quest/thrall.cost", "quest/summon.sickness-exceptions")
def test_a_summons_is_what_its_spell_says(
    id: str, kinds: list[str], option: str, hp: int, holds: list[str], sick: bool, price: int
) -> None:
    table = Table("A . . b", A=unit(mp=20, spells=[id]), b=unit())
    for kind in kinds[:-1]:
        table["A"].aa = table["A"].ma = 1
        table.act("A", f"cast {id} with {kind}")
    table["A"].aa = table["A"].ma = 1
    made = f"{table['A'].sheet.spells[0].summon.id}-1"  # type: ignore[union-attr]
    table.act("A", f"cast {id} with {kinds[-1]}", option, "at 2,0", "facing s", f"thrall {made}")

    one = table[made]
    assert (one.hp, one.max_hp) == (hp, hp)
    assert table.holding(made) == holds
    assert table.at(made) == "2,0"
    assert one.facing == 4
    assert bool(one.sick) is sick
    assert table["A"].max_hp == 50 - price


# ---- creatures -----------------------------------------------------------------------------------

# Target number, Accuracy, Strength, movement, free hit slots, zone, damage off a slash, and dice.
CREATURES: Final = {
    "ember-mote": (14, 2, -2, 8, 5, 1, 0, "1d6"),
    "bone-servant": (10, 1, 1, 6, 1, 1, 0, "1d6"),
    "grey-wolf": (13, 2, 1, 8, 4, 1, 0, "1d6"),
    "stone-warden": (9, 2, 3, 4, 0, 1, 3, "1d10"),
    "drowned-knight": (11, 3, 3, 6, 1, 1, 2, "1d8"),
    "cutpurse-reaver": (12, 2, 1, 6, 3, 1, 1, "1d6"),
    "moor-pikeman": (10, 2, 2, 6, 1, 2, 2, "1d8"),
    "hollow-bowman": (11, 4, 0, 6, 2, 1, 1, "1d8"),
    "ashback-hound": (13, 2, 1, 8, 4, 1, 0, "1d6"),
    "cairn-brute": (9, 3, 5, 6, 0, 1, 2, "2d6"),
    "bone-caller": (11, 2, -1, 6, 2, 1, 0, "1d6"),
    "fen-witch": (12, 4, 0, 6, 3, 1, 0, "1d4"),
    "shell-guard": (11, 3, 2, 4, 1, 1, 6, "1d6"),
    "gloam-stalker": (14, 3, 0, 6, 5, 1, 0, "1d4"),
    "oathless-captain": (13, 4, 3, 6, 3, 1, 2, "1d8"),
}
SPECIAL: Final = {  # what is left of 10 damage of a type
    "ember-mote": {"fire": 0, "cold": 10},
    "bone-servant": {"pierce": 7, "rot": 0, "slash": 10},
    "stone-warden": {"shock": 7, "blunt": 7, "fire": 10},
    "drowned-knight": {"cold": 6, "rot": 0, "pierce": 8},
    "hollow-bowman": {"rot": 6},
    "ashback-hound": {"fire": 7, "cold": 10},
    "cairn-brute": {"cold": 7, "blunt": 8},
    "bone-caller": {"rot": 6},
    "fen-witch": {"cold": 7},
    "shell-guard": {"slash": 4, "shock": 10},
}


def test_all_creatures_are_here() -> None:
    own = [one for one in library().sheets.values() if not one.pc]
    assert [*CREATURES] == [one.id for one in own]


@rule("quest/sheet.derived", "quest/sheet.armour")
@pytest.mark.parametrize("id", CREATURES)
def test_a_creature_has_the_numbers_of_its_entry_less_its_armour(id: str) -> None:
    table = Table("A . .\n. . .\n. . b", A=creature(id), b=unit())
    a = table["A"]
    weapon = declared.weapons(table.combat, a, False)[0]

    assert CREATURES[id] == (
        table.tn("A", "b"),
        modifiers.accuracy(table.combat, a),
        modifiers.strength(a),
        rates.movement(table.combat, a),
        free_hits.slots(a),
        geometry.reach(a),
        10 - left_of(table, a, "slash"),
        f"{weapon.dice.count}d{weapon.dice.sides}",
    )
    for word, left in SPECIAL.get(id, {}).items():
        assert left_of(table, a, word) == left


def left_of(table: Table, one: QuestCombatant, word: str) -> int:
    return damage.mitigated(table.combat, one, 10, TYPES.index(word), False)


# ---- weapons and shields -------------------------------------------------------------------------

# Bonus to hit, dice, range (0: none), distance of melee attacks (0: none), toppling, crushing.
WEAPONS: Final = {
    "unarmed": (0, "1d2", 0, 1, False, False),
    "dagger": (1, "1d4", 4, 1, False, False),
    "handaxe": (0, "1d6", 5, 1, False, False),
    "shortsword": (1, "1d6", 0, 1, False, False),
    "longsword": (0, "1d8", 0, 1, False, False),
    "mace": (0, "1d6", 0, 1, False, True),
    "quarterstaff": (1, "1d6", 0, 1, True, False),
    "spear": (0, "1d8", 0, 2, False, False),
    "halberd": (-1, "1d10", 0, 2, True, False),
    "greatsword": (0, "2d6", 0, 1, False, False),
    "maul": (-1, "2d6", 0, 1, True, True),
    "whip": (0, "1d4", 0, 2, True, False),
    "javelin": (0, "1d6", 8, 1, False, False),
    "sling": (0, "1d4", 10, 0, False, False),
    "shortbow": (0, "1d6", 12, 0, False, False),
    "longbow": (0, "1d8", 18, 0, False, False),
    "crossbow": (1, "2d6", 14, 0, False, False),
    "bite": (0, "1d6", 0, 1, True, False),
    "claws": (0, "1d8", 0, 1, False, False),
    "stone-fist": (0, "1d10", 0, 1, False, True),
    "giant-fist": (0, "2d6", 0, 1, True, False),
    "cinder-touch": (0, "1d6", 0, 1, False, False),
}


def test_all_weapons_are_here() -> None:
    assert [*WEAPONS] == [one.id for one in library().things if one.dice.count and not one.attack]


@rule("quest/attack.melee-range", "quest/attack.ranged-range", "quest/attack.thrown-weapon-lands")
@pytest.mark.parametrize("id", WEAPONS)
def test_a_weapon_reaches_and_flies_as_far_as_it_says(id: str) -> None:
    _, _, far, near, _, _ = WEAPONS[id]
    held = [] if id == "unarmed" else [id]
    for apart in sorted({1, 2, 3, near, near + 1, far, far + 1} - {0}):
        line = ["A", *["."] * 20]
        line[apart] = "b"
        table = Table(" ".join(line), A=unit(weapons=held), b=unit())
        offers = table.offers("A")
        shot = near == 0 and apart <= far
        assert (f"attack b with {id}" in offers) == (shot or apart <= near)
        assert (f"throw {id} at b" in offers) == (near > 0 and apart <= far)


@rule("quest/attack.accuracy-bonuses-add", "quest/damage.by-weapon-or-spell")
@pytest.mark.parametrize("id", WEAPONS)
def test_a_weapon_hits_and_hurts_as_it_says(id: str) -> None:
    bonus, dice, _, _, topples, crushes = WEAPONS[id]
    count, sides = (int(one) for one in dice.split("d"))
    held = [] if id == "unarmed" else [id]
    table = Table("A b .", A=unit(weapons=held), b=unit(hp=90, armour=["mail-shirt"]))
    assert table.bonus("A", "b", id) == bonus

    faces = " ".join([str(sides)] * count)
    stands = ["b: pass"] if topples and count * sides - 2 + int(crushes) >= 6 else []
    table.act("A", f"attack b with {id}", "slowing", *stands, dice=f"d20 15 d{sides} {faces}")

    fire = id == "cinder-touch"
    taken = count * sides - (0 if fire else 1 if crushes else 2)
    assert table["b"].hp == 90 - taken
    assert table["b"].prone is bool(stands)
    assert table.wounds("b")[1] == int(taken >= 6)


@rule("quest/sheet.armour")
@pytest.mark.parametrize(
    ("id", "off", "agi", "spaces", "number"),
    [
        ("padded-coat", 1, 0, 6, 10),
        ("mail-shirt", 2, -1, 6, 9),
        ("plate-harness", 4, -2, 5, 8),
        ("buckler", 0, 0, 6, 11),
        ("tower-shield", 0, 0, 5, 12),
    ],
)
def test_armour_and_shields_do_what_they_say(
    id: str, off: int, agi: int, spaces: int, number: int
) -> None:
    table = Table("A . b", A=unit(armour=[id]), b=unit())
    a = table["A"]

    assert left_of(table, a, "blunt") == 10 - off
    assert left_of(table, a, "shock") == 10
    assert agility(a) == agi
    assert rates.movement(table.combat, a) == spaces
    assert table.tn("A", "b") == number
