#include "mechanisms/backward/backward.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "base/message.hpp"
#include "core/gradients.hpp"
#include "core/heads.hpp"
#include "core/shape.hpp"
#include "core/statistics.hpp"
#include "mechanisms/attention/attention.hpp"
#include "mechanisms/backward/gradient_stages.hpp"

namespace attn {

namespace {

std::string slope_id(const std::string& id) { return "d_" + id; }

// dX as the product of two recorded stages: "dQ = dS K".
void record_product(Trace& trace, const Stage& of, const Product& product) {
  Stage stage = gradient_stage(of);
  const Stage& left = trace.source_of(stage, product.left);
  const Stage& right = trace.source_of(stage, product.right);
  stage.formula =
      fmt::format("{} = {}{} {}{}", stage.symbol, left.symbol, product.left_transposed ? "ᵀ" : "",
                  right.symbol, product.right_transposed ? "ᵀ" : "");
  stage.rule = product;
  record(
      trace, std::move(stage),
      gradient_product(left.value, product.left_transposed, right.value, product.right_transposed));
}

// Of C = A B: dA = dC Bᵀ.
void record_left(Trace& trace, const Stage& A, const std::string& C, const std::string& B) {
  record_product(trace, A, {.left = slope_id(C), .right = B, .right_transposed = true});
}

// Of C = A B: dB = Aᵀ dC.
void record_right(Trace& trace, const Stage& B, const std::string& A, const std::string& C) {
  record_product(trace, B, {.left = A, .right = slope_id(C), .left_transposed = true});
}

void record_jacobian(Trace& trace, const Stage& weights, arma::uword row) {
  record(trace, jacobian_stage(weights, row), softmax_jacobian(weights.value.row(row)));
}

void record_softmax_slopes(Trace& trace, const std::string& group) {
  const Stage& weights = trace.stage("weights", group);
  const Stage& slopes = trace.stage("d_weights", group);
  Stage stage = gradient_stage(trace.stage("scaled", group));
  stage.blocked = weights.blocked;
  stage.formula = fmt::format("{0} = {1} ∘ ({2} − rowsum({2} ∘ {1}))", stage.symbol, weights.symbol,
                              slopes.symbol);
  stage.rule = SoftmaxGradient{"weights", "d_weights"};
  record(trace, std::move(stage), softmax_gradient(weights.value, slopes.value, weights.blocked));
}

// As the forward stage says it: "d_scaled / √d_k, √4 = 2" of "scaled = S / √d_k, √4 = 2".
std::string scaled_text(const Stage& scaled, const Stage& scores, const std::string& symbol) {
  const std::string formula = scaled.formula.substr(scaled.formula.find("= ") + 2);
  const std::size_t place = formula.find(scores.symbol);
  return formula.substr(0, place) + symbol + formula.substr(place + scores.symbol.size());
}

void record_score_slopes(Trace& trace, const std::string& group) {
  const Stage& scaled = trace.stage("scaled", group);
  const Stage& slopes = trace.stage("d_scaled", group);
  Scaling scaling = std::get<Scaling>(scaled.rule);
  const Stage& scores = trace.stage("scores", group);
  Stage stage = gradient_stage(scores);
  stage.blocked = slopes.blocked;
  stage.formula = fmt::format("{} = {}", stage.symbol, scaled_text(scaled, scores, slopes.symbol));
  if (!is_cell(scaling.of)) throw std::logic_error("no way back through " + scaled.formula);
  scaling.of = rule::cell(slopes.id);
  stage.rule = scaling;
  record(trace, std::move(stage),
         scaling.divides ? arma::mat(slopes.value / scaling.number)
                         : arma::mat(slopes.value * scaling.number));
}

void record_turned_back(Trace& trace, const Stage& turned) {
  const auto& rotation = std::get<Rotation>(turned.rule);
  const Stage& slopes = trace.stage(slope_id(turned.id), turned.group);
  Stage stage = gradient_stage(trace.stage(rotation.of, turned.group));
  stage.formula = fmt::format("{} = rotate({}, −θ)", stage.symbol, slopes.symbol);
  stage.note = translated("Turned back by the same angles: only the sign of sin changes.");
  Rotation back = rotation;
  back.of = slopes.id;
  back.is_back = true;
  stage.rule = back;
  record(trace, std::move(stage),
         rotated_back(slopes.value, trace.stage(rotation.angles).value, rotation.pairing));
}

// From the weights of one group back to its queries and keys, or to scores that are given.
void record_back_from_weights(Trace& trace, const std::string& group) {
  record_softmax_slopes(trace, group);
  record_score_slopes(trace, group);
  const auto* compared = std::get_if<Product>(&trace.stage("scores", group).rule);
  if (!compared) return;
  const Stage& query = trace.stage(compared->left, group);
  const Stage& key = trace.stage(compared->right, group);
  record_product(trace, query, {.left = "d_scores", .right = key.id});
  record_product(trace, key, {.left = "d_scores", .right = query.id, .left_transposed = true});
  for (const Stage* stage : {&query, &key})
    if (std::holds_alternative<Rotation>(stage->rule)) record_turned_back(trace, *stage);
}

// From the output of one group, or from its weights where the loss is one of those.
void record_way_back(Trace& trace, const std::string& group, const Backward& backward) {
  const Stage& weights = trace.stage("weights", group);
  if (trace.find("d_output", group)) {
    record_left(trace, weights, "output", "value");
    record_right(trace, trace.stage("value", group), "weights", "output");
  }
  if (backward.jacobian_row) record_jacobian(trace, weights, *backward.jacobian_row);
  record_back_from_weights(trace, group);
}

void record_bias(Trace& trace, const Stage& bias, const std::string& to) {
  Stage stage = gradient_stage(bias);
  const Stage& slopes = trace.stage(slope_id(to));
  stage.formula = fmt::format("{} = colsum({})", stage.symbol, slopes.symbol);
  stage.rule = rule::column_sums(slopes.id);
  if (bias.id == "bk" && !trace.find("angles"))
    add_sentence(stage.note,
                 translated("Here they are 0: what the bias of the keys adds to "
                            "the scores of a query is the same for all keys, and softmax does not "
                            "see it."));
  record(trace, std::move(stage),
         gradient_product(arma::ones(1, slopes.value.n_rows), false, slopes.value, false));
}

// Of Y = X W + b: dW and db.
void record_parameters(Trace& trace, const Stage& projected) {
  const auto* product = std::get_if<Product>(&projected.rule);
  if (!product || !trace.find(slope_id(projected.id))) return;
  record_right(trace, trace.stage(product->right), product->left, projected.id);
  if (!product->bias.empty()) record_bias(trace, trace.stage(product->bias), projected.id);
}

// The slopes of what was made from an input, each with the weights that it was made with.
std::vector<std::pair<std::string, std::string>> uses_of(const Trace& trace, const Stage& input) {
  std::vector<std::pair<std::string, std::string>> uses;
  for (const char* id : {"query", "key", "value"}) {
    const auto* product = std::get_if<Product>(&trace.stage(id).rule);
    if (product && product->left == input.id && trace.find(slope_id(id)))
      uses.emplace_back(slope_id(id), product->right);
  }
  return uses;
}

// dX where X went through several projections: "dX = dQ W_Qᵀ + dK W_Kᵀ".
void record_input_slopes(Trace& trace, const Stage& input) {
  const auto uses = uses_of(trace, input);
  if (uses.empty()) return;
  Stage stage = gradient_stage(input);
  std::string terms;
  arma::mat sum(arma::size(input.value), arma::fill::zeros), all_slopes, all_weights;
  for (const auto& [slopes, weight] : uses) {
    const Stage &left = trace.stage(slopes), &right = trace.stage(weight);
    terms += fmt::format("{}{} {}ᵀ", terms.empty() ? "" : " + ", left.symbol, right.symbol);
    sum += gradient_product(left.value, false, right.value, true);
    all_slopes = arma::join_rows(all_slopes, left.value);
    all_weights = arma::join_cols(all_weights, arma::mat(right.value.t()));
  }
  clear_cancelled(sum, all_slopes, all_weights);
  stage.formula = fmt::format("{} = {}", stage.symbol, terms);
  stage.rule = rule::sum_of_products(uses);
  record(trace, std::move(stage), std::move(sum));
}

void record_projection_slopes(Trace& trace) {
  for (const char* id : {"query", "key", "value"})
    if (const Stage* projected = trace.find(id)) record_parameters(trace, *projected);
  for (const char* id : {"input", "memory", "value_memory"})
    if (const Stage* input = trace.find(id)) record_input_slopes(trace, *input);
}

// The columns of d_concat that belong to one head.
void record_share(Trace& trace, const Stage& output, arma::uword first) {
  Stage stage = gradient_stage(output);
  const Stage& whole = trace.stage("d_concat");
  const arma::uword end = first + output.value.n_cols;
  stage.formula = fmt::format("{} = {}[:, {}:{}]", stage.symbol, whole.symbol, first, end);
  stage.rule = Columns{whole.id, first};
  record(trace, std::move(stage), whole.value.cols(first, end - 1));
}

// "[dK_0 + dK_1 | dK_2 + dK_3]", or of many the first and the last.
std::string joined_symbols(const std::vector<const Stage*>& parts, std::size_t n_added) {
  const auto sum = [&](std::size_t first) {
    std::string text = parts[first]->symbol;
    if (n_added > 2) text += " + ..";
    if (n_added > 1) text += " + " + parts[first + n_added - 1]->symbol;
    return text;
  };
  const std::size_t n_sums = parts.size() / n_added;
  std::string text = sum(0);
  if (n_sums > 2) text += " | ..";
  if (n_sums > 1) text += " | " + sum(parts.size() - n_added);
  return "[" + text + "]";
}

// The slopes of all heads side by side, those of heads that share columns added up.
void record_of_all_heads(Trace& trace, const Stage& of) {
  const std::vector<const Stage*> parts = trace.in_every_group(slope_id(of.id));
  const arma::uword n_added = parts.size() * parts.front()->value.n_cols / of.value.n_cols;
  std::vector<arma::mat> slopes;
  for (const Stage* part : parts) slopes.push_back(part->value);
  Stage stage = gradient_stage(of);
  stage.formula = fmt::format("{} = {}", stage.symbol, joined_symbols(parts, n_added));
  stage.note = n_added == 1 ? translated("The gradients of all heads side by side, head 0 first.")
                            : message(
                                  "The gradients of all heads side by side, head 0 first. {} "
                                  "heads share these columns, and their gradients add up.",
                                  n_added);
  stage.rule = Concat{slope_id(of.id), n_added};
  record(trace, std::move(stage), concat_sums_of_heads(slopes, n_added));
}

void record_head_slopes(Trace& trace, const Backward& backward) {
  if (trace.find("d_projected")) {
    record_left(trace, trace.stage("concat"), "projected", "wo");
    record_parameters(trace, trace.stage("projected"));
  }
  arma::uword first = 0;
  for (const Stage* output : trace.in_every_group("output")) {
    record_share(trace, *output, first);
    record_way_back(trace, output->group, backward);
    first += output->value.n_cols;
  }
  for (const char* id : {"query", "key", "value"}) record_of_all_heads(trace, trace.stage(id));
}

void require_defined_weights(const Trace& trace) {
  const auto is_undefined = [](const Stage& stage) {
    return stage.id == "weights" && stage.value.has_nan();
  };
  if (std::any_of(trace.stages.begin(), trace.stages.end(), is_undefined))
    throw InputError(translated(
        "some weights are undefined (NaN), so nothing has a gradient. Where a query may "
        "attend to nothing, leave out --empty-row nan: its weights and gradients are 0."));
}

void require_finite_gradients(const Trace& trace) {
  for (const Stage& stage : trace.stages)
    if (!stage.gradient_of.empty()) attn::require_finite(translated("a gradient"), stage.value);
}

// What a first look shows: of one head the whole way, of several the ends of it and one head.
std::vector<std::string> overview_of_way_back(const Trace& trace, const Backward& backward,
                                              const SoftmaxRow& shown) {
  if (!shown.group.empty())
    return {"target",
            "loss",
            slope_id(stage_of_loss(trace, backward.loss).id),
            "jacobian",
            shown.group + " d_scaled",
            "softmax_row",
            "d_input",
            "d_memory",
            "d_value_memory",
            "gradients"};
  std::vector<std::string> ids{"target", "loss", "jacobian", "softmax_row", "gradients"};
  for (const Stage& stage : trace.stages)
    if (!stage.gradient_of.empty()) ids.push_back(stage.id);
  return ids;
}

}  // namespace

void record_backward(Trace& trace, const Backward& backward) {
  require_defined_weights(trace);
  record_loss(trace, backward.loss);
  if (trace.find("concat"))
    record_head_slopes(trace, backward);
  else
    record_way_back(trace, "", backward);
  record_projection_slopes(trace);
  require_finite_gradients(trace);

  const SoftmaxRow shown = row_to_show(trace, backward);
  trace.tables.push_back(softmax_row_table(trace, shown));
  trace.tables.push_back(gradient_table(trace));
  if (trace.result.empty()) trace.result = stages_of_loss(trace).front();
  trace.overview = overview_of_way_back(trace, backward, shown);
}

namespace {

// "O[sat, 1]"
std::string name_of_cell(const Stage& stage, const std::string& name, const Loss& loss) {
  return fmt::format("{}[{}, {}]", name, stage.rows.place_name(loss.row),
                     stage.cols.place_name(loss.col));
}

Stage loss_stage() {
  return {.id = "loss",
          .symbol = "L",
          .rows = {"loss", {}},
          .cols = {"number", {}},
          .note = translated("The number that the walk back starts from: how would it change, if "
                             "something on the way to it were a little larger?")};
}

Stage target_stage(const Stage& result) {
  return {.id = "target",
          .symbol = "T",
          .formula = "T",
          .rows = result.rows,
          .cols = result.cols,
          .note = translated("What the result should have been.")};
}

void record_sum_loss(Trace& trace, const Stage& of, Stage loss, Stage slope) {
  loss.formula = fmt::format("L = Σ {}", of.symbol);
  loss.rule = rule::total_of(of.id);
  const arma::mat sum(1, 1, arma::fill::value(arma::accu(of.value)));
  attn::require_finite(translated("the loss"), sum);
  record(trace, std::move(loss), sum);
  slope.formula = fmt::format("{} = 1", slope.symbol);
  slope.note = translated("The loss is the sum of these numbers: each of them counts once.");
  record(trace, std::move(slope), arma::ones(arma::size(of.value)));
}

void record_cell_loss(Trace& trace, const Stage& of, const Loss& cell, Stage loss, Stage slope) {
  loss.formula = fmt::format("L = {}", name_of_cell(of, of.symbol, cell));
  loss.rule = rule::part_of(of.id, {cell.row}, {cell.col});
  record(trace, std::move(loss), arma::mat(1, 1, arma::fill::value(of.value(cell.row, cell.col))));
  slope.formula = fmt::format("{} = 1", name_of_cell(of, slope.symbol, cell));
  slope.note = translated(
      "The loss is this one number: it changes as fast as itself, and with no "
      "other of them.");
  arma::mat slopes(arma::size(of.value), arma::fill::zeros);
  slopes(cell.row, cell.col) = 1.0;
  record(trace, std::move(slope), std::move(slopes));
}

void record_target_loss(Trace& trace, const Stage& of, const arma::mat& target, Stage loss,
                        Stage slope) {
  const arma::mat error(1, 1, arma::fill::value(mean_squared_error(of.value, target)));
  record(trace, target_stage(of), target);
  loss.formula = fmt::format("L = Σ ({} − T)² / {}", of.symbol, of.value.n_elem);
  loss.rule = rule::squared_error(of.id, "target");
  add_sentence(loss.note,
               message("It is the mean squared error over all {} cells.", of.value.n_elem));
  record(trace, std::move(loss), error);
  slope.formula = fmt::format("{} = 2 ({} − T) / {}", slope.symbol, of.symbol, of.value.n_elem);
  slope.note =
      translated("Positive where the result is too large, negative where it is too small.");
  slope.rule = rule::squared_error_slope(of.id, "target");
  record(trace, std::move(slope), mean_squared_error_gradient(of.value, target));
}

// A row of weights sums to 1 whatever the scores are.
void refuse_sum_of_weights(const Stage& of) {
  if (!holds_shares(of)) return;
  throw InputError(
      translated("without values the result is the weights, and their sum never changes: each row "
                 "sums to 1. Choose one of them, such as --loss \"weights[0, 1]\", or give values "
                 "with --v."));
}

std::string name_of_loss(const Loss& loss) {
  switch (loss.kind) {
    case Loss::Kind::sum:
      return "sum";
    case Loss::Kind::target:
      return "target";
    case Loss::Kind::cell:
      break;
  }
  return fmt::format("{}[{}, {}]", loss.of, loss.row, loss.col);
}

}  // namespace

std::vector<std::string> stages_of_loss(const Trace& trace) {
  std::vector<std::string> ids;
  for (const char* id : {"projected", "concat", "output", "weights"})
    if (trace.find(id)) ids.emplace_back(id);
  return ids;
}

const Stage& stage_of_loss(const Trace& trace, const Loss& loss) {
  return trace.stage(loss.kind == Loss::Kind::cell ? loss.of : stages_of_loss(trace).front());
}

void record_loss(Trace& trace, const Loss& loss) {
  const Stage& of = stage_of_loss(trace, loss);
  Stage slope = gradient_stage(of);
  switch (loss.kind) {
    case Loss::Kind::sum:
      refuse_sum_of_weights(of);
      record_sum_loss(trace, of, loss_stage(), std::move(slope));
      break;
    case Loss::Kind::cell:
      record_cell_loss(trace, of, loss, loss_stage(), std::move(slope));
      break;
    case Loss::Kind::target:
      record_target_loss(trace, of, loss.target, loss_stage(), std::move(slope));
      break;
  }
  add_sentence(trace.stages.back().note, meaning_of_gradients());
  trace.config.emplace_back("backward", true);
  trace.config.emplace_back("loss", name_of_loss(loss));
}

}  // namespace attn
