#include "cli/exercise/session.hpp"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/message.hpp"
#include "base/system.hpp"
#include "base/text.hpp"
#include "cli/program/program.hpp"
#include "cli/terminal/terminal.hpp"
#include "render/text/document.hpp"
#include "render/text/text.hpp"

namespace attn {

ExerciseSession::ExerciseSession(const ExerciseFlags& flags)
    : flags_(flags),
      layout_(flags.screen.read_layout()),
      folder_(course_folder(flags.course.text())) {}

const Course& ExerciseSession::course() {
  if (!course_) course_ = read_course_overview(folder());
  return *course_;
}

const Exercise& ExerciseSession::exercise() {
  if (!exercise_) exercise_ = read_exercise(folder(), flags_.words.at(1));
  return *exercise_;
}

std::optional<std::uint64_t> ExerciseSession::variant() const { return flags_.variant.setting(0); }

Worksheet ExerciseSession::worksheet() { return Worksheet(exercise(), variant().value_or(0)); }

std::string ExerciseSession::course_name() const {
  return course_ ? course_->name : read_course_settings(folder()).name;
}

ProgressFile& ExerciseSession::progress_file() {
  if (!progress_file_) progress_file_.emplace(progress_path(), course_name(), print_note);
  return *progress_file_;
}

KeptAnswers& ExerciseSession::kept_answers() {
  if (!kept_answers_) kept_answers_.emplace(state_folder(), course_name(), print_note);
  return *kept_answers_;
}

void ExerciseSession::remark_once(const std::string& text) {
  if (text.empty() || std::find(remarks_.begin(), remarks_.end(), text) != remarks_.end()) return;
  remarks_.push_back(text);
  print_note(text);
}

void ExerciseSession::report_damage() {
  if (progress_file_) remark_once(progress_file_->damage());
}

AnswerSheet ExerciseSession::typed_answers(const Exercise& exercise) {
  try {
    AnswerSheet sheet = kept_answers().read(exercise.id, variant().value_or(0));
    remark_once(kept_answers().damage());
    return sheet;
  } catch (const SurroundingsError& error) {
    remark_once(error.what());
    return {};
  }
}

void ExerciseSession::report_damaged_answers() {
  try {
    for (const std::string& damage : kept_answers().all_damage()) remark_once(damage);
  } catch (const SurroundingsError& error) {
    remark_once(error.what());
  }
}

const Progress& ExerciseSession::progress() {
  if (progress_) return *progress_;
  progress_.emplace();
  try {
    progress_ = progress_file().read();
  } catch (const SurroundingsError& error) {
    remark_once(error.what());
  }
  report_damage();
  return *progress_;
}

void ExerciseSession::record(const std::string& id,
                             const std::function<void(ExerciseProgress&)>& edit) {
  try {
    record_or_refuse(id, edit);
  } catch (const SurroundingsError& error) {
    remark_once(error.what());
  }
}

void ExerciseSession::record_or_refuse(const std::string& id,
                                       const std::function<void(ExerciseProgress&)>& edit) {
  progress_ = progress_file().change(id, edit);
  report_damage();
}

void ExerciseSession::forget_or_refuse(const std::string& id) {
  progress_ = progress_file().forget(id);
  report_damage();
}

std::string ExerciseSession::command(const std::string& words) const {
  const Flag& other = flags_.course;
  const std::string course = other ? " " + other.name() + " " + shell_word(other.text()) : "";
  return "attn exercise" + (words.empty() ? "" : " " + words) + course;
}

std::string ExerciseSession::command(const std::string& verb, const Exercise& exercise,
                                     const std::string& more) const {
  const std::uint64_t chosen = variant().value_or(0);
  return command(verb + " " + std::to_string(exercise.number) + (more.empty() ? "" : " " + more) +
                 (chosen == 0 ? "" : " " + flags_.variant.name() + " " + std::to_string(chosen)));
}

std::string ExerciseSession::text_of(const Document& page) const {
  return document_text(page, layout_);
}

void ExerciseSession::print(const VerbScreen& screen) const {
  Document next = screen.next;
  if (screen.names_course && !flags_.course && !is_own_course(folder_))
    next.add(LabelledLine{translated("course"), unbroken(folder_), LabelledLine::Mood::quiet});
  const std::string below = next.pieces.empty() ? "" : "\n" + text_of(next);
  const std::string text = text_of(screen.page) + below;
  if (screen.streams)
    print_result(text);
  else
    print_screen(text);
}

void ExerciseSession::print(const nlohmann::ordered_json& document) const {
  print_result(json_document(document));
}

int ExerciseSession::answer(const std::function<nlohmann::ordered_json()>& document,
                            const std::function<VerbScreen()>& screen) const {
  if (is_json())
    print(document());
  else
    print(screen());
  return kDone;
}

LabelledLine next_line(const std::string& label, const std::string& command) {
  return {.label = label, .text = unbroken(command)};
}

void add_next(Document& page, const ExerciseSession& session, const Standing& standing) {
  if (const Exercise* const next = standing.next())
    page.add(next_line(translated("next"), session.command(fmt::format("show {}", next->number))));
  else if (!standing.course.exercises.empty())
    page.add(Paragraph{
        translated("All exercises are passed. With --variant 1, 2, .. they come with other "
                   "numbers.")});
}

Document page_of(const std::string& sentence) { return {{Paragraph{sentence}}}; }

namespace {

namespace fs = std::filesystem;

// The nearest folder with a course.toml, from the current one upwards; "" if there is none.
std::string course_around() {
  std::error_code ignored;
  for (fs::path folder = fs::current_path(ignored); !folder.empty();
       folder = folder.parent_path()) {
    if (fs::is_regular_file(course_file(folder.string()), ignored)) return folder.string();
    if (folder == folder.parent_path()) break;
  }
  return "";
}

}  // namespace

std::string course_folder(const std::string& flag) {
  if (!flag.empty()) return flag;
  if (const std::string_view folder = environment("ATTN_COURSE"); !folder.empty())
    return std::string(folder);
  const std::string around = course_around();
  // Where attn is built its own course lies around whoever works there.
  return around.empty() || is_own_course(around) ? data_folder() : around;
}

bool is_own_course(const std::string& folder) {
  std::error_code ignored;
  return fs::equivalent(course_file(folder), course_file(data_folder()), ignored);
}

bool is_chosen_course(const std::string& flag) {
  return !flag.empty() || !environment("ATTN_COURSE").empty() || is_own_course(course_folder(flag));
}

}  // namespace attn
