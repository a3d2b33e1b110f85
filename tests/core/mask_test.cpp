#include "core/mask.hpp"

#include "core/error.hpp"
#include "support/catch.hpp"
#include "support/matrix.hpp"
#include "support/worked_examples.hpp"

using namespace attn;

namespace {

arma::mat numbers(const Mask& mask) { return arma::conv_to<arma::mat>::from(mask); }

}  // namespace

TEST_CASE("causal_mask: a query sees itself and what came before", "[core][mask]") {
  CHECK(difference(numbers(causal_mask(3, 3)), {{1, 0, 0}, {1, 1, 0}, {1, 1, 1}}) == "");
  CHECK(difference(numbers(causal_mask(1, 1)), arma::rowvec{1}) == "");
}

TEST_CASE("causal_mask: two lengths are aligned at their ends", "[core][mask]") {
  // Two new queries on five keys: the last query sees all of them.
  CHECK(difference(numbers(causal_mask(2, 5)), {{1, 1, 1, 1, 0}, {1, 1, 1, 1, 1}}) == "");
  // More queries than keys: the first ones have nothing to look at.
  CHECK(difference(numbers(causal_mask(4, 2)), {{0, 0}, {0, 0}, {1, 0}, {1, 1}}) == "");
}

TEST_CASE("causal_mask: the last rows of a longer sequence", "[core][mask][property]") {
  const arma::mat whole = numbers(causal_mask(7, 7));
  for (arma::uword n_q = 1; n_q <= 7; ++n_q)
    CHECK(difference(numbers(causal_mask(n_q, 7)), whole.tail_rows(n_q)) == "");
}

TEST_CASE("causal_mask: agrees with its definition for every shape", "[core][mask]") {
  for (int n_q = 1; n_q <= 6; ++n_q)
    for (int n_k = 1; n_k <= 6; ++n_k) {
      arma::mat expected(n_q, n_k);
      for (int i = 0; i < n_q; ++i)
        for (int j = 0; j < n_k; ++j) expected(i, j) = j <= i + (n_k - n_q) ? 1 : 0;
      CHECK(difference(numbers(causal_mask(n_q, n_k)), expected) == "");
    }
}

TEST_CASE("mask_from_numbers: keeps zeros and ones", "[core][mask]") {
  const arma::mat cells{{1, 0, 0}, {0, 1, 1}};
  CHECK(difference(numbers(mask_from_numbers(cells)), cells) == "");
  CHECK(difference(numbers(mask_from_numbers({{-0.0, 1.0}})), {{0, 1}}) == "");
}

TEST_CASE("mask_from_numbers: refuses any other number and names the first one",
          "[core][mask][error]") {
  const auto text = [](const std::string& cell) {
    return "a mask holds 1 where a query may attend and 0 where it may not, but cell " + cell +
           ". For an additive mask (0 and -inf), write 1 for 0 and 0 for -inf.";
  };
  CHECK_THROWS_MATCHES(mask_from_numbers({{1, 0}, {1, 0.5}}), InputError,
                       Message(text("[1, 1] is 0.5")));
  CHECK_THROWS_MATCHES(mask_from_numbers({{0, -kInfinity}, {2, 0}}), InputError,
                       Message(text("[0, 1] is -inf")));
  CHECK_THROWS_MATCHES(mask_from_numbers({{kNaN, 0}}), InputError, Message(text("[0, 0] is nan")));
}
