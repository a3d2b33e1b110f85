// Input that nobody would give on purpose, except to see what happens. Each is refused in a few
// words that cannot harm the terminal, or is simply worked on.

#include <fstream>

#include "support/catch.hpp"
#include "support/command.hpp"

using namespace attn;

namespace {

CommandResult run_hostile(const std::string& command) {
  const TemporaryFolder folder;
  return run_command(command, folder.path(), 60);
}

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

}  // namespace

TEST_CASE("hostile input: a line of 100 MB", "[cli][hostile][error]") {
  check_refused(
      "head -c 100000000 /dev/zero | tr '\\0' 1 > a.csv; attn attend --q a.csv --k 1 --v 1",
      "--q a.csv: the file is too large: ");
  check_refused(
      "head -c 60000000 /dev/zero | tr '\\0' 1 > a.csv; attn attend --q a.csv --k 1 --v 1",
      "--q a.csv: line 1, column 1: every cell must be a finite number");
}

TEST_CASE("hostile input: standard input without end", "[cli][hostile][error]") {
  check_refused("yes | attn attend -", "standard input is longer than 16 MiB.\n");
  check_refused("attn attend - < /dev/zero", "standard input is longer than 16 MiB.\n");
}

TEST_CASE("hostile input: what is not text", "[cli][hostile][error]") {
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

TEST_CASE("hostile input: what a message repeats is short and harmless", "[cli][hostile][error]") {
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

TEST_CASE("hostile input: braces and percent signs are letters", "[cli][hostile]") {
  CHECK(run_hostile("attn attend '{} {0} %s %n' --quiet --stage input").exit_code == 0);
  CHECK(run_hostile("attn attend --tokens '{}|%n' --mask '0 0; 1 1' --explain 2").exit_code == 0);
  check_refused("attn attend --stage '{}'", "--stage must be one of ");
  check_refused("attn attend '--{}'", "there is no flag --{}.");
  check_refused("attn attend --q '{}.csv' --k 1 --v 1", "--q {}.csv: there is no such file.");
}

TEST_CASE("hostile input: pipes, devices, folders and loops are no files",
          "[cli][hostile][error]") {
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

TEST_CASE("hostile input: one long word, and very many words", "[cli][hostile]") {
  const CommandResult word =
      run_hostile("head -c 20000 /dev/zero | tr '\\0' x | attn attend - --causal");
  CHECK(word.exit_code == 0);
  CHECK(word.err == "");
  check_refused("yes | head -n 200000 | attn attend -", "the text has too many tokens");
  check_refused("seq 1 50000 | attn attend -", "every stage is kept, and 50000 queries x 50000");
}

TEST_CASE("hostile input: numbers at the ends of what a double holds", "[cli][hostile]") {
  for (const std::string value : {"1e308", "-1e308", "5e-324", "-0", "1e-310"}) {
    CAPTURE(value);
    for (const std::string screen : {"", "--json", "--summary", "--arithmetic", "--view heat"}) {
      const CommandResult result = run_hostile("attn attend --q '" + value + "' --k 1 --v '" +
                                               value + "' --no-scale " + screen);
      CHECK(result.exit_code == 0);
      CHECK(result.out.find("nan") == std::string::npos);
    }
  }
}
