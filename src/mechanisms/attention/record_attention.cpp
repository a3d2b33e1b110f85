#include "mechanisms/attention/record_attention.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/message.hpp"
#include "core/shape.hpp"
#include "mechanisms/attention/attention_stages.hpp"

namespace attn {
namespace {

// Each (n_q × n_k) stage takes 8 bytes a cell, and four of them are kept for each head.
constexpr arma::uword kMaxScoreCells = arma::uword{1} << 24;  // 4096 × 4096

const char* effect_of(EmptyRow empty_row) {
  switch (empty_row) {
    case EmptyRow::zero:
      return translated("its weights and its output are 0");
    case EmptyRow::nan:
      return translated("its weights and its output are undefined (0/0, NaN)");
    case EmptyRow::uniform:
      return translated("its weights are all equal, over keys that it must not see");
  }
  return "";
}

// A stage of the same group as another.
Stage beside(const Stage& other, Stage stage) {
  stage.group = other.group;
  stage.remark = other.remark;
  return stage;
}

double factor_of(const Stage& scaled) {
  const auto& scaling = std::get<Scaling>(scaled.rule);
  return scaling.divides ? 1.0 / scaling.number : scaling.number;
}

// Weights and biases, whose rows are no tokens, and angles, which follow from positions alone.
bool is_shared_by_batch(const Stage& stage) {
  return std::holds_alternative<Angle>(stage.rule) ||
         (std::holds_alternative<Given>(stage.rule) && stage.rows.labels.empty());
}

// Says once, however many heads have such scores, why softmax subtracts before it exponentiates.
void note_overflow(Trace& trace, const arma::mat& masked) {
  const double largest_exponent = std::log(std::numeric_limits<double>::max());
  const auto overflows = [largest_exponent](double score) {
    return score > largest_exponent && std::isfinite(score);
  };
  if (std::none_of(masked.begin(), masked.end(), overflows)) return;
  const std::string note = message(
      "e to the power of a score from {:.2f} on is more than a double can hold. So softmax "
      "subtracts the largest score of each row first, which changes no weight; else infinity "
      "would be divided by infinity.",
      largest_exponent);
  if (std::find(trace.notes.begin(), trace.notes.end(), note) == trace.notes.end())
    trace.notes.push_back(note);
}

}  // namespace

bool stages_fit(arma::uword n_q, arma::uword n_k, arma::uword n_heads) {
  return n_k == 0 || n_heads == 0 || n_q <= kMaxScoreCells / n_k / n_heads;
}

void require_stages_fit(arma::uword n_q, arma::uword n_k, arma::uword n_heads) {
  if (stages_fit(n_q, n_k, n_heads)) return;
  if (n_heads == 1)
    throw InputError(
        message("every stage is kept, and {} queries x {} keys make more score cells than fit: the "
                "limit is {}. Use shorter sequences.",
                n_q, n_k, kMaxScoreCells));
  throw InputError(message(
      "every stage is kept, and {} heads x {} queries x {} keys make more score cells than fit: "
      "the limit is {}. Use shorter sequences or fewer heads.",
      n_heads, n_q, n_k, kMaxScoreCells));
}

MaskPattern pattern_of(const AttentionOptions& options, arma::uword n_k) {
  if (options.pattern) return *options.pattern;
  MaskPattern pattern;
  pattern.causal = options.causal;
  pattern.window = options.window;
  const auto padded_keys = options.is_padded_before ? first_keys : last_keys;
  pattern.padded_keys = padded_keys(options.n_padded, n_k);
  pattern.given = options.mask;
  return pattern;
}

AttentionSettings settings_for(const AttentionOptions& options, arma::uword n_q, arma::uword n_k,
                               arma::uword n_heads) {
  require_stages_fit(n_q, n_k, n_heads);
  const auto pattern = std::make_shared<MaskPattern>(pattern_of(options, n_k));
  return {.scale = options.scale,
          .blocked = blocked_cells(*pattern, n_q, n_k),
          .pattern = pattern,
          .empty_row = options.empty_row};
}

const arma::mat& record(Trace& trace, Stage stage, arma::mat value) {
  stage.value = std::move(value);
  return trace.record(std::move(stage));
}

const arma::mat& record_projection(Trace& trace, Stage stage, const std::string& left,
                                   const std::string& right, const std::string& bias) {
  const Stage& X = trace.stage(left);
  const Stage& W = trace.stage(right);
  stage.formula = fmt::format("{} = {} {}", stage.symbol, X.symbol, W.symbol);
  stage.rule = Product{left, right, false, bias};
  if (bias.empty()) return record(trace, std::move(stage), project(X.value, W.value));
  const Stage& b = trace.stage(bias);
  stage.formula += " + " + b.symbol;
  return record(trace, std::move(stage), project(X.value, W.value, b.value.row(0)));
}

const arma::mat& record_attention(Trace& trace, const AttentionSettings& settings,
                                  const std::string& group, const Compared& compared) {
  const Stage& queries = trace.stage(compared.query, group);
  const Stage& keys = trace.stage(compared.key, group);
  Stage scores = scores_stage(queries.rows, keys.rows);
  scores.group = group;
  scores.remark = keys.remark;
  scores.formula = fmt::format("S = {} {}ᵀ", queries.symbol, keys.symbol);
  scores.rule = Product{compared.query, compared.key, true};
  record(trace, scores, attention_scores(queries.value, keys.value));
  record_weights(trace, settings, group, keys.value.n_cols);
  return record_output(trace, group);
}

const arma::mat& record_weights(Trace& trace, const AttentionSettings& settings,
                                const std::string& group, arma::uword d_k) {
  const Stage& scores = trace.stage("scores", group);
  const Axis& query = scores.rows;
  const Axis& key = scores.cols;
  const BlockedCells& blocked = settings.blocked;
  const arma::mat& scaled =
      record(trace, beside(scores, scaled_stage(query, key, d_k, settings.scale)),
             scaled_scores(scores.value, d_k, settings.scale));
  Stage stage = beside(scores, masked_stage(query, key, blocked));
  stage.rule = Masking{"scaled", settings.pattern};
  const arma::mat& masked = record(
      trace, std::move(stage),
      blocked.is_empty() ? scaled : masked_scores(scaled, arma::conv_to<Mask>::from(blocked == 0)));
  note_overflow(trace, masked);
  return record(trace, beside(scores, weights_stage(query, key, blocked)),
                softmax_rows(masked, settings.empty_row));
}

const arma::mat& record_output(Trace& trace, const std::string& group) {
  const Stage& weights = trace.stage("weights", group);
  const Stage& values = trace.stage("value", group);
  Stage output = beside(weights, output_stage(weights.rows));
  output.formula = fmt::format("O = A {}", values.symbol);
  return record(trace, output, attention_output(weights.value, values.value));
}

void warn_of_empty_rows(Trace& trace, const AttentionSettings& settings) {
  const BlockedCells& blocked = settings.blocked;
  if (blocked.is_empty()) return;
  warn_of_empty_rows(trace, arma::find(arma::all(blocked != 0, 1)), settings.empty_row);
}

void warn_of_empty_rows(Trace& trace, const arma::uvec& empty, EmptyRow empty_row) {
  constexpr arma::uword kMostNamed = 3;
  for (arma::uword k = 0; k < std::min(empty.n_elem, kMostNamed); ++k)
    trace.warnings.push_back(message("query \"{}\" (row {}) may attend to nothing: {}",
                                     trace.query_tokens[empty(k)], empty(k), effect_of(empty_row)));
  if (empty.n_elem > kMostNamed)
    trace.warnings.push_back(message("queries that may attend to nothing: {} of {}", empty.n_elem,
                                     trace.query_tokens.size()));
}

void add_attention_config(Trace& trace, const AttentionOptions& options, const Stage& scaled) {
  trace.config.emplace_back("scale", factor_of(scaled));
  if (options.scale.temperature != 1.0)
    trace.config.emplace_back("temperature", options.scale.temperature);
  if (options.pattern) {
    add_pattern_config(trace, *options.pattern);
  } else {
    trace.config.emplace_back("causal", options.causal);
    if (options.window)
      trace.config.emplace_back("window", static_cast<std::int64_t>(*options.window));
    if (options.n_padded > 0)
      trace.config.emplace_back("pad", static_cast<std::int64_t>(options.n_padded));
    trace.config.emplace_back("mask", options.mask.has_value());
  }
  trace.config.emplace_back("empty_row", name_in(kEmptyRows, options.empty_row));
}

void add_pattern_config(Trace& trace, const MaskPattern& pattern) {
  const auto add = [&trace](const char* name, Setting setting) {
    trace.config.emplace_back(name, std::move(setting));
  };
  const auto add_count = [&add](const char* name, arma::uword n) {
    add(name, static_cast<std::int64_t>(n));
  };
  add("causal", pattern.causal);
  if (pattern.n_prefix) add_count("prefix", *pattern.n_prefix);
  if (!pattern.padded_keys.is_empty()) add_count("pad", pattern.padded_keys.n_elem);
  if (!pattern.padded_queries.is_empty()) add_count("pad_queries", pattern.padded_queries.n_elem);
  if (pattern.documents)
    add_count("segments", arma::uvec(arma::unique(pattern.documents->of_keys)).n_elem);
  if (pattern.window) add_count("window", *pattern.window);
  if (pattern.half) add("half", std::string(name_in(kHalfReadings, *pattern.half)));
  add("mask", pattern.given.has_value());
  add("join", std::string(pattern.join == Join::all ? "and" : "or"));
  add("align", std::string(pattern.align == Align::end ? "end" : "start"));
}

void add_batch_axis(Trace& trace, arma::uword n_batch) {
  if (n_batch == 0) return;
  for (Stage& stage : trace.stages)
    if (!is_shared_by_batch(stage)) stage.n_batch = n_batch;
  trace.config.emplace_back("batch", static_cast<std::int64_t>(n_batch));
}

void require_one_label_per_row(const std::vector<std::string>& tokens, const arma::mat& rows,
                               const std::string& name) {
  if (tokens.size() == rows.n_rows) return;
  throw InputError(message(
      "{} needs one token a row: rows {}, tokens given {}. Check --tokens and --key-tokens.", name,
      rows.n_rows, tokens.size()));
}

}  // namespace attn
