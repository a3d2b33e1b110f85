#include <algorithm>
#include <memory>

#include "base/message.hpp"
#include "cli/attention/attention_flags.hpp"
#include "cli/attention/expect.hpp"
#include "cli/attention/learned.hpp"
#include "cli/attention/pretrained.hpp"
#include "cli/commands.hpp"
#include "cli/examples/examples.hpp"
#include "cli/flags/flag.hpp"
#include "cli/present/present.hpp"
#include "cli/terminal/terminal.hpp"
#include "mechanisms/attention/stages.hpp"

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
  LearnedFlags learned;
  PretrainedFlags pretrained;
  Flag heads_table{"--heads-table"};
  FlagTable table;  // of all of these
};

std::vector<std::string> groups_of(const Flag& heads, arma::uword n_heads) {
  std::vector<std::string> groups;
  for (const std::uint64_t head : heads.places(n_heads)) groups.push_back(group_of(head));
  return groups;
}

Form learned_form(const MhaFlags& flags) {
  return learned_form(flags.learned, flags.attention, flags.attention,
                      joined({{flags.head, flags.attention.average, flags.example.example},
                              flags_of(flags.comparison, &CompareFlags::add_to),
                              flags_of(flags.alone),
                              flags_of(flags.view),
                              flags_of(flags.backward)}));
}

Trace trace_of(MultiHeadProblem& problem, const std::optional<ResultAlone>& alone) {
  return keeps_stages(alone, problem.query_tokens.size(), problem.key_tokens.size(),
                      problem.counts.n_heads)
             ? multi_head(problem)
             : result_alone(std::move(problem), *alone);
}

// A layer whose weights are made up, or given.
Trace given_layer(const MhaFlags& flags, const std::optional<ResultAlone>& alone,
                  MultiHeadProblem& problem) {
  MultiHeadInput input = read_multi_head_input(flags.attention);
  flags.table.refuse_conflicts();  // behind what weights and matrices leave no use for
  problem = std::move(input.problem);
  Trace trace = trace_of(problem, alone);
  flags.backward.add_stages(trace);
  trace.title = input.title;
  trace.source = input.source;
  trace.notes.insert(trace.notes.begin(), input.notes.begin(), input.notes.end());
  return trace;
}

// A layer of a model that has learned.
Trace learned_layer(const MhaFlags& flags, const std::optional<ResultAlone>& alone,
                    MultiHeadProblem& problem) {
  LearnedSentence sentence = read_learned_sentence(flags.attention);
  const ChosenHead place = read_chosen_head(sentence, flags.learned.layer);
  problem =
      learned_layer_problem(sentence, place.layer, learned_settings(flags.attention, sentence));
  problem.average = bool(flags.attention.average);
  problem.n_batch = n_batch_of(flags.attention.batch);
  Trace trace = trace_of(problem, alone);
  add_learned_layer(trace, sentence, place);
  flags.backward.add_stages(trace);
  return trace;
}

int show_heads_table(const MhaFlags& flags) {
  const Flags read{flags.learned.learned, flags.attention.tokens};
  Form{flags.heads_table, joined({read, flags_of(flags.view)})}.refuse_others(flags.table.flags());
  const ViewChoice view = flags.view.read();
  const auto told = [&] { return heads_table_trace(flags.attention); };
  return present(told(), view, {.again = told});
}

int show_pretrained(const MhaFlags& flags) {
  return show_model({.source = flags.pretrained,
                     .words = flags.attention.text,
                     .layer = flags.learned.layer,
                     .head = flags.head,
                     .pad = flags.attention.pad,
                     .run = flags.alone,
                     .view = flags.view,
                     .table = flags.table},
                    flags.pretrained, flags.heads_table, flags.comparison);
}

int mha(const MhaFlags& flags, const TellExample& example) {
  refuse_conflicts_of(flags.pretrained);
  if (flags.pretrained.model) return show_pretrained(flags);
  const Flag& learned = flags.learned.learned;
  if (learned && flags.heads_table) return show_heads_table(flags);
  if (learned && !has_sentence(flags.attention))
    return list_learned_words(flags.attention, learned, flags.table, flags.view);
  if (learned) learned_form(flags).refuse_others(flags.table.flags());
  if (learned) flags.table.refuse_conflicts();
  ViewChoice view = flags.view.read();
  flags.backward.refuse_unused(flags.view, flags.attention.batch);
  const std::optional<ResultAlone> alone =
      flags.alone.read(view, {flags.comparison.expect, flags.backward.backward});
  MultiHeadProblem problem;
  const auto told = [&] {
    Trace trace =
        learned ? learned_layer(flags, alone, problem) : given_layer(flags, alone, problem);
    example().add_to(trace);
    return trace;
  };
  Trace trace = told();
  view.groups = groups_of(flags.head, problem.counts.n_heads);
  require_shapes_shown(flags.attention.batch, view, trace);
  refuse_stage_among_words(flags.attention, flags.view.stages.texts(), trace);
  if (!flags.comparison.expect) return present(trace, view, {.again = told});
  const bool lists_tried = view.layout.explain >= 2;
  const bool agrees = compare(trace, problem, flags.comparison, lists_tried);
  const auto compared = [&] {
    Trace again = told();
    compare(again, problem, flags.comparison, lists_tried);
    return again;
  };
  const int code = present(trace, view, {.again = compared});
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
  const FlagGroup learned(table, translated("Learned numbers"));
  flags->learned.add_to(learned);
  learned.flag(flags->heads_table,
               translated("With --learned, what each head of each layer does, and for a sentence "
                          "the weights of all of them"),
               {.needs = {"--learned|--model"}});
  flags->pretrained.add_to(table);
  flags->view.add_to(table);
  flags->alone.add_to(table);
  flags->example.add_to(table);
  flags->table = table;
  return with_examples("mha", table, flags->example, flags->view,
                       [flags](const TellExample& example) {
                         flags->attention.for_programs = flags->view.is_for_programs();
                         return mha(*flags, example);
                       });
}

}  // namespace attn
