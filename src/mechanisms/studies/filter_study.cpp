#include "base/message.hpp"
#include "base/number.hpp"
#include "core/attention.hpp"
#include "mechanisms/attention/attention.hpp"
#include "mechanisms/attention/stages.hpp"
#include "mechanisms/studies/studies.hpp"

namespace attn {
namespace {

const std::string kMovingAverage = "moving average";
const std::string kExponentialAverage = "exponential average";
const std::string kAttention = "attention";
const std::string kChanged = " changed";

const Embedded& embeddings_of(const FilterProblem& problem) {
  const auto* embedded = std::get_if<Embedded>(&problem.attention.tensors);
  if (embedded && !embedded->memory) return *embedded;
  throw InputError(
      translated("the study of filters changes a token and looks whether the weights follow, so it "
                 "needs one sequence of embeddings: words, or --x with its weights."));
}

Stage filter_weights_stage(const Axis& query, const Axis& key, const std::string& group,
                           const std::string& formula, const std::string& note) {
  Stage stage = weights_stage(query, key, {});
  stage.group = group;
  stage.formula = formula;
  stage.note = note;
  stage.detail.clear();
  stage.rule = Shares{};
  return stage;
}

FilterProblem changed(FilterProblem problem) {
  std::get<Embedded>(problem.attention.tensors).X.row(0) += 1.0;
  return problem;
}

// The filter over the tokens, and over those of which the first was changed.
void record_filter(Trace& trace, const Stage& weights, const arma::mat& A,
                   const FilterProblem& problem) {
  for (const std::string& suffix : {std::string(), kChanged}) {
    Stage tokens = input_stage(weights.rows);
    tokens.group = weights.group + suffix;
    record(trace, tokens, embeddings_of(suffix.empty() ? problem : changed(problem)).X);
    Stage own = weights;
    own.group = tokens.group;
    record(trace, own, A);
    Stage output = output_stage(weights.rows);
    output.group = tokens.group;
    output.cols = model_axis();
    output.formula = "O = A X";
    output.note = translated("Each token's mean over itself and those before it.");
    output.detail.clear();
    output.rule = Product{"weights", "input"};
    record(trace, output, A * trace.stage("input", tokens.group).value);
  }
}

void record_filters(Trace& trace, const FilterProblem& problem) {
  const Axis query{"query", problem.attention.query_tokens};
  const Axis key{"key", query.labels};
  const arma::uword n = embeddings_of(problem).X.n_rows;
  record_filter(
      trace,
      filter_weights_stage(
          query, key, kMovingAverage,
          fmt::format("A(t, s) = 1 / min(t + 1, w) for t − w < s ≤ t,  w = {}", problem.n_taps),
          message("The mean of the last {} tokens; at the start of those that "
                  "are there. The numbers were chosen before any token was seen.",
                  problem.n_taps)),
      moving_average_matrix(n, problem.n_taps), problem);
  record_filter(
      trace,
      filter_weights_stage(
          query, key, kExponentialAverage, "A(t, s) = α (1 − α)^(t − s),  A(t, 0) = (1 − α)^t",
          message("The exponential average with α = {}: each step back multiplies the weight by "
                  "1 − α. The first token, s = 0, where the average starts, keeps all that the "
                  "others leave.",
                  exact(problem.alpha))),
      exponential_average_matrix(n, problem.alpha), problem);
}

// How many rows of two outputs differ by more than rounding.
arma::uword n_changed_rows(const arma::mat& A, const arma::mat& B) {
  return arma::accu(arma::any(arma::abs(A - B) > kRounding, 1));
}

struct ComparedWay {
  std::string group;
  cell::Text name;
};

std::vector<ComparedWay> compared_ways() {
  return {{kMovingAverage, {"moving_average", translated("moving average")}},
          {kExponentialAverage, {"exponential_average", translated("exponential average")}},
          {kAttention, {"attention", translated("attention")}}};
}

// A query with one open key keeps its weight of 1, whatever changes.
std::string note_of_change(const Trace& trace) {
  const double change = largest_difference(trace.stage("weights", kAttention).value,
                                           trace.stage("weights", kAttention + kChanged).value);
  if (change < kRounding)
    return translated(
        "The weights of a filter are the same for every input; those of attention are made from "
        "the input, but here the change of one token did not move them.");
  return translated(
      "The weights of a filter are the same for every input; those of attention are made from the "
      "input, so they move with it.");
}

Table change_table(const Trace& trace) {
  Table table{.id = "change",
              .title = message("1 is added to each number of the first token, \"{}\". The largest "
                               "change of a weight and of a number of the output, and how many "
                               "rows of the output change.",
                               trace.query_tokens.front()),
              .columns = {{"way", ""},
                          {"weights", translated("weights")},
                          {"output", translated("output")},
                          {"rows", translated("rows")}},
              .n_text_columns = 1,
              .after = ""};
  for (const ComparedWay& way : compared_ways()) {
    const auto stage = [&](const char* id, const std::string& suffix = "") -> const arma::mat& {
      return trace.stage(id, way.group + suffix).value;
    };
    table.rows.push_back({way.name, difference_cell(stage("weights"), stage("weights", kChanged)),
                          difference_cell(stage("output"), stage("output", kChanged)),
                          cell::bare(n_changed_rows(stage("output"), stage("output", kChanged)))});
  }
  table.note = note_of_change(trace);
  return table;
}

Table cost_table() {
  Table table{.id = "costs",
              .title = translated("What each looks back at and what it costs, for n tokens of "
                                  "width d."),
              .columns = {{"way", ""},
                          {"weights", translated("weights")},
                          {"reach", translated("looks back at")},
                          {"cost", translated("cost")},
                          {"use", translated("used for")}},
              .n_text_columns = 5,
              .after = "",
              .is_prose = true};
  const std::vector<ComparedWay> ways = compared_ways();
  table.rows = {{ways[0].name, cell::Text{"fixed", translated("fixed")},
                 cell::Text{"window", translated("the last w tokens")}, cell::name("O(n w d)"),
                 cell::Text{"smoothing", translated("smoothing out noise")}},
                {ways[1].name, cell::Text{"fixed", translated("fixed")},
                 cell::Text{"all_before", translated("all tokens before")}, cell::name("O(n d)"),
                 cell::Text{"trends", translated("following a trend")}},
                {ways[2].name, cell::Text{"from_the_input", translated("from the input")},
                 cell::Text{"all", translated("all tokens, unless masked")}, cell::name("O(n² d)"),
                 cell::Text{"content", translated("words whose meaning depends on others")}}};
  table.note = translated(
      "The exponential average is no local window: it needs one step a token, because y(t) = α "
      "x(t) "
      "+ (1 − α) y(t − 1), and yet every token before has a share in it.");
  return table;
}

}  // namespace

Trace filter_study(const FilterProblem& problem) {
  embeddings_of(problem);
  const Trace attention = scaled_dot_product(problem.attention);
  Trace trace = attention;  // its tokens and configuration
  trace.stages.clear();
  record_filters(trace, problem);
  record_group(trace, attention, kAttention);
  record_group(trace, scaled_dot_product(changed(problem).attention), kAttention + kChanged);
  trace.tables = {change_table(trace), cost_table()};
  trace.config.emplace_back("study", "filter");
  trace.overview = {"change",
                    "costs",
                    kMovingAverage + " weights",
                    kExponentialAverage + " weights",
                    kAttention + " weights",
                    kAttention + kChanged + " weights"};
  trace.result.clear();
  return trace;
}

}  // namespace attn
