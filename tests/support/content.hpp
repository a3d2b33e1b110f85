#pragma once

#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>

namespace attn {

/// The bytes of a file, which must be there.
inline std::string content(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error("missing: " + path.string());
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace attn
