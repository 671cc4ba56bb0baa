"""A person at the table, on the toy fight: every line typed, every line read."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from rich.console import Console

from affray.bots import GreedyBot
from affray.cli.json_lines import JsonSitting
from affray.cli.playing.commands import COMMANDS
from affray.cli.playing.keys import chosen, crowded, read_value
from affray.cli.playing.sitting import Sitting
from affray.core.choice import Option
from affray.core.errors import AmbiguousError
from affray.session.fight import Fight
from tests.bots import toy

SEED = 2  # ana goes first


class Table:
    """A fight with a person on the first seat, and what is printed."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, dice: str = "seeded") -> None:
        self.monkeypatch = monkeypatch
        seats = {"foes": GreedyBot(toy.ToyTactics())}
        self.fight = Fight(toy.Toy(), toy.setup(), SEED, dice=dice, seats=seats)
        self.printed = io.StringIO()
        console = Console(file=self.printed, width=100, highlight=False, markup=False, emoji=False)
        self.sitting = Sitting(self.fight, console, rules=False)

    def type(self, *lines: str) -> str:
        """Type lines, then end the input; return what was printed since."""
        before = len(self.printed.getvalue())
        self.monkeypatch.setattr("sys.stdin", io.StringIO("".join([f"{one}\n" for one in lines])))
        self.sitting.left = False
        self.sitting.run()
        return self.printed.getvalue()[before:]


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> Table:
    return Table(monkeypatch)


# -- reading what is typed ----------------------------------------------------------------------

KEYS = ["pass", "strike raider-1", "strike raider-10", "move 1,1", "move 1,12", "parry left high"]
OPTIONS = [Option(number, key) for number, key in enumerate(KEYS)]


@pytest.mark.parametrize(
    ("line", "key"),
    [
        ("pass", "pass"),
        ("1", "pass"),
        ("6", "parry left high"),
        ("strike raider-1", "strike raider-1"),  # though it begins another
        ("  strike   raider-1 ", "strike raider-1"),
        ("move 1,1", "move 1,1"),
        ("par", "parry left high"),
        ("p l h", "parry left high"),
        ("s raider-10", "strike raider-10"),
        ("7", "7"),  # no such number: the choice says what is wrong
        ("move 2,2 3,3", "move 2,2 3,3"),  # a way of one's own
        ("sing", "sing"),
    ],
)
def test_a_line_means_a_number_a_key_or_the_only_key_it_is_short_for(line: str, key: str) -> None:
    assert chosen(OPTIONS, line) == key


@pytest.mark.parametrize(
    ("line", "matches"),
    [("s", ["strike raider-1", "strike raider-10"]), ("pa", ["pass", "parry left high"])],
)
def test_an_ambiguous_line_lists_what_it_could_be(line: str, matches: list[str]) -> None:
    with pytest.raises(AmbiguousError) as fault:
        chosen(OPTIONS, line)

    assert fault.value.matches == matches


def test_only_verbs_with_many_options_are_put_in_one_line() -> None:
    options = [Option(n, f"move {n},0") for n in range(10)] + [
        Option(20 + n, f"a {n}") for n in range(3)
    ]

    assert crowded(options) == {"move": 10}


@pytest.mark.parametrize(
    ("text", "value"), [("3", 3), ("-2", -2), ("true", True), ("1,2", "1,2"), ("brace", "brace")]
)
def test_values_are_read_as_in_case_files(text: str, value: object) -> None:
    assert read_value(text) == value


# -- a session ------------------------------------------------------------------------------------


def test_the_board_the_turn_order_and_the_question_are_shown(table: Table) -> None:
    page = table.type()

    assert "  0 A" in page  # ana on the board
    assert ". open, , difficult" in page
    assert "A   ana       0,0" in page
    assert "Round 1:" in page
    assert "Ana, what now?" in page
    assert "[toy/turn.deed]" in page
    assert "pass" in page
    assert "move 1,0" in page


def test_a_key_a_number_or_an_abbreviation_makes_a_move(table: Table) -> None:
    assert "ana goes to 1,0" in table.type("move 1,0")
    fight = table.fight
    where = fight.combat.units[1].cell
    number = fight.choice.keys.index("move 1,1") + 1
    assert "goes to 1,1" in table.type(str(number))
    assert fight.combat.units[1].cell != where


def test_squares_on_offer_are_marked_on_the_map(table: Table) -> None:
    page = table.type()

    row = next(line for line in page.splitlines() if line.startswith("  0 A"))
    assert row.split()[2] == "+"  # ana may go to 1,0
    assert "+ on offer, . open" in page


def test_listing_a_verb_that_is_not_offered_names_those_that_are(table: Table) -> None:
    assert "nothing of 'fly' is offered; there are " in table.type("list fly")


def test_a_rerolled_step_is_told_anew(table: Table) -> None:
    table.type("move 1,0", "move 1,1")
    while not any(key.startswith("strike") for key in table.fight.choice.keys):
        table.fight.choose("pass")
    assert "raider-1 rolls 4" in table.type("strike raider-1")

    page = table.type("reroll 1 1")

    assert "raider-1 rolls 1 for 1" in page
    assert "rolls 4" not in page


def test_what_the_game_master_sets_is_told(table: Table) -> None:
    assert "The game master sets ana.hp = 4" in table.type("set ana.hp 4")


def test_what_cannot_be_read_points_to_help(table: Table) -> None:
    page = table.type("xyzzy", "back", "undo")

    assert "no such option; help tells what can be typed" in page
    assert "undo takes that back\n" in page  # no empty brackets of a rule
    assert "there is nothing to undo" in page
    assert "the question once more" in table.type("?")


def test_what_is_no_option_is_told_and_changes_nothing(table: Table) -> None:
    digest = table.fight.digest

    page = table.type("mvoe 1,0", "strike raider-1", "m")

    assert "no such option; did you mean 'move 1,0'?" in page
    assert "Can't strike raider-1" in page
    assert "[toy/strike.reach]" in page
    assert "it could be move 1,0, move 0,1" in page or "it could be move" in page
    assert table.fight.digest == digest


def test_why_says_the_rule(table: Table) -> None:
    page = table.type("why strike raider-1", "why move 1,0", "why sing", "why strike radier-1")

    assert "[toy/strike.reach]" in page
    assert "You can." in page
    assert "Can't read 'sing'" in page
    assert "did you mean 'strike raider-1'?" in page


def test_odds_are_exact(table: Table) -> None:
    table.type("move 1,0", "move 1,1")
    while not any(key.startswith("strike") for key in table.fight.choice.keys):
        table.fight.choose("pass")

    page = table.type("odds strike raider-1")

    assert "exact" in page
    assert "hp" in page


def test_undo_and_redo(table: Table) -> None:
    table.type("move 1,0")
    later = table.fight.digest

    page = table.type("undo")

    assert "taken back: ana: move 1,0" in page
    assert table.fight.choice.who == "ana"
    assert "there is nothing to redo" in table.type("redo", "redo")
    assert table.fight.digest == later


def test_nothing_is_told_twice(table: Table) -> None:
    page = table.type("move 1,0", "undo", "redo", "log")

    before_log, _, log = page.rpartition("> log")
    assert before_log.count("ana goes to 1,0") == 2  # done, and done again
    assert log.count("ana goes to 1,0") == 1


def test_all_options_of_a_verb_are_listed(table: Table) -> None:
    page = table.type("list move", "list")

    assert page.count("  move 1,1\n") == 2
    assert page.count("  pass\n") == 1


def test_the_question_is_put_once_and_again_on_an_empty_line(table: Table) -> None:
    assert table.type("who", "sing", "help").count("[toy/turn.deed]") == 1
    assert table.type("", "").count("[toy/turn.deed]") == 2


def test_help_names_every_command(table: Table) -> None:
    page = table.type("help")

    for command in COMMANDS:
        assert command.usage.split(" ")[0] in page


def test_a_value_is_set_and_a_die_rerolled_by_the_game_master(table: Table) -> None:
    page = table.type("set ana.hp 4", "set ana.hpp 3", "reroll", "reroll 1 9")

    assert "hp 4" in page
    assert "ana.hpp" in page
    assert "reroll DIE FACE: the dice were 1: d6" in page
    assert "found face 9, expected 1 to 6" in page
    assert table.fight.value("ana.hp") == 4


def test_a_reroll_says_what_it_takes_back_and_asks_if_that_is_more_than_a_step(
    table: Table,
) -> None:
    table.type("move 1,0", "move 1,1")
    while not any(key.startswith("strike") for key in table.fight.choice.keys):
        table.fight.choose("pass")
    table.type("strike raider-1")
    assert "That is more" not in table.type("reroll 1 1", "undo")

    while not table.fight.reroll_takes(1).later:
        table.fight.choose("pass")
    before = table.fight.digest
    page = table.type("reroll 1 6", "n")
    assert "That is more than the last step. taken back: " in page
    assert table.fight.digest == before
    page = table.type("reroll 1 6", "yes")
    assert "Do it? y/n yes\ntaken back: " in page
    assert table.fight.digest != before
    table.type("undo")
    assert table.fight.digest == before


def test_quit_leaves_and_save_writes(table: Table, tmp_path: Path) -> None:
    page = table.type(
        f"save {tmp_path / 'a'}", "save", f"save {tmp_path / 'no' / 'b'}", "quit", "pass"
    )

    assert (tmp_path / "a").exists()
    assert "save FILE: under which name?" in page
    assert "cannot be written" in page
    assert "> pass" not in page


def test_a_fight_is_played_to_its_end(table: Table) -> None:
    lines = []
    for _ in range(200):
        lines += ["strike raider-1", "strike raider-2", "parry", "pass"]

    page = table.type(*lines)

    assert table.fight.over
    assert "[toy/end." in page
    assert page.rstrip().endswith("]")


def test_a_reaction_is_asked_of_whom_it_concerns(table: Table) -> None:
    table.fight.edit("raider-1.at", "1,1")
    while not table.fight.choice.reaction:
        table.fight.choose("pass")

    page = table.type()

    assert "do you answer?  [toy/parry]" in page
    assert " at 1,1, side by side" in page  # where they stand
    assert "parry" in page


# -- dice rolled by hand -----------------------------------------------------------------------


def test_a_person_answers_for_a_seat(table: Table) -> None:
    page = table.type("as foes pass", "as nobody pass", "as players move 1,0")

    assert "Can't answer: foes is not asked here, but players" in page
    assert 'found the seat "nobody"' in page
    assert "ana goes to 1,0" in page
    answers = [one for line in table.fight.journal.entries for one in line.get("answers", [])]
    assert "players" in [one.get("from") for one in answers]


def test_each_die_is_asked_for_and_impossible_faces_are_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = Table(monkeypatch, dice="real")

    page = table.type("7", "six", "5", "3 2 6", "")

    assert "Roll d6 for ana (initiative) [toy/start]: " in page
    assert page.count("a d6 shows 1 to 6") == 2
    assert "Roll d6 for bo (initiative) [toy/start]: " in page
    rolled = [event.amount for event in table.fight.events if event.rule == "toy/start"]
    assert rolled == [5, 3, 2, 6]


def test_a_superfluous_die_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(monkeypatch, dice="real")

    assert "5: no further die is asked for" in table.type("5 4 3 2 5")


def test_dice_of_one_seat_are_typed_the_others_dealt(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(monkeypatch, dice="players")

    page = table.type("5", "3")

    assert "for ana" in page
    assert "for raider-1" not in page


# -- lines of JSON -----------------------------------------------------------------------------


def test_a_program_plays_over_lines_of_json(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    fight = Fight(toy.Toy(), toy.setup(), SEED, seats={"foes": GreedyBot(toy.ToyTactics())})
    monkeypatch.setattr("sys.stdin", io.StringIO("move 1,0\nsing\nundo\n"))

    JsonSitting(fight).run()

    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    questions = [line for line in lines if "options" in line]
    assert questions[0]["who"] == "ana"
    assert "move 1,0" in questions[0]["options"]
    assert questions[0]["fallback"] == "pass"
    assert next(line for line in lines if "error" in line)["error"].startswith("Can't read 'sing'")
    assert questions[-1]["who"] == "ana"
    assert any(
        event["name"] == "move" for line in lines if "events" in line for event in line["events"]
    )


def test_a_program_gives_dice_over_lines_of_json(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    fight = Fight(toy.Toy(), toy.setup(), 3, dice="real")
    monkeypatch.setattr("sys.stdin", io.StringIO("4\n9\nx\nquit\n"))

    JsonSitting(fight).run()

    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    dice = [line for line in lines if "die" in line]
    assert dice[0] == {
        "round": 1,
        "who": "ana",
        "die": {"sides": 6, "for": "initiative", "rule": "toy/start"},
    }
    assert len([line for line in lines if "error" in line]) == 2


def test_a_program_says_which_seat_answers(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    fight = Fight(toy.Toy(), toy.setup(), SEED, seats={"foes": GreedyBot(toy.ToyTactics())})
    typed = [
        '{"seat": "foes", "answer": "pass"}',
        '{"seat": "players", "answer": "move 1,0"}',
        '{"answer": 7}',
        '{"seat": 7, "answer": "pass"}',
        '{"key": "pass"}',
        "{",
    ]
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(typed)))

    JsonSitting(fight).run()

    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    faults = [line["error"] for line in lines if "error" in line]
    assert faults[0].startswith("Can't answer: foes is not asked here, but players")
    assert all("expected a key, or {" in fault for fault in faults[1:])
    assert len(faults) == 5
    answers = [one for line in fight.journal.entries for one in line.get("answers", [])]
    assert "players" in [one.get("from") for one in answers]
