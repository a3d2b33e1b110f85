#include "core/mask.hpp"

#include "base/message.hpp"
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

TEST_CASE("causal_mask: aligned at the starts, lengths do not matter", "[core][mask]") {
  CHECK(difference(numbers(causal_mask(2, 4, Align::start)), {{1, 0, 0, 0}, {1, 1, 0, 0}}) == "");
  CHECK(difference(numbers(causal_mask(3, 2, Align::start)), {{1, 0}, {1, 1}, {1, 1}}) == "");
}

TEST_CASE("causal_mask: row i has i + 1 open keys", "[core][mask][property]") {
  for (arma::uword n = 1; n <= 50; ++n) {
    const arma::mat mask = numbers(causal_mask(n, n));
    CHECK(difference(arma::sum(mask, 1), arma::regspace(1.0, static_cast<double>(n))) == "");
    CHECK(arma::accu(mask) == static_cast<double>(n * (n + 1) / 2));
  }
}

TEST_CASE("query_offset: how far queries stand to the right", "[core][mask]") {
  CHECK(query_offset(2, 5, Align::end) == 3);
  CHECK(query_offset(5, 2, Align::end) == -3);
  CHECK(query_offset(2, 5, Align::start) == 0);
}

TEST_CASE("prefix_mask: the first keys are open to everybody", "[core][mask]") {
  CHECK(difference(numbers(prefix_mask(4, 4, 2)),
                   {{1, 1, 0, 0}, {1, 1, 0, 0}, {1, 1, 1, 0}, {1, 1, 1, 1}}) == "");
  CHECK(difference(numbers(prefix_mask(4, 2, 1)), {{1, 0}, {1, 0}, {1, 0}, {1, 1}}) == "");
}

TEST_CASE("prefix_mask: from causal to everything open", "[core][mask][property]") {
  CHECK(difference(numbers(prefix_mask(4, 6, 0)), numbers(causal_mask(4, 6))) == "");
  CHECK(difference(numbers(prefix_mask(4, 6, 6)), arma::ones(4, 6)) == "");
  CHECK_THROWS_MATCHES(prefix_mask(4, 6, 7), InputError,
                       Message("the prefix cannot have 7 keys: there are only 6."));
}

TEST_CASE("window_mask: the places that are less than its size away", "[core][mask]") {
  CHECK(difference(numbers(window_mask(4, 4, 2)),
                   {{1, 1, 0, 0}, {1, 1, 1, 0}, {0, 1, 1, 1}, {0, 0, 1, 1}}) == "");
  // Two new queries on five keys stand at places 3 and 4.
  CHECK(difference(numbers(window_mask(2, 5, 2)), {{0, 0, 1, 1, 1}, {0, 0, 0, 1, 1}}) == "");
  CHECK(difference(numbers(window_mask(2, 5, 2, Align::start)),
                   {{1, 1, 0, 0, 0}, {1, 1, 1, 0, 0}}) == "");
}

TEST_CASE("window_mask: with a causal mask, a place and those before it",
          "[core][mask][property]") {
  for (arma::uword size = 1; size <= 9; ++size)
    for (arma::uword i = 0; i < 7; ++i) {
      const Mask row = (window_mask(7, 7, size) % causal_mask(7, 7)).eval().row(i);
      CHECK(arma::accu(row) == std::min(size, i + 1));
      CHECK(row(i) == 1);
    }
  CHECK(difference(numbers(window_mask(3, 4, UINT64_MAX)), arma::ones(3, 4)) == "");
  CHECK_THROWS_MATCHES(window_mask(3, 3, 0), InputError,
                       Message("a window of 0 keys would leave every query empty. With a window of "
                               "1, each query sees only itself."));
}

TEST_CASE("padding_mask: columns of keys and rows of queries", "[core][mask]") {
  CHECK(difference(numbers(padding_mask(2, 4, {1, 3})), {{1, 0, 1, 0}, {1, 0, 1, 0}}) == "");
  CHECK(difference(numbers(padding_mask(3, 2, {1}, {0, 2})), {{0, 0}, {1, 0}, {0, 0}}) == "");
  CHECK(difference(numbers(padding_mask(2, 2, {})), arma::ones(2, 2)) == "");
}

TEST_CASE("padding_mask: refuses places that do not exist", "[core][mask][error]") {
  CHECK_THROWS_MATCHES(
      padding_mask(3, 4, {0, 4}), InputError,
      Message("there is no key at place 4 to be padding: places run from 0 to 3."));
  CHECK_THROWS_MATCHES(
      padding_mask(3, 4, {0}, {3}), InputError,
      Message("there is no query at place 3 to be padding: places run from 0 to 2."));
}

TEST_CASE("last_keys: the places at the end", "[core][mask]") {
  CHECK(arma::all(last_keys(2, 5) == arma::uvec{3, 4}));
  CHECK(last_keys(0, 5).is_empty());
  CHECK(last_keys(5, 5).n_elem == 5);
  CHECK_THROWS_MATCHES(last_keys(6, 5), InputError,
                       Message("--pad 6 marks more keys as padding than there are: 5."));
}

TEST_CASE("first_keys: the places at the beginning", "[core][mask]") {
  CHECK(arma::all(first_keys(2, 5) == arma::uvec{0, 1}));
  CHECK(first_keys(0, 5).is_empty());
  CHECK_THROWS_AS(first_keys(6, 5), InputError);
}

TEST_CASE("segment_mask: each document by itself", "[core][mask]") {
  CHECK(difference(numbers(segment_mask({0, 0, 1}, {0, 0, 1})),
                   {{1, 1, 0}, {1, 1, 0}, {0, 0, 1}}) == "");
  CHECK(difference(numbers(segment_mask({7, 2}, {2, 2, 7})), {{0, 0, 1}, {1, 1, 0}}) == "");
}

TEST_CASE("half_mask: the second half sees the first, the first sees all", "[core][mask]") {
  CHECK(difference(numbers(half_mask(4)),
                   {{1, 1, 1, 1}, {1, 1, 1, 1}, {1, 1, 0, 0}, {1, 1, 0, 0}}) == "");
  CHECK(
      difference(
          numbers(half_mask(5)),
          {{1, 1, 1, 1, 1}, {1, 1, 1, 1, 1}, {1, 1, 1, 1, 1}, {1, 1, 1, 0, 0}, {1, 1, 1, 0, 0}}) ==
      "");
  for (arma::uword n = 1; n < 20; ++n)  // nobody is left without keys
    CHECK(arma::all(arma::sum(numbers(half_mask(n)), 1) > 0));
}

TEST_CASE("masks: agree with their definitions for every shape", "[core][mask]") {
  for (int n_q = 1; n_q <= 6; ++n_q)
    for (int n_k = 1; n_k <= 6; ++n_k)
      for (const Align align : {Align::end, Align::start})
        for (int size = 1; size <= n_k; ++size) {
          arma::mat window(n_q, n_k, arma::fill::zeros), prefix(n_q, n_k, arma::fill::zeros);
          for (int i = 0; i < n_q; ++i) {
            const int place = align == Align::end ? i + n_k - n_q : i;
            for (int j = place - size + 1; j < place + size; ++j)
              if (j >= 0 && j < n_k) window(i, j) = 1;
            for (int j = 0; j < n_k; ++j)
              if (j < size || j <= place) prefix(i, j) = 1;
          }
          const auto keys = static_cast<arma::uword>(size);
          CHECK(difference(numbers(window_mask(n_q, n_k, keys, align)), window) == "");
          CHECK(difference(numbers(prefix_mask(n_q, n_k, keys, align)), prefix) == "");
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
