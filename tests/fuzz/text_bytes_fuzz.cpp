#include "data/files/file.hpp"
#include "fuzz_target.hpp"

// Whatever the bytes are, the text is not much longer, and an InputError is the only exception.
ATTN_FUZZ_READER(text_bytes_fuzz) {
  const std::string text = text_of_bytes(std::string(bytes), "x.txt");
  if (text.size() > 4 * bytes.size()) __builtin_trap();
}
