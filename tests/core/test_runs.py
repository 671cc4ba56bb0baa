"""What is supposed of other people's answers while chances are worked out."""

from __future__ import annotations

import affray
from affray.core.runs import Policy
from affray.core.suspension import asked


def test_an_answer_is_given_where_it_is_open_and_the_default_where_it_is_not() -> None:
    choice = affray.start("quest/rival-companies", seed=1).choice.choice
    other = next(one for one in choice.answers() if one != choice.fallback())
    policy = Policy([], [])
    policy.question = (asked(choice), choice.rule)

    policy.key = choice.key(other)
    assert policy.decide(choice) == other
    policy.key = f"{choice.key(other)} and more"  # alike, but not open
    assert policy.decide(choice) == choice.fallback()
    policy.question = ("somebody else", choice.rule)
    policy.key = choice.key(other)
    assert policy.decide(choice) == choice.fallback()
