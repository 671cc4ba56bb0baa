"""A long noisy run uses everything there is; what shows in no event is held to its rule elsewhere.

Fights of members with any gear, feats and spells on any ground are played by reckless players,
and every event and answer is counted. ``give up`` alone no program thinks of: it has its own tests.
"""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import pytest

from affray.bots import BotRandom, NoisyBot
from affray.content import list_encounters, load_encounter
from affray.core.choice import Agent, Choice
from affray.core.dice import SeededDice
from affray.core.event import Placed, Rolled
from affray.core.grid import CLIMB, DIFFICULT, LOW_COVER, OPEN, PIT, WALL, WATER, Grid
from affray.core.setup import Member, Setup, SideSetup
from affray.encounters.prepare import prepare
from affray.rulesets.quest.attack.declared import RESULTS
from affray.rulesets.quest.carrying import HANDS
from affray.rulesets.quest.choice.act import Act
from affray.rulesets.quest.condition import modifiers, states
from affray.rulesets.quest.definitions import Library, Sheet
from affray.rulesets.quest.ruleset import Quest
from affray.rulesets.quest.sheet import give_feats
from affray.rulesets.quest.state import QuestCombat
from affray.rulesets.quest.terms import AIMS, FEATS, NATURAL, TYPES
from affray.rulesets.quest.text.words import SENTENCES
from tests.contract import facts
from tests.quest.table import content_library, library
from tests.rules import rule

FIGHTS = 250
WIDTH, HEIGHT = 11, 8
GROUND = [*[OPEN] * 12, DIFFICULT, WALL, WATER, CLIMB, LOW_COVER, PIT]
TESTS = Path(__file__).parent


def any_sheet(whim: BotRandom, fight: int, place: int, own: Library) -> Sheet:
    """A member with weapons, armour, items, feats and spells in turn."""
    one = Sheet("anybody", "Anybody", True)
    one.level = 3
    one.max_hp = 20 + whim.below(20)
    one.max_mp = 20
    one.accuracy, one.agility, one.strength = whim.below(5), whim.below(5) - 1, whim.below(5)
    turn = fight * 3 + place
    arms = [thing for thing in own.things if thing.dice.count and thing.id != "unarmed"]
    weapons = [thing for thing in arms if not thing.attack]
    one.weapons = [weapons[(turn * 2 + n) % len(weapons)] for n in range(3)]
    wears = [thing for thing in own.things if thing.reduction]
    shields = [thing for thing in own.things if thing.dodge]
    one.armour = wears[turn % len(wears)]
    one.shield = shields[turn % len(shields)]
    items = [thing for thing in own.things if thing.heal.count or thing.mp or thing.removes]
    one.items = [items[turn % len(items)], own.by_id["oil-flask"]]
    give_feats(one, [FEATS[(turn * 4 + n) % len(FEATS)] for n in range(4)])
    one.focus = {thing.id: 1 for thing in one.weapons}
    spells = list(own.spells.values())
    one.spells = [spells[(turn * 4 + n) % len(spells)] for n in range(4)]
    one.resist = {whim.below(len(TYPES)): 2}
    return one


def any_field(whim: BotRandom) -> Grid:
    ground = [GROUND[whim.below(len(GROUND))] for _ in range(WIDTH * HEIGHT)]
    levels = [-4 if kind == PIT else (0, 0, 0, 0, 2)[whim.below(5)] for kind in ground]
    for x in (0, 1, WIDTH - 2, WIDTH - 1):  # where members stand
        for y in range(HEIGHT):
            ground[x + WIDTH * y] = OPEN
            levels[x + WIDTH * y] = 0
    return Grid(WIDTH, HEIGHT, ground, levels)


Counts = dict[str, int]


def count(counts: Counts, word: str) -> None:
    counts[word] = counts.get(word, 0) + 1


class Telling(Agent):
    """A reckless player that counts the keys it answers, less what they name."""

    def __init__(self, number: int, counts: Counts) -> None:
        self.bot = NoisyBot(Quest().tactics(), 31, 60, number)
        self.counts = counts

    def decide(self, choice: Choice) -> int:
        answer = self.bot.decide(choice)
        option = choice.option(answer)
        count(self.counts, f"key {option.key}")
        if isinstance(choice, Act):
            count(self.counts, option.verb)
            count(self.counts, f"{option.verb} {option.ability}")
            count(self.counts, f"ability {option.ability}")
            if option.key.endswith(" for free"):
                count(self.counts, f"free {option.ability}")
        return answer


def setup_of(number: int) -> Setup:
    """A field with three members and three creatures of which all kinds have their turn."""
    whim = BotRandom(31, number)
    own = library()
    setup = Setup(any_field(whim), ["players", "foes", "gm"])
    setup.sides = [SideSetup("party", "Party", 0, []), SideSetup("foes", "Foes", 1, [])]
    setup.round_limit = 12
    setup.instigators = ["pc0"] if number % 3 == 0 else []
    setup.options = {"general-ladder": number % 5 == 0, "no-facings": number % 7 == 0}
    creatures = [one.id for one in content_library().content.creature]
    for place in range(3):
        member = Member(f"pc{place}", f"pc{place}", 0, any_sheet(whim, number, place, own))
        member.cell = WIDTH * (2 * place + 1) + whim.below(2)
        member.undetected = place == 0 and number % 2 == 0
        setup.members.append(member)
    for place in range(3):
        id = creatures[(number * 3 + place) % len(creatures)]
        member = Member(f"foe{place}", id, 1, own.sheets[id])
        member.cell = WIDTH * (2 * place + 1) + WIDTH - 2
        member.npc = True
        setup.members.append(member)
    return setup


def fight_of(number: int, counts: Counts) -> QuestCombat:
    setup = setup_of(number)
    combat = Quest(library()).begin(setup, SeededDice(31, number), [Telling(number, counts)] * 3)
    assert isinstance(combat, QuestCombat)
    combat.watched = True
    combat.dice.log = []
    return combat


@cache
def seen() -> tuple[Counts, list[Rolled]]:
    """Play the long run: how often everything happened, and every roll."""
    counts: Counts = {}
    rolls: list[Rolled] = []
    for number in range(FIGHTS):
        combat = fight_of(number, counts)
        while not combat.outcome:
            combat.step()
            look(combat, counts, rolls)
            combat.events = []
            assert combat.recount() == ""
        for unit in combat.units:
            count(counts, f"fate {unit.fate}")
    return counts, rolls


def look(combat: QuestCombat, counts: Counts, rolls: list[Rolled]) -> None:
    """Count what a step has brought."""
    for event in combat.events:
        if isinstance(event, Rolled):
            rolls.append(event)
            count(counts, f"rolled {event.rule}")
            continue
        count(counts, event.name)
        count(counts, f"{event.name} {event.what}")
        count(counts, f"{event.name} [{event.rule}]")
        if isinstance(event, Placed):
            count(counts, f"placed {event.way}")
        if event.what.startswith("wound-"):
            count(counts, f"{event.name} wound")
        if event.name == "casts" and event.amount:
            count(counts, "casts with a move")
        if event.name == "turn":
            unit = combat.units[event.who]
            count(counts, f"turn of {unit.sheet.id}")
            count(counts, f"on {combat.grid.ground[unit.cell]}")
        if event.name == "attacks" and event.what in combat.library.by_id:
            count(counts, f"aim {AIMS[event.amount]}")
    for unit in combat.units:
        if unit.present and modifiers.channeling(unit):
            count(counts, "channeling")
        if unit.sick:
            count(counts, "summoning-sick")


def missing(wanted: list[str]) -> list[str]:
    counts, _ = seen()
    return [word for word in wanted if word not in counts]


# What shows in an event of its own rather than in an option.
TOLD = {
    "attack": "attacks",
    "additional-attack": "additional attack",
    "disarming-attack": "disarming attack",
    "cast": "casts",
    "delay": "delays",
    "surrender": "fell surrendered",
    "use-item": "uses",
}


def test_every_ability_of_the_content_is_used() -> None:
    ids = [one.id for one in content_library().content.ability]

    assert missing([TOLD.get(id, f"ability {id}") for id in ids]) == []


@rule("quest/action.aa-uses", "quest/action.ma-uses", "quest/action.ba-uses")
def test_every_way_to_pay_is_used_in_a_long_noisy_run() -> None:
    wanted = [
        *["attack longsword", "extra-attack mace", "disarm whip", "throw javelin"],
        *[f"key boost {one}" for one in ("damage", "hit", "dodge")],
        *["key delay", "key act now", "key lie down", "key break free"],
        *[f"key {way}" for way in ("move", "sneak", "tumble")],
        *[f"key {way} for {n} ba" for way in ("move", "sneak", "tumble") for n in (1, 2)],
        *[f"key {way} with {n} ba" for way in ("move", "sneak", "tumble") for n in (1, 2)],
        *["key disengage for aa", "key disengage for 2 ba"],
        *[f"key talk for {kind}" for kind in ("aa", "ma", "ba")],
        *[f"key stand up for {kind}" for kind in ("aa", "ma", "ba", "free")],
        *[f"key put out fire for {kind}" for kind in ("aa", "ma")],
        *[f"{way}-ba" for way in ("draw", "sheathe", "pick-up")],
        *["drop", "reload-aa", "use", "cancel", "toggle", "end"],
        *["dismiss", "thrall", "release"],
    ]

    assert missing(wanted) == []


@rule("quest/spell.attack-roll", "quest/spell.notes-options")
def test_every_spell_takes_effect_and_its_option_is_paid_for() -> None:
    spells = list(library().spells)

    assert missing([f"takes effect {id}" for id in spells]) == []
    assert missing([f"key option for {n} ba" for n in (1, 2)]) == []


@rule("quest/spell.known")
def test_every_spell_takes_effect_in_noisy_fights_of_the_encounters() -> None:
    """Each is on somebody's sheet in an encounter, and programs come to cast it there."""
    cast: list[str] = []
    for one in list_encounters("quest"):
        ruleset, setup = prepare(load_encounter(one.key))
        for number in range(15):
            tactics = ruleset.tactics()
            seats: list[Agent] = [NoisyBot(tactics, 5, 25, number, seat) for seat in range(3)]
            combat = ruleset.begin(setup, SeededDice(5, number), seats)
            combat.watched = True
            while not combat.outcome:
                combat.step()
            cast += [event.what for event in combat.events if event.name == "takes effect"]

    assert [id for id in library().spells if id not in cast] == []


def test_every_status_happens_and_every_way_out_of_the_battle() -> None:
    gained = [*states.effects()]
    gained.remove("flat-footed")  # by the GM alone: tests/quest/test_condition.py

    assert missing([f"condition-gained {id}" for id in gained]) == []
    assert missing([f"condition-gained wound-{aim}" for aim in AIMS[:4]]) == []
    fields = ["prone", "disengaged", "undetected", "channeling", "summoning-sick", "thralled"]
    assert missing([f"condition-gained {id}" for id in fields]) == []
    assert missing(["disarmed", "detected", "condition-lost undetected"]) == []
    assert (
        missing([f"fell {fate}" for fate in ("defeated", "fled", "surrendered", "vanished")]) == []
    )
    assert missing(["died"]) == []


def test_every_weapon_item_and_aim_is_used() -> None:
    own = library()
    weapons = [one.id for one in own.things if one.dice.count]
    thrown = [one.id for one in own.things if one.range and (one.melee or one.attack)]
    items = [one.id for one in own.things if one.heal.count or one.mp or one.removes]

    assert missing([f"attacks {id}" for id in weapons]) == []
    assert missing([f"throw {id}" for id in thrown]) == []
    assert missing([f"uses {id}" for id in items]) == []
    assert missing([f"aim {one}" for one in AIMS]) == []
    assert missing([f"result {one}" for one in RESULTS]) == []


@rule("quest/attack.reload", "quest/attack.natural-weapons", "quest/attack.hands")
def test_every_creature_has_a_turn_and_every_ground_is_stood_on() -> None:
    creatures = [one.id for one in content_library().content.creature]
    grounds = [OPEN, DIFFICULT, WATER, CLIMB, LOW_COVER, PIT]

    assert missing([f"turn of {id}" for id in creatures]) == []
    assert missing([f"on {kind}" for kind in grounds]) == []
    assert all(one.hands <= HANDS for one in library().things)
    assert any(one.has(NATURAL) for one in library().things)


def test_every_sentence_of_the_log_is_spoken() -> None:
    quiet = [
        "too deep",  # windows within windows to the core's limit: tests/core
        "fails to cast",  # seldom: test_spell.py
        "placed back",  # seldom: test_movement.py
        "is held",  # seldom: test_view.py
        "placed joins",  # the game master's word: tests/contract/test_newcomers.py
    ]

    assert missing([name for name in SENTENCES if name not in quiet]) == []


def test_every_kind_of_free_hit_and_of_check_happens() -> None:
    _, rolls = seen()
    rules = ["leaving-zone", "moving-within-zone", "feat-attacks"]

    assert missing([f"free hit [freehit.{one}]" for one in rules]) == []
    assert missing(["free hit [fail.free-hit]", "free hit [fail.tragedy-free-critical]"]) == []
    checks = ["sneak.check", "condition.bound", "condition.paralysed", "initiative.ties-roll-off"]
    assert missing([f"rolled {one}" for one in [*checks, "wound.fatal", "move.fall"]]) == []
    assert len(rolls) > 1000


# Feats that change a number: where each is held to its rule.
NUMBERS = {
    "sneak-attack": "test_sneaking.py:test_an_undetected_hit_deals_a_d4_more_and_two_with_the_feat",
    "legion-leader": "test_summon.py:test_slots_are_the_level_plus_feats",
    "battle-caster": "test_condition.py:"
    "test_a_battle_caster_dodges_while_channeling_but_not_when_paralysed",
    "maneuverer": "test_movement.py:test_a_maneuverer_sneaks_swims_and_tumbles_at_full_rate",
    "reach": "test_geometry.py:test_reach_widens_free_hits",
    "weapon-focus": "test_damage.py:test_a_focused_weapon_rolls_one_more_of_its_own_dice",
    "athlete": "test_movement.py:test_movement_is_six_or_as_stated_plus_feats_less_armour",
    "guarding": "test_damage.py:test_all_flat_reductions_subtract",
    "ready-blade": "test_reaction.py:test_a_ready_blade_has_one_more",
    "toughness": "test_sheet.py:test_a_calling_fixes_hit_points_mp_and_spells",
    "deep-well": "test_sheet.py:test_a_calling_fixes_hit_points_mp_and_spells",
    "steady-aim": "test_attack.py:"
    "test_steady_aim_is_for_ranged_weapons_and_not_for_a_thrown_javelin",
    "iron-grip": "test_attack.py:test_a_whip_helps_and_an_iron_grip_hinders",
    "eyes-behind": "test_attack.py:test_eyes_behind_leaves_nothing_of_it",
    "war-healer": "test_damage.py:test_a_potion_is_one_instance_and_a_war_healers_two_more_count",
}
# Feats that do something: what of it is seen in the run.
DEEDS = {
    "flurry": "free hit [freehit.feat-attacks]",
    "follow-through": "free hit [freehit.feat-attacks]",
    "quick-hands": "free draw-or-sheathe",
    "spring-up": "key stand up for free",
}


@rule("quest/feat.modify-rules")
def test_every_feat_is_seen_or_held_to_its_rule_by_a_test_of_its_own() -> None:
    assert sorted([*NUMBERS, *DEEDS]) == sorted(FEATS)
    assert missing([*DEEDS.values()]) == []
    for place in NUMBERS.values():
        file, _, name = place.partition(":")
        tree = ast.parse((TESTS / file).read_text("utf-8"))
        assert name in [one.name for one in ast.walk(tree) if isinstance(one, ast.FunctionDef)]


def test_everything_that_is_told_cites_a_rule() -> None:
    counts: Counts = {}
    combat = fight_of(3, counts)
    told = 0
    while not combat.outcome:
        combat.changes = 0
        combat.step()
    for event in combat.events:
        assert event.rule, event.name
        told += 1
    assert told > 100


@pytest.mark.parametrize("number", range(0, 60, 3))
def test_in_the_long_noisy_run_every_change_is_told_and_every_option_has_its_parts(
    number: int,
) -> None:
    facts.events_add_up_to_what_changed(Quest(library()), setup_of(number), number)
    facts.events_are_of_the_closed_set(Quest(library()), setup_of(number), number)
    facts.options_carry_their_parts(Quest(library()), setup_of(number), number)
