#include <nlohmann/json.hpp>

#include "fuzz_target.hpp"
#include "grading/gradebook.hpp"
#include "grading/report/report.hpp"

namespace {

using namespace attn;
using Json = nlohmann::ordered_json;

// What was read is the same after being written and read again.
template <typename Read, typename Write>
auto read_twice(const Json& json, const Read& read, const Write& write) {
  auto value = read(json);
  const Json written = write(value);
  if (write(read(written)) != written) __builtin_trap();
  return value;
}

// Whatever a mark holds can be reported.
void report(const Mark& mark) {
  Gradebook book;
  book.plan.students = {{.id = mark.student, .name = mark.file, .report_folder = "x"}};
  book.plan.exercises = {{.id = mark.exercise, .title = mark.title}};
  for (const MarkedItem& item : mark.items)
    book.plan.exercises[0].items.push_back({.name = item.name, .title = item.title});
  book.marks = {mark};
  reports_of(book,
             {ReportFormat::csv, ReportFormat::json, ReportFormat::junit, ReportFormat::gradescope,
              ReportFormat::md},
             [](const std::string&) {});
}

}  // namespace

// A line of the journal is a mark or a plan, or refused.
ATTN_FUZZ_TARGET(gradebook_fuzz) {
  const Json json = Json::parse(bytes, nullptr, false);
  if (json.is_discarded()) return;
  read_or_refuse([&] { report(read_twice(json, read_mark, mark_json)); });
  read_or_refuse([&] { read_twice(json, read_plan, plan_json); });
}
