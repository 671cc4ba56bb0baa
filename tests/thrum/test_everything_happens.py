"""A long random run uses everything there is, tells all that it changes, and explains its rolls."""

from __future__ import annotations

from functools import cache

from affray.bots import BotRandom, RandomBot
from affray.core.choice import Agent, Choice
from affray.core.dice import SeededDice
from affray.core.event import Change, Event, Moved, Placed, Rolled
from affray.core.grid import DIFFICULT, OPEN, Grid
from affray.core.setup import Member, Setup, SideSetup
from affray.rulesets.thrum.attack.roll import kept
from affray.rulesets.thrum.definitions import Draft
from affray.rulesets.thrum.ruleset import Thrum
from affray.rulesets.thrum.sheet.build import build_npc, build_pc
from affray.rulesets.thrum.sheet.sheet import Sheet
from affray.rulesets.thrum.state import ThrumCombat, ThrumCombatant
from tests.contract.facts import PartsLooker
from tests.rules import rule
from tests.thrum.table import content_library

FIGHTS = 160
SIZE = 9
ATTRIBUTES = ("POW", "END", "FIN", "REF", "REA", "FOC")


def anybody(whim: BotRandom, fight: int, place: int) -> Sheet:
    """A PC with every ability of some Art, any upgrades and any Archetype."""
    library = content_library().library
    arts = list(library.arts)
    art = arts[(fight * 3 + place) % len(arts)]
    draft = Draft("pc", "PC")
    draft.level = 12
    draft.points = {name: whim.below(5) for name in ATTRIBUTES}
    draft.training = {art: 7}
    draft.abilities = [one.id for one in library.abilities.values() if one.art == art]
    draft.novas = [one.id for one in library.novas.values() if one.art == art]
    known = {**library.abilities, **library.novas}
    draft.upgrades = [
        f"{id}:{letter}"
        for id in [*draft.abilities, *draft.novas]
        for letter in known[id].upgrades
        if whim.below(2)
    ]
    combat = [one.id for one in library.archetypes.values() if one.list == "combat"]
    pick = combat[whim.below(len(combat))]
    draft.archetypes = [pick, f"{pick}+"] if whim.below(2) else [pick]
    return build_pc(draft, library)


def any_foe(whim: BotRandom, fight: int, place: int) -> Sheet:
    found = content_library()
    traits = list(found.library.traits)
    trait = traits[fight % len(traits)]
    creatures = list(found.creatures.values())
    if trait == "molokoi":  # theirs is to fell by an attack, which Finishers do
        creatures = [found.creatures["ashrunner"], found.creatures["gatebreaker"]]
    return build_npc(
        creatures[(fight * 3 + place) % len(creatures)], whim.below(4), trait, found.library
    )


def any_field(whim: BotRandom) -> Grid:
    ground = [DIFFICULT if whim.below(8) == 0 else OPEN for _ in range(SIZE * SIZE)]
    levels = [(0, 0, 0, 0, 1, 2, 3)[whim.below(7)] for _ in range(SIZE * SIZE)]
    return Grid(SIZE, SIZE, ground, levels)


class Telling(Agent):
    """A random player that counts the words of the keys it answers."""

    def __init__(self, number: int, counts: dict[str, int]) -> None:
        self.bot = RandomBot(77, number)
        self.counts = counts
        self.parts = PartsLooker(self.bot, Thrum())
        self.looks = number % 4 == 0  # at every option of its choices

    def decide(self, choice: Choice) -> int:
        if self.looks:
            self.parts.look(choice)
        answer = self.bot.decide(choice)
        for word in choice.key(answer).split():
            self.counts[word] = self.counts.get(word, 0) + 1
        return answer


def fight_of(number: int, counts: dict[str, int]) -> ThrumCombat:
    whim = BotRandom(77, number)
    setup = Setup(any_field(whim), ["players", "foes", "gm"])
    setup.sides = [
        SideSetup("pcs", "PCs", 0, [x + SIZE * y for x in range(3) for y in range(SIZE)]),
        SideSetup("foes", "Foes", 1, []),
    ]
    setup.round_limit = 14
    setup.options = {"coup-de-grace": number % 2}
    for place in range(3):
        setup.members.append(Member(f"pc{place}", f"pc{place}", 0, anybody(whim, number, place)))
    for place in range(4):
        member = Member(f"foe{place}", f"foe{place}", 1, any_foe(whim, number, place))
        member.cell = 4 + place % 2 * 2 + SIZE * (2 * place)
        setup.members.append(member)
    combat = Thrum().begin(setup, SeededDice(77, number), [Telling(number, counts)] * 3)
    assert isinstance(combat, ThrumCombat)
    combat.watched = True
    combat.dice.log = []
    for unit in combat.units:  # so that Novas, and falls, are seen in a short fight
        unit.potential = [cap(unit, id) for id in unit.sheet.novas]
        if unit.sheet.pc and number % 3 == 0:
            unit.fatigue_tolerance = 0
    return combat


def cap(unit: ThrumCombatant, id: str) -> int:
    ability = unit.sheet.ability(id)
    assert ability is not None
    return ability.potential_cap()


def accounts(combat: ThrumCombat) -> list[dict[str, int]]:
    """Everybody's numbers and square, those that are 0 left out; one off the map has no square."""
    ruleset = Thrum()
    return [
        {
            **{name: n for name, n in ruleset.ledger(combat, unit.index).items() if n},
            **({"square": unit.cell} if unit.cell >= 0 else {}),
        }
        for unit in combat.units
    ]


def told(accounts: list[dict[str, int]], events: list[Event]) -> list[dict[str, int]]:
    """What becomes of such numbers by events, each of which has to fit what was before."""
    for event in events:
        if isinstance(event, (Change, Moved, Placed)):
            name, nothing = (event.what, 0) if isinstance(event, Change) else ("square", -1)
            numbers = accounts[event.who]
            assert numbers.get(name, nothing) == event.before != event.after, name
            numbers[name] = event.after
            if event.after == nothing:
                del numbers[name]
    return accounts


@cache
def seen() -> tuple[dict[str, int], list[Rolled]]:
    """Play the long run: how often each id was named by an event, and every roll."""
    counts: dict[str, int] = {}
    rolls: list[Rolled] = []
    for number in range(FIGHTS):
        combat = fight_of(number, counts)
        while not combat.outcome:
            before = accounts(combat)
            combat.step()
            assert told(before, combat.events) == accounts(combat)
            for event in combat.events:
                counts[event.what] = counts.get(event.what, 0) + 1
                if isinstance(event, Rolled):
                    rolls.append(event)
                    for _, _, reason in event.reasons:
                        counts[reason] = counts.get(reason, 0) + 1
            combat.events = []
            assert combat.recount() == ""
    return counts, rolls


# What shows in no event of its own: where it is held to its rule instead.
QUIET = {
    "indefatigable": "a number of the sheet: tests/thrum/arts/test_brawling.py",
    "fleet-footed": "Speed: tests/thrum/arts/test_ninjutsu.py",
    "long-reach": "Range: tests/thrum/arts/test_dueling.py",
}


@rule("thrum/turn.basic-abilities-always")
def test_every_ability_is_used_in_a_long_random_run() -> None:
    counts, _ = seen()
    library = content_library().library
    everything = [*library.abilities, *library.novas, *library.traits]

    never = [id for id in everything if id not in counts and id not in QUIET]

    assert never == []


def test_every_status_and_condition_happens() -> None:
    counts, _ = seen()

    never = [id for id in Thrum().effects() if id not in counts]

    assert never == []


@rule("thrum/roll.flat-bonus", "thrum/roll.boon", "thrum/roll.bane")
def test_the_reasons_of_every_roll_add_up_to_its_numbers() -> None:
    _, rolls = seen()
    contests = [one for one in rolls if one.rule == "roll.contest"]
    assert len(contests) > 1000
    for event in contests:
        for (_, faces, total), side in zip(event.parts, ("offence", "defence"), strict=True):
            boons = sum(n for name, n, _ in event.reasons if name == f"{side} boons")
            bonus = sum(n for name, n, _ in event.reasons if name == f"{side} bonus")
            assert len(faces) == 2 + abs(boons)
            assert total == kept(faces, boons) + bonus
