"use strict";

// What a page of attn complexity begins with.

const kPageKeys = [["r", "key_reset"], ["u", "key_unit"]];

/** @param {any} data @returns {() => View} */
function startPage(data) {
  if (data.kind === "layers") {
    const layers = new Layers(data);
    return () => new LayersView(data, layers);
  }
  if (data.kind === "tables") return () => new TablesView(data);
  const costs = new Costs(data);
  return () => new CostsView(data, costs);
}
