"""Spells, arts and Effort, System Strain, potions."""

from __future__ import annotations

import pytest

from affray.rulesets.sovereign import turn
from affray.rulesets.sovereign.choice import aiming
from affray.rulesets.sovereign.sheet import numbers
from affray.rulesets.sovereign.sheet.sheet import Sheet
from affray.rulesets.sovereign.terms import ACTIVE, MORTAL
from tests.rules import rule
from tests.sovereign.table import Table, body, library, strike
from tests.sovereign.test_library import begun

SPARK = "cast arcane-spark at b"
FIELD = "\n".join([". " * 12] * 12)


def mage(*names: str, level: int = 1, castings: int = 3, **more: object) -> Sheet:
    """Somebody unarmed who has spells prepared."""
    return body(spells=names, level=level, castings=castings, **more)  # type: ignore[arg-type]


def placed(**at: tuple[int, int]) -> str:
    """Draw a field of twelve by twelve with people on it."""
    rows = [["."] * 12 for _ in range(12)]
    for name, (column, row) in at.items():
        rows[row][column] = name
    return "\n".join([" ".join(row) for row in rows])


# ---- who may cast


@rule("sovereign/spell.action", "sovereign/spell.slots", "sovereign/economy.main")
def test_casting_takes_the_main_and_one_of_so_many_castings() -> None:
    table = Table("A . b", A=mage("arcane-spark", castings=2), b=body(level=3))
    table["b"].main = False
    for left in (1, 0):
        table["A"].main = True
        table.act("A", SPARK, dice="d8 2 d20 20")
        assert (table["A"].casting, table["A"].main) == (left, False)
    table["A"].main = True

    assert table["b"].hp == 18
    assert table.refused("A", SPARK) == "spell.slots"


@rule("sovereign/spell.action", "sovereign/sheet.hands")
def test_casting_needs_a_free_hand_and_a_bow_leaves_one() -> None:
    full = body(strike(), spells=["arcane-spark"], weapons=["hand-axe"])
    table = Table("A . b", A=full, b=body())
    assert table.refused("A", SPARK) == ""
    table["A"].off = 1
    assert table.refused("A", SPARK) == "spell.action"

    bow = body(strike(far=(9, 9), hands=2), spells=["arcane-spark"])
    assert Table("A . b", A=bow, b=body()).refused("A", SPARK) == ""
    great = body(strike(hands=2), spells=["arcane-spark"])
    assert Table("A . b", A=great, b=body()).refused("A", SPARK) == "spell.action"


@rule("sovereign/spell.armour")
@pytest.mark.parametrize(
    ("armour", "bulk", "shield", "feat", "no"),
    [
        ("none", 0, False, 0, ""),
        ("leather", 1, False, 0, "spell.armour"),
        ("none", 0, True, 0, "spell.armour"),
        ("chain", 2, True, 1, ""),
        ("plate", 3, False, 1, "spell.armour"),
        ("plate", 3, True, 2, ""),
    ],
)
def test_armour_and_shields_forbid_magic_but_for_the_feat(
    armour: str, bulk: int, shield: bool, feat: int, no: str
) -> None:
    own = mage("arcane-spark", armour=armour, shield=shield, feats={"armored-magic": feat})
    own.bulk = bulk
    table = Table("A . b", A=own, b=body())

    assert table.refused("A", SPARK) == no


@rule("sovereign/spell.armour")
def test_npcs_and_healers_work_in_armour() -> None:
    npc = mage("arcane-spark", npc=True, shield=True)
    assert Table("A . b", A=npc, b=body()).refused("A", SPARK) == ""

    healer = begun("brother-ansel").sheet
    table = Table("A C b", A=healer, C=body(), b=body())
    assert healer.armour == "plate"
    assert table.refused("A", "commit healing-touch") == ""


@rule("sovereign/spell.disrupted-round")
def test_a_mage_that_was_hurt_casts_no_more_in_that_round() -> None:
    table = Table("A b", A=mage("arcane-spark"), b=body(strike(shock=1, shock_ac=15)))
    table["A"].main = False
    table.act("b", "attack A with sword", dice="d20 1")
    table["A"].main = True

    assert table["A"].hp == 19
    assert table.refused("A", SPARK) == "spell.disrupted-round"


@rule("sovereign/spell.disrupted-round")
def test_a_blow_that_does_not_hurt_disrupts_nothing() -> None:
    table = Table("A b", A=mage("arcane-spark"), b=body(strike()))
    table["A"].main = False
    table.act("b", "attack A with sword", dice="d20 1")
    table["A"].main = True

    assert table.refused("A", SPARK) == ""


@rule(
    "sovereign/snap.interrupts-casting", "sovereign/spell.slots", "sovereign/economy.broken-action"
)
@pytest.mark.parametrize(
    ("face", "shock", "broken"), [(14, 0, True), (13, 1, True), (13, 0, False)]
)
def test_only_a_snap_attack_that_hurts_interrupts_a_spell(
    face: int, shock: int, broken: bool
) -> None:
    """A Snap Attack at -4 against AC 10: 14 hits; Shock interrupts too."""
    sword = strike(shock=shock, shock_ac=15) if shock else strike()
    table = Table("A b", A=mage("arcane-spark", castings=1), b=body(sword, level=3))

    dice = f"d20 {face}" + (" d8 1" if face == 14 else "") + ("" if broken else " d8 4 d20 20")
    table.act("A", SPARK, "b snap at A with sword", dice=dice)

    assert table["b"].hp == (20 if broken else 18)
    assert (table["A"].casting, table["A"].main) == (1 if broken else 0, False)


# ---- who is a target


@rule("sovereign/spell.creatures", "sovereign/los.needed-to-attack")
def test_a_spell_has_its_range_and_needs_a_line() -> None:
    far = ". " * 12
    for column, no in ((12, ""), (13, "spell.creatures")):
        row = ["A", *["."] * (column - 1), "b"]
        table = Table(" ".join(row), A=mage("grave-chill"), b=body())
        assert table.refused("A", "cast grave-chill at b") == no
    walled = Table("A # b", A=mage("grave-chill"), b=body())

    assert walled.refused("A", "cast grave-chill at b") == "los.needed-to-attack"
    assert far


@rule("sovereign/spell.creatures")
def test_a_range_may_grow_with_the_caster_and_is_600_feet_where_none_is_said() -> None:
    known = library().spells
    caster = Table("A b", A=body(level=3), b=body())["A"]

    assert aiming.range_of(caster, known["arcane-spark"]) == 60
    assert aiming.range_of(caster, known["haste"]) == 120
    assert aiming.range_of(caster, known["sleep"]) == 40


@rule("sovereign/spell.creatures")
def test_a_caster_may_be_its_own_target() -> None:
    table = Table("A . b", A=mage("shield-of-daggers"), b=body(strike()))

    table.act("A", "cast shield-of-daggers at A")
    table["A"].main = False
    table.combat.move(table["b"], 1)
    table.act("b", "attack A with sword", dice="d20 2 d6 3 d20 1")

    assert table["b"].hp == 16


@rule("sovereign/spell.creatures", "sovereign/grid.area-square")
def test_an_area_spares_nobody() -> None:
    """Centred on 5,5 it covers columns and rows 1 to 8."""
    at = {"A": (11, 0), "C": (1, 1), "b": (8, 8), "c": (9, 8), "d": (0, 4)}
    table = Table(placed(**at), A=mage("sleep"), C=body(), b=body(level=4), c=body(), d=body())

    table.act("A", "cast sleep", "centre 5,5")

    assert [name for name in "ACbcd" if table[name].asleep] == ["C", "b"]


@rule("sovereign/spell.creatures")
@pytest.mark.parametrize(
    ("level", "tags", "asleep"),
    [(4, [], True), (5, [], False), (1, ["undead"], False), (1, ["construct"], False)],
)
def test_sleep_takes_the_living_of_four_hit_dice(level: int, tags: list[str], asleep: bool) -> None:
    target = body(level=level, npc=True)
    target.tags = tags
    table = Table(placed(A=(11, 0), b=(5, 5)), A=mage("sleep"), b=target)

    table.act("A", "cast sleep", "centre 5,5")

    assert table["b"].asleep is asleep


@rule("sovereign/spell.creatures", "sovereign/turn.dice-order")
def test_one_throw_of_a_bomb_is_saved_against_one_by_one_in_the_order_of_sides() -> None:
    at = {"A": (11, 0), "b": (5, 5), "C": (6, 6)}
    table = Table(placed(**at), A=mage("magic-bomb", level=2), b=body(), C=body())

    table.act("A", "cast magic-bomb", "centre 5,5", dice="d8 4 5 d20 1 20")

    assert (table["C"].hp, table["b"].hp) == (11, 16)


@rule("sovereign/death.npc", "sovereign/spell.creatures")
def test_a_spark_kills_an_npc_of_one_hit_die_and_no_other() -> None:
    for level, npc, dead in ((1, True, True), (2, True, False), (1, False, False)):
        table = Table(
            "A . b c", A=mage("arcane-spark"), b=body(level=level, npc=npc, named=False), c=body()
        )
        table["b"].main = False

        table.act("A", SPARK, dice="" if dead else "d8 5 d20 1")

        assert table["b"].present is not dead
        assert table["b"].hp == (0 if dead else 15)


@rule("sovereign/turn.start-of-next-turn", "sovereign/aoo.able-foes")
def test_grave_chill_stays_the_hand_until_the_caster_s_next_turn() -> None:
    table = Table("A b", A=mage("grave-chill"), b=body(strike()))
    table["b"].main = False
    table.act("A", "cast grave-chill at b", dice="d4 2 d20 1")
    table["A"].prone = True
    table.act("A", "stand up")
    assert not any(word == "aoo.who" for _, word, _ in table.asked)
    table.script([], "")
    turn.begin_turn(table.combat, table["A"])

    table["A"].prone = table["A"].step = True
    table.act("A", "stand up", "b strikes with sword", dice="d20 1")

    assert not table["A"].prone


# ---- saves


@rule("sovereign/save.roll", "sovereign/save.naturals")
@pytest.mark.parametrize(("face", "hp"), [(14, 16), (13, 12), (1, 12), (20, 16)])
def test_a_save_at_its_target_halves(face: int, hp: int) -> None:
    table = Table("A . b", A=mage("arcane-spark"), b=body(level=3))
    table["b"].sheet.saves = [14, 1, 1]
    table["b"].main = False

    table.act("A", SPARK, dice=f"d8 8 d20 {face}")

    assert table["b"].hp == hp


# ---- Effort


def healer(effort: int = 2) -> Table:
    own = begun("brother-ansel").sheet
    own.effort = effort
    table = Table("A C b", A=own, C=body(hp=30), b=body())
    table["C"].hp = 5
    return table


@rule("sovereign/effort.pool")
def test_committed_effort_is_gone_and_without_it_an_art_does_not_work() -> None:
    table = healer(effort=1)
    assert table.refused("A", "heal C") == "effort.pool"

    table.act("A", "commit healing-touch")
    assert (table["A"].effort, table["A"].main) == (0, True)
    assert table.refused("A", "commit healing-touch") == "effort.pool"
    assert healer(effort=0).refused("A", "commit healing-touch") == "effort.pool"
    table.act("A", "heal C", dice="d6 3 4")

    assert table["C"].hp == 13
    assert (table["C"].strain, table["A"].main) == (1, False)


@rule("sovereign/effort.pool")
def test_effort_committed_for_a_duration_can_be_taken_back() -> None:
    own = begun("sefa-morrant").sheet
    table = Table("A . b", A=own, b=body())
    ac = numbers.ac(table.combat, table["A"])
    table.act("A", "raise pavis-of-elements")
    assert (table["A"].effort, numbers.ac(table.combat, table["A"])) == (3, min(18, ac + 4))

    table.act("A", "take back effort")

    assert (table["A"].effort, numbers.ac(table.combat, table["A"])) == (4, ac)


# ---- strain and potions


@rule("sovereign/strain.limit")
@pytest.mark.parametrize(("strain", "no"), [(11, ""), (12, "strain.limit")])
def test_who_bears_all_the_strain_it_can_is_not_healed(strain: int, no: str) -> None:
    table = healer()
    table.act("A", "commit healing-touch")
    table["C"].sheet.strain_max = 12
    table["C"].strain = strain

    assert table.refused("A", "heal C") == no


@rule("sovereign/item.potion", "sovereign/economy.move", "sovereign/aoo.casting-safe")
def test_drinking_a_potion_is_a_move_that_provokes_nothing() -> None:
    table = Table("A b", A=body(potions=1), b=body(strike()))
    table["A"].hp = 5
    table["b"].main = False

    table.act("A", "drink potion", dice="d6 3")

    assert (table["A"].hp, table["A"].strain) == (9, 1)
    assert (table["A"].main, table["A"].step) == (True, False)
    assert not any(word == "aoo.who" for _, word, _ in table.asked)
    table["A"].step = True
    assert table.refused("A", "drink potion") == "item.potion"


@rule("sovereign/item.potion", "sovereign/skill.action", "sovereign/death.healed")
def test_giving_a_potion_is_a_use_of_a_skill_and_wakes_the_fallen() -> None:
    table = Table("A C\nb .", A=body(potions=1), C=body(), b=body(strike()))
    table["b"].main = False
    table["C"].hp = 0
    table["C"].fate = MORTAL
    table["C"].fell = 1

    table.act("A", "give potion to C", "b strikes with sword", dice="d20 1 d6 3")

    assert (table["C"].hp, table["C"].fate, table["C"].frail) == (4, ACTIVE, True)
    assert (table["A"].main, table["A"].step) == (False, True)


@rule("sovereign/item.potion")
def test_a_potion_is_given_to_a_neighbour_only() -> None:
    table = Table("A . C b", A=body(potions=1), C=body(), b=body())

    assert table.refused("A", "give potion to C") == "item.potion"


@rule("sovereign/strain.limit", "sovereign/item.potion")
def test_a_potion_that_cannot_be_borne_heals_nothing() -> None:
    table = Table("A b", A=body(potions=1), b=body())
    table["A"].hp = 5
    table["A"].strain = table["A"].sheet.strain_max

    table.act("A", "drink potion")

    assert table["A"].hp == 5


@rule("sovereign/economy.window-order", "sovereign/effort.pool")
def test_once_a_spell_is_wasted_nobody_else_is_asked_to_counter_it() -> None:
    def counters() -> Sheet:
        own = mage("arcane-spark", skills={"magic": 0})
        own.arts = ["counter-magic"]
        own.effort = 1
        return own

    table = Table("A . b c", A=mage("arcane-spark"), b=counters(), c=counters())
    table["b"].main = table["c"].main = False

    table.act("A", SPARK, "b counter the magic", dice="d6 6 6")

    assert table["A"].index == 0
    assert "c" not in [who for who, _, _ in table.asked]
    assert (table["b"].effort, table["A"].casting, table["b"].hp) == (0, 2, 20)


@rule("sovereign/spell.creatures", "sovereign/los.solids")
@pytest.mark.parametrize(
    ("words", "count"), [("5 ft of thorns", 1), ("10 ft of thorns", 2), ("20 ft of thorns", 4)]
)
def test_thorns_are_as_long_as_their_caster_likes(words: str, count: int) -> None:
    rows = "\n".join(["A . . . b"] + [". . . . ."] * 5)
    table = Table(rows, A=mage("wall-of-thorns"), b=body())

    table.act("A", "cast wall-of-thorns", "thorns east of 2,0", words)

    assert len(table.combat.thorns) == count


@rule("sovereign/grid.area-square", "sovereign/spell.creatures")
@pytest.mark.parametrize(("words", "caught"), [("radius 5 ft", "b"), ("radius 10 ft", "bc")])
def test_the_arctic_circle_is_as_wide_as_its_caster_likes(words: str, caught: str) -> None:
    at = {"A": (11, 0), "b": (5, 5), "c": (6, 6), "d": (7, 7)}
    table = Table(placed(**at), A=mage("arctic-circle"), b=body(), c=body(), d=body())

    table.act(
        "A", "cast arctic-circle", words, "centre 5,5",
        dice="d6 4 d20" + " 20" * len(caught),
    )  # fmt: skip

    assert "".join([name for name in "bcd" if table[name].hp < 20]) == caught


@rule("sovereign/grid.area-square", "sovereign/spell.creatures")
def test_the_centre_of_an_area_lies_within_the_range() -> None:
    """50 ft from the square of a caster of the first level in the first column: column 11."""
    rows = "\n".join([" ".join(["A", *["."] * 11, "b", "."]), *[". " * 14] * 5])
    table = Table(rows, A=mage("magic-bomb"), b=body())

    table.act("A", "cast magic-bomb", "centre 11,2", dice="d8 4 d20 1")

    asked = next(keys for _, word, keys in table.asked if word == "grid.area-square")
    assert max(int(key.split()[1].split(",")[0]) for key in asked) == 11


@rule("sovereign/spell.armour", "sovereign/sheet.hands")
def test_armored_magic_goes_with_a_shield_while_the_other_hand_is_free() -> None:
    own = body(strike(), spells=["arcane-spark"], shield=True, feats={"armored-magic": 1})
    table = Table("A . b", A=own, b=body())
    assert table.refused("A", SPARK) == "spell.armour"

    table["A"].hand = -1

    assert table.refused("A", SPARK) == ""
