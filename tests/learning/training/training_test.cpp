#include "learning/training/training.hpp"

#include <nlohmann/json.hpp>

#include "learning/tasks/quick_training.hpp"
#include "learning/text/text.hpp"
#include "support/catch.hpp"
#include "support/temporary_folder.hpp"

namespace {

LearnSettings short_settings(TaskKind kind, std::uint64_t n_steps) {
  LearnSettings settings = usual_settings(kind);
  settings.n_steps = n_steps;
  return settings;
}

// Four parameters whose gradients are always this.
class LoudModel : public Network<float> {
 public:
  explicit LoudModel(float gradient) : Network<float>(1), gradient_(gradient) {
    parameters.add("loud", 4, Start::zeros());
  }
  Rows<float> forward(Workers&, const Batch<float>&, const PassMode&) override {
    output_ = 0.0F;
    return {&output_, 1, 1};
  }
  void backward(Workers&, const Batch<float>&, const PassMode&, Rows<float>) override {
    parameters.gradients.assign(parameters.size(), gradient_);
  }
  std::size_t n_layers() const override { return 0; }
  std::size_t n_heads() const override { return 0; }
  Rows<const float> weights(std::size_t, std::size_t, std::size_t) const override { return {}; }

 private:
  float gradient_, output_ = 0.0F;
};

LearnSettings clipped_settings(double clip) {
  LearnSettings settings = short_settings(TaskKind::copy, 10);
  settings.clip = clip;
  return settings;
}

class LoudTask : public Task {
 public:
  explicit LoudTask(float gradient, double clip = 0.0)
      : Task(clipped_settings(clip)), gradient_(gradient) {}
  std::unique_ptr<Network<float>> new_model() const override {
    return std::make_unique<LoudModel>(gradient_);
  }
  void fill_batch(std::uint64_t, Batch<float>& batch) const override { batch = shown_sequence(); }
  Score score(Network<float>&, Workers&, Look) const override { return {.loss = 1.0}; }
  std::vector<Level> levels() const override { return {}; }
  Table measures(Network<float>&, Network<float>&, Workers&) const override { return {}; }
  Batch<float> shown_sequence() const override {
    return {.n_sequences = 1, .length = 1, .vectors = {1.0F}, .wanted = {1.0F}};
  }
  std::vector<std::string> shown_tokens() const override { return {"t0"}; }

 private:
  float gradient_;
};

TEST_CASE("Training: the curve begins before the first update and ends with the last") {
  QuickTraining copy(make_task(short_settings(TaskKind::copy, 43)));
  copy.run();
  const std::vector<CurvePoint>& curve = copy.training.curve();
  CHECK(curve.front().step == 0);
  CHECK(curve.back().step == 43);
  CHECK(curve.front().training_loss > 0.8);
  CHECK(curve.front().held_out_loss > 0.8);
  for (std::size_t i = 1; i < curve.size(); ++i) CHECK(curve[i].step > curve[i - 1].step);
}

TEST_CASE("Training: the same digits with any number of threads") {
  LearnSettings settings = short_settings(TaskKind::recall, 2);
  settings.d_model = 64;
  const auto values = [&](unsigned n_threads) {
    QuickTraining recall(make_task(settings), n_threads);
    return recall.run().training.model().parameters.values;
  };
  const std::vector<float> one = values(1);
  CHECK(one == values(2));
  CHECK(one == values(3));
}

TEST_CASE("Training: another seed, other digits") {
  LearnSettings settings = short_settings(TaskKind::copy, 3);
  QuickTraining first(make_task(settings));
  settings.seed = 43;
  QuickTraining second(make_task(settings));
  CHECK(first.run().training.model().parameters.values !=
        second.run().training.model().parameters.values);
}

TEST_CASE("Training: a loss that is no number stops it, and is told") {
  LearnSettings settings = short_settings(TaskKind::copy, 200);
  settings.learning_rate = 1e20;
  QuickTraining copy(make_task(settings));
  copy.run();
  REQUIRE(copy.training.blowup());
  CHECK_FALSE(copy.training.is_done());
  CHECK(copy.training.blowup()->step < 3);
  CHECK(copy.training.blowup()->learning_rate == 1e20);
  CHECK(std::isfinite(copy.training.blowup()->last_length));
}

TEST_CASE("Training: a held-out loss that is no number after the last update is no success") {
  LearnSettings settings = short_settings(TaskKind::copy, 1);
  settings.learning_rate = 1e30;
  QuickTraining copy(make_task(settings));
  copy.run();
  REQUIRE(copy.training.blowup());
  CHECK(copy.training.blowup()->part == BrokenPart::held_out_loss);
  CHECK(copy.training.blowup()->step == 0);
  CHECK(copy.training.curve().size() == 1);
}

TEST_CASE("Training: a gradient that Adam cannot square is told with its tensor and its length") {
  LoudTask task(1e25F);
  Workers workers(1);
  Training training(task, workers);
  CHECK_FALSE(training.step());
  REQUIRE(training.blowup());
  CHECK(training.blowup()->part == BrokenPart::square_of_gradient);
  CHECK(training.blowup()->tensor == "loud");
  CHECK(training.blowup()->last_length == Approx(2e25));  // no float holds its square
}

TEST_CASE("Training: clipped, such a gradient does no harm") {
  LoudTask task(1e25F, 1.0);
  Workers workers(1);
  Training training(task, workers);
  CHECK(training.step());
  CHECK_FALSE(training.blowup());
}

TEST_CASE("Training: a gradient that is no number is told although the loss is one") {
  LoudTask task(std::numeric_limits<float>::infinity(), 1.0);
  Workers workers(1);
  Training training(task, workers);
  CHECK_FALSE(training.step());
  REQUIRE(training.blowup());
  CHECK(training.blowup()->part == BrokenPart::gradient);
  CHECK(training.blowup()->tensor == "loud");
}

TEST_CASE("Training: an update that leaves no number is told with its tensor") {
  LearnSettings settings = short_settings(TaskKind::copy, 40);
  settings.learning_rate = 1e39;  // more than a float holds
  QuickTraining copy(make_task(settings));
  CHECK_FALSE(copy.training.step());
  REQUIRE(copy.training.blowup());
  CHECK(copy.training.blowup()->part == BrokenPart::parameter);
  CHECK_FALSE(copy.training.blowup()->tensor.empty());
}

ModelFile file_from(const std::string& bytes) {
  return model_file_from(
      bytes.size(),
      [&bytes](std::uintmax_t offset, std::size_t count) {
        return bytes.substr(static_cast<std::size_t>(offset), count);
      },
      "m.safetensors");
}

// The bytes with one text in the header replaced by another of the same length.
std::string with(std::string bytes, const std::string& old, const std::string& other) {
  const std::size_t at = bytes.find(old);
  REQUIRE(at != std::string::npos);
  REQUIRE(old.size() == other.size());
  return bytes.replace(at, old.size(), other);
}

TEST_CASE("go_on_from: a run that was stopped ends as one that was not, bit for bit") {
  for (const TaskKind kind : {TaskKind::copy, TaskKind::classify}) {
    LearnSettings settings = usual_settings(kind, ClassifierKind::lstm);
    settings.n_steps = 6;
    settings.d_model = 4;
    settings.n_in_batch = 8;
    if (kind == TaskKind::classify) settings.n_training = 20;  // epochs end on the way
    const auto learned = [&settings](std::uint64_t stop_after) {
      QuickTraining part(make_task(settings));
      while (part.training.n_steps() < stop_after) part.training.step();
      const ModelFile file = file_from(model_file_bytes(part.training, nullptr));
      QuickTraining rest(make_task(file.settings));
      go_on_from(file, rest.training);
      return model_file_bytes(rest.run().training, nullptr);
    };
    const std::string whole = learned(6);
    CHECK(learned(1) == whole);
    CHECK(learned(4) == whole);
  }
}

TEST_CASE(
    "model_file_bytes: linear layers lie as PyTorch keeps them, those of GPT-2 as GPT-2 does") {
  LearnSettings settings = usual_settings(TaskKind::classify, ClassifierKind::lstm);
  settings.d_model = 4;
  settings.n_vocabulary = 9;
  QuickTraining lstm(make_task(settings));
  const ModelFile file = file_from(model_file_bytes(lstm.training, nullptr));
  Parameters<float>& all = lstm.training.model().parameters;
  for (const auto& tensor : all.tensors()) {
    if (tensor.name != "rnn.weight_ih_l0") continue;
    const Rows<float> W = all.value_of(tensor);  // (4 × 16) here, (16, 4) in the file
    const std::vector<float>& saved = file.tensors.at(tensor.name);
    for (std::size_t i = 0; i < 4; ++i)
      for (std::size_t j = 0; j < 16; ++j) CHECK(saved[j * 4 + i] == W(i, j));
  }
  CHECK(file.tensors.at("fc.weight").size() == 8);
}

TEST_CASE("model_file_bytes: a model of text knows its words") {
  const Corpus corpus = corpus_of_grammar(grammar_of("ja"), 50, 20, 1);
  LearnSettings settings = usual_settings(TaskKind::text);
  settings.n_steps = 1;
  settings.d_model = 8;
  QuickTraining text(text_task(settings, corpus));
  const ModelFile file = file_from(model_file_bytes(text.run().training, &corpus));
  REQUIRE(file.text);
  CHECK(Vocabulary(file.text->words).words() == corpus.vocabulary.words());
  CHECK_FALSE(file.text->has_spaces);
  CHECK(file.text->fingerprint == fingerprint_of(corpus));
  CHECK(file.text->fingerprint != fingerprint_of(corpus_of_grammar(grammar_of("ja"), 50, 20, 2)));
}

TEST_CASE("model_file_bytes: without the means of the optimizer, a third of the size") {
  QuickTraining copy(make_task(usual_settings(TaskKind::copy)));
  copy.training.step();
  const ModelFile whole = file_from(model_file_bytes(copy.training, nullptr));
  const ModelFile parameters =
      file_from(model_file_bytes(copy.training, nullptr, Kept::parameters));
  CHECK(whole.has_moments());
  CHECK_FALSE(parameters.has_moments());
  CHECK(parameters.tensors.size() + 2 == whole.tensors.size());
  QuickTraining other(make_task(parameters.settings));
  load_parameters(parameters, other.training.model().parameters);
  CHECK_REFUSED(go_on_from(parameters, other.training),
                "m.safetensors: the file keeps what the model has learned, without the means of "
                "its optimizer, so learning cannot go on from it. Learn anew: attn learn copy.");
}

TEST_CASE(
    "model_file_bytes: some held-out pieces of a text, to measure heads on; none of a grammar") {
  std::string lines;
  for (int i = 0; i < 900; ++i)
    lines += (i % 2 == 0 ? "red blue green red " : "blue red red blue ") + std::to_string(i) + "\n";
  const Corpus of_text = corpus_of_text(lines, "colours.txt", TextUnit::words, 32);
  const Corpus of_grammar = corpus_of_grammar(grammar_of("en"), 50, 20, 1);
  LearnSettings settings = usual_settings(TaskKind::text);
  settings.d_model = 8;
  QuickTraining text(text_task(settings, of_text)), grammar(text_task(settings, of_grammar));
  const ModelFile kept = file_from(model_file_bytes(text.training, &of_text));
  REQUIRE(kept.text);
  REQUIRE(kept.text->held_out.size() == 64);
  CHECK(of_text.held_out.size() > 64);
  CHECK(kept.text->held_out.front() == of_text.held_out.front());
  CHECK(kept.text->grammar.empty());
  const ModelFile other = file_from(model_file_bytes(grammar.training, &of_grammar));
  CHECK(other.text->held_out.empty());
  CHECK(other.text->grammar == "en");
}

TEST_CASE("read_model_file: reads what was written") {
  const TemporaryFolder folder;
  const std::string path = (folder.path() / "m.safetensors").string();
  QuickTraining copy(make_task(usual_settings(TaskKind::copy)));
  copy.training.step();
  std::ofstream(path, std::ios::binary) << model_file_bytes(copy.training, nullptr);
  const ModelFile file = read_model_file(path);
  CHECK(file.n_steps == 1);
  CHECK(file.settings.task == TaskKind::copy);
  CHECK_FALSE(file.text);
}

TEST_CASE("model_file_from: what attn learn did not write is refused") {
  QuickTraining copy(make_task(usual_settings(TaskKind::copy)));
  const std::string bytes = model_file_bytes(copy.training, nullptr);
  const auto refused = [](const std::string& damaged) {
    return refusal([&] { file_from(damaged); });
  };
  CHECK(contains(refused(with(bytes, "attn.learn", "attn_learn")),
                 "not a model that attn learn wrote"));
  CHECK(contains(refused(with(bytes, "attn.model/1", "attn.model/9")), "not a model"));
  CHECK(contains(refused(with(bytes, "n_since_point", "n_since_joint")), "not a model"));
  CHECK(contains(refused(bytes.substr(0, bytes.size() / 2)), "m.safetensors"));
}

TEST_CASE("model_file_from: settings and counts that no run has are refused") {
  struct BadFact {
    TaskKind task;
    const char *good, *bad;  // as the header writes them, equally long
  };
  const BadFact facts[] = {{TaskKind::recall, "n_tokens\\\":32", "n_tokens\\\": 2"},
                           {TaskKind::recall, "n_tokens\\\":32", "n_tokens\\\":31"},
                           {TaskKind::recall, "vocabulary\\\":8", "vocabulary\\\":0"},
                           {TaskKind::classify, "vocabulary\\\":200", "vocabulary\\\":  4"},
                           {TaskKind::classify, "training\\\":2000", "training\\\":   1"},
                           {TaskKind::copy, "dropout\\\":0.1", "dropout\\\":1.0"},
                           {TaskKind::copy, "learning_rate\\\":0.01", "learning_rate\\\":0.00"},
                           {TaskKind::copy, "d_model\\\":16", "d_model\\\":-1"},
                           {TaskKind::copy, "n_heads\\\":1", "n_heads\\\":3"},
                           {TaskKind::copy, "n_steps\\\":0,", "n_steps\\\":-1"},
                           {TaskKind::copy, "n_since_point\\\":0", "n_since_point\\\":."},
                           {TaskKind::copy, "curve\\\":[]", "curve\\\":{}"}};
  for (const BadFact& fact : facts) {
    CAPTURE(fact.bad);
    LearnSettings settings = usual_settings(fact.task, ClassifierKind::rnn);
    settings.d_model = 16;
    QuickTraining small(make_task(settings));
    const std::string bytes = model_file_bytes(small.training, nullptr);
    const std::string message = refusal([&] { file_from(with(bytes, fact.good, fact.bad)); });
    CHECK(message.find("m.safetensors: ") == 0);
    CHECK_FALSE(contains(message, "--"));  // nobody typed a flag
  }
}

TEST_CASE("go_on_from: a tensor that is missing or of another size is named") {
  QuickTraining copy(make_task(usual_settings(TaskKind::copy)));
  ModelFile file = file_from(model_file_bytes(copy.training, nullptr));
  file.tensors.at("h.0.attn.c_proj.bias").pop_back();
  CHECK_REFUSED_FOR(go_on_from(file, copy.training), "h.0.attn.c_proj.bias");
  file.tensors.erase("h.0.attn.c_proj.bias");
  CHECK_REFUSED_FOR(go_on_from(file, copy.training), "h.0.attn.c_proj.bias");
}

}  // namespace
