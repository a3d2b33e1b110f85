"use strict";

// What a page has besides its stages where some of them are weights.
/**
 * @param {StagesData} data @param {Run} run @param {Looked} looked
 * @param {{changed: () => void}} owner @returns {Part[]}
 */
function weightParts(data, run, looked, owner) {
  /** @type {Part[]} */
  const parts = run.groupsOf("weights").length > 0 ? [new Heads(run, looked, owner)] : [];
  if (data.stages.some(stage => stage.id === "weights" && stage.holds_shares))
    parts.push(new Arcs(run, looked, owner));
  return parts;
}

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

// What one query attends to, as arcs between words.

const kMostArcWords = 64;
const kArcStep = 64;  // from word to word

// Whether queries and keys are the same words.
/** @param {StageData} stage */
function hasSameWords({rows, cols}) {
  return rows.labels.length === cols.labels.length &&
         rows.labels.every((label, place) => say(label) === say(cols.labels[place]));
}

/** @param {number} fromX @param {number} fromY @param {number} toX @param {number} toY @param {number} weight */
function linkBetween(fromX, fromY, toX, toY, weight) {
  const middle = (fromY + toY) / 2;
  return drawn("path", {d: `M ${fromX} ${fromY} C ${fromX} ${middle}, ${toX} ${middle}, ${toX} ${toY}`,
    class: "arc", "stroke-width": Math.max(0.75, 8 * weight)});
}

// Of the words that arcs are drawn between, around a query.
/** @param {StageData} stage @param {number} row */
function firstWord({shape}, row) {
  return Math.max(0, Math.min(row - kMostArcWords / 2, Math.max(...shape) - kMostArcWords));
}

class Arcs {
  /** @param {Run} run @param {Looked} looked @param {{changed: () => void}} owner */
  constructor(run, looked, owner) {
    this.run = run;
    this.looked = looked;
    this.owner = owner;
    this.most = choice([["3", t("strongest_three")], ["0", t("all_keys")]], "3",
                       () => this.update(), {id: "arcs-shown"});
    this.all = false;  // whether the arcs of every query are drawn
    this.query = element("select", {id: "arcs-query", onchange: () => {
      this.all = this.query.value === "all";
      if (!this.all) looked.cell.row = Number(this.query.value);
      owner.changed();
    }});
    this.drawing = element("div", {class: "drawing"});
    /** @type {Matrix | undefined} */
    this.drawnMatrix = undefined;
    this.drawnAs = "";
    this.element = element("section", {class: "arcs"}, element("h2", {}, t("arcs")),
      element("p", {}, t("arcs_words")), labelled(t("query"), this.query),
      labelled(t("keys_shown"), this.most), this.drawing);
  }

  update() {
    const stage = weightsLookedAt(this.run, this.looked);
    this.element.hidden = !stage || !stage.rows.labels.length || !stage.cols.labels.length;
    if (!stage || this.element.hidden) return;
    const row = Math.min(this.looked.cell.row, stage.shape[0] - 1);
    if (!this.query.options.length)
      this.query.replaceChildren(element("option", {value: "all"}, t("all_queries")),
        ...stage.rows.labels.map((label, place) =>
          element("option", {value: place}, `${place}: ${visible(say(label))}`)));
    this.query.value = this.all ? "all" : String(row);
    const drawn = JSON.stringify([this.all ? "all" : row, firstWord(stage, row), this.most.value]), matrix = this.run.value(stage);
    if (this.drawnMatrix === matrix && this.drawnAs === drawn) return;
    this.drawnMatrix = matrix;
    this.drawnAs = drawn;
    this.drawing.replaceChildren(this.draw(stage, row));
  }

  // Over one row of words where queries and keys are the same, else from one row to the other.
  /** @param {StageData} stage @param {number} row */
  draw(stage, row) {
    const value = this.run.value(stage), isSelf = hasSameWords(stage);
    const first = firstWord(stage, row);
    const last = first + kMostArcWords;
    const isShown = (/** @type {number} */ place) => place >= first && place < last;
    const rows = this.all ? [...Array(value.rows).keys()].filter(isShown) : [row];
    const shown = new Map(rows.map(query =>
      [query, strongestOf(rowOf(value, query), Number(this.most.value)).filter(isShown)]));
    const keysOf = (/** @type {number} */ query) => shown.get(query) ?? [];
    const n = Math.min(kMostArcWords, Math.max(isSelf ? 0 : value.rows, value.cols));
    const width = Math.max(n * kArcStep, 320), height = 60 + Math.min(160, n * 14), base = height - 34;
    const x = (/** @type {number} */ place) => (place - first + 0.5) * kArcStep;
    const picture = drawn("svg", {viewBox: `0 0 ${width} ${height}`, width, height, role: "img",
      "aria-label": rows.map(query => this.spoken(stage, query, keysOf(query))).join(". ")});
    for (const query of rows)
      for (const key of keysOf(query))
        picture.append(isSelf ? arcBetween(x(query), x(key), base, at(value, query, key))
                              : linkBetween(x(query), 22, x(key), base, at(value, query, key)));
    for (let key = first; key < Math.min(last, value.cols); ++key) {
      picture.append(this.word(stage.cols.labels[key], x(key), base + 16, isSelf && !this.all && key === row));
      if (!this.all) picture.append(
        this.share(at(value, row, key), x(key), base + 30, keysOf(row).includes(key)));
    }
    for (let query = first; !isSelf && query < Math.min(last, value.rows); ++query)
      picture.append(this.word(stage.rows.labels[query], x(query), 16, !this.all && query === row));
    const isPart = Math.max(value.rows, value.cols) > kMostArcWords;
    return element("div", {}, picture, isPart && element("p", {class: "part"},
      filled("words_shown", String(first), String(last - 1), String(Math.max(...stage.shape)))));
  }

  /** @param {Words} label @param {number} x @param {number} y @param {boolean} isQuery */
  word(label, x, y, isQuery) {
    const word = [...visible(say(label))];
    return drawn("text", {x, y, "text-anchor": "middle", class: isQuery ? "query" : undefined},
      word.length > 9 ? word.slice(0, 8).join("") + "…" : word.join(""));
  }

  /** @param {number} weight @param {number} x @param {number} y @param {boolean} isShown */
  share(weight, x, y, isShown) {
    const text = new NumberFormat([weight, 0.5], 2, true).text(weight);
    return drawn("text", {x, y, "text-anchor": "middle", class: isShown ? "share" : "share faint"}, text);
  }

  /** @param {StageData} stage @param {number} row @param {number[]} shown */
  spoken(stage, row, shown) {
    const weights = rowOf(this.run.value(stage), row), format = new NumberFormat([0.5], 3, true);
    const keys = shown.map(key => `${placeName(stage.cols, key)} ${format.text(weights[key])}`);
    return filled("arcs_of", placeName(stage.rows, row), keys.join(", "));
  }
}

// The weights of the head looked at.
/** @param {Run} run @param {Looked} looked */
function weightsLookedAt(run, looked) {
  return run.stages.get(keyOf("weights", looked.group)) ?? run.stages.get(keyOf("weights", ""));
}

// The keys with the largest weights; all that are not 0 where `most` is 0.
/** @param {Float64Array} weights @param {number} most */
function strongestOf(weights, most) {
  const keys = [...weights.keys()].filter(key => weights[key] > 0)
    .sort((a, b) => weights[b] - weights[a] || a - b);
  return most ? keys.slice(0, most) : keys;
}

/** @param {number} from @param {number} to @param {number} base @param {number} weight */
function arcBetween(from, to, base, weight) {
  const width = Math.max(0.75, 8 * weight), reach = Math.min(base - 8, 18 + Math.abs(to - from) / 2);
  const path = from === to
    ? `M ${from - 7} ${base} C ${from - 16} ${base - 26}, ${from + 16} ${base - 26}, ${from + 7} ${base}`
    : `M ${from} ${base} C ${from} ${base - reach}, ${to} ${base - reach}, ${to} ${base}`;
  return drawn("path", {d: path, class: "arc", "stroke-width": width});
}
