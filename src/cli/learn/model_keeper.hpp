#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "cli/learn/learn_file.hpp"
#include "learning/training/training.hpp"

namespace attn {

/// The model of a run in its file: now and then while it learns, so that a kill costs seconds, and
/// at its end. Whatever happens, there is a whole model in the file, or none at all.
class ModelKeeper {
 public:
  using Clock = std::chrono::steady_clock;

  /// All must live as long; no corpus but for text.
  ModelKeeper(const LearnFileFlags& flags, Training& training, const Corpus* corpus);

  /// Writes the model if nobody has for a while: five seconds, or twenty times what writing it took
  /// the last time. What went wrong, if anything did for the first time; learning can go on.
  std::optional<std::string> keep_now_and_then(Clock::time_point now = Clock::now());

  /// Writes the model, and tells so. False where nobody asked for it.
  /// Errors:  InputError, SurroundingsError if it cannot be written.
  bool keep();

  /// After how many steps the model was that the file holds; nothing where this run wrote none.
  std::optional<std::uint64_t> kept_step() const { return kept_step_; }

 private:
  void write();

  const LearnFileFlags& flags_;
  Training& training_;
  const Corpus* corpus_;
  bool may_write_on_the_way_, has_failed_ = false;
  Clock::time_point written_ = Clock::now();
  Clock::duration pause_;
  std::optional<std::uint64_t> kept_step_{};
};

}  // namespace attn
