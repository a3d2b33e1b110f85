#include "costs/model/setting_reader.hpp"

#include "data/model/model_config.hpp"
#include "data/test_files.hpp"
#include "support/catch.hpp"

using namespace attn;

namespace {

Settings settings_of(const std::string& text) { return model_config(text, "config.json"); }

template <typename Read>
std::string refusal_of(const std::string& text, Read read) {
  const Settings settings = settings_of(text);
  SettingReader reader(settings);
  return refusal([&] { read(reader); });
}

std::string count_refusal(const std::string& value, const CountRange& range = {}) {
  return refusal_of("{\"n_layer\": " + value + "}",
                    [&](SettingReader& reader) { reader.count({"n_layer"}, range); });
}

}  // namespace

TEST_CASE("SettingReader: counts, under any of their names", "[costs][setting_reader]") {
  const Settings settings =
      settings_of(R"({"n_layer": 12, "hidden_size": 768, "n_embd": 768, "none": null, "zero": 0})");
  SettingReader reader(settings);
  CHECK(reader.count({"n_layer"}) == 12);
  CHECK(reader.count({"num_hidden_layers", "n_layer"}) == 12);
  CHECK(reader.count({"n_embd", "hidden_size"}) == 768);
  CHECK(reader.count({"zero"}, {.least = 0}) == 0);
  CHECK(reader.count_if_given({"n_layer"}) == 12);
  CHECK_FALSE(reader.count_if_given({"absent"}));
  CHECK_FALSE(reader.count_if_given({"none"}));
  CHECK(reader.has("none"));
  CHECK_FALSE(reader.is_given("none"));
  CHECK_FALSE(reader.has("absent"));
  CHECK_FALSE(reader.is_given("absent"));
  CHECK(reader.notes().empty());
}

TEST_CASE("SettingReader: a count that is assumed is noted", "[costs][setting_reader]") {
  const Settings settings = settings_of(R"({"n_layer": 12})");
  SettingReader reader(settings);
  CHECK(reader.count_or({"n_layer"}, 3) == 12);
  CHECK(reader.notes().empty());
  CHECK(reader.count_or({"n_positions", "n_ctx"}, 1024) == 1024);
  reader.note("More.");
  CHECK(reader.notes() ==
        std::vector<std::string>{"\"n_positions\" is not given; 1024 is assumed.", "More."});
}

TEST_CASE("SettingReader: flags and texts", "[costs][setting_reader]") {
  const Settings settings =
      settings_of(R"({"tied": false, "kind": "relu", "kinds": ["a", "b"], "none": null})");
  const SettingReader reader(settings);
  CHECK_FALSE(reader.flag("tied", true));
  CHECK(reader.flag("none", true));
  CHECK_FALSE(reader.flag("absent", false));
  CHECK(reader.text("kind") == "relu");
  CHECK_FALSE(reader.text("none"));
  CHECK(reader.texts("kinds") == std::vector<std::string>{"a", "b"});
  CHECK_FALSE(reader.texts("absent"));
}

TEST_CASE("SettingReader: refuses what is no count in the range",
          "[costs][setting_reader][error]") {
  const std::string must =
      "config.json: \"n_layer\" must be a whole number from 1 to 1,000,000,000,000, but it is ";
  for (const char* value : {"-3", "0", "2.5", "2.0", "true", "\"5\"", "1000000000001",
                            "18446744073709551615", "-9223372036854775808"}) {
    CHECK(count_refusal(value) == must + value + ".");
  }
  CHECK(count_refusal("1e300") == must + "1e+300.");
  CHECK(count_refusal("[5]") == must + "[5].");
  CHECK(count_refusal("{\"a\": 5}") == must + "{...}.");
  CHECK(count_refusal("1000000000000") == "accepted");
  CHECK(count_refusal("7", {.least = 0, .most = 6}) ==
        "config.json: \"n_layer\" must be a whole number from 0 to 6, but it is 7.");
}

TEST_CASE("SettingReader: a key that is missing, or almost there",
          "[costs][setting_reader][error]") {
  const Settings settings = settings_of(R"({"n_layers": 12})");
  const SettingReader reader(settings);
  try {
    reader.count({"n_layer", "num_hidden_layers"});
    FAIL("not refused");
  } catch (const InputError& error) {
    CHECK(std::string(error.what()) ==
          "config.json: \"n_layer\" is missing. Add it: a whole number from 1 to "
          "1,000,000,000,000.");
    CHECK(error.hints ==
          std::vector<std::string>{"There is \"n_layers\". Rename it if it is meant."});
  }
  CHECK(refusal_of("{}", [](SettingReader& bare) {
          bare.count({"n_layer"});
        }).find("\"n_layer\" is missing") != std::string::npos);
}

TEST_CASE("SettingReader: refuses two spellings that differ", "[costs][setting_reader][error]") {
  CHECK(refusal_of(R"({"n_embd": 768, "hidden_size": 769})",
                   [](SettingReader& reader) {
                     reader.count({"n_embd", "hidden_size"});
                   }) ==
        "config.json: \"n_embd\" is 768, but \"hidden_size\" is 769, and both mean the same. Keep "
        "one of them.");
}

TEST_CASE("SettingReader: refuses the wrong kind", "[costs][setting_reader][error]") {
  const std::string text = R"({"a": 1, "b": "yes", "c": [1]})";
  CHECK(refusal_of(text, [](SettingReader& reader) { reader.flag("a", false); }) ==
        "config.json: \"a\" must be true or false, but it is 1.");
  CHECK(refusal_of(text, [](SettingReader& reader) { reader.flag("b", false); }) ==
        "config.json: \"b\" must be true or false, but it is \"yes\".");
  CHECK(refusal_of(text, [](SettingReader& reader) { reader.text("a"); }) ==
        "config.json: \"a\" must be a text, but it is 1.");
  CHECK(refusal_of(text, [](SettingReader& reader) { reader.texts("b"); }) ==
        "config.json: \"b\" must be a list of texts, but it is \"yes\".");
  CHECK(refusal_of(text, [](SettingReader& reader) { reader.texts("c"); }) ==
        "config.json: \"c\" must be a list of texts, but it is [1].");
}

TEST_CASE("SettingReader: names the key and where it is from", "[costs][setting_reader]") {
  const Settings nameless;
  CHECK(SettingReader(nameless).place("n_layer") == "\"n_layer\"");
}

TEST_CASE("SettingReader: a number is finite", "[costs][setting_reader][error]") {
  for (const std::string wild : {"NaN", "Infinity", "-Infinity"})
    CHECK_THAT(
        refusal_of("{\"a\": " + wild + "}", [](SettingReader& reader) { reader.number("a"); }),
        ContainsSubstring("config.json: \"a\" must be a number, but it is "));
}

TEST_CASE("SettingReader: height and width, together or apart", "[costs][setting_reader]") {
  using Sides = std::array<std::uint64_t, 2>;
  const Settings settings = settings_of(R"({"a": 16, "b": [8, 4]})");
  SettingReader reader(settings);
  CHECK(reader.sides_or("a", 1) == Sides{16, 16});
  CHECK(reader.sides_or("b", 1) == Sides{8, 4});
  CHECK(reader.notes().empty());
  CHECK(reader.sides_or("c", 224) == Sides{224, 224});
  CHECK(reader.notes().size() == 1);
  const auto sides_refusal = [](const std::string& value) {
    return refusal_of("{\"a\": " + value + "}",
                      [](SettingReader& reading) { reading.sides_or("a", 1); });
  };
  CHECK(sides_refusal("[1, 2, 3]") ==
        "config.json: \"a\" must be a whole number, or a list of two: height and width. It is "
        "[1,2,3].");
  CHECK_THAT(sides_refusal("[0, 2]"), ContainsSubstring("from 1 to 1,000,000,000,000"));
  CHECK_THAT(sides_refusal("[1.5, 2]"), ContainsSubstring("but it is [...]"));
}
