#include <algorithm>
#include <cmath>
#include <utility>

#include "base/message.hpp"
#include "learning/tasks/tasks.hpp"
#include "learning/text/text.hpp"
#include "network/draws.hpp"
#include "network/layers/layers.hpp"
#include "network/models/models.hpp"

namespace attn {
namespace {

// Each token of a piece but the last is asked for the next one; what fills a row up is asked
// nothing.
void add_piece(const TextPiece& piece, Batch<float>& batch) {
  for (std::size_t i = 0; i < batch.length; ++i) {
    const bool is_asked = i + 1 < piece.size();
    batch.tokens.push_back(i < piece.size() ? piece[i] : Vocabulary::kPadding);
    batch.targets.push_back(is_asked ? static_cast<std::int32_t>(piece[i + 1]) : kNoTarget);
  }
}

void fill_with(const std::vector<const TextPiece*>& pieces, Batch<float>& batch) {
  batch.n_sequences = pieces.size();
  batch.length = 0;
  for (const TextPiece* piece : pieces) batch.length = std::max(batch.length, piece->size() - 1);
  batch.tokens.clear();
  batch.targets.clear();
  for (const TextPiece* piece : pieces) add_piece(*piece, batch);
}

// The loss of whoever knows how frequent each token is, and nothing else.
double frequency_loss(const Corpus& corpus) {
  std::vector<double> counts(corpus.vocabulary.size(), 1.0);  // nothing is impossible
  double n = static_cast<double>(counts.size());
  for (const TextPiece& piece : corpus.training)
    for (std::size_t i = 1; i < piece.size(); ++i, ++n) counts[piece[i]] += 1.0;
  double loss = 0.0, n_asked = 0.0;
  for (const TextPiece& piece : corpus.held_out)
    for (std::size_t i = 1; i < piece.size(); ++i, ++n_asked)
      loss -= std::log(counts[piece[i]] / n);
  return loss / n_asked;
}

// The part of the held-out tokens that are the most frequent one.
double frequency_accuracy(const Corpus& corpus) {
  std::vector<std::size_t> counts(corpus.vocabulary.size());
  for (const TextPiece& piece : corpus.training)
    for (std::size_t i = 1; i < piece.size(); ++i) ++counts[piece[i]];
  const auto most =
      static_cast<std::uint32_t>(std::max_element(counts.begin(), counts.end()) - counts.begin());
  double n_right = 0.0, n = 0.0;
  for (const TextPiece& piece : corpus.held_out)
    for (std::size_t i = 1; i < piece.size(); ++i, ++n) n_right += piece[i] == most ? 1.0 : 0.0;
  return n_right / n;
}

class TextTask : public Task {
 public:
  TextTask(LearnSettings settings, const Corpus& corpus)
      : Task(std::move(settings)), corpus_(corpus) {}

  std::unique_ptr<Network<float>> new_model() const override {
    return std::make_unique<Transformer<float>>(text_model_settings(settings()), settings().seed);
  }

  void fill_batch(std::uint64_t step, Batch<float>& batch) const override {
    const Draws draws(settings().seed, step, kTrainingData);
    const auto n = static_cast<std::uint32_t>(corpus_.training.size());
    std::vector<const TextPiece*> pieces;
    for (std::uint32_t i = 0; i < settings().n_in_batch; ++i)
      pieces.push_back(&corpus_.training[draws.below(n, i)]);
    fill_with(pieces, batch);
  }

  Score score(Network<float>& model, Workers& workers, Look look) const override {
    return score_on(model, workers, n_looked_at(look));
  }

  std::size_t n_looked_at(Look look) const override {
    return std::min(Task::n_looked_at(look), corpus_.held_out.size());
  }

  std::vector<Level> levels() const override {
    return {{"frequency", translated("guessing by frequency"), frequency_loss(corpus_)}};
  }

  Table measures(Network<float>& before, Network<float>& after, Workers& workers) const override {
    const Score untrained = score(before, workers, Look::thorough);
    const Score trained = score(after, workers, Look::thorough);
    std::vector<MeasureRow> rows{{.id = "held_out_loss",
                                  .name = translated("loss, held out"),
                                  .before = untrained.loss,
                                  .after = trained.loss,
                                  .chance = frequency_loss(corpus_)},
                                 {.id = "accuracy",
                                  .name = translated("right next tokens, held out"),
                                  .before = untrained.accuracy.value_or(0.0),
                                  .after = trained.accuracy.value_or(0.0),
                                  .chance = frequency_accuracy(corpus_)}};
    add_head_measures(before, after, workers, rows);
    return measures_table(rows, translated("By chance means: always by how frequent tokens are; of "
                                           "heads, attention that makes no difference."));
  }

  Batch<float> shown_sequence() const override {
    Batch<float> batch;
    fill_with({&shown_piece()}, batch);
    return batch;
  }

  std::vector<std::string> shown_tokens() const override {
    std::vector<std::string> tokens;
    for (const std::uint32_t id : shown_sequence().tokens)
      tokens.push_back(corpus_.vocabulary.word(id));
    return tokens;
  }

 private:
  static constexpr std::size_t kAtOnce = 64;  // of a score

  // A short piece, as it fits on a screen, but not the shortest.
  const TextPiece& shown_piece() const {
    constexpr std::size_t kFewest = 6, kMost = 12;
    for (const TextPiece& piece : corpus_.held_out)
      if (piece.size() >= kFewest && piece.size() <= kMost) return piece;
    return corpus_.held_out.front();
  }

  // By token, so that a short last batch counts for no more than it holds.
  Score score_on(Network<float>& model, Workers& workers, std::size_t n) const {
    double loss = 0.0;
    Rightness right;
    Batch<float> batch;
    for (std::size_t first = 0; first < n; first += kAtOnce) {
      std::vector<const TextPiece*> pieces;
      for (std::size_t i = first; i < std::min(first + kAtOnce, n); ++i)
        pieces.push_back(&corpus_.held_out[i]);
      fill_with(pieces, batch);
      const Rows<float> logits = model.forward(workers, batch, {});
      const Rightness of_batch = rightness(logits, batch.targets, batch.n_sequences);
      loss += Losses<float>::cross_entropy(workers, logits, batch.targets, {}) *
              static_cast<double>(of_batch.n_targets);
      right += of_batch;
    }
    return {.loss = loss / static_cast<double>(right.n_targets), .accuracy = right.accuracy()};
  }

  // The heads over some held-out pieces, each without the padding after it.
  void add_head_measures(Network<float>& before, Network<float>& after, Workers& workers,
                         std::vector<MeasureRow>& rows) const {
    std::vector<const TextPiece*> pieces;
    for (std::size_t i = 0; i < std::min(kTextOfHeads, corpus_.held_out.size()); ++i)
      pieces.push_back(&corpus_.held_out[i]);
    Batch<float> batch;
    fill_with(pieces, batch);
    before.forward(workers, batch, {});
    after.forward(workers, batch, {});
    const auto add = [&](const char* id, const std::string& name, const auto& rule_of) {
      std::vector<RuledSequence> sequences;
      for (const TextPiece* piece : pieces) {
        const TextPiece asked(piece->begin(), piece->end() - 1);
        sequences.push_back({asked.size(), rule_of(asked)});
      }
      const auto says_nothing = [](const RuledSequence& sequence) { return sequence.rule.empty(); };
      if (std::all_of(sequences.begin(), sequences.end(), says_nothing)) return;
      rows.push_back(best_head(id, name, before, after, sequences, Sight::causal));
    };
    add("previous", translated("weight one back"),
        [](const TextPiece& piece) { return previous_keys(piece.size()); });
    add("induction", translated("weight on what followed last time"), induction_keys);
  }

  const Corpus& corpus_;
};

}  // namespace

TransformerSettings text_model_settings(const LearnSettings& settings) {
  TransformerSettings model = usual_model(settings);
  model.vocabulary = model.n_outputs = settings.n_vocabulary;
  model.d_ff = 4 * model.d_model;
  model.longest += kMarksOfPiece;
  model.is_causal = true;
  model.has_output_bias = false;
  return model;
}

std::unique_ptr<Task> text_task(LearnSettings settings, const Corpus& corpus) {
  settings.n_vocabulary = corpus.vocabulary.size();
  settings.unit = corpus.unit;
  for (const std::vector<TextPiece>* pieces : {&corpus.training, &corpus.held_out})
    for (const TextPiece& piece : *pieces)
      settings.n_tokens = std::max(settings.n_tokens + kMarksOfPiece, piece.size()) - kMarksOfPiece;
  require_sound(settings);
  return std::make_unique<TextTask>(std::move(settings), corpus);
}

TextPiece sampled_text(Network<float>& model, Workers& workers, const TextPiece& beginning,
                       std::size_t n_longest, double temperature, std::uint64_t seed) {
  TextPiece piece = beginning;
  if (piece.empty()) piece.push_back(Vocabulary::kStart);
  const Draws draws(seed, 0, kSampling);
  while (piece.size() < n_longest) {
    Batch<float> batch;
    batch.n_sequences = 1;
    batch.length = piece.size();
    batch.tokens = piece;
    const Rows<float> logits = model.forward(workers, batch, {});
    const float* z = logits.row(piece.size() - 1);
    const float most = *std::max_element(z, z + logits.n_cols);
    std::vector<double> up_to(logits.n_cols);
    double sum = 0.0;
    for (std::size_t j = 0; j < logits.n_cols; ++j)
      up_to[j] = sum += j == Vocabulary::kPadding
                            ? 0.0
                            : std::exp(static_cast<double>(z[j] - most) / temperature);
    const double drawn =
        sum * static_cast<double>(draws.uniform(static_cast<std::uint32_t>(piece.size())));
    const auto next = static_cast<std::uint32_t>(
        std::upper_bound(up_to.begin(), up_to.end(), drawn) - up_to.begin());
    if (next == Vocabulary::kStart || next >= logits.n_cols) break;
    piece.push_back(next);
  }
  return piece;
}

}  // namespace attn
