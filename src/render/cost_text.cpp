#include "render/cost_text.hpp"

#include <algorithm>

#include "core/message.hpp"
#include "render/cost_tables.hpp"
#include "render/lines.hpp"
#include "render/table.hpp"
#include "render/wrap.hpp"

namespace attn {
namespace {

const char* mode_text(Mode mode) {
  return mode == Mode::decode ? translated("decode, one new token") : translated("training");
}

std::vector<const Formula*> formulas_of(const Costs& costs, const CostView& view) {
  std::vector<const Formula*> formulas;
  const auto add = [&formulas](const std::vector<Quantity>& quantities) {
    for (const Quantity& quantity : quantities) formulas.push_back(&quantity.formula);
  };
  add(costs.parameters);
  add(costs.macs);
  if (view.elementwise) add(costs.elementwise);
  add(costs.memory);
  for (const Pairs& pairs : costs.pairs) formulas.push_back(&pairs.formula);
  return formulas;
}

std::string remarks_text(const Costs& costs, const Layout& layout) {
  std::string text;
  for (const std::string& warning : costs.warnings)
    text += footnote(translated("warning"), warning, layout);
  if (layout.explain > 0)
    for (const std::string& note : costs.model.notes)
      text += footnote(translated("note"), note, layout);
  return text;
}

// What the definitions are, for those who ask for more words.
const char* parameter_detail() {
  return translated(
      "W_Q makes h queries of d_h numbers from an embedding of d; W_K and W_V make h_kv keys and "
      "values, which the query heads share; W_O brings h d_h numbers back to d. A bias is one more "
      "number for each output. An LM head that is tied has no numbers of its own.");
}

const char* operation_detail() {
  return translated(
      "Each number of a matrix product takes one MAC for each pair of numbers that meet in it. "
      "Scores and weighted sum are counted for the pairs that the mask allows, no others. Fewer "
      "key-value heads make the projections smaller, but not these two: every query head still "
      "meets every key. Looking up an embedding is no product.");
}

const char* memory_detail() {
  return translated(
      "The cache holds a key and a value for each layer, key-value head and token, so that they "
      "need not be computed again for the next token. Scores need no memory of their own where "
      "softmax runs along the keys and keeps only the maximum and the sum of each row. Training "
      "adds gradients and the two moments and the 32-bit copy of Adam: 12 bytes a parameter.");
}

std::string section_text(const Table& table, const char* detail, const Layout& layout) {
  std::string text = table_text(table, layout);
  if (layout.explain > 1) text += "\n" + paragraph(detail, layout);
  return text;
}

}  // namespace

std::string cost_title(const Costs& costs, OperationUnit unit, const Layout& layout,
                       const std::optional<SweepRange>& swept) {
  const Pass& pass = costs.pass;
  const auto is_swept = [&swept](const char* name) { return swept && swept->parameter == name; };
  NamedLine line("complexity", layout);
  line.append(costs.model.name.empty() ? translated("by hand") : costs.model.name);
  if (pass.mode != Mode::prefill) line.append(mode_text(pass.mode));
  if (!is_swept("batch")) line.append(message("batch {}", count_text(pass.n_batch)));
  const std::uint64_t n_tokens = pass.mode == Mode::decode ? pass.n_keys : pass.n_tokens;
  const bool sweeps_keys_seen = is_swept("keys") && pass.mode == Mode::decode && pass.n_source == 0;
  if (!is_swept("tokens") && !sweeps_keys_seen)
    line.append(message("tokens {}", count_text(n_tokens)));
  if (swept)
    line.append(
        message("{} {} to {}", swept->parameter, count_text(swept->from), count_text(swept->to)));
  line.append(pass.dtype.name);
  if (costs.pairs.size() == 1) line.append(kind_text(costs.pairs.front().kind));
  line.append(Operations(unit).rule);
  return line.text();
}

std::string symbols_text(const std::vector<const Formula*>& formulas, const Arguments& arguments,
                         const Layout& layout) {
  std::vector<std::string> used;
  for (const Formula* formula : formulas)
    for (const std::string& symbol : formula->symbols()) used.push_back(symbol);
  std::string text;
  for (const Arguments::Argument& argument : arguments.all()) {
    const bool is_used = std::find(used.begin(), used.end(), argument.symbol) != used.end();
    const bool is_pairs = argument.symbol.starts_with("P");  // told with their own formula
    if (!is_used || is_pairs) continue;
    text += (text.empty() ? "" : ",  ") +
            unbroken(fmt::format("{} = {} = {}", argument.symbol, argument.meaning,
                                 count_text(argument.value)));
  }
  return footnote(translated("where"), text, layout);
}

std::string cost_text(const Costs& costs, const CostView& view, const Layout& layout) {
  std::string text;
  if (layout.explain > 0)
    text = cost_title(costs, view.unit, layout) +
           symbols_text(formulas_of(costs, view), costs.arguments, layout);
  const auto add = [&text](const std::string& part) {
    if (!part.empty()) text += (text.empty() ? "" : "\n") + part;
  };
  add(section_text(parameter_cost_table(costs), parameter_detail(), layout));
  add(section_text(operation_table(costs, view.unit), operation_detail(), layout));
  if (view.elementwise) add(table_text(elementwise_table(costs), layout));
  add(section_text(memory_table(costs), memory_detail(), layout));
  add(remarks_text(costs, layout));
  return text;
}

}  // namespace attn
