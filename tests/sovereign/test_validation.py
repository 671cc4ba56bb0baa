"""What a sheet may say and what follows from it: feats, traditions, pools, two weapons, shields."""

from __future__ import annotations

import pytest

from affray.rulesets.sovereign import resource
from affray.rulesets.sovereign.attack.attack_numbers import attack_bonus, attack_numbers
from affray.rulesets.sovereign.content.build import full_sheet
from affray.rulesets.sovereign.content.schema import AttackModel, CharacterModel
from affray.rulesets.sovereign.shared import Library
from affray.rulesets.sovereign.sheet import equipment, numbers
from affray.rulesets.sovereign.sheet.sheet import Sheet
from affray.rulesets.sovereign.sheet.validation import SKILLS
from tests.rules import rule
from tests.sovereign.table import Table, body, library, strike
from tests.sovereign.test_content import CONTENT, character, faults

BASH = AttackModel(weapon="shield-bash", mode="melee", skill="stab", attribute="STR", bonus=3,
                   damage="1d4+3", shock=0, reach=5)  # fmt: skip


def made(model: CharacterModel) -> Sheet:
    return full_sheet(model, CONTENT, library())


def skilled(skills: dict[str, int]) -> dict[str, int]:
    """Return all nine skills, those not named untrained."""
    found = dict.fromkeys(SKILLS, -1)
    found.update(skills)
    return found


# ---- feats


@rule("sovereign/sheet.feats")
@pytest.mark.parametrize("id", ["ildric-sanne", "brother-ansel"])
def test_a_nullifier_is_no_mage(id: str) -> None:
    """[nullifier]: not for Mages."""
    own = character(id)
    feats = ["nullifier:1", *own.feats[1:]]

    assert "sheet.feats" in faults(character(id, feats=feats))
    assert "sheet.feats" not in faults(own)


@rule("sovereign/sheet.feats")
@pytest.mark.parametrize(("special", "fine"), [("sneak", True), ("shoot", False), ("magic", False)])
def test_nobody_specialises_in_fighting_or_magic(special: str, fine: bool) -> None:
    """[specialist]."""
    assert ("sheet.feats" not in faults(character("tilda-reyes", special=special))) is fine


@rule("sovereign/sheet.skill-caps")
@pytest.mark.parametrize(
    ("feats", "skill", "fine"),
    [
        (["shocking-assault:1"], "stab", True),
        (["shocking-assault:1"], "shoot", False),
        (["close-combatant:1"], "shoot", True),
        (["close-combatant:1"], "exert", False),
        (["specialist:1"], "exert", True),
        (["specialist:1"], "stab", False),
        (["alert:1"], "stab", False),
    ],
)
def test_only_the_bonus_skill_of_a_feat_lifts_a_cap(
    feats: list[str], skill: str, fine: bool
) -> None:
    plain = skilled({})
    model = character("hesk-dargan", level=2, feats=feats, skills={**plain, skill: 2})

    assert ("sheet.skill-caps" not in faults(model)) is fine


@rule("sovereign/sheet.skill-caps")
def test_one_bonus_lifts_one_skill_by_one() -> None:
    plain = skilled({})
    for skills in ({"stab": 3}, {"stab": 2, "brawl": 2}):
        own = {**plain, **skills}
        model = character("hesk-dargan", level=2, feats=["shocking-assault:1"], skills=own)
        assert "sheet.skill-caps" in faults(model)


@rule("sovereign/sheet.skill-caps", "sovereign/sheet.spells")
def test_a_tradition_lifts_no_cap() -> None:
    own = character("ildric-sanne", level=2)

    model = character("ildric-sanne", level=2, skills={**own.skills, "magic": 2})

    assert "sheet.skill-caps" in faults(model)


# ---- traditions


@rule("sovereign/sheet.spells")
@pytest.mark.parametrize(
    ("calling", "first", "second", "fine"),
    [
        ("mage", "high-mage", None, True),
        ("mage", "healer", None, False),
        ("mage", "high-mage", "elementalist", False),
        ("expert-mage", "healer", None, True),
        ("expert-mage", "healer", "duelist", False),
        ("mage-mage", "high-mage", "healer", True),
        ("mage-mage", "high-mage", None, False),
        ("mage-mage", "high-mage", "high-mage", False),
    ],
)
def test_a_class_follows_as_many_traditions_as_it_says_and_only_half_ones_halfway(
    calling: str, first: str, second: str | None, fine: bool
) -> None:
    model = character("ildric-sanne", calling=calling, tradition=first, second_tradition=second)
    found = [text for place, text in place_faults(model) if place == "tradition"]

    assert (found == []) is fine


def place_faults(model: CharacterModel) -> list[tuple[str, str]]:
    from affray.rulesets.sovereign.content.check import character_faults

    return character_faults(model, CONTENT)


@rule("sovereign/effort.pool", "sovereign/sheet.spells")
def test_two_traditions_have_pools_of_their_own() -> None:
    """High Mage 1 + 1 + 1 - 1 = 2, Healer 1 - 1 + 1 = 1."""
    model = character(
        "ildric-sanne",
        calling="mage-mage",
        second_tradition="healer",
        effort=3,
        arts=["counter-magic", "iron-resolution", "healing-touch"],
    )
    own = made(model)
    table = Table("A C b", A=own, C=body(), b=body())
    unit = table["A"]
    assert (unit.effort, unit.second) == (2, 1)

    table.act("A", "commit healing-touch")

    assert (unit.effort, unit.second) == (2, 0)
    assert resource.ready(table.combat, unit, "counter-magic")
    assert not resource.ready(table.combat, unit, "healing-touch")
    assert table.combat.clone().units[0].second == 0


@rule("sovereign/spell.armour")
@pytest.mark.parametrize(("armor", "shield", "bonus"), [
    ("leather", False, 3), ("chain", False, 2), ("plate", False, 2), ("none", True, 2),
])  # fmt: skip
def test_the_favored_weapon_is_none_in_chain_or_behind_a_shield(
    armor: str, shield: bool, bonus: int
) -> None:
    """[favored-weapon]."""
    sword = next(one for one in CONTENT.weapon if one.id == "sword")
    own = body()
    own.arts = ["favored-weapon"]
    model = character("ildric-sanne", calling="warrior-mage", level=3, armor=armor, shield=shield,
                      attack_bonus=2)  # fmt: skip

    assert attack_bonus(model, own, sword, "melee") == bonus


# ---- two weapons, shields, packs


@rule("sovereign/dual.requirement")
@pytest.mark.parametrize(("stab", "shoot", "dual"), [(1, -1, True), (0, 3, False)])
def test_two_blades_want_the_skill_of_blades(stab: int, shoot: int, dual: bool) -> None:
    """A dagger that flies well is no second blade."""
    blade, thrown = strike("dagger"), strike("thrown dagger", far=(6, 12), thrown=True)
    blade.level, thrown.level = stab, shoot
    own = body(blade, thrown)
    own.stock = [2]
    table = Table("A b", A=own, b=body())
    table["A"].off = 0

    assert equipment.dual(table["A"]) is dual


@rule("sovereign/dual.requirement", "sovereign/ranged.skill")
def test_what_is_only_thrown_wants_the_skill_it_is_thrown_with() -> None:
    thrown = strike("thrown dagger", far=(6, 12), thrown=True)
    thrown.level = 1
    own = body(thrown)
    own.stock = [2]
    table = Table("A b", A=own, b=body())
    table["A"].off = 0

    assert equipment.dual(table["A"])


@rule("sovereign/sheet.hands", "sovereign/dual.requirement")
def test_a_shield_is_a_weapon_of_the_arm_that_bears_it() -> None:
    """Shield (as a weapon): neither drawn nor a second weapon."""
    maud = character("maud-verrin")
    model = character("maud-verrin", attacks=[*maud.attacks, BASH])
    assert faults(model) == []
    table = Table("A b", A=made(model), b=body())
    table["b"].main = False

    table.act("A", "attack b with shield-bash", dice="d20 7 d4 2")

    assert table["b"].hp == 15
    assert "shield-bash" not in table["A"].sheet.weapons
    bare = character("maud-verrin", shield=False, attacks=[BASH])
    assert "sheet.hands" in faults(bare)


@rule("sovereign/sheet.stowed", "sovereign/ready.action")
@pytest.mark.parametrize(("stowed", "no"), [(13, ""), (14, "sheet.stowed")])
def test_nobody_stows_more_than_its_strength(stowed: int, no: str) -> None:
    """Strength 14; a sword more."""
    own = made(character("maud-verrin", stowed=["rations"] * stowed, stowed_enc=stowed))
    table = Table("A b", A=own, b=body())

    assert table.refused("A", "stow short-sword") == no


@rule("sovereign/screen.opposed-check", "sovereign/ranged.skill")
def test_a_throw_by_exertion_is_kept_for_its_better_check_against_screeners() -> None:
    """The same numbers as by Stab; Shoot is higher."""
    maud = character("maud-verrin")
    skills = {**maud.skills, "shoot": 2}
    own = full_sheet(character("maud-verrin", skills=skills), CONTENT, Library())

    ids = [one.id for one in own.strikes]

    assert "thrown hand-axe by exert" in ids


@rule("sovereign/check.armour")
@pytest.mark.parametrize(
    ("armour", "sneak", "exert", "brawl"),
    [("none", 1, 1, 1), ("leather", 1, 1, 1), ("chain", -1, 1, 1), ("plate", -2, -2, 1)],
)
def test_armour_hampers_stealth_and_exertion(
    armour: str, sneak: int, exert: int, brawl: int
) -> None:
    own = body(armour=armour, skills={"sneak": 1, "exert": 1, "brawl": 1})

    found = [numbers.skill(own, name) for name in ("sneak", "exert", "brawl")]

    assert found == [sneak, exert, brawl]


@rule("sovereign/shock.modifiers", "sovereign/attack.roll", "sovereign/damage.roll")
@pytest.mark.parametrize(
    ("feats", "mode", "weapon", "numbers"),
    [
        ({}, "melee", "sword", (3, 1, 3)),
        ({"shocking-assault": 1}, "melee", "sword", (3, 1, 3)),
        ({"shocking-assault": 2}, "melee", "sword", (3, 1, 5)),
        ({"armsmaster": 1}, "melee", "sword", (3, 2, 4)),
        ({"armsmaster": 2}, "melee", "sword", (4, 2, 4)),
        ({"armsmaster": 2}, "thrown", "dagger", (4, 2, -1)),
        ({"armsmaster": 2}, "shot", "small-bow", (3, 1, -1)),
        ({"deadeye": 1}, "shot", "small-bow", (3, 3, -1)),
        ({"deadeye": 1}, "melee", "sword", (3, 1, 3)),
        ({"armsmaster": 1, "deadeye": 1}, "thrown", "dagger", (3, 3, -1)),
        ({"armsmaster": 2}, "melee", "unarmed", (3, 1, -1)),
        ({"unarmed-combatant": 1}, "melee", "unarmed", (3, 2, 2)),
        ({"unarmed-combatant": 1, "shocking-assault": 2}, "melee", "unarmed", (3, 2, 4)),
    ],
)
def test_what_feats_add_to_hit_to_damage_and_to_shock(
    feats: dict[str, int], mode: str, weapon: str, numbers: tuple[int, int, int]
) -> None:
    """[armsmaster] [deadeye] [shocking-assault] [unarmed-combatant]: STR 1, an attack bonus of 1,
    Stab 1, Shoot 2, Brawl 1 and 0; the skill used counts 1."""
    brawl = 1 if "unarmed-combatant" in feats else 0
    skills = skilled({"stab": 1, "shoot": 2, "brawl": brawl})
    own = body(feats=feats, mods=(1, 0, 0, 0, 0))
    own.skills = {**skills, "used": 1}
    model = character("bram-tull", level=1, attack_bonus=1, skills=skills, calling="expert")
    arm = next(one for one in CONTENT.weapon if one.id == weapon)

    found = attack_numbers(model, own, arm, mode, "STR", "used")

    assert (found.bonus, found.plus, found.shock) == numbers


@rule("sovereign/attack.roll")
@pytest.mark.parametrize("calling", ["expert-mage", "warrior-mage"])
def test_a_favored_weapon_by_level(calling: str) -> None:
    """[favored-weapon]."""
    sword = next(one for one in CONTENT.weapon if one.id == "sword")
    own = body()
    own.arts = ["favored-weapon"]
    table = [1, 1, 2, 2, 3, 3, 4, 4, 5, 5] if calling == "expert-mage" else list(range(1, 11))

    found = [
        attack_bonus(
            character("ildric-sanne", calling=calling, level=level, attack_bonus=0),
            own, sword, "melee",
        )
        for level in range(1, 11)
    ]  # fmt: skip

    assert found == table


@rule("sovereign/dual.damage", "sovereign/dual.penalty")
@pytest.mark.parametrize(("face", "hp"), [(11, 19), (10, 20)])
def test_a_fist_beside_two_blades_is_hampered_and_gains_nothing(face: int, hp: int) -> None:
    """All attack rolls are at -1; the +2 is for the weapons."""
    blade = strike()
    blade.level = 1
    own = body(blade)
    own.stock = [2]
    table = Table("A b", A=own, b=body())
    table["A"].off = 0
    table["b"].main = False

    table.act("A", "attack b with unarmed", dice=f"d20 {face}" + (" d2 1" if hp < 20 else ""))

    assert table["b"].hp == hp


@rule("sovereign/sheet.npc", "sovereign/economy.broken-action")
def test_a_beast_that_is_felled_between_its_attacks_makes_no_more() -> None:
    beast = body(strike("claw"), strike("bite"), npc=True, hp=3)
    beast.one_attack = False
    table = Table("A b c", A=beast, b=body(strike(bonus=9)), c=body())
    table["c"].main = False

    table.act("A", "attack b with claw", "b snap at A with sword", dice="d20 10 d8 5")

    assert "sheet.npc" not in [word for _, word, _ in table.asked]


@rule("sovereign/dual.requirement")
@pytest.mark.parametrize(("stock", "dual"), [(1, False), (2, True)])
def test_one_blade_is_not_two(stock: int, dual: bool) -> None:
    blade = strike()
    blade.level = 1
    own = body(blade)
    own.stock = [stock]
    table = Table("A b", A=own, b=body())
    table["A"].off = 0

    assert equipment.dual(table["A"]) is dual


@rule("sovereign/sheet.feats")
@pytest.mark.parametrize(("feats", "fine"), [
    (["specialist:1", "deadeye:1"], True), (["alert:1", "deadeye:1"], False),
])  # fmt: skip
def test_an_expert_has_a_feat_that_is_not_for_combat(feats: list[str], fine: bool) -> None:
    assert ("sheet.feats" not in faults(character("tilda-reyes", feats=feats))) is fine
