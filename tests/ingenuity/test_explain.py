"""Every number can be taken apart into parts that add up to it, each with its rule."""

from __future__ import annotations

import re

import pytest

from affray.bots import seated
from affray.content import list_encounters, load_encounter
from affray.content.like import builtin_tables, rows_of
from affray.core.dice import SeededDice
from affray.core.event import Damaged, Told
from affray.encounters.prepare import prepare
from affray.rulebook import catalogue
from affray.rulesets.ingenuity import condition, damage
from affray.rulesets.ingenuity.choice import act
from affray.rulesets.ingenuity.state import IngenuityCombat, IngenuityCombatant
from affray.rulesets.ingenuity.terms import FIRE
from affray.rulesets.ingenuity.text import explain
from affray.rulesets.ingenuity.text.explain import NAMES
from affray.rulesets.ingenuity.text.words import IngenuityWords
from tests.ingenuity.table import Table, sheet
from tests.rules import rule


def numbers(combat: IngenuityCombat, one: IngenuityCombatant) -> list[int]:
    """The numbers that the rules play with, in the order of their names."""
    return [
        condition.evasion(one),
        condition.constitution(one),
        condition.willpower(one),
        damage.deflection(one, 0, 0, 0),
        damage.deflection(one, FIRE, 0, 0),
        condition.speed(one),
        condition.on_tests(one),
    ]


def test_an_evasion_says_what_it_is_made_of() -> None:
    table = Table("A b", A=sheet(evasion=6), b=sheet())
    table.give("A", "guarding")
    table.give("A", "sickness", 2)

    assert explain.breakdown(table.combat, table["A"], "evasion") == [
        (6, "sheet.evasion"),
        (1, "action.guard"),
        (-2, "condition.sickness"),
    ]


def test_who_lies_moves_at_half_speed() -> None:
    table = Table("A b", A=sheet(speed=7), b=sheet())
    table["A"].prone = True

    parts = explain.breakdown(table.combat, table["A"], "speed")

    assert parts == [(7, "movement.speed"), (-3, "movement.half-speed")]


@pytest.mark.parametrize("key", [one.key for one in list_encounters("ingenuity")])
def test_the_parts_add_up_to_what_the_rules_play_with(key: str) -> None:
    ruleset, setup = prepare(load_encounter(key))
    rules = set(catalogue.load("ingenuity").rules)
    tactics = ruleset.tactics()
    agents = [seated("noisy", tactics, 3, 0, seat) for seat in range(len(setup.seats))]
    combat = ruleset.begin(setup, SeededDice(3), agents)
    assert isinstance(combat, IngenuityCombat)
    while not combat.outcome:
        combat.changes = 0
        combat.step()
        for one in combat.units:
            parts = [ruleset.explain(combat, one.index, name) for name in ruleset.numbers()]
            sums = [sum([amount for amount, _ in each]) for each in parts]
            assert sums == numbers(combat, one)
            assert {rule for each in parts for _, rule in each} <= rules


def test_another_number_is_not_known() -> None:
    assert NAMES
    table = Table("A b", A=sheet(), b=sheet())
    with pytest.raises(KeyError):
        explain.breakdown(table.combat, table["A"], "luck")


@pytest.mark.parametrize(
    ("dice", "told"),
    [
        ("d6 2 3 d20 9", "A comes to 5: not enough against 6."),
        ("d6 3 3 d20 9", "A comes to 6: enough against 6."),
    ],
)
def test_a_check_is_told_with_what_it_is_compared_with(dice: str, told: str) -> None:
    table = Table("A B b", A=sheet(), B=sheet(), b=sheet())
    table.give("B", "bleeding", 3)
    table.act("A", "staunch B", dice=dice)
    words = IngenuityWords()
    event = table.told("result")[0]
    parts = words.parts(table.combat, event)
    assert "".join([text for _, text in parts]) == told


@rule("ingenuity/action.guard", "ingenuity/action.wait", "ingenuity/action.ends-turn")
@pytest.mark.parametrize(
    ("key", "told"),
    [
        ("guard", "A guards, which ends its turn."),
        ("wait", "A waits, which ends its turn."),
        ("ready for a move", "A decides: ready for a move."),
    ],
)
def test_an_action_of_one_s_own_is_told_as_what_is_done(key: str, told: str) -> None:
    table = Table("A b", A=sheet(["spear"]), b=sheet())
    table.act("A", key)
    words = IngenuityWords()
    parts = words.parts(table.combat, table.told("does")[0])
    assert "".join([text for _, text in parts]) == told


def told(table: Table, *names: str) -> list[str]:
    """Return the sentences of events of these names, of all without any."""
    words = IngenuityWords()
    lines = []
    for event in table.combat.events:
        if not names or event.name in names:
            lines.append("".join([text for _, text in words.parts(table.combat, event)]))
    return lines


@rule("ingenuity/test.composition", "ingenuity/attack.multiple", "ingenuity/attack.hit")
def test_an_attack_tells_its_dice_its_additions_and_what_it_is_compared_with() -> None:
    one = sheet(["spear"], prof={"Martial": 2})
    table = Table("A b", A=one, b=sheet(evasion=6))
    table.act("A", "attack b with spear", "strength piercing", "pass", dice="d6 4 3 d20 9")
    table.act("A", "attack b with spear", "strength piercing", "pass", dice="d6 2 1 d20 9")

    assert told(table, "rolled", "result", "hits", "misses") == [
        "A rolls strength and combat to attack: 2d6 [4 3] = 7; luck d20 [9].",
        "A comes to 9 (7 rolled, +2 proficiency).",
        "A hits B: 9 against evasion 6.",
        "A rolls strength and combat to attack: 2d6 [2 1] = 3; luck d20 [9].",
        "A comes to 3 (3 rolled, +2 proficiency, \u22122 earlier attacks).",
        "A misses B: 3 against evasion 6.",
    ]


@rule("ingenuity/reaction.dodge", "ingenuity/action.guard")
@pytest.mark.parametrize(
    ("dice", "result", "came"),
    [
        ("d6 6 2 d20 9", "B comes to 9 (8 rolled, +1 guarding): enough to beat 7.", "misses"),
        ("d6 2 1 d20 9", "B comes to 4 (3 rolled, +1 guarding): not enough to beat 7.", "hits"),
    ],
)
def test_a_dodge_tells_what_it_has_to_beat_and_an_attack_what_it_met(
    dice: str, result: str, came: str
) -> None:
    table = Table("A b", A=sheet(["spear"]), b=sheet(evasion=5))
    table.give("b", "guarding")
    table.act(
        "A",
        "attack b with spear",
        "strength piercing",
        "dodge",
        "stay",
        dice=f"d6 4 3 d20 9 {dice}",
    )

    assert result in told(table, "result")
    met = {"misses": "a dodge of 9", "hits": "evasion 6"}[came]
    assert told(table, came) == [f"A {came} B: 7 against {met}."]


@rule("ingenuity/test.disadvantage", "ingenuity/attack.prone.ranged")
def test_dice_that_disadvantage_rolls_again_are_told_apart_and_counted() -> None:
    one = sheet(["shortbow"], ammo={"arrow": 2})
    table = Table("A . b", A=one, b=sheet(evasion=2))
    table["b"].prone = True
    table.act("A", "shoot b with shortbow", "dexterity piercing", "pass", dice="d6 6 3 d20 8 d6 2")

    assert told(table, "rolled") == [
        "A rolls dexterity and combat to attack: 2d6 [6 3] = 9; luck d20 [8]; "
        "for disadvantage again d6 [2], which makes 5."
    ]
    assert told(table, "hits") == ["A hits B: 5 against evasion 2."]


def test_what_one_may_spend_in_a_turn_is_told_with_the_actions() -> None:
    table = Table("A b", A=sheet(), b=sheet())
    unit = table["A"]
    unit.actions, unit.stamina, unit.focus, unit.fate_points = 2, 7, 5, 1
    menu = act.Act(table.combat, unit, True)

    assert menu.prompt() == "2 actions, 7 stamina, 5 focus, 1 fate"
    unit.fate_points = 0
    assert menu.prompt() == "2 actions, 7 stamina, 5 focus"


@pytest.mark.parametrize(
    ("name", "what", "sentence"),
    [
        ("opens", "back", "A opens the back door."),
        ("closes", "front-door", "A closes the front door."),
        ("unlocks", "gate", "A unlocks the gate."),
        ("pulls", "winch", "A pulls the winch."),
        ("sets off", "darts", "A sets off the darts at 0,0."),
    ],
)
def test_doors_and_levers_are_told_as_the_things_that_they_are(
    name: str, what: str, sentence: str
) -> None:
    table = Table("A b", A=sheet(), b=sheet())
    event = Told(name, 0, -1, what, 0, "action.interact", cell=0)

    assert "".join([one for _, one in IngenuityWords().parts(table.combat, event)]) == sentence


# What ends the turn and what is paid, told before it is done.
PRICES = {
    "guard": ("ends the turn",),
    "wait": ("ends the turn",),
    "ready": ("ends the turn",),
    "sprint": ("1 stamina",),
    "command": ("2 focus",),
    "dodge": ("1 stamina",),
    "parry": ("1 stamina",),
    "block": ("1 stamina",),
    "intercept": ("1 stamina", "speed"),
    "fortify": ("1 stamina",),
    "resist": ("1 focus",),
    "short-task": ("three actions",),
    "search": ("three actions",),
    "killing-strike": ("three actions",),
}


@pytest.mark.parametrize("id", PRICES)
def test_what_everybody_can_do_tells_its_price(id: str) -> None:
    entry = next(one for one in rows_of(builtin_tables("ingenuity"), "ability") if one["id"] == id)

    text = str(entry["text"]).lower()
    assert [word for word in PRICES[id] if word not in text] == []
    assert bool(entry.get("ends_turn")) == ("ends the turn" in text)
    assert ("1 stamina" in text) == (entry.get("stamina", 0) == 1)


def test_no_text_for_players_speaks_of_where_it_is_taken_from() -> None:
    tables = builtin_tables("ingenuity")
    read = [name for name in tables if name != "example_sheet"]  # those are for tests alone
    texts = [str(one.get("text", "")) for name in read for one in rows_of(tables, name)]

    assert [
        text for text in texts if re.search(r"\b(seed|ours|neighbouring example)\b", text)
    ] == []


@rule("ingenuity/attack.size.evasion", "ingenuity/attack.size.dodge")
def test_what_sizes_add_to_a_defence_is_told_with_it() -> None:
    table = Table("A b", A=sheet(["spear"]), b=sheet(evasion=5, numbers={"size": 3}))
    apart = table["A"].bulk() - table["b"].bulk()
    assert apart
    table.act("A", "attack b with spear", "strength piercing", "pass", dice="d6 6 6 d20 9")

    assert told(table, "hits") == [
        f"A hits B: 12 against evasion {5 + apart} ({apart:+d} of it for sizes)."
    ]


@rule("ingenuity/power.multiple")
def test_a_second_power_of_a_turn_tells_why_it_is_harder() -> None:
    table = Table("A . b", A=sheet(powers=["arcane-missiles"]), b=sheet())
    for _ in range(2):
        table.act("A", "arcane-missiles b", dice="d6 3 3 d20 9")

    assert told(table, "result")[-1] == (
        "A comes to 4 (6 rolled, \u22122 earlier powers): enough against 4."
    )


@pytest.mark.parametrize(("other", "told"), [(-1, ": poison"), (1, "")])
def test_harm_that_nobody_does_is_told_with_its_cause(other: int, told: str) -> None:
    parts = [(2, "condition.poison")]
    event = Damaged(0, "health", 12, 10, "condition.poison", other, parts=parts)

    assert IngenuityWords().reckoning(event) == ([("text", told)] if told else [])
