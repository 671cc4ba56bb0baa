"""Sheets: what never changes of a character, and what makes a character legal."""

from __future__ import annotations

from typing import Final

from affray.core.combat import COMBAT, OWN, ROUND, TURN
from affray.rulesets.icon.definitions import MOMENTS, Ability, Op, State, Summon, Trait
from affray.rulesets.icon.terms import FIRST_OWN, PERIODS, SCOPES, SPENT

OF_FOES: Final = ("", "run", "dash", "interact")  # basic actions, and abilities of its own


class Sheet:
    """What cannot change in a fight."""

    def __init__(self, id: str, name: str, pc: bool) -> None:
        self.id = id
        self.name = name
        self.pc = pc
        self.size = 1
        self.chapter = 1
        self.level = 1
        self.health = 1
        self.hp = 4
        self.defense = 1
        self.armor = 0
        self.speed = 4
        self.attack_bonus = 0
        self.fray = 1
        self.die = 6
        self.flat = 0  # of a mob
        self.type = "physical"
        self.mob = False
        self.elite = False
        self.legend = False
        self.monster = False
        self.wounds = 0
        self.elixirs = 0
        self.abilities: list[Ability] = []
        self.traits: list[Trait] = []
        self.permanent: list[str] = []
        self.moments = -1  # bits of those at which an interrupt of it can be used, -1 not looked up
        self.replies: list[list[int]] = []  # by moment, the places of those interrupts
        self.scopes: tuple[int, ...] = ()  # of its counters
        self.armored = -1  # armor from all sources, -1 not added up
        self.given: dict[str, bool] = {}  # effects that were asked about
        self.kept: dict[str, bool] = {}  # the same, of those that no use ends
        self.imposes = -1  # whether a trait imposes a status, -1 not looked up
        self.likes = -1  # from how far a bot likes to fight with it, -1 not worked out
        self.waits = -1  # how much of it is stronger in a slow turn, for bots; -1 not added up

    def imposing(self) -> bool:
        """Return whether a trait imposes an ongoing status: looked up once."""
        if self.imposes < 0:
            self.imposes = 1 if any(trait.imposes is not None for trait in self.traits) else 0
        return self.imposes == 1

    def answers(self, moment: int) -> bool:
        """Return whether any of its interrupts is for a moment."""
        if self.moments < 0:
            self.moments = 0
            self.replies = [[] for _ in range(1 + max(MOMENTS.values()))]
            for place, ability in enumerate(self.abilities):
                if ability.uses:
                    self.moments |= 1 << MOMENTS[ability.trigger]
                    self.replies[MOMENTS[ability.trigger]].append(place)
        return self.moments & (1 << moment) != 0

    def twin(self) -> Sheet:
        """Return a sheet like this one, of which single values can be replaced."""
        one = Sheet(self.id, self.name, self.pc)
        one.size = self.size
        one.chapter = self.chapter
        one.level = self.level
        one.health = self.health
        one.hp = self.hp
        one.defense = self.defense
        one.armor = self.armor
        one.speed = self.speed
        one.attack_bonus = self.attack_bonus
        one.fray = self.fray
        one.die = self.die
        one.flat = self.flat
        one.type = self.type
        one.mob = self.mob
        one.elite = self.elite
        one.legend = self.legend
        one.monster = self.monster
        one.wounds = self.wounds
        one.elixirs = self.elixirs
        one.abilities = self.abilities[:]
        one.traits = self.traits[:]
        one.permanent = self.permanent[:]
        return one

    def gives(self, effect: str) -> bool:
        """Return whether an effect is always on: looked up once. Rule: sheet.traits-always-on."""
        known = self.given.get(effect)
        if known is None:
            known = effect in self.permanent
            for trait in self.traits:
                known = known or effect in trait.grants
            self.given[effect] = known
        return known

    def keeps(self, effect: str) -> bool:
        """Return whether an effect is always on, not only until it is used: looked up once."""
        known = self.kept.get(effect)
        if known is None:
            known = effect not in SPENT and self.gives(effect)
            self.kept[effect] = known
        return known

    def whole_armor(self) -> int:
        """Return armor from all sources: added up once.

        Rules: damage.armor-highest, foe.role-statistics.
        """
        if self.armored < 0:
            best = self.armor
            more = 0
            for trait in self.traits:
                best = max(best, trait.armor)
                more += trait.armor_plus
            self.armored = best + more
        return self.armored

    def immune(self, id: str) -> bool:
        """Return whether a trait keeps a status, blight or type of damage off."""
        for trait in self.traits:
            if id in trait.immune:
                return True
        return False


class Library:
    """Everything there is to play with."""

    def __init__(self) -> None:
        self.sheets: dict[str, Sheet] = {}
        self.states: dict[str, State] = {}  # stances as "stance-<id>"
        self.nexts: dict[str, Op] = {}  # modify-next operations, by their text
        self.summons: dict[str, Summon] = {}
        self.lent: dict[str, bool] = {}  # effects that auras and stances give to others


def scopes_of(sheet: Sheet) -> tuple[int, ...]:
    """Return when each counter starts afresh: worked out once for a sheet."""
    twice = len([ability for ability in sheet.abilities if limited_twice(ability)])
    if len(sheet.scopes) != FIRST_OWN + len(sheet.abilities) + len(sheet.traits) + twice:
        sheet.scopes = all_scopes(sheet)
    return sheet.scopes


def all_scopes(sheet: Sheet) -> tuple[int, ...]:
    """Work out when each counter starts afresh.

    An interrupt that is limited otherwise too has a second counter, after those of the traits.
    Rules: action.no-repeat, action.limited-uses, interrupt.uses, action.recharge,
    resource.limit-break-once.
    """
    found = list(SCOPES)
    for ability in sheet.abilities:
        if ability.recharge or ability.has("limit-break") or ability.per == "combat":
            found.append(COMBAT)
        elif ability.uses and not ability.limit:
            found.append(OWN)
        else:
            found.append(ROUND if ability.per == "round" else TURN)
    found += [PERIODS.get(trait.per, COMBAT) for trait in sheet.traits]
    found += [OWN for ability in sheet.abilities if limited_twice(ability)]
    return tuple(found)


def limited_twice(one: Ability) -> bool:
    """Return whether an interrupt is limited by more than its uses between turns."""
    return one.uses > 0 and (one.recharge > 0 or one.limit > 0 or one.has("limit-break"))


def turn_slot(sheet: Sheet, place: int) -> int:
    """Return the counter of an interrupt's uses between its user's turns."""
    if not limited_twice(sheet.abilities[place]):
        return FIRST_OWN + place
    before = [ability for ability in sheet.abilities[:place] if limited_twice(ability)]
    return FIRST_OWN + len(sheet.abilities) + len(sheet.traits) + len(before)


class Block:
    """The numbers of a class or a foe: three where they differ by chapter."""

    def __init__(self) -> None:
        self.health: list[int] = []
        self.hp = -1  # -1: four times Health
        self.defense = 0
        self.armor: list[int] = []
        self.speed = 0
        self.attack_bonus: list[int] = []
        self.fray: list[int] = []
        self.die = 6
        self.flat = 0
        self.type = "physical"


def chapter_of(level: int) -> int:
    """Return the chapter of a level: 1 to 3. Rule: sheet.chapter-from-level."""
    return 1 + (level - 1) // 4


def number(sheet: Sheet, block: Block, chapter: int) -> None:
    """Give a sheet the numbers of its class or role at a chapter.

    Rules: sheet.current-job, sheet.job-has-class, foe.role-statistics, sheet.hp-max,
    sheet.fray-and-die, sheet.pc-size-one.
    """
    at = chapter - 1
    sheet.chapter = chapter
    sheet.size = 1
    sheet.health = block.health[at]
    sheet.hp = 4 * sheet.health if block.hp < 0 else block.hp
    sheet.defense = block.defense
    sheet.armor = block.armor[at]
    sheet.speed = block.speed
    sheet.attack_bonus = block.attack_bonus[at]
    sheet.fray = block.fray[at]
    sheet.die = block.die
    sheet.flat = block.flat
    sheet.type = block.type


def template(sheet: Sheet, word: str, *, mob: bool) -> None:
    """Make a sheet that of a mob, an elite or a legend. Rules: foe.mob, foe.elite, foe.legend."""
    sheet.mob = mob
    sheet.elite = word == "elite"
    sheet.legend = word == "legend"


def as_foe(sheet: Sheet) -> Sheet:
    """Return a character's sheet as a foe plays it: no Resolve, no wounds, no basic attacks.

    Rules: setup.two-sides, action.foe-actions.
    """
    one = sheet.twin()
    one.pc = False
    one.wounds = 0
    one.elixirs = 0
    one.abilities = [each for each in one.abilities if each.basic in OF_FOES]
    return one


def with_benefits(traits: list[str], benefits: list[str]) -> list[str]:
    """Return traits with the benefits of gambits, each once. Rule: sheet.gambit-benefit."""
    found = traits[:]
    for benefit in benefits:
        if benefit not in found:
            found.append(benefit)
    return found


class Draft:
    """A character's choices, and what they are checked against."""

    def __init__(self, level: int, xp: int) -> None:
        self.level = level
        self.xp = xp
        self.jobs: list[str] = []
        self.current = ""
        self.learned: list[str] = []
        self.talents: list[tuple[str, int]] = []
        self.masteries: list[str] = []
        self.active: list[str] = []
        self.gambits: list[str] = []
        self.limit_break = ""
        self.class_of: dict[str, str] = {}  # of each job
        self.job_of: dict[str, str] = {}  # of each ability
        self.breaks: dict[str, str] = {}  # limit break of each job


def faults(draft: Draft) -> list[str]:
    """Return everything for which a sheet is refused, each with its rule."""
    found: list[str] = []
    if not 1 <= draft.level <= 12 or not 0 <= draft.xp <= 11:
        found.append(
            "found a level or XP out of range, expected 1 to 12 and 0 to 11 "
            "[icon/sheet.level-range]"
        )
    most = 1 + (draft.level >= 4) + (draft.level >= 8)
    if not 1 <= len(draft.jobs) <= most or len(set(draft.jobs)) < len(draft.jobs):
        found.append(
            f"found {len(draft.jobs)} jobs, expected 1 to {most} different ones "
            "[icon/sheet.jobs-one-to-three]"
        )
    if draft.current not in draft.jobs:
        found.append(
            f"found current job {draft.current}, expected one of its jobs [icon/sheet.current-job]"
        )
    for id in draft.learned:
        if draft.job_of.get(id) not in draft.jobs or id in draft.breaks.values():
            found.append(
                f"found {id}, expected abilities of its jobs [icon/sheet.learn-from-own-jobs]"
            )
    if len(set(draft.learned)) < len(draft.learned):
        found.append("found an ability learned twice [icon/sheet.learning-budget]")
    return found + pick_faults(draft) + active_faults(draft)


def pick_faults(draft: Draft) -> list[str]:
    """Return what is wrong with the picks.

    Rules: sheet.learning-budget, sheet.talent-instead-of-ability, sheet.talent-tiers,
    sheet.mastery-points, sheet.master-talent-target.
    """
    found: list[str] = []
    later = 2 * (draft.level - 1) + (draft.xp >= 4) + (draft.xp >= 8)
    if len(draft.learned) + len(draft.talents) > 2 + later:
        found.append(f"found more picks than {2 + later} [icon/sheet.learning-budget]")
    if len(draft.talents) > later:
        found.append(
            "found talents in place of starting abilities [icon/sheet.talent-instead-of-ability]"
        )
    for id, tier in draft.talents:
        if id not in draft.learned or (tier == 2 and (id, 1) not in draft.talents):
            found.append(
                f"found talent {tier} of {id}, expected the ability and tier 1 first "
                "[icon/sheet.talent-tiers]"
            )
    if len(set(draft.talents)) < len(draft.talents):
        found.append("found a talent twice [icon/sheet.talent-tiers]")
    level = draft.level
    extra = len(draft.jobs) - 1
    points = (level >= 5) + (level >= 10) + (level >= 12)
    points += (level >= 4) + (level >= 8) - extra
    if len(set(draft.masteries)) < len(draft.masteries):
        found.append("found a master talent twice [icon/sheet.mastery-points]")
    if len(draft.masteries) > max(0, points):
        found.append(
            f"found {len(draft.masteries)} master talents, expected at most {points} "
            "[icon/sheet.mastery-points]"
        )
    for id in draft.masteries:
        if id not in draft.learned and id != draft.limit_break:
            found.append(
                f"found a master talent of {id}, expected an ability that it has "
                "[icon/sheet.master-talent-target]"
            )
    return found


def active_faults(draft: Draft) -> list[str]:
    """Return what is wrong with what is active.

    Rules: sheet.active-limit, sheet.active-class, sheet.gambit-slots, sheet.limit-break-level,
    sheet.job-has-class.
    """
    found: list[str] = []
    twice = len(set(draft.active)) < len(draft.active)
    if len(draft.active) > 6 or twice or any(id not in draft.learned for id in draft.active):
        found.append(
            "found active abilities that are too many, twice or not learned "
            "[icon/sheet.active-limit]"
        )
    own = draft.class_of.get(draft.current, "")
    others = [id for id in draft.active if draft.class_of.get(draft.job_of.get(id, ""), "") != own]
    if any(id not in draft.gambits for id in others):
        found.append(
            "found abilities of another class, expected them in gambit slots "
            "[icon/sheet.active-class]"
        )
    slots = (draft.level >= 4) + (draft.level >= 8)
    if len(draft.gambits) > slots or any(id not in others for id in draft.gambits):
        found.append(
            f"found {len(draft.gambits)} gambits, expected at most {slots} of another "
            "class [icon/sheet.gambit-slots]"
        )
    if draft.limit_break:
        if draft.level < 2 or draft.breaks.get(draft.current) != draft.limit_break:
            found.append(
                f"found limit break {draft.limit_break}, expected that of the current "
                "job from level 2 [icon/sheet.limit-break-level]"
            )
    return found
