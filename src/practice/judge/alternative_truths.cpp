#include "practice/judge/alternative_truths.hpp"

#include <set>

#include "base/error.hpp"
#include "practice/judge/compare.hpp"
#include "practice/judge/diagnose.hpp"

namespace attn {

AlternativeTruths::AlternativeTruths(const Exercise& exercise, const Worksheet& worksheet)
    : exercise_(exercise), truths_(worksheet) {}

AlternativeTruths::Sheet& AlternativeTruths::sheet_of(const Alternative& alternative) {
  const auto found = sheets_.find(&alternative);
  if (found != sheets_.end()) return found->second;
  return sheets_.emplace(&alternative, Sheet{truths_.with(alternative.change)}).first->second;
}

const arma::mat* AlternativeTruths::of(const Alternative& alternative, const Field& field) {
  Sheet& sheet = sheet_of(alternative);
  const auto [known, is_new] = sheet.truths.try_emplace(&field);
  if (is_new) {
    std::set<std::string> changed;
    for (const auto& [name, definition] : alternative.change) changed.insert(name);
    try {
      if (truths_.depends_on(field.name, changed))
        known->second = sheet.worksheet.numbers(field.name);
    } catch (const InputError&) {
      // The mistake leads to no answer here: shapes that do not fit.
    }
  }
  return known->second ? &*known->second : nullptr;
}

const Field* AlternativeTruths::first_wrong_field(const Alternative& alternative) {
  for (const Field& field : exercise_.fields) {
    if (!field.is_graded) continue;
    const arma::mat* other = of(alternative, field);
    if (other == nullptr) continue;
    if (!compare(field, answer_of(field, *other), truths_.numbers(field.name)).matches())
      return &field;
  }
  return nullptr;
}

std::vector<std::pair<std::string, std::string>> AlternativeTruths::indistinguishable() {
  std::vector<std::pair<std::string, std::string>> pairs;
  for (const Alternative& one : exercise_.alternatives) {
    if (one.may_coincide || !applies(one, truths_)) continue;
    const Field* field = first_wrong_field(one);
    if (field == nullptr) {
      pairs.emplace_back(one.name, "");
      continue;
    }
    const arma::mat answer = answer_of(*field, *of(one, *field));
    for (const Alternative& other : exercise_.alternatives) {
      if (&other == &one || other.may_coincide || !applies(other, truths_)) continue;
      const arma::mat* truth = of(other, *field);
      if (truth != nullptr && compare(*field, answer, *truth).matches())
        pairs.emplace_back(one.name, other.name);
    }
  }
  return pairs;
}

}  // namespace attn
