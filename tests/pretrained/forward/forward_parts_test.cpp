#include "pretrained/forward/forward_parts.hpp"

#include "data/matrix/arrays.hpp"
#include "network/row_matrix.hpp"
#include "pretrained/forward/sample_heads.hpp"
#include "pretrained/model_fixtures.hpp"
#include "pretrained/stored_tensors.hpp"
#include "support/catch.hpp"
#include "support/matrix.hpp"

namespace {

// Every pattern of 16 bits, at an odd address.
std::vector<std::uint16_t> all_patterns() {
  std::vector<std::uint16_t> patterns(65536);
  std::iota(patterns.begin(), patterns.end(), std::uint16_t{0});
  return patterns;
}

template <class Real>
void require_all_patterns(const char* dtype, double (*value)(std::uint16_t)) {
  const PlacedTensor stored(dtype, {65536}, bytes_of(all_patterns()), 1);
  const std::vector<Real> numbers = all_numbers<Real>(stored.tensor());
  REQUIRE(numbers.size() == 65536);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const double expected = value(static_cast<std::uint16_t>(i));
    const bool is_same = std::isnan(expected)
                             ? std::isnan(numbers[i])
                             : static_cast<double>(numbers[i]) == expected &&
                                   std::signbit(numbers[i]) == std::signbit(expected);
    if (!is_same) FAIL_CHECK("pattern " << i << ": " << numbers[i] << ", not " << expected);
  }
}

TEST_CASE("all_numbers: every half and every bfloat16 is what the format says") {
  require_all_patterns<float>("F16", half_value);
  require_all_patterns<double>("F16", half_value);
  require_all_patterns<float>("BF16", bfloat16_value);
  require_all_patterns<double>("BF16", bfloat16_value);
}

TEST_CASE("copy_numbers: some numbers of each type, from any address") {
  const std::vector<double> numbers{0.0, 1.0, -2.5, 0.15625, 96.0, -0.5};
  for (const char* dtype : {"F64", "F32", "F16", "BF16"})
    for (std::size_t beside = 0; beside < 8; ++beside) {
      CAPTURE(dtype, beside);
      const PlacedTensor stored(dtype, {6}, bytes_as(dtype, numbers), beside);
      CHECK(all_numbers<double>(stored.tensor()) == numbers);
      float some[3] = {};
      copy_numbers(stored.tensor(), 2, 3, some);
      CHECK(some[0] == -2.5F);
      CHECK(some[1] == 0.15625F);
      CHECK(some[2] == 96.0F);
      copy_numbers(stored.tensor(), 6, 0, some);
      CHECK_THROWS_AS(copy_numbers(stored.tensor(), 4, 3, some), std::out_of_range);
      CHECK_THROWS_AS(copy_numbers(stored.tensor(), 7, 0, some), std::out_of_range);
      CHECK_THROWS_AS(copy_numbers(stored.tensor(), 1, SIZE_MAX, some), std::out_of_range);
    }
}

TEST_CASE("numbers_in_place: only those of the same type where the machine can read them") {
  const auto in_place = [](const char* dtype, std::size_t beside) {
    const PlacedTensor stored(dtype, {2}, bytes_as(dtype, {1.0, 2.0}), beside);
    const float* const floats = numbers_in_place<float>(stored.tensor());
    const double* const doubles = numbers_in_place<double>(stored.tensor());
    if (floats) CHECK(floats[1] == 2.0F);
    if (doubles) CHECK(doubles[1] == 2.0);
    return std::pair(floats != nullptr, doubles != nullptr);
  };
  using Pair = std::pair<bool, bool>;
  CHECK(in_place("F32", 0) == Pair(true, false));
  CHECK(in_place("F32", 4) == Pair(true, false));
  CHECK(in_place("F32", 3) == Pair(false, false));
  CHECK(in_place("F64", 8) == Pair(false, true));
  CHECK(in_place("F64", 4) == Pair(false, false));
  CHECK(in_place("F16", 0) == Pair(false, false));
  CHECK(in_place("BF16", 0) == Pair(false, false));
}

TEST_CASE("require_ordinary_numbers: refuses packed ones") {
  for (const char* dtype : {"I8", "F8_E4M3", "U8", "I64", "BOOL"})
    CHECK_REFUSED(require_ordinary_numbers({"x:w", dtype, {1}, {}}),
                  "x:w: the dtype is " + std::string(dtype) +
                      ", and F64, F32, F16 and BF16 are read. Fetch the model that was not "
                      "quantized, or save it as float.");
  for (const char* dtype : {"F64", "F32", "F16", "BF16"})
    CHECK_NOTHROW(require_ordinary_numbers({"x:w", dtype, {1}, {}}));
}

TEST_CASE("has_wild_number: the last of many") {
  std::vector<float> numbers(10'000, 1.0F);
  const auto is_wild = [&] {
    return has_wild_number(PlacedTensor("F32", {10'000}, bytes_of(numbers), 1).tensor());
  };
  CHECK_FALSE(is_wild());
  numbers.back() = std::numeric_limits<float>::quiet_NaN();
  CHECK(is_wild());
  numbers.back() = -std::numeric_limits<float>::infinity();
  CHECK(is_wild());
}

TEST_CASE("attend_heads: long texts, in several tasks of the fused kernel") {
  constexpr std::size_t kLong = 1100;
  const SampleHeads heads(kLong, 2, 1, 8);
  for (const Sights& sights :
       {Sights{}, Sights{.is_causal = true}, Sights{.is_causal = true, .window = 700},
        Sights{.is_causal = true, .is_padding = padding(kLong, kLong - 600, 600)},
        Sights{.is_causal = true, .window = 40, .is_padding = padding(kLong, 900, 200)},
        Sights{.is_padding = padding(kLong, kLong - 5, 5)}}) {
    CAPTURE(sights.is_causal, sights.window.value_or(0), sights.is_padding.empty());
    const arma::mat expected = heads.output_by_core(sights);
    CHECK(difference(heads.output<double>(sights, 2), expected, 1e-12) == "");
    CHECK(difference(heads.output<float>(sights, 1), expected, 1e-5) == "");
  }
}

TEST_CASE("can_be_fused: many tokens, and padding behind them") {
  const auto can = [](std::size_t n, const Sights& sights) {
    const RowMatrix<float> X(n, 4);
    return can_be_fused<float>({.Q = X, .K = X, .V = X, .n_heads = 2}, sights);
  };
  CHECK(can(128, {}));
  CHECK_FALSE(can(127, {}));
  CHECK(can(200, {.is_padding = padding(200, 150, 50)}));
  CHECK_FALSE(can(200, {.is_padding = padding(200, 0, 5)}));
  CHECK_FALSE(can(200, {.is_padding = padding(200, 7, 5)}));
}

std::vector<std::size_t> places_in(const std::string& model, const ModelInput& input) {
  return token_places(input, architecture_with(config_of(model)));
}

using Places = std::vector<std::size_t>;

TEST_CASE("token_places: padding before a text moves no token of a causal model") {
  const ModelInput padded{.ids = {7, 8, 9}, .types = {}, .is_padding = {true, false, false}};
  CHECK(places_in("gpt2", {.ids = {7, 8, 9}}) == Places{0, 1, 2});
  CHECK(places_in("gpt2", padded) == Places{0, 0, 1});
  CHECK(places_in("bert", padded) == Places{0, 1, 2});
}

TEST_CASE("token_places: RoBERTa knows padding by its id, and begins behind its place") {
  CHECK(places_in("roberta", {.ids = {5, 1, 6}}) == Places{2, 1, 3});
}

TEST_CASE("add_waves: sine and cosine by hand") {
  TokenRows<double> X(2, 4);
  for (std::size_t i = 0; i < 2; ++i)
    for (std::size_t j = 0; j < 4; ++j) X.rows()(i, j) = 1.0;
  add_waves<double>({0, 3}, X.rows());
  CHECK(X.rows()(0, 0) == 1.0);
  CHECK(X.rows()(0, 1) == 2.0);
  CHECK(X.rows()(1, 0) == Approx(1.0 + std::sin(3.0)));
  CHECK(X.rows()(1, 1) == Approx(1.0 + std::cos(3.0)));
  CHECK(X.rows()(1, 2) == Approx(1.0 + std::sin(0.03)));
  CHECK(X.rows()(1, 3) == Approx(1.0 + std::cos(0.03)));
}

}  // namespace
