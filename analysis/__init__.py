"""Judgement: what a seat could know, which principle a play broke, the reference players, statistics."""
