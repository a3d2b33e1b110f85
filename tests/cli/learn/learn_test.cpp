#include "cli/learn/learn.hpp"

#include <sys/stat.h>

#include <chrono>
#include <csignal>
#include <thread>

#include "base/text.hpp"
#include "learning/tasks/quick_training.hpp"
#include "render/text/text.hpp"
#include "support/catch.hpp"
#include "support/command.hpp"
#include "support/flags.hpp"
#include "support/json.hpp"
#include "support/pseudo_terminal.hpp"
#include "support/temporary_folder.hpp"

namespace {

LearnFlags words_typed(const std::vector<std::string>& words) {
  LearnFlags flags;
  flags.words = words;
  return flags;
}

TEST_CASE("learn_task: the first word") {
  CHECK(learn_task(words_typed({"recall"})) == TaskKind::recall);
  CHECK_THROWS_WITH(learn_task(words_typed({"recal"})), ContainsSubstring("Did you mean recall?"));
}

TEST_CASE("learn_task: without a word all tasks are listed") {
  try {
    learn_task({});
    FAIL("no task was accepted");
  } catch (const InputError& error) {
    CHECK(error.hints.size() == std::size(kTaskKinds));
    CHECK(error.hints.front().starts_with("attn learn copy: "));
  }
}

TEST_CASE("learn_path: a text has a file, and nothing else has words") {
  CHECK(learn_path(words_typed({"text", "songs.txt"}), TaskKind::text) == "songs.txt");
  CHECK(learn_path(words_typed({"copy"}), TaskKind::copy).empty());
  CHECK_THROWS_WITH(learn_path(words_typed({"text"}), TaskKind::text),
                    ContainsSubstring("needs a file"));
  CHECK_THROWS_WITH(learn_path(words_typed({"copy", "b.txt"}), TaskKind::copy),
                    ContainsSubstring("no use for \"b.txt\""));
  CHECK_THROWS_WITH(learn_path(words_typed({"text", "a", "b"}), TaskKind::text),
                    ContainsSubstring("no use for \"b\""));
}

TEST_CASE("read_learn_settings: the usual ones, and what was typed in their place") {
  LearnFlags flags;
  type(flags.steps, "7");
  type(flags.d_model, "24");
  type(flags.heads, "3");
  type(flags.dropout, "0");
  type(flags.lr, "0.5");
  const LearnSettings settings = read_learn_settings(flags, TaskKind::copy);
  CHECK(settings.n_steps == 7);
  CHECK(settings.d_model == 24);
  CHECK(settings.n_heads == 3);
  CHECK(settings.dropout == 0.0);
  CHECK(settings.learning_rate == 0.5);
  CHECK(settings.n_in_batch == usual_settings(TaskKind::copy).n_in_batch);
}

TEST_CASE("read_learn_settings: a flag that nobody reads is refused") {
  const auto refuses = [](Flag LearnFlags::*flag, const char* value, TaskKind task,
                          const char* model, const std::string& run) {
    LearnFlags flags;
    type(flags.*flag, value);
    if (*model) type(flags.model, model);
    CAPTURE(value, run);
    CHECK_THROWS_WITH(read_learn_settings(flags, task),
                      (flags.*flag).name() + " has no effect on " + run + ". Leave it out.");
  };
  refuses(&LearnFlags::labels, "random", TaskKind::copy, "", "attn learn copy");
  refuses(&LearnFlags::training, "9", TaskKind::sort, "", "attn learn sort");
  refuses(&LearnFlags::vocab, "9", TaskKind::copy, "", "attn learn copy");
  refuses(&LearnFlags::unit, "words", TaskKind::recall, "", "attn learn recall");
  refuses(&LearnFlags::temperature, "1", TaskKind::reverse, "", "attn learn reverse");
  refuses(&LearnFlags::heads, "2", TaskKind::classify, "lstm", "attn learn classify --model lstm");
  refuses(&LearnFlags::dropout, "0.1", TaskKind::classify, "rnn",
          "attn learn classify --model rnn");
}

TEST_CASE("read_learn_settings: numbers out of range are refused") {
  const auto refuses = [](Flag LearnFlags::*flag, const char* value, TaskKind task,
                          const std::string& part) {
    LearnFlags flags;
    type(flags.*flag, value);
    CAPTURE(value);
    CHECK_THROWS_WITH(read_learn_settings(flags, task), ContainsSubstring(part));
  };
  refuses(&LearnFlags::steps, "0", TaskKind::copy, "--steps must be a whole number from 1");
  refuses(&LearnFlags::tokens, "1", TaskKind::copy, "--tokens must be a whole number from 2");
  refuses(&LearnFlags::tokens, "5", TaskKind::recall, "Try --tokens 6");
  refuses(&LearnFlags::tokens, "1000000", TaskKind::copy, "from 2 to 1024");
  refuses(&LearnFlags::vocab, "4", TaskKind::classify, "--vocab must be a whole number from 5");
  refuses(&LearnFlags::heads, "3", TaskKind::copy, "16 cannot be split into 3 heads");
  refuses(&LearnFlags::lr, "0", TaskKind::copy, "--lr must be greater than 0");
  refuses(&LearnFlags::lr, "nan", TaskKind::copy, "--lr must be a number");
  refuses(&LearnFlags::dropout, "1", TaskKind::copy, "--dropout must be at least 0 and below 1");
  refuses(&LearnFlags::tokens, "1024", TaskKind::copy, "GiB of memory");
}

TEST_CASE("read_compared_settings: what differs between the models is not typed") {
  LearnFlags flags;
  type(flags.compare);
  type(flags.steps, "9");
  CHECK(read_compared_settings(flags, ClassifierKind::lstm).classifier == ClassifierKind::lstm);
  CHECK(read_compared_settings(flags, ClassifierKind::rnn).n_steps == 9);
  type(flags.heads, "2");
  CHECK_THROWS_WITH(read_compared_settings(flags, ClassifierKind::lstm),
                    ContainsSubstring("--heads"));
}

TEST_CASE("read_temperature: towards 0, but not there") {
  LearnFlags flags;
  CHECK(read_temperature(flags) == 1.0);
  type(flags.temperature, "0.5");
  CHECK(read_temperature(flags) == 0.5);
  for (const char* wrong : {"0", "-1", "101"}) {
    type(flags.temperature, wrong);
    CHECK_THROWS_WITH(read_temperature(flags), ContainsSubstring("from 0.01 to 100"));
  }
}

TEST_CASE("LearnFileFlags: pages are taken out of what was typed, the model stays") {
  const TemporaryFolder folder;
  LearnFileFlags flags;
  flags.output.give(folder.path("page.html"));
  flags.output.give(folder.path("model.safetensors"));
  flags.output.give(folder.path("second.HTML"));
  flags.take_pictures();
  CHECK(flags.pages == std::vector{folder.path("page.html"), folder.path("second.HTML")});
  CHECK(flags.output.texts() == std::vector{folder.path("model.safetensors")});
  CHECK_NOTHROW(require_learn_output(flags));
}

TEST_CASE("require_learn_output: one model, of a known kind, and flags that belong to it") {
  const TemporaryFolder folder;
  LearnFileFlags two;
  two.output.give(folder.path("a.safetensors"));
  two.output.give(folder.path("b.safetensors"));
  CHECK_THROWS_AS(require_learn_output(two), InputError);
  LearnFileFlags unknown;
  unknown.output.give(folder.path("a.csv"));
  CHECK_THROWS_AS(require_learn_output(unknown), InputError);
  LearnFileFlags page;
  page.output.give(folder.file("page.html", "mine"));
  page.take_pictures();
  CHECK_THROWS_AS(require_learn_output(page), InputError);  // it is there
  type(page.force);
  CHECK_NOTHROW(require_learn_output(page));
  type(page.parameters_only);
  CHECK_THROWS_AS(require_learn_output(page), InputError);
}

TEST_CASE("LearnFileFlags: a page that is only opened is a temporary one") {
  LearnFileFlags flags;
  type(flags.open);
  flags.take_pictures();
  REQUIRE(flags.pages.size() == 1);
  CHECK(flags.pages.front().ends_with("/learn.html"));
  std::filesystem::remove_all(std::filesystem::path(flags.pages.front()).parent_path());
}

// Whole runs of attn learn: in a pipe, on a terminal, stopped, broken and gone on with.

constexpr int kSeconds = 120;  // with sanitizers, on a machine that does other things too

CommandResult learn_in(const TemporaryFolder& folder, const std::string& arguments) {
  return run_command("attn learn " + arguments, folder.path(), kSeconds);
}

// What follows the header of a .safetensors file: the numbers.
std::string tensors_of_file(const std::filesystem::path& path) {
  const std::string bytes = content(path);
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

TEST_CASE("learn: the same bytes twice, on any number of threads") {
  const TemporaryFolder folder;
  const CommandResult one = learn_in(folder, "reverse --steps 6 --threads 1");
  CHECK(one.exit_code == 0);
  CHECK(one.err.empty());
  CHECK(learn_in(folder, "reverse --steps 6 --threads 2").out == one.out);
  CHECK_FALSE(contains(one.out, "\033"));
}

TEST_CASE("learn: what is no number any more is told with what to try, and not kept") {
  const TemporaryFolder folder;
  const CommandResult result = learn_in(folder, "copy --lr 1e30 --steps 1 -o m.safetensors");
  CHECK(result.exit_code == 1);
  CHECK(contains(result.err, "learning broke down in step 1"));
  CHECK(contains(result.err, "--lr 0.01."));
  CHECK_FALSE(std::filesystem::exists(folder.path() / "m.safetensors"));
}

TEST_CASE("learn: a gradient whose square no float holds does not end it") {
  const TemporaryFolder folder;
  CHECK(learn_in(folder, "copy --lr 1e6 --steps 5").exit_code == 0);
}

TEST_CASE("learn: a gradient that Adam cannot square is told with its finite length") {
  const TemporaryFolder folder;
  const CommandResult result = learn_in(folder, "copy --lr 1e7");
  CHECK(result.exit_code == 1);
  CHECK(contains(result.err, "so large that Adam cannot square it"));
  CHECK_FALSE(contains(result.err, "inf"));
}

TEST_CASE("learn: the first tensor that broke is named") {
  const TemporaryFolder folder;
  const CommandResult result = learn_in(folder, "copy --lr 1e30");
  CHECK(result.exit_code == 1);
  CHECK(contains(result.err, "h.0.attn."));
}

TEST_CASE("learn: what was resumed equals what never stopped") {
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

TEST_CASE("learn: a kept model is not replaced, and another task is not resumed") {
  const TemporaryFolder folder;
  CHECK(learn_in(folder, "copy --steps 2 -o m.safetensors").exit_code == 0);
  const std::string kept = content(folder.path() / "m.safetensors");
  const CommandResult again = learn_in(folder, "copy --steps 2 --seed 7 -o m.safetensors");
  CHECK(again.exit_code == 2);
  CHECK(again.out.empty());  // refused before anything was learned
  CHECK(content(folder.path() / "m.safetensors") == kept);
  CHECK(learn_in(folder, "copy --steps 2 --seed 7 -o m.safetensors --force").exit_code == 0);
  CHECK(content(folder.path() / "m.safetensors") != kept);

  CHECK(contains(learn_in(folder, "sort --resume m.safetensors").err, "learns copy, not sort"));
  CHECK(contains(learn_in(folder, "copy --resume m.safetensors").err, "has made 2 steps already"));
  CHECK(contains(learn_in(folder, "copy --resume m.safetensors --lr 1").err, "--lr"));
  CHECK(contains(learn_in(folder, "copy -o m.npz").err, "m.npz.safetensors"));
  CHECK(contains(learn_in(folder, "copy --force").err, "only works with --output"));
}

TEST_CASE("learn: a text goes on with the same text alone") {
  const TemporaryFolder folder;
  write_sentences(folder.path() / "a.txt", "bird");
  write_sentences(folder.path() / "b.txt", "fish");
  const std::string small = " --d-model 8 --heads 1 --layers 1 --batch 4";
  CHECK(learn_in(folder, "text a.txt --steps 3 -o m.safetensors" + small).exit_code == 0);
  CHECK(learn_in(folder, "text a.txt --steps 5 --resume m.safetensors").exit_code == 0);
  const CommandResult other = learn_in(folder, "text b.txt --steps 5 --resume m.safetensors");
  CHECK(other.exit_code == 2);
  CHECK(contains(other.err, "has read another text: a.txt"));
}

TEST_CASE("learn: a text with long lines goes on, too") {
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

TEST_CASE("learn: texts that teach nothing are refused by their name") {
  const TemporaryFolder folder;
  std::ofstream(folder.path() / "short.txt") << "a b c\n";
  std::ofstream(folder.path() / "one.txt") << std::string(500, 'a') << "\n";
  std::ofstream(folder.path() / "latin.txt") << "caf\xe9 au lait\n";
  CHECK(contains(learn_in(folder, "text short.txt").err, "short.txt: the text is too short"));
  CHECK(contains(learn_in(folder, "text one.txt --unit characters").err,
                 "one.txt: there is nothing"));
  CHECK(contains(learn_in(folder, "text latin.txt").err, "latin.txt: "));
  CHECK(learn_in(folder, "text latin.txt").exit_code == 2);
  CHECK(learn_in(folder, "text none.txt").exit_code == 2);
}

TEST_CASE("learn --compare: every model in one table") {
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

TEST_CASE("learn: Ctrl-C stops between two steps and keeps the model") {
  const TemporaryFolder folder;
  const std::string file = (folder.path() / "m.safetensors").string();
  PseudoTerminal terminal("attn learn reverse --steps 1000000 -o " + file, 30, 80);
  REQUIRE(terminal.wait_for("steps/s"));
  const bool draws_curve = terminal.screen().shows("guessing");
  CHECK(draws_curve);
  terminal.type("\x03");
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
  CHECK(again.exit_code() == 130);
}

TEST_CASE("learn: a termination and a hang-up keep the model, too") {
  const int signal = GENERATE(SIGTERM, SIGHUP);
  const TemporaryFolder folder;
  const std::string file = (folder.path() / "m.safetensors").string();
  PseudoTerminal terminal("attn learn reverse --steps 1000000 -o " + file, 30, 80);
  REQUIRE(terminal.wait_for("steps/s"));
  terminal.send(signal);
  CHECK(terminal.exit_code() == 128 + signal);
  CHECK(terminal.screen().shows("--resume"));
  CHECK(std::filesystem::exists(file));
}

TEST_CASE("learn: a terminal that is closed costs nothing") {
  const TemporaryFolder folder;
  const std::string file = (folder.path() / "m.safetensors").string();
  PseudoTerminal terminal("attn learn reverse --steps 1000000 -o " + file, 30, 80);
  REQUIRE(terminal.wait_for("steps/s"));
  terminal.hang_up();
  CHECK(terminal.exit_code() == 128 + SIGHUP);
  CHECK(std::filesystem::exists(file));
}

TEST_CASE("learn: a kill leaves the model of some seconds before") {
  const TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / "m.safetensors";
  PseudoTerminal terminal("attn learn copy --steps 1000000 -o " + file.string(), 30, 80);
  REQUIRE(terminal.wait_for([&](const auto&) { return std::filesystem::exists(file); }));
  terminal.send(SIGKILL);
  CHECK(terminal.exit_code() == 128 + SIGKILL);
  const CommandResult next = learn_in(folder, "copy --resume m.safetensors --steps 1");
  CHECK(contains(next.err, "steps already"));
}

TEST_CASE("learn: Ctrl-C while models are compared leaves the terminal clean") {
  PseudoTerminal terminal("attn learn classify --compare --steps 100000", 30, 80);
  REQUIRE(terminal.wait_for("1 of 4"));
  terminal.type("\x03");
  CHECK(terminal.exit_code() == 130);
  CHECK(terminal.is_set_up_as_before());
  CHECK_FALSE(terminal.screen().shows("1 of 4"));
  CHECK(terminal.screen().shows("nothing was kept"));
}

TEST_CASE("learn: Ctrl-C while a text is typed ends it") {
  PseudoTerminal terminal("sh -c 'echo ready; exec attn learn text -'", 30, 80);
  REQUIRE(terminal.wait_for("ready"));
  terminal.type("the cat\n");
  std::this_thread::sleep_for(std::chrono::milliseconds(200));  // it reads, and shows nothing
  terminal.type("\x03");
  CHECK(terminal.exit_code() == 130);
}

TEST_CASE("learn: a disk that is full costs the file, not what was learned") {
  const TemporaryFolder folder;
  const CommandResult result = run_command(
      "ulimit -f 4; attn learn copy --steps 2 -o m.safetensors", folder.path(), kSeconds);
  CHECK(result.exit_code == 3);
  CHECK(contains(result.out, "What was learned"));
  CHECK(contains(result.err, "m.safetensors"));
  CHECK(std::filesystem::is_empty(folder.path()));
}

TEST_CASE("learn: whoever closes the pipe gets the model that was asked for") {
  const TemporaryFolder folder;
  const CommandResult result = learn_in(folder, "copy --steps 40 -o m.safetensors | head -n 1");
  CHECK(contains(result.out, "learn   copy"));
  CHECK(result.err == "wrote m.safetensors\n");
  CHECK(learn_in(folder, "copy --steps 41 --resume m.safetensors").exit_code == 0);
}

TEST_CASE("learn: Ctrl-C between the last step and the end of its file keeps the whole model") {
  const TemporaryFolder folder;
  const std::string pipe = (folder.path() / "pipe.safetensors").string(),
                    rows = (folder.path() / "rows.txt").string();
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  PseudoTerminal terminal("attn learn copy --steps 2 --force -o " + pipe + " > " + rows, 30, 80);
  // It has made its last step, and waits until somebody reads its model.
  REQUIRE(terminal.wait_for([&](const auto&) {
    return std::filesystem::exists(rows) && contains(content(rows), "\n           2");
  }));
  terminal.send(SIGINT);
  std::ofstream(folder.path() / "m.safetensors", std::ios::binary) << content(pipe);
  CHECK(terminal.exit_code() == 130);
  CHECK_FALSE(contains(content(rows), "What was learned"));
  CHECK(
      contains(learn_in(folder, "copy --resume m.safetensors --steps 2").err, "has made 2 steps"));
}

TEST_CASE("learn: Ctrl-C without a file keeps nothing, and says so") {
  PseudoTerminal terminal("attn learn reverse --steps 1000000", 12, 60);
  REQUIRE(terminal.wait_for("held out"));
  CHECK_FALSE(terminal.screen().shows("guessing"));  // a low terminal has room for the line alone
  terminal.type("\x03");
  CHECK(terminal.exit_code() == 130);
  CHECK(terminal.screen().shows("nothing was"));
}

TEST_CASE("learn: the curve on the way is as wide as was asked for") {
  PseudoTerminal terminal("attn learn reverse --steps 1000000 --width 50", 30, 80);
  REQUIRE(terminal.wait_for("step 1,000,000"));
  for (const std::string& line : split(terminal.screen().text(), '\n'))
    CHECK(display_width(line) <= 50);
  terminal.type("\x03");
  REQUIRE(terminal.wait_until_ended());
}

TEST_CASE("learn: on a terminal the result stands where the progress was") {
  PseudoTerminal terminal("attn learn copy --steps 20", 60, 80);
  CHECK(terminal.exit_code() == 0);
  CHECK(terminal.screen().shows("always 0"));  // the curve comes without being asked for
  CHECK(terminal.screen().shows("after"));
  CHECK(terminal.screen().n_wrapped() == 0);
}

TEST_CASE("learning_bytes: by the formula") {
  LearnSettings settings = usual_settings(TaskKind::copy);  // n 6, d 16, one head, one layer
  // 2000 sequences are judged at once, more than a batch has, by two models.
  const double rows = 6 * 2 * 2000, parameters = 12 * 16 * 16;
  CHECK(learning_bytes(settings) == Approx(4 * (rows * (24 * 16 + 2 * 6) + 4 * parameters)));
}

TEST_CASE("require_room_for: every usual run fits, and what does not is told its size") {
  for (const auto& task : kTaskKinds) CHECK_NOTHROW(require_room_for(usual_settings(task.value)));
  LearnSettings large = usual_settings(TaskKind::copy);
  large.n_tokens = 1024;
  CHECK_THROWS_WITH(require_room_for(large),
                    ContainsSubstring("GiB of memory") && ContainsSubstring("1024 tokens"));
}

TEST_CASE("learning_bytes: a text is judged by 128 pieces through two models") {
  LearnSettings settings = usual_settings(TaskKind::text);
  settings.n_in_batch = 1;
  const double few = learning_bytes(settings);
  settings.n_in_batch = 128;
  CHECK(learning_bytes(settings) == few);  // a batch no larger than what is judged costs nothing
  settings.n_in_batch = 256;
  CHECK(learning_bytes(settings) > few);
}

using std::chrono::seconds;

// A model with a file that it is to be kept in.
struct KeptRun {
  explicit KeptRun(const std::filesystem::path& path) : file(path) {}

  std::filesystem::path file;
  LearnFileFlags flags{.output = typed("--output", file.string())};
  QuickTraining run{make_task(usual_settings(TaskKind::copy))};
  ModelKeeper keeper{flags, run.training, nullptr};
  ModelKeeper::Clock::time_point start = ModelKeeper::Clock::now();
};

TEST_CASE("ModelKeeper: keeps a model after five seconds, and not every step") {
  const TemporaryFolder folder;
  KeptRun kept(folder.path() / "m.safetensors");
  kept.run.training.step();
  CHECK_FALSE(kept.keeper.keep_now_and_then(kept.start + seconds(4)));
  CHECK_FALSE(std::filesystem::exists(kept.file));
  CHECK_FALSE(kept.keeper.kept_step());

  CHECK_FALSE(kept.keeper.keep_now_and_then(kept.start + seconds(6)));
  CHECK(read_model_file(kept.file.string()).n_steps == 1);
  kept.run.training.step();
  CHECK_FALSE(kept.keeper.keep_now_and_then());
  CHECK(kept.keeper.kept_step() == 1);
  // Its own file it may replace without being allowed to overwrite others.
  CHECK_FALSE(kept.keeper.keep_now_and_then(kept.start + std::chrono::hours(1)));
  CHECK(read_model_file(kept.file.string()).n_steps == 2);
}

TEST_CASE("ModelKeeper: what cannot be kept on the way is told once") {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder.path() / "gone");
  KeptRun kept(folder.path() / "gone" / "m.safetensors");
  std::filesystem::remove(folder.path() / "gone");
  const auto later = kept.start + std::chrono::hours(1);
  const std::optional<std::string> failure = kept.keeper.keep_now_and_then(later);
  REQUIRE(failure);
  CHECK_THAT(*failure, ContainsSubstring("after 0 steps, and learning goes on: "));
  CHECK_FALSE(kept.keeper.keep_now_and_then(later + std::chrono::hours(1)));
  CHECK_THROWS_AS(kept.keeper.keep(), InputError);
}

TEST_CASE("ModelKeeper: keeps nothing where nobody asked for a file") {
  QuickTraining run(make_task(usual_settings(TaskKind::copy)));
  const LearnFileFlags flags;
  ModelKeeper keeper(flags, run.training, nullptr);
  CHECK_FALSE(keeper.keep_now_and_then(ModelKeeper::Clock::now() + std::chrono::hours(1)));
  CHECK_FALSE(keeper.keep());
  CHECK_FALSE(keeper.kept_step());
}

}  // namespace
