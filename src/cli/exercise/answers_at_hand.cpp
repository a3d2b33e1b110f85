#include "cli/exercise/answers_at_hand.hpp"

#include <filesystem>

#include "base/message.hpp"
#include "base/text.hpp"
#include "cli/exercise/check.hpp"
#include "practice/judge/check.hpp"

namespace attn {
namespace {

namespace fs = std::filesystem;

fs::file_time_type changed_at(const std::string& path) {
  std::error_code missing;
  const fs::file_time_type time = fs::last_write_time(path, missing);
  return missing ? fs::file_time_type::min() : time;
}

AnswerSheet answers_in_file(const std::string& file, const Exercise& exercise) {
  std::error_code ignored;
  if (!fs::is_regular_file(file, ignored)) return {};
  return read_answer_sheet(answer_bytes(file), file, question_names(exercise));
}

}  // namespace

std::string usual_answer_file(const Exercise& exercise) { return exercise.id + ".txt"; }

std::optional<AnswersAtHand> answers_at_hand(ExerciseSession& session) {
  const Exercise& exercise = session.exercise();
  const std::string file = usual_answer_file(exercise);
  AnswerSheet typed = session.typed_answers(exercise), written = answers_in_file(file, exercise);
  if (typed.entries.empty() && written.entries.empty()) return std::nullopt;
  const bool has_both = !typed.entries.empty() && !written.entries.empty();
  const bool takes_file =
      has_both ? changed_at(file) >= changed_at(typed.source) : typed.entries.empty();
  std::string what = takes_file ? message("These are the answers in {}.", file)
                                : std::string(translated("These are the answers that were typed at "
                                                         "the prompt."));
  if (has_both)
    add_sentence(what, takes_file
                           ? message("Those that were typed at the prompt are older: {}",
                                     session.command("check", exercise, shell_word(typed.source)))
                           : message("Those in the file are older: {}",
                                     session.command("check", exercise, shell_word(file))));
  return AnswersAtHand{takes_file ? std::move(written) : std::move(typed), what};
}

}  // namespace attn
