#include "cli/mask/leak_input.hpp"

#include "base/message.hpp"
#include "base/text.hpp"
#include "cli/flags/number_flags.hpp"
#include "cli/present/named_place.hpp"

namespace attn {
namespace {

// Which word changes, and what it may become: the first of these with other numbers.
struct Change {
  arma::uword place = 0;
  std::vector<std::string> choices{"other", "another", "different"};
};

Change usual_change(const std::vector<std::string>& words, const arma::uvec& padded) {
  Change change;
  change.place = words.size() - 1;
  while (change.place > 0 && arma::any(padded == change.place)) --change.place;
  return change;
}

Change change_of(const std::string& typed, const std::vector<std::string>& words) {
  const bool is_full_width = typed.find('=', 1) == std::string::npos;
  const std::string text = is_full_width ? with_ascii_signs(typed, "=") : typed;
  const std::size_t sign = text.find('=', 1);  // a token may be = itself
  const std::string token = text.substr(0, sign);
  if (sign != std::string::npos && sign + 1 < text.size())
    if (const auto place = place_named("--change", token, words))
      return {*place, {text.substr(sign + 1)}};
  throw InputError(
      message("--change names a token, or its place from 0, and what it becomes, as in {}=other; "
              "it is {}.",
              words.back(), preview(typed)));
}

}  // namespace

LeakTest leak_test(const std::vector<std::string>& words, const arma::uvec& padded,
                   const std::string& change, const WordModel& model) {
  require_words_fit(words.size(), model.d_model);
  const auto [place, choices] =
      change.empty() ? usual_change(words, padded) : change_of(change, words);
  WordNumbers numbers = word_numbers(model, words, {});
  LeakTest test{.before = {.X = std::move(numbers.X),
                           .memory = {},
                           .W_Q = std::move(numbers.weights.W_Q),
                           .W_K = std::move(numbers.weights.W_K),
                           .W_V = std::move(numbers.weights.W_V)},
                .changed_X = {},
                .place = place,
                .word = words[place],
                .other = {},
                .is_any_other = change.empty()};
  test.changed_X = test.before.X;
  for (const std::string& choice : choices) {
    test.other = choice;
    test.changed_X.row(place) = word_numbers(model, {choice}, {}).X.row(0);
    if (arma::any(test.changed_X.row(place) != test.before.X.row(place))) return test;
  }
  throw InputError(
      message("\"{}\" and \"{}\" have the same numbers, so nothing would change. "
              "Choose another word, or another --seed.",
              test.word, test.other));
}

}  // namespace attn
