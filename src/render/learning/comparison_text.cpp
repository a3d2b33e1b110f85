#include "render/learning/comparison_text.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/count.hpp"
#include "base/message.hpp"
#include "render/text/lines.hpp"
#include "render/text/table.hpp"

namespace attn {
namespace {

std::string comparison_title(const LearnSettings& settings, const Layout& layout) {
  NamedLine line("learn", layout);
  line.append(name_in(kTaskKinds, settings.task), Style::Kind::strong);
  line.append(message("labels {}", name_in(kLabelKinds, settings.labels)));
  line.append(message("{} steps", count_text(settings.n_steps)));
  line.append(message("batch {}", settings.n_in_batch));
  line.append(fmt::format("n {}", settings.n_tokens));
  line.append(message("vocabulary {}", count_text(settings.n_vocabulary)));
  line.append(message("{} sequences in training", count_text(settings.n_training)));
  line.append(fmt::format("d_model {}", settings.d_model));
  line.append(fmt::format("lr {:.4g}", settings.learning_rate));
  line.append(fmt::format("seed {}", settings.seed));
  return line.text();
}

}  // namespace

std::string learning_comparison_text(const std::vector<ComparedModel>& models,
                                     const LearnSettings& settings, const Layout& layout) {
  return comparison_title(settings, layout) + "\n" +
         table_text(comparison_table(models, settings), layout);
}

nlohmann::ordered_json learning_comparison_json(const std::vector<ComparedModel>& models,
                                                const LearnSettings& settings) {
  using Json = nlohmann::ordered_json;
  Json list = Json::array();
  for (const ComparedModel& model : models)
    list.push_back({{"model", name_in(kClassifierKinds, model.model)},
                    {"held_out_accuracy", json_number(model.held_out_accuracy)},
                    {"training_accuracy", json_number(model.training_accuracy)},
                    {"parameters", model.n_parameters},
                    {"seconds", json_number(model.seconds)}});
  return {{"schema", "attn.learn/1"},
          {"command", "learn"},
          {"task", name_in(kTaskKinds, settings.task)},
          {"config",
           {{"seed", settings.seed},
            {"steps", settings.n_steps},
            {"batch", settings.n_in_batch},
            {"learning_rate", json_number(settings.learning_rate)},
            {"d_model", settings.d_model},
            {"n_tokens", settings.n_tokens},
            {"vocabulary", settings.n_vocabulary},
            {"labels", name_in(kLabelKinds, settings.labels)},
            {"training", settings.n_training}}},
          {"majority_class", models.empty() ? Json() : json_number(models.front().majority_class)},
          {"comparison", list},
          {"notes", {comparison_table(models, settings).note}}};
}

}  // namespace attn
