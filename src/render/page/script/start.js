"use strict";

// What a page begins with: its data, its language, its colours.

const kLanguages = /** @type {[string, string][]} */ ([["en", "English"], ["ja", "日本語"]]);
const kThemes = ["auto", "light", "dark"];
const kDarkSystem = matchMedia("(prefers-color-scheme: dark)");

/** @typedef {{element: HTMLElement, changed: () => void, recolored: () => void,
 *   onKey: (event: KeyboardEvent) => boolean}} View */

// The head of a page: its name, and what is chosen for all of it.
/** @param {any} data @param {() => void} rebuild @param {() => void} recolor */
function pageHead(data, rebuild, recolor) {
  const language = choice(kLanguages, page.language, value => {
    page.language = /** @type {Language} */ (value);
    document.documentElement.lang = value;
    rebuild();
    document.getElementById("language")?.focus();
  }, {id: "language", "aria-label": "Language / 言語"});
  const theme = choice(kThemes.map(name => [name, t("theme_" + name)]),
    document.documentElement.dataset.theme ?? "auto", value => {
      document.documentElement.dataset.theme = value;
      recolor();
    }, {id: "theme", "aria-label": t("theme")});
  return element("header", {}, element("h1", {}, element("span", {class: "program"}, "attn " + data.command.name),
    say(data.title) && wordElement(say(data.title))),
    element("p", {class: "source"}, visible(say(data.source))),
    element("div", {class: "choices"}, language, theme, helpElement()),
    element("p", {id: "busy", class: "busy", hidden: true, role: "status"}, t("busy")));
}

// The theme that is chosen, for the style and for what is drawn; paper is light.
function putTheme(isPaper = false) {
  const root = document.documentElement, theme = root.dataset.theme ?? "auto";
  root.toggleAttribute("data-dark", !isPaper && (theme === "auto" ? kDarkSystem.matches : theme === "dark"));
  forgetHeatColors();
}

/** The keys of the page, which each kind of page names. */
function helpElement() {
  return element("details", {class: "help", id: "help"}, element("summary", {}, t("help")),
    element("dl", {}, ...kPageKeys.flatMap(([key, text]) =>
      [element("dt", {}, element("kbd", {}, key)), element("dd", {}, t(text))])));
}

// Whether a control has no use for a letter: a box to tick, a slider.
/** @param {HTMLElement} target @param {KeyboardEvent} event */
function isLetterFree(target, event) {
  return target instanceof HTMLInputElement && /^(checkbox|range)$/.test(target.type) && /^[a-z]$/.test(event.key);
}

// Whether a key goes to what is focused and not to the page.
/** @param {KeyboardEvent} event */
function isTyped(event) {
  const target = event.target;
  if (event.ctrlKey || event.metaKey || event.altKey) return true;
  return target instanceof HTMLElement &&
    ((/^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName) && !isLetterFree(target, event)) ||
     (event.key === " " && /^(BUTTON|SUMMARY)$/.test(target.tagName)));
}

function start() {
  const data = JSON.parse(document.getElementById("data")?.textContent ?? "{}");
  page.texts = data.texts;
  page.language = document.documentElement.lang === "ja" ? "ja" : "en";
  const root = document.getElementById("page");
  if (!root) return;
  const makeView = startPage(data);
  const recolor = (isPaper = false) => {
    putTheme(isPaper);
    page.view.recolored();
  };
  const rebuild = () => {
    /** @type {View} */
    const view = page.view = makeView();
    root.replaceChildren(pageHead(data, rebuild, recolor), view.element);
    view.changed();
  };
  putTheme();
  rebuild();
  document.addEventListener("keydown", event => {
    if (!isTyped(event) && page.view.onKey(event)) event.preventDefault();
  });
  kDarkSystem.addEventListener("change", () => recolor());
  addEventListener("beforeprint", () => recolor(true));
  addEventListener("afterprint", () => recolor());
  document.documentElement.dataset.ready = "true";
  performance.mark("ready");
}

start();
