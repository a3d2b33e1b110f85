// All that is worth telling of a run, and models beside each other.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "learning/tasks/tasks.hpp"
#include "learning/training/training.hpp"
#include "trace/table.hpp"
#include "trace/trace.hpp"

namespace attn {

struct Corpus;

/// A text that a language model made up after so many steps.
struct SampledText {
  std::uint64_t step = 0;
  std::string text;
};

/// What is worth telling of the text that a language model read.
struct ReadText {
  std::string title;
  TextUnit unit = TextUnit::words;
  bool is_unit_found = false;         ///< by looking at the text
  bool characters_may_help = false;   ///< since most of the words it was read by are rare
  std::size_t n_copies_left_out = 0;  ///< of held-out lines or pieces
};

/// `may_change_unit` is false where a model goes on, whose unit is settled.
ReadText read_text_of(const Corpus& corpus, bool may_change_unit);

/// All that is worth telling of a run of learning.
struct LearningReport {
  LearnSettings settings{};
  std::size_t n_parameters = 0;
  std::vector<CurvePoint> curve{};
  std::vector<Level> levels{};
  /// Held-out sequences at each point of the curve, and for the measures.
  std::size_t n_judged = 0, n_judged_at_end = 0;
  Table measures{};
  std::vector<ShownAnswer> answers{};     ///< to single sequences, of classify alone
  std::size_t n_layers = 0, n_heads = 0;  ///< that have maps of attention
  /// The stages weights_before and weights_after of each head for one held-out sequence, in
  /// evaluation, where nothing is dropped; each head a group.
  Trace weights{};
  std::vector<HeadPlace> shown_heads{};  ///< those that are worth a look
  bool shows_most_changed = false;       ///< since measures name no head, the one that changed most
  std::vector<SampledText> samples{};    ///< of text alone
  std::optional<ReadText> text{};
};

/// What a head is called in the trace of weights: "layer 0, head 1".
std::string head_group(const HeadPlace& place);

/// Looks thoroughly at what was learned, beside an untrained model of the same seed. The heads that
/// measures name are shown, or where they name none the one whose weights changed most.
LearningReport learning_report(Training& training, Workers& workers);

/// The value `after` of a measure; 0 where the table has no such row.
double measured_after(const Table& measures, const std::string& id);

/// One of several models that learned the same data.
struct ComparedModel {
  ClassifierKind model{};
  std::size_t n_parameters = 0;
  double held_out_accuracy = 0.0, training_accuracy = 0.0;
  double majority_class = 0.0;  ///< held out, by always saying the more frequent class
  double seconds = 0.0;
};

/// Models side by side, and a sentence that says which of them wins.
Table comparison_table(const std::vector<ComparedModel>& models, const LearnSettings& settings);

}  // namespace attn
