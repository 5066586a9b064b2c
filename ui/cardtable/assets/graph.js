/* The deal by ply: the table's total as bars, one running count a side as lines, flags and new cards as marks. */

import { element, escape, flagShape, SVG } from "./speech.js";
import { countName } from "./standing.js";

const SIDES = { left: 26, right: 14, top: 17, bottom: 16, between: 8 };
const BARS_SHARE = 0.32;
const INSET = 10;

/** Builds the graph; gives `render(view)` and `resize()`; `jump(ply)` is called on click and drag. */
export function buildGraph(root, data, say, jump) {
  let series = data.review ? "expected" : "carte";
  let view = null;
  let scale = null;
  const head = element("div", "bar");
  const tabs = element("div", "tabs");
  tabs.setAttribute("role", "group");
  tabs.setAttribute("aria-label", say("graph.choose"));
  const names = data.review ? ["expected", ...data.counts] : data.counts;
  const buttons = names.map((name) => {
    const label = name === "expected" ? say("graph.expected") : countName(data, say, name);
    const button = element("button", "tab", escape(label));
    button.type = "button";
    button.addEventListener("click", () => {
      series = name;
      draw();
    });
    tabs.append(button);
    return button;
  });
  const legend = element(
    "div", "legend",
    data.side_names.map((name, side) => `<span><i class="line side-${side}" aria-hidden="true"></i>${escape(name)}</span>`).join(""),
  );
  head.append(tabs, legend);
  const plot = element("div", "plot");
  plot.tabIndex = 0;
  plot.setAttribute("role", "slider");
  plot.setAttribute("aria-label", say("graph.label"));
  plot.setAttribute("aria-valuemin", "0");
  plot.setAttribute("aria-valuemax", String(data.plays.length));
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("aria-hidden", "true");
  plot.append(svg);
  root.append(head, plot);

  const plyAt = (event) => {
    const box = plot.getBoundingClientRect();
    const share = (event.clientX - box.left - SIDES.left - INSET) / (box.width - SIDES.left - SIDES.right - INSET);
    return Math.max(0, Math.min(data.plays.length, Math.round(share * data.plays.length)));
  };
  plot.addEventListener("pointerdown", (event) => {
    if (event.button) return;
    plot.setPointerCapture(event.pointerId);
    jump(plyAt(event));
  });
  plot.addEventListener("pointermove", (event) => {
    if (plot.hasPointerCapture(event.pointerId)) jump(plyAt(event));
  });

  function draw() {
    const width = plot.clientWidth;
    const height = plot.clientHeight;
    if (!width || !height || !view) return;
    buttons.forEach((button, index) => button.setAttribute("aria-pressed", String(names[index] === series)));
    const inner = height - SIDES.top - SIDES.bottom - SIDES.between;
    const plies = data.plays.length;
    const x = (ply) => SIDES.left + INSET + ((width - SIDES.left - SIDES.right - INSET) * ply) / Math.max(1, plies);
    if (!view.verdicts && series === "expected") series = "carte";
    if (data.review) buttons[0].disabled = !view.verdicts;
    if (series === "expected") {
      drawExpected(x, width, height, plies);
      return;
    }
    const values = data.side_names.map((_, side) => data.positions.map((position) => position.piles[side][series] ?? 0));
    const lines = axis(Math.max(1, ...values.flat()), SIDES.top, SIDES.top + inner * (1 - BARS_SHARE));
    const bars = axis(Math.max(1, ...data.positions.map((position) => position.total)), lines.bottom + SIDES.between, height - SIDES.bottom);
    scale = { x, lines, bars, values, height };
    svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    svg.innerHTML =
      grid(lines, width) + grid(bars, width) + packets(x, height) + totals(x, bars, width) +
      `<text class="axis" x="${SIDES.left + 3}" y="${bars.top + 8}">${escape(say("graph.total"))}</text>` +
      paths(values, x, lines) + scopas(values, x, lines) + ticks(x, plies, height) +
      `<g class="flags">${flags(x)}</g><g class="cursor"><path d="M0 ${SIDES.top - 8}V${height - SIDES.bottom}"/>` +
      `${values.map((_, side) => `<circle class="side-${side}" r="4.5"/>`).join("")}<text y="${height - 4}"></text></g>`;
    point();
  }

  /** What the side of the point of view expects after each judged play, with its interval; mistakes as marks: filled and
   * large where the cards punished them, hollow and small where not. */
  function drawExpected(x, width, height, plies) {
    const own = data.sides[view.seat];
    const curve = data.review.curves[own];
    const ends = curve.flatMap((point) => [point.low, point.high, 0]);
    const [low, high] = [Math.floor(Math.min(...ends)), Math.ceil(Math.max(...ends, 1))];
    const top = SIDES.top;
    const bottom = height - SIDES.bottom;
    const y = (value) => bottom - ((bottom - top) * (value - low)) / (high - low);
    const at = (ply) => curve.findLast((point) => point.ply <= ply) ?? curve[0];
    /** The height of the line at a ply: between two judged plays it is drawn straight. */
    const between = (ply) => {
      const from = at(ply);
      const to = curve.find((point) => point.ply > ply);
      if (!from || !to || from.ply >= ply) return from?.value ?? 0;
      return from.value + ((to.value - from.value) * (ply - from.ply)) / (to.ply - from.ply);
    };
    const band = [...curve.map((point) => `${x(point.ply).toFixed(1)} ${y(point.high).toFixed(1)}`),
      ...[...curve].reverse().map((point) => `${x(point.ply).toFixed(1)} ${y(point.low).toFixed(1)}`)];
    const levels = [...new Set([low, 0, high])].map((value) =>
      `<path class="grid" d="M${SIDES.left} ${y(value)}H${width - SIDES.right}"/>` +
      `<text class="axis" text-anchor="end" x="${SIDES.left - 5}" y="${y(value) + 4}">${value < 0 ? "−" : ""}${Math.abs(value)}</text>`).join("");
    const line = curve.map((point, index) => `${index ? "L" : "M"}${x(point.ply).toFixed(1)} ${y(point.value).toFixed(1)}`).join("");
    const stars = data.plays.map((play, ply) => (play.scopa && at(ply + 1)
      ? `<text class="star side-${data.sides[play.seat]}" text-anchor="middle" x="${x(ply + 1)}" y="${top - 4}">★</text>` : "")).join("");
    const marks = data.plays.map((play, ply) => {
      const point = at(ply + 1);
      if (!play.verdict?.grade || !point) return "";
      const size = play.verdict.punished ? 6 : 3.5;
      const [cx, cy] = [x(ply + 1), y(point.value)];
      const title = `${ply + 1}. ${data.players[play.seat]}: ${play.verdict.name}, ${play.verdict.loss_short}`;
      return `<path class="fault ${play.verdict.punished ? "punished" : ""}" d="M${cx} ${cy - size}L${cx + size} ${cy}L${cx} ${cy + size}L${cx - size} ${cy}Z"><title>${escape(title)}</title></path>`;
    }).join("");
    scale = {
      x, height, expected: at, y: (ply) => y(between(ply)),
    };
    svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    svg.innerHTML =
      levels + packets(x, height) + (curve.length ? `<path class="band side-${own}" d="M${band.join("L")}Z"/><path class="series side-${own}" d="${line}"/>` : "") +
      stars + ticks(x, plies, height) + `<g class="faults">${marks}</g><g class="cursor"><path d="M0 ${top - 8}V${bottom}"/><circle class="side-${own}" r="4.5"/><text y="${height - 4}"></text></g>`;
    point();
  }

  function grid(scaleOf, width) {
    return [0, scaleOf.max].map((value, index) =>
      `<path class="grid" d="M${SIDES.left} ${scaleOf.y(value)}H${width - SIDES.right}"/>` +
      `<text class="axis" text-anchor="end" x="${SIDES.left - 5}" y="${scaleOf.y(value) + (index ? 8 : 0)}">${value}</text>`).join("");
  }

  function totals(x, bars, width) {
    const wide = Math.max(2, ((width - SIDES.left - SIDES.right) / Math.max(1, data.plays.length)) * 0.66);
    return data.positions.map((position, ply) =>
      `<rect class="total" x="${(x(ply) - wide / 2).toFixed(1)}" width="${wide.toFixed(1)}" y="${bars.y(position.total).toFixed(1)}" height="${(bars.bottom - bars.y(position.total)).toFixed(1)}"/>`).join("");
  }

  function packets(x, height) {
    return data.positions.map((position, ply) =>
      position.packet ? `<path class="fresh" d="M${x(ply)} ${SIDES.top - 4}V${height - SIDES.bottom}"/>` : "").join("");
  }

  function paths(values, x, lines) {
    return values.map((line, side) => {
      const steps = line.map((value, ply) => (ply ? `H${x(ply).toFixed(1)}V${lines.y(value).toFixed(1)}` : `M${x(0)} ${lines.y(value)}`));
      return `<path class="series side-${side}" d="${steps.join("")}"/>`;
    }).join("");
  }

  function scopas(values, x, lines) {
    return data.plays.map((play, ply) => {
      if (!play.scopa) return "";
      const y = lines.y(values[data.sides[play.seat]][ply + 1]);
      return `<text class="star side-${data.sides[play.seat]}" text-anchor="middle" x="${x(ply + 1)}" y="${y + 4}">★</text>`;
    }).join("");
  }

  function ticks(x, plies, height) {
    const every = plies > 24 ? 6 : 4;
    const marks = [];
    for (let ply = 0; ply <= plies; ply += every) {
      marks.push(`<text class="axis tick" data-ply="${ply}" text-anchor="middle" x="${x(ply)}" y="${height - 4}">${ply}</text>`);
    }
    return marks.join("");
  }

  function flags(x) {
    return data.plays.map((play, ply) => play.flags.map((flag, index) =>
      `<path transform="translate(${x(ply) - 6} ${1 + index * 8})" d="${flagShape(flag.code)}"><title>${escape(`${ply + 1}. ${data.players[play.seat]}: ${flag.name}`)}</title></path>`).join("")).join("");
  }

  /** Moves the cursor: all that a step changes here. */
  function point() {
    if (!scale) return;
    const { ply } = view;
    const cursor = svg.querySelector(".cursor");
    cursor.setAttribute("transform", `translate(${scale.x(ply)} 0)`);
    if (scale.expected) cursor.children[1].setAttribute("cy", scale.y(ply));
    else scale.values.forEach((line, side) => cursor.children[side + 1].setAttribute("cy", scale.lines.y(line[ply])));
    cursor.lastChild.textContent = ply;
    for (const tick of svg.querySelectorAll(".tick")) {
      tick.classList.toggle("hidden", Math.abs(scale.x(tick.dataset.ply) - scale.x(ply)) < 18);
    }
    svg.classList.toggle("hide-flags", !view.verdicts);
    plot.setAttribute("aria-valuenow", String(ply));
    if (scale.expected) {
      const told = scale.expected(ply);
      plot.setAttribute("aria-valuetext", `${say("play.position", { ply, plays: data.plays.length })}${told ? `, ${say("graph.expected")} ${told.text}` : ""}`);
      return;
    }
    const counts = data.side_names.map((name, side) => `${name} ${scale.values[side][ply]}`).join(", ");
    plot.setAttribute("aria-valuetext", `${say("play.position", { ply, plays: data.plays.length })}, ${counts}`);
  }

  return {
    render(next) {
      const redraw = !scale || (view && (view.seat !== next.seat || view.verdicts !== next.verdicts));
      view = { ...next };
      if (redraw) draw();
      else point();
    },
    resize: draw,
  };
}

/** A vertical scale from 0 to a value, between two heights. */
function axis(max, top, bottom) {
  return { max, top, bottom, y: (value) => bottom - ((bottom - top) * value) / max };
}
