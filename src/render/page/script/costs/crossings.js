"use strict";

// Where one cost becomes larger than another along the tokens: what src/costs/compare/sweep does.

/**
 * Where one series becomes larger than another, or stops being larger.
 * @typedef {{left: string, right: string, isLargerAfter: boolean, isEqualBefore: boolean,
 *   lastBefore?: bigint, firstAfter?: bigint, lookedFrom: bigint, lookedTo: bigint}} Crossing
 */

/** The order of two costs with so many tokens: less than 0 where the left one is the smaller. */
/** @typedef {(tokens: bigint) => bigint} Difference */

const kMostTokensLookedAt = 1000000000000n;
const kTellingPairs = [["pair_flops", "other_flops"], ["pair_flops", "projection_flops"],
                       ["kv_cache_bytes", "weights_bytes"], ["scores_bytes", "weights_bytes"]];

// From the first to the last, both always among them, each twice the one before.
/** @param {bigint} from @param {bigint} to */
function doubled(from, to) {
  const values = [];
  for (let value = from; value < to; value *= 2n) values.push(value);
  return [...values, to];
}

/** The last crossing of two costs, as it is found among points and by bisection between them. */
class CrossingSearch {
  /** @param {bigint[]} points @param {Difference} difference @param {string} left @param {string} right */
  constructor(points, difference, left, right) {
    this.points = points;
    this.difference = difference;
    /** @type {Crossing} */
    this.crossing = {left, right, isLargerAfter: this.isLarger(points[points.length - 1]), isEqualBefore: false,
      lookedFrom: points[0], lookedTo: points[points.length - 1]};
  }

  /** @param {bigint} tokens */
  isLarger(tokens) {
    return this.difference(tokens) > 0n;
  }

  search() {
    const {points, crossing} = this;
    for (let i = points.length - 1; i > 0; --i)
      if (this.isLarger(points[i - 1]) !== crossing.isLargerAfter) {
        this.narrow(points[i - 1], points[i]);
        return crossing;
      }
    if (crossing.isLargerAfter) this.lookBelow();
    else this.lookAbove();
    return crossing;
  }

  // Bisects between two values, of which only the upper one has the order that holds afterwards.
  /** @param {bigint} before @param {bigint} after */
  narrow(before, after) {
    while (after - before > 1n) {
      const middle = before + (after - before) / 2n;
      if (this.isLarger(middle) === this.crossing.isLargerAfter) after = middle;
      else before = middle;
    }
    this.crossing.isEqualBefore = this.difference(before) === 0n;
    this.crossing.lastBefore = before;
    this.crossing.firstAfter = after;
  }

  lookBelow() {
    for (let above = this.crossing.lookedFrom; above > 1n;) {
      const below = above / 2n;
      this.crossing.lookedFrom = below;
      if (!this.isLarger(below)) return this.narrow(below, above);
      above = below;
    }
  }

  lookAbove() {
    for (let below = this.crossing.lookedTo; below < kMostTokensLookedAt;) {
      const above = 2n * below < kMostTokensLookedAt ? 2n * below : kMostTokensLookedAt;
      this.crossing.lookedTo = above;
      if (this.isLarger(above)) {
        this.crossing.isLargerAfter = true;
        return this.narrow(below, above);
      }
      below = above;
    }
  }
}

// For each pair of series that are not always zero, the last crossing.
/** @param {Costs} costs @param {string} symbol  of the tokens @param {bigint} from @param {bigint} to */
function crossingsOf(costs, symbol, from, to) {
  const points = doubled(from, to);
  /** @param {string} id @param {bigint} tokens */
  const at = (id, tokens) => seriesOf(costs, id, costs.values({[symbol]: tokens}));
  /** @param {string} id */
  const isSomething = id => points.some(tokens => at(id, tokens) > 0n);
  return kTellingPairs.filter(([left, right]) => isSomething(left) && isSomething(right))
    .map(([left, right]) =>
      new CrossingSearch(points, tokens => at(left, tokens) - at(right, tokens), left, right).search());
}

/** @param {Crossing} crossing */
function isExact({lastBefore, firstAfter}) {
  return firstAfter !== undefined && lastBefore !== undefined && lastBefore + 1n === firstAfter;
}

// The larger of two things with its verb: it goes on "more than the weights".
/** @param {string} id */
function subjectOf(id) {
  return t("subject_" + id);
}

/** @param {string} id */
function objectOf(id) {
  return t("object_" + id);
}

// A crossing as a sentence, as the program has it below a sweep.
/** @param {Crossing} crossing @param {bigint} width  d_model */
function crossingText(crossing, width) {
  const {left, right, isLargerAfter, firstAfter, lastBefore, isEqualBefore} = crossing;
  const names = [subjectOf(left), objectOf(right)];
  if (firstAfter === undefined || lastBefore === undefined)
    return filled(isLargerAfter ? "always_more" : "never_more", "tokens",
      grouped(crossing.lookedFrom), grouped(crossing.lookedTo), ...names);
  const text = filled(isLargerAfter ? "from_more" : "from_no_more", "tokens", grouped(firstAfter), ...names);
  if (left !== "pair_flops" || width === 0n) return text;
  return joinedSentences(text, multipleSentence(isEqualBefore ? lastBefore : firstAfter, width, isEqualBefore));
}

// The rule of the textbook counts tokens in widths: 1.5 d or 2 d.
/** @param {bigint} tokens @param {bigint} width @param {boolean} isEqual */
function multipleSentence(tokens, width, isEqual) {
  const exact = exactMultiple(tokens, width);
  if (isEqual && exact) return filled("equal_at", grouped(tokens), exact);
  return exact ? filled("that_is", exact) : filled("that_is_about", general(ratioOf(tokens, width), 3));
}

// "1.5 d_model", "4 d_model − 1" where that is exact in few digits; "" where it is not.
/** @param {bigint} tokens @param {bigint} width */
function exactMultiple(tokens, width) {
  if ((tokens + 1n) % width === 0n) return `${grouped((tokens + 1n) / width)} d_model − 1`;
  const thousandths = 1000n * tokens;
  if (thousandths % width !== 0n) return "";
  const digits = String(thousandths / width).padStart(4, "0");
  return `${digits.slice(0, -3)}.${digits.slice(-3)}`.replace(/\.?0+$/, "") + " d_model";
}

// A sentence after another, with a space where the language has one.
/** @param {string} text @param {string} sentence */
function joinedSentences(text, sentence) {
  return text + (page.language === "ja" ? "" : " ") + sentence;
}
