#include "cli/flags/attention_settings.hpp"

#include "base/message.hpp"
#include "support/catch.hpp"
#include "support/flags.hpp"

using namespace attn;

namespace {

AttentionOptions visibility(const AttentionSettingFlags& flags) {
  AttentionOptions options = flags.read_settings();
  const std::vector<std::string> tokens{"a", "b", "c"};
  std::vector<std::string> notes;
  flags.read_visibility(options, {tokens, tokens}, notes);
  return options;
}

AttentionOptions read(Flag AttentionSettingFlags::*flag, const std::string& value) {
  AttentionSettingFlags flags;
  type(flags.*flag, value);
  return visibility(flags);
}

constexpr auto kScale = &AttentionSettingFlags::scale;
constexpr auto kEmptyRow = &AttentionSettingFlags::empty_row;
constexpr auto kMask = &AttentionSettingFlags::mask;

}  // namespace

TEST_CASE("read_settings: scaled, unmasked and zero where nothing is asked for",
          "[cli][attention_settings]") {
  const AttentionOptions options = AttentionSettingFlags{}.read_settings();
  CHECK(options.scale.kind == Scale::Kind::sqrt_d_k);
  CHECK(options.empty_row == EmptyRow::zero);
}

TEST_CASE("read_settings: the scale is on, off or a number", "[cli][attention_settings]") {
  CHECK(read(kScale, "on").scale.kind == Scale::Kind::sqrt_d_k);
  CHECK(read(kScale, "off").scale.kind == Scale::Kind::off);
  CHECK(read(kScale, "0.125").scale.kind == Scale::Kind::factor);
  CHECK(read(kScale, "0.125").scale.factor == 0.125);
  AttentionSettingFlags flags;
  type(flags.no_scale);
  CHECK(flags.read_settings().scale.kind == Scale::Kind::off);
  type(flags.scale, "off");
  CHECK_THROWS_MATCHES(flags.read_settings(), InputError,
                       Message("--no-scale and --scale cannot be used together."));
}

TEST_CASE("read_visibility: causal, empty rows and a mask", "[cli][attention_settings]") {
  AttentionSettingFlags flags;
  type(flags.causal);
  CHECK(visibility(flags).causal);
  CHECK(read(kEmptyRow, "nan").empty_row == EmptyRow::nan);
  CHECK(read(kEmptyRow, "uniform").empty_row == EmptyRow::uniform);
  const AttentionOptions masked = read(kMask, "1 0; 0 1");
  REQUIRE(masked.mask.has_value());
  CHECK(arma::accu(*masked.mask != Mask{{1, 0}, {0, 1}}) == 0);
}

TEST_CASE("read_visibility: a window and padding", "[cli][attention_settings]") {
  AttentionSettingFlags flags;
  CHECK_FALSE(visibility(flags).window);
  CHECK(visibility(flags).n_padded == 0);
  type(flags.window, "3");
  type(flags.pad, "2");
  CHECK(visibility(flags).window == 3);
  CHECK(visibility(flags).n_padded == 2);
  CHECK_FALSE(visibility(flags).pattern);
  type(flags.pad, "-1");
  CHECK_THROWS_MATCHES(visibility(flags), InputError,
                       Message("--pad must be a whole number from 0 to 100000, but it is -1."));
}

TEST_CASE("read_visibility: tokens spelled as padding are padding, until --pad says what is",
          "[cli][attention_settings]") {
  AttentionSettingFlags flags;
  const std::vector<std::string> tokens{"<pad>", "a", "[PAD]"};
  std::vector<std::string> notes;
  AttentionOptions options;
  flags.read_visibility(options, {tokens, tokens}, notes);
  REQUIRE(options.pattern);
  CHECK(arma::all(options.pattern->padded_keys == arma::uvec{0, 2}));
  CHECK(notes.size() == 1);
  type(flags.pad, "0");
  options = {};
  flags.read_visibility(options, {tokens, tokens}, notes);
  CHECK_FALSE(options.pattern);
  CHECK(options.n_padded == 0);
  CHECK(notes.size() == 1);
}

TEST_CASE("read_settings: refuses what is no scale, no kind and no mask",
          "[cli][attention_settings][error]") {
  CHECK_THROWS_MATCHES(
      read(kEmptyRow, "none"), InputError,
      Message("--empty-row must be one of zero, nan, uniform, but it is none. Did you mean nan?"));
  CHECK_THROWS_MATCHES(read(kScale, "half"), InputError,
                       Message("--scale must be a number, but it is half."));
  CHECK_THROWS_AS(read(kMask, "1 0.5"), InputError);
}
