#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>
#include <set>
#include <utility>

#include "base/message.hpp"
#include "base/text.hpp"
#include "cli/attention/pretrained.hpp"
#include "cli/present/present.hpp"
#include "cli/terminal/terminal.hpp"
#include "mechanisms/attention/attention.hpp"
#include "mechanisms/attention/stages.hpp"
#include "pretrained/study/study.hpp"

namespace attn {

namespace {

constexpr std::size_t kSketchSide = 8;  // dots, which fill four columns and two lines
constexpr std::uint64_t kMostListed = 100'000;
constexpr std::size_t kUsualTop = 10, kUsualSorted = 24;

std::optional<Habit> sorted_by(const PretrainedFlags& flags) {
  return flags.sort.choice(kTextMeasures);
}

// A measure that no query of a text has would sort nothing.
void require_measured(const std::vector<Habit>& measured, const Flag& sort) {
  std::vector<std::string> names;
  for (const Habit habit : measured) names.emplace_back(name_in(kHabits, habit));
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

// What changes without a head, in a sentence: weights say where it looks, not what it does. `said`
// is what the model says with it, where that is known already.
template <class Real>
std::string removal_note(PretrainedModel<Real>& model, const ModelText& text, std::size_t place,
                         LayerHead head, std::optional<Probabilities> said = {}) {
  const TextInModel<Real> read(model, text.input);
  if (!model.has_head())
    return state_change_sentence(text.labels, place, read.state_change(place, {head}), head);
  return removal_sentence(text.folder.tokenizer, read.brief_removal(place, {head}, std::move(said)),
                          head);
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
    said = TextInModel<Real>(model, text.input).said_at(place, states);
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

// All heads in small, what the model says, and what changes without the head that does most; with
// `has_table`, or sorted, the measures of each.
template <class Real>
Trace overview_trace(PretrainedModel<Real>& model, const ModelText& text,
                     const PretrainedFlags& flags, bool has_table) {
  Trace trace = trace_of_model("mha", text);
  const std::size_t place = asked_place(text, flags.at);
  const TextInModel<Real> read(model, text.input);
  const std::vector<Habit> measured =
      read.rules(text.separators, widest_layer(model.architecture())).measured();
  const auto by = sorted_by(flags);
  if (by) require_measured(measured, flags.sort);
  ModelStudy<Real> study = read.study(text.separators, kSketchSide, place);
  const HeadsInText known{std::move(study.heads), measured};
  const std::size_t top = flags.top.count(1, kMostListed).value_or(by ? kUsualSorted : kMostListed);
  trace.sketches = heads_sheet(known, by, top);
  trace.overview = {"candidates"};
  trace.tables.push_back(heads_table(known, by, top));
  trace.tables.back().is_asked_for = by || has_table;
  add_said(trace, model, text, flags, place, study.states, known);
  return trace;
}

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

// Where one token looks, in every head or in those of a layer.
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
  TextInModel<Real>(model, text.input).states({.watch = look, .only_at = query});
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

// What each layer would already say.
template <class Real>
Trace lens_trace(PretrainedModel<Real>& model, const ModelText& text,
                 const PretrainedFlags& flags) {
  require_head(model, flags.lens);
  const std::size_t place = asked_place(text, flags.at);
  const std::vector<Probabilities> said = TextInModel<Real>(model, text.input).lens(place);
  const std::uint32_t wanted = flags.wanted ? token_of_vocabulary(text.folder, flags.wanted)
                                            : most_probable(said.back(), 1).front().id;
  Trace trace = trace_of_model("mha", text);
  trace.tables.push_back(lens_table(text.folder.tokenizer, said, wanted));
  trace.notes.push_back(message("asked at {}.", quoted_place(text.labels, place)));
  return trace;
}

// What changes without some heads.
template <class Real>
Trace removal_trace(PretrainedModel<Real>& model, const ModelText& text,
                    const PretrainedFlags& flags) {
  require_head(model, flags.without_head);
  const std::size_t place = asked_place(text, flags.at);
  const std::set<LayerHead> heads =
      heads_typed(flags.without_head, model.n_layers(), model.n_heads());
  constexpr std::uint64_t kSeed = 1;
  const Removal gone = TextInModel<Real>(model, text.input)
                           .removal(place, heads, n_random_sets(text.n_tokens()), kSeed);
  Trace trace = trace_of_model("mha", text);
  trace.tables.push_back(
      removal_table(text.folder.tokenizer, gone, top_of(flags), listed_heads(heads)));
  trace.notes.push_back(message("asked at {}.", quoted_place(text.labels, place)));
  return trace;
}

// How surprised the model is by each token.
template <class Real>
Trace losses_trace(PretrainedModel<Real>& model, const ModelText& text,
                   const PretrainedFlags& flags) {
  require_causal(text, flags.losses);
  require_head(model, flags.losses);
  if (text.n_tokens() < 2)
    throw InputError(message("{} needs two tokens at least: the first has nothing before it.",
                             flags.losses.name()));
  const TextInModel<Real> read(model, text.input);
  Trace trace = trace_of_model("mha", text);
  trace.tables.push_back(
      losses_table(text.labels, read.losses(read.states()), flags.top.count(1, kMostRows)));
  return trace;
}

// What the model says of two texts.
template <class Real>
Trace beside_trace(PretrainedModel<Real>& model, const ModelText& text,
                   const PretrainedFlags& flags) {
  require_head(model, flags.beside);
  const TokenText other = read_text(text.folder, flags.beside.text());
  const std::size_t place = asked_place(text, flags.at),
                    other_place = asked_place(text.folder, other, flags.at);
  const auto said_in = [&](const ModelInput& input, std::size_t at) {
    const TextInModel<Real> read(model, input);
    return read.said_at(at, read.states({.only_at = at}));
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
HeadFacts facts_of_weights(const TokenRules& rules, const arma::mat& weights, LayerHead head) {
  const arma::mat by_rows = weights.t();
  return {.layer = head.first,
          .head = head.second,
          .measures = rules.measures_of(
              Rows<const double>(by_rows.memptr(), weights.n_rows, weights.n_cols))};
}

void add_measures(Trace& trace, const HeadFacts& facts) {
  trace.notes.push_back(measures_sentence(facts, measured_in(facts.measures)));
}

// The stages of some heads of a layer.
template <class Real>
Trace heads_trace(PretrainedModel<Real>& model, const ModelText& text, std::size_t layer,
                  const std::vector<std::uint64_t>& heads, const Flag& at, bool has_notes) {
  refuse_long_text(text, heads.empty() ? model.n_heads() : heads.size());
  const TextInModel<Real> read(model, text.input);
  MultiHeadProblem problem;
  static_cast<AttentionOptions&>(problem) = model.attention_options(layer, text.input);
  static_cast<MultiHeadLayer&>(problem) =
      model.attention_layer(layer, read.states_before(layer).rows());
  problem.query_tokens = problem.key_tokens = text.labels;
  problem.heads.assign(heads.begin(), heads.end());
  Trace trace = multi_head(problem);
  trace.overview = {"weights", "average"};
  add_layer(trace, text, layer);
  if (!has_notes) return trace;
  const TokenRules rules = read.rules(text.separators, layer);
  HeadsInText known;
  for (std::size_t head = 0; head < model.n_heads(); ++head)
    if (const Stage* weights = trace.find("weights", group_of(head)))
      known.heads.push_back(facts_of_weights(rules, weights->value, {layer, head}));
  if (known.heads.size() == 1) add_measures(trace, known.heads.front());
  const HeadFacts* most = known.heads.size() == 1 ? &known.heads.front() : head_with_most(known);
  if (most)
    add_note(trace.notes, removal_note(model, text, asked_place(text, at), {layer, most->head}));
  return trace;
}

// One head, queries and keys as it compares them: for `attend`. Without a place, the head that
// does most.
template <class Real>
Trace one_head_trace(PretrainedModel<Real>& model, const ModelText& text, const Flag& layer,
                     const Flag& head) {
  LayerHead place{layer.count(0, model.n_layers() - 1).value_or(0),
                  head.count(0, model.n_heads() - 1).value_or(0)};
  const TextInModel<Real> read(model, text.input);
  std::string why;
  if (!layer || !head) {
    ModelStudy<Real> study = read.study(text.separators, 1, 0);
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
      model.attention_layer(place.first, read.states_before(place.first).rows()), place.second);
  problem.query_tokens = problem.key_tokens = text.labels;
  Trace trace = scaled_dot_product(problem);
  trace.overview = {"weights"};
  trace.config.emplace(trace.config.begin(), "head", static_cast<std::int64_t>(place.second));
  add_layer(trace, text, place.first);
  add_note(trace.notes, why);
  const TokenRules rules = read.rules(text.separators, place.first);
  add_measures(trace, facts_of_weights(rules, trace.stage("weights").value, place));
  add_note(trace.notes, removal_note(model, text, usual_place(text.folder, text), place));
  return trace;
}

// Places `first` to `last` of a text.
struct TokenRange {
  std::size_t first = 0, last = 0;

  std::size_t size() const { return last - first + 1; }
};

constexpr std::uint64_t kMostPairs = 100'000;

// "100-139", or one place; without the flag all of them.
TokenRange range_of(const Flag& flag, std::size_t n) {
  if (!flag) return {0, n - 1};
  const std::vector<std::uint64_t> places = flag.places(n);
  if (places.back() - places.front() + 1 != places.size())
    throw InputError(message("{} takes one range of places, such as 100-139, but {} has gaps.",
                             flag.name(), preview(flag.text())));
  return {places.front(), places.back()};
}

Axis axis_of(const char* name, const std::vector<std::string>& labels, const TokenRange& range) {
  Axis axis{name, {}};
  for (std::size_t i = range.first; i <= range.last; ++i)
    axis.labels.push_back(fmt::format("{} {}", i, labels.at(i)));  // cut short, the place stays
  return axis;
}

// The largest weights, and of equal ones those that come first. Those on the key `resting_on` are
// left out.
template <class Real>
std::vector<WeighedPair> strongest_pairs(Rows<const Real> weights, const TokenRange& queries,
                                         const TokenRange& keys, std::size_t resting_on,
                                         std::size_t top) {
  std::vector<WeighedPair> pairs;
  const auto is_before = [](const WeighedPair& a, const WeighedPair& b) {
    return a.weight > b.weight;
  };
  for (std::size_t i = queries.first; i <= queries.last; ++i)
    for (std::size_t j = keys.first; j <= keys.last; ++j) {
      const auto weight = static_cast<double>(weights(i, j));
      if (j == resting_on || weight == 0.0 ||
          (pairs.size() == top && pairs.back().weight >= weight))
        continue;
      const WeighedPair pair{i, j, weight};
      pairs.insert(std::upper_bound(pairs.begin(), pairs.end(), pair, is_before), pair);
      if (pairs.size() > top) pairs.pop_back();
    }
  return pairs;
}

template <class Real>
void record_window(Trace& trace, Rows<const Real> weights, const Sights& sights,
                   const TokenText& text, LayerHead place, const TokenRange& queries,
                   const TokenRange& keys) {
  arma::mat part(queries.size(), keys.size());
  BlockedCells blocked(queries.size(), keys.size(), arma::fill::zeros);
  const auto block = [&](std::size_t i, std::size_t j, Blocked reason) {
    blocked(i, j) = static_cast<unsigned char>(reason);
  };
  for (std::size_t i = 0; i < queries.size(); ++i)
    for (std::size_t j = 0; j < keys.size(); ++j) {
      const std::size_t query = queries.first + i, key = keys.first + j;
      part(i, j) = static_cast<double>(weights(query, key));
      if (!sights.is_padding.empty() && sights.is_padding[key])
        block(i, j, Blocked::padding);
      else if (sights.is_causal && key > query)
        block(i, j, Blocked::causal);
      else if (sights.is_causal && sights.window && query - key >= *sights.window)
        block(i, j, Blocked::window);
    }
  if (!arma::any(arma::vectorise(blocked))) blocked.reset();
  Stage stage = weights_stage(axis_of("query", text.labels, queries),
                              axis_of("key", text.labels, keys), blocked);
  stage.group = group_of(place.second);
  if (keys.size() < text.n_tokens()) {
    stage.rule = Shares{.of = "", .is_part = true};
    stage.note = translated(
        "A part of each query's attention: the sum says how much of it lies on these keys.");
  } else {
    stage.rule = Shares{};
  }
  record(trace, std::move(stage), std::move(part));
}

// A part of the weights of one head, of a text of any length; or its strongest pairs.
template <class Real>
Trace window_trace(PretrainedModel<Real>& model, const ModelText& text,
                   const PretrainedFlags& flags, LayerHead place, bool has_notes) {
  const TokenRange queries = range_of(flags.queries, text.n_tokens());
  const TokenRange keys = range_of(flags.keys, text.n_tokens());
  const std::size_t top = flags.top.count(1, kMostPairs).value_or(10);
  const Architecture& architecture = text.folder.architecture;
  const Sights sights{.is_causal = architecture.is_causal(),
                      .window = architecture.windows[place.first],
                      .is_padding = text.input.is_padding};
  Trace trace = trace_of_model("mha", text);
  TokenRows<Real> X = TextInModel<Real>(model, text.input).states_before(place.first);
  LayerRun<Real> run{.watch = [&](std::size_t head, Rows<const Real> weights) {
    if (head != place.second) return;
    if (flags.strongest) {
      trace.tables.push_back(pairs_table(text.labels,
                                         strongest_pairs(weights, queries, keys, text.first(), top),
                                         text.first(), head_name(place.first, place.second)));
    } else {
      record_window(trace, weights, sights, text, place, queries, keys);
    }
  }};
  model.apply_layer(place.first, text.input, X, run);
  if (has_notes)
    add_note(trace.notes, removal_note(model, text, usual_place(text.folder, text), place));
  trace.config.emplace(trace.config.begin(), "layer", static_cast<std::int64_t>(place.first));
  return trace;
}

// Where a token stands in a text.
Trace places_trace(const ModelText& text, const PretrainedFlags& flags) {
  Trace trace = trace_of_model("mha", text);
  const std::vector<std::size_t> places = places_of_token(text, flags.find);
  trace.tables.push_back(places_table(text.labels, places));
  trace.tables.back().title = message("\"{}\" ends at {} of {} places.", preview(flags.find.text()),
                                      places.size(), text.n_tokens());
  return trace;
}

// What is asked of a model.
struct ModelView {
  enum class Kind { overview, heads, window, from_token, lens, removal, losses, beside, places };
  Kind kind = Kind::overview;
  Form form;
};

[[noreturn]] void refuse_without_head(const Flag& flag, const ModelCommand& command) {
  throw InputError(message("{} is of one head: name it with {} and {}.", flag.name(),
                           command.layer.name(), command.head.name()));
}

ModelView view_of(const ModelCommand& command, const PretrainedFlags& f, const Flag& heads_table,
                  const CompareFlags& comparison) {
  using Kind = ModelView::Kind;
  refuse_two_of(
      {f.sort, f.from_token, f.lens, f.without_head, f.losses, f.beside, f.find, f.strongest});
  const Flags sequence{f.pair, f.truncate, command.pad};
  const auto with = [&](const Flags& more) { return joined({sequence, more}); };
  if (f.find) return {Kind::places, {f.find, with({})}};
  if (f.from_token) return {Kind::from_token, {f.from_token, with({f.top, command.layer})}};
  if (f.lens) return {Kind::lens, {f.lens, with({f.at, f.wanted})}};
  if (f.without_head) return {Kind::removal, {f.without_head, with({f.at, f.top})}};
  if (f.losses) return {Kind::losses, {f.losses, {f.truncate, f.top}}};
  if (f.beside) return {Kind::beside, {f.beside, {f.at, f.top}}};
  const Flags head{command.layer, command.head};
  for (const Flag& flag : given_among({f.strongest, f.queries, f.keys})) {
    if (!command.layer) refuse_without_head(flag, command);
    const Flags window = joined({head, {f.queries, f.keys, f.strongest}});
    return {Kind::window, {flag, with(f.strongest ? joined({window, {f.top}}) : window)}};
  }
  const Flags compared = flags_of(comparison, &CompareFlags::add_to);
  if (command.head) refuse_beside(command.head, compared);
  if (command.layer) {
    if (!command.head) require_used_with({f.at}, command.head.name());
    return {Kind::heads, {command.layer, joined({with({command.head, f.at}), compared})}};
  }
  return {Kind::overview, {f.model, joined({with({f.sort, f.top, f.at, heads_table}), compared})}};
}

// Refuses what nothing reads of what was typed; some is read whatever is asked of a model.
void refuse_others(const ModelCommand& command, Form form) {
  form.reads =
      joined({form.reads, {command.source.model}, flags_of(command.run), flags_of(command.view)});
  form.refuse_others(command.table.flags());
  command.table.refuse_conflicts();
}

// Views that are tables have no cells to be spelled out, drawn or chosen.
void refuse_unread(const ModelCommand& command, const ModelView& view) {
  const ViewFlags& v = command.view;
  const Flags of_stages{v.row, v.view, v.arithmetic, v.step, v.from, v.to};
  if (view.kind == ModelView::Kind::overview)
    require_used_with(joined({{command.head}, of_stages}), command.layer.name());
  const bool has_stages =
      view.kind == ModelView::Kind::heads ||
      (view.kind == ModelView::Kind::window && view.form.asked_by.name() != "--strongest");
  if (!has_stages) refuse_beside(view.form.asked_by, of_stages);
  refuse_others(command, view.form);
}

// Calls `show` with the model in the type that was asked for.
template <class Show>
auto with_model(const ModelCommand& command, const ModelText& text, const Show& show) {
  const Precision precision = command.run.dtype.choice(kPrecisions).value_or(Precision::fp32);
  if (precision == Precision::tf32)
    throw InputError(message("{} takes fp32 or fp64 with {}.", command.run.dtype.name(),
                             command.source.model.name()));
  const unsigned n_threads = command.run.threads.threads().value_or(0);
  if (precision == Precision::fp64) {
    PretrainedModel<double> model(text.folder.architecture, text.folder.files, n_threads);
    return show(model);
  }
  PretrainedModel<float> model(text.folder.architecture, text.folder.files, n_threads);
  return show(model);
}

template <class Real>
std::size_t layer_of(const PretrainedModel<Real>& model, const Flag& layer) {
  return layer.count(0, model.n_layers() - 1).value_or(0);
}

template <class Real>
LayerHead one_head(const PretrainedModel<Real>& model, const ModelCommand& command,
                   const Flag& asked_by) {
  const auto head = command.head.count(0, model.n_heads() - 1);
  if (!head) refuse_without_head(asked_by, command);
  return {layer_of(model, command.layer), *head};
}

// Where nobody reads notes, what takes more passes for them is left out.
template <class Real>
Trace trace_of_view(PretrainedModel<Real>& model, const ModelText& text, const ModelView& view,
                    const ModelCommand& command, const PretrainedFlags& flags, bool has_heads_table,
                    bool has_notes) {
  using Kind = ModelView::Kind;
  switch (view.kind) {
    case Kind::overview:
      return overview_trace(model, text, flags, has_heads_table);
    case Kind::heads:
      return heads_trace(model, text, layer_of(model, command.layer),
                         command.head.places(model.n_heads()), flags.at, has_notes);
    case Kind::window:
      return window_trace(model, text, flags, one_head(model, command, view.form.asked_by),
                          has_notes);
    case Kind::from_token:
      return from_token_trace(
          model, text, flags,
          command.layer ? std::optional(layer_of(model, command.layer)) : std::nullopt);
    case Kind::lens:
      return lens_trace(model, text, flags);
    case Kind::removal:
      return removal_trace(model, text, flags);
    case Kind::losses:
      return losses_trace(model, text, flags);
    case Kind::beside:
      return beside_trace(model, text, flags);
    case Kind::places:
      return places_trace(text, flags);
  }
  return {};
}

// Stages that are named go to files as they do elsewhere.
bool has_all_weights(const ModelView& view, const ModelCommand& command, const ViewChoice& choice) {
  if (view.kind == ModelView::Kind::heads) return !command.head && !choice.names_stages();
  return view.kind == ModelView::Kind::overview;
}

bool is_quiet(const ViewChoice& choice) {
  return choice.screen == Screen::quiet || choice.result_alone;
}

// With --quiet there may be nothing to show, and then nothing else is computed.
bool shows_nothing(const ModelView& view, const ViewChoice& choice, const AllWeightsFiles& files) {
  if (!is_quiet(choice) || choice.names_stages() || !choice.files.empty()) return false;
  return files.are_written() || (files.are_compared() && view.kind == ModelView::Kind::overview);
}

}  // namespace

int show_model(const ModelCommand& command, const PretrainedFlags& flags, const Flag& heads_table,
               const CompareFlags& comparison) {
  const ModelView view = view_of(command, flags, heads_table, comparison);
  refuse_unread(command, view);
  ViewChoice choice = command.view.read();
  AllWeightsFiles files(comparison);
  if (has_all_weights(view, command, choice))
    files.take_from(choice, view.kind == ModelView::Kind::heads);
  const ModelText text = read_model_text(flags, command.words, command.pad);
  if (view.kind == ModelView::Kind::places) {
    const auto told = [&] { return places_trace(text, flags); };
    return present(told(), choice, {.again = told});
  }
  return with_model(command, text, [&](auto& model) {
    if (view.kind == ModelView::Kind::heads)
      files.prepare(model, text, layer_of(model, command.layer));
    else
      files.prepare(model, text, std::nullopt);
    const auto told = [&] {
      return shows_nothing(view, choice, files)
                 ? trace_of_model("mha", text)
                 : trace_of_view(model, text, view, command, flags, bool(heads_table),
                                 !is_quiet(choice));
    };
    const auto add_for_page = [&](Trace& trace) {
      if (view.kind == ModelView::Kind::overview) add_all_weights(trace, model, text);
    };
    Trace trace = told();
    const auto compares = [&](Trace& one) {
      return !files.are_compared() || files.compare(model, text, one);
    };
    const bool agrees = compares(trace);
    const auto again = [&] {
      Trace one = told();
      compares(one);
      return one;
    };
    const auto write = [&] { files.write(model, text); };
    if (shows_nothing(view, choice, files))
      write();
    else
      present(trace, choice, {.again = again, .add_for_page = add_for_page, .write_more = write});
    if (files.are_compared()) print_verdict(trace, choice);
    return agrees ? kDone : kNotYet;
  });
}

int show_model_head(const ModelCommand& command) {
  const ModelSourceFlags& source = command.source;
  refuse_others(
      command,
      {source.model, {source.pair, source.truncate, command.layer, command.head, command.pad}});
  const ViewChoice choice = command.view.read();
  const ModelText text = read_model_text(source, command.words, command.pad);
  const auto told = [&] {
    return with_model(command, text, [&](auto& model) {
      return one_head_trace(model, text, command.layer, command.head);
    });
  };
  return present(told(), choice, {.again = told});
}

}  // namespace attn
