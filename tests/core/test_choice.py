"""Choices: what is listed, what people may do besides, and how keys are read."""

from __future__ import annotations

import pytest

from affray.bots import RandomBot
from affray.core.choice import PASS, Menu, UnlistedMenu
from affray.core.errors import UnknownKeyError

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
