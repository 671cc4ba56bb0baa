"""What a compiled package cannot be tested for.

The toy ruleset is no game of its own there (``tests/bots/conftest.py``), and its code cannot be
watched while it runs.
"""

from __future__ import annotations

from tests.bots.conftest import COMPILED

collect_ignore = ["test_fuzz.py", "test_played.py", "test_sessions.py"] if COMPILED else []
