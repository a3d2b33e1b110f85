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
