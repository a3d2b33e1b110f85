#pragma once

#include <string>
#include <vector>

#include "practice/exercise.hpp"

namespace attn {

/// A mistake or a reading of an exercise, as a learner meets it.
struct ShownMistake {
  std::string exercise;  ///< its id
  std::string name;      ///< "no_scale"
  enum class Kind { misconception, accept, printed } kind = Kind::misconception;
  std::string field;      ///< the first that shows it; "" if none does
  std::string answer;     ///< the answer to that field, as it may be typed
  std::string text;       ///< what the learner reads, translated; "" if nothing is said
  std::string diagnosed;  ///< what it is taken for: `name`, where all is well
};
inline constexpr Named<ShownMistake::Kind> kMistakeKinds[] = {
    {ShownMistake::Kind::misconception, "misconception"},
    {ShownMistake::Kind::accept, "accept"},
    {ShownMistake::Kind::printed, "printed"}};

/// Every misconception, accepted reading and printed key of an exercise, in the order of its
/// manifest, with the book's numbers: the answers are judged as a learner's are.
/// Errors: InputError if the exercise cannot be computed.
std::vector<ShownMistake> shown_mistakes(const Exercise& exercise);

}  // namespace attn
