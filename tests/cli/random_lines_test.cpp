// Command lines that chance makes of what the program's own help lists: its flags with values of
// their kind or none at all, odd words, odd paths, with and without a text on standard input. Each
// ends with a result or with words about what is wrong, and in time.
//
// The tests run some of them, with patience for a busy machine. Many, and others, are run by hand:
//   ATTN_ALL_ROUNDS=1 ATTN_RANDOM_LINES=10000 ATTN_RANDOM_SEED=7 ATTN_RANDOM_SECONDS=10
//   build/dev/bin/attn_tests "[random_lines]"

#include <sys/stat.h>

#include <fstream>
#include <map>
#include <random>
#include <regex>
#include <sstream>

#include "support/catch.hpp"
#include "support/command.hpp"
#include "support/rounds.hpp"

using namespace attn;

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
    const TemporaryFolder folder;
    std::istringstream help(
        run_command("COLUMNS=40 attn " + command + " --help", folder.path()).out);
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

}  // namespace

TEST_CASE("commands: whatever is typed ends in time, with words", "[cli][random_lines]") {
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
