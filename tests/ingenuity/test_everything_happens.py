"""A long noisy run uses everything there is: manoeuvres, powers, talents, things, conditions."""

from __future__ import annotations

from functools import cache

from affray.bots import BotRandom, NoisyBot
from affray.core.choice import PASS, Agent, Choice
from affray.core.dice import SeededDice
from affray.core.grid import DIFFICULT, DROP, LOW_COVER, OPEN, WALL, WATER, Grid
from affray.core.setup import Member, Setup, SideSetup
from affray.rulesets.ingenuity import condition
from affray.rulesets.ingenuity.action import offered
from affray.rulesets.ingenuity.actions import ATTACK, MANEUVER, READY, SPACE, a_of, code_of, verb_of
from affray.rulesets.ingenuity.choice.act import Act
from affray.rulesets.ingenuity.play.worth import TEMPTING, TEMPTING_ARMED
from affray.rulesets.ingenuity.ruleset import Ingenuity
from affray.rulesets.ingenuity.sheet import Sheet
from affray.rulesets.ingenuity.state import IngenuityCombat
from affray.rulesets.ingenuity.terms import MOVES_NEAR, SKILLS
from tests.ingenuity.table import content_library
from tests.rules import rule

FIGHTS = 280
COMPARED = 12
WIDE, HIGH = 10, 7
NEEDS = {
    "double-shot": "shortbow",
    "triple-shot": "longbow",
    "suppressing-fire": "repeating-crossbow",
}
ON_HIT = (("poison", 3), ("blinded", 1), ("sickness", 1), ("incapacitated", 1), ("", 0))
GROUND = (OPEN,) * 14 + (DIFFICULT, LOW_COVER, WATER, DROP, WALL, LOW_COVER)


def pick(whim: BotRandom, items: list[str], count: int, start: int) -> list[str]:
    """Return some of a list: the next ones in turn, so that all come up."""
    return [items[(start + n) % len(items)] for n in range(count)] + [items[whim.below(len(items))]]


def anybody(whim: BotRandom, turn: int) -> Sheet:
    """Somebody with some of everything, strong enough to use it."""
    library = content_library().library
    content = content_library().content
    one = Sheet("anybody", "Anybody", True)
    one.size = 2 + whim.below(4)
    one.attributes = [6 + 2 * whim.below(3) for _ in range(4)]
    one.skills = [6 + 2 * whim.below(3) for _ in SKILLS]
    one.health = one.endurance = 12 + whim.below(10)
    one.stamina = one.focus = 24
    one.constitution = 4 + whim.below(6)
    one.evasion = 4 + whim.below(4)
    one.willpower = 3 + whim.below(5)
    one.physical = one.elemental = whim.below(4)
    one.speed = 6 + whim.below(5)
    one.fate = whim.below(3)
    one.proficiencies = {each.name: 1 + whim.below(2) for each in content.proficiency}
    maneuvers = [each.id for each in library.maneuvers]
    powers = [each.id for each in library.powers]
    talents = [each.id for each in content.talent]
    wanted = pick(whim, maneuvers, 5, turn * 5)
    one.maneuvers = [each for each in library.maneuvers if each.id in wanted]
    chosen = pick(whim, powers, 2, turn * 2)
    one.powers = [each for each in library.powers if each.id in chosen]
    one.talents = pick(whim, talents, 2, turn * 2)
    arms = [each.id for each in content.weapon if each.id != "improvised"]
    one.weapons = [library.by_id[id] for id in pick(whim, arms, 2, turn * 2)]
    for id, needed in NEEDS.items():
        if id in wanted:
            one.weapons.insert(0, library.by_id[needed])
    if turn % 2:
        shields = [each.id for each in content.shield]
        one.shields = [library.by_id[shields[turn // 2 % len(shields)]]]
    goods = [each.id for each in content.item]
    one.items = [library.by_id[id] for id in pick(whim, goods, 2, turn)]
    one.ammo = {each.id: 20 for each in content.ammunition}
    one.on_hit, one.on_hit_n = ON_HIT[turn % len(ON_HIT)]
    one.encumbrance = (1000, 1000, 6, 3)[turn % 4]
    one.capacity = one.encumbrance + 2
    one.noisy = whim.below(3) == 0
    one.headstrong = whim.below(4) == 0
    one.steady = whim.below(4) == 0
    return one


def any_field(whim: BotRandom) -> Grid:
    ground = [GROUND[whim.below(len(GROUND))] for _ in range(WIDE * HIGH)]
    levels = [-4 if kind == DROP else 0 for kind in ground]
    zones = {"exit": [0, WIDE * HIGH - 1]}
    return Grid(WIDE, HIGH, ground, levels, None, None, zones)


class Telling(Agent):
    """A noisy player that counts the words of the keys it answers."""

    def __init__(self, number: int, seat: int, counts: dict[str, int]) -> None:
        self.bot = NoisyBot(content_library().ruleset(Ingenuity()).tactics(), 71, 45, number, seat)
        self.counts = counts

    def decide(self, choice: Choice) -> int:
        answer = self.bot.decide(choice)
        for word in choice.key(answer).split():
            self.counts[word] = self.counts.get(word, 0) + 1
        return answer


def fittings(grid: Grid) -> dict[str, int | str | bool]:
    """Doors, a lever and traps, in the middle of the field."""
    free = [grid.name(cell) for cell in range(grid.size) if grid.ground[cell] == OPEN]
    a, b, c, d, e = free[len(free) // 2 - 2 :][:5]
    return {
        "door.gate": a,
        "door.hatch": f"{b} locked",
        "task.hatch": f"{b} dexterity handling Sleight 6",
        "lever.winch": f"{c} gate hatch darts",
        "trap.darts": f"{d} 3 piercing bleeding 1 again",
        "trap.snare": f"{e} 0 typeless prone",
    }


def fight_of(
    number: int, counts: dict[str, int], player: type[Telling] = Telling
) -> IngenuityCombat:
    whim = BotRandom(71, number)
    setup = Setup(any_field(whim), ["players", "foes", "gm"])
    zone = list(range(WIDE * HIGH))
    setup.sides = [SideSetup("ours", "Ours", 0, zone), SideSetup("foes", "Foes", 1, zone)]
    setup.round_limit = 8
    setup.instigator = number % 2
    setup.options = {
        "darkness": number % 7 == 0,
        "hard_water": number % 5 == 0,
        "creature_ranks": number % 6 == 0,
    }
    if number % 4 == 1:
        setup.options.update(fittings(setup.grid))
    if number % 9 == 0:
        setup.surprised = [0]
        setup.surprise = "stealth"
    for place in range(6):
        sheet = anybody(whim, number * 6 + place)
        member = Member("anybody", f"{'ab'[place % 2]}{place}", place % 2, sheet)
        setup.members.append(member)
    combat = Ingenuity(content_library().library).begin(
        setup, SeededDice(71, number), [player(number, seat, counts) for seat in range(3)]
    )
    assert isinstance(combat, IngenuityCombat)
    combat.watched = True
    combat.dice.log = []
    for unit in combat.units:  # so that much is seen in a short fight
        if number % 4 == 0:
            unit.endurance = min(unit.endurance, 3)
        if "crippling-attack" in [one.id for one in unit.sheet.maneuvers]:
            unit.readied = MOVES_NEAR  # so that it halts whom it hits
            unit.ready_code = code_of(
                MANEUVER, 2 * content_library().library.named["crippling-attack"].number
            )
    return combat


@cache
def seen() -> dict[str, int]:
    """Play the long run: how often each word was named by an event or an answer."""
    counts: dict[str, int] = {}
    for number in range(FIGHTS):
        combat = fight_of(number, counts)
        while not combat.outcome:
            combat.step()
            for event in combat.events:
                for word in (event.what, event.name):
                    counts[word] = counts.get(word, 0) + 1
            for unit in combat.units:
                for held in unit.effects:
                    counts[held.effect.id] = counts.get(held.effect.id, 0) + 1
            combat.events = []
            assert combat.recount() == "", number
    return counts


class Comparing(Telling):
    """Looks whether a turn's menu is all that can be thought of and nothing forbids."""

    def decide(self, choice: Choice) -> int:
        if isinstance(choice, Act) and not choice.narrowed() and choice.unit.actions > 0:
            combat, unit, own = choice.field, choice.unit, choice.own
            every = offered.besides(combat, unit, offered.Scope(combat, unit, offered.ALL_VERBS))
            legal = [code for code in every if not offered.forbids(combat, unit, code, own)]
            listed = choice.answers()
            attacks = listed[1 : len(listed) - len(legal)]
            assert listed == [PASS, *attacks, *legal]
            assert all(verb_of(code) in (ATTACK, SPACE) for code in attacks)
            for verbs in (TEMPTING, TEMPTING_ARMED):
                fresh = Act(combat, unit, own)
                assert fresh.tempting(verbs) == [
                    one for one in listed if tempts(combat, verbs, one)
                ]
        return super().decide(choice)


def tempts(combat: IngenuityCombat, verbs: offered.Verbs, code: int) -> bool:
    """Return whether an answer is of those that are asked for."""
    verb = verb_of(code)
    if code == PASS or verb in (ATTACK, SPACE):
        return True
    if verb == MANEUVER and combat.library.maneuvers[a_of(code) // 2].works in verbs.without:
        return False
    return verbs.wanted[verb] and (verb != READY or code in (verbs.readies or []))


@rule("ingenuity/turn.three-actions", "ingenuity/action.no-target")
def test_a_menu_leaves_out_nothing_that_is_legal_and_a_plain_player_only_what_it_never_wants() -> (
    None
):
    for number in range(COMPARED):
        combat = fight_of(number * 7, {}, Comparing)
        while not combat.outcome:
            combat.step()


def never(names: list[str]) -> list[str]:
    counts = seen()
    return [one for one in names if one not in counts]


@rule("ingenuity/maneuver.steps")
def test_every_manoeuvre_is_used() -> None:
    assert never([one.id for one in content_library().library.maneuvers]) == []


@rule("ingenuity/power.steps")
def test_every_power_is_used() -> None:
    assert never([one.id for one in content_library().library.powers]) == []


@rule("ingenuity/attack.choices")
def test_every_weapon_and_thing_is_used() -> None:
    assert never([one.id for one in content_library().library.things]) == []


@rule("ingenuity/condition.no-stacking")
def test_every_condition_occurs() -> None:
    assert never(list(condition.ALL)) == []


@rule("ingenuity/action.interact", "ingenuity/damage.other-sources")
def test_doors_levers_and_traps_are_used() -> None:
    assert never(["opens", "closes", "pulls", "sets off"]) == []
