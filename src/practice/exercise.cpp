#include "practice/exercise.hpp"

#include <stdexcept>
#include <string_view>

#include "core/message.hpp"

namespace attn {

const std::string& LocalText::here() const {
  const bool japanese = std::string_view(language_code()) == "ja";
  return (japanese && !ja.empty()) || en.empty() ? ja : en;
}

const Field& Exercise::field(const std::string& name) const {
  for (const Field& field : fields)
    if (field.name == name) return field;
  throw std::out_of_range("no field " + name);
}

}  // namespace attn
