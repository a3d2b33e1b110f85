#include "cli/grade/graded_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/json_number.hpp"
#include "base/message.hpp"
#include "base/preview.hpp"
#include "base/text.hpp"
#include "render/text/wrap.hpp"

namespace attn {
namespace {

namespace fs = std::filesystem;
using Mood = LabelledLine::Mood;

std::size_t count_of(const Gradebook& book, MarkState state) {
  return static_cast<std::size_t>(
      std::count_if(book.marks.begin(), book.marks.end(),
                    [state](const Mark& mark) { return mark.state == state; }));
}

// The points of all students, from the least to the most.
std::vector<double> sorted_points(const Gradebook& book) {
  std::vector<double> points;
  for (std::size_t i = 0; i < book.plan.students.size(); ++i) points.push_back(book.points_of(i));
  std::sort(points.begin(), points.end());
  return points;
}

double middle_of(const std::vector<double>& sorted) {
  const std::size_t n = sorted.size();
  if (n == 0) return 0.0;
  return n % 2 == 1 ? sorted[n / 2] : (sorted[n / 2 - 1] + sorted[n / 2]) / 2.0;
}

std::string short_number(double value) { return fmt::format("{:.4g}", value); }

// Who needs a look, the first of them by name.
std::string names_of(const Gradebook& book, MarkState state) {
  constexpr std::size_t kMost = 3;
  constexpr int kLongest = 24;
  std::vector<std::string> names;
  for (const Mark& mark : book.marks)
    if (mark.state == state) names.push_back(preview(mark.student, kLongest) + " " + mark.exercise);
  return listed_first(std::move(names), kMost);
}

void append_states(const Gradebook& book, Document& page) {
  const std::array<std::pair<MarkState, std::string>, 3> states{
      {{MarkState::grader_failed, translated("the grader failed")},
       {MarkState::other_variant, translated("another variant")},
       {MarkState::unreadable, translated("not readable")}}};
  for (const auto& [state, label] : states)
    if (const std::size_t n = count_of(book, state); n > 0)
      page.pieces.emplace_back(
          LabelledLine{label, fmt::format("{}: {}", n, names_of(book, state)),
                       state == MarkState::grader_failed ? Mood::bad : Mood::plain});
  if (const std::size_t n = count_of(book, MarkState::missing); n > 0)
    page.pieces.emplace_back(LabelledLine{translated("not handed in"), std::to_string(n)});
}

std::string isolations_of(const Gradebook& book) {
  std::vector<std::string> found;
  for (const Mark& mark : book.marks)
    if (!mark.isolation.empty() &&
        std::find(found.begin(), found.end(), mark.isolation) == found.end())
      found.push_back(mark.isolation);
  return listed(found);
}

}  // namespace

Document graded_page(const Gradebook& book, const std::string& out, const ReportFiles& files) {
  const std::size_t n_students = book.plan.students.size(),
                    n_exercises = book.plan.exercises.size();
  Document page{{Heading{message("{0} students, {1} exercises", n_students, n_exercises)}}};
  page.pieces.emplace_back(
      LabelledLine{translated("marked"), std::to_string(count_of(book, MarkState::marked))});
  append_states(book, page);
  const std::vector<double> points = sorted_points(book);
  if (!points.empty())
    page.pieces.emplace_back(LabelledLine{
        translated("points"),
        message("from {0} to {1} of {2}, half of them {3} or more", short_number(points.front()),
                short_number(points.back()), short_number(book.plan.most_points()),
                short_number(middle_of(points)))});
  if (const std::string isolation = isolations_of(book); !isolation.empty())
    page.pieces.emplace_back(LabelledLine{translated("programs run in"), isolation});
  // Those of the class by name, those of students as a folder.
  bool has_students = false;
  for (const auto& [file, bytes] : files) {
    const bool is_of_student = file.starts_with("students/");
    if (!is_of_student)
      page.pieces.emplace_back(
          LabelledLine{translated("written"), unbroken((fs::path(out) / file).string())});
    has_students = has_students || is_of_student;
  }
  if (has_students)
    page.pieces.emplace_back(
        LabelledLine{translated("written"), unbroken((fs::path(out) / "students").string() + "/")});
  return page;
}

nlohmann::ordered_json graded_json(const Gradebook& book, const std::string& out) {
  const std::vector<double> points = sorted_points(book);
  nlohmann::ordered_json states = nlohmann::ordered_json::object();
  for (const auto& [state, name] : kMarkStates) states[name] = count_of(book, state);
  return {{"schema", "attn.grading/1"},
          {"students", book.plan.students.size()},
          {"exercises", book.plan.exercises.size()},
          {"submissions", states},
          {"of", json_number(book.plan.most_points())},
          {"least", points.empty() ? nlohmann::ordered_json() : json_number(points.front())},
          {"median", points.empty() ? nlohmann::ordered_json() : json_number(middle_of(points))},
          {"most", points.empty() ? nlohmann::ordered_json() : json_number(points.back())},
          {"out", out}};
}

bool has_failed(const Gradebook& book) { return count_of(book, MarkState::grader_failed) > 0; }

double least_percent(const Gradebook& book) {
  const double most = book.plan.most_points();
  const std::vector<double> points = sorted_points(book);
  return points.empty() || most <= 0.0 ? 100.0 : 100.0 * points.front() / most;
}

}  // namespace attn
