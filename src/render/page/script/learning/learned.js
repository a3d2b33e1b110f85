"use strict";

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
