#pragma once

#include <optional>
#include <string>
#include <vector>

namespace attn {

/// Where, below the folder of a class, the files of each student lie: "{student}/{exercise}". What
/// stands in a path where {student} and {exercise} are, is that; {name} is what the student is
/// called, and * is anything. None of them reaches over a slash.
struct ClassLayout {
  std::vector<std::string> steps;  ///< the pattern, cut at its slashes
};

/// A layout by its name, or a pattern.
///
///     folders   {student}/{exercise}
///     moodle    {name}_{student}_assignsubmission_file*/{exercise}
///     canvas    {student}_*_*_{exercise}
///
/// Errors: InputError if it is neither: without {exercise}, with one of the three twice, or with
///         two of them that nothing separates.
ClassLayout read_class_layout(const std::string& text);

/// A file as a layout sees it.
struct PlacedFile {
  std::string student;  ///< "" where the layout names none: everything is from one
  std::string name;     ///< what the student is called; "" where the layout does not say
  std::string file;  ///< as it would be in a folder of the student's own: "attention-by-hand.txt"
};

/// Takes the path of a file or folder apart; nothing where it does not fit. What lies deeper than
/// the layout belongs to the folder that fits.
std::optional<PlacedFile> placed_file(const ClassLayout& layout, const std::string& path,
                                      bool is_folder);

}  // namespace attn
