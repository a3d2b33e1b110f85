#include "learning/tasks/learn_settings.hpp"

#include "data/test_files.hpp"
#include "support/catch.hpp"

using namespace attn;

namespace {

std::string refusal_of(const LearnSettings& settings) {
  return refusal([&] { require_sound(settings); });
}

}  // namespace

TEST_CASE("usual_settings: every task and classifier is sound", "[learning]") {
  for (const auto& task : kTaskKinds)
    for (const auto& classifier : kClassifierKinds) {
      const LearnSettings settings = usual_settings(task.value, classifier.value);
      CHECK(settings.task == task.value);
      CHECK_NOTHROW(require_sound(settings));
    }
}

TEST_CASE("require_sound: what does not fit is said with its numbers", "[learning]") {
  LearnSettings settings = usual_settings(TaskKind::copy);
  settings.n_heads = 3;
  CHECK(refusal_of(settings).find("16 / 3 = 5.333") != std::string::npos);
  settings = usual_settings(TaskKind::copy);
  settings.dropout = 1.0;
  CHECK(refusal_of(settings).find("below 1") != std::string::npos);
  settings = usual_settings(TaskKind::copy);
  settings.learning_rate = 0.0;
  CHECK(refusal_of(settings).find("--lr") != std::string::npos);
  settings = usual_settings(TaskKind::recall);
  settings.n_tokens = 31;
  CHECK(refusal_of(settings).find("--tokens 32") != std::string::npos);
  settings = usual_settings(TaskKind::recall);
  settings.d_model = 6;
  CHECK(refusal_of(settings).find("even width") != std::string::npos);
}

TEST_CASE("named_settings: names are told once, and those of other tasks are not", "[learning]") {
  const auto has = [](TaskKind task, const std::string& name) {
    for (const auto& [key, value] : named_settings(usual_settings(task)))
      if (key == name) return true;
    return false;
  };
  CHECK(has(TaskKind::classify, "labels"));
  CHECK_FALSE(has(TaskKind::copy, "labels"));
  CHECK(has(TaskKind::text, "unit"));
  CHECK_FALSE(has(TaskKind::recall, "unit"));
}
