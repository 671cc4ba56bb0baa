"""Content and code agree: every word of the file is read, and every number of it is in play."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from typing import Any

import pytest

from affray.content.ground import LEGEND
from affray.content.problems import InvalidError
from affray.render import board
from affray.rulesets.icon.condition import saves
from affray.rulesets.icon.content.library import IconContentLibrary, builtin_content
from affray.rulesets.icon.content.schema import Content
from affray.rulesets.icon.definitions import BLIGHT, GRANT, MARK, STANCE, STATUS
from affray.rulesets.icon.movement import forced
from affray.rulesets.icon.sheet import Sheet
from affray.rulesets.icon.state import with_at
from affray.rulesets.icon.terms import SLANTED
from tests.icon.table import Table, ability, content_library, sheet, strike
from tests.rules import rule

RAW: dict[str, Any] = tomllib.loads(builtin_content().decode())


def with_traits(*ids: str, **more: Any) -> Sheet:
    one = sheet(**more)
    one.traits = [content_library().maker.trait_of(id) for id in ids]
    return one


# ---- the file ------------------------------------------------------------------------------------


def test_every_table_of_the_file_is_read() -> None:
    """Nothing in the file is left out by the models."""
    names = {field.alias or name for name, field in Content.model_fields.items()}

    assert set(RAW) == names


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        ('op = "shove", spaces = 1 }]', 'op = "shov", spaces = 1 }]', "ability[0].hit[1].op"),
        ('id = "dazed"\nname', 'id = "dazed"\nattack_cursed = 1\nname', "status"),
        ('traits = ["toughness"]', 'traits = ["tougness"]', "creature[0].traits"),
        ('when = "charge"', 'when = "chrge"', "triggers"),
        ('limit_break = "portcullis"\nabil', 'limit_break = "portculis"\nabil', "class_job[0]"),
        ("derived = { chapter = 1, health = 7", "derived = { chapter = 1, health = 8", "derived"),
    ],
)
def test_a_word_that_is_wrong_is_refused(old: str, new: str, place: str) -> None:
    text = builtin_content().decode()
    assert old in text

    with pytest.raises(InvalidError) as fault:
        IconContentLibrary(text.replace(old, new, 1).encode())

    assert any(place in line for line in fault.value.problems), fault.value.problems


def test_every_state_of_the_file_can_be_held_and_no_other() -> None:
    states = content_library().maker.library.states
    kinds = {
        "status": STATUS,
        "blight": BLIGHT,
        "effect": GRANT,
        "mark": MARK,
    }
    for table, kind in kinds.items():
        assert {one["id"] for one in RAW[table]} <= {
            one.id for one in states.values() if one.kind == kind
        }
    assert {f"stance-{one['id']}" for one in RAW["stance"]} == {
        one.id for one in states.values() if one.kind == STANCE
    }
    named = {one["id"] for table in kinds for one in RAW[table]}
    assert set(states) - named - {f"stance-{one['id']}" for one in RAW["stance"]} == {
        "immobile",
        "unharmed",
    }


@rule("icon/status.blinded", "icon/status.dazed", "icon/status.vulnerable", "icon/status.weakened")
def test_the_numbers_of_states_are_those_of_the_file() -> None:
    states = content_library().maker.library.states
    by_id = {one["id"]: one for one in [*RAW["status"], *RAW["effect"], *RAW["mark"]]}

    assert states["blinded"].max_range == by_id["blinded"]["max_range"] == 2
    assert states["dazed"].curses == by_id["dazed"]["attack_curses"] == 1
    assert states["slashed"].move_damage == by_id["slashed"]["move_damage"] == 2
    assert states["vulnerable"].taken_plus == by_id["vulnerable"]["damage_taken_plus"] == 1
    assert states["weakened"].dealt_minus == by_id["weakened"]["damage_dealt_minus"] == 2
    evasion = states["evasion"]
    assert (evasion.die, evasion.miss_on) == (by_id["evasion"]["die"], by_id["evasion"]["miss_on"])
    assert states["counter"].number == by_id["counter"]["damage"] == 1
    assert states["sturdy"].number == by_id["sturdy"]["forced_move_max"] == 1
    assert states["regeneration"].number == by_id["regeneration"]["vigor_multiple"] == 1
    assert states["calm"].number == by_id["calm"]["boons_on_saves"] == 1
    assert states["defiance"].number == by_id["defiance"]["floor_hp"] == 1
    assert states["tangled"].boons_against == by_id["tangled"]["attack_boons_against"] == 1


@rule("icon/terrain.height", "icon/terrain.destructible", "icon/terrain.space-type")
def test_maps_draw_terrain_as_the_file_says() -> None:
    kinds = {"difficult": "difficult", "dangerous": "dangerous", "impassable": "wall"}
    for one in RAW["terrain"]:
        glyph = LEGEND.get(one["glyph"])
        if one["id"] in kinds:
            assert glyph is not None
            assert glyph.kind == kinds[one["id"]]
        if one["id"].startswith("destructible"):
            assert one["hp"] == 10 * one["height"]


@rule("icon/action.run", "icon/action.dash", "icon/action.whack", "icon/action.foe-actions")
def test_basic_actions_are_those_of_the_file() -> None:
    own = {one.id: one for one in sheet().abilities}
    foe = {one.id: one for one in sheet(pc=False).abilities}
    basics = {one["id"]: one for one in RAW["basic_action"]}

    for id in ("run", "dash", "whack", "rescue", "interact"):
        assert own[id].cost == basics[id]["cost"]
        assert (id in foe) == ("foe" in basics[id]["users"])
    heavy = basics["basic-heavy-attack"]
    assert own["basic-melee"].cost == own["basic-ranged"].cost == heavy["cost"] == 2
    assert [op.level for op in own["basic-melee"].hit] == [heavy["hit"][0]["level"]]
    assert own["whack"].target_range == basics["whack"]["target"]["range"] == 3
    assert own["whack"].effect[0].amount == basics["whack"]["effect"][0]["amount"] == 1


def test_every_ability_keeps_its_numbers() -> None:
    """Cost, limits, ranges and lines of each, as the file has them."""
    creatures = [one for creature in RAW["creature"] for one in creature["ability"]]
    made = {one.id: one for c in content_library().content.creature for one in c.ability}
    for raw in [*RAW["ability"], *creatures]:
        model = made.get(raw["id"]) or content_library().maker.abilities[raw["id"]]
        one = content_library().maker.ability_of(model)
        assert one.cost == raw["cost"]
        assert one.recharge == raw.get("recharge", 0)
        assert one.uses == raw.get("interrupt", {}).get("uses", 0)
        assert one.range == raw.get("attack", {}).get("range", 0)
        assert one.size == raw.get("pattern", {}).get("size", 0)
        assert one.reach == raw.get("pattern", {}).get("range", -1)
        assert one.resolve == raw.get("resolve", 0)
        assert len(one.parts) == len(raw.get("part", []))
        for line in ("hit", "miss", "area", "effect"):
            assert [op.name for op in getattr(one, line)] == [op["op"] for op in raw.get(line, [])]


# ---- traits that show in no event ----------------------------------------------------------------


@rule("icon/move.orthogonal", "icon/sheet.gambit-benefit")
def test_borrowed_heels_allow_one_diagonal_step_in_each_own_turn() -> None:
    rows = "A . . .\n. . . .\n. . . .\n. . . b"
    table = Table(rows, A=with_traits("gambit-loose-heels", speed=2), b=sheet(pc=False))
    table.combat.active = 0

    table.act("A", "move", "move 2,1")

    assert table.at("A") == "2,1"
    assert table["A"].used[SLANTED] == 1
    table.end("A")
    table = Table(rows, A=with_traits("gambit-loose-heels", speed=2), b=sheet(pc=False))
    table.offered("A")
    with pytest.raises(Exception, match=r"move\.insufficient"):
        table.act("A", "move", "move 2,2")
    plain = Table(rows, A=sheet(speed=2), b=sheet(pc=False))
    with pytest.raises(Exception, match=r"move\.insufficient"):
        plain.act("A", "move", "move 2,1")


@rule("icon/move.orthogonal")
def test_borrowed_heels_are_no_help_out_of_turn() -> None:
    table = Table("A . .\n. . b", A=with_traits("gambit-loose-heels"), b=sheet(pc=False))
    table.combat.active = 1

    assert "1,1" not in table.moves("A", 1)


@rule("icon/roll.save-ten")
@pytest.mark.parametrize("id", ["gambit-calm", "calm-company"])
def test_calm_is_a_boon_on_saves(id: str) -> None:
    table = Table("A . b", A=with_traits(id), b=sheet(pc=False))

    assert saves.save_boons(table.combat, table["A"]) == 1


@rule("icon/action.charge", "icon/sheet.gambit-slots")
@pytest.mark.parametrize(
    ("id", "gambit", "slow", "boons"),
    [
        ("slow-craft", False, True, 1),
        ("slow-craft", False, False, 0),
        ("gambit-slow-craft", False, True, 0),
        ("gambit-slow-craft", True, True, 1),
    ],
)
def test_slow_craft_is_a_boon_on_slow_turns(id: str, gambit: bool, slow: bool, boons: int) -> None:
    hit = strike()
    hit.gambit = gambit
    table = Table("A b", A=with_traits(id, abilities=[hit]), b=sheet(pc=False))
    table.combat.active = 0
    table["A"].actions = 2
    table["A"].slow_now = slow

    table.act("A", "strike b", dice="d20 8" + (" d6 1 1 1" if boons else ""))

    assert table["b"].hp == (26 if boons else 28)


@rule("icon/move.engagement", "icon/move.engagement-not-per-foe")
def test_bar_the_way_makes_leaving_cost_two_more() -> None:
    table = Table(
        "a B c\n. . .", a=sheet(pc=False), B=with_traits("bar-the-way"), c=sheet(pc=False)
    )

    assert table.cost("a", "0,1") == 3


@rule("icon/move.shove")
def test_gathered_weight_lengthens_the_first_shove_of_a_turn() -> None:
    one = with_traits("gathered-weight", abilities=[ability("gate-kick")])
    table = Table("A b . . . .", A=one, b=sheet(pc=False))

    table.act("A", "gate-kick b", dice="d20 10")

    assert table.at("b") == "4,0"


@rule("icon/move.shove")
@pytest.mark.parametrize("id", ["footing", "gambit-footing"])
def test_footing_shortens_shoves_by_foes(id: str) -> None:
    table = Table("a B . . .", a=sheet(pc=False), B=with_traits(id))
    forced.shove(table.combat, table["a"], table["B"], 2, 2)

    assert table.at("B") == "2,0"


@rule("icon/damage.bonus")
def test_bellows_add_a_die_against_the_burning() -> None:
    table = Table("A b", A=with_traits("bellows", abilities=[strike()]), b=sheet(pc=False))
    table.give("b", "burning")

    table.act("A", "strike b", dice="d20 10 d6 1 5 6")

    assert table["b"].hp == 17


@rule("icon/move.difficult-exit")
@pytest.mark.parametrize("id", ["ice-sense", "cold-hide", "mire-skin"])
def test_some_cross_difficult_terrain_at_no_more(id: str) -> None:
    table = Table("A . .\n. . b", A=with_traits(id), b=sheet(pc=False))
    table.combat.floor = with_at(table.combat.floor, 0, 1)

    assert table.cost("A", "1,0") == 1


@rule("icon/terrain.ground")
def test_the_board_shows_the_terrain_as_it_is_now() -> None:
    table = Table("A # .\n. . b", A=with_traits("ice-sense"), b=sheet(pc=False))
    table.combat.floor = with_at(with_at(table.combat.floor, 2, 1), 3, 2)
    table.combat.levels = with_at(table.combat.levels, 4, 2)

    signs = [board.ground_text(table.combat, cell) for cell in range(1, 5)]

    assert signs == ["#", ",", "^", ".2"]
    assert "difficult" in board.legend(table.combat)


@rule("icon/damage.immune")
def test_a_cold_hide_takes_no_frostbite() -> None:
    table = Table("A . b", A=with_traits("cold-hide"), b=sheet(pc=False))

    assert not table.inflict("A", "frostbite", 1)
    assert table.inflict("A", "burning", 1)


@rule("icon/damage.resistance")
@pytest.mark.parametrize(("hp", "left"), [(14, 11), (13, 8)])
def test_a_mire_skin_resists_what_is_physical_until_it_is_bloodied(hp: int, left: int) -> None:
    table = Table("A b", A=with_traits("mire-skin"), b=sheet(pc=False))
    table["A"].hp = hp

    table.hurt("A", 5, "b")

    assert table["A"].hp == left


@rule("icon/setup.start-state")
def test_a_cracked_reliquary_starts_with_vigor() -> None:
    table = Table("A b", A=with_traits("cracked-reliquary"), b=sheet(pc=False))

    assert table["A"].vigor == 7


@rule("icon/effect.counter", "icon/effect.sturdy")
def test_traits_give_their_effects() -> None:
    table = Table("A b", A=with_traits("static-coat", "heavy-tread"), b=sheet(pc=False))

    assert table.combat.has(table["A"], "counter")
    assert table.combat.has(table["A"], "sturdy")


@rule("icon/turn.start-sequence")
def test_start_of_turn_effects_come_in_the_order_that_is_chosen() -> None:
    one = with_traits("snuffed", "updraft")
    table = Table("A . . b", A=one, b=sheet(pc=False))

    table.begin("A", "", "updraft", "updraft")

    assert table["A"].on("flying")
    assert table["A"].on("stealth")


# ---- what players read ---------------------------------------------------------------------------


# How a text calls what an ability lays on, where that is not its id.
CALLED = {"resistance-ranged": "resistance", "called-shot": "called shot", "frostbite": "frostbite"}
# Operations whose numbers a player reckons with.
NUMBERS = {"move": "spaces", "shove": "spaces", "pull": "spaces", "vigor": "multiple"}


def operations(entry: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield all operations of an ability, those of parts, triggers and saves among them."""
    for key in ("before", "hit", "miss", "area", "effect", "ops", "success", "fail", "then"):
        found = entry.get(key, [])
        for op in found if isinstance(found, list) else []:  # "effect" of a grant is an id
            yield op
            yield from operations(op)
    for inner in [*entry.get("triggers", []), *entry.get("part", [])]:
        yield from operations(inner)


def told(entry: dict[str, Any]) -> list[str]:
    """Return the words that the text of an ability has to hold."""
    found: list[str] = []
    for op in operations(entry):
        found += [str(op["level"])] if op["op"] == "damage" and "level" in op else []
        for name in ("status", "blight", "effect", "mark"):
            if op["op"] in ("status", "blight", "grant", "mark") and name in op:
                found.append(CALLED.get(str(op[name]), str(op[name])))
        number = op.get(NUMBERS.get(str(op["op"]), ""), 0)
        found += [f"vigor {number}" if op["op"] == "vigor" else str(number)] if number else []
    for one in [entry, *entry.get("part", [])]:
        pattern = one.get("pattern", {})
        if pattern:
            found.append(f"{str(pattern['shape']).replace('-', ' ')} {pattern['size']}")
        ranges = [one.get(key, {}).get("range", 0) for key in ("attack", "target", "pattern")]
        found += [str(far) for far in ranges if far > 1]
    return found


ABILITIES = [
    pytest.param(one, id=str(one["id"]))
    for table in (RAW["ability"], *[creature["ability"] for creature in RAW["creature"]])
    for one in table
]


@pytest.mark.parametrize("entry", ABILITIES)
def test_the_text_of_an_ability_tells_its_damage_its_states_and_its_numbers(
    entry: dict[str, Any],
) -> None:
    text = str(entry["text"]).lower()

    missing = [word for word in told(entry) if not re.search(rf"\b{re.escape(word)}\b", text)]

    assert not missing, f"{entry['id']}: {text}"


def test_what_everybody_can_do_and_every_blight_tell_what_they_do() -> None:
    untold = [one["id"] for one in RAW["basic_action"] + RAW["blight"] if not one["text"]]

    assert not untold
