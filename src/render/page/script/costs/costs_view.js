"use strict";

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
