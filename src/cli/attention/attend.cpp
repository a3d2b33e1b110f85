#include <memory>

#include "cli/attention/attention_flags.hpp"
#include "cli/attention/result_alone.hpp"
#include "cli/commands.hpp"
#include "cli/flags/view_flags.hpp"
#include "cli/present/present.hpp"
#include "mechanisms/attention/scaled_dot_product.hpp"

namespace attn {
namespace {

struct AttendFlags {
  AttentionFlags attention;
  ViewFlags view;
  ResultAloneFlags alone;
};

int attend(const AttendFlags& flags) {
  const ViewChoice view = flags.view.read();
  const std::optional<ResultAlone> alone = flags.alone.read(view);
  AttentionInput input = read_attention_input(flags.attention);
  AttentionProblem& problem = input.problem;
  Trace trace = keeps_stages(alone, problem.query_tokens.size(), problem.key_tokens.size())
                    ? scaled_dot_product(problem)
                    : result_alone(std::move(problem), *alone);
  refuse_stage_among_words(flags.attention, flags.view.stages.texts(), trace);
  trace.title = input.title;
  trace.source = input.source;
  trace.notes = std::move(input.notes);
  return present(trace, view);
}

}  // namespace

Action add_attend(FlagTable& table) {
  const auto flags = std::make_shared<AttendFlags>();
  flags->attention.add_to(table);
  flags->view.add_to(table);
  flags->alone.add_to(table);
  return [flags] {
    flags->attention.for_programs = flags->view.is_for_programs();
    return attend(*flags);
  };
}

}  // namespace attn
