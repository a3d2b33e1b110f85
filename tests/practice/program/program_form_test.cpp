#include "practice/program/program_form.hpp"

#include "support/catch.hpp"
#include "support/program_exercise.hpp"

using namespace attn;

namespace {

// The lines of the blocks of code.
std::vector<std::string> code_in(const Document& page) {
  std::vector<std::string> lines;
  for (const Piece& piece : page.pieces)
    if (const auto* block = std::get_if<CodeBlock>(&piece))
      lines.insert(lines.end(), block->lines.begin(), block->lines.end());
  return lines;
}

TEST_CASE("program_form: a request and a reply as examples, a value a line") {
  CHECK(code_in(program_form(Worksheet(doubling_exercise()))) ==
        std::vector<std::string>{"{\"n\":2,", " \"X\":[[1,2,3],[4,5,6]]}",
                                 "{\"doubled\":[[2,4,6],[8,10,12]],", " \"sum\":21}"});
}

TEST_CASE("program_form: tokens as they are") {
  CHECK(code_in(program_form(Worksheet(doubling_exercise_in_tokens()))) ==
        std::vector<std::string>{"2", "2 3", "1 2 3", "4 5 6", "2 4 6", "8 10 12", "21"});
}

TEST_CASE("program_form: every field and every check is named") {
  std::vector<std::string> labels;
  for (const Piece& piece : program_form(Worksheet(doubling_exercise())).pieces)
    if (const auto* line = std::get_if<LabelledLine>(&piece)) labels.push_back(line->label);
  CHECK(labels == std::vector<std::string>{"doubled", "sum", "shape", "values", "first_row"});
}

}  // namespace
