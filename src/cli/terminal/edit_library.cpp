#include "cli/terminal/edit_library.hpp"

#include <dlfcn.h>

#include <initializer_list>
#include <optional>

namespace attn {
namespace {

// Debian, other distributions, macOS.
constexpr auto kLibraries = {"libedit.so.2", "libedit.so.0", "libedit.3.dylib"};

void* opened_library() {
  for (const char* const name : kLibraries)
    if (void* const library = dlopen(name, RTLD_NOW | RTLD_LOCAL)) return library;
  return nullptr;
}

template <typename Function>
bool find(void* library, const char* name, Function& function) {
  function = reinterpret_cast<Function>(dlsym(library, name));
  return function != nullptr;
}

std::optional<EditLibrary> loaded_library() {
  void* const library = opened_library();
  if (library == nullptr) return std::nullopt;
  EditLibrary edit;
  const bool is_whole =
      find(library, "el_init", edit.init) && find(library, "el_end", edit.end) &&
      find(library, "el_set", edit.set) && find(library, "el_wset", edit.set_wide) &&
      find(library, "el_gets", edit.gets) && find(library, "el_get", edit.get) &&
      find(library, "el_wgetc", edit.get_character) &&
      find(library, "el_winsertstr", edit.insert) && find(library, "el_resize", edit.resize) &&
      find(library, "el_source", edit.source) && find(library, "history_init", edit.history_init) &&
      find(library, "history_end", edit.history_end) && find(library, "history", edit.history);
  return is_whole ? std::optional(edit) : std::nullopt;
}

}  // namespace

const EditLibrary* edit_library() {
  static const std::optional<EditLibrary> library = loaded_library();
  return library ? &*library : nullptr;
}

}  // namespace attn
