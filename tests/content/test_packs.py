"""Packs: a user's own characters, creatures, abilities and Statuses, from file to fight."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from affray.content import read_encounter
from affray.content.like import WORDS
from affray.content.pack import is_pack, pack_from, pack_schema, read_pack
from affray.content.toml import read_toml
from affray.core.choice import Agent, Choice
from affray.core.dice import SeededDice
from affray.core.errors import InvalidError
from affray.core.setup import Setup
from affray.encounters.listing import list_members
from affray.encounters.prepare import check_pack, library_of, prepare, roster_of
from affray.rulesets.thrum.content.catalogue import builtin_content
from affray.rulesets.thrum.content.library import ThrumContentLibrary
from affray.rulesets.thrum.gm import AMOUNTS
from affray.rulesets.thrum.ruleset import Thrum
from affray.rulesets.thrum.sheet.sheet import Sheet
from affray.rulesets.thrum.state import ThrumCombat
from affray.rulesets.thrum.terms import OPTION_DEFAULTS, OPTION_NAMES
from affray.state.snapshot import dump, undump
from tests.thrum.arena import arena, ready, refusals
from tests.thrum.table import Table, npc, refused

RIVER = """
ruleset = "thrum"
id = "river-folk"
name = "River Folk"

[[status]]
id = "soaked"
name = "Soaked"
effects = [
  { op = "roll-mod", roll = "evasion", bane = 1 },
  { op = "stat", name = "speed", n = -1 },
  { op = "stress", n = "X", when = "end of own turn" },
]

[[ability]]
id = "river-hook"
name = "River Hook"
type = "action"
tags = ["physical"]
range = 3
target = "one-enemy"
params = { pull = "2 + half(TIER)" }
effect = [{ op = "shift", n = "$pull", dir = "toward" }]
success = [{ op = "fatigue", n = 1 }, { op = "status", name = "soaked", n = 2 }]
critical = [{ op = "choose", of = ["condition stunned", "status soaked 1"] }]

[[ability]]
id = "mud-stance"
name = "Mud Stance"
type = "stance"
effect = [
  { op = "roll-mod", roll = "resilience", boon = 1 },
  { op = "heal", name = "stress", n = 1 },
]

[[ability]]
id = "wading"
name = "Wading"
art = "brawling"
type = "passive"
effect = [{ op = "stat", name = "max_fatigue_tolerance", n = "1 + a:half(POW)" }]
upgrades = { a = "half POW more" }

[[creature]]
id = "river-warden"
name = "River Warden"
speed = 4
initiative = "1 + TIER"
attack = "2 + TIER"
resilience = 1
evasion = 0
resolve = 1
fatigue_tolerance = 3
stress_tolerance = 2
abilities = ["river-hook", "mud-stance"]
shown = { attack = 2 }

[[character]]
id = "ona-reed"
name = "Ona Reed"
level = 1
archetypes = ["hero", "loomer"]
points = { POW = 1, END = 1 }
training = { brawling = 3 }
abilities = ["sockem", "wading"]
upgrades = ["wading:a"]
derived = { fatigue_tolerance = 7 }
"""


def saved(folder: Path, text: str, name: str = "river.toml") -> Path:
    path = folder / name
    path.write_text(text, "utf-8")
    return path


@pytest.fixture
def river(tmp_path: Path) -> Path:
    return saved(tmp_path, RIVER)


def problems(*paths: Path) -> list[str]:
    """Return the lines with which packs are refused."""
    with pytest.raises(InvalidError) as caught:
        library_of("thrum", paths)
    return caught.value.problems


def fight(river: Path) -> dict[str, Any]:
    return {
        "packs": [river],
        "party": [{"id": "ona-reed"}],
        "foes": [{"id": "river-warden", "count": 2, "tier": 2}],
    }


def sheet_of(setup: Setup, member: int) -> Sheet:
    sheet = setup.members[member].sheet
    assert isinstance(sheet, Sheet)
    return sheet


class BotRandom(Agent):
    def __init__(self, seed: int) -> None:
        self.state = seed * 7919 + 13

    def decide(self, choice: Choice) -> int:
        answers = choice.answers()
        self.state = (self.state * 1103515245 + 12345) % (1 << 31)
        return answers[(self.state >> 8) % len(answers)]


# ---- what a pack adds ----------------------------------------------------------------------------


def test_an_encounter_may_name_members_of_a_pack(river: Path) -> None:
    _, setup = ready(**fight(river))

    assert [member.name for member in setup.members] == [
        "ona-reed",
        "river-warden-1",
        "river-warden-2",
    ]


def test_without_the_pack_its_members_are_unknown(river: Path) -> None:
    changes = {**fight(river), "packs": []}

    assert refusals(**changes) == [
        'arena.toml: side[0].members[0].id: found "ona-reed", expected a character or creature of '
        "thrum (ansa-brock, teodric-vane, mirel-osh, sarn-ilvey, corin-halewright, nim-saltash, "
        "doctor-ferrant, lise-amaranth, orrin-tal, yssa-kell, biffer, plinker and 9 more)",
        'arena.toml: side[1].members[0].id: found "river-warden", expected a character or creature '
        "of thrum (ansa-brock, teodric-vane, mirel-osh, sarn-ilvey, corin-halewright, "
        "nim-saltash, doctor-ferrant, lise-amaranth, orrin-tal, yssa-kell, biffer, plinker and 9 "
        "more)",
    ]


def test_the_members_of_a_pack_are_worked_out_by_the_same_rules(river: Path) -> None:
    library = library_of("thrum", [river])
    assert isinstance(library, ThrumContentLibrary)
    _, setup = ready(**fight(river))

    assert sheet_of(setup, 0).fatigue_tolerance == 3 + 2 + 1 + 1
    assert sheet_of(setup, 1).attack == 2 + 2
    assert library.notes(["ona-reed"]) == ["ona-reed: 1 of 4 Ability Points unspent"]


def test_an_action_of_a_pack_does_what_its_words_say(river: Path) -> None:
    ruleset, setup = ready(**fight(river))
    table = Table("A . . b", A=npc("envoy"), b=sheet_of(setup, 1))

    table.act("b", "river-hook A", "A: resilience", "push A e 2", dice="3 3 4 4")

    assert table.at("A") == "2,0"
    assert table["A"].fatigue == 1
    assert [(one.effect, one.n) for one in table["A"].effects] == [(ruleset.effects()["soaked"], 2)]


def test_a_stance_of_a_pack_gives_its_boon_and_does_the_rest_when_taken(river: Path) -> None:
    _, setup = ready(**fight(river))
    table = Table("A . . b", A=npc("envoy"), b=sheet_of(setup, 1))
    table["b"].stress = 2

    table.enter_stance("b", "mud-stance")
    table.act("A", "basic-attack b", "b: resilience", dice="1 1 4 4 6")

    assert (table["b"].stress, table["b"].fatigue) == (1, 0)


def test_a_status_of_a_pack_ticks_down_and_does_its_harm_by_its_number(river: Path) -> None:
    """Soaked 2: Speed 3, 2 Stress at the End of Turn, then Soaked 1."""
    ruleset, setup = ready(**fight(river))
    table = Table("A . . . . b", A=sheet_of(setup, 0), b=npc("biffer"))
    table.combat.give(0, ruleset.effects()["soaked"], 2, -1, 0, -1)
    table.combat.refresh(table["A"])

    with refused("move.must-afford-step"):
        table.move("A", "move 4,0")
    table.move("A", "move 3,0")
    table.end("A")

    assert table["A"].stress == 2
    assert [(held.effect.id, held.n) for held in table["A"].effects] == [("soaked", 1)]


def test_a_status_of_a_pack_can_be_saved_and_loaded(river: Path) -> None:
    ruleset, setup = ready(**fight(river))
    combat = ruleset.begin(setup, SeededDice(1), [BotRandom(1)] * 3)
    assert isinstance(combat, ThrumCombat)
    soaked = ruleset.effects()["soaked"]
    held = combat.give(0, soaked, 2, 1, 0, 0)

    again = undump(dump(held), ruleset)

    assert (again.effect, again.n) == (soaked, 2)
    assert "soaked" in ruleset.result_names()
    assert "soaked" not in Thrum().effects(), "only fights with the pack know it"


def test_fights_with_a_pack_are_played_to_the_end(river: Path) -> None:
    ruleset, setup = ready(**fight(river), round_limit=15)
    soaked = False

    for seed in range(8):
        combat = ruleset.begin(setup, SeededDice(seed), [BotRandom(seed)] * 3)
        while not combat.outcome:
            combat.step()
            assert combat.recount() == ""
            soaked = soaked or "soaked 2" in ruleset.marks(combat, 0)

    assert soaked


def test_packs_may_use_each_others_abilities_in_any_order(river: Path, tmp_path: Path) -> None:
    other = saved(
        tmp_path,
        'ruleset = "thrum"\n[[creature]]\nid = "eel"\nname = "Eel"\nspeed = 5\ninitiative = 0\n'
        "attack = 1\nresilience = 0\nevasion = 1\nresolve = 0\nfatigue_tolerance = 1\n"
        'stress_tolerance = 1\nabilities = ["river-hook"]\n',
        "eels.toml",
    )

    library = library_of("thrum", [other, river])

    assert "eel" in library.roster().kinds()


def test_the_usual_content_stays_as_it_is(river: Path) -> None:
    library_of("thrum", [river])

    usual = library_of("thrum", ())

    assert "ona-reed" not in usual.roster().kinds()
    assert ThrumContentLibrary(builtin_content()).library.abilities.keys() == (
        usual.library.abilities.keys() if isinstance(usual, ThrumContentLibrary) else {}
    )


def test_the_roster_with_packs_loads_an_encounter_from_a_file(river: Path, tmp_path: Path) -> None:
    text = (
        'ruleset = "thrum"\nid = "ford"\nname = "Ford"\n[map]\nrows = ["PP..FF"]\n[[side]]\n'
        'id = "party"\nmembers = [{ id = "ona-reed" }]\n[[side]]\nid = "foes"\n'
        'members = [{ id = "river-warden" }]\n'
    )

    encounter = read_encounter(saved(tmp_path, text, "ford.toml"), roster_of([river]))
    _, setup = prepare(encounter, [river])

    assert len(setup.members) == 2


def test_checking_a_pack_tells_what_it_holds_and_what_is_unspent(river: Path) -> None:
    what, notes = check_pack(river)

    assert what == "River Folk, thrum, 1 character, 1 creature, 1 status, 3 abilities"
    assert notes == ["ona-reed: 1 of 4 Ability Points unspent"]


def test_a_pack_is_told_from_an_encounter(river: Path) -> None:
    assert is_pack(read_toml(river))
    assert not is_pack(arena())


def test_lists_name_the_members_of_packs(river: Path) -> None:
    added = [one for one in list_members("thrum", [river]) if one.source]

    assert [(one.kind, one.id, one.name, one.source) for one in added] == [
        ("character", "ona-reed", "Ona Reed", "river.toml"),
        ("creature", "river-warden", "River Warden", "river.toml"),
    ]


@pytest.mark.parametrize("ruleset", ["icon", "ingenuity", "quest", "sovereign", "thrum"])
def test_lists_name_the_members_of_every_ruleset(ruleset: str) -> None:
    found = list_members(ruleset)

    assert {one.kind for one in found} == {"character", "creature"}
    assert all(one.name and one.ruleset == ruleset for one in found)


# ---- Stances with a trigger ----------------------------------------------------------------------


def answering(folder: Path, trigger: str, response: str, more: str = "") -> Sheet:
    """The sheet of an eel whose Stance answers."""
    text = (
        'ruleset = "thrum"\n[[ability]]\nid = "coil"\nname = "Coil"\ntype = "stance"\n'
        f'range = 2\ntrigger = "{trigger}"\nresponse = [{response}]\n{more}\n'
        '[[creature]]\nid = "eel"\nname = "Eel"\nspeed = 5\ninitiative = 0\nattack = 1\n'
        "resilience = 0\nevasion = 1\nresolve = 0\nfatigue_tolerance = 3\nstress_tolerance = 1\n"
        'abilities = ["coil"]\n'
    )
    _, setup = ready([saved(folder, text, "eels.toml")], foes=[{"id": "eel"}])
    return sheet_of(setup, 1)


def coiled(folder: Path, rows: str, trigger: str, response: str, more: str = "") -> Table:
    """A Biffer A with its friend against an eel in its Stance, and the eel's friend."""
    eel = answering(folder, trigger, response, more)
    table = Table(rows, A=npc("envoy"), e=eel, f=npc("chaff"))
    table.enter_stance("e", "coil")
    return table


GUARD = '{ op = "roll-mod", roll = "defensive", boon = 2 }'
BITE = '{ op = "fatigue", n = 1 }'


def test_a_stance_may_answer_an_attack_on_its_owner(tmp_path: Path) -> None:
    table = coiled(
        tmp_path, "A . . e . f", "an enemy targets you with an attack", f"{GUARD}, {BITE}"
    )

    table.act("A", "basic-attack e", "e: resilience", dice="1 2 1 1 6 5")

    assert (table["e"].fatigue, table["A"].fatigue) == (0, 1)
    assert table.stance_of("e") == "coil"


def test_a_stance_may_guard_allies_within_range_only(tmp_path: Path) -> None:
    trigger = "an enemy targets an ally within range with an attack"
    near = coiled(tmp_path, "A . f . e", trigger, GUARD)
    far = coiled(tmp_path, "A . f . . e", trigger, GUARD)

    near.act("A", "basic-attack f", "f: resilience", dice="1 2 1 1 6 5")
    far.act("A", "basic-attack f", "f: resilience", dice="1 2 1 1")

    assert (near["f"].fatigue, far["f"].fatigue) == (0, 2)


def test_a_response_that_may_be_passed_is_offered(tmp_path: Path) -> None:
    table = coiled(
        tmp_path, "A . . e . f", "an enemy targets you with an attack", BITE, "may = true"
    )

    table.act("A", "basic-attack e", "e: pass", "e: resilience", dice="1 1 6 6")
    table["A"].acted = False
    table.act("A", "basic-attack e", "e: coil", "e: resilience", dice="1 1 6 6")

    assert table["A"].fatigue == 1


@pytest.mark.parametrize(
    ("trigger", "dice", "bitten"),
    [
        ("you successfully defend against an enemy attack", "1 1 6 6", 1),
        ("you successfully defend against an enemy attack", "6 6 1 1", 0),
        ("an enemy attack succeeds against you", "1 1 6 6", 0),
        ("an enemy attack succeeds against you", "6 6 1 1", 1),
    ],
)
def test_a_stance_may_answer_the_result(
    tmp_path: Path, trigger: str, dice: str, bitten: int
) -> None:
    response = f'{BITE}, {{ op = "end-stance" }}'
    table = coiled(tmp_path, "A . . e . f", trigger, response)

    table.act("A", "basic-attack e", "e: resilience", dice=dice)

    assert table["A"].fatigue == bitten
    assert table.stance_of("e") == ("" if bitten else "coil")


def test_a_stance_may_answer_one_who_comes_within_range(tmp_path: Path) -> None:
    table = coiled(tmp_path, "A . . . e f", "an enemy enters a square within range", BITE)

    table.move("A", "move 1,0")
    assert table["A"].fatigue == 0
    table.move("A", "move 3,0", "move 3,0", "stop")

    assert table["A"].fatigue == 2, "2,0 and 3,0 are both within range"


def test_a_stance_answers_one_who_leaves_once_in_a_turn(tmp_path: Path) -> None:
    table = coiled(tmp_path, ". . . A e f", "an enemy leaves a square within range", BITE)

    table.move("A", "move 0,0", "move 0,0")

    assert table["A"].fatigue == 1


@pytest.mark.parametrize(
    ("trigger", "start", "end"), [("your turn starts", 1, 1), ("your turn ends", 0, 1)]
)
def test_a_stance_may_act_in_its_owners_turn(
    tmp_path: Path, trigger: str, start: int, end: int
) -> None:
    table = coiled(tmp_path, "A . . . e f", trigger, '{ op = "condition", name = "hidden" }')

    table.start("e")
    assert table.n("e", "hidden") == start
    table.end("e")

    assert table.n("e", "hidden") == end


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        (
            "an enemy targets you with an attack",
            "an enemy target you with an attack",
            'ability[0].trigger: found "an enemy target you with an attack", expected a trigger; '
            "did you mean an enemy targets you with an attack?",
        ),
        (
            'roll = "defensive"',
            'roll = "panic"',
            "ability[0].response[0]: found another roll-mod, expected boon or bane on defensive",
        ),
        (
            'type = "stance"',
            'type = "passive"',
            "ability[0].trigger: found a trigger in a passive, expected it in stances only",
        ),
        ("response = ", "before = ", "ability[0].response: missing, expected what the trigger"),
        (
            'trigger = "an enemy targets you with an attack"',
            "may = true",
            "ability[0].trigger: missing, expected for may",
        ),
        (
            "an enemy targets you with an attack",
            "an enemy enters a square within range",
            "ability[0].range: missing, expected for this trigger",
        ),
        (
            "an enemy targets you with an attack",
            "your turn starts",
            'ability[0].response[0]: found "roll-mod" in the response of a stance, expected',
        ),
    ],
)
def test_a_trigger_is_checked(tmp_path: Path, old: str, new: str, fault: str) -> None:
    text = (
        'ruleset = "thrum"\n[[ability]]\nid = "coil"\nname = "Coil"\ntype = "stance"\n'
        f'trigger = "an enemy targets you with an attack"\nresponse = [{GUARD}]\n'
    )

    lines = problems(saved(tmp_path, text.replace(old, new)))

    assert any(line.startswith(f"river.toml: {fault}") for line in lines), lines


# ---- refusals ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        (
            'id = "ona-reed"',
            'id = "ansa-brock"',
            'character[0].id: found "ansa-brock", expected an id of its own: Affray has it already'
            "; replaces = true stands in for it",
        ),
        (
            'id = "river-warden"',
            'id = "confed"',
            'creature[0].id: found "confed", expected an id of its own: Affray has it already'
            "; replaces = true stands in for it",
        ),
        (
            'id = "mud-stance"',
            'id = "dodge"',
            'ability[1].id: found "dodge", expected an id of its own: Affray has it already'
            "; replaces = true stands in for it",
        ),
        (
            'id = "mud-stance"',
            'id = "wading"',
            'ability[2].id: found "wading", expected an id of its own: it stands there twice',
        ),
        (
            'id = "soaked"',
            'id = "burning"',
            'status[0].id: found "burning", expected an id of its own: Affray has it already'
            "; replaces = true stands in for it",
        ),
        (
            'id = "soaked"',
            'id = "wounds"',
            'status[0].id: found "wounds", which is a word of the rules, expected another',
        ),
        (
            'ruleset = "thrum"',
            'ruleset = "thrumm"',
            'ruleset: found "thrumm", expected one of icon, ingenuity, quest, sovereign, thrum; '
            "did you mean thrum?",
        ),
        (
            'ruleset = "thrum"',
            "",
            "ruleset: missing, expected the game that the pack is for: icon, ingenuity, quest, "
            "sovereign, thrum",
        ),
        (
            'op = "shift"',
            'op = "shft"',
            'ability[0].effect[0].op: found "shft", expected an operation; did you mean shift?',
        ),
        (
            'op = "shift"',
            'op = "custom"',
            'ability[0].effect[0].op: found "custom", expected an operation, one of',
        ),
        (
            'name = "soaked", n = 2',
            'name = "soked", n = 2',
            'ability[0].success[1].name: found "soked", expected a Status; did you mean soaked?',
        ),
        (
            '"status soaked 1"',
            '"status soked 1"',
            'ability[0].critical[0].of[1]: found "soked", expected a Status; did you mean soaked?',
        ),
        (
            '"condition stunned"',
            '"stun"',
            'ability[0].critical[0].of[0]: found "stun", expected an operation in words',
        ),
        (
            'n = "$pull"',
            'n = "$pul"',
            'ability[0].effect[0].n: found "pul", expected one of the params; did you mean pull?',
        ),
        (
            'dir = "toward"',
            'dir = "towards"',
            'ability[0].effect[0].dir: found "towards", expected a direction; did you mean toward?',
        ),
        (
            'dir = "toward"',
            'dir = "toward", when = "it is raining"',
            'ability[0].effect[0].when: found "it is raining", expected a moment, one of '
            "target is an enemy, the attack succeeds",
        ),
        (
            'tags = ["physical"]',
            'tags = ["physical", "terrain"]',
            'ability[0].tags[1]: found "terrain", which needs code, expected one of physical, '
            "mental, ranged, finisher",
        ),
        (
            'tags = ["physical"]',
            "tags = []",
            "ability[0].success: found success without an attack, expected the tag physical or "
            "mental",
        ),
        (
            'tags = ["physical"]',
            'tags = ["physical", "mental"]',
            "ability[0].tags: found physical and mental, expected one of them",
        ),
        (
            'target = "one-enemy"',
            'target = "area-N"',
            "ability[0].params.area: missing, expected how large the area-N is",
        ),
        ('target = "one-enemy"', "", "ability[0].target: missing, expected one of self, one-enemy"),
        (
            'id = "mud-stance"',
            'special = "you sneeze"\nid = "mud-stance"',
            "ability[1].special: found special, which needs code, expected no such key",
        ),
        (
            'id = "mud-stance"',
            'target = "self"\nid = "mud-stance"',
            "ability[1].target: found target in a stance, expected it in actions only",
        ),
        (
            'op = "heal", name = "stress", n = 1',
            'op = "end-stance"',
            'ability[1].effect[1]: found "end-stance" in the effect of a stance, expected',
        ),
        (
            'op = "heal", name = "stress", n = 1',
            'op = "stat", name = "max_stress_tolerance", n = 1',
            'ability[1].effect[1].name: found "max_stress_tolerance" in a stance, expected speed',
        ),
        (
            'name = "max_fatigue_tolerance"',
            'name = "max_fatige_tolerance"',
            'ability[2].effect[0].name: found "max_fatige_tolerance", expected a number; did '
            "you mean max_fatigue_tolerance?",
        ),
        (
            'n = "1 + a:half(POW)"',
            'n = "1 + half(SPEED)"',
            'ability[2].effect[0].n: found "1 + half(SPEED)", expected an amount without SPEED',
        ),
        (
            'n = "1 + a:half(POW)"',
            'n = "1 + b:half(POW)"',
            'ability[2].effect[0].n: found the upgrade "b", expected a',
        ),
        (
            'n = "1 + a:half(POW)"',
            'n = "X"',
            'ability[2].effect[0].n: found "X", expected it only in the effects of a Status',
        ),
        (
            'art = "brawling"',
            'art = "brawlin"',
            'ability[2].art: found "brawlin", expected npc or a Combat Art; did you mean brawling?',
        ),
        (
            'roll = "evasion", bane = 1',
            'roll = "evasion", bane = "TIER"',
            'status[0].effects[0].bane: found "TIER", expected a number, or "X" for the number '
            "of the Status",
        ),
        (
            'n = "X", when = "end of own turn"',
            'n = "X"',
            'status[0].effects[2].when: found "", expected "end of own turn"',
        ),
        (
            'op = "stat", name = "speed", n = -1',
            'op = "mark", n = 1',
            'status[0].effects[1].op: found "mark", expected one of roll-mod, stat, fatigue, '
            "stress",
        ),
        (
            'attack = "2 + TIER"',
            'attack = "2 + REF"',
            'creature[0].attack: found "2 + REF", expected a number or a formula in TIER such '
            'as "1 + TIER"',
        ),
        (
            "fatigue_tolerance = 3\n",
            "fatigue_tolerance = -3\n",
            "creature[0].fatigue_tolerance: found -3 at Tier 0, expected 0 to 100",
        ),
        ("speed = 4\n", "", "creature[0].speed: missing, expected"),
        ("speed = 4\n", "sped = 4\n", "creature[0].sped: unknown key, did you mean speed?"),
        (
            "shown = { attack = 2 }",
            "shown = { attack = 3 }",
            "creature[0].shown.attack: found 3, expected 2, as the rules work it out, or nothing",
        ),
        (
            "shown = { attack = 2 }",
            "shown = { atack = 2 }",
            'creature[0].shown.atack: found "atack", expected a number of a sheet; did you '
            "mean attack?",
        ),
        (
            '"river-hook", "mud-stance"]',
            '"river-hok", "mud-stance"]',
            'creature[0].abilities[0]: found "river-hok", expected an ability; did you mean '
            "river-hook?",
        ),
        (
            '"river-hook", "mud-stance"]',
            '"river-hook", "river-hook"]',
            'creature[0].abilities[1]: found "river-hook" again, expected it once',
        ),
        (
            '"river-hook", "mud-stance"]',
            '"river-hook", "dodge"]',
            'creature[0].abilities[1]: found "dodge", expected an ability',
        ),
        (
            "derived = { fatigue_tolerance = 7 }",
            "derived = { fatigue_tolerance = 6 }",
            "character[0].derived.fatigue_tolerance: found 6, expected 7, as the rules work it out",
        ),
        (
            "points = { POW = 1, END = 1 }",
            "points = { POW = 1, END = 2 }",
            "character[0].points: found 3 Attribute Points spent, expected at most 2 at level "
            "1 [thrum/sheet.attribute-points]",
        ),
        (
            "points = { POW = 1, END = 1 }",
            "points = { POW = true }",
            "character[0].points.POW: found true, expected a whole number from -100 to 100",
        ),
        (
            '"sockem", "wading"',
            '"sokem", "wading"',
            "character[0].abilities[0]: found 'sokem', which is no Combat Art ability; did you "
            "mean sockem?",
        ),
        (
            'name = "Ona Reed"',
            'name = "Ona\\nReed"',
            'character[0].name: found "Ona\\u000aReed", expected a text on one line of at most '
            "200 characters",
        ),
        ("level = 1", 'level = "one"', 'character[0].level: found "one", expected a whole number'),
        ("[[character]]", "[[charakter]]", "charakter: unknown key, did you mean character?"),
    ],
)
def test_a_fault_is_told_with_place_and_nearest_word(
    tmp_path: Path, old: str, new: str, fault: str
) -> None:
    assert old in RIVER

    lines = problems(saved(tmp_path, RIVER.replace(old, new, 1)))

    assert any(line.startswith(f"river.toml: {fault}") for line in lines), lines


def test_all_faults_of_all_packs_are_told(tmp_path: Path) -> None:
    first = saved(tmp_path, RIVER.replace("shift", "shft").replace("one-enemy", "one-enmy"))
    second = saved(tmp_path, RIVER.replace("river", "lake").replace("toward", "to"), "lake.toml")

    lines = problems(first, second)

    assert [line.partition(":")[0] for line in lines].count("river.toml") >= 2
    assert any(line.startswith("lake.toml: ") for line in lines)


def test_two_packs_may_not_have_the_same_id(river: Path, tmp_path: Path) -> None:
    twin = saved(tmp_path, RIVER, "twin.toml")

    lines = problems(river, twin)

    assert lines[0] == (
        'twin.toml: status[0].id: found "soaked", expected an id of its own: river.toml has it '
        "already"
    )
    assert len(lines) == 6


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("ruleset = ", "river.toml: end of the file: not valid TOML: invalid value"),
        ('ruleset = "thrum"\nability = 3', "river.toml: ability: found 3, expected a list"),
        (
            'ruleset = "thrum"\nability = [3]',
            "river.toml: ability[0]: found 3, expected a table",
        ),
    ],
)
def test_what_is_no_pack_is_refused(tmp_path: Path, text: str, fault: str) -> None:
    lines = problems(saved(tmp_path, text))

    assert len(lines) == 1
    assert lines[0].startswith(fault)


def test_a_pack_that_is_not_there_is_refused(tmp_path: Path) -> None:
    (line,) = problems(tmp_path / "none.toml")

    assert line.endswith("none.toml: cannot be read: No such file or directory")


def test_a_pack_that_is_not_utf_8_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "river.toml"
    path.write_bytes(b'ruleset = "thrum"\nname = "\xff"')

    assert problems(path) == ["river.toml: line 2, column 9: found byte 0xff, expected UTF-8 text"]


# ---- the schema ----------------------------------------------------------------------------------


def tables(schema: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {name: one for name, one in schema["$defs"].items() if "properties" in one}


def example(table: dict[str, Any], *keys: str) -> dict[str, Any]:
    return {key: table["properties"][key]["examples"][0] for key in keys}


def test_a_pack_made_of_the_examples_in_the_schema_is_valid(tmp_path: Path) -> None:
    schema = pack_schema("thrum")
    known = tables(schema)
    action = ["id", "name", "art", "type", "tags", "range", "target", "params", "before", "effect"]
    action += ["success", "critical", "after", "overexert", "order", "upgrades", "origin", "text"]
    others = ("shown", "upgrades", "nova", "attributes", *WORDS)
    creature = [key for key in known["CreatureModel"]["properties"] if key not in others]
    character = [key for key in known["CharacterModel"]["properties"] if key not in others]
    data = {
        **example(schema, "ruleset", "id", "name", "origin", "text"),
        "status": [example(known["StatusModel"], "id", "name", "effects", "text")],
        "ability": [example(known["AbilityModel"], *action)],
        "creature": [example(known["CreatureModel"], *creature)],
        "character": [example(known["CharacterModel"], *character)],
    }

    file = pack_from(data, "examples.toml")
    library = ThrumContentLibrary(builtin_content(), [file])

    assert {"river-warden", "ona-reed"} <= set(library.roster().kinds())


def test_the_schema_offers_packs_no_operation_that_they_are_refused() -> None:
    ops = tables(pack_schema("thrum"))["Op"]["properties"]["op"]["enum"]

    assert "roll-mod" in ops
    assert not {"custom", "position-minion"} & set(ops)


def test_the_schema_of_all_packs_has_one_for_every_game() -> None:
    schema: dict[str, Any] = pack_schema()

    places = [one["$ref"].removeprefix("#/$defs/") for one in schema["oneOf"]]
    games = [schema["$defs"][one]["properties"]["ruleset"]["const"] for one in places]
    assert games == ["icon", "ingenuity", "quest", "sovereign", "thrum"]


def test_reading_a_pack_keeps_its_tables(river: Path) -> None:
    file = read_pack(river)

    assert file.pack.ids() == ["ona-reed", "river-warden"]
    assert file.data["name"] == "River Folk"


def test_the_pack_in_the_readme_of_the_ruleset_is_valid(tmp_path: Path, checkout: Path) -> None:
    text = (checkout / "src/affray/rulesets/thrum/README.md").read_text("utf-8")
    (example_pack,) = re.findall(r"```toml\n(.*?)```", text, re.DOTALL)

    what, notes = check_pack(saved(tmp_path, example_pack))

    assert what == "River Folk, thrum, 1 creature, 1 status, 2 abilities"
    assert notes == []


def test_the_readme_of_the_ruleset_names_every_option_with_its_default(checkout: Path) -> None:
    text = (checkout / "src/affray/rulesets/thrum/README.md").read_text("utf-8")

    for name, default in zip(OPTION_NAMES, OPTION_DEFAULTS, strict=True):
        (line,) = [row for row in text.splitlines() if f"`{name}`" in row]
        assert f"| {'on' if default else 'off'} |" in line
    assert all(name in text for name in AMOUNTS)
