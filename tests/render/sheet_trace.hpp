#pragma once

#include <string>

#include "trace/trace.hpp"

namespace attn {

/// The sheet of a model of so many layers and heads, and the weights of each of its heads: even
/// ones over two tokens.
inline Trace sheet_trace(std::size_t n_layers, std::size_t n_heads) {
  Trace trace{.command = "mha", .title = "model"};
  trace.sketches = SketchSheet{.title = "Dots.", .note = "Below each: what it does."};
  for (std::size_t layer = 0; layer < n_layers; ++layer) {
    SketchRow row{.name = std::to_string(layer)};
    for (std::size_t head = 0; head < n_heads; ++head) {
      row.sketches.push_back({.name = std::to_string(head), .caption = "p.90"});
      trace.record({.id = "weights",
                    .group = "head " + row.name + "." + std::to_string(head),
                    .value = {{0.5, 0.5}, {0.5, 0.5}},
                    .rows = {"query", {"a", "b"}},
                    .cols = {"key", {"a", "b"}},
                    .rule = Shares{}});
    }
    trace.sketches->rows.push_back(std::move(row));
  }
  return trace;
}

}  // namespace attn
