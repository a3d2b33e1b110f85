#include "practice/judge/check.hpp"

#include "base/message.hpp"
#include "practice/course/manifest.hpp"
#include "support/catch.hpp"
#include "support/practice_exercise.hpp"

using namespace attn;
using Strings = std::vector<std::string>;

namespace {

const std::string kRight =
    "scores = 2 2; 1 2\n"
    "weights = 0.5 0.5; 0.378 0.622\n"
    "output = 1 2; 0.755 2.49\n"
    "mask = 1 0; 1 1\n"
    "open = 3\n"
    "why = b\n"
    "cost = d n²\n"
    "strongest = cat->sat\n"
    "guess = cat\n";

constexpr const char* kTwoNumbers =
    "format_version = 1\nid = \"twelve\"\ntitle = { en = \"Twelve\", ja = \"十二\" }\n"
    "[given]\na = 2\nb = 3\n"
    "[[field]]\nname = \"total\"\nkind = \"number\"\nask = { en = \"a b\", ja = \"a b\" }\n"
    "value = \"a * b\"\nabsolute = 0.1\n"
    "[[field]]\nname = \"twice\"\nkind = \"number\"\nask = { en = \"2 a b\", ja = \"2 a b\" }\n"
    "value = \"2 * total\"\n"
    "[[misconception]]\nname = \"sum\"\nchange = { total = \"a + b + 1/16\" }\n"
    "say = { en = \"A sum.\", ja = \"和です。\" }\n";

constexpr const char* kWeightsTimes40 =
    "format_version = 1\nid = \"forty\"\ntitle = { en = \"Forty\", ja = \"四十\" }\n"
    "[given]\nQ = [[2, 0]]\nV = [[40], [0]]\n"
    "[[field]]\nname = \"scores\"\nkind = \"matrix\"\nask = { en = \"S\", ja = \"S\" }\n"
    "value = \"multiply(Q, 1)\"\n"
    "[[field]]\nname = \"weights\"\nkind = \"matrix\"\nask = { en = \"A\", ja = \"A\" }\n"
    "value = \"softmax_rows(scores)\"\ndecimals = 2\n"
    "[[field]]\nname = \"output\"\nkind = \"matrix\"\nask = { en = \"A V\", ja = \"A V\" }\n"
    "value = \"matmul(weights, V)\"\ndecimals = 2\n";

// The right answer with one line written anew.
std::string with_line(const std::string& name, const std::string& text) {
  const std::size_t begin = kRight.find(name + " =");
  std::string sheet = kRight;
  return sheet.replace(begin, kRight.find('\n', begin) - begin, name + " = " + text);
}

FieldResult judged_line(const std::string& name, const std::string& text) {
  return result_of(check_answer(with_line(name, text)), name);
}

}  // namespace

TEST_CASE("check: a right answer passes in every field", "[practice][check]") {
  const CheckResult result = check_answer(kRight);
  CHECK(result.verdict == Verdict::pass);
  CHECK(result.is_attempt());
  CHECK(result.n_slips() == 0);
  for (const FieldResult& field : result.fields)
    CHECK(field.verdict == (field.field->is_graded ? FieldVerdict::pass : FieldVerdict::noted));
}

TEST_CASE("check: one slip is counted once, and the rest follows from it", "[practice][check]") {
  // Keys and queries exchanged; the weights and the output are right for these scores.
  const CheckResult result = check_answer(
      "scores = 2 1; 2 2\nweights = .622 .378; .5 .5\noutput = 1.245 1.51; 1 2\nopen = 3");
  CHECK(result.verdict == Verdict::not_yet);
  CHECK(result.n_slips() == 1);
  CHECK(result_of(result, "scores").alternative == "keys_and_queries_swapped");
  for (const char* name : {"weights", "output"}) {
    CHECK(result_of(result, name).verdict == FieldVerdict::follows);
    CHECK(result_of(result, name).follows_of == Strings{"scores"});
  }
  CHECK(result_of(result, "open").verdict == FieldVerdict::pass);
  CHECK(result_of(result, "mask").verdict == FieldVerdict::missing);
}

TEST_CASE("check: a second slip after a first one is found too", "[practice][check]") {
  const CheckResult result = check_answer("scores = 2 1; 2 2\nweights = .731 .269; .5 .5");
  CHECK(result.n_slips() == 2);
  CHECK(result_of(result, "weights").alternative == "no_scale");  // of their own scores
}

TEST_CASE("check: what was rounded on paper still follows", "[practice][check]") {
  // The wrong total, 5.0625, was written as 5.06; what comes next was computed from all its digits.
  const Exercise exercise = read_manifest(kTwoNumbers, "exercise.toml");
  const CheckResult result =
      check(exercise, Worksheet(exercise), read_answer_sheet("total = 5.06\ntwice = 10.125", "-"));
  CHECK(result_of(result, "total").alternative == "sum");
  CHECK(result_of(result, "twice").verdict == FieldVerdict::follows);
}

TEST_CASE("check: a row of NaN is gone on from", "[practice][check]") {
  const CheckResult result = check_answer("weights = .5 .5; nan nan\noutput = 1 2; nan nan\n");
  CHECK(result_of(result, "weights").verdict == FieldVerdict::wrong);
  CHECK(result_of(result, "output").verdict == FieldVerdict::follows);
}

TEST_CASE("check: a slip is gone on from in exact numbers too", "[practice][check]") {
  // The weights of these scores are 0.7311 and 0.2689; the output was computed from all their
  // digits, times 40, and not from those that were written down.
  const Exercise exercise = read_manifest(kWeightsTimes40, "exercise.toml");
  const auto checked = [&](const char* sheet) {
    return check(exercise, Worksheet(exercise), read_answer_sheet(sheet, "-"));
  };
  const CheckResult exact = checked("scores = 1 0\nweights = .73 .27\noutput = 29.24");
  CHECK(exact.n_slips() == 1);
  CHECK(result_of(exact, "output").verdict == FieldVerdict::follows);
  const CheckResult rounded = checked("scores = 1 0\nweights = .73 .27\noutput = 29.2");
  CHECK(rounded.n_slips() == 1);
}

TEST_CASE("check: what follows from right answers that were rounded is right",
          "[practice][check]") {
  // softmax(2, 0) is 0.8808 and 0.1192.
  const Exercise exercise = read_manifest(kWeightsTimes40, "exercise.toml");
  const auto checked = [&](const char* sheet) {
    return check(exercise, Worksheet(exercise), read_answer_sheet(sheet, "-"));
  };
  for (const char* output : {"35.23", "35.2"}) {
    const std::string sheet = std::string("scores = 2 0\nweights = .88 .12\noutput = ") + output;
    CHECK(checked(sheet.c_str()).verdict == Verdict::pass);
  }
  CHECK(checked("scores = 2 0\nweights = .88 .12\noutput = 35.1").verdict == Verdict::not_yet);
  CHECK(checked("scores = 2 0\noutput = 35.2").n_slips() == 1);  // nothing was rounded before
}

TEST_CASE("check: mistakes are called by their names", "[practice][check]") {
  CHECK(judged_line("weights", "0.5 0.5; 0.269 0.731").alternative == "no_scale");
  CHECK(judged_line("weights", "0.5 0.5; 0.269 0.731").explanation ==
        "The scores were not divided by √d_k.");
  CHECK(judged_line("why", "c").explanation == "Softmax does that.");
  CHECK(judged_line("cost", "2 d n^2").alternative == "flop_for_mac");
  CHECK(judged_line("mask", "0 1; 0 0").alternative == "mask_reversed");
  CHECK(judged_line("weights", "0.6 0.4; 0.38 0.62").alternative == "printed_key");
  CHECK(judged_line("why", "a").alternative.empty());
}

TEST_CASE("check: a printed key is one only with the book's numbers", "[practice][check]") {
  const Exercise& exercise = practice_exercise();
  const FieldResult result = check_field(Worksheet(exercise, 1), exercise.field("weights"),
                                         {.name = "weights", .text = ".6 .4; .38 .62"}, {});
  CHECK(result.alternative != "printed_key");
}

TEST_CASE("check: another reading is accepted, and what follows is judged by it",
          "[practice][check]") {
  std::string sheet = with_line("mask", "1 1; 1 0");  // of two: the first half, and then nobody new
  CheckResult result = check_answer(sheet);
  CHECK(result_of(result, "mask").verdict == FieldVerdict::accepted);
  CHECK(result_of(result, "mask").explanation == "This is the literal reading.");
  CHECK(result_of(result, "open").verdict == FieldVerdict::pass);  // three cells, as it happens
  CHECK(result.verdict == Verdict::pass);
}

TEST_CASE("check: a reading that is alone says nothing of later questions once it is told",
          "[practice][check]") {
  const std::string manifest =
      "format_version = 1\nid = \"square\"\ntitle = { en = \"Square\", ja = \"正方形\" }\n"
      "[[field]]\nname = \"side\"\nkind = \"number\"\nask = { en = \"a\", ja = \"a\" }\nvalue = 2\n"
      "[[field]]\nname = \"area\"\nkind = \"number\"\nask = { en = \"a²\", ja = \"a²\" }\n"
      "value = \"side * side\"\n"
      "[[accept]]\nname = \"outside\"\nchange = { side = 3 }\n"
      "say = { en = \"Outside.\", ja = \"外側です。\" }\n";
  const auto area = [](const Exercise& exercise, const char* sheet) {
    return result_of(check(exercise, Worksheet(exercise), read_answer_sheet(sheet, "-")), "area")
        .verdict;
  };
  const Exercise both = read_manifest(manifest, "exercise.toml");
  const Exercise alone = read_manifest(manifest + "alone = true\n", "exercise.toml");
  CHECK(area(both, "area = 9") == FieldVerdict::accepted);
  CHECK(area(alone, "area = 9") == FieldVerdict::accepted);  // the side may have been either
  CHECK(area(alone, "side = 3\narea = 9") == FieldVerdict::pass);
  CHECK(area(alone, "side = 3\narea = 4") == FieldVerdict::wrong);
}

TEST_CASE("check: case 10, the transpose of a square matrix", "[practice][check]") {
  const FieldResult result = judged_line("output", "1 0.755; 2 2.49");
  CHECK(result.verdict == FieldVerdict::wrong);
  CHECK(result.alternative == "transposed");
  CHECK_THAT(result.explanation, ContainsSubstring("transposed"));
}

TEST_CASE("check: case 10, 11, 13 and 14, another shape is told before any number",
          "[practice][check]") {
  for (const char* text : {"2 2 1 2", "2; 2; 1; 2", "2 2; 1 2; 0 0", "2", "2 2 2; 1 2 2"}) {
    const FieldResult result = judged_line("scores", text);
    CHECK(result.verdict == FieldVerdict::wrong_shape);
    CHECK_FALSE(result.comparison.worst);
    REQUIRE(result.messages.size() == 1);
    CHECK_THAT(result.messages[0], ContainsSubstring("2 × 2"));
  }
}

TEST_CASE("check: cases 2 and 3, what is not finite never passes and is named",
          "[practice][check]") {
  for (const char* text : {"nan", "inf", "-inf", "1e400", "NaN"}) {
    const CheckResult result = check_answer(with_line("open", text));
    CHECK(result.verdict == Verdict::not_yet);
    CHECK_THAT(result_of(result, "open").explanation, ContainsSubstring("not a finite number"));
  }
  const FieldResult cell = judged_line("weights", "0.5 nan; 0.378 0.622");
  CHECK(cell.verdict == FieldVerdict::wrong);
  CHECK_THAT(cell.explanation, ContainsSubstring("Row 1, column 2 is NaN"));
  CHECK(cell.messages.empty());
}

TEST_CASE("check: case 9, a percentage", "[practice][check]") {
  CHECK(judged_line("weights", "50 50; 37.8 62.2").alternative == "percentage");
  // The sign means a hundredth, in every cell or in some.
  CHECK(judged_line("weights", "50% 50%; 37.8% 62.2%").verdict == FieldVerdict::pass);
  CHECK(judged_line("weights", "50% .5; .378 62.2 %").verdict == FieldVerdict::pass);
  CHECK(judged_line("scores", "2% 2%; 1% 2%").verdict == FieldVerdict::wrong);
}

TEST_CASE("check: an unreadable field makes no attempt of the answer", "[practice][check]") {
  const CheckResult result = check_answer(with_line("scores", "2 2; 1"));
  CHECK(result.verdict == Verdict::unreadable);
  CHECK_FALSE(result.is_attempt());
  CHECK(result_of(result, "scores").verdict == FieldVerdict::unreadable);
  CHECK_FALSE(result_of(result, "scores").explanation.empty());
  CHECK(result_of(result, "why").verdict == FieldVerdict::pass);
  const CheckResult with_wrong = check_answer("scores = 2 2; 1\nopen = 4");
  CHECK(with_wrong.verdict == Verdict::unreadable);
  CHECK(with_wrong.is_attempt());
}

TEST_CASE("check: case 1, an empty answer is no attempt", "[practice][check]") {
  for (const char* sheet : {"", "\n \n\t\n", "# nothing yet\nscores =\n\nweights =\n"}) {
    const CheckResult result = check_answer(sheet);
    CHECK(result.verdict == Verdict::unreadable);
    CHECK(result.remarks == Strings{"Nothing is filled in yet."});
    for (const FieldResult& field : result.fields) CHECK(field.verdict == FieldVerdict::missing);
  }
}

TEST_CASE("check: what is missing is not right, and not a slip", "[practice][check]") {
  const CheckResult result = check_answer("scores = 2 2; 1 2");
  CHECK(result.verdict == Verdict::not_yet);
  CHECK(result.n_slips() == 0);
}

TEST_CASE("check: a guess decides nothing", "[practice][check]") {
  CHECK(check_answer(with_line("guess", "sat")).verdict == Verdict::pass);
  CHECK(judged_line("guess", "sat").messages == Strings{"1 of the 1 you guessed is among them."});
  CHECK(judged_line("guess", "cat").messages == Strings{"0 of the 1 you guessed are among them."});
  CHECK(check_answer(with_line("guess", "cat cat")).verdict == Verdict::unreadable);
}

TEST_CASE("check: an answer to something else is refused", "[practice][check]") {
  CHECK_THROWS_WITH(check_answer("exercise = softmax\nopen = 3"),
                    "this answer is for the exercise softmax, not for two-words.");
  CHECK_THROWS_WITH(check_answer("variant = 7\nopen = 3"),
                    "this answer is for variant 7, not for variant 0.");
  CHECK(check_answer("exercise = " + std::to_string(practice_exercise().number) + "\nopen = 3")
            .remarks.empty());
}

TEST_CASE("check: a name that nobody asked for is told, and the rest is judged",
          "[practice][check]") {
  const CheckResult result = check_answer("# a remark\n\nwieghts =\n  1 2\nopen = 3");
  CHECK(result.remarks == Strings{"line 3: the exercise two-words does not ask for wieghts. Did "
                                  "you mean weights?"});
  CHECK(result.verdict == Verdict::not_yet);
  CHECK(result_of(result, "open").verdict == FieldVerdict::pass);
}

TEST_CASE("check: a sheet with a line that is no answer does not pass", "[practice][check]") {
  const std::string right = with_line("scores", "2 2; 1 2");
  REQUIRE(check_answer(right).verdict == Verdict::pass);
  for (const std::string& sheet :
       {"Homework 3\n" + right, right + "\nscores\n", right + "\nopen = 3\nsee page 12\n"}) {
    INFO(sheet);
    const CheckResult result = check_answer(sheet);
    CHECK(result.verdict == Verdict::not_yet);
    for (const FieldResult& field : result.fields) CHECK(field.is_settled());
  }
}

TEST_CASE("check: a remark below an answer costs nothing of it, and its line is told",
          "[practice][check]") {
  const FieldResult above =
      result_of(check_answer("scores =\n  2 2\n  1 2\n\nTaro wrote this\nopen = 3"), "scores");
  CHECK(above.verdict == FieldVerdict::pass);
  CHECK(
      above.messages ==
      Strings{"Line 5, 'Taro wrote this', is no answer and was not read. Put # before a remark."});
  // A row that is no row, and a further answer, are no remarks.
  for (const char* sheet : {"scores =\n  2 2\n  1 x", "open = 3\n4"}) {
    INFO(sheet);
    CHECK(check_answer(sheet).verdict == Verdict::unreadable);
  }
}

TEST_CASE("check: of two answers the last one counts, and both lines are told",
          "[practice][check]") {
  const FieldResult last = result_of(check_answer("open = 3\nwhy = b\nopen = 4"), "open");
  CHECK(last.verdict == FieldVerdict::wrong);
  CHECK(last.messages ==
        Strings{"This is answered more than once: line 3 counts, and not line 1."});
}
