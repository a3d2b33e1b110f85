#include "learning/tasks/task.hpp"

#include <stdexcept>

#include "data/test_files.hpp"
#include "support/catch.hpp"

using namespace attn;

TEST_CASE("make_task: every task but text is made, and shows a token for each place",
          "[learning]") {
  for (const auto& kind : kTaskKinds) {
    if (kind.value == TaskKind::text) continue;
    const auto task = make_task(usual_settings(kind.value));
    CHECK(task->settings().task == kind.value);
    CHECK(task->shown_tokens().size() == task->shown_sequence().length);
    CHECK_FALSE(task->levels().empty());
  }
  CHECK_THROWS_AS(make_task(usual_settings(TaskKind::text)), std::invalid_argument);
}

TEST_CASE("Task: the curve looks at fewer sequences than the end", "[learning]") {
  const auto task = make_task(usual_settings(TaskKind::classify));
  CHECK(task->n_looked_at(Look::quick) == 500);
  CHECK(task->n_looked_at(Look::thorough) == 2000);
}

TEST_CASE("make_task: settings that do not fit are refused", "[learning]") {
  LearnSettings settings = usual_settings(TaskKind::sort);
  settings.n_heads = 5;
  CHECK(refusal([&] { make_task(settings); }).find("cannot be split") != std::string::npos);
}
