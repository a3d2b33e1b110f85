#pragma once

#include <string>

#include "pretrained/folder/folder.hpp"

namespace attn {

/// Whether a typed model is a file, as attn learn writes it, and not a folder.
bool names_learned_file(const std::string& typed);

/// A model of text that attn learn wrote, as if somebody had saved it in a folder: it is a GPT-2 of
/// its own words, whose places may be known in another way.
/// Errors:  InputError as LearnedModel, and for a file out of a folder of Hugging Face
ModelFolder read_learned_folder(const std::string& path);

}  // namespace attn
