/* A deal that is stepped through in the browser: everything shown was sent once, each position ready made. */

import { buildControls } from "./controls.js";
import { buildFelt } from "./felt.js";
import { buildGraph } from "./graph.js";
import { askedCards, dealWithLine, isDark, keyFor, KINDS, mounting, PRESSABLE, REMEMBERED } from "./page.js";
import { buildPanel } from "./panel.js";
import { buildPlays } from "./plays.js";
import { buildStanding } from "./standing.js";
import { buildSummary } from "./summary.js";
import { element, knockName, playName, speaker } from "./speech.js";

const AUTOPLAY_MS = 1200;
const ADDRESS_MS = 250;
const SPEECH_MS = 350;
const SWIPE_PIXELS = 40;
const KEYS = {
  ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last", " ": "play",
  f: "flip", g: "play_on", n: "next_flag", z: "verdicts", o: "open", s: "cards", h: "help", l: "line", Escape: "leave",
};

export default mounting(createTable);

function createTable(parent) {
  const root = element("div", "card-table");
  const board = element("div", "board");
  root.append(board);
  parent.append(root);
  const view = { ply: 0, seat: 0, open: false, verdicts: true, playing: false, line: null, cards: "italian" };
  let data = null;
  let sent = "";
  let identity = null;
  let say = null;
  let parts = {};
  let live = null;
  let chosenCards = askedCards();
  let tell = null;
  const timers = { play: 0, address: 0, speech: 0 };

  const watcher = new ResizeObserver(() => {
    for (const part of Object.values(parts)) part.resize?.();
  });
  const onKey = (event) => press(event);
  window.addEventListener("keydown", onKey);

  function update(next, trigger) {
    tell = trigger;
    showTheme();
    if (!next) return;
    document.documentElement.lang = next.lang;
    // Where to start is for a new deal only: a page that repeats the address's ply must not build everything again.
    const text = JSON.stringify({ ...next, ply: null, seat: null });
    if (text === sent) return;
    sent = text;
    data = next;
    view.line = null;
    view.cards = chosenCards ?? data.cards;
    const now = `${data.match}/${data.deal}`;
    if (identity !== now) {
      identity = now;
      stop();
      view.ply = within(data.ply);
      view.seat = data.seat;
    }
    view.ply = within(view.ply);
    build();
    show();
  }

  const within = (ply) => Math.max(0, Math.min(data.plays.length, Math.trunc(ply) || 0));

  function build() {
    say = speaker(data.words, view.cards, data.designs[view.cards], data.matta);
    watcher.disconnect();
    board.replaceChildren();
    const section = (name) => {
      const made = element("section", name);
      board.append(made);
      return made;
    };
    const summary = section("summary");
    const felt = section("felt");
    const controls = section("controls");
    const standing = section("standing");
    const panel = section("panel");
    const graph = section("graph");
    const plays = section("plays");
    live = element("p", "spoken");
    live.setAttribute("aria-live", "polite");
    board.append(live);
    parts = {
      summary: buildSummary(summary, data, say, jump),
      felt: buildFelt(felt, data, say),
      controls: buildControls(controls, data, say, act),
      standing: buildStanding(standing, data, say),
      plays: buildPlays(plays, data, say, jump),
      panel: buildPanel(panel, data, say, { jump, act, saveNote: (note) => tell("note", note) }),
      graph: buildGraph(graph, data, say, jump),
    };
    swipes(felt);
    for (const box of [felt, graph, plays]) watcher.observe(box);
  }

  /** Shows the view everywhere; cards glide for one step and are set for a jump. */
  function show(still = true) {
    const shown = shownView();
    parts.summary.render(view);
    parts.felt.render(shown, still);
    parts.controls.render(shown);
    parts.standing.render(shown);
    parts.plays.render(view);
    parts.panel.render(view);
    parts.graph.render(view);
    later("speech", SPEECH_MS, speak);
    later("address", ADDRESS_MS, writeAddress);
  }

  /** What the table shows: the game, or the line that is being played on it, whose places count from the game's start. */
  function shownView() {
    const { line } = view;
    return line ? { ...view, ply: view.ply + line.step, deal: line.deal, from: view.ply } : { ...view, deal: data, from: 0 };
  }

  /** Puts the better line of the shown play on the table, at its first move. */
  function playLine() {
    if (view.line) {
      leaveLine();
      return;
    }
    const line = view.verdicts && data.plays[view.ply]?.verdict?.line;
    if (!line) return;
    view.line = { step: 1, length: line.plays.length, deal: dealWithLine(data, view.ply, line) };
    show(false);
  }

  function leaveLine() {
    if (!view.line) return;
    view.line = null;
    show();
  }

  function stepLine(step) {
    const wanted = Math.max(0, Math.min(view.line.length, step));
    if (wanted === view.line.step) return;
    const still = Math.abs(wanted - view.line.step) > 1;
    view.line.step = wanted;
    show(still);
  }

  function later(name, wait, task) {
    clearTimeout(timers[name]);
    timers[name] = setTimeout(task, wait);
  }

  function jump(ply) {
    const target = within(ply);
    if (target === view.ply && !view.line) return;
    view.line = null;
    const still = Math.abs(target - view.ply) > 1;
    view.ply = target;
    if (target === data.plays.length) stop();
    show(still);
  }

  function act(name) {
    const actions = {
      first: () => (view.line ? stepLine(0) : jump(0)),
      back: () => (view.line ? stepLine(view.line.step - 1) : jump(view.ply - 1)),
      forward: () => (view.line ? stepLine(view.line.step + 1) : jump(view.ply + 1)),
      last: () => (view.line ? stepLine(view.line.length) : jump(data.plays.length)),
      line: playLine,
      leave: leaveLine,
      play: togglePlaying,
      previous_flag: () => seekFlag(-1),
      next_flag: () => seekFlag(1),
      flip: () => change("seat", (view.seat + 1) % data.players.length),
      open: () => change("open", !view.open),
      verdicts: () => {
        view.line = null;
        change("verdicts", !view.verdicts);
      },
      cards: otherCards,
      play_on: playOn,
      help: () => (parts.controls.dialog.open ? parts.controls.dialog.close() : parts.controls.dialog.showModal()),
    };
    if (name !== "play" && name !== "help") stop();
    actions[name]();
  }

  function change(name, value) {
    view[name] = value;
    show(false);
  }

  /** The page is asked to let the seat at the bottom play on from the shown position. */
  function playOn() {
    if (!data.can_play_on || view.line || data.positions[view.ply].turn === null) return;
    tell("play_on", { ply: view.ply, seat: view.seat });
  }

  /** The other suits, on everything that shows cards; the reader's choice stays for other deals. */
  function otherCards() {
    const focused = board.contains(board.getRootNode().activeElement);
    view.cards = KINDS.find((kind) => kind !== view.cards);
    chosenCards = view.cards;
    try {
      window.localStorage.setItem(REMEMBERED, chosenCards);
    } catch {
      // A browser that keeps nothing still has the address.
    }
    build();
    show();
    if (focused) parts.controls.focus("cards");
  }

  function seekFlag(direction) {
    if (!view.verdicts) return;
    for (let ply = view.ply + direction; ply >= 0 && ply < data.plays.length; ply += direction) {
      if (data.plays[ply].mistake) {
        jump(ply);
        return;
      }
    }
  }

  function togglePlaying() {
    leaveLine();
    if (view.playing) {
      stop();
      parts.controls.render(shownView());
      return;
    }
    if (view.ply === data.plays.length) jump(0);
    view.playing = true;
    timers.play = setInterval(() => jump(view.ply + 1), AUTOPLAY_MS);
    parts.controls.render(shownView());
  }

  function stop() {
    clearInterval(timers.play);
    view.playing = false;
  }

  function press(event) {
    const letter = data && keyFor(event, root);
    const name = letter && KEYS[letter];
    if (name === "leave" && !view.line) return;
    if (!name || (event.shiftKey && letter !== "n")) return;
    if (letter === " " && event.composedPath()[0].closest?.(PRESSABLE)) return;
    if (name !== "help" && parts.controls.dialog.open) return;
    event.preventDefault();
    act(name === "next_flag" && event.shiftKey ? "previous_flag" : name);
  }

  function swipes(felt) {
    let from = null;
    felt.addEventListener("pointerdown", (event) => {
      from = event.pointerType === "mouse" ? null : { x: event.clientX, y: event.clientY };
    });
    felt.addEventListener("pointerup", (event) => {
      if (!from) return;
      const across = event.clientX - from.x;
      if (Math.abs(across) > SWIPE_PIXELS && Math.abs(across) > 2 * Math.abs(event.clientY - from.y)) act(across < 0 ? "forward" : "back");
      from = null;
    });
  }

  function speak() {
    const before = data.plays[view.ply - 1];
    const made = before ? `${data.players[before.seat]}: ${playName(say, before)}. ` : "";
    const next = data.plays[view.ply];
    const knock = next?.declaration ? ` ${data.players[next.seat]} ${knockName(say, next.declaration)}.` : "";
    const turn = data.positions[view.ply].turn;
    const now = turn === null ? say("end.finished") : say("table.turn_of", { name: data.players[turn] });
    live.textContent = `${say("play.position", { ply: view.ply, plays: data.plays.length })}. ${made}${now}.${knock}`;
  }

  function writeAddress() {
    if (!root.clientWidth) return;
    const address = new URL(window.location.href);
    const facts = { match: data.match, deal: data.deal, ply: view.ply, seat: view.seat };
    if (chosenCards) facts.cards = chosenCards;
    for (const [name, value] of Object.entries(facts)) address.searchParams.set(name, value);
    if (address.href !== window.location.href) window.history.replaceState(window.history.state, "", address);
  }

  function showTheme() {
    root.classList.toggle("dark", isDark(root));
  }

  function remove() {
    window.removeEventListener("keydown", onKey);
    watcher.disconnect();
    stop();
    clearTimeout(timers.address);
    clearTimeout(timers.speech);
    root.remove();
  }

  return { update, remove };
}
