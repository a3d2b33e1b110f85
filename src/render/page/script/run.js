"use strict";

// The stages of a page with their values, which are computed when somebody looks at them.

/**
 * What a stage is, and what a run begins with.
 * @typedef {{kind: string, [key: string]: any}} Rule
 * @typedef {{id: string, group: string, symbol: string, formula: Words, shape: [number, number],
 *   rows: AxisData, cols: AxisData, rule: Rule, data?: string, blocked?: string, note: Words,
 *   detail: Words, remark: Words, holds_shares: boolean, hides_blocked: boolean,
 *   gradient_of: string}} StageData
 * @typedef {{stages: StageData[], pattern: MaskPattern | null, empty_row: "zero" | "nan" | "uniform",
 *   scale: {kind: "sqrt" | "off" | "factor", factor: number, temperature: number, d_k: number} | null,
 *   is_editable: boolean}} RunData
 */

// A number that was typed over one that the program gave.
/** @typedef {{place: number, value: number}} Edit */

/** Stages whose cells a mask blocks wherever one of their sources is blocked. */
const kFollowsMask = new Set(["softmax", "mean", "softmax_gradient"]);

/**
 * A setting that one kind of page has besides the mask and the scale.
 * @typedef {{isChanged: () => boolean, reset: () => void, flags: () => string[]}} MoreSetting
 */

class Run {
  /** @param {RunData} data */
  constructor(data) {
    this.data = data;
    /** @type {Map<string, StageData>} */
    this.stages = new Map(data.stages.map(stage => [keyOf(stage.id, stage.group), stage]));
    /** @type {Map<StageData, Matrix>} */
    this.given = new Map();
    this.emptyRow = data.empty_row;
    this.firstPattern = data.pattern && patternFrom(data.pattern);
    this.pattern = this.firstPattern;
    this.scale = data.scale && {...data.scale};
    /** @type {MoreSetting | null} */
    this.more = null;
    // Of patterns, none of which is ever changed.
    /** @type {WeakMap<MaskPattern, Uint8Array | null>} */
    this.cells = new WeakMap();
    /** @type {Map<StageData, Edit[]>} */
    this.edits = new Map();
    /** @type {Map<StageData, Matrix>} */
    this.values = new Map();
    /** @type {Map<StageData, Uint8Array | null>} */
    this.blocked = new Map();
  }

  /** Everything as the program gave it. */
  reset() {
    this.pattern = this.firstPattern;
    this.scale = this.data.scale && {...this.data.scale};
    for (const kept of [this.edits, this.values, this.blocked]) kept.clear();
    this.more?.reset();
  }

  /** Whether anything differs from what the program gave. */
  isChanged() {
    return this.edits.size > 0 || this.hasOtherMask() || this.hasOtherScale() || Boolean(this.more?.isChanged());
  }

  hasOtherMask() {
    return this.pattern !== this.firstPattern;
  }

  hasOtherScale() {
    return JSON.stringify(this.scale) !== JSON.stringify(this.data.scale);
  }

  // The stage that a rule of another names: that of its own group, else the ungrouped one.
  /** @param {StageData} stage @param {string} id @returns {StageData} */
  sourceOf(stage, id) {
    // Columns are a part of all heads, whose stage has the same name.
    const own = stage.rule.kind !== "columns" && this.stages.get(keyOf(id, stage.group));
    return own || this.ungrouped(id);
  }

  /** @param {string} id @returns {StageData} */
  ungrouped(id) {
    const stage = this.stages.get(keyOf(id, ""));
    if (!stage) throw new Error(`no stage ${id}`);
    return stage;
  }

  // The stages of an id in every group.
  /** @param {string} id */
  groupsOf(id) {
    return this.data.stages.filter(stage => stage.id === id && stage.group !== "");
  }

  // The stages that one is computed from.
  /** @param {StageData} stage */
  sourcesOf(stage) {
    const ids = stage.data ? [] : kSources[stage.rule.kind]?.(stage.rule) ?? [];
    if (kTakesGroups.has(stage.rule.kind)) return this.groupsOf(ids[0]);
    return ids.map(id => this.sourceOf(stage, id));
  }

  /** @param {StageData} stage @returns {Matrix} */
  value(stage) {
    let value = this.values.get(stage);
    if (!value) this.values.set(stage, value = this.withEdits(stage, this.computed(stage)));
    return value;
  }

  /** @param {StageData} stage */
  computed(stage) {
    if (stage.data) return this.givenValue(stage);
    return kValues[stage.rule.kind](stage.rule, {
      of: id => this.value(this.sourceOf(stage, id)),
      all: id => this.groupsOf(id).map(one => this.value(one)), stage, run: this});
  }

  /** @param {StageData} stage */
  givenValue(stage) {
    let value = this.given.get(stage);
    if (!value) {
      value = matrixOf(stage.shape[0], stage.shape[1], numbersOf(stage.data ?? ""));
      this.given.set(stage, value);
    }
    return value;
  }

  /** @param {StageData} stage @param {Matrix} value */
  withEdits(stage, value) {
    const edits = this.edits.get(stage);
    if (!edits) return value;
    const edited = matrixOf(value.rows, value.cols, value.cells.slice());
    for (const edit of edits) edited.cells[edit.place] = edit.value;
    return edited;
  }

  /** @param {StageData} stage @param {number} row @param {number} col @param {number} value */
  edit(stage, row, col, value) {
    const place = row * stage.shape[1] + col;
    const others = (this.edits.get(stage) ?? []).filter(edit => edit.place !== place);
    this.edits.set(stage, [...others, {place, value}]);
    this.forgetFrom(one => one === stage);
  }

  /** @param {StageData} stage @param {number} row @param {number} col */
  isEdited(stage, row, col) {
    const place = row * stage.shape[1] + col;
    return Boolean(this.edits.get(stage)?.some(edit => edit.place === place));
  }

  // Forgets the values of these stages and of all that follow from them.
  /** @param {(stage: StageData) => boolean} isChanged */
  forgetFrom(isChanged) {
    /** @type {Map<StageData, boolean>} */
    const known = new Map();
    /** @param {StageData} stage @returns {boolean} */
    const follows = stage => {
      const before = known.get(stage);
      if (before !== undefined) return before;
      known.set(stage, false);
      const answer = isChanged(stage) || this.sourcesOf(stage).some(follows);
      known.set(stage, answer);
      return answer;
    };
    for (const stage of this.data.stages) if (follows(stage)) this.values.delete(stage);
  }

  /** @param {MaskPattern} pattern */
  setPattern(pattern) {
    this.pattern = this.isFirst(pattern) ? this.firstPattern : pattern;
    this.blocked.clear();
    this.forgetFrom(stage => stage.rule.kind === "masking" || stage.rule.kind === "permission");
  }

  // Whether a pattern blocks the same cells for the same reasons as that of the program.
  /** @param {MaskPattern} pattern */
  isFirst(pattern) {
    if (!this.firstPattern) return false;
    const a = this.cellsOf(pattern), b = this.cellsOf(this.firstPattern);
    if (!a || !b) return a === b;
    const isPainted = pattern.given !== null;  // then the reasons are others
    return a.every((code, place) => isPainted ? !code === !b[place] : code === b[place]);
  }

  /** @param {Partial<NonNullable<RunData["scale"]>>} change */
  setScale(change) {
    if (!this.scale) return;
    Object.assign(this.scale, change);
    this.forgetFrom(stage => this.isScaling(stage.rule));
  }

  // Whether a rule is the scale of the scores, which the settings change.
  /** @param {Rule} rule */
  isScaling(rule) {
    return rule.kind === "scaling" && rule.is_setting;
  }

  // What scores are divided by, or multiplied by.
  /** @param {Rule} rule */
  scaleOf(rule) {
    if (!this.scale || !this.isScaling(rule)) return {number: rule.number, divides: rule.divides};
    const {kind, factor, temperature, d_k} = this.scale;
    if (kind === "sqrt") return {number: Math.sqrt(d_k) * temperature, divides: true};
    if (kind === "off") return {number: temperature, divides: true, isNothing: temperature === 1};
    return {number: factor / temperature, divides: false};
  }

  // The reasons of blocked cells of a stage, or null where none is blocked.
  /** @param {StageData} stage */
  blockedOf(stage) {
    let blocked = this.blocked.get(stage);
    if (blocked === undefined) this.blocked.set(stage, blocked = this.findBlocked(stage));
    return blocked;
  }

  /** @param {StageData} stage @returns {Uint8Array | null} */
  findBlocked(stage) {
    if (stage.blocked) return bytesOf(stage.blocked);
    if (stage.gradient_of) return this.blockedOfGradient(stage);
    if (stage.rule.kind === "softmax_jacobian") return this.blockedOfJacobian(stage);
    if (stage.rule.kind === "permission" && stage.id !== "mask")
      return blockedCells(patternFrom(stage.rule.pattern), stage.shape[0], stage.shape[1]);
    if (stage.rule.kind === "masking" || stage.rule.kind === "permission")
      return this.pattern && this.cellsOf(this.pattern);
    if (stage.rule.kind === "logarithm" || kFollowsMask.has(stage.rule.kind))
      return this.blockedOf(this.sourcesOf(stage)[0]);
    return null;
  }

  // Where a number has no say in the loss. What is changed may have another name, as of all heads.
  /** @param {StageData} stage */
  blockedOfGradient(stage) {
    if (stage.rule.kind === "softmax_gradient" || stage.rule.kind === "scaling")
      return this.blockedOf(this.sourcesOf(stage)[0]);
    const changed = this.stages.get(keyOf(stage.gradient_of, stage.group)) ??
                    this.stages.get(keyOf(stage.gradient_of, ""));
    return changed ? this.blockedOf(changed) : null;
  }

  // A key that a row may not attend to changes nothing there.
  /** @param {StageData} stage */
  blockedOfJacobian(stage) {
    const n = stage.shape[0], weights = this.sourcesOf(stage)[0];
    const row = this.blockedOf(weights)?.subarray(stage.rule.row * n, (stage.rule.row + 1) * n);
    return row ? Uint8Array.from({length: n * n}, (_, place) =>
      row[place % n] || row[Math.floor(place / n)]) : null;
  }

  // A stage that the mask works on; it has the shape of all that it does.
  maskedStage() {
    return this.data.stages.find(one => one.rule.kind === "masking" || one.id === "mask");
  }

  // What a pattern blocks, the same for all heads.
  /** @param {MaskPattern} pattern */
  cellsOf(pattern) {
    let cells = this.cells.get(pattern);
    if (cells === undefined) {
      const [rows, cols] = this.maskedStage()?.shape ?? [0, 0];
      this.cells.set(pattern, cells = blockedCells(pattern, rows, cols));
    }
    return cells;
  }

  /** @param {StageData} stage @param {number} row @param {number} col */
  isBlocked(stage, row, col) {
    return Boolean(this.blockedOf(stage)?.[row * stage.shape[1] + col]);
  }

  // The queries that may attend to nothing since the mask was changed, the first few of them.
  emptyRows() {
    const stage = this.data.stages.find(one => one.rule.kind === "masking");
    const blocked = stage && this.hasOtherMask() ? this.blockedOf(stage) : null, n = stage?.shape[1] ?? 0;
    if (!blocked) return [];
    return Array.from({length: blocked.length / n}, (_, row) => row)
      .filter(row => blocked.subarray(row * n, (row + 1) * n).every(Boolean)).slice(0, 3);
  }

  // What a letter means, "outside the window of 3".
  /** @param {string} letter */
  reasonName(letter) {
    if (letter === "w" && this.pattern?.window)
      return filled("outside_window", String(this.pattern.window));
    return t({c: "the_future", p: "padding", s: "another_document", h: "second_half",
              x: "the_mask_given"}[letter] ?? "the_mask_given");
  }
}

/** @param {string} id @param {string} group */
function keyOf(id, group) {
  return JSON.stringify([id, group]);
}

// A pattern as it travels: its given cells are base64.
/** @param {any} data @returns {MaskPattern} */
function patternFrom(data) {
  return {...openPattern(), ...data, given: data.given ? bytesOf(data.given) : null};
}

// What there is to know about stages apart from their numbers.

/**
 * A matrix beside a stage that it was computed from, and which of its cells go into one cell: a row
 * of the one to the left, a column of the one to the right, or the same cell.
 * @typedef {{stage: StageData, side: "left" | "right" | "both" | "row", transposed: boolean}} Operand
 */

// What a kind of page says of a stage instead of what the program said.
/**
 * @typedef {{formula?: string, note?: string}} StageWords
 * @typedef {(run: Run, stage: StageData) => StageWords | null} CommandWords
 */

/** @param {Run} run @param {Looked} looked @returns {StageData} */
function stageLookedAt(run, looked) {
  return run.stages.get(keyOf(looked.stage, looked.group)) ?? run.ungrouped(looked.stage);
}

// The matrices that are shown beside a stage.
/** @param {Run} run @param {StageData} stage @returns {Operand[]} */
function operandsOf(run, stage) {
  const {rule} = stage;
  if (stage.data) return [];
  /** @param {string} id @param {Operand["side"]} side @param {boolean} [transposed] @returns {Operand} */
  const operand = (id, side, transposed = false) =>
    ({stage: run.sourceOf(stage, id), side, transposed});
  switch (rule.kind) {
    case "product":
      return [operand(rule.left, "left", rule.left_transposed),
              operand(rule.right, "right", rule.right_transposed),
              ...(rule.bias ? [operand(rule.bias, "right")] : [])];
    case "softmax":
    case "shares":
      return rule.of ? [operand(rule.of, "row")] : [];
    case "scaling":
    case "masking":
    case "logarithm":
    case "trigonometric":
    case "columns":
      return [operand(rule.of, "both")];
    case "rotation":
      return [operand(rule.of, "row"), operand(rule.angles, "row")];
    case "sum":
    case "difference":
    case "squared_error_slope":
      return [operand(rule.left, "both"), operand(rule.right, "both")];
    case "softmax_gradient":
      return [operand(rule.weights, "row"), operand(rule.slopes, "row")];
    case "pooling":
    case "column_sums":
      return [operand(rule.of, "right")];
    default:
      return [];
  }
}

// What of an operand lights up for one cell.
/** @param {Operand["side"]} side @param {{row: number, col: number}} place @param {boolean} transposed */
function litPart(side, {row, col}, transposed) {
  switch (side) {
    case "left":
      return {row};
    case "right":
      return {col};
    case "row":
      return transposed ? {col: row} : {row};
    case "both":
      return {cell: {row, col}};
  }
}

/** @param {Run} run @param {StageData} stage */
function stageCaption(run, stage) {
  const [rows, cols] = stage.shape;
  return `${stage.symbol} (${stage.rows.name} ${rows}, ${stage.cols.name} ${cols})`;
}

// The formula as the settings have it now.
/** @param {Run} run @param {StageData} stage */
function stageFormula(run, stage) {
  const formula = commandWords(run, stage)?.formula;
  if (formula) return formula;
  if (run.isScaling(stage.rule) && stage.id === "scaled" && run.hasOtherScale())
    return scaleFormula(run);
  if (stage.rule.kind === "masking" && run.hasOtherMask())
    return run.blockedOf(stage) ? `${stage.symbol} = ${stage.rule.of} + mask` : `${stage.symbol} = ${stage.rule.of}`;
  return say(stage.formula);
}

// "scaled = S / (τ √d_k), τ = 0.5, √4 = 2".
/** @param {Run} run */
function scaleFormula(run) {
  const {kind, factor, temperature, d_k} = run.scale ?? {kind: "off", factor: 1, temperature: 1, d_k: 1};
  const root = `√${d_k} = ${Number(Math.sqrt(d_k).toPrecision(4))}`;
  if (temperature === 1) return {sqrt: `scaled = S / √d_k, ${root}`, off: "scaled = S",
                                 factor: `scaled = ${factor} S`}[kind];
  return {sqrt: `scaled = S / (τ √d_k), τ = ${temperature}, ${root}`,
          off: `scaled = S / τ, τ = ${temperature}`,
          factor: `scaled = ${factor} S / τ, τ = ${temperature}`}[kind];
}

// Whether cells of a stage can be blocked and opened.
/** @param {Run} run @param {StageData} stage */
function isMaskable(run, stage) {
  if (!run.pattern) return false;
  return stage.rule.kind === "masking" || (stage.rule.kind === "permission" && stage.id === "mask") ||
         (stage.rule.kind === "softmax" && !stage.gradient_of);
}

const kEditable = new Set(["input", "memory", "wq", "wk", "wv", "wo", "query", "key", "value"]);

// Whether its numbers can be typed over.
/** @param {Run} run @param {StageData} stage */
function isEditable(run, stage) {
  return run.data.is_editable && kEditable.has(stage.id) && !stage.gradient_of;
}

// "head 3" in the language of the page.
/** @param {string} group */
function groupName(group) {
  const head = /^head ([\d.]+)$/.exec(group);
  return head ? filled("head", head[1]) : group;
}

// What a stage is for, as the settings have it now.
/** @param {Run} run @param {StageData} stage */
function stageNote(run, stage) {
  const note = commandWords(run, stage)?.note;
  if (note) return note;
  if (stage.id === "scaled" && run.scale && run.hasOtherScale())
    return [t("scale_note_" + run.scale.kind), run.scale.temperature !== 1 && t("temperature_note")]
      .filter(Boolean).join(page.language === "ja" ? "" : " ");
  if (stage.id === "masked" && stage.rule.kind === "masking" && run.hasOtherMask())
    return t(run.blockedOf(stage) ? "masked_note" : "open_note");
  return say(stage.note);
}

/** @param {StageData} stage @param {number} row */
function emptyRowWarning(stage, row) {
  return filled("empty_row", placeName(stage.rows, row), String(row));
}

// How the cells of a stage come about: the rules of trace/trace.hpp, computed anew and spelled out.

/**
 * What a rule can ask for while it is computed or spelled out.
 * @typedef {{of: (id: string) => Matrix, all: (id: string) => Matrix[], stage: StageData,
 *   run: Run}} Surroundings
 */

// The sources of a rule, as ids.
/** @type {Record<string, (rule: any) => string[]>} */
const kSources = {
  product: rule => [rule.left, rule.right, ...(rule.bias ? [rule.bias] : [])],
  scaling: rule => [rule.of],
  masking: rule => [rule.of],
  softmax: rule => [rule.of],
  logarithm: rule => [rule.of],
  columns: rule => [rule.of],
  shares: rule => rule.of ? [rule.of] : [],
  concat: rule => [rule.of],
  mean: rule => [rule.of],
  difference: rule => [rule.left, rule.right],
  trigonometric: rule => [rule.of],
  rotation: rule => [rule.of, rule.angles],
  sum: rule => [rule.left, rule.right],
  part: rule => [rule.of],
  pooling: rule => [rule.of],
  alignment: rule => [rule.left, rule.right],
  total_loss: rule => [rule.of],
  squared_error_loss: rule => [rule.left, rule.right],
  squared_error_slope: rule => [rule.left, rule.right],
  softmax_gradient: rule => [rule.weights, rule.slopes],
  softmax_jacobian: rule => [rule.of],
  sum_of_products: rule => rule.terms.flat(),
  column_sums: rule => [rule.of],
};

/** Whose members of all groups a rule takes. */
const kTakesGroups = new Set(["concat", "mean"]);

// The values of a stage from those of its sources.
/** @type {Record<string, (rule: any, from: Surroundings) => Matrix>} */
const kValues = {
  product: (rule, {of}) => product(of(rule.left), of(rule.right), {
    leftTransposed: rule.left_transposed, rightTransposed: rule.right_transposed,
    bias: rule.bias ? of(rule.bias) : undefined}),
  scaling: (rule, {of, run}) => {
    const {number, divides} = run.scaleOf(rule);
    return scaledScores(of(rule.of), number, divides);
  },
  masking: (rule, {of, stage, run}) => maskedScores(of(rule.of), run.blockedOf(stage)),
  softmax: (rule, {of, run}) => softmaxRows(of(rule.of), run.emptyRow),
  logarithm: (rule, {of}) => mapped(of(rule.of), Math.log),
  permission: (_, {stage, run}) => {
    const blocked = run.blockedOf(stage);
    return mapped(matrixOf(stage.shape[0], stage.shape[1]), (_, place) => blocked?.[place] ? 0 : 1);
  },
  columns: (rule, {of, stage}) => columnsOf(of(rule.of), rule.first, stage.shape[1]),
  shares: (rule, {of}) => sharesOf(of(rule.of)),
  concat: (rule, {all}) => {
    const parts = all(rule.of), sums = [];
    for (let first = 0; first < parts.length; first += rule.n_added)
      sums.push(sumOfAll(parts.slice(first, first + rule.n_added)));
    return concat(sums);
  },
  mean: (rule, {all}) => {
    const parts = all(rule.of);
    return mapped(sumOfAll(parts), sum => sum / parts.length);
  },
  difference: (rule, {of}) => {
    const right = of(rule.right);
    return mapped(of(rule.left), (cell, place) => cell - right.cells[place]);
  },
  trigonometric: (rule, {of}) => mapped(of(rule.of), rule.is_sine ? Math.sin : Math.cos),
  rotation: (rule, {of}) => rotated(of(rule.of), of(rule.angles), rule.pairing, rule.is_back),
  sum: (rule, {of}) => sumOfAll([of(rule.left), of(rule.right)]),
  part: (rule, {of}) => {
    const whole = of(rule.of), part = matrixOf(rule.rows.length, rule.cols.length);
    return mapped(part, (_, place) =>
      at(whole, rule.rows[Math.floor(place / part.cols)], rule.cols[place % part.cols]));
  },
  pooling: (rule, {of}) => {
    const rows = of(rule.of);
    return mapped(columnSums(rows), sum => sum / rows.rows);
  },
  alignment: (rule, {of}) => alignment(of(rule.left), of(rule.right)),
  total_loss: (rule, {of}) => single(of(rule.of).cells.reduce((a, b) => a + b, 0)),
  squared_error_loss: (rule, {of}) => {
    const {cells} = of(rule.left), right = of(rule.right).cells;
    const sum = cells.reduce((sum, cell, k) => sum + differenceButForRounding(cell, right[k]) ** 2, 0);
    return single(sum / cells.length);
  },
  squared_error_slope: (rule, {of}) => {
    const left = of(rule.left), right = of(rule.right).cells;
    return mapped(left, (cell, k) => 2 * differenceButForRounding(cell, right[k]) / right.length);
  },
  softmax_gradient: (rule, {of}) => softmaxGradient(of(rule.weights), of(rule.slopes)),
  softmax_jacobian: (rule, {of}) => {
    const a = rowOf(of(rule.of), rule.row), n = a.length;
    return mapped(matrixOf(n, n), (_, place) => {
      const i = Math.floor(place / n), j = place % n;
      return (i === j ? a[i] : 0) - a[i] * a[j];
    });
  },
  // All slopes side by side, times all weights one below the other.
  sum_of_products: (rule, {of}) => product(
    concat(rule.terms.map((/** @type {[string, string]} */ [slopes, _]) => of(slopes))),
    concat(rule.terms.map((/** @type {[string, string]} */ [_, weights]) => of(weights))),
    {rightTransposed: true}),
  column_sums: (rule, {of}) => columnSums(of(rule.of)),
};

/** @param {number} number */
function single(number) {
  return matrixOf(1, 1, Float64Array.of(number));
}

/** @param {Matrix} matrix */
function columnSums(matrix) {
  return product(matrixOf(1, matrix.rows, new Float64Array(matrix.rows).fill(1)), matrix);
}
