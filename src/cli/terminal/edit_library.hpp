#pragma once

#include <histedit.h>

namespace attn {

/// The functions of libedit that a line is edited with. It is loaded when the first line is asked
/// for: linked in, it and what it needs would be looked for at every start of the program.
struct EditLibrary {
  decltype(&::el_init) init = nullptr;
  decltype(&::el_end) end = nullptr;
  decltype(&::el_set) set = nullptr;
  decltype(&::el_wset) set_wide = nullptr;
  decltype(&::el_gets) gets = nullptr;
  decltype(&::el_get) get = nullptr;
  decltype(&::el_wgetc) get_character = nullptr;
  decltype(&::el_winsertstr) insert = nullptr;
  decltype(&::el_resize) resize = nullptr;
  decltype(&::el_source) source = nullptr;
  decltype(&::history_init) history_init = nullptr;
  decltype(&::history_end) history_end = nullptr;
  decltype(&::history) history = nullptr;
};

/// Null where the machine has no libedit.
const EditLibrary* edit_library();

}  // namespace attn
