"""Packs for Sovereign: weapons, states, spells, creatures and characters of one's own."""

from __future__ import annotations

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
from affray.rulesets.sovereign import condition
from affray.rulesets.sovereign.attack import declared
from affray.rulesets.sovereign.attack.declared import Attack
from affray.rulesets.sovereign.condition import Written
from affray.rulesets.sovereign.content.library import SovereignContentLibrary
from affray.rulesets.sovereign.movement import ways
from affray.rulesets.sovereign.shared import Library
from affray.rulesets.sovereign.sheet import numbers
from affray.rulesets.sovereign.state import SovereignCombat, SovereignCombatant
from affray.rulesets.sovereign.terms import HARM
from tests.sovereign.table import Table, body

RIVER = """
ruleset = "sovereign"
id = "river-folk"
name = "River Folk"

[[weapon]]
id = "gaff"
name = "Gaff"
damage = "1d8"
attributes = ["STR", "DEX"]
traits = ["L", "T"]
damage_type = "point"
hands = 1
shock = 2
shock_ac = 14
range_normal = 20
range_max = 40
melee = true
reach = 10
enc = 1
magic = 1

[[status]]
id = "drenched"
name = "Drenched"
ac = -1
attack = -2
attack_against = 1
move_factor = 0.5

[[spell]]
id = "wave"
name = "Wave"
level = 1
list = "ours"
action = "main"
range = "60 ft"
save = "evasion"
damage_per_level = "1d6"
radius = 10
harm = "frost"
status = "drenched"

[[spell]]
id = "undertow"
name = "Undertow"
level = 1
list = "ours"
action = "main"
range = "60 ft"
save = "physical"
status = "prone"

[[gear]]
id = "net"
name = "Net"
enc = 1

[[creature]]
id = "river-warden"
name = "River warden"
hd = 2
hp = 9
ac = 13
attack = 2
save = 14
move = 30
skill = 1
size = "man"
tags = ["humanoid"]
spells = ["wave", "undertow"]
castings = 2
caster_level = 2

[[creature.attacks]]
name = "Gaff"
kind = "melee"
bonus = 3
damage = "1d8+1"
shock = 3
shock_ac = 14
reach = 10
weapon = "gaff"

[[creature]]
id = "colossus"
name = "Colossus"
hd = 12
hp = 60
ac = 12
attack = 12
save = 9
move = 40
skill = 2
size = "huge"
dimension = 40

[[creature.attacks]]
name = "Fist"
kind = "melee"
bonus = 12
damage = "2d8"
natural = "bludgeoning"
reach = 15

[[character]]
id = "nell-brook"
name = "Nell Brook"
class = "warrior"
level = 1
attributes = { Strength = 14, Dexterity = 10, Constitution = 10, Intelligence = 10, Wisdom = 10 }
modifiers = { STR = 1, DEX = 0, CON = 0, INT = 0, WIS = 0 }

feats = ["die-hard:1", "shocking-assault:1"]
attack_bonus = 1
hp = 8
armor = "chain"
shield = false
ac = 14
move = 30
saves = { physical = 14, evasion = 15, mental = 15 }
screen_limit = 1
system_strain_max = 10
readied = ["chain", "gaff", "net"]
readied_enc = 4
stowed = []
stowed_enc = 0

[character.skills]
exert = 0
heal = -1
know = -1
magic = -1
notice = 0
sneak = -1
brawl = -1
shoot = -1
stab = 1

[[character.attacks]]
weapon = "gaff"
mode = "melee"
skill = "stab"
attribute = "STR"
bonus = 4
damage = "1d8+3"
shock = 5
shock_ac = 14
reach = 10
"""


def pack(tmp_path: Path, text: str = RIVER) -> Path:
    path = tmp_path / "river.toml"
    path.write_text(text, "utf-8")
    return path


def library_with(*packs: Path) -> Library:
    found = library_of("sovereign", packs)
    assert isinstance(found, SovereignContentLibrary)
    return found.library


def fight(*packs: Path) -> tuple[Ruleset, Setup]:
    data: dict[str, Any] = {
        "ruleset": "sovereign",
        "id": "ford",
        "name": "The ford",
        "round_limit": 20,
        "map": {"rows": ["." * 12] * 6},
        "side": [
            {
                "id": "party",
                "seat": "players",
                "members": [
                    {"id": "nell-brook", "at": [2, 2]},
                    {"id": "maud-verrin", "at": [2, 3]},
                ],
            },
            {
                "id": "foes",
                "seat": "foes",
                "members": [{"id": "river-warden", "count": 2, "name": "warden"}],
                "start": [[8, 2], [8, 3]],
            },
        ],
    }
    return prepare(encounter_from(data, "ford.toml", roster_of(packs)), packs)


def test_a_pack_s_members_weapons_and_spells_are_in_the_library(tmp_path: Path) -> None:
    own = library_with(pack(tmp_path))

    nell = own.sheets["nell-brook"]
    gaff = nell.strikes[0]
    assert (gaff.id, gaff.bonus, gaff.plus, gaff.shock, gaff.reach) == ("gaff", 4, 3, 5, 2)
    warden = own.sheets["river-warden"]
    assert [one.id for one in warden.spells] == ["wave", "undertow"]
    assert own.sheets["colossus"].feet == 40
    assert "net" in own.weapons
    assert "river-warden" in roster_of((pack(tmp_path),))("sovereign").kinds()


@pytest.mark.parametrize(("face", "hp", "drenched"), [(15, 17, False), (14, 14, True)])
def test_a_spell_of_a_pack_hurts_saves_and_lays_its_state(
    tmp_path: Path, face: int, hp: int, drenched: bool
) -> None:
    own = library_with(pack(tmp_path))
    mage = body(castings=1)
    mage.spells, mage.castings = [own.spells["wave"]], 1
    table = Table("A . . . b", A=mage, b=body())
    table.combat.library = own

    table.act("A", "cast wave", "centre 5,0", dice=f"d6 6 d20 {face}")

    state = own.statuses["drenched"]
    assert (table["b"].hp, table["b"].has(state)) == (hp, drenched)
    assert isinstance(state, Written)
    assert numbers.ac(table.combat, table["b"]) == (9 if drenched else 10)


def test_a_state_of_a_pack_changes_rolls_and_movement(tmp_path: Path) -> None:
    own = library_with(pack(tmp_path))
    table = Table("A b", A=body(), b=body())
    plain = [total(table, "A", "b"), total(table, "b", "A")]
    condition.lay(table.combat, table["b"], own.statuses["drenched"], 0)

    assert total(table, "A", "b") == plain[0] + 1
    assert total(table, "b", "A") == plain[1] - 2
    assert ways.rate(table["b"]) == 3
    assert HARM == 0


def total(table: Table, who: str, other: str) -> int:
    unit: SovereignCombatant = table[who]
    attack = Attack(unit.index, table[other].index, unit.sheet.strikes[-1], HARM, 0)
    return declared.modifiers(table.combat, attack).total


def test_a_spell_of_a_pack_may_fell_by_a_save_alone(tmp_path: Path) -> None:
    own = library_with(pack(tmp_path))
    mage = body(castings=1)
    mage.spells, mage.castings = [own.spells["undertow"]], 1
    table = Table("A . . b", A=mage, b=body())

    table.act("A", "cast undertow at b", dice="d20 1")

    assert table["b"].prone


def test_a_fight_of_a_pack_is_played_to_its_end_and_saved(tmp_path: Path) -> None:
    ruleset, setup = fight(pack(tmp_path))
    for name in ("greedy", "random"):
        tactics = ruleset.tactics()
        agents = [seated(name, tactics, 3, 0, seat) for seat in range(3)]
        combat = ruleset.begin(setup, SeededDice(3), agents)
        assert isinstance(combat, SovereignCombat)
        while not combat.outcome:
            combat.changes = 0
            combat.step()
            assert combat.recount() == ""
        assert combat.outcome


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        ('status = "drenched"\n\n[[spell]]', 'status = "drenchd"\n\n[[spell]]', "spell[0].status"),
        ('weapon = "gaff"', 'weapon = "gaf"', "creature[0].attacks[0].weapon"),
        ("attack_bonus = 1", "attack_bonus = 2", "character[0].attack_bonus"),
        ("hp = 9", "hp = 17", "creature[0].hp"),
        ('id = "gaff"', 'id = "sword"', "weapon[0].id"),
        ('traits = ["L", "T"]', 'traits = ["L", "X"]', "weapon[0].traits[1]"),
        ("radius = 10", "radius = 7", "spell[0].radius"),
        ('feats = ["die-hard:1"', 'feats = ["die-hrd:1"', "character[0].feats"),
        ("damage_type", "harm_type", "weapon[0]"),
    ],
)
def test_what_is_wrong_is_told_with_the_pack_s_file(
    tmp_path: Path, old: str, new: str, place: str
) -> None:
    assert old in RIVER

    with pytest.raises(InvalidError) as caught:
        library_with(pack(tmp_path, RIVER.replace(old, new, 1)))

    assert f"river.toml: {place}" in str(caught.value)
    assert "sovereign/content.toml" not in str(caught.value)


def test_the_schema_of_packs_names_the_tables() -> None:
    tables = pack_schema("sovereign")["properties"]

    assert isinstance(tables, dict)
    for name in ("weapon", "spell", "status", "creature", "character", "gear"):
        assert name in tables
