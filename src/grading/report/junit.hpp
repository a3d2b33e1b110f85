#pragma once

#include <string>

#include "grading/gradebook.hpp"

namespace attn {

/// junit.xml: a suite for each student, a test for each question and check, in the language in
/// force. What is wrong or was not handed in is a failure; what has to be looked at by the teacher,
/// an error; what waits for another check, skipped. It holds no times.
/// Source: testmoapp/junitxml, the subset that all readers have in common
std::string junit_xml(const Gradebook& book);

}  // namespace attn
