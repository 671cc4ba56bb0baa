"""Sheets: the numbers of classes and roles, basic attacks, and what makes a character legal."""

from __future__ import annotations

from affray.rulesets.icon.vocabulary import Ability, Sheet

# ---- numbers -----------------------------------------------------------------------------------


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
    """Rule: sheet.chapter-from-level."""
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
    """Rules: foe.mob, foe.elite, foe.legend."""
    sheet.mob = mob
    sheet.elite = word == "elite"
    sheet.legend = word == "legend"


def both_ways(heavy: Ability, melee: int, ranged: int) -> list[Ability]:
    """Return the basic heavy attack as a melee and as a ranged attack.

    Rules: action.basic-heavy-attack, attack.melee-and-ranged, sheet.basic-attacks-by-class,
    action.foe-actions.
    """
    found: list[Ability] = []
    for mode, reach in (("melee", melee), ("ranged", ranged)):
        one = Ability(f"basic-{mode}", f"{heavy.name}, {mode}")
        one.cost = heavy.cost
        one.tags = [*heavy.tags, mode]
        one.attack = mode
        one.range = reach
        one.basic = "attack"
        one.hit = heavy.hit
        one.miss = heavy.miss
        found.append(one)
    return found


def is_open(users: list[str], sheet: Sheet) -> bool:
    """Return whether a basic action is open to somebody: foes neither whack nor rescue.

    Rules: action.foe-actions, action.whack, action.rescue.
    """
    return ("pc" if sheet.pc else "foe") in users


def with_benefits(traits: list[str], benefits: list[str]) -> list[str]:
    """Return traits with the benefits of gambits, each once. Rule: sheet.gambit-benefit."""
    found = traits[:]
    for one in benefits:
        if one not in found:
            found.append(one)
    return found


# ---- budget ------------------------------------------------------------------------------------


def cost(sheet: Sheet, players: int) -> int:
    """Return what a foe costs in fifths of a point. Rule: setup.encounter-budget."""
    if sheet.legend:
        return 5 * players
    return 10 if sheet.elite else 1 if sheet.mob else 5


def budget(foes: list[Sheet], players: int) -> tuple[int, int]:
    """Return what foes cost and what a standard fight spends, both in fifths of a point.

    Rule: setup.encounter-budget.
    """
    return sum([cost(one, players) for one in foes]), 5 * players


# ---- what makes a character legal --------------------------------------------------------------


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
    if len(draft.active) > 6 or twice or any([id not in draft.learned for id in draft.active]):
        found.append(
            "found active abilities that are too many, twice or not learned "
            "[icon/sheet.active-limit]"
        )
    own = draft.class_of.get(draft.current, "")
    others = [id for id in draft.active if draft.class_of.get(draft.job_of.get(id, ""), "") != own]
    if any([id not in draft.gambits for id in others]):
        found.append(
            "found abilities of another class, expected them in gambit slots "
            "[icon/sheet.active-class]"
        )
    slots = (draft.level >= 4) + (draft.level >= 8)
    if len(draft.gambits) > slots or any([id not in others for id in draft.gambits]):
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
