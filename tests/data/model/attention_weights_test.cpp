#include "data/model/attention_weights.hpp"

#include <functional>

#include "data/matrix/read_matrix.hpp"
#include "data/test_files.hpp"
#include "support/catch.hpp"
#include "support/matrix.hpp"
#include "support/plain_attention.hpp"

using namespace attn;

// What other programs computed with the weights that they saved. The refusals are in
// attention_weights_refusals_test.cpp.
namespace {

const std::string kFolder = ATTN_SOURCE_DIR "/tests/data/weights/";

AttentionWeights weights_in(const std::string& file, const std::string& prefix = "") {
  return read_attention_weights(kFolder + file, "--weights", prefix);
}

arma::mat tensor_in(const std::string& file, const std::string& key) {
  return read_matrix(kFolder + file + ":" + key, "--x", {});
}

/// X W + b the slow way: one loop per sum sign.
arma::mat projected(const arma::mat& X, const arma::mat& W, const arma::rowvec& b) {
  arma::mat result(X.n_rows, W.n_cols);
  for (arma::uword row = 0; row < X.n_rows; ++row) {
    for (arma::uword col = 0; col < W.n_cols; ++col) {
      long double sum = b.is_empty() ? 0 : b(col);
      for (arma::uword i = 0; i < W.n_rows; ++i)
        sum += static_cast<long double>(X(row, i)) * W(i, col);
      result(row, col) = static_cast<double>(sum);
    }
  }
  return result;
}

struct Heads {
  arma::uword n_heads = 1, n_kv_heads = 1;
  bool causal = false;
};

struct MultiHead {
  std::vector<arma::mat> weights;  // of each head
  arma::mat output;
};

MultiHead multi_head(const AttentionWeights& given, const arma::mat& X, const arma::mat& M,
                     const Heads& heads) {
  const arma::mat Q = projected(X, given.W_Q, given.b_Q), K = projected(M, given.W_K, given.b_K),
                  V = projected(M, given.W_V, given.b_V);
  const arma::uword d_head = Q.n_cols / heads.n_heads;
  Mask mask(X.n_rows, M.n_rows);
  for (arma::uword i = 0; i < mask.n_rows; ++i)
    for (arma::uword j = 0; j < mask.n_cols; ++j) mask(i, j) = heads.causal && j > i ? 0 : 1;
  const auto columns = [&](const arma::mat& all, arma::uword head) -> arma::mat {
    return all.cols(head * d_head, (head + 1) * d_head - 1);
  };
  MultiHead result;
  arma::mat concat;
  for (arma::uword h = 0; h < heads.n_heads; ++h) {
    const arma::uword kv = h / (heads.n_heads / heads.n_kv_heads);
    const PlainAttention head =
        plain_attention(columns(Q, h), columns(K, kv), columns(V, kv), mask);
    result.weights.push_back(head.weights);
    concat = arma::join_rows(concat, head.output);
  }
  result.output = projected(concat, given.W_O, given.b_O);
  return result;
}

struct Fixture {
  const char* file;
  const char* prefix;
  const char* layout;
  Heads heads;
  const char* memory = "x";
};

}  // namespace

TEST_CASE("read_attention_weights: each layout gives the output of its own program",
          "[data][attention_weights]") {
  const char* const pytorch = "PyTorch nn.MultiheadAttention";
  const char* const layer_1 = "encoder.layer.1";
  for (const Fixture& fixture :
       {Fixture{"pytorch.npz", "", pytorch, {3, 3}},
        Fixture{"pytorch.safetensors", "", pytorch, {3, 3}},
        Fixture{"pytorch_no_bias.npz", "", pytorch, {3, 3}},
        Fixture{"pytorch_cross.safetensors", "", pytorch, {4, 4}, "memory"},
        Fixture{"bert.safetensors", layer_1, "Hugging Face BERT", {3, 3}},
        Fixture{"gpt2.npz", "", "GPT-2", {2, 2, true}},
        Fixture{"gpt2.safetensors", "h.0", "GPT-2", {2, 2, true}},
        Fixture{"llama.safetensors", "", "Llama", {4, 2, true}}}) {
    CAPTURE(fixture.file);
    const AttentionWeights given = weights_in(fixture.file, fixture.prefix);
    CHECK(given.layout == fixture.layout);
    const MultiHead result = multi_head(given, tensor_in(fixture.file, "x"),
                                        tensor_in(fixture.file, fixture.memory), fixture.heads);
    CHECK(difference(result.output, tensor_in(fixture.file, "output"), 1e-6) == "");
    for (std::size_t h = 0; h < result.weights.size(); ++h) {
      const std::string key = "head" + std::to_string(h) + ".weights";
      CHECK(difference(result.weights[h], tensor_in(fixture.file, key), 1e-6) == "");
    }
  }
}

TEST_CASE("read_attention_weights: 16-bit and 64-bit floats are exact",
          "[data][attention_weights]") {
  for (const std::string type : {"f16", "bf16", "f64"}) {
    const std::string file = "pytorch_" + type + ".safetensors";
    CAPTURE(file);
    const arma::mat X = tensor_in(file, "x");
    CHECK(difference(multi_head(weights_in(file), X, X, {3, 3}).output, tensor_in(file, "output"),
                     1e-12) == "");
  }
  CHECK(weights_in("pytorch_f16.safetensors").W_Q(0, 0) !=
        weights_in("pytorch_bf16.safetensors").W_Q(0, 0));
}

TEST_CASE("read_attention_weights: our own names, joined or one matrix per head",
          "[data][attention_weights]") {
  for (const std::string file : {"attn.npz", "attn_heads.npz"}) {
    CAPTURE(file);
    const AttentionWeights given = weights_in(file);
    CHECK(given.layout == "attn");
    const arma::mat X = tensor_in(file, "x");
    CHECK(difference(multi_head(given, X, X, {2, 2}).output, tensor_in(file, "output"), 1e-12) ==
          "");
  }
}

TEST_CASE("read_attention_weights: any other reading of the fixtures gives another output",
          "[data][attention_weights]") {
  const arma::mat X = tensor_in("pytorch.npz", "x");
  const arma::mat expected = tensor_in("pytorch.npz", "output");
  const auto distance = [&](const std::function<void(AttentionWeights&)>& change) {
    AttentionWeights given = weights_in("pytorch.npz");
    change(given);
    return arma::abs(multi_head(given, X, X, {3, 3}).output - expected).max();
  };
  CHECK(distance([](auto&) {}) < 1e-6);
  CHECK(distance([](auto& w) { w.W_Q = w.W_Q.t(); }) > 0.1);
  CHECK(distance([](auto& w) { w.W_K = w.W_K.t(); }) > 0.1);
  CHECK(distance([](auto& w) { w.W_V = w.W_V.t(); }) > 0.1);
  CHECK(distance([](auto& w) { w.W_O = w.W_O.t(); }) > 0.1);
  CHECK(distance([](auto& w) { std::swap(w.W_Q, w.W_K); }) > 0.1);
  CHECK(distance([](auto& w) { std::swap(w.b_Q, w.b_K); }) > 0.01);
  CHECK(distance([](auto& w) { std::swap(w.b_V, w.b_O); }) > 0.1);
}

TEST_CASE("read_attention_weights: without biases and output projection they stay empty",
          "[data][attention_weights]") {
  const AttentionWeights given = weights_in("pytorch_no_bias.npz");
  for (const arma::rowvec& bias : {given.b_Q, given.b_K, given.b_V, given.b_O})
    CHECK(bias.is_empty());
  const TemporaryFolder folder;
  const std::string path =
      folder.file("w.json", R"({"wq": [[1, 2]], "wk": [[3, 4]], "wv": [[5, 6]], "bq": [7, 8]})");
  const AttentionWeights own = read_attention_weights(path, "--weights", "");
  CHECK(own.W_O.is_empty());
  CHECK(own.b_O.is_empty());
  CHECK(difference(own.W_V, {{5, 6}}, 0) == "");
  CHECK(difference(own.b_Q, {{7, 8}}, 0) == "");
}
