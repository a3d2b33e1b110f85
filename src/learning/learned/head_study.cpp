#include <algorithm>
#include <map>
#include <utility>

#include "base/message.hpp"
#include "learning/learned/learned.hpp"
#include "learning/sentences/sentences.hpp"

namespace attn {

namespace {

// Of each kind: enough that a share is known to a few hundredths, and few enough that nobody waits.
constexpr std::size_t kOfEachKind = 48, kMostDrawn = 2000;
constexpr std::uint32_t kMeasureSeed = 1;

// Sentences with their tokens, and with their marks where a grammar wrote them.
struct MeasuredSentences {
  std::vector<TextPiece> pieces;
  std::vector<Sentence> marks;  // as many as there are pieces, or none
};

// As many sentences of each kind, and none in which the number of the pronoun tells what it stands
// for.
MeasuredSentences drawn_sentences(const LearnedModel& model, Split split) {
  MeasuredSentences sentences;
  std::map<SentenceKind, std::size_t> n_of_kind;
  for (Sentence& sentence :
       draw_sentences(grammar_of(model.text().grammar), kMostDrawn, kMeasureSeed, split)) {
    const bool is_told = sentence.kind == SentenceKind::reference && sentence.referent &&
                         sentence.referent->numbers_differ;
    if (is_told || n_of_kind[sentence.kind] == kOfEachKind) continue;
    ++n_of_kind[sentence.kind];
    sentences.pieces.push_back(model.vocabulary().ids(sentence.words));
    sentences.marks.push_back(std::move(sentence));
  }
  return sentences;
}

// Of a text that no grammar wrote there are the pieces that the file keeps.
MeasuredSentences held_out_sentences(const LearnedModel& model) {
  if (!model.text().grammar.empty()) return drawn_sentences(model, Split::held_out);
  return {.pieces = model.text().held_out, .marks = {}};
}

// One head over all sentences, from the weights of all heads by sentence.
std::vector<HeadOverSentence> head_over(const MeasuredSentences& sentences,
                                        const std::vector<std::vector<arma::mat>>& weights,
                                        std::size_t head) {
  std::vector<HeadOverSentence> over;
  for (std::size_t s = 0; s < sentences.pieces.size(); ++s) {
    HeadOverSentence one{.weights = weights[s][head], .ids = sentences.pieces[s]};
    if (!sentences.marks.empty()) {
      const Sentence& marks = sentences.marks[s];
      one.determined = marks.determined;
      if (marks.kind == SentenceKind::reference) one.referent = marks.referent;
    }
    over.push_back(std::move(one));
  }
  return over;
}

void note_words(const std::vector<Sentence>& marks, const Vocabulary& vocabulary,
                HeadStudy& study) {
  for (const Sentence& sentence : marks) {
    const auto id_at = [&](std::size_t place) { return vocabulary.id(sentence.words[place]); };
    if (sentence.referent) {
      study.pronouns.insert(id_at(sentence.referent->pronoun));
      study.nouns.insert(id_at(sentence.referent->antecedent));
    }
    for (const DeterminedPlace& place : sentence.determined)
      if (place.word == Determined::name) study.name_starts.insert(id_at(place.place - 1));
  }
}

// What followed last time where that is worth repeating: after a name, or in any other text after
// any token.
KeyRule repeated_keys(const HeadStudy& study, const std::vector<std::uint32_t>& ids) {
  KeyRule rule = induction_keys(ids);
  if (study.name_starts.empty()) return rule;
  std::erase_if(
      rule, [&](const NamedKeys& named) { return !study.name_starts.contains(ids[named.query]); });
  return rule;
}

// One back, where it was measured: at the second half of a name, or in any other text anywhere.
KeyRule back_in_names(const HeadStudy& study, const std::vector<std::uint32_t>& ids) {
  KeyRule rule = previous_keys(ids.size());
  if (study.name_starts.empty()) return rule;
  std::erase_if(rule, [&](const NamedKeys& named) {
    return !study.name_starts.contains(ids[named.query - 1]);
  });
  return rule;
}

// Every noun before a pronoun: which of them it stands for nobody has said.
KeyRule noun_keys(const HeadStudy& study, const std::vector<std::uint32_t>& ids,
                  ReferentQuery query) {
  KeyRule rule;
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const std::size_t from = i + (query == ReferentQuery::next ? 1 : 0);
    if (!study.pronouns.contains(ids[i]) || from >= ids.size()) continue;
    NamedKeys named{.query = from};
    for (std::size_t j = 0; j < i; ++j)
      if (study.nouns.contains(ids[j])) named.keys.push_back(j);
    if (!named.keys.empty()) rule.push_back(std::move(named));
  }
  return rule;
}

// Where a head with a habit would look in a sentence that nobody has marked.
KeyRule rule_of(const HeadStudy& study, const StudiedHead& head, Habit habit,
                const std::vector<std::uint32_t>& ids) {
  if (habit == Habit::referent) return noun_keys(study, ids, head.query);
  if (habit == Habit::induction) return repeated_keys(study, ids);
  return back_in_names(study, ids);
}

bool is_wanted(const StudiedHead& head, const WantedHead& wanted) {
  return wanted.layer.value_or(head.layer) == head.layer &&
         wanted.head.value_or(head.head) == head.head;
}

}  // namespace

HeadStudy study_of_heads(LearnedModel& model) {
  HeadStudy study;
  const MeasuredSentences held_out = held_out_sentences(model);
  study.n_sentences = held_out.pieces.size();
  if (held_out.pieces.empty()) return study;
  const auto weights = model.weights(held_out.pieces);
  const auto untrained = model.untrained_weights(held_out.pieces);
  MeasuredSentences to_choose_from;
  std::vector<std::vector<arma::mat>> choosing;
  if (!held_out.marks.empty()) {
    note_words(held_out.marks, model.vocabulary(), study);
    to_choose_from = drawn_sentences(model, Split::training);
    choosing = model.weights(to_choose_from.pieces);
  }
  for (std::size_t i = 0; i < model.n_layers() * model.n_heads(); ++i) {
    StudiedHead head{.layer = i / model.n_heads(), .head = i % model.n_heads()};
    if (!choosing.empty()) head.query = referent_query(head_over(to_choose_from, choosing, i));
    head.measures = sentence_measures(head_over(held_out, weights, i), head.query);
    head.untrained = sentence_measures(head_over(held_out, untrained, i), head.query);
    study.heads.push_back(head);
  }
  return study;
}

std::vector<Habit> habits_asked(const HeadStudy& study, const std::vector<std::uint32_t>& ids) {
  std::vector<Habit> asked;
  if (!noun_keys(study, ids, ReferentQuery::pronoun).empty()) asked.push_back(Habit::referent);
  if (!repeated_keys(study, ids).empty()) asked.push_back(Habit::induction);
  if (!back_in_names(study, ids).empty()) asked.push_back(Habit::previous);
  return asked;
}

Habit habit_among(const StudiedHead& head, const std::vector<Habit>& asked) {
  for (const Habit habit : asked)
    if (has_habit(head.measures, habit)) return habit;
  return habit_of(head.measures);
}

std::string remark_for(const HeadStudy& study, const StudiedHead& head, Habit habit) {
  if (habit == Habit::referent && head.query == ReferentQuery::next)
    return translated("finds what \"it\" stands for, one word later");
  if (habit == Habit::previous && !study.name_starts.empty())
    return translated("looks one back inside names");
  if (habit == Habit::induction && !study.name_starts.empty())
    return translated("repeats what followed a name last time");
  return remark_of(habit);
}

std::string measured_on(const HeadStudy& study) {
  return study.name_starts.empty()
             ? message("{} pieces of the text that were held out", study.n_sentences)
             : message("{} sentences that the model never saw", study.n_sentences);
}

std::optional<HeadWithHabit> head_for(const HeadStudy& study, const std::vector<std::uint32_t>& ids,
                                      const std::vector<arma::mat>& weights,
                                      const WantedHead& wanted) {
  for (const Habit habit : habits_asked(study, ids)) {
    std::optional<HeadWithHabit> best;
    double most = 0.0;
    for (std::size_t i = 0; i < study.heads.size(); ++i) {
      const StudiedHead& head = study.heads[i];
      if (!is_wanted(head, wanted) || !has_habit(head.measures, habit)) continue;
      const KeyRule rule = rule_of(study, head, habit, ids);
      const double weight = head_measure(weights.at(i), rule).mean();
      if (rule.empty() || (best && weight <= most)) continue;
      best = HeadWithHabit{.place = i, .habit = habit, .query = rule.front().query};
      most = weight;
    }
    if (best) return best;
  }
  return {};
}

namespace {

TableCell weight_cell(double weight) { return cell::Real{.value = weight, .places = 2}; }

TableCell mean_cell(const HeadMeasure& measure) {
  if (measure.n_rows == 0) return cell::Missing{"-"};
  return weight_cell(measure.mean());
}

// "1, 2": layer 1, head 2; of one layer alone "head 2", as its stages are called.
std::string name_of_head(const StudiedHead& head, bool with_layer) {
  return with_layer ? fmt::format("{}, {}", head.layer, head.head)
                    : fmt::format("head {}", head.head);
}

TableRow habit_row(const HeadStudy& study, const StudiedHead& head, Habit habit, bool with_layer) {
  TableRow row{cell::name(name_of_head(head, with_layer)),
               cell::Text{name_in(kHabits, habit), remark_for(study, head, habit)}};
  if (habit == Habit::none) {
    row.insert(row.end(), 4, TableCell(cell::Missing{"-"}));
    return row;
  }
  const HeadMeasure& measure = head.measures[habit];
  row.push_back(weight_cell(measure.mean()));
  row.push_back(weight_cell(measure.even_mean()));
  row.push_back(weight_cell(head.untrained[habit].mean()));
  row.push_back(cell::bare(measure.n_rows));
  return row;
}

constexpr Habit kMasses[] = {Habit::previous, Habit::self, Habit::first, Habit::induction,
                             Habit::referent};

// The most that any head of the untrained model has.
TableCell most_untrained(const HeadStudy& study, Habit habit) {
  double most = 0.0;
  for (const StudiedHead& head : study.heads) most = std::max(most, head.untrained[habit].mean());
  if (study.heads.front().measures[habit].n_rows == 0) return cell::Missing{"-"};
  return weight_cell(most);
}

}  // namespace

Table habit_table(const HeadStudy& study, std::optional<std::size_t> layer) {
  Table table{.id = "habits",
              .title = message("What each head does in {}, and how much of its weight lies there.",
                               measured_on(study)),
              .columns = {{"head", layer ? translated("head") : translated("layer, head")},
                          {"habit", translated("what it does")},
                          {"weight", translated("weight")},
                          {"even", translated("even")},
                          {"untrained", translated("before")},
                          {"queries", translated("queries")}},
              .n_text_columns = 2,
              .note = measured_where(study),
              .dispensable = {5, 4}};
  for (const StudiedHead& head : study.heads) {
    if (layer && head.layer != *layer) continue;
    for (const Habit habit : habits_of(head.measures))
      table.rows.push_back(habit_row(study, head, habit, !layer));
  }
  return table;
}

Table mass_table(const HeadStudy& study) {
  Table table{.id = "masses",
              .title = translated("The weight of each head, wherever it could have a habit."),
              .columns = {{"head", translated("layer, head")},
                          {"previous", translated("one back")},
                          {"self", translated("itself")},
                          {"first", translated("the first")},
                          {"induction", translated("followed")},
                          {"referent", translated("referent")}}};
  for (const StudiedHead& head : study.heads) {
    table.rows.push_back({cell::name(name_of_head(head, true))});
    for (const Habit habit : kMasses) table.rows.back().push_back(mean_cell(head.measures[habit]));
  }
  if (study.heads.empty()) return table;
  table.rows.push_back({cell::Text{"even", translated("attention spread evenly")}});
  for (const Habit habit : kMasses) {
    const HeadMeasure& measure = study.heads.front().measures[habit];
    table.rows.back().push_back(measure.n_rows == 0 ? TableCell(cell::Missing{"-"})
                                                    : weight_cell(measure.even_mean()));
  }
  table.rows.push_back({cell::Text{"untrained", translated("untrained, at most")}});
  for (const Habit habit : kMasses) table.rows.back().push_back(most_untrained(study, habit));
  return table;
}

std::string measured_where(const HeadStudy& study) {
  if (study.name_starts.empty())
    return translated(
        "Even: attention that makes no difference between keys; before: the same model before "
        "it learned anything, on the same queries.");
  return translated(
      "Measured where a habit is asked for: one back at the second halves of names, what followed "
      "where such a half is to be guessed, the referent where no number tells the two nouns apart, "
      "anything else at every word. Even: attention that makes no difference between keys; "
      "before: the same model before it learned anything, on the same queries.");
}

}  // namespace attn
