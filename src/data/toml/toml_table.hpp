#pragma once

#include <armadillo>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/message.hpp"
#include "data/toml/toml_tree.hpp"

namespace attn {

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

  /// What `read` returns; the errors it throws gain the place of this value.
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
