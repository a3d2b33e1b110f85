#include "cli/commands.hpp"
#include "support/catch.hpp"
#include "support/command.hpp"

namespace {

std::string printed(const std::string& command) {
  const CommandResult result = run_command(command);
  CHECK(result.err.empty());
  CHECK(result.exit_code == 0);
  return result.out;
}

// The long flags that help lists for attend.
std::vector<std::string> flags_in_help() {
  std::vector<std::string> flags;
  std::istringstream words(printed("attn attend --help"));
  for (std::string line; std::getline(words, line);) {
    const std::size_t start = line.find("--");
    if (start == std::string::npos || start > 7) continue;  // only where an entry begins
    const std::size_t end = line.find_first_not_of("abcdefghijklmnopqrstuvwxyz-", start);
    flags.push_back(line.substr(start + 2, end - start - 2));
  }
  return flags;
}

}  // namespace

TEST_CASE("generate: every flag of the help is in the man page and the completions") {
  const std::string man = printed("attn attend --generate man"),
                    bash = printed("attn --generate bash"), zsh = printed("attn --generate zsh"),
                    fish = printed("attn --generate fish");
  const std::vector<std::string> flags = flags_in_help();
  CHECK(flags.size() > 30);
  for (const std::string& flag : flags) {
    INFO(flag);
    std::string in_roff = flag;
    for (std::size_t at = 0; (at = in_roff.find('-', at)) != std::string::npos; at += 2)
      in_roff.insert(at, "\\");
    CHECK(contains(man, "\\-\\-" + in_roff));
    CHECK(contains(bash, "--" + flag));
    CHECK(contains(zsh, "--" + flag + "["));
    CHECK(contains(fish, " -l " + flag + " "));
  }
  CHECK_FALSE(contains(bash, "--generate"));
}

TEST_CASE("generate: bash completes a command and its flags") {
  const std::string ask =
      "attn --generate bash > attn.bash; bash -c '. ./attn.bash; COMP_WORDS=(attn attend --ca); "
      "COMP_CWORD=2; _attn; echo ${COMPREPLY[@]}; COMP_WORDS=(attn at); COMP_CWORD=1; _attn; echo "
      "${COMPREPLY[@]}'";
  CHECK(printed(ask) == "--causal\nattend\n");
}

TEST_CASE("generate: the verbs of exercise are completed behind it only") {
  const std::string ask =
      "attn --generate bash > attn.bash; bash -c '. ./attn.bash; COMP_WORDS=(attn exercise sk); "
      "COMP_CWORD=2; _attn; echo ${COMPREPLY[@]}; COMPREPLY=(); COMP_WORDS=(attn exercise check "
      "sk); COMP_CWORD=3; _attn; echo ${COMPREPLY[@]}; COMP_WORDS=(attn exercise check --gi); "
      "_attn; echo ${COMPREPLY[@]}; COMPREPLY=(); COMP_WORDS=(attn attend sk); COMP_CWORD=2; "
      "_attn; "
      "echo ${COMPREPLY[@]}'";
  CHECK(printed(ask) == "skip\n\n--give-up\n\n");
  CHECK(contains(printed("attn exercise --generate man"), ".B check [ID] [FILE]\n"));
  CHECK(contains(printed("attn --generate zsh"), "'2:verb:(list show continue next start check "));
  CHECK(contains(printed("attn --generate fish"), "-a 'list show continue next start check "));
}

TEST_CASE("generate: the man page of the program is short and names those of the commands") {
  const std::string man = printed("attn --generate man");
  CHECK(std::count(man.begin(), man.end(), '\n') < 200);
  CHECK(contains(man, ".SH NAME\nattn \\- every matrix"));
  for (const char* part : {"COMMANDS", "COMMON OPTIONS", "EXIT STATUS", "FILES", "EXAMPLES"})
    CHECK(contains(man, std::string(".SH ") + part + "\n"));
  for (const char* name : {"attend", "mha", "posenc", "mask", "complexity", "learn", "exercise"})
    CHECK(contains(man, std::string(".BR attn\\-") + name + " (1)\n"));
}

TEST_CASE("generate: the man page of a command opens with its examples") {
  for (const char* name : {"attend", "mha", "posenc", "mask", "complexity", "learn", "exercise"}) {
    const std::string man = printed(std::string("attn ") + name + " --generate man");
    INFO(name);
    CHECK(contains(man, std::string(".SH NAME\nattn\\-") + name + " \\- "));
    CHECK(contains(man, std::string(".B attn ") + name));
    CHECK(man.find(".SH EXAMPLES\n") < man.find(".SH OPTIONS\n"));
    CHECK(man.find(".SH OPTIONS\n") < man.find(".SH SEE ALSO\n.BR attn (1),\n"));
    CHECK_FALSE(contains(man, std::string(".BR attn\\-") + name));
  }
}

TEST_CASE("generate: every command has its man page built") {
  const std::string build = content(ATTN_SOURCE_DIR "/CMakeLists.txt");
  std::string names;
  for (const Command& command : commands()) names += std::string(" ") + command.name;
  CHECK(contains(build, "foreach(command" + names + ")\n"));
}

TEST_CASE("generate: the man page exists in both languages") {
  const std::string japanese =
      printed("attn --lang ja --generate man") + printed("attn attend --lang ja --generate man");
  CHECK(contains(japanese, "段階"));
  CHECK_FALSE(contains(japanese, "EXIT STATUS"));
}

TEST_CASE("generate: quotes and dots are no roff commands") {
  std::istringstream man(printed("attn --generate man") + printed("attn attend --generate man"));
  for (std::string line; std::getline(man, line);) {
    INFO(line);
    const bool has_title = line.starts_with(".SS ") || line.starts_with(".TH ");
    if (!has_title) CHECK(line.find('"') == std::string::npos);
    if (line.starts_with(".SS ")) CHECK(std::count(line.begin(), line.end(), '"') == 2);
  }
}
