// Marks to the bytes of files: CSV, JSON, JUnit, Gradescope, pages.
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/named.hpp"
#include "grading/gradebook.hpp"

namespace attn {

/// How many wrong answers the same mistakes explain: mostly one, several where each of them gives
/// that answer. An answer counts once.
struct ExplainedAnswers {
  std::vector<std::string> misconceptions;
  std::size_t n = 0;
};

/// A wrong answer that no known mistake gives.
struct UnexplainedAnswer {
  std::string answer;
  std::vector<std::string> students;  ///< ids, in the order of the plan
};

/// How a class did at one question or check. Only submissions that were judged count.
struct ItemCounts {
  std::size_t n_right = 0;
  std::map<std::string, std::size_t> verdicts;
  std::vector<ExplainedAnswers> explained;     ///< the most frequent first
  std::vector<UnexplainedAnswer> unexplained;  ///< the most frequent first
};

/// How a class did at one exercise.
struct ExerciseCounts {
  std::size_t n_handed_in = 0;
  std::size_t n_judged = 0;       ///< those that were marked or could not be read
  double mean_points = 0.0;       ///< of those that were judged; 0 where none was
  std::vector<ItemCounts> items;  ///< in the order of the plan
};

/// How a class did as a whole: those who handed in anything, and of whom all of that was judged.
struct ClassCounts {
  std::size_t n_handed_in = 0;
  std::size_t n_unsettled = 0;  ///< those who are not counted below: nobody knows their points yet
  double mean_points = 0.0, median_points = 0.0;
  std::array<std::size_t, 5> fifths{};  ///< how many got 0 to 20 % of the points, 20 to 40 %, …
};

/// Whether any submission of a student, by the place in the plan, was found.
bool has_handed_in(const Gradebook& book, std::size_t student);

ExerciseCounts exercise_counts(const Gradebook& book, std::size_t exercise);
ClassCounts class_counts(const Gradebook& book);

/// A form that marks are written in.
enum class ReportFormat {
  csv,         ///< grades.csv and items.csv
  excel,       ///< the same with a byte-order mark, without which Excel garbles names
  json,        ///< grades.json
  junit,       ///< junit.xml
  gradescope,  ///< students/NAME/results.json
  md,          ///< students/NAME/report.md, and class.md for the teacher
};
inline constexpr Named<ReportFormat> kReportFormats[] = {{ReportFormat::csv, "csv"},
                                                         {ReportFormat::excel, "excel"},
                                                         {ReportFormat::json, "json"},
                                                         {ReportFormat::junit, "junit"},
                                                         {ReportFormat::gradescope, "gradescope"},
                                                         {ReportFormat::md, "md"}};

/// From now on texts are in this language; "" is that of the command.
using Speak = std::function<void(const std::string& language)>;

/// Paths within the folder of the reports, and what is written there.
using ReportFiles = std::vector<std::pair<std::string, std::string>>;

/// All reports of a class, in the order in which they are to be written. The same gradebook always
/// gives the same bytes: nothing in them depends on when, where or with how many jobs it was made.
/// Whatever students wrote or are called cannot be taken for markup, a formula or a command.
ReportFiles reports_of(const Gradebook& book, const std::set<ReportFormat>& formats,
                       const Speak& speak);

// How reports say what a gradebook holds. Sentences are in the language in force.

/// Points, short: "7", "2.5", "0.3333".
std::string points_text(double points, int decimals = 4);

/// How many percent, with one decimal: "62.5". 0.0 where there is nothing to get.
std::string percent_text(double part, double whole);

/// "2.5 of 4 points (62.5 %)"; without the percents where there is nothing to get.
std::string points_of_text(double points, double most);

/// The points of a student, by the place in the plan: as points_of_text, or of what is marked.
std::string total_text(const Gradebook& book, std::size_t student);

/// What became of a submission, in a few words: "not handed in".
std::string state_text(MarkState state);

/// What a verdict means, in a few words; a word that is none of ours as it is.
std::string verdict_text(const std::string& verdict);

/// At which limit a program was stopped, in a few words; any other word as it is.
std::string ending_text(const std::string& ending);

/// "s01 (Ada Lovelace)", or the id alone.
std::string student_text(const Student& student);

/// What the programs of some marks were run in, each once: "bubblewrap", "bubblewrap, limits"; ""
/// where none was run.
std::string isolation_of(const std::vector<const Mark*>& marks);
/// Of a whole class, and of one student by the place in the plan.
std::string isolation_of(const Gradebook& book);
std::string isolation_of(const Gradebook& book, std::size_t student);

/// The same as a field for programs: "no program was run" in the place of "".
std::string isolation_field(const std::string& isolation);

/// A sentence that says so.
std::string isolation_text(const std::string& isolation);

/// The item of a mark by its name; null where it has none.
const MarkedItem* marked_item(const Mark& mark, const std::string& name);

/// What one submission gets at each item that is asked for: the mark of it, or 0 points and the
/// state as the verdict where it was not marked. The title of a hidden check is its name.
std::vector<MarkedItem> items_of(const Mark& mark, const AskedExercise& asked);

/// Whether a submission was marked, and gets all points of the item.
bool is_passed(const Mark& mark, const MarkedItem& item);

/// The title of the exercise in the student's language, or else the teacher's.
const std::string& title_of(const Mark& mark, const AskedExercise& asked);

/// Removes the reports of a folder that are not among these: those of students who are gone, and of
/// forms that are not asked for any more. Whatever else lies there stays.
void remove_other_reports(const std::string& folder, const ReportFiles& files);

/// Writes reports into a folder, over older ones, each as a whole: it gets its name once it is
/// written. They can be made again at any time, so nothing waits for the disk.
/// Errors: SurroundingsError naming the file that cannot be written; those before it are there.
void write_reports(const std::string& folder, const ReportFiles& files);

}  // namespace attn
