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
