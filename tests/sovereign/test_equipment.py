"""What is Readied, Stowed and held; fighting with two weapons; attribute and skill of an attack."""

from __future__ import annotations

import pytest

from affray.rulesets.sovereign.sheet.sheet import Sheet
from affray.rulesets.sovereign.terms import MOST, NATURAL
from tests.rules import rule
from tests.sovereign.table import Table, body
from tests.sovereign.test_library import begun

SWORD = {"weapon": "short-sword", "mode": "melee", "skill": "stab", "attribute": "STR",
         "bonus": 0, "damage": "1d6", "shock": 2, "shock_ac": 15, "reach": 5}  # fmt: skip
AXE = {"weapon": "hand-axe", "mode": "melee", "skill": "stab", "attribute": "STR",
       "bonus": 0, "damage": "1d6", "shock": 1, "shock_ac": 15, "reach": 5}  # fmt: skip
THROWN = {"weapon": "hand-axe", "mode": "thrown", "skill": "stab", "attribute": "STR",
          "bonus": 0, "damage": "1d6", "range_normal": 10, "range_max": 30}  # fmt: skip
GREAT = {"weapon": "great-sword", "mode": "melee", "skill": "stab", "attribute": "STR",
         "bonus": 0, "damage": "1d12", "shock": 2, "shock_ac": 15, "reach": 5}  # fmt: skip


def hero(*attacks: dict[str, object], readied: list[str], **more: object) -> Sheet:
    """A character without feats: all attributes 10, Stab 1."""
    own: dict[str, object] = {
        "attributes": {"Strength": 10, "Dexterity": 10},
        "skills": {"stab": 1, "shoot": 1, "exert": 0},
        "feats": [],
        "armor": "none",
        "attacks": list(attacks),
        "readied": readied,
        "stowed": [],
        "attack_bonus": 0,
        **more,
    }
    return begun("tilda-reyes", **own).sheet


# ---- ready and stow


@rule("sovereign/ready.action", "sovereign/economy.main")
def test_readying_and_stowing_take_the_main() -> None:
    own = hero(SWORD, AXE, readied=["short-sword"], stowed=["hand-axe"])
    table = Table("A b", A=own, b=body())
    assert table.refused("A", "draw hand-axe") == "ready.sheathing-free"
    assert table.refused("A", "stow hand-axe") == "ready.action"

    table.act("A", "ready hand-axe")
    assert (table["A"].main, table["A"].step) == (False, True)
    assert table["A"].stock == (1, 1)
    assert table.refused("A", "ready hand-axe") == "economy.main"
    table["A"].main = True
    assert table.refused("A", "ready hand-axe") == "ready.action"
    table.act("A", "stow short-sword")

    assert table["A"].stock == (0, 1)
    assert table["A"].hand == NATURAL
    table["A"].main = True
    assert table.refused("A", "attack b with short-sword") == "ready.sheathing-free"


@rule("sovereign/sheet.readied")
@pytest.mark.parametrize(("strength", "no"), [(4, ""), (3, "sheet.readied")])
def test_half_of_strength_may_be_readied(strength: int, no: str) -> None:
    own = hero(
        SWORD, AXE, readied=["short-sword"], stowed=["hand-axe"],
        attributes={"Strength": strength, "Dexterity": 10},
    )  # fmt: skip
    table = Table("A b", A=own, b=body())

    assert table.refused("A", "ready hand-axe") == no


@rule("sovereign/ready.sheathing-free")
def test_sheathing_is_free_and_empties_the_hand() -> None:
    table = Table("A b", A=hero(SWORD, readied=["short-sword"]), b=body())

    table.act("A", "sheathe")

    assert (table["A"].main, table["A"].step, table["A"].hand) == (True, True, NATURAL)
    assert table["A"].stock == (1,)
    assert table.combat.litter == []


@rule("sovereign/stand.action", "sovereign/pickup.action")
def test_one_who_rises_takes_up_what_lies_in_the_own_square_and_only_that() -> None:
    table = Table("A b", A=hero(SWORD, AXE, readied=["short-sword", "hand-axe"]), b=body())
    table["A"].stock = (0, 0)
    table["A"].hand = NATURAL
    table["A"].prone = True
    names = table.combat.library.weapons
    table.combat.litter = [names.index("short-sword"), MOST + names.index("hand-axe")]

    table.act("A", "stand up")

    assert table["A"].stock == (1, 0)
    assert table["A"].hand == 0
    assert table.combat.litter == [MOST + names.index("hand-axe")]


@rule("sovereign/sheet.readied", "sovereign/ready.action")
def test_a_fight_begins_with_the_first_weapon_that_is_readied_in_hand() -> None:
    for readied, stowed, hand in (
        (["short-sword"], ["hand-axe"], "short-sword"),
        (["hand-axe"], ["short-sword"], "hand-axe"),
        ([], ["short-sword", "hand-axe"], ""),
    ):
        table = Table("A b", A=hero(SWORD, AXE, readied=readied, stowed=stowed), b=body())
        unit = table["A"]

        assert (unit.sheet.weapons[unit.hand] if unit.hand != NATURAL else "") == hand
        assert table.refused("A", "sheathe") == ("" if hand else "ready.sheathing-free")


# ---- hands


@rule("sovereign/sheet.hands")
def test_a_two_handed_weapon_goes_with_no_shield_and_no_second_weapon() -> None:
    shielded = hero(SWORD, GREAT, readied=["short-sword", "great-sword", "shield"], shield=True)
    table = Table("A b", A=shielded, b=body())
    assert table.refused("A", "draw great-sword") == "sheet.hands"

    free = hero(SWORD, AXE, GREAT, readied=["short-sword", "hand-axe", "great-sword"])
    table = Table("A b", A=free, b=body())
    table["A"].off = 1
    table.act("A", "draw great-sword")

    assert (table["A"].hand, table["A"].off) == (2, NATURAL)
    assert table.refused("A", "attack b with great-sword") == ""


@rule("sovereign/sheet.hands")
def test_nothing_is_drawn_into_a_hand_that_carries_a_shield_or_a_great_weapon() -> None:
    shielded = hero(SWORD, AXE, readied=["short-sword", "hand-axe", "shield"], shield=True)
    great = hero(GREAT, AXE, readied=["great-sword", "hand-axe"])
    for own, no in ((shielded, "sheet.hands"), (great, "sheet.hands")):
        assert Table("A b", A=own, b=body()).refused("A", "draw in the other hand hand-axe") == no

    both = Table("A b", A=hero(SWORD, AXE, readied=["short-sword", "hand-axe"]), b=body())

    assert both.refused("A", "draw in the other hand hand-axe") == ""


# ---- two weapons


def two(stab: int = 1, off: str = "hand-axe", **more: object) -> Table:
    """A with a short sword in the one hand and something in the other, b beside."""
    own = hero(
        SWORD, AXE, THROWN, readied=["short-sword", "hand-axe", "hand-axe"],
        skills={"stab": stab, "shoot": 0, "exert": 0}, **more,
    )  # fmt: skip
    table = Table("A b .", A=own, b=body(ac=10))
    table["b"].main = False
    table["A"].off = table["A"].sheet.weapons.index(off)
    return table


@rule("sovereign/dual.requirement", "sovereign/dual.penalty", "sovereign/dual.damage")
@pytest.mark.parametrize(("stab", "face", "lost"), [(1, 11, 5), (1, 10, 2), (0, 10, 3), (0, 9, 2)])
def test_skill_one_fights_with_two_weapons_and_less_with_one_at_a_time(
    stab: int, face: int, lost: int
) -> None:
    table = two(stab)

    dice = f"d20 {face}" + (" d6 3" if lost > 2 else "")
    table.act("A", "attack b with short-sword", dice=dice)

    assert table["b"].hp == 20 - lost


@rule("sovereign/dual.choice", "sovereign/economy.main")
def test_either_weapon_may_strike_but_only_one() -> None:
    table = two()
    for key in ("attack b with short-sword", "attack b with hand-axe"):
        assert table.refused("A", key) == ""

    table.act("A", "attack b with hand-axe", dice="d20 20 d6 3")

    assert table["b"].hp == 15
    assert table.refused("A", "attack b with short-sword") == "economy.main"


@rule("sovereign/dual.not-shock", "sovereign/damage.shock-floor")
def test_two_weapons_add_nothing_to_shock() -> None:
    table = two()
    table.act("A", "attack b with short-sword", dice="d20 2")

    assert table["b"].hp == 18


@rule("sovereign/dual.requirement")
def test_a_shield_is_no_second_weapon() -> None:
    own = hero(SWORD, readied=["short-sword", "shield"], shield=True)
    table = Table("A b .", A=own, b=body(ac=10))
    table["b"].main = False

    table.act("A", "attack b with short-sword", dice="d20 10 d6 3")

    assert table["b"].hp == 17


@rule("sovereign/dual.requirement", "sovereign/sheet.hands")
def test_one_axe_is_not_two() -> None:
    own = hero(AXE, readied=["hand-axe"])
    table = Table("A b .", A=own, b=body(ac=10))
    table["b"].main = False
    assert table.refused("A", "draw in the other hand hand-axe") == "ready.sheathing-free"

    table.act("A", "attack b with hand-axe", dice="d20 10 d6 3")

    assert table["b"].hp == 17


# ---- attribute and skill


@rule("sovereign/attack.attribute-choice")
def test_the_attribute_chosen_goes_into_roll_damage_and_shock() -> None:
    strong = {**SWORD, "bonus": 3, "damage": "1d6+2", "shock": 4}
    own = hero(strong, readied=["short-sword"], attributes={"Strength": 18, "Dexterity": 14})
    table = Table("A b", A=own, b=body(ac=12))
    table["b"].main = False

    by_dex = next(one for one in own.strikes if one.id == "short-sword by dex")
    assert (by_dex.bonus, by_dex.plus, by_dex.shock) == (2, 1, 3)
    table.act("A", "attack b with short-sword by dex", dice="d20 10 d6 3")
    assert table["b"].hp == 16
    table["A"].main = True
    table.act("A", "attack b with short-sword by dex", dice="d20 9")

    assert table["b"].hp == 13


@rule("sovereign/ranged.skill")
def test_a_throw_goes_by_shoot_stab_or_exert() -> None:
    own = hero(
        {**THROWN, "bonus": 1},
        readied=["hand-axe"],
        skills={"stab": 1, "shoot": 2, "exert": 0},
    )

    found = {one.id: (one.bonus, one.level, one.exert) for one in own.strikes}

    assert found["thrown hand-axe"] == (1, 1, False)
    assert found["thrown hand-axe by shoot"] == (2, 2, False)
    assert found["thrown hand-axe by exert"] == (0, 0, True)


@rule("sovereign/screen.opposed-check", "sovereign/ranged.skill")
def test_a_throw_with_exert_beats_a_screen_with_the_better_of_stab_and_shoot() -> None:
    own = hero(
        {**THROWN, "bonus": 1}, readied=["hand-axe"], skills={"stab": 1, "shoot": 2, "exert": 0}
    )
    screener = body(skills={"stab": 1}, screens=1)
    table = Table("A . b\n. . c", A=own, b=body(ac=5), c=screener)
    table.guard("c", "b")
    table["b"].main = table["c"].main = False

    table.act("A", "attack b with thrown hand-axe by exert", "screen", dice="d6 4 3 d20 10 d6 3")

    assert (table["b"].hp, table["c"].hp) == (17, 20)


@rule("sovereign/class.killing-blow", "sovereign/damage.roll")
@pytest.mark.parametrize(("level", "more"), [(1, 1), (2, 1), (3, 2), (4, 2)])
def test_a_full_warrior_adds_half_its_level_rounded_up(level: int, more: int) -> None:
    own = begun(
        "hesk-dargan",
        level=level,
        feats=[],
        attributes={"Strength": 14},
        skills={"brawl": 0},
        attack_bonus=level,
    ).sheet

    fist = next(one for one in own.strikes if one.id == "unarmed")

    assert fist.plus == 1 + more


@rule("sovereign/class.killing-blow")
def test_half_warriors_have_no_killing_blow() -> None:
    own = begun("orla-kestwick", feats=[], skills={"brawl": 0}).sheet

    assert next(one for one in own.strikes if one.id == "unarmed").plus == 1


@rule("sovereign/sheet.hands")
@pytest.mark.parametrize("full", ["shield", "off"])
def test_what_takes_both_hands_strikes_with_no_less(full: str) -> None:
    own = hero(GREAT, SWORD, readied=["great-sword", "short-sword"], shield=full == "shield")
    table = Table("A b", A=own, b=body())
    if full == "off":
        table["A"].off = 1

    assert table.refused("A", "attack b with great-sword") == "sheet.hands"
    table["A"].off = NATURAL
    own.shield = False
    assert table.refused("A", "attack b with great-sword") == ""


@rule("sovereign/ready.drop", "sovereign/sheet.hands")
def test_dropping_one_of_two_alike_leaves_the_other_in_hand() -> None:
    table = Table("A b", A=hero(AXE, readied=["hand-axe", "hand-axe"]), b=body())
    table["A"].off = 0

    table.act("A", "drop hand-axe")
    assert (table["A"].hand, table["A"].off, table["A"].stock) == (0, NATURAL, (1,))
    table.act("A", "drop hand-axe")

    assert (table["A"].hand, table["A"].stock) == (NATURAL, (0,))


@rule("sovereign/pickup.action", "sovereign/sheet.hands")
def test_full_hands_pick_up_no_weapon() -> None:
    own = hero(SWORD, AXE, readied=["short-sword", "hand-axe"])
    table = Table("A b", A=own, b=body())
    table.combat.litter = [table.combat.library.weapons.index("hand-axe")]
    assert table.refused("A", "pick up hand-axe") == ""

    table["A"].off = 1

    assert table.refused("A", "pick up hand-axe") == "sheet.hands"


@rule("sovereign/ready.drop", "sovereign/economy.free")
def test_gear_may_be_dropped_and_picked_up_too() -> None:
    table = Table("A b", A=hero(SWORD, readied=["short-sword", "quiver"]), b=body())

    table.act("A", "drop quiver")
    assert table["A"].carried == (0,)
    table.act("A", "pick up quiver")

    assert table["A"].carried == (1,)


@rule("sovereign/los.needed-to-attack", "sovereign/economy.main")
def test_a_smoke_pot_flies_thirty_feet() -> None:
    own = hero(SWORD, readied=["smoke-pot"])
    own.gear, own.carried, own.stowed = ["smoke-pot"], [1], [0, 0]
    table = Table("A . . . . . . . b\n. . . . . . . . .", A=own, b=body())

    table.act("A", "throw smoke-pot", "smoke 6,0")

    asked = next(keys for _, word, keys in table.asked if word == "grid.area-square")
    assert max(int(key.split()[1].split(",")[0]) for key in asked) == 6


@rule("sovereign/ready.drop", "sovereign/sheet.hands")
def test_dropping_the_one_weapon_leaves_the_other() -> None:
    own = hero(SWORD, AXE, readied=["short-sword", "hand-axe"])
    table = Table("A b", A=own, b=body())
    table["A"].off = 1

    table.act("A", "drop short-sword")

    assert (table["A"].hand, table["A"].off) == (NATURAL, 1)
    assert table.refused("A", "attack b with hand-axe") == ""
