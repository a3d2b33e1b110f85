#pragma once

#include <cstdint>
#include <string>

#include "practice/recipe/worksheet.hpp"

namespace attn {

/// The numbers of one case of a check, which are counted from 1: what is given in it, and the right
/// reply. The exercise must live at least as long.
/// Errors: those of Worksheet.
Worksheet numbers_of_case(const Exercise& exercise, const ProgramCheck& check, std::size_t number,
                          std::uint64_t variant);

/// The check of a name.
/// Errors: InputError naming those that there are.
const ProgramCheck& check_named(const Exercise& exercise, const std::string& name);

/// Errors: InputError if the check has no case of that number.
void require_case(const ProgramCheck& check, std::size_t number);

/// The request of a case, as a program reads it.
/// Errors: InputError if there is no such check or case.
std::string request_of(const Exercise& exercise, const std::string& check, std::size_t number,
                       std::uint64_t variant);

}  // namespace attn
