"""The toy ruleset is interpreted, and interpreted classes cannot be based on compiled ones.

So the tests that stand on it run where everything is interpreted; what they prove of programs that
are compiled, others prove on real rulesets.
"""

from __future__ import annotations

import affray.core.combat

COMPILED = not affray.core.combat.__file__.endswith(".py")

collect_ignore = ["test_bots.py"] if COMPILED else []
