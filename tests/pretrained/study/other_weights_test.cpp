#include "pretrained/study/other_weights.hpp"

#include <vector>

#include "data/matrix/arrays.hpp"
#include "support/catch.hpp"
#include "support/temporary_folder.hpp"

using namespace attn;

namespace {

using Heads = std::vector<arma::mat>;

constexpr std::size_t kTokens = 4, kHeads = 2;

// Causal weights, other ones for each seed.
Heads heads_of_layer(int seed) {
  Heads heads;
  for (std::size_t head = 0; head < kHeads; ++head) {
    arma::mat A(kTokens, kTokens);
    for (std::size_t i = 0; i < kTokens; ++i)
      for (std::size_t j = 0; j <= i; ++j)
        A(i, j) = std::exp(std::sin(seed + static_cast<double>(7 * head + 3 * i + j)));
    for (std::size_t i = 0; i < kTokens; ++i) A.row(i) /= arma::accu(A.row(i));
    heads.push_back(A);
  }
  return heads;
}

std::optional<CauseFound> cause_of(const std::vector<Heads>& others, std::size_t layer,
                                   const Heads& heads_here = heads_of_layer(0)) {
  std::vector<double> ours;
  for (const arma::mat& head : heads_here)
    for (std::size_t i = 0; i < kTokens; ++i)
      for (std::size_t j = 0; j < kTokens; ++j) ours.push_back(head(i, j));
  std::string bytes = npy_header("<f8", {others.size(), kHeads, kTokens, kTokens});
  for (const Heads& heads : others)
    for (const arma::mat& head : heads) bytes += row_major_bytes(head);
  const TemporaryFolder folder;
  const MappedArray array(folder.file("others.npy", bytes), "");
  return cause_of_difference(Rows<const double>{ours.data(), kHeads * kTokens, kTokens, kTokens},
                             array, layer, 1e-9);
}

// The cause where the others' heads were changed, each in a way of its own.
template <class Change>
std::optional<WeightsCause> cause_where_heads(const Change& change) {
  Heads heads = heads_of_layer(0);
  for (std::size_t head = 0; head < kHeads; ++head) change(heads[head], head);
  const auto found = cause_of({heads}, 0);
  return found ? std::optional(found->cause) : std::nullopt;
}

// The same with each head changed alike.
template <class Change>
std::optional<WeightsCause> cause_where(const Change& change) {
  return cause_where_heads([&](arma::mat& A, std::size_t) { change(A); });
}

}  // namespace

TEST_CASE("cause_of_difference: what each head can have differently", "[pretrained]") {
  CHECK(cause_where([](arma::mat& A) { arma::inplace_trans(A); }) == WeightsCause::transposed);
  // Each query also sees the last token, with a third of its attention.
  CHECK(cause_where([](arma::mat& A) {
          for (std::size_t i = 0; i + 1 < kTokens; ++i) {
            A.row(i) *= 2.0 / 3.0;
            A(i, kTokens - 1) = 1.0 / 3.0;
          }
        }) == WeightsCause::unmasked);
  CHECK(cause_where([](arma::mat& A) {
          for (std::size_t i = 1; i < kTokens; ++i) {
            A(i, 0) = 0.0;
            A.row(i) /= arma::accu(A.row(i));
          }
        }) == WeightsCause::masked);
  CHECK(cause_where([](arma::mat& A) { A = arma::log(A + 1e-300) + 2.0; }) == WeightsCause::scores);
  // Before the mask, too, the keys that it hides have scores of their own.
  CHECK(cause_where([](arma::mat& A) {
          A = arma::log(A) + 2.0;
          A.elem(arma::find_nonfinite(A)).fill(1.5);
        }) == WeightsCause::unmasked_scores);
  CHECK(cause_where([](arma::mat& A) {
          A /= 0.9;
          A(2, 1) = 0.0;
        }) == WeightsCause::dropout);
  CHECK(cause_where([](arma::mat& A) { A(1, 0) += 0.25; }) == std::nullopt);
}

TEST_CASE("cause_of_difference: a change that would not make every head agree is none",
          "[pretrained]") {
  CHECK(cause_where_heads([](arma::mat& A, std::size_t head) {
          if (head == 1) arma::inplace_trans(A);
        }) == std::nullopt);
  const double factors[kHeads] = {1.25, 3.0};
  for (const double dropped : {0.0, 1.0})
    CHECK(cause_where_heads([&](arma::mat& A, std::size_t head) {
            A *= factors[head];
            A(3, 1) *= dropped;
          }) == std::nullopt);
  CHECK(cause_where([](arma::mat& A) { A *= 2.0; }) == std::nullopt);
  CHECK(cause_where([](arma::mat& A) { A.zeros(); }) == std::nullopt);
  CHECK(cause_where([](arma::mat& A) { A.row(2).zeros(); }) == std::nullopt);
  CHECK(cause_where([](arma::mat& A) { A(2, 1) = 0.0; }) == std::nullopt);
}

TEST_CASE("cause_of_difference: a change that shows in one head alone", "[pretrained]") {
  CHECK(cause_where_heads([](arma::mat& A, std::size_t head) {
          A /= 0.9;
          if (head == 1) A(2, 1) = 0.0;
        }) == WeightsCause::dropout);
  CHECK(cause_where_heads([](arma::mat& A, std::size_t head) {
          if (head == 0) return;
          A.row(2) *= 0.5;
          A(2, 3) = 0.5;
        }) == WeightsCause::unmasked);
}

TEST_CASE("cause_of_difference: no head there stands for two here", "[pretrained]") {
  const Heads heads = heads_of_layer(0);
  CHECK_FALSE(cause_of({heads}, 0, {heads[0], heads[0]}));
}

TEST_CASE("cause_of_difference: heads and layers in another order", "[pretrained]") {
  Heads turned = heads_of_layer(0);
  std::swap(turned[0], turned[1]);
  const auto heads = cause_of({turned}, 0);
  REQUIRE(heads);
  CHECK(heads->cause == WeightsCause::other_heads);
  const auto layer = cause_of({heads_of_layer(1), heads_of_layer(0)}, 0);
  REQUIRE(layer);
  CHECK(layer->cause == WeightsCause::other_layer);
  CHECK(layer->layer == 1);
  CHECK_FALSE(cause_of({heads_of_layer(1), heads_of_layer(2)}, 0));
}

TEST_CASE("is_cause_sought: not of what would take minutes", "[pretrained]") {
  CHECK(is_cause_sought(12UL * 1024 * 1024));
  CHECK_FALSE(is_cause_sought(12UL * 4096 * 4096));
}
