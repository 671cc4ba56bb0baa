"""A menu that lists what is usual; more is legal, and can be written."""

from __future__ import annotations

from affray.core.choice import PASS, Menu, Option


class Wider(Menu):
    """A menu with answers beside the list: no program is tempted by them."""

    def __init__(
        self,
        seats: int,
        who: int,
        rule: str,
        options: list[tuple[int, str]],
        others: list[tuple[int, str]],
        default: int = PASS,
    ) -> None:
        super().__init__(seats, who, rule, options, default)
        self.others = others

    def besides(self) -> list[int]:
        return [answer for answer, _ in self.others]

    def option(self, answer: int) -> Option:
        for number, key in self.others:
            if number == answer:
                return Option(answer, key, "", self.who)
        return super().option(answer)
