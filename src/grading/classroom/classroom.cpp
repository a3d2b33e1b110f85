#include "grading/classroom/classroom.hpp"

#include <algorithm>
#include <map>

#include "base/error.hpp"
#include "base/message.hpp"
#include "base/preview.hpp"
#include "base/text.hpp"
#include "grading/classroom/report_folders.hpp"
#include "practice/answer/answer_sheet.hpp"

namespace attn {
namespace {

/// The files of one student, before anybody asked who that is.
struct Found {
  std::string id, name;  // bytes of the folder
  DeskFiles desk;
};

// Which exercise a sheet says it answers; "" where it says nothing, or is none.
std::string exercise_within(const std::string& folder, const StudentFile& file) {
  if (file.kind != FoundKind::file ||
      !(file.file.ends_with(".txt") || file.file.ends_with(".json")))
    return "";
  try {
    return read_answer_sheet(bytes_beneath(folder, file.path, kAnswerLimit), file.path)
        .exercise.value_or("");
  } catch (const std::runtime_error&) {
    return "";
  }
}

// What is named for an exercise is found among however many other files.
void keep_the_most(DeskFiles& desk, const std::vector<std::string>& ids) {
  desk.is_cut = desk.files.size() > kMostStudentFiles;
  if (!desk.is_cut) return;
  std::stable_partition(desk.files.begin(), desk.files.end(), [&ids](const StudentFile& file) {
    return !exercise_of_file(file.file, ids).empty();
  });
  desk.files.resize(kMostStudentFiles);
}

// Everybody's files, by the bytes of their folders.
std::vector<Found> found_students(const std::string& folder, const ClassLayout& layout,
                                  const std::vector<std::string>& ids,
                                  std::vector<std::string>& not_looked_at) {
  constexpr unsigned kFurther = 2;  // a folder that was handed in, and one by mistake above it
  constexpr std::size_t kMostStudents = 1'000'000;
  bool is_cut = false;
  const auto n_steps = static_cast<unsigned>(layout.steps.size());
  std::map<std::string, Found> found;
  for (const FoundEntry& entry :
       entries_below(folder, "", n_steps + kFurther, kMostStudents, is_cut)) {
    const auto placed = placed_file(layout, entry.path, entry.kind == FoundKind::folder);
    if (!placed) {
      // The folders above a place are no files that somebody forgot.
      if (entry.kind != FoundKind::folder) not_looked_at.push_back(readable_bytes(entry.path));
      continue;
    }
    Found& student = found[placed->student];
    student.id = placed->student;
    if (student.name.empty()) student.name = placed->name;
    student.desk.files.push_back({placed->file, entry.path, entry.kind});
  }
  std::vector<Found> students;
  for (auto& [id, student] : found) {
    DeskFiles& desk = student.desk;
    keep_the_most(desk, ids);
    for (const StudentFile& file : desk.files)
      desk.answers_to.push_back(
          exercise_of_file(file.file, ids).empty() ? exercise_within(folder, file) : "");
    students.push_back(std::move(student));
  }
  return students;
}

// Folders of students in which nothing lies are students, too.
void add_empty_folders(const std::string& folder, const ClassLayout& layout,
                       std::vector<Found>& students) {
  if (layout.steps.size() < 2) return;
  std::set<std::string> ids;
  for (const Found& student : students) ids.insert(student.id);
  const ClassLayout above{{layout.steps.begin(), layout.steps.end() - 1}};
  bool is_cut = false;
  for (const FoundEntry& entry :
       entries_below(folder, "", static_cast<unsigned>(above.steps.size()), SIZE_MAX, is_cut)) {
    if (entry.kind != FoundKind::folder) continue;
    const auto placed = placed_file(above, entry.path, true);
    if (!placed || placed->student.empty() || !placed->file.empty()) continue;
    if (ids.insert(placed->student).second) students.push_back({placed->student, placed->name, {}});
  }
}

/// Folders by what they are called, in the three ways in which a roster may mean them.
class FolderIndex {
 public:
  FolderIndex(const std::vector<Found>& found, const std::vector<RosterLine>& roster)
      : is_taken_(found.size()) {
    std::set<std::string> of_roster;
    for (const RosterLine& line : roster) of_roster.insert(line.student);
    for (std::size_t i = 0; i < found.size(); ++i) {
      by_id_[found[i].id].push_back(i);
      // A folder of the very name of somebody is for nobody else.
      if (of_roster.contains(found[i].id)) continue;
      const std::string id = readable_bytes(found[i].id), name = readable_bytes(found[i].name);
      by_folded_id_[folded_id(id)].push_back(i);
      by_folded_name_[folded_id(name.empty() ? id : name)].push_back(i);
    }
  }

  // The folder of a student of the roster, which is then taken.
  std::optional<std::size_t> take(const RosterLine& line) {
    if (const auto place = take(by_id_, line.student)) return place;
    if (const auto place = take(by_folded_id_, folded_id(line.student))) return place;
    return line.name.empty() ? std::nullopt : take(by_folded_name_, folded_id(line.name));
  }

  bool is_taken(std::size_t place) const { return is_taken_[place]; }

 private:
  using Places = std::map<std::string, std::vector<std::size_t>>;

  std::optional<std::size_t> take(const Places& places, const std::string& key) {
    const auto found = places.find(key);
    if (found == places.end()) return std::nullopt;
    for (const std::size_t place : found->second)
      if (!is_taken_[place]) {
        is_taken_[place] = true;
        return place;
      }
    return std::nullopt;
  }

  Places by_id_, by_folded_id_, by_folded_name_;
  std::vector<bool> is_taken_;
};

// First those of the roster, in its order, then the others.
void seat(const std::optional<std::vector<RosterLine>>& roster, std::vector<Found> found,
          Classroom& classroom) {
  const std::vector<RosterLine> lines = roster.value_or(std::vector<RosterLine>{});
  FolderIndex folders(found, lines);
  for (const RosterLine& line : lines) {
    const auto place = folders.take(line);
    Student student{.id = line.student, .name = line.name};
    student.language = line.language;
    student.variant = line.variant;
    student.has_folder = place.has_value();
    if (place && student.name.empty()) student.name = readable_bytes(found[*place].name);
    classroom.students.push_back(std::move(student));
    classroom.desks.push_back(place ? std::move(found[*place].desk) : DeskFiles{});
  }
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (folders.is_taken(i)) continue;
    Student student{.id = readable_bytes(found[i].id), .name = readable_bytes(found[i].name)};
    student.is_on_roster = !roster;
    classroom.students.push_back(std::move(student));
    classroom.desks.push_back(std::move(found[i].desk));
  }
}

// Two ids that are the same once they can be read get a number.
void tell_apart(std::vector<Student>& students) {
  std::set<std::string> ids;
  for (Student& student : students) {
    const std::string id = student.id;
    for (unsigned n = 2; !ids.insert(student.id).second; ++n)
      student.id = fmt::format("{} [{}]", id, n);
  }
}

void require_known(const std::set<std::string>& names, const std::vector<Student>& students) {
  for (const std::string& name : names)
    if (std::none_of(students.begin(), students.end(),
                     [&name](const Student& student) { return student.id == name; }))
      throw InputError(message("there is no student {}.", preview(name, 80)));
}

void keep_chosen(const Chosen& chosen, Classroom& classroom) {
  require_known(chosen.only, classroom.students);
  require_known(chosen.without, classroom.students);
  std::vector<Student> students;
  std::vector<DeskFiles> desks;
  for (std::size_t i = 0; i < classroom.students.size(); ++i) {
    if (!chosen.has(classroom.students[i].id)) continue;
    students.push_back(std::move(classroom.students[i]));
    desks.push_back(std::move(classroom.desks[i]));
  }
  classroom.students = std::move(students);
  classroom.desks = std::move(desks);
}

}  // namespace

Classroom look_round(const std::string& folder, const ClassLayout& layout,
                     const std::optional<std::vector<RosterLine>>& roster, const Chosen& chosen,
                     const std::vector<std::string>& ids) {
  Classroom classroom{.folder = folder, .students = {}, .desks = {}};
  std::vector<Found> found = found_students(folder, layout, ids, classroom.not_looked_at);
  add_empty_folders(folder, layout, found);
  if (found.empty() && !roster)
    throw InputError(message("{0}: nothing here is of a student. Their files lie at {1}.",
                             preview(folder, 200), joined(layout.steps, "/")),
                     {message("Layouts: {}", "folders, moodle, \"{student}/{exercise}\"")});
  // A layout that names no student has the files of one alone.
  for (Found& one : found)
    if (one.id.empty()) one.id = "submission";
  seat(roster, std::move(found), classroom);
  tell_apart(classroom.students);
  std::vector<std::string> all_ids;
  for (const Student& student : classroom.students) all_ids.push_back(student.id);
  const std::vector<std::string> folders = report_folders(all_ids);
  for (std::size_t i = 0; i < folders.size(); ++i) classroom.students[i].report_folder = folders[i];
  keep_chosen(chosen, classroom);
  return classroom;
}

std::vector<std::string> handed_in(const Classroom& classroom,
                                   const std::vector<std::string>& ids) {
  std::set<std::string> found;
  for (const DeskFiles& desk : classroom.desks)
    for (std::size_t i = 0; i < desk.files.size(); ++i) {
      found.insert(exercise_of_file(desk.files[i].file, ids));
      found.insert(desk.answers_to[i]);
    }
  std::vector<std::string> in_order;
  for (const std::string& id : ids)
    if (found.contains(id)) in_order.push_back(id);
  return in_order;
}

}  // namespace attn
