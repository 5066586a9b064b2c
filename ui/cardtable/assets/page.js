/* What the page around a table says: its theme, the suits chosen before, which keys are meant for something else; and
 * how a table comes into it and goes. */

export const KINDS = ["italian", "french"];
export const REMEMBERED = "settebello.cards";
const TYPING = "input, textarea, select, [contenteditable=''], [contenteditable=true], [role=textbox], [role=combobox], [role=listbox], [role=tab], [role=radio], [role=menuitem], [role=option]";
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

/** What Streamlit calls when a component appears and whenever its data or the theme changes: `create(parent)` makes the
 * table once, with `update(data, tell)` and `remove()`. */
export function mounting(create) {
  const mounted = new WeakMap();
  return ({ parentElement, data, setTriggerValue }) => {
    let table = mounted.get(parentElement);
    if (!table) {
      table = create(parentElement);
      mounted.set(parentElement, table);
    }
    table.update(data, setTriggerValue);
    return () => {
      table.remove();
      mounted.delete(parentElement);
    };
  };
}

/** The key of an event that is meant for the table: not for a field, not with a modifier, not while the table is out of
 * sight; null: it is not. */
export function keyFor(event, root) {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || !root.clientWidth) return null;
  if (event.composedPath()[0].closest?.(TYPING)) return null;
  return event.key.length === 1 ? event.key.toLowerCase() : event.key;
}

/** The deal as it would have gone on from a ply with another line: its plays and the positions after them. */
export function dealWithLine(data, ply, { plays, positions }) {
  return {
    ...data,
    positions: [...data.positions.slice(0, ply + 1), ...positions],
    plays: [...data.plays.slice(0, ply), ...plays],
    leftovers: null,
  };
}
