#include "practice/lint/lint.hpp"

#include "base/message.hpp"
#include "cli/exercise/verbs.hpp"
#include "cli/exit_code.hpp"

namespace attn {
namespace {

using Json = nlohmann::ordered_json;
using Mood = LabelledLine::Mood;

Json lint_json(const Course& course, const LintReport& report) {
  Json faults = Json::array();
  for (const LintFault& fault : report.faults)
    faults.push_back({{"exercise", fault.exercise}, {"text", fault.text}});
  return {{"schema", "attn.lint/1"},
          {"course", course.name},
          {"exercises", report.counts.exercises},
          {"fields", report.counts.fields},
          {"alternatives", report.counts.alternatives},
          {"variants", report.counts.variants},
          {"faults", faults}};
}

Document lint_page(const Course& course, const LintReport& report) {
  Document page{{Heading{message("lint   {}", course.name)}}};
  const LintReport::Counts& counts = report.counts;
  page.pieces.emplace_back(
      Paragraph{message("exercises {}, questions {}, mistakes and readings {}, variants {}",
                        counts.exercises, counts.fields, counts.alternatives, counts.variants)});
  for (const LintFault& fault : report.faults)
    page.pieces.emplace_back(
        LabelledLine{.label = fault.exercise, .text = fault.text, .mood = Mood::bad});
  if (report.faults.empty())
    page.pieces.emplace_back(LabelledLine{
        .label = "", .text = translated("Nothing is wrong with them."), .mood = Mood::good});
  else
    page.pieces.emplace_back(Paragraph{message("Faults: {}", report.faults.size())});
  return page;
}

}  // namespace

int lint_course(ExerciseSession& session) {
  const ExerciseFlags& flags = session.flags();
  const bool has_folder = flags.words.size() > 1;
  if (has_folder && given(flags.course)) refuse_together("--course", flags.words[1]);
  const Course course = read_course(has_folder ? flags.words[1] : session.folder());
  const LintReport report = lint(course);
  if (session.is_json())
    session.print(lint_json(course, report));
  else
    session.print(lint_page(course, report));
  return report.faults.empty() ? kDone : kNotYet;
}

}  // namespace attn
