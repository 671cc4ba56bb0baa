"""What a turn's actions are, cost and do; tests, manoeuvres, powers."""
