#include <algorithm>
#include <map>

#include "base/message.hpp"
#include "cli/exercise/standing.hpp"
#include "cli/exercise/verbs.hpp"
#include "cli/exit_code.hpp"
#include "cli/terminal/output.hpp"

namespace attn {
namespace {

using State = ExerciseProgress::State;

const char* state_text(State state) {
  switch (state) {
    case State::untouched:
      return "";
    case State::started:
      return translated("started");
    case State::skipped:
      return translated("skipped");
    case State::passed:
      return translated("passed");
  }
  return "";
}

std::string count_or_nothing(std::uint64_t n) { return n == 0 ? "" : std::to_string(n); }

// What could not be read is said, and does not stop anybody.
Standing told_standing(ExerciseSession& session) {
  for (const auto& [folder, reason] : session.course().broken)
    print_remark(message("attn: note: {} cannot be used: {}", folder, reason));
  return standing_of(session);
}

std::string summary_of(const Standing& standing) {
  const std::size_t n_skipped = standing.count(State::skipped), n = standing.progress.size();
  std::string text = message("{} of {} passed", standing.count(State::passed), n);
  if (n_skipped > 0) text += message(", {} skipped", n_skipped);
  return text;
}

nlohmann::ordered_json text_or_null(const std::string& text) {
  return text.empty() ? nlohmann::ordered_json() : nlohmann::ordered_json(text);
}

nlohmann::ordered_json progress_json(const Standing& standing) {
  nlohmann::ordered_json exercises = nlohmann::ordered_json::array();
  for (std::size_t i = 0; i < standing.progress.size(); ++i) {
    const ExerciseProgress& one = standing.progress[i];
    exercises.push_back({{"number", standing.course.exercises[i].number},
                         {"id", standing.course.exercises[i].id},
                         {"state", name_of(one.state)},
                         {"attempts", one.attempts},
                         {"hints", one.hints},
                         {"gave_up", one.gave_up},
                         {"last", text_or_null(one.last)}});
  }
  const Exercise* const next = standing.next();
  return {{"schema", "attn.progress/1"},
          {"course", standing.course.name},
          {"n_exercises", standing.progress.size()},
          {"n_passed", standing.count(State::passed)},
          {"n_skipped", standing.count(State::skipped)},
          {"next", text_or_null(next ? next->id : "")},
          {"exercises", exercises}};
}

std::vector<std::string> kinds_of(const Exercise& exercise) {
  std::vector<std::string> kinds;
  for (const Field& field : exercise.fields)
    if (std::find(kinds.begin(), kinds.end(), name_of(field.kind)) == kinds.end())
      kinds.emplace_back(name_of(field.kind));
  return kinds;
}

nlohmann::ordered_json list_json(const Standing& standing) {
  nlohmann::ordered_json exercises = nlohmann::ordered_json::array();
  for (std::size_t i = 0; i < standing.progress.size(); ++i) {
    const Exercise& exercise = standing.course.exercises[i];
    const ExerciseProgress& one = standing.progress[i];
    exercises.push_back({{"number", exercise.number},
                         {"id", exercise.id},
                         {"title", exercise.title.here()},
                         {"kinds", kinds_of(exercise)},
                         {"state", name_of(one.state)},
                         {"attempts", one.attempts},
                         {"hints", one.hints}});
  }
  nlohmann::ordered_json broken = nlohmann::ordered_json::array();
  for (const auto& [folder, reason] : standing.course.broken)
    broken.push_back({{"folder", folder}, {"reason", reason}});
  return {{"schema", "attn.exercises/1"},
          {"course", standing.course.name},
          {"exercises", exercises},
          {"broken", broken}};
}

// The exercises of the list; of those with something to tell, where only they are asked for.
Table table_of(const Standing& standing, bool only_touched) {
  Table table{.header = {translated("no."), translated("exercise"), translated("title"),
                         translated("state"), translated("attempts"), translated("hints")},
              .n_text_columns = 4,
              .dispensable = {5, 4, 2}};
  for (std::size_t i = 0; i < standing.progress.size(); ++i) {
    const Exercise& exercise = standing.course.exercises[i];
    const ExerciseProgress& one = standing.progress[i];
    if (only_touched && one.state == State::untouched) continue;
    const std::string state =
        one.gave_up ? message("{}, solution read", state_text(one.state)) : state_text(one.state);
    table.rows.push_back({std::to_string(exercise.number), exercise.id, exercise.title.here(),
                          state, count_or_nothing(one.attempts), count_or_nothing(one.hints)});
  }
  return table;
}

std::string where_text(const Exercise& exercise, const ExerciseProgress& progress) {
  const std::string name = message("Exercise {}, {}", exercise.number, exercise.title.here());
  if (progress.state == State::untouched) return message("{}, is next.", name);
  if (progress.state == State::skipped) return message("{}, was skipped.", name);
  if (progress.attempts + progress.hints == 0) return message("{}, is begun.", name);
  return message("{}, is begun: attempts {}, hints {}.", name, progress.attempts, progress.hints);
}

}  // namespace

int show_where(ExerciseSession& session) {
  const Standing standing = told_standing(session);
  if (session.is_json()) {
    session.print(progress_json(standing));
    return kDone;
  }
  Document page;
  page.pieces.emplace_back(Heading{message("exercises   {}", summary_of(standing))});
  const Exercise* const next = standing.next();
  if (standing.latest.empty() && standing.count(State::passed) == 0)
    page.pieces.emplace_back(Paragraph{
        translated("Exercises to work out by hand. attn checks the answers, and says which mistake "
                   "a wrong one shows. Any order will do.")});
  if (next) page.pieces.emplace_back(Paragraph{where_text(*next, session.progress().of(next->id))});
  add_next(page, session, standing);
  page.pieces.emplace_back(next_line(translated("all"), session.command("list")));
  page.pieces.emplace_back(next_line(translated("help"), "attn exercise --help"));
  session.print(page);
  return kDone;
}

int list_exercises(ExerciseSession& session) {
  const Standing standing = told_standing(session);
  if (session.is_json()) {
    session.print(list_json(standing));
    return kDone;
  }
  Document page;
  page.pieces.emplace_back(Heading{message("exercises   {}", summary_of(standing))});
  page.pieces.emplace_back(table_of(standing, false));
  add_next(page, session, standing);
  session.print(page);
  return kDone;
}

int show_progress(ExerciseSession& session) {
  const Standing standing = told_standing(session);
  if (session.is_json()) {
    session.print(progress_json(standing));
    return kDone;
  }
  Document page;
  page.pieces.emplace_back(Heading{message("progress   {}", summary_of(standing))});
  const Table touched = table_of(standing, true);
  if (touched.rows.empty())
    page.pieces.emplace_back(Paragraph{translated("No exercise has been begun yet.")});
  else
    page.pieces.emplace_back(touched);
  add_next(page, session, standing);
  session.print(page);
  return kDone;
}

}  // namespace attn
