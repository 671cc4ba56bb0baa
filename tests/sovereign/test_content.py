"""The content is read entirely, checked, and says what the code does."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from affray.core.errors import InvalidError
from affray.core.event import Event
from affray.rulesets.sovereign import actions, condition, gm
from affray.rulesets.sovereign.action import menu
from affray.rulesets.sovereign.attack import declared
from affray.rulesets.sovereign.attack.declared import Attack
from affray.rulesets.sovereign.choice import aiming
from affray.rulesets.sovereign.content.check import character_faults, creature_faults
from affray.rulesets.sovereign.content.library import builtin_content, content_of
from affray.rulesets.sovereign.content.schema import CharacterModel
from affray.rulesets.sovereign.movement import ways
from affray.rulesets.sovereign.reaction import windows
from affray.rulesets.sovereign.sheet import equipment, numbers
from affray.rulesets.sovereign.state import SovereignCombatant
from affray.rulesets.sovereign.terms import COMMITS, HARM
from affray.rulesets.sovereign.text.words import SovereignWords
from tests.rules import rule
from tests.sovereign.table import Table, body, library, strike

CONTENT = content_of(builtin_content())


def character(id: str, **changes: object) -> CharacterModel:
    found = next(one for one in CONTENT.character if one.id == id)
    return found.model_copy(update=changes)


def faults(model: CharacterModel) -> list[str]:
    return [rule_id for _, text in character_faults(model, CONTENT) for rule_id in rules_in(text)]


def rules_in(text: str) -> list[str]:
    return [text[text.rindex("[sovereign/") + 11 : -1]]


def test_every_sheet_and_stat_block_of_the_content_is_without_fault() -> None:
    for one in CONTENT.character:
        assert character_faults(one, CONTENT) == []
    for creature in CONTENT.creature:
        assert creature_faults(creature, CONTENT) == []


@rule("sovereign/sheet.attributes", "sovereign/sheet.modifiers")
@pytest.mark.parametrize(
    ("score", "mod"), [(3, -2), (4, -1), (7, -1), (8, 0), (13, 0), (14, 1), (17, 1), (18, 2)]
)
def test_a_score_gives_its_modifier(score: int, mod: int) -> None:
    assert numbers.modifier(score) == mod


@rule("sovereign/sheet.attributes")
def test_a_sheet_has_five_attributes_of_3_to_18() -> None:
    maud = character("maud-verrin")
    four = {name: score for name, score in maud.attributes.items() if name != "Wisdom"}
    high = {**maud.attributes, "Wisdom": 19}

    assert "sheet.attributes" in faults(character("maud-verrin", attributes=four))
    assert "sheet.attributes" in faults(character("maud-verrin", attributes=high))


@rule("sovereign/sheet.skills")
def test_a_sheet_has_nine_skills_of_minus_1_to_4() -> None:
    maud = character("maud-verrin")
    eight = {name: level for name, level in maud.skills.items() if name != "sneak"}
    low = {**maud.skills, "sneak": -2}

    assert "sheet.skills" in faults(character("maud-verrin", skills=eight))
    assert "sheet.skills" in faults(character("maud-verrin", skills=low))
    assert sorted(one.id for one in CONTENT.skill) == sorted(maud.skills)


@rule("sovereign/sheet.skill-caps")
@pytest.mark.parametrize(("level", "stab", "fine"), [(2, 1, True), (2, 3, False), (3, 4, False)])
def test_a_skill_is_capped_by_level_but_for_a_bonus(level: int, stab: int, fine: bool) -> None:
    hesk = character("hesk-dargan", level=level)
    skills = {**hesk.skills, "stab": stab}

    found = faults(character("hesk-dargan", level=level, skills=skills))

    assert ("sheet.skill-caps" in found) != fine


@rule("sovereign/sheet.skill-caps")
def test_exert_2_needs_level_3() -> None:
    skills = {**character("bram-tull").skills, "exert": 2}

    assert "sheet.skill-caps" not in faults(character("bram-tull", skills=skills))
    assert "sheet.skill-caps" in faults(character("bram-tull", skills=skills, level=2))


@rule("sovereign/sheet.improvements")
def test_a_new_character_has_four_improvements_and_its_bonus_skills() -> None:
    """Maud has spent 6: four, and two of her feats."""
    skills = {**character("maud-verrin").skills, "sneak": 0}

    assert "sheet.improvements" in faults(character("maud-verrin", skills=skills))
    fewer = {**skills, "notice": -1}
    assert "sheet.improvements" not in faults(character("maud-verrin", skills=fewer))


@rule("sovereign/sheet.attack-bonus")
def test_the_attack_bonus_is_that_of_the_class_table() -> None:
    assert "sheet.attack-bonus" in faults(character("tilda-reyes", attack_bonus=1))
    table = {one.id: one.attack_bonus for one in CONTENT.calling}
    assert table["warrior"][:3] == [1, 2, 3]
    assert table["mage"][3:5] == [0, 1]


@rule("sovereign/sheet.hp")
@pytest.mark.parametrize(
    ("id", "hp", "fine"),
    [
        ("maud-verrin", 3, True),
        ("maud-verrin", 2, False),
        ("maud-verrin", 8, True),
        ("maud-verrin", 9, False),
        ("ildric-sanne", 1, True),
        ("ildric-sanne", 5, True),
        ("ildric-sanne", 6, False),
        ("brother-ansel", 10, True),
        ("brother-ansel", 4, False),
    ],
)
def test_hit_points_lie_in_the_span_of_the_class_dice(id: str, hp: int, fine: bool) -> None:
    """Warriors d6+2, mages d6-1 but at least 1, the Die Hard 2 more a level."""
    assert ("sheet.hp" in faults(character(id, hp=hp))) != fine


@rule("sovereign/sheet.feats")
def test_feats_are_as_many_and_of_the_kind_that_class_and_level_give() -> None:
    none = character("maud-verrin", feats=["armsmaster:1"])
    soft = character("maud-verrin", feats=["specialist:1", "gifted-chirurgeon:1"])
    deep = character("hesk-dargan", feats=["whirlwind-assault:3"])

    for model in (none, soft, deep):
        assert "sheet.feats" in faults(model)


@rule("sovereign/sheet.readied", "sovereign/sheet.stowed")
def test_half_of_strength_is_readied_and_as_much_as_strength_stowed() -> None:
    """Maud has Strength 14: 7 Readied, 14 Stowed."""
    eight = [*character("maud-verrin").readied, "rope"]
    found = faults(character("maud-verrin", readied=eight, readied_enc=9))
    assert found == ["sheet.readied"]

    fourteen = ["rope"] * 7
    assert faults(character("maud-verrin", stowed=fourteen, stowed_enc=14)) == []
    fifteen = [*fourteen, "rations"]
    assert faults(character("maud-verrin", stowed=fifteen, stowed_enc=15)) == ["sheet.stowed"]


@rule("sovereign/sheet.spells")
def test_a_mage_is_checked_against_the_table_of_its_tradition() -> None:
    many = ["arcane-spark", "sleep", "speed", "invisibility"]

    assert faults(character("ildric-sanne", effort=4)) == ["sheet.spells"]
    assert faults(character("ildric-sanne", castings=2)) == ["sheet.spells"]
    assert faults(character("ildric-sanne", prepared=many)) == ["sheet.spells"]
    assert faults(character("ildric-sanne", prepared=["haste"])) == ["sheet.spells"]
    assert faults(character("ildric-sanne", arts=["healing-touch"])) == ["sheet.spells"]
    three = ["iron-resolution", "counter-magic", "ward-allies"]
    assert faults(character("ildric-sanne", arts=three)) == ["sheet.spells"]
    assert faults(character("hesk-dargan", effort=1)) == ["sheet.spells"]


@rule("sovereign/attack.roll", "sovereign/damage.roll", "sovereign/shock.modifiers")
def test_the_printed_numbers_of_an_attack_are_those_of_the_rules() -> None:
    """Hesk's axe: 3 + STR 1 + Stab 2; 1d10 + 1 + Killing Blow 2; Shock 3 + 1 + 2."""
    axe = character("hesk-dargan").attacks[0]
    assert (axe.bonus, axe.damage, axe.shock) == (6, "1d10+3", 6)

    for change, rule_id in (
        ({"bonus": 7}, "attack.roll"),
        ({"damage": "1d10+2"}, "damage.roll"),
        ({"shock": 5}, "shock.modifiers"),
    ):
        wrong: Any = axe.model_copy(update=change)
        model = character("hesk-dargan", attacks=[wrong, *character("hesk-dargan").attacks[1:]])
        assert faults(model) == [rule_id]


def test_what_a_sheet_cannot_know_is_told_with_the_nearest_word() -> None:
    found = character_faults(character("maud-verrin", feats=["armsmater:1"]), CONTENT)

    assert "did you mean armsmaster?" in found[0][1]


def test_a_favored_weapon_is_one_that_strikes_in_melee() -> None:
    maud = character("maud-verrin")
    strikes = [one.weapon for one in maud.attacks if one.mode == "melee"]

    assert faults(character("maud-verrin", favored=strikes[0])) == []
    assert faults(character("maud-verrin", favored="small-bow")) == ["sheet.spells"]
    assert faults(character("maud-verrin", favored="small-bew")) == ["sheet.hands"]


def test_unknown_words_in_the_content_are_refused() -> None:
    raw = builtin_content()
    for old, new, place in (
        (b'traits = ["T"]', b'traits = ["T", "Q"]', "weapon[0].traits[1]"),
        (b'commit = "day"', b'commit = "week"', "art[0].commit"),
        (b'provokes = "no"', b'provokes = "no"\nblame = 1', "action[0].blame"),
    ):
        with pytest.raises(InvalidError) as caught:
            content_of(raw.replace(old, new, 1))
        assert place.partition(".")[0] in str(caught.value)


# ---- content and code say the same ---------------------------------------------------------------


def number(status: str, name: str) -> Any:
    return getattr(next(one for one in CONTENT.status if one.id == status), name)


@rule("sovereign/attack.mod.prone-near", "sovereign/attack.mod.self-prone")
def test_the_numbers_of_the_states_are_those_of_the_code() -> None:
    table = Table("A b . c", A=body(strike(far=(9, 9)), strike()), b=body(), c=body())
    for name in "bc":
        table[name].prone = True
    near, far = (parts(table, name) for name in "bc")
    assert number("prone", "attack_against_adjacent") in near
    assert number("prone", "ranged_attack_against_distant") in far
    assert number("prone", "move_factor") * 6 == ways.rate(table["b"])
    own = numbers.ac(table.combat, table["A"])
    table["A"].total = True
    assert numbers.ac(table.combat, table["A"]) - own == number("total-defense", "ac")
    table["A"].total, table["A"].charging = False, True
    assert numbers.ac(table.combat, table["A"]) - own == number("charging", "ac")
    assert number("mortally-injured", "rounds_to_live") == 6
    assert number("marked-prey", "attack_against") == 1


def parts(table: Table, name: str) -> list[int]:
    attack = Attack(table["A"].index, table[name].index, table["A"].sheet.strikes[0], HARM, 0)
    table.combat.watched = True
    return [amount for amount, _ in declared.modifiers(table.combat, attack).parts or []]


STATES = (
    *[one.id for one in condition.ALL],
    *("prone", "surprised", "unsuspecting", "charging", "screening", "screened"),
    *("total-defense", "disengaged", "holding", "swarming", "shield-spent", "grappled"),
    *("grappling", "unloaded", "disrupted", "mortally-injured", "stable", "frail"),
    *("unconscious", "asleep", "helpless", "unseen", "engaged", "shock-immune", "broken"),
    *("captured", "escaped", "dead"),
)


def test_every_state_of_the_content_is_one_of_the_code() -> None:
    assert [one.id for one in CONTENT.status if one.id not in STATES] == []


def test_every_action_of_the_content_is_a_verb_of_a_turn() -> None:
    """What is paid, and what provokes, is as the table of actions says."""
    words = {
        "melee-attack": actions.ATTACK,
        "ranged-attack": actions.ATTACK,
        "swarm-attack": actions.SWARM,
        "charge": actions.CHARGE,
        "ready-stow": actions.READY,
        "disengage": actions.DISENGAGE,
        "screen": actions.SCREEN,
        "run": actions.RUN,
        "pick-up": actions.PICK_UP,
        "stand-up": actions.STAND,
        "hold": actions.HOLD,
        "go-prone": actions.PRONE,
        "shove": actions.SHOVE,
        "grapple": actions.GRAPPLE,
        "break-free": actions.ESCAPE,
        "drag-or-throw": actions.MOVE_HELD,
        "cast": actions.CAST,
        "drink-potion": actions.DRINK,
        "drop": actions.DROP,
        "sheathe": actions.SHEATHE,
        "let-go": actions.RELEASE,
        "surrender": actions.SURRENDER,
        "flee": actions.FLEE,
        "parley": actions.PARLEY,
        "aid": actions.AID,
        "rouse": actions.ROUSE,
        "give-potion-to": actions.GIVE,
        "disengage-at-once": actions.SLIP_AWAY,
    }
    elsewhere = ["use-skill", "reload", "total-defense", "snap-attack", "leave-map", "act-now"]
    elsewhere += [f"{verb}-with-main" for verb in ("run", "screen", "stand-up")]
    for one in CONTENT.action:
        if one.id in elsewhere:
            continue
        verb = words[one.id]
        cost = [
            *(["main"] if verb in actions.MAINS else []),
            *(["move"] if verb in actions.MOVES else []),
        ]
        assert (one.id, list(one.cost)) == (one.id, cost)


def test_what_everybody_can_do_is_explained_by_the_word_it_is_offered_with() -> None:
    """The page asks for what stands behind an option by its ability, else by its verb."""
    told = {one.id: one.text for one in CONTENT.action}
    everybody = (*menu.FOR_ALL, actions.AID, actions.ROUSE, actions.GIVE, actions.SLIP_AWAY)
    words = [actions.WORDS[verb].replace(" ", "-") for verb in everybody]
    words += [actions.ABILITIES[verb] for verb in (actions.SHOVE, actions.GRAPPLE, actions.SWARM)]
    assert [word for word in [*words, "act-now", "snap-attack"] if not told.get(word)] == []
    assert [one.id for one in CONTENT.weapon if not one.text] == []


def test_what_an_ability_allows_leads_to_its_text() -> None:
    told = {
        one.id
        for table in (CONTENT.ability, CONTENT.art, CONTENT.spell, CONTENT.gear, CONTENT.action)
        for one in table
        if one.text
    }
    named = [*actions.ABILITIES.values(), *windows.ABILITIES.values()]
    assert [one for one in named if one not in told] == []


def test_every_spell_art_feat_and_ability_is_known_to_the_code() -> None:
    own = library()
    assert sorted(own.spells) == sorted(one.id for one in CONTENT.spell)
    assert sorted(own.arts) == sorted(one.id for one in CONTENT.art)
    for one in CONTENT.art:
        assert COMMITS[own.arts[one.id].commit] == one.commit
    for spelled in CONTENT.spell:
        known = own.spells[spelled.id]
        assert known.free == (spelled.action == "free")
        assert known.radius * 5 == spelled.radius
        assert (known.save >= 0) == (spelled.save is not None)
        assert aiming.aim_of(known) in range(7)


def test_the_gm_decides_what_the_catalogue_leaves_to_the_gm() -> None:
    assert all("." in one for one in gm.TOPICS.values())


def test_an_event_without_a_sentence_is_told_by_its_name() -> None:
    table = Table("A . b", A=body(), b=body())

    told = SovereignWords().parts(table.combat, Event("dances", 0))

    assert "".join(text for _, text in told).endswith("dances.")


def every() -> Iterator[SovereignCombatant]:
    for id in library().sheets:
        yield SovereignCombatant(0, 0, id, 0, library().sheets[id])


@rule("sovereign/sheet.npc", "sovereign/melee.skill")
def test_everybody_has_an_attack_in_hand_and_bare_hands() -> None:
    for unit in every():
        assert any(equipment.in_hand(unit, one) for one in unit.sheet.strikes)
        assert any(one.unarmed for one in unit.sheet.strikes)
