#include "support/printed_trace.hpp"

#include "support/catch.hpp"
#include "support/command.hpp"
#include "support/golden_data.hpp"

namespace attn {

nlohmann::json printed_trace(const std::string& command) {
  const CommandResult result = run_command(command + " --json");
  INFO(command << "\n" << result.err);
  REQUIRE(result.exit_code == 0);
  return nlohmann::json::parse(result.out);
}

arma::mat printed_stage(const nlohmann::json& trace, const std::string& id,
                        const std::string& group) {
  for (nlohmann::json stage : trace["stages"]) {
    if (stage["id"] != id || stage.value("group", "") != group) continue;
    for (nlohmann::json& row : stage["data"])
      for (nlohmann::json& cell : row)
        if (cell.is_null()) cell = 0.0;
    return matrix(stage["data"]);
  }
  FAIL("there is no stage " + id + " " + group);
  return {};
}

}  // namespace attn
