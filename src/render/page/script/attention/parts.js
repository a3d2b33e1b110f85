"use strict";

// What pages of attention have besides their stages: nothing that others have not.
/** @param {StagesData} _data @param {Run} _run @param {Looked} _looked @returns {Part[]} */
function commandParts(_data, _run, _looked) {
  return [];
}

/** @param {Run} _run @param {StageData} _stage @returns {string | null} */
function commandFormula(_run, _stage) {
  return null;
}
