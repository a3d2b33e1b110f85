#include "fuzz_target.hpp"
#include "practice/course/course.hpp"
#include "round_trip.hpp"

// Whatever a manifest says, it is refused by name or can be computed from.
ATTN_FUZZ_TARGET(manifest_fuzz) {
  using namespace attn;
  try {
    const Exercise exercise = read_manifest(text_of(bytes, size), "exercise.toml");
    if (exercise.id.empty() || exercise.fields.empty()) __builtin_trap();
    for (const Field& field : exercise.fields)
      if (!exercise.definitions.contains(field.name)) __builtin_trap();
  } catch (const InputError&) {
  }
  return 0;
}
