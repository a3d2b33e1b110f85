#include <fmt/format.h>

#include <algorithm>

#include "base/message.hpp"
#include "base/text.hpp"
#include "cli/pretrained/model_views.hpp"
#include "cli/pretrained/removal_note.hpp"
#include "mechanisms/attention/attention.hpp"
#include "mechanisms/attention/stages.hpp"
#include "pretrained/report/report.hpp"

namespace attn {

// Places `first` to `last` of a text.
struct TokenRange {
  std::size_t first = 0, last = 0;

  std::size_t size() const { return last - first + 1; }
};

namespace {

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

}  // namespace

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
  TokenRows<Real> X = states_before(model, text.input, place.first);
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
    add_note(trace.notes, removal_note(model, text, asked_place(text, Flag("--at")), place));
  trace.config.emplace(trace.config.begin(), "layer", static_cast<std::int64_t>(place.first));
  return trace;
}

Trace places_trace(const ModelText& text, const PretrainedFlags& flags) {
  Trace trace = trace_of_model("mha", text);
  const std::vector<std::size_t> places = places_of_token(text, flags.find);
  trace.tables.push_back(places_table(text.labels, places));
  trace.tables.back().title = message("\"{}\" ends at {} of {} places.", preview(flags.find.text()),
                                      places.size(), text.n_tokens());
  return trace;
}

template Trace window_trace(PretrainedModel<float>&, const ModelText&, const PretrainedFlags&,
                            LayerHead, bool);
template Trace window_trace(PretrainedModel<double>&, const ModelText&, const PretrainedFlags&,
                            LayerHead, bool);

}  // namespace attn
