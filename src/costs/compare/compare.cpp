#include "costs/compare/compare.hpp"

#include <algorithm>
#include <stdexcept>

#include "base/count.hpp"
#include "base/message.hpp"

namespace attn {

std::vector<VariantCosts> compare_variants(const Model& model, const Pass& pass,
                                           const std::vector<AttentionVariant>& variants) {
  std::vector<VariantCosts> compared;
  for (const AttentionVariant& variant : variants) {
    Model changed = model;
    changed.n_kv_heads = variant.n_kv_heads;
    compared.push_back({variant, costs_of(changed, pass)});
  }
  return compared;
}

Count pair_macs(const Costs& costs) {
  return sum_where(costs.macs, &Quantity::count, is_pair_product);
}

Count projection_macs(const Costs& costs) {
  return sum_where(costs.macs, &Quantity::count, is_projection);
}

Count total_macs(const Costs& costs) { return total_of(costs.macs); }

Count attention_parameters(const Costs& costs) {
  return sum_where(costs.parameters, &Quantity::count, [](const Quantity& quantity) {
    return is_projection(quantity) || quantity.part == Quantity::Part::query_key_norm;
  });
}

Count bytes_in(const Costs& costs, const std::string& id) {
  const Quantity* quantity = find(costs.memory, id);
  return quantity ? quantity->count : Count(0);
}

const std::vector<CostSeries>& cost_series() {
  using Unit = CostSeries::Unit;
  static const std::vector<CostSeries> kSeries{
      {"flops", [](const Costs& costs) -> Count { return 2 * total_macs(costs); }},
      {"pair_flops", [](const Costs& costs) -> Count { return 2 * pair_macs(costs); }},
      {"projection_flops", [](const Costs& costs) -> Count { return 2 * projection_macs(costs); }},
      {"other_flops",
       [](const Costs& costs) -> Count { return 2 * (total_macs(costs) - pair_macs(costs)); }},
      {"weights_bytes", [](const Costs& costs) { return bytes_in(costs, "weights_bytes"); },
       Unit::byte},
      {"kv_cache_bytes", [](const Costs& costs) { return bytes_in(costs, "kv_cache_bytes"); },
       Unit::byte},
      {"scores_bytes", [](const Costs& costs) { return bytes_in(costs, "scores_bytes"); },
       Unit::byte}};
  return kSeries;
}

const CostSeries& series_named(const std::string& id) {
  for (const CostSeries& series : cost_series())
    if (series.id == id) return series;
  throw std::out_of_range("no series of costs is named " + id);
}

std::vector<std::pair<CostSeries, CostSeries>> telling_pairs() {
  return {{series_named("pair_flops"), series_named("other_flops")},
          {series_named("pair_flops"), series_named("projection_flops")},
          {series_named("kv_cache_bytes"), series_named("weights_bytes")},
          {series_named("scores_bytes"), series_named("weights_bytes")}};
}

namespace {

// a T² + b T + c
struct Quadratic {
  mpq_class a, b, c;
};

Quadratic through(const mpq_class& at_1, const mpq_class& at_2, const mpq_class& at_3) {
  const mpq_class a = (at_3 - 2 * at_2 + at_1) / 2;
  const mpq_class b = at_2 - at_1 - 3 * a;
  return {a, b, at_1 - a - b};
}

struct Root {
  std::optional<mpq_class> exact;
  Count floor;
};

Count floor_of(const mpq_class& fraction) {
  Count floor;
  mpz_fdiv_q(floor.get_mpz_t(), fraction.get_num_mpz_t(), fraction.get_den_mpz_t());
  return floor;
}

Root rational_root(const mpq_class& value) { return {value, floor_of(value)}; }

// Both roots of a quadratic with whole coefficients, a > 0 and discriminant > 0, the smaller first.
std::vector<Root> two_roots(const Count& a, const Count& b, const Count& discriminant) {
  const Count root = sqrt(discriminant);
  if (root * root == discriminant) {
    mpq_class lower(-b - root, 2 * a), upper(-b + root, 2 * a);
    lower.canonicalize();
    upper.canonicalize();
    return {rational_root(lower), rational_root(upper)};
  }
  // √D lies strictly between `root` and `root` + 1, so −√D and √D may be rounded down first.
  return {{std::nullopt, floor_of(mpq_class(-b - root - 1, 2 * a))},
          {std::nullopt, floor_of(mpq_class(-b + root, 2 * a))}};
}

// Where the sign changes, in order.
std::vector<Root> sign_changes(const Quadratic& difference) {
  const auto& [a, b, c] = difference;
  if (a == 0) return b == 0 ? std::vector<Root>{} : std::vector{rational_root(-c / b)};
  const Count common = lcm(lcm(a.get_den(), b.get_den()), c.get_den());
  const int sign = a > 0 ? 1 : -1;
  const Count whole_a = mpq_class(a * common * sign).get_num();
  const Count whole_b = mpq_class(b * common * sign).get_num();
  const Count whole_c = mpq_class(c * common * sign).get_num();
  const Count discriminant = whole_b * whole_b - 4 * whole_a * whole_c;
  return discriminant > 0 ? two_roots(whole_a, whole_b, discriminant) : std::vector<Root>{};
}

Cheaper cheaper_where(int sign) {
  return sign < 0 ? Cheaper::left : sign > 0 ? Cheaper::right : Cheaper::neither;
}

// For many tokens the highest power decides, and each crossing reverses the sign.
int sign_for_many(const Quadratic& difference) {
  const auto& [a, b, c] = difference;
  return a != 0 ? sgn(a) : b != 0 ? sgn(b) : sgn(c);
}

}  // namespace

std::vector<Crossover> crossovers_of(const CostOfTokens& left, const CostOfTokens& right) {
  const auto difference_at = [&](std::uint64_t tokens) {
    return mpq_class(left(tokens) - right(tokens));
  };
  const Quadratic difference = through(difference_at(1), difference_at(2), difference_at(3));

  std::vector<Crossover> found;
  const std::vector<Root> roots = sign_changes(difference);
  int sign = sign_for_many(difference);
  for (auto root = roots.rbegin(); root != roots.rend() && root->floor >= 1; ++root) {
    sign = -sign;
    const bool is_whole = root->exact && *root->exact == root->floor;
    found.insert(found.begin(), {.tokens = root->exact,
                                 .last_below = is_whole ? Count(root->floor - 1) : root->floor,
                                 .below = cheaper_where(sign)});
  }
  if (found.empty()) found.push_back({.below = cheaper_where(sign)});
  return found;
}

std::string fraction_text(const mpq_class& fraction) {
  Count scale = 1;
  constexpr int kMostDecimals = 6;
  for (int n_decimals = 0; n_decimals <= kMostDecimals; ++n_decimals, scale *= 10) {
    const mpq_class scaled = fraction * scale;
    if (scaled.get_den() != 1) continue;
    std::string digits = Count(abs(scaled.get_num())).get_str();
    const auto n = static_cast<std::size_t>(n_decimals);
    if (digits.size() <= n) digits.insert(0, n + 1 - digits.size(), '0');
    if (n > 0) digits.insert(digits.size() - n, ".");
    return (fraction < 0 ? "-" : "") + digits;
  }
  return fraction.get_str();
}

namespace {

using SeriesPair = std::pair<CostSeries, CostSeries>;

void require_sensible(const SweepRange& range) {
  if (range.from == 0)
    throw InputError(message("A sweep starts at 1 or more, but {} starts at 0.", range.parameter));
  if (range.from == range.to)
    throw InputError(message("A sweep needs two ends, but {} goes from {} to {}.", range.parameter,
                             range.from, range.to));
  if (range.from > range.to)
    throw InputError(message("A sweep goes up: write {0}={2}:{1}, not {0}={1}:{2}.",
                             range.parameter, range.from, range.to));
  if (range.step && *range.step == 0)
    throw InputError(message("A sweep of {} with a step of 0 never arrives.", range.parameter));
  const std::uint64_t n_steps = !range.values.empty() ? range.values.size() - 1
                                : range.step ? (range.to - range.from - 1) / *range.step + 1
                                             : 0;
  if (n_steps >= kMostSweepValues)
    throw InputError(
        message("A sweep has at most {} values, but {} goes from {} to {} in {} steps.",
                kMostSweepValues, range.parameter, range.from, range.to, n_steps));
}

void require_rising(const SweepRange& range) {
  for (std::size_t i = 1; i < range.values.size(); ++i)
    if (range.values[i] <= range.values[i - 1])
      throw InputError(message("The values of a sweep go up, but {1} comes after {0}.",
                               range.values[i - 1], range.values[i]));
}

class CrossingSearch {
 public:
  CrossingSearch(const std::vector<SweepPoint>& points, const CostsAt& costs_at,
                 const SeriesPair& compared)
      : points_(points), costs_at_(costs_at), compared_(compared) {}

  bool is_worth_it() const {
    const auto is_something = [this](const CostSeries& series) {
      return std::any_of(points_.begin(), points_.end(),
                         [&](const SweepPoint& point) { return series.of(point.costs) > 0; });
    };
    return is_something(compared_.first) && is_something(compared_.second);
  }

  SweepCrossing search(bool looks_outside) {
    crossing_ = {.left = compared_.first.id,
                 .right = compared_.second.id,
                 .looked_from = points_.front().value,
                 .looked_to = points_.back().value};
    crossing_.is_larger_after = is_larger(points_.back().costs);
    for (std::size_t i = points_.size() - 1; i > 0; --i)
      if (is_larger(points_[i - 1].costs) != crossing_.is_larger_after) {
        narrow(points_[i - 1].value, points_[i].value);
        return crossing_;
      }
    if (!looks_outside) return crossing_;
    if (crossing_.is_larger_after)
      look_below();
    else
      look_above();
    return crossing_;
  }

 private:
  int sign(const Costs& costs) const {
    return cmp(compared_.first.of(costs), compared_.second.of(costs));
  }
  bool is_larger(const Costs& costs) const { return sign(costs) > 0; }

  // Bisects between two values, of which only the upper one has the order that holds afterwards.
  void narrow(std::uint64_t before, std::uint64_t after) {
    try {
      while (after - before > 1) {
        const std::uint64_t middle = before + (after - before) / 2;
        if (is_larger(costs_at_(middle)) == crossing_.is_larger_after)
          after = middle;
        else
          before = middle;
      }
      crossing_.is_equal_before = sign(costs_at_(before)) == 0;
    } catch (const InputError&) {
      // A value between those of the sweep is impossible: the crossing is between the two.
    }
    crossing_.last_before = before;
    crossing_.first_after = after;
  }

  void look_below() {
    std::uint64_t above = crossing_.looked_from;
    while (above > 1) {
      const std::uint64_t below = above / 2;
      crossing_.looked_from = below;
      if (!is_larger(costs_at_(below))) return narrow(below, above);
      above = below;
    }
  }

  void look_above() {
    std::uint64_t below = crossing_.looked_to;
    while (below < kMostTokensLookedAt) {
      const std::uint64_t above = std::min(2 * below, kMostTokensLookedAt);
      crossing_.looked_to = above;
      if (is_larger(costs_at_(above))) {
        crossing_.is_larger_after = true;
        return narrow(below, above);
      }
      below = above;
    }
  }

  const std::vector<SweepPoint>& points_;
  const CostsAt& costs_at_;
  const SeriesPair& compared_;
  SweepCrossing crossing_;
};

}  // namespace

std::vector<std::uint64_t> values_of(const SweepRange& range) {
  require_rising(range);
  require_sensible(range);
  if (!range.values.empty()) return range.values;
  std::vector<std::uint64_t> values;
  for (std::uint64_t value = range.from; value < range.to;) {
    values.push_back(value);
    const std::uint64_t more = range.step.value_or(value);
    if (range.to - value <= more) break;
    value += more;
  }
  values.push_back(range.to);
  return values;
}

Sweep sweep_of(const SweepRange& range, const CostsAt& costs_at,
               const std::vector<SeriesPair>& compared) {
  Sweep sweep{.range = range, .points = {}, .crossings = {}};
  for (const std::uint64_t value : values_of(range))
    sweep.points.push_back({.value = value, .costs = costs_at(value)});
  for (const SeriesPair& pair : compared) {
    CrossingSearch search(sweep.points, costs_at, pair);
    if (search.is_worth_it()) sweep.crossings.push_back(search.search(range.parameter == "tokens"));
  }
  return sweep;
}

}  // namespace attn
