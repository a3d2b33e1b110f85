#include "cli/learned/learned_notes.hpp"

#include "base/count.hpp"
#include "base/message.hpp"
#include "cli/program/program_folder.hpp"

namespace attn {

std::string learned_note(const LearnedModel& model) {
  const LearnSettings& settings = model.file().settings;
  const std::size_t n_words = model.text().words.size();
  if (model.text().grammar.empty())
    return message(
        "learned: the weights are those of {} after {} steps of {} pieces of text each. The model "
        "knows {} words or characters, and of each only what it stands beside, not what it means.",
        shown_path(model.file().path), count_text(model.file().n_steps), settings.n_in_batch,
        n_words);
  return message(
      "learned: the weights are those of a small model that guessed the next word of sentences for "
      "{} steps of {} sentences each. It knows {} words and sentences of four kinds, and of each "
      "word only what it stands beside, not what it means.",
      count_text(model.file().n_steps), settings.n_in_batch, n_words);
}

std::string why_shown(const LearnedSentence& sentence, const ChosenHead& place) {
  if (!place.found)
    return message(
        "no head has a habit that this sentence asks for: shown is layer {}. --layer N shows "
        "another one.",
        place.layer);
  const HeadWithHabit& found = *place.found;
  const arma::rowvec row = sentence.weights[found.place].row(found.query);
  const arma::uword key = row.index_max();
  return message(
      "layer {}, head {} has what this sentence asks for: it {}. Here \"{}\" gives {:.2f} of its "
      "attention to \"{}\". --layer N shows another layer.",
      place.layer, place.head,
      remark_for(sentence.study, sentence.study.heads[found.place], found.habit),
      sentence.tokens[found.query], row(key), sentence.tokens[key]);
}

std::string habit_note(const HeadStudy& study, const StudiedHead& head, Habit habit) {
  if (habit == Habit::none)
    return message("layer {}, head {} has no plain pattern in {}.", head.layer, head.head,
                   measured_on(study));
  const HeadMeasure &measure = head.measures[habit], &untrained = head.untrained[habit];
  return message(
      "layer {}, head {}: {}. {:.2f} of its weight lies there, at {} queries of {}; of even "
      "attention {:.2f}, of the untrained model {:.2f}.",
      head.layer, head.head, remark_for(study, head, habit), measure.mean(), measure.n_rows,
      measured_on(study), measure.even_mean(), untrained.mean());
}

void describe_learned(Trace& trace, const LearnedSentence& sentence) {
  const TextFacts& text = sentence.model.text();
  trace.title = sentence.title;
  trace.source = "learned";
  trace.config.emplace_back("model",
                            text.grammar.empty() ? sentence.model.file().path : text.grammar);
  trace.notes.insert(
      trace.notes.begin(),
      {learned_note(sentence.model),
       message("{} stands where a sentence begins, and a head with nothing to look for can rest on "
               "it. attn mha {} lists what the model knows.",
               kStartWord, sentence.typed_model)});
  trace.notes.insert(trace.notes.begin(), sentence.notes.begin(), sentence.notes.end());
}

}  // namespace attn
