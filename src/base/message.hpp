#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace attn {

/// From now on texts are in the language of this file, a catalogue that msgfmt compiled (.mo); in
/// English if there is no such file. Before any thread is started.
void read_translations(const std::string& path);

/// The text in the user's language; the English text itself if it has no translation.
const char* translated(const char* english);

/// A sentence for the user, translated and with its arguments filled in.
/// The English form is checked against the arguments when the program is compiled; a test checks
/// that every translation has the same placeholders.
template <typename... Args>
std::string message(fmt::format_string<Args...> english, Args&&... args) {
  const fmt::string_view text = english;  // always a literal, hence ends in a NUL
  return fmt::vformat(translated(text.data()), fmt::make_format_args(args...));
}

/// The code of the language that texts are in: "en" or "ja".
const char* language_code();

/// The language that the user would like best, "fr" or "pt-BR", in which attn may have no texts but
/// a course may. Before any thread is started.
void prefer_language(std::string code);
/// That one; "" where nobody said so.
std::string_view preferred_language();

/// Adds a sentence to a text, with a space between them where the language has one.
void add_sentence(std::string& text, const std::string& sentence);

/// Adds a note, unless it is empty.
void add_note(std::vector<std::string>& notes, const std::string& note);

}  // namespace attn
