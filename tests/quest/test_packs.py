"""Packs for Quest: things, spells, states, creatures and characters of one's own."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from affray.bots import seated
from affray.content import encounter_from
from affray.content.pack import pack_schema
from affray.core.dice import SeededDice
from affray.core.errors import InvalidError
from affray.core.ruleset import Ruleset
from affray.core.setup import Setup
from affray.encounters.prepare import library_of, prepare, roster_of
from affray.rulesets.quest.action import menu
from affray.rulesets.quest.condition import states
from affray.rulesets.quest.content.library import QuestContentLibrary
from affray.rulesets.quest.definitions import Library, Sheet
from affray.rulesets.quest.movement import rates
from affray.rulesets.quest.state import QuestCombat
from affray.rulesets.quest.turn import rounds
from affray.state import snapshot
from tests.quest.table import Table, unit
from tests.rules import rule

MARSH = """
ruleset = "quest"
id = "marsh-folk"
name = "Marsh Folk"

[[status]]
id = "slimed"
name = "Slimed"
modifiers = { movement = -3, agility = -1 }

[[status]]
id = "dazed"
name = "Dazed"
implies = ["flat-footed"]
can_act = false

[[weapon]]
id = "boar-spear"
name = "Boar spear"
kind = "melee"
hands = 2
dice = "1d10"
damage_type = "pierce"
range = 6
bulk = 2
properties = ["long", "thrown", "toppling"]

[[armour]]
id = "reed-shield"
name = "Reed shield"
slot = "shield"
reduction = 0
agility = 0
movement = 0
dodge = 3
hands = 1
bulk = 1

[[item]]
id = "slime-pot"
name = "Slime pot"
bulk = 1
attack = true
damage = "1d4"
damage_type = "rot"
range = 4
gives_status = "slimed"

[[spell]]
id = "marsh-gas"
name = "Marsh gas"
cast = { ma = 1 }
mp = 2
range = 5
target = "unit"
attack = true
damage = "1d6"
damage_type = "rot"
status = "dazed"
duration = "target-turn-end"
notes = [{ ba = 1, times = 2, accuracy = 1, text = "+1 accuracy." }]

[[spell]]
id = "call-heron"
name = "Call heron"
cast = { aa = 1 }
mp = 1
range = 3
target = "space"
summon = "heron"
notes = [{ ba = 1, times = 1, add_hp = 2, text = "2 more hit points." }]

[[class]]
id = "reedwise"
name = "Reedwise"
base_hp = 16
hp_per_level = 6
mp_per_level = 3
spells_base = 1
spells_per_level = 1
extra_feats = 0

[[creature]]
id = "heron"
name = "Heron"
role = "summon"
level = 1
max_hp = 8
accuracy = 2
agility = 3
strength = 0
weapons = ["claws"]

[[creature]]
id = "mire-hag"
name = "Mire hag"
role = "foe"
level = 2
max_hp = 22
max_mp = 8
accuracy = 3
agility = 2
strength = 1
weapons = ["boar-spear"]
armour = ["reed-shield"]
spells = ["marsh-gas", "call-heron"]

[[character]]
id = "ivo-sedge"
name = "Ivo Sedge"
class = "reedwise"
level = 2
max_hp = 28
max_mp = 6
accuracy = 2
agility = 2
strength = 1
weapons = ["boar-spear"]
items = ["slime-pot"]
feats = ["athlete"]
spells = ["marsh-gas", "mend"]
"""

FIELD = {"rows": [".........", ".........", "........."]}


def saved(folder: Path, text: str, name: str = "marsh.toml") -> Path:
    path = folder / name
    path.write_text(text, "utf-8")
    return path


@pytest.fixture
def marsh(tmp_path: Path) -> Path:
    return saved(tmp_path, MARSH)


def ready(*packs: Path) -> tuple[Ruleset, Setup]:
    data: dict[str, Any] = {
        "ruleset": "quest",
        "id": "fen",
        "name": "The fen",
        "map": FIELD,
        "side": [
            {"id": "party", "members": [{"id": "ivo-sedge", "at": [0, 1]}]},
            {"id": "foes", "members": [{"id": "mire-hag", "at": [7, 1]}]},
        ],
    }
    return prepare(encounter_from(data, "fen.toml", roster_of(packs)), packs)


def library(*packs: Path) -> Library:
    library = library_of("quest", packs)
    assert isinstance(library, QuestContentLibrary)
    return library.library


def refusals(folder: Path, *changes: tuple[str, str]) -> list[str]:
    """Return the lines with which the pack is refused once some of its text is replaced."""
    text = MARSH
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    with pytest.raises(InvalidError) as fault:
        library_of("quest", [saved(folder, text)])
    return fault.value.problems


# ---- what a pack adds ----------------------------------------------------------------------------


@rule("quest/sheet.calling", "quest/sheet.derived")
def test_members_of_a_pack_follow_the_rules_of_sheets(marsh: Path) -> None:
    _, setup = ready(marsh)

    ivo, hag = (one.sheet for one in setup.members)
    assert isinstance(ivo, Sheet)
    assert isinstance(hag, Sheet)
    assert (ivo.max_hp, ivo.movement) == (28, 8)  # 16 + 6 x 2; Athlete
    assert [one.id for one in hag.spells] == ["marsh-gas", "call-heron"]


@rule("quest/attack.melee-range", "quest/attack.thrown-weapon-lands")
def test_a_weapon_of_a_pack_has_its_properties(marsh: Path) -> None:
    table = packed(marsh, "A . b . . .", "boar-spear")

    table.act("A", "attack b with boar-spear", "slowing", "b: pass", dice="d20 15 d10 9")

    assert table.wounds("b") == [0, 1, 0, 0]
    assert table["b"].prone  # toppling, from two spaces away: long
    assert table.why_not("A", "throw boar-spear at b") == "turn.allowance"


def packed(path: Path, rows: str, *weapons: str, **more: Any) -> Table:
    """Return a table whose A has weapons of a pack, on a map with b."""
    own = library(path)
    one = unit(mp=9, spells=[])
    one.weapons = [own.by_id[name] for name in weapons]
    one.items = [own.by_id[name] for name in more.get("items", ())]
    one.spells = [own.spells[name] for name in more.get("spells", ())]
    table = Table(rows, A=one, b=unit(agi=2, weapons=["longsword"]))
    table.combat.library = own
    return table


@rule("quest/action.use-item", "quest/condition.same-state-once")
def test_a_flask_of_a_pack_gives_the_state_of_the_pack(marsh: Path) -> None:
    table = packed(marsh, "A . b", items=["slime-pot"])

    table.act("A", "throw slime-pot at b", "unaimed", dice="d20 15 d4 2")

    slimed = table.combat.library.statuses["slimed"]
    assert table["b"].has(slimed)
    assert rates.movement(table.combat, table["b"]) == 3
    assert table.tn("b", "A") == 10 + 2 - 1


@rule("quest/turn.cannot-act", "quest/condition.flat-footed-five")
def test_a_state_of_a_pack_may_forbid_to_act_until_its_bearers_next_turn_ends(marsh: Path) -> None:
    table = packed(marsh, "A . b", spells=["marsh-gas"])

    table.act("A", "cast marsh-gas with ma", "option for 2 ba", dice="d20 10 d6 1")  # 10 + 2 >= 12

    dazed = table.combat.library.statuses["dazed"]
    assert table["b"].has(dazed)
    assert not table["b"].able()
    assert table.tn("b", "A") == 5
    table.start("b")
    table.step("end turn")
    assert table["b"].has(dazed)
    table.step("keep facing")
    assert not table["b"].has(dazed)


@rule("quest/thrall.cost", "quest/summon.kinds")
def test_a_spell_of_a_pack_calls_a_creature_of_the_pack(marsh: Path) -> None:
    table = packed(marsh, "A . . . . . b", spells=["call-heron"])

    table.act(
        "A", "cast call-heron with aa", "option for 1 ba", "at 2,0", "facing e", "thrall heron-1"
    )

    heron = table["heron-1"]
    assert (heron.hp, heron.sick) == (10, 1)
    assert table["A"].max_hp == 50 - 6  # no cost stated: 6 Mhp a level


FLOCKS = """
ruleset = "quest"
id = "flocks"
name = "Flocks"

[[spell]]
id = "hail"
name = "Hail"
cast = { aa = 1 }
mp = 1
range = 3
target = "unit"
attack = true
damage = "1d6"
damage_type = "cold"
notes = [
  { ba = 1, times = 2, accuracy = 1, add_damage = "1d4", text = "+1 accuracy, 1d4 more damage." },
  { ba = 1, times = 1, add_range = 3, text = "3 more spaces of range." },
]

[[spell]]
id = "snare"
name = "Snare"
cast = { aa = 1 }
mp = 1
range = 3
target = "unit"
attack = true
status = "bound"
duration = "standing"
notes = [
  { ba = 1, times = 1, break_free = 16, text = "Breaking free needs 16." },
  { ba = 2, times = 1, break_free = 18, text = "Breaking free needs 18." },
]

[[spell]]
id = "part-ways"
name = "Part ways"
cast = { ma = 1 }
mp = 1
range = 0
target = "self"
status = "disengaged"
duration = "round"
notes = [{ ba = 1, times = 2, also_adjacent_ally = true, text = "One adjacent ally as well." }]

[[spell]]
id = "shove"
name = "Shove"
cast = { aa = 1 }
mp = 1
range = 3
target = "unit"
attack = true
push = 1
notes = [
  { ba = 1, times = 2, push = 1, text = "One space further." },
  { ba = 1, times = 1, accuracy = 2, text = "+2 accuracy." },
  { ba = 1, times = 1, accuracy = 1, text = "+1 accuracy." },
]

[[spell]]
id = "squall"
name = "Squall"
cast = { aa = 1 }
mp = 1
range = 3
target = "space"
area_radius = 1
attack = true
damage = "1d4"
damage_type = "cold"
notes = [
  { ba = 1, times = 2, area_radius = 1, text = "1 more space around it." },
  { ba = 1, times = 2, add_range = 1, text = "1 more space of range." },
]

[[spell]]
id = "call-flock"
name = "Call flock"
cast = { aa = 1 }
mp = 1
range = 2
target = "space"
summon = "egret"
count = 3
notes = [
  { ba = 1, times = 1, add_hp = 2, text = "2 more hit points each." },
  { ba = 1, times = 1, weapon = "dagger", text = "With daggers." },
  { ba = 1, times = 1, weapon = "spear", text = "With spears." },
]

[[spell]]
id = "call-swift"
name = "Call swift"
cast = { aa = 1 }
mp = 1
range = 2
target = "space"
summon = "swift"
notes = [{ ba = 1, times = 1, add_hp = 2, text = "2 more hit points." }]

[[spell]]
id = "rush-egret"
name = "Rush egret"
cast = { ma = 1 }
mp = 1
range = 2
target = "space"
summon = "egret"
sickness = "round"
notes = [{ ba = 1, times = 1, add_hp = 2, text = "2 more hit points." }]

[[creature]]
id = "egret"
name = "Egret"
role = "summon"
level = 1
max_hp = 8
accuracy = 0
agility = 3
strength = 0
weapons = ["claws"]

[[creature]]
id = "swift"
name = "Swift"
role = "summon"
level = 1
max_hp = 4
accuracy = 0
agility = 5
strength = 0
weapons = ["claws"]
sickness = false
"""


@pytest.fixture
def flocks(tmp_path: Path) -> Path:
    return saved(tmp_path, FLOCKS, "flocks.toml")


@rule("quest/spell.notes-options")
def test_several_options_of_a_spell_are_paid_for_together_as_far_as_bonus_actions_go(
    flocks: Path,
) -> None:
    table = packed(flocks, "A . . . . . b", spells=["hail"])
    table.act("A", "cast hail with aa", "option 1 2 for 2 ba", dice="d20 11 d6 3 d4 2")
    assert table["b"].hp == 50 - 5  # 11 + 1 hits 12, over six spaces
    assert table["A"].ba == 0

    near = packed(flocks, "A . b", spells=["hail"])
    assert near.offers("A", "cast hail with aa") == [
        "no option",
        "option 1 for 1 ba",
        "option 1 1 for 2 ba",
        "option 2 for 1 ba",
        "option 1 2 for 2 ba",
    ]
    near.act("A", "cast hail with aa", "option 1 1 for 2 ba", dice="d20 10 d6 3 d4 2 d4 1")
    assert near["b"].hp == 50 - 6


def test_every_way_to_pay_for_options_has_a_code_within_the_bounds_of_actions(
    tmp_path: Path,
) -> None:
    many = FLOCKS.replace("times = 2, accuracy", "times = 9, accuracy").replace(
        "times = 1, add_range", "times = 9, add_range"
    )
    table = packed(saved(tmp_path, many, "flocks.toml"), "A . b", spells=["hail"])
    hail = table["A"].sheet.spells[0]

    assert hail.ways_to_note() == 100
    assert menu.space_of(table.combat).objects == 1 + 100
    paid = [str([(note.text, times) for note, times in hail.paid(code)]) for code in range(100)]
    assert len(set(paid)) == 100


@rule("quest/spell.notes-options", "quest/move.forced", "quest/attack.accuracy-bonuses-add")
def test_options_paid_for_again_add_up_and_so_do_different_ones(flocks: Path) -> None:
    far = packed(flocks, "A b . . . . .", spells=["shove"])
    far.act("A", "cast shove with aa", "option 1 1 for 2 ba", dice="d20 12")
    assert far.at("b") == "4,0"

    sure = packed(flocks, "A b . . . . .", spells=["shove"])
    sure.act("A", "cast shove with aa", "option 2 3 for 2 ba", dice="d20 9")  # 9 + 2 + 1 hits 12
    assert sure.at("b") == "2,0"


@rule("quest/spell.notes-options", "quest/attack.area-spells", "quest/spell.range-and-sight")
def test_an_area_and_a_range_grow_with_every_time_they_are_paid_for(flocks: Path) -> None:
    wide = packed(flocks, "A . . . . . b", spells=["squall"])
    wide.act("A", "cast squall with aa", "option 1 1 for 2 ba", "at 3,0", dice="d20 2 d20 2")
    assert len(wide.told("attacks")) == 2  # three spaces around it: both ends

    long = packed(flocks, "A . . . . . b", spells=["squall"])
    places = long.offers("A", "cast squall with aa", "option 2 2 for 2 ba")
    assert "at 5,0" in places
    assert "at 6,0" not in places


@rule("quest/spell.notes-options", "quest/condition.bound")
@pytest.mark.parametrize(
    ("option", "needed"),
    [("no option", 14), ("option 1 for 1 ba", 16), ("option 2 for 2 ba", 18)],
)
def test_of_options_that_demand_more_for_breaking_free_the_one_paid_for_holds(
    flocks: Path, option: str, needed: int
) -> None:
    table = packed(flocks, "A . b", spells=["snare"])
    table.act("A", "cast snare with aa", option, dice="d20 12")

    held = table["b"].held(states.BOUND)
    assert held is not None
    assert states.to_break_free(held.n) == needed


@rule("quest/spell.notes-options", "quest/disengage.price")
def test_an_option_for_an_ally_paid_for_twice_is_for_two_allies(flocks: Path) -> None:
    own = library(flocks)
    one = unit(mp=9, spells=[])
    one.spells = [own.spells["part-ways"]]
    table = Table("B A C\n. D .\n. . b", A=one, B=unit(), C=unit(), D=unit(), b=unit())
    table.act("A", "cast part-ways with ma", "option for 2 ba", "target C", "target D")

    assert [table[name].disengaged for name in "ABCD"] == [True, False, True, True]

    two = Table("B A C\n. . .\n. . b", A=one, B=unit(), C=unit(), b=unit())
    two.act("A", "cast part-ways with ma", "option for 2 ba", "target C")  # B is all that is left
    assert [two[name].disengaged for name in "ABC"] == [True, True, True]


@rule("quest/summon.slots-full", "quest/summon.place", "quest/thrall.when-paid")
def test_a_spell_calls_several_creatures_one_after_the_other_and_needs_a_slot_for_each(
    flocks: Path,
) -> None:
    table = packed(flocks, "A . . . . . b", spells=["call-flock"])
    table["A"].sheet.level = 2
    assert table.why_not("A", "cast call-flock with aa") == "summon.slots-full"

    table["A"].sheet.level = 3
    rows = "A . . . . . b\n. . . . . . ."
    table = packed(flocks, rows, spells=["call-flock"])
    table["A"].sheet.level = 3
    table.act(
        "A",
        "cast call-flock with aa",
        "option 1 3 for 2 ba",
        *("at 1,0", "facing e", "pass"),
        *("at 2,1", "facing n", "thrall egret-2"),
        *("at 0,1", "facing w", "pass"),
    )

    egrets = [table[f"egret-{number}"] for number in (1, 2, 3)]
    assert [one.hp for one in egrets] == [10, 10, 10]
    assert [table.holding(one.name) for one in egrets] == [["spear"]] * 3
    assert [one.thrall for one in egrets] == [0, 6, 0]
    assert table["A"].mp == 8  # one casting
    assert table.combat.recount() == ""


@rule("quest/summon.place")
def test_creatures_for_which_no_space_is_left_do_not_come(flocks: Path) -> None:
    table = packed(flocks, "A . . # . . b", spells=["call-flock"])
    table["A"].sheet.level = 3
    table.act(
        "A",
        *("cast call-flock with aa", "no option", "at 2,0", "facing e", "pass"),
        *("facing e", "pass"),
    )

    assert [one.name for one in table.combat.units[2:]] == ["egret-1", "egret-2"]
    assert table["A"].mp == 8


@rule("quest/spell.notes-options")
def test_two_weapons_instead_of_its_own_cannot_both_be_paid_for(flocks: Path) -> None:
    table = packed(flocks, "A . . . . . b", spells=["call-flock"])
    table["A"].sheet.level = 3

    assert table.offers("A", "cast call-flock with aa") == [
        "no option",
        "option 1 for 1 ba",
        "option 2 for 1 ba",
        "option 1 2 for 2 ba",
        "option 3 for 1 ba",
        "option 1 3 for 2 ba",
    ]


@rule("quest/spell.notes-options", "quest/attack.hands")
@pytest.mark.parametrize(
    ("option", "held", "carried"),
    [
        ("no option", ["shortsword", "buckler"], []),
        ("option 2 for 1 ba", ["dagger", "buckler"], []),
        ("option 3 for 1 ba", ["spear"], ["buckler"]),
    ],
)
def test_another_weapon_leaves_a_creature_its_shield(
    tmp_path: Path, option: str, held: list[str], carried: list[str]
) -> None:
    armed = FLOCKS.replace(
        'weapons = ["claws"]', 'weapons = ["shortsword"]\narmour = ["buckler"]', 1
    )
    path = saved(tmp_path, armed.replace("count = 3", "count = 1"), "flocks.toml")
    table = packed(path, "A . . . . . b", spells=["call-flock"])
    table.act("A", "cast call-flock with aa", option, "at 1,0", "facing e", "pass")

    assert table.holding("egret-1") == held
    assert table.carrying("egret-1") == carried


@rule("quest/summon.sickness-exceptions", "quest/summon.sickness-length")
def test_a_creature_may_say_that_it_is_not_sick_and_a_spell_that_it_is_less_so(
    flocks: Path,
) -> None:
    table = packed(flocks, "A . . . . . b", spells=["call-swift", "rush-egret"])
    table["A"].sheet.level = 3
    table.act("A", "cast call-swift with aa", "no option", "at 1,0", "facing e", "pass")
    assert table["swift-1"].able()

    table.step("cast rush-egret with ma", "no option", "facing e", "pass")
    assert not table["egret-1"].able()
    assert table.tn("egret-1", "b") == 5
    rounds.end_round(table.combat)
    assert table["egret-1"].able()
    assert table.tn("egret-1", "b") == 13


def test_fights_with_several_options_and_flocks_are_played_and_saved(flocks: Path) -> None:
    spells = "hail snare part-ways call-flock call-swift rush-egret"
    able = {"spells": spells, "level": 5, "max_mp": 30, "mp": 30}
    data: dict[str, Any] = {
        "ruleset": "quest",
        "id": "reeds",
        "name": "The reeds",
        "map": FIELD,
        "side": [
            {"id": "party", "members": [{"id": "fen-witch", "at": [0, 1], "with": able}]},
            {"id": "foes", "members": [{"id": "bone-caller", "at": [7, 1], "with": able}]},
        ],
    }
    ruleset, setup = prepare(encounter_from(data, "reeds.toml", roster_of([flocks])), [flocks])
    called = 0
    for seed in range(8):
        seats = [
            seated(name, ruleset.tactics(), seed, 0, place)
            for place, name in enumerate(["noisy", "noisy", "default"])
        ]
        combat = ruleset.begin(setup, SeededDice(seed), seats[: len(setup.seats)])
        assert isinstance(combat, QuestCombat)
        template = combat.clone()
        while not combat.outcome and combat.round < 6:
            combat.step()
            assert combat.recount() == ""
        data = json.loads(json.dumps(snapshot.save(combat, ruleset)))
        assert snapshot.load(template, data, ruleset).key() == combat.key()
        called += len(combat.units) - 2
    assert called > 8


@pytest.mark.parametrize(
    ("old", "new", "place", "what"),
    [
        ('damage_type = "cold"\n', 'damage_type = "cold"\ncount = 2\n', "[0].count", "summon"),
        ('damage_type = "cold"\n', 'damage_type = "cold"\nsickness = false\n', "[0].sickness", ""),
        ("times = 1, break_free = 16", "times = 2, break_free = 16", "[1].notes[0].times", "1:"),
        ('weapon = "dagger"', 'weapon = "claws"', "[5].notes[1].weapon", "which is natural"),
        ("times = 2, also", "times = 10, also", "[2].notes[0].times", "9"),
        ("count = 3", "count = 0", "[5].count", "1"),
        ('sickness = "round"', 'sickness = "long"', "[7].sickness", "of true, false, round"),
    ],
)
def test_what_is_said_of_options_and_creatures_in_vain_is_refused(
    tmp_path: Path, old: str, new: str, place: str, what: str
) -> None:
    assert old in FLOCKS
    with pytest.raises(InvalidError) as fault:
        library_of("quest", [saved(tmp_path, FLOCKS.replace(old, new, 1), "flocks.toml")])

    lines = fault.value.problems
    assert any(f"spell{place}" in line and what in line for line in lines), lines


def test_an_option_that_does_more_than_give_a_weapon_may_be_paid_for_twice(tmp_path: Path) -> None:
    more = FLOCKS.replace('times = 1, weapon = "spear"', 'times = 2, add_hp = 3, weapon = "spear"')
    table = packed(saved(tmp_path, more, "flocks.toml"), "A . . . . . b", spells=["call-flock"])
    table["A"].sheet.level = 3
    third = ("at 1,0", "facing e", "pass", "facing e", "pass")
    table.act("A", "cast call-flock with aa", "option 3 3 for 2 ba", *third)

    assert table["egret-1"].hp == 8 + 2 * 3
    assert table.holding("egret-1") == ["spear"]


@rule("quest/sheet.armour", "quest/spell.known")
def test_what_a_creature_has_twice_in_vain_is_refused(tmp_path: Path) -> None:
    twice = ('spells = ["marsh-gas", "call-heron"]', 'spells = ["mend", "mend"]')
    worn = (
        'armour = ["reed-shield"]',
        'armour = ["buckler", "reed-shield"]\nfeats = ["reach", "reach"]',
    )
    lines = refusals(tmp_path, twice, worn)

    for what in (
        'spells: found "mend" twice',
        'feats: found "reach" twice',
        "more than one shield",
    ):
        assert any("creature[1]." in line and what in line for line in lines), (what, lines)


def test_a_foe_that_speaks_of_summoning_sickness_is_refused(tmp_path: Path) -> None:
    lines = refusals(tmp_path, ("max_mp = 8\n", "max_mp = 8\nsickness = false\n"))

    assert any("creature[1].sickness" in line and "foe" in line for line in lines), lines


def test_a_fight_with_a_pack_is_played_saved_and_told(marsh: Path) -> None:
    ruleset, setup = ready(marsh)
    names = ["noisy", "noisy", "default"]
    for seed in range(6):
        seats = [
            seated(name, ruleset.tactics(), seed, 0, place) for place, name in enumerate(names)
        ]
        combat = ruleset.begin(setup, SeededDice(seed), seats[: len(setup.seats)])
        assert isinstance(combat, QuestCombat)
        template = combat.clone()
        while not combat.outcome:
            combat.step()
            assert combat.recount() == ""
        data = json.loads(json.dumps(snapshot.save(combat, ruleset)))
        assert snapshot.load(template, data, ruleset).key() == combat.key()
    assert "slimed" in ruleset.result_names()
    assert len(ruleset.result(combat, 0)) == len(ruleset.result_names())


def test_without_the_pack_its_members_are_unknown() -> None:
    with pytest.raises(InvalidError) as fault:
        ready()

    assert [line.split(",")[0] for line in fault.value.problems] == [
        'fen.toml: side[0].members[0].id: found "ivo-sedge"',
        'fen.toml: side[1].members[0].id: found "mire-hag"',
    ]


def test_the_content_without_packs_is_not_changed_by_them(marsh: Path) -> None:
    before = list(library().by_id)
    assert "boar-spear" in library(marsh).by_id

    assert list(library().by_id) == before
    assert library().statuses == {}


def test_the_schema_of_a_pack_names_its_tables() -> None:
    tables = pack_schema("quest")["properties"]

    assert isinstance(tables, dict)
    wanted = {"weapon", "armour", "item", "spell", "status", "class", "creature", "character"}
    assert wanted <= set(tables)


# ---- what is refused -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "place", "what"),
    [
        ('id = "boar-spear"', 'id = "spear"', "weapon[0].id", "Affray has it already"),
        ('id = "heron"', 'id = "slimed"', "creature[0].id", "it stands there twice"),
        ('id = "slimed"', 'id = "burning"', "status[0].id", "Affray has it already"),
        ('id = "slimed"', 'id = "hp"', "status[0].id", "a word of the rules"),
        ("hands = 2", "hands = 0", "weapon[0].hands", "expected 1 or 2"),
        ('"toppling"]', '"reload"]', "weapon[0].properties", "of ranged weapons alone"),
        ('kind = "melee"', 'kind = "ranged"', "weapon[0].properties", "of melee weapons alone"),
        ("range = 6", "range = 0", "weapon[0].range", "how far it flies"),
        ('"thrown", ', "", "weapon[0].range", "it is not thrown"),
        ("reduction = 0", "reduction = 2", "armour[0].reduction", "a shield gives a dodge bonus"),
        ('slot = "shield"', 'slot = "body"', "armour[0].hands", "it is worn"),
        ('damage = "1d4"\n', "", "item[0].attack", "expected all of them"),
        ("attack = true\ndamage", "heal = '1d4'\ndamage", "item[0]", "without attack = true"),
        ('gives_status = "slimed"', 'gives_status = "slim"', "item[0].gives_status", "slimed?"),
        ('gives_status = "slimed"', 'gives_status = "dazed"', "item[0].gives_status", "it stays"),
        ("cast = { ma = 1 }", "cast = { ma = 0 }", "spell[0].cast", "found no action"),
        ('status = "dazed"', 'status = "tired"', "spell[0].status", "which is unknown"),
        ('duration = "target-turn-end"', 'duration = "battle"', "spell[0].duration", "nobody"),
        ('duration = "target-turn-end"\n', "", "spell[0].duration", "both or neither"),
        ('target = "unit"', 'target = "ally"', "spell[0].target", "it attacks"),
        ('attack = true\ndamage = "1d6"', "attack = true", "spell[0].damage", "both or neither"),
        ("accuracy = 1, text", "push = 1, text", "spell[0].notes[0].push", "a spell with push"),
        ("accuracy = 1, text", "text", "spell[0].notes[0]", "nothing that it changes"),
        ("times = 2", "times = 0", "spell[0].notes[0].times", "1 at least"),
        ('summon = "heron"', 'summon = "mire-hag"', "spell[1].summon", "role summon"),
        (
            '"heron"\nnotes',
            '"heron"\nthrall_cost_mhp = 0\nnotes',
            "spell[1].thrall_cost_mhp",
            "1 at",
        ),
        ('summon = "heron"', 'summon = "hern"', "spell[1].summon", "did you mean heron?"),
        ('weapons = ["claws"]', 'weapons = ["clawz"]', "creature[0].weapons", "claws?"),
        ('class = "reedwise"', 'class = "reedwize"', "character[0].class", "reedwise?"),
        ("max_hp = 28", "max_hp = 29", "character[0].max_hp", "expected 28"),
        ('feats = ["athlete"]', 'feats = ["athlet"]', "character[0].feats", "athlete?"),
        ("level = 2\nmax_hp = 28", "level = 11\nmax_hp = 28", "character[0].level", "1 to 10"),
        ("max_hp = 22", "max_hp = 0", "creature[1].max_hp", "expected"),
        ('dice = "1d10"', 'dice = "d10"', "weapon[0].dice", "found"),
        ("bulk = 2", "weight = 2", "weapon[0].weight", "unknown key"),
    ],
)
def test_what_is_wrong_with_a_pack_is_told_with_file_and_place(
    tmp_path: Path, old: str, new: str, place: str, what: str
) -> None:
    lines = refusals(tmp_path, (old, new))

    assert any(line.startswith(f"marsh.toml: {place}: ") and what in line for line in lines), lines
    assert all(line.startswith("marsh.toml: ") for line in lines)


def test_all_faults_of_all_packs_are_named_at_once(tmp_path: Path) -> None:
    one = saved(tmp_path, MARSH.replace('id = "heron"', 'id = "grey-wolf"'))
    two = saved(tmp_path, MARSH.replace("hands = 2", "hands = 0"), "other.toml")

    with pytest.raises(InvalidError) as fault:
        library_of("quest", [one, two])

    files = {line.split(":")[0] for line in fault.value.problems}
    assert files == {"marsh.toml", "other.toml"}
    assert any("marsh.toml has it already" in line for line in fault.value.problems)


@rule("quest/condition.same-state-once")
@pytest.mark.parametrize(
    ("acted", "old", "new", "longer"),
    [
        (True, 3, 1, True),  # the end of the round comes before the next turn's start
        (True, 1, 3, False),
        (False, 1, 3, True),
        (False, 3, 4, False),  # its turn of this round ends before the round does
        (True, 3, 4, True),
        (True, 4, 0, True),
        (False, 0, 4, False),
        (True, 2, 4, True),
        (False, 4, 4, False),
    ],
)
def test_a_state_gained_again_is_lengthened_only_by_a_later_end(
    acted: bool, old: int, new: int, longer: bool
) -> None:
    """1: next turn's start, 2: this turn's end, 3: the round's, 4: the next turn's, 0: none."""
    one = Table("A . b", A=unit(), b=unit())["A"]
    one.acted = acted

    assert states.later(one, new, old) is longer


@rule("quest/turn.round-expiry")
def test_a_state_for_the_round_ends_with_it(tmp_path: Path) -> None:
    text = MARSH.replace('duration = "target-turn-end"', 'duration = "round"')
    table = packed(saved(tmp_path, text), "A . b", spells=["marsh-gas"])
    table.act("A", "cast marsh-gas with ma", "no option", dice="d20 15 d6 1")
    assert not table["b"].able()

    table.next_round()

    assert table["b"].able()
