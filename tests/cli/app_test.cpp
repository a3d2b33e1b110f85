#include "cli/app.hpp"

#include "cli/commands.hpp"
#include "cli/exercise/verbs.hpp"
#include "cli/help.hpp"
#include "support/catch.hpp"
#include "support/command.hpp"
#include "support/json.hpp"
#include "support/pseudo_terminal.hpp"

namespace {

CommandResult run_attn(const std::string& arguments) { return run_command("attn " + arguments); }

bool matches(const std::string& text, const std::string& pattern) {
  return std::regex_match(text, std::regex(pattern));
}

TEST_CASE("run_program: --version names the program, what it computes with and the compiler") {
  const CommandResult result = run_attn("--version");
  CHECK(result.exit_code == 0);
  CHECK(matches(result.out,
                "attn [0-9]+\\.[0-9]+\\.[0-9]+\n"
                "BLAS      OpenBLAS [0-9.]+, core [A-Za-z0-9_]+\n"
                "(vectors   [A-Za-z0-9_]+\n)?"
                "threads   [0-9]+\n"
                "compiler  (g\\+\\+|clang\\+\\+) [0-9]+\\.[0-9]+\\.[0-9]+.*\n"));
  CHECK(run_attn("attend --version").out == result.out);
}

TEST_CASE("run_program: the version is found in every way people ask for it") {
  const std::string version = run_attn("--version").out;
  for (const std::string arguments : {"-V", "-v", "version", "attend -V", "version attend"}) {
    CAPTURE(arguments);
    CHECK(run_attn(arguments).out == version);
  }
  CHECK(run_attn("attend version --quiet").exit_code == 0);  // a word, as any other
  CHECK(run_attn("complexity version").exit_code == 2);
}

TEST_CASE("run_program: what stands before the command is sent behind it") {
  CHECK(run_attn("cat attend").err ==
        "attn: error: cat belongs after the command: attn attend cat\n");
}

TEST_CASE("run_program: help is found in every way people ask for it") {
  const std::string help = run_attn("--help").out;
  CHECK(contains(help, "\nCommands\n  attend  "));
  for (const std::string arguments : {"", "-h", "help"}) {
    CAPTURE(arguments);
    const CommandResult result = run_attn(arguments);
    CHECK(result.out == help);
    CHECK(result.exit_code == 0);
    CHECK(result.err == "");
  }
  const std::string attend = run_attn("attend --help").out;
  CHECK(contains(attend, "Usage: attn attend "));
  for (const std::string arguments : {"attend -h", "help attend", "attend 'a b' --causal --help"}) {
    CAPTURE(arguments);
    CHECK(run_attn(arguments).out == attend);
  }
}

TEST_CASE("run_program: help fits the width") {
  const auto [variables, widest] = GENERATE(table<std::string, std::size_t>(
      {{"COLUMNS=40", 40}, {"COLUMNS=80", 80}, {"COLUMNS=300", 100}}));
  CAPTURE(variables);
  const CommandResult result = run_command(variables + " attn attend --help --lang en");
  std::istringstream lines(result.out);
  for (std::string line; std::getline(lines, line);)
    CHECK(line.size() <= widest + std::string("√").size() - 1);
}

TEST_CASE("run_program: a flag before the command is sent behind it") {
  CHECK(run_attn("--json attend").err ==
        "attn: error: --json belongs after the command: attn attend --json\n");
  CHECK(run_attn("-q").err == "attn: error: -q belongs after the command: attn attend -q\n");
  CHECK(run_attn("--stage=scores attend").exit_code == 2);
  CHECK(run_attn("--lang en attend --quiet").exit_code == 0);  // that of the program itself is fine
}

TEST_CASE("run_program: an empty value never passes for none") {
  for (const std::string flag :
       {"tokens",  "cross",   "key-tokens", "seed",      "rng",    "init",   "d-model", "d-k",
        "d-v",     "q",       "k",          "v",         "x",      "memory", "wq",      "wk",
        "wv",      "weights", "mask",       "empty-row", "scale",  "stage",  "from",    "to",
        "explain", "view",    "precision",  "color",     "glyphs", "width",  "output",  "lang"}) {
    CAPTURE(flag);
    const std::string refusal = "attn: error: --" + flag + " needs a value.\n";
    CHECK(run_attn("attend 'a b' --" + flag + " ''").err == refusal);
    CHECK(run_attn("attend 'a b' --" + flag + "=").err == refusal);
    CHECK(run_attn("attend 'a b' --" + flag).err == refusal);
    if (flag != "lang")  // obeyed before the others are read
      CHECK(run_attn("attend 'a b' --" + flag + " --causal").err == refusal);
  }
}

TEST_CASE("run_program: a flag with one value is typed once") {
  CHECK(run_attn("attend 'a b' --scale 1 --scale=2").err ==
        "attn: error: --scale was given twice: 1 and 2. Give it once.\n");
  // Of languages the last holds: an alias may say one.
  CHECK(run_attn("--lang ja attend 'a b' --quiet --row x --lang en").err ==
        run_attn("attend 'a b' --quiet --row x --lang en").err);
  CHECK(run_attn("attend 'a b' --view '[a' --view '[b'").err ==
        "attn: error: --view was given twice: [a and [b. Give it once.\n");
  CHECK(run_attn("attend 'a b' --scale 1 --scale 1 --quiet").exit_code ==
        0);  // no doubt what is meant
  CHECK(run_attn("attend 'a b' --stage wq --stage wk").exit_code ==
        0);  // those that may be repeated
}

TEST_CASE("run_program: a flag that takes no value is given none") {
  for (const std::string flag : {"causal", "no-scale", "step", "summary", "shapes-only", "quiet",
                                 "arithmetic", "json", "plain", "force"}) {
    CAPTURE(flag);
    CHECK(run_attn("attend --" + flag + "=1").err ==
          "attn: error: --" + flag + " takes no value.\n");
  }
}

TEST_CASE("run_program: numbers and matrices may begin with a minus sign") {
  CHECK(run_attn("attend --q '-1 0' --k '-1 0' --v -2 --quiet").out == "q0 [ −2 ]\n");
  CHECK(run_attn("attend --q=-1 --k=-1 --v=-2 --quiet").out == "q0 [ −2 ]\n");
  CHECK(run_attn("attend --seed -1").err ==
        "attn: error: --seed must be a whole number from 0 to 4294967295, but it is -1.\n");
}

TEST_CASE("run_program: behind -- everything is a word") {
  const auto [arguments, words] = GENERATE(table<std::string, std::string>({
      {"-- --causal cat", "--causal cat"},
      {"-- -q", "-q"},
      {"the -- --seed", "the --seed"},
      {"the cat --", "the cat"},
      {"the -- cat -- sat", "the cat -- sat"},
      {"--", "The cat sat down"},
  }));
  CAPTURE(arguments);
  const CommandResult result = run_attn("attend --shapes-only --stage input " + arguments);
  CHECK(result.err == "");
  CHECK(result.out.starts_with(" attend   \"" + words + "\"   "));
  CHECK(run_attn("-- attend").exit_code == 2);
}

TEST_CASE("run_program: flags stand before, behind and between the words") {
  const std::string expected = run_attn("attend 'The cat' --stage input --quiet").out;
  for (const std::string arguments :
       {"--stage input --quiet 'The cat'", "--quiet The --stage input cat",
        "--stage=input 'The cat' -q", "-q --stage input -- The cat"}) {
    CAPTURE(arguments);
    CHECK(run_attn("attend " + arguments).out == expected);
  }
  CHECK(run_attn("attend -q -o a.npy 'The cat'").exit_code == 0);
}

TEST_CASE("run_program: thousands of arguments are no trouble") {
  CHECK(run_attn("attend -q --stage scores $(yes -- '--seed 7' | head -n 5000)").exit_code == 0);
  CHECK(run_attn("attend --causal --stage input $(yes -- --causal | head -n 5000) | wc -l")
            .exit_code == 0);
  CHECK(run_attn("attend $(yes -- --frobnicate | head -n 5000)").exit_code == 2);
}

TEST_CASE("run_program: a flag inside the quotation marks is told") {
  const auto told = [](const std::string& flag) {
    return "attn: " + flag +
           " is a word of the text here. For the flag, write it outside of the\n  quotation marks, "
           "behind a plain blank.\n";
  };
  for (const std::string command : {"attend", "mha", "mask"}) {
    CAPTURE(command);
    CHECK(run_attn(command + " 'The cat　--causal' -q").err == told("--causal"));
    CHECK(run_attn(command + " 'The cat --causal' -q").err == told("--causal"));
    CHECK(run_attn(command + " --tokens 'The|cat　--causal' -q").err == told("--causal"));
    CHECK(run_attn(command + " 'The cat' --cross 'le chat　--causal' -q").err == told("--causal"));
    CHECK(run_attn(command + " 'The cat --dog -- sat' -q").err == "");
    CHECK(run_attn(command + " -q -- 'The cat --causal'").err == "");
  }
}

// The name of a command or a verb is a word like any other behind a command: a text, an exercise, a
// file.

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

TEST_CASE("exercise_verbs: each flag of a verb is one of the command") {
  std::set<std::string> known;
  for (const Flag& flag : flags_of(ExerciseFlags{})) known.insert(flag.name());
  for (const ExerciseVerb& verb : exercise_verbs())
    for (const std::string& flag : verb.flags) {
      CAPTURE(verb.name, flag);
      CHECK(known.contains(flag));
    }
}

TEST_CASE("command names: are words in a text") {
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

TEST_CASE("command names: attn complexity takes no words, whatever they are") {
  for (const Command& command : commands()) {
    const std::string name = command.name;
    const CommandResult result = run_command("attn complexity " + name);
    CHECK(result.exit_code == 2);
    CHECK(result.err.starts_with("attn: error: attn complexity takes no words, and " + name));
  }
}

TEST_CASE("command names: are the beginnings of exercises") {
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

TEST_CASE("command names: no other exercise is meant by them") {
  for (const std::string& name : names()) {
    if (name == "mha" || name == "posenc" || name == "mask") continue;
    const CommandResult result = run_command("attn exercise show " + name);
    CAPTURE(name);
    CHECK(result.exit_code == 2);
    CHECK(result.err.starts_with("attn: error: there is no exercise '" + name + "'."));
  }
}

TEST_CASE("command names: are names of files and folders") {
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

TEST_CASE("examples_of: three a subcommand, each with a sentence, and each runs") {
  const TemporaryFolder folder;
  for (const Command& command : commands()) {
    const auto examples = examples_of(command.name);
    CHECK(examples.size() == 3);
    for (const auto& [line, sentence] : examples) {
      CAPTURE(line);
      CHECK(std::string(line).starts_with(std::string("attn ") + command.name));
      CHECK((std::string(sentence).ends_with(".") || std::string(sentence).ends_with("?")));
      constexpr int kSeconds = 120;  // some of them learn
      const CommandResult result = run_command(
          "XDG_STATE_HOME=" + folder.path().string() + " " + line, folder.path(), kSeconds);
      CHECK(result.exit_code == 0);
      CHECK(result.out != "");
    }
  }
  for (const auto& [line, sentence] : examples_of(""))
    CHECK(run_command(line, folder.path()).exit_code == 0);
}

TEST_CASE("help_text: examples come first, and flags in the order in which one needs them") {
  for (const std::string command : {"attend", "mha"}) {
    const std::string help = run_command("attn " + command + " --help").out;
    std::size_t before = 0;
    for (const std::string part :
         {"\nUsage:", "\nExamples\n", "\nInput\n", "--causal  ", "--stage ", "--step  ",
          "\nWords\n", "\nMatrices ", "\nScreen\n", "\nFor other programs\n", "\nHelp\n"}) {
      CAPTURE(command, part);
      const std::size_t at = help.find(part, before);
      CHECK(at != std::string::npos);
      before = at;
    }
  }
}

TEST_CASE("help_text: headings and flags stand out in a terminal alone") {
  PseudoTerminal terminal("attn attend --help", 200, 80);
  REQUIRE(terminal.wait_until_ended());
  CHECK(terminal.screen().is_colored());
  CHECK(terminal.screen().text() == run_command("attn attend --help").out);
  PseudoTerminal plain("env NO_COLOR=1 attn attend --help", 200, 80);
  REQUIRE(plain.wait_until_ended());
  CHECK_FALSE(plain.screen().is_colored());
}

TEST_CASE("example_lines: go on as a shell reads them") {
  CHECK(example_lines("attn mha --heads 2", 40, 2) == "  attn mha --heads 2\n");
  CHECK(example_lines("attn mha \"The cat sat down\" --d-model 8 --heads 4 --causal", 40, 2) ==
        "  attn mha \"The cat sat down\" \\\n      --d-model 8 --heads 4 --causal\n");
  CHECK(example_lines("attn mha \"The cat sat down\" --heads 2 --head 0", 40, 2) ==
        "  attn mha \"The cat sat down\" \\\n      --heads 2 --head 0\n");
}

}  // namespace
