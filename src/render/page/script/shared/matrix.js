"use strict";

// Matrices, and how they travel in a page.

/**
 * Numbers in rows and columns, row by row.
 * @typedef {{rows: number, cols: number, cells: Float64Array}} Matrix
 */

/** @param {number} rows @param {number} cols @param {Float64Array} [cells] @returns {Matrix} */
function matrixOf(rows, cols, cells) {
  return {rows, cols, cells: cells ?? new Float64Array(rows * cols)};
}

/** @param {Matrix} matrix @param {number} row @param {number} col */
function at(matrix, row, col) {
  return matrix.cells[row * matrix.cols + col];
}

// One row, which shares its numbers with the matrix.
/** @param {Matrix} matrix @param {number} row */
function rowOf(matrix, row) {
  return matrix.cells.subarray(row * matrix.cols, (row + 1) * matrix.cols);
}

/** @param {Matrix} matrix @returns {Matrix} */
function transposed(matrix) {
  const result = matrixOf(matrix.cols, matrix.rows);
  for (let i = 0; i < matrix.rows; ++i)
    for (let j = 0; j < matrix.cols; ++j) result.cells[j * matrix.rows + i] = at(matrix, i, j);
  return result;
}

/**
 * A matrix of the same shape, cell by cell.
 * @param {Matrix} matrix @param {(cell: number, place: number) => number} value
 */
function mapped(matrix, value) {
  return matrixOf(matrix.rows, matrix.cols, matrix.cells.map(value));
}

// The bytes that a base64 text stands for.
/** @param {string} text @returns {Uint8Array} */
function bytesOf(text) {
  const native = /** @type {any} */ (Uint8Array).fromBase64;
  if (native) return native(text);
  const characters = atob(text);
  const bytes = new Uint8Array(characters.length);
  for (let i = 0; i < bytes.length; ++i) bytes[i] = characters.charCodeAt(i);
  return bytes;
}

// The doubles that a base64 text stands for, the lowest byte first.
/** @param {string} text */
function numbersOf(text) {
  const bytes = bytesOf(text);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const numbers = new Float64Array(bytes.length / 8);
  for (let i = 0; i < numbers.length; ++i) numbers[i] = view.getFloat64(8 * i, true);
  return numbers;
}

// The least and the largest finite number.
/** @param {Float64Array} cells */
function extentOf(cells) {
  let least = Infinity, largest = -Infinity;
  for (const cell of cells) {
    if (!Number.isFinite(cell)) continue;
    if (cell < least) least = cell;
    if (cell > largest) largest = cell;
  }
  return {least, largest, size: Math.max(Math.abs(least), Math.abs(largest))};
}
