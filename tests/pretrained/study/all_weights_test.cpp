#include "pretrained/study/all_weights.hpp"

#include <limits>

#include "data/matrix/arrays.hpp"
#include "pretrained/model_fixtures.hpp"
#include "support/catch.hpp"

using namespace attn;

namespace {

// A small model, and the weights that the framework computes for one text.
struct KnownWeights {
  WeightFiles files{model_path("gpt2")};
  PretrainedModel<double> model{architecture_with(config_of("gpt2")), files};
  MappedArray weights{model_path("gpt2/expected") + "/model.safetensors", "plain.attentions"};
  ModelInput input;

  KnownWeights() {
    const MappedArray ids(model_path("gpt2/expected") + "/model.safetensors", "plain.ids");
    std::vector<double> numbers(ids.shape()[0]);
    ids.copy(0, numbers.size(), numbers.data());
    input.ids.assign(numbers.begin(), numbers.end());
  }
  std::size_t n() const { return input.ids.size(); }
  std::size_t n_in_layer() const { return model.n_heads() * n() * n(); }
};

// The framework's weights with one of them changed, as a file.
MappedArray with_changed_number(const KnownWeights& known, const TemporaryFolder& folder,
                                std::size_t at, double value, const TensorShape& shape,
                                std::size_t first = 0) {
  std::size_t count = 1;
  for (const std::uint64_t size : shape) count *= size;
  std::vector<double> numbers(count);
  known.weights.copy(first, count, numbers.data());
  numbers[at] = value;
  const std::string bytes =
      npy_header("<f8", shape) + row_major_bytes(arma::mat(numbers.data(), 1, count));
  return {folder.file("changed.npy", bytes), ""};
}

}  // namespace

TEST_CASE("for_all_weights: each layer once, the heads one below another", "[pretrained]") {
  KnownWeights known;
  std::vector<std::size_t> layers;
  for_all_weights<double>(
      known.model, known.input, std::nullopt, [&](std::size_t layer, Rows<const double> weights) {
        layers.push_back(layer);
        REQUIRE(weights.n_rows == known.model.n_heads() * known.n());
        REQUIRE(weights.n_cols == known.n());
        REQUIRE(weights.stride == known.n());
        std::vector<double> expected(known.n_in_layer());
        known.weights.copy(layer * expected.size(), expected.size(), expected.data());
        double most = 0.0;
        for (std::size_t i = 0; i < expected.size(); ++i)
          most = std::max(most, std::abs(weights.data[i] - expected[i]));
        CHECK(most < 1e-6);  // the file has float32
      });
  CHECK(layers == std::vector<std::size_t>{0, 1});
}

TEST_CASE("for_all_weights: one layer alone", "[pretrained]") {
  KnownWeights known;
  std::vector<std::size_t> layers;
  for_all_weights<double>(known.model, known.input, 1,
                          [&](std::size_t layer, Rows<const double>) { layers.push_back(layer); });
  CHECK(layers == std::vector<std::size_t>{1});
}

TEST_CASE("difference_of_weights: the framework's are the same", "[pretrained]") {
  KnownWeights known;
  const WeightsDifference found =
      difference_of_weights(known.model, known.input, std::nullopt, known.weights, 1e-6);
  CHECK(found.agrees());
  CHECK(found.largest < 1e-6);
}

TEST_CASE("difference_of_weights: says where, and from which layer on", "[pretrained]") {
  KnownWeights known;
  const TemporaryFolder folder;
  // Layer 1, head 2, query 3, key 1.
  const std::size_t n = known.n(), at = known.n_in_layer() + (2 * n + 3) * n + 1;
  const MappedArray others = with_changed_number(known, folder, at, 5.0, known.weights.shape());
  const WeightsDifference found =
      difference_of_weights(known.model, known.input, std::nullopt, others, 1e-6);
  CHECK_FALSE(found.agrees());
  CHECK(found.first_layer == 1);
  CHECK(std::vector{found.layer, found.head, found.query, found.key} ==
        std::vector<std::size_t>{1, 2, 3, 1});
  CHECK(found.theirs == 5.0);
  CHECK(found.largest == 5.0 - found.ours);
}

TEST_CASE("difference_of_weights: a layer against one, or against all", "[pretrained]") {
  KnownWeights known;
  const TemporaryFolder folder;
  const std::size_t n = known.n(), first = known.n_in_layer();
  CHECK(difference_of_weights(known.model, known.input, 1, known.weights, 1e-6).agrees());
  const MappedArray alone =
      with_changed_number(known, folder, 0, 2.0, {known.model.n_heads(), n, n}, first);
  const WeightsDifference found = difference_of_weights(known.model, known.input, 1, alone, 1e-6);
  CHECK(found.layer == 1);
  CHECK(found.theirs == 2.0);
}

TEST_CASE("difference_of_weights: the axis of a batch moves no number", "[pretrained]") {
  KnownWeights known;
  const TemporaryFolder folder;
  const std::size_t n = known.n(), n_heads = known.model.n_heads(), first = known.n_in_layer();
  constexpr double kItself = 1.0;  // all that the first word sees
  const MappedArray all = with_changed_number(known, folder, 0, kItself, {2, 1, n_heads, n, n});
  CHECK(difference_of_weights(known.model, known.input, std::nullopt, all, 1e-6).agrees());
  const MappedArray one = with_changed_number(known, folder, 0, kItself, {1, n_heads, n, n}, first);
  CHECK(difference_of_weights(known.model, known.input, 1, one, 1e-6).agrees());
}

TEST_CASE("difference_of_weights: what is no number is furthest away", "[pretrained]") {
  KnownWeights known;
  const TemporaryFolder folder;
  const MappedArray others = with_changed_number(
      known, folder, 7, std::numeric_limits<double>::quiet_NaN(), known.weights.shape());
  const WeightsDifference found =
      difference_of_weights(known.model, known.input, std::nullopt, others, 1e9);
  CHECK_FALSE(found.agrees());
  CHECK(std::isnan(found.largest));
  CHECK(found.first_layer == 0);
  CHECK(found.key == 7 % known.n());
}

TEST_CASE("difference_of_weights: layers in another order", "[pretrained]") {
  KnownWeights known;
  const TemporaryFolder folder;
  const std::size_t count = known.n_in_layer();
  std::string bytes = npy_header("<f8", known.weights.shape());
  for (const std::size_t layer : {1, 0}) {
    std::vector<double> numbers(count);
    known.weights.copy(layer * count, count, numbers.data());
    bytes += row_major_bytes(arma::mat(numbers.data(), 1, count));
  }
  const MappedArray others(folder.file("turned.npy", bytes), "");
  const WeightsDifference found =
      difference_of_weights(known.model, known.input, std::nullopt, others, 1e-5);
  REQUIRE(found.cause);
  CHECK(found.cause->cause == WeightsCause::other_layer);
  CHECK(found.cause->layer == 1);
}
