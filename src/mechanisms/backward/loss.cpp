#include "mechanisms/backward/loss.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "base/message.hpp"
#include "core/gradients.hpp"
#include "core/shape.hpp"
#include "mechanisms/attention/record_attention.hpp"
#include "mechanisms/backward/gradient_stages.hpp"

namespace attn {
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
  loss.rule = TotalLoss{of.id};
  const arma::mat sum(1, 1, arma::fill::value(arma::accu(of.value)));
  attn::require_finite(translated("the loss"), sum);
  record(trace, std::move(loss), sum);
  slope.formula = fmt::format("{} = 1", slope.symbol);
  slope.note = translated("The loss is the sum of these numbers: each of them counts once.");
  record(trace, std::move(slope), arma::ones(arma::size(of.value)));
}

void record_cell_loss(Trace& trace, const Stage& of, const Loss& cell, Stage loss, Stage slope) {
  loss.formula = fmt::format("L = {}", name_of_cell(of, of.symbol, cell));
  loss.rule = Part{of.id, {cell.row}, {cell.col}};
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
  loss.rule = SquaredErrorLoss{of.id, "target"};
  add_sentence(loss.note,
               message("It is the mean squared error over all {} cells.", of.value.n_elem));
  record(trace, std::move(loss), error);
  slope.formula = fmt::format("{} = 2 ({} − T) / {}", slope.symbol, of.symbol, of.value.n_elem);
  slope.note =
      translated("Positive where the result is too large, negative where it is too small.");
  slope.rule = SquaredErrorSlope{of.id, "target"};
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
