#include "base/environment.hpp"

#include <cstdlib>

namespace attn {

std::string_view environment(const char* name) {
  const char* const value = std::getenv(name);
  return value ? value : "";
}

}  // namespace attn
