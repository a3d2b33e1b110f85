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

}  // namespace attn
