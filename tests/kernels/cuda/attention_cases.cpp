#include "kernels/cuda/attention_cases.hpp"

#include <cmath>
#include <limits>
#include <optional>
#include <random>
#include <vector>

#include "kernels/fused_attention.hpp"
#include "support/catch.hpp"
#include "support/matrix.hpp"

namespace attn::cuda {
namespace {

struct Case {
  const char* name;
  HeadShapes shapes;
  HeadCounts heads{};
  bool causal = false;
  std::optional<arma::uword> window{};
  arma::uword n_padded = 0;
  bool has_mask = false;
};

const std::vector<Case> kCases{
    {.name = "one of everything", .shapes = {1, 1, 1, 1}},
    {.name = "one query, many keys", .shapes = {1, 70, 8, 8}, .heads = {3, 3}},
    {.name = "ragged", .shapes = {37, 41, 3, 5}, .heads = {2, 2}},
    {.name = "80 wide", .shapes = {19, 23, 80, 64}},
    {.name = "grouped", .shapes = {17, 29, 8, 4}, .heads = {6, 2}},
    {.name = "one for all", .shapes = {17, 29, 8, 4}, .heads = {5, 1}, .causal = true},
    {.name = "causal", .shapes = {33, 33, 4, 4}, .heads = {2, 2}, .causal = true},
    {.name = "causal, more keys", .shapes = {13, 40, 4, 4}, .causal = true},
    {.name = "causal, rows that are empty", .shapes = {40, 13, 4, 4}, .causal = true},
    {.name = "window", .shapes = {35, 35, 4, 6}, .window = 4},
    {.name = "causal window", .shapes = {30, 35, 4, 6}, .causal = true, .window = 3},
    {.name = "padding", .shapes = {20, 26, 4, 4}, .heads = {2, 1}, .n_padded = 7},
    {.name = "nothing but padding", .shapes = {6, 9, 4, 4}, .n_padded = 9},
    {.name = "mask", .shapes = {21, 27, 4, 4}, .heads = {2, 2}, .has_mask = true},
    {.name = "all at once",
     .shapes = {31, 34, 4, 3},
     .heads = {4, 2},
     .causal = true,
     .window = 9,
     .n_padded = 5,
     .has_mask = true}};

const std::vector<TileSizes> kTiles{{0, 0}, {1, 1}, {5, 8}, {8, 5}, {64, 7}, {1000, 1000}};

template <class Real>
struct Inputs {
  arma::Mat<Real> Q, K, V;
  Mask mask;
  FusedOptions options;
};

template <class Real>
arma::Mat<Real> random_numbers(std::mt19937& draws, arma::uword n_rows, arma::uword n_cols) {
  return arma::conv_to<arma::Mat<Real>>::from(2 * random_matrix(draws, n_rows, n_cols));
}

// The mask stays where it is: options point at it.
template <class Real>
void make_inputs(const Case& one, Inputs<Real>& inputs) {
  const auto& [n_q, n_k, d_k, d_v] = one.shapes;
  std::mt19937 draws(7);
  inputs.Q = random_numbers<Real>(draws, n_q, one.heads.n_heads * d_k);
  inputs.K = random_numbers<Real>(draws, n_k, one.heads.n_kv_heads * d_k);
  inputs.V = random_numbers<Real>(draws, n_k, one.heads.n_kv_heads * d_v);
  inputs.options.heads = one.heads;
  inputs.options.scale = 1 / std::sqrt(static_cast<double>(d_k));
  inputs.options.visible = {.causal = one.causal, .window = one.window, .n_padded = one.n_padded};
  if (!one.has_mask) return;
  inputs.mask.set_size(n_q, n_k);
  inputs.mask.imbue([&] { return static_cast<unsigned char>(draws() % 3 != 0); });
  inputs.mask.row(n_q / 2).zeros();
  inputs.options.visible.mask = &inputs.mask;
}

template <class Real>
double relative_difference(const arma::Mat<Real>& given, const arma::Mat<Real>& expected) {
  const arma::mat reference = arma::conv_to<arma::mat>::from(expected);
  const double size = arma::norm(reference, "fro");
  const double error = arma::norm(arma::conv_to<arma::mat>::from(given) - reference, "fro");
  return size == 0 ? error : error / size;
}

}  // namespace

template <class Real>
void check_agreement(const Attention<Real>& attention, double tolerance) {
  for (const Case& one : kCases)
    for (const TileSizes& tiles : kTiles) {
      Inputs<Real> inputs;
      make_inputs(one, inputs);
      inputs.options.tiles = tiles;
      const auto& [Q, K, V, mask, options] = inputs;
      arma::Mat<Real> log_sums, expected_log_sums;
      const arma::Mat<Real> O = attention(Q, K, V, options, &log_sums);
      const arma::Mat<Real> expected = reference_attention(Q, K, V, options, &expected_log_sums);
      INFO(one.name << ", tiles of " << tiles.n_queries << " x " << tiles.n_keys);
      REQUIRE(arma::size(O) == arma::size(expected));
      CHECK(relative_difference(O, expected) <= tolerance);
      CHECK(difference(arma::conv_to<arma::mat>::from(log_sums),
                       arma::conv_to<arma::mat>::from(expected_log_sums), 10 * tolerance) == "");
    }
}

template <class Real>
void check_unusual_numbers(const Attention<Real>& attention) {
  constexpr Real nan = std::numeric_limits<Real>::quiet_NaN();
  constexpr Real infinity = std::numeric_limits<Real>::infinity();
  std::mt19937 draws(3);
  const arma::Mat<Real> Q = random_numbers<Real>(draws, 12, 8),
                        K = random_numbers<Real>(draws, 12, 8),
                        V = random_numbers<Real>(draws, 12, 8);
  FusedOptions options{.heads = {2, 2}, .scale = 0.5, .tiles = {5, 4}};
  arma::Mat<Real> log_sums;

  arma::Mat<Real> changed = Q;
  changed(3, 1) = nan;
  arma::Mat<Real> O = attention(changed, K, V, options, &log_sums);
  CHECK(O.submat(3, 0, 3, 3).has_nan());
  CHECK(std::isnan(log_sums(3, 0)));
  O.submat(3, 0, 3, 3).zeros();
  CHECK(O.is_finite());

  options.visible.causal = true;
  for (const arma::Mat<Real>* source : {&K, &V}) {
    changed = *source;
    changed(6, 5) = nan;
    O = source == &K ? attention(Q, changed, V, options, nullptr)
                     : attention(Q, K, changed, options, nullptr);
    CHECK(O.cols(0, 3).is_finite());
    for (arma::uword i = 6; i < 12; ++i) CHECK(O.submat(i, 4, i, 7).has_nan());
    CHECK(O.submat(0, 4, 3, 7).is_finite());  // no key of their tile is NaN
  }
  options.visible.causal = false;

  Mask mask(12, 12, arma::fill::ones);
  mask.row(4).zeros();
  options.visible.mask = &mask;
  changed = V;
  changed.fill(nan);
  O = attention(Q, K, changed, options, &log_sums);
  CHECK(arma::all(arma::vectorise(O.row(4)) == 0));
  CHECK(log_sums(4, 1) == -infinity);
  CHECK(O.row(5).has_nan());
  options.visible.mask = nullptr;

  options.scale = 1e4;
  O = attention(Q, K, V, options, nullptr);
  CHECK(O.is_finite());
  CHECK(relative_difference(O, reference_attention(Q, K, V, options)) < 5e-2);
  changed = Q;
  changed.row(2).fill(std::numeric_limits<Real>::max());
  CHECK(attention(changed, K, V, options, nullptr).row(2).has_nan());
}

template void check_agreement(const Attention<float>&, double);
template void check_agreement(const Attention<double>&, double);
template void check_unusual_numbers(const Attention<float>&);
template void check_unusual_numbers(const Attention<double>&);

}  // namespace attn::cuda
