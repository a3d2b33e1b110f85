#include "learning/tasks/task.hpp"

#include <stdexcept>

#include "learning/tasks/classify_task.hpp"
#include "learning/tasks/copy_task.hpp"
#include "learning/tasks/held_out.hpp"
#include "learning/tasks/recall_task.hpp"
#include "learning/tasks/sequence_task.hpp"

namespace attn {

std::size_t Task::n_looked_at(Look look) const {
  const HeldOutCounts counts = held_out_counts(settings().task);
  return look == Look::quick ? counts.quick : counts.thorough;
}

std::unique_ptr<Task> make_task(const LearnSettings& settings) {
  require_sound(settings);
  switch (settings.task) {
    case TaskKind::copy:
      return copy_task(settings);
    case TaskKind::reverse:
    case TaskKind::sort:
      return sequence_task(settings);
    case TaskKind::classify:
      return classify_task(settings);
    case TaskKind::recall:
      return recall_task(settings);
    case TaskKind::text:
      break;
  }
  throw std::invalid_argument("make_task: text needs a corpus");
}

}  // namespace attn
