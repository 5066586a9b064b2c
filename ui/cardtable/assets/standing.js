/* The running counts of each side beside one another, and the points of a finished deal. */

import { cardName, chip, element, escape, pointsText, suitName } from "./speech.js";

const SELDOM = ["run", "events", "full_suit"];

/** The heading of a count: the majority suit has its own name, and so has what else pays under these rules. */
export function countName(data, say, count) {
  if (count === "events") return data.events;
  if (count !== "suit") return say(`count.${count}`);
  return say(say.french ? `count.suit.${data.suit}.french` : `count.suit.${data.suit}`);
}

/** The heading of the paid cards: where the settebello is the only one, its own name. */
function paidName(data, say, group) {
  return say(`${group}.${data.paid.join() === "7D" && !data.combos.length ? "settebello" : "combos"}`);
}

/** Builds the table of counts, the point of view's side first; gives `render(view)`. */
export function buildStanding(root, data, say) {
  const counts = data.counts;
  const withPaid = data.paid.length > 0;
  const withSets = data.run !== null || data.combos.length > 0;
  const aim = data.low ? `<span class="aim">${escape(say("standing.low"))}</span>` : "";
  const heads = counts.map((count) => `<th scope="col">${escape(countName(data, say, count))}</th>`).join("");
  const paid = withPaid ? `<th scope="col">${escape(say(data.paid.join() === "7D" ? "count.settebello" : "count.combos"))}</th>` : "";
  root.innerHTML =
    `<table><caption class="spoken">${escape(say("standing.label"))}</caption><thead><tr>` +
    `<th scope="col"><span class="spoken">${escape(say("standing.side"))}</span>${aim}</th>${heads}${paid}</tr></thead><tbody></tbody></table>`;
  const body = root.querySelector("tbody");
  const rows = data.side_names.map((name, side) => {
    const score = data.score ? `<small title="${escape(say("standing.score"))}">${pointsText(data.score[side])}</small>` : "";
    const node = element("tr");
    const sets = withSets ? '<div class="sets"></div>' : "";
    node.innerHTML =
      `<th scope="row"><div class="side"><i class="line side-${side}" aria-hidden="true"></i><span>${escape(name)}</span>${score}</div>${sets}</th>` +
      counts.map(() => "<td></td>").join("") + (withPaid ? '<td class="paid"></td>' : "");
    return { node, cells: [...node.querySelectorAll("td")], sets: node.querySelector(".sets"), shown: [] };
  });
  const write = (row, index, target, html) => {
    if (row.shown[index] === html) return;
    row.shown[index] = html;
    target.innerHTML = html;
  };

  function render(view) {
    const own = data.sides[view.seat];
    const order = [own, ...data.side_names.keys()].filter((side, index, all) => all.indexOf(side) === index);
    order.forEach((side, index) => {
      if (body.children[index] !== rows[side].node) body.insertBefore(rows[side].node, body.children[index] ?? null);
    });
    view.deal.positions[view.ply].piles.forEach((pile, side) => {
      const row = rows[side];
      counts.forEach((count, index) => write(row, index, row.cells[index], number(pile, count)));
      if (withPaid) write(row, counts.length, row.cells[counts.length], paidCards(pile));
      if (row.sets) write(row, counts.length + 1, row.sets, sets(pile));
    });
  }

  function number(pile, count) {
    const value = pile[count] ?? "–";
    if (!pile.sure.includes(count)) return `<span>${value}</span>`;
    const words = escape(say("standing.sure"));
    return `<span class="sure" title="${words}">${value}<i aria-hidden="true">✓</i><span class="spoken">${words}</span></span>`;
  }

  function paidCards(pile) {
    return pile.paid.map((code) => chip(say, code) + spoken([code])).join("") || "<span>–</span>";
  }

  function spoken(codes) {
    return `<span class="spoken">${escape(codes.map((code) => cardName(say, code)).join(", "))}</span>`;
  }

  /** The run and the sets of cards that pay together, as far as the side has them. */
  function sets(pile) {
    const run = pile.run ? [collected(data.run, pile.run)] : [];
    return [...run, ...pile.combos.map((combo, index) => collected(data.combos[index], combo))].join("");
  }

  function collected(name, { cards, alive }) {
    const dead = escape(say("standing.dead", { name }));
    const end = alive
      ? cards.length ? "" : "<span>–</span>"
      : `<span class="dead" title="${dead}"><span aria-hidden="true">✕</span><span class="spoken">${dead}</span></span>`;
    return `<div class="run"><em>${escape(name)}</em>${cards.map((code) => chip(say, code)).join("")}${spoken(cards)}${end}</div>`;
  }

  return { render };
}

export function pointsName(data, say, key) {
  if (key === "suit" || key === "events") return countName(data, say, key);
  if (key === "run") return data.run;
  return key === "combos" ? paidName(data, say, "points") : say(`points.${key}`);
}

/** Who won the match whatever the points, as a paragraph; nothing, if nobody. */
export function atOnce(data, say) {
  if (!data.at_once) return "";
  const facts = { name: data.side_names[data.at_once.side], suit: suitName(say, data.at_once.suit) };
  return `<p class="at-once"><span aria-hidden="true">★</span> ${escape(say("end.at_once", facts))}</p>`;
}

/** The points of the deal by category and side, or why it stopped. */
export function pointsTable(data, say) {
  const ended = data.ended ? `<p>${escape(data.ended)}</p>` : "";
  if (!data.points) return `<h2>${escape(say("end.unfinished"))}</h2>${ended}`;
  const paid = (key) => data.points.some((points) => points[key]);
  const shown = Object.keys(data.points[0]).filter(
    (key) => key !== "total" && (paid(key) || (data.categories.includes(key) && !SELDOM.includes(key))),
  );
  const line = (label, values, kind = "") =>
    `<tr class="${kind}"><th scope="row">${escape(label)}</th>${values.map((value) => `<td>${value}</td>`).join("")}</tr>`;
  const number = (value) => (value ? pointsText(value) : "·");
  const rows = shown.map((key) => line(pointsName(data, say, key), data.points.map((points) => number(points[key]))));
  rows.push(line(say("points.total"), data.points.map((points) => pointsText(points.total)), "total"));
  if (data.score) {
    const after = data.score.map((before, side) => pointsText(before + data.points[side].total));
    rows.push(line(say("points.match"), after, "match"));
  }
  const heads = data.side_names.map((name) => `<th scope="col">${escape(name)}</th>`).join("");
  const aim = data.low ? `<p class="aim">${escape(say("standing.low"))}</p>` : "";
  return (
    `<h2>${escape(say("end.finished"))}</h2>${aim}<table><thead><tr><td></td>${heads}</tr></thead>` +
    `<tbody>${rows.join("")}</tbody></table>${ended}${atOnce(data, say)}`
  );
}
