#include "practice/judge/check.hpp"

#include "practice/answer/answer.hpp"
#include "practice/answer/written_form.hpp"
#include "practice/course/course.hpp"
#include "practice/judge/diagnose.hpp"
#include "support/catch.hpp"
#include "support/matrix.hpp"
#include "support/practice_exercise.hpp"

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

TEST_CASE("check: a right answer passes in every field") {
  const CheckResult result = check_answer(kRight);
  CHECK(result.verdict == Verdict::pass);
  CHECK(result.is_attempt());
  CHECK(result.n_slips() == 0);
  for (const FieldResult& field : result.fields)
    CHECK(field.verdict == (field.field->is_graded ? FieldVerdict::pass : FieldVerdict::noted));
}

TEST_CASE("check: one slip is counted once, and the rest follows from it") {
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

TEST_CASE("check: a second slip after a first one is found too") {
  const CheckResult result = check_answer("scores = 2 1; 2 2\nweights = .731 .269; .5 .5");
  CHECK(result.n_slips() == 2);
  CHECK(result_of(result, "weights").alternative == "no_scale");  // of their own scores
}

TEST_CASE("check: what was rounded on paper still follows") {
  // The wrong total, 5.0625, was written as 5.06; what comes next was computed from all its digits.
  const Exercise exercise = read_manifest(kTwoNumbers, "exercise.toml");
  const CheckResult result =
      check(exercise, Worksheet(exercise), read_answer_sheet("total = 5.06\ntwice = 10.125", "-"));
  CHECK(result_of(result, "total").alternative == "sum");
  CHECK(result_of(result, "twice").verdict == FieldVerdict::follows);
}

TEST_CASE("check: a row of NaN is gone on from") {
  const CheckResult result = check_answer("weights = .5 .5; nan nan\noutput = 1 2; nan nan\n");
  CHECK(result_of(result, "weights").verdict == FieldVerdict::wrong);
  CHECK(result_of(result, "output").verdict == FieldVerdict::follows);
}

TEST_CASE("check: a slip is gone on from in exact numbers too") {
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

TEST_CASE("check: what follows from right answers that were rounded is right") {
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

TEST_CASE("check: mistakes are called by their names") {
  CHECK(judged_line("weights", "0.5 0.5; 0.269 0.731").alternative == "no_scale");
  CHECK(judged_line("weights", "0.5 0.5; 0.269 0.731").explanation ==
        "The scores were not divided by √d_k.");
  CHECK(judged_line("why", "c").explanation == "Softmax does that.");
  CHECK(judged_line("cost", "2 d n^2").alternative == "flop_for_mac");
  CHECK(judged_line("mask", "0 1; 0 0").alternative == "mask_reversed");
  CHECK(judged_line("weights", "0.6 0.4; 0.38 0.62").alternative == "printed_key");
  CHECK(judged_line("why", "a").alternative.empty());
}

TEST_CASE("check: a printed key is one only with the book's numbers") {
  const Exercise& exercise = practice_exercise();
  const FieldResult result = check_field(Worksheet(exercise, 1), exercise.field("weights"),
                                         {.name = "weights", .text = ".6 .4; .38 .62"}, {});
  CHECK(result.alternative != "printed_key");
}

TEST_CASE("check: another reading is accepted, and what follows is judged by it") {
  std::string sheet = with_line("mask", "1 1; 1 0");  // of two: the first half, and then nobody new
  CheckResult result = check_answer(sheet);
  CHECK(result_of(result, "mask").verdict == FieldVerdict::accepted);
  CHECK(result_of(result, "mask").explanation == "This is the literal reading.");
  CHECK(result_of(result, "open").verdict == FieldVerdict::pass);  // three cells, as it happens
  CHECK(result.verdict == Verdict::pass);
}

TEST_CASE("check: a reading that is alone says nothing of later questions once it is told") {
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

TEST_CASE("check: case 10, the transpose of a square matrix") {
  const FieldResult result = judged_line("output", "1 0.755; 2 2.49");
  CHECK(result.verdict == FieldVerdict::wrong);
  CHECK(result.alternative == "transposed");
  CHECK_THAT(result.explanation, ContainsSubstring("transposed"));
}

TEST_CASE("check: case 10, 11, 13 and 14, another shape is told before any number") {
  for (const char* text : {"2 2 1 2", "2; 2; 1; 2", "2 2; 1 2; 0 0", "2", "2 2 2; 1 2 2"}) {
    const FieldResult result = judged_line("scores", text);
    CHECK(result.verdict == FieldVerdict::wrong_shape);
    CHECK_FALSE(result.comparison.worst);
    REQUIRE(result.messages.size() == 1);
    CHECK_THAT(result.messages[0], ContainsSubstring("2 × 2"));
  }
}

TEST_CASE("check: cases 2 and 3, what is not finite never passes and is named") {
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

TEST_CASE("check: case 9, a percentage") {
  CHECK(judged_line("weights", "50 50; 37.8 62.2").alternative == "percentage");
  // The sign means a hundredth, in every cell or in some.
  CHECK(judged_line("weights", "50% 50%; 37.8% 62.2%").verdict == FieldVerdict::pass);
  CHECK(judged_line("weights", "50% .5; .378 62.2 %").verdict == FieldVerdict::pass);
  CHECK(judged_line("scores", "2% 2%; 1% 2%").verdict == FieldVerdict::wrong);
}

TEST_CASE("check: an unreadable field makes no attempt of the answer") {
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

TEST_CASE("check: case 1, an empty answer is no attempt") {
  for (const char* sheet : {"", "\n \n\t\n", "# nothing yet\nscores =\n\nweights =\n"}) {
    const CheckResult result = check_answer(sheet);
    CHECK(result.verdict == Verdict::unreadable);
    CHECK(result.remarks == Strings{"Nothing is filled in yet."});
    for (const FieldResult& field : result.fields) CHECK(field.verdict == FieldVerdict::missing);
  }
}

TEST_CASE("check: what is missing is not right, and not a slip") {
  const CheckResult result = check_answer("scores = 2 2; 1 2");
  CHECK(result.verdict == Verdict::not_yet);
  CHECK(result.n_slips() == 0);
}

TEST_CASE("check: a guess decides nothing") {
  CHECK(check_answer(with_line("guess", "sat")).verdict == Verdict::pass);
  CHECK(judged_line("guess", "sat").messages == Strings{"1 of the 1 you guessed is among them."});
  CHECK(judged_line("guess", "cat").messages == Strings{"0 of the 1 you guessed are among them."});
  CHECK(check_answer(with_line("guess", "cat cat")).verdict == Verdict::unreadable);
}

TEST_CASE("check: an answer to something else is refused") {
  CHECK_THROWS_WITH(check_answer("exercise = softmax\nopen = 3"),
                    "this answer is for the exercise softmax, not for two-words.");
  CHECK_THROWS_WITH(check_answer("variant = 7\nopen = 3"),
                    "this answer is for variant 7, not for variant 0.");
  CHECK(check_answer("exercise = " + std::to_string(practice_exercise().number) + "\nopen = 3")
            .remarks.empty());
}

TEST_CASE("check: a name that nobody asked for is told, and the rest is judged") {
  const CheckResult result = check_answer("# a remark\n\nwieghts =\n  1 2\nopen = 3");
  CHECK(result.remarks == Strings{"line 3: the exercise two-words does not ask for wieghts. Did "
                                  "you mean weights?"});
  CHECK(result.verdict == Verdict::not_yet);
  CHECK(result_of(result, "open").verdict == FieldVerdict::pass);
}

TEST_CASE("check: a sheet with a line that is no answer does not pass") {
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

TEST_CASE("check: a remark below an answer costs nothing of it, and its line is told") {
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

TEST_CASE("check: of two answers the last one counts, and both lines are told") {
  const FieldResult last = result_of(check_answer("open = 3\nwhy = b\nopen = 4"), "open");
  CHECK(last.verdict == FieldVerdict::wrong);
  CHECK(last.messages ==
        Strings{"This is answered more than once: line 3 counts, and not line 1."});
}

TEST_CASE("require_question: names what was meant, or all there is") {
  const Exercise& exercise = practice_exercise();
  CHECK(question_names(exercise).size() == exercise.fields.size());
  CHECK_NOTHROW(require_question(exercise, {.name = "weights"}));
  try {
    require_question(exercise, {.name = "bye", .named_at = 2});
    FAIL("it was accepted");
  } catch (const InputError& error) {
    CHECK(error.what() == std::string("line 2: the exercise two-words does not ask for bye."));
    REQUIRE(error.hints.size() == 1);
    CHECK(error.hints.front().starts_with("It asks for: scores, weights, "));
  }
}

TEST_CASE("unread_lines: lines without a name, then names that nobody asked for") {
  const AnswerSheet sheet = read_answer_sheet("x = 1\nweigths = 2\nscores\nwhy = a\n", "a.txt",
                                              question_names(practice_exercise()));
  const std::vector<std::string> told = unread_lines(practice_exercise(), sheet);
  REQUIRE(told.size() == 3);
  CHECK(told[0] == "line 3: Nothing stands behind scores.");
  CHECK(told[1].starts_with("line 1: the exercise two-words does not ask for x. It asks for: "));
  CHECK(told[2].ends_with("Did you mean weights?"));
}

const Field kMatrix{.name = "weights", .kind = FieldKind::matrix, .tolerance = {.absolute = 0.01}};

TEST_CASE("shape_message: case 10, the transpose is called so") {
  const arma::mat truth{{1, 2, 3}, {4, 5, 6}};
  CHECK_THAT(shape_message(kMatrix, truth.t(), truth),
             ContainsSubstring("3 × 2") && ContainsSubstring("2 × 3") &&
                 ContainsSubstring("This is the transpose"));
  CHECK_THAT(shape_message(kMatrix, arma::mat(3, 2), truth),
             ContainsSubstring("seem to be exchanged"));
}

TEST_CASE("shape_message: case 11, a flat list of the right numbers") {
  const arma::mat truth{{1, 2, 3}, {4, 5, 6}};
  CHECK_THAT(shape_message(kMatrix, {{1, 2, 3, 4, 5, 6}}, truth),
             ContainsSubstring("1 × 6") && ContainsSubstring("each row on a line of its own"));
}

TEST_CASE("shape_message: case 13, one row more or less is told with both counts") {
  const arma::mat truth{{1, 2}, {3, 4}};
  CHECK(shape_message(kMatrix, {{1, 2}, {3, 4}, {5, 6}}, truth) ==
        "The answer is 3 × 2 (rows × columns), and 2 × 2 is asked for.");
}

TEST_CASE("shape_message: case 14, one number for a matrix") {
  CHECK_THAT(shape_message(kMatrix, single_cell(1), arma::mat(2, 2)),
             ContainsSubstring("does not stand for"));
}

TEST_CASE("shape_message: numbers in a row are counted") {
  const Field shape{.name = "shape", .kind = FieldKind::matrix};
  CHECK(shape_message(shape, single_cell(25), {{5, 5}}) ==
        "This is one number, and 2 whole numbers are asked for.");
  CHECK(shape_message(shape, {{1, 5, 5}}, {{5, 5}}) ==
        "These are 3 numbers, and 2 whole numbers are asked for.");
  CHECK(shape_message(kMatrix, single_cell(1), {{0.5, 0.25, 0.25}}) ==
        "This is one number, and 3 are asked for.");
}

TEST_CASE("shape_message: decimal commas double the cells") {
  CHECK_THAT(shape_message(kMatrix, {{0, 5, 0, 5}}, {{0.5, 0.5}}),
             ContainsSubstring("write a point: 0.5"));
  // Numbers with a point have no such comma.
  CHECK_THAT(shape_message(kMatrix, {{0.5, 0.5, 0.1, 0.9}}, {{0.5, 0.5}}),
             !ContainsSubstring("comma"));
}

TEST_CASE("shape_message: a list of another length") {
  const Field list{.name = "pairs", .kind = FieldKind::list, .count = 3};
  CHECK(shape_message(list, {{1, 2}}, arma::mat(4, 1)) ==
        "The answer lists 2 items, and 3 are asked for.");
}

TEST_CASE("not_finite_message: the first such cell in reading order") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinity = std::numeric_limits<double>::infinity();
  CHECK(not_finite_message({{1, -infinity}, {nan, 2}}) ==
        "Row 1, column 2 is −∞, not a finite number; such cells: 2. Blocked scores are −∞ before "
        "softmax; after it their weights are 0.");
  CHECK_THAT(not_finite_message(single_cell(infinity)), ContainsSubstring("division by 0"));
  CHECK_THAT(not_finite_message(single_cell(nan)), ContainsSubstring("0/0, ∞/∞"));
  CHECK_THAT(not_finite_message(single_cell(nan)), ContainsSubstring("NaN is not a finite number"));
}

TEST_CASE("n_hits: how many of a list are among the best") {
  const Field list{.name = "pairs", .kind = FieldKind::list, .count = 2};
  const arma::mat scores = arma::mat{{0.1, 0.9, 0.5, 0.5}}.t();
  CHECK(n_hits(list, {{1, 0}}, scores) == 1);
  CHECK(n_hits(list, {{3, 1}}, scores) == 2);
  CHECK(n_hits(list, {{2, 3}}, scores) == 2);  // a tie for the last place
}

const Field kGraded{.name = "scores"};
const Field kGuess{.name = "guess", .is_graded = false};

FieldResult result(const Field& field, FieldVerdict verdict) {
  return {.field = &field, .verdict = verdict};
}

TEST_CASE("verdict_of: passes only where every graded field is right") {
  using enum FieldVerdict;
  CHECK(verdict_of({result(kGraded, pass), result(kGraded, accepted)}) == Verdict::pass);
  for (const FieldVerdict other : {wrong, wrong_shape, missing, follows})
    CHECK(verdict_of({result(kGraded, pass), result(kGraded, other)}) == Verdict::not_yet);
  CHECK(verdict_of({result(kGraded, pass), result(kGuess, noted)}) == Verdict::pass);
  CHECK(verdict_of({result(kGraded, pass), result(kGuess, missing)}) == Verdict::pass);
}

TEST_CASE("verdict_of: unreadable where one field is, or nothing is given") {
  using enum FieldVerdict;
  CHECK(verdict_of({result(kGraded, pass), result(kGuess, unreadable)}) == Verdict::unreadable);
  CHECK(verdict_of({result(kGraded, missing), result(kGuess, missing)}) == Verdict::unreadable);
  CHECK(verdict_of({}) == Verdict::unreadable);
}

TEST_CASE("n_slips: what follows from a slip is none") {
  using enum FieldVerdict;
  const CheckResult whole{.fields = {result(kGraded, wrong), result(kGraded, follows),
                                     result(kGraded, wrong_shape), result(kGraded, missing)}};
  CHECK(whole.n_slips() == 2);
}

TEST_CASE("name_in: the words of JSON for verdicts") {
  CHECK(std::string(name_in(kVerdicts, Verdict::not_yet)) == "not_yet");
  CHECK(std::string(name_in(kVerdicts, Verdict::unreadable)) == "unreadable");
  CHECK(std::string(name_in(kFieldVerdicts, FieldVerdict::wrong_shape)) == "wrong_shape");
  CHECK(std::string(name_in(kFieldVerdicts, FieldVerdict::noted)) == "noted");
}

TEST_CASE("reveal_of: a field's own wish comes before the exercise's") {
  Exercise exercise;
  exercise.reveal = Reveal::location;
  CHECK(reveal_of(exercise, kGraded) == Reveal::location);
  CHECK(reveal_of(exercise, {.name = "weights", .reveal = Reveal::none}) == Reveal::none);
}

using Pairs = std::vector<std::pair<std::string, std::string>>;

const Alternative& alternative(const Exercise& exercise, const std::string& name) {
  for (const Alternative& one : exercise.alternatives)
    if (one.name == name) return one;
  throw std::out_of_range(name);
}

// An exercise that asks for one number, 6, and whose alternatives are given as TOML.
Exercise number_exercise(const std::string& alternatives) {
  return read_manifest(
      "format_version = 1\nid = \"six\"\ntitle = { en = \"Six\", ja = \"六\" }\n"
      "[given]\na = 2\nb = 3\n[[field]]\nname = \"total\"\nkind = \"number\"\n"
      "ask = { en = \"a b\", ja = \"a b\" }\nvalue = \"a * b\"\nabsolute = 0.1\n" +
          alternatives,
      "exercise.toml");
}

const std::string kSum =
    "[[misconception]]\nname = \"sum\"\nchange = { total = \"a + b\" }\n"
    "say = { en = \"A sum.\", ja = \"和です。\" }\n";

FieldResult earlier(const Field& field, FieldVerdict verdict, const arma::mat& given) {
  return {.field = &field, .verdict = verdict, .given = given, .expected = given};
}

TEST_CASE("truth_under: what a mistake leads to, and where it leads") {
  const Exercise& exercise = practice_exercise();
  const Worksheet worksheet(exercise);
  const Alternative& swapped = alternative(exercise, "keys_and_queries_swapped");
  CHECK(difference(*truth_under(swapped, worksheet, exercise.field("scores")), {{2, 1}, {2, 2}}) ==
        "");
  CHECK(truth_under(swapped, worksheet, exercise.field("output")));
  CHECK_FALSE(truth_under(swapped, worksheet, exercise.field("mask")));
  CHECK_FALSE(truth_under(alternative(exercise, "no_scale"), worksheet, exercise.field("scores")));
}

TEST_CASE("first_wrong_field: where a mistake first shows") {
  const Exercise& exercise = practice_exercise();
  const Worksheet worksheet(exercise);
  const auto first = [&](const char* name) {
    return first_wrong_field(exercise, worksheet, alternative(exercise, name))->name;
  };
  CHECK(first("keys_and_queries_swapped") == "scores");
  CHECK(first("no_scale") == "weights");
  CHECK(first("rows_again") == "why");
}

TEST_CASE("equal_mistake: the mistake that has the digits which were written") {
  const Exercise exercise =
      number_exercise(kSum +
                      "[[misconception]]\nname = \"near\"\nchange = { total = \"5.15\" }\n"
                      "say = { en = \"Near.\", ja = \"近い。\" }\n");
  const Worksheet worksheet(exercise);
  const auto name = [&](double given) {
    return equal_mistake(worksheet, exercise.fields[0], single_cell(given), {}).name();
  };
  CHECK(name(5.0) == "sum");
  CHECK(name(5.06) == "");
  CHECK(name(5.15) == "near");
  CHECK(name(4.0) == "");
}

TEST_CASE("equal_mistake: from the learner's own earlier answers") {
  const Exercise& exercise = practice_exercise();
  const Worksheet worksheet(exercise);
  const arma::mat own{{4, 0}, {0, 4}};
  const double e = std::exp(4.0) / (std::exp(4.0) + 1.0);
  const arma::mat unscaled{{e, 1 - e}, {1 - e, e}};
  const Field& weights = exercise.field("weights");
  CHECK_FALSE(equal_mistake(worksheet, weights, unscaled, {}).found());
  const FieldResult slip = earlier(exercise.field("scores"), FieldVerdict::wrong, own);
  CHECK(equal_mistake(worksheet, weights, unscaled, {slip}).name() == "no_scale");
}

TEST_CASE("equal_mistake: not one that an earlier right answer rules out") {
  // The weights of exchanged scores, beside scores that are right.
  const Exercise& exercise = practice_exercise();
  const Worksheet worksheet(exercise);
  const Field& weights = exercise.field("weights");
  const arma::mat given{{0.622, 0.378}, {0.5, 0.5}};
  CHECK(equal_mistake(worksheet, weights, given, {}).name() == "keys_and_queries_swapped");
  const FieldResult right = earlier(exercise.field("scores"), FieldVerdict::pass, {{2, 2}, {1, 2}});
  CHECK_FALSE(equal_mistake(worksheet, weights, given, {right}).found());
}

TEST_CASE("equal_mistake: two that give the same here are both named") {
  const Exercise exercise =
      number_exercise(kSum +
                      "[[misconception]]\nname = \"five\"\nchange = { total = \"5\" }\n"
                      "may_coincide = true\nsay = { en = \"Five.\", ja = \"五です。\" }\n");
  const Worksheet worksheet(exercise);
  const Diagnosis diagnosis = equal_mistake(worksheet, exercise.fields[0], single_cell(5), {});
  CHECK(diagnosis.name() == "sum");
  CHECK(diagnosis.alternatives.size() == 2);
  CHECK(diagnosis.text == "Each of these mistakes gives this answer here:\n- A sum.\n- Five.");
}

TEST_CASE("equal_reading: not one that an earlier answer contradicts") {
  const Exercise exercise = number_exercise(
      "[[field]]\nname = \"twice\"\nkind = \"number\"\nask = { en = \"2 a b\", ja = \"2 a b\" }\n"
      "value = \"2 * total\"\n"
      "[[accept]]\nname = \"seven\"\nchange = { total = \"7\" }\n"
      "say = { en = \"Seven will do.\", ja = \"七でもよい。\" }\n");
  const Worksheet worksheet(exercise);
  const Field &total = exercise.fields[0], &twice = exercise.fields[1];
  const auto name = [&](const std::vector<FieldResult>& before) {
    return equal_reading(worksheet, twice, single_cell(14), before).name();
  };
  CHECK(name({}) == "seven");
  CHECK(name({earlier(total, FieldVerdict::pass, single_cell(6))}) == "");
  CHECK(name({earlier(total, FieldVerdict::accepted, single_cell(7))}) == "seven");
}

TEST_CASE("indistinguishable: nothing in a sound exercise, with any numbers") {
  for (const std::uint64_t variant : {0, 1, 2, 3})
    CHECK(indistinguishable(practice_exercise(), Worksheet(practice_exercise(), variant)).empty());
}

TEST_CASE("indistinguishable: a mistake that gives the truth, and two that give the same") {
  const Exercise right = number_exercise(
      "[[misconception]]\nname = \"swapped\"\nchange = { total = \"b * a\" }\n"
      "say = { en = \"Swapped.\", ja = \"逆です。\" }\n");
  CHECK(indistinguishable(right, Worksheet(right)) == Pairs{{"swapped", ""}});
  const Exercise twice =
      number_exercise(kSum +
                      "[[misconception]]\nname = \"five\"\nchange = { total = \"5\" }\n"
                      "say = { en = \"Five.\", ja = \"五です。\" }\n");
  CHECK(indistinguishable(twice, Worksheet(twice)) == Pairs{{"sum", "five"}, {"five", "sum"}});
}

Diagnosis near(const Field& field, const arma::mat& given, const arma::mat& truth,
               int typed_decimals) {
  return near_truth({.field = &field,
                     .typed_decimals = typed_decimals,
                     .given = given,
                     .expected = truth,
                     .comparison = compare(field, given, truth)});
}

std::string named(const Field& field, const arma::mat& given, const arma::mat& truth,
                  int typed_decimals = 0) {
  const Diagnosis diagnosis = near(field, given, truth, typed_decimals);
  CHECK(diagnosis.text.empty() == (diagnosis.turn == nullptr));
  return diagnosis.name();
}

const arma::mat kScores{{1, 0, 1}, {0, 1, 1}, {1, 1, 2}};

arma::mat with(std::initializer_list<std::pair<arma::uword, arma::uword>> slips) {
  arma::mat matrix = kScores;
  for (const auto& [row, col] : slips) matrix(row, col) += 1.0;
  return matrix;
}

TEST_CASE("near_truth: one cell, one row or one column is off") {
  const Field scores{.name = "scores", .kind = FieldKind::matrix};
  CHECK(named(scores, with({{1, 1}}), kScores) == "one_cell");
  CHECK(named(scores, with({{1, 0}, {1, 1}}), kScores) == "one_row");
  CHECK(named(scores, with({{0, 2}, {2, 2}}), kScores) == "one_column");
  CHECK(named(scores, with({{0, 0}, {1, 1}}), kScores) == "");
  CHECK(named(scores, {{1, 0}}, {{1, 1}}) == "one_cell");
  CHECK(named(scores, {{0, 0}}, {{1, 1}}) == "");
  CHECK(named(scores, {{1, 0}}, kScores) == "");
  CHECK(named({.name = "mask", .kind = FieldKind::mask}, {{1, 0, 0}}, {{1, 1, 0}}) == "one_cell");
}

TEST_CASE("near_truth: what is no number says so, and what it means") {
  const Field weights{.name = "weights", .kind = FieldKind::matrix};
  const Diagnosis found = near(weights, {{1, arma::datum::nan}}, {{1, 0}}, 0);
  CHECK(found.name() == "not_finite");
  CHECK_THAT(found.text, ContainsSubstring("0/0"));
}

TEST_CASE("near_truth: slips of the pen in a number") {
  const Field count{.name = "count", .kind = FieldKind::number};
  const auto of_count = [&](double given, double truth) {
    return named(count, arma::mat(1, 1, arma::fill::value(given)),
                 arma::mat(1, 1, arma::fill::value(truth)));
  };
  CHECK(of_count(262134, 262144) == "one_digit");
  CHECK(of_count(261244, 262144) == "digits_exchanged");
  CHECK(of_count(1050618, 1050624) == "");
  CHECK(of_count(36, 32) == "");      // too short to be a slip
  CHECK(of_count(2000, 1000) == "");  // rather a factor
  CHECK(of_count(-262144, 262144) == "");
  Field period{.name = "period", .kind = FieldKind::number};
  period.tolerance.decimals = 1;
  CHECK(named(period, arma::mat{682.3}, arma::mat{628.3185}, 1) == "digits_exchanged");
  CHECK(named(period, arma::mat{628.9}, arma::mat{628.3185}, 1) == "one_digit");
}

TEST_CASE("near_truth: a fraction is no slip of the pen") {
  const Field field{.name = "x", .tolerance = {.absolute = 0.0005, .decimals = 3}};
  FieldResult result{.field = &field,
                     .typed_decimals = 3,
                     .typed_in_cells = {3},
                     .given = arma::mat{0.2},
                     .expected = arma::mat{0.2037}};
  CHECK(near_truth(result).name() == "one_digit");
  result.typed_decimals = 0;
  result.typed_in_cells = {kMostWrittenDecimals};  // 1/5
  CHECK(near_truth(result).name() == "");
}

TEST_CASE("near_truth: one of a list is missing") {
  Field list{.name = "ranking", .kind = FieldKind::list, .count = 3};
  const arma::mat scores = arma::mat{{0.9, 0.8, 0.5, 0.4, 0.1}}.t();
  CHECK(named(list, {{0, 1, 3}}, scores) == "one_overlooked");
  CHECK(named(list, {{1, 2, 3}}, scores) == "one_overlooked");
  CHECK(named(list, {{0, 1, 4}}, scores) == "");
  CHECK(named(list, {{0, 3, 2}}, scores) == "");
  CHECK(named(list, {{0, 1, 3}}, arma::mat(5, 1, arma::fill::value(arma::datum::nan))) == "");
  list.is_ordered = false;
  CHECK(named(list, {{0, 1, 3}}, scores) == "");
}

TEST_CASE("FieldResult: where the rest may still be told") {
  CHECK(FieldResult{.turn = &turns::kOneCell}.is_partly_right());
  CHECK_FALSE(FieldResult{.turn = &turns::kOneOverlooked}.is_partly_right());
  CHECK_FALSE(FieldResult{}.is_partly_right());
}

}  // namespace
