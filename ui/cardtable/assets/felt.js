/* The table itself: one element a card for the whole deal, moved from place to place; names, piles, last capture. */

import {
  capturePlaces, handPlaces, pilePlace, placesOf, platePlace, regionsOf, reservedWidth, stockPlace, tablePlaces,
} from "./layout.js";
import { cardName, element, escape, knockBadge, markOf, SVG, UNKNOWN } from "./speech.js";
import { pointsTable } from "./standing.js";

const BASE_WIDTH = 100;

/** The name under which an element is kept: unknown cards have one a seat and place. */
const keyOf = (code, seat, index) => (code === UNKNOWN ? `${UNKNOWN}${seat}-${index}` : code);

/** Builds the table for a deal; gives `render(view)`, `resize()` and the cards' elements by code. */
export function buildFelt(root, data, say) {
  const count = data.players.length;
  const largestHand = Math.max(1, ...data.positions.flatMap((position) => position.hands.map((hand) => hand.length)));
  const stage = element("div", "stage");
  const cards = new Map();
  const shown = new Map();
  const capture = element("div", "capture");
  const plates = data.players.map((name, seat) => plate(name, seat === data.dealer, say));
  const piles = data.side_names.map((name) => pile(name, say));
  const stock = pile(say("table.stock"), say);
  const aim = element("div", "aim", data.low ? `<p>${escape(say("standing.low"))}</p>` : "");
  const notice = element("div", "notice");
  const ending = element("div", "ending");
  root.setAttribute("aria-label", say("table.label"));
  root.append(stage, notice, ending);
  aim.hidden = !data.low;
  stage.append(aim, capture, ...piles.map((each) => each.node), stock.node, ...plates);
  for (const code of codesOf(data)) {
    const card = makeCard(code.startsWith(UNKNOWN) ? UNKNOWN : code, say);
    cards.set(code, card);
    stage.append(card.node);
  }
  let last = null;

  function render(view, still = false) {
    const width = root.clientWidth;
    const height = root.clientHeight;
    last = view;
    if (!width || !height) return;
    stage.classList.toggle("still", still);
    const regions = regionsOf(width, height, count, largestHand);
    root.classList.toggle("portrait", regions.portrait);
    place(view, regions);
  }

  function place(view, regions) {
    const { deal } = view;
    const position = deal.positions[view.ply];
    const next = deal.plays[view.ply];
    const before = deal.plays[view.ply - 1];
    const places = placesOf(count, view.seat);
    const seen = new Set();
    const put = (key, spot) => {
      const card = cards.get(key);
      if (!card || seen.has(key)) return;
      seen.add(key);
      move(card, spot, shown, key);
    };
    const group = groupOf(deal, view.ply, say);
    const laidOpen = new Set(position.shown);
    const grouped = new Set(group?.cards ?? []);
    const takes = new Set(next?.taken ?? []);

    position.hands.forEach((hand, seat) => {
      const open = view.open || seat === view.seat;
      handPlaces(regions, places[seat], hand.length).forEach((spot, index) => {
        const code = hand[index];
        const chosen = next && seat === next.seat && code === next.card;
        put(keyOf(code, seat, index), {
          ...spot,
          x: spot.x + (chosen ? spot.lift[0] : 0),
          y: spot.y + (chosen ? spot.lift[1] : 0),
          z: 20 + index,
          down: code === UNKNOWN || !(open || laidOpen.has(code)),
          mark: chosen ? "next" : "",
          worth: worth(position, code),
        });
      });
    });
    tablePlaces(regions, position.table.length, reservedWidth(regions)).forEach((spot, index) => {
      const code = position.table[index];
      const mark = before && before.card === code ? "last" : takes.has(code) ? "target" : "";
      put(code, { ...spot, z: 10 + index, mark, worth: worth(position, code) });
    });
    if (group) {
      const spots = capturePlaces(regions, group.cards.length);
      group.cards.forEach((code, index) => put(code, { ...spots.cards[index], z: 40 + index, mark: index === 0 && group.played ? "last" : "" }));
      frameCapture(group, spots.frame);
    }
    capture.hidden = !group;

    data.side_names.forEach((_, side) => {
      const first = firstSeat(side, view.seat);
      const corner = count === 4 && places[first] !== "bottom" ? "right" : places[first];
      const spot = pilePlace(regions, corner);
      const made = position.piles[side];
      piles[side].show(spot, regions.pile.width, made.carte);
      const crossed = scopeOf(deal, side, view.ply).filter((code) => !grouped.has(code));
      crossed.forEach((code, index) => {
        const width = regions.pile.width * 0.8;
        const x = spot.x + regions.pile.width * (corner === "left" ? 0.34 : -0.62);
        const y = spot.y + width + Math.min(index, 5) * regions.pile.height * 0.17;
        put(code, { x, y, width, z: 1, turned: true });
      });
      for (const code of made.cards) put(code, { ...spot, width: regions.pile.width, z: 2, gone: true });
    });
    const deck = stockPlace(regions, count);
    stock.show(deck, regions.other.width, position.stock);
    stock.node.hidden = !position.stock;
    for (const key of cards.keys()) put(key, { ...deck, width: regions.other.width, z: 2, gone: true, down: true });

    plates.forEach((node, seat) => {
      const spot = platePlace(regions, places[seat], position.hands[seat].length);
      node.style.transform = `translate(${spot.x}px, ${spot.y}px)`;
      node.dataset.anchor = spot.anchor;
      node.classList.toggle("turn", position.turn === seat);
    });
    const own = platePlace(regions, "bottom", 0);
    aim.style.transform = `translate(${own.x}px, ${own.y + (regions.portrait ? 29 : -22)}px)`;
    announce(position, next);
    notice.style.top = regions.portrait ? `${regions.zone.bottom - 36}px` : "";
    showEnding(view);
  }

  function firstSeat(side, seat) {
    if (data.sides[seat] === side) return seat;
    for (let step = 1; step < count; step += 1) {
      const other = (seat + step) % count;
      if (data.sides[other] === side) return other;
    }
    return seat;
  }

  function scopeOf(deal, side, ply) {
    return deal.plays.slice(0, ply).filter((play) => play.scopa && data.sides[play.seat] === side).map((play) => play.card);
  }

  function frameCapture(group, frame) {
    capture.style.transform = `translate(${frame.x}px, ${frame.y}px)`;
    capture.style.width = `${frame.width}px`;
    capture.style.height = `${frame.height}px`;
    capture.classList.toggle("scopa", group.scopa || group.events.length > 0);
    capture.classList.toggle("left", !group.played);
    const scopa = group.scopa ? [`<span aria-hidden="true">★</span> ${escape(say("table.scopa"))}`] : [];
    const made = [...scopa, ...group.events.map((name) => `${markOf(name)} ${escape(say(`event.${name}`))}`)];
    const caption = made.length ? [...made, escape(group.name)].join(" · ") : escape(group.caption);
    capture.innerHTML = `<p>${caption}</p>`;
  }

  function announce(position, next) {
    const packet = position.packet ? [escape(say("table.packet"))] : [];
    const knock = next?.declaration ? [`${escape(data.players[next.seat])} ${knockBadge(say, next.declaration)}`] : [];
    notice.innerHTML = [...packet, ...knock].join(" · ");
    notice.hidden = !packet.length && !knock.length;
  }

  function worth(position, code) {
    return code === data.matta ? position.matta : null;
  }

  function showEnding(view) {
    const over = view.deal === data && view.ply === data.plays.length;
    root.classList.toggle("over", over);
    ending.hidden = !over;
    if (!over || ending.dataset.made) return;
    ending.innerHTML = pointsTable(data, say);
    ending.dataset.made = "yes";
  }

  return { render, resize: () => last && render(last, true), root, cards };
}

/** The cards laid apart at a ply: the last capture, at the start the table that the dealer took, at the very end the
 * cards that were left. */
function groupOf(data, ply, say) {
  const before = data.plays[ply - 1];
  const quiet = { scopa: false, events: [], played: false };
  if (ply === 0 && data.opening) {
    const name = data.players[data.dealer];
    return { ...quiet, cards: data.opening.cards, caption: say("table.opening", { name, points: data.opening.points }) };
  }
  if (ply === data.plays.length && data.leftovers?.cards.length) {
    const name = data.side_names[data.leftovers.side];
    return { ...quiet, cards: data.leftovers.cards, caption: say("table.leftovers", { name }) };
  }
  if (!before?.taken.length) return null;
  const name = data.players[before.seat];
  const { scopa, events } = before;
  return { cards: [before.card, ...before.taken], name, scopa, events, played: true, caption: say("table.capture", { name }) };
}

function codesOf(data) {
  const codes = new Set();
  for (const position of data.positions) {
    position.hands.forEach((hand, seat) => hand.forEach((code, index) => codes.add(keyOf(code, seat, index))));
    position.table.forEach((code) => codes.add(code));
    position.piles.forEach((each) => each.cards.forEach((code) => codes.add(code)));
  }
  for (const play of data.plays) [play.card, ...play.taken].forEach((code) => codes.add(code));
  return codes;
}

function makeCard(code, say) {
  const node = element("div", "card");
  node.setAttribute("role", "img");
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 100 160");
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(SVG, "use");
  svg.append(use);
  node.append(svg);
  // Where a hand overlaps, the badge is covered: these cards show no other suit's symbol at their left edge.
  if ("A23Q".includes(code[0])) {
    const index = document.createElementNS(SVG, "svg");
    index.setAttribute("viewBox", "0 0 40 40");
    index.setAttribute("class", "second");
    index.setAttribute("aria-hidden", "true");
    index.innerHTML = `<use href="#${say.design.name}-suit-${code[1]}"/>`;
    node.append(index);
  }
  const worth = element("b", "worth");
  worth.setAttribute("aria-hidden", "true");
  if (code === say.matta) node.append(worth);
  return { node, use, code, worth, say };
}

/** Puts a card in its place, writing to the document only what differs. */
function move(card, spot, shown, key) {
  const scale = spot.width / BASE_WIDTH;
  const turn = spot.turned ? " rotate(-90deg)" : "";
  const state = {
    transform: `translate(${spot.x.toFixed(1)}px, ${spot.y.toFixed(1)}px) scale(${scale.toFixed(4)})${turn}`,
    z: String(spot.z),
    down: Boolean(spot.down),
    worth: (!spot.down && spot.worth) || null,
    className: ["card", spot.mark, spot.gone && "gone", spot.fanned && !spot.down && "fanned"].filter(Boolean).join(" "),
  };
  const was = shown.get(key);
  shown.set(key, state);
  if (was?.transform !== state.transform) card.node.style.transform = state.transform;
  if (was?.z !== state.z) card.node.style.zIndex = state.z;
  if (was?.className !== state.className) {
    card.node.className = state.className;
    if (spot.gone) card.node.setAttribute("aria-hidden", "true");
    else card.node.removeAttribute("aria-hidden");
  }
  if (was?.down !== state.down || was?.worth !== state.worth) {
    const { say } = card;
    card.use.setAttribute("href", `#${say.design.name}-card-${state.down ? "back" : card.code}`);
    card.node.setAttribute("aria-label", state.down ? say("table.face_down") : cardName(say, card.code, state.worth));
    card.worth.textContent = state.worth ? `=${state.worth}` : "";
    card.worth.hidden = !state.worth;
  }
}

function plate(name, dealer, say) {
  const node = element("div", "plate");
  const mark = dealer
    ? `<abbr class="dealer" title="${escape(say("table.dealer"))}">${escape(say("table.dealer_mark"))}</abbr>`
    : "";
  node.innerHTML = `<div><span class="turn-mark" title="${escape(say("table.turn"))}" aria-hidden="true">▶</span><span class="name">${escape(name)}</span>${mark}</div>`;
  return node;
}

function pile(caption, say) {
  const back = `<svg viewBox="0 0 100 160" aria-hidden="true"><use href="#${say.design.name}-card-back"/></svg>`;
  const node = element("div", "pile", `${back}<b></b>`);
  const label = element("span");
  label.textContent = caption;
  node.append(label);
  const number = node.querySelector("b");
  return {
    node,
    show(spot, width, cards) {
      node.style.transform = `translate(${spot.x}px, ${spot.y}px)`;
      node.style.width = `${width}px`;
      node.style.height = `${width * 1.6}px`;
      node.classList.toggle("empty", cards === 0);
      number.textContent = cards ?? "?";
    },
  };
}
