#include <algorithm>
#include <stdexcept>
#include <utility>

#include "base/message.hpp"
#include "base/text.hpp"
#include "data/words/tokens.hpp"
#include "learning/learned/learned.hpp"
#include "learning/tasks/tasks.hpp"
#include "learning/text/text.hpp"

namespace attn {

namespace {

void require_text(const ModelFile& file) {
  if (!file.text)
    throw InputError(
        message("{}: this model learned to {} and reads no words. Give one that attn learn text "
                "made.",
                file.path, name_in(kTaskKinds, file.settings.task)));
}

// A grammar writes its sentences again, so that heads can be measured on them.
void require_words_of_grammar(const ModelFile& file) {
  if (file.text->grammar.empty()) return;
  const Grammar& grammar = grammar_of(file.text->grammar);
  if (file.text->words != grammar.words || file.settings.n_tokens < grammar.n_longest)
    throw InputError(
        message("{}: the model is said to have read sentences of the grammar {}, but knows other "
                "words or shorter sentences. Make it anew: attn learn text --grammar {}.",
                file.path, grammar.language, grammar.language));
}

// Before a model of the size that the settings claim takes memory: there are as many numbers.
void require_whole(const ModelFile& file) {
  const LearnSettings& settings = file.settings;
  const std::size_t d = settings.d_model;
  const std::size_t least = 2 * settings.n_vocabulary * d + settings.n_layers * 12 * d * d;
  std::size_t n = 0;
  for (const auto& [name, values] : file.tensors) n += values.size();
  if (n < least)
    throw InputError(
        message("{}: the file has {} numbers, and a model of its settings at least {}. The file is "
                "damaged.",
                file.path, n, least));
}

// What a study keeps at once: weights of all heads, a gibibyte of them.
constexpr std::size_t kMostWeights = std::size_t{1} << 27;

std::size_t n_weights(const LearnSettings& settings, std::size_t n_tokens) {
  return settings.n_layers * settings.n_heads * n_tokens * n_tokens;
}

void require_few_weights(const ModelFile& file) {
  const LearnSettings& settings = file.settings;
  const std::size_t n = n_weights(settings, settings.n_tokens + 2);
  if (n > kMostWeights)
    throw InputError(message(
        "{}: {} layers of {} heads have {} weights in a sequence of {} tokens, and at most "
        "{} can be shown. Learn with fewer heads or shorter pieces.",
        file.path, settings.n_layers, settings.n_heads, n, settings.n_tokens, kMostWeights));
}

ModelFile sound_text_model(ModelFile file) {
  require_text(file);
  require_words_of_grammar(file);
  require_few_weights(file);
  require_whole(file);
  return file;
}

// Sentences as one batch, each filled up behind its end, which it cannot see.
Batch<double> batch_of(const std::vector<TextPiece>& sentences) {
  Batch<double> batch;
  batch.n_sequences = sentences.size();
  for (const TextPiece& sentence : sentences)
    batch.length = std::max(batch.length, sentence.size());
  batch.tokens.reserve(batch.n_sequences * batch.length);
  for (const TextPiece& sentence : sentences) {
    batch.tokens.insert(batch.tokens.end(), sentence.begin(), sentence.end());
    batch.tokens.insert(batch.tokens.end(), batch.length - sentence.size(), Vocabulary::kPadding);
  }
  return batch;
}

// How many of the sentences from `first` on go into one batch, filled up to the longest of them.
std::size_t n_in_batch(const std::vector<TextPiece>& sentences, std::size_t first,
                       const LearnSettings& settings) {
  std::size_t n = 0, longest = 0;
  while (first + n < sentences.size()) {
    longest = std::max(longest, sentences[first + n].size());
    if (n > 0 && (n + 1) * n_weights(settings, longest) > kMostWeights) break;
    ++n;
  }
  return n;
}

std::vector<std::vector<arma::mat>> weights_in(Transformer<double>& model,
                                               const std::vector<TextPiece>& sentences,
                                               const LearnSettings& settings) {
  Workers workers;
  std::vector<std::vector<arma::mat>> weights(sentences.size());
  for (std::size_t first = 0; first < sentences.size();) {
    const std::size_t n = n_in_batch(sentences, first, settings);
    const auto begin = sentences.begin() + static_cast<std::ptrdiff_t>(first);
    model.forward(workers, batch_of({begin, begin + static_cast<std::ptrdiff_t>(n)}), {});
    for (std::size_t s = 0; s < n; ++s)
      for (std::size_t layer = 0; layer < model.n_layers(); ++layer)
        for (std::size_t head = 0; head < model.n_heads(); ++head)
          weights[first + s].push_back(
              weights_of(model, layer, s, head, sentences[first + s].size()));
    first += n;
  }
  return weights;
}

arma::mat matrix_of(Rows<const double> rows) {
  arma::mat matrix(rows.n_rows, rows.n_cols);
  for (arma::uword i = 0; i < matrix.n_rows; ++i)
    for (arma::uword j = 0; j < matrix.n_cols; ++j) matrix(i, j) = rows(i, j);
  return matrix;
}

}  // namespace

LearnedModel::LearnedModel(ModelFile file)
    : file_(sound_text_model(std::move(file))), vocabulary_(file_.text->words) {
  model_ = std::make_unique<Transformer<double>>(text_model_settings(file_.settings),
                                                 file_.settings.seed);
  load_parameters(file_, model_->parameters);
}

arma::mat LearnedModel::tensor(const std::string& name) {
  for (const auto& tensor : model_->parameters.tensors())
    if (tensor.name == name) return matrix_of(model_->parameters.value_of(tensor));
  throw std::logic_error("LearnedModel: no tensor " + name);
}

// Query, key and value lie side by side.
MultiHeadWeights LearnedModel::layer_weights(std::size_t layer) {
  const std::string prefix = "h." + std::to_string(layer) + ".attn.";
  const arma::mat W = tensor(prefix + "c_attn.weight"), b = tensor(prefix + "c_attn.bias");
  const arma::uword d = W.n_rows;
  return {.W_Q = W.cols(0, d - 1),
          .W_K = W.cols(d, 2 * d - 1),
          .W_V = W.cols(2 * d, 3 * d - 1),
          .W_O = tensor(prefix + "c_proj.weight"),
          .b_Q = b.cols(0, d - 1),
          .b_K = b.cols(d, 2 * d - 1),
          .b_V = b.cols(2 * d, 3 * d - 1),
          .b_O = tensor(prefix + "c_proj.bias")};
}

MultiHeadLayer LearnedModel::layer(const std::vector<std::uint32_t>& ids, std::size_t layer) {
  if (layer >= n_layers()) throw std::out_of_range("LearnedModel::layer");
  Workers workers(1);
  model_->forward(workers, batch_of({ids}), {});
  MultiHeadLayer result{.X = matrix_of(model_->attention_input(layer)),
                        .memory = {},
                        .value_memory = {},
                        .weights = layer_weights(layer),
                        .counts = {n_heads(), n_heads()},
                        .rope = {}};
  if (file_.settings.positions == PositionKind::rotary)
    result.rope = Rotary{.pairing = Pairing::half_split};
  return result;
}

std::vector<std::vector<arma::mat>> LearnedModel::weights(const std::vector<TextPiece>& sentences) {
  return weights_in(*model_, sentences, file_.settings);
}

std::vector<std::vector<arma::mat>> LearnedModel::untrained_weights(
    const std::vector<TextPiece>& sentences) {
  Transformer<double> model(model_->settings(), file_.settings.seed);
  return weights_in(model, sentences, file_.settings);
}

LearnSettings grammar_settings(std::string_view language) {
  const Grammar& grammar = grammar_of(language);
  LearnSettings settings = usual_settings(TaskKind::text);
  settings.seed = 8;  // src/learning/models/README.md says why this one
  if (grammar.language != "ja") return settings;
  settings.seed = 2;
  // それ says nothing about its noun, so more seeds find it when the model cannot lean on details.
  settings.n_steps = 1000;
  settings.dropout = 0.1;
  settings.weight_decay = 0.1;
  return settings;
}

Corpus grammar_corpus(std::string_view language, std::uint64_t seed) {
  return corpus_of_grammar(grammar_of(language), kGrammarSentences, kHeldOutSentences,
                           static_cast<std::uint32_t>(seed));
}

std::string learned_file_name(std::string_view language) {
  return std::string(language) + ".safetensors";
}

namespace {

// "花子が太郎に" as 花子, が, 太郎, に. What no known word begins with is gathered until one does.
void cut_into_known(const std::string& text, const Vocabulary& vocabulary,
                    std::vector<std::string>& tokens) {
  constexpr std::size_t kLongestWord = 32;  // characters
  const std::vector<std::string_view> characters = graphemes_of(text);
  std::string unknown;
  for (std::size_t i = 0; i < characters.size();) {
    std::string word, longest;
    std::size_t n_longest = 0;
    for (std::size_t j = i; j < std::min(characters.size(), i + kLongestWord); ++j) {
      word += characters[j];
      if (!vocabulary.knows(word)) continue;
      longest = word;
      n_longest = j + 1 - i;
    }
    if (n_longest == 0) {
      unknown += characters[i++];
      continue;
    }
    if (!unknown.empty()) tokens.push_back(std::move(unknown));
    unknown.clear();
    tokens.push_back(std::move(longest));
    i += n_longest;
  }
  if (!unknown.empty()) tokens.push_back(std::move(unknown));
}

}  // namespace

std::vector<std::string> model_tokens(std::string_view sentence, const WordsOfModel& known) {
  const std::string text(sentence);
  split_words(text);  // refuses what cannot be shown
  if (known.has_spaces || known.unit == TextUnit::characters) {
    std::vector<std::string> tokens = tokens_of_line(text, known.unit).tokens;
    std::string& first = tokens.front();
    if (!known.vocabulary.knows(first) && known.vocabulary.knows(lower_case(first)))
      first = lower_case(first);
    return tokens;
  }
  std::vector<std::string> tokens;
  std::string with_spaces = text;
  replace_all(with_spaces, "\u3000", " ");
  for (const std::string& part : spaced_words(with_spaces))
    cut_into_known(part, known.vocabulary, tokens);
  return tokens;
}

std::size_t n_unknown(const std::vector<std::string>& tokens, const Vocabulary& vocabulary) {
  return static_cast<std::size_t>(
      std::count_if(tokens.begin(), tokens.end(),
                    [&vocabulary](const std::string& token) { return !vocabulary.knows(token); }));
}

}  // namespace attn
