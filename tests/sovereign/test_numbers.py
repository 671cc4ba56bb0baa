"""Bounds and limits of what feats change."""

from __future__ import annotations

import pytest

from affray.rulesets.sovereign import turn
from affray.rulesets.sovereign.damage import dealing
from affray.rulesets.sovereign.sheet import numbers
from affray.rulesets.sovereign.sheet.sheet import Sheet
from affray.rulesets.sovereign.terms import (
    ACTIVE,
    BY_MAIN,
    BY_MOVE,
    BY_NOTHING,
    MORTAL,
    STABLE,
    SURPRISE_PHASE,
)
from tests.rules import rule
from tests.sovereign.table import Table, body, strike
from tests.sovereign.test_library import begun
from tests.sovereign.test_resolved import total

HIT = "attack b with sword"
SHOT = {"weapon": "crossbow", "mode": "shot", "skill": "shoot", "attribute": "DEX",
        "bonus": 0, "damage": "1d10", "range_normal": 100, "range_max": 300}  # fmt: skip


def one(*strikes: object, feat: str = "", level: int = 1, **more: object) -> Sheet:
    """Somebody with a feat."""
    return body(*strikes, feats={feat: level} if feat else {}, **more)  # type: ignore[arg-type]


def offered(table: Table) -> list[str]:
    return [key for _, _, keys in table.asked for key in keys]


# ---- alert


@rule("sovereign/init.one-roll-per-side", "sovereign/init.party-dex")
@pytest.mark.parametrize(("alert", "order"), [(0, [1, 0]), (1, [0, 1]), (2, [0, 1])])
def test_the_alert_add_one_to_their_side_s_initiative_once(alert: int, order: list[int]) -> None:
    own = [one(feat="alert" if n < alert else "") for n in range(2)]
    table = Table("A C b", A=own[0], C=own[1], b=body())
    table.script([], "d8 5 6")

    turn.roll_initiative(table.combat)

    assert table.combat.order == order


@rule("sovereign/init.one-roll-per-side")
def test_two_who_are_alert_add_no_more_than_one() -> None:
    table = Table("A C b", A=one(feat="alert"), C=one(feat="alert"), b=body())
    table.script([], "d8 5 7")

    turn.roll_initiative(table.combat)

    assert table.combat.order == [1, 0]


@rule("sovereign/execution.unsuspecting")
def test_the_alert_are_not_executed() -> None:
    table = Table("A b", A=body(strike()), b=one(feat="alert"))
    table.combat.executions = [[0, 0, 1]]
    table.combat.phase = SURPRISE_PHASE

    table.steps(1)

    assert table["b"].hp == 20


@rule("sovereign/turn.sides-in-order")
def test_the_twice_alert_act_before_all_sides_and_not_again() -> None:
    table = Table("A C b c", A=body(), C=body(), b=one(feat="alert", level=2), c=body())
    table.combat.phase = 2  # the round begins
    seen: list[str] = []
    agent = table.script(["end turn", "act A", "end turn", "end turn", "end turn"], "")
    while table.combat.round == 1:
        turn.step(table.combat)
        if table.combat.active >= 0:
            name = table.combat.units[table.combat.active].name
            seen += [name] if not seen or seen[-1] != name else []
    table.done(agent)

    assert seen == ["b", "A", "C", "c"]


# ---- weapons


@rule("sovereign/ready.action", "sovereign/economy.instant-source")
@pytest.mark.parametrize(("feat", "mode"), [("armsmaster", "melee"), ("deadeye", "shot")])
def test_a_stowed_weapon_is_readied_as_an_instant(feat: str, mode: str) -> None:
    far = {"far": (9, 9)} if mode == "shot" else {}
    for name in ("armsmaster", "deadeye"):
        own = one(strike(**far), feat=name)  # type: ignore[arg-type]
        table = Table("A C b", A=own, C=body(), b=body())
        unit = table["A"]
        own.stowed = [1]
        unit.stock, unit.stowed, unit.hand = (0,), (1,), -1
        table.turn_of("C")

        table.steps(2, "end turn", *(["A ready sword"] if name == feat else []))

        assert (unit.stock == (1,)) is (name == feat)
        assert unit.main


@rule("sovereign/shock.on-miss", "sovereign/shock.immunity")
@pytest.mark.parametrize(
    ("feat", "level", "hp"),
    [
        ("shocking-assault", 1, 18),
        ("armsmaster", 1, 20),
        ("armsmaster", 2, 18),
        ("close-combatant", 1, 20),
        ("close-combatant", 2, 18),
        ("alert", 1, 20),
    ],
)
def test_some_shock_treats_every_target_as_ac_ten(feat: str, level: int, hp: int) -> None:
    table = Table("A b", A=one(strike(shock=2, shock_ac=10), feat=feat, level=level), b=body(ac=18))
    table["b"].main = False

    table.act("A", HIT, dice="d20 2")

    assert table["b"].hp == hp


@rule("sovereign/shock.immunity", "sovereign/shock.on-miss")
def test_shock_for_ac_nine_treats_a_target_as_ten_and_spares_it() -> None:
    table = Table("A b", A=one(strike(shock=2, shock_ac=9), feat="shocking-assault"), b=body(ac=18))
    table["b"].main = False

    table.act("A", HIT, dice="d20 2")

    assert table["b"].hp == 20


@rule("sovereign/shock.immunity", "sovereign/spell.disrupted-round")
def test_a_close_combatant_ignores_shock_and_casts_no_more_if_it_could() -> None:
    table = Table("A b", A=body(strike(shock=2, shock_ac=15)), b=one(feat="close-combatant"))
    table["b"].main = False
    table.act("A", HIT, dice="d20 2")
    assert table["b"].hp == 20

    mage = one(feat="close-combatant", spells=["grave-chill"])
    for answer, hp, hurt in (
        ("ignore it and cast no more", 20, True),
        ("suffer the Shock", 18, True),
    ):
        table = Table("A b", A=body(strike(shock=2, shock_ac=15)), b=mage)
        table["b"].main = False
        table.act("A", HIT, answer, dice="d20 2")
        table["b"].main = True

        assert (table["b"].hp, table["b"].hurt) == (hp, hurt)
        assert table.refused("b", "cast grave-chill at A") == "spell.disrupted-round"


@rule("sovereign/ranged.one-handed-in-melee")
@pytest.mark.parametrize(("small", "feat", "plus"), [
    (True, "close-combatant", 0), (False, "close-combatant", -4), (True, "", -4),
])  # fmt: skip
def test_a_close_combatant_throws_knives_in_melee(small: bool, feat: str, plus: int) -> None:
    knife = strike(far=(4, 8), thrown=True)
    knife.small = small
    table = Table("A b", A=one(knife, feat=feat), b=body(strike()))

    assert total(table) == plus


@rule("sovereign/disengage.effect", "sovereign/economy.free")
def test_a_great_close_combatant_disengages_for_nothing() -> None:
    table = Table("b A . .", A=one(feat="close-combatant", level=2), b=body(strike()))
    table["b"].main = False
    assert (
        Table("A b", A=one(feat="close-combatant"), b=body()).offers("A").count("disengage at once")
        == 0
    )

    table.act("A", "disengage at once")
    assert (table["A"].main, table["A"].step) == (True, True)
    table.act("A", "run", "move 3,0")

    assert "b strikes with sword" not in offered(table)


@rule("sovereign/ranged.two-handed-in-melee", "sovereign/ranged.one-handed-in-melee")
@pytest.mark.parametrize(("level", "no", "plus"), [
    (0, "ranged.two-handed-in-melee", -4), (1, "", -4), (2, "", 0),
])  # fmt: skip
def test_a_deadeye_shoots_in_melee(level: int, no: str, plus: int) -> None:
    bow = strike(far=(9, 9), hands=2)
    table = Table("A b", A=one(bow, feat="deadeye" if level else "", level=level), b=body(strike()))

    assert table.refused("A", HIT) == no
    assert total(table) == plus


@rule("sovereign/reload.crossbow", "sovereign/reload.bow")
@pytest.mark.parametrize(
    ("weapon", "shoot", "feats", "cost"),
    [
        ("crossbow", 0, ["steady-hands:1"], BY_MOVE),
        ("small-bow", 0, ["steady-hands:1"], BY_NOTHING),
        ("crossbow", 0, ["deadeye:1"], BY_MAIN),
        ("crossbow", 0, ["deadeye:2"], BY_NOTHING),
    ],
)
def test_feats_quicken_reloading(weapon: str, shoot: int, feats: list[str], cost: int) -> None:
    own = begun(
        "tilda-reyes", skills={"shoot": shoot}, feats=feats, attacks=[{**SHOT, "weapon": weapon}]
    ).sheet

    assert own.strikes[0].reload == cost


@rule("sovereign/snap.penalty")
@pytest.mark.parametrize(("far", "face", "hp"), [
    ((9, 9), 12, 15), ((9, 9), 11, 20), ((0, 0), 14, 15), ((0, 0), 13, 20),
])  # fmt: skip
def test_twice_steady_hands_snap_missiles_at_minus_two(
    far: tuple[int, int], face: int, hp: int
) -> None:
    table = Table("A b", A=body(), b=one(strike(far=far), feat="steady-hands", level=2))

    dice = f"d20 {face}" + (" d8 5" if hp < 20 else "") + " d20 1"
    table.act("A", "attack b with unarmed", "b snap at A with sword", dice=dice)

    assert table["A"].hp == hp


# ---- assassins


@rule("sovereign/ready.swap-veto", "sovereign/economy.free")
def test_an_assassin_draws_its_knife_whenever_it_likes() -> None:
    axe = strike("axe")
    axe.weapon = 1
    knife = strike("sword")
    knife.small = True
    for feat, no in (("assassin", ""), ("", "ready.swap-veto")):
        table = Table("A b", A=one(knife, axe, feat=feat, weapons=["hand-axe"]), b=body())
        table.act("A", "draw hand-axe")

        assert table.refused("A", "draw sword") == no


@rule("sovereign/attack.meet-or-beat", "sovereign/surprise.free-round")
@pytest.mark.parametrize(
    ("number", "row", "hp"), [(0, "A b .", 15), (1, "A b .", 20), (0, "A . b", 20)]
)
def test_an_assassin_s_knife_cannot_miss_at_hand_in_the_free_round(
    number: int, row: str, hp: int
) -> None:
    knife = strike(far=(6, 12), thrown=True)
    knife.small = True
    table = Table(row, A=one(knife, feat="assassin"), b=body(ac=40))
    table["b"].main = False
    table.combat.round = number

    table.act("A", HIT, dice="d20 1" + (" d8 5" if hp < 20 else ""))

    assert table["b"].hp == hp


# ---- hard to kill


@rule("sovereign/death.stable", "sovereign/death.mortally-injured")
@pytest.mark.parametrize(("feat", "fate"), [("die-hard", STABLE), ("", MORTAL)])
def test_the_die_hard_stabilise_by_themselves(feat: str, fate: int) -> None:
    table = Table("A C b", A=one(feat=feat), C=body(), b=body())
    table.script([], "")

    dealing.hurt(table.combat, table["A"], 20, -1, "damage.roll", spares=False)

    assert table["A"].fate == fate


@rule("sovereign/death.mortally-injured", "sovereign/turn.fight-is-a-turn")
def test_the_twice_die_hard_keep_one_hit_point_the_first_time() -> None:
    table = Table("A C b", A=one(feat="die-hard", level=2), C=body(), b=body())
    table.script([], "")

    dealing.hurt(table.combat, table["A"], 50, -1, "damage.roll", spares=False)
    assert (table["A"].hp, table["A"].fate, table["A"].prone) == (1, ACTIVE, False)
    dealing.hurt(table.combat, table["A"], 1, -1, "damage.roll", spares=False)

    assert (table["A"].hp, table["A"].fate) == (0, STABLE)


@rule("sovereign/economy.instant-after-dice", "sovereign/turn.fight-is-a-turn")
def test_the_twice_impervious_shrug_off_one_blow_a_day() -> None:
    table = Table("A b", A=body(strike(bonus=9)), b=one(feat="impervious-defense", level=2))
    table["b"].main = False

    table.act("A", HIT, "do not shrug it off", dice="d20 10 d8 5")
    assert table["b"].hp == 15
    table["A"].main = True
    table.act("A", HIT, "shrug it off", dice="d20 10 d8 5")
    assert table["b"].hp == 15
    table["A"].main = True
    table.act("A", HIT, dice="d20 10 d8 5")

    assert table["b"].hp == 10


# ---- first aid and checks


def aid(**own: object) -> Table:
    table = Table("A C b", A=body(kit=True, **own), C=body(), b=body())  # type: ignore[arg-type]
    table["C"].hp, table["C"].fate, table["C"].fell = 0, MORTAL, 1
    return table


@rule("sovereign/death.stabilise", "sovereign/economy.free", "sovereign/death.one-attempt")
def test_a_gifted_chirurgeon_aids_for_nothing_once_a_round_with_the_best_two_of_three() -> None:
    table = aid(skills={"heal": 0}, feats={"gifted-chirurgeon": 1})

    table.act("A", "quickly aid C", dice="d6 5 1 4")
    assert (table["A"].main, table["A"].step, table["C"].fate) == (True, True, MORTAL)
    assert table.refused("A", "quickly aid C") in ("economy.free", "death.one-attempt")
    table["C"].used = (0,) * len(table["C"].used)
    assert table.refused("A", "quickly aid C") == "economy.free"
    table.act("A", "aid C", dice="d6 5 1 5")

    assert table["C"].fate == STABLE


@rule("sovereign/check.roll")
@pytest.mark.parametrize(("level", "dice", "fate"), [
    (1, "d6 1 5 5", STABLE), (1, "d6 1 4 5", MORTAL), (2, "d6 1 5 5 1", STABLE),
    (2, "d6 4 5 1 1", MORTAL),
])  # fmt: skip
def test_a_specialist_drops_the_lowest(level: int, dice: str, fate: int) -> None:
    table = aid(skills={"heal": 0}, feats={"specialist": level})
    table["A"].sheet.special = "heal"

    table.act("A", "aid C", dice=dice)

    assert table["C"].fate == fate


@rule("sovereign/check.roll", "sovereign/turn.fight-is-a-turn")
def test_a_full_expert_rolls_again_once_in_a_fight_and_keeps_the_better() -> None:
    table = aid(skills={"heal": 0})
    table["A"].sheet.expert = True
    table.act("A", "aid C", "roll again", dice="d6 4 5 1 1")
    assert table["C"].fate == MORTAL
    table["C"].used = (0,) * len(table["C"].used)
    table["A"].main = True

    table.act("A", "aid C", dice="d6 4 5")

    assert table["C"].fate == MORTAL


@rule("sovereign/check.group", "sovereign/death.one-attempt")
@pytest.mark.parametrize(("helps", "second", "fate"), [
    (True, 4, STABLE), (True, 3, MORTAL), (False, 4, MORTAL),
])  # fmt: skip
def test_a_helper_with_a_main_to_spare_adds_one(helps: bool, second: int, fate: int) -> None:
    table = Table(
        "A C b\n. D .",
        A=body(kit=True, skills={"heal": 0}),
        C=body(),
        D=body(skills={"heal": 1}),
        b=body(),
    )
    table["C"].hp, table["C"].fate, table["C"].fell = 0, MORTAL, 1
    table["D"].holding = True

    words = "help to save C" if helps else "do not help to save C"
    table.act("A", "aid C", words, dice=f"d6 5 {second}")

    assert table["C"].fate == fate
    assert table["D"].main is not helps
    assert table["D"].holding is not helps


@rule("sovereign/economy.unspent-main", "sovereign/check.group")
def test_one_who_does_not_hold_its_main_helps_nobody_out_of_turn() -> None:
    helper = body(skills={"heal": 1})
    table = Table(
        "A C b\n. D .", A=body(kit=True, skills={"heal": 0}), C=body(), D=helper, b=body()
    )
    table["C"].hp, table["C"].fate, table["C"].fell = 0, MORTAL, 1

    table.act("A", "aid C", dice="d6 5 4")

    assert (table["C"].fate, table["D"].main) == (MORTAL, True)


# ---- against magic


def spark(victim: Sheet, *answers: str, dice: str, rows: str = "A . b", **more: Sheet) -> Table:
    sheets = {"A": body(spells=["arcane-spark"]), "b": victim, **more}
    table = Table(rows, **sheets)  # type: ignore[arg-type]
    table["b"].sheet.saves = [15, 15, 15]
    table["b"].main = False
    table.act("A", "cast arcane-spark at b", *answers, dice=dice)
    return table


@rule("sovereign/save.roll")
@pytest.mark.parametrize(("rows", "hp"), [("A b . . . c .", 16), ("A b . . . . c", 12)])
def test_a_nullifier_lends_two_to_the_saves_of_those_within_twenty_feet(rows: str, hp: int) -> None:
    table = spark(body(level=3), rows=rows, c=one(feat="nullifier"), dice="d8 8 d20 13")

    assert table["b"].hp == hp


@rule("sovereign/save.roll", "sovereign/turn.fight-is-a-turn")
def test_the_first_failed_save_of_a_nullifier_succeeds() -> None:
    table = spark(one(feat="nullifier", level=1), dice="d8 8 d20 2")
    assert table["b"].hp == 16
    table["A"].main = True
    table["A"].casting = 1

    table.act("A", "cast arcane-spark at b", dice="d8 8 d20 2")

    assert table["b"].hp == 8


@rule("sovereign/economy.instant-after-dice", "sovereign/turn.fight-is-a-turn")
def test_the_twice_nullifying_shrug_off_one_effect() -> None:
    victim = one(feat="nullifier", level=2)
    table = spark(victim, "shrug the magic off", dice="")
    assert table["b"].hp == 20
    table["A"].main = True
    table["A"].casting = 1

    table.act("A", "cast arcane-spark at b", dice="d8 8 d20 20")

    assert table["b"].hp == 16


# ---- fists


@rule("sovereign/damage.unarmed", "sovereign/shock.on-miss")
@pytest.mark.parametrize(
    ("brawl", "die", "shock", "plus"), [(0, 6, 0, 0), (1, 8, 1, 1), (2, 10, 2, 2), (3, 12, 3, 3)]
)
def test_trained_fists_have_a_die_and_shock_by_brawl(
    brawl: int, die: int, shock: int, plus: int
) -> None:
    own = begun(
        "tilda-reyes",
        attributes={"Strength": 10, "Dexterity": 10},
        skills={"brawl": brawl},
        feats=["unarmed-combatant:1"],
    ).sheet

    fist = next(one for one in own.strikes if one.id == "unarmed")

    assert (fist.count, fist.sides, fist.plus) == (1, die, plus)
    assert (fist.shock, fist.shock_ac) == ((shock, 15) if shock else (0, -1))


@rule("sovereign/damage.unarmed")
def test_a_missed_blow_of_twice_trained_fists_deals_a_die_and_its_shock() -> None:
    table = Table("A b", A=one(feat="unarmed-combatant", level=2), b=body(ac=30))
    table["b"].main = False
    table["A"].sheet.strikes[0].shock = 2
    table["A"].sheet.strikes[0].shock_ac = 30

    table.act("A", "attack b with unarmed", dice="d20 1 d6 4")

    assert table["b"].hp == 14


# ---- defenders


def guarded(c: Sheet, *, size: int = 1, rows: str = "A b .\n. c .") -> Table:
    table = Table(rows, A=body(strike(bonus=9), size=size), b=body(), c=c)
    table.guard("c", "b")
    table["b"].main = table["c"].main = False
    return table


@rule("sovereign/screen.opposed-check")
@pytest.mark.parametrize(("second", "struck"), [(6, "c"), (7, "b")])
def test_a_valiant_defender_s_number_is_two_higher(second: int, struck: str) -> None:
    """8 + Stab 1 + 2 = 11."""
    own = one(feat="valiant-defender", skills={"stab": 1}, screens=2)
    table = guarded(own)
    assert table.screen_number("c") == 11

    table.act("A", HIT, "screen", dice=f"d6 4 {second - 1 if second == 7 else second} d20 10 d8 4"
              if second == 6 else "d6 5 6 d20 10 d8 4")  # fmt: skip

    assert table[struck].hp == 16


@rule("sovereign/screen.limit", "sovereign/screen.opposed-check")
def test_a_great_defender_cannot_fail_the_first_time_in_a_round() -> None:
    table = guarded(one(feat="valiant-defender", level=2, skills={"stab": 1}, screens=3))

    table.act("A", HIT, "screen", dice="d20 10 d8 4")
    assert table["c"].hp == 16
    table["A"].main = True
    table.act("A", HIT, "screen", dice="d6 6 6 d20 10 d8 4")

    assert table["b"].hp == 16


@rule("sovereign/total.ac", "sovereign/screen.duration")
@pytest.mark.parametrize(("level", "wards", "ac"), [(2, 2, 12), (1, 2, 10), (2, 0, 10)])
def test_a_great_defender_has_two_more_ac_while_it_screens(level: int, wards: int, ac: int) -> None:
    table = guarded(one(feat="valiant-defender", level=level, ac=10))
    table["c"].wards = wards

    assert numbers.ac(table.combat, table["c"]) == ac


@rule("sovereign/screen.feasible")
@pytest.mark.parametrize(("level", "size", "asked"), [(2, 2, True), (1, 2, False), (2, 3, False)])
def test_a_great_defender_stops_ogres_but_nothing_bigger(
    level: int, size: int, asked: bool
) -> None:
    rows = {2: "A A b .\nA A c .", 3: "A A A b .\nA A A c .\nA A A . ."}[size]
    own = one(feat="valiant-defender", level=level, skills={"stab": 1}, screens=2)
    table = guarded(own, size=size, rows=rows)

    table.act("A", HIT, *(["do not screen"] if asked else []), dice="d20 10 d8 1")

    assert ("screen.optional" in [word for _, word, _ in table.asked]) is asked


@rule("sovereign/screen.feasible", "sovereign/screen.opposed-check")
@pytest.mark.parametrize(("second", "struck"), [(5, "c"), (6, "b")])
def test_a_defender_screens_against_one_spell_a_round_the_caster_using_magic(
    second: int, struck: str
) -> None:
    """Number 11 against INT 0 and Magic 0."""
    caster = body(spells=["arcane-spark"], skills={"magic": 0})
    table = Table(
        "A . b\n. . c",
        A=caster,
        b=body(level=3),
        c=one(feat="valiant-defender", skills={"stab": 1}, level=1),
    )
    table.guard("c", "b")
    table["b"].main = table["c"].main = False

    answers = ["screen against the spell"]
    table.act("A", "cast arcane-spark at b", *answers, dice=f"d6 5 {second} d8 8 d20 1")
    assert table[struck].hp == 12
    table["A"].main = True
    table["A"].casting = 1
    table.act("A", "cast arcane-spark at b", dice="d8 8 d20 20")

    assert table["b"].hp == (16 if struck == "c" else 8)


@rule("sovereign/screen.opposed-check", "sovereign/screen.limit")
def test_a_bodyguard_s_number_is_one_higher_against_one_it_knows() -> None:
    table = guarded(one(feat="bodyguards-eye", skills={"stab": 1}, screens=1))

    table.act("A", HIT, "screen", dice="d6 4 5 d20 10 d8 4")
    assert table["b"].hp == 16
    table["A"].main = True
    table.act("A", HIT, "screen", dice="d6 4 5 d20 10 d8 4")

    assert table["c"].hp == 16


@rule("sovereign/screen.one-ward", "sovereign/economy.free")
def test_a_great_bodyguard_changes_its_ward_for_nothing_once_a_turn() -> None:
    table = Table("A b d\n. c e", A=body(), b=body(), c=one(feat="bodyguards-eye", level=2),
                  d=body(), e=body())  # fmt: skip
    table.guard("c", "b")

    table.act("c", "guard instead d")
    assert table.wards("c") == "d"
    assert (table["c"].main, table["c"].step) == (True, True)

    assert table.refused("c", "guard instead e") == "economy.free"


# ---- whirlwinds


@rule("sovereign/shock.on-miss", "sovereign/turn.fight-is-a-turn", "sovereign/economy.free")
def test_a_whirl_deals_its_shock_to_every_susceptible_foe_once_a_fight() -> None:
    table = Table(
        "b A c\nd e .\n. . f",
        A=one(strike(shock=3, shock_ac=15), feat="whirlwind-assault"),
        b=body(ac=15),
        c=body(ac=16),
        d=body(ac=10, shield=True),
        e=body(ac=10, abilities=["bronze-hide"]),
        f=body(ac=10),
    )

    table.act("A", "whirl")

    assert [table[name].hp for name in "bcdef"] == [17, 20, 20, 20, 20]
    assert (table["A"].main, table["A"].step) == (True, True)
    assert table.refused("A", "whirl") == "turn.fight-is-a-turn"


@rule("sovereign/attack.sequence")
def test_the_first_kill_of_a_round_gives_one_more_attack() -> None:
    weak = body(npc=True, named=False, hp=1)
    table = Table(
        "b A c\nd . e",
        A=one(strike(bonus=9), feat="whirlwind-assault", level=2),
        **dict.fromkeys("bcde", weak),  # type: ignore[arg-type]
    )
    for name in "bcde":
        table[name].main = False

    table.act("A", HIT, "c with sword", dice="d20 10 d8 5 d20 10 d8 5")
    assert [table[name].present for name in "bcde"] == [False, False, True, True]
    table["A"].main = True
    table.act("A", "attack d with sword", dice="d20 10 d8 5")

    assert [table[name].present for name in "bcde"] == [False, False, False, True]


@rule("sovereign/attack.sequence")
def test_nobody_is_asked_for_a_second_attack_with_nobody_in_reach() -> None:
    weak = body(npc=True, named=False, hp=1)
    table = Table(
        "A b . c", A=one(strike(bonus=9), feat="whirlwind-assault", level=2), b=weak, c=body()
    )
    table["b"].main = table["c"].main = False

    table.act("A", HIT, dice="d20 10 d8 5")

    assert "no more" not in offered(table)


@rule("sovereign/attack.sequence")
def test_a_first_whirlwind_gives_no_second_attack() -> None:
    weak = body(npc=True, named=False, hp=1)
    table = Table("b A c", A=one(strike(bonus=9), feat="whirlwind-assault"), b=weak, c=body())
    table["b"].main = table["c"].main = False

    table.act("A", HIT, dice="d20 10 d8 5")

    assert "no more" not in offered(table)
