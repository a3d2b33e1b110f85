#include "network/models/transformer_block.hpp"

#include "network/five_points.hpp"
#include "network/models/small_models.hpp"
#include "support/catch.hpp"
#include "support/matrix.hpp"

using namespace attn;

namespace {

struct BlockKind {
  NormPlace norm;
  bool has_residual;
  std::size_t d_ff;
  PositionKind positions;
};

const std::vector<BlockKind> kBlockKinds{{NormPlace::none, false, 0, PositionKind::none},
                                         {NormPlace::none, true, 12, PositionKind::none},
                                         {NormPlace::pre, true, 0, PositionKind::none},
                                         {NormPlace::pre, true, 12, PositionKind::rotary},
                                         {NormPlace::pre, false, 12, PositionKind::none},
                                         {NormPlace::post, true, 0, PositionKind::none},
                                         {NormPlace::post, true, 12, PositionKind::rotary}};

TransformerSettings block_settings(const BlockKind& kind) {
  TransformerSettings s;
  s.d_model = 8;
  s.n_heads = 4;
  s.n_kv_heads = 2;
  s.norm = kind.norm;
  s.has_residual = kind.has_residual;
  s.d_ff = kind.d_ff;
  s.dropout = 0.2;
  s.activation = ActivationKind::gelu;
  return s;
}

// A block on two sequences of four tokens.
struct BlockProblem {
  explicit BlockProblem(const BlockKind& kind, const PassMode& pass = {})
      : block(parameters, "h.0.", 0, block_settings(kind)),
        run{.workers = workers,
            .pass = pass,
            .n_sequences = 2,
            .length = 4,
            .bias = bias,
            .rotary = kind.positions == PositionKind::rotary ? &rotary : nullptr} {}

  Workers workers{1};
  Parameters<double> parameters{4};
  AttentionBias<double> bias;
  RotaryTurn<double> rotary{4, 2};
  TransformerBlock<double> block;
  BlockPass<double> run;
};

}  // namespace

TEST_CASE("TransformerBlock: whose parts say nothing", "[network][transformer_block]") {
  // All weights 0: what is left is the residual, normed or not.
  const RowMatrix<double> X = random_rows(1, 8, 8);
  const auto result_of = [&](const BlockKind& kind) {
    BlockProblem problem(kind);
    for (const auto& tensor : problem.parameters.tensors())
      if (tensor.name.find("ln_") == std::string::npos)
        for (std::size_t i = 0; i < tensor.n_rows * tensor.n_cols; ++i)
          problem.parameters.values[tensor.first + i] = 0;
    return matrix_of(problem.block.forward(problem.run, X));
  };
  CHECK(same(result_of({NormPlace::pre, true, 12, PositionKind::none}), matrix_of(X)));
  CHECK(same(result_of({NormPlace::none, true, 12, PositionKind::none}), matrix_of(X)));
  CHECK(result_of({NormPlace::none, false, 12, PositionKind::none}).is_zero());
  const arma::mat normed = result_of({NormPlace::post, true, 0, PositionKind::none});
  CHECK(arma::abs(arma::mean(normed, 1)).max() < 1e-12);
  CHECK(arma::abs(arma::var(normed, 1, 1) - 1).max() < 1e-3);
  CHECK(arma::abs(normed.row(0) / (matrix_of(X).row(0) - arma::mean(matrix_of(X).row(0))) -
                  normed(0, 0) / (X.rows()(0, 0) - arma::mean(matrix_of(X).row(0))))
            .max() < 1e-9);
}

TEST_CASE("TransformerBlock: differences agree for every kind, with dropout as well",
          "[network][transformer_block]") {
  const RowMatrix<double> R = random_rows(2, 8, 8);
  for (const BlockKind& kind : kBlockKinds)
    for (const PassMode& pass : {PassMode{}, PassMode{true, 5, 6}}) {
      CAPTURE(name_in(kNormPlaces, kind.norm), kind.has_residual, kind.d_ff, pass.is_training);
      BlockProblem problem(kind, pass);
      RowMatrix<double> X = random_rows(1, 8, 8), d = R;
      const auto loss = [&] { return weighted_sum(R, problem.block.forward(problem.run, X)); };
      loss();
      problem.block.backward(problem.run, X, d);
      std::vector<ClaimedGradient> claims = claims_of(problem.parameters);
      claims.emplace_back("X", X, d);
      CHECK(gradient_fault(claims, loss) == "");
      CHECK(slope_fault(claims, loss) == "");
    }
}

TEST_CASE("TransformerBlock: the bias of the keys has no gradient",
          "[network][transformer_block]") {
  // It adds the same to all scores of a query.
  BlockProblem problem({NormPlace::pre, true, 12, PositionKind::none});
  const RowMatrix<double> X = random_rows(1, 8, 8);
  RowMatrix<double> d = random_rows(2, 8, 8);
  problem.block.forward(problem.run, X);
  problem.block.backward(problem.run, X, d);
  for (const auto& tensor : problem.parameters.tensors()) {
    if (tensor.name != "h.0.attn.c_attn.bias") continue;
    const arma::mat db = matrix_of(problem.parameters.gradient_of(tensor));
    CHECK(arma::abs(db.cols(0, 7)).max() > 1e-4);
    CHECK(arma::abs(db.cols(8, 11)).max() < 1e-15);
    CHECK(arma::abs(db.cols(12, 15)).max() > 1e-4);
  }
}

TEST_CASE("TransformerBlock: the weights of a sequence and a head",
          "[network][transformer_block]") {
  BlockProblem problem({NormPlace::pre, true, 0, PositionKind::none});
  problem.bias.of_mask = AttentionBias<double>::from(causal_mask(4, 4));
  const RowMatrix<double> X = random_rows(1, 8, 8);
  problem.block.forward(problem.run, X);
  for (std::size_t sequence = 0; sequence < 2; ++sequence)
    for (std::size_t head = 0; head < 4; ++head) {
      const arma::mat W = matrix_of(problem.block.weights(sequence, head));
      REQUIRE(W.n_rows == 4);
      REQUIRE(W.n_cols == 4);
      CHECK(W.is_trimatl());
      CHECK(difference(arma::sum(W, 1), arma::vec(4, arma::fill::ones)) == "");
    }
}
