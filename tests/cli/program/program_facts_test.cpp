#include "cli/program/program.hpp"
#include "support/catch.hpp"
#include "support/command.hpp"

namespace {

std::string value_typed_in(std::vector<std::string> words, std::string_view flag) {
  words.insert(words.begin(), "attn");
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  keep_command_line(static_cast<int>(arguments.size()), arguments.data());
  std::string value(typed_value(flag));
  keep_command_line(0, nullptr);
  return value;
}

TEST_CASE("typed_value: the last value of a flag, in both spellings") {
  CHECK(value_typed_in({"attend", "--width", "40", "cat"}, "--width") == "40");
  CHECK(value_typed_in({"attend", "--width=40"}, "--width") == "40");
  CHECK(value_typed_in({"--width=40", "--width", "60"}, "--width") == "60");
  CHECK(value_typed_in({"attend", "cat"}, "--width").empty());
  CHECK(value_typed_in({"attend", "--width"}, "--width").empty());
  CHECK(value_typed_in({"attend", "--widthless=3"}, "--width").empty());
  CHECK(value_typed_in({"attend", "--", "--width", "40"}, "--width").empty());
}

// "en" or "ja", by the help text; the command is run in an environment of these variables alone.
std::string language_of(const std::string& variables, const std::string& arguments = "--help") {
  const CommandResult result =
      run_command("env -i " + variables + " $(command -v attn) " + arguments);
  if (result.out.find("Usage: ") != std::string::npos) return "en";
  return result.out.find("使い方: ") != std::string::npos ? "ja" : result.out + result.err;
}

TEST_CASE("choose_language: the first variable that says something decides") {
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

TEST_CASE("choose_language: --lang outweighs the environment") {
  CHECK(language_of("LANG=ja_JP.UTF-8", "--lang en --help") == "en");
  CHECK(language_of("LANG=en_US.UTF-8", "--lang ja --help") == "ja");
  CHECK(language_of("", "--help --lang=ja") == "ja");
  CHECK(language_of("", "attend --help --lang ja") == "ja");
  CHECK(language_of("", "--lang en --lang ja --help") == "ja");  // the last one counts
}

TEST_CASE("choose_language: other languages are refused in the language of the environment") {
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

TEST_CASE("choose_language: numbers keep their decimal point") {
  const CommandResult result = run_command(
      "LC_ALL=de_DE.UTF-8 LC_NUMERIC=de_DE.UTF-8 attn attend 'a b' --quiet --stage weights");
  CHECK(result.out.find(',') == std::string::npos);
  CHECK(result.out.find('.') != std::string::npos);
}

TEST_CASE("program_folder: translations are found wherever the program lies") {
  const CommandResult result = run_command(
      "program=$(command -v attn) && mkdir -p a/bin && cp $program a/bin/ && "
      "cp -r ${program%/bin/attn}/share a/ && ln -s ../a/bin/attn a/link && "
      "env -i a/bin/attn --lang ja --help && cd / && env -i $OLDPWD/a/link --lang ja");
  const std::size_t first = result.out.find("使い方: ");
  CHECK(first != std::string::npos);
  CHECK(result.out.find("使い方: ", first + 1) != std::string::npos);
  CHECK(result.err == "");
}

TEST_CASE(
    "shown_path: a path in attn's own data goes without the folder where they are installed") {
  CHECK(shown_path(data_folder() + "/examples/002/x.json:x") == "examples/002/x.json:x");
  CHECK(shown_path("w.npz") == "w.npz");
  CHECK(shown_path("/elsewhere" + data_folder() + "/x") == "/elsewhere" + data_folder() + "/x");
}

}  // namespace
