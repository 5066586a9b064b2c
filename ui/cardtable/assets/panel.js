/* What is known of the play that is made from the shown position: its verdict, the better play, all that was legal. */

import {
  chip, classMark, element, escape, flagMark, knockBadge, markOf, partsOf, playChips, sentenceChips,
} from "./speech.js";
import { atOnce, pointsName } from "./standing.js";

/** Builds the panel; gives `render(view)`; `jump(ply)` is called from the summary at the end, `saveNote({ply, text})`
 * from the form of a note, which is there when the data has `can_note`. */
export function buildPanel(root, data, say, { jump, act, saveNote }) {
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
    const action = event.target.closest("[data-act]");
    if (action) act(action.dataset.act);
  });

  function render(next) {
    view = next;
    const play = data.plays[view.ply];
    content.innerHTML = view.line ? linePanel(play, view) : play ? playPanel(play, view) : endPanel(view);
    content.scrollTop = 0;
  }

  function playPanel(play, view) {
    const scopa = play.scopa ? `<span class="tag scopa"><span aria-hidden="true">★</span> ${escape(say("table.scopa"))}</span>` : "";
    const events = play.events.map((name) => `<span class="tag scopa">${markOf(name)} ${escape(say(`event.${name}`))}</span>`).join("");
    const forced = play.forced ? `<span class="tag">${escape(say("play.forced"))}</span>` : "";
    const declared = play.declaration ? `<p class="declared">${knockBadge(say, play.declaration)}</p>` : "";
    const note = play.note ? `<p class="note"><strong>${escape(say("play.note"))}</strong> ${escape(play.note)}</p>` : "";
    const write = data.can_note ? `<button type="button" class="small" data-note>✎ ${escape(say(play.note ? "note.edit" : "note.add"))}</button>` : "";
    const cost = view.verdicts && play.verdict ? verdictBlock(play) : "";
    const table = view.verdicts && play.verdict ? candidatesBlock(data, say, play) : "";
    const flags = play.flags.filter((flag) => view.verdicts && flag.told).map((flag) => flagBlock(play, flag)).join("");
    const hidden = view.verdicts ? "" : `<p class="quiet">${escape(say("panel.hidden"))}</p>`;
    return (
      `<h2><span class="number">${view.ply + 1}</span> ${escape(data.players[play.seat])} <span class="made">${playChips(say, play)}</span>` +
      `<code>${escape(play.text)}</code>${scopa}${events}${forced}</h2>${declared}${cost}${flags}${hidden}<div class="note-place">${note}</div>${offeredBlock(play, view)}${table || legalBlock(play, view)}<p class="write">${write}</p>`
    );
  }

  /** What the play cost, what was better and why the two differ, then hindsight beside it. */
  function verdictBlock(play) {
    const { verdict } = play;
    const name = verdict.grade ? `<h3>${classMark(verdict)} ${escape(verdict.name)}</h3>` : "";
    const split = verdict.split.length && verdict.best
      ? `<p class="split">${verdict.split.map(([key, text]) => `${escape(pointsName(data, say, key))} <b>${escape(text)}</b>`).join(" · ")}</p>`
      : "";
    const button = verdict.line
      ? ` <button type="button" class="small" data-act="line" title="${escape(say("help.line"))} (L)">▶ ${escape(say("line.show"))}</button>`
      : "";
    const better = verdict.best
      ? `<p class="better"><strong>${escape(say("panel.better"))}</strong> <span class="made">${playChips(say, { ...partsOf(verdict.best), matta: play.matta })}</span>${button}</p>`
      : "";
    const hindsight = verdict.hindsight ? `<p class="hindsight">${sentenceChips(say, verdict.hindsight, play.matta)}</p>` : "";
    const why = verdict.why[say.french ? "french" : "italian"].map((text) => `<p class="why">${sentenceChips(say, text, play.matta)}</p>`).join("");
    const cost = verdict.best ? `<p>${escape(verdict.loss_text)}</p>` : "";
    return `<div class="verdict cost ${verdict.grade ?? "good"}">${name}${cost}${split}${better}${why}<p>${escape(verdict.kind_text)}</p>${hindsight}</div>`;
  }

  /** The line on the table: its moves, the one shown last marked, and the way back to the game. */
  function linePanel(play, view) {
    const moves = play.verdict.line.plays.map((move, index) =>
      `<li class="${index + 1 === view.line.step ? "is-made" : ""}">${escape(data.players[move.seat])} ${playChips(say, move)}</li>`);
    return (
      `<h2>${escape(say("line.title"))}</h2><p class="quiet">${escape(say("line.about"))}</p><ol class="legal">${moves.join("")}</ol>` +
      `<p class="write"><button type="button" class="small" data-act="leave" title="${escape(say("help.leave"))} (${escape(say("key.escape"))})">↩ ${escape(say("line.back"))}</button></p>`
    );
  }

  function flagBlock(play, flag) {
    const better = flag.better && partsOf(flag.better);
    const shown = better ? playChips(say, { ...better, matta: play.matta }) : flag.knock ? knockBadge(say, flag.knock, true) : "";
    const instead = shown
      ? `<p class="better"><strong>${escape(say("panel.better"))}</strong> <span class="made">${shown}</span></p>`
      : "";
    const cost = flag.cost ? `<p class="measured">${sentenceChips(say, flag.cost, play.matta)}</p>` : "";
    return `<div class="verdict"><h3>${flagMark(flag.code)} ${escape(flag.name)}</h3><p>${sentenceChips(say, flag.reason[say.french ? "french" : "italian"], flag.knock ? flag.knock.matta : play.matta)}</p>${instead}${cost}</div>`;
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
    const flagged = data.plays.map((play, ply) => ({ play, ply })).filter(({ play }) => play.mistake);
    const items = flagged.map(({ play, ply }) =>
      `<li><button type="button" class="play" data-ply="${ply}"><span class="number">${ply + 1}</span> ${escape(data.players[play.seat])} ${playChips(say, play)}` +
      ` ${classMark(play.verdict)} ${play.flags.map((flag) => `${flagMark(flag.code)} ${escape(flag.name)}`).join(", ")}</button></li>`);
    const list = !view.verdicts
      ? `<p class="quiet">${escape(say("panel.hidden"))}</p>`
      : items.length
        ? `<h3 class="quiet">${escape(say(data.review ? "plays.mistakes" : "end.flagged", { count: items.length }))}</h3><ul class="summary">${items.join("")}</ul>`
        : `<p class="quiet">${escape(say(data.review ? "summary.no_mistakes" : "plays.none"))}</p>`;
    return `<h2>${escape(say(data.points ? "end.finished" : "end.unfinished"))}</h2>${left}${ended}${list}`;
  }

  return { render };
}

/** All legal plays with what they were worth, the best first. */
export function candidatesBlock(data, say, play) {
  const found = [...play.verdict.candidates].sort((one, other) => Number(other.best) - Number(one.best) || one.order - other.order);
  const wins = found.some((each) => each.win !== null);
  const open = found.some((each) => each.open !== null);
  const head = (name) => `<th scope="col"${name === "split" ? ' class="split"' : ""}>${escape(say(`candidates.${name}`))}</th>`;
  const rows = found.map((each) => {
    const word = each.made ? say("panel.made") : each.best ? say("panel.better_short") : "";
    const split = each.split.map(([key, text]) => `${escape(pointsName(data, say, key))} ${escape(text)}`).join(", ");
    return (
      `<tr class="${each.made ? "is-made" : ""}${each.best ? " is-better" : ""}"><th scope="row">${playChips(say, { ...partsOf(each.play), matta: play.matta })}` +
      `${word ? ` <em>${escape(word)}</em>` : ""}</th><td>${escape(each.loss)}</td><td>${escape(each.value)}</td>` +
      `${wins ? `<td>${escape(each.win ?? "–")}</td>` : ""}${open ? `<td>${escape(each.open ?? "–")}</td>` : ""}<td class="split">${split}</td></tr>`
    );
  });
  return (
    `<h3 class="quiet">${escape(say("candidates.title"))}</h3><table class="candidates"><thead><tr>${head("play")}${head("loss")}${head("value")}` +
    `${wins ? head("win") : ""}${open ? head("open") : ""}${head("split")}</tr></thead><tbody>${rows.join("")}</tbody></table>` +
    `${found.some((each) => each.about) ? `<p class="quiet">${escape(say("candidates.about"))}</p>` : ""}`
  );
}
