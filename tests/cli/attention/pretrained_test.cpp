#include "cli/attention/pretrained.hpp"

#include "data/matrix/arrays.hpp"
#include "learning/learned/shipped_models.hpp"
#include "learning/tasks/quick_training.hpp"
#include "learning/text/text.hpp"
#include "pretrained/model_fixtures.hpp"
#include "pretrained/study/study.hpp"
#include "support/catch.hpp"
#include "support/command.hpp"
#include "support/lines_of.hpp"

namespace {

/// The weights of all heads of a small model, and what is said of others.
class WeightsAtHand {
 public:
  WeightsAtHand() {
    run("-o all.npy");
    const MappedArray all(folder_.path("all.npy"), "");
    shape_ = all.shape();
    weights_.set_size(all.n_numbers());
    all.copy(0, weights_.n_elem, weights_.memptr());
  }

  const arma::vec& weights() const { return weights_; }

  CommandResult compared(const arma::vec& others, const std::string& flags = "") const {
    folder_.file("others.npy", npy_header("<f8", shape_) + row_major_bytes(others.t()));
    CommandResult result = run("--expect others.npy " + flags);
    result.err = in_one_line(result.err);
    return result;
  }

 private:
  CommandResult run(const std::string& flags) const {
    return run_command("attn mha --model " + model_path("gpt2") + " 'The cat sat' --quiet " + flags,
                       folder_.path());
  }

  TemporaryFolder folder_;
  TensorShape shape_;
  arma::vec weights_;
};

double in_float16(double number) {
  int exponent = 0;
  const double digits = std::ldexp(std::frexp(number, &exponent), 11);
  return std::ldexp(std::round(digits), exponent - 11);
}

TEST_CASE("AllWeightsFiles: the same weights, rounded, are told from others") {
  const WeightsAtHand at_hand;
  const arma::vec decimals = arma::round(at_hand.weights() * 1e3) / 1e3;
  arma::vec halves = at_hand.weights();
  halves.transform(in_float16);
  for (const auto& [rounded, flag] :
       {std::pair{decimals, "--tolerance 0.001"}, {halves, "--tolerance 5e-04"}}) {
    const CommandResult result = at_hand.compared(rounded);
    CHECK(result.exit_code == 1);
    CHECK_THAT(result.err,
               ContainsSubstring("The expected values are rounded, and up to their last "
                                 "digit they agree: " +
                                 std::string(flag) + " accepts that."));
    CHECK(at_hand.compared(rounded, flag).exit_code == 0);
  }
}

TEST_CASE("AllWeightsFiles: the cause of a difference is found among rounded weights, too") {
  const WeightsAtHand at_hand;
  const arma::vec scores = arma::log(at_hand.weights() + 1e-30);
  const CommandResult cause = at_hand.compared(arma::round(scores * 1e4) / 1e4);
  CHECK(cause.exit_code == 1);
  CHECK_THAT(cause.err, ContainsSubstring("This change would make layer 0 agree: apply softmax "
                                          "there: the numbers are scores. The expected values are "
                                          "rounded; this was tried with --tolerance 1e-04."));
  arma::vec other = arma::round(at_hand.weights() * 1e3) / 1e3;
  other(other.n_elem - 1) += 0.1;
  const CommandResult none = at_hand.compared(other);
  CHECK(none.exit_code == 1);
  CHECK_THAT(none.err,
             ContainsSubstring("They differ from layer 1 on; the layers before it agree."));
  CHECK_THAT(none.err, ContainsSubstring("this was tried with --tolerance 0.001."));
}

// A model of a grammar that has learned for some steps, which knows places in one way.
std::string bytes_of_learned(PositionKind positions) {
  const Corpus corpus = corpus_of_grammar(grammar_of("en"), 60, 20, 3);
  LearnSettings settings = usual_settings(TaskKind::text);
  settings.n_steps = 3;
  settings.d_model = 16;
  settings.n_heads = 2;
  settings.n_layers = 2;
  settings.positions = positions;
  QuickTraining text(text_task(settings, corpus));
  return model_file_bytes(text.run().training, &corpus);
}

// How far all weights, and what is said at the end, are from those of the network that learned.
double distance_to_learned(const std::string& path) {
  LearnedModel learned(path);
  const TextPiece ids = reference_sentence(learned);
  const std::vector<arma::mat> expected = learned.weights({ids}).front();
  const ModelFolder folder = read_learned_folder(path);
  PretrainedModel<double> model(folder.architecture, folder.files, 1);
  double most = 0.0;
  const ModelInput input{.ids = ids};
  const TextInModel<double> read(model, input);
  read.for_all_weights(std::nullopt, [&](std::size_t layer, Rows<const double> weights) {
    for (std::size_t head = 0; head < model.n_heads(); ++head)
      for (std::size_t i = 0; i < ids.size(); ++i)
        for (std::size_t j = 0; j < ids.size(); ++j)
          most = std::max(most, std::abs(weights(head * ids.size() + i, j) -
                                         expected[layer * model.n_heads() + head](i, j)));
  });

  Transformer<double> network(text_model_settings(learned.file().settings), 1);
  load_parameters(learned.file(), network.parameters);
  Workers one(1);
  Batch<double> batch;
  batch.n_sequences = 1;
  batch.length = ids.size();
  batch.tokens.assign(ids.begin(), ids.end());
  const Rows<double> logits = network.forward(one, batch, {});
  const TokenRows<double> said = model.logits(read.states().rows());
  for (std::size_t i = 0; i < ids.size(); ++i)
    for (std::size_t j = 0; j < logits.n_cols; ++j)
      most = std::max(most, std::abs(said.rows()(i, j) - logits(i, j)));
  return most;
}

TEST_CASE("read_learned_folder: computes what the network computed that learned") {
  const TemporaryFolder folder;
  for (const PositionKind positions : {PositionKind::none, PositionKind::learned,
                                       PositionKind::sinusoidal, PositionKind::rotary}) {
    CAPTURE(name_in(kPositionKinds, positions));
    const std::string path = folder.file("own.safetensors", bytes_of_learned(positions));
    CHECK(distance_to_learned(path) < 1e-5);  // angles of places are float here
  }
  CHECK(distance_to_learned(shipped_model_path("en")) < 1e-5);
}

TEST_CASE("read_learned_folder: a text is cut into the words that the model knows") {
  const ModelFolder en = read_learned_folder(shipped_model_path("en"));
  const auto shown = [](const ModelFolder& folder, const std::string& text) {
    std::vector<std::uint32_t> ids;
    for (const EncodedToken& token : folder.encode(text).tokens) ids.push_back(token.id);
    return folder.tokenizer.shown(ids);
  };
  CHECK(shown(en, "The cat heard the dog.") ==
        std::vector<std::string>{"<s>", "the", "cat", "heard", "the", "dog", "."});
  CHECK(en.tokenizer.is_special(Vocabulary::kStart));
  CHECK(en.tokenizer.padding() == Vocabulary::kPadding);
  CHECK(shown(read_learned_folder(shipped_model_path("ja")), "猫が犬を") ==
        std::vector<std::string>{"<s>", "猫", "が", "犬", "を"});
  CHECK_REFUSED_FOR(en.encode("The zebra"), "zebra");
}

TEST_CASE("read_learned_folder: a file out of a folder is none that attn learn wrote") {
  const TemporaryFolder folder;
  const std::string path = folder.file("model.safetensors", "");
  folder.file("config.json", "{}");
  CHECK_REFUSED(read_learned_folder(path),
                path + ": there is a config.json beside it. Give the folder: --model " +
                    folder.path().string());
}

TEST_CASE("names_learned_file: a file by its ending, and no folder") {
  const TemporaryFolder folder;
  CHECK(names_learned_file("own.safetensors"));
  CHECK_FALSE(names_learned_file("gpt2"));
  std::filesystem::create_directory(folder.path() / "odd.safetensors");
  CHECK_FALSE(names_learned_file(folder.path("odd.safetensors")));
}

}  // namespace
