#include "base/message.hpp"
#include "fuzz_target.hpp"

// Any bytes are a catalogue: at worst one that translates nothing.
ATTN_FUZZ_TARGET(catalogue_fuzz) {
  const std::string text(bytes);
  const Catalogue catalogue(text);
  for (const char* english : {"", "Help", "input"})
    if (const char* const translation = catalogue.translation_of(english))
      if (std::char_traits<char>::length(translation) > text.size()) __builtin_trap();
}
