"""Plain play: better than chance, true to objectives, and of use to whoever searches."""

from __future__ import annotations

import pytest

from affray.bots import GreedyBot, RandomBot
from affray.core.choice import PASS
from affray.core.dice import SeededDice
from affray.core.grid import DIFFICULT, LOW_COVER, OPEN, Grid
from affray.core.setup import Member, Setup, SideSetup
from affray.rulesets.ingenuity.choice import act
from affray.rulesets.ingenuity.play import worth
from affray.rulesets.ingenuity.play.tactics import FEATURES, OWN, IngenuityTactics
from affray.rulesets.ingenuity.ruleset import Ingenuity
from affray.rulesets.ingenuity.state import Goal, IngenuityCombat
from tests.ingenuity.table import Table, content_library, sheet
from tests.rules import rule

ROWS = ("..........", "..o....o..", "....,,....", "..o....o..", "..........")
KINDS = {".": OPEN, ",": DIFFICULT, "o": LOW_COVER}
TEAMS = (
    ("oswin-tarr", "agnessa", "fabian"),
    ("town-guard", "goblin-shot", "grey-wolf"),
    ("boudica", "ilsabet-quill", "vesper-nal"),
    ("hill-brute", "hedge-mage"),
    ("blade-for-hire", "ash-cantor", "road-bolt"),
)
FIGHTS = 4  # of each team from each side


def mirrored(team: tuple[str, ...], seed: int, greedy: int) -> IngenuityCombat:
    """Play a team against itself, one side by chance."""
    grid = Grid(10, 5, [KINDS[one] for row in ROWS for one in row], [0] * 50)
    setup = Setup(grid, ["ours", "theirs", "gm"])
    for side, column in enumerate((0, 8)):
        zone = [x + 10 * y for x in (column, column + 1) for y in range(5)]
        setup.sides.append(SideSetup(f"side-{side}", f"Side {side}", side, zone))
        for number, id in enumerate(team):
            known = content_library().library.sheets[id]
            setup.members.append(Member(id, f"{id}-{side}{number}", side, known))
    setup.instigator = seed % 2
    ruleset = Ingenuity(content_library().library)
    plain = GreedyBot(ruleset.tactics())
    chance = RandomBot(29, seed, greedy)
    seats = [plain, chance] if greedy == 0 else [chance, plain]
    combat = ruleset.begin(setup, SeededDice(29, seed), [*seats, plain])
    assert isinstance(combat, IngenuityCombat)
    while not combat.outcome:
        combat.step()
    return combat


@rule("ingenuity/end.last-team")
def test_plain_play_beats_chance_nineteen_times_in_twenty() -> None:
    fights = [
        mirrored(team, seed, greedy).winner == greedy
        for team in TEAMS
        for seed in range(FIGHTS)
        for greedy in (0, 1)
    ]
    assert sum(fights) * 20 >= 19 * len(fights)


@pytest.mark.parametrize("name", FEATURES[:OWN])
def test_a_position_seen_from_the_other_side_is_its_opposite(name: str) -> None:
    table = Table("A . b", A=sheet(["spear"], fate=2, health=14), b=sheet(stamina=3, focus=2))
    table.combat.goals = [Goal("rounds-survived", 0, [], [], 4)]
    table.give("b", "bleeding", 2)
    table.give("A", "blessed", 1)
    table["b"].prone = True
    own = IngenuityTactics().features(table.combat, 0)
    other = IngenuityTactics().features(table.combat, 1)
    number = FEATURES.index(name)
    assert own[number] == -other[number]
    assert own[number] > 0 or name in ("characters", "endurance")


def test_the_answers_worth_thinking_about_begin_with_the_plain_one() -> None:
    table = Table("A b", A=sheet(["spear"]), b=sheet())
    table.begin_turn("A")
    asked = act.Act(table.combat, table["A"], True)
    asked.combat = table.combat
    tactics = IngenuityTactics()
    found = tactics.likely(asked, 4)
    assert asked.key(found[0]) == "attack b with spear"
    assert len(found) == len(set(found)) == 4
    assert all(answer in asked.answers() for answer in found)
    assert found[0] != PASS


def test_who_wants_out_moves_on_where_there_is_little_to_strike_at() -> None:
    table = Table("A b . . .", A=sheet(["spear"]), b=sheet(physical=9))
    table.combat.goals = [Goal("reached", 0, [], [4], 1)]
    table.begin_turn("A")
    asked = act.Act(table.combat, table["A"], True)
    asked.combat = table.combat
    assert asked.key(IngenuityTactics().answer(asked)) == "move"


def wanted(table: Table, name: str) -> str:
    """Return what a plain player does in somebody's turn."""
    table.begin_turn(name)
    asked = act.Act(table.combat, table[name], True)
    asked.combat = table.combat
    return asked.key(IngenuityTactics().answer(asked))


@pytest.mark.parametrize(("far", "key"), [(10, "shoot b with medium-shield"), (11, "guard")])
def test_a_plain_player_counts_what_a_throw_and_its_distance_cost(far: int, key: str) -> None:
    """At 11 m the third band of 5 begins; the shield is not worth parting with for that chance."""
    one = sheet(shields=["medium-shield"])
    table = Table("A " + ". " * (far - 1) + "b", A=one, b=sheet(evasion=9))
    assert wanted(table, "A") == key


@rule("ingenuity/condition.hidden")
def test_where_all_enemies_are_hidden_plain_play_looks_for_them_in_the_middle() -> None:
    table = Table("A . . . . . b", A=sheet(["dagger"]), b=sheet())
    unit, foe = table["A"], table["b"]
    look = worth.look_of(table.combat, unit)
    assert [one.name for one in look.enemies()] == ["b"]
    foe.hidden |= 1 << unit.index
    look = worth.look_of(table.combat, unit)
    assert look.enemies() == []
    values = [worth.of_place(look, cell) for cell in range(7)]
    assert values.index(max(values)) == 3  # whichever end it hides at


@rule("ingenuity/condition.hidden")
def test_a_plain_player_aims_no_area_at_who_is_hidden_and_spares_nobody_it_does_not_see() -> None:
    table = Table("A . . . . . b", A=sheet(["dagger"]), b=sheet())
    unit, foe = table["A"], table["b"]
    fireball = next(one for one in table.combat.library.powers if one.works == "fireball")
    assert worth.of_areas(table.combat, unit, fireball)[6] == 4
    assert worth.near_enemies(table.combat, unit)
    foe.hidden |= 1 << unit.index
    assert worth.of_areas(table.combat, unit, fireball)[6] == 0
    assert not worth.near_enemies(table.combat, unit)
