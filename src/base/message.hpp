// What is said to people: errors, sentences in the language in force, and texts in several
// languages.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <stdexcept>
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

/// The one exception a user can cause: a flag, file, shape or number that cannot be used.
/// Its text says what was expected, what was given, and what to do.
struct InputError : std::runtime_error {
  explicit InputError(const std::string& text, std::vector<std::string> more = {})
      : std::runtime_error(text), hints(std::move(more)) {}

  std::vector<std::string> hints;  ///< lines under the first: what could be done instead
};

/// The surroundings refuse: a disk that is full, a folder that cannot be written.
struct SurroundingsError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A catalogue of gettext's, as msgfmt compiles it (.mo): English texts and their translations.
///
/// The C library's own gettext() translates only in a locale that is installed, and that of
/// Debian 13 not in C.UTF-8, which is the only one that is installed everywhere.
///
/// Source: the GNU gettext manual, "The Format of GNU MO Files"
class Catalogue {
 public:
  Catalogue() = default;  ///< translates nothing

  /// The catalogue in the bytes of a file; one that translates nothing if they are no
  /// catalogue.
  explicit Catalogue(std::string bytes);

  /// The translation of a text; null where there is none.
  const char* translation_of(std::string_view english) const;

 private:
  std::uint32_t number_at(std::size_t offset) const;
  std::string_view text_at(std::size_t entry) const;
  bool is_sound() const;

  std::string bytes_;
  std::size_t size_ = 0;                        // how many texts there are
  std::size_t english_ = 0, translations_ = 0;  // where their two lists begin
};

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

/// Why the system refused, in the user's language: "no space is left on the disk" for ENOSPC.
/// An error that hardly ever meets a user keeps the C library's own words.
std::string system_reason(int error_number);

}  // namespace attn
