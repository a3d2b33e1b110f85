"use strict";

// How the cells of a stage come about: the rules of trace/trace.hpp, computed anew and spelled out.

/**
 * What a rule can ask for while it is computed or spelled out.
 * @typedef {{of: (id: string) => Matrix, all: (id: string) => Matrix[], stage: StageData,
 *   run: Run}} Surroundings
 */

// The sources of a rule, as ids.
/** @type {Record<string, (rule: any) => string[]>} */
const kSources = {
  product: rule => [rule.left, rule.right, ...(rule.bias ? [rule.bias] : [])],
  scaling: rule => [rule.of],
  masking: rule => [rule.of],
  softmax: rule => [rule.of],
  logarithm: rule => [rule.of],
  columns: rule => [rule.of],
  shares: rule => rule.of ? [rule.of] : [],
  concat: rule => [rule.of],
  mean: rule => [rule.of],
  difference: rule => [rule.left, rule.right],
  trigonometric: rule => [rule.of],
  rotation: rule => [rule.of, rule.angles],
  sum: rule => [rule.left, rule.right],
  part: rule => [rule.of],
  pooling: rule => [rule.of],
  alignment: rule => [rule.left, rule.right],
  total_loss: rule => [rule.of],
  squared_error_loss: rule => [rule.left, rule.right],
  squared_error_slope: rule => [rule.left, rule.right],
  softmax_gradient: rule => [rule.weights, rule.slopes],
  softmax_jacobian: rule => [rule.of],
  sum_of_products: rule => rule.terms.flat(),
  column_sums: rule => [rule.of],
};

/** Whose members of all groups a rule takes. */
const kTakesGroups = new Set(["concat", "mean"]);

// The values of a stage from those of its sources.
/** @type {Record<string, (rule: any, from: Surroundings) => Matrix>} */
const kValues = {
  product: (rule, {of}) => product(of(rule.left), of(rule.right), {
    leftTransposed: rule.left_transposed, rightTransposed: rule.right_transposed,
    bias: rule.bias ? of(rule.bias) : undefined}),
  scaling: (rule, {of, run}) => {
    const {number, divides} = run.scaleOf(rule);
    return scaledScores(of(rule.of), number, divides);
  },
  masking: (rule, {of, stage, run}) => maskedScores(of(rule.of), run.blockedOf(stage)),
  softmax: (rule, {of, run}) => softmaxRows(of(rule.of), run.emptyRow),
  logarithm: (rule, {of}) => mapped(of(rule.of), Math.log),
  permission: (_, {stage, run}) => {
    const blocked = run.blockedOf(stage);
    return mapped(matrixOf(stage.shape[0], stage.shape[1]), (_, place) => blocked?.[place] ? 0 : 1);
  },
  columns: (rule, {of, stage}) => columnsOf(of(rule.of), rule.first, stage.shape[1]),
  shares: (rule, {of}) => sharesOf(of(rule.of)),
  concat: (rule, {all}) => {
    const parts = all(rule.of), sums = [];
    for (let first = 0; first < parts.length; first += rule.n_added)
      sums.push(sumOfAll(parts.slice(first, first + rule.n_added)));
    return concat(sums);
  },
  mean: (rule, {all}) => {
    const parts = all(rule.of);
    return mapped(sumOfAll(parts), sum => sum / parts.length);
  },
  difference: (rule, {of}) => {
    const right = of(rule.right);
    return mapped(of(rule.left), (cell, place) => cell - right.cells[place]);
  },
  trigonometric: (rule, {of}) => mapped(of(rule.of), rule.is_sine ? Math.sin : Math.cos),
  rotation: (rule, {of}) => rotated(of(rule.of), of(rule.angles), rule.pairing, rule.is_back),
  sum: (rule, {of}) => sumOfAll([of(rule.left), of(rule.right)]),
  part: (rule, {of}) => {
    const whole = of(rule.of), part = matrixOf(rule.rows.length, rule.cols.length);
    return mapped(part, (_, place) =>
      at(whole, rule.rows[Math.floor(place / part.cols)], rule.cols[place % part.cols]));
  },
  pooling: (rule, {of}) => {
    const rows = of(rule.of);
    return mapped(columnSums(rows), sum => sum / rows.rows);
  },
  alignment: (rule, {of}) => alignment(of(rule.left), of(rule.right)),
  total_loss: (rule, {of}) => single(of(rule.of).cells.reduce((a, b) => a + b, 0)),
  squared_error_loss: (rule, {of}) => {
    const {cells} = of(rule.left), right = of(rule.right).cells;
    const sum = cells.reduce((sum, cell, k) => sum + differenceButForRounding(cell, right[k]) ** 2, 0);
    return single(sum / cells.length);
  },
  squared_error_slope: (rule, {of}) => {
    const left = of(rule.left), right = of(rule.right).cells;
    return mapped(left, (cell, k) => 2 * differenceButForRounding(cell, right[k]) / right.length);
  },
  softmax_gradient: (rule, {of}) => softmaxGradient(of(rule.weights), of(rule.slopes)),
  softmax_jacobian: (rule, {of}) => {
    const a = rowOf(of(rule.of), rule.row), n = a.length;
    return mapped(matrixOf(n, n), (_, place) => {
      const i = Math.floor(place / n), j = place % n;
      return (i === j ? a[i] : 0) - a[i] * a[j];
    });
  },
  // All slopes side by side, times all weights one below the other.
  sum_of_products: (rule, {of}) => product(
    concat(rule.terms.map((/** @type {[string, string]} */ [slopes, _]) => of(slopes))),
    concat(rule.terms.map((/** @type {[string, string]} */ [_, weights]) => of(weights))),
    {rightTransposed: true}),
  column_sums: (rule, {of}) => columnSums(of(rule.of)),
};

/** @param {number} number */
function single(number) {
  return matrixOf(1, 1, Float64Array.of(number));
}

/** @param {Matrix} matrix */
function columnSums(matrix) {
  return product(matrixOf(1, matrix.rows, new Float64Array(matrix.rows).fill(1)), matrix);
}
