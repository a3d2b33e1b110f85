#include "tokenizer/files/json_part.hpp"

#include "base/message.hpp"
#include "support/catch.hpp"

using namespace attn;

TEST_CASE("json_part: members of the kind that is expected", "[tokenizer][json_part]") {
  const auto json = nlohmann::json::parse(
      R"({"type": "X", "flag": true, "none": null, "n": 3, "list": [{"a": "b"}], "part": {}})");
  const JsonPart part(json, "f: x");
  CHECK(part.type() == "X");
  CHECK(part.flag("flag"));
  CHECK(part.flag("none", true));
  CHECK_FALSE(part.optional_flag("none").has_value());
  CHECK(part.text("missing", "usual") == "usual");
  CHECK(part.count("n") == 3);
  CHECK(part.parts("list").front().text("a") == "b");
  CHECK(part.parts("list").front().place() == "f: x.list[0]");
  CHECK_FALSE(part.part("part").has("a"));
}

TEST_CASE("json_part: what it refuses", "[tokenizer][json_part]") {
  const auto json = nlohmann::json::parse(R"({"n": -3, "t": "x", "list": [1]})");
  const JsonPart part(json, "f: x");
  CHECK_THROWS_MATCHES(part.flag("t"), InputError,
                       Message("f: x: \"t\" is \"x\", but true or false was expected."));
  CHECK_THROWS_MATCHES(part.text("missing"), InputError, Message("f: x: there is no \"missing\"."));
  CHECK_THROWS_AS(part.count("n"), InputError);
  CHECK_THROWS_AS(part.text("n"), InputError);
  CHECK_THROWS_AS(part.parts("t"), InputError);
  CHECK_THROWS_AS(part.parts("list"), InputError);
  CHECK_THROWS_MATCHES(
      part.refuse("type", "Z", {"A", "B"}), InputError,
      Message("f: x: \"type\" is \"Z\", which is not known here. These are: A, B."));
}
