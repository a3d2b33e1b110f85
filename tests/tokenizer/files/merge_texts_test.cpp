#include "tokenizer/files/merge_texts.hpp"

#include "base/message.hpp"
#include "support/catch.hpp"

using namespace attn;

namespace {

TokenVocabulary abc() {
  TokenVocabulary vocabulary;
  std::uint32_t id = 0;
  for (const char* name : {"a", "b", "ab", "##b"}) vocabulary.add(name, id++);
  return vocabulary;
}

}  // namespace

TEST_CASE("merge_texts: ids of what is joined", "[tokenizer][merge_texts]") {
  MergeTexts texts;
  texts.add_spaced("#version: 0.2", "m", 1);
  texts.add_spaced("a b", "m", 2);
  const Merges merges = texts.resolved(abc(), "", "m");
  REQUIRE(merges.find(0, 1) != nullptr);
  CHECK(merges.find(0, 1)->id == 2);
  CHECK(merges.find(0, 1)->rank == 0);
  CHECK(merges.find(1, 0) == nullptr);

  MergeTexts with_prefix;
  with_prefix.add("a", "##b");
  CHECK(with_prefix.resolved(abc(), "##", "m").find(0, 3)->id == 2);
}

TEST_CASE("merge_texts: a merge that is none is refused with its number",
          "[tokenizer][merge_texts]") {
  MergeTexts texts;
  CHECK_THROWS_MATCHES(texts.add_spaced("", "m", 7), InputError,
                       Message("m: merge 7 is \"\", but two tokens with a blank between them were "
                               "expected."));
  CHECK_THROWS_AS(texts.add_spaced("a b c", "m", 1), InputError);
  texts.add("a", "b");
  texts.add("a", "x");
  CHECK_THROWS_MATCHES(
      texts.resolved(abc(), "", "m"), InputError,
      Message("m: merge 2 needs the token \"x\", which is not in the vocabulary."));
}
