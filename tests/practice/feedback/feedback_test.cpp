#include "practice/feedback/feedback.hpp"

#include <csignal>

#include "render/text/document.hpp"
#include "support/catch.hpp"
#include "support/course_worksheets.hpp"
#include "support/judged_program.hpp"
#include "support/matrix.hpp"
#include "support/practice_exercise.hpp"

namespace {

std::string feedback_on(const std::string& sheet, bool in_full = false) {
  return document_text(feedback(check_answer(sheet), in_full), Layout{});
}

std::string feedback_in(const char* id, const std::string& sheet) {
  for (const Worksheet& worksheet : course_worksheets())
    if (worksheet.exercise().id == id)
      return document_text(
          feedback(check(worksheet.exercise(), worksheet, read_answer_sheet(sheet, "-")), false),
          Layout{});
  return "";
}

TEST_CASE("feedback: a right answer") {
  const std::string text = feedback_on(
      "scores = 2 2; 1 2\nweights = .5 .5; .3775 .6225\noutput = 1 2; .755 2.49\n"
      "mask = 1 0; 1 1\nopen = 3\nwhy = b\ncost = d n²\nstrongest = cat->sat\nguess = cat");
  CHECK(text.starts_with("   scores      ✓ right\n   weights     ✓ right (largest error"));
  CHECK(text.ends_with("\n\n   ✓ All of it is right.\n"));
}

TEST_CASE("feedback: no cause is named that does not give the number") {
  const std::string tiny = feedback_in("recap-why-attention", "gradient_left = 0.1^50");
  CHECK_THAT(tiny, ContainsSubstring("times too small") && !ContainsSubstring("mistake"));
  CHECK_THAT(feedback_in("measure-a-head", "previous_even = 1/5"), !ContainsSubstring("igits"));
  CHECK_THAT(feedback_in("which-head", "back_even = 1/5"), !ContainsSubstring("igits"));
  CHECK_THAT(feedback_in("chance-level", "share_accuracy = 3/5"), !ContainsSubstring("igits"));
  CHECK_THAT(feedback_in("softmax-by-hand", "doubling_step = 7/10"), !ContainsSubstring("igits"));
  // The training loss of the last row is the held-out loss above the lowest.
  const std::string both = feedback_in("loss-curve", "best_step = 500\nprobability = 0.76");
  CHECK_THAT(both, ContainsSubstring("training loss of the last row") &&
                       ContainsSubstring("the row above or below") &&
                       !ContainsSubstring("This is of the last step"));
  CHECK_THAT(feedback_in("loss-curve", "probability = 0.66"),
             ContainsSubstring("This is of the last step"));
}

TEST_CASE("feedback: what is right because a row sums to 1 has no error that is too large") {
  const std::string text = feedback_in("fully-masked-row", "filled_weights = 0.333 0.333 0.334");
  CHECK_THAT(text, ContainsSubstring("filled_weights   ✓ right\n") &&
                       ContainsSubstring("rounded so that each row sums to 1"));
}

TEST_CASE("feedback: one line for each field, then the slips, then the verdict") {
  const std::string text =
      feedback_on("scores = 2 1; 2 2\nweights = .622 .378; .5 .5\nopen = 4\nwhy = b");
  CHECK(
      text.starts_with("   scores      not yet\n"
                       "   weights     right for your scores: the same slip, counted once\n"
                       "   output      not filled in\n"));
  CHECK_THAT(text, ContainsSubstring("\n\n scores\n"));
  CHECK_THAT(text, !ContainsSubstring("\n open\n"));
  CHECK_THAT(text,
             ContainsSubstring("\n\n and also\n   open   Yours is 4, expected 3.\n\n   Not yet."));
  CHECK_THAT(text,
             ContainsSubstring("\n   Not yet. Look again at: scores, open. Still to be filled in: "
                               "output, mask,\n   cost, strongest.\n"));
  CHECK_THAT(feedback_on("scores = 2 1; 2 2\nopen = 4", true), ContainsSubstring("\n open\n"));
}

TEST_CASE("feedback: every slip is explained, and only the first in all its cells") {
  const std::string sheet =
      "scores = 2 1; 2 2\nweights = 1 0; 0 1\nmask = 1 1; 0 1\nopen = 4\nwhy = a\n"
      "cost = n d";
  const std::string text = feedback_on(sheet), all = feedback_on(sheet, true);
  const std::string brief = text.substr(text.find("\n and also\n"));
  for (const char* const name : {"weights", "mask", "open", "why", "cost"}) {
    CAPTURE(name);
    CHECK_THAT(brief, ContainsSubstring("\n   " + std::string(name) + " "));
    CHECK_THAT(all, ContainsSubstring("\n " + std::string(name) + "\n"));
  }
  CHECK_THAT(brief, ContainsSubstring("Cells that are off: "));
  CHECK_THAT(brief, !ContainsSubstring("⎡"));
  CHECK_THAT(all, !ContainsSubstring("\n and also\n"));
  CHECK(has_more_in_full(check_answer(sheet)));
  CHECK_FALSE(has_more_in_full(check_answer("scores = 2 1; 2 2\nopen = 4")));
  CHECK_FALSE(has_more_in_full(check_answer("scores = 2 2; 1 2")));
}

TEST_CASE("feedback: what is left is named when the rest is right") {
  CHECK_THAT(feedback_on("scores = 2 2; 1 2"),
             ContainsSubstring("   So far, so good. Still to be filled in: weights,"));
}

TEST_CASE("feedback: what cannot be read is told, and is no attempt") {
  const std::string text = feedback_on("scores = a b\nopen = 1,5");
  CHECK_THAT(text, ContainsSubstring("\n scores\n"));
  CHECK_THAT(text, ContainsSubstring("\n open\n"));
  CHECK(text.ends_with("\n   This does not count as an attempt.\n"));
  CHECK_THAT(
      feedback_on("scores = a b\nopen = 4"),
      ContainsSubstring("\n   Not yet. Look again at: scores, open. Still to be filled in:") &&
          !ContainsSubstring("attempt"));
  CHECK(
      feedback_on("").ends_with("   Nothing is filled in yet.\n\n"
                                "   This does not count as an attempt.\n"));
}

TEST_CASE("feedback: where attempts are not counted, none is spoken of") {
  for (const char* sheet : {"scores = a b", "scores = 2 2; 1 2"}) {
    const std::string text = document_text(feedback(check_answer(sheet), true, false), Layout{});
    CHECK_THAT(text, !ContainsSubstring("attempt"));
  }
}

TEST_CASE("field_feedback: one field, its line first") {
  const auto text_of = [](const std::string& sheet) {
    const CheckResult result = check_answer(sheet);
    return document_text(field_feedback(practice_exercise(), result_of(result, "open")), Layout{});
  };
  CHECK(text_of("open = 3") == "   open   ✓ right\n");
  CHECK(text_of("open = 4") == "   open   not yet\n\n   Yours is 4, expected 3.\n");
  CHECK(text_of("open = x").ends_with("\n   This does not count as an attempt.\n"));
}

TEST_CASE("feedback: mistakes that give the same answer are a list, at length and in brief") {
  CheckResult result = check_answer("scores = 2 1; 2 2\nopen = 4");
  for (FieldResult& field : result.fields)
    if (field.is_slip()) field.explanation = "Each of these:\n- One.\n- Two.";
  const std::string text = document_text(feedback(result, false), Layout{});
  CHECK_THAT(text, ContainsSubstring("\n scores\n   Each of these:\n\n   - One.\n   - Two.\n"));
  CHECK_THAT(text, ContainsSubstring("Each of these:\n          - One.\n          - Two.\n"));
}

const Field kTotalNumber{.name = "total", .kind = FieldKind::number};
const Field kScoresMatrix{.name = "scores", .kind = FieldKind::matrix};

std::string distance_of(const Field& field, const arma::mat& given, const arma::mat& truth) {
  return distance_text({.field = &field,
                        .given = given,
                        .expected = truth,
                        .comparison = compare(field, given, truth)});
}

std::string of_number(double given, double truth) {
  return distance_of(kTotalNumber, single_cell(given), single_cell(truth));
}

TEST_CASE("distance_text: a number in proportion, in one digit") {
  CHECK(of_number(5, 3.75) == "It is at least 30 % too large.");
  CHECK(of_number(2.4, 2.5) == "It is at least 4 % too small.");
  CHECK(of_number(3750, 2.5) == "It is at least 1000 times too large.");
  CHECK(of_number(1.25, 2.5) == "It is at least 2 times too small.");
  CHECK(of_number(0.3, 0.1) == "It is at least 3 times too large.");
  CHECK(of_number(-3, 6) == "Its sign is not right.");
}

TEST_CASE("distance_text: below 0, the farther number is not called the larger one") {
  CHECK(of_number(-2, -1.56) == "It is at least 20 % too far from 0.");
  CHECK(of_number(-1.5, -1.56) == "It is at least 3 % too near to 0.");
  CHECK(of_number(-3.5, -1.5) == "It is at least 2 times too far from 0.");
  CHECK(of_number(-0.5, -1.5) == "It is at least 3 times too near to 0.");
  CHECK(of_number(-5, -4) == "It is too far from 0.");
  CHECK(of_number(-3, -4) == "It is too near to 0.");
  CHECK(of_number(2, -1.56) == "Its sign is not right.");
}

TEST_CASE("distance_text: of a whole number not so much that it is given away") {
  CHECK(of_number(0.25, 4) == "It is at least 10 times too small.");
  CHECK(of_number(512, 1) == "It is at least 500 times too large.");
  CHECK(of_number(5, 4) == "It is too large.");
  CHECK(of_number(262134, 262144) == "It is too small.");
  CHECK(distance_of(kScoresMatrix, {{1, 2}, {3, 3}}, {{1, 2}, {3, 4}}).empty());
}

TEST_CASE("distance_text: a matrix by its worst cell") {
  CHECK(distance_of(kScoresMatrix, {{1.5, 2}, {3, 29}}, {{1.5, 2}, {3, 4}}) ==
        "It is off by about 30.");
  CHECK(distance_of(kScoresMatrix, {{1, 0.58}}, {{1, 0.5}}) == "It is off by about 0.08.");
}

TEST_CASE("distance_text: nothing where there is no distance") {
  CHECK(of_number(3, 3).empty());
  CHECK(of_number(arma::datum::nan, 3).empty());
  CHECK(of_number(1, 0).empty());
  CHECK(of_number(0.001, -1e-16).empty());  // what is left of numbers that cancel
  CHECK(distance_of({.name = "mask", .kind = FieldKind::mask}, {{1, 1}}, {{1, 0}}).empty());
}

const std::string kTwo = "Each of these:\n- One.\n- Two.";

TEST_CASE("pieces_of_explanation: a sentence is a paragraph") {
  const ExplanationPieces pieces = pieces_of_explanation("One - or two.", 0);
  CHECK(pieces.text == "One - or two.");
  CHECK(pieces.items.empty());
}

TEST_CASE("pieces_of_explanation: several mistakes are a list") {
  const ExplanationPieces pieces = pieces_of_explanation(kTwo, 1);
  CHECK(pieces.text == "Each of these:");
  REQUIRE(pieces.items.size() == 2);
  CHECK(pieces.items[0].text == "One.");
  CHECK(pieces.items[1].text == "Two.");
  CHECK(pieces.items[1].depth == 1);
}

TEST_CASE("whole_explanation: a remark stands behind a list, not in its last item") {
  FieldResult result{.explanation = "One."};
  result.messages = {"A remark."};
  CHECK(whole_explanation(result) == "One. A remark.");
  result.explanation = kTwo;
  CHECK(whole_explanation(result) == kTwo + "\nA remark.");
}

using Strings = std::vector<std::string>;

FieldResult wrong(const Field& field, const arma::mat& given, const arma::mat& truth) {
  FieldResult result{.field = &field, .verdict = FieldVerdict::wrong};
  result.given = given;
  result.expected = truth;
  result.comparison = compare(field, given, truth);
  return result;
}

int decimals_for(const Field& field, double given, double truth) {
  return visible_decimals(wrong(field, arma::mat{given}, arma::mat{truth}));
}

Field within(double absolute) {
  Field field{.name = "x", .kind = FieldKind::matrix};
  field.tolerance.absolute = absolute;
  return field;
}

TEST_CASE("visible_decimals: one more than the tolerance, and enough to see the difference") {
  CHECK(decimals_for(within(0.01), 0.28, 0.2483) == 3);
  CHECK(decimals_for(within(5), 70, 80) == 1);
  // 0.1204 and 0.12 differ by less than is shown; the third decimal would hide it.
  CHECK(decimals_for(within(0), 0.1204, 0.12) == 4);
  Field relative = within(0);
  relative.tolerance.relative = 0.01;
  CHECK(decimals_for(relative, 200, 100) == 1);
  CHECK(decimals_for(relative, 0.02, 0.01) == 5);
  CHECK(decimals_for(within(0), 1, 1 + 1e-15) <= 12);
  CHECK(decimals_for(within(0), arma::datum::nan, 2) == 0);
}

TEST_CASE("marked_answer: wrong cells are marked, and what is right stands beside them") {
  const Field& field = practice_exercise().field("scores");
  const FieldResult result = wrong(field, {{2, 1}, {2, 2}}, {{2, 2}, {1, 2}});
  const MatrixRow row = marked_answer(result, true);
  REQUIRE(row.matrices.size() == 2);
  CHECK(row.matrices[0].title == "yours");
  CHECK(arma::all(arma::vectorise(row.matrices[0].marked == arma::umat{{0, 1}, {1, 0}})));
  CHECK(row.matrices[0].rows.labels == Strings{"cat", "sat"});
  CHECK(row.matrices[1].title == "should be");
  CHECK(row.matrices[1].marked.is_empty());
  CHECK(marked_answer(result, false).matrices.size() == 1);
  CHECK(shown_part(result).empty());
}

TEST_CASE("marked_answer: by itself it is shown as it was typed") {
  const Field field = within(0.01);
  const auto shown = [&field](double given) {
    return marked_answer(wrong(field, arma::mat{given}, arma::mat{0.5}), false)
        .matrices[0]
        .precision;
  };
  CHECK(shown(2.71) == 2);
  CHECK(shown(0.0085) == 4);  // not 0.01
  CHECK(shown(2.7) == 2);
  CHECK(shown(3) == 2);
  CHECK(shown(2.71828) == 3);
}

TEST_CASE("marked_answer: of a large matrix, eight by eight cells around the worst") {
  arma::mat given(20, 12, arma::fill::zeros);
  given(18, 6) = 9;
  given(0, 0) = 1;
  const Field field = within(0.1);
  const FieldResult result = wrong(field, given, arma::mat(20, 12, arma::fill::zeros));
  const MarkedMatrix matrix = marked_answer(result, true).matrices[0];
  CHECK(matrix.value.n_rows == 8);
  CHECK(matrix.value.n_cols == 8);
  CHECK(matrix.rows.labels.front() == "13");
  CHECK(matrix.cols.labels.front() == "3");
  REQUIRE(matrix.focus);
  CHECK(matrix.value(matrix.focus->first, matrix.focus->second) == 9);
  CHECK(matrix.marked(matrix.focus->first, matrix.focus->second) == 1);
  CHECK(shown_part(result) == "Shown are rows 13 to 20 of 20 and columns 3 to 10 of 12.");
}

TEST_CASE("place_text: counts from 1 and names the words") {
  CHECK(place_text(practice_exercise().field("scores"), {.row = 1, .col = 0}) ==
        "row 2, column 1 (sat, cat)");
  CHECK(place_text(practice_exercise().field("output"), {.row = 0, .col = 1}) == "row 1, column 2");
}

std::string own_text(const std::string& sheet, std::size_t n) {
  return document_text(own_answers(check_answer(sheet).fields, n), Layout{});
}

TEST_CASE("own_answers: matrices and words as they were typed") {
  const std::string sheet =
      "scores = 2 2; 1 2\nweights = .5000 .5000; .3775 .6225\nopen = 3\nwhy = b\n";
  const std::string text = own_text(sheet, 9);
  CHECK_THAT(text, ContainsSubstring("yours so far   open = 3   why = b\n"));
  CHECK_THAT(text, ContainsSubstring("cat ⎡   2    2 ⎤"));
  CHECK_THAT(text, ContainsSubstring("0.5000"));
  CHECK_THAT(own_text("scores = 6/3 2; 1 2", 9), ContainsSubstring("cat ⎡   2    2 ⎤"));
}

TEST_CASE("own_answers: only what counts, and the latest first") {
  const std::string slipped =
      "scores = 2 1; 2 2\nweights = .622 .378; .5 .5\nopen = 4\nguess = cat";
  CHECK(n_own_answers(check_answer(slipped).fields) == 1);  // the weights follow from the scores
  CHECK_THAT(own_text(slipped, 9), ContainsSubstring("0.622"));
  CHECK_THAT(own_text(slipped, 9), !ContainsSubstring("open"));
  CHECK(own_text(slipped, 0).empty());
  CHECK(own_text("open = 4", 9).empty());
  const std::string two = "scores = 2 2; 1 2\nopen = 3";
  CHECK_THAT(own_text(two, 1), ContainsSubstring("open = 3"));
  CHECK_THAT(own_text(two, 1), !ContainsSubstring("scores"));
}

TEST_CASE("beside: the matrices of both in one row") {
  const CheckResult result = check_answer("scores = 2 2; 1 2\nopen = 3");
  const Document given{{MatrixRow{{{.title = "Q", .value = arma::mat(1, 1)}}}}};
  const Document page = beside(given, own_answers(result.fields, 9));
  REQUIRE(page.pieces.size() == 2);
  CHECK(std::get<MatrixRow>(page.pieces[0]).matrices.size() == 2);
  CHECK(beside({}, own_answers(result.fields, 9)).pieces.size() == 2);
  CHECK(beside(given, {}).pieces.size() == 1);
}

using Lines = std::vector<std::string>;

TEST_CASE("first_printed, last_printed: some lines, and how many are missing") {
  const std::string text = "one\ntwo\nthree\n\n";
  CHECK(first_printed(text, 2).lines == Lines{"one", "two"});
  CHECK(first_printed(text, 2).n_left_out == 1);
  CHECK(last_printed(text, 2).lines == Lines{"two", "three"});
  CHECK(last_printed(text, 2).n_left_out == 1);
  CHECK(last_printed(text, 3).lines == first_printed(text, 3).lines);
  CHECK(last_printed(text, 9).n_left_out == 0);
}

TEST_CASE("first_printed: nothing where nothing can be seen") {
  CHECK(first_printed("", 3).lines.empty());
  CHECK(last_printed(" \n\t\n", 3).lines.empty());
}

TEST_CASE("last_printed: lines are safe to show, and not endless") {
  CHECK(last_printed("a\033[2Jb\r\n\tif x:\n", 3).lines == Lines{"a?[2Jb", "    if x:"});
  CHECK(last_printed(std::string(1000, 'x'), 1).lines == Lines{std::string(300, 'x') + "..."});
}

std::string said_of(const ProgramResult& result) {
  std::string text;
  for (const Piece& piece : program_feedback(result).pieces) {
    if (const auto* line = std::get_if<LabelledLine>(&piece))
      text += line->label + "|" + line->text + "\n";
    if (const auto* paragraph = std::get_if<Paragraph>(&piece)) text += paragraph->text + "\n";
    if (const auto* heading = std::get_if<Heading>(&piece)) text += "# " + heading->text + "\n";
    if (const auto* block = std::get_if<CodeBlock>(&piece))
      for (const std::string& one : block->lines) text += "> " + one + "\n";
  }
  return text;
}

TEST_CASE("program_feedback: each check, the first failure, what was printed aside") {
  const std::string text = said_of(judged_script("printf 'a\\033[2Jb\\n' >&2; exit 3"));
  CHECK(
      text ==
      "shape|not yet: as large as X\nvalues|waits for shape\nfirst_row|waits for values\n"
      "# shape.1\n"
      "It ended with exit code 3: whatever it printed does not count. A program that is done ends "
      "with 0.\n"
      "On standard error:\n> a?[2Jb\n"
      "|Not yet: 0 of 3 checks are passed.\n"
      "|Run with limits of time and memory alone, without bubblewrap: it can see and change your "
      "files, leave notes for its next run, and end your programs.\n");
}

TEST_CASE("program_feedback: long output is cut, with the rest counted") {
  const std::string text =
      said_of(judged_script("for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15; do "
                            "echo line $i; done"));
  CHECK_THAT(text, ContainsSubstring("begins with “line 1”"));
  CHECK_THAT(text, ContainsSubstring("> line 12\n"));
  CHECK_THAT(text, !ContainsSubstring("> line 13"));
  CHECK_THAT(text, ContainsSubstring("more lines."));
}

TEST_CASE("program_feedback: of standard error the last lines are shown") {
  const std::string text = said_of(judged_script("seq 100 >&2; echo because >&2; exit 1"));
  CHECK_THAT(text, ContainsSubstring("On standard error, after 89 lines before these:\n> 90\n"));
  CHECK_THAT(text, ContainsSubstring("> 100\n> because\n"));
}

TEST_CASE("build_text: a compiler has limits of its own") {
  const auto text = [](Ending ending) { return build_text({.ending = ending, .exit_code = 1}); };
  CHECK(text(Ending::exited) == "The compiler refused the program.");
  CHECK_THAT(text(Ending::cpu_time), ContainsSubstring("computing for 10 s"));
  CHECK_THAT(text(Ending::wall_time), ContainsSubstring("after 30 s"));
  CHECK_THAT(text(Ending::output), ContainsSubstring("64 KiB"));
}

TEST_CASE("ending_text: an exit code that may be a signal is told as that") {
  const std::string text =
      ending_text({.ending = Ending::signalled, .exit_code = 139, .signal = SIGSEGV}, {});
  CHECK_THAT(text, ContainsSubstring("segmentation fault") &&
                       ContainsSubstring("Or else it chose to end with exit code 139."));
}

TEST_CASE("ending_text: every end has its sentence, with the limit") {
  const Limits limits;
  const auto text = [&limits](Ending ending, int signal = 0) {
    return ending_text({.ending = ending, .signal = signal}, limits);
  };
  CHECK_THAT(text(Ending::wall_time), ContainsSubstring("20 s"));
  CHECK_THAT(text(Ending::cpu_time), ContainsSubstring("5 s"));
  CHECK_THAT(text(Ending::memory), ContainsSubstring("1024 MiB"));
  CHECK_THAT(text(Ending::threads), ContainsSubstring("64 processes"));
  CHECK_THAT(text(Ending::output), ContainsSubstring("1024 KiB"));
  CHECK_THAT(text(Ending::signalled, SIGSEGV), ContainsSubstring("segmentation fault"));
  CHECK_THAT(text(Ending::signalled, SIGABRT), ContainsSubstring("abort"));
  CHECK_THAT(text(Ending::signalled, SIGUSR1), ContainsSubstring(std::to_string(SIGUSR1)));
}

TEST_CASE("first_failure: none where all is right") {
  ProgramResult result;
  CHECK(first_failure(result) == nullptr);
}

// How a wrong answer to a question is shown, with the book's numbers.
std::string shown(const std::string& id, const std::string& field, const std::string& typed) {
  const auto& all = course_worksheets();
  const auto worksheet = std::find_if(
      all.begin(), all.end(), [&](const Worksheet& one) { return one.exercise().id == id; });
  const FieldResult result = check_field(*worksheet, worksheet->exercise().field(field),
                                         {.name = field, .text = typed}, {});
  CAPTURE(field, typed);
  REQUIRE(result.comparison.worst);
  return worst_cell(result).given;
}

TEST_CASE("worst_cell: a number is shown with the digits that were typed") {
  const std::string filters = "recap-filters-and-layers", rnn = "recap-why-attention";
  CHECK(shown(filters, "gradient_grown", "0.0085") == "0.0085");
  CHECK(shown(filters, "gradient_grown", "-0.0085") == "-0.0085");
  CHECK(shown("recap-uses", "soft", "0.254") == "0.254");
  CHECK(shown("recap-uses", "soft", "12.34567") == "12.34567");
  CHECK(shown("recap-uses", "soft", "12.345678912345") == "12.34567891");
  CHECK(shown("recap-uses", "soft", "40.00") == "40");
  CHECK(shown(rnn, "gradient_left", "2%") == "0.02");
  CHECK(shown("masked-attention", "weights", "1 0 0 0; 0.5 0.5 0 0; 1 0 0 0; 9.1234 0 0 0") ==
        "9.1234");
}

TEST_CASE("worst_cell: a number that was worked out is not shown as another one") {
  const std::string rnn = "recap-why-attention";
  CHECK(shown("recap-filters-and-layers", "gradient_grown", "17/2000") == "0.0085");
  CHECK(shown("recap-uses", "soft", "100/3") == "33.33");
  CHECK(shown(rnn, "gradient_left", "0.1^50") == "1e-50");
  CHECK(shown(rnn, "gradient_left", "0.1 + 0.2 - 0.3") == "0");
}

std::string details_of(const std::string& sheet, const std::string& field,
                       Reveal reveal = Reveal::values) {
  Exercise exercise = practice_exercise();
  exercise.reveal = reveal;
  const CheckResult result = check_answer(sheet);
  return document_text({field_details(exercise, result_of(result, field))}, Layout{});
}

TEST_CASE("field_details: the diagnosis, how much is off, and yours beside what is right") {
  const std::string text = details_of("weights = .5 .5; .269 .731", "weights");
  CHECK(
      text.starts_with("   The scores were not divided by √d_k.\n\n"
                       "   Cells that are off: 2 of 4. The worst is row 2, column 1: 0.269, "
                       "expected\n   0.3775; off by 0.11, allowed 0.0005.\n\n"));
  CHECK_THAT(text, ContainsSubstring("⎣ [0.2690]  [0.7310] ⎦    ⎣ 0.3775  0.6225 ⎦"));
}

TEST_CASE("field_details: location marks the cells and tells how far off they are") {
  const std::string text = details_of("weights = .5 .5; .3 .7", "weights", Reveal::location);
  CHECK_THAT(text, ContainsSubstring("The worst is row 2, column 1: 0.3."));
  CHECK_THAT(text,
             ContainsSubstring("It is off by\n   about 0.08. An error of 0.0005 is allowed."));
  CHECK_THAT(text, ContainsSubstring("[0.300]"));
  CHECK_THAT(text, !ContainsSubstring("0.37"));
}

TEST_CASE("field_details: one wrong cell has no worst, and cells of a mask have none") {
  CHECK_THAT(details_of("scores = 2 2; 1 3", "scores", Reveal::location),
             ContainsSubstring("right but one.\n\n   It is row 2, column 2 (sat, sat): 3."));
  CHECK_THAT(details_of("scores = 2 2; 1 3", "scores"),
             ContainsSubstring("It is row 2, column 2 (sat, sat): 3, expected 2."));
  CHECK_THAT(details_of("mask = 0 0; 1 0", "mask", Reveal::location),
             ContainsSubstring("2 of 4. The first of them is row 1, column 1: 0."));
}

TEST_CASE(
    "field_details: without reveal there is the diagnosis, or no more than that it is wrong") {
  CHECK(details_of("weights = .5 .5; .3 .7", "weights", Reveal::none) ==
        "   This is not right yet.\n");
  CHECK(details_of("weights = .5 .5; .269 .731", "weights", Reveal::none) ==
        "   The scores were not divided by √d_k.\n");
}

TEST_CASE("field_details: a number that is off") {
  CHECK(details_of("open = 4", "open") == "   Yours is 4, expected 3.\n");
  CHECK(details_of("open = 4", "open", Reveal::location) ==
        "   4 is not right yet. It is too large.\n");
}

TEST_CASE("field_details: a number that is off by a fraction is shown with it") {
  const Field total{.name = "total", .kind = FieldKind::number};
  Exercise exercise = practice_exercise();
  exercise.reveal = Reveal::location;
  const auto shown = [&](double given, double truth) {
    FieldResult result{.field = &total, .verdict = FieldVerdict::wrong};
    result.given = single_cell(given);
    result.expected = single_cell(truth);
    result.comparison = compare(total, result.given, result.expected);
    return document_text({field_details(exercise, result)}, Layout{});
  };
  CHECK_THAT(shown(262144.2, 262144), ContainsSubstring(" 262144.2 is not right yet."));
  CHECK_THAT(shown(262144.000001, 262144), ContainsSubstring("262144.000001 is not right"));
  CHECK_THAT(shown(1048576.5, 262144), ContainsSubstring(" 1048576.5 is not right yet."));
  CHECK_THAT(shown(262140, 262144), ContainsSubstring(" 262140 is not right yet."));
  CHECK_THAT(shown(0, 0.5), ContainsSubstring(" 0 is not right yet."));
}

TEST_CASE("field_details: answers in words") {
  CHECK(details_of("why = c", "why") ==
        "   Softmax does that.\n\n"
        "   yours       c  the rows sum to 1\n"
        "   should be   b  the variance becomes 1\n");
  CHECK(details_of("why = a", "why", Reveal::location) == "   yours   a  it is faster\n");
  CHECK_THAT(details_of("strongest = sat->cat", "strongest"),
             ContainsSubstring("Right ones among them: 0 of 1."));
  CHECK_THAT(details_of("cost = n*d", "cost"), ContainsSubstring("   yours       n*d\n"));
}

TEST_CASE("field_details: a list in another order") {
  Field field{.name = "ranking", .kind = FieldKind::list};
  field.items = {"a", "b", "c"};
  field.count = 2;
  FieldResult result{.field = &field, .verdict = FieldVerdict::wrong};
  result.given = {{1, 0}};
  result.expected = arma::colvec{3, 2, 1};
  result.comparison = compare(field, result.given, result.expected);
  CHECK(document_text({field_details(practice_exercise(), result)}, Layout{}) ==
        "   These are the right ones, but in another order.\n\n"
        "   yours       b, a\n   should be   a, b\n");
}

TEST_CASE("field_details: another shape and what is no number") {
  CHECK_THAT(details_of("scores = 1 2 3; 4 5 6", "scores"),
             ContainsSubstring("   The numbers have not been looked at yet.\n"));
  CHECK_THAT(details_of("scores = nan 2; 1 2", "scores"), ContainsSubstring("not a finite number"));
  CHECK_THAT(details_of("scores = nan 2; 1 2", "scores"), !ContainsSubstring("off by"));
}

TEST_CASE("field_details: what could not be read, and where it is") {
  CHECK_THAT(details_of("\n\nopen = 1,5", "open"),
             ContainsSubstring("   It begins on line 3 of the file.\n"));
  CHECK(details_of("open = 3", "open").empty());
  CHECK(details_of("", "open").empty());
}

TEST_CASE("field_details: nothing typed commands the terminal") {
  for (const char* sheet : {"cost = \033[2Jn", "strongest = \033[2J", "why = \033c"})
    for (const char* field : {"cost", "strongest", "why"})
      CHECK_THAT(details_of(sheet, field), !ContainsSubstring("\033"));
}

using Mood = LabelledLine::Mood;

LabelledLine status_of(const std::string& sheet, const std::string& field) {
  return field_status(result_of(check_answer(sheet), field));
}

TEST_CASE("field_status: what is right says how exact it is") {
  CHECK(status_of("scores = 2 2; 1 2", "scores").text == "✓ right");
  CHECK(status_of("scores = 2 2; 1 2", "scores").mood == Mood::good);
  // The exact weight is 0.377541.
  CHECK(status_of("weights = .5 .5; .378 .622", "weights").text ==
        "✓ right (largest error 0.00046, allowed 0.0005)");
  // Of what is far below what is allowed nothing is said.
  CHECK(status_of("weights = .5 .5; .377541 .622459", "weights").text == "✓ right");
}

TEST_CASE("field_status: another reading is right, and is told") {
  CHECK(status_of("mask = 1 1; 1 0", "mask").text ==
        "✓ right, read in another way\nThis is the literal reading.");
}

TEST_CASE("field_status: every other outcome has its words") {
  CHECK(status_of("scores = 0 0; 0 0", "scores").text == "not yet");
  CHECK(status_of("scores = 0 0; 0 0", "scores").mood == Mood::bad);
  CHECK(status_of("scores = 1", "scores").text == "not yet");
  CHECK(status_of("scores = x", "scores").text == "could not read");
  CHECK(status_of("scores = x", "weights").text == "not filled in");
  CHECK(status_of("scores = 2 1; 2 2\nweights = .622 .378; .5 .5", "weights").text ==
        "right for your scores: the same slip, counted once");
  CHECK(status_of("guess = sat", "guess").text.starts_with("noted\n"));
}

}  // namespace
