#include "render/layer_text.hpp"

#include "core/message.hpp"
#include "render/layer_tables.hpp"
#include "render/lines.hpp"
#include "render/table.hpp"

namespace attn {
namespace {

std::string names_of(const std::vector<LayerCosts>& layers) {
  std::string names;
  for (const LayerCosts& costs : layers)
    names += (names.empty() ? "" : ", ") + std::string(costs.layer.name);
  return names;
}

std::string title(const std::vector<LayerCosts>& layers, OperationUnit unit, const Layout& layout) {
  const LayerSizes& sizes = layers.front().sizes;
  NamedLine line("complexity", layout);
  line.append(names_of(layers));
  line.append(message("batch {}", count_text(sizes.n_batch)));
  line.append(message("tokens {}", count_text(sizes.n_tokens)));
  if (sizes.causal.value_or(false)) line.append(translated("causal"));
  line.append(sizes.dtype.name);
  line.append(Operations(unit).rule);
  return line.text();
}

std::string where(const std::vector<LayerCosts>& layers, const Layout& layout) {
  std::vector<const Formula*> formulas;
  for (const LayerCosts& costs : layers)
    for (const auto* list : {&costs.parameters, &costs.macs, &costs.memory, &costs.memory_aside})
      for (const Quantity& quantity : *list) formulas.push_back(&quantity.formula);
  return symbols_text(formulas, arguments_of(layers), layout);
}

std::string heading(const LayerReport& report, OperationUnit unit, const Layout& layout) {
  std::string text = title(report.layers, unit, layout);
  if (report.layers.size() == 1) {
    const Layer& layer = report.layers.front().layer;
    text += paragraph(message("{}: {}.", layer.label, layer.about), layout);
  }
  return text + where(report.layers, layout) +
         paragraph(translated("T, the number of tokens, is the n of the chapters."), layout);
}

}  // namespace

std::string layer_text(const LayerReport& report, OperationUnit unit, const Layout& layout) {
  std::vector<Table> tables = report.layers.size() == 1
                                  ? tables_of_layer(report.layers.front(), unit)
                                  : tables_of_layers(report.layers, unit);
  if (!report.crossovers.empty()) tables.push_back(crossover_table(report.crossovers));
  std::string text = layout.explain > 0 ? heading(report, unit, layout) : "";
  for (const Table& table : tables) text += (text.empty() ? "" : "\n") + table_text(table, layout);
  if (layout.explain > 0 && !report.notes.empty()) text += "\n";
  if (layout.explain > 0)
    for (const std::string& note : report.notes) text += footnote(translated("note"), note, layout);
  if (layout.explain > 0 && !report.more.empty())
    text += footnote(translated("more"), report.more, layout);
  return text;
}

}  // namespace attn
