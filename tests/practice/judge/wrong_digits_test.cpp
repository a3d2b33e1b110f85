#include "practice/judge/wrong_digits.hpp"

#include "support/catch.hpp"
#include "support/matrix.hpp"

using namespace attn;

namespace {

std::string digits(const arma::mat& given, const std::vector<int>& in_cells,
                   const arma::mat& truth = {{0.09003, 0.24473, 0.66524}}) {
  const Field field{.name = "weights",
                    .kind = FieldKind::matrix,
                    .tolerance = {.absolute = 0.0005, .decimals = 3}};
  const Diagnosis diagnosis = wrong_digits(field, given, truth, 0, in_cells);
  CHECK(diagnosis.text.empty() == diagnosis.turned.empty());
  return diagnosis.turned;
}

}  // namespace

TEST_CASE("wrong_digits: cut off, and too few", "[practice][diagnose]") {
  CHECK(digits({{0.09, 0.24, 0.66}}, {2, 2, 2}) == "cut_short");
  CHECK(digits({{0.09, 0.24, 0.665}}, {2, 2, 3}) == "too_few_digits");
  CHECK(digits({{0.09, 0.245, 0.66}}, {2, 3, 2}) == "cut_short");
  CHECK(digits({{0.09, 0.24, 0.67}}, {2, 2, 2}) == "too_few_digits");
  CHECK(digits({{-0.09, -0.24, -0.66}}, {2, 2, 2}, {{-0.09003, -0.24473, -0.66524}}) ==
        "cut_short");
}

TEST_CASE("wrong_digits: some cells cut off at the last digit", "[practice][diagnose]") {
  CHECK(digits({{0.09, 0.244, 0.665}}, {2, 3, 3}) == "cut_off");
  CHECK(digits({{0.09, 0.244, 0.666}}, {3, 3, 3}) == "last_digit");
}

TEST_CASE("wrong_digits: from a half, a number is rounded up or down", "[practice][diagnose]") {
  const arma::mat halves = {{0.275, -0.21, -0.065}};
  for (const double first : {0.27, 0.28})
    for (const double last : {-0.06, -0.07})
      CHECK(digits({{first, -0.21, last}}, {2, 2, 2}, halves) == "too_few_digits");
  CHECK(digits({{0.28, -0.21, -0.06}}, {2, 2, 2}, {{0.275, -0.21, -0.066}}) == "cut_short");
  CHECK(digits({{0.28, -0.21, -0.07}}, {2, 2, 2}, {{0.274, -0.21, -0.065}}) == "rounded_up_short");
  CHECK(digits(single_cell(0.3), {1}, single_cell(0.25)) == "too_few_digits");
  CHECK(digits(single_cell(0.2), {1}, single_cell(0.25)) == "too_few_digits");
}

TEST_CASE("wrong_digits: a row rounded so that it sums to 1 has fewer digits",
          "[practice][diagnose]") {
  const arma::mat thirds = {{1.0 / 3, 1.0 / 3, 1.0 / 3}};
  CHECK(digits({{0.33, 0.33, 0.34}}, {2, 2, 2}, thirds) == "too_few_digits");
  CHECK(digits({{0.33, 0.34, 0.34}}, {2, 2, 2}, thirds) == "rounded_up_short");
  CHECK(digits({{0.5, 0.5, 0.0}, {0.34, 0.33, 0.33}}, {},
               {{0.5, 0.5, 0}, {1.0 / 3, 1.0 / 3, 1.0 / 3}}) == "too_few_digits");
}

TEST_CASE("wrong_digits: rounded up where it is rounded down", "[practice][diagnose]") {
  CHECK(digits({{0.091, 0.245, 0.666}}, {3, 3, 3}) == "rounded_up");
  CHECK(digits({{0.09, 0.25, 0.67}}, {2, 2, 2}) == "rounded_up_short");
}

TEST_CASE("wrong_digits: what says too little, or is farther away, is not named",
          "[practice][diagnose]") {
  CHECK(digits({{0.1, 0.2, 0.6}}, {1, 1, 1}) == "");
  CHECK(digits({{0.09, 0.22, 0.66}}, {2, 2, 2}) == "");
  CHECK(digits({{0.09, -0.24, 0.66}}, {2, 2, 2}) == "");
}
