#include "tokenizer/files/vocabulary_files.hpp"

#include "base/message.hpp"
#include "support/catch.hpp"

using namespace attn;

TEST_CASE("vocabulary_files: merges.txt", "[tokenizer][vocabulary_files]") {
  CHECK(read_merges_text("#version: 0.2\na b\r\n#version\nb c\n", "m").size() == 2);
  CHECK(read_merges_text("", "m").size() == 0);
  CHECK_THROWS_MATCHES(read_merges_text("a b\n\nb c\n", "m"), InputError,
                       Message("m: merge 2 is \"\", but two tokens with a blank between them were "
                               "expected."));
  CHECK_THROWS_MATCHES(read_merges_text("a b\nb \xFF\n", "m"), InputError,
                       Message("m: line 2, column 3: the byte there is not UTF-8."));
}

TEST_CASE("vocabulary_files: vocab.txt", "[tokenizer][vocabulary_files]") {
  const TokenVocabulary vocabulary = read_vocabulary_text("[PAD]\r\na \u3000\n\n猫\na\nlast", "v");
  CHECK(vocabulary.n_ids() == 6);
  CHECK(vocabulary.find("[PAD]") == 0U);
  CHECK(vocabulary.find("a") == 4U);  // twice: the last counts
  CHECK(vocabulary.name(1) == "a");
  CHECK(vocabulary.find("") == 2U);
  CHECK(vocabulary.find("last") == 5U);
  CHECK_THROWS_AS(read_vocabulary_text("a\n\xC3", "v"), InputError);
}
