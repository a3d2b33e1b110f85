#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "learning/tasks/answers.hpp"
#include "learning/tasks/learn_settings.hpp"
#include "network/models/models.hpp"
#include "trace/table.hpp"

namespace attn {

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

}  // namespace attn
