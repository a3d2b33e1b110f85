"use strict";

// The report as tables: each number beside its formula. What src/render/costs/cost_report does.

/**
 * A table whose first two columns are words.
 * @param {string} id @param {string} title @param {string[]} columns @param {string[][]} rows
 * @param {string} note
 */
function factTable(id, title, columns, rows, note = "") {
  return {id, title, columns, rows, n_text_columns: 2, note};
}

/** @param {Quantity} quantity @param {Arguments} values */
function formulaText({formula}, values) {
  return textOf(resolved(formula, values));
}

/** @param {Costs} costs @param {Arguments} values @returns {TableData} */
function parameterTable(costs, values) {
  const parts = costs.lists.parameters, total = totalOf(parts, values);
  const rows = parts.map(part => {
    const count = valueOf(part.formula, values);
    return [say(part.label), formulaText(part, values), part.nLayers ? grouped(count / part.nLayers) : "",
            grouped(count), shareText(count, total)];
  });
  rows.push([t("total"), "", "", grouped(total), total ? "100 %" : ""]);
  const {active} = costs.data;
  let note = "";
  if (active) {
    const count = valueOf(formulaOf(active.formula), values);
    note = filled("active_parameters", grouped(count), shareText(count, total), active.n, active.of);
  }
  return factTable("parameters", t("title_parameters"),
    [t("part"), t("formula"), t("per_layer"), t("total"), t("share")], rows, note);
}

// Terms with their exact numbers and their sum; `factor` is how many of the unit each counts for.

/**
 * @param {string} id @param {Quantity[]} terms @param {bigint} factor @param {string} base
 * @param {Arguments} values
 */
function termTable(id, terms, factor, base, values) {
  const total = factor * totalOf(terms, values), unit = decimalUnitFor(total, base);
  const rows = terms.map(term => {
    const count = factor * valueOf(term.formula, values);
    const formula = productOf(number(factor), resolved(term.formula, values));
    return [say(term.label), textOf(formula), grouped(count), inUnit(count, unit), shareText(count, total)];
  });
  rows.push([t("total"), "", grouped(total), inUnit(total, unit), total ? "100 %" : ""]);
  return factTable(id, t("title_" + id), [t("term"), t("formula"), base, unit.name, t("share")], rows);
}

/** @param {Costs} costs @param {Arguments} values @returns {TableData} */
function operationTable(costs, values) {
  const factor = costs.unit === "flop" ? 2n : 1n, base = costs.unit.toUpperCase();
  const table = termTable("operations", costs.lists.macs, factor, base, values);
  if (costs.data.mode === "train") table.title = t("title_operations_train");
  return {...table, note: operationNote(costs, values, factor, base)};
}

/** @param {Costs} costs @param {Arguments} values @param {bigint} factor @param {string} base */
function operationNote(costs, values, factor, base) {
  const total = factor * totalOf(costs.lists.macs, values);
  const full = factor * totalOf(costs.lists.macs, costs.fullValues()), unit = decimalUnitFor(total, base);
  const sentences = costs.pairs.map(({symbol, kind, formula}) => {
    const text = textOf(resolved(formula, values)), count = grouped(values(symbol));
    return filled("pairs_of", `${symbol} = ${text === symbol ? count : `${text} = ${count}`}`, say(kind));
  });
  sentences.push(filled("exact_total", grouped(total), base));
  if (full !== total) sentences.push(filled("every_pair", withUnit(full, unit)));
  if (costs.data.mode === "train") sentences.push(filled("three_passes", withUnit(total / 3n, unit)));
  return sentences.reduce(joinedSentences);
}

/** @param {Costs} costs @param {Arguments} values @returns {TableData} */
function elementwiseTable(costs, values) {
  return termTable("elementwise", costs.lists.elementwise, 1n, "FLOP", values);
}

/** @param {Costs} costs @param {Arguments} values @returns {TableData} */
function memoryTable(costs, values) {
  const rows = costs.lists.memory.map(row => {
    const count = valueOf(row.formula, values);
    return [say(row.label), formulaText(row, values), withUnit(count, binaryUnitFor(count)), grouped(count)];
  });
  return factTable("memory", t("title_memory"), [t("what"), t("formula"), t("size"), t("bytes")], rows,
    memoryNote(costs, values));
}

/** @param {Costs} costs @param {Arguments} values */
function memoryNote(costs, values) {
  const weights = seriesOf(costs, "weights_bytes", values), read = seriesOf(costs, "step_read_bytes", values);
  const sentences = [filled("two_units", withUnit(weights, binaryUnitFor(weights)),
    withUnit(weights, decimalUnitFor(weights, "B")))];
  if (read) sentences.push(filled("flops_per_byte", general(ratioOf(seriesOf(costs, "flops", values), read), 3)));
  const hasCache = costs.lists.memory.some(({id}) => id === "kv_cache_bytes");
  if (!hasCache && costs.data.mode !== "train") sentences.push(t("no_cache"));
  return sentences.reduce(joinedSentences);
}

const kCompared = ["kv_cache_bytes_per_token", "kv_cache_bytes", "attention_parameters", "parameters", "flops",
                   "pair_flops"];

// The same model with other key-value heads, exactly; those that the heads cannot share are left out.
/** @param {Costs} costs @returns {TableData} */
function comparisonTable(costs) {
  const heads = costs.values()("h");
  const compared = costs.data.compared.map(({name, n_kv_heads}) =>
    ({name, kv: name === "mha" ? heads : BigInt(n_kv_heads)})).filter(({kv}) => heads % kv === 0n);
  const columns = compared.map(({kv}) => costs.values({h_kv: kv}));
  const factor = costs.unit === "flop" ? 1n : 2n;
  const rows = kCompared.map(id => [t("row_" + id), ...columns.map(values => {
    const count = seriesOf(costs, id, values);
    return grouped(id.endsWith("flops") ? count / factor : count);
  })]).filter(row => row.slice(1).some(count => count !== "0"));
  return {...factTable("comparison", t("title_comparison"), [t("same_model_with"),
    ...compared.map(({name, kv}) => filled("variant", name.slice(0, 3).toUpperCase(), grouped(kv)))], rows),
    n_text_columns: 1};
}

// "L = n_layers = 12,  d = d_model = 768": the symbols that formulas have; pairs have their own.
/** @param {Costs} costs @param {Arguments} values */
function symbolsText(costs, values) {
  const {parameters, macs, memory} = costs.lists, used = new Set();
  const elementwise = costs.data.shows_elementwise ? costs.lists.elementwise : [];
  for (const {formula} of [...parameters, ...macs, ...elementwise, ...memory, ...costs.pairs])
    symbolsOf(resolved(formula, values), used);
  return costs.arguments.filter(({symbol}) => used.has(symbol) && !symbol.startsWith("P"))
    .map(({symbol, name}) => `${symbol} = ${name} = ${grouped(values(symbol))}`.replaceAll(" ", "\u00a0"))
    .join(",  ");
}

/** @param {Costs} costs */
function costTables(costs) {
  const values = costs.values();
  const tables = [parameterTable(costs, values), operationTable(costs, values)];
  if (costs.data.shows_elementwise) tables.push(elementwiseTable(costs, values));
  tables.push(memoryTable(costs, values));
  if (costs.data.compared.length) tables.push(comparisonTable(costs));
  return tables;
}

// Exact counts as people read them: in units, in percent. What src/render/text/number does.

/**
 * A name, and how many of the base it stands for.
 * @typedef {{name: string, size: bigint}} Unit
 */

const kDecimalPrefixes = ["", "k", "M", "G", "T", "P", "E", "Z", "Y", "R", "Q"];
const kBinaryPrefixes = ["", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei", "Zi", "Yi"];

// The last prefix whose factor goes into a number; `step` is from each prefix to the next.
/** @param {bigint} largest @param {string[]} prefixes @param {bigint} step @param {string} base @returns {Unit} */
function unitFor(largest, prefixes, step, base) {
  if (largest >= step ** BigInt(prefixes.length)) {
    const exponent = String(largest).length - 1;
    return {name: `10^${exponent} ${base}`, size: 10n ** BigInt(exponent)};
  }
  let prefix = 0;
  while (prefix + 1 < prefixes.length && largest >= step ** BigInt(prefix + 1)) ++prefix;
  return {name: prefixes[prefix] + base, size: step ** BigInt(prefix)};
}

/** @param {bigint} largest */
function binaryUnitFor(largest) {
  return unitFor(largest, kBinaryPrefixes, 1024n, "B");
}

/** @param {bigint} largest @param {string} base */
function decimalUnitFor(largest, base) {
  return unitFor(largest, kDecimalPrefixes, 1000n, base);
}

// A count in a unit, rounded from the exact number, half a digit away from zero: "12.551".
/** @param {bigint} count @param {Unit} unit @param {number} [decimals] */
function inUnit(count, unit, decimals = 3) {
  if (unit.size === 1n) return grouped(count);
  const scale = 10n ** BigInt(decimals), parts = (2n * count * scale + unit.size) / (2n * unit.size);
  if (parts === 0n && count !== 0n) return "<" + leastShown(decimals);
  const whole = grouped(parts / scale);
  return decimals === 0 ? whole : `${whole}.${String(parts % scale).padStart(decimals, "0")}`;
}

// "12.551 GiB", "512 KiB": without decimals where nothing is rounded.
/** @param {bigint} count @param {Unit} unit */
function withUnit(count, unit) {
  return `${inUnit(count, unit, count % unit.size === 0n ? 0 : 3)} ${unit.name}`;
}

// A part of a whole as a number, however large both are.
/** @param {bigint} part @param {bigint} whole */
function ratioOf(part, whole) {
  if (whole === 0n) return 0;
  const spare = Math.max(0, String(whole).length - 290);  // so that both are finite as doubles
  const scale = 10n ** BigInt(spare);
  return Number(part / scale) / Number(whole / scale);
}

/** @param {bigint} part @param {bigint} whole @param {number} [decimals] */
function shareText(part, whole, decimals = 1) {
  const share = ratioOf(part, whole), text = fixed(100 * share, decimals);
  return (/[1-9]/.test(text) || share === 0 ? text : "<0" + leastShown(decimals)) + " %";
}

// A quotient that is no whole number, in four digits or as many as it takes to see that.
/** @param {number} quotient */
function unevenText(quotient) {
  let digits = 4;
  while (digits < 17 && Number.isInteger(Number(quotient.toPrecision(digits)))) ++digits;
  return general(quotient, digits);
}

// A number with so many digits that count, as %g writes it: "12.5", "1.23e+06".
/** @param {number} value @param {number} digits */
function general(value, digits) {
  if (value === 0) return "0";
  const exponent = Number(value.toExponential(digits - 1).split("e")[1]);
  /** @param {string} text */
  const short = text => text.includes(".") ? text.replace(/\.?0+$/, "") : text;
  if (exponent >= -4 && exponent < digits) return short(value.toFixed(digits - 1 - exponent));
  const [mantissa, power] = exponential(value, digits - 1).split("e");
  return `${short(mantissa)}e${power}`;
}
