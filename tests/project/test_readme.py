"""The README tells the truth: every sample runs, and prints what it says."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

import affray

SECONDS = 240


class Sample(NamedTuple):
    """A fenced block: its language, the file it is to be, its text."""

    language: str
    file: str
    text: str


def samples(page: str) -> list[Sample]:
    """All fenced blocks in order; a fence such as ``toml mine.toml`` names a file to be written."""
    found = re.findall(r"^```(\w+) ?([\w.-]*)\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    return [Sample(*each) for each in found]


def commands(text: str) -> list[list[str]]:
    """The lines of a shell block that call ``affray``, as arguments."""
    joined = text.replace("\\\n", " ")
    lines = [line.removeprefix("$ ") for line in joined.splitlines()]
    return [shlex.split(line, comments=True) for line in lines if line.startswith("affray ")]


def promises(text: str) -> list[str]:
    """What ``print(...)  # this`` says that a script prints, in order."""
    return re.findall(r"^print\(.*\)  # (.+)$", text, re.MULTILINE)


def run(arguments: list[str], folder: Path) -> str:
    """Run Python on the package under test; a sample that asks questions is told to quit."""
    package = str(Path(affray.__file__).parents[1])
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": package},
        input="quit\n",
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=SECONDS,
        check=False,
    )
    assert done.returncode == 0, f"{arguments}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def run_samples(page: str, folder: Path) -> int:
    """Run every sample in order, in one folder; gives how many commands and scripts there were."""
    count = 0
    for sample in samples(page):
        if sample.file:
            (folder / sample.file).write_text(sample.text, encoding="utf-8")
        if sample.language == "python":
            printed = run(["-c", sample.text], folder)
            for promise in promises(sample.text):
                assert promise in printed
                printed = printed.partition(promise)[2]
            count += 1
        elif sample.language == "sh":
            for arguments in commands(sample.text):
                run(["-m", *arguments], folder)
                count += 1
    return count


def test_every_sample_of_the_readme_runs_and_keeps_its_promises(
    checkout: Path, tmp_path: Path
) -> None:
    page = (checkout / "README.md").read_text(encoding="utf-8")

    assert run_samples(page, tmp_path) >= 5


PAGE = """
```toml mine.toml
id = 1
```
```python
text = open("mine.toml").read()
print(text)  # id = 1
print(2)  # {promise}
```
```sh
make demo                # not ours
affray --version         # `affray` in words
```
"""


def test_a_page_is_read_as_files_scripts_and_commands() -> None:
    found = samples(PAGE)

    assert [(each.language, each.file) for each in found] == [
        ("toml", "mine.toml"),
        ("python", ""),
        ("sh", ""),
    ]
    assert commands(found[2].text) == [["affray", "--version"]]


def test_a_broken_promise_is_noticed(tmp_path: Path) -> None:
    scripts = PAGE.partition("```sh")[0]

    assert run_samples(scripts.format(promise="2"), tmp_path) == 1
    with pytest.raises(AssertionError):
        run_samples(scripts.format(promise="3"), tmp_path)


def test_a_sample_that_fails_is_noticed(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="ZeroDivisionError"):
        run_samples("```python\n1 / 0\n```\n", tmp_path)
