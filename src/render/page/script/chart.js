"use strict";

// Lines over an axis, drawn as vectors. Who draws them has put all numbers on the scale of an axis.

/**
 * A place of an axis with a name.
 * @typedef {{at: number, text: string}} Tick
 */
/** @typedef {{name: string, least: number, most: number, ticks: Tick[]}} ChartAxis */
/** @typedef {{name: string, points: [number, number][], style?: number}} ChartLine */
/**
 * A chart. `level` lines go all across; `marks` stand upright, and so does the cursor.
 * @typedef {{label: string, x: ChartAxis, y: ChartAxis, lines: ChartLine[], marks?: Tick[],
 *   levels?: Tick[], cursor?: number}} ChartData
 */

const kChartHeight = 280, kChartLeft = 84, kChartRight = 34, kChartTop = 26, kChartBottom = 40;

// As wide as the page has room for, so that letters keep their size.

function chartWidth() {
  return Math.max(280, Math.min(760, document.documentElement.clientWidth - 32));
}

/** @param {ChartData} data */
function chartElement(data) {
  const width = chartWidth(), {x, y} = data, bottom = kChartHeight - kChartBottom;
  const atX = scaleOf(x, kChartLeft, width - kChartRight), atY = scaleOf(y, bottom, kChartTop);
  const svg = drawn("svg", {viewBox: `0 0 ${width} ${kChartHeight}`, width, height: kChartHeight,
    class: "chart", role: "img", "aria-label": data.label},
    ...x.ticks.map(({at, text}) => drawn("g", {},
      drawn("line", {x1: atX(at), x2: atX(at), y1: kChartTop, y2: bottom, class: "grid"}),
      drawn("text", {x: atX(at), y: bottom + 16, "text-anchor": "middle", class: "faint"}, text))),
    ...y.ticks.map(({at, text}) => drawn("g", {},
      drawn("line", {x1: kChartLeft, x2: width - kChartRight, y1: atY(at), y2: atY(at), class: "grid"}),
      drawn("text", {x: kChartLeft - 6, y: atY(at) + 4, "text-anchor": "end", class: "faint"}, text))),
    drawn("text", {x: (kChartLeft + width) / 2, y: kChartHeight - 6, "text-anchor": "middle"}, x.name),
    drawn("text", {x: 4, y: 14}, y.name),
    ...(data.levels ?? []).map(({at, text}) => drawn("g", {},
      drawn("line", {x1: kChartLeft, x2: width - kChartRight, y1: atY(at), y2: atY(at), class: "level"}),
      drawn("text", {x: width - kChartRight, y: atY(at) - 4, "text-anchor": "end", class: "share"}, text))),
    ...(data.marks ?? []).map(({at, text}, place) => markElement(atX(at), width, bottom, text, place)),
    ...data.lines.map((line, place) => drawn("polyline", {class: "line s" + (line.style ?? place),
      points: line.points.map(([a, b]) => `${atX(a).toFixed(1)},${atY(b).toFixed(1)}`).join(" ")})),
    data.cursor !== undefined && drawn("line", {x1: atX(data.cursor), x2: atX(data.cursor), y1: kChartTop,
      y2: bottom, class: "cursor"}));
  return svg;
}

/** @param {ChartAxis} axis @param {number} from @param {number} to @returns {(value: number) => number} */
function scaleOf({least, most}, from, to) {
  return value => from + (Math.max(least, Math.min(most, value)) - least) / (most - least || 1) * (to - from);
}

// A mark with its text beside it, on the side where there is room; several stand one below the other.
/** @param {number} x @param {number} width @param {number} bottom @param {string} text @param {number} place */
function markElement(x, width, bottom, text, place) {
  const isLeft = x > width / 2;
  return drawn("g", {class: "crossing"},
    drawn("line", {x1: x, x2: x, y1: kChartTop, y2: bottom, class: "mark"}),
    drawn("text", {x: isLeft ? x - 4 : x + 4, y: bottom - 6 - 15 * place, "text-anchor": isLeft ? "end" : "start",
      class: "share"}, text));
}

// The place on the axis of x under a pointer, or null beside it.
/** @param {Element} svg @param {ChartAxis} x @param {PointerEvent | MouseEvent} event */
function placeOnAxis(svg, x, event) {
  const box = svg.getBoundingClientRect(), width = chartWidth(), scale = width / box.width;
  const at = ((event.clientX - box.left) * scale - kChartLeft) / (width - kChartRight - kChartLeft);
  return at < -0.02 || at > 1.02 ? null : x.least + Math.max(0, Math.min(1, at)) * (x.most - x.least);
}

// How a line looks, beside its name.
/** @param {number} style */
function lineSample(style) {
  return drawn("svg", {width: 30, height: 10, class: "sample", "aria-hidden": "true"},
    drawn("line", {x1: 0, x2: 30, y1: 5, y2: 5, class: "line s" + style}));
}

// The logarithm of a count, which may be larger than a double holds.
/** @param {bigint} count */
function log10Of(count) {
  const digits = String(count), kept = digits.slice(0, 15);
  return Math.log10(Number(kept)) + digits.length - kept.length;
}

const kLongestTick = 12;  // characters that the room beside a chart takes

// A power of ten or of 1024 as a person writes it, or by its exponent where that is too long.
/** @param {string} text @param {bigint} base @param {number} power */
function tickText(text, base, power) {
  if (text.length <= kLongestTick) return text;
  return base === 10n ? `10^${power}` : `2^${10 * power}`;
}

// An axis of logarithms from one count to another, with a tick at each power of a base that fits.

/**
 * @param {string} name @param {bigint} least @param {bigint} most @param {bigint} base
 * @param {(count: bigint) => string} write @param {number} [nTicks]
 * @returns {ChartAxis}
 */
function logAxis(name, least, most, base, write, nTicks = 8) {
  const from = log10Of(least), to = Math.max(log10Of(most), from + 0.1), step = log10Of(base);
  const every = Math.max(1, Math.ceil((to - from) / step / nTicks));
  /** @type {Tick[]} */
  const ticks = [];
  for (let power = Math.ceil(from / step / every) * every; power * step <= to + 1e-9; power += every)
    ticks.push({at: power * step, text: tickText(write(base ** BigInt(power)), base, power)});
  return {name, least: from, most: to, ticks};
}
