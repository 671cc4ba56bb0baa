"""Attacks: weapons, aims, the sequence, volleys, powers that strike."""
