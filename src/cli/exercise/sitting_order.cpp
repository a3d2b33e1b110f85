#include "cli/exercise/sitting_order.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "base/message.hpp"
#include "base/text.hpp"

namespace attn {
namespace {

struct OrderName {
  Order order;
  const char* key;
  const char* word;
  std::array<std::string_view, 2> japanese;
  const char* does;
};

const std::vector<OrderName>& order_names() {
  static const std::vector<OrderName> names{
      {Order::hint, "h", "hint", {"ヒント"}, translated("the next hint")},
      {Order::show, "p", "show", {"ページ"}, translated("the page of the exercise")},
      {Order::answers, "y", "yours", {"自分の答え"}, translated("your answers so far")},
      {Order::undo,
       "u",
       "undo",
       {"取り消し", "戻す"},
       translated("take back the last row, the last skip or the last answer")},
      {Order::skip,
       "s",
       "skip",
       {"スキップ", "後回し"},
       translated("leave this question for later")},
      {Order::next, "n", "next", {"次", "次へ"}, translated("leave this exercise for later")},
      {Order::more, "m", "more", {"続き"}, translated("all that was said, where it was cut")},
      {Order::solution,
       "w",
       "solution",
       {"解答例"},
       translated("the worked solution, after a pass")},
      {Order::help, "?", "help", {"ヘルプ"}, translated("what can be typed")},
      {Order::quit, "q", "quit", {"終了"}, translated("stop here; every answer is kept")},
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
  // Where the Japanese input is switched on, keys are full-width.
  const std::string word = in_plain_characters(line);
  return !word.starts_with(':') && could_answer(field, word) ? std::nullopt : order_of(word);
}

std::optional<Order> order_of(const std::string& line) {
  std::string word = in_plain_characters(line);
  if (word.starts_with(':')) word.erase(0, 1);
  if (word.empty()) return std::nullopt;
  if (word == "exit") return Order::quit;
  for (const OrderName& name : order_names())
    if (word == name.key || word == name.word ||
        std::find(name.japanese.begin(), name.japanese.end(), word) != name.japanese.end())
      return name.order;
  return std::nullopt;
}

std::vector<OrderHelp> order_help() {
  std::vector<OrderHelp> lines;
  for (const OrderName& name : order_names())
    lines.push_back({fmt::format("{}, {}", name.key, name.word), name.does});
  return lines;
}

}  // namespace attn
