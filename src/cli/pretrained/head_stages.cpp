#include <algorithm>
#include <map>

#include "base/message.hpp"
#include "cli/pretrained/model_views.hpp"
#include "cli/pretrained/removal_note.hpp"
#include "mechanisms/attention/attention.hpp"
#include "mechanisms/attention/stages.hpp"
#include "pretrained/report/report.hpp"

namespace attn {
namespace {

// A long text has other views than stages, which nobody could read.
void refuse_long_text(const ModelText& text, std::size_t n_heads) {
  const std::size_t n = text.n_tokens();
  if (stages_fit(n, n, n_heads)) return;
  throw InputError(message(
      "The stages of {} heads over {} tokens are more than can be kept. Cut the text (--truncate "
      "1000), name one head (--head), or show a part of its weights (--queries 0-39 --keys 0-39, "
      "or --strongest).",
      n_heads, n));
}

void add_layer(Trace& trace, const ModelText& text, std::size_t layer) {
  trace.title = text.title;
  trace.source = text.folder.name;
  trace.config.emplace(trace.config.begin(), "layer", static_cast<std::int64_t>(layer));
  trace.notes.insert(trace.notes.begin(), text.notes.begin(), text.notes.end());
}

// What one head does, from its weights as the trace shows them.
HeadFacts facts_of_weights(const TokenRules& rules, const HeadMeans& even, const arma::mat& weights,
                           LayerHead head) {
  const arma::mat by_rows = weights.t();
  return {
      .layer = head.first,
      .head = head.second,
      .means = rules.means_of(Rows<const double>(by_rows.memptr(), weights.n_rows, weights.n_cols)),
      .even = even};
}

void add_measures(Trace& trace, const HeadFacts& facts) {
  trace.notes.push_back(measures_sentence(facts, measured_in(facts.even)));
}

}  // namespace

template <class Real>
Trace heads_trace(PretrainedModel<Real>& model, const ModelText& text, std::size_t layer,
                  const std::vector<std::uint64_t>& heads, const Flag& at, bool has_notes) {
  refuse_long_text(text, heads.empty() ? model.n_heads() : heads.size());
  MultiHeadProblem problem;
  static_cast<AttentionOptions&>(problem) = model.attention_options(layer, text.input);
  static_cast<MultiHeadLayer&>(problem) =
      model.attention_layer(layer, states_before(model, text.input, layer).rows());
  problem.query_tokens = problem.key_tokens = text.labels;
  problem.heads.assign(heads.begin(), heads.end());
  Trace trace = multi_head(problem);
  trace.overview = {"weights", "average"};
  add_layer(trace, text, layer);
  if (!has_notes) return trace;
  const TokenRules rules = rules_of(model, text.input, text.separators, layer);
  const HeadMeans even = rules.even_means();
  HeadsInText known;
  for (std::size_t head = 0; head < model.n_heads(); ++head)
    if (const Stage* weights = trace.find("weights", group_of(head)))
      known.heads.push_back(facts_of_weights(rules, even, weights->value, {layer, head}));
  if (known.heads.size() == 1) add_measures(trace, known.heads.front());
  const HeadFacts* most = known.heads.size() == 1 ? &known.heads.front() : head_with_most(known);
  if (most)
    add_note(trace.notes, removal_note(model, text, asked_place(text, at), {layer, most->head}));
  return trace;
}

template <class Real>
Trace one_head_trace(PretrainedModel<Real>& model, const ModelText& text, const Flag& layer,
                     const Flag& head) {
  LayerHead place{layer.count(0, model.n_layers() - 1).value_or(0),
                  head.count(0, model.n_heads() - 1).value_or(0)};
  std::string why;
  if (!layer || !head) {
    ModelStudy<Real> study = study_heads(model, text.input, text.separators, 1, 0);
    std::erase_if(study.heads, [&](const HeadFacts& facts) {
      return (layer && facts.layer != place.first) || (head && facts.head != place.second);
    });
    const HeadsInText known{.heads = std::move(study.heads)};
    if (const HeadFacts* most = head_with_most(known)) place = {most->layer, most->head};
    why = message(
        "head {} is shown, which does most beyond even attention in this text, rest on the first "
        "token aside: --layer and --head choose another.",
        head_name(place.first, place.second));
  }
  AttentionProblem problem;
  static_cast<AttentionOptions&>(problem) = model.attention_options(place.first, text.input);
  problem.tensors = projected_head(
      model.attention_layer(place.first, states_before(model, text.input, place.first).rows()),
      place.second);
  problem.query_tokens = problem.key_tokens = text.labels;
  Trace trace = scaled_dot_product(problem);
  trace.overview = {"weights"};
  trace.config.emplace(trace.config.begin(), "head", static_cast<std::int64_t>(place.second));
  add_layer(trace, text, place.first);
  add_note(trace.notes, why);
  const TokenRules rules = rules_of(model, text.input, text.separators, place.first);
  add_measures(trace,
               facts_of_weights(rules, rules.even_means(), trace.stage("weights").value, place));
  add_note(trace.notes, removal_note(model, text, asked_place(text, Flag("--at")), place));
  return trace;
}

template Trace heads_trace(PretrainedModel<float>&, const ModelText&, std::size_t,
                           const std::vector<std::uint64_t>&, const Flag&, bool);
template Trace heads_trace(PretrainedModel<double>&, const ModelText&, std::size_t,
                           const std::vector<std::uint64_t>&, const Flag&, bool);
template Trace one_head_trace(PretrainedModel<float>&, const ModelText&, const Flag&, const Flag&);
template Trace one_head_trace(PretrainedModel<double>&, const ModelText&, const Flag&, const Flag&);

}  // namespace attn
