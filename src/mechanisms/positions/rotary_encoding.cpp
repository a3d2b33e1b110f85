#include "base/message.hpp"
#include "core/shape.hpp"
#include "mechanisms/attention/attention.hpp"
#include "mechanisms/attention/stages.hpp"
#include "mechanisms/positions/positions.hpp"

namespace attn {
namespace {

void record_angles(Trace& trace, const RotaryProblem& problem, arma::uword d_head) {
  const Axis position = position_axis(problem.length, problem.tokens);
  const Axis pair = pair_axis(d_head);
  const arma::vec positions = first_positions(problem.length);
  Stage angles = angles_stage(position, positions, d_head, Rotary{.base = problem.base});
  angles.cols = pair;
  const arma::mat& theta =
      record(trace, std::move(angles), rotation_angles(positions, d_head, problem.base));
  record(trace,
         {.id = "cos",
          .symbol = "cos",
          .formula = "cos θ",
          .rows = position,
          .cols = pair,
          .note = translated("What a dimension keeps of itself; one column for each pair."),
          .rule = rule::cosine_of("angles")},
         arma::cos(theta));
  record(trace,
         {.id = "sin",
          .symbol = "sin",
          .formula = "sin θ",
          .rows = position,
          .cols = pair,
          .note = translated("What it takes from, or gives to, its partner."),
          .rule = rule::sine_of("angles")},
         arma::sin(theta));
}

void record_example(Trace& trace, const RotaryProblem& problem, Stage stage,
                    const arma::rowvec& vector) {
  stage.cols = dimension_axis(vector.n_elem);
  stage.note = translated(
      "The same example vector at every position, so that whatever differs "
      "later comes from the position alone.");
  stage.detail = "";
  record(trace, std::move(stage), arma::repmat(vector, problem.length, 1));
}

const arma::mat& record_rotated(Trace& trace, const char* of, Pairing pairing) {
  const Stage& source = trace.stage(of);
  const arma::uword d_head = source.value.n_cols;
  const auto first = columns_of_pair(0, d_head, pairing);
  const auto last = columns_of_pair(d_head / 2 - 1, d_head, pairing);
  Stage stage = rotated_stage(source, Rotary{.pairing = pairing});
  stage.group = name_of(pairing);
  stage.note = message("Turned in pairs of dimensions {},{} .. {},{}. Position 0 is not turned.",
                       first.first, first.second, last.first, last.second);
  return record(trace, std::move(stage),
                rotated(source.value, trace.stage("angles").value, pairing));
}

void record_pairing(Trace& trace, Pairing pairing) {
  const std::string group = name_of(pairing);
  const arma::mat& Q = record_rotated(trace, "query", pairing);
  const arma::mat& K = record_rotated(trace, "key", pairing);
  const Axis& position = trace.stage("query").rows;
  Stage scores = scores_stage({"query", position.labels}, {"key", position.labels});
  scores.group = group;
  scores.formula = "S = RQ RKᵀ";
  scores.rule = Product{"query_rotated", "key_rotated", true};
  scores.note = translated(
      "One number for each distance: along every diagonal the scores are "
      "equal.");
  scores.detail = translated(
      "Turning the query by p angles and the key by q leaves q − p of them "
      "between the two. Absolute positions cancel.");
  record(trace, std::move(scores), attention_scores(Q, K));
}

Column pairing_column(Pairing pairing) { return {name_of(pairing), name_of(pairing)}; }

Table pairing_table(const RotaryProblem& problem, arma::uword d_head) {
  Table table{.id = "pairing",
              .title = translated(
                  "Which two dimensions turn together: neighbours (interleaved), or one from "
                  "each half (half-split). Only the order of the columns differs."),
              .columns = {{"pair", translated("pair")},
                          pairing_column(Pairing::interleaved),
                          pairing_column(Pairing::half_split),
                          {"wavelength", translated("wavelength")}},
              .n_text_columns = 3,
              .after = ""};
  const arma::vec wavelengths = pair_wavelengths(d_head, problem.base);
  const arma::uword n = wavelengths.n_elem;
  constexpr arma::uword kMostRows = 8;
  for (arma::uword i = 0; i < n; ++i) {
    if (n > kMostRows && i == kMostRows - 2) {
      table.rows.emplace_back(table.columns.size(), cell::Gap{n - 1 - i});
      i = n - 1;
    }
    const auto columns_as = [&](Pairing pairing) {
      const auto [first, second] = columns_of_pair(i, d_head, pairing);
      return cell::Numbers{{cell::bare(first), cell::bare(second)}};
    };
    table.rows.push_back({cell::bare(i), columns_as(Pairing::interleaved),
                          columns_as(Pairing::half_split), cell::Real{wavelengths(i)}});
  }
  std::string order;
  const arma::uvec columns = interleaved_order(d_head);
  constexpr arma::uword kMostShown = 16;
  for (arma::uword j = 0; j < std::min(kMostShown, d_head); ++j)
    order += (j == 0 ? "" : " ") + std::to_string(columns(j));
  if (d_head > kMostShown) order += " ..";
  table.note = message(
      "From half-split to interleaved: take columns {} in this order. Weights "
      "trained with one layout give wrong scores with the other until the columns "
      "of W_Q and W_K are put in that order.",
      order);
  return table;
}

// For each distance, the score at the first place where it occurs, and how much others differ.
Table distance_table(const Trace& trace, const RotaryProblem& problem) {
  Table table{.id = "distance",
              .title = translated("The score of the example query with the example key, by how far "
                                  "the key stands after the query."),
              .columns = {{"distance", translated("distance")},
                          {"pairs", translated("pairs of positions")},
                          pairing_column(Pairing::interleaved),
                          pairing_column(Pairing::half_split),
                          {"differ_by", translated("differ by")}},
              .n_text_columns = 0,
              .after = "query_rotated"};
  const arma::mat& near = trace.stage("scores", name_of(Pairing::interleaved)).value;
  const arma::mat& far = trace.stage("scores", name_of(Pairing::half_split)).value;
  const auto most = static_cast<arma::sword>(std::min<arma::uword>(problem.length - 1, 3));
  for (arma::sword k = -most; k <= most; ++k) {
    const arma::vec a = near.diag(k), b = far.diag(k);
    const arma::mat both = arma::join_rows(a, b);
    const arma::mat first = arma::repmat(both.row(0), both.n_rows, 1);
    table.rows.push_back({cell::Whole{Count(static_cast<long>(k)), false}, cell::bare(a.n_elem),
                          cell::Real{a(0)}, cell::Real{b(0)}, difference_cell(both, first)});
  }
  table.note = translated(
      "The last column says how much the score changes when both move together: "
      "not at all, up to rounding.");
  return table;
}

}  // namespace

Trace rotary_encoding(const RotaryProblem& problem) {
  const arma::uword d_head = problem.query.n_elem;
  require_same_width("q", problem.query, "k", problem.key);
  interleaved_order(d_head);  // refuses an odd width
  require_length(problem.length);
  require_cells_fit(translated("positions x dimensions"), problem.length, d_head);
  require_cells_fit(translated("positions x positions"), problem.length, problem.length);

  Trace trace{.command = "posenc",
              .query_tokens = problem.tokens,
              .key_tokens = problem.tokens,
              .config = {{"kind", "rope"},
                         {"d_head", static_cast<std::int64_t>(d_head)},
                         {"length", static_cast<std::int64_t>(problem.length)},
                         {"base", problem.base},
                         {"layout", name_of(problem.layout)}}};
  const Axis position = position_axis(problem.length, problem.tokens);
  record_angles(trace, problem, d_head);
  record_example(trace, problem, query_stage(position), problem.query);
  record_example(trace, problem, key_stage(position), problem.key);
  const bool is_near_first = problem.layout == Pairing::interleaved;
  record_pairing(trace, problem.layout);
  record_pairing(trace, is_near_first ? Pairing::half_split : Pairing::interleaved);
  trace.tables = {pairing_table(problem, d_head), distance_table(trace, problem)};
  trace.overview = {"pairing", "cos", "sin", "query_rotated", "distance"};
  trace.result = "angles";
  return trace;
}

const char* name_of(Pairing pairing) {
  return pairing == Pairing::interleaved ? "interleaved" : "half-split";
}

}  // namespace attn
