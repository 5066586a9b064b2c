"""A second, deliberately obvious implementation of the rules, to compare the engine with."""
