#include <nlohmann/json.hpp>

#include "base/message.hpp"
#include "cli/exercise/verbs.hpp"
#include "cli/terminal/terminal.hpp"
#include "practice/report/report.hpp"

namespace attn {
namespace {

// Exercises that cannot be read are reported, and the others can still be worked on.
Standing told_standing(ExerciseSession& session) {
  for (const auto& [folder, reason] : session.course().broken)
    print_remark(message("attn: note: {} cannot be used: {}", folder, reason));
  session.report_damaged_answers();
  return session.standing();
}

// A sitting goes on where one stands; on paper the next page does.
int show_course(ExerciseSession& session, nlohmann::ordered_json (*document)(const Standing&),
                Document (*page)(const Standing&)) {
  const Standing standing = told_standing(session);
  return session.answer([&] { return document(standing); },
                        [&] {
                          Document shown = page(standing);
                          if (standing.next() != nullptr)
                            shown.add(next_line(translated("go on"), session.command("")));
                          add_next(shown, session, standing);
                          return shown;
                        });
}

}  // namespace

int show_where(ExerciseSession& session) {
  const Standing standing = told_standing(session);
  return session.answer([&] { return progress_json(standing); },
                        [&] {
                          Document page = where_page(standing);
                          add_next(page, session, standing);
                          page.add(next_line(translated("all"), session.command("list")));
                          page.add(next_line(translated("help"), "attn exercise --help"));
                          return page;
                        });
}

int list_exercises(ExerciseSession& session) { return show_course(session, list_json, list_page); }

int show_progress(ExerciseSession& session) {
  return show_course(session, progress_json, progress_page);
}

}  // namespace attn
