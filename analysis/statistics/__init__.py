"""Rates with their uncertainty, pulled towards a group, and compared so that looking at many does no harm."""
