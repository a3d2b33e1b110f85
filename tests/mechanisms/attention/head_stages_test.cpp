#include "mechanisms/attention/head_stages.hpp"

#include <set>

#include "mechanisms/attention/stage_axes.hpp"
#include "support/catch.hpp"

using namespace attn;

TEST_CASE("group_of: heads count from 0", "[mechanisms][head_stages]") {
  CHECK(group_of(0) == "head 0");
  CHECK(group_of(11) == "head 11");
}

TEST_CASE("head_stages: are called as everywhere else", "[mechanisms][head_stages]") {
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

TEST_CASE("head_stages: the columns of one head say where they stood",
          "[mechanisms][head_stages]") {
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

TEST_CASE("head_stages: heads that share keys and values read the same columns",
          "[mechanisms][head_stages]") {
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

TEST_CASE("head_stages: rotated stages stay in their head and say which pairs turn",
          "[mechanisms][head_stages]") {
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

TEST_CASE("head_stages: a norm comes before, and a length of its own shows in the formula",
          "[mechanisms][head_stages]") {
  const Stage normed = normed_stage(head_key_stage(kKey, 3, {4, 4}, 2));
  CHECK(normed.id == "key_normed");
  CHECK(normed.group == "head 3");
  const Stage turned = rotated_stage(normed, Rotary{.length = 2.0});
  CHECK(turned.id == "key_rotated");
  CHECK(turned.formula == "RNK_3 = 2 rotate(NK_3, θ)");
  CHECK(std::holds_alternative<Given>(turned.rule));
}

TEST_CASE("head_stages: formulas of several heads name the first and the last",
          "[mechanisms][head_stages]") {
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
