#include "tokenizer/files.hpp"

#include <nlohmann/json.hpp>

#include "data/test_files.hpp"
#include "support/catch.hpp"
#include "tokenizer/tokenizer.hpp"

TEST_CASE("json_part: members of the kind that is expected") {
  const auto json = nlohmann::json::parse(
      R"({"type": "X", "flag": true, "none": null, "n": 3, "list": [{"a": "b"}], "part": {}})");
  const JsonPart part(json, "f: x");
  CHECK(part.type() == "X");
  CHECK(part.flag("flag"));
  CHECK(part.flag("none", true));
  CHECK(part.text("missing", "usual") == "usual");
  CHECK(part.count("n") == 3);
  CHECK(part.parts("list").front().text("a") == "b");
  CHECK(part.parts("list").front().place() == "f: x.list[0]");
  CHECK_FALSE(part.part("part").has("a"));
}

TEST_CASE("json_part: what it refuses") {
  const auto json = nlohmann::json::parse(R"({"n": -3, "t": "x", "list": [1]})");
  const JsonPart part(json, "f: x");
  CHECK_REFUSED(part.flag("t"), "f: x: \"t\" is \"x\", but true or false was expected.");
  CHECK_REFUSED(part.text("missing"), "f: x: there is no \"missing\".");
  CHECK_THROWS_AS(part.count("n"), InputError);
  CHECK_THROWS_AS(part.text("n"), InputError);
  CHECK_THROWS_AS(part.parts("t"), InputError);
  CHECK_THROWS_AS(part.parts("list"), InputError);
  CHECK_REFUSED(part.refuse("type", "Z", {"A", "B"}),
                "f: x: \"type\" is \"Z\", which is not known here. These are: A, B.");
}

namespace {

TokenVocabulary abc() {
  TokenVocabulary vocabulary;
  std::uint32_t id = 0;
  for (const char* name : {"a", "b", "ab", "##b"}) vocabulary.add(name, id++);
  return vocabulary;
}

TEST_CASE("merge_texts: ids of what is joined") {
  MergeTexts texts;
  texts.add_spaced("#version: 0.2", "m", 1);
  texts.add_spaced("a b", "m", 2);
  const Merges merges = texts.resolved(abc(), "", "m");
  REQUIRE(merges.find(0, 1) != nullptr);
  CHECK(merges.find(0, 1)->id == 2);
  CHECK(merges.find(0, 1)->rank == 0);
  CHECK(merges.find(1, 0) == nullptr);

  MergeTexts with_prefix;
  with_prefix.add("a", "##b");
  CHECK(with_prefix.resolved(abc(), "##", "m").find(0, 3)->id == 2);
}

TEST_CASE("merge_texts: a merge that is none is refused with its number") {
  MergeTexts texts;
  CHECK_REFUSED(texts.add_spaced("", "m", 7),
                "m: merge 7 is \"\", but two tokens with a blank between them were expected.");
  CHECK_THROWS_AS(texts.add_spaced("a b c", "m", 1), InputError);
  texts.add("a", "b");
  texts.add("a", "x");
  CHECK_REFUSED(texts.resolved(abc(), "", "m"),
                "m: merge 2 needs the token \"x\", which is not in the vocabulary.");
}

PostProcessor processor(const std::string& text) {
  return post_processor_from(nlohmann::json::parse(text), "t");
}

const std::string kFirst = R"({"Sequence": {"id": "A", "type_id": 0}})";
const std::string kSecond = R"({"Sequence": {"id": "B", "type_id": 1}})";
const std::string kSpecial = R"({"SpecialToken": {"id": "<s>", "type_id": 0}})";

std::string templates(const std::string& single, const std::string& pair) {
  return R"({"type": "TemplateProcessing", "single": [)" + single + R"(], "pair": [)" + pair +
         R"(], "special_tokens": {"<s>": {"id": "<s>", "ids": [5, 6], "tokens": ["<", "s>"]}}})";
}

TEST_CASE("post_processor_reader: none, and one that adds nothing") {
  for (const char* text : {"null", R"({"type": "ByteLevel"})"}) {
    CHECK(processor(text).single.size() == 1);
    CHECK_FALSE(processor(text).pair.has_value());
  }
}

TEST_CASE("post_processor_reader: templates") {
  const PostProcessor read =
      processor(R"({"type": "Sequence", "processors": [{"type": "ByteLevel"},)" +
                templates(kSpecial + "," + kFirst, kSpecial + "," + kFirst + "," + kSecond) + "]}");
  REQUIRE(read.single.size() == 2);
  CHECK(read.single[0].ids == std::vector<std::uint32_t>{5, 6});
  REQUIRE(read.pair.has_value());
  CHECK(read.pair->at(2).kind == TemplatePiece::Kind::second);
  CHECK(read.pair->at(2).type == 1);
  CHECK_FALSE(processor(templates(kFirst, kFirst)).pair.has_value());
}

TEST_CASE("post_processor_reader: BERT's and RoBERTa's") {
  const PostProcessor bert =
      processor(R"({"type": "BertProcessing", "sep": ["[SEP]", 3], "cls": ["[CLS]", 2]})");
  CHECK(bert.single.front().ids.front() == 2);
  CHECK(bert.pair->back().type == 1);
  const PostProcessor roberta =
      processor(R"({"type": "RobertaProcessing", "sep": ["</s>", 2], "cls": ["<s>", 0],)"
                R"("trim_offsets": true, "add_prefix_space": false})");
  CHECK(roberta.pair->size() == 6);
  CHECK(roberta.pair->back().type == 0);
}

TEST_CASE("post_processor_reader: what it refuses") {
  const std::string bert = R"({"type": "BertProcessing", "sep": ["a", 3], "cls": ["b", 2]})";
  for (const std::string& text :
       {std::string(R"({"type": "Odd"})"), std::string("[]"), templates("", kFirst + "," + kSecond),
        templates(kFirst + "," + kFirst, ""), templates(kFirst + "," + kSecond, ""),
        templates(kFirst, kSecond), templates(R"({"SpecialToken": {"id": "x", "type_id": 0}})", ""),
        std::string(R"({"type": "BertProcessing", "sep": ["a", 4294967296], "cls": ["b", 2]})"),
        std::string(R"({"type": "BertProcessing", "sep": ["a"], "cls": ["b", 2]})"),
        R"({"type": "Sequence", "processors": [)" + bert + "," + bert + "]}"})
    CHECK_THROWS_AS(processor(text), InputError);
}

std::vector<Normalizer> normalizers(const std::string& text) {
  return normalizers_from(nlohmann::json::parse(text), "t");
}

std::vector<PreTokenizer> pre_tokenizers(const std::string& text) {
  return pre_tokenizers_from(nlohmann::json::parse(text), "t");
}

std::string split_by(const std::string& pattern) {
  return R"({"type": "Split", "behavior": "Isolated", "invert": false, "pattern": )" + pattern +
         "}";
}

TEST_CASE("step_reader: normalizers") {
  CHECK(normalizers("null").empty());
  const auto steps = normalizers(
      R"({"type": "Sequence", "normalizers": [{"type": "NFKD"}, {"type": "Sequence", "normalizers":)"
      R"([{"type": "Strip", "strip_left": false, "strip_right": true}]}, {"type": "BertNormalizer",)"
      R"("clean_text": true, "handle_chinese_chars": false, "strip_accents": null,)"
      R"("lowercase": true}]})");
  REQUIRE(steps.size() == 3);
  CHECK(std::get<NormalForm>(steps[0]).compatible);
  CHECK_FALSE(std::get<StripWhiteSpace>(steps[1]).left);
  const auto& bert = std::get<BertCleaning>(steps[2]);
  CHECK(bert.strip_accents);  // as lower case says
  CHECK_FALSE(bert.separate_han);
  CHECK(std::holds_alternative<LowerCase>(normalizers(R"({"type": "Lowercase"})").front()));
}

TEST_CASE("step_reader: pre-tokenizers") {
  const auto byte_level =
      pre_tokenizers(R"({"type": "ByteLevel", "add_prefix_space": false, "trim_offsets": true})");
  CHECK(std::get<ByteLevel>(byte_level.front()).use_regex);
  const auto metaspace = pre_tokenizers(
      R"({"type": "Metaspace", "replacement": "_", "prepend_scheme": "first", "split": false})");
  CHECK(std::get<Metaspace>(metaspace.front()).prepend == Metaspace::Prepend::first);
  CHECK_FALSE(std::get<Metaspace>(metaspace.front()).split);
  const auto early =
      pre_tokenizers(R"({"type": "Metaspace", "replacement": "_", "add_prefix_space": false})");
  CHECK(std::get<Metaspace>(early.front()).prepend == Metaspace::Prepend::never);
  const auto split = pre_tokenizers(split_by(R"({"String": "-"})"));
  CHECK(std::get<SplitStep>(split.front()).pattern == SplitPattern("-"));
  CHECK(pre_tokenizers(R"({"type": "Digits", "individual_digits": true})").size() == 1);
}

TEST_CASE("step_reader: what is not known is refused with what is") {
  CHECK_THROWS_WITH(normalizers(R"({"type": "Precompiled"})"),
                    ContainsSubstring("\"Precompiled\", which is not known here. These are: Seq") &&
                        ContainsSubstring("NFC"));
  CHECK_THROWS_WITH(pre_tokenizers(R"({"type": "UnicodeScripts"})"),
                    ContainsSubstring("t: pre_tokenizer: \"type\" is \"UnicodeScripts\""));
  CHECK_THROWS_WITH(pre_tokenizers(split_by(R"re({"Regex": "(a+)+$"})re")),
                    ContainsSubstring("\"Regex\" is \"(a+)+$\", which is not known"));
  for (const char* text :
       {"[]", "3", "{}", R"({"type": 3})", R"({"type": "Sequence"})", R"({"type": "ByteLevel"})",
        R"({"type": "Split", "pattern": {"String": ""}, "behavior": "Isolated", "invert": false})",
        R"({"type": "Split", "pattern": {"String": "a"}, "behavior": "Odd", "invert": false})",
        R"({"type": "Metaspace", "replacement": ""})"})
    CHECK_THROWS_AS(pre_tokenizers(text), InputError);
}

TEST_CASE("step_reader: not thousands of steps") {
  std::string steps = R"({"type": "NFC"})";
  for (int i = 0; i < 32; ++i) steps += R"(,{"type": "NFC"})";
  CHECK_THROWS_WITH(normalizers(R"({"type": "Sequence", "normalizers": [)" + steps + "]}"),
                    ContainsSubstring("more than 32 steps"));
}

std::string with_model(const std::string& members) {
  return R"({"added_tokens": [], "model": {)" + members + "}}";
}

std::string added(const std::string& id, const std::string& content) {
  return R"({"id": )" + id + R"(, "content": )" + content +
         R"(, "single_word": false, "lstrip": true, "rstrip": false, "normalized": false, )"
         R"("special": true})";
}

std::string with_added(const std::string& tokens) {
  return R"({"added_tokens": [)" + tokens + "]}";
}

TokenizerFile read(const std::string& text) { return read_tokenizer_json(text, "t"); }

TEST_CASE("tokenizer_json: long lists and the rest") {
  const TokenizerFile file = read(
      R"({"version": "1.0", "model": {"merges": ["a b", ["ab", "c"]], "type": "BPE", "x": [[1]],)"
      R"("vocab": {"a": 0, "b": 1, "ab": 4}}, "added_tokens": [)" +
      added("7", R"("<s>")") + "]}");
  CHECK(file.vocabulary.n_names() == 3);
  CHECK(file.vocabulary.find("ab") == 4U);
  CHECK(file.merges.size() == 2);
  REQUIRE(file.added.size() == 1);
  CHECK(file.added[0].content == "<s>");
  CHECK(file.added[0].id == 7);
  CHECK(file.added[0].lstrip);
  CHECK(file.rest ==
        nlohmann::json::parse(
            R"({"version": "1.0", "model": {"type": "BPE", "x": [[1]], "merges": null,)"
            R"("vocab": null}, "added_tokens": null})"));
}

TEST_CASE("tokenizer_json: vocab.json") {
  CHECK(read_vocab_json(R"({"a": 1, "\u0120b": 0})", "v").find("Ġb") == 0U);
  CHECK(read_vocab_json("{}", "v").n_ids() == 0);
  for (const char* text : {"[]", "3", "", R"({"a": {}})", R"({"a": [1]})", R"({"a": "1"})"})
    CHECK_THROWS_AS(read_vocab_json(text, "v"), InputError);
}

TEST_CASE("tokenizer_json: ids that are refused") {
  CHECK_REFUSED(read(with_model(R"("vocab": {"a": 0, "b": 0})")),
                "t: the tokens \"a\" and \"b\" have the same id, 0.");
  CHECK_REFUSED(read(with_model(R"("vocab": {"a": 4294967296})")),
                "t: the id of \"a\" is 4294967296, but a whole number from 0 to "
                "16777215 was expected.");
  for (const char* vocabulary :
       {R"({"a": -1})", R"({"a": 1.5})", R"({"a": null})", R"({"a": true})", R"({"a": 0, "a": 1})",
        R"([["a", -1.5]])", R"({"a": {}})"})
    CHECK_THROWS_AS(read(with_model(R"("vocab": )" + std::string(vocabulary))), InputError);
}

TEST_CASE("tokenizer_json: merges that are refused") {
  CHECK_REFUSED(read(with_model(R"("merges": ["a b", ["a", "b", "c"]])")),
                "t: merge 2 is neither a text nor a list of two texts.");
  for (const char* merges : {R"(["a b", ""])", R"(["a b c"])", R"([["a"]])", R"([[1, 2]])", "[3]",
                             R"([{"a": 1}])", R"([[["a"]]])"})
    CHECK_THROWS_AS(read(with_model(R"("merges": )" + std::string(merges))), InputError);
}

TEST_CASE("tokenizer_json: added tokens that are refused") {
  CHECK(read(with_added("")).added.empty());
  for (const std::string& token :
       {added("-1", R"("a")"), added("4294967296", R"("a")"), added("1", "2"), std::string("3"),
        std::string("{}"), std::string("[]"), std::string(R"({"id": {"a": 1}})")})
    CHECK_THROWS_AS(read(with_added(token)), InputError);
  std::string many;
  for (int i = 0; i <= 100'000; ++i)
    many += (i == 0 ? "" : ",") + added(std::to_string(i), '"' + std::to_string(i) + '"');
  CHECK_REFUSED(read(with_added(many)), "t: there are more than 100000 added tokens.");
}

TEST_CASE("tokenizer_json: texts that are no JSON, or too much of it") {
  CHECK_REFUSED(read("{\n \"a\": }"), "t: line 2, column 7: the text stops being JSON there.");
  CHECK_REFUSED(read(std::string(100'000, '[')), "t: the JSON is nested more than 16 deep.");
  std::string values = "[0";
  for (int i = 0; i < 200'000; ++i) values += ",0";
  for (const std::string& text :
       {values + "]", std::string("{}\0{}", 5), std::string(R"({"a": "\ud800"})"),
        std::string("{\"a\": \"\xFF\"}"), std::string(R"({"a": 1, "a": 2})"),
        std::string("[1e999]"), std::string(R"({"model": {"vocab": {}, "vocab": {}}})")})
    CHECK_THROWS_AS(read(text), InputError);
}

std::string added_token(int id, const std::string& content) {
  return R"({"id": )" + std::to_string(id) + R"(, "content": ")" + content +
         R"(", "single_word": false, "lstrip": false, "rstrip": false, "normalized": false, )"
         R"("special": true})";
}

std::string tokenizer_json(const std::string& added, const std::string& model,
                           const std::string& more = "") {
  return R"({"version": "1.0", "added_tokens": [)" + added + R"(], "model": )" + model + more + "}";
}

const std::string kBpe = R"({"type": "BPE", "vocab": {"a": 0, "b": 1, "<s>": 2}, "merges": []})";

TokenizerParts parts(const std::string& text) { return parts_from_tokenizer_json(text, "t"); }

TokenVocabulary vocabulary_with(const std::vector<std::string>& names) {
  TokenVocabulary vocabulary;
  for (std::uint32_t id = 0; id < names.size(); ++id) vocabulary.add(names[id], id);
  return vocabulary;
}

Settings flags(const std::map<std::string, bool>& values) {
  Settings settings{.source = "tokenizer_config.json", .values = {}};
  for (const auto& [name, flag] : values) settings.values[name] = {.value = flag, .shown = ""};
  return settings;
}

TEST_CASE("tokenizer_parts: added tokens have the ids that the library gives") {
  const TokenizerParts read =
      parts(tokenizer_json(added_token(2, "<s>") + "," + added_token(9, "<x>"), kBpe));
  REQUIRE(read.added.size() == 2);
  CHECK(read.added[0].id == 2);
  CHECK(read.added[1].id == 3);  // the next free one
  REQUIRE(read.notes.size() == 1);
  CHECK_THAT(read.notes[0], ContainsSubstring("\"<x>\" has the id 9 there, but"));
  CHECK_THROWS_WITH(parts(tokenizer_json(added_token(7, "x") + "," + added_token(7, "y"), kBpe)),
                    ContainsSubstring("\"x\" and \"y\" have the same id, 7"));
}

TEST_CASE("tokenizer_parts: what is not applied is noted") {
  const TokenizerParts read = parts(tokenizer_json(
      "", R"({"type": "BPE", "dropout": 0.1, "vocab": {"a": 0}, "merges": []})",
      R"(, "truncation": {"max_length": 128}, "padding": {"strategy": {"Fixed": 128}})"));
  CHECK(read.notes.size() == 1);
  CHECK(read.truncated_after == 128U);
  CHECK(parts(tokenizer_json("", kBpe, R"(, "truncation": null)")).notes.empty());
}

TEST_CASE("tokenizer_parts: models") {
  const std::string word_piece =
      R"("unk_token": "a", "continuing_subword_prefix": "##", "max_input_chars_per_word": 100,)"
      R"("vocab": {"a": 0}})";
  CHECK(std::holds_alternative<WordPiece>(
      parts(tokenizer_json("", R"({"type": "WordPiece", )" + word_piece)).model));
  CHECK(std::holds_alternative<WordPiece>(parts(tokenizer_json("", "{" + word_piece)).model));
  CHECK_THROWS_WITH(
      parts(tokenizer_json("", R"({"type": "Unigram", "vocab": {}})")),
      ContainsSubstring("\"Unigram\", which is not known here. These are: BPE, Word"));
  CHECK_THROWS_WITH(parts(tokenizer_json("", R"({"vocab": [["a", -1.0]]})")),
                    ContainsSubstring("Unigram"));
  CHECK_THROWS_AS(parts("{}"), InputError);
  CHECK_THROWS_AS(parts(R"({"version": "2.0", "model": {}})"), InputError);
}

TEST_CASE("tokenizer_parts: GPT-2 and RoBERTa by their vocabularies") {
  MergeTexts merges;
  merges.add("a", "b");
  const std::vector<std::string> names{"a", "b", "ab", "<|endoftext|>", "<s>", "</s>", "<mask>"};
  const TokenizerParts gpt2 =
      parts_of_gpt2(vocabulary_with(names), merges, "m", flags({{"add_bos_token", true}}));
  CHECK(gpt2.post_processor.single.size() == 2);
  CHECK(gpt2.added.size() == 1);
  CHECK(parts_of_gpt2(vocabulary_with(names), merges, "m", {}).post_processor.single.size() == 1);
  const TokenizerParts roberta =
      parts_of_roberta(vocabulary_with(names), merges, "m", flags({{"add_prefix_space", true}}));
  CHECK(roberta.post_processor.pair.has_value());
  CHECK(roberta.added.back().lstrip);  // of <mask> alone
  CHECK_FALSE(roberta.added.front().lstrip);
  CHECK(std::get<ByteLevel>(roberta.pre_tokenizers.front()).add_prefix_space);
  CHECK_THROWS_AS(parts_of_roberta(vocabulary_with({"a", "b", "ab"}), merges, "m", {}), InputError);
}

TEST_CASE("tokenizer_parts: BERT by its vocabulary") {
  const std::vector<std::string> names{"[UNK]", "[CLS]", "[SEP]", "[MASK]"};
  const TokenizerParts cased =
      parts_of_bert(vocabulary_with(names), "v", flags({{"do_lower_case", false}}));
  CHECK_FALSE(std::get<BertCleaning>(cased.normalizers.front()).strip_accents);
  CHECK(cased.added.size() == 4);
  CHECK_THROWS_WITH(parts_of_bert(vocabulary_with({"[UNK]", "[SEP]"}), "v", {}),
                    ContainsSubstring("v: the token \"[CLS]\" is missing"));
}

// A BERT tokenizer of sixteen tokens.
class SmallTokenizer {
 public:
  SmallTokenizer() {
    folder_.file(
        "vocab.txt",
        "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\na\nnew\n##new\ncovid\n-\n1\n9\n[\n]\n##19\n19\n");
  }
  const SmallTokenizer& with(const std::string& name, const std::string& text) const {
    folder_.file(name, text);
    return *this;
  }
  std::vector<std::uint32_t> ids(const std::string& text) const {
    std::vector<std::uint32_t> found;
    const Encoding encoding = read_tokenizer(folder_.path().string(), "bert").encode(text);
    for (const EncodedToken& token : encoding.tokens) found.push_back(token.id);
    return found;
  }
  std::vector<std::string> notes() const {
    return read_tokenizer(folder_.path().string(), "bert").notes();
  }
  std::string refused() const {
    return refusal([&] { tokens_beside(folder_.path().string()); });
  }
  std::string path(const std::string& name) const { return folder_.path(name); }

 private:
  TemporaryFolder folder_;
};

using Ids = std::vector<std::uint32_t>;
const std::string kText = "a [NEW] covid-19 [new] <x> <y>";

std::string decoder(const std::string& tokens, const std::string& more = "") {
  return R"({"tokenizer_class": "BertTokenizer", "added_tokens_decoder": {)" + tokens + "}" + more +
         "}";
}

// The ids are those of BertTokenizer.from_pretrained, Transformers 5.24.
TEST_CASE("read_tokenizer: added_tokens.json beside a vocabulary") {
  CHECK(SmallTokenizer().ids("a [NEW] covid-19") == Ids{2, 5, 12, 6, 13, 8, 9, 15, 3});
  const SmallTokenizer added;
  added.with("added_tokens.json", R"({"[NEW]": 16, "covid-19": 17})");
  CHECK(added.ids("a [NEW] covid-19") == Ids{2, 5, 16, 17, 3});
  CHECK(added.ids("a [NEW] covid-19 [new] COVID-19 xcovid-19y") ==
        Ids{2, 5, 16, 17, 16, 17, 1, 17, 1, 3});
  CHECK(added.notes().empty());
  added.with("added_tokens.json", R"({"[NEW]": 17, "covid-19": 16})");
  CHECK(added.ids("a [NEW] covid-19") == Ids{2, 5, 17, 16, 3});
}

TEST_CASE("read_tokenizer: an added token has the id of the vocabulary, else the next one") {
  const SmallTokenizer gap, known, taken;
  gap.with("added_tokens.json", R"({"[NEW]": 30})");
  CHECK(gap.ids("a [NEW]") == Ids{2, 5, 16, 3});
  CHECK(gap.notes() ==
        std::vector<std::string>{gap.path("added_tokens.json") +
                                 ": the added token \"[NEW]\" has the id 30 there, but the library "
                                 "tokenizers gives it 16, and so does attn."});
  known.with("added_tokens.json", R"({"new": 3, "[NEW]": 16})");
  CHECK(known.ids("a new [NEW]") == Ids{2, 5, 6, 16, 3});
  taken.with("added_tokens.json", R"({"[NEW]": 3})");
  CHECK(taken.ids("a [NEW]") == Ids{2, 5, 16, 3});
}

TEST_CASE("read_tokenizer: added_tokens_decoder, and the properties that it gives") {
  const SmallTokenizer config, usual, both;
  config.with("tokenizer_config.json",
              decoder(R"("16": {"content": "[NEW]", "normalized": false, "special": false},
                         "17": {"content": "covid-19", "normalized": true, "special": true})"));
  CHECK(config.ids(kText) == Ids{2, 5, 16, 17, 12, 6, 13, 1, 1, 1, 1, 1, 1, 3});
  usual.with("tokenizer_config.json", decoder(R"("16": {"content": "[NEW]"})"));
  CHECK(usual.ids("[NEW] [new]") == Ids{2, 16, 16, 3});
  // It comes in the place of the older file.
  both.with("added_tokens.json", R"({"[NEW]": 16})");
  both.with("tokenizer_config.json", decoder(R"("17": {"content": "covid-19"})"));
  CHECK(both.ids("a [NEW] covid-19") == Ids{2, 5, 12, 6, 13, 16, 3});
}

TEST_CASE("read_tokenizer: tokens that tokenizer.json lacks, and other properties of its own") {
  const std::string fixtures = ATTN_SOURCE_DIR "/tests/tokenizer/fixtures/bert";
  const TemporaryFolder folder;
  folder.file("tokenizer.json", content(fixtures + "/tokenizer.json"));
  const auto ids = [&](const std::string& text) {
    Ids found;
    for (const auto& token : read_tokenizer(folder.path().string(), "bert").encode(text).tokens)
      found.push_back(token.id);
    return found;
  };
  const std::size_t n = read_tokenizer(folder.path().string(), "bert").n_ids();
  const Ids before = ids("<x>");
  folder.file("tokenizer_config.json", decoder(R"("7": {"content": "<x>", "lstrip": true})"));
  CHECK(ids("<x>") == Ids{before.front(), static_cast<std::uint32_t>(n), before.back()});
  folder.file("tokenizer_config.json", R"({"additional_special_tokens": ["<x>"]})");
  CHECK(ids("<x>") == Ids{before.front(), static_cast<std::uint32_t>(n), before.back()});
}

TEST_CASE("read_tokenizer: special tokens that only special_tokens_map.json or the config names") {
  const SmallTokenizer map, config;
  map.with("special_tokens_map.json", R"({"additional_special_tokens": ["<x>", "<y>"]})");
  CHECK(map.ids("a <x> <y>") == Ids{2, 5, 16, 17, 3});
  config.with("tokenizer_config.json",
              R"({"additional_special_tokens": ["<x>"], "eos_token": {"content": "<y>"}})");
  CHECK(config.ids("a <x> <y>") == Ids{2, 5, 17, 16, 3});
}

TEST_CASE("tokens_beside: refuses what is no token and no id") {
  const auto refused = [](const std::string& name, const std::string& text) {
    return SmallTokenizer().with(name, text).refused();
  };
  CHECK_THAT(refused("added_tokens.json", R"({"[NEW]": "16"})"),
             ContainsSubstring("the id of \"[NEW]\" is \"16\", but a whole number from 0 to"));
  CHECK_THAT(refused("added_tokens.json", R"({"[NEW]": -1})"), ContainsSubstring("is -1, but"));
  CHECK_THAT(refused("added_tokens.json", "[]"), ContainsSubstring("an object was expected"));
  CHECK_THAT(refused("tokenizer_config.json", decoder(R"("x": {"content": "[NEW]"})")),
             ContainsSubstring("the id of \"[NEW]\" is \"x\""));
  CHECK_THAT(refused("tokenizer_config.json", decoder(R"("16": "[NEW]")")),
             ContainsSubstring("added_tokens_decoder.16: an object was expected"));
  CHECK_THAT(refused("tokenizer_config.json", decoder(R"("16": {"content": 3})")),
             ContainsSubstring("\"content\" is 3, but a text was expected"));
}

TEST_CASE("vocabulary_files: merges.txt") {
  CHECK(read_merges_text("#version: 0.2\na b\r\n#version\nb c\n", "m").size() == 2);
  CHECK(read_merges_text("", "m").size() == 0);
  CHECK_REFUSED(read_merges_text("a b\n\nb c\n", "m"),
                "m: merge 2 is \"\", but two tokens with a blank between them were expected.");
  CHECK_REFUSED(read_merges_text("a b\nb \xFF\n", "m"),
                "m: line 2, column 3: the byte there is not UTF-8.");
}

TEST_CASE("vocabulary_files: vocab.txt") {
  const TokenVocabulary vocabulary = read_vocabulary_text("[PAD]\r\na \u3000\n\n猫\na\nlast", "v");
  CHECK(vocabulary.n_ids() == 6);
  CHECK(vocabulary.find("[PAD]") == 0U);
  CHECK(vocabulary.find("a") == 4U);  // twice: the last counts
  CHECK(vocabulary.name(1) == "a");
  CHECK(vocabulary.find("") == 2U);
  CHECK(vocabulary.find("last") == 5U);
  CHECK_THROWS_AS(read_vocabulary_text("a\n\xC3", "v"), InputError);
}

}  // namespace
