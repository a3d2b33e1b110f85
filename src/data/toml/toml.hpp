// TOML texts, and tables in which every key must be asked for.
#pragma once

#include <armadillo>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/message.hpp"

namespace attn {

struct TomlEntry;

/// A value of a TOML text and where it begins.
struct TomlValue {
  using List = std::vector<TomlValue>;
  using Entries = std::vector<TomlEntry>;  ///< in the order of the text

  std::variant<bool, double, std::string, List, Entries> content;
  std::size_t line = 0, column = 0;  ///< counted from 1

  const List* list() const { return std::get_if<List>(&content); }
  const Entries* entries() const { return std::get_if<Entries>(&content); }
  const std::string* text() const { return std::get_if<std::string>(&content); }
  const double* number() const { return std::get_if<double>(&content); }
  const bool* truth() const { return std::get_if<bool>(&content); }
};

/// A key of a table and what stands behind it.
struct TomlEntry {
  std::string name;
  TomlValue value;
  std::size_t line = 0, column = 0;  ///< of the name, counted from 1
};

/// Reads a TOML text. Whole numbers become doubles, which hold those of exercises exactly.
/// `source` names the file in refusals.
///
/// Errors:  InputError naming line and column if it is not TOML (names given twice included), or
///          holds dates, whole numbers beyond 2^53, or characters that cannot be seen.
TomlValue read_toml(std::string_view toml, const std::string& source);

/// A value of a TOML file together with that file and its key, which every refusal names.
struct TomlItem {
  const TomlValue* value;
  std::string source;                                            ///< the file: "exercise.toml"
  std::string key;                                               ///< "field.value"
  const std::vector<std::string>* languages = &kUsualLanguages;  ///< of its texts

  /// Errors: InputError always: "exercise.toml: line 3, column 9: field.value: ..."
  [[noreturn]] void refuse(const std::string& why) const;

  // What it must be. Errors: InputError telling what was expected and what is there.
  const std::string& text() const;
  double number() const;
  bool truth() const;
  std::vector<TomlItem> list() const;
  /// A whole number from `least` to `most`.
  int whole(int least, int most) const;
  /// Words that are not empty, at least one.
  std::vector<std::string> words() const;
  /// The same, each at most once.
  std::vector<std::string> different_words() const;
  /// A number (1 × 1), numbers (a row), or rows of numbers; each finite.
  arma::mat numbers() const;
  /// { en = "...", ja = "..." }, in every language; where there is one, the text
  /// alone will do.
  LocalText local_text() const;

  bool is_text() const { return value->text() != nullptr; }
  bool is_list_of_texts() const;

  /// What `read` returns, if anything; the errors it throws gain the place of this value.
  template <typename Read>
  auto placed(Read read) const;
};

/// A table of a TOML file. Every key in it must be asked for, so that a mistyped one is noticed.
class TomlTable {
 public:
  /// Errors: InputError if it is not a table.
  explicit TomlTable(const TomlItem& value);

  /// Errors: InputError if the key is missing.
  TomlItem need(const std::string& key);
  std::optional<TomlItem> find(const std::string& key);
  /// Every entry, under its name. None is left then.
  std::vector<std::pair<std::string, TomlItem>> all();
  /// The tables of [[key]]; empty if the key is missing.
  std::vector<TomlTable> tables(const std::string& key);
  /// The text under `key`, or, where there is none, in the entries of this table that bear the
  /// codes of the languages: { id = "a", en = "...", ja = "..." }.
  LocalText local_text(const std::string& key);

  /// Refuses a key that is none of these before anything else is refused.
  /// Errors: as finish().
  void allow_only(const std::vector<std::string>& keys);
  /// Errors: InputError naming the first key that was not asked for, its place, and the key that
  /// was probably meant.
  void finish() const;

  /// The table itself, for refusals.
  const TomlItem& self() const { return self_; }

 private:
  TomlItem self_;
  std::set<std::string> known_;
};

template <typename Read>
auto TomlItem::placed(Read read) const {
  try {
    return read();
  } catch (const InputError& error) {
    refuse(error.what());
  }
}

}  // namespace attn
