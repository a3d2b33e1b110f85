#include <numeric>
#include <utility>

#include "base/message.hpp"
#include "practice/recipe/engine.hpp"

namespace attn {
namespace {

using Call = const EngineCall&;

RecipeValue whole_numbers(Call call) {
  constexpr long long kFarthest = 100000, kMostChoices = 10000;
  const arma::uword n_rows = call.length(0), n_cols = call.length(1);
  require_moderate(n_rows, n_cols);
  const long long least = call.whole(2, -kFarthest, kFarthest);
  const long long most = call.whole(3, least, least + kMostChoices);
  std::vector<int> choices(static_cast<std::size_t>(most - least + 1));
  std::iota(choices.begin(), choices.end(), static_cast<int>(least));
  Random random = call.random();
  return whole_number_matrix(random, n_rows, n_cols, choices);
}

RecipeValue normals(Call call) {
  const arma::uword n_rows = call.length(0), n_cols = call.length(1);
  require_moderate(n_rows, n_cols);
  Random random = call.random();
  return normal_matrix(random, n_rows, n_cols, 1.0);
}

RecipeValue pick(Call call) {
  std::vector<double> numbers;
  for (std::size_t i = 0; i < call.size(); ++i) numbers.push_back(call.number(i));
  Random random = call.random();
  return arma::mat{numbers[random.below(static_cast<std::uint32_t>(numbers.size()))]};
}

// Fisher and Yates's shuffle, from the end.
RecipeValue shuffled(Call call) {
  arma::mat order = arma::regspace<arma::rowvec>(0, static_cast<double>(call.length(0)) - 1);
  Random random = call.random();
  for (arma::uword i = order.n_elem - 1; i > 0; --i)
    std::swap(order(i), order(random.below(static_cast<std::uint32_t>(i + 1))));
  return order;
}

// Each query and its key are drawn and forgotten, so that wide ones take no memory.
RecipeValue dot_products(Call call) {
  constexpr long long kMostPairs = 100000;
  constexpr double kMostDraws = 2e7;
  const auto n_pairs = static_cast<arma::uword>(call.whole(0, 1, kMostPairs));
  const arma::uword d = call.length(1);
  if (2.0 * static_cast<double>(n_pairs) * static_cast<double>(d) > kMostDraws)
    throw InputError(message("{} pairs of width {} are too many to draw.", n_pairs, d));
  Random random = call.random();
  arma::mat products(n_pairs, 1);
  arma::vec query(d), key(d);
  for (double& product : products) {
    query.imbue([&random] { return random.normal(); });
    key.imbue([&random] { return random.normal(); });
    product = arma::dot(query, key);
  }
  return products;
}

}  // namespace

std::vector<EngineFunction> draw_functions() {
  return {
      {"whole_numbers", "rows, cols, least, most", "draws whole numbers", 4, whole_numbers, true},
      {"normals", "rows, cols", "draws normal numbers of mean 0 and variance 1", 2, normals, true},
      {"pick", "a, b, ...", "draws one of the numbers", 0, pick, true},
      {"shuffled", "n", "draws an order of 0 to n − 1, as a row", 1, shuffled, true},
      {"dot_products", "n_pairs, d",
       "draws n_pairs queries and keys of d normal numbers: a column of their products", 2,
       dot_products, true},
  };
}

}  // namespace attn
