// What was handed in, and by whom.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "grading/classroom/layouts.hpp"
#include "grading/gradebook.hpp"
#include "practice/course/course.hpp"
#include "practice/exercise/exercise.hpp"

namespace attn {

/// A number that is another one for other bytes, most probably: to notice that something changed,
/// and to draw numbers. It keeps no secret.
/// Source: FNV-1a in 64 bits, its bits then mixed as SplitMix64 does.
std::uint64_t fingerprint_of(std::string_view bytes);

/// The same as 16 digits in base 16.
std::string fingerprint_text(std::string_view bytes);

/// What lies at a place in a folder that somebody else has filled.
enum class FoundKind { file, folder, link, other };

struct FoundEntry {
  std::string path;  ///< within the folder: "ana/answer.txt"; bytes as the system has them
  FoundKind kind = FoundKind::file;
  bool is_closed = false;  ///< a folder that was to be looked into, and cannot be opened
};

/// What lies below a folder, or at `path` within it, `depth` levels of it, ordered by the bytes of
/// their names. No link is followed, and what is no ordinary file is not opened. Of a folder with
/// more than `most_in_folder` entries, the first of them; `is_cut` tells so.
/// Errors: InputError if the folder cannot be read, or a link is on the way to the path;
///         SurroundingsError if the place at the path cannot be read.
std::vector<FoundEntry> entries_below(const std::string& folder, const std::string& path,
                                      unsigned depth, std::size_t most_in_folder, bool& is_cut);

/// The bytes of an ordinary file below a folder that somebody else has filled: none of the names on
/// the way to it may be a link, and it has that one name alone, so that nothing from elsewhere is
/// read.
/// Errors: InputError if it is anything else, or has more than `most_bytes`; SurroundingsError if
/// it
///         cannot be read, because rights are missing or it is gone.
std::string bytes_beneath(const std::string& folder, const std::string& path,
                          std::uint64_t most_bytes);

/// A file or folder that a student handed in.
struct StudentFile {
  std::string file;  ///< as the layout sees it: "program-keywords.py", "hw/answer.txt"
  std::string path;  ///< where it lies, within the folder of the class
  FoundKind kind = FoundKind::file;
};

/// The file of a student that is graded for an exercise.
struct ChosenFile {
  std::string path;  ///< within the folder of the class; "" where there is none
  std::string file;  ///< the same as the layout sees it
  bool is_folder = false;
  bool has_usual_name = true;       ///< else it is one that was most probably meant
  std::vector<std::string> also{};  ///< other files that could have been graded
};

/// What a file to an exercise is called: "attention-by-hand.txt"; of a program one for each of its
/// languages, and a folder. The first goes before the others.
std::vector<std::string> usual_files(const Exercise& exercise);

/// The file that is graded: of the usual names the first; else one that differs from them only in
/// capitals, in the number that a browser adds (" (1)"), or in a folder above it; else, of typed
/// answers, one that says inside which exercise it answers, as `answers_to` has it for each file.
/// "" where there is none. `also` are as the layout sees them.
ChosenFile chosen_file(const Exercise& exercise, const std::vector<StudentFile>& files,
                       const std::vector<std::string>& answers_to);

/// The id of the exercise that a file is for, by its name; "" if it is for none of them.
std::string exercise_of_file(const std::string& file, const std::vector<std::string>& ids);

/// Bytes as a text that can be read and written anywhere: what is no UTF-8 becomes "\xNN".
std::string readable_bytes(const std::string& bytes);

/// A name of a folder for each student: the id where that is one, made safe where it is not. No two
/// are alike, be it on a system that tells no capitals from small letters, and the same id among
/// the same students always has the same.
std::vector<std::string> report_folders(const std::vector<std::string>& ids);

/// An id as it is seen: the same for two that differ only in kinds of blanks, or at their ends, in
/// how a character is composed, and in which form of it is chosen. What reports show by its code
/// stays.
std::string looks_of_id(const std::string& id);

/// A line of a roster.
struct RosterLine {
  std::string student;     ///< what his or her folder is called
  std::string name{};      ///< "" where there is none
  std::string language{};  ///< "en", "ja"; "" where there is none
  std::optional<std::uint64_t> variant{};
};

/// The largest roster that is read, in bytes.
constexpr std::size_t kRosterLimit = 16 << 20;

/// Reads a table of students as spreadsheets save it (CSV): a line that names its columns, then a
/// line for each student. The column `student` is needed, or `student_column` names another, or one
/// that learning platforms and schools use for it ("SIS Login ID", "ID number", "学籍番号"), which
/// is told; `name`, `lang` and `variant` are used where they are there, any other is passed over.
/// Rows of nobody, of Canvas itself, and of whoever has another role where a column says who is a
/// student, are passed over; who has a name and nothing else is known by it. Both are told. A
/// student who is known by a name has it as his or her name, too.
/// Commas, semicolons or tabs separate, whatever the first line has; a field in quotes may hold
/// them. `source` names the file in refusals.
///
/// Errors: InputError naming the line: no such column or two of them, no student at all, one twice
///         or two who look alike, a language that is neither en nor ja, a variant that is no
///         number, quotes that do not end, text that is not UTF-8.
std::vector<RosterLine> read_roster(std::string_view bytes, const std::string& source,
                                    const std::string& student_column = "");

/// What a student of the class handed in.
struct DeskFiles {
  std::vector<StudentFile> files;         ///< ordered by the bytes of their names; where there are
                                          ///< too many, those named for an exercise first
  std::vector<std::string> answers_to{};  ///< of each file, the exercise that it says it answers;
                                          ///< asked only where its name does not say it
  std::vector<std::string> unseen{};      ///< what may have been handed in where nobody looks:
                                          ///< hidden files that no system or tool leaves, and
                                          ///< folders that lie too deep
  bool is_closed = false;                 ///< a folder could not be opened
  bool is_cut = false;                    ///< there were too many to look at
};

/// The folder of a class, as it was found.
struct Classroom {
  std::string folder;
  std::vector<Student> students;  ///< in the order of the roster, then those that are not on it
  std::vector<DeskFiles> desks;   ///< of each student
  std::vector<std::string> not_looked_at{};  ///< what fits the layout of no student
  std::vector<std::string> passed_over{};    ///< what is_litter, as bytes of paths
};

/// Which students are graded, by their ids.
struct Chosen {
  std::set<std::string> only{}, without{};  ///< an empty `only` has all

  bool has(const std::string& id) const {
    return (only.empty() || only.contains(id)) && !without.contains(id);
  }
};

/// No more files of one student are looked at.
constexpr std::size_t kMostStudentFiles = 1000;
/// No more of them are opened to find out which exercise they answer.
constexpr std::size_t kMostSheetsAsked = 20;

/// Whether nobody hands in what is called so: hidden files and folders (.git, .ipynb_checkpoints,
/// ._name), and what systems leave in folders (__MACOSX, Thumbs.db, desktop.ini).
bool is_litter(const std::string& name);

/// Looks at the folder of a class: whose files lie there, and what they are called. `exercises` are
/// those of the course; a sheet says which it answers as a person names it to find_exercise. What
/// is_litter lies there as if it did not. A student of the roster has the folder of that very name,
/// else the one that only looks different (capitals, accents that are made of two characters), else
/// the one with his or her name, be it without blanks and commas, each where only one is called so.
/// Names of folders that are not UTF-8 are read as utf8_of reads a text, which is told.
///
/// Errors: InputError if the folder cannot be read, no student is found there, or one who was
///         chosen is not among them.
Classroom look_round(const std::string& folder, const ClassLayout& layout,
                     const std::optional<std::vector<RosterLine>>& roster, const Chosen& chosen,
                     const std::vector<ExerciseName>& exercises);

/// The exercises that somebody handed in, in the order of `ids`.
std::vector<std::string> handed_in(const Classroom& classroom, const std::vector<std::string>& ids);

}  // namespace attn
