"""A long random run uses everything there is; what it never shows is told, with the reason."""

from __future__ import annotations

from functools import cache

from affray.bots import BotRandom, RandomBot
from affray.core.choice import Agent, Choice
from affray.core.dice import SeededDice
from affray.core.event import Moved, Placed
from affray.core.grid import DANGEROUS, DIFFICULT, DROP, OPEN, WALL, Grid
from affray.core.setup import Member, Setup, SideSetup
from affray.rulesets.icon.content.library import draft_of
from affray.rulesets.icon.content.schema import CharacterModel
from affray.rulesets.icon.ruleset import Icon
from affray.rulesets.icon.sheet import Sheet, faults
from affray.rulesets.icon.state import IconCombat
from tests.icon.table import content_library
from tests.rules import rule

FIGHTS = 140
SIZE = 9


def anybody(whim: BotRandom, fight: int, place: int) -> Sheet:
    """A character of level 12 with three jobs, and whatever talents its picks allow."""
    maker = content_library().maker
    jobs = [one.id for one in maker.content.job]
    own = [jobs[(fight + place * 3 + n * 5) % len(jobs)] for n in range(3)]
    models = {one.id: one for one in maker.content.job}
    learned = [id for job in own for id in models[job].abilities]
    calling = models[own[0]].calling
    same = [id for job in own if models[job].calling == calling for id in models[job].abilities]
    others = [id for id in learned if id not in same]
    active = same[:4] + [others[(fight + n * 3) % len(others)] for n in range(2)] if others else []
    tiers = [{"ability": id, "tier": 1} for id in active]
    tiers += [{"ability": id, "tier": 2} for id in active]
    limit = models[own[0]].limit_break
    masters = [one for one in [*active, limit] if whim.below(2)][:3]
    model = CharacterModel.model_validate(
        {
            "id": "pc",
            "name": "PC",
            "level": 12,
            "xp": 11,
            "jobs": own,
            "current_job": own[0],
            "learned": learned,
            "talents": tiers if whim.below(3) else tiers[:6],
            "masteries": masters,
            "active": active or same,
            "gambits": active[4:],
            "limit_break": limit,
            "relics": ["ferrymans-coin", "cracked-reliquary"][: 1 + whim.below(2)],
        }
    )
    assert faults(draft_of(model, maker)) == []
    return maker.character(model)


def any_foe(fight: int, place: int) -> Sheet:
    maker = content_library().maker
    creatures = maker.content.creature
    model = creatures[(fight * 3 + place) % len(creatures)]
    return maker.creature(model, 1 + fight % 3)


def any_field(whim: BotRandom) -> Grid:
    kinds = (OPEN, OPEN, OPEN, OPEN, OPEN, OPEN, DIFFICULT, DANGEROUS, WALL)
    ground = [kinds[whim.below(len(kinds))] for _ in range(SIZE * SIZE)]
    levels = [(0, 0, 0, 0, 0, 1, 2, 3)[whim.below(8)] for _ in range(SIZE * SIZE)]
    hp: dict[int, int] = {}
    for cell in range(SIZE * SIZE):
        if cell % SIZE in (0, 1, 2, SIZE - 3, SIZE - 2, SIZE - 1) or ground[cell] == WALL:
            levels[cell] = 0
            ground[cell] = OPEN if ground[cell] == WALL and cell % SIZE != 4 else ground[cell]
        elif levels[cell]:
            ground[cell] = OPEN
            if whim.below(2):
                hp[cell] = 10 * levels[cell]
    for cell in range(SIZE):
        ground[cell] = DROP
        levels[cell] = 0
        hp.pop(cell, None)
    zones = {"exit": [SIZE * SIZE - 1], "object-lever": [SIZE * SIZE - 1 - SIZE // 2]}
    return Grid(SIZE, SIZE, ground, levels, None, None, zones, hp)


class Telling(Agent):
    """A random player that counts the words of the keys it answers."""

    def __init__(self, number: int, counts: dict[str, int]) -> None:
        self.bot = RandomBot(78, number)
        self.counts = counts

    def decide(self, choice: Choice) -> int:
        answer = self.bot.decide(choice)
        key = choice.key(answer)
        if key in ("end turn", "pass") and len(choice.answers()) > 1:  # a busy player
            answer = choice.answers()[1 + len(self.counts) % (len(choice.answers()) - 1)]
            key = choice.key(answer)
        for word in [*key.split(), choice.rule]:
            self.counts[word] = self.counts.get(word, 0) + 1
        return answer


def fight_of(number: int, counts: dict[str, int]) -> IconCombat:
    whim = BotRandom(78, number)
    setup = Setup(any_field(whim), ["players", "foes", "gm"])
    left = [x + SIZE * y for x in (1, 2) for y in range(2, SIZE - 1)]
    right = [SIZE - 3 + SIZE * y for y in range(2, SIZE - 1)]
    setup.sides = [SideSetup("party", "Party", 0, left), SideSetup("foes", "Foes", 1, right)]
    setup.round_limit = 9
    setup.options = {
        "chapter": 1 + number % 3,
        "objects": "object-lever opens object-lever",
        "surrender": "always" if number % 7 == 0 else "when-felled",
    }
    setup.leaving = [SIZE * SIZE - 1]
    for place in range(3):
        setup.members.append(Member(f"pc{place}", f"pc{place}", 0, anybody(whim, number, place)))
    for place in range(3):
        setup.members.append(Member(f"foe{place}", f"foe{place}", 1, any_foe(number, place)))
    ruleset = Icon(content_library().maker.library)
    assert ruleset.faults(setup) == []
    combat = ruleset.begin(setup, SeededDice(78, number), [Telling(number, counts)] * 3)
    assert isinstance(combat, IconCombat)
    combat.watched = True
    for unit in combat.units:  # so that limit breaks, and falls, are seen in a short fight
        unit.resolve = 5 if unit.sheet.pc else 0
        if unit.sheet.pc and number % 2:
            unit.wounds = 3 if number % 5 == 0 else 0
            unit.hp = 3
    return combat


@cache
def seen() -> dict[str, int]:
    """Play the long run: how often each id was named by an event or a key."""
    counts: dict[str, int] = {}
    for number in range(FIGHTS):
        combat = fight_of(number, counts)
        for _ in range(3000):
            if combat.outcome:
                break
            combat.step()
            for event in combat.events:
                way = event.way if isinstance(event, Moved | Placed) else ""
                what = event.what.removeprefix("stance-")
                for word in (what, event.name, event.rule, way):
                    counts[word] = counts.get(word, 0) + 1
            combat.events = []
            assert combat.recount() == ""
        assert combat.outcome
    return counts


# What shows in no event of its own: where it is held to its rule instead.
QUIET = {
    "footing": "a number: tests/icon/test_movement.py",
    "gambit-footing": "as footing",
    "loose-heels": "grants diagonal",
    "last-word": "grants finishing-blow",
    "gambit-loose-heels": "one diagonal step: tests/icon/test_content.py",
    "calm-company": "an aura of boons on saves: tests/icon/test_condition.py",
    "gambit-calm": "a boon on saves: tests/icon/test_content.py",
    "slow-craft": "a boon on slow turns: tests/icon/test_content.py",
    "gambit-slow-craft": "as slow-craft, for gambits: tests/icon/test_content.py",
    "bar-the-way": "a cost of engagement: tests/icon/test_content.py",
    "gathered-weight": "a longer shove: tests/icon/test_content.py",
    "snuffed": "gives stealth, which is seen",
    "updraft": "asked by its name, which is seen",
    "bellows": "bonus damage: tests/icon/test_content.py",
    "ice-sense": "difficult terrain: tests/icon/test_content.py",
    "toughness": "vigor at the start: tests/icon/test_setup.py",
    "gutter-start": "stealth at the start: tests/icon/test_setup.py",
    "marching-beat": "an aura of boons: tests/icon/test_condition.py",
    "ponderous": "always slow: tests/icon/test_rounds.py",
    "static-coat": "grants counter",
    "cold-hide": "immunity: tests/icon/test_content.py",
    "heavy-tread": "grants sturdy",
    "mire-skin": "resistance: tests/icon/test_content.py",
    "cracked-reliquary": "vigor at the start: tests/icon/test_content.py",
    # effects that sheets and stances give without a word, or that no content gives
    "dodge": "of skirmishers: tests/icon/test_condition.py",
    "intangible": "given by no content: tests/icon/test_condition.py",
    "defiance": "given by no content: tests/icon/test_condition.py",
    "sturdy": "of a stance: tests/icon/test_condition.py",
    "unstoppable": "given by no content: tests/icon/test_condition.py",
    "regeneration": "of a stance: tests/icon/test_condition.py",
    "diagonal": "of a trait: tests/icon/test_movement.py",
    "finishing-blow": "of a trait: tests/icon/test_damage.py",
    "calm": "of an aura: tests/icon/test_condition.py",
    "cover": "of Mirror Pane: tests/icon/test_reaction.py",
    "resistance": "of Lean In: tests/icon/test_reaction.py",
    "resistance-ranged": "of a stance: tests/icon/test_condition.py",
}


def everything() -> list[str]:
    content = content_library().content
    found: list[str] = []
    for ability in [*content.ability, *[one for c in content.creature for one in c.ability]]:
        found += [part.id for part in ability.part] or [ability.id]
    for table in (content.status, content.blight, content.effect, content.mark):
        found += [one.id for one in table]
    found += [one.id for one in content.stance]
    for more in (content.trait, content.relic, content.summon):
        found += [one.id for one in more]
    return found


def test_a_long_run_uses_every_ability_status_stance_mark_summon_and_trait() -> None:
    counts = seen()

    missing = [id for id in everything() if id not in QUIET and not counts.get(id)]

    assert missing == []


def test_what_is_called_quiet_exists() -> None:
    assert [id for id in QUIET if id not in everything()] == []


@rule("icon/action.foe-actions")
def test_a_long_run_sees_every_basic_action_and_kind_of_thing_that_happens() -> None:
    counts = seen()
    words = {"move", "run", "dash", "interact", "rescue", "basic-melee", "basic-ranged", "whack"}
    happenings = {
        "attack",
        "battered",
        "collides",
        "damaged",
        "healed",
        "fell",
        "delayed",
        "died",
        "falls",
        "flees",
        "interrupts",
        "moved",
        "placed",
        "shove",
        "pull",
        "edge",
        "return",
        "rose",
        "summons",
        "surrenders",
        "swap",
        "teleport",
        "terrain",
        "trait",
        "works",
    }

    assert [word for word in sorted(words | happenings) if not counts.get(word)] == []


def test_every_creature_of_every_chapter_and_every_job_takes_part() -> None:
    """The picks of the run go through all of them."""
    creatures = {any_foe(fight, place).id for fight in range(FIGHTS) for place in range(3)}
    chapters = {(any_foe(f, p).id, any_foe(f, p).chapter) for f in range(FIGHTS) for p in range(3)}
    content = content_library().content

    assert creatures == {one.id for one in content.creature}
    assert len(chapters) == 3 * len(content.creature)
