#include "render/measure/measure_text.hpp"

#include <sstream>

#include "render/text/display_width.hpp"
#include "support/catch.hpp"
#include "support/fake_workbench.hpp"
#include "support/lines_of.hpp"

using namespace attn;

namespace {

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

unsigned widest_line(const std::string& text) {
  unsigned widest = 0;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) widest = std::max(widest, display_width(line));
  return widest;
}

}  // namespace

TEST_CASE("measure_text: the machine, every table and the reasons", "[render][measure]") {
  const std::string text = measure_text(fake_measurement(), {.width = 400});
  CHECK(has(text, "complexity   OpenBLAS 0.3.21   core Zen   AVX2   threads 2   fp32"));
  for (const char* part :
       {" time\n", " throughput\n", " share\n", " memory\n", " crossovers\n", "kept fp64"})
    CHECK(has(text, part));
  CHECK(has(in_one_line(text),
            "With a sequence of length 2,048, fused attention ran at 100 GFLOP/s"));
}

TEST_CASE("measure_text: measured stands beside counted", "[render][measure]") {
  const std::string text = measure_text(fake_measurement(), {});
  // Rates of 100 and 50 GFLOP/s put the crossing at 1,024, where the counts say 512.
  CHECK(has(text, "fused      rnn            1,024      512\n"));
  CHECK(has(text, "fused      lstm         > 2,048    2,048\n"));
  CHECK(has(text, "mha        rnn             < 64   always\n"));
  CHECK(has(text, "kept fp64  fused fp64      < 64    equal\n"));
}

TEST_CASE("measure_text: shares above the ceiling are explained, and only those",
          "[render][measure]") {
  Measurement measurement = fake_measurement();
  const Layout layout{.width = 400};
  CHECK_FALSE(has(measure_text(measurement, layout), "OPENBLAS_CORETYPE"));
  measurement.points.back().share_of_ceiling = 1.87;
  CHECK(has(in_one_line(measure_text(measurement, layout)),
            "with attn's own code for AVX2, and the ceiling is what OpenBLAS 0.3.21 reaches with "
            "the code that it has chosen for this machine, core Zen."));
  measurement.machine.vectors.clear();  // a device has none
  CHECK_FALSE(has(measure_text(measurement, layout), "OPENBLAS_CORETYPE"));
}

TEST_CASE("measure_text: fits every width", "[render][measure]") {
  const Measurement measurement = fake_measurement();
  for (const unsigned width : {40U, 60U, 80U, 120U})
    for (const int explain : {0, 1, 2})
      for (const Glyphs glyphs : {Glyphs::unicode, Glyphs::ascii}) {
        CAPTURE(width, explain);
        const std::string text =
            measure_text(measurement, {.width = width, .glyphs = glyphs, .explain = explain});
        CHECK(widest_line(text) <= width);
      }
}

TEST_CASE("measure_text: ASCII where that is asked for", "[render][measure]") {
  const std::string text =
      measure_text(fake_measurement(), {.glyphs = Glyphs::ascii, .explain = 2});
  CHECK(std::all_of(text.begin(), text.end(),
                    [](char byte) { return static_cast<unsigned char>(byte) < 128; }));
}

TEST_CASE("measure_text: without words only numbers", "[render][measure]") {
  const std::string text = measure_text(fake_measurement(), {.explain = 0});
  CHECK_FALSE(has(text, "Counting says"));
  CHECK_FALSE(has(text, "normal random numbers"));
}

TEST_CASE("measure_text: one number of tokens needs no picture", "[render][measure]") {
  const std::string text = measure_text(fake_measurement({.tokens = {100}}), {});
  CHECK_FALSE(has(text, "picture"));
  CHECK(has(text, " time\n"));
}

TEST_CASE("measure_text: says what was left out and what is not known", "[render][measure]") {
  Workbench workbench = fake_workbench(1U << 30U);
  workbench.extra_bytes = [](const std::function<void()>&) { return std::nullopt; };
  const Measurement measurement =
      measured({.tokens = {1024, 2048}}, workbench, [](const MeasureStep&) {});
  const std::string text = measure_text(measurement, {.width = 200});
  CHECK(has(in_one_line(text),
            "kept fp64 with 2,048 tokens would take 808 MiB, more than half of the memory "
            "that is free, and was left out."));
  CHECK(has(text, " -"));
}
