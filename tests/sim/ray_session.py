"""One session of a real Ray of two workers, run as a script: what it finds goes to stdout as JSON.

What is played lies in a folder that only this process knows: the workers are not told where.

    python -m tests.sim.ray_session FOLDER
"""

from __future__ import annotations

import json
import os
import shutil
import sys
from pathlib import Path
from typing import Any

from affray import sim
from affray.content.game import register
from affray.lab import diff

HERE = Path(__file__).parent
SAME: dict[str, Any] = {"changes": ["weapon.spear.damage+=1"], "count": 6, "same_answers": True}


def lay_out(folder: Path) -> None:
    """Copy a game, a module of players and an encounter to where no worker looks."""
    shutil.copytree(HERE.parent / "sixth" / "duel_game", folder / "travelling_game")
    for path in (folder / "travelling_game").rglob("*.py"):
        path.write_text(path.read_text("utf-8").replace("duel_game", "travelling_game"), "utf-8")
    shutil.copy(HERE / "own_players.py", folder / "travelling_players.py")
    text = (folder / "travelling_game" / "encounters" / "at-dawn.toml").read_text("utf-8")
    (folder / "own.toml").write_text(text, "utf-8")


def main(folder: Path) -> dict[str, Any]:
    lay_out(folder)
    found: dict[str, Any] = {}
    with sim.executor("local-ray", 2) as place:
        sys.path.insert(0, str(folder))  # too late for the workers
        from travelling_game.game import GAME  # type: ignore[import-not-found]
        from travelling_players import Deadly  # type: ignore[import-not-found]

        register(GAME)
        source = sim.from_content(folder / "own.toml")
        (folder / "own.toml").unlink()
        seats = {"players": "travelling_players:Whim"}
        found["jobs"] = place.jobs
        found["usage"] = os.environ.get("RAY_USAGE_STATS_ENABLED")
        for name, chosen in {
            "plain": {},
            "own": seats,
            "lost": {"players": Deadly(30, folder / "mark")},
        }.items():
            ran = sim.run(source, seed=3, count=80, seats=chosen, executor=place)
            found[name] = [ran.count, f"{ran.digest:016x}", ran.wins]
        try:
            sim.run(
                source, count=5, seats={"players": "travelling_players:failing"}, executor=place
            )
        except sim.BotFaultError as fault:
            found["fault"] = str(fault).splitlines()[0]
        found["same answers"] = diff(
            "ingenuity/toll-bridge", executor=place, **SAME
        ).pairs.as_data()
    found["killed"] = (folder / "mark").exists()
    for name, chosen in {"plain": {}, "own": seats, "lost": seats}.items():
        ran = sim.run(source, seed=3, count=80, seats=chosen)
        found[f"{name} here"] = [ran.count, f"{ran.digest:016x}", ran.wins]
    found["same answers here"] = diff("ingenuity/toll-bridge", **SAME).pairs.as_data()
    return found


if __name__ == "__main__":
    sys.stdout.write(json.dumps(main(Path(sys.argv[1]))))
