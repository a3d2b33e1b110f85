#include "mechanisms/attention/stages.hpp"

#include "core/attention.hpp"
#include "mechanisms/attention/stage_axes.hpp"
#include "support/catch.hpp"
#include "support/matrix.hpp"
#include "support/table_texts.hpp"

namespace {

Stage scaled() { return scaled_stage(kQuery, kKey, 4, {}); }

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
          scaled(),
          masked_stage(scaled(), {}),
          weights_stage(kQuery, kKey, {}),
          output_stage(kQuery)};
}

}  // namespace

TEST_CASE("attention_stages: are called as everywhere else") {
  std::string ids, symbols;
  for (const Stage& stage : all_stages()) {
    ids += stage.id + " ";
    symbols += stage.symbol + " ";
  }
  CHECK(ids == "input memory wq wk wv query key value scores scaled masked weights output ");
  CHECK(symbols == "X M W_Q W_K W_V Q K V S scaled masked A O ");
}

TEST_CASE("attention_stages: each explains itself and has no value yet") {
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

TEST_CASE("attention_stages: tokens are labelled and channels are not") {
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

TEST_CASE("attention_stages: rules name the stages they were made from") {
  const auto scores = std::get<Product>(scores_stage(kQuery, kKey).rule);
  CHECK(scores.left == "query");
  CHECK(scores.right == "key");
  CHECK(scores.right_transposed);
  CHECK(std::get<Scaling>(scaled().rule).of.name == "scores");
  CHECK(std::get<Masking>(masked_stage(scaled(), {}).rule).of == "scaled");
  CHECK(std::get<Softmax>(weights_stage(kQuery, kKey, {}).rule).of == "masked");
  const auto output = std::get<Product>(output_stage(kQuery).rule);
  CHECK(output.left == "weights");
  CHECK(output.right == "value");
  CHECK_FALSE(output.right_transposed);
}

TEST_CASE("scaled_stage: says what was done to the scores") {
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

TEST_CASE("masked_stage: says whether anything is blocked") {
  const Stage open = masked_stage(scaled(), {});
  CHECK(open.formula == "masked = scaled");
  CHECK(repeats_its_source(open));

  BlockedCells blocked(2, 3, arma::fill::zeros);
  blocked(0, 2) = static_cast<unsigned char>(Blocked::causal);
  const Stage masked = masked_stage(scaled(), blocked);
  CHECK(masked.formula == "masked = scaled + mask");
  CHECK(masked.note != open.note);
  CHECK(arma::accu(masked.blocked != blocked) == 0);
  CHECK(arma::accu(weights_stage(kQuery, kKey, blocked).blocked != blocked) == 0);
}

TEST_CASE("masked_stage: says what −1e9 does, put in or added") {
  // Every key of the row is blocked.
  const arma::mat scores{{2, 1, 0, -1}}, replaced(1, 4, arma::fill::value(-1e9));
  CHECK(difference(softmax_rows(replaced), {{.25, .25, .25, .25}}) == "");
  CHECK(difference(softmax_rows(scores - 1e9), softmax_rows(scores), 1e-6) == "");
  const Stage stage = masked_stage(scaled(), BlockedCells(2, 2, arma::fill::ones));
  CHECK(stage.detail.ends_with(
      "In a row with nothing else in it, the weights would come out uniform where it replaces the "
      "scores, and as if nothing were masked where it is added to them in double precision."));
}

TEST_CASE("group_of: heads count from 0") {
  CHECK(group_of(0) == "head 0");
  CHECK(group_of(11) == "head 11");
}

TEST_CASE("head_stages: are called as everywhere else") {
  std::string ids, symbols;
  std::set<std::string> notes;
  for (const Stage& stage :
       {all_queries_stage(kQuery), all_keys_stage(kKey), all_values_stage(kKey),
        bias_stage("bq", "b_Q", {"d_k", {}}), average_stage(kQuery, kKey, 2, {}),
        concat_stage(kQuery, 2), output_weight_stage(), projected_stage(kQuery)}) {
    ids += stage.id + " ";
    symbols += stage.symbol + " ";
    CHECK(stage.group.empty());
    CHECK(stage.value.is_empty());
    CHECK_FALSE(stage.note.empty());
    notes.insert(stage.note);
  }
  CHECK(ids == "query key value bq average concat wo projected ");
  CHECK(symbols == "Q K V b_Q mean A concat W_O Y ");
  CHECK(notes.size() == 8);
}

TEST_CASE("head_stages: the columns of one head say where they stood") {
  const Stage query = head_query_stage(kQuery, 2, 3);
  CHECK(query.id == "query");
  CHECK(query.group == "head 2");
  CHECK(query.symbol == "Q_2");
  CHECK(query.formula == "Q_2 = Q[:, 6:9]");
  CHECK(std::get<Columns>(query.rule).of == "query");
  CHECK(std::get<Columns>(query.rule).first == 6);
  CHECK(query.rows.labels == kQuery.labels);
  CHECK(query.remark == "");
}

TEST_CASE("head_stages: heads that share keys and values read the same columns") {
  const HeadCounts grouped{6, 2};
  for (const arma::uword head : {0, 2, 3, 5}) {
    const std::string kv_head = head < 3 ? "0" : "1";
    const Stage key = head_key_stage(kKey, head, grouped, 4);
    CAPTURE(head);
    CHECK(key.symbol == "K_" + std::to_string(head));
    CHECK(std::get<Columns>(key.rule).first == (head < 3 ? 0 : 4));
    CHECK(key.remark == "kv head " + kv_head);
    CHECK(
        key.note.ends_with("Query heads share it: 3 of them read key-value head " + kv_head + "."));
    const Stage value = head_value_stage(kKey, head, grouped, 5);
    CHECK(std::get<Columns>(value.rule).first == (head < 3 ? 0 : 5));
    CHECK(value.id == "value");
  }
  const Stage own = head_key_stage(kKey, 5, {6, 6}, 4);
  CHECK(std::get<Columns>(own.rule).first == 20);
  CHECK(own.remark == "");
  CHECK(own.note == "This head's share of the keys.");
}

TEST_CASE("head_stages: rotated stages stay in their head and say which pairs turn") {
  const Stage key = head_key_stage(kKey, 3, {4, 2}, 2);
  const Stage turned = rotated_stage(key, Rotary{.pairing = Pairing::half_split});
  CHECK(turned.id == "key_rotated");
  CHECK(turned.group == "head 3");
  CHECK(turned.formula == "RK_3 = rotate(K_3, θ)");
  CHECK(turned.remark == "kv head 1");
  const auto rotation = std::get<Rotation>(turned.rule);
  CHECK(rotation.of == "key");
  CHECK(rotation.pairing == Pairing::half_split);
  const Stage query = rotated_stage(head_query_stage(kQuery, 0, 2), Rotary{});
  CHECK(query.id == "query_rotated");
  CHECK(query.detail != turned.detail);
  CHECK(query.note != turned.note);
}

TEST_CASE("head_stages: a norm comes before, and a length of its own shows in the formula") {
  const Stage normed = normed_stage(head_key_stage(kKey, 3, {4, 4}, 2));
  CHECK(normed.id == "key_normed");
  CHECK(normed.group == "head 3");
  const Stage turned = rotated_stage(normed, Rotary{.length = 2.0});
  CHECK(turned.id == "key_rotated");
  CHECK(turned.formula == "RNK_3 = 2 rotate(NK_3, θ)");
  CHECK(std::holds_alternative<Given>(turned.rule));
}

TEST_CASE("head_stages: formulas of several heads name the first and the last") {
  const auto mean_of = [](arma::uword n) { return average_stage(kQuery, kKey, n, {}).formula; };
  CHECK(mean_of(1) == "mean A = (A_0) / 1");
  CHECK(mean_of(2) == "mean A = (A_0 + A_1) / 2");
  CHECK(mean_of(3) == "mean A = (A_0 + .. + A_2) / 3");
  CHECK(mean_of(8) == "mean A = (A_0 + .. + A_7) / 8");
  const auto concat_of = [](arma::uword n) { return concat_stage(kQuery, n).formula; };
  CHECK(concat_of(1) == "concat = [O_0]");
  CHECK(concat_of(2) == "concat = [O_0 | O_1]");
  CHECK(concat_of(8) == "concat = [O_0 | .. | O_7]");
}

TEST_CASE("largest_difference: of two cells in the same place") {
  CHECK(largest_difference({{1, 2}, {3, 4}}, {{1, 2.5}, {1, 4}}) == 2.0);
  CHECK(largest_difference(arma::mat(0, 3), arma::mat(0, 3)) == 0.0);
  CHECK_THROWS_AS(largest_difference(arma::ones(1, 2), arma::ones(2, 1)), InputError);
}

TEST_CASE("difference_cell, difference_text: rounding has no digits") {
  const arma::mat A{{1, 2}, {0, 0}}, rounded{{1, 2 + 1e-15}, {0, 0}}, other{{1, 2.03854}, {0, 0}};
  CHECK(text_of(difference_cell(A, rounded)) == "< 1e-12");
  CHECK(difference_cell(A, rounded).value == 0.0);
  CHECK(text_of(difference_cell(A, other)) == "0.03854");
  CHECK(difference_text(A, rounded) == "< 1e-12");
  CHECK(difference_text(A, other) == "0.03854");
}

TEST_CASE("record_group: the stages of another trace under a name") {
  Trace part, trace;
  part.record({.id = "scores", .value = {{1, 2}}});
  part.record({.id = "weights", .value = {{3, 4}}});
  record_group(trace, part, "before");
  record_group(trace, part, "after");
  REQUIRE(trace.stages.size() == 4);
  CHECK(trace.stage("weights", "after").value(0, 1) == 4.0);
  CHECK(trace.in_every_group("scores").size() == 2);
}
