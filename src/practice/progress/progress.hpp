#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <set>
#include <string>

#include "base/named.hpp"
#include "practice/progress/state_files.hpp"

namespace attn {

/// What is remembered of one exercise.
struct ExerciseProgress {
  enum class State { untouched, started, skipped, passed } state = State::untouched;
  std::uint64_t attempts = 0;  ///< judged answers, until it was passed
  std::uint64_t hints = 0;     ///< hints 1 to this were read
  bool gave_up = false;        ///< the solution was read before it was passed
  std::string last{};          ///< when it was last worked on, UTC: "2026-11-21T17:00:00Z"

  std::set<std::uint64_t> later_hints{};  ///< read as well, but not in their order

  std::uint64_t n_hints() const { return hints + later_hints.size(); }
  bool has_read(std::uint64_t hint) const { return hint <= hints || later_hints.contains(hint); }
  void read_hint(std::uint64_t hint);

  /// Where it stands now. What was passed stays so.
  void mark(State now) { state = state == State::passed ? state : now; }

  /// One more judged answer; the largest count there is stays as it is.
  void count_attempt() { attempts += attempts != std::numeric_limits<std::uint64_t>::max(); }
};
inline constexpr Named<ExerciseProgress::State> kProgressStates[] = {
    {ExerciseProgress::State::untouched, "untouched"},
    {ExerciseProgress::State::started, "started"},
    {ExerciseProgress::State::skipped, "skipped"},
    {ExerciseProgress::State::passed, "passed"}};

/// What is remembered of a course, as it was when the file was read. A command reads it once.
struct Progress {
  std::map<std::string, ExerciseProgress> exercises;  ///< by id
  std::string latest;                                 ///< the id worked on last; "" for none

  /// What is remembered of an exercise; untouched, where nothing is.
  ExerciseProgress of(const std::string& id) const;
};

/// The file that progress is kept in: $XDG_STATE_HOME/attn/progress.json, else under
/// ~/.local/state. Ids and keys that this program does not know are kept.
///
/// A missing file means that nothing was done yet. So does a damaged or empty one, which every
/// reader is told of, until it is mended or removed; the next change moves it aside, whole.
class ProgressFile {
 public:
  ProgressFile(std::string path, std::string course, WaitNotice on_wait = {});

  /// What the file holds now.
  /// Errors:  SurroundingsError if it cannot be read.
  Progress read();

  /// Changes one exercise, which becomes the latest, and returns what the file then holds. Under a
  /// lock, the file is read again, changed, written under another name and renamed, so that two
  /// programs at once lose nothing.
  /// Errors:  SurroundingsError if it cannot be locked or written, or a newer attn wrote it; the
  ///          old file is then unchanged.
  Progress change(const std::string& id, const std::function<void(ExerciseProgress&)>& edit);

  /// Forgets an exercise. Returns what the file then holds.
  /// Errors:  as change().
  Progress forget(const std::string& id);

  /// Refuses what change() would refuse, and changes nothing.
  /// Errors:  as change().
  void require_writable();

  /// That the file is damaged, or where it was moved, as sentences; "" if it was sound.
  const std::string& damage() const { return damage_; }

  const std::string& path() const { return path_; }

 private:
  nlohmann::json read_or_none(const std::function<std::string()>& about_damage);
  nlohmann::json read_or_leave();
  nlohmann::json read_or_set_aside();
  Progress change_file(const std::function<void(nlohmann::json& course)>& edit);

  std::string path_, course_, damage_;
  WaitNotice on_wait_;
};

/// Where the file is in these surroundings.
/// Errors:  SurroundingsError if there is neither XDG_STATE_HOME nor HOME.
std::string progress_path();

}  // namespace attn
