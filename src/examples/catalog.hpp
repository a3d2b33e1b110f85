#pragma once

#include <string>
#include <vector>

#include "examples/named_example.hpp"

namespace attn {

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
