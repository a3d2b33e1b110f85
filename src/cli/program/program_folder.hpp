#pragma once

#include <string>

namespace attn {

/// The folder the running program lies in: its data is found from there, wherever it is installed.
/// The current folder where the system does not tell.
std::string program_folder();

}  // namespace attn
