#include "pretrained/forward/weight_source.hpp"

#include "data/test_files.hpp"
#include "pretrained/stored_tensors.hpp"
#include "support/catch.hpp"

using namespace attn;

namespace {

// Names with or without "bert." before them; "words" is the embedding of tokens.
const ModelTensors kNames{.tokens = {"words", {1}}, .prefixes = {"", "bert."}};

TensorBytes number(const std::string& key, double value) {
  return float64_tensor(key, "[1]", {value});
}

// What a name stands for in files with these tensors: its name there, or "none".
std::string found(const std::vector<TensorBytes>& tensors, const NamedTensor& wanted) {
  const StoredModel model(tensors);
  return WeightSource(model.files(), kNames).name_in_files(wanted).value_or("none");
}

std::string source_refusal(const StoredModel& model, const NamedTensor& wanted) {
  return refusal([&] { WeightSource(model.files(), kNames).tensor(wanted); });
}

}  // namespace

TEST_CASE("WeightSource: names with what stands before all of them") {
  CHECK(found({number("words", 1), number("a", 2)}, {"a", {1}}) == "a");
  CHECK(found({number("bert.words", 1), number("bert.a", 2)}, {"a", {1}}) == "bert.a");
  CHECK(found({number("bert.words", 1), number("a", 2)}, {"a", {1}}) == "none");
  // A head is not part of the model that has the prefix.
  CHECK(found({number("bert.words", 1), number("a", 2)}, {"a", {1}, true}) == "a");
  CHECK(found({number("bert.words", 1), number("bert.a", 2)}, {"a", {1}, true}) == "none");
}

TEST_CASE("WeightSource: gamma, beta, and the bias of a decoder") {
  const TensorBytes words = number("bert.words", 1);
  CHECK(found({words, number("bert.x.LayerNorm.gamma", 2)}, {"x.LayerNorm.weight", {1}}) ==
        "bert.x.LayerNorm.gamma");
  CHECK(found({words, number("bert.x.LayerNorm.beta", 2)}, {"x.LayerNorm.bias", {1}}) ==
        "bert.x.LayerNorm.beta");
  CHECK(found({words, number("bert.x.LayerNorm.beta", 2), number("bert.x.LayerNorm.bias", 2)},
              {"x.LayerNorm.bias", {1}}) == "bert.x.LayerNorm.bias");
  CHECK(found({words, number("bert.ln_1.gamma", 2)}, {"ln_1.weight", {1}}) == "none");
  CHECK(found({words, number("cls.predictions.decoder.bias", 2)},
              {"cls.predictions.bias", {1}, true}) == "cls.predictions.decoder.bias");
  CHECK(found({words, number("cls.predictions.bias", 2), number("cls.predictions.decoder.bias", 3)},
              {"cls.predictions.bias", {1}, true}) == "cls.predictions.decoder.bias");
}

TEST_CASE("WeightSource: what is there, and what is not") {
  const StoredModel model(
      {number("words", 1), float64_tensor("a", "[2, 1]", {3, 4}), {"packed", "I8", "[1]", "x"}});
  const WeightSource source(model.files(), kNames);
  CHECK(source.tensor({"a", {2, 1}}).place == model.place("a"));
  CHECK(source.tensor_if_there({"b", {2, 1}}) == nullptr);
  CHECK(source_refusal(model, {"a", {1, 2}}) ==
        model.place("a") +
            ": its shape is (2, 1), and by config.json it must be (1, 2). Use a config.json "
            "and weights that were saved together.");
  CHECK_THAT(source_refusal(model, {"packed", {1}}),
             ContainsSubstring(model.place("packed") + ": the dtype is I8"));
  try {
    source.tensor({"word", {2, 1}});
    FAIL("accepted");
  } catch (const InputError& error) {
    CHECK(std::string(error.what()) ==
          "The weights lack the tensor word (2, 1), which config.json promises. Use a "
          "config.json and weights that were saved together, with all of their files.");
    CHECK(error.hints == std::vector<std::string>{"There is words."});
  }
}

TEST_CASE("WeightSource: what training and fine-tuning wrap around a model") {
  // Before the names of the family, with and without its own prefix; in front of the head, too.
  for (const std::string prefix :
       {"_orig_mod.", "module.", "module._orig_mod.", "base_model.model.", "transformer.",
        "0.auto_model.", "mybert.", "_orig_mod.base_model.model."})
    for (const std::string own : {"", "bert."}) {
      CAPTURE(prefix, own);
      const std::vector<TensorBytes> tensors{number(prefix + own + "words", 1),
                                             number(prefix + own + "a", 2),
                                             number(prefix + "head", 3)};
      CHECK(found(tensors, {"a", {1}}) == prefix + own + "a");
      CHECK(found(tensors, {"head", {1}, true}) == prefix + "head");
    }
  CHECK(found({number("bert._orig_mod.words", 1), number("head", 2)}, {"head", {1}, true}) ==
        "head");
  CHECK(found({number("words", 1), number("layer.0._orig_mod.a", 2)}, {"layer.0.a", {1}}) ==
        "layer.0._orig_mod.a");
  CHECK(found({number("words", 1), number("x.base_layer.a", 2)}, {"x.a", {1}}) == "x.base_layer.a");
  // A name that only ends alike is another one.
  CHECK(found({number("swords", 1), number("sa", 2)}, {"a", {1}}) == "none");
  CHECK(found({number("words", 1), number("submodule.a", 2)}, {"suba", {1}}) == "none");
}

TEST_CASE("WeightSource: of two models the one with the family's own names is read") {
  const std::vector<TensorBytes> both{number("bert.words", 1), number("bert.a", 2),
                                      number("ema.words", 3), number("ema.a", 4)};
  CHECK(found(both, {"a", {1}}) == "bert.a");
}

TEST_CASE("WeightSource: says which names are read otherwise") {
  const auto notes_of = [](const std::vector<TensorBytes>& tensors) {
    const StoredModel model(tensors);
    return WeightSource(model.files(), kNames).notes();
  };
  CHECK(notes_of({number("bert.words", 1), number("head", 2)}).empty());
  CHECK(notes_of({number("module.bert.a", 1), number("module.bert.words", 2)}) ==
        std::vector<std::string>{
            "module.bert.a in the files is read as bert.a, and the others likewise: what training "
            "or fine-tuning wraps around a model adds to their names."});
  CHECK(notes_of({number("words", 1), number("x._orig_mod.a", 2)}).size() == 1);
}
