#include <cmath>

#include "measure/workload.hpp"
#include "support/catch.hpp"
#include "support/command.hpp"
#include "support/json.hpp"
#include "support/pseudo_terminal.hpp"

using namespace attn;

namespace {

CommandResult run(const std::string& arguments) {
  const TemporaryFolder folder;
  constexpr int kSeconds = 120;  // with sanitizers, on a machine that does other things too
  return run_command("attn complexity --measure " + arguments, folder.path(), kSeconds);
}

}  // namespace

// Each run first asks what the machine can do, which takes seconds on all processors: so there is
// one for the numbers, and one for the screen.
TEST_CASE("complexity --measure: numbers that can be, and less memory where stages are not kept",
          "[cli][measure]") {
  const CommandResult result =
      run("--sweep tokens=256:512 --d-model 16 --heads 4 --threads 2 --dtype fp64 --json");
  CHECK_THAT(result.err, ContainsSubstring("this can take a minute."));
  REQUIRE(result.exit_code == 0);
  const auto json = json_of(result.out);
  CHECK(json["config"]["tokens"] == nlohmann::json{256, 512});
  REQUIRE(json["points"].size() == 2 * 6);
  for (const auto& point : json["points"])
    for (const char* name :
         {"median_seconds", "least_seconds", "flops_per_second", "share_of_ceiling"}) {
      CHECK(std::isfinite(point[name].get<double>()));
      CHECK(point[name].get<double>() > 0);
    }
  CHECK(json["crossovers"].size() == 5);

  const auto &kept = json["points"][6], &fused = json["points"][7];
  CHECK(kept["series"] == "stages_kept");
  CHECK(fused["series"] == "fused");
  const bool system_tells = peak_extra_bytes([] {}).has_value();
  REQUIRE(kept["peak_extra_bytes"].is_null() == !system_tells);
  if (system_tells)
    CHECK(fused["peak_extra_bytes"].get<std::uint64_t>() <
          kept["peak_extra_bytes"].get<std::uint64_t>());
}

TEST_CASE("complexity --measure: a screen", "[cli][measure]") {
  const CommandResult screen = run("--sweep tokens=16:32 --d-model 16 --heads 2 --causal");
  CHECK(screen.exit_code == 0);
  CHECK(screen.out.find(" crossovers\n") != std::string::npos);
  CHECK(screen.out.find("causal") != std::string::npos);
}

TEST_CASE("complexity --measure: says how far it is, and Ctrl-C leaves no trace of that",
          "[cli][measure]") {
  PseudoTerminal terminal("attn complexity --measure --sweep tokens=64:1000:1", 24, 60);
  REQUIRE(terminal.wait_for("measuring"));
  terminal.type("\x03");
  REQUIRE(terminal.wait_until_ended());
  CHECK(terminal.exit_code() == 130);
  CHECK(terminal.screen().text().find("measuring") == std::string::npos);
}
