#include "render/text/json_document.hpp"

#include "support/catch.hpp"
#include "support/json.hpp"

using namespace attn;
using Json = nlohmann::ordered_json;

TEST_CASE("json_document: what fits on a line stays on it", "[render][json_document]") {
  CHECK(json_document(Json{{"a", 1}, {"b", {1, 2}}}) == "{\"a\":1,\"b\":[1,2]}\n");
  CHECK(json_document(Json::array()) == "[]\n");
}

TEST_CASE("json_document: what does not is broken into its members", "[render][json_document]") {
  const Json json{{"short", {1, 2}}, {"long", {std::string(60, 'x'), std::string(60, 'y')}}};
  CHECK(json_document(json) == "{\n \"short\": [1,2],\n \"long\": [\n  \"" + std::string(60, 'x') +
                                   "\",\n  \"" + std::string(60, 'y') + "\"\n ]\n}\n");
}

TEST_CASE("json_document: says the same as the document it was made of",
          "[render][json_document]") {
  Json json = Json::object();
  for (int i = 0; i < 30; ++i)
    json["key " + std::to_string(i)] = {
        {"n", i}, {"text", "a \"quoted\" word\n"}, {"none", nullptr}};
  CHECK(Json::parse(json_document(json)) == json);
}

TEST_CASE("json_document: a byte that is not UTF-8 does not stop it", "[render][json_document]") {
  CHECK(json_document(Json{{"name", "a\xff"}}) == "{\"name\":\"a\xef\xbf\xbd\"}\n");
}
