#include "cli/flags/shared_flags.hpp"

#include "data/matrix/arrays.hpp"
#include "support/catch.hpp"
#include "support/flags.hpp"
#include "support/matrix.hpp"
#include "support/temporary_folder.hpp"
#include "support/told_readings.hpp"

TEST_CASE("padding_among: in every width and case of letters") {
  CHECK(padding_among({"<pad>", "cat", "<PAD>", "[PAD]", "＜ｐａｄ＞", "[pad]"}) ==
        std::vector<arma::uword>{0, 2, 3, 4, 5});
  CHECK(padding_among({"pad", "<pad", "(pad)", "<pad>s", ""}).empty());
  CHECK(padding_among({}).empty());
}

TEST_CASE("ScreenFlags::read_layout: every value reaches the layout") {
  ScreenFlags flags;
  type(flags.color, "always");
  type(flags.glyphs, "ascii");
  type(flags.explain, "2");
  type(flags.width, "123");
  const Layout layout = flags.read_layout();
  CHECK(layout.color);
  CHECK(layout.glyphs == Glyphs::ascii);
  CHECK(layout.explain == 2);
  CHECK(layout.width == 123);
}

TEST_CASE("ScreenFlags::read_layout: refuses what it does not know") {
  const auto refused = [](Flag ScreenFlags::*flag, const char* value) {
    ScreenFlags flags;
    type(flags.*flag, value);
    CHECK_THROWS_AS(flags.read_layout(), InputError);
  };
  refused(&ScreenFlags::color, "maybe");
  refused(&ScreenFlags::glyphs, "latin");
  refused(&ScreenFlags::explain, "3");
  refused(&ScreenFlags::width, "39");
  refused(&ScreenFlags::width, "1001");
}

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

AttentionOptions read_score(const std::string& name, const std::string& value = "") {
  AttentionSettingFlags flags;
  type_score(flags, name, value);
  return flags.read_settings();
}

constexpr auto kEmptyRow = &AttentionSettingFlags::empty_row;
constexpr auto kMask = &AttentionSettingFlags::mask;

TEST_CASE("read_settings: scaled, unmasked and zero where nothing is asked for") {
  const AttentionOptions options = AttentionSettingFlags{}.read_settings();
  CHECK(options.scale.kind == Scale::Kind::sqrt_d_k);
  CHECK(options.empty_row == EmptyRow::zero);
}

TEST_CASE("read_settings: the scale is on, off or a number") {
  CHECK(read_score("--scale", "on").scale.kind == Scale::Kind::sqrt_d_k);
  CHECK(read_score("--scale", "off").scale.kind == Scale::Kind::off);
  CHECK(read_score("--scale", "0.125").scale.kind == Scale::Kind::factor);
  CHECK(read_score("--scale", "0.125").scale.factor == 0.125);
  CHECK(read_score("--no-scale").scale.kind == Scale::Kind::off);
}

TEST_CASE("read_settings: a temperature leaves the kind of scale") {
  CHECK(read_score("--temperature", "2").scale.temperature == 2.0);
  CHECK(read_score("--temperature", "2").scale.kind == Scale::Kind::sqrt_d_k);
}

TEST_CASE("read_visibility: causal, empty rows and a mask") {
  AttentionSettingFlags flags;
  type(flags.causal);
  CHECK(visibility(flags).causal);
  CHECK(read(kEmptyRow, "nan").empty_row == EmptyRow::nan);
  CHECK(read(kEmptyRow, "uniform").empty_row == EmptyRow::uniform);
  const AttentionOptions masked = read(kMask, "1 0; 0 1");
  REQUIRE(masked.mask.has_value());
  CHECK(arma::accu(*masked.mask != Mask{{1, 0}, {0, 1}}) == 0);
}

TEST_CASE("read_visibility: a window and padding") {
  AttentionSettingFlags flags;
  CHECK_FALSE(visibility(flags).window);
  CHECK(visibility(flags).n_padded == 0);
  type(flags.window, "3");
  type(flags.pad, "2");
  CHECK(visibility(flags).window == 3);
  CHECK(visibility(flags).n_padded == 2);
  CHECK_FALSE(visibility(flags).pattern);
  type(flags.pad, "-1");
  CHECK_REFUSED(visibility(flags), "--pad must be a whole number from 0 to 100000, but it is -1.");
}

TEST_CASE("read_visibility: tokens spelled as padding are padding, until --pad says what is") {
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

TEST_CASE("read_settings: refuses what is no scale, no kind and no mask") {
  CHECK_REFUSED(read(kEmptyRow, "none"),
                "--empty-row must be one of zero, nan, uniform, but it is none. Did you mean nan?");
  CHECK_REFUSED(read_score("--scale", "half"), "--scale must be a number, but it is half.");
  CHECK_THROWS_AS(read(kMask, "1 0.5"), InputError);
}

TEST_CASE("d_head_value: what is left of d_model for each head, or what the flag says") {
  CHECK(d_head_value(typed("--d-head", ""), 512, 8, 1024) == 64);
  CHECK(d_head_value(typed("--d-head", ""), 7, 7, 1024) == 1);
  CHECK(d_head_value(typed("--d-head", "128"), 512, 8, 1024) == 128);
  CHECK(d_head_value(typed("--d-head", "3"), 10, 4, 1024) == 3);
}

TEST_CASE("d_head_value: a split that does not go up is refused with three ways out") {
  try {
    d_head_value(typed("--d-head", ""), 10, 4, 1024);
    FAIL("not refused");
  } catch (const InputError& error) {
    CHECK(std::string(error.what()) == "d_model 10 cannot be split into 4 heads: 10 / 4 = 2.5.");
    REQUIRE(error.hints.size() == 4);
    CHECK(error.hints[1] == "  --heads 5        (d_head 2)");
    CHECK(error.hints[2] == "  --d-model 12     (d_head 3)");
    CHECK(error.hints[3] == "  --d-head 3       (keep d_model 10; W_O maps 12 to 10)");
  }
  CHECK_THROWS_AS(d_head_value(typed("--d-head", "1025"), 10, 4, 1024), InputError);
}

TEST_CASE("d_head_value: huge numbers are refused as fast as small ones") {
  CHECK_THROWS_AS(d_head_value(typed("--d-head", ""), 999'999'999'989, 1'000'000, 1024),
                  InputError);
}

TEST_CASE("require_shared_evenly: names the numbers that would do") {
  CHECK_NOTHROW(require_shared_evenly({.n_heads = 32, .n_kv_heads = 8}));
  CHECK_NOTHROW(require_shared_evenly({.n_heads = 7, .n_kv_heads = 1}));
  CHECK_REFUSED(require_shared_evenly({.n_heads = 6, .n_kv_heads = 4}),
                "6 query heads cannot share 4 key-value heads evenly. --kv-heads must divide "
                "--heads: try one of 1, 2, 3, 6.");
  CHECK_REFUSED(require_shared_evenly({.n_heads = 5040, .n_kv_heads = 11}),
                "5040 query heads cannot share 11 key-value heads evenly. --kv-heads must divide "
                "--heads: try one of 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, ...");
}

std::string refusal(const std::string& argument) {
  return attn::refusal([&] { read_mask(typed("--mask", argument)); });
}

// What is told while a mask is read.
std::vector<std::string> told_of(const std::string& argument) {
  const ToldReadings told;
  read_mask(typed("--mask", argument));
  return told.sentences();
}

TEST_CASE("read_mask: written out, and from a file") {
  const TemporaryFolder folder;
  const arma::mat expected{{1, 0}, {1, 1}};
  for (const std::string& argument : {std::string("1 0; 1 1"), folder.file("m.csv", "1,0\n1,1\n"),
                                      folder.file("m.json", "[[true, false], [1, 1]]")})
    CHECK(difference(arma::conv_to<arma::mat>::from(read_mask(typed("--mask", argument))),
                     expected) == "");
}

TEST_CASE("read_mask: a kind of mask is answered with its flag") {
  CHECK(refusal("causal") ==
        "--mask reads a matrix of 1 (may attend) and 0 (may not), but it is causal. Did you mean "
        "--causal?");
  CHECK(refusal("Padding").ends_with("Did you mean --pad N?"));
  CHECK(refusal("window").ends_with("Did you mean --window N?"));
  CHECK(refusal("prefix").ends_with("Did you mean --prefix N?"));
  CHECK(refusal("block").ends_with("Did you mean --half literal?"));
  CHECK(refusal("segments").ends_with("Did you mean --segments LIST?"));
}

TEST_CASE("read_mask: True may attend wherever it stands, which is told") {
  const TemporaryFolder folder;
  const std::string bits{1, 0, 1, 1};
  const std::string npy = npy_header("|b1", {2, 2}) + bits;
  const arma::mat expected{{1, 0}, {1, 1}};
  for (const std::string& argument :
       {std::string("True False; true TRUE"), folder.file("m.csv", "TRUE,FALSE\nTRUE,TRUE\n"),
        folder.file("m.tsv", "True\tFalse\nTrue\tTrue\n"),
        folder.file("m.json", "[[true, false], [true, true]]"), folder.file("m.npy", npy)}) {
    CAPTURE(argument);
    const ToldReadings told;
    CHECK(difference(arma::conv_to<arma::mat>::from(read_mask(typed("--mask", argument))),
                     expected) == "");
    REQUIRE(told.sentences().size() == 1);
    CHECK(contains(told.sentences()[0], ": True was read as 1, False as 0. In a mask"));
  }
  CHECK(difference(arma::conv_to<arma::mat>::from(read_mask(typed("--mask", "True, False; 1, 1"))),
                   expected) == "");
}

TEST_CASE("read_mask: of numbers there is nothing to tell") {
  const TemporaryFolder folder;
  CHECK(told_of("1 0; 1 1").empty());
  CHECK(told_of(folder.file("m.json", "[[1, 0], [1, 1]]")).empty());
}

TEST_CASE("read_mask: other mistakes keep their own words") {
  const TemporaryFolder folder;
  CHECK(refusal("true.csv") ==
        "--mask true.csv: there is no such file. Check the spelling and the folder.");
  CHECK(refusal(folder.file("m.csv", "1,2\n")).starts_with("a mask holds 1 where a query"));
}

TEST_CASE("read_mask: a path that cannot be looked at is an error with words") {
  const TemporaryFolder folder;
  std::filesystem::create_symlink("loop.csv", folder.path("loop.csv"));
  CHECK(contains(refusal(folder.path("loop.csv")), "loop.csv: the file cannot be read"));
  for (const std::size_t length : {300, 5000})
    CHECK(refusal(std::string(length, 'n') + ".csv").starts_with("--mask nnn"));
}

TEST_CASE("read_model: small whole numbers of width 4 where nothing is asked for") {
  const WordModel model = NumberFlags{}.read_model();
  CHECK(model.kind == WordModel::Kind::whole);
  CHECK(model.d_model == 4);
  CHECK(model.d_k == 4);
  CHECK(model.d_v == 4);
  CHECK_FALSE(model.seed.has_value());
}

TEST_CASE("read_model: every flag reaches the model") {
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

TEST_CASE("read_model: refuses numbers out of range") {
  const auto refuses = [](Flag NumberFlags::*flag, const std::string& value,
                          const std::string& text) {
    NumberFlags flags;
    type(flags.*flag, value);
    CHECK_REFUSED(flags.read_model(), text);
  };
  refuses(&NumberFlags::d_model, "0",
          "--d-model must be a whole number from 1 to 4096, but it is 0.");
  refuses(&NumberFlags::d_model, "4097",
          "--d-model must be a whole number from 1 to 4096, but it is 4097.");
  refuses(&NumberFlags::seed, "4294967296",
          "--seed must be a whole number from 0 to 4294967295, but it is 4294967296.");
  refuses(&NumberFlags::rng, "torch", "--rng must be one of whole, numpy, but it is torch.");
}

TEST_CASE("read_model: weights start by a name or by a factor") {
  NumberFlags flags;
  type(flags.rng, "numpy");
  CHECK(flags.read_model().init.factor == 0.1);
  type(flags.init, "xavier");
  CHECK(flags.read_model().init.kind == WeightInit::Kind::xavier);
  type(flags.init, "torch");
  CHECK(flags.read_model().init.kind == WeightInit::Kind::torch);
  type(flags.init, "glorot");
  CHECK_REFUSED(flags.read_model(), "--init must be a number, xavier or torch, but it is glorot.");
}

TEST_CASE("init_note: the bound, and how far scores spread") {
  CHECK(init_note({}, 256, 64, 64, true) == "");
  CHECK(init_note({.kind = WeightInit::Kind::xavier}, 256, 64, 64, true) ==
        "--init xavier draws W_Q evenly between plus and minus 0.1369 = √(6/(256 + 64)). As the "
        "numbers of X have variance 1, those of Q have variance 1.6, and the scaled scores a "
        "standard deviation of about 1.6, not 1.");
  CHECK(init_note({.kind = WeightInit::Kind::torch}, 512, 512, 512, false) ==
        "--init torch draws W_Q evenly between plus and minus 0.04419 = 1/√512.");
}

TEST_CASE("require_words_fit: 2^26 numbers are the most") {
  CHECK_NOTHROW(require_words_fit(16384, 4096));
  CHECK_REFUSED(require_words_fit(16385, 4096),
                "too many words for embeddings of width 4096: the limit is 16384.");
  CHECK_NOTHROW(require_words_fit(std::size_t{1} << 26, 1));
  CHECK_THROWS_AS(require_words_fit((std::size_t{1} << 26) + 1, 1), InputError);
}

TEST_CASE("made_up_note: on paper only what is short enough for it") {
  WordModel model;
  CHECK(made_up_note(model).starts_with("by-hand: the numbers are small"));
  model.d_model = 512;
  CHECK(made_up_note(model) == made_up_note());
  model.d_model = 4;
  model.seed = 7;
  CHECK(made_up_note(model) == made_up_note());
}

using Tokens = std::vector<std::string>;

const std::string kSplitNote =
    "the text has no spaces, so every character is a token. Choose the tokens yourself with "
    "--tokens \"A|B\".";

TEST_CASE("read_words: without any, those of the first example") {
  const Words words = read_words({});
  CHECK(words.tokens == Tokens{"The", "cat", "sat", "down"});
  CHECK(words.title == "\"The cat sat down\"");
  CHECK(words.notes.empty());
}

TEST_CASE("read_words: one text or several make one sentence") {
  for (const Tokens& text : {Tokens{"a  b"}, Tokens{"a", "b"}}) {
    const Words words = read_words({.text = text});
    CHECK(words.tokens == Tokens{"a", "b"});
  }
  CHECK(read_words({.text = {"a", "b"}}).title == "\"a b\"");
  CHECK(read_words({.text = {"-", "b"}}).tokens == Tokens{"-", "b"});
}

TEST_CASE("read_words: tokens may hold spaces, and the title shows them") {
  const Words words = read_words({.text = {}, .tokens = typed("--tokens", "New York|is")});
  CHECK(words.tokens == Tokens{"New York", "is"});
  CHECK(words.title == "\"New York | is\"");
}

TEST_CASE("words_of: a text without spaces is split by character and stays whole in the title") {
  const Words words = words_of("猫が魚");
  CHECK(words.tokens == Tokens{"猫", "が", "魚"});
  CHECK(words.title == "\"猫が魚\"");
  CHECK(words.notes == Tokens{kSplitNote});
  CHECK(words_of("猫 が").notes.empty());
}

TEST_CASE("read_words: a character that cannot be seen is told, where it joins nothing") {
  const Tokens note = {
      "in the word \"c?at\" there is a character that cannot be seen (U+200B): without it, this "
      "is another word."};
  CHECK(words_of("The c\u200Bat").notes == note);
  CHECK(read_words({.text = {}, .tokens = typed("--tokens", "The|c\u200Bat")}).notes == note);
  CHECK(words_of("a 👩\u200D🚀 نمی\u200Cخواهم").notes.empty());
}

TEST_CASE("read_words: words that look alike and are not are told") {
  CHECK(words_of("が か\u3099").notes ==
        Tokens{"the word \"か\u3099\" is not in composed form, in which a letter and its marks are "
               "one character: composed, it is another word."});
  CHECK(words_of("the cafe\u0301").notes.size() == 1);
  CHECK(
      words_of("ネコ ﾈｺ").notes ==
      Tokens{
          "\"ネコ\" and \"ﾈｺ\" differ in the width of their characters alone, and are two words."});
  for (const char* text : {"が が", "the The", "caf\u00e9 cafe", "ﾈｺ ｲﾇ", "① 1", "x² x2"})
    CHECK(words_of(text).notes.empty());
}

TEST_CASE("read_words: a character that only looks like its composed form is told by its code") {
  CHECK(words_of("\u2126 が").notes ==
        Tokens{"in the word \"\u2126\" there is U+2126, which only looks like U+03A9: "
               "with that, it is another word."});
  const auto tells = [](const char* text, const char* codes) {
    const Tokens notes = words_of(text).notes;
    return notes.size() == 1 && notes.front().find(codes) != std::string::npos;
  };
  CHECK(tells("\uFA19 x", "U+FA19, which only looks like U+795E"));
  CHECK(tells("\u0958 x", "U+0958, which only looks like U+0915 U+093C"));
  // Composed too, but there are no marks in Korean.
  CHECK(tells("\u1112\u1161\u11AB x", "U+1112 U+1161 U+11AB, which only looks like U+D55C"));
  // Not a shorter form: only the order of the marks is another one.
  CHECK(tells("q\u0307\u0323 x", "U+0071 U+0307 U+0323, which only looks like U+0071 U+0323"));
}

TEST_CASE("read_words: refuses words given twice") {
  CHECK_REFUSED(read_words({.text = {"a"}, .tokens = typed("--tokens", "b")}),
                "the words are given twice: as text and with --tokens.");
}

TEST_CASE("has_words: by text or by tokens") {
  CHECK_FALSE(WordFlags{}.has_words());
  CHECK(WordFlags{.text = {"a"}}.has_words());
  CHECK(WordFlags{.text = {}, .tokens = typed("--tokens", "a")}.has_words());
}

// Every word gets a row of the same number, words count up; other words get a memory.
WordEmbeddings counted(const Tokens& words, const Tokens& others) {
  const auto rows = [](const Tokens& tokens) {
    arma::mat rows(tokens.size(), 2);
    for (arma::uword i = 0; i < rows.n_rows; ++i) rows.row(i).fill(static_cast<double>(i));
    return rows;
  };
  WordEmbeddings numbers{.X = rows(words), .memory = {}};
  if (!others.empty()) numbers.memory = 10.0 + rows(others);
  return numbers;
}

SequenceFlags with(const std::vector<std::pair<Flag SequenceFlags::*, std::string>>& values,
                   const Tokens& text = {}) {
  SequenceFlags flags;
  flags.text = text;
  for (const auto& [flag, value] : values) type(flags.*flag, value);
  return flags;
}

Sequences words(const SequenceFlags& flags) { return read_word_sequences(flags, 2, counted); }

Flag SequenceFlags::*const kTokens = &SequenceFlags::tokens;
Flag SequenceFlags::*const kCross = &SequenceFlags::cross;
Flag SequenceFlags::*const kKeyTokens = &SequenceFlags::key_tokens;
Flag SequenceFlags::*const kX = &SequenceFlags::x;
Flag SequenceFlags::*const kMemory = &SequenceFlags::memory;

TEST_CASE("read_word_sequences: words look at themselves") {
  const Sequences read = words(with({}, {"a b"}));
  CHECK(read.query_tokens == Tokens{"a", "b"});
  CHECK(read.key_tokens == Tokens{"a", "b"});
  CHECK(difference(read.X, {{0, 0}, {1, 1}}) == "");
  CHECK_FALSE(read.memory.has_value());
  CHECK(read.title == "\"a b\"");
}

TEST_CASE("read_word_sequences: or at other words") {
  for (const auto& [flag, value] : {std::pair{kCross, "c d e"}, std::pair{kKeyTokens, "c|d|e"}}) {
    const Sequences read = words(with({{flag, value}}, {"a b"}));
    CHECK(read.query_tokens == Tokens{"a", "b"});
    CHECK(read.key_tokens == Tokens{"c", "d", "e"});
    REQUIRE(read.memory.has_value());
    CHECK(difference(*read.memory, {{10, 10}, {11, 11}, {12, 12}}) == "");
    CHECK(read.title == "\"a b\" with \"c d e\"");
  }
}

TEST_CASE("read_word_sequences: or at the rows of a memory, which may have names") {
  const Sequences bare = words(with({{kMemory, "5 6; 7 8; 9 0"}}, {"a b"}));
  CHECK(bare.key_tokens == Tokens{"k0", "k1", "k2"});
  CHECK(difference(*bare.memory, {{5, 6}, {7, 8}, {9, 0}}) == "");
  CHECK(bare.title == "\"a b\"");
  const Sequences named = words(with({{kMemory, "5 6; 7 8"}, {kKeyTokens, "m|n"}}, {"a b"}));
  CHECK(named.key_tokens == Tokens{"m", "n"});
  CHECK(difference(*named.memory, {{5, 6}, {7, 8}}) == "");
}

TEST_CASE("read_word_sequences: says once how both texts were split") {
  CHECK(words(with({{kCross, "犬が"}}, {"猫が"})).notes.size() == 1);
  CHECK(words(with({{kCross, "犬が"}}, {"a b"})).notes.size() == 1);
  CHECK(words(with({{kCross, "c d"}}, {"a b"})).notes.empty());
}

TEST_CASE("read_matrix_sequences: rows are named by number or as they are told") {
  const Sequences self = read_matrix_sequences(with({{kX, "1 2; 3 4"}}));
  CHECK(self.query_tokens == Tokens{"t0", "t1"});
  CHECK(self.key_tokens == Tokens{"t0", "t1"});
  CHECK(self.title == "X");
  CHECK(self.source == "given");
  CHECK(difference(self.X, {{1, 2}, {3, 4}}) == "");
  CHECK(read_matrix_sequences(with({{kX, "1 2; 3 4"}, {kTokens, "a|b"}})).key_tokens ==
        Tokens{"a", "b"});
  CHECK(read_matrix_sequences(with({{kX, "1 2; 3 4"}, {kKeyTokens, "c|d"}})).key_tokens ==
        Tokens{"c", "d"});
  const Sequences crossing = read_matrix_sequences(with({{kX, "1 2"}, {kMemory, "3 4; 5 6"}}));
  CHECK(crossing.query_tokens == Tokens{"q0"});
  CHECK(crossing.key_tokens == Tokens{"k0", "k1"});
  CHECK(difference(*crossing.memory, {{3, 4}, {5, 6}}) == "");
}

TEST_CASE("read_sequences: refuses flags that do not go together") {
  const auto refused = [](const SequenceFlags& flags, const std::string& text) {
    CHECK_REFUSED(flags.x ? read_matrix_sequences(flags) : words(flags), text);
  };
  refused(with({{kX, "1 2"}}, {"a"}), "a sentence and --x cannot be used together.");
  refused(with({{kX, "1 2"}, {kCross, "c"}}), "--cross needs words; with --x, give --memory.");
  SequenceFlags narrow = with({{kX, "1 2"}});
  type(narrow.d_model, "1");
  refused(narrow, "--d-model and --x cannot be used together.");
}

TEST_CASE("read_word_sequences: too many words are refused before they are embedded") {
  const SequenceFlags flags = with({{kCross, "c d"}}, {"a b"});
  bool was_embedded = false;
  const Embed embed = [&](const Tokens& some, const Tokens& others) {
    was_embedded = true;
    return counted(some, others);
  };
  CHECK_REFUSED(read_word_sequences(flags, arma::uword{1} << 25, embed),
                "too many words for embeddings of width 33554432: the limit is 2.");
  CHECK_FALSE(was_embedded);
}

TEST_CASE("row_names: as they are told, or a letter and a number") {
  CHECK(row_names(Flag("--tokens"), "k", 3) == Tokens{"k0", "k1", "k2"});
  CHECK(row_names(typed("--tokens", "a|b"), "k", 3) ==
        Tokens{"a", "b"});  // whether they fit is checked elsewhere
}

TEST_CASE("same_embedding_note: names two words that attention cannot tell apart") {
  CHECK(same_embedding_note({"I", "love", "you"}, {{1, 0}, {0, 1}, {1, 0}})
            .starts_with("\"I\" and \"you\" happen to get the same embedding"));
  CHECK(same_embedding_note({"The", "cat", "the"}, {{1, 0}, {0, 1}, {1, 0}}).empty());
  CHECK(same_embedding_note({"a", "b"}, {{1, 0}, {0, 1}}).empty());
}

}  // namespace
