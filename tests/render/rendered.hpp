#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "mechanisms/attention/attention.hpp"
#include "render/layout.hpp"
#include "render/text/text.hpp"
#include "support/lines_of.hpp"
#include "support/worked_examples.hpp"
#include "trace/trace.hpp"

// A fixed small trace to draw, and what the tests ask of drawn text.
namespace attn {

/// "The cat sat down", whose stages are whole numbers as far as the scores.
inline AttentionProblem by_hand_problem(bool causal) {
  using namespace whole_numbers;
  const std::vector<std::string> words{"The", "cat", "sat", "down"};
  AttentionProblem problem{
      .tensors = Embedded{.X = X, .memory = {}, .W_Q = W_Q, .W_K = W_K, .W_V = W_V},
      .query_tokens = words,
      .key_tokens = words};
  problem.causal = causal;
  return problem;
}

inline Trace by_hand_trace(bool causal = true) {
  Trace trace = scaled_dot_product(by_hand_problem(causal));
  trace.title = "\"The cat sat down\"";
  trace.source = "by-hand";
  return trace;
}

/// A layout of that width, and all else as usual.
inline Layout layout_of(unsigned width, Glyphs glyphs = Glyphs::unicode) {
  Layout layout;
  layout.width = width;
  layout.glyphs = glyphs;
  return layout;
}

inline Layout layout_of(unsigned width, int explain) {
  Layout layout = layout_of(width);
  layout.explain = explain;
  return layout;
}

/// "0", "1" and so on: the labels of n places.
inline std::vector<std::string> numbered(arma::uword n) {
  std::vector<std::string> labels;
  for (arma::uword i = 0; i < n; ++i) labels.push_back(std::to_string(i));
  return labels;
}

inline std::vector<const Stage*> all_stages(const Trace& trace) {
  std::vector<const Stage*> stages;
  for (const Stage& stage : trace.stages) stages.push_back(&stage);
  return stages;
}

inline std::string without_escapes(const std::string& text) {
  std::string visible;
  for (std::size_t at = 0; at < text.size(); ++at)
    if (text[at] == '\033')
      at = text.find('m', at);
    else
      visible += text[at];
  return visible;
}

inline std::string without_trailing_spaces(const std::string& text) {
  std::string result;
  for (const std::string& line : lines_of(text))
    result += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  return result;
}

/// The first line that is wider than `width` or ends in a space, quoted; "" if there is none.
inline std::string misfit(const std::string& text, unsigned width) {
  for (const std::string& line : lines_of(text)) {
    if (display_width(line) > width) return "too wide: " + line;
    if (!line.empty() && line.back() == ' ') return "ends in a space: " + line;
  }
  return "";
}

inline bool is_ascii(const std::string& text) {
  for (const char c : text)
    if (static_cast<unsigned char>(c) > 0x7F) return false;
  return true;
}

inline bool has_line(const std::string& text, const std::string& wanted) {
  const auto lines = lines_of(text);
  return std::find(lines.begin(), lines.end(), wanted) != lines.end();
}

}  // namespace attn
