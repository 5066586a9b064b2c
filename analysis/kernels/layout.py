"""Where each number stands in a seat's view (int64): all that it may know, and nothing else."""

SEAT = 0
PLY = 1
FIRST = 2
HAND = 3  # mask of the seat's own hand
TABLE = 4
OUT = 5  # mask of all captured cards
LAST_CAPTURER = 6  # a side, -1: nobody yet
MATTA_VALUE = 7  # the number declared for the matta, 0: its own
SHOWN = 8  # mask of the cards in other hands that a knock laid open
NEXT_SHOWN = 9  # those of them that the next seat holds
VIEW_SIZE = 10

MAX_PAID = 8  # single cards that the rules pay, at most
