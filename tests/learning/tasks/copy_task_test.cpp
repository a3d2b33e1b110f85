#include "learning/tasks/copy_task.hpp"

#include "learning/tasks/quick_training.hpp"
#include "support/catch.hpp"

using namespace attn;

TEST_CASE("copy_task: dropout holds the loss at p in training and leaves p² after it",
          "[learning]") {
  QuickTraining copy(copy_task(usual_settings(TaskKind::copy)));
  copy.run();
  const CurvePoint& last = copy.training.curve().back();
  // Over eight seeds: .102 to .158 and .018 to .063 after 100 steps.
  CHECK(last.training_loss > 0.09);
  CHECK(last.training_loss < 0.17);
  CHECK(last.held_out_loss > 0.01);
  CHECK(last.held_out_loss < 0.07);
  CHECK(copy.measure("mean_diagonal", 2) > 0.9);
  CHECK(copy.measure("mean_diagonal", 1) < 0.3);
  CHECK(copy.measure("mean_diagonal", 3) == Approx(1.0 / 6.0));
  REQUIRE(copy.task->levels().size() == 2);
  CHECK(copy.task->levels().back().loss == 0.1);
}

TEST_CASE("copy_task: without dropout nothing holds it up", "[learning]") {
  LearnSettings settings = usual_settings(TaskKind::copy);
  settings.dropout = 0.0;
  QuickTraining copy(copy_task(settings));
  copy.run();
  CHECK(copy.training.curve().back().training_loss < 0.05);
  CHECK(copy.task->levels().size() == 1);
}

TEST_CASE("copy_task: always answering 0 costs 1, the variance of the tokens", "[learning]") {
  const auto task = copy_task(usual_settings(TaskKind::copy));
  Workers workers(1);
  const auto model = task->new_model();
  std::fill(model->parameters.values.begin(), model->parameters.values.end(), 0.0F);
  CHECK(task->score(*model, workers, Look::thorough).loss == Approx(1.0).margin(0.01));
}
