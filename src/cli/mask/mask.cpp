#include "cli/mask/mask.hpp"

#include <algorithm>
#include <memory>

#include "base/message.hpp"
#include "base/text.hpp"
#include "cli/commands.hpp"
#include "cli/examples/examples.hpp"
#include "cli/flags/shared_flags.hpp"
#include "cli/present/present.hpp"
#include "cli/terminal/terminal.hpp"
#include "data/words/tokens.hpp"
#include "mechanisms/attention/attention.hpp"
#include "render/trace/trace.hpp"

namespace attn {

namespace {

struct MaskCommand {
  MaskFlags mask;
  ViewFlags view;
  ExampleFlags example;
  FlagTable table;  // of all of these
};

// Code alone, so that it can be piped into a file; what the reader should know goes elsewhere.
int print_code(const MaskCommand& command, const ViewChoice& view, const MaskInput& input) {
  const bool shows_else = view.screen != Screen::text || view.names_stages() || !view.files.empty();
  const MaskFlags& flags = command.mask;
  if (shows_else) refuse_together(flags.code.name(), translated("another form of output"));
  const CodeLanguage language = *flags.code.choice(kCodeLanguages);
  const std::size_t n_q = input.problem.query_tokens.size(), n_k = input.problem.key_tokens.size();
  require_stages_fit(n_q, n_k);
  print_screen(mask_code(input.problem.pattern, n_q, n_k, language));
  for (const std::string& note : input.notes) print_remark(message("attn: note: {}", note));
  return kDone;
}

int mask(const MaskCommand& command, const TellExample& example) {
  const ViewChoice view = command.view.read();
  command.table.refuse_conflicts();
  if (command.mask.code) return print_code(command, view, read_mask_input(command.mask));
  const auto told = [&] {
    const MaskInput input = read_mask_input(command.mask);
    Trace trace = masking(input.problem);
    trace.title = input.title;
    trace.source = input.source;
    trace.notes.insert(trace.notes.begin(), input.notes.begin(), input.notes.end());
    example().add_to(trace);
    return trace;
  };
  return present(told(), view, {.again = told});
}

}  // namespace

Action add_mask(FlagTable& table) {
  const auto command = std::make_shared<MaskCommand>();
  command->mask.add_to(table);
  command->view.add_to(table);
  command->example.add_to(table);
  command->table = table;
  return with_examples("mask", table, command->example, command->view,
                       [command](const TellExample& example) {
                         command->mask.for_programs = command->view.is_for_programs();
                         return mask(*command, example);
                       });
}

void MaskFlags::add_to(FlagTable& table) {
  const FlagGroup tokens_group(table, translated("Tokens"));
  add_word_flags(tokens_group);
  const FlagRules instead_of_words{.excludes = {"", "--tokens", "--cross", "--key-tokens"}};
  tokens_group.value(cross, "TEXT", translated("The keys are these words instead"),
                     {.excludes = {"--key-tokens"}});
  tokens_group.value(key_tokens, "\"A|B\"", translated("The same as tokens"));
  tokens_group.value(queries, "N", translated("Number of queries, without words"),
                     instead_of_words);
  tokens_group.value(keys, "N", translated("Number of keys, without words"), instead_of_words);

  add_visibility(FlagGroup(table, translated("Who may attend to whom")),
                 translated("The last N keys are padding; 0: none is"));

  const FlagGroup ask(table, translated("Questions"));
  ask.value(cell, "QUERY,KEY",
            translated("Describe this cell in every convention: tokens or places, from 0"));
  ask.value(code, "KIND", translated("Print code that builds this mask: torch, numpy, jax or cpp"),
            {.excludes = {"--leak", "--change", "--cell", "--empty-row", "--arithmetic"}});
  ask.flag(leak, translated("Change the last token: do the queries before it notice?"));
  ask.value(change, "TOKEN=TOKEN",
            translated("Change this token, or the one at a place, in the leak test"));
  const FlagGroup of_leak = ask.with("--leak|--change");
  of_leak.value(numbers.seed, "N", translated("Other numbers for the words of the leak test"));
  of_leak.value(numbers.d_model, "N",
                translated("Width of an embedding in the leak test (default 4)"));
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
    if (flags_.leak || flags_.change) read_leak();
    return std::move(input_);
  }

 private:
  arma::uword n_q() const { return input_.problem.query_tokens.size(); }
  arma::uword n_k() const { return input_.problem.key_tokens.size(); }
  bool crosses() const { return flags_.cross || flags_.key_tokens; }

  void read_tokens() {
    if (flags_.queries || flags_.keys) return read_sizes();
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
