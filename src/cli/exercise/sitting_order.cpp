#include "cli/exercise/sitting_order.hpp"

#include <algorithm>

#include "base/message.hpp"

namespace attn {
namespace {

struct OrderName {
  Order order;
  const char* key;
  const char* word;
  const char* does;
};

const std::vector<OrderName>& order_names() {
  static const std::vector<OrderName> names{
      {Order::hint, "h", "hint", translated("the next hint")},
      {Order::show, "p", "show", translated("the page of the exercise")},
      {Order::undo, "u", "undo", translated("take back the last row, or the last answer")},
      {Order::skip, "s", "skip", translated("leave this question for later")},
      {Order::next, "n", "next", translated("leave this exercise for later")},
      {Order::more, "m", "more", translated("all that was said, where it was cut")},
      {Order::solution, "w", "solution", translated("the worked solution, after a pass")},
      {Order::help, "?", "help", translated("what can be typed")},
      {Order::quit, "q", "quit", translated("stop here; every answer is kept")},
  };
  return names;
}

// Whether a word could be the answer itself, and so cannot be an order.
bool could_answer(const Field& field, const std::string& word) {
  const auto has = [&word](const std::vector<std::string>& texts) {
    return std::find(texts.begin(), texts.end(), word) != texts.end();
  };
  return has(field.option_letters()) || has(field.items) || has(field.variables) ||
         std::any_of(field.options.begin(), field.options.end(),
                     [&has](const Option& option) { return has(option.typed_as()); });
}

}  // namespace

std::optional<Order> order_of(const std::string& line, const Field& field) {
  const bool has_colon = line.starts_with(':');
  const std::string word = has_colon ? line.substr(1) : line;
  return !has_colon && could_answer(field, word) ? std::nullopt : order_of(word);
}

std::optional<Order> order_of(const std::string& line) {
  const std::string word = line.starts_with(':') ? line.substr(1) : line;
  if (word == "exit") return Order::quit;
  for (const OrderName& name : order_names())
    if (word == name.key || word == name.word) return name.order;
  return std::nullopt;
}

std::vector<OrderHelp> order_help() {
  std::vector<OrderHelp> lines;
  for (const OrderName& name : order_names())
    lines.push_back({fmt::format("{}, {}", name.key, name.word), name.does});
  return lines;
}

}  // namespace attn
