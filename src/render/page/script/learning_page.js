"use strict";

// What a page of attn learn begins with.

const kPageKeys = [["n b", "key_point"], ["1–9", "key_head"], ["← ↑ → ↓", "key_cell"],
                   ["v", "key_view"]];
const kModes = ["numbers", "heat", "both"];

/**
 * What is looked at.
 * @typedef {{point: number, head: number, mode: string, time: string, first: {row: number, col: number},
 *   cell: {row: number, col: number}}} LearningLook
 */

/** @param {LearningData} data @returns {() => View} */
function startPage(data) {
  const heads = data.heads.map(head => new Head(head, data.tokens));
  const shown = Math.max(0, data.heads.findIndex(head => head.is_shown));
  const row = Math.min(1, data.tokens.length - 1);
  /** @type {LearningLook} */
  const looked = {point: data.curve.length - 1, head: shown, mode: "both",
    time: data.tokens.length > kFewTokens ? "after" : "all", first: {row: 0, col: 0},
    cell: {row, col: heads.length ? strongestKey(heads[shown], row) : 0}};
  return () => new LearningView(data, heads, looked);
}

// The key that a query attends to most after learning: a cell that shows something.
/** @param {Head} head @param {number} row */
function strongestKey(head, row) {
  const cells = [...rowOf(head.times.after.matrix, row)];
  return cells.indexOf(Math.max(...cells));
}

// A page of what was learned: its curve, its heads before and after, what was measured and made up.

class LearningView {
  /** @param {LearningData} data @param {Head[]} heads @param {LearningLook} looked */
  constructor(data, heads, looked) {
    this.data = data;
    this.curve = new CurvePart(data, looked);
    this.heads = heads.length ? new HeadsPart(data, heads, looked) : null;
    this.command = new CommandPart();
    this.element = element("div", {class: "learning"}, this.curve.element, this.heads?.element,
      data.samples.length > 0 && samplesElement(data.samples), ...data.tables.map(tableElement),
      this.command.element, data.notes.length > 0 && element("section", {class: "notes"},
        element("h2", {}, t("notes")),
        element("ul", {}, ...data.notes.map(note => element("li", {}, visible(say(note)))))));
    window.onresize = () => this.curve.update();
  }

  changed() {
    this.curve.update();
    this.heads?.update();
    const {command} = this.data;
    this.command.show({line: shellLine([command.name, ...command.words]), note: ""});
  }

  recolored() {
    this.heads?.repaint();
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    const {curve, heads} = this, last = this.data.curve.length - 1;
    if (event.key === "n" || event.key === "b")
      curve.choose(Math.max(0, Math.min(last, curve.looked.point + (event.key === "n" ? 1 : -1))), true);
    else if (heads && /^[1-9]$/.test(event.key) && Number(event.key) <= heads.heads.length)
      heads.maps[Number(event.key) - 1].button.click();
    else if (heads && event.key === "v") {
      heads.looked.mode = kModes[(kModes.indexOf(heads.looked.mode) + 1) % kModes.length];
      heads.mode.value = heads.looked.mode;
      heads.showHead();
    } else return false;
    return true;
  }
}

// The texts that a model made up on the way, those of one step together.
/** @param {LearningData["samples"]} samples */
function samplesElement(samples) {
  const steps = [...new Set(samples.map(({step}) => step))];
  return element("section", {class: "samples"}, element("h2", {}, t("samples")),
    element("dl", {}, ...steps.flatMap(step => [
      element("dt", {}, filled("at_step", grouped(step))),
      ...samples.filter(sample => sample.step === step).map(({text}) =>
        element("dd", {}, say(text) ? wordElement(say(text)) : t("nothing")))])));
}

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

// Every head before and after as two small maps, and one of them large, with its numbers.

const kTimes = /** @type {const} */ (["before", "after", "change"]);
const kFewTokens = 12;  // so that three tables of them stand side by side

class HeadsPart {
  /** @param {LearningData} data @param {Head[]} heads @param {LearningLook} looked */
  constructor(data, heads, looked) {
    this.data = data;
    this.heads = heads;
    this.looked = looked;
    this.maps = heads.map((head, place) => this.smallMaps(head, place));
    this.exact = element("p", {class: "sum", id: "exact"});
    this.tables = element("div", {class: "matrices"});
    this.caption = element("h3", {});
    this.mode = choice(kModes.map(mode => [mode, t("view_" + mode)]), looked.mode, mode => {
      looked.mode = mode;
      this.showHead();
    }, {id: "view"});
    const times = kTimes.map(time => /** @type {[string, string]} */ ([time, t(time)]));
    this.time = choice([["all", t("all_three")], ...times], looked.time, time => {
      looked.time = time;
      this.showHead();
    }, {id: "time"});
    this.element = element("section", {class: "heads"}, element("h2", {}, t("heads_before_after")),
      element("p", {}, t("heads_words")),
      element("div", {class: "maps", role: "group", "aria-label": t("heads_before_after")},
        ...this.maps.map(map => map.button)),
      this.caption, element("div", {class: "choices"}, labelled(t("shown"), this.time),
        labelled(t("cells"), this.mode)), this.exact, this.tables);
  }

  /** @param {Head} head @param {number} place */
  smallMaps(head, place) {
    const n = String(this.data.tokens.length), name = say(head.data.name);
    const canvases = (/** @type {const} */ (["before", "after"])).map(time => element("canvas", {class: "map",
      role: "img", "aria-label": filled("map_of", `${name}, ${t(time)}`, n, n)}));
    const choose = button("", () => {
      this.looked.head = place;
      this.showHead();
      announce(name);
    }, {class: "small", "data-head": place});
    choose.replaceChildren(element("span", {class: "pair"}, ...canvases), element("span", {}, name));
    return {head, canvases, button: choose};
  }

  update() {
    this.repaint();
    this.showHead();
  }

  repaint() {
    for (const {head, canvases} of this.maps)
      (/** @type {const} */ (["before", "after"])).forEach((time, k) =>
        paintMap(canvases[k], head.times[time].matrix, true, head.times[time].blocked, 128));
  }

  showHead() {
    const {looked} = this, head = this.heads[looked.head];
    this.maps.forEach(({button}, place) => button.setAttribute("aria-pressed", String(place === looked.head)));
    const isMostChanged = head.data.is_shown && this.data.shows_most_changed && this.heads.length > 1;
    this.caption.textContent = say(head.data.name) +
      (isMostChanged ? ": " + filled("most_changed", String(this.heads.length)) : "");
    const show = (/** @type {number} */ row, /** @type {number} */ col) => this.showCell(row, col);
    const times = kTimes.filter(time => looked.time === "all" || looked.time === time);
    this.shown = times.map(time => new MatrixTable({run: weightsSource, stage: head.times[time],
      mode: looked.mode, precision: 3, isGrid: true, first: looked.first, caption: t(time),
      label: `${say(head.data.name)}, ${t(time)}`, select: show, point: show}));
    this.tables.replaceChildren(...this.shown.map(({element}) => element));
    for (const table of this.shown)
      table.element.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) =>
        this.onCellKey(event, table));
    this.showCell(looked.cell.row, looked.cell.col);
  }

  // One cell at both times, in words that say whose it is.
  /** @param {number} row @param {number} col */
  showCell(row, col) {
    const {tokens} = this.data, {before, after, change} = this.heads[this.looked.head].times;
    this.looked.cell = {row, col};
    const write = new NumberFormat([0.5], 4, false);
    const isBlocked = before.blocked?.[row * tokens.length + col];
    this.exact.textContent = filled("weight_of", visible(say(tokens[row])), visible(say(tokens[col]))) + " " +
      (isBlocked ? t("later_key") : filled("weight_change", write.text(at(before.matrix, row, col)),
        write.text(at(after.matrix, row, col)), write.text(at(change.matrix, row, col))));
    for (const table of this.shown ?? []) {
      table.light({cell: {row, col}});
      table.rove(row, col, false);
    }
  }

  /** @param {KeyboardEvent} event @param {MatrixTable} table */
  onCellKey(event, table) {
    const step = {ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0]}[event.key];
    if (!step) return;
    event.preventDefault();
    const n = this.data.tokens.length, {cell, first} = this.looked;
    const inside = (/** @type {number} */ place) => Math.max(0, Math.min(n - 1, place));
    const row = inside(cell.row + step[0]), col = inside(cell.col + step[1]);
    const next = {row: windowAround(first.row, row, n), col: windowAround(first.col, col, n)};
    const which = this.shown?.indexOf(table) ?? 0;
    this.looked.cell = {row, col};
    if (next.row !== first.row || next.col !== first.col) {
      this.looked.first = next;
      this.showHead();
    } else this.showCell(row, col);
    this.shown?.[which].rove(row, col, true);
    announce(this.exact.textContent ?? "");
  }
}

// What was learned: the data of a page of attn learn, and the weights of its heads as matrices.
/** @typedef {{step: number, training_loss: number | null, held_out_loss: number | null,
 *   held_out_accuracy: number | null}} CurvePoint */

/** @typedef {{name: Words, is_shown: boolean, before: string, after: string, blocked: string | null}} HeadData */

/**
 * @typedef {{kind: string, command: {name: string, words: string[]}, title: Words, source: Words,
 *   n_steps: number, curve: CurvePoint[], levels: {name: Words, loss: number | null}[], tokens: Words[],
 *   heads: HeadData[], shows_most_changed: boolean, tables: TableData[],
 *   samples: {step: number, text: Words}[], notes: Words[]}} LearningData
 */

/**
 * The weights of one head at one time, as a table shows them.
 * @typedef {ShownMatrix & {matrix: Matrix, blocked: Uint8Array | null}} ShownWeights
 */

/** A head before and after, and what changed between. */
class Head {
  /** @param {HeadData} data @param {Words[]} tokens */
  constructor(data, tokens) {
    this.data = data;
    this.tokens = tokens;
    const blocked = data.blocked ? bytesOf(data.blocked) : null, n = tokens.length;
    const before = matrixOf(n, n, numbersOf(data.before)), after = matrixOf(n, n, numbersOf(data.after));
    this.times = {
      before: this.shown(before, blocked, true), after: this.shown(after, blocked, true),
      change: this.shown(mapped(after, (cell, place) => cell - before.cells[place]), blocked, false)};
  }

  /** @param {Matrix} matrix @param {Uint8Array | null} blocked @param {boolean} shares @returns {ShownWeights} */
  shown(matrix, blocked, shares) {
    return {matrix, blocked, shape: [matrix.rows, matrix.cols], rows: {name: "query", labels: this.tokens}, cols: {name: "key", labels: this.tokens},
      rule: {kind: shares ? "shares" : "given"}, holds_shares: shares, hides_blocked: true};
  }
}

/**
 * Weights bring their numbers along.
 * @type {MatrixSource}
 */
const weightsSource = {
  value: stage => /** @type {ShownWeights} */ (stage).matrix,
  blockedOf: stage => /** @type {ShownWeights} */ (stage).blocked,
  isEdited: () => false,
};

// What a curve shows at a point, as the terminal writes it.
/** @param {number | null} value */
function lossText(value) {
  return value === null ? "" : fixed(value, 3);
}

// A scale from zero to a number, with ticks that read well.
/** @param {string} name @param {number} most @param {number} [nTicks] @returns {ChartAxis} */
function linearAxis(name, most, nTicks = 5) {
  const rough = most / nTicks || 1, power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map(factor => factor * power).find(size => size >= rough) ?? rough;
  const places = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  /** @type {Tick[]} */
  const ticks = [];
  for (let k = 0; k * step <= most * (1 + 1e-9); ++k)
    ticks.push({at: k * step, text: places ? fixed(k * step, places) : grouped(Math.round(k * step))});
  return {name, least: 0, most, ticks};
}
