"use strict";

// What pages of attention have besides their stages.

/** @type {CommandParts} */
const commandParts = weightParts;

/** @type {CommandWords} */
const commandWords = () => null;

/** @type {LiveRows} */
const commandRows = {heads: headRows};
