#include "cli/flags/number_flags.hpp"

#include "base/message.hpp"
#include "support/catch.hpp"
#include "support/flags.hpp"

using namespace attn;

TEST_CASE("read_model: small whole numbers of width 4 where nothing is asked for",
          "[cli][number_flags]") {
  const WordModel model = NumberFlags{}.read_model();
  CHECK(model.kind == WordModel::Kind::whole);
  CHECK(model.d_model == 4);
  CHECK(model.d_k == 4);
  CHECK(model.d_v == 4);
  CHECK_FALSE(model.seed.has_value());
}

TEST_CASE("read_model: every flag reaches the model", "[cli][number_flags]") {
  NumberFlags flags;
  type(flags.seed, "4294967295");
  type(flags.rng, "numpy");
  type(flags.init, "0.02");
  type(flags.d_model, "4096");
  const WordModel model = flags.read_model();
  CHECK(model.kind == WordModel::Kind::numpy);
  CHECK(model.seed == 4294967295U);
  CHECK(model.init.kind == WeightInit::Kind::factor);
  CHECK(model.init.factor == 0.02);
  CHECK(model.d_model == 4096);
  CHECK(model.d_k == 4096);
  CHECK(model.d_v == 4096);
}

TEST_CASE("read_model: refuses numbers out of range", "[cli][number_flags][error]") {
  const auto refuses = [](Flag NumberFlags::*flag, const std::string& value,
                          const std::string& text) {
    NumberFlags flags;
    type(flags.*flag, value);
    CHECK_THROWS_MATCHES(flags.read_model(), InputError, Message(text));
  };
  refuses(&NumberFlags::d_model, "0",
          "--d-model must be a whole number from 1 to 4096, but it is 0.");
  refuses(&NumberFlags::d_model, "4097",
          "--d-model must be a whole number from 1 to 4096, but it is 4097.");
  refuses(&NumberFlags::seed, "4294967296",
          "--seed must be a whole number from 0 to 4294967295, but it is 4294967296.");
  refuses(&NumberFlags::rng, "torch", "--rng must be one of whole, numpy, but it is torch.");
  refuses(&NumberFlags::init, "0.1", "--init only works with --rng numpy.");
}

TEST_CASE("read_model: weights start by a name or by a factor", "[cli][number_flags]") {
  NumberFlags flags;
  type(flags.rng, "numpy");
  CHECK(flags.read_model().init.factor == 0.1);
  type(flags.init, "xavier");
  CHECK(flags.read_model().init.kind == WeightInit::Kind::xavier);
  type(flags.init, "torch");
  CHECK(flags.read_model().init.kind == WeightInit::Kind::torch);
  type(flags.init, "glorot");
  CHECK_THROWS_MATCHES(flags.read_model(), InputError,
                       Message("--init must be a number, xavier or torch, but it is glorot."));
}

TEST_CASE("init_note: the bound, and how far scores spread", "[cli][number_flags]") {
  CHECK(init_note({}, 256, 64, 64, true) == "");
  CHECK(init_note({.kind = WeightInit::Kind::xavier}, 256, 64, 64, true) ==
        "--init xavier draws W_Q evenly between plus and minus 0.1369 = √(6/(256 + 64)). As the "
        "numbers of X have variance 1, those of Q have variance 1.6, and the scaled scores a "
        "standard deviation of about 1.6, not 1.");
  CHECK(init_note({.kind = WeightInit::Kind::torch}, 512, 512, 512, false) ==
        "--init torch draws W_Q evenly between plus and minus 0.04419 = 1/√512.");
}

TEST_CASE("require_words_fit: 2^26 numbers are the most", "[cli][number_flags][error]") {
  CHECK_NOTHROW(require_words_fit(16384, 4096));
  CHECK_THROWS_MATCHES(require_words_fit(16385, 4096), InputError,
                       Message("too many words for embeddings of width 4096: the limit is 16384."));
  CHECK_NOTHROW(require_words_fit(std::size_t{1} << 26, 1));
  CHECK_THROWS_AS(require_words_fit((std::size_t{1} << 26) + 1, 1), InputError);
}

TEST_CASE("made_up_note: on paper only what is short enough for it", "[cli][number_flags]") {
  WordModel model;
  CHECK(made_up_note(model).starts_with("by-hand: the numbers are small"));
  model.d_model = 512;
  CHECK(made_up_note(model) == made_up_note());
  model.d_model = 4;
  model.seed = 7;
  CHECK(made_up_note(model) == made_up_note());
}
