#include "cli/program/program.hpp"

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <system_error>

#include "base/message.hpp"
#include "base/system.hpp"
#include "base/text.hpp"

#ifdef __APPLE__
#include <mach-o/dyld.h>
#include <sys/syslimits.h>
#endif

namespace attn {

namespace {

std::vector<std::string>& kept_words() {
  static std::vector<std::string> words;
  return words;
}

}  // namespace

void keep_command_line(int argc, char** argv) {
  kept_words().assign(argv + std::min(argc, 1), argv + argc);
}

const std::vector<std::string>& typed_words() { return kept_words(); }

std::string_view typed_value(std::string_view flag) {
  const std::vector<std::string>& words = kept_words();
  std::string_view value;
  for (std::size_t i = 0; i < words.size() && words[i] != "--"; ++i) {
    const std::string_view word = words[i];
    if (word == flag && i + 1 < words.size()) value = words[i + 1];
    if (word.size() > flag.size() && word.starts_with(flag) && word[flag.size()] == '=')
      value = word.substr(flag.size() + 1);
  }
  return value;
}

std::string command_line_with(const std::string& flag) {
  std::vector<std::string> words = kept_words();
  const auto end = std::find(words.begin(), words.end(), "--");
  if (std::find(words.begin(), end, flag) == end) words.insert(end, flag);
  std::string line = "attn";
  for (const std::string& word : words) line += " " + shell_word(word);
  return line;
}

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

namespace {

namespace fs = std::filesystem;

// Empty where the system does not tell.
#if defined(__linux__)
fs::path running_program(std::error_code& error) {
  return fs::read_symlink("/proc/self/exe", error);
}
#elif defined(__APPLE__)
fs::path running_program(std::error_code& error) {
  char path[PATH_MAX];
  uint32_t size = sizeof path;
  return _NSGetExecutablePath(path, &size) == 0 ? fs::canonical(path, error) : fs::path();
}
#else
fs::path running_program(std::error_code&) { return {}; }
#endif

}  // namespace

std::string program_folder() {
  std::error_code error;
  const fs::path program = running_program(error);
  return error || program.empty() ? "." : program.parent_path().string();
}

std::string data_folder() {
  return (fs::path(program_folder()) / ATTN_DATA_FROM_PROGRAM).lexically_normal().string();
}

std::string shown_path(const std::string& path) {
  const std::string own = data_folder() + "/";
  return path.starts_with(own) ? path.substr(own.size()) : path;
}

}  // namespace attn
