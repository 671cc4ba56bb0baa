"""The documentation: its pages are all there and lead to each other, the API is told whole."""

from __future__ import annotations

import ast
import importlib
import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from affray.content.game import BUILTIN
from affray.rulebook import catalogue
from scripts import docs_pages

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    goal = tmp_path_factory.mktemp("site") / "docs"
    docs_pages.gather(goal)
    return goal


def test_every_page_is_in_the_menu_and_nothing_else(pages: Path) -> None:
    menu = (ROOT / "mkdocs.yml").read_text(encoding="utf-8").partition("\nnav:")[2]
    named = re.findall(r"([\w/-]+\.md)$", menu, re.MULTILINE)

    assert sorted(named) == sorted(
        path.relative_to(pages).as_posix() for path in pages.rglob("*.md")
    )


def test_every_link_leads_to_a_page(pages: Path) -> None:
    wrong = []
    for path in pages.rglob("*.md"):
        text = re.sub(r"^```.*?^```$", "", path.read_text(encoding="utf-8"), flags=re.M | re.S)
        for goal in re.findall(r"(?<!\\)\]\(([^)#:]+)(?:#[^)]*)?\)", text):
            if not (path.parent / goal).is_file():
                wrong.append(f"{path.relative_to(pages)}: {goal}")

    assert wrong == []


@pytest.mark.parametrize("id", BUILTIN)
def test_a_game_s_page_holds_all_its_rules(pages: Path, id: str) -> None:
    page = (pages / "games" / f"{id}.md").read_text(encoding="utf-8")
    book = catalogue.load(id)

    assert re.findall(r"^#### .* \{ #(\S+) \}$", page, re.MULTILINE) == [
        rule.id for kind in docs_pages.KINDS for rule in book.rules.values() if rule.kind == kind
    ]
    assert len(re.findall(r"· enforced in `[^\n]+; tested in `", page)) == len(book.rules)


# -- the API -------------------------------------------------------------------------------------


def listed() -> list[str]:
    """The names that the pages of the API show."""
    found = []
    for page in sorted((ROOT / "docs" / "api").glob("*.md")):
        found += re.findall(r"^::: ([\w.]+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return found


def found(name: str) -> Any:
    parts = name.split(".")
    for length in range(len(parts), 0, -1):
        try:
            thing: Any = importlib.import_module(".".join(parts[:length]))
        except ModuleNotFoundError:
            continue
        for part in parts[length:]:
            thing = getattr(thing, part)
        return thing
    raise AssertionError(name)


def test_the_public_names_are_among_those_listed() -> None:
    import affray

    things = [found(name) for name in listed()]

    missing = [name for name in affray.__all__ if name != "bots"]
    assert [name for name in missing if getattr(affray, name) not in things] == []


def functions(name: str) -> Iterator[tuple[str, ast.FunctionDef]]:
    """The public functions and methods of a listed name, as their source has them."""
    thing = found(name)
    if isinstance(thing, ModuleType):
        return
    source = ROOT / "src" / Path(*thing.__module__.split(".")).with_suffix(".py")
    for node in ast.parse(source.read_text(encoding="utf-8")).body:
        if getattr(node, "name", "") != thing.__name__:
            continue
        if isinstance(node, ast.FunctionDef):
            yield name, node
        elif isinstance(node, ast.ClassDef):
            for inner in node.body:
                if isinstance(inner, ast.FunctionDef) and not inner.name.startswith("_"):
                    yield f"{name}.{inner.name}", inner


FUNCTIONS = [each for name in listed() for each in functions(name)]
# What a game or a bot overrides: its questions are one sentence each, told by their names.
OVERRIDDEN = ("affray.core.",)


def lacking(node: ast.FunctionDef, *, brief: bool) -> list[str]:
    """What the docstring of a public function does not say."""
    text = inspect.cleandoc(ast.get_docstring(node) or "")
    if not text or brief:
        return [] if text else ["a docstring"]
    lacks = []
    taken = [
        one.arg
        for one in [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
        if one.arg not in ("self", "cls")
    ]
    told = re.findall(r"^    (\w+):", text.partition("Args:\n")[2], re.MULTILINE)
    spoken = set(re.findall(r"``(\w+)``", text)) | set(told)
    if len(taken) > 1:
        lacks += [f"Args: {name}" for name in taken if name not in spoken]
    is_property = any(getattr(one, "id", "") == "property" for one in node.decorator_list)
    returns = not isinstance(node.returns, ast.Constant) and node.returns is not None
    says = text.startswith(("Return ", "Give ")) or "Returns:\n" in text or "eturn" in text
    if returns and not is_property and not says:
        lacks.append("Returns")
    raises = any(
        isinstance(one, ast.Raise) and one.exc is not None and "NotImplemented" not in ast.dump(one)
        for one in ast.walk(node)
    )
    if raises and "Raises:\n" not in text:
        lacks.append("Raises")
    return lacks


@pytest.mark.parametrize(("name", "node"), FUNCTIONS, ids=[name for name, _ in FUNCTIONS])
def test_a_public_function_says_what_it_takes_returns_and_raises(
    name: str, node: ast.FunctionDef
) -> None:
    assert lacking(node, brief=name.startswith(OVERRIDDEN)) == []
