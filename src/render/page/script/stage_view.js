"use strict";

// The stage that one looks at: its words, the matrices it came from, the sum of one cell.

/**
 * What is looked at, and how.
 * @typedef {{stage: string, group: string, minus: string, cell: {row: number, col: number},
 *   first: {row: number, col: number}, mode: string, precision: number, depth: number}} Looked
 */

// The axis of an operand along which a sum goes.
/** @type {Partial<Record<Operand["side"], "rows" | "cols">>} */
const kInnerAxes = {left: "cols", right: "rows"};

const kSpareTables = 6;

class StageView {
  /** @param {Run} run @param {Looked} looked @param {{changed: () => void}} owner */
  constructor(run, looked, owner) {
    this.run = run;
    this.looked = looked;
    this.owner = owner;
    this.heading = element("h2", {id: "stage-name"});
    this.words = element("div", {class: "words"});
    this.sum = element("p", {class: "sum", id: "sum"});
    this.rounded = element("p", {class: "words"}, t("rounded_numbers"));
    this.actions = element("div", {class: "actions"});
    this.overview = new Overview(run, looked, (row, col) => this.look(row, col));
    this.resultBox = element("div", {class: "result"});
    this.operandsBox = element("div", {class: "operands"});
    this.matrices = element("div", {class: "matrices"}, this.resultBox, this.operandsBox);
    /** @type {MatrixTable | undefined} */
    this.result = undefined;
    /** @type {(Operand & {table: MatrixTable})[]} */
    this.operands = [];
    /** @type {MatrixTable[]} */
    this.spare = [];  // of stages that were left: one comes back to them
    this.paintsBlocked = false;
    this.element = element("section", {class: "stage", "aria-labelledby": "stage-name"},
      this.heading, this.words, this.sum, this.rounded, this.actions, this.matrices);
    this.matrices.addEventListener("keydown",
      (/** @type {KeyboardEvent} */ event) => this.onKey(event));
  }

  stage() {
    return stageLookedAt(this.run, this.looked);
  }

  /** Everything anew: after a change of the stage, its numbers, or how they are shown. */
  update() {
    const stage = this.stage(), {cell} = this.looked;
    cell.row = Math.min(cell.row, stage.shape[0] - 1);
    cell.col = Math.min(cell.col, stage.shape[1] - 1);
    this.keepInWindow();
    this.heading.replaceChildren(element("span", {class: "formula"}, stageFormula(this.run, stage)),
      stage.group && element("span", {class: "group"}, groupName(stage.group)),
      say(stage.remark) && element("span", {class: "group"}, say(stage.remark)));
    this.updateWords(stage);
    this.updateMatrices(stage);
    this.lightCell(cell.row, cell.col);
    this.updateActions(stage);
  }

  /** @param {StageData} stage */
  updateWords(stage) {
    const {depth} = this.looked;
    this.rounded.hidden = depth === 0 || this.run.value(stage).cells.every(Number.isInteger);
    this.words.replaceChildren(...[depth > 0 && element("p", {}, stageNote(this.run, stage)),
      depth > 1 && say(stage.detail) && element("p", {}, say(stage.detail)),
      ...this.run.emptyRows().map(row => element("p", {class: "warning"}, emptyRowWarning(stage, row)))]
      .filter(isShown));
  }

  // Cells that are there already show something else: to make new ones takes longer than to compute them.
  /** @param {StageData} stage */
  updateMatrices(stage) {
    const {looked, run} = this, {mode, precision} = looked, first = {...looked.first};
    const before = [...this.operands.map(one => one.table), ...this.spare];
    this.operands = operandsOf(run, stage).map(operand => ({...operand, table: tableFrom(before, {
      run, stage: operand.stage, mode: "numbers", precision, transposed: operand.transposed,
      first: this.firstOfOperand(operand), inner: kInnerAxes[operand.side],
      caption: operand.stage.symbol + (operand.transposed ? "ᵀ" : "")})}));
    this.spare = before.slice(0, kSpareTables);
    this.result = tableFrom(this.result ? [this.result] : [], {
      run, stage, mode, precision, first, isGrid: true, caption: stageCaption(run, stage),
      label: `${stage.symbol}, ${say(stage.note)}`,
      point: (row, col) => this.lightCell(row, col),
      leave: () => this.lightCell(looked.cell.row, looked.cell.col),
      select: (row, col) => this.select(row, col, true), act: (row, col) => this.act(row, col),
      paint: isMaskable(run, stage) ? (row, col, isFirst) => this.paint(row, col, isFirst) : undefined});
    this.overview.update(stage);
    this.matrices.classList.toggle("large", !this.overview.element.hidden);
    setChildren(this.resultBox, this.result.element, this.legend(stage), this.overview.element);
    setChildren(this.operandsBox, ...this.operands.map(one => one.table.element));
  }

  /** @param {Operand} operand */
  firstOfOperand(operand) {
    const {first} = this.looked;
    return {row: operand.side === "left" ? first.row : operand.side === "both" ? first.row : 0,
            col: operand.side === "right" ? first.col : operand.side === "both" ? first.col : 0};
  }

  // What the colours mean.
  /** @param {StageData} stage */
  legend(stage) {
    if (this.looked.mode === "numbers" || stage.rule.kind === "permission") return null;
    const largest = extentOf(this.run.value(stage).cells).size;
    const ends = stage.holds_shares ? ["0", "1"] : [-largest, largest].map(end =>
      new HandNumber(this.looked.precision).text(end));
    const classes = stage.holds_shares ? Array.from({length: 10}, (_, k) => "w" + k)
                                       : ["n3", "n2", "n1", "z0", "p1", "p2", "p3"];
    return element("p", {class: "legend", "aria-hidden": "true"}, ends[0],
      element("span", {class: "swatches"}, ...classes.map(name => element("i", {class: name}))), ends[1]);
  }

  // Goes to a cell, wherever it is.
  /** @param {number} row @param {number} col */
  look(row, col) {
    this.looked.cell = {row, col};
    this.looked.first = {row: Math.max(0, row - kWindow / 2), col: Math.max(0, col - kWindow / 2)};
    this.owner.changed();
  }

  // Shows how one cell came about.
  /** @param {number} row @param {number} col */
  lightCell(row, col) {
    const stage = this.stage();
    this.sum.textContent = new SpelledOut(this.run, stage, row, col, this.looked.precision).line();
    this.result?.light({cell: {row, col}});
    this.result?.rove(this.looked.cell.row, this.looked.cell.col, false);
    for (const {table, side, transposed} of this.operands)
      table.light(litPart(side, this.placeInSource(stage, row, col), transposed));
  }

  // The place in a source that a cell comes from: columns of a stage begin somewhere.
  /** @param {StageData} stage @param {number} row @param {number} col */
  placeInSource(stage, row, col) {
    return {row, col: stage.rule.kind === "columns" ? stage.rule.first + col : col};
  }

  /** @param {number} row @param {number} col @param {boolean} focuses */
  select(row, col, focuses) {
    const {cell} = this.looked, isAgain = cell.row === row && cell.col === col;
    this.looked.cell = {row, col};
    this.lightCell(row, col);
    this.result?.rove(row, col, focuses);
    if (!isAgain) this.updateActions(this.stage());
  }

  // What can be done with the cell that is chosen.
  /** @param {StageData} stage */
  updateActions(stage) {
    const {row, col} = this.looked.cell, list = [];
    if (isMaskable(this.run, stage))
      list.push(button(t(this.run.isBlocked(stage, row, col) ? "open_cell" : "block_cell"),
        () => this.turnCell(row, col), {"data-act": "mask"}));
    if (isEditable(this.run, stage)) list.push(this.numberField(stage, row, col));
    this.actions.replaceChildren(...list);
  }

  /** @param {StageData} stage @param {number} row @param {number} col */
  numberField(stage, row, col) {
    const before = String(at(this.run.value(stage), row, col));
    const field = element("input", {type: "text", inputmode: "decimal", size: 8, id: "number", value: before,
      autocomplete: "off"});
    // No "change" comes where a digit on the cell began the number.
    let isTaken = false;  // a field that goes away is left once more
    const commit = () => {
      if (typedText(field) === "") field.value = before;
      if (!isTaken && field.value !== before) this.typed(stage, row, col, field, () => { isTaken = true; });
    };
    field.addEventListener("blur", commit);
    field.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
      if (event.key === "Enter") commit();
      if (event.key !== "Escape") return;
      field.value = before;  // nothing is committed
      this.focusCell();
    });
    return labelled(filled("type_number", cellName(stage, row, col)), field);
  }

  /**
   * @param {StageData} stage @param {number} row @param {number} col @param {HTMLInputElement} field
   * @param {() => void} take  told before the field goes away
   */
  typed(stage, row, col, field, take) {
    const text = typedText(field);
    const isNumber = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) && Number.isFinite(Number(text));
    complain(field, isNumber ? "" : filled("not_a_number", visible(field.value)));
    if (!isNumber) return;
    take();
    this.run.edit(stage, row, col, Number(text));
    this.owner.changed();
    this.result?.rove(row, col, true);
    announce(this.sum.textContent ?? "");
  }

  focusCell() {
    this.result?.rove(this.looked.cell.row, this.looked.cell.col, true);
  }

  // What a second tap or Enter does.
  /** @param {number} row @param {number} col */
  act(row, col) {
    const stage = this.stage();
    if (isMaskable(this.run, stage)) this.turnCell(row, col);
    else if (isEditable(this.run, stage)) {
      this.select(row, col, false);
      const field = this.actions.querySelector("input");
      field?.focus();
      field?.select();
    }
  }

  /** @param {number} row @param {number} col */
  turnCell(row, col) {
    const stage = this.stage(), [rows, cols] = stage.shape;
    this.looked.cell = {row, col};
    const painted = withCellTurned(this.run.blockedOf(stage), rows * cols, row * cols + col);
    const rule = ruleBehind(painted, rows, cols);
    this.run.setPattern(rule && hasFlags(rule, this.run) ? rule : painted);
    this.owner.changed();
    this.result?.rove(row, col, true);
    announce(this.sum.textContent ?? "");
  }

  // One cell of a stroke: all get what the first was not.
  /** @param {number} row @param {number} col @param {boolean} isFirst */
  paint(row, col, isFirst) {
    const isBlocked = this.run.isBlocked(this.stage(), row, col);
    if (isFirst) this.paintsBlocked = !isBlocked;
    if (isBlocked !== this.paintsBlocked) this.turnCell(row, col);
  }

  keepInWindow() {
    const {cell, first} = this.looked, [rows, cols] = this.stage().shape;
    first.row = Math.max(0, windowAround(first.row, cell.row, rows));
    first.col = Math.max(0, windowAround(first.col, cell.col, cols));
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    if (!(event.target instanceof HTMLElement) || !event.target.closest("td[data-row]")) return;
    const {row, col} = this.looked.cell, [rows, cols] = this.stage().shape;
    const moves = /** @type {Record<string, [number, number]>} */ ({
      ArrowLeft: [row, col - 1], ArrowRight: [row, col + 1], ArrowUp: [row - 1, col],
      ArrowDown: [row + 1, col], Home: [event.ctrlKey ? 0 : row, 0],
      End: [event.ctrlKey ? rows - 1 : row, cols - 1], PageUp: [row - kWindow, col],
      PageDown: [row + kWindow, col]});
    const stage = this.stage();
    if (event.key === "Enter" || event.key === "F2") this.act(row, col);
    else if (/^[0-9.−-]$/.test(event.key) && isEditable(this.run, stage)) this.beginTyping(event.key);
    else if (moves[event.key]) this.move(moves[event.key], rows, cols);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  // A digit on a cell whose number can be typed over begins a new one.
  /** @param {string} character */
  beginTyping(character) {
    const field = this.actions.querySelector("input");
    if (!field) return;
    field.value = character;
    field.focus();
  }

  /** @param {[number, number]} to @param {number} rows @param {number} cols */
  move([row, col], rows, cols) {
    const cell = {row: Math.max(0, Math.min(rows - 1, row)), col: Math.max(0, Math.min(cols - 1, col))};
    this.looked.cell = cell;
    if (!this.result?.cellElement(cell.row, cell.col)) {
      this.keepInWindow();
      this.updateMatrices(this.stage());
    }
    this.select(cell.row, cell.col, true);
    this.updateActions(this.stage());
    announce(this.sum.textContent ?? "");
  }
}

// A table with these options: one of those there are, taken out of the list, or a new one.
/** @param {MatrixTable[]} tables @param {TableOptions} options @returns {MatrixTable} */
function tableFrom(tables, options) {
  const place = tables.findIndex(table => table.fits(options));
  if (place < 0) return new MatrixTable(options);
  const [table] = tables.splice(place, 1);
  table.show(options);
  return table;
}

// The whole of a matrix of which the table shows a window: a dot a cell, exact where one points.

class Overview {
  /** @param {Run} run @param {Looked} looked @param {(row: number, col: number) => void} look */
  constructor(run, looked, look) {
    this.run = run;
    this.looked = looked;
    /** @type {StageData | undefined} */
    this.stage = undefined;
    this.canvas = element("canvas", {class: "map large", role: "img"});
    this.exact = element("p", {class: "exact"});
    this.element = element("div", {class: "overview", hidden: true}, this.canvas, this.exact);
    this.canvas.addEventListener("pointermove", (/** @type {PointerEvent} */ event) => this.point(event));
    this.canvas.addEventListener("click", (/** @type {PointerEvent} */ event) => {
      const {row, col} = this.placeAt(event);
      look(row, col);
    });
  }

  /** @param {StageData} stage */
  update(stage) {
    const {run, canvas} = this, [rows, cols] = stage.shape;
    this.stage = stage;
    this.element.hidden = rows <= kWhole && cols <= kWhole;
    if (this.element.hidden) return;
    canvas.setAttribute("aria-label", filled("map_of", stage.symbol, String(rows), String(cols)));
    this.exact.textContent = t("point_at_map");
    paintMap(canvas, run.value(stage), stage.holds_shares, run.blockedOf(stage), 512);
  }

  /** @param {PointerEvent} event */
  point(event) {
    const {row, col} = this.placeAt(event);
    if (this.stage)
      this.exact.textContent = new SpelledOut(this.run, this.stage, row, col, this.looked.precision).line();
  }

  /** @param {PointerEvent} event */
  placeAt(event) {
    const box = this.canvas.getBoundingClientRect(), [rows, cols] = this.stage?.shape ?? [1, 1];
    /** @param {number} share @param {number} n */
    const place = (share, n) => Math.max(0, Math.min(n - 1, Math.floor(share * n)));
    return {row: place((event.clientY - box.top) / box.height, rows),
            col: place((event.clientX - box.left) / box.width, cols)};
  }
}

// Many heads at a first look: a few dots each.

/**
 * @typedef {{name: string, caption: string, n_cols: number, dots: string}} SketchData
 * @typedef {{title: Words, note: Words, rows: {name: string, sketches: SketchData[]}[]}} SheetData
 */

/** @param {SheetData} sheet */
function sketchSheet(sheet) {
  return element("section", {class: "sketches"}, say(sheet.title) && element("p", {}, say(sheet.title)),
    ...sheet.rows.map(row => element("div", {class: "maps"},
      row.name && element("span", {class: "row-name"}, row.name), ...row.sketches.map(sketchElement))),
    say(sheet.note) && element("p", {}, say(sheet.note)));
}

/** @param {SketchData} sketch */
function sketchElement({name, caption, n_cols, dots}) {
  const canvas = element("canvas", {class: "map", role: "img", "aria-label": `${name} ${caption}`});
  const cells = Float64Array.from(dots, dot => Number(dot));
  paintMap(canvas, matrixOf(cells.length / n_cols, n_cols, cells), true, null, 128);
  return element("figure", {}, canvas, element("figcaption", {}, `${name} ${caption}`));
}
