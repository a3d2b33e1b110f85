// Variants of attention side by side, costs over a setting, and where one overtakes another.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/count.hpp"
#include "base/named.hpp"
#include "costs/costs.hpp"

namespace attn {

/// A way to share keys and values between the heads of a layer.
struct AttentionVariant {
  std::string name;              ///< "mha", "gqa:8", "mqa"
  std::uint64_t n_kv_heads = 0;  ///< all heads, some of them, one
};

/// What a pass costs with one of them.
struct VariantCosts {
  AttentionVariant variant;
  Costs costs;
};

/// The costs of a model with each of some variants; nothing but the key-value heads differs, so
/// projections to keys and values and the cache change, Q Kᵀ and A V do not.
///
/// Errors:  InputError if the heads cannot be shared evenly
/// Source:  Shazeer 2019, arXiv:1911.02150 (MQA); Ainslie et al. 2023, arXiv:2305.13245 (GQA)
std::vector<VariantCosts> compare_variants(const Model& model, const Pass& pass,
                                           const std::vector<AttentionVariant>& variants);

/// Multiply-accumulates of Q Kᵀ and A V: all that grows with the number of pairs.
Count pair_macs(const Costs& costs);

/// Multiply-accumulates of the projections to queries, keys, values and from heads to output.
Count projection_macs(const Costs& costs);

/// All multiply-accumulates in matrix products; twice as many FLOP.
Count total_macs(const Costs& costs);

/// Parameters of all attention layers: W_Q, W_K, W_V, W_O, their biases, norms of Q and K.
Count attention_parameters(const Costs& costs);

/// The bytes of the memory row of that id; 0 where the pass has no such row.
Count bytes_in(const Costs& costs, const std::string& id);

/// A cost that can be compared with another.
struct CostSeries {
  enum class Unit { flop, byte, parameter };

  std::string id;  ///< "pair_flops": what machine output calls it
  Count (*of)(const Costs& costs) = nullptr;
  Unit unit = Unit::flop;
};
inline constexpr Named<CostSeries::Unit> kSeriesUnits[] = {
    {CostSeries::Unit::flop, "FLOP"},
    {CostSeries::Unit::byte, "byte"},
    {CostSeries::Unit::parameter, "parameter"}};

/// All series: flops, pair_flops, projection_flops, other_flops (all but pairs), weights_bytes,
/// kv_cache_bytes, scores_bytes.
const std::vector<CostSeries>& cost_series();

/// The series of that id.
/// Errors: std::out_of_range if there is none.
const CostSeries& series_named(const std::string& id);

/// Which of them are worth comparing: Q Kᵀ and A V with all else, and with the projections alone;
/// the cache, and the scores of a layer, with the weights.
std::vector<std::pair<CostSeries, CostSeries>> telling_pairs();

/// A cost as a function of the number of tokens T, at most quadratic in it.
using CostOfTokens = std::function<Count(std::uint64_t n_tokens)>;

enum class Cheaper { left, right, neither };

/// A number of tokens, 1 or more, below and above which different costs are the smaller one.
struct Crossover {
  std::optional<mpq_class> tokens;   ///< where they are equal; absent if never or at no fraction
  std::optional<Count> last_below;   ///< the last whole number before the crossing; absent if never
  Cheaper below = Cheaper::neither;  ///< before the crossing, or always
};

/// Where two costs cross, in order; one entry without numbers if they never do.
///
///     left(T) − right(T) = a T² + b T + c   from three values, solved in exact fractions
///
/// Where they only touch, they do not cross.
std::vector<Crossover> crossovers_of(const CostOfTokens& left, const CostOfTokens& right);

/// A fraction the way people write it: "768", "1.5", or "7/3" where no decimal ends.
std::string fraction_text(const mpq_class& fraction);

/// The values that one setting goes through.
struct SweepRange {
  std::string parameter;  ///< "tokens", "d_model": the name it has in machine output
  std::uint64_t from = 0, to = 0;
  std::optional<std::uint64_t> step{};  ///< absent: each value is twice the one before
  std::vector<std::uint64_t> values{};  ///< not empty: these values, from the first to the last
};

/// The most values of a sweep.
constexpr std::size_t kMostSweepValues = 1000;

/// From the first to the last, both always among them: 512, 1024, 2048 …, in equal steps, or those
/// that are named.
/// Errors: InputError if the range is empty, runs backwards, starts at zero, has a step of zero or
///         more than kMostSweepValues values, or if the named values do not rise.
std::vector<std::uint64_t> values_of(const SweepRange& range);

/// Where one series becomes larger than another, or stops being larger.
struct SweepCrossing {
  std::string left, right;       ///< ids of two series
  bool is_larger_after = false;  ///< left is larger than right after it; without one, everywhere
  /// The last value before it and the first after it; absent if there is none. One apart, or, where
  /// not every whole number is possible (heads have to divide), two values of the sweep.
  std::optional<std::uint64_t> last_before, first_after;
  bool is_equal_before = false;                  ///< at last_before both are the same
  std::uint64_t looked_from = 0, looked_to = 0;  ///< there is no other one between these

  bool is_exact() const { return first_after && *last_before + 1 == *first_after; }
};

struct SweepPoint {
  std::uint64_t value = 0;
  Costs costs;
};

struct Sweep {
  SweepRange range;
  std::vector<SweepPoint> points;
  std::vector<SweepCrossing> crossings;
};

using CostsAt = std::function<Costs(std::uint64_t value)>;

/// The costs at each value, and for each pair of series the last crossing.
///
/// A crossing is found by bisection on exact counts, so it is the whole number, not an estimate.
/// For tokens it is looked for outside the range too, since pairs grow faster than all else: from
/// one token to kMostTokensLookedAt. Pairs of which one is always zero are left out.
///
/// Errors: InputError if the range is refused, or a value by `costs_at`.
Sweep sweep_of(const SweepRange& range, const CostsAt& costs_at,
               const std::vector<std::pair<CostSeries, CostSeries>>& compared);

constexpr std::uint64_t kMostTokensLookedAt = 1'000'000'000'000;

}  // namespace attn
