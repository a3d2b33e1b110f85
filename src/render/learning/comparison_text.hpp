#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "learning/report/report.hpp"
#include "render/layout.hpp"

namespace attn {

/// Models that learned the same data, in one table.
std::string learning_comparison_text(const std::vector<ComparedModel>& models,
                                     const LearnSettings& settings, const Layout& layout);

/// The same as one JSON object of schema attn.learn/1: "config" without what differs between the
/// models, and "comparison".
nlohmann::ordered_json learning_comparison_json(const std::vector<ComparedModel>& models,
                                                const LearnSettings& settings);

}  // namespace attn
