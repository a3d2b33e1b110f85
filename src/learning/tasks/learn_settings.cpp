#include <cmath>
#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <variant>

#include "base/count.hpp"
#include "base/message.hpp"
#include "base/number.hpp"
#include "learning/tasks/tasks.hpp"

namespace attn {

namespace {

LearnSettings copy_settings() { return {.task = TaskKind::copy, .dropout = 0.1}; }

// What small transformers on tokens have in common.
LearnSettings token_settings(TaskKind task) {
  return {.task = task,
          .n_steps = 300,
          .n_in_batch = 64,
          .learning_rate = 3e-3,
          .warm_up = 50,
          .is_cosine = true,
          .clip = 1.0,
          .d_model = 32,
          .positions = PositionKind::learned,
          .n_vocabulary = 10};
}

LearnSettings reverse_settings() {
  LearnSettings settings = token_settings(TaskKind::reverse);
  settings.n_tokens = 12;
  return settings;
}

LearnSettings sort_settings() {
  LearnSettings settings = token_settings(TaskKind::sort);
  settings.n_steps = 500;
  settings.n_heads = 4;
  settings.n_tokens = 8;
  return settings;
}

LearnSettings recall_settings() {
  LearnSettings settings = token_settings(TaskKind::recall);
  settings.n_steps = 250;
  settings.warm_up = 100;
  settings.is_cosine = false;
  settings.n_heads = 2;
  settings.n_layers = 2;
  settings.positions = PositionKind::rotary;
  settings.n_tokens = 32;
  settings.n_vocabulary = 8;
  return settings;
}

// Five epochs of 2000 sequences.
LearnSettings classify_settings(ClassifierKind classifier) {
  const bool is_whole = classifier == ClassifierKind::attention;
  const bool has_heads = is_whole || classifier == ClassifierKind::simple;
  return {.task = TaskKind::classify,
          .n_steps = 315,
          .learning_rate = 2e-3,
          .d_model = 64,
          .n_heads = has_heads ? 8U : 1U,
          .dropout = is_whole ? 0.1 : 0.0,
          .positions = is_whole ? PositionKind::sinusoidal : PositionKind::none,
          .n_tokens = 20,
          .n_vocabulary = 200,
          .classifier = classifier,
          .n_training = 2000};
}

LearnSettings text_settings() {
  LearnSettings settings = token_settings(TaskKind::text);
  settings.n_steps = 1200;
  settings.d_model = 64;
  settings.n_heads = 4;
  settings.n_layers = 2;
  settings.positions = PositionKind::rotary;
  settings.n_tokens = 32;
  settings.n_vocabulary = 0;
  return settings;
}

}  // namespace

LearnSettings usual_settings(TaskKind task, ClassifierKind classifier) {
  switch (task) {
    case TaskKind::copy:
      return copy_settings();
    case TaskKind::reverse:
      return reverse_settings();
    case TaskKind::sort:
      return sort_settings();
    case TaskKind::recall:
      return recall_settings();
    case TaskKind::classify:
      return classify_settings(classifier);
    case TaskKind::text:
      break;
  }
  return text_settings();
}

std::uint64_t least_tokens(TaskKind task) {
  return task == TaskKind::recall ? 4 : 2;  // two pairs, so that a key can come again
}

std::uint64_t least_vocabulary(TaskKind task) {
  constexpr std::uint64_t kWithMeaning = 4;  // classify: two words of the rule, two kept free
  if (task == TaskKind::copy || task == TaskKind::text) return 0;  // vectors; as many as come
  return task == TaskKind::classify ? kWithMeaning + 1 : 2;
}

void require_sound(const LearnSettings& settings) {
  const std::size_t d = settings.d_model, h = settings.n_heads;
  if (d % h != 0)
    throw InputError(
        message("d_model {} cannot be split into {} heads: {} / {} = {}. Try "
                "--heads {} or --d-model {}.",
                d, h, d, h, uneven_quotient_text(d, h), 1, (d / h + 1) * h));
  if (settings.positions == PositionKind::rotary && d / h % 2 != 0)
    throw InputError(
        message("rotary positions turn pairs of numbers, so a head needs an even "
                "width: d_model {} / {} heads = {}. Try --d-model {}.",
                d, h, d / h, 2 * d));
  if (settings.dropout < 0.0 || settings.dropout >= 1.0)
    throw InputError(
        message("--dropout must be at least 0 and below 1, but it is {}.", settings.dropout));
  if (!(settings.learning_rate > 0.0))
    throw InputError(message("--lr must be greater than 0, but it is {}.", settings.learning_rate));
  if (settings.task == TaskKind::recall && settings.n_tokens % 2 != 0)
    throw InputError(
        message("recall reads pairs, so its number of tokens must be even, but it is "
                "{}. Try --tokens {}.",
                settings.n_tokens, settings.n_tokens + 1));
}

std::vector<std::pair<std::string, Setting>> named_settings(const LearnSettings& settings) {
  const auto count = [](auto n) { return Setting(static_cast<std::int64_t>(n)); };
  std::vector<std::pair<std::string, Setting>> named{
      {"task", name_in(kTaskKinds, settings.task)},
      {"seed", count(settings.seed)},
      {"steps", count(settings.n_steps)},
      {"batch", count(settings.n_in_batch)},
      {"learning_rate", settings.learning_rate},
      {"warm_up", count(settings.warm_up)},
      {"cosine", settings.is_cosine},
      {"clip", settings.clip},
      {"weight_decay", settings.weight_decay},
      {"d_model", count(settings.d_model)},
      {"n_heads", count(settings.n_heads)},
      {"n_layers", count(settings.n_layers)},
      {"dropout", settings.dropout},
      {"positions", name_in(kPositionKinds, settings.positions)},
      {"n_tokens", count(settings.n_tokens)},
      {"vocabulary", count(settings.n_vocabulary)}};
  if (settings.task == TaskKind::classify) {
    named.emplace_back("model", name_in(kClassifierKinds, settings.classifier));
    named.emplace_back("labels", name_in(kLabelKinds, settings.labels));
    named.emplace_back("training", count(settings.n_training));
  }
  if (settings.task == TaskKind::text)
    named.emplace_back("unit", name_in(kTextUnits, settings.unit));
  return named;
}

namespace {

using Json = nlohmann::json;

[[noreturn]] void refuse_setting(const std::string& place, const std::string& name) {
  throw InputError(
      message("{}: the setting \"{}\" is missing or is not what attn learn writes. The "
              "file is damaged, or another program made it.",
              place, name));
}

// Reads one setting after another, and knows which it has read.
class SettingReader {
 public:
  SettingReader(const Json& object, const std::string& place) : object_(object), place_(place) {
    if (!object.is_object()) refuse_setting(place, "settings");
  }

  std::uint64_t count(const char* name, std::uint64_t least, std::uint64_t most) {
    const auto number = whole_in(get(name), most);
    if (!number || *number < least) refuse_setting(place_, name);
    return *number;
  }

  double number(const char* name, double least, double most) {
    const Json& value = get(name);
    if (!value.is_number()) refuse_setting(place_, name);
    const double number = value.get<double>();
    if (!(number >= least && number <= most)) refuse_setting(place_, name);
    return number;
  }

  bool boolean(const char* name) {
    const Json& value = get(name);
    if (!value.is_boolean()) refuse_setting(place_, name);
    return value.get<bool>();
  }

  template <class E, std::size_t n>
  E choice(const char* name, const Named<E> (&table)[n]) {
    const Json& value = get(name);
    if (!value.is_string()) refuse_setting(place_, name);
    for (const Named<E>& row : table)
      if (value.get_ref<const std::string&>() == row.name) return row.value;
    refuse_setting(place_, name);
  }

  void require_no_more() const {
    if (object_.size() != n_read_) refuse_setting(place_, "settings");
  }

 private:
  const Json& get(const char* name) {
    const auto found = object_.find(name);
    if (found == object_.end()) refuse_setting(place_, name);
    ++n_read_;
    return *found;
  }

  const Json& object_;
  const std::string& place_;
  std::size_t n_read_ = 0;
};

constexpr double kLargestSetting = 1e30;

// What is said of flags that do not fit helps nobody who has typed none.
void require_fitting(const LearnSettings& settings, const std::string& place) {
  try {
    require_sound(settings);
  } catch (const InputError&) {
    refuse_setting(place, "n_heads, n_tokens");
  }
}

}  // namespace

nlohmann::ordered_json settings_json(const LearnSettings& settings) {
  nlohmann::ordered_json object;
  for (const auto& [name, setting] : named_settings(settings))
    std::visit(
        [&object, &key = name](const auto& value) {
          using Value = std::decay_t<decltype(value)>;
          // What is counted is never negative, and is read as such again.
          if constexpr (std::is_same_v<Value, std::int64_t>)
            object[key] = static_cast<std::uint64_t>(value);
          else
            object[key] = value;
        },
        setting);
  return object;
}

LearnSettings settings_from_json(const Json& object, const std::string& place) {
  SettingReader read(object, place);
  LearnSettings settings;
  settings.task = read.choice("task", kTaskKinds);
  settings.seed = read.count("seed", 0, INT64_MAX);
  settings.n_steps = read.count("steps", 1, kMostSteps);
  settings.n_in_batch = read.count("batch", 1, kMostInBatch);
  settings.learning_rate =
      read.number("learning_rate", std::numeric_limits<double>::min(), kLargestSetting);
  settings.warm_up = read.count("warm_up", 0, kMostSteps);
  settings.is_cosine = read.boolean("cosine");
  settings.clip = read.number("clip", 0.0, kLargestSetting);
  settings.weight_decay = read.number("weight_decay", 0.0, kLargestSetting);
  settings.d_model = read.count("d_model", 1, kWidestModel);
  settings.n_heads = read.count("n_heads", 1, kWidestModel);
  settings.n_layers = read.count("n_layers", 1, kMostLayers);
  settings.dropout = read.number("dropout", 0.0, std::nextafter(1.0, 0.0));
  settings.positions = read.choice("positions", kPositionKinds);
  settings.n_tokens = read.count("n_tokens", least_tokens(settings.task), kLongestSequence);
  settings.n_vocabulary =
      read.count("vocabulary", least_vocabulary(settings.task), kLargestVocabulary);
  if (settings.task == TaskKind::classify) {
    settings.classifier = read.choice("model", kClassifierKinds);
    settings.labels = read.choice("labels", kLabelKinds);
    settings.n_training = read.count("training", 2, kMostTraining);
  }
  if (settings.task == TaskKind::text) settings.unit = read.choice("unit", kTextUnits);
  read.require_no_more();
  require_fitting(settings, place);
  return settings;
}

}  // namespace attn
