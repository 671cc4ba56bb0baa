"""Actions and what abilities do: targets, declaring, operations, Minions."""
