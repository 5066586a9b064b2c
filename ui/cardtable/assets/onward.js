/* A deal that is played on: the person's card is told to the page, which sends the deal with the others' plays; they are
 * shown one after another. What is legal, taken and scored comes from there. */

import { buildFelt } from "./felt.js";
import { askedCards, isDark, mounting } from "./page.js";
import { capturesBlock, DIGITS, hearing, historyBlock, markHand, playsWith } from "./picking.js";
import { element, escape, knockBadge, knockName, playChips, playName, pointsText, speaker } from "./speech.js";
import { buildStanding } from "./standing.js";

const REPLY_MS = 750;

export default mounting(createTable);

function createTable(parent) {
  const root = element("div", "card-table training onward");
  const board = element("div", "board");
  const live = element("p", "spoken");
  live.setAttribute("aria-live", "polite");
  root.append(board, live);
  parent.append(root);
  const watcher = new ResizeObserver(() => parts.felt?.resize());
  const view = { ply: 0, seat: 0, open: false, card: null, real: true };
  let data = null;
  let sent = "";
  let say = null;
  let parts = {};
  let tell = null;
  let waiting = false;
  let timer = 0;
  let running = false;
  let refocus = false;
  const press = hearing(root, () => data !== null, pick, act);
  window.addEventListener("keydown", press);

  function update(next, trigger) {
    tell = trigger;
    root.classList.toggle("dark", isDark(root));
    if (!next) return;
    document.documentElement.lang = next.lang;
    const text = JSON.stringify(next);
    if (text === sent) return;
    const focused = root.contains(root.getRootNode().activeElement);
    // A new game begins where it starts; of one that goes on, what is new is shown play by play.
    const shown = data?.onward.game === next.onward.game ? Math.min(data.ply, next.ply) : Math.min(next.onward.start, next.ply);
    sent = text;
    data = next;
    waiting = false;
    Object.assign(view, { ply: shown, seat: data.seat, card: null });
    build();
    running = view.ply < data.ply;
    refocus = focused;
    show(true);
    goOn();
  }

  /** Shows the plays that are new, one after another: the own one at once. */
  function goOn() {
    clearTimeout(timer);
    if (atEnd()) {
      running = false;
      if (refocus) focusHand();
      return;
    }
    const own = data.plays[view.ply].seat === data.seat;
    timer = setTimeout(() => {
      view.ply += 1;
      running = !atEnd();
      show();
      speak();
      goOn();
    }, own ? 40 : REPLY_MS);
  }

  function speak() {
    const made = data.plays[view.ply - 1];
    const knock = made.declaration ? `${knockName(say, made.declaration)}. ` : "";
    const turn = canPlay() ? ` ${say("train.choose")}` : "";
    live.textContent = `${data.players[made.seat]}: ${knock}${playName(say, made)}.${turn}`;
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
    const standing = section("standing");
    const beside = section("result", "div");
    beside.setAttribute("role", "region");
    beside.setAttribute("aria-label", say("play_on.panel"));
    parts = { felt: buildFelt(felt, data, say), standing: buildStanding(standing, data, say), choices, beside };
    watcher.observe(felt);
    felt.addEventListener("click", (event) => {
      const card = event.composedPath().find((node) => node.dataset?.pick);
      if (card) pick(card.dataset.pick);
    });
    choices.addEventListener("click", pressed);
    beside.addEventListener("click", pressed);
  }

  function pressed(event) {
    const { dataset } = event.target.closest("button") ?? {};
    if (!dataset) return;
    if (dataset.play) send("play", { text: dataset.play });
    if (dataset.knock) knock(Number(dataset.knock));
    if (dataset.step) step(Number(dataset.step));
    if (dataset.wish) wish(dataset.wish);
    if (dataset.real) showReal();
  }

  const onward = () => data.onward;
  const atEnd = () => view.ply === data.ply;
  const canPlay = () => !waiting && atEnd() && onward().legal.length > 0;
  const hand = () => data.positions[data.ply].hands[data.seat];

  function focusHand() {
    const first = parts.felt.cards.get(hand()[0])?.node ?? parts.beside.querySelector("button");
    first?.focus({ preventScroll: true });
  }

  function show(still = false) {
    // Only the deal as it was sent is taken for a deal at its end, where its points are shown.
    const shown = { ...view, deal: onward().result ? data : { ...data }, from: 0 };
    parts.felt.render(shown, still);
    parts.standing.render(shown);
    markHand(parts.felt.cards, hand(), view.card, canPlay());
    showChoices();
    showBeside();
  }

  function showChoices() {
    const { matta } = data.positions[data.ply];
    let text = "";
    if (waiting || running) text = `<p>${escape(say("play_on.others_play"))}</p>`;
    else if (view.card && canPlay()) text = capturesBlock(say, onward().legal, view.card, matta);
    else if (canPlay()) text = `<p><strong>${escape(say("train.choose"))}</strong></p>${knocksBlock()}`;
    else if (!atEnd()) text = `<p>${escape(say("train.looking_back", { n: data.ply - view.ply }))}</p>`;
    parts.choices.innerHTML = text + historyBlock(say, view.ply > 0, !atEnd());
  }

  function knocksBlock() {
    const { knocked, knocks } = onward();
    if (knocked) return `<p>${escape(say("play_on.knocked"))} ${knockBadge(say, knocked)}</p>`;
    if (!knocks.length) return "";
    const buttons = knocks.map((each, index) =>
      `<button type="button" class="small" data-knock="${index + 1}">${knockBadge(say, each, true)}${index ? "" : ' <kbd aria-hidden="true">K</kbd>'}</button>`);
    return `<p>${escape(say("play_on.knock"))}</p><span class="captures">${buttons.join("")}</span>`;
  }

  function showBeside() {
    const { result, can_undo: canUndo } = onward();
    const button = (name, word, key, main = false, disabled = false) =>
      `<button type="button" class="small${main ? " main" : ""}" data-wish="${name}" ${disabled ? "disabled" : ""}>${escape(say(word))}${key ? ` <kbd aria-hidden="true">${key}</kbd>` : ""}</button>`;
    const real = view.real ? "play_on.hide_real" : "play_on.show_real";
    const over = result && atEnd();
    const html =
      (over ? resultBlock(result) : "") +
      `<p class="next">${button("undo", "play_on.undo", "U", false, !canUndo || waiting)} ${button("again", "play_on.again", "A", false, !canUndo || waiting)} ` +
      `${button("leave", "play_on.leave", "X", Boolean(over))}</p>` +
      `<p class="next"><strong>${escape(say("play_on.real"))}</strong> <button type="button" class="small" data-real="yes" aria-pressed="${view.real}">${escape(say(real))} <kbd aria-hidden="true">R</kbd></button></p>` +
      (view.real ? realBlock() : "") + `<p class="quiet">${escape(say("play_on.about"))}</p>`;
    if (parts.beside.dataset.html === html) return;
    const at = parts.beside.contains(parts.beside.getRootNode().activeElement) && parts.beside.getRootNode().activeElement.dataset;
    parts.beside.dataset.html = html;
    parts.beside.innerHTML = html;
    if (at) parts.beside.querySelector(at.wish ? `[data-wish="${at.wish}"]:enabled` : "[data-real]")?.focus({ preventScroll: true });
    const list = parts.beside.querySelector(".scroll");
    if (list) list.scrollTop = list.scrollHeight;
  }

  function resultBlock(found) {
    const cell = (points) => `<td>${points === null ? "–" : pointsText(points)}</td>`;
    const rows = found.sides.map((name, side) =>
      `<tr><th scope="row">${escape(name)}</th>${cell(found.here[side])}${cell(found.real ? found.real[side] : null)}</tr>`);
    return (
      `<div class="verdict ${found.outcome === "worse" ? "" : "good"}"><h2>${escape(found.headline)}</h2><p>${escape(found.lead)}</p><table class="compared"><thead><tr>` +
      `<th scope="col">${escape(say("play_on.side"))}</th><th scope="col">${escape(say("play_on.here"))}</th><th scope="col">${escape(say("play_on.real"))}</th></tr></thead>` +
      `<tbody>${rows.join("")}</tbody></table></div>`
    );
  }

  /** The plays made here and, beside each, what was played in the game at that place, as far as is shown. */
  function realBlock() {
    const { start, real } = onward();
    const rows = data.plays.slice(start, Math.max(start, view.ply)).map((made, index) => {
      const then = real[index];
      const badge = (play) => (play?.declaration ? `${knockBadge(say, play.declaration)} ` : "");
      const other = then && then.text !== made.text;
      return (
        `<tr class="${made.seat === data.seat ? "own" : ""}"><th scope="row"><span class="number">${start + index + 1}</span> ${escape(data.players[made.seat])}</th>` +
        `<td>${badge(made)}${playChips(say, made)}</td><td class="${other ? "other" : ""}">${then ? badge(then) + playChips(say, then) : "–"}${other ? ' <span aria-hidden="true">≠</span>' : ""}</td></tr>`
      );
    });
    if (!rows.length) return `<p class="quiet">${escape(say("play_on.nothing_yet"))}</p>`;
    return (
      `<div class="scroll" tabindex="0" role="region" aria-label="${escape(say("play_on.real"))}"><table class="compared"><thead><tr><td></td><th scope="col">${escape(say("play_on.here"))}</th>` +
      `<th scope="col">${escape(say("play_on.real"))}</th></tr></thead><tbody>${rows.join("")}</tbody></table></div>`
    );
  }

  function pick(code) {
    if (!canPlay()) return;
    const plays = playsWith(onward().legal, code);
    if (plays.length === 1) {
      send("play", { text: plays[0] });
      return;
    }
    view.card = view.card === code ? null : code;
    show();
    if (view.card) parts.choices.querySelector("button")?.focus({ preventScroll: true });
  }

  function knock(number) {
    const chosen = onward().knocks[number - 1];
    if (chosen) send("knock", { what: chosen.what, matta: chosen.matta ?? 0 });
  }

  function send(name, facts) {
    if (!canPlay()) return;
    waiting = true;
    tell(name, { token: onward().token, ...facts });
    view.card = null;
    show();
  }

  function wish(name) {
    if (waiting || (name !== "leave" && !onward().can_undo)) return;
    waiting = true;
    clearTimeout(timer);
    tell("wish", { token: onward().token, name });
    show();
  }

  function showReal() {
    view.real = !view.real;
    show();
  }

  function step(by) {
    clearTimeout(timer);
    running = false;
    view.ply = Math.max(0, Math.min(data.ply, view.ply + by));
    view.card = null;
    show();
  }

  function act(key) {
    const actions = {
      ArrowLeft: () => step(-1),
      ArrowRight: () => step(1),
      u: () => wish("undo"),
      a: () => wish("again"),
      x: () => wish("leave"),
      r: showReal,
      k: () => knock(1),
    };
    if (key in actions) actions[key]();
    else if (key === "Escape" && view.card) {
      view.card = null;
      show();
    } else if (DIGITS.includes(key)) choose(DIGITS.indexOf(key));
    else return false;
    return true;
  }

  /** The card of the hand at a place, or one of its captures where a card is chosen. */
  function choose(place) {
    if (!view.card) {
      const code = hand()[place];
      if (code) pick(code);
      return;
    }
    const text = playsWith(onward().legal, view.card)[place];
    if (text) send("play", { text });
  }

  function remove() {
    window.removeEventListener("keydown", press);
    clearTimeout(timer);
    watcher.disconnect();
    root.remove();
  }

  return { update, remove };
}
