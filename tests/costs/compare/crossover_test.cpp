#include "costs/compare/crossover.hpp"

#include <random>

#include "support/catch.hpp"

using namespace attn;

namespace {

CostOfTokens quadratic(long a, long b, long c) {
  return [=](std::uint64_t n_tokens) {
    const Count T = count_of(n_tokens);
    return Count(a * T * T + b * T + c);
  };
}

}  // namespace

TEST_CASE("crossovers_of: whole numbers and fractions are exact", "[costs][crossover]") {
  // Attention without W_O, 3 n d² + 2 n² d, and an LSTM, 8 n d²: n = 2.5 d.
  const auto even = crossovers_of(quadratic(2 * 4, 3 * 16, 0), quadratic(0, 8 * 16, 0));
  REQUIRE(even.size() == 1);
  CHECK(even[0].tokens == mpq_class(10));
  CHECK(even[0].last_below == Count(9));
  CHECK(even[0].below == Cheaper::left);

  const auto odd = crossovers_of(quadratic(0, 8 * 25, 0), quadratic(2 * 5, 3 * 25, 0));
  CHECK(odd[0].tokens == mpq_class(25, 2));
  CHECK(odd[0].last_below == Count(12));
  CHECK(odd[0].below == Cheaper::right);

  const auto line = crossovers_of(quadratic(0, 3, 0), quadratic(0, 1, 5));
  CHECK(line[0].tokens == mpq_class(5, 2));
  CHECK(line[0].below == Cheaper::left);
}

TEST_CASE("crossovers_of: never, with what is always cheaper", "[costs][crossover]") {
  const auto never = crossovers_of(quadratic(2, 4, 0), quadratic(0, 2, 0));
  REQUIRE(never.size() == 1);
  CHECK_FALSE(never[0].tokens);
  CHECK_FALSE(never[0].last_below);
  CHECK(never[0].below == Cheaper::right);
  CHECK(crossovers_of(quadratic(0, 1, 0), quadratic(0, 2, 0))[0].below == Cheaper::left);
  CHECK(crossovers_of(quadratic(3, 2, 1), quadratic(3, 2, 1))[0].below == Cheaper::neither);
  CHECK(crossovers_of(quadratic(0, 0, 2), quadratic(0, 0, 1))[0].below == Cheaper::right);
  // They touch at T = 4, and meet below a single token.
  CHECK_FALSE(crossovers_of(quadratic(1, 0, 16), quadratic(0, 8, 0))[0].last_below);
  CHECK_FALSE(crossovers_of(quadratic(4, 0, 0), quadratic(0, 0, 1))[0].last_below);
}

TEST_CASE("crossovers_of: two crossings, and one at no fraction", "[costs][crossover]") {
  const auto twice = crossovers_of(quadratic(1, 0, 6), quadratic(0, 5, 0));  // at 2 and 3
  REQUIRE(twice.size() == 2);
  CHECK(twice[0].tokens == mpq_class(2));
  CHECK(twice[0].below == Cheaper::right);
  CHECK(twice[1].tokens == mpq_class(3));
  CHECK(twice[1].below == Cheaper::left);

  const auto irrational = crossovers_of(quadratic(1, 0, 0), quadratic(0, 0, 10));  // √10
  REQUIRE(irrational.size() == 1);
  CHECK_FALSE(irrational[0].tokens);
  CHECK(irrational[0].last_below == Count(3));
  CHECK(irrational[0].below == Cheaper::left);
}

TEST_CASE("crossovers_of: the cheaper one is the cheaper one on either side",
          "[costs][crossover][property]") {
  std::mt19937 draws(72);
  const auto draw = [&draws] { return static_cast<long>(draws() % 41); };
  for (int i = 0; i < 300; ++i) {
    const CostOfTokens left = quadratic(draw() % 4, draw(), draw());
    const CostOfTokens right = quadratic(draw() % 4, draw(), draw());
    std::vector<Crossover> crossovers = crossovers_of(left, right);
    // Walk along T; the current stretch ends with last_below, and the sign turns round after it.
    std::size_t stretch = 0;
    for (std::uint64_t T = 1; T <= 60; ++T) {
      while (stretch < crossovers.size() && crossovers[stretch].last_below &&
             count_of(T) > *crossovers[stretch].last_below)
        ++stretch;
      const Count difference = left(T) - right(T);
      const Crossover& last = crossovers[std::min(stretch, crossovers.size() - 1)];
      const bool is_behind = stretch == crossovers.size();
      const int below = last.below == Cheaper::left ? -1 : last.below == Cheaper::right ? 1 : 0;
      CAPTURE(i, T);
      CHECK(sgn(difference) * (is_behind ? -below : below) >= 0);
      const bool is_at_one = stretch > 0 && crossovers[stretch - 1].tokens == count_of(T);
      if (is_at_one) CHECK(difference == 0);
    }
  }
}

TEST_CASE("fraction_text: a decimal that ends, or a fraction", "[costs][crossover]") {
  CHECK(fraction_text(768) == "768");
  CHECK(fraction_text(mpq_class(3, 2)) == "1.5");
  CHECK(fraction_text(mpq_class(1, 8)) == "0.125");
  CHECK(fraction_text(mpq_class(7, 3)) == "7/3");
  CHECK(fraction_text(mpq_class(-5, 4)) == "-1.25");
  CHECK(fraction_text(0) == "0");
}
