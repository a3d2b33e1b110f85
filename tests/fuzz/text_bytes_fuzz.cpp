#include "data/files/file.hpp"
#include "fuzz_target.hpp"
#include "round_trip.hpp"

// Whatever the bytes are, the text is not much longer, and an InputError is the only exception.
ATTN_FUZZ_TARGET(text_bytes_fuzz) {
  using namespace attn;
  try {
    const std::string text = text_of_bytes(std::string(text_of(bytes, size)), "x.txt");
    if (text.size() > 4 * size) __builtin_trap();
  } catch (const InputError&) {
  }
  return 0;
}
