#include "cli/learn/learn_run.hpp"

#include <algorithm>

#include "base/count.hpp"
#include "base/message.hpp"
#include "cli/exit_code.hpp"
#include "cli/terminal/output.hpp"

namespace attn {
namespace {

std::string what_broke(const Blowup& blowup) {
  switch (blowup.part) {
    case BrokenPart::gradient:
      return message("the gradient of {} is no number any more, the first of all", blowup.tensor);
    case BrokenPart::square_of_gradient:
      return message("the gradient of {} is so large that Adam cannot square it", blowup.tensor);
    case BrokenPart::parameter:
      return message("the update left no number in {}", blowup.tensor);
    case BrokenPart::held_out_loss:
      return translated("after the update the held-out loss is no number any more");
    case BrokenPart::loss:
      break;
  }
  return translated("the loss is no number any more");
}

}  // namespace

RunEnd run_training(Training& training, const InterruptNote& interrupt,
                    const std::function<void()>& look) {
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
  constexpr double kLess = 10.0;
  const LearnSettings& settings = training.task().settings();
  const double usual = usual_settings(settings.task, settings.classifier).learning_rate;
  print_error(message(
      "learning broke down in step {}: {}. The last gradient that was a number had the length "
      "{:.3g}, and the learning rate was {:.3g}. Try a smaller one: --lr {:.3g}.",
      count_text(blowup.step + 1), what_broke(blowup), blowup.last_length, blowup.learning_rate,
      std::min(usual, settings.learning_rate / kLess)));
  return kNotYet;
}

}  // namespace attn
