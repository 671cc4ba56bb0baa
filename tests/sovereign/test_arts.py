"""Arts, each in play. The id in brackets says which one a test is of."""

from __future__ import annotations

import pytest

from affray.rulesets.sovereign import condition, turn
from affray.rulesets.sovereign.attack.attack_numbers import attack_bonus
from affray.rulesets.sovereign.condition import BURNING, FLYING, PIERCED, SHAKEN, STUNNED, give
from affray.rulesets.sovereign.damage import dealing, falling
from affray.rulesets.sovereign.sheet import numbers
from affray.rulesets.sovereign.sheet.sheet import Sheet
from affray.rulesets.sovereign.terms import FIRE, FROST, MAGIC, ONCE, SPENT_SWIFT
from tests.rules import rule
from tests.sovereign.table import Table, body, library, strike

CHILL = "cast grave-chill at b"


def adept(*arts: str, effort: int = 3, spells: tuple[str, ...] = (), **more: object) -> Sheet:
    own = body(spells=spells, **more)  # type: ignore[arg-type]
    own.castings = 3 if spells else 0
    own.arts = list(arts)
    own.effort = effort
    return own


@rule("sovereign/effort.pool")
@pytest.mark.parametrize(("second", "left"), [(4, 20), (3, 17)])
def test_counter_magic_wastes_a_spell_by_an_opposed_check(second: int, left: int) -> None:
    """[counter-magic]: 2d6 against 8 plus the caster's INT/Magic; once a round."""
    mage = body(spells=["grave-chill"], skills={"magic": 0})
    table = Table("A . b", A=mage, b=adept("counter-magic", skills={"magic": 0}))

    rest = "" if left == 20 else " d4 3 d20 1"
    table.act("A", CHILL, "b counter the magic", dice=f"d6 4 {second}{rest}")

    assert (table["b"].hp, table["b"].effort, table["A"].casting) == (left, 2, 0)


def test_empowered_sorcery_rolls_once_more_and_keeps_the_better() -> None:
    """[empowered-sorcery]."""
    own = adept("empowered-sorcery", spells=("grave-chill",))
    table = Table("A . b", A=own, b=body())

    table.act("A", CHILL, "roll the spell again", dice="d4 1 4 d20 1")

    assert (table["b"].hp, table["A"].effort) == (16, 2)


@rule("sovereign/spell.disrupted-round")
@pytest.mark.parametrize(("face", "no"), [(15, ""), (14, "spell.disrupted-round")])
def test_iron_resolution_lets_the_hurt_cast_if_they_save(face: int, no: str) -> None:
    """[iron-resolution]."""
    own = adept("iron-resolution", spells=("grave-chill",))
    table = Table("A b", A=own, b=body(strike(bonus=9)))

    table.act(
        "b", "attack A with sword", "keep the mind on the spell", dice=f"d20 9 d8 1 d20 {face}"
    )

    assert table["A"].effort == 2
    assert table.refused("A", CHILL) == no


@rule("sovereign/turn.fight-is-a-turn")
def test_swift_casting_is_free_and_the_only_spell_of_the_round() -> None:
    """[swift-casting]."""
    own = adept("swift-casting", spells=("grave-chill",))
    table = Table("A . b", A=own, b=body())

    table.act("A", "swiftly cast grave-chill at b", dice="d4 2 d20 20")

    assert (table["b"].hp, table["A"].main, table["A"].effort) == (19, True, 2)
    assert table["A"].used[ONCE] == SPENT_SWIFT
    assert table.refused("A", CHILL) == "effort.pool"


def test_a_hung_spell_waits_and_is_released_freely_even_by_the_hurt() -> None:
    """[hang-sorcery]: no other spell meanwhile."""
    own = adept("hang-sorcery", spells=("grave-chill", "arcane-spark"))
    table = Table("A . b", A=own, b=body())
    table.act("A", CHILL, "hang the spell")
    assert (table["b"].hp, table["A"].hung) == (20, 0)
    table["A"].main = True
    table["A"].hurt = True
    assert table.refused("A", "cast arcane-spark at b") == "spell.slots"

    table.act("A", "release grave-chill at b", dice="d4 4 d20 1")

    assert (table["b"].hp, table["A"].hung, table["A"].main) == (16, -1, True)


def test_inexorable_effect_makes_a_save_be_rolled_again() -> None:
    """[inexorable-effect]: the worse counts, once in a fight."""
    own = adept("inexorable-effect", spells=("grave-chill",))
    table = Table("A . b", A=own, b=body())

    table.act("A", CHILL, "make it save again", dice="d4 4 d20 20 1")

    assert table["b"].hp == 16
    table["A"].main = True
    table.act("A", CHILL, dice="d4 4 d20 20")
    assert table["b"].hp == 14


@rule("sovereign/spell.creatures")
def test_ward_allies_leaves_them_out_of_an_area() -> None:
    """[ward-allies]."""
    own = adept("ward-allies", spells=("magic-bomb",), level=1)
    row = "A . . . . . . . C b"
    table = Table(row, A=own, C=body(), b=body())

    table.act("A", "cast magic-bomb", "centre 9,0", "leave allies out", dice="d8 6 d20 1")

    assert (table["C"].hp, table["b"].hp, table["A"].effort) == (20, 14, 2)


@pytest.mark.parametrize(
    ("harm", "magic", "left"),
    [(FIRE, True, 15), (FIRE, False, 10), (FROST, True, 15), (MAGIC, True, 10)],
)
def test_resilience_halves_magical_fire_and_frost(harm: int, magic: bool, left: int) -> None:
    """[elemental-resilience]."""
    table = Table("A b", A=body(), b=adept("elemental-resilience"))

    dealing.hurt(
        table.combat, table["b"], 10, 0, "damage.roll", spares=False, harm=harm, magic=magic
    )

    assert table["b"].hp == left


def test_sparks_are_free_and_do_nothing() -> None:
    """[elemental-sparks]: once a turn."""
    table = Table("A b", A=adept("elemental-sparks"), b=body())

    table.act("A", "kindle sparks")

    assert (table["A"].main, table["b"].hp) == (True, 20)
    assert table.refused("A", "kindle sparks") == "economy.free"


def test_a_blast_is_an_attack_with_magic_that_melee_does_not_hinder() -> None:
    """[elemental-blast]: Sefa's +6, 1d6+4, out to 150 ft."""
    own = library().sheets["sefa-morrant"]
    blast = next(one for one in own.strikes if one.art)
    assert (blast.bonus, blast.sides, blast.plus, blast.range_max) == (6, 6, 4, 30)

    table = Table("A b", A=own, b=body(strike(), ac=12))
    table.act("A", "attack b with elemental-blast", dice="d20 6 d6 2")

    assert (table["b"].hp, table["A"].effort) == (14, 3)


@pytest.mark.parametrize(("own", "raised"), [(10, 14), (15, 18), (19, 19)])
def test_a_pavis_raises_the_armour_class_to_18_at_most(own: int, raised: int) -> None:
    """[pavis-of-elements]."""
    table = Table("A b", A=adept("pavis-of-elements", ac=own), b=body())

    table.act("A", "raise pavis-of-elements")

    assert (numbers.ac(table.combat, table["A"]), table["A"].effort) == (raised, 2)


def test_a_thermal_shield_cancels_one_burn_of_an_ally() -> None:
    """[thermal-shield]."""
    table = Table("A C b", A=adept("thermal-shield"), C=body(), b=body())
    table.script(["shield C"], "")

    dealing.hurt(table.combat, table["C"], 9, 2, "damage.roll", spares=False, harm=FIRE)

    assert (table["C"].hp, table["A"].effort) == (20, 2)


@rule("sovereign/fall.damage")
def test_steps_of_air_lift_an_ally_or_soften_a_fall() -> None:
    """[steps-of-air]: flight for a round a level; a flyer rises 5 ft for 5 ft of movement."""
    table = Table("A C b . . .", A=adept("steps-of-air"), C=body(), b=body())
    table.act("A", "lift C")
    assert table["C"].has(FLYING)

    table.act("C", "run", "rise 5 ft", "rise 5 ft", "stay")
    assert (table["C"].aloft, table["A"].effort) == (10, 2)

    soft = Table("A C b", A=adept("steps-of-air"), C=body(), b=body())
    soft.script(["let C land softly"], "")
    falling.fall(soft.combat, soft["C"], 20)
    assert (soft["C"].hp, soft["C"].prone) == (20, False)


def test_a_flyer_crosses_what_is_difficult_and_falls_when_flight_ends() -> None:
    """[steps-of-air]."""
    table = Table("A , , b", A=body(), b=body())
    give(table.combat, table["A"], FLYING, 1, 0)
    table.act("A", "run", "rise 5 ft", "rise 5 ft", "move 2,0")
    assert (table.at("A"), table["A"].aloft) == ("2,0", 10)

    agent = table.script([], "d6 4")
    turn.end_round(table.combat)
    table.done(agent)

    assert (table["A"].hp, table["A"].prone, table["A"].aloft) == (16, True, 0)


@pytest.mark.parametrize(("face", "main", "step"), [(1, False, True), (20, True, False)])
def test_a_shock_takes_a_main_or_on_a_save_a_move(face: int, main: bool, step: bool) -> None:
    """[stunning-shock]: of one that wears or holds metal, once a fight."""
    bronze = body()
    bronze.metal = True
    table = Table("A . b c", A=adept("stunning-shock"), b=bronze, c=body())
    assert table.refused("A", "stun c") == "ranged.max-range"

    table.act("A", "stun b", dice=f"d20 {face}")

    assert (table["b"].main, table["b"].step) == (main, step)
    table["A"].main = True
    assert table.refused("A", "stun b") == "turn.fight-is-a-turn"


def test_a_shock_after_the_main_was_spent_takes_the_next() -> None:
    """[stunning-shock]."""
    bronze = body()
    bronze.metal = True
    for face, effect in ((1, STUNNED), (20, SHAKEN)):
        table = Table("A . b", A=adept("stunning-shock"), b=bronze)
        table["b"].main = table["b"].step = False
        table.act("A", "stun b", dice=f"d20 {face}")
        assert table["b"].has(effect)

        turn.begin_round(table.combat)

        assert (table["b"].main, table["b"].step) == (face == 20, face == 1)


@rule("sovereign/strain.limit")
def test_a_healing_touch_is_committed_once_and_then_heals_for_strain() -> None:
    """[healing-touch] [empowered-healer]: 2d6 + Heal, and the level."""
    own = adept("healing-touch", "empowered-healer", skills={"heal": 1}, level=2)
    table = Table("A C b", A=own, C=body(), b=body())
    table["C"].hp = 5
    assert table.refused("A", "heal C") == "effort.pool"
    table.act("A", "commit healing-touch")
    table.act("A", "heal C", dice="d6 3 2")

    assert (table["C"].hp, table["C"].strain, table["A"].effort) == (13, 1, 2)


@pytest.mark.parametrize(("column", "no"), [(2, ""), (3, "grid.adjacent")])
def test_far_healers_reach_ten_feet_a_level(column: int, no: str) -> None:
    """[far-healer]."""
    row = ["A", *["."] * (column - 1), "C", ".", "b"]
    own = adept("healing-touch", "far-healer")
    table = Table(" ".join(row), A=own, C=body(), b=body())
    table["C"].hp = 5
    table.act("A", "commit healing-touch")

    assert table.refused("A", "heal C") == no


def test_swift_healers_touch_freely_once_a_level_and_target() -> None:
    """[swift-healer]."""
    own = adept("healing-touch", "swift-healer", level=2)
    table = Table("D A C b", A=own, C=body(), D=body(), b=body())
    table["C"].hp = table["D"].hp = 5
    table.act("A", "commit healing-touch")
    table.act("A", "swiftly heal C", dice="d6 1 1")

    assert (table["C"].hp, table["A"].main) == (7 - 1, True)
    assert table.refused("A", "swiftly heal C") == "effort.pool"
    assert table.refused("A", "swiftly heal D") == ""


@pytest.mark.parametrize(("hp", "left"), [(9, 9), (8, 0)])
def test_a_vital_furnace_burns_away_what_does_not_fell(hp: int, left: int) -> None:
    """[vital-furnace]: and one so trained stabilises by itself."""
    table = Table("A b", A=body(strike(bonus=9)), b=adept("vital-furnace", hp=20))
    table["b"].hp = hp

    answers = ["burn the wound away"] if left else []
    table.act("A", "attack b with sword", *answers, dice="d20 9 d8 8")

    assert table["b"].hp == left
    assert table["b"].fate == (0 if left else 2)


def test_a_favored_weapon_has_its_own_attack_bonus() -> None:
    """[favored-weapon]: by level, a half-Warrior the level itself."""
    from affray.rulesets.sovereign.content.schema import CharacterModel
    from tests.sovereign.test_content import CONTENT, character

    sword = next(one for one in CONTENT.weapon if one.id == "sword")
    own = adept("favored-weapon")
    for calling, bonus in (("mage", 2), ("warrior-mage", 3)):
        model: CharacterModel = character("ildric-sanne", calling=calling, level=3)
        assert attack_bonus(model, own, sword, "melee") == bonus


@rule("sovereign/screen.attacker-succeeds")
def test_forced_engagement_passes_one_screener_by() -> None:
    """[forced-engagement]."""
    sword = strike(bonus=9)
    sword.favoured = True
    own = body(sword)
    own.arts, own.effort = ["forced-engagement"], 1
    table = Table("A b c", A=own, b=body(), c=body(strike(), screens=1))
    table.guard("c", "b")

    table.act("A", "attack b with sword", "screen", "ignore c", dice="d20 9 d8 4")

    assert (table["b"].hp, table["c"].hp, table["A"].effort) == (16, 20, 0)


@rule("sovereign/disengage.effect")
def test_a_withdrawal_moves_and_provokes_nothing() -> None:
    """[gentlemans-withdrawal]."""
    own = adept("gentlemans-withdrawal")
    table = Table(". . A b", A=own, b=body(strike()))

    table.act("A", "withdraw", "move 0,0")

    assert (table.at("A"), table["A"].main, table["A"].hp) == ("0,0", True, 20)


def test_the_unbindable_slip_out_of_a_grapple_once_a_round() -> None:
    """[unbindable]."""
    table = Table("A b", A=adept("unbindable"), b=body())
    table.grapple("b", "A")

    table.act("A", "slip out of grapples")

    assert (table["b"].grappling, table["A"].main) == (-1, True)
    table.grapple("b", "A")
    assert table.refused("A", "slip out of grapples") == "effort.pool"


@rule("sovereign/shock.on-miss")
def test_a_piercing_strike_makes_one_target_s_armour_nothing() -> None:
    """[piercing-strike]: for the Shock of the favored weapon alone."""
    sword = strike(shock=2, shock_ac=13)
    sword.favoured = True
    own = body(sword)
    own.arts, own.effort = ["piercing-strike"], 1
    table = Table("A b", A=own, b=body(ac=18))
    table.act("A", "pierce b")
    assert table["b"].has(PIERCED)

    table.act("A", "attack b with sword", dice="d20 2")

    assert table["b"].hp == 18


def test_what_burns_on_is_told_apart_from_what_binds() -> None:
    """Oil is no grapple: settling ends none of it."""
    table = Table("A b", A=body(), b=body())
    give(table.combat, table["b"], BURNING, 2, 0)

    condition.settle(table.combat)

    assert table["b"].has(BURNING)
