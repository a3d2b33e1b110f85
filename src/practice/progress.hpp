#pragma once

#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

namespace attn {

/// What is remembered of one exercise.
struct ExerciseProgress {
  enum class State { untouched, started, skipped, passed } state = State::untouched;
  std::uint64_t attempts = 0;  ///< judged answers, until it was passed
  std::uint64_t hints = 0;     ///< how many stages were read
  bool gave_up = false;        ///< the solution was read before it was passed
  std::string last;            ///< when it was last worked on, UTC: "2026-11-21T17:00:00Z"
};

/// The file that progress is kept in: $XDG_STATE_HOME/attn/progress.json, else under
/// ~/.local/state. Ids and keys that this program does not know are kept.
class ProgressFile {
 public:
  /// Errors:  none: a file that is not there is empty.
  ProgressFile(std::string path, std::string course);

  /// What the file holds of an exercise now.
  ExerciseProgress of(const std::string& id);

  /// The exercise that was worked on last; "" for none.
  std::string latest();

  /// Changes one exercise, under a lock, so that two programs at once lose nothing: the file is
  /// read anew, changed, written beside and renamed.
  /// Errors:  SurroundingsError if it cannot be locked or written; the old file is then unchanged.
  void change(const std::string& id, const std::function<void(ExerciseProgress&)>& edit);

  /// Forgets an exercise.
  void forget(const std::string& id);

  /// What happened to a damaged file, as a sentence; "" if nothing. It was moved aside, whole.
  const std::string& damage() const { return damage_; }

  const std::string& path() const { return path_; }

 private:
  std::string path_, course_, damage_;
};

/// Where the file is in these surroundings.
/// Errors:  SurroundingsError if there is neither XDG_STATE_HOME nor HOME.
std::string progress_path();

}  // namespace attn
