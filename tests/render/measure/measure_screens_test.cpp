#include "render/measure/measure.hpp"
#include "render/text/text.hpp"
#include "support/catch.hpp"
#include "support/fake_workbench.hpp"
#include "support/json.hpp"
#include "support/lines_of.hpp"
#include "support/report_tables.hpp"
#include "support/table_texts.hpp"

TEST_CASE("measure_report, JSON: everything that was measured") {
  const auto json = measure_report(fake_measurement()).json;
  CHECK(json["schema"] == "attn.measure/1");
  CHECK(json["config"]["d_head"] == 64);
  CHECK(json["config"]["n_threads"] == 2);
  CHECK(json["config"]["dtype"] == "fp32");
  CHECK(json["machine"]["blas"] == "OpenBLAS 0.3.21");
  CHECK(json["ceilings"].size() == 2);
  CHECK(json["points"].size() == 42);
  const auto& point = json["points"][2];
  CHECK(point["series"] == "fused");
  CHECK(point["dtype"] == "fp32");
  CHECK(point["tokens"] == 64);
  CHECK(point["flops"] == 4 * 64 * 64 * 512);
  CHECK(point["flops_per_second"].get<double>() == Approx(100e9));
  CHECK(point["share_of_ceiling"].get<double>() == Approx(0.5));
}

TEST_CASE("measure_report, JSON: crossings measured beside counted") {
  const auto json = measure_report(fake_measurement()).json;
  const auto& rnn = json["crossovers"][1];
  CHECK(rnn["left"]["series"] == "fused");
  CHECK(rnn["right"]["series"] == "rnn");
  CHECK(rnn["measured"]["tokens"].get<double>() == Approx(1024));
  CHECK(rnn["counted"]["tokens"] == 512);
  CHECK(json["crossovers"][3]["counted"]["tokens"].is_null());
  CHECK(json["crossovers"][3]["counted"]["cheaper_below"] == "right");
}

TEST_CASE("measure_report, JSON: null where the system does not tell") {
  Workbench workbench = fake_workbench();
  workbench.extra_bytes = [](const std::function<void()>&) { return std::nullopt; };
  const auto json =
      measure_report(measured({.tokens = {64}}, workbench, [](const MeasureStep&) {})).json;
  CHECK(json["points"][0]["peak_extra_bytes"].is_null());
  CHECK_FALSE(contains(json.dump(), "nan"));
}

TEST_CASE("measure_report, records: seven columns in every line") {
  std::istringstream lines(measure_report(fake_measurement()).records);
  std::set<std::string> sections;
  for (std::string line; std::getline(lines, line);) {
    CAPTURE(line);
    CHECK(std::count(line.begin(), line.end(), '\t') == 6);
    sections.insert(line.substr(0, line.find('\t')));
  }
  CHECK(sections == std::set<std::string>{"section", "ceiling", "point", "crossover"});
}

namespace {

using Row = std::vector<std::string>;

Table table_named(const std::string& id) {
  return table_in(measure_report(fake_measurement()), id);
}

TEST_CASE("label_of: says the type where it is not the plan's") {
  const MeasurePlan single{.dtype = RealType::fp32}, twice{.dtype = RealType::fp64};
  const Series kept{Workload::stages_kept, RealType::fp64}, rnn{Workload::rnn, RealType::fp32};
  CHECK(label_of(kept, single) == "kept fp64");
  CHECK(label_of(kept, twice) == "kept");
  CHECK(label_of(rnn, single) == "rnn");
  CHECK(label_of(rnn, twice) == "rnn fp32");
}

TEST_CASE("measure_report, tables: a row for each number of tokens, by hand") {
  // Fused in fp32: 4 · 1024² · 512 FLOP at 100 GFLOP/s are 21.5 ms; a causal mask leaves half of
  // it. The layer has 8 · 1024 · 512² FLOP more. RNN and LSTM: 4 and 16 · 1024 · 512² at 50.
  CHECK(texts_of(table_named("time").rows[4]) ==
        Row{"1,024", "215", "42.9", "21.5", "10.7", "42.9", "21.5", "85.9"});
  CHECK(texts_of(table_named("throughput").rows[4]) ==
        Row{"1,024", "10.0", "50.0", "100.0", "100.0", "100.0", "50.0", "50.0"});
  CHECK(texts_of(table_named("share").rows[4]) ==
        Row{"1,024", "10.0", "50.0", "50.0", "50.0", "50.0", "25.0", "25.0"});
}

TEST_CASE("measure_report, tables: the ceiling is the last row") {
  CHECK(texts_of(table_named("throughput").rows.back()) ==
        Row{"ceiling", "100.0", "100.0", "200.0", "200.0", "200.0", "200.0", "200.0"});
}

TEST_CASE("measure_report, tables: what is there never shows as nothing") {
  Workbench workbench = fake_workbench();
  workbench.timed = [](const std::function<void()>&) {
    return Timing{.median = 2e-7, .least = 1e-7, .n_runs = 5};
  };
  workbench.extra_bytes = [](const std::function<void()>&) { return 4096; };
  const auto tables =
      page_tables(measure_report(measured({.tokens = {1}}, workbench, [](const MeasureStep&) {})));
  CHECK(text_of(tables[0].rows[0][1]) == "<.001");
  CHECK(text_of(tables[3].rows[0][1]) == "<.1");
}

TEST_CASE("measure_report, crossovers: measured beside counted") {
  CHECK(texts_of(table_named("crossovers").rows) ==
        std::vector<Row>{{"kept fp64", "fused fp64", "< 64", "equal"},
                         {"fused", "rnn", "1,024", "512"},
                         {"fused", "lstm", "> 2,048", "2,048"},
                         {"mha", "rnn", "< 64", "always"},
                         {"mha", "lstm", "> 2,048", "1,024"}});
}

unsigned widest_line(const std::string& text) {
  unsigned widest = 0;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) widest = std::max(widest, display_width(line));
  return widest;
}

TEST_CASE("measure_report: the machine, every table and the reasons") {
  const std::string text = report_text(measure_report(fake_measurement()), {.width = 400});
  CHECK(contains(text, "complexity   OpenBLAS 0.3.21   core Zen   AVX2   threads 2   fp32"));
  for (const char* part :
       {" time\n", " throughput\n", " share\n", " memory\n", " crossovers\n", "kept fp64"})
    CHECK(contains(text, part));
  CHECK(contains(in_one_line(text),
                 "With a sequence of length 2,048, fused attention ran at 100 GFLOP/s"));
}

TEST_CASE("measure_report: measured stands beside counted") {
  const std::string text = report_text(measure_report(fake_measurement()), {});
  // Rates of 100 and 50 GFLOP/s put the crossing at 1,024, where the counts say 512.
  CHECK(contains(text, "fused      rnn            1,024      512\n"));
  CHECK(contains(text, "fused      lstm         > 2,048    2,048\n"));
  CHECK(contains(text, "mha        rnn             < 64   always\n"));
  CHECK(contains(text, "kept fp64  fused fp64      < 64    equal\n"));
}

TEST_CASE("measure_report: shares above the ceiling are explained, and only those") {
  Measurement measurement = fake_measurement();
  const Layout layout{.width = 400};
  CHECK_FALSE(contains(report_text(measure_report(measurement), layout), "OPENBLAS_CORETYPE"));
  measurement.points.back().share_of_ceiling = 1.87;
  CHECK(contains(
      in_one_line(report_text(measure_report(measurement), layout)),
      "with attn's own code for AVX2, and the ceiling is what OpenBLAS 0.3.21 reaches with "
      "the code that it has chosen for this machine, core Zen."));
  measurement.machine.vectors.clear();  // a device has none
  CHECK_FALSE(contains(report_text(measure_report(measurement), layout), "OPENBLAS_CORETYPE"));
}

TEST_CASE("measure_report: fits every width") {
  const Measurement measurement = fake_measurement();
  for (const unsigned width : {40U, 60U, 80U, 120U})
    for (const int explain : {0, 1, 2})
      for (const Glyphs glyphs : {Glyphs::unicode, Glyphs::ascii}) {
        CAPTURE(width, explain);
        const std::string text = report_text(
            measure_report(measurement), {.width = width, .glyphs = glyphs, .explain = explain});
        CHECK(widest_line(text) <= width);
      }
}

TEST_CASE("measure_report: ASCII where that is asked for") {
  const std::string text =
      report_text(measure_report(fake_measurement()), {.glyphs = Glyphs::ascii, .explain = 2});
  CHECK(std::all_of(text.begin(), text.end(),
                    [](char byte) { return static_cast<unsigned char>(byte) < 128; }));
}

TEST_CASE("measure_report: without words only numbers") {
  const std::string text = report_text(measure_report(fake_measurement()), {.explain = 0});
  CHECK_FALSE(contains(text, "Counting says"));
  CHECK_FALSE(contains(text, "normal random numbers"));
}

TEST_CASE("measure_report: one number of tokens needs no picture") {
  const std::string text = report_text(measure_report(fake_measurement({.tokens = {100}})), {});
  CHECK_FALSE(contains(text, "picture"));
  CHECK(contains(text, " time\n"));
}

TEST_CASE("measure_report: says what was left out and what is not known") {
  Workbench workbench = fake_workbench(1U << 30U);
  workbench.extra_bytes = [](const std::function<void()>&) { return std::nullopt; };
  const Measurement measurement =
      measured({.tokens = {1024, 2048}}, workbench, [](const MeasureStep&) {});
  const std::string text = report_text(measure_report(measurement), {.width = 200});
  CHECK(contains(in_one_line(text),
                 "kept fp64 with 2,048 tokens would take 808 MiB, more than half of the memory "
                 "that is free, and was left out."));
  CHECK(contains(text, " -"));
}

}  // namespace
