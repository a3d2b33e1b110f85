#include <algorithm>
#include <array>

#include "base/message.hpp"
#include "base/text.hpp"
#include "cli/flags/flag.hpp"
#include "cli/flags/shared_flags.hpp"
#include "cli/terminal/terminal.hpp"
#include "data/matrix/read_matrix.hpp"
#include "data/words/tokens.hpp"

namespace attn {

void VisibilityFlags::add_visibility(const FlagGroup& group, const char* of_pad) {
  const FlagGroup changed = group.in_page(PageRole::setting),
                  written_out = group.in_page(PageRole::written_out);
  changed.flag(causal, translated("No token may attend to a later one"));
  changed.value(prefix, "N",
                translated("The first N keys are open to everybody, after them causal"));
  changed.value(window, "N",
                translated("Only keys less than N places away; with --causal, itself and N - 1 "
                           "before"));
  changed.value(pad, "N", of_pad);
  changed.value(pad_at, "LIST", translated("The keys at these places, from 0, are padding"));
  changed.flag(pad_queries, translated("Queries that are padding see nothing either"));
  written_out.value(
      segments, "LIST",
      translated("The document of each token, as in 0,0,1,1: nobody sees another document"),
      {.excludes = {"--separator"}});
  written_out.value(key_segments, "LIST",
                    translated("The document of each key, where keys are other tokens"),
                    {.needs = {"--segments"}});
  written_out.value(separator, "TOKEN", translated("A document ends with this token"));
  changed.value(half, "READING",
                translated("\"The second half sees the first half\": literal, or causal as is "
                           "probably meant"));
  changed.value(mask, "MATRIX", translated("1 where a query may attend to a key, 0 where not"));
  changed.flag(join_and, translated("All of these must allow a cell (default)"),
               {.excludes = {"--or"}});
  changed.flag(join_or, translated("One of these must allow a cell; padding is always blocked"));
  changed.value(align, "end|start",
                translated("More keys than queries, or fewer: which ends stand beside each other"));
  group.in_page(PageRole::kept)
      .value(empty_row, "KIND",
             translated("Weights of a query that may attend to nothing: zero, nan or uniform"));
}

Flags VisibilityFlags::restrictions() const {
  return {causal, prefix, window, half, segments, key_segments, separator, mask};
}

Flags VisibilityFlags::idle_beside_causal() const {
  return {causal, prefix, half, key_segments, join_and, join_or, align};
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

namespace {

bool is_padding(const std::string& token) {
  const std::string folded = folded_form(token);
  return folded == "<pad>" || folded == "[pad]";
}

}  // namespace

std::vector<arma::uword> padding_among(const std::vector<std::string>& tokens) {
  std::vector<arma::uword> places;
  for (arma::uword i = 0; i < tokens.size(); ++i)
    if (is_padding(tokens[i])) places.push_back(i);
  return places;
}

void ScreenFlags::add_screen_flags(const FlagGroup& group) {
  const FlagGroup of_terminal = group.in_page(PageRole::nowhere);
  of_terminal.value(color, "WHEN", translated("auto, always or never"));
  of_terminal.value(background, "KIND", translated("What is behind the text: dark, light or auto"));
  of_terminal.value(glyphs, "KIND", translated("unicode or ascii"));
  of_terminal.value(width, "N", translated("Columns to fit into, 40 or more"));
}

Layout ScreenFlags::read_layout() const {
  Layout layout;
  layout.color = wants_color(color.choice(kColorChoices).value_or(ColorChoice::automatic));
  const auto ground = background.choice(kBackgroundChoices).value_or(BackgroundChoice::automatic);
  if (layout.color) {
    layout.heat_colors = shows_heat_colors();
    layout.true_color = layout.heat_colors && shows_true_color();
    layout.light_ground = background_is_light(ground);
  }
  layout.glyphs =
      glyphs.choice(kGlyphs).value_or(shows_unicode() ? Glyphs::unicode : Glyphs::ascii);
  layout.explain = static_cast<int>(explain.count(0, 2).value_or(1));
  layout.width = std::max(kMinWidth, terminal_width());
  if (width) layout.width = static_cast<unsigned>(*width.count(kMinWidth, kMaxWidth));
  return layout;
}

namespace {

struct MaskKind {
  const char* word;
  const char* flag;
};
constexpr std::array<MaskKind, 12> kMaskKinds{{{"causal", "--causal"},
                                               {"tril", "--causal"},
                                               {"triu", "--causal"},
                                               {"padding", "--pad N"},
                                               {"pad", "--pad N"},
                                               {"window", "--window N"},
                                               {"sliding", "--window N"},
                                               {"prefix", "--prefix N"},
                                               {"half", "--half literal"},
                                               {"block", "--half literal"},
                                               {"segments", "--segments LIST"},
                                               {"documents", "--segments LIST"}}};

}  // namespace

Mask read_mask(const Flag& flag) {
  const std::string& argument = flag.text();
  const std::string lower = lower_case(argument);
  for (const MaskKind& kind : kMaskKinds)
    if (lower == kind.word)
      throw InputError(
          message("--mask reads a matrix of 1 (may attend) and 0 (may not), but it "
                  "is {}. Did you mean {}?",
                  preview(argument), kind.flag));
  return mask_from_numbers(read_matrix(argument, flag.name(), {"mask"}));
}

namespace {

void read_scale(const Flag& flag, Scale& scale) {
  const std::string typed = plain_value(flag.text());
  scale.kind = typed == "on"    ? Scale::Kind::sqrt_d_k
               : typed == "off" ? Scale::Kind::off
                                : Scale::Kind::factor;
  if (scale.kind == Scale::Kind::factor) scale.factor = *flag.number();
}

}  // namespace

std::vector<ScoreFlag> score_flags() {
  constexpr PageRole kChanged = PageRole::setting;  // others are kept
  return {{Flag("--scale"),
           "on|off|X",
           translated("Divide the scores by √d_k, leave them as they are, or multiply them by X"),
           read_scale,
           {},
           kChanged},
          {Flag("--no-scale"),
           "",
           translated("The same as --scale off"),
           [](const Flag&, Scale& scale) { scale.kind = Scale::Kind::off; },
           {.excludes = {"--scale"}},
           kChanged},
          {Flag("--temperature"),
           "X",
           translated("Divide the scores by X, too: above 1 the weights even out (default 1)"),
           [](const Flag& flag, Scale& scale) { scale.temperature = *flag.number(); },
           {},
           kChanged}};
}

void AttentionSettingFlags::add_setting_flags(const FlagGroup& group) {
  add_visibility(
      group, translated("The last N keys are padding, with 0 none is; with --model, N more tokens "
                        "where its tokenizer pads"));
  for (ScoreFlag& row : of_scores) {
    const FlagGroup of_role = group.in_page(row.page_role);
    *row.type ? of_role.value(row.flag, row.type, row.about, row.rules)
              : of_role.flag(row.flag, row.about, row.rules);
  }
  group.value(batch, "N",
              translated("Shapes of N sequences at once; the numbers stay those of one"),
              {.yields_to = {"--quiet", "--plain", "--study"}});  // which show no shapes
}

AttentionOptions AttentionSettingFlags::read_settings() const {
  AttentionOptions options;
  options.empty_row = read_empty_row();
  for (const ScoreFlag& row : of_scores)
    if (row.flag) row.read(row.flag, options.scale);
  return options;
}

namespace {

bool are_last(const arma::uvec& places, arma::uword n_k) {
  return places.is_empty() || places.front() + places.n_elem == n_k;  // they are sorted
}

// Whether the settings that need no pattern, and that kernels know, say all of it.
bool is_plain(const MaskPattern& pattern, arma::uword n_k) {
  return !pattern.n_prefix && !pattern.documents && !pattern.half &&
         pattern.padded_queries.is_empty() && are_last(pattern.padded_keys, n_k) &&
         pattern.align == Align::end && pattern.join == Join::all;
}

}  // namespace

void AttentionSettingFlags::read_visibility(AttentionOptions& options, const MaskedTokens& tokens,
                                            std::vector<std::string>& notes, bool is_causal) const {
  MaskPattern pattern = read_pattern(tokens, notes);
  if (is_causal) pattern.causal = true;
  options.causal = pattern.causal;
  if (!is_plain(pattern, tokens.key.size())) {
    options.pattern = std::move(pattern);
    return;
  }
  options.window = pattern.window;
  options.n_padded = pattern.padded_keys.n_elem;
  options.mask = std::move(pattern.given);
}

}  // namespace attn
