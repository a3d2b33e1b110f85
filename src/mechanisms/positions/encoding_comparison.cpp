#include "mechanisms/positions/encoding_comparison.hpp"

#include <stdexcept>

#include "base/message.hpp"
#include "core/statistics.hpp"
#include "mechanisms/record_group.hpp"

namespace attn {
namespace {

TableCell range_of(const arma::vec& values) {
  if (values.is_empty()) return cell::Missing{"-"};
  return cell::Numbers{{cell::Real{values.min()}, cell::Real{values.max()}},
                       cell::Numbers::Between::range};
}

TableCell row_lengths(const arma::mat& encoding) {
  return range_of(arma::vec(arma::sqrt(arma::sum(encoding % encoding, 1))));
}

// Cosines of each position with the one `distance` further.
TableCell cosines_at(const arma::mat& encoding, arma::uword distance) {
  if (encoding.n_rows <= distance) return cell::Missing{"-"};
  arma::vec cosines(encoding.n_rows - distance);
  for (arma::uword p = 0; p < cosines.n_elem; ++p)
    cosines(p) = cosine_similarities(encoding.row(p), encoding.row(p + distance)).front();
  return range_of(cosines);
}

Table comparison_table(const Trace& trace, const AdditiveProblem& problem) {
  const arma::mat& formula = trace.stage("encoding", "sinusoidal").value;
  const arma::mat& learned = trace.stage("encoding", "learned").value;
  Table table{.id = "comparison",
              .title = translated("Two ways to make rows for positions that are added to the "
                                  "embeddings."),
              .columns = {{"property", ""}, {"sinusoidal", "sinusoidal"}, {"learned", "learned"}},
              .n_text_columns = 3,
              .after = "",
              .is_prose = true};
  table.rows = {{cell::Text{"trained_parameters", translated("trained parameters")}, cell::bare(0),
                 cell::Whole{count_of(problem.table->n_elem)}},
                {cell::Text{"longest_sequence", translated("longest sequence")},
                 cell::Text{"any", translated("any")}, cell::bare(problem.table->n_rows)},
                {cell::Text{"row_lengths", translated("lengths of rows")}, row_lengths(formula),
                 row_lengths(learned)},
                {cell::Text{"cosine_at_distance_1", translated("cosine at distance 1")},
                 cosines_at(formula, 1), cosines_at(learned, 1)},
                {cell::Text{"cosine_at_distance_2", translated("cosine at distance 2")},
                 cosines_at(formula, 2), cosines_at(learned, 2)},
                {cell::Text{"used_by", translated("used by")}, cell::name("Transformer (2017)"),
                 cell::name("BERT, GPT-2")}};
  table.note = translated(
      "The learned rows are the random numbers that training starts from: whatever they come to "
      "say about distance, they learn. The formula says it from the start, the same for every "
      "position where d_model is even. Vaswani et al. tried both and report nearly identical "
      "results (Table 3, row E).");
  return table;
}

}  // namespace

Trace encoding_comparison(const AdditiveProblem& problem) {
  if (!problem.table) throw std::invalid_argument("encoding_comparison: no learned table");
  AdditiveProblem by_formula = problem;
  by_formula.table.reset();
  const Trace sinusoidal = additive_encoding(by_formula), learned = additive_encoding(problem);
  Trace trace = sinusoidal;  // its title and configuration
  trace.config.front().second = "sinusoidal, learned";
  trace.config.emplace_back("max_length", static_cast<std::int64_t>(problem.table->n_rows));
  trace.stages.clear();
  record_group(trace, sinusoidal, "sinusoidal");
  record_group(trace, learned, "learned");
  trace.tables = {comparison_table(trace, problem)};
  trace.overview = {"comparison", "chosen", "cosine"};  // the second only where one was chosen
  trace.result.clear();
  return trace;
}

}  // namespace attn
