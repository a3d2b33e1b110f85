#include <fmt/format.h>

#include "render/rendered.hpp"
#include "render/trace/trace.hpp"
#include "support/attention_problem.hpp"
#include "support/catch.hpp"
#include "support/matrix.hpp"
#include "support/rounds.hpp"

// What holds for every screen, whatever the shapes, the words and the flags.

namespace {

const std::vector<std::string> kAsciiWords{"a",     "The",          "cat", "down",
                                           "<pad>", "tokenisation", "it's"};
const std::vector<std::string> kAllWords{
    "a",   "cat",      "猫",       "が",           "食べた",
    "ﾊﾟﾝ", "👍🏽", "か\u3099", "tokenisation", "ソフトマックス"};

class Drawer {
 public:
  explicit Drawer(unsigned seed) : draws_(seed) {}

  arma::uword below(arma::uword n) { return draws_() % n; }

  std::vector<std::string> tokens(arma::uword n, const std::vector<std::string>& words) {
    std::vector<std::string> tokens;
    for (arma::uword i = 0; i < n; ++i) tokens.push_back(words[below(words.size())]);
    return tokens;
  }

  // Small or large, whole or not, so that every number format comes up.
  arma::mat matrix(arma::uword n_rows, arma::uword n_cols) {
    const double sizes[] = {1e-4, 1.0, 30.0, 1e4};
    const arma::mat values = random_matrix(draws_, n_rows, n_cols) * sizes[below(4)];
    return below(2) ? arma::mat(arma::round(values)) : values;
  }

  Trace trace(const std::vector<std::string>& words) {
    const arma::uword sizes[] = {1, 2, 4, 7, 13, 30};
    const arma::uword n_q = sizes[below(6)], n_k = below(2) ? n_q : sizes[below(6)];
    const arma::uword d_model = 1 + below(9), d_k = below(5) ? 1 + below(6) : 128;
    Embedded tensors{.X = matrix(n_q, d_model),
                     .memory = matrix(n_k, d_model),
                     .W_Q = matrix(d_model, d_k),
                     .W_K = matrix(d_model, d_k),
                     .W_V = matrix(d_model, 1 + below(6))};
    AttentionProblem problem{
        .tensors = tensors, .query_tokens = tokens(n_q, words), .key_tokens = tokens(n_k, words)};
    problem.causal = below(2) == 0;
    if (below(3) == 0) problem.mask = arma::conv_to<Mask>::from(matrix(n_q, n_k) > 0);
    if (below(4) == 0) problem.scale = {.kind = Scale::Kind::factor, .factor = 0.35355339059327373};
    problem.empty_row = static_cast<EmptyRow>(below(3));
    Trace trace = scaled_dot_product(problem);
    for (const std::string& token : problem.query_tokens)
      trace.title += (trace.title.empty() ? "" : " ") + token;
    trace.source = below(2) ? "by-hand" : "";
    trace.notes = {"the numbers are made up"};
    return trace;
  }

  Layout layout() {
    Layout layout;
    layout.width = static_cast<unsigned>(40 + below(81));
    layout.glyphs = below(2) ? Glyphs::unicode : Glyphs::ascii;
    layout.precision = static_cast<int>(below(3) ? 3 : below(10));
    if (below(4)) layout.view = static_cast<View>(below(3));
    layout.explain = static_cast<int>(below(3));
    layout.arithmetic = below(2) == 0;
    layout.max_rows = 4 + below(21);
    return layout;
  }

 private:
  std::mt19937 draws_;
};

std::string described(const Layout& layout) {
  return fmt::format("width {} ascii {} precision {} view {} explain {} arithmetic {}",
                     layout.width, layout.glyphs == Glyphs::ascii, layout.precision,
                     layout.view ? static_cast<int>(*layout.view) : -1, layout.explain,
                     layout.arithmetic);
}

}  // namespace

TEST_CASE("trace_text: fits every width with nothing at the ends of lines") {
  Drawer draw(9);
  for (int round = 0; round < rounds(100); ++round) {
    const Trace trace = draw.trace(kAllWords);
    const Layout layout = draw.layout();
    const std::string text = trace_text(trace, all_stages(trace), layout);
    CAPTURE(round, described(layout));
    CHECK(misfit(text, layout.width) == "");
    CHECK_FALSE(contains(text, "\033"));
    CHECK(text.ends_with("\n"));
    // A row of a heat map may be blank, nothing else draws two empty lines.
    if (layout.view != View::heat) CHECK_FALSE(contains(text, "\n\n\n"));
  }
}

TEST_CASE("trace_text: colour takes no columns and changes no number") {
  Drawer draw(10);
  for (int round = 0; round < rounds(50); ++round) {
    const Trace trace = draw.trace(kAllWords);
    Layout layout = draw.layout();
    const std::string plain = trace_text(trace, all_stages(trace), layout);
    layout.color = true;
    const std::string colored = trace_text(trace, all_stages(trace), layout);
    CAPTURE(round, described(layout));
    CHECK(contains(colored, "\033["));
    // The colour of a last cell may reach over its padding.
    const std::string visible = without_trailing_spaces(without_escapes(colored));
    CHECK(misfit(visible, layout.width) == "");
    if (layout.view == View::numbers) CHECK(visible == plain);
  }
}

TEST_CASE("trace_text: ASCII glyphs and ASCII words give ASCII") {
  Drawer draw(11);
  for (int round = 0; round < rounds(50); ++round) {
    const Trace trace = draw.trace(kAsciiWords);
    Layout layout = draw.layout();
    layout.glyphs = Glyphs::ascii;
    const std::string text = trace_text(trace, all_stages(trace), layout);
    CAPTURE(round, described(layout));
    for (const std::string& line : lines_of(text))
      if (!is_ascii(line)) FAIL_CHECK("not ASCII: " + line);
  }
}

TEST_CASE("trace_text: is the same each time") {
  Drawer one(12), other(12);
  for (int round = 0; round < rounds(20); ++round) {
    const Trace first = one.trace(kAllWords), second = other.trace(kAllWords);
    const Layout layout = one.layout();
    other.layout();
    CHECK(trace_text(first, all_stages(first), layout) ==
          trace_text(second, all_stages(second), layout));
  }
}
