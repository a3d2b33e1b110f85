#include "fuzz_target.hpp"
#include "tokenizer/files.hpp"
#include "tokenizer/tokenizer.hpp"

// Whatever is accepted as a vocab.txt splits a text between the special tokens.
ATTN_FUZZ_READER(vocabulary_text_fuzz) {
  const std::string text(bytes);
  const Tokenizer tokenizer(
      parts_of_bert(read_vocabulary_text(text, "vocab.txt"), "vocab.txt", {}));
  const Encoding encoding = tokenizer.encode_pair(text.substr(0, 200), "a b");
  if (encoding.tokens.size() < 3) __builtin_trap();
}
