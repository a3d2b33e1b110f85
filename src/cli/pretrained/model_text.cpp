#include "cli/pretrained/model_text.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "base/message.hpp"
#include "base/preview.hpp"
#include "base/suggest.hpp"
#include "base/text.hpp"
#include "cli/pretrained/learned_folder.hpp"
#include "cli/terminal/standard_input.hpp"

namespace attn {
namespace {

constexpr int kLongestTitle = 200;
constexpr std::uint64_t kMostModelTokens = 1'000'000;

std::string text_of(const std::vector<std::string>& words) {
  if (words.size() == 1 && words.front() == "-") return read_standard_input();
  return joined(words, " ");
}

// Line breaks and tabs are part of the text, so they are seen.
std::string quoted_text(const std::string& typed) {
  std::string shown;
  for (const char c : typed) shown += c == '\n' ? "\\n" : c == '\t' ? "\\t" : std::string(1, c);
  return message("\"{}\"", preview(shown, kLongestTitle));
}

std::vector<std::uint32_t> ids_of(const Encoding& encoding) {
  std::vector<std::uint32_t> ids;
  for (const EncodedToken& token : encoding.tokens) ids.push_back(token.id);
  return ids;
}

// The types of a pair; of a single text none, since all of them are 0.
std::vector<std::uint32_t> types_of(const Encoding& encoding) {
  std::vector<std::uint32_t> types;
  for (const EncodedToken& token : encoding.tokens) types.push_back(token.type);
  const bool has_any = std::any_of(types.begin(), types.end(), [](auto type) { return type > 0; });
  return has_any ? types : std::vector<std::uint32_t>{};
}

// Cuts tokens of the text away from its end; what the tokenizer puts behind it stays.
void truncate(Encoding& encoding, std::size_t n_most) {
  if (encoding.tokens.size() <= n_most) return;
  const auto is_added = [](const EncodedToken& token) { return token.begin == token.end; };
  const auto first_behind =
      std::find_if_not(encoding.tokens.rbegin(), encoding.tokens.rend(), is_added).base();
  const auto n_behind = static_cast<std::size_t>(encoding.tokens.end() - first_behind);
  const std::size_t n_cut = encoding.tokens.size() - n_most;
  if (n_behind >= n_most || n_cut > encoding.tokens.size() - n_behind)
    throw InputError(
        message("--truncate {}: the tokenizer alone adds {} tokens. Give more.", n_most, n_behind));
  const std::size_t from = encoding.tokens.size() - n_behind - n_cut;
  encoding.notes.push_back(message("the text has {} tokens; the last {} of them are cut away.",
                                   encoding.tokens.size() - n_behind, n_cut));
  const auto begin = encoding.tokens.begin() + static_cast<std::ptrdiff_t>(from);
  encoding.tokens.erase(begin, begin + static_cast<std::ptrdiff_t>(n_cut));
}

// Token types that the family has no rows for would be read from nowhere.
void refuse_pair_without_types(const ModelFolder& folder, const Flag& pair) {
  if (!pair || folder.architecture.head == ModelHead::masked_token) return;
  throw InputError(message("{} is for encoders such as BERT: {} reads one text.", pair.name(),
                           name_in(kModelFamilies, folder.architecture.family)));
}

Encoding encoded(const ModelFolder& folder, const ModelSourceFlags& flags,
                 const std::string& text) {
  refuse_pair_without_types(folder, flags.pair);
  Encoding encoding =
      flags.pair ? folder.tokenizer.encode_pair(text, flags.pair.text()) : folder.encode(text);
  if (const auto n_most = flags.truncate.count(1, kMostModelTokens)) {
    if (flags.pair) refuse_together(flags.truncate, flags.pair);
    truncate(encoding, *n_most);
  }
  return encoding;
}

TokenText token_text(const ModelFolder& folder, const Encoding& encoding, std::string title) {
  TokenText text{.input = {.ids = ids_of(encoding), .types = types_of(encoding)},
                 .notes = folder.notes,
                 .title = std::move(title)};
  text.labels = folder.tokenizer.shown(text.input.ids);
  for (std::size_t i = 0; i < text.n_tokens(); ++i)
    text.separators.push_back(i > 0 && folder.tokenizer.is_special(text.input.ids[i]));
  text.notes.insert(text.notes.end(), encoding.notes.begin(), encoding.notes.end());
  return text;
}

// Fillers behind the text, as a batch of texts of different lengths has them.
void add_padding(const ModelFolder& folder, TokenText& text, const Flag& pad) {
  const std::uint64_t n = pad.count(0, kMostModelTokens).value_or(0);
  if (n == 0) return;
  const auto id = folder.tokenizer.padding();
  const std::uint32_t filler = id ? *id : folder.architecture.padding_id.value_or(0);
  text.input.is_padding.assign(text.n_tokens(), false);
  text.input.is_padding.insert(text.input.is_padding.end(), n, true);
  text.input.ids.insert(text.input.ids.end(), n, filler);
  text.labels.insert(text.labels.end(), n, folder.tokenizer.shown(filler));
  text.separators.insert(text.separators.end(), n, false);
  if (!text.input.types.empty()) text.input.types.insert(text.input.types.end(), n, 0);
}

std::string without_blank(const std::string& shown) {
  constexpr std::string_view kBlank = "␣";
  return shown.starts_with(kBlank) ? shown.substr(kBlank.size()) : shown;
}

// The tokens in which a text ends that several tokens spell, or a part of one: a word in pieces.
std::vector<std::size_t> places_where_spelled(const std::vector<std::string>& labels,
                                              const std::string& typed) {
  std::string whole;
  std::vector<std::size_t> ends;  // of each token in the whole
  for (const std::string& label : labels) {
    whole += label.starts_with("##") ? label.substr(2) : label;
    ends.push_back(whole.size());
  }
  std::string wanted;
  for (const char c : typed) wanted += c == ' ' ? "␣" : std::string(1, c);
  std::vector<std::size_t> places;
  for (auto at = whole.find(wanted); !wanted.empty() && at != std::string::npos;
       at = whole.find(wanted, at + 1)) {
    const auto end = std::lower_bound(ends.begin(), ends.end(), at + wanted.size());
    places.push_back(static_cast<std::size_t>(end - ends.begin()));
  }
  return places;
}

[[noreturn]] void refuse_unknown_token(const TokenText& text, const Flag& flag) {
  std::vector<std::string> hints;
  std::vector<std::string> labels;
  for (const std::string& label : text.labels) labels.push_back(without_blank(label));
  if (const std::string meant = nearest(flag.text(), labels); !meant.empty())
    hints.push_back(message("There is {}.", meant));
  throw InputError(message("{} {}: no token of the text is that. Give one of its tokens, or its "
                           "place from 0 to {}.",
                           flag.name(), preview(flag.text()), text.n_tokens() - 1),
                   hints);
}

}  // namespace

TokenText read_text(const ModelFolder& folder, const std::string& text) {
  return token_text(folder, folder.encode(text), quoted_text(text));
}

ModelText read_model_text(const ModelSourceFlags& flags, const std::vector<std::string>& words,
                          const Flag& pad) {
  if (words.empty())
    throw InputError(
        message("{0} needs a text: attn mha {0} DIR \"The cat sat down\".", flags.model.name()));
  const std::string& model = flags.model.text();
  ModelText text{.folder = names_learned_file(model) ? read_learned_folder(model)
                                                     : read_model_folder(model)};
  const std::string typed = text_of(words);
  std::string title = quoted_text(typed);
  if (flags.pair) title += " + " + quoted_text(flags.pair.text());
  static_cast<TokenText&>(text) =
      token_text(text.folder, encoded(text.folder, flags, typed), std::move(title));
  add_padding(text.folder, text, pad);
  return text;
}

std::vector<std::size_t> places_of_token(const TokenText& text, const Flag& flag) {
  const std::string& typed = flag.text();
  std::vector<std::size_t> exact;
  for (std::size_t i = 0; i < text.n_tokens(); ++i)
    if (text.labels[i] == typed || without_blank(text.labels[i]) == typed) exact.push_back(i);
  if (!exact.empty()) return exact;
  std::vector<std::size_t> spelled = places_where_spelled(text.labels, typed);
  if (spelled.empty()) refuse_unknown_token(text, flag);
  return spelled;
}

std::size_t place_of_token(const TokenText& text, const Flag& flag) {
  const std::string& typed = flag.text();
  const bool is_number =
      !typed.empty() && typed.find_first_not_of("0123456789") == std::string::npos;
  const bool is_label = std::any_of(text.labels.begin(), text.labels.end(), [&](const auto& label) {
    return without_blank(label) == typed;
  });
  if (is_number && !is_label) return *flag.count(0, text.n_tokens() - 1);
  return places_of_token(text, flag).back();
}

std::size_t asked_place(const ModelFolder& folder, const TokenText& text, const Flag& at) {
  if (at) return place_of_token(text, at);
  const auto& ids = text.input.ids;
  if (const auto mask = folder.tokenizer.mask()) {
    const auto found = std::find(ids.begin(), ids.end(), *mask);
    if (found != ids.end()) return static_cast<std::size_t>(found - ids.begin());
  }
  const auto is_padding = [&](std::size_t i) {
    return !text.input.is_padding.empty() && text.input.is_padding[i];
  };
  const bool is_causal = folder.architecture.is_causal();
  for (std::size_t i = text.n_tokens(); i-- > 0;)
    if (!is_padding(i) && (is_causal || !folder.tokenizer.is_special(ids[i]))) return i;
  return 0;
}

std::uint32_t token_of_vocabulary(const ModelFolder& folder, const Flag& flag) {
  if (const auto id = folder.tokenizer.id(flag.text())) return *id;
  const Encoding encoding = folder.encode(flag.text());
  std::vector<std::uint32_t> ids;
  for (const EncodedToken& token : encoding.tokens)
    if (token.begin < token.end) ids.push_back(token.id);
  if (ids.size() == 1) return ids.front();
  throw InputError(message(
      "{} {}: the tokenizer makes {} tokens of it, {}. Give one token; a word "
      "in a sentence has a blank before it: \" Paris\".",
      flag.name(), preview(flag.text()), ids.size(), joined(folder.tokenizer.shown(ids), " ")));
}

Trace trace_of_model(const char* command, const ModelText& text) {
  Trace trace{.command = command, .title = text.title, .source = text.folder.name};
  trace.query_tokens = trace.key_tokens = text.labels;
  const Architecture& architecture = text.folder.architecture;
  const auto add = [&](const char* name, std::uint64_t size) {
    trace.config.emplace_back(name, static_cast<std::int64_t>(size));
  };
  add("n_layers", architecture.n_layers());
  add("n_heads", architecture.sizes.n_heads);
  add("n_kv_heads", architecture.sizes.n_kv_heads);
  add("n_q", text.n_tokens());
  add("n_k", text.n_tokens());
  trace.config.emplace_back("family", std::string(name_in(kModelFamilies, architecture.family)));
  trace.config.emplace_back("causal", architecture.is_causal());
  trace.notes = text.notes;
  return trace;
}

}  // namespace attn
