#include <nlohmann/json.hpp>

#include "fuzz_target.hpp"
#include "learning/learned/learned.hpp"
#include "learning/tasks/tasks.hpp"
#include "learning/training/training.hpp"
#include "network/models/models.hpp"

namespace {

using namespace attn;

// Held-out sequences are drawn with a task, thousands of them.
bool is_soon_made(const LearnSettings& settings) {
  return settings.task != TaskKind::text && settings.d_model <= 16 && settings.n_layers <= 2 &&
         settings.n_tokens <= 8 && settings.n_vocabulary <= 64 && settings.n_training <= 64;
}

// Most files differ in anything but their settings.
const Task& task_of(const LearnSettings& settings) {
  static std::string known;
  static std::unique_ptr<Task> task;
  const std::string wanted = settings_json(settings).dump();
  if (wanted != known) task = make_task(settings);
  known = wanted;
  return *task;
}

// As attn learn --resume goes on, up to the first step.
void resume(const ModelFile& file) {
  if (!is_soon_made(file.settings)) return;
  Workers workers(1);
  Training training(task_of(file.settings), workers);
  go_on_from(file, training);
  if (training.n_steps() != file.n_steps) __builtin_trap();
}

}  // namespace

// A model of attn learn: whatever the file says, it is read or refused, and a model of text can be
// asked, while one of another task can be learned further.
ATTN_FUZZ_READER(model_file_fuzz) {
  const auto read = [bytes](std::uintmax_t offset, std::size_t count) {
    if (offset > bytes.size() || count > bytes.size() - offset) __builtin_trap();
    return std::string(bytes.substr(offset, count));
  };
  const ModelFile file = model_file_from(bytes.size(), read, "x.safetensors");
  if (file.text) const Vocabulary vocabulary(file.text->words);
  if (file.text) LearnedModel(file).layer({Vocabulary::kStart}, 0);
  resume(file);
}
