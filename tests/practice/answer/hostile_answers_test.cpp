#include <locale>

#include "practice/answer/answer.hpp"
#include "support/catch.hpp"
#include "support/json.hpp"
#include "support/matrix.hpp"

// The broken answers that every grader meets, numbered as in our survey of grading tools. Those
// that are about judging are in check_test.cpp.

namespace {

Reading number(const std::string& text) {
  return read_answer(Field{.name = "x", .kind = FieldKind::number}, text);
}

Reading matrix(const std::string& text) {
  return read_answer(Field{.name = "x", .kind = FieldKind::matrix}, text);
}

AnswerSheet sheet(const std::string& bytes) { return read_answer_sheet(bytes, "answer.txt"); }

std::string refused_value(const std::string& bytes) {
  return refusal([&] { sheet(bytes); });
}

/// Numbers with a decimal comma, as a German locale has them.
struct Comma : std::numpunct<char> {
  char do_decimal_point() const override { return ','; }
};

/// Makes a locale everybody's, and takes it back.
class EverybodysLocale {
 public:
  explicit EverybodysLocale(const std::locale& locale) : before_(std::locale::global(locale)) {}
  ~EverybodysLocale() { std::locale::global(before_); }
  EverybodysLocale(const EverybodysLocale&) = delete;
  EverybodysLocale& operator=(const EverybodysLocale&) = delete;

 private:
  std::locale before_;
};

TEST_CASE("case 1: an empty file has no answers") {
  for (const char* text : {"", " ", "\n\n\r\n", "\uFEFF", "scores =\n\n", "{}", "# only a remark"})
    CHECK(sheet(text).entries.empty());
}

TEST_CASE("case 2: nan is read as what it is, and is not finite") {
  CHECK(std::isnan((*number("nan").value)(0, 0)));
  CHECK(std::isnan((*matrix("0.5 NaN").value)(0, 1)));
}

TEST_CASE("case 3: infinities and overflow are read, and are not finite") {
  for (const char* text : {"inf", "-inf", "1e400"}) {
    const Reading reading = number(text);
    REQUIRE(reading.value);
    CHECK(std::isinf((*reading.value)(0, 0)));
  }
}

TEST_CASE("case 4: tiny numbers and negative zeros are numbers") {
  CHECK(difference(*matrix("4e-320 -0 -0.0 0e5").value, {{4e-320, 0, 0, 0}}, 0) == "");
}

TEST_CASE("case 5: what only begins as a number is unreadable with its token and place") {
  CHECK_THAT(number("0x1p-1").problem, ContainsSubstring("'x1p' (character 2)"));
  CHECK_THAT(number("1f").problem, ContainsSubstring("'f' (character 2)"));
  CHECK_THAT(number("1.5abc").problem, ContainsSubstring("'abc' (character 4)"));
  CHECK_THAT(number("--1").problem, ContainsSubstring("'-' (character 2)"));
  CHECK_THAT(number("1e").problem, ContainsSubstring("'1e' (character 1)"));
}

TEST_CASE("case 6: a decimal comma is refused, whatever the locale") {
  const EverybodysLocale locale(std::locale(std::locale::classic(), new Comma));
  CHECK_THAT(number("1,5").problem, ContainsSubstring("'1,5' (character 1): Write decimals with a "
                                                      "point, as in 1.5"));
  CHECK_FALSE(number("1,5").value);
  CHECK_FALSE(matrix("0,5 0,5").value);
  CHECK(difference(*number("1.5").value, arma::vec{1.5}, 0) == "");
  CHECK(difference(*number("1.5 + 0.25/2").value, arma::vec{1.625}, 0) == "");
}

TEST_CASE("case 7: other minus signs, digits and spaces are read, a minus sign with a remark") {
  const Reading minus = number("−0.5");
  CHECK(difference(*minus.value, arma::vec{-0.5}, 0) == "");
  CHECK(minus.remarks == std::vector<std::string>{"'−' (U+2212) was read as a minus sign."});
  CHECK(difference(*number("０．５").value, arma::vec{0.5}, 0) == "");
  CHECK(difference(*matrix("1\u00A02").value, {{1, 2}}, 0) == "");
  const AnswerSheet marked = sheet("\uFEFFscores = 1");
  REQUIRE(marked.entries.size() == 1);
  CHECK(marked.entries[0].name == "scores");
}

TEST_CASE("case 8: a fraction is a number, a division by zero is none") {
  CHECK(difference(*number("1/3").value, arma::vec{1.0 / 3.0}, 0) == "");
  CHECK_THAT(number("1/0").problem, Catch::Matchers::EndsWith("'1/0' divides by zero."));
}

TEST_CASE("case 12: ragged rows are unreadable with the lengths of both") {
  for (const char* text : {"[[1,2],[3]]", "1 2; 3", "1 2\n3"})
    CHECK_THAT(matrix(text).problem,
               Catch::Matchers::EndsWith(
                   "All rows must have the same number of values: row 2 has 1, and row 1 "
                   "has 2."));
}

TEST_CASE("case 13: a number or row too many or too few is not cut or filled") {
  CHECK(arma::size(*matrix("1 2; 3 4; 5 6").value) == arma::SizeMat(3, 2));
  CHECK(arma::size(*matrix("1 2 3; 4 5 6").value) == arma::SizeMat(2, 3));
  CHECK(arma::size(*matrix("1 2").value) == arma::SizeMat(1, 2));
  CHECK_FALSE(number("1 2").value);
}

TEST_CASE("case 14: a single number stays one cell") {
  for (const char* text : {"6", "[6]", "[[6]]"})
    CHECK(arma::size(*matrix(text).value) == arma::SizeMat(1, 1));
}

TEST_CASE("case 15: rows without brackets around them are unreadable") {
  CHECK_THAT(matrix("[1,2],[3,4]").problem,
             Catch::Matchers::EndsWith(
                 "',[3,4]' stands after the last bracket. Several rows need brackets "
                 "around them all, as in [[1, 2], [3, 4]]."));
}

TEST_CASE("case 18: millions of numbers are refused at the limit") {
  std::string many = "x =";
  while (many.size() <= kAnswerLimit) many += " 1";
  CHECK(refused_value(many) ==
        "answer.txt: an answer has at most 1048576 bytes, and this has more.");
  CHECK_THAT(matrix(many.substr(3, kAnswerLimit)).problem,
             Catch::Matchers::EndsWith("A matrix of more than 100000 cells is not read."));
}

TEST_CASE("case 19: a token of a megabyte is refused without being read") {
  const std::string digits(kAnswerLimit, '7');
  CHECK_THAT(number(digits).problem,
             Catch::Matchers::EndsWith("more than 400 characters is not read."));
  CHECK_THAT(matrix(digits).problem, Catch::Matchers::EndsWith("is longer than 300 characters."));
  for (const char c : {'(', '[', '-', ';', ' '}) {
    const std::string text(kAnswerLimit, c);
    for (const FieldKind kind :
         {FieldKind::number, FieldKind::matrix, FieldKind::mask, FieldKind::choice, FieldKind::list,
          FieldKind::expression, FieldKind::label})
      CHECK_FALSE(read_answer(Field{.name = "x", .kind = kind}, text).value);
  }
  std::string line_ends;
  while (line_ends.size() < kAnswerLimit) line_ends += "\\n";
  CHECK_FALSE(matrix(line_ends).value);
}

TEST_CASE("case 20: broken JSON is refused with its place") {
  for (const char* text : {"{\"out\":NaN}", "{\"out\":[1,2,]}", "{\"out\":1}{\"out\":1}",
                           "{\"out\":\"\\ud800\"}", "{\"out\":1"})
    CHECK_THAT(refused_value(text), Catch::Matchers::StartsWith("answer.txt: line 1, column "));
  CHECK_THAT(refused_value("{\"out\":" + std::string(100'000, '[')),
             ContainsSubstring("the JSON is nested more than"));
  CHECK(refused_value("{\"out\":1,\"out\":2}") != "accepted");
}

TEST_CASE("case 21: any line ends, tabs and form feeds are read, UTF-16 is read") {
  for (const char* text : {"x =\n1 2\n3 4\n", "x =\r\n1 2\r\n3 4", "x =\r1\t2\r3 4\r",
                           "\fx =\n\f1 2\n3\t4", "x = 1 2; 3 4"}) {
    const AnswerSheet read = sheet(text);
    REQUIRE(read.entries.size() == 1);
    CHECK(difference(*matrix(read.entries[0].text).value, {{1, 2}, {3, 4}}, 0) == "");
  }
  for (const std::string& text :
       {std::string("\xFF\xFEx\0=\0001\0", 8), std::string("\xFE\xFF\0x\0=\0001", 8),
        std::string("x\0=\0001\0", 6)})
    CHECK(sheet(text).entries.at(0).text == "1");
}

TEST_CASE("case 22: characters that command a terminal are refused by their code, never shown") {
  const auto is_clean = [](const std::string& text) {
    return text.find_first_of(std::string("\x1B\r\0", 3)) == text.npos &&
           text.find("\u202E") == text.npos;
  };
  for (const auto& [text, code] : {std::pair{std::string("1\x1B[2J"), "(U+001B)"},
                                   std::pair{std::string("1\u202E2"), "(U+202E)"},
                                   std::pair{std::string("1\0002", 3), "(U+0000)"}}) {
    const Reading reading = number(text);
    CHECK_FALSE(reading.value);
    CHECK_THAT(reading.problem, ContainsSubstring(code));
    CHECK(is_clean(reading.problem));
    CHECK(is_clean(refused_value(text)));
  }
  CHECK(is_clean(refused_value("exercise = \x1B[2J")));
  CHECK(is_clean(refused_value("{\"\\u001b[2J\": 1}")));
}

/// A text that is no answer, and why.
struct Unreadable {
  FieldKind kind;
  std::string text;
  std::string reason;  ///< in the sentence that a learner reads
};

Reading read(const Unreadable& one) {
  Field field{.name = "x", .kind = one.kind};
  field.variables = {"n", "d"};
  field.options = {{"a", {"invariant", "不変"}, {}}, {"b", {"equivariant", "同変"}, {}}};
  field.items = {"cat", "sat"};
  return read_answer(field, one.text, {.n_rows = 2, .n_cols = 2, .is_whole = false, .names = {}});
}

const std::string kDecimalPoint = "Write decimals with a point";
const std::string kOneNumber = "A comma parts two numbers, and one number is expected here.";

std::vector<Unreadable> unreadable_texts() {
  using enum FieldKind;
  return {
      {number, "1,5", kDecimalPoint},
      {number, "262,14", kDecimalPoint},
      {number, "1,5,2", kOneNumber},
      {number, "1.5, 2", kOneNumber},
      {number, "1.5,2.5", kOneNumber},
      {number, "12,", kOneNumber},
      {number, ",5", kOneNumber},
      {number, "sqrt(512,2)", kOneNumber},
      {number, "０・６９", "Between digits it is no sign."},
      {matrix, "1・0; 0・1", "Row 1, column 1: '・' (character 2): Between digits it is no sign."},
      {mask, "１・０; ０・１", "'１・０' is neither 1"},
      {number, "1 2", "An operator is missing before it"},
      {number, "4 MACs", "'MACs' (character 3): This name is not known"},
      {number, "0x10", "'x10' (character 2)"},
      {number, "--1", "Two signs stand next to each other"},
      {number, "1/0", "divides by zero"},
      {number, "1e", "the beginning of a number such as 1e3"},
      {number, "2 = 3", "2 and 3 are not equal"},
      {number, "0.33..3", "This is not a number"},
      {number, "log(", "A number is missing after it"},
      {number, "", "Nothing is written there"},
      {matrix, "0,5 0,5", kDecimalPoint},
      {matrix, "1,2 3,4", "commas as well as spaces"},
      {matrix, "x is 1,2", "'x' (character 1)"},
      {matrix, "(1,2) matrix", kOneNumber},
      {matrix, "1 2; 3", "row 2 has 1, and row 1 has 2"},
      {matrix, "1,,2", "Row 1, column 2: there is nothing"},
      {matrix, "[1,2],[3,4]", "Several rows need brackets around them all"},
      {matrix, "[1 2", "A bracket [ is never closed"},
      {matrix, "⎡ 1 ⎤ ⎡ 2 ⎤", "Several matrices stand beside each other"},
      {matrix, "1 … 2", "'…' (character 1): This character has no meaning"},
      {mask, "1 2; 0 1", "'2' is neither 1 (may attend) nor 0."},
      {mask, "101; 0", "Leave a space between two cells."},
      {expression, "n,d", kOneNumber},
      {expression, "O(n d)", "An exact formula is asked for"},
      {expression, "n = d", "one side of the equals sign"},
      {label, "covariant", "Did you mean one of these: invariant, equivariant?"},
      {label, "共変", "Did you mean one of these: 不変, 同変?"},
      {label, "equivarient", "Did you mean equivariant?"},
      {label, "not invariant", "says what it is not"},
      {label, "invariant and equivariant", "There is more than one term"},
      {choice, "c", "Choose from: a, b."},
      {list, "dog", "Choose from: cat, sat."},
      {list, "caat", "Did you mean cat?"},
      {list, "cat cat", "'cat' is listed twice"},
  };
}

TEST_CASE("read_answer: an unreadable text is told the true reason, and no other") {
  for (const Unreadable& one : unreadable_texts()) {
    CAPTURE(one.text);
    const Reading reading = read(one);
    CHECK_FALSE(reading.value);
    CHECK_THAT(reading.problem, ContainsSubstring(one.reason));
    const bool is_told_of_point = reading.problem.find(kDecimalPoint) != std::string::npos;
    const bool has_comma_in_number = one.text.find("1,5") == 0 || one.text.find("262,14") == 0 ||
                                     one.text.find("0,5") == 0 || one.text.find("1,2") == 0;
    const bool has_middle_dot = one.text.find("・") != std::string::npos;
    CHECK((!is_told_of_point || has_comma_in_number || has_middle_dot));
  }
}

}  // namespace
