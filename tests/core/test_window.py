"""Reaction windows: who is asked, in what order, how often; and what may not go on for ever."""

from __future__ import annotations

from typing import Any

import pytest

from affray.core.choice import (
    PASS,
    Absent,
    Agent,
    Choice,
    Menu,
    Option,
    Pending,
    Script,
)
from affray.core.combat import Combat
from affray.core.dice import ScriptedDice
from affray.core.errors import AmbiguousError, IllegalError, UnknownKeyError
from affray.core.event import Event
from affray.core.window import CODES, DEEPEST, Deed, Window, offer
from tests.core.duel import Duel, DuelCombat, skirmish

ANA, CID, BOB = 0, 1, 2


class Listener(Agent):
    """Notes every question as (who, keys) and answers from a list."""

    def __init__(self, *keys: str) -> None:
        self.keys = list(keys)
        self.asked: list[tuple[int, list[str]]] = []

    def decide(self, choice: Choice) -> int:
        self.asked.append((choice.who, [choice.key(answer) for answer in choice.answers()]))
        return choice.read(self.keys.pop(0))


class Wry(Agent):
    """Says what nobody listed."""

    def decide(self, choice: Choice) -> int:
        self.listed = [choice.key(answer) for answer in choice.answers()]
        return choice.read("ana 7")


class Probe(Window):
    """Replies by combatant, as code to word; ``taken`` are noted in order."""

    def __init__(
        self, duel: DuelCombat, replies: dict[int, list[int]], groups: list[list[int]]
    ) -> None:
        super().__init__(duel, Deed(BOB, ANA), "duel/probe.window")
        self.duel = duel
        self.offered = replies
        self.order = groups
        self.more: list[int] = []
        self.forced: list[int] = []
        self.done: list[str] = []
        self.nest = 0

    def groups(self) -> list[list[int]]:
        return self.order

    def replies(self, who: int) -> list[int]:
        return self.offered[who]

    def unlisted(self, who: int) -> list[int]:
        return self.more if who == ANA else []

    def must(self, who: int, code: int) -> bool:
        return who * CODES + code in self.forced

    def key(self, who: int, code: int) -> str:
        return f"{self.duel.units[who].name} {code}"

    def take(self, who: int, code: int) -> None:
        self.done.append(self.key(who, code))
        if self.nest:
            inner = Probe(self.duel, self.offered, self.order)
            inner.nest = self.nest - 1
            inner.forced = self.forced
            offer(self.duel, inner)
            self.done += inner.done

    def close(self) -> None:
        self.done.append("closed")


def duel(agent: Agent) -> DuelCombat:
    combat = Duel().begin(skirmish(), ScriptedDice([]), [agent] * 3)
    combat.watched = True
    return combat


def test_everybody_is_asked_in_order_and_nobody_for_nothing() -> None:
    listener = Listener("pass", "pass")
    window = Probe(duel(listener), {ANA: [1], CID: [], BOB: [2, 3]}, [[BOB], [CID], [ANA]])
    offer(window.duel, window)

    assert listener.asked == [(BOB, ["pass", "bob 2", "bob 3"]), (ANA, ["pass", "ana 1"])]
    assert window.done == ["closed"]
    assert window.duel.depth == 0


def test_one_may_take_several_but_none_twice() -> None:
    listener = Listener("ana 2", "ana 1")
    window = Probe(duel(listener), {ANA: [1, 2]}, [[ANA]])
    offer(window.duel, window)

    assert listener.asked == [(ANA, ["pass", "ana 1", "ana 2"]), (ANA, ["pass", "ana 1"])]
    assert window.done == ["ana 2", "ana 1", "closed"]


def test_a_group_is_asked_together_in_the_name_of_nobody() -> None:
    listener = Listener("cid 1", "pass")
    window = Probe(duel(listener), {ANA: [1], CID: [1]}, [[ANA, CID]])
    offer(window.duel, window)

    assert listener.asked == [(-1, ["pass", "ana 1", "cid 1"]), (ANA, ["pass", "ana 1"])]


def test_what_is_legal_besides_the_list_may_be_said_once() -> None:
    wry = Wry()
    window = Probe(duel(wry), {ANA: [1]}, [[ANA]])
    window.more = [7]
    with pytest.raises(UnknownKeyError):
        offer(window.duel, window)  # asked again, and it is taken

    assert wry.listed == ["pass", "ana 1"]
    assert window.done == ["ana 7"]


@pytest.mark.parametrize("reply", ["pass", "bob 1"])
def test_where_a_group_has_several_seats_each_is_asked_about_its_own(reply: str) -> None:
    """Ana and Cid are of one seat, Bob between them of another."""
    one, other = Listener("cid 1", "pass"), Listener(reply)
    window = Probe(duel(one), {ANA: [1], BOB: [1], CID: [1]}, [[ANA, BOB, CID]])
    window.duel.agents = [one, other, other]
    offer(window.duel, window)

    assert one.asked == [(-1, ["pass", "ana 1", "cid 1"]), (ANA, ["pass", "ana 1"])]
    assert other.asked == [(BOB, ["pass", "bob 1"])]
    assert window.done == ["cid 1", *(["bob 1"] if reply != "pass" else []), "closed"]


def test_a_single_thing_that_must_be_is_taken_unasked() -> None:
    listener = Listener()
    window = Probe(duel(listener), {ANA: [4]}, [[ANA]])
    window.forced = [ANA * CODES + 4]
    offer(window.duel, window)

    assert listener.asked == []
    assert window.done == ["ana 4", "closed"]


def test_among_several_that_must_be_the_order_is_a_choice_without_pass() -> None:
    listener = Listener("ana 5")
    window = Probe(duel(listener), {ANA: [4, 5]}, [[ANA]])
    window.forced = [ANA * CODES + 4, ANA * CODES + 5]
    offer(window.duel, window)

    assert listener.asked == [(ANA, ["ana 4", "ana 5"])]
    assert window.done == ["ana 5", "ana 4", "closed"]


def test_after_any_reply_all_are_asked_again_until_all_pass() -> None:
    listener = Listener("pass", "bob 1", "ana 1", "pass")
    window = Probe(duel(listener), {ANA: [1], BOB: [1, 2]}, [[ANA], [BOB]])
    window.until_all_pass = True
    offer(window.duel, window)

    assert [who for who, _ in listener.asked] == [ANA, BOB, ANA, BOB]
    assert window.done == ["bob 1", "ana 1", "closed"]


class Spoiling(Probe):
    """The first reply makes the deed void, or fells its actor."""

    fells = False

    def take(self, who: int, code: int) -> None:
        if self.fells:
            self.duel.units[BOB].hp = 0
        else:
            self.deed.void = "duel/any"


@pytest.mark.parametrize("fells", [True, False])
def test_nobody_is_asked_once_the_deed_is_void_or_its_actor_down(*, fells: bool) -> None:
    listener = Listener("ana 1")
    window = Spoiling(duel(listener), {ANA: [1, 2], CID: [1]}, [[ANA], [CID]])
    window.fells = fells
    offer(window.duel, window)

    assert listener.asked == [(ANA, ["pass", "ana 1", "ana 2"])]


def test_windows_inside_windows_end_at_the_cap_and_say_so() -> None:
    window = Probe(duel(Absent()), {ANA: [1]}, [[ANA]])
    window.forced = [ANA * CODES + 1]
    window.nest = DEEPEST + 10
    offer(window.duel, window)

    assert window.done.count("ana 1") == DEEPEST
    assert [event.name for event in window.duel.events] == ["too deep"]
    assert window.duel.depth == 0


def test_the_last_asked_answers_first() -> None:
    """A reply to a reply is over before the first goes on."""
    listener = Listener("ana 1", "pass")
    window = Probe(duel(listener), {ANA: [1]}, [[ANA]])
    window.nest = 1
    window.close = lambda: window.done.append("outer closed")  # type: ignore[method-assign]
    offer(window.duel, window)

    assert window.done == ["ana 1", "closed", "outer closed"]


# -- choices -------------------------------------------------------------------------------------


def menu(*keys: str) -> Menu:
    return Menu(1, 0, "duel/any", [(number, key) for number, key in enumerate(keys)])


def test_a_key_is_read_whatever_its_spaces() -> None:
    assert menu("pass", "strike bob").read("  strike   bob ") == 1


def test_a_beginning_that_fits_several_is_ambiguous_and_one_that_fits_none_unknown() -> None:
    choice = menu("strike bob", "strike bobby", "strike cid")

    assert choice.read("strike bob") == 0
    with pytest.raises(AmbiguousError, match="strike bob, strike bobby, strike cid"):
        choice.read("strike")
    with pytest.raises(UnknownKeyError, match="did you mean 'strike bobby'"):
        choice.read("strike bobb")
    with pytest.raises(UnknownKeyError, match="did you mean 'strike cid'"):
        choice.read("stryke cid")


@pytest.mark.parametrize(("seats", "first"), [(1, 0), (2, 1), (6, 1), (8, 3), (9, 0)])
def test_the_first_of_several_seats_is_asked(seats: int, first: int) -> None:
    assert Menu(seats, 0, "duel/any", [(PASS, "pass")]).seat() == first


def test_an_option_says_its_parts() -> None:
    option = Option(7, "strike bob with spear", who=0, targets=[2])

    assert (option.verb, option.targets, option.cells, option.cost) == ("strike", [2], [], -1)


def test_a_menu_refuses_a_number_that_it_does_not_offer() -> None:
    with pytest.raises(IllegalError):
        menu("pass").option(3)


def test_a_script_that_is_used_up_leaves_the_choice_pending() -> None:
    choice = menu("pass", "go")
    script = Script([1])

    assert script.decide(choice) == 1
    with pytest.raises(Pending) as pending:
        script.decide(choice)
    assert pending.value.choice is choice


def asks(combat: Combat[Any]) -> int:
    return combat.ask(menu("pass", "go"))


def test_asking_counts_as_something_happening_and_telling_does_not() -> None:
    combat = duel(Absent())
    asks(combat)
    assert combat.changes == 1
    combat.tell(Event("any"))
    assert combat.changes == 1
