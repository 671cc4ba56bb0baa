"""A table for Sovereign's rule tests: a drawn map, letters, scripted dice and keys.

Capital letters are the Party (side 0), small ones foes. Every die and every answer must be used.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from affray.core.choice import Choice
from affray.core.dice import ScriptedDice
from affray.core.grid import DIFFICULT, IMPASSABLE, WALL, Box, Grid
from affray.core.setup import Member, Setup, SideSetup
from affray.encounters.prepare import library_of
from affray.rulesets.sovereign import changes, condition, gm, turn
from affray.rulesets.sovereign.action import checks
from affray.rulesets.sovereign.attack import screening
from affray.rulesets.sovereign.choice import morale
from affray.rulesets.sovereign.choice.acting import Act
from affray.rulesets.sovereign.content.build import dice_of
from affray.rulesets.sovereign.content.library import SovereignContentLibrary
from affray.rulesets.sovereign.damage import falling
from affray.rulesets.sovereign.definitions import Strike
from affray.rulesets.sovereign.ruleset import Sovereign
from affray.rulesets.sovereign.shared import Library
from affray.rulesets.sovereign.sheet.sheet import Sheet
from affray.rulesets.sovereign.state import SovereignCombat, SovereignCombatant
from affray.rulesets.sovereign.terms import ACT_PHASE, MELEE, NATURAL, NO_AC, SHOT, THROWN
from tests import table
from tests.table import Scripted
from tests.table import faces as faces

WAYS = ("move", "stay", "rise", "sink", "leap", "leave")
GROUND = {",": DIFFICULT, "#": WALL, "x": IMPASSABLE}


@cache
def library() -> Library:
    found = library_of("sovereign", ())
    assert isinstance(found, SovereignContentLibrary)
    return found.library


def strike(
    id: str = "sword",
    *,
    bonus: int = 0,
    damage: str = "1d8+0",
    shock: int = 0,
    shock_ac: int = NO_AC,
    reach: int = 1,
    far: tuple[int, int] = (0, 0),
    thrown: bool = False,
    hands: int = 1,
    reload: int = 0,
    spares: bool = False,
) -> Strike:
    mode = MELEE if not far[1] else THROWN if thrown else SHOT
    one = Strike(id, mode, bonus)
    dice_of(one, damage)
    one.shock = shock
    one.shock_ac = shock_ac
    one.reach = reach
    one.range, one.range_max = far
    one.hands = hands
    one.reload = reload
    one.quiver = reload != 0
    one.spares = spares
    one.weapon = 0
    return one


def body(
    *strikes: Strike,
    hp: int = 20,
    ac: int = 10,
    npc: bool = False,
    named: bool = True,
    mods: Sequence[int] = (0, 0, 0, 0, 0),
    skills: dict[str, int] | None = None,
    feats: dict[str, int] | None = None,
    abilities: Sequence[str] = (),
    shield: bool = False,
    screens: int = 0,
    skill: int = 0,
    warrior: bool = False,
    size: int = 1,
    level: int = 1,
    kit: bool = False,
    quiver: bool = False,
    potions: int = 0,
    spells: Sequence[str] = (),
    castings: int = 1,
    armour: str = "none",
    weapons: Sequence[str] = (),
) -> Sheet:
    own = Sheet("body", "Body", not npc)
    own.named = named
    own.max_hp = hp
    own.ac = ac
    own.mods = list(mods)
    own.skills = {"brawl": 0, "stab": 0, "exert": 0, **(skills or {})}
    own.feats = dict(feats or {})
    own.abilities = list(abilities)
    own.shield = shield
    own.screens = screens
    own.skill = skill
    own.warrior = warrior
    own.size = size
    own.level = level
    own.caster = level
    own.feet = 5 * size
    counts = {"healers-kit": int(kit), "quiver": int(quiver), "healing-potion": potions}
    own.gear = [name for name, count in counts.items() if count]
    own.carried = [count for count in counts.values() if count]
    own.spells = [library().spells[name] for name in spells]
    own.castings = castings if spells else 0
    own.armour = armour
    own.strikes = list(strikes)
    if strikes:
        own.weapons = ["sword", *weapons]
        own.stock = [1] * len(own.weapons)
    for place in range(len(own.weapons)):
        ways = [one for one in strikes if one.weapon == place]
        own.knives.append(any(one.small for one in ways))
        own.both.append(any(one.hands == 2 for one in ways))
        own.shot.append(bool(ways) and all(one.mode == SHOT for one in ways))
    fist = Strike("unarmed", MELEE, 0)
    fist.unarmed = True
    fist.usual = True
    fist.weapon = NATURAL
    own.strikes.append(fist)
    return own


class Answers(Scripted):
    """Answers in order; in windows whatever is not scripted passes, a mover that was answered on
    its way goes on to where it wanted, and who held its action is done with it. ``questions`` notes
    every one: who is asked, by which rule, and what is offered."""

    def __init__(self, combat: SovereignCombat, keys: Sequence[str]) -> None:
        super().__init__(combat, keys)
        self.goal = ""
        self.questions: list[tuple[str, str, list[str]]] = []

    def decide(self, choice: Choice) -> int:
        keys = [choice.key(one) for one in choice.answers()]
        name = self.asked(choice) if choice.who >= 0 else ""
        self.questions.append((name, choice.rule, keys))
        wanted = self.keys[self.used] if self.used < len(self.keys) else ""
        if choice.kind == "move" and self.goal and not wanted.startswith(WAYS):
            return choice.read(self.goal if self.goal in keys else "stay")
        more = [choice.key(one) for one in choice.unlisted()] if choice.kind == "reply" else []
        if choice.rule == "hold.trigger" and wanted not in keys:
            return choice.read("done")
        if wanted and (choice.kind != "reply" or wanted in [*keys, *more]):
            self.used += 1
            if choice.kind == "move" and wanted.startswith("move"):
                self.goal = f"move {wanted.split()[-1]}"
            return choice.read(wanted)
        if choice.kind == "reply":
            return choice.fallback()
        return self.unscripted(choice, name)


class Table(table.Table[SovereignCombat, SovereignCombatant]):
    """A fight in round 1, the Party first. ``third`` are letters of a third side."""

    def __init__(
        self,
        rows: str,
        *,
        heights: str = "",
        solids: Sequence[Box] = (),
        third: str = "",
        **sheets: Sheet,
    ) -> None:
        map = table.drawn(rows, GROUND, sheets)
        levels = [int(word) for word in heights.split()] or [0] * len(map.ground)
        boxes = [tuple([128 * one for one in box]) for box in solids]
        grid = Grid(map.columns, map.rows, map.ground, levels, boxes)  # type: ignore[arg-type]
        setup = Setup(grid, ["players", "foes", *(["beasts"] if third else []), "gm"])
        setup.sides = [SideSetup("party", "Party", 0, []), SideSetup("foes", "Foes", 1, [])]
        if third:
            setup.sides.append(SideSetup("beasts", "Beasts", 2, []))
        for name, one in sheets.items():
            side = 2 if name in third else 0 if name.isupper() else 1
            member = Member("body", name, side, one)
            member.cell = map.places[name]
            setup.members.append(member)
        begun = Sovereign(library()).begin(setup, ScriptedDice([]), [])
        assert isinstance(begun, SovereignCombat)
        self.combat = begun
        self.combat.order = [0, 1, 2] if third else [0, 1]
        self.combat.round = 1
        self.asked: list[tuple[str, str, list[str]]] = []  # in the last script

    def agent(self, keys: Sequence[str]) -> Answers:
        agent = Answers(self.combat, keys)
        self.asked = agent.questions
        return agent

    def grapple(self, who: str, whom: str) -> None:
        """Let somebody hold another."""
        changes.set_grappling(self.combat, self[who], self[whom].index, "grapple.attack")

    def turn_of(self, who: str) -> None:
        """Let it be somebody's turn."""
        unit = self[who]
        self.combat.active = unit.index
        self.combat.phase = ACT_PHASE
        self.combat.turn_of = self.combat.order.index(unit.side)
        unit.acted = True

    def act(self, who: str, *answers: str, dice: str = "") -> None:
        """Let somebody take one action in its turn."""
        self.turn_of(who)
        agent = self.script(answers, dice)
        turn.go_on(self.combat, self[who])
        self.done(agent)

    def steps(self, n: int, *answers: str, dice: str = "") -> None:
        """Play some steps, whatever they are."""
        agent = self.script(answers, dice)
        for _ in range(n):
            self.combat.changes = 0
            turn.step(self.combat)
        self.done(agent)

    def offers(self, who: str) -> list[str]:
        """Return what somebody may do now in its turn."""
        asked = Act(self.combat, self[who], held=False)
        return [asked.key(one) for one in asked.answers()]

    def offers_held(self, who: str) -> list[str]:
        """Return what somebody may do now that triggers what it held."""
        asked = Act(self.combat, self[who], held=True)
        return [asked.key(one) for one in asked.answers()]

    def refused_held(self, who: str, key: str) -> str:
        """Return the rule that refuses a key to one who triggers what it held."""
        if key in self.offers_held(who):
            return ""
        return Act(self.combat, self[who], held=True).why_not(key)[0]

    def fall(self, who: str, feet: int, dice: str = "") -> None:
        agent = self.script([], dice)
        falling.fall(self.combat, self[who], feet)
        self.done(agent)

    def manhandling(self, who: str, other: str) -> int:
        """Return what size takes from somebody's shoves and grapples."""
        return checks.manhandling(self.combat, self[who], self[other])

    def screen_number(self, who: str) -> int:
        return screening.number_of(self[who])

    def disarm(self, who: str) -> None:
        """Let what somebody holds fall into its square."""
        condition.drop_hands(self.combat, self[who])

    def lost(self, who: str) -> None:
        """Let the group of somebody notice that it is lost."""
        morale.check_group(self.combat, self[who])

    def winning(self, who: str) -> bool:
        """Return whether somebody's side is clearly winning."""
        return gm.clearly_winning(self.combat, self[who].side, self[who].index)

    def settle(self) -> None:
        """End the grapples that cannot last."""
        condition.settle(self.combat)

    def windows(self) -> list[str]:
        """Return who was asked for Instants in the last script, in order."""
        return [who for who, rule, _ in self.asked if rule == "economy.response-windows"]

    def guard(self, who: str, ward: str) -> None:
        """Let somebody screen an ally."""
        self[who].wards |= 1 << self[ward].index
        self.combat.refresh_all()

    def wards(self, who: str) -> str:
        """Return whom somebody screens, letter by letter."""
        return "".join([one.name for one in self.combat.units if self[who].guards(one)])

    def refused(self, who: str, key: str) -> str:
        """Return the rule that refuses a key, "" if it is offered."""
        if key in self.offers(who):
            return ""
        rule = Act(self.combat, self[who], held=False).why_not(key)[0]
        assert rule, f"{key!r} is nothing that anybody could think of"
        return rule
