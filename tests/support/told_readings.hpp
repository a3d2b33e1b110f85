#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "data/files/file.hpp"

namespace attn {

/// What is told of how things are read (tell_readings), while this lives.
class ToldReadings {
 public:
  ToldReadings() {
    tell_readings([this](const std::string& sentence) { sentences_.push_back(sentence); });
  }
  ~ToldReadings() { tell_readings({}); }
  ToldReadings(const ToldReadings&) = delete;
  ToldReadings& operator=(const ToldReadings&) = delete;

  const std::vector<std::string>& sentences() const { return sentences_; }

  bool has(const std::string& sentence) const {
    return std::find(sentences_.begin(), sentences_.end(), sentence) != sentences_.end();
  }

 private:
  std::vector<std::string> sentences_;
};

}  // namespace attn
