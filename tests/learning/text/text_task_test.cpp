#include "learning/text/text_task.hpp"

#include <cmath>

#include "learning/tasks/quick_training.hpp"
#include "network/layers/layers.hpp"
#include "support/catch.hpp"

using namespace attn;

namespace {

// The same three songs to learn from and to be judged by.
Corpus songs() {
  const std::vector<std::vector<std::string>> songs{
      {"one", "two", "three", "four"}, {"a", "b", "c", "d"}, {"w", "x", "y", "z"}};
  std::vector<std::string> words;
  for (const auto& song : songs) words.insert(words.end(), song.begin(), song.end());
  Corpus corpus{.title = "songs", .grammar = {}, .vocabulary = Vocabulary(words)};
  for (const auto& song : songs) {
    TextPiece piece{Vocabulary::kStart};
    for (const std::uint32_t id : corpus.vocabulary.ids(song)) piece.push_back(id);
    piece.push_back(Vocabulary::kStart);
    corpus.training.insert(corpus.training.end(), 18, piece);
    corpus.held_out.insert(corpus.held_out.end(), 2, piece);
  }
  return corpus;
}

LearnSettings small_settings(std::uint64_t n_steps) {
  LearnSettings settings = usual_settings(TaskKind::text);
  settings.n_steps = n_steps;
  settings.d_model = 16;
  settings.n_heads = 2;
  settings.n_layers = 1;
  return settings;
}

}  // namespace

TEST_CASE("text_task: each token is asked for the next, padding for nothing", "[learning]") {
  std::string all;
  for (int i = 0; i < 40; ++i)
    all +=
        i % 2 == 0 ? "a b c d e f g" + std::to_string(i) + "\n" : "a b " + std::to_string(i) + "\n";
  const Corpus corpus = corpus_of_text(all, "t", TextUnit::words, 16);
  const auto task = text_task(small_settings(1), corpus);
  Batch<float> batch;
  task->fill_batch(0, batch);
  REQUIRE(batch.length == 8);  // <s> a b c d e f g, and the last asks for the end
  for (std::size_t i = 0; i < batch.tokens.size(); ++i) {
    if (batch.tokens[i] == Vocabulary::kPadding)
      CHECK(batch.targets[i] == kNoTarget);
    else if (i % batch.length + 1 < batch.length && batch.targets[i] != kNoTarget &&
             batch.targets[i] != static_cast<std::int32_t>(Vocabulary::kStart))
      CHECK(batch.targets[i] == static_cast<std::int32_t>(batch.tokens[i + 1]));
  }
}

TEST_CASE("text_task: songs are learned, and sung", "[learning]") {
  const Corpus corpus = songs();
  QuickTraining learned(text_task(small_settings(250), corpus));
  learned.run();
  // Which song it will be costs ln 3 for one of five tokens; the rest is certain.
  CHECK(learned.training.curve().back().held_out_loss == Approx(std::log(3.0) / 5.0).margin(0.05));
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    const std::string song =
        text_of(corpus, sampled_text(learned.training.model(), learned.workers, {}, 16, 0.7, seed));
    CHECK((song == "one two three four" || song == "a b c d" || song == "w x y z"));
  }
}

TEST_CASE("text_task: guessing by frequency is what the levels say", "[learning]") {
  const Corpus corpus = songs();
  const auto task = text_task(small_settings(1), corpus);
  REQUIRE(task->levels().size() == 1);
  // Of 54 songs 18 of a kind are learned from: 18 of 270 tokens are each of twelve words, 54 are
  // the end, and each of 14 tokens counts once more.
  CHECK(task->levels().front().loss ==
        Approx(0.8 * std::log(284.0 / 19.0) + 0.2 * std::log(284.0 / 55.0)));
}

TEST_CASE("sampled_text: the same seed sings the same, near temperature 0 every seed does",
          "[learning]") {
  const Corpus corpus = songs();
  QuickTraining learned(text_task(small_settings(10), corpus));
  learned.run();
  const auto sung = [&](double temperature, std::uint64_t seed) {
    return sampled_text(learned.training.model(), learned.workers, {}, 16, temperature, seed);
  };
  CHECK(sung(1.0, 3) == sung(1.0, 3));
  CHECK(sung(1e-3, 1) == sung(1e-3, 2));
  CHECK(sung(1.0, 1).front() == Vocabulary::kStart);
}

TEST_CASE("text_task: nothing is measured where there is nothing to measure", "[learning]") {
  // No word comes twice in a line, so nothing can be found that followed last time.
  const Corpus corpus = songs();
  QuickTraining learned(text_task(small_settings(1), corpus));
  learned.run();
  CHECK_NOTHROW(learned.measure("previous", 2));
  CHECK_THROWS_AS(learned.measure("induction", 2), std::out_of_range);
}

TEST_CASE("text_task: it is judged by no more pieces than there are", "[learning]") {
  const Corpus corpus = songs();
  const auto task = text_task(small_settings(1), corpus);
  CHECK(task->n_looked_at(Look::quick) == 6);
  CHECK(task->n_looked_at(Look::thorough) == 6);
}
