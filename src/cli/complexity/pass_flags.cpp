#include "cli/complexity/pass_flags.hpp"

#include <algorithm>

#include "base/message.hpp"
#include "cli/complexity/model_flags.hpp"

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
  const std::uint64_t n_tokens = flags.tokens.setting().value_or(usual_tokens(model));
  const std::uint64_t n_keys = flags.keys.setting().value_or(n_tokens);
  pass.n_tokens = pass.mode == Mode::decode ? 1 : n_tokens;
  pass.n_keys = has_encoder_beside(model) ? n_tokens : n_keys;
  pass.n_source = has_encoder_beside(model) ? n_keys : 0;
  if (pass.mode == Mode::decode && flags.keys && flags.tokens && !has_encoder_beside(model))
    throw InputError(
        translated("In decoding there is one new token, and --tokens says how many it sees, itself "
                   "among them. Leave out --keys."));
  if (pass.mode == Mode::train && pass.n_keys != pass.n_tokens)
    throw InputError(
        message("In training every token is a query and a key: --keys {} cannot differ from "
                "--tokens {}.",
                n_keys, n_tokens));
}

void read_types(const PassFlags& flags, const Model& model, Pass& pass) {
  if (flags.kv_dtype && (pass.mode == Mode::train || !generates(model)))
    throw InputError(
        message("{} is about the KV cache, and there is none: every token is read at once. Leave "
                "it out.",
                flags.kv_dtype.name()));
  pass.types =
      stored_types(flags.dtype ? dtype_value(flags.dtype) : Dtype{},
                   flags.kv_dtype ? std::optional(dtype_value(flags.kv_dtype)) : std::nullopt);
}

void read_mask_file(const PassFlags& flags, const Model& model, Pass& pass) {
  refuse_beside(flags.mask, {flags.causal, flags.full, flags.window});
  if (has_encoder_beside(model))
    throw InputError(
        translated("--mask describes one kind of attention; an encoder and a decoder have three."));
  if (pass.mode == Mode::decode)
    throw InputError(
        translated("--mask has a row for each token, but decoding runs one token: leave out "
                   "--mode decode."));
  const Mask mask = *flags.read_given_mask();
  if (flags.tokens && pass.n_tokens != mask.n_rows)
    throw InputError(message("The mask has {} rows, one for each token, but --tokens is {}.",
                             mask.n_rows, pass.n_tokens));
  if (flags.keys && pass.n_keys != mask.n_cols)
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

}  // namespace

Dtype dtype_value(const Flag& flag) {
  std::vector<std::string> names;
  for (const Dtype& dtype : all_dtypes()) names.push_back(dtype.name);
  return all_dtypes()[choice_value(flag.name(), flag.text(), names)];
}

void PassFlags::add_to(FlagTable& table) {
  const FlagGroup run(table, translated("One run of it"));
  run.value(tokens, "N",
            translated("Tokens of a sequence; with --mode decode, those that the new one sees"));
  run.value(keys, "N",
            translated("Keys, where more are cached than there are tokens; the encoder's tokens in "
                       "an encoder-decoder (default --tokens)"));
  run.value(batch, "N", translated("Sequences at once (default 1)"));
  run.value(mode, "KIND",
            translated("prefill (default): all tokens at once; decode: one new token with a cache; "
                       "train: forward and backward"));
  run.value(
      dtype, "TYPE",
      translated("Type of the weights: fp32, fp16 (default, or fp32 with --layer), bf16, fp8, int8 "
                 "or int4. Scores have "
                 "it, too, but 16 bits at least; in single layers it is that of all numbers"));
  run.value(kv_dtype, "TYPE", translated("Type of the KV cache (default that of the scores)"));
  run.value(logits, "all|last",
            translated("The LM head at all positions (default) or the last only"));
  run.flag(causal, translated("Count the pairs of a causal mask, exactly"));
  run.flag(full, translated("Count every pair of a query and a key"));
  run.value(window, "N",
            translated("Only keys less than N places away; causal where the model or --causal "
                       "says so"));
  run.value(mask, "MATRIX", translated("Count the ones of this mask"));
}

Pass PassFlags::read_pass(const Model& model) const {
  Pass pass;
  pass.mode = mode.choice(kModes).value_or(Mode::prefill);
  if (pass.mode == Mode::decode && !generates(model))
    throw InputError(
        message("{} reads all its tokens at once; it does not decode one by one. "
                "Leave out --mode decode.",
                model.name));
  pass.logits = logits.choice(kLogits).value_or(Logits::all);
  if (logits && !model.has_lm_head)
    throw InputError(
        translated("This model has no LM head, so --logits says nothing about it. Leave it out; a "
                   "model by hand has one with --vocab N."));
  read_types(*this, model, pass);
  pass.n_batch = batch.setting().value_or(pass.n_batch);
  read_lengths(*this, model, pass);
  refuse_two_of({causal, full});
  if (mask) {
    read_mask_file(*this, model, pass);
    return pass;
  }
  if (causal || full) pass.causal = bool(causal);
  if (window) pass.window = window.setting();
  return pass;
}

}  // namespace attn
