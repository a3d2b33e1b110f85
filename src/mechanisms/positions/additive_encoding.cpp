#include <cmath>
#include <stdexcept>

#include "base/message.hpp"
#include "core/shape.hpp"
#include "core/statistics.hpp"
#include "mechanisms/attention/attention.hpp"
#include "mechanisms/attention/stages.hpp"
#include "mechanisms/positions/positions.hpp"

namespace attn {

namespace {

void require_place(const char* what, const char* flag, const arma::uvec& places, arma::uword n) {
  for (const arma::uword place : places)
    if (place >= n)
      throw InputError(
          message("there is no {0} {1}: they run from 0 to {2}. Choose one of these, or give {3} "
                  "{4}.",
                  what, place, n - 1, flag, place + 1));
}

void require_rows_stored(const AddedTo& added, arma::uword length) {
  if (added.n_stored == 0 || added.n_stored >= length) return;
  throw InputError(message(
      "a table stored for {0} positions ends before a sequence of {1}: give --max-length {1} "
      "or more.",
      added.n_stored, length));
}

void require_usable(const AdditiveProblem& problem) {
  require_length(problem.length);
  require_cells_fit(translated("positions x dimensions"), problem.length, problem.d_model);
  require_place(translated("position"), "--length", problem.positions, problem.length);
  require_place(translated("position"), "--length", {problem.at}, problem.length);
  require_place(translated("dimension"), "--d-model", problem.dims, problem.d_model);
  if (problem.added_to && !problem.table) require_rows_stored(*problem.added_to, problem.length);
  if (!problem.table) return;
  const arma::uword n_rows = problem.table->n_rows;
  if (problem.length > n_rows)
    throw InputError(
        message("the learned table ends after {0} positions, so a sequence of {1} cannot be "
                "encoded: there is no trained row for position {0} and those after it. Give "
                "--max-length {1}, or --kind sinusoidal, whose formula has a value for every "
                "position.",
                n_rows, problem.length));
  if (problem.shift)
    throw InputError(
        translated("a learned table has no formula that moves it: --shift needs --kind "
                   "sinusoidal."));
}

arma::uvec all_if_empty(const arma::uvec& places, arma::uword n) {
  return places.is_empty() ? arma::regspace<arma::uvec>(0, n - 1) : places;
}

void record_encoding(Trace& trace, const AdditiveProblem& problem) {
  const Axis position = position_axis(problem.length, problem.tokens);
  if (problem.table) {
    record(trace, learned_table_stage(problem.table->n_rows, problem.d_model), *problem.table);
    record(trace, learned_encoding_stage(position, problem.table->n_rows, problem.d_model),
           problem.table->head_rows(problem.length));
  } else {
    const PositionFormula& by = problem.formula;
    record(trace, by.stage(position, problem.d_model, problem.base),
           by.encoding(first_positions(problem.length), problem.d_model, problem.base));
  }
  if (problem.positions.is_empty() && problem.dims.is_empty()) return;
  trace.record(chosen_stage(trace.stage("encoding"),
                            all_if_empty(problem.positions, problem.length),
                            all_if_empty(problem.dims, problem.d_model)));
}

// What holds for the formula and not for a learned table; "alike" is not "near".
std::string remarks_on_likeness(const arma::rowvec& likeness, const Stage& encoding,
                                const AdditiveProblem& problem) {
  std::string remarks;
  if (problem.table) return remarks;
  if (has_rows_of_one_length(encoding))
    remarks = translated("It depends on the distance alone, not on where.");
  for (arma::uword q = problem.at; q + 1 < likeness.n_elem; ++q) {
    if (likeness(q + 1) <= likeness(q) + kRounding) continue;
    add_sentence(remarks,
                 message("It falls up to distance {} only and then rises again: a position "
                         "further away may be more alike than a nearer one.",
                         q - problem.at));
    break;
  }
  return remarks;
}

void record_similarity(Trace& trace, const AdditiveProblem& problem) {
  const Stage& encoding = trace.stage("encoding");
  trace.record(reference_stage(encoding, problem.at));
  const arma::mat& reference = trace.stage("reference").value;
  for (const bool is_cosine : {false, true}) {
    Stage stage =
        is_cosine ? cosine_stage(encoding, problem.at) : similarity_stage(encoding, problem.at);
    stage.value = is_cosine ? cosine_similarities(reference, encoding.value)
                            : arma::mat(reference * encoding.value.t());
    if (const std::string remarks = remarks_on_likeness(stage.value.row(0), encoding, problem);
        !remarks.empty())
      add_sentence(stage.note, remarks);
    if (!is_cosine) clear_cancelled(stage.value, reference, encoding.value.t());
    trace.record(std::move(stage));
  }
}

void record_shift(Trace& trace, const AdditiveProblem& problem) {
  if (!problem.shift) return;
  const auto k = static_cast<double>(*problem.shift);
  const Stage& encoding = trace.stage("encoding");
  const arma::mat& R = record(trace, shift_stage(*problem.shift, problem.d_model),
                              problem.formula.shift(k, problem.d_model, problem.base));
  Stage shifted = shifted_stage(encoding, *problem.shift);
  shifted.value = encoding.value * R.t();
  clear_cancelled(shifted.value, encoding.value, R.t());
  const arma::mat formula =
      problem.formula.encoding(first_positions(problem.length) + k, problem.d_model, problem.base);
  add_sentence(shifted.note,
               message("The formula at p + {} gives the same; the largest difference is {}.",
                       *problem.shift, difference_text(shifted.value, formula)));
  trace.record(std::move(shifted));
}

void record_embedding(Trace& trace, const AdditiveProblem& problem) {
  if (!problem.added_to) return;
  const AddedTo& added = *problem.added_to;
  require_shape(translated("the embeddings (one row per position)"), added.X.n_rows, added.X.n_cols,
                problem.length, problem.d_model);
  const Axis token = position_axis(problem.length, problem.tokens);
  const auto batched = [&added](Stage stage) {
    stage.n_batch = added.n_batch;
    return stage;
  };
  record(trace, batched(embedding_stage(token, problem.d_model)), added.X);
  if (added.scales)
    record(trace, batched(scaled_embedding_stage(token, problem.d_model)),
           std::sqrt(static_cast<double>(problem.d_model)) * added.X);
}

void record_sum(Trace& trace, const AdditiveProblem& problem) {
  if (!problem.added_to) return;
  const Stage& embedding = trace.stage(problem.added_to->scales ? "scaled_embedding" : "embedding");
  Stage sum = positioned_stage(embedding.rows, embedding);
  sum.n_batch = embedding.n_batch;
  record(trace, std::move(sum), embedding.value + trace.stage("encoding").value);
  trace.tables.push_back(pipeline_table(trace, problem));
}

const char* shown_encoding(const AdditiveProblem& problem) {
  return problem.positions.is_empty() && problem.dims.is_empty() ? "encoding" : "chosen";
}

std::vector<std::string> overview_of(const AdditiveProblem& problem) {
  const char* const encoding = shown_encoding(problem);
  if (problem.added_to) return {"pipeline", "embedding", "scaled_embedding", encoding, "input"};
  if (problem.shift) return {encoding, "shift", "shifted"};
  if (problem.table) return {encoding, "cosine"};
  return {encoding, "pairs", "similarity"};
}

}  // namespace

Trace additive_encoding(const AdditiveProblem& problem) {
  require_usable(problem);
  Trace trace{.command = "posenc",
              .query_tokens = problem.tokens,
              .key_tokens = problem.tokens,
              .config = {{"kind", problem.table ? "learned" : problem.formula.name},
                         {"d_model", static_cast<std::int64_t>(problem.d_model)},
                         {"length", static_cast<std::int64_t>(problem.length)}}};
  if (problem.table)
    trace.config.emplace_back("max_length", static_cast<std::int64_t>(problem.table->n_rows));
  else
    trace.config.emplace_back("base", problem.base);
  if (problem.added_to && problem.added_to->n_batch > 0)
    trace.config.emplace_back("batch", static_cast<std::int64_t>(problem.added_to->n_batch));
  record_embedding(trace, problem);
  record_encoding(trace, problem);
  if (std::holds_alternative<Waves>(trace.stage("encoding").rule)) {
    record(trace, wavelength_stage(problem.d_model, problem.base),
           pair_wavelengths(problem.d_model, problem.base).t());
    trace.tables.push_back(pairs_table(problem));
  }
  record_similarity(trace, problem);
  record_shift(trace, problem);
  record_sum(trace, problem);
  trace.overview = overview_of(problem);
  trace.result = problem.added_to ? "input" : problem.shift ? "shifted" : shown_encoding(problem);
  return trace;
}

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
