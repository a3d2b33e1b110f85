#include "practice/report/program_json.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/count.hpp"
#include "base/text.hpp"
#include "practice/feedback/printed_lines.hpp"
#include "practice/feedback/program_feedback.hpp"

namespace attn {
namespace {

using OrderedJson = nlohmann::ordered_json;

constexpr std::size_t kMostErrorLines = 40;

std::string joined_lines(const PrintedLines& printed) { return joined(printed.lines, "\n"); }

OrderedJson failure_json(const ProgramCheckResult& result, const Limits& limits) {
  if (!result.failure) return {};
  const CaseResult& failure = *result.failure;
  OrderedJson json{{"case", fmt::format("{}.{}", result.check->name, failure.number)},
                   {"verdict", name_in(kCaseVerdicts, failure.verdict)},
                   {"ending", name_in(kEndings, failure.run.ending)}};
  json["message"] = failure.verdict == CaseVerdict::stopped
                        ? OrderedJson(ending_text(failure.run, limits))
                    : failure.why.empty() ? OrderedJson()
                                          : OrderedJson(failure.why);
  json["stderr"] =
      joined_lines(was_ended(failure.run.ending) ? first_printed(failure.run.err, kMostErrorLines)
                                                 : last_printed(failure.run.err, kMostErrorLines));
  return json;
}

OrderedJson one_check_json(const ProgramCheckResult& result, const Limits& limits) {
  return {{"name", result.check->name},
          {"title", result.check->title.here()},
          {"verdict", name_in(kCheckStates, result.state)},
          {"points",
           result.state == CheckState::pass ? json_number(result.check->points) : json_number(0.0)},
          {"of", json_number(result.check->points)},
          {"waits_for", result.waits_for},
          {"failure", failure_json(result, limits)}};
}

}  // namespace

OrderedJson program_check_json(const ProgramResult& result) {
  const Limits& limits = result.exercise->program->limits;
  OrderedJson checks = OrderedJson::array(), mistakes = OrderedJson::array();
  for (const ProgramCheckResult& one : result.checks) checks.push_back(one_check_json(one, limits));
  for (const auto& [field, alternatives] : result.mistakes)
    for (const Alternative* one : alternatives) mistakes.push_back(one->name);
  OrderedJson json{
      {"schema", "attn.check/1"},    {"exercise", result.exercise->id},
      {"variant", result.variant},   {"verdict", name_in(kVerdicts, result.verdict)},
      {"file", result.file},         {"isolation", name_in(kIsolations, result.isolation)},
      {"checks", std::move(checks)}, {"misconceptions", std::move(mistakes)}};
  json["build"] = nullptr;
  if (const auto& build = result.failed_build)
    json["build"] = {{"ending", name_in(kEndings, build->ending)},
                     {"message", build_text(*build)},
                     {"stderr", joined_lines(first_printed(build->err, kMostErrorLines))}};
  return json;
}

}  // namespace attn
