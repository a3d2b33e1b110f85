#include "cli/watch/own_answer_file.hpp"

#include <algorithm>
#include <filesystem>

#include "base/message.hpp"
#include "cli/exercise/answer_file.hpp"
#include "cli/exercise/answers_at_hand.hpp"
#include "cli/exercise/check.hpp"
#include "data/files/write_file.hpp"
#include "practice/answer/answer.hpp"
#include "practice/judge/check.hpp"

namespace attn {
namespace {

namespace fs = std::filesystem;

// Something of that name is in the way, be it a link to nothing.
bool is_there(const std::string& path) {
  std::error_code ignored;
  return fs::symlink_status(path, ignored).type() != fs::file_type::not_found;
}

// What the file says of itself. A person may be in the middle of an answer that cannot be read yet;
// then its first line says which exercise it is for.
AnswerSheet claims_of(const std::string& path, const Exercise& exercise) {
  const std::string text = answer_bytes(path);
  try {
    return read_answer_sheet(text, path, question_names(exercise));
  } catch (const InputError&) {
    AnswerSheet first = read_answer_sheet(text.substr(0, text.find('\n')), path);
    if (!first.exercise) throw;
    return first;
  }
}

bool is_somebodys_notes(const AnswerSheet& sheet, const Exercise& exercise) {
  const bool has_answer = std::any_of(
      sheet.entries.begin(), sheet.entries.end(),
      [&](const AnswerEntry& entry) { return exercise.find_field(entry.name) != nullptr; });
  return !sheet.exercise && !has_answer && !sheet.unread.empty();
}

bool belongs_to(const std::string& path, const Exercise& exercise, std::uint64_t variant) {
  try {
    const AnswerSheet sheet = claims_of(path, exercise);
    return !is_somebodys_notes(sheet, exercise) && may_be_for(exercise, sheet) &&
           sheet.variant.value_or(variant) == variant;
  } catch (const InputError&) {
    return false;
  }
}

}  // namespace

bool write_answer_file_if_missing(ExerciseSession& session, const std::string& path) {
  if (is_there(path)) return false;
  Worksheet worksheet = session.worksheet();
  write_files({{path, answer_file_text(session.exercise(), worksheet)}}, false);
  return true;
}

OwnAnswerFile own_answer_file(ExerciseSession& session) {
  const Exercise& exercise = session.exercise();
  const std::uint64_t variant = session.variant().value_or(0);
  std::string path = usual_answer_file(exercise);
  for (int n = 2; is_there(path) && !belongs_to(path, exercise, variant); ++n)
    path = exercise.id + "-" + std::to_string(n) + ".txt";
  return {path, write_answer_file_if_missing(session, path)};
}

}  // namespace attn
