#pragma once

#include <functional>
#include <string>

namespace attn {

/// Chooses the language of every text: --lang in the arguments, else LC_ALL, LC_MESSAGES or LANG
/// (with LANGUAGE as in gettext), else English. It comes before parsing, so that help and errors
/// speak it too.
/// Errors: InputError if --lang is neither en nor ja.
void choose_language();

/// From now on texts are in another of these languages: "en", "ja". Before any thread is started.
void change_language(const std::string& code);

/// While it lives, texts are in another of these languages; after that, in the one before. Texts
/// that were translated before are copies by then. Before any thread is started.
class LanguageMeanwhile {
 public:
  explicit LanguageMeanwhile(const std::string& code);
  ~LanguageMeanwhile();
  LanguageMeanwhile(const LanguageMeanwhile&) = delete;
  LanguageMeanwhile& operator=(const LanguageMeanwhile&) = delete;

 private:
  std::string preferred_, spoken_;
};

/// Speaks another language, that of a student, or with "" again the one in force when this was
/// called. Before any thread is started.
std::function<void(const std::string& code)> language_switch();

}  // namespace attn
