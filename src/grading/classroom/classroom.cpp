#include "grading/classroom/classroom.hpp"

#include <algorithm>
#include <map>

#include "base/message.hpp"
#include "base/text.hpp"
#include "data/files/file.hpp"
#include "grading/classroom/layouts.hpp"
#include "practice/answer/answer.hpp"

namespace attn {

namespace {

/// The files of one student, before anybody asked who that is.
struct Found {
  std::string id, name, number;  // bytes of the folder
  DeskFiles desk;
};

bool is_sheet(const StudentFile& file) {
  return file.kind == FoundKind::file &&
         (file.file.ends_with(".txt") || file.file.ends_with(".json"));
}

// Which exercise a sheet says it answers; "" where it says nothing, or is none.
std::string exercise_within(const std::string& folder, const StudentFile& file,
                            const std::vector<ExerciseName>& exercises) {
  try {
    const AnswerSheet sheet =
        read_answer_sheet(bytes_beneath(folder, file.path, kAnswerLimit), file.path);
    return sheet.exercise ? find_exercise(exercises, *sheet.exercise).id : "";
  } catch (const std::exception&) {
    return "";
  }
}

// The uppermost part of a path that is litter; "" where none is.
std::string litter_within(const std::string& path) {
  for (std::size_t begin = 0; begin < path.size();) {
    const std::size_t end = std::min(path.find('/', begin), path.size());
    if (is_litter(path.substr(begin, end - begin))) return path.substr(0, end);
    begin = end + 1;
  }
  return "";
}

unsigned n_steps_of(const std::string& path) {
  return 1 + static_cast<unsigned>(std::count(path.begin(), path.end(), '/'));
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
std::vector<Found> found_students(const ClassLayout& layout,
                                  const std::vector<ExerciseName>& exercises,
                                  Classroom& classroom) {
  const std::string& folder = classroom.folder;
  const std::vector<std::string> ids = ids_of(exercises);
  constexpr unsigned kFurther = 2;  // a folder that was handed in, and one by mistake above it
  constexpr std::size_t kMostStudents = 1'000'000;
  bool is_cut = false;
  const auto n_steps = static_cast<unsigned>(layout.depth());
  std::map<std::pair<std::string, std::string>, Found> found;
  std::set<std::string> litter;
  for (const FoundEntry& entry :
       entries_below(folder, "", n_steps + kFurther, kMostStudents, is_cut)) {
    if (const std::string name = litter_within(entry.path); !name.empty()) {
      litter.insert(name);
      continue;
    }
    const auto placed = placed_file(layout, entry.path, entry.kind == FoundKind::folder);
    if (!placed) {
      // The folders above a place are no files that somebody forgot.
      if (entry.kind != FoundKind::folder)
        classroom.not_looked_at.push_back(readable_bytes(entry.path));
      continue;
    }
    Found& student = found[{placed->student, placed->number}];
    student.id = placed->student;
    student.number = placed->number;
    if (student.name.empty()) student.name = placed->name;
    student.desk.files.push_back({placed->file, entry.path, entry.kind});
    student.desk.is_closed = student.desk.is_closed || entry.is_closed;
    if (entry.kind == FoundKind::folder && n_steps_of(entry.path) == n_steps + kFurther)
      student.desk.unseen.push_back(placed->file);
  }
  classroom.passed_over.assign(litter.begin(), litter.end());
  std::vector<Found> students;
  for (auto& [id, student] : found) {
    DeskFiles& desk = student.desk;
    keep_the_most(desk, ids);
    std::size_t n_asked = 0;
    for (const StudentFile& file : desk.files) {
      const bool is_asked = is_sheet(file) && exercise_of_file(file.file, ids).empty() &&
                            ++n_asked <= kMostSheetsAsked;
      desk.answers_to.push_back(is_asked ? exercise_within(folder, file, exercises) : "");
    }
    students.push_back(std::move(student));
  }
  return students;
}

// Whether a system or a tool leaves hidden files of that name wherever somebody works.
bool is_left_by_tool(const std::string& name) {
  if (!name.starts_with('.')) return true;
  for (const char* start : {"._", ".DS_Store", ".git", ".ipynb_checkpoints", ".vscode", ".idea"})
    if (name.starts_with(start)) return true;
  return false;
}

// What each student may have handed in under a hidden name.
void add_hidden_files(const ClassLayout& layout, const std::vector<std::string>& passed_over,
                      std::vector<Found>& students) {
  std::map<std::string, DeskFiles*> desks;
  for (Found& one : students) desks[one.id] = &one.desk;
  for (const std::string& path : passed_over) {
    if (is_left_by_tool(path.substr(path.rfind('/') + 1))) continue;
    const auto placed = placed_file(layout, path, false);
    const auto desk = placed ? desks.find(placed->student) : desks.end();
    if (desk != desks.end()) desk->second->unseen.push_back(placed->file);
  }
}

// Folders of students in which nothing lies are students, too. Other empty folders are told, since
// nothing within them is.
void add_empty_folders(const ClassLayout& layout, std::vector<Found>& students,
                       Classroom& classroom) {
  const ClassLayout above = layout.above();
  if (above.patterns.empty()) return;
  std::set<std::string> ids;
  for (const Found& student : students) ids.insert(student.id);
  bool is_cut = false;
  const std::vector<FoundEntry> entries = entries_below(
      classroom.folder, "", static_cast<unsigned>(above.depth()) + 1, SIZE_MAX, is_cut);
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const FoundEntry& entry = entries[i];
    if (entry.kind != FoundKind::folder || !litter_within(entry.path).empty()) continue;
    const auto placed = placed_file(above, entry.path, true);
    const bool is_empty =
        i + 1 == entries.size() || !entries[i + 1].path.starts_with(entry.path + "/");
    if (!placed && is_empty && !placed_file(layout, entry.path, true))
      classroom.not_looked_at.push_back(readable_bytes(entry.path) + "/");
    if (!placed || placed->student.empty() || !placed->file.empty()) continue;
    if (ids.insert(placed->student).second)
      students.push_back({placed->student, placed->name, placed->number, {}});
    if (!entry.is_closed) continue;
    for (Found& student : students)
      if (student.id == placed->student) student.desk.is_closed = true;
  }
}

// Two people of one name are two, and neither is taken for the one on the roster.
void number_namesakes(std::vector<Found>& found) {
  std::map<std::string, std::size_t> n_called;
  for (const Found& one : found) ++n_called[one.id];
  for (Found& one : found)
    if (n_called[one.id] > 1 && !one.number.empty()) one.id += "_" + one.number;
}

// As utf8_of reads them, if it does; all of them together show better than one which encoding it
// is.
void read_bytes_as_text(const std::vector<std::string*>& names, const std::string& source) {
  std::string together;
  for (const std::string* const name : names) together += *name + "/";
  const std::vector<std::string> texts = split(utf8_of(together, source), '/');
  if (texts.size() != names.size() + 1) return;
  for (std::size_t i = 0; i < names.size(); ++i) *names[i] = texts[i];
}

// Archives that were packed on Windows in Japan leave names in its encoding, or in what comes of it
// where it is taken for another.
void read_names_as_text(const std::string& folder, std::vector<Found>& found) {
  const std::string source = message("names of folders in {}", preview(folder, 200));
  std::vector<std::string*> unread;
  for (Found& one : found)
    for (std::string* const name : {&one.id, &one.name}) {
      if (!is_utf8(*name)) unread.push_back(name);
      const std::string meant = unpacked_shift_jis(*name);
      if (meant.empty()) continue;
      tell_reading(
          message("{0}: read as Shift_JIS (CP932), which was taken for {1} when they were "
                  "unpacked.",
                  source, "CP437"));
      *name = meant;
    }
  if (unread.empty()) return;
  try {
    read_bytes_as_text(unread, source);
  } catch (const InputError&) {
    // doubtful ones stay as they are, and are shown byte by byte
  }
  if (!is_utf8(*unread.front()))
    tell_reading(
        message("{0}: they are not UTF-8. If they come from an archive that was packed on "
                "Windows in Japan, unpack it again: {1}",
                source, "unzip -O cp932"));
}

// A name without what stands between its words: Canvas has "itoana" for "Ito, Ana".
std::string letters_of_name(const std::string& name) {
  std::string letters = folded_form(name);
  std::erase_if(
      letters, [](char c) { return std::string_view(" ,.'-_").find(c) != std::string_view::npos; });
  return letters;
}

/// Which folder belongs to which line of a roster.
class RosterMatch {
 public:
  RosterMatch(const std::vector<RosterLine>& lines, const std::vector<Found>& found)
      : lines_(lines), found_(found), folder_of_(lines.size()), is_taken_(found.size()) {
    const auto folded = [](const std::string& text) { return folded_form(readable_bytes(text)); };
    pair_up([](const RosterLine& line) { return line.student; },
            [](const Found& one) { return one.id; });
    pair_up([](const RosterLine& line) { return folded_form(line.student); },
            [&](const Found& one) { return folded(one.id); });
    pair_up([](const RosterLine& line) { return folded_form(line.name); },
            [&](const Found& one) { return folded(one.name.empty() ? one.id : one.name); });
    pair_up([](const RosterLine& line) { return letters_of_name(line.name); },
            [](const Found& one) {
              return letters_of_name(readable_bytes(one.name.empty() ? one.id : one.name));
            });
    // A name may stand where others have an id; ids without their signs are other ids.
    pair_up(
        [](const RosterLine& line) {
          return letters_of_name(line.name.empty() ? line.student : "");
        },
        [](const Found& one) { return letters_of_name(readable_bytes(one.name)); });
  }

  std::optional<std::size_t> folder_of(std::size_t line) const { return folder_of_[line]; }
  bool is_taken(std::size_t place) const { return is_taken_[place]; }

 private:
  // Those that are still without one another and are called alike, where nobody else is.
  template <typename KeyOfLine, typename KeyOfFound>
  void pair_up(const KeyOfLine& key_of_line, const KeyOfFound& key_of_found) {
    std::map<std::string, std::vector<std::size_t>> lines, folders;
    for (std::size_t i = 0; i < lines_.size(); ++i)
      if (!folder_of_[i]) lines[key_of_line(lines_[i])].push_back(i);
    for (std::size_t i = 0; i < found_.size(); ++i)
      if (!is_taken_[i]) folders[key_of_found(found_[i])].push_back(i);
    for (const auto& [key, same] : lines) {
      const auto folder = folders.find(key);
      if (key.empty() || same.size() > 1 || folder == folders.end() || folder->second.size() > 1)
        continue;
      folder_of_[same.front()] = folder->second.front();
      is_taken_[folder->second.front()] = true;
    }
  }

  const std::vector<RosterLine>& lines_;
  const std::vector<Found>& found_;
  std::vector<std::optional<std::size_t>> folder_of_;
  std::vector<bool> is_taken_;
};

// First those of the roster, in its order, then the others.
void seat(const std::optional<std::vector<RosterLine>>& roster, std::vector<Found> found,
          Classroom& classroom) {
  const std::vector<RosterLine> lines = roster.value_or(std::vector<RosterLine>{});
  const RosterMatch match(lines, found);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const auto place = match.folder_of(i);
    Student student{.id = lines[i].student, .name = lines[i].name, .on_roster = true};
    student.language = lines[i].language;
    student.variant = lines[i].variant;
    student.has_folder = place.has_value();
    if (place && student.name.empty()) student.name = readable_bytes(found[*place].name);
    classroom.students.push_back(std::move(student));
    classroom.desks.push_back(place ? std::move(found[*place].desk) : DeskFiles{});
  }
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (match.is_taken(i)) continue;
    Student student{.id = readable_bytes(found[i].id), .name = readable_bytes(found[i].name)};
    if (roster) student.on_roster = false;
    classroom.students.push_back(std::move(student));
    classroom.desks.push_back(std::move(found[i].desk));
  }
}

// Two ids that look the same once they can be read get a number.
void tell_apart(std::vector<Student>& students) {
  std::set<std::string> looks;
  for (Student& student : students) {
    const std::string id = student.id;
    for (unsigned n = 2; !looks.insert(looks_of_id(student.id)).second; ++n)
      student.id = fmt::format("{} [{}]", trimmed(id), n);
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

bool is_litter(const std::string& name) {
  const std::string plain = lower_case(name);
  const bool is_hidden = name.starts_with('.') && name.find_first_not_of('.') != name.npos;
  return is_hidden || plain == "__macosx" || plain == "thumbs.db" || plain == "desktop.ini";
}

Classroom look_round(const std::string& folder, const ClassLayout& layout,
                     const std::optional<std::vector<RosterLine>>& roster, const Chosen& chosen,
                     const std::vector<ExerciseName>& exercises) {
  Classroom classroom{.folder = folder, .students = {}, .desks = {}};
  std::vector<Found> found = found_students(layout, exercises, classroom);
  add_empty_folders(layout, found, classroom);
  add_hidden_files(layout, classroom.passed_over, found);
  number_namesakes(found);
  read_names_as_text(folder, found);
  if (found.empty() && !roster)
    throw InputError(message("{0}: no student's files were found. They are expected at {1}.",
                             preview(folder, 200), layout.text()),
                     {message("Layouts: {}", "folders, moodle, canvas, \"{student}/{exercise}\"")});
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

namespace {

constexpr std::string_view kStudent = "{student}", kName = "{name}", kNumber = "{number}",
                           kExercise = "{exercise}";
constexpr std::string_view kPlaceholders[] = {kStudent, kName, kNumber, kExercise};

// Each with its patterns, of which the first that fits counts. Moodle has a folder for each way to
// hand in (file, onlinetext), or no folders at all, as it is asked for. Canvas writes LATE into the
// names of files that came late, joins the words of a name, so that a number tells people apart,
// and has no second number for a text that was typed into its own page.
const std::pair<const char*, std::vector<std::string>> kKnownLayouts[] = {
    {"folders", {"{student}/{exercise}"}},
    {"moodle",
     {"{name}_{student}_assignsubmission_*/{exercise}",
      "{name}_{student}_assignsubmission_file_{exercise}",
      "{name}_{student}_assignsubmission_onlinetext_{exercise}"}},
    {"canvas",
     {"{student}_LATE_{number}_#_{exercise}", "{student}_{number}_#_{exercise}",
      "{student}_LATE_{number}_{exercise}", "{student}_{number}_{exercise}"}}};

using Captures = std::map<std::string_view, std::string>;

// The placeholder that a pattern begins with, "*" and "#" included; "" where it begins with
// anything else.
std::string_view leading_placeholder(std::string_view pattern) {
  if (pattern.starts_with("*") || pattern.starts_with("#")) return pattern.substr(0, 1);
  for (const std::string_view placeholder : kPlaceholders)
    if (pattern.starts_with(placeholder)) return placeholder;
  return "";
}

/// One name held against one step of a layout. A placeholder takes as much as it can, so that of
/// "Ana_Li_12_x" the first gets "Ana_Li"; only a student before {number} ends where the first
/// number begins, whatever numbers the name of the file has. Only * may be nothing.
class StepMatch {
 public:
  StepMatch(std::string_view pattern, std::string_view text, Captures& captures)
      : captures_(captures),
        n_rests_(text.size() + 1),
        has_failed_((pattern.size() + 1) * n_rests_) {
    is_whole_ = matches(pattern, text);
  }

  bool is_whole() const { return is_whole_; }

 private:
  // What has failed once is not tried again: a name may have as many ways to be cut as it likes.
  bool matches(std::string_view pattern, std::string_view text) {
    if (pattern.empty()) return text.empty();
    const std::size_t place = pattern.size() * n_rests_ + text.size();
    if (has_failed_[place]) return false;
    const bool does_match = tried(pattern, text);
    has_failed_[place] = !does_match;
    return does_match;
  }

  bool tried(std::string_view pattern, std::string_view text) {
    const std::string_view placeholder = leading_placeholder(pattern);
    if (placeholder.empty())
      return !text.empty() && pattern.front() == text.front() &&
             matches(pattern.substr(1), text.substr(1));
    const std::size_t least = placeholder == "*" ? 0 : 1;
    const bool takes_least =
        placeholder == kStudent && pattern.find(kNumber) != std::string_view::npos;
    for (std::size_t i = least; i <= text.size(); ++i) {
      const std::size_t n = takes_least ? i : text.size() + least - i;
      if ((placeholder == "#" || placeholder == kNumber) && !are_ascii_digits(text.substr(0, n)))
        continue;
      if (!matches(pattern.substr(placeholder.size()), text.substr(n))) continue;
      if (placeholder.size() > 1) captures_[placeholder] = std::string(text.substr(0, n));
      return true;
    }
    return false;
  }

  Captures& captures_;
  std::size_t n_rests_;
  std::vector<bool> has_failed_;
  bool is_whole_ = false;
};

bool matches(std::string_view pattern, std::string_view text, Captures& captures) {
  return StepMatch(pattern, text, captures).is_whole();
}

std::size_t times(std::string_view pattern, std::string_view placeholder) {
  std::size_t n = 0;
  for (std::size_t at = pattern.find(placeholder); at != pattern.npos;
       at = pattern.find(placeholder, at + 1))
    ++n;
  return n;
}

[[noreturn]] void refuse_layout(const std::string& text, const std::string& why) {
  throw InputError(message("{0} is not a layout: {1}.", preview(text, 80), why),
                   {message("Layouts: {}", "folders, moodle, canvas, \"{student}/{exercise}\"")});
}

void require_sound(const std::string& text) {
  if (text.find_first_of("{}*#/") == std::string::npos) {
    std::vector<std::string> known;
    for (const auto& [name, patterns] : kKnownLayouts) known.emplace_back(name);
    const std::string meant = nearest(lower_case(text), known);
    if (!meant.empty())
      throw InputError(message("there is no layout {}.", preview(text, 80)),
                       {message("Did you mean {}?", meant)});
  }
  if (times(text, kExercise) == 0) refuse_layout(text, message("it needs {}", kExercise));
  for (const std::string_view placeholder : kPlaceholders)
    if (times(text, placeholder) > 1) refuse_layout(text, message("it has {} twice", placeholder));
  for (std::size_t at = 0; at < text.size(); ++at) {
    const std::string_view rest = std::string_view(text).substr(at);
    const std::string_view first = leading_placeholder(rest);
    if (rest.front() == '{' && first.empty())
      refuse_layout(text, message("its placeholders can only be {}",
                                  "{student}, {name}, {number}, {exercise}"));
    if (!first.empty() && !leading_placeholder(rest.substr(first.size())).empty())
      refuse_layout(text, translated("two of its placeholders need something between them"));
  }
}

// "ana.py" as "ana" and ".py".
std::pair<std::string, std::string> without_extension(const std::string& name) {
  const std::size_t dot = name.rfind('.');
  if (dot == std::string::npos || dot == 0) return {name, ""};
  return {name.substr(0, dot), name.substr(dot)};
}

std::string capture(const Captures& captures, std::string_view placeholder) {
  const auto found = captures.find(placeholder);
  return found == captures.end() ? "" : found->second;
}

std::optional<PlacedFile> placed_by_pattern(const LayoutPattern& steps, const std::string& path,
                                            bool is_folder) {
  const std::vector<std::string> names = split(path, '/');
  const std::size_t n = steps.size();
  if (names.size() < n) return std::nullopt;
  Captures captures;
  for (std::size_t i = 0; i + 1 < n; ++i)
    if (!matches(steps[i], names[i], captures)) return std::nullopt;
  const bool is_file = names.size() == n && !is_folder;
  const auto [stem, extension] =
      is_file ? without_extension(names[n - 1]) : std::pair{names[n - 1], std::string()};
  if (!matches(steps[n - 1], stem, captures)) return std::nullopt;
  PlacedFile placed{capture(captures, kStudent), capture(captures, kName),
                    capture(captures, kExercise) + extension, capture(captures, kNumber)};
  for (std::size_t i = n; i < names.size(); ++i) placed.file += "/" + names[i];
  return placed;
}

}  // namespace

std::size_t ClassLayout::depth() const {
  std::size_t most = 0;
  for (const LayoutPattern& pattern : patterns) most = std::max(most, pattern.size());
  return most;
}

std::string ClassLayout::text() const {
  std::vector<std::string> texts;
  for (const LayoutPattern& pattern : patterns) texts.push_back(joined(pattern, "/"));
  return listed(texts);
}

ClassLayout ClassLayout::above() const {
  ClassLayout folders;
  for (const LayoutPattern& pattern : patterns)
    if (pattern.size() > 1) folders.patterns.push_back({pattern.begin(), pattern.end() - 1});
  return folders;
}

ClassLayout read_class_layout(const std::string& text) {
  std::vector<std::string> patterns{text};
  for (const auto& [name, known] : kKnownLayouts)
    if (text == name) patterns = known;
  ClassLayout layout;
  for (const std::string& pattern : patterns) {
    require_sound(pattern);
    layout.patterns.push_back(split(pattern, '/'));
    const LayoutPattern& steps = layout.patterns.back();
    if (std::find(steps.begin(), steps.end(), "") != steps.end())
      refuse_layout(text, translated("a name between two slashes is missing"));
  }
  return layout;
}

std::optional<PlacedFile> placed_file(const ClassLayout& layout, const std::string& path,
                                      bool is_folder) {
  for (const LayoutPattern& pattern : layout.patterns)
    if (auto placed = placed_by_pattern(pattern, path, is_folder)) return placed;
  return std::nullopt;
}

}  // namespace attn
