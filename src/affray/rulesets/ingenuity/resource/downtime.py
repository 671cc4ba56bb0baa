"""From combat to combat: what a character takes along, and what time in between makes of it.

It is a table of numbers, which a member's ``with`` states too: health, endurance, stamina, focus,
fate_points, death, ``awake`` 1 or 0, ``spent.second-wind`` 1 for what counts per rest, ammunition
by kind, ``wear.buckler`` for what a thing has suffered, ``sickness``, ``poison`` with its
difficulty, its interval and the rounds to its next bout, ``advanced`` for the experience that fate
has saved half of, and ``breaks`` since the last rest and ``day`` of it, which no combat changes.
Rules: setup.starting-state, death.permanent, resource.no-regain-in-combat.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from affray.core.effect import NEVER
from affray.core.setup import Member, Value
from affray.rulesets.ingenuity import condition
from affray.rulesets.ingenuity.resource import talents
from affray.rulesets.ingenuity.sheet import STATED, Sheet, gear, gear_words
from affray.rulesets.ingenuity.state import IngenuityCombat, IngenuityCombatant
from affray.rulesets.ingenuity.terms import ADVANCED, DEAD, DEVOTED, MIGHTY, RALLIED, SERIALS

RESOURCES: Final = ("health", "endurance", "stamina", "focus")
COUNTED: Final = (*RESOURCES, "fate_points", "death")
KEPT: Final[tuple[str, ...]] = ("breaks", "day")
POISON: Final = ("poison", "poison.difficulty", "poison.rounds", "poison.left")
VALUES: Final = (*COUNTED, "awake", "advanced", "sickness", *POISON, *KEPT)
WEAR: Final = "wear."
DAY: Final = 14400  # rounds
AMMUNITION: Final = "ammunition."
PER_REST: Final = ("combat-adrenaline", "second-wind", "always-prepared")  # of action.TALENTS
DEVOTION: Final = "divine-devotion"
MIGHT: Final = "hysterical-might"
LIMITED: Final = (*PER_REST, DEVOTION, MIGHT)


def carried(combat: IngenuityCombat, unit: IngenuityCombatant) -> dict[str, int]:
    """Return what somebody takes along. Rules: death.permanent, resource.rest."""
    found = {
        "health": unit.health,
        "endurance": unit.endurance,
        "stamina": unit.stamina,
        "focus": unit.focus,
        "fate_points": unit.fate_points,
        "death": unit.death,
        "awake": int(unit.awake),
    }
    if unit.fate == DEAD:
        found["dead"] = 1
    for name in PER_REST:
        if unit.used[RALLIED] >> talents.TALENTS.index(name) & 1:
            found[SPENT + name] = 1
    if unit.used[DEVOTED]:
        found[SPENT + DEVOTION] = 1
    if unit.used[MIGHTY]:
        found[SPENT + MIGHT] = 1
    for number, id in enumerate(combat.library.ammo):
        if id in unit.sheet.ammo:
            found[AMMUNITION + id] = unit.ammo[number]
    if unit.used[ADVANCED]:
        found["advanced"] = unit.used[ADVANCED]
    if unit.amount("sickness"):
        found["sickness"] = unit.amount("sickness")
    poison = unit.held(condition.EFFECTS["poison"]) if unit.effects else None
    if poison is not None:
        every = condition.interval_of(poison)
        found["poison"] = poison.n
        found["poison.difficulty"] = condition.difficulty_of(poison)
        found["poison.rounds"] = every
        left = condition.next_bout(poison) - combat.round
        found["poison.left"] = max(1, min(every, left))
    return found | worn(combat, unit)


def worn(combat: IngenuityCombat, unit: IngenuityCombatant) -> dict[str, int]:
    """Return what somebody's things have suffered, wherever they are. Rule: item.repair."""
    found: dict[str, int] = {}
    words = gear_words(unit.sheet)
    pieces = combat.litter[:]
    for one in combat.units:
        pieces.extend(one.pieces)
    for piece in pieces:
        place = piece.serial - unit.index * SERIALS
        if piece.wear and 0 <= place < len(words):
            found[WEAR + words[place]] = piece.wear
    return found


def faults(member: Member, ranked: bool) -> list[str]:
    """Return what is wrong with the state that a member begins in; ``ranked``: ranks count.

    Rule: setup.starting-state.
    """
    found: list[str] = []
    for name, value in member.values.items():
        if name.partition(".")[0] in STATED:
            continue
        if not known(member, name):
            what = f"expected {', '.join(VALUES)}, {SPENT}{PER_REST[0]} or {WEAR} and a thing"
            found.append(f"{name}: found {name}, {what}")
            continue
        if name in POISON and not member.values.get("poison", 0):
            found.append(f"{name}: found {value}, expected a poison that it is of")
            continue
        top = highest(member, name, ranked)
        if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= top:
            found.append(f"{name}: found {value}, expected a whole number from 0 to {top}")
    return found


def known(member: Member, name: str) -> bool:
    """Return whether a member can begin with a value of this name. Rule: setup.starting-state."""
    if name.startswith(WEAR):
        assert isinstance(member.sheet, Sheet)
        return name.removeprefix(WEAR) in gear_words(member.sheet)
    return name in VALUES or (name.startswith(SPENT) and name.removeprefix(SPENT) in LIMITED)


def highest(member: Member, name: str, ranked: bool) -> int:
    """Return the highest that a value can be.

    Rules: resource.kinds, fate.amount, gm.creature-ranks.
    """
    sheet = member.sheet
    assert isinstance(sheet, Sheet)
    if name in RESOURCES:
        whole = {
            "health": sheet.health,
            "endurance": sheet.endurance,
            "stamina": sheet.stamina,
            "focus": sheet.focus,
        }[name]
        return 2 * whole if ranked and sheet.rank == "legendary" else whole
    if name == "awake" or name.startswith(SPENT):
        return 1
    if name == "fate_points":
        return 3
    if name.startswith(WEAR):
        place = gear_words(sheet).index(name.removeprefix(WEAR))
        return gear(sheet)[place].durability
    if name in ("poison.rounds", "poison.left"):
        return condition.SPAN // 2
    return 100_000 if name in ("day", "advanced") else 100


def take_up(combat: IngenuityCombat, unit: IngenuityCombatant, member: Member) -> None:
    """Let somebody begin as it was left. Rule: setup.starting-state."""
    for name, value in member.values.items():
        if name in COUNTED:
            setattr(unit, name, int(value))
        elif name.startswith(SPENT) and value:
            mark_spent(unit, name.removeprefix(SPENT))
        elif name.startswith(AMMUNITION):
            unit.ammo[combat.library.ammo.index(name.removeprefix(AMMUNITION))] = int(value)
        elif name.startswith(WEAR):
            place = gear_words(unit.sheet).index(name.removeprefix(WEAR))
            unit.pieces[place].wear = int(value)
        elif name == "advanced":
            unit.set_count(ADVANCED, int(value))
        elif name == "sickness" and value:
            condition.gain(combat, unit, "sickness", int(value), -1)
    if member.values.get("poison", 0):
        begin_poisoned(combat, unit, member.values)
    if not member.values.get("awake", 1):
        condition.knock_out(combat, unit, "setup.starting-state")


def begin_poisoned(
    combat: IngenuityCombat, unit: IngenuityCombatant, values: Mapping[str, Value]
) -> None:
    """Let a poison go on that somebody brings along. Rule: condition.poison."""
    difficulty = int(values.get("poison.difficulty", condition.USUAL_POISON))
    every = max(1, int(values.get("poison.rounds", DAY)))
    left = max(1, int(values.get("poison.left", every)))
    dose = condition.dose(difficulty, every, max(0, combat.round) + left)
    condition.gain(combat, unit, "poison", int(values["poison"]), -1, NEVER, dose)


def mark_spent(unit: IngenuityCombatant, name: str) -> None:
    """Note that what counts per rest is spent."""
    if name == DEVOTION:
        unit.set_count(DEVOTED, 1)
    elif name == MIGHT:
        unit.set_count(MIGHTY, 1)
    else:
        unit.add_bits(RALLIED, 1 << talents.TALENTS.index(name))


MOST_BREAKS: Final = 2
MOST_FATE: Final = 3
QUIET: Final = 30  # minutes of a break
SLEEP: Final = 480  # minutes of a rest
RESUMED: Final = 120  # minutes within which an interrupted rest can be resumed
WAKING: Final = 10  # minutes
REPAIR: Final = 6
MECHANISM: Final = 12
REGAINED: Final = ("endurance", "stamina", "focus")
SPENT: Final = "spent."
BREAK: Final = "break"
REST: Final = "rest"
LIE: Final = "lie"
SESSION: Final = "session"
NUMBERS: Final = ("minutes", "day", "resumed_after", "fortify", "luck")
TIMES: Final[dict[str, tuple[str, ...]]] = {
    BREAK: ("minutes", "repair", "fortify", "luck"),
    REST: ("day", "interrupted", "resumed_after", "fortify", "luck"),
    LIE: ("minutes", "fortify", "luck"),
    SESSION: (),
}
A_MINUTE: Final = 10  # rounds: turn.round-length


def maximum(sheet: Sheet, name: str) -> int:
    """Return the most that a character can have of a resource."""
    if name == "endurance":
        return sheet.endurance
    if name == "stamina":
        return sheet.stamina
    if name == "focus":
        return sheet.focus
    return sheet.health


def regain_half(sheet: Sheet, values: dict[str, int]) -> dict[str, int]:
    """Restore half of the maximum, rounded up, of the three. Rule: test.rounding-up."""
    found = dict(values)
    for name in REGAINED:
        half = (maximum(sheet, name) + 1) // 2
        found[name] = min(maximum(sheet, name), found.get(name, 0) + half)
    return found


def no_break(values: dict[str, int], minutes: int) -> str:
    """Return the rule that forbids a break, "" if none does. Rule: resource.break."""
    if minutes < QUIET or values.get("breaks", 0) >= MOST_BREAKS:
        return "resource.break"
    return ""


def take_break(sheet: Sheet, values: dict[str, int], minutes: int = QUIET) -> dict[str, int]:
    """Return what somebody has after some quiet minutes; no health comes back.

    Rules: resource.break, resource.no-regain-in-combat.
    """
    if no_break(values, minutes):
        return dict(values)
    found = regain_half(sheet, values)
    found["breaks"] = found.get("breaks", 0) + 1
    return found


def no_rest(values: dict[str, int], day: int) -> str:
    """Return the rule that forbids a rest on a day. Rule: resource.rest."""
    return "resource.rest" if values.get("day", -1) >= day else ""


def take_rest(
    sheet: Sheet,
    values: dict[str, int],
    day: int,
    interrupted: bool = False,
    resumed_after: int = -1,
) -> dict[str, int]:
    """Return what somebody has after a night.

    The three are full, health rises by exactly 1, what counts per rest is new. An interrupted one
    restores only half, until it is resumed within two hours. Rules: resource.rest,
    death.unconscious-wakes, fate.amount (fate stays as it is).
    """
    if no_rest(values, day):
        return dict(values)
    if interrupted and not 0 <= resumed_after <= RESUMED:
        return regain_half(sheet, values)
    found = {name: n for name, n in values.items() if not name.startswith(SPENT)}
    for name in REGAINED:
        found[name] = maximum(sheet, name)
    found["health"] = min(sheet.health, found.get("health", 0) + 1)
    found["breaks"] = 0
    found["day"] = day
    found["awake"] = 1
    return found


def lie(values: dict[str, int], minutes: int) -> dict[str, int]:
    """Let an unconscious one lie; it wakes by itself if it has health left.

    Rule: death.unconscious-wakes.
    """
    found = dict(values)
    if minutes >= WAKING and found.get("health", 0) > 0:
        found["awake"] = 1
    return found


def mended(wear: int, result: int, mechanism: bool = False) -> int:
    """Return the wear that is left after a Craft test made during a break. Rule: item.repair."""
    return 0 if result >= (MECHANISM if mechanism else REPAIR) else wear


def repaired(sheet: Sheet, values: dict[str, int], work: str) -> dict[str, int]:
    """Return what somebody has after things were mended during a break.

    ``work`` lists results of Craft tests, as ``buckler 7, ana longsword-2 12``: whose if not
    anybody's, which thing, and the result. Rule: item.repair.
    """
    found = dict(values)
    words = gear_words(sheet)
    for entry in work.split(","):
        whose, thing, result = craft_of(entry)
        wear = found.get(WEAR + thing, 0)
        if whose in ("", sheet.id) and wear and thing in words:
            mechanism = gear(sheet)[words.index(thing)].reload > 0
            left = mended(wear, result, mechanism)
            if left:
                found[WEAR + thing] = left
            else:
                del found[WEAR + thing]
    return found


def craft_of(entry: str) -> tuple[str, str, int]:
    """Return whose thing was worked on, which, and the result of the test; -1: not so written."""
    parts = entry.split()
    if len(parts) not in (2, 3) or not parts[-1].isdecimal():
        return "", "", -1
    return parts[0] if len(parts) == 3 else "", parts[-2], int(parts[-1])


class Ailing:
    """Somebody in whom poison or sickness works while no combat is fought."""

    def __init__(self, sheet: Sheet, values: dict[str, int], fortify: int, luck: int) -> None:
        self.sheet = sheet
        self.values = dict(values)
        self.fortify = fortify  # result of the test against it, -1 if none was made
        self.luck = luck  # result of the luck test where it would kill, -1 if none was made

    def get(self, name: str, usual: int = 0) -> int:
        return self.values.get(name, usual)

    def pass_time(self, rounds: int, days: int) -> None:
        """Let so much time pass. Rules: condition.poison, condition.sickness."""
        every = max(1, self.get("poison.rounds", DAY))
        left = self.get("poison.left", every) - rounds
        while self.get("poison") and left <= 0 and not self.get("dead"):
            self.bout("poison", self.get("poison.difficulty", condition.USUAL_POISON))
            left += every
        if self.get("poison"):
            self.values["poison.left"] = left
        for _ in range(days):
            if self.get("sickness") and not self.get("dead"):
                self.bout("sickness", condition.USUAL_POISON)

    def bout(self, what: str, difficulty: int) -> None:
        """Lose health, 1 less if constitution or a fortify test meets it; then it is weaker by 1.

        Rules: condition.poison, condition.sickness, reaction.fortify.
        """
        n = self.get(what)
        level = self.sheet.constitution - self.get("sickness")
        if level < difficulty and self.fortify >= 0 and self.get("stamina"):
            self.values["stamina"] -= 1
            level = max(level, self.fortify)
        self.lose(n - 1 if level >= difficulty else n)
        self.values[what] = n - 1
        if n == 1:
            for name in POISON if what == "poison" else (what,):
                self.values.pop(name, None)

    def lose(self, loss: int) -> None:
        """Lose health, and at zero consciousness; what exceeds it risks death.

        Rules: damage.direct-health, death.zero, death.risk, death.further, death.cheat.
        """
        had = self.get("health")
        if loss <= 0:
            return
        self.values["health"] = max(0, had - loss)
        if had > loss:
            return
        self.values["awake"] = 0
        if loss > had:
            death = self.get("death", self.sheet.death)
            if 0 <= self.luck < death:
                self.values["dead"] = 1
            else:
                self.values["death"] = death + 5


def elapsed(values: dict[str, int], options: Mapping[str, Value]) -> tuple[int, int]:
    """Return the rounds and the whole days that a time between combats takes.

    A rest counts as the days since the last, what was not one as no time.
    Rules: resource.rest, resource.break, turn.round-length.
    """
    kind = str(options.get("kind", REST))
    if kind == BREAK:
        return int(options.get("minutes", QUIET)) * A_MINUTE, 0
    if kind == LIE:
        return int(options.get("minutes", WAKING)) * A_MINUTE, 0
    if kind == SESSION:
        return 0, 0
    last = values.get("day", -1)
    day = int(options.get("day", last + 1))
    if no_rest(values, day) or options.get("interrupted", False):
        return 0, 0
    days = day - last if last >= 0 else 1
    return days * DAY, days


def new_session(sheet: Sheet, values: dict[str, int]) -> dict[str, int]:
    """Give a player character its fate. Rule: fate.amount."""
    found = dict(values)
    if sheet.pc:
        found["fate_points"] = min(MOST_FATE, found.get("fate_points", 0) + 1)
    return found


def downtime(sheet: Sheet, values: dict[str, int], options: dict[str, Value]) -> dict[str, int]:
    """Return what somebody has after what ``kind`` names: break, rest (the default), lie, session.

    ``minutes`` is how long it lasted, ``day`` the day of a rest, ``interrupted`` whether it was,
    ``resumed_after`` how many minutes later it went on. ``repair`` are the results of Craft tests
    in a break, ``fortify`` and ``luck`` of tests against poison and sickness that act meanwhile.
    The dead stay dead: death.permanent.
    """
    if values.get("dead", 0):
        return dict(values)
    kind = str(options.get("kind", REST))
    fortify, luck = int(options.get("fortify", -1)), int(options.get("luck", -1))
    ailing = Ailing(sheet, values, fortify, luck)
    ailing.pass_time(*elapsed(values, options))
    values = ailing.values
    if values.get("dead", 0):
        return values
    if kind == BREAK:
        minutes = int(options.get("minutes", QUIET))
        work = str(options.get("repair", ""))
        if work and not no_break(values, minutes):
            values = repaired(sheet, values, work)
        return take_break(sheet, values, minutes)
    if kind == LIE:
        return lie(values, int(options.get("minutes", WAKING)))
    if kind == SESSION:
        return new_session(sheet, values)
    day = int(options.get("day", values.get("day", -1) + 1))
    interrupted = bool(options.get("interrupted", False))
    return take_rest(sheet, values, day, interrupted, int(options.get("resumed_after", -1)))


def downtime_faults(options: dict[str, Value]) -> list[str]:
    """Return what is wrong with the words for a time between combats."""
    kind = options.get("kind", REST)
    if not isinstance(kind, str) or kind not in TIMES:
        return [f"kind: found {kind}, expected {', '.join(TIMES)}"]
    found: list[str] = []
    for name, value in options.items():
        if name != "kind" and name not in TIMES[kind]:
            known = ", ".join(["kind", *TIMES[kind]])
            found.append(f"{name}: unknown key of a {kind}, expected {known}")
        elif name == "interrupted" and not isinstance(value, bool):
            found.append(f"{name}: found {value}, expected true or false")
        elif name == "repair":
            if any(craft_of(word)[2] < 0 for word in str(value).split(",")):
                found.append(f"repair: found {value}, expected things, each with a result")
        elif name in NUMBERS and (isinstance(value, bool) or not isinstance(value, int)):
            found.append(f"{name}: found {value}, expected a whole number")
    return found
