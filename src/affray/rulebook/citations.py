"""Where rules are cited: in the code of a ruleset, in tests, in cases. Never compiled.

Ids look like ``attack.critical`` or, with their ruleset, ``thrum/attack.critical``. Code cites in
strings, docstrings and comments, tests with ``@rule(...)``, cases with ``rules = [...]``. Whether a
catalogue holds the id is not asked here.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
import tomllib
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator
    from importlib.resources.abc import Traversable
    from pathlib import Path

# What a citation shows.
ENFORCED: Final = "enforced"
TESTED: Final = "tested"
CASED: Final = "played in a case"
SPOKEN: Final = "spoken of"

# These speak of rules without enforcing any: what a bot weighs, and the sentences of the log.
QUIET: Final = ("tactics.py", "words.py")

_PART: Final = r"[a-z0-9]+(?:-[a-z0-9]+)*"
_ID: Final = rf"(?:[a-z]+/)?{_PART}(?:\.{_PART})+"
_ANYWHERE: Final = re.compile(rf"(?<![\w./-])({_ID})(?![\w/-])")
_WHOLE: Final = re.compile(rf"[rbfu]*(['\"])({_ID})\1", re.IGNORECASE)
_COMMENT: Final = re.compile(rf"#\s*{_ID}(?:, {_ID})*\s*(?:$|[:;(])")
_LIST: Final = re.compile(r"\bRules:(?:.(?!\n\s*\n))*", re.DOTALL)
_FILE_NAME: Final = re.compile(r"\.(py|toml|md|json|jsonl|txt|svg|csv)$")


class Citation(NamedTuple):
    """An id somewhere; ``sure`` if the place shows that it can only be meant as one."""

    name: str  # with or without its ruleset
    place: str  # file:line
    kind: str
    sure: bool


class Mention(NamedTuple):
    """An id in a text, before it is known what the text is."""

    name: str
    line: int
    sure: bool


def in_code(home: Traversable, name: str) -> Iterator[Citation]:
    """Walk a game's folder, called ``name``; the sources lie beside compiled modules too."""
    for place, source in _files(home, name, ".py"):
        kind = SPOKEN if source.name in QUIET else ENFORCED
        for found in mentions(source.read_text(encoding="utf-8")):
            yield Citation(found.name, f"{place}:{found.line}", kind, found.sure)


def in_tests(root: Path) -> Iterator[Citation]:
    """Walk the marks of all tests of a checkout."""
    for place, source in _files(root / "tests", "tests", ".py"):
        for found in marks(source.read_text(encoding="utf-8")):
            yield Citation(found.name, f"{place}:{found.line}", TESTED, found.sure)


def in_cases(ruleset: str, root: Path) -> Iterator[Citation]:
    """Walk the cases of a ruleset in a checkout; files that are no cases are others' business."""
    for place, source in _files(root / "cases" / ruleset, f"cases/{ruleset}", ".toml"):
        for found in listed(source.read_bytes().decode(errors="replace")):
            yield Citation(found.name, f"{place}:{found.line}", CASED, found.sure)


@lru_cache(maxsize=4096)
def mentions(source: str) -> tuple[Mention, ...]:
    """Find the ids in the strings, docstrings and comments of a module."""
    found: list[Mention] = []
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            heading = _COMMENT.match(token.string)
            spans = [heading.span()] if heading else []
        elif token.type == tokenize.STRING:
            spans = [match.span() for match in _LIST.finditer(token.string)]
            spans += [(0, len(token.string))] if _WHOLE.fullmatch(token.string) else []
        elif tokenize.tok_name[token.type] == "FSTRING_MIDDLE":  # Python 3.12 and newer
            spans = []
        else:
            continue
        for match in _ANYWHERE.finditer(token.string):
            if _FILE_NAME.search(match[1]):
                continue
            line = token.start[0] + token.string.count("\n", 0, match.start())
            sure = any(start <= match.start() < end for start, end in spans)
            found.append(Mention(match[1], line, sure))
    return tuple(found)


@lru_cache(maxsize=4096)
def marks(source: str) -> tuple[Mention, ...]:
    """Find the ids that a module's tests are marked with: ``@rule("thrum/attack.critical")``."""
    if "rule(" not in source:
        return ()
    return tuple(
        Mention(argument.value, argument.lineno, sure=True)
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "rule"
        for argument in node.args
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
    )


def listed(text: str) -> tuple[Mention, ...]:
    """Find the ids under ``rules`` of a case file."""
    try:
        rules = tomllib.loads(text).get("rules", [])
    except tomllib.TOMLDecodeError:
        return ()
    names = [name for name in rules if isinstance(name, str)] if isinstance(rules, list) else []
    found = []
    for name in names:
        at = max(text.find(f'"{name}"'), 0)
        found.append(Mention(name, text.count("\n", 0, at) + 1, sure=True))
    return tuple(found)


def _files(folder: Traversable, place: str, ending: str) -> Iterator[tuple[str, Traversable]]:
    """Walk all files below a folder in the order of their names."""
    if not folder.is_dir():
        return
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        inside = f"{place}/{entry.name}"
        if entry.is_dir():
            yield from _files(entry, inside, ending)
        elif entry.name.endswith(ending):
            yield inside, entry
