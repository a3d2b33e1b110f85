"use strict";

// What pages of attention have besides their stages.

/** @type {CommandParts} */
const commandParts = weightParts;

/** @type {CommandWords} */
const commandWords = () => null;

/** @type {LiveRows} */
const commandRows = {heads: headRows};

// What the weights of each head have in common, as a table.

/** The means of weights, which are never changed. @type {WeakMap<Matrix, number[]>} */
const kHeadMeans = new WeakMap();
/** The same of weights that are spread evenly over the same places. @type {WeakMap<Matrix, number[]>} */
const kEvenMeans = new WeakMap();

// Where each head looks, as means over the queries that attend to something; and in the last row
// the same of weights that are spread evenly. Null where it takes longer, or weights are missing.
/** @param {TableData} table @param {Run} run @param {number} precision @returns {Words[][] | null} */
function headRows(table, run, precision) {
  const heads = run.groupsOf("weights"), end = performance.now() + kMostAtOnce;
  /** @type {number[][]} */
  const all = [];
  for (const head of heads) {
    const weights = run.values.get(head);
    if (!weights || performance.now() > end) return null;
    all.push(keptMeans(kHeadMeans, weights, () => headMeans(weights)));
  }
  const first = run.value(heads[0]);
  all.push(keptMeans(kEvenMeans, first, () => evenMeans(first, run.blockedOf(heads[0]))));
  return all.map((means, place) => [table.rows[place][0], ...means.map(mean => shownDecimals(mean, precision))]);
}

/** @param {WeakMap<Matrix, number[]>} kept @param {Matrix} weights @param {() => number[]} work */
function keptMeans(kept, weights, work) {
  const means = kept.get(weights) ?? work();
  kept.set(weights, means);
  return means;
}

// Entropy in nats, the weight on the own place and on the two beside it, the distance in places.
/** @param {Matrix} weights */
function headMeans(weights) {
  const sums = [0, 0, 0, 0];
  let nRows = 0;
  for (let i = 0; i < weights.rows; ++i) {
    const row = rowOf(weights, i);
    let sum = 0, distance = 0;
    for (let j = 0; j < row.length; ++j) {
      sum += row[j];
      distance += row[j] * Math.abs(i - j);
    }
    if (!(sum > 0)) continue;  // it attends to nothing
    ++nRows;
    sums[0] += entropyOf(row);
    sums[1] += row[i];
    sums[2] += (row[i - 1] ?? 0) + (row[i + 1] ?? 0);
    sums[3] += distance;
  }
  return sums.map(sum => nRows ? sum / nRows : 0);
}

// The same where each row prefers nothing of what it may attend to.
/** @param {Matrix} weights @param {Uint8Array | null} blocked */
function evenMeans({rows, cols, cells}, blocked) {
  const even = matrixOf(rows, cols);
  for (let i = 0, first = 0; i < rows; ++i, first += cols) {
    let sum = 0, nOpen = 0;
    for (let place = first; place < first + cols; ++place) {
      sum += cells[place];
      if (!blocked?.[place]) ++nOpen;
    }
    if (!(sum > 0)) continue;
    for (let place = first; place < first + cols; ++place)
      if (!nOpen || !blocked?.[place]) even.cells[place] = 1 / (nOpen || cols);
  }
  return headMeans(even);
}
