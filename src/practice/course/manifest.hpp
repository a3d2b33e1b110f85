#pragma once

#include <string>
#include <string_view>

#include "practice/exercise.hpp"

namespace attn {

/// The largest manifest or page that is read, in bytes.
constexpr std::size_t kManifestLimit = 1 << 20;

/// Whether a text can be the id of an exercise: at most 64 small letters, digits and -.
bool is_exercise_id(const std::string& text);

/// The sentence that refuses any other id.
std::string not_an_id(const std::string& text);

/// How much of a manifest is read: the questions are enough for a list of exercises.
enum class ManifestParts { all, questions };

/// A file of mistakes and readings beside the manifest.
struct MistakeFile {
  std::string name;    ///< within the exercise's folder: "mistakes/1-scores.toml"
  std::string source;  ///< what refusals call it
  std::string toml;
};

/// Reads an exercise.toml, as docs/writing-exercises.md describes it. `source` names the file in
/// refusals, `languages` those of the course; `number` and `pages` are set by the caller, who knows
/// the folder. The tables of `mistakes` are read as if they stood at the end of the manifest; the
/// questions do without them.
///
/// Errors:  InputError naming line and column, or the key, for every fault:
///          text that is not TOML, unknown or missing keys, wrong types, recipes that cannot be
///          read, names used twice, an alternative that changes nothing that exists.
Exercise read_manifest(std::string_view toml, const std::string& source,
                       const std::vector<std::string>& languages = kUsualLanguages,
                       ManifestParts parts = ManifestParts::all,
                       const std::vector<MistakeFile>& mistakes = {});

}  // namespace attn
