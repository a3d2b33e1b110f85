#include "render/measure/measure_tables.hpp"

#include <fmt/format.h>

#include <cmath>
#include <functional>

#include "base/count.hpp"
#include "base/message.hpp"
#include "render/number/quantity_text.hpp"

namespace attn {
namespace {

const cell::Missing kNothing{"-"};

using CellOf = std::function<TableCell(const MeasuredPoint& point)>;

const Unit kRateUnit{"GFLOP", 1'000'000'000};

Count rounded(double number) { return Count(std::round(number)); }

// Three digits are what a clock on a busy machine can say.
TableCell time_cell(const MeasuredPoint& point) {
  constexpr double kNanoseconds = 1e9;
  const double ms = 1e3 * point.timing.median;
  const unsigned decimals = ms < 1 ? 3 : ms < 10 ? 2 : ms < 100 ? 1 : 0;
  return cell::Quantity{.number = rounded(point.timing.median * kNanoseconds),
                        .unit = {"ms", 1'000'000},
                        .decimals = decimals,
                        .names_unit = false};
}

TableCell rate_cell(double flops_per_second) {
  return cell::Quantity{
      .number = rounded(flops_per_second), .unit = kRateUnit, .decimals = 1, .names_unit = false};
}

TableCell share_cell(const MeasuredPoint& point) {
  return cell::Share{.part = point.share_of_ceiling, .names_unit = false};
}

TableCell memory_cell(const MeasuredPoint& point) {
  if (!point.extra_bytes) return kNothing;
  constexpr unsigned kMib = 1U << 20U;
  const Count bytes = count_of(*point.extra_bytes);
  if (bytes == 0) return cell::Missing{"<.1"};  // pages may have come and gone unseen
  return cell::Quantity{.number = bytes, .unit = {"MiB", kMib}, .decimals = 1, .names_unit = false};
}

std::string id_in_table(const Series& series) {
  return fmt::format("{} {}", id_of(series.workload), word_of(series.dtype));
}

Table table_of(const Measurement& measurement, const char* id, const std::string& title,
               const CellOf& cell_of) {
  const std::vector<Series> all = series_of(measurement.plan);
  Table table{
      .id = id, .title = title, .columns = {{"tokens", translated("tokens")}}, .n_text_columns = 0};
  for (const Series& series : all)
    table.columns.push_back({id_in_table(series), label_of(series, measurement.plan)});
  for (const std::uint64_t tokens : measurement.plan.tokens) {
    TableRow& row = table.rows.emplace_back();
    row.emplace_back(cell::Whole{count_of(tokens)});
    for (const Series& series : all) {
      const MeasuredPoint* point = measurement.find(series, tokens);
      row.push_back(point ? cell_of(*point) : TableCell(kNothing));
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
  TableRow& row = table.rows.emplace_back();
  row.emplace_back(cell::Text{"ceiling", translated("ceiling")});
  for (const Series& series : series_of(measurement.plan))
    row.push_back(rate_cell(measurement.ceiling_of(series.dtype).flops_per_second));
  return table;
}

cell::Text series_cell(const Series& series, const MeasurePlan& plan) {
  return {id_in_table(series), label_of(series, plan)};
}

// A number of tokens from which on something holds, or until which.
TableCell tokens_cell(const Count& tokens, bool holds_after) {
  if (holds_after) return cell::Whole{tokens};
  return cell::Text{"until " + tokens.get_str(), message("until {}", count_text(tokens))};
}

TableCell measured_cell(const TimeCrossing& crossing) {
  if (crossing.tokens) return tokens_cell(rounded(*crossing.tokens), crossing.is_slower_after);
  return cell::Missing{crossing.is_slower_after ? "< " + count_text(crossing.looked_from)
                                                : "> " + count_text(crossing.looked_to)};
}

TableCell counted_cell(const Crossover& crossover) {
  if (crossover.below == Cheaper::neither) return cell::Text{"equal", translated("equal")};
  const bool is_left_cheaper = crossover.below == Cheaper::left;
  if (!crossover.last_below)
    return is_left_cheaper ? cell::Text{"never", translated("never")}
                           : cell::Text{"always", translated("always")};
  const Count tokens = crossover.tokens && crossover.tokens->get_den() == 1
                           ? Count(crossover.tokens->get_num())
                           : Count(*crossover.last_below + 1);
  return tokens_cell(tokens, is_left_cheaper);
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
  return in_unit(rounded(flops_per_second), kRateUnit, decimals);
}

std::vector<Table> tables_of(const Measurement& measurement) {
  Table time = table_of(measurement, "time",
                        translated("The median of several runs after warming up, in milliseconds."),
                        time_cell);
  Table share = table_of(measurement, "share",
                         translated("The same in percent of the ceiling for numbers of that type."),
                         share_cell);
  Table memory =
      table_of(measurement, "memory",
               translated("Peak memory of a run beyond its inputs, including its result, in MiB."),
               memory_cell);
  return {std::move(time), rate_table(measurement), std::move(share), std::move(memory)};
}

Table crossover_table(const Measurement& measurement) {
  Table table{.id = "crossovers",
              .title = translated("The number of tokens from which the first is slower than the "
                                  "second: by the clock, and by counting operations."),
              .columns = {{"first", translated("first")},
                          {"second", translated("second")},
                          {"measured", translated("measured")},
                          {"counted", translated("counted")}},
              .n_text_columns = 2};
  for (const MeasuredCrossover& crossover : measurement.crossovers)
    table.rows.push_back({series_cell(crossover.pair.left, measurement.plan),
                          series_cell(crossover.pair.right, measurement.plan),
                          measured_cell(crossover.measured), counted_cell(crossover.counted)});
  return table;
}

}  // namespace attn
