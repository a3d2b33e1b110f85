#include "cli/examples/examples.hpp"

#include "support/catch.hpp"
#include "support/command.hpp"

namespace {

// What the command prints alone, without colour or notes.
std::string numbers_of(const std::string& command) {
  return run_command(command + " --explain 0").out;
}

}  // namespace

TEST_CASE("with_examples: what was typed takes the place of what the example gives") {
  const std::string example = "attn attend --example cat-sat-mat --stage weights";
  CHECK(contains(numbers_of(example), ".404"));  // not scaled
  CHECK(contains(numbers_of(example + " --scale on"), ".372"));
  CHECK(numbers_of(example + " --no-scale") == numbers_of(example));
  CHECK(run_command("attn mha --example eight-heads --summary").exit_code ==
        0);  // its --stage gives way
  CHECK(run_command("attn attend --example talkative-attention --arithmetic").exit_code == 0);
  CHECK(run_command("attn attend --example sentence-links --quiet").exit_code == 0);
  CHECK(run_command("attn mha --example eight-heads --quiet").exit_code == 0);
}

TEST_CASE("with_examples: a refusal of what nobody typed says where it came from") {
  const CommandResult refused = run_command("attn attend --example i-like-cats --seed 3");
  CHECK(refused.exit_code == 2);
  CHECK_THAT(refused.err, ContainsSubstring("The example i-like-cats gives"));
  const CommandResult own = run_command("attn attend --example i-like-cats --colour red");
  CHECK_FALSE(contains(own.err, "The example"));
}

TEST_CASE("with_examples: an example belongs to a command") {
  CHECK_THAT(run_command("attn mha --example cat-sat-mat").err,
             ContainsSubstring("cat-sat-mat is one of attn attend"));
  CHECK_THAT(run_command("attn attend --example cat-sat-mt").err,
             ContainsSubstring("Did you mean cat-sat-mat?"));
  CHECK_THAT(run_command("attn attend --list-examples --causal").err,
             ContainsSubstring("--list-examples and --causal cannot be used together."));
}

TEST_CASE("with_examples: programs are told the name") {
  CHECK_THAT(run_command("attn complexity --example rnn-limits --json").out,
             ContainsSubstring("\"example\": \"rnn-limits\""));
  CHECK_THAT(run_command("attn attend --example cat-sat-mat --json").out,
             ContainsSubstring("\"example\":\"cat-sat-mat\""));
}
