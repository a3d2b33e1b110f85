"use strict";

// What a page of attn posenc has besides its stages.

/** @type {CommandParts} */
const commandParts = (data, run, looked, owner) =>
  [...positionParts(run, looked, owner), ...weightParts(data, run, looked, owner)];

/** @type {LiveRows} */
const commandRows = {};

// Of the stages that follow the position that others are compared with.
/** @type {CommandWords} */
const commandWords = (run, stage) =>
  run.more instanceof ReferencePosition && run.more.isChanged() ? run.more.words(stage) : null;

// Positions as waves, as the hands of clocks, and by how similar they are.

const kMostWaves = 16;

// The parts of a page of attn posenc besides its stages.
/** @param {Run} run @param {Looked} looked @param {{changed: () => void}} owner */
function positionParts(run, looked, owner) {
  const encoding = run.stages.get(keyOf("encoding", ""));
  const turning = run.data.stages.find(({rule}) => rule.frequencies);
  return encoding || turning ? [new PositionPart(run, looked, encoding, turning, owner)] : [];
}

class PositionPart {
  /**
   * @param {Run} run @param {Looked} looked @param {StageData | undefined} encoding
   * @param {StageData | undefined} turning @param {{changed: () => void}} owner
   */
  constructor(run, looked, encoding, turning, owner) {
    this.run = run;
    this.owner = owner;
    run.more ??= ReferencePosition.of(run, encoding);
    this.looked = looked;
    this.encoding = encoding;
    this.turning = turning;
    const last = (encoding ?? turning)?.shape[0] ?? 1;
    this.slider = element("input", {type: "range", id: "position", min: 0, max: last - 1, value: 0,
      oninput: () => this.moveTo(this.row())});
    this.text = element("output", {for: "position"});
    this.waves = element("div", {class: "drawing"});
    this.clocks = element("div", {class: "drawing clocks"});
    this.similarity = element("div", {class: "drawing"});
    this.element = element("section", {class: "positions"}, element("h2", {}, t("positions")),
      labelled(t("position"), this.slider, this.text),
      turning && element("h3", {}, t("clocks")), turning && element("p", {}, t("clocks_words")), this.clocks,
      encoding && element("h3", {}, t("waves")), this.waves,
      encoding && element("h3", {}, t("similarity")), encoding && element("p", {}, t("similarity_words")),
      this.similarity);
  }

  row() {
    return Number(this.slider.value);
  }

  /** @param {number} row */
  moveTo(row) {
    const reference = this.run.more;
    if (!(reference instanceof ReferencePosition)) return this.update();
    reference.moveTo(row);
    this.owner.changed();
  }

  update() {
    if (this.run.more instanceof ReferencePosition) this.slider.value = this.run.more.row;
    const row = this.row(), shown = this.encoding ?? this.turning, p = shown ? positionsOf(shown)[row] : row;
    this.text.textContent = "p = " + p;
    this.slider.setAttribute("aria-valuetext", "p = " + p);
    if (this.turning) this.clocks.replaceChildren(...this.clockList(this.turning, p));
    if (!this.encoding) return;
    const matrix = this.run.value(this.encoding);
    this.waves.replaceChildren(...wavesOf(this.encoding, matrix, row));
    this.similarity.replaceChildren(similarityCurve(matrix, row, positionsOf(this.encoding), this.looked.precision));
  }

  /** @param {StageData} stage @param {number} p */
  clockList(stage, p) {
    const {frequencies} = stage.rule, write = new HandNumber(3);
    return frequencies.map((/** @type {number} */ frequency, /** @type {number} */ pair) => {
      const angle = p * frequency, wavelength = write.text(2 * Math.PI / frequency);
      return element("figure", {}, clock(angle, filled("clock_of", String(pair), write.text(angle))),
        element("figcaption", {}, filled("pair_and_wavelength", String(pair), wavelength)));
    });
  }
}

// A clock whose hand stands at an angle, counted from the right against the clock, as sines are.
/** @param {number} angle @param {string} label */
function clock(angle, label) {
  const x = 32 + 26 * Math.cos(angle), y = 32 - 26 * Math.sin(angle);
  return drawn("svg", {viewBox: "0 0 64 64", width: 64, height: 64, role: "img", "aria-label": label},
    drawn("circle", {cx: 32, cy: 32, r: 29, class: "axis"}),
    drawn("line", {x1: 32, y1: 32, x2: 61, y2: 32, class: "axis"}),
    drawn("line", {x1: 32, y1: 32, x2: x, y2: y, class: "hand"}),
    drawn("circle", {cx: x, cy: y, r: 3, class: "dot"}));
}

/** @param {StageData} stage @param {Matrix} matrix @param {number} p */
function wavesOf(stage, matrix, p) {
  const n = Math.min(matrix.cols, kMostWaves), {size} = extentOf(matrix.cells);
  return Array.from({length: n}, (_, k) => {
    const col = Math.floor(k * matrix.cols / n);
    const wave = Float64Array.from({length: matrix.rows}, (_, row) => at(matrix, row, col));
    const name = `${stage.cols.name} ${placeName(stage.cols, col)}`;
    const value = new NumberFormat([0.5], 3, false).text(wave[p]);
    return element("figure", {class: "wave"}, element("figcaption", {}, `${name}: ${value}`),
      curve(wave, p, size, filled("wave_of", name)));
  });
}

// A curve over places with a mark at one of them.
/** @param {Float64Array} values @param {number} mark @param {number} size @param {string} label */
function curve(values, mark, size, label) {
  const width = 360, height = 48, n = Math.max(1, values.length - 1);
  /** @param {number} place */
  const x = place => 4 + place * (width - 8) / n;
  /** @param {number} value */
  const y = value => height / 2 - value / (size || 1) * (height / 2 - 4);
  const points = [...values].map((value, place) => `${x(place).toFixed(1)},${y(value).toFixed(1)}`);
  return drawn("svg", {viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-label": label},
    drawn("line", {x1: 0, y1: y(0), x2: width, y2: y(0), class: "axis"}),
    drawn("polyline", {points: points.join(" "), class: "line"}),
    drawn("line", {x1: x(mark), y1: 0, x2: x(mark), y2: height, class: "mark"}),
    drawn("circle", {cx: x(mark), cy: y(values[mark]), r: 4, class: "dot"}));
}

// PE(p) · PE(p + k) for every distance k that there is.
/** @param {Matrix} matrix @param {number} p  a row @param {number[]} positions @param {number} precision */
function similarityCurve(matrix, p, positions, precision) {
  const own = rowOf(matrix, p), distance = (/** @type {number} */ row) => withMinusSign(`k = ${positions[row] - positions[p]}`);
  const dots = Float64Array.from({length: matrix.rows}, (_, row) => dot(own, rowOf(matrix, row)));
  const {size} = extentOf(dots), write = new HandNumber(precision);
  const width = 640, height = 176, step = (width - 60) / matrix.rows, zero = 84;
  const picture = drawn("svg", {viewBox: `0 0 ${width} ${height}`, width, height, role: "img",
    "aria-label": filled("similarity_of", String(positions[p]), write.text(dots[p]))});
  dots.forEach((value, row) => {
    const reach = value / (size || 1) * 70;
    picture.append(drawn("rect", {x: 50 + row * step, y: zero - Math.max(0, reach), width: Math.max(1, step - 1),
      height: Math.abs(reach), class: row === p ? "bar own" : "bar"},
      drawn("title", {}, `${distance(row)}: ${write.text(value)}`)));
  });
  picture.append(drawn("line", {x1: 46, y1: zero, x2: width, y2: zero, class: "axis"}),
    ...[[size, 14], [-size, 154]].map(([value, y]) => drawn("text", {x: 44, y: y + 4, "text-anchor": "end", class: "share"},
      write.text(value))),
    ...[0, p, matrix.rows - 1].filter((row, place) => place === 1 || Math.abs(row - p) * step > 60)
      .map(row => drawn("text", {x: Math.min(width - 24, 50 + (row + 0.5) * step), y: height - 2,
        "text-anchor": "middle", class: "share"}, distance(row))));
  return picture;
}

// The position that all others are compared with (--at), which the slider of the page moves.

class ReferencePosition {
  /** @param {Run} run @param {StageData} encoding @param {StageData} stage @param {number} row */
  constructor(run, encoding, stage, row) {
    this.run = run;
    this.encoding = encoding;
    this.stage = stage;
    this.first = row;
    this.row = row;
  }

  // None where nothing is compared, or where the page does not have that position.
  /** @param {Run} run @param {StageData | undefined} encoding */
  static of(run, encoding) {
    const stage = run.stages.get(keyOf("reference", ""));
    if (!encoding || !stage || stage.shape[1] !== encoding.shape[1]) return null;
    const row = stage.rule.positions ? positionsOf(encoding).indexOf(stage.rule.positions[0]) : stage.rule.rows?.[0];
    return row >= 0 ? new ReferencePosition(run, encoding, stage, row) : null;
  }

  position() {
    return positionsOf(this.encoding)[this.row];
  }

  /** @param {number} row */
  moveTo(row) {
    const {run, stage, encoding} = this, at = positionsOf(encoding)[row];
    this.row = row;
    if (stage.data) run.given.set(stage, matrixOf(1, stage.shape[1], rowOf(run.value(encoding), row).slice()));
    stage.rule = {...stage.rule, ...stage.rule.positions ? {positions: [at]} : {rows: [row]}};
    for (const id of ["similarity", "cosine"]) {
      const compared = run.stages.get(keyOf(id, ""));
      if (compared) compared.cols = {...compared.cols, labels: positionsOf(encoding).map(place => String(place - at))};
    }
    run.forgetFrom(one => one === stage);
  }

  isChanged() {
    return this.row !== this.first;
  }

  reset() {
    this.moveTo(this.first);
  }

  flags() {
    return ["--at", String(this.position())];
  }

  /** @param {StageData} stage @returns {StageWords | null} */
  words(stage) {
    const at = String(this.position());
    switch (stage.id) {
      case "reference":
        return {formula: `PE(${at})`, note: filled("moved_reference", at)};
      case "similarity":
        return {formula: `dot = PE(${at})⋅PE(${at} + k)`, note: filled("moved_dot", at)};
      case "cosine":
        return {note: filled("moved_cosine", at)};
      default:
        return null;
    }
  }
}

// The positions of the rows of an encoding, or of angles.
/** @param {StageData} stage @returns {number[]} */
function positionsOf({rule, shape}) {
  return rule.positions ?? rule.rows ?? Array.from({length: shape[0]}, (_, row) => row);
}
