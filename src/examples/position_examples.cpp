#include "examples/position_examples.hpp"

#include <array>

#include "data/random/random.hpp"

namespace attn {
namespace {

constexpr double kInitialDeviation = 0.02;

arma::rowvec repeated(const std::array<double, 4>& numbers, arma::uword n) {
  arma::rowvec row(n);
  for (arma::uword j = 0; j < n; ++j) row(j) = numbers[j % numbers.size()];
  return row;
}

}  // namespace

arma::mat untrained_positions(arma::uword max_length, arma::uword d_model, std::uint32_t seed) {
  Random random(seed);
  return normal_matrix(random, max_length, d_model, kInitialDeviation);
}

arma::rowvec example_query(arma::uword d_head) { return repeated({1, 2, 3, 4}, d_head); }

arma::rowvec example_key(arma::uword d_head) { return repeated({2, -1, 0, 1}, d_head); }

}  // namespace attn
