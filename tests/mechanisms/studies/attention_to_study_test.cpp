#include "mechanisms/studies/attention_to_study.hpp"

#include "support/attention_problem.hpp"
#include "support/catch.hpp"

using namespace attn;

TEST_CASE("stages_of_attention: of a problem or of what is given", "[mechanisms][studies]") {
  GivenAttention given;
  given.scale.kind = Scale::Kind::off;
  given.given = {{1, 2}};
  given.query_tokens = {"q"};
  given.key_tokens = {"a", "b"};
  CHECK(stages_of_attention(given).stages.front().id == "scores");
  CHECK_FALSE(has_output(stages_of_attention(given)));
  const Trace whole =
      stages_of_attention(problem_of(Projected{arma::vec{1}, arma::vec{1}, arma::vec{1}}));
  CHECK(whole.stages.front().id == "query");
  CHECK(has_output(whole));
}
