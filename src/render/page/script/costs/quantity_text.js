"use strict";

// Exact counts as people read them: in units, in percent. What src/render/number does.

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
