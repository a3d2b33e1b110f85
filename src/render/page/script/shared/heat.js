"use strict";

// Which colour a value gets: the levels that the terminal has, too. The colours are in page.css.

// The level of a share, 0 to 9.
/** @param {number} share */
function shareLevel(share) {
  return Math.min(9, Math.max(0, Math.floor(share * 10)));
}

// The level of a size between −1 and 1, −3 to 3; halves go away from zero.
/** @param {number} size */
function signedLevel(size) {
  const level = Math.sign(size) * Math.round(Math.abs(size) * 3);
  return Math.min(3, Math.max(-3, level)) || 0;
}

// The class that colours a cell.
/** @param {number} value @param {boolean} shares @param {number} largest */
function heatClass(value, shares, largest) {
  if (!Number.isFinite(value)) return "";
  if (shares) return "w" + shareLevel(value);
  const level = signedLevel(largest > 0 ? value / largest : 0);
  return level < 0 ? "n" + -level : level > 0 ? "p" + level : "z0";
}

/** The colours of the style of the page, as it is now: of shares, of signed levels, of nothing. */
function heatColors() {
  const style = getComputedStyle(document.documentElement);
  // As the bytes of a picture: red first.
  /** @param {string} name */
  const color = name => {
    const hex = parseInt(style.getPropertyValue("--" + name).trim().slice(1), 16);
    return (255 << 24 | (hex & 255) << 16 | hex & 0xff00 | hex >> 16) >>> 0;
  };
  return {shares: Array.from({length: 10}, (_, k) => color("w" + k)), none: color("blocked"),
          signed: ["n3", "n2", "n1", "z0", "p1", "p2", "p3"].map(color)};
}

// A matrix in at most `most` rows and columns: each dot is the largest of those that it stands for.
/** @param {Matrix} matrix @param {number} most */
function shrunk(matrix, most) {
  const step = Math.ceil(Math.max(matrix.rows, matrix.cols) / most);
  if (step <= 1) return matrix;
  const small = matrixOf(Math.ceil(matrix.rows / step), Math.ceil(matrix.cols / step));
  small.cells.fill(NaN);
  for (let i = 0; i < matrix.rows; ++i)
    for (let j = 0; j < matrix.cols; ++j) {
      const place = Math.floor(i / step) * small.cols + Math.floor(j / step);
      const cell = at(matrix, i, j);
      if (Number.isFinite(cell) && !(Math.abs(small.cells[place]) >= Math.abs(cell)))
        small.cells[place] = cell;
    }
  return small;
}

/**
 * A matrix as a picture of one dot a cell.
 * @param {HTMLCanvasElement} canvas @param {Matrix} matrix @param {boolean} shares
 * @param {Uint8Array | null} blocked @param {number} most  dots a side
 */
function paintMap(canvas, matrix, shares, blocked, most) {
  const small = shrunk(blocked ? withoutBlocked(matrix, blocked) : matrix, most);
  const largest = extentOf(small.cells).size, colors = heatColors();
  canvas.width = small.cols;
  canvas.height = small.rows;
  const context = canvas.getContext("2d");
  if (!context) return;
  const image = context.createImageData(small.cols, small.rows);
  const dots = new Uint32Array(image.data.buffer);
  small.cells.forEach((cell, place) => {
    dots[place] = !Number.isFinite(cell) ? colors.none : shares ? colors.shares[shareLevel(cell)]
      : colors.signed[signedLevel(largest > 0 ? cell / largest : 0) + 3];
  });
  context.putImageData(image, 0, 0);
}

/** @param {Matrix} matrix @param {Uint8Array} blocked */
function withoutBlocked(matrix, blocked) {
  return mapped(matrix, (cell, place) => blocked[place] ? NaN : cell);
}
