#include "mechanisms/position_tables.hpp"

#include <cmath>
#include <numbers>

#include "core/message.hpp"
#include "mechanisms/number_text.hpp"

namespace attn {
namespace {

std::string mean_row_length(const arma::mat& rows) {
  return fixed_text(arma::mean(arma::vec(arma::sqrt(arma::sum(rows % rows, 1)))), 3);
}

}  // namespace

Table pairs_table(const AdditiveProblem& problem) {
  Table table{
      .id = "pairs",
      .title = translated("Each pair of dimensions shares one wavelength: after so many "
                          "positions it is back where it was."),
      .header = {translated("pair"), translated("dims"), translated("exponent"),
                 translated("wavelength")},
      .n_text_columns = 2,
      .after = problem.positions.is_empty() && problem.dims.is_empty() ? "encoding" : "chosen"};
  const arma::vec wavelengths = pair_wavelengths(problem.d_model, problem.base);
  const arma::uword n = wavelengths.n_elem;
  constexpr arma::uword kMostRows = 8, kRowsAtTheStart = 3;
  const auto is_shown = [&](arma::uword i) {
    return n <= kMostRows || i < kRowsAtTheStart || i == n / 2 || i + 1 == n;
  };
  for (arma::uword i = 0; i < n; ++i) {
    if (!is_shown(i)) {
      if (is_shown(i - 1)) table.rows.push_back({"..", "..", "..", ".."});
      continue;
    }
    const std::string first = std::to_string(2 * i), second = std::to_string(2 * i + 1);
    table.rows.push_back(
        {std::to_string(i), 2 * i + 1 < problem.d_model ? first + ", " + second : first,
         fmt::format("{}/{}", 2 * i, problem.d_model), fixed_text(wavelengths(i), 3)});
  }
  table.note = message("The last pair is the slowest. 2π⋅{} = {} is a bound that no pair reaches.",
                       problem.base, fixed_text(2.0 * std::numbers::pi * problem.base, 1));
  return table;
}

Table pipeline_table(const Trace& trace, const AdditiveProblem& problem) {
  const AddedTo& added = *problem.added_to;
  const std::string shape = fmt::format("({}, {})", problem.length, problem.d_model);
  const arma::uword n_table = problem.table ? problem.table->n_elem : 0;
  const arma::uword n_encoding = problem.table ? n_table : problem.length * problem.d_model;
  const arma::uword n_embedding = added.vocabulary * problem.d_model;
  Table table{
      .id = "pipeline",
      .title = translated("From token numbers to the input of attention."),
      .header = {translated("step"), translated("shape"), translated("trained"),
                 translated("numbers stored"), translated("mean row length")},
      .rows = {{translated("1 token numbers"), fmt::format("({})", problem.length), "0", "0", "-"},
               {translated("2 embedding"), shape, std::to_string(n_embedding),
                std::to_string(n_embedding), mean_row_length(trace.stage("embedding").value)}},
      .n_text_columns = 2,
      .after = ""};
  if (added.scales)
    table.rows.push_back({fmt::format("  √{} E", problem.d_model), shape, "0", "0",
                          mean_row_length(trace.stage("scaled_embedding").value)});
  table.rows.push_back({translated("3 + encoding"), shape, std::to_string(n_table),
                        std::to_string(n_encoding), mean_row_length(trace.stage("input").value)});
  table.note = message(
      "The vocabulary has {} words. A row of the encoding has length {}; that of "
      "embeddings from a standard normal distribution is about √d_model = {}.",
      added.vocabulary, mean_row_length(trace.stage("encoding").value),
      fixed_text(std::sqrt(static_cast<double>(problem.d_model)), 3));
  if (!problem.table)
    add_sentence(table.note,
                 translated("The sinusoidal table is stored but not trained: it counts as 0 "
                            "parameters."));
  if (!added.scales)
    add_sentence(table.note, translated("--scale-embedding multiplies the embeddings by "
                                        "√d_model, as the original Transformer does."));
  return table;
}

}  // namespace attn
