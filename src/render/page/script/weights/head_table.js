"use strict";

// What the weights of each head have in common, as a table.

// Where each head looks, as means over the queries that attend to something; and in the last row
// the same of weights that are spread evenly.
/** @param {TableData} table @param {Run} run @param {number} precision @returns {Words[][]} */
function headRows(table, run, precision) {
  const heads = run.groupsOf("weights");
  const all = [...heads.map(head => run.value(head)), evenlySpread(run.value(heads[0]), run.blockedOf(heads[0]))];
  return all.map((weights, place) => [table.rows[place][0],
    ...headMeans(weights).map(mean => shownDecimals(mean, precision))]);
}

// Entropy in nats, the weight on the own place and on the two beside it, the distance in places.
/** @param {Matrix} weights */
function headMeans(weights) {
  const sums = [0, 0, 0, 0];
  let nRows = 0;
  for (let i = 0; i < weights.rows; ++i) {
    const row = rowOf(weights, i);
    if (!(row.reduce((a, b) => a + b, 0) > 0)) continue;  // it attends to nothing
    ++nRows;
    const of = [entropyOf(row), row[i], (row[i - 1] ?? 0) + (row[i + 1] ?? 0),
                row.reduce((sum, weight, j) => sum + weight * Math.abs(i - j), 0)];
    of.forEach((measure, k) => { sums[k] += measure; });
  }
  return sums.map(sum => nRows ? sum / nRows : 0);
}

// The weights that each row would have if it preferred nothing of what it may attend to.
/** @param {Matrix} weights @param {Uint8Array | null} blocked */
function evenlySpread({rows, cols, cells}, blocked) {
  const even = matrixOf(rows, cols);
  for (let i = 0; i < rows; ++i) {
    const places = Array.from({length: cols}, (_, j) => i * cols + j), open = places.filter(place => !blocked?.[place]);
    if (!(places.reduce((sum, place) => sum + cells[place], 0) > 0)) continue;
    const shared = open.length ? open : places;
    for (const place of shared) even.cells[place] = 1 / shared.length;
  }
  return even;
}
