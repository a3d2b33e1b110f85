#include "mechanisms/studies/scaling_study.hpp"

#include <cmath>
#include <memory>

#include "base/message.hpp"
#include "data/words/random.hpp"
#include "support/catch.hpp"
#include "support/matrix.hpp"

using namespace attn;

namespace {

ScalingProblem with_seed(std::uint32_t seed) {
  ScalingProblem problem;
  problem.normals = [random = std::make_shared<Random>(seed)](arma::uword n, arma::uword d) {
    return normal_matrix(*random, n, d, 1.0);
  };
  return problem;
}

}  // namespace

TEST_CASE("scaling_study: the variance is the width, and 1 with √d_k", "[mechanisms][studies]") {
  for (const std::uint32_t seed : {0U, 7U}) {
    const Trace trace = scaling_study(with_seed(seed));
    const arma::mat& variance = trace.stage("variance").value;
    const std::vector<arma::uword> widths{8, 32, 64, 128, 256, 512};
    for (arma::uword i = 0; i < widths.size(); ++i) {
      const double d = static_cast<double>(widths[i]);
      CAPTURE(seed, d);
      CHECK(std::abs(variance(i, 0) / d - 1.0) < 4.5 * variance_error(widths[i], 1000));
      CHECK(variance(i, 1) == d);
      CHECK(variance(i, 2) == Approx(variance(i, 0) / d));
    }
  }
}

TEST_CASE("scaling_study: weights, entropy and gradient as simulated elsewhere",
          "[mechanisms][studies]") {
  // Eight keys, d = 8, 64, 512, with other software. A mean over 1000 queries is off by about .006.
  const Trace trace = scaling_study(with_seed(0));
  const auto row = [&trace](const char* id, arma::uword i) { return trace.stage(id).value.row(i); };
  const double off = .03;
  CHECK(row("largest", 0)(0) == Approx(.644).margin(off));
  CHECK(row("largest", 2)(0) == Approx(.877).margin(off));
  CHECK(row("largest", 5)(0) == Approx(.959).margin(off));
  CHECK(row("largest", 0)(1) == Approx(.351).margin(off));
  CHECK(row("largest", 5)(1) == Approx(.364).margin(off));
  CHECK(row("gradient", 0)(0) == Approx(.309).margin(off));
  CHECK(row("gradient", 2)(0) == Approx(.151).margin(off));
  CHECK(row("gradient", 5)(0) == Approx(.0553).margin(off));
  for (arma::uword i = 0; i < 6; ++i) {
    CHECK(row("gradient", i)(1) == Approx(.365).margin(off));
    CHECK(row("entropy", i)(1) > row("entropy", i)(0));
  }
}

TEST_CASE("scaling_study: what is shown first, and the same numbers for one seed",
          "[mechanisms][studies]") {
  const Trace trace = scaling_study(with_seed(3));
  CHECK(trace.overview == std::vector<std::string>{"scaling", "variance", "largest", "gradient"});
  CHECK(trace.tables.front().rows.size() == 6);
  CHECK(difference(trace.stage("variance").value,
                   scaling_study(with_seed(3)).stage("variance").value) == "");
  CHECK(difference(trace.stage("variance").value,
                   scaling_study(with_seed(4)).stage("variance").value) != "");
}

TEST_CASE("scaling_study: queries meet the keys of the pairs that follow",
          "[mechanisms][studies]") {
  // Two pairs of width 1, q = 1, 2 and k = 3, 5: scores 3, 5 and 10, 6; products 3 and 10.
  ScalingProblem problem;
  problem.widths = {1};
  problem.n_pairs = problem.n_keys = 2;
  problem.normals = [n = 0](arma::uword, arma::uword) mutable {
    return n++ == 0 ? arma::mat(arma::vec{1, 2}) : arma::mat(arma::vec{3, 5});
  };
  const Trace trace = scaling_study(problem);
  CHECK(trace.stage("variance").value(0, 0) == Approx(24.5));
  const double first = 1 / (1 + std::exp(-2.0)), second = 1 / (1 + std::exp(-4.0));
  CHECK(trace.stage("largest").value(0, 0) == Approx((first + second) / 2));
}

TEST_CASE("variance_error: as in the chapters' golden numbers", "[mechanisms][studies]") {
  CHECK(variance_error(8, 1000) * 8 == Approx(.4196762182065218).epsilon(1e-4));
  CHECK(variance_error(64, 1000) * 64 == Approx(2.9298805778052115).epsilon(1e-4));
  CHECK(variance_error(512, 1000) * 512 == Approx(22.97574400999482).epsilon(1e-4));
}

TEST_CASE("scaling_study: refuses too few pairs and no widths", "[mechanisms][studies]") {
  ScalingProblem problem = with_seed(0);
  problem.n_pairs = 5;
  CHECK_THROWS_MATCHES(scaling_study(problem), InputError,
                       Message("5 pairs are too few: each query meets the keys of 8 of them."));
  problem.widths.clear();
  CHECK_THROWS_MATCHES(scaling_study(problem), InputError,
                       Message("a study of scaling needs widths d_k to try."));
}
