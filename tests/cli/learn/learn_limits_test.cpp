#include "cli/learn/learn_limits.hpp"

#include "base/message.hpp"
#include "support/catch.hpp"

using namespace attn;

TEST_CASE("learning_bytes: by the formula", "[cli][learn]") {
  LearnSettings settings = usual_settings(TaskKind::copy);  // n 6, d 16, one head, one layer
  // 2000 sequences are judged at once, more than a batch has, by two models.
  const double rows = 6 * 2 * 2000, parameters = 12 * 16 * 16;
  CHECK(learning_bytes(settings) == Approx(4 * (rows * (24 * 16 + 2 * 6) + 4 * parameters)));
}

TEST_CASE("require_room_for: every usual run fits, and what does not is told its size",
          "[cli][learn]") {
  for (const auto& task : kTaskKinds) CHECK_NOTHROW(require_room_for(usual_settings(task.value)));
  LearnSettings large = usual_settings(TaskKind::copy);
  large.n_tokens = 1024;
  CHECK_THROWS_WITH(require_room_for(large),
                    ContainsSubstring("GiB of memory") && ContainsSubstring("1024 tokens"));
}

TEST_CASE("learning_bytes: a text is judged by 128 pieces through two models", "[cli][learn]") {
  LearnSettings settings = usual_settings(TaskKind::text);
  settings.n_in_batch = 1;
  const double few = learning_bytes(settings);
  settings.n_in_batch = 128;
  CHECK(learning_bytes(settings) == few);  // a batch no larger than what is judged costs nothing
  settings.n_in_batch = 256;
  CHECK(learning_bytes(settings) > few);
}
