#include "render/matrix/small_heads.hpp"

#include "render/heads_trace.hpp"
#include "support/catch.hpp"
#include "support/matrix.hpp"

using namespace attn;

namespace {

// n heads over as many queries and keys, with labels that differ where it is no self-attention.
std::vector<Stage> random_heads(arma::uword n_heads, arma::uword n_q, arma::uword n_k) {
  std::mt19937 draws(17);
  const auto axis = [](const std::string& name, arma::uword n) {
    Axis axis{name, {}};
    for (arma::uword i = 0; i < n; ++i) axis.labels.push_back(std::to_string(i));
    return axis;
  };
  std::vector<Stage> heads;
  for (arma::uword h = 0; h < n_heads; ++h)
    heads.push_back({.id = "weights",
                     .group = "head " + std::to_string(h),
                     .formula = "A = softmax(masked)",
                     .value = softmax_rows(5.0 * random_matrix(draws, n_q, n_k)),
                     .rows = axis("query", n_q),
                     .cols = axis("key", n_k),
                     .rule = Softmax{"masked"}});
  return heads;
}

std::string text_of(const std::vector<Stage>& heads, const Layout& layout) {
  std::vector<const Stage*> pointers;
  for (const Stage& head : heads) pointers.push_back(&head);
  return multiples_text(pointers, layout);
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t n = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; ++at) ++n;
  return n;
}

}  // namespace

TEST_CASE("multiples_text: maps side by side with the means of their rows", "[render][multiples]") {
  const Trace trace = heads_trace();
  // Entropies: (0 + .5623) / 2 and (0 + .6931) / 2; on itself: (1 + .75) / 2 and (1 + .5) / 2;
  // on the first: (1 + .25) / 2 and (1 + .5) / 2.
  CHECK(multiples_text(trace.in_every_group("weights"), layout_of(80, 0)) ==
        " weights   A = softmax(masked)   (head 2, query 2, key 2)\n"
        "\n"
        "   head 0              head 1\n"
        "   ⣿⣿ .                ⣿⣿ .\n"
        "   ⡄⡄⣷⣷                ⡇⡇⡇⡇\n"
        "   entropy      0.28   entropy      0.35\n"
        "   on itself    .875   on itself    .750\n"
        "   on the first .625   on the first .750\n");
}

TEST_CASE("multiples_text: explains the maps and what is blocked", "[render][multiples]") {
  const Trace trace = heads_trace();
  const std::string text = multiples_text(trace.in_every_group("weights"), layout_of(80));
  CHECK(contains(text,
                 "\n   One small map a head: a row is a query, a column a key. Below it, means"));
  CHECK(
      text.ends_with("\n\n   shades   ⡀⡀ .05-  ⡄⡄ .20-  ⡇⡇ .40-  ⣷⣷ .60-  ⣿⣿ .80-\n"
                     "   .   may not attend (causal, the future: 1)\n"));
  Layout colored = layout_of(80);
  colored.color = true;
  CHECK_FALSE(contains(multiples_text(trace.in_every_group("weights"), colored), "shades"));
}

TEST_CASE("multiples_text: only tokens of one sequence can look at themselves",
          "[render][multiples]") {
  CHECK(contains(text_of(random_heads(2, 3, 3), layout_of(80)), "on itself"));
  const std::string cross = text_of(random_heads(2, 3, 4), layout_of(80));
  CHECK_FALSE(contains(cross, "on itself"));
  CHECK(contains(cross, "on the first"));
}

TEST_CASE("multiples_text: what tells a head apart stands beside its name", "[render][multiples]") {
  std::vector<Stage> heads = random_heads(2, 2, 2);
  heads[0].remark = "kv head 0";
  heads[1].remark = "kv head 1";
  CHECK(contains(text_of(heads, layout_of(80)), "\n   head 0   kv head 0   head 1   kv head 1\n"));
}

TEST_CASE("multiples_text: a name that is wider than the screen takes two lines",
          "[render][multiples]") {
  std::vector<Stage> heads = random_heads(1, 2, 2);
  heads[0].remark = "repeats what followed a name last time";
  const std::string text = text_of(heads, layout_of(40, 0));
  CHECK(contains(text, "\n   head 0   repeats what followed a name\n   last time\n"));
}

TEST_CASE("multiples_text: as many maps a line as fit", "[render][multiples]") {
  const std::vector<Stage> heads = random_heads(12, 3, 3);
  // A panel takes 17 columns ("on the first .333"), the gap 3, the indent 3.
  for (const auto& [width, per_line] :
       {std::pair<unsigned, std::size_t>{80, 4}, {79, 3}, {60, 3}, {59, 2}, {40, 2}, {120, 6}}) {
    const std::string text = text_of(heads, layout_of(width, 0));
    CAPTURE(width, text);
    const std::size_t first = text.find("   head 0");
    REQUIRE(first != std::string::npos);
    CHECK(count(text.substr(first, text.find('\n', first) - first), "head ") == per_line);
    CHECK(count(text, "head ") == 13);  // every head once, and the heading
  }
}

TEST_CASE("multiples_text: the lines are equally long", "[render][multiples]") {
  const std::string four = text_of(random_heads(4, 3, 3), layout_of(79, 0));  // three would fit
  CHECK(contains(four, "\n   head 0              head 1\n"));
  CHECK(contains(four, "\n   head 2              head 3\n"));
  const std::string five = text_of(random_heads(5, 3, 3), layout_of(80, 0));
  CHECK(contains(five, "\n   head 0              head 1              head 2\n"));
  CHECK(contains(five, "\n   head 3              head 4\n"));
}

TEST_CASE("multiples_text: fits every width", "[render][multiples][property]") {
  for (const auto& [n_q, n_k] : {std::pair<arma::uword, arma::uword>{2, 2}, {7, 3}, {30, 60}})
    for (unsigned width = kMinWidth; width <= 120; width += 3)
      for (const Glyphs glyphs : {Glyphs::unicode, Glyphs::ascii}) {
        Layout layout = layout_of(width);
        layout.glyphs = glyphs;
        const std::string text = text_of(random_heads(5, n_q, n_k), layout);
        CAPTURE(width, n_q, n_k);
        CHECK(misfit(text, width) == "");
        if (glyphs == Glyphs::ascii) CHECK(is_ascii(text));
        layout.color = true;
        const std::string colored = text_of(random_heads(5, n_q, n_k), layout);
        CHECK(misfit(without_trailing_spaces(without_escapes(colored)), width) == "");
      }
}

TEST_CASE("multiples_text: many heads are the first ones and a count", "[render][multiples]") {
  const std::string most = text_of(random_heads(16, 2, 2), layout_of(80, 0));
  CHECK(contains(most, "head 15"));
  CHECK_FALSE(contains(most, "left out"));
  const std::string more = text_of(random_heads(18, 2, 2), layout_of(80, 0));
  CHECK(contains(more, "(head 18, query 2, key 2)"));
  CHECK(contains(more, "head 15"));
  CHECK_FALSE(contains(more, "head 16"));
  CHECK(contains(more, "\n   .. heads left out: 2 of 18. --head LIST shows them.\n"));
}

TEST_CASE("multiples_text: says how much of a large map is left out", "[render][multiples]") {
  const std::string text = text_of(random_heads(2, 30, 60), layout_of(80));
  CHECK(contains(text, "   .. rows left out: 19 of 30\n"));
  CHECK(contains(text, "   .. columns left out: "));
  CHECK_FALSE(contains(text_of(random_heads(2, 24, 30), layout_of(80)), "left out"));
}

TEST_CASE("multiples_text: large maps stand two beside each other and many heads are cut",
          "[render][multiples]") {
  CHECK(contains(text_of(random_heads(2, 30, 60), layout_of(80)), "   head 0 "));
  const std::string two = text_of(random_heads(2, 30, 60), layout_of(80));
  CHECK(contains(two.substr(two.find("   head 0"), 50), "head 1"));

  const std::string many = text_of(random_heads(20, 3, 3), layout_of(80));
  CHECK(contains(many, "head 15"));
  CHECK_FALSE(contains(many, "head 16"));
  CHECK(contains(many, ".. heads left out: 4 of 20. --head LIST shows them.\n"));
}
