// What can be learned, its settings, and how one sees that it was learned.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/named.hpp"
#include "learning/heads/heads.hpp"
#include "network/models/models.hpp"
#include "network/rows.hpp"
#include "trace/table.hpp"
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

/// Which of the heads of a model.
struct HeadPlace {
  std::size_t layer = 0, head = 0;

  bool operator==(const HeadPlace&) const = default;
};

/// One thing that tells whether something was learned.
struct MeasureRow {
  std::string id, name;  ///< for programs; for people, translated
  double before = 0.0, after = 0.0;
  std::optional<double> chance{};    ///< what guessing, or even attention, would reach
  std::optional<HeadPlace> place{};  ///< of the head; none where there is but one
};

/// The part of the answers that are right, as a person reads it everywhere: "0.983", and "<0.001"
/// of what is not quite none. In a table as a cell.
std::string accuracy_text(double part);
cell::Real accuracy_cell(double part);

/// Rows of measures as a table: measure, before, after, chance, and where a row is about one head
/// of several also layer and head.
Table measures_table(const std::vector<MeasureRow>& rows, std::string note = "");

/// What a rule says of one sequence of a batch, which may be shorter than the batch is long.
struct RuledSequence {
  std::size_t n_tokens = 0;  ///< without padding
  KeyRule rule;
};

/// The weights of one head for the first n tokens of one sequence of the last batch.
///
/// Shapes:  (n × n)
template <class Real>
arma::mat weights_of(const Network<Real>& model, std::size_t layer, std::size_t sequence,
                     std::size_t head, std::size_t n_tokens) {
  const Rows<const Real> weights = model.weights(layer, sequence, head);
  arma::mat W(n_tokens, n_tokens);
  for (arma::uword i = 0; i < W.n_rows; ++i)
    for (arma::uword j = 0; j < W.n_cols; ++j) W(i, j) = static_cast<double>(weights(i, j));
  return W;
}

/// How much weight a head puts where a rule says, over the sequences of the last batch.
HeadMeasure head_measure(const Network<float>& model, std::size_t layer, std::size_t head,
                         const std::vector<RuledSequence>& sequences, Sight sight);

/// The head that follows a rule most, measured before and after learning; the other model's head
/// is the best of its own. Both models have seen the batch last.
MeasureRow best_head(std::string id, std::string name, const Network<float>& before,
                     const Network<float>& after, const std::vector<RuledSequence>& sequences,
                     Sight sight);

/// How many of the targets that count are right, and of the sequences all of whose targets are.
struct Rightness {
  std::size_t n_right = 0, n_targets = 0, n_whole = 0, n_sequences = 0;

  double accuracy() const { return part(n_right, n_targets); }
  double whole() const { return part(n_whole, n_sequences); }
  Rightness& operator+=(const Rightness& other);

 private:
  static double part(std::size_t n, std::size_t of);
};

/// The same of a batch from its logits, one row a target.
///
/// Shapes:  logits (n × n_classes), targets n, in n_sequences of equal length
Rightness rightness(Rows<const float> logits, const std::vector<std::int32_t>& targets,
                    std::size_t n_sequences);

/// What a model says of one held-out sequence before learning and after.
struct ShownAnswer {
  std::vector<std::uint32_t> tokens{};
  std::string sketch{};                   ///< the sequence for people, as far as it matters
  std::size_t label = 0;                  ///< the class that is right
  std::vector<double> before{}, after{};  ///< the probability of each class
};

/// How probable each class is.
///
///     p = softmax(z),   z the row of the logits
///
/// Shapes:  logits (n × n_classes)
std::vector<double> class_probabilities(Rows<const float> logits, std::size_t row);

/// Whether the most probable class is the one that is right.
bool is_right(const std::vector<double>& probabilities, std::size_t label);

/// Sequences of words as a line each: the two words of the rule and a dot for every other one; of a
/// long sequence only which of the two comes first. Where a coin made the labels no word means
/// anything, so the first few stand there by their numbers.
///
/// Units:   a word is its number; below `first_plain_word` it has a meaning
std::string sequence_sketch(const std::vector<std::uint32_t>& words, LabelKind labels,
                            std::uint32_t first_plain_word);

/// A row a sequence: what it is, its class, the probabilities before and after, and when the answer
/// was right.
Table answers_table(const std::vector<ShownAnswer>& answers, LabelKind labels);

/// By how many held-out sequences a model is judged, at most where a text has fewer.
struct HeldOutCounts {
  std::size_t quick = 0;     ///< at every point of the curve
  std::size_t thorough = 0;  ///< at the end
};

constexpr HeldOutCounts held_out_counts(TaskKind task) {
  switch (task) {
    case TaskKind::copy:
      return {.quick = 200, .thorough = 2000};
    case TaskKind::reverse:
    case TaskKind::sort:
      return {.quick = 200, .thorough = 1000};
    case TaskKind::recall:
      return {.quick = 200, .thorough = 500};
    case TaskKind::classify:
      return {.quick = 500, .thorough = 2000};
    case TaskKind::text:
      break;
  }
  return {.quick = 128, .thorough = 1000};
}

/// Held-out sequences of a classification that go through a model together.
inline constexpr std::size_t kClassifyAtOnce = 250;

/// Held-out pieces of a text by which its heads are measured, all together.
inline constexpr std::size_t kTextOfHeads = 128;

/// How many held-out sequences go through a model together at most: what takes memory.
constexpr std::size_t most_judged_at_once(TaskKind task) {
  if (task == TaskKind::classify) return kClassifyAtOnce;
  if (task == TaskKind::text) return kTextOfHeads;
  return held_out_counts(task).thorough;
}

/// What a model is worth on sequences that it never saw.
struct Score {
  double loss = 0.0;
  std::optional<double> accuracy{};  ///< the part of the answers that are right, where they can be
};

/// A number that a curve is held against: what guessing reaches, or where dropout stops it.
struct Level {
  std::string id;    ///< "chance", "floor": for programs
  std::string name;  ///< for people, translated
  double loss = 0.0;
};

/// How thoroughly a model is looked at: at every point of the curve, or once, at the end.
enum class Look { quick, thorough };

/// Something to learn: where its sequences come from, what learns it, and how one sees that it was
/// learned. The sequences of a step hang on the seed and the number of the step alone.
class Task {
 public:
  explicit Task(LearnSettings settings) : settings_(std::move(settings)) {}
  virtual ~Task() = default;
  Task(const Task&) = delete;
  Task& operator=(const Task&) = delete;

  const LearnSettings& settings() const { return settings_; }

  /// An untrained model: its first numbers hang on the seed.
  virtual std::unique_ptr<Network<float>> new_model() const = 0;

  /// The sequences of one step, counted from 0. Reuses what `batch` holds.
  virtual void fill_batch(std::uint64_t step, Batch<float>& batch) const = 0;

  /// What the model is worth on held-out sequences, the same ones at every call.
  virtual Score score(Network<float>& model, Workers& workers, Look look) const = 0;

  /// How many held-out sequences that is.
  virtual std::size_t n_looked_at(Look look) const;

  /// What the loss is held against.
  virtual std::vector<Level> levels() const = 0;

  /// What learned and untrained model do, beside what chance would: a table of measures with its
  /// rows in the order of importance, each with `before`, `after` and `chance`.
  virtual Table measures(Network<float>& before, Network<float>& after, Workers& workers) const = 0;

  /// What the models say of a few held-out sequences; none where an answer is not one class.
  virtual std::vector<ShownAnswer> shown_answers(Network<float>& /*before*/,
                                                 Network<float>& /*after*/,
                                                 Workers& /*workers*/) const {
    return {};
  }

  /// The sequence whose weights are shown before and after, and a word for each of its tokens.
  virtual Batch<float> shown_sequence() const = 0;
  virtual std::vector<std::string> shown_tokens() const = 0;

 private:
  LearnSettings settings_;
};

/// The task that settings describe, but for text, which needs one.
/// Errors:  InputError as require_sound
std::unique_ptr<Task> make_task(const LearnSettings& settings);

/// The model of a task, as far as its settings say: whatever else a task wants of it is its own.
TransformerSettings usual_model(const LearnSettings& settings);

/// Settings as a JSON object, each by its name in named_settings.
nlohmann::ordered_json settings_json(const LearnSettings& settings);

/// The settings of such an object, which comes from a file: every one must be there, none besides,
/// and all within what a model can have.
///
/// Errors:  InputError that begins with `place` and names the setting.
LearnSettings settings_from_json(const nlohmann::json& object, const std::string& place);

}  // namespace attn
