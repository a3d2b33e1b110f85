#pragma once

#include <string>
#include <vector>

namespace attn {

struct Alternative;

/// A mistake that many people make, and what attn tells them about it.
struct Misconception {
  const char* name;  ///< "no_scale"
  const char* say;   ///< one or two sentences, translated
};

/// The mistakes that need no text in a manifest, with what is said in the language of the moment.
std::vector<Misconception> known_misconceptions();

/// What is said about a mistake: the manifest's own text, else the one known under its name.
/// Empty if there is neither.
std::string text_of_misconception(const std::string& name, const std::string& own_text);

/// What a learner is told about a mistake of an exercise, in the user's language.
std::string text_of_misconception(const Alternative& mistake);

}  // namespace attn
