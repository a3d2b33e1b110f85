// Whole runs of attn learn: in a pipe, on a terminal, stopped, broken and gone on with.

#include <sys/stat.h>

#include <chrono>
#include <csignal>
#include <cstring>
#include <fstream>
#include <sstream>
#include <thread>

#include "base/text.hpp"
#include "render/text/text.hpp"
#include "support/catch.hpp"
#include "support/command.hpp"
#include "support/json.hpp"
#include "support/pseudo_terminal.hpp"

using namespace attn;

namespace {

constexpr int kSeconds = 120;  // with sanitizers, on a machine that does other things too

CommandResult learn_in(const TemporaryFolder& folder, const std::string& arguments) {
  return run_command("attn learn " + arguments, folder.path(), kSeconds);
}

bool shows(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

std::string bytes_of_file(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream bytes;
  bytes << file.rdbuf();
  return bytes.str();
}

// What follows the header of a .safetensors file: the numbers.
std::string tensors_of_file(const std::filesystem::path& path) {
  const std::string bytes = bytes_of_file(path);
  std::uint64_t header = 0;
  REQUIRE(bytes.size() > sizeof header);
  std::memcpy(&header, bytes.data(), sizeof header);
  REQUIRE(bytes.size() > sizeof header + header);
  return bytes.substr(sizeof header + header);
}

void write_sentences(const std::filesystem::path& path, const std::string& noun) {
  std::ofstream file(path);
  for (int i = 0; i < 60; ++i)
    file << "the " << (i % 2 == 0 ? "cat" : noun) << " sees the " << (i % 3 == 0 ? "dog" : "cat")
         << " " << i << "\n";
}

}  // namespace

TEST_CASE("learn: the same bytes twice, on any number of threads", "[cli][learn]") {
  const TemporaryFolder folder;
  const CommandResult one = learn_in(folder, "reverse --steps 6 --threads 1");
  CHECK(one.exit_code == 0);
  CHECK(one.err.empty());
  CHECK(learn_in(folder, "reverse --steps 6 --threads 2").out == one.out);
  CHECK_FALSE(shows(one.out, "\033"));
}

TEST_CASE("learn: what is no number any more is told with what to try, and not kept",
          "[cli][learn]") {
  const TemporaryFolder folder;
  const CommandResult result = learn_in(folder, "copy --lr 1e30 --steps 1 -o m.safetensors");
  CHECK(result.exit_code == 1);
  CHECK(shows(result.err, "learning broke down in step 1"));
  CHECK(shows(result.err, "--lr 0.01."));
  CHECK_FALSE(std::filesystem::exists(folder.path() / "m.safetensors"));
}

TEST_CASE("learn: a gradient whose square no float holds does not end it", "[cli][learn]") {
  const TemporaryFolder folder;
  CHECK(learn_in(folder, "copy --lr 1e6 --steps 5").exit_code == 0);
}

TEST_CASE("learn: a gradient that Adam cannot square is told with its finite length",
          "[cli][learn]") {
  const TemporaryFolder folder;
  const CommandResult result = learn_in(folder, "copy --lr 1e7");
  CHECK(result.exit_code == 1);
  CHECK(shows(result.err, "so large that Adam cannot square it"));
  CHECK_FALSE(shows(result.err, "inf"));
}

TEST_CASE("learn: the first tensor that broke is named", "[cli][learn]") {
  const TemporaryFolder folder;
  const CommandResult result = learn_in(folder, "copy --lr 1e30");
  CHECK(result.exit_code == 1);
  CHECK(shows(result.err, "h.0.attn."));
}

TEST_CASE("learn: what was resumed equals what never stopped", "[cli][learn]") {
  const TemporaryFolder folder;
  CHECK(learn_in(folder, "copy --steps 10 -o half.safetensors").exit_code == 0);
  const CommandResult half =
      learn_in(folder, "copy --resume half.safetensors --steps 40 -o a.safetensors");
  CHECK(half.exit_code == 0);
  const CommandResult whole = learn_in(folder, "copy --steps 40 -o b.safetensors");
  CHECK(whole.exit_code == 0);
  // Points of the curve lie otherwise, but the weights and what they are worth do not.
  const auto after = [](const std::string& text) { return text.substr(text.find(" weights")); };
  CHECK(after(half.out) == after(whole.out));
  CHECK(tensors_of_file(folder.path() / "a.safetensors") ==
        tensors_of_file(folder.path() / "b.safetensors"));
}

TEST_CASE("learn: a kept model is not replaced, and another task is not resumed", "[cli][learn]") {
  const TemporaryFolder folder;
  CHECK(learn_in(folder, "copy --steps 2 -o m.safetensors").exit_code == 0);
  const std::string kept = bytes_of_file(folder.path() / "m.safetensors");
  const CommandResult again = learn_in(folder, "copy --steps 2 --seed 7 -o m.safetensors");
  CHECK(again.exit_code == 2);
  CHECK(again.out.empty());  // refused before anything was learned
  CHECK(bytes_of_file(folder.path() / "m.safetensors") == kept);
  CHECK(learn_in(folder, "copy --steps 2 --seed 7 -o m.safetensors --force").exit_code == 0);
  CHECK(bytes_of_file(folder.path() / "m.safetensors") != kept);

  CHECK(shows(learn_in(folder, "sort --resume m.safetensors").err, "learns copy, not sort"));
  CHECK(shows(learn_in(folder, "copy --resume m.safetensors").err, "has made 2 steps already"));
  CHECK(shows(learn_in(folder, "copy --resume m.safetensors --lr 1").err, "--lr"));
  CHECK(shows(learn_in(folder, "copy -o m.npz").err, "m.npz.safetensors"));
  CHECK(shows(learn_in(folder, "copy --force").err, "only works with --output"));
}

TEST_CASE("learn: a text goes on with the same text alone", "[cli][learn]") {
  const TemporaryFolder folder;
  write_sentences(folder.path() / "a.txt", "bird");
  write_sentences(folder.path() / "b.txt", "fish");
  const std::string small = " --d-model 8 --heads 1 --layers 1 --batch 4";
  CHECK(learn_in(folder, "text a.txt --steps 3 -o m.safetensors" + small).exit_code == 0);
  CHECK(learn_in(folder, "text a.txt --steps 5 --resume m.safetensors").exit_code == 0);
  const CommandResult other = learn_in(folder, "text b.txt --steps 5 --resume m.safetensors");
  CHECK(other.exit_code == 2);
  CHECK(shows(other.err, "has read another text: a.txt"));
}

TEST_CASE("learn: a text with long lines goes on, too", "[cli][learn]") {
  const TemporaryFolder folder;
  std::ofstream(folder.path() / "a.txt") << [] {
    std::string text;
    for (int i = 0; i < 1200; ++i) text += i % 7 == 0 ? "b" : i % 3 == 0 ? "a" : "c";
    return text;
  }();
  const std::string small = " --unit characters --d-model 8 --heads 1 --layers 1 --batch 4";
  CHECK(learn_in(folder, "text a.txt --steps 2 -o m.safetensors" + small).exit_code == 0);
  CHECK(learn_in(folder, "text a.txt --steps 3 --resume m.safetensors").exit_code == 0);
}

TEST_CASE("learn: texts that teach nothing are refused by their name", "[cli][learn]") {
  const TemporaryFolder folder;
  std::ofstream(folder.path() / "short.txt") << "a b c\n";
  std::ofstream(folder.path() / "one.txt") << std::string(500, 'a') << "\n";
  std::ofstream(folder.path() / "latin.txt") << "caf\xe9 au lait\n";
  CHECK(shows(learn_in(folder, "text short.txt").err, "short.txt: the text is too short"));
  CHECK(shows(learn_in(folder, "text one.txt --unit characters").err, "one.txt: there is nothing"));
  CHECK(shows(learn_in(folder, "text latin.txt").err, "latin.txt: "));
  CHECK(learn_in(folder, "text latin.txt").exit_code == 2);
  CHECK(learn_in(folder, "text none.txt").exit_code == 2);
}

TEST_CASE("learn --compare: every model in one table", "[cli][learn]") {
  const TemporaryFolder folder;
  const CommandResult result = learn_in(
      folder, "classify --compare --steps 2 --tokens 3 --vocab 6 --training 10 --d-model 8 --json");
  REQUIRE(result.exit_code == 0);
  const auto json = json_of(result.out);
  REQUIRE(json["comparison"].size() == 4);
  CHECK(json["comparison"][0]["model"] == "attention");
  CHECK(json["comparison"][3]["model"] == "rnn");
  CHECK(json["majority_class"] >= 0.5);
  for (const auto& model : json["comparison"]) CHECK(model["parameters"] > 0);
}

TEST_CASE("learn: Ctrl-C stops between two steps and keeps the model", "[cli][learn]") {
  const TemporaryFolder folder;
  const std::string file = (folder.path() / "m.safetensors").string();
  PseudoTerminal terminal("attn learn reverse --steps 1000000 -o " + file, 30, 80);
  REQUIRE(terminal.wait_for("steps/s"));
  const bool draws_curve = terminal.screen().shows("guessing");
  CHECK(draws_curve);
  terminal.type("\x03");
  REQUIRE(terminal.wait_until_ended());
  CHECK(terminal.exit_code() == 130);
  CHECK_FALSE(terminal.screen().shows("steps/s"));  // nothing of it stays
  CHECK_FALSE(terminal.screen().shows("guessing"));
  CHECK(terminal.screen().shows("--resume"));
  CHECK(std::filesystem::exists(file));
  // It goes on as it was told, and a second Ctrl-C finds it further.
  PseudoTerminal again(
      "attn learn reverse --resume " + file + " -o " + file + " --force --steps 1000000", 30, 80);
  REQUIRE(again.wait_for("steps/s"));
  again.type("\x03");
  REQUIRE(again.wait_until_ended());
  CHECK(again.exit_code() == 130);
}

TEST_CASE("learn: a termination and a hang-up keep the model, too", "[cli][learn]") {
  const int signal = GENERATE(SIGTERM, SIGHUP);
  const TemporaryFolder folder;
  const std::string file = (folder.path() / "m.safetensors").string();
  PseudoTerminal terminal("attn learn reverse --steps 1000000 -o " + file, 30, 80);
  REQUIRE(terminal.wait_for("steps/s"));
  terminal.send(signal);
  REQUIRE(terminal.wait_until_ended());
  CHECK(terminal.exit_code() == 128 + signal);
  CHECK(terminal.screen().shows("--resume"));
  CHECK(std::filesystem::exists(file));
}

TEST_CASE("learn: a terminal that is closed costs nothing", "[cli][learn]") {
  const TemporaryFolder folder;
  const std::string file = (folder.path() / "m.safetensors").string();
  PseudoTerminal terminal("attn learn reverse --steps 1000000 -o " + file, 30, 80);
  REQUIRE(terminal.wait_for("steps/s"));
  terminal.hang_up();
  REQUIRE(terminal.wait_until_ended());
  CHECK(terminal.exit_code() == 128 + SIGHUP);
  CHECK(std::filesystem::exists(file));
}

TEST_CASE("learn: a kill leaves the model of some seconds before", "[cli][learn]") {
  const TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / "m.safetensors";
  PseudoTerminal terminal("attn learn copy --steps 1000000 -o " + file.string(), 30, 80);
  REQUIRE(terminal.wait_for([&](const auto&) { return std::filesystem::exists(file); }));
  terminal.send(SIGKILL);
  REQUIRE(terminal.wait_until_ended());
  CHECK(terminal.exit_code() == 128 + SIGKILL);
  const CommandResult next = learn_in(folder, "copy --resume m.safetensors --steps 1");
  CHECK(shows(next.err, "steps already"));
}

TEST_CASE("learn: Ctrl-C while models are compared leaves the terminal clean", "[cli][learn]") {
  PseudoTerminal terminal("attn learn classify --compare --steps 100000", 30, 80);
  const termios before = terminal.settings();
  REQUIRE(terminal.wait_for("1 of 4"));
  terminal.type("\x03");
  REQUIRE(terminal.wait_until_ended());
  CHECK(terminal.exit_code() == 130);
  CHECK(same_settings(terminal.settings(), before));
  CHECK_FALSE(terminal.screen().shows("1 of 4"));
  CHECK(terminal.screen().shows("nothing was kept"));
}

TEST_CASE("learn: Ctrl-C while a text is typed ends it", "[cli][learn]") {
  PseudoTerminal terminal("sh -c 'echo ready; exec attn learn text -'", 30, 80);
  REQUIRE(terminal.wait_for("ready"));
  terminal.type("the cat\n");
  std::this_thread::sleep_for(std::chrono::milliseconds(200));  // it reads, and shows nothing
  terminal.type("\x03");
  REQUIRE(terminal.wait_until_ended());
  CHECK(terminal.exit_code() == 130);
}

TEST_CASE("learn: a disk that is full costs the file, not what was learned", "[cli][learn]") {
  const TemporaryFolder folder;
  const CommandResult result = run_command(
      "ulimit -f 4; attn learn copy --steps 2 -o m.safetensors", folder.path(), kSeconds);
  CHECK(result.exit_code == 3);
  CHECK(shows(result.out, "What was learned"));
  CHECK(shows(result.err, "m.safetensors"));
  CHECK(std::filesystem::is_empty(folder.path()));
}

TEST_CASE("learn: whoever closes the pipe gets the model that was asked for", "[cli][learn]") {
  const TemporaryFolder folder;
  const CommandResult result = learn_in(folder, "copy --steps 40 -o m.safetensors | head -n 1");
  CHECK(shows(result.out, "learn   copy"));
  CHECK(result.err == "wrote m.safetensors\n");
  CHECK(learn_in(folder, "copy --steps 41 --resume m.safetensors").exit_code == 0);
}

TEST_CASE("learn: Ctrl-C between the last step and the end of its file keeps the whole model",
          "[cli][learn]") {
  const TemporaryFolder folder;
  const std::string pipe = (folder.path() / "pipe.safetensors").string(),
                    rows = (folder.path() / "rows.txt").string();
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  PseudoTerminal terminal("attn learn copy --steps 2 --force -o " + pipe + " > " + rows, 30, 80);
  // It has made its last step, and waits until somebody reads its model.
  REQUIRE(
      terminal.wait_for([&](const auto&) { return shows(bytes_of_file(rows), "\n           2"); }));
  terminal.send(SIGINT);
  std::ofstream(folder.path() / "m.safetensors", std::ios::binary) << bytes_of_file(pipe);
  REQUIRE(terminal.wait_until_ended());
  CHECK(terminal.exit_code() == 130);
  CHECK_FALSE(shows(bytes_of_file(rows), "What was learned"));
  CHECK(shows(learn_in(folder, "copy --resume m.safetensors --steps 2").err, "has made 2 steps"));
}

TEST_CASE("learn: Ctrl-C without a file keeps nothing, and says so", "[cli][learn]") {
  PseudoTerminal terminal("attn learn reverse --steps 1000000", 12, 60);
  REQUIRE(terminal.wait_for("held out"));
  CHECK_FALSE(terminal.screen().shows("guessing"));  // a low terminal has room for the line alone
  terminal.type("\x03");
  REQUIRE(terminal.wait_until_ended());
  CHECK(terminal.exit_code() == 130);
  CHECK(terminal.screen().shows("nothing was"));
}

TEST_CASE("learn: the curve on the way is as wide as was asked for", "[cli][learn]") {
  PseudoTerminal terminal("attn learn reverse --steps 1000000 --width 50", 30, 80);
  REQUIRE(terminal.wait_for("step 1,000,000"));
  for (const std::string& line : split(terminal.screen().text(), '\n'))
    CHECK(display_width(line) <= 50);
  terminal.type("\x03");
  REQUIRE(terminal.wait_until_ended());
}

TEST_CASE("learn: on a terminal the result stands where the progress was", "[cli][learn]") {
  PseudoTerminal terminal("attn learn copy --steps 20", 60, 80);
  REQUIRE(terminal.wait_until_ended());
  CHECK(terminal.exit_code() == 0);
  CHECK(terminal.screen().shows("always 0"));  // the curve comes without being asked for
  CHECK(terminal.screen().shows("after"));
  CHECK(terminal.screen().n_wrapped() == 0);
}
