#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/learn/learn_flags.hpp"
#include "learning/report/report.hpp"
#include "learning/training/training.hpp"
#include "render/layout.hpp"

namespace attn {

/// Where a model is kept and the pages and figures of its run are, and where one goes on from, as
/// typed.
struct LearnFileFlags {
  Flag output{"--output"}, resume{"--resume"}, parameters_only{"--parameters-only"},
      force{"--force"}, open{"--open"}, figure_width{"--figure-width"};
  std::vector<std::string> pages{}, figures{};  ///< of what was typed for --output

  void add_to(FlagTable& table);

  /// Whether anything is written besides the model.
  bool has_pictures() const;

  /// Takes pages and figures out of what was typed for --output: what stays is where the model
  /// goes. A page that is only opened is one among the temporary files.
  void take_pictures();
};

/// Refuses, before anything is learned, a file that could not be written afterwards.
/// Errors:  InputError, SurroundingsError
void require_learn_output(const LearnFileFlags& flags);

/// Writes the losses of a run to the figures that were asked for, and says so.
/// Errors:  InputError, SurroundingsError
void write_loss_figures(const LearnFileFlags& flags, const LearningReport& report,
                        const Layout& layout);

/// The model that --resume goes on from; none where it was not typed.
/// Errors:  InputError if it cannot be read, learns another task, has made all its steps, or if a
///          flag was typed that it has settled: all but --steps, --threads and --temperature.
std::optional<ModelFile> read_resumed(const LearnFileFlags& file_flags, const LearnFlags& flags,
                                      TaskKind task);

/// Refuses another text than the one that the model has read.
/// Errors:  InputError
void require_same_text(const ModelFile& file, const Corpus& corpus);

/// A path as messages show it: not all of a very long one.
std::string shortened_path(const std::string& path);

/// How to go on with a model that was kept, and to keep it again:
/// "attn learn copy --resume copy.safetensors -o copy.safetensors --force".
std::string resume_command(const LearnFileFlags& flags, const LearnFlags& learn);

}  // namespace attn
