#include "grading/report/mark_text.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "base/message.hpp"
#include "base/number.hpp"
#include "base/text.hpp"
#include "sandbox/run_program.hpp"

namespace attn {

std::string points_text(double points, int decimals) {
  std::string text = decimal_text(points, decimals);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.ends_with('.')) text.pop_back();
  return text;
}

std::string percent_text(double part, double whole) {
  return decimal_text(whole > 0.0 ? 100.0 * part / whole : 0.0, 1);
}

std::string points_of_text(double points, double most) {
  std::string text = message("{} of {} points", points_text(points), points_text(most));
  if (most > 0.0) text += " (" + percent_text(points, most) + " %)";
  return text;
}

std::string total_text(const Gradebook& book, std::size_t student) {
  const double points = book.points_of(student), most = book.plan.most_points();
  if (book.is_settled(student)) return points_of_text(points, most);
  return message("{} of {} points so far: not everything is marked", points_text(points),
                 points_text(most));
}

std::string state_text(MarkState state) {
  switch (state) {
    case MarkState::marked:
      return translated("marked");
    case MarkState::unreadable:
      return translated("could not be read or compiled");
    case MarkState::missing:
      return translated("not handed in");
    case MarkState::other_variant:
      return translated("not marked: answers for another variant");
    case MarkState::grader_failed:
      return translated("not marked yet: the teacher has to look at it");
  }
  return "";
}

std::string verdict_text(const std::string& verdict) {
  const std::pair<std::string_view, const char*> meanings[] = {
      {"pass", translated("correct")},
      {"accepted", translated("correct in another reading")},
      {"follows", translated("follows from an earlier answer")},
      {"wrong", translated("wrong answer")},
      {"wrong_shape", translated("wrong shape")},
      {"missing", translated("no answer")},
      {"unreadable", translated("could not be read")},
      {"noted", translated("not graded")},
      {"failed", translated("check failed")},
      {"skipped", translated("not run: another check failed")},
      {"stopped", translated("the program was stopped")},
      {"not_built", translated("does not compile")},
  };
  for (const auto& [word, meaning] : meanings)
    if (word == verdict) return meaning;
  const auto state = value_in(kMarkStates, verdict);
  return state ? state_text(*state) : verdict;
}

std::string ending_text(const std::string& ending) {
  const std::pair<Ending, const char*> meanings[] = {
      {Ending::wall_time, translated("took too long")},
      {Ending::cpu_time, translated("computed too long")},
      {Ending::memory, translated("used too much memory")},
      {Ending::threads, translated("had too many processes and threads")},
      {Ending::output, translated("printed too much")},
  };
  for (const auto& [word, meaning] : meanings)
    if (name_in(kEndings, word) == ending) return meaning;
  return ending;
}

std::string student_text(const Student& student) {
  const bool has_other_name = !student.name.empty() && student.name != student.id;
  return has_other_name ? student.id + " (" + student.name + ")" : student.id;
}

std::string isolation_of(const std::vector<const Mark*>& marks) {
  std::set<std::string> names;
  for (const Mark* const mark : marks)
    if (!mark->isolation.empty()) names.insert(mark->isolation);
  return listed({names.begin(), names.end()});
}

std::string isolation_of(const Gradebook& book) {
  std::vector<const Mark*> marks;
  for (const Mark& mark : book.marks) marks.push_back(&mark);
  return isolation_of(marks);
}

std::string isolation_of(const Gradebook& book, std::size_t student) {
  std::vector<const Mark*> marks;
  for (std::size_t i = 0; i < book.plan.exercises.size(); ++i)
    marks.push_back(&book.mark(student, i));
  return isolation_of(marks);
}

std::string isolation_field(const std::string& isolation) {
  return isolation.empty() ? "no program was run" : isolation;
}

std::string isolation_text(const std::string& isolation) {
  if (isolation.empty()) return translated("Isolation: no program was run.");
  return message("Isolation of programs: {}.", isolation);
}

const MarkedItem* marked_item(const Mark& mark, const std::string& name) {
  const auto item = std::find_if(mark.items.begin(), mark.items.end(),
                                 [&](const MarkedItem& one) { return one.name == name; });
  return item == mark.items.end() ? nullptr : &*item;
}

std::vector<MarkedItem> items_of(const Mark& mark, const AskedExercise& asked) {
  std::vector<MarkedItem> items;
  for (const AskedItem& one : asked.items) {
    const MarkedItem* const marked = marked_item(mark, one.name);
    if (mark.state == MarkState::marked && marked != nullptr) {
      items.push_back(*marked);
      continue;
    }
    const MarkState state = mark.state == MarkState::marked ? MarkState::missing : mark.state;
    const bool has_verdict = marked != nullptr && !marked->verdict.empty();
    items.push_back({.name = one.name,
                     .title = marked != nullptr ? marked->title
                              : one.is_hidden   ? one.name
                                                : one.title,
                     .verdict = has_verdict ? marked->verdict : name_in(kMarkStates, state),
                     .points = 0.0,
                     .most = one.points});
  }
  return items;
}

bool is_passed(const Mark& mark, const MarkedItem& item) {
  return mark.state == MarkState::marked && item.is_right();
}

const std::string& title_of(const Mark& mark, const AskedExercise& asked) {
  return mark.title.empty() ? asked.title : mark.title;
}

}  // namespace attn
