"use strict";

// What a page of attn posenc has besides its stages.

/** @type {CommandParts} */
const commandParts = (data, run, looked, owner) =>
  [...positionParts(run, looked, owner), ...weightParts(data, run, looked, owner)];

/** @type {LiveRows} */
const commandRows = {};

// Of the stages that follow the position that others are compared with.
/** @type {CommandWords} */
const commandWords = (run, stage) =>
  run.more instanceof ReferencePosition && run.more.isChanged() ? run.more.words(stage) : null;
