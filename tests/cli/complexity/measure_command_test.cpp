#include <cmath>
#include <nlohmann/json.hpp>

#include "support/catch.hpp"
#include "support/command.hpp"
#include "support/pseudo_terminal.hpp"

using namespace attn;

namespace {

CommandResult run(const std::string& arguments) {
  const TemporaryFolder folder;
  constexpr int kSeconds = 120;  // with sanitizers, on a machine that does other things too
  return run_command("attn complexity --measure " + arguments, folder.path(), kSeconds);
}

}  // namespace

TEST_CASE("complexity --measure: every number of tokens, in numbers that can be",
          "[cli][measure]") {
  const CommandResult result =
      run("--sweep tokens=32:128 --d-model 32 --heads 4 --threads 2 --json");
  CHECK(result.err == "");
  REQUIRE(result.exit_code == 0);
  const auto json = nlohmann::json::parse(result.out);
  CHECK(json["config"]["tokens"] == nlohmann::json{32, 64, 128});
  CHECK(json["points"].size() == 3 * 7);
  for (const auto& point : json["points"])
    for (const char* name :
         {"median_seconds", "least_seconds", "flops_per_second", "share_of_ceiling"}) {
      CHECK(std::isfinite(point[name].get<double>()));
      CHECK(point[name].get<double>() > 0);
    }
  CHECK(json["crossovers"].size() == 5);
}

TEST_CASE("complexity --measure: fused attention needs less memory than stages kept",
          "[cli][measure]") {
  const CommandResult result = run("--tokens 512 --d-model 16 --heads 4 --dtype fp64 --json");
  REQUIRE(result.exit_code == 0);
  const auto json = nlohmann::json::parse(result.out);
  const auto &kept = json["points"][0], &fused = json["points"][1];
  CHECK(kept["series"] == "stages_kept");
  CHECK(fused["series"] == "fused");
  if (kept["peak_extra_bytes"].is_null()) return;  // a system that does not tell
  CHECK(fused["peak_extra_bytes"].get<std::uint64_t>() <
        kept["peak_extra_bytes"].get<std::uint64_t>());
}

TEST_CASE("complexity --measure: a screen, and records", "[cli][measure]") {
  const CommandResult screen = run("--sweep tokens=16:32 --d-model 16 --heads 2 --causal");
  CHECK(screen.exit_code == 0);
  CHECK(screen.out.find(" crossovers\n") != std::string::npos);
  CHECK(screen.out.find("causal") != std::string::npos);
  const CommandResult records = run("--tokens 16 --d-model 16 --heads 2 --plain");
  CHECK(records.exit_code == 0);
  CHECK(records.out.find("point\tlstm\tfp32\t16\tmedian\t") != std::string::npos);
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
