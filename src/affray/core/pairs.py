"""What is remembered of pairs of cells: small whole numbers, worked out when first asked."""

from __future__ import annotations

from affray.core.arrays import append, i64, u8, vec


class Pairs:
    """A number from 1 to 255 for each pair of cells that was asked about, 0 for all others.

    A row for each first cell is begun when needed: most cells of a map nobody ever stands on.
    """

    def __init__(self, size: int) -> None:
        blank: vec[u8] = vec[u8]()
        for _ in range(size):
            blank = append(blank, 0)
        self.blank = blank
        none: vec[u8] = vec[u8]()
        self.rows: list[vec[u8]] = [none] * size

    def get(self, a: i64, b: i64) -> int:
        """Return the number of a pair, 0 if it is not known."""
        row = self.rows[a]
        if len(row) == 0:
            return 0
        return row[b]

    def put(self, a: i64, b: i64, number: u8) -> None:
        """Remember the number of a pair."""
        row = self.rows[a]
        if len(row) == 0:
            row = self.blank[:]
            self.rows[a] = row
        row[b] = number
