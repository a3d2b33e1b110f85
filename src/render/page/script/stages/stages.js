"use strict";

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
