#include "data/model/model_config.hpp"

#include <cmath>
#include <limits>

#include "data/test_files.hpp"
#include "support/catch.hpp"

using namespace attn;

namespace {

SettingValue setting(const std::string& value) {
  return model_config("{\"key\": " + value + "}", "config.json").values.at("key");
}

template <typename Kind>
Kind kind_of(const std::string& value) {
  return std::get<Kind>(setting(value).value);
}

std::string config_refusal(const std::string& text) {
  return refusal([&] { model_config(text, "config.json"); });
}

const std::string kAdvice =
    "A model's settings are a JSON object, such as {\"model_type\": \"gpt2\", \"n_layer\": 12}.";

}  // namespace

TEST_CASE("model_config: every kind of value", "[data][model_config]") {
  CHECK(kind_of<bool>("true"));
  CHECK(kind_of<std::int64_t>("12") == 12);
  CHECK(kind_of<std::int64_t>("-9223372036854775808") == INT64_MIN);
  CHECK(kind_of<std::int64_t>("9223372036854775807") == INT64_MAX);
  CHECK(kind_of<double>("9223372036854775808") == 9223372036854775808.0);
  CHECK(kind_of<double>("0.02") == 0.02);
  CHECK(kind_of<double>("12.0") == 12.0);  // a whole number is written without a point
  CHECK(kind_of<std::string>("\"gelu\"") == "gelu");
  CHECK(kind_of<std::vector<std::string>>("[\"a\", \"b\"]") == std::vector<std::string>{"a", "b"});
  CHECK(kind_of<std::vector<std::string>>("[]").empty());
  CHECK(kind_of<std::vector<std::int64_t>>("[224, -1]") == std::vector<std::int64_t>{224, -1});
  CHECK(kind_of<double>("-Infinity") == -std::numeric_limits<double>::infinity());
  CHECK(std::isnan(kind_of<double>("NaN")));
  CHECK(kind_of<double>("1000000000000000019884624838656") == 1e30);
  CHECK(std::holds_alternative<SettingValue::Null>(setting("null").value));
  for (const char* other :
       {"{\"rope_type\": \"llama3\", \"factor\": 8.0}", "[1, 2.5]", "[\"a\", 1]", "[[\"a\"]]"})
    CHECK(std::holds_alternative<SettingValue::Other>(setting(other).value));
}

TEST_CASE("model_config: a value as a person may see it", "[data][model_config]") {
  CHECK(setting("12").shown == "12");
  CHECK(setting("12.0").shown == "12.0");
  CHECK(setting("18446744073709551615").shown == "18446744073709551615");
  CHECK(setting("null").shown == "null");
  CHECK(setting("\"gelu\"").shown == "\"gelu\"");
  CHECK(setting("[\"LlamaModel\"]").shown == "[\"LlamaModel\"]");
  CHECK(setting("[224, 224]").shown == "[224,224]");
  CHECK(setting("[1.5]").shown == "[...]");
  CHECK(setting("NaN").shown == "nan");
  CHECK(setting("{}").shown == "{...}");
  CHECK(setting("\"\\u001b[31m\\u202e\"").shown == "\"?[31m?\"");
  CHECK(setting("[\"" + std::string(1000, 'x') + "\"]").shown.size() < 70);
  CHECK(setting("\"" + std::string(1000, 'x') + "\"").shown.size() < 40);
}

TEST_CASE("model_config: reads a file and remembers its name", "[data][model_config]") {
  const TemporaryFolder folder;
  const std::string path = folder.file("config.json", "\xef\xbb\xbf{\"n_layer\": 12, \"a\": {}}\n");
  const Settings settings = read_model_config(path);
  CHECK(settings.source == path);
  CHECK(settings.values.size() == 2);
  CHECK(std::get<std::int64_t>(settings.values.at("n_layer").value) == 12);
  CHECK(refusal([&] { read_model_config(folder.path("none.json")); }).find("none.json") !=
        std::string::npos);
}

TEST_CASE("model_config: refuses what is no object", "[data][model_config][error]") {
  CHECK(config_refusal("[1, 2]") ==
        "config.json: an object was expected, but [1,2] was given. " + kAdvice);
  CHECK(config_refusal("12") ==
        "config.json: an object was expected, but 12 was given. " + kAdvice);
  CHECK(config_refusal("n_layer: 12") ==
        "config.json: line 1, column 2: the text stops being JSON there. " + kAdvice);
  CHECK(config_refusal("{\"n_layer\": 12, \"n_layer\": 24}").find("'n_layer' occurs twice") !=
        std::string::npos);
  CHECK(config_refusal("{\"a\": Nan}").find("line 1, column 7") != std::string::npos);
  CHECK(config_refusal("{\"a\": " + std::string(100'000, '[')).find("nested") != std::string::npos);
  CHECK(config_refusal(std::string("{\"a\0b\": 1}", 10)).find("byte 4 is 0") != std::string::npos);
  CHECK(config_refusal("{}") == "accepted");
}
