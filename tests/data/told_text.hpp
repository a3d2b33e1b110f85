#pragma once

#include <string>
#include <vector>

#include "data/files/file.hpp"
#include "support/told_readings.hpp"

namespace attn {

using ToldText = std::vector<std::string>;

/// What is read of some bytes, and then what is told of it.
inline ToldText told_text(const std::string& bytes) {
  static int n_texts = 0;  // a sentence is told once
  const std::string source = "text " + std::to_string(++n_texts);
  const ToldReadings told;
  ToldText result{text_of_bytes(bytes, source)};
  for (const std::string& sentence : told.sentences())
    result.push_back(sentence.substr(source.size() + 2));
  return result;
}

}  // namespace attn
