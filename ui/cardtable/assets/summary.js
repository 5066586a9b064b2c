/* The deal in one line: its worst plays, and what the side of the point of view lost, was lucky with and made; all sides
 * on request. */

import { classMark, element, escape, playChips } from "./speech.js";

const COLUMNS = ["each", "small", "luck", "result", "without"];
const ALL_COLUMNS = ["each", "small", "luck", "later", "result", "without"];

/** Builds the strip; gives `render(view)`; `jump(ply)` is called on click. Nothing is there before the review is. */
export function buildSummary(root, data, say, jump) {
  const { review } = data;
  root.hidden = !review;
  if (!review) return { render() {} };
  const worst = element("div", "worst");
  const list = review.worst.map((ply) => {
    const play = data.plays[ply];
    return (
      `<li><button type="button" class="play" data-ply="${ply}">${classMark(play.verdict)} <span class="number">${ply + 1}</span> ` +
      `<span class="who">${escape(data.players[play.seat])}</span> ${playChips(say, play)} <b>${escape(play.verdict.loss_short)}</b></button></li>`
    );
  });
  worst.innerHTML = list.length
    ? `<h2>${escape(say("summary.worst"))}</h2><ol>${list.join("")}</ol>`
    : `<p class="quiet">${escape(say("summary.no_mistakes"))}</p>`;
  worst.addEventListener("click", (event) => {
    const target = event.target.closest("[data-ply]");
    if (target) jump(Number(target.dataset.ply));
  });
  const table = element("div", "scores");
  table.tabIndex = 0;
  table.setAttribute("role", "region");
  table.setAttribute("aria-label", say("summary.label"));
  const figures = element("dl", "figures");
  const columns = ALL_COLUMNS.filter((name) => COLUMNS.includes(name) || review.sides.some((side) => side[name]));
  const heads = columns.map((name) => `<th scope="col" title="${escape(say(`summary.${name}.help`))}">${escape(say(`summary.${name}`))}</th>`).join("");
  table.innerHTML = `<table><thead><tr><th scope="col"><span class="spoken">${escape(say("standing.side"))}</span></th>${heads}</tr></thead><tbody></tbody></table>`;
  const body = table.querySelector("tbody");
  const all = element("details", "all-sides", `<summary>${escape(say("summary.all_sides"))}</summary>`);
  all.append(table);
  root.append(worst, figures, all);
  let shown = null;
  return {
    render(view) {
      root.hidden = !view.verdicts;
      const own = data.sides[view.seat];
      if (shown === own) return;
      shown = own;
      figures.innerHTML = COLUMNS.map((name) =>
        `<div data-figure="${name}" title="${escape(say(`summary.${name}.help`))}"><dt>${escape(say(`summary.${name}`))}</dt><dd>${escape(review.sides[own][name] ?? "–")}</dd></div>`).join("");
      const order = [own, ...data.side_names.keys()].filter((side, index, all) => all.indexOf(side) === index);
      body.innerHTML = order.map((side) =>
        `<tr><th scope="row"><i class="line side-${side}" aria-hidden="true"></i> ${escape(data.side_names[side])}</th>` +
        columns.map((name) => `<td>${escape(review.sides[side][name] ?? "–")}</td>`).join("") + "</tr>").join("");
    },
  };
}
