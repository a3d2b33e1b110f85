#include "practice/answer/written_form.hpp"

#include "practice/answer/reading.hpp"
#include "practice/exercise/worksheet.hpp"
#include "practice/judge/check.hpp"
#include "support/catch.hpp"
#include "support/matrix.hpp"
#include "support/practice_exercise.hpp"

namespace {

std::string truth_text(const std::string& name) {
  Worksheet worksheet(practice_exercise());
  const Field& field = practice_exercise().field(name);
  return answer_text(field, answer_of(field, worksheet.numbers(name)));
}

TEST_CASE("matrix_text: is what a learner may type") {
  CHECK(matrix_text({{1, 0.5}, {-3, 4}}) == "1 0.5; -3 4");
  CHECK(matrix_text(arma::mat{7}) == "7");
}

TEST_CASE("answer_text: every kind of answer in words") {
  CHECK(truth_text("scores") == "2 2; 1 2");
  CHECK(truth_text("mask") == "1 0; 1 1");
  CHECK(truth_text("open") == "3");
  CHECK(truth_text("why") == "b  the variance becomes 1");
  CHECK(truth_text("cost") == "n^2*d");
  CHECK(truth_text("strongest") == "cat->sat");
}

TEST_CASE("answer_text: a label is its term, and a word nobody knows is another word") {
  Field label{.name = "name", .kind = FieldKind::label};
  label.options = {{.id = "causal", .text = {"causal mask", "因果マスク"}, .spellings = {}}};
  CHECK(answer_text(label, arma::mat{0.0}) == "causal mask");
  CHECK(answer_text(label, arma::mat{-1.0}) == "another word");
  CHECK(option_text(label, 0) == "a  causal mask");
  label.options[0] = {.id = "a", .text = {}, .spellings = {}};
  CHECK(option_text(label, 0) == "a");
}

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

TEST_CASE("wanted_form: says shape and digits, or what to choose from") {
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

TEST_CASE("wanted_form: exact numbers are told by what they look like") {
  const Field number{.name = "x"}, matrix{.name = "x", .kind = FieldKind::matrix};
  CHECK(wanted_form(number, single_cell(4)) == "a whole number");
  CHECK(wanted_form(number, single_cell(0.5)) == "an exact number, such as 1/3 or sqrt(2)");
  CHECK(wanted_form(matrix, arma::rowvec{512, 4096}) == "two whole numbers");
  CHECK(wanted_form(matrix, arma::rowvec{1, 2, 3}) == "3 whole numbers in a row");
  CHECK(wanted_form(matrix, arma::vec{1, 2}) == "2 × 1, whole numbers");
  CHECK(wanted_form(matrix, arma::rowvec{1, 0.5}) == "1 × 2, exact numbers such as 1/3");
}

TEST_CASE("wanted_form: digits are named as they are counted") {
  CHECK(number_form(decimals(0)) == "a number, to the nearest whole number");
  CHECK(number_form(decimals(1)) == "a number, to 1 decimal");
  CHECK(number_form(significant(4)) == "a number, to 4 significant digits");
  CHECK(number_form({.absolute = 0.01, .relative = 0.001}) == "a number, within 0.01 / 0.1 %");
}

TEST_CASE("wanted_form: many items are not all listed") {
  Field list{.name = "x", .kind = FieldKind::list};
  for (char c = 'a'; c <= 'z'; ++c) list.items.emplace_back(1, c);
  list.count = 2;
  list.is_ordered = false;
  CHECK(wanted_form(list, {}) == "2 of these: a, b, c, d, e, f and so on, 26 in all");
}

TEST_CASE("allowed_text: half a unit of the last digit, without the little on top") {
  CHECK(allowed_text(practice_exercise().field("weights").tolerance) == "0.0005");
  CHECK(allowed_text(practice_exercise().field("scores").tolerance).empty());
  CHECK(allowed_text(significant(4)) == "half a unit of digit 4");
  CHECK(allowed_sentence(significant(4)) == "An error of half a unit of digit 4 is allowed.");
  CHECK(allowed_sentence(decimals(2)) == "An error of 0.005 is allowed.");
  CHECK(allowed_sentence({}).empty());
  CHECK(asked_tolerance({.absolute = 1e-12, .relative = 1e-12}).absolute == 0.0);
}

TEST_CASE("asked_decimals: those of the question, or those that the tolerance leaves") {
  CHECK(asked_decimals(decimals(3)) == 3);
  CHECK(asked_decimals({.absolute = 0.01}) == 2);
  CHECK(asked_decimals({.absolute = 0.05}) == 1);
  CHECK(asked_decimals({.absolute = 5}) == -1);
  CHECK_FALSE(asked_decimals({.relative = 0.01}));
  CHECK_FALSE(asked_decimals({}));
}

TEST_CASE("typed_decimals: zeros at the end count") {
  CHECK(typed_decimals("0.7310") == 4);
  CHECK(typed_decimals("30.0") == 1);
  CHECK(typed_decimals("30") == 0);
  CHECK(typed_decimals("") == 0);
  CHECK(typed_decimals("3.") == 0);
  CHECK(typed_decimals(".5") == 1);
}

TEST_CASE("typed_decimals: of several numbers, the most") {
  CHECK(typed_decimals("[0.25 0.250; 1 0.5]") == 3);
  CHECK(typed_decimals("1 0; 0 1") == 0);
}

TEST_CASE("typed_decimals: percentages and powers of ten move the point") {
  CHECK(typed_decimals("40.10%") == 4);
  CHECK(typed_decimals("7.310e-1") == 4);
  CHECK(typed_decimals("7e-1") == 1);
  CHECK(typed_decimals("40%") == 2);
  CHECK(typed_decimals("6.06e4") == 0);
  CHECK(typed_decimals("1.5e+1") == 0);
  CHECK(typed_decimals("1.5e99999999999999999999") >= 0);
  CHECK(typed_decimals("0." + std::string(1000, '0')) == 12);
}

TEST_CASE("typed_decimals: only of fields of numbers") {
  const Field matrix{.name = "x", .kind = FieldKind::matrix};
  CHECK(typed_decimals(matrix, "tensor([[0.7310]], dtype=torch.float64)") == 4);
  CHECK(typed_decimals({.name = "x", .kind = FieldKind::choice}, "0.25") == 0);
}

TEST_CASE("decimals_of_one: below zero where a power of ten leaves digits out") {
  CHECK(decimals_of_one("2.6e5") == -4);
  CHECK(decimals_of_one("-1e3") == -3);
  CHECK(decimals_of_one("2.60e1") == 1);
  CHECK(decimals_of_one("0.70") == 2);
  CHECK(decimals_of_one("62800") == 0);
  CHECK(decimals_of_one("") == 0);
}

TEST_CASE("typed_in_cells: the decimals of each cell") {
  const Field matrix{.name = "x", .kind = FieldKind::matrix};
  CHECK(typed_in_cells(matrix, "0.100 0.2 3", {{0.1, 0.2, 3}}) == std::vector{3, 1, 0});
  CHECK(typed_in_cells(matrix, "[[0.10, .5], [-0.40, 1]]", {{0.1, 0.5}, {-0.4, 1}}) ==
        std::vector{2, 2, 1, 0});
  CHECK(typed_in_cells(matrix, "40.10% 1.50e-1", {{0.401, 0.15}}) == std::vector{4, 3});
  CHECK(typed_in_cells(matrix, "0.10 0.1", {{0.1, 0.1}}) == std::vector{2, 2});  // of equal ones
  CHECK(typed_in_cells(matrix, "2/5 0.5", {{0.4, 0.5}}) == std::vector{12, 1});
  CHECK(typed_in_cells({.name = "x", .kind = FieldKind::choice}, "0.1", arma::mat{}).empty());
}

Field list_field(std::vector<std::string> items) {
  Field field{.name = "words", .kind = FieldKind::list};
  field.items = std::move(items);
  return field;
}

const std::vector<std::string> kPairs = {"cat->cat", "cat->sat", "sat->cat", "sat->sat"};

std::string refused(const Field& field, const std::string& text) {
  return refusal([&] { typed_list(field, text); });
}

TEST_CASE("compared_form: case, width, spaces and hyphens do not matter") {
  CHECK(compared_form("Look-Ahead  mask.") == "lookaheadmask");
  CHECK(compared_form("ＣＡＵＳＡＬ＿ｍａｓｋ") == "causalmask");
  CHECK(compared_form("因果 ﾏｽｸ。") == "因果マスク");
}

TEST_CASE("without_quotes: of any kind, once") {
  for (const char* text : {"\"cat\"", "'cat'", "“cat”", "「cat」", "cat"})
    CHECK(without_quotes(text) == "cat");
  CHECK(without_quotes("'") == "'");
}

TEST_CASE("typed_list: items in the order in which they are written") {
  const Field field = list_field({"The", "the", "cat", "sat"});
  using Places = std::vector<std::size_t>;
  for (const char* text : {"cat, sat", "cat sat", "cat,\nsat", "['cat', 'sat']", "\"cat\";\"sat\""})
    CHECK(typed_list(field, text) == Places{2, 3});
  CHECK(typed_list(field, "the The CAT") == Places{1, 0, 2});
}

TEST_CASE("typed_list: equal items are taken one after the other") {
  CHECK(typed_list(list_field({"the", "cat", "the"}), "the the") == std::vector<std::size_t>{0, 2});
}

TEST_CASE("typed_list: pairs have either arrow, with or without spaces") {
  const Field field = list_field(kPairs);
  for (const char* text : {"cat->sat, sat->cat", "cat→sat sat → cat", "cat -> sat; Sat->Cat"})
    CHECK(typed_list(field, text) == std::vector<std::size_t>{1, 2});
}

TEST_CASE("typed_list: numbers and little words between items are left out") {
  using Places = std::vector<std::size_t>;
  const Field words = list_field({"The", "cat", "sat"});
  for (const char* text : {"1. cat 2. sat", "1) cat\n2) sat", "1.cat 2.sat", "- cat\n- sat",
                           "cat and sat", "cat > sat", "(1) cat (2) sat"})
    CHECK(typed_list(words, text) == Places{1, 2});
  const Field numbers = list_field({"1.", "and", "2."});
  CHECK(typed_list(numbers, "2. and 1.") == Places{2, 1, 0});
}

TEST_CASE("typed_list: arrows and strokes between words") {
  const Field words = list_field({"The", "cat", "sat"});
  for (const char* text : {"cat → The → sat", "cat->The->sat", "cat/The/sat", "cat > The > sat",
                           "cat>The>sat", "cat ⇒ The ⇒ sat", "cat ≥ The ≥ sat", "cat|The|sat"})
    CHECK(typed_list(words, text) == std::vector<std::size_t>{1, 0, 2});
  CHECK(typed_list(list_field({"a/b", "c"}), "c a/b") == std::vector<std::size_t>{1, 0});
  CHECK(refused(words, "The = cat > sat") ==
        "A list cannot say that two items are equal ('='). Write one behind the other; where two "
        "really are equal, either may come first.");
}

TEST_CASE("typed_list: pairs in parentheses and with to") {
  Field field = list_field(kPairs);
  field.are_pairs = true;
  for (const char* text :
       {"(cat, sat), (sat, cat)", "('cat', 'sat') ('sat', 'cat')", "[(cat,sat),(sat,cat)]",
        "cat to sat and sat to cat", "cat ⇒ sat, sat=>cat", "1. cat->sat 2. sat->cat"})
    CHECK(typed_list(field, text) == std::vector<std::size_t>{1, 2});
}

TEST_CASE("typed_list: unknown items, repeated ones and a word with itself are refused") {
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

TEST_CASE("typed_list: a weight in parentheses behind an item is left out") {
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

TEST_CASE("typed_list: all items in parentheses") {
  Field field{.name = "ranking", .kind = FieldKind::list};
  field.items = {"The", "cat", "mat"};
  CHECK(typed_list(field, "(mat, The, cat)") == std::vector<std::size_t>{2, 0, 1});
  CHECK(typed_list(field, "The (1.2), mat (1.2)") == std::vector<std::size_t>{0, 2});
}

TEST_CASE("plain_number: whole numbers in full, others to six digits") {
  CHECK(plain_number(1048576) == "1048576");
  CHECK(plain_number(60611.4936) == "60611.5");
  CHECK(plain_number(0.248254953) == "0.248255");
  CHECK(plain_number(-0.0) == "0");
  CHECK(plain_number(-2) == "-2");
  CHECK(plain_number(arma::datum::nan) == "nan");
  CHECK(plain_number(-arma::datum::inf) == "-inf");
}

TEST_CASE("fixed_number: keeps its decimals and never shows minus zero") {
  CHECK(fixed_number(0.28, 3) == "0.280");
  CHECK(fixed_number(-0.0001, 3) == "0.000");
  CHECK(fixed_number(-0.001, 3) == "-0.001");
  CHECK(fixed_number(7, 0) == "7");
  CHECK(fixed_number(1e300, 2) == "1e+300");
  CHECK(fixed_number(arma::datum::inf, 2) == "inf");
}

TEST_CASE("rough_number: two digits say how large an error is") {
  CHECK(rough_number(0.0317449) == "0.032");
  CHECK(rough_number(0.005) == "0.005");
  CHECK(rough_number(3.2e-7) == "3.2e-07");
  CHECK(rough_number(1221) == "1221");
  CHECK(rough_number(0) == "0");
}

TEST_CASE("decimals_of: as many as show every cell as it is") {
  CHECK(decimals_of({{1, 2}, {3, -4}}, 6) == 0);
  CHECK(decimals_of({{1, 0.25}}, 6) == 2);
  CHECK(decimals_of(arma::mat{0.1 + 0.2}, 6) == 1);
  CHECK(decimals_of(arma::mat{1.0 / 3}, 6) == 6);
  CHECK(decimals_of(arma::mat{4e-11}, 12) == 11);
  CHECK(decimals_of(arma::mat{0.1 + 0.2 - 0.3}, 6) == 0);
  CHECK(decimals_of(arma::mat{1e15 + 0.5}, 0) == 0);
}

Field choice_field() {
  Field field{.name = "why", .kind = FieldKind::choice};
  field.options = {{"a", {"It falls.", "下がる。"}, {}},
                   {"b", {"No: it grows with the length", "上がる"}, {}}};
  return field;
}

Field label_field() {
  Field field{.name = "term", .kind = FieldKind::label};
  field.options = {{"equivariant",
                    {"equivariant", "同変"},
                    {"permutation equivariant", "equivariant to permutations", "等変"}},
                   {"invariant", {"invariant", "不変"}, {"invariance"}}};
  return field;
}

std::string refused_label(const std::string& text) {
  return refusal([&] { typed_label(label_field(), text); });
}

std::string refused_choice(const std::string& text) {
  return refusal([&] { typed_choice(choice_field(), text); });
}

TEST_CASE("typed_choice: a letter stands for a place where ids are words") {
  Field field = choice_field();
  field.options[0].id = "first_word";
  field.options[1].id = "second_word";
  for (const char* text : {"b", "B)", "second_word"}) CHECK(typed_choice(field, text) == 1);
}

TEST_CASE("typed_choice: the larger part of what one option says, from its beginning") {
  Field field{.name = "changed", .kind = FieldKind::choice};
  field.options = {{"last", {"The last row only.", "最後の行だけ。"}, {}},
                   {"every", {"Every row.", "すべての行。"}, {}},
                   {"first", {"The first row only.", "最初の行だけ。"}, {}}};
  for (const char* text : {"last row", "the last row", "最後の行", "Last row."})
    CHECK(typed_choice(field, text) == 0);
  for (const char* text : {"the", "not the last row", "row", "最", "last row and first row"})
    CHECK_THAT(refusal([&] { typed_choice(field, text); }),
               ContainsSubstring("is not one of the choices"));
}

TEST_CASE("typed_choice: how several options begin names none of them, be one of them short") {
  Field field{.name = "difference", .kind = FieldKind::choice};
  field.options = {
      {"sum", {"Its weights sum to 1.", "重みの和が1になる。"}, {}},
      {"data", {"Its weights depend on the data that it sees.", "重みが変わる。"}, {}}};
  for (const char* text : {"Its weights", "its weights.", "重み", "重みの"}) {
    INFO(text);
    CHECK_THAT(refusal([&] { typed_choice(field, text); }),
               ContainsSubstring("is not one of the choices."));
  }
  CHECK_REFUSED(typed_choice(field, "Its weights"),
                "'Its weights' is not one of the choices. Did you mean one of these: a, b?");
  CHECK(typed_choice(field, "Its weights sum") == 0);
  CHECK(typed_choice(field, "Its weights depend on the data") == 1);
}

TEST_CASE("typed_choice: an id, its parentheses or the whole text") {
  const Field field = choice_field();
  for (const char* text : {"b",
                           "B",
                           "(b)",
                           "b)",
                           "（ｂ）",
                           " b.",
                           "\"b\"",
                           "上がる。",
                           "option b",
                           "Answer: b",
                           "答え b",
                           "(b) No",
                           "b) no",
                           "b. 上がる",
                           "**b**",
                           "bです",
                           "b。",
                           "b: No: it grows with the length",
                           "b) No: it grows",
                           "(b) 上がる",
                           "it is b"})
    CHECK(typed_choice(field, text) == 1);
  CHECK(typed_choice(field, "下がる") == 0);
  CHECK(typed_choice(field, "a") == 0);
}

TEST_CASE("typed_choice: what is no option is refused with the ids, or the one that was meant") {
  CHECK(refused_choice("xyz") == "'xyz' is not one of the choices. Choose from: a, b.");
  CHECK(refused_choice("It fals") == "'It fals' is not one of the choices. Did you mean a?");
  CHECK(refused_choice("No, it grows with length") ==
        "'No, it grows with length' is not one of the choices. Did you mean b?");
  for (const char* text :
       {"(b) it falls", "b) yes", "not b", "ab", "a b", "()", ".", "b: It falls.", "a, b"})
    CHECK(refused_choice(text) != "accepted");
}

TEST_CASE("typed_label: ids, texts and spellings in either language") {
  const Field field = label_field();
  for (const char* text : {"equivariant", "Permutation-Equivariant", "同変", "等変性", "同変である",
                           "これは同変です。", "It is equivariant.", "an equivariant property",
                           "equivariant (同変)", "「同変」", "the answer is: equivariant"})
    CHECK(typed_label(field, text) == 0);
  CHECK(typed_label(field, "invariance") == 1);
}

TEST_CASE("typed_label: a term that is not known is refused, with the one that was meant") {
  CHECK(refused_label("equivarient") ==
        "The term 'equivarient' is not known here. Did you mean equivariant?");
  CHECK(refused_label("It is equivarant") ==
        "The term 'It is equivarant' is not known here. Did you mean equivariant?");
  CHECK(refused_label("commutative") ==
        "The term 'commutative' is not known here. Write the technical term alone, in English or "
        "Japanese.");
  for (const char* text : {"", "-", "the", "it is"}) CHECK(refused_label(text) != "accepted");
}

TEST_CASE("typed_label: neither a negation nor two terms are read as one") {
  for (const char* text :
       {"not equivariant", "It is not invariant.", "non-equivariant", "同変ではない"})
    CHECK(refused_label(text) != "accepted");
  for (const char* text :
       {"equivariant or invariant", "equivariant, invariant", "equivariant (不変)"})
    CHECK(refused_label(text) == "There is more than one term. Write one.");
  for (const char* text : {"not invariant", "equivariant, not equivariant"})
    CHECK_THAT(refused_label(text), ContainsSubstring("says what it is not."));
}

TEST_CASE("typed_label: a term may be told from another one") {
  for (const char* text :
       {"equivariant, not invariant", "equivariant (not invariant)", "not invariant, equivariant",
        "equivariant; it is not invariant", "同変、不変ではない", "同変 (不変でない)"}) {
    INFO(text);
    CHECK(typed_label(label_field(), text) == 0);
  }
  CHECK(typed_label(label_field(), "invariant, not equivariant") == 1);
  for (const char* text : {"not invariant but equivariant",
                           "It is not invariant, but equivariant.",
                           "equivariant but not invariant",
                           "equivariant and not invariant",
                           "equivariant rather than invariant",
                           "equivariant (rather than invariant)",
                           "equivariant instead of invariant",
                           "equivariant, as opposed to invariant",
                           "不変ではなく同変",
                           "invariantではなく equivariant",
                           "不変でなく、同変",
                           "不変じゃなく同変",
                           "Equivariant Rather Than Invariant",
                           "equivariant. Not invariant",
                           "equivariant — not invariant",
                           "equivariant - not invariant",
                           "同変であり不変ではない",
                           "同変であって不変ではない",
                           "同変であります。",
                           "不変ではなくて、同変です。",
                           "不変ではありません。同変です。",
                           "不変ではない。同変である。"}) {
    INFO(text);
    CHECK(typed_label(label_field(), text) == 0);
  }
  CHECK(typed_label(label_field(), "同変ではなく不変") == 1);
  CHECK(typed_label(label_field(), "invariant instead of equivariant") == 1);
}

TEST_CASE("typed_label: what is not only one thing is two") {
  for (const char* text :
       {"equivariant, not just invariant", "equivariant, not only invariant",
        "not merely invariant but equivariant", "not only invariant but also equivariant",
        "equivariant (not invariant alone)", "不変だけでなく同変", "同変、不変だけではない",
        "同変 (不変のみではない)", "equivariant but invariant"}) {
    INFO(text);
    CHECK(refused_label(text) == "There is more than one term. Write one.");
  }
}

TEST_CASE("typed_label: where two terms are about as near, both are named") {
  CHECK(refused_label("covariant") ==
        "The term 'covariant' is not known here. Did you mean one of these: invariant, "
        "equivariant?");
  CHECK_THAT(refused_label("共変"), ContainsSubstring("不変") && ContainsSubstring("同変"));
}

TEST_CASE("typed_label: a term with the rest of it in parentheses") {
  for (const char* text : {"equivariant (to permutations)", "(permutation) equivariant"})
    CHECK(typed_label(label_field(), text) == 0);
}

TEST_CASE("typed_choice: another wording that the course knows") {
  Field field = choice_field();
  field.options.front().spellings = {"It sinks."};
  CHECK(typed_choice(field, "it sinks") == 0);
}

TEST_CASE("typed_choice: what the option says, before its id or behind it") {
  Field field = choice_field();
  field.options.push_back({"c", {"No: it stays", "変わらない"}, {}});
  for (const char* text : {"b: No", "no, b", "No (b)", "statement b", "no; b."})
    CHECK(typed_choice(field, text) == 1);
  for (const char* text : {"a, b", "b: a", "no", "it falls, b", "no b"})
    CHECK(refusal([&] { typed_choice(field, text); }) != "");
}

TEST_CASE("typed_label: a remark in parentheses that names no term is left out") {
  CHECK(typed_label(label_field(), "invariant (as a whole)") == 1);
  CHECK(typed_label(label_field(), "同変（行が動く）") == 0);
  for (const char* text :
       {"equivariant (not equivariant)", "equivariant (invariant)", "(as a whole)"})
    CHECK(refused_label(text) != "accepted");
}

TEST_CASE("shape_as_row: shapes as people write them") {
  for (const char* text :
       {"512 × 4096", "512×4096", "512 x 4096", "512x4096", "512X4096", "512 * 4096", "512*4096",
        "(512×4096)", "[512 x 4096]", "512 tokens × 4096"})
    CHECK(shape_as_row(text, 2) == "512, 4096");
  CHECK(shape_as_row("512 by 4096", 2) == "512, 4096");
  CHECK(shape_as_row("512-by-4096", 2) == "512, 4096");
  CHECK(shape_as_row("2×3×4", 3) == "2, 3, 4");
  CHECK(shape_as_row("512x32x128", 2) == "512, 32, 128");  // no product
}

TEST_CASE("shape_as_row: rows and columns by name") {
  const auto without_spaces = [](const std::string& text) {
    std::string tight = shape_as_row(text, 2);
    std::erase(tight, ' ');
    return tight;
  };
  for (const char* text : {"512 行 4096 列", "512行4096列", "512 rows, 4096 columns",
                           "512 rows by 4096 columns", "rows 512, cols 4096", "512 行と 4096 列"})
    CHECK(without_spaces(text) == "512,4096");
  CHECK(shape_as_row("4096 columns, 512 rows", 2) == "4096 columns, 512 rows");
}

TEST_CASE("shape_as_row: LaTeX, words beside the sign, grouped digits") {
  for (const char* text : {"512\\times4096", "512 \\times 4096", "512 x 4,096", "512 × 4_096"})
    CHECK(shape_as_row(text, 2) == "512, 4096");
  for (const char* text : {"512 行 × 4096 列", "512 rows × 4096 columns"}) {
    std::string row = shape_as_row(text, 2);
    std::erase(row, ' ');
    CHECK(row == "512,4096");
  }
}

TEST_CASE("shape_as_row: products inside a number stay") {
  CHECK(shape_as_row("512 × 32*128", 2) == "512, 32*128");
  CHECK(shape_as_row("512×(32×128)", 2) == "512, (32×128)");
  CHECK(shape_as_row("2*256 4096", 2) == "2*256 4096");
  CHECK(shape_as_row("n_tokens x d_model", 2) == "n_tokens, d_model");
}

TEST_CASE("shape_as_row: any other text stays") {
  for (const char* text :
       {"512 4096", "512, 4096", "512;4096", "512\n4096", "512", "512,", "max 4", "exp(2) 3", "x"})
    CHECK(shape_as_row(text, 2) == text);
}

TEST_CASE("shape_as_row: thousands behind a comma and a space") {
  CHECK(shape_as_row("512, 4,096", 2) == "512, 4096");
  CHECK(shape_as_row("(4,096, 512)", 2) == "4096, 512");
  CHECK(shape_as_row("512,4,096", 2) == "512,4,096");
}

TEST_CASE("without_size_in_parentheses: a product or names behind a shape") {
  std::vector<std::string> remarks;
  const auto shape = [&remarks](const std::string& text) {
    return without_size_in_parentheses(text, 2, remarks);
  };
  for (const char* text :
       {"5×5 (25)", "5×5 (= 25)", "5×5(25)", "5×5 (5*5)", "5×5 (25 numbers)", "5×5 (n × n_keys)"})
    CHECK(shape(text) == "5×5");
  CHECK(shape("512 × 4,096 (2,097,152)") == "512 × 4,096");
  CHECK(remarks.size() == 7);
  CHECK(remarks.front() == "'(25)' was left out, and the rest was read.");
  for (const char* text : {"5×5", "512×(32×128)", "512×32(128)", "(5×5)", "5 5 (25)", "(512) 4096"})
    CHECK(shape(text) == text);
  CHECK(remarks.size() == 7);
  for (const char* text : {"5×5 (24)", "5×5 (25 + 1)", "n×5 (25)"}) {
    INFO(text);
    CHECK_THAT(refusal([&] { shape(text); }),
               ContainsSubstring("stands behind the shape, and is not its size"));
  }
}

TEST_CASE("without_batch_of_one: a 1 in front of a shape") {
  std::vector<std::string> remarks;
  for (const char* text : {"[1, 512, 4096]", "(1, 512, 4096)", "1 × 512 × 4096", "1x512x4096"})
    CHECK(without_batch_of_one(text, 2, remarks) == "512, 4096");
  CHECK(remarks == std::vector<std::string>(4, "The 1 in front was read as a batch of one."));
  for (const char* text : {"1, 512, 4096", "[2, 512, 4096]", "[1, 512]", "[1, 512, a]", "", "1"})
    CHECK(without_batch_of_one(text, 2, remarks) == text);
  CHECK(remarks.size() == 4);
}

TEST_CASE("require_no_points_in_thousands: a point among whole numbers") {
  CHECK_REFUSED(require_no_points_in_thousands("512 4.096"),
                "4.096 is no whole number here. Write 4096 without a point.");
  for (const char* text : {"512 4096", "0.333 0.667", "1.414 2", "512 0.096", "512 4.09"})
    CHECK_NOTHROW(require_no_points_in_thousands(text));
}

bool is_no_name(const std::string&) { return false; }

double worded_value(const std::string& text) {
  const auto number = worded_number(text, is_no_name);
  return number ? number->value : -1.0;
}

TEST_CASE("worded_number: numbers up to twelve as words") {
  for (const char* text : {"four", "Four", "四"}) CHECK(worded_value(text) == 4);
  for (const char* text : {"zero", "ゼロ", "零", "〇"}) CHECK(worded_value(text) == 0);
  for (const char* text : {"twelve", "十二"}) CHECK(worded_value(text) == 12);
  for (const char* text : {"four hundred", "四百", "fourth", "half", "thirteen", "", "4", "1.5"})
    CHECK(worded_value(text) == -1);
}

TEST_CASE("worded_number: ordinals say that they are some") {
  for (const char* text : {"3rd", "3番目", "3 番", "3番目の"}) {
    const auto number = worded_number(text, is_no_name);
    REQUIRE(number);
    CHECK(number->value == 3);
    CHECK(number->is_ordinal);
  }
  for (const char* text : {"11th", "第11", "12th", "1st", "22nd"}) CHECK(worded_value(text) > 0);
  for (const char* text : {"3th", "11st", "1.5th", "th"}) CHECK(worded_value(text) == -1);
}

TEST_CASE("worded_number: a noun or the sign of a product before it") {
  for (const char* text : {"head 4", "Head #4", "ヘッド4", "KV head 4", "No. 4", "第4", "x4", "×4",
                           "x 4", "×4.0", "position: 4", "pair 4", "factor 4", "組 4", "step 4"})
    CHECK(worded_value(text) == 4);
  for (const char* text : {"n 4", "heads per group 4", "x", "x4y", "head", "head -4", "overhead 4"})
    CHECK(worded_value(text) == -1);
}

TEST_CASE("worded_number: the names of known numbers keep their meaning") {
  const auto is_name = [](const std::string& word) {
    return word == "n" || word == "d" || word == "x" || word == "head";
  };
  for (const char* text : {"2nd", "x4", "head 4"}) CHECK_FALSE(worded_number(text, is_name));
}

TEST_CASE("require_more_than_sameness: numbers are written once more") {
  for (const char* text : {"same", " Unchanged ", "同じ", "変わらない"})
    CHECK_REFUSED(require_more_than_sameness(text),
                  "Write the numbers themselves, also where they are the same as before.");
  CHECK_NOTHROW(require_more_than_sameness("2.76"));
}

TEST_CASE("require_single_number: two numbers may be a difference") {
  CHECK_REFUSED(require_single_number("-1.350 -0.207"),
                "'-1.350 -0.207' may be two numbers or a difference. Write one number; a "
                "difference has spaces on both sides of its sign.");
  CHECK_REFUSED(require_single_number("512 512"),
                "'512 512' may be two numbers, or one: 512512. Write one number without spaces.");
  for (const char* text :
       {"1.5 - 0.5", "1.5-0.5", "2 -1", "-1.5", "n -0.5", "", "1 048 576", "512 numbers"})
    CHECK_NOTHROW(require_single_number(text));
}

bool no_name(const std::string&) { return false; }

TEST_CASE("without_units: harmless words are taken off") {
  for (const char* text :
       {"4 times", "4x", "4 ×", "4倍", "4 heads", "4 query heads", "4 個", "4 parameters",
        "4 columns", "4 行", "4 radians", "4ラジアン", "4", "4 positions", "4-fold", "4種類",
        "4次元", "4 dimensions", "4 different values"})
    CHECK(without_units(text, no_name).number == "4");
  for (const char* text : {"4 steps", "4 ステップ", "4 batches", "4バッチ", "4 examples", "4 件"})
    CHECK(without_units(text, no_name).number == "4");
  CHECK(without_units("1.609 nats", no_name).number == "1.609");
  CHECK(without_units("2 pi rad", no_name).number == "2 pi");
}

TEST_CASE("without_units: a unit that may be the wrong one stays") {
  for (const char* text : {"4 MACs", "4 FLOP", "4 bits"})
    CHECK(without_units(text, no_name).number == text);
}

TEST_CASE("without_units: a share and degrees have a factor") {
  for (const char* text : {"40.1%", "40.1 %", "40.1 percent", "40.1パーセント"}) {
    CHECK(without_units(text, no_name).factor == 0.01);
    CHECK(without_units(text, no_name).number == "40.1");
  }
  for (const char* text : {"90°", "90 degrees", "90度", "90 deg"}) {
    CHECK(without_units(text, no_name).factor == std::numbers::pi / 180);
    CHECK(without_units(text, no_name).is_degrees);
  }
}

TEST_CASE("without_units: words for large numbers have a factor") {
  CHECK(without_units("1.5 million", no_name).factor == 1e6);
  CHECK(without_units("26.2万", no_name).factor == 1e4);
  CHECK(without_units("26.2万個", no_name).number == "26.2");
  for (const char* text : {"262K", "1M", "3 million %"})
    CHECK(without_units(text, no_name).factor != 1e6 * 0.01);
}

TEST_CASE("without_units: names and other words stay") {
  for (const char* text : {"4 widgets", "n_heads", "sqrt(2)", "x", "%", "30 %%", "4 beheads"})
    CHECK(without_units(text, no_name).number != "4");
  CHECK(without_units("n_heads", no_name).number == "n_heads");
  CHECK(without_units("2 x", [](const std::string& word) { return word == "x"; }).number == "2 x");
}

TEST_CASE("ends_in_times_sign: as a word by itself") {
  for (const char* text : {"512 ×", "512x", "512 X", "512 times", "(512) ×", "512 \\times"})
    CHECK(ends_in_times_sign(text));
  for (const char* text : {"", "512", "max", "512 sometimes", "4 heads", "4 times smaller"})
    CHECK_FALSE(ends_in_times_sign(text));
}

using Parts = std::vector<std::string>;

// The parts with their words one space apart.
Parts parts_in_words(const std::string& text) {
  Parts parts;
  for (const std::string& part : parts_told_apart(text)) {
    std::string line;
    for (const std::string& word : words_of(part)) line += (line.empty() ? "" : " ") + word;
    parts.push_back(line);
  }
  return parts;
}

TEST_CASE("parts_told_apart: at signs and at words of contrast") {
  CHECK(parts_in_words("one (other)") == Parts{"one", "other"});
  CHECK(parts_in_words("one; not other.") == Parts{"one", "not other"});
  CHECK(parts_in_words("not one but other") == Parts{"not one", "other"});
  for (const char* text :
       {"one rather than other", "one, instead of other", "one and not other", "one, not other"})
    CHECK(parts_in_words(text) == Parts{"one", "not other"});
  for (const char* text :
       {"不変ではなく同変", "不変ではなくて、同変", "不変ではありません。同変。"})
    CHECK(parts_in_words(text) == Parts{"不変ではない", "同変"});
  CHECK(parts_in_words("不変でなく同変") == Parts{"不変でない", "同変"});
  for (const char* text : {"one. Not other", "one - not other", "one — not other",
                           "one – not other", "one Rather Than other"})
    CHECK(parts_in_words(text).size() == 2);
  for (const char* text : {"同変であり不変ではない", "同変であって、不変ではない",
                           "同変ですが不変ではない", "同変だが不変ではない", "同変—不変ではない"})
    CHECK(parts_in_words(text) == Parts{"同変", "不変ではない"});
  CHECK(parts_in_words("one-to-one") == Parts{"one-to-one"});
  CHECK(parts_in_words(" , ").empty());
}

TEST_CASE("is_negated: what is denied, and what is only not all") {
  for (const char* text : {"not one", "It isn't one", "Non-one", "不変ではない", "不変じゃない"})
    CHECK((is_negated(text) && !says_more_than_one(text)));
  for (const char* text : {"not just one", "not one alone", "不変だけではない", "不変のみでない"})
    CHECK((is_negated(text) && says_more_than_one(text)));
  for (const char* text : {"one", "notable", "不変"}) CHECK_FALSE(is_negated(text));
}

}  // namespace
