"""The page in a real browser: whole fights of each game, and everything around a table."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from playwright.sync_api import FilePayload, expect

from affray.web.room import sealed
from tests.web.browsing import DUELS, FIGHTING, Visits, drawn, duel, holds, play
from tests.web.serving import ROOT, Server

BRIEF = {"thrum": {"seed": 15}}  # a fight of 15 questions, where others have twice as many
VECTORS = 10_000  # views of which server and page have to work out the same checksum
LETTERS = [*range(32, 127), 9, 10, 13, 127, 0xE9, 0x2028, 0x202E, 0xFFFD, 0x1F600, 0x10FFFF]


@pytest.mark.parametrize("how", [*FIGHTING])
@pytest.mark.parametrize("game", [*DUELS])
def test_a_whole_fight(server: Server, visit: Visits, game: str, how: str) -> None:
    choose, device = FIGHTING[how]
    table, seats = duel(server, game, **BRIEF.get(game, {}))
    page = visit(f"/t/{table}", seats=seats, **device)
    assert play(page, choose) > 4
    page.get_by_role("link", name="Watch it again").wait_for()


def test_the_board_is_walked_by_arrows_and_says_where_one_is(server: Server, visit: Visits) -> None:
    table, seats = duel(server)
    page = visit(f"/t/{table}", seats=seats)
    holds(page, "affray.choice")
    drawn(page)
    page.keyboard.press("m")
    page.keyboard.press("ArrowRight")
    page.locator(".cells [role=gridcell]:focus[aria-label*='can be chosen: Place']").wait_for()
    page.keyboard.press("Enter")
    holds(page, "affray.sel.key")
    drawn(page)
    page.keyboard.press("Enter")
    holds(page, "affray.log.some((one) => JSON.stringify(one).includes('stands'))")


def test_a_large_board_is_drawn_in_time_for_every_frame(server: Server, visit: Visits) -> None:
    rows = "".join([f'  "{"." * 60}",\n' for _ in range(60)])
    groups = [
        ", ".join([f'{{ id = "{who}", at = [{x + dx}, {y}] }}' for x in range(10) for y in ys])
        for who, dx, ys in (("biffer", 0, (2, 4, 6)), ("plinker", 40, (30, 32, 34)))
    ]
    sides = "".join(
        [
            f'[[side]]\nid = "{one}"\nname = "{one}"\nseat = "{seat}"\nmembers = [{group}]\n'
            for one, seat, group in zip("ab", ("players", "foes"), groups, strict=True)
        ]
    )
    text = f'ruleset = "thrum"\nid = "big"\nname = "Big"\n[map]\nrows = [\n{rows}]\n{sides}'
    table, seats = server.table(text, file="big.toml", seats={"players": "me", "foes": "me"})
    page = visit(f"/t/{table}", seats=seats)
    holds(page, "affray.board?.cell")
    times = page.evaluate(
        """async () => {
          const times = []
          for (let k = 0; k < 40; k++) {
            const begun = performance.now()
            affray.board.draw(affray.view, { ...affray.marks(), spot: [k, k] })
            times.push(performance.now() - begun)
            await new Promise(requestAnimationFrame)
          }
          return times.sort((a, b) => a - b)
        }"""
    )
    assert times[20] < 16, times  # half of them within a frame, even here
    page.get_by_role("button", name="Larger").click()
    page.get_by_role("button", name="Whole board").click()


def test_a_reload_in_the_middle_of_a_question_and_a_takeover(server: Server, visit: Visits) -> None:
    table, seats = duel(server)
    page = visit(f"/t/{table}", seats=seats)
    holds(page, "affray.choice")
    before = page.evaluate("[affray.choice.id, affray.line.seq, affray.choice.prompt]")
    page.reload()
    holds(page, "globalThis.affray?.choice")
    assert page.evaluate("[affray.choice.id, affray.line.seq, affray.choice.prompt]") == before
    link = f"/t/{table}#s={seats['players']}"
    other = visit(link, size=(390, 844), touch=True)
    other.get_by_label("Your name").fill("Jo <b>")
    other.get_by_role("button", name="Sit down").tap()
    holds(other, "affray.choice")
    assert other.url.endswith(f"/t/{table}")
    assert other.evaluate("affray.choice.id") == before[0]
    # Of the server's version; then the server is brought up to date.
    script = page.evaluate("document.querySelector('script').src")
    assert page.evaluate("affray.build") == script.split("/")[-2]
    expect(page.locator(".banner")).to_have_count(0)
    page.evaluate("affray.aged('another'); affray.draw()")
    page.locator(".banner").get_by_text("This page is older than the server").wait_for()
    page.get_by_role("button", name="Reload").click()
    holds(page, "globalThis.affray?.choice && !affray.older")
    # Nothing is sealed where the seed was given; else it is told, and compared at the end.
    assert "seal" not in page.evaluate("affray.settings")
    seal = sealed(7)
    page.evaluate("affray.open('log')")
    for said, settings in (
        ("The dice are sealed as", {"seal": seal["seal"]}),
        ("The dice were those that were sealed", {**seal, "seed": "7"}),
        ("The dice of this fight are not those", {**seal, "seed": "8"}),
    ):
        page.evaluate(
            "(settings) => { const all = JSON.parse(localStorage.getItem('affray.tables'));"
            " all[affray.id].seal = settings.seal;"
            " localStorage.setItem('affray.tables', JSON.stringify(all));"
            " affray.hear({ t: 'settings', settings: { ...affray.settings, ...settings } }) }",
            settings,
        )
        page.locator(".drawer .seal").filter(has_text=said).wait_for()


def test_a_dead_line_is_told_and_comes_back_with_the_answer_kept(
    server: Server, visit: Visits
) -> None:
    table, seats = duel(server)
    page = visit(f"/t/{table}", seats=seats)
    holds(page, "affray.choice")
    page.evaluate("affray.line.connect = () => {}; affray.line.socket.close()")
    page.locator(".banner").get_by_text("Offline.").wait_for()
    page.evaluate("affray.commit(affray.choice.default)")
    page.locator(".banner").get_by_text("Your answer is kept").wait_for()
    before = page.evaluate("affray.line.seq")
    page.evaluate("delete affray.line.connect; affray.line.connect()")
    holds(page, "affray.line.seq > given[0] && !affray.line.waiting.size", before)


def test_four_at_one_table_with_rulings_votes_dice_and_programs(
    server: Server, visit: Visits
) -> None:
    seats_for = {"players": "split", "foes": "link", "gm": "me"}
    table, seats = duel(server, seats=seats_for)
    at = f"/t/{table}"
    ansa = visit(at, seats=seats, active=("ansa-brock",))
    sarn = visit(at, seats=seats, active=("sarn-ilvey",))
    watch = visit(at, seats=seats, active=("watch",))
    master = visit(at, seats=seats, active=("gm",))
    for page in (ansa, sarn, watch, master):
        holds(page, "affray.view")
        drawn(page)
    assert watch.locator(".do").count() == 0
    master.get_by_role("button", name="GM").click()
    master.get_by_role("button", name="Pause").click()
    ansa.locator(".banner").get_by_text("has paused the fight").wait_for()
    master.get_by_role("button", name="Go on").click()
    master.get_by_label("Whom").select_option("plinker")
    master.get_by_label("New value").fill("1")
    master.get_by_label("Reason", exact=True).fill("Tired from the climb")
    master.get_by_role("button", name="Rule", exact=True).click()
    watch.get_by_text("Tired from the climb").first.wait_for()
    master.get_by_label("Who plays A plinker").select_option("greedy")
    ansa.get_by_role("button", name="Chat").click()
    ansa.get_by_label("Say something").fill("<img src=x onerror=alert(1)> hello")
    ansa.get_by_role("button", name="Say", exact=True).click()
    sarn.get_by_role("button", name="Chat").click()
    sarn.locator(".chat").get_by_text("hello").wait_for()
    for one in (ansa, sarn):  # of these two one is asked
        holds(one, "affray.turn?.seats.some((seat) => ['ansa-brock', 'sarn-ilvey'].includes(seat))")
    page = ansa if ansa.evaluate("affray.turn.seats.includes('ansa-brock')") else sarn
    other = sarn if page is ansa else ansa
    holds(page, "affray.choice")
    seen = page.evaluate("affray.choice.id")
    page.evaluate("affray.commit(affray.choice.groups[0].options[0].key)")
    for one in (page, other):
        holds(one, "affray.turn?.id !== given[0]", seen)
    other.get_by_role("button", name="Undo").click()
    asks = f"{'Sarn Ilvey' if other is sarn else 'Ansa Brock'} asks to go back"
    page.locator(".vote").get_by_role("heading", name=asks).wait_for()
    page.locator(".vote").get_by_text("1 answer vanishes; no die has fallen since").wait_for()
    for who, key, said in (
        ("ansa-brock", "attack dagger plinker", "Attack dagger: Plinker (Ansa Brock)"),
        ("ansa-brock", "move 0,1 0,0", "Move to 0,0 (Ansa Brock)"),
        ("sarn-ilvey", "centre-on 3,1", "Centre on 3,1 (Sarn Ilvey)"),
        ("", "the last ruling", "the last ruling"),
        ("ansa-brock", "an answer", "an answer of Ansa Brock"),
        ("", "an answer", "an answer"),
    ):
        assert page.evaluate("(one) => affray.step_of(one)", {"who": who, "key": key}) == said
    for dice, answers, said in (
        (2, 3, "2 dice and 3 answers vanish; the dice are not dealt again."),
        (1, 1, "1 die and 1 answer vanish; the dice are not dealt again."),
        (0, 2, "2 answers vanish; no die has fallen since."),
        (5, 0, "5 dice vanish; the dice are not dealt again."),
        (0, 0, "No die has fallen since."),
    ):
        assert page.evaluate(f"affray.lost({{dice: {dice}, answers: {answers}}})") == said
    page.get_by_role("button", name="Refuse").click()
    other.locator("#live").get_by_text("would rather not go back").wait_for()


def test_who_renews_a_link_goes_on_with_all_seats_and_whom_it_was_sent_to_does_not(
    server: Server, visit: Visits
) -> None:
    table, seats = duel(server, seats={"players": "me", "foes": "me", "gm": "me"})
    page = visit(f"/t/{table}", seats=seats, active=("players", "foes"))
    other = visit(f"/t/{table}", seats={"foes": seats["foes"]}, active=("foes",))
    for one in (page, other):
        holds(one, "affray.view")
    page.get_by_role("button", name="GM").click()
    for label, seat in (("Link for A plinker", "foes"), ("Link for Game master", "gm")):
        page.get_by_role("button", name=label).click()
        expect(page.get_by_alt_text("The link as a code")).to_be_in_viewport(ratio=0.9)
        page.get_by_role("button", name="New link, old one ends").click()
        holds(
            page,
            "given[0] !== JSON.parse(localStorage.getItem('affray.tables'))[given[1]]"
            ".seats[given[2]]",
            seats[seat],
            table,
            seat,
        )
        holds(page, "affray.state === 'on' && affray.you.seats.length === 3")
    expect(page.locator(".banner")).to_have_count(0)
    said = page.locator("#live p", has_text="was renewed")
    expect(said).to_have_count(0)  # not even for the moment between the old link and the new one
    other.get_by_role("heading", name="This link opens no seat").wait_for()
    other.get_by_role("link", name="Affray, all tables").click()
    other.get_by_text("opens no more").wait_for()
    assert {one for one in visit.complaints if "403" not in one} == set()
    visit.complaints.clear()
    holds(page, "affray.choice")
    before = page.evaluate("affray.line.seq")
    page.evaluate("affray.commit(affray.choice.default)")
    holds(page, "affray.line.seq > given[0]", before)


def test_who_loses_one_of_several_seats_by_a_renewed_link_is_told_which(
    server: Server, visit: Visits
) -> None:
    table, seats = duel(server, seats={"players": "me", "foes": "me", "gm": "me"})
    page = visit(f"/t/{table}", seats=seats, active=("players", "foes"))
    holds(page, "affray.choice?.who === 'plinker'")
    page.evaluate("affray.commit(affray.choice.default)")
    holds(page, "affray.choice && affray.choice.who !== 'plinker'")
    told = page.locator(".side .banner", has_text="The link to A plinker was renewed")
    expect(told).to_have_count(0)
    server.call("POST", f"tables/{table}/links", {"seat": "foes", "renew": True}, seats["gm"])
    told.wait_for()
    assert page.evaluate("affray.you.seats") == ["players"]
    before = page.evaluate("affray.line.seq")
    page.evaluate("affray.commit(affray.choice.default)")
    holds(page, "affray.line.seq > given[0]", before)
    expect(told).to_be_visible()
    expect(page.locator("#live p", has_text="The link to A plinker was renewed")).to_have_count(1)
    page.reload()  # until it is read it stands there
    told.wait_for()
    told.get_by_role("button", name="All right").click()
    expect(told).to_have_count(0)
    page.reload()
    holds(page, "affray.you && affray.people.length")
    expect(told).to_have_count(0)


def test_while_the_link_of_a_seat_is_fetched_that_of_another_cannot_be_renewed(
    server: Server, visit: Visits
) -> None:
    table, seats = duel(server)
    page = visit(f"/t/{table}", seats=seats, active=("gm",))
    holds(page, "affray.view")
    page.get_by_role("button", name="GM").click()
    page.get_by_role("button", name="Link for A plinker").click()
    renew = page.get_by_role("button", name="New link, old one ends")
    renew.wait_for()
    page.route("**/links", lambda route: None)  # the server takes its time
    page.get_by_role("button", name="Link for Game master").click()
    expect(renew).to_have_count(0)


def test_a_table_whose_first_link_was_renewed_is_listed_by_another(
    server: Server, visit: Visits
) -> None:
    table, seats = duel(server)
    server.call("POST", f"tables/{table}/links", {"seat": "players", "renew": True}, seats["gm"])
    page = visit(f"/t/{table}", seats=seats, active=("players",))
    page.get_by_role("heading", name="This link opens no seat").wait_for()
    page.get_by_role("link", name="Affray, all tables").click()
    page.get_by_role("heading", name="At the Ford").wait_for()
    assert page.get_by_text("opens no more").count() == 0
    assert {one for one in visit.complaints if "403" not in one} == set()
    visit.complaints.clear()


def test_a_table_from_a_file_with_faults_and_without(server: Server, visit: Visits) -> None:
    page = visit("/new", owner=True)
    page.get_by_text("The Broken Causeway").wait_for()
    wrong = DUELS["thrum"][1].replace("plinker", "plonker").replace("[4, 1]", "[40, 1]")
    chooser = page.locator("input[type=file]")
    chooser.set_input_files(
        {"name": "mine.toml", "mimeType": "text/plain", "buffer": wrong.encode()}
    )
    page.get_by_role("alert").get_by_text("plonker").first.wait_for()
    chooser.set_input_files(
        {"name": "mine.toml", "mimeType": "text/plain", "buffer": DUELS["thrum"][1].encode()}
    )
    page.get_by_role("button", name="Start At the Ford").click()
    holds(page, "globalThis.affray?.choice")
    page.get_by_role("heading", name="At the Ford").wait_for()


def test_files_brought_together_are_read_packs_first_and_what_is_refused_is_in_sight(
    visit: Visits,
) -> None:
    page = visit("/new", owner=True, size=(1440, 900))
    page.get_by_text("The Broken Causeway").wait_for()
    page.get_by_role("button", name="Bring your own encounter").click()
    chooser = page.locator("input[type=file]")
    expect(chooser).to_be_focused()
    expect(chooser).to_be_in_viewport()
    fight = DUELS["thrum"][1]
    pack = (ROOT / "examples" / "tougher_biffers.toml").read_text("utf-8")
    texts = {
        "a-fight.toml": fight.replace('"plinker"', '"cantor"'),  # of the pack
        "b-wrong.toml": fight.replace("plinker", "plonker"),
        "c-wrong.toml": fight.replace('"thrum"', '"thrumm"'),
        "z-pack.toml": pack,
    }
    chooser.set_input_files(
        [
            FilePayload(name=name, mimeType="text/plain", buffer=text.encode())
            for name, text in texts.items()
        ]
    )
    start = page.get_by_role("button", name="Start At the Ford")
    start.wait_for()
    faults = page.locator(".faults")
    for name in ("b-wrong.toml", "c-wrong.toml"):
        faults.get_by_text(name).first.wait_for()
    assert "a-fight" not in faults.inner_text()
    expect(faults).to_be_focused()
    expect(faults).to_be_in_viewport()

    page.get_by_role("button", name="Remove z-pack.toml").click()
    start.click()
    refusal = page.locator("#start").get_by_role("alert")
    expect(refusal).to_contain_text("cantor")
    expect(refusal).to_be_focused()
    expect(refusal).to_be_in_viewport()

    page.get_by_role("button", name="The Broken Causeway").click()
    expect(page.locator(".banner.bad")).to_have_count(0)
    page.locator("#start", has_text="Hookwarden").wait_for()
    page.locator("label.seat").first.locator("select").select_option("link")
    page.get_by_role("button", name="Start The Broken Causeway").click()
    page.get_by_role("heading", name="Invite them").wait_for()
    page.get_by_text("Code to scan").first.click()
    page.get_by_alt_text("as a code").first.wait_for()
    holds(page, "document.querySelector('.people .qr').naturalWidth > 0")
    assert {one for one in visit.complaints if "422" not in one} == set()
    visit.complaints.clear()


def test_a_game_master_asks_whether_tonights_fight_is_fair(visit: Visits) -> None:
    page = visit("/new", owner=True)
    page.get_by_text("The Broken Causeway").wait_for()
    page.locator("input[type=file]").set_input_files(
        {"name": "mine.toml", "mimeType": "text/plain", "buffer": DUELS["thrum"][1].encode()}
    )
    page.get_by_role("button", name="Is it fair?").click()
    verdict = page.get_by_role("region", name="Is it fair?")
    verdict.get_by_text("between plain players").wait_for()
    verdict.get_by_text("of 200 fights").wait_for()
    verdict.get_by_text(re.compile(r"How it swings: \w+; who .* \(of \d+ fights")).wait_for()
    verdict.get_by_text("Who falls how often").click()
    expect(verdict.get_by_role("row")).to_have_count(3)
    page.evaluate(
        """() => {
          const [us, them] = affray.fair.sides
          us.wins[0] = 6150
          them.wins[0] = 3780
          affray.fair.draws[0] = 70
          affray.draw()
        }"""
    )
    expect(verdict.locator(".stack span")).to_have_text(["61", "38", ""])
    expect(verdict).to_contain_text("drawn: 1 %")  # in all 100

    # Another encounter is another question.
    page.get_by_role("button", name="The Broken Causeway").click()
    page.get_by_role("button", name="Start The Broken Causeway").wait_for()
    page.get_by_role("button", name="Is it fair?").wait_for()
    expect(verdict).to_have_count(0)


def anything(chance: random.Random, deep: int) -> Any:
    """Return some text, number, list or dictionary, as views are made of."""
    kind = chance.randrange(4 if deep else 2)
    if kind == 0:
        return chance.randrange(-(2**31), 2**31)
    if kind == 1:
        return "".join([chr(chance.choice(LETTERS)) for _ in range(chance.randrange(6))])
    if kind == 2:
        return [anything(chance, deep - 1) for _ in range(chance.randrange(4))]
    return {
        str(anything(chance, 0)): anything(chance, deep - 1) for _ in range(chance.randrange(4))
    }


def test_the_checksum_is_the_same_in_the_browser(visit: Visits) -> None:
    from affray.web.views import checksum

    views = [
        {},
        {"b": [1, -2, 0], "a": {"z": "", "é": 'ü\u2028"\\/\n\t\x07', "Z": [[], {}]}},
        {"😀": "😀", "\ufffd": 1, "a-b": {"c d": "x\x7fy"}},
        {str(n): [n * k for k in range(n % 7)] for n in range(300)},
    ]
    chance = random.Random(5)
    views += [{"view": anything(chance, 4)} for _ in range(VECTORS)]
    page = visit("/")
    holds(page, "globalThis.affray")
    build = page.evaluate("document.querySelector('script').src")
    found = page.evaluate(
        "async ([address, views]) => { const { digest } = await import(address);"
        " return views.map(digest) }",
        [build.replace("main.js", "net.js"), views],
    )
    assert found == [checksum(one) for one in views]


def test_a_device_plays_two_seats_of_a_table_and_says_so(server: Server, visit: Visits) -> None:
    table, seats = duel(server, "icon", seats={"players": "split"})
    page = visit(f"/t/{table}#s={seats['orrin-vale']}", size=(390, 844), touch=True)
    page.get_by_label("Your name").fill("Ann")
    page.get_by_role("button", name="Sit down").tap()
    holds(page, "affray.view && affray.people.length")
    page.goto(f"{server.base}/t/{table}#s={seats['mother-tansy']}")
    page.get_by_text("You play Orrin Vale on this device.").wait_for()
    expect(page.get_by_role("button", name="Sit here instead")).to_be_visible()
    page.get_by_role("button", name="My own").tap()
    page.get_by_role("button", name="Sit down here too").tap()
    holds(page, "affray.you?.seats.join() === 'orrin-vale,mother-tansy' && affray.people.length")
    holds(page, "affray.people.filter((one) => one.dice === 'own').length")
    own = page.evaluate("affray.people.filter((one) => one.dice === 'own').map((one) => one.id)")
    assert own == ["mother-tansy"]
    page.evaluate("affray.open('help')")
    page.locator(".drawer").get_by_text("You play Orrin Vale and Mother Tansy.").wait_for()
    page.set_viewport_size({"width": 1280, "height": 800})
    page.locator(".top").get_by_text("You play Orrin Vale and Mother Tansy").wait_for()
    # The link of a seat that is played here already: the others stay; another may take their place.
    page.goto(f"{server.base}/t/{table}#s={seats['orrin-vale']}")
    page.get_by_role("button", name="Sit down", exact=True).tap()
    holds(page, "affray.you?.seats.length === 2")
    page.goto(f"{server.base}/t/{table}#s={seats['watch']}")
    page.get_by_text("Who watches plays nothing").wait_for()
    page.get_by_role("button", name="Watch", exact=True).tap()
    holds(page, "affray.you?.role === 'spectator'")
    page.goto(f"{server.base}/t/{table}#s={seats['foes']}")
    page.get_by_role("button", name="Sit down", exact=True).tap()
    holds(page, "affray.you?.seats.join() === 'foes' && affray.view")
    page.goto(f"{server.base}/t/{table}#s={seats['orrin-vale']}")
    page.get_by_role("button", name="Sit here instead").tap()
    holds(page, "affray.you?.seats.join() === 'orrin-vale'")
