#include "data/test_files.hpp"
#include "practice/formula/arithmetic.hpp"
#include "support/catch.hpp"

using namespace attn;

namespace {

std::vector<double> order(const std::string& text) { return growth(text, {"n", "d"}); }

}  // namespace

TEST_CASE("growth: powers of t and of its logarithm, direction by direction",
          "[practice][growth]") {
  // n alone, d alone, both, then n² d, n³ d, n d² and n d³
  CHECK(order("n^2 d") == std::vector<double>{2, 0, 1, 0, 3, 0, 5, 0, 7, 0, 4, 0, 5, 0});
  CHECK(growth("n log n", {"n"}) == std::vector<double>{1, 1});
  CHECK(growth("sqrt(n)", {"n"}) == std::vector<double>{0.5, 0});
  CHECK(growth("7", {"n"}) == std::vector<double>{0, 0});
  CHECK(growth("1/n", {"n"}) == std::vector<double>{-1, 0});
}

TEST_CASE("growth: constant factors and slower terms do not count", "[practice][growth]") {
  CHECK(order("4nd^2 + 2n^2 d + 17n + 3") == order("n d^2 + n^2 d"));
  CHECK(order("n(n-1)/2") == order("n²"));
  CHECK(order("n + sqrt(n)") == order("n"));
  CHECK(order("1000 n + n²") == order("n²"));
  CHECK(order("n log n + 5n") == order("n log n"));
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
  CHECK(growth("L n d", {"L", "n", "d"}).size() == 2 * 16);
  CHECK(growth("L n d", {"L", "n", "d", "h"}).size() == 2 * 29);
  CHECK(growth("L n d", {"L", "n", "d", "h"}) != growth("L n d + h", {"L", "n", "d", "h"}));
}

TEST_CASE("growth: what has no order is refused", "[practice][growth][error]") {
  CHECK(refusal([] { order("n - n"); }) ==
        "'n - n' is not positive where its variables are large, so it has no order of growth.");
  CHECK(refusal([] { order("2^n"); }) == "'2^n' is too large a number.");
  CHECK(refusal([] { order("O()"); }) ==
        "')' (character 3): There is nothing between the parentheses.");
}
