#include <algorithm>
#include <memory>

#include "base/message.hpp"
#include "cli/attention/backward_flags.hpp"
#include "cli/attention/expect.hpp"
#include "cli/attention/multi_head_flags.hpp"
#include "cli/attention/result_alone.hpp"
#include "cli/commands.hpp"
#include "cli/exit_code.hpp"
#include "cli/flags/example_flags.hpp"
#include "cli/flags/flag_group.hpp"
#include "cli/present/batch_flag.hpp"
#include "cli/present/present.hpp"
#include "cli/present/view_flags.hpp"
#include "cli/terminal/output.hpp"
#include "mechanisms/attention/head_stages.hpp"

namespace attn {
namespace {

struct MhaFlags {
  MultiHeadFlags attention;
  Flag head{"--head"};
  BackwardFlags backward;
  CompareFlags comparison;
  ViewFlags view;
  ResultAloneFlags alone;
  ExampleFlags example;
};

std::vector<std::string> groups_of(const Flag& heads, arma::uword n_heads) {
  std::vector<std::string> groups;
  for (const std::uint64_t head : heads.places(n_heads)) groups.push_back(group_of(head));
  return groups;
}

// Where the table is not shown, the verdict would be lost.
void print_verdict(const Trace& trace, const ViewChoice& view) {
  const Table& comparison = trace.tables.back();
  const std::vector<std::string>& named = view.stages;
  const bool is_named = std::find(named.begin(), named.end(), comparison.id) != named.end();
  if (view.screen == Screen::json) return;
  if (view.screen == Screen::text && (is_named || !view.names_stages())) return;
  std::string verdict = "attn: " + comparison.title;
  if (!comparison.note.empty()) add_sentence(verdict, comparison.note);
  print_remark(verdict);
}

int mha(const MhaFlags& flags, const ExampleWords& example) {
  ViewChoice view = flags.view.read();
  flags.backward.refuse_unused(flags.view, flags.attention.batch, {flags.comparison.expect});
  const std::optional<ResultAlone> alone =
      flags.alone.read(view, {flags.comparison.expect, flags.backward.backward});
  MultiHeadInput input = read_multi_head_input(flags.attention);
  MultiHeadProblem& problem = input.problem;
  view.groups = groups_of(flags.head, problem.counts.n_heads);
  Trace trace = keeps_stages(alone, problem.query_tokens.size(), problem.key_tokens.size(),
                             problem.counts.n_heads)
                    ? multi_head(problem)
                    : result_alone(std::move(problem), *alone);
  flags.backward.add_stages(trace);
  require_shapes_shown(flags.attention.batch, view, trace);
  refuse_stage_among_words(flags.attention, flags.view.stages.texts(), trace);
  trace.title = input.title;
  trace.source = input.source;
  trace.notes.insert(trace.notes.begin(), input.notes.begin(), input.notes.end());
  example.add_to(trace);
  if (!flags.comparison.expect) {
    require_used_with({flags.comparison.tolerance}, flags.comparison.expect.name());
    return present(trace, view);
  }
  const bool agrees = compare(trace, problem, flags.comparison);
  const int code = present(trace, view);
  print_verdict(trace, view);
  return code == kDone && !agrees ? kNotYet : code;
}

}  // namespace

Action add_mha(FlagTable& table) {
  const auto flags = std::make_shared<MhaFlags>();
  flags->attention.add_to(table);
  const FlagGroup result(table, translated("Result"));
  result.value(flags->head, "LIST",
               translated("Every stage of these heads alone, such as 0,2 or 0-3"));
  flags->comparison.add_to(result);
  flags->backward.add_to(table);
  flags->view.add_to(table);
  flags->alone.add_to(table);
  flags->example.add_to(table);
  return with_examples("mha", table, flags->example, flags->view,
                       [flags](const ExampleWords& example) {
                         flags->attention.for_programs = flags->view.is_for_programs();
                         return mha(*flags, example);
                       });
}

}  // namespace attn
