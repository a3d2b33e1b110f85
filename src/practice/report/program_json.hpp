#pragma once

#include <nlohmann/json_fwd.hpp>

#include "practice/program/judge_program.hpp"

namespace attn {

/// attn.check/1 of a program: the verdict, and each check with its own.
nlohmann::ordered_json program_check_json(const ProgramResult& result);

}  // namespace attn
