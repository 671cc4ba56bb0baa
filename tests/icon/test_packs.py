"""Packs for ICON: characters, creatures, jobs, abilities, statuses, marks of one's own."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from affray.bots import seated
from affray.content import encounter_from
from affray.content.pack import pack_schema
from affray.core.choice import Absent, Agent
from affray.core.dice import ScriptedDice, SeededDice
from affray.core.errors import InvalidError
from affray.core.ruleset import Ruleset
from affray.core.setup import Setup
from affray.encounters.prepare import check_pack, library_of, prepare, roster_of
from affray.rulesets.icon import actions
from affray.rulesets.icon.action import legal, using
from affray.rulesets.icon.attack import targeting
from affray.rulesets.icon.condition import states, traits
from affray.rulesets.icon.content.library import IconContentLibrary
from affray.rulesets.icon.damage import taking
from affray.rulesets.icon.sheet import Sheet
from affray.rulesets.icon.state import IconCombat
from affray.rulesets.icon.terms import NORMAL
from affray.state import snapshot
from tests.rules import rule

RIVER = """
ruleset = "icon"
id = "river-folk"
name = "River Folk"

[[status]]
id = "soaked"
name = "Soaked"
attack_curses = 2
max_range = 3
damage_dealt_minus = 1
text = "Two curses, no sight beyond 3, 1 less damage."

[[mark]]
id = "netted"
attack_boons_against = 2
ongoing_status = "soaked"
text = "Two boons against it, and soaked while it lasts."

[[stance]]
id = "undertow"
aura = { range = 2, who = "allies", grants = "sturdy" }
forbids = ["dash"]
ends_on = ["moves"]

[[trait]]
id = "river-born"
name = "River-born"
ignores = ["difficult"]
armor = 2
armor_plus = 1
grants = ["counter"]

[[relic]]
id = "otter-tooth"
name = "Otter tooth"
start_of_combat = [{ op = "grant", effect = "evasion", who = "user", until = "combat" }]

[[summon]]
id = "eddy"
name = "Eddy"
on = "a foe of its summoner starts its turn adjacent to it"
effect = [{ op = "damage", amount = 2, pierce = true, who = "triggerer" }]

[[class]]
id = "warden"
name = "Warden"
health = [6, 7, 8]
defense = 8
armor = [0, 1, 1]
speed = 4
attack_bonus = [1, 2, 3]
fray = [2, 2, 3]
die = 8
damage_type = "physical"
basic_melee_range = 1
basic_ranged_range = 4
traits = ["river-born"]
gambit_benefit = "gambit-calm"

[[class_job]]
id = "ferrier"
name = "Ferrier"
class = "warden"
traits = []
limit_break = "flood"
abilities = ["cast-net", "eddy-call", "stand-in-the-stream", "oar-sweep"]

[[ability]]
id = "cast-net"
name = "Cast Net"
job = "ferrier"
cost = 1
tags = ["mark"]
target = { who = "foe", range = 4, count = 2 }
effect = [{ op = "damage", amount = 1 }, { op = "mark", mark = "netted" }]
talent_1 = { text = "Range 6.", mods = [{ mod = "range", n = 2 }] }

[[ability]]
id = "eddy-call"
name = "Eddy Call"
job = "ferrier"
cost = 1
effect = [{ op = "summon", summon = "eddy", where = "free-space", range = 3, count = 2 }]

[[ability]]
id = "stand-in-the-stream"
name = "Stand in the Stream"
job = "ferrier"
cost = 0
tags = ["stance"]
target = { who = "self" }
effect = [{ op = "stance", stance = "undertow" }]

[[ability]]
id = "oar-sweep"
name = "Oar Sweep"
job = "ferrier"
cost = 2
tags = ["attack", "melee"]
attack = { mode = "melee" }
pattern = { shape = "arc", size = 2 }
hit = [{ op = "damage", level = "heavy" }, { op = "status", status = "soaked", save = true }]
miss = [{ op = "damage", level = "fray" }]
area = [{ op = "shove", spaces = 1, who = "area-foes" }]

[[ability]]
id = "flood"
name = "Flood"
job = "ferrier"
cost = 2
resolve = 3
tags = ["limit-break", "delay"]
pattern = { shape = "blast", size = 1, range = 4 }
effect = [{ op = "terrain", kind = "difficult", where = "area", until = "combat" }]
master = { text = "Blast 2.", mods = [{ mod = "size", n = 1 }] }

[[role]]
id = "lurker"
health = [4, 5, 6]
speed = 5
defense = 8
armor = [0, 0, 1]
attack_bonus = [1, 2, 3]
fray = [1, 1, 2]
die = 8
damage_type = "magical"
effects = ["dodge"]

[[creature]]
id = "pike-lurker"
name = "Pike Lurker"
role = "lurker"
speed = 3
armor = [1, 1, 1]
traits = ["river-born"]

[[creature.ability]]
id = "snap"
name = "Snap"
cost = 1
tags = ["attack", "melee"]
attack = { mode = "melee", range = 1 }
hit = [{ op = "damage", level = "light" }, { op = "status", status = "soaked" }]
miss = [{ op = "damage", level = "fray" }]

[[character]]
id = "una-weir"
name = "Una Weir"
level = 3
jobs = ["ferrier"]
current_job = "ferrier"
learned = ["cast-net", "eddy-call", "stand-in-the-stream", "oar-sweep"]
talents = [{ ability = "cast-net", tier = 1 }]
active = ["cast-net", "eddy-call", "stand-in-the-stream", "oar-sweep"]
limit_break = "flood"
relics = ["otter-tooth"]
"""


def saved(folder: Path, text: str, name: str = "river.toml") -> Path:
    path = folder / name
    path.write_text(text, "utf-8")
    return path


@pytest.fixture
def river(tmp_path: Path) -> Path:
    return saved(tmp_path, RIVER)


def ready(*packs: Path, foes: tuple[str, ...] = ("pike-lurker",)) -> tuple[Ruleset, Setup]:
    foe = [{"id": id, "at": [3 + n, 1]} for n, id in enumerate(foes)]
    data: dict[str, Any] = {
        "ruleset": "icon",
        "id": "weir",
        "name": "The weir",
        "map": {"rows": ["........", "........", "........"]},
        "side": [
            {"id": "party", "members": [{"id": "una-weir", "at": [0, 1]}]},
            {"id": "foes", "members": foe},
        ],
    }
    return prepare(encounter_from(data, "weir.toml", roster_of(packs)), packs)


def begun(path: Path, dice: str = "", **more: Any) -> IconCombat:
    ruleset, setup = ready(path, **more)
    faces = [(int(one.split(":")[0]), int(one.split(":")[1])) for one in dice.split()]
    combat = ruleset.begin(setup, ScriptedDice(faces), [Absent()] * len(setup.seats))
    assert isinstance(combat, IconCombat)
    combat.phase = NORMAL
    combat.round = 1
    return combat


def act(combat: IconCombat, who: int, key: str) -> None:
    unit = combat.units[who]
    combat.active = who
    unit.actions = 2
    code = next(
        one for one in legal.possible(combat, unit) if actions.key(combat, unit, one) == key
    )
    using.take_action(combat, unit, code)


# ---- what a pack adds ----------------------------------------------------------------------------


@rule("icon/sheet.current-job", "icon/damage.armor-highest", "icon/sheet.hp-max")
def test_a_character_of_a_packs_own_class_follows_the_rules_of_sheets(river: Path) -> None:
    _, setup = ready(river)
    una = setup.members[0].sheet
    assert isinstance(una, Sheet)

    assert (una.hp, una.defense, una.speed, una.die, una.fray) == (24, 8, 4, 8, 2)
    assert una.whole_armor() == 3
    assert una.gives("counter")


@rule("icon/foe.role-statistics")
def test_a_creature_takes_its_role_and_changes_it(river: Path) -> None:
    foe = ready(river)[1].members[0 + 1].sheet
    assert isinstance(foe, Sheet)

    assert (foe.hp, foe.speed, foe.armor, foe.die, foe.type) == (16, 3, 1, 8, "magical")
    assert foe.gives("dodge")


@rule("icon/setup.start-state", "icon/effect.evasion")
def test_a_relic_of_a_pack_acts_at_the_start(river: Path) -> None:
    assert begun(river).units[0].on("evasion")


@rule("icon/effect.mark", "icon/status.ongoing", "icon/roll.curse-highest")
def test_a_mark_of_a_pack_imposes_its_status_on_several_targets(river: Path) -> None:
    combat = begun(river, foes=("pike-lurker", "toll-brute"))
    _, pike, brute = combat.units

    act(combat, 0, "cast-net pike-lurker")

    assert pike.holds("netted")
    assert not brute.holds("netted"), "one mark of an ability at a time"
    assert pike.status("soaked")
    assert sum([one.curses for one in pike.statuses()]) == 2
    assert targeting.blinded(combat, pike, pike.sheet.abilities[0], 9) == 3
    states.end_mark(combat, pike, pike.effects[0])
    assert not pike.status("soaked")


@rule("icon/status.weakened", "icon/damage.order")
def test_a_status_of_a_pack_changes_damage(river: Path) -> None:
    combat = begun(river)
    una, pike = combat.units
    assert states.inflict(combat, None, pike, "soaked", 0)
    blow = taking.Damage(pike.index, una.index, 9)

    taking.reduce(combat, None, blow)
    assert blow.amount == 8 - una.sheet.whole_armor()


@rule("icon/effect.stance", "icon/effect.aura")
def test_a_stance_of_a_pack_lends_forbids_and_ends(river: Path) -> None:
    combat = begun(river)
    act(combat, 0, "stand-in-the-stream")
    una = combat.units[0]

    assert una.stance() == "stance-undertow"
    assert states.forbidden(una, "dash")
    assert not combat.has(una, "sturdy"), "for allies"
    states.stance_ends(combat, una, "moves")
    assert una.stance() == ""


@rule("icon/effect.summon")
def test_summons_of_a_pack_stand_and_act(river: Path) -> None:
    combat = begun(river)
    combat.agents = [First()] * len(combat.agents)
    act(combat, 0, "eddy-call")

    assert [one.summon for one in combat.patches] == ["eddy", "eddy"]
    pike = combat.units[1]
    combat.move(pike, combat.patches[0].cell + 1)
    before = pike.hp
    traits.act_of(combat, combat.patches[0], pike)
    assert pike.hp == before - 2


class First(Agent):
    """Takes the first thing there is to take."""

    def decide(self, choice: Any) -> int:
        return int(choice.answers()[-1] if len(choice.answers()) > 1 else choice.fallback())


@rule("icon/action.delay", "icon/resource.limit-break-cost")
def test_a_delayed_limit_break_of_a_pack(river: Path) -> None:
    combat = begun(river)
    una = combat.units[0]
    una.resolve = 3

    act(combat, 0, "flood")

    assert (una.resolve, una.must_slow, len(una.delays), sum(combat.floor)) == (0, True, 1, 0)
    assert len(una.delays[0].cells) in (4, 6, 9)


def test_a_fight_with_a_pack_is_played_saved_and_told(river: Path) -> None:
    ruleset, setup = ready(river, foes=("pike-lurker", "pike-lurker", "toll-brute"))
    for seed in range(6):
        seats = [
            seated(name, ruleset.tactics(), seed, 0, place)
            for place, name in enumerate(["noisy", "noisy", "default"])
        ]
        combat = ruleset.begin(setup, SeededDice(seed), seats[: len(setup.seats)])
        assert isinstance(combat, IconCombat)
        template = combat.clone()
        while not combat.outcome:
            combat.step()
            assert combat.recount() == ""
            data = json.loads(json.dumps(snapshot.save(combat, ruleset)))
            assert snapshot.load(template, data, ruleset).key() == combat.key()
    assert "soaked" in ruleset.result_names()
    assert len(ruleset.result(combat, 0)) == len(ruleset.result_names())


def test_without_the_pack_its_members_are_unknown() -> None:
    with pytest.raises(InvalidError, match="una-weir"):
        ready()


def test_the_content_without_packs_is_not_changed_by_them(river: Path) -> None:
    usual = library_of("icon", ())
    own = library_of("icon", [river])
    assert isinstance(usual, IconContentLibrary)
    assert isinstance(own, IconContentLibrary)

    assert "soaked" in own.maker.library.states
    assert "soaked" not in usual.maker.library.states


def test_a_pack_is_summed_up_and_its_foes_priced(river: Path) -> None:
    text, notes = check_pack(river)

    assert text.startswith("River Folk, icon, 1 character, 1 creature, 5 abilities")
    assert "1 points" in notes[0]


def test_the_schema_of_a_pack_names_its_tables() -> None:
    tables = pack_schema("icon")["properties"]
    assert isinstance(tables, dict)

    wanted = {"ability", "status", "mark", "stance", "trait", "relic", "summon", "class"}
    assert wanted | {"class_job", "role", "creature", "character"} <= set(tables)


# ---- what is refused -----------------------------------------------------------------------------

REFUSED = [
    ('id = "soaked"', 'id = "slow"', "status[0].id", "Affray has it already"),
    ("attack_curses = 2", "attack_curse = 2", "status[0].attack_curse", "attack_curses"),
    ('ongoing_status = "soaked"', 'ongoing_status = "soked"', "mark[0]", "did you mean soaked"),
    ('grants = "sturdy"', 'grants = "sturdi"', "stance[0].aura", "did you mean sturdy"),
    ('class = "warden"', 'class = "wardn"', "class_job[0].class", "did you mean warden"),
    ('mark = "netted"', 'mark = "neted"', "ability[0].effect[1].mark", "did you mean netted"),
    ('op = "summon", summon', 'op = "sumon", summon', "ability[1].effect[0].op", "summon"),
    ('tags = ["mark"]', 'tags = ["makr"]', "ability[0].tags", "mark"),
    ('tags = ["limit-break", "delay"]', 'tags = ["delay"]', "ability[4].resolve", "limit-break"),
    ('{ op = "damage", amount = 1 }', '{ op = "damage" }', "ability[0].effect[0]", "level"),
    ('role = "lurker"', 'role = "lurk"', "creature[0].role", "did you mean lurker"),
    ("level = 3", "level = 13", "character[0]", "sheet.level-range"),
    ("level = 3", "level = 1", "character[0]", "sheet.learning-budget"),
    ('limit_break = "flood"\nrelics', 'limit_break = "kiln-sky"\nrelics', "character[0]", "limit"),
    ('"otter-tooth"]', '"otter"]', "character[0].relics", "relic"),
    ('attack = { mode = "melee" }\npattern', "pattern", "ability[3]", "an attack with it"),
    ("cost = 2\nresolve", "cost = 3\nresolve", "ability[4].cost", "2"),
    ("cost = 2\ntags", "cost = 1\nuses_move = true\ntags", "ability[3].cost", "cost-types"),
    ('op = "grant", effect = "evasion"', 'op = "shove", spaces = 1', "relic[0].start", "grant"),
    ('mode = "melee", range = 1', 'mode = "ranged"', "creature[0].ability[0].attack", "range"),
]


@rule("icon/attack.melee-and-ranged")
def test_a_melee_attack_without_a_number_has_range_1(tmp_path: Path) -> None:
    text = RIVER.replace('mode = "melee", range = 1', 'mode = "melee"')
    found = library_of("icon", [saved(tmp_path, text)])
    assert isinstance(found, IconContentLibrary)

    one = found.maker.library.sheets["pike-lurker 1"].abilities[0]

    assert (one.attack, one.range) == ("melee", 1)


@pytest.mark.parametrize(("old", "new", "place", "what"), REFUSED)
def test_what_does_not_fit_is_refused_by_its_place(
    tmp_path: Path, old: str, new: str, place: str, what: str
) -> None:
    assert old in RIVER
    with pytest.raises(InvalidError) as fault:
        library_of("icon", [saved(tmp_path, RIVER.replace(old, new, 1))])

    lines = [line for line in fault.value.problems if place in line]
    assert lines, fault.value.problems
    assert any(what in line for line in lines), lines
    assert all(line.startswith("river.toml") for line in fault.value.problems)
