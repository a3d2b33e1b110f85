"use strict";

// Who may attend to whom, by the names that the program has in core/mask and core/blocked.

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
  const given = Uint8Array.from({length: n}, (_, k) => blocked && blocked[k] ? 0 : 1);
  given[place] = 1 - given[place];
  return {...openPattern(), given};
}

// What describes the same cells as a mask that was given: a simple rule, or null.
/** @param {Uint8Array} given @param {number} nQ @param {number} nK @returns {MaskPattern | null} */
function ruleBehind(given, nQ, nK) {
  for (const pattern of simplePatterns(nQ, nK)) {
    const blocked = blockedCells(pattern, nQ, nK);
    if (given.every((open, place) => open === (blocked && blocked[place] ? 0 : 1))) return pattern;
  }
  return null;
}

// The rules that a painted mask is compared with, the plainest first.
/** @param {number} nQ @param {number} nK @returns {Generator<MaskPattern>} */
function* simplePatterns(nQ, nK) {
  const n = Math.max(nQ, nK);
  if (nQ * nK > 4096) return;  // there are n³ of them
  for (const paddedKeys of padsOf(nK))
    for (const causal of [false, true])
      for (const window of [null, ...Array(n).keys()]) {
        if (window === 0) continue;
        yield {...openPattern(), causal, window, paddedKeys};
        if (!causal) continue;
        for (let prefix = 1; prefix < nK; ++prefix)
          yield {...openPattern(), prefix, window, paddedKeys};
      }
  if (nQ === nK) yield {...openPattern(), half: "literal"};
}

// Padding at the end: of no key, of one, of two ..

/** @param {number} nK */
function padsOf(nK) {
  return Array.from({length: nK}, (_, n) => Array.from({length: n}, (_, k) => nK - n + k));
}
