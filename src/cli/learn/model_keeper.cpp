#include "cli/learn/model_keeper.hpp"

#include <algorithm>
#include <filesystem>

#include "base/count.hpp"
#include "base/message.hpp"
#include "cli/terminal/output.hpp"
#include "data/files/write_file.hpp"

namespace attn {
namespace {

constexpr std::chrono::seconds kLeastPause{5};
constexpr int kPauseForWriting = 20;  // so that at most a twentieth of the time goes there

// A pipe or a device takes one model, the last.
bool holds_what_was_written_last(const std::string& path) {
  std::error_code unknown;
  const std::filesystem::file_status status = std::filesystem::status(path, unknown);
  return !std::filesystem::exists(status) || std::filesystem::is_regular_file(status);
}

}  // namespace

ModelKeeper::ModelKeeper(const LearnFileFlags& flags, Training& training, const Corpus* corpus)
    : flags_(flags),
      training_(training),
      corpus_(corpus),
      may_write_on_the_way_(flags.output && holds_what_was_written_last(flags.output.text())),
      pause_(kLeastPause) {}

std::optional<std::string> ModelKeeper::keep_now_and_then(Clock::time_point now) {
  if (!may_write_on_the_way_ || now - written_ < pause_) return std::nullopt;
  try {
    write();
  } catch (const std::runtime_error& error) {
    written_ = Clock::now();
    if (std::exchange(has_failed_, true)) return std::nullopt;
    return message("the model could not be kept after {} steps, and learning goes on: {}",
                   count_text(training_.n_steps()), error.what());
  }
  return std::nullopt;
}

bool ModelKeeper::keep() {
  if (!flags_.output) return false;
  write();
  print_written({flags_.output.text()});
  return true;
}

// One that has not made all its steps keeps what it needs to go on, whatever was typed. What stands
// there already may only be replaced if that was allowed, or if it is ours.
void ModelKeeper::write() {
  const Clock::time_point start = Clock::now();
  const bool may_replace = flags_.force || kept_step_;
  const bool is_final = flags_.parameters_only && training_.is_done();
  const Kept kept = is_final ? Kept::parameters : Kept::training;
  write_files({{flags_.output.text(), model_file_bytes(training_, corpus_, kept)}}, may_replace);
  written_ = Clock::now();
  pause_ = std::max<Clock::duration>(kLeastPause, kPauseForWriting * (written_ - start));
  kept_step_ = training_.n_steps();
}

}  // namespace attn
