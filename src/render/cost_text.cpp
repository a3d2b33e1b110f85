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

}  // namespace

std::string cost_title(const Costs& costs, const CostView& view, const Layout& layout) {
  const Pass& pass = costs.pass;
  NamedLine line("complexity", layout);
  line.append(costs.model.name.empty() ? translated("by hand") : costs.model.name);
  if (pass.mode != Mode::prefill) line.append(mode_text(pass.mode));
  line.append(message("batch {}", count_text(pass.n_batch)));
  const std::uint64_t n_tokens = pass.mode == Mode::decode ? pass.n_keys : pass.n_tokens;
  line.append(message("tokens {}", count_text(n_tokens)));
  line.append(pass.dtype.name);
  if (costs.pairs.size() == 1) line.append(kind_text(costs.pairs.front().kind));
  line.append(view.unit == OperationUnit::flop ? "MAC = 2 FLOP" : "MAC");
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
    text = cost_title(costs, view, layout) +
           symbols_text(formulas_of(costs, view), costs.arguments, layout);
  const auto add = [&text](const std::string& part) {
    if (!part.empty()) text += (text.empty() ? "" : "\n") + part;
  };
  add(table_text(parameter_cost_table(costs), layout));
  add(table_text(operation_table(costs, view.unit), layout));
  if (view.elementwise) add(table_text(elementwise_table(costs), layout));
  add(table_text(memory_table(costs), layout));
  add(remarks_text(costs, layout));
  return text;
}

}  // namespace attn
