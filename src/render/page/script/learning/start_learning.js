"use strict";

// What a page of attn learn begins with.

const kPageKeys = [["n b", "key_point"], ["1–9", "key_head"], ["← ↑ → ↓", "key_cell"],
                   ["v", "key_view"]];
const kModes = ["numbers", "heat", "both"];

/**
 * What is looked at.
 * @typedef {{point: number, head: number, mode: string, time: string, first: {row: number, col: number},
 *   cell: {row: number, col: number}}} LearningLook
 */

/** @param {LearningData} data @returns {() => View} */
function startPage(data) {
  const heads = data.heads.map(head => new Head(head, data.tokens));
  const shown = Math.max(0, data.heads.findIndex(head => head.is_shown));
  const row = Math.min(1, data.tokens.length - 1);
  /** @type {LearningLook} */
  const looked = {point: data.curve.length - 1, head: shown, mode: "both",
    time: data.tokens.length > kFewTokens ? "after" : "all", first: {row: 0, col: 0},
    cell: {row, col: heads.length ? strongestKey(heads[shown], row) : 0}};
  return () => new LearningView(data, heads, looked);
}

// The key that a query attends to most after learning: a cell that shows something.
/** @param {Head} head @param {number} row */
function strongestKey(head, row) {
  const cells = [...rowOf(head.times.after.matrix, row)];
  return cells.indexOf(Math.max(...cells));
}
