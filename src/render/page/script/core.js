"use strict";

// The maths of attention, by the names and the formulas that the program has in core/.

/**
 * left · rightᵀ, plus a row for each row.
 * @param {Matrix} left @param {Matrix} right @param {Matrix} [bias]
 */
function product(left, right, bias) {
  const result = matrixOf(left.rows, right.rows);
  for (let i = 0; i < left.rows; ++i) multiplyRow(rowOf(left, i), right, rowOf(result, i));
  if (bias) addBias(result, bias);
  clearCancelled(result, left, right, bias);
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

// Matrices side by side.
/** @param {Matrix[]} parts */
function concat(parts) {
  if (parts.length === 1) return parts[0];
  const result = matrixOf(parts[0].rows, parts.reduce((n, part) => n + part.cols, 0));
  let first = 0;
  for (const part of parts) {
    for (let i = 0; i < part.rows; ++i) result.cells.set(rowOf(part, i), i * result.cols + first);
    first += part.cols;
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

// Who may attend to whom, by the names that the program has in core/mask.

/**
 * A mask described by what restricts it; nothing set: everything is open.
 * @typedef {{causal: boolean, prefix: number | null, window: number | null, paddedKeys: number[],
 *   paddedQueries: number[], queryDocuments: number[] | null, keyDocuments: number[] | null,
 *   half: "literal" | "causal" | null, given: Uint8Array | null, align: "end" | "start",
 *   join: "all" | "any"}} MaskPattern
 */

// One restriction: its name, the letter of its reason, and whether it allows a cell.
/** @typedef {{name: string, reason: string, allows: (i: number, j: number) => boolean}} Restriction */

/** @returns {MaskPattern} */
function openPattern() {
  return {causal: false, prefix: null, window: null, paddedKeys: [], paddedQueries: [],
          queryDocuments: null, keyDocuments: null, half: null, given: null, align: "end",
          join: "all"};
}

// How far to the right of key i query i stands.
/** @param {number} nQ @param {number} nK @param {string} align */
function queryOffset(nQ, nK, align) {
  return align === "end" ? nK - nQ : 0;
}

// What restricts a pattern, in the order of the reasons.
/** @param {MaskPattern} pattern @param {number} nQ @param {number} nK @returns {Restriction[]} */
function restrictionsOf(pattern, nQ, nK) {
  const offset = queryOffset(nQ, nK, pattern.align);
  const middle = nQ - Math.floor(nQ / 2);
  const {prefix, window, given, queryDocuments, keyDocuments} = pattern;
  const keys = new Set(pattern.paddedKeys), queries = new Set(pattern.paddedQueries);
  /** @type {Restriction[]} */
  const list = [];
  /** @param {unknown} isSet @param {string} name @param {string} reason @param {Restriction["allows"]} allows */
  const add = (isSet, name, reason, allows) => { if (isSet) list.push({name, reason, allows}); };
  add(prefix !== null, "prefix", "c", (i, j) => j < Number(prefix) || j <= i + offset);
  add((pattern.causal && prefix === null) || pattern.half === "causal", "causal", "c",
      (i, j) => j <= i + offset);
  add(keys.size || queries.size, "padding", "p", (i, j) => !keys.has(j) && !queries.has(i));
  add(queryDocuments, "segment", "s",
      (i, j) => queryDocuments?.[i] === keyDocuments?.[j]);
  add(window !== null, "window", "w", (i, j) => Math.abs(i + offset - j) < Number(window));
  add(pattern.half === "literal", "half", "h", (i, j) => i < middle || j < middle);
  add(given, "given", "x", (i, j) => Boolean(given?.[i * nK + j]));
  return list;
}

/** @param {Restriction[]} list @param {boolean} isAny @param {number} i @param {number} j */
function reasonOf(list, isAny, i, j) {
  const isOpen = isAny && allowsAny(list, i, j);
  for (const one of list)
    if ((one.reason === "p" || !isOpen) && !one.allows(i, j)) return one.reason.charCodeAt(0);
  return 0;
}

// Whether the restrictions that are joined, all but padding, allow a cell.
/** @param {Restriction[]} list @param {number} i @param {number} j */
function allowsAny(list, i, j) {
  let hasJoined = false;
  for (const one of list) {
    if (one.reason === "p") continue;
    if (one.allows(i, j)) return true;
    hasJoined = true;
  }
  return !hasJoined;
}

/**
 * Which cells are blocked, and why: the code of a letter, or 0 where a cell is open. Null where
 * nothing at all is blocked.
 * @param {MaskPattern} pattern @param {number} nQ @param {number} nK
 */
function blockedCells(pattern, nQ, nK) {
  const list = restrictionsOf(pattern, nQ, nK);
  const blocked = new Uint8Array(nQ * nK);
  const isAny = pattern.join === "any";
  let hasBlocked = false;
  for (let i = 0; i < nQ; ++i)
    for (let j = 0; j < nK; ++j)
      if (blocked[i * nK + j] = reasonOf(list, isAny, i, j)) hasBlocked = true;
  return hasBlocked ? blocked : null;
}

/**
 * The pattern with one cell turned over: its cells as they are then, since no rule has exceptions.
 * @param {Uint8Array | null} blocked @param {number} n  of all cells @param {number} place
 */
function withCellTurned(blocked, n, place) {
  const given = new Uint8Array(n);
  for (let k = 0; k < n; ++k) given[k] = blocked && blocked[k] ? 0 : 1;
  given[place] = 1 - given[place];
  return {...openPattern(), given};
}

// Whether cells alone make up a pattern, as they do once one of them was painted.
/** @param {MaskPattern} pattern */
function isPaintedAlone({given, ...rest}) {
  const {given: _, ...open} = openPattern();
  return given !== null && JSON.stringify(rest) === JSON.stringify(open);
}

/** What was found for patterns before. @type {WeakMap<MaskPattern, {rule: MaskPattern | null}>} */
const kRules = new WeakMap();

// What describes the same cells as those that were painted: a simple rule, or null.
/** @param {MaskPattern} pattern @param {number} nQ @param {number} nK @returns {MaskPattern | null} */
function ruleBehind(pattern, nQ, nK) {
  if (!isPaintedAlone(pattern) || nQ * nK > kMostRuled) return null;
  let known = kRules.get(pattern);
  if (!known) {
    const given = pattern.given ?? new Uint8Array();
    const rule = candidatesOf(given, nQ, nK).find(one => blocksTheSame(one, given, nQ, nK));
    kRules.set(pattern, known = {rule: rule ?? null});
  }
  return known.rule;
}

// Whether a command has flags for a rule: attend and mha know neither prefix nor halves.
/** @param {MaskPattern} rule @param {Run} run */
function hasFlags(rule, run) {
  return run.stages.has(keyOf("mask", "")) || (rule.prefix === null && !rule.half);
}

const kMostRuled = 65536;  // of cells: a search of a few times as many takes a moment

/** @param {MaskPattern} pattern @param {Uint8Array} given @param {number} nQ @param {number} nK */
function blocksTheSame(pattern, given, nQ, nK) {
  const blocked = blockedCells(pattern, nQ, nK);
  return given.every((open, place) => open === (blocked && blocked[place] ? 0 : 1));
}

// The few rules that cells can follow, the plainest first: how far the open ones reach says which.
/** @param {Uint8Array} given @param {number} nQ @param {number} nK */
function candidatesOf(given, nQ, nK) {
  let reach = 0, first = 0, nPadded = 0;
  const offset = queryOffset(nQ, nK, "end");
  for (let i = 0; i < nQ; ++i)
    for (let j = 0; j < nK; ++j)
      if (given[i * nK + j]) reach = Math.max(reach, Math.abs(i + offset - j));
  while (first < nK && given[first]) ++first;  // the prefix is what the first query sees
  const isPadded = (/** @type {number} */ j) => Array.from({length: nQ}, (_, i) => given[i * nK + j]).every(open => !open);
  while (nPadded < nK && isPadded(nK - 1 - nPadded)) ++nPadded;
  const list = [];
  for (const n of nPadded ? [0, nPadded] : [0])
    for (const window of [null, reach + 1])
      for (const one of [{}, {causal: true}, {prefix: first}])
        list.push({...openPattern(), window, ...one,
                   paddedKeys: Array.from({length: n}, (_, k) => nK - n + k)});
  return nQ === nK ? [...list, {...openPattern(), half: /** @type {"literal"} */ ("literal")}] : list;
}
