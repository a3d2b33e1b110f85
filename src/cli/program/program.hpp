// What the program knows of itself: its command line, its language, its folder.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// Keeps what was typed, for texts that say how to do the same again.
void keep_command_line(int argc, char** argv);

/// The words that were typed behind the name of the program.
const std::vector<std::string>& typed_words();

/// What was typed for a flag of one value, the last time it stands there: "40" of --width 40 and of
/// --width=40. Empty where it does not stand in front of "--". For what is needed before the
/// arguments are parsed, and where they cannot be.
std::string_view typed_value(std::string_view flag);

/// The command as one can paste it into a shell, with one more flag unless it is there:
/// "attn exercise grade class --out marks --resume".
std::string command_line_with(const std::string& flag);

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

/// The folder the running program lies in: its data is found from there, wherever it is installed.
/// The current folder where the system does not tell.
std::string program_folder();

/// The folder of attn's own data: exercises, solutions and examples.
std::string data_folder();

/// A path as a person wants to see it: one in attn's own data without the folder in which they are
/// installed, "examples/002/pytorch-layer.json"; any other as it is.
std::string shown_path(const std::string& path);

}  // namespace attn
