#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "practice/course/toml_tree.hpp"
#include "practice/exercise.hpp"

namespace attn {

/// A value of a manifest together with its file and its key, which every refusal names.
struct ManifestValue {
  const TomlValue* value;
  std::string source;                                            ///< "exercise.toml"
  std::string key;                                               ///< "field.value"
  const std::vector<std::string>* languages = &kUsualLanguages;  ///< of the course

  /// Errors: InputError always: "exercise.toml: line 3, column 9: field.value: ..."
  [[noreturn]] void refuse(const std::string& why) const;

  // What it must be. Errors: InputError telling what was expected and what is there.
  const std::string& text() const;
  double number() const;
  bool truth() const;
  std::vector<ManifestValue> list() const;
  /// A whole number from `least` to `most`.
  int whole(int least, int most) const;
  /// Words that are not empty, at least one.
  std::vector<std::string> words() const;
  /// The same, each at most once.
  std::vector<std::string> different_words() const;
  /// A number (1 × 1), numbers (a row), or rows of numbers; each finite.
  arma::mat numbers() const;
  /// { en = "...", ja = "..." }, in every language of the course; where that has one, the text
  /// alone will do.
  LocalText local_text() const;
  /// A recipe. Its own errors gain the place of this value.
  Recipe recipe(const std::vector<std::string>& variables = {}) const;

  Place place() const { return {.line = value->line, .column = value->column}; }
  bool is_text() const { return value->text() != nullptr; }
  bool is_list_of_texts() const;

  /// What `read` returns; the errors it throws gain the place of this value.
  template <typename Read>
  auto placed(Read read) const;
};

/// A table of a manifest. Every key in it must be asked for, so that a mistyped one is noticed.
class ManifestTable {
 public:
  /// Errors: InputError if it is not a table.
  explicit ManifestTable(const ManifestValue& value);

  /// Errors: InputError if the key is missing.
  ManifestValue need(const std::string& key);
  std::optional<ManifestValue> find(const std::string& key);
  /// Every entry, under its name. None is left then.
  std::vector<std::pair<std::string, ManifestValue>> all();
  /// The tables of [[key]]; empty if the key is missing.
  std::vector<ManifestTable> tables(const std::string& key);
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
  const ManifestValue& self() const { return self_; }

 private:
  ManifestValue self_;
  std::set<std::string> known_;
};

template <typename Read>
auto ManifestValue::placed(Read read) const {
  try {
    return read();
  } catch (const InputError& error) {
    refuse(error.what());
  }
}

}  // namespace attn
