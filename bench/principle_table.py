"""What the principles are worth: ``python -m bench.principle_table``; writes docs/maxims.md and its picture.

Deals of Scopone by the reference players; of some decisions every play is valued by the judge. For a principle that
applies, the best play that keeps it and the best that breaks it are chosen on one half of the worlds and valued on the
other.
"""

import argparse
import json
import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from html import escape
from pathlib import Path

import numpy as np

from analysis.games import batch_game, deal_seed, play_batch
from analysis.judge import Level, closed_scene, sampled
from analysis.kernels.marks import BREAKS, KEEPS
from analysis.knowledge import SeatView, legal_plays_of, view_at
from analysis.principles import PRINCIPLES, judge
from engine.plays import Play
from engine.rules import preset
from ui.principle_sentences import principle_name
from ui.words import words

RULES = "scopone"
LEVEL = Level(64, dropping=False)
PLAYERS = ("maxims", "habit-soft", "greedy-soft")
SHARE = 12
"""One decision of so many is valued."""

UNDECIDED = 0.1
"""Points: a cost so near to 0 is within the error of choosing the best play of each part (docs/maxims.md)."""

CHUNK = 200
SEATS = {
    "it": ("primo di mano", "compagno del mazziere", "terzo di mano", "mazziere"),
    "en": ("first hand", "dealer's partner", "third hand", "dealer"),
}
TEXT = {
    "it": {
        "title": "Quanto valgono i principi",
        "intro": "Scopone con 9 carte e 4 in tavola: {deals} smazzate giocate da {players}, {n} decisioni con una scelta, ognuna valutata dal giudice su "
        "{worlds} disposizioni delle carte coperte. Un principio vale dove c’è sia una giocata che lo segue sia una che lo rompe. *Costo*: quanti punti vale di più la "
        "migliore che lo segue rispetto alla migliore che lo rompe (scelte su metà delle disposizioni, valutate sull’altra metà; con l’intervallo del 95 %, contando le smazzate "
        "come unità); negativo: conviene romperlo. *Meglio rompere*: quante volte la giocata migliore di tutte lo rompe (per il rumore, verso il 50 % dove la differenza è piccola). "
        "*Rotto*: quante volte chi giocava lo ha rotto, e *costato* i punti persi allora rispetto alla migliore che lo segue.",
        "head": ("principio", "vale", "costo", "meglio rompere", "rotto", "costato"),
        "seats": "Costo per posto",
        "by": "Fatta con `python -m bench.principle_table --deals {deals} --seed {seed}`.",
        "axis": "punti persi rompendolo",
        "says": "**Che cosa dice.** Reggono, di molto: non regalare le carte che valgono, fare la scopa che c’è, non calare un sette, non avviare il "
        "mulinello contro di sé, non offrire scope; sono anche quelli che si rompono di rado. Lo spariglio è di chi è primo di mano: alla sua parte romperlo "
        "costa, a quella del mazziere no (gli intervalli stanno sotto lo zero, ma di un decimo circa). Chiamare il sette e, per il mazziere, lasciare il sette al compagno costano più di quel che "
        "rendono: il giudice però gioca con compagni che non leggono la chiamata, e del secondo ci sono pochi casi.\n\n"
        "**Che cosa non dice.** L’intervallo non conta un errore di scelta: la migliore di ogni parte è scelta su 32 disposizioni, e dove le giocate sono "
        "di più si sceglie peggio. Su 211 decisioni rigiudicate con 8.192 disposizioni lo scarto era in media di −0,08 dove più giocate seguono il principio che lo rompono, di "
        "+0,07 dove meno. Un costo entro un decimo di punto da zero (la primiera, la carta del compagno, rispondere al compagno, lo spariglio migliore) resta dunque indeciso.",
    },
    "en": {
        "title": "What the principles are worth",
        "intro": "Scopone with 9 cards and 4 on the table: {deals} deals played by {players}, {n} decisions with a choice, each valued by the judge over {worlds} "
        "layouts of the unseen cards. A principle applies where there is a play that keeps it and one that breaks it. *Cost*: how many points the best play that keeps it is worth more "
        "than the best that breaks it (chosen on one half of the layouts, valued on the other; with its 95 % interval, deals as units); negative: breaking pays. "
        "*Better broken*: how often the best play of all breaks it (drawn towards 50 % by noise where the difference is small). *Broken*: how often the player broke it, and *paid* "
        "the points lost then against the best play that keeps it.",
        "head": ("principle", "applies", "cost", "better broken", "broken", "paid"),
        "seats": "Cost by seat",
        "by": "Made by `python -m bench.principle_table --deals {deals} --seed {seed}`.",
        "axis": "points lost by breaking it",
        "says": "**What it says.** These hold, by far: do not give up the cards that pay, make the scopa that is there, do not lay a seven, do not start "
        "a mulinello against your own side, do not offer scope; they are also those seldom broken. The spariglio belongs to the hand side: breaking it costs that side, and not "
        "the dealer’s (its intervals lie below zero, but by about a tenth). Calling the seven and, for the dealer, leaving the seven to the partner cost more than they bring: but the "
        "judge plays with partners that do not read the call, and of the second there are few cases.\n\n"
        "**What it does not say.** The interval leaves out an error of choice: the best play of each kind is chosen on 32 layouts, and chosen worse where there are "
        "more plays. On 211 decisions judged again over 8,192 layouts the deviation was −0.08 on average where more plays keep the principle than break it, and +0.07 where fewer do. "
        "A cost within a tenth of a point of zero (primiera, the partner’s card, answering the partner, the best spariglio) is therefore undecided.",
    },
}


def decisions(deals: range, seed: int) -> Iterator[tuple[int, SeatView, Play]]:
    """Of these deals: the deal's number, what the seat knew and what it played, for some of the decisions."""
    rules = preset(RULES)
    chooser = np.random.default_rng((seed, deals.start))
    who = PLAYERS[deals.start // CHUNK % len(PLAYERS)]
    names = (who,) * 4
    batch = play_batch(rules, 0, names, [deal_seed(seed, number) for number in deals])
    for row, number in enumerate(deals):
        game = batch_game(rules, 0, names, number, batch, row)
        replayed = game.replayed()
        for ply, made in enumerate(game.plays):
            if chooser.integers(SHARE) == 0:
                view = view_at(replayed, ply)
                if view is not None and len(legal_plays_of(view)) > 1:
                    yield number, view, made


def valued(number: int, view: SeatView, made: Play, seed: int) -> dict:
    """One decision: its deal and seat, and by principle what keeping and breaking were worth."""
    legal = legal_plays_of(view)
    samples, _, _ = sampled(closed_scene(view), legal, LEVEL, seed)
    worth = samples.sum(axis=2) / 2
    halves = worth[0::2].mean(axis=0), worth[1::2].mean(axis=0)
    best = int(worth.mean(axis=0).argmax())
    chosen = legal.index(made)
    found = {}
    for rule, marks in zip(PRINCIPLES, judge(view, legal).marks, strict=True):
        keeps, breaks = np.flatnonzero(marks == KEEPS), np.flatnonzero(marks == BREAKS)
        if not len(keeps) or not len(breaks):
            continue
        costs, paid = [], []
        for choose, value in (halves, halves[::-1]):
            keep, broken = keeps[choose[keeps].argmax()], breaks[choose[breaks].argmax()]
            costs.append(value[keep] - value[broken])
            paid.append(value[keep] - value[chosen])
        found[rule.code] = [
            float(np.mean(costs)), int(marks[best] == BREAKS), float(np.mean(paid)) if marks[chosen] == BREAKS else None,
        ]  # fmt: skip
    return {"deal": number, "seat": view.ply % 4, "found": found}


def main() -> None:
    """Play and value, going on where it stopped, and write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--keep", type=Path, default=Path(".benchmarks/principles.jsonl"))
    arguments = parser.parse_args()
    arguments.keep.parent.mkdir(exist_ok=True)
    rows = [json.loads(line) for line in arguments.keep.read_text().splitlines()] if arguments.keep.exists() else []
    begun = max((row["deal"] for row in rows), default=-1) // CHUNK * CHUNK
    rows = [row for row in rows if row["deal"] < begun]
    arguments.keep.write_text("".join(json.dumps(row) + "\n" for row in rows))
    with ThreadPoolExecutor(os.cpu_count()) as threads, arguments.keep.open("a") as kept:
        for start in range(max(begun, 0), arguments.deals, CHUNK):
            work = list(decisions(range(start, min(start + CHUNK, arguments.deals)), arguments.seed))
            made = list(threads.map(lambda item: valued(*item[1], item[0]), enumerate(work, start * 100)))
            kept.writelines(json.dumps(row) + "\n" for row in made)
            rows += made
            if start % 2000 == 0:
                kept.flush()
                print(f"{start + CHUNK} of {arguments.deals} deals, {len(rows)} decisions", flush=True)
    write_page(rows, arguments.deals, arguments.seed)


def _interval(deals: list[int], values: list[float]) -> tuple[float, float]:
    """The mean and the half width of its 95 % interval, the deals as clusters."""
    mean = float(np.mean(values))
    by_deal: dict[int, float] = {}
    for deal, value in zip(deals, values, strict=True):
        by_deal[deal] = by_deal.get(deal, 0.0) + value - mean
    return mean, 1.96 * float(np.sqrt(sum(each * each for each in by_deal.values()))) / len(values)


def write_page(rows: list[dict], deals: int, seed: int) -> None:
    """Write docs/maxims.md, in both languages, and docs/pictures/maxims.svg."""
    docs = Path(__file__).parent.parent / "docs"
    table = {}
    for rule in PRINCIPLES:
        here = [row for row in rows if rule.code in row["found"]]
        if len(here) < 30:
            continue
        marked = [row["found"][rule.code] for row in here]
        paid = [(row["deal"], mark[2]) for row, mark in zip(here, marked, strict=True) if mark[2] is not None]
        seats = []
        for seat in range(4):
            some = [(row["deal"], row["found"][rule.code][0]) for row in here if row["seat"] == seat]
            seats.append(_interval(*map(list, zip(*some, strict=True))) if len(some) >= 30 else None)
        table[rule.code] = {
            "applies": len(here) / len(rows),
            "cost": _interval([row["deal"] for row in here], [mark[0] for mark in marked]),
            "best": float(np.mean([mark[1] for mark in marked])),
            "broken": len(paid) / len(here),
            "paid": _interval(*map(list, zip(*paid, strict=True))) if len(paid) >= 30 else None,
            "seats": seats,
        }
    codes = sorted(table, key=lambda code: -table[code]["cost"][0])
    parts = ["# Quanto valgono i principi · What the principles are worth\n\n![](pictures/maxims.svg)\n"]
    for language, text in TEXT.items():
        w = words(language)
        intro = text["intro"].format(
            deals=f"{deals:,}", players=", ".join(PLAYERS), n=f"{len(rows):,}", worlds=LEVEL.worlds
        )
        parts.append(f"## {text['title']}\n\n{intro}\n\n{text['by'].format(deals=deals, seed=seed)}\n")
        lines = [text["head"], ["---", *["---:"] * 5]]
        for code in codes:
            each = table[code]
            lines.append([
                principle_name(w, code), _percent(w, each["applies"]), _number(w, each["cost"]), _percent(w, each["best"]),
                _percent(w, each["broken"]), _number(w, each["paid"]),
            ])  # fmt: skip
        parts.append("\n".join(f"| {' | '.join(line)} |" for line in lines) + "\n")
        parts.append(text["says"] + "\n")
        lines = [[text["head"][0], *SEATS[language]], ["---", *["---:"] * 4]]
        lines += [[principle_name(w, code), *(_number(w, seat) for seat in table[code]["seats"])] for code in codes]
        parts.append(f"### {text['seats']}\n\n" + "\n".join(f"| {' | '.join(line)} |" for line in lines) + "\n")
    (docs / "maxims.md").write_text("\n".join(parts), encoding="utf-8")
    names = [f"{principle_name(words('it'), code)} · {principle_name(words('en'), code)}" for code in codes]
    picture = _picture(names, [table[code]["cost"] for code in codes])
    (docs / "pictures" / "maxims.svg").write_text(picture, encoding="utf-8")


def _percent(w, share: float) -> str:
    return f"{w.number(100 * share, 1)} %"


def _number(w, value: tuple[float, float] | None) -> str:
    # Adding 0 makes the -0 of a small loss a plain 0.
    return "–" if value is None else f"{w.number(round(value[0], 2) + 0.0, 2)} ± {w.number(value[1], 2)}"


def _picture(names: list[str], costs: list[tuple[float, float]]) -> str:
    """The costs as dots with their intervals, as SVG; open ones are too near to 0 to tell."""
    left, width, step = 430, 420, 22
    low = min(-0.2, *(mean - half for mean, half in costs))
    high = max(0.2, *(mean + half for mean, half in costs))
    height = step * len(names) + 60

    def at(value: float) -> float:
        return left + (value - low) / (high - low) * width

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {left + width + 30} {height}" font-family="sans-serif" font-size="12">',
        f'<rect width="100%" height="100%" fill="#fbfcf9"/><line x1="{at(0):.1f}" x2="{at(0):.1f}" y1="14" y2="{height - 40}" stroke="#667"/>',
    ]
    for row, (name, (mean, half)) in enumerate(zip(names, costs, strict=True)):
        y = 24 + row * step
        undecided = abs(mean) <= max(half, UNDECIDED)
        colour = "#555" if undecided else "#1f6b45" if mean > 0 else "#b3421b"
        inside = "#fbfcf9" if undecided else colour
        parts.append(
            f'<text x="{left - 12}" y="{y + 4}" text-anchor="end" fill="#222">{escape(name)}</text>'
            f'<line x1="{at(mean - half):.1f}" x2="{at(mean + half):.1f}" y1="{y}" y2="{y}" stroke="{colour}" stroke-width="2"/>'
            f'<circle cx="{at(mean):.1f}" cy="{y}" r="4" fill="{inside}" stroke="{colour}" stroke-width="2"/>'
        )
    tick = 0.5 if high - low > 1.5 else 0.2
    parts.extend(
        f'<text x="{at(value):.1f}" y="{height - 26}" text-anchor="middle" fill="#444">{value:.1f}</text>'
        for value in np.arange(np.ceil(low / tick) * tick, high + 1e-9, tick)
    )
    axis = f"{TEXT['it']['axis']} · {TEXT['en']['axis']}"
    parts.append(
        f'<text x="{left + width / 2}" y="{height - 8}" text-anchor="middle" fill="#222">{axis}</text></svg>\n'
    )
    return "\n".join(parts)


if __name__ == "__main__":
    main()
