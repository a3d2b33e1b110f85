#pragma once

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

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

/// Whether any submission of a student, by the place in the plan, was found.
bool has_handed_in(const Gradebook& book, std::size_t student);

ExerciseCounts exercise_counts(const Gradebook& book, std::size_t exercise);

// How reports say what a gradebook holds. Sentences are in the language in force.

/// How many percent, with one decimal: "62.5". 0.0 where there is nothing to get.
std::string percent_text(double part, double whole);

/// "2.5 of 4 points (62.5 %)"; without the percents where there is nothing to get.
std::string points_of_text(double points, double most);

/// The points of a student, by the place in the plan: as points_of_text, or of what is marked.
std::string total_text(const Gradebook& book, std::size_t student);

/// What a verdict means, in a few words; a word that is none of ours as it is.
std::string verdict_text(const std::string& verdict);

/// At which limit a program was stopped, in a few words; any other word as it is.
std::string ending_text(const std::string& ending);

/// "s01 (Ada Lovelace)", or the id alone.
std::string student_text(const Student& student);

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

/// class.md, for the teacher and in the language in force: how the class did, what needs a look
/// before the marks go out, and of each question how many got it, which mistakes were made how
/// often, and the three wrong answers that most students gave of those that no mistake explains.
std::string class_page(const Gradebook& book);

/// grades.csv: a row for each student, in the order of the plan, with the points at each exercise.
/// Points are empty where a submission was not marked and somebody has to look; `remarks` names
/// every state but "marked". The same in every language.
std::string grades_csv(const Gradebook& book);

/// attn.grades/1: what was asked of whom, and every mark.
nlohmann::ordered_json grades_json(const Gradebook& book);

/// grades.json: that, as text that can be shown.
std::string grades_document(const Gradebook& book);

/// The results.json that Gradescope reads of one student, by the place in the plan, in the language
/// in force. There is no score of the whole, which would go before those of the tests. Every test
/// is visible, since a hidden one would hide the sum from the student; of a check that the students
/// do not know there is only its name and whether it was passed.
/// Source: Gradescope's autograder specification, version of 2025
nlohmann::ordered_json gradescope_json(const Gradebook& book, std::size_t student);

/// That, as text that can be shown.
std::string gradescope_document(const Gradebook& book, std::size_t student);

// What people and their programs wrote, in reports: as close to what it was as each form allows,
// and nothing in it that a reader of that form would obey.

/// Lines that can be shown anywhere. A control character becomes its picture (␛), a tab two spaces,
/// any other character that cannot be seen, such as one that turns the direction of a line, its
/// code (⟨U+202E⟩), so that two names that differ in it alone look different; U+FFFD stands for a
/// byte that is not UTF-8. What joins characters stays where it joins some. Lines end in \n
/// alone. What the log of a build server takes for a command (`::set-output`, `##[error]`,
/// `##teamcity[`) has a space in it. So XML may contain every character that is left.
std::string harmless_lines(std::string_view text);

/// The same on one line: the end of a line becomes ␤, a tab ␉.
std::string harmless_line(std::string_view text);

/// The same as text of Markdown, wherever in a line it stands: nothing in it is markup or HTML.
std::string markdown_text(std::string_view text);

/// Lines as a block of Markdown, in a fence that none of them can end.
std::string markdown_block(std::string_view text);

/// One line as a field of CSV, always in quotes, after an apostrophe where a spreadsheet would take
/// it for a formula.
/// Source: RFC 4180; OWASP, CSV Injection
std::string csv_field(std::string_view text);

/// A JSON document that means the same and can be shown: what harmless_lines() would replace is
/// written as \u escapes.
std::string harmless_json(std::string_view document);

/// items.csv: a row for each question and check: how many were right, how often each verdict was
/// given, the mistakes ("no_scale 12; no_mask/swapped 3", where either of two explains an answer)
/// and the three wrong answers that most students gave of those that no mistake explains. The same
/// in every language but for the titles.
std::string items_csv(const Gradebook& book);

/// junit.xml: a suite for each student, a test for each question and check, in the language in
/// force. What is wrong or was not handed in is a failure; what has to be looked at by the teacher,
/// an error; what waits for another check, skipped. It holds no times.
/// Source: testmoapp/junitxml, the subset that all readers have in common
std::string junit_xml(const Gradebook& book);

/// A table of Markdown that is one in plain text, too: its columns are aligned.
struct MarkdownTable {
  struct Column {
    std::string heading;
    bool is_number = false;  ///< to the right
    bool is_prose = false;   ///< as long as it is; for the last column, which then has a ragged end
  };
  std::vector<Column> columns;
  std::vector<std::vector<std::string>> rows{};  ///< cells that are Markdown already
};

std::string markdown_table(const MarkdownTable& table);

/// A share as a bar of 20 signs: "###############-----".
std::string bar_of(double part, double whole);

/// Text for a cell of prose: whole.
std::string prose_cell_of(const std::string& text);

/// Text for any other cell: cut where it would make the table too wide to be read, then made
/// Markdown.
std::string cell_text_of(const std::string& text);

/// What a teacher has to look at before the marks go out, as Markdown in the language in force:
/// what could not be marked, whose program was ended at a limit, whose file was guessed, who is
/// missing from the roster or handed nothing in, and which files belong to no exercise.
std::string needs_look(const Gradebook& book);

/// report.md of a student, by the place in the plan, in the language in force: the points at a
/// glance, then of each exercise what was graded, what it got and what a learner would see. Of a
/// check that the students do not know it says the name and whether it was passed.
std::string student_page(const Gradebook& book, std::size_t student);

}  // namespace attn
