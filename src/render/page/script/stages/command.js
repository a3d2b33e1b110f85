"use strict";

// The command that gives the state of the page, quoted for a shell.

/**
 * The command of a page: the words before the settings that the page can change, and these settings
 * as they were typed.
 * @typedef {{name: string, words: string[], settings: string[], is_literal: boolean,
 *   tokens: {query: string[], key: string[]}}} CommandData
 */

const kLongestCommand = 100000;  // of bytes; a shell takes somewhat more

// "1 0; 0 1".

/** @param {Matrix} matrix */
function matrixArgument(matrix) {
  return Array.from({length: matrix.rows}, (_, i) => [...rowOf(matrix, i)].join(" ")).join("; ");
}

/** @param {MaskPattern | null} pattern @param {number} nQ @param {number} nK @returns {string[]} */
function patternFlags(pattern, nQ, nK) {
  if (!pattern) return [];
  const flags = [];
  if (pattern.causal) flags.push("--causal");
  if (pattern.prefix !== null) flags.push("--prefix", String(pattern.prefix));
  if (pattern.window !== null) flags.push("--window", String(pattern.window));
  flags.push(...paddingFlags(pattern, nK));
  if (pattern.paddedQueries.length) flags.push("--pad-queries");
  flags.push(...documentFlags(pattern));
  if (pattern.half) flags.push("--half", pattern.half);
  if (pattern.join === "any") flags.push("--or");
  if (pattern.given) flags.push("--mask", maskArgument(pattern.given, nQ, nK));
  return flags;
}

/** @param {MaskPattern} pattern @returns {string[]} */
function documentFlags({queryDocuments, keyDocuments}) {
  if (!queryDocuments || !keyDocuments) return [];
  const flags = ["--segments", queryDocuments.join(",")];
  return queryDocuments.join() === keyDocuments.join() ? flags : [...flags, "--key-segments", keyDocuments.join(",")];
}

// attn mask blocks tokens such as <pad> by itself, and without any rule the future.
/** @param {MaskPattern | null} pattern @param {number} nQ @param {number} nK @returns {string[]} */
function maskFlags(pattern, nQ, nK) {
  const flags = patternFlags(pattern, nQ, nK);
  if (!pattern?.paddedKeys.length) flags.push("--pad", "0");
  return pattern?.align === "start" ? [...flags, "--align", "start"] : flags;
}

/** @param {MaskPattern} pattern @param {number} nK */
function paddingFlags({paddedKeys}, nK) {
  if (!paddedKeys.length) return [];
  const isAtEnd = paddedKeys.every((place, k) => place === nK - paddedKeys.length + k);
  return isAtEnd ? ["--pad", String(paddedKeys.length)] : ["--pad-at", paddedKeys.join(",")];
}

/** @param {Uint8Array} given @param {number} nQ @param {number} nK */
function maskArgument(given, nQ, nK) {
  return Array.from({length: nQ}, (_, i) =>
    [...given.subarray(i * nK, (i + 1) * nK)].join(" ")).join("; ");
}

/** @param {NonNullable<RunData["scale"]>} scale @returns {string[]} */
function scaleFlags({kind, factor, temperature}) {
  const flags = kind === "sqrt" ? [] : ["--scale", kind === "off" ? "off" : String(factor)];
  return temperature === 1 ? flags : [...flags, "--temperature", String(temperature)];
}

/**
 * The command for the state of a run, or what stands in its way.
 * @param {CommandData} command @param {Run} run @param {string} group  looked at
 * @returns {{line: string, note: string}}
 */
function commandFor(command, run, group) {
  if (!run.isChanged()) return {line: shellLine([command.name, ...command.words, ...command.settings]), note: ""};
  const {query, key} = command.tokens;
  if (run.pattern?.given && 2 * query.length * key.length > kLongestCommand)
    return {line: "", note: t("command_too_long")};
  const pattern = describedPattern(command.name, run, query.length, key.length);
  const isLiteral = run.edits.size > 0 || command.is_literal;
  if (!isLiteral) {
    const flags = command.name === "mask" ? maskFlags : patternFlags;
    const settings = [...flags(pattern, query.length, key.length),
                      ...(run.scale ? scaleFlags(run.scale) : [])];
    return {line: shellLine([command.name, ...command.words, ...settings]), note: ""};
  }
  return literalCommand(command, run, pattern, group);
}

// What was painted by its rule, where there is one and the command has flags for it.
/** @param {string} name @param {Run} run @param {number} nQ @param {number} nK */
function describedPattern(name, run, nQ, nK) {
  const {pattern} = run;
  if (!pattern?.given || !run.hasOtherMask()) return pattern;
  const rule = ruleBehind(pattern.given, nQ, nK);
  return rule && (name === "mask" || (rule.prefix === null && !rule.half)) ? rule : pattern;
}

// The numbers themselves, of one head.

/** @param {CommandData} command @param {Run} run @param {MaskPattern | null} pattern @param {string} group */
function literalCommand(command, run, pattern, group) {
  const {query, key} = command.tokens;
  if (command.name === "mask")
    return {line: shellLine(["mask", ...tokenFlags(query, key),
                             ...maskFlags(pattern, query.length, key.length)]), note: ""};
  const [Q, K, V] = ["query", "key", "value"].map(id => {
    const stage = run.stages.get(keyOf(id, group)) ?? run.stages.get(keyOf(id, ""));
    return stage ? matrixArgument(run.value(stage)) : "";
  });
  if (!Q || !K || !V) return {line: "", note: t("no_command")};
  const line = shellLine(["attend", "--q", Q, "--k", K, "--v", V, ...tokenFlags(query, key),
    ...patternFlags(pattern, query.length, key.length), ...(run.scale ? scaleFlags(run.scale) : [])]);
  if (line.length > kLongestCommand) return {line: "", note: t("command_too_long")};
  const notes = [group && filled("command_of_head", groupName(group)),
                 !tokenFlags(query, key).length && t("names_left_out")];
  return {line, note: notes.filter(Boolean).join(" ")};
}

/** @param {string[]} query @param {string[]} key */
function tokenFlags(query, key) {
  const flags = ["--tokens", query.map(escapedToken).join("|")];
  return query.join("|") === key.join("|") ? flags : [...flags, "--key-tokens", key.map(escapedToken).join("|")];
}

// A token among others, which | separates.

/** @param {string} token */
function escapedToken(token) {
  return token;
}
