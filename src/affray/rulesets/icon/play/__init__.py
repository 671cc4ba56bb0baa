"""How a program plays ICON. It decides no rule."""
