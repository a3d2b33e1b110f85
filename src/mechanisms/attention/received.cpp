#include "mechanisms/attention/received.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>

#include "base/message.hpp"
#include "core/statistics.hpp"

namespace attn {
namespace {

// One more than how many are larger; sums of the same numbers in another order are no larger.
std::uint64_t rank_of(const arma::rowvec& numbers, arma::uword place) {
  const double own = numbers(place);
  return 1 + static_cast<std::uint64_t>(
                 std::count_if(numbers.begin(), numbers.end(), [own](double other) {
                   return other > own && !are_equal_but_for_rounding(other, own);
                 }));
}

std::optional<arma::rowvec> long_walk(const Trace& trace) {
  const arma::mat& weights = trace.stage("weights").value;
  if (trace.query_tokens != trace.key_tokens || !weights.is_finite()) return {};
  return stationary_distribution(weights);
}

}  // namespace

Table received_table(const Trace& trace) {
  const arma::rowvec received = arma::mean(trace.stage("weights").value, 0);
  const Stage* pattern = trace.find("pattern");
  const std::optional<arma::rowvec> walk = long_walk(trace);
  Table table{.id = "received",
              .title = translated("How much attention each key receives, of all queries together."),
              .columns = {{"key", translated("key")}},
              .note = translated("Received is the mean of the key's column of weights. What "
                                 "receives much is looked at much; that alone does not make it "
                                 "important: in a sentence, little words collect attention too."),
              .after = "weights",
              .is_asked_for = true};
  arma::rowvec sums;
  if (pattern != nullptr) {
    sums = arma::sum(pattern->value, 0);
    table.columns.push_back({"column_sum", translated("column sum")});
    table.columns.push_back({"sum_rank", translated("rank")});
  }
  table.columns.push_back({"received", translated("received")});
  table.columns.push_back({"rank", translated("rank")});
  if (walk) {
    table.columns.push_back({"long_walk", translated("long walk")});
    table.dispensable = {table.columns.size() - 1};
    add_sentence(table.note, translated("Long walk: how often a walker comes by who goes from "
                                        "token to token by the weights."));
  }
  for (arma::uword j = 0; j < received.n_elem; ++j) {
    TableRow row{cell::name(trace.key_tokens[j])};
    if (pattern != nullptr) {
      row.emplace_back(cell::Real{sums(j)});
      row.emplace_back(cell::bare(rank_of(sums, j)));
    }
    row.emplace_back(cell::Real{received(j)});
    row.emplace_back(cell::bare(rank_of(received, j)));
    if (walk) row.emplace_back(cell::Real{(*walk)(j)});
    table.rows.push_back(std::move(row));
  }
  return table;
}

}  // namespace attn
