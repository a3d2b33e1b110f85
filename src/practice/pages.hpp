#pragma once

#include <string>

#include "practice/exercise.hpp"
#include "practice/worksheet.hpp"
#include "trace/document.hpp"

namespace attn {

/// The page of an exercise: its prompt with the numbers of the worksheet, then what is asked for,
/// field by field, with shape and tolerance.
Document prompt_page(const Exercise& exercise, Worksheet& worksheet);

/// A page of the exercise's own (a hint, the solution) with the numbers of the worksheet.
Document own_page(const LocalText& markdown, Worksheet& worksheet);

/// How a field wants its answer: "3 × 3 numbers, to 2 decimals". Translated.
std::string wanted_form(const Field& field, const arma::mat& truth);

/// "within 0.005": how the tolerance is told. Translated; "" for an exact answer.
std::string tolerance_text(const Field& field);

/// What `start` writes: the template, with the exercise's id and variant as its first entries.
std::string template_text(const Exercise& exercise, std::uint64_t variant);

/// The table that a simulation makes, drawn from the seed.
Table simulation_table(const Exercise& exercise, Worksheet& worksheet, std::uint32_t seed);

}  // namespace attn
