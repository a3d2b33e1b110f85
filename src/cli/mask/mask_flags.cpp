#include "cli/mask/mask_flags.hpp"

#include <algorithm>

#include "base/message.hpp"
#include "base/text.hpp"
#include "cli/flags/token_rows.hpp"
#include "cli/mask/leak_input.hpp"
#include "cli/present/named_place.hpp"
#include "data/words/tokens.hpp"

namespace attn {

void MaskFlags::add_to(FlagTable& table) {
  const FlagGroup tokens_group(table, translated("Tokens"));
  add_word_flags(tokens_group);
  tokens_group.value(cross, "TEXT", translated("The keys are these words instead"));
  tokens_group.value(key_tokens, "\"A|B\"", translated("The same as tokens"));
  tokens_group.value(queries, "N", translated("Number of queries, without words"));
  tokens_group.value(keys, "N", translated("Number of keys, without words"));

  add_visibility(FlagGroup(table, translated("Who may attend to whom")),
                 translated("The last N keys are padding; 0: none is"));

  const FlagGroup ask(table, translated("Questions"));
  ask.value(cell, "QUERY,KEY",
            translated("Describe this cell in every convention: tokens or places, from 0"));
  ask.value(code, "KIND", translated("Print code that builds this mask: torch, numpy, jax or cpp"));
  ask.flag(leak, translated("Change the last token: do the queries before it notice?"));
  ask.value(change, "TOKEN=TOKEN",
            translated("Change this token, or the one at a place, in the leak test"));
  ask.value(numbers.seed, "N", translated("Other numbers for the words of the leak test"));
  ask.value(numbers.d_model, "N", translated("Width of an embedding in the leak test (default 4)"));
}

namespace {

// Reads the flags one group at a time; each step fills in a part of the result.
class MaskReader {
 public:
  explicit MaskReader(const MaskFlags& flags) : flags_(flags), pattern_(input_.problem.pattern) {}

  MaskInput read() {
    read_tokens();
    input_.problem.empty_row = flags_.read_empty_row();
    pattern_ = flags_.read_pattern(
        {input_.problem.query_tokens, input_.problem.key_tokens, crosses()}, input_.notes);
    if (is_open_to_all()) {
      pattern_.causal = true;
      input_.notes.push_back(
          translated("no restriction was named, so this is the causal mask, as with --causal."));
    }
    read_cell();
    if (flags_.leak || flags_.change)
      read_leak();
    else
      require_used_with({flags_.numbers.seed, flags_.numbers.d_model}, flags_.leak.name());
    return std::move(input_);
  }

 private:
  arma::uword n_q() const { return input_.problem.query_tokens.size(); }
  arma::uword n_k() const { return input_.problem.key_tokens.size(); }
  bool crosses() const { return flags_.cross || flags_.key_tokens; }

  void read_tokens() {
    if (flags_.queries || flags_.keys) return read_sizes();
    refuse_two_of({flags_.cross, flags_.key_tokens});
    Words words = read_words(flags_);
    Words others;
    if (flags_.cross) others = words_of(flags_.cross.text());
    if (flags_.key_tokens) others = read_words({.text = {}, .tokens = flags_.key_tokens});
    input_.title = words.title + (crosses() ? message(" with {}", others.title) : "");
    input_.notes = std::move(words.notes);
    for (const std::string& note : others.notes)
      if (input_.notes.empty()) input_.notes.push_back(note);
    input_.problem.key_tokens = crosses() ? std::move(others.tokens) : words.tokens;
    input_.problem.query_tokens = std::move(words.tokens);
  }

  void read_sizes() {
    const Flag& size = flags_.queries ? flags_.queries : flags_.keys;
    if (!flags_.text.empty()) refuse_together(translated("a sentence"), size.name());
    refuse_beside(size, {flags_.tokens, flags_.cross, flags_.key_tokens});
    const arma::uword n = *size.count(1, kMaxTokens);
    const arma::uword n_queries = flags_.queries.count(1, kMaxTokens).value_or(n);
    const arma::uword n_keys = flags_.keys.count(1, kMaxTokens).value_or(n);
    const bool is_square = n_queries == n_keys;
    input_.problem.query_tokens = numbered(is_square ? "t" : "q", n_queries);
    input_.problem.key_tokens = numbered(is_square ? "t" : "k", n_keys);
  }

  bool is_open_to_all() const {
    const bool names_none = !flags_.pad && !flags_.pad_at;
    return names_none && pattern_.padded_keys.is_empty() && !pattern_.causal &&
           !pattern_.n_prefix && !pattern_.window && !pattern_.half && !pattern_.given &&
           !pattern_.documents;
  }

  // "sat,<s>" or "3,0"; a token may hold commas itself.
  void read_cell() {
    if (!flags_.cell) return;
    const std::string& typed = flags_.cell.text();
    for (const std::string& text : {typed, with_ascii_signs(typed, ",")})
      if (find_cell(text)) return;
    throw InputError(message(
        "--cell names a query and a key, tokens or places from 0, as in {},{}; there is "
        "no {}.",
        input_.problem.query_tokens.back(), input_.problem.key_tokens.front(), preview(typed)));
  }

  bool find_cell(const std::string& text) {
    const std::vector<std::string>&queries = input_.problem.query_tokens,
          &keys = input_.problem.key_tokens;
    for (std::size_t comma = text.find(','); comma != std::string::npos;
         comma = text.find(',', comma + 1)) {
      const std::string query = text.substr(0, comma), key = text.substr(comma + 1);
      if (!names_place(query, queries) || !names_place(key, keys)) continue;
      input_.problem.cell = {place_named(flags_.cell.name(), query, queries).value(),
                             place_named(flags_.cell.name(), key, keys).value()};
      return true;
    }
    return false;
  }

  void read_leak() {
    if (crosses() || n_q() != n_k())
      throw InputError(
          translated("--leak changes one sequence and compares it with itself: it "
                     "does not work with other keys."));
    const WordModel model = flags_.numbers.read_model();
    input_.problem.leak =
        leak_test(input_.problem.query_tokens, pattern_.padded_keys, flags_.change.text(), model);
    input_.source = name_of(model);
    input_.notes.push_back(made_up_note());
  }

  const MaskFlags& flags_;
  MaskInput input_;
  MaskPattern& pattern_;
};

}  // namespace

MaskInput read_mask_input(const MaskFlags& flags) { return MaskReader(flags).read(); }

}  // namespace attn
