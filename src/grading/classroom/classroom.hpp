#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "grading/classroom/chosen_file.hpp"
#include "grading/classroom/class_layout.hpp"
#include "grading/classroom/roster.hpp"
#include "grading/gradebook.hpp"
#include "practice/course/course.hpp"

namespace attn {

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
