"use strict";

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
