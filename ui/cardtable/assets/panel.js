/* What is known of the play that is made from the shown position: its verdict, the better play, all that was legal. */

import {
  chip, element, escape, flagMark, knockBadge, markOf, partsOf, playChips, sentenceChips,
} from "./speech.js";
import { atOnce } from "./standing.js";

/** Builds the panel; gives `render(view)`; `jump(ply)` is called from the summary at the end, `saveNote({ply, text})`
 * from the form of a note, which is there when the data has `can_note`. */
export function buildPanel(root, data, say, { jump, saveNote }) {
  let view = null;
  const content = element("div", "scroll");
  content.tabIndex = 0;
  content.setAttribute("role", "region");
  content.setAttribute("aria-label", say("panel.label"));
  root.append(content);
  content.addEventListener("click", (event) => {
    const target = event.target.closest("[data-ply]");
    if (target) jump(Number(target.dataset.ply));
    if (event.target.closest("[data-note]")) editNote();
  });

  function render(next) {
    view = next;
    const play = data.plays[view.ply];
    content.innerHTML = play ? playPanel(play, view) : endPanel(view);
    content.scrollTop = 0;
  }

  function playPanel(play, view) {
    const scopa = play.scopa ? `<span class="tag scopa"><span aria-hidden="true">★</span> ${escape(say("table.scopa"))}</span>` : "";
    const events = play.events.map((name) => `<span class="tag scopa">${markOf(name)} ${escape(say(`event.${name}`))}</span>`).join("");
    const forced = play.forced ? `<span class="tag">${escape(say("play.forced"))}</span>` : "";
    const declared = play.declaration ? `<p class="declared">${knockBadge(say, play.declaration)}</p>` : "";
    const note = play.note ? `<p class="note"><strong>${escape(say("play.note"))}</strong> ${escape(play.note)}</p>` : "";
    const write = data.can_note ? `<button type="button" class="small" data-note>✎ ${escape(say(play.note ? "note.edit" : "note.add"))}</button>` : "";
    const flags = view.verdicts ? play.flags.map((flag) => flagBlock(play, flag)).join("") : "";
    const hidden = view.verdicts ? "" : `<p class="quiet">${escape(say("panel.hidden"))}</p>`;
    return (
      `<h2><span class="number">${view.ply + 1}</span> ${escape(data.players[play.seat])} <span class="made">${playChips(say, play)}</span>` +
      `<code>${escape(play.text)}</code>${scopa}${events}${forced}</h2>${declared}${flags}${hidden}<div class="note-place">${note}</div>${offeredBlock(play, view)}${legalBlock(play, view)}<p class="write">${write}</p>`
    );
  }

  function flagBlock(play, flag) {
    const better = flag.better && partsOf(flag.better);
    const shown = better ? playChips(say, { ...better, matta: play.matta }) : flag.knock ? knockBadge(say, flag.knock, true) : "";
    const instead = shown
      ? `<p class="better"><strong>${escape(say("panel.better"))}</strong> <span class="made">${shown}</span></p>`
      : "";
    return `<div class="verdict"><h3>${flagMark(flag.code)} ${escape(flag.name)}</h3><p>${sentenceChips(say, flag.reason[say.french ? "french" : "italian"], flag.knock ? flag.knock.matta : play.matta)}</p>${instead}</div>`;
  }

  /** The knocks that might be made before this play, as choices beside its legal plays. */
  function offeredBlock(play, view) {
    if (!play.offered.length) return "";
    const same = (one, other) => one && other && one.what === other.what && one.matta === other.matta;
    const items = play.offered.map((knock) => {
      const better = view.verdicts && play.flags.some((flag) => same(flag.knock, knock));
      const kind = same(play.declaration, knock) ? "is-made" : better ? "is-better" : "";
      const word = kind ? `<em>${escape(say(kind === "is-made" ? "panel.declared" : "panel.better_short"))}</em>` : "";
      return `<li class="${kind}">${knockBadge(say, knock, true)}${word}</li>`;
    });
    return `<h3 class="quiet">${escape(say("panel.offered", { count: play.offered.length }))}</h3><ul class="legal">${items.join("")}</ul>`;
  }

  function legalBlock(play, view) {
    if (!play.legal.length) return "";
    const better = new Set(view.verdicts ? play.flags.map((flag) => flag.better) : []);
    const made = play.text;
    const items = play.legal.map((text) => {
      const parts = partsOf(text);
      const chips = parts ? playChips(say, { ...parts, matta: play.matta }) : `${chip(say, "??")}${escape(text)}`;
      const kind = text === made ? "is-made" : better.has(text) ? "is-better" : "";
      const word = kind ? `<em>${escape(say(kind === "is-made" ? "panel.made" : "panel.better_short"))}</em>` : "";
      return `<li class="${kind}">${chips}${word}</li>`;
    });
    return `<h3 class="quiet">${escape(say("panel.legal", { count: play.legal.length }))}</h3><ul class="legal">${items.join("")}</ul>`;
  }

  function editNote() {
    const { ply } = view;
    const form = element("form", "note-form");
    form.innerHTML =
      `<label class="spoken" for="note-text">${escape(say("play.note"))}</label><textarea id="note-text" rows="3" maxlength="2000"></textarea>` +
      `<div><button class="small">${escape(say("note.save"))}</button><button type="button" class="small" data-cancel>${escape(say("note.cancel"))}</button></div>`;
    const field = form.querySelector("textarea");
    field.value = data.plays[ply].note;
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      saveNote({ ply, text: field.value.trim() });
    });
    form.querySelector("[data-cancel]").addEventListener("click", () => render(view));
    content.querySelector(".note-place").replaceChildren(form);
    content.querySelector(".write").hidden = true;
    field.focus();
  }

  function endPanel(view) {
    const left = data.leftovers?.cards.length
      ? `<p>${escape(say("end.leftovers", { name: data.side_names[data.leftovers.side] }))} ${data.leftovers.cards.map((code) => chip(say, code)).join("")}</p>`
      : "";
    const ended = (data.ended ? `<p>${escape(data.ended)}</p>` : "") + atOnce(data, say);
    const flagged = data.plays.map((play, ply) => ({ play, ply })).filter(({ play }) => play.flags.length);
    const items = flagged.map(({ play, ply }) =>
      `<li><button type="button" class="play" data-ply="${ply}"><span class="number">${ply + 1}</span> ${escape(data.players[play.seat])} ${playChips(say, play)}` +
      ` ${play.flags.map((flag) => `${flagMark(flag.code)} ${escape(flag.name)}`).join(", ")}</button></li>`);
    const list = !view.verdicts
      ? `<p class="quiet">${escape(say("panel.hidden"))}</p>`
      : items.length
        ? `<h3 class="quiet">${escape(say("end.flagged", { count: items.length }))}</h3><ul class="summary">${items.join("")}</ul>`
        : `<p class="quiet">${escape(say("plays.none"))}</p>`;
    return `<h2>${escape(say(data.points ? "end.finished" : "end.unfinished"))}</h2>${left}${ended}${list}`;
  }

  return { render };
}
