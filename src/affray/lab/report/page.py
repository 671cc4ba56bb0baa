"""The page of a report: one file that holds all it needs, and the data beside it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from affray.core.errors import InvalidError
from affray.lab.report.extras import library, vega
from affray.lab.report.maps import PATTERNS
from affray.lab.report.parts import Chart, Rows, Section
from affray.session.files import temporary_beside, unwritable, write_file

DATA: Final = "-data"  # ends the name of the folder beside the page


@dataclass(slots=True)
class Report:
    """A report: what was asked of what, in sections, and the data behind them.

    Attributes:
        kind: what sort of report, in a word or two.
        title: what it is about.
        heading: what identifies it: see :func:`affray.lab.results.heading`.
        facts: names and values that stand at its top: players, versions, seed.
        sections: what there is to say, in order.
        data: rows by the name of a table.
        subtitle: a sentence below the title, "" none.
    """

    kind: str
    title: str
    heading: Mapping[str, Any]
    facts: Sequence[tuple[str, str]]
    sections: Sequence[Section]
    data: Mapping[str, Rows] = field(default_factory=dict)
    subtitle: str = ""

    def html(self) -> str:
        """Return the page: one text that fetches nothing.

        Raises:
            InvalidError: a library is missing that the extra brings.
        """
        names: dict[tuple[int, str], str] = {}
        specs: dict[str, Mapping[str, Any]] = {}
        for section in self.sections:
            for place, part in enumerate(section.parts):
                if isinstance(part, Chart):
                    names[place, section.id] = f"chart-{section.id}-{place}"
                    specs[names[place, section.id]] = part.spec
        page: str = _template().render(
            report=self,
            names=names,
            specs=_embedded(specs),
            style=_file("page.css"),
            script=_file("page.js"),
            vega=vega(),
            patterns=library("markupsafe").Markup(PATTERNS),
        )
        return page

    def write(self, path: str | Path, *, force: bool = False) -> list[Path]:
        """Write the page and, in a folder beside it, its data as Parquet.

        Args:
            path: of the page; the folder of its data is called ``NAME-data``.
            force: overwrite a page that is there.

        Returns:
            What was written: the page first.

        Raises:
            InvalidError: there is a page already, or it cannot be written, or a library is missing.
        """
        goal = Path(path)
        check_goal(goal, force=force)
        text = self.html()
        folder = goal.with_name(goal.stem + DATA)
        written = [goal]
        try:
            write_file(goal, text)
            for name, rows in self.data.items():
                folder.mkdir(exist_ok=True)
                file = folder / f"{name}.parquet"
                write_parquet(file, rows)
                written.append(file)
        except OSError as fault:
            raise unwritable(goal, fault) from fault
        return written


def check_goal(goal: Path, *, force: bool) -> None:
    """Refuse a name that a page cannot be written under, before anything is played.

    Args:
        goal: the name.
        force: whether a file that is there is overwritten.

    Raises:
        InvalidError: it is a folder, there is a file already, or its folder cannot be written.
    """
    if goal.is_dir():
        raise InvalidError([f'--out: found the folder "{goal}", expected the name of a file'])
    if goal.exists() and not force:
        raise InvalidError([f"{goal}: there is a file already; --force overwrites it"])
    try:
        goal.parent.mkdir(parents=True, exist_ok=True)
        temporary_beside(goal).unlink()
    except OSError as fault:
        raise unwritable(goal, fault) from fault


def write_parquet(path: Path, rows: Rows) -> None:
    """Write rows as a Parquet file; a column that a row lacks is empty there."""
    names = list(dict.fromkeys([name for row in rows for name in row]))
    arrow, parquet = library("pyarrow"), library("pyarrow.parquet")
    table = arrow.table({name: [row.get(name) for row in rows] for name in names})
    parquet.write_table(table, str(path))


def _embedded(data: object) -> str:
    """Return data as JSON that may stand inside a page."""
    text = json.dumps(data, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


@cache
def _file(name: str) -> str:
    return files(__package__).joinpath(name).read_text(encoding="utf-8")


@cache
def _template() -> Any:
    jinja2 = library("jinja2")
    loader = jinja2.DictLoader({"page.html": _file("page.html")})
    return jinja2.Environment(loader=loader, autoescape=True).get_template("page.html")
