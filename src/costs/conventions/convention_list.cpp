#include "costs/conventions/convention_list.hpp"

#include <algorithm>

namespace attn {
namespace {

Costs forward_of(const Costs& costs) {
  if (costs.pass.mode != Mode::train) return costs;
  Pass pass = costs.pass;
  pass.mode = Mode::prefill;
  return costs_of(costs.model, pass);
}

bool is_used(const ConventionTerm& definition, const std::vector<Convention>& rows) {
  return std::any_of(rows.begin(), rows.end(), [&definition](const Convention& row) {
    if (!row.formula) return false;
    const std::vector<std::string> symbols = row.formula->symbols();
    return std::find(symbols.begin(), symbols.end(), definition.symbol) != symbols.end();
  });
}

}  // namespace

ConventionList::ConventionList(const Costs& costs) : costs_(costs) {
  found_.arguments = costs.arguments;
  found_.definitions = convention_terms(forward_of(costs));
  for (const ConventionTerm& definition : found_.definitions)
    found_.arguments.add(definition.symbol, definition.meaning, definition.value);
}

Formula ConventionList::term(const std::string& symbol) const {
  const bool is_there =
      std::any_of(found_.definitions.begin(), found_.definitions.end(),
                  [&symbol](const ConventionTerm& one) { return one.symbol == symbol; });
  return is_there ? Formula(symbol) : Formula(0);
}

void ConventionList::add(Convention row, const Formula& formula, const std::string& refusal) {
  if (refusal.empty()) {
    row.formula = formula;
    row.count = formula.at(found_.arguments);
  } else {
    row.why = refusal;
  }
  found_.rows.push_back(std::move(row));
}

Conventions ConventionList::finish() && {
  std::erase_if(found_.definitions,
                [this](const ConventionTerm& one) { return !is_used(one, found_.rows); });
  return std::move(found_);
}

}  // namespace attn
