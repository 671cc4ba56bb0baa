"""The creatures: what each of their abilities and traits does, with the numbers of chapter 1."""

from __future__ import annotations

import pytest

from affray.core.combat import ROUND
from affray.core.errors import IllegalError
from affray.rulesets.icon import turn
from affray.rulesets.icon.sheet import scopes_of
from affray.rulesets.icon.state import with_at
from tests.icon.table import Sheet, Table, ability, content_library, sheet, strike
from tests.rules import rule

EAST = 2


def creature(id: str, chapter: int = 1) -> Sheet:
    """Return a creature's sheet, a copy that a test may change."""
    return content_library().maker.library.sheets[f"{id} {chapter}"].twin()


def against(id: str, rows: str, **others: Sheet) -> Table:
    """The creature is b; whoever is not named is a plain character."""
    sheets: dict[str, Sheet] = {}
    for word in rows.split():
        name = word[0]
        if name.isalpha() and name not in sheets:
            sheets[name] = creature(id) if name == "b" else sheet(pc=name.isupper())
    return Table(rows, **{**sheets, **others})


def again(table: Table, name: str = "b") -> None:
    table[name].used = (0,) * len(table[name].used)
    table[name].actions = 2


# ---- Toll Brute --------------------------------------------------------------------------------


def test_the_toll_brute_starts_with_vigor_hits_and_kicks() -> None:
    table = against("toll-brute", "b A . . .")
    assert table["b"].vigor == 5

    table.act("b", "cudgel-down A", dice="d20 9 d6 4")
    table.act("b", "gate-kick A", dice="d20 9")

    assert table["A"].hp == 24
    assert table.holds("A", "weakened")


def test_who_collides_by_gate_kick_may_be_stunned_before_the_rest() -> None:
    table = against("toll-brute", "# A b .")

    table.act("b", "gate-kick A", dice="d20 9 d20 10")

    assert (table.holds("A", "stunned"), table.holds("A", "weakened")) == (True, False)


def test_lean_in_halves_an_attack_on_an_adjacent_ally() -> None:
    table = against("toll-brute", "A c b . .", A=sheet(abilities=[strike()]))

    table.act("A", "strike c", "b lean-in", dice="d20 9 d6 4 5")

    assert table["c"].hp == 23


# ---- Ditch Piker -------------------------------------------------------------------------------


def test_the_ditch_piker_thrusts_two_spaces_far() -> None:
    table = against("ditch-piker", "b . A . .")

    table.act("b", "long-thrust A", dice="d20 9 d6 2 3")

    assert (table["A"].hp, table.at("A")) == (23, "3,0")
    assert table.refusal("b", "long-thrust A") == "action.costs"


@rule("icon/effect.stance", "icon/effect.sturdy")
def test_planted_feet_make_sturdy_and_sharpen_the_set_spear() -> None:
    table = against("ditch-piker", "b . . . A")
    table.act("b", "plant-feet")
    table.end("b")

    table.act("A", "move", "move 2,0", "b set-spear", dice="d20 6 d6 3 d6 2")
    assert (table["A"].hp, table["b"].stance()) == (26, "stance-braced-pike")
    table.shove("A", "b", 3, EAST)

    assert table.at("b") == "1,0", "1 space, and it has not moved itself"
    assert table["b"].stance() == "stance-braced-pike"
    table.act("b", "move", "move 0,0")
    assert table["b"].stance() == ""


# ---- Gutter Marten -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rows", "dice", "hp"), [("A b . C", "d20 9 d6 2 3", 23), ("C A b .", "d20 9 d6 2", 26)]
)
def test_the_gutter_martens_knife_is_sharper_against_the_lonely(
    rows: str, dice: str, hp: int
) -> None:
    table = against("gutter-marten", rows)
    assert table.has("b", "stealth")

    table.act("b", "quick-knife A", dice=dice)

    assert table["A"].hp == hp
    assert not table.has("b", "stealth")


def test_slip_off_is_a_free_dash_once_a_turn() -> None:
    table = against("gutter-marten", "A b . . .")

    table.act("b", "slip-off", "move 3,0")

    assert (table.at("b"), table["b"].actions) == ("3,0", 2)
    assert table.refusal("b", "slip-off") == "action.limited-uses"


def test_hamstring_slashes_and_slows_and_its_boosted_die_is_for_the_bloodied() -> None:
    table = against("gutter-marten", "A b . . .")

    table.act("b", "hamstring A", dice="d20 9 d6 2 3 d20 9 9")

    assert table["A"].hp == 23
    assert (table.holds("A", "slashed"), table.holds("A", "slow")) == (True, True)
    table.end("b")
    table.combat.clear(ROUND)
    assert table.refusal("b", "hamstring A") == "action.recharge"


# ---- Glasswing ---------------------------------------------------------------------------------


def test_the_glasswings_needle_poisons_and_misses_for_nothing() -> None:
    table = against("glasswing", "A . . . b")

    table.act("b", "spit-needle A", dice="d20 7 d6 4")
    assert (table["A"].hp, table.holds("A", "poisoned")) == (24, True)
    again(table)
    table.act("b", "spit-needle A", dice="d20 6")

    assert table["A"].hp == 24


@pytest.mark.parametrize(
    ("poisoned", "dice", "hp"), [(True, "d20 7 d6 1 2 3", 22), (False, "d20 7 d6 1 2", 25)]
)
def test_drop_strike_flies_6_and_is_boosted_by_a_blight(poisoned: bool, dice: str, hp: int) -> None:
    table = against("glasswing", "A . .3 . . . . b")
    if poisoned:
        table.give("A", "poisoned")

    table.act("b", "drop-strike", "move 1,0", dice=dice)

    assert (table.at("b"), table["A"].hp) == ("1,0", hp)
    assert table.refusal("b", "move") == "move.standard"


# ---- Drum Corporal -----------------------------------------------------------------------------


def test_beat_to_quarters_moves_an_ally_and_gives_its_attack_a_boon() -> None:
    table = against("drum-corporal", "b . c . . A . .", c=sheet(pc=False, abilities=[strike()]))

    table.act("b", "beat-to-quarters c", "move 4,0")
    table.act("c", "strike A", dice="d20 6 d6 3 d6 1 1")

    assert (table.at("c"), table["A"].hp) == ("4,0", 26)


def test_the_drums_beat_helps_allies_within_2_besides() -> None:
    table = against("drum-corporal", "b . c A .", c=sheet(pc=False, abilities=[strike()]))

    table.act("c", "strike A", dice="d20 6 d6 3 d6 1 1")

    assert table["A"].hp == 26


def test_rally_gives_vigor_and_cleanses_once_a_round() -> None:
    table = against("drum-corporal", "b . c . A")
    table.give("c", "burning")

    table.act("b", "rally c")

    assert (table["c"].vigor, table.effects("c")) == (7, [])
    assert table.refusal("b", "rally c") == "action.limited-uses"


@pytest.mark.parametrize(("face", "marked"), [(9, True), (10, False)])
def test_call_the_shot_makes_who_fails_vulnerable_while_the_mark_lasts(
    face: int, *, marked: bool
) -> None:
    table = against("drum-corporal", "b . . . . A c")

    table.act("b", "call-the-shot A", dice=f"d20 {face}")
    assert table.holds("A", "called-shot") == marked
    table.hurt("A", 3, by="c")
    assert table["A"].hp == (24 if marked else 25)

    if marked:
        table.end("A", "d20 10")
        table.hurt("A", 3, by="c")
        assert table["A"].hp == 21, "vulnerable no more"


def test_keep_time_lets_a_damaged_ally_step_away() -> None:
    table = against("drum-corporal", "A c . b . .", A=sheet(abilities=[strike()]))

    table.act("A", "strike c", "b keep-time", "move 2,0", dice="d20 9 d6 1 1")

    assert table.at("c") == "2,0"


def test_the_drumstick_hits_physically_though_its_drummer_is_magical() -> None:
    one = sheet()
    one.traits = [content_library().maker.trait_of("mire-skin")]
    table = against("drum-corporal", "A b . .", A=one)

    table.act("b", "drumstick A", dice="d20 9 d6 5")

    assert table["A"].hp == 25


# ---- Vial Flinger ------------------------------------------------------------------------------


def test_acid_lob_shatters_who_has_a_blight() -> None:
    table = against("vial-flinger", "b . . A C .")
    table.give("A", "burning")

    table.act("b", "acid-lob", "space 3,0", dice="d20 7 d6 2 3 d20 9")

    assert [28 - table[name].hp for name in "AC"] == [5, 2]
    assert (table.holds("A", "shattered"), table.holds("C", "shattered")) == (True, False)


@pytest.mark.parametrize(("face", "hp"), [(9, 26), (10, 28)])
def test_cracked_flask_hurts_and_poisons_who_fails(face: int, hp: int) -> None:
    table = against("vial-flinger", "b . . . . . A")

    table.act("b", "cracked-flask A", dice=f"d20 {face}")

    assert (table["A"].hp, table.holds("A", "poisoned")) == (hp, hp == 26)


def test_quicklime_makes_difficult_ground_for_the_combat() -> None:
    table = against("vial-flinger", "b . . . . A")

    table.act("b", "quicklime", "space 2,0", "space 3,0", "space 4,0")
    table.end("b")

    assert [table.combat.difficult(cell) for cell in range(6)] == [
        False,
        False,
        True,
        True,
        True,
        False,
    ]


# ---- Siege Slinger -----------------------------------------------------------------------------


@rule("icon/status.ongoing", "icon/turn.slow-forced")
def test_the_siege_slinger_is_always_slow() -> None:
    table = against("siege-slinger", "A . . b")

    assert table["b"].goes_slow()
    table.end("b")
    assert table["b"].goes_slow(), "no save"


@pytest.mark.parametrize(
    ("at", "rule_"), [("7,0", "attack.target-hostile"), ("6,0", ""), ("0,0", ""), ("8,0", "")]
)
def test_stone_cast_hits_nobody_adjacent(at: str, rule_: str) -> None:
    table = against("siege-slinger", "A . . . . . . . b . . .")
    table.combat.move(table["A"], table.cell(at if at != "8,0" else "10,0"))

    assert table.refusal("b", "stone-cast A") == rule_


@pytest.mark.parametrize(
    ("round_", "slow", "dice", "lost"),
    [(1, False, "d20 7 d6 4 5", 7), (1, True, "d20 7 d6 4 5", 9), (3, True, "d20 7 d6 4 5 6", 15)],
)
def test_stone_cast_pierces_on_a_slow_turn_and_is_boosted_from_round_3(
    round_: int, slow: bool, dice: str, lost: int
) -> None:
    table = against("siege-slinger", "A . . b", A=sheet(armor=2))
    table.combat.round = round_
    turn.begin(table.combat, table["b"], slow=slow)

    table.act("b", "stone-cast A", dice=dice)

    assert table["A"].hp == 28 - lost


def test_a_hasty_stone_has_a_curse() -> None:
    table = against("siege-slinger", "A . . b")

    table.act("b", "hasty-stone A", dice="d20 7 d6 1")

    assert table["A"].hp == 28


# ---- Spark Adept -------------------------------------------------------------------------------


def test_the_spark_adept_counters_and_slips_away_from_a_miss() -> None:
    table = against("spark-adept", "A b . . .", A=sheet(abilities=[strike()]))

    table.act("A", "strike b", dice="d20 7 d6 1 1")
    assert table["A"].hp == 27
    again(table, "A")
    table.act("A", "strike b", "b ground-out", "move 3,0", dice="d20 6")

    assert table.at("b") == "3,0"


@pytest.mark.parametrize(
    ("blight", "dice", "hp"), [("", "d20 7 d6 2 3", 23), ("burning", "d20 7 d6 2 3 4", 21)]
)
def test_forked_line_has_a_bonus_against_the_blighted(blight: str, dice: str, hp: int) -> None:
    table = against("spark-adept", "b . A . C .")
    if blight:
        table.give("A", blight)

    table.act("b", "forked-line", "area 1,0 2,0 3,0 4,0 5,0", dice=dice)

    assert (table["A"].hp, table["C"].hp) == (hp, 26)
    assert (table.holds("A", "electrified"), table.holds("C", "electrified")) == (True, False)


@pytest.mark.parametrize(
    ("blight", "dice", "stunned"), [("", "d20 9", False), ("burning", "d20 9 d20 9", True)]
)
def test_jar_throw_electrifies_and_stuns_who_already_has_a_blight(
    blight: str, dice: str, *, stunned: bool
) -> None:
    table = against("spark-adept", "b . . . . A")
    if blight:
        table.give("A", blight)

    table.act("b", "jar-throw A", dice=dice)

    assert (table.holds("A", "electrified"), table.holds("A", "stunned")) == (True, stunned)


# ---- Rime Whelp --------------------------------------------------------------------------------


def test_the_rime_whelp_bites_cold_and_drags_down() -> None:
    table = against("rime-whelp", "A b . .")

    table.act("b", "cold-bite A", dice="d20 7 d6 4 d20 9")
    table.act("b", "drag-down A", dice="d20 9")

    assert (table["A"].hp, table.effects("A")) == (24, ["frostbite", "slow"])


def test_the_rime_whelp_is_immune_to_frostbite_and_at_home_in_mud() -> None:
    table = against("rime-whelp", "A . b .")
    table.combat.floor = with_at(table.combat.floor, 2, 1)

    assert not table.inflict("b", "frostbite", 0)
    assert table.inflict("b", "burning", 0)
    assert table.cost("b", "3,0") == 1


# ---- Ragged Scrapper ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rows", "dice", "hp"),
    [("A b . c", "d20 8", 25), ("A b . c", "d20 7", 27), ("c A b .", "d20 7 d6 1", 25)],
)
def test_the_ragged_scrapper_piles_on_with_company(rows: str, dice: str, hp: int) -> None:
    table = against("ragged-scrapper", rows)

    table.act("b", "pile-on A", dice=dice)

    assert table["A"].hp == hp


# ---- Bell-Ox -----------------------------------------------------------------------------------


def ox(rows: str, **others: Sheet) -> Table:
    return against("bell-ox", rows, **others)


def test_the_bell_ox_tosses_and_hurts_who_collides() -> None:
    table = ox("b . A . # .\n. . . . . .")

    table.act("b", "horn-toss A", dice="d20 9 d6 2 3")

    assert (table.at("A"), table["A"].hp) == ("3,0", 28 - 5 - 2)


def test_the_bell_ox_tramples_over_foes_and_shoves_them_aside() -> None:
    table = ox("b . A . . . .\n. . . . . . .\n. . . . . . .")

    table.act("b", "trample", "dash e", dice="")

    assert (table.at("b"), table["A"].hp) == ("4,0", 26)


def test_the_cracked_toll_dazes_foes_around() -> None:
    table = ox("b . . A . C\n. . . . . .")

    table.act("b", "cracked-toll", "space 1,0", dice="d20 9")

    assert (table.holds("A", "dazed"), table.holds("C", "dazed")) == (True, False)


@rule("icon/foe.elite", "icon/effect.sturdy")
def test_the_bell_ox_is_a_sturdy_elite_of_size_2() -> None:
    table = ox("b . A . .\n. . . . .")

    table.shove("A", "b", 3, 6)
    one = table["b"]

    assert (one.sheet.elite, one.size, one.sheet.monster, one.hp) == (True, 2, True, 32)
    assert table.has("b", "sturdy")


# ---- Mire Regent -------------------------------------------------------------------------------


def regent(rows: str = "b . . . A .\n. . . . . .") -> Table:
    return against("mire-regent", rows)


def test_the_mire_regent_lashes_and_pulls() -> None:
    table = regent()

    table.act("b", "reed-lash A", dice="d20 9 d6 4")

    assert (table["A"].hp, table.at("A")) == (24, "2,0")


def test_bog_breath_poisons_the_attacked_without_and_the_others_with_a_save() -> None:
    table = regent("b . . A C D\n. . . . . .\n. . . . . .")

    table.act("b", "bog-breath", "space 1,0", "space 3,0", dice="d20 7 d6 2 3 d20 9")

    assert [28 - table[name].hp for name in "ACD"] == [5, 2, 0]
    assert [table.holds(name, "poisoned") for name in "ACD"] == [True, True, False]


def test_rising_water_slows_and_stays() -> None:
    table = regent()

    table.act("b", "rising-water", "space 1,0", "space 4,0", dice="d20 9")

    assert table.holds("A", "slow")
    assert [table.combat.difficult(cell) for cell in (1, 4, 5, 10)] == [True, True, True, True]


def test_crown_gaze_pacifies_and_lays_open_each_with_its_save() -> None:
    table = regent()

    table.act("b", "crown-gaze A", dice="d20 9 d20 10")

    assert (table.holds("A", "pacified"), table.holds("A", "vulnerable")) == (True, False)
    assert table.refusal("b", "crown-gaze A") == "action.limited-uses"


@rule("icon/foe.legend", "icon/damage.resistance")
@pytest.mark.parametrize(("hp", "lost"), [(16, 3), (15, 5)])
def test_the_mire_regent_resists_physical_damage_until_bloodied(hp: int, lost: int) -> None:
    """Two player characters: 32 hit points, bloodied below 16."""
    table = regent("b . A C . .\n. . . . . .")
    assert table["b"].hp == 32
    table["b"].hp = hp

    table.hurt("b", 5, by="A")

    assert table["b"].hp == hp - lost


def test_the_mire_regent_shrugs_off_once_a_round_for_nothing() -> None:
    table = regent()
    table.give("b", "burning")

    table.act("b", "juggernaut-shrug")

    assert (table.effects("b"), table["b"].actions) == ([], 2)
    assert table.refusal("b", "juggernaut-shrug") == "action.limited-uses"


# ---- traits and relics -------------------------------------------------------------------------


def bearer(*traits: str) -> Sheet:
    one = sheet(abilities=[strike(level="light")])
    one.traits = [content_library().maker.trait_of(id) for id in traits]
    return one


@rule("icon/sheet.traits-always-on")
@pytest.mark.parametrize(
    ("traits", "at"), [((), "4,0"), (("footing",), "3,0"), (("gambit-footing",), "3,0")]
)
def test_footing_shortens_shoves_by_foes_by_1(traits: tuple[str, ...], at: str) -> None:
    table = Table("b A . . . . C", A=bearer(*traits), b=sheet(pc=False), C=sheet())

    table.shove("b", "A", 3, EAST)
    assert table.at("A") == at
    table.shove("C", "A", 1, 6)

    assert table.at("A") == f"{int(at[0]) - 1},0", "an ally's shove is as long as it is"


@rule("icon/sheet.traits-always-on")
@pytest.mark.parametrize(("able", "cost"), [(True, 3), (False, 2)])
def test_bar_the_way_makes_leaving_cost_2_more_while_its_owner_stands(
    able: bool, cost: int
) -> None:
    table = Table("A b . .\n. C . .", A=bearer("bar-the-way"), b=sheet(pc=False), C=sheet())
    if not able:
        table.fell("A")

    assert table.cost("b", "2,0") == cost


@rule("icon/sheet.traits-always-on")
def test_gathered_weight_lengthens_the_first_shove_of_the_own_turn() -> None:
    blow = ability("barring-blow")
    blow.tags.append("repeatable")
    one = sheet(abilities=[blow])
    one.traits = [content_library().maker.trait_of("gathered-weight")]
    table = Table("A b . . . . .", A=one, b=sheet(pc=False))

    table.act("A", "barring-blow b", dice="d20 9 d6 1")
    assert table.at("b") == "3,0"
    table.combat.move(table["b"], 1)
    table["A"].set_count(0, 0)  # another attack
    table.act("A", "barring-blow b", dice="d20 9 d6 1")

    assert table.at("b") == "2,0"


@pytest.mark.parametrize(("rows", "hidden"), [("A . b", True), ("A b .", False)])
def test_snuffed_hides_at_the_start_of_a_turn_without_a_foe_beside(
    rows: str, *, hidden: bool
) -> None:
    table = Table(rows, A=bearer("snuffed"), b=sheet(pc=False))

    table.begin("A")

    assert table.has("A", "stealth") == hidden


@pytest.mark.parametrize(("key", "flies"), [("updraft", True), ("not now", False)])
def test_updraft_takes_to_the_air_until_the_end_of_the_turn(key: str, *, flies: bool) -> None:
    table = Table("A . b", A=bearer("updraft"), b=sheet(pc=False))

    table.begin("A", "", key)
    assert table.has("A", "flying") == flies
    table.end("A")

    assert not table.has("A", "flying")


@rule("icon/sheet.gambit-benefit", "icon/move.orthogonal")
@pytest.mark.parametrize(
    ("speed", "at", "legal"), [(1, "1,1", True), (2, "2,2", False), (3, "2,2", True)]
)
def test_borrowed_heels_allow_one_diagonal_step_a_turn(speed: int, at: str, *, legal: bool) -> None:
    one = bearer("gambit-loose-heels")
    one.speed = speed
    table = Table("A . . .\n. . . .\n. . . .\n. . . b", A=one, b=sheet(pc=False))
    table.begin("A")

    if legal:
        table.act("A", "move", f"move {at}")
        assert table.at("A") == at
        table.act("A", "run", "stop")
    else:
        with pytest.raises(IllegalError):
            table.act("A", "move", f"move {at}")


@rule("icon/sheet.gambit-benefit")
def test_borrowed_heels_are_spent_by_a_diagonal_step_for_the_rest_of_the_turn() -> None:
    table = Table("A . . .\n. . . .\n. . . b", A=bearer("gambit-loose-heels"), b=sheet(pc=False))
    table.begin("A")
    table.act("A", "move", "move 1,1")

    with pytest.raises(IllegalError):
        table.act("A", "run", "move 2,2 2,1 3,0")


@rule("icon/sheet.gambit-benefit")
def test_borrowed_calm_is_for_its_owner_alone() -> None:
    table = Table("A B b", A=bearer("gambit-calm"), B=sheet(), b=sheet(pc=False))
    for name in "AB":
        table.give(name, "dazed")

    table.end("A", "d20 9 d6 1")
    table.end("B", "d20 9")

    assert (table.holds("A", "dazed"), table.holds("B", "dazed")) == (False, True)


@pytest.mark.parametrize(
    ("trait", "gambit", "slow", "boon"),
    [
        ("slow-craft", False, True, True),
        ("slow-craft", False, False, False),
        ("gambit-slow-craft", False, True, False),
        ("gambit-slow-craft", True, True, True),
    ],
)
def test_slow_craft_gives_a_boon_on_slow_turns(
    trait: str, gambit: bool, slow: bool, boon: bool
) -> None:
    """Borrowed, for gambit abilities alone."""
    table = Table("A b .", A=bearer(trait), b=sheet(pc=False))
    table["A"].sheet.abilities[0].gambit = gambit
    turn.begin(table.combat, table["A"], slow=slow)

    table.act("A", "strike b", dice="d20 8 d6 1 d6 3" if boon else "d20 8")

    assert table["b"].hp == (25 if boon else 28)


@rule("icon/terrain.edge-removal")
def test_the_ferrymans_coin_turns_one_failed_edge_save_a_combat() -> None:
    table = Table("~ A . b\n. . . .", A=bearer("ferrymans-coin"), b=sheet(pc=False))
    table.combat.move(table["A"], 0)
    table.end("b", "d20 9", "space 1,0")
    assert table.at("A") == "1,0"
    table.combat.move(table["A"], 0)

    table.end("b", "d20 9")

    assert not table["A"].present


@rule("icon/setup.start-state")
def test_the_cracked_reliquary_starts_with_vigor_1() -> None:
    table = Table("A b", A=bearer("cracked-reliquary"), b=sheet(pc=False))

    assert table["A"].vigor == 7


@rule("icon/action.limited-uses")
def test_a_trait_that_may_act_twice_a_round_acts_twice() -> None:
    one = sheet(fray=2)
    ends = content_library().maker.trait_of("loose-ends")
    ends.limit = 2
    one.traits = [ends]
    table = Table("A b c", A=one, b=sheet(pc=False), c=sheet(pc=False))
    table["A"].count_by(scopes_of(one))
    for name in "bc":
        for id in ("dazed", "slow"):
            table.give(name, id)

    table.end("b", "d20 10 9")
    table.end("c", "d20 10 10")

    assert (table["b"].hp, table["c"].hp) == (26, 26)


@rule("icon/sheet.gambit-benefit", "icon/move.orthogonal")
@pytest.mark.parametrize(("path", "legal"), [("1,1 2,1", True), ("1,1 2,2", False)])
def test_a_way_with_two_diagonal_steps_is_refused_to_borrowed_heels(
    path: str, *, legal: bool
) -> None:
    table = Table("A . . .\n. . . .\n. . . b", A=bearer("gambit-loose-heels"), b=sheet(pc=False))
    table.combat.move(table["b"], 3)
    table.begin("A")

    if legal:
        table.act("A", "move", f"move {path}")
        assert table.at("A") == "2,1"
    else:
        with pytest.raises(IllegalError) as caught:
            table.act("A", "move", f"move {path}")
        assert caught.value.rule == "move.orthogonal"


@rule("icon/turn.start-sequence")
@pytest.mark.parametrize("first", ["snuffed", "updraft"])
def test_traits_act_at_the_start_of_a_turn_in_the_order_that_is_chosen(first: str) -> None:
    table = Table("A . b", A=bearer("snuffed", "updraft"), b=sheet(pc=False))

    table.begin("A", "", first, "updraft")

    assert (table.has("A", "stealth"), table.has("A", "flying")) == (True, True)
    order = ["stealth", "flying"] if first == "snuffed" else ["flying", "stealth"]
    assert table.effects("A") == order
