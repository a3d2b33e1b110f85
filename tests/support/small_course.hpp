#pragma once

#include <string>

#include "support/catch.hpp"
#include "support/command.hpp"
#include "support/json.hpp"

namespace attn {

/// A learner in a folder of their own, with the three exercises of tests/data/course.
class Learner {
 public:
  Learner() {
    std::filesystem::create_directory_symlink(ATTN_SOURCE_DIR "/tests/data/course",
                                              folder.path() / "course");
  }

  /// Runs `attn exercise ...` with that course; what else a shell understands may follow.
  CommandResult run(const std::string& arguments, const std::string& before = "") const {
    return run_command(before + " ATTN_COURSE=course attn exercise " + arguments, folder.path());
  }

  /// The same, which must succeed in saying something in JSON.
  nlohmann::json json(const std::string& arguments, int exit_code = 0) const {
    const CommandResult result = run(arguments + " --json");
    INFO(arguments);
    CHECK(result.exit_code == exit_code);
    return json_of(result.out);
  }

  /// What progress says of an exercise.
  nlohmann::json progress_of(const std::string& id) const {
    const nlohmann::json document = json("progress");
    for (const nlohmann::json& exercise : document["exercises"])
      if (exercise["id"] == id) return exercise;
    return {};
  }

  TemporaryFolder folder;
};

inline const char* const kRightWords = "course/solutions/02-two-words/answer.txt";

}  // namespace attn
