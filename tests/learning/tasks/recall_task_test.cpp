#include "learning/tasks/recall_task.hpp"

#include <map>

#include "learning/tasks/knowing_model.hpp"
#include "learning/tasks/quick_training.hpp"
#include "network/layers/layers.hpp"
#include "support/catch.hpp"

using namespace attn;

TEST_CASE("recall_task: what came after a key comes after it again, and counts only then",
          "[learning]") {
  const auto task = recall_task(usual_settings(TaskKind::recall));
  Batch<float> batch;
  task->fill_batch(0, batch);
  std::size_t n_asked = 0;
  for (std::size_t s = 0; s < batch.n_sequences; ++s) {
    std::map<std::uint32_t, std::uint32_t> value_of;
    for (std::size_t i = s * batch.length; i < (s + 1) * batch.length; i += 2) {
      const std::uint32_t key = batch.tokens[i], value = batch.tokens[i + 1];
      CHECK(key < 8);
      CHECK(value >= 8);
      CHECK(value < 24);
      CHECK(batch.targets[i + 1] == kNoTarget);
      if (value_of.contains(key)) {
        ++n_asked;
        CHECK(value == value_of.at(key));
        CHECK(batch.targets[i] == static_cast<std::int32_t>(value));
      } else {
        CHECK(batch.targets[i] == kNoTarget);
      }
      value_of[key] = value;
    }
    std::map<std::uint32_t, std::uint32_t> key_of;  // no two keys have one value
    for (const auto& [key, value] : value_of) CHECK(key_of.emplace(value, key).second);
  }
  CHECK(n_asked > batch.n_sequences * 6);
}

TEST_CASE("recall_task: its names are letters for keys and numbers for values", "[learning]") {
  const auto task = recall_task(usual_settings(TaskKind::recall));
  const std::vector<std::string> names = task->shown_tokens();
  REQUIRE(names.size() == 32);
  for (std::size_t i = 0; i < names.size(); i += 2) {
    CHECK(names[i].find_first_not_of("ABCDEFGH") == std::string::npos);
    CHECK(names[i + 1].find_first_not_of("0123456789") == std::string::npos);
  }
}

TEST_CASE("recall_task: the shortest sequences ask something, too", "[learning]") {
  LearnSettings settings = usual_settings(TaskKind::recall);
  settings.n_tokens = 4;
  const auto task = recall_task(settings);
  Batch<float> batch;
  task->fill_batch(0, batch);
  for (std::size_t s = 0; s < batch.n_sequences; ++s) {
    // Two pairs: the second must be the first once more.
    const std::size_t first = s * batch.length;
    CHECK(batch.tokens[first + 2] == batch.tokens[first]);
    CHECK(batch.targets[first + 2] == static_cast<std::int32_t>(batch.tokens[first + 1]));
  }
}

TEST_CASE("recall_task: two heads are said to work together only where they do", "[learning]") {
  const auto task = recall_task(usual_settings(TaskKind::recall));
  const KnowingModel::RuleOf one_back = [](const auto&ids) { return previous_keys(ids.size()); },
                             after_same = recall_keys, anywhere;
  const auto note = [&](bool knows, const std::vector<KnowingModel::RuleOf>& heads) {
    Workers workers(1);
    KnowingModel before(24, false, {anywhere, anywhere}), after(24, knows, heads);
    return task->measures(before, after, workers).note;
  };
  CHECK(note(true, {one_back, after_same}).starts_with("The two heads work together"));
  CHECK(note(false, {one_back, after_same}).empty());  // not learned
  CHECK(note(true, {anywhere, after_same}).empty());
  CHECK(note(true, {one_back, anywhere}).empty());
}
