#include "mechanisms/attention/variants.hpp"

#include "support/catch.hpp"
#include "support/matrix.hpp"
#include "support/multi_head_problem.hpp"

namespace {

using Names = std::vector<std::string>;

Names changes_of(const MultiHeadProblem& problem) {
  Names names;
  for (const Variant& variant : variants_of(problem)) names.push_back(variant.change);
  return names;
}

MultiHeadProblem changed(const MultiHeadProblem& problem, const std::string& change) {
  for (const Variant& variant : variants_of(problem))
    if (variant.change == change) return variant.of(problem);
  FAIL("no change " + change);
  return {};
}

// Two heads, d_model 4, all matrices square.
MultiHeadProblem square_problem() {
  std::mt19937 draws(71);
  return random_problem(draws, {});
}

}  // namespace

TEST_CASE("variants_of: changes of mask, scale, positions, heads or weights") {
  const Names names = changes_of(square_problem());
  for (const char* change : {"add --causal",
                             "add --pad 2",
                             "add --pad-at 0",
                             "add --pad-at 0,1",
                             "add --window 2",
                             "add --prefix 1",
                             "add --segments 0,1,1",
                             "add --half literal",
                             "add --causal --window 2",
                             "add --causal --pad 1",
                             "add --causal --pad-at 0",
                             "add --scale off",
                             "give --temperature 2",
                             "add --rope --layout half",
                             "add --rope --layout half --base 500000",
                             "give --heads 1",
                             "give --heads 4",
                             "transpose W_Q, W_K and W_V",
                             "transpose W_K",
                             "transpose W_O",
                             "stop before W_O, at the concatenation"})
    CHECK(std::find(names.begin(), names.end(), change) != names.end());
}

TEST_CASE("variants_of: what is on can be left out") {
  std::mt19937 draws(72);
  MultiHeadProblem problem =
      random_problem(draws, {.counts = {4, 2}, .d_model = 6, .d_k = 2, .d_v = 3, .bias = true});
  problem.causal = true;
  problem.mask = Mask(3, 3, arma::fill::ones);
  problem.scale = {Scale::Kind::off};
  problem.rope = Rotary{.base = 50.0, .pairing = Pairing::half_split};
  const Names names = changes_of(problem);
  for (const char* change :
       {"leave out --causal", "leave out --mask", "exchange 0 and 1 in the mask",
        "turn the scale on", "leave out --rope", "add --rope --layout interleaved",
        "give --base 500000", "give --heads 2", "give --heads 8", "leave out the biases"})
    CHECK(std::find(names.begin(), names.end(), change) != names.end());
  CHECK(std::find(names.begin(), names.end(), "add --causal") == names.end());
  CHECK(changed(problem, "add --rope --layout interleaved").rope->base == 50.0);
  // As many key-value heads as their columns make with the other width of a head.
  CHECK(changed(problem, "give --heads 8").counts.n_kv_heads == 4);
  CHECK(changed(problem, "give --heads 2").counts.n_kv_heads == 1);

  MultiHeadProblem cross = random_problem(draws, {.d_key = 4});
  for (const std::string& change : changes_of(cross)) CHECK_FALSE(contains(change, "--rope"));
}

TEST_CASE("variants_of: each is the question changed by hand") {
  MultiHeadProblem problem = square_problem();
  problem.mask = Mask{{1, 0, 1}, {1, 1, 0}, {0, 1, 1}};
  const auto check = [&problem](const std::string& change, auto make) {
    MultiHeadProblem expected = problem;
    make(expected);
    CAPTURE(change);
    CHECK(difference(result_of(changed(problem, change)), result_of(expected), 0.0) == "");
    CHECK(difference(result_of(problem), result_of(expected)) != "");
  };
  check("add --causal", [](auto& p) { p.causal = true; });
  check("leave out --mask", [](auto& p) { p.mask.reset(); });
  check("exchange 0 and 1 in the mask", [](auto& p) {
    p.mask = Mask{{0, 1, 0}, {0, 0, 1}, {1, 0, 0}};
  });
  check("add --window 2", [](auto& p) { p.window = 2; });
  check("add --pad 1", [](auto& p) { p.n_padded = 1; });
  check("add --causal --window 2", [](auto& p) {
    p.causal = true;
    p.window = 2;
  });
  check("add --scale off", [](auto& p) { p.scale = {Scale::Kind::factor, 1.0}; });
  check("add --rope --layout half",
        [](auto& p) { p.rope = Rotary{.pairing = Pairing::half_split}; });
  check("give --heads 4", [](auto& p) { p.counts = {4, 4}; });
  check("transpose W_Q, W_K and W_V", [](auto& p) {
    p.weights.W_Q = p.weights.W_Q.t().eval();
    p.weights.W_K = p.weights.W_K.t().eval();
    p.weights.W_V = p.weights.W_V.t().eval();
  });
  check("transpose W_O", [](auto& p) { p.weights.W_O = p.weights.W_O.t().eval(); });
}

TEST_CASE("variants_of: rows without keys can be filled otherwise") {
  MultiHeadProblem problem = square_problem();
  const auto has = [&problem](const std::string& change) {
    const Names names = changes_of(problem);
    return std::find(names.begin(), names.end(), change) != names.end();
  };
  CHECK_FALSE(has("give --empty-row uniform"));
  problem.mask = Mask{{0, 0, 0}, {1, 1, 0}, {0, 1, 1}};
  CHECK(has("give --empty-row uniform"));
  CHECK_FALSE(has("give --empty-row zero"));
  CHECK_FALSE(has("give --empty-row nan"));  // nothing agrees with NaN
  CHECK(changed(problem, "give --empty-row uniform").empty_row == EmptyRow::uniform);
}

TEST_CASE("listed_kinds: names every value of a kind once, the middle of many left out") {
  const auto with_values = [](int n) {
    std::vector<Variant> variants{{.change = "add --causal", .kind = "add --causal", .make = {}}};
    for (int i = 1; i <= n; ++i)
      variants.push_back(
          {.change = "", .kind = "add --pad {}", .value = std::to_string(i), .make = {}});
    variants.push_back({.change = "stop", .kind = "stop", .make = {}});
    return listed_kinds(variants);
  };
  CHECK(with_values(3) == "add --causal; add --pad 1 | 2 | 3; stop");
  CHECK(with_values(16) == "add --causal; add --pad 1 | 2 | .. | 16; stop");
  CHECK(listed_kinds({}) == "");
}

TEST_CASE("counted_topics: every variant is of one topic") {
  std::vector<Variant> few(3);
  few[0].topic = few[1].topic = "mask";
  few[2].topic = "heads";
  CHECK(counted_topics(few) == "mask 2, heads 1");
  const std::string all = counted_topics(variants_of(square_problem()));
  for (const char* topic : {"mask ", ", scale ", ", positions ", ", heads ", ", projections "})
    CHECK(all.find(topic) == (topic == std::string("mask ") ? 0 : all.rfind(topic)));
  CHECK(std::count(all.begin(), all.end(), ',') == 4);
}

TEST_CASE("result_of: projected, or concat where there is no W_O") {
  MultiHeadProblem problem = square_problem();
  const Trace trace = multi_head(problem);
  CHECK(difference(result_of(problem), trace.stage("projected").value, 0.0) == "");
  problem.weights.W_O.reset();
  CHECK(difference(result_of(problem), trace.stage("concat").value, 0.0) == "");
}

// One key of zeros more is a weight of e^0 among all others, whatever the scores are.
TEST_CASE("result_of: a key of zeros takes its share from the others") {
  MultiHeadProblem problem = square_problem();
  problem.weights.W_Q.zeros();  // every score is 0
  for (const Variant& variant : variants_of(problem))
    if (variant.adds_zero_key) {
      const arma::mat expected = result_of(problem) * 3.0 / 4.0;
      CHECK(difference(result_of(variant, problem), expected, 1e-12) == "");
      return;
    }
  FAIL("no change adds a key of zeros");
}
