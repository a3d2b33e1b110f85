#include "practice/answer/answer.hpp"
#include "support/catch.hpp"

using namespace attn;

namespace {

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

}  // namespace

TEST_CASE("read_answer: an unreadable text is told the true reason, and no other",
          "[practice][read_answer][error]") {
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
