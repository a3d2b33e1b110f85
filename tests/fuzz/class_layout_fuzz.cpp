#include "fuzz_target.hpp"
#include "grading/classroom/layouts.hpp"

// The first line is a layout, the rest a path. Whoever it belongs to stands in the path, and a file
// keeps its last name but for what the layout takes from it.
ATTN_FUZZ_TARGET(class_layout_fuzz) {
  const std::string text(bytes);
  const std::size_t end = std::min(text.find('\n'), text.size());
  const std::string path = text.substr(std::min(end + 1, text.size()));
  ClassLayout layout;
  try {
    layout = read_class_layout(text.substr(0, end));
  } catch (const InputError&) {
    return;
  }
  for (const bool is_folder : {false, true}) {
    const auto placed = placed_file(layout, path, is_folder);
    if (!placed) continue;
    for (const std::string& part : {placed->student, placed->name})
      if (path.find(part) == path.npos || part.find('/') != part.npos) __builtin_trap();
  }
}
