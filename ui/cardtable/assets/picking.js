/* The own hand as buttons: a card is chosen by click, tap, digit or Enter, then one of its captures where it has several. */

import { keyFor, PRESSABLE } from "./page.js";
import { chip, escape, partsOf, playChips } from "./speech.js";

export const DIGITS = "1234567890";

/** The texts of the `legal` plays that are made with a card. */
export const playsWith = (legal, code) => legal.filter((text) => partsOf(text).card === code);

/** Makes the cards of the hand buttons while it is `open` to be played from, the `chosen` one pressed; else pictures. */
export function markHand(cards, hand, chosen, open) {
  hand.forEach((code, index) => {
    const node = cards.get(code)?.node;
    if (!node) return;
    if (!open) {
      for (const name of ["data-pick", "data-digit", "tabindex", "aria-pressed"]) node.removeAttribute(name);
      node.setAttribute("role", "img");
      return;
    }
    node.dataset.pick = code;
    node.dataset.digit = DIGITS[index] ?? "";
    node.tabIndex = 0;
    node.setAttribute("role", "button");
    node.setAttribute("aria-pressed", String(chosen === code));
  });
}

/** The question what the chosen card takes, with a button a play. */
export function capturesBlock(say, legal, code, matta) {
  const buttons = playsWith(legal, code).map((each, index) =>
    `<button type="button" class="small" data-play="${escape(each)}"><kbd aria-hidden="true">${index + 1}</kbd> ${playChips(say, { ...partsOf(each), matta })}</button>`);
  return `<p>${escape(say("train.which"))} ${chip(say, code, matta)}</p><span class="captures">${buttons.join("")}</span>`;
}

/** The buttons that step back to earlier plays and forward again. */
export function historyBlock(say, canBack, canForward) {
  return (
    `<span class="steps"><button type="button" class="small" data-step="-1" ${canBack ? "" : "disabled"}>` +
    `<span aria-hidden="true">←</span> ${escape(say("train.before"))}</button>` +
    `<button type="button" class="small" data-step="1" ${canForward ? "" : "disabled"}><span aria-hidden="true">→</span> ${escape(say("train.after"))}</button></span>`
  );
}

/** What hears the keys that are meant for the table, as soon as it is `ready`: Enter and Space on a card of the hand pick
 * it, on a button they press it; the others `act`, and go no further where that returns true. */
export function hearing(root, ready, pick, act) {
  return (event) => {
    const key = ready() && keyFor(event, root);
    if (!key) return;
    const target = event.composedPath()[0];
    const entered = key === "Enter" || key === " ";
    const pickable = target.closest?.("[data-pick]");
    if (entered && pickable && root.contains(pickable)) {
      event.preventDefault();
      pick(pickable.dataset.pick);
      return;
    }
    if (entered && target.closest?.(PRESSABLE)) return;
    if (act(key)) event.preventDefault();
  };
}
