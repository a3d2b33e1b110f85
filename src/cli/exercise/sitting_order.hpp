#pragma once

#include <optional>
#include <string>
#include <vector>

#include "practice/exercise/exercise.hpp"

namespace attn {

/// What a person may type at a question instead of an answer.
enum class Order { hint, show, answers, undo, skip, next, more, solution, help, quit };

/// The order that a line is: its word or its key, with or without a colon before it. Nothing if it
/// is part of an answer; without a colon that is also so where it could be the answer to the field.
std::optional<Order> order_of(const std::string& line, const Field& field);

/// The same where no answer can be typed.
std::optional<Order> order_of(const std::string& line);

/// A line of the help: "h, hint", and what it does.
struct OrderHelp {
  std::string names, does;
};
std::vector<OrderHelp> order_help();

}  // namespace attn
