#include <algorithm>
#include <memory>

#include "base/message.hpp"
#include "base/number.hpp"
#include "cli/attention/attention_flags.hpp"
#include "cli/attention/expect.hpp"
#include "cli/attention/learned.hpp"
#include "cli/attention/pretrained.hpp"
#include "cli/commands.hpp"
#include "cli/examples/examples.hpp"
#include "cli/present/present.hpp"
#include "core/statistics.hpp"
#include "data/files/file.hpp"
#include "mechanisms/attention/attention.hpp"

namespace attn {
namespace {

struct AttendFlags {
  AttentionFlags attention;
  BackwardFlags backward;
  StudyFlags study;
  ViewFlags view;
  ResultAloneFlags alone;
  LookupFlags lookup;
  ExampleFlags example;
  LearnedFlags learned;
  ModelSourceFlags pretrained;
  Flag head{"--head"};
  FlagTable table;  // of all of these
};

Trace stages_of(AttentionProblem problem, const std::optional<ResultAlone>& alone) {
  return keeps_stages(alone, problem.query_tokens.size(), problem.key_tokens.size())
             ? scaled_dot_product(problem)
             : result_alone(std::move(problem), *alone);
}

// From scores or a pattern on there is no work worth a kernel of its own.
Trace stages_of(const GivenAttention& problem, const std::optional<ResultAlone>&) {
  return given_attention(problem);
}

Form learned_form(const AttendFlags& flags) {
  return learned_form(flags.learned, flags.attention, flags.attention,
                      joined({{flags.head, flags.example.example},
                              flags_of(flags.alone),
                              flags_of(flags.view),
                              flags_of(flags.backward),
                              flags.lookup.all()}));
}

// One head of a model that has learned.
Trace learned_trace(const AttendFlags& flags, const std::optional<ResultAlone>& alone) {
  LearnedSentence sentence = read_learned_sentence(flags.attention);
  const ChosenHead place = read_chosen_head(sentence, flags.learned.layer, &flags.head);
  AttentionProblem problem =
      learned_problem(sentence, place, learned_settings(flags.attention, sentence));
  problem.n_batch = n_batch_of(flags.attention.batch);
  Trace trace = stages_of(std::move(problem), alone);
  add_learned_head(trace, sentence, place);
  flags.backward.add_stages(trace);
  flags.lookup.add_tables(trace);
  return trace;
}

// Attention itself, or a study of it.
Trace attend_trace(const AttendFlags& flags, const std::optional<ResultAlone>& alone) {
  if (flags.learned.learned) return learned_trace(flags, alone);
  if (flags.study.study) {
    Trace trace = study_trace(flags.study, flags.attention);
    flags.table.refuse_conflicts();  // behind what a study has no use for
    return trace;
  }
  AttentionInput input = read_attention_input(flags.attention);
  flags.table.refuse_conflicts();  // behind what matrices are refused beside
  Trace trace = std::visit([&alone](auto& problem) { return stages_of(std::move(problem), alone); },
                           input.problem);
  flags.backward.add_stages(trace);
  describe(trace, input);
  flags.lookup.add_tables(trace);
  return trace;
}

// Without scores there is nothing to walk back to.
void refuse_backward_without_scores(const AttendFlags& flags) {
  if (!flags.backward.backward) return;
  for (const Flag& flag : given_among({flags.attention.attention, flags.attention.alignment}))
    throw InputError(
        message("{} walks back through softmax, and {} gives weights that did not come from it. "
                "Give scores instead, with {}.",
                flags.backward.backward.name(), flag.name(), flags.attention.scores.name()));
}

// Whether what is printed has the stage, and says in words how it came about.
bool is_explained(const Trace& trace, const ViewChoice& view, const Stage& stage) {
  if (!room_of(view.screen).words) return false;
  Selection shown = selected(trace, view);
  if (view.screen == Screen::text && !view.names_stages())
    shown = overview_of(trace, std::move(shown));
  return std::find(shown.stages.begin(), shown.stages.end(), &stage) != shown.stages.end();
}

// Where only the result is printed, nothing else says that it is not what was typed.
void tell_rows_are_divided(const Trace& trace, const ViewChoice& view, const Flag& attention) {
  const Stage* const pattern = trace.find("pattern");
  if (!attention || !pattern || is_explained(trace, view, *pattern)) return;
  for (arma::uword i = 0; i < pattern->value.n_rows; ++i) {
    const double sum = arma::sum(pattern->value.row(i));
    if (sum == 0.0 || sums_to_one(sum)) continue;
    return tell_reading(
        message("{0}: each row is divided by its sum, since row {1} sums to {2} and not to 1.",
                attention.name(), i, significant_text(sum, 6)));
  }
}

int attend(const AttendFlags& flags, const TellExample& example) {
  refuse_conflicts_of(flags.pretrained);
  if (flags.pretrained.model)
    return show_model_head({.source = flags.pretrained,
                            .words = flags.attention.text,
                            .layer = flags.learned.layer,
                            .head = flags.head,
                            .pad = flags.attention.pad,
                            .run = flags.alone,
                            .view = flags.view,
                            .table = flags.table});
  if (flags.learned.learned && !has_sentence(flags.attention))
    return list_learned_words(flags.attention, flags.learned.learned, flags.table, flags.view);
  if (flags.learned.learned) {
    learned_form(flags).refuse_others(flags.table.flags());
    flags.table.refuse_conflicts();
  }
  const ViewChoice view = flags.view.read();
  flags.backward.refuse_unused(flags.view, flags.attention.batch);
  refuse_backward_without_scores(flags);
  const Flags without_kernel{flags.attention.scores, flags.attention.attention,
                             flags.attention.alignment, flags.study.study, flags.backward.backward};
  const std::optional<ResultAlone> alone =
      flags.alone.read(view, joined({without_kernel, flags.lookup.all()}));
  const auto told = [&] {
    Trace trace = attend_trace(flags, alone);
    example().add_to(trace);
    return trace;
  };
  const Trace trace = told();
  require_shapes_shown(flags.attention.batch, view, trace);
  refuse_stage_among_words(flags.attention, flags.view.stages.texts(), trace);
  const int code = present(trace, view, {.again = told});
  tell_rows_are_divided(trace, view, flags.attention.attention);
  return code;
}

}  // namespace

Action add_attend(FlagTable& table) {
  const auto flags = std::make_shared<AttendFlags>();
  flags->attention.add_to(table);
  flags->backward.add_to(table);
  flags->study.add_to(table);
  const FlagGroup learned(table, translated("Learned numbers"));
  flags->learned.add_to(learned);
  learned.value(flags->head, "N",
                translated("With --learned, this head (default: one that does what the sentence "
                           "asks for)"),
                {.needs = {"--learned|--model"}});
  flags->pretrained.add_to(table);
  flags->view.add_to(table);
  flags->lookup.add_to(table);
  flags->alone.add_to(table);
  flags->example.add_to(table);
  flags->table = table;
  return with_examples("attend", table, flags->example, flags->view,
                       [flags](const TellExample& example) {
                         flags->attention.for_programs = flags->view.is_for_programs();
                         return attend(*flags, example);
                       });
}

}  // namespace attn
