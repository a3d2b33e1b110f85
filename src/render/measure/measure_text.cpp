#include "render/measure/measure_text.hpp"

#include <algorithm>
#include <cmath>

#include "base/count.hpp"
#include "base/message.hpp"
#include "render/curve/plot.hpp"
#include "render/measure/measure_tables.hpp"
#include "render/number/quantity_text.hpp"
#include "render/text/lines.hpp"
#include "render/text/table.hpp"

namespace attn {
namespace {

std::string title(const Measurement& measurement, const Layout& layout) {
  const MeasurePlan& plan = measurement.plan;
  const KernelFacts& machine = measurement.machine;
  NamedLine line("complexity", layout);
  line.append(machine.blas);
  line.append(machine.runs_on);
  if (!machine.vectors.empty()) line.append(machine.vectors);
  line.append(message("threads {}", plan.n_threads));
  line.append(word_of(plan.dtype));
  if (plan.causal) line.append(translated("causal"));
  return line.text();
}

std::string rate_in_words(double flops_per_second) {
  constexpr double kTen = 1e10;
  return rate_text(flops_per_second, flops_per_second < kTen ? 1 : 0);
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

}  // namespace

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

namespace {

std::string picture(const Measurement& measurement, const Layout& layout) {
  const MeasurePlan& plan = measurement.plan;
  if (plan.tokens.size() < 2) return "";
  Plot plot{.x_name = "tokens",
            .y_name = layout.glyphs == Glyphs::ascii ? "us" : "µs",
            .places = {},
            .curves = {}};
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
  std::string text = "\n" + plot_text(plot, layout, kNoteIndent);
  if (layout.explain > 0)
    text += footnote(translated("picture"), plot_legend(plot, layout), layout);
  return text;
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

std::string reasons_text(const Measurement& measurement, const Layout& layout) {
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
  if (layout.explain >= 2) {
    add_sentence(
        text,
        translated("Stages kept and fused attention multiply the same numbers. Kept stages are "
                   "written to memory and read again, one after another; fused attention works on "
                   "tiles that stay in the cache, and never holds the matrix of scores."));
    add_sentence(text, translated("Times hold for this machine and this moment: what else runs "
                                  "here changes them, and another machine has others."));
  }
  return footnote(translated("why"), text, layout);
}

}  // namespace

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

std::string measure_text(const Measurement& measurement, const Layout& layout) {
  std::string text = title(measurement, layout);
  if (layout.explain > 0) text += paragraph(measured_sizes(measurement), layout);
  text += picture(measurement, layout);
  for (const Table& table : tables_of(measurement)) text += "\n" + table_text(table, layout);
  if (!measurement.crossovers.empty())
    text += "\n" + table_text(crossover_table(measurement), layout);
  if (layout.explain > 0) text += "\n" + reasons_text(measurement, layout);
  for (const std::string& note : notes_of(measurement))
    text += footnote(translated("note"), note, layout);
  return text;
}

}  // namespace attn
