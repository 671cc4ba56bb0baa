"""Plain players are sensible: they beat random ones, end every encounter, and know what counts."""

from __future__ import annotations

from typing import Any

import pytest

from affray.bots import finish, seated
from affray.bots.registry import LEVELS
from affray.bots.thinking import THINKING
from affray.content import load_encounter
from affray.content.library import encounter_from
from affray.core.choice import PASS
from affray.core.combat import Combat
from affray.core.dice import ScriptedDice, SeededDice
from affray.core.ruleset import Ruleset
from affray.core.setup import Objective, Setup
from affray.encounters.prepare import prepare
from affray.rulesets.icon.action import legal, using
from affray.rulesets.icon.movement import moving
from affray.rulesets.icon.play.tactics import FEATURES, IconTactics
from tests.icon.table import Table, ability, sheet, strike

ENCOUNTERS = (
    "bell-and-spark",
    "drowned-crown",
    "ferry-cliff-fight",
    "hold-the-gate",
    "tollgate-ambush",
)
FOES = (
    "toll-brute",
    "ditch-piker",
    "gutter-marten",
    "vial-flinger",
    "drum-corporal",
    "spark-adept",
    "rime-whelp",
    "glasswing",
    "siege-slinger",
    "ragged-scrapper",
)
ROWS = [
    "..............",
    "....,,..,,....",
    "..1...AA...1..",
    "..............",
    "....^....^....",
    "..1...AA...1..",
    "....,,..,,....",
    "..............",
]
LEFT = ([1, 1], [1, 3], [1, 5], [0, 7])
RIGHT = ([12, 1], [12, 3], [12, 5], [13, 7])


def mirrored(first: int) -> tuple[Ruleset, Setup]:
    """The same four creatures on both sides of a field that is its own mirror image."""
    names = [FOES[(first + 3 * n) % len(FOES)] for n in range(4)]

    def side(id: str, seat: str, cells: Any) -> dict[str, object]:
        members = [{"id": name, "at": at} for name, at in zip(names, cells, strict=True)]
        return {"id": id, "seat": seat, "members": members}

    wall = {"height": 1, "hp": 10, "text": "a wall"}
    data: dict[str, object] = {
        "ruleset": "icon",
        "id": "mirror",
        "name": "Mirror",
        "round_limit": 20,
        "map": {"rows": ROWS, "legend": {"A": wall}},
        "side": [side("party", "players", LEFT), side("foes", "foes", RIGHT)],
    }
    return prepare(encounter_from(data, "mirror"))


def played(ruleset: Ruleset, setup: Setup, seed: int, *names: str) -> Combat[Any]:
    tactics = ruleset.tactics()
    agents = [seated(name, tactics, seed, 0, place) for place, name in enumerate(names)]
    combat = ruleset.begin(setup, SeededDice(seed), agents)
    finish(combat, 20_000)
    return combat


def test_greedy_beats_random_at_least_19_times_in_20() -> None:
    won = 0
    for seed in range(20):
        ruleset, setup = mirrored(seed)
        won += played(ruleset, setup, seed, "greedy", "random", "default").winner == 0
        won += played(ruleset, setup, seed, "random", "greedy", "default").winner == 1

    assert won >= 38


QUICK = [name for name in LEVELS if name not in [level.name for level in THINKING]]


@pytest.mark.parametrize("name", QUICK)
@pytest.mark.parametrize("encounter", ENCOUNTERS)
def test_every_bot_plays_every_encounter_to_its_end(encounter: str, name: str) -> None:
    ruleset, setup = prepare(load_encounter(f"icon/{encounter}"))

    combat = played(ruleset, setup, 3, name, name, "default")

    assert combat.outcome


@pytest.mark.parametrize("encounter", ENCOUNTERS)
def test_players_that_think_play_on_in_every_encounter(encounter: str) -> None:
    ruleset, setup = prepare(load_encounter(f"icon/{encounter}"))
    tactics = ruleset.tactics()
    agents = [seated("steady", tactics, 3, 0, seat) for seat in range(len(setup.seats))]
    combat = ruleset.begin(setup, SeededDice(3), agents)

    assert finish(combat, 12) == 12


def asked(table: Table, name: str) -> legal.Act:
    table.offered(name)
    one = legal.Act(table.combat, table[name])
    one.combat = table.combat
    return one


def plain(table: Table, name: str) -> str:
    act = asked(table, name)
    return act.key(IconTactics().answer(act))


def test_they_fell_who_can_be_felled() -> None:
    table = Table("b A c", A=sheet(abilities=[strike()]), b=sheet(pc=False), c=sheet(pc=False))
    table["c"].hp = 3

    assert plain(table, "A").endswith(" c")


def test_they_rescue_the_fallen() -> None:
    table = Table("A B . . . c", A=sheet(), B=sheet(), c=sheet(pc=False))
    table.fell(1)

    assert plain(table, "A") == "rescue B"


def test_they_close_in_to_strike() -> None:
    table = Table("A . . . b", A=sheet(), b=sheet(pc=False))
    assert plain(table, "A") == "move"

    move = moving.Move(table.combat, table["A"], 4, moving.PLAIN)
    there = moving.MoveTo(move)
    there.combat = table.combat

    assert there.key(IconTactics().answer(there)) == "move 3,0"


def test_archers_step_back_from_who_is_next_to_them() -> None:
    one = sheet(abilities=[ability("guttering-dart")])
    table = Table(". . . A b", A=one, b=sheet(pc=False))

    move = moving.Move(table.combat, table["A"], 4, moving.PLAIN)
    there = moving.MoveTo(move)
    there.combat = table.combat

    assert plain(table, "A") == "move"
    assert there.key(IconTactics().answer(there)) in ("move 1,0", "move 2,0")


def test_they_lay_areas_over_foes_and_not_over_friends() -> None:
    rows = "A . . . . .\n. . . b . .\n. C . . b ."
    table = Table(rows, A=sheet(abilities=[ability("snare-loop", 2)]), C=sheet(), b=sheet(pc=False))
    table.combat.move(table["b"], 15)
    act = asked(table, "A")

    value = IconTactics().worth(table.combat, table["A"], act.read("snare-loop"))

    assert value > 1


def test_they_pass_by_a_foe_at_an_edge_if_they_can_push_it_over() -> None:
    table = Table(
        "~ b A c .", A=sheet(abilities=[ability("gate-kick")]), b=sheet(pc=False), c=sheet(pc=False)
    )

    assert plain(table, "A") == "gate-kick b"


def test_they_go_for_what_wins() -> None:
    table = Table(". . . b A . . .", A=sheet(speed=3), b=sheet(pc=False))
    table.combat.objectives = [Objective("reached", 0, True, None, [7], 1)]
    move = moving.Move(table.combat, table["A"], 3, moving.DASH)
    there = moving.MoveTo(move)
    there.combat = table.combat

    assert there.key(IconTactics().answer(there)) == "move 7,0"


def test_features_are_differences_and_count_objectives() -> None:
    table = Table("A . b", A=sheet(), b=sheet(pc=False))
    table.combat.objectives = [Objective("hold", 0, True, None, [0], 1)]
    table.combat.kept = [2]
    table["b"].hp = 8
    tactics = IconTactics()

    found = dict(zip(FEATURES, tactics.features(table.combat, 0), strict=True))
    other = tactics.features(table.combat, 1)

    seen = (found["standing"], found["hit points"], found["objectives"])
    # two rounds held of one, and half of what it counts that A is there and b is near
    assert seen == pytest.approx((0.0, (table["A"].hp - 8) / 20, 2.0 + 0.5 * (0.5 - 0.25)))
    assert other == [-one for one in found.values()]
    assert tactics.feature_names() == list(FEATURES)


def test_likely_answers_begin_with_the_plain_one() -> None:
    table = Table("A . b", A=sheet(), b=sheet(pc=False))
    act = asked(table, "A")
    tactics = IconTactics()

    found = tactics.likely(act, 4)

    assert found[0] == tactics.answer(act)
    assert len(found) == len(set(found)) == 4
    assert PASS not in found[:1]


def test_they_lay_whom_they_attack_last() -> None:
    table = Table(
        ". . . .\n. A b .\n. . . .", A=sheet(abilities=[ability("ribbon-sweep")]), b=sheet(pc=False)
    )
    combat = table.combat
    agent = seated("greedy", IconTactics(), 1, 0, 0)
    combat.agents = [agent] * 3
    table.offered("A")
    scripted = ScriptedDice([(20, 19), (6, 3), (6, 3), (20, 10)])
    combat.dice = scripted
    act = asked(table, "A")

    using.take_action(combat, table["A"], act.read("ribbon-sweep"))

    assert table["b"].hp == 22
