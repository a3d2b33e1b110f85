"use strict";

// A matrix as a table that one can point at. A large one shows a window of its cells.

const kWindow = 24;  // rows and columns of a table at most
const kInnerWindow = 12;  // of what two operands have in common

/**
 * An axis of a matrix: what its rows or columns are, and the name of each, where they have one.
 * @typedef {{name: string, labels: Words[], is_scale?: boolean, points?: number[]}} AxisData
 */

/**
 * A matrix that is shown, apart from its numbers.
 * @typedef {{rows: AxisData, cols: AxisData, rule: {kind: string}, holds_shares: boolean,
 *   hides_blocked: boolean}} ShownMatrix
 */

/**
 * Who has the numbers.
 * @typedef {{value(stage: ShownMatrix): Matrix, blockedOf(stage: ShownMatrix): Uint8Array | null,
 *   isEdited(stage: ShownMatrix, row: number, col: number): boolean}} MatrixSource
 */

/**
 * What a table shows and what it does when somebody uses it.
 * @typedef {{run: MatrixSource, stage: ShownMatrix, mode: string, precision: number, transposed?: boolean,
 *   isGrid?: boolean, mostRows?: number, mostCols?: number, first?: {row: number, col: number}, caption: string, label?: string,
 *   point?: (row: number, col: number) => void, leave?: () => void,
 *   select?: (row: number, col: number) => void, act?: (row: number, col: number) => void}} TableOptions
 */

// The places that a window of an axis shows.
/** @param {number} n @param {number} first @param {number} [most] */
function windowOf(n, first, most = kWindow) {
  const start = Math.max(0, Math.min(first, n - most));
  return Array.from({length: Math.min(n, most)}, (_, k) => start + k);
}

// The first place of a window that holds one.
/** @param {number} first @param {number} place @param {number} n */
function windowAround(first, place, n) {
  if (place < first) return place;
  return place >= first + kWindow ? Math.min(place - kWindow + 1, n - 1) : first;
}

/** @param {AxisData} axis @param {number} place */
function placeName(axis, place) {
  return axis.labels.length ? visible(say(axis.labels[place])) : String(place);
}

class MatrixTable {
  /** @param {TableOptions} options */
  constructor(options) {
    this.options = options;
    const {stage, run} = options;
    this.language = page.language;
    this.matrix = run.value(stage);
    this.blocked = run.blockedOf(stage);
    this.format = new NumberFormat(this.matrix.cells, options.precision, stage.holds_shares);
    this.largest = extentOf(this.matrix.cells).size;
    this.axes = options.transposed ? {rows: stage.cols, cols: stage.rows}
                                   : {rows: stage.rows, cols: stage.cols};
    this.size = options.transposed ? {rows: this.matrix.cols, cols: this.matrix.rows}
                                   : {rows: this.matrix.rows, cols: this.matrix.cols};
    this.rows = windowOf(this.size.rows, options.first?.row ?? 0, options.mostRows);
    this.cols = windowOf(this.size.cols, options.first?.col ?? 0, options.mostCols);
    /** @type {Map<string, HTMLElement>} */
    this.cells = new Map();
    /** @type {Map<number, HTMLElement>} */
    this.rowHeads = new Map();
    /** @type {Map<number, HTMLElement>} */
    this.colHeads = new Map();
    /** @type {HTMLElement[]} */
    this.lit = [];
    /** @type {HTMLElement | undefined} */
    this.reached = undefined;
    this.element = this.build();
  }

  // Whether a table with these options would show the same.
  /** @param {TableOptions} options @returns {boolean} */
  shows(options) {
    const {run, stage, mode, precision, transposed, first, caption} = this.options;
    return stage === options.stage && mode === options.mode && precision === options.precision &&
      this.options.isGrid === options.isGrid && transposed === options.transposed && caption === options.caption &&
      first?.row === options.first?.row && first?.col === options.first?.col &&
      this.matrix === run.value(stage) && this.blocked === run.blockedOf(stage) && this.language === page.language;
  }

  build() {
    const {isGrid, caption, label} = this.options;
    const isPart = this.rows.length < this.size.rows || this.cols.length < this.size.cols;
    const table = element("table", {
      class: "matrix " + this.options.mode, role: isGrid ? "grid" : undefined,
      "aria-label": label, "aria-rowcount": isPart ? this.size.rows + 1 : undefined,
      "aria-colcount": isPart ? this.size.cols + 1 : undefined},
      element("caption", {}, caption), element("thead", {}, this.headRow(isPart)),
      element("tbody", {}, ...this.rows.map(row => this.row(row, isPart))));
    if (isGrid) this.listen(table);
    return element("div", {class: "scrolls"}, table, isPart && this.partNote());
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
    const head = element("th", {scope: "row"}, this.placeElement(this.axes.rows, row));
    this.rowHeads.set(row, head);
    const line = element("tr", {"aria-rowindex": isPart ? row + 2 : undefined}, head);
    for (const col of this.cols) {
      const cell = this.cell(row, col, isPart);
      this.cells.set(row + " " + col, cell);
      line.append(cell);
    }
    return line;
  }

  /** @param {number} row @param {number} col @param {boolean} isPart */
  cell(row, col, isPart) {
    const [i, j] = this.options.transposed ? [col, row] : [row, col];
    const {stage, run, mode, isGrid} = this.options;
    const value = at(this.matrix, i, j), isBlocked = Boolean(this.blocked?.[i * this.matrix.cols + j]);
    const shown = this.text(value, isBlocked), letter = isBlocked && stage.rule.kind === "permission";
    const classes = [stage.rule.kind === "permission" && "letter", isBlocked ? "blocked" : mode === "numbers" ? "" :
      heatClass(value, stage.holds_shares || stage.rule.kind === "permission", this.largest)];
    if (run.isEdited(stage, i, j)) classes.push("edited");
    return element("td", {
      class: classes.filter(Boolean).join(" ") || undefined, role: isGrid ? "gridcell" : undefined,
      tabindex: isGrid ? -1 : undefined, "data-row": row, "data-col": col,
      "aria-colindex": isPart ? col + 2 : undefined,
      "aria-label": this.spokenText(value, shown, isBlocked),
    }, letter ? String.fromCharCode(this.blocked?.[i * this.matrix.cols + j] ?? 0)
              : mode === "heat" && !isBlocked ? "" : shown);
  }

  /** @param {number} value @param {boolean} isBlocked */
  text(value, isBlocked) {
    const {stage} = this.options;
    if (stage.rule.kind === "permission") return value ? "#" : "";
    const hides = isBlocked && stage.hides_blocked && (value === 0 || !stage.holds_shares);
    return hides ? "·" : this.format.text(value);
  }

  // What a screen reader says where a sign alone says too little.
  /** @param {number} value @param {string} shown @param {boolean} isBlocked */
  spokenText(value, shown, isBlocked) {
    if (isBlocked) return filled("blocked_cell", this.format.text(value));
    if (this.options.stage.rule.kind === "permission") return t("may_attend");
    return this.options.mode === "heat" ? shown : undefined;
  }

  /** @param {HTMLElement} table */
  listen(table) {
    const {point, leave, select, act} = this.options;
    /** @param {Event} event @param {((row: number, col: number) => void) | undefined} then */
    const withCell = (event, then) => {
      const cell = /** @type {HTMLElement} */ (event.target).closest("td[data-row]");
      if (cell instanceof HTMLElement && then)
        then(Number(cell.dataset.row), Number(cell.dataset.col));
    };
    table.addEventListener("pointerover", event => {
      if (event.pointerType === "mouse") withCell(event, point);
    });
    table.addEventListener("pointerleave", event => { if (event.pointerType === "mouse") leave?.(); });
    // A second click of a mouse in quick succession acts, or a second touch whenever it comes.
    let isTouch = false;
    table.addEventListener("click", event => {
      isTouch = /** @type {PointerEvent} */ (event).pointerType === "touch";
      const isAgain = this.reached?.contains(/** @type {Node} */ (event.target)) ?? false;
      withCell(event, isTouch && isAgain ? act ?? select : select);
    });
    table.addEventListener("dblclick", event => { if (!isTouch) withCell(event, act); });
  }

  // The element of a cell, where the window shows it.
  /** @param {number} row @param {number} col */
  cellElement(row, col) {
    return this.cells.get(row + " " + col);
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
