#include "mechanisms/attention/attention_stages.hpp"

#include <set>

#include "core/attention.hpp"
#include "mechanisms/attention/stage_axes.hpp"
#include "support/catch.hpp"
#include "support/matrix.hpp"

using namespace attn;

namespace {

std::vector<Stage> all_stages() {
  return {input_stage(kQuery),
          memory_stage(kKey),
          query_weight_stage(),
          key_weight_stage(),
          value_weight_stage(),
          query_stage(kQuery),
          key_stage(kKey),
          value_stage(kKey),
          scores_stage(kQuery, kKey),
          scaled_stage(kQuery, kKey, 4, {}),
          masked_stage(kQuery, kKey, {}),
          weights_stage(kQuery, kKey, {}),
          output_stage(kQuery)};
}

}  // namespace

TEST_CASE("attention_stages: are called as everywhere else", "[mechanisms][attention_stages]") {
  std::string ids, symbols;
  for (const Stage& stage : all_stages()) {
    ids += stage.id + " ";
    symbols += stage.symbol + " ";
  }
  CHECK(ids == "input memory wq wk wv query key value scores scaled masked weights output ");
  CHECK(symbols == "X M W_Q W_K W_V Q K V S scaled masked A O ");
}

TEST_CASE("attention_stages: each explains itself and has no value yet",
          "[mechanisms][attention_stages]") {
  std::set<std::string> notes;
  for (const Stage& stage : all_stages()) {
    CAPTURE(stage.id);
    CHECK_FALSE(stage.formula.empty());
    CHECK_FALSE(stage.note.empty());
    CHECK(stage.value.is_empty());
    notes.insert(stage.note);
  }
  CHECK(notes.size() == all_stages().size());
}

TEST_CASE("attention_stages: tokens are labelled and channels are not",
          "[mechanisms][attention_stages]") {
  std::string axes;
  for (const Stage& stage : all_stages()) {
    axes += stage.rows.name + "/" + stage.cols.name + " ";
    for (const Axis& axis : {stage.rows, stage.cols})
      CHECK(axis.labels == (axis.name == "query" ? kQuery.labels
                            : axis.name == "key" ? kKey.labels
                                                 : std::vector<std::string>{}));
  }
  CHECK(axes ==
        "query/d_model key/d_model d_model/d_k d_model/d_k d_model/d_v query/d_k key/d_k key/d_v "
        "query/key query/key query/key query/key query/d_v ");
}

TEST_CASE("attention_stages: rules name the stages they were made from",
          "[mechanisms][attention_stages]") {
  const auto scores = std::get<Product>(scores_stage(kQuery, kKey).rule);
  CHECK(scores.left == "query");
  CHECK(scores.right == "key");
  CHECK(scores.right_transposed);
  CHECK(std::get<Scaling>(scaled_stage(kQuery, kKey, 4, {}).rule).of == "scores");
  CHECK(std::get<Masking>(masked_stage(kQuery, kKey, {}).rule).of == "scaled");
  CHECK(std::get<Softmax>(weights_stage(kQuery, kKey, {}).rule).of == "masked");
  const auto output = std::get<Product>(output_stage(kQuery).rule);
  CHECK(output.left == "weights");
  CHECK(output.right == "value");
  CHECK_FALSE(output.right_transposed);
}

TEST_CASE("scaled_stage: says what was done to the scores", "[mechanisms][attention_stages]") {
  const Stage root = scaled_stage(kQuery, kKey, 9, {});
  CHECK(root.formula == "scaled = S / √d_k, √9 = 3");
  CHECK(std::get<Scaling>(root.rule).number == 3.0);
  CHECK(std::get<Scaling>(root.rule).divides);

  const Stage off = scaled_stage(kQuery, kKey, 9, {Scale::Kind::off});
  CHECK(off.formula == "scaled = S");
  CHECK(repeats_its_source(off));

  const Stage factor = scaled_stage(kQuery, kKey, 9, {Scale::Kind::factor, 0.25});
  CHECK(factor.formula == "scaled = 0.25 S");
  CHECK(std::get<Scaling>(factor.rule).number == 0.25);
  CHECK_FALSE(std::get<Scaling>(factor.rule).divides);
}

TEST_CASE("masked_stage: says whether anything is blocked", "[mechanisms][attention_stages]") {
  const Stage open = masked_stage(kQuery, kKey, {});
  CHECK(open.formula == "masked = scaled");
  CHECK(repeats_its_source(open));

  BlockedCells blocked(2, 3, arma::fill::zeros);
  blocked(0, 2) = static_cast<unsigned char>(Blocked::causal);
  const Stage masked = masked_stage(kQuery, kKey, blocked);
  CHECK(masked.formula == "masked = scaled + mask");
  CHECK(masked.note != open.note);
  CHECK(arma::accu(masked.blocked != blocked) == 0);
  CHECK(arma::accu(weights_stage(kQuery, kKey, blocked).blocked != blocked) == 0);
}

TEST_CASE("masked_stage: says what −1e9 does, put in or added", "[mechanisms][attention_stages]") {
  // Every key of the row is blocked.
  const arma::mat scores{{2, 1, 0, -1}}, replaced(1, 4, arma::fill::value(-1e9));
  CHECK(difference(softmax_rows(replaced), {{.25, .25, .25, .25}}) == "");
  CHECK(difference(softmax_rows(scores - 1e9), softmax_rows(scores), 1e-6) == "");
  const Stage stage = masked_stage(kQuery, kKey, BlockedCells(2, 2, arma::fill::ones));
  CHECK(stage.detail.ends_with(
      "In a row with nothing else in it, the weights would come out uniform where it replaces the "
      "scores, and as if nothing were masked where it is added to them in double precision."));
}
