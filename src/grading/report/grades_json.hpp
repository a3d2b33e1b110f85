#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "grading/gradebook.hpp"

namespace attn {

/// attn.grades/1: what was asked of whom, and every mark.
nlohmann::ordered_json grades_json(const Gradebook& book);

/// grades.json: that, as text that can be shown.
std::string grades_document(const Gradebook& book);

}  // namespace attn
