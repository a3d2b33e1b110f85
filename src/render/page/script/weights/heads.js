"use strict";

// All heads as small maps, and one of them large, or the difference of two.

const kMostAtOnce = 12;  // ms of a frame; then clicks and keys have their turn

class Heads {
  /** @param {Run} run @param {Looked} looked @param {{changed: () => void}} owner */
  constructor(run, looked, owner) {
    this.run = run;
    this.looked = looked;
    this.owner = owner;
    this.weights = run.groupsOf("weights");
    this.nUpdates = 0;
    /** @type {any} */
    this.shownDifference = null;
    this.maps = this.weights.map(stage => this.smallMap(stage));
    this.minus = choice([["", t("nothing")], ...this.weights.map(({group}) =>
      /** @type {[string, string]} */ ([group, groupName(group)]))], "", group => {
        looked.minus = group;
        owner.changed();
      }, {id: "minus"});
    this.difference = element("div", {class: "matrices"});
    const areHeads = this.weights.every(({group}) => group.startsWith("head ")), name = t(areHeads ? "heads" : "groups");
    this.element = element("section", {class: "heads"}, element("h2", {}, name),
      element("div", {class: "maps", role: "group", "aria-label": name}, ...this.maps.map(map => map.button)),
      labelled(t(areHeads ? "minus_head" : "minus_group"), this.minus), this.difference);
  }

  /** @param {StageData} stage */
  smallMap(stage) {
    const canvas = element("canvas", {class: "map", role: "img", "aria-label":
      filled("map_of", groupName(stage.group), String(stage.shape[0]), String(stage.shape[1]))});
    const choose = button("", () => {
      this.looked.group = stage.group;
      this.owner.changed();
      announce(groupName(stage.group));
    }, {class: "small", "data-group": stage.group});
    choose.replaceChildren(canvas, element("span", {}, groupName(stage.group)));
    return {stage, canvas, button: choose, painted: /** @type {Matrix | null} */ (null)};
  }

  /** The head in view at once, the others when there is time. */
  update() {
    for (const map of this.maps)
      map.button.setAttribute("aria-pressed", String(map.stage.group === this.looked.group));
    this.minus.value = this.looked.minus;
    this.updateDifference();
    const first = this.maps.find(map => map.stage.group === this.looked.group);
    if (first) this.paint(first);
    const others = this.maps.filter(map => map !== first && !this.isPainted(map)), update = ++this.nUpdates;
    setBusy(others.length > 0);
    if (others.length) afterFrame(() => this.paintLater(others, update));
  }

  /** @param {Heads["maps"]} stale @param {number} update */
  paintLater(stale, update) {
    setTimeout(() => {
      if (update !== this.nUpdates || !this.element.isConnected) return;  // others do it now
      const end = performance.now() + kMostAtOnce;
      while (stale.length && performance.now() < end) this.paint(/** @type {any} */ (stale.shift()));
      if (stale.length) this.paintLater(stale, update);
      else setBusy(false);
    }, 0);
  }

  /** @param {Heads["maps"][number]} map */
  isPainted(map) {
    return map.painted !== null && this.run.values.get(map.stage) === map.painted;
  }

  /** @param {Heads["maps"][number]} map */
  paint(map) {
    const matrix = this.run.value(map.stage);
    if (map.painted === matrix) return;
    map.painted = matrix;
    paintMap(map.canvas, matrix, true, this.run.blockedOf(map.stage), 128);
  }

  /** The colours of the theme changed. */
  repaint() {
    for (const map of this.maps.filter(one => this.isPainted(one))) {
      map.painted = null;
      this.paint(map);
    }
  }

  updateDifference() {
    const {looked, run} = this, left = run.stages.get(keyOf("weights", looked.group));
    const right = run.stages.get(keyOf("weights", looked.minus));
    for (const kept of [run.values, run.blocked]) kept.delete(this.shownDifference);
    if (!left || !right || left === right || !looked.minus) return this.difference.replaceChildren();
    const stage = this.shownDifference = {...left, id: "difference", rule: {kind: "given"}, holds_shares: false,
      hides_blocked: true, symbol: `${groupName(left.group)} − ${groupName(right.group)}`};
    const a = run.value(left), b = run.value(right);
    run.values.set(stage, mapped(a, (cell, place) => cell - b.cells[place]));
    run.blocked.set(stage, run.blockedOf(left));
    const exact = element("p", {class: "sum"});
    const table = new MatrixTable({run, stage, mode: looked.mode === "numbers" ? "numbers" : "both",
      precision: looked.precision, isGrid: true, caption: stage.symbol, label: stage.symbol,
      first: looked.first, select: show, point: show});
    /** @param {number} row @param {number} col */
    function show(row, col) {
      const write = new HandNumber(looked.precision);
      exact.textContent = `${write.text(at(a, row, col))} − ${write.factor(at(b, row, col))} = ` +
                          write.text(at(a, row, col) - at(b, row, col));
      table.light({cell: {row, col}});
    }
    table.rove(0, 0, false);
    this.difference.replaceChildren(element("div", {class: "result"}, exact, table.element));
    show(looked.cell.row, looked.cell.col);
  }
}

// Does something once the next frame is seen, which a timer alone may come before; a page that
// nobody sees has no frames.
/** @param {() => void} then */
function afterFrame(then) {
  let isDone = false;
  const once = () => {
    if (!isDone) then();
    isDone = true;
  };
  requestAnimationFrame(once);
  setTimeout(once, 100);
}

// Says that something is still being computed, or that all is there.
/** @param {boolean} isBusy */
function setBusy(isBusy) {
  document.getElementById("page")?.setAttribute("aria-busy", String(isBusy));
  const sign = document.getElementById("busy");
  if (sign) sign.hidden = !isBusy;
}
