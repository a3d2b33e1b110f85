"use strict";

// What a page of attn mask has besides its stages.

/** @type {CommandParts} */
const commandParts = (data, run) => data.dialects ? [new MaskPart(data.dialects, run)] : [];

// The formula of the mask as it is now.
/** @type {CommandWords} */
const commandWords = (run, stage) => {
  const isMask = stage.rule.kind === "permission" && stage.id === "mask";
  return isMask && run.pattern ? {formula: patternFormula(run.pattern, stage.shape[0], stage.shape[1])} : null;
};

/** @type {LiveRows} */
const commandRows = {};
