#include "tokenizer/files/tokenizer_json.hpp"

#include "base/message.hpp"
#include "support/catch.hpp"

using namespace attn;

namespace {

std::string with_model(const std::string& members) {
  return R"({"added_tokens": [], "model": {)" + members + "}}";
}

std::string added(const std::string& id, const std::string& content) {
  return R"({"id": )" + id + R"(, "content": )" + content +
         R"(, "single_word": false, "lstrip": true, "rstrip": false, "normalized": false, )"
         R"("special": true})";
}

std::string with_added(const std::string& tokens) {
  return R"({"added_tokens": [)" + tokens + "]}";
}

TokenizerFile read(const std::string& text) { return read_tokenizer_json(text, "t"); }

}  // namespace

TEST_CASE("tokenizer_json: long lists and the rest", "[tokenizer][tokenizer_json]") {
  const TokenizerFile file = read(
      R"({"version": "1.0", "model": {"merges": ["a b", ["ab", "c"]], "type": "BPE", "x": [[1]],)"
      R"("vocab": {"a": 0, "b": 1, "ab": 4}}, "added_tokens": [)" +
      added("7", R"("<s>")") + "]}");
  CHECK(file.vocabulary.n_names() == 3);
  CHECK(file.vocabulary.find("ab") == 4U);
  CHECK(file.merges.size() == 2);
  REQUIRE(file.added.size() == 1);
  CHECK(file.added[0].content == "<s>");
  CHECK(file.added[0].id == 7);
  CHECK(file.added[0].lstrip);
  CHECK(file.rest ==
        nlohmann::json::parse(
            R"({"version": "1.0", "model": {"type": "BPE", "x": [[1]], "merges": null,)"
            R"("vocab": null}, "added_tokens": null})"));
}

TEST_CASE("tokenizer_json: vocab.json", "[tokenizer][tokenizer_json]") {
  CHECK(read_vocab_json(R"({"a": 1, "\u0120b": 0})", "v").find("Ġb") == 0U);
  CHECK(read_vocab_json("{}", "v").n_ids() == 0);
  for (const char* text : {"[]", "3", "", R"({"a": {}})", R"({"a": [1]})", R"({"a": "1"})"})
    CHECK_THROWS_AS(read_vocab_json(text, "v"), InputError);
}

TEST_CASE("tokenizer_json: ids that are refused", "[tokenizer][tokenizer_json]") {
  CHECK_THROWS_MATCHES(read(with_model(R"("vocab": {"a": 0, "b": 0})")), InputError,
                       Message("t: the tokens \"a\" and \"b\" have the same id, 0."));
  CHECK_THROWS_MATCHES(read(with_model(R"("vocab": {"a": 4294967296})")), InputError,
                       Message("t: the id of \"a\" is 4294967296, but a whole number from 0 to "
                               "16777215 was expected."));
  for (const char* vocabulary :
       {R"({"a": -1})", R"({"a": 1.5})", R"({"a": null})", R"({"a": true})", R"({"a": 0, "a": 1})",
        R"([["a", -1.5]])", R"({"a": {}})"})
    CHECK_THROWS_AS(read(with_model(R"("vocab": )" + std::string(vocabulary))), InputError);
}

TEST_CASE("tokenizer_json: merges that are refused", "[tokenizer][tokenizer_json]") {
  CHECK_THROWS_MATCHES(read(with_model(R"("merges": ["a b", ["a", "b", "c"]])")), InputError,
                       Message("t: merge 2 is neither a text nor a list of two texts."));
  for (const char* merges : {R"(["a b", ""])", R"(["a b c"])", R"([["a"]])", R"([[1, 2]])", "[3]",
                             R"([{"a": 1}])", R"([[["a"]]])"})
    CHECK_THROWS_AS(read(with_model(R"("merges": )" + std::string(merges))), InputError);
}

TEST_CASE("tokenizer_json: added tokens that are refused", "[tokenizer][tokenizer_json]") {
  CHECK(read(with_added("")).added.empty());
  for (const std::string& token :
       {added("-1", R"("a")"), added("4294967296", R"("a")"), added("1", "2"), std::string("3"),
        std::string("{}"), std::string("[]"), std::string(R"({"id": {"a": 1}})")})
    CHECK_THROWS_AS(read(with_added(token)), InputError);
  std::string many;
  for (int i = 0; i <= 100'000; ++i)
    many += (i == 0 ? "" : ",") + added(std::to_string(i), '"' + std::to_string(i) + '"');
  CHECK_THROWS_MATCHES(read(with_added(many)), InputError,
                       Message("t: there are more than 100000 added tokens."));
}

TEST_CASE("tokenizer_json: texts that are no JSON, or too much of it",
          "[tokenizer][tokenizer_json]") {
  CHECK_THROWS_MATCHES(read("{\n \"a\": }"), InputError,
                       Message("t: line 2, column 7: the text stops being JSON there."));
  CHECK_THROWS_MATCHES(read(std::string(100'000, '[')), InputError,
                       Message("t: the JSON is nested more than 16 deep."));
  std::string values = "[0";
  for (int i = 0; i < 200'000; ++i) values += ",0";
  for (const std::string& text :
       {values + "]", std::string("{}\0{}", 5), std::string(R"({"a": "\ud800"})"),
        std::string("{\"a\": \"\xFF\"}"), std::string(R"({"a": 1, "a": 2})"),
        std::string("[1e999]"), std::string(R"({"model": {"vocab": {}, "vocab": {}}})")})
    CHECK_THROWS_AS(read(text), InputError);
}
