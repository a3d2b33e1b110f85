#include "learning/learned/learned_model.hpp"

#include <fstream>
#include <stdexcept>

#include "data/test_files.hpp"
#include "learning/learned/shipped_models.hpp"
#include "learning/tasks/measures.hpp"
#include "learning/tasks/quick_training.hpp"
#include "learning/text/text_task.hpp"
#include "support/catch.hpp"
#include "support/matrix.hpp"

using namespace attn;

namespace {

// Attention with a causal mask, once more and in the plainest way.
arma::mat causal_weights(const arma::mat& Q, const arma::mat& K) {
  arma::mat W(Q.n_rows, K.n_rows, arma::fill::zeros);
  for (arma::uword i = 0; i < W.n_rows; ++i) {
    double sum = 0.0;
    for (arma::uword j = 0; j <= i; ++j) {
      W(i, j) = std::exp(arma::dot(Q.row(i), K.row(j)) / std::sqrt(double(Q.n_cols)));
      sum += W(i, j);
    }
    W.row(i) /= sum;
  }
  return W;
}

void write_model(const std::string& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

// A model of the user's own text, with positions of a kind and learned for a step.
std::string bytes_of_small_model(PositionKind positions) {
  const Corpus corpus = corpus_of_grammar(grammar_of("en"), 60, 20, 3);
  LearnSettings settings = usual_settings(TaskKind::text);
  settings.n_steps = 1;
  settings.d_model = 8;
  settings.positions = positions;
  QuickTraining text(text_task(settings, corpus));
  return model_file_bytes(text.run().training, &corpus);
}

}  // namespace

TEST_CASE("LearnedModel: its weights are those of the model that was trained, in float",
          "[learning][learned]") {
  LearnedModel model(shipped_model_path("en"));
  const TextPiece ids = reference_sentence(model);
  Transformer<float> trained(text_model_settings(model.file().settings), 1);
  load_parameters(model.file(), trained.parameters);
  Workers workers(1);
  Batch<float> batch;
  batch.n_sequences = 1;
  batch.length = ids.size();
  batch.tokens.assign(ids.begin(), ids.end());
  trained.forward(workers, batch, {});
  const std::vector<arma::mat> weights = model.weights({ids}).front();
  REQUIRE(weights.size() == model.n_layers() * model.n_heads());
  for (std::size_t i = 0; i < weights.size(); ++i)
    CHECK(difference(weights[i],
                     weights_of(trained, i / model.n_heads(), 0, i % model.n_heads(), ids.size()),
                     1e-5) == "");
}

TEST_CASE("layer, projected_head: what goes into a layer leads to its weights",
          "[learning][learned]") {
  const TemporaryFolder folder;
  const std::string own = (folder.path() / "own.safetensors").string();
  for (const PositionKind positions : {PositionKind::rotary, PositionKind::learned}) {
    write_model(own, bytes_of_small_model(positions));
    for (const std::string& path : {own, shipped_model_path("en")}) {
      LearnedModel model(path);
      const TextPiece ids = reference_sentence(model);
      const std::vector<arma::mat> weights = model.weights({ids}).front();
      for (std::size_t layer = 0; layer < model.n_layers(); ++layer) {
        const MultiHeadLayer read = model.layer(ids, layer);
        CHECK(read.rope.has_value() == (model.file().settings.positions == PositionKind::rotary));
        for (std::size_t head = 0; head < model.n_heads(); ++head) {
          const Projected projected = projected_head(read, head);
          CHECK(difference(causal_weights(projected.Q, projected.K),
                           weights[layer * model.n_heads() + head], 1e-12) == "");
        }
      }
      CHECK_THROWS_AS(model.layer(ids, model.n_layers()), std::out_of_range);
    }
  }
}

TEST_CASE("layer: W_O and the bias lead from the heads to what the layer adds",
          "[learning][learned]") {
  LearnedModel model(shipped_model_path("ja"));
  const MultiHeadLayer layer =
      model.layer(ids_for(model, {"猫", "が", "犬", "を"}), model.n_layers() - 1);
  const arma::uword d = model.file().settings.d_model;
  CHECK(layer.X.n_rows == 5);
  for (const arma::mat* W :
       {&layer.weights.W_Q, &layer.weights.W_K, &layer.weights.W_V, &layer.weights.W_O}) {
    CHECK(W->n_rows == d);
    CHECK(W->n_cols == d);
  }
  CHECK(layer.weights.b_O.n_elem == d);
  // LayerNorm stands before: but for what it has learned, a row has mean 0 and variance 1.
  CHECK(arma::abs(layer.X).max() < 10.0);
}

TEST_CASE("weights: a sentence has the same among others, longer ones too", "[learning][learned]") {
  LearnedModel model(shipped_model_path("en"));
  const TextPiece whole = reference_sentence(model);
  const TextPiece beginning(whole.begin(), whole.begin() + 4);
  const auto together = model.weights({beginning, whole});
  const auto alone = model.weights({beginning});
  for (std::size_t head = 0; head < alone.front().size(); ++head) {
    CHECK(together[0][head].n_rows == 4);
    CHECK(difference(together[0][head], alone[0][head], 1e-12) == "");
    // Causal: the words that follow change nothing.
    CHECK(difference(together[1][head].submat(0, 0, 3, 3), alone[0][head], 1e-12) == "");
  }
}

TEST_CASE("untrained_weights: before it learned, a head of the model looks about evenly",
          "[learning][learned]") {
  LearnedModel model(shipped_model_path("en"));
  const TextPiece ids = reference_sentence(model);
  const arma::mat even = even_attention(ids.size(), Sight::causal);
  const auto far_from_even = [&even](const std::vector<arma::mat>& weights) {
    double largest = 0.0;
    for (const arma::mat& W : weights) largest = std::max(largest, arma::abs(W - even).max());
    return largest;
  };
  CHECK(far_from_even(model.weights({ids}).front()) > 0.5);
  CHECK(far_from_even(model.untrained_weights({ids}).front()) < 0.45);
}

TEST_CASE("LearnedModel: what is no model of text is refused", "[learning][learned]") {
  const TemporaryFolder folder;
  const std::string path = (folder.path() / "m.safetensors").string();
  const auto refused = [&path] { return refusal([&path] { const LearnedModel model(path); }); };
  QuickTraining copy(make_task(usual_settings(TaskKind::copy)));
  write_model(path, model_file_bytes(copy.training, nullptr));
  CHECK(refused() == path +
                         ": this model learned to copy and reads no words. Give one that attn "
                         "learn text made.");
  // Settings that claim more than the file has.
  std::string bytes = bytes_of_small_model(PositionKind::rotary);
  const std::string small = "\\\"n_layers\\\":2,", large = "\\\"n_layers\\\":3,";
  REQUIRE(bytes.find(small) != std::string::npos);
  write_model(path, bytes.replace(bytes.find(small), small.size(), large));
  CHECK(refused().find("The file is damaged") != std::string::npos);
  // Of a grammar that has no such words.
  bytes = bytes_of_small_model(PositionKind::rotary);
  const std::string english = "\\\"grammar\\\":\\\"en\\\"", japanese = "\\\"grammar\\\":\\\"ja\\\"";
  REQUIRE(bytes.find(english) != std::string::npos);
  write_model(path, bytes.replace(bytes.find(english), english.size(), japanese));
  CHECK(refused().find("sentences of the grammar ja, but knows other words") != std::string::npos);
}
