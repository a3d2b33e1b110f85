#include "base/local_text.hpp"

#include <algorithm>

#include "base/message.hpp"

namespace attn {
namespace {

const std::string kNothing;

// "pt" of "pt-BR".
std::string_view language_alone(std::string_view code) { return code.substr(0, code.find('-')); }

}  // namespace

const std::string& LocalText::here() const {
  for (const std::string_view wanted : {preferred_language(), std::string_view(language_code())}) {
    if (const std::string& exactly = in(wanted); !exactly.empty()) return exactly;
    for (const auto& [code, text] : texts)
      if (!text.empty() && language_alone(code) == language_alone(wanted)) return text;
  }
  return first();
}

const std::string& LocalText::first() const {
  for (const auto& [code, text] : texts)
    if (!text.empty()) return text;
  return kNothing;
}

const std::string& LocalText::in(std::string_view wanted) const {
  for (const auto& [code, text] : texts)
    if (code == wanted) return text;
  return kNothing;
}

void LocalText::set(const std::string& wanted, std::string new_text) {
  for (auto& [code, text] : texts)
    if (code == wanted) {
      text = std::move(new_text);
      return;
    }
  texts.emplace_back(wanted, std::move(new_text));
}

bool LocalText::empty() const {
  return std::all_of(texts.begin(), texts.end(),
                     [](const auto& one) { return one.second.empty(); });
}

}  // namespace attn
