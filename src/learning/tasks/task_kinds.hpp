#pragma once

#include "learning/tasks/tasks.hpp"
#include "network/draws.hpp"

namespace attn {

/// A task whose sequences are drawn, new ones for every step.
class DrawnTask : public Task {
 public:
  using Task::Task;

  void fill_batch(std::uint64_t step, Batch<float>& batch) const override {
    fill(settings().n_in_batch, Draws(settings().seed, step, kTrainingData), batch);
  }
  Score score(Network<float>& model, Workers& workers, Look look) const override;
  Batch<float> shown_sequence() const override;

 protected:
  /// Sequences with what is wanted of them, in the place of what the batch holds.
  virtual void fill(std::size_t n_sequences, const Draws& draws, Batch<float>& batch) const = 0;

  /// To be called by constructors, where fill() is there already.
  void draw_held_out();

  const Batch<float>& held_out() const { return held_out_; }
  Rightness rightness_of(Network<float>& model, Workers& workers) const;

  /// What a rule says of each held-out sequence, by its tokens.
  std::vector<RuledSequence> held_out_rules(
      const std::function<KeyRule(const std::vector<std::uint32_t>& tokens)>& rule) const;

 private:
  Batch<float> held_out_, quick_;
};

/// Sequences of words in two classes, the same ones in every epoch: by a rule of order that can be
/// learned, or by a coin, whose throws can only be learned by heart.
std::unique_ptr<Task> classify_task(LearnSettings settings);

/// Sequences of random vectors that are to come out as they went in, through attention and a linear
/// map. Dropout p on the weights holds the training loss at p and leaves p² in evaluation: the best
/// that a model can do is to give each token (1 − p) of itself.
std::unique_ptr<Task> copy_task(LearnSettings settings);

/// A stream of keys and values in which keys come again: what came after a key before comes after
/// it now. The answer counts only where the key was seen. Two heads must work together for it, one
/// that looks one back and one that finds what followed last time, and they appear suddenly.
///
/// Source:  the task of Olsson et al. 2022, arXiv:2209.11895, in its smallest form.
std::unique_ptr<Task> recall_task(LearnSettings settings);

/// Digits that are to come out backwards, or in order, each place answered at once.
std::unique_ptr<Task> sequence_task(LearnSettings settings);

}  // namespace attn
