#include "learning/learned/learned_model.hpp"
#include "learning/training/model_file.hpp"
#include "network/models/transformer.hpp"
#include "round_trip.hpp"

// A model of attn learn: whatever the file says, it is read or refused, and a model of text can be
// asked. The parameters are those of a copy task, so that a file that is sound goes all the way.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  using namespace attn;
  const std::string_view text = text_of(bytes, size);
  const auto read = [text](std::uintmax_t offset, std::size_t count) {
    if (offset > text.size() || count > text.size() - offset) __builtin_trap();
    return std::string(text.substr(offset, count));
  };
  try {
    const ModelFile file = model_file_from(size, read, "x.safetensors");
    if (file.text) const Vocabulary vocabulary(file.text->words);
    Parameters<float> parameters(1);
    parameters.add("h.0.attn.c_attn.weight", 2, 6, Start::zeros());
    load_parameters(file, parameters);
    if (file.text) LearnedModel(file).layer({Vocabulary::kStart}, 0);
  } catch (const InputError&) {
  }
  return 0;
}
