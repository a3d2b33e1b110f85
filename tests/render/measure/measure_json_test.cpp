#include "render/measure/measure_json.hpp"

#include <set>
#include <sstream>

#include "support/catch.hpp"
#include "support/fake_workbench.hpp"
#include "support/json.hpp"

using namespace attn;

TEST_CASE("measure_json: everything that was measured", "[render][measure]") {
  const auto json = measure_json(fake_measurement());
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

TEST_CASE("measure_json: crossings measured beside counted", "[render][measure]") {
  const auto json = measure_json(fake_measurement());
  const auto& rnn = json["crossovers"][1];
  CHECK(rnn["left"]["series"] == "fused");
  CHECK(rnn["right"]["series"] == "rnn");
  CHECK(rnn["measured"]["tokens"].get<double>() == Approx(1024));
  CHECK(rnn["counted"]["tokens"] == 512);
  CHECK(json["crossovers"][3]["counted"]["tokens"].is_null());
  CHECK(json["crossovers"][3]["counted"]["cheaper_below"] == "right");
}

TEST_CASE("measure_json: null where the system does not tell", "[render][measure]") {
  Workbench workbench = fake_workbench();
  workbench.extra_bytes = [](const std::function<void()>&) { return std::nullopt; };
  const auto json = measure_json(measured({.tokens = {64}}, workbench, [](const MeasureStep&) {}));
  CHECK(json["points"][0]["peak_extra_bytes"].is_null());
  CHECK(json.dump().find("nan") == std::string::npos);
}

TEST_CASE("measure_records: seven columns in every line", "[render][measure]") {
  std::istringstream lines(measure_records(fake_measurement()));
  std::set<std::string> sections;
  for (std::string line; std::getline(lines, line);) {
    CAPTURE(line);
    CHECK(std::count(line.begin(), line.end(), '\t') == 6);
    sections.insert(line.substr(0, line.find('\t')));
  }
  CHECK(sections == std::set<std::string>{"section", "ceiling", "point", "crossover"});
}
