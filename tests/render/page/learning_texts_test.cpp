#include "render/page/learning_texts.hpp"

#include <nlohmann/json.hpp>

#include "support/catch.hpp"

using namespace attn;

TEST_CASE("learning_texts: every key has a text", "[render][page]") {
  const nlohmann::ordered_json texts = learning_texts();
  CHECK(texts.size() > 10);
  for (const auto& [key, text] : texts.items()) {
    INFO(key);
    CHECK(text.is_string());
    CHECK(text != "");
  }
}
