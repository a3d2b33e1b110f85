// The name of a command or a verb is a word like any other behind a command: a text, an exercise, a
// file.

#include <set>

#include "cli/commands.hpp"
#include "cli/exercise/verbs.hpp"
#include "support/catch.hpp"
#include "support/command.hpp"
#include "support/json.hpp"

using namespace attn;

namespace {

std::vector<std::string> names() {
  std::vector<std::string> all{"help", "version"};
  for (const Command& command : commands()) all.emplace_back(command.name);
  for (const ExerciseVerb& verb : exercise_verbs()) all.emplace_back(verb.name);
  return all;
}

std::string all_names() {
  std::string words;
  for (const std::string& name : names()) words += (words.empty() ? "" : " ") + name;
  return words;
}

nlohmann::json tokens_of(const std::string& arguments, const TemporaryFolder& folder) {
  const CommandResult result = run_command("attn " + arguments, folder.path());
  CAPTURE(arguments);
  CHECK(result.err.empty());
  return json_of(result.out);
}

}  // namespace

TEST_CASE("exercise_verbs: each flag of a verb is one of the command", "[cli][command_names]") {
  std::set<std::string> known;
  for (const Flag& flag : flags_of(ExerciseFlags{})) known.insert(flag.name());
  for (const ExerciseVerb& verb : exercise_verbs())
    for (const std::string& flag : verb.flags) {
      CAPTURE(verb.name, flag);
      CHECK(known.contains(flag));
    }
}

TEST_CASE("command names: are words in a text", "[cli][command_names]") {
  const TemporaryFolder folder;
  const std::string command = GENERATE("attend", "mha", "posenc", "mask");
  const auto is_run = [&](const std::string& arguments, const std::vector<std::string>& tokens) {
    const nlohmann::json trace = tokens_of(arguments, folder);
    CAPTURE(arguments);
    CHECK(trace["command"] == command);
    CHECK(trace["tokens"]["query"] == tokens);
  };
  for (const std::string& name : names()) is_run(command + " " + name + " --json", {name});
  const std::string words = all_names();
  is_run(command + " " + words + " --json", names());
  is_run(command + " --json " + words, names());
  is_run(command + " --json \"" + words + "\"", names());
  is_run(command + " --json -- " + words, names());
  is_run(command + " attend --json mask", {"attend", "mask"});
}

TEST_CASE("command names: attn complexity takes no words, whatever they are",
          "[cli][command_names]") {
  const TemporaryFolder folder;
  for (const Command& command : commands()) {
    const std::string name = command.name;
    const CommandResult result = run_command("attn complexity " + name, folder.path());
    CHECK(result.exit_code == 2);
    CHECK(result.err.starts_with("attn: error: attn complexity takes no words, and " + name));
  }
}

TEST_CASE("command names: are the beginnings of exercises", "[cli][command_names]") {
  const TemporaryFolder folder;
  const auto [name, number, id] =
      GENERATE(table<std::string, int, std::string>({{"mha", 12, "mha-parameters"},
                                                     {"posenc", 10, "posenc-periods"},
                                                     {"mask", 3, "masked-attention"}}));
  const auto is_meant = [&, &id = id](const std::string& arguments, int exit_code) {
    const CommandResult result = run_command("attn exercise " + arguments, folder.path());
    CAPTURE(arguments, result.err);
    CHECK(result.exit_code == exit_code);
    const nlohmann::json document = json_of(result.out);
    CHECK(document[document.contains("id") ? "id" : "exercise"] == id);
  };
  is_meant("show " + name + " --json", 0);
  is_meant("--json show " + name, 0);
  is_meant(name + " --json", 0);
  is_meant("hint --json \"" + name + "\"", 0);
  is_meant("start " + name + " --json", 0);
  is_meant("check " + name + " " + id + ".txt --json", 2);  // nothing is filled in
  is_meant("skip " + name + " --json", 0);
  is_meant("reset " + name + " --json", 0);
  is_meant("solution " + name + " --give-up --json", 0);
  const CommandResult simulated = run_command("attn exercise simulate " + name, folder.path());
  CHECK(simulated.err ==
        "attn: error: exercise " + std::to_string(number) + " has nothing to simulate.\n");
}

TEST_CASE("command names: no other exercise is meant by them", "[cli][command_names]") {
  const TemporaryFolder folder;
  for (const std::string& name : names()) {
    if (name == "mha" || name == "posenc" || name == "mask") continue;
    const CommandResult result = run_command("attn exercise show " + name, folder.path());
    CAPTURE(name);
    CHECK(result.exit_code == 2);
    CHECK(result.err.starts_with("attn: error: there is no exercise '" + name + "'."));
  }
}

TEST_CASE("command names: are names of files and folders", "[cli][command_names]") {
  const TemporaryFolder folder;
  const auto run = [&](const std::string& arguments) {
    return run_command("attn exercise " + arguments, folder.path()).exit_code;
  };
  const std::filesystem::path answer = ATTN_SOURCE_DIR "/solutions/03-masked-attention/answer.txt";
  for (const std::string& name : names()) {
    CAPTURE(name);
    CHECK(run("start mask " + name) == 0);
    std::filesystem::copy_file(answer, folder.path(name),
                               std::filesystem::copy_options::overwrite_existing);
    CHECK(run("check mask " + name) == 0);
  }
  CHECK(run("watch mask mask") == 0);
  CHECK(run("reset mask attend --json") == 0);
  std::filesystem::create_directory_symlink(ATTN_SOURCE_DIR "/tests/data/course",
                                            folder.path("course-mask"));
  CHECK(run("lint course-mask") == 0);
  CHECK(run("list --course course-mask") == 0);
}
