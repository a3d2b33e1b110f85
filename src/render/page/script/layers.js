"use strict";

// Layers side by side, or one by its parts, with any number of tokens.
/** @typedef {{id: string, label: Words, formula: Tree}} LayerQuantity */

/**
 * A layer. `total` of each list is its sum, multiplied out.
 * @typedef {{name: string, arguments: {symbol: string, name: string, value: string}[],
 *   shapes: {label: Words, axes: Tree[]}[], parameters: LayerQuantity[], macs: LayerQuantity[],
 *   flops: LayerQuantity[], memory: LayerQuantity[], aside: LayerQuantity[],
 *   totals: Record<string, Tree>, steps: Tree, path: Tree}} LayerData
 */

/**
 * @typedef {{kind: string, command: {name: string, words: string[]}, title: Words, source: Words,
 *   about: Words, unit: string, tokens: string, is_given?: boolean, sweep?: string, largest_setting: string,
 *   range: {from: string, to: string}, value_bits: number, layers: LayerData[], crossings:
 *   {left: string, right: string, first_after: string}[], tables: TableData[], notes: Words[]}} LayersData
 */

/** The layers and the number of tokens that is chosen. */
class Layers {
  /** @param {LayersData} data */
  constructor(data) {
    this.data = data;
    this.layers = data.layers.map(layer => ({...layer, values: new Map(layer.arguments.map(({symbol, value}) =>
      [symbol, BigInt(value)]))}));
    this.tokens = BigInt(data.tokens);
    this.unit = data.unit;
  }

  reset() {
    this.tokens = BigInt(this.data.tokens);
    this.unit = this.data.unit;
  }

  isChanged() {
    return this.tokens !== BigInt(this.data.tokens) || this.unit !== this.data.unit;
  }

  // What the symbols of a layer stand for with so many tokens; its keys and its source are as many.
  /** @param {Layers["layers"][number]} layer @param {bigint} tokens @returns {Arguments} */
  values(layer, tokens) {
    return symbol => {
      const value = "TSM".includes(symbol) ? tokens : layer.values.get(symbol);
      if (value === undefined) throw new Error(`no value for the symbol ${symbol}`);
      return value;
    };
  }

  /** What operations are counted in, as the name of a list. @returns {"flops" | "macs"} */
  list() {
    return this.unit === "flop" ? "flops" : "macs";
  }
}

// Rows of formulas and their numbers; several layers have a row each, one has its parts.
/** @param {Layers} state @param {"parameters" | "macs" | "flops" | "memory"} list */
function layerRows(state, list) {
  const {layers, tokens} = state;
  /** @param {string} label @param {Tree} tree @param {Layers["layers"][number]} layer */
  const row = (label, tree, layer) => {
    const formula = formulaOf(tree);
    return {label, text: textOf(formula), count: valueOf(formula, state.values(layer, tokens))};
  };
  if (layers.length > 1) return layers.map(layer => row(layer.name, layer.totals[list], layer));
  const [layer] = layers, parts = layer[list].map(part => row(say(part.label), part.formula, layer));
  if (parts.length !== 1) parts.push(row(t("total"), layer.totals[list], layer));
  const aside = list === "memory" ? layer.aside.map(part => row(say(part.label), part.formula, layer)) : [];
  return [...parts, ...aside];
}

/** @param {Layers} state @returns {TableData[]} */
function layerTables(state) {
  const {layers, data} = state, isOne = layers.length === 1, first = t("layer");
  const parameters = layerRows(state, "parameters"), memory = layerRows(state, "memory");
  const operations = layerRows(state, state.list()), base = state.unit.toUpperCase();
  const unit = decimalUnitFor(operations.reduce((most, {count}) => count > most ? count : most, 0n), base);
  const bytes = (/** @type {bigint} */ count) => roundedUp(count * BigInt(data.value_bits), 8n);
  const stored = t(isOne ? "title_layer_memory" : "title_layers_memory");
  return [
    ...(isOne ? [shapesTable(state)] : []),
    ...(parameters.length ? [factTable("parameters", t("title_layer_parameters"), [isOne ? t("part") : first,
      t("formula"), t("total")], parameters.map(({label, text, count}) => [label, text, grouped(count)]))] : []),
    factTable("operations", t("title_operations"), [isOne ? t("term") : first, t("formula"), base, unit.name],
      operations.map(({label, text, count}) => [label, text, grouped(count), inUnit(count, unit)])),
    factTable("memory", stored, [isOne ? t("what") : first, t("formula"), t("numbers"), t("size")],
      memory.map(({label, text, count}) => [label, text, grouped(count), binaryText(bytes(count))]),
      isOne && layers[0].memory.length > 1 ? t("rows_below") : ""),
    sequenceTable(state)];
}

/** @param {Layers} state @returns {TableData} */
function shapesTable(state) {
  const [layer] = state.layers, values = state.values(layer, state.tokens);
  const rows = layer.shapes.map(({label, axes}) => {
    const formulas = axes.map(formulaOf), sizes = formulas.map(axis => valueOf(axis, values));
    return [say(label), `(${formulas.map(textOf).join(", ")})`, `(${sizes.join(", ")})`,
            grouped(sizes.reduce((product, size) => product * size, 1n))];
  });
  return {...factTable("shapes", t("title_shapes"), [t("what"), t("axes"), t("shape"), t("numbers")], rows),
          n_text_columns: 3};
}

/** @param {Layers} state @returns {TableData} */
function sequenceTable(state) {
  const rows = state.layers.map(layer => {
    const values = state.values(layer, state.tokens), steps = formulaOf(layer.steps);
    const path = valueOf(formulaOf(layer.path), values);
    return [layer.name, textOf(steps), grouped(valueOf(steps, values)), grouped(path)];
  });
  return factTable("sequence", t("title_sequence"), [t("layer"), t("formula"), t("steps"), t("path")], rows);
}

// A page of layers: their tables, their curves along the tokens, and the command.

class LayersView {
  /** @param {LayersData} data @param {Layers} state */
  constructor(data, state) {
    this.data = data;
    this.state = state;
    this.tokens = new TokensControl(state, this);
    this.tables = element("div", {id: "tables"});
    this.work = new CurvesPart(place => this.choose(place));
    this.steps = new CurvesPart(place => this.choose(place));
    this.command = new CommandPart();
    this.element = element("div", {class: "costs"}, say(data.about) && element("p", {}, say(data.about)),
      this.tokens.element, this.tables, element("section", {}, element("h2", {}, t("curves")),
        element("p", {}, t("curves_words")), this.work.element, this.steps.element),
      ...data.tables.map(tableElement), this.command.element, notesElement(data.notes));
    window.onresize = () => this.drawCurves();
  }

  /** @param {bigint} tokens */
  choose(tokens) {
    this.state.tokens = tokens;
    this.changed();
  }

  changed() {
    this.tokens.update();
    this.tables.replaceChildren(...layerTables(this.state).map(tableElement));
    this.drawCurves();
    const {command, unit} = this.data, {state} = this;
    const words = [command.name, ...command.words];
    const isOther = state.tokens !== BigInt(this.data.tokens);
    if (this.data.is_given || isOther) words.push("--tokens", String(state.tokens));
    else if (this.data.sweep) words.push("--sweep", this.data.sweep);
    if (unit === "mac" || state.unit === "mac") words.push("--unit", state.unit);
    this.command.show({line: shellLine(words), note: ""});
  }

  drawCurves() {
    const {state, data} = this, cursor = state.tokens, base = state.unit.toUpperCase();
    let to = BigInt(data.range.to);
    while (cursor > to) to *= 2n;
    const from = cursor < BigInt(data.range.from) ? 1n : BigInt(data.range.from);
    const places = geometricSteps(from, to, value => BigInt(Math.round(value)));
    /** @param {(layer: Layers["layers"][number]) => Tree} tree @returns {CostCurve[]} */
    const curves = tree => state.layers.map(layer => {
      const formula = formulaOf(tree(layer));
      return {name: layer.name, at: remembered(place => valueOf(formula, state.values(layer, place)))};
    });
    const marks = data.crossings.map(({left, right, first_after}) =>
      ({place: BigInt(first_after), text: `T = ${grouped(BigInt(first_after))}: ${left}, ${right}`}))
      .sort((a, b) => Number(a.place - b.place));
    const shared = {xName: "T", places, cursor, isFixed: false};
    this.work.show({...shared, title: t("curves_layers"), yName: base, base: 10n, marks: marks.slice(0, 6),
      curves: curves(layer => layer.totals[state.list()]), tick: decimalText(base), write: decimalText(base)});
    this.steps.show({...shared, title: t("curves_steps"), yName: t("steps"), base: 10n, marks: [],
      curves: curves(layer => layer.steps), tick: grouped, write: grouped});
  }

  recolored() {}

  /** @param {KeyboardEvent} event */
  onKey(event) {
    if (event.key === "r") this.tokens.again.click();
    else if (event.key === "u") this.tokens.changeUnit(this.state.unit === "flop" ? "mac" : "flop");
    else return false;
    return true;
  }
}

/** The slider for the number of tokens, and what operations are counted in. */
class TokensControl {
  /** @param {Layers} state @param {LayersView} owner */
  constructor(state, owner) {
    this.state = state;
    this.owner = owner;
    this.steps = geometricSteps(1n, kMostOnSlider, value => BigInt(Math.round(value)));
    this.slider = element("input", {type: "range", min: 0, max: this.steps.length - 1, "data-symbol": "T",
      "aria-label": t("setting_tokens"), oninput: () => owner.choose(this.steps[Number(this.slider.value)])});
    this.field = element("input", {type: "text", inputmode: "numeric", size: 9, id: "setting-T",
      "aria-label": t("setting_tokens"), autocomplete: "off", onchange: () => this.read()});
    this.unit = choice([["flop", "FLOP"], ["mac", "MAC"]], state.unit, unit => this.changeUnit(unit),
      {id: "unit"});
    this.again = button(t("reset"), () => {
      state.reset();
      owner.changed();
      announce(t("was_reset"));
    }, {id: "reset"});
    this.element = element("form", {class: "settings",
      onsubmit: (/** @type {Event} */ event) => event.preventDefault()},
      element("div", {class: "setting"}, element("label", {for: "setting-T"},
        element("span", {class: "symbol"}, "T"), " ", t("setting_tokens")), this.slider, this.field),
      element("div", {class: "setting"}, labelled(t("counted_in"), this.unit), this.again));
  }

  /** @param {string} unit */
  changeUnit(unit) {
    this.state.unit = unit;
    this.owner.changed();
  }

  read() {
    const count = countTyped(this.field, BigInt(this.state.data.largest_setting));
    if (count !== undefined) this.owner.choose(count);
  }

  update() {
    this.slider.value = nearestStep(this.steps, this.state.tokens);
    this.slider.setAttribute("aria-valuetext", "T = " + grouped(this.state.tokens));
    this.field.value = grouped(this.state.tokens);
    complain(this.field, "");
    this.unit.value = this.state.unit;
    this.again.disabled = !this.state.isChanged();
  }
}
