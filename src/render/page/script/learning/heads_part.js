"use strict";

// Every head before and after as two small maps, and one of them large, with its numbers.

const kTimes = /** @type {const} */ (["before", "after", "change"]);
const kFewTokens = 12;  // so that three tables of them stand side by side

class HeadsPart {
  /** @param {LearningData} data @param {Head[]} heads @param {LearningLook} looked */
  constructor(data, heads, looked) {
    this.data = data;
    this.heads = heads;
    this.looked = looked;
    this.maps = heads.map((head, place) => this.smallMaps(head, place));
    this.exact = element("p", {class: "sum", id: "exact"});
    this.tables = element("div", {class: "matrices"});
    this.caption = element("h3", {});
    this.mode = choice(kModes.map(mode => [mode, t("view_" + mode)]), looked.mode, mode => {
      looked.mode = mode;
      this.showHead();
    }, {id: "view"});
    const times = kTimes.map(time => /** @type {[string, string]} */ ([time, t(time)]));
    this.time = choice([["all", t("all_three")], ...times], looked.time, time => {
      looked.time = time;
      this.showHead();
    }, {id: "time"});
    this.element = element("section", {class: "heads"}, element("h2", {}, t("heads_before_after")),
      element("p", {}, t("heads_words")),
      element("div", {class: "maps", role: "group", "aria-label": t("heads_before_after")},
        ...this.maps.map(map => map.button)),
      this.caption, element("div", {class: "choices"}, labelled(t("shown"), this.time),
        labelled(t("cells"), this.mode)), this.exact, this.tables);
  }

  /** @param {Head} head @param {number} place */
  smallMaps(head, place) {
    const n = String(this.data.tokens.length), name = say(head.data.name);
    const canvases = (/** @type {const} */ (["before", "after"])).map(time => element("canvas", {class: "map",
      role: "img", "aria-label": filled("map_of", `${name}, ${t(time)}`, n, n)}));
    const choose = button("", () => {
      this.looked.head = place;
      this.showHead();
      announce(name);
    }, {class: "small", "data-head": place});
    choose.replaceChildren(element("span", {class: "pair"}, ...canvases), element("span", {}, name));
    return {head, canvases, button: choose};
  }

  update() {
    this.repaint();
    this.showHead();
  }

  repaint() {
    for (const {head, canvases} of this.maps)
      (/** @type {const} */ (["before", "after"])).forEach((time, k) =>
        paintMap(canvases[k], head.times[time].matrix, true, head.times[time].blocked, 128));
  }

  showHead() {
    const {looked} = this, head = this.heads[looked.head];
    this.maps.forEach(({button}, place) => button.setAttribute("aria-pressed", String(place === looked.head)));
    const isMostChanged = head.data.is_shown && this.data.shows_most_changed && this.heads.length > 1;
    this.caption.textContent = say(head.data.name) +
      (isMostChanged ? ": " + filled("most_changed", String(this.heads.length)) : "");
    const show = (/** @type {number} */ row, /** @type {number} */ col) => this.showCell(row, col);
    const times = kTimes.filter(time => looked.time === "all" || looked.time === time);
    this.shown = times.map(time => new MatrixTable({run: weightsSource, stage: head.times[time],
      mode: looked.mode, precision: 3, isGrid: true, first: looked.first, caption: t(time),
      label: `${say(head.data.name)}, ${t(time)}`, select: show, point: show}));
    this.tables.replaceChildren(...this.shown.map(({element}) => element));
    for (const table of this.shown)
      table.element.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) =>
        this.onCellKey(event, table));
    this.showCell(looked.cell.row, looked.cell.col);
  }

  // One cell at both times, in words that say whose it is.
  /** @param {number} row @param {number} col */
  showCell(row, col) {
    const {tokens} = this.data, {before, after, change} = this.heads[this.looked.head].times;
    this.looked.cell = {row, col};
    const write = new NumberFormat([0.5], 4, false);
    const isBlocked = before.blocked?.[row * tokens.length + col];
    this.exact.textContent = filled("weight_of", visible(say(tokens[row])), visible(say(tokens[col]))) + " " +
      (isBlocked ? t("later_key") : filled("weight_change", write.text(at(before.matrix, row, col)),
        write.text(at(after.matrix, row, col)), write.text(at(change.matrix, row, col))));
    for (const table of this.shown ?? []) {
      table.light({cell: {row, col}});
      table.rove(row, col, false);
    }
  }

  /** @param {KeyboardEvent} event @param {MatrixTable} table */
  onCellKey(event, table) {
    const step = {ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0]}[event.key];
    if (!step) return;
    event.preventDefault();
    const n = this.data.tokens.length, {cell, first} = this.looked;
    const inside = (/** @type {number} */ place) => Math.max(0, Math.min(n - 1, place));
    const row = inside(cell.row + step[0]), col = inside(cell.col + step[1]);
    const next = {row: windowAround(first.row, row, n), col: windowAround(first.col, col, n)};
    const which = this.shown?.indexOf(table) ?? 0;
    this.looked.cell = {row, col};
    if (next.row !== first.row || next.col !== first.col) {
      this.looked.first = next;
      this.showHead();
    } else this.showCell(row, col);
    this.shown?.[which].rove(row, col, true);
    announce(this.exact.textContent ?? "");
  }
}
