#include "practice/answer/answer_sheet.hpp"

#include "base/text.hpp"
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
  CHECK(read("a = 1\na =\n").entries.front().text == "1");
}

TEST_CASE("read_answer_sheet: of two answers to a question the last one counts",
          "[practice][answer_sheet]") {
  const AnswerSheet sheet = read("a = 1\nb = 2\na = 3\na = 4\n");
  REQUIRE(sheet.entries.size() == 2);
  CHECK(sheet.entries[0].text == "4");
  CHECK(sheet.entries[0].named_at == 4);
  CHECK(sheet.entries[0].earlier == std::vector<std::size_t>{1, 3});
  CHECK(read("exercise = a\nexercise = a\n").exercise == "a");
  CHECK(
      refused_sheet("exercise = a\nexercise = b\n").starts_with("answer.txt: line 2: 'exercise'"));
  CHECK(refused_sheet("variant = 1\nvariant = 2\n").starts_with("answer.txt: line 2: 'variant'"));
}

TEST_CASE("read_answer_sheet: text without a name is told and costs nothing",
          "[practice][answer_sheet]") {
  const AnswerSheet sheet = read("# x\n  1 2 3\nmore\nscores = 1\n");
  CHECK(sheet.unread == std::vector<std::string>{
                            "line 2: '1 2 3' stands before the first name. Write the name of the "
                            "question and an equals sign in front of an answer, and # in front of "
                            "a remark."});
  REQUIRE(sheet.entries.size() == 1);
  CHECK(sheet.entries.front().text == "1");
  std::string many;
  for (int i = 0; i < 50; ++i) many += "scores\nscores = 1\n";
  CHECK(read_answer_sheet(many, "answer.txt", {"scores"}).unread.size() == 11);
}

TEST_CASE("read_answer_sheet: a line that begins with a question belongs to it",
          "[practice][answer_sheet]") {
  const auto second = [](const std::string& line) {
    const AnswerSheet sheet = read_answer_sheet("scores = 1 2\n" + line + "\nwhy = b\n",
                                                "answer.txt", {"scores", "grand_total", "why"});
    REQUIRE(sheet.entries.size() == 3);
    CHECK(sheet.entries[0].text == "1 2");
    CHECK(sheet.entries[1].name == "grand_total");
    CHECK(sheet.entries[1].named_at == 2);
    CHECK(sheet.entries[2].text == "b");
    return sheet.entries[1];
  };
  for (const char* line :
       {"GRAND_TOTAL = 3", "grand_total: 3", "grand_total： 3", "grand_total := 3",
        "Grand total = 3", "grand-total ＝ 3", "- grand_total: 3", "* grand_total = 3",
        "・grand_total = 3", "2. grand_total = 3", "(2) grand_total = 3", "(a) grand_total = 3",
        "② grand_total = 3", "**grand_total** = 3", "**grand_total:** 3", "`grand_total = 3`",
        "> grand_total = 3", "grand_total\n3"}) {
    INFO(line);
    const AnswerEntry entry = second(line);
    CHECK(trimmed(entry.text) == "3");
    CHECK(entry.problem.empty());
  }
  for (const char* line : {"grand_total ≈ 3", "grand_total 3", "grand_total is 3",
                           "grand_total (of all) = 3", "- grand_total ~ 3"}) {
    INFO(line);
    CHECK(second(line).problem ==
          "Write an equals sign between the name and the answer: grand_total = ...");
  }
  for (const char* line :
       {"\u200Bgrand_total = 3", "grand\u200B_total = 3", "\u200Bgrand_total 3"}) {
    INFO(line);
    CHECK_THAT(second(line).problem, ContainsSubstring("U+200B"));
  }
}

TEST_CASE("read_answer_sheet: what can be read goes before what cannot",
          "[practice][answer_sheet]") {
  for (const char* text : {"a was hard\na = 1\n", "a = 1\na was hard\n"}) {
    const AnswerSheet sheet = read_answer_sheet(text, "answer.txt", {"a"});
    REQUIRE(sheet.entries.size() == 1);
    CHECK(sheet.entries.front().text == "1");
    CHECK(sheet.entries.front().problem.empty());
    CHECK(sheet.unread.size() == 1);
  }
}

TEST_CASE("read_answer_sheet: a formula below a sign may begin with a question's name",
          "[practice][answer_sheet]") {
  const AnswerSheet sheet =
      read_answer_sheet("total = 6\nmean =\n  total / 2\n", "answer.txt", {"total", "mean"});
  REQUIRE(sheet.entries.size() == 2);
  CHECK(sheet.entries[1].text == "total / 2");
}

TEST_CASE("read_answer_sheet: words below a name may begin with another question's name",
          "[practice][answer_sheet]") {
  const auto why = [](const std::string& text) {
    const AnswerSheet sheet = read_answer_sheet(text, "answer.txt", {"why", "weights"});
    REQUIRE(sheet.entries.size() == 1);
    CHECK(sheet.unread.empty());
    CHECK(sheet.entries[0].name == "why");
    return sheet.entries[0].text;
  };
  for (const char* text : {"Weights stay the same", "(b) Weights stay the same", "重みは同じ",
                           "weightsは変わらない", "weights", "b. weights"}) {
    CHECK(why("why =\n" + std::string(text) + "\n") == text);
    CHECK(why("weights =\nwhy:\n\n  " + std::string(text) + "\n") == text);
  }
  CHECK(why("why\nWeights stay the same\n") == "Weights stay the same");
  const AnswerSheet headings = read_answer_sheet("why\nweights\n1 2\n", "a", {"why", "weights"});
  REQUIRE(headings.entries.size() == 1);
  CHECK(headings.entries[0].name == "weights");
}

TEST_CASE("read_answer_sheet: the fences of Markdown are no text", "[practice][answer_sheet]") {
  const AnswerSheet sheet = read("```text\na = 1\n```\n");
  REQUIRE(sheet.entries.size() == 1);
  CHECK(sheet.entries.front().text == "1");
  CHECK(sheet.unread.empty());
}

TEST_CASE("read_answer_sheet: exercise and variant are checked",
          "[practice][answer_sheet][error]") {
  CHECK(refused_sheet("variant = -1\n") ==
        "answer.txt: line 1: a variant is a whole number such as 0 or 7, and '-1' was given.");
  const AnswerSheet sheet = read("exercise = a\x1B[2J\n");
  CHECK_FALSE(sheet.exercise);
  CHECK(sheet.unread ==
        std::vector<std::string>{"line 1: 'a?[2J' is not the id of an exercise. Write it as attn "
                                 "exercise list shows it."});
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
