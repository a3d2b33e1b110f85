#include "practice/formula/formula_names.hpp"

#include <algorithm>
#include <array>
#include <numbers>

#include "base/text.hpp"

namespace attn {
namespace {

struct Constant {
  std::string_view name;
  double value;
};
constexpr std::array kConstants = {Constant{"pi", std::numbers::pi}, Constant{"e", std::numbers::e},
                                   Constant{"tau", 2.0 * std::numbers::pi}};

// "d_K" as "dk".
std::string without_case(const std::string& name) {
  std::string folded = lower_case(name);
  std::erase(folded, '_');
  return folded;
}

/// The places of the names whose product a word is, the longest first; empty if it is none.
std::vector<std::size_t> factor_places(const std::string& word,
                                       const std::vector<std::string>& names) {
  // reached[i]: one more than the place of the longest name that ends a way to write i letters
  std::vector<std::size_t> reached(word.size() + 1);
  const auto length = [&](std::size_t end) {
    return reached[end] == 0 ? std::size_t{0} : names[reached[end] - 1].size();
  };
  for (std::size_t end = 1; end <= word.size(); ++end)
    for (std::size_t i = 0; i < names.size(); ++i) {
      const std::size_t size = names[i].size();
      if (size == 0 || size > end || word.compare(end - size, size, names[i]) != 0) continue;
      const bool begins_well = size == end || reached[end - size] != 0;
      if (begins_well && size > length(end)) reached[end] = i + 1;
    }
  std::vector<std::size_t> places;
  for (std::size_t end = word.size(); end > 0 && reached[end] != 0; end -= length(end))
    places.insert(places.begin(), reached[end] - 1);
  return places;
}

}  // namespace

std::vector<std::string> factors_of(const std::string& word, const std::vector<std::string>& names,
                                    FormulaSpelling spelling) {
  std::vector<std::size_t> places = factor_places(word, names);
  if (places.empty() && spelling == FormulaSpelling::by_hand) {
    std::vector<std::string> folded;
    for (const std::string& name : names) folded.push_back(without_case(name));
    places = factor_places(without_case(word), folded);
    const bool is_ambiguous = std::any_of(places.begin(), places.end(), [&](std::size_t place) {
      return std::count(folded.begin(), folded.end(), folded[place]) > 1;
    });
    if (is_ambiguous) places.clear();
  }
  std::vector<std::string> factors;
  for (const std::size_t place : places) factors.push_back(names[place]);
  return factors;
}

std::string meant_as_power(const std::string& word, const std::vector<std::string>& names,
                           FormulaSpelling spelling) {
  const std::size_t n_letters = word.find_last_not_of("0123456789") + 1;
  if (n_letters == 0 || n_letters == word.size()) return "";
  const std::string letters = word.substr(0, n_letters);
  return factors_of(letters, names, spelling).empty() ? "" : letters + "^" + word.substr(n_letters);
}

const double* constant_named(const std::string& word, FormulaSpelling spelling) {
  // "E" is no number: one could mean the power of ten in 1E3.
  const bool in_any_case = spelling == FormulaSpelling::by_hand && word.size() > 1;
  const std::string name = in_any_case ? lower_case(word) : word;
  for (const Constant& constant : kConstants) {
    const bool is_known = spelling == FormulaSpelling::by_hand || constant.name != "tau";
    if (is_known && constant.name == name) return &constant.value;
  }
  return nullptr;
}

}  // namespace attn
