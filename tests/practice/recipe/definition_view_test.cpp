#include "practice/recipe/definition_view.hpp"

#include "support/catch.hpp"

using namespace attn;
using Names = std::set<std::string, std::less<>>;

namespace {

// Q -> scores -> weights, and d_k -> weights
Definitions viewed_stages() {
  return {{"Q", arma::mat{1.0}},
          {"d_k", arma::mat{4.0}},
          {"scores", Recipe("attention_scores(Q, Q)")},
          {"weights", Recipe("divide(scores, sqrt(d_k))")}};
}

}  // namespace

TEST_CASE("DefinitionView: finds what is there, and what took its place", "[practice][recipe]") {
  const Definitions definitions = viewed_stages();
  DefinitionView view(definitions);
  CHECK(view.find("Q") == &definitions.at("Q"));
  CHECK(view.find("K") == nullptr);

  const Definitions changes{{"Q", arma::mat{2.0}}, {"K", Recipe("scores")}};
  DefinitionView changed = view;
  changed.replace(changes);
  CHECK(changed.find("Q") == &changes.at("Q"));
  CHECK(changed.find("K") == &changes.at("K"));
  CHECK(changed.find("weights") == &definitions.at("weights"));
  CHECK(changed.entries().size() == 5);
  CHECK(view.find("Q") == &definitions.at("Q"));
}

TEST_CASE("dependents: directly, over others, and the name itself", "[practice][recipe]") {
  const Definitions definitions = viewed_stages();
  DefinitionView view(definitions);
  CHECK(dependents(view, "Q") == Names{"Q", "scores", "weights"});
  CHECK(dependents(view, "d_k") == Names{"d_k", "weights"});
  CHECK(dependents(view, "weights") == Names{"weights"});
  CHECK(dependents(view, "nothing") == Names{"nothing"});

  const Definitions circle{{"Q", Recipe("weights")}};
  view.replace(circle);
  CHECK(dependents(view, "weights") == Names{"Q", "scores", "weights"});
}
