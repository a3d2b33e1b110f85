#include "practice/judge/meant_answer.hpp"

#include <algorithm>

#include "support/catch.hpp"

using namespace attn;

namespace {

// What is shown of the answer that was meant; "" where it is not among them.
std::string shown_of(FieldKind kind, const std::string& text, const std::string& meant) {
  for (const MeantAnswer& answer : answers_with_parentheses({.name = "a", .kind = kind}, text))
    if (answer.text == meant) return answer.first_changed;
  return "";
}

}  // namespace

TEST_CASE("answers_with_parentheses: a number or a formula as a whole", "[practice][judge]") {
  CHECK(shown_of(FieldKind::number, "1/1+e^-1", "1/(1+e^-1)") == "1/(1+e^-1)");
  CHECK(shown_of(FieldKind::expression, "d_k^1/2", "d_k^(1/2)") == "d_k^(1/2)");
}

TEST_CASE("answers_with_parentheses: every cell in the same way", "[practice][judge]") {
  CHECK(shown_of(FieldKind::matrix, "e/e+e^2+e^3 e^2/e+e^2+e^3; 1 0",
                 "e/(e+e^2+e^3) e^2/(e+e^2+e^3); 1 0") == "e/(e+e^2+e^3)");
  CHECK(shown_of(FieldKind::matrix, "[[1, 1/1+2]]", "[[1, 1/(1+2)]]") == "1/(1+2)");
}

TEST_CASE("answers_with_parentheses: none where nothing can be missing", "[practice][judge]") {
  const auto none = [](FieldKind kind, const std::string& text) {
    return answers_with_parentheses({.name = "a", .kind = kind}, text).empty();
  };
  CHECK(none(FieldKind::number, "0.5"));
  CHECK(none(FieldKind::number, "1/2"));
  CHECK(none(FieldKind::matrix, "1/2 1/2"));
  CHECK(none(FieldKind::choice, "a/b+c"));
  CHECK(none(FieldKind::number, "1/1+" + std::string(3000, '1')));
}
