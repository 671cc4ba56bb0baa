"""The scripts that write README.md and CHANGELOG.md."""

from __future__ import annotations

from pathlib import Path

import pytest

from affray.content.game import BUILTIN
from affray.rulebook import catalogue
from scripts import changelog, coverage_table


def test_the_table_has_a_row_for_each_ruleset() -> None:
    rows = coverage_table.table().splitlines()

    assert [row.split("|")[1].strip() for row in rows[2:]] == [
        catalogue.load(ruleset).system.title for ruleset in BUILTIN
    ]


def test_the_table_is_written_between_its_marks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    readme = tmp_path / "README.md"
    readme.write_text("a\n<!-- rules: made by make rules -->\nold\n<!-- end of rules -->\nb\n")
    monkeypatch.setattr(coverage_table, "README", readme)
    monkeypatch.setattr(coverage_table, "table", lambda: "new\n")

    assert coverage_table.main(["--check"]) == (
        "README.md: the table of rules is old: run `make rules`"
    )
    assert coverage_table.main([]) == 0
    assert coverage_table.main(["--check"]) == 0
    assert readme.read_text() == (
        "a\n<!-- rules: made by make rules -->\nnew\n<!-- end of rules -->\nb\n"
    )


def test_a_readme_without_marks_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "README.md").write_text("a\n")
    monkeypatch.setattr(coverage_table, "README", tmp_path / "README.md")

    assert str(coverage_table.main([])).endswith(
        "expected one pair of marks for the table of rules, found 0"
    )


def test_fragments_become_a_release_with_rules_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "pyproject.toml").write_text('[project]\nversion = "2.0"\n')
    (tmp_path / "CHANGELOG.md").write_text("# Log\n\n<!-- releases -->\n\n## 1.0\n\n- old\n")
    (tmp_path / "changelog.d").mkdir()
    for name, text in [
        ("README.md", "how"),
        ("b.rules.md", "Two\nlines.\n"),
        ("a.fixed.md", "One."),
    ]:
        (tmp_path / "changelog.d" / name).write_text(text)
    monkeypatch.setattr(changelog, "ROOT", tmp_path)
    monkeypatch.setattr(changelog, "CHANGELOG", tmp_path / "CHANGELOG.md")

    assert changelog.main() == 0
    assert (tmp_path / "CHANGELOG.md").read_text() == (
        "# Log\n\n<!-- releases -->\n\n## 2.0\n\n### Rules\n\n- Two lines.\n\n### Fixed\n\n- One.\n"
        "\n## 1.0\n\n- old\n"
    )
    assert [path.name for path in (tmp_path / "changelog.d").iterdir()] == ["README.md"]
    assert changelog.main() == "CHANGELOG.md: 2.0 is released already: raise the version first"
