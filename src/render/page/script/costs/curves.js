"use strict";

// Costs as curves over the number of tokens, both axes by their powers, with the numbers at a place.

/**
 * What curves show: a name for each, and its exact number at a place.
 * @typedef {{name: string, at: (place: bigint) => bigint}} CostCurve
 */
/**
 * @typedef {{title: string, xName: string, yName: string, places: bigint[], curves: CostCurve[],
 *   marks: {place: bigint, text: string}[], cursor: bigint, base: bigint, isFixed: boolean,
 *   tick: (count: bigint) => string, write: (count: bigint) => string}} CostPicture
 */

/** One picture with its numbers below it. Pointing moves the cursor, a click takes its place. */
class CurvesPart {
  /** @param {(place: bigint) => void} [choose]  what a click does */
  constructor(choose) {
    this.choose = choose;
    this.drawing = element("div", {class: "drawing"});
    this.values = element("div", {class: "scrolls"});
    this.element = element("section", {class: "curves"}, this.drawing, this.values);
    /** @type {bigint | null} */
    this.pointed = null;
  }

  /** @param {CostPicture} picture */
  show(picture) {
    this.picture = picture;
    const {places, curves} = picture;
    const counts = curves.flatMap(({at}) => places.map(at)).filter(count => count > 0n);
    if (!counts.length) return this.element.replaceChildren();
    const least = counts.reduce((a, b) => a < b ? a : b), most = counts.reduce((a, b) => a > b ? a : b);
    this.x = logAxis(picture.xName, places[0], places[places.length - 1], 10n, grouped);
    this.y = logAxis(picture.yName, least, most, picture.base, picture.tick, 6);
    this.lines = curves.map(({name, at}) => ({name, points: /** @type {[number, number][]} */ (
      places.filter(place => at(place) > 0n).map(place => [log10Of(place), log10Of(at(place))]))}));
    this.draw();
  }

  draw() {
    const {picture, x, y, lines} = this;
    if (!picture || !x || !y || !lines) return;
    const place = this.pointed ?? picture.cursor;
    const marks = picture.marks.map(mark => ({at: log10Of(mark.place), text: mark.text}))
      .filter(({at}) => at >= x.least && at <= x.most);
    const svg = chartElement({label: this.label(picture, place), x, y, lines, marks, cursor: log10Of(place)});
    svg.addEventListener("pointermove", (/** @type {PointerEvent} */ event) =>
      event.pointerType === "mouse" && this.pointAt(placeOnAxis(svg, x, event)));
    svg.addEventListener("pointerleave", () => this.pointAt(null));
    svg.addEventListener("click", (/** @type {MouseEvent} */ event) => this.take(placeOnAxis(svg, x, event)));
    this.drawing.replaceChildren(element("h3", {}, picture.title), svg);
    this.values.replaceChildren(this.table(picture, place));
  }

  /** @param {CostPicture} picture @param {bigint} place */
  label(picture, place) {
    const values = picture.curves.map(({name, at}) => `${name}: ${picture.write(at(place))}`);
    return `${picture.title}. ${values.join(", ")}`;
  }

  // The place that is meant by one on the axis: one of the given ones, or a number that reads well.
  /** @param {number} at */
  placeNear(at) {
    const places = this.picture?.places ?? [];
    if (this.picture?.isFixed) return places[nearestStep(places, BigInt(Math.round(10 ** at)))];
    const digits = Number((10 ** at).toPrecision(3));
    return BigInt(Math.max(1, Math.round(digits)));
  }

  /** @param {number | null} at */
  pointAt(at) {
    const place = at === null ? null : this.placeNear(at);
    if (place === this.pointed) return;
    this.pointed = place;
    if (this.moved) cancelAnimationFrame(this.moved);
    this.moved = requestAnimationFrame(() => this.redrawCursor());
  }

  // Only what moves: the picture itself stays, so that a click meets what the pointer met.

  redrawCursor() {
    const {picture, x} = this, line = this.drawing.querySelector(".cursor");
    if (!picture || !x || !line) return;
    const place = this.pointed ?? picture.cursor;
    const at = scaleOf(x, kChartLeft, chartWidth() - kChartRight)(log10Of(place));
    for (const name of ["x1", "x2"]) line.setAttribute(name, String(at));
    this.values.replaceChildren(this.table(picture, place));
  }

  /** @param {number | null} at */
  take(at) {
    if (at === null) return;
    this.pointed = null;
    const place = this.placeNear(at);
    if (this.choose) return this.choose(place);
    if (this.picture) this.picture.cursor = place;
    this.redrawCursor();
  }

  /** @param {CostPicture} picture @param {bigint} place */
  table(picture, place) {
    return element("table", {class: "facts"},
      element("caption", {}, `${picture.xName} = ${grouped(place)}`),
      element("tbody", {}, ...picture.curves.map(({name, at}, style) => element("tr", {},
        element("th", {scope: "row", class: "text"}, lineSample(style), " ", wordElement(name)),
        element("td", {}, picture.write(at(place))), element("td", {class: "exact"}, grouped(at(place)))))));
  }
}

// "12.5 TFLOP", and the name of a power of the unit: "TFLOP".
/** @param {string} base */
function decimalText(base) {
  return (/** @type {bigint} */ count) => withUnit(count, decimalUnitFor(count, base));
}

/** @param {bigint} count */
function binaryText(count) {
  return withUnit(count, binaryUnitFor(count));
}
