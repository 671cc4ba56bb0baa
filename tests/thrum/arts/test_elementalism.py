from tests.rules import rule
from tests.thrum.table import Table, npc, pc

# With Training 3 at level 12 the Elementalism modifier is floor((REA + 3) / 2) + 4: 5 without REA.


# ---- Fire Burst ---------------------------------------------------------------------------------


def burst(*upgrades: str, pow: int = 0, rea: int = 0) -> Table:
    return Table(
        """
        A . . b .
        . . . c .
        . . . . .
        . . . . .
        """,
        A=pc(
            abilities=["fire-burst"],
            upgrades=[f"fire-burst:{one}" for one in upgrades],
            POW=pow,
            REA=rea,
        ),
        b=npc("biffer"),
        c=npc("biffer"),
    )


@rule("thrum/area.affects-everyone")
def test_fire_burst_attacks_everyone_in_its_area() -> None:
    """b: 3+3+5 = 11 against 4+5+1 = 10, a Success; c: 11 against 2+2+1 = 5, a Critical."""
    table = burst()

    table.act(
        "A",
        "fire-burst",
        "plain",
        "area 3,0",
        "b: resilience",
        "c: resilience",
        dice="3 3 4 5 3 3 2 2",
    )

    assert (table["b"].fatigue, table.n("b", "burning")) == (1, 0)
    assert (table["c"].fatigue, table.n("c", "burning")) == (2, 1)


def test_fire_burst_may_take_in_its_user_and_allies() -> None:
    table = Table(
        """
        A B . b
        . . . .
        """,
        A=pc(abilities=["fire-burst"]),
        B=pc(),
        b=npc("biffer"),
    )

    table.act(
        "A",
        "fire-burst",
        "plain",
        "area 0,0",
        "A: resilience",
        "B: resilience",
        dice="6 5 1 1 1 1 6 6",
    )

    assert (table["A"].fatigue, table["B"].fatigue) == (2, 0)
    assert table.n("A", "burning") == 1


def test_fire_burst_overexerted_may_be_two_larger() -> None:
    table = burst()

    table.act(
        "A",
        "fire-burst",
        "overexert area",
        "area 1,0",
        "b: resilience",
        "c: resilience",
        dice="3 3 4 5 3 3 4 5",
    )

    assert (table["b"].fatigue, table["c"].fatigue, table["A"].stress) == (1, 1, 1)


def test_fire_burst_overexerted_may_treat_successes_as_criticals() -> None:
    table = burst()

    table.act(
        "A", "fire-burst", "overexert criticals", "area 2,-1", "b: resilience", dice="3 3 4 5"
    )

    assert (table["b"].fatigue, table.n("b", "burning")) == (2, 1)


def test_fire_burst_overexerted_may_double_its_critical_entry() -> None:
    table = burst("b", pow=4)

    table.act("A", "fire-burst", "overexert double", "area 2,-1", "b: resilience", dice="6 6 1 1")

    assert table["b"].fatigue == 1 + 2
    assert table.n("b", "burning") == 1 + 2 * (1 + 2)


def test_fire_burst_b_burns_on_a_success_and_more_on_a_critical() -> None:
    table = burst("b", pow=2)

    table.act("A", "fire-burst", "plain", "area 2,-1", "b: resilience", dice="3 3 4 5")
    assert (table["b"].fatigue, table.n("b", "burning")) == (1, 1)

    table.begin_turn("A")
    table.act("A", "fire-burst", "plain", "area 2,-1", "b: resilience", dice="6 6 1 1")
    assert (table["b"].fatigue, table.n("b", "burning")) == (3, 1 + 1 + 2)


def test_fire_burst_a_is_wider_by_half_of_rea() -> None:
    table = burst("a", rea=2)

    table.act(
        "A",
        "fire-burst",
        "plain",
        "area 2,0",
        "b: resilience",
        "c: resilience",
        dice="1 1 6 6 1 1 6 6",
    )

    assert len(table.told("targets")) == 2


# ---- Blizzard -----------------------------------------------------------------------------------


def blizzard(*upgrades: str, overexert: bool = True) -> Table:
    table = Table(
        """
        A . . . b
        . . . . .
        """,
        A=pc(abilities=["blizzard"], upgrades=[f"blizzard:{one}" for one in upgrades]),
        b=npc("biffer"),
    )
    table.act("A", "blizzard", "overexert" if overexert else "plain", "area 2,0")
    return table


@rule("thrum/terrain-effect.ongoing", "thrum/move.difficult-terrain")
def test_blizzard_is_difficult_terrain_and_targets_nobody() -> None:
    table = blizzard(overexert=False)

    assert table.told("targets") == []
    assert table.cost("b", "2,0") == 3  # one into it, two from its first square to the next
    table.move("b", "move 3,1")
    assert table["b"].fatigue == 0


@rule("thrum/terrain-effect.one-per-creator")
def test_a_second_blizzard_ends_the_first() -> None:
    table = blizzard(overexert=False)

    table.begin_turn("A")
    table.act("A", "blizzard", "plain", "area 3,0")

    assert [terrain.cells for terrain in table.combat.terrains] == [[3, 4, 8, 9]]


def test_blizzard_overexerted_strikes_whoever_comes_in_the_first_time_in_a_turn() -> None:
    """3+3+5 = 11 against 3+3+1 = 7."""
    table = blizzard()

    table.move(
        "b",
        "move 3,0 4,0",
        "b: resilience",
        "b: move 4,0 3,1",  # in again, and no attack
        dice="3 3 3 3",
    )

    assert table["b"].fatigue == 1
    assert table["A"].stress == 1
    assert table.at("b") == "3,1"


def test_blizzard_overexerted_strikes_whoever_starts_its_turn_in_it() -> None:
    table = blizzard()
    table.put("b", "3,0")

    table.start("b", "b: resilience", dice="3 3 3 3")

    assert table["b"].fatigue == 1


@rule("thrum/terrain-effect.applies-to-all")
def test_blizzard_strikes_its_creators_allies_and_its_creator_too() -> None:
    table = blizzard()

    table.move("A", "move 2,0", "A: resilience", "A: stop", dice="6 6 1 1")

    assert table["A"].fatigue == 1


def test_blizzard_goes_on_if_its_creator_takes_stress_at_the_start_of_its_turn() -> None:
    table = blizzard()

    table.start("A", "take 1 stress")
    table.move("b", "move 3,0", "b: resilience", "stop", dice="3 3 3 3")

    assert (table["A"].stress, table["b"].fatigue) == (2, 1)


def test_blizzard_that_is_not_maintained_is_only_difficult_terrain() -> None:
    table = blizzard()

    table.start("A", "end blizzard")
    table.move("b", "move 3,0")

    assert (table["A"].stress, table["b"].fatigue) == (1, 0)
    assert table.cost("b", "3,1") == 2


def test_a_creator_in_its_own_maintained_blizzard_is_struck_at_its_start_of_turn() -> None:
    table = blizzard()
    table.put("A", "2,1")

    table.start("A", "take 1 stress", "A: resilience", dice="6 6 1 1")

    assert table["A"].fatigue == 1


def test_blizzard_b_is_maintained_free_unless_frayed() -> None:
    table = blizzard("b")

    table.start("A", "keep blizzard")
    assert table["A"].stress == 1

    table["A"].stress = 3
    table.start("A", "take 1 stress", dice="6 6")
    assert table["A"].stress == 4


def test_a_fallen_creator_lets_its_blizzard_strike_no_more() -> None:
    table = blizzard()
    table["A"].incapacitated = True
    table["A"].fatigue = 5

    table.move("b", "move 3,0")
    assert table["b"].fatigue == 0

    table.start("A")
    assert [terrain.active for terrain in table.combat.terrains] == [0]


def test_blizzard_a_is_wider_by_half_of_rea() -> None:
    table = Table(
        """
        A . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        """,
        A=pc(REA=4, abilities=["blizzard"], upgrades=["blizzard:a"]),
    )

    table.act("A", "blizzard", "plain", "area 2,0")

    assert len(table.combat.terrains[0].cells) == 16


# ---- Deep Freeze --------------------------------------------------------------------------------


def frozen(*upgrades: str, pow: int = 0, fin: int = 0) -> Table:
    table = Table(
        """
        A . . . b
        . . . . .
        """,
        A=pc(
            abilities=["blizzard", "deep-freeze"],
            upgrades=[f"deep-freeze:{one}" for one in upgrades],
            POW=pow,
            FIN=fin,
        ),
        b=npc("biffer"),
    )
    table.act("A", "blizzard", "plain", "area 2,0")
    return table


def test_deep_freeze_attacks_the_mind_of_an_enemy_that_first_enters_a_terrain_effect() -> None:
    """3+3+5 = 11 against Resolve 3+4: a Success; Speed 2 ends the move."""
    table = frozen()

    table.move("b", "move 3,0", "A: deep-freeze", "b: resolve", dice="3 3 3 4")

    assert table.n("b", "slowed") == 1
    assert table["b"].fatigue == 0


def test_deep_freeze_is_offered_once_a_turn_even_if_declined() -> None:
    table = frozen()

    table.move("b", "move 3,0 4,0 3,1", "A: pass", "b: move 4,0 3,1")

    assert table.at("b") == "3,1"


def test_deep_freeze_upgrades_slow_more_and_hurt_on_a_critical() -> None:
    table = frozen("a", "b", fin=4, pow=4)

    table.move("b", "move 3,0", "A: deep-freeze", "b: resolve", dice="6 6 1 1")

    assert (table.n("b", "slowed"), table["b"].fatigue) == (3, 2)


# ---- Unlimited Power ----------------------------------------------------------------------------


def storm(*upgrades: str, rea: int = 0, fin: int = 0) -> Table:
    return Table(
        """
        A b c .
        . . . d
        """,
        A=pc(
            abilities=["unlimited-power"],
            upgrades=[f"unlimited-power:{one}" for one in upgrades],
            REA=rea,
            FIN=fin,
        ),
        b=npc("biffer"),
        c=npc("biffer"),
        d=npc("biffer"),
    )


@rule("thrum/attack.effect-entries")
def test_unlimited_power_shocks_hit_or_miss() -> None:
    table = storm()

    table.act("A", "unlimited-power b", "plain", "b: resolve", dice="1 1 6 6")

    assert (table["b"].stress, table.n("b", "shocked")) == (0, 1)


def test_unlimited_power_deals_two_stress_on_a_success() -> None:
    table = storm("a", "b", rea=2, fin=2)

    table.act("A", "unlimited-power b", "plain", "b: resolve", dice="6 6 1 1")

    assert (table["b"].stress, table.n("b", "shocked")) == (3, 2)


@rule("thrum/cover.origin")
def test_unlimited_power_overexerted_leaps_from_target_to_target_while_it_succeeds() -> None:
    """It may not return to b; from c it reaches d, who holds, and it ends."""
    table = storm()

    table.act(
        "A",
        "unlimited-power b",
        "overexert",
        "b: resolve",
        "c: resolve",
        "d: resolve",
        dice="6 6 1 1 6 6 1 1 1 1 6 6",
    )

    assert [table[who].stress for who in "bcd"] == [2, 2, 0]
    assert [table.n(who, "shocked") for who in "bcd"] == [1, 1, 1]
    assert table["A"].stress == 1


def test_unlimited_power_c_leaps_two_squares_and_lets_its_user_choose() -> None:
    table = Table(
        """
        A b . c
        . . . d
        """,
        A=pc(abilities=["unlimited-power"], upgrades=["unlimited-power:c"]),
        b=npc("biffer"),
        c=npc("biffer"),
        d=npc("biffer"),
    )

    table.act(
        "A",
        "unlimited-power b",
        "overexert",
        "b: resolve",
        "A: chain d",
        "d: resolve",
        dice="6 6 1 1 1 1 6 6",
    )

    assert [table.n(who, "shocked") for who in "bcd"] == [1, 0, 1]


def test_unlimited_power_reaches_adjacent_enemies_whatever_extends_ranges() -> None:
    table = Table("A . b", A=pc(abilities=["unlimited-power", "long-reach"]), b=npc("biffer"))

    assert "unlimited-power b" not in table.offers("A")


# ---- Earthen Hide and Cloak of Wind -------------------------------------------------------------


def mantled(stance: str, *upgrades: str, pow: int = 0, foc: int = 0) -> Table:
    table = Table(
        "A . b",
        A=pc(
            abilities=[stance], upgrades=[f"{stance}:{one}" for one in upgrades], POW=pow, FOC=foc
        ),
        b=npc("biffer"),
    )
    table.enter_stance("A", stance)
    table.begin_turn("b")
    return table


def test_earthen_hide_adds_training_to_resilience_and_then_ends() -> None:
    """4+4+2 = 10 against 3+3 + Training 3 + half POW 1 = 10: a tie holds."""
    table = mantled("earthen-hide", "a", pow=2)

    table.act(
        "b",
        "basic-attack A",
        "A: earthen-hide",
        "A: resilience",
        "A: end earthen-hide",
        dice="4 4 3 3",
    )

    assert table["A"].fatigue == 0
    assert table.stance_of("A") == ""


def test_earthen_hide_stays_for_one_stress() -> None:
    table = mantled("earthen-hide")

    table.act(
        "b",
        "basic-attack A",
        "earthen-hide",
        "resilience",
        "take 1 stress",
        dice="4 4 3 3",
    )

    assert (table.stance_of("A"), table["A"].stress) == ("earthen-hide", 1)


@rule("thrum/roll.defender-critical")
def test_earthen_hide_stays_on_a_critical() -> None:
    """1+1+2 = 4 against 3+3+3 = 9: by 5."""
    table = mantled("earthen-hide")

    table.act("b", "basic-attack A", "earthen-hide", "resilience", dice="1 1 3 3")

    assert (table.stance_of("A"), table["A"].stress) == ("earthen-hide", 0)


def test_earthen_hide_b_lowers_the_margin_of_a_critical_by_foc() -> None:
    """4+2+2 = 8 against 4+3+3 = 10: by 2, with FOC 3 a Critical."""
    table = mantled("earthen-hide", "b", foc=3)

    table.act("b", "basic-attack A", "earthen-hide", "resilience", dice="4 2 4 3")

    assert table.stance_of("A") == "earthen-hide"


def test_earthen_hide_lowers_no_margin_where_it_is_not_used() -> None:
    table = mantled("earthen-hide", "b", foc=3)

    table.act("b", "basic-attack A", "pass", "resilience", dice="1 1 4 3")

    assert table.told("contests")[-1].amount == 0


def test_earthen_hide_that_is_not_used_stays() -> None:
    table = mantled("earthen-hide")

    table.act("b", "basic-attack A", "earthen-hide", "A: evasion", dice="1 1 6 6 6")

    assert table.stance_of("A") == "earthen-hide"
    assert table.totals()[1] == 12


def test_earthen_hide_is_no_help_against_mental_attacks() -> None:
    table = Table(
        "A . b",
        A=pc(abilities=["earthen-hide"]),
        b=pc(abilities=["addle"]),
    )
    table.enter_stance("A", "earthen-hide")
    table.begin_turn("b")

    table.act("b", "addle A", "plain", "A: resolve", dice="1 1 6 6")

    assert table.stance_of("A") == "earthen-hide"


def test_cloak_of_wind_adds_training_to_evasion_against_any_attack() -> None:
    """1+1+5 = 7 against 6+6 + Training 3 + half FIN 1 = 16: a Critical."""
    table = Table(
        "A . b",
        A=pc(FIN=2, abilities=["cloak-of-wind"], upgrades=["cloak-of-wind:a"]),
        b=pc(abilities=["addle"]),
    )
    table.enter_stance("A", "cloak-of-wind")
    table.begin_turn("b")

    table.act("b", "addle A", "plain", "A: cloak-of-wind", "A: evasion", dice="1 1 1 6 6")

    assert table.totals() == (7, 16)
    assert table.stance_of("A") == "cloak-of-wind"


def test_cloak_of_wind_cannot_be_used_while_slowed() -> None:
    table = mantled("cloak-of-wind")
    table.give("A", "slowed")

    table.act("b", "basic-attack A", "A: resilience", dice="1 1 6 6")

    assert table.stance_of("A") == "cloak-of-wind"


def test_cloak_of_wind_ends_on_a_plain_success_and_the_evasion_still_costs() -> None:
    table = mantled("cloak-of-wind")

    table.act(
        "b",
        "basic-attack A",
        "cloak-of-wind",
        "evasion",
        "end cloak-of-wind",
        dice="3 3 1 1 4",
    )

    assert table.stance_of("A") == ""
    assert table.n("A", "vulnerable") == 1


# ---- Living Spark -------------------------------------------------------------------------------


def spark(*upgrades: str, rea: int = 0, fin: int = 0) -> Table:
    table = Table(
        """
        A . b c
        . . . d
        """,
        A=pc(
            abilities=["living-spark"],
            upgrades=[f"living-spark:{one}" for one in upgrades],
            REA=rea,
            FIN=fin,
        ),
        b=npc("biffer"),
        c=npc("biffer"),
        d=npc("biffer"),
    )
    table.give("b", "burning")
    return table


def test_living_spark_leaps_when_burning_runs_out_near_its_owner() -> None:
    table = spark()

    table.end("b", "A: living-spark", "A: kindle d")

    assert (table.n("b", "burning"), table.n("c", "burning"), table.n("d", "burning")) == (0, 0, 1)


def test_living_spark_is_a_choice() -> None:
    table = spark()

    table.end("b", "A: pass")

    assert [table.n(who, "burning") for who in "bcd"] == [0, 0, 0]


@rule("thrum/status.burning")
def test_living_spark_does_not_follow_recover() -> None:
    table = spark()
    table["b"].fatigue = 1
    table.give("b", "slowed")

    table.act("b", "recover", "recover fatigue")

    assert table.n("b", "burning") == 0


def test_living_spark_needs_its_owner_within_two() -> None:
    table = spark()
    table.give("c", "burning")

    table.end("c")

    assert table.n("c", "burning") == 0


def test_living_spark_upgrades_reach_farther_and_burn_longer() -> None:
    """Range 2 + 2 = 4 and half of it, 2, from the one who burnt."""
    table = spark("a", "b", rea=4, fin=2)
    table.give("c", "burning")

    table.end("c", "A: living-spark", "A: kindle b")

    assert table.n("b", "burning") == 1 + 2
