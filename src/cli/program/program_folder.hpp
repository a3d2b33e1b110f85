#pragma once

#include <string>

namespace attn {

/// The folder the running program lies in: its data is found from there, wherever it is installed.
/// The current folder where the system does not tell.
std::string program_folder();

/// The folder of attn's own data: exercises, solutions and examples.
std::string data_folder();

/// A path as a person wants to see it: one in attn's own data without the folder in which they are
/// installed, "examples/002/pytorch-layer.json"; any other as it is.
std::string shown_path(const std::string& path);

}  // namespace attn
