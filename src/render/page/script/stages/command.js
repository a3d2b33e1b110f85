"use strict";

// The command that gives the state of the page, quoted for a shell.

/**
 * The command of a page: its words but for the settings that the page can change; these settings;
 * flags that hold whatever the numbers are; and what stands behind --.
 * Whether some of its keys are spelled as padding is known to the program, which reads them so.
 * @typedef {{name: string, words: string[], settings: string[], kept: string[], rest: string[],
 *   is_literal: boolean, spells_padding: boolean,
 *   tokens: {query: string[], key: string[]}}} CommandData
 */

const kLongestCommand = 100000;  // of bytes; a shell takes somewhat more

// "1 0; 0 1".
/** @param {Matrix} matrix */
function matrixArgument(matrix) {
  return Array.from({length: matrix.rows}, (_, i) => [...rowOf(matrix, i)].join(" ")).join("; ");
}

// Tokens such as <pad> are blocked by themselves, unless it is said that none is.
/** @param {CommandData} command @param {MaskPattern | null} pattern @returns {string[]} */
function patternFlags({tokens, spells_padding}, pattern) {
  if (!pattern) return [];
  const nQ = tokens.query.length, nK = tokens.key.length;
  const flags = [];
  if (pattern.causal) flags.push("--causal");
  if (pattern.prefix !== null) flags.push("--prefix", String(pattern.prefix));
  if (pattern.window !== null) flags.push("--window", String(pattern.window));
  flags.push(...paddingFlags(pattern, nK));
  if (!pattern.paddedKeys.length && spells_padding) flags.push("--pad", "0");
  if (pattern.paddedQueries.length) flags.push("--pad-queries");
  flags.push(...documentFlags(pattern));
  if (pattern.half) flags.push("--half", pattern.half);
  if (pattern.join === "any") flags.push("--or");
  if (pattern.given) flags.push("--mask", maskArgument(pattern.given, nQ, nK));
  if (pattern.align === "start") flags.push("--align", "start");
  return flags;
}

/** @param {MaskPattern} pattern @returns {string[]} */
function documentFlags({queryDocuments, keyDocuments}) {
  if (!queryDocuments || !keyDocuments) return [];
  const flags = ["--segments", queryDocuments.join(",")];
  return queryDocuments.join() === keyDocuments.join() ? flags : [...flags, "--key-segments", keyDocuments.join(",")];
}

// attn mask without any rule blocks the future.
/** @param {CommandData} command @param {MaskPattern | null} pattern @returns {string[]} */
function maskFlags(command, pattern) {
  const flags = patternFlags(command, pattern);
  return pattern?.paddedKeys.length || flags.includes("--pad") ? flags : [...flags, "--pad", "0"];
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

// A command, or what stands in its way.
/** @typedef {{line: string, note: string}} Told */

// The command for the state of a run; `group` is the head that one looks at.
/** @param {CommandData} command @param {Run} run @param {string} group @returns {Told} */
function commandFor(command, run, group) {
  const {name, words, settings, kept, rest, tokens: {query, key}} = command;
  /** @param {string[]} changed @returns {Told} */
  const typed = changed => ({line: shellLine([name, ...words, ...changed, ...kept, ...rest]), note: ""});
  if (!run.isChanged()) return typed(settings);
  if (run.pattern?.given && 2 * query.length * key.length > kLongestCommand) return refusal("command_too_long");
  const {pattern} = run;
  if (run.edits.size > 0 || command.is_literal) return literalCommand(command, run, pattern, group);
  return typed(settingFlags(command, run, pattern));
}

/** @param {string} key @returns {Told} */
function refusal(key) {
  return {line: "", note: t(key)};
}

/** @param {CommandData} command @param {Run} run @param {MaskPattern | null} pattern */
function settingFlags(command, run, pattern) {
  const flags = command.name === "mask" ? maskFlags(command, pattern) : patternFlags(command, pattern);
  return [...flags, ...(run.scale ? scaleFlags(run.scale) : []), ...(run.more?.flags() ?? [])];
}

// The numbers themselves, of one head.
/** @param {CommandData} command @param {Run} run @param {MaskPattern | null} pattern @param {string} group @returns {Told} */
function literalCommand(command, run, pattern, group) {
  const {name, kept, tokens: {query, key}} = command, names = tokenFlags(query, key);
  const settings = settingFlags(command, run, pattern);
  const note = names.length ? "" : t("names_left_out");
  if (name === "mask")
    return names.length ? {line: shellLine(["mask", ...names, ...settings, ...kept]), note} : refusal("names_left_out");
  const matrices = inputFlags(run) ?? matrixFlags(run, group), isOfOneHead = group !== "";
  // A way back from all heads, and the numbers that join them, are those of no single head.
  const isLost = isOfOneHead && (kept.includes("--backward") || [...run.edits.keys()].some(({id}) => id === "wo"));
  if (!matrices.length || isLost) return refusal("no_command");
  const line = shellLine(["attend", ...matrices, ...names, ...settings, ...kept]);
  if (line.length > kLongestCommand) return refusal("command_too_long");
  return {line, note: [isOfOneHead && filled("command_of_head", groupName(group)), note].filter(Boolean).join(" ")};
}

// X and its weights, where they alone were typed over and nothing else goes into Q, K and V.
/** @param {Run} run @returns {string[] | null} */
function inputFlags(run) {
  const flags = [];
  for (const [flag, id] of [["--x", "input"], ["--wq", "wq"], ["--wk", "wk"], ["--wv", "wv"]]) {
    const stage = run.stages.get(keyOf(id, ""));
    if (!stage?.data) return null;
    flags.push(flag, matrixArgument(run.value(stage)));
  }
  const isOfInput = ["query", "key", "value"].every(id => {
    const rule = run.stages.get(keyOf(id, ""))?.rule;
    return rule?.kind === "product" && rule.left === "input" && !rule.bias;
  });
  const isInput = [...run.edits.keys()].every(({id}) => /^(input|wq|wk|wv)$/.test(id));
  return isOfInput && isInput && !run.data.stages.some(({group}) => group) ? flags : null;
}

/** @param {Run} run @param {string} group @returns {string[]} */
function matrixFlags(run, group) {
  /** @param {string} id */
  const stageOf = id => run.stages.get(keyOf(id, group)) ?? run.stages.get(keyOf(id, ""));
  const flags = [];
  for (const [flag, id] of [["--q", "query"], ["--k", "key"], ["--v", "value"]]) {
    const stage = stageOf(id);
    if (!stage) return [];
    flags.push(flag, matrixArgument(run.value(stage)));
  }
  return flags;
}

// The words, with | between them; none where one of them has a | in it.
/** @param {string[]} query @param {string[]} key @returns {string[]} */
function tokenFlags(query, key) {
  if ([...query, ...key].some(word => word.includes("|"))) return [];
  const flags = ["--tokens", query.join("|")];
  return query.join("|") === key.join("|") ? flags : [...flags, "--key-tokens", key.join("|")];
}
