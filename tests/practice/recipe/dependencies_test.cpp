#include "practice/recipe/dependencies.hpp"

#include "base/message.hpp"
#include "support/catch.hpp"

using namespace attn;
using Strings = std::vector<std::string>;

namespace {

// Q -> scores -> weights, and d_k -> weights
Definitions stages() {
  return {{"Q", arma::mat{1.0}},
          {"d_k", arma::mat{4.0}},
          {"words", Strings{"cat"}},
          {"scores", Recipe("attention_scores(Q, Q)")},
          {"weights", Recipe("divide(scores, sqrt(d_k))")}};
}

Definitions with(const std::string& name, const std::string& recipe) {
  Definitions changed = stages();
  changed.insert_or_assign(name, Recipe(recipe));
  return changed;
}

}  // namespace

TEST_CASE("names_in: of a recipe only", "[practice][dependencies]") {
  CHECK(names_in(stages().at("weights")) == Strings{"scores", "d_k"});
  CHECK(names_in(stages().at("Q")).empty());
  CHECK(names_in(stages().at("words")).empty());
}

TEST_CASE("depends_on: directly, over others, and on itself", "[practice][dependencies]") {
  CHECK(depends_on(stages(), "weights", {"scores"}));
  CHECK(depends_on(stages(), "weights", {"Q", "words"}));
  CHECK(depends_on(stages(), "weights", {"weights"}));
  CHECK_FALSE(depends_on(stages(), "scores", {"d_k", "weights"}));
  CHECK_FALSE(depends_on(stages(), "scores", {}));
  CHECK_FALSE(depends_on(with("Q", "weights"), "weights", {"words"}));  // it ends
}

TEST_CASE("require_computable: every name is there", "[practice][dependencies]") {
  CHECK_NOTHROW(require_computable(stages()));
  CHECK_THROWS_MATCHES(require_computable(with("output", "matmul(weight, Q)")), InputError,
                       Message("There is no weight in the exercise. Did you mean weights?"));
  CHECK_THROWS_MATCHES(require_computable(with("output", "matmul(weights, something)")), InputError,
                       Message("There is no something in the exercise."));
}

TEST_CASE("require_computable: nothing depends on itself", "[practice][dependencies]") {
  CHECK_THROWS_MATCHES(require_computable(with("Q", "weights")), InputError,
                       Message("Q depends on itself: Q -> weights -> scores -> Q."));
  CHECK_THROWS_MATCHES(require_computable(with("Q", "transpose(Q)")), InputError,
                       Message("Q depends on itself: Q -> Q."));
  // The way into the circle is no part of it.
  Definitions circle = with("Q", "scores");
  circle.insert_or_assign("A", Recipe("weights"));
  CHECK_THROWS_MATCHES(require_computable(circle), InputError,
                       Message("scores depends on itself: scores -> Q -> scores."));
}

TEST_CASE("require_names: more names may be used than there are", "[practice][dependencies]") {
  CHECK_NOTHROW(require_names(stages(), Recipe("d * d_k"), {"d"}));
  CHECK_THROWS_AS(require_names(stages(), Recipe("n * d_k"), {"d"}), InputError);
}
