#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/count.hpp"
#include "base/message.hpp"
#include "base/text.hpp"
#include "cli/grade/grade.hpp"
#include "render/text/text.hpp"

namespace attn {

namespace {

namespace fs = std::filesystem;
using Mood = LabelledLine::Mood;

std::size_t count_of(const Gradebook& book, MarkState state) {
  return static_cast<std::size_t>(
      std::count_if(book.marks.begin(), book.marks.end(),
                    [state](const Mark& mark) { return mark.state == state; }));
}

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
  for (const MarkState state :
       {MarkState::grader_failed, MarkState::other_variant, MarkState::unreadable})
    if (const std::size_t n = count_of(book, state); n > 0)
      page.add(LabelledLine{state_text(state), fmt::format("{}: {}", n, names_of(book, state)),
                            state == MarkState::grader_failed ? Mood::bad : Mood::plain});
  if (const std::size_t n = count_of(book, MarkState::missing); n > 0)
    page.add(LabelledLine{state_text(MarkState::missing), std::to_string(n)});
}

}  // namespace

Document graded_page(const Gradebook& book, const std::string& out, const ReportFiles& files) {
  const ClassCounts counts = class_counts(book);
  Document page{{Heading{translated("graded")}}};
  const auto append_line = [&page](const std::string& label, const std::string& text) {
    page.add(LabelledLine{label, text});
  };
  append_line(translated("students"), message("{0} ({1} handed in work to be graded)",
                                              book.plan.students.size(), counts.n_handed_in));
  append_line(translated("exercises"), std::to_string(book.plan.exercises.size()));
  append_line(state_text(MarkState::marked), std::to_string(count_of(book, MarkState::marked)));
  append_states(book, page);
  if (counts.n_handed_in > counts.n_unsettled)
    append_line(
        translated("points"),
        message("mean {0}, median {1}, of {2}", points_text(counts.mean_points, 2),
                points_text(counts.median_points, 2), points_text(book.plan.most_points())));
  if (counts.n_unsettled > 0)
    append_line(translated("not counted"),
                message("{}, with something that is not marked", counts.n_unsettled));
  if (const std::string isolation = isolation_of(book.marks); !isolation.empty())
    append_line(translated("programs run in"), isolation);
  // Those of the class by name, those of students as a folder.
  bool has_students = false;
  for (const auto& [file, bytes] : files) {
    const bool is_of_student = file.starts_with("students/");
    if (!is_of_student)
      page.add(LabelledLine{translated("written"), unbroken((fs::path(out) / file).string())});
    has_students = has_students || is_of_student;
  }
  if (has_students)
    page.add(
        LabelledLine{translated("written"), unbroken((fs::path(out) / "students").string() + "/")});
  return page;
}

nlohmann::ordered_json graded_json(const Gradebook& book, const std::string& out) {
  const ClassCounts counts = class_counts(book);
  nlohmann::ordered_json states = nlohmann::ordered_json::object();
  for (const auto& [state, name] : kMarkStates) states[name] = count_of(book, state);
  return {{"schema", "attn.grading/1"},
          {"students", book.plan.students.size()},
          {"handed_in", counts.n_handed_in},
          {"exercises", book.plan.exercises.size()},
          {"submissions", states},
          {"of", json_number(book.plan.most_points())},
          {"unsettled", counts.n_unsettled},
          {"mean", json_number(counts.mean_points)},
          {"median", json_number(counts.median_points)},
          {"out", out}};
}

bool has_failed(const Gradebook& book) { return count_of(book, MarkState::grader_failed) > 0; }

double least_percent(const Gradebook& book) {
  const double most = book.plan.most_points();
  double least = 100.0;
  for (std::size_t i = 0; most > 0.0 && i < book.plan.students.size(); ++i)
    if (book.is_settled(i)) least = std::min(least, 100.0 * book.points_of(i) / most);
  return least;
}

namespace {

constexpr int kLongestStudent = 24;

std::string submission_text(const Mark& mark) {
  return preview(mark.student, kLongestStudent) + ", " + mark.exercise;
}

std::string outcome_text(const Mark& mark) {
  if (mark.state != MarkState::marked) return state_text(mark.state);
  double most = 0.0;
  for (const MarkedItem& item : mark.items) most += item.most;
  return message("{0} of {1}", points_text(mark.points()), points_text(most));
}

// "12 s", "3 min", "2 h 10 min".
std::string duration_text(double seconds) {
  const auto whole = static_cast<unsigned long>(std::lround(seconds));
  constexpr unsigned long kMinute = 60, kHour = 3600, kLongSeconds = 100;
  if (whole < 1) return translated("less than a second");
  if (whole < kLongSeconds) return message("{} s", whole);
  if (whole < kHour) return message("{} min", (whole + kMinute / 2) / kMinute);
  return message("{0} h {1} min", whole / kHour, whole % kHour / kMinute);
}

}  // namespace

GradingProgress::GradingProgress(const Layout& layout) : layout_(layout) {
  if (errors_are_redrawable()) live_.emplace();
}

double GradingProgress::seconds() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
}

void GradingProgress::show(const Mark& mark, std::size_t n_done, std::size_t n_all) {
  if (!live_) {
    print_remark(message("graded {0} of {1}: {2}: {3}", n_done, n_all, submission_text(mark),
                         outcome_text(mark)));
    return;
  }
  constexpr double kPause = 0.1;
  const double now = seconds();
  if (now - last_shown_ < kPause && n_done < n_all) return;
  last_shown_ = now;
  const std::size_t n_cells = layout_.width >= 60 ? 20 : 10;
  const std::size_t n_full = n_cells * n_done / std::max<std::size_t>(n_all, 1);
  const bool is_ascii = layout_.glyphs == Glyphs::ascii;
  std::string bar;
  for (std::size_t i = 0; i < n_cells; ++i)
    bar += i < n_full ? (is_ascii ? "#" : "█") : (is_ascii ? "." : "░");
  std::string text = fmt::format("{} {}/{}", bar, n_done, n_all);
  constexpr std::size_t kEnough = 5;
  if (n_done >= kEnough && n_done < n_all)
    text +=
        "  " + message("about {} left", duration_text(now * static_cast<double>(n_all - n_done) /
                                                      static_cast<double>(n_done)));
  constexpr unsigned kWide = 80;
  if (layout_.width >= kWide) text += "  " + submission_text(mark);
  live_->show(text);
}

void GradingProgress::finish(std::size_t n_done) {
  live_.reset();
  print_remark(message("graded: {0}, in {1}.", n_done, duration_text(seconds())));
}

}  // namespace attn
