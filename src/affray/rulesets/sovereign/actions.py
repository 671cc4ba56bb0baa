"""Action codes: every action of a turn, its code, its cost, its key."""

from __future__ import annotations

from typing import Final

from affray.core.action import ActionSpace
from affray.core.choice import Option
from affray.rulesets.sovereign.sheet import equipment
from affray.rulesets.sovereign.state import SovereignCombat, SovereignCombatant

WORDINGS: Final = 64  # options that a small menu may have
UNITS: Final = 256  # a code is (verb * THINGS + thing) * UNITS + target
THINGS: Final = 1024
VERB: Final = THINGS * UNITS
ATTACK: Final = 1
SHOVE: Final = 2
GRAPPLE: Final = 3
SWARM: Final = 4
CHARGE: Final = 5
RUN: Final = 6
SCREEN: Final = 8
DISENGAGE: Final = 9
STAND: Final = 10
PRONE: Final = 11
HOLD: Final = 12
RELOAD: Final = 13
DRAW: Final = 14
PICK_UP: Final = 15
AID: Final = 16
CAST: Final = 17
ESCAPE: Final = 18
MOVE_HELD: Final = 19
RELEASE: Final = 20
DRINK: Final = 21
SURRENDER: Final = 22
ROUSE: Final = 23
DRAW_OFF: Final = 24
SHEATHE: Final = 25
DROP: Final = 26
READY: Final = 27
STOW: Final = 28
GIVE: Final = 29
PARLEY: Final = 30
SEARCH: Final = 31
STREW: Final = 32
SMOKE: Final = 33
WHIRL: Final = 34
RALLY: Final = 35
VANISH: Final = 36
SWIFT: Final = 37
LOOSE: Final = 38
HEAL: Final = 39
TOUCH: Final = 40
PAVIS: Final = 41
TAKE_BACK: Final = 42
FLY: Final = 43
STUN: Final = 44
SLIP: Final = 45
PIERCE: Final = 46
WITHDRAW: Final = 47
SPARKS: Final = 48
SCRATCH: Final = 49
FLEE: Final = 50
REWARD: Final = 51
LEECH: Final = 52
HEW: Final = 53
OTHER_MAIN: Final = 54
OTHER_MOVE: Final = 55
UNSTOW: Final = 56
SWIFT_HEAL: Final = 57
SLIP_AWAY: Final = 58  # Disengage as a Free action
DEFEND: Final = 59  # Total Defense, an Instant
WITH_MAIN: Final = 64  # more than any verb: a Move paid with the Main
GIVE_UP: Final = SURRENDER * VERB
TURN_TAIL: Final = FLEE * VERB
PLAIN: Final = {
    CHARGE: "charge",
    RUN: "run",
    SCREEN: "screen",
    DISENGAGE: "disengage",
    SLIP_AWAY: "disengage at once",
    STAND: "stand up",
    PRONE: "go prone",
    HOLD: "hold",
    DEFEND: "total defense",
    ESCAPE: "break free",
    MOVE_HELD: "drag or throw",
    RELEASE: "let go",
    DRINK: "drink potion",
    SURRENDER: "surrender",
    FLEE: "flee",
    SHEATHE: "sheathe",
    PARLEY: "parley",
    STREW: "strew caltrops",
    SMOKE: "throw smoke-pot",
    WHIRL: "whirl",
    RALLY: "rally",
    VANISH: "melt into shadow",
    TOUCH: "commit healing-touch",
    PAVIS: "raise pavis-of-elements",
    TAKE_BACK: "take back effort",
    SLIP: "slip out of grapples",
    WITHDRAW: "withdraw",
    SPARKS: "kindle sparks",
    SCRATCH: "shake off boils",
    OTHER_MAIN: "other deed",
    OTHER_MOVE: "other brief deed",
}
AIMED: Final = {ATTACK: "attack", SHOVE: "shove", GRAPPLE: "grapple", SWARM: "swarm"}
SPELLINGS: Final = (CAST, SWIFT, LOOSE)
SPELLED: Final = {CAST: "cast", SWIFT: "swiftly cast", LOOSE: "release"}
# Verbs with somebody at the other end, ally or foe.
TOWARDS: Final = {
    AID: "aid",
    LEECH: "quickly aid",
    ROUSE: "rouse",
    GIVE: "give potion to",
    HEAL: "heal",
    SWIFT_HEAL: "swiftly heal",
    FLY: "lift",
    REWARD: "guard instead",
    STUN: "stun",
    PIERCE: "pierce",
    SEARCH: "search for",
}
# What stands in the content of what verbs do, where it has another name than the verb.
ABILITIES: Final = {
    SHOVE: "shove",
    GRAPPLE: "grapple",
    SWARM: "swarm-attack",
    RALLY: "rally",
    VANISH: "vanish-in-shadow",
    TOUCH: "healing-touch",
    HEAL: "healing-touch",
    SWIFT_HEAL: "swift-healer",
    PAVIS: "pavis-of-elements",
    TAKE_BACK: "pavis-of-elements",
    FLY: "steps-of-air",
    STUN: "stunning-shock",
    SLIP: "unbindable",
    PIERCE: "piercing-strike",
    WITHDRAW: "gentlemans-withdrawal",
    SPARKS: "elemental-sparks",
    SCRATCH: "curse-of-boils",
    STREW: "caltrops",
    SMOKE: "smoke-pot",
}
# Verbs with a weapon or another thing.
HANDLED: Final = {
    RELOAD: "reload",
    DRAW: "draw",
    DRAW_OFF: "draw in the other hand",
    DROP: "drop",
    READY: "ready",
    STOW: "stow",
    UNSTOW: "at once ready",
}
MAINS: Final = frozenset(
    {
        ATTACK,
        SHOVE,
        GRAPPLE,
        SWARM,
        CHARGE,
        DISENGAGE,
        AID,
        CAST,
        ESCAPE,
        MOVE_HELD,
        ROUSE,
        READY,
        STOW,
        GIVE,
        PARLEY,
        SEARCH,
        STREW,
        SMOKE,
        RALLY,
        HEAL,
        STUN,
        SCRATCH,
        HEW,
        OTHER_MAIN,
        DEFEND,
    }
)
MOVES: Final = frozenset(
    {
        RUN,
        SCREEN,
        STAND,
        PICK_UP,
        HOLD,
        DRINK,
        CHARGE,
        VANISH,
        WITHDRAW,
        OTHER_MOVE,
    }
)
# Moves that a Main may pay for. Rule: economy.main-as-move.
EXCHANGED: Final = (RUN, SCREEN, STAND, PICK_UP, DRINK, VANISH, WITHDRAW, OTHER_MOVE)
SKILLS: Final = (AID, ROUSE, GIVE, PARLEY, SEARCH, STREW)  # aoo.provoking-actions: Use a Skill
AT_ONCE: Final = (DEFEND, UNSTOW, TAKE_BACK)  # Instants: nothing comes between
ATTACKS: Final = frozenset({ATTACK, SHOVE, GRAPPLE, SWARM, CHARGE, HEW, WHIRL, STUN})


def marked(verbs: frozenset[int]) -> bytes:
    """Return of every verb 1 if it is among some: a byte is read sooner than a set is asked."""
    return bytes([verb in verbs for verb in range(WITH_MAIN)])


IS_MAIN: Final = marked(MAINS)
IS_MOVE: Final = marked(MOVES)
IS_ATTACK: Final = marked(ATTACKS)
IS_AIMED: Final = marked(frozenset(AIMED))
IS_SPELL: Final = marked(frozenset(SPELLINGS))
IS_TOWARDS: Final = marked(frozenset(TOWARDS))
IS_HANDLED: Final = marked(frozenset([*HANDLED, PICK_UP]))
# What somebody does with its own body that nothing but its price ever forbids.
IS_OPEN: Final = marked(
    frozenset([DISENGAGE, SLIP_AWAY, HOLD, SURRENDER, FLEE, PARLEY, SPARKS, OTHER_MAIN, OTHER_MOVE])
)


def coded(verb: int, a: int = 0, b: int = 0) -> int:
    """Return the code of an action: its verb, what it uses, whom or what it concerns."""
    return verb * VERB + a * UNITS + b


def verb_of(code: int) -> int:
    """Return the verb of a code."""
    return code // VERB % WITH_MAIN


def thing_of(code: int) -> int:
    """Return what a code uses: the place of an attack, spell or thing, a number of the library."""
    return code // UNITS % THINGS


def target_of(code: int) -> int:
    """Return whom a code concerns, or which line of thorns."""
    return code % UNITS


def parts_of(code: int) -> tuple[int, int, int]:
    """Return the verb of a code, what it uses, and whom or what it concerns."""
    return code // VERB % WITH_MAIN, code // UNITS % THINGS, code % UNITS


def with_main(code: int) -> bool:
    """Return whether a code is of a Move that the Main pays for."""
    return code // VERB >= WITH_MAIN


def key(combat: SovereignCombat, unit: SovereignCombatant, code: int) -> str:
    """Return the words of an action."""
    words = plain_key(combat, unit, code)
    return f"{words} with main" if with_main(code) else words


def plain_key(combat: SovereignCombat, unit: SovereignCombatant, code: int) -> str:
    """Return the words of an action, whatever pays for it."""
    verb, a, b = verb_of(code), thing_of(code), target_of(code)
    own = unit.sheet
    if verb in AIMED:
        return f"{AIMED[verb]} {combat.units[b].name} with {own.strikes[a].id}"
    if verb in SPELLED:
        target = combat.units[b]
        aimed = f" at {target.name}" if target is not unit or own.spells[a].works in ONE else ""
        return f"{SPELLED[verb]} {own.spells[a].id}{aimed}"
    if verb in PLAIN:
        return PLAIN[verb]
    if verb == PICK_UP:
        return f"pick up {combat.library.weapons[a]}"
    if verb == HEW:
        return f"hew thorns {thorn_name(combat, b)} with {own.strikes[a].id}"
    if verb in HANDLED:
        return f"{HANDLED[verb]} {equipment.name_of(unit, a)}"
    return f"{TOWARDS[verb]} {combat.units[b].name}"


ONE: Final = ("shield-of-daggers",)  # spells that may be cast on oneself alone


def thorn_name(combat: SovereignCombat, place: int) -> str:
    """Return how a line of thorns is called."""
    line = combat.thorns[place] // 100
    word = "south" if line % 2 else "east"
    return f"{word} of {combat.grid.name(line // 2)}"


def option(combat: SovereignCombat, unit: SovereignCombatant, code: int) -> Option:
    """Return an action with its key and parts; ``ability`` is what the content tells of it."""
    verb, a, b = verb_of(code), thing_of(code), target_of(code)
    own = unit.sheet
    found = Option(code, key(combat, unit, code), WORDS[verb], unit.index)
    if with_main(code):
        found.verb += " with main"
    if verb == ATTACK or verb == HEW:
        found.ability = equipment.thing_of(unit, own.strikes[a])
    elif verb in SPELLED:
        found.ability = own.spells[a].id
    elif verb in HANDLED:
        found.ability = equipment.name_of(unit, a)
    elif verb == PICK_UP:
        found.ability = combat.library.weapons[a]
    else:
        found.ability = ABILITIES.get(verb, "")
    found.object = object_of(combat, code)
    if verb == HEW:
        found.cells = [combat.thorns[b] // 100 // 2]
    elif HAS_TARGET[verb]:
        found.targets = [b]
    return found


HAS_TARGET: Final = marked(frozenset([*AIMED, *TOWARDS, *SPELLED]))
HAS_OBJECT: Final = marked(frozenset([*AIMED, *SPELLED, *HANDLED, PICK_UP]))


def object_of(combat: SovereignCombat, code: int) -> int:
    """Return which object of the action codes an action is about, 0 for none."""
    verb = verb_of(code)
    if verb == HEW:
        return 1 + 2 * thing_of(code) + combat.thorns[target_of(code)] // 100 % 2
    return 1 + thing_of(code) if HAS_OBJECT[verb] else 0


def packed(combat: SovereignCombat, code: int, space: ActionSpace) -> int:
    """Return the action code of an action."""
    verb = verb_of(code)
    number = PLACES[verb + WITH_MAIN if with_main(code) else verb]
    target = 1 + target_of(code) if HAS_TARGET[verb] else 0
    place = 1 + combat.thorns[target_of(code)] // 100 // 2 if verb == HEW else 0
    return space.packed(number, object_of(combat, code), target, place)


WORDS: Final = {
    **PLAIN,
    **AIMED,
    **SPELLED,
    **TOWARDS,
    **HANDLED,
    PICK_UP: "pick up",
    HEW: "hew thorns",
}
# What every option of every choice of a fight does, passing first.
VERBS: Final = tuple(
    dict.fromkeys(
        [
            "pass",
            *[WORDS[verb] for verb in sorted(WORDS)],
            *[f"{WORDS[verb]} with main" for verb in EXCHANGED],
            "act",
            "move",
            "leave",
            "leap",
            "pause",
            "rise",
            "sink",
            "push",
            "throw",
            "drag",
            "centre",
            "thorns",
            "choose",
            "rule",
            "ignore",
            "guard",
            "strike",
            "snap",
            "snap and shove",
            "snap and grapple",
            "veteran's luck",
            "act now",
            "counter the magic",
            "take back effort",
            "pass until it stops",
        ]
    )
)


# The place among those of every verb of a turn, then of each where the Main pays for a Move.
PLACES: Final = tuple(
    [
        VERBS.index(word) if word in VERBS else 0
        for word in [
            *[WORDS.get(verb, "pass") for verb in range(WITH_MAIN)],
            *[f"{WORDS.get(verb, 'pass')} with main" for verb in range(WITH_MAIN)],
        ]
    ]
)


def space_of(combat: SovereignCombat) -> ActionSpace:
    """Return the bounds of the action codes of a fight.

    Objects are places of attacks, spells and things of a sheet, numbers of the library, or, where
    several may strike, a place and a member.
    """
    ways, things = 1, len(combat.library.weapons)
    for unit in combat.units:
        own = unit.sheet
        ways = max(ways, len(own.strikes))
        things = max(things, len(own.spells), len(own.weapons) + len(own.gear))
    objects = 1 + max(2 * ways, ways * len(combat.units), things, WORDINGS)
    return ActionSpace(VERBS, objects, 1 + len(combat.units), 1 + combat.grid.size)
