#include "cli/program/language.hpp"

#include <algorithm>
#include <string_view>

#include "base/message.hpp"
#include "base/system.hpp"
#include "base/text.hpp"
#include "cli/program/command_line.hpp"
#include "cli/program/program_folder.hpp"

namespace attn {
namespace {

// What the surroundings ask for: "ja_JP.UTF-8", "pt_BR"; "" for no language.
std::string_view locale_of_environment() {
  std::string_view locale;
  for (const char* name : {"LC_ALL", "LC_MESSAGES", "LANG"})
    if (locale = environment(name); !locale.empty()) break;
  const bool no_language = locale.empty() || locale == "C" || locale == "POSIX";
  if (const std::string_view list = environment("LANGUAGE"); !list.empty() && !no_language)
    locale = list;  // a list such as "ja:en": its first entry decides
  return no_language ? "" : locale;
}

// "pt-BR" for "pt_BR.UTF-8".
std::string code_of(std::string_view locale) {
  std::string code(locale.substr(0, locale.find_first_of(".:@")));
  std::replace(code.begin(), code.end(), '_', '-');
  return code;
}

void speak(std::string_view language) {
  // English is what the texts are written in, and so where there is no such file.
  read_translations(language == "en" ? ""
                                     : program_folder() + "/" ATTN_LOCALE_FROM_PROGRAM "/" +
                                           std::string(language) + "/LC_MESSAGES/attn.mo");
}

}  // namespace

void choose_language() {
  const std::string_view wanted = typed_value("--lang");
  const bool known = wanted == "en" || wanted == "ja";
  const std::string locale = code_of(locale_of_environment());
  prefer_language(known ? std::string(wanted) : locale);
  speak(known ? wanted : locale.starts_with("ja") ? "ja" : "en");
  if (!wanted.empty() && !known)
    throw InputError(message("--lang must be en or ja, but it is {}.", preview(wanted)));
}

void change_language(const std::string& code) {
  if (code == preferred_language() && code == language_code()) return;
  prefer_language(code);
  speak(code);
}

LanguageMeanwhile::LanguageMeanwhile(const std::string& code)
    : preferred_(preferred_language()), spoken_(language_code()) {
  change_language(code);
}

LanguageMeanwhile::~LanguageMeanwhile() {
  speak(spoken_);
  prefer_language(preferred_);
}

std::function<void(const std::string& code)> language_switch() {
  const std::string usual = language_code(), preferred(preferred_language());
  return [usual, preferred](const std::string& code) {
    change_language(code.empty() ? usual : code);
    if (code.empty()) prefer_language(preferred);
  };
}

}  // namespace attn
