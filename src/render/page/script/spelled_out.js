"use strict";

// How one cell came about, the way a person works it out by hand, in the words of the program.

const kMostTerms = 8;  // a longer sum shows its first six terms and its last
const kLargestExponent = 20;  // beyond it, exp is worked out relative to the maximum

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

/** One cell on the way to being spelled out. */
class SpelledOut {
  /** @param {Run} run @param {StageData} stage @param {number} row @param {number} col @param {number} precision */
  constructor(run, stage, row, col, precision) {
    this.run = run;
    this.stage = stage;
    this.row = row;
    this.col = col;
    this.write = new HandNumber(precision);
  }

  /** @param {string} id */
  of(id) { return this.run.value(this.run.sourceOf(this.stage, id)); }

  /** @param {string} id @param {number} [row] @param {number} [col] */
  number(id, row = this.row, col = this.col) { return at(this.of(id), row, col); }

  isBlocked() { return this.run.isBlocked(this.stage, this.row, this.col); }

  /** The whole line. */
  line() {
    const {stage, row, col} = this, name = cellName(stage, row, col);
    const value = at(this.run.value(stage), row, col);
    if (stage.rule.kind === "permission") return `${name} = ${value}. ${permissionSentence(this)}`;
    const steps = this.run.isEdited(stage, row, col) ? "" : kSteps[stage.rule.kind]?.(this, stage.rule) ?? "";
    const blocked = this.isBlocked() && (steps === "" || stage.hides_blocked);
    const shown = steps === "" ? new HandNumber(this.write.precision).text(value)
                               : `${steps} ${Number.isFinite(value) ? this.resultSign(value) : "="} ${this.write.text(value)}`;
    return blocked ? filled("may_not_attend", `${name} = ${shown}`) : `${name} = ${shown}`;
  }

  // What stands before the result: it may be the first that is rounded.
  /** @param {number} value */
  resultSign(value) {
    this.write.text(value);
    return this.write.sign();
  }
}

/** @param {SpelledOut} cell */
function permissionSentence(cell) {
  const {stage, row, col, run} = cell;
  const query = placeName(stage.rows, row), key = placeName(stage.cols, col);
  const code = run.blockedOf(stage)?.[row * stage.shape[1] + col];
  if (!code) return filled("may_attend_to", query, key);
  return filled("may_not_attend_to", query, key, run.reasonName(String.fromCharCode(code)));
}

// The steps of each rule; "" where there is nothing to work out.
/** @type {Record<string, (cell: SpelledOut, rule: any) => string>} */
const kSteps = {
  product: (cell, rule) => {
    const left = cell.of(rule.left), right = cell.of(rule.right), {row, col, write} = cell;
    const n = rule.left_transposed ? left.rows : left.cols;
    const sum = sumText(n, k => {
      const a = rule.left_transposed ? at(left, k, row) : at(left, row, k);
      const b = rule.right_transposed ? at(right, col, k) : at(right, k, col);
      return write.factor(a) + "⋅" + write.factor(b);
    });
    return rule.bias ? `${sum} + ${write.factor(cell.number(rule.bias, 0))}` : sum;
  },
  columns: (cell, rule) =>
    cellName(cell.run.ungrouped(rule.of), cell.row, rule.first + cell.col),
  concat: (cell, rule) => concatSteps(cell, rule),
  difference: (cell, rule) =>
    `${cell.write.text(cell.number(rule.left))} − ${cell.write.factor(cell.number(rule.right))}`,
  mean: (cell, rule) => {
    if (cell.isBlocked()) return "";
    const parts = cell.run.groupsOf(rule.of).map(part => cell.run.value(part));
    const sum = sumText(parts.length, k => cell.write.factor(at(parts[k], cell.row, cell.col)));
    return `(${sum}) / ${parts.length}`;
  },
  scaling: (cell, rule) => {
    const {number, divides, isNothing} = cell.run.scaleOf(rule);
    if (isNothing) return cellName(cell.run.sourceOf(cell.stage, rule.of), cell.row, cell.col);
    const score = cell.write.text(cell.number(rule.of));
    const by = cell.write.text(number);
    return divides ? `${score} / ${by}` : `${inParentheses(score)}⋅${inParentheses(by)}`;
  },
  masking: (cell, rule) =>
    cell.write.text(cell.number(rule.of)) + (cell.isBlocked() ? " + (−∞)" : " + 0"),
  logarithm: (cell, rule) => `ln ${cell.write.text(cell.number(rule.of))}`,
  softmax: (cell, rule) => softmaxSteps(cell, rowOf(cell.of(rule.of), cell.row)),
  shares: (cell, rule) => {
    if (!rule.of) return "";
    const row = rowOf(cell.of(rule.of), cell.row), sum = row.reduce((a, b) => a + b, 0);
    if (sum === 0) return "";
    const terms = sumText(row.length, j => cell.write.factor(row[j]));
    const share = cell.write.text(row[cell.col]) + " / ", total = cell.write.text(sum);
    return `${share}(${terms}) ${cell.write.sign()} ${share}${total}`;
  },
  sinusoid: (cell, rule) => {
    const dim = rule.dims[cell.col], wave = dim % 2 ? "cos" : "sin", pair = Math.floor(dim / 2);
    const angle = cell.write.significant(rule.positions[cell.row] * rule.frequencies[pair]);
    return `${wave}(${quotient(rule.positions[cell.row], rule.base, pair, rule.d_model)}) ` +
           `${cell.write.sign()} ${wave}(${angle})`;
  },
  angle: (cell, rule) => quotient(rule.positions[cell.row], rule.base, cell.col, rule.width),
  wavelength: (cell, rule) => {
    const number = cell.write.significant(1 / rule.frequencies[cell.col]);
    return `2π⋅${rule.base}^(${2 * cell.col}/${rule.width}) ${cell.write.sign()} 2π⋅${number}`;
  },
  trigonometric: (cell, rule) =>
    `${rule.is_sine ? "sin" : "cos"}(${cell.write.significant(cell.number(rule.of))})`,
  rotation: (cell, rule) => rotationSteps(cell, rule),
  slope: (cell, rule) => {
    const head = cell.row, n = 2 ** Math.floor(Math.log2(rule.n_heads));
    return head < n ? `2^(−8⋅${head + 1}/${n})` : `2^(−8⋅${2 * (head - n) + 1}/${2 * n})`;
  },
  sum: (cell, rule) =>
    `${cell.write.factor(cell.number(rule.left))} + ${cell.write.factor(cell.number(rule.right))}`,
  part: (cell, rule) =>
    cellName(cell.run.sourceOf(cell.stage, rule.of), rule.rows[cell.row], rule.cols[cell.col]),
  pooling: (cell, rule) => {
    const rows = cell.of(rule.of);
    return `(${sumText(rows.rows, i => cell.write.factor(at(rows, i, cell.col)))}) / ${rows.rows}`;
  },
  alignment: (cell, rule) => {
    const a = rowOf(cell.of(rule.left), cell.row), b = rowOf(cell.of(rule.right), cell.col);
    const product = cell.write.text(dot(a, b)), left = cell.write.text(Math.sqrt(dot(a, a)));
    return `${product} / (${left}⋅${cell.write.text(Math.sqrt(dot(b, b)))})`;
  },
  total_loss: (cell, rule) => {
    const {cells} = cell.of(rule.of);
    return sumText(cells.length, k => cell.write.factor(cells[k]));
  },
  squared_error_loss: (cell, rule) => {
    const left = cell.of(rule.left).cells, right = cell.of(rule.right).cells;
    return `(${sumText(left.length, k => `(${minus(cell, left[k], right[k])})²`)}) / ${left.length}`;
  },
  squared_error_slope: (cell, rule) =>
    `2⋅(${minus(cell, cell.number(rule.left), cell.number(rule.right))}) / ` +
    `${cell.of(rule.left).cells.length}`,
  softmax_gradient: (cell, rule) => softmaxGradientSteps(cell, rule),
  softmax_jacobian: (cell, rule) => {
    if (cell.isBlocked()) return "";
    const a = rowOf(cell.of(rule.of), rule.row), own = cell.write.text(a[cell.row]);
    return cell.row === cell.col ? `${own}⋅(1 − ${own})` : `−(${own}⋅${cell.write.text(a[cell.col])})`;
  },
  sum_of_products: (cell, rule) => sumOfProductsSteps(cell, rule),
  column_sums: (cell, rule) => {
    const rows = cell.of(rule.of);
    return sumText(rows.rows, i => cell.write.factor(at(rows, i, cell.col)));
  },
};

// "3 / 10000^(2/8)".
/** @param {number} position @param {number} base @param {number} pair @param {number} width */
function quotient(position, base, pair, width) {
  return `${position} / ${base}^(${2 * pair}/${width})`;
}

// "1 − (−2)".
/** @param {SpelledOut} cell @param {number} a @param {number} b */
function minus(cell, a, b) {
  return `${cell.write.text(a)} − ${cell.write.factor(b)}`;
}

// "2⋅(−3)".
/** @param {SpelledOut} cell @param {number} a @param {number} b */
function times(cell, a, b) {
  return `${cell.write.factor(a)}⋅${cell.write.factor(b)}`;
}

/** @param {SpelledOut} cell @param {Float64Array} row */
function softmaxSteps(cell, row) {
  const highest = row.reduce((a, b) => Math.max(a, b), -Infinity), {write} = cell;
  if (cell.isBlocked() || !Number.isFinite(highest)) return "";
  // By hand one does not shift small exponents; large ones would leave the range of the numbers.
  const shifts = Math.abs(highest) > kLargestExponent;
  /** @param {number} j */
  const power = j => {
    if (!Number.isFinite(row[j])) return "0";
    const exponent = write.text(row[j]);
    return shifts ? `e^(${exponent} − ${write.factor(highest)})` : "e^" + inParentheses(exponent);
  };
  const powers = row.map(score => Math.exp(score - (shifts ? highest : 0)));
  const formula = `${power(cell.col)} / (${sumText(row.length, power)})`;
  const numbers = `${write.text(powers[cell.col])} / ${write.text(powers.reduce((a, b) => a + b, 0))}`;
  return `${formula} ${write.sign()} ${numbers}`;
}

// "head 0 O_0[sat, 1]", or of several heads added up.
/** @param {SpelledOut} cell @param {any} rule */
function concatSteps(cell, rule) {
  const parts = cell.run.groupsOf(rule.of), {row, run, write} = cell;
  let col = cell.col;
  for (let first = 0; first < parts.length; first += rule.n_added) {
    const width = parts[first].shape[1];
    if (col >= width) {
      col -= width;
      continue;
    }
    /** @param {number} k */
    const name = k => `${parts[first + k].group} ${cellName(parts[first + k], row, col)}`;
    if (rule.n_added === 1) return name(0);
    const numbers = sumText(rule.n_added, k => write.factor(at(run.value(parts[first + k]), row, col)));
    return `${sumText(rule.n_added, name)} ${write.sign()} ${numbers}`;
  }
  return "";
}

/** @param {SpelledOut} cell @param {any} rule */
function rotationSteps(cell, rule) {
  const X = cell.of(rule.of), angles = cell.of(rule.angles), {row, col, write} = cell;
  for (let pair = 0; pair < angles.cols; ++pair) {
    const [first, second] = columnsOfPair(pair, X.cols, rule.pairing);
    if (col !== first && col !== second) continue;
    const angle = at(angles, row, pair), text = write.significant(angle);
    const own = write.factor(at(X, row, col));
    const other = write.factor(at(X, row, col === first ? second : first));
    const cosine = write.factor(Math.cos(angle)), sine = write.factor(Math.sin(angle));
    const sign = (col === first) !== rule.is_back ? "−" : "+";
    return `${own}⋅cos(${text}) ${sign} ${other}⋅sin(${text}) ${write.sign()} ` +
           `${own}⋅${cosine} ${sign} ${other}⋅${sine}`;
  }
  return "";
}

/** @param {SpelledOut} cell @param {any} rule */
function softmaxGradientSteps(cell, rule) {
  if (cell.isBlocked()) return "";
  const {row, col, write} = cell;
  const weights = rowOf(cell.of(rule.weights), row), slopes = rowOf(cell.of(rule.slopes), row);
  const open = [...weights.keys()].filter(j => !cell.run.isBlocked(cell.stage, row, j));
  const mean = sumText(open.length, k => times(cell, weights[open[k]], slopes[open[k]]));
  const weight = write.factor(weights[col]), slope = write.text(slopes[col]);
  const above = minus(cell, slopes[col], dot(weights, slopes));
  return `${weight}⋅(${slope} − (${mean})) ${write.sign()} ${weight}⋅(${above})`;
}

/** @param {SpelledOut} cell @param {any} rule */
function sumOfProductsSteps(cell, rule) {
  const products = [], sums = [];
  for (const [leftId, rightId] of rule.terms) {
    const left = rowOf(cell.of(leftId), cell.row), right = rowOf(cell.of(rightId), cell.col);
    const terms = sumText(left.length, k => times(cell, left[k], right[k]));
    products.push(rule.terms.length > 1 ? `(${terms})` : terms);
    sums.push(cell.write.factor(dot(left, right)));
  }
  const all = products.join(" + ");
  return rule.terms.length === 1 ? all : `${all} ${cell.write.sign()} ${sums.join(" + ")}`;
}
