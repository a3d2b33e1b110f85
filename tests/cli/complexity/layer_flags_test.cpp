#include "base/message.hpp"
#include "cli/complexity/complexity.hpp"
#include "support/catch.hpp"
#include "support/flags.hpp"

namespace {

struct AllFlags {
  LayerFlags layer;
  ModelFlags model;
  PassFlags pass;
};

LayerInput read(const AllFlags& flags) {
  return read_layers(flags.layer, flags.model, flags.pass, {});
}

AllFlags of(const std::string& layers) {
  AllFlags flags;
  type(flags.layer.layers, layers);
  return flags;
}

std::string names_of(const LayerInput& input) {
  std::string names;
  for (const Layer& layer : input.layers) names += std::string(layer.name) + " ";
  return names;
}

void check_refused(const AllFlags& flags, const std::string& text) {
  CHECK_REFUSED(read(flags), text);
}

std::string says_nothing(const std::string& flag, const std::string& layers) {
  return flag + " has no effect with --layer " + layers +
         ". Leave it out, or describe a model with --d-model, --model or --config instead of "
         "--layer.";
}

}  // namespace

TEST_CASE("read_layers: the chapters' comparison where nothing is asked for") {
  const LayerInput input = read({});
  CHECK(names_of(input) == "attention mha rnn gru lstm ");
  CHECK(input.are_usual);
  CHECK(input.sizes.d_model == 512);
  CHECK(input.sizes.n_heads == 8);
  CHECK(input.sizes.n_tokens == 100);
  CHECK(input.sizes.dtype.name == "fp32");
  CHECK_FALSE(input.sizes.bias);
  CHECK_FALSE(input.sizes.causal);
}

TEST_CASE("read_layers: every size by its flag") {
  AllFlags flags = of("classifier,lstm");
  type(flags.layer.classes, "3");
  type(flags.layer.hidden, "40");
  type(flags.layer.bias_vectors, "1");
  type(flags.model.d_model, "48");
  type(flags.model.heads, "6");
  type(flags.model.kv_heads, "2");
  type(flags.model.d_head, "5");
  type(flags.model.d_ff, "0");
  type(flags.model.vocab, "99");
  type(flags.model.positions, "learned:7");
  type(flags.model.no_bias);
  type(flags.pass.tokens, "11");
  type(flags.pass.batch, "4");
  type(flags.pass.dtype, "bf16");
  type(flags.pass.causal);
  const LayerInput input = read(flags);
  const LayerSizes& sizes = input.sizes;
  CHECK(names_of(input) == "classifier lstm ");
  CHECK_FALSE(input.are_usual);
  CHECK(sizes.n_classes == 3);
  CHECK(sizes.d_hidden == 40);
  CHECK(sizes.n_bias_vectors == 1);
  CHECK(sizes.d_model == 48);
  CHECK(sizes.n_heads == 6);
  CHECK(sizes.n_kv_heads == 2);
  CHECK(sizes.d_head == 5);
  CHECK(sizes.d_ff == 0);
  CHECK(sizes.n_vocab == 99);
  CHECK(sizes.n_positions == 7);
  CHECK(sizes.bias == false);
  CHECK(sizes.n_tokens == 11);
  CHECK(sizes.n_batch == 4);
  CHECK(sizes.dtype.name == "bf16");
  CHECK(sizes.causal == true);
}

TEST_CASE("read_layers: classifiers have the chapters' width") {
  CHECK(read(of("lstm-classifier")).sizes.d_model == 256);
  CHECK_FALSE(read(of("classifier")).sizes.n_positions);
  AllFlags flags = of("classifier");
  type(flags.model.positions, "sinusoidal");
  CHECK_FALSE(read(flags).sizes.n_positions);
}

TEST_CASE("read_layers: a flag that means nothing to any of the layers is refused") {
  AllFlags flags = of("lstm");
  type(flags.model.heads, "4");
  check_refused(flags, says_nothing("--heads", "lstm"));
  type(flags.layer.layers, "lstm,mha");
  CHECK(read(flags).sizes.n_heads == 4);

  const auto check = [](const char* layers, const char* flag, const auto& set) {
    AllFlags given = of(layers);
    set(given);
    check_refused(given, says_nothing(flag, layers));
  };
  check("attention", "--heads", [](AllFlags& f) { type(f.model.heads, "2"); });
  check("sdpa", "--bias", [](AllFlags& f) { type(f.model.bias); });
  check("mha,gru", "--d-ff", [](AllFlags& f) { type(f.model.d_ff, "2"); });
  check("mha,gru", "--vocab", [](AllFlags& f) { type(f.model.vocab, "2"); });
  check("encoder", "--classes", [](AllFlags& f) { type(f.layer.classes, "2"); });
  check("simple-classifier", "--positions",
        [](AllFlags& f) { type(f.model.positions, "learned:2"); });
  check("mha", "--hidden", [](AllFlags& f) { type(f.layer.hidden, "2"); });
  check("mha", "--bias-vectors", [](AllFlags& f) { type(f.layer.bias_vectors, "2"); });
  check("rnn,gru", "--causal", [](AllFlags& f) { type(f.pass.causal); });
  check("rnn,gru", "--d-head", [](AllFlags& f) { type(f.model.d_head, "2"); });
  check("mha,rnn", "--model", [](AllFlags& f) { type(f.model.model, "gpt2"); });
  check("mha,rnn", "--layers", [](AllFlags& f) { type(f.model.layers, "2"); });
  check("mha,rnn", "--gated", [](AllFlags& f) { type(f.model.gated); });
  check("mha,rnn", "--norm", [](AllFlags& f) { type(f.model.norm, "rms"); });
  check("mha,rnn", "--keys", [](AllFlags& f) { type(f.pass.keys, "2"); });
  check("mha,rnn", "--window", [](AllFlags& f) { type(f.pass.window, "2"); });
  check("mha,rnn", "--mask", [](AllFlags& f) { type(f.pass.mask, "1"); });
  check("mha,rnn", "--mode", [](AllFlags& f) { type(f.pass.mode, "train"); });
  check("mha,rnn", "--logits", [](AllFlags& f) { type(f.pass.logits, "last"); });
  CHECK_REFUSED(read_layers(of("mha").layer, {}, {}, {typed("--elementwise")}),
                says_nothing("--elementwise", "mha"));
  CHECK_NOTHROW(read_layers(of("mha").layer, {}, {}, {Flag("--elementwise")}));
}

TEST_CASE("read_layers: --bias says nothing about recurrent layers, whatever stands beside them") {
  const auto why = [](const char* flag, const char* recurrent) {
    return std::string(flag) +
           " is about the projections of attention and does not change the biases of " + recurrent +
           ": these have --bias-vectors 0, 1 or 2. Give that as well, or instead.";
  };
  for (const auto& [layers, recurrent] : {std::pair{"lstm-classifier", "lstm-classifier"},
                                          {"mha,lstm-classifier", "lstm-classifier"},
                                          {"lstm-classifier,mha", "lstm-classifier"},
                                          {"rnn,mha,gru", "rnn,gru"}}) {
    AllFlags flags = of(layers);
    type(flags.model.bias);
    check_refused(flags, why("--bias", recurrent));
  }
  AllFlags both = of("lstm,mha");
  type(both.model.no_bias);
  check_refused(both, why("--no-bias", "lstm"));
  type(both.layer.bias_vectors, "0");
  CHECK(read(both).sizes.bias == false);
  CHECK(read(both).sizes.n_bias_vectors == 0);
}

TEST_CASE("read_layers: what only a model has asks for one where no layer is named") {
  AllFlags flags;
  type(flags.pass.window, "3");
  check_refused(flags,
                "--window needs a model to belong to: --d-model N by hand, --model NAME or "
                "--config FILE.");
}

TEST_CASE("read_layers: spaces between names do not matter") {
  CHECK(names_of(read(of("mha, gru"))) == "mha gru ");
}

TEST_CASE("read_layers: refuses names that are none, or twice the same") {
  CHECK_THROWS_AS(read(of("mha,")), InputError);
  check_refused(of("mha,rnn,mha"), "--layer names mha twice.");
  CHECK_REFUSED(read(of("lstn")),
                "--layer must be one of sdpa, attention, mha, encoder, decoder, rnn, gru, lstm, "
                "classifier, simple-classifier, rnn-classifier, gru-classifier, lstm-classifier, "
                "but it is lstn. Did you mean lstm?");
}

TEST_CASE("read_layers: refuses sizes that do not fit") {
  AllFlags flags = of("mha");
  type(flags.model.d_model, "10");
  CHECK_THROWS_AS(read(flags), InputError);  // 8 heads
  type(flags.layer.layers, "attention");
  CHECK_NOTHROW(read(flags));
  type(flags.layer.layers, "mha");
  type(flags.model.heads, "2");
  type(flags.model.bias);
  type(flags.model.no_bias);
  check_refused(flags, "--bias and --no-bias cannot be used together.");
  AllFlags positions = of("classifier");
  type(positions.model.positions, "rotary");
  check_refused(positions, "The classifier's --positions are sinusoidal or learned:N, not rotary.");
  AllFlags biases = of("rnn");
  type(biases.layer.bias_vectors, "3");
  check_refused(biases, "--bias-vectors must be a whole number from 0 to 2, but it is 3.");
  AllFlags pairs = of("mha");
  type(pairs.pass.causal);
  type(pairs.pass.full);
  check_refused(pairs, "--causal and --full cannot be used together.");
}
