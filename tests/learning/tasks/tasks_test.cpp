#include "learning/tasks/tasks.hpp"

#include <nlohmann/json.hpp>

#include "learning/tasks/knowing_model.hpp"
#include "learning/tasks/quick_training.hpp"
#include "learning/tasks/task_kinds.hpp"
#include "network/layers/layers.hpp"
#include "support/catch.hpp"

namespace {

std::string refusal_of(const LearnSettings& settings) {
  return refusal([&] { require_sound(settings); });
}

TEST_CASE("usual_settings: every task and classifier is sound") {
  for (const auto& task : kTaskKinds)
    for (const auto& classifier : kClassifierKinds) {
      const LearnSettings settings = usual_settings(task.value, classifier.value);
      CHECK(settings.task == task.value);
      CHECK_NOTHROW(require_sound(settings));
    }
}

TEST_CASE("require_sound: what does not fit is said with its numbers") {
  LearnSettings settings = usual_settings(TaskKind::copy);
  settings.n_heads = 3;
  CHECK(contains(refusal_of(settings), "16 / 3 = 5.333"));
  settings = usual_settings(TaskKind::copy);
  settings.dropout = 1.0;
  CHECK(contains(refusal_of(settings), "below 1"));
  settings = usual_settings(TaskKind::copy);
  settings.learning_rate = 0.0;
  CHECK(contains(refusal_of(settings), "--lr"));
  settings = usual_settings(TaskKind::recall);
  settings.n_tokens = 31;
  CHECK(contains(refusal_of(settings), "--tokens 32"));
  settings = usual_settings(TaskKind::recall);
  settings.d_model = 6;
  CHECK(contains(refusal_of(settings), "even width"));
}

TEST_CASE("named_settings: names are told once, and those of other tasks are not") {
  const auto has = [](TaskKind task, const std::string& name) {
    for (const auto& [key, value] : named_settings(usual_settings(task)))
      if (key == name) return true;
    return false;
  };
  CHECK(has(TaskKind::classify, "labels"));
  CHECK_FALSE(has(TaskKind::copy, "labels"));
  CHECK(has(TaskKind::text, "unit"));
  CHECK_FALSE(has(TaskKind::recall, "unit"));
}

// A model that does nothing but hold maps of attention: for each head one, the same everywhere.
class Maps : public Network<float> {
 public:
  Maps(std::size_t n, std::vector<std::vector<float>> of_head)
      : Network<float>(1), n_(n), of_head_(std::move(of_head)) {}
  Rows<float> forward(Workers&, const Batch<float>&, const PassMode&) override { return {}; }
  void backward(Workers&, const Batch<float>&, const PassMode&, Rows<float>) override {}
  std::size_t n_layers() const override { return 1; }
  std::size_t n_heads() const override { return of_head_.size(); }
  Rows<const float> weights(std::size_t, std::size_t, std::size_t head) const override {
    return {of_head_[head].data(), n_, n_};
  }

 private:
  std::size_t n_;
  std::vector<std::vector<float>> of_head_;
};

const std::vector<float> kEven{0.5F, 0.5F, 0.5F, 0.5F}, kItself{1, 0, 0, 1}, kOther{0, 1, 1, 0};

TEST_CASE("best_head: the head that follows the rule, beside the best of the other model") {
  const Maps before(2, {kEven, kOther}), after(2, {kOther, kItself});
  const std::vector<RuledSequence> sequences(3, {2, copy_keys(2)});
  const MeasureRow row = best_head("id", "name", before, after, sequences, Sight::all);
  CHECK(row.before == Approx(0.5));
  CHECK(row.after == Approx(1.0));
  CHECK(row.chance == Approx(0.5));
  CHECK(row.place == HeadPlace{0, 1});
}

TEST_CASE("weights_of: padding is left out") {
  const Maps model(2, {kItself});
  CHECK(weights_of(model, 0, 0, 0, 1).n_rows == 1);
  CHECK(weights_of(model, 0, 0, 0, 2)(1, 1) == 1.0);
}

TEST_CASE("rightness: places and whole sequences, without those that are not asked") {
  std::vector<float> logits{0, 1, 1, 0, 0, 1, 1, 0};  // says 1, 0, 1, 0
  const Rows<const float> Z{logits.data(), 4, 2};
  const Rightness both = rightness(Z, {1, 0, 0, 0}, 2);
  CHECK(both.accuracy() == 0.75);
  CHECK(both.whole() == 0.5);
  const Rightness asked = rightness(Z, {1, 0, kNoTarget, 0}, 2);
  CHECK(asked.accuracy() == 1.0);
  CHECK(asked.n_targets == 3);
}

TEST_CASE("accuracy_text: three decimals, and none only where there is none") {
  CHECK(accuracy_text(0.9826) == "0.983");
  CHECK(accuracy_text(1.0) == "1.000");
  CHECK(accuracy_text(0.0) == "0.000");
  CHECK(accuracy_text(1e-8) == "<0.001");
  CHECK(accuracy_cell(0.9826).value == 0.9826);
  CHECK(accuracy_cell(0.9826).places == 3);
}

TEST_CASE("measures_table: a row for each measure, and a dash where chance means nothing") {
  const Table table = measures_table({{.id = "a", .name = "A", .before = 0.25, .after = 1.0}}, "n");
  REQUIRE(table.rows.size() == 1);
  CHECK(std::get<cell::Text>(table.rows[0][0]).id == "a");
  CHECK(std::get<cell::Real>(table.rows[0][2]).value == 1.0);
  CHECK(std::get<cell::Missing>(table.rows[0][3]).text == "-");
  CHECK(table.note == "n");
}

std::string said_of(double right_before, double right_after) {
  const ShownAnswer answer{.sketch = "..",
                           .label = 1,
                           .before = {1.0 - right_before, right_before},
                           .after = {1.0 - right_after, right_after}};
  return std::get<cell::Text>(answers_table({answer}, LabelKind::order).rows.at(0).back()).id;
}

TEST_CASE("class_probabilities: softmax of the row that was asked for") {
  // e^0 : e^ln3 is 1 : 3.
  std::vector<float> logits{5.0F, -5.0F, 0.0F, std::log(3.0F)};
  const auto p = class_probabilities({logits.data(), 2, 2}, 1);
  REQUIRE(p.size() == 2);
  CHECK(p[0] == Approx(0.25));
  CHECK(p[1] == Approx(0.75));
}

TEST_CASE("is_right: the most probable class counts") {
  CHECK(is_right({0.2, 0.3, 0.5}, 2));
  CHECK_FALSE(is_right({0.2, 0.3, 0.5}, 1));
}

TEST_CASE("sequence_sketch: a dot for each word without a meaning") {
  CHECK(sequence_sketch({7, 1, 9, 9, 2}, LabelKind::order, 4) == ".1..2");
  CHECK(sequence_sketch({2, 1}, LabelKind::order, 4) == "21");
}

TEST_CASE("sequence_sketch: of a long sequence only the order") {
  std::vector<std::uint32_t> words(31, 5);
  words[0] = 2;
  words[30] = 1;
  CHECK(sequence_sketch(words, LabelKind::order, 4) == "2..1");
  words[0] = 5;
  words[7] = 2;
  words[30] = 5;
  words[8] = 1;
  CHECK(sequence_sketch(words, LabelKind::order, 4) == "..21..");
}

TEST_CASE("sequence_sketch: words by their numbers where a coin made the labels") {
  CHECK(sequence_sketch({4, 5, 6, 7}, LabelKind::random, 4) == "4 5 6 7");
  CHECK(sequence_sketch({4, 5, 6, 7, 8}, LabelKind::random, 4) == "4 5 6 7 ..");
}

TEST_CASE("answers_table: sequence, class, probabilities, and when it was right") {
  const Table table = answers_table(
      {{.sketch = ".1.2", .label = 1, .before = {0.5, 0.25, 0.25}, .after = {0.0, 1.0, 0.0}}},
      LabelKind::order);
  REQUIRE(table.columns.size() == 2 + 3 + 3 + 1);
  REQUIRE(table.rows.at(0).size() == table.columns.size());
  CHECK(table.columns[2].id == "before_0");
  CHECK(table.columns[7].id == "after_2");
  CHECK(std::get<cell::Text>(table.rows[0][0]).text == ".1.2");
  CHECK(std::get<cell::Whole>(table.rows[0][1]).number == 1);
  CHECK(std::get<cell::Real>(table.rows[0][2]).value == 0.5);
  CHECK(std::get<cell::Real>(table.rows[0][6]).value == 1.0);
  CHECK(said_of(0.6, 0.7) == "both");
  CHECK(said_of(0.4, 0.7) == "after");
  CHECK(said_of(0.6, 0.3) == "before");
  CHECK(said_of(0.4, 0.3) == "not_once");
}

TEST_CASE("answers_table: says what its sequences are") {
  CHECK(contains(answers_table({}, LabelKind::order).title, "word 1 comes before word 2"));
  CHECK(contains(answers_table({}, LabelKind::random).title, "a coin"));
}

TEST_CASE("make_task: every task but text is made, and shows a token for each place") {
  for (const auto& kind : kTaskKinds) {
    if (kind.value == TaskKind::text) continue;
    const auto task = make_task(usual_settings(kind.value));
    CHECK(task->settings().task == kind.value);
    CHECK(task->shown_tokens().size() == task->shown_sequence().length);
    CHECK_FALSE(task->levels().empty());
  }
  CHECK_THROWS_AS(make_task(usual_settings(TaskKind::text)), std::invalid_argument);
}

TEST_CASE("Task: the curve looks at fewer sequences than the end") {
  const auto task = make_task(usual_settings(TaskKind::classify));
  CHECK(task->n_looked_at(Look::quick) == 500);
  CHECK(task->n_looked_at(Look::thorough) == 2000);
}

TEST_CASE("make_task: settings that do not fit are refused") {
  LearnSettings settings = usual_settings(TaskKind::sort);
  settings.n_heads = 5;
  CHECK_REFUSED_FOR(make_task(settings), "cannot be split");
}

nlohmann::json json_of(const LearnSettings& settings) {
  return nlohmann::json::parse(settings_json(settings).dump());
}

TEST_CASE("settings_from_json: every task comes back as it was") {
  for (const auto& task : kTaskKinds) {
    LearnSettings settings = usual_settings(task.value, ClassifierKind::simple);
    settings.seed = 7;
    settings.learning_rate = 0.1234567890123;
    if (settings.task == TaskKind::classify) settings.labels = LabelKind::random;
    const nlohmann::json json = json_of(settings);
    CHECK(json_of(settings_from_json(json, "m")) == json);
  }
}

TEST_CASE("settings_from_json: what is missing, too much or absurd is refused by name") {
  const nlohmann::json sound = json_of(usual_settings(TaskKind::copy));
  const auto refused = [](const nlohmann::json& json) {
    return refusal([&] { settings_from_json(json, "m.safetensors"); });
  };
  nlohmann::json json = sound;
  json.erase("d_model");
  CHECK(refused(json).find("m.safetensors: the setting \"d_model\"") == 0);
  for (const nlohmann::json& absurd : {nlohmann::json(0), nlohmann::json(-16), nlohmann::json(1e9),
                                       nlohmann::json("16"), nlohmann::json(1000000)}) {
    json = sound;
    json["d_model"] = absurd;
    CHECK(contains(refused(json), "\"d_model\""));
  }
  json = sound;
  json["surprise"] = 1;
  CHECK(contains(refused(json), "\"settings\""));
  json = sound;
  json["task"] = "dance";
  CHECK(contains(refused(json), "\"task\""));
  CHECK(contains(refused(nlohmann::json::array()), "\"settings\""));
}

LearnSettings small_settings(ClassifierKind kind) {
  LearnSettings settings = usual_settings(TaskKind::classify, kind);
  settings.n_training = 100;
  settings.n_in_batch = 32;
  return settings;
}

std::ptrdiff_t place_of(const Batch<float>& batch, std::size_t s, std::uint32_t word) {
  const auto first = batch.tokens.begin() + static_cast<std::ptrdiff_t>(s * batch.length);
  const auto last = first + static_cast<std::ptrdiff_t>(batch.length);
  REQUIRE(std::count(first, last, word) == 1);
  return std::find(first, last, word) - first;
}

TEST_CASE("classify_task: the class says which of two words comes first") {
  const auto task = classify_task(small_settings(ClassifierKind::attention));
  Batch<float> batch;
  task->fill_batch(0, batch);
  for (std::size_t s = 0; s < batch.n_sequences; ++s)
    CHECK((place_of(batch, s, 1) < place_of(batch, s, 2)) == (batch.targets[s] == 1));
}

TEST_CASE("classify_task: an epoch has every sample once, in an order of its own") {
  const auto task = classify_task(small_settings(ClassifierKind::attention));
  std::vector<std::vector<std::vector<std::uint32_t>>> epochs(2);
  Batch<float> batch;
  for (std::uint64_t step = 0; step < 8; ++step) {
    task->fill_batch(step, batch);
    CHECK(batch.n_sequences == (step % 4 == 3 ? 4 : 32));  // 100 = 3 · 32 + 4
    for (std::size_t s = 0; s < batch.n_sequences; ++s) {
      const auto first = batch.tokens.begin() + static_cast<std::ptrdiff_t>(s * batch.length);
      epochs[step / 4].emplace_back(first, first + static_cast<std::ptrdiff_t>(batch.length));
    }
  }
  CHECK(epochs[0] != epochs[1]);
  for (auto& epoch : epochs) std::sort(epoch.begin(), epoch.end());
  CHECK(epochs[0] == epochs[1]);
}

TEST_CASE("classify_task: random labels are learned by heart, and held out nobody knows them") {
  LearnSettings settings = small_settings(ClassifierKind::simple);
  settings.labels = LabelKind::random;
  settings.n_steps = 160;
  settings.learning_rate = 1e-2;
  QuickTraining learned(classify_task(settings));
  learned.run();
  CHECK(learned.measure("training_accuracy", 2) > 0.9);
  CHECK(learned.measure("accuracy", 2) < 0.56);
  CHECK(learned.measure("accuracy", 2) > 0.44);
}

TEST_CASE("classify_task: the order of two words is learned by whoever reads in order") {
  LearnSettings settings = usual_settings(TaskKind::classify, ClassifierKind::rnn);
  settings.n_steps = 126;
  QuickTraining rnn(classify_task(settings));
  rnn.run();
  CHECK(rnn.measure("accuracy", 2) > 0.95);
}

TEST_CASE("classify_task: shows the first held-out sequences, and what each model says of them") {
  LearnSettings settings = small_settings(ClassifierKind::rnn);
  settings.n_steps = 20;
  QuickTraining rnn(classify_task(settings));
  rnn.run();
  const auto untrained = rnn.task->new_model();
  const auto answers = rnn.task->shown_answers(*untrained, rnn.training.model(), rnn.workers);
  REQUIRE(answers.size() == 4);
  CHECK(answers.front().tokens == rnn.task->shown_sequence().tokens);
  for (const ShownAnswer& answer : answers) {
    REQUIRE(answer.tokens.size() == settings.n_tokens);
    CHECK(answer.sketch.size() == settings.n_tokens);
    CHECK((answer.sketch.find('1') < answer.sketch.find('2')) == (answer.label == 1));
    // One at a time a model says the same, and what it says is what the loss is made of.
    Batch<float> alone;
    alone.n_sequences = 1;
    alone.length = settings.n_tokens;
    alone.tokens = answer.tokens;
    const std::vector<std::int32_t> label{static_cast<std::int32_t>(answer.label)};
    const auto loss = [&](Network<float>& model) {
      return Losses<float>::cross_entropy(rnn.workers, model.forward(rnn.workers, alone, {}), label,
                                          {});
    };
    CHECK(-std::log(answer.before[answer.label]) == Approx(loss(*untrained)).margin(1e-5));
    CHECK(-std::log(answer.after[answer.label]) == Approx(loss(rnn.training.model())).margin(1e-5));
    CHECK(answer.before[0] + answer.before[1] == Approx(1.0));
  }
}

TEST_CASE("copy_task: dropout holds the loss at p in training and leaves p² after it") {
  QuickTraining copy(copy_task(usual_settings(TaskKind::copy)));
  copy.run();
  const CurvePoint& last = copy.training.curve().back();
  // Over eight seeds: .102 to .158 and .018 to .063 after 100 steps.
  CHECK(last.training_loss > 0.09);
  CHECK(last.training_loss < 0.17);
  CHECK(last.held_out_loss > 0.01);
  CHECK(last.held_out_loss < 0.07);
  CHECK(copy.measure("mean_diagonal", 2) > 0.9);
  CHECK(copy.measure("mean_diagonal", 1) < 0.3);
  CHECK(copy.measure("mean_diagonal", 3) == Approx(1.0 / 6.0));
  REQUIRE(copy.task->levels().size() == 2);
  CHECK(copy.task->levels().back().loss == 0.1);
}

TEST_CASE("copy_task: without dropout nothing holds it up") {
  LearnSettings settings = usual_settings(TaskKind::copy);
  settings.dropout = 0.0;
  QuickTraining copy(copy_task(settings));
  copy.run();
  CHECK(copy.training.curve().back().training_loss < 0.05);
  CHECK(copy.task->levels().size() == 1);
}

TEST_CASE("copy_task: always answering 0 costs 1, the variance of the tokens") {
  const auto task = copy_task(usual_settings(TaskKind::copy));
  Workers workers(1);
  const auto model = task->new_model();
  std::fill(model->parameters.values.begin(), model->parameters.values.end(), 0.0F);
  CHECK(task->score(*model, workers, Look::thorough).loss == Approx(1.0).margin(0.01));
}

TEST_CASE("recall_task: what came after a key comes after it again, and counts only then") {
  const auto task = recall_task(usual_settings(TaskKind::recall));
  Batch<float> batch;
  task->fill_batch(0, batch);
  std::size_t n_asked = 0;
  for (std::size_t s = 0; s < batch.n_sequences; ++s) {
    std::map<std::uint32_t, std::uint32_t> value_of;
    for (std::size_t i = s * batch.length; i < (s + 1) * batch.length; i += 2) {
      const std::uint32_t key = batch.tokens[i], value = batch.tokens[i + 1];
      CHECK(key < 8);
      CHECK(value >= 8);
      CHECK(value < 24);
      CHECK(batch.targets[i + 1] == kNoTarget);
      if (value_of.contains(key)) {
        ++n_asked;
        CHECK(value == value_of.at(key));
        CHECK(batch.targets[i] == static_cast<std::int32_t>(value));
      } else {
        CHECK(batch.targets[i] == kNoTarget);
      }
      value_of[key] = value;
    }
    std::map<std::uint32_t, std::uint32_t> key_of;  // no two keys have one value
    for (const auto& [key, value] : value_of) CHECK(key_of.emplace(value, key).second);
  }
  CHECK(n_asked > batch.n_sequences * 6);
}

TEST_CASE("recall_task: its names are letters for keys and numbers for values") {
  const auto task = recall_task(usual_settings(TaskKind::recall));
  const std::vector<std::string> names = task->shown_tokens();
  REQUIRE(names.size() == 32);
  for (std::size_t i = 0; i < names.size(); i += 2) {
    CHECK(names[i].find_first_not_of("ABCDEFGH") == std::string::npos);
    CHECK(names[i + 1].find_first_not_of("0123456789") == std::string::npos);
  }
}

TEST_CASE("recall_task: the shortest sequences ask something, too") {
  LearnSettings settings = usual_settings(TaskKind::recall);
  settings.n_tokens = 4;
  const auto task = recall_task(settings);
  Batch<float> batch;
  task->fill_batch(0, batch);
  for (std::size_t s = 0; s < batch.n_sequences; ++s) {
    // Two pairs: the second must be the first once more.
    const std::size_t first = s * batch.length;
    CHECK(batch.tokens[first + 2] == batch.tokens[first]);
    CHECK(batch.targets[first + 2] == static_cast<std::int32_t>(batch.tokens[first + 1]));
  }
}

TEST_CASE("recall_task: two heads are said to work together only where they do") {
  const auto task = recall_task(usual_settings(TaskKind::recall));
  const KnowingModel::RuleOf one_back = [](const auto&ids) { return previous_keys(ids.size()); },
                             after_same = recall_keys, anywhere;
  const auto note = [&](bool knows, const std::vector<KnowingModel::RuleOf>& heads) {
    Workers workers(1);
    KnowingModel before(24, false, {anywhere, anywhere}), after(24, knows, heads);
    return task->measures(before, after, workers).note;
  };
  CHECK(note(true, {one_back, after_same}).starts_with("The two heads work together"));
  CHECK(note(false, {one_back, after_same}).empty());  // not learned
  CHECK(note(true, {anywhere, after_same}).empty());
  CHECK(note(true, {one_back, anywhere}).empty());
}

std::unique_ptr<Task> task_of(TaskKind kind, std::uint64_t n_steps = 1) {
  LearnSettings settings = usual_settings(kind);
  settings.n_steps = n_steps;
  return sequence_task(settings);
}

TEST_CASE("sequence_task: the answers are the digits backwards, or in order") {
  for (const TaskKind kind : {TaskKind::reverse, TaskKind::sort}) {
    const auto task = task_of(kind);
    Batch<float> batch;
    task->fill_batch(3, batch);
    REQUIRE(batch.n_sequences == 64);
    for (std::size_t s = 0; s < batch.n_sequences; ++s) {
      const auto first = static_cast<std::ptrdiff_t>(s * batch.length);
      const auto last = first + static_cast<std::ptrdiff_t>(batch.length);
      std::vector<std::int32_t> digits(batch.tokens.begin() + first, batch.tokens.begin() + last);
      kind == TaskKind::sort ? std::sort(digits.begin(), digits.end())
                             : std::reverse(digits.begin(), digits.end());
      CHECK(std::equal(digits.begin(), digits.end(), batch.targets.begin() + first));
    }
  }
}

TEST_CASE("sequence_task: a step has its own sequences, the same ones each time") {
  const auto task = task_of(TaskKind::reverse);
  Batch<float> third, again, fourth;
  task->fill_batch(3, third);
  task->fill_batch(4, fourth);
  task->fill_batch(3, again);
  CHECK(third.tokens == again.tokens);
  CHECK(third.tokens != fourth.tokens);
}

TEST_CASE("sequence_task: reversing is learned, and its head looks at the mirrored place") {
  QuickTraining reverse(task_of(TaskKind::reverse, 120));
  reverse.run();
  CHECK(reverse.measure("accuracy", 2) > 0.99);
  CHECK(reverse.measure("accuracy", 1) < 0.2);
  CHECK(reverse.measure("mean_antidiagonal", 2) > 0.9);
}

TEST_CASE("sequence_task: sorting without a head for it is told only where it was learned") {
  const KnowingModel::RuleOf right_digit = sort_keys, anywhere;
  const auto note = [&](TaskKind kind, bool knows, const KnowingModel::RuleOf& head) {
    Workers workers(1);
    KnowingModel before(10, false, {anywhere}), after(10, knows, {head});
    return task_of(kind)->measures(before, after, workers).note;
  };
  CHECK(note(TaskKind::sort, true, anywhere).starts_with("Sorting is learned, and yet no head"));
  CHECK(note(TaskKind::sort, false, anywhere).empty());
  CHECK(note(TaskKind::sort, true, right_digit).empty());
  CHECK(note(TaskKind::reverse, true, anywhere).empty());
}

}  // namespace
