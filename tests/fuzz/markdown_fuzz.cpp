#include "fuzz_target.hpp"
#include "practice/course/course.hpp"

// Every byte sequence is a page or an InputError, and nothing in a page commands the terminal.
ATTN_FUZZ_READER(markdown_fuzz) {
  const Placeholders placeholders{.piece = [](const std::string& name) -> Piece {
                                    if (name.empty()) throw InputError("no name");
                                    return MatrixRow{{MarkedMatrix{.title = "A", .value = {{1}}}}};
                                  },
                                  .text = [](const std::string&) { return std::string("1"); }};
  const Document document = read_markdown(bytes, placeholders);
  for (const Piece& piece : document.pieces)
    if (const auto* paragraph = std::get_if<Paragraph>(&piece))
      if (paragraph->text.find('\033') != std::string::npos) __builtin_trap();
}
