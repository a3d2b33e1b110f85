#pragma once

#include <nlohmann/json_fwd.hpp>

#include "learning/report/report.hpp"

namespace attn {

/// A run of learning as one JSON object of schema attn.learn/1: "config", "parameters", "curve",
/// "levels", "measures", "weights" of one held-out sequence before and after, "samples" and
/// "notes".
nlohmann::ordered_json learning_json(const LearningReport& report);

}  // namespace attn
