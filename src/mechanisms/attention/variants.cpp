#include "mechanisms/attention/variants.hpp"

#include <fmt/ranges.h>

#include <cmath>
#include <map>

#include "base/message.hpp"
#include "base/number.hpp"
#include "base/text.hpp"
#include "mechanisms/attention/stages.hpp"

namespace attn {
namespace {

constexpr arma::uword kMostHeadsTried = 64, kMostPlacesTried = 16;

class Variants {
 public:
  explicit Variants(const MultiHeadProblem& problem)
      : given_(problem),
        n_q_(problem.X.n_rows),
        n_k_(problem.keys_from().n_rows),
        pattern_(pattern_of(problem, n_k_)) {}

  std::vector<Variant> all() {
    topic_ = translated("mask");
    add_masks();
    add_empty_rows();
    topic_ = translated("scale");
    add_scale();
    topic_ = translated("positions");
    add_positions();
    topic_ = translated("heads");
    add_head_counts();
    topic_ = translated("projections");
    add_weights();
    return std::move(variants_);
  }

 private:
  void add(const std::string& name, std::function<void(MultiHeadProblem&)> change) {
    variants_.push_back({.change = name, .kind = name, .topic = topic_, .make = std::move(change)});
  }

  // One of a kind that holds {} for its value.
  void add(const std::string& kind, const std::string& value,
           std::function<void(MultiHeadProblem&)> change) {
    const std::string name = fmt::format(fmt::runtime(kind), value);
    for (const Variant& other : variants_)
      if (other.change == name) return;
    variants_.push_back(
        {.change = name, .kind = kind, .value = value, .topic = topic_, .make = std::move(change)});
  }

  // Changes of the pattern of the mask, whatever it is written as.
  static std::function<void(MultiHeadProblem&)> of_pattern(std::function<void(MaskPattern&)> change,
                                                           arma::uword n_k) {
    return [change = std::move(change), n_k](auto& problem) {
      MaskPattern pattern = pattern_of(problem, n_k);
      change(pattern);
      problem.pattern = std::move(pattern);
    };
  }
  void add_pattern(const std::string& name, std::function<void(MaskPattern&)> change) {
    add(name, of_pattern(std::move(change), n_k_));
  }

  void add_masks() {
    const bool is_causal = pattern_.causal;
    add_pattern(is_causal ? translated("leave out --causal") : translated("add --causal"),
                [](auto& pattern) { pattern.causal = !pattern.causal; });
    if (pattern_.given) {
      add_pattern(translated("leave out --mask"), [](auto& pattern) { pattern.given.reset(); });
      add_pattern(translated("exchange 0 and 1 in the mask"), [](auto& pattern) {
        pattern.given = arma::conv_to<Mask>::from(*pattern.given == 0);
      });
    }
    add_left_out();
    add_flags("", [](MaskPattern&) {});
    if (!is_causal) add_flags("--causal ", [](MaskPattern& pattern) { pattern.causal = true; });
    add(translated("let each head also see a key and a value of zeros, as add_zero_attn "
                   "of PyTorch does (attn has no flag for it)"),
        [](auto&) {});
    variants_.back().adds_zero_key = true;
  }

  void add_left_out() {
    if (!pattern_.padded_keys.is_empty())
      add_pattern(translated("leave out the padding"), [](auto& pattern) {
        pattern.padded_keys.reset();
        pattern.padded_queries.reset();
      });
    if (pattern_.window)
      add_pattern(translated("leave out --window"), [](auto& pattern) { pattern.window.reset(); });
    if (pattern_.n_prefix)
      add_pattern(translated("leave out --prefix"),
                  [](auto& pattern) { pattern.n_prefix.reset(); });
    if (pattern_.documents)
      add_pattern(translated("leave out the documents"),
                  [](auto& pattern) { pattern.documents.reset(); });
    if (pattern_.half)
      add_pattern(translated("leave out --half"), [](auto& pattern) { pattern.half.reset(); });
    if (!pattern_.padded_queries.is_empty())
      add_pattern(translated("leave out --pad-queries"),
                  [](auto& pattern) { pattern.padded_queries.reset(); });
    if (pattern_.align == Align::start)
      add_pattern(translated("leave out --align"),
                  [](auto& pattern) { pattern.align = Align::end; });
    if (pattern_.join == Join::any)
      add_pattern(translated("leave out --or"), [](auto& pattern) { pattern.join = Join::all; });
  }

  // Flags of the mask, behind one that is added in any case.
  void add_flags(const std::string& before, const std::function<void(MaskPattern&)>& first) {
    const auto add_flag = [&](const std::string& flag, const std::string& value,
                              std::function<void(MaskPattern&)> change) {
      add(message("add {}", before + flag), value,
          of_pattern(
              [first, change = std::move(change)](MaskPattern& pattern) {
                first(pattern);
                change(pattern);
              },
              n_k_));
    };
    const bool is_causal = pattern_.causal || !before.empty();
    const arma::uword most = std::min(n_k_ - 1, kMostPlacesTried);
    if (n_q_ != n_k_ && is_causal && pattern_.align == Align::end)
      add_flag("--align {}", "start", [](auto& pattern) { pattern.align = Align::start; });
    const auto add_padding = [&](const std::string& flag, const arma::uvec& keys) {
      const bool is_first = pattern_.padded_keys.is_empty();
      if (arma::approx_equal(pattern_.padded_keys, keys, "absdiff", 0)) return;
      const bool are_last = flag == "--pad {}";
      const std::string value =
          are_last ? fmt::format("{}", keys.n_elem) : fmt::format("{}", fmt::join(keys, ","));
      add_flag(is_first ? flag : message("{} and no other padding", flag), value,
               [keys](auto& pattern) { pattern.padded_keys = keys; });
    };
    // Queries that are padding follow from the keys that are.
    const arma::uword most_padded = pattern_.padded_queries.is_empty() ? most : 0;
    for (arma::uword n = 1; n <= most_padded; ++n) add_padding("--pad {}", last_keys(n, n_k_));
    for (arma::uword n = 1; n <= most_padded; ++n) add_padding("--pad-at {}", first_keys(n, n_k_));
    for (arma::uword n = 1; n <= most; ++n)
      if (pattern_.window != n)
        add_flag("--window {}", fmt::format("{}", n), [n](auto& pattern) { pattern.window = n; });
    // With --causal, a prefix takes its place.
    for (arma::uword n = 1; n <= most && before.empty(); ++n)
      if (pattern_.n_prefix != n)
        add_flag("--prefix {}", fmt::format("{}", n), [n](auto& pattern) { pattern.n_prefix = n; });
    if (n_q_ != n_k_ || given_.memory || pattern_.documents) return;
    for (arma::uword n = 1; n <= most; ++n) {
      arma::uvec numbers(n_k_);
      for (arma::uword i = n; i < n_k_; ++i) numbers(i) = 1;
      add_flag("--segments {}", fmt::format("{}", fmt::join(numbers, ",")),
               [numbers](auto& pattern) {
                 pattern.documents = Documents{numbers, numbers};
               });
    }
    if (before.empty()) add_half(add_flag);
  }

  void add_half(const auto& add_flag) {
    for (const auto& [reading, name] : kHalfReadings)
      if (pattern_.half != reading)
        add_flag("--half {}", name,
                 [reading = reading](MaskPattern& pattern) { pattern.half = reading; });
  }

  void add_empty_rows() {
    const BlockedCells blocked = blocked_cells(pattern_, n_q_, n_k_);
    const arma::uvec n_blocked = arma::sum(arma::conv_to<arma::umat>::from(blocked != 0), 1);
    if (blocked.is_empty() || n_blocked.max() < n_k_) return;
    for (const auto& [kind, name] : kEmptyRows)
      if (given_.empty_row != kind && kind != EmptyRow::nan)  // which agrees with nothing
        add(message("give {}", "--empty-row {}"), name,
            [kind = kind](auto& problem) { problem.empty_row = kind; });
  }

  void add_scale() {
    if (given_.scale.kind == Scale::Kind::off)
      add(translated("turn the scale on"),
          [](auto& problem) { problem.scale.kind = Scale::Kind::sqrt_d_k; });
    else
      add(translated("add --scale off"),
          [](auto& problem) { problem.scale.kind = Scale::Kind::off; });
    const arma::uword head_width = given_.weights.W_Q.n_cols / given_.counts.n_heads;
    const double d_k = static_cast<double>(head_width);
    const double d_model = static_cast<double>(given_.weights.W_Q.n_rows);
    for (const double factor : {1.0 / d_k, 1.0 / std::sqrt(d_model), 1.0 / d_model, std::sqrt(d_k),
                                1.0 / std::sqrt(std::sqrt(d_k))})
      add(message("give {}", "--scale {}"), exact(factor), [factor](auto& problem) {
        problem.scale.kind = Scale::Kind::factor;
        problem.scale.factor = factor;
      });
    for (const double temperature : {0.1, 0.25, 0.5, 0.7, 0.8, 1.0, 1.5, 2.0, 4.0, 5.0, 10.0})
      if (temperature != given_.scale.temperature)
        add(message("give {}", "--temperature {}"), exact(temperature),
            [temperature](auto& problem) { problem.scale.temperature = temperature; });
  }

  void add_positions() {
    if (given_.memory) return;
    if (given_.rope)
      add(translated("leave out --rope"), [](auto& problem) { problem.rope.reset(); });
    const double usual = given_.rope ? given_.rope->base : kPositionBase;
    for (const Pairing pairing : {Pairing::interleaved, Pairing::half_split}) {
      if (given_.rope && given_.rope->pairing == pairing) continue;
      add(pairing == Pairing::interleaved ? translated("add --rope --layout interleaved")
                                          : translated("add --rope --layout half"),
          [pairing, usual](auto& problem) {
            problem.rope = Rotary{.base = usual, .pairing = pairing};
          });
    }
    for (const double base : {1e4, 1e5, 1e6, 5e5, 5e4, 1.5e5, 1.6e5, 2.5e5, 5e6, 8e6, 1e7})
      if (base != usual) add_base(base);
  }

  // Another base, with the pairs that are there and then with the others.
  void add_base(double base) {
    if (given_.rope)
      add(message("give {}", "--base {}"), fmt::format("{}", base),
          [base](auto& problem) { problem.rope->base = base; });
    for (const Pairing pairing : {Pairing::interleaved, Pairing::half_split}) {
      if (given_.rope && given_.rope->pairing == pairing) continue;
      const char* const flags = pairing == Pairing::interleaved
                                    ? "--rope --layout interleaved --base {}"
                                    : "--rope --layout half --base {}";
      add(message("add {}", flags), fmt::format("{}", base), [base, pairing](auto& problem) {
        problem.rope = Rotary{.base = base, .pairing = pairing};
      });
    }
  }

  // Other numbers of heads that the same columns can be split into.
  void add_head_counts() {
    const HeadCounts& counts = given_.counts;
    const arma::uword width = given_.weights.W_Q.n_cols, kv_width = given_.weights.W_K.n_cols;
    for (arma::uword heads = 1; heads <= std::min(width, kMostHeadsTried); ++heads) {
      if (heads == counts.n_heads || width % heads != 0) continue;
      const arma::uword d_k = width / heads;
      if (kv_width % d_k != 0 || heads % (kv_width / d_k) != 0) continue;
      add(message("give {}", "--heads {}"), fmt::format("{}", heads),
          [heads, n_kv_heads = kv_width / d_k](auto& problem) {
            problem.counts = {heads, n_kv_heads};
          });
    }
  }

  void add_weights() {
    const MultiHeadWeights& w = given_.weights;
    if (w.W_Q.is_square() && w.W_K.is_square() && w.W_V.is_square())
      add(translated("transpose W_Q, W_K and W_V"), [](auto& problem) {
        for (arma::mat* W : {&problem.weights.W_Q, &problem.weights.W_K, &problem.weights.W_V})
          *W = W->t();
      });
    const auto add_transposed = [this](const char* name, arma::mat MultiHeadWeights::*W) {
      if (!(given_.weights.*W).is_square()) return;
      add(message("transpose {}", name),
          [W](auto& problem) { problem.weights.*W = (problem.weights.*W).t().eval(); });
    };
    add_transposed("W_Q", &MultiHeadWeights::W_Q);
    add_transposed("W_K", &MultiHeadWeights::W_K);
    add_transposed("W_V", &MultiHeadWeights::W_V);
    if (!w.W_O.is_empty() && w.W_O.is_square())
      add(translated("transpose W_O"),
          [](auto& problem) { problem.weights.W_O = problem.weights.W_O.t().eval(); });
    if (!w.W_O.is_empty() && w.W_O.is_square())
      add(translated("stop before W_O, at the concatenation"),
          [](auto& problem) { problem.weights.W_O.reset(); });
    if (!w.b_Q.is_empty() || !w.b_O.is_empty())
      add(translated("leave out the biases"), [](auto& problem) {
        MultiHeadWeights& weights = problem.weights;
        for (arma::rowvec* b : {&weights.b_Q, &weights.b_K, &weights.b_V, &weights.b_O}) b->reset();
      });
  }

  const MultiHeadProblem& given_;
  const arma::uword n_q_, n_k_;
  const MaskPattern pattern_;
  std::string topic_;
  std::vector<Variant> variants_;
};

// What a key of score 0 and value 0 beside all others does to one head: its weight is taken from
// the rest.
//
//     O'(i) = O(i) Σ_j e^m(i, j) / (1 + Σ_j e^m(i, j))
arma::mat beside_zero_key(const Trace& trace, const std::string& group) {
  const arma::mat& scores = trace.stage("masked", group).value;
  arma::mat O = trace.stage("output", group).value;
  for (arma::uword i = 0; i < scores.n_rows; ++i) {
    const double most = std::max(0.0, scores.row(i).max());
    const double others = arma::accu(arma::exp(scores.row(i) - most));
    O.row(i) *= others / (others + std::exp(-most));
  }
  return O;
}

arma::mat result_beside_zero_keys(const MultiHeadProblem& problem) {
  const Trace trace = multi_head(problem);
  arma::mat concat;
  for (arma::uword head = 0; head < problem.counts.n_heads; ++head)
    concat = arma::join_rows(concat, beside_zero_key(trace, group_of(head)));
  const MultiHeadWeights& w = problem.weights;
  if (w.W_O.is_empty()) return concat;
  arma::mat Y = concat * w.W_O;
  if (!w.b_O.is_empty()) Y.each_row() += w.b_O;
  return Y;
}

// Of many values, as there are of lengths, those in the middle need not be spelled out.
std::vector<std::string> shortened(std::vector<std::string> values) {
  constexpr std::size_t kMostShown = 12, kFirstShown = 2;
  if (values.size() <= kMostShown) return values;
  values.erase(values.begin() + kFirstShown, values.end() - 1);
  values.insert(values.end() - 1, "..");
  return values;
}

}  // namespace

std::vector<Variant> variants_of(const MultiHeadProblem& problem) {
  return Variants(problem).all();
}

std::string listed_kinds(const std::vector<Variant>& variants) {
  std::vector<std::string> kinds;
  std::map<std::string, std::vector<std::string>> values;  // of each kind
  for (const Variant& variant : variants) {
    if (!values.contains(variant.kind)) kinds.push_back(variant.kind);
    std::vector<std::string>& of_kind = values[variant.kind];
    if (!variant.value.empty()) of_kind.push_back(preview(variant.value));
  }
  std::vector<std::string> texts;
  for (const std::string& kind : kinds)
    texts.push_back(fmt::format(fmt::runtime(kind), joined(shortened(values[kind]), " | ")));
  return joined(texts, "; ");
}

std::string counted_topics(const std::vector<Variant>& variants) {
  std::vector<std::pair<std::string, std::size_t>> topics;
  for (const Variant& variant : variants) {
    if (topics.empty() || topics.back().first != variant.topic)
      topics.emplace_back(variant.topic, 0);
    ++topics.back().second;
  }
  std::vector<std::string> texts;
  for (const auto& [topic, n] : topics) texts.push_back(fmt::format("{} {}", topic, n));
  return joined(texts, translated(", "));
}

arma::mat result_of(const MultiHeadProblem& problem) {
  const Trace trace = multi_head(problem);
  return trace.stage(trace.result).value;
}

arma::mat result_of(const Variant& variant, const MultiHeadProblem& problem) {
  const MultiHeadProblem changed = variant.of(problem);
  return variant.adds_zero_key ? result_beside_zero_keys(changed) : result_of(changed);
}

}  // namespace attn
