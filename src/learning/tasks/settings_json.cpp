#include "learning/tasks/settings_json.hpp"

#include <cmath>
#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <variant>

#include "base/message.hpp"

namespace attn {
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
    const Json& value = get(name);
    if (!value.is_number_unsigned()) refuse_setting(place_, name);
    const auto number = value.get<std::uint64_t>();
    if (number < least || number > most) refuse_setting(place_, name);
    return number;
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
