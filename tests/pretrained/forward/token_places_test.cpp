#include "pretrained/forward/token_places.hpp"

#include "pretrained/model_fixtures.hpp"
#include "support/catch.hpp"

using namespace attn;

namespace {

std::vector<std::size_t> places_in(const std::string& model, const ModelInput& input) {
  return token_places(input, architecture_with(config_of(model)));
}

using Places = std::vector<std::size_t>;

}  // namespace

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
