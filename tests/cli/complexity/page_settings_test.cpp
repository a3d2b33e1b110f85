#include "cli/complexity/page_settings.hpp"

#include "support/catch.hpp"
#include "support/flags.hpp"

using namespace attn;

namespace {

PageSettings settings_of(const ModelFlags& model, const PassFlags& pass = {}) {
  const Model read = read_model(model);
  return page_settings(model, pass, costs_of(read, pass.read_pass(read)));
}

ModelFlags model_named(const std::string& name) {
  ModelFlags flags;
  type(flags.model, name);
  return flags;
}

std::string symbols_of(const PageSettings& page) {
  std::string symbols;
  for (const PageSetting& setting : page.settings)
    symbols += (symbols.empty() ? "" : " ") + setting.symbol;
  return symbols;
}

// What follows: "d_h = d / h, f = 4 d".
std::string following(const PageSettings& page) {
  std::string text;
  for (const FollowingNumber& number : page.following)
    text += (text.empty() ? "" : ", ") + number.symbol + " = " + number.formula.text();
  return text;
}

const PageSetting& setting_of(const PageSettings& page, const std::string& symbol) {
  for (const PageSetting& setting : page.settings)
    if (setting.symbol == symbol) return setting;
  throw std::out_of_range(symbol);
}

}  // namespace

TEST_CASE("page_settings: what follows is what would follow from typed flags",
          "[cli][page_settings]") {
  CHECK(following(settings_of(model_named("gpt2"))) == "d_h = d / h, f = 4 d");
  CHECK(following(settings_of(model_named("qwen3-0.6b"))).empty());  // heads of their own width
  CHECK(following(settings_of(model_named("llama-2-7b"))) == "d_h = d / h");  // another MLP
  ModelFlags by_hand;
  type(by_hand.d_model, "64");
  CHECK(following(settings_of(by_hand)) == "d_h = d / h, f = 4 d");
  type(by_hand.d_head, "32");
  type(by_hand.d_ff, "100");
  CHECK(following(settings_of(by_hand)).empty());
}

TEST_CASE("page_settings: key-value heads follow the heads unless they are shared",
          "[cli][page_settings]") {
  CHECK(setting_of(settings_of(model_named("gpt2")), "h_kv").follows->text() == "h");
  CHECK_FALSE(setting_of(settings_of(model_named("llama-3-8b")), "h_kv").follows);
}

TEST_CASE("page_settings: tokens, keys and source, as the mode has them", "[cli][page_settings]") {
  CHECK(symbols_of(settings_of(model_named("gpt2"))) == "T S d h h_kv B");
  CHECK(symbols_of(settings_of(model_named("t5-small"))) == "T M d h h_kv B");
  PassFlags decoding;
  type(decoding.mode, "decode");
  CHECK(symbols_of(settings_of(model_named("gpt2"), decoding)) == "S d h h_kv B");
  CHECK(symbols_of(settings_of(model_named("t5-small"), decoding)) == "S M d h h_kv B");
  CHECK(settings_of(model_named("gpt2"), decoding).tokens == "S");
  CHECK(setting_of(settings_of(model_named("gpt2"), decoding), "S").flag == "--tokens");
  PassFlags training;
  type(training.mode, "train");
  CHECK(symbols_of(settings_of(model_named("gpt2"), training)) == "T d h h_kv B");
  PassFlags masked;
  type(masked.mask, "1 0; 1 1");
  CHECK(symbols_of(settings_of(model_named("gpt2"), masked)) == "d h h_kv B");
  CHECK(settings_of(model_named("gpt2"), masked).tokens.empty());
}

TEST_CASE("words_beside: flags are left out with their values", "[cli][page_settings]") {
  CHECK(words_beside({"--model", "gpt2", "--tokens", "8", "--unit=mac", "--elementwise"},
                     {"--tokens", "--unit"}) ==
        std::vector<std::string>{"--model", "gpt2", "--elementwise"});
}
