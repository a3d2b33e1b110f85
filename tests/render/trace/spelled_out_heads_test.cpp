#include "render/heads_trace.hpp"
#include "render/term_value.hpp"
#include "render/trace/spelled_out.hpp"
#include "support/catch.hpp"

// The rules of several heads, spelled out: biases, parts of a matrix, parts side by side, means.

namespace {

std::string line_of_head(const Trace& trace, const std::string& id, Cell cell,
                         const std::string& group = "") {
  return spelled_out(trace, trace.stage(id, group), cell, Layout{});
}

}  // namespace

TEST_CASE("spelled_out: a bias is added last") {
  const Trace trace = heads_trace();
  CHECK(line_of_head(trace, "query", {0, 0}) == "Q[a, 0] = 1⋅1 + 2⋅3 + 10 = 17");
  CHECK(line_of_head(trace, "query", {1, 3}) == "Q[b, 3] = 0⋅(−1) + 1⋅0 + (−40) = −40");
}

TEST_CASE("spelled_out: a head's columns say where they stood") {
  const Trace trace = heads_trace();
  CHECK(line_of_head(trace, "query", {1, 0}, "head 0") == "Q[b, 0] = Q[b, 0] = 13");
  CHECK(line_of_head(trace, "query", {0, 1}, "head 1") == "Q[a, 1] = Q[a, 3] = −41");
}

TEST_CASE("spelled_out: a joined column says which head it is of") {
  const Trace trace = heads_trace();
  CHECK(line_of_head(trace, "concat", {0, 1}) == "C[a, 1] = head 0 O[a, 1] = 4");
  CHECK(line_of_head(trace, "concat", {0, 2}) == "C[a, 2] = head 1 O[a, 0] = −6");
  CHECK(line_of_head(trace, "concat", {1, 3}) == "C[b, 3] = head 1 O[b, 1] = −9");
}

TEST_CASE("spelled_out: a mean is a sum and a division") {
  const Trace trace = heads_trace();
  CHECK(line_of_head(trace, "average", {1, 0}) == "A[b, a] = (0.25 + 0.5) / 2 = 0.375");
  CHECK(term_value("(0.25 + 0.5) / 2") == 0.375);
  CHECK(line_of_head(trace, "average", {0, 1}) == "A[a, b] = 0, may not attend");
}

TEST_CASE("spelled_out: a mean of many heads shows the first and the last") {
  Trace trace;
  for (int h = 0; h < 12; ++h)
    trace.record({.id = "weights",
                  .group = "head " + std::to_string(h),
                  .value = arma::vec{h / 16.0},
                  .rule = Softmax{"masked"}});
  trace.record(
      {.id = "average", .symbol = "A", .value = arma::vec{0.34375}, .rule = Mean{"weights"}});
  CHECK(line_of_head(trace, "average", {0, 0}) ==
        "A[0, 0] = (0 + 0.062 + 0.125 + 0.188 + 0.25 + 0.312 + .. + 0.688) / 12 ≈ 0.344");
}

TEST_CASE("spelled_out: a head is computed from its own stages") {
  Trace trace;
  for (int h = 0; h < 2; ++h) {
    const std::string group = "head " + std::to_string(h);
    const double x = h + 2;
    trace.record({.id = "query", .group = group, .value = arma::vec{x}});
    trace.record({.id = "key", .group = group, .value = arma::vec{10 * x}});
    trace.record({.id = "scores",
                  .group = group,
                  .symbol = "S",
                  .value = arma::vec{10 * x * x},
                  .rule = Product{"query", "key", true}});
  }
  CHECK(line_of_head(trace, "scores", {0, 0}, "head 0") == "S[0, 0] = 2⋅20 = 40");
  CHECK(line_of_head(trace, "scores", {0, 0}, "head 1") == "S[0, 0] = 3⋅30 = 90");
}
