#include "learning/tasks/sequence_task.hpp"

#include <algorithm>

#include "learning/tasks/knowing_model.hpp"
#include "learning/tasks/quick_training.hpp"
#include "support/catch.hpp"

using namespace attn;

namespace {

std::unique_ptr<Task> task_of(TaskKind kind, std::uint64_t n_steps = 1) {
  LearnSettings settings = usual_settings(kind);
  settings.n_steps = n_steps;
  return sequence_task(settings);
}

}  // namespace

TEST_CASE("sequence_task: the answers are the digits backwards, or in order", "[learning]") {
  for (const TaskKind kind : {TaskKind::reverse, TaskKind::sort}) {
    const auto task = task_of(kind);
    Batch<float> batch;
    task->fill_batch(3, batch);
    REQUIRE(batch.n_sequences == 64);
    for (std::size_t s = 0; s < batch.n_sequences; ++s) {
      const auto first = static_cast<std::ptrdiff_t>(s * batch.length);
      const auto last = first + static_cast<std::ptrdiff_t>(batch.length);
      std::vector<std::int32_t> digits(batch.tokens.begin() + first, batch.tokens.begin() + last);
      kind == TaskKind::sort ? std::sort(digits.begin(), digits.end())
                             : std::reverse(digits.begin(), digits.end());
      CHECK(std::equal(digits.begin(), digits.end(), batch.targets.begin() + first));
    }
  }
}

TEST_CASE("sequence_task: a step has its own sequences, the same ones each time", "[learning]") {
  const auto task = task_of(TaskKind::reverse);
  Batch<float> third, again, fourth;
  task->fill_batch(3, third);
  task->fill_batch(4, fourth);
  task->fill_batch(3, again);
  CHECK(third.tokens == again.tokens);
  CHECK(third.tokens != fourth.tokens);
}

TEST_CASE("sequence_task: reversing is learned, and its head looks at the mirrored place",
          "[learning]") {
  QuickTraining reverse(task_of(TaskKind::reverse, 120));
  reverse.run();
  CHECK(reverse.measure("accuracy", 2) > 0.99);
  CHECK(reverse.measure("accuracy", 1) < 0.2);
  CHECK(reverse.measure("mean_antidiagonal", 2) > 0.9);
}

TEST_CASE("sequence_task: sorting without a head for it is told only where it was learned",
          "[learning]") {
  const KnowingModel::RuleOf right_digit = sort_keys, anywhere;
  const auto note = [&](TaskKind kind, bool knows, const KnowingModel::RuleOf& head) {
    Workers workers(1);
    KnowingModel before(10, false, {anywhere}), after(10, knows, {head});
    return task_of(kind)->measures(before, after, workers).note;
  };
  CHECK(note(TaskKind::sort, true, anywhere).starts_with("Sorting is learned, and yet no head"));
  CHECK(note(TaskKind::sort, false, anywhere).empty());
  CHECK(note(TaskKind::sort, true, right_digit).empty());
  CHECK(note(TaskKind::reverse, true, anywhere).empty());
}
