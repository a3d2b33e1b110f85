// Each flag of each command, in each of its modes: it changes what is printed, on the screen or as
// JSON, or it is refused. A flag that does neither would be ignored in silence.

#include <fcntl.h>
#include <unistd.h>

#include <cstdio>

#include "cli/commands.hpp"
#include "support/catch.hpp"
#include "support/flags.hpp"
#include "support/rounds.hpp"
#include "support/temporary_folder.hpp"

namespace {

// A value that is not the usual one, by what the help says it is, or for a flag of its own.
const std::map<std::string, std::string> kValues{
    {"N", "3"},
    {"P", "3"},
    {"K", "3"},
    {"X", "0.7"},
    {"LIST", "0,1"},
    {"MATRIX", "1 0 2 1; 0 1 1 0; 1 1 0 2; 2 0 1 1"},
    {"FILE", "nowhere/none.json"},
    {"NAME", "scores"},
    {"TEXT", "a b c d"},
    {"\"A|B\"", "a|b|c|d"},
    {"0|1|2", "0"},
    {"\"A=B|..\"", "The=cat"},
    {"--heads", "4"},
    {"--d-model", "6"},
    {"--width", "44"},
    {"--color", "always"},
    {"--glyphs", "ascii"},
    {"--view", "heat"},
    {"--empty-row", "nan"},
    {"--scale", "0.3"},
    {"--rng", "numpy"},
    {"--dtype", "bf16"},
    {"--layout", "half"},
    {"--kind", "alibi"},
    {"--order", "down sat cat The"},
    {"--align", "start"},
    {"--half", "causal"},
    {"--segments", "0,0,1,1"},
    {"--key-segments", "0,0,1,1"},
    {"--separator", "cat"},
    {"--mask", "1 0 0 1; 1 1 0 0; 1 0 1 0; 1 1 0 1"},
    {"--cell", "1,2"},
    {"CELL", "output[1, 2]"},
    {"ROW", "sat"},
    {"--code", "numpy"},
    {"--change", "cat=dog"},
    {"--expect", "1 0 2 1; 0 1 1 0; 1 1 0 2; 2 0 1 1"},
    {"--model", "gpt2"},
    {"--layer", "gru"},
    {"--hidden", "48"},
    {"--vocab", "77"},
    {"--norm", "rms"},
    {"--positions", "learned:7"},
    {"--mode", "train"},
    {"--logits", "last"},
    {"--unit", "mac"},
    {"--compare", "mha,mqa"},
    {"--sweep", "tokens=64:256"},
    {"--dropout", "0.4"},
    {"--study", "temperature"},
    {"--stage", "output"},
    {"--example", "cat-sat-mat"},
};

// Flags that spell out a default, and what has an effect on some input only: a row that may attend
// to nothing, keys of another number, a fraction, a glyph, a terminal, a file.
const std::set<std::string> kUsual{"--no-bias", "--bias",      "--full",  "--causal",
                                   "--untied",  "--and",       "--force", "--step",
                                   "--glyphs",  "--empty-row", "--align", "--precision"};

using Names = std::set<std::string>;

// How a screen looks: a preference that may stand beside what is no drawn screen.
Names look_and(Names names) {
  names.merge(Names{"--explain", "--color", "--glyphs", "--width", "--view", "--precision"});
  return names;
}

using Values = std::vector<std::pair<std::string, std::string>>;

// A command with some of its flags typed: which of them, and their values. "" stands for words.
struct Mode {
  std::string command;
  Values values;
  Names unseen{};  // without an effect on these words
};

const std::string kLayer = ATTN_SOURCE_DIR "/tests/data/weights/pytorch.npz";
const Values kWords{{"", "The cat sat down"}};

// A model that others have trained, a text for it, and what is asked of it.
Values of_model(Values asked, const std::string& name = "gpt2") {
  asked.insert(asked.begin(), {{"", "The cat sat, the cat sat"},
                               {"--model", ATTN_SOURCE_DIR "/tests/pretrained/models/" + name}});
  return asked;
}

const std::vector<Mode> kModes{
    {"attend", kWords},
    {"attend", {{"--q", "1 0; 0 1"}, {"--k", "1 0; 0 1"}, {"--v", "1 2; 3 4"}}},
    {"attend", {{"--scores", "1 0 2 0; 0 1 0 2"}, {"--d-k", "4"}}, {"--from"}},
    {"attend", {{"--attention", ".5 .5 0 0; 0 0 .5 .5"}}},
    {"attend", {{"", "The cat sat down"}, {"--alignment", "The cat=sat|down=sat"}}},
    {"attend", {{"--x", "1 0; 0 1"}, {"--wq", "1 0; 0 1"}, {"--wk", "1 0; 0 1"}, {"--wv", "1; 3"}}},
    {"attend",
     {{"", "The cat sat down"}, {"--quiet", ""}},
     look_and({"--stage", "--from", "--threads"})},
    {"attend", {{"", "The cat sat down"}, {"--summary", ""}}, look_and({})},
    {"attend", {{"", "The cat sat down"}, {"--shapes-only", ""}}, look_and({})},
    {"attend",
     {{"", "The cat sat down"}, {"--plain", ""}, {"--stage", "output"}},
     // studies keep the plain output among their stages, and so does the way back
     look_and({"--quiet", "--study", "--backward"})},
    {"attend", {{"", "The cat sat down"}, {"--backward", ""}}},
    {"attend",
     {{"--scores", "1 0 2; 0 1 0"}, {"--backward", ""}, {"--loss", "weights[0, 1]"}},
     {"--no-scale"}},
    {"attend", {{"--study", "scaling"}}},
    {"attend", {{"", "The cat sat down"}, {"--study", "temperature"}}},
    {"attend", {{"--scores", "3 1 2; 0 2 1"}, {"--study", "temperature"}}, {"--no-scale"}},
    {"attend", {{"", "The cat sat down"}, {"--study", "dropout"}}},
    {"attend", {{"--attention", "0.5 0.5; 1 0"}, {"--study", "dropout"}}},
    {"attend", {{"", "The cat sat down"}, {"--study", "filter"}}},
    {"mha", kWords},
    {"mha", {{"", "The cat sat down"}, {"--d-model", "8"}, {"--rope", ""}}},
    {"mha", {{"", "The cat sat down"}, {"--backward", ""}}},
    {"mha", {{"--x", kLayer}, {"--weights", kLayer}, {"--heads", "3"}}, {"--kv-heads"}},
    {"mha", of_model({}), look_and({"--threads"})},
    {"mha", of_model({}, "bert"), look_and({"--threads"})},
    {"mha", of_model({{"--sort", "previous"}, {"--top", "2"}}),
     look_and({"--threads", "--heads-table"})},
    {"mha", of_model({{"--from-token", "sat"}}), look_and({"--threads"})},
    {"mha", of_model({{"--lens", ""}}), look_and({"--threads"})},
    {"mha", of_model({{"--without-head", "1.1"}}), look_and({"--threads"})},
    {"mha", of_model({{"--token-losses", ""}}), look_and({"--threads"})},
    {"mha", of_model({{"--beside", "A dog"}}), look_and({"--threads"})},
    {"mha", of_model({{"--find", "sat"}}), look_and({"--threads", "--dtype"})},
    {"mha", of_model({{"--layer", "1"}, {"--head", "2"}}), {"--threads"}},
    {"mha", of_model({{"--layer", "1"}, {"--head", "2"}, {"--strongest", ""}}),
     look_and({"--threads"})},
    {"mha", of_model({{"--layer", "1"}, {"--head", "2"}, {"--queries", "2-5"}}), {"--threads"}},
    {"attend", of_model({}), {"--threads"}},
    {"posenc", {{"--kind", "sinusoidal"}, {"--length", "5"}}},
    {"posenc", {{"--kind", "learned"}, {"--length", "5"}}},
    {"posenc", {{"--kind", "rope"}, {"--length", "5"}}},
    {"posenc", {{"--kind", "alibi"}, {"--length", "5"}}},
    {"posenc", {{"", "The cat sat down"}, {"--add", ""}}},
    {"posenc", {{"--compare", ""}, {"--length", "5"}}},
    {"posenc", {{"", "The cat sat down"}, {"--order", "cat The sat down"}}},
    {"mask", {{"", "The cat sat down"}, {"--causal", ""}}},
    {"mask", {{"", "The cat sat down"}, {"--causal", ""}, {"--leak", ""}}},
    {"mask",
     {{"", "The cat sat down"}, {"--causal", ""}, {"--code", "numpy"}},
     look_and({"--cross", "--key-tokens", "--half", "--or"})},
    {"mask", {{"--queries", "4"}, {"--causal", ""}}},
    {"learn", {{"", "copy"}, {"--steps", "2"}}, {"--threads"}},
    {"learn",
     {{"", "recall"}, {"--steps", "1"}, {"--tokens", "8"}, {"--batch", "2"}},
     {"--threads"}},
    {"learn",
     {{"", "classify"},
      {"--steps", "1"},
      {"--training", "9"},
      {"--tokens", "4"},
      {"--model", "rnn"}},
     {"--threads"}},
    {"complexity", {{"--model", "llama-3-8b"}}},
    {"complexity", {{"--d-model", "48"}, {"--heads", "6"}, {"--vocab", "99"}}},
    {"complexity", {{"--model", "llama-3-8b"}, {"--conventions", ""}}},
    {"complexity", {{"--model", "llama-3-8b"}, {"--compare", "mha,mqa"}}},
    {"complexity", {{"--layer", "mha"}}},
    {"complexity", {{"--layer", "lstm"}}},
    {"complexity", {{"--layer", "rnn,attention"}, {"--sweep", "tokens=64:256"}}},
    {"complexity", {{"--list", ""}}},
    {"complexity", {{"--d-model", "48"}, {"--sweep", "tokens=64:256"}}},
};

// What goes to standard output, into a file in between.
class Captured {
 public:
  Captured() : screen_(dup(STDOUT_FILENO)) {
    std::fflush(stdout);
    const int file = open(path().c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    dup2(file, STDOUT_FILENO);
    close(file);
  }
  ~Captured() {
    std::fflush(stdout);
    dup2(screen_, STDOUT_FILENO);
    close(screen_);
  }
  Captured(const Captured&) = delete;
  Captured& operator=(const Captured&) = delete;

  std::string text() const {
    std::fflush(stdout);
    return content(path());
  }

 private:
  std::string path() const { return (folder_.path() / "out").string(); }

  TemporaryFolder folder_;
  int screen_;
};

const Command& command_named(const std::string& name) {
  for (const Command& command : commands())
    if (name == command.name) return command;
  throw std::logic_error(name);
}

bool is_among(const std::string& flag, const Values& values) {
  return std::any_of(values.begin(), values.end(),
                     [&flag](const auto& value) { return value.first == flag; });
}

// "attn attend --causal", as far as a person needs it to run the same.
std::string typed_line(const std::string& command, const Values& values) {
  std::string line = "attn " + command;
  for (const auto& [name, value] : values)
    line += (name.empty() ? "" : " " + name) + (value.empty() ? "" : " '" + value + "'");
  return line;
}

// What the command prints; nothing where it refuses a flag.
std::optional<std::string> printed_by(const Command& command, const Values& values) {
  FlagTable table;
  const Action action = command.add(table);
  for (const FlagTable::Entry& entry : table.entries())
    for (const auto& [name, value] : values) {
      if (entry.words && name.empty()) *entry.words = {value};
      if (entry.flag && name == entry.flag->name()) entry.flag->give(value);
    }
  const Captured captured;
  try {
    action();
  } catch (const InputError&) {
    return {};
  }
  return captured.text();
}

// The same as JSON, which holds more than a first look shows.
std::optional<std::string> json_by(const Command& command, Values values) {
  values.emplace_back("--json", "");
  return printed_by(command, values);
}

std::string value_for(const FlagTable::Entry& entry) {
  if (entry.kind == FlagTable::Entry::Kind::flag) return "";
  for (const std::string& key : {entry.flag->name(), std::string(entry.type)})
    if (const auto value = kValues.find(key); value != kValues.end()) return value->second;
  return "3";
}

}  // namespace

TEST_CASE("commands: no flag is ignored in silence") {
  Sample sample(12);
  for (const Mode& mode : kModes) {
    const Command& command = command_named(mode.command);
    const std::optional<std::string> without = printed_by(command, mode.values);
    CAPTURE(typed_line(mode.command, mode.values));
    REQUIRE(without);
    FlagTable table;
    const Action action = command.add(table);  // holds the flags
    for (const FlagTable::Entry& entry : table.entries()) {
      if (!entry.flag || is_among(entry.flag->name(), mode.values)) continue;
      const std::string name = entry.flag->name();
      if (kUsual.contains(name) || mode.unseen.contains(name) || !sample.takes_next()) continue;
      Values values = mode.values;
      values.emplace_back(entry.flag->name(), value_for(entry));
      CAPTURE(typed_line(mode.command, values));
      const bool is_silent = printed_by(command, values) == without &&
                             json_by(command, values) == json_by(command, mode.values);
      CHECK_FALSE(is_silent);
    }
  }
}

TEST_CASE("commands: flags that others need, exclude or give way to are there") {
  std::set<std::string> known{""}, named;
  for (const Command& command : commands()) {
    FlagTable table;
    const Action action = command.add(table);
    for (const FlagTable::Entry& entry : table.entries()) {
      known.insert(entry.flag_name());
      named.insert(entry.rules.excludes.begin(), entry.rules.excludes.end());
      named.insert(entry.rules.yields_to.begin(), entry.rules.yields_to.end());
      for (const std::string& needed : entry.rules.needs)
        for (const std::string& part : split_value(needed, " ,|"))
          if (part.starts_with("--")) named.insert(part);
    }
  }
  for (const std::string& name : named) {
    CAPTURE(name);
    CHECK(known.contains(name));
  }
}

TEST_CASE("commands: a name is given to one flag of a command") {
  for (const Command& command : commands()) {
    FlagTable table;
    const Action action = command.add(table);
    std::set<std::string> names;
    for (const Flag& flag : table.flags()) {
      CAPTURE(command.name, flag.name());
      CHECK(flag.name().starts_with("--"));
      CHECK(names.insert(flag.name()).second);
    }
  }
}
