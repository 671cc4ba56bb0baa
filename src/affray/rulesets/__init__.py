"""The games: each a package of plain rule functions over the core; none imports another."""
