#include "learning/report/learning_report.hpp"

#include "learning/tasks/quick_training.hpp"
#include "support/catch.hpp"

using namespace attn;

TEST_CASE("learning_report: weights of evaluation before and after, every row a whole",
          "[learning]") {
  LearnSettings settings = usual_settings(TaskKind::copy);
  settings.n_steps = 60;
  QuickTraining copy(make_task(settings));
  copy.run();
  const LearningReport report = learning_report(copy.training, copy.workers);
  CHECK(report.n_parameters == 1040);
  CHECK(report.curve.size() == copy.training.curve().size());
  const std::string group = head_group({0, 0});
  const arma::mat before = report.weights.stage("weights_before", group).value;
  const arma::mat after = report.weights.stage("weights_after", group).value;
  CHECK(arma::approx_equal(arma::sum(after, 1), arma::ones(6), "absdiff", 1e-5));
  CHECK(arma::approx_equal(arma::sum(before, 1), arma::ones(6), "absdiff", 1e-5));
  CHECK(arma::mean(after.diag()) > arma::mean(before.diag()) + 0.3);
  CHECK(measured_after(report.measures, "mean_diagonal") == copy.measure("mean_diagonal", 2));
  CHECK(measured_after(report.measures, "no such measure") == 0.0);
}
