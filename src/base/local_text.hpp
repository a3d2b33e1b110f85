#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace attn {

/// The languages of texts that name none: those of attn itself.
inline const std::vector<std::string> kUsualLanguages{"en", "ja"};

/// A text in each language of where it stands: a course, or the examples.
struct LocalText {
  /// Codes ("en", "pt-BR") and the texts in them, in the order in which that names them.
  std::vector<std::pair<std::string, std::string>> texts;

  LocalText() = default;
  /// In the usual languages.
  LocalText(std::string en, std::string ja) : texts{{"en", std::move(en)}, {"ja", std::move(ja)}} {}

  /// The one in the user's language; where there is none, the first of all.
  const std::string& here() const;
  /// The code of the language that here() is in; "" where there is no text at all.
  const std::string& language_here() const;
  /// The one in the first language, which is the same for every user.
  const std::string& first() const;
  /// The one in a language; "" where there is none.
  const std::string& in(std::string_view code) const;
  /// Whether any of them is so.
  template <typename Is>
  bool any_is(const Is& is) const {
    for (const auto& [code, text] : texts)
      if (is(text)) return true;
    return false;
  }
  /// Sets the one in a language, which comes last if it is new.
  void set(const std::string& code, std::string text);
  bool empty() const;

 private:
  /// The entry for the user; null where there is no text at all.
  const std::pair<std::string, std::string>* entry_here() const;
};

}  // namespace attn
