#include "fuzz_target.hpp"
#include "tokenizer/files.hpp"
#include "tokenizer/tokenizer.hpp"

// Whatever is accepted as a merges.txt makes tokens that cover a text.
ATTN_FUZZ_READER(merges_fuzz) {
  TokenVocabulary vocabulary;
  std::uint32_t id = 0;
  for (const char* name : {"a", "b", "c", "Ġ", "ab", "bc", "abc", "aa", "Ġa", "Ġab", "cc", ""})
    vocabulary.add(name, id++);
  const std::string text = "abc aabbcc  abcabc";
  const Tokenizer tokenizer(parts_of_gpt2(std::move(vocabulary),
                                          read_merges_text(bytes, "merges.txt"), "merges.txt", {}));
  std::size_t end = 0;
  for (const EncodedToken& token : tokenizer.encode(text).tokens) {
    if (token.begin != end) __builtin_trap();
    end = token.end;
  }
  if (end != text.size()) __builtin_trap();
}
