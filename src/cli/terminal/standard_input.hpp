#pragma once

#include <string>

namespace attn {

/// The text that standard input holds, up to its end, as text_of_bytes reads it. It is read once:
/// whoever asks again, such as for a page in a second language, gets the same. Errors: InputError
/// if it cannot be read or holds more than 16 MiB.
const std::string& read_standard_input();

}  // namespace attn
