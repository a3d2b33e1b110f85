#include "practice/exercise.hpp"

#include <algorithm>
#include <cctype>
#include <stdexcept>

#include "base/message.hpp"

namespace attn {
namespace {

// a, ..., z, aa, ab, ...
std::string letter_at(std::size_t place) {
  constexpr std::size_t n_letters = 26;
  const std::string before = place < n_letters ? "" : letter_at(place / n_letters - 1);
  return before + static_cast<char>('a' + place % n_letters);
}

bool is_single(const std::string& text) { return text.size() == 1; }

std::string in_small_letters(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

}  // namespace

std::vector<std::string> Option::typed_as() const {
  std::vector<std::string> typed{id};
  for (const auto& [code, one] : text.texts) typed.push_back(one);
  typed.insert(typed.end(), spellings.begin(), spellings.end());
  return typed;
}

std::vector<std::string> Field::option_ids() const {
  std::vector<std::string> ids;
  for (const Option& option : options) ids.push_back(option.id);
  return ids;
}

std::vector<std::string> Field::option_letters() const {
  const std::vector<std::string> ids = option_ids();
  if (std::all_of(ids.begin(), ids.end(), is_single)) return ids;
  std::vector<std::string> letters;
  for (std::size_t place = 0; place < options.size(); ++place) letters.push_back(letter_at(place));
  for (std::size_t place = 0; place < options.size(); ++place)
    for (const std::string& typed : options[place].typed_as()) {
      const auto same = std::find(letters.begin(), letters.end(), in_small_letters(typed));
      if (same != letters.end() && *same != letters[place]) return ids;
    }
  return letters;
}

const ProgramLanguage* Program::language_of(const std::string& file) const {
  const std::size_t dot = file.rfind('.');
  if (dot == std::string::npos) return nullptr;
  const std::string extension = in_small_letters(file.substr(dot + 1));
  for (const ProgramLanguage& language : languages)
    if (extension == in_small_letters(language.extension)) return &language;
  return nullptr;
}

Definitions usual_ways(const Follows& follows) {
  Definitions usual;
  for (const auto& [name, ways] : follows) usual.emplace(name, ways.front());
  return usual;
}

const Field* Exercise::find_field(const std::string& name) const {
  for (const Field& field : fields)
    if (field.name == name) return &field;
  return nullptr;
}

const Field& Exercise::field(const std::string& name) const {
  if (const Field* found = find_field(name)) return *found;
  throw std::out_of_range("no field " + name);
}

}  // namespace attn
