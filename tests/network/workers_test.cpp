#include "network/workers.hpp"

#include <cblas.h>

#include "network/models/models.hpp"
#include "network/models/small_models.hpp"
#include "network/optimizers/optimizers.hpp"
#include "support/catch.hpp"

TEST_CASE("Workers: 0 threads are as many as usual") {
  CHECK(Workers(0).n_threads() == usual_threads());
}

TEST_CASE("Workers: while they live, the BLAS works on the thread that asks") {
  const int before = openblas_get_num_threads();
  {
    const Workers workers(2);
    CHECK(openblas_get_num_threads() == 1);
  }
  CHECK(openblas_get_num_threads() == before);
}

TEST_CASE("n_pieces: small work is one piece, large work no more than there is room for") {
  CHECK(n_pieces(0, 100) == 1);
  CHECK(n_pieces(1e5, 100) == 1);
  CHECK(n_pieces(1e12, 100) > 1);
  CHECK(n_pieces(1e12, 3) == 3);
  CHECK(n_pieces(1e12, 1) == 1);
  CHECK(n_pieces(1e12, 0) == 1);
  for (double work = 1; work < 1e12; work *= 1.7)
    CHECK(n_pieces(work, 50) <= n_pieces(work * 1.7, 50));
}

TEST_CASE("piece_of: the pieces are all of it, one behind another") {
  for (const std::size_t n : {0U, 1U, 5U, 16U, 17U, 100U, 1000U})
    for (const std::size_t pieces : {1U, 2U, 3U, 16U})
      for (const std::size_t grain : {1U, 8U, 16U}) {
        CAPTURE(n, pieces, grain);
        std::size_t next = 0, most = 0, least = n;
        for (std::size_t i = 0; i < pieces; ++i) {
          const WorkPiece piece = piece_of(n, pieces, i, grain);
          if (piece.count == 0) continue;
          CHECK(piece.first == next);
          next = piece.first + piece.count;
          if (next != n) CHECK(piece.count % grain == 0);
          if (next != n) least = std::min(least, piece.count);
          most = std::max(most, piece.count);
        }
        CHECK(next == n);
        if (n >= pieces * grain) CHECK(most <= least + grain);
      }
  CHECK(piece_of(100, 3, 1, 16).first == 32);  // 7 grains: 2, 2 and 3
  CHECK(piece_of(100, 3, 1, 16).count == 32);
  CHECK(piece_of(100, 3, 2, 16).count == 36);
}

TEST_CASE("n_pieces: two threads have as much to do, where there is room") {
  for (double work = 4e6; work < 1e9; work *= 1.3) CHECK(n_pieces(work, 50) % 2 == 0);
  CHECK(n_pieces(1e12, 5) == 5);
}

TEST_CASE("LineCut: its pieces are all lines, by the work that they are") {
  const LineCut cut(100, 16, 1e12);
  CHECK(cut.n_pieces == 6);  // as many as there is room for
  CHECK(cut.piece(0).count == 16);
  CHECK(cut.piece(5).first + cut.piece(5).count == 100);
  CHECK(LineCut(100, 16, 1e3).piece(0).count == 100);
}

namespace {

// What a model has learned after three steps, in float.
template <class Model, class Settings>
std::vector<float> learned(const Settings& settings, const Batch<float>& batch) {
  Workers workers(1);
  Model model(settings, 3);
  Optimizer<float> optimizer({.kind = OptimizerKind::adamw}, model.parameters.size());
  for (std::uint64_t step = 0; step < 3; ++step) {
    loss_and_gradients<float>(model, workers, batch, {true, 5, step});
    clip_gradients(model.parameters, gradient_norm(model.parameters), 1.0);
    optimizer.step(workers, model.parameters, 0.01);
  }
  return model.parameters.values;
}

// 9 sequences of up to 11 tokens: no number of anything fills vectors evenly.
Batch<float> uneven_batch(bool one_target_a_sequence) {
  const Draws draws(1, 2, 3);
  Batch<float> batch{.n_sequences = 9, .length = 11};
  for (std::uint32_t i = 0; i < 99; ++i) batch.tokens.push_back(draws.below(21, i));
  for (std::uint32_t s = 0; s < 9; ++s) batch.lengths.push_back(3 + s);
  for (std::uint32_t i = 0; i < (one_target_a_sequence ? 9U : 99U); ++i)
    batch.targets.push_back(static_cast<std::int32_t>(draws.below(2, i + 200)));
  return batch;
}

}  // namespace

TEST_CASE("in_vectors: calls once, with narrow vectors as well") {
  int n_calls = 0;
  in_vectors([&] { ++n_calls; });
  CHECK(n_calls == 1);
  const bool usually = has_wide_vectors();
  {
    const NarrowVectors narrow;
    CHECK(!has_wide_vectors());
    in_vectors([&] { ++n_calls; });
  }
  CHECK(n_calls == 2);
  CHECK(has_wide_vectors() == usually);
}

TEST_CASE("in_vectors: models learn the same digits in wide and narrow vectors") {
  const auto same_in_both = [](const auto& learn) {
    const std::vector<float> wide = learn();
    const NarrowVectors narrow;
    CHECK((learn() == wide));
  };
  for (const ActivationKind activation :
       {ActivationKind::relu, ActivationKind::gelu, ActivationKind::gelu_tanh}) {
    TransformerSettings settings{.vocabulary = 21, .n_outputs = 21};
    settings.d_model = 20;
    settings.n_heads = settings.n_kv_heads = 2;
    settings.d_ff = 37;
    settings.n_layers = 2;
    settings.longest = 11;
    settings.is_causal = true;
    settings.dropout = 0.1;
    settings.activation = activation;
    settings.positions =
        activation == ActivationKind::relu ? PositionKind::sinusoidal : PositionKind::rotary;
    same_in_both([&] { return learned<Transformer<float>>(settings, uneven_batch(false)); });
  }
  for (const RecurrentKind kind : {RecurrentKind::rnn, RecurrentKind::lstm})
    same_in_both([&] {
      return learned<RecurrentClassifier<float>>(
          RecurrentSettings{.kind = kind, .vocabulary = 21, .d_model = 13}, uneven_batch(true));
    });
}
