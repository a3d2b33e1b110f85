// What was done of a course, in files that several terminals may write.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <set>
#include <string>

#include "base/named.hpp"
#include "practice/answer/answer.hpp"

namespace attn {

/// Is told, in a sentence, that another attn holds a file, and how long it is waited for. Called
/// once, soon enough that nobody takes the waiting for a program that hangs.
using WaitNotice = std::function<void(const std::string&)>;

/// The folder of what is remembered from one run to the next: $XDG_STATE_HOME/attn, else
/// ~/.local/state/attn. It need not exist.
/// Errors:  SurroundingsError if there is neither XDG_STATE_HOME nor HOME.
std::string state_folder();

/// Renames a damaged file of that folder to a name that is not taken yet, which it returns.
/// Errors:  SurroundingsError if that cannot be done.
std::string set_aside(const std::string& path);

/// While it lives, no other attn changes the file. Its folder is made if it is missing.
///
/// It locks a file of its own beside it, because the file itself is replaced and not written.
/// Errors:  SurroundingsError if the folder or the lock cannot be made, or if another program holds
///          the lock for three seconds.
class StateLock {
 public:
  explicit StateLock(const std::string& path, const WaitNotice& on_wait = {});
  ~StateLock();
  StateLock(const StateLock&) = delete;
  StateLock& operator=(const StateLock&) = delete;

 private:
  void wait_for_the_other(const std::string& path, const WaitNotice& on_wait);

  int descriptor_ = -1;
};

/// The answers that a person typed at the prompt: an answer file for each exercise and variant, in
/// the folder where progress is kept. They can be checked, copied and edited as any other.
class KeptAnswers {
 public:
  /// Of a course, under the folder of state_folder().
  KeptAnswers(const std::string& state_folder, const std::string& course, WaitNotice on_wait = {});

  /// Where the answers to an exercise are.
  std::string path(const std::string& id, std::uint64_t variant) const;

  /// What was typed so far; no entries where nothing was, or where the file is damaged or answers
  /// something else, which damage() then says.
  /// Errors:  SurroundingsError if it cannot be read.
  AnswerSheet read(const std::string& id, std::uint64_t variant);

  /// Keeps one more answer, in the place of an older one to the same question; an empty text takes
  /// that away. Returns what is then kept. Under a lock, so that two sittings lose nothing. What
  /// cannot be used is moved aside, whole.
  /// Errors:  SurroundingsError if it cannot be locked or written; InputError if all answers
  ///          together would be larger than kAnswerLimit. The old file is then unchanged.
  AnswerSheet keep(const std::string& id, std::uint64_t variant, const std::string& field,
                   const std::string& text);

  /// Gives what is kept another name, which it returns; "" where nothing is.
  /// Errors:  SurroundingsError if that cannot be done.
  std::string put_away(const std::string& id, std::uint64_t variant);

  /// What is wrong with each file that cannot be read or used, and with the folder, as sentences.
  std::vector<std::string> all_damage();

  /// What is wrong with the file that was read last, or where it was moved, as sentences; "" if
  /// nothing.
  const std::string& damage() const { return damage_; }

 private:
  AnswerSheet sound(const std::string& id, std::uint64_t variant);

  std::string folder_, damage_;
  WaitNotice on_wait_;
};

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
