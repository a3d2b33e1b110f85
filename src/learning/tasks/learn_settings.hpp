#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/named.hpp"
#include "network/models/models.hpp"
#include "trace/trace.hpp"

namespace attn {

/// What can be learned.
enum class TaskKind { copy, reverse, sort, classify, recall, text };
inline constexpr Named<TaskKind> kTaskKinds[] = {
    {TaskKind::copy, "copy"},         {TaskKind::reverse, "reverse"}, {TaskKind::sort, "sort"},
    {TaskKind::classify, "classify"}, {TaskKind::recall, "recall"},   {TaskKind::text, "text"}};

/// What classifies: a whole block of a transformer, attention alone, or a network that reads word
/// by word.
enum class ClassifierKind { attention, simple, lstm, rnn };
inline constexpr Named<ClassifierKind> kClassifierKinds[] = {
    {ClassifierKind::attention, "attention"},
    {ClassifierKind::simple, "simple"},
    {ClassifierKind::lstm, "lstm"},
    {ClassifierKind::rnn, "rnn"}};

/// Where the labels of sequences come from: a rule of order (word 1 stands before word 2, or after
/// it), or a coin.
enum class LabelKind { order, random };
inline constexpr Named<LabelKind> kLabelKinds[] = {{LabelKind::order, "order"},
                                                   {LabelKind::random, "random"}};

/// What a text is made of for a model.
enum class TextUnit { words, characters };
inline constexpr Named<TextUnit> kTextUnits[] = {{TextUnit::words, "words"},
                                                 {TextUnit::characters, "characters"}};

// The most that is taken from a flag or a file, so that no mistyped number fills the memory.
inline constexpr std::uint64_t kMostSteps = 10'000'000, kMostInBatch = 4096, kWidestModel = 1024,
                               kMostLayers = 24, kLongestSequence = 1024,
                               kLargestVocabulary = 50'000, kMostTraining = 1'000'000;

/// All that a run of learning hangs on, besides the text it may read: with these and the same
/// number of steps, the same digits come out.
struct LearnSettings {
  TaskKind task = TaskKind::copy;
  std::uint64_t seed = 42;
  std::uint64_t n_steps = 100;
  std::uint64_t n_in_batch = 32;  ///< sequences
  double learning_rate = 0.01;
  std::uint64_t warm_up = 0;
  bool is_cosine = false;
  double clip = 0.0;          ///< the greatest length of the gradient; 0: any
  double weight_decay = 0.0;  ///< not 0: AdamW
  std::size_t d_model = 16, n_heads = 1, n_layers = 1;
  double dropout = 0.0;
  PositionKind positions = PositionKind::none;
  std::size_t n_tokens = 6;      ///< in a sequence; of text at most
  std::size_t n_vocabulary = 0;  ///< digits, words or keys; of text as many as it has
  ClassifierKind classifier = ClassifierKind::attention;
  LabelKind labels = LabelKind::order;
  std::size_t n_training = 0;  ///< sequences of classify, which come again in every epoch
  TextUnit unit = TextUnit::words;
};

/// Whether the model has heads and layers: the networks that read word by word have neither.
inline bool has_heads_and_layers(const LearnSettings& settings) {
  return settings.task != TaskKind::classify || settings.classifier == ClassifierKind::attention ||
         settings.classifier == ClassifierKind::simple;
}

/// Settings that are known to work, over several seeds.
LearnSettings usual_settings(TaskKind task, ClassifierKind classifier = ClassifierKind::attention);

/// The shortest sequence, and the smallest vocabulary, in which a task has something to learn.
std::uint64_t least_tokens(TaskKind task);
std::uint64_t least_vocabulary(TaskKind task);

/// Refuses settings that do not fit each other.
/// Errors:  InputError, which says what would fit.
void require_sound(const LearnSettings& settings);

/// Every setting by its name, in order, as JSON, files and screens name them.
std::vector<std::pair<std::string, Setting>> named_settings(const LearnSettings& settings);

}  // namespace attn
