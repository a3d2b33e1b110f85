#include "render/measure/measure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <nlohmann/json.hpp>
#include <tuple>

#include "base/count.hpp"
#include "base/message.hpp"
#include "base/number.hpp"
#include "render/costs/costs.hpp"
#include "render/text/number.hpp"

namespace attn {

namespace {

using Json = nlohmann::ordered_json;

template <class Number>
Json number_or_null(const std::optional<Number>& number) {
  return number ? Json(*number) : Json(nullptr);
}

Json config_json(const MeasurePlan& plan) {
  const LayerSizes& sizes = plan.sizes;
  return {{"d_model", sizes.d_model},        {"n_heads", sizes.n_heads},
          {"n_kv_heads", plan.n_kv_heads()}, {"d_head", plan.d_head()},
          {"d_hidden", plan.d_hidden()},     {"n_batch", sizes.n_batch},
          {"tokens", plan.tokens},           {"causal", plan.causal},
          {"n_threads", plan.n_threads},     {"dtype", word_of(plan.dtype)}};
}

Json series_json(const Series& series) {
  return {{"series", id_of(series.workload)},
          {"dtype", word_of(series.dtype)},
          {"causal", series.causal}};
}

Json point_json(const MeasuredPoint& point) {
  Json json = series_json(point.series);
  json["tokens"] = point.tokens;
  json["median_seconds"] = point.timing.median;
  json["least_seconds"] = point.timing.least;
  json["n_runs"] = point.timing.n_runs;
  json["flops"] = count_json(point.flops);
  json["flops_per_second"] = point.flops_per_second;
  json["share_of_ceiling"] = point.share_of_ceiling;
  json["peak_extra_bytes"] = number_or_null(point.extra_bytes);
  return json;
}

Json measured_json(const TimeCrossing& crossing) {
  return {{"tokens", number_or_null(crossing.tokens)},
          {"last_before", number_or_null(crossing.last_before)},
          {"first_after", number_or_null(crossing.first_after)},
          {"left_is_slower_after", crossing.is_slower_after},
          {"looked_from", crossing.looked_from},
          {"looked_to", crossing.looked_to}};
}

Json counted_json(const Crossover& crossover) {
  const char* const cheaper = crossover.below == Cheaper::left    ? "left"
                              : crossover.below == Cheaper::right ? "right"
                                                                  : nullptr;
  return {{"tokens", tokens_json(crossover)},
          {"last_below", last_below_json(crossover)},
          {"cheaper_below", cheaper ? Json(cheaper) : Json(nullptr)}};
}

std::string record(const char* section, const Series& series, std::uint64_t tokens,
                   const char* name, const std::string& value, const char* unit) {
  return record_text({section, id_of(series.workload), word_of(series.dtype),
                      std::to_string(tokens), name, value, unit});
}

std::string point_records(const MeasuredPoint& point) {
  const auto of_point = [&point](const char* name, const std::string& value, const char* unit) {
    return record("point", point.series, point.tokens, name, value, unit);
  };
  std::string text = of_point("median", exact(point.timing.median), "s") +
                     of_point("least", exact(point.timing.least), "s") +
                     of_point("flops", point.flops.get_str(), "FLOP") +
                     of_point("flops_per_second", exact(point.flops_per_second), "FLOP/s") +
                     of_point("share_of_ceiling", exact(point.share_of_ceiling), "");
  if (point.extra_bytes)
    text += of_point("peak_extra_bytes", std::to_string(*point.extra_bytes), "byte");
  return text;
}

std::string crossing_records(const MeasuredCrossover& crossover) {
  const Series& left = crossover.pair.left;
  const auto of_pair = [&](const char* name, const std::string& tokens) {
    return record_text(
        {"crossover",
         fmt::format("{}|{}", id_of(left.workload), id_of(crossover.pair.right.workload)),
         word_of(left.dtype), "", name, tokens, "token"});
  };
  const auto& [measured, counted] = std::tie(crossover.measured.tokens, crossover.counted.tokens);
  return of_pair("measured", measured ? exact(*measured) : "") +
         of_pair("counted", counted ? fraction_text(*counted) : "");
}

Json measure_json(const Measurement& measurement) {
  const KernelFacts& machine = measurement.machine;
  Json ceilings = Json::array(), points = Json::array(), left_out = Json::array(),
       crossovers = Json::array();
  for (const Ceiling& ceiling : measurement.ceilings)
    ceilings.push_back({{"dtype", word_of(ceiling.dtype)},
                        {"n", ceiling.n},
                        {"flops_per_second", ceiling.flops_per_second}});
  for (const MeasuredPoint& point : measurement.points) points.push_back(point_json(point));
  for (const LeftOut& one : measurement.left_out) {
    Json json = series_json(one.series);
    json["tokens"] = one.tokens;
    json["bytes"] = count_json(one.bytes);
    left_out.push_back(json);
  }
  for (const MeasuredCrossover& crossover : measurement.crossovers)
    crossovers.push_back({{"left", series_json(crossover.pair.left)},
                          {"right", series_json(crossover.pair.right)},
                          {"measured", measured_json(crossover.measured)},
                          {"counted", counted_json(crossover.counted)}});
  return {{"schema", "attn.measure/1"},
          {"command", "complexity"},
          {"config", config_json(measurement.plan)},
          {"machine",
           {{"blas", machine.blas}, {"runs_on", machine.runs_on}, {"vectors", machine.vectors}}},
          {"ceilings", ceilings},
          {"points", points},
          {"left_out", left_out},
          {"crossovers", crossovers}};
}

std::string measure_records(const Measurement& measurement) {
  std::string text = record_text({"section", "series", "dtype", "tokens", "name", "value", "unit"});
  for (const Ceiling& ceiling : measurement.ceilings)
    text += record_text({"ceiling", "", word_of(ceiling.dtype), std::to_string(ceiling.n),
                         "flops_per_second", exact(ceiling.flops_per_second), "FLOP/s"});
  for (const MeasuredPoint& point : measurement.points) text += point_records(point);
  for (const MeasuredCrossover& crossover : measurement.crossovers)
    text += crossing_records(crossover);
  return text;
}

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

namespace {

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

ReportTitle title_of(const Measurement& measurement) {
  const MeasurePlan& plan = measurement.plan;
  const KernelFacts& machine = measurement.machine;
  ReportTitle line{"complexity"};
  line.append(machine.blas);
  line.append(machine.runs_on);
  if (!machine.vectors.empty()) line.append(machine.vectors);
  line.append(message("threads {}", plan.n_threads));
  line.append(word_of(plan.dtype));
  if (plan.causal) line.append(translated("causal"));
  return line;
}

// A rate in GFLOP/s, without the unit.
std::string rate_in_words(double flops_per_second) {
  constexpr double kTen = 1e10;
  return in_unit(rounded(flops_per_second), kRateUnit, flops_per_second < kTen ? 1 : 0);
}

std::string sizes_sentence(const MeasurePlan& plan) {
  const std::string heads = count_text(plan.sizes.n_heads), d_head = count_text(plan.d_head()),
                    d_model = count_text(plan.sizes.d_model), hidden = count_text(plan.d_hidden()),
                    batch = count_text(plan.sizes.n_batch);
  if (plan.n_kv_heads() != plan.sizes.n_heads)
    return message(
        "d_model {}, {} heads of width {}, {} key-value heads, recurrent layers of width {}, batch "
        "{}; normal random numbers.",
        d_model, heads, d_head, count_text(plan.n_kv_heads()), hidden, batch);
  return message(
      "d_model {}, {} heads of width {}, recurrent layers of width {}, batch {}; normal random "
      "numbers.",
      d_model, heads, d_head, hidden, batch);
}

std::string measured_sizes(const Measurement& measurement) {
  std::string text = sizes_sentence(measurement.plan);
  for (const Ceiling& ceiling : measurement.ceilings)
    add_sentence(text, message("Ceiling in {0}: {1} GFLOP/s, a product of {2} x {2} matrices.",
                               word_of(ceiling.dtype), rate_in_words(ceiling.flops_per_second),
                               count_text(ceiling.n)));
  add_sentence(text, translated("kept is attention with every stage kept, from queries, keys and "
                                "values; fused is the same without; mha is fused attention between "
                                "its four projections."));
  if (measurement.plan.dtype != RealType::fp64)
    add_sentence(text, translated("Stages are kept in fp64, as attn shows them, so fused attention "
                                  "is measured in both: fp64 says where."));
  return text;
}

Plot plot_of(const Measurement& measurement) {
  const MeasurePlan& plan = measurement.plan;
  Plot plot{.x_name = "tokens", .y_name = "µs", .places = {}, .curves = {}};
  for (const std::uint64_t tokens : plan.tokens) plot.places.push_back(count_of(tokens));
  for (const Series& series :
       {Series{Workload::fused, plan.dtype, plan.causal}, Series{Workload::rnn, plan.dtype},
        Series{Workload::lstm, plan.dtype}}) {
    Plot::Curve& curve = plot.curves.emplace_back();
    curve.name = label_of(series, plan);
    for (const std::uint64_t tokens : plan.tokens) {
      const MeasuredPoint* point = measurement.find(series, tokens);
      constexpr double kMicroseconds = 1e6;
      curve.values.emplace_back(point ? std::round(point->timing.median * kMicroseconds) : 0);
    }
  }
  return plot;
}

// What runs at more operations a second stays ahead for longer than the counts say.
std::string speeds_sentence(const Measurement& measurement) {
  const MeasurePlan& plan = measurement.plan;
  const std::uint64_t tokens = plan.tokens.back();
  const auto rate_of = [&](Workload workload, bool causal) {
    return rate_in_words(
        measurement.find({workload, plan.dtype, causal}, tokens)->flops_per_second);
  };
  return message(
      "Counting says where as much is computed, a clock where it takes as long. With a sequence of "
      "length {}, fused attention ran at {} GFLOP/s, the RNN at {} and the LSTM at {}: a layer "
      "that runs faster than the other is overtaken later than the counts say, a slower one "
      "earlier.",
      count_text(tokens), rate_of(Workload::fused, plan.causal), rate_of(Workload::rnn, false),
      rate_of(Workload::lstm, false));
}

// The BLAS may have chosen older instructions than the processor has; ours never are.
bool outruns_the_blas(const Measurement& measurement) {
  constexpr double kMoreThanNoise = 1.1;
  return !measurement.machine.vectors.empty() &&
         std::any_of(
             measurement.points.begin(), measurement.points.end(),
             [](const MeasuredPoint& point) { return point.share_of_ceiling > kMoreThanNoise; });
}

std::string above_ceiling_sentence(const KernelFacts& machine) {
  return message(
      "A share well above 100 % is no mistake: fused attention multiplies with attn's own code for "
      "{}, and the ceiling is what {} reaches with the code that it has chosen for this machine, "
      "{}. Where OPENBLAS_CORETYPE is set, it makes that choice.",
      machine.vectors, machine.blas, machine.runs_on);
}

std::string reasons_of(const Measurement& measurement) {
  const MeasurePlan& plan = measurement.plan;
  const auto share_of = [&](const Series& series) {
    return measurement.find(series, plan.tokens.back())->share_of_ceiling;
  };
  std::string text = speeds_sentence(measurement);
  if (share_of({Workload::rnn, plan.dtype}) < share_of({Workload::fused, plan.dtype, plan.causal}))
    add_sentence(
        text,
        translated("A step of a recurrent layer has to wait for the one before and reads every "
                   "weight for a few operations, so memory and caches decide its speed; attention "
                   "multiplies whole matrices."));
  if (outruns_the_blas(measurement))
    add_sentence(text, above_ceiling_sentence(measurement.machine));
  return text;
}

std::string more_reasons() {
  std::string text = translated(
      "Stages kept and fused attention multiply the same numbers. Kept stages are "
      "written to memory and read again, one after another; fused attention works on "
      "tiles that stay in the cache, and never holds the matrix of scores.");
  add_sentence(text, translated("Times hold for this machine and this moment: what else runs "
                                "here changes them, and another machine has others."));
  return text;
}

std::vector<std::string> notes_of(const Measurement& measurement) {
  std::vector<std::string> notes;
  for (const LeftOut& left_out : measurement.left_out)
    notes.push_back(message(
        "{} with {} tokens would take {}, more than half of the memory that is free, and was "
        "left out.",
        label_of(left_out.series, measurement.plan), count_text(left_out.tokens),
        with_unit(left_out.bytes, binary_unit_for(left_out.bytes), 1)));
  return notes;
}

}  // namespace

Report measure_report(const Measurement& measurement) {
  Report report{.name = "--measure",
                .title = title_of(measurement),
                .keeps_title = true,
                .about = {measured_sizes(measurement)},
                .json = measure_json(measurement),
                .records = measure_records(measurement)};
  if (measurement.plan.tokens.size() > 1)
    report.add(PlottedTable{.plot = plot_of(measurement)}, Report::Place::screen);
  for (const Table& table : tables_of(measurement)) report.add(table);
  if (!measurement.crossovers.empty()) report.add(crossover_table(measurement));
  report.pieces.push_back(
      {.what = ReportWords{ReportWords::Kind::why, reasons_of(measurement), more_reasons()},
       .explain = 1});
  report.say_all(ReportWords::Kind::note, notes_of(measurement), false, 0);
  return report;
}

}  // namespace attn
