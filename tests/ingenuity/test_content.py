"""The content file and the code say the same; all of it can be used; every event has words."""

from __future__ import annotations

import pytest

from affray.bots import NoisyBot
from affray.content import list_encounters, load_encounter
from affray.core.choice import Agent, Choice
from affray.core.dice import SeededDice
from affray.core.errors import InvalidError
from affray.encounters.prepare import prepare
from affray.rulesets.ingenuity import actions, condition
from affray.rulesets.ingenuity.action import maneuver, offered, power
from affray.rulesets.ingenuity.choice.act import Act
from affray.rulesets.ingenuity.content.library import builtin_content, content_of
from affray.rulesets.ingenuity.state import IngenuityCombat
from affray.rulesets.ingenuity.terms import ATTRIBUTES, NONLETHAL, SWIFT, TYPES, VERSATILE, WIDE
from affray.rulesets.ingenuity.text.words import IngenuityWords
from tests.ingenuity.table import Table, content_library, library, sheet
from tests.rules import rule

CONTENT = content_library().content
STRIKING = [one.id for one in CONTENT.weapon if one.melee]
SHOOTING = [one.id for one in CONTENT.weapon if one.range]


def how(id: str) -> list[str]:
    """The answer to how a weapon is used with its first attribute and type, if it is asked."""
    thing = library().by_id[id]
    merciful = thing.melee and not thing.has(NONLETHAL)
    if len(thing.attributes) * len(thing.types) * (2 if merciful else 1) == 1:
        return []
    return [f"{ATTRIBUTES[thing.attributes[0]]} {TYPES[thing.types[0]]}"]


@rule("ingenuity/sheet.item-for-attack", "ingenuity/attack.damage")
@pytest.mark.parametrize("id", STRIKING)
@pytest.mark.parametrize("luck", [11, 20])
def test_every_weapon_deals_what_its_entry_says(id: str, luck: int) -> None:
    thing = library().by_id[id]
    one = sheet([] if id == "improvised" else [id], items=["rope"] if id == "improvised" else [])
    table = Table("A . b" if thing.unfit and thing.reach > 1 else "A b", A=one,
                  b=sheet(evasion=2, stamina=0, constitution=30, endurance=40))  # fmt: skip
    if id == "improvised":
        table["A"].pieces[0].held = True
    key = "rope" if id == "improvised" else id
    again = " d6 3" if thing.unfit and thing.reach < 2 else ""  # too near for it
    table.act("A", f"attack b with {key}", *how(id), dice=f"d6 3 3 d20 {luck}{again}")
    more = 1 if thing.has(VERSATILE) and thing.hands == 1 else 0
    harm = thing.crit if luck == 20 else thing.damage
    assert table["b"].endurance == 40 - 6 - harm - more


@rule("ingenuity/geometry.range", "ingenuity/attack.ammunition", "ingenuity/attack.thrown")
@pytest.mark.parametrize("id", SHOOTING)
def test_everything_that_flies_can_be_shot_or_thrown(id: str) -> None:
    thing = library().by_id[id]
    ammo = {one.id: 3 for one in CONTENT.ammunition}
    table = Table("A . . b", A=sheet([id], ammo=ammo),
                  b=sheet(evasion=2, stamina=0, constitution=30, endurance=40))  # fmt: skip
    table["A"].sheet.weapons = [thing]
    word = [] if len(thing.attributes) * len(thing.types) == 1 else how_flown(id)
    table.act("A", f"shoot b with {id}", *word, dice="d6 3 3 d20 11")
    more = 1 if thing.has(VERSATILE) and thing.hands == 1 and not thing.thrown else 0
    assert table["b"].endurance == 40 - 6 - thing.damage - more
    if thing.thrown:
        assert [one.cell for one in table.combat.litter] == [3]
    elif thing.ammo in ammo:
        assert table["A"].ammo[library().ammo.index(thing.ammo)] == 2


def how_flown(id: str) -> list[str]:
    thing = library().by_id[id]
    return [f"{ATTRIBUTES[thing.attributes[0]]} {TYPES[thing.types[0]]}"]


@rule("ingenuity/condition.no-stacking")
def test_every_status_is_a_condition_or_a_state_that_the_code_knows() -> None:
    known = {*condition.ALL, *condition.FIELDS}
    assert [one.id for one in CONTENT.status if one.id not in known] == []
    for one in CONTENT.status:
        if one.id in condition.ALL:
            assert (one.stacking == "add") == (one.id in condition.ADDING)
            assert one.valued or one.id not in condition.VALUED


@rule("ingenuity/action.default-cost", "ingenuity/resource.stamina-costs")
def test_every_ability_is_a_verb_with_its_price() -> None:
    verbs = {
        **actions.SIMPLE,
        **actions.WORDS,
        actions.ATTACK: "attack",
        actions.BRANDISH: "brandish",
        actions.RELOAD: "reload",
        actions.READY: "ready",
        actions.KILL: "killing strike",
        actions.DROP: "drop item",
        actions.TASK: "short task",
        actions.GIVE: "interact",
    }
    reactions = {"block", "dodge", "fortify", "intercept", "parry", "resist"}
    words = {word: verb for verb, word in verbs.items()}
    for one in CONTENT.ability:
        if one.kind == "reaction":
            assert one.id in reactions
            continue
        verb = words[one.id.replace("-", " ")]
        if verb == actions.RELOAD:
            continue
        price = 0 if verb in actions.FREE else offered.PRICES.get(verb, 1)
        assert price == one.actions, one.id
        assert (verb in actions.ENDING) == one.ends_turn, one.id


@rule("ingenuity/power.tiers", "ingenuity/power.learned-only")
def test_every_power_has_a_school_and_the_price_of_its_tier() -> None:
    for one in library().powers:
        assert (one.cost, one.difficulty) == (one.tier, 2 + 2 * one.tier)
        assert all([name in library().schools for name in one.proficiencies])
        table = Table("A b", A=sheet(powers=[one.id]), b=sheet())
        assert power.school(table.combat, table["A"], one)[0] >= 0


@rule("ingenuity/maneuver.steps")
def test_every_manoeuvre_is_offered_or_a_reaction() -> None:
    for one in library().maneuvers:
        table = Table("A b", A=sheet(["spear"], maneuvers=[one.id]), b=sheet(["spear"]))
        table.begin_turn("A")
        refusals = {
            maneuver.cannot(table.combat, table["A"], one, unit, False)
            for unit in table.combat.units
        }
        assert (one.timing == "reaction") == (refusals == {"maneuver.reaction"}), one.id


@rule("ingenuity/attack.wide", "ingenuity/attack.multiple.swift")
def test_properties_are_read_as_they_are_written() -> None:
    for model in CONTENT.weapon:
        thing = library().by_id[model.id]
        assert thing.has(SWIFT) == ("swift" in model.properties)
        assert thing.has(WIDE) == ("wide" in model.properties)
        assert thing.thrown == model.thrown == ("thrown" in model.properties)
        assert (thing.reload > 0) == ("reload" in model.properties)
        assert (thing.unfit > 0) == ("unfit" in model.properties)
        assert (thing.hands == 2) == ("two-handed" in model.properties)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('skills = ["combat"]', 'skills = ["combate"]', "maneuver"),
        ('effect = "stunned"', 'effect = "stuned"', "stunned"),
        ('damage_type = "shock"', 'damage_type = "shok"', "shock"),
        ('properties = ["noisy"]', 'propertees = ["noisy"]', "propertees"),
        ('weapons = ["maul"]', 'weapons = ["mual"]', "maul"),
        ('resource_talent = "longevity"', 'resource_talent = "longevty"', "longevity"),
    ],
)
def test_an_unknown_word_of_the_content_is_refused(old: str, new: str, told: str) -> None:
    raw = builtin_content().decode()
    assert old in raw
    with pytest.raises(InvalidError) as caught:
        content_of(raw.replace(old, new, 1).encode())
    assert any(told in line for line in caught.value.problems)


# ---- fights --------------------------------------------------------------------------------------


class Comparing(Agent):
    """Answers as a noisy player does; what is offered must be what nothing forbids."""

    def __init__(self, inner: Agent) -> None:
        self.inner = inner
        self.looked = 0

    def decide(self, choice: Choice) -> int:
        if isinstance(choice, Act) and choice.own and not choice.forced() and choice.unit.actions:
            combat, unit = choice.field, choice.unit
            if not unit.is_held("bidden"):
                allowed = [
                    one
                    for one in offered.thinkable(combat, unit)
                    if not offered.forbids(combat, unit, one, own=True)
                ]
                assert choice.answers()[1:] == allowed
                self.looked += 1
        return self.inner.decide(choice)


@pytest.mark.parametrize("key", [one.key for one in list_encounters("ingenuity")])
def test_offers_are_what_nothing_forbids_and_every_event_has_words(key: str) -> None:
    ruleset, setup = prepare(load_encounter(key))
    tactics = ruleset.tactics()
    agents = [Comparing(NoisyBot(tactics, 3, 30, 0, n)) for n in range(len(setup.seats))]
    combat = ruleset.begin(setup, SeededDice(3), list(agents))
    assert isinstance(combat, IngenuityCombat)
    combat.watched = True
    combat.dice.log = []
    words = IngenuityWords()
    while not combat.outcome:
        combat.changes = 0
        combat.step()
        for event in combat.events:
            assert event.name == "asked" or words.knows(combat, event), event.name
            assert "".join([part for _, part in words.parts(combat, event)])
        combat.events = []
    assert sum([one.looked for one in agents]) > 10
