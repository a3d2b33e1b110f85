#include "cli/mask/mask_flags.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "base/message.hpp"
#include "base/preview.hpp"
#include "cli/flags/token_rows.hpp"
#include "cli/mask/leak_input.hpp"
#include "data/words/tokens.hpp"

namespace attn {

void MaskFlags::add_to(FlagTable& table) {
  const FlagGroup tokens_group(table, translated("Tokens"));
  add_word_flags(tokens_group);
  tokens_group.value(cross, "TEXT", translated("The keys are these words instead"));
  tokens_group.value(key_tokens, "\"A|B\"", translated("The same as tokens"));
  tokens_group.value(queries, "N", translated("Number of queries, without words"));
  tokens_group.value(keys, "N", translated("Number of keys, without words"));

  const FlagGroup who(table, translated("Who may attend to whom"));
  add_causal(who);
  who.value(prefix, "N", translated("The first N keys are open to everybody, after them causal"));
  add_window(who);
  who.value(pad, "N", translated("The last N keys are padding; 0: none is"));
  who.value(pad_at, "LIST", translated("The keys at these places, from 0, are padding"));
  who.flag(pad_queries, translated("Queries that are padding see nothing either"));
  who.value(segments, "LIST",
            translated("The document of each token, as in 0,0,1,1: nobody sees another document"));
  who.value(key_segments, "LIST",
            translated("The document of each key, where keys are other tokens"));
  who.value(separator, "TOKEN", translated("A document ends with this token"));
  who.value(half, "READING",
            translated("\"The second half sees the first half\": literal, or causal as is "
                       "probably meant"));
  add_mask(who);
  who.flag(join_and, translated("All of these must allow a cell (default)"));
  who.flag(join_or, translated("One of these must allow a cell; padding is always blocked"));
  who.value(align, "end|start",
            translated("More keys than queries, or fewer: which ends stand beside each other"));
  add_empty_row(who);

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

bool is_padding(const std::string& token) { return token == "<pad>" || token == "[PAD]"; }

std::vector<arma::uword> padding_among(const std::vector<std::string>& tokens) {
  std::vector<arma::uword> places;
  for (arma::uword i = 0; i < tokens.size(); ++i)
    if (is_padding(tokens[i])) places.push_back(i);
  return places;
}

// The document of each token: the next one begins after each separator.
arma::uvec documents_of(const std::vector<std::string>& tokens, const std::string& separator) {
  arma::uvec documents(tokens.size());
  arma::uword document = 0;
  for (arma::uword i = 0; i < tokens.size(); ++i) {
    documents(i) = document;
    if (tokens[i] == separator) ++document;
  }
  return documents;
}

// Reads the flags one group at a time; each step fills in a part of the result.
class MaskReader {
 public:
  explicit MaskReader(const MaskFlags& flags) : flags_(flags), pattern_(input_.problem.pattern) {}

  MaskInput read() {
    read_tokens();
    read_settings();
    read_padding();
    read_documents();
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

  void read_settings() {
    refuse_two_of({flags_.join_and, flags_.join_or});
    pattern_.join = flags_.join_or ? Join::any : Join::all;
    pattern_.align = flags_.align.choice(kAligns).value_or(Align::end);
    input_.problem.empty_row = flags_.read_empty_row();
    pattern_.causal = bool(flags_.causal);
    pattern_.n_prefix = flags_.prefix.count(0, kMaxTokens);
    pattern_.window = flags_.read_window();
    pattern_.half = flags_.half.choice(kHalfReadings);
    pattern_.given = flags_.read_given_mask();
  }

  void read_padding() {
    std::vector<arma::uword> keys;
    const bool is_named = flags_.pad || flags_.pad_at;
    if (const auto n_padded = flags_.read_pad())
      keys = arma::conv_to<std::vector<arma::uword>>::from(last_keys(*n_padded, n_k()));
    for (const arma::uword place : flags_.pad_at.counts(kMaxTokens)) keys.push_back(place);
    if (!is_named) keys = padding_among(input_.problem.key_tokens);
    if (!is_named && !keys.empty())
      input_.notes.push_back(
          message("tokens spelled \"{}\" are taken for padding; --pad 0 makes ordinary tokens of "
                  "them.",
                  input_.problem.key_tokens[keys.front()]));
    pattern_.padded_keys = arma::unique(arma::uvec(keys));
    if (flags_.pad_queries) read_padded_queries();
  }

  // In one sequence the queries are keys too; in two, only their spelling tells.
  void read_padded_queries() {
    std::vector<arma::uword> queries;
    if (crosses()) {
      queries = padding_among(input_.problem.query_tokens);
    } else {
      const long offset = query_offset(n_q(), n_k(), pattern_.align);
      for (const arma::uword key : pattern_.padded_keys) {
        const long query = static_cast<long>(key) - offset;
        if (query >= 0 && query < static_cast<long>(n_q()))
          queries.push_back(static_cast<arma::uword>(query));
      }
    }
    if (queries.empty())
      throw InputError(
          translated("--pad-queries finds no query that is padding. Name padding with --pad N or "
                     "--pad-at LIST, or spell the token <pad>."));
    pattern_.padded_queries = queries;
  }

  void read_documents() {
    refuse_two_of({flags_.segments, flags_.separator});
    if (!flags_.segments) require_used_with({flags_.key_segments}, flags_.segments.name());
    if (flags_.separator) {
      const std::string& separator = flags_.separator.text();
      pattern_.documents = {documents_of(input_.problem.query_tokens, separator),
                            documents_of(input_.problem.key_tokens, separator)};
      return;
    }
    if (!flags_.segments) return;
    arma::uvec numbers = numbers_of(flags_.segments);
    if (flags_.key_segments) {
      require_one_each(flags_.segments, numbers, n_q());
      arma::uvec of_keys = numbers_of(flags_.key_segments);
      require_one_each(flags_.key_segments, of_keys, n_k());
      pattern_.documents = {std::move(numbers), std::move(of_keys)};
      return;
    }
    if (crosses() || n_q() > n_k())
      throw InputError(
          translated("--segments is for the queries; give the documents of the keys "
                     "with --key-segments."));
    // One sequence: the queries are keys too, the last of them or the first.
    require_one_each(flags_.segments, numbers, n_k());
    arma::uvec of_queries =
        pattern_.align == Align::end ? numbers.tail(n_q()) : numbers.head(n_q());
    pattern_.documents = {std::move(of_queries), std::move(numbers)};
  }

  static arma::uvec numbers_of(const Flag& flag) {
    return arma::conv_to<arma::uvec>::from(flag.counts(kMaxTokens));
  }

  static void require_one_each(const Flag& flag, const arma::uvec& numbers, arma::uword n) {
    if (numbers.n_elem == n) return;
    throw InputError(
        message("{} needs the number of a document for each token: tokens {}, numbers given {}.",
                flag.name(), n, numbers.n_elem));
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
    const std::string& text = flags_.cell.text();
    for (std::size_t comma = text.find(','); comma != std::string::npos;
         comma = text.find(',', comma + 1)) {
      const auto row = place_of(text.substr(0, comma), input_.problem.query_tokens);
      const auto col = place_of(text.substr(comma + 1), input_.problem.key_tokens);
      if (row && col) input_.problem.cell = {*row, *col};
      if (input_.problem.cell) return;
    }
    throw InputError(message(
        "--cell names a query and a key, tokens or places from 0, as in {},{}; there is "
        "no {}.",
        input_.problem.query_tokens.back(), input_.problem.key_tokens.front(), preview(text)));
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
