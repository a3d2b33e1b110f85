#include "cli/attention/learned.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/count.hpp"
#include "base/message.hpp"
#include "base/text.hpp"
#include "cli/program/program.hpp"
#include "cli/terminal/terminal.hpp"
#include "learning/learned/learned.hpp"
#include "learning/sentences/sentences.hpp"
#include "mechanisms/attention/stages.hpp"
#include "render/text/document.hpp"

namespace attn {

namespace {

bool is_model_file(const std::string& word) { return word.ends_with(".safetensors"); }

// The file of the user's own, or "".
std::string own_file(const WordFlags& words) {
  const auto file = std::find_if(words.text.begin(), words.text.end(), is_model_file);
  return file == words.text.end() ? "" : *file;
}

}  // namespace

void LearnedFlags::add_to(const FlagGroup& group) {
  group.in_page(PageRole::written_out)
      .flag(learned,
            translated("The numbers of a model that learned to guess words, or of the one in "
                       "FILE.safetensors; without a sentence, the words that it knows"));
  group.value(
      layer, "N",
      translated("With --learned or --model, this layer (default of --learned: where a head "
                 "does what the sentence asks for)"),
      {.needs = {"--learned|--model"}});
}

Form learned_form(const LearnedFlags& flags, const WordFlags& words,
                  const AttentionSettingFlags& settings, const Flags& more) {
  const Flags all = flags_of(settings, &AttentionSettingFlags::add_setting_flags);
  return {flags.learned,
          joined({{flags.layer, words.tokens}, unread(all, settings.idle_beside_causal()), more})};
}

WordFlags without_model_file(WordFlags words) {
  std::erase_if(words.text, is_model_file);
  return words;
}

bool has_sentence(const WordFlags& words) { return without_model_file(words).has_words(); }

std::string model_path(const WordFlags& words, const std::string& language) {
  const std::string file = own_file(words);
  return file.empty() ? data_folder() + "/models/" + learned_file_name(language) : file;
}

std::string language_of_model(const WordFlags& words) {
  return words.for_programs ? "en" : language_code();
}

std::string typed_model(const WordFlags& words) {
  const std::string file = own_file(words);
  return file.empty() ? "--learned" : shell_word(file) + " --learned";
}

namespace {

WordsOfModel words_known(const LearnedModel& model) {
  return {.vocabulary = model.vocabulary(),
          .unit = model.text().unit,
          .has_spaces = model.text().has_spaces};
}

// The sentence as it was typed, and its tokens where these were.
struct TypedSentence {
  std::string text;
  std::vector<std::string> tokens;
  std::string title;
};

TypedSentence typed_sentence(const WordFlags& words) {
  const Words read = read_words(words);
  TypedSentence sentence{.text = joined(words.text, " "), .tokens = {}, .title = read.title};
  if (words.tokens) sentence.tokens = read.tokens;
  if (sentence.text == "-") sentence.text = joined(read.tokens, " ");
  return sentence;
}

std::vector<std::string> tokens_for(const TypedSentence& sentence, const WordsOfModel& known) {
  return sentence.tokens.empty() ? model_tokens(sentence.text, known) : sentence.tokens;
}

// Of the two models that attn brings along, the one that knows more of the words.
std::string language_for(const TypedSentence& sentence) {
  const auto n_unknown_in = [&sentence](const Grammar& grammar) {
    const Vocabulary vocabulary(grammar.words);
    const WordsOfModel known{
        .vocabulary = vocabulary, .unit = TextUnit::words, .has_spaces = grammar.has_spaces()};
    return n_unknown(tokens_for(sentence, known), vocabulary);
  };
  const std::size_t en = n_unknown_in(grammar_of("en")), ja = n_unknown_in(grammar_of("ja"));
  if (en == ja) return language_code();
  return en < ja ? "en" : "ja";
}

// A person who may not know the word has to find out which there are.
std::vector<std::uint32_t> known_ids(const LearnedModel& model,
                                     const std::vector<std::string>& tokens,
                                     const std::string& typed) {
  try {
    return model.vocabulary().ids(tokens);
  } catch (InputError& error) {
    error.hints.push_back(message("attn mha {} lists the words that the model knows.", typed));
    throw;
  }
}

void require_short(const LearnedModel& model, std::size_t n_tokens) {
  if (n_tokens > model.n_longest())
    throw InputError(
        message("the sentence has {} tokens, and the model reads at most {}. Leave some out.",
                n_tokens, model.n_longest()));
}

}  // namespace

LearnedSentence read_learned_sentence(const WordFlags& words) {
  const TypedSentence typed = typed_sentence(without_model_file(words));
  LearnedModel model(model_path(words, language_for(typed)));
  const std::vector<std::string> tokens = tokens_for(typed, words_known(model));
  require_short(model, tokens.size());
  std::vector<std::uint32_t> ids = known_ids(model, tokens, typed_model(words));
  ids.insert(ids.begin(), Vocabulary::kStart);
  LearnedSentence sentence{.model = std::move(model),
                           .study = {},
                           .weights = {},
                           .ids = std::move(ids),
                           .tokens = {kStartWord},
                           .title = typed.title,
                           .typed_model = typed_model(words)};
  sentence.tokens.insert(sentence.tokens.end(), tokens.begin(), tokens.end());
  sentence.study = study_of_heads(sentence.model);
  sentence.weights = sentence.model.weights({sentence.ids}).front();
  return sentence;
}

AttentionOptions learned_settings(const AttentionSettingFlags& flags, LearnedSentence& sentence) {
  AttentionOptions options = flags.read_settings();
  flags.read_visibility(options, {sentence.tokens, sentence.tokens}, sentence.notes, true);
  return options;
}

ChosenHead read_chosen_head(const LearnedSentence& sentence, const Flag& layer, const Flag* head) {
  const LearnedModel& model = sentence.model;
  const auto typed_layer = layer.count(0, model.n_layers() - 1);
  const auto typed_head = head ? head->count(0, model.n_heads() - 1) : std::nullopt;
  if (typed_layer && typed_head)
    return {.layer = *typed_layer, .head = *typed_head, .is_typed = true};
  const auto found = head_for(sentence.study, sentence.ids, sentence.weights,
                              {.layer = typed_layer, .head = typed_head});
  if (!found)
    return {.layer = typed_layer.value_or(0),
            .head = typed_head.value_or(0),
            .is_typed = typed_layer.has_value()};
  const StudiedHead& shown = sentence.study.heads[found->place];
  return {.layer = shown.layer, .head = shown.head, .found = found};
}

std::string learned_note(const LearnedModel& model) {
  const LearnSettings& settings = model.file().settings;
  const std::size_t n_words = model.text().words.size();
  if (model.text().grammar.empty())
    return message(
        "learned: the weights are those of {} after {} steps of {} pieces of text each. The model "
        "knows {} words or characters, and of each only what it stands beside, not what it means.",
        shown_path(model.file().path), count_text(model.file().n_steps), settings.n_in_batch,
        n_words);
  return message(
      "learned: the weights are those of a small model that guessed the next word of sentences for "
      "{} steps of {} sentences each. It knows {} words and sentences of four kinds, and of each "
      "word only what it stands beside, not what it means.",
      count_text(model.file().n_steps), settings.n_in_batch, n_words);
}

std::string why_shown(const LearnedSentence& sentence, const ChosenHead& place) {
  if (!place.found)
    return message(
        "no head has a habit that this sentence asks for: shown is layer {}. --layer N shows "
        "another one.",
        place.layer);
  const HeadWithHabit& found = *place.found;
  const arma::rowvec row = sentence.weights[found.place].row(found.query);
  const arma::uword key = row.index_max();
  return message(
      "layer {}, head {} has what this sentence asks for: it {}. Here \"{}\" gives {:.2f} of its "
      "attention to \"{}\". --layer N shows another layer.",
      place.layer, place.head,
      remark_for(sentence.study, sentence.study.heads[found.place], found.habit),
      sentence.tokens[found.query], row(key), sentence.tokens[key]);
}

std::string habit_note(const HeadStudy& study, const StudiedHead& head, Habit habit) {
  if (habit == Habit::none)
    return message("layer {}, head {} has no plain pattern in {}.", head.layer, head.head,
                   measured_on(study));
  const HeadMeasure &measure = head.measures[habit], &untrained = head.untrained[habit];
  return message(
      "layer {}, head {}: {}. {:.2f} of its weight lies there, at {} queries of {}; of even "
      "attention {:.2f}, of the untrained model {:.2f}.",
      head.layer, head.head, remark_for(study, head, habit), measure.mean(), measure.n_rows,
      measured_on(study), measure.even_mean(), untrained.mean());
}

void describe_learned(Trace& trace, const LearnedSentence& sentence) {
  const TextFacts& text = sentence.model.text();
  trace.title = sentence.title;
  trace.source = "learned";
  trace.config.emplace_back("model",
                            text.grammar.empty() ? sentence.model.file().path : text.grammar);
  trace.notes.insert(
      trace.notes.begin(),
      {learned_note(sentence.model),
       message("{} stands where a sentence begins, and a head with nothing to look for can rest on "
               "it. attn mha {} lists what the model knows.",
               kStartWord, sentence.typed_model)});
  trace.notes.insert(trace.notes.begin(), sentence.notes.begin(), sentence.notes.end());
}

namespace {

// Where in the model: in front, since it says what the sizes after it belong to.
void add_place(Trace& trace, const char* name, std::size_t place) {
  trace.config.emplace(trace.config.begin(), name, static_cast<std::int64_t>(place));
}

const StudiedHead* studied_head(const LearnedSentence& sentence, std::size_t layer,
                                std::size_t head) {
  // The file of a model may keep nothing to measure heads on.
  if (sentence.study.heads.empty()) return nullptr;
  return &sentence.study.at(layer, head, sentence.model.n_heads());
}

// What a head does that this sentence has a use for, as its map says above it.
std::string map_remark(const LearnedSentence& sentence, std::size_t layer, std::size_t head) {
  const StudiedHead* const studied = studied_head(sentence, layer, head);
  if (!studied) return "";
  return remark_for(sentence.study, *studied,
                    habit_among(*studied, habits_asked(sentence.study, sentence.ids)));
}

void add_remarks(Trace& trace, const LearnedSentence& sentence, std::size_t layer) {
  for (Stage& stage : trace.stages)
    for (std::size_t head = 0; head < sentence.model.n_heads(); ++head)
      if (stage.id == "weights" && stage.group == group_of(head))
        stage.remark = map_remark(sentence, layer, head);
}

// Which state of a model is shown.
enum class Learning { before, after };

// The weights of every head of a layer over the sentence, as stages of their own; `weights` are
// those of the whole model.
void record_maps(Trace& trace, const LearnedSentence& sentence, std::size_t layer,
                 Learning learning, const std::vector<arma::mat>& weights) {
  const bool is_trained = learning == Learning::after;
  AttentionOptions options;
  options.causal = true;
  const std::size_t n = sentence.ids.size(), n_heads = sentence.model.n_heads();
  const AttentionSettings settings = settings_for(options, n, n, n_heads);
  const Axis query{"query", sentence.tokens}, key{"key", sentence.tokens};
  for (std::size_t head = 0; head < n_heads; ++head) {
    Stage stage = weights_stage(query, key, settings.blocked);
    stage.id += fmt::format("_layer_{}{}", layer, is_trained ? "" : "_untrained");
    stage.group = group_of(head);
    stage.formula = fmt::format("A = softmax(masked), layer {}{}", layer,
                                is_trained ? "" : ", before learning");
    stage.rule = Shares{};
    if (is_trained) stage.remark = map_remark(sentence, layer, head);
    trace.overview.push_back(stage.id);
    record(trace, std::move(stage), weights[layer * n_heads + head]);
  }
}

void add_tables(Trace& trace, const HeadStudy& study) {
  trace.tables = {habit_table(study, {}), mass_table(study)};
  for (Table& table : trace.tables) {
    table.is_asked_for = true;
    trace.overview.push_back(table.id);
  }
}

}  // namespace

AttentionProblem learned_problem(LearnedSentence& sentence, const ChosenHead& place,
                                 const AttentionOptions& options) {
  AttentionProblem problem;
  static_cast<AttentionOptions&>(problem) = options;
  problem.tensors = projected_head(sentence.model.layer(sentence.ids, place.layer), place.head);
  problem.query_tokens = problem.key_tokens = sentence.tokens;
  return problem;
}

MultiHeadProblem learned_layer_problem(LearnedSentence& sentence, std::size_t layer,
                                       const AttentionOptions& options) {
  MultiHeadProblem problem;
  static_cast<AttentionOptions&>(problem) = options;
  static_cast<MultiHeadLayer&>(problem) = sentence.model.layer(sentence.ids, layer);
  problem.query_tokens = problem.key_tokens = sentence.tokens;
  return problem;
}

void add_learned_head(Trace& trace, const LearnedSentence& sentence, const ChosenHead& place) {
  trace.overview = {"weights"};
  add_place(trace, "head", place.head);
  add_place(trace, "layer", place.layer);
  if (const StudiedHead* head = studied_head(sentence, place.layer, place.head))
    for (const Habit habit : habits_of(head->measures))
      trace.notes.push_back(habit_note(sentence.study, *head, habit));
  trace.notes.insert(
      trace.notes.begin(),
      message(
          "queries and keys are shown as the head compares them: with their bias, and with what "
          "positions add to them. attn mha {} --layer {} shows how they come about.",
          sentence.typed_model, place.layer));
  if (!place.is_typed) trace.notes.insert(trace.notes.begin(), why_shown(sentence, place));
  describe_learned(trace, sentence);
}

void add_learned_layer(Trace& trace, const LearnedSentence& sentence, const ChosenHead& place) {
  trace.overview = {"weights", "average", "habits"};
  add_place(trace, "layer", place.layer);
  add_remarks(trace, sentence, place.layer);
  if (!sentence.study.heads.empty()) {
    trace.tables.push_back(habit_table(sentence.study, place.layer));
    trace.tables.back().after = "weights";
  }
  if (!place.is_typed) trace.notes.insert(trace.notes.begin(), why_shown(sentence, place));
  describe_learned(trace, sentence);
}

Trace heads_table_trace(const WordFlags& words) {
  Trace trace{.command = "mha"};
  if (!has_sentence(words)) {
    LearnedModel model(model_path(words, language_of_model(words)));
    add_tables(trace, study_of_heads(model));
    trace.source = "learned";
    trace.notes.push_back(learned_note(model));
    return trace;
  }
  LearnedSentence sentence = read_learned_sentence(words);
  trace.query_tokens = trace.key_tokens = sentence.tokens;
  add_tables(trace, sentence.study);
  const std::vector<arma::mat> untrained = sentence.model.untrained_weights({sentence.ids}).front();
  for (std::size_t layer = 0; layer < sentence.model.n_layers(); ++layer) {
    record_maps(trace, sentence, layer, Learning::after, sentence.weights);
    record_maps(trace, sentence, layer, Learning::before, untrained);
  }
  describe_learned(trace, sentence);
  return trace;
}

namespace {

std::string about_kind(SentenceKind kind) {
  switch (kind) {
    case SentenceKind::reference:
      return translated("what the pronoun stands for decides the verb");
    case SentenceKind::agreement:
      return translated("a word further back decides the form");
    case SentenceKind::names:
      return translated("full names come again");
    case SentenceKind::exchange:
      break;
  }
  return translated("two people change places");
}

struct KindOfSentence {
  SentenceKind kind{};
  std::string example;
};

// The kinds that a grammar writes, each with the first sentence that it writes of it.
std::vector<KindOfSentence> kinds_of(const std::string& language) {
  if (language.empty()) return {};
  constexpr std::size_t kEnough = 200;
  const Grammar& grammar = grammar_of(language);
  std::vector<KindOfSentence> kinds;
  const std::vector<Sentence> sentences = draw_sentences(grammar, kEnough, 1, Split::held_out);
  for (const SentenceRule& rule : grammar.rules)
    for (const Sentence& sentence : sentences)
      if (sentence.kind == rule.kind) {
        kinds.push_back({rule.kind, sentence_text(grammar, sentence)});
        break;
      }
  return kinds;
}

Document words_page(const LearnedModel& model, const std::vector<KindOfSentence>& kinds) {
  Document page;
  page.add(Heading{message("What the model of --learned knows")});
  page.add(Paragraph{learned_note(model)});
  if (!kinds.empty()) page.add(Heading{translated("Kinds of sentences"), 2});
  for (const KindOfSentence& kind : kinds) {
    page.add(Paragraph{about_kind(kind.kind)});
    page.add(ListItem{"-", kind.example});
  }
  const TextFacts& text = model.text();
  page.add(Heading{message("The {} words", text.words.size()), 2});
  page.add(Paragraph{joined(text.words, "  ")});
  return page;
}

nlohmann::ordered_json words_json(const LearnedModel& model,
                                  const std::vector<KindOfSentence>& kinds) {
  nlohmann::ordered_json json{{"schema", "attn.learned/1"},
                              {"file", shown_path(model.file().path)},
                              {"steps", model.file().n_steps},
                              {"n_layers", model.n_layers()},
                              {"n_heads", model.n_heads()}};
  json["kinds"] = nlohmann::ordered_json::array();
  for (const KindOfSentence& kind : kinds)
    json["kinds"].push_back(
        {{"kind", name_in(kSentenceKinds, kind.kind)}, {"example", kind.example}});
  json["words"] = model.text().words;
  return json;
}

}  // namespace

int list_learned_words(const WordFlags& words, const Flag& learned, const FlagTable& table,
                       const ViewFlags& view) {
  const Flags looks = flags_of<ScreenFlags>(view, &ScreenFlags::add_screen_flags);
  Form{learned, joined({looks, {view.json, view.plain, view.explain}})}.refuse_others(
      table.flags());
  const LearnedModel model(model_path(words, language_of_model(words)));
  const std::vector<KindOfSentence> kinds = kinds_of(model.text().grammar);
  if (view.json)
    print_result(json_document(words_json(model, kinds)));
  else if (view.plain)
    print_result("word\n" + joined(model.text().words, "\n") + "\n");
  else
    print_screen(document_text(words_page(model, kinds), view.read_layout()));
  return kDone;
}

}  // namespace attn
