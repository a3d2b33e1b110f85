#include "cli/pretrained/learned_folder.hpp"

#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>

#include "base/message.hpp"
#include "base/text.hpp"
#include "data/model/model_files.hpp"
#include "learning/learned/learned.hpp"
#include "learning/text/text.hpp"
#include "tokenizer/shown_token.hpp"

namespace attn {
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
