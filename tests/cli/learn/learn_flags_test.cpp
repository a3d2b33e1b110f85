#include "cli/learn/learn_flags.hpp"

#include "base/message.hpp"
#include "support/catch.hpp"
#include "support/flags.hpp"

using namespace attn;

namespace {

LearnFlags words_typed(const std::vector<std::string>& words) {
  LearnFlags flags;
  flags.words = words;
  return flags;
}

}  // namespace

TEST_CASE("learn_task: the first word", "[cli][learn]") {
  CHECK(learn_task(words_typed({"recall"})) == TaskKind::recall);
  CHECK_THROWS_WITH(learn_task(words_typed({"recal"})), ContainsSubstring("Did you mean recall?"));
}

TEST_CASE("learn_task: without a word all tasks are listed", "[cli][learn]") {
  try {
    learn_task({});
    FAIL("no task was accepted");
  } catch (const InputError& error) {
    CHECK(error.hints.size() == std::size(kTaskKinds));
    CHECK(error.hints.front().starts_with("attn learn copy: "));
  }
}

TEST_CASE("learn_path: a text has a file, and nothing else has words", "[cli][learn]") {
  CHECK(learn_path(words_typed({"text", "songs.txt"}), TaskKind::text) == "songs.txt");
  CHECK(learn_path(words_typed({"copy"}), TaskKind::copy).empty());
  CHECK_THROWS_WITH(learn_path(words_typed({"text"}), TaskKind::text),
                    ContainsSubstring("needs a file"));
  CHECK_THROWS_WITH(learn_path(words_typed({"copy", "b.txt"}), TaskKind::copy),
                    ContainsSubstring("no use for \"b.txt\""));
  CHECK_THROWS_WITH(learn_path(words_typed({"text", "a", "b"}), TaskKind::text),
                    ContainsSubstring("no use for \"b\""));
}

TEST_CASE("read_learn_settings: the usual ones, and what was typed in their place",
          "[cli][learn]") {
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

TEST_CASE("read_learn_settings: a flag that nobody reads is refused", "[cli][learn]") {
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

TEST_CASE("read_learn_settings: numbers out of range are refused", "[cli][learn]") {
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

TEST_CASE("read_compared_settings: what differs between the models is not typed", "[cli][learn]") {
  LearnFlags flags;
  type(flags.compare);
  type(flags.steps, "9");
  CHECK(read_compared_settings(flags, ClassifierKind::lstm).classifier == ClassifierKind::lstm);
  CHECK(read_compared_settings(flags, ClassifierKind::rnn).n_steps == 9);
  type(flags.heads, "2");
  CHECK_THROWS_WITH(read_compared_settings(flags, ClassifierKind::lstm),
                    ContainsSubstring("--heads"));
}

TEST_CASE("read_temperature: towards 0, but not there", "[cli][learn]") {
  LearnFlags flags;
  CHECK(read_temperature(flags) == 1.0);
  type(flags.temperature, "0.5");
  CHECK(read_temperature(flags) == 0.5);
  for (const char* wrong : {"0", "-1", "101"}) {
    type(flags.temperature, wrong);
    CHECK_THROWS_WITH(read_temperature(flags), ContainsSubstring("from 0.01 to 100"));
  }
}
