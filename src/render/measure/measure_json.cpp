#include "render/measure/measure_json.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <tuple>

#include "base/number.hpp"
#include "render/costs/count_json.hpp"

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
  return fmt::format("{}\t{}\t{}\t{}\t{}\t{}\t{}\n", section, id_of(series.workload),
                     word_of(series.dtype), tokens, name, value, unit);
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
    return fmt::format("crossover\t{}|{}\t{}\t\t{}\t{}\ttoken\n", id_of(left.workload),
                       id_of(crossover.pair.right.workload), word_of(left.dtype), name, tokens);
  };
  const auto& [measured, counted] = std::tie(crossover.measured.tokens, crossover.counted.tokens);
  return of_pair("measured", measured ? exact(*measured) : "") +
         of_pair("counted", counted ? fraction_text(*counted) : "");
}

}  // namespace

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
  std::string text = "section\tseries\tdtype\ttokens\tname\tvalue\tunit\n";
  for (const Ceiling& ceiling : measurement.ceilings)
    text += fmt::format("ceiling\t\t{}\t{}\tflops_per_second\t{}\tFLOP/s\n", word_of(ceiling.dtype),
                        ceiling.n, exact(ceiling.flops_per_second));
  for (const MeasuredPoint& point : measurement.points) text += point_records(point);
  for (const MeasuredCrossover& crossover : measurement.crossovers)
    text += crossing_records(crossover);
  return text;
}

}  // namespace attn
