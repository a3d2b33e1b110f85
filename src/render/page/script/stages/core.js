"use strict";

// The maths of attention, by the names and the formulas that the program has in core/.

/**
 * left · right, either of them turned over, plus a row for each row.
 * @param {Matrix} left @param {Matrix} right
 * @param {{leftTransposed?: boolean, rightTransposed?: boolean, bias?: Matrix}} [options]
 */
function product(left, right, options = {}) {
  const a = options.leftTransposed ? transposed(left) : left;
  const b = options.rightTransposed ? right : transposed(right);  // its rows are columns now
  const result = matrixOf(a.rows, b.rows);
  for (let i = 0; i < a.rows; ++i) multiplyRow(rowOf(a, i), b, rowOf(result, i));
  if (options.bias) addBias(result, options.bias);
  clearCancelled(result, a, b, options.bias);
  return result;
}

const kCancelled = 2 ** -46;

/**
 * Makes 0 of what is left where terms cancel, P(i, j) = Σ a(i, k) b(j, k) + bias(j): no digit of it
 * is true. Whole numbers, halves and the like are exact, and left as they are.
 * @param {Matrix} P @param {Matrix} a @param {Matrix} b @param {Matrix} [bias]
 */
function clearCancelled(P, a, b, bias) {
  const mostLeft = largestOfRows(a), mostRight = largestOfRows(b), n = a.cols;
  for (let i = 0, place = 0; i < P.rows; ++i)
    for (let j = 0; j < P.cols; ++j, ++place) {
      const most = n * mostLeft[i] * mostRight[j] + Math.abs(bias?.cells[j] ?? 0);
      const size = Math.abs(P.cells[place]);
      if (size > 0 && size <= kCancelled * most &&
          cancels(size, rowOf(a, i), rowOf(b, j), bias?.cells[j] ?? 0)) P.cells[place] = 0;
    }
}

// The largest number of each row, without signs.
/** @param {Matrix} matrix */
function largestOfRows(matrix) {
  const largest = new Float64Array(matrix.rows);
  for (let i = 0; i < matrix.rows; ++i)
    for (const cell of rowOf(matrix, i)) if (Math.abs(cell) > largest[i]) largest[i] = Math.abs(cell);
  return largest;
}

/** @param {number} size @param {Float64Array} left @param {Float64Array} right @param {number} bias */
function cancels(size, left, right, bias) {
  let magnitude = Math.abs(bias), isExact = isHeldExactly(bias);
  for (let k = 0; k < left.length; ++k) {
    const term = Math.abs(left[k] * right[k]);
    magnitude += term;
    isExact &&= term === 0 || (isHeldExactly(left[k]) && isHeldExactly(right[k]));
  }
  return !isExact && Number.isFinite(magnitude) && size <= kCancelled * magnitude;
}

// Whether a number is the one that was meant, not one beside it: few digits hold it.
/** @param {number} x */
function isHeldExactly(x) { return Math.fround(x) === x; }

/** @param {number} a @param {number} b */
function differenceButForRounding(a, b) {
  return Math.abs(a - b) <= 1e-12 * Math.max(Math.abs(a), Math.abs(b)) ? 0 : a - b;
}

// The dot products of one row with all rows of a matrix. Four at a time, each in its usual order:
// an addition need not wait for the one before, which makes it three times as fast.
/** @param {Float64Array} row @param {Matrix} others @param {Float64Array} products */
function multiplyRow(row, others, products) {
  const n = row.length, {cells} = others;
  let j = 0;
  for (; j + 4 <= others.rows; j += 4) {
    let first = 0, second = 0, third = 0, fourth = 0;
    for (let k = 0, place = j * n; k < n; ++k, ++place) {
      const x = row[k];
      first += x * cells[place];
      second += x * cells[place + n];
      third += x * cells[place + 2 * n];
      fourth += x * cells[place + 3 * n];
    }
    products.set([first, second, third, fourth], j);
  }
  for (; j < others.rows; ++j) products[j] = dot(row, rowOf(others, j));
}

/** @param {Float64Array} a @param {Float64Array} b */
function dot(a, b) {
  let sum = 0;
  for (let k = 0; k < a.length; ++k) sum += a[k] * b[k];
  return sum;
}

/** @param {Matrix} matrix @param {Matrix} bias */
function addBias(matrix, bias) {
  for (let i = 0; i < matrix.rows; ++i)
    for (let j = 0; j < matrix.cols; ++j) matrix.cells[i * matrix.cols + j] += bias.cells[j];
}

// S / √d_k, or S times a factor.
/** @param {Matrix} S @param {number} number @param {boolean} divides */
function scaledScores(S, number, divides) {
  const scaled = matrixOf(S.rows, S.cols), {cells} = scaled;
  if (divides) for (let k = 0; k < cells.length; ++k) cells[k] = S.cells[k] / number;
  else for (let k = 0; k < cells.length; ++k) cells[k] = S.cells[k] * number;
  return scaled;
}

// The scores with −∞ wherever a cell is blocked.
/** @param {Matrix} scores @param {Uint8Array | null} blocked */
function maskedScores(scores, blocked) {
  if (!blocked) return scores;
  const masked = matrixOf(scores.rows, scores.cols, scores.cells.slice());
  for (let k = 0; k < blocked.length; ++k) if (blocked[k]) masked.cells[k] = -Infinity;
  return masked;
}

/**
 * Each row turned into shares of one whole; a row of −∞ alone gets what `emptyRow` says.
 * @param {Matrix} scores @param {"zero" | "nan" | "uniform"} emptyRow
 */
function softmaxRows(scores, emptyRow) {
  const weights = matrixOf(scores.rows, scores.cols);
  for (let i = 0; i < scores.rows; ++i) softmaxRow(rowOf(scores, i), rowOf(weights, i), emptyRow);
  return weights;
}

/** @param {Float64Array} scores @param {Float64Array} weights @param {"zero" | "nan" | "uniform"} emptyRow */
function softmaxRow(scores, weights, emptyRow) {
  let highest = -Infinity;
  for (const score of scores) if (score > highest) highest = score;
  if (highest === -Infinity && !scores.some(Number.isNaN)) {
    weights.fill({zero: 0, nan: NaN, uniform: 1 / weights.length}[emptyRow]);
    return;
  }
  let sum = 0;
  for (let j = 0; j < scores.length; ++j) sum += weights[j] = Math.exp(scores[j] - highest);
  for (let j = 0; j < scores.length; ++j) weights[j] /= sum;
}

// Each row divided by its sum.
/** @param {Matrix} matrix */
function sharesOf(matrix) {
  const shares = matrixOf(matrix.rows, matrix.cols);
  for (let i = 0; i < matrix.rows; ++i) {
    const sum = rowOf(matrix, i).reduce((a, b) => a + b, 0);
    for (let j = 0; j < matrix.cols; ++j)
      shares.cells[i * matrix.cols + j] = sum === 0 ? 0 : at(matrix, i, j) / sum;
  }
  return shares;
}

// Some columns.
/** @param {Matrix} matrix @param {number} first @param {number} n */
function columnsOf(matrix, first, n) {
  const result = matrixOf(matrix.rows, n);
  for (let i = 0; i < matrix.rows; ++i)
    result.cells.set(rowOf(matrix, i).subarray(first, first + n), i * n);
  return result;
}

// Matrices side by side.
/** @param {Matrix[]} parts */
function concat(parts) {
  const result = matrixOf(parts[0].rows, parts.reduce((n, part) => n + part.cols, 0));
  let first = 0;
  for (const part of parts) {
    for (let i = 0; i < part.rows; ++i) result.cells.set(rowOf(part, i), i * result.cols + first);
    first += part.cols;
  }
  return result;
}

// Matrices of one shape added up.
/** @param {Matrix[]} parts */
function sumOfAll(parts) {
  return mapped(parts[0], (_, place) => parts.reduce((sum, part) => sum + part.cells[place], 0));
}

// The columns that turn together as pair i.
/** @param {number} pair @param {number} width @param {string} pairing */
function columnsOfPair(pair, width, pairing) {
  return pairing === "half" ? [pair, pair + width / 2] : [2 * pair, 2 * pair + 1];
}

/**
 * Pairs of columns turned by an angle for each row and pair.
 * @param {Matrix} X @param {Matrix} angles @param {string} pairing @param {boolean} isBack
 */
function rotated(X, angles, pairing, isBack) {
  const result = matrixOf(X.rows, X.cols, X.cells.slice());
  for (let i = 0; i < X.rows; ++i)
    for (let pair = 0; pair < angles.cols; ++pair) {
      const [first, second] = columnsOfPair(pair, X.cols, pairing);
      const angle = at(angles, i, pair);
      const cosine = Math.cos(angle), sine = isBack ? -Math.sin(angle) : Math.sin(angle);
      const x = at(X, i, first), y = at(X, i, second);
      result.cells[i * X.cols + first] = x * cosine - y * sine;
      result.cells[i * X.cols + second] = y * cosine + x * sine;
    }
  return result;
}

// How alike the directions of rows are.
/** @param {Matrix} left @param {Matrix} right */
function alignment(left, right) {
  const result = product(left, right, {rightTransposed: true});
  /** @param {Float64Array} row */
  const norm = row => Math.sqrt(dot(row, row));
  for (let i = 0; i < result.rows; ++i)
    for (let j = 0; j < result.cols; ++j)
      result.cells[i * result.cols + j] /= norm(rowOf(left, i)) * norm(rowOf(right, j));
  return result;
}

// w (dw − Σ over the row of w dw).
/** @param {Matrix} weights @param {Matrix} slopes */
function softmaxGradient(weights, slopes) {
  const result = matrixOf(weights.rows, weights.cols);
  for (let i = 0; i < weights.rows; ++i) {
    let gains = 0, losses = 0;
    for (let j = 0; j < weights.cols; ++j) {
      const term = at(weights, i, j) * at(slopes, i, j);
      if (term > 0) gains += term;
      else losses -= term;
    }
    const mean = differenceButForRounding(gains, losses);
    for (let j = 0; j < weights.cols; ++j)
      result.cells[i * weights.cols + j] =
        at(weights, i, j) * differenceButForRounding(at(slopes, i, j), mean);
  }
  return result;
}

// Entropy of one row of weights, in nats, with 0·log 0 = 0.
/** @param {Float64Array} row */
function entropyOf(row) {
  let entropy = 0;
  for (const weight of row) if (weight > 0) entropy -= weight * Math.log(weight);
  return entropy;
}
