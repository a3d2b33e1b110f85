#include "base/message.hpp"
#include "cli/pretrained/model_views.hpp"
#include "pretrained/report/head_tables.hpp"
#include "pretrained/report/said_tables.hpp"

namespace attn {
namespace {

constexpr std::size_t kSketchSide = 8;  // dots, which fill four columns and two lines
constexpr std::uint64_t kMostListed = 100'000;
constexpr std::size_t kUsualTop = 10, kUsualSorted = 24;

std::optional<HeadMeasureKind> sorted_by(const PretrainedFlags& flags) {
  return flags.sort.choice(kHeadMeasureKinds);
}

// What the model says at the place where it is asked.
std::string asked_title(const ModelText& text, std::size_t place) {
  const bool is_mask = text.folder.tokenizer.mask() == text.input.ids[place];
  if (text.folder.architecture.is_causal())
    return message("What comes after {}.", placed_token(text.labels, place));
  return is_mask ? message("What stands behind {}.", placed_token(text.labels, place))
                 : message("What the model takes {} to be.", placed_token(text.labels, place));
}

// Weights say where a head looks. What it does is seen when it is gone.
template <class Real>
std::string honest_note(PretrainedModel<Real>& model, const ModelText& text,
                        const HeadsInText& known, std::size_t place) {
  const HeadFacts* head = head_with_most(known);
  if (!head) return "";
  const LayerHead where{head->layer, head->head};
  return removal_sentence(text.folder.tokenizer, brief_removal(model, text.input, place, {where}),
                          where);
}

template <class Real>
void add_said(Trace& trace, PretrainedModel<Real>& model, const ModelText& text,
              const PretrainedFlags& flags, const TokenRows<Real>& states,
              const HeadsInText& known) {
  if (!model.has_head()) {
    trace.notes.push_back(
        translated("the files have no matrix that makes words of the last layer: what the model "
                   "says is not shown."));
    return;
  }
  const std::size_t place = asked_place(text, flags.at);
  const std::size_t top = flags.top.count(1, kMostListed).value_or(kUsualTop);
  trace.tables.push_back(candidates_table(text.folder.tokenizer, said_at(model, states, place), top,
                                          asked_title(text, place)));
  add_note(trace.notes, honest_note(model, text, known, place));
}

}  // namespace

template <class Real>
Trace overview_trace(PretrainedModel<Real>& model, const ModelText& text,
                     const PretrainedFlags& flags, bool has_table) {
  Trace trace = trace_of_model("mha", text);
  ModelStudy<Real> study = study_heads(model, text.input, text.separators, kSketchSide);
  const TokenRules rules = rules_of(model, text.input, text.separators);
  const HeadsInText known{std::move(study.heads), rules.even_means(), rules.measured()};
  const auto by = sorted_by(flags);
  const std::size_t top = flags.top.count(1, kMostListed).value_or(by ? kUsualSorted : kMostListed);
  trace.sketches = heads_sheet(known, by, top);
  trace.overview = {"candidates"};
  trace.tables.push_back(heads_table(known, by, top));
  trace.tables.back().is_asked_for = by || has_table;
  add_said(trace, model, text, flags, study.states, known);
  return trace;
}

template Trace overview_trace(PretrainedModel<float>&, const ModelText&, const PretrainedFlags&,
                              bool);
template Trace overview_trace(PretrainedModel<double>&, const ModelText&, const PretrainedFlags&,
                              bool);

}  // namespace attn
