#include "cli/learn/learn_compare.hpp"

#include <chrono>
#include <iterator>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/message.hpp"
#include "cli/exit_code.hpp"
#include "cli/learn/learn_progress.hpp"
#include "cli/learn/learn_run.hpp"
#include "cli/terminal/interrupt.hpp"
#include "cli/terminal/output.hpp"
#include "cli/terminal/pager.hpp"
#include "learning/report/report.hpp"
#include "render/learning/learning.hpp"
#include "render/text/document.hpp"

namespace attn {
namespace {

int stopped_comparison() {
  print_note(translated("stopped; nothing was kept."));
  return InterruptNote::exit_code();
}

// One model from its beginning to its end; not 0 where it did not get there.
int learn_model(const LearnCommand& command, const LearnSettings& settings, Workers& workers,
                const Layout& layout, std::vector<ComparedModel>& models) {
  using Clock = std::chrono::steady_clock;
  const std::unique_ptr<Task> task = make_task(settings);
  Training training(*task, workers);
  std::optional<LearnProgress> progress;
  const std::string name = message("{} of {}: {}", models.size() + 1, std::size(kClassifierKinds),
                                   name_in(kClassifierKinds, settings.classifier));
  if (command.shows_progress_of_comparison())
    progress.emplace(name, training, layout, bool(command.screen.width));
  const InterruptNote interrupt;
  const Clock::time_point start = Clock::now();
  const RunEnd end = run_training(training, interrupt, [&] {
    if (progress) progress->show();
  });
  const std::chrono::duration<double> time = Clock::now() - start;
  progress.reset();
  if (end == RunEnd::interrupted) return stopped_comparison();
  if (end == RunEnd::blown_up) return report_blowup(training);
  const std::unique_ptr<Network<float>> before = task->new_model();
  const Table measures = task->measures(*before, training.model(), workers);
  models.push_back({.model = settings.classifier,
                    .n_parameters = training.model().parameters.size(),
                    .held_out_accuracy = measured_after(measures, "accuracy"),
                    .training_accuracy = measured_after(measures, "training_accuracy"),
                    .majority_class = measured_after(measures, "majority_class"),
                    .seconds = time.count()});
  return kDone;
}

}  // namespace

int compare_models(const LearnCommand& command, const Layout& layout) {
  refuse_beside(command.flags.compare,
                joined({{command.curve, command.plain}, flags_of(command.files)}));
  std::vector<LearnSettings> all;
  for (const auto& kind : kClassifierKinds)
    all.push_back(read_compared_settings(command.flags, kind.value));
  Workers workers(command.flags.threads.threads().value_or(0));
  std::vector<ComparedModel> models;
  for (const LearnSettings& settings : all)
    if (const int code = learn_model(command, settings, workers, layout, models); code != kDone)
      return code;
  if (command.json)
    print_result(json_document(learning_comparison_json(models, all.front())));
  else
    print_screen(learning_comparison_text(models, all.front(), layout));
  return kDone;
}

}  // namespace attn
