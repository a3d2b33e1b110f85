"use strict";

// What a page of stages begins with.

const kPageKeys = [["n b", "key_next"], ["0–9", "key_jump"], ["← ↑ → ↓", "key_move"],
                   ["Enter", "key_act"], ["e", "key_depth"], ["v", "key_view"], ["r", "key_reset"]];

/** @param {StagesData} data @returns {() => View} */
function startPage(data) {
  const run = new Run(data), grouped = data.stages.find(stage => stage.group);
  /** @type {Looked} */
  const looked = {stage: data.first_stage, group: grouped?.group ?? "", minus: "",
    cell: {row: 0, col: 0}, first: {row: 0, col: 0}, mode: "both", precision: data.precision, depth: 1};
  if (data.stages.length > 0) looked.cell = firstCell(run, looked);
  return () => new PageView(data, run, looked);
}

// The first cell that is lit: one that teaches, not one that is blocked.
/** @param {Run} run @param {Looked} looked */
function firstCell(run, looked) {
  const stage = stageLookedAt(run, looked), row = Math.min(1, stage.shape[0] - 1);
  const cells = [...rowOf(run.value(stage), row).keys()];
  return {row, col: cells.find(col => !run.isBlocked(stage, row, col)) ?? 0};
}

