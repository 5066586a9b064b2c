/* The list of plays: a round a row, a column a seat in playing order; filters; click jumps. */

import { element, escape, flagMark, knockBadge, playChips } from "./speech.js";

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
  const scroll = element("div", "scroll");
  const heads = order.map((seat) => `<th scope="col">${escape(data.players[seat])}</th>`).join("");
  scroll.innerHTML =
    `<table><caption class="spoken">${escape(say("plays.label"))}</caption>` +
    `<thead><tr><th scope="col"><span class="spoken">${escape(say("plays.round"))}</span></th>${heads}</tr></thead><tbody></tbody></table>` +
    `<p class="nothing" hidden>${escape(say("plays.none"))}</p>`;
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
  root.append(bar, scroll);

  function cellOf(cell, ply) {
    const play = data.plays[ply];
    const button = element("button", "play");
    button.type = "button";
    button.tabIndex = -1;
    const marks = play.flags.map((flag) => `<span class="verdict">${flagMark(flag.code)}<span class="spoken">${escape(flag.name)}</span></span>`).join("");
    const note = play.note ? `<span class="has-note" title="${escape(say("play.note"))}" aria-hidden="true">✎</span>` : "";
    const knock = play.declaration ? knockBadge(say, play.declaration) : "";
    button.innerHTML = knock + playChips(say, play) + marks + note;
    if (play.scopa) button.classList.add("scopa");
    if (play.flags.length) button.classList.add("flagged");
    button.addEventListener("click", () => jump(ply));
    cell.append(button);
    return { cell, button, play };
  }

  function shownPlay(play) {
    if (filter === "seat") return play.seat === view.seat;
    if (filter === "flagged") return play.flags.length > 0;
    return true;
  }

  /** Shows what the filter asks for: a row goes when none of its plays is left. */
  function arrange() {
    const wanted = `${filter}/${view.seat}/${view.verdicts}`;
    if (arranged === wanted) return;
    arranged = wanted;
    if (filter === "flagged" && !view.verdicts) filter = "all";
    const flagged = data.plays.filter((play) => play.flags.length).length;
    const names = [say("plays.all"), data.players[view.seat], say("plays.flagged", { count: flagged })];
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
