#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "learning/tasks/learn_settings.hpp"
#include "network/rows.hpp"
#include "trace/table.hpp"

namespace attn {

/// What a model says of one held-out sequence before learning and after.
struct ShownAnswer {
  std::vector<std::uint32_t> tokens{};
  std::string sketch{};                   ///< the sequence for people, as far as it matters
  std::size_t label = 0;                  ///< the class that is right
  std::vector<double> before{}, after{};  ///< the probability of each class
};

/// How probable each class is.
///
///     p = softmax(z),   z the row of the logits
///
/// Shapes:  logits (n × n_classes)
std::vector<double> class_probabilities(Rows<const float> logits, std::size_t row);

/// Whether the most probable class is the one that is right.
bool is_right(const std::vector<double>& probabilities, std::size_t label);

/// Sequences of words as a line each: the two words of the rule and a dot for every other one; of a
/// long sequence only which of the two comes first. Where a coin made the labels no word means
/// anything, so the first few stand there by their numbers.
///
/// Units:   a word is its number; below `first_plain_word` it has a meaning
std::string sequence_sketch(const std::vector<std::uint32_t>& words, LabelKind labels,
                            std::uint32_t first_plain_word);

/// A row a sequence: what it is, its class, the probabilities before and after, and when the answer
/// was right.
Table answers_table(const std::vector<ShownAnswer>& answers, LabelKind labels);

}  // namespace attn
