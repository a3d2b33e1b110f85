#include "cli/exercise/session.hpp"

#include "base/error.hpp"
#include "base/message.hpp"
#include "base/text.hpp"
#include "cli/exercise/found_course.hpp"
#include "cli/terminal/output.hpp"
#include "render/text/document.hpp"
#include "render/text/json_document.hpp"
#include "render/text/wrap.hpp"

namespace attn {

ExerciseSession::ExerciseSession(const ExerciseFlags& flags)
    : flags_(flags), layout_(flags.screen.read_layout()) {}

const Course& ExerciseSession::course() {
  if (!course_) course_ = read_course(course_folder(flags_.course));
  return *course_;
}

const Exercise& ExerciseSession::exercise() {
  const std::string& wanted = flags_.words.at(1);
  if (!course_ && !exercise_) exercise_ = read_one_exercise(course_folder(flags_.course), wanted);
  return exercise_ ? *exercise_ : find_exercise(course(), wanted);
}

std::optional<std::uint64_t> ExerciseSession::variant() const {
  if (!given(flags_.variant)) return std::nullopt;
  return count_value("--variant", flags_.variant, 0, kLargestSetting);
}

Worksheet ExerciseSession::worksheet() { return Worksheet(exercise(), variant().value_or(0)); }

ProgressFile& ExerciseSession::progress() {
  if (!progress_)
    progress_.emplace(progress_path(), read_course_name(course_folder(flags_.course)));
  return *progress_;
}

void ExerciseSession::remark_once(const std::string& text) {
  if (remark_ == text) return;
  remark_ = text;
  print_remark(message("attn: note: {}", text));
}

void ExerciseSession::report_damage() {
  if (progress_ && !progress_->damage().empty()) remark_once(progress_->damage());
}

ExerciseProgress ExerciseSession::progress_of(const std::string& id) {
  ExerciseProgress found;
  try {
    found = progress().of(id);
  } catch (const SurroundingsError& error) {
    remark_once(error.what());
  }
  report_damage();
  return found;
}

std::string ExerciseSession::latest() {
  std::string found;
  try {
    found = progress().latest();
  } catch (const SurroundingsError& error) {
    remark_once(error.what());
  }
  report_damage();
  return found;
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
  progress().change(id, edit);
  report_damage();
}

void ExerciseSession::forget_or_refuse(const std::string& id) {
  progress().forget(id);
  report_damage();
}

std::string ExerciseSession::command(const std::string& words) const {
  const std::string course = given(flags_.course) ? " --course " + shell_word(flags_.course) : "";
  return "attn exercise" + (words.empty() ? "" : " " + words) + course;
}

std::string ExerciseSession::command(const std::string& verb, const Exercise& exercise,
                                     const std::string& more) const {
  const std::uint64_t chosen = variant().value_or(0);
  return command(verb + " " + std::to_string(exercise.number) + (more.empty() ? "" : " " + more) +
                 (chosen == 0 ? "" : " --variant " + std::to_string(chosen)));
}

void ExerciseSession::print(const Document& page, const Document& next) const {
  const std::string below = next.pieces.empty() ? "" : "\n" + document_text(next, layout_);
  print_result(document_text(page, layout_) + below);
}

void ExerciseSession::print(const nlohmann::ordered_json& document) const {
  print_result(json_document(document));
}

LabelledLine next_line(const std::string& label, const std::string& command) {
  return {.label = label, .text = unbroken(command)};
}

void append(Document& page, const Document& more) {
  page.pieces.insert(page.pieces.end(), more.pieces.begin(), more.pieces.end());
}

}  // namespace attn
