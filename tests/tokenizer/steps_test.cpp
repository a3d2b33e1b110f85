#include "tokenizer/steps.hpp"

#include "support/catch.hpp"
#include "support/rounds.hpp"
#include "tokenizer/subwords.hpp"
#include "tokenizer/unicode.hpp"

TEST_CASE("aligned_text: every byte knows what it stands for") {
  const AlignedText given("abc", 10);
  AlignedText text;
  text.add_before("__", given, 0);
  text.add(given, {0, 1});
  text.add_instead("XYZ", given, {1, 3});
  CHECK(text.text() == "__aXYZ");
  CHECK(text.source({0, 2}) == ByteRange{10, 10});
  CHECK(text.source({0, 3}) == ByteRange{10, 11});
  CHECK(text.source({4, 5}) == ByteRange{11, 13});
}

TEST_CASE("aligned_text: a text does not grow without end") {
  const AlignedText given("a", 0);
  const std::string large(10 << 20, 'x');
  AlignedText text;
  text.add_instead(large, given, {0, 1});
  CHECK_THROWS_AS(text.add_instead(large, given, {0, 1}), InputError);
}

TEST_CASE("longest_prefix: the longest name at a place") {
  const LongestPrefix names({{"ab", 0}, {"a", 1}, {"abcde", 2}, {"猫", 3}, {"ab", 4}});
  REQUIRE(names.at("abcd", 0) != nullptr);
  CHECK(names.at("abcd", 0)->value == 0);  // of twins the first
  CHECK(names.at("abcde", 0)->value == 2);
  CHECK(names.at("xa", 1)->value == 1);
  CHECK(names.at("猫", 0)->value == 3);
  CHECK(names.at("猫", 1) == nullptr);
  CHECK(LongestPrefix({}).at("a", 0) == nullptr);
}

TEST_CASE("longest_prefix: names that agree for long, at every place of a long text") {
  const std::string run(1000, 'a'), text(all_rounds() ? 1'000'000 : 100'000, 'a');
  const std::vector<std::string> ends{run + "b", run + "c"};
  const LongestPrefix names({{"a", 0}, {ends[0], 1}, {ends[1], 2}, {"aa", 3}});
  std::size_t n_found = 0;
  for (std::size_t at = 0; at < text.size(); ++at) n_found += names.at(text, at)->value == 3;
  CHECK(n_found == text.size() - 1);
  CHECK(names.at("x" + run + "cb", 1)->value == 2);
  CHECK(names.at("x" + run + "d", 1)->value == 3);
  CHECK(names.at("aab", 0)->value == 3);
  CHECK(names.at("ab", 0)->value == 0);
}

TEST_CASE("longest_prefix: a very long name is refused") {
  const std::string name(1025, 'a');
  CHECK_THROWS_AS(LongestPrefix({{name, 0}}), InputError);
}

namespace {

using Parts = std::vector<std::string>;

Parts matched(const SplitPattern& pattern, const std::string& text) {
  Parts parts;
  for (const ByteRange range : matches_of(pattern, text))
    parts.push_back(text.substr(range.begin, range.end - range.begin));
  return parts;
}

TEST_CASE("pattern: GPT-2's words") {
  const SplitPattern gpt2 = KnownPattern::gpt2_words;
  CHECK(matched(gpt2, "I'm 12 cats!! ok") == Parts{"I", "'m", " 12", " cats", "!!", " ok"});
  CHECK(matched(gpt2, "a   b") == Parts{"a", "  ", " b"});
  CHECK(matched(gpt2, "a \n\tb ") == Parts{"a", " \n", "\t", "b", " "});
  CHECK(matched(gpt2, "a  ") == Parts{"a", "  "});
  CHECK(matched(gpt2, "IT'S 'll") == Parts{"IT", "'", "S", " '", "ll"});
  CHECK(matched(gpt2, "猫が①") == Parts{"猫が", "①"});
  CHECK(matched(gpt2, "e\u0301") == Parts{"e", "\u0301"});  // a mark is no letter
}

TEST_CASE("pattern: Llama 3's words and Qwen's") {
  const SplitPattern llama = KnownPattern::llama3_words, qwen = KnownPattern::qwen_words;
  CHECK(matched(llama, "IT'S 1234") == Parts{"IT", "'S", " ", "123", "4"});
  CHECK(matched(qwen, "1234") == Parts{"1", "2", "3", "4"});
  CHECK(matched(llama, "a'\u017Fb") == Parts{"a", "'\u017F", "b"});  // ſ is an s
  CHECK(matched(llama, "(foo) \tbar") == Parts{"(foo", ")", " ", "\tbar"});
  CHECK(matched(llama, "x;\n\n  y") == Parts{"x", ";\n\n", " ", " y"});
  CHECK(matched(llama, "x \n \n  y") == Parts{"x", " \n \n", " ", " y"});
  CHECK(matched(llama, "\nx") == Parts{"\n", "x"});
}

TEST_CASE("pattern: simple ones") {
  CHECK(matched(KnownPattern::words_and_signs, "a_1 +- e\u0301") == Parts{"a_1", "+-", "e\u0301"});
  CHECK(matched(KnownPattern::white_space_run, "a \n b") == Parts{" \n "});
  CHECK(matched(KnownPattern::blanks, "a b   c") == Parts{"   "});
  CHECK(matched(KnownPattern::numeric, "a12") == Parts{"1", "2"});
  CHECK(matched(KnownPattern::punctuation, "a$「b") == Parts{"$", "「"});
  CHECK(matched(std::string("aa"), "aaaaa") == Parts{"aa", "aa"});
  CHECK(matched(std::string("x"), "").empty());
}

TEST_CASE("pattern: expressions are known by their text alone") {
  for (const std::string& expression : known_expressions())
    CHECK(known_pattern(expression).has_value());
  CHECK(known_pattern(R"(\s+)") == KnownPattern::white_space_run);
  CHECK_FALSE(known_pattern("(a+)+$").has_value());
}

constexpr NormalForm kNfc{.composed = true, .compatible = false};
constexpr NormalForm kNfd{.composed = false, .compatible = false};
constexpr NormalForm kNfkc{.composed = true, .compatible = true};

std::string formed(const std::string& text, NormalForm form) {
  return in_normal_form(AlignedText(text, 0), form).text();
}

TEST_CASE("normal_form: composes and decomposes") {
  CHECK(formed("cafe\u0301", kNfc) == "caf\u00E9");
  CHECK(formed("caf\u00E9", kNfd) == "cafe\u0301");
  CHECK(formed("が", kNfd) == "か\u3099");
  CHECK(formed("한", kNfd) == "\u1112\u1161\u11AB");
  CHECK(formed("\u1112\u1161\u11AB", kNfc) == "한");
  CHECK(formed("ﬁｶﾞ", kNfkc) == "fiガ");
  CHECK(formed("ﬁ", kNfc) == "ﬁ");
  CHECK(formed("a\u0301\u0323", kNfd) == "a\u0323\u0301");  // marks have an order
}

TEST_CASE("normal_form: what is newer than Unicode 9 stays") {
  CHECK(formed("\u32FF", kNfkc) == "\u32FF");  // ㋿ of Unicode 12.1
  CHECK(formed("\U00011938", kNfd) == "\U00011938");
}

TEST_CASE("normal_form: what changes stands for what it came from") {
  const AlignedText text = in_normal_form(AlignedText("xe\u0301y", 0), kNfc);
  CHECK(text.text() == "x\u00E9y");
  CHECK(text.source({0, 1}) == ByteRange{0, 1});
  CHECK(text.source({1, 3}) == ByteRange{1, 4});
  CHECK(text.source({3, 4}) == ByteRange{4, 5});
}

TEST_CASE("normal_form: many marks in the wrong order take no quadratic time") {
  std::string text = "a", sorted = "a";
  constexpr int kMarks = 200'000;
  for (int i = 0; i < kMarks; ++i) text += "\u0301\u0323";
  for (int i = 0; i < kMarks; ++i) sorted += "\u0323";
  for (int i = 0; i < kMarks; ++i) sorted += "\u0301";
  CHECK((formed(text, kNfd) == sorted));
}

std::string after(const Normalizer& step, const std::string& text) {
  return normalized({step}, AlignedText(text, 0)).text();
}

TEST_CASE("normalizer: BERT's") {
  CHECK(after(BertCleaning{}, "Caf\u00E9\t猫 が\u200B\n") == "cafe  猫  か ");
  CHECK(after(BertCleaning{.separate_han = false, .strip_accents = false, .lower_case = false},
              "Caf\u00E9\r猫\v") == "Caf\u00E9 猫");
  CHECK(after(BertCleaning{.clean_text = false}, std::string("\0A", 2)) == std::string("\0a", 2));
}

TEST_CASE("normalizer: one step each") {
  CHECK(after(LowerCase{}, "ΣAÉ") == "σaé");
  CHECK(after(StripAccents{}, "e\u0301\u00E9") == "e\u00E9");
  CHECK(after(StripWhiteSpace{}, "\u3000 a b \n") == "a b");
  CHECK(after(StripWhiteSpace{.left = false}, " a ") == " a");
  CHECK(after(StripWhiteSpace{}, " \n").empty());
  CHECK(after(PrependText{"▁"}, "a") == "▁a");
  CHECK(after(PrependText{"▁"}, "").empty());
  CHECK(after(ReplaceText{.pattern = std::string(" "), .content = "▁"}, " a b") == "▁a▁b");
  CHECK(after(ReplaceText{.pattern = KnownPattern::blanks, .content = " "}, "a   b c") == "a b c");
  CHECK(after(BytesAsLetters{}, " é") == "ĠÃ©");
}

TEST_CASE("normalizer: steps follow each other, and the source stays known") {
  const AlignedText text = normalized(
      {PrependText{"▁"}, ReplaceText{.pattern = std::string(" "), .content = "▁"}, LowerCase{}},
      AlignedText("A B", 5));
  CHECK(text.text() == "▁a▁b");
  CHECK(text.source({0, 4}) == ByteRange{5, 6});
  CHECK(text.source({4, 7}) == ByteRange{6, 7});
  CHECK(text.source({4, 8}) == ByteRange{6, 8});
}

Parts split_at_minus(SplitBehavior behavior, const std::string& text, bool inverted = false) {
  const SplitStep split{.pattern = std::string("-"), .behavior = behavior, .inverted = inverted};
  Parts parts;
  for (const ByteRange range : parts_of(split, text))
    parts.push_back(text.substr(range.begin, range.end - range.begin));
  return parts;
}

TEST_CASE("split: what becomes of the matches") {
  const std::string text = "the-final--countdown";  // the library's own example
  CHECK(split_at_minus(SplitBehavior::removed, text) == Parts{"the", "final", "countdown"});
  CHECK(split_at_minus(SplitBehavior::isolated, text) ==
        Parts{"the", "-", "final", "-", "-", "countdown"});
  CHECK(split_at_minus(SplitBehavior::merged_with_previous, text) ==
        Parts{"the-", "final-", "-", "countdown"});
  CHECK(split_at_minus(SplitBehavior::merged_with_next, text) ==
        Parts{"the", "-final", "-", "-countdown"});
  CHECK(split_at_minus(SplitBehavior::contiguous, text) ==
        Parts{"the", "-", "final", "--", "countdown"});
  CHECK(split_at_minus(SplitBehavior::removed, text, true) == Parts{"-", "-", "-"});
  CHECK(split_at_minus(SplitBehavior::removed, "--").empty());
  CHECK(split_at_minus(SplitBehavior::isolated, "").empty());
}

Parts parts_after(const std::vector<PreTokenizer>& steps, const std::string& text,
                  std::size_t offset = 0) {
  const Pieces pieces = pre_tokenized(steps, AlignedText(text, offset));
  Parts parts;
  for (const ByteRange range : pieces.ranges) parts.emplace_back(pieces.piece(range));
  return parts;
}

TEST_CASE("pre_tokenizer: bytes as letters") {
  const ByteLevel words{.add_prefix_space = true},
      whole{.add_prefix_space = false, .use_regex = false};
  CHECK(parts_after({words}, "Hi 猫") == Parts{"ĠHi", "ĠçĮ«"});
  CHECK(parts_after({words}, " Hi") == Parts{"ĠHi"});
  CHECK(parts_after({whole}, "a b\n") == Parts{"aĠbĊ"});
  CHECK(parts_after({words}, "").empty());
}

TEST_CASE("pre_tokenizer: blanks as another character") {
  const Metaspace always{}, first{.prepend = Metaspace::Prepend::first},
      whole{.prepend = Metaspace::Prepend::never, .split = false};
  CHECK(parts_after({always}, "a  b") == Parts{"▁a", "▁", "▁b"});
  CHECK(parts_after({always}, " a") == Parts{"▁a"});
  CHECK(parts_after({first}, "a b") == Parts{"▁a", "▁b"});
  CHECK(parts_after({first}, "a b", 3) == Parts{"a", "▁b"});  // not at the text's beginning
  CHECK(parts_after({whole}, "a b") == Parts{"a▁b"});
}

TEST_CASE("pre_tokenizer: BERT's words, and steps after each other") {
  CHECK(parts_after({BertWords{}}, "don't  stop.\n") == Parts{"don", "'", "t", "stop", "."});
  const SplitStep digits{.pattern = KnownPattern::numeric};
  CHECK(parts_after({BertWords{}, digits}, "a12 b") == Parts{"a", "1", "2", "b"});
}

TEST_CASE("post_processor: pieces in order, with their types") {
  using Kind = TemplatePiece::Kind;
  const std::vector<TemplatePiece> pieces{{.kind = Kind::special, .type = 0, .ids = {7, 8}},
                                          {.kind = Kind::first, .type = 0, .ids = {}},
                                          {.kind = Kind::second, .type = 1, .ids = {}}};
  const std::vector<EncodedToken> tokens =
      post_processed(pieces, {{.id = 1, .begin = 0, .end = 2}}, {{.id = 2, .begin = 3, .end = 4}});
  CHECK(tokens ==
        std::vector<EncodedToken>{{.id = 7, .is_special = true},
                                  {.id = 8, .is_special = true},
                                  {.id = 1, .begin = 0, .end = 2},
                                  {.id = 2, .begin = 3, .end = 4, .type = 1, .is_second = true}});
}

// The parts of a text, a token's in brackets.
Parts cut(const std::vector<AddedToken>& tokens, const std::string& text) {
  std::vector<AddedTokenFinder::Spelling> spellings;
  for (std::uint32_t i = 0; i < tokens.size(); ++i)
    spellings.push_back({.text = tokens[i].content, .token = i});
  Parts parts;
  for (const Cut& each : AddedTokenFinder(tokens, spellings).cuts_of(text)) {
    const std::string part = text.substr(each.range.begin, each.range.end - each.range.begin);
    parts.push_back(each.token ? "[" + part + "]" : part);
  }
  return parts;
}

TEST_CASE("added_tokens: the longest at the leftmost place") {
  const std::vector<AddedToken> tokens{{.content = "aa"}, {.content = "aaa"}, {.content = "b"}};
  CHECK(cut(tokens, "xaaaaab") == Parts{"x", "[aaa]", "[aa]", "[b]"});
  CHECK(cut(tokens, "").empty());
  CHECK(cut({}, "x") == Parts{"x"});
  CHECK(cut({{.content = "ab"}, {.content = "abcd"}}, "abcab") == Parts{"[ab]", "c", "[ab]"});
}

TEST_CASE("added_tokens: words by themselves, and white space beside") {
  CHECK(cut({{.content = "alone", .single_word = true}}, "alone alonely é_alone alone.") ==
        Parts{"[alone]", " alonely é_alone ", "[alone]", "."});
  CHECK(cut({{.content = "<m>", .lstrip = true}}, "a \n<m> b") == Parts{"a", "[ \n<m>]", " b"});
  CHECK(cut({{.content = "<m>", .rstrip = true}}, "a <m>\u3000 b") ==
        Parts{"a ", "[<m>\u3000 ]", "b"});
  CHECK(cut({{.content = "<m>", .lstrip = true, .rstrip = true}}, "<m> <m>") ==
        Parts{"[<m> ]", "[<m>]"});
}

TEST_CASE("added_tokens: a token of white space that takes white space takes no quadratic time") {
  const std::string text(400'000, ' ');
  CHECK(cut({{.content = " ", .lstrip = true, .rstrip = true}}, text).front().size() ==
        text.size() + 2);
}

TEST_CASE("added_tokens: a very long one is refused") {
  CHECK_THROWS_AS(cut({{.content = std::string(2000, 'a')}}, "a"), InputError);
}

std::string lower_case_of(std::int32_t character) {
  std::string text;
  append_lower_case(text, character);
  return text;
}

TEST_CASE("characters: classes are of the versions that tokenizers have") {
  CHECK(classes_of('a') == (kLetter | kWordCharacter | kHasForms));
  CHECK((classes_of('$') & kPunctuation) != 0);  // of ASCII, though Unicode calls it a symbol
  CHECK((classes_of(0x732B) & kLetter) != 0);    // 猫
  CHECK((classes_of(0x10D40) & kNumber) != 0);   // a digit since Unicode 16
  CHECK((classes_of(0x11DE0) & (kNumber | kNumeric)) == kNumeric);  // since 17
  CHECK((classes_of(0x200B) & kControl) != 0);
  CHECK((classes_of('\n') & kControl) == 0);
  CHECK((classes_of(0x0301) & (kNonspacing | kMark | kJoins)) == (kNonspacing | kMark | kJoins));
  CHECK((classes_of(0x1E94A) & kNonspacing) == 0);  // a mark since Unicode 9, and BERT's is 8
  CHECK(classes_of(0x10FFFF) == 0);
}

TEST_CASE("characters: white space and ideographs") {
  int n_spaces = 0;
  for (std::int32_t c = 0; c < 0x110000; ++c) n_spaces += is_white_space(c) ? 1 : 0;
  CHECK(n_spaces == 25);
  CHECK(is_han(0x732B));
  for (const auto& [first, last] :
       {std::pair{0x3400, 0x4DBF}, {0x4E00, 0x9FFF}, {0xF900, 0xFAFF}, {0x2F800, 0x2FA1F}}) {
    CHECK(is_han(first));
    CHECK(is_han(last));
    CHECK_FALSE(is_han(first - 1));
    CHECK_FALSE(is_han(last + 1));
  }
  CHECK_FALSE(is_han(0x304C));   // が
  CHECK_FALSE(is_han(0x2B820));  // left out by the library
}

TEST_CASE("characters: lower case of one character") {
  CHECK(lower_case_of('A') == "a");
  CHECK(lower_case_of('a') == "a");
  CHECK(lower_case_of(0x100) == "ā");
  CHECK(lower_case_of(0x101) == "ā");
  CHECK(lower_case_of(0x130) == "i̇");
  CHECK(lower_case_of(0x3A3) == "σ");   // at the end of a word as well
  CHECK(lower_case_of(0xA7CB) == "ɤ");  // since Unicode 16
  CHECK(lower_case_of(0x1E921) == "𞥃");
}

TEST_CASE("characters: UTF-8 there and back") {
  for (const std::int32_t c : {0x0, 0x7F, 0x80, 0x7FF, 0x800, 0xFFFF, 0x10000, 0x10FFFF}) {
    std::string text = "x";
    append_character(text, c);
    CHECK(character_at(text, 1).value == c);
    CHECK(character_at(text, 1).n_bytes == text.size() - 1);
    CHECK(character_before(text, text.size()) == 1);
  }
}

TEST_CASE("vocabulary: names and ids") {
  TokenVocabulary vocabulary;
  for (std::uint32_t id = 0; id < 5000; ++id)
    CHECK(vocabulary.add("token " + std::to_string(id), 2 * id));
  CHECK(vocabulary.add("", 1));
  CHECK(vocabulary.n_names() == 5001);
  CHECK(vocabulary.n_ids() == 9999);
  CHECK(vocabulary.find("token 4999") == 9998U);
  CHECK(vocabulary.find("") == 1U);
  CHECK_FALSE(vocabulary.find("token").has_value());
  CHECK(vocabulary.name(84) == "token 42");
  CHECK_FALSE(vocabulary.has(3));
  CHECK_FALSE(vocabulary.has(10'000));

  const TokenVocabulary moved = std::move(vocabulary);
  CHECK(moved.name(84) == "token 42");
}

TEST_CASE("vocabulary: of twins the last counts, and both ids have the name") {
  TokenVocabulary vocabulary;
  CHECK(vocabulary.add("a", 0));
  CHECK_FALSE(vocabulary.add("a", 3));
  CHECK(vocabulary.find("a") == 3U);
  CHECK(vocabulary.name(0) == "a");
  CHECK(vocabulary.n_names() == 1);
}

TEST_CASE("vocabulary: what it refuses") {
  TokenVocabulary vocabulary;
  CHECK_THROWS_AS(vocabulary.add("a", kLargestId + 1), InputError);
  CHECK_THROWS_AS(TokenVocabulary::refuse_unknown("[UNK]"), InputError);
}

TEST_CASE("byte_letters: every byte has a letter of its own, and back") {
  std::set<std::string> letters;
  for (int byte = 0; byte < 256; ++byte) {
    const std::string letter(byte_letter(static_cast<unsigned char>(byte)));
    letters.insert(letter);
    CHECK(bytes_of_letters(letter) == std::string(1, static_cast<char>(byte)));
  }
  CHECK(letters.size() == 256);
  CHECK(byte_letter('a') == "a");
  CHECK(byte_letter(' ') == "Ġ");
  CHECK(byte_letter('\n') == "Ċ");
  CHECK(byte_letter(0xAD) == "Ń");  // the last of those that cannot be seen
}

TEST_CASE("byte_letters: names and texts") {
  CHECK(bytes_of_letters("ĠçĮ«") == " 猫");
  CHECK_FALSE(bytes_of_letters("猫").has_value());
  const AlignedText text("é", 4);
  AlignedText letters;
  add_byte_letters(text, {0, 2}, letters);
  CHECK(letters.text() == "Ã©");
  CHECK(letters.source({2, 4}) == ByteRange{5, 6});
}

using Names = std::vector<std::string>;

TokenVocabulary vocabulary_of(const Names& names) {
  TokenVocabulary vocabulary;
  for (std::uint32_t id = 0; id < names.size(); ++id) vocabulary.add(names[id], id);
  return vocabulary;
}

// Merges of names, in order.
Bpe bpe_of(const Names& names, const std::vector<std::pair<std::string, std::string>>& pairs,
           const BpeSettings& settings = {}) {
  const TokenVocabulary vocabulary = vocabulary_of(names);
  Merges merges(pairs.size());
  std::uint32_t rank = 0;
  for (const auto& [left, right] : pairs)
    merges.add(*vocabulary.find(left), *vocabulary.find(right),
               {.rank = rank++, .id = *vocabulary.find(left + right)});
  return Bpe(vocabulary_of(names), std::move(merges), settings);
}

Names tokens_of(const Bpe& bpe, const std::string& part) {
  std::vector<PieceToken> tokens;
  bpe.append_tokens(part, tokens);
  Names names;
  for (const PieceToken& token : tokens) names.emplace_back(bpe.vocabulary().name(token.id));
  return names;
}

const Names kNames{"a", "b", "c", "ab", "bc", "abc", "aa"};

TEST_CASE("bpe: the lowest rank first, the leftmost on a tie") {
  CHECK(tokens_of(bpe_of(kNames, {{"a", "b"}, {"b", "c"}}), "abc") == Names{"ab", "c"});
  CHECK(tokens_of(bpe_of(kNames, {{"b", "c"}, {"a", "b"}}), "abc") == Names{"a", "bc"});
  CHECK(tokens_of(bpe_of(kNames, {{"b", "c"}, {"a", "bc"}}), "abcabc") == Names{"abc", "abc"});
  CHECK(tokens_of(bpe_of(kNames, {{"a", "a"}}), "aaaaa") == Names{"aa", "aa", "a"});
  CHECK(tokens_of(bpe_of(kNames, {}), "").empty());
}

TEST_CASE("bpe: of merges that are given twice the last counts") {
  const Bpe bpe = bpe_of(kNames, {{"a", "b"}, {"b", "c"}, {"a", "b"}});
  CHECK(tokens_of(bpe, "abc") == Names{"a", "bc"});
}

TEST_CASE("bpe: characters that have no token") {
  CHECK(tokens_of(bpe_of(kNames, {{"a", "b"}}), "axb") == Names{"ab"});  // vanish; neighbours merge
  const Names names{"a", "?"};
  CHECK(tokens_of(bpe_of(names, {}, {.unknown = "?"}), "xya") == Names{"?", "?", "a"});
  CHECK(tokens_of(bpe_of(names, {}, {.unknown = "?", .fuse_unknown = true}), "xyax") ==
        Names{"?", "a", "?"});
  const Names bytes{"a", "?", "<0xC3>", "<0xA9>"};
  const BpeSettings fallback{.unknown = "?", .fuse_unknown = true, .byte_fallback = true};
  CHECK(tokens_of(bpe_of(bytes, {}, fallback), "aé猫") == Names{"a", "<0xC3>", "<0xA9>", "?"});
  // Needed by a character, and not before.
  const Bpe without = bpe_of(kNames, {}, {.unknown = "?"});
  CHECK_NOTHROW(tokens_of(without, kNames.front()));
  CHECK_THROWS_AS(tokens_of(without, "\u732B"), InputError);
}

TEST_CASE("bpe: a part that is a token by itself") {
  CHECK(tokens_of(bpe_of(kNames, {}, {.ignore_merges = true}), "abc") == Names{"abc"});
  CHECK(tokens_of(bpe_of(kNames, {}), "abc") == Names{"a", "b", "c"});
}

TEST_CASE("bpe: what marks a part's insides and its end") {
  const Names names{"a", "##b", "##c</w>", "a</w>"};
  const Bpe bpe = bpe_of(names, {}, {.continuing_prefix = "##", .word_suffix = "</w>"});
  CHECK(tokens_of(bpe, "abc") == Names{"a", "##b", "##c</w>"});
  CHECK(tokens_of(bpe, "a") == Names{"a</w>"});
}

TEST_CASE("bpe: tokens know their bytes, also of a long part") {
  const Bpe bpe = bpe_of(kNames, {{"a", "a"}});
  std::vector<PieceToken> tokens;
  bpe.append_tokens(std::string(200'001, 'a'), tokens);
  CHECK(tokens.size() == 100'001);
  CHECK(tokens[1] == PieceToken{.id = 6, .range = {2, 4}});
  CHECK(tokens.back() == PieceToken{.id = 0, .range = {200'000, 200'001}});
}

std::vector<std::string> pieces_of(const WordPiece& model, const std::string& word) {
  std::vector<PieceToken> tokens;
  model.append_tokens(word, tokens);
  std::vector<std::string> names;
  for (const PieceToken& token : tokens) names.emplace_back(model.vocabulary().name(token.id));
  return names;
}

WordPiece model_of(const std::vector<std::string>& names, const WordPieceSettings& settings = {}) {
  TokenVocabulary vocabulary;
  for (std::uint32_t id = 0; id < names.size(); ++id) vocabulary.add(names[id], id);
  return {std::move(vocabulary), settings};
}

TEST_CASE("word_piece: the longest token, then the longest that goes on") {
  const WordPiece model =
      model_of({"[UNK]", "un", "una", "##aff", "##able", "##ff", "##able", "猫"});
  CHECK(pieces_of(model, "unaffable") == Names{"una", "##ff", "##able"});
  CHECK(pieces_of(model, "una") == Names{"una"});
  CHECK(pieces_of(model, "unab") == Names{"[UNK]"});  // one gap, and nothing is left
  CHECK(pieces_of(model, "猫") == Names{"猫"});
  CHECK(pieces_of(model, "猫猫") == Names{"[UNK]"});
}

TEST_CASE("word_piece: long words") {
  const std::string word(101, 'a');
  CHECK(pieces_of(model_of({"[UNK]", "a", "##a"}), word).front() == "[UNK]");
  CHECK(pieces_of(model_of({"[UNK]", "a", "##a"}), word.substr(1)).size() == 100);
  const WordPiece kana = model_of({"[UNK]", "あ", "##あ"}, {.longest_word = 2});  // of 3 bytes each
  CHECK(pieces_of(kana, "ああ") == Names{"あ", "##あ"});
  CHECK(pieces_of(kana, "あああ") == Names{"[UNK]"});
  const WordPiece any = model_of({"[UNK]", "a", "##a"}, {.longest_word = 1'000'000'000});
  CHECK(pieces_of(any, std::string(300'000, 'a')).size() == 300'000);
  CHECK(pieces_of(any, std::string(300'000, 'a') + "b").size() == 1);
}

TEST_CASE("word_piece: a word without pieces needs the unknown token") {
  const WordPiece model = model_of({"a"});
  CHECK(pieces_of(model, "a") == Names{"a"});
  CHECK_THROWS_AS(pieces_of(model, "b"), InputError);
}

}  // namespace
