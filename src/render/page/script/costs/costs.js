"use strict";

// What a model costs at the settings that are chosen now; every number is exact.

/**
 * A number that the reader can change. `follows` gives it where nobody says anything else.
 * @typedef {{symbol: string, flag: string, label: string, value: string, follows: Tree | null,
 *   is_given: boolean}} SettingData
 */

/** @typedef {{symbol: string, name: string, value?: string, formula?: Tree}} ArgumentData */

/**
 * One number of a report. `n_layers` equal layers share it, where any do.
 * @typedef {{id: string, label: Words, part: string, formula: Tree, n_layers?: string}} QuantityData
 */

/** @typedef {{symbol: string, kind: Words, formula: Tree, full: Tree}} PairsData */

/**
 * The data of a page of costs.
 * @typedef {{kind: string, command: {name: string, words: string[]}, title: Words, source: Words,
 *   about: Words, mode: string, unit: string, largest_setting: string, arguments: ArgumentData[],
 *   settings: SettingData[], pairs: PairsData[], parameters: QuantityData[], macs: QuantityData[],
 *   elementwise: QuantityData[], shows_elementwise: boolean, memory: QuantityData[],
 *   active: {formula: Tree, n: string, of: string} | null,
 *   limits: {table: string, image: string, is_causal: boolean}, tokens: string,
 *   sweep?: string, range: {from: string, to: string}, compared: {name: string, n_kv_heads: string}[],
 *   tables: TableData[], notes: Words[]}} CostsData
 */

/** @typedef {{id: string, label: Words, part: string, formula: Formula, nLayers: bigint}} Quantity */

const kLists = /** @type {const} */ (["parameters", "macs", "elementwise", "memory"]);

/** @param {QuantityData} data @returns {Quantity} */
function quantityOf({id, label, part, formula, n_layers}) {
  return {id, label, part, formula: formulaOf(formula), nLayers: BigInt(n_layers ?? 0)};
}

/** The model and its pass. What is chosen is in `chosen`; a setting that is not there follows others. */
class Costs {
  /** @param {CostsData} data */
  constructor(data) {
    this.data = data;
    this.lists = Object.fromEntries(kLists.map(name => [name, data[name].map(quantityOf)]));
    this.pairs = data.pairs.map(pairs => ({symbol: pairs.symbol, kind: pairs.kind,
      formula: formulaOf(pairs.formula), full: formulaOf(pairs.full)}));
    this.arguments = data.arguments.map(({symbol, name, value, formula}) =>
      ({symbol, name, value: BigInt(value ?? 0), formula: formula && formulaOf(formula)}));
    this.settings = data.settings.map(setting => ({...setting, value: BigInt(setting.value),
      follows: setting.follows && formulaOf(setting.follows)}));
    /** @type {Map<string, bigint>} */
    this.chosen = new Map();
    this.unit = data.unit;
    this.reset();
  }

  reset() {
    this.chosen.clear();
    for (const {symbol, value, follows, is_given} of this.settings)
      if (!follows || is_given) this.chosen.set(symbol, value);
    this.unit = this.data.unit;
  }

  isChanged() {
    return this.unit !== this.data.unit || this.settings.some(setting => this.isOther(setting));
  }

  // Whether a setting is another than the one that the page came with.
  /** @param {Costs["settings"][number]} setting */
  isOther({symbol, value, follows, is_given}) {
    return this.chosen.get(symbol) !== (follows && !is_given ? undefined : value);
  }

  /** @param {string} symbol @param {bigint | null} value  null: it follows others */
  choose(symbol, value) {
    if (value === null) this.chosen.delete(symbol);
    else this.chosen.set(symbol, value);
  }

  /** @param {string} symbol */
  setting(symbol) {
    return this.settings.find(setting => setting.symbol === symbol);
  }

  // What the symbols stand for, with some in place of those that are chosen.
  /** @param {Record<string, bigint>} [instead] @returns {Arguments} */
  values(instead = {}) {
    /** @type {Map<string, bigint>} */
    const known = new Map();
    /** @param {string} symbol */
    const values = symbol => {
      const value = known.get(symbol) ?? this.worked(symbol, instead, values);
      known.set(symbol, value);
      return value;
    };
    return values;
  }

  /** @param {string} symbol @param {Record<string, bigint>} instead @param {Arguments} values @returns {bigint} */
  worked(symbol, instead, values) {
    const given = instead[symbol] ?? this.chosen.get(symbol);
    if (given !== undefined) return given;
    const formula = this.setting(symbol)?.follows ?? this.pairs.find(one => one.symbol === symbol)?.formula ??
                    this.arguments.find(one => one.symbol === symbol)?.formula;
    if (formula && !isItself(formula, symbol)) return valueOf(formula, values);
    const argument = this.arguments.find(one => one.symbol === symbol);
    if (!argument) throw new Error(`no value for the symbol ${symbol}`);
    return argument.value;
  }

  // Whether the heads share the width of the model, which they must divide then.

  splitsHeads() {
    return this.arguments.some(({symbol, formula}) => symbol === "d_h" && formula !== undefined);
  }

  // The symbols with every pair of a query and a key counted.

  fullValues() {
    const values = this.values();
    return this.values(Object.fromEntries(this.pairs.map(({symbol, full}) => [symbol, valueOf(full, values)])));
  }

  /** Why the program would refuse these settings; "" where it takes them. */
  refusal() {
    const values = this.values(), d = values("d"), h = values("h"), kv = values("h_kv");
    if (h % kv !== 0n)
      return filled("uneven_kv_heads", String(h), String(kv), divisorsOf(h).slice(0, 12).join(", "));
    if (this.splitsHeads() && d % h !== 0n)
      return filled("uneven_heads", String(d), String(h), String(d), String(h), unevenText(ratioOf(d, h)));
    return "";
  }

  /** What the model was not made for. */
  warnings() {
    const {limits} = this.data, values = this.values(), nTokens = values("T"), nKeys = values("S");
    const longest = nTokens > nKeys ? nTokens : nKeys, warnings = [];
    if (limits.image !== "0" && longest !== BigInt(limits.image))
      warnings.push(filled("image_tokens", grouped(BigInt(limits.image)), grouped(longest)));
    else if (limits.table !== "0" && longest > BigInt(limits.table))
      warnings.push(filled("table_rows", grouped(BigInt(limits.table)), grouped(longest)));
    if (limits.is_causal && nKeys < nTokens) warnings.push(filled("blind_queries", grouped(nTokens - nKeys)));
    return warnings;
  }
}

// What stands for itself was counted, and there is no formula for it.
/** @param {Formula} formula @param {string} symbol */
function isItself(formula, symbol) {
  return formula.kind === "symbol" && formula.symbol === symbol;
}

/** @param {bigint} n */
function divisorsOf(n) {
  const small = [], large = [];
  for (let divisor = 1n; divisor * divisor <= n && divisor <= 1n << 20n; ++divisor) {
    if (n % divisor !== 0n) continue;
    small.push(divisor);
    if (divisor * divisor !== n) large.unshift(n / divisor);
  }
  return [...small, ...large];
}

/** @param {Quantity[]} quantities @param {Arguments} values @param {(quantity: Quantity) => boolean} [selects] */
function totalOf(quantities, values, selects = () => true) {
  return quantities.reduce((sum, one) => selects(one) ? sum + valueOf(one.formula, values) : sum, 0n);
}

/** @param {Quantity} quantity */
function isPairProduct({part}) {
  return part === "scores" || part === "weighted_sum";
}

/** @param {Quantity} quantity */
function isProjection({part}) {
  return part === "projection";
}

// A cost that can be compared with another, under the name that machine output has for it.
/** @param {Costs} costs @param {string} id @param {Arguments} values @returns {bigint} */
function seriesOf(costs, id, values) {
  const {macs, memory, parameters} = costs.lists;
  switch (id) {
    case "flops": return 2n * totalOf(macs, values);
    case "pair_flops": return 2n * totalOf(macs, values, isPairProduct);
    case "projection_flops": return 2n * totalOf(macs, values, isProjection);
    case "other_flops": return 2n * totalOf(macs, values, one => !isPairProduct(one));
    case "parameters": return totalOf(parameters, values);
    case "attention_parameters":
      return totalOf(parameters, values, one => isProjection(one) || one.part === "query_key_norm");
    default: return totalOf(memory, values, one => one.id === id);
  }
}
