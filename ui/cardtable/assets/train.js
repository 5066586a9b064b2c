/* One position to be played from: a card of the hand is clicked, the page says what it was worth. */

import { buildFelt } from "./felt.js";
import { askedCards, dealWithLine, isDark, mounting } from "./page.js";
import { candidatesBlock } from "./panel.js";
import { capturesBlock, DIGITS, hearing, historyBlock, markHand, playsWith } from "./picking.js";
import { classMark, element, escape, partsOf, playChips, sentenceChips, speaker } from "./speech.js";
import { buildStanding, pointsName } from "./standing.js";

const STEPS = { ArrowLeft: -1, ArrowRight: 1 };

export default mounting(createTable);

function createTable(parent) {
  const root = element("div", "card-table training");
  const board = element("div", "board");
  root.append(board);
  parent.append(root);
  const watcher = new ResizeObserver(() => parts.felt?.resize());
  const view = { ply: 0, seat: 0, open: false, card: null, line: null };
  let data = null;
  let sent = "";
  let say = null;
  let parts = {};
  let tell = null;
  let waiting = false;
  const press = hearing(root, () => data !== null, pick, act);
  window.addEventListener("keydown", press);

  function update(next, trigger) {
    tell = trigger;
    root.classList.toggle("dark", isDark(root));
    if (!next) return;
    document.documentElement.lang = next.lang;
    const text = JSON.stringify(next);
    if (text === sent) return;
    const focused = board.contains(board.getRootNode().activeElement);
    const answered = Boolean(next.train.answer);
    sent = text;
    data = next;
    waiting = false;
    Object.assign(view, { ply: data.ply, seat: data.seat, card: null, line: null });
    build();
    show(true);
    if (answered) parts.result.scrollIntoView({ block: "nearest" });
    if (focused) (answered ? parts.result.querySelector("[data-tell]") : handCards()[0])?.focus({ preventScroll: true });
  }

  function build() {
    const kind = askedCards() ?? data.cards;
    say = speaker(data.words, kind, data.designs[kind], data.matta);
    watcher.disconnect();
    board.replaceChildren();
    const section = (name, tag = "section") => {
      const made = element(tag, name);
      board.append(made);
      return made;
    };
    const felt = section("felt");
    const choices = section("choices", "div");
    const standing = data.train.counts ? section("standing") : null;
    const result = section("result", "div");
    result.setAttribute("role", "region");
    result.setAttribute("aria-label", say("train.result"));
    result.setAttribute("aria-live", "polite");
    parts = {
      felt: buildFelt(felt, data, say),
      standing: standing && buildStanding(standing, data, say),
      choices,
      result,
    };
    watcher.observe(felt);
    felt.addEventListener("click", (event) => {
      const card = event.composedPath().find((node) => node.dataset?.pick);
      if (card) pick(card.dataset.pick);
    });
    choices.addEventListener("click", pressed);
    result.addEventListener("click", pressed);
  }

  function pressed(event) {
    const button = event.target.closest("button");
    if (!button) return;
    if (button.dataset.play) send(button.dataset.play);
    if (button.dataset.step) step(Number(button.dataset.step));
    if (button.dataset.line) toggleLine();
    if (button.dataset.tell) notify(button.dataset.tell);
  }

  const answer = () => data.train.answer;
  const canPlay = () => !answer() && !waiting && view.ply === data.ply && data.train.legal.length > 0;
  const handCards = () => data.positions[data.ply].hands[data.seat].map((code) => parts.felt.cards.get(code)?.node).filter(Boolean);

  function show(still = false) {
    const shown = shownView();
    parts.felt.render(shown, still);
    parts.standing?.render(shown);
    markHand(parts.felt.cards, data.positions[data.ply].hands[data.seat], view.card, canPlay());
    showChoices();
    showResult();
  }

  /** What the table shows: the position and what came before it, or the line that is played on it. Never the deal as it
   * was sent, whose last position would be taken for its end. */
  function shownView() {
    const { line } = view;
    if (line === null) return { ...view, deal: { ...data }, from: 0 };
    return { ...view, ply: data.ply + line, deal: dealWithLine(data, data.ply, answer().line), from: data.ply };
  }

  function pick(code) {
    if (!canPlay()) return;
    const plays = playsWith(data.train.legal, code);
    if (plays.length === 1) {
      send(plays[0]);
      return;
    }
    view.card = view.card === code ? null : code;
    show();
    if (view.card) parts.choices.querySelector("button")?.focus({ preventScroll: true });
  }

  function send(text) {
    if (!canPlay()) return;
    waiting = true;
    tell("play", { drill: data.train.drill, answered: data.train.answered, text });
    view.card = null;
    show();
  }

  function notify(name) {
    if (waiting) return;
    waiting = true;
    tell(name, { drill: data.train.drill });
  }

  function showChoices() {
    const { choices } = parts;
    const matta = data.positions[data.ply].matta;
    const back = view.ply < data.ply;
    const history = data.ply > data.train.from ? historyBlock(say, view.ply > data.train.from && view.line === null, back) : "";
    let text = "";
    if (answer() || !data.train.legal.length) text = "";
    else if (waiting) text = `<p>${escape(say("train.waiting"))}</p>`;
    else if (back) text = `<p>${escape(say("train.looking_back", { n: data.ply - view.ply }))}</p>`;
    else if (view.card) text = capturesBlock(say, data.train.legal, view.card, matta);
    else text = `<p><strong>${escape(say("train.choose"))}</strong></p>`;
    choices.innerHTML = text + history;
  }

  function showResult() {
    const found = answer();
    parts.result.hidden = !found;
    if (!found) return;
    if (parts.result.dataset.made) {
      const line = parts.result.querySelector(".moves");
      if (line) line.innerHTML = movesBlock(found);
      const button = parts.result.querySelector("[data-line]");
      if (button) button.innerHTML = lineLabel();
      return;
    }
    parts.result.dataset.made = "yes";
    const matta = data.positions[data.ply].matta;
    const chips = (text) => `<span class="made">${playChips(say, { ...partsOf(text), matta })}</span>`;
    const split = found.split.length
      ? `<p class="split">${found.split.map(([key, text]) => `${escape(pointsName(data, say, key))} <b>${escape(text)}</b>`).join(" · ")}</p>`
      : "";
    const better = found.best ? `<p class="better"><strong>${escape(say("panel.better"))}</strong> ${chips(found.best)}</p>` : "";
    const why = found.why[say.french ? "french" : "italian"].map((each) => `<p>${sentenceChips(say, each, matta)}</p>`).join("");
    const past = found.past ? `<p class="quiet">${sentenceChips(say, found.past, matta)}</p>` : "";
    const line = found.line ? `<button type="button" class="small" data-line="yes">${lineLabel()}</button>` : "";
    parts.result.innerHTML =
      `<div class="verdict cost ${found.accepted ? "good" : found.grade}"><h2><span aria-hidden="true">${found.accepted ? "✓" : "✗"}</span> ${escape(found.headline)} ` +
      `${chips(found.text)}${classMark(found)}</h2><p>${escape(found.loss_text)}</p>${split}${better}${why}</div>${past}` +
      `<p class="next"><button type="button" class="small main" data-tell="next">${escape(say("train.next"))} <kbd aria-hidden="true">↵</kbd></button> ${line} ` +
      `<button type="button" class="small" data-tell="undo">${escape(say("train.undo"))} <kbd aria-hidden="true">U</kbd></button> ` +
      `<button type="button" class="small" data-tell="onward">${escape(say("train.onward"))} <kbd aria-hidden="true">G</kbd></button></p>` +
      `<div class="moves"></div><div class="scroll" tabindex="0" role="region" aria-label="${escape(say("candidates.title"))}">${candidatesBlock(data, say, { verdict: found, matta })}</div>` +
      `<p class="quiet">${escape(found.due)} ${escape(found.provenance)}</p>`;
  }

  const lineLabel = () =>
    view.line === null
      ? `▶ ${escape(say("line.show"))} <kbd aria-hidden="true">L</kbd>`
      : `↩ ${escape(say("train.leave_line"))} <kbd aria-hidden="true">L</kbd>`;

  function movesBlock(found) {
    if (view.line === null) return "";
    const moves = found.line.plays.map((move, index) =>
      `<li class="${index + 1 === view.line ? "is-made" : ""}">${escape(data.players[move.seat])} ${playChips(say, move)}</li>`);
    const can = (by) => (view.line + by < 0 || view.line + by > found.line.plays.length ? "disabled" : "");
    return (
      `<ol class="legal">${moves.join("")}</ol><p class="steps"><button type="button" class="small" data-step="-1" ${can(-1)}><span aria-hidden="true">←</span> ${escape(say("control.back"))}</button>` +
      `<button type="button" class="small" data-step="1" ${can(1)}><span aria-hidden="true">→</span> ${escape(say("control.forward"))}</button></p>`
    );
  }

  function step(by) {
    if (view.line !== null) {
      view.line = Math.max(0, Math.min(answer().line.plays.length, view.line + by));
    } else {
      view.ply = Math.max(data.train.from, Math.min(data.ply, view.ply + by));
      view.card = null;
    }
    show();
  }

  function toggleLine() {
    if (!answer()?.line) return;
    view.ply = data.ply;
    view.line = view.line === null ? 1 : null;
    show(false);
  }

  function act(key) {
    if (key in STEPS) step(STEPS[key]);
    else if (key === "Escape") {
      if (view.card === null && view.line === null) return false;
      Object.assign(view, { card: null, line: null });
      show();
    } else if (answer()) {
      if (key === "Enter" || key === "n") notify("next");
      else if (key === "l") toggleLine();
      else if (key === "u") notify("undo");
      else if (key === "g") notify("onward");
      else return false;
    } else if (DIGITS.includes(key)) {
      choose(DIGITS.indexOf(key));
    } else return false;
    return true;
  }

  /** The card of the hand at a place, or one of its captures where a card is chosen. */
  function choose(place) {
    if (view.card) {
      const plays = playsWith(data.train.legal, view.card);
      if (plays[place]) send(plays[place]);
      return;
    }
    const code = data.positions[data.ply].hands[data.seat][place];
    if (code) pick(code);
  }

  function remove() {
    window.removeEventListener("keydown", press);
    watcher.disconnect();
    root.remove();
  }

  return { update, remove };
}
