"use strict";

// How one cell came about, the way a person works it out by hand, in the words of the program.

const kMostTerms = 8;  // a longer sum shows its first six terms and its last

// "a + b + c", with the middle of a long sum left out.
/** @param {number} n @param {(k: number) => string} term */
function sumText(n, term) {
  const terms = [];
  for (let k = 0; k < n; ++k) {
    if (n > kMostTerms && k === kMostTerms - 2) {
      terms.push("..");
      k = n - 1;
    }
    terms.push(term(k));
  }
  return terms.join(" + ");
}

// What a cell is called: "S[sat, cat]".
/** @param {StageData} stage @param {number} row @param {number} col */
function cellName(stage, row, col) {
  if (stage.rows.name === "loss" && stage.shape[0] * stage.shape[1] === 1) return stage.symbol;
  return `${stage.symbol}[${placeName(stage.rows, row)}, ${placeName(stage.cols, col)}]`;
}

/**
 * A piece of a calculation, and what it has outside of all parentheses: a sum (0), a product or a
 * quotient (1), or nothing that could be torn apart but a sign (2), or not even that (3).
 * @typedef {{kind: number, text: string}} Piece
 */
const kSum = 0, kProduct = 1, kAtom = 2, kBare = 3;

// A piece where anything that binds less than `least` would be torn apart.
/** @param {Piece} piece @param {number} least */
function within({kind, text}, least) {
  return kind < least ? `(${text})` : text;
}

// The same where a sign may not stand, either.
/** @param {Piece} piece @param {number} least */
function operand(piece, least) {
  return piece.kind === kAtom ? inParentheses(piece.text) : within(piece, least);
}

/** One cell on the way to being spelled out. */
class SpelledOut {
  /** @param {Run} run @param {StageData} stage @param {number} row @param {number} col @param {number} precision */
  constructor(run, stage, row, col, precision) {
    this.run = run;
    this.stage = stage;
    this.row = row;
    this.col = col;
    this.k = 0;
    this.write = new HandNumber(precision);
    this.compiler = new Compiler(run, stage, true);
    this.hasWorked = false;  // some of it is a number of its own
    this.isWorked = false;  // and is written as that
    this.isExponent = false;  // where fractions stand close together
  }

  isBlocked() { return this.run.isBlocked(this.stage, this.row, this.col); }

  /** The whole line. */
  line() {
    const {stage, row, col} = this, name = cellName(stage, row, col);
    const value = at(this.run.value(stage), row, col);
    if (stage.rule.kind === "permission") return `${name} = ${value}. ${permissionSentence(this)}`;
    const steps = this.run.isEdited(stage, row, col) ? "" : this.steps(this.run.treeOf(stage));
    const blocked = this.isBlocked() && (steps === "" || stage.hides_blocked);
    const shown = steps === "" ? new HandNumber(this.write.precision).text(value)
                               : `${steps} ${Number.isFinite(value) ? this.resultSign(value) : "="} ${this.write.text(value)}`;
    return blocked ? filled("may_not_attend", `${name} = ${shown}`) : `${name} = ${shown}`;
  }

  // "sin(3 / 10000^(2/8)) = sin(0.3)". Empty where there is nothing to work out.
  /** @param {Tree | undefined} tree */
  steps(tree) {
    if (!tree) return "";
    const steps = this.spelled(tree).text;
    if (!this.hasWorked || !steps) return steps;
    this.isWorked = true;
    const numbers = this.spelled(tree).text;
    return `${steps} ${this.write.sign()} ${numbers}`;
  }

  /** @param {Tree} tree @returns {Piece} */
  spelled(tree) {
    if (typeof tree === "number") return {kind: kAtom, text: String(tree)};
    return kSpelled[tree[0]]?.(this, tree) ?? this.number(tree);
  }

  /** @param {Tree} tree */
  value(tree) { return this.compiler.worth(tree)(this.row, this.col, this.k); }

  /** @param {Tree} tree @returns {Piece} */
  number(tree) { return {kind: kAtom, text: this.write.text(this.value(tree))}; }

  /** @param {Tree} tree @returns {Piece} */
  significant(tree) { return {kind: kAtom, text: this.write.significant(this.value(tree))}; }

  /** @param {Tree} tree */
  exponent(tree) {
    this.isExponent = true;
    const text = operand(this.spelled(tree), kAtom);
    this.isExponent = false;
    return text;
  }

  /** @param {Tree} open */
  isClosed([, row, col]) { return this.run.isBlocked(this.stage, this.value(row), this.value(col)); }

  // The places that a sum runs over, without those that a mask blocks.
  /** @param {Tree} sum */
  terms([, n, term]) {
    return Array.from({length: this.value(n)}, (_, k) => k).filter(k => {
      this.k = k;
      return term[0] !== "open" || !this.isClosed(term);
    });
  }

  // "S[sat, cat]", or of one of several heads "head 0 O_0[sat, 1]".
  /** @param {Tree} cell */
  nameOf([kind, id, ...places]) {
    const [col, row, group] = places.map((/** @type {Tree} */ place) => this.value(place)).reverse();
    if (kind === "whole") return cellName(this.run.ungrouped(id), row, col);
    if (kind === "cell") return cellName(this.run.sourceOf(this.stage, id), row, col);
    const member = this.run.groupsOf(id)[group];
    return `${member.group} ${cellName(member, row, col)}`;
  }

  // What stands before the result: it may be the first that is rounded.
  /** @param {number} value */
  resultSign(value) {
    this.write.text(value);
    return this.write.sign();
  }
}

/** The same for all cells: a stage stands for its cells. */
class InSymbols extends SpelledOut {
  /** @param {Tree} tree @returns {Piece} */
  number(tree) {
    if (!kCells.has(tree[0])) return super.number(tree);
    return {kind: kBare, text: this.run.sourceOf(this.stage, tree[1]).symbol};
  }
}

// What a scale works on: "S".
/** @param {Run} run @param {StageData} stage */
function scaledInSymbols(run, stage) {
  const piece = new InSymbols(run, stage, 0, 0, 0).spelled(run.scaledTreeOf(stage));
  return within(piece, run.scale?.kind === "factor" ? kAtom : kProduct);  // a factor stands before it
}

/** @param {SpelledOut} cell */
function permissionSentence(cell) {
  const {stage, row, col, run} = cell;
  const query = placeName(stage.rows, row), key = placeName(stage.cols, col);
  const code = run.blockedOf(stage)?.[row * stage.shape[1] + col];
  if (!code) return filled("may_attend_to", query, key);
  return filled("may_not_attend_to", query, key, run.reasonName(String.fromCharCode(code)));
}

/** @param {SpelledOut} cell @param {Tree} tree @returns {Piece} */
function difference(cell, [, left, right]) {
  return {kind: kSum, text: `${cell.spelled(left).text} − ${operand(cell.spelled(right), kProduct)}`};
}

/** @param {SpelledOut} cell @param {Tree} tree @returns {Piece} */
function quotient(cell, [, a, b]) {
  const dividend = within(cell.spelled(a), kProduct), sign = cell.isExponent ? "/" : " / ";
  return {kind: kProduct, text: dividend + sign + within(cell.spelled(b), kAtom)};
}

/** @param {SpelledOut} cell @param {Tree} tree @returns {Piece} */
function spelledSum(cell, tree) {
  const terms = cell.terms(tree);
  return {kind: kSum, text: sumText(terms.length, n => {
    cell.k = terms[n];
    return operand(cell.spelled(tree[2]), kProduct);
  })};
}

/** @param {SpelledOut} cell @param {Tree} tree @returns {Piece} */
function exactNumber(cell, tree) {
  return {kind: kAtom, text: String(cell.value(tree))};
}

// How each operation is written; the value alone where it is not here.
/** @type {Record<string, (cell: SpelledOut, tree: Tree) => Piece>} */
const kSpelled = {
  number: (_, [, name]) => ({kind: kAtom, text: name}),
  name: (cell, [, of]) => kCells.has(of[0]) ? {kind: kAtom, text: cell.nameOf(of)} : cell.spelled(of),
  significant: (cell, tree) => tree[1][0] === "cell" ? cell.significant(tree) : cell.spelled(tree[1]),
  bare: (cell, tree) => ({kind: kBare, text: cell.number(tree).text}),
  exact: exactNumber,
  list: exactNumber,
  rows: exactNumber,
  groups: exactNumber,
  worked: (cell, tree) => {
    cell.hasWorked = true;
    if (!cell.isWorked) return cell.spelled(tree[1]);
    return tree[1][0] === "significant" ? cell.significant(tree) : cell.number(tree);
  },
  open: (cell, tree) => cell.isClosed(tree) ? {kind: kAtom, text: ""} : cell.spelled(tree[3]),
  choice: (cell, [, condition, yes, no]) => cell.spelled(cell.value(condition) ? yes : no),
  sum: spelledSum,
  balance: spelledSum,
  total: (cell, [, ...terms]) =>
    ({kind: kSum, text: sumText(terms.length, n => operand(cell.spelled(terms[n]), kProduct))}),
  plus: (cell, [, a, b]) =>
    ({kind: kSum, text: `${cell.spelled(a).text} + ${operand(cell.spelled(b), kProduct)}`}),
  minus: difference,
  apart: difference,
  relative: (cell, tree) =>
    Math.abs(cell.value(tree[2])) > kLargestExponent ? difference(cell, tree) : cell.spelled(tree[1]),
  times: (cell, [, a, b]) => {
    const first = a[0] === "number" ? cell.spelled(a).text : operand(cell.spelled(a), kProduct);
    return {kind: kProduct, text: `${first}⋅${operand(cell.spelled(b), kProduct)}`};
  },
  share: (cell, tree) => {
    const all = cell.value(tree[2]);
    return all === 0 || !Number.isFinite(all) ? {kind: kAtom, text: ""} : quotient(cell, tree);
  },
  over: quotient,
  square: (cell, [, a]) => ({kind: kAtom, text: operand(cell.spelled(a), kAtom) + "²"}),
  power: (cell, [, a, b]) =>
    ({kind: kAtom, text: `${operand(cell.spelled(a), kAtom)}^${cell.exponent(b)}`}),
  exp: (cell, [, a]) =>
    ({kind: kAtom, text: Number.isFinite(cell.value(a)) ? "e^" + cell.exponent(a) : "0"}),
  negative: (cell, [, a]) => ({kind: kProduct, text: "−" + operand(cell.spelled(a), kAtom)}),
  function: (cell, [, name, part]) => ({kind: kAtom, text: `${name}(${cell.spelled(part).text})`}),
  ln: (cell, [, a]) => ({kind: kAtom, text: "ln " + cell.spelled(a).text}),
};
