#include "cli/program/language.hpp"

#include "support/catch.hpp"
#include "support/command.hpp"

using namespace attn;

namespace {

// "en" or "ja", by the help text; the command is run in an environment of these variables alone.
std::string language_of(const std::string& variables, const std::string& arguments = "--help") {
  const TemporaryFolder folder;
  const CommandResult result =
      run_command("env -i " + variables + " $(command -v attn) " + arguments, folder.path());
  if (result.out.find("Usage: ") != std::string::npos) return "en";
  return result.out.find("使い方: ") != std::string::npos ? "ja" : result.out + result.err;
}

}  // namespace

TEST_CASE("choose_language: the first variable that says something decides", "[cli][language]") {
  const auto [variables, expected] = GENERATE(table<std::string, std::string>({
      {"", "en"},
      {"LANG=ja_JP.UTF-8", "ja"},
      {"LANG=ja", "ja"},
      {"LANG=en_US.UTF-8", "en"},
      {"LANG=C.UTF-8", "en"},
      {"LANG=fr_FR.UTF-8", "en"},
      {"LC_MESSAGES=ja_JP.UTF-8 LANG=en_US.UTF-8", "ja"},
      {"LC_MESSAGES=en_US.UTF-8 LANG=ja_JP.UTF-8", "en"},
      {"LC_ALL=C LC_MESSAGES=ja_JP.UTF-8 LANG=ja_JP.UTF-8", "en"},
      {"LC_ALL= LANG=ja_JP.UTF-8", "ja"},
      {"LANGUAGE=ja LANG=en_US.UTF-8", "ja"},
      {"LANGUAGE=ja:en LANG=en_US.UTF-8", "ja"},
      {"LANGUAGE=en:ja LANG=ja_JP.UTF-8", "en"},
      {"LANGUAGE=ja", "en"},  // as gettext has it: without a locale there is no language
      {"LANGUAGE=ja LANG=C", "en"},
      {"LANGUAGE=ja LANG=C.UTF-8", "ja"},
  }));
  CAPTURE(variables);
  CHECK(language_of(variables) == expected);
}

TEST_CASE("choose_language: --lang outweighs the environment", "[cli][language]") {
  CHECK(language_of("LANG=ja_JP.UTF-8", "--lang en --help") == "en");
  CHECK(language_of("LANG=en_US.UTF-8", "--lang ja --help") == "ja");
  CHECK(language_of("", "--help --lang=ja") == "ja");
  CHECK(language_of("", "attend --help --lang ja") == "ja");
  CHECK(language_of("", "--lang en --lang ja --help") == "ja");  // the last one counts
}

TEST_CASE("choose_language: other languages are refused in the language of the environment",
          "[cli][language][error]") {
  const TemporaryFolder folder;
  const CommandResult english = run_command("attn attend --lang fr", folder.path());
  CHECK(english.err == "attn: error: --lang must be en or ja, but it is fr.\n");
  CHECK(english.exit_code == 2);
  const CommandResult japanese =
      run_command("LANG=ja_JP.UTF-8 LC_ALL= attn --lang=JA", folder.path());
  CHECK(japanese.err ==
        "attn: エラー: --lang に指定できるのは en か ja です。指定された値は JA です。\n");
  CHECK(japanese.exit_code == 2);
  const CommandResult hostile = run_command("attn --lang \"$(printf '\\033[2J')\"", folder.path());
  CHECK(hostile.err == "attn: error: --lang must be en or ja, but it is ?[2J.\n");
}

TEST_CASE("choose_language: numbers keep their decimal point", "[cli][language]") {
  const TemporaryFolder folder;
  const CommandResult result = run_command(
      "LC_ALL=de_DE.UTF-8 LC_NUMERIC=de_DE.UTF-8 attn attend 'a b' --quiet --stage weights",
      folder.path());
  CHECK(result.out.find(',') == std::string::npos);
  CHECK(result.out.find('.') != std::string::npos);
}
