#include "render/measure/measure_tables.hpp"

#include <fmt/format.h>

#include <cmath>
#include <functional>

#include "base/count_text.hpp"
#include "base/message.hpp"
#include "render/number/quantity_text.hpp"

namespace attn {
namespace {

constexpr const char* kNothing = "-";

using CellOf = std::function<std::string(const MeasuredPoint& point)>;

Count rounded(double number) { return Count(std::round(number)); }

// Three digits are what a clock on a busy machine can say.
std::string time_cell(const MeasuredPoint& point) {
  constexpr double kNanoseconds = 1e9;
  const double ms = 1e3 * point.timing.median;
  const unsigned decimals = ms < 1 ? 3 : ms < 10 ? 2 : ms < 100 ? 1 : 0;
  return in_unit(rounded(point.timing.median * kNanoseconds), {"ms", 1'000'000}, decimals);
}

std::string rate_cell(double flops_per_second) { return rate_text(flops_per_second, 1); }

std::string share_cell(const MeasuredPoint& point) {
  const std::string share = fmt::format("{:.1f}", 100 * point.share_of_ceiling);
  return share == "0.0" ? "<.1" : share;
}

// Pages that came and went unseen are less than what is shown.
std::string memory_cell(const MeasuredPoint& point) {
  if (!point.extra_bytes) return kNothing;
  constexpr unsigned kMib = 1U << 20U;
  const std::string mib = in_unit(count_of(*point.extra_bytes), {"MiB", kMib}, 1);
  return mib == "0.0" ? "<.1" : mib;
}

Table table_of(const Measurement& measurement, const char* id, const std::string& title,
               const CellOf& cell_of) {
  const std::vector<Series> all = series_of(measurement.plan);
  Table table{.id = id, .title = title, .header = {translated("tokens")}, .n_text_columns = 0};
  for (const Series& series : all) table.header.push_back(label_of(series, measurement.plan));
  for (const std::uint64_t tokens : measurement.plan.tokens) {
    std::vector<std::string>& row = table.rows.emplace_back();
    row.push_back(count_text(tokens));
    for (const Series& series : all) {
      const MeasuredPoint* point = measurement.find(series, tokens);
      row.push_back(point ? cell_of(*point) : kNothing);
    }
  }
  return table;
}

Table rate_table(const Measurement& measurement) {
  Table table =
      table_of(measurement, "throughput",
               translated("Matrix products in GFLOP/s, by the counts of attn complexity; a causal "
                          "mask leaves fewer pairs to count. The last row is the ceiling: the "
                          "product of two large matrices."),
               [](const MeasuredPoint& point) { return rate_cell(point.flops_per_second); });
  std::vector<std::string>& row = table.rows.emplace_back();
  row.push_back(translated("ceiling"));
  for (const Series& series : series_of(measurement.plan))
    row.push_back(rate_cell(measurement.ceiling_of(series.dtype).flops_per_second));
  return table;
}

std::string measured_text(const TimeCrossing& crossing) {
  if (!crossing.tokens)
    return crossing.is_slower_after ? "< " + count_text(crossing.looked_from)
                                    : "> " + count_text(crossing.looked_to);
  const std::string tokens = count_text(rounded(*crossing.tokens));
  return crossing.is_slower_after ? tokens : message("until {}", tokens);
}

std::string counted_text(const Crossover& crossover) {
  if (crossover.below == Cheaper::neither) return translated("equal");
  const bool is_left_cheaper = crossover.below == Cheaper::left;
  if (!crossover.last_below) return is_left_cheaper ? translated("never") : translated("always");
  const Count tokens = crossover.tokens && crossover.tokens->get_den() == 1
                           ? Count(crossover.tokens->get_num())
                           : Count(*crossover.last_below + 1);
  return is_left_cheaper ? count_text(tokens) : message("until {}", count_text(tokens));
}

}  // namespace

std::string label_of(const Series& series, const MeasurePlan& plan) {
  const auto name = [&series]() -> std::string {
    switch (series.workload) {
      case Workload::stages_kept:
        return translated("kept");
      case Workload::fused:
        return translated("fused");
      case Workload::fused_causal:
        return translated("causal");
      default:
        return id_of(series.workload);
    }
  };
  if (series.dtype == plan.dtype) return name();
  return name() + (series.dtype == RealType::fp64 ? " fp64" : " fp32");
}

std::string rate_text(double flops_per_second, unsigned decimals) {
  return in_unit(rounded(flops_per_second), {"GFLOP", 1'000'000'000}, decimals);
}

std::vector<Table> tables_of(const Measurement& measurement) {
  Table time = table_of(measurement, "time",
                        translated("The median of several runs after warming up, in milliseconds."),
                        time_cell);
  Table share = table_of(measurement, "share",
                         translated("The same in percent of the ceiling for numbers of that type."),
                         share_cell);
  Table memory = table_of(
      measurement, "memory",
      translated("What a run holds at the most beside what it was given, its result included, in "
                 "MiB."),
      memory_cell);
  return {std::move(time), rate_table(measurement), std::move(share), std::move(memory)};
}

Table crossover_table(const Measurement& measurement) {
  Table table{.id = "crossovers",
              .title = translated("From how many tokens on the first is slower than the second: by "
                                  "the clock, and by counting operations."),
              .header = {translated("first"), translated("second"), translated("measured"),
                         translated("counted")},
              .n_text_columns = 2};
  for (const MeasuredCrossover& crossover : measurement.crossovers)
    table.rows.push_back({label_of(crossover.pair.left, measurement.plan),
                          label_of(crossover.pair.right, measurement.plan),
                          measured_text(crossover.measured), counted_text(crossover.counted)});
  return table;
}

}  // namespace attn
