// A course: its exercises, mistakes and pages from their folders, the values that stand in them,
// and the exercise that `new` writes.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "data/toml/toml.hpp"
#include "practice/exercise/exercise.hpp"
#include "practice/exercise/worksheet.hpp"
#include "trace/document.hpp"

namespace attn {

// A course: its exercises, mistakes and pages from their folders, and the exercise that `new`
// writes.

/// What a course says of itself, in FOLDER/exercises/course.toml.
struct CourseSettings {
  std::string name;  ///< what progress is kept under; the folder's name where the file is missing
  std::vector<std::string> languages = kUsualLanguages;  ///< of its texts and pages; never empty
};

/// Errors:  InputError if there is a course.toml that cannot be read.
CourseSettings read_course_settings(const std::string& folder);

/// The path of that file.
std::string course_file(const std::string& folder);

/// A folder of exercises: FOLDER/exercises/NN-id and FOLDER/solutions/NN-id.
struct Course {
  std::string name;  ///< what progress is kept under: of course.toml, "attn" for our own
  std::vector<std::string> languages = kUsualLanguages;  ///< of its texts and pages
  std::vector<Exercise> exercises;                       ///< by number
  /// Folders that could not be read, and why. The others can still be worked on.
  std::vector<std::pair<std::string, std::string>> broken;
};

/// Reads a course, every page of it included.
/// Errors:  InputError if there is no such folder, or no exercise in it.
Course read_course(const std::string& folder);

/// The same without the pages, which are most of the files: enough to list the exercises.
Course read_course_overview(const std::string& folder);

/// What the folder of an exercise says: "01-two-words".
struct ExerciseName {
  unsigned number = 0;
  std::string id;
  std::string folder;  ///< its own name, without those above it
};

/// The exercises of a course by number, as their folders are called. None of them is opened.
/// Errors:  as read_course.
std::vector<ExerciseName> exercise_names(const std::string& folder);

/// Their ids.
std::vector<std::string> ids_of(const std::vector<ExerciseName>& names);

/// The exercise that is meant by its number ("1", "01"), its id, or the beginning of its id, if no
/// other id begins like that.
/// Errors:  InputError naming the nearest id, or the ids that begin like that.
const ExerciseName& find_exercise(const std::vector<ExerciseName>& names,
                                  const std::string& wanted);

/// Reads the exercise that find_exercise finds in the course, with its pages and without the other
/// exercises.
/// Errors:  those of find_exercise; InputError if the exercise cannot be read.
Exercise read_exercise(const std::string& course_folder, const std::string& wanted);

/// The largest manifest or page that is read, in bytes.
constexpr std::size_t kManifestLimit = 1 << 20;

/// How much of a manifest is read: the questions are enough for a list of exercises.
enum class ManifestParts { all, questions };

/// A file of mistakes and readings beside the manifest.
struct MistakeFile {
  std::string name;    ///< within the exercise's folder: "mistakes/1-scores.toml"
  std::string source;  ///< what refusals call it
  std::string toml;
};

/// Reads an exercise.toml, as docs/writing-exercises.md describes it. `source` names the file in
/// refusals, `languages` those of the course; `number` and `pages` are set by the caller, who knows
/// the folder. The tables of `mistakes` are read as if they stood at the end of the manifest; the
/// questions do without them.
///
/// Errors:  InputError naming line and column, or the key, for every fault:
///          text that is not TOML, unknown or missing keys, wrong types, recipes that cannot be
///          read, names used twice, an alternative that changes nothing that exists.
Exercise read_manifest(std::string_view toml, const std::string& source,
                       const std::vector<std::string>& languages = kUsualLanguages,
                       ManifestParts parts = ManifestParts::all,
                       const std::vector<MistakeFile>& mistakes = {});

/// Adds the checks of a file that only whoever grades has: tables of [[check]] as in a manifest,
/// and a seed from which all requests are drawn.
/// Errors:  InputError naming line, column and key.
/// Returns the seed; nothing where the file has none.
std::optional<std::uint64_t> add_hidden_checks(std::string_view toml, const std::string& source,
                                               const std::vector<std::string>& languages,
                                               Exercise& exercise);

/// An exercise that was written for an author to change.
struct NewExercise {
  unsigned number = 0;
  std::string id;
  bool made_course = false;            ///< there was no course.toml before
  std::vector<std::string> languages;  ///< of the course
  std::vector<std::string> files;      ///< paths, in the order in which an author needs them
};

/// Writes a small exercise, whole and sound, into a course: its manifest, and in each language of
/// the course its pages, then the template and the solution with its answer. The number is the next
/// free one. Where there is no course yet, one is made in the user's language.
///
/// Errors:  InputError if the id is none, or is there already, or the course cannot be read;
///          SurroundingsError if a file cannot be written. Nothing that exists is ever replaced.
NewExercise write_new_exercise(const std::string& course_folder, const std::string& id);

/// "1 softmax-by-hand — Softmax by hand"; without the number where it has none.
std::string exercise_name(const Exercise& exercise);

/// What a field asks for, in which form, and whether it counts: lines of their own.
std::string question_text(const Field& field, const arma::mat& truth);

/// The page of an exercise: its prompt with the numbers of the worksheet, then what is asked for,
/// field by field, with shape and tolerance.
/// Errors:  InputError if the page is not Markdown that we can show, or names a value that it may
///          not show.
Document prompt_page(const Exercise& exercise, Worksheet& worksheet);

/// The prompt alone, with the numbers of the worksheet.
/// Errors:  as prompt_page.
Document own_prompt(const Exercise& exercise, Worksheet& worksheet);

/// The page without what is asked.
Document introduction_page(const Exercise& exercise, Worksheet& worksheet);

/// What the exercise gives, and no more: every matrix, number and list of words that its prompt
/// shows, in that order. Matrices stand side by side where they fit.
/// Errors:  as prompt_page.
Document given_values(const Exercise& exercise, Worksheet& worksheet);

/// Adds the options of a choice; nothing for other kinds, and where the options say no more than
/// their letters, which stand beside the question.
void append_options(Document& page, const Field& field);

/// A page of the exercise's own (a hint, the solution) with the numbers of the worksheet.
/// Errors:  as prompt_page, but answers may be shown.
Document own_page(const LocalText& markdown, Worksheet& worksheet);

/// The worked solution: its page, and the program where one is asked for.
/// Errors:  as prompt_page, but answers may be shown.
Document solution_page(const Exercise& exercise, Worksheet& worksheet);

/// What `start` writes: the template, with the exercise's id and variant as its first entries;
/// those that the template has already are replaced where they stand.
std::string template_text(const Exercise& exercise, std::uint64_t variant);

// Pages of exercises, and the values that stand in them.

/// What a {{name}} in a page stands for: a piece of its own where it stands alone in a paragraph,
/// or text in a sentence.
struct Placeholders {
  std::function<Piece(const std::string& name)> piece;
  std::function<std::string(const std::string& name)> text;
};

/// Reads Markdown: headings, paragraphs, lists, code blocks, links (their address stands behind
/// them), and inline code and emphasis, which become plain text; inline code is never broken at its
/// spaces. Tables are those of GitHub. Several {{names}} alone on one line stand side by side. What
/// could command a terminal is replaced by "?".
///
/// Errors:  those of the placeholders; InputError for Markdown that this has no piece for (images,
///          HTML, quotes, rules), naming it and its line, and for formulas between dollar signs,
///          naming line and column.
Document read_markdown(std::string_view markdown, const Placeholders& placeholders);

/// A {{name}} in a text.
struct Placeholder {
  std::size_t begin = 0, end = 0;  ///< of the whole, braces included
  std::string name;
};

/// The first placeholder at or after `from`.
std::optional<Placeholder> find_placeholder(std::string_view text, std::size_t from);

/// The names in a line that holds nothing but placeholders and spaces; none for any other line.
std::vector<std::string> placeholders_alone(std::string_view line);

/// What joined_lines() makes a line end of.
constexpr char kHardBreak = '\v';

/// A paragraph whose lines were broken by its author's editor: a line end becomes a space, or
/// nothing between two characters of a language that writes none.
std::string joined_lines(const std::string& text);

/// What the {{names}} of an exercise's pages stand for: matrices with the words they belong to,
/// numbers, and lists of words. With `has_answers`, the names of fields too. A number in a sentence
/// has the digits that its question asks for, or those of {{name:2}}.
///
/// The worksheet must live as long. Errors of both functions: InputError for other names.
Placeholders page_values(Worksheet& worksheet, bool has_answers);

/// The matrix of a name, as a page shows it.
MarkedMatrix page_matrix(Worksheet& worksheet, const std::string& name);

/// Where a formula between dollar signs begins in a block of Markdown: "$d_k$", "$$...$$". As other
/// programs read it, no space stands inside the signs and no digit behind the second: "$5 and $6"
/// are prices. Code and "\$" are passed over.
std::optional<std::size_t> find_dollar_formula(std::string_view block);

}  // namespace attn
