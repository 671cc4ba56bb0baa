"""A table for ICON's rule tests: a drawn map, characters by letter, scripted dice and keys."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from affray.content.library import encounter_from
from affray.core.choice import Agent, Choice
from affray.core.dice import ScriptedDice
from affray.core.effect import NEVER, Held
from affray.core.grid import DANGEROUS, DIFFICULT, DROP, WALL, Grid
from affray.core.setup import Member, Setup, SideSetup
from affray.encounters.prepare import library_of, prepare
from affray.rulesets.icon import actions, turn
from affray.rulesets.icon.action import legal
from affray.rulesets.icon.attack.use import Use as Use
from affray.rulesets.icon.condition import cleansing, states
from affray.rulesets.icon.content.ability import AbilityModel
from affray.rulesets.icon.content.library import IconContentLibrary
from affray.rulesets.icon.damage import dealing, taking
from affray.rulesets.icon.definitions import BLIGHT
from affray.rulesets.icon.definitions import Ability as Ability
from affray.rulesets.icon.definitions import Mod as Mod
from affray.rulesets.icon.definitions import Op as Op
from affray.rulesets.icon.definitions import Trait as Trait
from affray.rulesets.icon.definitions import Trigger as Trigger
from affray.rulesets.icon.movement import edge, forced, moving
from affray.rulesets.icon.ruleset import Icon
from affray.rulesets.icon.sheet import Sheet as Sheet
from affray.rulesets.icon.state import IconCombat, IconCombatant, Thing
from affray.rulesets.icon.terms import NORMAL, ONGOING
from tests import table
from tests.table import Scripted

STATES = library_of("icon", ()).maker.library.states  # type: ignore[attr-defined]
BLIGHTS = [one.id for one in STATES.values() if one.kind == BLIGHT]
NORTH, EAST, SOUTH, WEST = 0, 2, 4, 6
GROUND = {",": DIFFICULT, "^": DANGEROUS, "#": WALL, "~": DROP}


def content_library() -> IconContentLibrary:
    found = library_of("icon", ())
    assert isinstance(found, IconContentLibrary)
    return found


def sheet(
    *,
    pc: bool = True,
    health: int = 7,
    defense: int = 9,
    armor: int = 0,
    speed: int = 4,
    bonus: int = 0,
    fray: int = 2,
    die: int = 6,
    size: int = 1,
    gives: Sequence[str] = (),
    abilities: Sequence[Ability] = (),
) -> Sheet:
    one = Sheet("test", "Test", pc)
    one.health = health
    one.hp = 4 * health
    one.defense = defense
    one.armor = armor
    one.speed = speed
    one.attack_bonus = bonus
    one.fray = fray
    one.die = die
    one.size = size
    one.permanent = list(gives)
    calling = content_library().maker.callings["stalwart"]
    one.abilities = [*abilities, *(content_library().maker.basics(calling) if pc else [])]
    content_library().maker.finish(one, [])
    return one


def ability(id: str, *talents: int) -> Ability:
    """Return an ability of the content, with its talents 1 and 2 and its master talent, 3."""
    return content_library().restater.ability(id, [f"{id}-{one}" for one in talents])


def made(**fields: Any) -> Ability:
    """Return an ability as a file would write it; ``talent`` is what a character knows of it."""
    talent = fields.pop("talent", None)
    if talent is not None:
        fields["talent_1"] = {"text": "One.", **talent}
    model = AbilityModel.model_validate({"id": "deed", "name": "Deed", "cost": 1, **fields})
    one = content_library().maker.ability_of(model)
    if model.talent_1 is not None:
        content_library().maker.talent(one, model.talent_1)
    return one


def strike(*, level: str = "heavy", cost: int = 1, **more: int) -> Ability:
    one = Ability("strike", "Strike")
    one.cost = cost
    one.attack = "melee"
    one.tags = ["attack", "melee"]
    one.range = more.get("range", 1)
    op = Op("damage")
    op.level = level
    one.hit = [op]
    return one


class Keys(Scripted):
    """Answers in order; how a fight may end is left to its defaults."""

    def unscripted(self, choice: Choice, name: str) -> int:
        if choice.rule in ("defeat.foe-fate", "end.total-defeat"):
            return choice.fallback()
        return super().unscripted(choice, name)


class Table(table.Table[IconCombat, IconCombatant]):
    """A fight in round 1. Capital letters are players, small ones foes; heights by digits."""

    def __init__(self, rows: str, **sheets: Sheet) -> None:
        map = table.drawn(rows, GROUND, sheets)
        levels = [int(word[-1]) if word[-1].isdigit() else 0 for word in map.words]
        setup = Setup(Grid(map.columns, map.rows, map.ground, levels), ["players", "foes", "gm"])
        setup.sides = [SideSetup("party", "Party", 0, []), SideSetup("foes", "Foes", 1, [])]
        for name, one in sheets.items():
            member = Member(name, name, 0 if name.isupper() else 1, one)
            member.cell = map.places[name]
            setup.members.append(member)
        nobody: list[Agent] = [table.Defaults()] * 3
        made = Icon(content_library().maker.library).begin(setup, ScriptedDice([]), nobody)
        assert isinstance(made, IconCombat)
        self.combat = made
        made.round = 1
        made.phase = NORMAL
        made.opened = True
        for unit in made.units:
            unit.turns = 1

    def agent(self, keys: Sequence[str]) -> Keys:
        return Keys(self.combat, keys)

    def act(self, name: str, *keys: str, dice: str = "") -> None:
        """Let somebody act in its turn, with its actions renewed if it was not."""
        unit = self[name]
        if self.combat.active != unit.index:
            self.combat.active = unit.index
            unit.actions = 2
        agent = self.script(keys, dice)
        turn.go_on(self.combat, unit)
        self.done(agent)

    def end(self, name: str, dice: str = "", *keys: str) -> None:
        self.combat.active = self[name].index
        agent = self.script(keys, dice)
        turn.finish(self.combat, self[name])
        self.done(agent)

    def begin(self, name: str, dice: str = "", *keys: str) -> None:
        agent = self.script(keys, dice)
        turn.begin(self.combat, self[name], slow=False)
        self.done(agent)

    def offered(self, name: str) -> list[str]:
        """Return what somebody may do now in its turn."""
        unit = self[name]
        if self.combat.active != unit.index:
            self.combat.active = unit.index
            unit.actions = 2
        asked = legal.Act(self.combat, unit)
        return [asked.key(answer) for answer in asked.answers()]

    def refusal(self, name: str, key: str) -> str:
        """Return the rule that forbids what somebody would do now, "" if none does."""
        self.offered(name)
        unit = self[name]
        for code in actions.thinkable(self.combat, unit):
            if actions.key(self.combat, unit, code) == key:
                return legal.refusal(self.combat, unit, code)
        raise KeyError(key)

    def moves(self, name: str, spaces: int = -1, kind: int = moving.PLAIN) -> list[str]:
        """Return where a movement can end, by its Speed unless said otherwise."""
        pool = spaces if spaces >= 0 else self[name].sheet.speed
        move = moving.Move(self.combat, self[name], pool, kind)
        return [self.combat.grid.name(cell) for cell in move.reach().cells]

    def cost(self, name: str, goal: str, kind: int = moving.PLAIN) -> int:
        move = moving.Move(self.combat, self[name], 20, kind)
        return move.reach().cost(self.combat.grid.read(goal))

    def hurt(self, name: str, amount: int, by: str = "", **more: bool | str) -> None:
        """Deal damage of an ability of ``by``, of nothing if nobody is named."""
        dealer = self[by].index if by else -1
        blow = taking.Damage(dealer, self[name].index, amount)
        for word, value in more.items():
            setattr(blow, word, value)
        if by:
            dealing.deal(self.combat, Use(dealer, blow.target, strike()), blow)
        else:
            taking.suffer(self.combat, blow)

    def give(self, name: str, id: str, source: int = -1) -> None:
        """Put an effect on somebody for good, whatever stands against it."""
        self[name].effects.append(Held(STATES[id], 1, source, NEVER, -1))

    def inflict(self, name: str, id: str, source: int) -> bool:
        """Inflict a status or blight as the rules do; return whether it is there now."""
        states.inflict(self.combat, None, self[name], id, source)
        return self.holds(name, id)

    def ongoing(self, name: str, id: str, source: int) -> None:
        """Make a status ongoing."""
        states.inflict(self.combat, None, self[name], id, source, ongoing=True)

    def is_ongoing(self, name: str, id: str) -> bool:
        """Return whether a status cannot be saved against: held so, or imposed by something."""
        held = self[name].carrying(id)
        return self[name].status(id) and (held is None or held.n == ONGOING)

    def grant(self, name: str, id: str, source: int, until: str) -> None:
        states.grant(self.combat, self[name], id, source, until)

    def mark(self, marker: str, name: str, id: str) -> None:
        states.mark(self.combat, self[marker], self[name], id)

    def cleanse(self, name: str) -> None:
        cleansing.cleanse(self.combat, self[name], [])

    def holds(self, name: str, id: str) -> bool:
        """Return whether an effect has been put on somebody."""
        return self[name].has_state(id)

    def has(self, name: str, id: str) -> bool:
        """Return whether an effect is on somebody, from whatever source."""
        return self[name].on(id)

    def effects(self, name: str) -> list[str]:
        """Return what has been put on somebody, in order."""
        return [held.effect.id for held in self[name].effects]

    def fell(self, who: str | int) -> None:
        """Bring somebody to 0 hit points by no one's ability."""
        index = who if isinstance(who, int) else self[who].index
        taking.suffer(self.combat, taking.Damage(-1, index, 999))

    def shove(self, by: str, name: str, spaces: int, direction: int, *, pull: bool = False) -> bool:
        """Shove or pull somebody; return whether it collided."""
        return forced.shove(self.combat, self[by], self[name], spaces, direction, pull=pull)

    def heading(self, by: str, name: str) -> int:
        """Return in which direction one would shove another."""
        return forced.heading(self.combat, self[by], -1, self[name])

    def swap(self, a: str, b: str) -> None:
        forced.swap(self.combat, self[a], self[b])

    def go_over(self, name: str) -> None:
        """Remove somebody by an edge."""
        edge.go_over(self.combat, self[name])


STRIKE = "strike b"


def fighters(a: Sheet | None = None, b: Sheet | None = None, rows: str = "A b . .") -> Table:
    hero = a if a is not None else sheet(abilities=[strike()])
    return Table(rows, A=hero, b=b if b is not None else sheet(pc=False))


def encounter_of(party: list[dict[str, object]], **more: object) -> Setup:
    foes = [{"id": "toll-brute", "at": [5, 0], "with": {"traits": ""}}]
    data: dict[str, object] = {
        "ruleset": "icon",
        "id": "test",
        "name": "Test",
        "map": {"rows": ["......", "......"], **dict(more.pop("map", {}))},  # type: ignore[call-overload]
        "side": [
            {"id": "party", "seat": "players", "members": party},
            {"id": "foes", "seat": "foes", "members": foes},
        ],
        **more,
    }
    return prepare(encounter_from(data, "test"))[1]


def begun_plainly(setup: Setup) -> IconCombat:
    made = Icon(content_library().maker.library).begin(
        setup, ScriptedDice([]), [table.Defaults()] * len(setup.seats)
    )
    assert isinstance(made, IconCombat)
    made.watched = True
    return made


class Told(Agent):
    """Answers with the keys it was given, else by default; keeps what it was asked."""

    def __init__(self, *keys: str) -> None:
        self.keys = list(keys)
        self.asked: list[str] = []

    def decide(self, choice: Choice) -> int:
        self.asked.append(choice.rule)
        known = [choice.key(answer) for answer in choice.answers()]
        if self.keys and self.keys[0] in known:
            return choice.read(self.keys.pop(0))
        return choice.fallback()


def begun_told(*keys: str, **more: object) -> tuple[IconCombat, Told]:
    data: dict[str, object] = {
        "ruleset": "icon",
        "id": "test",
        "name": "Test",
        "map": {"rows": ["........", "........", "........"]},
        "side": [
            {"id": "party", "seat": "players", "members": [{"id": "orrin-vale", "at": [0, 0]}]},
            {"id": "foes", "seat": "foes", "members": [{"id": "toll-brute", "at": [7, 0]}]},
        ],
        **more,
    }
    ruleset, setup = prepare(encounter_from(data, "test"))
    agent = Told(*keys)
    combat = ruleset.begin(setup, ScriptedDice([]), [agent] * len(setup.seats))
    assert isinstance(combat, IconCombat)
    return combat, agent


def against(*foes: dict[str, object]) -> list[dict[str, object]]:
    hero: dict[str, object] = {"id": "orrin-vale", "at": [0, 0]}
    party: dict[str, object] = {"id": "party", "seat": "players", "members": [hero]}
    return [party, {"id": "foes", "seat": "foes", "members": list(foes)}]


def hall(at: int = 1) -> Table:
    """A lever at 2,0 and a gate at 4,0, which it opens when it is worked twice."""
    table = Table("A . . . . . b", A=sheet(), b=sheet(pc=False))
    lever = Thing("object-lever", [2])
    lever.times = 2
    lever.opens = "object-gate"
    table.combat.things = [lever, Thing("object-gate", [4])]
    table.combat.worked = [0, 0]
    table.combat.move(table["A"], at)
    return table


Fields = dict[str, Any]


BLAST: Fields = {"pattern": {"shape": "blast", "size": 1, "range": 4}}


def hero(*abilities: Ability, **more: Any) -> Sheet:
    return sheet(abilities=list(abilities), **more)


def foe(*abilities: Ability, **more: Any) -> Sheet:
    return sheet(pc=False, abilities=list(abilities), **more)


def quartet(rows: str = "A B c d . .") -> Table:
    return Table(
        rows,
        A=sheet(abilities=[strike()]),
        B=sheet(abilities=[strike()]),
        c=sheet(pc=False, abilities=[strike()]),
        d=sheet(pc=False),
    )


def walker(rows: str, **more: object) -> Table:
    return Table(rows, A=sheet(**more), b=sheet(pc=False))  # type: ignore[arg-type]


def cliff(rows: str = "A . . ~ .\n. . . . .\n. . . . b") -> Table:
    return Table(rows, A=sheet(), b=sheet(pc=False))


def darter(rows: str, *more: dict[str, Any], **things: int) -> Table:
    """A hero that dashes 4 in a straight line, and then does more; ``things``: objects."""
    dash = {"op": "move", "who": "user", "kind": "dash", "spaces": 4, "straight": True}
    own = made(effect=[dash, *more])
    table = Table(rows, A=sheet(abilities=[own]), b=sheet(pc=False, abilities=[own]))
    table.combat.things = [Thing(name, [cell]) for name, cell in things.items()]
    table.combat.worked = [0] * len(things)
    return table


def neighbours(rows: str = "A b . . . .", *, mine: str = "", theirs: str = "") -> Table:
    """Two who stand side by side, with abilities of the content."""
    a = sheet(abilities=[ability(id) for id in mine.split()] or [strike()])
    b = sheet(pc=False, abilities=[ability(id) for id in theirs.split()])
    return Table(rows, A=a, b=b)


def fallen(rows: str = "A B c . .") -> Table:
    """B lies at 0 hit points."""
    table = Table(rows, A=sheet(abilities=[strike(range=3)]), B=sheet(), c=sheet(pc=False))
    table.fell(1)
    return table
