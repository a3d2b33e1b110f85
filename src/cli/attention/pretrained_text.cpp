#include <algorithm>
#include <charconv>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/message.hpp"
#include "base/text.hpp"
#include "cli/attention/pretrained.hpp"
#include "cli/terminal/terminal.hpp"
#include "data/model/model_files.hpp"
#include "learning/learned/learned.hpp"
#include "learning/text/text.hpp"
#include "tokenizer/shown_token.hpp"

namespace attn {

void ModelSourceFlags::add_to(FlagTable& table) {
  const FlagGroup group(table, translated("Real models")), of_model = group.with("--model");
  group.in_page(PageRole::written_out)
      .value(model, "DIR",
             translated(
                 "The numbers of a model in a folder as Hugging Face saves it: GPT-2, BERT, "
                 "Llama and others, or of a FILE.safetensors of attn learn text; mha shows all of "
                 "its heads at first, attend one"));
  of_model.value(pair, "TEXT",
                 translated("With --model, a second text behind the first, as BERT reads "
                            "pairs"));
  of_model.value(truncate, "N", translated("With --model, at most N tokens of the text"),
                 {.excludes = {"--pair"}});
}

void PretrainedFlags::add_to(FlagTable& table) {
  ModelSourceFlags::add_to(table);
  const FlagGroup group = FlagGroup(table, translated("Real models")).with("--model");
  group.value(sort, "KIND",
              translated("With --model, the heads in the order of what they do: previous, first, "
                         "self, next, same, induction, separator or entropy"));
  group.value(
      from_token, "TOKEN",
      translated("With --model, where one token looks in every head, by its text or place"));
  group.flag(lens, translated("With --model, what each layer would already say"));
  group.value(without_head, "LIST",
              translated("With --model, what changes without some heads, such as 5.5 or 5.5,6.9"));
  group.flag(losses, translated("With --model, how surprised it is by each token of the text"));
  group.value(beside, "TEXT",
              translated("With --model, what it says of this text, too, side by side"));
  group.value(
      at, "TOKEN",
      translated("With --model, the place where it is asked what it says (default: the last "
                 "token; of an encoder the first mask)"));
  group.value(
      wanted, "TOKEN",
      translated("With --lens, the token whose probability is shown (default: what the model "
                 "says in the end)"),
      {.needs = {"--lens"}});
  group.value(top, "N",
              translated("With --model, how many tokens, heads or pairs are listed "
                         "(default 10; of sorted heads 24)"));
  group.value(
      queries, "RANGE",
      translated("With --model, --layer and --head, the weights of these queries alone, such "
                 "as 100-139"));
  group.value(keys, "RANGE", translated("The same of these keys"));
  group.value(find, "TOKEN", translated("With --model, where a token stands in a long text"));
  group.flag(strongest,
             translated("With --model, --layer and --head, the strongest pairs of that head"));
}

namespace {

constexpr int kLongestTitle = 200;
constexpr std::uint64_t kMostModelTokens = 1'000'000;
constexpr std::size_t kMostListedPlaces = 8;

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
  const auto n_added = static_cast<std::size_t>(
      std::count_if(encoding.tokens.begin(), encoding.tokens.end(), is_added));
  const std::size_t n_cut = encoding.tokens.size() - n_most;
  if (n_added > n_most)
    throw InputError(
        message("--truncate {}: the tokenizer alone adds more tokens than that, {}. Give more.",
                n_most, n_added));
  const std::size_t from = encoding.tokens.size() - n_behind - n_cut;
  encoding.notes.push_back(message("tokens of the text: {}; cut away from its end: {}.",
                                   encoding.tokens.size() - n_added, n_cut));
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
  if (const auto n_most = flags.truncate.count(1, kMostModelTokens)) truncate(encoding, *n_most);
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

// Fillers on the tokenizer's side of the text, as a batch of texts of different lengths has them.
void add_padding(const ModelFolder& folder, TokenText& text, const Flag& pad) {
  const std::uint64_t n = pad.count(0, kMostModelTokens).value_or(0);
  if (n == 0) return;
  const auto id = folder.tokenizer.padding();
  const std::uint32_t filler = id ? *id : folder.architecture.padding_id.value_or(0);
  const auto fill = [&](auto& of_tokens, const auto& with) {
    of_tokens.insert(folder.tokenizer.pads_before() ? of_tokens.begin() : of_tokens.end(), n, with);
  };
  text.input.is_padding.assign(text.n_tokens(), false);
  fill(text.input.is_padding, true);
  fill(text.input.ids, filler);
  fill(text.labels, folder.tokenizer.shown(filler));
  fill(text.separators, false);
  if (!text.input.types.empty()) fill(text.input.types, 0);
  if (folder.tokenizer.pads_before() && folder.architecture.family == ModelFamily::gpt2 &&
      folder.architecture.sizes.positions == Positions::learned)
    text.notes.push_back(
        translated("padding has no positions: those of the text begin at 0 behind it, as in "
                   "generate() of the Transformers library. A plain forward pass there counts "
                   "padding, too, unless it is given position_ids."));
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
    const auto place = static_cast<std::size_t>(end - ends.begin());
    if (places.empty() || places.back() != place) places.push_back(place);
  }
  return places;
}

bool is_token(const std::string& label, const std::string& typed) {
  return label == typed || without_blank(label) == typed;
}

// A place that was typed as one: a number, unless a token is called that, or # and a number.
std::optional<std::size_t> typed_place(const TokenText& text, const Flag& flag) {
  const std::string plain = plain_value(flag.text());
  std::string_view typed = plain;
  const bool is_label =
      std::any_of(text.labels.begin(), text.labels.end(),
                  [&](const std::string& label) { return is_token(label, flag.text()); });
  if (is_label) return {};
  if (typed.starts_with('#')) typed.remove_prefix(1);
  if (typed.empty() || typed.find_first_not_of("0123456789") != std::string_view::npos) return {};
  std::size_t place = text.n_tokens();
  std::from_chars(typed.data(), typed.data() + typed.size(), place);
  if (place < text.n_tokens()) return place;
  throw InputError(message("{} {}: the places of the tokens go from 0 to {}.", flag.name(),
                           preview(flag.text()), text.n_tokens() - 1));
}

[[noreturn]] void refuse_unknown_token(const TokenText& text, const Flag& flag) {
  std::vector<std::string> hints;
  std::vector<std::string> labels;
  for (const std::string& label : text.labels) labels.push_back(without_blank(label));
  if (const std::string meant = nearest(flag.text(), labels); !meant.empty())
    hints.push_back(message("There is {}.", message("\"{}\"", meant)));
  throw InputError(
      message("{} {}: no token of the text is that, and no part of it. Its tokens have "
              "the places 0 to {}.",
              flag.name(), preview(flag.text()), text.n_tokens() - 1),
      hints);
}

}  // namespace

std::size_t TokenText::first() const {
  const auto& is_padding = input.is_padding;
  return is_padding.empty()
             ? 0
             : static_cast<std::size_t>(std::find(is_padding.begin(), is_padding.end(), false) -
                                        is_padding.begin());
}

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
  if (words.front() == "-" && typed.ends_with('\n'))
    text.notes.push_back(
        translated("the text ends with a line break, which is a token like any other."));
  add_padding(text.folder, text, pad);
  return text;
}

std::vector<std::size_t> places_of_token(const TokenText& text, const Flag& flag) {
  const std::string& typed = flag.text();
  std::vector<std::size_t> exact;
  for (std::size_t i = 0; i < text.n_tokens(); ++i)
    if (is_token(text.labels[i], typed)) exact.push_back(i);
  if (!exact.empty()) return exact;
  std::vector<std::size_t> spelled = places_where_spelled(text.labels, typed);
  if (spelled.empty()) refuse_unknown_token(text, flag);
  return spelled;
}

std::size_t place_of_token(const TokenText& text, const Flag& flag) {
  const auto place = typed_place(text, flag);
  return place ? *place : places_of_token(text, flag).back();
}

std::string other_places_note(const TokenText& text, const Flag& flag) {
  if (typed_place(text, flag)) return "";
  const std::vector<std::size_t> places = places_of_token(text, flag);
  const std::size_t taken = places.back();
  if (places.size() > 1) {
    std::vector<std::string> listed;
    for (const std::size_t place : places) listed.push_back(std::to_string(place));
    if (listed.size() > kMostListedPlaces) listed[kMostListedPlaces - 1] = "...";
    listed.resize(std::min(listed.size(), kMostListedPlaces));
    return message("\"{}\" is found at {} places, {}; the last is taken. {} #{} takes the first.",
                   preview(flag.text()), places.size(), joined(listed, ", "), flag.name(),
                   places.front());
  }
  if (is_token(text.labels[taken], flag.text())) return "";
  return message("\"{}\" ends in the token \"{}\" ({}), which is taken.", preview(flag.text()),
                 text.labels[taken], taken);
}

std::size_t asked_place(const ModelFolder& folder, const TokenText& text, const Flag& at) {
  return at ? place_of_token(text, at) : usual_place(folder, text);
}

std::size_t usual_place(const ModelFolder& folder, const TokenText& text) {
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

namespace {

namespace fs = std::filesystem;

// That of a GPT-2 of the same sizes, but for how it knows places.
Architecture gpt2_of(const LearnSettings& learned) {
  const TransformerSettings settings = text_model_settings(learned);
  const nlohmann::json config{{"model_type", "gpt2"},
                              {"n_embd", settings.d_model},
                              {"n_layer", settings.n_layers},
                              {"n_head", settings.n_heads},
                              {"n_inner", settings.d_ff},
                              {"n_positions", settings.longest},
                              {"vocab_size", settings.vocabulary},
                              {"tie_word_embeddings", false}};
  Architecture architecture = architecture_of(model_config(config.dump(), "config.json"));
  // Both tables have the same words.
  const std::string positions = name_in(attn::kPositionKinds, settings.positions);
  architecture.sizes.positions = value_in(kPositions, positions).value();
  if (architecture.sizes.positions == Positions::rotary) architecture.rotary.emplace();
  return architecture;
}

// Which words there are; how a text is cut into them is the model's own way.
Tokenizer names_of(const Vocabulary& vocabulary) {
  TokenVocabulary names;
  for (std::uint32_t id = 0; id < vocabulary.size(); ++id) names.add(vocabulary.word(id), id);
  return Tokenizer(TokenizerParts{
      .added = {{.content = kPaddingWord, .id = Vocabulary::kPadding, .special = true},
                {.content = kStartWord, .id = Vocabulary::kStart, .special = true}},
      .normalizers = {},
      .pre_tokenizers = {},
      .model = WordPiece(std::move(names), {.unknown = kPaddingWord}),
      .post_processor = {},
      .notes = {}});
}

Encoding encoded_words(const LearnedModel& model, const std::string& text) {
  const std::vector<std::string> words =
      model_tokens(text, {.vocabulary = model.vocabulary(),
                          .unit = model.text().unit,
                          .has_spaces = model.text().has_spaces});
  Encoding encoding{.tokens = {{.id = Vocabulary::kStart, .is_special = true}}, .notes = {}};
  for (const std::uint32_t id : model.vocabulary().ids(words))
    encoding.tokens.push_back({.id = id, .begin = 0, .end = 1});
  return encoding;
}

}  // namespace

bool names_learned_file(const std::string& typed) {
  std::error_code ignored;
  return typed.ends_with(".safetensors") && !fs::is_directory(typed, ignored);
}

ModelFolder read_learned_folder(const std::string& path) {
  std::error_code ignored;
  const fs::path beside = fs::path(path).parent_path();
  if (fs::exists(beside / "config.json", ignored))
    throw InputError(message("{}: there is a config.json beside it. Give the folder: {}",
                             preview(path, 200),
                             "--model " + (beside.empty() ? "." : beside.string())));
  const auto model = std::make_shared<const LearnedModel>(path);
  return {.name = fs::path(path).stem().string(),
          .architecture = gpt2_of(model->file().settings),
          .files = WeightFiles::of_file(path),
          .tokenizer = names_of(model->vocabulary()),
          .notes = {},
          .encode_words = [model](const std::string& text) { return encoded_words(*model, text); }};
}

}  // namespace attn
