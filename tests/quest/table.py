"""A table for Quest's rule tests: a drawn map, units by letter, scripted dice and keys.

    table = Table("A b", A=unit(acc=2, weapons=["longsword"]), b=unit(agi=3))
    table.act("A", "attack b with longsword", "unaimed", dice="d20 11 d8 4")

Every die and every answer must be used, and nothing may be asked that is not scripted.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from affray.core.choice import Choice
from affray.core.dice import ScriptedDice
from affray.core.event import Event, Moved, Placed
from affray.core.grid import CLIMB, DIFFICULT, DIRECTIONS, LOW_COVER, PIT, WALL, WATER, Grid
from affray.core.setup import Member, Setup, SideSetup
from affray.encounters.prepare import library_of
from affray.rulesets.quest import sheet
from affray.rulesets.quest.attack import declared, numbers
from affray.rulesets.quest.condition import states
from affray.rulesets.quest.condition.modifiers import agility
from affray.rulesets.quest.content.library import QuestContentLibrary
from affray.rulesets.quest.definitions import Library, Sheet
from affray.rulesets.quest.ruleset import Quest
from affray.rulesets.quest.state import QuestCombat, QuestCombatant
from affray.rulesets.quest.terms import (
    ACT_PHASE,
    ATHLETE,
    COME_UP_PHASE,
    END_PHASE,
    MOST_THINGS,
    TYPES,
)
from affray.rulesets.quest.turn import rounds
from tests import table
from tests.table import Scripted as Scripted
from tests.table import refused as refused

GROUND = {",": DIFFICULT, "#": WALL, "~": WATER, "^": CLIMB, "o": LOW_COVER, "v": PIT}


@cache
def content_library() -> QuestContentLibrary:
    found = library_of("quest", ())
    assert isinstance(found, QuestContentLibrary)
    return found


def library() -> Library:
    return content_library().library


def creature(id: str) -> Sheet:
    return library().sheets[id]


def unit(
    *,
    acc: int = 0,
    agi: int = 0,
    str_: int = 0,
    hp: int = 50,
    mp: int = 0,
    level: int = 1,
    movement: int = 6,
    size: int = 1,
    hide: int = 0,
    weapons: Sequence[str] = (),
    drawn: Sequence[str] = (),
    armour: Sequence[str] = (),
    items: Sequence[str] = (),
    feats: Sequence[str] = (),
    focus: Sequence[str] = (),
    spells: Sequence[str] = (),
    resist: dict[str, int] | None = None,
    immune: Sequence[str] = (),
) -> Sheet:
    """A sheet without the limits of creation; the first weapon is drawn unless ``drawn`` says."""
    one = Sheet("unit", "Unit", False)
    one.accuracy = acc
    one.agility = agi
    one.strength = str_
    one.max_hp = hp
    one.max_mp = mp
    one.level = level
    one.size = size
    one.hide = hide
    sheet.give_feats(one, list(feats))
    one.movement = movement + (2 if one.has(ATHLETE) else 0)
    sheet.give_gear(one, list(weapons), list(drawn), list(armour), list(items), library())
    one.focus = dict.fromkeys(focus, 1)
    one.spells = [library().spells[name] for name in spells]
    one.resist = {TYPES.index(word): n for word, n in (resist or {}).items()}
    one.immune = [TYPES.index(word) for word in immune]
    return one


class Answers(Scripted):
    """Answers in order; what the game master is asked, whoever it is about, is asked of ``gm``."""

    def asked(self, choice: Choice) -> str:
        gm = self.combat is not None and choice.seats == 1 << self.combat.gm
        return "gm" if gm else super().asked(choice)


class Table(table.Table[QuestCombat, QuestCombatant]):
    """A Quest battle in round 1. Capital letters are side 0, small ones side 1.

    ``order`` is the lineup (by default as listed). ``opening`` leaves the battle before its first
    step. ``facing`` gives directions by letter; ``thralls`` a summoner by the letter of its thrall,
    ``summoned`` one by the letter of a summons that is none.
    """

    def __init__(
        self,
        rows: str,
        *,
        heights: str = "",
        order: str = "",
        opening: bool = False,
        options: dict[str, int | str | bool] | None = None,
        facing: dict[str, str] | None = None,
        hidden: str = "",
        npcs: str = "",
        instigators: str = "",
        thralls: dict[str, str] | None = None,
        summoned: dict[str, str] | None = None,
        holding: dict[str, list[str]] | None = None,
        rounds: int = 0,
        **sheets: Sheet,
    ) -> None:
        map = table.drawn(rows, GROUND, sheets)
        levels = [int(word) for word in heights.split()] or [
            -4 if kind == PIT else 0 for kind in map.ground
        ]
        made = Setup(Grid(map.columns, map.rows, map.ground, levels), ["players", "foes", "gm"])
        made.sides = [SideSetup("party", "Party", 0, []), SideSetup("foes", "Foes", 1, [])]
        made.options = dict(options or {})
        made.instigators = list(instigators)
        made.round_limit = rounds
        callers = {**(thralls or {}), **(summoned or {})}
        for letter, one in sheets.items():
            member = Member(letter, letter, 0 if letter.isupper() else 1, one)
            member.cell = map.places[letter]
            word = (facing or {}).get(letter, "")
            member.facing = DIRECTIONS.index(word) if word else -1
            member.undetected = letter in hidden
            member.npc = letter in npcs
            member.thralled = letter in (thralls or {})
            member.summoned_by = callers.get(letter, "")
            member.holding = (holding or {}).get(letter)
            made.members.append(member)
        self.setup = made
        begun = Quest(library()).begin(made, ScriptedDice([]), [])
        assert isinstance(begun, QuestCombat)
        self.combat = begun
        begun.watched = True
        if opening:
            return
        begun.phase = COME_UP_PHASE
        begun.lineup.order = [self[letter].index for letter in order or sheets]
        begun.placed = tuple([agility(one) for one in begun.units])

    # -- playing ------------------------------------------------------------------------------

    def begin_turn(self, name: str) -> None:
        """Make it somebody's turn with a full allowance, without running its start."""
        combat = self.combat
        if combat.active != self[name].index or combat.phase != ACT_PHASE:
            combat.active = self[name].index
            combat.lineup.at = combat.lineup.order.index(combat.active)
            combat.phase = ACT_PHASE
            combat.clear(0)
            combat.clear(1, combat.active)
            self[name].acted = True
            rounds.allow(combat, self[name])

    def agent(self, keys: Sequence[str]) -> Answers:
        return Answers(self.combat, keys)

    def done(self, agent: Scripted) -> None:
        """Fail unless every answer and every die has been used, and no attack is under way."""
        super().done(agent)
        assert self.combat.attacks == 0

    def act(self, name: str, *keys: str, dice: str = "") -> None:
        """Take one action of somebody's turn: the first key is the action."""
        self.begin_turn(name)
        self.step(*keys, dice=dice)

    def end(self, name: str, *keys: str, dice: str = "") -> None:
        """Run the end of somebody's turn."""
        self.begin_turn(name)
        self.combat.phase = END_PHASE
        self.step(*keys, dice=dice)

    def step(self, *keys: str, dice: str = "") -> None:
        """Play the next step, whatever it is."""
        self.steps(1, *keys, dice=dice)

    def steps(self, n: int, *keys: str, dice: str = "") -> None:
        agent = self.script(keys, dice)
        for _ in range(n):
            self.combat.changes = 0
            rounds.step(self.combat)
        self.done(agent)

    def start(self, name: str, *keys: str, dice: str = "") -> None:
        """Let somebody's place come up, and start its turn: ``act`` answers the delay choice."""
        self.combat.lineup.at = self.combat.lineup.order.index(self[name].index)
        self.combat.phase = COME_UP_PHASE
        self.combat.active = -1
        self.step(*keys, dice=dice)

    def pass_turn(self, name: str) -> None:
        """Let somebody's whole turn go by, with defaults and no dice."""
        self.begin_turn(name)
        self.step("end turn")
        self.run_until_idle()

    def run_until_idle(self) -> None:
        """Run ends and gaps with their defaults until another place is to come up."""
        combat = self.combat
        while combat.phase not in (COME_UP_PHASE, ACT_PHASE) and not combat.outcome:
            self.fallbacks()

    def fallbacks(self, dice: str = "") -> None:
        """Play one step, every question taking its default."""
        combat = self.combat
        agent = self.script([], dice)
        combat.agents = [table.Defaults()] * len(self.setup.seats)
        combat.changes = 0
        rounds.step(combat)
        self.done(agent)

    def next_round(self) -> None:
        """Let the present round be over."""
        combat = self.combat
        for one in combat.units:
            one.acted = True
        combat.active = -1
        combat.phase = COME_UP_PHASE
        combat.lineup.at = len(combat.lineup.order)
        self.step()

    # -- arranging and asking -------------------------------------------------------------------

    def give(self, name: str, id: str, n: int = 1) -> None:
        status = states.named(id, library())
        assert status is not None
        agent = self.script([], "")
        states.gain(self.combat, self[name], status, -1, n=n)
        self.done(agent)

    def litter(self, square: str, id: str) -> None:
        cell = self.combat.grid.read(square)
        self.combat.strew(cell, library().by_id[id].number * 2)

    def lying(self) -> list[str]:
        """What lies on the ground, as ``id at column,row``."""
        combat = self.combat
        return [
            f"{combat.thing(one % MOST_THINGS).id} at {combat.grid.name(one // MOST_THINGS)}"
            for one in combat.litter
        ]

    def holding(self, name: str) -> list[str]:
        return [self.combat.thing(piece).id for piece in self[name].held_things]

    def carrying(self, name: str) -> list[str]:
        return [self.combat.thing(piece).id for piece in self[name].carried]

    def wounds(self, name: str) -> list[int]:
        return list(self[name].wounds)

    def strike(self, name: str, target: str, weapon: str, aim: int = 5) -> declared.Attack:
        """An attack as declared, for asking its numbers."""
        attack = declared.Attack(
            self[name].index, self[target].index, library().by_id[weapon], declared.IN_HAND
        )
        attack.aim = aim
        return attack

    def tn(self, target: str, by: str, weapon: str = "longsword") -> int:
        return numbers.target_number(self.combat, self.strike(by, target, weapon))

    def bonus(self, name: str, target: str, weapon: str = "longsword", aim: int = 5) -> int:
        return numbers.accuracy(self.combat, self.strike(name, target, weapon, aim))

    def order(self) -> str:
        return " ".join([self.combat.units[who].name for who in self.combat.lineup.order])

    def question(self, name: str = "", keys: Sequence[str] = ()) -> Choice | None:
        """Return what is asked next after some keys, in somebody's turn; the table stays."""
        if name:
            self.begin_turn(name)
        return self.look(keys)

    def offers(self, name: str = "", *keys: str) -> list[str]:
        return self.options(self.question(name, keys))

    def cost(self, name: str, square: str, way: str = "move") -> int:
        """Return what a move to a square costs, -1 if it is not offered."""
        choice = self.question(name, [way])
        assert choice is not None
        for answer in choice.answers():
            option = choice.option(answer)
            if option.key == f"move {square}":
                return option.cost
        return -1

    def why_not(self, name: str, key: str) -> str:
        """Return the rule that forbids an action now."""
        choice = self.question(name)
        assert choice is not None
        if key in [choice.key(one) for one in choice.answers()]:
            return ""
        rule = choice.why_not(key)[0]
        assert rule, f"{key!r} is nothing that anybody could think of"
        return rule

    def told(self, event: str) -> list[Event]:
        """The events of a name, perhaps with what they are about: ``condition-gained prone``."""
        return [
            one
            for one in self.combat.events
            if event in (one.name, f"{one.name} {one.what}")
            or (isinstance(one, Moved | Placed) and event == f"{one.name} {one.way}")
        ]


__all__ = ["Table", "creature", "library", "refused", "unit"]
