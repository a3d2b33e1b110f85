#include "cli/learn/learn_run.hpp"

#include <algorithm>

#include "base/count_text.hpp"
#include "base/message.hpp"
#include "cli/exit_code.hpp"
#include "cli/terminal/interrupt.hpp"
#include "cli/terminal/output.hpp"

namespace attn {

RunEnd run_training(Training& training, const std::function<void()>& look) {
  const InterruptNote interrupt;
  look();
  while (!training.is_done()) {
    if (interrupt.is_there()) return RunEnd::interrupted;
    if (!training.step()) return RunEnd::blown_up;
    look();
  }
  return RunEnd::done;
}

int report_blowup(const Training& training) {
  const Blowup& blowup = *training.blowup();
  const std::string what =
      blowup.tensor.empty()
          ? translated("the loss is no number any more")
          : message("the gradient of {} is no number any more, the first of all", blowup.tensor);
  constexpr double kLess = 10.0;
  const LearnSettings& settings = training.task().settings();
  const double usual = usual_settings(settings.task, settings.classifier).learning_rate;
  print_error(
      message("learning broke down in step {}: {}. The largest gradient before was "
              "{:.3g}, the learning rate {:.3g}. Try a smaller one: --lr {:.3g}.",
              count_text(blowup.step + 1), what, blowup.largest_gradient, blowup.learning_rate,
              std::min(usual, settings.learning_rate / kLess)));
  return kNotYet;
}

}  // namespace attn
