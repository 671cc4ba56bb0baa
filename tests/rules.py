"""The mark that ties a test to the rules it would falsify."""

from __future__ import annotations

import pytest

from affray.core.errors import InvalidError
from affray.rulebook import catalogue


def rule(*names: str) -> pytest.MarkDecorator:
    """Mark a test with full ids: ``@rule("thrum/attack.sequence")``.

    Raises:
        InvalidError: a name is no rule; the module is then not collected.
    """
    problems = [] if names else ["@rule: expected RULESET/RULE, such as 'thrum/attack.sequence'"]
    for name in names:
        try:
            if catalogue.lookup(name).name != name:
                problems.append(f"{name}: expected it with its ruleset, as in 'thrum/{name}'")
        except InvalidError as fault:
            problems += fault.problems
    if problems:
        raise InvalidError(problems)
    return pytest.mark.rule(*names)
