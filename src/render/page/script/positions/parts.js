"use strict";

// What a page of attn posenc has besides its stages.
/** @param {StagesData} _data @param {Run} run @param {Looked} looked @returns {Part[]} */
function commandParts(_data, run, looked) {
  return positionParts(run, looked);
}

/** @param {Run} _run @param {StageData} _stage @returns {string | null} */
function commandFormula(_run, _stage) {
  return null;
}
