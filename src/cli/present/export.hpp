#pragma once

#include <functional>

#include "cli/present/select.hpp"
#include "cli/present/view_flags.hpp"
#include "trace/trace.hpp"

namespace attn {

/// Refuses, before anything is computed, a file name of an unknown kind or a file that cannot be
/// written.
/// Errors: InputError; SurroundingsError
void require_writable(const ViewChoice& choice);

/// Whether each of the files holds nothing but one matrix, so that no stages go into it.
/// Errors: InputError for a file name of an unknown kind
bool hold_one_matrix_each(const std::vector<std::string>& files);

/// Says on standard error which files were written, but for --quiet.
void say_written(const std::vector<std::string>& files, const ViewChoice& choice);

/// What goes into files.
struct Exported {
  const Trace& trace;
  const Selection& selection;
  const ViewChoice& choice;
  const std::function<Trace()>& again;              ///< the same trace once more; or none
  const std::function<void(Trace&)>& add_for_page;  ///< what only a page or figure has; or none
};

/// Writes the stages to every file that -o names: .json, .npz and .safetensors hold them all, .npy
/// and .csv the result, .html a page of the whole trace; .svg, .pdf and .png show what the screen
/// would. Tables go into .json and .html. Either all files are written or none.
/// Errors: InputError; SurroundingsError
void export_selection(const Exported& exported);

}  // namespace attn
