#include <fmt/format.h>

#include "cli/attention/attention_flags.hpp"
#include "support/catch.hpp"
#include "support/flags.hpp"
#include "support/matrix.hpp"
#include "support/temporary_folder.hpp"

namespace {

using Which = Flag MultiHeadFlags::*;
using Typed = std::vector<std::pair<Which, std::string>>;

MultiHeadFlags with(const Typed& values) {
  MultiHeadFlags flags;
  flags.text = {"a b"};
  for (const auto& [flag, value] : values) type(flags.*flag, value);
  return flags;
}

MultiHeadInput read(const Typed& values) { return read_multi_head_input(with(values)); }

void check_refused(const MultiHeadFlags& flags, const std::string& text) {
  const auto read = [&flags] {
    read_multi_head_input(flags);
    refuse_conflicts_of(flags);
  };
  CHECK_REFUSED(read(), text);
}

constexpr Which kHeads = &MultiHeadFlags::heads, kKvHeads = &MultiHeadFlags::kv_heads,
                kDHead = &MultiHeadFlags::d_head, kWeightSeed = &MultiHeadFlags::weight_seed,
                kLayout = &MultiHeadFlags::layout, kBase = &MultiHeadFlags::base,
                kWeights = &MultiHeadFlags::weights, kValueMemory = &MultiHeadFlags::value_memory;
const Which kDModel = &MultiHeadFlags::d_model, kSeed = &MultiHeadFlags::seed,
            kRng = &MultiHeadFlags::rng, kX = &MultiHeadFlags::x, kMemory = &MultiHeadFlags::memory,
            kInit = &MultiHeadFlags::init;

// W_Q and W_O for four heads of width 1; keys and values for two.
std::string weights_file(const TemporaryFolder& folder) {
  return folder.file("w.json", R"({"wq": [[1, 2, 3, 4], [5, 6, 7, 8]], "wk": [[1, 0], [0, 1]],
                               "wv": [[1, 0], [0, 1]], "wo": [[1, 0], [0, 1], [1, 0], [0, 1]]})");
}

}  // namespace

TEST_CASE("read_multi_head_input: two heads over words where nothing is asked for") {
  const MultiHeadInput input = read({});
  CHECK(input.problem.counts.n_heads == 2);
  CHECK(input.problem.counts.n_kv_heads == 2);
  CHECK(arma::size(input.problem.weights.W_Q) == arma::SizeMat(4, 4));
  CHECK(input.problem.weights.b_Q.is_empty());
  CHECK_FALSE(input.problem.average);
  CHECK_FALSE(input.problem.rope);
  CHECK(input.title == "\"a b\"");
  CHECK(input.source == "by-hand");
  CHECK(input.problem.query_tokens == std::vector<std::string>{"a", "b"});
  CHECK(input.notes.size() == 1);
}

TEST_CASE("read_multi_head_input: heads share d_model, or are as wide as they are told") {
  const auto shape = [](const Typed& values) {
    const MultiHeadInput input = read(values);
    const MultiHeadWeights& w = input.problem.weights;
    return fmt::format("{} {} {}x{} {} {}x{}", input.problem.counts.n_heads,
                       input.problem.counts.n_kv_heads, w.W_Q.n_rows, w.W_Q.n_cols, w.W_K.n_cols,
                       w.W_O.n_rows, w.W_O.n_cols);
  };
  CHECK(shape({{kHeads, "4"}, {kDModel, "8"}}) == "4 4 8x8 8 8x8");
  CHECK(shape({{kHeads, "4"}, {kKvHeads, "2"}, {kDModel, "8"}}) == "4 2 8x8 4 8x8");
  CHECK(shape({{kHeads, "3"}, {kKvHeads, "1"}, {kDHead, "5"}}) == "3 1 4x15 5 15x4");
  MultiHeadFlags biased = with({{kHeads, "2"}, {kKvHeads, "1"}});
  type(biased.bias);
  const MultiHeadWeights w = read_multi_head_input(biased).problem.weights;
  CHECK(w.b_Q.n_elem == 4);
  CHECK(w.b_K.n_elem == 2);
  CHECK(w.b_O.n_elem == 4);
}

TEST_CASE("read_multi_head_input: weights may have a seed of their own") {
  const Typed numpy{{kRng, "numpy"}, {kSeed, "42"}};
  const MultiHeadInput same = read(numpy);
  // One seed for both: the weights of head 0, row by row, are a tenth of the numbers of X.
  const arma::mat& X = same.problem.X;
  const arma::uword d_k = same.problem.weights.W_Q.n_cols / same.problem.counts.n_heads;
  for (arma::uword k = 0; k < X.n_elem && k < X.n_cols * d_k; ++k)
    CHECK(same.problem.weights.W_Q(k / d_k, k % d_k) == 0.1 * X(k / X.n_cols, k % X.n_cols));
  REQUIRE(same.notes.size() == 2);
  CHECK(same.notes[1] ==
        "X and the weights are drawn from the same seed, so W_Q, head by head, begins with "
        "the numbers of X, times 0.1. --weight-seed N draws them apart.");
  Typed apart = numpy;
  apart.emplace_back(kWeightSeed, "7");
  const MultiHeadInput other = read(apart);
  CHECK(difference(other.problem.X, same.problem.X, 0.0) == "");
  CHECK(difference(other.problem.weights.W_Q, same.problem.weights.W_Q) != "");
  CHECK(other.notes.size() == 1);
  CHECK(difference(read({{kWeightSeed, "7"}}).problem.X, read({}).problem.X, 0.0) == "");
}

TEST_CASE("read_multi_head_input: weights of a file tell how many key-value heads there are") {
  const TemporaryFolder folder;
  const std::string path = weights_file(folder);
  const MultiHeadInput input = read({{kWeights, path}, {kHeads, "4"}});
  CHECK(input.problem.counts.n_heads == 4);
  CHECK(input.problem.counts.n_kv_heads == 2);
  CHECK(input.problem.X.n_cols == 2);  // words as wide as the weights take
  CHECK(difference(input.problem.weights.W_Q, {{1, 2, 3, 4}, {5, 6, 7, 8}}, 0.0) == "");
  CHECK(input.notes ==
        std::vector<std::string>{"the weights in " + path + " are laid out as those of attn."});
  MultiHeadFlags given = with({{kWeights, path}, {kHeads, "4"}, {kX, "1 2; 3 4; 5 6"}});
  given.text.clear();
  const MultiHeadInput matrix = read_multi_head_input(given);
  CHECK(difference(matrix.problem.X, {{1, 2}, {3, 4}, {5, 6}}, 0.0) == "");
  CHECK(matrix.source == "given");
}

TEST_CASE("read_multi_head_input: memory, values of their own, and positions") {
  const MultiHeadInput crossing =
      read({{kMemory, "1 2 3 4; 5 6 7 8"}, {kValueMemory, "4 3 2 1; 8 7 6 5"}});
  CHECK(difference(*crossing.problem.memory, {{1, 2, 3, 4}, {5, 6, 7, 8}}, 0.0) == "");
  CHECK(difference(*crossing.problem.value_memory, {{4, 3, 2, 1}, {8, 7, 6, 5}}, 0.0) == "");
  MultiHeadFlags turned = with({});
  type(turned.rope);
  type(turned.average);
  CHECK(read_multi_head_input(turned).problem.rope->pairing == Pairing::interleaved);
  CHECK(read_multi_head_input(turned).problem.rope->base == 10000.0);
  CHECK(read_multi_head_input(turned).problem.average);
  type(turned.layout, "half");
  type(turned.base, "500");
  CHECK(read_multi_head_input(turned).problem.rope->pairing == Pairing::half_split);
  CHECK(read_multi_head_input(turned).problem.rope->base == 500.0);
}

TEST_CASE("read_multi_head_input: an impossible split is answered with three that work") {
  const auto hints = [](const std::string& d_model, const std::string& heads) {
    try {
      read({{kDModel, d_model}, {kHeads, heads}});
    } catch (const InputError& error) {
      std::string text;
      for (const std::string& hint : error.hints) text += hint + "\n";
      return text;
    }
    return std::string("accepted");
  };
  const std::string start = "Each head needs a whole number of dimensions. Try one of:\n";
  check_refused(with({{kDModel, "10"}, {kHeads, "4"}}),
                "d_model 10 cannot be split into 4 heads: 10 / 4 = 2.5.");
  CHECK(hints("10", "4") == start +
                                "  --heads 5        (d_head 2)\n"
                                "  --d-model 12     (d_head 3)\n"
                                "  --d-head 3       (keep d_model 10; W_O maps 12 to 10)\n");
  CHECK(hints("512", "7") == start +
                                 "  --heads 8        (d_head 64)\n"
                                 "  --d-model 518    (d_head 74)\n"
                                 "  --d-head 74      (keep d_model 512; W_O maps 518 to 512)\n");
  CHECK(contains(hints("4", "8"), "  --heads 4        (d_head 1)\n"));
  CHECK(hints("12", "4") == "accepted");
}

TEST_CASE("read_multi_head_input: whatever it suggests works") {
  const auto number_after = [](const std::string& hint, const std::string& flag) {
    return std::to_string(std::stoul(hint.substr(hint.find(flag) + flag.size() + 1)));
  };
  for (int d_model = 1; d_model <= 20; ++d_model)
    for (int heads = 1; heads <= 20; ++heads) {
      const std::string width = std::to_string(d_model), n = std::to_string(heads);
      CAPTURE(width, n);
      try {
        read({{kDModel, width}, {kHeads, n}});
        CHECK(d_model % heads == 0);
      } catch (const InputError& error) {
        REQUIRE(error.hints.size() == 4);
        CHECK_NOTHROW(read({{kDModel, width}, {kHeads, number_after(error.hints[1], "--heads")}}));
        CHECK_NOTHROW(read({{kDModel, number_after(error.hints[2], "--d-model")}, {kHeads, n}}));
        CHECK_NOTHROW(read(
            {{kDModel, width}, {kHeads, n}, {kDHead, number_after(error.hints[3], "--d-head")}}));
      }
    }
}

TEST_CASE("read_multi_head_input: refuses what the weights of a file decide") {
  const TemporaryFolder folder;
  const std::string path = weights_file(folder);
  for (const auto& [flag, name] : {std::pair{kDModel, "--d-model"},
                                   {kDHead, "--d-head"},
                                   {kInit, "--init"},
                                   {kWeightSeed, "--weight-seed"}})
    check_refused(with({{kWeights, path}, {kHeads, "4"}, {flag, "2"}}),
                  std::string(name) + " follows from the weights that are given; leave it out.");
  MultiHeadFlags biased = with({{kWeights, path}, {kHeads, "4"}});
  type(biased.no_bias);
  check_refused(biased, "--no-bias follows from the weights that are given; leave it out.");
  check_refused(with({{kWeights, path}}),
                "--weights also needs --heads N: how many heads there are is not in the file. W_Q "
                "has 4 columns, which the heads share.");
  MultiHeadFlags wide = with({{kWeights, path}, {kHeads, "4"}, {kX, "1 2 3"}});
  wide.text.clear();
  check_refused(wide,
                "--weights: W_Q (attn, 2 x 4) takes tokens of width 2, and the tokens have width "
                "3. Give tokens with as many columns as the weights have rows.");
}

TEST_CASE("read_multi_head_input: refuses flags without the one they belong to") {
  for (const auto& [flag, text] :
       {std::pair<Which, std::string>{&MultiHeadFlags::weights_prefix,
                                      "--weights-prefix only works with --weights."},
        {kValueMemory, "--value-memory only works with --memory."},
        {kLayout, "--layout only works with --rope."},
        {kBase, "--base only works with --rope."}})
    check_refused(with({{flag, "1"}}), text);
  MultiHeadFlags both = with({});
  type(both.bias);
  type(both.no_bias);
  check_refused(both, "--bias and --no-bias cannot be used together.");
  check_refused(with({{kHeads, "6"}, {kKvHeads, "4"}, {kDModel, "12"}}),
                "6 query heads cannot share 4 key-value heads evenly. --kv-heads must divide "
                "--heads: try one of 1, 2, 3, 6.");
}

TEST_CASE("read_multi_head_input: weights are made up for given embeddings") {
  const auto with_matrix = [](Typed values) {
    values.emplace_back(kX, "1 2 0 1; 0 1 1 0");
    MultiHeadFlags flags = with(values);
    flags.text.clear();
    return flags;
  };
  const MultiHeadInput plain = read_multi_head_input(with_matrix({}));
  CHECK(plain.problem.counts.n_heads == 2);
  CHECK(plain.problem.weights.W_Q.n_rows == 4);
  CHECK(plain.notes.back().starts_with("the weights are made up, not learned"));

  // Head by head, from the first number of RandomState(42) on.
  const MultiHeadInput numpy =
      read_multi_head_input(with_matrix({{kRng, "numpy"}, {kSeed, "42"}, {kHeads, "2"}}));
  CHECK(numpy.problem.weights.W_Q(0, 0) == Approx(0.049671415).margin(1e-9));
  CHECK(numpy.source == "numpy seed 42");

  const MultiHeadInput crossing = read_multi_head_input(with_matrix({{kMemory, "1 0 2; 3 1 0"}}));
  CHECK(crossing.problem.weights.W_K.n_rows == 3);
  check_refused(with_matrix({{kSeed, "1"}, {kWeightSeed, "2"}}),
                "--seed and --weight-seed cannot be used together.");
  check_refused(with_matrix({{kHeads, "3"}}),
                "d_model 4 cannot be split into 3 heads: 4 / 3 = 1.333.");
}
