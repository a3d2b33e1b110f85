#include "learning/learned/recipe.hpp"

#include <utility>

#include "learning/learned/shipped_models.hpp"
#include "learning/tasks/quick_training.hpp"
#include "learning/tasks/settings_json.hpp"
#include "learning/text/text_task.hpp"
#include "support/catch.hpp"

using namespace attn;

TEST_CASE("grammar_settings: those with which the files that attn brings along were made",
          "[learning][learned]") {
  for (const std::string language : {"en", "ja"}) {
    const ModelFile file = read_model_file(shipped_model_path(language));
    LearnSettings settings = grammar_settings(language);
    settings.n_vocabulary = grammar_of(language).words.size() + 2;
    CHECK(settings_json(file.settings) == settings_json(settings));
    CHECK(file.n_steps == settings.n_steps);
    CHECK_FALSE(file.has_moments());
    REQUIRE(file.text);
    CHECK(file.text->grammar == language);
    CHECK(file.text->fingerprint == fingerprint_of(grammar_corpus(language, settings.seed)));
  }
  CHECK_THROWS(grammar_settings("fr"));
}

// Whoever changes a layer, the optimizer, the grammar or what is drawn has to make the files anew:
// src/learning/models/README.md says how. Processors may differ in the last bits. Of English
// the losses before the first update and at the next point of the curve, which holds no step
// between them, are compared; of Japanese only those before the first update, which tell of its
// sentences and first weights. That learning goes on alike is seen in English: it is the same code.
TEST_CASE("grammar_corpus: learning begins as it did when the files were made",
          "[learning][learned]") {
  for (const auto& [language, n_points] :
       {std::pair<std::string, std::size_t>{"en", 2}, {"ja", 1}}) {
    const ModelFile file = read_model_file(shipped_model_path(language));
    const Corpus corpus = grammar_corpus(language, file.settings.seed);
    QuickTraining again(text_task(grammar_settings(language), corpus));
    while (again.training.curve().size() < n_points) REQUIRE(again.training.step());
    for (std::size_t i = 0; i < n_points; ++i) {
      const CurvePoint &now = again.training.curve()[i], &then = file.position.curve.at(i);
      CHECK(now.step == then.step);
      CHECK(now.training_loss == Approx(then.training_loss).epsilon(5e-4));
      CHECK(now.held_out_loss == Approx(then.held_out_loss).epsilon(5e-4));
    }
  }
}

TEST_CASE("grammar_corpus: another seed draws other sentences", "[learning][learned]") {
  CHECK(fingerprint_of(grammar_corpus("en", 1)) != fingerprint_of(grammar_corpus("en", 2)));
  CHECK(grammar_corpus("ja", 1).training.size() == kGrammarSentences);
  CHECK(grammar_corpus("ja", 1).held_out.size() == kHeldOutSentences);
}
