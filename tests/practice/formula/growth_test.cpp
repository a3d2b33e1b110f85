#include "practice/formula/growth.hpp"

#include <fmt/format.h>

#include "data/random/random.hpp"
#include "data/test_files.hpp"
#include "support/catch.hpp"

using namespace attn;

namespace {

std::vector<double> order(const std::string& text) { return growth(text, {"n", "d"}); }

}  // namespace

TEST_CASE("growth: the number of terms, then the powers of each", "[practice][growth]") {
  const std::vector<double> n_log_n = growth("5 n log n", {"n"});
  REQUIRE(n_log_n.size() == 1 + 2 * kGrowthTerms);
  CHECK(std::vector(n_log_n.begin(), n_log_n.begin() + 3) == std::vector<double>{1, 1, 1});
  const std::vector<double> two = order("n d^2 + n^2 d");
  REQUIRE(two.size() == 1 + 4 * kGrowthTerms);
  CHECK(std::vector(two.begin(), two.begin() + 9) ==
        std::vector<double>{2, 2, 1, 0, 0, 1, 2, 0, 0});
  CHECK(growth("sqrt(n)", {"n"})[1] == 0.5);
  CHECK(growth("7", {"n"}) == growth("1", {"n"}));
  CHECK(growth("1/n", {"n"})[1] == -1);
  CHECK(growth("d", {"n", "d"})[2] == 1);
}

TEST_CASE("growth: constant factors and slower terms do not count", "[practice][growth]") {
  CHECK(order("4nd^2 + 2n^2 d + 17n + 3") == order("n d^2 + n^2 d"));
  CHECK(order("n(n-1)/2") == order("n²"));
  CHECK(order("n + sqrt(n)") == order("n"));
  CHECK(order("1000 n + n²") == order("n²"));
  CHECK(order("n log n + 5n") == order("n log n"));
}

TEST_CASE("growth: formulas of one order", "[practice][growth]") {
  const std::string right = "n d^2 + n^2 d";
  for (const char* text : {"nd(n + d)", "n²d + nd² + n^1.5 d^1.5", "max(nd^2, n^2d)",
                           "O(max(n d^2, n^2 d))", "n²d + nd² + n²d − n²d", "4nd² + 2n²d − 7nd",
                           "nd*max(n, d)", "n²d(1 + d/n)", "(n+d)^2 n - n^3 + n^2 d",
                           "n²d²/n + n²d²/d", "sqrt(n^4 d^2 + n^2 d^4)", "n d² + n² (d + 3)"})
    CHECK(order(text) == order(right));
  CHECK(order("(n^(1/3))^3") == order("n"));
  CHECK(order("log(n^2 d)") == order("ln n + ln d"));
  CHECK(order("n log2(n)") == order("n ln n"));
  CHECK(order("sqrt(n)*sqrt(n)") == order("n"));
  CHECK(order("n^0.5") == order("√n"));
}

TEST_CASE("growth: what grows only a little faster or slower is another order",
          "[practice][growth]") {
  const std::string right = "n d^2 + n^2 d";
  for (const char* text :
       {"n^2.01*d + n d^2", "n²d + n^0.99 d²", "(n²d + nd²) ln n", "n²d + nd² ln d", "n²d", "nd²",
        "n²d + nd² + n^1.6 d^1.5", "n²d + d²", "(nd)^1.5", "n²d*sqrt(ln(n)) + nd²"})
    CHECK(order(text) != order(right));
}

TEST_CASE("growth: a sum of powers is that of the terms that others do not reach",
          "[practice][growth][property]") {
  Random random(11);
  const auto power = [&random] { return static_cast<int>(5 * random.uniform()); };
  for (int i = 0; i < 200; ++i) {
    // Two corners and a point between them: their geometric mean never counts.
    const int a = power(), b = power(), c = power(), d = power();
    const auto term = [](double n, double m) { return fmt::format("n^{}*d^{}", n, m); };
    const std::string corners = term(a, b) + " + 3*" + term(c, d);
    const std::string between = term((a + c) / 2.0, (b + d) / 2.0);
    const std::string above = term((a + c) / 2.0 + 0.01, (b + d) / 2.0 + 0.01);
    INFO(corners << " and " << between);
    CHECK(order(corners + " + " + between) == order(corners));
    CHECK(order(between + " + " + corners) == order(corners));
    const bool are_corners = (a < c && b > d) || (a > c && b < d);
    if (are_corners) CHECK(order(corners + " + " + above) != order(corners));
  }
}

TEST_CASE("growth: O and Theta around a formula are dropped", "[practice][growth]") {
  for (const char* text : {"O(n²d)", "Ｏ（n^2 d）", " Θ( n n d ) ", "Theta(n^2*d)"})
    CHECK(order(text) == order("n^2 d"));
}

TEST_CASE("growth: O and Theta around the parts of a formula too", "[practice][growth]") {
  for (const char* text : {"O(n²d) + O(nd²)", "Θ(n²d)+Θ(nd²)", "O (n d) (n + d)"})
    CHECK(order(text) == order("n^2 d + n d^2"));
  CHECK(refusal([] { order("O(n²d) + O(nq)"); }) ==
        "'nq' (character 12): This name is not known. Did you mean n? The variables are: n, d.");
}

TEST_CASE("growth: other orders differ", "[practice][growth]") {
  const std::vector<std::string> orders = {
      "1",       "n",       "d",       "n d",     "n + d",
      "n^2",     "n^2 d",   "n^2 + d", "n d^2",   "n^2 d + n d^2",
      "n^2+d^2", "n log n", "n^4",     "n^4 + d", "log n"};
  for (std::size_t i = 0; i < orders.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      INFO(orders[i] << " and " << orders[j]);
      CHECK(order(orders[i]) != order(orders[j]));
    }
}

TEST_CASE("growth: up to four variables", "[practice][growth]") {
  CHECK(growth("L n d", {"L", "n", "d"}).size() == 1 + 6 * kGrowthTerms);
  CHECK(growth("L n d", {"L", "n", "d", "h"}) != growth("L n d + h", {"L", "n", "d", "h"}));
}

TEST_CASE("growth: what has no order is refused", "[practice][growth][error]") {
  CHECK(refusal([] { order("n - n"); }) ==
        "'n - n' is not positive where its variables are large, so it has no order of growth.");
  for (const char* text : {"2^n", "n^d", "exp(n)", "sin(n)", "ln(ln(n))", "nd(n+d)*ln(ln(n))",
                           "1/(n + d)", "(n d)^n", "log(log(n) + 1)"})
    CHECK_THAT(refusal([&] { order(text); }), ContainsSubstring("is no sum of powers"));
  for (const char* text : {"n²d − nd²", "0", "-n", "n - 2n", "ln(1/n)"})
    CHECK_THAT(refusal([&] { order(text); }), ContainsSubstring("has no order of growth"));
  CHECK(refusal([] { order("O(min(n, d))"); }) ==
        "min(...) is not read in an order of growth. Write a sum of terms.");
  for (const char* text : {"n/0", "9^9^9^9*n", "sqrt(-1)*n", "max(n", "max n, d", "n, d"})
    CHECK(refusal([&] { order(text); }) != "accepted");
  CHECK(refusal([] { order("O()"); }) ==
        "')' (character 3): There is nothing between the parentheses.");
}
