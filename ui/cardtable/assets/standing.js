/* The running counts of each side beside one another, and the points of a finished deal. */

import { cardName, chip, element, escape } from "./speech.js";

const COUNTS = ["carte", "suit", "primiera", "scope"];
const ALWAYS = ["scope", "carte", "suit", "primiera", "combos"];
const ORDER = [...ALWAYS, "run", "events", "full_suit"];

/** The heading of a count: the majority suit has its own name. */
export function countName(data, say, count) {
  return say(count === "suit" ? `count.suit.${data.suit}` : `count.${count}`);
}

/** The heading of the paid cards: where the settebello is the only one, its own name. */
function paidName(data, say, group) {
  const paid = data.positions.at(-1).piles.flatMap((pile) => pile.paid);
  return say(`${group}.${paid.every((code) => code === "7D") ? "settebello" : "combos"}`);
}

/** Builds the table of counts, the point of view's side first; gives `render(view)`. */
export function buildStanding(root, data, say) {
  const withRun = data.positions.some((position) => position.piles.some((pile) => pile.run));
  const withPaid = data.positions.some((position) => position.piles.some((pile) => pile.paid.length));
  const heads = COUNTS.map((count) => `<th scope="col">${escape(countName(data, say, count))}</th>`).join("");
  const paid = withPaid ? `<th scope="col">${escape(paidName(data, say, "count"))}</th>` : "";
  root.innerHTML =
    `<table><caption class="spoken">${escape(say("standing.label"))}</caption><thead><tr>` +
    `<th scope="col"><span class="spoken">${escape(say("standing.side"))}</span></th>${heads}${paid}</tr></thead><tbody></tbody></table>`;
  const body = root.querySelector("tbody");
  const rows = data.side_names.map((name, side) => {
    const score = data.score ? `<small title="${escape(say("standing.score"))}">${data.score[side]}</small>` : "";
    const node = element("tr");
    const run = withRun ? '<div class="run"></div>' : "";
    node.innerHTML =
      `<th scope="row"><div class="side"><i class="line side-${side}" aria-hidden="true"></i><span>${escape(name)}</span>${score}</div>${run}</th>` +
      COUNTS.map(() => "<td></td>").join("") + (withPaid ? '<td class="paid"></td>' : "");
    return { node, cells: [...node.querySelectorAll("td")], run: node.querySelector(".run"), shown: [] };
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
    data.positions[view.ply].piles.forEach((pile, side) => {
      const row = rows[side];
      COUNTS.forEach((count, index) => write(row, index, row.cells[index], number(pile, count)));
      if (withPaid) write(row, COUNTS.length, row.cells[COUNTS.length], paidCards(pile));
      if (row.run) write(row, COUNTS.length + 1, row.run, runCards(pile.run));
    });
  }

  function number(pile, count) {
    const value = pile[count] ?? "–";
    if (!pile.sure.includes(count)) return `<span>${value}</span>`;
    const words = escape(say("standing.sure"));
    return `<span class="sure" title="${words}">${value}<i aria-hidden="true">✓</i><span class="spoken">${words}</span></span>`;
  }

  function paidCards(pile) {
    return pile.paid.map((code) => chip(code) + spoken([code])).join("") || "<span>–</span>";
  }

  function spoken(codes) {
    return `<span class="spoken">${escape(codes.map((code) => cardName(say, code)).join(", "))}</span>`;
  }

  function runCards(run) {
    if (!run) return "";
    const cards = run.cards.map((code) => chip(code)).join("");
    const dead = run.alive
      ? ""
      : `<span class="dead" title="${escape(say("standing.run_dead"))}"><span aria-hidden="true">✕</span><span class="spoken">${escape(say("standing.run_dead"))}</span></span>`;
    return `<em>${escape(say("count.run"))}</em>${cards}${spoken(run.cards)}${dead}${!cards && run.alive ? "<span>–</span>" : ""}`;
  }

  return { render };
}

function pointsName(data, say, key) {
  if (key === "suit") return countName(data, say, "suit");
  return key === "combos" ? paidName(data, say, "points") : say(`points.${key}`);
}

/** The points of the deal by category and side, or why it stopped. */
export function pointsTable(data, say) {
  const ended = data.ended ? `<p>${escape(data.ended)}</p>` : "";
  if (!data.points) return `<h2>${escape(say("end.unfinished"))}</h2>${ended}`;
  const shown = ORDER.filter((key) => ALWAYS.includes(key) || data.points.some((points) => points[key]));
  const line = (label, values, kind = "") =>
    `<tr class="${kind}"><th scope="row">${escape(label)}</th>${values.map((value) => `<td>${value}</td>`).join("")}</tr>`;
  const rows = shown
    .filter((key) => data.points.some((points) => key in points))
    .map((key) => line(pointsName(data, say, key), data.points.map((points) => points[key] || "·")));
  rows.push(line(say("points.total"), data.points.map((points) => points.total), "total"));
  if (data.score) {
    const after = data.score.map((before, side) => `${before + data.points[side].total}`);
    rows.push(line(say("points.match"), after, "match"));
  }
  const heads = data.side_names.map((name) => `<th scope="col">${escape(name)}</th>`).join("");
  return (
    `<h2>${escape(say("end.finished"))}</h2><table><thead><tr><td></td>${heads}</tr></thead>` +
    `<tbody>${rows.join("")}</tbody></table>${ended}`
  );
}
