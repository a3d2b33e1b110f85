#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/attention/expect.hpp"
#include "cli/present/view_flags.hpp"
#include "cli/pretrained/model_text.hpp"
#include "data/matrix/arrays.hpp"

namespace attn {

/// The weights of all heads of a model in a text, or of one layer, where they go to files or are
/// compared with those in a file.
class AllWeightsFiles {
 public:
  explicit AllWeightsFiles(const CompareFlags& comparison);

  /// Takes the files that hold such weights out of those that hold stages.
  /// Errors:  InputError for another file, where there are no stages
  void take_from(ViewChoice& choice, bool has_stages);

  bool are_written() const { return !files_.empty(); }
  bool are_compared() const { return bool(comparison_.expect); }

  /// Says how large the files will be, and looks at the file to compare with.
  /// Errors:  InputError for files beyond 4 GiB without --force, or for other shapes
  template <class Real>
  void prepare(const PretrainedModel<Real>& model, const ModelText& text,
               std::optional<std::size_t> layer);

  /// Errors:  SurroundingsError; InputError as PretrainedModel
  template <class Real>
  void write(PretrainedModel<Real>& model, const ModelText& text) const;

  /// Adds the table "comparison", and returns whether the weights agree.
  template <class Real>
  bool compare(PretrainedModel<Real>& model, const ModelText& text, Trace& trace) const;

 private:
  const CompareFlags& comparison_;
  ViewChoice choice_;
  std::vector<std::string> files_;
  std::optional<std::size_t> layer_;
  std::optional<MappedArray> expected_;
};

}  // namespace attn
