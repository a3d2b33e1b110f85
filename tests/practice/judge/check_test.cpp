#include "practice/judge/check.hpp"

#include <algorithm>
#include <limits>

#include "practice/answer/answer.hpp"
#include "practice/course/course.hpp"
#include "support/catch.hpp"
#include "support/matrix.hpp"
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

TEST_CASE("require_question: names what was meant, or all there is",
          "[practice][asked_questions]") {
  const Exercise& exercise = practice_exercise();
  CHECK(question_names(exercise).size() == exercise.fields.size());
  CHECK_REFUSED(require_question(exercise, {.name = "weights"}), "accepted");
  try {
    require_question(exercise, {.name = "bye", .named_at = 2});
    FAIL("it was accepted");
  } catch (const InputError& error) {
    CHECK(error.what() == std::string("line 2: the exercise two-words does not ask for bye."));
    REQUIRE(error.hints.size() == 1);
    CHECK(error.hints.front().starts_with("It asks for: scores, weights, "));
  }
}

TEST_CASE("unread_lines: lines without a name, then names that nobody asked for",
          "[practice][asked_questions]") {
  const AnswerSheet sheet = read_answer_sheet("x = 1\nweigths = 2\nscores\nwhy = a\n", "a.txt",
                                              question_names(practice_exercise()));
  const std::vector<std::string> told = unread_lines(practice_exercise(), sheet);
  REQUIRE(told.size() == 3);
  CHECK(told[0] == "line 3: Nothing stands behind scores.");
  CHECK(told[1].starts_with("line 1: the exercise two-words does not ask for x. It asks for: "));
  CHECK(told[2].ends_with("Did you mean weights?"));
}

namespace {

const Field kMatrix{.name = "weights", .kind = FieldKind::matrix, .tolerance = {.absolute = 0.01}};

}  // namespace

TEST_CASE("shape_message: case 10, the transpose is called so", "[practice][shape]") {
  const arma::mat truth{{1, 2, 3}, {4, 5, 6}};
  CHECK_THAT(shape_message(kMatrix, truth.t(), truth),
             ContainsSubstring("3 × 2") && ContainsSubstring("2 × 3") &&
                 ContainsSubstring("This is the transpose"));
  CHECK_THAT(shape_message(kMatrix, arma::mat(3, 2), truth),
             ContainsSubstring("seem to be exchanged"));
}

TEST_CASE("shape_message: case 11, a flat list of the right numbers", "[practice][shape]") {
  const arma::mat truth{{1, 2, 3}, {4, 5, 6}};
  CHECK_THAT(shape_message(kMatrix, {{1, 2, 3, 4, 5, 6}}, truth),
             ContainsSubstring("1 × 6") && ContainsSubstring("each row on a line of its own"));
}

TEST_CASE("shape_message: case 13, one row more or less is told with both counts",
          "[practice][shape]") {
  const arma::mat truth{{1, 2}, {3, 4}};
  CHECK(shape_message(kMatrix, {{1, 2}, {3, 4}, {5, 6}}, truth) ==
        "The answer is 3 × 2 (rows × columns), and 2 × 2 is asked for.");
}

TEST_CASE("shape_message: case 14, one number for a matrix", "[practice][shape]") {
  CHECK_THAT(shape_message(kMatrix, single_cell(1), arma::mat(2, 2)),
             ContainsSubstring("does not stand for"));
}

TEST_CASE("shape_message: numbers in a row are counted", "[practice][shape]") {
  const Field shape{.name = "shape", .kind = FieldKind::matrix};
  CHECK(shape_message(shape, single_cell(25), {{5, 5}}) ==
        "This is one number, and 2 whole numbers are asked for.");
  CHECK(shape_message(shape, {{1, 5, 5}}, {{5, 5}}) ==
        "These are 3 numbers, and 2 whole numbers are asked for.");
  CHECK(shape_message(kMatrix, single_cell(1), {{0.5, 0.25, 0.25}}) ==
        "This is one number, and 3 are asked for.");
}

TEST_CASE("shape_message: decimal commas double the cells", "[practice][shape]") {
  CHECK_THAT(shape_message(kMatrix, {{0, 5, 0, 5}}, {{0.5, 0.5}}),
             ContainsSubstring("write a point: 0.5"));
  // Numbers with a point have no such comma.
  CHECK_THAT(shape_message(kMatrix, {{0.5, 0.5, 0.1, 0.9}}, {{0.5, 0.5}}),
             !ContainsSubstring("comma"));
}

TEST_CASE("shape_message: a list of another length", "[practice][shape]") {
  const Field list{.name = "pairs", .kind = FieldKind::list, .count = 3};
  CHECK(shape_message(list, {{1, 2}}, arma::mat(4, 1)) ==
        "The answer lists 2 items, and 3 are asked for.");
}

TEST_CASE("not_finite_message: the first such cell in reading order", "[practice][shape]") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinity = std::numeric_limits<double>::infinity();
  CHECK(not_finite_message({{1, -infinity}, {nan, 2}}) ==
        "Row 1, column 2 is −∞, not a finite number; such cells: 2. Blocked scores are −∞ before "
        "softmax; after it their weights are 0.");
  CHECK_THAT(not_finite_message(single_cell(infinity)), ContainsSubstring("division by 0"));
  CHECK_THAT(not_finite_message(single_cell(nan)), ContainsSubstring("0/0, ∞/∞"));
  CHECK_THAT(not_finite_message(single_cell(nan)), ContainsSubstring("NaN is not a finite number"));
}

TEST_CASE("n_hits: how many of a list are among the best", "[practice][shape]") {
  const Field list{.name = "pairs", .kind = FieldKind::list, .count = 2};
  const arma::mat scores = arma::mat{{0.1, 0.9, 0.5, 0.5}}.t();
  CHECK(n_hits(list, {{1, 0}}, scores) == 1);
  CHECK(n_hits(list, {{3, 1}}, scores) == 2);
  CHECK(n_hits(list, {{2, 3}}, scores) == 2);  // a tie for the last place
}
