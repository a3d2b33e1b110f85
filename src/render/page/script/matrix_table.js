"use strict";

// A matrix as a table that one can point at. A large one shows a window of its cells.

const kWhole = 24;  // a matrix of more rows or columns shows a window of them
const kWindow = 16;
const kInnerWindow = 12;  // of what two operands have in common

/**
 * An axis of a matrix: what its rows or columns are, and the name of each, where they have one.
 * @typedef {{name: string, labels: Words[], is_scale?: boolean, points?: number[]}} AxisData
 */

/**
 * A matrix that is shown, apart from its numbers.
 * @typedef {{shape: [number, number], rows: AxisData, cols: AxisData, rule: {kind: string}, holds_shares: boolean,
 *   hides_blocked: boolean}} ShownMatrix
 */

/** A cell of a table, and what it shows. */
/** @typedef {{element: HTMLElement, text: Text, classes: string, spoken: string | undefined}} ShownCell */

/**
 * Who has the numbers.
 * @typedef {{value(stage: ShownMatrix): Matrix, blockedOf(stage: ShownMatrix): Uint8Array | null,
 *   isEdited(stage: ShownMatrix, row: number, col: number): boolean}} MatrixSource
 */

/**
 * What a table shows and what it does when somebody uses it.
 * @typedef {{run: MatrixSource, stage: ShownMatrix, mode: string, precision: number, transposed?: boolean,
 *   isGrid?: boolean, inner?: "rows" | "cols", first?: {row: number, col: number}, caption: string, label?: string,
 *   point?: (row: number, col: number) => void, leave?: () => void,
 *   select?: (row: number, col: number) => void, act?: (row: number, col: number) => void,
 *   paint?: (row: number, col: number, isFirst: boolean) => void}} TableOptions
 */

// The places that a window of an axis shows.
/** @param {number} n @param {number} first @param {boolean} isInner */
function windowOf(n, first, isInner) {
  const length = isInner ? Math.min(n, kInnerWindow) : windowLength(n);
  const start = Math.max(0, Math.min(first, n - length));
  return Array.from({length}, (_, k) => start + k);
}

/** @param {number} n */
function windowLength(n) {
  return n <= kWhole ? n : kWindow;
}

// The first place of a window that holds one.
/** @param {number} first @param {number} place @param {number} n */
function windowAround(first, place, n) {
  if (place < first) return place;
  const length = windowLength(n);
  return place >= first + length ? Math.min(place - length + 1, n - 1) : first;
}

/** @param {AxisData} axis @param {number} place */
function placeName(axis, place) {
  return axis.labels.length ? visible(say(axis.labels[place])) : String(place);
}

/** @param {TableOptions} options */
function axesOf({stage, transposed}) {
  return transposed ? {rows: stage.cols, cols: stage.rows} : {rows: stage.rows, cols: stage.cols};
}

// Whether two axes call these places by the same names.
/** @param {AxisData} a @param {AxisData} b @param {number[]} places */
function haveSameNames(a, b, places) {
  return a === b || (!a.labels.length && !b.labels.length) || places.every(place => placeName(a, place) === placeName(b, place));
}

class MatrixTable {
  /** @param {TableOptions} options */
  constructor(options) {
    const {stage, transposed, first, inner} = options;
    this.options = options;
    this.language = page.language;
    this.axes = axesOf(options);
    const [rows, cols] = transposed ? [stage.shape[1], stage.shape[0]] : stage.shape;
    this.size = {rows, cols};
    this.rows = windowOf(rows, first?.row ?? 0, inner === "rows");
    this.cols = windowOf(cols, first?.col ?? 0, inner === "cols");
    /** @type {Map<string, ShownCell>} */
    this.cells = new Map();
    /** @type {Map<number, HTMLElement>} */
    this.rowHeads = new Map();
    /** @type {Map<number, HTMLElement>} */
    this.colHeads = new Map();
    /** @type {HTMLElement[]} */
    this.lit = [];
    /** @type {HTMLElement | undefined} */
    this.reached = undefined;
    this.caption = element("caption");
    this.table = this.build();
    this.element = element("div", {class: "scrolls"}, this.table, this.isPart() && this.partNote());
    this.fill();
  }

  isPart() {
    return this.rows.length < this.size.rows || this.cols.length < this.size.cols;
  }

  // Whether a table with these options would have the same rows and columns under the same names.
  /** @param {TableOptions} options @returns {boolean} */
  fits(options) {
    const {stage, isGrid, first, inner, transposed} = this.options, axes = axesOf(options);
    return this.language === page.language && isGrid === options.isGrid && transposed === options.transposed &&
      inner === options.inner &&
      first?.row === options.first?.row && first?.col === options.first?.col &&
      stage.shape.every((n, axis) => n === options.stage.shape[axis]) &&
      haveSameNames(this.axes.rows, axes.rows, this.rows) && haveSameNames(this.axes.cols, axes.cols, this.cols);
  }

  // Shows something else in the same cells: to make new ones takes longer than to compute them.
  /** @param {TableOptions} options */
  show(options) {
    const {stage, run} = options, {mode, precision, caption, label} = this.options;
    const isSame = stage === this.options.stage && mode === options.mode && precision === options.precision &&
      caption === options.caption && label === options.label &&
      this.matrix === run.value(stage) && this.blocked === run.blockedOf(stage);
    this.options = options;
    if (isSame) return;
    this.light({});
    this.fill();
  }

  // What hangs on the numbers and on how they are shown.
  fill() {
    const {stage, run, precision, mode, caption, label} = this.options;
    this.matrix = run.value(stage);
    this.blocked = run.blockedOf(stage);
    this.format = new NumberFormat(this.matrix.cells, precision, stage.holds_shares);
    this.largest = extentOf(this.matrix.cells).size;
    this.caption.textContent = caption;
    setAttributes(this.table, {class: "matrix " + mode, "aria-label": label});
    for (const row of this.rows)
      for (const col of this.cols) this.fillCell(row, col);
  }

  build() {
    const {isGrid} = this.options, isPart = this.isPart();
    const table = element("table", {role: isGrid ? "grid" : undefined,
      "aria-rowcount": isPart ? this.size.rows + 1 : undefined,
      "aria-colcount": isPart ? this.size.cols + 1 : undefined},
      this.caption, element("thead", {}, this.headRow(isPart)),
      element("tbody", {}, ...this.rows.map(row => this.row(row, isPart))));
    if (isGrid) this.listen(table);
    return table;
  }

  partNote() {
    return element("p", {class: "part"}, filled("part_of_matrix",
      String(this.rows[0]), String(this.rows.at(-1)), String(this.size.rows),
      String(this.cols[0]), String(this.cols.at(-1)), String(this.size.cols)));
  }

  /** @param {boolean} isPart */
  headRow(isPart) {
    const row = element("tr", {"aria-rowindex": isPart ? 1 : undefined},
      element("td", {class: "corner"}));
    for (const col of this.cols) {
      const head = element("th", {scope: "col", "aria-colindex": isPart ? col + 2 : undefined},
        this.placeElement(this.axes.cols, col));
      this.colHeads.set(col, head);
      row.append(head);
    }
    return row;
  }

  /** @param {AxisData} axis @param {number} place */
  placeElement(axis, place) {
    return axis.labels.length ? wordElement(say(axis.labels[place]))
                              : element("span", {class: "place"}, String(place));
  }

  /** @param {number} row @param {boolean} isPart */
  row(row, isPart) {
    const {isGrid} = this.options, head = element("th", {scope: "row"}, this.placeElement(this.axes.rows, row));
    this.rowHeads.set(row, head);
    const line = element("tr", {"aria-rowindex": isPart ? row + 2 : undefined}, head);
    for (const col of this.cols) {
      const text = document.createTextNode("");
      const cell = element("td", {role: isGrid ? "gridcell" : undefined, tabindex: isGrid ? -1 : undefined,
        "data-row": row, "data-col": col, "aria-colindex": isPart ? col + 2 : undefined}, text);
      this.cells.set(row + " " + col, {element: cell, text, classes: "", spoken: undefined});
      line.append(cell);
    }
    return line;
  }

  /** @param {number} row @param {number} col */
  fillCell(row, col) {
    const [i, j] = this.options.transposed ? [col, row] : [row, col];
    const value = at(/** @type {Matrix} */ (this.matrix), i, j);
    const reason = this.blocked?.[i * this.options.stage.shape[1] + j] ?? 0;
    const shown = this.shownText(value, reason > 0), cell = /** @type {ShownCell} */ (this.cells.get(row + " " + col));
    const text = this.writtenText(shown, reason), classes = this.cellClasses(i, j, value, reason > 0);
    const spoken = this.spokenText(value, shown, reason > 0);
    if (cell.text.data !== text) cell.text.data = text;
    if (cell.classes !== classes) cell.element.className = cell.classes = classes;
    if (cell.spoken === spoken) return;
    cell.spoken = spoken;
    if (spoken === undefined) cell.element.removeAttribute("aria-label");
    else cell.element.setAttribute("aria-label", spoken);
  }

  // What stands in a cell for eyes: the letter of a reason, a number, or nothing beside its colour.
  /** @param {string} shown @param {number} reason */
  writtenText(shown, reason) {
    if (reason && this.options.stage.rule.kind === "permission") return String.fromCharCode(reason);
    return this.options.mode === "heat" && !reason ? "" : shown;
  }

  /** @param {number} i @param {number} j @param {number} value @param {boolean} isBlocked */
  cellClasses(i, j, value, isBlocked) {
    const {stage, run, mode} = this.options, isPermission = stage.rule.kind === "permission";
    const heat = mode === "numbers" ? "" : heatClass(value, stage.holds_shares || isPermission, this.largest ?? 0);
    return [isPermission && "letter", isBlocked ? "blocked" : heat, run.isEdited(stage, i, j) && "edited"]
      .filter(Boolean).join(" ");
  }

  /** @param {number} value @param {boolean} isBlocked */
  shownText(value, isBlocked) {
    const {stage} = this.options;
    if (stage.rule.kind === "permission") return value ? "#" : "";
    const hides = isBlocked && stage.hides_blocked && (value === 0 || !stage.holds_shares);
    return hides ? "·" : this.numberText(value);
  }

  /** @param {number} value */
  numberText(value) {
    return this.format?.text(value) ?? "";
  }

  // What a screen reader says where a sign alone says too little.
  /** @param {number} value @param {string} shown @param {boolean} isBlocked */
  spokenText(value, shown, isBlocked) {
    if (isBlocked) return filled("blocked_cell", this.numberText(value));
    if (this.options.stage.rule.kind === "permission") return t("may_attend");
    return this.options.mode === "heat" ? shown : undefined;
  }

  /** @param {HTMLElement} table */
  listen(table) {
    /** @param {Event} event @param {((row: number, col: number) => void) | undefined} then */
    const withCell = (event, then) => {
      const cell = /** @type {HTMLElement} */ (event.target).closest("td[data-row]");
      if (cell instanceof HTMLElement && then)
        then(Number(cell.dataset.row), Number(cell.dataset.col));
    };
    table.addEventListener("pointerover", event => {
      if (event.pointerType === "mouse") withCell(event, this.options.point);
    });
    this.listenForStrokes(table, withCell);
    table.addEventListener("pointerleave", event => { if (event.pointerType === "mouse") this.options.leave?.(); });
    // A second click of a mouse in quick succession acts, or a second touch whenever it comes.
    let isTouch = false;
    table.addEventListener("click", event => {
      isTouch = /** @type {PointerEvent} */ (event).pointerType === "touch";
      const isAgain = this.reached?.contains(/** @type {Node} */ (event.target)) ?? false;
      const {act, select} = this.options;
      withCell(event, isTouch && isAgain ? act ?? select : select);
    });
    table.addEventListener("dblclick", event => { if (!isTouch) withCell(event, this.options.act); });
  }

  // A mouse that is pressed and moved on paints the cells that it passes.
  /**
   * @param {HTMLElement} table
   * @param {(event: Event, then: (row: number, col: number) => void) => void} withCell
   */
  listenForStrokes(table, withCell) {
    /** @type {{row: number, col: number} | null} */
    let pressed = null;
    let isPainting = false;
    table.addEventListener("pointerdown", event => {
      isPainting = false;
      pressed = null;
      if (event.pointerType === "mouse" && event.button === 0)
        withCell(event, (row, col) => { pressed = {row, col}; });
    });
    table.addEventListener("pointerover", event => withCell(event, (row, col) => {
      const {paint} = this.options;
      if (!paint || !pressed || event.buttons !== 1 || (!isPainting && pressed.row === row && pressed.col === col)) return;
      if (!isPainting) paint(pressed.row, pressed.col, true);
      isPainting = true;
      paint(row, col, false);
    }));
    table.addEventListener("selectstart", event => { if (this.options.paint) event.preventDefault(); });
  }

  // The element of a cell, where the window shows it.
  /** @param {number} row @param {number} col */
  cellElement(row, col) {
    return this.cells.get(row + " " + col)?.element;
  }

  // Lights whole rows and columns, and rings one cell.
  /** @param {{row?: number, col?: number, cell?: {row: number, col: number}}} what */
  light({row, col, cell}) {
    for (const one of this.lit) one.classList.remove("lit", "ring");
    this.lit = [];
    /** @param {HTMLElement | undefined} one @param {string} name */
    const add = (one, name) => {
      if (!one) return;
      one.classList.add(name);
      this.lit.push(one);
    };
    if (cell) add(this.cellElement(cell.row, cell.col), "ring");
    if (row !== undefined) for (const j of this.cols) add(this.cellElement(row, j), "lit");
    if (col !== undefined) for (const i of this.rows) add(this.cellElement(i, col), "lit");
    add(this.rowHeads.get(cell ? cell.row : row ?? -1), "lit");
    add(this.colHeads.get(cell ? cell.col : col ?? -1), "lit");
  }

  // Lets the keyboard reach this cell alone.
  /** @param {number} row @param {number} col @param {boolean} focuses */
  rove(row, col, focuses) {
    const cell = this.cellElement(row, col);
    if (!cell) return;
    if (this.reached) this.reached.tabIndex = -1;
    this.reached = cell;
    cell.tabIndex = 0;
    if (focuses) cell.focus();
  }
}

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
