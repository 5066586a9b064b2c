/* What the page around a table says: its theme, the suits chosen before, which keys are meant for something else. */

export const KINDS = ["italian", "french"];
export const REMEMBERED = "settebello.cards";
export const TYPING = "input, textarea, select, [contenteditable=''], [contenteditable=true], [role=textbox], [role=combobox], [role=listbox], [role=tab], [role=radio], [role=menuitem], [role=option]";
export const PRESSABLE = "button, a, summary, [role=button]";

/** The suits that the address asks for, else those that the reader chose before; null: neither. */
export function askedCards() {
  let kind = new URL(window.location.href).searchParams.get("cards");
  try {
    kind ??= window.localStorage.getItem(REMEMBERED);
  } catch {
    // A browser that keeps nothing: the deal's own cards.
  }
  return KINDS.includes(kind) ? kind : null;
}

/** Whether the theme of the page around `root` is dark. */
export function isDark(root) {
  const colour = getComputedStyle(root).getPropertyValue("--st-background-color").trim();
  const canvas = document.createElement("canvas").getContext("2d");
  canvas.fillStyle = colour || "#fff";
  const [red, green, blue] = canvas.fillStyle.match(/[0-9a-f]{2}/gi).slice(0, 3).map((part) => parseInt(part, 16));
  return 0.299 * red + 0.587 * green + 0.114 * blue < 128;
}
