"""The facts of each principle: which cards, how many unseen, whose, what chance, so that anyone can check it."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from numpy.typing import NDArray

from analysis.kernels import scene as kernel
from analysis.kernels.chances import unpaired
from analysis.kernels.flags import SEVENS
from analysis.kernels.scene import best_by_suit
from analysis.knowledge import SeatView
from engine.cards import SUITS, card_text, cards_of, suit_mask, texts_of
from engine.deals import Vector, setup_vector
from engine.kernels.play import hand_at
from engine.plays import Play

Plays = tuple[Play, ...]
Facts = dict[str, Any]

DECIDED = {kernel.CARTE: "carte", kernel.COINS: "suit", kernel.PRIMIERA_POINT: "primiera", kernel.RUN: "run"}
"""The points that may be decided, by bit of the scene."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A decision marked by all principles."""

    view: SeatView
    """What the seat knew."""
    legal: Plays
    """Its plays."""
    scene: Vector
    """What the decision is about (`analysis.kernels.scene`)."""
    traits: Vector
    """What each play does."""
    chance: NDArray[Any]
    """By play, the chance that the next seat can make a scopa."""
    losing: NDArray[Any]
    """By paid card and play, the chance that the next seat comes to own it."""
    marks: NDArray[Any]
    """By principle and play: 0, keeps or breaks."""
    keeps: Plays = ()
    """The plays that keep the principle whose facts are wanted."""
    breaks: Plays = ()
    """Those that break it."""

    def texts(self, mask: int) -> list[str]:
        """The cards of ``mask`` as texts."""
        return texts_of(mask, self.view.rules.deck)

    def rank(self, card: int) -> str:
        """The sign of a card's rank."""
        return card_text(card, self.view.rules.deck)[0]

    def ranks(self, cards: Iterable[int]) -> list[str]:
        """The signs of the ranks of ``cards``, each once, in order."""
        return [self.rank(rank * 4) for rank in sorted({card // 4 for card in cards})]

    def table_cards(self, laid_by: Iterable[int]) -> int:
        """The mask of the cards on the table that these seats laid."""
        mask = 0
        for seat in laid_by:
            mask |= int(self.scene[kernel.LAID + seat])
        return mask

    def column(self, trait: int, plays: Plays) -> list[int]:
        """A trait of some plays."""
        return [int(self.traits[self.legal.index(play), trait]) for play in plays]

    def chances(self, plays: Plays) -> list[float]:
        """The chances of a scopa after some plays."""
        return [float(self.chance[self.legal.index(play)]) for play in plays]

    def unseen_of(self, card: int) -> int:
        """How many cards of the rank of ``card`` are unseen."""
        return (self.view.unseen & same_rank(card)).bit_count()

    def held_of(self, card: int) -> int:
        """How many cards of the rank of ``card`` the seat holds."""
        return (self.view.hand & same_rank(card)).bit_count()


def same_rank(card: int) -> int:
    """The mask of the cards of the rank of ``card``."""
    return 15 << (card & -4)


def union(masks: Iterable[int]) -> int:
    """All cards of ``masks``."""
    found = 0
    for mask in masks:
        found |= mask
    return found


def gained(plays: Plays) -> int:
    """All cards that some plays take from the table."""
    return union(play.taken for play in plays)


def _risk(judged: Judged) -> Facts:
    view = judged.view
    held = int(hand_at(setup_vector(view.rules, view.players), view.ply + 1))
    kept, broken = judged.chances(judged.keeps), judged.chances(judged.breaks)
    low = view.rules.objective == "low"
    return {
        "chance_better": max(kept) if low else min(kept),
        "chance": min(broken) if low else max(broken),
        "unseen": view.unseen.bit_count(),
        "held": held,
    }


def _card_given_up(judged: Judged) -> Facts:
    paid = cards_of(int(judged.scene[kernel.PAID]))
    sign = -1 if judged.view.rules.objective == "low" else 1

    def odds(row: int, plays: Plays) -> list[float]:
        return [sign * float(judged.losing[row, judged.legal.index(play)]) for play in plays]

    row = max(range(len(paid)), key=lambda each: max(odds(each, judged.breaks)) - min(odds(each, judged.legal)))
    return {
        "card": card_text(paid[row], judged.view.rules.deck),
        "chance": sign * max(odds(row, judged.breaks)),
        "chance_better": sign * min(odds(row, judged.legal)),
    }


def _parity(judged: Judged) -> Facts:
    return {
        "role": "dealer" if judged.scene[kernel.DEALERS_SIDE] else "hand",
        "unpaired": _unpaired(judged, judged.view.out),
        "change": judged.column(kernel.T_CHANGE, judged.breaks)[0],
        "change_better": judged.column(kernel.T_CHANGE, judged.keeps)[0],
    }


def _unpaired(judged: Judged, out: int) -> list[str]:
    return [judged.rank(rank * 4) for rank in cards_of(int(unpaired(out)))]


def _missed_scopa(judged: Judged) -> Facts:
    return {
        "cards": judged.texts(union(1 << play.card for play in judged.keeps)),
        "table": judged.texts(judged.view.table),
    }


def _mulinello(judged: Judged) -> Facts:
    return {
        "left": judged.texts(judged.column(kernel.T_AFTER, judged.breaks)[0]),
        "takers": judged.texts(judged.column(kernel.T_TAKERS, judged.breaks)[0]),
    }


def _escape(judged: Judged) -> Facts:
    return {
        "safe": judged.texts(union(1 << play.card for play in judged.keeps)),
        "exposed": judged.ranks(play.card for play in judged.breaks),
        "unseen": [judged.unseen_of(play.card) for play in judged.breaks],
    }


def _anchor(judged: Judged) -> Facts:
    anchors = [
        card
        for card in cards_of(gained(judged.breaks))
        if not judged.unseen_of(card) and judged.held_of(card) and not judged.scene[kernel.PAID] >> card & 1
    ]
    held = union(same_rank(card) for card in anchors) & judged.view.hand
    return {"cards": judged.texts(union(1 << card for card in anchors)), "held": judged.texts(held)}


def _three_kings(judged: Judged) -> Facts:
    scope = judged.scene[kernel.SCOPE : kernel.SCOPE + judged.view.rules.sides(judged.view.players)].tolist()
    side = int(judged.scene[kernel.MY_SIDE])
    others = [count for other, count in enumerate(scope) if other != side]
    return {
        "card": judged.texts(1 << judged.keeps[0].card)[0],
        "scope": scope[side],
        "scope_other": max(others),
        "chance": max(judged.chances(judged.breaks)),
    }


def _multiplicity(judged: Judged) -> Facts:
    return {"ranks": judged.ranks(play.card for play in judged.keeps), "count": judged.held_of(judged.keeps[0].card)}


def _double(judged: Judged) -> Facts:
    return {
        "doubles": judged.ranks(play.card for play in judged.keeps),
        "singles": judged.ranks(play.card for play in judged.breaks),
    }


def _answer(judged: Judged) -> Facts:
    laid, taker = judged.view.plays[-2], judged.view.plays[-1]
    return {
        "laid": judged.texts(1 << laid.card)[0],
        "taker": judged.texts(1 << taker.card)[0],
        "rank": judged.rank(laid.card),
        "unseen": judged.unseen_of(laid.card),
    }


def _partners_double(judged: Judged) -> Facts:
    laid = judged.view.plays[-2].card
    return {"laid": judged.texts(1 << laid)[0], "rank": judged.rank(laid), "unseen": judged.unseen_of(laid)}


def _call(judged: Judged) -> Facts:
    return {
        "sevens": judged.texts(judged.view.hand & SEVENS),
        "calls": judged.texts(union(1 << play.card for play in judged.keeps)),
        "table": judged.texts(judged.view.table),
    }


def _take_the_seven(judged: Judged) -> Facts:
    view = judged.view
    return {"sevens": judged.texts(view.table & SEVENS), "held": judged.texts(view.hand & SEVENS)}


def _their_sevens(judged: Judged) -> int:
    others = [seat for seat in range(judged.view.players) if seat % 2 != judged.view.seat % 2]
    return judged.table_cards(others) & SEVENS


def _leave(judged: Judged) -> Facts:
    return {"sevens": judged.texts(_their_sevens(judged) & gained(judged.breaks)), "unseen": judged.unseen_of(24)}


def _take_theirs(judged: Judged) -> Facts:
    return {"sevens": judged.texts(_their_sevens(judged) & gained(judged.keeps))}


def _partners_seven(judged: Judged) -> Facts:
    laid = judged.table_cards([(judged.view.seat + 2) % 4]) & SEVENS & gained(judged.breaks)
    return {"sevens": judged.texts(laid), "unseen": judged.unseen_of(24)}


def _captured(play: Play) -> int:
    return play.taken | 1 << play.card


def _coins(judged: Judged) -> Facts:
    view = judged.view
    suit = suit_mask(view.rules.majority_suit, view.rules.deck)

    def counts(plays: Plays) -> Facts:
        gain = max((_captured(play) for play in plays), key=lambda each: _richness(judged, each, suit))
        return {
            "paid": judged.texts(gain & int(judged.scene[kernel.PAID])),
            "sevens": (gain & SEVENS).bit_count(),
            "coins": (gain & suit).bit_count(),
            "cards": gain.bit_count(),
        }

    less = {f"{name}_less": value for name, value in counts(judged.breaks).items()}
    return counts(judged.keeps) | less | {"suit": view.rules.majority_suit}


def _richness(judged: Judged, gain: int, suit: int) -> tuple[int, ...]:
    counts = bool(judged.scene[kernel.SEVENS_COUNT])
    return (
        (gain & int(judged.scene[kernel.PAID])).bit_count(),
        (gain & SEVENS).bit_count() * counts,
        (gain & suit).bit_count(),
        (gain & (15 << 20 | 15)).bit_count() * counts,
        gain.bit_count(),
    )


def _primiera(judged: Judged) -> Facts:
    pile = int(judged.scene[kernel.PILES + judged.scene[kernel.MY_SIDE]])

    def most(plays: Plays) -> int:
        return max(int(best_by_suit(pile | _captured(play))) for play in plays)

    missing = [suit for suit in SUITS if not pile & suit_mask(suit, judged.view.rules.deck)]
    return {
        "now": int(best_by_suit(pile)),
        "better": most(judged.keeps),
        "less": most(judged.breaks),
        "missing": missing,
    }


def _decided(judged: Judged) -> Facts:
    rules = judged.view.rules
    bits = int(judged.scene[kernel.DECIDED])
    exists = {kernel.PRIMIERA_POINT: rules.primiera != "off", kernel.RUN: rules.run is not None}
    names = [name for bit, name in DECIDED.items() if bits & bit and exists.get(bit, True)]
    sides = range(rules.sides(judged.view.players))
    piles = [int(judged.scene[kernel.PILES + side]) for side in sides]
    suit = suit_mask(rules.majority_suit, rules.deck)
    return {
        "decided": names,
        "carte": [pile.bit_count() for pile in piles],
        "coins": [(pile & suit).bit_count() for pile in piles],
        "suit": rules.majority_suit,
        "side": int(judged.scene[kernel.MY_SIDE]),
    }


def _best_spariglio(judged: Judged) -> Facts:
    best = _captured(judged.keeps[0])
    left = set(_unpaired(judged, judged.view.out | best))
    return {
        "cards": judged.texts(best),
        "unpaired": [rank for rank in judged.ranks(cards_of(best)) if rank in left],
    }


def _last_two(judged: Judged) -> Facts:
    kept = judged.view.hand & ~(1 << judged.keeps[0].card)
    return {
        "keep": judged.texts(kept)[0],
        "play": judged.texts(1 << judged.keeps[0].card)[0],
        "unpaired": _unpaired(judged, judged.view.out),
    }


def _last_capture(judged: Judged) -> Facts:
    view = judged.view
    return {"table": judged.texts(view.table), "held": view.hand.bit_count(), "unseen": view.unseen.bit_count()}


def _unpairs_sevens(judged: Judged) -> Facts:
    return {"out": (judged.view.out & SEVENS).bit_count(), "unseen": judged.unseen_of(24)}


def _never_lay(judged: Judged) -> Facts:
    return {
        "sevens": judged.texts(judged.view.hand & SEVENS),
        "card": judged.texts(judged.view.unseen & int(judged.scene[kernel.PAID]) & SEVENS)[0],
    }


def _not_taken(judged: Judged) -> Facts:
    takers = union(judged.column(kernel.T_TAKERS, judged.keeps))
    return {
        "declined": judged.ranks(cards_of(takers)),
        "takers": judged.texts(takers),
        "takers_other": judged.texts(union(judged.column(kernel.T_TAKERS, judged.breaks))),
    }


FACTS: dict[str, Callable[[Judged], Facts]] = {
    "scopa_offered": _risk,
    "card_given_up": _card_given_up,
    "bad_spariglio": _parity,
    "missed_scopa": _missed_scopa,
    "mulinello": _mulinello,
    "mulinello_escape": _escape,
    "anchor": _anchor,
    "three_kings_gone": _three_kings,
    "opening": _multiplicity,
    "lay_a_double": _double,
    "answer_the_partner": _answer,
    "partners_double": _partners_double,
    "call_the_seven": _call,
    "take_the_seven": _take_the_seven,
    "leave_the_seven": _leave,
    "take_their_seven": _take_theirs,
    "partners_seven": _partners_seven,
    "coins": _coins,
    "primiera": _primiera,
    "category_decided": _decided,
    "best_spariglio": _best_spariglio,
    "last_two": _last_two,
    "last_capture": _last_capture,
    "dealer_unpairs_sevens": _unpairs_sevens,
    "never_lay_a_seven": _never_lay,
    "highest_multiplicity": _multiplicity,
    "least_risk": _risk,
    "not_taken_before": _not_taken,
}
"""By principle, what makes its facts."""
