/* The buttons under the table, and the dialog that names the keys. */

import { element, escape } from "./speech.js";

const ICONS = {
  first: "M5 5V19M19 5 9 12 19 19Z",
  back: "M16 5 7 12 16 19Z",
  play: "M8 5 19 12 8 19Z",
  pause: "M8 5V19M16 5V19",
  forward: "M8 5 17 12 8 19Z",
  last: "M19 5V19M5 5 15 12 5 19Z",
  previous_flag: "M10 21V4H20L17.5 8 20 12H10M7 9 3 12.5 7 16",
  next_flag: "M4 21V4H14L11.5 8 14 12H4M17 9 21 12.5 17 16",
  flip: "M7 20V5L3 9M7 5 11 9M17 4V19L13 15M17 19 21 15",
  open: "M2 12C6 5.5 18 5.5 22 12C18 18.5 6 18.5 2 12ZM12 9.2A2.8 2.8 0 1 1 11.99 9.2Z",
  cards: "M7.5 3.5 12.5 12 7.5 20.5 2.5 12ZM17.5 7.5A4.5 4.5 0 1 1 17.49 7.5Z",
  verdicts: "M5 12.5 10 17.5 19 6.5",
  play_on: "M5 3H19V21H5ZM10 8.5 15 12 10 15.5Z",
  help: "M8.5 9C8.5 3.5 16 4 15.5 9C15 12 12 12 12 15M12 18.5V19",
};
const FILLED = new Set(["first", "back", "forward", "last"]);
const STEPS = ["first", "back", "forward", "last", "play"];
const ACTIONS = ["previous_flag", "next_flag", "flip", "open", "verdicts", "cards", "play_on", "help"];
/** What the panel has buttons for, while there is a better line to play. */
const OF_LINE = ["line", "leave"];
const KEYS = {
  first: "key.home", back: "←", forward: "→", last: "key.end", play: "key.space", previous_flag: "⇧ N", next_flag: "N", flip: "F",
  open: "O", verdicts: "Z", cards: "S", play_on: "G", help: "H", line: "L", leave: "key.escape",
};

const icon = (name) =>
  `<svg viewBox="0 0 24 24" aria-hidden="true" class="${FILLED.has(name) ? "filled" : ""}"><path d="${ICONS[name]}"/></svg>`;

/** Builds the controls; gives `render(view)`; `act(name)` is called with an action's name. */
export function buildControls(root, data, say, act) {
  const keyName = (name) => say(KEYS[name]);
  const flagged = data.plays.some((play) => play.mistake);
  const buttons = {};
  const actions = ACTIONS.filter((name) => name !== "play_on" || data.can_play_on);
  const groups = [STEPS, actions].map((names, index) => {
    const group = element("div", index ? "actions" : "steps");
    for (const name of names) group.append(makeButton(name, Boolean(index)));
    return group;
  });
  const counter = element("output", "counter");
  groups[0].insertBefore(counter, buttons.forward);
  root.setAttribute("role", "group");
  root.setAttribute("aria-label", say("controls.label"));
  const dialog = helpDialog();
  root.append(...groups, dialog);

  function makeButton(name, labelled) {
    const button = element("button", labelled ? "control labelled" : "control");
    button.type = "button";
    const text = escape(say(`control.${name}`));
    button.innerHTML = icon(name) + `<span class="${labelled ? "" : "spoken"}">${text}</span>`;
    button.title = `${say(`help.${name}`)} (${keyName(name)})`;
    button.addEventListener("click", () => act(name));
    buttons[name] = button;
    return button;
  }

  function helpDialog() {
    const made = element("dialog");
    made.setAttribute("aria-label", say("help.title"));
    const rows = [...STEPS, ...actions, ...OF_LINE].map((name) => `<tr><th scope="row"><kbd>${escape(keyName(name))}</kbd></th><td>${escape(say(`help.${name}`))}</td></tr>`);
    made.innerHTML =
      `<h2>${escape(say("help.title"))}</h2><table><tbody>${rows.join("")}</tbody></table>` +
      `<p>${escape(say("help.more"))}</p><form method="dialog"><button class="control wide">${escape(say("help.close"))}</button></form>`;
    made.addEventListener("click", (event) => {
      if (event.target === made) made.close();
    });
    return made;
  }

  let playing = null;
  return {
    dialog,
    focus: (name) => buttons[name].focus(),
    render(view) {
      const plies = view.deal.plays.length;
      counter.innerHTML = `<b>${view.ply}</b><span> / ${plies}</span>`;
      buttons.first.disabled = buttons.back.disabled = view.ply === view.from;
      buttons.last.disabled = buttons.forward.disabled = view.ply === plies;
      buttons.previous_flag.disabled = buttons.next_flag.disabled = !flagged || !view.verdicts;
      if (buttons.play_on) buttons.play_on.disabled = view.deal !== data || data.positions[view.ply].turn === null;
      buttons.open.setAttribute("aria-pressed", String(view.open));
      buttons.verdicts.setAttribute("aria-pressed", String(view.verdicts));
      buttons.cards.setAttribute("aria-pressed", String(view.cards === "french"));
      if (playing !== view.playing) {
        playing = view.playing;
        buttons.play.setAttribute("aria-pressed", String(playing));
        buttons.play.querySelector("svg").outerHTML = icon(playing ? "pause" : "play");
      }
    },
  };
}
