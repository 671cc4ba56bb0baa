"""Packs for Ingenuity: things, statuses, manoeuvres, powers and members of one's own."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest
from pydantic import TypeAdapter, ValidationError

from affray.bots import NoisyBot
from affray.content import encounter_from
from affray.content.pack import pack_schema
from affray.core.choice import Agent
from affray.core.dice import SeededDice
from affray.core.effect import ROUND_END, Held
from affray.core.errors import InvalidError
from affray.encounters.prepare import library_of, prepare, roster_of
from affray.rulesets.ingenuity import condition, damage
from affray.rulesets.ingenuity.content.build import interval_of
from affray.rulesets.ingenuity.content.library import IngenuityContentLibrary
from affray.rulesets.ingenuity.content.schema import Interval
from affray.rulesets.ingenuity.reaction import budget
from affray.rulesets.ingenuity.ruleset import Ingenuity
from affray.rulesets.ingenuity.sheet import Sheet
from affray.rulesets.ingenuity.state import IngenuityCombat
from tests.ingenuity.table import Table, sheet
from tests.rules import rule


def foe(**more: int) -> Sheet:
    return sheet(numbers={"evasion": 3, "stamina": 0, "endurance": 60, **more})


RIVER = """
ruleset = "ingenuity"
id = "river-folk"
name = "River Folk"

[[status]]
id = "slimed"
name = "Slimed"
valued = true
stacking = "add"
tick = "turn-start"
damage_type = "cold"
decay = 1
speed_factor = 0.5
test_bonus = -1

[[status]]
id = "dazzled"
name = "Dazzled"
valued = false
sees = false
can_react = false
duration_rounds = 2

[[weapon]]
id = "boat-hook"
name = "Boat Hook"
attributes = ["strength"]
damage = 4
types = ["piercing"]
crit_threshold = 19
crit_damage = 8
proficiencies = ["Martial"]
hands = 2
reach = 2
melee = true
material = "wood"
hooked = true
properties = ["reach", "trip", "two-handed"]
on_hit = "slimed 2"
on_hit_against = "constitution"

[[maneuver]]
id = "spit"
name = "Spit"
skills = ["athletics"]
proficiencies = ["Unarmed"]
timing = "action"
actions = 1
stamina = 1
attribute = "strength"
against = "constitution"
range = 6
effect = "dazzled"

[[maneuver]]
id = "gaff"
name = "Gaff"
as = "tripping-strike"
skills = ["combat"]
proficiencies = ["Martial"]
timing = "action"
actions = 1
stamina = 1
attack = true
melee = true
against = "constitution"
effect = "prone"

[[power]]
id = "chill"
name = "Chill"
tier = 1
cost = 1
difficulty = 4
proficiencies = ["Hydromancy"]
actions = 1
range = 6
attack = true
damage = 3
damage_type = "cold"
against = "constitution"
effect = "slimed 1"

[[creature]]
id = "river-hag"
name = "River Hag"
size = 4
rank = "elite"
strength = "d8"
dexterity = "d6"
intellect = "d6"
resolve = "d8"
skills = { combat = "d6", athletics = "d6", sorcery = "d8" }
proficiencies = { Martial = 1, Unarmed = 1, Hydromancy = 2 }
weapons = ["boat-hook"]
shields = []
armour = []
natural_rating = 1
talents = []
maneuvers = ["spit", "gaff"]
powers = ["chill"]
ammunition = {}
items = {}
health = 14
endurance = 16
stamina = 12
focus = 12
constitution = 8
evasion = 7
willpower = 6
physical_deflection = 5
elemental_deflection = 4
speed = 9
passive_perception = 6
encumbrance = 10
capacity = 13
"""

ENCOUNTER = """
ruleset = "ingenuity"
id = "river"
name = "River"
[map]
rows = ["PP....FF", "PP....FF", "PP....FF"]
[[side]]
id = "ours"
members = [{ id = "oswin-tarr" }, { id = "maelis-thorne" }]
[[side]]
id = "theirs"
members = [{ id = "river-hag", count = 2 }]
"""


def written(folder: Path, text: str) -> Path:
    path = folder / "river.toml"
    path.write_text(text)
    return path


def shelf_with(folder: Path, text: str = RIVER) -> IngenuityContentLibrary:
    found = library_of("ingenuity", (written(folder, text),))
    assert isinstance(found, IngenuityContentLibrary)
    return found


def faults(folder: Path, text: str) -> list[str]:
    with pytest.raises(InvalidError) as caught:
        shelf_with(folder, text)
    return caught.value.problems


def fight(folder: Path, seed: int) -> IngenuityCombat:
    packs = (written(folder, RIVER),)
    encounter = encounter_from(tomllib.loads(ENCOUNTER), "river.toml", roster_of(packs))
    ruleset, setup = prepare(encounter, packs)
    assert isinstance(ruleset, Ingenuity)
    agents: list[Agent] = [
        NoisyBot(ruleset.tactics(), seed, 40, 0, n) for n in range(len(setup.seats))
    ]
    combat = ruleset.begin(setup, SeededDice(seed), agents)
    assert isinstance(combat, IngenuityCombat)
    combat.watched = True
    combat.dice.log = []
    return combat


@rule("ingenuity/sheet.stated-values", "ingenuity/item.durability-default")
def test_a_pack_s_things_are_what_it_says(tmp_path: Path) -> None:
    library = shelf_with(tmp_path).library
    hook = library.by_id["boat-hook"]
    assert (hook.damage, hook.reach, hook.durability, hook.on_hit, hook.on_hit_n) == (
        4, 2, 4, "slimed", 2
    )  # fmt: skip
    hag = library.sheets["river-hag"]
    assert [one.id for one in hag.maneuvers] == ["spit", "gaff"]
    assert [one.works for one in hag.maneuvers] == ["spit", "tripping-strike"]
    assert [one.id for one in hag.powers] == ["chill"]


@rule("ingenuity/condition.no-stacking", "ingenuity/damage.other-sources")
def test_a_pack_s_status_does_what_its_words_say(tmp_path: Path) -> None:
    combat = fight(tmp_path, 1)
    one = combat.units[0]
    speed = condition.speed(one)
    condition.gain(combat, one, "slimed", 2, 2)
    condition.gain(combat, one, "slimed", 1, 2)
    assert one.amount("slimed") == 3
    assert condition.speed(one) == (speed + 1) // 2
    assert condition.on_tests(one) == -1
    before = one.endurance
    damage.suffer(combat, one)
    assert (one.endurance, one.amount("slimed")) == (before - 3, 2)
    condition.gain(combat, one, "dazzled", 1, 2)
    assert not budget.can_react(combat, one)
    held = one.held(combat.library.conditions["dazzled"])
    assert held is not None
    assert (held.ends, held.anchor) == (ROUND_END, combat.round + 1)  # two rounds, this one too


def test_what_a_pack_adds_is_used_in_play(tmp_path: Path) -> None:
    seen: set[str] = set()
    for seed in range(12):
        combat = fight(tmp_path, seed)
        while not combat.outcome:
            combat.step()
        seen |= {one.what for one in combat.events}
    assert {"boat-hook", "spit", "gaff", "chill", "slimed"} <= seen


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('on_hit = "slimed 2"', 'on_hit = "slimmed 2"', 'weapon[0].on_hit: found "slimmed"'),
        ('as = "tripping-strike"', 'as = "triping-strike"', "maneuver[1].as"),
        ('effect = "dazzled"', 'effect = "dizzy"', 'maneuver[0].effect: found "dizzy"'),
        ('weapons = ["boat-hook"]', 'weapons = ["boat-hock"]', "creature[0].weapons"),
        ('["Hydromancy"]', '["Swimming"]', "power[0].proficiencies"),
        ("speed_factor = 0.5", "speed_factor = 0.7", "status[0].speed_factor"),
        ('id = "boat-hook"', 'id = "spear"', "weapon[0].id"),
        ('against = "constitution"\nrange = 6', "range = 6", "maneuver[0]"),
    ],
)  # fmt: skip
def test_a_fault_is_told_with_its_file_and_place(
    tmp_path: Path, old: str, new: str, told: str
) -> None:
    assert old in RIVER
    found = faults(tmp_path, RIVER.replace(old, new, 1))
    assert any(told in line and line.startswith("river.toml") for line in found), found


def test_an_unknown_key_is_refused(tmp_path: Path) -> None:
    found = faults(tmp_path, RIVER.replace("hooked = true", "hoked = true"))
    assert any("hoked" in line for line in found)


def test_the_schema_of_packs_can_be_written() -> None:
    schema = json.dumps(pack_schema("ingenuity"))
    assert "boost_stamina" in schema
    assert "poison_interval" in schema


@rule("ingenuity/condition.blinded", "ingenuity/condition.no-stacking", "ingenuity/reaction.unable")
def test_a_pack_s_status_hinders_slows_guards_and_idles(tmp_path: Path) -> None:
    combat = fight(tmp_path, 1)
    unit = combat.units[0]
    for word, attribute, target, count in (
        ("targeted-actions", 0, 0, 1),
        ("targeted-actions", 0, -1, 0),
        ("tests", 2, -1, 1),
        ("strength,resolve", 0, -1, 1),
        ("strength,resolve", 1, -1, 0),
    ):
        assert condition.hinders(word, attribute, target) == count, word
    effect = combat.library.conditions["slimed"]
    condition.gain(combat, unit, "slimed", 1, 2)
    low = condition.evasion(unit)
    effect.defences, effect.slows, effect.idles = -2, 2, True
    assert condition.evasion(unit) == low - 2
    assert condition.speed(unit) == 0
    assert not unit.able()


@rule("ingenuity/damage.healing")
def test_a_pack_s_manoeuvre_may_heal(tmp_path: Path) -> None:
    text = RIVER.replace(
        'against = "constitution"\nrange = 6\neffect = "dazzled"',
        'difficulty = 6\nrange = 6\neffect = "heal 4"',
    )
    found = shelf_with(tmp_path, text).library
    spit = next(each for each in found.maneuvers if each.id == "spit")
    healer = sheet()
    healer.maneuvers = [spit]
    table = Table("A B b", A=healer, B=sheet(), b=foe())
    table["B"].endurance = 5
    table.combat.library = found
    table.act("A", "spit B", dice="d6 3 3 d20 9")
    assert (table["B"].endurance, table["B"].health) == (9, 12)


@rule("ingenuity/power.attack")
def test_a_pack_s_power_lays_on_what_it_lists_where_it_reaches_the_defence(tmp_path: Path) -> None:
    found = shelf_with(tmp_path).library
    hag = sheet(powers=[], prof={"Hydromancy": 1})
    hag.powers = [each for each in found.powers if each.id == "chill"]
    for constitution, slimed in ((7, True), (8, False)):
        table = Table("A . b", A=hag, b=foe(constitution=constitution))
        table.combat.library = found
        table.act("A", "chill b", dice="d6 3 3 d20 9")
        assert table["b"].is_held("slimed") == slimed


@rule("ingenuity/damage.other-sources")
def test_a_pack_s_status_may_harm_with_any_type(tmp_path: Path) -> None:
    combat = fight(tmp_path, 1)
    unit = combat.units[0]
    effect = combat.library.conditions["slimed"]
    effect.harm = 0  # bludgeoning
    condition.gain(combat, unit, "slimed", 2, 2)
    before = unit.endurance
    damage.suffer(combat, unit)
    assert unit.endurance == before - 2


@rule("ingenuity/condition.poison", "ingenuity/turn.round-length")
@pytest.mark.parametrize(
    ("text", "rounds"),
    [("turn-start", 1), ("30 seconds", 5), ("1 day", 14400), ("999 days", 999 * 14400)],
)
def test_an_interval_of_a_poison_is_read_in_rounds(text: str, rounds: int) -> None:
    assert interval_of(text) == rounds
    assert TypeAdapter(Interval).validate_python(text) == text
    poison = Held(condition.EFFECTS["poison"], 2, -1, 0, condition.dose(999, rounds, 1 + rounds))
    assert condition.interval_of(poison) == rounds
    assert condition.next_bout(poison) == 1 + rounds
    assert condition.difficulty_of(poison) == 999


@rule("ingenuity/condition.poison")
@pytest.mark.parametrize(
    "text", ["daily", "2 fortnights", "day", "0 days", "1000 days", "1.5 days"]
)
def test_an_interval_that_cannot_be_read_is_a_fault(text: str) -> None:
    with pytest.raises(ValidationError):
        TypeAdapter(Interval).validate_python(text)


@rule("ingenuity/condition.blinded", "ingenuity/movement.speed")
def test_a_pack_s_status_may_make_all_terrain_difficult_and_hold_one_to_a_pace(
    tmp_path: Path,
) -> None:
    mired = '[[status]]\nid = "mired"\nname = "Mired"\nvalued = false\n'
    told = f'{RIVER}{mired}terrain = "difficult"\nspeed = 4\n'
    stated = shelf_with(tmp_path, told).library.conditions["mired"]
    combat = fight(tmp_path, 1)
    unit = combat.units[0]
    effect = combat.library.conditions["dazzled"]
    quick, free = condition.speed(unit), condition.stumbles(unit)

    effect.pace, effect.rough = stated.pace, stated.rough
    condition.gain(combat, unit, "dazzled", 1, 1)

    assert (stated.pace, stated.rough) == (4, True)
    assert quick > 4
    assert condition.speed(unit) == 4
    assert (free, condition.stumbles(unit)) == (False, True)
