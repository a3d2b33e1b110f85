"use strict";

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
