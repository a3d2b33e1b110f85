#include "practice/exercise.hpp"

#include <stdexcept>
#include <string_view>

#include "base/message.hpp"

namespace attn {

const std::string& LocalText::here() const {
  const bool japanese = std::string_view(language_code()) == "ja";
  return (japanese && !ja.empty()) || en.empty() ? ja : en;
}

std::vector<std::string> Field::option_ids() const {
  std::vector<std::string> ids;
  for (const Option& option : options) ids.push_back(option.id);
  return ids;
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
