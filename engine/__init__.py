"""The game: cards, rules as data, positions, plays, scoring and replay, on compiled kernels."""
