"use strict";

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
