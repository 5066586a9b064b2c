/* The list of plays: a round a row, a column a seat in playing order; filters; click jumps. */

import { classMark, element, escape, flagMark, knockBadge, playChips } from "./speech.js";

const FILTERS = ["all", "seat", "flagged"];

/** Builds the list; gives `render(view)`; `jump(ply)` is called on click. */
export function buildPlays(root, data, say, jump) {
  const count = data.players.length;
  const first = data.plays.length ? data.plays[0].seat : (data.dealer + 1) % count;
  const order = Array.from({ length: count }, (_, step) => (first + step) % count);
  let filter = "all";
  let view = null;
  let marked = -1;
  let arranged = "";
  const bar = element("div", "bar");
  const tabs = element("div", "tabs");
  tabs.setAttribute("role", "group");
  tabs.setAttribute("aria-label", say("plays.filter"));
  const buttons = FILTERS.map((name) => {
    const button = element("button", "tab");
    button.type = "button";
    button.addEventListener("click", () => {
      filter = name;
      arrange();
      follow();
    });
    tabs.append(button);
    return button;
  });
  bar.append(tabs);
  let byLoss = false;
  const sorter = element("button", "tab", escape(say("plays.by_loss")));
  sorter.type = "button";
  sorter.hidden = !data.review;
  sorter.addEventListener("click", () => {
    byLoss = !byLoss;
    arrange();
    follow();
  });
  bar.append(sorter);
  const scroll = element("div", "scroll");
  const heads = order.map((seat) => `<th scope="col">${escape(data.players[seat])}</th>`).join("");
  scroll.innerHTML =
    `<table><caption class="spoken">${escape(say("plays.label"))}</caption>` +
    `<thead><tr><th scope="col"><span class="spoken">${escape(say("plays.round"))}</span></th>${heads}</tr></thead><tbody></tbody></table>` +
    `<p class="nothing" hidden>${escape(say(data.review ? "summary.no_mistakes" : "plays.none"))}</p>`;
  const body = scroll.querySelector("tbody");
  const cells = [];
  const rows = [];
  for (let start = 0; start < data.plays.length; start += count) {
    const node = element("tr", "", `<th scope="row">${start / count + 1}</th>`);
    if (start && data.positions[start].packet) node.className = "packet";
    for (let ply = start; ply < start + count; ply += 1) {
      const cell = element("td");
      if (ply < data.plays.length) cells.push(cellOf(cell, ply));
      node.append(cell);
    }
    rows.push({ node, start });
    body.append(node);
  }
  root.classList.add(`of-${count}`);
  const ranked = element("ol", "ranked");
  scroll.append(ranked);
  ranked.addEventListener("click", (event) => {
    const target = event.target.closest("[data-ply]");
    if (target) jump(Number(target.dataset.ply));
  });
  root.append(bar, scroll);

  /** The plays that the filter shows, those that lost most first. */
  function rank() {
    const found = data.plays.map((play, ply) => ({ play, ply })).filter(({ play }) => play.verdict && shownPlay(play));
    found.sort((one, other) => other.play.verdict.loss - one.play.verdict.loss || one.ply - other.ply);
    ranked.innerHTML = found.map(({ play, ply }) =>
      `<li><button type="button" class="play" data-ply="${ply}"><span class="number">${ply + 1}</span> ${escape(data.players[play.seat])} ` +
      `${playChips(say, play)} ${classMark(play.verdict)}<b>${escape(play.verdict.loss_short)}</b></button></li>`).join("");
  }

  function cellOf(cell, ply) {
    const play = data.plays[ply];
    const button = element("button", "play");
    button.type = "button";
    button.tabIndex = -1;
    const marks = play.flags.map((flag) => `<span class="verdict">${flagMark(flag.code)}<span class="spoken">${escape(flag.name)}</span></span>`).join("");
    const note = play.note ? `<span class="has-note" title="${escape(say("play.note"))}" aria-hidden="true">✎</span>` : "";
    const knock = play.declaration ? knockBadge(say, play.declaration) : "";
    const { verdict } = play;
    const cost = verdict?.grade ? `<span class="verdict">${classMark(verdict)}<small>${escape(verdict.loss_short)}</small></span>` : "";
    button.innerHTML = knock + playChips(say, play) + cost + marks + note;
    if (play.scopa) button.classList.add("scopa");
    if (play.mistake) button.classList.add("flagged");
    button.addEventListener("click", () => jump(ply));
    cell.append(button);
    return { cell, button, play };
  }

  function shownPlay(play) {
    if (filter === "seat") return play.seat === view.seat;
    if (filter === "flagged") return play.mistake;
    return true;
  }

  /** Shows what the filter asks for: a row goes when none of its plays is left. */
  function arrange() {
    const wanted = `${filter}/${view.seat}/${view.verdicts}/${byLoss}`;
    if (arranged === wanted) return;
    arranged = wanted;
    if (filter === "flagged" && !view.verdicts) filter = "all";
    if (!view.verdicts) byLoss = false;
    sorter.disabled = !view.verdicts;
    sorter.setAttribute("aria-pressed", String(byLoss));
    ranked.hidden = !byLoss;
    scroll.querySelector("table").hidden = byLoss;
    if (byLoss) rank();
    const flagged = data.plays.filter((play) => play.mistake).length;
    const names = [say("plays.all"), data.players[view.seat], say(data.review ? "plays.mistakes" : "plays.flagged", { count: flagged })];
    buttons.forEach((button, index) => {
      button.textContent = names[index];
      button.setAttribute("aria-pressed", String(FILTERS[index] === filter));
    });
    buttons[2].disabled = !view.verdicts;
    cells.forEach(({ cell, play }) => cell.classList.toggle("hidden", !shownPlay(play)));
    rows.forEach(({ node, start }) => {
      node.hidden = !data.plays.slice(start, start + count).some(shownPlay);
    });
    scroll.querySelector(".nothing").hidden = data.plays.some(shownPlay);
    root.classList.toggle("no-verdicts", !view.verdicts);
  }

  /** Brings the current play into sight inside the list: the page itself never scrolls. */
  function follow() {
    const current = cells[marked];
    if (byLoss) return;
    if (!current) {
      scroll.scrollTop = marked < 0 ? 0 : scroll.scrollHeight;
      return;
    }
    const row = current.cell.parentNode;
    if (row.hidden) return;
    const head = 30;
    const top = row.offsetTop;
    const bottom = top + row.offsetHeight;
    if (top - head < scroll.scrollTop) scroll.scrollTop = top - head;
    else if (bottom + 6 > scroll.scrollTop + scroll.clientHeight) scroll.scrollTop = bottom + 6 - scroll.clientHeight;
  }

  function mark(ply) {
    if (marked === ply) return;
    const before = cells[marked];
    if (before) {
      before.button.removeAttribute("aria-current");
      before.button.tabIndex = -1;
    }
    marked = ply;
    const now = cells[ply];
    if (now) now.button.setAttribute("aria-current", "step");
    (now ?? cells[cells.length - 1])?.button.setAttribute("tabindex", "0");
    follow();
  }

  return {
    render(next) {
      view = next;
      arrange();
      mark(view.ply);
    },
    resize: follow,
  };
}
