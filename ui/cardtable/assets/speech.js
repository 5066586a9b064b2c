/* Words and small marks: how cards and plays are written and spoken in the reader's language. */

export const SVG = "http://www.w3.org/2000/svg";
export const UNKNOWN = "??";

const INDEX = { A: "1", T: "10", J: "8", Q: "9", K: "10" };
const TEXT_OF_PLAY = /^(..)(?:x([^#]*))?(#)?$/;
const ESCAPES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** Text made safe inside HTML: names and notes come from files. */
export function escape(text) {
  return String(text).replace(/[&<>"']/g, (sign) => ESCAPES[sign]);
}

/** A function from a message's key and parameters to its text; a missing message shows its key. */
export function speaker(words) {
  return (key, parameters = {}) =>
    (words[key] ?? key).replace(/\{(\w+)\}/g, (whole, name) => parameters[name] ?? whole);
}

/** The parts of a play's text: its card, what it takes, whether it is a scopa. */
export function partsOf(text) {
  const found = TEXT_OF_PLAY.exec(text);
  if (!found) return null;
  return { card: found[1], taken: found[2] ? found[2].split("+") : [], scopa: Boolean(found[3]) };
}

/** A card's name in words: "sette di denari". */
export function cardName(say, code) {
  if (code === UNKNOWN) return say("table.unknown");
  return say("card", { rank: say(`rank.${code[0]}`), suit: say(`suit.${code[1]}`) });
}

/** A play in words: "asso di coppe prende asso di spade, scopa". */
export function playName(say, play) {
  const card = cardName(say, play.card);
  if (!play.taken.length) return say("play.lays", { card });
  const taken = play.taken.map((code) => cardName(say, code)).join(", ");
  return say(play.scopa ? "play.scopa" : "play.takes", { card, taken });
}

/** A card as a small chip: index and suit; hidden from assistive technology, which gets the name instead. */
export function chip(code) {
  if (code === UNKNOWN) return `<span class="chip" aria-hidden="true"><b>?</b></span>`;
  const index = INDEX[code[0]] ?? code[0];
  return (
    `<span class="chip suit-${code[1]}" aria-hidden="true"><b>${index}</b>` +
    `<svg viewBox="0 0 40 40"><use href="#suit-${code[1]}"/></svg></span>`
  );
}

/** A play as chips, with its words for assistive technology. */
export function playChips(say, play) {
  const taken = play.taken.map((code) => chip(code)).join("");
  const takes = taken ? `<span class="times" aria-hidden="true">×</span>${taken}` : "";
  const scopa = play.scopa ? '<span class="star" aria-hidden="true">★</span>' : "";
  return `${chip(play.card)}${takes}${scopa}<span class="spoken">${escape(playName(say, play))}</span>`;
}

const SHAPES = {
  scopa_offered: "M6 .8 11.6 11H.4Z",
  card_given_up: "M6 0 12 6 6 12 0 6Z",
  bad_spariglio: "M1 1H11V11H1Z",
};
const OTHER_SHAPE = "M6 .4A5.6 5.6 0 1 1 5.99 .4Z";

/** The outline of a flag's mark in a box of 12 by 12: each kind has its own shape. */
export function flagShape(code) {
  return SHAPES[code] ?? OTHER_SHAPE;
}

/** A flag's mark as inline SVG. */
export function flagMark(code) {
  return `<svg class="flag" viewBox="0 0 12 12" aria-hidden="true"><path d="${flagShape(code)}"/></svg>`;
}

/** An element from its tag, class and HTML. */
export function element(tag, className = "", html = "") {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (html) made.innerHTML = html;
  return made;
}
