"""Choices: what is listed, what people may do besides, and how keys are read."""

from __future__ import annotations

import pytest

from affray.bots import RandomBot
from affray.core.choice import PASS, Menu, UnlistedMenu
from affray.core.errors import IllegalError, UnknownKeyError

YIELD = 99


def retreating() -> UnlistedMenu:
    """A menu that people may also leave by yielding."""
    return UnlistedMenu(1, 0, "rule", [(PASS, "pass"), (1, "strike")], [(YIELD, "yield")])


def test_what_may_be_done_besides_is_legal_and_readable_but_not_listed() -> None:
    choice = retreating()

    assert choice.read("yield") == YIELD
    assert choice.allows(YIELD)
    assert choice.key(YIELD) == "yield"
    assert choice.key(1) == "strike"
    assert choice.fallback() == PASS
    assert YIELD not in choice.answers()
    assert not choice.allows(YIELD + 1)


def test_no_program_is_tempted_by_what_may_be_done_besides() -> None:
    bot = RandomBot(1)

    assert {bot.decide(retreating()) for _ in range(200)} == {PASS, 1}


def test_a_plain_menu_has_nothing_besides() -> None:
    with pytest.raises(UnknownKeyError):
        Menu(1, 0, "rule", [(PASS, "pass")]).read("yield")


class Striking(Menu):
    """A menu beside which more could be thought of."""

    def candidates(self) -> list[str]:
        return ["strike bobby", "dance"]


def test_what_is_on_offer_is_proposed_before_what_is_refused() -> None:
    choice = Striking(1, 0, "rule", [(PASS, "pass"), (1, "strike bob")])

    with pytest.raises(UnknownKeyError, match="did you mean 'strike bob'"):
        choice.read("strike bobbi")
    with pytest.raises(UnknownKeyError, match="did you mean 'dance'"):
        choice.read("dence")


class Forbidding(Menu):
    """A menu of which some things are forbidden."""

    def candidates(self) -> list[str]:
        return ["strike bob with axe", "dance"]

    def why_not(self, key: str) -> tuple[str, str]:
        reasons = {"strike bob with axe": "out of reach", "dance": "it is dizzy"}
        return ("rule", reasons[key]) if key in reasons else ("", "")


@pytest.mark.parametrize(
    ("key", "fact"),
    [("strike", "out of reach"), ("strike bob", "out of reach"), ("dance 0,0", "it is dizzy")],
)
def test_the_beginning_of_a_key_is_refused_with_the_reason_of_what_it_begins(
    key: str, fact: str
) -> None:
    with pytest.raises(IllegalError, match=fact):
        Forbidding(1, 0, "rule", [(PASS, "pass")]).read(key)
    with pytest.raises(UnknownKeyError):
        Forbidding(1, 0, "rule", [(PASS, "pass")]).read("sing")
