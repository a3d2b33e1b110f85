// Examples by name, whose files lie in data/: a command, its flags and a sentence.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/message.hpp"

namespace attn {

/// A table of words: what stands beside each other in two worlds, or in two years.
struct WordTable {
  LocalText title, note;  ///< the note may be empty
  std::vector<LocalText> columns;
  std::vector<std::vector<LocalText>> rows;
};

/// A demonstration by name: a command with its flags, and the numbers that they read.
struct NamedExample {
  /// A flag as if it were typed. Without a value it is one that takes none.
  using GivenFlag = std::pair<std::string, std::optional<LocalText>>;  ///< "--tokens", "The|cat"

  std::string name;     ///< that of its file: "cat-sat-mat"
  std::string command;  ///< "attend"
  std::string chapter;  ///< that of its folder: "000"
  LocalText title;      ///< what it shows, in a sentence
  LocalText note;       ///< what is worth knowing beside it; may be empty
  LocalText printed;    ///< what the chapter prints instead, and why that is not so; may be empty
  std::optional<LocalText> text;  ///< the words of the command; none where its flags give them
  std::vector<GivenFlag> flags;
  std::vector<WordTable> tables;
};

/// Reads the example of a file `<folder>/<chapter>/<name>.toml`. A path that its flags name is one
/// in the folder of the file.
/// Errors:  InputError naming the file, line, column and key.
NamedExample read_example(const std::string& path);

/// The same of a text; `folder` is where the files lie that it names.
/// Errors:  as above; `source` names the file.
NamedExample example_in(std::string_view toml, const std::string& source,
                        const std::string& folder);

/// A chapter of the book that the examples follow.
struct Chapter {
  std::string id;   ///< the folder of its examples: "000"
  LocalText title;  ///< what it is about
};

/// All examples of a folder: `chapters.toml`, and beside it a folder for each chapter that holds a
/// .toml file for each example.
class ExampleCatalog {
 public:
  /// Errors:  SurroundingsError if chapters.toml is missing; InputError if it is refused.
  explicit ExampleCatalog(std::string folder);

  const std::vector<Chapter>& chapters() const { return chapters_; }

  /// Errors:  std::out_of_range if there is none of that name.
  const Chapter& chapter(const std::string& id) const;

  /// The names of all examples, in the order of the chapters and then of the alphabet.
  std::vector<std::string> names() const;

  /// The examples of a command, in the same order.
  /// Errors:  InputError naming the file, line, column and key of one that cannot be read.
  std::vector<NamedExample> examples_of(const std::string& command) const;

  /// The example of that name, of whatever command; only its file is read.
  /// Errors:  InputError if there is none, with the nearest name; as above.
  NamedExample example(const std::string& name) const;

 private:
  std::string folder_;
  std::vector<Chapter> chapters_;
  std::vector<std::string> files_;
};

}  // namespace attn
