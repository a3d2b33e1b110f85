// One update after another, and the file that a run goes on from.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "data/matrix/arrays.hpp"
#include "learning/tasks/tasks.hpp"
#include "learning/text/text.hpp"
#include "network/models/models.hpp"
#include "network/optimizers/optimizers.hpp"

namespace attn {

/// One point of a curve of learning.
struct CurvePoint {
  std::uint64_t step = 0;  ///< how many updates were made by then
  /// The mean over the steps since the point before, with whatever is dropped; at the first point
  /// that of the first batch, before anything was learned.
  double training_loss = 0.0;
  double held_out_loss = 0.0;  ///< in evaluation: nothing is dropped
  std::optional<double> held_out_accuracy{};
};

/// What is no number any more: found before an update, or after it.
enum class BrokenPart { loss, gradient, square_of_gradient, parameter, held_out_loss };

/// Why learning could not go on, and how long the gradient had become.
struct Blowup {
  BrokenPart part{};
  std::uint64_t step = 0;
  double learning_rate = 0.0;
  std::string tensor{};      ///< the first of the broken gradients or parameters; "" of a loss
  double last_length = 0.0;  ///< of the last gradient that was finite; 0 where none was
};

/// A model while it learns a task, one step at a time.
class Training {
 public:
  /// The number of threads is that of the workers, and the digits do not hang on it.
  Training(const Task& task, Workers& workers);

  /// Makes one update. False where loss or gradients are not finite, and no update is made, or
  /// where what an update made of the model is not: see blowup().
  bool step();

  bool is_done() const { return n_steps() >= task_.settings().n_steps; }
  std::uint64_t n_steps() const { return optimizer_.n_steps; }
  double last_loss() const { return last_loss_; }

  /// The points so far. The first stands before the first update.
  const std::vector<CurvePoint>& curve() const { return curve_; }

  /// How many steps lie between two points.
  std::uint64_t steps_between_points() const;

  const std::optional<Blowup>& blowup() const { return blowup_; }
  Network<float>& model() { return *model_; }
  const Task& task() const { return task_; }
  Optimizer<float>& optimizer() { return optimizer_; }

  /// All that a later run needs to go on as if this one had not stopped.
  struct Position {
    std::vector<CurvePoint> curve{};
    double loss_since_point = 0.0;
    std::uint64_t n_since_point = 0;
  };
  Position position() const { return {curve_, loss_since_point_, n_since_point_}; }
  void go_on_from(Position position);

 private:
  void break_down(BrokenPart part, std::uint64_t step, std::string tensor = "");
  bool note_blowup(double loss, double norm);
  bool note_broken_update(std::uint64_t step);
  bool add_point(double training_loss);

  const Task& task_;
  Workers& workers_;
  std::unique_ptr<Network<float>> model_;
  Optimizer<float> optimizer_;
  Schedule schedule_;
  Batch<float> batch_;
  std::vector<CurvePoint> curve_;
  std::optional<Blowup> blowup_;
  double last_loss_ = 0.0, last_length_ = 0.0;
  double loss_since_point_ = 0.0;
  std::uint64_t n_since_point_ = 0;
};

/// What a file of `attn learn` says of the text that its model read.
struct TextFacts {
  std::string title;
  std::string grammar;             ///< the language of the grammar that wrote it; else ""
  std::vector<std::string> words;  ///< without <pad> and <s>: as Vocabulary takes them
  TextUnit unit = TextUnit::words;
  bool has_spaces = true;
  std::uint64_t fingerprint = 0;    ///< of all pieces: whether a text is the same one
  std::vector<TextPiece> held_out;  ///< some of them, to measure heads on; none of a grammar
};

/// A model as a file holds it, with all that is needed to go on learning.
struct ModelFile {
  std::string path;
  LearnSettings settings;
  std::uint64_t n_steps = 0;
  Training::Position position;
  std::optional<TextFacts> text;
  std::map<std::string, std::vector<float>> tensors;  ///< by name, row by row as the file has them

  /// Whether learning can go on from it.
  bool has_moments() const;
};

/// What a file keeps of a training: all of it, or what the model is without the way it came about,
/// which is a third of the size. From that, learning cannot go on.
enum class Kept { training, parameters };

/// The bytes of a .safetensors file: the parameters by the names and in the orientation of
/// docs/weights.md, the means of the optimizer, and the rest as JSON in the header.
///
/// `corpus`: what a model of text has read; null for other tasks.
std::string model_file_bytes(Training& training, const Corpus* corpus, Kept kept = Kept::training);

/// Reads such a file.
///
/// Errors:  InputError if it cannot be read, is damaged, or was not written by attn learn.
ModelFile read_model_file(const std::string& path);

/// The same of a file of `size` bytes that is read in parts; `read` is only asked for bytes within.
ModelFile model_file_from(std::uintmax_t size, const ReadBytes& read, const std::string& path);

/// Puts a training where the file left it: what follows has the digits that it would have had.
///
/// Errors:  InputError if the file keeps the parameters alone, or a tensor is missing or has
///          another size.
void go_on_from(const ModelFile& file, Training& training);

/// The parameters of the file as those of a model of the same settings.
///
/// Errors:  InputError if a tensor is missing or has another size.
template <class Real>
void load_parameters(const ModelFile& file, Parameters<Real>& parameters);

extern template void load_parameters(const ModelFile&, Parameters<float>&);
extern template void load_parameters(const ModelFile&, Parameters<double>&);

/// What tells one text from another, by all its pieces in order.
///
/// Source:  FNV-1a, 64 bits.
std::uint64_t fingerprint_of(const Corpus& corpus);

}  // namespace attn
