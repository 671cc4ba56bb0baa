"""Adjudication cases: what they arrange, script and expect, and what they say is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from affray.checking import cases
from affray.checking.casefile import Case
from affray.checking.cases import CaseResult
from affray.core.errors import InvalidError
from affray.core.ruleset import Ruleset
from affray.core.setup import Setup
from tests.core.duel import Duel, arena, skirmish

HEAD = """
ruleset = "duel"
title = "A parry takes two off the clash"
rules = ["strike.answer"]
"""
STATE = """
[state]
round = 1
phase = 2
active = "ana"
"lineup.order" = ["ana", "bob", "cat"]
ana.moved = true
"""
SCRIPT = """
[script]
answers = ["ana: strike bob", "bob: parry", "ana: keep"]
dice = ["d6 6 4", "d4 3"]
"""


def field(_: Case) -> tuple[Ruleset, Setup]:
    members = [
        ("ana", "blade", 0, "1,1"),
        ("bob", "brute", 1, "2,1"),
        ("cat", "brute", 1, "1,0"),
    ]
    return Duel(), arena([".....", ".....", "....."], members)


def check(text: str, tmp_path: Path) -> CaseResult:
    path = tmp_path / "case.toml"
    path.write_text(text, encoding="utf-8")
    (result,) = cases.check(path, field)
    return result


def problem(text: str, tmp_path: Path) -> str:
    result = check(text, tmp_path)
    assert not result.ok
    return "\n".join(result.problems)


EXPECTED = [
    "bob.hp = 7",
    '"bob.hp" = 7',
    "bob.used.parried = 1",
    "bob.used = [1, 0, 0]",
    'bob.at = "2,1"',
    "bob.guarding = 0",
    "ana.acted = true",
    'active = "ana"',
    "round = 1",
    'asked = "ana"',
    'options = ["end"]',
    'offered = ["end"]',
    'offered = {"end" = true, "move" = false, "guard" = "turn.one-act"}',
    'offered = {"guard" = "duel/turn.one-act"}',
    'refused = ["guard", "dance"]',
    'refused = {"guard" = "turn.one-act", "dance" = ""}',
    'events = ["rolled", "rolled", "hurt"]',
    'events = [{name = "hurt", who = "bob", amount = 3, before = 10, after = 7}]',
    'events = [{name = "hurt", rule = "strike.harm"}]',
    'no_events = ["move", {name = "hurt", who = "ana"}]',
    'outcome = ""',
    "outcome = {rounds = 1, winner = ''}",
    "aftermath = {bob = {hp = 7}, ana = {hp = 8}}",
    "aftermath.bob.hp = 7",
]


@pytest.mark.parametrize("expected", EXPECTED)
def test_what_is_as_expected_is_well(expected: str, tmp_path: Path) -> None:
    result = check(f"{HEAD}{STATE}{SCRIPT}[expect]\n{expected}\n", tmp_path)

    assert result.problems == []
    assert result.ok
    assert result.rules == ["strike.answer"]
    assert str(result) == "case.toml: A parry takes two off the clash: as expected"


WRONG = [
    ("bob.hp = 8", "bob.hp: expected 8, found 7"),
    ('bob.at = "2,2"', 'bob.at: expected "2,2", found "2,1"'),
    ("bob.guarding = 1", "bob.guarding: expected 1, found 0"),
    ("bob.hq = 1", "did you mean bob.hp"),
    ('bob.hp = "many"', "bob.hp: found"),
    ('rolls = "d6 for ana"', 'rolls: expected "d6 for ana", found nothing'),
    ('asked = "bob"', 'asked: expected "bob", found ["ana"]'),
    ('options = ["end", "move"]', 'options: expected ["end", "move"], found ["end"]'),
    ('offered = ["guard"]', 'offered."guard": expected true, found "duel/turn.one-act"'),
    ('offered = {"end" = false}', 'offered."end": expected false, found true'),
    ('offered = {"guard" = "move.held"}', 'expected "move.held", found "duel/turn.one-act"'),
    ('refused = ["end"]', 'refused."end"'),
    ('refused = "turn.one-act"', 'refused: expected "turn.one-act", found "nothing refused"'),
    ("offered = 5", "offered: found 5, expected a table of keys"),
    ('events = ["hurt", "rolled"]', 'events: "rolled" did not happen (in this order)'),
    ('events = [{name = "hurt", amount = 4}]', "did not happen"),
    ('no_events = ["hurt"]', 'no_events: "hurt" happened'),
    ('outcome = "end.limit"', 'outcome.reason: expected "end.limit", found ""'),
    ('outcome = {winner = "heroes"}', 'outcome.winner: expected "heroes", found ""'),
    ("outcome = 5", "outcome: found 5, expected a rule id or a table"),
    ("aftermath.bob.hp = 8", "aftermath.bob.hp: expected 8, found 7"),
    ("aftermath.bob.mp = 8", "aftermath.bob.mp: expected 8, found nothing"),
    ("aftermath.zoe.hp = 8", "aftermath.zoe: found nobody, expected ana, bob, cat"),
    ("aftermath = 5", "aftermath: found 5, expected a table for each name"),
]


@pytest.mark.parametrize(("expected", "said"), WRONG)
def test_what_is_not_as_expected_is_said_with_the_log(
    expected: str, said: str, tmp_path: Path
) -> None:
    result = check(f"{HEAD}{STATE}{SCRIPT}[expect]\n{expected}\n", tmp_path)

    assert said in "\n".join(result.problems)
    assert result.log == [
        "> ana: strike bob [duel/turn.deed]",
        "> bob: parry [duel/strike.answer]",
        "ana rolls 6, 4 [duel/strike.clash]",
        "ana rolls 3 [duel/harm.die]",
        "> ana: keep [duel/harm.press]",
        "bob loses 3 [duel/strike.harm]",
    ]
    assert "bob loses 3 [duel/strike.harm]" in str(result)


@pytest.mark.parametrize(
    ("time", "said"),
    [
        ('downtime = {kind = "rest"}', "downtime.kind: Duel has no rule for time between fights"),
        ("downtime = 5", "downtime: found 5, expected a table, or [[downtime]]"),
        ("downtime = [5]", "downtime: found [5], expected a table, or [[downtime]]"),
        ("downtime = {days = 1.5}", "downtime.days: found 1.5, expected a text, a whole number"),
    ],
)
def test_time_that_the_ruleset_does_not_know_is_said(time: str, said: str, tmp_path: Path) -> None:
    text = f"{time}\n{HEAD}{STATE}{SCRIPT}[expect]\naftermath.bob.hp = 7\n"

    result = check(text, tmp_path)

    assert result.unfit
    assert said in "\n".join(result.problems)


def script(answers: str, dice: str, rest: str = "") -> str:
    return f"{HEAD}{STATE}[script]\nanswers = {answers}\ndice = {dice}\n{rest}\n"


WHOLE = '["ana: strike bob", "bob: parry", "ana: keep"]'
ASKED = "asked bob: react? pass, parry, dodge [duel/strike.answer]"
OTHER_DICE = [
    ('["d6 6 4", "d4 3 1"]', "never rolled: d4 1"),
    ('["d6 6 4"]', "duel/harm.die rolls a d4 for ana, but all 2 scripted dice are used"),
    ('["d6 6", "d20 4"]', "d20 4, but duel/strike.clash rolls a d6"),
]
UNFIT = [
    ('["ana: strike bob"]', "[]", f"{ASKED}: not scripted"),
    ('["ana: strike bob", "ana: keep"]', "[]", f"{ASKED}; the script goes on with ana: keep"),
    ('["ana: strike bob", "bob: duck"]', "[]", "Can't read 'duck'"),
    ('["ana: strike zoe"]', "[]", "Can't read 'strike zoe'"),
    ('["ana: end", "bob: end", "zoe: end"]', "[]", "the script goes on with zoe: end"),
    ('["ana strike"]', "[]", 'script.answers: found "ana strike", expected "who: key"'),
    ('["ana: end"]', '["d6"]', 'script.dice: found "d6", expected a die such as "d20 14"'),
    ('["ana: end"]', '["d6 7"]', "expected a die such as"),
    ("5", "[]", "script.answers: found 5, expected a list of texts"),
]


@pytest.mark.parametrize(("answers", "dice", "said"), UNFIT)
def test_a_script_that_does_not_fit_is_said(
    answers: str, dice: str, said: str, tmp_path: Path
) -> None:
    result = check(script(answers, dice) + "[expect]\nana.hp = 77\n", tmp_path)

    assert said in "\n".join(result.problems)
    assert "ana.hp" not in "\n".join(result.problems)  # not a consequence on top
    assert result.unfit
    assert "this case cannot be run" in str(result)


@pytest.mark.parametrize(("dice", "said"), OTHER_DICE)
def test_other_dice_than_scripted_are_not_as_expected(dice: str, said: str, tmp_path: Path) -> None:
    """A rule that rolls otherwise is what the case is there to find: the case itself is sound."""
    result = check(script(WHOLE, dice) + "[expect]\nana.hp = 77\n", tmp_path)

    assert said in "\n".join(result.problems)
    assert "ana.hp" not in "\n".join(result.problems)  # not a consequence on top
    assert not result.ok
    assert not result.unfit


def test_of_a_very_long_log_both_ends_are_shown() -> None:
    result = CaseResult("a.toml", "x", [], ["wrong"], [f"line {n}" for n in range(500)])

    page = str(result).splitlines()

    assert len(page) == 2 + 41
    assert page[21:24] == ["    line 19", "    ... (460 lines)", "    line 480"]


def test_an_answer_that_the_rules_refuse_is_no_fault_of_the_file(tmp_path: Path) -> None:
    result = check(script('["ana: strike ana"]', "[]"), tmp_path)

    assert result.problems == ["Can't strike ana: ana cannot be struck now [duel/strike.foes-only]"]
    assert not result.unfit


def test_answers_that_are_never_asked_are_said(tmp_path: Path) -> None:
    text = script('["ana: end", "ana: strike bob"]', "[]", 'rest = "default"')
    text = text.replace(
        "ana.moved = true", "ana.moved = true\nround = 12\nbob.hp = 0\nbob.present = false\n"
    )

    assert "never asked: ['ana: strike bob']" in problem(
        text.replace("round = 1\n", "", 1) + "[expect]\n", tmp_path
    )


def test_a_refusal_may_be_expected(tmp_path: Path) -> None:
    text = script('["ana: strike ana"]', "[]") + '[expect]\nrefused = "strike.foes-only"\n'
    assert check(text, tmp_path).ok
    other = script('["ana: strike ana"]', "[]") + '[expect]\nrefused = "strike.reach"\n'
    assert 'expected "strike.reach", found "duel/strike.foes-only"' in problem(other, tmp_path)
    late = (
        script('["ana: strike ana", "ana: end"]', "[]") + '[expect]\nrefused = "strike.foes-only"\n'
    )
    assert "never asked: ['ana: end']" in problem(late, tmp_path)


def test_a_case_may_stop_in_the_middle_to_look_at_what_is_offered(tmp_path: Path) -> None:
    text = script('["ana: strike bob"]', "[]")
    assert check(
        text + '[expect]\nasked = "bob"\noptions = ["pass", "parry", "dodge"]\n', tmp_path
    ).ok


def test_stages_may_be_scripted_in_one_line_or_in_several(tmp_path: Path) -> None:
    dice = '["d6 1 6", "d6 1 6"]'
    for answers in ('["ana: sweep / bob / cat"]', '["ana: sweep", "ana: bob", "ana: cat"]'):
        assert check(script(answers, dice) + "[expect]\nbob.hp = 10\n", tmp_path).ok


def test_what_is_not_scripted_may_take_its_default(tmp_path: Path) -> None:
    text = script(
        '["ana: strike bob", "bob: end"]', '["d6 5 4", "d4 1", "d4 4"]', 'rest = "default"'
    )
    result = check(text + "[expect]\nbob.hp = 4\nactive = 'cat'\n", tmp_path)

    assert result.problems == []  # the default presses a 1, and ends ana's turn; bob bleeds


def test_a_case_may_stop_as_soon_as_its_last_step_is_over(tmp_path: Path) -> None:
    text = script('["ana: end"]', "[]", 'stop = "step"') + "[expect]\nactive = -1\n"
    assert check(text, tmp_path).ok
    assert not check(text.replace('stop = "step"', ""), tmp_path).ok


def test_a_case_without_answers_runs_to_the_first_question_or_unscripted_die(
    tmp_path: Path,
) -> None:
    dice = '[script]\ndice = ["d6 2 5 1"]\n[expect]\nlineup.order = ["bob", "ana", "cat"]\n'
    assert check(f"{HEAD}{dice}asked = 'bob'\n", tmp_path).ok
    assert check(f"{HEAD}[expect]\nround = 0\n", tmp_path).ok


def test_side_and_seat_answer_for_a_whole_side(tmp_path: Path) -> None:
    def burning(_: Case) -> tuple[Ruleset, Setup]:
        return Duel(), arena(
            ["*...", "...."], [("ana", "blade", 0, "2,0"), ("bob", "imp", 1, "3,0")]
        )

    path = tmp_path / "case.toml"
    path.write_text(
        f'{HEAD}[state]\nround = 1\nphase = 1\nlineup.order = ["ana", "bob"]\n'
        '[script]\nanswers = ["gm: gust"]\n[expect]\n"fires.0,0" = 2\n',
        encoding="utf-8",
    )

    (result,) = cases.check(path, burning)
    assert result.problems == []


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("title = 'x'", "ruleset: missing, expected a text"),
        ("ruleset = 'duel'", "title: missing, expected a text"),
        ("ruleset = 5", "ruleset: found 5, expected a text"),
        (f"{HEAD}[script]\nanswer = []", "script.answer: unknown key, did you mean answers?"),
        (f"{HEAD}[script]\nrest = 'all'", 'script.rest: found "all", expected "default"'),
        (f"{HEAD}[script]\nstop = 'now'", 'script.stop: found "now", expected "choice" or "step"'),
        (f"{HEAD}script = 5", "script: found 5, expected a table"),
        (f"{HEAD}encounter = 5", "encounter: found 5, expected an id or a path"),
        (f"{HEAD}encounter = 'x'\nstat = 5", "stat: unknown key, did you mean state?"),
        (f"{HEAD}[expct]\nround = 1", "expct: unknown key, did you mean expect?"),
        (f"{HEAD}case = 5", "case: found 5, expected [[case]] tables"),
        ("= 5", "not valid TOML"),
        (f"{HEAD}[state]\nana.hq = 5", "ana.hq: there is no such value; did you mean ana.hp?"),
        (f"{HEAD}[state]\nana.hp = 99", "this cannot be: ana has 99 of 8 hp"),
    ],
)
def test_a_file_that_is_no_case_is_said_to_be_none(text: str, said: str, tmp_path: Path) -> None:
    assert said in problem(text, tmp_path)


def test_several_cases_may_share_the_rest_of_a_file(tmp_path: Path) -> None:
    path = tmp_path / "case.toml"
    path.write_text(
        f"{HEAD}{STATE}{SCRIPT}"
        '[[case]]\ntitle = "one"\nexpect.bob.hp = 7\n'
        '[[case]]\ntitle = "two"\nscript.dice = ["d6 6 6"]\n'
        'script.answers = ["ana: strike bob", "bob: parry"]\nexpect.bob.hp = 10\n'
        '[[case]]\ntitle = "three"\nexpect.bob.hp = 1\n',
        encoding="utf-8",
    )

    results = cases.check(path, field)

    assert [one.title for one in results] == ["one", "two", "three"]
    assert [one.ok for one in results] == [True, True, False]
    assert results[2].source == "case.toml: case 3"


def test_a_folder_is_checked_in_the_order_of_names_and_one_bad_file_spoils_no_other(
    tmp_path: Path,
) -> None:
    for name, text in (("b.toml", f"{HEAD}{STATE}{SCRIPT}"), ("a.toml", "= 5")):
        (tmp_path / name).write_text(text, encoding="utf-8")

    results = cases.check(tmp_path, field)

    assert [one.source for one in results] == ["a.toml", "b.toml"]
    assert [one.ok for one in results] == [False, True]


def test_encounters_and_packs_beside_cases_are_passed_over(tmp_path: Path) -> None:
    (tmp_path / "case.toml").write_text(f"{HEAD}{STATE}{SCRIPT}", encoding="utf-8")
    (tmp_path / "yard.toml").write_text('id = "yard"\nname = "The yard"\n', encoding="utf-8")
    (tmp_path / "pack.toml").write_text('[[creature]]\nid = "newt"\n', encoding="utf-8")

    assert [one.source for one in cases.check(tmp_path, field)] == ["case.toml"]


def test_a_case_of_an_unknown_rule_or_value_is_unfit(tmp_path: Path) -> None:
    wrong = check(f"{HEAD}{STATE}{SCRIPT}[expect]\nbob.hq = 1\n", tmp_path)
    (other,) = cases.check(ruling(tmp_path, "attack.criticl"))

    assert wrong.unfit
    assert other.unfit
    assert "rules: attack.criticl: no such rule in Thrum; did you mean" in str(other)


def ruling(folder: Path, rule: str) -> Path:
    path = folder / "ruling.toml"
    path.write_text(f'ruleset = "thrum"\ntitle = "x"\nrules = ["{rule}"]\n', encoding="utf-8")
    return path


def test_a_place_without_cases_is_said(tmp_path: Path) -> None:
    for place in (tmp_path, tmp_path / "none.toml"):
        with pytest.raises(InvalidError, match="found no case"):
            cases.check(place)


def test_every_state_of_a_larger_fight_can_be_arranged(tmp_path: Path) -> None:
    path = tmp_path / "case.toml"
    path.write_text(
        f"{HEAD}[state]\nround = 3\nphase = 2\nlineup.order = [0, 1, 2, 3, 4]\n"
        'traps = [{is = "Trap", cell = "1,1", owner = "bob"}]\n'
        'ana.bleeding = {n = 2, ends = "turn-end", anchor = "ana"}\n'
        '[script]\nanswers = ["ana: move / move 1,1", "ana: end"]\ndice = ["d4 4"]\n'
        "[expect]\nana.hp = 2\nana.bleeding = 0\ntraps.0.armed = false\nactive = 'cid'\n",
        encoding="utf-8",
    )

    (result,) = cases.check(path, lambda _: (Duel(), skirmish()))
    assert result.problems == []


# -- checkpoints, logs, answers that fit nothing ---------------------------------------------------

THEN = f"""{HEAD}{STATE}
[script]
answers = ["ana: strike bob", "bob: parry"]
dice = ["d6 6 4", "d4 3"]

[expect]
bob.hp = 10

[[then]]
script.answers = ["ana: keep"]
expect.bob.hp = 7
"""


def test_a_case_goes_on_from_checkpoint_to_checkpoint(tmp_path: Path) -> None:
    wrong = THEN.replace("expect.bob.hp = 7", "expect.bob.hp = 6")

    assert check(THEN, tmp_path).problems == []
    assert problem(wrong, tmp_path) == "then 1: bob.hp: expected 6, found 7"
    early = problem(THEN.replace("bob.hp = 10", "bob.hp = 8"), tmp_path)
    assert early == "bob.hp: expected 8, found 10"


def test_a_refused_answer_of_a_checkpoint_is_not_given_again(tmp_path: Path) -> None:
    text = f"""{HEAD}{STATE}
[script]
answers = ["ana: guard", "ana: guard"]

[expect]
refused = "turn.one-act"

[[then]]
script.answers = ["ana: end"]
expect.active = "bob"
"""
    result = check(text, tmp_path)

    assert result.problems == []


@pytest.mark.parametrize(
    ("then", "said"),
    [
        ("then = 5", "then: found 5, expected [[then]] tables"),
        ("[[then]]\nanswers = []", "then 1.answers: unknown key"),
        (
            "[[then]]\nscript.anwers = []",
            "then 1.script.anwers: unknown key, did you mean answers?",
        ),
        ("[[then]]\nscript.dice = ['x']", "then 1.script.dice: found"),
    ],
)
def test_a_checkpoint_that_cannot_be_read_is_told_with_its_place(
    then: str, said: str, tmp_path: Path
) -> None:
    top, _, rest = f"{HEAD}{STATE}{SCRIPT}".partition("[state]")
    text = f"{top}{then}\n[state]{rest}" if then.startswith("then") else f"{top}[state]{rest}{then}"

    assert said in problem(text, tmp_path)


def test_the_log_of_what_passes_is_kept_if_wanted(tmp_path: Path) -> None:
    path = tmp_path / "case.toml"
    path.write_text(f"{HEAD}{STATE}{SCRIPT}[expect]\nbob.hp = 7\n", encoding="utf-8")
    (quiet,) = cases.check(path, field)
    (told,) = cases.check(path, field, logs=True)

    assert (quiet.ok, quiet.log) == (True, [])
    assert told.ok
    assert any("parry" in line for line in told.log)


def test_an_answer_that_fits_no_question_is_not_carried_into_a_later_round(tmp_path: Path) -> None:
    text = script('["ana: strike zoe"]', "[]", 'rest = "default"') + "[expect]\nround = 2\n"
    result = check(text, tmp_path)

    assert result.unfit
    assert '"ana: strike zoe" fits no question of round 1: asked ana:' in result.problems[0]


PACK = """
ruleset = "thrum"
id = "marsh"
name = "Marsh"

[[creature]]
id = "bog-hag"
name = "Bog Hag"
speed = 4
initiative = 1
attack = "2 + TIER"
resilience = 1
evasion = 0
resolve = 1
fatigue_tolerance = 3
stress_tolerance = 2
abilities = []
"""
WITH_PACK = """
ruleset = "thrum"
title = "A hag of a pack has its numbers"
packs = ["marsh.toml"]

[map]
rows = ["...."]

[[side]]
id = "company"
seat = "players"
members = [{ id = "ansa-brock", at = [1, 0] }]

[[side]]
id = "foes"
members = [{ id = "bog-hag", at = [2, 0] }]

[expect]
bog-hag.fatigue = 0
"""


def test_a_case_names_the_packs_that_it_needs(tmp_path: Path) -> None:
    (tmp_path / "marsh.toml").write_text(PACK)
    case = tmp_path / "case.toml"
    case.write_text(WITH_PACK)
    (named,) = cases.check(case)
    case.write_text(WITH_PACK.replace('packs = ["marsh.toml"]', ""))
    (without,) = cases.check(case)
    (given,) = cases.check(case, packs=[tmp_path / "marsh.toml"])

    assert named.problems == given.problems == []
    assert without.unfit
    assert "bog-hag" in without.problems[0]


def test_what_is_found_is_told_by_name(tmp_path: Path) -> None:
    case = tmp_path / "case.toml"
    case.write_text(
        'ruleset = "thrum"\ntitle = "Whose turn"\nmap = ["...."]\nturn = "bif"\n'
        "[who]\nann = [0, 0]\nbif = [3, 0]\n"
        '[expect]\nactive = 0\nphase = "move"\nlineup.order = ["ann", "bif"]\nann.kept = 5\n'
    )

    (result,) = cases.check(case)

    assert result.problems == [
        'active: expected "ann", found "bif"',
        'phase: expected "move", found "action"',
        'lineup.order: expected ["ann", "bif"], found ["bif", "ann"]',
        'ann.kept: expected "brace", found "none"',
    ]


RULED = """
[[then]]
reason = "It was the flat of the blade"
state = { "bob.hp" = 9 }
"""


def test_a_ruling_stands_between_two_steps(tmp_path: Path) -> None:
    told = 'events = ["hurt", { kind = "ruling", what = "bob.hp = 9" }]'
    text = f'[then.script]\nanswers = ["ana: end"]\n[then.expect]\n"bob.hp" = 9\n{told}\n'
    result = check(f"{HEAD}{STATE}{SCRIPT}{RULED}{text}", tmp_path)

    assert result.problems == []


def test_a_ruling_in_the_middle_of_a_step_is_refused(tmp_path: Path) -> None:
    script = SCRIPT.replace(', "ana: keep"]', "]")
    text = '[then.script]\nanswers = ["ana: keep"]\n[then.expect]\n"bob.hp" = 9\n'

    assert "in the middle of a step" in problem(f"{HEAD}{STATE}{script}{RULED}{text}", tmp_path)


def test_a_reason_without_a_ruling_is_refused(tmp_path: Path) -> None:
    text = f'{HEAD}{STATE}{SCRIPT}[[then]]\nreason = "Tired"\n'

    assert "then 1.reason" in problem(text, tmp_path)


def test_somebody_joins_leaves_and_is_hurt_in_a_case(tmp_path: Path) -> None:
    case = tmp_path / "late.toml"
    case.write_text(
        'ruleset = "thrum"\ntitle = "Late"\nencounter = "broken-causeway"\nrules = []\n'
        '[state]\n"biffer-1.fatigue" = 1\nremove = "plinker-1"\n'
        'add = [{ id = "biffer", at = [0, 0] }, { id = "biffer", at = [0, 1], tier = 1 }]\n'
        '[[then]]\nstate = { damage = { who = "biffer-3", n = 2 } }\n'
        '[then.expect]\n"biffer-3.at" = "0,0"\n"biffer-4.at" = "0,1"\n"biffer-1.fatigue" = 1\n'
        '"biffer-3.fatigue" = 2\n"plinker-1.present" = false\n'
        'events = [{ kind = "ruling", what = "damage biffer-3: 2 fatigue" }]\n'
    )

    (result,) = cases.check(case)

    assert result.problems == []


def test_a_case_whose_newcomer_cannot_stand_is_refused(tmp_path: Path) -> None:
    case = tmp_path / "late.toml"
    case.write_text(
        'ruleset = "thrum"\ntitle = "Late"\nencounter = "broken-causeway"\nrules = []\n'
        '[state]\nadd = { id = "biffer", at = [9, 5] }\n[expect]\nround = 0\n'
    )

    (result,) = cases.check(case)

    assert result.problems == ["add biffer-3: 9,5 is held by biffer-1"]


def test_a_case_may_end_at_a_die_in_the_middle_of_a_step(tmp_path: Path) -> None:
    script = '[script]\nanswers = ["ana: strike bob", "bob: parry"]\ndice = ["d6 6"]\n'
    assert check(f'{HEAD}{STATE}{script}[expect]\nrolls = "d6 for ana"\n', tmp_path).ok
    said = problem(f'{HEAD}{STATE}{script}[expect]\nrolls = "d8"\n', tmp_path)
    assert 'rolls: expected "d8", found "d6 for ana"' in said
