"use strict";

// Elements of the page, made without a line of HTML: words stay words.
/** @typedef {Node | string | null | undefined | false} Child */

/**
 * An element with its attributes ("on…" is a listener, true an attribute without a value) and what
 * stands in it.
 * @param {string} tag @param {Record<string, any>} [attributes] @param {...Child} children
 * @returns {any}
 */
function element(tag, attributes = {}, ...children) {
  const result = document.createElement(tag);
  setAttributes(result, attributes);
  result.append(...children.filter(isShown));
  return result;
}

/** @param {Child} child @returns {child is Node | string} */
function isShown(child) {
  return child !== null && child !== undefined && child !== false;
}

// Makes these the children of an element. One that stays is not taken out on the way: to lay it out
// anew takes long.
/** @param {Element} parent @param {...(Node | null | undefined | false)} children */
function setChildren(parent, ...children) {
  const wanted = /** @type {Node[]} */ (children.filter(isShown));
  for (const child of [...parent.childNodes]) if (!wanted.includes(child)) child.remove();
  wanted.forEach((child, place) => {
    if (parent.childNodes[place] !== child) parent.insertBefore(child, parent.childNodes[place] ?? null);
  });
}

// The same of a drawing.
/** @param {string} tag @param {Record<string, any>} [attributes] @param {...Child} children */
function drawn(tag, attributes = {}, ...children) {
  const result = document.createElementNS("http://www.w3.org/2000/svg", tag);
  setAttributes(result, attributes);
  result.append(...children.filter(isShown));
  return result;
}

/** @param {Element} target @param {Record<string, any>} attributes */
function setAttributes(target, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) target.addEventListener(name.slice(2), value);
    else target.setAttribute(name, value === true ? "" : String(value));
  }
}

// A word of somebody else: its direction is its own.
/** @param {string} word */
function wordElement(word) {
  return element("bdi", {}, visible(word));
}

// A button.
/** @param {string} label @param {() => void} act @param {Record<string, any>} [attributes] */
function button(label, act, attributes = {}) {
  return element("button", {type: "button", onclick: act, ...attributes}, label);
}

// A control with its label before it.
/** @param {string} label @param {Element} control @param {...Child} more */
function labelled(label, control, ...more) {
  return element("label", {class: "control"}, element("span", {}, label), control, ...more);
}

/**
 * A list to choose from.
 * @param {[string, string][]} options  value and label
 * @param {string} chosen @param {(value: string) => void} act @param {Record<string, any>} [attributes]
 */
function choice(options, chosen, act, attributes = {}) {
  const list = element("select", {onchange: () => act(list.value), ...attributes},
    ...options.map(([value, label]) =>
      element("option", {value, selected: value === chosen}, label)));
  return list;
}

// Says beside a field what was expected there; "" where all is well.
/** @param {HTMLInputElement} field @param {string} text */
function complain(field, text) {
  const id = field.id + "-complaint";
  field.setAttribute("aria-invalid", String(text !== ""));
  let note = document.getElementById(id);
  if (!note && !text) return;
  if (!note) {
    note = /** @type {HTMLElement} */ (element("span", {class: "warning complaint", id, role: "alert"}));
    (field.closest("label") ?? field).after(note);  // within a label it would be a part of the name
    field.setAttribute("aria-describedby", id);
  }
  note.textContent = text;
  note.hidden = text === "";
}

// What was typed, full-width digits as ASCII and a minus as a hyphen.
/** @param {HTMLInputElement} field */
function typedText(field) {
  const asAscii = (/** @type {string} */ letter) => String.fromCharCode(letter.charCodeAt(0) - 0xFEE0);
  return field.value.trim().replaceAll("\u2212", "-").replace(/[\uFF01-\uFF5E]/g, asAscii);
}

// What a screen reader says next.
/** @param {string} text */
function announce(text) {
  const region = document.getElementById("live");
  if (region && region.textContent !== text) region.textContent = text;
}

// Texts in the language that is chosen, and words of others that are shown as they are.
/** @typedef {"en" | "ja"} Language */

/** A text in every language of the page, or one that is the same in all. */
/** @typedef {string | {en: string, ja: string}} Words */

/** What every part of a page looks at. */
const page = {
  language: /** @type {Language} */ ("en"),
  /** @type {Record<string, Words>} */
  texts: {},
  /** What is shown, made anew when the language changes. */
  view: /** @type {any} */ (null),
};

// A text of the data in the language of the page.
/** @param {Words | undefined} words */
function say(words) {
  if (words === undefined) return "";
  return typeof words === "string" ? words : words[page.language];
}

// A text of the page itself.
/** @param {string} key */
function t(key) {
  const text = page.texts[key];
  if (text === undefined) throw new Error(`no text ${key}`);
  return say(text);
}

// The same with its arguments filled in, one for each {}, or the second of them for {1}.
/** @param {string} key @param {string[]} values */
function filled(key, ...values) {
  let next = 0;
  return t(key).replace(/\{(\d*)(?::[^}]*)?\}/g, (_, place) => values[place ? Number(place) : next++]);
}

/** What a browser would obey and a reader could not see. */
const kHidden = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu;

// A word with such characters written as their codes: "U+202E".
/** @param {string} word */
function visible(word) {
  return word.replace(kHidden, character =>
    character === "\u200c" || character === "\u200d" ? character
      : "U+" + (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0"));
}

// Numbers as text, as the program writes them.

const kTooLong = 1e7;  // from here on, digits in a row are hard to read
const kMinus = "\u2212";

// With that many decimals; of two equally near, the even one.
/** @param {number} x @param {number} places */
function fixed(x, places) {
  const size = Math.abs(x);
  const text = size.toFixed(places);
  const halves = size * 2 ** (places + 1);
  const isTie = Number.isInteger(halves) && halves % 2 === 1;
  return (x < 0 ? "-" : "") + (isTie ? toEven(text) : text);
}

// A text that was rounded up where it could have been rounded down.
/** @param {string} text */
function toEven(text) {
  const last = Number(text.at(-1));
  return last % 2 ? text.slice(0, -1) + (last - 1) : text;
}

// "1.23e+12".
/** @param {number} x @param {number} places */
function exponential(x, places) {
  const size = Math.abs(x);
  const isTie = /^50*$/.test(size.toExponential(60).split("e")[0].slice(places + 2));
  const [digits, exponent] = size.toExponential(places).split("e");
  const power = exponent.slice(1).padStart(2, "0");
  return `${x < 0 ? "-" : ""}${isTie ? toEven(digits) : digits}e${exponent[0]}${power}`;
}

/** @param {string} text */
function withMinusSign(text) {
  return text.replaceAll("-", kMinus);
}

/** @param {number} x */
function notFinite(x) {
  return Number.isNaN(x) ? "nan" : x > 0 ? "inf" : "-inf";
}

// The least number that this many decimals show.
/** @param {number} places */
function leastShown(places) {
  return places === 0 ? "1" : "." + "1".padStart(places, "0");
}

// With that many decimals, where what is not zero is not written as one: "<0.01".
/** @param {number} x @param {number} places */
function shownDecimals(x, places) {
  if (!Number.isFinite(x)) return withMinusSign(notFinite(x));
  const text = fixed(x, places);
  if (x === 0 || /[1-9]/.test(text)) return withMinusSign(text);
  return withMinusSign((x < 0 ? ">-" : "<") + (places ? "0" : "") + leastShown(places));
}

/** How the numbers of one matrix are written: one format for all its cells. */
class NumberFormat {
  /** @param {Float64Array | number[]} cells @param {number} precision @param {boolean} shares */
  constructor(cells, precision, shares) {
    this.precision = precision;
    this.shares = shares;
    this.whole = !Array.prototype.some.call(cells,
        cell => Number.isFinite(cell) && cell !== Math.floor(cell));
  }

  /** @param {number} x */
  text(x) {
    if (Number.isNaN(x)) return "nan";
    return withMinusSign(this.plain(x));
  }

  /** @param {number} x */
  plain(x) {
    if (!Number.isFinite(x)) return notFinite(x);
    if (x === 0) return this.whole || this.shares ? "0" : fixed(0, this.precision);
    if (Math.abs(x) >= kTooLong) return exponential(x, Math.max(1, this.precision - 1));
    if (this.whole) return fixed(x, 0);
    const text = fixed(x, this.precision);
    if (!/[1-9]/.test(text)) return (x < 0 ? ">-" : "<") + leastShown(this.precision);
    return this.shares && text.startsWith("0.") ? text.slice(1) : text;
  }
}

/** Numbers as a person writes them on the way: as short as they are, or rounded. */
class HandNumber {
  /** @param {number} precision */
  constructor(precision) {
    this.precision = precision;
    this.hasRounded = false;
  }

  /** @param {number} x */
  text(x) {
    if (!Number.isFinite(x)) return Number.isNaN(x) ? "nan" : x > 0 ? "∞" : kMinus + "∞";
    const rounded = new NumberFormat([x, 0.5], this.precision, false).text(x);
    const short = x === 0 ? "0" : String(x);
    const isShort = short.length <= rounded.length && (x === 0 || Math.abs(x) >= 1e-4) &&
                    !short.includes("e");
    if (isShort) return withMinusSign(short);
    this.hasRounded ||= isRounded(rounded, x);
    return rounded;
  }

  // With at most four digits that count.
  /** @param {number} x */
  significant(x) {
    const text = x === 0 ? "0" : withMinusSign(String(Number(x.toPrecision(4))));
    this.hasRounded ||= isRounded(text, x);
    return text;
  }

  // In parentheses where it has a sign.
  /** @param {number} x */
  factor(x) {
    return inParentheses(this.text(x));
  }

  sign() {
    return this.hasRounded ? "≈" : "=";
  }
}

// Whether a text shows another number, noise of floating point aside.
/** @param {string} text @param {number} x */
function isRounded(text, x) {
  const shown = Number(text.replaceAll(kMinus, "-"));
  return Number.isNaN(shown) || Math.abs(shown - x) > 1e-12 * Math.abs(x);
}

/** @param {string} text */
function inParentheses(text) {
  return /^[−<>-]/.test(text) ? `(${text})` : text;
}

// 1234567 as "1,234,567".
/** @param {bigint | number} n */
function grouped(n) {
  return String(n).replace(/\B(?=(\d{3})+(?!\d))/g, ",");
}

// Facts that are no matrix, as tables.

/**
 * A table of the program: its cells are text already.
 * @typedef {{id: string, title: Words, columns: Words[], rows: Words[][], n_text_columns: number,
 *   note: Words}} TableData
 */

/** @param {TableData} table */
function tableElement(table) {
  const heads = table.columns.some(title => say(title));
  return element("section", {class: "facts", "data-table": table.id},
    element("div", {class: "scrolls"}, element("table", {class: "facts"},
      say(table.title) && element("caption", {}, say(table.title)),
      heads && element("thead", {}, element("tr", {}, ...table.columns.map((title, place) =>
        element("th", {scope: "col", class: place < table.n_text_columns ? "text" : undefined}, say(title))))),
      element("tbody", {}, ...table.rows.map(row => tableRow(row, table.n_text_columns))))),
    say(table.note) && element("p", {}, say(table.note)));
}

/** @param {Words[]} row @param {number} nText */
function tableRow(row, nText) {
  return element("tr", {}, ...row.map((cell, place) => element(place ? "td" : "th",
    {class: place < nText ? "text" : undefined, scope: place ? undefined : "row"}, visible(say(cell)))));
}

// Commands as a shell takes them, shown and copied.

// A word that a shell passes on as it is.
/** @param {string} word */
function shellWord(word) {
  return /^[A-Za-z0-9_./:,+-][A-Za-z0-9_./:=,+-]*$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** @param {string[]} words */
function shellLine(words) {
  return ["attn", ...words].map(shellWord).join(" ");
}

/** @param {string} text */
function copyText(text) {
  navigator.clipboard?.writeText(text).then(() => announce(t("copied")),
                                            () => announce(t("not_copied")));
}

/** The command that gives this state, to copy, or a note that says what stands in its way. */
class CommandPart {
  constructor() {
    this.line = element("code", {id: "command"});
    this.note = element("p", {});
    this.copy = button(t("copy"), () => copyText(this.line.textContent ?? ""), {id: "copy"});
    this.element = element("section", {class: "command"}, element("h2", {}, t("command")),
      element("pre", {}, this.line), this.copy, this.note);
  }

  /** @param {{line: string, note: string}} command */
  show({line, note}) {
    this.line.textContent = line;
    this.note.textContent = note;
    this.copy.hidden = !line;
  }
}
