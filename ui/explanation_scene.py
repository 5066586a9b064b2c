"""A play that is explained, and how its plays, cards, seats and sides are called."""

from typing import TYPE_CHECKING

from engine.cards import card_text, cards_of, full_deck, texts_of
from engine.plays import Play, play_text
from engine.positions import Position, play, scopa_of
from engine.replay import Replay
from engine.rules import Rules
from ui.sentences import Pack, category_under, listed, one_of_rank, the_card
from ui.words import Words

if TYPE_CHECKING:
    from analysis.explanation import Explanation


class Scene:
    """A play that is explained, and how its plays, cards and seats are called."""

    def __init__(self, w: Words, replay: Replay, told: "Explanation", pack: Pack) -> None:
        self.w = w
        self.replay = replay
        self.told = told
        self.pack = pack
        self.rules: Rules = replay.deal.rules
        self.position: Position = replay.positions[told.ply]
        """Before the play."""
        self.better = self.text(self.position, told.better)

    def text(self, position: Position, made: Play) -> str:
        """A play of ``position`` as the notation writes it."""
        return play_text(made, scopa_of(position, made), self.rules.deck)

    def real_line(self, count: int) -> str:
        """So many plays of the game from the position on, as the notation writes them; knocks may lie between."""
        return " ".join(self.replay.text(self.told.ply + step) for step in range(count))

    def line(self, plays: tuple[Play, ...]) -> str:
        """Some plays from the position on without a knock, as the notation writes them."""
        position, texts = self.position, []
        for each in plays:
            texts.append(self.text(position, each))
            position = play(position, each)
        return " ".join(texts)

    def role(self, seat: int) -> str:
        """Whose seat it is, seen from the player's: ``self``, ``partner``, ``next``, ``previous`` or ``opponent``."""
        players = self.replay.deal.players
        turns = (seat - self.told.seat) % players
        if turns == 0:
            return "self"
        if players == 2:
            return "opponent"
        if self.position.side(seat) == self.position.side(self.told.seat):
            return "partner"
        return "next" if turns == 1 else "previous"

    @property
    def alone(self) -> bool:
        """Whether the player has no partner."""
        return self.rules.sides(self.replay.deal.players) == self.replay.deal.players

    @property
    def side(self) -> str:
        """The end of the messages that speak of the own side: ``own`` for a player alone."""
        return "own" if self.alone else "side"

    @property
    def others(self) -> str:
        """The end of the messages that speak of the other sides: ``other`` for a single opponent."""
        return "other" if self.replay.deal.players == 2 else "others"

    def who(self, seat: int) -> str:
        """The seat in words: “il tuo compagno”."""
        return self.w(f"explanation.who.{self.role(seat)}")

    def category(self, name: str) -> str:
        """The name of a category under these rules."""
        return category_under(self.w, name, self.rules)

    def cards(self, mask: int) -> str:
        """The cards of ``mask`` in a sentence: one by name, more as the notation writes them."""
        texts = texts_of(mask, self.rules.deck)
        return the_card(self.w, texts[0], self.pack) if len(texts) == 1 else self.w.listed(texts)

    def card(self, card: int) -> str:
        """A card by name, with its article."""
        return the_card(self.w, card_text(card, self.rules.deck), self.pack)

    def any_of(self, mask: int) -> str:
        """One of the cards of ``mask``, by rank where it has all of the rank that are unseen: “un quattro o il 6C”."""
        unseen = full_deck(self.rules.deck) & ~(self.position.hands[self.told.seat] | self.position.table)
        for pile in self.position.piles:
            unseen &= ~pile
        names = []
        for rank in sorted({card // 4 for card in cards_of(mask)}):
            some = mask & 15 << 4 * rank
            texts = texts_of(some, self.rules.deck)
            whole = some == unseen & 15 << 4 * rank and len(texts) > 1
            names += (
                [one_of_rank(self.w, texts[0][0], self.pack)]
                if whole
                else [the_card(self.w, text, self.pack) for text in texts]
            )
        return listed(names, self.w("list.or"))
