"""The demonstration: a fight, interpreted at once; after the build the same fight again, compiled.

python -m scripts.demo interpreted      plays, simulates, asks for odds, and notes its speed
python -m scripts.demo compiled         plays the same fight again, compares, and judges it
"""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path

import affray.core.combat
from affray.cli.app import app
from affray.core.errors import InvalidError
from affray.lab.report.extras import check_extra
from affray.sim import batches

ENCOUNTER = "broken-causeway"
ATTACK = "ansa-brock: basic-attack biffer-1"
SEED = 1
NOTE = Path(__file__).parents[1] / "build" / "demo.json"
PAGE = NOTE.with_name("demo.html")


def command(*words: str) -> None:
    """Show a command and run it."""
    sys.stdout.write(
        f"\n$ affray {' '.join(one if ' ' not in one else repr(one) for one in words)}\n"
    )
    sys.stdout.flush()
    app(list(words), prog_name="affray", standalone_mode=False)
    sys.stdout.flush()


def speed(fights: int, seconds: float) -> tuple[int, float]:
    """Return a digest of fights that are played, and seconds of CPU for each: the fastest batch."""
    batches.run(ENCOUNTER, seed=SEED, count=1)  # what is read and worked out once
    best = float("inf")
    digest = 0
    end = time.monotonic() + seconds
    while time.monotonic() < end or best == float("inf"):
        start = time.process_time()
        digest = batches.run(ENCOUNTER, seed=SEED, count=fights).digest
        best = min(best, (time.process_time() - start) / fights)
    return digest, best


def interpreted() -> None:
    """Play at once, and note how fast."""
    command("run", ENCOUNTER, "--seed", str(SEED))
    command("odds", ENCOUNTER, ATTACK)
    digest, each = speed(4, 2)
    NOTE.parent.mkdir(exist_ok=True)
    NOTE.write_text(json.dumps({"digest": digest, "seconds": each}), encoding="utf-8")
    say(f"That was interpreted Python: {each * 1000:.0f} ms a fight. Affray can be compiled:")


def compiled() -> None:
    """Play the same fights again, compiled, and say how many times faster."""
    if affray.core.combat.__file__.endswith(".py"):
        say("There is no C compiler here: everything works, interpreted.")
        judged(200)
        return
    note = json.loads(NOTE.read_text(encoding="utf-8"))
    digest, _ = speed(4, 0)
    _, each = speed(50, 2)
    same = (
        "the same fights, die by die" if digest == note["digest"] else "OTHER fights: a bug of ours"
    )
    times = note["seconds"] / each
    say(f"Compiled: {each * 1000:.1f} ms a fight, {times:.0f} times faster; {same}.")
    command("sim", ENCOUNTER, "-n", "2000")
    judged(1500)


def judged(most: int) -> None:
    """Say whether the fight is fair, and write a page about it where what draws charts is there."""
    command("fair", ENCOUNTER, "--players", "plain", "-n", str(most))
    try:
        check_extra()
    except InvalidError:
        again = f".venv/bin/pip install -e '.[charts]', then affray report {ENCOUNTER}"
        say(f"A page of it with charts and heat maps: {again}")
        return
    command(
        "report", ENCOUNTER, "-n", str(min(most, 400)), "--out", os.path.relpath(PAGE), "--force"
    )


def say(text: str) -> None:
    """Print a line that stands apart."""
    sys.stdout.write(f"\n{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    {"interpreted": interpreted, "compiled": compiled}[sys.argv[1]]()
