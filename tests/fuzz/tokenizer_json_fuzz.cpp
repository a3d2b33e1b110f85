#include "fuzz_target.hpp"
#include "tokenizer/files.hpp"
#include "tokenizer/tokenizer.hpp"

// Whatever is accepted as a tokenizer.json can split a text, and every token stands for a part of
// it and can be shown.
ATTN_FUZZ_READER(tokenizer_json_fuzz) {
  const std::string text = "Don't  stop 12\n猫が e\u0301 [MASK]<s> aaa\t";
  const Tokenizer tokenizer(parts_from_tokenizer_json(bytes, "tokenizer.json"));
  for (const EncodedToken& token : tokenizer.encode(text).tokens) {
    if (token.begin > token.end || token.end > text.size()) __builtin_trap();
    if (tokenizer.shown(token.id).find('\n') != std::string::npos) __builtin_trap();
  }
  tokenizer.encode_pair(text, "b");
}
