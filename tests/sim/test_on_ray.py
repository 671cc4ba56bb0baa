"""A real Ray of two workers on this machine."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from affray.core.errors import InvalidError
from affray.sim import executor, luggage

ROOT = Path(__file__).parents[2]


def test_ray_finds_what_one_process_finds_and_plays_again_what_is_lost(tmp_path: Path) -> None:
    """In a process of its own: Ray leaves threads behind and takes handlers of signals."""
    ran = subprocess.run(
        [sys.executable, "-m", "tests.sim.ray_session", str(tmp_path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path])},
    )

    assert ran.returncode == 0, ran.stderr[-4000:]
    found = json.loads(ran.stdout)
    assert found["jobs"] == 2
    for name in ("plain", "own", "lost"):
        assert found[name] == found[f"{name} here"]
        assert found[name][0] == 80
    assert found["same answers"] == found["same answers here"]
    assert found["same answers"]["count"] == 6
    assert found["killed"]
    assert found["plain"] != found["own"]
    assert found["fault"].startswith("the player travelling_players:failing failed (the seat play")


def test_without_ray_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)

    with pytest.raises(InvalidError, match=r"install the extra \(affray\[cluster\]\)"):
        executor("local-ray", 2)


# -- modules that travel ---------------------------------------------------------------------------


def test_only_what_lies_here_alone_travels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "own_rules"
    (package / "inner").mkdir(parents=True)
    for place in ("__init__.py", "inner/__init__.py", "rules.toml"):
        (package / place).write_text("")
    (package / "__pycache__").mkdir()
    (package / "__pycache__" / "x.pyc").write_text("")
    (tmp_path / "own_bot.py").write_text("")
    monkeypatch.syspath_prepend(str(tmp_path))

    names = [*luggage.carried("own_rules.inner"), *luggage.carried("own_bot")]

    assert names == [
        *("own_rules/__init__.py", "own_rules/inner/__init__.py", "own_rules/rules.toml"),
        "own_bot.py",
    ]
    for installed in ("affray.sim", "json", "pytest", "_pytest.config", "sys", "missing.module"):
        assert luggage.carried(installed) == {}
    assert luggage.pack(["json", "affray"]) == b""
    assert luggage.pack(["own_bot"]) == luggage.pack(["own_bot", "own_bot"]) != b""


def test_too_much_is_better_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "heavy_bot.py").write_text("#" * 2000)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(luggage, "LARGEST", 1000)

    with pytest.raises(
        InvalidError, match=r"heavy_bot\.py: 2,000 bytes to send: install it on the"
    ):
        luggage.pack(["heavy_bot"])
