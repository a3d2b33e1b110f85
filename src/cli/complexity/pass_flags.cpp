#include "cli/complexity/pass_flags.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "base/message.hpp"
#include "cli/complexity/model_flags.hpp"
#include "cli/flags/flag_values.hpp"
#include "cli/flags/mask_argument.hpp"

namespace attn {
namespace {

constexpr std::uint64_t kUsualTokens = 1024;
constexpr std::uint64_t kMostUsualTokens = 4096;  // of models that could read far more

bool has_encoder_beside(const Model& model) {
  return std::any_of(model.stacks.begin(), model.stacks.end(),
                     [](const Stack& stack) { return stack.cross_attention; });
}

bool generates(const Model& model) {
  return std::any_of(model.stacks.begin(), model.stacks.end(),
                     [](const Stack& stack) { return stack.keeps_cache; });
}

std::uint64_t usual_tokens(const Model& model) {
  return model.n_context == 0 ? kUsualTokens : std::min(model.n_context, kMostUsualTokens);
}

void read_lengths(const PassFlags& flags, const Model& model, Pass& pass) {
  const std::uint64_t n_tokens =
      given(flags.tokens) ? setting_value("--tokens", flags.tokens) : usual_tokens(model);
  const std::uint64_t n_keys = given(flags.keys) ? setting_value("--keys", flags.keys) : n_tokens;
  pass.n_tokens = pass.mode == Mode::decode ? 1 : n_tokens;
  pass.n_keys = has_encoder_beside(model) ? n_tokens : n_keys;
  pass.n_source = has_encoder_beside(model) ? n_keys : 0;
  if (pass.mode == Mode::decode && given(flags.keys) && given(flags.tokens) &&
      !has_encoder_beside(model))
    throw InputError(
        translated("In decoding there is one new token, and --tokens says how many it sees, itself "
                   "among them. Leave out --keys."));
  if (pass.mode == Mode::train && pass.n_keys != pass.n_tokens)
    throw InputError(
        message("In training every token is a query and a key: --keys {} cannot differ from "
                "--tokens {}.",
                n_keys, n_tokens));
}

void read_mask_file(const PassFlags& flags, const Model& model, Pass& pass) {
  refuse_beside(
      "--mask",
      {{"--causal", flags.causal}, {"--full", flags.full}, {"--window", given(flags.window)}});
  if (has_encoder_beside(model))
    throw InputError(
        translated("--mask describes one kind of attention; an encoder and a decoder have three."));
  if (pass.mode == Mode::decode)
    throw InputError(
        translated("--mask has a row for each token, but decoding runs one token: leave out "
                   "--mode decode."));
  const Mask mask = read_mask(flags.mask);
  if (given(flags.tokens) && pass.n_tokens != mask.n_rows)
    throw InputError(message("The mask has {} rows, one for each token, but --tokens is {}.",
                             mask.n_rows, pass.n_tokens));
  if (given(flags.keys) && pass.n_keys != mask.n_cols)
    throw InputError(message("The mask has {} columns, one for each key, but --keys is {}.",
                             mask.n_cols, pass.n_keys));
  if (pass.mode == Mode::train && mask.n_rows != mask.n_cols)
    throw InputError(
        message("In training every token is a query and a key, but the mask is {} x {}.",
                mask.n_rows, mask.n_cols));
  pass.n_tokens = mask.n_rows;
  pass.n_keys = mask.n_cols;
  pass.given_pairs = count_of(arma::accu(arma::conv_to<arma::umat>::from(mask)));
}

// The place of a word among some; the first one where none was given.
std::size_t choice_or_first(const std::string& flag, const std::string& text,
                            const std::vector<std::string>& choices) {
  return given(text) ? choice_value(flag, text, choices) : 0;
}

}  // namespace

Dtype dtype_value(const std::string& text) {
  std::vector<std::string> names;
  for (const Dtype& dtype : all_dtypes()) names.push_back(dtype.name);
  return all_dtypes()[choice_value("--dtype", text, names)];
}

void PassFlags::add_pass_flags(CLI::App& app) {
  const FlagGroup run(app, translated("One run of it"));
  run.value("--tokens", tokens, "N",
            translated("Tokens of a sequence; with --mode decode, those that the new one sees"));
  run.value("--keys", keys, "N",
            translated("Keys, where more are cached than there are tokens; the encoder's tokens in "
                       "an encoder-decoder (default --tokens)"));
  run.value("--batch", batch, "N", translated("Sequences at once (default 1)"));
  run.value("--mode", mode, "KIND",
            translated("prefill (default): all tokens at once; decode: one new token with a cache; "
                       "train: forward and backward"));
  run.value("--dtype", dtype, "TYPE", translated("fp32, fp16 (default), bf16, int8 or int4"));
  run.value("--logits", logits, "all|last",
            translated("The LM head at all positions (default) or the last only"));
  run.flag("--causal", causal, translated("Count the pairs of a causal mask, exactly"));
  run.flag("--full", full, translated("Count every pair of a query and a key"));
  run.value("--window", window, "N",
            translated("Only keys less than N places away; causal where the model or --causal "
                       "says so"));
  run.value("--mask", mask, "MATRIX", translated("Count the ones of this mask"));
}

std::string PassFlags::first_given() const {
  return attn::first_given({{"--tokens", given(tokens)},
                            {"--keys", given(keys)},
                            {"--batch", given(batch)},
                            {"--mode", given(mode)},
                            {"--dtype", given(dtype)},
                            {"--logits", given(logits)},
                            {"--causal", causal},
                            {"--full", full},
                            {"--window", given(window)},
                            {"--mask", given(mask)}});
}

Pass PassFlags::read_pass(const Model& model) const {
  Pass pass;
  pass.mode = static_cast<Mode>(choice_or_first("--mode", mode, {"prefill", "decode", "train"}));
  if (pass.mode == Mode::decode && !generates(model))
    throw InputError(
        message("{} reads all its tokens at once; it does not decode one by one. "
                "Leave out --mode decode.",
                model.name));
  pass.logits = static_cast<Logits>(choice_or_first("--logits", logits, {"all", "last"}));
  if (given(logits) && !model.has_lm_head)
    throw InputError(
        translated("This model has no LM head, so --logits says nothing about it. Leave it out; a "
                   "model by hand has one with --vocab N."));
  if (given(dtype)) pass.dtype = dtype_value(dtype);
  if (given(batch)) pass.n_batch = setting_value("--batch", batch);
  read_lengths(*this, model, pass);
  if (causal && full) refuse_together("--causal", "--full");
  if (given(mask)) {
    read_mask_file(*this, model, pass);
    return pass;
  }
  if (causal || full) pass.causal = causal;
  if (given(window)) pass.window = setting_value("--window", window);
  return pass;
}

}  // namespace attn
