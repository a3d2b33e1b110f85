"use strict";

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
