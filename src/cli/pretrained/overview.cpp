#include <algorithm>
#include <limits>

#include "base/message.hpp"
#include "base/text.hpp"
#include "cli/pretrained/model_views.hpp"
#include "cli/pretrained/removal_note.hpp"
#include "pretrained/report/report.hpp"

namespace attn {
namespace {

constexpr std::size_t kSketchSide = 8;  // dots, which fill four columns and two lines
constexpr std::uint64_t kMostListed = 100'000;
constexpr std::size_t kUsualTop = 10, kUsualSorted = 24;

std::optional<HeadMeasureKind> sorted_by(const PretrainedFlags& flags) {
  return flags.sort.choice(kHeadMeasureKinds);
}

// A measure that no query of a text has would sort nothing.
void require_measured(const std::vector<HeadMeasureKind>& measured, const Flag& sort) {
  std::vector<std::string> names;
  for (const HeadMeasureKind kind : measured) names.emplace_back(name_in(kHeadMeasureKinds, kind));
  if (std::find(names.begin(), names.end(), sort.text()) != names.end()) return;
  throw InputError(
      message("{} {}: no query of this text has such a key. What can be measured here: {}.",
              sort.name(), sort.text(), joined(names, ", ")));
}

// The layer that sees most: what it has no query for, no other has.
std::size_t widest_layer(const Architecture& architecture) {
  const auto& windows = architecture.windows;
  const auto width = [](const std::optional<std::uint64_t>& window) {
    return window.value_or(std::numeric_limits<std::uint64_t>::max());
  };
  const auto widest =
      std::max_element(windows.begin(), windows.end(),
                       [&](const auto& a, const auto& b) { return width(a) < width(b); });
  return static_cast<std::size_t>(widest - windows.begin());
}

// What the model says at the place where it is asked.
std::string asked_title(const ModelText& text, std::size_t place) {
  const bool is_mask = text.folder.tokenizer.mask() == text.input.ids[place];
  if (text.folder.architecture.is_causal())
    return message("What comes after {}.", quoted_place(text.labels, place));
  return is_mask ? message("What stands behind {}.", quoted_place(text.labels, place))
                 : message("What the model takes {} to be.", quoted_place(text.labels, place));
}

template <class Real>
void add_said(Trace& trace, PretrainedModel<Real>& model, const ModelText& text,
              const PretrainedFlags& flags, std::size_t place, const TokenRows<Real>& states,
              const HeadsInText& known) {
  std::optional<Probabilities> said;
  if (model.has_head()) {
    said = said_at(model, states, place);
    const std::size_t top = flags.top.count(1, kMostListed).value_or(kUsualTop);
    trace.tables.push_back(
        candidates_table(text.folder.tokenizer, *said, top, asked_title(text, place)));
  } else {
    trace.notes.push_back(
        translated("the files have no matrix that makes words of the last layer: what the model "
                   "says is not shown."));
  }
  if (const HeadFacts* most = head_with_most(known))
    add_note(trace.notes, removal_note(model, text, place, {most->layer, most->head}, said));
}

}  // namespace

template <class Real>
Trace overview_trace(PretrainedModel<Real>& model, const ModelText& text,
                     const PretrainedFlags& flags, bool has_table) {
  Trace trace = trace_of_model("mha", text);
  const std::size_t place = asked_place(text, flags.at);
  const std::vector<HeadMeasureKind> measured =
      measured_in(rules_of(model, text.input, text.separators, widest_layer(model.architecture()))
                      .even_means());
  const auto by = sorted_by(flags);
  if (by) require_measured(measured, flags.sort);
  ModelStudy<Real> study = study_heads(model, text.input, text.separators, kSketchSide, place);
  const HeadsInText known{std::move(study.heads), measured};
  const std::size_t top = flags.top.count(1, kMostListed).value_or(by ? kUsualSorted : kMostListed);
  trace.sketches = heads_sheet(known, by, top);
  trace.overview = {"candidates"};
  trace.tables.push_back(heads_table(known, by, top));
  trace.tables.back().is_asked_for = by || has_table;
  add_said(trace, model, text, flags, place, study.states, known);
  return trace;
}

template Trace overview_trace(PretrainedModel<float>&, const ModelText&, const PretrainedFlags&,
                              bool);
template Trace overview_trace(PretrainedModel<double>&, const ModelText&, const PretrainedFlags&,
                              bool);

}  // namespace attn
