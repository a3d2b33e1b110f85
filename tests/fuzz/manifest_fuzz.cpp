#include "fuzz_target.hpp"
#include "practice/course/course.hpp"

// Whatever a manifest says, it is refused by name or can be computed from.
ATTN_FUZZ_READER(manifest_fuzz) {
  const Exercise exercise = read_manifest(bytes, "exercise.toml");
  if (exercise.id.empty() || exercise.fields.empty()) __builtin_trap();
  for (const Field& field : exercise.fields)
    if (!exercise.definitions.contains(field.name)) __builtin_trap();
}
