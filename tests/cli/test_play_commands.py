"""What can be typed at the prompt besides answers, in real games."""

from __future__ import annotations

import io
import re

import pytest
from rich.console import Console

import affray
from affray.bots import greedy
from affray.cli.options import encounters
from affray.cli.playing import line
from affray.cli.playing.completing import Words
from affray.cli.playing.handrolled import needed
from affray.cli.playing.seeing import print_odds
from affray.cli.playing.sitting import Sitting
from affray.content.game import game, game_ids
from affray.render import terminal
from affray.rulebook import catalogue
from affray.session.fight import Fight
from affray.session.journal import parse
from affray.session.replay import again

GAMES = {
    "icon": "tollgate-ambush",
    "ingenuity": "ash-chapel",
    "quest": "cairn-gate",
    "sovereign": "pay-the-toll",
    "thrum": "broken-causeway",
}


class Prompt:
    """A sitting at a real fight, and what is printed."""

    def __init__(self, ruleset: str, width: int = 100, dice: str = "seeded") -> None:
        encounter = f"{ruleset}/{GAMES[ruleset]}"
        self.fight: Fight = affray.start(encounter, seed=1, seats={"foes": "greedy"}, dice=dice)
        self.page = io.StringIO()
        console = Console(
            file=self.page, width=width, height=40, highlight=False, markup=False, emoji=False
        )
        self.sitting = Sitting(self.fight, console, rules=False)
        line.settle(self.sitting)

    def type(self, *lines: str) -> str:
        before = len(self.page.getvalue())
        for one in lines:
            self.sitting.obey(one)
            self.sitting.tell()
        return self.page.getvalue()[before:]

    def to_a_turn(self) -> str:
        """Play plainly to the first question in a turn; return who is asked."""
        while self.fight.combat.active < 0 or not self.fight.choice.who:
            self.type(greedy(self.fight.choice).key)
        return self.fight.choice.who

    def to_a_reaction(self) -> None:
        while not self.fight.choice.reaction:
            self.type(greedy(self.fight.choice).key)

    def foe(self) -> str:
        units = self.fight.combat.units
        active = self.fight.combat.active
        return next(str(u.name) for u in units if u.side == 1 and u.present and u.index != active)


@pytest.mark.parametrize("ruleset", GAMES)
def test_the_game_master_rules_in_the_middle_of_a_reaction_and_undo_takes_it_back(
    ruleset: str,
) -> None:
    table = Prompt(ruleset)
    table.to_a_reaction()
    me = next(str(u.name) for u in table.fight.combat.units if u.side == 0 and u.present)
    foe = table.foe()
    effect = next(iter(table.fight.ruleset.effects()))
    asked = table.fight.choice.rule
    before = table.fight.digest

    page = table.type(f"damage {foe} 1", f"status {me} {effect} 1", f"status {me} no {effect}")

    assert page.count("The game master sets") == 2
    assert f"The game master damages {foe}: 1 {table.fight.ruleset.harms[0]}" in page
    assert table.fight.choice.rule == asked  # the step under way has run again
    told = again(parse(table.fight.journal.text().encode(), "saved"), "saved")
    assert told.same or (told.difference is not None and told.difference.last)
    page = table.type("undo", "undo", "undo")
    assert page.count("taken back: ") == 3
    assert table.fight.digest == before
    assert table.fight.choice.rule == asked


@pytest.mark.parametrize("ruleset", GAMES)
def test_somebody_joins_in_the_middle_of_a_fight_and_leaves_again(ruleset: str) -> None:
    at = Prompt(ruleset)
    at.to_a_turn()
    foes = at.fight.setup.sides[-1]
    id = next(one.id for one in at.fight.setup.members if one.side == len(at.fight.setup.sides) - 1)
    grid = at.fight.combat.grid
    before = [str(unit.name) for unit in at.fight.combat.units]
    for cell in reversed(range(grid.size)):
        page = at.type(f"add {id} as Late Comer to {foes.id} at {grid.name(cell)}")
        if "The game master adds" in page:
            break
    assert f"The game master adds late-comer to {foes.id} at {grid.name(cell)}" in page
    assert f" at {grid.name(cell)}." in page  # joins the fight, or the battle
    assert "late-comer" in at.type("who")
    assert "is held by late-comer" in at.type(f"add {id} to {foes.id} at {grid.name(cell)}")
    assert "The game master removes late-comer" in at.type("remove late")
    assert "taken back: remove late-comer" in at.type("undo")
    assert "taken back: add late-comer" in at.type("undo")
    assert [str(unit.name) for unit in at.fight.combat.units] == before
    assert "who, and where?" in at.type(f"add {id}")
    assert f"add {id} to {foes.id} at " in list(Words(at.sitting)(f"add {id} to "))


@pytest.mark.parametrize("ruleset", GAMES)
def test_everybody_and_everything_can_be_looked_at(ruleset: str) -> None:
    table = Prompt(ruleset)
    who = table.to_a_turn()
    known = Words(table.sitting)
    thing = max(known.entries(), key=len)

    page = table.type(f"sheet {who}", f"show {thing}", "rule", "hint", "who", "dice", "orders")

    assert who in page
    assert thing in page
    assert catalogue.lookup(table.fight.choice.rule, ruleset).title in page
    assert "The plain player: " in page
    assert "did you mean" in table.type(f"show {thing}x")


@pytest.mark.parametrize("ruleset", GAMES)
def test_completion_knows_the_words_of_the_game(ruleset: str) -> None:
    table = Prompt(ruleset)
    who = table.to_a_turn()
    known = Words(table.sitting)

    assert set(table.fight.choice.keys[:5]) <= set(known(""))
    assert f"sheet {who}" in list(known(f"sheet {who[:3]}"))
    rule = table.fight.choice.rule
    assert f"rule {rule}" in list(known(f"rule {rule[:-2]}"))
    effect = next(iter(table.fight.ruleset.effects()))
    assert f"status {who} no {effect}" in list(known(f"status {who} no "))
    assert list(known("sheet nobody-of-that-name")) == []


@pytest.mark.parametrize("ruleset", GAMES)
def test_the_map_is_cut_around_whoever_is_asked(ruleset: str) -> None:
    table = Prompt(ruleset, width=34)
    who = table.to_a_turn()
    unit = next(one for one in table.fight.combat.units if one.name == who)

    table.sitting.map(legend=False)
    rows = table.page.getvalue().splitlines()
    heads = [row for row in rows if re.fullmatch(r" {4}\d[\d ]*", row)]

    assert all(len(row) <= 35 for row in rows if re.match(r" *\d+ ", row))
    assert str(table.fight.combat.grid.column(unit.cell)) in heads[-1].split()


@pytest.mark.parametrize("ruleset", game_ids())
def test_questions_are_put_by_rules_that_there_are(ruleset: str) -> None:
    if ruleset not in GAMES:
        pytest.skip("another game")
    words = game(ruleset).rules().words()
    for rule in (*words.questions, *words.rows):
        catalogue.lookup(rule.partition(": ")[0], ruleset)
    assert all(one[0].isupper() or one.startswith("{") for one in words.questions.values())


def test_heights_stand_beneath_people_and_targets_are_marked() -> None:
    table = Prompt("thrum")
    combat = table.fight.combat
    plinker = next(unit for unit in combat.units if unit.name == "plinker-1")

    board = terminal.board(combat, targets=[plinker.index], beneath=True).plain

    assert "p1\u00b3*" in board
    assert "p1 " in terminal.board(combat).plain


def test_why_says_in_which_step_something_comes_and_its_key_goes_there() -> None:
    table = Prompt("thrum")
    table.to_a_turn()
    assert table.fight.choice.kind == "move"

    assert "It is the move step; dash comes in the action step after it." in table.type("why dash")
    assert "uses Dash" in table.type("dash")


def test_a_line_stops_where_something_happens_and_says_what_was_not_done() -> None:
    table = Prompt("thrum")
    who = table.to_a_turn()

    page = table.type("stop; dash; end turn; fly")

    assert table.fight.choice.who != who
    assert "Not done: fly" in page


def test_orders_hold_for_what_was_on_offer() -> None:
    table = Prompt("sovereign")
    table.to_a_reaction()
    rule = table.fight.choice.rule
    assert "From now on: players: pass, this fight" in table.type("always pass")
    assert f"[{rule}]" in table.type("orders")
    assert "no standing orders any more" in table.type("orders off")
    assert "to dragon: it is about" in table.type("always pass to dragon")


def test_a_pool_is_one_line_and_its_total_will_do_where_nothing_else_matters() -> None:
    table = Prompt("thrum", dice="real")

    assert "a d6 shows 1 to 6" in table.type("7 3")
    assert "20: 2 dice show 2 to 12 together" in table.type("20")
    table.type("9")

    first = next(event for event in table.fight.events if event.kind == "rolled")
    assert first.amount == 9 or sum(first.faces) == 9  # type: ignore[attr-defined]


def test_the_plain_player_plays_on_for_a_side_and_some_rounds() -> None:
    table = Prompt("icon")

    table.type("auto players 2")
    assert table.fight.combat.round == 2
    table.type("auto end")

    assert table.fight.over
    assert "takes a seat or side" in Prompt("icon").type("auto dragons")


@pytest.mark.parametrize("width", [60, 140])
def test_chances_are_sorted_and_cut_to_the_terminal(width: int) -> None:
    at = Prompt("thrum")
    at.to_a_turn()
    found = at.fight.odds(at.fight.choice.keys[-1])
    page = io.StringIO()
    console = Console(file=page, width=width, height=14, highlight=False, markup=False)
    print_odds(console, found, "more")
    lines = page.getvalue().splitlines()
    assert max(len(one) for one in lines) <= width
    assert len(lines) <= 11
    shares = [float(one.split("%")[0]) for one in lines[1:] if "%" in one[:10]]
    assert shares == sorted(shares, reverse=True) or "If " in page.getvalue()
    print_odds(console, found)
    assert len(page.getvalue().splitlines()) >= 2 * len(lines) - 1


def test_what_the_rules_refuse_is_allowed_all_the_same() -> None:
    table = Prompt("quest")
    table.to_a_turn()
    choice = table.fight.choice.choice
    refused = next(
        key for key in choice.candidates() if choice.why_not(key)[0] and key.startswith("attack")
    )

    page = table.type(f"allow {refused} because of the wind")

    assert "The game master allows it: " in page or "no change of one value allows that" in page


def test_the_shell_completes_encounters() -> None:
    assert "icon/tollgate-ambush" in encounters("icon/")
    assert encounters("tollg") == ["tollgate-ambush"]
    assert needed("icon").startswith("ICON: ")
