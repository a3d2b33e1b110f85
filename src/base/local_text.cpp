#include "base/local_text.hpp"

#include <algorithm>

#include "base/message.hpp"

namespace attn {
namespace {

const std::string kNothing;

// "pt" of "pt-BR".
std::string_view language_alone(std::string_view code) { return code.substr(0, code.find('-')); }

}  // namespace

const std::pair<std::string, std::string>* LocalText::entry_here() const {
  const auto is_text = [](const auto& one) { return !one.second.empty(); };
  for (const std::string_view wanted : {preferred_language(), std::string_view(language_code())}) {
    const std::pair<std::string, std::string>* alike = nullptr;
    for (const auto& one : texts) {
      if (!is_text(one)) continue;
      if (one.first == wanted) return &one;
      if (!alike && language_alone(one.first) == language_alone(wanted)) alike = &one;
    }
    if (alike) return alike;
  }
  const auto first = std::find_if(texts.begin(), texts.end(), is_text);
  return first == texts.end() ? nullptr : &*first;
}

const std::string& LocalText::here() const {
  const auto* entry = entry_here();
  return entry ? entry->second : kNothing;
}

const std::string& LocalText::language_here() const {
  const auto* entry = entry_here();
  return entry ? entry->first : kNothing;
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
