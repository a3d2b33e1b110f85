#include "mechanisms/attention/attention.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/message.hpp"
#include "base/text.hpp"
#include "core/shape.hpp"
#include "core/statistics.hpp"
#include "mechanisms/attention/stages.hpp"

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
  record(trace, beside(scores, scaled_stage(query, key, d_k, settings.scale)),
         scaled_scores(scores.value, d_k, settings.scale));
  const Stage& scaled = trace.stage("scaled", group);
  Stage stage = beside(scores, masked_stage(scaled, blocked));
  std::get<Masking>(stage.rule).pattern = settings.pattern;
  const arma::mat& masked = record(
      trace, std::move(stage),
      blocked.is_empty() ? scaled.value
                         : masked_scores(scaled.value, arma::conv_to<Mask>::from(blocked == 0)));
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
  add_scale_config(trace, options.scale, scaled);
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

namespace {

void record_query_key_value(Trace& trace, const Embedded& embedded, const Axis& query,
                            const Axis& key) {
  const std::string source = embedded.memory ? "memory" : "input";
  record(trace, input_stage(query), embedded.X);
  if (embedded.memory) record(trace, memory_stage(key), *embedded.memory);
  record(trace, query_weight_stage(), embedded.W_Q);
  record(trace, key_weight_stage(), embedded.W_K);
  record(trace, value_weight_stage(), embedded.W_V);
  record_projection(trace, query_stage(query), "input", "wq");
  record_projection(trace, key_stage(key), source, "wk");
  record_projection(trace, value_stage(key), source, "wv");
}

void record_query_key_value(Trace& trace, const Projected& projected, const Axis& query,
                            const Axis& key) {
  record(trace, query_stage(query), projected.Q);
  record(trace, key_stage(key), projected.K);
  record(trace, value_stage(key), projected.V);
}

void record_config(Trace& trace, const AttentionProblem& problem) {
  const auto width = [&trace](const char* id) {
    return static_cast<std::int64_t>(trace.stage(id).value.n_cols);
  };
  const auto height = [&trace](const char* id) {
    return static_cast<std::int64_t>(trace.stage(id).value.n_rows);
  };
  if (std::holds_alternative<Embedded>(problem.tensors))
    trace.config.emplace_back("d_model", width("input"));
  trace.config.emplace_back("n_q", height("query"));
  trace.config.emplace_back("n_k", height("key"));
  trace.config.emplace_back("d_k", width("key"));
  trace.config.emplace_back("d_v", width("value"));
  add_attention_config(trace, problem, trace.stage("scaled"));
}

}  // namespace

Trace scaled_dot_product(const AttentionProblem& problem) {
  std::visit([](const auto& tensors) { require_fitting_shapes(tensors); }, problem.tensors);

  Trace trace{
      .command = "attend", .query_tokens = problem.query_tokens, .key_tokens = problem.key_tokens};
  const Axis query{"query", problem.query_tokens};
  const Axis key{"key", problem.key_tokens};
  std::visit([&](const auto& tensors) { record_query_key_value(trace, tensors, query, key); },
             problem.tensors);

  const arma::mat& Q = trace.stage("query").value;
  const arma::mat& K = trace.stage("key").value;
  require_one_label_per_row(problem.query_tokens, Q, "Q");
  require_one_label_per_row(problem.key_tokens, K, "K");
  const AttentionSettings settings = settings_for(problem, Q.n_rows, K.n_rows);
  record_attention(trace, settings);
  warn_of_empty_rows(trace, settings);
  add_batch_axis(trace, problem.n_batch);
  record_config(trace, problem);
  return trace;
}

namespace {

Stage given_scores_stage(const Axis& query, const Axis& key) {
  Stage stage = scores_stage(query, key);
  stage.formula = stage.symbol;
  stage.note = translated("Given: how well each query matches each key.");
  stage.rule = Given{};
  return stage;
}

Stage pattern_stage(const Axis& query, const Axis& key) {
  return {.id = "pattern",
          .symbol = "P",
          .formula = "P",
          .rows = query,
          .cols = key,
          .note = translated("Given: how much each query looks at each key. These are sizes, not "
                             "shares: the rows do not sum to 1.")};
}

// The weights of a pattern. `of` is the stage that they are shares of; "" where they are given.
Stage pattern_weights_stage(const Axis& query, const Axis& key, const std::string& of,
                            bool has_empty_row) {
  Stage stage = weights_stage(query, key, {});
  stage.formula = of.empty() ? "A" : "A = P / Σ P";
  if (!of.empty())
    stage.note = translated("Each row divided by its sum, so that it is shared out over the keys.");
  if (has_empty_row)
    stage.note = translated(
        "Each row that looks at anything is shared out over the keys and sums to 1; the others "
        "are 0.");
  stage.rule = Shares{of};
  return stage;
}

void require_labels(const GivenAttention& problem) {
  const std::string name = problem.kind == GivenAttention::Kind::scores ? "S" : "A";
  require_one_label_per_row(problem.query_tokens, problem.given, name);
  if (problem.key_tokens.size() == problem.given.n_cols) return;
  throw InputError(
      message("{} needs one key token a column: columns {}, tokens given {}. Check --tokens and "
              "--key-tokens.",
              name, problem.given.n_cols, problem.key_tokens.size()));
}

void require_sizes(const arma::mat& pattern) {
  for (arma::uword i = 0; i < pattern.n_rows; ++i)
    for (arma::uword j = 0; j < pattern.n_cols; ++j)
      if (const double size = pattern(i, j); !std::isfinite(size) || size < 0.0)
        throw InputError(
            message("attention is shared out, so it cannot be negative or infinite, but row {}, "
                    "column {} holds {}. Scores may be negative: give those with --scores.",
                    i, j, size));
}

void require_finite(const arma::vec& sums) {
  const arma::uvec too_large = arma::find_nonfinite(sums);
  if (!too_large.is_empty())
    throw InputError(
        message("row {} of the attention adds up to more than can be computed with. "
                "Divide it by a number of your choice: only shares count.",
                too_large(0)));
}

// A row that is all 0 has nothing to share.
bool are_shared_out(const arma::vec& sums) {
  return std::all_of(sums.begin(), sums.end(),
                     [](double sum) { return sum == 0.0 || sums_to_one(sum); });
}

arma::mat shares_of(const arma::mat& pattern, arma::vec sums) {
  sums.replace(0.0, 1.0);  // a row without anything stays so
  return pattern.each_col() / sums;
}

// "3 of 9 ("a", "b", "c")": how many of some tokens are at these places, the first few by name.
std::string counted(const arma::uvec& places, const std::vector<std::string>& tokens) {
  constexpr std::size_t kMostNamed = 5;
  std::vector<std::string> names;
  for (const arma::uword place : places) names.push_back(fmt::format("\"{}\"", tokens[place]));
  return message("{} of {} ({})", places.n_elem, tokens.size(), listed_first(names, kMostNamed));
}

void warn_of_what_is_alone(Trace& trace, const arma::mat& pattern, const arma::vec& sums) {
  if (const arma::uvec rows = arma::find(sums == 0.0); !rows.is_empty())
    trace.warnings.push_back(
        message("queries that look at nothing, so that their weights are 0: {}",
                counted(rows, trace.query_tokens)));
  if (const arma::uvec cols = arma::find(arma::sum(pattern, 0) == 0.0); !cols.is_empty())
    trace.warnings.push_back(
        message("keys that no query looks at: {}", counted(cols, trace.key_tokens)));
}

void record_pattern(Trace& trace, const GivenAttention& problem, const Axis& query,
                    const Axis& key) {
  const arma::mat& pattern = problem.given;
  require_sizes(pattern);
  const arma::vec sums = arma::sum(pattern, 1);
  require_finite(sums);
  const bool is_shared_out = are_shared_out(sums);
  if (!is_shared_out) record(trace, pattern_stage(query, key), pattern);
  record(trace,
         pattern_weights_stage(query, key, is_shared_out ? "" : "pattern", arma::any(sums == 0.0)),
         is_shared_out ? pattern : shares_of(pattern, sums));
  if (!problem.links_a_few) warn_of_what_is_alone(trace, pattern, sums);
}

void record_scores(Trace& trace, const GivenAttention& problem, const Axis& query,
                   const Axis& key) {
  if (problem.scale.kind == Scale::Kind::sqrt_d_k && !problem.d_k)
    throw InputError(
        translated("scores that are given have no d_k to divide them by the root of. Say it with "
                   "--d-k N, or leave the scale out."));
  const AttentionSettings settings =
      settings_for(problem, problem.given.n_rows, problem.given.n_cols);
  record(trace, given_scores_stage(query, key), problem.given);
  record_weights(trace, settings, "", problem.d_k.value_or(1));
  warn_of_empty_rows(trace, settings);
}

void record_config(Trace& trace, const GivenAttention& problem) {
  trace.config.emplace_back("n_q", static_cast<std::int64_t>(problem.given.n_rows));
  trace.config.emplace_back("n_k", static_cast<std::int64_t>(problem.given.n_cols));
  if (problem.d_k) trace.config.emplace_back("d_k", static_cast<std::int64_t>(*problem.d_k));
  if (problem.V) trace.config.emplace_back("d_v", static_cast<std::int64_t>(problem.V->n_cols));
  if (problem.kind == GivenAttention::Kind::scores)
    add_attention_config(trace, problem, trace.stage("scaled"));
}

}  // namespace

Trace given_attention(const GivenAttention& problem) {
  Trace trace{
      .command = "attend", .query_tokens = problem.query_tokens, .key_tokens = problem.key_tokens};
  const Axis query{"query", problem.query_tokens};
  const Axis key{"key", problem.key_tokens};
  require_labels(problem);
  require_stages_fit(problem.given.n_rows, problem.given.n_cols);
  if (problem.kind == GivenAttention::Kind::scores)
    record_scores(trace, problem, query, key);
  else
    record_pattern(trace, problem, query, key);
  if (problem.V) {
    record(trace, value_stage(key), *problem.V);
    record_output(trace);
  }
  add_batch_axis(trace, problem.n_batch);
  record_config(trace, problem);
  return trace;
}

}  // namespace attn
