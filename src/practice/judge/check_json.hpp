#pragma once

#include <nlohmann/json.hpp>

#include "practice/course/course.hpp"
#include "practice/judge/check.hpp"

namespace attn {

/// attn.check/1: the verdict, and each field with its own.
nlohmann::ordered_json check_json(const CheckResult& result);

/// attn.exercise/1: what is given, and the fields asked for (name, kind, shape, tolerance). Never
/// the truth.
nlohmann::ordered_json exercise_json(const Exercise& exercise, Worksheet& worksheet);

}  // namespace attn
