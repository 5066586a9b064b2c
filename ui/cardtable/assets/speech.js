/* Words and small marks: how cards and plays are written and spoken in the reader's language. */

export const SVG = "http://www.w3.org/2000/svg";
export const UNKNOWN = "??";

const TEXT_OF_PLAY = /^(..)(?:x([^#]*))?(#)?$/;
const ESCAPES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** Text made safe inside HTML: names and notes come from files. */
export function escape(text) {
  return String(text).replace(/[&<>"']/g, (sign) => ESCAPES[sign]);
}

/** A function from a message's key and parameters to its text; a missing message shows its key.
 *
 * It knows the cards that are shown, too: `design` has the drawings' names and indices, `french` says whose names the
 * suits have, `matta` is the wild card's code. */
export function speaker(words, cards, design, matta) {
  const say = (key, parameters = {}) =>
    (words[key] ?? key).replace(/\{(\w+)\}/g, (whole, name) => parameters[name] ?? whole);
  return Object.assign(say, { design, french: cards === "french", matta });
}

/** The parts of a play's text: its card, what it takes, whether it is a scopa. */
export function partsOf(text) {
  const found = TEXT_OF_PLAY.exec(text);
  if (!found) return null;
  return { card: found[1], taken: found[2] ? found[2].split("+") : [], scopa: Boolean(found[3]) };
}

/** The name of a suit, as the cards shown have it. */
export function suitName(say, suit) {
  return say(say.french ? `suit.${suit}.french` : `suit.${suit}`);
}

/** A card's name in words: "sette di denari"; with `worth`, the number that the wild card stands for. */
export function cardName(say, code, worth = null) {
  if (code === UNKNOWN) return say("table.unknown");
  const rank = say(say.french && code[0] === "Q" ? "rank.queen" : `rank.${code[0]}`);
  const card = say("card", { rank, suit: suitName(say, code[1]) });
  return worth && code === say.matta ? say("card.worth", { card, value: worth }) : card;
}

/** A play in words: "asso di coppe prende asso di spade, scopa". */
export function playName(say, play) {
  const card = cardName(say, play.card, play.matta);
  if (!play.taken.length) return say("play.lays", { card });
  const taken = play.taken.map((code) => cardName(say, code, play.matta)).join(", ");
  const made = say(play.scopa ? "play.scopa" : "play.takes", { card, taken });
  return [made, ...(play.events ?? []).map((name) => say(`event.${name}`))].join(", ");
}

/** A knock in words: "accusa carte basse: +3"; as advice "accusare carte basse: +3". */
export function knockName(say, knock, advice = false) {
  const facts = { what: say(`declare.${knock.what}`), points: knock.points };
  const name = say(advice ? "declare.better" : "declare.made", facts);
  return knock.matta ? `${name}; ${cardName(say, say.matta, knock.matta)}` : name;
}

/** A knock as a small badge: its mark, name and points, and the number of the wild card. */
export function knockBadge(say, knock, advice = false) {
  const facts = { what: say(`declare.${knock.what}`), points: knock.points };
  const text = say(advice ? "declare.better" : "declare.made", facts);
  const matta = knock.matta ? ` ${chip(say, say.matta, knock.matta)}` : "";
  return (
    `<span class="knock"><span aria-hidden="true">${markOf("knock")} ${escape(text)}${matta}</span>` +
    `<span class="spoken">${escape(knockName(say, knock, advice))}</span></span>`
  );
}

/** Points as people write them: halves as ½. */
export function pointsText(value) {
  const whole = Math.trunc(Math.abs(value));
  const half = Number.isInteger(value) ? "" : "½";
  return `${value < 0 ? "−" : ""}${whole || !half ? whole : ""}${half}`;
}

/** A card as a small chip: index and suit, and the wild card's number; hidden from assistive technology, which gets
 * the name instead. */
export function chip(say, code, worth = null) {
  if (code === UNKNOWN) return `<span class="chip" aria-hidden="true"><b>?</b></span>`;
  const value = worth && code === say.matta ? `<em>=${worth}</em>` : "";
  return (
    `<span class="chip suit-${code[1]}" aria-hidden="true"><b>${say.design.indices[code[0]]}</b>` +
    `<svg viewBox="0 0 40 40"><use href="#${say.design.name}-suit-${code[1]}"/></svg>${value}</span>`
  );
}

/** A play as chips, with its words for assistive technology. */
export function playChips(say, play) {
  const taken = play.taken.map((code) => chip(say, code, play.matta)).join("");
  const takes = taken ? `<span class="times" aria-hidden="true">×</span>${taken}` : "";
  const scopa = play.scopa ? '<span class="star" aria-hidden="true">★</span>' : "";
  const events = (play.events ?? []).map((name) => `<span title="${escape(say(`event.${name}`))}">${markOf(name)}</span>`).join("");
  return `${chip(say, play.card, play.matta)}${takes}${scopa}${events}<span class="spoken">${escape(playName(say, play))}</span>`;
}

const WRITTEN = /\b[A2-9TJQK][DCBS](?:x[A2-9TJQK][DCBS](?:\+[A2-9TJQK][DCBS])*)?#?(?!\w)/g;

/** A sentence in which cards and plays, as the notation writes them, are shown as chips; `matta` is the number that
 * the wild card stands for. */
export function sentenceChips(say, text, matta = null) {
  return escape(text).replace(WRITTEN, (written) => `<span class="inline">${playChips(say, { ...partsOf(written), matta })}</span>`);
}

const SHAPES = {
  scopa_offered: "M6 .8 11.6 11H.4Z",
  card_given_up: "M6 0 12 6 6 12 0 6Z",
  bad_spariglio: "M1 1H11V11H1Z",
  knock_forgotten: "M.4 1H11.6L6 11.2Z",
};
const OTHER_SHAPE = "M6 .4A5.6 5.6 0 1 1 5.99 .4Z";

/** The outline of a flag's mark in a box of 12 by 12: each kind has its own shape. */
export function flagShape(code) {
  return SHAPES[code] ?? OTHER_SHAPE;
}

/** The sign of a verdict's class (?!, ?, ??) with its name for assistive technology; nothing where there is none. */
export function classMark(verdict) {
  if (!verdict?.grade) return "";
  return `<span class="grade ${verdict.grade}"><span aria-hidden="true">${verdict.glyph}</span><span class="spoken">${escape(verdict.name)}</span></span>`;
}

/** A flag's mark as inline SVG. */
export function flagMark(code) {
  return `<svg class="flag" viewBox="0 0 12 12" aria-hidden="true"><path d="${flagShape(code)}"/></svg>`;
}

const MARKS = {
  knock: "M0 6A6 6 0 0 1 6 0V2.6A3.4 3.4 0 0 0 2.6 6ZM6 4.2A1.8 1.8 0 1 1 5.99 4.2ZM12 6A6 6 0 0 1 6 12V9.4A3.4 3.4 0 0 0 9.4 6Z",
  picca: "M6 0 9.6 5.6 7.2 5.2V12H4.8V5.2L2.4 5.6Z",
  simile: "M.5 2H11.5V5H.5ZM.5 7H11.5V10H.5Z",
  quadriglia: "M.5 .5H5V5H.5ZM7 .5H11.5V5H7ZM.5 7H5V11.5H.5ZM7 7H11.5V11.5H7Z",
};

/** The mark of a knock or of a bonus, as inline SVG: each has its own shape. */
export function markOf(name) {
  return `<svg class="mark" viewBox="0 0 12 12" aria-hidden="true"><path d="${MARKS[name]}"/></svg>`;
}

/** An element from its tag, class and HTML. */
export function element(tag, className = "", html = "") {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (html) made.innerHTML = html;
  return made;
}
