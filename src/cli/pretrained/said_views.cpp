#include <algorithm>
#include <charconv>
#include <mutex>

#include "base/message.hpp"
#include "base/text.hpp"
#include "cli/pretrained/model_views.hpp"
#include "cli/pretrained/removal_note.hpp"
#include "pretrained/report/report.hpp"

namespace attn {
namespace {

constexpr std::uint64_t kMostRows = 100'000;

std::size_t top_of(const PretrainedFlags& flags, std::size_t usual = 10) {
  return flags.top.count(1, kMostRows).value_or(usual);
}

template <class Real>
void require_head(const PretrainedModel<Real>& model, const Flag& flag) {
  if (model.has_head()) return;
  throw InputError(
      message("{} needs what the model says, and the files have no matrix that makes words of the "
              "last layer. Fetch the model with its head (such as {}).",
              flag.name(),
              model.architecture().is_causal() ? "AutoModelForCausalLM" : "AutoModelForMaskedLM"));
}

void require_causal(const ModelText& text, const Flag& flag) {
  if (text.folder.architecture.is_causal()) return;
  throw InputError(message("{} is for models that say what comes next: {} sees the whole text.",
                           flag.name(), name_in(kModelFamilies, text.folder.architecture.family)));
}

// "5.5" of "5.5, 6.9"
LayerHead head_place(const std::string& typed, const Flag& flag, std::size_t n_layers,
                     std::size_t n_heads) {
  LayerHead place;
  const std::string plain = plain_value(typed);
  const char* const end = plain.data() + plain.size();
  const auto layer = std::from_chars(plain.data(), end, place.first);
  const bool has_dot = layer.ec == std::errc() && layer.ptr < end && *layer.ptr == '.';
  const auto head = has_dot ? std::from_chars(layer.ptr + 1, end, place.second) : layer;
  if (!has_dot || head.ec != std::errc() || head.ptr != end || place.first >= n_layers ||
      place.second >= n_heads)
    throw InputError(message(
        "{} takes heads as LAYER.HEAD, from 0.0 to {}.{}, such as 5.5 or 5.5,6.9; {} is none.",
        flag.name(), n_layers - 1, n_heads - 1, preview(typed)));
  return place;
}

std::set<LayerHead> heads_typed(const Flag& flag, std::size_t n_layers, std::size_t n_heads) {
  std::set<LayerHead> heads;
  for (const std::string& one : split_value(flag.text(), ", "))
    if (!one.empty()) heads.insert(head_place(one, flag, n_layers, n_heads));
  if (heads.empty()) head_place("", flag, n_layers, n_heads);
  return heads;
}

std::string listed_heads(const std::set<LayerHead>& heads) {
  std::vector<std::string> names;
  for (const auto& [layer, head] : heads) names.push_back(head_name(layer, head));
  return joined(names, ", ");
}

// The head that a table of one token's weights begins with.
LayerHead strongest_head(const std::vector<WeightsOfQuery>& heads, std::size_t resting_on) {
  const auto most = std::max_element(
      heads.begin(), heads.end(), [&](const WeightsOfQuery& a, const WeightsOfQuery& b) {
        const bool a_rests = a.strongest == resting_on, b_rests = b.strongest == resting_on;
        return a_rests != b_rests ? a_rests : a.weight < b.weight;
      });
  return most->head;
}

// How many random sets of heads are worth their time: twenty in a short text.
std::size_t n_random_sets(std::size_t n_tokens) {
  constexpr std::size_t kMostSets = 20, kMostTokens = 1280;
  return std::clamp<std::size_t>(kMostTokens / n_tokens, 1, kMostSets);
}

}  // namespace

template <class Real>
Trace from_token_trace(PretrainedModel<Real>& model, const ModelText& text,
                       const PretrainedFlags& flags, std::optional<std::size_t> layer) {
  const std::size_t query = place_of_token(text, flags.from_token);
  std::vector<WeightsOfQuery> found(model.n_layers() * model.n_heads());
  const auto look = [&](std::size_t of_layer, std::size_t head, Rows<const Real> weights) {
    const Real* row = weights.row(query);
    const auto* most = std::max_element(row, row + weights.n_cols);
    found[of_layer * model.n_heads() + head] = {
        {of_layer, head}, static_cast<std::size_t>(most - row), static_cast<double>(*most)};
  };
  run_model<Real>(model, text.input, {.watch = look, .only_at = query});
  if (layer)
    std::erase_if(found, [&](const WeightsOfQuery& one) { return one.head.first != *layer; });
  Trace trace = trace_of_model("mha", text);
  const LayerHead strongest = strongest_head(found, text.first());
  trace.tables.push_back(
      from_token_table(text.labels, query, text.first(), std::move(found), top_of(flags, 24)));
  add_note(trace.notes, other_places_note(text, flags.from_token));
  add_note(trace.notes, removal_note(model, text, query, strongest));
  return trace;
}

template <class Real>
Trace lens_trace(PretrainedModel<Real>& model, const ModelText& text,
                 const PretrainedFlags& flags) {
  require_head(model, flags.lens);
  const std::size_t place = asked_place(text, flags.at);
  const std::vector<Probabilities> said = lens(model, text.input, place);
  const std::uint32_t wanted = flags.wanted ? token_of_vocabulary(text.folder, flags.wanted)
                                            : most_probable(said.back(), 1).front().id;
  Trace trace = trace_of_model("mha", text);
  trace.tables.push_back(lens_table(text.folder.tokenizer, said, wanted));
  trace.notes.push_back(message("asked at {}.", quoted_place(text.labels, place)));
  return trace;
}

template <class Real>
Trace removal_trace(PretrainedModel<Real>& model, const ModelText& text,
                    const PretrainedFlags& flags) {
  require_head(model, flags.without_head);
  const std::size_t place = asked_place(text, flags.at);
  const std::set<LayerHead> heads =
      heads_typed(flags.without_head, model.n_layers(), model.n_heads());
  constexpr std::uint64_t kSeed = 1;
  const Removal gone =
      removal(model, text.input, place, heads, n_random_sets(text.n_tokens()), kSeed);
  Trace trace = trace_of_model("mha", text);
  trace.tables.push_back(
      removal_table(text.folder.tokenizer, gone, top_of(flags), listed_heads(heads)));
  trace.notes.push_back(message("asked at {}.", quoted_place(text.labels, place)));
  return trace;
}

template <class Real>
Trace losses_trace(PretrainedModel<Real>& model, const ModelText& text,
                   const PretrainedFlags& flags) {
  require_causal(text, flags.losses);
  require_head(model, flags.losses);
  if (text.n_tokens() < 2)
    throw InputError(message("{} needs two tokens at least: the first has nothing before it.",
                             flags.losses.name()));
  const TokenRows<Real> states = run_model(model, text.input);
  Trace trace = trace_of_model("mha", text);
  trace.tables.push_back(losses_table(text.labels, token_losses(model, text.input, states),
                                      flags.top.count(1, kMostRows)));
  return trace;
}

template <class Real>
Trace beside_trace(PretrainedModel<Real>& model, const ModelText& text,
                   const PretrainedFlags& flags) {
  require_head(model, flags.beside);
  const TokenText other = read_text(text.folder, flags.beside.text());
  const std::size_t place = asked_place(text, flags.at),
                    other_place = asked_place(text.folder, other, flags.at);
  const auto said_in = [&](const ModelInput& input, std::size_t at) {
    return said_at(model, run_model<Real>(model, input, {.only_at = at}), at);
  };
  Trace trace = trace_of_model("mha", text);
  trace.tables.push_back(candidates_beside(
      text.folder.tokenizer, said_in(text.input, place), said_in(other.input, other_place),
      top_of(flags),
      message("What the model says at {} of the first text and at {} of the second, {}.",
              quoted_place(text.labels, place), quoted_place(other.labels, other_place),
              other.title)));
  return trace;
}

#define ATTN_SAID_VIEWS(Real)                                                                     \
  template Trace from_token_trace(PretrainedModel<Real>&, const ModelText&,                       \
                                  const PretrainedFlags&, std::optional<std::size_t>);            \
  template Trace lens_trace(PretrainedModel<Real>&, const ModelText&, const PretrainedFlags&);    \
  template Trace removal_trace(PretrainedModel<Real>&, const ModelText&, const PretrainedFlags&); \
  template Trace losses_trace(PretrainedModel<Real>&, const ModelText&, const PretrainedFlags&);  \
  template Trace beside_trace(PretrainedModel<Real>&, const ModelText&, const PretrainedFlags&)
ATTN_SAID_VIEWS(float);
ATTN_SAID_VIEWS(double);

}  // namespace attn
