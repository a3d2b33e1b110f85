"use strict";

// What a page of attn complexity begins with.

const kPageKeys = [["r", "key_reset"], ["u", "key_unit"]];

/** @param {any} data @returns {() => View} */
function startPage(data) {
  if (data.kind === "layers") {
    const layers = new Layers(data);
    return () => new LayersView(data, layers);
  }
  if (data.kind === "tables") return () => new TablesView(data);
  const costs = new Costs(data);
  return () => new CostsView(data, costs);
}

// A page of the costs of a model: settings, tables, curves, and the command for them.

/** Where the curves begin and end; a number of tokens beyond that takes them along. */
function curveRange(/** @type {Costs} */ costs, /** @type {bigint} */ tokens) {
  let from = BigInt(costs.data.range.from), to = BigInt(costs.data.range.to);
  while (from > 1n && tokens < from) from /= 2n;
  while (tokens > to) to *= 2n;
  return {from, to};
}

class CostsView {
  /** @param {CostsData} data @param {Costs} costs */
  constructor(data, costs) {
    this.data = data;
    this.costs = costs;
    this.settings = new Settings(costs, this);
    this.symbols = element("p", {id: "symbols", class: "faint"});
    this.tables = element("div", {id: "tables"});
    this.warnings = element("ul", {class: "notes", id: "warnings"});
    const choose = (/** @type {bigint} */ place) => this.settings.choose(data.tokens, place);
    this.work = new CurvesPart(choose);
    this.memory = new CurvesPart(choose);
    this.crossings = element("ul", {id: "crossings"});
    this.curves = element("section", {}, element("h2", {}, t("curves")), element("p", {}, t("curves_words")),
      this.work.element, this.memory.element, element("h3", {}, t("crossings")), this.crossings);
    this.command = new CommandPart();
    this.numbers = element("div", {}, this.symbols, this.warnings, this.tables, this.curves);
    this.element = element("div", {class: "costs"}, say(data.about) && element("p", {}, say(data.about)),
      this.settings.element, this.numbers, this.command.element, ...data.tables.map(tableElement),
      notesElement(data.notes));
    window.onresize = () => this.drawCurves();
  }

  changed() {
    const {costs} = this, refusal = costs.refusal();
    this.settings.update();
    this.numbers.hidden = Boolean(refusal);
    this.command.show(refusal ? {line: "", note: refusal} : {line: costsCommand(costs), note: ""});
    if (refusal) return;
    this.symbols.textContent = symbolsText(costs, costs.values());
    this.warnings.replaceChildren(...costs.warnings().map(text => element("li", {class: "warning"}, text)));
    this.tables.replaceChildren(...costTables(costs).map(tableElement));
    this.curves.hidden = !this.data.tokens;
    this.drawCurves();
  }

  drawCurves() {
    const {costs} = this;
    if (!this.data.tokens || costs.refusal()) return;
    const symbol = this.data.tokens, cursor = costs.values()(symbol);
    const {from, to} = curveRange(costs, cursor), found = crossingsOf(costs, symbol, from, to);
    const places = geometricSteps(from, to, value => BigInt(Math.round(value)));
    const factor = costs.unit === "flop" ? 1n : 2n, base = costs.unit.toUpperCase();
    /** @param {string} id @param {bigint} divisor @returns {CostCurve} */
    const curve = (id, divisor) => ({name: t("series_" + id), at: remembered(place =>
      seriesOf(costs, id, costs.values({[symbol]: place})) / divisor)});
    /** @param {string[]} rights */
    const marks = rights => found.filter(one => isExact(one) && rights.includes(one.right))
      .map(one => markOf(one, symbol, one.right));
    const shared = {xName: symbol, places, cursor, isFixed: false};
    this.work.show({...shared, title: t("curves_work"), yName: base, base: 10n,
      curves: ["pair_flops", "other_flops", "projection_flops"].map(id => curve(id, factor)),
      marks: marks(["other_flops", "projection_flops"]), tick: decimalText(base), write: decimalText(base)});
    this.memory.show({...shared, title: t("curves_memory"), yName: t("bytes"), base: 1024n,
      curves: ["weights_bytes", "kv_cache_bytes", "scores_bytes"].map(id => curve(id, 1n))
        .filter(({at}) => at(to) > 0n), marks: memoryMarks(found, symbol), tick: binaryText, write: binaryText});
    const width = costs.values()("d");
    this.crossings.replaceChildren(...found.map(one =>
      element("li", {"data-right": one.right, "data-left": one.left}, crossingText(one, width))));
  }

  recolored() {}

  /** @param {KeyboardEvent} event */
  onKey(event) {
    if (event.key === "r") this.settings.again.click();
    else if (event.key === "u") {
      this.costs.unit = this.costs.unit === "flop" ? "mac" : "flop";
      this.changed();
    } else return false;
    return true;
  }
}

// A function of a place that works each value out once.
/** @param {(place: bigint) => bigint} work */
function remembered(work) {
  /** @type {Map<bigint, bigint>} */
  const known = new Map();
  return (/** @type {bigint} */ place) => {
    const value = known.get(place) ?? work(place);
    known.set(place, value);
    return value;
  };
}

// What overtakes the weights, and where.
/** @param {Crossing[]} found @param {string} symbol */
function memoryMarks(found, symbol) {
  return found.filter(one => isExact(one) && one.right === "weights_bytes")
    .map(one => markOf(one, symbol, one.left));
}

// A crossing in a picture: its place, and the series that it is told by.
/** @param {Crossing} crossing @param {string} symbol @param {string} series */
function markOf({firstAfter}, symbol, series) {
  const place = firstAfter ?? 1n;
  return {place, text: `${symbol} = ${grouped(place)}: ${t("series_" + series)}`};
}

/** @param {Words[]} notes */
function notesElement(notes) {
  return notes.length ? element("section", {class: "notes"}, element("h2", {}, t("notes")),
    element("ul", {}, ...notes.map(note => element("li", {}, visible(say(note)))))) : null;
}

// The command for these settings: those that were typed, and those that are other than they were.
/** @param {Costs} costs */
function costsCommand(costs) {
  const {command, unit} = costs.data;
  const flags = costs.settings.flatMap(setting => {
    const value = costs.chosen.get(setting.symbol);
    const isTyped = setting.is_given || costs.isOther(setting);
    return value !== undefined && isTyped ? [setting.flag, String(value)] : [];
  });
  if (costs.unit === "mac" || unit === "mac") flags.push("--unit", costs.unit);
  const {tokens, sweep} = costs.data, takesTokens = flags.includes(costs.setting(tokens)?.flag ?? "");
  const swept = sweep && !takesTokens ? ["--sweep", sweep] : [];
  return shellLine([command.name, ...command.words, ...swept, ...flags]);
}

// A page of numbers that stay as they are: tables, and the curves of a sweep or a measurement.

/**
 * Curves through exact counts at given places.
 * @typedef {{x_name: string, y_name: Words, is_bytes?: boolean, places: string[],
 *   curves: {name: Words, values: string[]}[], marks: string[]}} PlotData
 */
/**
 * @typedef {{kind: string, command: {name: string, words: string[]}, title: Words, source: Words,
 *   about: Words[], plots: PlotData[], sentences: Words[], tables: TableData[], notes: Words[],
 *   warnings: Words[]}} TablesData
 */

class TablesView {
  /** @param {TablesData} data */
  constructor(data) {
    this.data = data;
    this.plots = data.plots.map(plot => ({plot, part: new CurvesPart()}));
    this.command = new CommandPart();
    this.element = element("div", {class: "costs"},
      ...data.about.map(text => say(text) && element("p", {}, visible(say(text)))),
      ...this.plots.map(({part}) => part.element),
      data.sentences.length > 0 && element("ul", {id: "crossings"},
        ...data.sentences.map(text => element("li", {}, say(text)))),
      ...data.tables.map(tableElement),
      ...data.warnings.map(text => element("p", {class: "warning"}, say(text))),
      this.command.element, notesElement(data.notes));
    window.onresize = () => this.changed();
  }

  changed() {
    for (const {plot, part} of this.plots) part.show(pictureOf(plot));
    const {command} = this.data;
    this.command.show({line: shellLine([command.name, ...command.words]), note: ""});
  }

  recolored() {}

  onKey() {
    return false;
  }
}

/** @param {PlotData} plot @returns {CostPicture} */
function pictureOf(plot) {
  const places = plot.places.map(BigInt), name = say(plot.y_name);
  const curves = plot.curves.map(curve => {
    const values = new Map(curve.values.map((value, k) => [places[k], BigInt(value)]));
    return {name: say(curve.name), at: (/** @type {bigint} */ place) => values.get(place) ?? 0n};
  });
  const isOperations = /^(FLOP|MAC)$/.test(name), write = isOperations ? decimalText(name) : grouped;
  return {title: filled("along", name, plot.x_name), xName: plot.x_name, yName: name, places, curves,
    marks: plot.marks.map(mark => ({place: BigInt(mark), text: `${plot.x_name} = ${grouped(BigInt(mark))}`})),
    cursor: places[places.length - 1], base: 10n, isFixed: true, tick: write, write};
}

// The sliders of a page of costs, and beside each the same number as a field.

const kMostOnSlider = 1n << 20n;

/** @param {bigint} a @param {bigint} b @returns {bigint} */
function greatestDivisor(a, b) {
  return b === 0n ? a : greatestDivisor(b, a % b);
}

// Eight numbers to each doubling, those that `nearest` makes of them, each once.
/** @param {bigint} least @param {bigint} most @param {(value: number) => bigint} nearest */
function geometricSteps(least, most, nearest) {
  /** @type {Set<bigint>} */
  const steps = new Set();
  for (let k = 0; 2 ** (k / 8) <= Number(most); ++k) steps.add(nearest(2 ** (k / 8)));
  return [...steps].filter(step => step >= least && step <= most);
}

// The multiple of a number that is nearest; wide models come in widths that 64 divides.
/** @param {bigint} factor @returns {(value: number) => bigint} */
function nearestMultiple(factor) {
  const wide = factor * 64n / greatestDivisor(factor, 64n);
  return value => {
    const step = value >= 2 * Number(wide) ? wide : factor;
    return BigInt(Math.max(1, Math.round(value / Number(step)))) * step;
  };
}

// The values that the slider of a setting goes over: none that the program would refuse.
/** @param {Costs} costs @param {string} symbol @returns {bigint[]} */
function stepsOf(costs, symbol) {
  const values = costs.values(), splits = costs.splitsHeads();
  const rounded = (/** @type {number} */ value) => BigInt(Math.round(value));
  if (symbol === "h_kv") return divisorsOf(values("h"));
  if (symbol === "d") return geometricSteps(1n, 32768n, nearestMultiple(splits ? values("h") : 1n));
  if (symbol === "B") return geometricSteps(1n, 1024n, rounded);
  if (symbol !== "h") return geometricSteps(1n, kMostOnSlider, rounded);
  const kv = costs.chosen.get("h_kv") ?? 1n;
  const heads = splits ? divisorsOf(values("d")) : Array.from({length: 256}, (_, k) => BigInt(k + 1));
  return heads.filter(n => n <= 1024n && n % kv === 0n);
}

// The place of the step that is nearest to a value.
/** @param {bigint[]} steps @param {bigint} value */
function nearestStep(steps, value) {
  let nearest = 0;
  steps.forEach((step, place) => {
    const distance = Math.abs(log10Of(step) - log10Of(value));
    if (distance < Math.abs(log10Of(steps[nearest]) - log10Of(value))) nearest = place;
  });
  return nearest;
}

// The count that was typed, its digits grouped or not; undefined where it is none, which is then said.
/** @param {HTMLInputElement} field @param {bigint} most */
function countTyped(field, most) {
  const digits = typedText(field).replace(/[\s,_]/g, "");
  const isCount = /^[0-9]{1,16}$/.test(digits) && BigInt(digits) >= 1n && BigInt(digits) <= most;
  complain(field, isCount ? "" : filled("no_count", visible(field.value), grouped(most)));
  return isCount ? BigInt(digits) : undefined;
}

/** One setting: a slider and a field, which say the same. */
class SettingControl {
  /**
   * @param {Costs} costs @param {Costs["settings"][number]} setting
   * @param {(symbol: string, value: bigint | null) => void} choose
   */
  constructor(costs, setting, choose) {
    this.costs = costs;
    this.setting = setting;
    const {symbol, label} = setting, name = t("setting_" + label);
    this.slider = element("input", {type: "range", min: 0, "data-symbol": symbol, "aria-label": name,
      oninput: () => choose(symbol, this.steps[Number(this.slider.value)]),
      onchange: () => announce(costsSummary(costs))});
    this.field = element("input", {type: "text", inputmode: "numeric", size: 9, id: "setting-" + symbol,
      autocomplete: "off", "aria-label": name, onchange: () => this.read(choose)});
    /** @type {bigint[]} */
    this.steps = [];
    this.element = element("div", {class: "setting"},
      element("label", {for: "setting-" + symbol}, element("span", {class: "symbol"}, symbol), " ", name),
      this.slider, this.field);
  }

  /** @param {(symbol: string, value: bigint | null) => void} choose */
  read(choose) {
    const {symbol, follows} = this.setting, isEmpty = Boolean(follows) && typedText(this.field) === "";
    const count = isEmpty ? null : countTyped(this.field, BigInt(this.costs.data.largest_setting));
    if (count === undefined) return;
    choose(symbol, count);
    announce(costsSummary(this.costs));
  }

  update() {
    const {symbol} = this.setting, value = this.costs.values()(symbol);
    this.steps = stepsOf(this.costs, symbol);
    this.slider.max = this.steps.length - 1;
    this.slider.value = nearestStep(this.steps, value);
    this.slider.disabled = this.steps.length < 2;
    this.slider.setAttribute("aria-valuetext", `${symbol} = ${grouped(value)}`);
    this.field.value = grouped(value);
    complain(this.field, "");
  }
}

/** All settings, what operations are counted in, and the way back. */
class Settings {
  /** @param {Costs} costs @param {{changed: () => void}} owner */
  constructor(costs, owner) {
    this.costs = costs;
    this.owner = owner;
    this.controls = costs.settings.map(setting =>
      new SettingControl(costs, setting, (symbol, value) => this.choose(symbol, value)));
    this.unit = choice([["flop", "FLOP"], ["mac", "MAC"]], costs.unit, unit => {
      costs.unit = unit;
      owner.changed();
    }, {id: "unit"});
    this.again = button(t("reset"), () => {
      costs.reset();
      owner.changed();
      announce(t("was_reset"));
    }, {id: "reset"});
    this.refusal = element("p", {id: "refusal", role: "status"});
    this.element = element("form", {class: "settings", autocomplete: "off",
      onsubmit: (/** @type {Event} */ event) => event.preventDefault()},
      ...this.controls.map(control => control.element),
      element("div", {class: "setting"}, labelled(t("counted_in"), this.unit), this.again), this.refusal);
  }

  // As many key-value heads as heads are not chosen: they follow.
  /** @param {string} symbol @param {bigint | null} value */
  choose(symbol, value) {
    const {costs} = this, follows = costs.setting(symbol)?.follows;
    const isUsual = value !== null && symbol === "h_kv" && follows && value === costs.values()("h");
    costs.choose(symbol, isUsual ? null : value);
    this.owner.changed();
  }

  update() {
    for (const control of this.controls) control.update();
    this.unit.value = this.costs.unit;
    this.again.disabled = !this.costs.isChanged();
    this.refusal.textContent = this.costs.refusal();
    this.refusal.classList.toggle("warning", this.refusal.textContent !== "");
  }
}

// The totals in a sentence, for who does not see the tables change.
/** @param {Costs} costs */
function costsSummary(costs) {
  const refusal = costs.refusal();
  if (refusal) return refusal;
  const values = costs.values(), flops = seriesOf(costs, "flops", values);
  const operations = costs.unit === "flop" ? flops : flops / 2n, base = costs.unit.toUpperCase();
  return filled("summary", grouped(seriesOf(costs, "parameters", values)),
    withUnit(operations, decimalUnitFor(operations, base)));
}

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
