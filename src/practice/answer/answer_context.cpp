#include "practice/answer/answer_context.hpp"

#include <algorithm>
#include <set>

#include "base/message.hpp"
#include "base/text.hpp"
#include "practice/answer/wanted_form.hpp"

namespace attn {
namespace {

bool has_word(const std::string& text, const std::string& word) {
  for (auto at = text.find(word); at != text.npos; at = text.find(word, at + 1)) {
    const bool begins = at == 0 || !goes_on_in_name(text[at - 1]);
    const auto end = at + word.size();
    if (begins && (end == text.size() || !goes_on_in_name(text[end]))) return true;
  }
  return false;
}

// Whether the page calls a number by that name: d_k. An English word is no such name, and of
// {{middle}} a page shows the number alone.
bool is_on_page(const Exercise& exercise, const std::string& name) {
  constexpr std::size_t kLongestSymbol = 2;
  if (name.size() > kLongestSymbol && name.find('_') == name.npos) return false;
  const auto has_it = [&name](const std::string& text) { return has_word(text, name); };
  if (exercise.pages.prompt.any_is(has_it)) return true;
  return std::any_of(exercise.fields.begin(), exercise.fields.end(),
                     [&](const Field& field) { return field.ask.any_is(has_it); });
}

std::map<std::string, double> known_numbers(Worksheet& worksheet) {
  const Exercise& exercise = worksheet.exercise();
  std::set<std::string> fields;
  for (const Field& field : exercise.fields) fields.insert(field.name);
  std::map<std::string, double> known;
  for (const auto& [name, definition] : exercise.definitions) {
    const bool is_given =
        std::find(exercise.given.begin(), exercise.given.end(), name) != exercise.given.end();
    if (!is_given && (!is_on_page(exercise, name) || worksheet.depends_on(name, fields))) continue;
    try {
      const auto* const numbers = std::get_if<arma::mat>(&worksheet.value(name));
      if (numbers != nullptr && numbers->n_elem == 1) known[name] = (*numbers)(0);
    } catch (const InputError&) {
      // what cannot be computed has no number
    }
  }
  return known;
}

}  // namespace

std::vector<std::string> AnswerContext::known_names() const {
  std::vector<std::string> known;
  for (const auto& [name, value] : names) known.push_back(name);
  return known;
}

AnswerContext answer_context(const Worksheet& worksheet, const Field& field,
                             const std::map<std::string, double>& answered) {
  if (!field.has_cells()) return {};
  Worksheet truths = worksheet;
  const arma::mat& truth = truths.numbers(field.name);
  AnswerContext context;
  for (const auto& [language, text] : field.ask.texts) context.question += lower_case(text) + "\n";
  context.n_rows = truth.n_rows;
  context.n_cols = truth.n_cols;
  context.is_mask = field.kind == FieldKind::mask;
  context.row_labels = field.row_labels;
  context.col_labels = field.col_labels;
  context.is_whole = asks_whole_numbers(field, truth);
  if (field.kind == FieldKind::number) {
    context.is_whole = context.is_whole || asked_decimals(field.tolerance).value_or(1) <= 0;
    context.takes_degrees = field.takes_degrees;
  }
  if (field.is_numeric()) {
    context.names = known_numbers(truths);
    for (const auto& [name, value] : answered) context.names[name] = value;
    context.names.erase(field.name);
  }
  return context;
}

}  // namespace attn
