"""Affray as somebody else's program sees it: players, threads, types, notebooks."""

from __future__ import annotations

import inspect
import os
import pickle
import re
import shutil
import subprocess
import sys
import venv
import zipfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import affray
from affray.core import action, dice
from affray.core.choice import UnlistedMenu
from affray.core.combat import Combatant
from affray.session.fight import Fight
from tests.core.duel import Duel, face_to_face

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "api" / "library.md"


# -- players --------------------------------------------------------------------------------------


def first(question: affray.Question) -> affray.Option:
    """A player of one's own."""
    return question.options[0]


class Steady:
    """Answers by keys, and counts."""

    def __init__(self) -> None:
        self.asked = 0

    def __call__(self, question: affray.Question) -> str:
        self.asked += 1
        return question.fallback.key


def test_any_function_may_sit_down() -> None:
    steady = Steady()
    fight = affray.start("quest/ford-of-reeds", seed=3, seats={"players": first, "foes": steady})

    assert fight.over
    assert steady.asked > 5
    assert (fight.seats["players"], fight.seats["foes"]) == ("first", "steady")


def test_a_function_of_a_module_is_pickled_with_its_fight() -> None:
    fight = affray.start("quest/ford-of-reeds", seed=3, seats={"foes": first})

    twin = pickle.loads(pickle.dumps(fight))
    for one in (fight, twin):
        one.auto("greedy", steps=30)

    assert twin.digest == fight.digest


@pytest.mark.parametrize(
    ("answer", "told"),
    [(None, "returned "), (4711, "no option"), ("dance", "no such option"), (True, "no option")],
)
def test_what_is_no_answer_is_refused_in_words(answer: Any, told: str) -> None:
    def wrong(question: affray.Question) -> Any:
        return answer

    with pytest.raises(affray.AffrayError, match=told):
        affray.start("quest/ford-of-reeds", seed=3, seats={"players": wrong})


def test_a_lambda_has_a_word_in_the_journal() -> None:
    fight = affray.start(
        "quest/ford-of-reeds", seed=3, seats={"foes": lambda question: question.fallback}
    )

    assert fight.seats["foes"] == "lambda"


# -- threads --------------------------------------------------------------------------------------


def played(seed: int) -> tuple[str, list[str]]:
    fight = affray.start("quest/ford-of-reeds", seed=seed, seats={"players": "noisy"})
    fight.auto("greedy", steps=40)
    return fight.digest, fight.log()


def test_fights_in_threads_come_out_as_one_after_the_other() -> None:
    seeds = [1, 2, 3]
    alone = [played(seed) for seed in seeds]

    with ThreadPoolExecutor(3) as pool:
        together = list(pool.map(played, seeds))

    assert together == alone


# -- what is shown --------------------------------------------------------------------------------


def test_things_say_what_they_are() -> None:
    fight = affray.start("quest/ford-of-reeds", seed=2)
    option = fight.choice.options[-1]

    assert repr(fight).startswith("<Fight quest, round ")
    assert repr(fight.choice).startswith(f"<{fight.choice.who}: ")
    assert repr(option).startswith(f"<Option {option.answer} {option.key!r}: verb=")
    assert repr(fight.choice.choice).endswith(f"for {fight.choice.who} [{fight.choice.rule}]>")
    assert re.match(r"<rolled who=\d+ .*faces=\[", repr(fight.events[0])) or fight.events
    assert repr(fight.combat).startswith("<QuestCombat, round ")
    assert repr(fight.combat.units[0]).startswith("<QuestCombatant ")


def test_a_notebook_shows_the_board_the_reach_and_what_happened() -> None:
    fight = affray.start("quest/ford-of-reeds", seed=2)
    while not fight.choice.cells:
        fight.choose(affray.bots.greedy(fight.choice))
    picture = ElementTree.fromstring(fight._repr_svg_())
    page = fight._repr_html_()

    marks = [one for one in picture.iter() if one.get("class") == "mark"]
    assert len(marks) == len(fight.choice.cells)
    assert fight.choice.who in page
    assert fight.log()[-1].partition("'")[0] in page
    ElementTree.fromstring(page)


def test_names_of_an_encounter_cannot_be_mistaken_for_a_page() -> None:
    fight = Fight(Duel(), face_to_face(), 3)
    fight.combat.units[0].name = "<script>x</script>"
    fight.timeline.combat.units[0].name = "<script>x</script>"

    assert "<script" not in fight._repr_html_()
    assert "<script" not in fight._repr_svg_()


# -- types and signatures -------------------------------------------------------------------------


@pytest.mark.parametrize(
    "thing",
    [
        *(affray.start, affray.Fight.choose, affray.Option, affray.Agent.decide, UnlistedMenu),
        *(affray.Choice.read, affray.IllegalError, Combatant.held, affray.bots.seated),
    ],
)
def test_signatures_are_known_compiled_or_not(thing: Any) -> None:
    assert inspect.signature(thing).parameters


SCRIPT = """
from typing import assert_type

import affray


def mine(question: affray.Question) -> str:
    return question.fallback.key


class Bold(affray.Agent):
    def decide(self, choice: affray.Choice) -> int:
        return choice.answers()[-1]


fight = affray.start("thrum", "broken-causeway", seed=7, seats={"foes": mine, "players": Bold()})
assert_type(fight, affray.Fight)
assert_type(fight.copy(), affray.Fight)
assert_type(fight.choice, affray.Question)
assert_type(fight.choice.options[0], affray.Option)
assert_type(fight.events, list[affray.Event])
fight.choose(affray.bots.greedy(fight.choice))
outcome = fight.outcome
if outcome is not None:
    assert_type(outcome.winner, str | None)
fight.chose("x")
affray.strat("thrum")
"""


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment of its own with the wheel of this checkout; what it needs lies beside."""
    folder = tmp_path_factory.mktemp("installed")
    build = ["egg_info", "--egg-base", "..", "build", "--build-base", "../built"]
    build += ["bdist_wheel", "--dist-dir", "../wheel", "--bdist-dir", "../made"]
    # Elsewhere than in the checkout: what is built leaves nothing there.
    source = folder / "source"
    source.mkdir()
    for name in ("setup.py", "pyproject.toml", "README.md", "LICENSE", "NOTICE"):
        shutil.copy(ROOT / name, source)
    (source / "src").symlink_to(ROOT / "src", target_is_directory=True)
    subprocess.run(
        [sys.executable, "setup.py", "-q", *build],
        cwd=source,
        env={**os.environ, "AFFRAY_PURE": "1"},
        check=True,
        capture_output=True,
    )
    venv.create(folder / "env", with_pip=False)
    site = site_of(folder / "env")
    (wheel,) = (folder / "wheel").glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(site)
    beside = [path for path in sys.path if Path(path).name == "site-packages"]
    (site / "beside.pth").write_text("\n".join(beside), encoding="utf-8")
    return folder / "env"


def site_of(environment: Path) -> Path:
    (site,) = environment.glob("[lL]ib/**/site-packages")
    return site


def test_the_wheel_holds_all_that_is_asked_for_and_its_sources(environment: Path) -> None:
    """Sources too where they are compiled: editors and checkers of types read those."""
    package = ROOT / "src" / "affray"
    site = site_of(environment)
    there = {path.relative_to(site / "affray") for path in site.glob("affray/**/*")}
    wanted = {
        path.relative_to(package)
        for path in package.glob("**/*")
        if path.suffix in (".py", ".toml", ".html", ".css", ".js", ".typed", ".webp")
    }

    assert wanted - there == set()


def test_a_checker_of_types_sees_the_installed_package(environment: Path, tmp_path: Path) -> None:
    """The types of an installed wheel count, as it says by ``py.typed``."""
    script = tmp_path / "script.py"
    script.write_text(SCRIPT, encoding="utf-8")
    python = environment / ("Scripts/python.exe" if os.name == "nt" else "bin/python")

    run = subprocess.run(
        [
            *(sys.executable, "-m", "mypy", "--strict", "--cache-dir", os.devnull),
            *("--python-executable", str(python), str(script)),
        ],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )

    assert [line.partition("error: ")[2] for line in run.stdout.splitlines()[:-1]] == [
        '"Fight" has no attribute "chose"; maybe "choose"?  [attr-defined]',
        'Module has no attribute "strat"; maybe "start"?  [attr-defined]',
    ]


@pytest.mark.parametrize(
    ("thing", "words"),
    [
        (dice, "Dice: the only source of chance."),
        (dice.SeededDice, "Dice keyed by purpose."),
        (dice.SeededDice.roll, "Return a face from 1 to ``sides``."),
        (dice.distribution, "Return every result"),
        (action.ActionSpace.size, "How many codes there are"),
        (affray.Option, "One legal answer with its parts"),
        (affray.Agent.decide, "Return one of the answers of a choice."),
        (affray.IllegalError, "The rules forbid it"),
        (affray.bots.seated, "Return a player by name"),
    ],
)
def test_help_tells_of_compiled_things_too(thing: Any, words: str) -> None:
    assert (inspect.getdoc(thing) or "").startswith(words)


# -- the page --------------------------------------------------------------------------------------


def test_the_samples_of_the_page_run() -> None:
    samples = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    names: dict[str, Any] = {"affray": affray}

    for sample in samples:
        exec(sample, names)

    assert names["fight"].seats["foes"] == "cautious"
