#pragma once

#include <nlohmann/json_fwd.hpp>

#include "grading/gradebook.hpp"

namespace attn {

// A gradebook as JSON and back: what the journal keeps, and what --format json writes.

nlohmann::ordered_json plan_json(const GradingPlan& plan);
nlohmann::ordered_json mark_json(const Mark& mark);

/// Errors: InputError if it is no plan, or no mark, of ours: a key that is missing, a wrong type.
GradingPlan read_plan(const nlohmann::ordered_json& json);
Mark read_mark(const nlohmann::ordered_json& json);

}  // namespace attn
