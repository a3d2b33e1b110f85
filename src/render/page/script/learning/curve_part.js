"use strict";

// The curve of a run: losses and accuracy over the steps, with the numbers at one of its points.

const kCurves = /** @type {const} */ ([["training_loss", 0], ["held_out_loss", 1], ["held_out_accuracy", 2]]);

/** Losses in one chart, the accuracy in another, and a slider over the points of both. */
class CurvePart {
  /** @param {LearningData} data @param {{point: number}} looked */
  constructor(data, looked) {
    this.data = data;
    this.looked = looked;
    this.slider = element("input", {type: "range", id: "point", min: 0, max: data.curve.length - 1,
      oninput: () => this.choose(Number(this.slider.value), true)});
    this.text = element("output", {for: "point"});
    this.losses = element("div", {class: "drawing"});
    this.accuracy = element("div", {class: "drawing"});
    this.values = element("div", {class: "scrolls"});
    this.hasAccuracy = data.curve.some(point => point.held_out_accuracy !== null);
    this.element = element("section", {class: "curves"}, element("h2", {}, t("losses")),
      labelled(t("step"), this.slider, this.text), this.losses, this.accuracy, this.values);
  }

  /** @param {number} point @param {boolean} speaks */
  choose(point, speaks) {
    this.looked.point = point;
    this.showPoint(point);
    if (speaks) announce(this.pointText(point));
  }

  update() {
    const {curve, levels, n_steps} = this.data;
    const x = linearAxis(t("step"), n_steps, chartWidth() < 500 ? 3 : 6);
    const losses = curve.flatMap(point => [point.training_loss, point.held_out_loss]);
    const known = [...losses, ...levels.map(level => level.loss)].map(loss => loss ?? 0);
    const y = linearAxis(t("loss"), Math.max(...known) * 1.05);
    this.draw(this.losses, x, y, ["training_loss", "held_out_loss"], levels.filter(level => level.loss !== null)
      .map(({name, loss}) => ({at: loss ?? 0, text: `${say(name)}: ${lossText(loss)}`})));
    if (this.hasAccuracy)
      this.draw(this.accuracy, x, linearAxis(t("held_out_accuracy"), 1), ["held_out_accuracy"], []);
    this.showPoint(this.looked.point);
  }

  /**
   * @param {HTMLElement} target @param {ChartAxis} x @param {ChartAxis} y @param {string[]} ids
   * @param {Tick[]} levels
   */
  draw(target, x, y, ids, levels) {
    const lines = kCurves.filter(([id]) => ids.includes(id)).map(([id, style]) => ({name: t(id), style,
      points: this.data.curve.filter(point => point[id] !== null)
        .map(point => /** @type {[number, number]} */ ([point.step, point[id] ?? 0]))}));
    const last = this.data.curve[this.data.curve.length - 1];
    const label = kCurves.filter(([id]) => ids.includes(id))
      .map(([id]) => `${t(id)} ${lossText(last[id])}`).join(", ");
    const svg = chartElement({label: filled("curve_at_end", label), x, y, lines, levels, cursor: 0});
    const pointAt = (/** @type {PointerEvent | MouseEvent} */ event) => {
      const at = placeOnAxis(svg, x, event);
      return at === null ? null : this.nearest(at);
    };
    svg.addEventListener("pointermove", (/** @type {PointerEvent} */ event) => {
      const point = event.pointerType === "mouse" ? pointAt(event) : null;
      if (point !== null) this.showPoint(point);
    });
    svg.addEventListener("pointerleave", () => this.showPoint(this.looked.point));
    svg.addEventListener("click", (/** @type {MouseEvent} */ event) => {
      const point = pointAt(event);
      if (point !== null) this.choose(point, false);
    });
    this.x = x;
    target.replaceChildren(svg);
  }

  /** @param {number} step */
  nearest(step) {
    const {curve} = this.data;
    return curve.reduce((best, point, place) =>
      Math.abs(point.step - step) < Math.abs(curve[best].step - step) ? place : best, 0);
  }

  // Moves the cursor of both charts, and says what is there.
  /** @param {number} place */
  showPoint(place) {
    const point = this.data.curve[place], {x} = this;
    if (!point || !x) return;
    const at = scaleOf(x, kChartLeft, chartWidth() - kChartRight)(point.step);
    for (const line of this.element.querySelectorAll(".cursor"))
      for (const name of ["x1", "x2"]) line.setAttribute(name, String(at));
    this.slider.value = place;
    this.text.textContent = grouped(point.step);
    this.slider.setAttribute("aria-valuetext", this.pointText(place));
    const shown = kCurves.filter(([id]) => id !== "held_out_accuracy" || this.hasAccuracy);
    this.values.replaceChildren(element("table", {class: "facts"},
      element("caption", {}, filled("at_step", grouped(point.step))),
      element("tbody", {}, ...shown.map(([id, style]) => element("tr", {},
        element("th", {scope: "row", class: "text"}, lineSample(style), " ", t(id)),
        element("td", {"data-curve": id}, lossText(point[id])))))));
  }

  /** @param {number} place */
  pointText(place) {
    const point = this.data.curve[place];
    return [filled("at_step", grouped(point.step)), ...kCurves.filter(([id]) => point[id] !== null)
      .map(([id]) => `${t(id)} ${lossText(point[id])}`)].join(", ");
  }
}
