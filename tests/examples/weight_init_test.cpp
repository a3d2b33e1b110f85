#include "examples/weight_init.hpp"

#include <cmath>
#include <stdexcept>

#include "core/attention.hpp"
#include "core/statistics.hpp"
#include "examples/word_model.hpp"
#include "support/catch.hpp"
#include "support/golden_data.hpp"
#include "support/matrix.hpp"

using namespace attn;

namespace {

constexpr WeightInit kXavier{.kind = WeightInit::Kind::xavier};
constexpr WeightInit kTorch{.kind = WeightInit::Kind::torch};

}  // namespace

TEST_CASE("init_bound: the chapter's layer from 256 to 64", "[examples][weight_init]") {
  const nlohmann::json golden = read_golden("chapter003_xavier.json");
  const double bound = init_bound(kXavier, 256, 64);
  CHECK(bound == Approx(golden["bound"].get<double>()).margin(1e-15));
  CHECK(bound * bound / 3 == Approx(golden["weight_variance"].get<double>()).margin(1e-15));
  CHECK(projected_variance(kXavier, 256, 64) ==
        Approx(golden["q_component_variance"].get<double>()).margin(1e-12));
}

TEST_CASE("init_bound: PyTorch's linear layer looks at the width that comes in",
          "[examples][weight_init]") {
  CHECK(init_bound(kTorch, 16, 3) == 0.25);
  CHECK(projected_variance(kTorch, 16, 3) == Approx(1.0 / 3).margin(1e-15));
  // The factor that has the same spread at width 512: 1 / √(3 · 512)
  CHECK(init_bound(kTorch, 512, 128) / std::sqrt(3.0) == Approx(0.0255155).margin(1e-7));
}

TEST_CASE("init_bound: normal numbers have none", "[examples][weight_init]") {
  CHECK_THROWS_AS(init_bound({}, 4, 4), std::invalid_argument);
  CHECK(projected_variance({.factor = 0.5}, 8, 4) == 2.0);
}

TEST_CASE("initial_weight: NumPy's uniform numbers", "[examples][weight_init]") {
  // b = np.sqrt(6/5); np.random.RandomState(3).uniform(-b, b, (3, 2)) after randn(2, 3)
  Random random(3);
  normal_matrix(random, 2, 3, 1.0);
  CHECK(difference(initial_weight(random, kXavier, 3, 2, 2),
                   {{-0.9826861221320566, -0.12967913525921615},
                    {-1.0299896164864428, -0.09457366693512181},
                    {0.326758236784916, -0.48531004827187985}},
                   1e-15) == "");
  // b = 1/3**.5; np.random.RandomState(3).uniform(-b, b, (3, 2))
  Random other(3);
  CHECK(difference(initial_weight(other, kTorch, 3, 2, 2),
                   {{0.05865636545139907, 0.24034840283959458},
                    {-0.2414424105497734, 0.01250264155109948},
                    {0.4537360597397241, 0.45759984314741764}},
                   1e-15) == "");
}

TEST_CASE("initial_weight: some columns keep the bound of all", "[examples][weight_init]") {
  Random random(9);
  const arma::mat W = initial_weight(random, kXavier, 2, 1000, 40);
  CHECK(arma::size(W) == arma::size(2, 40));
  CHECK(arma::abs(W).max() <= std::sqrt(6.0 / 1002.0));
}

TEST_CASE("initial_bias: nothing, or as even as the weights", "[examples][weight_init]") {
  Random random(9);
  CHECK(difference(initial_bias(random, kXavier, 4, 3), arma::rowvec{0, 0, 0}) == "");
  const arma::mat b = initial_bias(random, kTorch, 4, 300);
  CHECK(arma::abs(b).max() <= 0.5);
  CHECK(arma::abs(b).max() > 0.4);
}

TEST_CASE("word_numbers: Xavier's weights make scaled scores spread by 1.6",
          "[examples][weight_init]") {
  const WordModel model{.kind = WordModel::Kind::numpy,
                        .seed = 42,
                        .init = kXavier,
                        .d_model = 256,
                        .d_k = 64,
                        .d_v = 64};
  const WordNumbers numbers = word_numbers(model, std::vector<std::string>(10, "word"), {});
  CHECK(numbers.weights.W_Q(0, 0) == Approx(0.008901605193339657).margin(1e-15));
  const arma::mat S =
      attention_scores(numbers.X * numbers.weights.W_Q, numbers.X * numbers.weights.W_K) / 8.0;
  // The same in NumPy; 100 scores are few, so this is not 1.6 to the digit.
  CHECK(S(0, 0) == Approx(-1.8004248040540543).margin(1e-12));
  CHECK(statistics_of(S).standard_deviation == Approx(1.7191720099307408).margin(1e-12));
}
