#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "data/matrix/arrays.hpp"
#include "learning/text/corpus.hpp"
#include "learning/training/training.hpp"

namespace attn {

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
