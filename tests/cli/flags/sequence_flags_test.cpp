#include "cli/flags/sequence_flags.hpp"

#include "base/message.hpp"
#include "support/catch.hpp"
#include "support/flags.hpp"
#include "support/matrix.hpp"

using namespace attn;

namespace {

using Tokens = std::vector<std::string>;

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

}  // namespace

TEST_CASE("read_word_sequences: words look at themselves", "[cli][sequence_input]") {
  const Sequences read = words(with({}, {"a b"}));
  CHECK(read.query_tokens == Tokens{"a", "b"});
  CHECK(read.key_tokens == Tokens{"a", "b"});
  CHECK(difference(read.X, {{0, 0}, {1, 1}}) == "");
  CHECK_FALSE(read.memory.has_value());
  CHECK(read.title == "\"a b\"");
}

TEST_CASE("read_word_sequences: or at other words", "[cli][sequence_input]") {
  for (const auto& [flag, value] : {std::pair{kCross, "c d e"}, std::pair{kKeyTokens, "c|d|e"}}) {
    const Sequences read = words(with({{flag, value}}, {"a b"}));
    CHECK(read.query_tokens == Tokens{"a", "b"});
    CHECK(read.key_tokens == Tokens{"c", "d", "e"});
    REQUIRE(read.memory.has_value());
    CHECK(difference(*read.memory, {{10, 10}, {11, 11}, {12, 12}}) == "");
    CHECK(read.title == "\"a b\" with \"c d e\"");
  }
}

TEST_CASE("read_word_sequences: or at the rows of a memory, which may have names",
          "[cli][sequence_input]") {
  const Sequences bare = words(with({{kMemory, "5 6; 7 8; 9 0"}}, {"a b"}));
  CHECK(bare.key_tokens == Tokens{"k0", "k1", "k2"});
  CHECK(difference(*bare.memory, {{5, 6}, {7, 8}, {9, 0}}) == "");
  CHECK(bare.title == "\"a b\"");
  const Sequences named = words(with({{kMemory, "5 6; 7 8"}, {kKeyTokens, "m|n"}}, {"a b"}));
  CHECK(named.key_tokens == Tokens{"m", "n"});
  CHECK(difference(*named.memory, {{5, 6}, {7, 8}}) == "");
}

TEST_CASE("read_word_sequences: says once how both texts were split", "[cli][sequence_input]") {
  CHECK(words(with({{kCross, "犬が"}}, {"猫が"})).notes.size() == 1);
  CHECK(words(with({{kCross, "犬が"}}, {"a b"})).notes.size() == 1);
  CHECK(words(with({{kCross, "c d"}}, {"a b"})).notes.empty());
}

TEST_CASE("read_matrix_sequences: rows are named by number or as they are told",
          "[cli][sequence_input]") {
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

TEST_CASE("read_sequences: refuses flags that do not go together", "[cli][sequence_input][error]") {
  const auto refused = [](const SequenceFlags& flags, const std::string& text) {
    CHECK_THROWS_MATCHES(flags.x ? read_matrix_sequences(flags) : words(flags), InputError,
                         Message(text));
  };
  refused(with({{kCross, "c"}, {kKeyTokens, "d"}}, {"a"}),
          "--cross and --key-tokens cannot be used together.");
  refused(with({{kCross, "c"}, {kMemory, "1 2"}}, {"a"}),
          "--cross and --memory cannot be used together.");
  refused(with({{kX, "1 2"}}, {"a"}), "a sentence and --x cannot be used together.");
  refused(with({{kX, "1 2"}, {kCross, "c"}}), "--cross needs words; with --x, give --memory.");
  SequenceFlags narrow = with({{kX, "1 2"}});
  type(narrow.d_model, "1");
  refused(narrow, "--d-model and --x cannot be used together.");
}

TEST_CASE("read_word_sequences: too many words are refused before they are embedded",
          "[cli][sequence_input][error]") {
  const SequenceFlags flags = with({{kCross, "c d"}}, {"a b"});
  bool was_embedded = false;
  const Embed embed = [&](const Tokens& some, const Tokens& others) {
    was_embedded = true;
    return counted(some, others);
  };
  CHECK_THROWS_MATCHES(read_word_sequences(flags, arma::uword{1} << 25, embed), InputError,
                       Message("too many words for embeddings of width 33554432: the limit is 2."));
  CHECK_FALSE(was_embedded);
}

TEST_CASE("row_names: as they are told, or a letter and a number", "[cli][sequence_input]") {
  CHECK(row_names(Flag("--tokens"), "k", 3) == Tokens{"k0", "k1", "k2"});
  CHECK(row_names(typed("--tokens", "a|b"), "k", 3) ==
        Tokens{"a", "b"});  // whether they fit is checked elsewhere
}

TEST_CASE("same_embedding_note: names two words that attention cannot tell apart", "[cli][flags]") {
  CHECK(same_embedding_note({"I", "love", "you"}, {{1, 0}, {0, 1}, {1, 0}})
            .starts_with("\"I\" and \"you\" happen to get the same embedding"));
  CHECK(same_embedding_note({"The", "cat", "the"}, {{1, 0}, {0, 1}, {1, 0}}).empty());
  CHECK(same_embedding_note({"a", "b"}, {{1, 0}, {0, 1}}).empty());
}
