#include "mechanisms/positions/encoding_comparison.hpp"

#include <stdexcept>

#include "base/message.hpp"
#include "core/similarity.hpp"
#include "mechanisms/number_text.hpp"

namespace attn {
namespace {

// The stages of another trace, under the name of a group; their rules then name their siblings.
void record_group(Trace& trace, const Trace& part, const std::string& group) {
  for (Stage stage : part.stages) {
    stage.group = group;
    trace.record(std::move(stage));
  }
}

std::string range_text(const arma::vec& values) {
  if (values.is_empty()) return "-";
  const std::string least = fixed_text(values.min(), 3), greatest = fixed_text(values.max(), 3);
  return least == greatest ? least : message("{} to {}", least, greatest);
}

std::string row_lengths(const arma::mat& encoding) {
  return range_text(arma::vec(arma::sqrt(arma::sum(encoding % encoding, 1))));
}

// Cosines of each position with the one `distance` further.
std::string cosines_at(const arma::mat& encoding, arma::uword distance) {
  if (encoding.n_rows <= distance) return "-";
  arma::vec cosines(encoding.n_rows - distance);
  for (arma::uword p = 0; p < cosines.n_elem; ++p)
    cosines(p) = cosine_similarities(encoding.row(p), encoding.row(p + distance)).front();
  return range_text(cosines);
}

Table comparison_table(const Trace& trace, const AdditiveProblem& problem) {
  const arma::mat& formula = trace.stage("encoding", "sinusoidal").value;
  const arma::mat& learned = trace.stage("encoding", "learned").value;
  Table table{.id = "comparison",
              .title = translated("Two ways to make rows for positions that are added to the "
                                  "embeddings."),
              .header = {"", "sinusoidal", "learned"},
              .n_text_columns = 3,
              .after = ""};
  table.rows = {
      {translated("trained parameters"), "0", std::to_string(problem.table->n_elem)},
      {translated("longest sequence"), translated("any"), std::to_string(problem.table->n_rows)},
      {translated("lengths of rows"), row_lengths(formula), row_lengths(learned)},
      {translated("cosine at distance 1"), cosines_at(formula, 1), cosines_at(learned, 1)},
      {translated("cosine at distance 2"), cosines_at(formula, 2), cosines_at(learned, 2)},
      {translated("used by"), "Transformer (2017)", "BERT, GPT-2"}};
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
  trace.overview = {"comparison", "cosine"};
  trace.result.clear();
  return trace;
}

}  // namespace attn
