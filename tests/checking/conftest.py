"""Where the package is compiled the toy ruleset cannot be: see ``tests/bots/conftest.py``."""

from __future__ import annotations

from tests.bots.conftest import COMPILED

collect_ignore = ["test_fuzz.py", "test_sessions.py"] if COMPILED else []
