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

/** What heatColors found, until the theme changes. @type {ReturnType<typeof readHeatColors> | null} */
let foundHeatColors = null;

/** The colours of the style of the page, as it is now: of shares, of signed levels, of nothing. */
function heatColors() {
  return foundHeatColors ??= readHeatColors();
}

function forgetHeatColors() {
  foundHeatColors = null;
}

function readHeatColors() {
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

// A matrix in at most `most` rows and columns: each dot is the largest of those that it stands for,
// or not a number where all of them are blocked.
/** @param {Matrix} matrix @param {Uint8Array | null} blocked @param {number} most */
function shrunk({rows, cols, cells}, blocked, most) {
  const step = Math.max(1, Math.ceil(Math.max(rows, cols) / most));
  const small = matrixOf(Math.ceil(rows / step), Math.ceil(cols / step)), dots = small.cells.fill(NaN);
  for (let i = 0, place = 0; i < rows; ++i)
    for (let j = 0; j < cols; ++j, ++place) {
      const cell = cells[place], dot = Math.floor(i / step) * small.cols + Math.floor(j / step);
      if (!blocked?.[place] && Number.isFinite(cell) && !(Math.abs(dots[dot]) >= Math.abs(cell))) dots[dot] = cell;
    }
  return small;
}

/**
 * A matrix as a picture of one dot a cell.
 * @param {HTMLCanvasElement} canvas @param {Matrix} matrix @param {boolean} shares
 * @param {Uint8Array | null} blocked @param {number} most  dots a side
 */
function paintMap(canvas, matrix, shares, blocked, most) {
  const {rows, cols, cells} = shrunk(matrix, blocked, most);
  const largest = extentOf(cells).size, colors = heatColors();
  canvas.width = cols;
  canvas.height = rows;
  const context = canvas.getContext("2d");
  if (!context) return;
  const image = context.createImageData(cols, rows);
  const dots = new Uint32Array(image.data.buffer);
  for (let place = 0; place < dots.length; ++place) {
    const cell = cells[place];
    dots[place] = !Number.isFinite(cell) ? colors.none : shares ? colors.shares[shareLevel(cell)]
      : colors.signed[signedLevel(largest > 0 ? cell / largest : 0) + 3];
  }
  context.putImageData(image, 0, 0);
}
