#pragma once

#include "render/rendered.hpp"

namespace attn {

/// Two causal heads over two tokens, in numbers that are easily checked:
/// input wq bq query, then query weights output for each head, then concat and the mean weights.
inline Trace heads_trace() {
  constexpr auto kCausal = static_cast<unsigned char>(Blocked::causal);
  const Axis query{"query", {"a", "b"}}, key{"key", {"a", "b"}}, d_model{"d_model", {}};
  const Axis d_v{"d_v", {}};
  const BlockedCells blocked{{0, kCausal}, {0, 0}};
  Trace trace{.command = "mha", .query_tokens = query.labels, .key_tokens = key.labels};
  const auto record = [&trace](Stage stage) { trace.record(std::move(stage)); };
  record({.id = "input",
          .symbol = "X",
          .formula = "X",
          .value = {{1, 2}, {0, 1}},
          .rows = query,
          .cols = d_model});
  record({.id = "wq",
          .symbol = "W_Q",
          .formula = "W_Q",
          .value = {{1, 0, 2, -1}, {3, 1, 0, 0}},
          .rows = d_model,
          .cols = d_model});
  record({.id = "bq",
          .symbol = "b_Q",
          .formula = "b_Q",
          .value = {{10, 20, 30, -40}},
          .rows = {"bias", {}},
          .cols = d_model});
  record({.id = "query",
          .symbol = "Q",
          .formula = "Q = X W_Q + b_Q",
          .value = {{17, 22, 32, -41}, {13, 21, 30, -40}},
          .rows = query,
          .cols = d_model,
          .rule = Product{"input", "wq", false, "bq"}});
  const arma::mat queries[] = {{{17, 22}, {13, 21}}, {{32, -41}, {30, -40}}};
  const arma::mat weights[] = {{{1, 0}, {0.25, 0.75}}, {{1, 0}, {0.5, 0.5}}};
  const arma::mat outputs[] = {{{2, 4}, {3, 5}}, {{-6, 8}, {7, -9}}};
  for (arma::uword h = 0; h < 2; ++h) {
    const std::string group = "head " + std::to_string(h);
    record({.id = "query",
            .group = group,
            .symbol = "Q",
            .formula = "Q",
            .value = queries[h],
            .rows = query,
            .cols = {"d_k", {}},
            .rule = Columns{"query", 2 * h}});
    record({.id = "weights",
            .group = group,
            .symbol = "W",
            .formula = "A = softmax(masked)",
            .value = weights[h],
            .rows = query,
            .cols = key,
            .note = "Shares of attention.",
            .rule = Softmax{"masked"},
            .blocked = blocked});
    record({.id = "output",
            .group = group,
            .symbol = "O",
            .formula = "O",
            .value = outputs[h],
            .rows = query,
            .cols = d_v});
  }
  record({.id = "concat",
          .symbol = "C",
          .formula = "C = [O_0 | O_1]",
          .value = {{2, 4, -6, 8}, {3, 5, 7, -9}},
          .rows = query,
          .cols = d_model,
          .rule = Concat{"output"}});
  record({.id = "average",
          .symbol = "A",
          .formula = "A = mean of W",
          .value = {{1, 0}, {0.375, 0.625}},
          .rows = query,
          .cols = key,
          .rule = Mean{"weights"},
          .blocked = blocked});
  return trace;
}

}  // namespace attn
