#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "grading/gradebook.hpp"

namespace attn {

/// The results.json that Gradescope reads of one student, by the place in the plan, in the language
/// in force. There is no score of the whole, which would go before those of the tests. Every test
/// is visible, since a hidden one would hide the sum from the student; of a check that the students
/// do not know there is only its name and whether it was passed.
/// Source: Gradescope's autograder specification, version of 2025
nlohmann::ordered_json gradescope_json(const Gradebook& book, std::size_t student);

/// That, as text that can be shown.
std::string gradescope_document(const Gradebook& book, std::size_t student);

}  // namespace attn
