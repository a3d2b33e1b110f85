#include "practice/answer/answer_sheet.hpp"

#include "data/test_files.hpp"
#include "support/catch.hpp"

using namespace attn;

namespace {

AnswerSheet read(const std::string& text) { return read_answer_sheet(text, "answer.txt"); }

std::string refused_sheet(const std::string& text) {
  return refusal([&] { read(text); });
}

}  // namespace

TEST_CASE("read_answer_sheet: names, their texts and where they stand",
          "[practice][answer_sheet]") {
  const AnswerSheet sheet = read(
      "# a remark\nexercise = two-words\nvariant = 3\n\nscores =\n  1 2 # here too\n\n  3 4\n"
      "weights = 1/2 1/2; 1/3 2/3\n");
  CHECK(sheet.exercise == "two-words");
  CHECK(sheet.variant == 3U);
  REQUIRE(sheet.entries.size() == 2);
  CHECK(sheet.entries[0].name == "scores");
  CHECK(sheet.entries[0].line == 6);
  CHECK(sheet.entries[0].text == "1 2 \n\n  3 4");
  CHECK(sheet.entries[1].text == "1/2 1/2; 1/3 2/3");
  CHECK(sheet.entries[1].line == 9);
}

TEST_CASE("read_answer_sheet: an untouched template has no entries", "[practice][answer_sheet]") {
  const AnswerSheet sheet =
      read("exercise = a\nvariant =\nscores =\n# of each word\nwhy =  \u3000\n");
  CHECK(sheet.entries.empty());
  CHECK(sheet.exercise == "a");
  CHECK_FALSE(sheet.variant);
}

TEST_CASE("read_answer_sheet: full-width names and signs are read", "[practice][answer_sheet]") {
  const AnswerSheet sheet = read("ｓｃｏｒｅｓ　＝　１　２ ＃ 注\n");
  REQUIRE(sheet.entries.size() == 1);
  CHECK(sheet.entries[0].name == "scores");
  CHECK(sheet.entries[0].text == "　１　２");
}

TEST_CASE("read_answer_sheet: a blank answer may be given again", "[practice][answer_sheet]") {
  CHECK(read("a =\na = 1\n").entries.size() == 1);
  CHECK(refused_sheet("a = 1\nb = 2\na = 3\n") ==
        "answer.txt: line 3: 'a' is given twice. Keep one.");
  CHECK(
      refused_sheet("exercise = a\nexercise = b\n").starts_with("answer.txt: line 2: 'exercise'"));
}

TEST_CASE("read_answer_sheet: text without a name is refused", "[practice][answer_sheet][error]") {
  CHECK(refused_sheet("# x\n  1 2 3\n") ==
        "answer.txt: line 2, column 3: '1 2 3' stands before the first name. Write the name of the "
        "question and an equals sign in front of an answer: scores = ...");
  CHECK(refused_sheet("a b = 3\n")
            .starts_with("answer.txt: line 1, column 1: 'a b = 3' stands before"));
  CHECK(refused_sheet("scores: 1 2\n") ==
        "answer.txt: line 1, column 1: write an equals sign instead of the colon: scores = ...");
  CHECK(refused_sheet("a = 1\n weights： 1\n")
            .starts_with("answer.txt: line 2, column 2: write an equals"));
}

TEST_CASE("read_answer_sheet: exercise and variant are checked",
          "[practice][answer_sheet][error]") {
  CHECK(refused_sheet("variant = -1\n") ==
        "answer.txt: line 1: a variant is a whole number such as 0 or 7, and '-1' was given.");
  CHECK(refused_sheet("exercise = a\x1B[2J\n") ==
        "answer.txt: line 1: 'a?[2J' is not the id of an exercise. Write it as attn exercise list "
        "shows it.");
}

TEST_CASE("read_answer_sheet: bytes that are no UTF-8 are named",
          "[practice][answer_sheet][error]") {
  CHECK(refused_sheet("a = 1\r\nb = \xFF\r\n") ==
        "answer.txt: line 2, column 5: there is a byte that is not UTF-8. Save the text as UTF-8.");
}

TEST_CASE("read_answer_sheet: a thousand answers at most", "[practice][answer_sheet][error]") {
  std::string many;
  for (int i = 0; i < 1001; ++i) many += "a" + std::to_string(i) + "=1\n";
  CHECK(refused_sheet(many) == "answer.txt: line 1001: more than 1000 answers are not read.");
}

TEST_CASE("read_assignment: a name, an equals sign and a text", "[practice][answer_sheet]") {
  const AnswerEntry entry = read_assignment(" scores = 1 0; 0 1 ");
  CHECK(entry.name == "scores");
  CHECK(entry.text == "1 0; 0 1");
  CHECK(entry.line == 0);
  CHECK(read_assignment("why=a = b").text == "a = b");
  CHECK(refusal([] { read_assignment("1 2"); }) ==
        "'1 2': the name of a question, an equals sign and the answer were expected, such as "
        "scores=\"1 0; 0 1\".");
  CHECK(refusal([] { read_assignment("=1"); }) != "accepted");
}

TEST_CASE("read_answer_sheet: what PyTorch prints on a line of its own is no name",
          "[practice][answer_sheet]") {
  const AnswerSheet sheet = read("x = tensor([[1.]],\n  dtype=torch.float64)\ndtype = 2");
  REQUIRE(sheet.entries.size() == 2);
  CHECK(sheet.entries[0].text == "tensor([[1.]],\n  dtype=torch.float64)");
  CHECK(sheet.entries[1].name == "dtype");
}
