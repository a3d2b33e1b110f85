// What `attn exercise` works with, and its verb `grade`: flags, the course, and how a verb answers.
#pragma once

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "cli/flags/shared_flags.hpp"
#include "practice/course/course.hpp"
#include "practice/exercise/worksheet.hpp"
#include "practice/progress/progress.hpp"
#include "practice/report/report.hpp"
#include "render/layout.hpp"
#include "trace/document.hpp"

namespace attn {

/// The words and flags of `attn exercise`, as typed.
struct ExerciseFlags {
  std::vector<std::string> words;  ///< VERB, ID, FILE
  Flag variant{"--variant"}, course{"--course"};
  Flag set{"--set"};  ///< NAME=VALUE
  Flag all{"--all"}, give_up{"--give-up"}, force{"--force"}, seed{"--seed"}, json{"--json"};
  Flag run{"--run"}, one_case{"--case"}, request{"--request"}, isolation{"--isolation"};
  Flag show_mistakes{"--show-mistakes"}, watch{"--watch"};
  // Of `print`; the roster is that of `grade`, too.
  Flag output{"--output"}, variants{"--variants"}, answers{"--answers"};
  // Of `grade`.
  Flag exercise{"--exercise"}, layout{"--layout"}, only{"--only"};
  Flag roster{"--roster"}, roster_column{"--roster-column"};
  Flag exclude{"--exclude"}, hidden{"--hidden"}, jobs{"--jobs"};
  Flag out{"--out"}, resume{"--resume"}, format{"--format"}, fail_under{"--fail-under"};
  Flag shard{"--shard"}, merge{"--merge"};
  ScreenFlags screen{};

  void add_to(FlagTable& table);

 private:
  void add_printing_flags(FlagTable& table);
  void add_grading_flags(FlagTable& table);
};

/// A page, and below it what to do next.
struct VerbScreen {
  VerbScreen(Document shown, Document below = {})
      : page(std::move(shown)), next(std::move(below)) {}

  Document page, next;
  bool names_course = true;  ///< where it was not typed, and is not the one that comes with attn
  bool streams = false;      ///< more follows when it happens, so nothing waits for keys
};

/// What a verb of `attn exercise` works with: the course, the exercise that was named, and the
/// progress of the person, where it can be kept.
class ExerciseSession {
 public:
  /// Errors: InputError naming a flag.
  explicit ExerciseSession(const ExerciseFlags& flags);

  const ExerciseFlags& flags() const { return flags_; }
  const Layout& layout() const { return layout_; }
  /// Takes the size of the terminal anew.
  void measure_again() { layout_ = flags_.screen.read_layout(); }
  bool is_json() const { return bool(flags_.json); }

  /// The folder of the course.
  const std::string& folder() const { return folder_; }

  /// Takes another folder for the course, before anything of it was read.
  void use_course(const std::string& folder) { folder_ = folder; }

  /// The course without its pages; read when it is first asked for.
  /// Errors: those of read_course.
  const Course& course();

  /// The exercise that the command names, with its pages; read when it is first asked for.
  /// Errors: those of read_exercise.
  const Exercise& exercise();

  /// Takes an exercise that the command does not name, by its id.
  /// Errors: those of read_exercise.
  void choose(const std::string& id) { exercise_ = read_exercise(folder(), id); }

  /// The word after the exercise, which names a file; "" if there is none.
  std::string file() const { return flags_.words.size() > 2 ? flags_.words[2] : ""; }

  /// --variant; nothing where it was not given.
  /// Errors: InputError if it is not a number.
  std::optional<std::uint64_t> variant() const;

  /// The numbers of the exercise, in the variant that was asked for.
  /// Errors: those of Worksheet.
  Worksheet worksheet();

  /// What is remembered of the course: read when it is first asked for, and whenever this session
  /// changes it. Where it cannot be read it is empty, and a remark on standard error says so, once.
  const Progress& progress();

  /// The course with its progress.
  Standing standing() { return {course(), progress()}; }

  /// Forgets what was read of the progress, because another program may have changed it since.
  void look_again() { progress_.reset(); }

  /// Remembers something of an exercise. Where that cannot be written a remark says so, once, and
  /// the verb goes on.
  void record(const std::string& id, const std::function<void(ExerciseProgress&)>& edit);

  /// The same for a verb whose only purpose this is: it fails if nothing can be written.
  /// Errors: SurroundingsError.
  void record_or_refuse(const std::string& id, const std::function<void(ExerciseProgress&)>& edit);
  void forget_or_refuse(const std::string& id);

  /// The last remark that was printed because something could not be remembered; "" if none was.
  std::string remark() const { return remarks_.empty() ? "" : remarks_.back(); }

  /// The answers that were typed at the prompt.
  /// Errors: SurroundingsError where nothing can be kept.
  KeptAnswers& kept_answers();

  /// What was typed at the prompt of an exercise, in the variant that was asked for. Where it
  /// cannot be used, a remark says why, once.
  AnswerSheet typed_answers(const Exercise& exercise);

  /// Says, once, which files of typed answers cannot be used.
  void report_damaged_answers();

  /// What to type: "attn exercise check 1 answer.txt", with the flags that choose the same course.
  std::string command(const std::string& words) const;

  /// The same for an exercise, in the same variant: "check", "answer.txt".
  std::string command(const std::string& verb, const Exercise& exercise,
                      const std::string& more = "") const;

  /// A page as the terminal shows it.
  std::string text_of(const Document& page) const;

  void print(const VerbScreen& screen) const;
  void print(const nlohmann::ordered_json& document) const;

  /// Prints the document with --json, else the screen. Only the one that is wanted is made. Returns
  /// the exit code of what is done.
  int answer(const std::function<nlohmann::ordered_json()>& document,
             const std::function<VerbScreen()>& screen) const;

 private:
  std::string course_name() const;
  ProgressFile& progress_file();
  void remark_once(const std::string& text);
  void report_damage();

  const ExerciseFlags& flags_;
  Layout layout_;
  std::string folder_;
  std::optional<Course> course_;
  std::optional<Exercise> exercise_;
  std::optional<ProgressFile> progress_file_;
  std::optional<KeptAnswers> kept_answers_;
  std::optional<Progress> progress_;
  std::vector<std::string> remarks_;  // those that were printed
};

/// A line that says what to type next.
LabelledLine next_line(const std::string& label, const std::string& command);

/// Adds the line that says how to go on with the course, or that all of it is passed.
void add_next(Document& page, const ExerciseSession& session, const Standing& standing);

/// A page of one sentence.
Document page_of(const std::string& sentence);

inline bool is_passed(const ExerciseProgress& progress) {
  return progress.state == ExerciseProgress::State::passed;
}

/// The folder of the course: what --course says, else ATTN_COURSE, else the nearest folder that
/// holds exercises/course.toml, from the current one upwards, else the exercises that lie beside
/// the program. Of a course nothing is ever run: its files are read as text.
std::string course_folder(const std::string& flag);

/// Whether a folder holds the very exercises that come with attn.
bool is_own_course(const std::string& folder);

/// Whether the user chose the course that course_folder found, or it is attn's own; and not one
/// that merely lies where somebody stands.
bool is_chosen_course(const std::string& flag);

}  // namespace attn
