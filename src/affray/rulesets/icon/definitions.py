"""What content is written in: operations, abilities, traits, states and summons."""

from __future__ import annotations

from typing import Final

from affray.core.effect import Effect


class Mod:
    """A change of an ability: a word of ``dsl.mod``."""

    def __init__(self, word: str, n: int) -> None:
        self.word = word
        self.n = n
        self.level = ""
        self.until = ""
        self.only = ""

    def text(self) -> str:
        """Return it in a few words, the same for equal ones."""
        return f"{self.word} {self.n} {self.level}{self.until}{self.only}".strip()


class Op:
    """One operation: a word of ``dsl.op`` with its fields."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.who = "target"
        self.level = ""
        self.amount = 0
        self.type = ""
        self.pierce = False
        self.id = ""  # of a status, blight, effect, mark, stance or summon
        self.save = False
        self.ongoing = False
        self.until = ""
        self.n = 0  # spaces, multiple of Health, height, Resolve
        self.kind = ""
        self.straight = False
        self.through = False
        self.to = ""
        self.success: list[Op] = []
        self.fail: list[Op] = []
        self.then: list[Op] = []
        self.what: list[str] = []
        self.destructible = False
        self.where = ""
        self.on = ""
        self.mods: list[Mod] = []
        self.range = 0
        self.within = 0
        self.origin = "user"
        self.after = ""
        self.subject = ""
        self.count = 1

    def text(self) -> str:
        """Return what a modify-next operation does, the same for equal ones."""
        return ", ".join([self.on, *[mod.text() for mod in self.mods]])


class Trigger:
    """What an ability gains under a condition: a word of ``dsl.when``."""

    def __init__(self, when: str, word: str) -> None:
        self.when = when
        self.word = word
        self.mods: list[Mod] = []
        self.hit: list[Op] = []
        self.miss: list[Op] = []
        self.area: list[Op] = []
        self.ops: list[Op] = []
        self.flag = ""


class Ability:
    """An ability, a part of a combo, a limit break, or a basic action."""

    def __init__(self, id: str, name: str) -> None:
        self.id = id
        self.name = name
        self.job = ""
        self.cost = 0
        self.uses_move = False
        self.tags: list[str] = []
        self.attack = ""  # "", melee or ranged
        self.range = 0  # of the attack; 0: the pattern is the reach
        self.shape = ""
        self.size = 0
        self.reach = -1  # range of the pattern, -1 none
        self.own = False  # origin='self'
        self.plus_shape = ""
        self.plus_size = 0
        self.target = ""
        self.target_range = 0
        self.count = 1  # targets
        self.optional = False
        self.least = 0  # min_range
        self.limit = 0
        self.per = ""
        self.recharge = 0
        self.uses = 0
        self.trigger = ""
        self.within = 0
        self.resolve = 0
        self.before: list[Op] = []
        self.hit: list[Op] = []
        self.miss: list[Op] = []
        self.area: list[Op] = []
        self.effect: list[Op] = []
        self.triggers: list[Trigger] = []
        self.mods: list[Mod] = []
        self.flags: list[str] = []
        self.parts: list[Ability] = []
        self.gambit = False
        self.basic = ""  # run, dash... of the basic actions

    def has(self, tag: str) -> bool:
        """Return whether it has a tag."""
        for one in self.tags:
            if one == tag:
                return True
        return False

    def for_foes(self) -> bool:
        """Return whether it is made for foes. Rule: attack.target-hostile."""
        return self.attack != "" or self.target == "foe"

    def ranged(self) -> bool:
        """Return whether it is tagged as ranged."""
        return self.has("ranged")

    def weight(self) -> str:
        """Return what an attack is called by its cost. Rule: attack.cost-types."""
        if self.uses_move:
            return "superheavy"
        return "heavy" if self.cost == 2 else "light" if self.cost == 1 else "free"


class Trait:
    """What is always on. A word of the content each; unused ones are empty."""

    def __init__(self, id: str) -> None:
        self.id = id
        self.name = id
        self.grants: list[str] = []
        self.armor = 0  # sets it: damage.armor-highest
        self.armor_plus = 0  # adds to it
        self.shortened = 0
        self.engagement = 0
        self.first_shove = 0
        self.slow_boons = 0
        self.gambit_only = False
        self.save_boons = 0
        self.aura = 0
        self.aura_self = False
        self.aura_grants = ""
        self.aura_boons = 0
        self.ignores_difficult = False
        self.immune: list[str] = []
        self.resistance: list[str] = []
        self.resistance_fresh = False  # only while not bloodied
        self.imposes: State | None = None  # an ongoing status
        self.bonus_blight = ""
        self.at_start: list[Op] = []
        self.at_turn: list[Op] = []
        self.alone = False  # at_turn only without an adjacent foe
        self.optional = False
        self.on = ""
        self.effect: list[Op] = []
        self.limit = 0  # uses of ``effect`` in a period
        self.per = ""
        self.free_action: Ability | None = None
        self.one_diagonal = False


# ---- states ------------------------------------------------------------------------------------

STATUS: Final = 0
BLIGHT: Final = 1
GRANT: Final = 2
MARK: Final = 3
STANCE: Final = 4
IMMOBILE: Final = "immobile"  # a state, no status: status.immobile
UNHARMED: Final = "unharmed"  # immune to damage until the turn ends: effect.defiance


class State(Effect):
    """A status, blight, positive effect, mark or stance: what it does, as content says."""

    def __init__(self, id: str, kind: int) -> None:
        super().__init__(id)
        self.kind = kind
        # of statuses
        self.must_slow = False
        self.max_range = 0
        self.curses = 0
        self.halves_others = False  # damage to all but its subject
        self.own_end = False  # ends by itself with the bearer's next turn
        self.halves = False
        self.until_hurt = False
        self.no_statuses = False
        self.no_vigor = False
        self.move_damage = 0
        self.move_pierce = False
        self.no_interrupts = False
        self.ends_turn = False
        self.taken_plus = 0
        self.dealt_minus = 0
        # of positive effects
        self.die = 0
        self.miss_on = 0
        self.number = 0  # counter damage, spaces of a sturdy one, multiple of regeneration...
        # of marks
        self.boons_against = 0
        self.no_stealth = False
        self.saved = False  # the marked may save against it
        self.imposes: State | None = None
        # of stances
        self.own_grants: list[str] = []
        self.near_grants: list[str] = []  # to adjacent allies
        self.aura = 0
        self.aura_grants = ""
        self.forbids: list[str] = []
        self.ends_on: list[str] = []


# ---- moments of interrupts ----------------------------------------------------------------------

TARGETED: Final = 0
DAMAGED: Final = 1
STEPPED: Final = 2
MISSED: Final = 3
MOMENTS: Final[dict[str, int]] = {
    "ally-targeted": TARGETED,
    "self-targeted": TARGETED,
    "self-or-ally-targeted-ranged": TARGETED,
    "self-damaged-by-adjacent": DAMAGED,
    "ally-damaged": DAMAGED,
    "foe-moves-adjacent": STEPPED,
    "foe-moves-within-2": STEPPED,
    "self-missed": MISSED,
}


class Summon:
    """What stands about and acts on those who start a turn beside it."""

    def __init__(self, id: str) -> None:
        self.id = id
        self.ops: list[Op] = []
