"""A long noisy run uses everything there is; what shows in no event is held to its rule elsewhere.

Fights of members with any gear, feats, arts and spells on any ground are played by reckless
players, and every event and answer is counted. ``surrender`` and ``flee`` no program thinks of.
"""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

from affray.bots import BotRandom, NoisyBot
from affray.core.choice import Agent, Choice
from affray.core.dice import SeededDice
from affray.core.event import Change, Moved, Placed, Rolled
from affray.core.grid import DIFFICULT, IMPASSABLE, OPEN, WALL, Box, Grid
from affray.core.paths import flood
from affray.core.setup import Member, Setup, SideSetup
from affray.encounters.prepare import library_of
from affray.rulesets.sovereign import actions, changes, condition, geometry
from affray.rulesets.sovereign.choice.acting import Act
from affray.rulesets.sovereign.choice.moving import MoveTo
from affray.rulesets.sovereign.content.build import full_sheet
from affray.rulesets.sovereign.content.library import SovereignContentLibrary
from affray.rulesets.sovereign.content.schema import AttackModel, CharacterModel
from affray.rulesets.sovereign.movement import terrain, ways
from affray.rulesets.sovereign.ruleset import Sovereign
from affray.rulesets.sovereign.sheet.sheet import Sheet
from affray.rulesets.sovereign.state import SovereignCombat, SovereignCombatant
from affray.rulesets.sovereign.terms import FATES
from affray.rulesets.sovereign.text.words import SENTENCES
from tests.contract.facts import PartsLooker
from tests.contract.suite import attributes
from tests.rules import rule
from tests.sovereign.table import library

FIGHTS = 180
COMPARED = 4
FIELDS = 5
WIDTH, HEIGHT = 13, 8
GROUND = [*[OPEN] * 14, DIFFICULT, DIFFICULT, WALL, IMPASSABLE]
TESTS = Path(__file__).parent
GEAR = ["healers-kit", "quiver", "healing-potion", "military-oil", "smoke-pot", "caltrops"]
ARMOUR = ["none", "none", "leather", "chain", "plate"]
FOOT = 128


def content_library() -> SovereignContentLibrary:
    found = library_of("sovereign", ())
    assert isinstance(found, SovereignContentLibrary)
    return found


def model_of(id: str) -> CharacterModel:
    return next(one for one in content_library().content.character if one.id == id)


def some(names: list[str], turn: int, count: int) -> list[str]:
    return [names[(turn * count + n) % len(names)] for n in range(count)]


def any_sheet(whim: BotRandom, turn: int) -> Sheet:
    """A character with weapons, gear, feats, arts and spells in turn; no sheet that is legal."""
    content = content_library().content
    weapons = [one for one in content.weapon if one.id != "unarmed"]
    arms = [weapons[(turn * 3 + n) % len(weapons)] for n in range(3)]
    armour = ARMOUR[turn % len(ARMOUR)] if turn % 3 else "none"
    attacks = [
        AttackModel(
            weapon=one.id,
            mode="melee" if one.melee else "shot",
            skill="stab" if one.melee else "shoot",
            attribute=one.attributes[0],
            bonus=4,
            damage=f"{one.damage}+1",
            shock=one.shock + 1 if one.shock_ac is not None else 0,
            shock_ac=one.shock_ac,
            reach=one.reach,
            range_normal=one.range_normal,
            range_max=one.range_max,
        )
        for one in arms
    ]
    attacks += [
        attack.model_copy(update={"mode": "thrown", "shock": 0, "shock_ac": None})
        for attack, one in zip(attacks, arms, strict=True)
        if "T" in one.traits
    ]
    feats = [one.id for one in content.feat]
    calling = ["warrior", "expert", "mage"][turn % 3]
    both = [one.id for one in arms] * 2
    update = {
        "calling": calling,
        "level": 3,
        "hp": 14 + whim.below(16),
        "armor": armour,
        "shield": turn % 5 == 0,
        "skills": {name: 1 + whim.below(2) for name in model_of("maud-verrin").skills},
        "special": ("heal", "exert", "sneak", "notice")[turn % 4],
        "feats": [f"{one}:{1 + (turn + n) % 2}" for n, one in enumerate(some(feats, turn, 4))]
        + ["bodyguards-eye:2"],
        "attacks": attacks,
        "readied": [*both, *some(GEAR, turn, 4)],
        "stowed": [*[one.id for one in arms], *some(GEAR, turn + 1, 2)],
        "tradition": "high-mage",
        "effort": 8,
        "arts": some([one.id for one in content.art], turn, 5),
        "castings": 3,
        "prepared": some([one.id for one in content.spell], turn, 3),
    }
    sheet = full_sheet(model_of("maud-verrin").model_copy(update=update), content, library())
    sheet.room = 0
    sheet.weights = []
    return sheet


def any_field(whim: BotRandom) -> Grid:
    ground = [GROUND[whim.below(len(GROUND))] for _ in range(WIDTH * HEIGHT)]
    levels = [(0, 0, 0, 0, 0, 5, 10, -20, -10)[whim.below(9)] for _ in ground]
    for x in (0, 1, 2, WIDTH - 3, WIDTH - 2, WIDTH - 1):  # where members stand
        for y in range(HEIGHT):
            ground[x + WIDTH * y] = OPEN
            levels[x + WIDTH * y] = 0
    solids: list[Box] = []
    for _ in range(3):
        x, y, high = 5 * (3 + whim.below(6)), 5 * whim.below(HEIGHT), (2, 4, 10)[whim.below(3)]
        box = (x, y, 0, x + 1, y + 5, high)
        solids.append((box[0] * FOOT, box[1] * FOOT, 0, box[3] * FOOT, box[4] * FOOT, high * FOOT))
    edge = [y * WIDTH + x for y in range(HEIGHT) for x in (0, WIDTH - 1)]
    pits = [cell for cell, level in enumerate(levels) if level == -20]
    return Grid(WIDTH, HEIGHT, ground, levels, solids, None, {"exit": edge, "spikes": pits})


@cache
def ruleset() -> Sovereign:
    return Sovereign(library())


@cache
def field_of(number: int) -> Grid:
    return any_field(BotRandom(32, number))


Counts = dict[str, int]


def count(counts: Counts, word: str) -> None:
    counts[word] = counts.get(word, 0) + 1


class Telling(Agent):
    """A reckless player that counts the actions and keys it answers."""

    def __init__(self, number: int, counts: Counts, seat: int) -> None:
        self.bot = NoisyBot(ruleset().tactics(), 31, 55, number, seat)
        self.counts = counts

    def decide(self, choice: Choice) -> int:
        answer = self.bot.decide(choice)
        option = choice.option(answer)
        if isinstance(choice, Act) and answer:
            verb = actions.verb_of(answer)
            count(self.counts, f"verb {verb}")
            if actions.with_main(answer):
                count(self.counts, f"with main {verb}")
        if isinstance(choice, MoveTo):
            count(self.counts, f"goes {option.verb}")
        else:
            count(self.counts, f"{choice.rule}: {option.key}")
            for word in option.key.split():
                count(self.counts, f"{choice.rule}: ..{word}")
        return answer


def fight_of(number: int, counts: Counts) -> SovereignCombat:
    whim = BotRandom(31, number)
    own = library()
    setup = Setup(field_of(number % FIELDS), ["players", "foes", "gm"])
    setup.sides = [SideSetup("party", "Party", 0, []), SideSetup("foes", "Foes", 1, [])]
    setup.leaving = setup.grid.zones["exit"]
    setup.round_limit = 10
    topics = "modifiers screening size morale checks instants free swaps deeds provoking surprise"
    setup.options = {"gm-rulings": topics} if number % 11 == 0 else {}
    if number % 5 == 0:
        setup.surprised = [1 if number % 2 else 0]
        setup.options["surprise"] = ("given", "stealth", "forced-entry")[number % 3]
    creatures = [one.id for one in content_library().content.creature]
    for place in range(4):
        mirror = number % 3 == 0 or place % 2 == 0
        sheet = any_sheet(whim, number * 11 + place)
        member = Member(f"pc{place}", f"pc{place}", 0, sheet)
        member.cell = WIDTH * (place + 2) + 1 + whim.below(2)
        setup.members.append(member)
        id = creatures[(number * 4 + place) % len(creatures)]
        foe = own.sheets[id] if mirror else any_sheet(whim, number * 11 + place + 5)
        member = Member(f"foe{place}", f"foe{place}", 1, foe)
        member.cell = WIDTH * (2 * place) + WIDTH - 3 - whim.below(1)
        member.undetected = place == 0 and number % 2 == 0
        setup.members.append(member)
    agents: list[Agent] = [Telling(number, counts, seat) for seat in range(3)]
    if number % 5 == 0:  # in some of them every option of every choice is looked at
        agents = [PartsLooker(agent, ruleset()) for agent in agents]
    combat = ruleset().begin(setup, SeededDice(31, number), agents)
    assert isinstance(combat, SovereignCombat)
    combat.watched = True
    combat.dice.log = []
    arrange(combat, number)
    combat.events = []
    return combat


def arrange(combat: SovereignCombat, number: int) -> None:
    """Begin some fights in the thick of it: held, fallen, afraid, in arms of every kind."""
    pairs = [(combat.units[n], combat.units[n + 1]) for n in range(0, len(combat.units), 2)]
    if number % 4 == 2:
        combat.thorns = sorted([one.cell * 200 + 10 for one, _ in pairs])
    for place, (one, other) in enumerate(pairs):
        kind = (number + place) % 6
        if one.sheet.strikes[0].favoured:
            one.hand = 0
        else:
            one.hand = (number // 3 + place) % len(one.sheet.weapons)
        if kind == 0 and other.size == 1:
            free = [cell for cell in combat.grid.cross[one.cell] if combat.free(cell)]
            combat.move(other, free[0])
            holder, held = (one, other) if number % 2 else (other, one)
            changes.set_grappling(combat, holder, held.index, "grapple.attack")
        elif kind == 1:
            one.fate, one.hp, one.fell, one.prone = 1, 0, 1, True
            healer = pairs[(place + 1) % len(pairs)][0]
            near = [cell for cell in combat.grid.near[one.cell] if combat.free(cell)]
            combat.move(healer, near[0])
            equip(healer)
        elif kind == 2:
            one.hp = 1 + one.hp // 2
            other.broken = other.sheet.npc
        elif kind == 3:
            near = [cell for cell in combat.grid.near[one.cell] if combat.free(cell)]
            if other.size == 1:
                combat.move(other, near[0])
            else:
                other.asleep = True
        elif kind == 4:
            guard = pairs[(place + 1) % len(pairs)][1]
            if other.size == 1 and guard.size == 1:
                near = [cell for cell in combat.grid.cross[one.cell] if combat.free(cell)]
                combat.move(other, near[0])
                beside = [cell for cell in combat.grid.near[other.cell] if combat.free(cell)]
                combat.move(guard, beside[0])
                guard.wards = 1 << other.index
                combat.refresh_all()
                duellist(one.sheet)
                if guard.sheet.pc:
                    guard.sheet.feats["bodyguards-eye"] = 2
                    friend = pairs[(place + 2) % len(pairs)][1]
                    spare = [cell for cell in combat.grid.near[guard.cell] if combat.free(cell)]
                    if friend.size == 1 and friend is not other and spare:
                        combat.move(friend, spare[0])
        elif kind == 5:
            condition.give(combat, one, condition.FLYING, 3, one.index)
            one.aloft = 10


def twin_of(sheet: Sheet) -> Sheet:
    """Return a sheet of its own with the same values, of a compiled class too."""
    twin = Sheet(sheet.id, sheet.name, sheet.pc)
    for name in attributes(sheet):
        value = getattr(sheet, name)
        setattr(twin, name, value[:] if isinstance(value, list) else value)
    return twin


def equip(healer: SovereignCombatant) -> None:
    """Give somebody what first aid needs, and the feat of being quick at it."""
    healer.sheet = twin_of(healer.sheet)
    healer.sheet.feats = {**healer.sheet.feats, "gifted-chirurgeon": 1}
    if "healers-kit" not in healer.sheet.gear:
        healer.sheet.gear.append("healers-kit")
        healer.sheet.carried.append(1)
        healer.sheet.stowed.append(0)
        healer.carried = (*healer.carried, 1)
        healer.stowed = (*healer.stowed, 0)
    kit = healer.sheet.gear.index("healers-kit")
    healer.carried = (*healer.carried[:kit], 1, *healer.carried[kit + 1 :])


def duellist(own: Sheet) -> None:
    """Let one fight with a weapon that ignores screens."""
    own.armour, own.shield = "none", False
    own.arts = [*own.arts, "forced-engagement"]
    for strike in own.strikes:
        strike.favoured = strike.weapon >= 0


@cache
def seen() -> Counts:
    """Play the long run: how often everything happened."""
    counts: Counts = {}
    for number in range(FIGHTS):
        combat = fight_of(number, counts)
        while not combat.outcome:
            combat.changes = 0
            ledgers = [changes.ledger(unit) for unit in combat.units]
            cells = [unit.cell for unit in combat.units]
            combat.step()
            look(combat, counts)
            add_up(combat, ledgers, cells)
            combat.events = []
            assert combat.recount() == ""
        count(counts, f"outcome {combat.outcome}")
        for unit in combat.units:
            count(counts, f"fate {FATES[unit.fate]}")
    return counts


def add_up(combat: SovereignCombat, ledgers: list[dict[str, int]], cells: list[int]) -> None:
    """Check that the events of a step add up to what it has changed, of everybody."""
    for event in combat.events:
        if isinstance(event, Change):
            assert ledgers[event.who].get(event.what, 0) == event.before != event.after, event.what
            ledgers[event.who][event.what] = event.after
            assert not event.parts or sum(amount for amount, _ in event.parts) == event.amount
        elif isinstance(event, Moved | Placed):
            assert cells[event.who] == event.before
            cells[event.who] = event.after
    for unit in combat.units:
        told = {name: value for name, value in ledgers[unit.index].items() if value}
        assert told == changes.ledger(unit), unit.name
        assert cells[unit.index] == unit.cell, unit.name


def look(combat: SovereignCombat, counts: Counts) -> None:
    """Count what a step has brought."""
    for event in combat.events:
        if isinstance(event, Rolled):
            count(counts, f"rolled {event.rule}")
            continue
        count(counts, event.name)
        count(counts, f"{event.name} {event.what}")
        count(counts, f"{event.name} {event.what.partition(' ')[0]}")
        count(counts, f"{event.name} [{event.rule}]")
        if event.name == "turn":
            count(counts, f"turn of {combat.units[event.who].sheet.id}")
        if event.name == "attacks":
            count(counts, f"manner {event.amount}")
    for unit in combat.units:
        for mark in ruleset().marks(combat, unit.index):
            count(counts, f"mark {mark}")
        look_at(combat, unit, counts)
    for word in ("thorns", "caltrops", "smoke", "corpses", "litter"):
        if getattr(combat, word):
            count(counts, word)


def look_at(combat: SovereignCombat, unit: SovereignCombatant, counts: Counts) -> None:
    if unit.hung >= 0:
        count(counts, "hung")
    if unit.steeled:
        count(counts, "steeled")
    if unit.off >= 0:
        count(counts, "two weapons")
    if unit.harmless:
        count(counts, "blunted weapon")


@rule("sovereign/morale.cornered", "sovereign/cover.exact", "sovereign/los.any-point")
def test_what_is_remembered_of_ways_out_and_of_sight_is_what_a_search_and_the_solids_tell() -> None:
    out = 0
    for number in range(COMPARED):
        combat = fight_of(number * 5, {})
        while not combat.outcome:
            combat.step()
            there = [unit for unit in combat.units if unit.present and unit.cell >= 0]
            for unit in there:
                exits = ways.exits_of(combat, unit)
                bodies = ways.obstacles_of(combat, unit, exits, provokes=False)
                if ways.leads_out(combat, unit, exits, bodies):
                    out += 1
                    reached = flood(exits, unit.cell, ways.FAR, bodies).cells
                    gates = [terrain.at_gate(combat, cell, unit.size) for cell in reached]
                    assert any(gates) or terrain.at_gate(combat, unit.cell, unit.size)
                other = there[-1]
                assert geometry.cover(combat, unit, other) == geometry.looked_up(
                    combat, unit, other
                )
                x, y = combat.grid.xs[other.cell], combat.grid.ys[other.cell]
                spot = geometry.spot_of(combat.grid, x, y)
                assert geometry.sees_crossing(combat, unit, x, y) == geometry.sees_spot(
                    combat, unit, spot
                )
    assert out > 0


def missing(wanted: list[str]) -> list[str]:
    counts = seen()
    return [word for word in wanted if word not in counts]


@rule("sovereign/economy.main-as-move", "sovereign/economy.free")
def test_every_action_is_used_in_a_long_noisy_run() -> None:
    names = actions.WORDS
    quiet = [actions.FLEE]
    every = [number for number in names if number not in quiet]

    assert [names[int(word[5:])] for word in missing([f"verb {n}" for n in every])] == []
    rare = (actions.VANISH, actions.WITHDRAW)  # paid like any other Move
    exchanged = [verb for verb in actions.EXCHANGED if verb not in rare]
    assert missing([f"with main {verb}" for verb in exchanged]) == []


def test_every_spell_is_cast_and_every_art_powered() -> None:
    content = content_library().content
    passive = [one.id for one in content.art if one.action == "passive"]
    free = ["elemental-sparks"]
    arts = [one.id for one in content.art if one.id not in passive and one.id not in free]

    spells = [one.id for one in content.spell]
    assert [id for id in missing([f"casts {one}" for one in spells]) if missing([also(id)])] == []
    assert missing([f"art {id}" for id in arts]) == []
    assert missing(["hung", "steeled", "interrupted", "wasted", "blunted weapon"]) == []


def also(word: str) -> str:
    """Return how a spell is told that is cast at nobody else."""
    return word.replace("casts", "invokes")


def test_every_state_happens_and_every_way_out_of_a_fight() -> None:
    rare = [condition.SHAKEN]  # a saved Stunning Shock when the Move is spent: test_arts.py
    states = [one.id for one in condition.ALL if one not in rare]
    assert missing([f"condition-gained {id}" for id in states]) == []
    assert missing([f"fate {one}" for one in FATES]) == []
    marks = ["prone", "total-defense", "charging", "screening", "holding", "swarming"]
    marks += ["grappling", "grappled", "asleep", "broken", "frail", "surprised", "unseen"]
    marks += ["retreating", "aloft", "disrupted", "shield-spent", "disengaged", "unloaded"]
    assert missing([f"mark {one}" for one in marks]) == []
    assert missing(["thorns", "caltrops", "smoke", "corpses", "litter", "two weapons"]) == []
    assert missing([f"outcome end.{one}" for one in ("last-side", "stalemate", "agreement")]) == []


def test_every_weapon_and_way_to_attack_is_used() -> None:
    weapons = [one.id for one in content_library().content.weapon]
    thrown = [f"thrown {one.id}" for one in content_library().content.weapon if "T" in one.traits]

    assert missing([f"attacks {id}" for id in [*weapons, *thrown]]) == []
    assert missing(["attacks military-oil", "attacks elemental-blast", "attacks hurled-rock"]) == []
    assert missing([f"manner {one}" for one in range(5)]) == []


def test_every_creature_has_a_turn_and_every_sentence_is_spoken() -> None:
    creatures = [one.id for one in content_library().content.creature]
    quiet = [
        "comes upon",  # test_view.py
        "initiative tied",  # test_words.py
        "cannot miss",  # a knife in the free round: test_feats.py
        "hits after all",  # by luck it is told so; else only by Effort taken back after the die
        "placed joins",  # the game master's word: tests/contract/test_newcomers.py
        "too deep",  # windows within windows to the core's limit: tests/core
        "executes",  # before a fight: test_gm.py
        "is foiled",
        "gives up",  # the chase: test_retreat.py
        "fails to save",  # first aid is seldom tried twice: cases/sovereign/death
        "condition-gained surprised",  # before a fight: test_setup.py
        "condition-lost surprised",
        "saves by the bare die",  # test_changes.py
        "fails the save by the bare die",
        "moved drag",
        "moved dragged",
        "condition-gained cornered",  # test_retreat.py
        "condition-lost cornered",
    ]

    assert missing([f"turn of {id}" for id in creatures]) == []
    assert missing([name for name in SENTENCES if name not in quiet]) == []


def test_every_movement_and_every_question_happens() -> None:
    assert missing([f"goes {one}" for one in ("move", "leave", "leap", "rise", "sink")]) == []
    rolls = ["attack.roll", "damage.roll", "save.roll", "screen.opposed-check", "shove.check"]
    rolls += ["grapple.check", "grapple.escape", "grapple.move", "death.stabilise"]
    rolls += ["fall.damage", "fall.controlled", "item.potion", "surprise.opposed-check"]
    assert missing([f"rolled {one}" for one in rolls]) == []


def test_every_feat_and_ability_has_a_test_of_its_own() -> None:
    content = content_library().content
    told: list[str] = []
    for path in (TESTS / "test_feats.py", TESTS / "test_arts.py", TESTS / "test_spells.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                told.append(ast.get_docstring(node) or "")
    every = [one.id for one in content.feat] + [one.id for one in content.ability]
    every += [one.id for one in content.art] + [one.id for one in content.spell]

    assert [id for id in every if not any(f"[{id}]" in text for text in told)] == []
