#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "grading/gradebook.hpp"

namespace attn {

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

}  // namespace attn
