"""What is spent and regained, in combat and between combats."""
