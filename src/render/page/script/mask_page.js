"use strict";

// What a page of attn mask has besides its stages.

/** @type {CommandParts} */
const commandParts = (data, run) => data.dialects ? [new MaskPart(data.dialects, run)] : [];

// The formula of the mask as it is now.
/** @type {CommandWords} */
const commandWords = (run, stage) => {
  const isMask = stage.rule.kind === "permission" && stage.id === "mask";
  return isMask && run.pattern ? {formula: patternFormula(run.pattern, stage.shape[0], stage.shape[1])} : null;
};

/** @type {LiveRows} */
const commandRows = {};

// What a page of attn mask has besides its stages: the rule of what was painted, and its program.

const kCodeKinds = /** @type {[string, string][]} */ ([["torch", "PyTorch"], ["numpy", "NumPy"], ["jax", "JAX"],
                                                       ["cpp", "C++"]]);

class MaskPart {
  /** @param {Record<string, Dialect>} dialects @param {Run} run */
  constructor(dialects, run) {
    this.dialects = dialects;
    this.run = run;
    this.stage = run.ungrouped("mask");
    this.kind = choice(kCodeKinds, "torch", () => this.update(), {id: "code-kind"});
    this.rule = element("p", {id: "rule"});
    this.counts = element("ul", {class: "counts"});
    this.code = element("code", {id: "code"});
    this.element = element("section", {class: "command"}, element("h2", {}, t("rule_and_code")), this.rule,
      this.counts, labelled(t("code"), this.kind), element("pre", {}, this.code),
      button(t("copy"), () => copyText(this.code.textContent ?? "")));
  }

  update() {
    const pattern = this.run.pattern ?? openPattern(), [nQ, nK] = this.stage.shape;
    this.rule.textContent = isPaintedAlone(pattern) && this.run.hasOtherMask() ? t("no_rule") : patternFormula(pattern, nQ, nK);
    this.counts.replaceChildren(...this.countLines());
    this.code.textContent = new MaskProgram(pattern, nQ, nK, this.dialects[this.kind.value]).text();
  }

  countLines() {
    const blocked = this.run.blockedOf(this.stage), n = this.stage.shape[0] * this.stage.shape[1];
    /** @type {Map<string, number>} */
    const counts = new Map();
    for (const code of blocked ?? []) if (code) {
      const letter = String.fromCharCode(code);
      counts.set(letter, (counts.get(letter) ?? 0) + 1);
    }
    const nBlocked = [...counts.values()].reduce((a, b) => a + b, 0);
    return [["#", t("may_attend"), n - nBlocked],
            ...[...counts].map(([letter, count]) => [letter, this.run.reasonName(letter), count])]
      .map(([letter, name, count]) => element("li", {}, element("kbd", {}, String(letter)),
        ` ${name}: ${count}`));
  }
}

// A mask as a formula and as a program, in the words that attn mask has.

/** "i", or "i + 3" where queries stand further to the right. */
/** @param {MaskPattern} pattern @param {number} nQ @param {number} nK */
function placeOfQuery(pattern, nQ, nK) {
  const offset = queryOffset(nQ, nK, pattern.align);
  return offset ? `i ${offset > 0 ? "+" : "−"} ${Math.abs(offset)}` : "i";
}

// "j < 4" where the places are the end of n, else "j not in {1, 4}".
/** @param {string} place @param {number[]} places @param {number} n */
function notIn(place, places, n) {
  const first = Math.min(...places);
  if (n - first === places.length) return `${place} < ${first}`;
  return `${place} not in {${places.slice(0, 6).join(", ")}${places.length > 6 ? ", .." : ""}}`;
}

/** @param {Restriction} restriction @param {MaskPattern} pattern @param {number} nQ @param {number} nK */
function conditionOf({name}, pattern, nQ, nK) {
  const i = placeOfQuery(pattern, nQ, nK), half = nK - Math.floor(nK / 2);
  const {paddedKeys, paddedQueries, prefix, window} = pattern;
  const padding = [paddedKeys.length && notIn("j", paddedKeys, nK),
                   paddedQueries.length && notIn("i", paddedQueries, nQ)].filter(Boolean).join(" & ");
  return {prefix: `j < ${prefix} | j ≤ ${i}`, causal: `j ≤ ${i}`, padding,
          segment: "document[i] = document[j]", window: `|${i} − j| < ${window}`,
          half: `i < ${half} | j < ${half}`, given: "given[i, j]"}[name] ?? "";
}

// "(j ≤ i) & (|i − j| < 3)".
/** @param {MaskPattern} pattern @param {number} nQ @param {number} nK */
function patternFormula(pattern, nQ, nK) {
  const list = restrictionsOf(pattern, nQ, nK);
  if (!list.length) return "mask = 1";
  if (list.length === 1) return conditionOf(list[0], pattern, nQ, nK);
  const isAny = pattern.join === "any";
  /** @param {Restriction} one */
  const written = one => `(${conditionOf(one, pattern, nQ, nK)})`;
  const apart = isAny ? list.filter(one => one.reason === "p") : [];
  const joined = list.filter(one => !apart.includes(one)).map(written).join(isAny ? " | " : " & ");
  if (!apart.length) return joined;
  return `${list.length > 2 ? `(${joined})` : joined} & ${written(apart[0])}`;
}

/**
 * What differs from one language of programs to the other; the program has this table, too. In
 * `header` {0} and {1} stand for the sizes, in `indices` {0} for the number of the query.
 * @typedef {{comment: string, and_sign: string, or_sign: string, module: string, header: string,
 *   indices: string, footer: string}} Dialect
 */

/** @param {string} text @param {...(string | number)} values */
function inBraces(text, ...values) {
  return text.replace(/\{\{|\}\}|\{(\d?)\}/g, (brace, place) =>
    brace === "{{" ? "{" : brace === "}}" ? "}" : String(values[Number(place || 0)]));
}

const kWidestCommented = 56;

/** A mask as a program, piece by piece. */
class MaskProgram {
  /** @param {MaskPattern} pattern @param {number} nQ @param {number} nK @param {Dialect} dialect */
  constructor(pattern, nQ, nK, dialect) {
    this.pattern = pattern;
    this.nQ = nQ;
    this.nK = nK;
    this.in = dialect;
    this.isPython = dialect.module !== "";
    const hasPlaces = pattern.causal || pattern.prefix !== null || pattern.window !== null || pattern.half;
    this.isShifted = Boolean(hasPlaces) && queryOffset(nQ, nK, pattern.align) !== 0;
    this.row = this.isShifted ? "row" : "i";
    this.constants = "";
    this.conditions = /** @type {{name: string, expression: string, remark: string}[]} */ ([]);
    this.joined = /** @type {string[]} */ ([]);
    this.apart = /** @type {string[]} */ ([]);
    for (const restriction of restrictionsOf(pattern, nQ, nK)) this.add(restriction.name);
  }

  text() {
    const blocked = blockedCells(this.pattern, this.nQ, this.nK), n = this.nQ * this.nK;
    const nOpen = blocked ? blocked.filter(code => !code).length : n;
    return `${this.in.comment} ${filled("mask_program", String(nOpen), String(n))}\n` +
      inBraces(this.in.header, this.nQ, this.nK) + this.constants +
      (this.isPython ? this.python() : this.cpp()) + this.in.footer;
  }

  /** @param {string} name */
  add(name) {
    const {pattern} = this, half = this.nK - Math.floor(this.nK / 2);
    const window = Math.min(pattern.window ?? 0, this.nQ + this.nK);
    if (name === "given") return this.addGiven();
    /** @type {Record<string, () => [string, string]>} */
    const written = {
      causal: () => ["j <= i", t("itself_and_before")],
      prefix: () => [this.either(`j < ${pattern.prefix}`, "j <= i"), t("first_keys_and_before")],
      padding: () => [this.notPadding(), t("not_padding")],
      segment: () => [this.sameDocument(), t("its_own_document")],
      window: () => [`${this.isPython ? "" : "std::"}abs(i - j) < ${window}`,
                     filled("less_than_away", String(pattern.window))],
      half: () => [this.either(`i < ${half}`, `j < ${half}`), t("second_sees_first")],
    };
    const [expression, remark] = written[name]();
    const staysApart = name === "padding" && pattern.join === "any";
    (staysApart ? this.apart : this.joined).push(name);
    this.conditions.push({name, expression, remark});
  }

  /** @param {string} a @param {string} b */
  either(a, b) {
    return `(${a}) ${this.in.or_sign} (${b})`;
  }

  array() {
    return this.in.module === "torch" ? "tensor" : "array";
  }

  /** @param {string} name @param {number[]} numbers */
  constant(name, numbers) {
    const list = numbers.join(", ");
    this.constants += this.isPython ? `${name} = ${this.in.module}.${this.array()}([${list}])\n`
                                    : `  const std::vector<int> ${name}{${list}};\n`;
  }

  notPadding() {
    const {paddedKeys, paddedQueries} = this.pattern, kept = this.nK - paddedKeys.length;
    const isAtEnd = paddedKeys.length && [...paddedKeys].sort((a, b) => a - b)
      .every((place, k) => place === kept + k);
    const keys = isAtEnd ? `j < ${kept}` : paddedKeys.length ? this.notAmong("j", "padded_keys", paddedKeys) : "";
    const queries = paddedQueries.length ? this.notAmong(this.row, "padded_queries", paddedQueries) : "";
    return keys && queries ? `(${keys}) ${this.in.and_sign} (${queries})` : keys || queries;
  }

  /** @param {string} place @param {string} name @param {number[]} numbers */
  notAmong(place, name, numbers) {
    this.constant(name, numbers);
    return this.isPython ? `~${this.in.module}.isin(${place}, ${name})`
                         : `std::count(${name}.begin(), ${name}.end(), ${place}) == 0`;
  }

  sameDocument() {
    const queries = this.pattern.queryDocuments ?? [], keys = this.pattern.keyDocuments ?? [];
    if (queries.join() === keys.join()) {
      this.constant("document", keys);
      return `document[${this.row}] == document[j]`;
    }
    this.constant("query_document", queries);
    this.constant("key_document", keys);
    return `query_document[${this.row}] == key_document[j]`;
  }

  // The cells are a matrix already, not a condition.
  addGiven() {
    const given = this.pattern.given ?? new Uint8Array(), {nQ, nK} = this;
    const rows = Array.from({length: nQ}, (_, i) => [...given.subarray(i * nK, (i + 1) * nK)].join(", "));
    const {module} = this.in;
    if (this.isPython) {
      const type = module === "torch" ? "torch.bool" : "bool";
      this.constants += `given = ${module}.${this.array()}([\n    ` +
        `${rows.map(row => `[${row}]`).join(",\n    ")}\n], dtype=${type})\n`;
    } else {
      this.constants += "  const arma::umat given{\n      " +
        `${rows.map(row => `{${row}}`).join(",\n      ")}};\n`;
    }
    this.joined.push(this.isPython ? "given" : `given(${this.row}, j)`);
  }

  combination() {
    const text = this.joined.join(` ${this.pattern.join === "any" ? this.in.or_sign : this.in.and_sign} `);
    if (!this.apart.length) return text;
    if (!this.joined.length) return this.apart[0];
    return `${this.joined.length > 1 ? `(${text})` : text} ${this.in.and_sign} ${this.apart[0]}`;
  }

  // The conditions, with their remarks after them, or where that is too wide, above them.
  /** @param {string} indent @param {string} declare @param {string} end */
  written(indent, declare, end) {
    const lines = this.conditions.map(({name, expression}) => `${indent}${declare}${name} = ${expression}${end}`);
    const width = Math.max(0, ...lines.map(line => line.length));
    return lines.map((line, k) => {
      const remark = `${this.in.comment} ${this.conditions[k].remark}`;
      return width <= kWidestCommented ? `${line.padEnd(width)}  ${remark}\n` : `${indent}${remark}\n${line}\n`;
    }).join("");
  }

  shift() {
    return `  ${this.in.comment} ${t("last_beside_last")}\n`;
  }

  python() {
    const shift = this.isShifted ? "i = row + n_k - n_q" + this.shift() : "";
    return `${inBraces(this.in.indices, this.row)}${shift}\n${this.written("", "", "")}` +
           `mask = ${this.combination() || "j >= 0"}\n\n`;
  }

  cpp() {
    const indent = "      ";
    const shift = this.isShifted ? `${indent}const int i = row + n_k - n_q;` + this.shift() : "";
    return `\n  arma::umat mask(n_q, n_k);\n${inBraces(this.in.indices, this.row)}${shift}` +
           `${this.written(indent, "const bool ", ";")}` +
           `${indent}mask(${this.row}, j) = ${this.combination() || "1"};\n    }\n`;
  }
}
