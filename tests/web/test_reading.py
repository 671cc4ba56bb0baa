"""Who is not known to be there cannot be found out by typing, asking, or taking back."""

from __future__ import annotations

import random

import pytest

import affray
from affray.core.errors import IllegalError
from affray.web import reading
from affray.web.naming import titles
from affray.web.reading import learned, unknown
from affray.web.store import Store
from affray.web.table import Table
from affray.web.views import Lens
from tests.web.inside import Seated, begun, with_store

PEOPLE = {"players": "me", "foes": "me", "gm": "me"}
HIDDEN = "gloam-stalker"
ENCOUNTERS = (
    "icon/tollgate-ambush",
    "ingenuity/toll-bridge",
    "quest/cairn-gate",
    "sovereign/pay-the-toll",
    "thrum/broken-causeway",
)


async def at_juno(store: Store) -> tuple[Table, Seated, Seated, Seated]:
    """Return a table at which Juno Tarr acts, who does not know of the stalker two steps off."""
    table = await begun(store, "quest/cairn-gate", PEOPLE)
    people = [await Seated(table, one).sit() for one in ("players", "foes", "gm")]
    master = people[2]
    for key in ("act", "end turn", "keep facing", "act"):
        assert (await master.ask("gm", do="answer", path=key))["t"] == "ack"
    edit = {"path": f"{HIDDEN}.at", "value": "11,8", "reason": "It is there."}
    assert (await master.ask("gm", do="edit", **edit))["t"] == "ack"
    assert table.fight.choice.who == "juno-tarr"
    assert unknown(table.room.audience(people[0].socket.audience).lens) == [HIDDEN]
    return table, people[0], people[1], people[2]


def test_what_names_the_hidden_is_answered_as_what_names_nobody() -> None:
    async def play(store: Store) -> None:
        table, juno, _, master = await at_juno(store)

        async def told(who: Seated, key: str) -> list[str]:
            choice = str(table.room.asked_at)
            why = await who.ask("ask", what="why", ref=key)
            assert why["result"]["rule"] == ""
            odds = await who.ask("ask", what="odds", ref=key)
            answer = await who.ask("answer", choice=choice, option=key)
            texts = [why["result"]["why"], odds["text"], answer["text"]]
            return [one.replace(key, "KEY") for one in texts]

        for deed in ("attack {} with whip", "throw dagger at {}", "talk {}"):
            for name in (HIDDEN, "gloam-stranger"):
                for text in await told(juno, deed.format(name)):
                    assert text.startswith("Can't read 'KEY': no such option")
                    assert "loam" not in text
        for typed in ("attack stalker", "attack gloam-stalkr with whip", "strike with whip"):
            assert "loam" not in "".join(await told(juno, typed)).replace("KEY", "")
        master.hear()
        assert "refusal" not in {one["t"] for one in master.heard}
        known = await master.ask("ask", what="why", ref=f"attack {HIDDEN} with whip")
        assert known["result"]["rule"] == "sneak.no-target"
        await table.end()

    with_store(play)


def test_who_ran_into_somebody_hidden_does_not_take_that_back_alone() -> None:
    async def play(store: Store) -> None:
        table, juno, foes, _ = await at_juno(store)
        for key, way in (("move", ""), ("move 10,8 11,8 12,8", "10,8")):
            choice = await juno.asked()
            done = await juno.ask("answer", choice=choice["id"], option=key)
            assert done["t"] == "ack", done
            if not way:
                assert (await juno.ask("undo"))["t"] == "ack"  # nothing has come of it
                choice = await juno.asked()
                again = await juno.ask("answer", choice=choice["id"], option=key)
                assert again["t"] == "ack"
        unit = next(one for one in table.fight.combat.units if one.name == "juno-tarr")
        assert table.fight.combat.grid.name(unit.cell) == "10,8"
        before = table.room.seq
        await juno.ask("undo")
        foes.hear()
        assert [one["vote"] for one in foes.heard if one["t"] == "vote"][-1] is not None
        assert table.room.seq == before
        await table.end()

    with_store(play)


def test_whoever_comes_out_of_hiding_is_something_learned() -> None:
    async def play(store: Store) -> None:
        table, juno, _, _ = await at_juno(store)
        hidden = table.fight.timeline.combat
        other = affray.start("quest/cairn-gate", seed=1)  # there the stalker has struck
        for key in ("act", "throw dagger at juno-tarr", "unaimed"):
            other.choose(key)
        lens = Lens(other, "players")
        assert unknown(lens) == []
        assert learned(lens, hidden, [])
        assert not learned(lens, other.combat, [])
        assert not learned(Lens(other, "gm"), hidden, [])
        before = table.room.audience(juno.socket.audience).lens
        assert not learned(before, hidden, [])
        await table.end()

    with_store(play)


@pytest.mark.parametrize("encounter", ENCOUNTERS)
def test_a_reason_names_nobody_of_whom_one_does_not_know_where_they_are(
    encounter: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    fight, chance = affray.start(encounter, seed=5), random.Random(2)
    lens = Lens(fight, "players")
    told = 0
    for _ in range(600):
        if fight.over or told > 5:
            break
        who = next((one for one in fight.combat.units if one.name == fight.choice.who), None)
        if who is not None and "players" in fight.choice.seats:
            foes = [str(one.name) for one in fight.combat.units if one.side != who.side]
            words = [*foes, *[titles(fight)[one] for one in foes]]
            monkeypatch.setattr(reading, "unseen", lambda _, foes=foes: foes)
            for key in fight.choice.choice.candidates():
                rule, plain = fight.why_not(key)
                if rule and reading.mentions(plain, words) and not reading.mentions(key, foes):
                    told += 1
                    with pytest.raises(IllegalError) as refused:
                        reading.read(lens, key)
                    assert not reading.mentions(str(refused.value), words)
                    assert "somebody" in str(refused.value)
        fight.choose(chance.choice(fight.choice.keys))
    assert told
