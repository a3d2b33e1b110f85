#include "practice/formula/expression.hpp"

#include "base/message.hpp"
#include "practice/formula/arithmetic.hpp"
#include "support/catch.hpp"
#include "support/matrix.hpp"

using namespace attn;
using Strings = std::vector<std::string>;

TEST_CASE("expression_of: a formula has a value wherever its variables have one",
          "[practice][formula]") {
  const Expression cost = expression_of("3 n d^2", {"n", "d"});
  CHECK(cost.variables == Strings{"n", "d"});
  CHECK(cost.at({{"n", 2}, {"d", 5}}) == Approx(150));
  CHECK_THROWS_AS(expression_of("3 n m", {"n", "d"}), InputError);
}

TEST_CASE("samples_of: two formulas are alike if their samples are", "[practice][formula]") {
  const arma::mat samples = samples_of(expression_of("4*n*d^2 + 2*n^2*d", {"n", "d"}));
  CHECK(samples.n_rows == kSamplePoints);
  CHECK(difference(samples_of(expression_of("2*n*d*(2d + n)", {"n", "d"})) / samples,
                   arma::mat(kSamplePoints, 1, arma::fill::ones)) == "");
  CHECK(difference(samples_of(expression_of("2*n*d*(2d - n)", {"n", "d"})), samples) != "");
}

TEST_CASE("crossing_of: where two formulas meet, as a formula in the rest", "[practice][formula]") {
  // 4 n d² + 2 n² d = 8 n d² where n = 2 d
  const Expression meeting = crossing_of(expression_of("4*n*d^2 + 2*n^2*d", {"n", "d"}),
                                         expression_of("8*n*d^2", {"n", "d"}));
  CHECK(meeting.variables == Strings{"d"});
  for (const double d : {1.0, 64.0, 4096.0}) CHECK(meeting.at({{"d", d}}) == Approx(2.0 * d));
}

TEST_CASE("crossing_of: wrong formulas may meet at 0, or before it", "[practice][formula]") {
  const Expression total = expression_of("4*n*d^2 + 2*n^2*d", {"n", "d"});
  const auto meeting = [&](const char* lstm) {
    return crossing_of(total, expression_of(lstm, {"n", "d"})).at({{"d", 512.0}});
  };
  CHECK(meeting("4*n*d^2") == 0.0);
  CHECK(meeting("2*n*d^2") == Approx(-512.0));
}

TEST_CASE("crossing_of: formulas that do not meet, or have no variable", "[practice][formula]") {
  const Expression line = expression_of("n", {"n"}), above = expression_of("2*n", {"n"});
  CHECK_THROWS_MATCHES(crossing_of(line, above).at({}), InputError,
                       Message("the two formulas do not meet."));
  CHECK_THROWS_MATCHES(crossing_of(expression_of("2", {}), line), InputError,
                       Message("a formula without variables meets nothing."));
}
