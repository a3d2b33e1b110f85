#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// A command to try, and a sentence on what it shows.
struct Example {
  std::string command;
  const char* sentence;  ///< translated
};

/// Three examples of a subcommand, the first the most useful; those of the program itself for "".
std::vector<Example> examples_of(std::string_view command);

/// A command in `width` columns, indented: where it goes on in the next line, the line ends as a
/// shell wants it.
std::string example_lines(const std::string& command, unsigned width, unsigned indent);

}  // namespace attn
