"""Allow anyway: what the rules refuse comes about by an edit, journalled and undoable."""

from __future__ import annotations

import asyncio
import json
import random
import re
from contextlib import suppress
from typing import Any

import pytest

import affray
from affray import InvalidError, bots
from affray.core.dice import ATTACK, CHECK, DAMAGE, INITIATIVE, SAVE, Unrolled
from affray.session.allowing import Allowance
from affray.session.fight import Fight
from affray.web import replays, wire
from affray.web import store as kept
from affray.web.desk import POSTPONED
from affray.web.naming import ruled, titles, what_for
from affray.web.reopen import resume
from affray.web.rulings import allowance
from affray.web.store import Store, StoreError
from affray.web.table import Table
from affray.web.wire import RefusedError
from tests.web.inside import TOKENS, Seated, begun, with_store

ENCOUNTERS = (
    "icon/tollgate-ambush",
    "ingenuity/toll-bridge",
    "quest/cairn-gate",
    "sovereign/pay-the-toll",
    "thrum/broken-causeway",
)
PEOPLE = {"players": "me", "foes": "me", "gm": "me"}
WHY = "It was agreed before the fight"


def listed(value: object) -> list[Any]:
    assert isinstance(value, list)
    return value


def allowable(fight: Fight, chance: random.Random) -> Allowance | None:
    """Return how one of the keys that the rules refuse just now can be allowed."""
    if fight.timeline.open.answers:
        return None
    refused = [one for one in fight.choice.choice.candidates() if one not in fight.choice.keys]
    for key in chance.sample(refused, min(len(refused), 4)):
        try:
            return allowance(fight, key)
        except RefusedError:
            continue
    return None


async def until_allowable(table: Table, master: Seated) -> Allowance:
    """Play on by chance until the rules refuse something that can be allowed."""
    chance = random.Random(5)
    for _ in range(120):
        found = allowable(table.fight, chance)
        if found is not None:
            return found
        key = chance.choice(table.fight.choice.keys)
        await master.ask("gm", do="answer", path=key)
    raise AssertionError("nothing could be allowed")


@pytest.mark.parametrize("encounter", ENCOUNTERS)
def test_what_the_rules_refuse_is_allowed_kept_and_taken_back(encounter: str) -> None:
    async def play(store: Store) -> None:
        table = await begun(store, encounter, PEOPLE)
        master = await Seated(table, "gm").sit()
        watching = await Seated(table, "watch").sit()
        found = await until_allowable(table, master)
        fight = table.fight
        before = fight.digest
        preview = await master.ask("ask", what="allow", ref=found.key)
        assert preview["result"]["rule"] == found.rule
        assert [[one[0], one[2]] for one in preview["result"]["edits"]] == [
            list(one) for one in found.edits
        ]
        assert fight.digest == before  # a preview changes nothing
        nothing = await master.ask("gm", do="allow", path=found.key)
        assert nothing["code"] == "malformed"  # without a reason
        told = await master.ask("gm", do="allow", path=found.key, reason=WHY)
        assert told["t"] == "ack", told
        edits = [one for one in fight.timeline.lines if one.get("reason") == WHY]
        assert [(one["edit"], one["value"]) for one in edits] == found.edits
        if found.answered:
            answers = [one.key for made in fight.timeline.done[-3:] for one in made.answers] + [
                one.key for one in fight.timeline.open.answers
            ]
            assert found.key in answers
        else:
            path, value = found.edits[0]
            assert fight.value(path) == ",".join([str(one) for one in listed(value)])
        for one in (master, watching):
            one.hear()
            step = [each for each in one.heard if each["t"] == "step"][-1]
            assert WHY in str(step["log"])
        frames = replays.frames(fight.journal)
        assert not frames["difference"]
        assert frames["verified"] == frames["lines"]
        for _ in range(2 if found.answered else 1):
            await master.ask("gm", do="undo")
        assert fight.digest == before
        await table.end()
        again = await resume(table.id, store, TOKENS)
        assert again is not None
        assert again.fight.digest == before

    with_store(play)


def test_only_the_game_master_allows_and_hears_what_was_refused() -> None:
    async def play(store: Store) -> None:
        table = await begun(store, "thrum/broken-causeway", PEOPLE)
        everybody = {one: await Seated(table, one).sit() for one in ("players", "foes", "gm")}
        key = (await until_allowable(table, everybody["gm"])).key
        name, one = next(each for each in everybody.items() if each[1].shown["choice"])
        choice = await one.asked()
        refused = await one.ask("answer", choice=choice["id"], option=key)
        assert refused["code"] == "illegal"
        for each, seated in everybody.items():
            seated.hear()
            told = [one for one in seated.heard if one["t"] == "refusal"]
            assert len(told) == (each == "gm")
            if told:
                assert (told[0]["seat"], told[0]["key"]) == (name, key)
                assert (told[0]["rule"], told[0]["choice"]) == (refused["rule"], choice["id"])
        fields = {"do": "allow", "path": key, "reason": WHY}
        assert (await one.ask("gm", **fields))["code"] == "not_yours"
        assert (await one.ask("ask", what="allow", ref=key))["code"] == "not_yours"
        for other, code in ((choice["default"], "malformed"), ("dance wildly", "unknown")):
            told = [await everybody["gm"].ask("gm", do="allow", path=other, reason=WHY)]
            assert told[0]["code"] == code
        await table.end()

    with_store(play)


async def within_a_step(encounter: str, store: Store) -> tuple[Table, Seated]:
    """Return a table at which somebody is asked in the middle of a step, and its game master."""
    table = await begun(store, encounter, PEOPLE)
    master = await Seated(table, "gm").sit()
    chance = random.Random(7)
    for _ in range(200):
        if table.fight.asking and table.fight.timeline.open.answers:
            return table, master
        aimed = [one.key for one in table.fight.choice.options if one.targets]
        key = chance.choice(aimed or table.fight.choice.keys)
        await master.ask("gm", do="answer", path=key)
    raise AssertionError("nobody was asked in the middle of a step")


async def over(table: Table, master: Seated) -> None:
    """Answer by default until the step under way is over."""
    for _ in range(60):
        if not table.fight.timeline.open.answers:
            return
        await master.ask("gm", do="answer")
    raise AssertionError("the step does not end")


def notes(seated: Seated) -> list[str]:
    seated.hear()
    return [one["text"] for one in seated.heard if one["t"] == "note"]


# Who is ruled on, and what can never stand there: the field, what was found, what is expected.
WRONG = {
    "thrum/broken-causeway": [
        (
            "plinker-1.fatigue",
            "abc",
            'Plinker 1: fatigue abc: found "abc", expected a whole number',
        ),
        ("plinker-1.fatigue", -3, "Plinker 1: fatigue -3: .* below 0"),
    ],
    "icon/tollgate-ambush": [
        ("toll-brute.hp", "abc", 'Toll Brute: HP abc: found "abc", expected a whole number'),
        ("toll-brute.hp", 99, "Toll Brute: HP 99: hit points out of bounds, expected 0 to [0-9]+"),
    ],
}


@pytest.mark.parametrize("encounter", WRONG)
def test_what_cannot_stand_is_refused_at_once_in_the_middle_of_a_step_too(encounter: str) -> None:
    async def play(store: Store) -> None:
        table, master = await within_a_step(encounter, store)
        for path, value, text in WRONG[encounter]:
            told = await master.ask("gm", do="edit", path=path, value=value, reason=WHY)
            assert told["code"] == "unknown"
            assert re.fullmatch(text, told["text"]), told
        for fields, code in (
            ({"do": "add", "path": "dog", "value": [0, 0]}, "unknown"),
            ({"do": "add", "path": "dog"}, "malformed"),
            ({"do": "remove", "path": "nobody"}, "unknown"),
        ):
            assert (await master.ask("gm", **fields, reason=WHY))["code"] == code
        assert not table.postponed
        assert not notes(master)
        await table.end()

    with_store(play)


def test_a_ruling_in_the_middle_of_a_step_is_judged_by_the_board_that_is_shown() -> None:
    async def play(store: Store) -> None:
        table = await begun(store, "sovereign/pay-the-toll", PEOPLE)
        master = await Seated(table, "gm").sit()
        fight, chance = table.fight, random.Random(3)
        went: list[int] = []
        while not went:  # until somebody has moved and is asked again in the same step
            aimed = [one.key for one in fight.choice.options if one.cells or one.targets]
            key = chance.choice(aimed or fight.choice.keys)
            assert (await master.ask("gm", do="answer", path=key))["t"] == "ack"
            if table.under_way and fight.asking:
                before, now = fight.timeline.combat.units, fight.combat.units
                went = [
                    one.index for one in now if one.cell >= 0 and one.cell != before[one.index].cell
                ]
        who = went[0]
        grid = fight.combat.grid
        left, held = [
            grid.name(combat.units[who].cell) for combat in (fight.timeline.combat, fight.combat)
        ]
        other = next(one.name for one in fight.combat.units if one.present and one.index != who)
        fields = {"do": "edit", "path": f"{other}.at", "reason": WHY}
        master.send("gm", **fields, value=left)  # it is empty now
        await asyncio.sleep(0.02)
        assert [one.text for one in table.postponed] == [f"{titles(fight)[str(other)]}: at {left}"]
        assert grid.name(fight.combat.units[who].cell) == held  # nothing has changed by that
        for wall in ("99,99", "none"):
            assert (await master.ask("gm", **fields, value=wall))["code"] == "unknown"
        await table.end()

    with_store(play)


@pytest.mark.parametrize("encounter", ENCOUNTERS)
def test_a_ruling_can_be_judged_in_the_middle_of_any_step(encounter: str) -> None:
    fight, chance = affray.start(encounter, seed=5), random.Random(2)
    seen = 0
    for _ in range(150):
        if fight.over:
            break
        fight.choose(chance.choice(fight.choice.keys))
        if fight.timeline.half is None or not fight.timeline.open.answers:
            continue
        seen += 1
        digest, keys = fight.digest, fight.choice.keys
        held = next(one for one in fight.timeline.combat.units if one.cell >= 0)
        place = fight.combat.grid.name(held.cell)
        other = next(one for one in fight.combat.units if one.present and one.index != held.index)
        with suppress(InvalidError):
            fight.check_edit(f"{other.name}.at", place)
        assert (fight.digest, fight.choice.keys) == (digest, keys)
    assert seen > 5


@pytest.mark.parametrize("encounter", WRONG)
def test_a_ruling_in_the_middle_of_a_step_follows_once_it_is_over(encounter: str) -> None:
    async def play(store: Store) -> None:
        table, master = await within_a_step(encounter, store)
        watching = await Seated(table, "watch").sit()
        path = WRONG[encounter][0][0]
        fields = {"do": "edit", "path": path, "value": 1, "reason": WHY}
        before = table.fight.value(path)
        id = master.send("gm", **fields)
        for _ in range(3):  # as a page does that hears no answer
            master.desk.receive(wire.read(json.dumps({"t": "gm", "id": id, **fields})))
            await asyncio.sleep(0.01)
        again = await Seated(table, "gm").sit()  # it has lost its line, and sends once more
        again.desk.receive(wire.read(json.dumps({"t": "gm", "id": id, **fields})))
        await asyncio.sleep(0.02)
        told = "A step is under way: the ruling follows when it is over"
        assert notes(master) == [told]
        assert not notes(again) + notes(watching)
        assert table.fight.value(path) == before
        assert not table.unused
        await over(table, again)
        assert (await again.reply(id))["t"] == "ack"
        assert table.fight.value(path) in (1, "1")
        rulings = [one for one in table.fight.timeline.lines if one.get("reason") == WHY]
        assert [(one["edit"], one["value"]) for one in rulings] == [(path, 1)]
        assert not table.postponed
        watching.hear()
        assert WHY in str([one["log"] for one in watching.heard if one["t"] == "step"][-1])
        await table.end()

    with_store(play)


def test_a_ruling_that_does_not_fit_any_more_is_told_so_when_the_step_is_over() -> None:
    async def play(store: Store) -> None:
        table, master = await within_a_step("thrum/broken-causeway", store)
        first = master.send("gm", do="remove", path="plinker-2", reason=WHY)
        second = master.send("gm", do="remove", path="plinker-2", reason=WHY)
        third = master.send("gm", do="edit", path="plinker-1.stress", value=1, reason=WHY)
        await asyncio.sleep(0.02)
        assert len(table.postponed) == 3
        await over(table, master)
        assert (await master.reply(first))["t"] == "ack"
        told = await master.reply(second)
        assert told["t"] == "refused"
        assert told["text"].startswith(
            "Take out Plinker 2: this does not fit any more now that the step is over: it is out"
        )
        assert (await master.reply(third))["t"] == "ack"
        assert table.fight.value("plinker-1.stress") == 1
        await table.end()

    with_store(play)


def test_rulings_that_wait_are_told_in_words_and_can_be_withdrawn() -> None:
    async def play(store: Store) -> None:
        table, master = await within_a_step("thrum/broken-causeway", store)
        first = master.send("gm", do="edit", path="plinker-1.stress", value=1, reason=WHY)
        second = master.send("gm", do="remove", path="plinker-2", reason=WHY)
        third = master.send("gm", do="add", path="plinker", value=[0, 0], reason=WHY)
        await asyncio.sleep(0.02)
        late = await Seated(table, "gm").sit()
        watching = await Seated(table, "watch").sit()
        lists = []
        for one in (master, late, watching):
            one.hear()
            lists.append([told["waiting"] for told in one.heard if told["t"] == "rulings"])
        told = [(one["id"], one["text"]) for one in lists[0][-1]]
        assert told == [
            (first, "Plinker 1: stress 1"),
            (second, "Take out Plinker 2"),
            (third, "Bring in Plinker at 0,0"),
        ]
        assert lists[1] == [lists[0][-1]]
        assert not lists[2]
        assert (await late.ask("gm", do="withdraw", path=second))["t"] == "ack"
        gone = await master.reply(second)
        assert (gone["code"], gone["text"]) == ("withdrawn", "Withdrawn: Take out Plinker 2")
        assert (await late.ask("gm", do="withdraw", path=second))["code"] == "stale"
        await over(table, master)
        assert (await master.reply(first))["t"] == "ack"
        await master.reply(third)
        present = [str(one.name) for one in table.fight.combat.units if one.present]
        assert "plinker-2" in present
        master.hear()
        assert [one for one in master.heard if one["t"] == "rulings"][-1]["waiting"] == []
        await table.end()

    with_store(play)


def of_rulings(seated: Seated) -> list[list[str]]:
    """Return the texts of the rulings that wait and of those that did not fit, as told last."""
    seated.hear()
    last = [one for one in seated.heard if one["t"] == "rulings"][-1]
    return [[one["text"] for one in last[name]] for name in ("waiting", "unfit")]


def test_rulings_that_wait_outlive_the_server_and_whoever_ruled() -> None:
    async def play(store: Store) -> None:
        table, master = await within_a_step("thrum/broken-causeway", store)
        sent = [
            master.send("gm", do="remove", path="plinker-2", reason=WHY),
            master.send("gm", do="remove", path="plinker-2", reason=WHY),
            master.send("gm", do="edit", path="plinker-1.stress", value=1, reason=WHY),
            master.send("gm", do="edit", path="plinker-1.fatigue", value=1, reason=WHY),
        ]
        assert (await master.ask("gm", do="withdraw", path=sent[3]))["t"] == "ack"
        await table.end()  # and nobody comes back who has sent anything

        again = await resume(table.id, store, TOKENS)
        assert again is not None
        again.begin()
        people = await Seated(again, "players", "foes").sit()
        timeline = again.fight.timeline
        assert timeline.open.answers
        while timeline.open.answers:
            choice = await people.asked()
            await people.ask("answer", choice=choice["id"], option=choice["default"])
        while again.waiting_rulings:
            await asyncio.sleep(0.005)
        rulings = [one["edit"] for one in again.fight.timeline.lines if one.get("reason") == WHY]
        assert rulings == ["remove", "plinker-1.stress"]
        people.hear()
        assert "rulings" not in {one["t"] for one in people.heard}

        await again.end()
        once_more = await resume(table.id, store, TOKENS)
        assert once_more is not None
        once_more.begin()
        late = await Seated(once_more, "gm").sit()
        waiting, (unfit,) = of_rulings(late)
        assert not waiting
        assert unfit.startswith("Take out Plinker 2: this does not fit any more now that the step")
        resent = [{"t": "gm", "id": id, "do": "remove", "path": "plinker-2"} for id in sent[:2]]
        for one in resent:  # by a page that has heard nothing
            late.desk.receive(wire.read(json.dumps({**one, "reason": WHY})))
        assert (await late.reply(sent[0]))["t"] == "ack"
        assert (await late.reply(sent[1]))["text"] == unfit
        assert (await late.ask("gm", do="withdraw", path=sent[1]))["t"] == "ack"  # it was read
        assert of_rulings(late) == [[], []]
        await once_more.end()

    with_store(play)


def test_a_ruling_that_waits_and_cannot_be_kept_is_tried_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("affray.web.table.AGAIN", 0.05)

    async def play(store: Store) -> None:
        table, master = await within_a_step("thrum/broken-causeway", store)
        whole = kept.append

        def full(link: Any, id: str, entry: Any, *more: Any) -> None:
            if entry["kind"] in broken:
                raise StoreError("no space left on device")
            whole(link, id, entry, *more)

        monkeypatch.setattr(kept, "append", full)
        fields = {"path": "plinker-1.stress", "value": 1, "reason": WHY}
        broken = ["later"]
        assert (await master.ask("gm", do="edit", **fields))["code"] == "busy"
        assert not table.postponed
        broken = []
        id = master.send("gm", do="edit", **fields)
        second = master.send("gm", do="remove", path="plinker-2", reason=WHY)
        third = master.send("gm", do="remove", path="plinker-2", reason=WHY)
        await asyncio.sleep(0.02)
        broken = ["ruling"]
        await over(table, master)
        await asyncio.sleep(0.12)
        assert [one.text for one in table.waiting_rulings][:1] == ["Plinker 1: stress 1"]
        assert not table.unused
        broken = ["later"]
        assert (await master.reply(id))["t"] == "ack"
        assert (await master.reply(second))["t"] == "ack"
        await asyncio.sleep(0.12)
        assert of_rulings(master) == [["Take out Plinker 2"], []]
        broken = []
        assert (await master.reply(third))["t"] == "refused"
        assert [len(one) for one in of_rulings(master)] == [0, 1]
        assert table.fight.value("plinker-1.stress") == 1
        await table.end()

    with_store(play)


def test_rulings_are_told_and_refused_in_the_names_of_people() -> None:
    async def play(store: Store) -> None:
        table = await begun(store, "thrum/broken-causeway", PEOPLE)
        fight = table.fight
        for what, told in (
            ("add plinker-2 to foes at 3,4", "brings in Plinker 2 for the foes at 3,4"),
            ("remove plinker-2", "takes out Plinker 2"),
            ("damage plinker-2: 3 stress", "harms Plinker 2: 3 stress"),
            ("plinker-2.hp = 3", "sets HP of Plinker 2 to 3"),
            ("plinker-2.aa = 1", "sets attack actions of Plinker 2 to 1"),
        ):
            assert ruled(fight, what) == told
        master = await Seated(table, "gm").sit()
        there = next(one for one in fight.combat.units if one.present and one.cell >= 0)
        at = fight.combat.grid.name(there.cell)
        cell = [int(one) for one in at.split(",")]
        refused = await master.ask("gm", do="add", path="plinker", value=cell, reason=WHY)
        held = f"Bring in Plinker at {at}: {at} is held by {titles(fight)[str(there.name)]}"
        assert refused["text"] == held
        await table.end()

    with_store(play)


def test_refusals_and_reasons_call_people_as_the_page_does() -> None:
    async def play(store: Store) -> None:
        table = await begun(store, "quest/cairn-gate", PEOPLE)
        fight = table.fight
        everybody = await Seated(table, "players", "foes", "gm").sit()
        there = ""
        chance = random.Random(4)
        while not there:
            key = chance.choice(fight.choice.keys)
            assert (await everybody.ask("gm", do="answer", path=key))["t"] == "ack"
            grid, asked = fight.combat.grid, fight.choice.choice
            keys = [one for one in asked.candidates() if one not in fight.choice.keys]
            named_in = [
                (key, str(one.name))
                for key in keys
                for one in fight.combat.units
                if one.cell >= 0 and key.endswith(f" {grid.name(one.cell)}")
            ]
            for key, name in named_in:
                if name in fight.why_not(key)[1]:
                    there, who = key, name
        title = titles(fight)[who]
        told = await everybody.ask("ask", what="why", ref=there)
        assert title in told["result"]["why"]
        assert who not in told["result"]["why"]
        assert told["result"]["rule"] not in told["result"]["why"]  # it stands beside it
        choice = await everybody.asked()
        refused = await everybody.ask("answer", choice=choice["id"], option=there)
        assert title in refused["text"]
        assert who not in refused["text"]
        told = await everybody.ask("ask", what="chances", ref=f"{who}.hp", more='"abc"')
        assert told["text"] == f'{title}: HP: found "abc", expected a whole number'
        await table.end()

    with_store(play)


def test_no_more_rulings_wait_for_the_end_of_a_step_than_can_be_looked_over() -> None:
    async def play(store: Store) -> None:
        table, master = await within_a_step("thrum/broken-causeway", store)
        for number in range(POSTPONED):
            master.send("gm", do="edit", path="plinker-1.stress", value=number % 2, reason=WHY)
        told = await master.ask("gm", do="edit", path="plinker-1.stress", value=1, reason=WHY)
        assert (told["code"], len(table.postponed)) == ("illegal", POSTPONED)
        key = table.fight.choice.choice.candidates()[0]
        told = await master.ask("gm", do="allow", path=key, reason=WHY)
        assert told["code"] == "illegal"  # and not again and again, as what is refused busy
        await table.end()

    with_store(play)


def test_whatever_is_set_the_table_goes_on_or_nothing_is_set() -> None:
    async def play(store: Store) -> None:
        table = await begun(store, "sovereign/pay-the-toll", PEOPLE)
        master = await Seated(table, "gm").sit()
        while "attack" not in " ".join(table.fight.choice.choice.candidates()):
            await master.ask("gm", do="answer")
        before = table.fight.digest
        who = table.fight.choice.who
        kept = 0
        for name, value in vars_of(table.fight, who).items():
            wild = (not value) if isinstance(value, bool) else 90
            told = await master.ask("gm", do="edit", path=f"{who}.{name}", value=wild, reason=WHY)
            if told["t"] == "ack":
                kept += 1
                assert (await Seated(table, "players").sit()).heard[1]["t"] == "full"
                await master.ask("gm", do="undo")
            assert table.fight.digest == before
        assert kept
        await table.end()

    with_store(play)


def vars_of(fight: Fight, who: str) -> dict[str, int]:
    """Return what of somebody is a number or a mark."""
    unit = next(one for one in fight.combat.units if one.name == who)
    found = {one: getattr(unit, one) for one in unit.FIELDS}
    return {name: value for name, value in found.items() if isinstance(value, int)}


CHANGED = "The game master changes a die: It was cocked."


def die_changes(message: dict[str, Any]) -> list[str]:
    """Return the lines of a told log that tell of a changed die."""
    told = [line["p"][0][1] for line in message["log"] if line.get("gm")]
    return [text for text in told if "changes a die" in text]


def test_a_die_is_changed_for_everybody_to_hear_and_what_it_takes_back_is_said_first() -> None:
    async def play(store: Store) -> None:
        table = await begun(store, "quest/cairn-gate", PEOPLE)
        fight = table.fight
        master = await Seated(table, "gm").sit()
        watching = await Seated(table, "watch").sit()
        die = {"do": "reroll", "die": 1, "face": 2, "reason": "It was cocked."}
        who = next(one for one in fight.combat.units if one.present)
        edit = {"path": f"{who.name}.hp", "value": 1, "reason": "A curse"}
        assert fight.dice
        assert not fight.reroll_takes(1).later
        assert (await master.ask("gm", do="edit", **edit))["t"] == "ack"
        alone = await master.ask("gm", **die)  # nothing but a ruling would be lost
        assert f"a ruling that sets HP of {titles(fight)[str(who.name)]} to 1" in alone["text"]
        assert (await master.ask("gm", do="undo"))["t"] == "ack"
        while fight.dice == [] or not fight.reroll_takes(1).later:
            key = bots.greedy(fight.choice).key
            assert (await master.ask("gm", do="answer", path=key))["t"] == "ack"
        none = await master.ask("gm", **{**die, "die": 99})
        assert (none["code"], none["text"][:40]) == (
            *("unknown", "there is no die 99: in the last throw th"),
        )
        assert f"1: {fight.dice[0]}" in none["text"]
        assert (await master.ask("gm", do="edit", **edit))["t"] == "ack"
        before, answers = fight.digest, len(fight.reroll_takes(1).answers)

        refused = await master.ask("gm", **die)

        assert refused["code"] == "illegal"
        assert f"with it {answers} answer" in refused["text"]
        assert (
            f"and a ruling that sets HP of {titles(fight)[str(who.name)]} to 1" in refused["text"]
        )
        assert fight.digest == before  # nothing is taken back without a word
        assert (await master.ask("gm", **die, value=True))["t"] == "ack"
        assert [one["reroll"][1:] for one in fight.timeline.lines if "reroll" in one] == [[1, 2]]
        for one in (master, watching):
            one.hear()
            notes = [each["text"] for each in one.heard if each["t"] == "note"]
            assert notes[-1] == (
                "The game master changes a die: It was cocked."
                " What was done since then is taken back."
            )
            assert die_changes([each for each in one.heard if each["t"] == "step"][-1]) == [CHANGED]
        late = await Seated(table, "watch").sit()
        assert die_changes(late.heard[1]) == [CHANGED]
        again = {**die, "face": 3, "reason": "Cocked again."}
        assert (await master.ask("gm", **again, value=True))["t"] == "ack"
        newer = await Seated(table, "watch").sit()
        assert die_changes(newer.heard[1]) == [
            CHANGED,
            CHANGED.replace("It was cocked", "Cocked again"),
        ]
        assert (await master.ask("gm", do="undo"))["t"] == "ack"
        back = await master.ask("gm", do="undo")
        assert back["t"] == "ack", back
        assert fight.digest == before  # the ruling, too
        assert die_changes((await Seated(table, "watch").sit()).heard[1]) == []
        await table.end()

    with_store(play)


@pytest.mark.parametrize(
    ("encounter", "purpose", "rule", "told"),
    [
        ("thrum/broken-causeway", INITIATIVE, "setup.initiative-roll", "for initiative"),
        ("thrum/broken-causeway", ATTACK, "move.drop.roll", "to land cleanly"),
        ("quest/cairn-gate", DAMAGE, "move.fall", "for the fall"),
        ("quest/cairn-gate", DAMAGE, "damage.by-weapon-or-spell", "for damage"),
        ("quest/cairn-gate", INITIATIVE, "initiative.ties-roll-off", "for initiative"),
        ("icon/tollgate-ambush", ATTACK, "attack.roll", "for the attack"),
        ("icon/tollgate-ambush", SAVE, "roll.save-ten", "for a save"),
        ("ingenuity/toll-bridge", CHECK, "damage.ko-check", "(Consciousness check)"),
    ],
)
def test_it_is_said_what_a_die_is_for(encounter: str, purpose: int, rule: str, told: str) -> None:
    ruleset = affray.start(encounter).ruleset
    assert what_for(ruleset, Unrolled(20, purpose, 0, rule)) == told
