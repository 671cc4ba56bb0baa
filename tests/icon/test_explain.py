"""Every number can be taken apart, and its parts add up to it."""

from __future__ import annotations

import pytest

from affray.core.event import ConditionGained, Rolled
from affray.core.words import parts_of
from affray.rulesets.icon import setup as before
from affray.rulesets.icon import turn
from affray.rulesets.icon.action.legal import Act
from affray.rulesets.icon.condition import saves
from affray.rulesets.icon.terms import DECLARE, MOVED
from affray.rulesets.icon.text import explain
from affray.rulesets.icon.text.words import IconWords
from tests.icon.table import Mod, Table, Trait, content_library, made, sheet, strike
from tests.rules import rule


def parts(table: Table, name: str, number: str) -> list[tuple[int, str]]:
    return explain.breakdown(table.combat, table[name], number)


@rule("icon/sheet.hp-max", "icon/resource.wound-lowers-maxima", "icon/foe.legend")
def test_hit_points_tell_of_wounds_and_legends() -> None:
    one = sheet(pc=False)
    one.legend = True
    table = Table("A B c", A=sheet(), B=sheet(), c=one)
    table["A"].wounds = 2

    assert parts(table, "A", "max hp") == [
        (28, "sheet.hp-max"),
        (-14, "resource.wound-lowers-maxima"),
    ]
    assert parts(table, "c", "max hp") == [(28, "sheet.hp-max"), (28, "foe.legend")]


@pytest.mark.parametrize("number", explain.NAMES)
def test_the_parts_of_every_number_add_up(number: str) -> None:
    one = sheet(armor=1, bonus=2)
    plate = Trait("plate")
    plate.armor = 2
    plate.armor_plus = 1
    plate.save_boons = 1
    one.traits = [plate]
    table = Table("A . b", A=one, b=sheet(pc=False))
    unit = table["A"]
    whole = {
        "max hp": unit.max_hp(),
        "defense": 9,
        "armor": 3,
        "speed": 4,
        "attack bonus": 2,
        "boons on saves": saves.save_boons(table.combat, unit),
    }

    assert sum([amount for amount, _ in parts(table, "A", number)]) == whole[number]


@rule("icon/roll.boon-curse-cancel", "icon/attack.height-boon", "icon/status.dazed")
def test_an_attack_roll_says_what_its_boons_are_made_of() -> None:
    table = Table("A2 b", A=sheet(abilities=[strike()]), b=sheet(pc=False))
    table.give("A", "dazed")
    table.give("b", "tangled")
    table.combat.watched = True
    table.combat.dice.log = []
    table.script(["strike b"], "d20 5 d6 1")
    table.combat.active = 0
    table["A"].actions = 2
    turn.go_on(table.combat, table["A"])

    rolled = next(one for one in table.combat.events if isinstance(one, Rolled))
    assert rolled.reasons == [
        ("boons", 1, "attack.height-boon"),
        ("boons", -1, "status.dazed"),
        ("boons", 1, "effect.mark"),
    ]


def test_an_unknown_number_is_none() -> None:
    table = Table("A b", A=sheet(), b=sheet(pc=False))

    with pytest.raises(KeyError):
        parts(table, "A", "luck")
    assert content_library().ruleset(None).numbers() == explain.NAMES  # type: ignore[arg-type]


def told(table: Table) -> list[str]:
    """Return what happened, in sentences."""
    words = IconWords()
    combat = table.combat
    lines = ["".join([word for _, word in parts_of(words, combat, one)]) for one in combat.events]
    return [line for line in lines if line]


@rule("icon/roll.attack-formula", "icon/roll.curse-highest", "icon/roll.damage-dice")
def test_rolls_are_told_with_the_totals_that_count() -> None:
    """The best curse die alone is taken off, the attack bonus added, the highest damage kept."""
    one = strike(level="light")
    bonus = Mod("bonus", 1)
    one.mods = [bonus]
    table = Table("A b2", A=sheet(bonus=3, abilities=[one]), b=sheet(pc=False))
    table.give("A", "dazed")
    table["b"].vigor = 3
    table.combat.watched = True
    table.script(["strike b"], "d20 13 d6 2 5 d6 4 1")
    table.combat.active = 0
    table["A"].actions = 2
    turn.go_on(table.combat, table["A"])

    assert told(table) == [
        "A uses Strike on B.",
        "A rolls to hit: d20+3 2d6 [13 2 5] = 11 (highest curse die \u22125; curse: lower ground; "
        "curse: dazed) against Defense 9.",
        "A attacks B: a hit.",
        "A rolls light damage for the hit: 2d6 [4 1] = 4 (the highest counts).",
        "B loses 3 vigor.",
        "B loses 1 hit point: 4 rolled, \u22123 vigor (27 left).",
    ]


@rule("icon/damage.armor", "icon/damage.minimum-zero")
def test_damage_that_armor_takes_whole_is_told_all_the_same() -> None:
    table = Table("A b .", A=sheet(), b=sheet(pc=False, armor=1))
    table.combat.watched = True
    table.act("A", "whack b")

    assert told(table) == [
        "A uses Whack on B.",
        "B is not harmed: nothing is left of the damage (armor).",
    ]


@rule("icon/move.shove")
def test_who_is_moved_less_is_told_with_the_trait_that_makes_it_so() -> None:
    firm = sheet()
    firm.traits = [content_library().maker.trait_of("footing")]
    table = Table("b A . . .", A=firm, b=sheet(pc=False))
    table.combat.watched = True
    table.shove("b", "A", 3, 2)

    assert told(table) == [
        "A is moved 1 less: Footing.",
        "A is shoved to 3,0.",
    ]


@rule("icon/roll.save-ten")
def test_saves_and_states_are_told_in_words() -> None:
    table = Table("A . b", A=sheet(gives=["calm"]), b=sheet(pc=False))
    table.give("A", "slow")
    table.combat.watched = True
    table.grant("A", "stealth", 0, "combat")
    table.script([], "d20 8 d6 1")
    turn.begin(table.combat, table["A"], slow=True)
    turn.finish(table.combat, table["A"])

    assert told(table) == [
        "A is in stealth.",
        "A's slow turn.",
        "A gains 1 Resolve (1 now).",
        "A rolls a save against slow: d20 d6 [8 1] = 9 (boon die +1) against 10: failed, it stays.",
    ]


@rule("icon/turn.reinforcements")
def test_who_arrives_is_told_so_and_by_its_rule() -> None:
    table = Table("A . b", A=sheet(), b=sheet(pc=False))
    one = table["b"]
    one.places = [one.cell]
    table.combat.leave(one)
    one.present = False
    one.arrives = 2
    table.combat.round = 2
    table.combat.watched = True

    before.arrive(table.combat)

    assert told(table) == ["B arrives at 2,0."]
    assert table.combat.events[0].rule == "turn.reinforcements"


@rule("icon/attack.miss-results", "icon/aoe.area-damage-once")
def test_damage_is_told_with_its_level_and_what_it_is_rolled_for() -> None:
    """A miss hurts as well, and so does the area: whose dice are which is said of each."""
    one = made(
        tags=["attack", "ranged"],
        attack={"mode": "ranged"},
        pattern={"shape": "line", "size": 3},
        miss=[{"op": "damage", "level": "light"}],
        area=[{"op": "damage", "level": "heavy", "who": "area"}],
    )
    foe = sheet(pc=False)
    table = Table("A . b c", A=sheet(abilities=[one]), b=foe, c=foe)
    table.combat.watched = True
    table.act("A", "deed", "area 1,0 2,0 3,0", dice="d20 1 d6 3 d6 2 1")

    lines = told(table)
    assert "A attacks B: a miss." in lines
    assert "A rolls light damage for the miss: d6 [3]." in lines
    assert "A rolls heavy damage for the area: 2d6 [2 1] = 3." in lines


@rule("icon/turn.slow-declare")
def test_who_takes_a_slow_turn_is_told_as_it_is_chosen() -> None:
    table = Table("A . b", A=sheet(), b=sheet(pc=False))
    table.combat.watched = True
    table.combat.phase = DECLARE
    table.script(["slow turn", "normal turn"], "")

    turn.declare(table.combat)
    turn.declare(table.combat)

    assert told(table) == ["Round 2", "A takes a slow turn in this round."]
    assert table.combat.events[-2].rule == "turn.slow-declare"


@rule("icon/resource.limit-break-cost")
def test_what_costs_too_much_resolve_is_refused_with_both_numbers() -> None:
    one = strike()
    one.name, one.resolve, one.tags = "Portcullis", 3, ["limit-break"]
    table = Table("A b", A=sheet(abilities=[one]), b=sheet(pc=False))
    table["A"].resolve = 1
    table.combat.active = 0
    table["A"].actions = 2

    rule_, fact = Act(table.combat, table["A"]).why_not("strike b")

    assert rule_ == "resource.limit-break-cost"
    assert fact == "Portcullis takes 3 Resolve, and 1 is there"


def test_what_is_left_names_the_standard_move_until_it_is_made() -> None:
    table = Table("A b", A=sheet(), b=sheet(pc=False))
    table["A"].actions = 1
    left = Act(table.combat, table["A"])

    assert left.prompt() == "1 actions, the standard move"
    table["A"].set_count(MOVED, 1)
    assert left.prompt() == "1 actions"


@rule("icon/roll.attack-formula", "icon/roll.boon-highest")
def test_a_bonus_stands_beside_the_die_that_it_is_added_to() -> None:
    table = Table("A1 b", A=sheet(bonus=2, abilities=[strike()]), b=sheet(pc=False))
    table.combat.watched = True
    table.act("A", "strike b", dice="d20 9 d6 4 d6 1 1")

    assert (
        "A rolls to hit: d20+2 d6 [9 4] = 15 (boon die +4; boon: higher ground) against Defense 9."
    ) in told(table)


@rule("icon/effect.counter", "icon/defeat.at-zero")
def test_harm_that_nobody_rolled_says_what_it_is() -> None:
    table = Table("A b", A=sheet(abilities=[strike()]), b=sheet(pc=False, gives=["counter"]))
    table.combat.watched = True
    table.act("A", "strike b", dice="d20 9 d6 4 1")

    assert "A loses 1 hit point: counter (27 left)." in told(table)


@rule("icon/effect.mark")
def test_a_mark_is_told_once_with_who_placed_it() -> None:
    table = Table("A b", A=sheet(), b=sheet(pc=False))
    event = ConditionGained(1, "called-shot", 0, 1, "effect.mark", 0)

    line = "".join([text for _, text in IconWords().parts(table.combat, event)])
    assert line == "B is marked by A: called shot."
