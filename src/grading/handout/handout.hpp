// Worksheets for paper, and their answers for the teacher.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "grading/report/report.hpp"
#include "practice/exercise/exercise.hpp"

namespace attn {

/// What one student is handed.
struct HandoutCopy {
  std::uint64_t variant = 0;
  std::string student{};   ///< "" leaves room for the name
  std::string language{};  ///< "" for that of whoever prints
};

/// What is printed for a class: the same exercises for everybody, with numbers of their own.
struct Handout {
  std::string course{};               ///< what it is called
  std::vector<Exercise> exercises{};  ///< in this order
  std::vector<HandoutCopy> copies{};  ///< one for each student
  /// What a student types to give the answers to an exercise in a variant, and have them checked.
  std::function<std::string(const Exercise& exercise, std::uint64_t variant)> command{};
  Speak speak{};  ///< takes the language of a copy

  bool has_variants() const { return copies.size() > 1 || copies.front().variant != 0; }
};

/// Which numbers a copy has in an exercise: those of the book where it has no others.
std::uint64_t variant_in(const Exercise& exercise, const HandoutCopy& copy);

/// The page to print, one copy after another, each beginning on paper of its own. It holds no
/// answer, seen or hidden. The same handout has the same bytes.
/// Errors:  those of Worksheet and of the pages.
std::string handout_html(const Handout& handout);

/// The answers to a handout, for the teacher: for each variant, what is right at each question and
/// how far a number may be off, as the checker has it. Exercises whose numbers never change come
/// first, once. It is in the language of whoever prints.
/// Errors:  those of Worksheet and of the pages.
std::string answer_key_html(const Handout& handout);

}  // namespace attn
