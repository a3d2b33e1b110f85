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

// Formulas as trees, of exact whole numbers: what src/costs/formula does in the program.

/**
 * A tree as it travels: a number is digits, a symbol a name.
 * @typedef {{kind: "number", number: string} | {kind: "symbol", symbol: string}
 *   | {kind: "sum", parts: Tree[], negative: boolean[]} | {kind: "product", number: string, parts: Tree[]}
 *   | {kind: "quotient", number: string, parts: Tree[]} | {kind: "choice", parts: Tree[]}} Tree
 */

/**
 * A count written with symbols.
 * @typedef {{kind: "number", number: bigint} | {kind: "symbol", symbol: string}
 *   | {kind: "sum", parts: Formula[], negative: boolean[]}
 *   | {kind: "product", number: bigint, parts: Formula[]}
 *   | {kind: "quotient", number: bigint, parts: Formula[]}
 *   | {kind: "choice", parts: Formula[]}} Formula
 */

/**
 * What the symbols stand for.
 * @typedef {(symbol: string) => bigint} Arguments
 */

/** @param {Tree} tree @returns {Formula} */
function formulaOf(tree) {
  if (tree.kind === "symbol") return tree;
  if (tree.kind === "number") return number(BigInt(tree.number));
  const parts = tree.parts.map(formulaOf);
  if (tree.kind === "sum") return {...tree, parts};
  return tree.kind === "choice" ? {...tree, parts} : {...tree, number: BigInt(tree.number), parts};
}

/** @param {bigint} value @returns {Formula} */
function number(value) {
  return {kind: "number", number: value};
}

/** @param {Formula} formula @param {bigint} value */
function isNumber(formula, value) {
  return formula.kind === "number" && formula.number === value;
}

/** @param {Formula} left @param {Formula} right @returns {Formula} */
function productOf(left, right) {
  let factor = 1n;
  /** @type {Formula[]} */
  const parts = [];
  for (const side of [left, right]) {
    if (side.kind === "number" || side.kind === "product") factor *= side.number;
    if (side.kind === "product") parts.push(...side.parts);
    else if (side.kind !== "number") parts.push(side);
  }
  if (factor === 0n || !parts.length) return number(factor);
  return factor === 1n && parts.length === 1 ? parts[0] : {kind: "product", number: factor, parts};
}

/** @param {Formula} left @param {Formula} right @param {boolean} subtracts @returns {Formula} */
function sumOf(left, right, subtracts) {
  if (isNumber(right, 0n)) return left;
  if (isNumber(left, 0n) && !subtracts) return right;
  /** @type {{kind: "sum", parts: Formula[], negative: boolean[]}} */
  const sum = {kind: "sum", parts: [], negative: []};
  for (const [side, isNegative] of /** @type {[Formula, boolean][]} */ ([[left, false], [right, subtracts]])) {
    const terms = side.kind === "sum" ? side : {parts: [side], negative: [false]};
    sum.parts.push(...terms.parts);
    sum.negative.push(...terms.negative.map(negative => negative !== isNegative));
  }
  return sum;
}

/** @param {bigint} dividend @param {bigint} divisor */
function roundedUp(dividend, divisor) {
  const quotient = dividend / divisor;
  return quotient * divisor !== dividend && dividend > 0n === divisor > 0n ? quotient + 1n : quotient;
}

/** @param {Formula} formula @param {Arguments} values @returns {bigint} */
function valueOf(formula, values) {
  switch (formula.kind) {
    case "number": return formula.number;
    case "symbol": return values(formula.symbol);
    case "sum":
      return formula.parts.reduce((sum, part, i) =>
        formula.negative[i] ? sum - valueOf(part, values) : sum + valueOf(part, values), 0n);
    case "product":
      return formula.parts.reduce((product, part) => product * valueOf(part, values), formula.number);
    case "quotient":
      return roundedUp(valueOf(formula.parts[0], values), divisorOf(formula, values));
    case "choice": return valueOf(chosenPart(formula.parts, values), values);
  }
}

/** @param {{number: bigint, parts: Formula[]}} quotient @param {Arguments} values */
function divisorOf({number: divisor, parts}, values) {
  return parts.length > 1 ? valueOf(parts[1], values) : divisor;
}

// left, right, then, otherwise: `then` where left ≤ right.
/** @param {Formula[]} parts @param {Arguments} values */
function chosenPart(parts, values) {
  return valueOf(parts[0], values) <= valueOf(parts[1], values) ? parts[2] : parts[3];
}

/** @param {Formula} formula @returns {boolean} */
function hasChoice(formula) {
  return formula.kind === "choice" || ("parts" in formula && formula.parts.some(hasChoice));
}

// The same with every case decided, put together anew as it would have been without.
/** @param {Formula} formula @param {Arguments} values @returns {Formula} */
function resolved(formula, values) {
  if (!hasChoice(formula) || !("parts" in formula)) return formula;
  if (formula.kind === "choice") return resolved(chosenPart(formula.parts, values), values);
  const parts = formula.parts.map(part => resolved(part, values));
  if (formula.kind === "quotient") return {...formula, parts};
  if (formula.kind === "product") return parts.reduce(productOf, number(formula.number));
  return parts.reduce((sum, part, i) => sumOf(sum, part, formula.negative[i]), number(0n));
}

// The symbols in a formula, each once.
/** @param {Formula} formula @param {Set<string>} [found] */
function symbolsOf(formula, found = new Set()) {
  if (formula.kind === "symbol") found.add(formula.symbol);
  else if ("parts" in formula) for (const part of formula.parts) symbolsOf(part, found);
  return found;
}

// "2 d h d_h + d": a space multiplies, and a product in a sum has no parentheses.
/** @param {Formula} formula @returns {string} */
function textOf(formula) {
  switch (formula.kind) {
    case "number": return String(formula.number);
    case "symbol": return formula.symbol;
    case "sum": return sumText(formula);
    case "product": return productText(formula);
    case "quotient": return quotientText(formula);
    case "choice": throw new Error("a case that nobody decided");
  }
}

// As a factor of a product: what is not one factor by itself gets parentheses.
/** @param {Formula} formula */
function factorText(formula) {
  const isSingle = formula.kind === "symbol" || formula.kind === "number";
  return isSingle ? textOf(formula) : `(${textOf(formula)})`;
}

/** @param {{number: bigint, parts: Formula[]}} product */
function productText({number: factor, parts}) {
  const texts = factor === 1n ? [] : [String(factor)];
  const factors = parts.map(factorText);
  for (let i = 0, power; i < factors.length; i += power) {
    power = 1;
    while (factors[i + power] === factors[i]) ++power;
    texts.push(power > 1 ? `${factors[i]}^${power}` : factors[i]);
  }
  return texts.join(" ");
}

/** @param {{parts: Formula[], negative: boolean[]}} sum */
function sumText({parts, negative}) {
  return parts.map((part, i) =>
    (i ? (negative[i] ? " − " : " + ") : negative[i] ? "−" : "") + textOf(part)).join("");
}

/** @param {{number: bigint, parts: Formula[]}} quotient */
function quotientText({number: divisor, parts}) {
  const dividend = parts[0].kind === "product" ? textOf(parts[0]) : factorText(parts[0]);
  return `${dividend} / ${parts.length > 1 ? factorText(parts[1]) : divisor}`;
}

// Where one cost becomes larger than another along the tokens: what src/costs/compare does.

/**
 * Where one series becomes larger than another, or stops being larger.
 * @typedef {{left: string, right: string, isLargerAfter: boolean, isEqualBefore: boolean,
 *   lastBefore?: bigint, firstAfter?: bigint, lookedFrom: bigint, lookedTo: bigint}} Crossing
 */

/** The order of two costs with so many tokens: less than 0 where the left one is the smaller. */
/** @typedef {(tokens: bigint) => bigint} Difference */

const kMostTokensLookedAt = 1000000000000n;
const kTellingPairs = [["pair_flops", "other_flops"], ["pair_flops", "projection_flops"],
                       ["kv_cache_bytes", "weights_bytes"], ["scores_bytes", "weights_bytes"]];

// From the first to the last, both always among them, each twice the one before.
/** @param {bigint} from @param {bigint} to */
function doubled(from, to) {
  const values = [];
  for (let value = from; value < to; value *= 2n) values.push(value);
  return [...values, to];
}

/** The last crossing of two costs, as it is found among points and by bisection between them. */
class CrossingSearch {
  /** @param {bigint[]} points @param {Difference} difference @param {string} left @param {string} right */
  constructor(points, difference, left, right) {
    this.points = points;
    this.difference = difference;
    /** @type {Crossing} */
    this.crossing = {left, right, isLargerAfter: this.isLarger(points[points.length - 1]), isEqualBefore: false,
      lookedFrom: points[0], lookedTo: points[points.length - 1]};
  }

  /** @param {bigint} tokens */
  isLarger(tokens) {
    return this.difference(tokens) > 0n;
  }

  search() {
    const {points, crossing} = this;
    for (let i = points.length - 1; i > 0; --i)
      if (this.isLarger(points[i - 1]) !== crossing.isLargerAfter) {
        this.narrow(points[i - 1], points[i]);
        return crossing;
      }
    if (crossing.isLargerAfter) this.lookBelow();
    else this.lookAbove();
    return crossing;
  }

  // Bisects between two values, of which only the upper one has the order that holds afterwards.
  /** @param {bigint} before @param {bigint} after */
  narrow(before, after) {
    while (after - before > 1n) {
      const middle = before + (after - before) / 2n;
      if (this.isLarger(middle) === this.crossing.isLargerAfter) after = middle;
      else before = middle;
    }
    this.crossing.isEqualBefore = this.difference(before) === 0n;
    this.crossing.lastBefore = before;
    this.crossing.firstAfter = after;
  }

  lookBelow() {
    for (let above = this.crossing.lookedFrom; above > 1n;) {
      const below = above / 2n;
      this.crossing.lookedFrom = below;
      if (!this.isLarger(below)) return this.narrow(below, above);
      above = below;
    }
  }

  lookAbove() {
    for (let below = this.crossing.lookedTo; below < kMostTokensLookedAt;) {
      const above = 2n * below < kMostTokensLookedAt ? 2n * below : kMostTokensLookedAt;
      this.crossing.lookedTo = above;
      if (this.isLarger(above)) {
        this.crossing.isLargerAfter = true;
        return this.narrow(below, above);
      }
      below = above;
    }
  }
}

// For each pair of series that are not always zero, the last crossing.
/** @param {Costs} costs @param {string} symbol  of the tokens @param {bigint} from @param {bigint} to */
function crossingsOf(costs, symbol, from, to) {
  const points = doubled(from, to);
  /** @param {string} id @param {bigint} tokens */
  const at = (id, tokens) => seriesOf(costs, id, costs.values({[symbol]: tokens}));
  /** @param {string} id */
  const isSomething = id => points.some(tokens => at(id, tokens) > 0n);
  return kTellingPairs.filter(([left, right]) => isSomething(left) && isSomething(right))
    .map(([left, right]) =>
      new CrossingSearch(points, tokens => at(left, tokens) - at(right, tokens), left, right).search());
}

/** @param {Crossing} crossing */
function isExact({lastBefore, firstAfter}) {
  return firstAfter !== undefined && lastBefore !== undefined && lastBefore + 1n === firstAfter;
}

// The larger of two things with its verb: it goes on "more than the weights".
/** @param {string} id */
function subjectOf(id) {
  return t("subject_" + id);
}

/** @param {string} id */
function objectOf(id) {
  return t("object_" + id);
}

// A crossing as a sentence, as the program has it below a sweep.
/** @param {Crossing} crossing @param {bigint} width  d_model */
function crossingText(crossing, width) {
  const {left, right, isLargerAfter, firstAfter, lastBefore, isEqualBefore} = crossing;
  const names = [subjectOf(left), objectOf(right)];
  if (firstAfter === undefined || lastBefore === undefined)
    return filled(isLargerAfter ? "always_more" : "never_more", "tokens",
      grouped(crossing.lookedFrom), grouped(crossing.lookedTo), ...names);
  const text = filled(isLargerAfter ? "from_more" : "from_no_more", "tokens", grouped(firstAfter), ...names);
  if (left !== "pair_flops" || width === 0n) return text;
  return joinedSentences(text, multipleSentence(isEqualBefore ? lastBefore : firstAfter, width, isEqualBefore));
}

// The rule of the textbook counts tokens in widths: 1.5 d or 2 d.
/** @param {bigint} tokens @param {bigint} width @param {boolean} isEqual */
function multipleSentence(tokens, width, isEqual) {
  const exact = exactMultiple(tokens, width);
  if (isEqual && exact) return filled("equal_at", grouped(tokens), exact);
  return exact ? filled("that_is", exact) : filled("that_is_about", general(ratioOf(tokens, width), 3));
}

// "1.5 d_model", "4 d_model − 1" where that is exact in few digits; "" where it is not.
/** @param {bigint} tokens @param {bigint} width */
function exactMultiple(tokens, width) {
  if ((tokens + 1n) % width === 0n) return `${grouped((tokens + 1n) / width)} d_model − 1`;
  const thousandths = 1000n * tokens;
  if (thousandths % width !== 0n) return "";
  const digits = String(thousandths / width).padStart(4, "0");
  return `${digits.slice(0, -3)}.${digits.slice(-3)}`.replace(/\.?0+$/, "") + " d_model";
}

// A sentence after another, with a space where the language has one.
/** @param {string} text @param {string} sentence */
function joinedSentences(text, sentence) {
  return text + (page.language === "ja" ? "" : " ") + sentence;
}
