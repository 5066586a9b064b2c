/* Geometry of the table: where every card, name and pile stands for a given size. Pure functions of numbers and of
   the position as it was sent: nothing here knows a rule. */

const RATIO = 1.6;
const PORTRAIT_BELOW = 560;

const between = (low, value, high) => Math.max(low, Math.min(value, high));

/** Which place each seat has, the given one at the bottom: play goes counter-clockwise, so the next sits on the right. */
export function placesOf(count, bottom) {
  const places = { 2: ["bottom", "top"], 3: ["bottom", "right", "left"], 4: ["bottom", "right", "top", "left"] }[count];
  return Array.from({ length: count }, (_, seat) => places[(seat - bottom + count) % count]);
}

/** Sizes and regions of a table of that many pixels. */
export function regionsOf(width, height, count, largestHand) {
  const portrait = width < PORTRAIT_BELOW;
  const margin = portrait ? 8 : 12;
  const crowded = largestHand > 4;
  const handHeight = portrait
    ? between(72, height * (crowded ? 0.185 : 0.215), 112)
    : between(76, height * 0.25, 150);
  const otherHeight = portrait
    ? between(46, height * (crowded ? 0.115 : 0.14), 70)
    : between(56, height * (crowded ? 0.15 : 0.18), 100);
  const card = { width: handHeight / RATIO, height: handHeight };
  const other = { width: otherHeight / RATIO, height: otherHeight };
  const corner = portrait ? 76 : between(96, width * 0.15, 150);
  const band = portrait ? otherHeight + 26 : 0;
  const columns = count > 2 ? other.width + margin + 10 : margin;
  const hand = { left: portrait ? margin : corner, right: portrait ? width - margin : width - corner, top: height - handHeight - margin };
  const hasTop = count !== 3;
  const top = margin + (hasTop || !portrait ? otherHeight + 16 : otherHeight);
  // The names on the left and on the right stand above their hands, at the height of the table's first row.
  const names = count > 2 ? 30 : 0;
  const zone = { left: columns, right: width - columns, top: top + names, bottom: hand.top - band - (portrait ? 8 : 14) };
  const pile = { width: other.width, height: otherHeight };
  return { width, height, portrait, margin, card, other, corner, band, hand, zone, pile, top };
}

/** The places of a row of cards between two edges, centred, overlapping where they must. */
function row(count, cardWidth, left, right, gap) {
  const room = right - left;
  const step = count > 1 ? Math.min(cardWidth + gap, (room - cardWidth) / (count - 1)) : 0;
  const first = left + (room - (cardWidth + step * (count - 1))) / 2;
  return { step, at: (index) => first + step * index, overlapping: step < cardWidth * 0.93 };
}

/** The hand of a seat: a list of {x, y, width, fanned}, in the order of its cards. */
export function handPlaces(regions, place, count) {
  const { margin, card, other, hand, portrait, width } = regions;
  if (place === "bottom") {
    const line = row(count, card.width, hand.left, hand.right, portrait ? 6 : 8);
    return Array.from({ length: count }, (_, i) => ({
      x: line.at(i), y: hand.top, width: card.width, fanned: line.overlapping, lift: [0, -10],
    }));
  }
  if (place === "top") {
    const line = row(count, other.width, regions.corner + 24, width - regions.corner - 24, 4);
    const step = Math.min(line.step, count > 4 ? other.width * 0.72 : other.width + 4);
    const first = (width - (other.width + step * (count - 1))) / 2;
    return Array.from({ length: count }, (_, i) => ({
      x: first + step * i, y: margin, width: other.width, fanned: step < other.width * 0.93, lift: [0, 8],
    }));
  }
  const room = columnOf(regions);
  const step = count > 1 ? Math.min(other.height * 0.36, (room.bottom - room.top - other.height) / (count - 1)) : 0;
  const total = other.height + step * (count - 1);
  const first = Math.min(regions.top + 30, Math.max(room.top, (room.top + room.bottom - total) / 2));
  const x = place === "left" ? margin : width - margin - other.width;
  return Array.from({ length: count }, (_, i) => ({
    x, y: first + step * i, width: other.width, fanned: false, lift: [place === "left" ? 8 : -8, 0],
  }));
}

/** Where the columns of hands on the left and on the right begin and end. */
export function columnOf(regions) {
  return { top: regions.top + 30, bottom: regions.hand.top - regions.band - 8 };
}

/** The cards on the table, in order, in as few rows as keeps them large. */
export function tablePlaces(regions, count, reserved) {
  if (!count) return [];
  const { zone, card, portrait } = regions;
  const gap = portrait ? 6 : 9;
  const room = { width: zone.right - zone.left - reserved, height: zone.bottom - zone.top };
  const sized = Math.max(count, 4);
  let best = { width: 0, rows: 1 };
  for (let rows = 1; rows <= 3; rows += 1) {
    const across = Math.ceil(sized / rows);
    const width = Math.min(
      card.width * (portrait ? 1 : 0.96),
      (room.width - gap * (across - 1)) / across,
      (room.height - gap * (rows - 1)) / rows / RATIO,
    );
    if (width > best.width + 0.5) best = { width, rows };
  }
  const across = Math.ceil(count / best.rows);
  const rows = Math.ceil(count / across);
  const height = best.width * RATIO;
  const firstY = (zone.top + zone.bottom - (rows * height + (rows - 1) * gap)) / 2;
  const middle = (zone.left + zone.right) / 2;
  return Array.from({ length: count }, (_, index) => {
    const line = Math.floor(index / across);
    const inLine = Math.min(across, count - line * across);
    const total = inLine * best.width + (inLine - 1) * gap;
    const left = Math.min(middle - total / 2, zone.right - reserved - total);
    return { x: left + (index - line * across) * (best.width + gap), y: firstY + line * (height + gap), width: best.width };
  });
}

/** How much of the table's width is kept free for the last capture. */
export function reservedWidth(regions) {
  return regions.portrait ? 0 : between(110, (regions.zone.right - regions.zone.left) * 0.26, 190);
}

/** The last capture: its cards fanned, and the frame around them. */
export function capturePlaces(regions, count) {
  const { portrait, zone, other, width, margin, hand, band } = regions;
  const cardWidth = portrait ? other.width : other.width * 1.12;
  const height = cardWidth * RATIO;
  const room = portrait ? width - 2 * margin - 190 : reservedWidth(regions) - 24;
  const step = count > 1 ? Math.min(cardWidth * 0.6, (room - cardWidth) / (count - 1)) : 0;
  const total = cardWidth + step * (count - 1);
  const middle = portrait ? width / 2 + 8 : zone.right - reservedWidth(regions) / 2;
  const y = portrait ? hand.top - band + 2 : (zone.top + zone.bottom - height) / 2 - 6;
  const x = middle - total / 2;
  return {
    cards: Array.from({ length: count }, (_, i) => ({ x: x + step * i, y, width: cardWidth })),
    frame: { x: x - 7, y: y - 7, width: total + 14, height: height + 14 },
  };
}

/** Where a side's pile lies: next to the seat that sits first of it. */
export function pilePlace(regions, place) {
  const { margin, pile, width, height, portrait, hand, band } = regions;
  const right = width - margin - pile.width;
  if (place === "bottom") {
    return portrait ? { x: right, y: hand.top - band + 2 } : { x: right, y: height - margin - pile.height - 18 };
  }
  return { x: place === "left" ? margin : right, y: margin };
}

/** Where the stock lies: in the corner that no pile and no hand uses. */
export function stockPlace(regions, count) {
  const { margin, other, width } = regions;
  return { x: count === 3 ? (width - other.width) / 2 : margin, y: margin };
}

/** Where a seat's name stands: the point, and which of its sides is anchored there. */
export function platePlace(regions, place, handCount) {
  const { margin, other, width, height, portrait, hand, band } = regions;
  if (place === "bottom") {
    return portrait
      ? { x: margin, y: hand.top - band + 14, anchor: "start" }
      : { x: margin, y: height - margin - 30, anchor: "start" };
  }
  if (place === "top") return { x: width / 2, y: handCount ? margin + other.height - 12 : margin, anchor: "middle" };
  const first = handCount ? handPlaces(regions, place, handCount)[0].y : columnOf(regions).top;
  const y = Math.max(columnOf(regions).top - 26, first - 26);
  return place === "left" ? { x: margin, y, anchor: "start" } : { x: width - margin, y, anchor: "end" };
}
