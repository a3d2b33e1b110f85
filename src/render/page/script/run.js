"use strict";

// The stages of a page with their values, which are computed when somebody looks at them.

/**
 * What a stage is, and what a run begins with.
 * @typedef {{kind: string, [key: string]: any}} Rule
 * @typedef {{id: string, group: string, symbol: string, formula: Words, shape: [number, number],
 *   rows: AxisData, cols: AxisData, rule: Rule, data?: string, blocked?: string, note: Words,
 *   detail: Words, remark: Words, holds_shares: boolean, hides_blocked: boolean,
 *   gradient_of: string}} StageData
 * @typedef {{stages: StageData[], formulas: Tree[], pattern: MaskPattern | null, empty_row: "zero" | "nan" | "uniform",
 *   scale: {kind: "sqrt" | "off" | "factor", factor: number, temperature: number, d_k: number} | null,
 *   is_editable: boolean}} RunData
 */

// A number that was typed over one that the program gave.
/** @typedef {{place: number, value: number}} Edit */

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
    return this.stages.get(keyOf(id, stage.group)) ?? this.ungrouped(id);
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
    if (stage.data) return [];
    const sources = cellsIn(this.treeOf(stage)).flatMap(([kind, id]) =>
      kind === "member" ? this.groupsOf(id) : kind === "whole" ? this.ungrouped(id) : this.sourceOf(stage, id));
    return [...new Set(sources)];
  }

  // How a cell of a stage comes about; of scores, as the settings have it now.
  /** @param {StageData} stage @returns {Tree} */
  treeOf(stage) {
    if (!this.scale || !this.isScaling(stage.rule) || !this.hasOtherScale())
      return this.data.formulas[stage.rule.cell];
    const {kind, factor, temperature, d_k} = this.scale, scores = this.scaledTreeOf(stage);
    if (kind === "factor") return ["times", scores, ["known", factor / temperature]];
    if (kind === "off" && temperature === 1) return ["name", scores];
    return ["over", scores, ["known", (kind === "sqrt" ? Math.sqrt(d_k) : 1) * temperature]];
  }

  // What a scale works on: a score, or what was made of it before.
  /** @param {StageData} stage @returns {Tree} */
  scaledTreeOf({rule}) {
    return this.data.formulas[rule.cell][1];
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
    return valuesOf(this, stage, this.treeOf(stage));
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
    return this.scale !== null && rule.kind === "scaling";
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
    const [source] = this.sourcesOf(stage);
    return source && this.takesOwnCell(stage) ? this.blockedOf(source) : null;
  }

  // Whether a cell is made of that in the same place of the first source: where that is blocked, so
  // is this.
  /** @param {StageData} stage */
  takesOwnCell(stage) {
    const [first] = cellsIn(this.treeOf(stage));
    return String(first.slice(-2)) === "i,j";
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

// The matrices that are shown beside a stage: those of which it takes cells of its own row, or column.
/** @param {Run} run @param {StageData} stage @returns {Operand[]} */
function operandsOf(run, stage) {
  if (stage.data) return [];
  /** @type {Map<string, string[]>} */
  const places = new Map();
  for (const [kind, id, row, col] of cellsIn(run.treeOf(stage)))
    if (kind !== "member") places.set(id, [...places.get(id) ?? [], `${row} ${col}`]);
  return [...places].flatMap(([id, all]) => {
    const side = sideOf(new Set(all), stage.rule.kind), isTransposed = all[0] === "k i" || all[0] === "j k";
    const source = stage.rule.kind === "columns" ? run.ungrouped(id) : run.sourceOf(stage, id);
    return side ? [{stage: source, side, transposed: isTransposed}] : [];
  });
}

// Which of its cells go into one cell of the stage.
/** @param {Set<string>} places @param {string} kind @returns {Operand["side"] | null} */
function sideOf(places, kind) {
  const [first] = places;
  if (first === "k j" || first === "0 j") return "right";
  if (kind === "product") return first.includes("i") ? "left" : "right";
  if (kind === "columns" || (places.size === 1 && first === "i j")) return "both";
  return first !== "i k" && [...places].every(place => place.startsWith("i ")) ? "row" : null;
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
  if (run.isScaling(stage.rule) && run.hasOtherScale()) return scaleFormula(run, stage);
  const [source] = run.sourcesOf(stage);
  if (stage.rule.kind === "masking" && run.hasOtherMask())
    return run.blockedOf(stage) ? `${stage.symbol} = ${source.id} + mask` : `${stage.symbol} = ${source.id}`;
  return say(stage.formula);
}

// "scaled = S / (τ √d_k), τ = 0.5, √4 = 2".
/** @param {Run} run @param {StageData} stage */
function scaleFormula(run, stage) {
  const {kind, factor, temperature, d_k} = run.scale ?? {kind: "off", factor: 1, temperature: 1, d_k: 1};
  const root = `√${d_k} = ${Number(Math.sqrt(d_k).toPrecision(4))}`, isHot = temperature !== 1;
  const tau = isHot ? `, τ = ${temperature}` : "", over = (isHot ? " / τ" : "") + tau;
  const scores = scaledInSymbols(run, stage);
  return `${stage.symbol} = ` + {sqrt: `${scores}${isHot ? " / (τ √d_k)" : " / √d_k"}${tau}, ${root}`,
                                 off: scores + over, factor: `${factor} ${scores}${over}`}[kind];
}

// What the settings would say of a scale.
/** @param {NonNullable<RunData["scale"]>} scale */
function scaleNote({kind, temperature}) {
  return [t("scale_note_" + kind), temperature !== 1 && t("temperature_note")]
    .filter(Boolean).join(page.language === "ja" ? "" : " ");
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
  const note = commandWords(run, stage)?.note, {scale, data} = run;
  if (note) return note;
  if (scale && data.scale && run.isScaling(stage.rule))
    return say(stage.note).replace(scaleNote(data.scale), scaleNote(scale));
  if (stage.rule.kind === "masking" && run.hasOtherMask())
    return t(run.blockedOf(stage) ? "masked_note" : "open_note");
  return say(stage.note);
}

/** @param {StageData} stage @param {number} row */
function emptyRowWarning(stage, row) {
  return filled("empty_row", placeName(stage.rows, row), String(row));
}

// How the cells of a stage come about: the trees of trace/rule.hpp, computed anew.

/**
 * A number, an index ("i" the row, "j" the column, "k" what a sum runs over), or what is done to
 * parts: ["times", ["cell", "query", "i", "k"], ["cell", "key", "j", "k"]].
 * @typedef {any} Tree
 * @typedef {(i: number, j: number, k: number) => number} Worth
 */

const kLargestExponent = 20;  // beyond it, exp is worked out by hand relative to the maximum

// What the operations do that look at nothing but their parts.
/** @type {Record<string, (...parts: number[]) => number>} */
const kOperations = {
  total: (...terms) => terms.reduce((a, b) => a + b, 0),
  plus: (a, b) => a + b,
  minus: (a, b) => a - b,
  apart: differenceButForRounding,
  times: (a, b) => a * b,
  over: (a, b) => a / b,
  share: (a, b, otherwise) => b === 0 ? otherwise : a / b,
  power: Math.pow,
  square: a => a * a,
  floor: (a, b) => Math.floor(a / b),
  modulo: (a, b) => a % b,
  equal: (a, b) => Number(a === b),
  less: (a, b) => Number(a < b),
  choice: (condition, yes, no) => condition ? yes : no,
  negative: a => -a,
  exp: Math.exp,
  ln: Math.log,
  relative: (a, b) => a === -Infinity ? a : a - b,
};

/** What says how its part is written, and changes no value. */
const kMarks = new Set(["name", "known", "bare", "exact", "significant", "worked"]);

// The same as a person works it out, without care for rounding.
/** @type {typeof kOperations} */
const kByHand = {
  ...kOperations,
  apart: kOperations.minus,
  relative: (a, b) => Math.abs(b) > kLargestExponent ? a - b : a,
};

const kCells = new Set(["cell", "whole", "member"]);

// The cells in a tree, in order, by what they are cells of.
/** @param {Tree} tree @returns {Tree[]} */
function cellsIn(tree) {
  if (!Array.isArray(tree)) return [];
  return kCells.has(tree[0]) ? [tree] : tree.flatMap(cellsIn);
}

/** @param {Tree} tree @param {string} index @returns {boolean} */
function depends(tree, index) {
  return tree === index || (Array.isArray(tree) && tree.some(part => depends(part, index)));
}

/** @param {number} value @returns {Worth} */
function constant(value) {
  return () => value;
}

/** Trees of one stage of a run as functions of a place. */
class Compiler {
  /** @param {Run} run @param {StageData} stage @param {boolean} isByHand */
  constructor(run, stage, isByHand) {
    this.run = run;
    this.stage = stage;
    this.isByHand = isByHand;
    this.operations = isByHand ? kByHand : kOperations;
  }

  /** @param {Tree} tree @returns {Worth} */
  worth(tree) {
    if (tree === "i") return i => i;
    if (tree === "j") return (_, j) => j;
    if (tree === "k") return (_i, _j, k) => k;
    if (typeof tree === "number") return constant(tree);
    if (kMarks.has(tree[0])) return this.worth(tree[1]);
    const special = kSpecial[tree[0]];
    return special ? special(this, tree) : this.operation(tree);
  }

  /** @param {Tree} tree @returns {Worth} */
  operation(tree) {
    const work = this.operations[tree[0]], [a, b, c] = tree.slice(1).map((/** @type {Tree} */ part) => this.worth(part));
    if (tree.length === 2) return (i, j, k) => work(a(i, j, k));
    if (tree.length === 3) return (i, j, k) => work(a(i, j, k), b(i, j, k));
    if (tree.length === 4) return (i, j, k) => work(a(i, j, k), b(i, j, k), c(i, j, k));
    const parts = tree.slice(1).map((/** @type {Tree} */ part) => this.worth(part));
    return (i, j, k) => work(...parts.map((/** @type {Worth} */ part) => part(i, j, k)));
  }

  // A cell of a matrix.
  /** @param {Matrix} matrix @param {Tree[]} place @returns {Worth} */
  cell({cells, cols}, [rowTree, colTree]) {
    if (rowTree === "i" && colTree === "j") return (i, j) => cells[i * cols + j];
    if (rowTree === "i" && colTree === "k") return (i, _, k) => cells[i * cols + k];
    const row = this.worth(rowTree), col = this.worth(colTree);
    return (i, j, k) => cells[row(i, j, k) * cols + col(i, j, k)];
  }

  // Adds up, or takes the largest; what is the same for a whole row is found once.
  /** @param {Tree} tree @param {(terms: (k: number) => number, n: number) => number} gathered @returns {Worth} */
  over(tree, gathered) {
    const size = this.worth(tree[1]), term = this.worth(tree[2]);
    /** @type {Worth} */
    const found = (i, j) => gathered(k => term(i, j, k), size(i, j, 0));
    if (depends(tree, "j")) return found;
    let row = -1, kept = 0;
    return i => {
      if (i !== row) kept = found(i, 0, 0);
      row = i;
      return kept;
    };
  }
}

// The operations that look at the run, or at their parts more than once.
/** @type {Record<string, (from: Compiler, tree: Tree) => Worth>} */
const kSpecial = {
  number: (_, [, , text]) => constant(Number(text.replace("inf", "Infinity"))),
  list: (from, [, name, placeTree]) => {
    const list = from.stage.rule[name], place = from.worth(placeTree);
    return (i, j, k) => list[place(i, j, k)];
  },
  function: (from, [, name, partTree]) => {
    const work = /** @type {Record<string, any>} */ (Math)[name], part = from.worth(partTree);
    return (i, j, k) => work(part(i, j, k));
  },
  rows: ({run, stage}, [, id]) => constant(run.sourceOf(stage, id).shape[0]),
  cols: ({run, stage}, [, id]) => constant(run.sourceOf(stage, id).shape[1]),
  groups: ({run}, [, id]) => constant(run.groupsOf(id).length),
  group_cols: ({run}, [, id]) => constant(run.groupsOf(id)[0].shape[1]),
  cell: (from, [, id, ...place]) => from.cell(from.run.value(from.run.sourceOf(from.stage, id)), place),
  whole: (from, [, id, ...place]) => from.cell(from.run.value(from.run.ungrouped(id)), place),
  member: (from, [, id, groupTree, ...place]) => {
    const group = from.worth(groupTree);
    const members = from.run.groupsOf(id).map(one => from.cell(from.run.value(one), place));
    return (i, j, k) => members[group(i, j, k)](i, j, k);
  },
  blocked: ({run, stage}) => {
    const blocked = run.blockedOf(stage), n = stage.shape[1];
    return blocked ? (i, j) => blocked[i * n + j] : constant(0);
  },
  empty_row: ({run, stage}) => constant({zero: 0, nan: NaN, uniform: 1 / stage.shape[1]}[run.emptyRow]),
  open: (from, [, , , value]) => from.worth(value),
  sum: (from, tree) => from.over(tree, (term, n) => {
    let sum = 0;
    for (let k = 0; k < n; ++k) sum += term(k);
    return sum;
  }),
  balance: (from, tree) => from.isByHand ? kSpecial.sum(from, tree) : from.over(tree, (term, n) => {
    let gains = 0, losses = 0;
    for (let k = 0; k < n; ++k) {
      const one = term(k);
      if (one > 0) gains += one;
      else losses -= one;
    }
    return differenceButForRounding(gains, losses);
  }),
  max: (from, tree) => from.over(tree, (term, n) => {
    let largest = -Infinity;
    for (let k = 0; k < n; ++k) largest = Math.max(largest, term(k));
    return largest;
  }),
};

/** @param {number} n */
function ones(n) {
  return matrixOf(1, n, new Float64Array(n).fill(1));
}

// What is multiplied, where a tree is a product of matrices, or the sum of some.
/** @param {Tree} tree @returns {[Tree, Tree][] | null} */
function factorsOf(tree) {
  if (tree[0] === "worked") return factorsOf(tree[1]);
  if (tree[0] === "total") {
    const all = tree.slice(1).map(factorsOf);
    return all.every(Boolean) ? all.flat() : null;
  }
  if (tree[0] !== "sum") return null;
  if (String(tree[2]) === String(["cell", tree[1][1], "k", "j"])) return [[1, tree[2]]];  // of its columns
  if (tree[2][0] !== "times") return null;
  const [, left, right] = tree[2];
  return left[0] === "cell" && right[0] === "cell" ? [[left, right]] : null;
}

// The values of a stage from those of its sources.
/** @param {Run} run @param {StageData} stage @param {Tree} tree @returns {Matrix} */
function valuesOf(run, stage, tree) {
  const [sum, bias] = tree[0] === "plus" ? tree.slice(1) : [tree], factors = factorsOf(sum);
  if (factors) return productOf(run, stage, factors, bias);
  const [rows, cols] = stage.shape, values = matrixOf(rows, cols);
  const worth = new Compiler(run, stage, false).worth(tree);
  for (let i = 0, place = 0; i < rows; ++i)
    for (let j = 0; j < cols; ++j, ++place) values.cells[place] = worth(i, j, 0);
  return values;
}

// All left factors side by side, times all right ones below each other: a loop of its own is faster.
/** @param {Run} run @param {StageData} stage @param {[Tree, Tree][]} factors @param {Tree} [bias] */
function productOf(run, stage, factors, bias) {
  /** @param {Tree} cell */
  const matrix = ([, id, , col]) => {
    const value = run.value(run.sourceOf(stage, id));
    return col === "k" ? value : transposed(value);
  };
  const rights = factors.map(([, right]) => matrix(right));
  const lefts = factors.map(([left], place) => left === 1 ? ones(rights[place].cols) : matrix(left));
  return product(concat(lefts), concat(rights),
                 bias && run.value(run.sourceOf(stage, bias[1])));
}
