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
