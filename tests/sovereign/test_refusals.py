"""Whatever is refused in a turn is refused with its rule and in words."""

from __future__ import annotations

import pytest

from affray.bots import seated
from affray.content import list_encounters, load_encounter
from affray.core.choice import Absent, Agent, Choice
from affray.core.dice import SeededDice
from affray.core.grid import EDGE_SHEER
from affray.encounters.prepare import prepare
from affray.rulesets.sovereign import actions, turn
from affray.rulesets.sovereign.action import legality
from affray.rulesets.sovereign.choice.acting import Act
from affray.rulesets.sovereign.choice.moving import MoveTo
from affray.rulesets.sovereign.condition import FLYING, give
from affray.rulesets.sovereign.movement.ways import CHARGE, RUN, SCREEN, Way
from affray.rulesets.sovereign.text import refusals
from tests.rules import rule
from tests.sovereign.table import Table, body, strike


@rule("sovereign/melee.range", "sovereign/ranged.max-range")
def test_who_is_too_far_away_is_told_in_feet() -> None:
    spear = strike("hand-spear", far=(2, 3), thrown=True)
    table = Table("A . . . b", A=body(strike(), spear), b=body())
    table.turn_of("A")
    act = Act(table.combat, table["A"], held=False)

    assert act.why_not("attack b with sword") == (
        "melee.range",
        "B is 20 ft away, and sword reaches 5 ft",
    )
    assert act.why_not("attack b with hand-spear") == (
        "ranged.max-range",
        "B is 20 ft away, and hand spear reaches 15 ft",
    )


@rule("sovereign/charge.minimum")
def test_a_charge_without_room_is_refused_with_the_distance_of_its_rule() -> None:
    table = Table("# # #\n# A #\n# # #\nb . .", A=body(strike()), b=body())
    table.turn_of("A")
    act = Act(table.combat, table["A"], held=False)

    fact = "there is no straight way of at least 5 ft to charge"
    assert act.why_not("charge") == ("charge.minimum", fact)


def test_where_nobody_beside_one_sleeps_that_is_why_nobody_is_roused() -> None:
    table = Table("A B c", A=body(), B=body(), c=body())
    table.turn_of("A")
    act = Act(table.combat, table["A"], held=False)

    assert act.why_not("rouse B") == ("skill.action", "nobody beside it sleeps")


@rule("sovereign/charge.attack")
def test_at_the_end_of_a_charge_a_bow_is_refused_with_the_reason() -> None:
    bow = strike("bow", far=(9, 9))
    table = Table("A . . . . b", A=body(strike(), bow), b=body())
    table["b"].main = False
    seen: list[tuple[str, str]] = []

    class Asking(Agent):
        def decide(self, choice: Choice) -> int:
            if choice.kind == "action":
                return choice.read("charge")
            if choice.kind == "move":
                return choice.read("move 4,0" if "move 4,0" in keys(choice) else "stay")
            if choice.rule == "charge.attack":
                seen.append(choice.why_not("b with bow"))
                seen.append(choice.why_not("shove b with bow"))
                seen.append(choice.why_not("b with sword"))
                return choice.read("no attack")
            return choice.fallback()

    table.turn_of("A")
    table.combat.agents = [Asking()] * 4
    turn.go_on(table.combat, table["A"])

    no = ("charge.attack", "one ends a charge with a melee attack or a throw")
    assert seen == [no, no, ("", "")]


def keys(choice: Choice) -> list[str]:
    return [choice.key(one) for one in choice.answers()]


class Doubting(Agent):
    """Plays as another, and asks of everything that one may think of why it is refused."""

    def __init__(self, inner: Agent) -> None:
        self.inner = inner
        self.wordless: set[tuple[str, int]] = set()
        self.questions = 0

    def decide(self, choice: Choice) -> int:
        if isinstance(choice, Act) and self.questions < 40:
            self.questions += 1
            for code in choice.thinkable():
                no = legality.forbids(choice.state, choice.unit, code, held=choice.held)
                if no and refusals.why(choice.state, choice.unit, code, no) == refusals.UNKNOWN:
                    self.wordless.add((no, actions.verb_of(code)))
        return self.inner.decide(choice)


@pytest.mark.parametrize("name", [f"sovereign/{one.id}" for one in list_encounters("sovereign")])
def test_every_refusal_has_its_words(name: str) -> None:
    ruleset, setup = prepare(load_encounter(name))
    combat = ruleset.begin(setup, SeededDice(5), [Absent() for _ in setup.seats])
    agents = [
        Doubting(seated("noisy", ruleset.tactics(), 5, 0, seat)) for seat in range(len(setup.seats))
    ]
    combat.agents = list(agents)

    for _ in range(150):
        if combat.outcome:
            break
        combat.step()

    assert sum(one.questions for one in agents) >= 10
    assert set().union(*[one.wordless for one in agents]) == set()


# ---- where to go


def why(table: Table, key: str, mode: int = RUN) -> tuple[str, str]:
    table.turn_of("A")
    return MoveTo(Way(table.combat, table["A"], mode)).why_not(key)


@rule("sovereign/grid.enemies-block")
def test_a_way_through_an_enemy_is_refused_with_who_stands_there() -> None:
    table = Table("A b . .\n. . . .", A=body(), b=body())

    there = ("grid.enemies-block", "B stands there and bars the way")
    assert why(table, "move 1,0 2,0") == there
    assert why(table, "move 1,0") == there
    assert why(table, "move 1,0", CHARGE) == there
    assert why(table, "move 2,0", CHARGE) == there


@rule("sovereign/grid.impassable", "sovereign/grid.no-corner-cutting")
def test_a_wall_is_told_from_the_corner_that_it_has() -> None:
    table = Table("A # . .\n. . . b", A=body(), b=body())

    wall = ("grid.impassable", "the square is filled by a wall or something as solid")
    assert why(table, "move 1,0 2,0") == wall
    assert why(table, "move 1,0") == wall
    assert why(table, "move 1,0", CHARGE) == wall
    corner = ("grid.no-corner-cutting", "the step would cut the corner of a wall")
    assert why(table, "move 1,1 2,1") == corner
    assert why(table, "move 1,1", CHARGE) == corner


@rule("sovereign/grid.no-corner-cutting")
def test_the_corner_that_an_enemy_holds_is_told_with_its_name() -> None:
    table = Table("A b .\n. . .", A=body(), b=body())

    told = ("grid.no-corner-cutting", "the step would cut the corner that B holds")
    assert why(table, "move 1,1 2,1") == told
    assert why(table, "move 1,1 2,0") == told
    table["b"].prone = True
    assert why(table, "move 1,1 2,1") == ("", "")


@rule("sovereign/grid.ledges", "sovereign/run.rate")
def test_a_climb_that_takes_more_than_is_left_is_told_with_what_it_takes() -> None:
    table = Table("A . . b", heights="20 0 0 0", A=body(), b=body())

    climb = ("grid.ledges", "it takes 45 ft of movement, and 30 ft are left")
    assert why(table, "move 1,0") == climb
    assert why(table, "move 1,0 2,0") == (
        climb[0],
        "it takes 50 ft of movement, and 30 ft are left",
    )
    far = Table(". " * 8 + "A " + ". " * 8 + "b", A=body(), b=body())
    assert why(far, "move 0,0") == ("run.rate", "it takes 40 ft of movement, and 30 ft are left")
    assert why(far, "move 0,0", CHARGE) == ("", "")
    sheer = Table("A . . b", heights="5 0 0 0", A=body(), b=body())
    sheer.combat.grid.edges = ((0, 1, EDGE_SHEER),)
    told = ("grid.ledges", "the face between the squares cannot be climbed")
    assert why(sheer, "move 1,0") == why(sheer, "move 1,0 2,0") == told


@rule("sovereign/grid.difficult", "sovereign/grid.pass-fallen")
def test_difficult_ground_that_is_too_dear_is_told_as_such() -> None:
    body_on_it = Table("A . . . . c . b", A=body(), b=body(), c=body())
    body_on_it["c"].prone = True
    ground = Table("A . . . . , . b", A=body(), b=body())
    for table in (body_on_it, ground):
        told = ("run.rate", "it takes 35 ft of movement, and 30 ft are left")
        assert why(table, "move 1,0 2,0 3,0 4,0 5,0 6,0") == why(table, "move 6,0") == told
        way = Way(table.combat, table["A"], RUN)
        way.spent = 1
        told = ("grid.difficult", "it takes 30 ft of movement, and 25 ft are left")
        assert MoveTo(way).why_not("move 5,0") == told


@rule("sovereign/grid.barriers")
def test_a_barrier_between_two_squares_is_told_as_such() -> None:
    high = [(4, 0, 0, 5, 5, 9)]
    table = Table("A . . b\n. . . .", solids=high, A=body(), b=body())
    assert why(table, "move 1,0 2,0") == (
        "grid.barriers",
        "what stands between the squares cannot be crossed",
    )
    assert why(table, "move 1,1 2,1") == (
        "grid.barriers",
        "the step would cut past the end of what cannot be crossed",
    )
    low = Table("A . . . . . . b", solids=[(29, 0, 0, 30, 5, 4)], A=body(), b=body())
    assert why(low, "move 6,0") == (
        "grid.barriers",
        "it takes 40 ft of movement, and 30 ft are left",
    )


@rule("sovereign/grid.pass-allies", "sovereign/grid.pass-fallen")
def test_where_one_may_pass_and_not_stop_it_is_told_who_is_there() -> None:
    table = Table("A C b .", A=body(), C=body(), b=body())
    table["b"].prone = True

    ally = ("grid.pass-allies", "C is there: one may pass, and not stop")
    fallen = ("grid.pass-fallen", "B is there: one may pass, and not stop")
    assert why(table, "move 1,0") == ally
    assert why(table, "move 1,0 2,0") == why(table, "move 2,0") == fallen
    assert why(table, "move 1,0", CHARGE) == ally


@rule("sovereign/screen.action")
def test_to_screen_one_ends_beside_an_ally() -> None:
    table = Table("C A . . b", A=body(), C=body(), b=body())

    told = ("screen.action", "no ally is beside it")
    assert why(table, "move 2,0 3,0", SCREEN) == why(table, "move 3,0", SCREEN) == told


@rule("sovereign/grid.steps", "sovereign/grid.map-edge")
def test_what_is_shut_in_off_the_map_or_leapt_to_is_told_as_such() -> None:
    table = Table("A . # .\n. b # .", A=body(), b=body())

    assert why(table, "move 3,0") == ("grid.steps", "no way leads there")
    assert why(table, "move 0,0") == ("grid.steps", "it stands there already")
    assert why(table, "move 0,9") == ("grid.map-edge", "there is no such place")
    assert why(table, "move 1,0 0,0 2,0") == (
        "grid.steps",
        "each step leads to a place beside the last",
    )
    big = Table("A A . b\nA A . .\n# . . .", A=body(size=2), b=body())
    big.combat.gates = [3]
    assert why(big, "move 1,0 2,0 3,0")[0] == "grid.enemies-block"
    assert why(big, "move 0,1") == (
        "grid.impassable",
        "the square is filled by a wall or something as solid",
    )
    assert why(big, "move 1,0 1,1 1,2") == (
        "grid.map-edge",
        "it would not fit on the map there",
    )
    assert why(big, "leave 1,1") == ("grid.map-edge", "no open edge of the map is there")


@rule("sovereign/fall.controlled", "sovereign/fall.prone")
def test_why_one_does_not_leap_into_a_square_is_told() -> None:
    table = Table("A . . .\n. b . .", heights="20 0 20 0 19 0 0 0", A=body(), b=body())

    assert why(table, "leap 2,0")[1] == "one leaps into a square beside one's own"
    assert why(table, "leap 0,1")[1] == "one leaps down more than 2 ft"
    assert why(table, "leap 1,1") == ("grid.enemies-block", "B stands there and bars the way")
    give(table.combat, table["A"], FLYING, 1, 0)
    assert why(table, "leap 1,0") == ("fall.controlled", "who flies does not leap down")


@rule("sovereign/charge.straight", "sovereign/charge.distance")
def test_why_a_charge_leads_nowhere_is_told() -> None:
    table = Table("A . . .\n. . . .\n. . . b", A=body(), b=body())

    crooked = ("charge.straight", "one charges in a straight line")
    assert why(table, "move 1,0 1,1", CHARGE) == crooked
    slow = Table("A , , , , , , , , b", A=body(), b=body())
    assert why(slow, "move 7,0", CHARGE) == (
        "charge.distance",
        "it takes 70 ft of movement, and 60 ft are left",
    )


def test_every_barred_step_has_its_reason_and_no_other_has() -> None:
    boxes = [(4, 0, 0, 5, 5, 9), (10, 10, 0, 15, 11, 4), (14, 5, 0, 15, 10, 2)]
    rows = ". . . # .\n. , . b .\nA . . c .\n. x . . .\nC . . . ."
    heights = "0 0 5 0 0 0 0 12 0 0 0 3 0 0 0 0 0 0 9 9 0 0 0 9 9"
    for size, flies in ((1, False), (2, False), (1, True)):
        table = Table(rows, heights=heights, solids=boxes, A=body(), C=body(), b=body(), c=body())
        table.combat.grid.edges = ((1, 2, EDGE_SHEER),)
        unit = table["A"]
        unit.size = size
        unit.sheet.feet = 5 * size
        if flies:
            give(table.combat, unit, FLYING, 1, 0)
        way = Way(table.combat, unit, RUN)
        obstacles = way.obstacles()
        grid = table.combat.grid
        for here in range(grid.size):
            for goal in grid.near[here] if grid.footprint(here, size) else []:
                barred = way.step_price(here, goal) < 0 or obstacles.barred(goal)
                assert (way.why_not_step(here, goal)[0] != "") == barred, (here, goal)
