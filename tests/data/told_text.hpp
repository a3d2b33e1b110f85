#pragma once

#include <string>
#include <vector>

#include "data/files/text_bytes.hpp"

namespace attn {

using ToldText = std::vector<std::string>;

/// What is read of some bytes, and then what is told of it.
inline ToldText told_text(const std::string& bytes) {
  static int n_texts = 0;  // a sentence is told once
  const std::string source = "text " + std::to_string(++n_texts);
  ToldText result(1);
  tell_readings([&](const std::string& told) { result.push_back(told.substr(source.size() + 2)); });
  result[0] = text_of_bytes(bytes, source);
  tell_readings(nullptr);
  return result;
}

}  // namespace attn
