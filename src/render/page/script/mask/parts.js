"use strict";

// What a page of attn mask has besides its stages.
/** @param {StagesData} data @param {Run} run @param {Looked} _looked @returns {Part[]} */
function commandParts(data, run, _looked) {
  return data.dialects ? [new MaskPart(data.dialects, run)] : [];
}

// The formula of the mask as it is now.
/** @param {Run} run @param {StageData} stage @returns {string | null} */
function commandFormula(run, stage) {
  const isMask = stage.rule.kind === "permission" && stage.id === "mask";
  return isMask && run.pattern ? patternFormula(run.pattern, stage.shape[0], stage.shape[1]) : null;
}
