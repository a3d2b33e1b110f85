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
void add_ways_on(Document& page, const ExerciseSession& session, const Standing& standing) {
  if (standing.next() != nullptr)
    page.pieces.emplace_back(next_line(translated("go on"), session.command("")));
  add_next(page, session, standing);
}

}  // namespace

int show_where(ExerciseSession& session) {
  const Standing standing = told_standing(session);
  session.answer([&] { return progress_json(standing); },
                 [&] {
                   Document page = where_page(standing);
                   add_next(page, session, standing);
                   page.pieces.emplace_back(next_line(translated("all"), session.command("list")));
                   page.pieces.emplace_back(next_line(translated("help"), "attn exercise --help"));
                   return page;
                 });
  return kDone;
}

int list_exercises(ExerciseSession& session) {
  const Standing standing = told_standing(session);
  session.answer([&] { return list_json(standing); },
                 [&] {
                   Document page = list_page(standing);
                   add_ways_on(page, session, standing);
                   return page;
                 });
  return kDone;
}

int show_progress(ExerciseSession& session) {
  const Standing standing = told_standing(session);
  session.answer([&] { return progress_json(standing); },
                 [&] {
                   Document page = progress_page(standing);
                   add_ways_on(page, session, standing);
                   return page;
                 });
  return kDone;
}

}  // namespace attn
