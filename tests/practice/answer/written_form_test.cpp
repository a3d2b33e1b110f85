#include "practice/answer/written_form.hpp"

#include "practice/exercise/worksheet.hpp"
#include "practice/judge/check.hpp"
#include "support/catch.hpp"
#include "support/matrix.hpp"
#include "support/practice_exercise.hpp"

using namespace attn;

namespace {

std::string truth_text(const std::string& name) {
  Worksheet worksheet(practice_exercise());
  const Field& field = practice_exercise().field(name);
  return answer_text(field, answer_of(field, worksheet.numbers(name)));
}

}  // namespace

TEST_CASE("matrix_text: is what a learner may type", "[practice][answer_text]") {
  CHECK(matrix_text({{1, 0.5}, {-3, 4}}) == "1 0.5; -3 4");
  CHECK(matrix_text(arma::mat{7}) == "7");
}

TEST_CASE("answer_text: every kind of answer in words", "[practice][answer_text]") {
  CHECK(truth_text("scores") == "2 2; 1 2");
  CHECK(truth_text("mask") == "1 0; 1 1");
  CHECK(truth_text("open") == "3");
  CHECK(truth_text("why") == "b  the variance becomes 1");
  CHECK(truth_text("cost") == "n^2*d");
  CHECK(truth_text("strongest") == "cat->sat");
}

TEST_CASE("answer_text: a label is its term, and a word nobody knows is another word",
          "[practice][answer_text]") {
  Field label{.name = "name", .kind = FieldKind::label};
  label.options = {{.id = "causal", .text = {"causal mask", "因果マスク"}, .spellings = {}}};
  CHECK(answer_text(label, arma::mat{0.0}) == "causal mask");
  CHECK(answer_text(label, arma::mat{-1.0}) == "another word");
  CHECK(option_text(label, 0) == "a  causal mask");
  label.options[0] = {.id = "a", .text = {}, .spellings = {}};
  CHECK(option_text(label, 0) == "a");
}

namespace {

std::string form_of(const std::string& name) {
  Worksheet worksheet(practice_exercise());
  return wanted_form(practice_exercise().field(name), worksheet.numbers(name));
}

std::string number_form(const Tolerance& tolerance) {
  Field field{.name = "x"};
  field.tolerance = tolerance;
  return wanted_form(field, arma::mat{1.0});
}

Tolerance significant(int digits) {
  Tolerance tolerance;
  tolerance.significant = digits;
  return tolerance;
}

Tolerance decimals(int digits) {
  Tolerance tolerance;
  tolerance.decimals = digits;
  return tolerance;
}

}  // namespace

TEST_CASE("wanted_form: says shape and digits, or what to choose from", "[practice][wanted_form]") {
  CHECK(form_of("scores") == "2 × 2, whole numbers");
  CHECK(form_of("weights") == "2 × 2, to 3 decimals");
  CHECK(form_of("output") == "2 × 2, within 0.01");
  CHECK(form_of("mask") == "2 × 2 of 1 (may attend) and 0");
  CHECK(form_of("open") == "a whole number");
  CHECK(form_of("why") == "one of a, b, c");
  CHECK(form_of("cost") == "a formula in n and d");
  CHECK(form_of("strongest") == "1 pairs such as cat->sat, the highest first");
  CHECK(form_of("guess") == "1 of these, the highest first: cat, sat");
}

TEST_CASE("wanted_form: exact numbers are told by what they look like", "[practice][wanted_form]") {
  const Field number{.name = "x"}, matrix{.name = "x", .kind = FieldKind::matrix};
  CHECK(wanted_form(number, single_cell(4)) == "a whole number");
  CHECK(wanted_form(number, single_cell(0.5)) == "an exact number, such as 1/3 or sqrt(2)");
  CHECK(wanted_form(matrix, arma::rowvec{512, 4096}) == "two whole numbers");
  CHECK(wanted_form(matrix, arma::rowvec{1, 2, 3}) == "3 whole numbers in a row");
  CHECK(wanted_form(matrix, arma::vec{1, 2}) == "2 × 1, whole numbers");
  CHECK(wanted_form(matrix, arma::rowvec{1, 0.5}) == "1 × 2, exact numbers such as 1/3");
}

TEST_CASE("wanted_form: digits are named as they are counted", "[practice][wanted_form]") {
  CHECK(number_form(decimals(0)) == "a number, to the nearest whole number");
  CHECK(number_form(decimals(1)) == "a number, to 1 decimal");
  CHECK(number_form(significant(4)) == "a number, to 4 significant digits");
  CHECK(number_form({.absolute = 0.01, .relative = 0.001}) == "a number, within 0.01 / 0.1 %");
}

TEST_CASE("wanted_form: many items are not all listed", "[practice][wanted_form]") {
  Field list{.name = "x", .kind = FieldKind::list};
  for (char c = 'a'; c <= 'z'; ++c) list.items.emplace_back(1, c);
  list.count = 2;
  list.is_ordered = false;
  CHECK(wanted_form(list, {}) == "2 of these: a, b, c, d, e, f and so on, 26 in all");
}

TEST_CASE("allowed_text: half a unit of the last digit, without the little on top",
          "[practice][wanted_form]") {
  CHECK(allowed_text(practice_exercise().field("weights").tolerance) == "0.0005");
  CHECK(allowed_text(practice_exercise().field("scores").tolerance).empty());
  CHECK(allowed_text(significant(4)) == "half a unit of digit 4");
  CHECK(allowed_sentence(significant(4)) == "An error of half a unit of digit 4 is allowed.");
  CHECK(allowed_sentence(decimals(2)) == "An error of 0.005 is allowed.");
  CHECK(allowed_sentence({}).empty());
  CHECK(asked_tolerance({.absolute = 1e-12, .relative = 1e-12}).absolute == 0.0);
}

TEST_CASE("asked_decimals: those of the question, or those that the tolerance leaves",
          "[practice][wanted_form]") {
  CHECK(asked_decimals(decimals(3)) == 3);
  CHECK(asked_decimals({.absolute = 0.01}) == 2);
  CHECK(asked_decimals({.absolute = 0.05}) == 1);
  CHECK(asked_decimals({.absolute = 5}) == -1);
  CHECK_FALSE(asked_decimals({.relative = 0.01}));
  CHECK_FALSE(asked_decimals({}));
}

TEST_CASE("typed_decimals: zeros at the end count", "[practice][answer]") {
  CHECK(typed_decimals("0.7310") == 4);
  CHECK(typed_decimals("30.0") == 1);
  CHECK(typed_decimals("30") == 0);
  CHECK(typed_decimals("") == 0);
  CHECK(typed_decimals("3.") == 0);
  CHECK(typed_decimals(".5") == 1);
}

TEST_CASE("typed_decimals: of several numbers, the most", "[practice][answer]") {
  CHECK(typed_decimals("[0.25 0.250; 1 0.5]") == 3);
  CHECK(typed_decimals("1 0; 0 1") == 0);
}

TEST_CASE("typed_decimals: percentages and powers of ten move the point", "[practice][answer]") {
  CHECK(typed_decimals("40.10%") == 4);
  CHECK(typed_decimals("7.310e-1") == 4);
  CHECK(typed_decimals("7e-1") == 1);
  CHECK(typed_decimals("40%") == 2);
  CHECK(typed_decimals("6.06e4") == 0);
  CHECK(typed_decimals("1.5e+1") == 0);
  CHECK(typed_decimals("1.5e99999999999999999999") >= 0);
  CHECK(typed_decimals("0." + std::string(1000, '0')) == 12);
}

TEST_CASE("typed_decimals: only of fields of numbers", "[practice][answer]") {
  const Field matrix{.name = "x", .kind = FieldKind::matrix};
  CHECK(typed_decimals(matrix, "tensor([[0.7310]], dtype=torch.float64)") == 4);
  CHECK(typed_decimals({.name = "x", .kind = FieldKind::choice}, "0.25") == 0);
}

TEST_CASE("decimals_of_one: below zero where a power of ten leaves digits out",
          "[practice][answer]") {
  CHECK(decimals_of_one("2.6e5") == -4);
  CHECK(decimals_of_one("-1e3") == -3);
  CHECK(decimals_of_one("2.60e1") == 1);
  CHECK(decimals_of_one("0.70") == 2);
  CHECK(decimals_of_one("62800") == 0);
  CHECK(decimals_of_one("") == 0);
}

TEST_CASE("typed_in_cells: the decimals of each cell", "[practice][answer]") {
  const Field matrix{.name = "x", .kind = FieldKind::matrix};
  CHECK(typed_in_cells(matrix, "0.100 0.2 3", {{0.1, 0.2, 3}}) == std::vector{3, 1, 0});
  CHECK(typed_in_cells(matrix, "[[0.10, .5], [-0.40, 1]]", {{0.1, 0.5}, {-0.4, 1}}) ==
        std::vector{2, 2, 1, 0});
  CHECK(typed_in_cells(matrix, "40.10% 1.50e-1", {{0.401, 0.15}}) == std::vector{4, 3});
  CHECK(typed_in_cells(matrix, "0.10 0.1", {{0.1, 0.1}}) == std::vector{2, 2});  // of equal ones
  CHECK(typed_in_cells(matrix, "2/5 0.5", {{0.4, 0.5}}) == std::vector{12, 1});
  CHECK(typed_in_cells({.name = "x", .kind = FieldKind::choice}, "0.1", arma::mat{}).empty());
}

namespace {

Field list_field(std::vector<std::string> items) {
  Field field{.name = "words", .kind = FieldKind::list};
  field.items = std::move(items);
  return field;
}

const std::vector<std::string> kPairs = {"cat->cat", "cat->sat", "sat->cat", "sat->sat"};

std::string refused(const Field& field, const std::string& text) {
  return refusal([&] { typed_list(field, text); });
}

}  // namespace

TEST_CASE("compared_form: case, width, spaces and hyphens do not matter",
          "[practice][typed_words]") {
  CHECK(compared_form("Look-Ahead  mask.") == "lookaheadmask");
  CHECK(compared_form("ＣＡＵＳＡＬ＿ｍａｓｋ") == "causalmask");
  CHECK(compared_form("因果 ﾏｽｸ。") == "因果マスク");
}

TEST_CASE("without_quotes: of any kind, once", "[practice][typed_words]") {
  for (const char* text : {"\"cat\"", "'cat'", "“cat”", "「cat」", "cat"})
    CHECK(without_quotes(text) == "cat");
  CHECK(without_quotes("'") == "'");
}

TEST_CASE("typed_list: items in the order in which they are written", "[practice][typed_words]") {
  const Field field = list_field({"The", "the", "cat", "sat"});
  using Places = std::vector<std::size_t>;
  for (const char* text : {"cat, sat", "cat sat", "cat,\nsat", "['cat', 'sat']", "\"cat\";\"sat\""})
    CHECK(typed_list(field, text) == Places{2, 3});
  CHECK(typed_list(field, "the The CAT") == Places{1, 0, 2});
}

TEST_CASE("typed_list: equal items are taken one after the other", "[practice][typed_words]") {
  CHECK(typed_list(list_field({"the", "cat", "the"}), "the the") == std::vector<std::size_t>{0, 2});
}

TEST_CASE("typed_list: pairs have either arrow, with or without spaces",
          "[practice][typed_words]") {
  const Field field = list_field(kPairs);
  for (const char* text : {"cat->sat, sat->cat", "cat→sat sat → cat", "cat -> sat; Sat->Cat"})
    CHECK(typed_list(field, text) == std::vector<std::size_t>{1, 2});
}

TEST_CASE("typed_list: numbers and little words between items are left out",
          "[practice][typed_words]") {
  using Places = std::vector<std::size_t>;
  const Field words = list_field({"The", "cat", "sat"});
  for (const char* text : {"1. cat 2. sat", "1) cat\n2) sat", "1.cat 2.sat", "- cat\n- sat",
                           "cat and sat", "cat > sat", "(1) cat (2) sat"})
    CHECK(typed_list(words, text) == Places{1, 2});
  const Field numbers = list_field({"1.", "and", "2."});
  CHECK(typed_list(numbers, "2. and 1.") == Places{2, 1, 0});
}

TEST_CASE("typed_list: arrows and strokes between words", "[practice][typed_words]") {
  const Field words = list_field({"The", "cat", "sat"});
  for (const char* text : {"cat → The → sat", "cat->The->sat", "cat/The/sat", "cat > The > sat",
                           "cat>The>sat", "cat ⇒ The ⇒ sat", "cat ≥ The ≥ sat", "cat|The|sat"})
    CHECK(typed_list(words, text) == std::vector<std::size_t>{1, 0, 2});
  CHECK(typed_list(list_field({"a/b", "c"}), "c a/b") == std::vector<std::size_t>{1, 0});
  CHECK(refused(words, "The = cat > sat") ==
        "A list cannot say that two items are equal ('='). Write one behind the other; where two "
        "really are equal, either may come first.");
}

TEST_CASE("typed_list: pairs in parentheses and with to", "[practice][typed_words]") {
  Field field = list_field(kPairs);
  field.are_pairs = true;
  for (const char* text :
       {"(cat, sat), (sat, cat)", "('cat', 'sat') ('sat', 'cat')", "[(cat,sat),(sat,cat)]",
        "cat to sat and sat to cat", "cat ⇒ sat, sat=>cat", "1. cat->sat 2. sat->cat"})
    CHECK(typed_list(field, text) == std::vector<std::size_t>{1, 2});
}

TEST_CASE("typed_list: unknown items, repeated ones and a word with itself are refused",
          "[practice][typed_words][error]") {
  const Field words = list_field({"The", "cat", "sat"});
  CHECK(refused(words, "caat") == "'caat' cannot be listed. Did you mean cat?");
  CHECK(refused(words, "xylophone") == "'xylophone' cannot be listed. Choose from: The, cat, sat.");
  CHECK(refused(words, "cat cat") == "'cat' is listed twice.");
  CHECK(refused(words, "2 1") == "'2' gives numbers. Write the words themselves, such as The.");
  CHECK_THAT(refused(words, "0.9 cat"), ContainsSubstring("'0.9'"));  // and not the 9 of item 0
  CHECK(refused(words, ", ;") == "Nothing is listed.");
  const Field pairs = list_field(kPairs);
  Field guess = pairs;
  guess.is_graded = false;
  CHECK(refused(guess, "cat->cat") == "'cat->cat': a pair needs two different words.");
  CHECK(refused(pairs, "catsat") ==
        "'catsat' cannot be listed. Did you mean one of these: cat->sat, sat->cat?");
}

TEST_CASE("typed_list: a weight in parentheses behind an item is left out",
          "[practice][typed_words]") {
  Field pairs = list_field(kPairs);
  pairs.are_pairs = true;
  using Places = std::vector<std::size_t>;
  for (const char* text : {"cat->sat (0.538), sat->cat (0.2)", "cat->sat(53.8%) sat->cat(20%)",
                           "1. cat → sat (.538)\n2. sat → cat (0.20)"}) {
    INFO(text);
    CHECK(typed_list(pairs, text) == Places{1, 2});
  }
  CHECK(typed_list(pairs, "(1) cat->sat (2) sat->cat") == Places{1, 2});
  CHECK(refused(pairs, "(0.538)") != "accepted");
  CHECK(refused(pairs, "cat->sat (most)") != "accepted");
  CHECK(typed_list(list_field({"cat", "f(0.5)"}), "f(0.5)") == Places{1});
}

TEST_CASE("typed_list: all items in parentheses", "[practice][typed_words]") {
  Field field{.name = "ranking", .kind = FieldKind::list};
  field.items = {"The", "cat", "mat"};
  CHECK(typed_list(field, "(mat, The, cat)") == std::vector<std::size_t>{2, 0, 1});
  CHECK(typed_list(field, "The (1.2), mat (1.2)") == std::vector<std::size_t>{0, 2});
}

TEST_CASE("plain_number: whole numbers in full, others to six digits", "[practice][plain_number]") {
  CHECK(plain_number(1048576) == "1048576");
  CHECK(plain_number(60611.4936) == "60611.5");
  CHECK(plain_number(0.248254953) == "0.248255");
  CHECK(plain_number(-0.0) == "0");
  CHECK(plain_number(-2) == "-2");
  CHECK(plain_number(arma::datum::nan) == "nan");
  CHECK(plain_number(-arma::datum::inf) == "-inf");
}

TEST_CASE("fixed_number: keeps its decimals and never shows minus zero",
          "[practice][plain_number]") {
  CHECK(fixed_number(0.28, 3) == "0.280");
  CHECK(fixed_number(-0.0001, 3) == "0.000");
  CHECK(fixed_number(-0.001, 3) == "-0.001");
  CHECK(fixed_number(7, 0) == "7");
  CHECK(fixed_number(1e300, 2) == "1e+300");
  CHECK(fixed_number(arma::datum::inf, 2) == "inf");
}

TEST_CASE("rough_number: two digits say how large an error is", "[practice][plain_number]") {
  CHECK(rough_number(0.0317449) == "0.032");
  CHECK(rough_number(0.005) == "0.005");
  CHECK(rough_number(3.2e-7) == "3.2e-07");
  CHECK(rough_number(1221) == "1221");
  CHECK(rough_number(0) == "0");
}

TEST_CASE("decimals_of: as many as show every cell as it is", "[practice][plain_number]") {
  CHECK(decimals_of({{1, 2}, {3, -4}}, 6) == 0);
  CHECK(decimals_of({{1, 0.25}}, 6) == 2);
  CHECK(decimals_of(arma::mat{0.1 + 0.2}, 6) == 1);
  CHECK(decimals_of(arma::mat{1.0 / 3}, 6) == 6);
  CHECK(decimals_of(arma::mat{4e-11}, 12) == 11);
  CHECK(decimals_of(arma::mat{0.1 + 0.2 - 0.3}, 6) == 0);
  CHECK(decimals_of(arma::mat{1e15 + 0.5}, 0) == 0);
}
