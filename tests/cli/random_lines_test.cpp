// Command lines that chance makes of what the program's own help lists: its flags with values of
// their kind or none at all, odd words, odd paths, with and without a text on standard input. Each
// ends with a result or with words about what is wrong, and in time.
//
// The tests run some of them, with patience for a busy machine. Many, and others, are run by hand:
//   ATTN_ALL_ROUNDS=1 ATTN_RANDOM_LINES=10000 ATTN_RANDOM_SEED=7 ATTN_RANDOM_SECONDS=10
//   build/dev/bin/attn_tests "[random_lines]"

#include <sys/stat.h>

#include "support/catch.hpp"
#include "support/command.hpp"
#include "support/rounds.hpp"

namespace {

namespace fs = std::filesystem;

struct HelpedFlag {
  std::string name, type;  // "" of a flag without a value
};

using Texts = std::vector<std::string>;

const Texts kCommands{"attend", "mha", "posenc", "mask", "complexity", "learn", "exercise"};

// Values by what the help calls them; of any other kind, those of "TEXT".
const std::map<std::string, Texts> kUsualValues{
    {"N", {"0", "1", "2", "3", "4", "8", "64", "４", "-1", "1000000"}},
    {"X", {"0.5", "1", "2", "-0.5", "０.5", "1e300", "0"}},
    {"MATRIX", {"1 0; 0 1", "1", "1 2 3; 4 5 6", "a.csv", "a.json", "folder", "０ １"}},
    {"FILE",
     {"a.csv", "a.json", "new.npz", "new.html", "new.svg", "a.txt", "folder", "none/x.npy"}},
    {"NAME,...", {"scores", "weights", "output,input", "all", "mask"}},
    {"\"A|B\"", {"a|b", "The|cat|sat", "猫｜が", "a"}},
    {"TEXT", {"The cat sat", "猫 が 座った", "0", "on", "a", "mha", "copy", "0,1", "512:1024"}}};

const Texts kOddValues{"",
                       " ",
                       "-",
                       "--",
                       "ー",
                       "－－causal",
                       "[",
                       "[a, b]",
                       "{}",
                       "[[x]]",
                       "%%",
                       "@x",
                       "++",
                       "\\",
                       "'",
                       "\"",
                       "nan",
                       "inf",
                       "1e999",
                       "0x10",
                       "-9e18",
                       "18446744073709551616",
                       "9223372036854775807",
                       "０・５",
                       "1,2",
                       "~",
                       "*",
                       "\t",
                       "a\nb",
                       "\x1b[2J",
                       "\xff\xfe",
                       "𝟙",
                       "<pad>",
                       "=",
                       "a=b",
                       "::",
                       "x:y:z",
                       "../..",
                       "|",
                       "||",
                       "a.csv:",
                       ":key",
                       ";",
                       "; ;",
                       "1 2; 3"};

const Texts kOddPaths{"folder",
                      "folder/",
                      "a.csv/x",
                      "none",
                      "none/none.csv",
                      "loop.csv",
                      "dangling.npy",
                      "fifo.csv",
                      "empty.json",
                      "empty.csv",
                      "/dev/null",
                      "/dev/full",
                      "/dev/zero",
                      "/proc/self/mem",
                      "/dev/fd/99",
                      "/",
                      ".",
                      "..",
                      "closed/m.csv",
                      std::string(300, 'n') + ".csv",
                      std::string(5000, 'p')};

const Texts kVerbs{"list",  "show", "check", "hint",  "new",    "grade",    "print",   "next",
                   "reset", "1",    "lint",  "start", "doctor", "solution", "simulate"};

class RandomLines {
 public:
  explicit RandomLines(std::uint32_t seed) : random_(seed) {
    for (const std::string& command : kCommands) flags_[command] = flags_in_help(command);
  }

  std::string next() {
    const std::string command = one_of(kCommands);
    std::string line = "attn " + (is_one_in(40) ? quoted(any_value("TEXT")) : command);
    if (command == "exercise") line += " " + one_of(kVerbs);
    const std::size_t n_parts = below(7);
    for (std::size_t i = 0; i < n_parts; ++i)
      line += " " + (is_one_in(3) ? quoted(any_value("TEXT")) : flag_of(command));
    // What may take its time by right takes little.
    if (command == "learn") line += " --steps 2 --tokens 8 --batch 2";
    const char* const inputs[] = {"", " < /dev/null", " < a.csv", " < folder", " <&-"};
    return (is_one_in(4) ? "printf 'The cat\\n0.5\\n' | " : "") + line +
           inputs[is_one_in(3) ? below(std::size(inputs)) : 0];
  }

 private:
  std::size_t below(std::size_t n) { return random_() % n; }
  bool is_one_in(std::size_t n) { return below(n) == 0; }

  const std::string& one_of(const Texts& texts) { return texts[below(texts.size())]; }

  std::string any_value(const std::string& type) {
    if (is_one_in(4)) return one_of(kOddValues);
    if (is_one_in(4)) return one_of(kOddPaths);
    const auto usual = kUsualValues.find(type);
    return one_of(usual == kUsualValues.end() ? kUsualValues.at("TEXT") : usual->second);
  }

  std::string flag_of(const std::string& command) {
    const std::vector<HelpedFlag>& flags = flags_[is_one_in(20) ? one_of(kCommands) : command];
    const HelpedFlag& flag = flags[below(flags.size())];
    if (flag.type.empty()) return flag.name + (is_one_in(30) ? "=1" : "");
    if (is_one_in(30)) return flag.name;
    return flag.name + (is_one_in(3) ? "=" : " ") + quoted(any_value(flag.type));
  }

  static std::string quoted(const std::string& text) {
    std::string word = "'";
    for (const char c : text) word += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return word + "'";
  }

  static std::vector<HelpedFlag> flags_in_help(const std::string& command) {
    static const std::regex entry(R"(^  (?:-., )*(--[a-z-]+)(?: (\S+))?)");
    std::istringstream help(run_command("COLUMNS=40 attn " + command + " --help").out);
    std::vector<HelpedFlag> flags;
    for (std::string line; std::getline(help, line);)
      if (std::smatch match; std::regex_search(line, match, entry))
        flags.push_back({match[1], match[2]});
    REQUIRE(flags.size() > 20);
    return flags;
  }

  std::mt19937 random_;
  std::map<std::string, std::vector<HelpedFlag>> flags_;
};

void fill(const fs::path& folder) {
  fs::create_directory(folder / "folder");
  fs::create_directory(folder / "closed");
  std::ofstream(folder / "a.csv") << "1,0\n0,1\n";
  std::ofstream(folder / "a.json") << "{\"q\": [[1, 0], [0, 1]]}";
  std::ofstream(folder / "a.txt") << "The cat sat\n";
  std::ofstream(folder / "empty.json");
  std::ofstream(folder / "empty.csv");
  fs::create_symlink("loop.csv", folder / "loop.csv");
  fs::create_symlink("nowhere", folder / "dangling.npy");
  REQUIRE(::mkfifo((folder / "fifo.csv").c_str(), 0600) == 0);
  fs::permissions(folder / "closed", fs::perms::none);
}

TEST_CASE("commands: whatever is typed ends in time, with words") {
  RandomLines lines(setting("ATTN_RANDOM_SEED", 1));
  const int seconds = static_cast<int>(setting("ATTN_RANDOM_SECONDS", 60));
  Sample sample(4);
  for (unsigned n = setting("ATTN_RANDOM_LINES", 200); n > 0; --n) {
    const std::string line = lines.next();
    if (!sample.takes_next()) continue;
    const TemporaryFolder folder;
    fill(folder.path());
    const CommandResult result = run_command(line, folder.path(), seconds);
    fs::permissions(folder.path() / "closed", fs::perms::owner_all);
    CAPTURE(line, result.exit_code, result.err);
    // To measure takes as long as it takes, and says so first.
    if (result.timed_out && result.err.starts_with("measuring, ")) continue;
    CHECK_FALSE(result.timed_out);
    CHECK((result.exit_code >= 0 && result.exit_code <= 3));
    const bool is_quiet = line.find("--quiet") != std::string::npos;  // with -o: nothing
    CHECK((is_quiet || !result.out.empty() || !result.err.empty()));
  }
}

// Input that nobody would give on purpose, except to see what happens. Each is refused in a few
// words that cannot harm the terminal, or is simply worked on.

CommandResult run_hostile(const std::string& command) { return run_command(command, 60); }

void check_refused(const std::string& command, const std::string& start) {
  CAPTURE(command);
  const CommandResult result = run_hostile(command);
  CHECK_FALSE(result.timed_out);
  CHECK(result.exit_code == 2);
  CHECK(result.out == "");
  CHECK(result.err.starts_with("attn: error: " + start));
  CHECK(result.err.size() < 1500);
  CHECK(result.err.find('\033') == std::string::npos);
}

TEST_CASE("hostile input: a line of 100 MB") {
  check_refused(
      "head -c 100000000 /dev/zero | tr '\\0' 1 > a.csv; attn attend --q a.csv --k 1 --v 1",
      "--q a.csv: the file is too large: ");
  const std::string small_enough = all_rounds() ? "60000000" : "20000000";
  check_refused("head -c " + small_enough +
                    " /dev/zero | tr '\\0' 1 > a.csv; attn attend --q a.csv --k 1 --v 1",
                "--q a.csv: line 1, column 1: every cell must be a finite number");
}

TEST_CASE("hostile input: standard input without end") {
  check_refused("yes | attn attend -", "standard input is longer than 16 MiB.\n");
  check_refused("attn attend - < /dev/zero", "standard input is longer than 16 MiB.\n");
}

TEST_CASE("hostile input: what is not text") {
  for (const std::string where : {"", "--tokens ", "--cross ", "--key-tokens "}) {
    const std::string command = "attn attend " + where;
    check_refused(command + "\"$(printf 'a \\377')\"", "the text must be UTF-8");
    check_refused(command + "\"$(printf 'a \\355\\240\\200')\"", "the text must be UTF-8");
    check_refused(command + "\"$(printf 'a \\033[2J')\"",
                  "the text contains the control character");
    check_refused(command + "\"$(printf 'a \\342\\200\\256b')\"",
                  "the text contains the control character");
  }
  check_refused("printf 'a\\0b' | attn attend -", "the text contains the control character U+0000");
}

TEST_CASE("hostile input: what a message repeats is short and harmless") {
  const std::string order = "\"$(printf '\\033[2J')\"";
  check_refused("attn " + order, "there is no command ?[2J");
  check_refused("attn attend --" + order, "there is no flag --?[2J");
  check_refused("attn attend --causal=" + order, "--causal takes no value.");
  check_refused("attn attend --stage " + order, "--stage must be one of ");
  check_refused("attn attend --q " + order + " --k 1 --v 1", "--q ?[2J: ");
  check_refused("attn attend --q " + order + ".csv --k 1 --v 1", "--q ?[2J.csv: ");
  check_refused("attn attend --weights " + order + ".npz", "--weights ?[2J.npz: ");
  check_refused("attn attend -o " + order, "cannot tell what to write to ?[2J: ");
  check_refused("attn attend -o no/" + order + ".npy", "no/?[2J.npy: ");

  const std::string long_word = "$(head -c 100000 /dev/zero | tr '\\0' x)";
  for (const std::string before :
       {"attn ", "attn attend --", "attn attend --seed ", "attn attend --stage ",
        "attn attend --lang ", "attn attend --q 1 --k 1 --v ", "attn attend --weights "})
    check_refused(before + long_word, "");
}

TEST_CASE("hostile input: braces and percent signs are letters") {
  CHECK(run_hostile("attn attend '{} {0} %s %n' --quiet --stage input").exit_code == 0);
  CHECK(run_hostile("attn attend --tokens '{}|%n' --mask '0 0; 1 1' --explain 2").exit_code == 0);
  check_refused("attn attend --stage '{}'", "--stage must be one of ");
  check_refused("attn attend '--{}'", "there is no flag --{}.");
  check_refused("attn attend --q '{}.csv' --k 1 --v 1", "--q {}.csv: there is no such file.");
}

TEST_CASE("hostile input: pipes, devices, folders and loops are no files") {
  const std::string rest = " --k 1 --v 1";
  check_refused("mkfifo a.csv; attn attend --q a.csv" + rest,
                "--q a.csv: an ordinary file was expected");
  check_refused("mkfifo a.npz; attn attend --weights a.npz",
                "--weights a.npz: an ordinary file was expected");
  check_refused("ln -s /dev/zero a.npy; attn attend --q a.npy" + rest,
                "--q a.npy: an ordinary file was expected");
  check_refused("ln -s a.csv a.csv; attn attend --q a.csv" + rest,
                "--q a.csv: the file cannot be read");
}

TEST_CASE("hostile input: one long word, and very many words") {
  const CommandResult word =
      run_hostile("head -c 20000 /dev/zero | tr '\\0' x | attn attend - --causal");
  CHECK(word.exit_code == 0);
  CHECK(word.err == "");
  check_refused("yes | head -n 200000 | attn attend -", "the text has too many tokens");
  check_refused("seq 1 50000 | attn attend -", "every stage is kept, and 50000 queries x 50000");
}

TEST_CASE("hostile input: numbers at the ends of what a double holds") {
  for (const std::string value : {"1e308", "-1e308", "5e-324", "-0", "1e-310"}) {
    CAPTURE(value);
    for (const std::string screen : {"", "--json", "--summary", "--arithmetic", "--view heat"}) {
      const CommandResult result = run_hostile("attn attend --q '" + value + "' --k 1 --v '" +
                                               value + "' --no-scale " + screen);
      CHECK(result.exit_code == 0);
      CHECK_FALSE(contains(result.out, "nan"));
    }
  }
}

}  // namespace
