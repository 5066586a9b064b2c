"""Where each number stands in a seat's view (int64): all that it may know, and nothing else."""

SEAT = 0
PLY = 1
FIRST = 2
HAND = 3  # mask of the seat's own hand
TABLE = 4
OUT = 5  # mask of all captured cards
LAST_CAPTURER = 6  # a side, -1: nobody yet
VIEW_SIZE = 7

MAX_PAID = 8  # single cards that the rules pay, at most
