"use strict";

// The report as tables: each number beside its formula. What src/render/costs/cost_text does.

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
