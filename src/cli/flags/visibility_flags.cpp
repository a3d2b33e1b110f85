#include "cli/flags/visibility_flags.hpp"

#include <algorithm>

#include "base/message.hpp"
#include "base/text.hpp"
#include "cli/flags/mask_argument.hpp"
#include "cli/flags/padding_words.hpp"
#include "data/words/tokens.hpp"

namespace attn {

void VisibilityFlags::add_visibility(const FlagGroup& group, const char* of_pad) {
  group.flag(causal, translated("No token may attend to a later one"));
  group.value(prefix, "N", translated("The first N keys are open to everybody, after them causal"));
  group.value(window, "N",
              translated("Only keys less than N places away; with --causal, itself and N - 1 "
                         "before"));
  group.value(pad, "N", of_pad);
  group.value(pad_at, "LIST", translated("The keys at these places, from 0, are padding"));
  group.flag(pad_queries, translated("Queries that are padding see nothing either"));
  group.value(
      segments, "LIST",
      translated("The document of each token, as in 0,0,1,1: nobody sees another document"));
  group.value(key_segments, "LIST",
              translated("The document of each key, where keys are other tokens"));
  group.value(separator, "TOKEN", translated("A document ends with this token"));
  group.value(half, "READING",
              translated("\"The second half sees the first half\": literal, or causal as is "
                         "probably meant"));
  group.value(mask, "MATRIX", translated("1 where a query may attend to a key, 0 where not"));
  group.flag(join_and, translated("All of these must allow a cell (default)"));
  group.flag(join_or, translated("One of these must allow a cell; padding is always blocked"));
  group.value(align, "end|start",
              translated("More keys than queries, or fewer: which ends stand beside each other"));
  group.value(empty_row, "KIND",
              translated("Weights of a query that may attend to nothing: zero, nan or uniform"));
}

Flags VisibilityFlags::restrictions() const {
  return {causal, prefix, window, half, segments, key_segments, separator, mask};
}

Flags VisibilityFlags::beside_causal() const {
  return {window, pad, pad_at, pad_queries, segments, separator, mask, empty_row};
}

std::optional<Mask> VisibilityFlags::read_given_mask() const {
  if (!mask) return {};
  return read_mask(mask);
}

EmptyRow VisibilityFlags::read_empty_row() const {
  return empty_row.choice(kEmptyRows).value_or(EmptyRow::zero);
}

namespace {

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

// Reads the flags one group at a time; each step fills in a part of the pattern.
class PatternReader {
 public:
  PatternReader(const VisibilityFlags& flags, const MaskedTokens& tokens,
                std::vector<std::string>& notes)
      : flags_(flags), tokens_(tokens), notes_(notes) {}

  MaskPattern read() {
    read_settings();
    read_padding();
    read_documents();
    return std::move(pattern_);
  }

 private:
  arma::uword n_q() const { return tokens_.query.size(); }
  arma::uword n_k() const { return tokens_.key.size(); }

  void read_settings() {
    refuse_two_of({flags_.join_and, flags_.join_or});
    if (flags_.join_or && given_among(flags_.restrictions()).empty())
      throw InputError(message("{} joins restrictions, and there is none. Add one, such as {}.",
                               flags_.join_or.name(), flags_.causal.name()));
    pattern_.join = flags_.join_or ? Join::any : Join::all;
    pattern_.align = flags_.align.choice(kAligns).value_or(Align::end);
    pattern_.causal = bool(flags_.causal);
    pattern_.n_prefix = flags_.prefix.count(0, kMaxTokens);
    pattern_.window = flags_.window.count(0, kMaxTokens);
    pattern_.half = flags_.half.choice(kHalfReadings);
    pattern_.given = flags_.read_given_mask();
  }

  void read_padding() {
    std::vector<arma::uword> keys;
    const bool is_named = flags_.pad || flags_.pad_at;
    if (const auto n_padded = flags_.pad.count(0, kMaxTokens))
      keys = arma::conv_to<std::vector<arma::uword>>::from(last_keys(*n_padded, n_k()));
    for (const arma::uword place : flags_.pad_at.counts(kMaxTokens)) keys.push_back(place);
    if (!is_named) keys = padding_among(tokens_.key);
    if (!is_named && !keys.empty())
      notes_.push_back(
          message("tokens spelled \"{}\" are taken for padding; --pad 0 makes ordinary tokens of "
                  "them.",
                  tokens_.key[keys.front()]));
    pattern_.padded_keys = arma::unique(arma::uvec(keys));
    if (flags_.pad_queries) read_padded_queries();
  }

  // In one sequence the queries are keys too; in two, only their spelling tells.
  void read_padded_queries() {
    std::vector<arma::uword> queries;
    if (tokens_.are_two_sequences) {
      queries = padding_among(tokens_.query);
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
      note_missing(separator);
      pattern_.documents = {documents_of(tokens_.query, separator),
                            documents_of(tokens_.key, separator)};
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
    if (tokens_.are_two_sequences || n_q() > n_k())
      throw InputError(
          translated("--segments is for the queries; give the documents of the keys "
                     "with --key-segments."));
    // One sequence: the queries are keys too, the last of them or the first.
    require_one_each(flags_.segments, numbers, n_k());
    arma::uvec of_queries =
        pattern_.align == Align::end ? numbers.tail(n_q()) : numbers.head(n_q());
    pattern_.documents = {std::move(of_queries), std::move(numbers)};
  }

  void note_missing(const std::string& separator) {
    for (const std::vector<std::string>* tokens : {&tokens_.query, &tokens_.key})
      if (std::find(tokens->begin(), tokens->end(), separator) != tokens->end()) return;
    notes_.push_back(message("no token is \"{}\", so {} ends no document: all tokens are of one.",
                             preview(separator), flags_.separator.name()));
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

  const VisibilityFlags& flags_;
  const MaskedTokens& tokens_;
  std::vector<std::string>& notes_;
  MaskPattern pattern_;
};

}  // namespace

MaskPattern VisibilityFlags::read_pattern(const MaskedTokens& tokens,
                                          std::vector<std::string>& notes) const {
  return PatternReader(*this, tokens, notes).read();
}

}  // namespace attn
