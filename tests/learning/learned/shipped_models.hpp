#pragma once

#include <string>
#include <string_view>

#include "learning/learned/learned.hpp"

namespace attn {

inline std::string shipped_model_path(std::string_view language) {
  return std::string(ATTN_SOURCE_DIR "/src/learning/models/") + learned_file_name(language);
}

/// A sentence as a model reads it.
inline TextPiece ids_for(const LearnedModel& model, const std::vector<std::string>& words) {
  TextPiece ids = model.vocabulary().ids(words);
  ids.insert(ids.begin(), Vocabulary::kStart);
  return ids;
}

inline TextPiece reference_sentence(const LearnedModel& model) {
  return ids_for(model, {"the", "cat", "heard", "the", "dog", "because", "it", "barked", "."});
}

}  // namespace attn
