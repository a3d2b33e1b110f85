#include "learning/learned/head_study.hpp"

#include <algorithm>
#include <fstream>

#include "learning/learned/shipped_models.hpp"
#include "learning/tasks/quick_training.hpp"
#include "learning/text/text_task.hpp"
#include "support/catch.hpp"
#include "support/temporary_folder.hpp"

using namespace attn;

namespace {

bool has_head_with(const HeadStudy& study, Habit habit) {
  return std::any_of(study.heads.begin(), study.heads.end(),
                     [habit](const StudiedHead& head) { return has_habit(head.measures, habit); });
}

// A head that has a habit, and nothing else.
StudiedHead head_with_habit(std::size_t layer, std::size_t head, Habit habit, double mean = 0.9) {
  StudiedHead studied{.layer = layer, .head = head};
  if (habit == Habit::none) return studied;
  studied.measures[habit] = {.weight = 10 * mean, .even = 1, .n_rows = 10};
  studied.measures.choice = {.weight = 10, .even = 5, .n_rows = 10};
  return studied;
}

// Two layers of two heads; word 7 is a pronoun, 5 a noun, 3 the first half of a name.
HeadStudy study_of_four() {
  return {
      .heads = {head_with_habit(0, 0, Habit::none), head_with_habit(0, 1, Habit::previous),
                head_with_habit(1, 0, Habit::referent), head_with_habit(1, 1, Habit::induction)},
      .n_sentences = 1,
      .pronouns = {7},
      .nouns = {5},
      .name_starts = {3}};
}

// Even attention of four heads.
std::vector<arma::mat> even_weights(std::size_t n) {
  return std::vector<arma::mat>(4, even_attention(n, Sight::causal));
}

// Pronouns, nouns and names, as the sentences have them.
void check_words_found(const HeadStudy& study, const Vocabulary& words) {
  CHECK(study.pronouns == std::set<std::uint32_t>{words.id("it"), words.id("they")});
  CHECK(study.nouns.contains(words.id("cat")));
  CHECK(study.nouns.contains(words.id("cars")));
  CHECK_FALSE(study.nouns.contains(words.id("purred")));
  CHECK(study.name_starts.contains(words.id("Mia")));
  CHECK_FALSE(study.name_starts.contains(words.id("cat")));
}

}  // namespace

TEST_CASE("study_of_heads: the models that attn brings along do what they are shown for",
          "[learning][learned]") {
  for (const std::string language : {"en", "ja"}) {
    LearnedModel model(shipped_model_path(language));
    const HeadStudy study = study_of_heads(model);
    REQUIRE(study.heads.size() == model.n_layers() * model.n_heads());
    for (const Habit habit : {Habit::previous, Habit::induction, Habit::referent})
      CHECK(has_head_with(study, habit));
    for (const StudiedHead& head : study.heads) {
      CHECK(&head == &study.at(head.layer, head.head, model.n_heads()));
      CHECK(habit_of(head.untrained) == Habit::none);
      CHECK(head.measures[Habit::self].n_rows > study.n_sentences);
      CHECK(head.measures[Habit::referent].n_rows > 20);
      CHECK(head.measures[Habit::induction].n_rows > 20);
    }
    CHECK(study.n_sentences == 4 * 48);
    if (language == "en") check_words_found(study, model.vocabulary());
  }
}

TEST_CASE("study_of_heads: a model of another text is measured on pieces that its file keeps",
          "[learning][learned]") {
  std::string text;
  for (int i = 0; i < 60; ++i)
    text += (i % 3 == 0 ? "red blue red blue green " : "green red green blue red ") +
            std::to_string(i) + "\n";
  const Corpus corpus = corpus_of_text(text, "colours.txt", TextUnit::words, 32);
  LearnSettings settings = usual_settings(TaskKind::text);
  settings.n_steps = 1;
  settings.d_model = 8;
  QuickTraining learned(text_task(settings, corpus));
  const TemporaryFolder folder;
  const std::string path = (folder.path() / "m.safetensors").string();
  std::ofstream(path, std::ios::binary) << model_file_bytes(learned.run().training, &corpus);
  LearnedModel model(path);
  const HeadStudy study = study_of_heads(model);
  CHECK(study.n_sentences == corpus.held_out.size());
  CHECK(study.pronouns.empty());
  CHECK(study.name_starts.empty());
  for (const StudiedHead& head : study.heads) {
    CHECK(head.measures[Habit::referent].n_rows == 0);
    CHECK(head.measures[Habit::previous].n_rows > study.n_sentences);
  }
}

TEST_CASE("habits_asked: a pronoun behind a noun, a name that comes again", "[learning][learned]") {
  const HeadStudy study = study_of_four();
  const auto first_asked = [&study](const std::vector<std::uint32_t>& ids) {
    return habits_asked(study, ids).front();
  };
  CHECK(first_asked({1, 5, 7, 4}) == Habit::referent);
  CHECK(habits_asked(study, {1, 7, 5}).empty());  // nothing that it could stand for
  CHECK(first_asked({1, 3, 4, 2, 3}) == Habit::induction);
  CHECK(habits_asked(study, {1, 2, 4, 2}).empty());  // what comes again is no name
  CHECK(first_asked({1, 3, 4}) == Habit::previous);  // a name has a second half
  CHECK(habits_asked(study, {1, 3, 5, 3, 7}) ==
        std::vector<Habit>{Habit::referent, Habit::induction, Habit::previous});
}

TEST_CASE("habits_asked: in a text without names anything that comes again is worth repeating",
          "[learning][learned]") {
  HeadStudy study = study_of_four();
  study.name_starts.clear();
  CHECK(habits_asked(study, {1, 2, 4, 2}).front() == Habit::induction);
  CHECK(habits_asked(study, {1, 2}).front() == Habit::previous);
}

TEST_CASE("habit_among: what is asked goes before what a head has besides", "[learning][learned]") {
  StudiedHead both = head_with_habit(0, 0, Habit::referent);
  both.measures[Habit::induction] = {.weight = 9, .even = 1, .n_rows = 10};
  CHECK(habit_among(both, {Habit::induction, Habit::previous}) == Habit::induction);
  CHECK(habit_among(both, {Habit::referent, Habit::induction}) == Habit::referent);
  CHECK(habit_among(both, {Habit::self}) == Habit::referent);
  CHECK(habit_among(head_with_habit(0, 0, Habit::none), {Habit::self}) == Habit::none);
}

TEST_CASE("remark_for: no more than was measured", "[learning][learned]") {
  HeadStudy study = study_of_four();
  StudiedHead head = head_with_habit(0, 0, Habit::referent);
  CHECK(remark_for(study, head, Habit::referent) == "finds what \"it\" stands for");
  head.query = ReferentQuery::next;
  CHECK(remark_for(study, head, Habit::referent) == "finds what \"it\" stands for, one word later");
  CHECK(remark_for(study, head, Habit::previous) == "looks one back inside names");
  CHECK(remark_for(study, head, Habit::induction) == "repeats what followed a name last time");
  CHECK(measured_on(study) == "1 sentences that the model never saw");
  study.name_starts.clear();
  CHECK(remark_for(study, head, Habit::previous) == "looks one back");
  CHECK(remark_for(study, head, Habit::induction) == "repeats what followed last time");
  CHECK(measured_on(study) == "1 pieces of the text that were held out");
}

TEST_CASE("head_for: a head that has what the sentence asks for", "[learning][learned]") {
  const HeadStudy study = study_of_four();
  const auto place = [&study](const std::vector<std::uint32_t>& ids,
                              const WantedHead& wanted = {}) {
    const auto found = head_for(study, ids, even_weights(ids.size()), wanted);
    return found ? static_cast<int>(found->place) : -1;
  };
  CHECK(place({1, 5, 7, 4}) == 2);
  CHECK(place({1, 3, 4, 2, 3}) == 3);
  CHECK(place({1, 3, 5, 3, 7}) == 2);  // both: the pronoun goes before
  CHECK(place({1, 3, 4}) == 1);
  CHECK(place({1, 2, 4, 2}) == -1);
  CHECK(place({1, 3, 7, 5, 7}, {.layer = 0, .head = {}}) == 1);
  CHECK(place({1, 3, 7, 5, 7}, {.layer = {}, .head = 1}) == 1);
  CHECK(place({1, 5, 7}, {.layer = 0, .head = 0}) == -1);
}

TEST_CASE("head_for: of heads with one habit the one that shows it in this sentence",
          "[learning][learned]") {
  HeadStudy study = study_of_four();
  study.heads[0] = head_with_habit(0, 0, Habit::referent, 0.95);
  study.heads[1] = head_with_habit(0, 1, Habit::referent, 0.6);
  const std::vector<std::uint32_t> ids{1, 5, 7};
  std::vector<arma::mat> weights = even_weights(3);
  CHECK(head_for(study, ids, weights) == HeadWithHabit{0, Habit::referent, 2});
  weights[1].row(2) = arma::rowvec{0.1, 0.8, 0.1};
  CHECK(head_for(study, ids, weights) == HeadWithHabit{1, Habit::referent, 2});
  // One that looks from the word after the pronoun, of which there is none, shows nothing.
  study.heads[1].query = ReferentQuery::next;
  CHECK(head_for(study, ids, weights) == HeadWithHabit{0, Habit::referent, 2});
}
