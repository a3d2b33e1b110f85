"use strict";

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
