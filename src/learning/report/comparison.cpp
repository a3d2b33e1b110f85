#include "learning/report/comparison.hpp"

#include <algorithm>
#include <string>

#include "base/message.hpp"
#include "base/text.hpp"
#include "learning/tasks/measures.hpp"

namespace attn {
namespace {

constexpr double kCoin = 0.5;
constexpr double kBetterThanCoin = 0.1;  // the accuracy of a coin varies by a few hundredths
constexpr double kAsGood = 0.01;

bool reads_word_by_word(ClassifierKind model) {
  return model == ClassifierKind::lstm || model == ClassifierKind::rnn;
}

std::vector<ComparedModel> winners(const std::vector<ComparedModel>& models) {
  double best = 0.0;
  for (const ComparedModel& model : models) best = std::max(best, model.held_out_accuracy);
  std::vector<ComparedModel> found;
  std::copy_if(models.begin(), models.end(), std::back_inserter(found),
               [best](const auto& model) { return model.held_out_accuracy >= best - kAsGood; });
  return found;
}

std::string names_of(const std::vector<ComparedModel>& models) {
  std::vector<std::string> names;
  for (const ComparedModel& model : models)
    names.emplace_back(name_in(kClassifierKinds, model.model));
  return listed(names);
}

std::string who_wins(const std::vector<ComparedModel>& models, LabelKind labels) {
  const std::vector<ComparedModel> best = winners(models);
  const double accuracy = best.front().held_out_accuracy;
  if (accuracy < kCoin + kBetterThanCoin)
    return labels == LabelKind::random
               ? translated(
                     "Nobody wins: the labels are random, and on new sequences no model is "
                     "better than a coin, however well it knows its own by heart.")
               : translated("Nobody wins: no model is better than a coin. Try more --steps.");
  const auto reads = [](const ComparedModel& model) { return reads_word_by_word(model.model); };
  std::string text = message("Best on new sequences: {}.", names_of(best));
  if (std::all_of(best.begin(), best.end(), reads))
    add_sentence(text, translated("On a rule of order networks that read word by word win over "
                                  "attention: which word comes first is what they are made for."));
  return text;
}

}  // namespace

Table comparison_table(const std::vector<ComparedModel>& models, const LearnSettings& settings) {
  Table table{.id = "comparison",
              .title = translated("The same data for every model: the part of the classes that are "
                                  "right, by chance 0.5"),
              .columns = {{"model", translated("model")},
                          {"held_out_accuracy", translated("held out")},
                          {"training_accuracy", translated("in training")},
                          {"parameters", translated("parameters")},
                          {"seconds", translated("seconds")}}};
  for (const ComparedModel& model : models)
    table.rows.push_back(
        {cell::name(name_in(kClassifierKinds, model.model)), accuracy_cell(model.held_out_accuracy),
         accuracy_cell(model.training_accuracy), cell::Whole{count_of(model.n_parameters)},
         cell::Real{.value = model.seconds, .places = 1}});
  table.note = who_wins(models, settings.labels);
  if (settings.labels == LabelKind::order)
    add_sentence(table.note, translated("simple has no positions and takes a mean, so it sees no "
                                        "order at all."));
  if (!models.empty())
    add_sentence(table.note, message("Always the more frequent class is right in {} of the "
                                     "held-out sequences.",
                                     accuracy_text(models.front().majority_class)));
  add_sentence(table.note, translated("Seconds are those of this machine and vary from run to run; "
                                      "every other number stays."));
  return table;
}

}  // namespace attn
